//! What every engine of Tengen shares, without knowing any one game.
//!
//! - [`Engine`] is the trait; an engine answers with an [`Analysis`], the one thing that every face shows.
//! - [`Limits`] bound the work, [`Stop`] ends it from another thread.
//! - [`Score`] has one meaning everywhere: from the side to move, an estimate or a proof.

mod analysis;
mod limits;
mod score;

pub use analysis::{Analysis, Line, RuleReport, Strike};
pub use limits::{Limits, Stop};
pub use score::{Proof, Score};

use tengen_games::Game;

/// A player of one game.
///
/// Deterministic on one thread: the same position, limits without a clock and the same seed give the same answer.
pub trait Engine<G: Game>: Send {
    /// Its name and version, for protocols and records.
    fn name(&self) -> String;

    /// Looks at `position` until it is sure, `limits` are reached or `stop` is raised, and tells what it found.
    /// `on_progress` is called with each better analysis on the way.
    ///
    /// The best move of the answer is legal; it is `None` only where no move is legal.
    fn analyze(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis;

    /// Forgets what it kept between moves.
    fn new_game(&mut self) {}
}
