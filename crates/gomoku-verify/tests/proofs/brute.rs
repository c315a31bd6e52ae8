//! The oracle: small boards with few empty points, every move of both sides tried by the rules.

use tengen_board::{Cell, Color, Point, Size};
use tengen_games::gomoku::{OpeningRule, Position, Rules, Variant};
use tengen_games::{Game, Move, SetUp};
use tengen_gomoku_verify::{Certificate, ProofNode};

/// Numbers that look random and are the same everywhere (xorshift).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

fn legal(position: &Position) -> Vec<Point> {
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    moves.into_iter().filter_map(Move::point).collect()
}

/// Whether `side` can force a win, whoever is to move.
pub(crate) fn wins(position: &mut Position, side: Color) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(side);
    }
    let own = position.to_move() == side;
    for p in legal(position) {
        position.play_unchecked(Move::Place(p));
        let won = wins(position, side);
        position.undo();
        if won == own {
            return own;
        }
    }
    !own
}

/// A proof with every reply answered by a node of its own, if `side`, which is to move, wins. Gives the node's number.
pub(crate) fn prove(position: &mut Position, side: Color, nodes: &mut Vec<ProofNode>) -> Option<u32> {
    let begun = nodes.len();
    for mv in legal(position) {
        position.play_unchecked(Move::Place(mv));
        let mut answers = ProofNode::last(mv);
        let proven = match position.outcome() {
            Some(outcome) => outcome.winner == Some(side),
            None => legal(position).into_iter().all(|reply| {
                position.play_unchecked(Move::Place(reply));
                let node = if position.is_over() { None } else { prove(position, side, nodes) };
                position.undo();
                answers.replies.extend(node.map(|node| (reply, node)));
                node.is_some()
            }),
        };
        position.undo();
        if proven {
            nodes.push(answers);
            return Some(nodes.len() as u32 - 1);
        }
        nodes.truncate(begun);
    }
    None
}

/// A board on which few points are left.
pub(crate) fn nearly_full(numbers: &mut Numbers, variant: Variant) -> Option<Position> {
    let size = Size::of(5 + numbers.below(2), 5 + numbers.below(2));
    let side = if numbers.below(2) == 0 { Color::Black } else { Color::White };
    let empty = 3 + numbers.below(4);
    let mut points: Vec<Point> = size.points().collect();
    for _ in 0..empty {
        points.swap_remove(numbers.below(points.len()));
    }
    let cells = points.into_iter().map(|p| {
        let own = numbers.below(100) < 58;
        (p, Cell::from(if own { side } else { side.opponent() }))
    });
    let set_up = SetUp { cells: cells.collect(), to_move: side };
    let rules = Rules { size, variant, opening: OpeningRule::None };
    Position::set_up(&rules, &set_up).ok().filter(|position| !position.is_over())
}

/// The certificate of a position for the side to move, if it wins.
pub(crate) fn certificate(position: &Position) -> Option<Certificate> {
    let mut nodes = Vec::new();
    let side = position.to_move();
    prove(&mut position.clone(), side, &mut nodes)?;
    Some(Certificate::new(position, side, nodes))
}

/// The certificate that the side that is not to move wins against every reply, if it does.
pub(crate) fn certificate_against_all(position: &Position) -> Option<Certificate> {
    let (mut nodes, mut position) = (Vec::new(), position.clone());
    let side = position.to_move().opponent();
    let mut answers = ProofNode::last(ProofNode::NO_MOVE);
    for reply in legal(&position) {
        position.play_unchecked(Move::Place(reply));
        let node = if position.is_over() { None } else { prove(&mut position, side, &mut nodes) };
        position.undo();
        answers.replies.push((reply, node?));
    }
    nodes.push(answers);
    Some(Certificate::against_all(&position, side, nodes))
}
