//! What is wrong with an opening, a configuration or a stored game: data, and the words for it.

use std::fmt;
use tengen_board::Size;
use tengen_games::{GameKind, Illegal};
use tengen_records::{ReadError, Violation};
use tengen_words::Language;

/// What is wrong with an opening of a file or of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningFault {
    /// A move that the rules forbid.
    Illegal(Illegal),
    /// The game is over at its end: no move is left to the engines.
    Over,
    /// The file is no record that Tengen reads.
    Read(ReadError),
    /// It is of another game or board than the match.
    OtherGame {
        /// Its game and board.
        found: (GameKind, Size),
        /// Those of the match.
        wanted: (GameKind, Size),
    },
    /// A node of the record that breaks the rules of the match.
    Rules(Violation),
    /// A point that is off the board.
    OffBoard {
        /// Columns to the right of the centre.
        x: i32,
        /// Rows below the centre.
        y: i32,
        /// The board.
        size: Size,
    },
}

impl OpeningFault {
    /// The fault in a language.
    pub fn text(&self, language: Language) -> String {
        let (en, zh, ja) = match self {
            OpeningFault::Illegal(illegal) => return language.illegal(illegal),
            OpeningFault::Over => return over(language).into(),
            OpeningFault::Read(error) => return reading(error, language),
            OpeningFault::OtherGame { found, wanted } => {
                let [(kind, size), (own, board)] = [*found, *wanted];
                let [kind, own] = [kind, own].map(|kind| language.kind(kind));
                (
                    format!("it is {kind} on {size}, not {own} on {board}"),
                    format!("是 {size} 的{kind}，而不是 {board} 的{own}"),
                    format!("{board}の{own}でなく{size}の{kind}です"),
                )
            }
            OpeningFault::Rules(violation) => return language.violation(&violation.kind),
            OpeningFault::OffBoard { x, y, size } => (
                format!("{x},{y} from the centre is off a {size} board"),
                format!("距中心 {x},{y} 的点不在 {size} 的棋盘上"),
                format!("中央から{x},{y}の点は{size}の盤の外です"),
            ),
        };
        language.pick(en, zh, ja)
    }
}

impl fmt::Display for OpeningFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl std::error::Error for OpeningFault {}

/// What is wrong with the configuration of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfigFault {
    /// Fewer than two players.
    Players,
    /// No games or no openings.
    Games,
    /// SPRT with more than two players.
    SprtPlayers,
    /// Numbers of SPRT that make no test.
    SprtNumbers,
    /// Pondering in games without a clock.
    PonderWithoutTime,
    /// Pondering, which the protocol of this player cannot switch on.
    NoPondering {
        /// The player.
        player: String,
        /// Its protocol.
        protocol: &'static str,
    },
}

impl ConfigFault {
    /// The fault in a language.
    pub fn text(&self, language: Language) -> String {
        let text = match self {
            ConfigFault::NoPondering { player, protocol } => {
                return language.pick(
                    format!("{player} cannot be told to ponder: {protocol} has no command for it"),
                    format!("无法让 {player} 后台思考：{protocol} 没有这样的命令"),
                    format!("{player}に相手の時間の思考を指示できません：{protocol}にはその命令がありません"),
                );
            }
            ConfigFault::PonderWithoutTime => language.pick(
                "pondering needs a limit of time: within other limits nothing is gained by it",
                "后台思考需要时间限制：只有其他限制时毫无作用",
                "相手の時間の思考には時間の制限が必要です。ほかの制限だけでは得るものがありません",
            ),
            ConfigFault::Players => language.pick(
                "a match needs two players",
                "比赛需要两个棋手",
                "対戦には2人の対局者が必要です",
            ),
            ConfigFault::Games => language.pick(
                "a match needs at least one game and one opening",
                "比赛至少需要一局和一个开局",
                "対戦には1局以上の対局と1つ以上の開局が必要です",
            ),
            ConfigFault::SprtPlayers => {
                language.pick("SPRT needs exactly two players", "SPRT 只比较两个棋手", "SPRTは2人の比較です")
            }
            ConfigFault::SprtNumbers => language.pick(
                "a test needs elo0 < elo1, and alpha and beta between 0 and 0.5",
                "SPRT 要求 elo0 < elo1，且 alpha 和 beta 在 0 与 0.5 之间",
                "SPRTではelo0 < elo1とし、alphaとbetaは0〜0.5の間にしてください",
            ),
        };
        text.into()
    }
}

impl fmt::Display for ConfigFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl std::error::Error for ConfigFault {}

/// What is wrong with a line of stored games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoredGameFault {
    /// It is no game in JSON: the message of the reader.
    Json(String),
    /// A game, by its number from 1, has other players than the match.
    OtherPlayers(usize),
}

impl StoredGameFault {
    /// The fault in a language. The message of the reader of JSON stays as it is.
    pub fn text(&self, language: Language) -> String {
        let (en, zh, ja) = match self {
            StoredGameFault::Json(message) => (
                format!("not a game in JSON: {message}"),
                format!("不是 JSON 格式的对局：{message}"),
                format!("JSONの対局ではありません：{message}"),
            ),
            StoredGameFault::OtherPlayers(game) => (
                format!("game {game} has other players than this match"),
                format!("第 {game} 局的棋手与本次比赛不同"),
                format!("第{game}局の対局者がこの対戦と違います"),
            ),
        };
        language.pick(en, zh, ja)
    }
}

impl fmt::Display for StoredGameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl std::error::Error for StoredGameFault {}

/// No move is left at the end of the moves.
pub(crate) fn over(language: Language) -> &'static str {
    language.pick("the game is over at its end", "其末尾对局已经结束", "最後の局面で対局が終わっています")
}

/// Why a record cannot be read, with the place.
pub(crate) fn reading(error: &ReadError, language: Language) -> String {
    let (place, why) = (language.place(error.at), language.read_error(error));
    language.pick(format!("{place}: {why}"), format!("{place}：{why}"), format!("{place}：{why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::{Game, GameSpec, Move, gomoku};
    use tengen_records::{ReadOptions, movelist};
    use tengen_words::untranslated;

    #[test]
    fn every_fault_has_words_in_each_language() {
        let mut position = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
        let h8 = position.parse_move("h8").unwrap();
        position.play(h8).unwrap();
        let spec: GameSpec = "gomoku".parse().unwrap();
        let read = movelist::read(b"h8q77", &ReadOptions::default().with_spec(spec)).unwrap_err();
        let size = Size::of(15, 15);
        let gomoku = (GameKind::Gomoku, size);
        for fault in [
            OpeningFault::Illegal(position.check(h8).unwrap_err()),
            OpeningFault::Illegal(position.check(Move::Pass).unwrap_err()),
            OpeningFault::Over,
            OpeningFault::Read(read),
            OpeningFault::OtherGame { found: (GameKind::Go, Size::of(19, 19)), wanted: gomoku },
            OpeningFault::OffBoard { x: 99, y: 0, size },
        ] {
            assert_eq!(untranslated(|language| fault.text(language), &["pass"]), None);
        }
        for fault in [
            ConfigFault::Players,
            ConfigFault::Games,
            ConfigFault::SprtPlayers,
            ConfigFault::SprtNumbers,
            ConfigFault::PonderWithoutTime,
            ConfigFault::NoPondering { player: "P".into(), protocol: "GTP" },
        ] {
            let kept = ["SPRT", "elo", "alpha", "beta", "P", "GTP"];
            assert_eq!(untranslated(|language| fault.text(language), &kept), None);
        }
        for fault in [StoredGameFault::Json("?".into()), StoredGameFault::OtherPlayers(7)] {
            assert_eq!(untranslated(|language| fault.text(language), &["JSON"]), None);
        }
    }
}
