//! The results of an engine on a suite, as text and as JSON.

use super::{Answer, Discs, Grade, Suite, SuiteFault};
use serde_json::{Value, json};
use std::time::Duration;
use tengen_words::Language;
use unicode_width::UnicodeWidthStr;

/// The skipped lines that the table names.
const SKIPPED: usize = 5;

/// The answers to the positions of a suite, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct SuiteReport {
    /// The suite's name.
    pub suite: String,
    /// The engine's name; `None` if the rules answered everything.
    pub engine: Option<String>,
    /// The answers.
    pub answers: Vec<Answer>,
    /// The lines that were skipped, with the reason.
    pub skipped: Vec<(usize, SuiteFault)>,
}

/// How the answers differ from exact margins: means over the positions that have them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margins {
    /// Answers whose move the suite lists, and those of them that lose nothing.
    pub moves: (usize, usize),
    /// What a move loses, in discs; `None` without such an answer.
    pub loss: Option<f64>,
    /// By how much a score is wrong, in discs; `None` without a score.
    pub error: Option<f64>,
}

impl SuiteReport {
    /// How the answers differ from exact margins; `None` if the suite has none.
    pub fn margins(&self) -> Option<Margins> {
        let discs: Vec<Discs> = self.answers.iter().filter_map(|answer| answer.discs).collect();
        if discs.is_empty() {
            return None;
        }
        let mean = |of: fn(&Discs) -> Option<f32>| {
            let values: Vec<f64> = discs.iter().filter_map(of).map(f64::from).collect();
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        };
        let losses = discs.iter().filter_map(|discs| discs.loss);
        let moves = (losses.clone().count(), losses.filter(|&loss| loss == 0.0).count());
        Some(Margins { moves, loss: mean(|discs| discs.loss), error: mean(|discs| discs.error) })
    }

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

    /// One line: the number solved, how far the answers are from exact margins, the time and the nodes.
    pub fn summary(&self, language: Language) -> String {
        let (solved, total) = (self.count(Grade::Solved), self.answers.len());
        // The names of the file and the engine stay as they are in traditional Chinese.
        let mut text = self.suite.clone();
        text += &language.pick(
            format!(": {solved} of {total} solved"),
            format!("：{total} 题解出 {solved} 题"),
            format!("：{total}問中{solved}問正解"),
        );
        let mut add = |n: usize, en: &str, zh: &str, ja: &str| {
            if n > 0 {
                text += &language.pick(format!(", {n} {en}"), format!("，{zh} {n}"), format!("、{ja}{n}"));
            }
        };
        add(self.count(Grade::Wrong), "claimed wrongly", "断言有误", "誤った断定");
        add(self.count(Grade::Refused), "refused", "未能作答", "回答不能");
        add(self.skipped.len(), "skipped", "略过", "省略");
        if let Some(Margins { moves: (listed, best), loss, error }) = self.margins() {
            if let Some(loss) = loss {
                let share = best as f64 / listed as f64 * 100.0;
                text += &language.pick(
                    format!("; best moves {share:.1} %, mean loss {loss:.2} discs"),
                    format!("；最佳着法 {share:.1} %，平均损失 {loss:.2} 子"),
                    format!("。最善手{share:.1} %、損失の平均{loss:.2}石"),
                );
            }
            if let Some(error) = error {
                text += &language.pick(
                    format!("; mean error of the score {error:.2} discs"),
                    format!("；评分平均误差 {error:.2} 子"),
                    format!("。評価の平均誤差{error:.2}石"),
                );
            }
        }
        let (seconds, nodes) = (self.time().as_secs_f64(), self.nodes());
        text += &language.pick(
            format!("; {seconds:.3} s, {nodes} nodes"),
            format!("；{seconds:.3} 秒，{nodes} 节点"),
            format!("。{seconds:.3}秒、{nodes}ノード"),
        );
        if let Some(engine) = &self.engine {
            text = text + language.pick("; ", "；", "。") + engine;
        }
        text
    }

    /// A table with a line for each position: mark, name, the question about chains if it is one, answer, solution,
    /// depth where there is one, nodes, seconds. With `all` also
    /// the solved ones. Then the first of the skipped lines with the reason, with `all` every one.
    pub fn table(&self, suite: &Suite, all: bool, language: Language) -> String {
        // A longer cell moves the rest of its line to the right.
        let padded = |cell: String, width: usize| {
            let space = " ".repeat(width.saturating_sub(cell.width()).max(1));
            cell + &space
        };
        let mut text = String::new();
        for (problem, answer) in suite.problems.iter().zip(&self.answers) {
            if all || answer.mark != Grade::Solved {
                let (depth, nodes, seconds) = (answer.depth, answer.nodes, answer.time.as_secs_f64());
                text += &padded(answer.mark.text(language).into(), 9);
                text += &padded(problem.name.clone(), 13);
                if let Some(question) = problem.question_text() {
                    text += &padded(question, 21);
                }
                text += &padded(problem.answer_text(&answer.said, language), 29);
                text += language.pick("known: ", "答案：", "解答：");
                text += &padded(problem.solution_text(language), 29);
                // Reading, the rules and playouts without a tree have no depth.
                if depth > 0 {
                    text += &language.pick(
                        format!("depth {depth:3} "),
                        format!("深度 {depth:3} "),
                        format!("深さ{depth:3} "),
                    );
                }
                text += &language.pick(
                    format!("{nodes:>12} nodes {seconds:9.3} s\n"),
                    format!("{nodes:>12} 节点 {seconds:9.3} 秒\n"),
                    format!("{nodes:>12}ノード {seconds:9.3}秒\n"),
                );
            }
        }
        let listed = if all { usize::MAX } else { SKIPPED };
        for (line, why) in self.skipped.iter().take(listed) {
            let why = why.text(language);
            text += &language.pick(
                format!("skipped, line {line}: {why}\n"),
                format!("略过，第 {line} 行：{why}\n"),
                format!("省略、{line}行目：{why}\n"),
            );
        }
        let more = self.skipped.len().saturating_sub(listed);
        if more > 0 {
            text += &language.pick(
                format!("and {more} more lines skipped (--all, --json: every one)\n"),
                format!("另有 {more} 行略过（全部列出：--all 或 --json）\n"),
                format!("ほか{more}行を省略（--allか--jsonですべて表示）\n"),
            );
        }
        text
    }

    /// The report as JSON.
    pub fn to_json(&self, suite: &Suite) -> Value {
        let answer = |(problem, answer): (&super::Problem, &Answer)| {
            let discs = answer.discs.unwrap_or_default();
            json!({
                "name": problem.name, "line": problem.line, "question": problem.question_text(), "verdict": answer.mark.word(), "said": problem.answer_text(&answer.said, Language::English),
                "known": problem.solution_text(Language::English), "proof": answer.proof, "depth": answer.depth, "nodes": answer.nodes,
                "time_ms": answer.time.as_secs_f64() * 1000.0, "loss": discs.loss, "error": discs.error,
            })
        };
        let margins = self.margins();
        let share = margins.map(|m| m.moves).filter(|(listed, _)| *listed > 0);
        json!({
            "suite": self.suite, "engine": self.engine, "positions": self.answers.len(),
            "solved": self.count(Grade::Solved), "missed": self.count(Grade::Missed),
            "wrong": self.count(Grade::Wrong), "refused": self.count(Grade::Refused), "skipped": self.skipped.len(),
            "skipped_lines": self.skipped.iter().map(|(line, why)| json!({ "line": line, "why": why.to_string() })).collect::<Vec<_>>(),
            "nodes": self.nodes(), "time_ms": self.time().as_secs_f64() * 1000.0,
            "best_moves": share.map(|(listed, best)| best as f64 / listed as f64),
            "mean_loss": margins.and_then(|m| m.loss), "mean_error": margins.and_then(|m| m.error),
            "answers": suite.problems.iter().zip(&self.answers).map(answer).collect::<Vec<_>>(),
        })
    }
}

impl Grade {
    /// `solved`, `missed`, `wrong`, `refused`: the words of the JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Grade::Solved => "solved",
            Grade::Missed => "missed",
            Grade::Wrong => "wrong",
            Grade::Refused => "refused",
        }
    }

    /// The mark in words.
    pub fn text(self, language: Language) -> &'static str {
        match self {
            Grade::Solved => language.pick(self.word(), "解出", "正解"),
            Grade::Missed => language.pick(self.word(), "未解出", "不正解"),
            Grade::Wrong => language.pick(self.word(), "断言有误", "誤断定"),
            Grade::Refused => language.pick(self.word(), "未作答", "回答不能"),
        }
    }
}
