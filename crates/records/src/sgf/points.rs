//! Points and moves in SGF, game by game.
//!
//! The standard writes `pd` in all games, but many files of Othello and gomoku have `f5` and `h8`. The two are never
//! ambiguous, so both are read; `pd` is written.

use tengen_board::{Coords, Point, Size};
use tengen_games::{Choice, Feature, GameKind, Move, Passes};

/// A point.
pub(super) fn point(raw: &[u8], game: GameKind, size: Size) -> Option<Point> {
    let raw = raw.trim_ascii();
    // Nearly every point of nearly every file.
    if let &[col @ b'a'..=b'z', row @ b'a'..=b'z'] = raw {
        let point = Point::new(row - b'a', col - b'a');
        return size.contains(point).then_some(point);
    }
    // Whether a point is read does not depend on the character set, so white space of other sets is none here. More
    // than four bytes are longer than any notation of a point.
    let text = std::str::from_utf8(raw).ok().filter(|t| t.is_ascii() && t.len() <= 4)?;
    let letters = raw.get(1).is_none_or(|b| !b.is_ascii_digit());
    // Some editors of other games than Go write capital letters.
    let text = if letters && game != GameKind::Go { text.to_ascii_lowercase() } else { text.to_owned() };
    let habit = match game {
        _ if letters => Coords::Sgf,
        // The letters of Go leave out I, so that they could be mistaken.
        _ if game.info().coords == Coords::Go => return None,
        _ => game.info().coords,
    };
    habit.parse(&text, size).ok()
}

/// A move: a point, or a pass, which is an empty value, or `tt` on boards up to 19×19.
pub(super) fn mv(raw: &[u8], game: GameKind, size: Size) -> Option<Move> {
    let raw = raw.trim_ascii();
    let small = size.rows() <= 19 && size.cols() <= 19;
    if raw.is_empty() || raw == b"tt" && small {
        return Some(Move::Pass);
    }
    if game.info().passes == Passes::Forced
        && [&b"pass"[..], b"pa", b"--"].iter().any(|w| raw.eq_ignore_ascii_case(w))
    {
        return Some(Move::Pass);
    }
    point(raw, game, size).map(Move::Place)
}

/// The moves of one value: one, or where a turn has several stones and they are written together (`j9l11`), all of
/// them.
pub(super) fn turn(raw: &[u8], game: GameKind, size: Size) -> Option<Vec<Move>> {
    if let Some(mv) = mv(raw, game, size) {
        return Some(vec![mv]);
    }
    let raw = raw.trim_ascii();
    // No turn has more than a few stones of at most three characters.
    if !game.info().features.has(Feature::Turns) || raw.len() > 12 {
        return None;
    }
    let starts = |n: usize| raw[n].is_ascii_alphabetic();
    let second = match raw {
        [_, second, ..] if second.is_ascii_digit() => (1..raw.len()).find(|&n| starts(n)),
        _ => (raw.len() > 2).then_some(2),
    }?;
    let mut moves = vec![Move::Place(point(&raw[..second], game, size)?)];
    moves.extend(turn(&raw[second..], game, size)?);
    Some(moves)
}

/// Every point of a rectangle such as `aa:cc`, or the one point of a simple value.
pub(super) fn points(raw: &[u8], game: GameKind, size: Size) -> Option<impl Iterator<Item = Point> + use<>> {
    let (a, b) = match raw.iter().position(|&b| b == b':') {
        Some(at) => (point(&raw[..at], game, size)?, point(&raw[at + 1..], game, size)?),
        None => {
            let p = point(raw, game, size)?;
            (p, p)
        }
    };
    let (rows, cols) = (a.row.min(b.row)..=a.row.max(b.row), a.col.min(b.col)..=a.col.max(b.col));
    Some(rows.flat_map(move |row| cols.clone().map(move |col| Point::new(row, col))))
}

/// A decision of an opening rule, in Tengen's own property `CHOICE`.
pub(super) fn choice(raw: &[u8]) -> Option<Choice> {
    Choice::from_words(std::str::from_utf8(raw.trim_ascii()).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_has_its_habits() {
        let (nineteen, eight) = (Size::of(19, 19), Size::of(8, 8));
        assert_eq!(mv(b"pd", GameKind::Go, nineteen), Some(Point::new(3, 15).into()));
        assert_eq!(mv(b"tt", GameKind::Go, nineteen), Some(Move::Pass));
        assert_eq!(mv(b"tt", GameKind::Go, Size::of(21, 21)), Some(Point::new(19, 19).into()));
        assert_eq!(mv(b"", GameKind::Go, nineteen), Some(Move::Pass));
        assert_eq!(mv(b"Q16", GameKind::Go, nineteen), None);
        assert_eq!(mv(b"fe", GameKind::Othello, eight), mv(b"F5", GameKind::Othello, eight));
        assert_eq!(mv(b"h8", GameKind::Gomoku, Size::of(15, 15)), Some(Point::new(7, 7).into()));
        assert_eq!(mv(b"o1", GameKind::Gomoku, Size::of(15, 15)), Some(Point::new(14, 14).into()));
        for bad in [&b"zz"[..], b"a", b"aaa", b"i9", b"\xff\xff", b"a:b", "fe\u{a0}".as_bytes()] {
            assert_eq!(mv(bad, GameKind::Othello, eight), None);
        }
    }

    #[test]
    fn rectangles_in_any_direction() {
        let size = Size::of(9, 9);
        let all = |raw: &[u8]| points(raw, GameKind::Go, size).map(|p| p.collect::<Vec<_>>());
        assert_eq!(all(b"ab:bc").unwrap().len(), 4);
        assert_eq!(all(b"ab:bc"), all(b"bc:ab"));
        assert_eq!(all(b"cc"), Some(vec![Point::new(2, 2)]));
        assert_eq!(all(b"aa:zz"), None);
    }
}
