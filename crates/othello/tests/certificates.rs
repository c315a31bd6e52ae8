//! Certificates of scores against full search: each score is proven, and no false claim is accepted.

use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Size};
use tengen_engine::{Limits, Stop};
use tengen_games::othello::proof::{
    OthelloCertificate, OthelloProofPart, OthelloVerifyLimits, OthelloVerifyReport, verify,
};
use tengen_games::othello::{Position, Rules};
use tengen_games::{EndReason, Game, Move, SetUp};
use tengen_othello::{Certified, CertifyError, Player, Question};
use tengen_truth::Tool;

/// The reference: the score of Black, by a full search with the rules alone.
fn plain(position: &mut Position) -> i32 {
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    let black = position.to_move() == Color::Black;
    let scores = moves.into_iter().map(|mv| {
        position.play_unchecked(mv);
        let score = plain(position);
        position.undo();
        score
    });
    let best = if black { scores.max() } else { scores.min() };
    best.unwrap_or_else(|| match position.outcome().map(|outcome| outcome.reason) {
        Some(EndReason::Score(score)) => score as i32,
        other => panic!("not the end: {other:?}"),
    })
}

/// A random game on this board, stopped at this number of empties; `None` if it ends before.
fn ending(size: Size, empties: usize, rng: &mut SplitMix64) -> Option<Position> {
    let mut game = Position::new(&Rules::new(size).expect("an even board"));
    let left = |game: &Position| size.points().filter(|&p| game.at(p).is_empty()).count();
    while left(&game) > empties && game.play_random(&mut || rng.next_u32()).is_some() {}
    (!game.is_over()).then_some(game)
}

fn proven(player: &mut Player, position: &Position) -> Certified {
    player
        .certify(position, Question::Score, &Limits::default(), &Stop::new())
        .expect("few squares are empty")
}

/// Checks the text of a certificate, as a file would be.
fn accepted(certificate: &OthelloCertificate) -> OthelloVerifyReport {
    let text = certificate.to_string();
    let read: OthelloCertificate = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(&read, certificate);
    verify(&read, &OthelloVerifyLimits::default()).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn is_accepted(certificate: &OthelloCertificate) -> bool {
    verify(certificate, &OthelloVerifyLimits::default()).is_ok()
}

#[test]
fn every_score_is_proven() {
    let mut rng = SplitMix64(51);
    let mut player = Player::default().with_table(1);
    let (mut signs, mut passes) = ([0; 3], 0);
    // 4x4 from its start too, and a board that needs the wide grid.
    for (size, empties, rounds) in [
        ((4, 4), 12, 1),
        ((4, 4), 9, 20),
        ((6, 6), 8, 30),
        ((8, 8), 8, 30),
        ((4, 6), 9, 10),
        ((10, 10), 6, 10),
    ] {
        for _ in 0..rounds {
            let Some(mut game) = ending(Size::of(size.0, size.1), empties, &mut rng) else { continue };
            let score = plain(&mut game);
            let found = proven(&mut player, &game);
            let own = if game.to_move() == Color::Black { score } else { -score };
            assert_eq!(found.solved.score, own);
            // Who wins, alone.
            let outcome = player.certify(&game, Question::Outcome, &Limits::default(), &Stop::new());
            let outcome = outcome.expect("few squares are empty");
            assert_eq!(outcome.solved.score, own.signum());
            accepted(&outcome.certificate);
            let claims: Vec<_> =
                outcome.certificate.parts.iter().map(|part| (part.side, part.least)).collect();
            let (black, white) = ((Color::Black, 1), (Color::White, 1));
            let both = vec![(Color::Black, 0), (Color::White, 0)];
            assert_eq!(claims, [vec![white], both, vec![black]][(score.signum() + 1) as usize]);
            if let Some(best) = outcome.solved.best {
                let mut after = game.clone();
                after.play_unchecked(best);
                let after = plain(&mut after) * if game.to_move() == Color::Black { 1 } else { -1 };
                assert_eq!(after.signum(), own.signum(), "{best:?}");
            }
            accepted(&found.certificate);
            let claims = |part: &OthelloProofPart| (part.side, part.least);
            let parts: Vec<_> = found.certificate.parts.iter().map(claims).collect();
            assert_eq!(parts, [(Color::Black, score), (Color::White, -score)]);
            signs[(score.signum() + 1) as usize] += 1;
            let nodes = found.certificate.parts.iter().flat_map(|part| &part.nodes);
            passes += nodes.filter(|node| node.mv == Some(Move::Pass)).count();
        }
    }
    assert!(signs[0] > 10 && signs[2] > 10 && passes > 10, "{signs:?} {passes}");
}

/// Changes one thing, so that the file can still be read.
fn spoil(certificate: &mut OthelloCertificate, rng: &mut SplitMix64) {
    let size = certificate.rules.size();
    let point = size.point(rng.below(size.area()));
    match rng.below(8) {
        0 => {
            // A disc changes its colour.
            let (black, white) = (&mut certificate.black, &mut certificate.white);
            let Some(&disc) = black.get(rng.below(black.len().max(1))) else { return };
            black.retain(|&other| other != disc);
            white.push(disc);
            white.sort_unstable();
        }
        1 => certificate.to_move = !certificate.to_move,
        2 => {
            certificate.parts.truncate(1);
            certificate.parts[0].least += rng.below(5) as i32 - 2;
        }
        3 => {
            certificate.parts.truncate(1);
            certificate.parts[0].side = !certificate.parts[0].side;
        }
        kind => {
            let part = rng.below(certificate.parts.len());
            let nodes = &mut certificate.parts[part].nodes;
            let n = rng.below(nodes.len());
            let node = &mut nodes[n];
            match kind {
                4 if node.mv.is_some() => node.mv = Some(Move::Place(point)),
                5 if !node.replies.is_empty() => {
                    let at = rng.below(node.replies.len());
                    node.replies.remove(at);
                }
                6 if !node.replies.is_empty() && n > 0 => {
                    let at = rng.below(node.replies.len());
                    node.replies[at].1 = rng.below(n) as u32;
                }
                7 => node.other = (n > 0 && rng.below(2) == 0).then(|| rng.below(n) as u32),
                _ => {}
            }
        }
    }
}

/// The score of Black in the position of a certificate; `None` if the game is over there.
fn true_score(certificate: &OthelloCertificate) -> Option<i32> {
    let of = |color: Color| if color == Color::Black { &certificate.black } else { &certificate.white };
    let cells = certificate.rules.size().points().map(|point| {
        let color = Color::BOTH.into_iter().find(|&color| of(color).contains(&point));
        (point, color.map_or(Cell::Empty, Cell::from))
    });
    let set_up = SetUp { cells: cells.collect(), to_move: certificate.to_move };
    let mut position = Position::set_up(&certificate.rules, &set_up).expect("each point is named once");
    (!position.is_over()).then(|| plain(&mut position))
}

#[test]
fn nothing_false_is_accepted() {
    let mut rng = SplitMix64(52);
    let mut player = Player::default().with_table(1);
    let (mut still_right, mut refused) = (0, 0);
    for round in 0..60 {
        let Some(game) = ending([Size::of(4, 4), Size::of(6, 6)][round % 2], 7, &mut rng) else { continue };
        let good = proven(&mut player, &game).certificate;
        for _ in 0..20 {
            let mut spoilt = good.clone();
            spoil(&mut spoilt, &mut rng);
            if spoilt == good {
                continue;
            }
            if !is_accepted(&spoilt) {
                refused += 1;
                continue;
            }
            let black = true_score(&spoilt).expect("the game is not over");
            for part in &spoilt.parts {
                let score = if part.side == Color::Black { black } else { -black };
                assert!(score >= part.least, "{score}\n{spoilt}\nfrom\n{good}");
            }
            still_right += 1;
        }
    }
    assert!(still_right > 50 && refused > 300, "{still_right} {refused}");
}

/// Bytes changed at random: whatever the file, there is a verdict.
#[test]
fn no_bytes_make_it_panic() {
    let mut rng = SplitMix64(53);
    let mut player = Player::default().with_table(1);
    let games = [(4, 4), (6, 6), (10, 10)].map(|(rows, cols)| {
        (0..).find_map(|_| ending(Size::of(rows, cols), 6, &mut rng)).expect("some game goes on")
    });
    let good = games.map(|game| proven(&mut player, &game).certificate.to_string().into_bytes());
    let limits = OthelloVerifyLimits { positions: 10_000 };
    let (mut read, mut refused) = (0, 0);
    for round in 0..3_000 {
        let mut bytes = good[round % 3].clone();
        for _ in 0..=rng.below(2) {
            let at = rng.below(bytes.len());
            match rng.below(12) {
                0..9 => bytes[at] = b"0123456789abc*>-, \n"[rng.below(19)],
                9 => drop(bytes.remove(at)),
                10 => bytes.insert(at, b"19a*> -"[rng.below(7)]),
                _ => bytes.truncate(bytes.len() - rng.below(20)),
            }
        }
        let Ok(text) = String::from_utf8(bytes) else { continue };
        match text.parse::<OthelloCertificate>() {
            Ok(proof) => {
                let _ = verify(&proof, &limits);
                read += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(read > 100 && refused > 1000, "{read} {refused}");
}

#[test]
fn limits_end_the_search() {
    let mut player = Player::default().with_table(1);
    let start = Position::new(&Rules::STANDARD);
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    assert_eq!(
        player.certify(&start, Question::Score, &limits, &Stop::new()).unwrap_err(),
        CertifyError::Unproven
    );
    let stop = Stop::new();
    stop.raise();
    assert_eq!(
        player.certify(&start, Question::Score, &Limits::default(), &stop).unwrap_err(),
        CertifyError::Unproven
    );
    let over = (1..).find_map(|seed| {
        let mut game = Position::new(&Rules::STANDARD);
        let mut rng = SplitMix64(seed);
        while game.play_random(&mut || rng.next_u32()).is_some() {}
        game.is_over().then_some(game)
    });
    let over = over.expect("a game ends");
    assert_eq!(
        player.certify(&over, Question::Score, &Limits::default(), &Stop::new()).unwrap_err(),
        CertifyError::Over
    );
}

/// The exit code that the first verifier leads to: 0 accepted, 1 refused, 3 no certificate.
fn first(file: &str) -> i32 {
    match file.parse::<OthelloCertificate>() {
        Err(_) => 3,
        Ok(proof) => i32::from(!is_accepted(&proof)),
    }
}

/// White has to pass after d4, and Black takes the last square.
const PASSES: &str = "tengen-othello-proof 1\nrules 4x4\nblack a1 b2 d2 a3 b3 c3 b4 c4\nwhite c1 d1 a2 c2 d3 a4\n\
                      move black\nclaim black at-least 8\nnodes 2\n1 b1\n2 d4 *1\nend\n";

#[test]
fn both_refuse_the_same_spoilt_certificates() {
    let spoilt = [
        ("a move changed", "2 d4", "2 b1"),
        ("a move on a disc", "2 d4", "2 a1"),
        ("a pass where a disc can be placed", "2 d4", "2 pass"),
        ("the answer to the pass dropped", " *1", ""),
        ("the side swapped", "black at-least", "white at-least"),
        ("more than it reaches", "at-least 8", "at-least 10"),
        ("a disc dropped", "black a1", "black"),
        ("the board changed", "4x4", "6x6"),
        ("an odd board", "4x4", "5x4"),
        ("the other side to move", "move black", "move white"),
        ("a score that no board has", "at-least 8", "at-least 17"),
        ("a score that is none", "at-least 8", "at-least +1"),
        ("two discs on a point", "white c1", "white a1 c1"),
        ("a disc twice", "white c1", "white c1 c1"),
        ("a node that refers to itself", "*1", "*2"),
        ("a node number changed", "2 d4", "3 d4"),
        ("the move left out", "2 d4", "2 -"),
        ("no move in the middle", "1 b1", "1 -"),
        ("a second claim of the same side", "end", "claim black at-least -8\nnodes 1\n1 b1\nend"),
        ("a second claim that does not add up", "end", "claim white at-least -6\nnodes 1\n1 -\nend"),
        ("a second claim that fails", "end", "claim white at-least -8\nnodes 1\n1 a1\nend"),
        ("more nodes than it has", "nodes 2", "nodes 3"),
        ("cut off", "end\n", ""),
        ("something after the end", "end\n", "end\nend\n"),
        ("another version", "proof 1", "proof 2"),
    ];
    let tool = Tool::find("verify_othello.py");
    let mut rng = SplitMix64(54);
    let mut player = Player::default().with_table(1);
    let mut solved = vec![PASSES.to_owned()];
    for (rows, cols, empties) in [(4, 4, 9), (6, 6, 7), (8, 8, 7), (4, 6, 7)] {
        let game = (0..).find_map(|_| ending(Size::of(rows, cols), empties, &mut rng)).expect("some goes on");
        solved.push(proven(&mut player, &game).certificate.to_string());
    }
    for good in &solved {
        assert_eq!(first(good), 0, "{good}");
        if let Some(tool) = &tool {
            let (code, said) = tool.check(good.as_bytes(), &[]);
            assert_eq!(code, Some(0), "{said}{good}");
        }
    }
    for (name, from, to) in spoilt {
        let text = PASSES.replacen(from, to, 1);
        assert_ne!(text, PASSES, "{name}");
        assert_ne!(first(&text), 0, "{name}");
        if let Some(tool) = &tool {
            let (code, said) = tool.check(text.as_bytes(), &[]);
            // What one cannot read the other may refuse.
            assert!(code == Some(1) || code == Some(3), "{name}: {said}");
        }
    }
    // The last word of each node dropped: both come to the same verdict.
    let Some(tool) = tool else { return };
    let mut verdicts = [0; 2];
    for good in &solved[1..] {
        let lines: Vec<&str> = good.lines().collect();
        let nodes = (7..lines.len()).filter(|&n| lines[n].starts_with(|first: char| first.is_ascii_digit()));
        for n in nodes.step_by(7) {
            let Some((short, _)) = lines[n].rsplit_once(' ') else { continue };
            let mut changed = lines.clone();
            changed[n] = short;
            let text = changed.join("\n") + "\n";
            let (code, said) = tool.check(text.as_bytes(), &[]);
            let refused = first(&text) != 0;
            assert_eq!(code != Some(0), refused, "{said}{text}");
            verdicts[usize::from(refused)] += 1;
        }
    }
    assert!(verdicts[1] > 10, "{verdicts:?}");
}
