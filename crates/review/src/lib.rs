//! Reviews of whole games by an engine: what each move lost, what would have been better, and each side's accuracy.
//!
//! Three steps, each a value of its own:
//!
//! 1. [`Course`]: the positions of one line of a record, from its first to its last, by the rules.
//! 2. [`sweep`]: an engine analyses each of them, with progress, a stop flag, and analyses made before.
//! 3. [`Review`]: what follows from the analyses. Every score after a move comes from the analysis of the *next*
//!    position, turned to the mover's side, and what is proven stays proven.
//!
//! ```
//! use tengen_engine::{AnyEngine, ForGame, Leveled, Limits, Stop};
//! use tengen_games::mnk;
//! use tengen_records::{Format, ReadOptions};
//! use tengen_review::{Course, Review, Verdict, sweep};
//!
//! // Tic-tac-toe: the answer on an edge to a corner lost, and black took the win.
//! let options = ReadOptions::default().with_spec(mnk::Rules::named("tic-tac-toe", None)?.into());
//! let record = &Format::MoveList.read(b"a1 b1 b2 c3 a3 a2 c1", &options)?.records[0];
//! let course = Course::main(record)?;
//! let mut engines: Vec<Box<dyn AnyEngine>> = vec![Box::new(ForGame::new(tengen_mnk::Player::at_level(5)))];
//! let limits = Limits::nodes(100_000);
//! let swept = sweep(&course, &mut engines, &limits, &Stop::new(), &mut |_, _| None, &mut |_| ())?;
//! let review = Review::new(&course, &swept);
//! assert_eq!(review.moves[1].verdict, Some(Verdict::Blunder));
//! assert!(review.moves[1].facts.allowed_win);
//! assert_eq!(review.moves.iter().filter(|m| m.verdict == Some(Verdict::Blunder)).count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accuracy;
mod course;
mod json;
pub mod page;
mod phase;
mod review;
mod scores;
mod sweep;
mod text;
mod verdict;
mod words;

pub use accuracy::move_accuracy;
pub use course::{Arrival, Course, CourseError, Moment};
pub use phase::Phase;
pub use review::{MoveReview, PhaseReview, Review, SideReview};
pub use scores::after_move;
pub use sweep::{PositionAnalysis, Source, Sweep, Swept, limits_of, sweep};
pub use verdict::{Facts, NOISE_ERRORS, Verdict};
pub use words::ReviewText;
