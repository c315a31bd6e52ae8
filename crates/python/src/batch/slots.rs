//! Many games of one kind, stepped at once.

use crate::actions::Actions;
use crate::planes::{Planes, Value};
use rayon::prelude::*;
use std::collections::VecDeque;
use tengen::board::random::SplitMix64;
use tengen::games::{AnyPosition, Game, Illegal, Move, PlayerId};

/// One game of a batch.
struct Slot<G> {
    game: G,
    /// The boards before, the latest first, as far as observations need them.
    past: VecDeque<Box<[u8]>>,
    /// The legal actions.
    legal: Vec<u32>,
    /// The same as bits.
    bits: Vec<u64>,
    /// Plies of this game, without those of the position that it began with.
    plies: usize,
    over: bool,
    truncated: bool,
    random: SplitMix64,
    scratch: Vec<Move>,
}

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

/// The arrays that a step writes, each for every game in order.
pub(crate) struct Out<'a> {
    pub(crate) observations: Observations<'a>,
    pub(crate) mask: &'a mut [bool],
    pub(crate) reward: &'a mut [f32],
    pub(crate) done: &'a mut [bool],
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
    /// The first action that its game refuses.
    fn refused(&self, actions: &[i64]) -> Option<Refused>;
    /// Plays one action a game, all of them legal.
    fn step(&mut self, actions: &[i64], out: Out<'_>);
    /// Writes the state of the games without playing.
    fn observe(&self, observations: Observations<'_>, mask: &mut [bool]);
    /// Starts the games again whose `which` is true; with `seed`, so do their random numbers.
    fn reset(&mut self, which: &dyn Fn(usize) -> bool, seed: Option<u64>);
    /// Draws a legal action for each game; −1 for games that are over.
    fn random_actions(&mut self, out: &mut [i64]);
    /// The mean result of `count` random games from each position, for the player to move, −1 to 1.
    fn rollouts(&mut self, count: u32, max_plies: usize, out: &mut [f32]);
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
    pool: Option<rayon::ThreadPool>,
}

fn seeded(seed: u64, game: usize) -> SplitMix64 {
    // Neighbouring seeds give unlike games: the generator mixes what it is given.
    SplitMix64(SplitMix64(seed ^ SplitMix64(game as u64).next_u64()).next_u64())
}

impl<G: Game> Slot<G> {
    fn find_legal(&mut self, actions: &Actions) {
        self.legal.clear();
        self.bits.fill(0);
        if self.over {
            return;
        }
        self.scratch.clear();
        self.game.legal_moves_into(&mut self.scratch);
        for &mv in &self.scratch {
            if let Some(action) = actions.of_move(mv) {
                self.bits[action / 64] |= 1 << (action % 64);
                self.legal.push(action as u32);
            }
        }
    }

    fn is_legal(&self, action: usize) -> bool {
        self.bits.get(action / 64).is_some_and(|word| word >> (action % 64) & 1 == 1)
    }

    fn write_mask(&self, mask: &mut [bool]) {
        mask.fill(false);
        for &action in &self.legal {
            mask[action as usize] = true;
        }
    }

    fn restart(&mut self, start: &G, settings: &Settings) {
        self.game.clone_from(start);
        self.past.clear();
        (self.plies, self.over) = (0, false);
        self.find_legal(&settings.actions);
    }

    /// Plays `action` and returns the reward of the player who made it, and whether the game is over.
    fn play(&mut self, action: i64, start: &G, settings: &Settings) -> (f32, bool) {
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
            self.restart(start, settings);
        } else {
            self.find_legal(&settings.actions);
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
    pub(crate) fn new(
        start: G,
        count: usize,
        seed: u64,
        settings: Settings,
        pool: Option<rayon::ThreadPool>,
    ) -> Batch<G> {
        let words = settings.actions.count().div_ceil(64);
        let mut first = Slot {
            game: start.clone(),
            past: VecDeque::new(),
            legal: Vec::with_capacity(settings.actions.count()),
            bits: vec![0; words],
            plies: 0,
            over: start.is_over(),
            truncated: false,
            random: SplitMix64(0),
            scratch: Vec::with_capacity(settings.actions.count()),
        };
        first.find_legal(&settings.actions);
        let slot = |game: usize| Slot {
            game: first.game.clone(),
            past: VecDeque::new(),
            legal: first.legal.clone(),
            bits: first.bits.clone(),
            random: seeded(seed, game),
            scratch: Vec::new(),
            ..first
        };
        let slots = (0..count).map(slot).collect();
        Batch { settings, start, slots, pool }
    }

    /// Games of one piece of work.
    fn piece(&self) -> usize {
        let threads = self.pool.as_ref().map_or(1, rayon::ThreadPool::current_num_threads);
        self.slots.len().div_ceil(threads * 4).max(1)
    }

    fn step_into<T: Value>(
        &mut self,
        actions: &[i64],
        observations: &mut [T],
        mask: &mut [bool],
        reward: &mut [f32],
        done: &mut [bool],
    ) {
        let (settings, start) = (&self.settings, &self.start);
        let (planes, width) = (settings.layout.len(), settings.actions.count());
        let step = |slot: &mut Slot<G>, action: i64, observation: &mut [T], mask: &mut [bool]| {
            let result = slot.play(action, start, settings);
            settings.layout.write(&slot.game, &slot.past, observation);
            slot.write_mask(mask);
            result
        };
        let Some(pool) = &self.pool else {
            let arrays = observations.chunks_exact_mut(planes).zip(mask.chunks_exact_mut(width));
            let results = reward.iter_mut().zip(done);
            let games = self.slots.iter_mut().zip(actions);
            for (((slot, &action), (observation, mask)), (reward, done)) in games.zip(arrays).zip(results) {
                (*reward, *done) = step(slot, action, observation, mask);
            }
            return;
        };
        let piece = self.slots.len().div_ceil(pool.current_num_threads() * 4).max(1);
        pool.install(|| {
            let arrays = observations.par_chunks_exact_mut(planes).zip(mask.par_chunks_exact_mut(width));
            let results = reward.par_iter_mut().zip(done.par_iter_mut());
            let games = self.slots.par_iter_mut().zip(actions.par_iter());
            games.zip(arrays).zip(results).with_min_len(piece).for_each(
                |(((slot, &action), (observation, mask)), (reward, done))| {
                    (*reward, *done) = step(slot, action, observation, mask);
                },
            );
        });
    }

    fn observe_into<T: Value>(&self, observations: &mut [T], mask: &mut [bool]) {
        let arrays = observations
            .chunks_exact_mut(self.settings.layout.len())
            .zip(mask.chunks_exact_mut(self.settings.actions.count()));
        for (slot, (observation, mask)) in self.slots.iter().zip(arrays) {
            self.settings.layout.write(&slot.game, &slot.past, observation);
            slot.write_mask(mask);
        }
    }
}

impl<G: Game + Into<AnyPosition>> AnyBatch for Batch<G> {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn len(&self) -> usize {
        self.slots.len()
    }

    fn refused(&self, actions: &[i64]) -> Option<Refused> {
        let (game, slot, action) =
            self.slots.iter().zip(actions).enumerate().find_map(|(game, (slot, &action))| {
                let fits = action == LEAVE || action >= 0 && slot.is_legal(action as usize);
                (!fits).then_some((game, slot, action))
            })?;
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

    fn step(&mut self, actions: &[i64], out: Out<'_>) {
        let Out { observations, mask, reward, done } = out;
        match observations {
            Observations::U8(observations) => self.step_into(actions, observations, mask, reward, done),
            Observations::F32(observations) => self.step_into(actions, observations, mask, reward, done),
        }
    }

    fn observe(&self, observations: Observations<'_>, mask: &mut [bool]) {
        match observations {
            Observations::U8(observations) => self.observe_into(observations, mask),
            Observations::F32(observations) => self.observe_into(observations, mask),
        }
    }

    fn reset(&mut self, which: &dyn Fn(usize) -> bool, seed: Option<u64>) {
        for (game, slot) in self.slots.iter_mut().enumerate().filter(|(game, _)| which(*game)) {
            slot.restart(&self.start, &self.settings);
            slot.truncated = false;
            if let Some(seed) = seed {
                slot.random = seeded(seed, game);
            }
        }
    }

    fn random_actions(&mut self, out: &mut [i64]) {
        for (slot, out) in self.slots.iter_mut().zip(out) {
            *out = match slot.legal.len() {
                0 => LEAVE,
                n => i64::from(slot.legal[slot.random.below(n)]),
            };
        }
    }

    fn rollouts(&mut self, count: u32, max_plies: usize, out: &mut [f32]) {
        let rollout = |slot: &mut Slot<G>| {
            let player = slot.game.player_to_move();
            let mut sum = 0.0;
            for _ in 0..count {
                let mut game = slot.game.clone();
                for _ in 0..max_plies {
                    if game.is_over() || game.play_random(&mut || slot.random.next_u32()).is_none() {
                        break;
                    }
                }
                sum += game.outcome().map_or(0.0, |outcome| result_for(&game, outcome.winner, player));
            }
            sum / count.max(1) as f32
        };
        match &self.pool {
            None => self.slots.iter_mut().zip(out).for_each(|(slot, out)| *out = rollout(slot)),
            Some(pool) => {
                let piece = self.piece();
                pool.install(|| {
                    let games = self.slots.par_iter_mut().zip(out.par_iter_mut()).with_min_len(piece);
                    games.for_each(|(slot, out)| *out = rollout(slot));
                });
            }
        }
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
