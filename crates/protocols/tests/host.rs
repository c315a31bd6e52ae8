//! The host reads during a search, and stops quickly.

use std::io::{BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tengen_engine::{
    Analysis, AnyEngine, Bound, EngineError, EngineFactory, EngineOptions, Entry, Limits, Line, Score, Stop,
    Table, TableError, TableSource,
};
use tengen_games::{AnyPosition, Game, GameKind, GameSpec};
use tengen_protocols::gomocup::GomocupEngine;
use tengen_protocols::jsonl::JsonEngine;
use tengen_protocols::{Host, Machine, serve};

/// Searches until it is stopped; panics if the depth is 1.
struct Thinker;

impl AnyEngine for Thinker {
    fn name(&self) -> String {
        "Thinker".into()
    }
    fn kind(&self) -> GameKind {
        GameKind::Gomoku
    }
    fn supports(&self, _: &GameSpec) -> Result<(), EngineError> {
        Ok(())
    }
    fn analyze(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        stop: &Stop,
        _: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        assert!(limits.depth != Some(1), "depth 1");
        while !stop.is_raised() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        Ok(Analysis { best: moves.first().copied(), ..Analysis::default() })
    }
    fn new_game(&mut self) {}
}

/// A pipe whose writing end is a channel.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);
impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let n = buffer.len().min(self.1.len());
        buffer[..n].copy_from_slice(&self.1[..n]);
        self.1.drain(..n);
        Ok(n)
    }
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);
impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

struct Running {
    input: Sender<Vec<u8>>,
    output: Shared,
    thread: std::thread::JoinHandle<()>,
}

impl Running {
    fn new() -> Running {
        Running::with(Arc::new(|_, _: &EngineOptions| Ok(Box::new(Thinker))))
    }

    fn with(engines: EngineFactory) -> Running {
        Running::speaking(GomocupEngine::new("Tengen", "1"), engines)
    }

    fn speaking(mut machine: impl Machine + Send + 'static, engines: EngineFactory) -> Running {
        let (input, pipe) = channel();
        let output = Shared::default();
        let writer = output.clone();
        let thread = std::thread::spawn(move || {
            let host = Host { engines, searches: 1, reader_gone: || false };
            serve(&mut machine, &host, BufReader::new(Pipe(pipe, Vec::new())), writer).unwrap();
        });
        Running { input, output, thread }
    }

    fn send(&self, text: &str) {
        self.input.send(text.as_bytes().to_vec()).unwrap();
    }

    /// Waits until the output ends with `text`.
    fn wait_for(&self, text: &str) {
        let begun = Instant::now();
        while !self.said().ends_with(text) {
            assert!(begun.elapsed() < Duration::from_secs(60), "no {text:?} in {:?}", self.said());
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn said(&self) -> String {
        String::from_utf8(self.output.0.lock().unwrap().clone()).unwrap()
    }
}

#[test]
fn commands_sent_while_thinking_are_answered_after_the_move_in_order() {
    let running = Running::new();
    running.send("START 15\nBEGIN\nTAKEBACK 0,0\nTURN 3,3\n");
    running.wait_for("OK\n");
    running.send("YXSTOP\n");
    running.wait_for("OK\n0,0\nOK\n");
    running.send("YXSTOP\n");
    running.wait_for("OK\n0,0\nOK\n0,0\n");
    running.send("END\n");
    running.thread.join().unwrap();
}

#[test]
fn the_end_ends_a_search_that_would_go_on_for_ever_and_answers_what_was_sent() {
    let running = Running::new();
    running.send("START 15\nBEGIN\nTAKEBACK 0,0\nEND\n");
    running.thread.join().unwrap();
    assert_eq!(running.output.0.lock().unwrap().as_slice(), b"OK\n0,0\nOK\n");
}

#[test]
fn an_engine_that_panics_is_an_error_and_the_next_search_runs() {
    let running = Running::new();
    running.send("START 15\nINFO max_depth 1\nBEGIN\n");
    running.wait_for("ERROR the engine panicked: depth 1\n");
    running.send("INFO max_depth 2\nBEGIN\n");
    running.send("STOP\n");
    running.wait_for("0,0\n");
    running.send("END\n");
    running.thread.join().unwrap();
}

#[test]
fn a_line_of_100_mb_costs_no_memory_and_the_next_is_read() {
    let running = Running::new();
    let part = "x".repeat(1 << 20);
    for _ in 0..100 {
        running.send(&part);
    }
    running.send("\nSTART 15\n");
    running.wait_for(&format!("ERROR a line of {} bytes is too long\nOK\n", 100 << 20));
    running.send("END\n");
    running.thread.join().unwrap();
}

/// Reports a move, then ignores the clock and its stop flag until the test releases it.
struct Deaf(Arc<AtomicBool>);

impl AnyEngine for Deaf {
    fn name(&self) -> String {
        "Deaf".into()
    }
    fn kind(&self) -> GameKind {
        GameKind::Gomoku
    }
    fn supports(&self, _: &GameSpec) -> Result<(), EngineError> {
        Ok(())
    }
    fn analyze(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        _: &Stop,
        on_update: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        // The search that makes the engine ready.
        if limits.nodes == Some(1) {
            return Ok(Analysis::default());
        }
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        on_update(&Analysis { best: moves.get(1).copied(), ..Analysis::default() });
        while !self.0.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Analysis { best: moves.first().copied(), ..Analysis::default() })
    }
    fn new_game(&mut self) {}
}

#[test]
fn a_move_does_not_wait_for_a_search_that_ignores_the_clock_and_a_stop() {
    let free = Arc::new(AtomicBool::new(false));
    let engine = free.clone();
    let running = Running::with(Arc::new(move |_, _: &EngineOptions| Ok(Box::new(Deaf(engine.clone())))));
    // Its time is over: the answer is its last report, although it still searches.
    running.send("INFO timeout_turn 100\nSTART 15\nBEGIN\nYXSHOWFORBID\n");
    running.wait_for("FORBID .\n");
    assert!(running.said().starts_with("OK\n1,0\nFORBID"), "{}", running.said());
    // Its late result is not taken for the answer to another question.
    running.send("INFO timeout_turn 600000\nTURN 5,5\n");
    free.store(true, Ordering::Relaxed);
    running.wait_for("\n0,0\n");
    free.store(false, Ordering::Relaxed);
    // A stop, where there is no limit.
    running.send("TURN 6,6\nYXSTOP\n");
    running.wait_for("\n3,0\n");
    free.store(true, Ordering::Relaxed);
    running.send("END\n");
    running.thread.join().unwrap();
}

#[test]
fn an_analysis_that_was_cancelled_while_it_waited_for_another_is_answered() {
    let engines: EngineFactory = Arc::new(|_, _: &EngineOptions| Ok(Box::new(Thinker)));
    let running = Running::speaking(JsonEngine::new("Tengen", "1"), engines);
    let analyze = |id| format!("{{\"id\": {id}, \"do\": \"analyze\", \"game\": \"gomoku\"}}\n");
    running.send(&(analyze(1) + &analyze(2) + "{\"id\": 3, \"do\": \"cancel\", \"target\": 2}\n"));
    // The first has no end; the second is still answered.
    let begun = Instant::now();
    while !running.said().contains("{\"id\":2,\"type\":\"analysis\",\"cancelled\":true") {
        assert!(begun.elapsed() < Duration::from_secs(60), "{}", running.said());
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(running.said().starts_with("{\"id\":3,\"type\":\"done\"}"), "{}", running.said());
    running.send("{\"id\": 4, \"do\": \"quit\"}\n");
    running.thread.join().unwrap();
}

#[test]
fn lines_that_come_while_the_engine_is_made_are_handled_in_order() {
    let running = Running::new();
    running.send("START 15\nABOUT\nBEGIN\nYXSTOP\nTURN 3,3\n");
    running.wait_for("\n0,0\n");
    assert!(running.said().starts_with("OK\nname="), "{}", running.said());
    // No ABOUT here: it is answered when it comes, before the move or after the last OK.
    running.send("YXSTOP\nRESTART\nFROB\nSTART 4\nSTART 10\nBEGIN\n");
    running.wait_for("OK\nUNKNOWN FROB\nERROR unsupported size: gomoku is not played on 4x4: each side of the board is 5 to 22\nOK\n");
    // The end comes while the engine thinks.
    running.send("END\n");
    running.thread.join().unwrap();
}

#[test]
fn a_new_start_ends_a_search_that_would_go_on_for_ever() {
    let running = Running::new();
    running.send("START 15\nTURN 3,3\nABOUT\nSTART 10\nSTART 12\nTURN 3,3\n");
    running.wait_for("OK\nOK\n");
    running.send("YXSTOP\n");
    running.wait_for("OK\n0,0\n");
    running.send("END\n");
    running.thread.join().unwrap();
}

#[test]
fn the_engine_is_made_before_the_start_is_answered() {
    let (made, log) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
    let shared = made.clone();
    let running = Running::with(Arc::new(move |spec: &GameSpec, options: &EngineOptions| {
        shared.lock().unwrap().push(format!("{} {:?}", spec.size(), options.memory));
        Ok(Box::new(Thinker))
    }));
    let step = |send: &str, wait: &str| {
        running.send(send);
        running.wait_for(wait);
        log.lock().unwrap().push(made.lock().unwrap().len());
    };
    step("START 15\n", "OK\n");
    step("RESTART\n", "OK\nOK\n");
    // Another memory needs another engine; it is made before the next OK at the latest.
    step("INFO hash_size 2048\nRESTART\n", "OK\nOK\nOK\n");
    step("BEGIN\nYXSTOP\n", "OK\n0,0\n");
    assert_eq!(*log.lock().unwrap(), [1, 1, 2, 2]);
    assert_eq!(*made.lock().unwrap(), ["15x15 None", "15x15 Some(2097152)"]);
    running.send("END\n");
    running.thread.join().unwrap();
}

/// Warms up until a search waits, a minute at most, or not at all.
struct Sleeper(bool);

impl AnyEngine for Sleeper {
    fn name(&self) -> String {
        "Sleeper".into()
    }
    fn kind(&self) -> GameKind {
        GameKind::Gomoku
    }
    fn supports(&self, _: &GameSpec) -> Result<(), EngineError> {
        Ok(())
    }
    fn analyze(
        &mut self,
        position: &AnyPosition,
        _: &Limits,
        _: &Stop,
        _: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        Ok(Analysis { best: moves.first().copied(), ..Analysis::default() })
    }
    fn new_game(&mut self) {}
    fn warm_up(&mut self, stop: &Stop) {
        let begun = Instant::now();
        while self.0 && !stop.is_raised() {
            assert!(begun.elapsed() < Duration::from_secs(60), "the search had to wait");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

#[test]
fn a_search_does_not_wait_for_an_engine_that_warms_up() {
    let running = Running::with(Arc::new(|_, o: &EngineOptions| Ok(Box::new(Sleeper(o.memory.is_some())))));
    running.send("START 15\n");
    running.wait_for("OK\n");
    running.send("INFO max_memory 2000000000\nBEGIN\n");
    running.wait_for("0,0\n");
    running.send("END\n");
    running.thread.join().unwrap();
}

/// Keeps one number in its table; thinks until it is stopped, or with two plies not at all.
struct Keeper(u64);

impl AnyEngine for Keeper {
    fn name(&self) -> String {
        "Keeper".into()
    }
    fn kind(&self) -> GameKind {
        GameKind::Gomoku
    }
    fn supports(&self, _: &GameSpec) -> Result<(), EngineError> {
        Ok(())
    }
    fn analyze(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        stop: &Stop,
        _: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        let begun = Instant::now();
        let over = || limits.time.is_some_and(|time| begun.elapsed() >= time);
        while position.ply() > 1 && !stop.is_raised() && !over() {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.0 += 1;
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        let line =
            Line { moves: moves[..2].to_vec(), score: Score::Estimate { value: 0.0, win: 0.5 }, work: 0 };
        Ok(Analysis { best: moves.first().copied(), lines: vec![line], nodes: self.0, ..Analysis::default() })
    }
    fn new_game(&mut self) {}
    fn save_table(&self, spec: &GameSpec, out: &mut dyn Write) -> Result<u64, TableError> {
        let mut table = Table::new(1);
        table.put(self.0, Entry { value: 1, bound: Bound::Exact, depth: 1, mv: 1, extra: 0 });
        let count = table.save(&format!("{spec:?}"), out)?;
        table.clear();
        Ok(count)
    }
    fn load_table(&mut self, spec: &GameSpec, from: &mut dyn TableSource) -> Result<u64, TableError> {
        Table::new(1).load(&format!("{spec:?}"), from, &|_| true)
    }
}

fn keeper() -> Running {
    Running::with(Arc::new(|_, _: &EngineOptions| Ok(Box::new(Keeper(0)))))
}

#[test]
fn a_table_is_kept_in_the_folder_and_nowhere_else() {
    let dir = std::env::temp_dir().join(format!("tengen-host-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let running = keeper();
    running.send(&format!("INFO folder {}\nSTART 15\nYXHASHDUMP\nkept.table\n", dir.display()));
    running.wait_for("MESSAGE 1 positions written to kept.table\n");
    running.send("YXHASHLOAD kept.table\n");
    running.wait_for("MESSAGE 1 positions read from kept.table\n");
    running.send("YXHASHDUMP ../outside.table\n");
    running.wait_for(&format!("ERROR '../outside.table' is not in {}\n", dir.display()));
    running.send("INFO rule 1\nYXHASHLOAD kept.table\n");
    running.wait_for("is wanted\n");
    std::fs::write(dir.join("noise"), b"TENGENTT\x01\x00\xff\xff").unwrap();
    running.send("YXHASHLOAD noise\n");
    running.wait_for("ERROR the table file is damaged at byte 12: the file ends in the middle\n");
    running.send("YXHASHLOAD missing\nEND\n");
    running.thread.join().unwrap();
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn the_opponents_time_is_used_and_a_hit_has_its_own_time() {
    let running = keeper();
    running.send("INFO timeout_turn 300\nINFO pondering 1\nSTART 15\nBEGIN\n");
    running.wait_for("0,0\n");
    // The engine thinks on the reply 1,0 without end; when it comes, the search has the time of the move.
    std::thread::sleep(Duration::from_millis(30));
    running.send("TURN 1,0\n");
    running.wait_for("2,0\n");
    // Now it thinks about the reply 3,0; something else comes, and the search that is in vain does not hold it up.
    let begun = Instant::now();
    running.send("TURN 9,9\n");
    running.wait_for("3,0\n");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    running.send("END\n");
    running.thread.join().unwrap();
}
