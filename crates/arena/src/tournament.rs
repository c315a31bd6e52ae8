//! Tournaments: many games on several cores, stored as they are played, and resumed after an interruption.

use crate::faults::{ConfigFault, StoredGameFault};
use crate::played::{PlayedGame, WinnerText, pairs_of};
use crate::stats::{Sprt, SprtOutcome};
use crate::{
    EngineSpec, Fault, FaultKind, GameLog, GamePlan, GameState, MoveLog, Opening, Pairing, Seat, Timeouts,
    open_seat, play_game_watched,
};
use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::Duration;
use tengen_engine::Stop;
use tengen_engine::{EngineError, EngineFactory, EngineOptions};
use tengen_games::{AnyPosition, Game, GameKind, GameSpec};
use tengen_protocols::TimeControl;
use tengen_records::{Format as RecordFormat, PlayerInfo, Record, WriteOptions, today};

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// The first player against each of the others.
    Gauntlet,
    /// Each player against each other player.
    RoundRobin,
}

/// A tournament to play.
#[derive(Clone)]
pub struct TournamentConfig {
    /// The game and its rules.
    pub spec: GameSpec,
    /// The players, at least two.
    pub players: Vec<EngineSpec>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Games of each pairing. An odd number is raised by one: each opening is played with both colours.
    pub games: usize,
    /// The openings, at least one; used in order, and again from the first.
    pub openings: Vec<Opening>,
    /// Time control.
    pub time: TimeControl,
    /// Delay of an answer that loses no game.
    pub grace: Duration,
    /// A game with more plies is a draw; [`longest_game`](crate::longest_game) is more than any sensible game has.
    pub max_plies: usize,
    /// Games played at once; 0 is read as 1.
    pub concurrency: usize,
    /// A test that may end the match early; for two players.
    pub sprt: Option<Sprt>,
    /// The folder for the results. A folder with the same tournament is continued.
    pub dir: Option<PathBuf>,
    /// Makes Tengen's engines.
    pub engines: EngineFactory,
}

/// Progress of a tournament.
#[derive(Clone, Debug)]
pub enum TournamentEvent<'a> {
    /// A stored tournament goes on, with so many games played.
    Resumed(usize),
    /// A game has ended.
    Played(&'a PlayedGame),
}

/// Why a tournament cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// The configuration is wrong.
    #[error("{0}")]
    Config(ConfigFault),
    /// A player does not play this game.
    #[error(transparent)]
    Engine(EngineError),
    /// A file cannot be read or written.
    #[error("{path}: {error}", path = .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The folder holds another tournament.
    #[error("{path} holds another match ({differs} differs): choose another folder, or remove it", path = .path.display())]
    Another {
        /// The folder.
        path: PathBuf,
        /// The setting that is different.
        differs: String,
    },
    /// A player could not be started for its first game. The game is not counted.
    #[error("{player} does not start: {}", .fault.cause)]
    NeverStarted {
        /// Its name.
        player: String,
        /// What happened.
        fault: Fault,
    },
    /// Another program is using the folder.
    #[error("a match is being played in {path} by another program: choose another folder", path = .0.display())]
    Busy(PathBuf),
    /// A line of a games file is damaged.
    #[error("{path}, line {line}: {why}", path = .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        why: StoredGameFault,
    },
}

/// Is called with each state of the games under way, by the threads that play them: the number of the game, from 0, and
/// the numbers of its first and second player.
pub type GameWatcher = Arc<dyn Fn(usize, [usize; 2], &GameState<'_>) + Send + Sync>;

/// A tournament and its games so far.
pub struct Tournament {
    config: TournamentConfig,
    /// Pairs of player numbers, in the order in which they meet.
    pairings: Vec<[usize; 2]>,
    played: Vec<PlayedGame>,
    log: Option<(PathBuf, File)>,
    timeouts: Timeouts,
    watcher: Option<GameWatcher>,
}

impl Tournament {
    /// Prepares a tournament, and reads its stored games.
    ///
    /// # Errors
    /// [`TournamentError`].
    pub fn new(config: TournamentConfig) -> Result<Tournament, TournamentError> {
        let mut tournament = Tournament::without_games(config)?;
        if let Some(dir) = tournament.config.dir.clone() {
            tournament.open(&dir)?;
        }
        Ok(tournament)
    }

    /// A stored tournament as far as it is played, to read its results: nothing is written, and another program may be
    /// playing it. A folder without games is a tournament that has not begun.
    ///
    /// # Errors
    /// [`TournamentError`].
    pub fn stored(config: TournamentConfig) -> Result<Tournament, TournamentError> {
        let mut tournament = Tournament::without_games(config)?;
        let log = tournament.config.dir.as_ref().map(|dir| dir.join("games.jsonl"));
        if let Some(log) = log.filter(|log| log.exists()) {
            tournament.read_log(&log)?;
        }
        Ok(tournament)
    }

    fn without_games(mut config: TournamentConfig) -> Result<Tournament, TournamentError> {
        if config.players.len() < 2 {
            return Err(TournamentError::Config(ConfigFault::Players));
        }
        if config.games == 0 || config.openings.is_empty() {
            return Err(TournamentError::Config(ConfigFault::Games));
        }
        if config.sprt.is_some() && config.players.len() != 2 {
            return Err(TournamentError::Config(ConfigFault::SprtPlayers));
        }
        if let Some(Sprt { elo0, elo1, alpha, beta }) = config.sprt
            && !(elo0 < elo1 && [alpha, beta].iter().all(|p| (1e-6..0.5).contains(p)))
        {
            return Err(TournamentError::Config(ConfigFault::SprtNumbers));
        }
        for player in &config.players {
            match player {
                EngineSpec::External(program) => program.protocol.carries(&config.spec).map_err(|why| {
                    TournamentError::Engine(EngineError::Unsupported { engine: program.name.clone(), why })
                })?,
                EngineSpec::BuiltIn { engine, level, book, .. } => {
                    // A small table suffices for the check that there is such an engine.
                    let memory = Some(1 << 20);
                    let (engine, book) = (engine.clone(), book.clone().map(Box::new));
                    let options = EngineOptions { engine, level: *level, memory, book };
                    (config.engines)(&config.spec, &options).map_err(TournamentError::Engine)?;
                }
            }
        }
        config.games = config.games.next_multiple_of(2);
        make_names_unique(&mut config.players);
        let n = config.players.len();
        let pairings = match config.schedule {
            Schedule::Gauntlet => (1..n).map(|j| [0, j]).collect(),
            Schedule::RoundRobin => (0..n).flat_map(|i| (i + 1..n).map(move |j| [i, j])).collect(),
        };
        Ok(Tournament {
            config,
            pairings,
            played: Vec::new(),
            log: None,
            timeouts: Timeouts::default(),
            watcher: None,
        })
    }

    /// The same tournament with these timeouts for programs.
    #[must_use]
    pub fn with_timeouts(mut self, timeouts: Timeouts) -> Tournament {
        self.timeouts = timeouts;
        self
    }

    /// The same tournament with a watcher of its games.
    #[must_use]
    pub fn with_watcher(mut self, watcher: GameWatcher) -> Tournament {
        self.watcher = Some(watcher);
        self
    }

    /// The settings that a stored tournament must share to be continued.
    fn fingerprint(&self) -> serde_json::Value {
        let config = &self.config;
        let millis = |d: Option<Duration>| d.map(|d| d.as_millis() as u64);
        serde_json::json!({
            "game": format!("{:?}", config.spec),
            "players": config.players.iter().map(|p| format!("{p:?}")).collect::<Vec<_>>(),
            "format": format!("{:?}", config.schedule),
            "openings": config.openings.iter().map(Opening::name).collect::<Vec<_>>(),
            "time": {
                "per_move": millis(config.time.per_move), "game": millis(config.time.game),
                "increment": millis(Some(config.time.increment)), "nodes": config.time.nodes, "depth": config.time.depth,
                "threads": config.time.threads,
            },
        })
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

    fn open(&mut self, dir: &Path) -> Result<(), TournamentError> {
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
    fn read_log(&mut self, log: &Path) -> Result<u64, TournamentError> {
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

    /// The configuration.
    pub fn config(&self) -> &TournamentConfig {
        &self.config
    }

    /// The players for which Tengen plays the opening, since their protocol cannot carry the rule.
    pub fn assisted(&self) -> Vec<&str> {
        let helped = |player: &&EngineSpec| player.is_assisted(&self.config.spec);
        self.config.players.iter().filter(helped).map(EngineSpec::name).collect()
    }

    /// The games played so far, in the order in which they ended.
    pub fn played(&self) -> &[PlayedGame] {
        &self.played
    }

    /// Number of games in all.
    pub fn total(&self) -> usize {
        self.config.games * self.pairings.len()
    }

    /// The pairings with their results.
    pub fn results(&self) -> Vec<([usize; 2], Pairing)> {
        let mut in_order: Vec<&PlayedGame> = self.played.iter().collect();
        in_order.sort_by_key(|game| game.game);
        let pairing = |&pair: &[usize; 2]| {
            let mut pairing = Pairing::default();
            for game in in_order
                .iter()
                .filter(|game| pair.contains(&game.players[0]) && pair.contains(&game.players[1]))
            {
                pairing.add(pair[0], game);
            }
            (pair, pairing)
        };
        self.pairings.iter().map(pairing).collect()
    }

    /// The results of each player, by number, against all its opponents together.
    pub fn standings(&self) -> Vec<Pairing> {
        let mut standings = vec![Pairing::default(); self.config.players.len()];
        for ([a, b], pairing) in self.results() {
            standings[a].merge(&pairing);
            standings[b].merge(&pairing.turned());
        }
        standings
    }

    /// The first fault of a player: the number of the game, from 0, and what happened.
    pub fn first_fault(&self, player: usize) -> Option<(usize, &Fault)> {
        let own =
            |game: &&PlayedGame| game.fault.as_ref().is_some_and(|(seat, _)| game.players[*seat] == player);
        let first = self.played.iter().filter(own).min_by_key(|game| game.game)?;
        first.fault.as_ref().map(|(_, fault)| (first.game, fault))
    }

    /// The result of the SPRT so far, with its log-likelihood ratio.
    pub fn sprt_outcome(&self) -> Option<(SprtOutcome, f64)> {
        let sprt = self.config.sprt?;
        let pairs = pairs_of(&self.played, 0);
        Some((sprt.outcome(pairs), sprt.llr(pairs)))
    }

    /// The plan of a game, with its pair and its players. The two games of a pair follow each other, and the pairings
    /// alternate.
    fn plan(&self, game: usize) -> (GamePlan, usize, [usize; 2]) {
        let pair = game / 2;
        let pairing = self.pairings[pair % self.pairings.len()];
        let opening = &self.config.openings[(pair / self.pairings.len()) % self.config.openings.len()];
        let players = if game.is_multiple_of(2) { pairing } else { [pairing[1], pairing[0]] };
        let plan = GamePlan {
            spec: self.config.spec.clone(),
            opening: opening.clone(),
            time: self.config.time.clone(),
            grace: self.config.grace,
            max_plies: self.config.max_plies,
            seed: pair as u64,
        };
        (plan, pair, players)
    }

    /// Plays the remaining games. `on_event` is called after each game. `stop` ends the tournament soon: games under
    /// way are dropped, and played again when it is resumed.
    ///
    /// # Errors
    /// Errors of writing; [`TournamentError::NeverStarted`]. No other fault of an engine ends a tournament.
    pub fn run(
        &mut self,
        stop: &Stop,
        on_event: &mut dyn FnMut(TournamentEvent<'_>, &Tournament),
    ) -> Result<(), TournamentError> {
        if !self.played.is_empty() {
            on_event(TournamentEvent::Resumed(self.played.len()), self);
        }
        let mut done = vec![false; self.total()];
        for game in &self.played {
            if let Some(done) = done.get_mut(game.game) {
                *done = true;
            }
        }
        let todo: Vec<usize> = (0..self.total()).filter(|&game| !done[game]).collect();
        let plans: Vec<_> = todo.iter().map(|&game| self.plan(game)).collect();
        if self.sprt_outcome().is_some_and(|(outcome, _)| outcome != SprtOutcome::Open) {
            return Ok(());
        }
        let (players, engines, timeouts) =
            (self.config.players.clone(), self.config.engines.clone(), self.timeouts);
        let watcher = self.watcher.clone();
        let (next, decided) = (AtomicUsize::new(0), Stop::new());
        // The queue is short: a test may end the match after any game.
        let (send, finished) = sync_channel(1);
        std::thread::scope(|scope| {
            for _ in 0..self.config.concurrency.max(1).min(plans.len()) {
                let send = send.clone();
                let (todo, plans, players, engines, next, decided) =
                    (&todo, &plans, &players, &engines, &next, &decided);
                let watcher = &watcher;
                scope.spawn(move || {
                    let mut seats: HashMap<usize, Box<dyn Seat>> = HashMap::new();
                    while !stop.is_raised() && !decided.is_raised() {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some((plan, pair, who)) = plans.get(i) else { return };
                        let mut take_seat = |player: usize| {
                            seats
                                .remove(&player)
                                .unwrap_or_else(|| open_seat(&players[player], engines, timeouts, stop))
                        };
                        let (mut first, mut second) = (take_seat(who[0]), take_seat(who[1]));
                        let mut on_state = |state: &GameState<'_>| {
                            if let Some(watcher) = watcher {
                                watcher(todo[i], *who, state);
                            }
                        };
                        let log =
                            play_game_watched(plan, [first.as_mut(), second.as_mut()], stop, &mut on_state);
                        let Some(mut log) = log else { return };
                        log.settle(engines);
                        seats.insert(who[0], first);
                        seats.insert(who[1], second);
                        let played = PlayedGame::new(todo[i], *pair, *who, &plan.opening, &log);
                        if send.send((played, log)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            while let Ok((mut played, log)) = finished.recv() {
                if let Some(error) = self.never_started(&played) {
                    decided.raise();
                    drop(finished);
                    return Err(error);
                }
                let name = |seat: usize| self.config.players[played.players[seat]].name().to_owned();
                played.winner_name = played.winner.map(|seat| WinnerText::Name(name(seat)));
                if let Err(error) = self.store(&played, &log) {
                    decided.raise();
                    // A thread that waits to send a game ends.
                    drop(finished);
                    return Err(error);
                }
                self.played.push(played);
                if let Some(last) = self.played.last() {
                    on_event(TournamentEvent::Played(last), self);
                }
                if self.sprt_outcome().is_some_and(|(outcome, _)| outcome != SprtOutcome::Open) {
                    decided.raise();
                }
            }
            Ok(())
        })
    }

    /// The error of a game whose player has not started, and never has before: a wrong command is no lost game.
    fn never_started(&self, played: &PlayedGame) -> Option<TournamentError> {
        let start_fault = |game: &PlayedGame, player: usize| {
            let fault = game.fault.as_ref().filter(|(_, fault)| fault.kind == FaultKind::Start);
            fault.filter(|(seat, _)| game.players[*seat] == player).map(|(_, fault)| fault.clone())
        };
        let (seat, _) = played.fault.as_ref()?;
        let player = played.players[*seat];
        let fault = start_fault(played, player)?;
        let started =
            |game: &PlayedGame| game.players.contains(&player) && start_fault(game, player).is_none();
        let name = self.config.players[player].name().to_owned();
        (!self.played.iter().any(started)).then_some(TournamentError::NeverStarted { player: name, fault })
    }

    /// Writes the line and the record of a game to the folder.
    fn store(&mut self, played: &PlayedGame, log: &GameLog) -> Result<(), TournamentError> {
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

/// Adds a number to players of the same name.
fn make_names_unique(players: &mut [EngineSpec]) {
    for i in 0..players.len() {
        let name = players[i].name().to_owned();
        if players.iter().filter(|player| player.name() == name).count() > 1 {
            let mut n = 0;
            for player in players.iter_mut().filter(|player| player.name() == name) {
                n += 1;
                *player = player.clone().renamed(format!("{name} ({n})"));
            }
        }
    }
}
