//! The iterations of an analysis and its search at the root: aspiration windows, several ranked moves.

use super::{Question, Skill};
use crate::eval::{DISC, Evaluator};
use crate::frame::Frame;
use crate::goals::{Goal, every_depth, goals};
use crate::moves::Ply;
use crate::probcut::Confidence;
use crate::search::{Node, Search, Solvable, Tables};
use std::time::Duration;
use tengen_engine::{Analysis, Clock, Limits, Line, Proof, Score};
use tengen_games::othello::backend::Flips;
use tengen_games::othello::{Bits, Board, Position};
use tengen_games::{Game, Move};

/// One analysis in progress.
pub(super) struct Run<'a, T> {
    pub(super) position: &'a Position,
    pub(super) limits: &'a Limits,
    pub(super) question: Question,
    pub(super) skill: Skill,
    pub(super) tables: Tables<'a, T>,
    pub(super) clock: &'a mut Clock,
    pub(super) on_progress: &'a mut dyn FnMut(&Analysis),
}

/// A move at the root.
#[derive(Clone)]
struct RootMove<S, T> {
    mv: Ply,
    next: Node<S, T>,
    /// In hundredths of a disc.
    value: i32,
    line: Vec<Ply>,
    work: u64,
}

impl<T> Run<'_, T> {
    pub(super) fn search<S: Solvable<Table = T>, F: Flips<Set = S>, E: Evaluator<S>>(
        self,
        f: F,
        eval: E,
        frame: &Frame<S>,
        board: Board<S>,
    ) -> Analysis {
        let Run { position, limits, question, skill, tables, clock, on_progress } = self;
        let mut analysis = Analysis::default();
        let mut search = Search::new((f, eval), clock, tables, frame, position.size());
        let size = position.size();
        let avoided = limits.avoid.iter().filter(|point| size.contains(**point));
        let avoided = avoided.fold(S::EMPTY, |set, &point| set | S::bit(Board::<S>::square(point)));
        let mut moves = root_moves(&search, &board, avoided);
        let Some(first) = moves.first() else { return analysis };
        analysis.best = Some(to_move::<S>(first.mv));
        let lines = limits.lines.clamp(1, moves.len());
        let empties = board.empties().count();
        let max_depth = limits.depth.unwrap_or(u32::MAX).min(skill.depth_on(size.area()));
        let exact = empties <= skill.exact || empties <= max_depth;

        let (mut guess, mut was_to_end) = (0, false);
        let surer = limits.depth.is_some();
        let goals: &mut dyn Iterator<Item = Goal> = match skill.reads_every_depth() {
            true => &mut every_depth(empties.min(max_depth)),
            false => &mut goals(empties, max_depth, exact, surer, E::HAS_SIGMA),
        };
        for goal in goals {
            search.confidence = goal.confidence;
            let before = moves[0].mv;
            let margin = match (goal.depth == empties, was_to_end) {
                (false, _) => 3 * DISC,
                (true, false) => 2 * DISC,
                // The search before this one went to the end too.
                (true, true) => DISC,
            };
            was_to_end = goal.depth == empties;
            for rank in 0..lines {
                let (moves, depth) = (&mut moves[rank..], goal.depth);
                guess = match question {
                    Question::Outcome if depth == empties => search_outcome(&mut search, moves, depth),
                    _ => search_root(&mut search, moves, depth, (guess, margin)),
                };
                // A stopped search returns no guess.
                if search.clock.is_over() {
                    break;
                }
            }
            let proven = goal.depth == empties && goal.confidence == Confidence::CERTAIN;
            if search.clock.is_over() {
                // An unfinished iteration counts only if it found a better move.
                if lines == 1 && moves[0].mv != before && !analysis.lines.is_empty() {
                    analysis.best = Some(to_move::<S>(moves[0].mv));
                    analysis.lines = vec![line(&moves[0], false, eval, empties)];
                }
                break;
            }
            // A later search can find its line better than an earlier one: their cuts differ.
            moves[..lines].sort_by_key(|m| std::cmp::Reverse(m.value));
            analysis = Analysis {
                best: Some(to_move::<S>(moves[0].mv)),
                lines: moves[..lines].iter().map(|m| line(m, proven, eval, empties)).collect(),
                depth: goal.depth,
                nodes: search.clock.nodes(),
                time: search.clock.elapsed(),
                ..Analysis::default()
            };
            on_progress(&analysis);
            // Where there is no choice, a game goes on at once.
            if limits.playing && moves.len() == 1 {
                break;
            }
            if is_enough(limits, search.clock.elapsed()) {
                break;
            }
            guess = moves[0].value;
        }
        analysis.nodes = search.clock.nodes();
        analysis.time = search.clock.elapsed();
        analysis
    }
}

/// True if the search of a move by the clock does not begin another iteration after this time. One takes at least as
/// long as all before it, and is mostly lost if it is stopped in its midst. So it begins in the first half of the
/// move's share, and may end after the share.
fn is_enough(limits: &Limits, elapsed: Duration) -> bool {
    limits.max_time.is_some() && limits.time.is_some_and(|share| elapsed >= share / 2)
}

/// The root moves in the order of squares, without those `avoided` if there are others; a pass if it is forced; none at
/// the end of the game.
fn root_moves<S: Solvable, F: Flips<Set = S>, E: Evaluator<S>>(
    search: &Search<F, E>,
    board: &Board<S>,
    avoided: S,
) -> Vec<RootMove<S, E::State>> {
    let root_move = |mv, next| RootMove { mv, next: search.root(&next), value: 0, line: Vec::new(), work: 0 };
    if board.is_over() {
        return Vec::new();
    }
    let moves = board.moves();
    if moves.is_empty() {
        return vec![root_move(None, board.pass())];
    }
    let moves = match moves & !avoided {
        rest if rest.is_empty() => moves,
        rest => rest,
    };
    moves.squares().map(|square| root_move(Some(square as u8), board.place(square))).collect()
}

/// Searches `moves`, moves the best one to the front and returns its value, which is probably within the margin of the
/// guess. Once the clock is over the value is meaningless; a move that was already better than the first one has come
/// to the front.
fn search_root<S: Solvable, F: Flips<Set = S>, E: Evaluator<S>>(
    search: &mut Search<F, E>,
    moves: &mut [RootMove<S, E::State>],
    depth: u32,
    (guess, mut margin): (i32, i32),
) -> i32 {
    // Aspiration window: narrow around the guess, wider on the side where the search fails.
    let limit = search.frame.area * DISC;
    let (mut alpha, mut beta) = (guess - margin, guess + margin);
    loop {
        (alpha, beta) = (alpha.clamp(-limit - 1, limit), beta.clamp(-limit, limit + 1));
        let (value, best) = root_window(search, moves, depth, alpha, beta);
        if search.clock.is_over() {
            if value > alpha {
                moves[..=best].rotate_right(1);
            }
            return value;
        }
        margin *= 2;
        if value <= alpha {
            (alpha, beta) = (value - margin, value + 1);
        } else if value >= beta {
            (alpha, beta) = (value - 1, value + margin);
            // The move that failed high is searched first next time.
            moves[..=best].rotate_right(1);
        } else {
            moves[..=best].rotate_right(1);
            return value;
        }
        // Selective searches can fail on both sides in turn: then the whole range decides.
        if margin > MAX_MARGIN {
            (alpha, beta) = (-limit - 1, limit + 1);
        }
    }
}

/// As [`search_root`], to the end of the game: the sign of the value is right, its size a bound.
fn search_outcome<S: Solvable, F: Flips<Set = S>, E: Evaluator<S>>(
    search: &mut Search<F, E>,
    moves: &mut [RootMove<S, E::State>],
    depth: u32,
) -> i32 {
    let (value, best) = root_window(search, moves, depth, -DISC, DISC);
    if !search.clock.is_over() || value > -DISC {
        moves[..=best].rotate_right(1);
    }
    value
}

/// The largest aspiration window, to each side.
const MAX_MARGIN: i32 = 24 * DISC;

/// The value within a window, and the index of its move.
fn root_window<S: Solvable, F: Flips<Set = S>, E: Evaluator<S>>(
    search: &mut Search<F, E>,
    moves: &mut [RootMove<S, E::State>],
    depth: u32,
    alpha: i32,
    beta: i32,
) -> (i32, usize) {
    let (mut value, mut best, mut low) = (i32::MIN, 0, alpha);
    let mut line = Vec::new();
    // Moves that another thread searches wait until the others are done.
    let mut order: Vec<usize> = (0..moves.len()).collect();
    let mut place = 0;
    while place < order.len() {
        let (i, waited) = (order[place], place >= moves.len());
        let mv = &mut moves[i];
        place += 1;
        let before = search.clock.nodes();
        // A pass costs no depth.
        let depth = if mv.mv.is_some() { depth - 1 } else { depth };
        let busy = if i == 0 { None } else { search.divided(&mv.next, depth) };
        if let Some((busy, key)) = busy {
            if !waited && busy.has(key) {
                order.push(i);
                continue;
            }
            busy.enter(key);
        }
        let child = |search: &mut Search<F, E>, low: i32, high: i32, line: &mut Vec<Ply>| {
            -search.principal(&mv.next, depth, -high, -low, line)
        };
        let mut v = i32::MAX;
        if i > 0 {
            // In the middle game the moves at the root are not cut by ProbCut.
            v = if depth >= mv.next.board.empties().count() {
                line.clear();
                -search.scout(&mv.next, depth, -low - 1, -low)
            } else {
                child(search, low, low + 1, &mut line)
            };
        }
        if i == 0 || (v > low && v < beta) {
            v = child(search, low, beta, &mut line);
        }
        if let Some((busy, key)) = busy {
            busy.leave(key);
        }
        mv.work += search.clock.nodes() - before;
        if search.clock.is_over() {
            break;
        }
        if v > value {
            (value, best) = (v, i);
            low = low.max(v);
            mv.value = v;
            mv.line.clone_from(&line);
            if v >= beta {
                break;
            }
        }
    }
    (value, best)
}

fn to_move<S: Bits>(ply: Ply) -> Move {
    ply.map_or(Move::Pass, |square| Move::Place(Board::<S>::point(usize::from(square))))
}

fn line<S: Bits, E: Evaluator<S>>(mv: &RootMove<S, E::State>, proven: bool, eval: E, empties: u32) -> Line {
    Line {
        moves: [mv.mv].iter().chain(&mv.line).map(|&ply| to_move::<S>(ply)).collect(),
        score: if proven {
            Score::Proven(Proof::Margin((mv.value / DISC) as f32))
        } else {
            Score::Estimate {
                value: mv.value as f32 / DISC as f32,
                win: eval.win_probability(mv.value, empties),
            }
        },
        work: mv.work,
    }
}
