//! What the player proves is what the whole tree says.

use std::collections::HashMap;
use tengen_board::random::SplitMix64;
use tengen_engine::{Engine, Limits, Proof, Score, Stop};
use tengen_games::{AnyPosition, Game, GameSpec, PlayerId as Side};
use tengen_general::Player;

/// Positions of a tree that is still tried whole: captures open points again, and some trees of Pente have no end in
/// sight.
const MOST: usize = 100_000;

/// The result for the first player, 1, 0 or −1, by trying everything. None for a tree of more than `MOST` positions.
fn solve(game: &mut AnyPosition, known: &mut HashMap<u64, i8>) -> Option<i8> {
    if let Some(outcome) = game.outcome() {
        return Some(match outcome.winner {
            Some(color) if game.color_of(Side::First) == Some(color) => 1,
            Some(_) => -1,
            None => 0,
        });
    }
    if let Some(&value) = known.get(&game.hash()) {
        return Some(value);
    }
    if known.len() > MOST {
        return None;
    }
    let first = game.player_to_move() == Side::First;
    let mut best = if first { -1 } else { 1 };
    for mv in game.legal_moves() {
        game.play_unchecked(mv);
        let value = solve(game, known);
        game.undo();
        let value = value?;
        best = if first { best.max(value) } else { best.min(value) };
    }
    known.insert(game.hash(), best);
    Some(best)
}

#[test]
fn proofs_agree_with_the_whole_tree() {
    let mut rng = SplitMix64(9);
    let (mut proofs, mut wins) = (0, 0);
    for (name, size, left) in [
        ("tic-tac-toe", "3x3", 7),
        ("mnk:4,4,3", "4x4", 9),
        ("mnk:5,4,4+gravity", "4x5", 9),
        ("connect6", "6x6", 8),
        ("pente", "5x5", 4),
        ("pente:ninuki", "5x5", 4),
        ("pente:keryo", "5x5", 4),
    ] {
        let (game, rules) = name.split_once(':').map_or((name, None), |(game, rules)| (game, Some(rules)));
        let spec = GameSpec::named(game, rules, Some(size.parse().unwrap())).unwrap();
        for seed in 0..30 {
            let mut game = AnyPosition::new(&spec);
            while !game.is_over() && game.size().points().filter(|&p| game.at(p).is_empty()).count() > left {
                game.play_random(&mut || rng.next_u32());
            }
            if game.is_over() {
                continue;
            }
            let Some(truth) = solve(&mut game.clone(), &mut HashMap::new()) else {
                continue;
            };
            let limits = Limits { nodes: Some(20_000), seed, ..Limits::default() };
            let found = Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| ());
            let own = if game.player_to_move() == Side::First { truth } else { -truth };
            match found.score() {
                Some(Score::Proven(proof)) => {
                    proofs += 1;
                    let proven = match proof {
                        Proof::Win(_) => 1,
                        Proof::Loss(_) => -1,
                        _ => 0,
                    };
                    wins += i32::from(proven != 0);
                    assert_eq!(proven, own, "{name} {:?}: {found:?}", game.moves());
                }
                _ => {
                    let small = name == "tic-tac-toe";
                    assert!(!small, "{name} {:?} is small enough to prove: {found:?}", game.moves());
                }
            }
        }
    }
    assert!(proofs > 100 && wins > 40, "{proofs} {wins}");
}
