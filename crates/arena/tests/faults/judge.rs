//! The matches with the programs, and what must be said of them.

use crate::{program, trial};
use libtest_mimic::Trial;
use std::sync::Arc;
use std::time::Duration;
use tengen_arena::{
    EngineSpec, FaultCause, FaultKind, GameEnd, Opening, ProgramSpec, Protocol, Schedule, Timeouts,
    Tournament, TournamentConfig, TournamentError,
};
use tengen_engine::EngineOptions;
use tengen_engine::{AnyEngine, EngineError, ForGame, Leveled, Stop};
use tengen_games::{Game, GameSpec, gomoku};
use tengen_protocols::TimeControl;
use tengen_records::ReadOptions;

/// Long enough for any machine: it is waited out only by a test that would fail.
pub(crate) const LONG: Duration = Duration::from_secs(120);
/// Waited out by programs that never answer.
pub(crate) const SHORT: Duration = Duration::from_millis(1500);

/// A program of this way, with a mark of its own.
pub(crate) fn outside(protocol: Protocol, way: &str, mark: &str) -> EngineSpec {
    let exe = std::env::current_exe().expect("a test has a file").to_string_lossy().into_owned();
    let word = match protocol {
        Protocol::Gtp => "gtp",
        Protocol::Json => "json",
        _ => "gomocup",
    };
    let command = [exe.as_str(), program::ARGUMENT, word, way, mark].map(str::to_owned).to_vec();
    EngineSpec::External(ProgramSpec {
        name: way.into(),
        command,
        dir: None,
        protocol,
        init: Vec::new(),
        openings: tengen_arena::OpeningBy::Program,
    })
}

pub(crate) fn engines() -> tengen_engine::EngineFactory {
    Arc::new(|_, _: &EngineOptions| -> Result<Box<dyn AnyEngine>, EngineError> {
        Ok(Box::new(ForGame::<_, gomoku::Position>::new(tengen_gomoku_filter::FilterPlayer::at_level(1))))
    })
}

fn config(spec: GameSpec, players: Vec<EngineSpec>, games: usize) -> TournamentConfig {
    TournamentConfig {
        schedule: Schedule::RoundRobin,
        games,
        openings: vec![Opening::start(&spec)],
        time: TimeControl::default(),
        grace: Duration::ZERO,
        max_plies: 60,
        concurrency: 1,
        sprt: None,
        dir: None,
        engines: engines(),
        players,
        spec,
    }
}

fn timeouts(waits: bool) -> Timeouts {
    Timeouts { start: LONG, late: LONG, unlimited: if waits { SHORT } else { LONG } }
}

fn play(config: TournamentConfig, timeouts: Timeouts) -> Tournament {
    let mut tournament = Tournament::new(config).unwrap().with_timeouts(timeouts);
    tournament.run(&Stop::new(), &mut |_, _| ()).unwrap();
    tournament
}

/// A good program against a bad one: every game is played, the bad one loses each by its fault, and both are gone
/// afterwards.
fn faulty(protocol: Protocol, way: &'static str, kind: FaultKind, says: &'static str) {
    let waits = matches!(
        (protocol, way),
        (_, "hangs" | "closes") | (Protocol::Gomocup, "nonsense" | "bytes" | "resigns")
    );
    let mark = format!("mark-{}-{protocol:?}-{way}", std::process::id());
    let dir = tempfile::tempdir().unwrap();
    let spec: GameSpec = "gomoku".parse().unwrap();
    let players = vec!["tengen".parse().unwrap(), outside(protocol, way, &mark)];
    let mut config = config(spec, players, 4);
    config.dir = Some(dir.path().into());
    let tournament = play(config, timeouts(waits));
    let played = tournament.played();
    assert_eq!(played.len(), 4);
    for game in played {
        let (seat, fault) = game.fault.clone().unwrap_or_else(|| panic!("no fault in {game:?}"));
        assert_eq!(game.players[seat], 1, "{fault}");
        assert_eq!(fault.kind, kind, "{fault}");
        assert!(fault.cause.to_string().contains(says), "{fault}");
        assert_eq!((game.winner, game.end), (Some(1 - seat), GameEnd::Fault));
        let path = dir.path().join(format!("games/{:05}.sgf", game.game + 1));
        let bytes = std::fs::read(path).unwrap();
        let record = &tengen_records::read(&bytes, None, &ReadOptions::default()).unwrap().records[0];
        assert!(record.header.comment.as_ref().unwrap().contains(&fault.to_string()));
    }
    let (_, pairing) = &tournament.results()[0];
    assert_eq!(pairing.faults[1].get(&kind), Some(&4));
    assert!(pairing.faults[0].is_empty());
    gone(&mark);
}

/// A program that takes 400 ms where it has 200 loses on time. Its opponent has no more, and may be late as well on a
/// busy machine: who loses is not held to account, only that the loss is by time.
fn late(protocol: Protocol) {
    let mark = format!("mark-{}-{protocol:?}-late", std::process::id());
    let players = vec![outside(protocol, "good", &mark), outside(protocol, "late", &mark)];
    let mut config = config("gomoku".parse().unwrap(), players, 2);
    config.time.per_move = Some(Duration::from_millis(200));
    let tournament = play(config, timeouts(false));
    assert_eq!(tournament.played().len(), 2);
    for game in tournament.played() {
        let (seat, fault) = game.fault.clone().unwrap_or_else(|| panic!("no fault in {game:?}"));
        assert_eq!(fault.kind, FaultKind::TimeLoss, "{fault}");
        assert_eq!(game.winner, Some(1 - seat));
        assert!(matches!(fault.cause, FaultCause::Late { allowed_ms: 200, .. }), "{fault}");
        assert!(game.result.ends_with("+T"));
    }
    gone(&mark);
}

fn resigns() {
    let mark = format!("mark-{}-resigns", std::process::id());
    let players = vec!["tengen".parse().unwrap(), outside(Protocol::Gtp, "resigns", &mark)];
    let tournament = play(config("gomoku".parse().unwrap(), players, 2), timeouts(false));
    for game in tournament.played() {
        assert_eq!((game.end, game.fault.as_ref()), (GameEnd::Resign, None));
        assert!(game.result.ends_with("+R"));
        assert_eq!(game.players[game.winner.unwrap()], 0);
    }
    gone(&mark);
}

/// Programs that play well and then will not leave.
fn stays(way: &'static str) {
    for protocol in [Protocol::Gomocup, Protocol::Gtp] {
        let mark = format!("mark-{}-{protocol:?}-{way}", std::process::id());
        let players = vec![outside(protocol, "good", &mark), outside(protocol, way, &mark)];
        let tournament = play(config("gomoku".parse().unwrap(), players, 2), timeouts(false));
        assert!(tournament.played().iter().all(|game| game.fault.is_none()), "{:?}", tournament.played());
        gone(&mark);
    }
}

/// Cannot be started, or does not take its first game: the match ends, and no game is counted.
fn no_start() {
    let spec: GameSpec = "gomoku".parse().unwrap();
    let mark = format!("mark-{}-start", std::process::id());
    let missing: EngineSpec = "cmd=/no/such/program protocol=gomocup".parse().unwrap();
    for (player, waits, says) in [
        (missing, false, "cannot start /no/such/program"),
        (outside(Protocol::Gomocup, "dies-at-once", &mark), false, "crash"),
        (outside(Protocol::Gtp, "dies-at-once", &mark), false, "crash"),
        (outside(Protocol::Gomocup, "never-ready", &mark), true, "no answer in 1.5 s"),
    ] {
        let start = if waits { SHORT } else { LONG };
        let players = vec!["tengen".parse().unwrap(), player];
        let config = config(spec.clone(), players, 2);
        let timeouts = Timeouts { start, ..timeouts(false) };
        let mut tournament = Tournament::new(config).unwrap().with_timeouts(timeouts);
        let error = tournament.run(&Stop::new(), &mut |_, _| ()).unwrap_err();
        let TournamentError::NeverStarted { player: name, fault } = &error else { panic!("{error}") };
        assert_eq!((name.as_str(), fault.kind), (tournament.config().players[1].name(), FaultKind::Start));
        assert!(error.to_string().contains(says), "{error}");
        assert!(tournament.played().is_empty());
    }
    gone(&mark);
}

/// A move said twice is no answer to the next question.
fn said_twice() {
    for protocol in [Protocol::Gomocup, Protocol::Gtp] {
        let mark = format!("mark-{}-{protocol:?}-twice", std::process::id());
        let players = vec![outside(protocol, "good", &mark), outside(protocol, "twice", &mark)];
        let tournament = play(config("gomoku".parse().unwrap(), players, 2), timeouts(false));
        assert_eq!(tournament.played().len(), 2);
        gone(&mark);
    }
}

/// Swap2 played out by two of Tengen's own engines, each in a process of its own, through the Gomocup protocol.
fn swap2() {
    let mark = format!("mark-{}-swap2", std::process::id());
    let dir = tempfile::tempdir().unwrap();
    let spec: GameSpec = "gomoku:freestyle+swap2".parse().unwrap();
    let players =
        vec![outside(Protocol::Gomocup, "tengen", &mark), outside(Protocol::Gomocup, "tengen", &mark)];
    let mut config = config(spec.clone(), players, 2);
    config.max_plies = 400;
    config.dir = Some(dir.path().into());
    let tournament = play(config, timeouts(false));
    assert_eq!(tournament.played().len(), 2);
    for game in tournament.played() {
        assert_eq!((game.fault.as_ref(), game.end), (None, GameEnd::Rules), "{game:?}");
        // Three stones, then the second player's choice.
        assert!(game.moves[..3].iter().all(|mv| mv.len() <= 3), "{:?}", game.moves);
        let bytes = std::fs::read(dir.path().join(format!("games/{:05}.sgf", game.game + 1))).unwrap();
        let options = ReadOptions::default().with_spec(spec.clone());
        let record = &tengen_records::read(&bytes, None, &options).unwrap().records[0];
        assert!(record.replay().unwrap().position.is_over());
    }
    gone(&mark);
}

/// Every opening rule, with programs that can speak it and with programs that cannot.
fn opening_rules() {
    let mark = format!("mark-{}-openings", std::process::id());
    for opening in gomoku::OpeningRule::ALL {
        let variant = if opening.is_renju() { "renju" } else { "freestyle" };
        let spec: GameSpec = format!("gomoku:{variant}+{}", opening.name()).parse().unwrap();
        let players = vec![
            outside(Protocol::Json, "tengen", &mark),
            // Swap2 is the program's own affair.
            outside(
                Protocol::Gomocup,
                if opening == gomoku::OpeningRule::Swap2 { "tengen" } else { "good" },
                &mark,
            ),
            outside(Protocol::Gtp, "good", &mark),
        ];
        let mut config = config(spec.clone(), players, 2);
        config.time.nodes = Some(200);
        config.max_plies = 30;
        // The naive programs may put a stone where renju forbids it; all else is the arena's affair.
        let tournament = play(config, timeouts(false));
        assert_eq!(tournament.played().len(), 6);
        for game in tournament.played() {
            let foul =
                game.fault.as_ref().filter(|(_, fault)| !fault.cause.to_string().contains("forbidden"));
            assert!(foul.is_none() && game.plies > 5, "{opening}: {game:?}");
        }
    }
    gone(&mark);
}

/// An interruption does not wait for those who think.
fn interrupted() {
    for protocol in [Protocol::Gomocup, Protocol::Gtp] {
        let mark = format!("mark-{}-{protocol:?}-interrupted", std::process::id());
        let players = vec![outside(protocol, "good", &mark), outside(protocol, "hangs", &mark)];
        let mut tournament = Tournament::new(config("gomoku".parse().unwrap(), players, 2))
            .unwrap()
            .with_timeouts(timeouts(false));
        let stop = Stop::new();
        stop.raise_in(Duration::from_millis(500));
        let begun = std::time::Instant::now();
        tournament.run(&stop, &mut |_, _| ()).unwrap();
        assert!(begun.elapsed() < LONG / 2, "it waited {:?}", begun.elapsed());
        assert!(tournament.played().is_empty(), "the game will be played again: {:?}", tournament.played());
        gone(&mark);
    }
}

/// One wicked program does not spoil the games of the others.
fn round_robin() {
    let mark = format!("mark-{}-robin", std::process::id());
    let way = |way| outside(Protocol::Gomocup, way, &mark);
    let players =
        vec![way("good"), way("exits"), way("occupied"), way("floods-lines"), "tengen".parse().unwrap()];
    let mut config = config("gomoku".parse().unwrap(), players, 2);
    config.concurrency = 3;
    let tournament = play(config, timeouts(false));
    assert_eq!(tournament.played().len(), 20);
    for game in tournament.played() {
        let bad = |player: usize| (1..=3).contains(&player);
        let expected = game.players.iter().any(|&player| bad(player));
        assert_eq!(game.fault.is_some(), expected, "{game:?}");
        assert!(game.fault.as_ref().is_none_or(|(seat, _)| bad(game.players[*seat])), "{game:?}");
    }
    gone(&mark);
}

pub(crate) fn trials() -> Vec<Trial> {
    use FaultKind::{Crash, Garbage, Hang, IllegalMove, Refused};
    let mut trials = Vec::new();
    let mut ways = vec![
        ("exits", Crash, "exit status: 3; a broken table"),
        ("aborts", Crash, "signal: 6"),
        ("hangs", Hang, "no answer in 1.5 s"),
        ("floods-lines", Garbage, "a flood of"),
        ("floods-one-line", Garbage, "a flood of"),
        ("nonsense", Garbage, "banana"),
        ("bytes", Garbage, "\u{fffd}"),
        ("occupied", IllegalMove, "is occupied"),
        ("off-board", IllegalMove, "is not a point of a 15x15 board"),
        ("refuses", Refused, ""),
    ];
    if cfg!(not(unix)) {
        ways.retain(|way| way.0 != "aborts");
    }
    for protocol in [Protocol::Gomocup, Protocol::Gtp] {
        let name = format!("{protocol:?}").to_lowercase();
        for &(way, kind, says) in &ways {
            trials.push(trial(&format!("{name}_{way}"), move || faulty(protocol, way, kind, says)));
        }
        trials.push(trial(&format!("{name}_late"), move || late(protocol)));
    }
    trials.push(trial("closes_its_output", || {
        faulty(Protocol::Gomocup, "closes", Crash, "it closed its output and still runs")
    }));
    trials.push(trial("resigns", resigns));
    trials.push(trial("will_not_leave", || stays("stays-good")));
    trials.push(trial("leaves_a_child", || stays("has-a-child")));
    trials.push(trial("no_start", no_start));
    trials.push(trial("said_twice", said_twice));
    trials.push(trial("swap2", swap2));
    trials.push(trial("opening_rules", opening_rules));
    trials.push(trial("interrupted", interrupted));
    trials.push(trial("round_robin", round_robin));
    trials
}

/// No process with this mark in its command line lives.
pub(crate) fn gone(mark: &str) {
    let left = || -> Vec<String> {
        let Ok(all) = std::fs::read_dir("/proc") else { return Vec::new() };
        let lines = all.flatten().filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
        lines
            .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
            .filter(|line| line.contains(mark))
            .collect()
    };
    // What was killed may take a moment to go.
    for _ in 0..200 {
        if left().is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("left behind: {:?}", left());
}

/// At the end of everything: no child, dead or alive, is ours any more.
pub(crate) fn no_child_is_left() -> Result<(), String> {
    let own = std::process::id().to_string();
    let Ok(all) = std::fs::read_dir("/proc") else { return Ok(()) };
    let stats = all.flatten().filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok());
    // pid (name) state parent …; the name may hold anything.
    let ours: Vec<String> = stats
        .filter(|stat| {
            let fields = stat.rsplit_once(')').map(|(_, rest)| rest).unwrap_or_default();
            fields.split_whitespace().nth(1) == Some(&own)
        })
        .collect();
    if ours.is_empty() { Ok(()) } else { Err(format!("children are left: {ours:?}")) }
}
