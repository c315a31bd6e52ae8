//! Light playouts: fast, mostly random moves to the end of the game, then an area count.
//!
//! A move first answers an atari of the last move: it captures the chain that the last move left in atari, or saves one
//! that it put in atari. Else it plays a 3×3 pattern beside the last move. Else it is random, but fills no own eye and
//! puts no own chain of two or more stones in atari. Ideas: R. Coulom's Crazy Stone and S. Gelly's MoGo (2006).

use crate::pattern;
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_games::go::{Board, NO_VERTEX, Vertex};

/// The state in which a playout begins, beside the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayoutStart {
    pub(crate) to_move: Color,
    /// The point where the simple ko rule forbids to play, `NO_VERTEX` for none.
    pub(crate) ko: Vertex,
    /// The last move, `NO_VERTEX` for none or a pass.
    pub(crate) last: Vertex,
    /// Consecutive passes.
    pub(crate) passes: u8,
}

/// Plays on `board` from `start` to the end; `on_stone` receives each stone. Returns the side that has captured as many
/// stones as `to_capture` asks of it (black, white), which ends the playout; `None` at the end by passes.
pub(crate) fn play_out(
    board: &mut Board,
    start: PlayoutStart,
    rng: &mut SplitMix64,
    mut to_capture: Option<[u32; 2]>,
    mut on_stone: impl FnMut(Vertex, Color),
) -> Option<Color> {
    let PlayoutStart { mut to_move, mut ko, mut last, mut passes } = start;
    // Playouts do not check superko, so a limit must end long cycles.
    let max_moves = 3 * board.size().area() + 16;
    for _ in 0..max_moves {
        let at = atari_answer(board, to_move, ko, last)
            .or_else(|| pattern_move(board, to_move, ko, last, rng))
            .unwrap_or_else(|| random_move(board, to_move, ko, rng));
        if at == NO_VERTEX {
            passes += 1;
            if passes >= 2 {
                break;
            }
            ko = NO_VERTEX;
        } else {
            passes = 0;
            let change = board.put(at, to_move);
            ko = if change.taken() == 1 && board.chain_len(at) == 1 {
                board.atari_liberty(at).unwrap_or(NO_VERTEX)
            } else {
                NO_VERTEX
            };
            on_stone(at, to_move);
            if let Some(left) = &mut to_capture {
                let left = &mut left[to_move.index()];
                *left = left.saturating_sub(change.taken() as u32);
                if *left == 0 {
                    return Some(to_move);
                }
            }
        }
        last = at;
        to_move = !to_move;
    }
    None
}

/// The answer to an atari: captures the chain that the last move left in atari, or saves one that it put in atari.
fn atari_answer(board: &Board, to_move: Color, ko: Vertex, last: Vertex) -> Option<Vertex> {
    if last == NO_VERTEX {
        return None;
    }
    if board.is_color(last, !to_move)
        && let Some(at) = board.atari_liberty(last)
        && at != ko
    {
        return Some(at);
    }
    for q in board.neighbours(last) {
        if board.is_color(q, to_move)
            && let Some(at) = board.atari_liberty(q)
            && at != ko
            && liberties_after(board, at, to_move) >= 2
        {
            return Some(at);
        }
    }
    None
}

/// A random move among those around the last one that match a pattern.
fn pattern_move(
    board: &Board,
    to_move: Color,
    ko: Vertex,
    last: Vertex,
    rng: &mut SplitMix64,
) -> Option<Vertex> {
    if last == NO_VERTEX {
        return None;
    }
    let mut found = [NO_VERTEX; 8];
    let mut count = 0;
    for at in board.neighbours(last).into_iter().chain(board.diagonals(last)) {
        if board.is_empty(at)
            && at != ko
            && pattern::matches(board, at)
            && !board.would_be_suicide(at, to_move)
            && !is_bad_self_atari(board, at, to_move)
        {
            found[count] = at;
            count += 1;
        }
    }
    (count > 0).then(|| found[rng.below(count)])
}

/// A random move that is legal without suicide and with the simple ko rule, and fills no own eye; `NO_VERTEX` if there
/// is none. It takes the first such point of the list of empties, from a random index on.
fn random_move(board: &Board, to_move: Color, ko: Vertex, rng: &mut SplitMix64) -> Vertex {
    let empties = board.empties();
    if empties.is_empty() {
        return NO_VERTEX;
    }
    let from = rng.below(empties.len());
    let mut fallback = NO_VERTEX;
    for &at in empties[from..].iter().chain(&empties[..from]) {
        if at == ko || board.is_eye(at, to_move) || board.would_be_suicide(at, to_move) {
            continue;
        }
        if is_bad_self_atari(board, at, to_move) {
            fallback = at;
            continue;
        }
        return at;
    }
    // A self-atari of several stones can be the only good move, as in a nakade.
    if fallback != NO_VERTEX && rng.below(2) == 0 { fallback } else { NO_VERTEX }
}

/// True if a stone at `at` captures nothing and makes a chain of two or more stones with at most one liberty.
fn is_bad_self_atari(board: &Board, at: Vertex, color: Color) -> bool {
    let joins = board.neighbours(at).into_iter().any(|q| board.is_color(q, color));
    joins && !board.would_capture(at, color) && liberties_after(board, at, color) < 2
}

/// Liberties of the chain after a stone at `at`, counted up to 2. Captured stones count as liberties.
pub(crate) fn liberties_after(board: &Board, at: Vertex, color: Color) -> usize {
    let mut found = [NO_VERTEX; 2];
    let mut count = 0;
    let mut add = |point: Vertex| {
        if point != at && !found[..count].contains(&point) {
            found[count] = point;
            count += 1;
        }
        count == 2
    };
    for q in board.neighbours(at) {
        if board.is_empty(q) {
            if add(q) {
                return 2;
            }
        } else if board.is_color(q, color) {
            if board.in_atari(q) {
                continue;
            }
            for stone in board.chain_stones(q) {
                for beside in board.neighbours(stone) {
                    if board.is_empty(beside) && add(beside) {
                        return 2;
                    }
                }
            }
        } else if board.is_color(q, !color) && board.in_atari(q) {
            let taken = board.chain_len(q);
            if taken >= 2 || add(q) {
                return 2;
            }
        }
    }
    count
}

/// Counts a finished board by area. Writes the owner of each point in reading order (1 black, −1 white, 0 neutral) and
/// returns black's points minus white's.
pub(crate) fn count(board: &Board, owner: &mut [i8]) -> i32 {
    let mut margin = 0;
    for (n, at) in board.vertices().enumerate() {
        let value = match board.color(at) {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => {
                let touches = |color| board.neighbours(at).into_iter().any(|q| board.is_color(q, color));
                i8::from(touches(Color::Black)) - i8::from(touches(Color::White))
            }
        };
        owner[n] = value;
        margin += i32::from(value);
    }
    margin
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::Size;
    use tengen_games::{Game, go};

    fn played_out(size: Size, seed: u64) -> Board {
        let rules = go::Rules::named("chinese", Some(size)).unwrap();
        let mut board = go::Position::new(&rules).board().clone();
        let start = PlayoutStart { to_move: Color::Black, ko: NO_VERTEX, last: NO_VERTEX, passes: 0 };
        play_out(&mut board, start, &mut SplitMix64(seed), None, |_, _| ());
        board
    }

    /// At the end every move would fill an own eye, so the count by neighbours equals the count by regions.
    #[test]
    fn the_fast_count_agrees_with_the_rules() {
        let mut agree = 0;
        for seed in 0..60 {
            let size = Size::of(5 + seed as usize % 5, 9);
            let board = played_out(size, seed);
            let rules = go::Rules::named("chinese,komi=0", Some(size)).unwrap();
            let cells = size.points().map(|p| (p, board.at(p))).collect();
            let position =
                go::Position::set_up(&rules, &tengen_games::SetUp { cells, to_move: Color::Black }).unwrap();
            let fast = count(&board, &mut vec![0; size.area()]);
            agree += usize::from(fast as f32 == position.score(&[]).margin());
        }
        // Playouts that reached the move limit, or a seki with several open points, may differ.
        assert!(agree >= 55, "{agree} of 60 agree");
    }

    /// Against the board itself: place the stone and count its liberties.
    #[test]
    fn liberties_after_a_move_agree_with_the_board() {
        let mut rng = SplitMix64(3);
        let rules = go::Rules::named("chinese", Some(Size::of(7, 7))).unwrap();
        let mut checked = 0;
        for _ in 0..200 {
            let mut game = go::Position::new(&rules);
            for _ in 0..40 {
                if game.play_random(&mut || rng.next_u32()).is_none() {
                    break;
                }
            }
            let board = game.board();
            for &at in board.empties() {
                for color in Color::BOTH {
                    if board.would_be_suicide(at, color) {
                        continue;
                    }
                    let mut after = board.clone();
                    after.put(at, color);
                    let exact = after.liberties(at).len().min(2);
                    let fast = liberties_after(board, at, color);
                    // After a capture the fast count is an estimate, but it never reports no liberty.
                    if board.would_capture(at, color) {
                        assert!(fast >= 1, "{board:?} {:?} {color}", board.point(at));
                    } else {
                        assert_eq!(fast, exact, "{board:?} {:?} {color}", board.point(at));
                    }
                    checked += 1;
                }
            }
        }
        assert!(checked > 3000);
    }
}
