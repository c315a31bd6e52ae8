//! Scores, players and times.

use crate::{Language, count};
use std::time::Duration;
use tengen_engine::{Proof, Score};
use tengen_games::PlayerId;

/// A chance in percent, as the page writes it: a digit more below 1 and above 99, never certain.
fn chance(win: f32) -> String {
    let percent = (win * 100.0).clamp(0.1, 99.9);
    if (1.0..=99.0).contains(&percent) { format!("{:.0}", percent.round()) } else { format!("{percent:.1}") }
}

/// A number with a minus sign in place of the hyphen.
pub(crate) fn signed(number: String) -> String {
    number.replacen('-', "−", 1)
}

impl Language {
    /// The player who begins, or the other one.
    pub fn player(self, player: PlayerId) -> &'static str {
        match player {
            PlayerId::First => self.pick("first player", "先手方", "先手"),
            PlayerId::Second => self.pick("second player", "后手方", "後手"),
        }
    }

    /// A score from the side to move: `+3.5 (62%)`, `62%`, `win in 7`, `+12 exactly`.
    pub fn score(self, score: Score) -> String {
        match score {
            Score::Estimate { value, win } => {
                // Never certain without a proof.
                let percent = chance(win);
                // An engine without an evaluation has the chance alone.
                if value == 0.0 {
                    return self.pick(
                        format!("{percent}%"),
                        format!("胜率 {percent}%"),
                        format!("勝率{percent}%"),
                    );
                }
                let value = match format!("{value:+.1}").as_str() {
                    "+0.0" | "-0.0" => "0.0".into(),
                    other => signed(other.into()),
                };
                self.pick(
                    format!("{value} ({percent}%)"),
                    format!("{value}（胜率 {percent}%）"),
                    format!("{value}（勝率{percent}%）"),
                )
            }
            Score::Proven(Proof::Win(n)) => {
                self.pick(format!("win in {n}"), format!("{n} 手内胜"), format!("{n}手で勝ち"))
            }
            Score::Proven(Proof::Loss(n)) => {
                self.pick(format!("loss in {n}"), format!("{n} 手内负"), format!("{n}手で負け"))
            }
            Score::Proven(Proof::Draw) => self.pick("draw", "和棋", "引き分け").into(),
            Score::Proven(Proof::Margin(m)) => {
                let m = signed(format!("{m:+}"));
                self.pick(format!("{m} exactly"), format!("恰为 {m}"), format!("ちょうど{m}"))
            }
        }
    }

    /// A count of plies: `1 ply`, `7 plies`, `7 手`.
    pub fn plies(self, plies: u32) -> String {
        self.pick(count(plies as usize, "ply"), format!("{plies} 手"), format!("{plies}手"))
    }

    /// A span of time as on a clock: `1:02:03`, `4:05`, with tenths under ten seconds.
    pub fn time(self, time: Duration) -> String {
        let s = time.as_secs();
        match s {
            0..10 => format!("0:{:04.1}", (time.as_millis() / 100) as f64 / 10.0),
            10..3600 => format!("{}:{:02}", s / 60, s % 60),
            _ => format!("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minus_sign_is_none_of_the_hyphens() {
        let score = |value| Language::English.score(Score::Estimate { value, win: 0.25 });
        assert_eq!((score(-3.5), score(3.5)), ("−3.5 (25%)".into(), "+3.5 (25%)".into()));
        assert_eq!((score(-0.04), score(0.04)), ("0.0 (25%)".into(), "0.0 (25%)".into()));
        assert_eq!(Language::SimplifiedChinese.score(Score::Proven(Proof::Margin(-4.0))), "恰为 −4");
    }

    #[test]
    fn chances_near_the_ends_have_another_digit_and_are_never_certain() {
        let words = |win| Language::English.score(Score::Estimate { value: 0.0, win });
        let chances = [0.0, 0.0004, 0.004, 0.01, 0.625, 0.99, 0.994, 0.9993, 1.0].map(words);
        assert_eq!(chances, ["0.1%", "0.1%", "0.4%", "1%", "63%", "99%", "99.4%", "99.9%", "99.9%"]);
    }
}
