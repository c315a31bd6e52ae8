//! Searches for a position under any symmetry of the board, and counts the next moves.

use crate::games::summary;
use crate::index::{EntryInfo, NextCode};
use crate::key::position_key;
use crate::model::page_of;
use crate::player::names_with;
use crate::search::condition;
use crate::{GameId, GameQuery, GameResult, GameSummary, Library, NamedPlayer, NodeNumber, Result};
use rusqlite::{Connection, params_from_iter};
use std::collections::HashSet;
use tengen_board::Point;
use tengen_games::{AnyPosition, Move};

/// The result of a search for a position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionSearch {
    /// The number of games that have the position, on all pages, each counted once.
    pub total: u64,
    /// The games of this page, last stored first.
    pub games: Vec<PositionMatch>,
    /// The next moves on the main lines, most frequent first.
    pub statistics: Vec<NextMove>,
}

/// A game that has the position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionMatch {
    /// The game.
    pub summary: GameSummary,
    /// The first node with the position; one on the main line if there is one.
    pub node: NodeNumber,
    /// The number of plies before it.
    pub ply: u32,
    /// True if it is on the main line.
    pub main: bool,
}

/// A move that was played from the position, and how those games ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextMove {
    /// The move, turned to the position asked for.
    pub mv: Move,
    /// All points that are this move by the symmetry of the position, that of `mv` first. Empty for a pass.
    pub points: Vec<Point>,
    /// The number of games with this move.
    pub games: u64,
    /// Games that black won.
    pub black: u64,
    /// Games that white won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
}

impl Library {
    /// The games that have this position, and the next moves. `page` counts from 1, `per_page` is 1 to 1000; 0 means 1
    /// and 50.
    ///
    /// Positions are the same if they have the same [`PositionKey`](crate::PositionKey): ko, prisoners and rule set of
    /// Go and the phase of an opening rule do not matter. Moves are turned to the position asked for.
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy) and other errors of the file.
    pub fn find_position(&self, position: &AnyPosition, page: u32, per_page: u32) -> Result<PositionSearch> {
        self.find_position_among(position, None, page, per_page)
    }

    /// As [`Library::find_position`], of the games with a player: part of the name, as in
    /// [`GameQuery::player`](crate::GameQuery::player).
    ///
    /// # Errors
    /// As [`Library::find_position`].
    pub fn find_position_of(
        &self,
        position: &AnyPosition,
        player: &str,
        page: u32,
        per_page: u32,
    ) -> Result<PositionSearch> {
        self.find_position_among(position, Some(player), page, per_page)
    }

    /// The players who have this in their names, those with the most games first. Their games are those that
    /// [`find_position_of`](Library::find_position_of) searches, but for games in the bin.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn players_with(&self, part: &str) -> Result<Vec<NamedPlayer>> {
        self.store.read(|conn| names_with(conn, part))
    }

    fn find_position_among(
        &self,
        position: &AnyPosition,
        player: Option<&str>,
        page: u32,
        per_page: u32,
    ) -> Result<PositionSearch> {
        self.catch_up()?;
        let (page, per_page) = page_of(page, per_page);
        let key = position_key(position);
        self.store.read(|conn| {
            let chosen = player.map(|player| games_of(conn, player)).transpose()?;
            let mut hits: Vec<(GameId, NodeNumber, EntryInfo)> = Vec::new();
            let mut counts: Vec<[u64; 4]> = Vec::new();
            let mut statement = conn.prepare_cached(
                "SELECT game, node, info FROM positions WHERE key = ?1 ORDER BY game, node",
            )?;
            let mut rows = statement.query([key.stored()])?;
            let mut counted: Vec<NextCode> = Vec::new();
            while let Some(row) = rows.next()? {
                let (game, node): (GameId, NodeNumber) = (row.get(0)?, row.get(1)?);
                if chosen.as_ref().is_some_and(|chosen| !chosen.contains(&game)) {
                    continue;
                }
                let info = EntryInfo::unpack(row.get(2)?);
                match hits.last_mut().filter(|(last, ..)| *last == game) {
                    None => {
                        hits.push((game, node, info));
                        counted.clear();
                    }
                    Some(hit) if info.main && !hit.2.main => *hit = (game, node, info),
                    Some(_) => {}
                }
                // A position may occur again in one game (cycles in Go): each move counts once.
                if info.main && info.next != NextCode::None && !counted.contains(&info.next) {
                    counted.push(info.next);
                    let number = info.next.number();
                    if number >= counts.len() {
                        counts.resize(number + 1, [0; 4]);
                    }
                    counts[number][info.outcome as usize] += 1;
                }
            }
            let first = (page as usize - 1).saturating_mul(per_page as usize);
            let shown = hits.iter().rev().skip(first).take(per_page as usize);
            let games = shown
                .map(|&(game, node, info)| {
                    let summary = summary(conn, game)?;
                    Ok(PositionMatch { summary, node, ply: info.ply, main: info.main })
                })
                .collect::<Result<_>>()?;
            let mut statistics: Vec<NextMove> = counts
                .into_iter()
                .enumerate()
                .filter(|(_, by)| by.iter().any(|&n| n > 0))
                .map(|(number, by)| {
                    let points = match NextCode::of_number(number) {
                        NextCode::Point(index) => key.here(usize::from(index)),
                        _ => Vec::new(),
                    };
                    NextMove {
                        mv: points.first().map_or(Move::Pass, |&p| Move::Place(p)),
                        points,
                        games: by.iter().sum(),
                        black: by[GameResult::Black as usize],
                        white: by[GameResult::White as usize],
                        draws: by[GameResult::Draw as usize],
                    }
                })
                .collect();
            statistics.sort_by_key(|next| (std::cmp::Reverse(next.games), next.mv));
            Ok(PositionSearch { total: hits.len() as u64, games, statistics })
        })
    }
}

/// The games with a player.
fn games_of(conn: &Connection, player: &str) -> Result<HashSet<GameId>> {
    let query = GameQuery { player: Some(player.to_owned()), ..GameQuery::default() };
    let (chosen, values) = condition(&query);
    let mut statement = conn.prepare_cached(&format!("SELECT g.id FROM games g WHERE {chosen}"))?;
    let games = statement.query_map(params_from_iter(values), |row| row.get(0))?;
    Ok(games.collect::<rusqlite::Result<_>>()?)
}
