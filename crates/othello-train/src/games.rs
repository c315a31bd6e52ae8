//! Games to learn from.

use crate::Sample;
use tengen_board::Color;
use tengen_games::othello::{Board, Position, Rules};
use tengen_games::{Game as _, Move};
use tengen_records::wthor::file::{FileGame, FileHeader};

/// A game for training: its positions and how they end.
#[derive(Clone, Debug, Default)]
pub struct TrainingGame {
    /// The positions in which the side to move has a move, from that side, in order.
    pub positions: Vec<Board<u64>>,
    /// For each position the final margin for its side to move, in discs: the game's, or with best play from there on.
    pub margins: Vec<i8>,
    /// How many of the positions, the first of the game, have the margin with best play from some later point on.
    pub theoretical: usize,
}

impl TrainingGame {
    /// The games of a WTHOR file (`.wtb`) on 8×8. A position with at least as many empties as the file's theoretical
    /// scores gets the theoretical score, a later one the result of the game. A game ends where it breaks a rule.
    ///
    /// `None` if the bytes are no whole WTHOR file, or of another board size.
    pub fn read_wthor(bytes: &[u8]) -> Option<Vec<TrainingGame>> {
        let (header, stored) = bytes.split_first_chunk()?;
        let header = FileHeader::from_bytes(header);
        let (games, rest) = stored.as_chunks();
        // Older files leave the size out.
        let fits = rest.is_empty() && matches!(header.side, 0 | 8);
        let depth = u32::from(header.depth);
        fits.then(|| {
            games.iter().map(|game| TrainingGame::of_file(&FileGame::from_bytes(game), depth)).collect()
        })
    }

    fn of_file(stored: &FileGame, depth: u32) -> TrainingGame {
        let mut position = Position::new(&Rules::STANDARD);
        let mut game = TrainingGame::default();
        for point in stored.points().0 {
            if position.is_legal(Move::Pass) {
                position.play_unchecked(Move::Pass);
            }
            if position.play(Move::Place(point)).is_err() {
                break;
            }
            let Some(board) = position.narrow().filter(|board| board.moves() != 0) else { continue };
            let theoretical = crate::count_empties(&board) >= depth;
            game.theoretical += usize::from(theoretical);
            let score = if theoretical { stored.theory } else { stored.score };
            let black = 2 * i32::from(score) - 64;
            let margin = if position.to_move() == Color::Black { black } else { -black };
            game.positions.push(board);
            game.margins.push(margin.clamp(-64, 64) as i8);
        }
        game
    }

    /// The positions with their margins.
    pub fn samples(&self) -> impl Iterator<Item = Sample> + '_ {
        let both = self.positions.iter().zip(&self.margins);
        both.map(|(&board, &margin)| Sample { board, value: f32::from(margin) })
    }
}
