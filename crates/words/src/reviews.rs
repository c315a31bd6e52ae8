//! Games, moves, scores and limits as reports write them.

use crate::{Language, count};
use tengen_engine::{Limits, Proof, Score};
use tengen_games::{Game, GameKind, GameSpec, Move, Unit};

impl Language {
    /// The game with its rules and size.
    pub fn game(self, spec: &GameSpec) -> String {
        let info = spec.info();
        let game = self.label(info.name);
        match spec.rule_set() {
            // The rules of games without a list of sizes include the size.
            Some(set) if info.sizes.is_empty() => self.label(set.name).into(),
            None if info.sizes.is_empty() => format!("{game} {}", spec.rules_text()),
            _ => self.with_rules(game, spec),
        }
    }

    /// A move as players of the game write it.
    pub fn mv<G: Game>(self, position: &G, mv: Move) -> String {
        match mv {
            Move::Pass if self != Language::English => self.pick("", "停一手", "パス").into(),
            Move::Choose(choice) => self.choice(choice),
            _ => position.format_move(mv),
        }
    }

    /// The first moves of a line, at most `limit`.
    pub fn line<G: Game>(self, position: &G, moves: &[Move], limit: usize) -> String {
        let mut list: Vec<String> = moves.iter().take(limit).map(|&mv| self.mv(position, mv)).collect();
        if moves.len() > limit {
            list.push("…".into());
        }
        list.join(" ")
    }

    /// A score from its side, short: `62%`, `win in 7`, `+12 discs`.
    pub fn short_score(self, score: Score, kind: GameKind) -> String {
        match score {
            Score::Estimate { win, .. } => percent(win),
            Score::Proven(Proof::Win(0)) => self.pick("won", "已胜", "勝ち").into(),
            Score::Proven(Proof::Loss(0)) => self.pick("lost", "已负", "負け").into(),
            Score::Proven(Proof::Win(n)) => {
                self.pick(format!("win in {n}"), format!("{n} 手内胜"), format!("{n}手で勝ち"))
            }
            Score::Proven(Proof::Loss(n)) => {
                self.pick(format!("loss in {n}"), format!("{n} 手内负"), format!("{n}手で負け"))
            }
            Score::Proven(Proof::Draw) => self.pick("draw", "和棋", "引き分け").into(),
            Score::Proven(Proof::Margin(m)) => match self {
                Language::Japanese => format!("{m:+}{}", self.unit(kind)),
                _ => format!("{m:+} {}", self.unit(kind)),
            },
        }
    }

    /// The game's own unit.
    pub fn unit(self, kind: GameKind) -> &'static str {
        match kind.info().unit {
            Unit::Discs => self.pick("discs", "子", "石"),
            _ => self.pick("points", "目", "目"),
        }
    }

    /// The limits of the analysis of each position.
    pub fn limits(self, limits: &Limits) -> String {
        let mut parts = Vec::new();
        if let Some(time) = limits.time {
            let seconds = time.as_secs_f64();
            parts.push(self.pick(format!("{seconds} s"), format!("{seconds} 秒"), format!("{seconds}秒")));
        }
        if let Some(nodes) = limits.nodes {
            parts.push(self.pick(
                count(nodes as usize, "node"),
                format!("{nodes} 节点"),
                format!("{nodes}ノード"),
            ));
        }
        if let Some(depth) = limits.depth {
            parts.push(self.pick(format!("depth {depth}"), format!("深度 {depth}"), format!("深さ{depth}")));
        }
        if parts.is_empty() {
            return self.pick("no limit", "不限", "制限なし").into();
        }
        self.pick(
            format!("{} per position", parts.join(", ")),
            format!("每个局面 {}", parts.join("、")),
            format!("1局面あたり{}", parts.join("、")),
        )
    }
}

/// A winning chance (0 to 1) in whole per cent. It is 0% or 100% only if it is exactly that.
pub fn percent(win: f32) -> String {
    let whole = (win * 100.0).round();
    let whole = if win > 0.0 && win < 1.0 { whole.clamp(1.0, 99.0) } else { whole };
    format!("{whole:.0}%")
}
