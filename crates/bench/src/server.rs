//! How the server bears many boards at once: the table of `tengen bench server`.
//!
//! A server runs in this process on a port of its own, with a library that is thrown away afterwards. Each board is a
//! WebSocket that asks for one short analysis after another, each of another position, so that none is answered from
//! the library. Before that one board alone asks, to see what an idle machine takes.

use crate::measure::OnProgress;
use crate::{StepProgress, measure::three_digits};
use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tengen_board::random::SplitMix64;
use tengen_games::{AnyPosition, Game, GameSpec};
use tengen_server::{Config, Engines, Server, ServerLimits};
use tokio_tungstenite::tungstenite::Message;

/// What to measure.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Boards at once.
    pub boards: usize,
    /// How long they ask.
    pub time: Duration,
    /// How long each analysis may take.
    pub each: Duration,
    /// Searches at once.
    pub cores: usize,
    /// The game, such as gomoku.
    pub game: String,
}

/// Percentiles of a time, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Default)]
pub struct Spread {
    /// The middle one.
    pub median: f64,
    /// Nine of ten are below it.
    pub p90: f64,
    /// 99 of 100 are below it.
    pub p99: f64,
    /// The longest.
    pub worst: f64,
}

impl Spread {
    fn of(mut millis: Vec<f64>) -> Spread {
        millis.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| {
            let last = millis.len().saturating_sub(1);
            millis.get((share * last as f64).round() as usize).copied().unwrap_or_default()
        };
        Spread { median: at(0.5), p90: at(0.9), p99: at(0.99), worst: at(1.0) }
    }
}

/// The table of `tengen bench server`. Its [`Display`](fmt::Display) is for people.
#[derive(Clone, PartialEq, Debug, Serialize, Default)]
pub struct ServerTable {
    /// Boards at once.
    pub boards: usize,
    /// Searches at once.
    pub cores: usize,
    /// Milliseconds that each analysis was given.
    pub each_ms: f64,
    /// Seconds that the boards asked.
    pub seconds: f64,
    /// Analyses answered.
    pub analyses: u64,
    /// Requests that failed, and connections that broke.
    pub errors: u64,
    /// Analyses of the board that had fewest, of the middle one, and of the one that had most.
    pub turns: [u64; 3],
    /// Jain's index of the turns: 1 where all boards had the same.
    pub fairness: f64,
    /// From the request to the answer, with the boards all asking.
    pub answer_ms: Spread,
    /// From the request to the first line, one board alone.
    pub idle_first_ms: Spread,
    /// Peak memory of the process, in MiB; 0 where the system does not report it.
    pub peak_mib: f64,
    /// The process's memory before the boards came, in MiB.
    pub before_mib: f64,
    /// Searches still running a moment after the last board had gone.
    pub left_running: u64,
}

/// What the boards counted.
#[derive(Default)]
struct Counts {
    errors: AtomicU64,
    answers: Mutex<Vec<f64>>,
    turns: Mutex<Vec<u64>>,
}

/// Takes the figures, with engines as the program has them.
///
/// # Errors
/// No port, no folder for temporary files, or an unknown game.
pub fn measure(
    options: &ServerOptions,
    engines: Engines,
    on_progress: OnProgress<'_>,
) -> Result<ServerTable, String> {
    let spec = GameSpec::named(&options.game, None, None).map_err(|e| e.to_string())?;
    let folder = std::env::temp_dir().join(format!("tengen-bench-server-{}", std::process::id()));
    let limits = ServerLimits { cores: options.cores, ..ServerLimits::default() };
    let config = Config {
        host: "127.0.0.1".into(),
        port: 0,
        other_ports: false,
        data: folder.clone(),
        token: None,
        web: None,
        limits: Some(limits),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|e| e.to_string())?;
    let table = runtime.block_on(async {
        let server = Server::bind(config, engines).await.map_err(|e| e.to_string())?;
        let address = server.address();
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let serving = tokio::spawn(server.run(async {
            // The other end goes when everything is measured.
            let _ = ended.await;
        }));
        let table = load(options, &spec, address, on_progress).await;
        drop(end);
        serving.await.map_err(|e| e.to_string())?;
        table
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    // What cannot be removed lies among the temporary files, where systems sweep.
    let _ = std::fs::remove_dir_all(folder);
    table
}

async fn load(
    options: &ServerOptions,
    spec: &GameSpec,
    address: SocketAddr,
    on_progress: OnProgress<'_>,
) -> Result<ServerTable, String> {
    const STEPS: usize = 20;
    let mut report = |done, next: &str| on_progress(StepProgress { done, total: STEPS + 1, next });
    let game = json!({"game": spec.kind().name()}).to_string();
    let board = post(address, "/api/games", &game).await?["id"].as_u64().ok_or("no board")?;
    let mut table = ServerTable {
        boards: options.boards,
        cores: options.cores,
        each_ms: options.each.as_secs_f64() * 1000.0,
        ..ServerTable::default()
    };
    report(0, "one board alone");
    table.idle_first_ms = alone(options, spec, address, board).await?;
    table.before_mib = memory(address, "tengen_memory_bytes").await;

    let counts = Arc::new(Counts::default());
    let over = Arc::new(AtomicBool::new(false));
    let started = Instant::now();
    let mut boards = tokio::task::JoinSet::new();
    for n in 0..options.boards {
        let (spec, counts, over) = (spec.clone(), Arc::clone(&counts), Arc::clone(&over));
        let each = options.each;
        boards.spawn(async move {
            let mut turns = 0;
            if ask_until(&over, &spec, address, board, n as u64, each, &counts, &mut turns).await.is_err() {
                counts.errors.fetch_add(1, Ordering::Relaxed);
            }
            locked(&counts.turns).push(turns);
        });
    }
    for step in 0..STEPS {
        let goes_on = report(step + 1, "all boards");
        if !goes_on {
            break;
        }
        tokio::time::sleep(options.time / STEPS as u32).await;
    }
    over.store(true, Ordering::Relaxed);
    table.seconds = started.elapsed().as_secs_f64();
    while boards.join_next().await.is_some() {}
    table.peak_mib = memory(address, "tengen_memory_peak_bytes").await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    table.left_running = metric(address, "tengen_searches_running").await.unwrap_or(f64::NAN) as u64;

    let mut turns = std::mem::take(&mut *locked(&counts.turns));
    turns.sort_unstable();
    table.analyses = turns.iter().sum();
    table.errors = counts.errors.load(Ordering::Relaxed);
    table.turns = [
        turns.first().copied().unwrap_or_default(),
        turns.get(turns.len() / 2).copied().unwrap_or_default(),
        turns.last().copied().unwrap_or_default(),
    ];
    let squares: f64 = turns.iter().map(|&n| (n * n) as f64).sum();
    table.fairness = (table.analyses as f64).powi(2) / (turns.len().max(1) as f64 * squares.max(1.0));
    table.answer_ms = Spread::of(std::mem::take(&mut *locked(&counts.answers)));
    Ok(table)
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Moves of a random opening, another for each number.
fn opening(spec: &GameSpec, number: u64) -> Vec<String> {
    let mut random = SplitMix64(number);
    let mut position = AnyPosition::new(spec);
    let mut texts = Vec::new();
    for _ in 0..8 {
        let before = position.clone();
        match position.play_random(&mut || random.next_u32()) {
            Some(mv) => texts.push(before.format_move(mv)),
            None => break,
        }
    }
    texts
}

fn request(id: u64, board: u64, moves: &[String], each: Duration, progress: bool) -> Message {
    let limits = json!({"time_ms": each.as_millis() as u64});
    let ask = json!({
        "id": id, "do": "analyze", "board": board, "node": 0, "moves": moves, "limits": limits, "progress": progress,
    });
    Message::text(ask.to_string())
}

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

async fn open(address: SocketAddr) -> Result<Socket, String> {
    let opened = tokio_tungstenite::connect_async(format!("ws://{address}/api/ws")).await;
    opened.map(|(socket, _)| socket).map_err(|e| e.to_string())
}

/// The next message that says something.
async fn answer(socket: &mut Socket) -> Result<Value, String> {
    while let Some(message) = socket.next().await {
        match message.map_err(|e| e.to_string())? {
            Message::Text(text) => return serde_json::from_str(&text).map_err(|e| e.to_string()),
            Message::Close(_) => break,
            _ => {}
        }
    }
    Err("the connection has ended".into())
}

/// How long an idle server takes to say its first line.
async fn alone(
    options: &ServerOptions,
    spec: &GameSpec,
    address: SocketAddr,
    board: u64,
) -> Result<Spread, String> {
    let mut socket = open(address).await?;
    let mut millis = Vec::new();
    for n in 0..20 {
        let moves = opening(spec, 1 << 40 | n);
        let asked = Instant::now();
        let ask = request(n, board, &moves, options.each.max(Duration::from_millis(50)), true);
        socket.send(ask).await.map_err(|e| e.to_string())?;
        let mut first = None;
        loop {
            let message = answer(&mut socket).await?;
            first = first.or(Some(asked.elapsed()));
            if message["type"] != "progress" {
                break;
            }
        }
        millis.extend(first.map(|time| time.as_secs_f64() * 1000.0));
    }
    Ok(Spread::of(millis))
}

/// One board: analysis after analysis until all is over.
#[expect(clippy::too_many_arguments, reason = "one call, and a struct would only rename them")]
async fn ask_until(
    over: &AtomicBool,
    spec: &GameSpec,
    address: SocketAddr,
    board: u64,
    number: u64,
    each: Duration,
    counts: &Counts,
    turns: &mut u64,
) -> Result<(), String> {
    let mut socket = open(address).await?;
    let mut id = 0;
    while !over.load(Ordering::Relaxed) {
        id += 1;
        let moves = opening(spec, number << 20 | id);
        let asked = Instant::now();
        let ask = request(id, board, &moves, each, false);
        socket.send(ask).await.map_err(|e| e.to_string())?;
        let message = answer(&mut socket).await?;
        let right =
            message["id"] == id && message["type"] == "analysis" && !message["analysis"]["best"].is_null();
        if right {
            *turns += 1;
            locked(&counts.answers).push(asked.elapsed().as_secs_f64() * 1000.0);
        } else {
            counts.errors.fetch_add(1, Ordering::Relaxed);
        }
    }
    Ok(())
}

/// An HTTP request on a connection of its own; the body of the answer.
async fn http(address: SocketAddr, head: String, body: String) -> Result<String, String> {
    let work = move || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(address)?;
        let length = body.len();
        write!(
            stream,
            "{head} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default())
    };
    tokio::task::spawn_blocking(work).await.map_err(|e| e.to_string())?.map_err(|e| e.to_string())
}

async fn post(address: SocketAddr, path: &str, body: &str) -> Result<Value, String> {
    let answer = http(address, format!("POST {path}"), body.to_owned()).await?;
    serde_json::from_str(&answer).map_err(|e| e.to_string())
}

async fn metric(address: SocketAddr, name: &str) -> Option<f64> {
    let text = http(address, "GET /metrics".into(), String::new()).await.ok()?;
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
}

async fn memory(address: SocketAddr, name: &str) -> f64 {
    metric(address, name).await.unwrap_or_default() / f64::from(1 << 20)
}

impl fmt::Display for ServerTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ServerTable { boards, cores, .. } = self;
        let each = three_digits(self.each_ms);
        writeln!(
            f,
            "{boards} boards at once on {cores} cores, analyses of {each} ms, {:.0} s",
            self.seconds
        )?;
        writeln!(
            f,
            "analyses          {} ({:.1} a second)",
            self.analyses,
            self.analyses as f64 / self.seconds.max(0.001)
        )?;
        writeln!(f, "errors            {}", self.errors)?;
        let [least, middle, most] = self.turns;
        writeln!(
            f,
            "turns of a board  {least} least, {middle} median, {most} most; Jain's index {:.4}",
            self.fairness
        )?;
        let spread = |s: &Spread| {
            let [median, p90, p99, worst] = [s.median, s.p90, s.p99, s.worst].map(three_digits);
            format!("{median} median, {p90} p90, {p99} p99, {worst} worst")
        };
        writeln!(f, "answer, ms        {}", spread(&self.answer_ms))?;
        writeln!(f, "idle: first line  {} (ms)", spread(&self.idle_first_ms))?;
        writeln!(
            f,
            "memory, MiB       {} before, {} at most",
            three_digits(self.before_mib),
            three_digits(self.peak_mib)
        )?;
        writeln!(f, "left running      {}", self.left_running)
    }
}
