//! A server for a test, and clients that speak to it over its port.

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tengen_engine::{Analysis, Engine, ForKind, LevelTrait, Leveled, Limits, Line, Score, Stop};
use tengen_games::{Game, GameKind, GameSpec};
use tengen_server::{Config, EngineInfo, Engines, Server, Texts};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

/// How long anything may take before a test gives up; far more than it takes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// An engine that thinks until it is stopped, its time is over or it has its nodes, and says so all the while. Its
/// "search" costs nothing, so that tests of the server measure the server.
pub(crate) struct Patient;

/// How many of them think at this moment, in this whole test program.
static THINKING: AtomicUsize = AtomicUsize::new(0);

impl<G: Game> Engine<G> for Patient {
    fn name(&self) -> String {
        "Patient 1".into()
    }

    fn analyze(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        THINKING.fetch_add(1, Ordering::SeqCst);
        let started = Instant::now();
        let mut legal = Vec::new();
        position.legal_moves_into(&mut legal);
        let lines = legal.iter().take(limits.lines.max(1)).map(|&mv| Line {
            moves: vec![mv],
            score: Score::Estimate { value: 0.0, win: 0.5 },
            work: 1,
        });
        let mut analysis =
            Analysis { best: legal.first().copied(), lines: lines.collect(), ..Analysis::default() };
        loop {
            analysis.nodes += 1;
            analysis.depth = analysis.nodes.min(1000) as u32;
            analysis.time = started.elapsed();
            on_progress(&analysis);
            let over = limits.time.is_some_and(|time| started.elapsed() >= time)
                || limits.nodes.is_some_and(|nodes| analysis.nodes >= nodes)
                || limits.depth.is_some_and(|depth| analysis.depth >= depth);
            if over || stop.is_raised() {
                THINKING.fetch_sub(1, Ordering::SeqCst);
                return analysis;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Leveled for Patient {
    const MAX_LEVEL: u8 = 3;
    fn at_level(_: u8) -> Patient {
        Patient
    }
    fn describe_level(level: u8) -> Vec<LevelTrait> {
        vec![LevelTrait::Depth(level.into())]
    }
}

/// The patient engine for every game, under the name `patient`.
pub(crate) fn patient() -> Engines {
    let info = |kind| EngineInfo {
        name: "patient".into(),
        title: Texts::new("Patient", "耐心", "辛抱"),
        kind,
        plays: true,
        only: Vec::new(),
        program: false,
        ponders: true,
        levels: (1..=3)
            .map(|l| Texts::new(format!("level {l}"), format!("{l} 级"), format!("レベル{l}")))
            .collect(),
    };
    Engines {
        list: GameKind::ALL.map(info).to_vec(),
        make: Arc::new(|spec: &GameSpec, _| Ok(Box::new(ForKind::new(spec.kind(), Patient)))),
        program: Arc::new(|_| None),
        programs: None,
    }
}

/// A server of its own for one test, gone at its end.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) url: String,
    end: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
    _folder: Option<tempfile::TempDir>,
}

/// What an HTTP request was answered.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) bytes: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|e| panic!("{e}: {} {:?}", self.head, String::from_utf8_lossy(&self.bytes)))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

pub(crate) fn start() -> Running {
    start_with(|_| ())
}

pub(crate) fn start_with(change: impl FnOnce(&mut Config)) -> Running {
    let folder = tempfile::tempdir().unwrap();
    let mut running = start_in(folder.path().to_path_buf(), change);
    running._folder = Some(folder);
    running
}

pub(crate) fn start_in(data: std::path::PathBuf, change: impl FnOnce(&mut Config)) -> Running {
    start_engines(patient(), data, change)
}

pub(crate) fn start_engines(
    engines: Engines,
    data: std::path::PathBuf,
    change: impl FnOnce(&mut Config),
) -> Running {
    let mut config = Config {
        host: "127.0.0.1".into(),
        port: 0,
        other_ports: false,
        data,
        token: None,
        web: None,
        limits: Some(tengen_server::ServerLimits { cores: 2, ..Default::default() }),
    };
    change(&mut config);
    let (end, ended) = oneshot::channel();
    let (sender, receiver) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        runtime.unwrap().block_on(async {
            let server = Server::bind(config, engines).await.unwrap();
            sender.send((server.address(), server.url())).unwrap();
            server
                .run(async {
                    let _ = ended.await;
                })
                .await;
        });
    });
    let (address, url) = receiver.recv().unwrap();
    Running { address, url, end: Some(end), thread: Some(thread), _folder: None }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Running {
    /// Ends the server and waits for its end.
    pub(crate) fn stop(&mut self) {
        if let Some(end) = self.end.take() {
            let _ = end.send(());
        }
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
            && !std::thread::panicking()
        {
            panic!("the server broke down");
        }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes as they are and reads until the server closes; what was read.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // A server that refuses early may close before everything is written.
        let _ = stream.write_all(bytes);
        let mut read = Vec::new();
        let _ = stream.read_to_end(&mut read);
        read
    }

    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("Content-Length: {}\r\n\r\n", body.len());
        let mut bytes = head.into_bytes();
        bytes.extend(body);
        let answer = self.raw(&bytes);
        let at = answer.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or_else(|| {
            panic!("no answer to {method} {path}: {:?}", String::from_utf8_lossy(&answer))
        });
        let head = String::from_utf8_lossy(&answer[..at]).into_owned();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let mut bytes = answer[at + 4..].to_vec();
        if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
            bytes = unchunked(&bytes);
        }
        Reply { status, head, bytes }
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], b"")
    }

    pub(crate) fn json(&self, method: &str, path: &str, body: &Value) -> Reply {
        self.send(method, path, &[("Content-Type", "application/json")], body.to_string().as_bytes())
    }

    /// A new game; its number.
    pub(crate) fn game(&self, body: &Value) -> u64 {
        let reply = self.json("POST", "/api/games", body);
        assert_eq!(reply.status, 201, "{}", reply.text());
        reply.json()["id"].as_u64().unwrap()
    }

    /// A gauge or a counter.
    pub(crate) fn metric(&self, name: &str) -> f64 {
        let text = self.get("/metrics").text();
        let line = text.lines().find(|line| line.split(' ').next() == Some(name));
        line.unwrap_or_else(|| panic!("no {name}")).rsplit(' ').next().unwrap().parse().unwrap()
    }

    /// Waits until a gauge has a value.
    pub(crate) fn wait_for(&self, name: &str, wanted: f64) {
        self.wait_until(name, |now| now == wanted);
    }

    pub(crate) fn wait_until(&self, name: &str, wanted: impl Fn(f64) -> bool) {
        let started = Instant::now();
        while !wanted(self.metric(name)) {
            assert!(started.elapsed() < PATIENCE, "{name} is still {}", self.metric(name));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn socket(&self) -> Socket {
        self.socket_with(&[]).unwrap()
    }

    pub(crate) fn socket_with(&self, headers: &[(&'static str, &str)]) -> Result<Socket, tungstenite::Error> {
        let mut request = format!("ws://{}/api/ws", self.address).into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(Socket { socket }),
            Err(tungstenite::HandshakeError::Failure(e)) => Err(e),
            Err(e) => panic!("{e}"),
        }
    }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some(end) = bytes.windows(2).position(|w| w == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&bytes[..end]).unwrap().trim(), 16).unwrap();
        out.extend(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[(end + 4 + size).min(bytes.len())..];
    }
    out
}

/// A WebSocket.
pub(crate) struct Socket {
    pub(crate) socket: WebSocket<TcpStream>,
}

impl Socket {
    pub(crate) fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// The next message; `None` when the connection has ended.
    pub(crate) fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                // The end of a child process, here that of a program that plays, is a signal.
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::Interrupted => {}
                // A test that expects more shows why there is none.
                end @ (Ok(Message::Close(_)) | Err(_)) => {
                    println!("the connection ended: {end:?}");
                    return None;
                }
                Ok(_) => {}
            }
        }
    }

    /// The next message of a type, the others passed over.
    pub(crate) fn wait(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().unwrap_or_else(|| panic!("the connection ended before {kind}"));
            if message["type"] == kind {
                return message;
            }
            assert!(message["type"] != "error" || kind == "error", "{message}");
        }
    }

    pub(crate) fn ask(&mut self, message: &Value, kind: &str) -> Value {
        self.send(message);
        self.wait(kind)
    }
}

/// A request for an analysis without end.
pub(crate) fn endless(id: u64, board: u64) -> Value {
    json!({"id": id, "do": "analyze", "board": board, "node": 0, "limits": {"time_ms": 600_000}})
}
