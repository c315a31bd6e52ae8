//! The capture of a chain as a goal of reading.
//!
//! The attacker plays liberties of the chain, points beside them, liberties of its friends, and saves its own chains
//! around it. The defender plays the same points and captures. So "captured" is a proof except for one assumption: a
//! chain with many liberties counts as safe, and deeper in the tree fewer are enough.
//!
//! The search is done narrow first. What that refutes is searched again with more moves in the first plies.

use super::around;
use super::search::{Goal, Node, Verdict};
use crate::go::{Board, NO_VERTEX, Vertex};
use alloc::vec::Vec;
use tengen_board::Color;

/// Plies after which a line counts as an escape.
const DEEPEST: usize = 120;

/// The most liberties of other chains around the target at which they are worth a move.
#[derive(Clone, Copy)]
pub(super) struct Width {
    /// Plies in which four liberties are read, and then three. After them only two are.
    four_until: usize,
    three_until: usize,
    /// Plies in which this width holds; after them it is the narrowest.
    until: usize,
    /// A friend beside the target's liberties.
    friend: usize,
    /// An attacker's chain that the attacker saves.
    saved: usize,
    /// A chain beside such a one, whose capture saves it.
    threat: usize,
    /// An attacker's chain that the defender captures.
    counter: usize,
    /// The same where the target is in atari.
    race: usize,
    /// The points two steps from a liberty are tried too.
    far: bool,
    /// The narrower search answers where this one does not end.
    falls_back: bool,
}

/// From narrow to wide: what the one refutes the next may prove.
pub(super) const WIDTHS: [Width; 2] = [
    Width {
        four_until: 4,
        three_until: 20,
        until: DEEPEST,
        friend: 3,
        saved: 2,
        threat: 2,
        counter: 3,
        race: 0,
        far: false,
        falls_back: false,
    },
    Width {
        four_until: 8,
        three_until: 30,
        until: 3,
        friend: 5,
        saved: 3,
        threat: 3,
        counter: 4,
        race: 2,
        far: true,
        falls_back: true,
    },
];

/// The capture of one chain.
pub(super) struct Capture {
    /// A stone of the chain.
    target: Vertex,
    /// Its colour.
    defender: Color,
    /// One of [`WIDTHS`].
    width: Width,
}

impl Capture {
    pub(super) fn new(target: Vertex, defender: Color, width: Width) -> Capture {
        Capture { target, defender, width }
    }

    /// True if the capture of the target at `at` can be taken back as a ko.
    fn opens_ko(&self, board: &Board, at: Vertex) -> bool {
        let lone = board.chain_len(self.target) == 1;
        let friends = |q: Vertex| board.is_empty(q) || board.is_color(q, !self.defender);
        let takes_more =
            |q: Vertex| board.is_color(q, self.defender) && q != self.target && board.in_atari(q);
        lone && !board.neighbours(at).into_iter().any(|q| friends(q) || takes_more(q))
    }
}

impl Goal for Capture {
    fn prover(&self) -> Color {
        !self.defender
    }

    fn falls_back(&self) -> bool {
        self.width.falls_back
    }

    fn verdict(&self, node: &Node<'_>, saw_ko: &mut bool) -> Verdict {
        let board = node.board;
        if !board.is_color(self.target, self.defender) {
            // A ko took the stone, and the defender takes back. What the attacker gains by threats elsewhere does not
            // count: the question is about the ko.
            if node.ko == self.target {
                *saw_ko = true;
                if node.to_move == self.defender && node.may_retake(self.defender) {
                    return Verdict::Refuted;
                }
            }
            return Verdict::Proven;
        }
        let liberties = board.liberty_count(self.target);
        let attacks = node.to_move != self.defender;
        let safe = match node.depth {
            depth if depth < self.width.four_until => 5,
            depth if depth < self.width.three_until => 4,
            _ => 3,
        };
        if liberties >= safe || node.depth >= DEEPEST {
            return Verdict::Refuted;
        }
        if attacks && liberties == 1 {
            // The capture itself, unless a ko forbids it, or lets the defender take back.
            let at = board.atari_liberty(self.target).unwrap_or(NO_VERTEX);
            let opens_ko = self.opens_ko(board, at);
            *saw_ko |= at == node.ko || opens_ko;
            if (at != node.ko || node.may_retake(node.to_move))
                && !(opens_ko && node.may_retake(self.defender))
            {
                return Verdict::Proven;
            }
        }
        let n = liberties as u32;
        Verdict::Open(n, 6 - n)
    }

    fn moves(&self, node: &Node<'_>, moves: &mut Vec<Vertex>) {
        let board = node.board;
        let attacks = node.to_move != self.defender;
        let mut add = |at: Vertex| {
            if !moves.contains(&at) {
                moves.push(at);
            }
        };
        let liberties = board.liberties(self.target);
        let around = around(board, self.target, self.defender);
        let width = if node.depth < self.width.until { self.width } else { WIDTHS[0] };
        if !attacks {
            // Captures of the chains around it.
            for &chain in &around {
                if let Some(at) = board.atari_liberty(chain) {
                    add(at);
                }
            }
        }
        liberties.iter().for_each(|&at| add(at));
        // In atari little else helps.
        let wide = attacks || liberties.len() > 1;
        if !wide {
            // A liberty of a chain that would be in atari when the target is taken.
            for &chain in &around {
                let own = board.liberties(chain);
                if own.len() <= width.race {
                    own.into_iter().for_each(&mut add);
                }
            }
        }
        for &at in liberties.iter().filter(|_| wide) {
            for q in board.neighbours(at) {
                if board.is_empty(q) {
                    add(q);
                } else if board.is_color(q, self.defender) && board.chain(q) != board.chain(self.target) {
                    // The liberties of a friend beside the chain.
                    let friend = board.liberties(q);
                    if friend.len() <= width.friend {
                        friend.into_iter().for_each(&mut add);
                    }
                }
            }
        }
        for &chain in around.iter().filter(|_| wide) {
            let own = board.liberties(chain);
            if attacks && own.len() <= width.saved || (!attacks && own.len() <= width.counter) {
                own.iter().for_each(|&at| add(at));
                // It is also saved by the capture of a chain beside it.
                if attacks {
                    for second in super::around(board, chain, !self.defender) {
                        let theirs = board.liberties(second);
                        if theirs.len() <= width.threat && second != board.chain(self.target) {
                            theirs.into_iter().for_each(&mut add);
                        }
                    }
                }
            }
        }
        if width.far && wide {
            // The points beside the points beside the liberties.
            for &at in &liberties {
                for q in board.neighbours(at) {
                    if board.is_empty(q) {
                        board.neighbours(q).into_iter().filter(|&q| board.is_empty(q)).for_each(&mut add);
                    }
                }
            }
        }
    }
}
