//! Programs as engines: the front ends get a move, an analysis or a named fault, and may ask again.

use super::judge::{LONG, SHORT, engines, gone, outside};
use super::trial;
use libtest_mimic::Trial;
use std::time::{Duration, Instant};
use tengen_arena::{EngineSpec, FaultKind, ProgramEngine, Protocol, Timeouts};
use tengen_engine::{Analysis, AnyEngine, EngineError, Limits, Stop};
use tengen_games::{AnyPosition, Game, GameKind, GameSpec};

fn engine(protocol: Protocol, way: &str, mark: &str, late: Duration) -> ProgramEngine {
    let EngineSpec::External(program) = outside(protocol, way, mark) else { unreachable!("it is a program") };
    let timeouts = Timeouts { start: LONG, late, unlimited: late };
    ProgramEngine::new(program, GameKind::Gomoku, &engines(), timeouts)
}

fn game(spec: &str, moves: &[&str]) -> AnyPosition {
    let mut position = AnyPosition::new(&spec.parse::<GameSpec>().unwrap());
    for mv in moves {
        position.play(position.parse_move(mv).unwrap()).unwrap();
    }
    position
}

fn search(
    engine: &mut ProgramEngine,
    position: &AnyPosition,
    limits: &Limits,
) -> Result<Analysis, EngineError> {
    engine.analyze(position, limits, &Stop::new(), &mut |_| ())
}

/// The first answer of a program is a move, the second its fault, and the third a move again.
fn faulty(protocol: Protocol, way: &'static str, kind: FaultKind, says: &'static str) {
    let mark = format!("mark-{}-{protocol:?}-{way}-engine", std::process::id());
    let waits = matches!(way, "hangs" | "closes" | "nonsense");
    let mut engine = engine(protocol, way, &mark, if waits { SHORT } else { LONG });
    let limits = Limits::playing(Duration::from_millis(100));
    let mut later = game("gomoku", &[]);
    let first = search(&mut engine, &later, &limits).unwrap();
    later.play(first.best.unwrap()).unwrap();
    later.play(later.parse_move("h9").unwrap()).unwrap();
    match search(&mut engine, &later, &limits) {
        Err(EngineError::Program { engine: name, fault }) => {
            assert_eq!((name.as_str(), fault.kind), (way, kind), "{fault}");
            assert!(fault.cause.to_string().contains(says), "{fault}");
        }
        other => panic!("no fault: {other:?}"),
    }
    let again = search(&mut engine, &later, &limits).unwrap();
    assert!(later.check(again.best.unwrap()).is_ok());
    drop(engine);
    gone(&mark);
}

/// An engine that can analyse gives lines, obeys its time and its nodes, and follows the game back and forth.
fn analyses(protocol: Protocol) {
    let mark = format!("mark-{}-{protocol:?}-analyses", std::process::id());
    let mut engine = engine(protocol, "tengen", &mark, LONG);
    for moves in [&["h8", "i9", "h9"][..], &["h8", "i9"], &["h8", "g7", "h9", "g8"], &[]] {
        let position = game("gomoku", moves);
        let begun = Instant::now();
        let mut reports = 0;
        let limits = Limits { lines: 2, ..Limits::time(Duration::from_millis(400)) };
        let found = engine.analyze(&position, &limits, &Stop::new(), &mut |_| reports += 1).unwrap();
        assert!(begun.elapsed() < LONG / 2, "{:?}", begun.elapsed());
        assert!(reports > 0 && (1..=2).contains(&found.lines.len()), "{found:?}");
        assert_eq!(found.lines[0].moves.first().copied(), found.best);
        assert!(position.check(found.best.unwrap()).is_ok());
    }
    drop(engine);
    gone(&mark);
}

/// A raised stop ends an analysis. A program whose protocol can stop it goes on with the next one.
fn stops(protocol: Protocol, way: &'static str) {
    let mark = format!("mark-{}-{protocol:?}-{way}-stops", std::process::id());
    let mut engine = engine(protocol, way, &mark, LONG);
    let limits = Limits::time(LONG);
    let stop = Stop::new();
    stop.raise_in(Duration::from_millis(400));
    let (start, later) = (game("gomoku", &[]), game("gomoku", &["a1", "h8"]));
    search(&mut engine, &start, &Limits::playing(Duration::from_millis(50))).unwrap();
    let begun = Instant::now();
    engine.analyze(&later, &limits, &stop, &mut |_| ()).unwrap();
    assert!(begun.elapsed() < LONG / 2, "it waited {:?}", begun.elapsed());
    let after = search(&mut engine, &start, &Limits::playing(Duration::from_millis(50))).unwrap();
    assert!(after.best.is_some());
    drop(engine);
    gone(&mark);
}

/// A program that resigns says so; it is no fault.
fn resigns() {
    let mark = format!("mark-{}-resigns-engine", std::process::id());
    let mut engine = engine(Protocol::Gtp, "resigns", &mark, LONG);
    let limits = Limits::playing(Duration::from_millis(100));
    search(&mut engine, &game("gomoku", &[]), &limits).unwrap();
    let found = search(&mut engine, &game("gomoku", &["a1", "h8"]), &limits).unwrap();
    assert_eq!((found.best, found.resigns), (None, true));
    drop(engine);
    gone(&mark);
}

/// What the protocol cannot carry is refused by name, and openings that it has no words for are played by Tengen.
fn refuses_and_assists() {
    let mark = format!("mark-{}-assists", std::process::id());
    let mut engine = engine(Protocol::Gomocup, "good", &mark, LONG);
    let othello = game("othello", &[]);
    let refused = search(&mut engine, &othello, &Limits::nodes(10)).unwrap_err();
    assert!(refused.to_string().starts_with("good plays gomoku, not othello"), "{refused}");
    let rif = game("gomoku:renju+rif", &[]);
    let found = search(&mut engine, &rif, &Limits::nodes(200)).unwrap();
    // RIF puts the first stone on the centre, which the program does not know.
    assert_eq!(found.best.map(|mv| rif.format_move(mv)).as_deref(), Some("h8"));
    drop(engine);
    gone(&mark);
}

pub(crate) fn trials() -> Vec<Trial> {
    use FaultKind::{Crash, Garbage, Hang, IllegalMove, Refused};
    let mut trials = Vec::new();
    for (way, kind, says) in [
        ("exits", Crash, "exit status: 3; a broken table"),
        ("hangs", Hang, "no answer in"),
        ("floods-lines", Garbage, "a flood of"),
        ("nonsense", Garbage, "banana"),
        ("occupied", IllegalMove, "is occupied"),
        ("off-board", IllegalMove, "is not a point of a 15x15 board"),
        ("refuses", Refused, ""),
    ] {
        for protocol in [Protocol::Gomocup, Protocol::Gtp] {
            let name = format!("engine_{}_{way}", format!("{protocol:?}").to_lowercase());
            trials.push(trial(&name, move || faulty(protocol, way, kind, says)));
        }
    }
    trials.push(trial("engine_analyses_over_gtp", || analyses(Protocol::Gtp)));
    trials.push(trial("engine_analyses_over_json", || analyses(Protocol::Json)));
    trials.push(trial("engine_stops_over_gtp", || stops(Protocol::Gtp, "tengen")));
    trials.push(trial("engine_stops_over_json", || stops(Protocol::Json, "tengen")));
    trials.push(trial("engine_stops_a_program_that_hangs", || stops(Protocol::Gtp, "hangs")));
    trials.push(trial("engine_resigns", resigns));
    trials.push(trial("engine_refuses_and_assists", refuses_and_assists));
    trials
}
