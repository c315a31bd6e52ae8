//! Moves of a game from the book.

use super::{Book, BookMove, PASS};
use crate::eval::DISC;
use tengen_board::random::SplitMix64;
use tengen_engine::{Analysis, Line, Proof, Score};
use tengen_games::Move;
use tengen_games::othello::Board;

impl Book {
    /// What the book knows of a position: at most `lines` moves. The first is one of those within `randomness`
    /// hundredths of a disc of the best, chosen by `seed`; the others follow, best first. `None` if the position is not
    /// in the book, or if its page is spoilt. `win` is the win probability of a value, by the number of empties.
    pub(crate) fn analysis(
        &self,
        board: &Board<u64>,
        randomness: u16,
        seed: u64,
        lines: usize,
        win: impl Fn(i32, u32) -> f32,
    ) -> Option<Analysis> {
        let mut moves = self.moves(board).ok()??;
        let best = i32::from(moves.first()?.value);
        let good = moves.iter().take_while(|found| best - i32::from(found.value) <= i32::from(randomness));
        let chosen = SplitMix64(seed ^ board.key()).below(good.count());
        moves[..=chosen].rotate_right(1);
        moves.truncate(lines.max(1));
        let empties = board.empties().count_ones();
        let line = |found: &BookMove| {
            let value = f32::from(found.value) / DISC as f32;
            let score = if found.exact {
                Score::Proven(Proof::Margin(value))
            } else {
                Score::Estimate { value, win: win(i32::from(found.value), empties) }
            };
            Line { moves: self.line(board, found.mv), score, work: 0 }
        };
        let lines: Vec<Line> = moves.iter().map(line).collect();
        Some(Analysis { best: lines[0].moves.first().copied(), lines, ..Analysis::default() })
    }

    /// A move and the best moves of the book after it.
    fn line(&self, board: &Board<u64>, mv: u8) -> Vec<Move> {
        let (mut board, mut next) = (*board, Some(mv));
        let mut line = Vec::new();
        while let Some(mv) = next {
            let is_pass = mv == PASS;
            line.push(if is_pass { Move::Pass } else { Move::Place(Board::<u64>::point(mv.into())) });
            board = if is_pass { board.pass() } else { board.place(mv.into()) };
            next = self.moves(&board).ok().flatten().and_then(|moves| Some(moves.first()?.mv));
        }
        line
    }
}
