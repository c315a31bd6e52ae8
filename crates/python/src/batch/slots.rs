//! Many games of one kind, stepped at once.

use super::legal::{self, Legal, Of};
use super::pool::{Pool, in_checked_pieces, in_pieces};
use super::{FEW_GAMES, MOST_GAMES};
use crate::actions::Actions;
use crate::memory::{self, Lack};
use crate::planes::{Planes, Value};
use std::collections::VecDeque;
use tengen::board::random::SplitMix64;
use tengen::engine::Stop;
use tengen::games::{AnyPosition, Game, Illegal, Move, PlayerId};

/// One game of a batch.
struct Slot<G> {
    game: G,
    /// The boards before, the latest first, as far as observations need them.
    past: VecDeque<Box<[u8]>>,
    /// Plies of this game, without those of the position that it began with.
    plies: usize,
    over: bool,
    truncated: bool,
}

/// The most games of a piece of work: no more are played once a stop is raised.
const MOST_IN_PIECE: usize = 4096;

/// How many games ahead of the one that is played memory is asked for.
const AHEAD: usize = 2;

/// The action that leaves a game as it is.
const LEAVE: i64 = -1;

/// What does not change while the games go on.
pub(crate) struct Settings {
    pub(crate) actions: Actions,
    pub(crate) layout: Planes,
    pub(crate) auto_reset: bool,
    pub(crate) max_plies: Option<usize>,
}

/// The observations of some games.
pub(crate) enum Observations<'a> {
    U8(&'a mut [u8]),
    F32(&'a mut [f32]),
}

impl<'a> Observations<'a> {
    fn into_u8(self) -> Option<&'a mut [u8]> {
        if let Observations::U8(values) = self { Some(values) } else { None }
    }

    fn into_f32(self) -> Option<&'a mut [f32]> {
        if let Observations::F32(values) = self { Some(values) } else { None }
    }
}

/// The arrays that a step writes, each for every game in order.
pub(crate) struct Out<'a> {
    pub(crate) observations: Observations<'a>,
    pub(crate) mask: &'a mut [bool],
    pub(crate) reward: &'a mut [f32],
    pub(crate) done: &'a mut [bool],
    /// The last observation of each game that begins again; where a game goes on, nothing is written.
    pub(crate) last: Option<Observations<'a>>,
}

/// The same arrays, with observations of one type.
struct Arrays<'a, T> {
    observations: &'a mut [T],
    mask: &'a mut [bool],
    reward: &'a mut [f32],
    done: &'a mut [bool],
    last: Option<&'a mut [T]>,
}

/// An action that a game refuses.
pub(crate) struct Refused {
    pub(crate) game: usize,
    pub(crate) why: Why,
}

/// Why an action is refused.
pub(crate) enum Why {
    /// There is no such action.
    NoAction,
    /// The game is over and waits for a reset.
    Over,
    /// The rules refuse it.
    Illegal(Box<Illegal>),
}

/// A batch of any game.
pub(crate) trait AnyBatch: Send {
    fn settings(&self) -> &Settings;
    fn len(&self) -> usize;
    /// Plays one action a game. If a game refuses its action, none is played; the first such game is the error. Ends
    /// soon once `stop` is raised; some games have played then.
    fn step(&mut self, actions: &[i64], out: Out<'_>, stop: &Stop) -> Result<(), Refused>;
    /// Writes the state of the games without playing. Ends soon once `stop` is raised.
    fn observe(&self, observations: Observations<'_>, mask: &mut [bool], stop: &Stop);
    /// Starts the games again whose `which` is true; with `seed`, so do their random numbers. Ends soon once `stop` is
    /// raised; the first of them have begun again then.
    fn reset(&mut self, which: &dyn Fn(usize) -> bool, seed: Option<u64>, stop: &Stop);
    /// Draws a legal action for each game; −1 for games that are over.
    fn random_actions(&mut self, out: &mut [i64]);
    /// The mean result of `count` random games from each position, for the player to move, −1 to 1. Ends soon once
    /// `stop` is raised; the results mean nothing then.
    fn rollouts(&mut self, count: u32, max_plies: usize, stop: &Stop, out: &mut [f32]);
    fn position(&self, game: usize) -> AnyPosition;
    fn to_move(&self, out: &mut [u8]);
    fn truncated(&self, out: &mut [bool]);
    fn plies(&self, out: &mut [i64]);
}

/// A batch of one game.
pub(crate) struct Batch<G> {
    settings: Settings,
    start: G,
    slots: Vec<Slot<G>>,
    /// The legal actions of every game. They and the random numbers are apart from the games: to draw an action and to
    /// check one takes no look at a game.
    legal: Legal,
    random: Vec<SplitMix64>,
    pool: Option<Pool>,
}

/// Some games of a step, with what it reads and writes.
struct Piece<'a, G, T> {
    slots: &'a mut [Slot<G>],
    legal: legal::Piece<&'a mut [u64]>,
    actions: &'a [i64],
    observations: &'a mut [T],
    mask: &'a mut [bool],
    reward: &'a mut [f32],
    done: &'a mut [bool],
    last: Option<&'a mut [T]>,
}

/// Whether a game takes an action.
fn fits(legal: &Of<&[u64]>, action: i64) -> bool {
    action == LEAVE || legal.has(action)
}

fn seeded(seed: u64, game: usize) -> SplitMix64 {
    // Neighbouring seeds give unlike games: the generator mixes what it is given.
    SplitMix64(SplitMix64(seed ^ SplitMix64(game as u64).next_u64()).next_u64())
}

impl<G: Game> Slot<G> {
    fn new(start: &G) -> Slot<G> {
        Slot { game: start.clone(), past: VecDeque::new(), plies: 0, over: start.is_over(), truncated: false }
    }

    /// Bytes of a game that has been played to its end, as far as one random game is like the others.
    fn bytes(start: &G, settings: &Settings) -> usize {
        let (slot, beside) = memory::growth(|| {
            let (mut slot, mut random) = (Slot::new(start), SplitMix64(1));
            for _ in 0..settings.max_plies.unwrap_or(usize::MAX).min(10 * start.size().area()) {
                settings.layout.remember(&slot.game, &mut slot.past);
                if slot.game.is_over() || slot.game.play_random(&mut || random.next_u32()).is_none() {
                    break;
                }
            }
            slot
        });
        size_of_val(&slot) + beside
    }

    /// Writes which actions are legal. `scratch` is memory for a list of moves.
    fn write_mask(&self, actions: &Actions, scratch: &mut Vec<Move>, mask: &mut [bool]) {
        if self.over {
            return mask.fill(false);
        }
        scratch.clear();
        let points = actions.points();
        if let Some(points) = points {
            let (points, rest) = mask.split_at_mut(points);
            rest.fill(false);
            self.game.legal_points_into(points, scratch);
        } else {
            mask.fill(false);
            self.game.legal_moves_into(scratch);
        }
        for action in scratch.iter().filter_map(|&mv| actions.of_move(mv)) {
            mask[action] = true;
        }
    }

    fn restart(&mut self, start: &G) {
        self.game.clone_from(start);
        self.past.clear();
        (self.plies, self.over) = (0, false);
    }

    /// Plays `action` and returns the reward of the player who made it, and whether the game is over. The observation
    /// of a game that begins again is written to `last` before.
    fn play<T: Value>(
        &mut self,
        action: i64,
        start: &G,
        settings: &Settings,
        last: Option<&mut [T]>,
    ) -> (f32, bool) {
        self.truncated = false;
        if action == LEAVE {
            return (0.0, self.over);
        }
        let player = self.game.player_to_move();
        settings.layout.remember(&self.game, &mut self.past);
        if let Some(mv) = settings.actions.to_move(&self.game, action as usize) {
            self.game.play_unchecked(mv);
        }
        self.plies += 1;
        let outcome = self.game.outcome();
        let reward = outcome.map_or(0.0, |outcome| result_for(&self.game, outcome.winner, player));
        self.truncated = outcome.is_none() && settings.max_plies.is_some_and(|most| self.plies >= most);
        self.over = outcome.is_some() || self.truncated;
        let over = self.over;
        if over && settings.auto_reset {
            if let Some(last) = last {
                settings.layout.write(&self.game, &self.past, last);
            }
            self.restart(start);
        }
        (reward, over)
    }
}

/// 1 if `player` has won, −1 if the other has, 0 for a draw.
fn result_for(game: &impl Game, winner: Option<tengen::board::Color>, player: PlayerId) -> f32 {
    match winner {
        None => 0.0,
        Some(color) if game.color_of(player) == Some(color) => 1.0,
        Some(_) => -1.0,
    }
}

impl<G: Game> Batch<G> {
    /// So many games. Once `stop` is raised the batch lacks some of them, and is of no use.
    ///
    /// # Errors
    /// If there is no memory for them, or they are more than the most.
    pub(crate) fn new(
        start: G,
        count: usize,
        seed: u64,
        settings: Settings,
        pool: Option<Pool>,
        stop: &Stop,
    ) -> Result<Batch<G>, Lack> {
        let mut slots: Vec<Slot<G>> = Vec::new();
        if count > FEW_GAMES {
            let need = Batch::bytes(&start, count, &settings);
            if count > MOST_GAMES {
                return Err(Lack::of(need));
            }
            memory::check(need)?;
            slots.try_reserve_exact(count).map_err(|_| Lack::of(need))?;
        }
        slots.extend((0..count).map_while(|_| (!stop.is_raised()).then(|| Slot::new(&start))));
        let count = slots.len();
        let random = (0..count).map(|game| seeded(seed, game)).collect();
        let mut legal = Legal::new(count, settings.actions.count());
        let mut mask = vec![false; settings.actions.count()];
        if let Some(first) = slots.first() {
            first.write_mask(&settings.actions, &mut Vec::new(), &mut mask);
        }
        (0..count).take_while(|_| !stop.is_raised()).for_each(|game| legal.of_mut(game).set(&mask));
        Ok(Batch { settings, start, slots, legal, random, pool })
    }

    /// Bytes of so many games once they have been played.
    fn bytes(start: &G, count: usize, settings: &Settings) -> u64 {
        let beside = Legal::bytes(settings.actions.count()) + size_of::<SplitMix64>();
        (count as u64).saturating_mul((Slot::bytes(start, settings) + beside) as u64)
    }

    /// The first action that its game refuses.
    fn refused(&self, actions: &[i64]) -> Option<Refused> {
        let (game, &action) =
            actions.iter().enumerate().find(|&(game, &action)| !fits(&self.legal.of(game), action))?;
        let slot = &self.slots[game];
        let mv = usize::try_from(action)
            .ok()
            .filter(|&action| action < self.settings.actions.count())
            .and_then(|action| self.settings.actions.to_move(&slot.game, action));
        let why = match mv {
            _ if slot.over => Why::Over,
            None => Why::NoAction,
            Some(mv) => match slot.game.check(mv) {
                Err(illegal) => Why::Illegal(Box::new(illegal)),
                Ok(()) => Why::NoAction,
            },
        };
        Some(Refused { game, why })
    }

    /// How many games are one piece of work.
    fn piece(&self) -> usize {
        let threads = self.pool.as_ref().map_or(1, Pool::workers);
        let pieces = if threads == 1 { 1 } else { threads * 8 };
        self.slots.len().div_ceil(pieces).clamp(1, MOST_IN_PIECE)
    }

    /// Plays one action a game. Returns `false`, and plays none, if a game refuses its action.
    fn step_into<T: Value>(&mut self, actions: &[i64], out: Arrays<'_, T>, stop: &Stop) -> bool {
        let Arrays { observations, mask, reward, done, last } = out;
        let piece = self.piece();
        let (settings, start) = (&self.settings, &self.start);
        let (planes, width) = (settings.layout.len(), settings.actions.count());
        let games = self.slots.chunks_mut(piece).zip(self.legal.chunks_mut(piece)).zip(actions.chunks(piece));
        let arrays = observations.chunks_mut(piece * planes).zip(mask.chunks_mut(piece * width));
        let results = reward.chunks_mut(piece).zip(done.chunks_mut(piece));
        let mut last = last.map(|last| last.chunks_mut(piece * planes));
        let lasts = std::iter::repeat_with(move || last.as_mut().and_then(Iterator::next));
        let pieces = games.zip(arrays).zip(results).zip(lasts).map(
            |(((((slots, legal), actions), (observations, mask)), (reward, done)), last)| Piece {
                slots,
                legal,
                actions,
                observations,
                mask,
                reward,
                done,
                last,
            },
        );
        let fits = |piece: &Piece<'_, G, T>| {
            piece.legal.iter().zip(piece.actions).all(|(legal, &action)| fits(&legal, action))
        };
        in_checked_pieces(self.pool.as_ref(), pieces, Some(fits), |mut piece| {
            if stop.is_raised() {
                return;
            }
            let arrays = piece.observations.chunks_exact_mut(planes).zip(piece.mask.chunks_exact_mut(width));
            let games = piece.legal.iter_mut().zip(piece.actions);
            let results = piece.reward.iter_mut().zip(piece.done);
            let mut scratch = Vec::new();
            for (n, (((mut legal, &action), (observation, mask)), (reward, done))) in
                games.zip(arrays).zip(results).enumerate()
            {
                if let Some(slot) = piece.slots.get(n + AHEAD) {
                    slot.game.prefetch();
                }
                let slot = &mut piece.slots[n];
                let last = piece.last.as_mut().map(|last| &mut last[n * planes..][..planes]);
                (*reward, *done) = slot.play(action, start, settings, last);
                settings.layout.write(&slot.game, &slot.past, observation);
                slot.write_mask(&settings.actions, &mut scratch, mask);
                legal.set(mask);
            }
        })
    }

    fn observe_into<T: Value>(&self, observations: &mut [T], mask: &mut [bool], stop: &Stop) {
        let (piece, planes, width) =
            (self.piece(), self.settings.layout.len(), self.settings.actions.count());
        let games = self.slots.chunks(piece).zip(self.legal.chunks(piece));
        let arrays = observations.chunks_mut(piece * planes).zip(mask.chunks_mut(piece * width));
        in_pieces(self.pool.as_ref(), games.zip(arrays), |((slots, legal), (observations, mask))| {
            if stop.is_raised() {
                return;
            }
            let arrays = observations.chunks_exact_mut(planes).zip(mask.chunks_exact_mut(width));
            for ((slot, legal), (observation, mask)) in slots.iter().zip(legal.iter()).zip(arrays) {
                self.settings.layout.write(&slot.game, &slot.past, observation);
                legal.write(mask);
            }
        });
    }
}

impl<G: Game + Into<AnyPosition>> AnyBatch for Batch<G> {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn len(&self) -> usize {
        self.slots.len()
    }

    fn step(&mut self, actions: &[i64], out: Out<'_>, stop: &Stop) -> Result<(), Refused> {
        let Out { observations, mask, reward, done, last } = out;
        let fit = match observations {
            Observations::U8(observations) => {
                let last = last.and_then(Observations::into_u8);
                self.step_into(actions, Arrays { observations, mask, reward, done, last }, stop)
            }
            Observations::F32(observations) => {
                let last = last.and_then(Observations::into_f32);
                self.step_into(actions, Arrays { observations, mask, reward, done, last }, stop)
            }
        };
        if fit { Ok(()) } else { self.refused(actions).map_or(Ok(()), Err) }
    }

    fn observe(&self, observations: Observations<'_>, mask: &mut [bool], stop: &Stop) {
        match observations {
            Observations::U8(observations) => self.observe_into(observations, mask, stop),
            Observations::F32(observations) => self.observe_into(observations, mask, stop),
        }
    }

    fn reset(&mut self, which: &dyn Fn(usize) -> bool, seed: Option<u64>, stop: &Stop) {
        let mut mask = vec![false; self.settings.actions.count()];
        let slots = self.slots.iter_mut().enumerate().filter(|(game, _)| which(*game));
        for (game, slot) in slots.take_while(|_| !stop.is_raised()) {
            slot.restart(&self.start);
            slot.truncated = false;
            slot.write_mask(&self.settings.actions, &mut Vec::new(), &mut mask);
            self.legal.of_mut(game).set(&mask);
            if let Some(seed) = seed {
                self.random[game] = seeded(seed, game);
            }
        }
    }

    fn random_actions(&mut self, out: &mut [i64]) {
        let piece = self.piece();
        let games = self.legal.chunks(piece).zip(self.random.chunks_mut(piece));
        in_pieces(self.pool.as_ref(), games.zip(out.chunks_mut(piece)), |((legal, random), out)| {
            for ((legal, random), out) in legal.iter().zip(random).zip(out) {
                *out = legal.draw(random).map_or(LEAVE, |action| action as i64);
            }
        });
    }

    fn rollouts(&mut self, count: u32, max_plies: usize, stop: &Stop, out: &mut [f32]) {
        let rollout = |slot: &Slot<G>, random: &mut SplitMix64| {
            let player = slot.game.player_to_move();
            let mut sum = 0.0;
            for _ in 0..count {
                if stop.is_raised() {
                    break;
                }
                let mut game = slot.game.clone();
                for _ in 0..max_plies {
                    if game.is_over() || game.play_random(&mut || random.next_u32()).is_none() {
                        break;
                    }
                }
                sum += game.outcome().map_or(0.0, |outcome| result_for(&game, outcome.winner, player));
            }
            sum / count.max(1) as f32
        };
        let piece = self.piece();
        let pieces = self.slots.chunks(piece).zip(self.random.chunks_mut(piece)).zip(out.chunks_mut(piece));
        in_pieces(self.pool.as_ref(), pieces, |((slots, random), out)| {
            for ((slot, random), out) in slots.iter().zip(random).zip(out) {
                *out = rollout(slot, random);
            }
        });
    }

    fn position(&self, game: usize) -> AnyPosition {
        self.slots[game].game.clone().into()
    }

    fn to_move(&self, out: &mut [u8]) {
        for (slot, out) in self.slots.iter().zip(out) {
            *out = u8::from(slot.game.player_to_move() == PlayerId::Second);
        }
    }

    fn truncated(&self, out: &mut [bool]) {
        self.slots.iter().zip(out).for_each(|(slot, out)| *out = slot.truncated);
    }

    fn plies(&self, out: &mut [i64]) {
        self.slots.iter().zip(out).for_each(|(slot, out)| *out = slot.plies as i64);
    }
}
