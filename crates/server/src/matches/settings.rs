//! The settings of a match: read from a request, kept in its folder, and what the arena plays by them.

use crate::engines::Engines;
use crate::error::{ApiError, Result, Text};
use crate::limits::ServerLimits;
use crate::parse::read_spec;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tengen_arena::openings::{self, Balance, OpeningError};
use tengen_arena::stats::Sprt;
use tengen_arena::{
    EngineSpec, Opening, ProgramSpec, Schedule, Tournament, TournamentConfig, TournamentError, longest_game,
};
use tengen_engine::{EngineOptions, Stop};
use tengen_games::{GameKind, GameSpec, SpecError};
use tengen_protocols::TimeControl;
use tengen_words::engine_in_record;

/// Maximum number of games in a match.
const MAX_GAMES: u64 = 10_000;
/// Delay of an answer that loses no game: people's analyses run on the same cores.
const GRACE: Duration = Duration::from_millis(500);
/// Maximum number of nodes for a move: about the work of a search's longest time.
const MAX_NODES: u64 = 100_000_000;
/// The longest clock of a game, and the largest increment.
const MAX_CLOCK: u64 = 3 * 3600 * 1000;
const MAX_INCREMENT: u64 = 60_000;
/// Maximum length of a text of openings, in bytes.
const MAX_OPENINGS: usize = 128 << 10;
/// Maximum number of plies of a balanced opening.
const MAX_PLIES: u64 = 20;
/// Maximum length of a tag, in bytes.
const MAX_TAG: usize = 64;
/// The files of a match's folder.
const SETTINGS: &str = "settings.json";
const OPENINGS: &str = "openings.txt";

/// A player of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MatchPlayer {
    /// Its name in results.
    pub(crate) name: String,
    /// The engine; `None` is the game's own.
    pub(crate) engine: Option<String>,
    pub(crate) level: Option<u8>,
    /// The command of a registered program, as it was when the match began.
    pub(crate) program: Option<ProgramSpec>,
}

/// Where the games start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum MatchOpenings {
    /// The start of the game, or its opening rule.
    Start,
    /// Random moves that a search finds near even.
    Balanced { plies: usize },
    /// Those of the file of openings.
    List,
}

/// The settings of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MatchSettings {
    game: String,
    rules: String,
    size: String,
    pub(crate) players: [MatchPlayer; 2],
    pub(crate) games: usize,
    pub(crate) move_ms: Option<u64>,
    pub(crate) main_ms: Option<u64>,
    pub(crate) increment_ms: Option<u64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) openings: MatchOpenings,
    /// Both hypotheses of a test in Elo, and the probability of either error.
    pub(crate) sprt: Option<[f64; 3]>,
    pub(crate) concurrency: usize,
    seed: u64,
    /// When it was made, in milliseconds since 1970.
    pub(crate) created_ms: u64,
    /// The tag of its games in the library.
    pub(crate) tag: String,
}

/// A request for a match.
pub(crate) struct NewMatch {
    pub(crate) settings: MatchSettings,
    /// The text of a list of openings.
    pub(crate) openings: Option<String>,
}

impl NewMatch {
    /// Reads a request.
    pub(crate) fn read(
        body: &Map<String, Value>,
        engines: &Engines,
        limits: &ServerLimits,
    ) -> Result<NewMatch> {
        const KNOWN: [&str; 9] =
            ["game", "rules", "size", "players", "games", "time", "openings", "sprt", "concurrency"];
        if let Some(other) = body.keys().find(|key| !KNOWN.contains(&key.as_str())) {
            let (en, zh, ja) = (
                format!("one of {}", KNOWN.join(", ")),
                format!("应为 {} 之一", KNOWN.join("、")),
                format!("{}のいずれか", KNOWN.join("、")),
            );
            return Err(ApiError::field(other, &en, &zh, &ja));
        }
        let spec = read_spec(body)?;
        let games = number(body, "games", "games", 2..=MAX_GAMES)?.unwrap_or(20);
        if !games.is_multiple_of(2) {
            return Err(ApiError::field(
                "games",
                "an even number: each opening is played with both colours",
                "应为偶数：每个开局双方各执黑一次",
                "偶数（各開局を黒白1局ずつ打ちます）",
            ));
        }
        let time = object(body, "time")?.unwrap_or_default();
        let most = limits.search_time.as_millis() as u64;
        let at = |key: &str| format!("time.{key}");
        let move_ms = number(&time, "move_ms", &at("move_ms"), 10..=most)?;
        let main_ms = number(&time, "main_ms", &at("main_ms"), 1000..=MAX_CLOCK)?;
        let increment_ms = number(&time, "increment_ms", &at("increment_ms"), 0..=MAX_INCREMENT)?;
        let nodes = number(&time, "nodes", &at("nodes"), 1..=MAX_NODES)?;
        if move_ms.is_none() && main_ms.is_none() && nodes.is_none() {
            return Err(ApiError::field(
                "time",
                "move_ms, main_ms or nodes: without a limit a move could take for ever",
                "应有 move_ms、main_ms 或 nodes：没有限制，一手棋可能永远想下去",
                "move_ms、main_ms、nodesのいずれか（制限がないと1手が終わらないことがあります）",
            ));
        }
        let (openings, list) = read_openings(body, &spec)?;
        let cores = limits.cores.max(1) as u64;
        let concurrency =
            number(body, "concurrency", "concurrency", 1..=cores)?.unwrap_or_else(|| (cores / 2).max(1));
        let mut seed = [0; 8];
        getrandom::fill(&mut seed).map_err(ApiError::internal)?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let settings = MatchSettings {
            game: spec.kind().name().into(),
            rules: spec.rules_text(),
            size: spec.size().to_string(),
            players: read_players(body, spec.kind(), engines)?,
            games: games as usize,
            move_ms,
            main_ms,
            increment_ms: increment_ms.filter(|&ms| main_ms.is_some() && ms > 0),
            nodes,
            openings,
            sprt: read_sprt(body)?,
            concurrency: concurrency as usize,
            seed: u64::from_le_bytes(seed),
            created_ms: since.as_millis() as u64,
            tag: String::new(),
        };
        settings.check(engines)?;
        Ok(NewMatch { settings, openings: list })
    }
}

fn number(
    body: &Map<String, Value>,
    key: &str,
    at: &str,
    range: std::ops::RangeInclusive<u64>,
) -> Result<Option<u64>> {
    match body.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().filter(|n| range.contains(n)) {
            Some(n) => Ok(Some(n)),
            None => {
                let (low, high) = (range.start(), range.end());
                let (en, zh, ja) = (
                    format!("a whole number, {low} to {high}"),
                    format!("应为 {low} 至 {high} 的整数"),
                    format!("{low}〜{high}の整数"),
                );
                Err(ApiError::field(at, &en, &zh, &ja))
            }
        },
    }
}

fn object(body: &Map<String, Value>, key: &str) -> Result<Option<Map<String, Value>>> {
    match body.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(fields)) => Ok(Some(fields.clone())),
        Some(_) => Err(ApiError::field(key, "an object", "应为对象", "オブジェクト")),
    }
}

fn read_players(body: &Map<String, Value>, kind: GameKind, engines: &Engines) -> Result<[MatchPlayer; 2]> {
    let wrong = || ApiError::field("players", "two engines", "应为两个引擎", "エンジン2つ");
    let list = body.get("players").and_then(Value::as_array).filter(|list| list.len() == 2);
    let list = list.ok_or_else(wrong)?;
    let mut players = Vec::new();
    for (i, player) in list.iter().enumerate() {
        let at = |key: &str| format!("players[{i}].{key}");
        let fields = player.as_object().ok_or_else(wrong)?;
        let engine = match fields.get("engine") {
            None | Some(Value::Null) => None,
            Some(Value::String(name)) => Some(name.clone()),
            Some(_) => return Err(ApiError::field(&at("engine"), "a name", "应为名称", "名前")),
        };
        let level = number(fields, "level", &at("level"), 1..=255)?.map(|level| level as u8);
        let options = EngineOptions { engine, level, ..EngineOptions::default() };
        let found = engines.opponent(kind, &options)?;
        let program = if found.program { (engines.program)(&found.name) } else { None };
        let level = level.filter(|_| !found.program);
        let name = engine_in_record(&found.name, found.is_first && !found.program, level);
        players.push(MatchPlayer { name, engine: options.engine, level, program });
    }
    let [mut a, mut b] = <[MatchPlayer; 2]>::try_from(players).map_err(|_| wrong())?;
    if a.name == b.name {
        a.name += " (1)";
        b.name += " (2)";
    }
    Ok([a, b])
}

fn read_openings(body: &Map<String, Value>, spec: &GameSpec) -> Result<(MatchOpenings, Option<String>)> {
    let Some(fields) = object(body, "openings")? else { return Ok((MatchOpenings::Start, None)) };
    match fields.get("kind").and_then(Value::as_str) {
        Some("start") => Ok((MatchOpenings::Start, None)),
        Some("balanced") if spec.opening().is_some() => Err(ApiError::field(
            "openings",
            "start: the players play the opening rule themselves",
            "应为 start：由双方按开局规则自行开局",
            "start（開局規定どおりに両者が打ちます）",
        )),
        Some("balanced") => {
            let plies = number(&fields, "plies", "openings.plies", 1..=MAX_PLIES)?.unwrap_or(4) as usize;
            Ok((MatchOpenings::Balanced { plies }, None))
        }
        Some("list") => {
            let text = fields.get("text").and_then(Value::as_str).map(str::trim).unwrap_or_default();
            if text.is_empty() || text.len() > MAX_OPENINGS {
                return Err(ApiError::field(
                    "openings.text",
                    "one opening on each line, in all at most 128 KiB",
                    "每行一个开局，总共至多 128 KiB",
                    "1行に1つの開局、合計128 KiBまで",
                ));
            }
            Ok((MatchOpenings::List, Some(format!("{text}\n"))))
        }
        _ => Err(ApiError::field(
            "openings.kind",
            "start, balanced or list",
            "应为 start、balanced 或 list",
            "start、balanced、list",
        )),
    }
}

fn read_sprt(body: &Map<String, Value>) -> Result<Option<[f64; 3]>> {
    let Some(fields) = object(body, "sprt")? else { return Ok(None) };
    let number = |key: &str| fields.get(key).and_then(Value::as_f64).filter(|n| n.abs() <= 1000.0);
    let error = match fields.get("error") {
        None | Some(Value::Null) => Some(0.05),
        Some(error) => error.as_f64().filter(|error| (0.001..0.5).contains(error)),
    };
    match (number("elo0"), number("elo1"), error) {
        (Some(elo0), Some(elo1), Some(error)) if elo0 < elo1 => Ok(Some([elo0, elo1, error])),
        _ => Err(ApiError::field(
            "sprt",
            "elo0 below elo1, each from -1000 to 1000, and error from 0.001 to 0.5",
            "elo0 应小于 elo1，均在 -1000 至 1000 之间；error 在 0.001 至 0.5 之间",
            "elo0はelo1より小さく、ともに-1000〜1000。errorは0.001〜0.5",
        )),
    }
}

impl MatchSettings {
    /// The game with its rules and size.
    pub(crate) fn spec(&self) -> std::result::Result<GameSpec, SpecError> {
        let size = self.size.parse().ok();
        GameSpec::named(&self.game, Some(&self.rules), size)
    }

    /// The tag of its games: their players and the number of the match.
    pub(crate) fn name_games(&mut self, id: u64) {
        let end = format!(" #{id}");
        let mut names = format!("{} – {}", self.players[0].name, self.players[1].name);
        while names.len() + end.len() > MAX_TAG {
            names.pop();
        }
        self.tag = names.trim_end().to_owned() + &end;
    }

    /// Checks that its engines are there, now as when it was made.
    pub(crate) fn check(&self, engines: &Engines) -> Result<()> {
        let spec = self.spec().map_err(|e| ApiError::spec(&e))?;
        for player in &self.players {
            let (engine, level) = (player.engine.clone(), player.level);
            let options = EngineOptions { engine, level, ..EngineOptions::default() };
            engines.check_game(&spec, &options)?;
            let found = engines.opponent(spec.kind(), &options)?;
            let now = if found.program { (engines.program)(&found.name) } else { None };
            if now != player.program {
                let name = &player.name;
                return Err(ApiError::new(
                    StatusCode::CONFLICT,
                    "another-program",
                    format!("{name} is registered with another command than at the start of this match"),
                    format!("{name} 的注册命令与比赛开始时不同"),
                    format!("{name}の登録コマンドが対戦の開始時と違います"),
                ));
            }
        }
        let opening = Opening::start(&spec);
        Tournament::new(self.config(spec, vec![opening], None, engines, 0)).map_err(|e| refused(&e)).map(drop)
    }

    /// What the arena plays.
    fn config(
        &self,
        spec: GameSpec,
        openings: Vec<Opening>,
        dir: Option<&Path>,
        engines: &Engines,
        memory: u64,
    ) -> TournamentConfig {
        let player = |player: &MatchPlayer| match &player.program {
            Some(program) => EngineSpec::External(program.clone()).renamed(player.name.clone()),
            None => EngineSpec::BuiltIn {
                name: player.name.clone(),
                engine: player.engine.clone(),
                level: player.level,
                memory: None,
                threads: None,
                seed: 0,
                book: None,
            },
        };
        let millis = |ms: Option<u64>| ms.map(Duration::from_millis);
        let sprt = self.sprt.map(|[elo0, elo1, error]| Sprt { elo0, elo1, alpha: error, beta: error });
        TournamentConfig {
            players: self.players.iter().map(player).collect(),
            schedule: Schedule::Gauntlet,
            games: self.games,
            openings,
            time: TimeControl {
                per_move: millis(self.move_ms),
                game: millis(self.main_ms),
                increment: millis(self.increment_ms).unwrap_or_default(),
                nodes: self.nodes,
                depth: None,
                memory: Some(memory).filter(|&bytes| bytes > 0),
                threads: None,
                ponder: false,
            },
            grace: GRACE,
            max_plies: longest_game(&spec),
            concurrency: self.concurrency,
            sprt,
            dir: dir.map(Path::to_owned),
            engines: Arc::clone(&engines.make),
            spec,
        }
    }

    /// The tournament of a folder, to be played (`play`) or to be read. `None` if it has no openings yet: a match that
    /// was stopped before they were found.
    pub(crate) fn tournament(
        &self,
        dir: &Path,
        engines: &Engines,
        limits: &ServerLimits,
        play: bool,
    ) -> std::result::Result<Option<Tournament>, Text> {
        let spec = self.spec().map_err(|e| Text::of(|language| language.spec_error(&e)))?;
        let file = dir.join(OPENINGS);
        let openings = match self.openings {
            MatchOpenings::Start => vec![Opening::start(&spec)],
            _ if !file.exists() => return Ok(None),
            _ => openings::from_file(&file, &spec).map_err(|e| opening_text(&e))?,
        };
        let config = self.config(spec, openings, Some(dir), engines, limits.engine_memory);
        let tournament = if play { Tournament::new(config) } else { Tournament::stored(config) };
        tournament.map(Some).map_err(|e| tournament_text(&e))
    }

    /// Finds the balanced openings of a match, and keeps them in its folder.
    pub(crate) fn find_openings(
        &self,
        dir: &Path,
        engines: &Engines,
        stop: &Stop,
        on_found: impl FnMut(usize) + Send,
    ) -> std::result::Result<(), Text> {
        let MatchOpenings::Balanced { plies } = self.openings else { return Ok(()) };
        let spec = self.spec().map_err(|e| Text::of(|language| language.spec_error(&e)))?;
        let balance = Balance { plies, threads: self.concurrency, ..Balance::default() };
        let count = self.games / 2;
        let found = openings::balanced(&spec, count, self.seed, balance, &engines.make, stop, on_found);
        let found = found.map_err(|e| opening_text(&e))?;
        let text: String = found.iter().map(|opening| opening.name() + "\n").collect();
        write_whole(&dir.join(OPENINGS), text.as_bytes()).map_err(|e| file_text(&e))
    }

    /// Reads the settings of a folder.
    pub(crate) fn read(dir: &Path) -> Option<MatchSettings> {
        serde_json::from_slice(&std::fs::read(dir.join(SETTINGS)).ok()?).ok()
    }

    /// Makes the folder of a match.
    pub(crate) fn write(&self, dir: &Path, openings: Option<&str>) -> std::io::Result<()> {
        std::fs::create_dir_all(dir)?;
        if let Some(text) = openings {
            write_whole(&dir.join(OPENINGS), text.as_bytes())?;
        }
        write_whole(&dir.join(SETTINGS), &serde_json::to_vec_pretty(self)?)
    }

    /// The fields of a match in answers. They contain no command of a program.
    pub(crate) fn fill(&self, out: &mut Map<String, Value>) {
        let player = |player: &MatchPlayer| {
            json!({
                "name": player.name, "engine": player.engine, "level": player.level,
                "program": player.program.is_some(),
            })
        };
        out.insert("players".into(), self.players.iter().map(player).collect());
        out.insert("created_ms".into(), self.created_ms.into());
        out.insert("tag".into(), self.tag.as_str().into());
        out.insert("total".into(), self.games.into());
        out.insert("concurrency".into(), self.concurrency.into());
        let times = [
            ("move_ms", self.move_ms),
            ("main_ms", self.main_ms),
            ("increment_ms", self.increment_ms),
            ("nodes", self.nodes),
        ];
        let times = times.into_iter().filter_map(|(key, n)| Some((key.to_owned(), n?.into())));
        out.insert("time".into(), Value::Object(times.collect()));
        out.insert("openings".into(), json!(self.openings));
        let sprt = self.sprt.map(|[elo0, elo1, error]| json!({"elo0": elo0, "elo1": elo1, "error": error}));
        out.insert("sprt".into(), sprt.unwrap_or_default());
    }
}

/// Writes a file whole or not at all.
fn write_whole(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let part = file.with_extension("part");
    std::fs::write(&part, bytes)?;
    std::fs::rename(part, file)
}

/// A text of an opening list is wrong in a line.
pub(crate) fn check_list(dir: &Path, settings: &MatchSettings) -> Result<()> {
    let spec = settings.spec().map_err(|e| ApiError::spec(&e))?;
    match openings::from_file(&dir.join(OPENINGS), &spec) {
        Ok(_) => Ok(()),
        Err(OpeningError::Io { error, .. }) => Err(ApiError::internal(error)),
        Err(error) => {
            let text = opening_text(&error);
            Err(ApiError::field("openings.text", &text.en, &text.zh, &text.ja))
        }
    }
}

/// A fault of the folder. Its path is in the log only.
pub(crate) fn file_text(error: &std::io::Error) -> Text {
    tracing::error!(%error, "the files of a match");
    Text::of(|language| {
        let why = language.file_error(error.kind(), &error.kind().to_string());
        language.pick(
            format!("the files of the match cannot be used: {why}"),
            format!("无法读写比赛文件：{why}"),
            format!("対戦のファイルを読み書きできません：{why}"),
        )
    })
}

fn opening_text(error: &OpeningError) -> Text {
    match error {
        OpeningError::Io { error, .. } => file_text(error),
        OpeningError::Bad { number, why, .. } => Text::of(|language| {
            let why = why.text(language);
            language.pick(
                format!("opening {number}: {why}"),
                format!("第 {number} 个开局：{why}"),
                format!("開局{number}：{why}"),
            )
        }),
        OpeningError::None(_) => Text::new("there is no opening in it", "其中没有开局", "開局がありません"),
        OpeningError::Balance { .. } => Text::new(
            "too few openings near even were found: allow fewer games or another number of moves",
            "找到的均势开局太少：请减少局数或改变开局手数",
            "互角の開局が足りません。局数を減らすか、開局の手数を変えてください",
        ),
        OpeningError::Engine(error) => Text::of(|language| language.engine_error(error)),
        other => Text::of(|_| other.to_string()),
    }
}

pub(crate) fn tournament_text(error: &TournamentError) -> Text {
    match error {
        TournamentError::Io { error, .. } => file_text(error),
        TournamentError::Config(fault) => Text::of(|language| fault.text(language)),
        TournamentError::Damaged { line, why, .. } => Text::of(|language| {
            let why = why.text(language);
            language.pick(
                format!("line {line} of the stored games is damaged: {why}"),
                format!("保存的对局第 {line} 行已损坏：{why}"),
                format!("保存された対局の{line}行目が壊れています：{why}"),
            )
        }),
        TournamentError::Another { .. } => Text::new(
            "its folder has the games of another match",
            "其文件夹中是另一场比赛的对局",
            "フォルダーに別の対戦の対局があります",
        ),
        TournamentError::Engine(error) => Text::of(|language| language.engine_error(error)),
        TournamentError::NeverStarted { player, fault } => Text::of(|language| {
            let why = language.fault_cause(&fault.cause);
            language.pick(
                format!("{player} does not start: {why}"),
                format!("{player} 无法启动：{why}"),
                format!("{player}が起動しません：{why}"),
            )
        }),
        TournamentError::Busy(_) => Text::new(
            "another program is playing it",
            "另一个程序正在进行这场比赛",
            "別のプログラムがこの対戦を行っています",
        ),
        other => Text::new(
            other.to_string(),
            format!("不能进行这场比赛：{other}"),
            format!("この対戦は行えません：{other}"),
        ),
    }
}

/// The refusal of a match that the arena does not play.
fn refused(error: &TournamentError) -> ApiError {
    let text = tournament_text(error);
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-match", text.en, text.zh, text.ja)
}
