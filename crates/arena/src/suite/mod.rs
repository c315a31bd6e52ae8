//! Suites: positions with known answers, and the results of an engine on them.
//!
//! [`load`] reads a file of positions in one of these forms, which it recognises by the text:
//!
//! | form | solution | source |
//! | --- | --- | --- |
//! | JSON lines with `moves` and `win_in_at_most` | a forced win | games between engines of gomoku |
//! | JSON lines with `board` and `best_moves` or `forbidden_moves` | moves | Tk-visionary/renju-benchmark |
//! | `black stones \| white stones \| points` | every point forbidden to black | answered by the rules |
//! | a list of moves, then `solve vcf N x` | a forced win | renju-note/quintet |
//! | OBF | the exact score of each move of Othello | abulmo/edax-reversi, the FFO tests |
//! | `-12 (emp=12 …) board` | the exact score, `w` to move | Gunnar Andersson's endgame.c |
//! | `.tst`: `loadsgf`, `reg_genmove`, `restricted_genmove`, `#? [A1\|B2]` | moves | the regression suites of GNU Go and Fuego |
//! | SGF with a comment `RIGHT` after the right moves | moves | goproblems.com, TsumegoBench |

mod answers;
mod fault;
mod gnugo;
mod loading;
mod problem;
mod report;
mod sgf;

pub use fault::SuiteFault;
pub use loading::{SuiteError, load};
pub use problem::{Answer, Discs, Grade, Problem, ReadingQuestion, Said, Solution};
pub use report::{Margins, SuiteReport};

use tengen_engine::{EngineFactory, EngineOptions, EngineSlot, Limits, Stop};
use tengen_games::Game;

/// Positions with known answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// The name of its file.
    pub name: String,
    /// The positions.
    pub problems: Vec<Problem>,
    /// The numbers of the lines that are skipped, with the reason.
    pub skipped: Vec<(usize, SuiteFault)>,
}

/// Searches every position with the engine for its game, with empty tables and within `limits`. The rules answer if
/// the game is over, and which points are forbidden. The library of Go answers questions about chains: of the limits it
/// knows the nodes, for each of its searches. `on_answer` is called for each answer. `stop` ends the run after
/// the current position.
pub fn run(
    suite: &Suite,
    engines: &EngineFactory,
    options: &EngineOptions,
    limits: &Limits,
    stop: &Stop,
    on_answer: &mut dyn FnMut(&Problem, &Answer),
) -> SuiteReport {
    let mut slot = EngineSlot::default();
    let mut answers = Vec::with_capacity(suite.problems.len());
    for problem in &suite.problems {
        if stop.is_raised() {
            break;
        }
        let answer = if let Some(answer) = problem.answer_by_rules(limits.nodes) {
            answer
        } else {
            let ready = slot.prepare(engines, &problem.position.spec(), options);
            let found = ready.and_then(|_| {
                slot.guard(|engine| engine.new_game())?;
                let limits = match &problem.solution {
                    Solution::Choice { among, .. } => limits.clone().only(problem.position.size(), among),
                    _ => limits.clone(),
                };
                slot.search(&problem.position, &limits, stop, &mut |_| ())
            });
            problem.mark(found)
        };
        on_answer(problem, &answer);
        answers.push(answer);
    }
    let engine = slot.engine().map(|engine| engine.name());
    SuiteReport { suite: suite.name.clone(), engine, answers, skipped: suite.skipped.clone() }
}
