//! Tags before the moves, as in the text that pente.org exports: `[Game "Pente"]`, a line each, then numbered moves
//! over several lines and the result. The form is that of PGN. Sources: such texts in programs that read them.

use crate::{Header, Record};
use tengen_games::{GameInfo, GameSpec};

/// The tags of one game, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tags(Vec<(String, String)>);

/// A line `[Key "value"]`.
pub(super) fn tag(line: &[u8]) -> Option<(String, String)> {
    let line = crate::charset::decode(line.trim_ascii());
    let (key, value) = line.strip_prefix('[')?.strip_suffix(']')?.trim_end().split_once('"')?;
    let (key, value) = (key.trim(), value.strip_suffix('"')?);
    let is_key = key.starts_with(|c: char| c.is_ascii_alphabetic()) && key.len() <= 40;
    (is_key && value.len() <= 400).then(|| (key.to_owned(), value.trim().to_owned()))
}

/// The end of the moves without the result, which is their last word.
pub(super) fn without_result(moves: &[u8]) -> &[u8] {
    let moves = moves.trim_ascii_end();
    let results: [&[u8]; 5] = [b"1-0", b"0-1", b"1/2-1/2", b"0-0", b"*"];
    let before = results.iter().find_map(|result| moves.strip_suffix(*result));
    before.filter(|before| before.last().is_none_or(u8::is_ascii_whitespace)).unwrap_or(moves)
}

impl Tags {
    pub(super) fn push(&mut self, tag: (String, String)) {
        // More lines than any file has.
        if self.0.len() < 100 {
            self.0.push(tag);
        }
    }

    /// The value of a tag; a dash and a question mark stand for none.
    pub(super) fn get(&self, wanted: &str) -> Option<&str> {
        let found = self.0.iter().find(|(key, _)| key.eq_ignore_ascii_case(wanted));
        found.map(|(_, value)| value.as_str()).filter(|value| !matches!(*value, "" | "-" | "?"))
    }

    /// The game that the tags name: `Keryo-Pente`, also with a word for its pace before it (`Speed Pente`).
    pub(super) fn spec(&self) -> Option<GameSpec> {
        let name = self.get("Game")?;
        let name = ["Turn-based ", "Speed "]
            .into_iter()
            .fold(name, |name, pace| name.strip_prefix(pace).unwrap_or(name));
        let (info, alias) = GameInfo::find(name)?;
        GameSpec::of_kind(info.kind, alias.rules.unwrap_or(info.default_rules()), None).ok()
    }

    /// Players, result and the rest. The first player has black here.
    pub(super) fn header(&self, record: &mut Record) {
        let text = |key: &str| self.get(key).map(str::to_owned);
        let Header { black, white, result, date, event, round, place, .. } = &mut record.header;
        (black.name, black.rank) = (text("Player 1 Name"), text("Player 1 Rating"));
        (white.name, white.rank) = (text("Player 2 Name"), text("Player 2 Rating"));
        *result = match self.get("Result") {
            Some("1-0") => Some("B+".into()),
            Some("0-1") => Some("W+".into()),
            Some("1/2-1/2") => Some("0".into()),
            _ => None,
        };
        *date = self.get("Date").map(iso_date);
        (*event, *round, *place) = (text("Event"), text("Round"), text("Site"));
    }
}

/// `04/08/2016`, month first, in ISO 8601; any other text as it is.
fn iso_date(text: &str) -> String {
    let parts: Vec<&str> = text.split('/').collect();
    match parts[..] {
        [month, day, year]
            if [(month, 2), (day, 2), (year, 4)]
                .iter()
                .all(|(part, len)| part.len() == *len && part.bytes().all(|b| b.is_ascii_digit())) =>
        {
            format!("{year}-{month}-{day}")
        }
        _ => text.into(),
    }
}
