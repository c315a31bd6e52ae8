//! The results of an engine on a suite, as text and as JSON.

use super::{Answer, Grade, Suite};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// The answers to the positions of a suite, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct SuiteReport {
    /// The suite's name.
    pub suite: String,
    /// The engine's name; `None` if the rules answered everything.
    pub engine: Option<String>,
    /// The answers.
    pub answers: Vec<Answer>,
    /// Number of lines that were skipped.
    pub skipped: usize,
}

impl SuiteReport {
    /// How many answers have this mark.
    pub fn count(&self, mark: Grade) -> usize {
        self.answers.iter().filter(|answer| answer.mark == mark).count()
    }

    /// Time of all answers.
    pub fn time(&self) -> Duration {
        self.answers.iter().map(|answer| answer.time).sum()
    }

    /// Nodes of all answers.
    pub fn nodes(&self) -> u64 {
        self.answers.iter().map(|answer| answer.nodes).sum()
    }

    /// One line: the number solved, the time and the nodes.
    pub fn summary(&self) -> String {
        let mut text =
            format!("{}: {} of {} solved", self.suite, self.count(Grade::Solved), self.answers.len());
        for (mark, word) in [(Grade::Wrong, "claimed wrongly"), (Grade::Refused, "refused")] {
            if self.count(mark) > 0 {
                let _ = write!(text, ", {} {word}", self.count(mark));
            }
        }
        if self.skipped > 0 {
            let _ = write!(text, ", {} skipped", self.skipped);
        }
        let _ = write!(text, "; {:.3} s, {} nodes", self.time().as_secs_f64(), self.nodes());
        if let Some(engine) = &self.engine {
            let _ = write!(text, "; {engine}");
        }
        text
    }

    /// A table with a line for each position: mark, name, answer, solution, depth, nodes, seconds. With `all` also
    /// the solved ones.
    pub fn table(&self, suite: &Suite, all: bool) -> String {
        let mut text = String::new();
        for (problem, answer) in suite.problems.iter().zip(&self.answers) {
            if all || answer.mark != Grade::Solved {
                let _ = writeln!(
                    text,
                    "{:8} {:12} {:28} known: {:28} depth {:3} {:>12} nodes {:9.3} s",
                    answer.mark.word(),
                    problem.name,
                    answer.text,
                    problem.solution_text(),
                    answer.depth,
                    answer.nodes,
                    answer.time.as_secs_f64(),
                );
            }
        }
        text
    }

    /// The report as JSON.
    pub fn to_json(&self, suite: &Suite) -> Value {
        let answer = |(problem, answer): (&super::Problem, &Answer)| {
            json!({
                "name": problem.name, "line": problem.line, "verdict": answer.mark.word(), "said": answer.text,
                "known": problem.solution_text(), "proof": answer.proof, "depth": answer.depth, "nodes": answer.nodes,
                "time_ms": answer.time.as_secs_f64() * 1000.0,
            })
        };
        json!({
            "suite": self.suite, "engine": self.engine, "positions": self.answers.len(),
            "solved": self.count(Grade::Solved), "missed": self.count(Grade::Missed),
            "wrong": self.count(Grade::Wrong), "refused": self.count(Grade::Refused), "skipped": self.skipped,
            "nodes": self.nodes(), "time_ms": self.time().as_secs_f64() * 1000.0,
            "answers": suite.problems.iter().zip(&self.answers).map(answer).collect::<Vec<_>>(),
        })
    }
}

impl Grade {
    /// `solved`, `missed`, `wrong`, `refused`.
    pub const fn word(self) -> &'static str {
        match self {
            Grade::Solved => "solved",
            Grade::Missed => "missed",
            Grade::Wrong => "wrong",
            Grade::Refused => "refused",
        }
    }
}
