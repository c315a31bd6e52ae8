//! The folder of a tournament: its settings, its games line by line, and their records.

use super::{Schedule, Tournament, TournamentError};
use crate::faults::StoredGameFault;
use crate::played::{PlayedGame, WinnerText};
use crate::{EngineSpec, GameLog, MoveLog, Opening};
use std::fs::{self, File, TryLockError};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::time::Duration;
use tengen_games::{AnyPosition, Game, GameKind};
use tengen_records::{Format as RecordFormat, PlayerInfo, Record, WriteOptions, today};

impl Tournament {
    /// The settings that a stored tournament must share to be continued.
    fn fingerprint(&self) -> serde_json::Value {
        let config = &self.config;
        let millis = |d: Option<Duration>| d.map(|d| d.as_millis() as u64);
        let mut settings = serde_json::json!({
            "game": {
                "game": config.spec.kind().to_string(), "rules": config.spec.rules_text(),
                "size": config.spec.size().to_string(),
            },
            "players": config.players.iter().map(player_settings).collect::<Vec<_>>(),
            "format": match config.schedule {
                Schedule::Gauntlet => "gauntlet",
                Schedule::RoundRobin => "round-robin",
            },
            "openings": config.openings.iter().map(Opening::name).collect::<Vec<_>>(),
            "time": {
                "per_move": millis(config.time.per_move), "game": millis(config.time.game),
                "increment": millis(Some(config.time.increment)), "nodes": config.time.nodes, "depth": config.time.depth,
                "threads": config.time.threads,
            },
        });
        // The settings of a match without it are as they were before there was pondering.
        if config.time.ponder {
            settings["time"]["ponder"] = true.into();
        }
        settings
    }

    /// True if another list of openings gives every game played so far the opening that it had: the one list begins
    /// with the other, and no game came after the end of the shorter.
    fn keeps_openings(&self, others: &serde_json::Value) -> bool {
        let own = self.config.openings.iter().map(Opening::name);
        let Some(others) = others.as_array() else { return false };
        let shorter = others.len().min(self.config.openings.len());
        own.zip(others).all(|(own, other)| other.as_str() == Some(&own))
            && self.played.iter().all(|game| game.game / 2 / self.pairings.len() < shorter)
    }

    pub(super) fn open(&mut self, dir: &Path) -> Result<(), TournamentError> {
        let io = |path: &Path, error| TournamentError::Io { path: path.into(), error };
        let games = dir.join("games");
        fs::create_dir_all(&games).map_err(|e| io(&games, e))?;
        let (about, log) = (dir.join("match.json"), dir.join("games.jsonl"));
        let own = self.fingerprint();
        let file = File::options().create(true).append(true).open(&log).map_err(|e| io(&log, e))?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(TournamentError::Busy(dir.into()));
        }
        let another = |differs: &str| TournamentError::Another { path: dir.into(), differs: differs.into() };
        let mut is_known = false;
        let mut openings = None;
        if about.exists() {
            let text = fs::read_to_string(&about).map_err(|e| io(&about, e))?;
            let mut other: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
            if let Some(differs) =
                ["game", "players", "format", "time"].into_iter().find(|k| own[k] != other[k])
            {
                return Err(another(differs));
            }
            is_known = own["openings"] == other["openings"];
            openings = Some(other["openings"].take());
        }
        let length = self.read_log(&log)?;
        if let Some(openings) = openings.filter(|_| !is_known)
            && !self.keeps_openings(&openings)
        {
            return Err(another("openings"));
        }
        if !is_known {
            // Beside it first: a match that is stopped here must still find its settings.
            let part = about.with_extension("json.part");
            fs::write(&part, format!("{own:#}\n"))
                .and_then(|()| fs::rename(&part, &about))
                .map_err(|e| io(&about, e))?;
        }
        // A last line that an interruption cut off is removed.
        file.set_len(length).map_err(|e| io(&log, e))?;
        self.log = Some((log, file));
        Ok(())
    }

    /// Reads the stored games up to a last line that is cut off, and returns their length in bytes.
    pub(super) fn read_log(&mut self, log: &Path) -> Result<u64, TournamentError> {
        let io = |error| TournamentError::Io { path: log.into(), error };
        let mut reader = BufReader::new(File::open(log).map_err(io)?);
        let (mut length, mut line, mut number) = (0u64, Vec::new(), 0);
        while reader.read_until(b'\n', &mut line).map_err(io)? > 0 {
            number += 1;
            if !line.ends_with(b"\n") {
                break;
            }
            let game = serde_json::from_slice(&line).map_err(|e| TournamentError::Damaged {
                path: log.into(),
                line: number,
                why: StoredGameFault::Json(e.to_string()),
            })?;
            let mut game: PlayedGame = game;
            if let Some(WinnerText::Seat(seat)) = game.winner_name {
                game.winner = Some(seat);
            }
            if self
                .pairings
                .get(game.pair % self.pairings.len())
                .is_none_or(|pair| game.players != *pair && game.players != [pair[1], pair[0]])
            {
                let why = StoredGameFault::OtherPlayers(game.game + 1);
                return Err(TournamentError::Damaged { path: log.into(), line: number, why });
            }
            if self.played.iter().all(|other| other.game != game.game) {
                self.played.push(game);
            }
            length += line.len() as u64;
            line.clear();
        }
        Ok(length)
    }

    /// Writes the line and the record of a game to the folder.
    pub(super) fn store(&mut self, played: &PlayedGame, log: &GameLog) -> Result<(), TournamentError> {
        let record = self.record(played, log);
        let Some((path, file)) = &mut self.log else { return Ok(()) };
        let mut line = serde_json::to_string(played).unwrap_or_default();
        line.push('\n');
        let io = |path: &Path| {
            let path = path.to_owned();
            move |error| TournamentError::Io { path, error }
        };
        file.write_all(line.as_bytes()).and_then(|()| file.flush()).map_err(io(path))?;
        let games = path.with_file_name("games");
        let mut formats = vec![(RecordFormat::Sgf, "sgf")];
        if self.config.spec.kind() == GameKind::Gomoku {
            formats.push((RecordFormat::Psq, "psq"));
        }
        for (format, ending) in formats {
            // A format may be unable to carry a game: psq has no choices of opening rules.
            if let Ok(written) = format.write(std::slice::from_ref(&record), &WriteOptions::default()) {
                let path = games.join(format!("{:05}.{ending}", played.game + 1));
                fs::write(&path, written.bytes).map_err(io(&path))?;
            }
        }
        Ok(())
    }

    /// The record of a game of this tournament, with names, result, times and the fault that ended it. `None` if its
    /// moves cannot be played: then it is no game of this tournament.
    pub fn record_of(&self, played: &PlayedGame) -> Option<Record> {
        let (plan, ..) = self.plan(played.game);
        let mut position = plan.opening.position().clone();
        let opening = position.moves().count();
        for text in played.moves.get(opening..)? {
            let mv = position.parse_move(text).ok()?;
            position.play(mv).ok()?;
        }
        let times = played.millis.iter().map(|millis| millis.map(Duration::from_millis));
        Some(self.written(played, &position, times))
    }

    fn record(&self, played: &PlayedGame, log: &GameLog) -> Record {
        let mut record =
            self.written(played, &log.position, log.moves.iter().map(|MoveLog { spent, .. }| *spent));
        record.header.date = Some(today());
        if let AnyPosition::Go(game) = &log.position
            && log.end == crate::GameEnd::Rules
            && game.rules().captures_to_win == 0
            && let Some(last) = record.tree.main_line().last()
        {
            record.mark_territory(last, game, &log.dead);
        }
        record
    }

    fn written(
        &self,
        played: &PlayedGame,
        position: &AnyPosition,
        times: impl Iterator<Item = Option<Duration>>,
    ) -> Record {
        let mut record = Record::from_position(position);
        let name = |seat: usize| self.config.players[played.players[seat]].name();
        let side = |seat| PlayerInfo { name: Some(name(seat).to_owned()), ..PlayerInfo::default() };
        record.header.black = side(played.black);
        record.header.white = side(1 - played.black);
        record.header.result = Some(played.result.clone());
        record.header.round = Some((played.game + 1).to_string());
        record.header.application = Some(concat!("Tengen:", env!("CARGO_PKG_VERSION")).into());
        let fault = played.fault.as_ref();
        record.header.comment = fault.map(|(seat, fault)| format!("{}: {fault}", name(*seat)));
        let nodes: Vec<_> = record.tree.main_line().skip(1).collect();
        for (node, spent) in nodes.into_iter().zip(times) {
            record.tree.node_mut(node).spent = spent;
        }
        record
    }
}

/// A player as the settings name it.
fn player_settings(player: &EngineSpec) -> serde_json::Value {
    match player {
        EngineSpec::External(program) => serde_json::json!(program),
        EngineSpec::BuiltIn { name, engine, level, memory, threads, seed, book } => serde_json::json!({
            "name": name, "engine": engine, "level": level, "memory": memory, "threads": threads, "seed": seed,
            "book": book.as_ref().map(|book| serde_json::json!({ "file": book.file, "randomness": book.randomness })),
        }),
    }
}
