//! What a review says in words, in English and simplified Chinese.

use crate::{MoveReview, Phase, Verdict};
use tengen_board::Color;
use tengen_engine::{Limits, Proof, Score};
use tengen_games::{AnyPosition, Choice, Game, GameKind, GameSpec, Move, Unit};
use tengen_render::Style;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Lang {
    /// English or Chinese, whichever is spoken.
    pub fn pick<T>(self, en: T, zh: T) -> T {
        match self {
            Lang::En => en,
            Lang::Zh => zh,
        }
    }

    /// The language's tag (BCP 47).
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Zh => "zh-Hans",
        }
    }

    /// A verdict in a word or two.
    pub fn verdict(self, verdict: Verdict) -> &'static str {
        let (en, zh) = match verdict {
            Verdict::Best => ("best", "最佳"),
            Verdict::Good => ("good", "好棋"),
            Verdict::Inaccuracy => ("inaccuracy", "缓着"),
            Verdict::Mistake => ("mistake", "失误"),
            Verdict::MissedWin => ("missed win", "错失胜机"),
            Verdict::Blunder => ("blunder", "严重失误"),
        };
        self.pick(en, zh)
    }

    /// A phase of the game.
    pub fn phase(self, phase: Phase) -> &'static str {
        let (en, zh) = match phase {
            Phase::Opening => ("opening", "布局"),
            Phase::Middle => ("middle game", "中盘"),
            Phase::Ending => ("ending", "收官"),
        };
        self.pick(en, zh)
    }

    /// What the stones of a colour are called in a game: black and white, red and yellow, crosses and noughts.
    pub fn side(self, spec: &GameSpec, color: Color) -> &'static str {
        let first = color == Color::Black;
        match (Style::of(spec), first) {
            (Style::Holes, true) => self.pick("Red", "红方"),
            (Style::Holes, false) => self.pick("Yellow", "黄方"),
            (Style::Paper, true) => self.pick("Crosses", "叉方"),
            (Style::Paper, false) => self.pick("Noughts", "圈方"),
            (_, true) => self.pick("Black", "黑方"),
            (_, false) => self.pick("White", "白方"),
        }
    }

    /// The game with its rules and size.
    pub fn game(self, spec: &GameSpec) -> String {
        let (info, size, rules) = (spec.info(), spec.size(), spec.rules_text());
        let game = self.pick(info.name.en, info.name.zh);
        match spec.rule_set() {
            // The rules of games without a list of sizes include the size.
            Some(set) if info.sizes.is_empty() => self.pick(set.name.en, set.name.zh).into(),
            None if info.sizes.is_empty() => format!("{game} {rules}"),
            _ if info.rule_sets.len() == 1 => format!("{game} {size}"),
            _ => format!("{game} ({rules}) {size}"),
        }
    }

    /// A move as players of the game write it.
    pub fn mv(self, position: &AnyPosition, mv: Move) -> String {
        match (self, mv) {
            (Lang::Zh, Move::Pass) => "停着".into(),
            (Lang::Zh, Move::Choose(Choice::Take(Color::Black))) => "执黑".into(),
            (Lang::Zh, Move::Choose(Choice::Take(Color::White))) => "执白".into(),
            (Lang::Zh, Move::Choose(Choice::PlaceTwoMore)) => "再下两子".into(),
            (Lang::Zh, Move::Choose(Choice::FifthMoves(n))) => format!("五手 {n} 打"),
            _ => position.format_move(mv),
        }
    }

    /// Moves in a row, at most so many.
    pub fn line(self, position: &AnyPosition, moves: &[Move], most: usize) -> String {
        let mut words: Vec<String> = moves.iter().take(most).map(|&mv| self.mv(position, mv)).collect();
        if moves.len() > most {
            words.push("…".into());
        }
        words.join(" ")
    }

    /// A score from its side: `62%`, `win in 7`, `+12 discs`.
    pub fn score(self, score: Score, kind: GameKind) -> String {
        match score {
            Score::Estimate { win, .. } => percent(win),
            Score::Proven(Proof::Win(0)) => self.pick("won", "已胜").into(),
            Score::Proven(Proof::Loss(0)) => self.pick("lost", "已负").into(),
            Score::Proven(Proof::Win(n)) => self.pick(format!("win in {n}"), format!("{n} 手内胜")),
            Score::Proven(Proof::Loss(n)) => self.pick(format!("loss in {n}"), format!("{n} 手内负")),
            Score::Proven(Proof::Draw) => self.pick("draw", "和棋").into(),
            Score::Proven(Proof::Margin(m)) => format!("{m:+} {}", self.unit(kind)),
        }
    }

    /// The game's own unit.
    pub fn unit(self, kind: GameKind) -> &'static str {
        match kind.info().unit {
            Unit::Discs => self.pick("discs", "子"),
            _ => self.pick("points", "目"),
        }
    }

    /// How far the engine looked at each position.
    pub fn limits(self, limits: &Limits) -> String {
        let mut words = Vec::new();
        if let Some(time) = limits.time {
            let seconds = time.as_secs_f64();
            words.push(self.pick(format!("{seconds} s"), format!("{seconds} 秒")));
        }
        if let Some(nodes) = limits.nodes {
            words.push(self.pick(format!("{nodes} nodes"), format!("{nodes} 节点")));
        }
        if let Some(depth) = limits.depth {
            words.push(self.pick(format!("depth {depth}"), format!("深度 {depth}")));
        }
        if words.is_empty() {
            return self.pick("without limit", "不限").into();
        }
        self.pick(format!("{} a position", words.join(", ")), format!("每个局面 {}", words.join("、")))
    }

    /// What a move did to what was proven, as sentences; empty where it did nothing of note.
    pub fn facts(self, m: &MoveReview) -> String {
        let mut said = Vec::new();
        let plies = |score: Option<Score>| match score {
            Some(Score::Proven(Proof::Win(n) | Proof::Loss(n))) => Some(n),
            _ => None,
        };
        if m.facts.missed_win {
            said.push(match plies(m.before) {
                Some(n) => {
                    self.pick(format!("A proven win in {n} was there."), format!("本有 {n} 手内的必胜。"))
                }
                None => self.pick("A proven win was there.", "本有必胜。").into(),
            });
        }
        if m.facts.missed_draw {
            said.push(self.pick("A draw was there, proven.", "本可成和（已证明）。").into());
        }
        if m.facts.allowed_win {
            said.push(match plies(m.after) {
                Some(n) if n > 1 => self.pick(
                    format!("Now the opponent has a proven win in {}.", n - 1),
                    format!("对方现有 {} 手内的必胜。", n - 1),
                ),
                _ => self.pick("Now the opponent has a proven win.", "对方现已必胜。").into(),
            });
        }
        if let Some((before, after)) = m.facts.slower {
            said.push(self.pick(
                format!("Still won, but in {after} plies instead of {before}."),
                format!("仍必胜，但需 {after} 手而非 {before} 手。"),
            ));
        }
        said.join(self.pick(" ", ""))
    }
}

/// The sign that annotators put behind a move.
pub(crate) const fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Best | Verdict::Good => "",
        Verdict::Inaccuracy => "?!",
        Verdict::Mistake => "?",
        Verdict::MissedWin => "✗",
        Verdict::Blunder => "??",
    }
}

/// A chance as a whole number of per cent; never 0 or 100 for what is not quite that.
pub(crate) fn percent(win: f32) -> String {
    let whole = (win * 100.0).round();
    let whole = if win > 0.0 && win < 1.0 { whole.clamp(1.0, 99.0) } else { whole };
    format!("{whole:.0}%")
}
