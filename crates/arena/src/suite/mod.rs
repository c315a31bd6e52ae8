//! Positions with known answers, and how an engine does on them.
//!
//! [`load`] reads a file of positions, whichever of these it is (it is told from the text itself):
//!
//! | form | known | source |
//! | --- | --- | --- |
//! | JSON lines with `moves` and `win_in_at_most` | a forced win | games between engines of gomoku |
//! | JSON lines with `board` and `best_moves` or `forbidden_moves` | moves | Tk-visionary/renju-benchmark |
//! | `black stones \| white stones \| points` | every point forbidden to black | answered by the rules |
//! | a list of moves, then `solve vcf N x` | a forced win | renju-note/quintet |
//! | OBF | the exact score of each move of Othello | abulmo/edax-reversi, the FFO tests |
//! | `-12 (emp=12 …) board` | the exact score, `w` to move | Gunnar Andersson's endgame.c |
//! | GNU Go's `.tst`: `loadsgf`, `reg_genmove`, `#? [A1\|B2]` | moves | the GNU Go regression suite |

mod gnugo;
mod loading;
mod problem;
mod report;

pub use loading::{SuiteError, load};
pub use problem::{Answer, Known, Problem, Verdict};
pub use report::Report;

use tengen_engine::{EngineFactory, EngineOptions, EngineSlot, Limits, Stop};
use tengen_games::Game;

/// Positions with known answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// What it is called: the name of its file.
    pub name: String,
    /// The positions.
    pub problems: Vec<Problem>,
    /// Lines with a question that no engine's best move can answer, and why.
    pub skipped: Vec<(usize, String)>,
}

/// Puts every position to the engine that `players` makes for its game, each from a clean memory and within `limits`. Where the game is over,
/// and which points are forbidden, the rules answer. `tell` hears of every answer; `stop` ends it after the position under way.
pub fn run(
    suite: &Suite,
    engines: &EngineFactory,
    options: &EngineOptions,
    limits: &Limits,
    stop: &Stop,
    tell: &mut dyn FnMut(&Problem, &Answer),
) -> Report {
    let mut slot = EngineSlot::default();
    let mut answers = Vec::with_capacity(suite.problems.len());
    for problem in &suite.problems {
        if stop.is_raised() {
            break;
        }
        let answer = if let Some(answer) = problem.judge() {
            answer
        } else {
            let ready = slot.prepare(engines, &problem.position.spec(), options);
            let found = ready.and_then(|_| {
                slot.guard(|engine| engine.new_game())?;
                slot.search(&problem.position, limits, stop, &mut |_| ())
            });
            problem.mark(found.map_err(|e| e.to_string()))
        };
        tell(problem, &answer);
        answers.push(answer);
    }
    let engine = slot.engine().map(|engine| engine.name());
    Report { suite: suite.name.clone(), engine, answers, skipped: suite.skipped.len() }
}
