//! Exports games in any format that `tengen-records` writes.

use crate::rows::load_record;
use crate::{GameId, GameQuery, Library, Result};
use std::io::Write;
use tengen_records::{ConversionLoss, Format, Record, WriteOptions, WriteOutput, write_all};

/// Games in memory at a time, in formats whose files can be written piece by piece.
const AT_ONCE: usize = 500;

/// The tags of an exported game, which no file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LostTags {
    /// The index of the game among those exported, from 0.
    pub record: usize,
    /// The number of its tags.
    pub count: usize,
}

impl Library {
    /// A game as a record.
    ///
    /// # Errors
    /// [`Error::NoGame`](crate::Error::NoGame).
    pub fn record(&self, game: GameId) -> Result<Record> {
        self.store.read(|conn| Ok(load_record(conn, game)?.0))
    }

    /// Games as one file, or as one file each if the format holds one game per file. No file holds their tags: see
    /// [`Library::lost_tags`].
    ///
    /// # Errors
    /// [`Error::NoGame`](crate::Error::NoGame), and [`Error::Write`](crate::Error::Write) if the format cannot hold
    /// them.
    pub fn export(
        &self,
        games: &[GameId],
        format: Format,
        options: &WriteOptions,
    ) -> Result<Vec<WriteOutput>> {
        let records = games.iter().map(|&game| self.record(game)).collect::<Result<Vec<_>>>()?;
        Ok(write_all(&records, format, options)?)
    }

    /// Writes games as one file while they are read, so that a collection of any size takes little memory. Returns
    /// what the format lost and the files that belong beside it. WTHOR files begin with the number of games, so they
    /// are made in memory.
    ///
    /// # Errors
    /// As [`Library::export`], and [`Error::Io`](crate::Error::Io) if `out` fails.
    pub fn export_to(
        &self,
        games: &[GameId],
        format: Format,
        options: &WriteOptions,
        out: &mut dyn Write,
    ) -> Result<WriteOutput> {
        let piecewise = matches!(format, Format::Sgf | Format::Ggf | Format::Obf | Format::MoveList);
        let at_once = if piecewise { AT_ONCE } else { games.len().max(1) };
        let mut all = WriteOutput::default();
        for (i, some) in games.chunks(at_once).enumerate() {
            let records = some.iter().map(|&game| self.record(game)).collect::<Result<Vec<_>>>()?;
            let written = format.write(&records, options)?;
            out.write_all(&written.bytes).map_err(|e| crate::Error::io("the output".as_ref(), &e))?;
            let place = |loss: ConversionLoss| ConversionLoss { record: loss.record + i * at_once, ..loss };
            all.losses.extend(written.losses.into_iter().map(place));
            all.companions.extend(written.companions);
        }
        Ok(all)
    }

    /// The tags of games, which no file holds: one entry for each game that has any.
    ///
    /// # Errors
    /// Errors of the file.
    pub fn lost_tags(&self, games: &[GameId]) -> Result<Vec<LostTags>> {
        self.store.read(|conn| {
            let mut statement = conn.prepare_cached("SELECT count(*) FROM tags WHERE game = ?1")?;
            let mut losses = Vec::new();
            for (record, game) in games.iter().enumerate() {
                let count = statement.query_row([game], |row| row.get::<_, i64>(0))? as usize;
                if count > 0 {
                    losses.push(LostTags { record, count });
                }
            }
            Ok(losses)
        })
    }

    /// The numbers of all games that match a query, in its order, ignoring its page.
    ///
    /// # Errors
    /// As [`Library::search`].
    pub fn select(&self, query: &GameQuery) -> Result<Vec<GameId>> {
        let mut query = GameQuery { page: 1, per_page: 1000, ..query.clone() };
        let mut games = Vec::new();
        loop {
            let page = self.search(&query)?;
            games.extend(page.games.iter().map(|game| game.id));
            if page.games.is_empty() || games.len() as u64 >= page.total {
                return Ok(games);
            }
            query.page += 1;
        }
    }
}
