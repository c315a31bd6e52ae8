//! The numbers of the moves on the stones.

use tengen_board::{Point, Size};
use tengen_games::{Game, Move, Passes};

/// Which stones show the number of their move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Numbers {
    /// None.
    #[default]
    None,
    /// Every stone that was played.
    All,
    /// The stones of this move and later ones; the first move is 1.
    From(u32),
    /// The stones of the last moves, this many.
    Last(u32),
}

/// The number of the move that placed the stone on each point. Stones count, and passes that a player chose. Opening
/// decisions do not, nor the passes that Othello forces: its last disc on a full board has the number 60.
///
/// It is updated move by move, so that the pictures of a whole game are made in one pass.
///
/// ```
/// use tengen_games::{AnyPosition, Game, GameSpec};
/// use tengen_render::MoveNumbers;
/// let mut game = AnyPosition::new(&GameSpec::named("go", None, None)?);
/// let mut numbers = MoveNumbers::new(&game);
/// for text in ["Q16", "pass", "D4"] {
///     game.play(game.parse_move(text)?)?;
///     numbers.update(&game);
/// }
/// assert_eq!(numbers.at(game.parse_move("D4")?.point().unwrap()), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveNumbers {
    size: Size,
    by_point: Vec<Option<u32>>,
    count: u32,
    /// Whether a pass has a number.
    passes: bool,
}

impl MoveNumbers {
    /// The numbers in `game`, which is played again once.
    pub fn new<G: Game>(game: &G) -> MoveNumbers {
        let mut copy = game.clone();
        while copy.undo().is_some() {}
        let mut numbers = MoveNumbers {
            size: game.size(),
            by_point: vec![None; game.size().area()],
            count: 0,
            passes: game.spec().info().passes != Passes::Forced,
        };
        for mv in game.moves() {
            if copy.play(mv).is_err() {
                break;
            }
            numbers.update(&copy);
        }
        numbers
    }

    /// Updates the numbers after a move of `game`. A position without moves, such as a set-up, clears them.
    pub fn update<G: Game>(&mut self, game: &G) {
        let Some((mv, played)) = game.last_move().zip(game.last_played()) else {
            self.by_point.fill(None);
            self.count = 0;
            return;
        };
        match (played.placed, mv) {
            (Some((point, _)), _) => {
                self.count += 1;
                self.by_point[self.size.index(point)] = Some(self.count);
            }
            (None, Move::Pass) => self.count += u32::from(self.passes),
            // Renju: one of the offered fifth stones is chosen and the others leave the board. The chosen one is the
            // fifth, whenever it was offered.
            (None, Move::Place(chosen)) => {
                let by_point = &mut self.by_point;
                let refused: Vec<u32> =
                    played.captured.iter().filter_map(|&p| by_point[self.size.index(p)].take()).collect();
                let first = refused.iter().copied().min().unwrap_or(self.count);
                self.count -= refused.len() as u32;
                if let Some(n) = &mut by_point[self.size.index(chosen)] {
                    *n = (*n).min(first);
                }
            }
            (None, Move::Choose(_)) => {}
        }
    }

    /// The number of the last move that counts, 0 before the first.
    pub const fn last(&self) -> u32 {
        self.count
    }

    /// The number of the move that last placed a stone here. The stone may have been captured since.
    pub fn at(&self, point: Point) -> Option<u32> {
        if self.size.contains(point) { self.by_point[self.size.index(point)] } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::{AnyPosition, Choice, GameSpec};

    /// A linear congruential generator (Numerical Recipes).
    fn random(state: &mut u32) -> u32 {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *state
    }

    fn play_random(spec: &str, seed: u32, mut visit: impl FnMut(&AnyPosition)) {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = AnyPosition::new(&spec);
        let mut state = seed;
        for _ in 0..80 {
            if game.play_random(&mut || random(&mut state)).is_none() {
                break;
            }
            visit(&game);
        }
    }

    /// Without opening decisions the number of a stone is the index of the last move to its point.
    #[test]
    fn numbers_are_indices_of_moves() {
        for spec in ["tic-tac-toe", "connect-four", "gomoku", "caro", "go"] {
            for seed in 0..4 {
                let mut numbers: Option<MoveNumbers> = None;
                play_random(spec, seed, |game| {
                    let numbers =
                        numbers.get_or_insert_with(|| MoveNumbers::new(&AnyPosition::new(&game.spec())));
                    numbers.update(game);
                    assert_eq!(numbers.last() as usize, game.ply(), "{spec}");
                    for point in game.size().points() {
                        let index = game.moves().rposition(|mv| mv.point() == Some(point));
                        assert_eq!(numbers.at(point), index.map(|i| i as u32 + 1), "{spec} {point:?}");
                    }
                });
            }
        }
    }

    /// In Othello the number is the count of discs that were placed, so passes leave no gap.
    #[test]
    fn forced_passes_have_no_number() {
        let mut passes = 0;
        for seed in 0..20 {
            play_random("othello", seed, |game| {
                let numbers = MoveNumbers::new(game);
                let discs = game.size().points().filter(|&p| !game.at(p).is_empty()).count();
                assert_eq!(numbers.last() as usize, discs - 4);
                if let Some(point) = game.last_move().and_then(|mv| mv.point()) {
                    assert_eq!(numbers.at(point), Some(numbers.last()));
                } else {
                    passes += 1;
                }
            });
        }
        assert!(passes > 0, "some games have passes");
    }

    /// Decisions and refused fifth stones leave no gap: the stones on the board have the numbers 1, 2, 3 and so on.
    #[test]
    fn renju_openings_leave_no_gap() {
        let mut refused = 0;
        for spec in ["renju:rif", "renju:yamaguchi", "renju:soosorv8", "renju:taraguchi10"] {
            for seed in 0..10 {
                play_random(spec, seed, |game| {
                    let AnyPosition::Gomoku(renju) = game else { panic!("{spec} is renju") };
                    // A pass has a number, and no stone.
                    if renju.step().is_some() || game.moves().any(|mv| mv == Move::Pass) {
                        return;
                    }
                    let numbers = MoveNumbers::new(game);
                    let stones = game.size().points().filter(|&p| !game.at(p).is_empty());
                    let mut on_board: Vec<u32> = stones.filter_map(|p| numbers.at(p)).collect();
                    on_board.sort_unstable();
                    assert!(on_board.iter().copied().eq(1..=on_board.len() as u32), "{spec}: {on_board:?}");
                    let decisions =
                        game.moves().filter(|mv| matches!(mv, Move::Choose(Choice::Take(_)))).count();
                    refused += game.ply().saturating_sub(on_board.len() + decisions);
                });
            }
        }
        assert!(refused > 0, "some fifth stones were refused");
    }

    #[test]
    fn a_set_up_clears_the_numbers() {
        let spec: GameSpec = "gomoku".parse().unwrap();
        let mut game = AnyPosition::new(&spec);
        game.play(Move::Place(Point::new(7, 7))).unwrap();
        let mut numbers = MoveNumbers::new(&game);
        assert_eq!((numbers.last(), numbers.at(Point::new(7, 7))), (1, Some(1)));
        numbers.update(&AnyPosition::new(&spec));
        assert_eq!((numbers.last(), numbers.at(Point::new(7, 7))), (0, None));
        assert_eq!(numbers.at(Point::new(99, 0)), None, "off the board");
    }
}
