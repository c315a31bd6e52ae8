//! Proofs about chains: against a plain search of every move, with every reply played, and spoilt.

mod go_support;

use go_support::{diagram, point};
use std::collections::HashMap;
use tengen_board::{Color, Point};
use tengen_games::certificate::ProofPlace;
use tengen_games::go::proof::{Claim, GoCertificate, GoProofNode, GoRefusal, GoVerifyLimits, Retake, verify};
use tengen_games::go::{Certainty, Position, Rules};
use tengen_games::{Game, Move};

const NODES: u64 = 50_000;

/// Plays every reply, wherever it is.
const EXHAUSTIVE: GoVerifyLimits = GoVerifyLimits { positions: 300_000, exhaustive: true };

/// A small source of numbers.
fn random(seed: u64) -> impl FnMut() -> u32 {
    let mut seed = seed;
    move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 32) as u32
    }
}

/// A random position by the simple ko, without an end by passes.
fn random_position(size: &str, plies: u32, random: &mut impl FnMut() -> u32) -> Position {
    let rules = Rules::named("japanese,passes=0", Some(size.parse().unwrap())).unwrap();
    let mut game = Position::new(&rules);
    for _ in 0..plies {
        game.play_random(&mut *random);
    }
    game
}

/// The plain truth by the simple ko rule: whether `side` captures the stone within so many plies, by every move of
/// both sides. The stones, the side to move, the point of the ko and the plies are the key.
fn captures(
    game: &mut Position,
    target: Point,
    side: Color,
    plies: u32,
    known: &mut HashMap<(u64, u32), bool>,
) -> bool {
    if game.at(target).color() != Some(!side) {
        return true;
    }
    if plies == 0 {
        return false;
    }
    let key = (game.hash(), plies);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let attacks = game.to_move() == side;
    let moves: Vec<Move> = game.size().points().map(Move::Place).chain([Move::Pass]).collect();
    let found = |game: &mut Position, mv: &Move, known: &mut HashMap<(u64, u32), bool>| {
        if game.play(*mv).is_err() {
            return !attacks;
        }
        let found = captures(game, target, side, plies - 1, known);
        game.undo();
        found
    };
    let answer = if attacks {
        moves.iter().any(|mv| found(game, mv, known))
    } else {
        moves.iter().all(|mv| found(game, mv, known))
    };
    known.insert(key, answer);
    answer
}

fn chains(game: &Position) -> Vec<(Point, Color)> {
    game.chains().into_iter().map(|chain| (chain.stones[0], chain.color)).collect()
}

/// What is proven whoever has ko threats holds by the simple ko too. What the plain search captures in a few plies is
/// proven, by some kind of ko at least.
#[test]
fn captures_agree_with_a_search_of_every_move() {
    let mut random = random(0x9e37_79b9_7f4a_7c15);
    let (mut proven, mut asked) = (0, 0);
    for n in 0..30 {
        let game = random_position(["4x3", "4x4", "3x3"][n % 3], 6 + n as u32 % 9, &mut random);
        for (target, color) in chains(&game) {
            for to_move in Color::BOTH {
                let mut game = game.clone();
                if game.to_move() != to_move {
                    game.play(Move::Pass).unwrap();
                }
                let mut known = HashMap::new();
                let found = game.prove(Claim::Capture(target), !color, to_move, NODES).unwrap();
                asked += 1;
                let short = captures(&mut game.clone(), target, !color, 4, &mut known);
                let Some(found) = found.proven else {
                    assert!(!short, "{target:?} {to_move}: captured in 4 plies\n{:?}", game.board());
                    continue;
                };
                proven += 1;
                assert!(verify(&found.certificate, &EXHAUSTIVE).is_ok());
                if found.certainty == Certainty::Yes && found.plies <= 6 {
                    let mut known = HashMap::new();
                    assert!(
                        captures(&mut game.clone(), target, !color, found.plies, &mut known),
                        "{target:?} {to_move}: not captured in {} plies\n{:?}",
                        found.plies,
                        game.board()
                    );
                }
            }
        }
    }
    assert!(proven > 50 && asked > proven + 50, "{proven} of {asked}");
}

/// The verifier that skips replies outside the zone, and the one that plays all, accept the same proofs. A text reads
/// back as what was written.
#[test]
fn every_reply_is_answered() {
    let mut random = random(0x2545_f491_4f6c_dd1d);
    let mut proven = [0; 3];
    for n in 0..16 {
        let game = random_position(["5x5", "6x4"][n % 2], 12 + n as u32 % 12, &mut random);
        let chains = chains(&game);
        let mut claims: Vec<(Claim, Color)> = Vec::new();
        for &(at, color) in &chains {
            claims.push((Claim::Capture(at), !color));
            claims.push((Claim::Live(at), color));
            let others = chains.iter().filter(|(other, c)| *c == color && *other > at);
            claims.extend(others.map(|&(other, _)| (Claim::Connect(at, other), color)));
        }
        for (claim, side) in claims {
            for to_move in Color::BOTH {
                let Some(found) = game.prove(claim, side, to_move, 2_000).unwrap().proven else { continue };
                proven[match claim {
                    Claim::Capture(_) => 0,
                    Claim::Connect(..) => 1,
                    Claim::Live(_) => 2,
                    _ => unreachable!("the tests of races ask the others"),
                }] += 1;
                let proof = &found.certificate;
                assert_eq!(&proof.to_string().parse::<GoCertificate>().unwrap(), proof);
                match verify(proof, &EXHAUSTIVE) {
                    Ok(all) => {
                        assert_eq!(all.nodes, verify(proof, &GoVerifyLimits::default()).unwrap().nodes)
                    }
                    Err(GoRefusal::TooMuch(_)) => {}
                    Err(why) => panic!("{why}\n{proof}\n{:?}", game.board()),
                }
            }
        }
    }
    assert!(proven.iter().all(|&n| n >= 5), "{proven:?}");
}

/// A proof with a net: white's stone has two liberties and cannot get out.
fn net() -> (Position, GoCertificate) {
    let rows = [".......", "..XX...", ".XO....", ".X..X..", "...X...", ".......", "......."];
    let game = diagram("chinese", Color::White, &rows);
    let target = point(&game, "C5");
    let found = game.prove(Claim::Capture(target), Color::Black, Color::White, NODES).unwrap();
    (game.clone(), found.proven.expect("a net").certificate)
}

/// Where the board is larger, there are more points but not more replies that matter.
#[test]
fn a_reply_far_away_is_not_checked() {
    let near = [".......", "..XX...", ".XO....", ".X..X..", "...X...", ".......", "......."];
    let far: Vec<String> =
        (0..13).map(|row| format!("{:.<13}", near.get(row).copied().unwrap_or_default())).collect();
    let far: Vec<&str> = far.iter().map(String::as_str).collect();
    let checked = [(&near[..], "C5"), (&far[..], "C11")].map(|(rows, at)| {
        let game = diagram("chinese", Color::White, rows);
        let claim = Claim::Capture(point(&game, at));
        let found = game.prove(claim, Color::Black, Color::White, NODES).unwrap();
        let proof = found.proven.expect("a net").certificate;
        assert!(verify(&proof, &EXHAUSTIVE).is_ok() || rows.len() > 7);
        verify(&proof, &GoVerifyLimits::default()).unwrap().positions
    });
    assert_eq!(checked[0], checked[1]);
}

fn refused(proof: &GoCertificate) -> GoRefusal {
    verify(proof, &GoVerifyLimits::default()).expect_err("a spoilt proof")
}

#[test]
fn spoilt_proofs_are_refused() {
    let (_, proof) = net();
    assert!(verify(&proof, &GoVerifyLimits::default()).is_ok(), "{proof}");
    // The side swapped: it cannot capture its own stones.
    let mut spoilt = proof.clone();
    spoilt.side = !spoilt.side;
    assert!(matches!(refused(&spoilt), GoRefusal::Position(_)));
    // The whole position with its colours swapped but not the side.
    let mut spoilt = proof.clone();
    std::mem::swap(&mut spoilt.black, &mut spoilt.white);
    assert!(matches!(refused(&spoilt), GoRefusal::Position(_)));
    // A stone of the net missing.
    for n in 0..proof.black.len() {
        let mut spoilt = proof.clone();
        let stone = spoilt.black.remove(n);
        // Some stones may be more than it needs: then the defender must fail against every move too.
        if let Err(why) = verify(&spoilt, &GoVerifyLimits::default()) {
            assert!(!why.to_string().is_empty());
        } else {
            assert!(verify(&spoilt, &EXHAUSTIVE).is_ok(), "{stone:?}");
        }
    }
    // The common answer dropped, and the last move changed to one that captures nothing.
    let root = proof.nodes.len() - 1;
    let mut spoilt = proof.clone();
    spoilt.nodes[root].other = None;
    assert!(matches!(refused(&spoilt), GoRefusal::Unanswered { .. }), "{spoilt}");
    let mut spoilt = proof.clone();
    let last = spoilt.nodes.iter().position(GoProofNode::is_last).unwrap();
    spoilt.nodes[last].mv = Some(Move::Pass);
    assert!(matches!(refused(&spoilt), GoRefusal::NotReached { .. }), "{spoilt}");
    // A node whose move is changed to the point of a stone.
    let mut spoilt = proof.clone();
    spoilt.nodes[last].mv = Some(Move::Place(proof.black[0]));
    assert!(matches!(refused(&spoilt), GoRefusal::Illegal { .. }), "{spoilt}");
    // Each named reply of each node dropped: the common answer must hold instead, by every move.
    let mut changed = 0;
    for n in 0..proof.nodes.len() {
        for reply in 0..proof.nodes[n].replies.len() {
            let mut spoilt = proof.clone();
            spoilt.nodes[n].replies.remove(reply);
            match verify(&spoilt, &GoVerifyLimits::default()) {
                Ok(_) => assert!(verify(&spoilt, &EXHAUSTIVE).is_ok(), "{spoilt}"),
                Err(_) => changed += 1,
            }
        }
    }
    assert!(changed > 0, "{proof}");
}

/// Who may take back a ko, and whether one was just taken, change what holds.
#[test]
fn the_rules_are_part_of_a_proof() {
    // Black takes the ko at C3 first.
    let game = diagram("chinese", Color::Black, &[".XO.", "XO.O", ".XO.", "...."]);
    let target = point(&game, "B3");
    let found = game.prove(Claim::Capture(target), Color::Black, Color::Black, NODES).unwrap();
    let proven = found.proven.unwrap();
    assert_eq!(proven.certainty, Certainty::Ko);
    assert_eq!(proven.certificate.retake, Retake::Nobody);
    assert!(verify(&proven.certificate, &GoVerifyLimits::default()).is_ok());
    let mut swapped = proven.certificate.clone();
    swapped.retake = Retake::Side(Color::White);
    assert!(verify(&swapped, &GoVerifyLimits::default()).is_err(), "white takes back");
    // Where the ko was just taken, black may not take back.
    let mut closed = proven.certificate.clone();
    closed.ko = Some(point(&game, "C3"));
    assert!(matches!(refused(&closed), GoRefusal::Illegal { .. }));
}

/// Two eyes are alive. With three points in a row the side that moves first decides.
#[test]
fn life() {
    let rows = [".X.XO", "XXXXO", "OOOOO", ".....", "....."];
    let game = diagram("chinese", Color::White, &rows);
    let at = point(&game, "B5");
    let found = game.prove(Claim::Live(at), Color::Black, Color::White, NODES).unwrap().proven.unwrap();
    assert_eq!(found.plies, 0);
    let rows = ["...XO", "XXXXO", "OOOOO", ".....", "....."];
    let game = diagram("chinese", Color::White, &rows);
    let at = point(&game, "A4");
    let vital = Some(Move::Place(point(&game, "B5")));
    let lives = game.prove(Claim::Live(at), Color::Black, Color::Black, NODES).unwrap().proven.unwrap();
    assert_eq!((lives.certainty, lives.line.first().copied()), (Certainty::Yes, vital));
    let dies = game.prove(Claim::Capture(at), Color::White, Color::White, NODES).unwrap().proven.unwrap();
    assert_eq!((dies.certainty, dies.line.first().copied()), (Certainty::Yes, vital));
    assert!(game.prove(Claim::Live(at), Color::Black, Color::White, NODES).unwrap().proven.is_none());
    assert!(game.prove(Claim::Capture(at), Color::White, Color::Black, NODES).unwrap().proven.is_none());
}

#[test]
fn a_file_that_is_no_certificate_is_refused_with_its_line() {
    let (_, proof) = net();
    let text = proof.to_string();
    let refused = |text: &str| text.parse::<GoCertificate>().unwrap_err();
    for (from, to, line, what) in [
        ("tengen-go-proof 1", "tengen-go-proof 2", 1, "expected 1"),
        ("suicide=forbidden", "suicide=maybe", 2, "forbidden, chains or allowed"),
        ("7x7", "77", 2, "77"),
        ("retake white", "retake both", 6, "nobody"),
        ("claim capture", "claim eat", 7, "capture POINT"),
        ("side black", "side red", 8, "black or white"),
        ("end", "", 9 + proof.nodes.len() + 1, "end"),
    ] {
        let error = refused(&text.replace(from, to));
        assert_eq!(error.at, ProofPlace::Line(line), "{error}");
        assert!(error.what.to_string().contains(what), "{error}");
    }
    assert!(refused("").what.to_string().contains("ends before"));
    let first = text.lines().find_map(|line| line.strip_prefix("1 ")).unwrap();
    assert!(refused(&text.replace(&format!("\n1 {first}\n"), "\n1 Z9\n")).what.to_string().contains("Z9"));
}
