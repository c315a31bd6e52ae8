//! The transposition table shared between threads, and saved for another run.

use std::io::Cursor;
use std::time::Duration;
use tengen_board::Size;
use tengen_board::random::SplitMix64;
use tengen_engine::{Engine, Limits, Stop, TableError};
use tengen_games::othello::{Position, Rules};
use tengen_games::{Game, GameSpec};
use tengen_othello::Player;

/// A random position with this number of empties.
fn ending(seed: u64, empties: usize) -> Position {
    let mut rng = SplitMix64(seed);
    let mut game = Position::new(&Rules::STANDARD);
    let left = |game: &Position| game.size().points().filter(|&p| game.at(p).is_empty()).count();
    while left(&game) > empties && !game.is_over() {
        game.play_random(&mut || rng.next_u32());
    }
    game
}

fn analyze(player: &mut Player, game: &Position, limits: &Limits) -> tengen_engine::Analysis {
    player.analyze(game, limits, &Stop::new(), &mut |_| ())
}

/// A time limit that no machine reaches: the table is kept, and the depth ends the search.
fn with_long_time(depth: u32) -> Limits {
    Limits { time: Some(Duration::from_secs(600)), ..Limits::depth(depth) }
}

#[test]
fn threads_find_the_same_margin() {
    // From 15 empties on the threads divide the moves.
    for (seed, empties) in (0..6).map(|seed| (seed, 14)).chain((6..12).map(|seed| (seed, 18))) {
        let game = ending(seed, empties);
        if game.is_over() {
            continue;
        }
        let one = analyze(&mut Player::default().with_table(4), &game, &Limits::default());
        for threads in [2, 4] {
            let limits = Limits { threads, ..Limits::default() };
            let several = analyze(&mut Player::default().with_table(4), &game, &limits);
            assert_eq!(several.score(), one.score(), "seed {seed}, {threads} threads");
            assert!(game.is_legal(several.best.unwrap()));
        }
    }
}

#[test]
fn threads_share_a_node_limit() {
    let game = Position::new(&Rules::STANDARD);
    let limits = Limits { threads: 4, ..Limits::nodes(40_000) };
    let found = analyze(&mut Player::default().with_table(4), &game, &limits);
    // The last plies count their nodes in batches.
    assert!(found.nodes >= 10_000 && found.nodes <= 80_000, "{}", found.nodes);
}

#[test]
fn a_table_from_a_file_saves_the_work_that_made_it() {
    let (game, spec) = (ending(3, 40), GameSpec::Othello(Rules::STANDARD));
    let mut first = Player::default().with_table(4);
    assert!(matches!(first.save_table(&spec, &mut Vec::new()), Err(TableError::Empty(_))));
    let before = analyze(&mut first, &game, &with_long_time(9));
    let mut bytes = Vec::new();
    let saved = first.save_table(&spec, &mut bytes).unwrap();
    assert!(saved > 1000);

    let mut second = Player::default().with_table(4);
    assert_eq!(second.load_table(&spec, &mut Cursor::new(&bytes)).unwrap(), saved);
    let after = analyze(&mut second, &game, &with_long_time(9));
    assert!(after.nodes * 2 < before.nodes, "{} nodes after {}", after.nodes, before.nodes);

    let other = GameSpec::Othello(Rules::new(Size::of(6, 6)).unwrap());
    assert!(matches!(second.load_table(&other, &mut Cursor::new(&bytes)), Err(TableError::Another { .. })));
}

#[test]
fn a_wrong_table_still_gives_legal_moves() {
    let (game, spec) = (ending(5, 18), GameSpec::Othello(Rules::STANDARD));
    let mut player = Player::default().with_table(1);
    analyze(&mut player, &game, &with_long_time(6));
    let mut bytes = Vec::new();
    player.save_table(&spec, &mut bytes).unwrap();
    for seed in 0..4 {
        let mut rng = SplitMix64(seed);
        let mut damaged = bytes.clone();
        let end = damaged.len() - 8;
        // The boards stay; the data become random but valid: a value of at most 6,400 in size, a square of the board,
        // how sure and how deep the search was, and a bound.
        let start = 8 + 2 + 2 + "othello 1, 8x8".len() + 8;
        for entry in damaged[start..end].chunks_exact_mut(24) {
            let value = rng.below(12_801) as i64 - 6_400;
            let mut part = |count: usize, shift: u32| (rng.below(count) as u64) << shift;
            let rest = part(64, 14) | part(6, 21) | part(64, 24) | (part(3, 30) + (1 << 30));
            let data = value as u64 & 0x3fff | rest;
            entry[16..].copy_from_slice(&data.to_le_bytes());
        }
        let sum = checksum(&damaged[..start], &damaged[start..end]);
        damaged[end..].copy_from_slice(&sum.to_le_bytes());
        let mut player = Player::default().with_table(1);
        player.load_table(&spec, &mut Cursor::new(&damaged)).unwrap();
        let found = analyze(&mut player, &game, &with_long_time(60));
        assert!(game.is_legal(found.best.unwrap()), "seed {seed}");
    }
}

/// The checksum of a table file: over the bytes of the header and the words of the entries.
fn checksum(head: &[u8], entries: &[u8]) -> u64 {
    let words = entries.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap()));
    head.iter().map(|&b| u64::from(b)).chain(words).fold(0xcbf2_9ce4_8422_2325, |sum: u64, word| {
        let sum = (sum ^ word).wrapping_mul(0x0100_0000_01b3);
        sum ^ sum >> 29
    })
}
