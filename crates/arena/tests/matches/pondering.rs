//! Matches in which the engines think on the opponent's time, counted by their searches.

use crate::engines::config;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tengen_arena::{
    BuiltInSeat, ConfigFault, EngineSpec, Fault, GameLog, GamePlan, Opening, Reply, Seat, Tournament,
    TournamentError, play_game,
};
use tengen_engine::{
    Analysis, AnyEngine, EngineError, EngineFactory, EngineOptions, Limits, Line, Score, Stop,
};
use tengen_games::{AnyPosition, Game, GameKind, GameSpec};
use tengen_protocols::{TimeControl, TimeLeft};

/// The searches of an engine.
#[derive(Clone, Default)]
struct Counts {
    /// Those with a time of their own.
    timed: Arc<AtomicUsize>,
    /// Those on the opponent's time.
    pondered: Arc<AtomicUsize>,
    /// Those under way.
    thinking: Arc<AtomicUsize>,
}

impl Counts {
    fn now(&self) -> [usize; 3] {
        [&self.timed, &self.pondered, &self.thinking].map(|count| count.load(Ordering::SeqCst))
    }
}

/// Plays the first legal move, and expects the first legal reply. A search on the opponent's time goes on until it is
/// stopped; any other ends at once.
struct Foreseer(Counts);

impl AnyEngine for Foreseer {
    fn name(&self) -> String {
        "Foreseer".into()
    }
    fn kind(&self) -> GameKind {
        GameKind::Mnk
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
        let Counts { timed, pondered, thinking } = &self.0;
        thinking.fetch_add(1, Ordering::SeqCst);
        if limits.time == Some(Limits::PONDER) {
            pondered.fetch_add(1, Ordering::SeqCst);
            while !stop.is_raised() {
                std::thread::yield_now();
            }
        } else {
            timed.fetch_add(1, Ordering::SeqCst);
        }
        thinking.fetch_sub(1, Ordering::SeqCst);
        let (mut after, mut moves) = (position.clone(), Vec::new());
        while let Some(mv) = after.legal_moves().first().copied().filter(|_| moves.len() < 2) {
            after.play(mv).unwrap();
            moves.push(mv);
        }
        let best = moves.first().copied();
        let line = Line { moves, score: Score::Estimate { value: 0.0, win: 0.5 }, work: 1 };
        Ok(Analysis { best, lines: vec![line], ..Analysis::default() })
    }
    fn new_game(&mut self) {}
}

/// Plays the first legal move, or the last.
struct Other {
    first: bool,
}

impl Seat for Other {
    fn begin(&mut self, _: &GameSpec, _: &TimeControl, _: u64) -> Result<(), Fault> {
        Ok(())
    }
    fn ask(
        &mut self,
        position: &AnyPosition,
        _: &TimeLeft,
        _: Option<Duration>,
    ) -> Result<(Reply, Duration), Fault> {
        let moves = position.legal_moves();
        let mv = if self.first { moves.first() } else { moves.last() };
        Ok((Reply::Moves(mv.into_iter().copied().collect()), Duration::ZERO))
    }
}

/// A game of a foreseer, which begins, against the first or the last legal move.
fn game(ponder: bool, first: bool) -> (GameLog, [usize; 3]) {
    let counts = Counts::default();
    let own = counts.clone();
    let engines: EngineFactory = Arc::new(move |_, _| Ok(Box::new(Foreseer(own.clone()))));
    let spec: GameSpec = "tic-tac-toe".parse().unwrap();
    let time = TimeControl { per_move: Some(Duration::from_millis(2)), ponder, ..TimeControl::default() };
    let grace = Duration::from_secs(60);
    let plan = GamePlan { opening: Opening::start(&spec), spec, time, grace, max_plies: 100, seed: 0 };
    let stop = Stop::new();
    let mut foreseer = BuiltInSeat::new(&engines, EngineOptions::default(), 0, None, &stop);
    let log = play_game(&plan, [&mut foreseer, &mut Other { first }], &stop).unwrap();
    assert_eq!(log.fault, None);
    (log, counts.now())
}

fn own_moves(log: &GameLog) -> usize {
    log.moves.iter().filter(|mv| mv.seat == Some(0)).count()
}

#[test]
fn the_expected_reply_needs_no_second_search() {
    let (log, counts) = game(true, true);
    // The foreseer wins with its fourth move; there is nothing to ponder after it.
    assert_eq!((own_moves(&log), log.winner), (4, Some(0)));
    assert_eq!(counts, [1, 3, 0], "the first move is searched, and the others were on the opponent's time");
}

#[test]
fn another_reply_is_searched_and_nothing_goes_on_after_the_game() {
    let (log, [timed, pondered, thinking]) = game(true, false);
    assert_eq!((timed, thinking), (own_moves(&log), 0));
    assert!(pondered >= timed - 2, "{pondered} of {timed}");
}

#[test]
fn without_leave_nothing_is_pondered() {
    for first in [true, false] {
        let (log, counts) = game(false, first);
        assert_eq!(counts, [own_moves(&log), 0, 0]);
        // The moves are the same with and without.
        let moves = |log: &GameLog| log.moves.iter().map(|mv| mv.mv).collect::<Vec<_>>();
        assert_eq!(moves(&log), moves(&game(true, first).0));
    }
}

#[test]
fn a_match_refuses_players_that_it_cannot_let_ponder() {
    let second = Some(Duration::from_secs(1));
    let with = |player: &str, time: TimeControl| {
        let mut config = config("othello", &["tengen", "tengen"], 2);
        config.players[1] = player.parse::<EngineSpec>().unwrap();
        config.time = TimeControl { ponder: true, ..time };
        match Tournament::new(config) {
            Ok(_) => None,
            Err(TournamentError::Config(fault)) => Some(fault),
            Err(other) => panic!("{other}"),
        }
    };
    let timed = || TimeControl { per_move: second, ..TimeControl::default() };
    let no = |protocol| Some(ConfigFault::NoPondering { player: "x".into(), protocol });
    assert_eq!(with("tengen", timed()), None);
    assert_eq!(with("cmd=x protocol=json", timed()), None);
    assert_eq!(with("cmd=x protocol=gtp", timed()), no("GTP"));
    assert_eq!(with("'cmd=x --ponder' protocol=gtp", timed()), None, "the program's own switch");
    assert_eq!(with("'cmd=x --ponder' protocol=nboard", timed()), no("NBoard"));
    let nodes = TimeControl { nodes: Some(100), ..TimeControl::default() };
    assert_eq!(with("tengen", nodes), Some(ConfigFault::PonderWithoutTime));
    let game = TimeControl { game: second, ..TimeControl::default() };
    assert_eq!(with("tengen", game), None);
    // Gomocup has no Othello.
    let mut gomoku = config("gomoku", &["tengen", "tengen"], 2);
    gomoku.players[1] = "cmd=x protocol=gomocup".parse().unwrap();
    gomoku.time = TimeControl { ponder: true, ..timed() };
    assert!(Tournament::new(gomoku).is_ok());
}
