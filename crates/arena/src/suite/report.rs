//! What an engine made of a suite, as text and as JSON.

use super::{Answer, Suite, Verdict};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// The answers to the positions of a suite, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The suite's name.
    pub suite: String,
    /// The engine's name; `None` where the rules alone answered.
    pub engine: Option<String>,
    /// The answers.
    pub answers: Vec<Answer>,
    /// Questions that were not put.
    pub skipped: usize,
}

impl Report {
    /// How many answers have this mark.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.answers.iter().filter(|answer| answer.verdict == verdict).count()
    }

    /// Time of all answers.
    pub fn time(&self) -> Duration {
        self.answers.iter().map(|answer| answer.time).sum()
    }

    /// Nodes of all answers.
    pub fn nodes(&self) -> u64 {
        self.answers.iter().map(|answer| answer.nodes).sum()
    }

    /// One line: how many were solved, in which time, with how many nodes.
    pub fn summary(&self) -> String {
        let mut text =
            format!("{}: {} of {} solved", self.suite, self.count(Verdict::Solved), self.answers.len());
        for (verdict, word) in [(Verdict::Wrong, "claimed wrongly"), (Verdict::Refused, "refused")] {
            if self.count(verdict) > 0 {
                let _ = write!(text, ", {} {word}", self.count(verdict));
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

    /// A table with a line a position: mark, name, what was said, what is known, depth, nodes, seconds. `all` shows those solved, too.
    pub fn table(&self, suite: &Suite, all: bool) -> String {
        let mut text = String::new();
        for (problem, answer) in suite.problems.iter().zip(&self.answers) {
            if all || answer.verdict != Verdict::Solved {
                let _ = writeln!(
                    text,
                    "{:8} {:12} {:28} known: {:28} depth {:3} {:>12} nodes {:9.3} s",
                    answer.verdict.word(),
                    problem.name,
                    answer.said,
                    problem.wanted(),
                    answer.depth,
                    answer.nodes,
                    answer.time.as_secs_f64(),
                );
            }
        }
        text
    }

    /// The same for programs.
    pub fn to_json(&self, suite: &Suite) -> Value {
        let answer = |(problem, answer): (&super::Problem, &Answer)| {
            json!({
                "name": problem.name, "line": problem.line, "verdict": answer.verdict.word(), "said": answer.said,
                "known": problem.wanted(), "proof": answer.proof, "depth": answer.depth, "nodes": answer.nodes,
                "time_ms": answer.time.as_secs_f64() * 1000.0,
            })
        };
        json!({
            "suite": self.suite, "engine": self.engine, "positions": self.answers.len(),
            "solved": self.count(Verdict::Solved), "missed": self.count(Verdict::Missed),
            "wrong": self.count(Verdict::Wrong), "refused": self.count(Verdict::Refused), "skipped": self.skipped,
            "nodes": self.nodes(), "time_ms": self.time().as_secs_f64() * 1000.0,
            "answers": suite.problems.iter().zip(&self.answers).map(answer).collect::<Vec<_>>(),
        })
    }
}

impl Verdict {
    /// `solved`, `missed`, `wrong`, `refused`.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::Missed => "missed",
            Verdict::Wrong => "wrong",
            Verdict::Refused => "refused",
        }
    }
}
