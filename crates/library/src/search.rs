//! Searches games by game, player, result, date, tag and text, in any order, page by page.

use crate::games::{SUMMARY, add_tags, read_summary};
use crate::header::fold;
use crate::model::page_of;
use crate::{GameQuery, Library, Page, Result, Sort};
use rusqlite::ToSql;
use rusqlite::types::Value;
use tengen_games::{GameInfo, Label, RuleSetInfo};

/// The length of the pieces in the text index: shorter words are searched without it.
const TRIGRAM: usize = 3;
/// The limit of the characters of a query's text.
const PATTERN: usize = 1000;
/// The limit of the words of a query's text that are searched one by one.
const WORDS: usize = 16;
/// The names with a text in them.
const NAMED: &str = "(SELECT id FROM names WHERE folded LIKE ? ESCAPE '\\')";

/// True for a year, a month or a day of ISO 8601, as [`GameQuery::from`] and [`GameQuery::to`] take them.
///
/// ```
/// use tengen_library::is_date;
/// assert!(is_date("1999") && is_date("1999-05") && is_date("1999-05-30"));
/// assert!(!is_date("xx") && !is_date("1999-13") && !is_date("30.5.1999"));
/// ```
pub fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize, most: u32| {
        let fits = part.len() == digits && part.bytes().all(|b| b.is_ascii_digit());
        fits && part.parse().is_ok_and(|n: u32| (1..=most).contains(&n))
    };
    match parts[..] {
        [year] => number(year, 4, 9999),
        [year, month] => number(year, 4, 9999) && number(month, 2, 12),
        [year, month, day] => number(year, 4, 9999) && number(month, 2, 12) && number(day, 2, 31),
        _ => false,
    }
}

/// Players without a name, by the words that front ends show for them.
const UNNAMED: [(&[&str], &str); 2] = [
    (
        &["you", "你", "あなた"],
        "g.seats LIKE '%\"engine\"%' AND g.seats LIKE '%\"human\"%' AND (g.black IS NULL OR g.white IS NULL)",
    ),
    (&["tengen", "天元"], "g.seats LIKE '%\"engine\"%'"),
];

/// The words of a folded text, which may match in any order, and the level in a player's text such as
/// `Tengen · level 3`, as front ends show an engine without a name.
fn text_words(folded: &str) -> (Option<u32>, Vec<String>) {
    let words: Vec<&str> = folded.split([' ', '·', '・']).filter(|word| !word.is_empty()).collect();
    let engine = |word: &&str| UNNAMED[1].0.contains(word);
    let level = (0..words.len()).find_map(|at| match words[at..] {
        [name, "level" | "等级" | "等級", level, ..] if engine(&name) => {
            Some((at, 3, level.parse().ok()?))
        }
        [name, level, ..] if engine(&name) => Some((at, 2, level.strip_prefix("レベル")?.parse().ok()?)),
        ["level", level] if words.len() == 2 => Some((at, 2, level.parse().ok()?)),
        [level] => Some((at, 1, level.strip_prefix("レベル")?.parse().ok()?)),
        _ => None,
    });
    let rest: Vec<String> = match level {
        Some((at, len, _)) => words[..at].iter().chain(&words[at + len..]).map(|&word| word.into()).collect(),
        // A dot between words may be part of a name.
        None => folded.splitn(WORDS, ' ').filter(|word| !word.is_empty()).map(str::to_owned).collect(),
    };
    (level.map(|(_, _, level)| level), rest.into_iter().take(WORDS).collect())
}

/// The condition of the games with a player for whom front ends show this word.
fn shown_as(word: &str) -> &'static str {
    let word = fold(word);
    UNNAMED.iter().find(|(words, _)| words.contains(&&*word)).map_or("FALSE", |(_, condition)| condition)
}

/// The condition of the games that front ends call by this word in some language, as a game or by a rule set:
/// `othello`, `囲碁`, `连珠`.
fn called(word: &str) -> String {
    let is_in = |name: Label| {
        [name.en, name.zh, name.ja].into_iter().any(|name| {
            let name = fold(name);
            // A letter or two would be in many names.
            name.split(|c: char| !c.is_alphanumeric()).any(|part| part == word)
                || !word.is_ascii() && word.chars().count() > 1 && name.contains(word)
        })
    };
    let mut all = Vec::new();
    for info in GameInfo::ALL {
        if info.id == word || is_in(info.name) {
            all.push(format!("kind = '{}'", info.kind.name()));
            continue;
        }
        let sets = info.rule_sets.iter().filter(|set| set.id == word || is_in(set.name));
        all.extend(sets.map(|RuleSetInfo { id, .. }| {
            format!("(kind = '{}' AND (rules = '{id}' OR rules GLOB '{id}[+,]*'))", info.kind.name())
        }));
    }
    if all.is_empty() {
        return "FALSE".into();
    }
    format!("g.spec IN (SELECT id FROM specs WHERE {})", all.join(" OR "))
}

impl Library {
    /// A page of the games that match. A field that the query leaves open matches every game.
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy) and other errors of the file. No text of a query is an error.
    pub fn search(&self, query: &GameQuery) -> Result<Page> {
        self.catch_up()?;
        let (page, per_page) = page_of(query.page, query.per_page);
        let (condition, values) = condition(query);
        let order = match query.sort {
            Sort::Changed => "g.changed DESC, g.id DESC",
            Sort::Newest => "g.id DESC",
            Sort::Oldest => "g.id",
            Sort::Date => "g.date DESC, g.id DESC",
            Sort::Black => "b.folded IS NULL, b.folded, g.id",
            Sort::White => "w.folded IS NULL, w.folded, g.id",
            Sort::Longest => "g.plies DESC, g.id DESC",
        };
        self.store.read(|conn| {
            let given: Vec<&dyn ToSql> = values.iter().map(|v| v as &dyn ToSql).collect();
            let total: i64 = conn
                .prepare_cached(&format!("SELECT count(*) FROM games g WHERE {condition}"))?
                .query_row(&given[..], |row| row.get(0))?;
            let first = (i64::from(page) - 1) * i64::from(per_page);
            let mut statement = conn.prepare_cached(&format!(
                "{SUMMARY} WHERE {condition} ORDER BY {order} LIMIT {per_page} OFFSET {first}"
            ))?;
            let mut rows = statement.query(&given[..])?;
            let mut games = Vec::new();
            while let Some(row) = rows.next()? {
                games.push(read_summary(row)?);
            }
            add_tags(conn, &mut games)?;
            Ok(Page { total: total as u64, page, per_page, games })
        })
    }

    /// Every tag with the number of its games, most frequent first.
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy) and other errors of the file.
    pub fn tags(&self) -> Result<Vec<(String, u64)>> {
        self.store.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT t.tag, count(*) FROM tags t JOIN games g ON g.id = t.game WHERE g.deleted IS NULL
                 GROUP BY t.tag ORDER BY 2 DESC, 1",
            )?;
            let tags = statement
                .query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(tags)
        })
    }
}

/// A query as an SQL condition, and the values for its parameters. The text of a caller is always a parameter.
pub(crate) fn condition(query: &GameQuery) -> (String, Vec<Value>) {
    let mut all =
        vec![String::from(if query.deleted { "g.deleted IS NOT NULL" } else { "g.deleted IS NULL" })];
    let mut values = Vec::new();
    let mut and = |text: &str, given: Vec<Value>| {
        all.push(text.to_owned());
        values.extend(given);
    };
    if let Some(game) = query.game {
        let kind = game.name().to_owned();
        and("g.spec IN (SELECT id FROM specs WHERE kind = ?)", vec![kind.into()]);
    }
    if let Some(rules) = given(query.rules.as_deref()) {
        let begins = format!("{}%", like(&rules.to_lowercase()));
        and("g.spec IN (SELECT id FROM specs WHERE rules LIKE ? ESCAPE '\\')", vec![begins.into()]);
    }
    let part = |text: &str| Value::from(format!("%{}%", like(&fold(text))));
    if let Some(player) = given(query.player.as_deref()) {
        let shown = shown_as(player);
        and(&format!("(g.black IN {NAMED} OR g.white IN {NAMED} OR {shown})"), vec![part(player); 2]);
    }
    if let Some(outcome) = query.outcome {
        and("g.outcome = ?", vec![i64::from(outcome.code()).into()]);
    }
    if let Some(from) = given(query.from.as_deref()) {
        and("g.date >= ?", vec![from.to_owned().into()]);
    }
    if let Some(to) = given(query.to.as_deref()) {
        // Whatever begins with the date is included.
        and("g.date < ?", vec![format!("{to}\u{10FFFF}").into()]);
    }
    if let Some(tag) = given(query.tag.as_deref()) {
        and(
            "g.id IN (SELECT game FROM tags WHERE tag = ? OR tag LIKE ? ESCAPE '\\')",
            vec![tag.to_owned().into(), like(tag).into()],
        );
    }
    let columns = [("g.black", &query.black), ("g.white", &query.white), ("g.event", &query.event)];
    for (column, text) in columns {
        if let Some(text) = given(text.as_deref()) {
            and(&format!("{column} IN {NAMED}"), vec![part(text)]);
        }
    }
    if let Some(size) = query.size {
        let sides = [size.cols(), size.rows()].map(|side| Value::from(side as i64));
        and("g.spec IN (SELECT id FROM specs WHERE cols = ? AND rows = ?)", sides.into());
    }
    if let Some(text) = given(query.text.as_deref()) {
        let (level, words) = text_words(&fold(text));
        if let Some(level) = level {
            // The end of the number: level 1 is not level 10.
            let seat = format!("%\"level\":{level}}}%");
            and("(g.seats LIKE '%\"engine\"%' AND g.seats LIKE ?)", vec![seat.into()]);
        }
        for word in words {
            let (texts, value) = if word.chars().count() >= TRIGRAM {
                // A phrase of the full-text index: in quotes only the quote has a meaning.
                ("texts MATCH ?", Value::from(format!("\"{}\"", word.replace('"', "\"\""))))
            } else {
                ("text LIKE ? ESCAPE '\\'", part(&word))
            };
            let (shown, called) = (shown_as(&word), called(&word));
            and(
                &format!(
                    "(g.black IN {NAMED} OR g.white IN {NAMED} OR g.event IN {NAMED} OR {shown} OR {called}
                      OR g.id IN (SELECT game FROM tags WHERE tag LIKE ? ESCAPE '\\')
                      OR g.id IN (SELECT rowid FROM texts WHERE {texts}))"
                ),
                vec![part(&word), part(&word), part(&word), part(&word), value],
            );
        }
    }
    (all.join(" AND "), values)
}

/// The text of a field, if it is not blank; cut at a limit, because SQLite bounds patterns.
fn given(text: Option<&str>) -> Option<&str> {
    let text = text.map(str::trim).filter(|text| !text.is_empty())?;
    let end = text.char_indices().nth(PATTERN).map_or(text.len(), |(at, _)| at);
    Some(&text[..end])
}

/// Escapes a text for LIKE.
pub(crate) fn like(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
