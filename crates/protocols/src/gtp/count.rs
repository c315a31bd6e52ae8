//! Counting a finished game.

use super::board::Board;
use tengen_board::{Color, Point};
use tengen_engine::Analysis;
use tengen_games::{AnyPosition, Game, Move, Outcome};

/// Ownership by the opponent above which a stone counts as dead.
const DEAD: f32 = 0.6;

/// `B+3.5`, `W+2`, `0`; a win without a score is `B+`.
pub(super) fn result_text(outcome: Outcome) -> String {
    use tengen_games::EndReason::Score;
    let sign = match outcome.winner {
        None => return "0".into(),
        Some(Color::Black) => 'B',
        Some(Color::White) => 'W',
    };
    match outcome.reason {
        Score(margin) => format!("{sign}+{}", margin.abs()),
        _ => format!("{sign}+"),
    }
}

/// The score, or the stones with this status. Stones are dead where the search gives their points to the opponent.
pub(super) fn final_text(
    position: &AnyPosition,
    analysis: &Analysis,
    status: Option<&str>,
    board: &Board,
) -> String {
    let AnyPosition::Go(game) = position else { return String::new() };
    let size = game.size();
    let owned = |p: Point| analysis.ownership.get(size.index(p)).copied().unwrap_or(0.0);
    let is_dead = |p: Point| match game.at(p).color() {
        Some(Color::Black) => owned(p) < -DEAD,
        Some(Color::White) => owned(p) > DEAD,
        None => false,
    };
    let chains = || {
        let mut seen = vec![false; size.area()];
        size.points().filter(|&p| !game.at(p).is_empty()).filter_map(move |p| {
            if std::mem::replace(&mut seen[size.index(p)], true) {
                return None;
            }
            let mut chain: Vec<Point> =
                game.board().chain_stones(game.board().vertex(p)).map(|v| game.board().point(v)).collect();
            chain.sort_unstable();
            chain.iter().for_each(|q| seen[size.index(*q)] = true);
            Some(chain)
        })
    };
    // A chain lives or dies as a whole.
    let dead = |chain: &[Point]| chain.iter().filter(|&&p| is_dead(p)).count() * 2 > chain.len();
    let dead_points: Vec<Point> = chains().filter(|chain| dead(chain)).map(|chain| chain[0]).collect();
    match status {
        None => result_text(game.outcome_with(&dead_points)),
        Some("seki") => String::new(),
        Some(status) => {
            let wanted = chains().filter(|chain| dead(chain) == (status == "dead"));
            let line = |chain: Vec<Point>| {
                chain.into_iter().map(|p| board.vertex(Move::Place(p))).collect::<Vec<_>>().join(" ")
            };
            wanted.map(line).collect::<Vec<_>>().join("\n")
        }
    }
}
