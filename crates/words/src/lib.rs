//! Everything that people read about games: rules, refusals, ends, openings, scores, explanations, in each
//! [`Language`].
//!
//! The rules and the engines return data (kinds, points, numbers); this crate turns it into sentences. No sentence is
//! taken apart to make another. English, simplified Chinese and Japanese are written by hand, traditional Chinese
//! is made from the simplified text by [`to_traditional`].
//!
//! ```
//! use tengen_games::{Game, othello};
//! use tengen_words::Language;
//! let game = othello::Position::new(&othello::Rules::STANDARD);
//! let refused = game.check(game.parse_move("a1")?).unwrap_err();
//! assert_eq!(Language::SimplifiedChinese.illegal(&refused), "第 1 手（a1）不合规则：不能翻转任何棋子");
//! assert_eq!(Language::TraditionalChinese.illegal(&refused), "第 1 手（a1）不合規則：不能翻轉任何棋子");
//! assert_eq!(Language::Japanese.illegal(&refused), "1手目（a1）は打てません：返せる石がありません");
//! # Ok::<(), tengen_games::MoveError>(())
//! ```

mod books;
mod check;
mod engine_errors;
mod errors;
mod explanation;
mod files;
mod japanese;
mod language;
mod levels;
mod losses;
mod names;
mod openings;
mod proofs;
mod reading;
mod reviews;
mod rules;
mod scores;
mod texts;
mod traditional;

pub use check::untranslated;
pub use errors::nearest;
pub use explanation::explanation_json;
pub use japanese::not_japanese;
pub use language::{ChineseText, Language, count};
pub use levels::engine_in_record;
pub use names::rule_set_groups;
pub use openings::{opening_at, opening_json, opening_of};
pub use reviews::percent;
pub use texts::Texts;
pub use traditional::{traditional_tables, unlisted_character};

/// A simplified Chinese text in traditional Chinese; everything else in it stays as it is.
///
/// ```
/// assert_eq!(tengen_words::to_traditional("对局后复制文件 game.sgf"), "對局後複製檔案 game.sgf");
/// ```
pub fn to_traditional(text: &str) -> String {
    traditional::traditional(text)
}
