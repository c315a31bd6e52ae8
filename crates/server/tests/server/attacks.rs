//! Attacks. Each is refused and logged, and the server goes on.

use crate::common::{Running, Socket, start, start_with};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::{self, Message};

fn alive(server: &Running) {
    assert_eq!(server.get("/health").status, 200);
    let id = server.game(&json!({"game": "gomoku"}));
    let mut page = server.socket();
    let ask = json!({"id": 1, "do": "view", "board": id, "node": 0});
    assert_eq!(page.ask(&ask, "view")["id"], 1);
}

fn status_of(bytes: &[u8]) -> Option<u16> {
    std::str::from_utf8(bytes.get(9..12)?).ok()?.parse().ok()
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let server = start();
    let id = server.game(&json!({"game": "gomoku"}));
    for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "10.0.0.1", "", "a b"]
    {
        for path in ["/", "/api/about", "/health", "/metrics"] {
            let reply = server.send("GET", path, &[("Host", host)], b"");
            assert!(matches!(reply.status, 421 | 400), "{host} {path}: {}", reply.status);
        }
    }
    let twice = server
        .raw(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(matches!(status_of(&twice), Some(400 | 421)));
    let absolute = b"GET http://evil.example/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    assert!(matches!(status_of(&server.raw(absolute)), Some(400 | 421)));
    let without = server.raw(b"GET /health HTTP/1.0\r\n\r\n");
    assert!(matches!(status_of(&without), Some(400 | 421)));
    let own = format!("http://{}", server.address);
    let moves = format!("/api/games/{id}/moves");
    let body = br#"{"parent":0,"move":"h8"}"#;
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1", "file://"] {
        let headers = [("Origin", origin), ("Content-Type", "application/json")];
        assert_eq!(server.send("POST", &moves, &headers, body).status, 403, "{origin}");
        assert_eq!(server.send("GET", "/api/games", &headers, b"").status, 403, "{origin}");
        match server.socket_with(&[("origin", origin)]) {
            Err(tungstenite::Error::Http(reply)) => assert_eq!(reply.status(), 403),
            _ => panic!("a websocket for {origin}"),
        }
    }
    for site in ["cross-site", "same-site"] {
        let headers = [("Sec-Fetch-Site", site), ("Content-Type", "application/json")];
        assert_eq!(server.send("POST", &moves, &headers, body).status, 403);
    }
    // A form of another site, from a browser that sends no origin: its content type is not JSON.
    let form = server.send("POST", &moves, &[("Content-Type", "text/plain")], body);
    assert_eq!(form.status, 415);
    assert_eq!(server.get(&format!("/api/games/{id}")).json()["revision"], 1, "nothing was changed");
    let headers = [("Origin", own.as_str()), ("Content-Type", "application/json")];
    assert_eq!(server.send("POST", &moves, &headers, body).status, 200);
    assert!(server.socket_with(&[("origin", &own)]).is_ok());
    assert!(server.metric("tengen_refused_total{why=\"host\"}") >= 10.0);
    assert!(server.metric("tengen_refused_total{why=\"origin\"}") >= 10.0);
    alive(&server);
}

#[test]
fn every_answer_has_the_security_headers() {
    let server = start();
    for (method, path) in [("GET", "/"), ("GET", "/nothing"), ("GET", "/api/about"), ("PUT", "/api/games")] {
        let reply = server.send(method, path, &[], b"");
        let policy = reply.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
        assert!(reply.header("access-control-allow-origin").is_none());
    }
}

#[test]
fn strangers_need_the_token() {
    let token = "abcdefgh12345678";
    let server = start_with(|config| config.token = Some(token.into()));
    assert!(server.url.ends_with("/?token=abcdefgh12345678"), "{}", server.url);
    assert_eq!(server.get("/health").status, 200, "reveals nothing");
    for path in ["/", "/api/about", "/metrics", "/api/games", "/?token=wrong", "/?token="] {
        assert_eq!(server.get(path).status, 401, "{path}");
    }
    assert!(matches!(server.socket_with(&[]), Err(tungstenite::Error::Http(r)) if r.status() == 401));
    let welcome = server.get(&format!("/?token={token}"));
    assert_eq!((welcome.status, welcome.header("location")), (303, Some("/")));
    let cookie = welcome.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let pair = cookie.split(';').next().unwrap();
    assert_eq!(server.send("GET", "/api/about", &[("Cookie", pair)], b"").status, 200);
    assert!(server.socket_with(&[("cookie", pair)]).is_ok());
    let bearer = format!("Bearer {token}");
    assert_eq!(server.send("GET", "/api/about", &[("Authorization", &bearer)], b"").status, 200);
    for wrong in ["Bearer abcdefgh1234567", "Bearer abcdefgh123456789", "Bearer ", "Basic x"] {
        assert_eq!(server.send("GET", "/api/about", &[("Authorization", wrong)], b"").status, 401);
    }
    // A token in the URL opens the page; it changes nothing.
    let post = server.json("POST", &format!("/api/games?token={token}"), &json!({"game": "go"}));
    assert_eq!(post.status, 401);
}

#[test]
fn bodies_over_their_limits_are_refused() {
    let server = start_with(|config| {
        let limits = config.limits.as_mut().unwrap();
        (limits.body, limits.import_body) = (10_000, 50_000);
    });
    let json = [("Content-Type", "application/json")];
    let long = format!("{{\"game\":\"gomoku\",\"header\":{{\"name\":\"{}\"}}}}", "x".repeat(20_000));
    assert_eq!(server.send("POST", "/api/games", &json, long.as_bytes()).status, 413);
    assert_eq!(server.send("POST", "/api/import", &[], &vec![b'('; 60_000]).status, 413);
    // A wrong length: more is announced than sent, and more is sent than announced.
    let host = server.address;
    let huge = format!(
        "POST /api/games HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\n{{"
    );
    assert_eq!(status_of(&server.raw(huge.as_bytes())), Some(413));
    let smuggled = format!(
        "POST /api/games HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n"
    );
    let answer = server.raw(smuggled.as_bytes());
    assert!(status_of(&answer).is_none_or(|status| status >= 400));
    // Deep nesting, endless numbers, broken UTF-8.
    let deep = format!("{{\"game\":{}1{}}}", "[".repeat(4000), "]".repeat(4000));
    for body in [deep.as_bytes(), b"{\"game\":1e99999}", b"{\"game\":\"\xff\xfe\"}", b"[]", b"null", b"{"] {
        assert_eq!(server.send("POST", "/api/games", &json, body).status, 400);
    }
    let head = format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "y".repeat(200_000));
    assert!(status_of(&server.raw(head.as_bytes())).is_none_or(|status| status >= 400));
    let many: String = (0..500).map(|i| format!("X-{i}: y\r\n")).collect();
    let head = format!("GET / HTTP/1.1\r\nHost: {host}\r\n{many}\r\n");
    assert!(status_of(&server.raw(head.as_bytes())).is_none_or(|status| status >= 400));
    alive(&server);
}

#[test]
fn malformed_numbers_and_words_are_refused_with_reasons() {
    let server = start();
    let id = server.game(&json!({"game": "gomoku"}));
    for body in [
        json!({"parent": -1, "move": "h8"}),
        json!({"parent": 4_294_967_296_u64, "move": "h8"}),
        json!({"parent": 0, "point": [999, 0]}),
        json!({"parent": 0, "point": [15, 15]}),
        json!({"parent": 0, "point": [0.5, 1]}),
        json!({"parent": 0, "point": [0, 1, 2]}),
        json!({"parent": 0, "move": "z".repeat(10_000)}),
        json!({"parent": 0, "move": "\u{0}"}),
        json!({"parent": 0, "move": "h8", "point": [0, 0]}),
        json!({"parent": 0, "move": "h8", "elapsed_ms": -5}),
        json!({"parent": 0}),
    ] {
        let reply = server.json("POST", &format!("/api/games/{id}/moves"), &body);
        assert!((400..500).contains(&reply.status), "{body}: {}", reply.text());
        assert!(reply.json()["error"]["message"].as_str().unwrap().len() < 1000);
    }
    for path in ["/api/games/0", "/api/games/-1", "/api/games/99999999999999999999", "/api/games/1e3"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    assert_eq!(server.get(&format!("/api/games/{id}")).json()["revision"], 1);
}

/// Opens a WebSocket by hand and returns the bare stream.
fn bare(server: &Running) -> TcpStream {
    let mut stream = server.connect();
    let hello = format!(
        "GET /api/ws HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    stream.write_all(hello.as_bytes()).unwrap();
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    assert_eq!(status_of(&head), Some(101));
    stream
}

#[test]
fn malformed_frames_close_their_connection_and_no_other() {
    let server = start();
    let mut bystander = server.socket();
    let id = server.game(&json!({"game": "gomoku"}));
    let frames: [&[u8]; 10] = [
        // Without a mask; with reserved bits; of an unknown type; control frames that are too long or fragmented.
        b"\x81\x05hello",
        b"\xf1\x80\0\0\0\0",
        b"\x83\x80\0\0\0\0",
        b"\x89\xfe\x00\x80\0\0\0\0",
        b"\x09\x80\0\0\0\0",
        // A continuation without a start; text that is not UTF-8; a length of 2^63; a close frame with half a code.
        b"\x80\x80\0\0\0\0",
        b"\x81\x82\0\0\0\0\xff\xff",
        b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",
        b"\x88\x81\0\0\0\0\x03",
        // Binary instead of text.
        b"\x82\x81\0\0\0\0x",
    ];
    for frame in frames {
        let mut stream = bare(&server);
        stream.write_all(frame).unwrap();
        // The server need not wait for the announced rest of a frame.
        let _ = stream.write_all(&[0; 128]);
        let mut rest = Vec::new();
        let started = Instant::now();
        stream.read_to_end(&mut rest).ok();
        assert!(started.elapsed() < Duration::from_secs(10), "{frame:x?}");
    }
    // Seeded random bytes.
    let mut random = 1u64;
    for _ in 0..50 {
        let mut stream = bare(&server);
        let noise: Vec<u8> = (0..200)
            .map(|_| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (random >> 56) as u8
            })
            .collect();
        let _ = stream.write_all(&noise);
    }
    // Messages that are not requests are answered, and the connection goes on.
    for text in ["", "{", "[]", "{}", "{\"id\":-1}", "{\"id\":1}", "{\"id\":1,\"do\":7}"] {
        bystander.socket.send(Message::text(text)).unwrap();
        assert_eq!(bystander.next().unwrap()["type"], "error");
    }
    let ask = json!({"id": 1, "do": "view", "board": id, "node": 0});
    assert_eq!(bystander.ask(&ask, "view")["id"], 1);
    let long = json!({"id": 2, "do": "view", "pad": "x".repeat(100_000)}).to_string();
    let _ = bystander.socket.send(Message::text(long));
    while bystander.next().is_some() {}
    server.wait_for("tengen_websockets", 0.0);
    alive(&server);
}

#[test]
fn a_flood_of_messages_ends_its_connection() {
    let server = start();
    let mut page = server.socket();
    let mut sent = 0;
    while sent < 10_000 && page.socket.send(Message::text("{}")).is_ok() {
        sent += 1;
    }
    while page.next().is_some() {}
    server.wait_for("tengen_websockets", 0.0);
    alive(&server);
}

#[test]
fn a_page_that_reads_nothing_blocks_no_other() {
    let server = start_with(|config| {
        config.limits.as_mut().unwrap().stall_time = Duration::from_millis(300);
    });
    let id = server.game(&json!({"game": "go", "size": 19}));
    let mut deaf = server.socket();
    // Views of 19×19 are long and are not read, so the send buffer fills up.
    for n in 0..200 {
        let ask = json!({"id": n, "do": "view", "board": id, "node": 0}).to_string();
        if deaf.socket.send(Message::text(ask)).is_err() {
            break;
        }
    }
    alive(&server);
    drop(deaf);
    server.wait_for("tengen_websockets", 0.0);
}

/// Raises the limit of open files to `wanted`. Returns whether the system allows it.
fn raise_file_limit(wanted: u64) -> bool {
    let raised = rlimit::increase_nofile_limit(wanted.saturating_add(1000));
    raised.is_ok_and(|limit| limit >= wanted)
}

#[test]
fn thousands_of_slow_clients_block_no_other() {
    const SLOW: u64 = 3000;
    if !raise_file_limit(SLOW + 1500) {
        println!("skipped: thousands_of_slow_clients_hold_up_nobody (the system allows too few open files)");
        return;
    }
    // The default limits, except for a shorter timeout of a request's head, so that the test is short.
    let server = start_with(|config| {
        config.limits.as_mut().unwrap().header_time = Duration::from_secs(3);
    });
    let most = tengen_server::ServerLimits::default().connections_per_address as f64;
    let mut page: Socket = server.socket();
    let id = server.game(&json!({"game": "gomoku"}));
    let view = |n: u64| json!({"id": n, "do": "view", "board": id, "node": 0});
    // Each sends the start of a request, and then a byte at a time.
    let mut slow: Vec<TcpStream> = Vec::new();
    for n in 0..SLOW {
        let mut stream = server.connect();
        stream.write_all(b"GET / HTTP/1.1\r\nX: ").unwrap();
        slow.push(stream);
        if n % 100 == 0 {
            // Others are served meanwhile: on new connections and on existing ones.
            assert_eq!(server.get("/health").status, 200, "after {n}");
            assert_eq!(page.ask(&view(n), "view")["id"], n);
        }
    }
    // Evicted connections are closed a moment later.
    server.wait_until("tengen_connections", |now| now <= most);
    server.wait_until("tengen_connections_refused_total", |n| n >= SLOW as f64 - most);
    for stream in &mut slow {
        let _ = stream.write_all(b"y");
    }
    // The page, which sends requests, was not evicted.
    assert_eq!(page.ask(&view(SLOW), "view")["id"], SLOW);
    // The remaining ones are closed at their timeout, although the clients keep their side open.
    server.wait_until("tengen_connections", |now| now <= 3.0);
    alive(&server);
}

#[test]
fn scripts_are_data() {
    let server = start();
    let evil = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>";
    let id = server.game(&json!({
        "game": "gomoku", "moves": ["h8"], "tags": ["<script>"],
        "header": {"black": {"name": evil}, "event": evil, "comment": evil},
    }));
    let node = format!("/api/games/{id}/nodes/1");
    let marks = json!([{"point": [0, 0], "kind": "label", "label": "<svg/onload=x>"}]);
    assert_eq!(server.json("PATCH", &node, &json!({"comment": evil, "marks": marks})).status, 200);
    let board = server.get(&format!("/api/games/{id}"));
    assert_eq!(board.header("content-type"), Some("application/json"));
    assert_eq!(board.json()["header"]["black"]["name"], evil, "unchanged");
    assert_eq!(board.json()["nodes"][1]["comment"], evil);
    let svg = server.get(&format!("/api/games/{id}/export?format=svg&node=1"));
    assert!(!svg.text().contains("<svg/onload") && !svg.text().contains("<script"), "escaped");
    assert!(svg.header("content-disposition").unwrap().starts_with("attachment; filename=\"gomoku-"));
    for name in ["content-disposition", "x-tengen-losses"] {
        let sgf = server.get(&format!("/api/games/{id}/export?format=psq"));
        assert!(!sgf.header(name).unwrap_or_default().contains(['<', '>']), "{name}");
    }
    let label = json!([{"point": [0, 0], "kind": "label", "label": "x".repeat(1000)}]);
    assert_eq!(server.json("PATCH", &node, &json!({"marks": label})).status, 400);
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let outside = tempfile::tempdir().unwrap();
    let web = outside.path().join("web");
    std::fs::create_dir(&web).unwrap();
    std::fs::write(web.join("index.html"), "the page").unwrap();
    std::fs::write(outside.path().join("secret.txt"), "the secret").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path().join("secret.txt"), web.join("link.txt")).unwrap();
    for served in [None, Some(web)] {
        let server = start_with(|config| config.web = served.clone());
        for path in [
            "/../secret.txt",
            "/..%2fsecret.txt",
            "/%2e%2e/secret.txt",
            "/assets/../../secret.txt",
            "/..\\secret.txt",
            "//secret.txt",
            "/./../secret.txt",
            "/link.txt",
            "/etc/passwd",
            "/%00",
            "/index.html%00.js",
            "/api/../../secret.txt",
            "/api/games/../../../secret.txt",
            "/api/puzzles/..%2f..%2fCargo.toml/1",
        ] {
            let reply = server.get(path);
            assert!(reply.status >= 300, "{path}: {}", reply.status);
            assert!(!reply.text().contains("secret") && !reply.text().contains("root:"), "{path}");
        }
        let import = server.send("POST", "/api/import?name=../../../etc/passwd", &[], b"no record");
        assert!(!import.text().contains("etc"), "{}", import.text());
    }
}

#[test]
fn sql_in_a_search_is_plain_text() {
    let server = start();
    let id = server.game(&json!({"game": "gomoku", "header": {"black": {"name": "100%_O'Neill"}}}));
    let encode = |text: &str| -> String { text.bytes().map(|b| format!("%{b:02X}")).collect() };
    for evil in [
        "' OR 1=1 --",
        "'; DROP TABLE games; --",
        "\" UNION SELECT * FROM games --",
        "\\",
        "*",
        "NEAR(",
        "\0",
    ] {
        for key in ["player", "text", "tag", "from", "to"] {
            let reply = server.get(&format!("/api/games?{key}={}", encode(evil)));
            assert!(reply.status < 500, "{key}={evil}: {}", reply.text());
            if reply.status == 200 && matches!(key, "player" | "tag") {
                assert_eq!(reply.json()["total"], 0, "{key}={evil}");
            }
        }
    }
    for (word, total) in [("O'Neill", 1), ("100%_", 1), ("%", 1), ("1_0", 0), ("100_", 0)] {
        let found = server.get(&format!("/api/games?player={}", encode(word))).json();
        assert_eq!(found["total"], total, "{word}");
    }
    assert_eq!(server.get(&format!("/api/games/{id}")).status, 200);
}

#[test]
fn errors_reveal_nothing_internal() {
    let folder = tempfile::tempdir().unwrap();
    let server = crate::common::start_in(folder.path().to_path_buf(), |_| ());
    let place = folder.path().to_string_lossy().into_owned();
    for reply in [
        server.get("/api/games/77"),
        server.get("/nothing"),
        server.get("/api/nothing"),
        server.send("POST", "/api/import", &[], b"\xff\xfe\x00nonsense"),
        server.json("POST", "/api/games", &json!({"game": "chess"})),
        server.send("PUT", "/api/games", &[], b""),
        server.get("/api/ws"),
        server.get("/api/about"),
        server.get("/metrics"),
    ] {
        let text = format!("{}{}", reply.head, reply.text());
        for word in [place.as_str(), "library.db", ".rs:", "panicked", "/crates/"] {
            assert!(!text.contains(word), "{text}");
        }
    }
}
