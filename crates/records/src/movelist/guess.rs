//! Which game a list of moves is of that does not name it.

use super::{Lexer, SEPARATORS, Token};
use crate::Record;
use tengen_board::Coords;
use tengen_games::{Feature, GameInfo, GameSpec, Move, Passes};

/// The games whose players write such lists, each on the board that fits, the likeliest first. The first line with a
/// move decides. A list that is not named is read as the first of them; empty if the line is no list.
///
/// ```
/// use tengen_games::GameKind;
/// let kinds = |text: &[u8]| tengen_records::movelist::likely_games(text).iter().map(|s| s.kind()).collect::<Vec<_>>();
/// assert_eq!(kinds(b"q16 d4 r4"), [GameKind::Go, GameKind::Gomoku]);
/// assert_eq!(kinds(b"h8 i9 g7"), [GameKind::Gomoku]);
/// ```
pub fn likely_games(bytes: &[u8]) -> Vec<GameSpec> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = text.split(|b| matches!(b, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    let line = lines.find(|line| !line.is_empty() && line[0] != b'#').unwrap_or_default();
    let mut out: Vec<GameSpec> = Vec::new();
    for spec in likely(line) {
        if out.iter().all(|before| before.kind() != spec.kind()) {
            out.push(spec);
        }
    }
    out
}

/// The game on the board that a list needs: the usual one, or a larger one where a point lies outside it. `spec` as it
/// is if the list fits no board of that game.
pub fn on_fitting_board(spec: GameSpec, bytes: &[u8]) -> GameSpec {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let fits = |spec: &GameSpec| {
        let lines = text.split(|b| matches!(b, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
        lines.filter(|line| !line.is_empty() && line[0] != b'#').all(|line| moves(line, spec).is_some())
    };
    let info = spec.info();
    let usual = info.unnamed_lists.iter().map(|&(_, size)| size);
    let larger = usual
        .chain(info.sizes.iter().copied())
        .filter(|size| size.rows() > spec.size().rows())
        .filter_map(|size| spec.with_size(size).ok());
    std::iter::once(spec.clone()).chain(larger).find(fits).unwrap_or(spec)
}

/// The likeliest game of a line of moves.
pub(super) fn guess(line: &[u8]) -> Option<GameSpec> {
    likely(line).next()
}

/// The games and boards that a line fits, the likeliest first.
fn likely(line: &[u8]) -> impl Iterator<Item = GameSpec> + '_ {
    let columns = line.iter().all(|&b| b.is_ascii_digit() || SEPARATORS.contains(&b));
    // Players write the points of Go in capitals; words do not count.
    let upper = line.windows(2).filter(|w| w[1].is_ascii_digit()).all(|w| !w[0].is_ascii_lowercase());
    // Where moves are numbers, or few moves are legal, a list that fits the rules is of that game.
    let few_fit = move |spec: &GameSpec| columns || spec.info().passes == Passes::Forced;
    let mut specs: Vec<(usize, GameSpec)> =
        unnamed_lists().filter(|(_, spec)| spec.has(Feature::Gravity) == columns).collect();
    // A game on its usual board is likelier than another on a rare one: a list with q16 is of Go rather than of gomoku
    // on 20x20. The case of the letters decides between usual boards.
    specs.sort_by_key(|(rank, spec)| (!few_fit(spec), *rank, (spec.coords() == Coords::Go) != upper));
    let whole = specs.clone();
    let fits = move |spec: &GameSpec| match moves(line, spec) {
        None => false,
        Some(moves) if few_fit(spec) => is_legal(spec, moves),
        Some(moves) => spec.has(Feature::Captures) || spec.has(Feature::Liberties) || !has_twice(&moves),
    };
    // A list with a mistake in it is still a list.
    let reads = move |spec: &GameSpec| !few_fit(spec) && !fits(spec) && moves(line, spec).is_some();
    let first = specs.into_iter().map(|(_, spec)| spec).filter(move |spec| fits(spec));
    first.chain(whole.into_iter().map(|(_, spec)| spec).filter(move |spec| reads(spec)))
}

/// The games of lists that do not name theirs, each with the rank of its board among those of its game.
fn unnamed_lists() -> impl Iterator<Item = (usize, GameSpec)> {
    GameInfo::ALL.into_iter().flat_map(|info| {
        let listed = info.unnamed_lists.iter().enumerate();
        listed.filter_map(|(rank, &(rules, size))| {
            Some((rank, GameSpec::of_kind(info.kind, rules, Some(size)).ok()?))
        })
    })
}

/// The part of a line that is a move in no game, by its offset and length: the word where the game that reads the most
/// of the line fails, or else the whole line.
pub(super) fn unreadable(line: &[u8]) -> (usize, usize) {
    let fault = |spec: &GameSpec| {
        let mut lexer = Lexer::new(line, spec);
        let mut moves = 0;
        while let Some((at, len, token)) = lexer.next() {
            match token {
                Ok(Token::Move(_)) => moves += 1,
                Ok(_) => {}
                Err(()) => return Some((at, len)).filter(|_| moves > 0),
            }
        }
        None
    };
    let faults = unnamed_lists().filter_map(|(_, spec)| fault(&spec));
    faults.max_by_key(|&(at, _)| at).unwrap_or((0, line.len()))
}

/// The moves of a line, if all of it can be read and a stone is played.
fn moves(line: &[u8], spec: &GameSpec) -> Option<Vec<Move>> {
    let mut lexer = Lexer::new(line, spec);
    let mut moves = Vec::new();
    while let Some((.., token)) = lexer.next() {
        match token {
            Ok(Token::Move(mv)) => moves.push(mv),
            Ok(_) => {}
            Err(()) => return None,
        }
    }
    moves.iter().any(|mv| *mv != Move::Pass).then_some(moves)
}

/// Passes may be written or left out.
fn is_legal(spec: &GameSpec, moves: Vec<Move>) -> bool {
    let stones = moves.into_iter().filter(|mv| *mv != Move::Pass);
    Record::from_moves(spec.clone(), stones).replay().is_ok()
}

fn has_twice(moves: &[Move]) -> bool {
    let mut points: Vec<_> = moves.iter().filter_map(|mv| mv.point()).collect();
    points.sort_unstable();
    points.windows(2).any(|pair| pair[0] == pair[1])
}
