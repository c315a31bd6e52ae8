//! The controller's side of a protocol: asks an engine for moves and reads its answers.

use std::time::Duration;
use tengen_board::Point;
use tengen_engine::{Analysis, Limits};
use tengen_games::{AnyPosition, GameSpec, Move};

/// The time control of a match, and the other limits that a protocol can carry.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TimeControl {
    /// Time for each move. Beside a time for the game, the shorter of the two holds.
    pub per_move: Option<Duration>,
    /// Time for the whole game.
    pub game: Option<Duration>,
    /// Added to the game's time after each move.
    pub increment: Duration,
    /// Nodes for each move. A program gets them if its protocol has a word for them; so with the other limits below.
    /// Tengen's engines keep them all.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Memory for the engine, in bytes.
    pub memory: Option<u64>,
    /// Threads for the engine.
    pub threads: Option<usize>,
    /// Whether the engine may think on the opponent's time ([`Controller::ponder`]).
    pub ponder: bool,
}

/// What is left on both clocks when an engine is asked to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TimeLeft {
    /// The engine's own time; `None` if only moves are timed.
    pub own: Option<Duration>,
    /// The opponent's time.
    pub opponent: Option<Duration>,
}

/// What a line of an engine means.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EngineMessage {
    /// It has accepted the game and waits.
    Ready,
    /// Its move; several if an opening rule asks for several stones at once.
    Moves(Vec<Move>),
    /// It resigns.
    Resign,
    /// What its search has found so far, after [`Controller::analyze`].
    Analysis(Box<Analysis>),
    /// How it counts the finished game, after [`Controller::count`].
    Count(EngineCount),
    /// It answers with a point that is not on the board.
    OffBoard(String),
    /// It answers, but not with a move, and will not answer again.
    NoMove(String),
    /// A line for people or a log: its name, its search, a message.
    Note(String),
    /// It refuses the command; the text is its own.
    Refused(String),
    /// A line that is not in the protocol; the answer may still come.
    Garbage(String),
}

/// How an engine counts a finished game. It may have no answer to either question.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EngineCount {
    /// Its score as SGF writes it, such as `B+3.5`, in its own words.
    pub score: Option<String>,
    /// The stones that it takes off as dead.
    pub dead: Option<Vec<Point>>,
}

/// The controller's side of a protocol, for one engine. The lines to send are appended to `out`.
pub trait Controller: Send {
    /// Starts a game. The engine is ready after [`EngineMessage::Ready`].
    ///
    /// # Errors
    /// The reason why the protocol cannot carry this game.
    fn begin(&mut self, game: &GameSpec, time: &TimeControl, out: &mut Vec<String>) -> Result<(), String>;

    /// Asks for a move in `position`. Sends the moves that the engine has not seen yet.
    ///
    /// # Errors
    /// The reason why the protocol cannot carry this position.
    fn ask(&mut self, position: &AnyPosition, left: &TimeLeft, out: &mut Vec<String>) -> Result<(), String>;

    /// Lets the engine think on the opponent's time, after its move and where [`TimeControl::ponder`] allows it.
    /// Nothing is sent where the engine begins by itself, or expects no reply.
    fn ponder(&mut self, _out: &mut Vec<String>) {}

    /// Ends what the engine does on the opponent's time, at the end of a game.
    fn rest(&mut self, _out: &mut Vec<String>) {}

    /// Asks for the analysis of `position`. The answer is [`EngineMessage::Analysis`], where the protocol has words for
    /// it, and at the end a move as after [`Controller::ask`]. Returns true if the engine searches until
    /// [`Controller::stop`], whatever the limits.
    ///
    /// # Errors
    /// As [`Controller::ask`].
    fn analyze(
        &mut self,
        position: &AnyPosition,
        _limits: &Limits,
        out: &mut Vec<String>,
    ) -> Result<bool, String> {
        self.ask(position, &TimeLeft::default(), out).map(|()| false)
    }

    /// Asks how a finished game of Go is counted. The answer is [`EngineMessage::Count`]. Returns false if the protocol
    /// has no words for it; then nothing is asked.
    ///
    /// # Errors
    /// As [`Controller::ask`].
    fn count(&mut self, _position: &AnyPosition, _out: &mut Vec<String>) -> Result<bool, String> {
        Ok(false)
    }

    /// Changes the time control of the game that has begun.
    fn set_time(&mut self, time: &TimeControl, out: &mut Vec<String>);

    /// Reads a line of the engine.
    fn line(&mut self, line: &[u8]) -> Vec<EngineMessage>;

    /// Asks for the answer at once, if the protocol has a word for it.
    fn stop(&mut self, _out: &mut Vec<String>) {}

    /// Ends the engine.
    fn quit(&mut self, out: &mut Vec<String>);
}
