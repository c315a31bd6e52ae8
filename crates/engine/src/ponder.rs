//! Pondering: a search of the expected position on the opponent's time.
//!
//! The search begins without an end ([`Limits::PONDER`]). If the opponent plays the expected move, a ponder hit, the
//! same search goes on as that of the move, and gets the time of the move then ([`Stop::raise_in`](crate::Stop)). On a
//! miss it is stopped, and its result is not used.

use crate::{Analysis, Limits};
use tengen_games::{AnyPosition, Game, Move};

/// A position to search while the opponent thinks, and the limits of that search.
///
/// ```
/// use tengen_engine::{Analysis, Limits, Line, Ponder, Score};
/// use tengen_games::{AnyPosition, Game, GameSpec};
///
/// let mut position = AnyPosition::new(&GameSpec::named("gomoku", None, None)?);
/// let moves = position.parse_line(["h8", "h9"]).collect::<Result<Vec<_>, _>>()?;
/// let score = Score::Estimate { value: 0.0, win: 0.5 };
/// let line = Line { moves: moves.clone(), score, work: 0 };
/// let analysis = Analysis { best: Some(moves[0]), lines: vec![line], ..Analysis::default() };
/// position.play(moves[0])?;
/// let ponder = Ponder::on_analysis(&position, &analysis, |_| Limits::default()).expect("a reply");
/// position.play(moves[1])?;
/// // The move of a game and an analysis are different searches.
/// assert!(ponder.is_hit(&position, &Limits::time(std::time::Duration::from_secs(1))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Ponder {
    position: AnyPosition,
    limits: Limits,
}

impl Ponder {
    /// The position after the turn of the opponent that `analysis` expects after the last move of `after`. `limits` are
    /// those of a move there, as after a hit; their time is left out. `None` if no whole turn is expected, or it ends
    /// the game, or the turn of the last move is not over.
    pub fn on_analysis(
        after: &AnyPosition,
        analysis: &Analysis,
        limits: impl FnOnce(&AnyPosition) -> Limits,
    ) -> Option<Ponder> {
        Ponder::on_reply(after, analysis.expected_after(after.last_move()?)?, limits)
    }

    /// The position after the next turn, which `reply` begins with. `None` if it does not end the turn, or ends the
    /// game, or has an illegal move; or if the turn before is not over.
    pub fn on_reply(
        after: &AnyPosition,
        reply: &[Move],
        limits: impl FnOnce(&AnyPosition) -> Limits,
    ) -> Option<Ponder> {
        if after.is_over() || after.stones_left_in_turn() < after.stones_per_turn() {
            return None;
        }
        let (mut position, opponent) = (after.clone(), after.player_to_move());
        for &mv in reply {
            position.play(mv).ok()?;
            if position.is_over() {
                return None;
            }
            if position.player_to_move() != opponent {
                let limits = timeless(limits(&position));
                return Some(Ponder { position, limits });
            }
        }
        None
    }

    /// The position to search.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The limits of the search, without an end by time.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// True on a ponder hit: the search of a move asked for is this one, apart from its time.
    pub fn is_hit(&self, position: &AnyPosition, limits: &Limits) -> bool {
        timeless(limits.clone()) == self.limits && self.position == *position
    }
}

/// The limits of a ponder search for a move with these limits.
fn timeless(limits: Limits) -> Limits {
    Limits { time: Some(Limits::PONDER), max_time: None, ..limits }
}

impl Analysis {
    /// The moves that it expects after a move; `None` if no line of it begins with the move.
    pub fn expected_after(&self, mv: Move) -> Option<&[Move]> {
        let line = self.lines.iter().find(|line| line.moves.first() == Some(&mv))?;
        line.moves.get(1..)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Line, Score};
    use std::time::Duration;
    use tengen_games::GameSpec;

    fn game(game: &str, moves: &[&str]) -> AnyPosition {
        let mut position = AnyPosition::new(&GameSpec::named(game, None, None).unwrap());
        for text in moves {
            position.play(position.parse_move(text).unwrap()).unwrap();
        }
        position
    }

    fn found(position: &AnyPosition, lines: &[&[&str]]) -> Analysis {
        let line = |texts: &&[&str]| Line {
            moves: position.parse_line(texts.iter().copied()).collect::<Result<_, _>>().unwrap(),
            score: Score::Estimate { value: 0.0, win: 0.5 },
            work: 0,
        };
        let lines: Vec<Line> = lines.iter().map(line).collect();
        Analysis { best: lines.first().map(|line| line.moves[0]), lines, ..Analysis::default() }
    }

    #[test]
    fn the_reply_is_that_to_the_move_played() {
        let start = game("gomoku", &[]);
        let analysis = found(&start, &[&["h8", "h9", "i8"], &["g8", "g9"], &["f8"]]);
        let ponder =
            |played: &str| Ponder::on_analysis(&game("gomoku", &[played]), &analysis, |_| Limits::default());
        let last =
            |played| ponder(played).map(|p| p.position().format_move(p.position().last_move().unwrap()));
        assert_eq!(last("h8").as_deref(), Some("h9"));
        // A level may play another move than the first line's.
        assert_eq!(last("g8").as_deref(), Some("g9"));
        assert_eq!((last("f8"), last("a1")), (None, None));
        assert!(
            Ponder::on_analysis(&start, &analysis, |_| Limits::default()).is_none(),
            "no move was played"
        );
    }

    #[test]
    fn a_reply_that_ends_the_game_is_not_pondered() {
        let before = game("tic-tac-toe", &["a1", "b1", "a2", "b2"]);
        let analysis = found(&before, &[&["c3", "b3"]]);
        let after = game("tic-tac-toe", &["a1", "b1", "a2", "b2", "c3"]);
        assert!(Ponder::on_analysis(&after, &analysis, |_| Limits::default()).is_none());
        let illegal = after.parse_move("a1").unwrap();
        assert!(Ponder::on_reply(&after, &[illegal], |_| Limits::default()).is_none());
    }

    #[test]
    fn a_turn_of_two_stones_is_expected_whole() {
        let ponder = |moves: &[&str], line: &[&str]| {
            let analysis = found(&game("connect6", &moves[..moves.len() - 1]), &[line]);
            let found = Ponder::on_analysis(&game("connect6", moves), &analysis, |_| Limits::default());
            found.map(|ponder| ponder.position().ply())
        };
        // Black's first turn has one stone.
        assert_eq!(ponder(&["k10"], &["k10", "a1", "b1", "c1"]), Some(3));
        assert_eq!(ponder(&["k10"], &["k10", "a1"]), None);
        assert_eq!(ponder(&["k10", "a1"], &["a1", "b1", "c1", "d1"]), None, "white has one more stone");
        assert_eq!(ponder(&["k10", "a1", "b1"], &["b1", "c1", "d1"]), Some(5));
    }

    #[test]
    fn a_hit_is_the_same_search_apart_from_its_time() {
        let after = game("gomoku", &["h8"]);
        let reply = after.parse_move("h9").unwrap();
        let limits = |position: &AnyPosition| Limits {
            seed: position.ply() as u64,
            max_time: Some(Duration::from_secs(9)),
            ..Limits::playing(Duration::from_secs(1))
        };
        let ponder = Ponder::on_reply(&after, &[reply], limits).unwrap();
        assert_eq!((ponder.limits().time, ponder.limits().max_time), (Some(Limits::PONDER), None));
        let here = game("gomoku", &["h8", "h9"]);
        let asked = Limits { seed: 2, ..Limits::playing(Duration::from_secs(3)) };
        assert!(ponder.is_hit(&here, &asked));
        assert!(!ponder.is_hit(&game("gomoku", &["h8", "g9"]), &asked), "another move");
        assert!(!ponder.is_hit(&game("gomoku", &["h9", "h8"]), &asked), "the same squares, other colours");
        for other in [
            Limits { seed: 3, ..asked.clone() },
            Limits { playing: false, ..asked.clone() },
            Limits { depth: Some(4), ..asked.clone() },
            Limits { lines: 3, ..asked.clone() },
        ] {
            assert!(!ponder.is_hit(&here, &other), "{other:?}");
        }
    }
}
