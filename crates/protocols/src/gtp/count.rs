//! Counting a finished game.

use super::board::Board;
use tengen_board::Point;
use tengen_engine::Analysis;
use tengen_games::go::{Position, Rules};
use tengen_games::{AnyPosition, Game, Move, SetUp};

/// What `final_score`, `final_status_list` and `final_status` ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FinalQuestion {
    Score,
    /// The chains with this status.
    List(Status),
    /// What becomes of a point.
    Point(Point),
}

/// What becomes of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Alive,
    Dead,
    Seki,
}

impl Status {
    pub(super) fn parse(text: &str) -> Option<Status> {
        [Status::Alive, Status::Dead, Status::Seki].into_iter().find(|status| status.word() == text)
    }

    const fn word(self) -> &'static str {
        match self {
            Status::Alive => "alive",
            Status::Dead => "dead",
            Status::Seki => "seki",
        }
    }
}

/// The same stones after the passes that end the game, which an engine settles. A position that cannot be set up so is
/// returned as it is.
pub(super) fn finished(position: &AnyPosition) -> AnyPosition {
    let AnyPosition::Go(game) = position else { return position.clone() };
    let rules = Rules { passes_to_end: 2, handicap: 0, ..game.rules() };
    let cells = game.size().points().map(|p| (p, game.at(p))).collect();
    let Ok(mut ended) = Position::set_up(&rules, &SetUp { cells, to_move: game.to_move() }) else {
        return position.clone();
    };
    // Where white has to pass last there are three passes.
    for _ in 0..3 {
        if !ended.is_over() {
            ended.play_unchecked(Move::Pass);
        }
    }
    AnyPosition::from(ended)
}

/// Answers a question about the end of the game. Stones are dead where the search gives their points to the opponent
/// and the rules take dead stones off.
pub(super) fn final_text(
    position: &AnyPosition,
    analysis: &Analysis,
    question: FinalQuestion,
    board: &Board,
) -> String {
    let AnyPosition::Go(game) = position else { return String::new() };
    let dead = game.dead_stones(&analysis.ownership);
    // Where no stones come off, those that are as good as dead make no seki.
    let seki = game.seki_stones(&game.likely_dead(&analysis.ownership));
    let status = |p: Point| {
        if dead.contains(&p) {
            Status::Dead
        } else if seki.contains(&p) {
            Status::Seki
        } else {
            Status::Alive
        }
    };
    match question {
        FinalQuestion::Score => game.outcome_with(&dead).sgf_text(),
        FinalQuestion::List(wanted) => {
            let chains = game.chains().into_iter().map(|chain| chain.stones);
            let line = |chain: Vec<Point>| {
                chain.into_iter().map(|p| board.vertex(Move::Place(p))).collect::<Vec<_>>().join(" ")
            };
            chains.filter(|chain| status(chain[0]) == wanted).map(line).collect::<Vec<_>>().join("\n")
        }
        FinalQuestion::Point(p) if game.at(p).is_empty() => {
            match game.score(&dead).owner[game.size().index(p)].color() {
                Some(color) => format!("{color}_territory"),
                None => "dame".into(),
            }
        }
        FinalQuestion::Point(p) => status(p).word().into(),
    }
}
