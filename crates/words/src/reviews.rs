//! Games, moves, scores and limits as reports write them.

use crate::scores::signed;
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

    /// A score from its side, short: `62%`, `win in 7`, `exactly +12 discs`.
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
            Score::Proven(Proof::Margin(m)) => {
                let m = self.margin(m, kind);
                self.pick(format!("exactly {m}"), format!("恰为 {m}"), format!("ちょうど{m}"))
            }
        }
    }

    /// The score before a move and the score after it, short: `62% → 45%`, `exactly −10 → −22 discs`.
    pub fn swing(self, before: Score, after: Score, kind: GameKind) -> String {
        if let (Score::Proven(Proof::Margin(had)), Score::Proven(Proof::Margin(has))) = (before, after)
            && had != has
        {
            let (had, has) = (signed(format!("{had:+}")), self.margin(has, kind));
            return self.pick(
                format!("exactly {had} → {has}"),
                format!("恰为 {had} → {has}"),
                format!("ちょうど{had} → {has}"),
            );
        }
        let (before, after) = (self.short_score(before, kind), self.short_score(after, kind));
        if before == after { after } else { format!("{before} → {after}") }
    }

    /// A proven bound from below, from its side: `at least +10 discs`.
    pub fn at_least(self, proof: Proof, kind: GameKind) -> String {
        let m = self.bound(proof, kind);
        self.pick(format!("at least {m}"), format!("至少 {m}"), format!("少なくとも{m}"))
    }

    /// A proven bound from above, from its side: `at most −10 discs`.
    pub fn at_most(self, proof: Proof, kind: GameKind) -> String {
        let m = self.bound(proof, kind);
        self.pick(format!("at most {m}"), format!("至多 {m}"), format!("よくても{m}"))
    }

    fn bound(self, proof: Proof, kind: GameKind) -> String {
        match proof {
            Proof::Margin(m) => self.margin(m, kind),
            Proof::Draw => self.pick("a draw", "和棋", "引き分け").into(),
            other => self.short_score(Score::Proven(other), kind),
        }
    }

    /// A margin in the game's own unit: `+12 discs`.
    fn margin(self, margin: f32, kind: GameKind) -> String {
        let (m, unit) = (signed(format!("{margin:+}")), self.unit(kind));
        self.pick(format!("{m} {unit}"), format!("{m} {unit}"), format!("{m}{unit}"))
    }

    /// Where the opening of a game ends and where its ending begins, as reviews cut it.
    pub fn phases(self, spec: &GameSpec) -> &'static str {
        match spec.unit() {
            Unit::Discs => self.pick(
                "the opening lasts until a third of the board is filled; the endgame begins at two thirds",
                "棋盘填满三分之一以前为布局，三分之二起为收官",
                "盤の3分の1が埋まるまでが序盤、3分の2からが終盤です",
            ),
            Unit::Points => self.pick(
                "the opening lasts until there is a stone for every ninth point; the endgame begins at a half",
                "棋子达到全盘点数的九分之一以前为布局，一半起为收官",
                "石の数が盤の点の9分の1になるまでが序盤、半分からが終盤です",
            ),
            _ if spec.size().area() < 50 => self.pick(
                "the opening is the first 3 stones; the endgame begins once a win is proven",
                "前 3 手为布局，胜负得到证明起为收官",
                "最初の3手が序盤、勝ちが証明されてからが終盤です",
            ),
            _ => self.pick(
                "the opening is the first 10 stones; the endgame begins once a win is proven",
                "前 10 手为布局，胜负得到证明起为收官",
                "最初の10手が序盤、勝ちが証明されてからが終盤です",
            ),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proven_margin_is_exact_and_a_bound_is_a_bound() {
        let texts = |language: Language| {
            let [ten, loss] = [-10.0, -22.0].map(Proof::Margin);
            let guess = Score::Estimate { value: 3.0, win: 0.625 };
            let kind = GameKind::Othello;
            [
                language.swing(Score::Proven(ten), Score::Proven(loss), kind),
                language.swing(guess, Score::Proven(loss), kind),
                language.swing(Score::Proven(loss), Score::Proven(loss), kind),
                language.at_least(ten, kind),
                language.at_most(Proof::Draw, kind),
            ]
        };
        assert_eq!(
            texts(Language::English),
            [
                "exactly −10 → −22 discs",
                "63% → exactly −22 discs",
                "exactly −22 discs",
                "at least −10 discs",
                "at most a draw"
            ]
        );
        let chinese = texts(Language::SimplifiedChinese);
        assert_eq!(chinese[..2], ["恰为 −10 → −22 子", "63% → 恰为 −22 子"]);
        assert_eq!(chinese[3..], ["至少 −10 子", "至多 和棋"]);
        let japanese = texts(Language::Japanese);
        assert_eq!(japanese[..2], ["ちょうど−10 → −22石", "63% → ちょうど−22石"]);
        assert_eq!(japanese[3..], ["少なくとも−10石", "よくても引き分け"]);
    }
}
