//! What a review says of its moves, in each language.

use crate::{MoveReview, Phase, Review, Verdict};
use tengen_board::Color;
use tengen_engine::{Proof, Score};
use tengen_games::{GameKind, GameSpec};
use tengen_render::Style;
use tengen_words::Language;

/// The texts of reviews, beside those that [`Language`] has itself.
pub trait ReviewText {
    /// A verdict in a word or two.
    fn verdict(self, verdict: Verdict) -> &'static str;

    /// A phase of the game.
    fn phase(self, phase: Phase) -> &'static str;

    /// What the stones of a colour are called in a game: black and white, red and yellow, crosses and noughts.
    fn side(self, spec: &GameSpec, color: Color) -> &'static str;

    /// What a move did to what was proven, in sentences; empty if it changed nothing.
    fn facts(self, m: &MoveReview, kind: GameKind) -> String;

    /// The score before a move and the one after, with what was lost in the game's own unit. A bound is called one:
    /// `at least +2 discs → exactly −10 discs (−12 discs)`. `None` where a score is missing.
    fn swing_of(self, m: &MoveReview, kind: GameKind) -> Option<String>;

    /// What the playouts of a review hide, and what would show it; `None` if that is little.
    fn unseen(self, review: &Review) -> Option<String>;
}

impl ReviewText for Language {
    fn verdict(self, verdict: Verdict) -> &'static str {
        match verdict {
            Verdict::Best => self.pick("best", "最佳", "最善"),
            Verdict::Good => self.pick("good", "好棋", "好手"),
            Verdict::Inaccuracy => self.pick("inaccuracy", "缓手", "緩手"),
            Verdict::Mistake => self.pick("mistake", "失误", "疑問手"),
            Verdict::MissedWin => self.pick("missed win", "错失胜机", "勝ち逃し"),
            Verdict::Blunder => self.pick("blunder", "恶手", "悪手"),
        }
    }

    fn phase(self, phase: Phase) -> &'static str {
        match phase {
            Phase::Opening => self.pick("opening", "布局", "序盤"),
            Phase::Middle => self.pick("middle game", "中盘", "中盤"),
            Phase::Ending => self.pick("endgame", "收官", "終盤"),
        }
    }

    fn side(self, spec: &GameSpec, color: Color) -> &'static str {
        match (Style::of(spec), color) {
            (Style::Holes, Color::Black) => self.pick("Red", "红方", "赤"),
            (Style::Holes, Color::White) => self.pick("Yellow", "黄方", "黄"),
            (Style::Paper, Color::Black) => self.pick("Crosses", "叉方", "バツ"),
            (Style::Paper, Color::White) => self.pick("Noughts", "圈方", "マル"),
            (_, Color::Black) => self.pick("Black", "黑方", "黒"),
            (_, Color::White) => self.pick("White", "白方", "白"),
        }
    }

    fn unseen(self, review: &Review) -> Option<String> {
        let points = (review.unseen? * 100.0).round();
        Some(self.pick(
            format!("So few playouts hide losses of up to {points} points of winning chance: raise the limits to judge the moves."),
            format!("模拟次数太少，胜率损失在 {points} 个百分点以内的失误看不出来：请提高分析限制。"),
            format!("プレイアウトが少なく、{points}ポイントまでの勝率の損失は見分けられません。制限を上げてください。"),
        ))
    }

    fn swing_of(self, m: &MoveReview, kind: GameKind) -> Option<String> {
        let (before, after) = (m.before?, m.after?);
        let mut text = match (m.had_at_least, m.has_at_most) {
            (None, None) => self.swing(before, after, kind),
            (had, has) => {
                let had =
                    had.map_or_else(|| self.short_score(before, kind), |proof| self.at_least(proof, kind));
                let has =
                    has.map_or_else(|| self.short_score(after, kind), |proof| self.at_most(proof, kind));
                format!("{had} → {has}")
            }
        };
        // A loss of chances that costs no points has none to show.
        if let Some(units) = m.units.filter(|&units| units >= 0.05) {
            let unit = self.unit(kind);
            // Discs lost for certain are whole.
            text += &match m.facts.lost {
                Some(lost) if lost == units => self.aside(format_args!("−{lost} {unit}")),
                _ => self.aside(format_args!("−{units:.1} {unit}")),
            };
        }
        Some(text)
    }

    fn facts(self, m: &MoveReview, kind: GameKind) -> String {
        let mut sentences = Vec::new();
        let plies = |score: Option<Score>| match score {
            Some(Score::Proven(Proof::Win(n) | Proof::Loss(n))) => Some(n),
            _ => None,
        };
        if m.facts.missed_win {
            sentences.push(match plies(m.before) {
                Some(n) => self.pick(
                    format!("A proven win in {n} was missed."),
                    format!("错过了 {n} 手内的必胜。"),
                    format!("{n}手で勝てる手を逃しました。"),
                ),
                None => {
                    self.pick("A proven win was missed.", "错过了必胜。", "勝てる手を逃しました。").into()
                }
            });
        }
        if m.facts.missed_draw {
            sentences.push(
                self.pick(
                    "A proven draw was missed.",
                    "错过了已证明的和棋。",
                    "引き分けにできる手を逃しました。",
                )
                .into(),
            );
        }
        if m.facts.allowed_win {
            sentences.push(match plies(m.after) {
                Some(n) if n > 1 => self.pick(
                    format!("The opponent now has a proven win in {}.", n - 1),
                    format!("对方现在有 {} 手内的必胜。", n - 1),
                    format!("相手が{}手で勝てるようになりました。", n - 1),
                ),
                _ => self
                    .pick(
                        "The opponent now has a proven win.",
                        "对方现在已必胜。",
                        "相手の勝ちになりました。",
                    )
                    .into(),
            });
        }
        if let Some((before, after)) = m.facts.slower {
            sentences.push(self.pick(
                format!("Still won, but in {after} plies instead of {before}."),
                format!("仍然必胜，但需 {after} 手，而非 {before} 手。"),
                format!("勝ちは動きませんが、{before}手でなく{after}手かかります。"),
            ));
        }
        if let Some(lost) = m.facts.lost {
            let unit = self.unit(kind);
            sentences.push(self.pick(
                format!("Lost for certain: {lost} {unit}."),
                format!("确定损失 {lost} {unit}。"),
                format!("確実に{lost}{unit}の損です。"),
            ));
        }
        sentences.join(self.pick(" ", "", ""))
    }
}

/// The annotation sign behind a move.
pub(crate) const fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Best | Verdict::Good => "",
        Verdict::Inaccuracy => "?!",
        Verdict::Mistake => "?",
        Verdict::MissedWin => "?✕",
        Verdict::Blunder => "??",
    }
}
