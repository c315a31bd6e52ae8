//! The verifier against brute force.

use crate::brute::{Numbers, certificate, certificate_against_all, nearly_full, wins};
use tengen_board::Point;
use tengen_games::Game;
use tengen_games::gomoku::Variant;
use tengen_gomoku_verify::{Certificate, Refusal, VerifyLimits, verify, verify_until};

/// Valid certificates of every rule set.
pub(crate) fn valid_certificates(numbers: &mut Numbers, count: usize) -> Vec<Certificate> {
    let mut found = Vec::new();
    let mut variants = Variant::ALL.into_iter().cycle();
    while found.len() < count {
        let variant = variants.next().expect("it goes on for ever");
        let tried = (0..400).find_map(|_| certificate(&nearly_full(numbers, variant)?));
        found.push(tried.unwrap_or_else(|| panic!("no win in 400 boards of {variant}")));
    }
    found
}

#[test]
fn proofs_by_brute_force_are_accepted_and_read_back() {
    let mut numbers = Numbers(0x7e_6e_67_65_6e);
    let mut longest = 0;
    for proof in valid_certificates(&mut numbers, 150) {
        let report = verify(&proof, &VerifyLimits::default()).unwrap_or_else(|e| panic!("{e}\n{proof}"));
        longest = longest.max(report.plies);
        assert!(report.nodes <= proof.nodes.len() && report.plies % 2 == 1);
        assert_eq!(proof.to_string().parse::<Certificate>().as_ref(), Ok(&proof));
    }
    assert!(longest >= 5, "the longest win has only {longest} plies");
}

/// One random change to a certificate.
pub(crate) fn change(proof: &mut Certificate, numbers: &mut Numbers) {
    let size = proof.rules.size;
    let any = |numbers: &mut Numbers| size.point(numbers.below(size.area()));
    let count = proof.nodes.len();
    let at = numbers.below(count);
    let earlier = |numbers: &mut Numbers| if at == 0 { 0 } else { numbers.below(at) as u32 };
    match numbers.below(9) {
        0 => proof.nodes[at].mv = any(numbers),
        1 => proof.nodes[at].other = Some(earlier(numbers)),
        2 => proof.nodes[at].other = None,
        3 => drop(proof.nodes[at].replies.pop()),
        4 => {
            let node = earlier(numbers);
            if let Some(reply) = proof.nodes[at].replies.first_mut() {
                reply.1 = node;
            }
        }
        5 => drop(proof.nodes.remove(at)),
        6 => {
            let stones = if numbers.below(2) == 0 { &mut proof.black } else { &mut proof.white };
            if !stones.is_empty() {
                stones.remove(numbers.below(stones.len()));
            }
        }
        7 => {
            let p: Point = any(numbers);
            if !proof.black.contains(&p) && !proof.white.contains(&p) {
                proof.white.push(p);
            }
        }
        _ => {
            let other = numbers.below(count);
            proof.nodes.swap(at, other);
        }
    }
}

#[test]
fn no_random_change_makes_a_false_proof_acceptable() {
    let mut numbers = Numbers(0x5e_ed);
    let (mut accepted, mut refused, mut unfit) = (0, 0, 0);
    for proof in valid_certificates(&mut numbers, 60) {
        for _ in 0..60 {
            let mut changed = proof.clone();
            for _ in 0..1 + numbers.below(3) {
                if !changed.nodes.is_empty() {
                    change(&mut changed, &mut numbers);
                }
            }
            match verify(&changed, &VerifyLimits { positions: 1_000_000, ..VerifyLimits::default() }) {
                Ok(_) => {
                    let mut position = changed.position().expect("it was accepted");
                    assert!(wins(&mut position, changed.side), "a false proof was accepted:\n{changed}");
                    accepted += 1;
                }
                Err(Refusal::Position(_)) => unfit += 1,
                Err(_) => refused += 1,
            }
        }
    }
    println!("{accepted} accepted, {refused} refused, {unfit} on invalid boards");
    assert!(accepted > 100 && refused > 1000);
}

#[test]
fn a_proof_for_the_side_that_does_not_win_is_refused() {
    // A chain of nodes, each the answer to every reply.
    let mut numbers = Numbers(77);
    let mut tried = 0;
    while tried < 50 {
        let Some(proof) = nearly_full(&mut numbers, Variant::Freestyle) else { continue };
        let side = proof.to_move();
        if wins(&mut proof.clone(), side) {
            continue;
        }
        let mut moves = Vec::new();
        proof.legal_moves_into(&mut moves);
        let nodes = moves.iter().filter_map(|mv| mv.point()).map(tengen_gomoku_verify::ProofNode::last);
        let mut nodes: Vec<_> = nodes.collect();
        for (i, node) in nodes.iter_mut().enumerate().skip(1) {
            node.other = Some(i as u32 - 1);
        }
        assert!(verify(&Certificate::new(&proof, side, nodes), &VerifyLimits::default()).is_err());
        tried += 1;
    }
}

/// The loser is to move: proofs by brute force are accepted, and what is accepted after a change is still a win.
#[test]
fn a_proof_against_all_replies_is_checked_like_any_other() {
    let mut numbers = Numbers(0xa11);
    let (mut proofs, mut accepted, mut refused) = (0, 0, 0);
    while proofs < 60 {
        let variant = Variant::ALL[proofs % 5];
        let Some(position) = nearly_full(&mut numbers, variant) else { continue };
        let side = position.to_move().opponent();
        let Some(proof) = certificate_against_all(&position) else {
            assert!(!wins(&mut position.clone(), side), "{position:?}");
            continue;
        };
        let report = verify(&proof, &VerifyLimits::default()).unwrap_or_else(|e| panic!("{e}\n{proof}"));
        assert_eq!(report.plies % 2, 0);
        assert_eq!(proof.to_string().parse::<Certificate>().as_ref(), Ok(&proof));
        proofs += 1;
        for _ in 0..20 {
            let mut changed = proof.clone();
            change(&mut changed, &mut numbers);
            let limits = VerifyLimits { positions: 1_000_000, ..VerifyLimits::default() };
            match verify(&changed, &limits) {
                Ok(_) => {
                    let mut position = changed.position().expect("it was accepted");
                    assert!(wins(&mut position, changed.side), "a false proof was accepted:\n{changed}");
                    accepted += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(accepted > 50 && refused > 300, "{accepted} {refused}");
}

#[test]
fn every_reply_to_the_position_itself_needs_an_answer() {
    // Black has an open four: two points win.
    let text = "tengen-proof 1\nrules freestyle 15x15\nblack h8 i8 j8 k8\nwhite a2 a4 a6\nside black\nnodes 3\n\
                1 g8\n2 l8\n3 - g8>2 *1\nend\n";
    assert!(
        report_of(text).contains("plies: 2") && report_of(text).contains("nodes: 3"),
        "{}",
        report_of(text)
    );
    for (from, to, wanted) in [
        ("g8>2 *1", "*1", "after g8: node 1 answers g8, which is illegal"),
        ("g8>2 *1", "g8>2", "after the position itself: node 3 has no answer to "),
        ("g8>2 *1", "", "after the position itself: node 3 has no answer to "),
        ("white a2 a4 a6", "white a2 a3 a4 a5", "after the position itself: the opponent wins with a"),
        ("side black", "side white", "after "),
    ] {
        let found = report_of(&text.replace(from, to));
        assert!(found.contains(wanted), "{to}: {found}");
    }
    // A certificate made by hand may contradict itself.
    let mut proof: Certificate = text.parse().unwrap();
    proof.to_move = proof.side;
    assert!(verify(&proof, &VerifyLimits::default()).is_err());
    proof.nodes.truncate(1);
    proof.to_move = proof.side.opponent();
    assert!(verify(&proof, &VerifyLimits::default()).is_err());
}

/// An open four, and its proof.
const OPEN_FOUR: &str = "tengen-proof 1\nrules RULES 15x15\nblack h8 i8 j8 a1\nwhite a2 a4 a6 a8\nside black\nnodes 3\n\
                         1 g8\n2 l8\n3 k8 g8>2 *1\nend\n";

fn report_of(text: &str) -> String {
    let proof: Certificate = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify(&proof, &VerifyLimits::default()).map_or_else(|e| e.to_string(), |report| format!("{report:?}"))
}

#[test]
fn each_kind_of_refusal_is_reported() {
    for variant in Variant::ALL {
        let text = OPEN_FOUR.replace("RULES", variant.name());
        let report = report_of(&text);
        assert!(report.contains("plies: 3") && report.contains("nodes: 3"), "{report}");
    }
    let text = OPEN_FOUR.replace("RULES", "freestyle");
    for (from, to, wanted) in [
        ("g8>2 *1", "*1", "after k8 g8: node 1 answers g8, which is illegal: it is occupied by white"),
        ("3 k8 g8>2 *1", "3 k8 g8>2", "after k8: node 3 has no answer to "),
        (
            "3 k8 g8>2 *1",
            "3 g8",
            "after the position itself: node 3 plays g8 and ends, but that does not win",
        ),
        ("white a2 a4 a6 a8", "white a2 a3 a4 a5", "after k8: the opponent wins with a6"),
        ("white a2 a4 a6 a8", "white a2 a3 a4 a5 a6", "no proof can start here: "),
        ("1 g8", "1 g9", "after k8 "),
        ("side black", "side white", "after the position itself: node 3 plays k8"),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text);
        let found = report_of(&changed);
        assert!(
            found.contains(wanted) || to == "side white" || to == "1 g9" && found.contains("g9"),
            "{to}: {found}"
        );
        assert!(!found.contains("plies:"), "{to}: {found}");
    }
}

#[test]
fn forbidden_points_count_for_both_sides() {
    // h8 is a double three and forbidden, so black's proof is refused.
    let text = "tengen-proof 1\nrules renju 15x15\nblack g8 i8 h7 h9\nwhite a1 a3 a5 a7\nside black\nnodes 2\n1 j8\n2 h8 *1\nend\n";
    assert!(report_of(text).contains("node 2 answers h8, which is illegal"), "{}", report_of(text));
    // White threatens only e12, where black would make an overline: black has no defence.
    let text = "tengen-proof 1\nrules renju 15x15\nblack e9 e10 e11 e13 e14 j12 d1\nwhite f12 g12 h12 j1 j3 j5\nside white\n\
                nodes 2\n1 e12\n2 i12 *1\nend\n";
    let report = report_of(text);
    assert!(report.contains("plies: 3"), "{report}");
    // By other rules black defends there, and wins.
    assert!(report_of(&text.replace("renju", "freestyle")).contains("the opponent wins with e12"));
    assert!(report_of(&text.replace("renju", "standard")).contains("node 1 answers e12, which is illegal"));
    // White's own row of six wins.
    let text = text
        .replace("white f12 g12 h12", "white f12 g12 h12 a12 b12 c12 d12")
        .replace("d1\n", "d1 n1 n3 n5\n");
    let text = text.replace("2 i12 *1", "2 e12");
    assert!(report_of(&text).contains("plies: 1"), "{}", report_of(&text));
}

#[test]
fn limits_and_stops_end_a_check() {
    let proof: Certificate = OPEN_FOUR.replace("RULES", "caro").parse().unwrap();
    let found = verify(&proof, &VerifyLimits { positions: 100, ..VerifyLimits::default() });
    assert_eq!(found, Err(Refusal::TooMuch(100)));
    // A chain of nodes, each the answer to every reply: more lines than the limit allows, none of them a win.
    let names = |n: usize| format!("{}{}", (b'a' + (n % 15) as u8) as char, 1 + n / 15);
    let nodes: Vec<String> = (0..100)
        .map(|i| match i {
            0 => format!("1 {}", names(0)),
            i => format!("{} {} *{i}", i + 1, names(2 * i)),
        })
        .collect();
    let text = format!(
        "tengen-proof 1\nrules freestyle 15x15\nblack\nwhite\nside black\nnodes 100\n{}\nend\n",
        nodes.join("\n")
    );
    let chain: Certificate = text.parse().unwrap();
    assert!(verify(&chain, &VerifyLimits { positions: 10_000, ..VerifyLimits::default() }).is_err());
    let limits = VerifyLimits::default();
    assert_eq!(verify_until(&proof, &limits, &|| true), Err(Refusal::Stopped(1)));
    assert!(verify_until(&proof, &limits, &|| false).is_ok());
}
