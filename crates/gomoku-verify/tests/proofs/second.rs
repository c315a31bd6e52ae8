//! The second verifier, tools/verify.py: it must agree with this one.

use crate::binary::bytes;
use crate::brute::{Numbers, certificate, certificate_against_all, nearly_full};
use crate::verdicts::change;
use std::io::Write as _;
use std::process::{Command, Stdio};
use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_games::gomoku::{Position, Rules, Variant};
use tengen_games::{Game, Move, SetUp};
use tengen_gomoku_verify::{Certificate, ProofNode, VerifyLimits, verify};
use tengen_truth::Tool;

/// The exit code that the first verifier leads to: 0 accepted, 1 refused, 3 no certificate.
fn first(file: &[u8]) -> i32 {
    match Certificate::read(file) {
        Err(_) => 3,
        Ok(proof) => i32::from(verify(&proof, &VerifyLimits::default()).is_err()),
    }
}

/// Black makes an open four, or has one and white is to move; white's defence at one end needs another answer.
const OPEN_FOUR: &str = "tengen-proof 1\nrules standard 15x15\nblack h8 i8 j8 a1\nwhite a2 a4 a6 a8\nside black\n\
                         nodes 3\n1 g8\n2 l8\n3 k8 g8>2 *1\nend\n";
const HAS_FOUR: &str = "tengen-proof 1\nrules freestyle 15x15\nblack h8 i8 j8 k8\nwhite a2 a4 a6 a8\nside black\n\
                        nodes 3\n1 g8\n2 l8\n3 - g8>2 *1\nend\n";
/// A five by freestyle rules, where six stones win too.
const SIX: &str = "tengen-proof 1\nrules freestyle 15x15\nblack f8 h8 i8 j8 k8\nwhite a2 a4 a6 a8 l8\nside black\n\
                   nodes 1\n1 g8\nend\n";

/// White threatens to make a five at e12, the only point that stops it, and black may not play there: an overline.
const NO_DEFENCE: &str = "tengen-proof 1\nrules renju 15x15\nblack e9 e10 e11 e13 e14 j12 d1\n\
                          white f12 g12 h12 j1 j3 j5\nside white\nnodes 2\n1 e12\n2 i12 *1\nend\n";

/// Black has four in the middle of a symmetric board, white is to move: the answer to j8, turned, answers e8.
const SYMMETRIC: &str = "tengen-proof 1\nrules freestyle 14x15\nblack f8 g8 h8 i8\nwhite a1 a15 n1 n15\nside black\n\
                         nodes 2\n1 e8\n2 - j8>1 *1\nend\n";

#[test]
fn both_refuse_the_same_spoilt_certificates() {
    let spoilt = [
        ("a move changed", OPEN_FOUR, "3 k8", "3 g9"),
        ("a move on a stone", OPEN_FOUR, "3 k8", "3 h8"),
        ("the last move changed", OPEN_FOUR, "1 g8", "1 f8"),
        ("a reply dropped", OPEN_FOUR, "g8>2 *1", "*1"),
        ("all other replies dropped", OPEN_FOUR, "g8>2 *1", "g8>2"),
        ("the side swapped", OPEN_FOUR, "side black", "side white"),
        ("the rules swapped", SIX, "freestyle", "standard"),
        ("forbidden points swapped for free ones", NO_DEFENCE, "renju", "standard"),
        ("a defence that is not forbidden", NO_DEFENCE, " e9 e10", " a15 c15"),
        (
            "a forbidden move",
            OPEN_FOUR,
            "standard 15x15\nblack h8 i8 j8 a1",
            "renju 15x15\nblack h8 i8 j8 k9 k10 k11",
        ),
        ("a node shared wrongly", OPEN_FOUR, "g8>2", "g8>1"),
        ("a * that does not hold", OPEN_FOUR, "g8>2 *1", "g8>1 *2"),
        ("a stone of the winner removed", OPEN_FOUR, " j8", ""),
        ("the opponent wins first", OPEN_FOUR, "white a2 a4 a6 a8", "white a2 a3 a4 a5"),
        ("the game is over", OPEN_FOUR, "white a2 a4 a6 a8", "white a2 a3 a4 a5 a6"),
        ("the move left out", OPEN_FOUR, "3 k8", "3 -"),
        ("a reply to no move dropped", HAS_FOUR, "g8>2 *1", "*1"),
        ("no answers at all", HAS_FOUR, " g8>2 *1", ""),
        ("a move where there was none", HAS_FOUR, "3 -", "3 h8"),
        ("no move in the middle", OPEN_FOUR, "2 l8", "2 -"),
        ("a node that refers to itself", OPEN_FOUR, "*1", "*3"),
        ("a node that is not there", OPEN_FOUR, "*1", "*9"),
        ("a reply answered twice", OPEN_FOUR, "g8>2", "g8,g8>2"),
        ("a stone on two colours", OPEN_FOUR, "white a2", "white a1 a2"),
        ("cut off", OPEN_FOUR, "end\n", ""),
        ("something after the end", OPEN_FOUR, "end\n", "end\nend\n"),
        ("a board that is not symmetric", SYMMETRIC, "white a1", "white b1"),
        ("a symmetric board, no answer to its own", SYMMETRIC, "j8>1 *1", "*1"),
        ("another version", OPEN_FOUR, "proof 1", "proof 3"),
        ("text as binary", OPEN_FOUR, "proof 1", "proof 2"),
    ];
    let script = Tool::find("verify.py");
    for good in [OPEN_FOUR, HAS_FOUR, SIX, SYMMETRIC, NO_DEFENCE] {
        let binary = bytes(&good.parse().unwrap());
        assert_eq!((first(good.as_bytes()), first(&binary)), (0, 0), "{good}");
        if let Some(script) = &script {
            let (code, said) = script.check(good.as_bytes(), &[]);
            assert_eq!(code, Some(0), "{said}");
            let plies = verify(&good.parse().unwrap(), &VerifyLimits::default()).unwrap().plies;
            assert!(said.contains(&format!("wins in at most {plies} plies")), "{said}");
            assert_eq!(script.check(&binary, &[]), (code, said));
            let (code, said) = script.check(&binary, &["--branches", "20", "--seed", "7"]);
            assert!(code == Some(0) && said.starts_with("20 of 20 branches hold"), "{said}");
        }
    }
    for (name, good, from, to) in spoilt {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good, "{name}");
        assert_ne!(first(text.as_bytes()), 0, "{name}");
        if let Some(script) = &script {
            let (code, said) = script.check(text.as_bytes(), &[]);
            // A board with two stones on a point is no certificate for one, no valid position for the other.
            assert!(code == Some(1) || code == Some(3), "{name}: {said}");
        }
    }
}

/// Bytes of a binary certificate changed at random: both read the same files, and come to the same verdict.
#[test]
fn both_judge_spoilt_bytes_alike() {
    let Some(script) = Tool::find("verify.py") else { return };
    // Two nodes more, so that there is a model with two changes, and one with none.
    let nodes = "3 k8 g8>2 *1\n4 k8 g8,a15>1 l8>2 *1\n5 k8 g8>2 *1\n6 k8 g8>2 *1\nend";
    let proof = OPEN_FOUR.replace("nodes 3", "nodes 6").replace("3 k8 g8>2 *1\nend", nodes);
    let good = bytes(&proof.parse().unwrap());
    let mut numbers = Numbers(0x2_b17e5);
    let (mut read, mut refused) = (0, 0);
    for round in 0..32 {
        let mut file = good.clone();
        // Mostly among the nodes, which have the last bytes before `end`.
        let at = if round % 8 == 0 { numbers.below(good.len()) } else { good.len() - 5 - numbers.below(24) };
        match round % 4 {
            0 => file.truncate(at),
            1 => file[at] ^= 1 << numbers.below(3),
            2 => file.insert(at, numbers.below(8) as u8),
            _ => file[at] = file[at].wrapping_add(1),
        }
        let (code, said) = script.check(&file, &[]);
        assert_eq!(code.unwrap_or(-1), first(&file), "{said}\n{file:?}");
        *(if code == Some(3) { &mut refused } else { &mut read }) += 1;
    }
    assert!(read > 0 && refused > 10, "{read} {refused}");
}

/// Proofs by brute force in every rule set that the second verifier knows, with and without random changes.
#[test]
fn both_come_to_the_same_verdict() {
    let Some(script) = Tool::find("verify.py") else { return };
    let mut numbers = Numbers(0x2_5ec0d);
    let variants =
        [Variant::Freestyle, Variant::Standard, Variant::Caro, Variant::StandardCaro, Variant::Renju];
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..30 {
        let position = |numbers: &mut Numbers| nearly_full(numbers, variants[round % 5]);
        let proof = (0..2000).find_map(|_| {
            let position = position(&mut numbers)?;
            if round % 3 == 0 { certificate_against_all(&position) } else { certificate(&position) }
        });
        let mut proof = proof.expect("one of so many boards is won");
        if round % 4 != 0 || round % 8 == 0 {
            change(&mut proof, &mut numbers);
        }
        // Each of the two forms in turn; one that cannot be written is no certificate.
        let mut file = Vec::new();
        if round % 2 == 0 || proof.write_binary(&mut file).is_err() {
            file = proof.to_string().into_bytes();
        }
        let (code, said) = script.check(&file, &[]);
        assert_eq!(code == Some(0), first(&file) == 0, "{said}\n{proof}");
        *(if code == Some(0) { &mut accepted } else { &mut refused }) += 1;
    }
    assert!(accepted > 4 && refused > 4, "{accepted} {refused}");
}

/// Renju's forbidden points on random boards, black stones near each other: both find the same ones.
#[test]
fn both_find_the_same_forbidden_points() {
    let Some(script) = Tool::find("verify.py") else { return };
    let (mut numbers, size) = (Numbers(0x5_f0b1d), Size::of(15, 15));
    let (mut input, mut wanted) = (String::new(), Vec::new());
    while wanted.len() < 150 {
        let near = |numbers: &mut Numbers| Point {
            row: 4 + numbers.below(7) as u8,
            col: 4 + numbers.below(7) as u8,
        };
        let mut cells: Vec<(Point, Cell)> = Vec::new();
        for (cell, count) in [(Cell::Black, 8 + numbers.below(8)), (Cell::White, numbers.below(9))] {
            for _ in 0..count {
                let point = near(&mut numbers);
                if cells.iter().all(|&(p, _)| p != point) {
                    cells.push((point, cell));
                }
            }
        }
        let rules = Rules { size, ..Rules::RENJU };
        let Ok(position) = Position::set_up(&rules, &SetUp { cells, to_move: Color::Black }) else {
            continue;
        };
        if position.is_over() {
            continue;
        }
        let proof =
            Certificate::new(&position, Color::Black, vec![ProofNode::last(Point { row: 0, col: 0 })]);
        input += &proof.to_string();
        let is_forbidden =
            |p: &Point| position.at(*p) == Cell::Empty && position.check(Move::Place(*p)).is_err();
        let mut names: Vec<String> =
            size.points().filter(is_forbidden).map(|p| Coords::Gomoku.format(p, size)).collect();
        names.sort();
        wanted.push(names.join(" "));
    }
    let program = "import io, sys\n\
        sys.path.insert(0, sys.argv[1])\n\
        import verify\n\
        for text in sys.stdin.read().split('end\\n')[:-1]:\n    \
            proof = verify.Certificate(io.BytesIO((text + 'end\\n').encode()))\n    \
            checker = verify.Checker(proof)\n    \
            print(*sorted(proof.name(p) for p in checker.empty_points() if checker.is_forbidden(p)))\n";
    let mut python = Command::new("python3")
        .args(["-c", program])
        .arg(script.path().parent().expect("it is in a folder"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs");
    python.stdin.take().expect("it is a pipe").write_all(input.as_bytes()).expect("it reads all");
    let output = python.wait_with_output().expect("it ends");
    let found = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(wanted.iter().filter(|names| !names.is_empty()).count() > 50, "{wanted:?}");
    assert_eq!(found.lines().collect::<Vec<_>>(), wanted);
}

#[test]
fn what_it_does_not_know_is_no_certificate() {
    let Some(script) = Tool::find("verify.py") else { return };
    let (code, said) = script.check(OPEN_FOUR.replace("standard", "pente").as_bytes(), &[]);
    assert!(
        code == Some(3) && said.contains("this program knows the rules freestyle, standard, renju"),
        "{said}"
    );
}
