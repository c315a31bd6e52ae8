//! The server as a program: ended by the system's signals in the middle of its work, it ends in good order and has kept
//! what it said.
#![cfg(unix)]

mod common;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::{self, Message};

/// How long anything may take before a test gives up; far more than it takes.
const PATIENCE: Duration = Duration::from_secs(60);

struct Server {
    child: Child,
    /// Kept open: the server goes on telling where its data lies.
    _lines: Lines<BufReader<ChildStdout>>,
    /// `127.0.0.1:PORT`.
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(data: &Path) -> Server {
        Server::telling(data, Stdio::inherit())
    }

    /// Starts one whose log, from the level info on, goes to the file given.
    fn telling(data: &Path, log: impl Into<Stdio>) -> Server {
        let mut child = common::command()
            .args(["serve", "--no-open", "--port", "0", "--log-level", "info", "--data"])
            .arg(data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = lines.find_map(|line| line.ok().filter(|l| l.contains("http://"))).expect("an address");
        let address = line.split("http://").nth(1).unwrap();
        let address = address.split(['/', ' ']).next().unwrap().to_owned();
        Server { child, _lines: lines, address }
    }

    /// Sends a request; `None` where no whole answer came.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
        ask(&self.address, method, path, body)
    }

    /// Sends a signal and waits for the end: the code, and how long it took.
    fn end(&mut self, signal: &str) -> (Option<i32>, Duration) {
        let started = Instant::now();
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        while started.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status.code(), started.elapsed());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("tengen serve does not hear {signal}");
    }
}

fn ask(address: &str, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).ok()?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some((status, serde_json::from_str(body).ok()?))
}

/// Plays move after move until no answer comes; reports every answer at once.
fn play_on(address: &str, game: u64, told: &mpsc::Sender<u64>) {
    let mut node = 0;
    let mut point = json!([0, 0]);
    loop {
        let body = json!({"parent": node, "point": point});
        let Some((200, stored)) = ask(address, "POST", &format!("/api/games/{game}/moves"), &body) else {
            return;
        };
        node = stored["node"].as_u64().unwrap();
        if told.send(node).is_err() {
            return;
        }
        match stored["view"]["legal"].as_array().and_then(|legal| legal.first()) {
            Some(next) => point = next.clone(),
            None => return,
        }
    }
}

#[test]
fn an_address_of_another_machine_is_called_so() {
    let folder = tempfile::tempdir().unwrap();
    // An address for examples, which no machine has.
    let serve = format!("serve --no-open --port 0 --host 192.0.2.1 --data {}", folder.path().display());
    let english = "cannot listen on 192.0.2.1: it is no address of this machine";
    common::fails(&serve, 3, &[english], &["不能在 192.0.2.1 上监听：它不是本机的地址"]);
}

#[test]
fn a_signal_in_the_middle_of_a_game_and_an_analysis_loses_nothing() {
    for signal in ["-TERM", "-INT"] {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Server::start(folder.path());
        let (status, board) = server.ask("POST", "/api/games", &json!({"game": "go", "size": 19})).unwrap();
        assert_eq!(status, 201, "{board}");
        let game = board["id"].as_u64().unwrap();

        // An analysis without end is under way …
        let stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let url = format!("ws://{}/api/ws", server.address);
        let (mut socket, _) = tungstenite::client(url, stream).unwrap();
        let endless =
            json!({"id": 1, "do": "analyze", "board": game, "node": 0, "limits": {"time_ms": 600_000}});
        socket.send(Message::text(endless.to_string())).unwrap();
        loop {
            let message = socket.read().unwrap();
            let Ok(text) = message.to_text() else { continue };
            assert!(!text.contains("\"error\""), "{text}");
            if text.contains("\"progress\"") {
                break;
            }
        }

        // … and moves arrive, when the signal comes.
        let (tell, told) = mpsc::channel();
        let address = server.address.clone();
        let player = std::thread::spawn(move || play_on(&address, game, &tell));
        let mut acknowledged: Vec<u64> = (0..12).map(|_| told.recv_timeout(PATIENCE).unwrap()).collect();
        let (code, took) = server.end(signal);
        player.join().unwrap();
        acknowledged.extend(told.try_iter());
        println!("{signal}: ended after {took:?}, {} moves acknowledged", acknowledged.len());
        assert_eq!(code, Some(0), "{signal}");
        assert!(took < Duration::from_secs(10), "{signal}: {took:?}");

        let server = Server::start(folder.path());
        let kept = whole(&server, game, &acknowledged);
        let (_, board) = server.ask("GET", &format!("/api/games/{game}"), &Value::Null).unwrap();
        let at = board["current"].as_u64().unwrap();
        let (status, view) =
            server.ask("GET", &format!("/api/games/{game}/nodes/{at}"), &Value::Null).unwrap();
        assert_eq!((status, view["ply"].as_u64()), (200, Some(kept as u64)), "{signal}");
    }
}

/// Holds a game against what was acknowledged of it: every move is there, in its order, and at most the one besides
/// that was on its way. Gives how many there are.
fn whole(server: &Server, game: u64, acknowledged: &[u64]) -> usize {
    let (status, board) = server.ask("GET", &format!("/api/games/{game}"), &Value::Null).unwrap();
    assert_eq!(status, 200, "{board}");
    let nodes: Vec<u64> =
        board["nodes"].as_array().unwrap().iter().map(|n| n["id"].as_u64().unwrap()).collect();
    let kept = &nodes[1..];
    assert!(kept.starts_with(acknowledged), "game {game}: {acknowledged:?} {kept:?}");
    assert!(kept.len() <= acknowledged.len() + 1, "game {game}: {acknowledged:?} {kept:?}");
    kept.len()
}

/// Sends bytes as they are, and reads until the other end has had enough.
fn raw(address: &str, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // Who refuses may close before everything was sent.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn every_refusal_of_an_attack_is_told_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut server = Server::telling(&folder.path().join("data"), std::fs::File::create(&log).unwrap());
    let here = server.address.clone();
    let get = |path: &str, more: &str| format!("GET {path} HTTP/1.1\r\n{more}Connection: close\r\n\r\n");
    let host = format!("Host: {here}\r\n");
    let upgrade = format!(
        "{host}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    );
    let long = format!(
        "POST /api/games HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: 99999999\r\nConnection: close\r\n\r\n"
    );
    let form = format!(
        "POST /api/games HTTP/1.1\r\n{host}Content-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}"
    );
    let attacks = [
        (get("/api/about", "Host: evil.example\r\n"), " 421 ", "why=\"host\""),
        (get("/api/about", &format!("{host}Origin: http://evil.example\r\n")), " 403 ", "why=\"origin\""),
        (long, " 413 ", "status=413"),
        (form, " 415 ", "status=415"),
        (get("/..%2f..%2fetc/passwd", &host), " 404 ", "passwd"),
        // A frame without a mask, after a handshake in good order.
        (format!("GET /api/ws HTTP/1.1\r\n{upgrade}\r\n\u{1}\u{5}hello"), " 101 ", "a bad websocket frame"),
    ];
    for (attack, answer, _) in &attacks {
        let got = raw(&here, attack.as_bytes());
        assert!(got.lines().next().is_some_and(|line| line.contains(answer)), "{attack}: {got}");
    }
    assert_eq!(server.ask("GET", "/health", &Value::Null).unwrap().0, 200, "alive");
    assert_eq!(server.end("-TERM").0, Some(0));
    let told = std::fs::read_to_string(&log).unwrap();
    for (attack, _, words) in &attacks {
        assert!(
            told.lines().any(|line| line.contains(words)),
            "{words} of {attack} is not in the log:\n{told}"
        );
    }
}

/// The library's own tests kill it more often; here it is the program that people run, with everything around the
/// library.
#[test]
fn killed_in_a_loop_while_moves_arrive_the_program_loses_none_that_it_acknowledged() {
    const ROUNDS: u64 = 10;
    let folder = tempfile::tempdir().unwrap();
    let mut played: Vec<(u64, Vec<u64>)> = Vec::new();
    let mut random = 7u64;
    for round in 0..ROUNDS {
        let mut server = Server::start(folder.path());
        // What earlier rounds left is as it was.
        for (game, acknowledged) in &played {
            whole(&server, *game, acknowledged);
        }
        let players: Vec<_> = (0..2)
            .map(|_| {
                let (status, board) =
                    server.ask("POST", "/api/games", &json!({"game": "go", "size": 19})).unwrap();
                assert_eq!(status, 201, "{board}");
                let game = board["id"].as_u64().unwrap();
                let (tell, told) = mpsc::channel();
                let address = server.address.clone();
                (game, told, std::thread::spawn(move || play_on(&address, game, &tell)))
            })
            .collect();
        // After a number of moves and a moment more, both by lot.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (moves, moment) = ((random >> 33) % 15, (random >> 50) % 3000);
        let mut early: Vec<u64> = (0..moves).map(|_| players[0].1.recv_timeout(PATIENCE).unwrap()).collect();
        std::thread::sleep(Duration::from_micros(moment));
        assert_eq!(server.end("-KILL").0, None, "round {round}: a kill is no end in good order");
        for (game, told, player) in players {
            player.join().unwrap();
            let acknowledged = early.drain(..).chain(told.try_iter()).collect();
            played.push((game, acknowledged));
        }
    }
    let server = Server::start(folder.path());
    let kept: usize = played.iter().map(|(game, acknowledged)| whole(&server, *game, acknowledged)).sum();
    let acknowledged: usize = played.iter().map(|(_, moves)| moves.len()).sum();
    println!("{ROUNDS} kills: {acknowledged} moves acknowledged, {kept} kept");
    assert!(acknowledged > 0);
}
