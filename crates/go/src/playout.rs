//! Light playouts: a game finished by quick, mostly random moves, and counted by area.
//!
//! A move answers the last one if that put a chain in atari or left its own stones in atari, or plays a shape beside it;
//! otherwise it is random, but fills no eye of its own and puts no chain of several stones in atari. Ideas: R. Coulom's Crazy Stone and S. Gelly's
//! MoGo (2006), and many since.

use crate::pattern;
use tengen_board::Color;
use tengen_games::conformance::SplitMix64;
use tengen_games::go::{Board, NO_VERTEX, Vertex};

/// Where a playout begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) to_move: Color,
    /// The point that may not be retaken at once.
    pub(crate) ko: Vertex,
    /// The last move, `NO_VERTEX` for none or a pass.
    pub(crate) last: Vertex,
    /// Passes in a row.
    pub(crate) passes: u8,
}

/// Plays `board` out from `start`; `played` is given each stone in turn.
pub(crate) fn play_out(
    board: &mut Board,
    start: Start,
    rng: &mut SplitMix64,
    mut played: impl FnMut(Vertex, Color),
) {
    let Start { mut to_move, mut ko, mut last, mut passes } = start;
    // Long cycles are allowed here, so a bound must end them.
    let most = 3 * board.size().area() + 16;
    for _ in 0..most {
        let at = answer(board, to_move, ko, last)
            .or_else(|| shape(board, to_move, ko, last, rng))
            .unwrap_or_else(|| random(board, to_move, ko, rng));
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
            played(at, to_move);
        }
        last = at;
        to_move = !to_move;
    }
}

/// The urgent answer to the last move: take the chain that it left in atari, or save one that it put in atari.
fn answer(board: &Board, to_move: Color, ko: Vertex, last: Vertex) -> Option<Vertex> {
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
            && room_after(board, at, to_move) >= 2
        {
            return Some(at);
        }
    }
    None
}

/// One of the good shapes around the last move, drawn at random.
fn shape(board: &Board, to_move: Color, ko: Vertex, last: Vertex, rng: &mut SplitMix64) -> Option<Vertex> {
    if last == NO_VERTEX {
        return None;
    }
    let mut found = [NO_VERTEX; 8];
    let mut count = 0;
    for at in board.neighbours(last).into_iter().chain(board.diagonals(last)) {
        if board.is_empty(at)
            && at != ko
            && pattern::fits(board, at)
            && !board.would_be_suicide(at, to_move)
            && !is_bad_self_atari(board, at, to_move)
        {
            found[count] = at;
            count += 1;
        }
    }
    (count > 0).then(|| found[rng.below(count)])
}

/// A random move that is legal by the simple ko rule without suicide and does not fill an eye; `NO_VERTEX` if none is
/// left. Points are tried in the order of the list of empties from a random one on.
fn random(board: &Board, to_move: Color, ko: Vertex, rng: &mut SplitMix64) -> Vertex {
    let empties = board.empties();
    if empties.is_empty() {
        return NO_VERTEX;
    }
    let from = rng.below(empties.len());
    let mut reserve = NO_VERTEX;
    for &at in empties[from..].iter().chain(&empties[..from]) {
        if at == ko || board.is_eye(at, to_move) || board.would_be_suicide(at, to_move) {
            continue;
        }
        if is_bad_self_atari(board, at, to_move) {
            reserve = at;
            continue;
        }
        return at;
    }
    // A throw-in of a whole chain may still be the only way to go on, as in killing a nakade shape.
    if reserve != NO_VERTEX && rng.below(2) == 0 { reserve } else { NO_VERTEX }
}

/// Whether a stone there would leave a chain of two or more stones with one liberty, having taken nothing.
fn is_bad_self_atari(board: &Board, at: Vertex, color: Color) -> bool {
    let joins = board.neighbours(at).into_iter().any(|q| board.is_color(q, color));
    joins && !board.would_capture(at, color) && room_after(board, at, color) < 2
}

/// Liberties that the stone's chain would have after a stone at `at`, counted to 2; captures count as room.
pub(crate) fn room_after(board: &Board, at: Vertex, color: Color) -> usize {
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

/// Whose each point is on a board played out: 1 black's, −1 white's, 0 nobody's; in reading order. Returns black's
/// points minus white's.
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
        let start = Start { to_move: Color::Black, ko: NO_VERTEX, last: NO_VERTEX, passes: 0 };
        play_out(&mut board, start, &mut SplitMix64(seed), |_, _| ());
        board
    }

    /// At the end nobody has a move that fills no eye, so the quick count by neighbours is the count by regions.
    #[test]
    fn the_quick_count_is_the_count_of_the_rules() {
        let mut agree = 0;
        for seed in 0..60 {
            let size = Size::of(5 + seed as usize % 5, 9);
            let board = played_out(size, seed);
            let rules = go::Rules::named("chinese,komi=0", Some(size)).unwrap();
            let cells = size.points().map(|p| (p, board.at(p))).collect();
            let position =
                go::Position::set_up(&rules, &tengen_games::SetUp { cells, to_move: Color::Black }).unwrap();
            let quick = count(&board, &mut vec![0; size.area()]);
            agree += usize::from(quick as f32 == position.score(&[]).margin());
        }
        // Playouts that ran into the bound, or into a seki with several open points, may differ.
        assert!(agree >= 55, "{agree} of 60 agree");
    }

    /// Against the board itself: put the stone and count its liberties.
    #[test]
    fn room_is_what_the_board_says() {
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
                    let quick = room_after(board, at, color);
                    // With a capture the quick count is only an estimate, but never says that there is no room.
                    if board.would_capture(at, color) {
                        assert!(quick >= 1, "{board:?} {:?} {color}", board.point(at));
                    } else {
                        assert_eq!(quick, exact, "{board:?} {:?} {color}", board.point(at));
                    }
                    checked += 1;
                }
            }
        }
        assert!(checked > 3000);
    }
}
