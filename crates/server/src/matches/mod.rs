//! Matches of two engines. They are played one after another, on threads of their own beside the pool, so that they
//! take no turn of a page's searches. Each is in a folder that the arena writes, and can go on after an interruption,
//! also of the server. Its games are put into the library as they end.

mod settings;
mod state;

pub(crate) use settings::NewMatch;

use crate::engines::Engines;
use crate::error::{ApiError, Result, Text};
use crate::limits::ServerLimits;
use crate::pool::Pool;
use axum::http::StatusCode;
use serde_json::{Value, json};
use settings::{MatchSettings, check_list, file_text};
use state::{LiveGame, Match, Status};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fs::{self, File};
use std::io::Write;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tengen_arena::stats::SprtOutcome;
use tengen_arena::{PlayedGame, Tournament, report};
use tengen_engine::Stop;
use tengen_library::{GameId, Library, NewGame};
use tengen_words::Language;
use tokio::sync::watch;

/// Maximum number of matches that wait for their turn.
const MAX_WAITING: usize = 8;
/// Maximum number of stored matches.
const MAX_STORED: usize = 1000;
/// The folder of the matches in the data folder, and the file of a match's boards.
const FOLDER: &str = "matches";
const BOARDS: &str = "boards.jsonl";

/// The matches of a server.
#[derive(Clone)]
pub(crate) struct Matches {
    shared: Arc<Shared>,
}

struct Shared {
    folder: PathBuf,
    engines: Engines,
    limits: ServerLimits,
    library: Library,
    pool: Pool,
    state: Mutex<State>,
    /// Counts the changes.
    changes: watch::Sender<u64>,
}

#[derive(Default)]
struct State {
    /// Whether the folders have been read.
    loaded: bool,
    all: BTreeMap<u64, Match>,
    /// The matches to be played, with the address that started each.
    queue: VecDeque<(u64, IpAddr)>,
    /// The match that is played, and what ends it.
    running: Option<(u64, Stop)>,
    /// Whether the thread that plays them is there.
    worker: bool,
    closed: bool,
}

impl Matches {
    pub(crate) fn new(
        data: &Path,
        library: Library,
        engines: Engines,
        limits: ServerLimits,
        pool: Pool,
    ) -> Matches {
        let shared = Shared {
            folder: data.join(FOLDER),
            engines,
            limits,
            library,
            pool,
            state: Mutex::default(),
            changes: watch::channel(0).0,
        };
        Matches { shared: Arc::new(shared) }
    }

    /// The changes from now on.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.shared.changes.subscribe()
    }

    /// Every match, the newest first.
    pub(crate) fn list(&self) -> Value {
        let state = self.shared.lock();
        let list: Value = state.all.iter().rev().map(|(&id, game)| Value::Object(game.summary(id))).collect();
        list
    }

    /// A match with its finished games from the `from`th on, at most `most` of them, and how many there are.
    pub(crate) fn read(&self, id: u64, from: usize, most: usize) -> Result<(Value, usize)> {
        let state = self.shared.lock();
        let found = state.all.get(&id).ok_or_else(no_match)?;
        Ok((found.json(id, from, most), found.rows.len()))
    }

    /// Starts a match, or queues it behind another.
    pub(crate) fn start(&self, new: NewMatch, address: IpAddr) -> Result<Value> {
        let shared = &self.shared;
        let mut state = shared.lock();
        shared.may_start(&state, address)?;
        if state.all.len() >= MAX_STORED {
            return Err(ApiError::new(
                StatusCode::CONFLICT,
                "too-many-matches",
                "too many matches are stored already",
                "保存的比赛已经太多",
                "保存された対戦が多すぎます",
            )
            .expected("delete some", "请先删除一些", "いくつか削除してください"));
        }
        let id = state.all.keys().next_back().map_or(1, |last| last + 1);
        let NewMatch { mut settings, openings } = new;
        settings.name_games(id);
        let dir = shared.dir(id);
        let made = settings.write(&dir, openings.as_deref()).map_err(ApiError::internal);
        let checked = made.and_then(|()| match &openings {
            Some(_) => check_list(&dir, &settings),
            None => Ok(()),
        });
        if let Err(error) = checked {
            // The folder of a match that is refused.
            let _ = fs::remove_dir_all(&dir);
            return Err(error);
        }
        state.all.insert(id, Match::new(settings, Status::Waiting));
        shared.enqueue(&mut state, id, address);
        Ok(state.all[&id].json(id, 0, 0))
    }

    /// Goes on with a match that was stopped.
    pub(crate) fn resume(&self, id: u64, address: IpAddr) -> Result<Value> {
        let shared = &self.shared;
        let mut state = shared.lock();
        shared.may_start(&state, address)?;
        let found = state.all.get_mut(&id).ok_or_else(no_match)?;
        if found.status != Status::Stopped {
            return Err(wrong_state(
                ["the match is not stopped", "比赛并未停止", "この対戦は停止していません"],
                ["a match that was stopped", "应为已停止的比赛", "停止中の対戦"],
            ));
        }
        found.settings.check(&shared.engines)?;
        found.status = Status::Waiting;
        found.problem = None;
        shared.enqueue(&mut state, id, address);
        Ok(Value::Object(state.all[&id].summary(id)))
    }

    /// Stops a match. Games under way are dropped, and played again when it goes on.
    pub(crate) fn stop(&self, id: u64) -> Result<Value> {
        let mut state = self.shared.lock();
        let waiting = state.queue.iter().position(|(queued, _)| *queued == id);
        if let Some(at) = waiting {
            state.queue.remove(at);
        }
        if let Some((_, stop)) = state.running.as_ref().filter(|(running, _)| *running == id) {
            stop.raise();
        }
        let found = state.all.get_mut(&id).ok_or_else(no_match)?;
        if waiting.is_some() {
            found.status = Status::Stopped;
        }
        let summary = Value::Object(found.summary(id));
        drop(state);
        self.shared.changed();
        Ok(summary)
    }

    /// Deletes a match that is not being played. Its games stay in the library.
    pub(crate) fn delete(&self, id: u64) -> Result<()> {
        let mut state = self.shared.lock();
        let found = state.all.get(&id).ok_or_else(no_match)?;
        if found.status.is_active() {
            return Err(wrong_state(
                ["the match is being played", "比赛正在进行", "対戦中です"],
                ["stop it first", "请先停止比赛", "先に対戦を停止してください"],
            ));
        }
        fs::remove_dir_all(self.shared.dir(id)).map_err(ApiError::internal)?;
        state.all.remove(&id);
        drop(state);
        self.shared.changed();
        Ok(())
    }

    /// The report of a match as a page.
    pub(crate) fn report(&self, id: u64, language: Language) -> Result<String> {
        let shared = &self.shared;
        let settings = {
            let state = shared.lock();
            Arc::clone(&state.all.get(&id).ok_or_else(no_match)?.settings)
        };
        let failed = |text: Text| ApiError::new(StatusCode::CONFLICT, "bad-match", text.en, text.zh, text.ja);
        let tournament = settings.tournament(&shared.dir(id), &shared.engines, &shared.limits, false);
        match tournament.map_err(failed)? {
            Some(tournament) => Ok(report::html(&tournament, language, false)),
            None => Err(wrong_state(
                ["the match has no games yet", "比赛还没有对局", "この対戦にはまだ対局がありません"],
                ["a match whose openings are found", "应为已有开局的比赛", "開局のある対戦"],
            )),
        }
    }

    /// Plays no more matches, and stops the one that is played.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock_unread();
        state.closed = true;
        state.queue.clear();
        if let Some((_, stop)) = &state.running {
            stop.raise();
        }
    }

    /// Whether a match is played.
    pub(crate) fn is_playing(&self) -> bool {
        self.shared.lock_unread().running.is_some()
    }
}

fn no_match() -> ApiError {
    ApiError::not_found("there is no such match", "没有这场比赛", "この対戦はありません")
}

fn wrong_state([en, zh, ja]: [&str; 3], expected: [&str; 3]) -> ApiError {
    let [expected_en, expected_zh, expected_ja] = expected;
    let error = ApiError::new(StatusCode::CONFLICT, "match-state", en, zh, ja);
    error.expected(expected_en, expected_zh, expected_ja)
}

impl Shared {
    fn lock_unread(&self) -> MutexGuard<'_, State> {
        // Whoever panics with the lock has changed single fields only.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state, with the stored matches.
    fn lock(&self) -> MutexGuard<'_, State> {
        let mut state = self.lock_unread();
        if !state.loaded {
            state.loaded = true;
            state.all = self.load();
        }
        state
    }

    fn changed(&self) {
        self.changes.send_modify(|n| *n = n.wrapping_add(1));
    }

    fn dir(&self, id: u64) -> PathBuf {
        self.folder.join(id.to_string())
    }

    /// The stored matches. A folder that is not one is left alone.
    fn load(&self) -> BTreeMap<u64, Match> {
        let ids = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let ids = ids.filter_map(|entry| entry.file_name().to_str()?.parse::<u64>().ok());
        let one = |id: u64| {
            let dir = self.dir(id);
            let settings = MatchSettings::read(&dir)?;
            let mut found = Match::new(settings, Status::Stopped);
            match found.settings.tournament(&dir, &self.engines, &self.limits, false) {
                Ok(Some(tournament)) => {
                    found.take(&tournament);
                    if is_over(&tournament) {
                        found.status = Status::Finished;
                    }
                }
                Ok(None) => {}
                Err(problem) => found.problem = Some(problem),
            }
            found.boards = read_boards(&dir);
            Some((id, found))
        };
        ids.filter_map(one).collect()
    }

    fn may_start(&self, state: &State, address: IpAddr) -> Result<()> {
        if state.closed {
            return Err(ApiError::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "closing",
                "Tengen is closing",
                "Tengen 正在关闭",
                "Tengenを終了しています",
            ));
        }
        if state.queue.len() >= MAX_WAITING {
            return Err(ApiError::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-matches",
                "too many matches are waiting already",
                "等待的比赛已经太多",
                "待っている対戦が多すぎます",
            )
            .expected("stop one first", "请先停止一场", "先にどれかを停止してください"));
        }
        self.pool.check_time(address)
    }

    fn enqueue(self: &Arc<Self>, state: &mut State, id: u64, address: IpAddr) {
        state.queue.push_back((id, address));
        if !state.worker {
            let shared = Arc::clone(self);
            let made = std::thread::Builder::new().name("match".into()).spawn(move || shared.work());
            state.worker = made.is_ok();
            if let Err(error) = made {
                state.queue.pop_back();
                if let Some(found) = state.all.get_mut(&id) {
                    found.status = Status::Stopped;
                    found.problem = Some(file_text(&error));
                }
            }
        }
        self.changed();
    }

    /// Plays the matches of the queue until it is empty.
    fn work(self: Arc<Self>) {
        loop {
            let (id, address, stop) = {
                let mut state = self.lock();
                let Some((id, address)) = state.queue.pop_front() else {
                    state.worker = false;
                    return;
                };
                let stop = Stop::new();
                state.running = Some((id, stop.clone()));
                (id, address, stop)
            };
            // A panic would leave the match running for ever.
            let played = catch_unwind(AssertUnwindSafe(|| self.play(id, address, &stop)));
            let played = played.unwrap_or_else(|_| {
                tracing::error!(id, "a match panicked");
                Err(Text::new(
                    "something went wrong inside Tengen; see its log",
                    "Tengen 内部出错，详见日志",
                    "Tengenの内部でエラーが起きました。ログを確認してください",
                ))
            });
            let mut state = self.lock();
            state.running = None;
            if let Some(found) = state.all.get_mut(&id) {
                found.live.clear();
                match played {
                    Ok(true) => found.status = Status::Finished,
                    Ok(false) => found.status = Status::Stopped,
                    Err(problem) => {
                        found.status = Status::Stopped;
                        found.problem = Some(problem);
                    }
                }
            }
            drop(state);
            self.changed();
        }
    }

    fn set(&self, id: u64, change: impl FnOnce(&mut Match)) {
        if let Some(found) = self.lock().all.get_mut(&id) {
            change(found);
        }
        self.changed();
    }

    /// Plays a match to its end, or until it is stopped. Returns whether it is over.
    fn play(self: &Arc<Self>, id: u64, address: IpAddr, stop: &Stop) -> std::result::Result<bool, Text> {
        let dir = self.dir(id);
        let settings = match self.lock().all.get(&id) {
            Some(found) => Arc::clone(&found.settings),
            None => return Ok(false),
        };
        let mut tournament = settings.tournament(&dir, &self.engines, &self.limits, true)?;
        if tournament.is_none() {
            self.set(id, |found| {
                found.status = Status::Preparing;
                found.found = 0;
            });
            let on_found = |n| self.set(id, |found| found.found = n);
            let sought = settings.find_openings(&dir, &self.engines, stop, on_found);
            if stop.is_raised() {
                return Ok(false);
            }
            sought?;
            tournament = settings.tournament(&dir, &self.engines, &self.limits, true)?;
        }
        let Some(tournament) = tournament else { return Ok(false) };
        let watcher = {
            let (shared, stop) = (Arc::clone(self), stop.clone());
            Arc::new(move |game: usize, players: [usize; 2], state: &tengen_arena::GameState<'_>| {
                let allowed = state.last.is_none_or(|(_, spent)| shared.pool.charge(address, spent));
                let live = LiveGame::new(players, state);
                shared.set(id, |found| {
                    found.live.insert(game, live);
                    if !allowed {
                        found.problem = Some(Text::new(
                            "the engine time of this address for the hour is used: go on later",
                            "该地址本小时的引擎时间已用完：请稍后继续",
                            "このアドレスの1時間分のエンジン時間を使い切りました。後で再開してください",
                        ));
                    }
                });
                if !allowed {
                    stop.raise();
                }
            })
        };
        let mut tournament = tournament.with_watcher(watcher);
        self.set(id, |found| {
            found.status = Status::Running;
            found.take(&tournament);
        });
        // Games that ended when the server did are not in the library yet.
        self.store_games(id, &tournament);
        let played = tournament.run(stop, &mut |_, tournament| {
            self.store_games(id, tournament);
            self.set(id, |found| found.take(tournament));
        });
        match played {
            Ok(()) => Ok(is_over(&tournament)),
            Err(error) => Err(settings::tournament_text(&error)),
        }
    }

    /// Puts the games of a match into the library that are not there yet. What fails is tried again at the next game.
    fn store_games(&self, id: u64, tournament: &Tournament) {
        let (missing, tag) = {
            let state = self.lock();
            let Some(found) = state.all.get(&id) else { return };
            let missing = tournament.played().iter().filter(|game| !found.boards.contains_key(&game.game));
            (missing.collect::<Vec<_>>(), found.settings.tag.clone())
        };
        for game in missing {
            match self.store_game(id, tournament, game, &tag) {
                Ok(board) => self.set(id, |found| {
                    found.boards.insert(game.game, board);
                }),
                Err(why) => {
                    tracing::warn!(why, game = game.game + 1, id, "a game of a match is not in the library");
                    return;
                }
            }
        }
    }

    fn store_game(
        &self,
        id: u64,
        tournament: &Tournament,
        game: &PlayedGame,
        tag: &str,
    ) -> std::result::Result<GameId, String> {
        let mut record = tournament.record_of(game).ok_or("its moves cannot be played")?;
        record.header.event = Some(tag.to_owned());
        record.header.date = Some(tengen_records::today());
        let new = NewGame { tags: vec![tag.to_owned()], ..NewGame::from_record(record) };
        let board = self.library.create(new).map_err(|e| e.to_string())?.id;
        let mut file = File::options()
            .create(true)
            .append(true)
            .open(self.dir(id).join(BOARDS))
            .map_err(|e| e.to_string())?;
        writeln!(file, "{}", json!({"game": game.game, "board": board})).map_err(|e| e.to_string())?;
        Ok(board)
    }
}

/// Whether all games are played, or the test is decided.
fn is_over(tournament: &Tournament) -> bool {
    tournament.played().len() >= tournament.total()
        || tournament.sprt_outcome().is_some_and(|(outcome, _)| outcome != SprtOutcome::Open)
}

/// The boards of a match by the number of the game. Damaged lines are ignored: their games are stored again.
fn read_boards(dir: &Path) -> HashMap<usize, GameId> {
    let text = fs::read_to_string(dir.join(BOARDS)).unwrap_or_default();
    let line = |line: &str| {
        let line: Value = serde_json::from_str(line).ok()?;
        Some((usize::try_from(line["game"].as_u64()?).ok()?, line["board"].as_i64()?))
    };
    text.lines().filter_map(line).collect()
}
