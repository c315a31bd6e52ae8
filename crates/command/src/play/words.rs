//! What can be typed at the board: a move, or a word.

use crate::i18n::{Lang, tr};
use std::path::PathBuf;
use tengen_games::{AnyPosition, Game, Move, MoveError};

/// Something typed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Word {
    Move(Move),
    /// The stones of one turn, where it has more than one.
    Turn(Vec<Move>),
    /// More stones than the turn has left: so many.
    TooMany(usize),
    Undo,
    Redo,
    Hint,
    Board,
    Moves,
    Numbers,
    Save(Option<PathBuf>),
    Load(PathBuf),
    /// The position in words, and why the engine would play what it would play.
    Why,
    /// The best lines, as long as they are wanted.
    Analyze,
    SetUp,
    /// The engine is to go on from here, or to play this move.
    Go,
    Resign,
    /// Go, after the end: the chain here is dead, or alive again.
    Dead(Move),
    /// Go, after the end: the result with these dead stones.
    Count,
    /// The same, and the players agree on it.
    Accept,
    Help,
    Quit,
    Nothing,
}

/// Reads what was typed.
pub(crate) fn read(text: &str, position: &AnyPosition) -> Result<Word, MoveError> {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    Ok(match first.to_ascii_lowercase().as_str() {
        "" => Word::Nothing,
        "undo" | "悔棋" | "待った" => Word::Undo,
        "redo" | "重下" | "やり直し" => Word::Redo,
        "hint" | "提示" | "ヒント" => Word::Hint,
        "board" | "棋盘" | "盤" => Word::Board,
        "moves" | "着法" | "着手" => Word::Moves,
        "numbers" | "手数" => Word::Numbers,
        "save" | "保存" => Word::Save((!rest.is_empty()).then(|| PathBuf::from(rest))),
        "load" | "打开" | "開く" if !rest.is_empty() => Word::Load(PathBuf::from(rest)),
        "why" | "explain" | "为什么" | "说明" | "なぜ" | "説明" => Word::Why,
        "analyze" | "分析" | "解析" => Word::Analyze,
        "setup" | "摆子" | "配置" => Word::SetUp,
        "go" | "继续" | "続行" => Word::Go,
        "resign" | "认输" | "投了" => Word::Resign,
        "dead" | "死子" | "死石" => Word::Dead(position.parse_move(rest)?),
        "count" | "score" | "数子" | "计分" | "整地" | "計算" => Word::Count,
        "accept" | "done" | "同意" | "確定" => Word::Accept,
        "help" | "?" | "帮助" | "ヘルプ" => Word::Help,
        "quit" | "exit" | "退出" | "終了" => Word::Quit,
        "停一手" | "停着" | "パス" => Word::Move(Move::Pass),
        _ => match turn(position, text) {
            Some(moves) if moves.len() > position.stones_left_in_turn() as usize => {
                Word::TooMany(moves.len())
            }
            Some(moves) => Word::Turn(moves),
            None => Word::Move(lower_column(position, text)?),
        },
    })
}

/// Several points of one turn, as in Connect6: `j10 k11`.
fn turn(position: &AnyPosition, text: &str) -> Option<Vec<Move>> {
    let words = text.split([' ', '\t', ',', '，', '、', '　']).filter(|word| !word.is_empty());
    let moves: Vec<Move> = words.map(|word| position.parse_move(word).ok()).collect::<Option<_>>()?;
    (position.stones_per_turn() > 1 && moves.len() > 1).then_some(moves)
}

/// Why so many stones are no turn.
pub(super) fn too_many(position: &AnyPosition, given: usize, lang: Lang) -> String {
    let color = lang.color(position.to_move());
    tr!(lang, TooManyStones, color = color, count = position.stones_left_in_turn(), given = given)
}

/// A move; in connect four also the number or letter of a column.
fn lower_column(position: &AnyPosition, text: &str) -> Result<Move, MoveError> {
    let read = position.parse_move(text);
    let AnyPosition::Mnk(mnk) = position else { return read };
    let mut letters = text.chars();
    let (Some(letter), None, true) = (letters.next(), letters.next(), mnk.rules().gravity) else {
        return read;
    };
    let col = match letter.to_ascii_lowercase() {
        c @ '1'..='9' => c as usize - '1' as usize,
        c @ 'a'..='y' => c as usize - 'a' as usize,
        _ => return read,
    };
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    let rest = legal.into_iter().find(|mv| mv.point().is_some_and(|p| usize::from(p.col) == col));
    rest.map_or(read, Ok)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::GameSpec;

    fn start(game: &str) -> AnyPosition {
        AnyPosition::new(&GameSpec::named(game, None, None).unwrap())
    }

    #[test]
    fn words_and_moves_are_told_apart() {
        let p = start("gomoku");
        assert!(matches!(read(" h8 ", &p), Ok(Word::Move(Move::Place(_)))));
        assert_eq!(read("undo", &p), Ok(Word::Undo));
        assert_eq!(read("悔棋", &p), Ok(Word::Undo));
        assert_eq!(read("待った", &p), Ok(Word::Undo));
        assert_eq!(read("投了", &p), Ok(Word::Resign));
        assert_eq!(read("save a b.sgf", &p), Ok(Word::Save(Some("a b.sgf".into()))));
        assert_eq!(read("save", &p), Ok(Word::Save(None)));
        assert_eq!(read("", &p), Ok(Word::Nothing));
        assert!(read("z99", &p).is_err());
        for (text, word) in [("count", Word::Count), ("score", Word::Count), ("数子", Word::Count)] {
            assert_eq!(read(text, &p), Ok(word), "{text}");
        }
        assert_eq!((read("accept", &p), read("同意", &p)), (Ok(Word::Accept), Ok(Word::Accept)));
    }

    #[test]
    fn a_turn_of_two_stones_is_one_line() {
        let mut p = start("connect6");
        assert_eq!(read("j10 k11", &p), Ok(Word::TooMany(2)), "the first turn has one stone");
        p.play(p.parse_move("j10").unwrap()).unwrap();
        let two: Vec<Move> = ["k11", "l12"].map(|text| p.parse_move(text).unwrap()).into();
        for text in ["k11 l12", "k11, l12", "K11  L12"] {
            assert_eq!(read(text, &p), Ok(Word::Turn(two.clone())), "{text}");
        }
        let why = too_many(&start("connect6"), 2, Lang::English);
        assert_eq!(why, "black has 1 stone in this turn, not 2");
        assert_eq!(read("k11 l12 m13", &p), Ok(Word::TooMany(3)));
        assert!(read("k11 l12", &start("gomoku")).is_err());
    }

    #[test]
    fn a_column_is_enough_in_connect_four() {
        let p = start("connect-four");
        let d1 = p.parse_move("d1").unwrap();
        for text in ["4", "d", "D", "d1"] {
            assert_eq!(read(text, &p), Ok(Word::Move(d1)), "{text}");
        }
        assert!(read("8", &p).is_err());
        assert!(read("4", &start("gomoku")).is_err());
    }
}
