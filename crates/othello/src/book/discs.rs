//! Positions of a book: discs without colours, one for all eight symmetries of the board.

use tengen_games::othello::{Bits, Board};

/// A pass as a move of a book; squares are 0 to 63.
pub const PASS: u8 = 64;

/// The discs of a position on 8×8, seen from the side to move. Bit `8 × row + col` is the point in that row and column,
/// both from 0, a1 first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Discs {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub opp: u64,
}

/// One of the eight symmetries: columns mirrored (bit 0), then rows (bit 1), then both exchanged (bit 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn(u8);

impl Turn {
    const ALL: [Turn; 8] = [Turn(0), Turn(1), Turn(2), Turn(3), Turn(4), Turn(5), Turn(6), Turn(7)];

    fn set(self, mut set: u64) -> u64 {
        if self.0 & 1 != 0 {
            set = mirror_columns(set);
        }
        if self.0 & 2 != 0 {
            set = set.swap_bytes();
        }
        if self.0 & 4 != 0 { transpose(set) } else { set }
    }

    /// Where a move of the turned board comes from; a pass stays one.
    pub(crate) fn back(self, mv: u8) -> u8 {
        if mv >= PASS {
            return mv;
        }
        let (mut row, mut col) = (mv / 8, mv % 8);
        if self.0 & 4 != 0 {
            (row, col) = (col, row);
        }
        if self.0 & 1 != 0 {
            col = 7 - col;
        }
        if self.0 & 2 != 0 {
            row = 7 - row;
        }
        8 * row + col
    }
}

impl From<&Board<u64>> for Discs {
    fn from(board: &Board<u64>) -> Discs {
        Discs { own: board.own, opp: board.opp }
    }
}

impl Discs {
    /// The start of a game.
    pub fn start() -> Discs {
        Discs::from(&Board::<u64>::start(tengen_board::Size::of(8, 8)))
    }

    /// The board, for moves.
    pub fn board(self) -> Board<u64> {
        Board { own: self.own, opp: self.opp, cells: !0 }
    }

    /// The number of empty squares.
    pub fn empties(self) -> u32 {
        (!(self.own | self.opp)).count_ones()
    }

    /// The smallest of the eight symmetric positions, by the side's discs, then by the other's, as numbers; and the
    /// symmetry that leads there.
    pub(crate) fn canonical(self) -> (Discs, Turn) {
        let turned = Turn::ALL.map(|turn| (Discs { own: turn.set(self.own), opp: turn.set(self.opp) }, turn));
        turned.into_iter().min_by_key(|(discs, _)| *discs).unwrap_or((self, Turn(0)))
    }

    /// Whether these are two sets without a common square, with discs on the four central squares.
    pub(crate) fn is_board(self) -> bool {
        const CENTRE: u64 = 0x0000_0018_1800_0000;
        self.own & self.opp == 0 && (self.own | self.opp) & CENTRE == CENTRE
    }

    /// The legal moves in ascending order; a forced pass is one; none at the end of the game.
    pub(crate) fn moves(self) -> impl Iterator<Item = u8> {
        let board = self.board();
        let moves = board.moves();
        let pass = (moves == 0 && board.opponent_moves() != 0).then_some(PASS);
        moves.squares().map(|square| square as u8).chain(pass)
    }

    /// Whether `mv` is one of the [`moves`](Discs::moves).
    pub(crate) fn is_legal(self, mv: u8) -> bool {
        self.moves().any(|legal| legal == mv)
    }

    /// The position after a legal move, from the other side.
    #[must_use]
    pub(crate) fn after(self, mv: u8) -> Discs {
        let board = self.board();
        Discs::from(&if mv == PASS { board.pass() } else { board.place(usize::from(mv)) })
    }
}

fn mirror_columns(set: u64) -> u64 {
    const ODD: u64 = 0x5555_5555_5555_5555;
    const PAIRS: u64 = 0x3333_3333_3333_3333;
    const HALVES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let set = set >> 1 & ODD | (set & ODD) << 1;
    let set = set >> 2 & PAIRS | (set & PAIRS) << 2;
    set >> 4 & HALVES | (set & HALVES) << 4
}

/// Exchanges rows and columns, by blocks of 1, 2 and 4 squares (Warren, "Hacker's Delight", 7-3).
fn transpose(set: u64) -> u64 {
    let swap = |set: u64, distance: u32, mask: u64| {
        let changed = (set ^ set >> distance) & mask;
        set ^ changed ^ changed << distance
    };
    let set = swap(set, 7, 0x00aa_00aa_00aa_00aa);
    let set = swap(set, 14, 0x0000_cccc_0000_cccc);
    swap(set, 28, 0x0000_0000_f0f0_f0f0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use tengen_board::random::SplitMix64;

    impl Turn {
        /// Where a square goes.
        fn there(self, square: u8) -> u8 {
            let (mut row, mut col) = (square / 8, square % 8);
            if self.0 & 1 != 0 {
                col = 7 - col;
            }
            if self.0 & 2 != 0 {
                row = 7 - row;
            }
            if self.0 & 4 != 0 { 8 * col + row } else { 8 * row + col }
        }
    }

    #[test]
    fn sets_and_squares_turn_alike() {
        let mut rng = SplitMix64(3);
        for turn in Turn::ALL {
            for square in 0..64 {
                assert_eq!(turn.set(1 << square), 1 << turn.there(square), "{turn:?} {square}");
                assert_eq!(turn.back(turn.there(square)), square, "{turn:?} {square}");
            }
            let set = rng.next_u64();
            assert_eq!(turn.set(set), set.squares().fold(0, |to, s| to | 1 << turn.there(s as u8)));
            assert_eq!(turn.back(PASS), PASS);
        }
    }

    #[test]
    fn symmetric_positions_have_one_canonical_form() {
        let mut rng = SplitMix64(4);
        for _ in 0..200 {
            let own = rng.next_u64();
            let discs = Discs { own, opp: rng.next_u64() & !own };
            let images: HashSet<_> =
                Turn::ALL.iter().map(|t| Discs { own: t.set(discs.own), opp: t.set(discs.opp) }).collect();
            let forms: HashSet<_> = images.iter().map(|d| d.canonical().0).collect();
            assert_eq!(forms.len(), 1);
            let (form, turn) = discs.canonical();
            assert_eq!(Some(&form), images.iter().min());
            assert_eq!((turn.set(discs.own), turn.set(discs.opp)), (form.own, form.opp));
        }
    }

    /// From the start of the game all four moves are one position.
    #[test]
    fn the_first_move_is_one_position() {
        let start = Discs::start();
        let after: HashSet<_> = start.moves().map(|mv| start.after(mv).canonical().0).collect();
        assert_eq!((start.moves().count(), after.len()), (4, 1));
    }
}
