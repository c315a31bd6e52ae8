//! Othello move counts: published figures, and every kind of instructions against the plain walk.

use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Size};
use tengen_games::othello::backend::{Flips, Job};
use tengen_games::othello::perft::{Convention, count, plain};
use tengen_games::othello::{Backend, Bits, Position, Rules};
use tengen_games::{Game, SetUp, perft};

/// 8×8, depths 1 to 11: Aart Bik's table "perft for reversi" (a pass is a ply; an earlier end counts). The same with a
/// pass that is no ply (Egaroucid's table), and what Edax prints (an earlier end does not count). They part at depth 9.
const COUNTS: [(Convention, [u64; 11]); 3] = [
    (
        Convention::PassIsPlyEndCounts,
        [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800],
    ),
    (
        Convention::PassIsNoPly,
        [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_320, 24_571_420, 212_260_880],
    ),
    (
        Convention::PassIsPly,
        [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_056, 212_258_216],
    ),
];

#[test]
fn published_counts_through_depth_11() {
    let start = Position::new(&Rules::STANDARD);
    for (convention, counts) in COUNTS {
        for (depth, expected) in (1..).zip(counts) {
            assert_eq!(count(&start, depth, convention, Backend::best()), expected, "{convention:?} {depth}");
        }
    }
}

#[test]
fn every_kind_of_instructions_counts_the_same() {
    let start = Position::new(&Rules::STANDARD);
    for backend in Backend::ALL.into_iter().filter(|backend| backend.is_available()) {
        for (convention, counts) in COUNTS {
            assert_eq!(count(&start, 10, convention, backend), counts[9], "{backend:?} {convention:?}");
        }
    }
}

/// The table of outside counts, where it is at hand, says what the constants here say.
#[test]
fn the_constants_are_those_of_the_table() {
    let Some(text) = tengen_truth::text("othello/perft/perft.txt") else { return };
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let depth: usize = words.next().unwrap().parse().unwrap();
        for (word, (_, counts)) in words.zip(COUNTS) {
            if let Some(expected) = counts.get(depth - 1) {
                assert_eq!(word.parse(), Ok(*expected), "depth {depth}");
                lines += 1;
            }
        }
    }
    assert_eq!(lines, 33);
}

/// Positions late enough for passes and ends within a few plies, on all sizes, where conventions part.
#[test]
fn agrees_with_the_plain_walk_near_the_end() {
    let mut parted = 0;
    for (rows, cols) in [(8, 8), (6, 6), (4, 4), (4, 8), (10, 10), (4, 16)] {
        let rules = Rules::new(Size::of(rows, cols)).unwrap();
        for seed in 0..40 {
            let mut rng = SplitMix64(seed);
            let mut game = Position::new(&rules);
            while !game.is_over() {
                game.play_random(&mut || rng.next_u32());
            }
            for _ in 0..game.ply().min(8) {
                game.undo();
            }
            for depth in 0..=6 {
                let counts = COUNTS.map(|(convention, _)| {
                    let expected = plain(&game.wide(), depth, convention);
                    for backend in Backend::ALL {
                        assert_eq!(count(&game, depth, convention, backend), expected, "{backend:?} {depth}");
                    }
                    expected
                });
                assert_eq!(counts[2], perft(&mut game, depth));
                parted += u32::from(counts[0] != counts[1]) + u32::from(counts[0] != counts[2]);
            }
        }
    }
    assert!(parted > 100, "the conventions must be seen to differ");
}

/// Random discs, not only those that games reach: moves and flips of each kind against the portable ones, which are
/// held to a plain walk elsewhere.
#[test]
fn every_kind_finds_the_same_moves_and_flips() {
    struct Check(u64, u64);
    impl Job for Check {
        type Output = ();
        fn run<F: Flips<Set = u64>>(self, f: F) {
            let Check(own, opp) = self;
            let empties = !(own | opp);
            assert_eq!(f.ends(own, opp) & empties, Bits::moves(own, opp), "{own:x} {opp:x}");
            for (n, square) in (0..).zip(empties.squares()) {
                assert_eq!(
                    f.flips(square, own, opp),
                    Bits::flips(square, own, opp),
                    "{own:x} {opp:x} {square}"
                );
                assert_eq!(f.nth(empties, n), square);
            }
        }
    }
    let mut rng = SplitMix64(3);
    for round in 0..30_000 {
        let (a, b, c) = (rng.next_u64(), rng.next_u64(), rng.next_u64());
        let (own, opp) = match round % 3 {
            0 => (a & b, !a & b),
            1 => (a & b & c, !a & (b | c)),
            _ => (a & (b | c), !a & b & c),
        };
        for backend in Backend::ALL {
            backend.dispatch(Check(own, opp));
        }
    }
}

/// A pass, a disc and the end, one after the other: each convention by hand.
#[test]
fn a_pass_at_the_last_ply_is_counted() {
    let rules = Rules::new(Size::of(4, 4)).unwrap();
    let cells = rules
        .size()
        .points()
        .zip("OX..............".chars())
        .map(|(p, c)| {
            (
                p,
                match c {
                    'X' => Cell::Black,
                    'O' => Cell::White,
                    _ => Cell::Empty,
                },
            )
        })
        .collect();
    let game = Position::set_up(&rules, &SetUp { cells, to_move: Color::Black }).unwrap();
    // Black passes, white takes c1, and the game is over.
    let at = |depth, convention| count(&game, depth, convention, Backend::best());
    assert_eq!([1, 2, 3].map(|d| at(d, Convention::PassIsPly)), [1, 1, 0]);
    assert_eq!([1, 2, 3].map(|d| at(d, Convention::PassIsPlyEndCounts)), [1, 1, 1]);
    assert_eq!([1, 2, 3].map(|d| at(d, Convention::PassIsNoPly)), [1, 1, 1]);
}
