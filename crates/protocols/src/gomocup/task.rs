//! The task of the engine: a question about the board, a step of an opening, or a table job.

use super::question::Question;
use super::soosorv::SoosorvStep;
use super::swap2::Swap2Opening;
use crate::{Effect, SearchId};
use tengen_engine::{Analysis, Limits};
use tengen_games::gomoku::Position;

/// What the engine works on while other commands wait.
#[derive(Clone, Debug)]
pub(super) enum Task {
    /// A question about the position on the board.
    Question(Box<Question>),
    /// A step of Soosõrv-8.
    Soosorv(Box<SoosorvStep>),
    /// The three stones that open a swap2 game.
    Swap2Opening(Box<Swap2Opening>),
    /// The table is written to the file `name`, or read from it.
    Table { id: SearchId, name: String, save: bool },
    /// A new game: the engine gets ready.
    Start(SearchId),
}

/// What a task needs next.
pub(super) enum NextStep {
    /// A search.
    Search(Box<(Position, Limits)>),
    /// Nothing: the answer is known.
    Answer,
    /// There is no answer, for this reason.
    Failed(String),
}

impl Task {
    /// The first step.
    pub(super) fn first_step(&self) -> NextStep {
        match self {
            Task::Question(question) => NextStep::Search(Box::new(question.first_search())),
            Task::Soosorv(step) => search_or_answer(step.next_search()),
            Task::Swap2Opening(opening) => search_or_answer(opening.next_search()),
            Task::Table { .. } | Task::Start(_) => NextStep::Answer,
        }
    }

    /// Takes the result of a search.
    pub(super) fn take_result(&mut self, analysis: Analysis) -> NextStep {
        match self {
            Task::Question(question) => search_or_answer(question.take_result(analysis)),
            Task::Soosorv(step) => match step.take_result(&analysis) {
                Ok(()) => self.first_step(),
                Err(why) => NextStep::Failed(why),
            },
            Task::Swap2Opening(opening) => match opening.take_result(&analysis) {
                Ok(()) => self.first_step(),
                Err(why) => NextStep::Failed(why),
            },
            Task::Table { .. } | Task::Start(_) => NextStep::Answer,
        }
    }

    /// Writes the answer. Returns the position after it if the engine moved.
    pub(super) fn write_answer(self, out: &mut Vec<Effect>) -> Option<Position> {
        match self {
            Task::Question(question) => question.write_answer(out),
            Task::Soosorv(step) => {
                step.write_answer(out);
                None
            }
            Task::Swap2Opening(opening) => {
                opening.write_answer(out);
                None
            }
            Task::Table { .. } | Task::Start(_) => None,
        }
    }

    /// Ends the task with what is known: the manager wants the answer now.
    pub(super) fn hurry(&mut self) {
        match self {
            Task::Question(question) => question.hurry(),
            Task::Swap2Opening(opening) => opening.hurry(),
            _ => {}
        }
    }
}

fn search_or_answer(search: Option<(Position, Limits)>) -> NextStep {
    search.map_or(NextStep::Answer, |search| NextStep::Search(Box::new(search)))
}
