//! Tournaments: many games on several cores, stored as they are played, and resumed after an interruption.

mod folder;

use crate::faults::{ConfigFault, StoredGameFault};
use crate::played::{PlayedGame, WinnerText, pairs_of};
use crate::stats::{Sprt, SprtOutcome};
use crate::{
    EngineSpec, Fault, FaultKind, GamePlan, GameState, Opening, Pairing, Seat, Timeouts, open_seat,
    play_game_watched,
};
use std::collections::HashMap;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::Duration;
use tengen_engine::Stop;
use tengen_engine::{EngineError, EngineFactory, EngineOptions};
use tengen_games::GameSpec;
use tengen_protocols::TimeControl;

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
        if config.time.ponder && config.time.per_move.is_none() && config.time.game.is_none() {
            return Err(TournamentError::Config(ConfigFault::PonderWithoutTime));
        }
        for player in &config.players {
            if let Some(protocol) = player.cannot_ponder().filter(|_| config.time.ponder) {
                let player = player.name().to_owned();
                return Err(TournamentError::Config(ConfigFault::NoPondering { player, protocol }));
            }
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

    /// The games of Go that an engine counts otherwise than the judge, in their order.
    pub fn differing_counts(&self) -> Vec<&PlayedGame> {
        let differs = |game: &&PlayedGame| {
            game.counts.as_ref().is_some_and(|counts| counts.differing().next().is_some())
        };
        let mut games: Vec<&PlayedGame> = self.played.iter().filter(differs).collect();
        games.sort_by_key(|game| game.game);
        games
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
                        log.ask_counts([first.as_mut(), second.as_mut()]);
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
