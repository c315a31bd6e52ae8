//! The clocks of a game, with engines whose times are given, not measured.

use std::collections::VecDeque;
use std::time::Duration;
use tengen_arena::{Fault, FaultCause, FaultKind, GameEnd, GamePlan, Opening, Reply, Seat, play_game};
use tengen_engine::Stop;
use tengen_games::{AnyPosition, Game, GameSpec};
use tengen_protocols::{TimeControl, TimeLeft};

const MS: Duration = Duration::from_millis(1);

/// Plays the first legal move in the times given, then at once; keeps the clocks that it got.
#[derive(Default)]
struct Timed {
    spends: VecDeque<u32>,
    own: Vec<Option<Duration>>,
    opponent: Vec<Option<Duration>>,
    allowed: Vec<Option<Duration>>,
}

impl Timed {
    fn spending(ms: &[u32]) -> Timed {
        Timed { spends: ms.iter().copied().collect(), ..Timed::default() }
    }
}

impl Seat for Timed {
    fn begin(&mut self, _: &GameSpec, _: &TimeControl, _: u64) -> Result<(), Fault> {
        Ok(())
    }
    fn ask(
        &mut self,
        position: &AnyPosition,
        left: &TimeLeft,
        allowed: Option<Duration>,
    ) -> Result<(Reply, Duration), Fault> {
        self.own.push(left.own);
        self.opponent.push(left.opponent);
        self.allowed.push(allowed);
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        Ok((Reply::Moves(vec![moves[0]]), MS * self.spends.pop_front().unwrap_or(0)))
    }
}

fn plan(time: TimeControl, grace: Duration) -> GamePlan {
    let spec: GameSpec = "tic-tac-toe".parse().unwrap();
    GamePlan { opening: Opening::start(&spec), spec, time, grace, max_plies: 100, seed: 0 }
}

#[test]
fn game_time_with_increment() {
    let time = TimeControl { game: Some(1000 * MS), increment: 100 * MS, ..TimeControl::default() };
    let (mut a, mut b) = (Timed::spending(&[300, 50]), Timed::spending(&[10]));
    let log = play_game(&plan(time, Duration::ZERO), [&mut a, &mut b], &Stop::new()).unwrap();
    // First legal moves win the diagonal for the first player at its fourth move.
    assert_eq!((log.winner, log.end, log.moves.len()), (Some(0), GameEnd::Rules, 7));
    assert_eq!(a.own, [1000, 800, 850, 950].map(|ms| Some(ms * MS)));
    assert_eq!(b.opponent, [800, 850, 950].map(|ms| Some(ms * MS)));
    assert_eq!(b.own, [1000, 1090, 1190].map(|ms| Some(ms * MS)));
    assert_eq!(a.allowed, a.own);
    assert_eq!(log.moves[0].spent, Some(300 * MS));
}

#[test]
fn the_smaller_of_move_time_and_clock_holds_and_grace_is_added() {
    let time = TimeControl { game: Some(500 * MS), per_move: Some(400 * MS), ..TimeControl::default() };
    let (mut a, mut b) = (Timed::spending(&[390, 100]), Timed::default());
    let log = play_game(&plan(time, 7 * MS), [&mut a, &mut b], &Stop::new()).unwrap();
    assert_eq!(a.allowed, [407, 117, 17, 17].map(|ms| Some(ms * MS)));
    assert_eq!(log.fault, None);
}

#[test]
fn a_moment_too_late_loses_on_time_and_a_moment_less_does_not() {
    let time = TimeControl { per_move: Some(100 * MS), ..TimeControl::default() };
    for (spent, late) in [(150, false), (151, true)] {
        let (mut a, mut b) = (Timed::default(), Timed::spending(&[0, spent]));
        let log = play_game(&plan(time.clone(), 50 * MS), [&mut a, &mut b], &Stop::new()).unwrap();
        assert_eq!(log.fault.is_some(), late);
        if late {
            let (seat, fault) = log.fault.clone().unwrap();
            assert_eq!((seat, fault.kind, log.winner), (1, FaultKind::TimeLoss, Some(0)));
            assert_eq!(log.result(), "B+T");
            assert_eq!(fault.cause, FaultCause::Late { spent_ms: 151, allowed_ms: 100 });
        }
    }
}

#[test]
fn a_flag_falls_on_the_game_clock() {
    let time = TimeControl { game: Some(100 * MS), ..TimeControl::default() };
    let (mut a, mut b) = (Timed::spending(&[60, 60]), Timed::default());
    let log = play_game(&plan(time, Duration::ZERO), [&mut a, &mut b], &Stop::new()).unwrap();
    assert_eq!(log.fault.unwrap().1.kind, FaultKind::TimeLoss);
    assert_eq!((log.winner, log.moves.len()), (Some(1), 2));
}

#[test]
fn too_long_a_game_is_void() {
    let mut plan = plan(TimeControl::default(), Duration::ZERO);
    plan.max_plies = 3;
    let log = play_game(&plan, [&mut Timed::default(), &mut Timed::default()], &Stop::new()).unwrap();
    assert_eq!((log.winner, log.end, log.result()), (None, GameEnd::Length, "Void".into()));
}
