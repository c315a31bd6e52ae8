//! The statistics of a player: results, openings, and the mistakes that stored reviews name.

mod json;
mod mistakes;
mod names;
mod openings;

pub use mistakes::{FaultCounts, Mistake, MistakeStatistics, PhaseLosses};
pub(crate) use names::names_with;
pub use openings::{FIRST_MOVES, OpeningStatistics};

use crate::header::read_spec;
use crate::search::condition;
use crate::{GameId, GameQuery, GameResult, Library, Result};
use mistakes::Reviews;
use openings::Openings;
use rusqlite::types::Value;
use rusqlite::{Connection, ToSql};
use std::collections::HashMap;
use tengen_board::Color;
use tengen_games::GameSpec;

/// The limit of the bytes of a player's name in a query.
const NAME_BYTES: usize = 1000;

/// Whose statistics, and over which games.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PlayerQuery {
    /// The name. Case is ignored, and a part is enough if only one player has it. `you` is also the person without a
    /// name who played against an engine.
    pub name: String,
    /// Which games count; its order and its page are ignored.
    pub games: GameQuery,
    /// Only games that the player played with this colour.
    pub color: Option<Color>,
    /// The number of first moves that distinguish openings; if `None`, names do, where openings have names.
    pub moves: Option<usize>,
}

/// The answer to a [`PlayerQuery`].
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerSearch {
    /// The statistics. They are of no game if the player has none that count.
    Found(Box<PlayerStatistics>),
    /// No player has this name: players with similar names, the most similar first.
    Unknown(Vec<NamedPlayer>),
    /// Several players have this in their name: those with the most games first.
    Several(Vec<NamedPlayer>),
    /// The player has games of several kinds: the query must name one. Each with its number of games.
    Games(Vec<(GameSpec, u64)>),
}

/// A player with games in the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPlayer {
    /// The name.
    pub name: String,
    /// The number of games.
    pub games: u64,
}

/// Results from one player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PlayerResults {
    /// All games, also those without a known result.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games drawn.
    pub drawn: u64,
}

impl PlayerResults {
    /// Games won and half of the games drawn, as a share of the games with a result, 0 to 1. `None` without any.
    pub fn score(&self) -> Option<f64> {
        let ended = self.won + self.lost + self.drawn;
        (ended > 0).then(|| (self.won as f64 + self.drawn as f64 / 2.0) / ended as f64)
    }

    fn add(&mut self, color: Color, outcome: GameResult) {
        self.games += 1;
        match (outcome, outcome.winner()) {
            (GameResult::Draw, _) => self.drawn += 1,
            (_, Some(winner)) if winner == color => self.won += 1,
            (_, Some(_)) => self.lost += 1,
            _ => {}
        }
    }

    /// The sum of two results.
    #[must_use]
    pub const fn plus(self, other: PlayerResults) -> PlayerResults {
        PlayerResults {
            games: self.games + other.games,
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
        }
    }
}

/// The statistics of a player. A game that the player played against themselves counts once for each colour.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerStatistics {
    /// The name, as most of these games have it.
    pub name: String,
    /// The rules of most of the games; `None` without a game.
    pub spec: Option<GameSpec>,
    /// The date of the first game and of the last one, as far as games have dates.
    pub dates: Option<(String, String)>,
    /// The results as black.
    pub black: PlayerResults,
    /// The results as white.
    pub white: PlayerResults,
    /// The openings, the most frequent first.
    pub openings: Vec<OpeningStatistics>,
    /// The mistakes, from the stored reviews.
    pub mistakes: MistakeStatistics,
}

impl PlayerStatistics {
    /// The results of both colours.
    pub fn total(&self) -> PlayerResults {
        self.black.plus(self.white)
    }
}

/// A game of the player.
struct Played {
    game: GameId,
    /// The colours that the player had.
    colors: Vec<Color>,
    outcome: GameResult,
    date: Option<String>,
    /// The names of black and of white.
    names: [Option<String>; 2],
    spec: GameSpec,
}

impl Library {
    /// The statistics of a player.
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy) and other errors of the file. No name is an error.
    pub fn player(&self, query: &PlayerQuery) -> Result<PlayerSearch> {
        self.store.read(|conn| {
            let name = query.name.get(..query.name.floor_char_boundary(NAME_BYTES)).unwrap_or_default();
            let player = match names::find(conn, name, &query.games)? {
                names::Found::One(player) => player,
                names::Found::Several(players) => return Ok(PlayerSearch::Several(players)),
                names::Found::Near(players) => return Ok(PlayerSearch::Unknown(players)),
            };
            let mut games = played(conn, &player, &query.games)?;
            if let Some(color) = query.color {
                games.iter_mut().for_each(|game| game.colors.retain(|&own| own == color));
                games.retain(|game| !game.colors.is_empty());
            }
            let kinds = kinds(&games);
            if kinds.len() > 1 && query.games.game.is_none() {
                return Ok(PlayerSearch::Games(kinds));
            }
            statistics(conn, player.name, kinds, &games, query.moves).map(PlayerSearch::Found)
        })
    }
}

fn statistics(
    conn: &Connection,
    name: String,
    kinds: Vec<(GameSpec, u64)>,
    games: &[Played],
    moves: Option<usize>,
) -> Result<Box<PlayerStatistics>> {
    let mut by_color = [PlayerResults::default(); 2];
    let (mut openings, mut reviews) = (Openings::new(moves), Reviews::default());
    for game in games {
        for &color in &game.colors {
            by_color[color.index()].add(color, game.outcome);
        }
        openings.add(conn, game)?;
        reviews.add(conn, game)?;
    }
    let dates = || games.iter().filter_map(|game| game.date.as_ref()).filter(|date| !date.is_empty());
    let dates = dates().min().zip(dates().max());
    let [black, white] = by_color;
    Ok(Box::new(PlayerStatistics {
        name,
        spec: kinds.into_iter().next().map(|(spec, _)| spec),
        dates: dates.map(|(first, last)| (first.clone(), last.clone())),
        black,
        white,
        openings: openings.finish(),
        mistakes: reviews.finish(),
    }))
}

/// The kinds of game that a player played, the most frequent first, each by the first rules found. Of the m,n,k games
/// each is a kind of its own.
fn kinds(games: &[Played]) -> Vec<(GameSpec, u64)> {
    let mut kinds: Vec<(GameSpec, u64)> = Vec::new();
    for Played { spec, .. } in games {
        let is_same = |other: &GameSpec| {
            other.kind() == spec.kind()
                && (!spec.info().sizes.is_empty() || other.rules_text() == spec.rules_text())
        };
        match kinds.iter_mut().find(|(other, _)| is_same(other)) {
            Some((_, count)) => *count += 1,
            None => kinds.push((spec.clone(), 1)),
        }
    }
    kinds.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    kinds
}

/// The games of a player that a query chooses, the first stored first.
fn played(conn: &Connection, player: &names::Player, query: &GameQuery) -> Result<Vec<Played>> {
    let (chosen, values) = condition(query);
    let ids = player.ids.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let unnamed = if player.unnamed { format!(" OR {}", names::UNNAMED) } else { String::new() };
    // The names are numbers of the table, so that the indexes of both columns are used.
    let mut statement = conn.prepare(&format!(
        "SELECT g.id, g.outcome, g.date, b.name, w.name, s.kind, s.rules, s.rows, s.cols, g.seats,
                coalesce(g.black IN ({ids}), FALSE), coalesce(g.white IN ({ids}), FALSE)
         FROM games g JOIN specs s ON s.id = g.spec
                      LEFT JOIN names b ON b.id = g.black LEFT JOIN names w ON w.id = g.white
         WHERE (g.black IN ({ids}) OR g.white IN ({ids}){unnamed}) AND {chosen} ORDER BY g.id"
    ))?;
    let values: Vec<&dyn ToSql> = values.iter().map(|value: &Value| value as &dyn ToSql).collect();
    let mut rows = statement.query(&values[..])?;
    let mut specs: HashMap<(String, String, i64, i64), GameSpec> = HashMap::new();
    let mut games = Vec::new();
    while let Some(row) = rows.next()? {
        let key = (row.get(5)?, row.get(6)?, row.get(7)?, row.get(8)?);
        let spec = match specs.get(&key) {
            Some(spec) => spec.clone(),
            None => {
                let spec = read_spec(&key.0, &key.1, key.2, key.3)?;
                specs.insert(key, spec.clone());
                spec
            }
        };
        let names: [Option<String>; 2] = [row.get(3)?, row.get(4)?];
        let named = [row.get::<_, bool>(10)?, row.get::<_, bool>(11)?];
        let seats: Option<String> = row.get(9)?;
        let has = |color: Color| {
            let at = color.index();
            named[at] || player.unnamed && names[at].is_none() && names::is_person(seats.as_deref(), at)
        };
        let colors: Vec<Color> = Color::BOTH.into_iter().filter(|&color| has(color)).collect();
        if !colors.is_empty() {
            let outcome = GameResult::from_code(row.get(1)?);
            games.push(Played { game: row.get(0)?, colors, outcome, date: row.get(2)?, names, spec });
        }
    }
    Ok(games)
}
