//! One game between two engines, judged by the rules.

use crate::{Count, Counts, Fault, FaultCause, FaultKind, Opening, Reply, Seat};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tengen_board::{Color, Point};
use tengen_engine::{EngineFactory, EngineOptions, EngineSlot, Limits, Stop};
use tengen_games::{AnyPosition, Feature, Game, GameSpec, Move, Outcome, PlayerId};
use tengen_protocols::{EngineCount, TimeControl, TimeLeft};

/// A game to play.
#[derive(Clone, Debug)]
pub struct GamePlan {
    /// The game and its rules.
    pub spec: GameSpec,
    /// The position from which the engines play.
    pub opening: Opening,
    /// The time control of both engines.
    pub time: TimeControl,
    /// Delay of an answer that loses no game: the time of the way to the engine and back.
    pub grace: Duration,
    /// A game that lasts longer than this many plies is a draw.
    pub max_plies: usize,
    /// Added to the seeds of the engines, so that they do not start every game the same way. Both games of a pair
    /// have the same seed.
    pub seed: u64,
}

/// A finished game. Seat 0 is the first player of the game, who has black unless an opening rule decides otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct GameLog {
    /// The seat that won; `None` for a draw.
    pub winner: Option<usize>,
    /// Why it ended.
    pub end: GameEnd,
    /// The seat that had black at the end.
    pub black: usize,
    /// The position at the end.
    pub position: AnyPosition,
    /// The moves, those of the opening first.
    pub moves: Vec<MoveLog>,
    /// The fault that ended the game, and its seat.
    pub fault: Option<(usize, Fault)>,
    /// The dead stones that the judge took off before the count, in reading order.
    pub dead: Vec<Point>,
    /// How the judge and both engines count a game of Go that ended by passes.
    pub counts: Option<Counts>,
}

/// A move, who made it, and its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveLog {
    /// The move.
    pub mv: Move,
    /// The seat that made it; `None` for the opening.
    pub seat: Option<usize>,
    /// Time of the engine. `None` for the opening, and for all but the first of several moves in one answer.
    pub spent: Option<Duration>,
}

/// A game under way, for those who watch it.
#[derive(Clone, Copy, Debug)]
pub struct GameState<'a> {
    /// The position.
    pub position: &'a AnyPosition,
    /// The seat to move; `None` at the end of the game.
    pub to_move: Option<usize>,
    /// The seat that has black, as far as an opening rule has decided.
    pub black: usize,
    /// The time left of each seat, if the whole game is timed.
    pub clocks: [Option<Duration>; 2],
    /// The seat that made the last moves and its time; `None` before the first.
    pub last: Option<(usize, Duration)>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameEnd {
    /// By the rules of the game.
    Rules,
    /// An engine resigned.
    Resign,
    /// A fault of an engine.
    Fault,
    /// The game was too long.
    Length,
}

/// More plies than any sensible game has: a game of a match that is longer is a draw. With captures stones leave the
/// board; elsewhere the full board ends the game.
pub fn longest_game(spec: &GameSpec) -> usize {
    let area = spec.size().area();
    if spec.features().has(Feature::Captures) { area * 3 + 100 } else { area * 2 + 20 }
}

fn seat_of(player: PlayerId) -> usize {
    match player {
        PlayerId::First => 0,
        PlayerId::Second => 1,
    }
}

/// Plays a game. An engine that commits a fault loses, and the log has the fault. Returns `None` if `stop` is raised
/// before the end: the game is not judged then. Make the seats with the same flag, so that it also ends their
/// searches.
pub fn play_game(plan: &GamePlan, seats: [&mut dyn Seat; 2], stop: &Stop) -> Option<GameLog> {
    play_game_watched(plan, seats, stop, &mut |_| ())
}

/// [`play_game`], with `on_state` called before the first move and after each answer. The engines wait for it.
pub fn play_game_watched(
    plan: &GamePlan,
    mut seats: [&mut dyn Seat; 2],
    stop: &Stop,
    on_state: &mut dyn FnMut(&GameState<'_>),
) -> Option<GameLog> {
    let log = play(plan, &mut seats, stop, on_state);
    // Neither clock runs from here on.
    for seat in seats {
        seat.rest();
    }
    (!stop.is_raised()).then_some(log)
}

/// The result has no meaning after `stop` is raised.
fn play(
    plan: &GamePlan,
    [first, second]: &mut [&mut dyn Seat; 2],
    stop: &Stop,
    on_state: &mut dyn FnMut(&GameState<'_>),
) -> GameLog {
    let mut table = Table::new(plan);
    on_state(&table.state(None));
    for (i, seat) in [&mut **first, &mut **second].into_iter().enumerate() {
        if let Err(fault) = seat.begin(&plan.spec, &plan.time, plan.seed) {
            return table.lost(i, GameEnd::Fault, Some(fault));
        }
    }
    while !table.position.is_over() {
        if stop.is_raised() || table.position.ply() >= plan.max_plies {
            return table.finish(None, GameEnd::Length, None);
        }
        let seat = seat_of(table.position.player_to_move());
        let (allowed, left) = table.allowance(seat);
        let asked = if seat == 0 { &mut **first } else { &mut **second };
        let (reply, spent) =
            match asked.ask(&table.position, &left, allowed.map(|allowed| allowed + plan.grace)) {
                Ok(answer) => answer,
                Err(fault) => return table.lost(seat, GameEnd::Fault, Some(fault)),
            };
        if let Some(allowed) = allowed.filter(|&allowed| spent > allowed + plan.grace) {
            let [spent_ms, allowed_ms] = [spent, allowed].map(|time| time.as_millis() as u64);
            let late = Fault::new(FaultKind::TimeLoss, FaultCause::Late { spent_ms, allowed_ms });
            return table.lost(seat, GameEnd::Fault, Some(late));
        }
        table.charge(seat, spent);
        match reply {
            Reply::Resign => return table.lost(seat, GameEnd::Resign, None),
            Reply::Moves(moves) => {
                for (i, mv) in moves.into_iter().enumerate() {
                    // An answer may only have moves of its own player.
                    let turn = !table.position.is_over() && seat_of(table.position.player_to_move()) == seat;
                    let played = if turn {
                        table.position.play(mv).map_err(|illegal| FaultCause::Illegal(Box::new(illegal)))
                    } else {
                        Err(FaultCause::TooManyMoves)
                    };
                    if let Err(cause) = played {
                        let fault = Fault::new(FaultKind::IllegalMove, cause);
                        return table.lost(seat, GameEnd::Fault, Some(fault));
                    }
                    table.moves.push(MoveLog { mv, seat: Some(seat), spent: (i == 0).then_some(spent) });
                }
            }
        }
        on_state(&table.state(Some((seat, spent))));
    }
    let winner = table.position.outcome().and_then(|outcome| outcome.winner);
    let seat = winner.map(|color| table.seat_with(color));
    table.finish(seat, GameEnd::Rules, None)
}

/// A game under way.
struct Table<'a> {
    plan: &'a GamePlan,
    position: AnyPosition,
    moves: Vec<MoveLog>,
    clocks: [Option<Duration>; 2],
}

impl<'a> Table<'a> {
    fn new(plan: &'a GamePlan) -> Table<'a> {
        let position = plan.opening.position().clone();
        let moves = position.moves().map(|mv| MoveLog { mv, seat: None, spent: None }).collect();
        Table { plan, position, moves, clocks: [plan.time.game; 2] }
    }

    fn state(&self, last: Option<(usize, Duration)>) -> GameState<'_> {
        let to_move = (!self.position.is_over()).then(|| seat_of(self.position.player_to_move()));
        let black = self.seat_with(Color::Black);
        GameState { position: &self.position, to_move, black, clocks: self.clocks, last }
    }

    /// The time for the next move, and what is left on the clocks.
    fn allowance(&self, seat: usize) -> (Option<Duration>, TimeLeft) {
        let left = TimeLeft { own: self.clocks[seat], opponent: self.clocks[1 - seat] };
        let allowed = match (self.plan.time.per_move, left.own) {
            (Some(per_move), Some(own)) => Some(per_move.min(own)),
            (per_move, own) => per_move.or(own),
        };
        (allowed, left)
    }

    fn charge(&mut self, seat: usize, spent: Duration) {
        if let Some(clock) = &mut self.clocks[seat] {
            *clock = clock.saturating_sub(spent) + self.plan.time.increment;
        }
    }

    fn seat_with(&self, color: Color) -> usize {
        match self.position.color_of(PlayerId::First) {
            Some(first) => usize::from(first != color),
            // No one has chosen yet: the first player's stones are black.
            None => usize::from(color == Color::White),
        }
    }

    fn lost(self, seat: usize, end: GameEnd, fault: Option<Fault>) -> GameLog {
        self.finish(Some(1 - seat), end, fault.map(|fault| (seat, fault)))
    }

    fn finish(self, winner: Option<usize>, end: GameEnd, fault: Option<(usize, Fault)>) -> GameLog {
        let black = self.seat_with(Color::Black);
        GameLog {
            winner,
            end,
            black,
            position: self.position,
            moves: self.moves,
            fault,
            dead: Vec::new(),
            counts: None,
        }
    }
}

impl GameLog {
    /// Settles the dead stones of a game of Go that ended by passes, and the winner by the count without them. The
    /// judge is Tengen's own engine of the game, whoever played. The count stays where the rules take no stones off,
    /// and where there is no engine.
    pub fn settle(&mut self, engines: &EngineFactory) {
        let AnyPosition::Go(game) = &self.position else { return };
        if self.end != GameEnd::Rules || !game.rules().removes_dead_stones() {
            return;
        }
        let spec = self.position.spec();
        let mut slot = EngineSlot::default();
        let judged = slot
            .prepare(engines, &spec, &EngineOptions::default())
            .and_then(|_| slot.search(&self.position, &Limits::settling(), &Stop::new(), &mut |_| ()));
        let Ok(judged) = judged else { return };
        let dead = game.dead_stones(&judged.ownership);
        self.winner = game.outcome_with(&dead).winner.map(|color| match color {
            Color::Black => self.black,
            Color::White => 1 - self.black,
        });
        self.dead = dead;
    }

    /// Asks both engines how they count a game of Go that ended by passes, and keeps their answers beside the judge's,
    /// which [`GameLog::settle`] has found. Nothing else changes: the judge decides.
    pub fn ask_counts(&mut self, seats: [&mut dyn Seat; 2]) {
        let is_counted = matches!(&self.position, AnyPosition::Go(game) if game.rules().captures_to_win == 0);
        if self.end != GameEnd::Rules || !is_counted {
            return;
        }
        let score = self.outcome().map(|outcome| outcome.sgf_text());
        let judge = Count::new(&self.position, &EngineCount { score, dead: Some(self.dead.clone()) });
        let seats = seats.map(|seat| Some(Count::new(&self.position, &seat.count(&self.position)?)));
        self.counts = Some(Counts { judge, seats });
    }

    /// How the game ended by its rules, without the dead stones.
    fn outcome(&self) -> Option<Outcome> {
        match &self.position {
            AnyPosition::Go(game) if !self.dead.is_empty() => Some(game.outcome_with(&self.dead)),
            position => position.outcome(),
        }
    }

    /// The result as SGF writes it: `B+R`, `W+T`, `B+3.5`, `W+F`, `0`, `Void`.
    pub fn result(&self) -> String {
        let (color, sign) = match self.winner {
            None if self.end == GameEnd::Length => return "Void".into(),
            None => return "0".into(),
            Some(seat) if seat == self.black => (Color::Black, 'B'),
            Some(_) => (Color::White, 'W'),
        };
        match (self.end, &self.fault, self.outcome().map(|outcome| outcome.reason)) {
            (GameEnd::Resign, ..) => format!("{sign}+R"),
            (GameEnd::Fault, Some((_, fault)), _) if fault.kind == FaultKind::TimeLoss => format!("{sign}+T"),
            (GameEnd::Fault, ..) => format!("{sign}+F"),
            (_, _, Some(reason)) => Outcome { winner: Some(color), reason }.sgf_text(),
            (_, _, None) => format!("{sign}+"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tengen_engine::{Analysis, Engine, ForGame};
    use tengen_games::go;

    /// Gives every point to black.
    struct BlackOwnsAll;

    impl Engine<go::Position> for BlackOwnsAll {
        fn name(&self) -> String {
            "judge".into()
        }

        fn analyze(
            &mut self,
            position: &go::Position,
            _: &Limits,
            _: &Stop,
            _: &mut dyn FnMut(&Analysis),
        ) -> Analysis {
            Analysis { ownership: vec![1.0; position.size().area()], ..Analysis::default() }
        }
    }

    fn passed_out(rules: &str) -> GameLog {
        let spec = GameSpec::named("go", Some(rules), Some("5".parse().unwrap())).unwrap();
        let mut position = AnyPosition::new(&spec);
        for text in ["C3", "A1", "C4", "pass", "pass", "pass"] {
            if !position.is_over() {
                let mv = position.parse_move(text).unwrap();
                position.play(mv).unwrap();
            }
        }
        let (winner, moves, dead) = (Some(1), Vec::new(), Vec::new());
        GameLog { winner, end: GameEnd::Rules, black: 0, position, moves, fault: None, dead, counts: None }
    }

    /// A white stone in black's area is dead at the end, and black wins; by Tromp-Taylor every stone counts.
    #[test]
    fn the_judge_takes_dead_stones_off() {
        let engines: EngineFactory = Arc::new(|_, _| Ok(Box::new(ForGame::new(BlackOwnsAll))));
        let mut log = passed_out("chinese");
        assert_eq!(log.result(), "W+6.5", "2 points against 1 and a komi of 7.5");
        log.settle(&engines);
        assert_eq!((log.winner, log.dead.len(), log.result().as_str()), (Some(0), 1, "B+17.5"));
        let mut log = passed_out("tromp-taylor");
        log.settle(&engines);
        assert_eq!((log.winner, log.dead.len()), (Some(1), 0));
        let mut log = GameLog { end: GameEnd::Resign, ..passed_out("chinese") };
        log.settle(&engines);
        assert_eq!((log.winner, log.result().as_str()), (Some(1), "W+R"));
    }
}
