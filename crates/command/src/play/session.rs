//! A game between two seats, independent of the display: moves, undo, clocks, the end, and the record.

mod saving;

use super::clock::GameClock;
use super::dead::DeadSearch;
use super::past::Past;
use super::thinker::Thinker;
use crate::i18n::{Lang, tr};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tengen_board::{Color, Point};
use tengen_engine::{Analysis, GameTime, Limits, MoveTime, PERFECT, Proof, Score};
use tengen_games::{
    AnyPosition, Feature, Game, GameSpec, Illegal, Move, Outcome, Played, PlayerId, SetUp, SetUpError,
};
use tengen_records::{NodeId, Record, Tree, today};

/// Who sits at one side of the board.
pub(crate) enum Seat {
    Person,
    Engine(Box<Thinker>),
}

impl Seat {
    /// A person's name in a record.
    pub(super) const PERSON: &str = "person";
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum End {
    /// By the rules.
    Rules(Outcome),
    /// The loser resigned.
    Resigned { winner: Color },
    /// The loser's time ran out.
    Time { winner: Color },
}

/// A game under way.
pub(crate) struct Session {
    pub(crate) position: AnyPosition,
    /// First player, second player.
    pub(crate) seats: [Seat; 2],
    pub(crate) clock: Option<GameClock>,
    pub(crate) seed: u64,
    /// The dead stones of a game that has ended (Go): those that the engine proposes or the record shows, as changed
    /// by the players.
    pub(crate) dead: Vec<Point>,
    /// The engine's search for them.
    dead_search: Option<DeadSearch>,
    /// Whether the dead stones are known: proposed, read or marked.
    settled: bool,
    /// Whether the result of the record stays: nothing was played or marked since it was read.
    keeps_result: bool,
    given: Option<End>,
    /// Every line that was played or loaded.
    pub(crate) past: Past,
    /// When the turn of the player to move began.
    since: Instant,
    save: Option<PathBuf>,
    /// How many nodes the tree had when it was saved or loaded.
    saved: usize,
    /// The file that it was saved to last.
    file: Option<PathBuf>,
}

/// Longest search of an engine without a clock.
const PATIENCE: Duration = Duration::from_secs(5);

/// The same where an engine searches a win that is known to be there.
const PATIENCE_FOR_A_WIN: Duration = Duration::from_secs(60);

/// What is left of either at least, after a search on the opponent's time.
const LEAST: Duration = Duration::from_millis(100);

/// The limits of a move.
fn limits_at(position: &AnyPosition, seed: u64, time: MoveTime) -> Limits {
    Limits { seed: seed.wrapping_add(position.ply() as u64), ..time.limits() }
}

impl Session {
    pub(crate) fn new(spec: &GameSpec, seats: [Seat; 2]) -> Session {
        let mut record = Record::new(spec.clone());
        record.header.date = Some(today());
        Session::from_record(record, Tree::ROOT, AnyPosition::new(spec), seats)
    }

    pub(crate) fn from_record(
        record: Record,
        node: NodeId,
        position: AnyPosition,
        seats: [Seat; 2],
    ) -> Session {
        let marked = match &position {
            AnyPosition::Go(go) if go.is_over() => record.marked_dead(node, go),
            _ => None,
        };
        let keeps_result = record.header.result.is_some();
        let past = Past::new(record, node);
        Session {
            settled: marked.is_some(),
            dead: marked.unwrap_or_default(),
            dead_search: None,
            keeps_result,
            saved: past.len(),
            past,
            position,
            seats,
            clock: None,
            seed: 0,
            given: None,
            since: Instant::now(),
            save: None,
            file: None,
        }
    }

    /// Replaces the game: the seats, the clock's settings and the file to save to stay.
    pub(crate) fn replace(&mut self, record: Record, node: NodeId, position: AnyPosition) {
        self.give_up();
        let seats = std::mem::replace(&mut self.seats, [Seat::Person, Seat::Person]);
        let control = self.clock.as_ref().map(|clock| *clock.time());
        let next = Session::from_record(record, node, position, seats).with_clock(control);
        *self = Session { seed: self.seed, save: self.save.take(), ..next };
    }

    /// Sets a position up: a new game begins with it.
    pub(crate) fn set_up(&mut self, set_up: &SetUp) -> Result<(), SetUpError> {
        let position = AnyPosition::set_up(&self.position.spec(), set_up)?;
        let record = Record::from_position(&position);
        self.replace(record, Tree::ROOT, position);
        self.saved = 0;
        Ok(())
    }

    pub(crate) fn with_clock(mut self, control: Option<GameTime>) -> Session {
        self.clock = control.map(GameClock::new);
        self
    }

    pub(crate) fn with_save(mut self, path: Option<PathBuf>) -> Session {
        self.save = path;
        self
    }

    pub(crate) fn seat(&self, player: PlayerId) -> &Seat {
        &self.seats[player as usize]
    }

    /// Whether an engine is to decide.
    pub(crate) fn engine_to_move(&self) -> bool {
        self.end().is_none() && matches!(self.seat(self.position.player_to_move()), Seat::Engine(_))
    }

    /// How the game has ended, `None` while it goes on.
    pub(crate) fn end(&self) -> Option<End> {
        self.given.or_else(|| {
            let outcome = match &self.position {
                AnyPosition::Go(go) if go.is_over() && !self.dead.is_empty() => {
                    Some(go.outcome_with(&self.dead))
                }
                position => position.outcome(),
            };
            outcome.map(End::Rules)
        })
    }

    /// Starts or stops the clocks as the position asks, and ends the game when a time has run out.
    pub(crate) fn tick(&mut self, now: Instant) {
        let over = self.end().is_some();
        let Some(clock) = &mut self.clock else { return };
        if over {
            clock.stop(now);
            return;
        }
        let player = self.position.player_to_move();
        clock.start(player, now);
        if let Some(loser) = clock.fallen(now) {
            clock.stop(now);
            // Before colours are chosen, the loser is named by the colour that the seat would have.
            let winner = self.position.color_of(loser.opponent()).unwrap_or(match loser {
                PlayerId::First => Color::White,
                PlayerId::Second => Color::Black,
            });
            self.keeps_result = false;
            self.given = Some(End::Time { winner });
            self.rest();
        }
    }

    /// Plays a move for whoever is to decide.
    pub(crate) fn play(&mut self, mv: Move) -> Result<Played, Illegal> {
        let now = Instant::now();
        let player = self.position.player_to_move();
        let played = self.position.play(mv)?;
        if let Some(clock) = &mut self.clock {
            clock.moved(player, now);
        }
        // Rounded to a millisecond.
        let spent = now.saturating_duration_since(self.since).as_millis();
        let spent = Duration::from_millis(u64::try_from(spent).unwrap_or(u64::MAX));
        self.past.played(mv, Some(spent));
        self.since = now;
        self.keeps_result = false;
        self.forget_dead();
        if self.end().is_some() {
            self.rest();
        }
        Ok(played)
    }

    /// Takes back the last move of a person, with the engine's answer to it. The moves taken back, newest first.
    pub(crate) fn undo(&mut self) -> Vec<Move> {
        self.given = None;
        self.forget_dead();
        self.give_up();
        let mut back = Vec::new();
        // With two engines there is no person's move to go back to: take back one move.
        let one = self.seats.iter().all(|s| matches!(s, Seat::Engine(_)));
        while let Some(mv) = self.position.undo() {
            self.past.taken_back();
            back.push(mv);
            if one || !self.engine_to_move() {
                break;
            }
        }
        self.since = Instant::now();
        back
    }

    /// Plays again what was taken back, up to the next move of a person.
    pub(crate) fn redo(&mut self) -> Vec<Move> {
        self.give_up();
        let mut again = Vec::new();
        while self.again(&mut again) && self.engine_to_move() {}
        self.since = Instant::now();
        again
    }

    /// Plays the next move of the line, with the pass before it that the record leaves out.
    fn again(&mut self, again: &mut Vec<Move>) -> bool {
        let Some(mv) = self.past.next() else { return false };
        if !self.position.is_legal(mv) && self.position.is_legal(Move::Pass) {
            self.position.play_unchecked(Move::Pass);
            self.past.stay();
            again.push(Move::Pass);
        }
        self.step(mv, again)
    }

    fn step(&mut self, mv: Move, again: &mut Vec<Move>) -> bool {
        if self.position.play(mv).is_err() {
            return false;
        }
        self.past.played(mv, None);
        self.forget_dead();
        again.push(mv);
        true
    }

    /// One move back or forward in the line, whoever made it. Whether there was one.
    pub(crate) fn look(&mut self, forward: bool) -> bool {
        self.give_up();
        self.since = Instant::now();
        if forward {
            return self.again(&mut Vec::new());
        }
        self.given = None;
        self.forget_dead();
        let back = self.position.undo().is_some();
        if back {
            self.past.taken_back();
        }
        back
    }

    /// The variation before or after this one in place of the last move. Whether there is another.
    pub(crate) fn variation(&mut self, by: isize) -> bool {
        let (moves, index) = self.past.alternatives();
        if moves.len() < 2 || !self.look(false) {
            return false;
        }
        let to = (index as isize + by).rem_euclid(moves.len() as isize) as usize;
        self.step(moves[to], &mut Vec::new())
    }

    pub(crate) fn resign(&mut self) {
        if self.end().is_none() {
            self.give_up();
            self.keeps_result = false;
            self.given = Some(End::Resigned { winner: self.position.to_move().opponent() });
        }
    }

    /// The game is over: no engine thinks on.
    fn rest(&mut self) {
        for seat in &mut self.seats {
            if let Seat::Engine(thinker) = seat {
                thinker.rest();
            }
        }
    }

    fn give_up(&mut self) {
        for seat in &mut self.seats {
            if let Seat::Engine(thinker) = seat {
                thinker.give_up();
            }
        }
    }

    fn forget_dead(&mut self) {
        self.dead.clear();
        self.dead_search = None;
        self.settled = false;
    }

    /// Lets the engine propose the dead stones of a game of Go that has ended, and waits for it at most this long.
    /// True when the proposal has come.
    pub(crate) fn propose_dead(&mut self, wait: Duration) -> bool {
        if self.settled || !matches!(self.end(), Some(End::Rules(_))) {
            return false;
        }
        if self.dead_search.is_none() {
            self.dead_search = DeadSearch::start(&self.position);
            self.settled = self.dead_search.is_none();
        }
        let Some(found) = self.dead_search.as_ref().and_then(|search| search.poll(wait)) else {
            return false;
        };
        self.dead = found;
        self.dead_search = None;
        self.settled = true;
        true
    }

    /// Whether the dead stones of a game that has ended are still being searched for.
    pub(crate) fn is_counting(&self) -> bool {
        self.dead_search.is_some()
    }

    /// Go, after the end: marks the chain at a point as dead, or as alive again.
    pub(crate) fn toggle_dead(&mut self, point: Point) -> bool {
        let AnyPosition::Go(go) = &self.position else { return false };
        if !go.is_over() || go.at(point).is_empty() {
            return false;
        }
        let chain = chain(&self.position, point);
        // A person was quicker than the engine, or knows better.
        self.dead_search = None;
        self.settled = true;
        self.keeps_result = false;
        let was_dead = self.dead.contains(&point);
        self.dead.retain(|p| !chain.contains(p));
        if !was_dead {
            self.dead.extend(chain);
        }
        true
    }

    /// The result of a game of Go that is counted, with its dead stones; `None` where no count is open.
    pub(crate) fn count_text(&self, lang: Lang) -> Option<String> {
        if !(self.position.is_over() && self.position.spec().has(Feature::Territory)) {
            return None;
        }
        self.end().map(|end| end_text(end, &self.position, lang))
    }

    /// Go, after the end: which stones are dead, in words; `None` if none is.
    pub(crate) fn dead_text(&self, lang: Lang) -> Option<String> {
        let AnyPosition::Go(go) = &self.position else { return None };
        let chains = go.chains().into_iter().filter(|chain| self.dead.contains(&chain.stones[0]));
        let named: Vec<String> = chains.map(|chain| go.coords().format(chain.stones[0], go.size())).collect();
        (!named.is_empty()).then(|| tr!(lang, DeadAre, chains = named.join(" ")))
    }

    /// How long the engine to move may think. Without a clock, what it has thought on the opponent's time counts.
    pub(crate) fn limits(&self) -> Limits {
        let player = self.position.player_to_move();
        let (is_perfect, pondered) = match self.seat(player) {
            Seat::Engine(thinker) => (
                thinker.name == PERFECT && self.position.to_move() == Color::Black,
                thinker.pondered(&self.position),
            ),
            Seat::Person => (false, Duration::ZERO),
        };
        let patience = if is_perfect { PATIENCE_FOR_A_WIN } else { PATIENCE };
        let patience = MoveTime::fixed(patience.saturating_sub(pondered).max(LEAST));
        let plan = self.clock.as_ref().and_then(|clock| clock.plan(player, Instant::now(), &self.position));
        limits_at(&self.position, self.seed, plan.unwrap_or(patience))
    }

    /// Lets the engine that has just moved think on the opponent's time, where it may. `found` is the analysis of its
    /// move.
    pub(crate) fn ponder(&mut self, found: &Analysis) {
        if self.end().is_some() {
            return;
        }
        let (position, seed) = (&self.position, self.seed);
        let limits = |next: &AnyPosition| limits_at(next, seed, MoveTime::fixed(PATIENCE));
        let engine = position.player_to_move().opponent();
        if let Seat::Engine(thinker) = &mut self.seats[engine as usize] {
            thinker.ponder(position, found, limits);
        }
    }

    /// The name of a seat.
    pub(crate) fn name(&self, player: PlayerId, lang: Lang) -> String {
        match self.seat(player) {
            Seat::Person => lang.pick(Seat::PERSON, "棋手", "人").into(),
            Seat::Engine(thinker) => thinker.title(lang),
        }
    }

    /// The name of a seat in a record.
    fn record_name(&self, player: PlayerId) -> String {
        match self.seat(player) {
            Seat::Person => Seat::PERSON.into(),
            Seat::Engine(thinker) => thinker.record_name(),
        }
    }

    /// The moves as players write them, with spaces between.
    pub(crate) fn moves_text(&self, lang: Lang) -> String {
        let moves = self.position.moves();
        if moves.len() == 0 {
            return tr!(lang, NoMoves);
        }
        moves.map(|mv| self.position.format_move(mv)).collect::<Vec<_>>().join(" ")
    }
}

/// What the win of the level `perfect` takes at most, where its analysis of `position` has one. The analysis counts the
/// move that the level then plays; it is on the board when this is said.
pub(super) fn bound(found: &Analysis, position: &AnyPosition, lang: Lang) -> Option<String> {
    let Some(Score::Proven(Proof::Win(plies @ 2..))) = found.score() else { return None };
    Some(tr!(lang, WinsInAtMost, color = lang.color(position.to_move()), plies = plies - 1))
}

/// The end in words.
pub(crate) fn end_text(end: End, position: &AnyPosition, lang: Lang) -> String {
    match end {
        End::Rules(outcome) => lang.end_of(position, outcome),
        End::Resigned { winner } => {
            let (winner, loser) = (lang.color(winner), lang.color(winner.opponent()));
            lang.pick(
                format!("{winner} wins by resignation"),
                format!("{loser}认输，{winner}获胜"),
                format!("{winner}の中押し勝ち"),
            )
        }
        End::Time { winner } => {
            let (winner, loser) = (lang.color(winner), lang.color(winner.opponent()));
            lang.pick(
                format!("{winner} wins on time"),
                format!("{loser}超时，{winner}获胜"),
                format!("{winner}の時間切れ勝ち"),
            )
        }
    }
}

/// The solidly connected stones of one colour around a point.
fn chain(position: &AnyPosition, point: Point) -> Vec<Point> {
    let size = position.size();
    let color = position.at(point);
    let mut found = vec![point];
    let mut next = 0;
    while let Some(&p) = found.get(next) {
        next += 1;
        for (row, col) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            if let Some(q) =
                size.offset(p, row, col).filter(|&q| position.at(q) == color && !found.contains(&q))
            {
                found.push(q);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(game: &str) -> Session {
        Session::new(&GameSpec::named(game, None, None).unwrap(), [Seat::Person, Seat::Person])
    }

    fn play(session: &mut Session, moves: &str) {
        for text in moves.split(' ') {
            let mv = session.position.parse_move(text).unwrap();
            session.play(mv).unwrap();
        }
    }

    #[test]
    fn what_is_taken_back_can_be_played_again() {
        let mut s = people("gomoku");
        play(&mut s, "h8 i9 g7");
        assert_eq!(s.undo().len(), 1);
        assert_eq!(s.undo().len(), 1);
        assert_eq!(s.moves_text(Lang::English), "h8");
        assert_eq!(s.redo().len(), 1);
        assert_eq!(s.moves_text(Lang::English), "h8 i9");
        play(&mut s, "a1");
        assert!(s.redo().is_empty(), "nothing follows a new move");
        // The line taken back is still there, beside the new one.
        assert!(s.variation(1));
        assert_eq!(s.moves_text(Lang::English), "h8 i9 g7");
        assert!(s.look(false) && s.look(true));
        assert_eq!(s.moves_text(Lang::English), "h8 i9 g7");
        assert_eq!(s.record().tree.len(), 5);
    }

    #[test]
    fn a_record_keeps_the_game_and_its_end() {
        let mut s = people("tic-tac-toe");
        play(&mut s, "b2 a1 c3");
        s.resign();
        assert_eq!(s.end(), Some(End::Resigned { winner: Color::Black }));
        let record = s.record();
        assert_eq!(record.main_moves().count(), 3);
        assert_eq!(record.header.result.as_deref(), Some("B+R"));
        assert_eq!(s.undo().len(), 1, "taking back goes on after resigning");
        assert_eq!(s.end(), None);
    }

    #[test]
    fn going_on_from_an_earlier_move_of_a_record_makes_a_variation() {
        let first = {
            let mut s = people("gomoku");
            play(&mut s, "h8 i9 g7");
            s.record()
        };
        let replay = first.replay().unwrap();
        let seats = [Seat::Person, Seat::Person];
        let mut s = Session::from_record(first.clone(), replay.node, replay.position, seats);
        assert!(s.is_saved(), "nothing new yet");
        s.undo();
        play(&mut s, "a1 b2");
        assert!(!s.is_saved());
        let record = s.record();
        assert_eq!(record.tree.len(), first.tree.len() + 2);
        assert_eq!(record.main_moves().collect::<Vec<_>>(), first.main_moves().collect::<Vec<_>>());
        let branch = record.tree.path(record.tree.len() as NodeId - 1);
        let moves: Vec<Move> = branch.iter().filter_map(|&id| record.tree.node(id).mv.map(|m| m.1)).collect();
        assert_eq!(moves, s.position.moves().collect::<Vec<_>>());
    }

    #[test]
    fn time_runs_out_for_the_side_to_move() {
        let control = super::super::clock::control("1s");
        let mut s = people("gomoku").with_clock(control);
        let now = Instant::now();
        s.tick(now);
        assert_eq!(s.end(), None);
        s.tick(now + Duration::from_secs(2));
        assert_eq!(s.end(), Some(End::Time { winner: Color::White }));
    }

    #[test]
    fn dead_stones_change_the_count() {
        let spec: GameSpec = "go:chinese".parse().unwrap();
        let GameSpec::Go(mut rules) = spec else { panic!("go") };
        rules.size = "5".parse().unwrap();
        let mut s = Session::new(&rules.into(), [Seat::Person, Seat::Person]);
        play(&mut s, "C3 A1 pass pass");
        let Some(End::Rules(before)) = s.end() else { panic!("two passes end it") };
        assert_eq!(before.winner, Some(Color::White), "nobody has an area of more than his stone");
        assert!(s.toggle_dead(Point::new(4, 0)));
        let Some(End::Rules(after)) = s.end() else { panic!("still over") };
        assert_eq!(after.winner, Some(Color::Black), "all 25 points are black's, komi is 7.5");
        assert!(s.toggle_dead(Point::new(4, 0)));
        assert_eq!(s.end(), Some(End::Rules(before)));
        assert!(!s.toggle_dead(Point::new(0, 0)), "nothing stands there");
    }

    /// The engine proposes the dead stones; they are in the record, and come back with it.
    #[test]
    fn the_count_of_a_saved_game_is_kept() {
        let GameSpec::Go(mut rules) = "go:chinese".parse().unwrap() else { panic!("go") };
        rules.size = "5".parse().unwrap();
        let mut s = Session::new(&rules.into(), [Seat::Person, Seat::Person]);
        play(&mut s, "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 pass A3 pass pass");
        let corner = Point::new(2, 0);
        while !s.propose_dead(Duration::from_millis(50)) {
            assert!(s.is_counting(), "a search is under way until its proposal comes");
        }
        assert_eq!(s.dead, [corner]);
        assert!(!s.propose_dead(Duration::ZERO), "it is proposed once");
        let end = s.end();
        assert_eq!(
            s.dead_text(Lang::English).as_deref(),
            Some("dead: A3 (dead and a point changes it, accept agrees)")
        );

        let again = |record: Record| {
            let replay = record.replay().unwrap();
            Session::from_record(record, replay.node, replay.position, [Seat::Person, Seat::Person])
        };
        let mut read = again(s.record());
        assert_eq!((read.dead.as_slice(), read.end()), ([corner].as_slice(), end));
        assert!(!read.propose_dead(Duration::ZERO), "the record says it");
        // A result that a record has stays as long as nothing is changed.
        let mut record = s.record();
        record.header.result = Some("W+R".into());
        let mut other = again(record);
        assert_eq!(other.record().header.result.as_deref(), Some("W+R"));
        assert!(other.toggle_dead(corner));
        assert_eq!(other.record().header.result, Some(saving::result(other.end().unwrap())));
        assert_ne!(other.end(), end);
        // Play goes on: nothing is dead.
        read.undo();
        assert!(read.dead.is_empty() && read.end().is_none());
    }
}
