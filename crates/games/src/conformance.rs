//! One conformance suite for every game; a new game joins with a line in `tests/conformance.rs`.
//!
//! [`check`] plays seeded random games and panics with the game and the moves when a guarantee of [`Game`] is broken.
//! What is listed is legal and nothing else is. A refusal changes nothing. Undo restores everything with the hash. The
//! mirrored game is the game of the mirrored moves. The tree of moves has the same size counted quickly and by trying
//! everything. Facts say what comes of playing on their points. Moves read back from their text, and set-ups hold the
//! stones they were given. It is part of the library, so that games outside this crate can be tested the same way.

mod facts;
mod set_up;
mod symmetry;
mod tree;

pub use set_up::{check_stones_only, set_up_of};
pub use symmetry::symmetries;

use crate::{Game, Move, Outcome, Played};
use std::collections::HashSet;
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point};

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub struct CheckSize {
    /// Random games to play.
    pub games: u64,
    /// Stop a game after this many plies (Go without superko can go on for ever).
    pub max_plies: usize,
}

/// Everything that two equal positions with the same past must agree on.
#[derive(Clone, PartialEq, Debug)]
struct Snapshot {
    hash: u64,
    ply: usize,
    cells: Vec<Cell>,
    outcome: Option<Outcome>,
    legal: Vec<Move>,
    last_played: Option<Played>,
    captures: [u32; 2],
}

fn snapshot<G: Game>(game: &G) -> Snapshot {
    let mut cells = vec![Cell::Empty; game.size().area()];
    game.cells_into(&mut cells);
    assert!(game.size().points().map(|p| game.at(p)).eq(cells.iter().copied()), "cells_into and at disagree");
    let legal = game.legal_moves();
    // What was in the arrays before must not matter, and other moves stay.
    let mut points = vec![true; game.size().area()];
    let mut others = vec![Move::Place(Point::new(0, 0))];
    game.legal_points_into(&mut points, &mut others);
    let (places, rest): (Vec<Move>, Vec<Move>) = legal.iter().partition(|mv| matches!(mv, Move::Place(_)));
    let mut listed = vec![false; game.size().area()];
    places.iter().filter_map(|mv| mv.point()).for_each(|p| listed[game.size().index(p)] = true);
    assert_eq!(
        (points, &others[1..]),
        (listed, &rest[..]),
        "legal_points_into and legal_moves_into disagree"
    );
    Snapshot {
        hash: game.hash(),
        ply: game.ply(),
        cells,
        outcome: game.outcome(),
        legal,
        last_played: game.last_played(),
        captures: Color::BOTH.map(|color| game.captured_by(color)),
    }
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

/// Plays random games by `rules` and checks every guarantee of the trait on the way.
///
/// # Panics
/// If a guarantee is broken.
pub fn check<G: Game>(rules: &G::Rules, effort: CheckSize) {
    for seed in 0..effort.games {
        random_game::<G>(rules, seed, effort.max_plies);
        symmetry::mirrored_games::<G>(rules, seed, effort.max_plies);
        tree::counted_twice::<G>(rules, seed, effort.max_plies);
    }
}

fn random_game<G: Game>(rules: &G::Rules, seed: u64, max_plies: usize) {
    let mut rng = SplitMix64(seed);
    let mut game = G::new(rules);
    assert_eq!((game.ply(), game.last_move(), game.last_played()), (0, None, None));
    assert_eq!(&game.rules(), rules);
    assert_eq!((game.spec().size(), game.spec().coords()), (game.size(), game.coords()));
    let mut past = vec![snapshot(&game)];
    while game.ply() < max_plies {
        let before = past.last().expect("never empty");
        check_every_candidate(&game, before);
        set_up::set_up_again(&game);
        facts::check_facts(&game, before);
        if before.legal.is_empty() {
            break;
        }
        let mv = before.legal[rng.below(before.legal.len())];
        let now = play_both_ways(&mut game, before, mv);
        past.push(now);
    }
    let moves: Vec<Move> = game.moves().collect();
    let mut replay = G::new(rules);
    for (mv, expected) in moves.iter().zip(&past[1..]) {
        replay.play(*mv).unwrap_or_else(|e| panic!("replay refuses a move: {e}"));
        assert_eq!(replay.hash(), expected.hash, "the hash depends on the way");
    }
    assert_eq!(replay, game);
    while past.len() > 1 {
        past.pop();
        let ply = past.len() - 1;
        assert_eq!(game.undo(), Some(moves[ply]));
        assert_eq!(
            &snapshot(&game),
            past.last().expect("the start remains"),
            "undo to ply {ply} of seed {seed}"
        );
    }
    assert_eq!(game.undo(), None);
    assert_eq!(game, G::new(rules));
    random_moves_are_listed::<G>(rules, &mut rng, max_plies);
}

/// What is listed is legal, nothing else is, and a refusal leaves the position unchanged.
fn check_every_candidate<G: Game>(game: &G, before: &Snapshot) {
    let context = || format!("{:?} after {:?}", game.spec(), game.moves());
    let legal: HashSet<Move> = before.legal.iter().copied().collect();
    assert_eq!(legal.len(), before.legal.len(), "a move is listed twice: {}", context());
    assert_eq!(before.outcome.is_some(), legal.is_empty(), "moves and the end must agree: {}", context());
    for mv in candidates(game) {
        let checked = game.check(mv);
        let listed = legal.contains(&mv);
        assert_eq!(checked.is_ok(), listed, "check and list disagree on {mv:?}: {}", context());
        assert_eq!(game.is_legal(mv), listed, "is_legal and list disagree on {mv:?}: {}", context());
        if let Err(illegal) = checked {
            let named = (illegal.mv, illegal.ply);
            assert_eq!(named, (mv, before.ply), "the refusal names another move: {}", context());
            let mut twin = game.clone();
            assert_eq!(twin.play(mv), Err(illegal), "play and check disagree on {mv:?}: {}", context());
            assert_eq!(&snapshot(&twin), before, "a refused {mv:?} changed the position: {}", context());
        }
    }
}

/// Plays `mv` with and without checks; both ways and the report must agree with the board.
fn play_both_ways<G: Game>(game: &mut G, before: &Snapshot, mv: Move) -> Snapshot {
    let context = format!("{mv:?} of {:?} after {:?}", game.spec(), game.moves());
    assert_eq!(game.parse_move(&game.format_move(mv)), Ok(mv), "text round trip of {context}");
    let mover = game.to_move();
    let mut fast = game.clone();
    fast.play_unchecked(mv);
    let played = game.play(mv).unwrap_or_else(|e| panic!("a listed move is refused: {e}"));
    let now = snapshot(game);
    assert_eq!(snapshot(&fast), now, "play_unchecked differs from play: {context}");
    assert_eq!(&fast, game);
    assert_eq!(now.ply, before.ply + 1);
    assert_eq!(played.outcome, now.outcome, "play reports another outcome: {context}");
    assert_eq!(now.last_played.as_ref(), Some(&played), "play and last_played disagree: {context}");
    assert_eq!(game.moves().len(), game.ply());
    assert_eq!((game.last_move(), game.moves().next_back()), (Some(mv), Some(mv)));
    assert_eq!(game.move_at(game.ply()), None);
    // The report of play explains every change of the board.
    let mut explained = before.cells.clone();
    let size = game.size();
    if let Some((point, color)) = played.placed {
        assert_eq!(color, mover, "a stone of the wrong colour: {context}");
        explained[size.index(point)] = color.into();
    }
    for point in &played.captured {
        explained[size.index(*point)] = Cell::Empty;
    }
    for point in &played.flipped {
        let cell = &mut explained[size.index(*point)];
        *cell = cell.color().map(|color| color.opponent()).into();
    }
    assert_eq!(explained, now.cells, "play does not report all that changed: {context}");
    now
}

fn random_moves_are_listed<G: Game>(rules: &G::Rules, rng: &mut SplitMix64, max_plies: usize) {
    let mut game = G::new(rules);
    let mut next = || rng.next_u32();
    for _ in 0..max_plies {
        let legal = game.legal_moves();
        match game.play_random(&mut next) {
            Some(mv) => assert!(legal.contains(&mv), "play_random played {mv:?}, which is not listed"),
            None => {
                assert!(game.is_over());
                break;
            }
        }
    }
}
