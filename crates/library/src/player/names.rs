//! Finds a player by name: the whole name, a part that only one player has, or names that are similar.

use super::NamedPlayer;
use crate::games::Seats;
use crate::header::fold;
use crate::search::{condition, like};
use crate::{GameQuery, PlayerKind, Result};
use rusqlite::{Connection, ToSql};
use std::collections::HashMap;

/// Names that an answer lists.
const LISTED: usize = 10;
/// Words of a name that are searched for.
const WORDS: usize = 16;
/// The characters of a name that are compared with those of other names.
const COMPARED: usize = 60;

/// The words for the person without a name.
const YOU: [&str; 3] = ["you", "你", "あなた"];
/// The condition of games of a person without a name against an engine.
pub(super) const UNNAMED: &str =
    "(g.seats LIKE '%\"engine\"%' AND g.seats LIKE '%\"human\"%' AND (g.black IS NULL OR g.white IS NULL))";

/// A player who was found.
pub(super) struct Player {
    /// The name, as most games have it.
    pub(super) name: String,
    /// The rows of `names`, one for each spelling.
    pub(super) ids: Vec<i64>,
    /// Whether the person without a name is meant too.
    pub(super) unnamed: bool,
}

pub(super) enum Found {
    One(Player),
    Several(Vec<NamedPlayer>),
    Near(Vec<NamedPlayer>),
}

/// A name with its number and its games.
struct Row {
    id: i64,
    name: String,
    folded: String,
    games: u64,
}

/// Whether a seat is a person's who plays against an engine.
pub(super) fn is_person(seats: Option<&str>, at: usize) -> bool {
    let seats = seats.and_then(|seats| serde_json::from_str::<Seats>(seats).ok());
    seats.is_some_and(|seats| {
        seats.seats[at] == PlayerKind::Human && matches!(seats.seats[1 - at], PlayerKind::Engine { .. })
    })
}

/// Looks a name up. Only players of games that `query` chooses are proposed.
pub(super) fn find(conn: &Connection, name: &str, query: &GameQuery) -> Result<Found> {
    let folded = fold(name);
    let whole = spellings(conn, &folded, query)?;
    let unnamed = YOU.contains(&&*folded);
    if unnamed || !whole.is_empty() {
        return Ok(Found::One(player(name.trim(), whole, unnamed)));
    }
    let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).take(WORDS).collect();
    if words.is_empty() {
        return Ok(Found::Near(Vec::new()));
    }
    let part = named(conn, &words, query)?;
    let mut players = merged(&part);
    if players.len() > 1 {
        players.truncate(LISTED);
        return Ok(Found::Several(players));
    }
    if !part.is_empty() {
        return Ok(Found::One(player(name.trim(), part, false)));
    }
    Ok(Found::Near(similar(&folded, &named(conn, &[], query)?)))
}

/// Every spelling of a whole name.
fn spellings(conn: &Connection, folded: &str, query: &GameQuery) -> Result<Vec<Row>> {
    let (chosen, values) = condition(query);
    let mut statement = conn.prepare_cached("SELECT id, name FROM names WHERE folded = ?1")?;
    let mut rows = statement.query([folded])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(Row { id: row.get(0)?, name: row.get(1)?, folded: folded.into(), games: 0 });
    }
    for row in &mut found {
        let mut values: Vec<&dyn ToSql> = values.iter().map(|value| value as &dyn ToSql).collect();
        let games: i64 = conn
            .prepare_cached(&format!(
                "SELECT count(*) FROM games g WHERE {chosen} AND (g.black = ? OR g.white = ?)"
            ))?
            .query_row(
                {
                    values.push(&row.id);
                    values.push(&row.id);
                    &values[..]
                },
                |row| row.get(0),
            )?;
        row.games = games as u64;
    }
    // A name may be that of an event, or of a player of other games.
    let plays = |id: i64| -> Result<bool> {
        let mut statement =
            conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM games g WHERE g.black = ?1 OR g.white = ?1)")?;
        Ok(statement.query_row([id], |row| row.get(0))?)
    };
    let mut players = Vec::new();
    for row in found {
        if row.games > 0 || plays(row.id)? {
            players.push(row);
        }
    }
    Ok(players)
}

/// The players of the chosen games whose names have all these words.
fn named(conn: &Connection, words: &[&str], query: &GameQuery) -> Result<Vec<Row>> {
    let (chosen, values) = condition(query);
    let parts: Vec<String> = words.iter().map(|word| format!("%{}%", like(word))).collect();
    let has_words: String = words.iter().map(|_| "AND n.folded LIKE ? ESCAPE '\\' ").collect();
    let mut rows_of: HashMap<i64, Row> = HashMap::new();
    for column in ["black", "white"] {
        let mut statement = conn.prepare(&format!(
            "SELECT n.id, n.name, n.folded, count(*) FROM names n JOIN games g ON g.{column} = n.id
             WHERE {chosen} {has_words} GROUP BY n.id"
        ))?;
        let values = values.iter().map(|value| value as &dyn ToSql);
        let values: Vec<&dyn ToSql> = values.chain(parts.iter().map(|part| part as &dyn ToSql)).collect();
        let mut rows = statement.query(&values[..])?;
        while let Some(row) = rows.next()? {
            let id = row.get(0)?;
            let (name, folded) = (row.get(1)?, row.get(2)?);
            rows_of.entry(id).or_insert(Row { id, name, folded, games: 0 }).games +=
                row.get::<_, i64>(3)? as u64;
        }
    }
    Ok(rows_of.into_values().collect())
}

/// The players who have this in their names, whole, those with the most games first.
pub(crate) fn names_with(conn: &Connection, part: &str) -> Result<Vec<NamedPlayer>> {
    let part = fold(part);
    Ok(merged(&named(conn, &[part.trim()], &GameQuery::default())?))
}

/// The player of these spellings, named by the most frequent one.
fn player(asked: &str, rows: Vec<Row>, unnamed: bool) -> Player {
    let most = rows.iter().max_by_key(|row| (row.games, std::cmp::Reverse(row.id)));
    let name = most.map_or_else(|| asked.to_owned(), |row| row.name.clone());
    Player { name, ids: rows.iter().map(|row| row.id).collect(), unnamed }
}

/// Players with their spellings put together, those with the most games first.
fn merged(rows: &[Row]) -> Vec<NamedPlayer> {
    let mut players: HashMap<&str, (u64, &Row)> = HashMap::new();
    for row in rows {
        let (games, most) = players.entry(&row.folded).or_insert((0, row));
        *games += row.games;
        if (row.games, most.id) > (most.games, row.id) {
            *most = row;
        }
    }
    let mut players: Vec<NamedPlayer> =
        players.into_values().map(|(games, row)| NamedPlayer { name: row.name.clone(), games }).collect();
    players.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.name.cmp(&b.name)));
    players
}

/// The players whose name, or a part of it, differs from `folded` by a few letters, the most similar first.
fn similar(folded: &str, rows: &[Row]) -> Vec<NamedPlayer> {
    let asked: Vec<char> = folded.chars().take(COMPARED).collect();
    let words: Vec<Vec<char>> = folded.split(' ').take(WORDS).map(|word| word.chars().collect()).collect();
    let most = match asked.len() {
        0..3 => return Vec::new(),
        3..5 => 1,
        5..9 => 2,
        _ => 3,
    };
    // The whole names, or each word asked for with the word of the name that is most similar to it, in any order. A
    // part of a name is a weaker hint than the whole of it.
    let difference = |name: &str| {
        let own: Vec<&str> = name.split(' ').filter(|word| word.chars().count() > 2).collect();
        let nearest = |word: &Vec<char>| own.iter().map(|own| distance(word, own)).min();
        let parts: Option<usize> = words.iter().map(nearest).sum();
        parts.map_or(usize::MAX, |parts| parts + 1).min(distance(&asked, name))
    };
    let mut near: Vec<(usize, NamedPlayer)> = merged(rows)
        .into_iter()
        .map(|player| (difference(&fold(&player.name)), player))
        .filter(|&(difference, _)| difference <= most)
        .collect();
    near.sort_by_key(|&(difference, _)| difference);
    near.into_iter().map(|(_, player)| player).take(LISTED / 2).collect()
}

/// The number of letters to add, remove or replace to make one name of another.
fn distance(asked: &[char], name: &str) -> usize {
    let mut row: Vec<usize> = (0..=asked.len()).collect();
    for (i, c) in name.chars().take(COMPARED).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &own) in asked.iter().enumerate() {
            let replaced = diagonal + usize::from(own != c);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[asked.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn the_distance_of_names_counts_letters() {
        let between = |a: &str, b: &str| distance(&a.chars().collect::<Vec<_>>(), b);
        assert_eq!(between("takanasi", "takanashi"), 1);
        assert_eq!(between("", "abc"), 3);
        assert_eq!(between("abc", "abc"), 0);
        assert_eq!(between("kitten", "sitting"), 3);
    }
}
