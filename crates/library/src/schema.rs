//! The tables, as a list of migration steps. `user_version` of a file is the number of steps it has taken; opening
//! takes the rest in one transaction. A published step never changes.

use crate::{Error, Result};
use rusqlite::Connection;
use std::path::Path;

/// The steps from an empty file.
pub(crate) const STEPS: &[&str] = &[GAMES, POSITIONS, TEXTS, ANALYSES, PUZZLES, REVIEWS, KOMI];

/// The mark of a library in a SQLite file (`PRAGMA application_id`): "TNGN".
pub(crate) const APPLICATION: i64 = 0x544E_474E;

/// Games with their trees. A tree is one row of bytes in `trees` until its first change; then it is one row per node in
/// `nodes`, so that adding a move is a small insertion.
const GAMES: &str = "
CREATE TABLE specs (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    rules TEXT NOT NULL,
    rows INTEGER NOT NULL,
    cols INTEGER NOT NULL,
    UNIQUE (kind, rules, rows, cols)
) STRICT;
CREATE TABLE names (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL
) STRICT;
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    spec INTEGER NOT NULL REFERENCES specs (id),
    black INTEGER REFERENCES names (id),
    white INTEGER REFERENCES names (id),
    event INTEGER REFERENCES names (id),
    date TEXT,
    result TEXT,
    outcome INTEGER NOT NULL,
    name TEXT,
    header TEXT,
    seats TEXT,
    current INTEGER NOT NULL DEFAULT 0,
    next_node INTEGER NOT NULL,
    prunings INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 1,
    plies INTEGER NOT NULL DEFAULT 0,
    digest INTEGER,
    indexed INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    deleted INTEGER
) STRICT;
CREATE INDEX games_black ON games (black);
CREATE INDEX games_white ON games (white);
CREATE INDEX games_event ON games (event);
CREATE INDEX games_date ON games (date);
CREATE INDEX games_changed ON games (changed);
CREATE INDEX games_digest ON games (digest);
CREATE INDEX games_pending ON games (indexed) WHERE indexed <> 1;
CREATE TABLE trees (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    bytes BLOB NOT NULL
) STRICT;
CREATE TABLE nodes (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    node INTEGER NOT NULL,
    parent INTEGER,
    rank INTEGER NOT NULL,
    pruned INTEGER,
    bytes BLOB NOT NULL,
    PRIMARY KEY (game, node)
) STRICT, WITHOUT ROWID;
CREATE INDEX nodes_parent ON nodes (game, parent);
CREATE TABLE tags (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (game, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX tags_tag ON tags (tag);
";

/// Positions of all games that are not in the bin; they can be made again from the trees.
const POSITIONS: &str = "
CREATE TABLE positions (
    key INTEGER NOT NULL,
    game INTEGER NOT NULL,
    node INTEGER NOT NULL,
    info INTEGER NOT NULL,
    PRIMARY KEY (key, game, node)
) STRICT, WITHOUT ROWID;
UPDATE games SET indexed = 0;
";

/// Texts of headers and comments in lower case; they can be made again from the games.
const TEXTS: &str = "
CREATE VIRTUAL TABLE texts USING fts5 (text, tokenize = 'trigram', columnsize = 0);
UPDATE games SET indexed = 0;
";

/// Analyses of engines.
const ANALYSES: &str = "
CREATE TABLE analyses (
    id INTEGER PRIMARY KEY,
    spec INTEGER NOT NULL REFERENCES specs (id),
    hash INTEGER NOT NULL,
    key INTEGER NOT NULL,
    symmetry INTEGER NOT NULL,
    plain INTEGER NOT NULL,
    engine TEXT NOT NULL,
    lines INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    time_ms INTEGER NOT NULL,
    proven INTEGER NOT NULL,
    json TEXT NOT NULL,
    used INTEGER NOT NULL,
    UNIQUE (spec, hash, engine, lines)
) STRICT;
CREATE INDEX analyses_key ON analyses (spec, key, engine);
CREATE INDEX analyses_used ON analyses (used);
";

/// Scores of a user on the problems of a suite.
const PUZZLES: &str = "
CREATE TABLE puzzles (
    suite TEXT NOT NULL,
    problem TEXT NOT NULL,
    tries INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (suite, problem)
) STRICT, WITHOUT ROWID;
";

/// The last review of each game.
const REVIEWS: &str = "
CREATE TABLE reviews (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    json TEXT NOT NULL,
    made INTEGER NOT NULL
) STRICT;
";

/// Rules of Go with handicap stones and without a named komi had that of even games. Since then it is ½, so theirs is
/// written out.
const KOMI: &str = "
UPDATE specs SET rules = replace(rules, ',handicap=', CASE
    WHEN rules LIKE 'japanese,%' OR rules LIKE 'korean,%' THEN ',komi=6.5,handicap='
    WHEN rules LIKE 'new-zealand,%' THEN ',komi=7,handicap='
    WHEN rules LIKE 'atari-go,%' THEN ',komi=0,handicap='
    ELSE ',komi=7.5,handicap=' END)
WHERE kind = 'go' AND rules LIKE '%,handicap=%' AND rules NOT LIKE '%,komi=%'
    AND rules NOT LIKE '%,handicap=1' AND rules NOT LIKE '%,handicap=1,%';
";

/// Takes the steps that the file has not taken yet.
pub(crate) fn migrate(conn: &mut Connection, path: &Path) -> Result<()> {
    let known = STEPS.len() as i64;
    let version =
        |conn: &Connection| conn.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0));
    let found = version(conn)?;
    if found == known {
        return Ok(());
    }
    // Another process may do the same: the first to get the lock does it.
    let tx = conn.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let found = version(&tx)?;
    if found > known || found < 0 {
        return Err(Error::Newer { path: path.to_owned(), found, known });
    }
    for step in &STEPS[found as usize..] {
        tx.execute_batch(step)?;
    }
    tx.pragma_update(None, "application_id", APPLICATION)?;
    tx.pragma_update(None, "user_version", known)?;
    tx.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameQuery, Library};
    use tengen_games::{AnyPosition, Game, GameSpec, go};

    /// A file of an older version, which knew only the first `steps`, with one game of Othello.
    fn older(path: &Path, steps: usize) {
        let conn = Connection::open(path).unwrap();
        STEPS[..steps].iter().for_each(|step| conn.execute_batch(step).unwrap());
        conn.pragma_update(None, "application_id", APPLICATION).unwrap();
        conn.pragma_update(None, "user_version", steps as i64).unwrap();
        // f5 d6 after a root with a comment: bytes that every later version must read.
        conn.execute_batch(
            "INSERT INTO specs VALUES (1, 'othello', 'othello', 8, 8);
             INSERT INTO names VALUES (1, 'Ann', 'ann');
             INSERT INTO games (spec, black, outcome, date, next_node, plies, created, changed, indexed)
             VALUES (1, 1, 0, '1999', 3, 2, 5, 6, 1);
             INSERT INTO trees VALUES (1, x'0103A00402686904050503');
             INSERT INTO tags VALUES (1, 'old');",
        )
        .unwrap();
    }

    /// Older files name the komi of a handicap game only where it is not that of an even game.
    #[test]
    fn handicap_games_of_older_files_keep_their_komi() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("6.db");
        older(&path, 6);
        let wanted = [
            ("chinese,handicap=4", 7.5),
            ("japanese,ko=situational,handicap=2,placement=free", 6.5),
            ("new-zealand,handicap=9", 7.0),
            ("aga,handicap=3", 7.5),
            ("ing,handicap=2", 7.5),
            ("atari-go,handicap=2", 0.0),
            ("chinese,komi=0.5,handicap=4", 0.5),
            ("tromp-taylor,handicap=1", 7.5),
        ];
        let conn = Connection::open(&path).unwrap();
        for (id, (rules, _)) in (2..).zip(wanted) {
            conn.execute("INSERT INTO specs VALUES (?1, 'go', ?2, 19, 19)", (id, rules)).unwrap();
        }
        drop(Library::open(&path).unwrap());
        for (id, (before, komi)) in (2..).zip(wanted) {
            let sql = "SELECT rules FROM specs WHERE id = ?1";
            let now: String = conn.query_row(sql, [id], |row| row.get(0)).unwrap();
            let rules = go::Rules::named(&now, None).unwrap();
            assert_eq!((rules.komi, rules.to_string()), (komi, now), "{before}");
        }
    }

    #[test]
    fn every_older_file_is_brought_up_to_date_and_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        for steps in 1..=STEPS.len() {
            let path = folder.path().join(format!("{steps}.db"));
            older(&path, steps);
            let library = Library::open(&path).unwrap();
            // A dated copy of the older file is kept.
            let ending = format!("-form-{steps}");
            let names = std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name());
            let copy = names.map(|name| name.into_string().unwrap()).find(|name| name.ends_with(&ending));
            assert_eq!(copy.is_some(), steps < STEPS.len(), "{steps} steps");
            if let Some(copy) = copy {
                let date = copy.strip_prefix(&format!("{steps}.db.")).and_then(|c| c.strip_suffix(&ending));
                assert!(date.is_some_and(|date| date.len() == 10 && date.starts_with("20")), "{copy}");
                let copy = Connection::open(folder.path().join(copy)).unwrap();
                let form: i64 = copy.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
                let games: i64 = copy.query_row("SELECT count(*) FROM games", [], |row| row.get(0)).unwrap();
                assert_eq!((form, games), (steps as i64, 1));
            }
            let game = library.load(1).unwrap();
            assert_eq!(game.record.tree.node(0).comment.as_deref(), Some("hi"), "{steps} steps");
            assert_eq!((game.summary.black.as_deref(), game.summary.created_ms), (Some("Ann"), 5));
            let mut position = AnyPosition::new(&GameSpec::named("othello", None, None).unwrap());
            for mv in game.record.main_moves() {
                position.play(mv).unwrap();
            }
            assert_eq!(position.ply(), 2);
            // What the later steps added is made for the old games.
            library.index_pending(|_, _| true).unwrap();
            let indexed = steps < 3;
            assert_eq!(
                library.find_position(&position, 1, 1).unwrap().total,
                u64::from(indexed),
                "{steps} steps"
            );
            library.rebuild_indexes(|_, _| true).unwrap();
            assert_eq!(library.find_position(&position, 1, 1).unwrap().total, 1);
            let text = GameQuery { text: Some("hi".into()), tag: Some("old".into()), ..GameQuery::default() };
            assert_eq!(library.search(&text).unwrap().total, 1);
            drop(library);
            let conn = Connection::open(&path).unwrap();
            let version: i64 = conn.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
            assert_eq!(version, STEPS.len() as i64);
            // The same tables as in a new file.
            let tables = |conn: &Connection| -> Vec<Option<String>> {
                let mut statement = conn.prepare("SELECT sql FROM sqlite_schema ORDER BY name").unwrap();
                let rows = statement.query_map([], |row| row.get(0)).unwrap();
                rows.map(|sql| sql.unwrap()).collect()
            };
            let new = folder.path().join("new.db");
            drop(Library::open(&new).unwrap());
            assert_eq!(tables(&conn), tables(&Connection::open(&new).unwrap()));
        }
    }
}
