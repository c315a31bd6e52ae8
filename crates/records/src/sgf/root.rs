//! The game and its rules: from the root of a file, from its moves, or from the caller.

use super::idents::name;
use super::notes::Notes;
use super::rules;
use super::scan::{RawGame, Span};
use super::text::{self, TextKind};
use crate::charset::Charset;
use crate::expected::{quote, quoted};
use crate::{Expected, Format, Found, Gap, ReadError, Remedy, Tree, WarningKind};
use tengen_board::Size;
use tengen_games::{GameInfo, GameKind, GameSpec};

/// The numbers of the games that other programs know.
const GAMES: &[(&str, GameKind)] =
    &[("GM[1]", GameKind::Go), ("GM[2]", GameKind::Othello), ("GM[4]", GameKind::Gomoku)];

/// The first value of a property of the root, with its location.
fn root_value<'a>(bytes: &'a [u8], raw: &RawGame, wanted: &str) -> Option<(Span, &'a [u8])> {
    raw.props(0)
        .find(|(ident, _)| name(ident.of(bytes)) == wanted)
        .and_then(|(_, values)| values.first().map(|&v| (v, v.of(bytes))))
}

/// The game and its rules.
pub(super) fn spec(
    bytes: &[u8],
    raw: &RawGame,
    charset: Charset,
    notes: &mut Notes<'_>,
) -> Result<GameSpec, ReadError> {
    let hint = notes.options.spec.clone();
    let here = Span { start: 0, end: 1 };
    let game = match root_value(bytes, raw, "GM") {
        Some((at, value)) => match rules::game(value) {
            Some(game) => game,
            None => {
                // Games that are not played here cannot be read.
                return Err(ReadError::new(
                    Format::Sgf,
                    notes.places.of(at),
                    Expected::Game(GAMES),
                    Found::Quote(format!("GM[{}]", quoted(value))),
                ));
            }
        },
        None => match &hint {
            Some(hint) => hint.kind(),
            None => game_by_event(bytes, raw).unwrap_or_else(|| game_by_moves(bytes, raw)),
        },
    };
    // Gomoku and m,n,k games have the same number; the hint decides between them.
    let hint = hint.filter(|h| rules::number(h.kind()) == rules::number(game));
    let game = hint.as_ref().map_or(game, GameSpec::kind);

    let mut size = hint.as_ref().map_or(rules::usual_size(game), GameSpec::size);
    if let Some((at, value)) = root_value(bytes, raw, "SZ") {
        match std::str::from_utf8(value.trim_ascii()).ok().and_then(|t| t.parse::<Size>().ok()) {
            Some(found) => size = found,
            None => notes.fault(
                at,
                Expected::BoardSize("15, 7:6"),
                quote(value),
                Remedy::Board(size),
                Some(Gap::At(Tree::ROOT)),
            )?,
        }
    }
    let at = root_value(bytes, raw, "SZ").map_or(here, |(at, _)| at);
    let ru = root_value(bytes, raw, "RU").map(|(at, value)| {
        let (text, _) = text::decode(value, charset.encoding, TextKind::Simple);
        (at, text)
    });
    let by_name = ru.as_ref().and_then(|(_, text)| rules::named(game, text, size));
    let wanted = match (by_name.clone(), &hint) {
        (Some(named), _) => named,
        (None, Some(hint)) => rules::resized(hint, size),
        (None, None) => rules::usual(game, size),
    };
    let spec = match wanted.or_else(|e| rules::usual(game, size).map_err(|_| e)) {
        Ok(spec) => spec,
        Err(e) => {
            let usual = rules::usual_size(game);
            let (expected, remedy) = (Expected::Playable(Box::new(e)), Remedy::Board(usual));
            notes.fault(at, expected, Found::Board(size), remedy, Some(Gap::At(Tree::ROOT)))?;
            game.info().default_spec()
        }
    };
    if let (Some((at, text)), None) = (ru, by_name.filter(Result::is_ok))
        && !text.trim().is_empty()
    {
        let rules = quoted(text.as_bytes());
        notes.warn(at, WarningKind::UnknownRules { rules, read_as: spec.rules_text() });
    }
    Ok(with_komi(bytes, raw, spec, hint.as_ref(), notes))
}

/// The properties of the rules that neither the file nor the caller has given, so that the writer invents none.
pub(super) fn unstated(bytes: &[u8], raw: &RawGame, hint: Option<&GameSpec>) -> Vec<&'static str> {
    let is_given = |ident: &str| root_value(bytes, raw, ident).is_some() || hint.is_some();
    ["RU", "KM"].into_iter().filter(|ident| !is_given(ident)).collect()
}

/// Adds the komi and the handicap of a game of Go. Without `KM` the komi is that of the hint, or the usual one of the
/// rules, as in other programs.
fn with_komi(
    bytes: &[u8],
    raw: &RawGame,
    spec: GameSpec,
    hint: Option<&GameSpec>,
    notes: &mut Notes<'_>,
) -> GameSpec {
    if spec.kind() != GameKind::Go {
        return spec;
    }
    let handicap = root_value(bytes, raw, "HA").and_then(|(_, value)| rules::handicap(value));
    let result = root_value(bytes, raw, "RE").map(|(_, value)| value);
    let mut komi = match (hint, &spec) {
        (Some(GameSpec::Go(rules)), _) => rules.komi,
        (_, GameSpec::Go(rules)) => rules::usual_komi(rules, handicap, result),
        _ => 0.0,
    };
    if let Some((at, value)) = root_value(bytes, raw, "KM") {
        match rules::komi(value) {
            Some((points, reworded)) => {
                komi = points;
                if reworded {
                    notes.warn(at, WarningKind::Komi(quoted(value), komi.to_string()));
                }
            }
            None => notes.kept(at, Expected::Komi, quote(value)),
        }
    }
    rules::with(&spec, komi, handicap).or_else(|| rules::with(&spec, komi, None)).unwrap_or(spec)
}

/// The game that the name of the event begins with, as in `EV[connect6.ch.26.1.1]` of Little Golem.
fn game_by_event(bytes: &[u8], raw: &RawGame) -> Option<GameKind> {
    let (_, event) = root_value(bytes, raw, "EV")?;
    let word = event.split(|b| !b.is_ascii_alphanumeric()).next()?;
    let (info, alias) = GameInfo::find(std::str::from_utf8(word).ok()?)?;
    alias.rules.is_none().then_some(info.kind)
}

/// The game of a file without `GM`: Go, unless the first move is in the notation of another game.
fn game_by_moves(bytes: &[u8], raw: &RawGame) -> GameKind {
    let first = (0..raw.nodes.len()).flat_map(|n| raw.props(n)).find_map(|(ident, values)| {
        matches!(&*name(ident.of(bytes)), "B" | "W").then(|| values.first().map(|v| v.of(bytes)))?
    });
    let size = root_value(bytes, raw, "SZ").map(|(_, v)| v.trim_ascii());
    match first.map(<[u8]>::trim_ascii) {
        Some([letter, digits @ ..])
            if letter.is_ascii_alphabetic()
                && !digits.is_empty()
                && digits.iter().all(u8::is_ascii_digit) =>
        {
            if size == Some(b"8") {
                GameKind::Othello
            } else {
                GameKind::Gomoku
            }
        }
        _ => GameKind::Go,
    }
}
