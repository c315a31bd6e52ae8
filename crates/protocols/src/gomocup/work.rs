//! What the engine is at work on: a question about the board, a step of an opening, or its table.

use super::soosorv::SoosorvTask;
use super::swap2::Swap2Task;
use super::task::Task;
use crate::{Effect, SearchId};
use tengen_engine::{Analysis, Limits};
use tengen_games::gomoku::Position;

/// Something that is being done, and that other commands wait for.
#[derive(Clone, Debug)]
pub(super) enum Work {
    /// A question about the position on the board.
    Question(Box<Task>),
    /// A step of Soosõrv-8.
    Soosorv(Box<SoosorvTask>),
    /// The three stones that open a swap2 game.
    Swap2Open(Box<Swap2Task>),
    /// The table goes to a file or comes from one; how the file is called, and which.
    Table { id: SearchId, name: String, save: bool },
    /// A new game: the engine makes itself ready.
    Start(SearchId),
}

/// What comes after a search.
pub(super) enum Next {
    /// One more search.
    Search(Box<(Position, Limits)>),
    /// The answer.
    Answer,
    /// There is none, for this reason.
    Broken(String),
}

impl Work {
    /// The search to begin with.
    pub(super) fn first_search(&self) -> Next {
        match self {
            Work::Question(task) => Next::Search(Box::new(task.first_search())),
            Work::Soosorv(task) => {
                task.next_search().map_or(Next::Answer, |search| Next::Search(Box::new(search)))
            }
            Work::Swap2Open(task) => {
                task.next_search().map_or(Next::Answer, |search| Next::Search(Box::new(search)))
            }
            Work::Table { .. } | Work::Start(_) => Next::Answer,
        }
    }

    /// Takes what a search found.
    pub(super) fn take_result(&mut self, analysis: Analysis) -> Next {
        match self {
            Work::Question(task) => match task.take_result(analysis) {
                Some(search) => Next::Search(Box::new(search)),
                None => Next::Answer,
            },
            Work::Soosorv(task) => match task.take_result(&analysis) {
                Ok(()) => self.first_search(),
                Err(why) => Next::Broken(why),
            },
            Work::Swap2Open(task) => match task.take_result(&analysis) {
                Ok(()) => self.first_search(),
                Err(why) => Next::Broken(why),
            },
            Work::Table { .. } | Work::Start(_) => Next::Answer,
        }
    }

    /// Writes the answer; gives the position after it where the engine moved.
    pub(super) fn tell(self, out: &mut Vec<Effect>) -> Option<Position> {
        match self {
            Work::Question(task) => task.tell(out),
            Work::Soosorv(task) => {
                task.tell(out);
                None
            }
            Work::Swap2Open(task) => {
                task.tell(out);
                None
            }
            Work::Table { .. } | Work::Start(_) => None,
        }
    }

    /// The manager waits no longer: what is known must do.
    pub(super) fn hurry(&mut self) {
        match self {
            Work::Question(task) => task.hurry(),
            Work::Swap2Open(task) => task.hurry(),
            _ => {}
        }
    }
}
