//! Why: what there is to say about a position and the move chosen, in words of both languages.
//!
//! Every face shows the same [`Explanation`]. What can be said of any game from an [`Analysis`] is said here
//! ([`explain_choice`]); the games' own crates add what they know.

use crate::{Analysis, Line, Proof, Score};
use serde_json::{Value, json};
use tengen_board::{Color, Point};
use tengen_games::{EndReason, Game, Move};

/// A text in English and in simplified Chinese.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bilingual {
    /// English.
    pub en: String,
    /// 简体中文.
    pub zh: String,
}

impl Bilingual {
    /// A text in both languages.
    pub fn new(en: impl Into<String>, zh: impl Into<String>) -> Bilingual {
        Bilingual { en: en.into(), zh: zh.into() }
    }

    /// `{"en": …, "zh": …}`.
    pub fn to_json(&self) -> Value {
        json!({"en": self.en, "zh": self.zh})
    }
}

/// What an item speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// A threat that a side has.
    Threat,
    /// A point that a rule closes.
    Forbidden,
    /// What a rule of a player that chooses by striking out did.
    Rule,
    /// The move chosen.
    Choice,
}

impl Topic {
    /// `threat`, `forbidden`, `rule`, `choice`.
    pub const fn name(self) -> &'static str {
        match self {
            Topic::Threat => "threat",
            Topic::Forbidden => "forbidden",
            Topic::Rule => "rule",
            Topic::Choice => "choice",
        }
    }
}

/// One thing to say.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// What it speaks of.
    pub topic: Topic,
    /// Which kind of that, in words joined by hyphens: `five`, `open-four`, `vcf`, the name of a rule.
    pub name: String,
    /// Whose it is.
    pub side: Option<Color>,
    /// The points that it is about, in order where the order means something.
    pub points: Vec<Point>,
    /// The sentence.
    pub text: Bilingual,
}

/// Everything there is to say about a position, the most urgent first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Explanation {
    /// What there is to say.
    pub items: Vec<Item>,
}

impl Explanation {
    /// Everything as one text, a line an item.
    pub fn text(&self) -> Bilingual {
        let join = |pick: fn(&Bilingual) -> &str| {
            self.items.iter().map(|item| pick(&item.text)).collect::<Vec<_>>().join("\n")
        };
        Bilingual { en: join(|text| &text.en), zh: join(|text| &text.zh) }
    }

    /// `{"text": {"en", "zh"}, "items": [{"topic", "name", "side", "points", "text": {"en", "zh"}}]}`; points are written in the
    /// game's habit.
    pub fn to_json<G: Game>(&self, position: &G) -> Value {
        let item = |item: &Item| {
            let points = item.points.iter().map(|&p| position.format_move(Move::Place(p)));
            json!({
                "topic": item.topic.name(), "name": item.name, "side": item.side.map(|side| side.to_string()),
                "points": points.collect::<Vec<_>>(), "text": item.text.to_json(),
            })
        };
        json!({"text": self.text().to_json(), "items": self.items.iter().map(item).collect::<Vec<_>>()})
    }
}

/// The name of a side in Chinese.
pub const fn side_zh(side: Color) -> &'static str {
    match side {
        Color::Black => "黑方",
        Color::White => "白方",
    }
}

/// A score in both languages, from the side to move.
pub fn score_words(score: Score) -> Bilingual {
    let zh = match score {
        Score::Estimate { value, win } => format!("{value:+.1}（胜率 {:.0}%）", win * 100.0),
        Score::Proven(Proof::Win(n)) => format!("{n} 手内胜"),
        Score::Proven(Proof::Loss(n)) => format!("{n} 手内负"),
        Score::Proven(Proof::Draw) => "和棋".into(),
        Score::Proven(Proof::Margin(m)) => format!("恰为 {m:+}"),
    };
    Bilingual::new(score.to_string(), zh)
}

/// What can be said of the choice of an engine in any game: the move and its score, what it does on the board, the line that is
/// expected, and what the rules of a player that strikes out left over.
pub fn explain_choice<G: Game>(position: &G, analysis: &Analysis) -> Vec<Item> {
    let mut items = Vec::new();
    let side = position.to_move();
    let mut say = |topic, name: &str, points, en: String, zh: String| {
        items.push(Item { topic, name: name.into(), side: Some(side), points, text: Bilingual { en, zh } });
    };
    for rule in analysis.rules.iter().filter(|rule| !rule.struck.is_empty()) {
        let points: Vec<Point> = rule.struck.iter().filter_map(|strike| strike.mv.point()).collect();
        let (count, left) = (rule.struck.len(), rule.left);
        // One reason that they share is told; many are in the analysis itself.
        let why = &rule.struck[0].why;
        let shared = rule.struck.iter().all(|strike| strike.why == *why);
        let en = if shared { format!(": {why}") } else { String::new() };
        say(
            Topic::Rule,
            &rule.rule,
            points,
            format!("the rule {} strikes out {count} points and leaves {left}{en}", rule.rule),
            format!("规则 {} 剔除 {count} 点，余 {left} 点", rule.rule),
        );
    }
    let Some(best) = analysis.best else {
        let (en, zh) = ("there is no legal move", "没有合法着手");
        say(Topic::Choice, "none", vec![], en.into(), zh.into());
        return items;
    };
    let mv = position.format_move(best);
    let at: Vec<Point> = best.point().into_iter().collect();
    match analysis.score() {
        Some(score) => {
            let score = score_words(score);
            say(
                Topic::Choice,
                "move",
                at.clone(),
                format!("the move chosen is {mv}: {}", score.en),
                format!("选择 {mv}：{}", score.zh),
            );
        }
        None => {
            say(Topic::Choice, "move", at.clone(), format!("the move chosen is {mv}"), format!("选择 {mv}"))
        }
    }
    let mut after = position.clone();
    if let Ok(played) = after.play(best) {
        if !played.captured.is_empty() {
            let n = played.captured.len();
            let (en, zh) = (format!("{mv} captures {n} stones"), format!("{mv} 提 {n} 子"));
            say(Topic::Choice, "captures", played.captured, en, zh);
        }
        if !played.flipped.is_empty() {
            let n = played.flipped.len();
            let (en, zh) = (format!("{mv} turns {n} discs over"), format!("{mv} 翻转 {n} 子"));
            say(Topic::Choice, "flips", played.flipped, en, zh);
        }
        if let Some(outcome) = played.outcome.filter(|outcome| outcome.winner == Some(side)) {
            let points = if outcome.reason == EndReason::Line { played.line } else { at };
            say(Topic::Choice, "wins", points, format!("{mv} wins the game"), format!("{mv} 获胜"));
        }
    }
    if let Some(Line { moves, .. }) = analysis.lines.first().filter(|line| line.moves.len() > 1) {
        let words: Vec<String> = moves.iter().take(12).map(|&mv| position.format_move(mv)).collect();
        let words = words.join(" ");
        let points = moves.iter().filter_map(|mv| mv.point()).collect();
        say(
            Topic::Choice,
            "line",
            points,
            format!("the line expected: {words}"),
            format!("预计的变化：{words}"),
        );
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::othello;

    #[test]
    fn a_choice_is_told_in_both_languages() {
        let game = othello::Position::new(&othello::Rules::STANDARD);
        let best = game.parse_move("f5").unwrap();
        let reply = game.parse_move("d6").unwrap();
        let score = Score::Estimate { value: 2.0, win: 0.6 };
        let lines = vec![Line { moves: vec![best, reply], score, work: 1 }];
        let analysis = Analysis { best: Some(best), lines, ..Analysis::default() };
        let told = Explanation { items: explain_choice(&game, &analysis) };
        let names: Vec<&str> = told.items.iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, ["move", "flips", "line"]);
        let text = told.text();
        assert!(text.en.contains("f5 turns 1 discs over") && text.zh.contains("f5 翻转 1 子"), "{text:?}");
        let json = told.to_json(&game);
        assert_eq!(json["items"][1]["points"][0], "e5");
        assert_eq!(json["items"][0]["topic"], "choice");
        let none = explain_choice(&game, &Analysis::default());
        assert_eq!((none.len(), none[0].name.as_str()), (1, "none"));
    }
}
