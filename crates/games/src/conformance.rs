//! One conformance suite for every game; a new game joins with a line in `tests/conformance.rs`.
//!
//! [`check`] plays seeded random games and panics with the game, the seed and the moves when a promise of [`Game`] is
//! broken: what is listed is legal and nothing else is, a refusal leaves no trace, undo restores everything with the
//! hash, the mirrored game is the game of the mirrored moves, the tree of moves is the same counted quickly and by
//! trying everything, moves read back from their text, and set-ups hold the stones they were given.
//! It is part of the library so that games outside this crate can be held to the same promises.

mod set_up;
mod symmetry;
mod tree;

pub use set_up::{check_stones_only, set_up_of};
pub use symmetry::symmetries;

use crate::{Game, Move, Outcome};
use std::collections::HashSet;
use tengen_board::{Cell, Point};

/// A small generator (SplitMix64), so that a seed gives the same games everywhere.
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    /// A number below `n`, which must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.next_u32()) * n as u64) >> 32) as usize
    }
}

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Random games to play.
    pub games: u64,
    /// Stop a game after this many plies (Go without superko can go on for ever).
    pub max_plies: usize,
}

fn legal<G: Game>(g: &G) -> Vec<Move> {
    let mut moves = Vec::new();
    g.legal_moves(&mut moves);
    moves
}

/// Everything that two equal positions must agree on.
fn snapshot<G: Game>(g: &G) -> (u64, usize, Vec<Cell>, Option<Outcome>, Vec<Move>) {
    (g.hash(), g.ply(), g.size().points().map(|p| g.at(p)).collect(), g.outcome(), legal(g))
}

/// Every move that text or a hand could ask for: all points (and one off the board), pass, and the choices.
fn candidates<G: Game>(g: &G) -> Vec<Move> {
    use crate::Choice::*;
    use tengen_board::Color::*;
    let mut all: Vec<Move> = g.size().points().map(Move::Place).collect();
    all.push(Move::Place(Point::new(g.size().rows() as u8, 0)));
    all.push(Move::Place(Point::new(0, 255)));
    all.push(Move::Pass);
    all.extend([Take(Black), Take(White), PlaceTwoMore].map(Move::Choose));
    all.extend((0..=13).map(|n| Move::Choose(FifthMoves(n))));
    all
}

/// Plays random games by `rules` and checks every promise of the trait on the way.
///
/// # Panics
/// When a promise is broken.
pub fn check<G: Game>(rules: &G::Rules, effort: Effort) {
    for seed in 0..effort.games {
        random_game::<G>(rules, seed, effort.max_plies);
        symmetry::mirrored_games::<G>(rules, seed, effort.max_plies);
        tree::counted_twice::<G>(rules, seed, effort.max_plies);
    }
}

fn random_game<G: Game>(rules: &G::Rules, seed: u64, max_plies: usize) {
    let mut rng = SplitMix64(seed);
    let mut game = G::new(rules);
    assert_eq!(game.ply(), 0);
    assert_eq!(&game.rules(), rules);
    let mut past = vec![snapshot(&game)];
    while game.ply() < max_plies {
        let (_, ply, ref cells, outcome, ref legal) = *past.last().expect("never empty");
        let say = || format!("{:?} seed {seed} ply {ply} after {:?}", game.spec(), game.moves());
        let set: HashSet<Move> = legal.iter().copied().collect();
        assert_eq!(set.len(), legal.len(), "a move is listed twice: {}", say());
        assert_eq!(outcome.is_some(), legal.is_empty(), "moves and the end must agree: {}", say());
        for mv in candidates(&game) {
            let verdict = game.check(mv);
            assert_eq!(verdict.is_ok(), set.contains(&mv), "check and list disagree on {mv:?}: {}", say());
            assert_eq!(
                game.is_legal(mv),
                set.contains(&mv),
                "is_legal and list disagree on {mv:?}: {}",
                say()
            );
            if let Err(illegal) = verdict {
                assert_eq!((illegal.mv, illegal.ply), (mv, ply), "the refusal names another move: {}", say());
                let mut twin = game.clone();
                assert_eq!(twin.play(mv), Err(illegal), "play and check disagree on {mv:?}: {}", say());
                assert_eq!(
                    snapshot(&twin),
                    *past.last().expect("never empty"),
                    "a refused {mv:?} left a trace: {}",
                    say()
                );
            }
        }
        set_up::set_up_again(&game);
        if legal.is_empty() {
            break;
        }
        let mv = legal[rng.below(legal.len())];
        assert_eq!(game.parse_move(&game.format_move(mv)), Ok(mv), "text round trip of {mv:?}: {}", say());
        let mover = game.to_move();
        let mut fast = game.clone();
        fast.play_unchecked(mv);
        let before = cells.clone();
        let played = game.play(mv).unwrap_or_else(|e| panic!("a listed move is refused: {e}"));
        let now = snapshot(&game);
        assert_eq!(
            snapshot(&fast),
            now,
            "play_unchecked differs from play of {mv:?} at ply {ply} of seed {seed}"
        );
        assert_eq!(fast, game);
        assert_eq!(now.1, ply + 1);
        assert_eq!(played.outcome, now.3, "play reports another outcome");
        assert_eq!(game.moves().len(), game.ply());
        assert_eq!(game.moves().last(), Some(&mv));
        // The report of play explains every change of the board.
        let mut told = before;
        let size = game.size();
        if let Some((p, color)) = played.placed {
            assert_eq!(color, mover, "a stone of the wrong colour");
            told[size.index(p)] = color.into();
        }
        for p in &played.captured {
            told[size.index(*p)] = Cell::Empty;
        }
        for p in &played.flipped {
            let cell = &mut told[size.index(*p)];
            *cell = cell.color().map(|c| c.opponent()).into();
        }
        assert_eq!(told, now.2, "play does not tell all that changed: {mv:?} at ply {ply} of seed {seed}");
        past.push(now);
    }
    let moves = game.moves();
    let mut replay = G::new(rules);
    for (mv, expected) in moves.iter().zip(&past[1..]) {
        replay.play(*mv).unwrap_or_else(|e| panic!("replay refuses a move: {e}"));
        assert_eq!(replay.hash(), expected.0, "the hash depends on the way");
    }
    assert_eq!(replay, game);
    while past.len() > 1 {
        past.pop();
        assert_eq!(game.undo(), Some(moves[past.len() - 1]));
        assert_eq!(
            &snapshot(&game),
            past.last().expect("the start remains"),
            "undo to ply {} of seed {seed}",
            past.len() - 1
        );
    }
    assert_eq!(game.undo(), None);
    assert_eq!(game, G::new(rules));
    let mut wild = G::new(rules);
    let mut next = || rng.next_u32();
    for _ in 0..max_plies {
        let mut legal = Vec::new();
        wild.legal_moves(&mut legal);
        match wild.play_random(&mut next) {
            Some(mv) => assert!(legal.contains(&mv), "play_random played {mv:?}, which is not listed"),
            None => {
                assert!(wild.is_over());
                break;
            }
        }
    }
}
