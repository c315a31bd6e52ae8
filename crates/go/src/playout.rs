//! Playouts: mostly local moves with short reading, to the end of the game, then an area count.
//!
//! A move is the first that one of these rules finds. [`Policy`] has the rates at which each is asked.
//!
//! 1. The answer to an atari: capture the chain that the last move left in atari, or save one that it put in atari.
//! 2. A ladder: catch the chain of the last move, or save an own chain that the last move made catchable.
//! 3. The vital point of an eye space that the last move made.
//! 4. A race: a liberty of a weak chain beside an own chain to which the last move left three or four.
//! 5. A 3×3 pattern around the last move, or around the own move before, by its learnt strength.
//! 6. Any move that fills no own eye and is no bad self-atari.
//!
//! Ideas: R. Coulom's Crazy Stone and S. Gelly's MoGo (2006), P. Baudiš and J. Gailly, "Pachi: state of the art open
//! source Go program", 2012.

use crate::board::Board;
use crate::pattern;
use crate::strengths::LEARNT;
use crate::tactics::{
    Points, Reader, is_bad_self_atari, ladder_attacks, ladder_defences, other_liberty, race_moves, saves,
    vital_point,
};
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_games::go::{NO_VERTEX, Vertex};

/// The parameters of the search and of its playouts. The rates are percentages: how often a rule is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Answers to an atari.
    pub atari: u8,
    /// Ladders.
    pub ladder: u8,
    /// Vital points.
    pub nakade: u8,
    /// Races.
    pub race: u8,
    /// Patterns.
    pub pattern: u8,
    /// Patterns around the own move before.
    pub second: u8,
    /// A bad self-atari where nothing else is left.
    pub desperate: u8,
    /// Positions that the reading at one move may visit.
    pub positions: u32,
    /// Virtual playouts of every new move, half of them won.
    pub even: u32,
    /// Virtual wins of a move that is certain.
    pub likely: u32,
    /// Virtual playouts of a move in an enclosed region that gains or loses eight points or more.
    pub urgent: u32,
    /// Visits after which a node is expanded; `None` for what is best on a board of this size.
    pub expand_at: Option<u32>,
    /// Equivalence parameter of RAVE.
    pub rave: u32,
    /// Least strength of a learnt pattern, in 64ths.
    pub pattern_least: u16,
    /// Priors from the network too, beside the strengths.
    pub net: bool,
    /// On large boards, the order of an opening: corners first.
    pub opening: bool,
    /// Learnt strengths; otherwise those set by hand and the drawn patterns.
    pub learnt: bool,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            atari: 95,
            ladder: 80,
            nakade: 80,
            race: 25,
            pattern: 95,
            second: 60,
            desperate: 20,
            positions: 40,
            even: 14,
            likely: 100,
            urgent: 1000,
            expand_at: None,
            rave: 2500,
            pattern_least: 96,
            net: true,
            opening: true,
            learnt: true,
        }
    }
}

/// The moves that led to a position, for rules that look at what has just happened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recent {
    /// The opponent's last move, `NO_VERTEX` for none or a pass.
    pub(crate) last: Vertex,
    /// The own move before.
    pub(crate) before: Vertex,
}

impl Recent {
    /// After a move at `at`.
    pub(crate) fn then(self, at: Vertex) -> Recent {
        Recent { last: at, before: self.last }
    }
}

/// The state in which a playout begins, beside the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayoutStart {
    pub(crate) to_move: Color,
    pub(crate) recent: Recent,
    /// Consecutive passes.
    pub(crate) passes: u8,
}

/// Plays on `board` from `start` to the end; `on_stone` receives each stone. Returns the side that has captured as many
/// stones as `to_capture` asks of it (black, white), which ends the playout; `None` at the end by passes.
pub(crate) fn play_out(
    board: &mut Board,
    start: PlayoutStart,
    policy: &Policy,
    rng: &mut SplitMix64,
    mut to_capture: Option<[u32; 2]>,
    mut on_stone: impl FnMut(Vertex, Color),
) -> Option<Color> {
    let PlayoutStart { mut to_move, mut recent, mut passes } = start;
    // Playouts do not check superko, so a limit must end long cycles.
    let max_moves = 3 * board.area() + 16;
    for _ in 0..max_moves {
        let at = local_move(board, to_move, recent, policy, rng)
            .unwrap_or_else(|| random_move(board, to_move, policy, rng));
        if at == NO_VERTEX {
            passes += 1;
            if passes >= 2 {
                break;
            }
            board.pass();
        } else {
            passes = 0;
            let taken = board.put(at, to_move);
            on_stone(at, to_move);
            if let Some(left) = &mut to_capture {
                let left = &mut left[to_move.index()];
                *left = left.saturating_sub(taken as u32);
                if *left == 0 {
                    return Some(to_move);
                }
            }
        }
        recent = recent.then(at);
        to_move = !to_move;
    }
    None
}

fn asks(rate: u8, rng: &mut SplitMix64) -> bool {
    rng.below(100) < usize::from(rate)
}

/// A move that answers the last one, by the rules 1 to 5.
fn local_move(
    board: &mut Board,
    to_move: Color,
    recent: Recent,
    policy: &Policy,
    rng: &mut SplitMix64,
) -> Option<Vertex> {
    let last = recent.last;
    // A stone that was a suicide is gone.
    if last == NO_VERTEX || !board.is_color(last, !to_move) {
        return None;
    }
    let mut reader = Reader::new(policy.positions);
    let own = chains_beside(board, last, to_move);
    let mut moves = Points::new();
    if asks(policy.atari, rng) {
        answer_atari(board, last, &own, &mut reader, &mut moves);
        if !moves.is_empty() {
            return pick(&moves, rng);
        }
    }
    if asks(policy.ladder, rng) {
        answer_ladder(board, last, &own, &mut reader, &mut moves);
        if !moves.is_empty() {
            return pick(&moves, rng);
        }
    }
    if asks(policy.nakade, rng) {
        for q in board.neighbours(last) {
            if board.is_empty(q)
                && let Some(at) = vital_point(board, q, !to_move)
                && board.is_legal(at, to_move)
            {
                return Some(at);
            }
        }
    }
    if asks(policy.race, rng) {
        for &chain in own.as_slice() {
            if matches!(board.liberties(chain), 3 | 4) {
                race_moves(board, chain, 3, &mut moves);
            }
        }
        if !moves.is_empty() {
            return pick(&moves, rng);
        }
    }
    if asks(policy.pattern, rng) {
        if policy.learnt {
            return pattern_move(board, recent, to_move, policy, rng);
        }
        drawn_patterns(board, last, to_move, &mut moves);
        if recent.before != NO_VERTEX && asks(policy.second, rng) {
            drawn_patterns(board, recent.before, to_move, &mut moves);
        }
    }
    if moves.is_empty() { None } else { pick(&moves, rng) }
}

fn pick(moves: &Points, rng: &mut SplitMix64) -> Option<Vertex> {
    let list = moves.as_slice();
    Some(if list.len() == 1 { list[0] } else { list[rng.below(list.len())] })
}

/// One stone of each chain of `color` beside `at`.
pub(crate) fn chains_beside(board: &Board, at: Vertex, color: Color) -> Points {
    let mut heads = Points::new();
    for q in board.neighbours(at) {
        if board.is_color(q, color) {
            heads.add(board.chain(q));
        }
    }
    heads
}

/// Adds the answers to an atari: captures the chain that the stone at `last` left in atari, or saves one of the chains
/// `own` beside it.
pub(crate) fn answer_atari(
    board: &mut Board,
    last: Vertex,
    own: &Points,
    reader: &mut Reader,
    moves: &mut Points,
) {
    let Some(color) = board.color(last) else { return };
    if let Some(at) = board.only_liberty(last)
        && board.is_legal(at, !color)
    {
        moves.add(at);
    }
    for &chain in own.as_slice() {
        if board.liberties(chain) == 1 {
            saves(board, chain, reader, moves);
        }
    }
}

/// Adds the moves that catch the chain of the stone at `last` in a ladder, and those that save the chains `own` beside
/// it from one.
pub(crate) fn answer_ladder(
    board: &mut Board,
    last: Vertex,
    own: &Points,
    reader: &mut Reader,
    moves: &mut Points,
) {
    if board.liberties(last) == 2 {
        ladder_attacks(board, last, reader, moves);
    }
    for &chain in own.as_slice() {
        if board.liberties(chain) == 2 {
            ladder_defences(board, chain, reader, moves);
        }
    }
}

/// Adds the moves around `at` that match a drawn pattern.
fn drawn_patterns(board: &Board, at: Vertex, color: Color, moves: &mut Points) {
    for q in board.eight(at) {
        if board.is_empty(q)
            && pattern::matches(board.around(q))
            && board.is_legal(q, color)
            && !is_bad_self_atari(board, q, color)
        {
            moves.add(q);
        }
    }
}

/// A move around the last move or the own move before, with a chance by the strength of its pattern.
fn pattern_move(
    board: &Board,
    recent: Recent,
    color: Color,
    policy: &Policy,
    rng: &mut SplitMix64,
) -> Option<Vertex> {
    let weights = LEARNT.weights(color);
    let mut found = [(NO_VERTEX, 0u32); 16];
    let (mut len, mut total) = (0, 0);
    let mut add = |at: Vertex| {
        for q in board.eight(at) {
            if !board.is_empty(q) {
                continue;
            }
            let weight = weights[usize::from(board.around(q))];
            if weight >= policy.pattern_least
                && board.is_legal(q, color)
                && !board.is_eye(q, color)
                && !is_bad_self_atari(board, q, color)
            {
                total += u32::from(weight);
                found[len] = (q, total);
                len += 1;
            }
        }
    };
    add(recent.last);
    if recent.before != NO_VERTEX && asks(policy.second, rng) {
        add(recent.before);
    }
    if len == 0 {
        return None;
    }
    let chosen = rng.below(total as usize) as u32;
    found[..len].iter().find(|&&(_, upto)| chosen < upto).map(|&(at, _)| at)
}

/// A random move that is legal without suicide and with the simple ko rule, and fills no own eye; `NO_VERTEX` if there
/// is none. It takes the first such point of the list of empties, from a random index on.
fn random_move(board: &Board, to_move: Color, policy: &Policy, rng: &mut SplitMix64) -> Vertex {
    let empties = board.empties();
    if empties.is_empty() {
        return NO_VERTEX;
    }
    let from = rng.below(empties.len());
    let mut fallback = NO_VERTEX;
    for &at in empties[from..].iter().chain(&empties[..from]) {
        if board.is_eye(at, to_move) || !board.is_legal(at, to_move) {
            continue;
        }
        if is_bad_self_atari(board, at, to_move) {
            // In a race the other liberty may be the right one.
            if let Some(other) = other_liberty(board, at, to_move) {
                return other;
            }
            fallback = at;
            continue;
        }
        return at;
    }
    if fallback != NO_VERTEX && asks(policy.desperate, rng) { fallback } else { NO_VERTEX }
}

/// Counts a finished board by area: the owner of each of `points` goes to `owner` (1 black, −1 white, 0 neutral).
/// Returns black's points minus white's.
pub(crate) fn count(board: &Board, points: impl Iterator<Item = Vertex>, owner: &mut [i8]) -> i32 {
    let mut margin = 0;
    for (at, owner) in points.zip(owner) {
        *owner = match board.color(at) {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => {
                let touches = |color| board.neighbours(at).into_iter().any(|q| board.is_color(q, color));
                i8::from(touches(Color::Black)) - i8::from(touches(Color::White))
            }
        };
        margin += i32::from(*owner);
    }
    margin
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::Size;
    use tengen_games::{Game, go};

    fn played_out(size: Size, seed: u64) -> (go::Board, Board) {
        let rules = go::Rules::named("chinese", Some(size)).unwrap();
        let empty = go::Position::new(&rules).board().clone();
        let mut board = Board::new(&empty, NO_VERTEX);
        let recent = Recent { last: NO_VERTEX, before: NO_VERTEX };
        let start = PlayoutStart { to_move: Color::Black, recent, passes: 0 };
        play_out(&mut board, start, &Policy::default(), &mut SplitMix64(seed), None, |_, _| ());
        (empty, board)
    }

    /// At the end every move would fill an own eye, so the count by neighbours equals the count by regions.
    #[test]
    fn the_fast_count_agrees_with_the_rules() {
        let mut agree = 0;
        for seed in 0..60 {
            let size = Size::of(5 + seed as usize % 5, 9);
            let (empty, board) = played_out(size, seed);
            let rules = go::Rules::named("chinese,komi=0", Some(size)).unwrap();
            let cells = size.points().map(|p| (p, board.color(empty.vertex(p)).into())).collect();
            let position =
                go::Position::set_up(&rules, &tengen_games::SetUp { cells, to_move: Color::Black }).unwrap();
            let fast = count(&board, empty.vertices(), &mut vec![0; size.area()]);
            agree += usize::from(fast as f32 == position.score(&[]).margin());
        }
        // Playouts that reached the move limit, or a seki with several open points, may differ.
        assert!(agree >= 50, "{agree} of 60 agree");
    }
}
