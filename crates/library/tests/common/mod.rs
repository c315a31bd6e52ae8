//! Shared helpers of the tests.
#![allow(dead_code)]

use tengen_games::{AnyPosition, Game, GameInfo, GameSpec, Move};
use tengen_library::{GameId, Library, NewGame, NodeNumber};

/// Random numbers from a seed (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

pub(crate) fn spec(text: &str) -> GameSpec {
    text.parse().unwrap()
}

/// The games and rule sets whose positions are compared differently.
pub(crate) fn specs() -> Vec<GameSpec> {
    let size = |text: &str| Some(text.parse().unwrap());
    let mut specs = vec![
        spec("tic-tac-toe"),
        spec("connect-four"),
        GameSpec::named("mnk", Some("5,4,3"), None).unwrap(),
        spec("gomoku"),
        spec("renju"),
        spec("gomoku:freestyle+swap2"),
        spec("othello"),
        GameSpec::named("othello", None, size("6x4")).unwrap(),
        GameSpec::named("go", None, size("5")).unwrap(),
        spec("go:japanese"),
    ];
    // The usual rules of every game, of those too that have joined since.
    for info in GameInfo::ALL {
        let usual = info.default_spec();
        if !specs.contains(&usual) {
            specs.push(usual);
        }
    }
    specs
}

/// A random game of at most `most` plies, as moves.
pub(crate) fn random_moves(spec: &GameSpec, random: &mut Random, most: usize) -> Vec<Move> {
    let mut position = AnyPosition::new(spec);
    let mut moves = Vec::new();
    let mut source = || random.next() as u32;
    while moves.len() < most {
        match position.play_random(&mut source) {
            Some(mv) => moves.push(mv),
            None => break,
        }
    }
    moves
}

/// The position after these moves.
pub(crate) fn after(spec: &GameSpec, moves: &[Move]) -> AnyPosition {
    let mut position = AnyPosition::new(spec);
    moves.iter().for_each(|&mv| {
        position.play(mv).unwrap();
    });
    position
}

/// The position after moves as text, separated by blanks.
pub(crate) fn played(spec: &GameSpec, text: &str) -> AnyPosition {
    let mut position = AnyPosition::new(spec);
    for word in text.split_whitespace() {
        let mv = position.parse_move(word).unwrap();
        position.play(mv).unwrap();
    }
    position
}

/// Stores a game and plays moves in it one by one; gives the node of each.
pub(crate) fn live_game(library: &Library, spec: &GameSpec, moves: &[Move]) -> (GameId, Vec<NodeNumber>) {
    let game = library.create(NewGame::new(spec.clone())).unwrap().id;
    let mut at = 0;
    let nodes = moves
        .iter()
        .map(|&mv| {
            at = library.append_move(game, at, mv, None).unwrap().node;
            at
        })
        .collect();
    (game, nodes)
}
