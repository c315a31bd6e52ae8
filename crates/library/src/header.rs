//! Headers and rules as table columns, and text folded for searching.

use crate::{Damage, Error, GameResult, LibraryLimit, Result};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Duration;
use tengen_board::Size;
use tengen_games::GameSpec;
use tengen_records::{Header, PlayerInfo};

/// The limit of the bytes of one field.
const FIELD_BYTES: usize = 64 << 10;

/// The parts of a header that have no column.
#[derive(Serialize, Deserialize, Default, PartialEq)]
struct OtherFields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black_rank: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white_rank: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black_team: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white_team: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    round: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    application: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<Duration>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    overtime: Option<String>,
}

/// A header as columns of a game's row.
pub(crate) struct Columns {
    pub(crate) black: Option<i64>,
    pub(crate) white: Option<i64>,
    pub(crate) event: Option<i64>,
    pub(crate) date: Option<String>,
    pub(crate) result: Option<String>,
    pub(crate) outcome: u8,
    pub(crate) name: Option<String>,
    pub(crate) rest: Option<String>,
}

impl Columns {
    pub(crate) fn new(conn: &Connection, header: Header, known: &mut NumberCache) -> Result<Columns> {
        check(&header)?;
        let rest = OtherFields {
            black_rank: header.black.rank,
            white_rank: header.white.rank,
            black_team: header.black.team,
            white_team: header.white.team,
            round: header.round,
            place: header.place,
            comment: header.comment,
            application: header.application,
            time: header.time,
            overtime: header.overtime,
        };
        let rest = if rest == OtherFields::default() { None } else { Some(json(&rest)?) };
        Ok(Columns {
            black: known.name(conn, header.black.name.as_deref())?,
            white: known.name(conn, header.white.name.as_deref())?,
            event: known.name(conn, header.event.as_deref())?,
            date: header.date,
            outcome: GameResult::of_result(header.result.as_deref()).code(),
            result: header.result,
            name: header.name,
            rest,
        })
    }
}

/// The header of a row: the names of black, white and event; date, result and name; the rest.
pub(crate) fn read(
    names: [Option<String>; 3],
    own: [Option<String>; 3],
    rest: Option<&str>,
) -> Result<Header> {
    let rest: OtherFields = match rest {
        Some(text) => {
            serde_json::from_str(text).map_err(|e| Error::damaged(Damage::Header(e.to_string())))?
        }
        None => OtherFields::default(),
    };
    let [black, white, event] = names;
    let [date, result, name] = own;
    Ok(Header {
        black: PlayerInfo { name: black, rank: rest.black_rank, team: rest.black_team },
        white: PlayerInfo { name: white, rank: rest.white_rank, team: rest.white_team },
        result,
        date,
        event,
        round: rest.round,
        place: rest.place,
        name,
        comment: rest.comment,
        application: rest.application,
        time: rest.time,
        overtime: rest.overtime,
    })
}

/// Every text of a header except the names of players and event, which have their own table.
pub(crate) fn words(header: &Header) -> impl Iterator<Item = &str> {
    let sides = [&header.black, &header.white].into_iter().flat_map(|s| [&s.rank, &s.team]);
    sides
        .chain([&header.name, &header.round, &header.place, &header.comment, &header.application])
        .filter_map(|text| text.as_deref())
}

/// Refuses a header with an oversized field.
fn check(header: &Header) -> Result<()> {
    let sides = [&header.black, &header.white].into_iter().flat_map(|s| [&s.name, &s.rank, &s.team]);
    let own = [
        &header.result,
        &header.date,
        &header.event,
        &header.round,
        &header.place,
        &header.name,
        &header.application,
        &header.overtime,
    ];
    if sides.chain(own).flatten().any(|text| text.len() > FIELD_BYTES) {
        return Err(Error::TooLarge(LibraryLimit::FieldBytes(FIELD_BYTES)));
    }
    Ok(())
}

/// The rules in the text that [`GameSpec::named`] reads, beside the game and the size.
pub(crate) fn rules_text(spec: &GameSpec) -> String {
    spec.rules_text()
}

/// The game and rules of a row of `specs`.
pub(crate) fn read_spec(kind: &str, rules: &str, rows: i64, cols: i64) -> Result<GameSpec> {
    let side = |n: i64| usize::try_from(n).unwrap_or(0);
    let size = Size::new(side(rows), side(cols)).map_err(tengen_games::SpecError::from)?;
    Ok(GameSpec::named(kind, Some(rules), Some(size))?)
}

/// A cache of the numbers of names and rules, so that an import does not look each up a hundred thousand times.
#[derive(Default)]
pub(crate) struct NumberCache {
    names: HashMap<String, i64>,
    specs: HashMap<String, i64>,
}

impl NumberCache {
    /// The number of a name, which is added if new.
    pub(crate) fn name(&mut self, conn: &Connection, name: Option<&str>) -> Result<Option<i64>> {
        let Some(name) = name else { return Ok(None) };
        if let Some(&id) = self.names.get(name) {
            return Ok(Some(id));
        }
        let found = conn
            .prepare_cached("SELECT id FROM names WHERE name = ?1")?
            .query_row([name], |row| row.get::<_, i64>(0))
            .optional()?;
        let id = match found {
            Some(id) => id,
            None => {
                conn.prepare_cached("INSERT INTO names (name, folded) VALUES (?1, ?2)")?
                    .execute([name, &fold(name)])?;
                conn.last_insert_rowid()
            }
        };
        self.names.insert(name.to_owned(), id);
        Ok(Some(id))
    }

    /// The number of a game with its rules, which is added if new.
    pub(crate) fn spec(&mut self, conn: &Connection, spec: &GameSpec) -> Result<i64> {
        let size = spec.size();
        let rules = rules_text(spec);
        let word = format!("{}:{rules}:{size}", spec.kind());
        if let Some(&id) = self.specs.get(&word) {
            return Ok(id);
        }
        let id = match find_spec(conn, spec)? {
            Some(id) => id,
            None => {
                conn.prepare_cached("INSERT INTO specs (kind, rules, rows, cols) VALUES (?1, ?2, ?3, ?4)")?
                    .execute(params![spec.kind().name(), rules, size.rows() as i64, size.cols() as i64])?;
                conn.last_insert_rowid()
            }
        };
        self.specs.insert(word, id);
        Ok(id)
    }
}

/// The number of a game with its rules, if any game has it.
pub(crate) fn find_spec(conn: &Connection, spec: &GameSpec) -> Result<Option<i64>> {
    let size = spec.size();
    let found = conn
        .prepare_cached("SELECT id FROM specs WHERE kind = ?1 AND rules = ?2 AND rows = ?3 AND cols = ?4")?
        .query_row(
            params![spec.kind().name(), rules_text(spec), size.rows() as i64, size.cols() as i64],
            |row| row.get(0),
        )
        .optional()?;
    Ok(found)
}

/// Text for comparison: lower case, with one blank for any run of white space or control characters.
pub(crate) fn fold(text: &str) -> String {
    let blank = |c: char| c.is_whitespace() || c.is_control();
    let words: Vec<String> =
        text.split(blank).filter(|word| !word.is_empty()).map(|word| word.to_lowercase()).collect();
    words.join(" ")
}

/// Serializes a value as JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|e| Error::Database(format!("JSON: {e}")))
}
