//! Full search of small boards, and ways to spoil a certificate.

use std::collections::HashMap;
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point, Size};
use tengen_engine::Proof;
use tengen_games::mnk::proof::{MnkCertificate, MnkProofNode};
use tengen_games::{Game, SetUp, mnk};

pub(crate) fn rules(cols: usize, rows: usize, k: u8) -> mnk::Rules {
    mnk::Rules { size: Size::of(rows, cols), k, gravity: false }
}

/// A random position in which the game goes on.
pub(crate) fn random_position(
    rules: &mnk::Rules,
    stones: usize,
    rng: &mut SplitMix64,
) -> Option<mnk::Position> {
    let mut position = mnk::Position::new(rules);
    for _ in 0..stones {
        if position.is_over() {
            return None;
        }
        position.play_random(&mut || rng.next_u32());
    }
    (!position.is_over()).then_some(position)
}

/// Values by full search of boards of at most 16 points. It knows nothing but the lines.
pub(crate) struct Truth {
    size: Size,
    lines: Vec<u32>,
    known: HashMap<(u32, u32), i32>,
}

/// The value of a win, less the plies to its end.
const WIN: i32 = 100;

impl Truth {
    pub(crate) fn new(position: &mnk::Position) -> Truth {
        let (size, k) = (position.size(), usize::from(position.rules().k));
        let mut lines = Vec::new();
        for p in size.points() {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let points: Option<Vec<Point>> =
                    (0..k as i32).map(|n| size.offset(p, down * n, right * n)).collect();
                lines
                    .extend(points.map(|points| points.iter().fold(0, |mask, &p| mask | 1 << size.index(p))));
            }
        }
        Truth { size, lines, known: HashMap::new() }
    }

    /// The value for the side to move, with the fewest plies of a win.
    pub(crate) fn value(&mut self, position: &mnk::Position) -> Proof {
        let of = |color: Color| {
            let own = self.size.points().filter(|&p| position.at(p).color() == Some(color));
            own.fold(0, |mask, p| mask | 1 << self.size.index(p))
        };
        let mover = position.to_move();
        let (own, other) = (of(mover), of(!mover));
        self.proof(own, other)
    }

    /// The value of the position of a certificate.
    pub(crate) fn value_of(&mut self, certificate: &MnkCertificate) -> Proof {
        let cells = [(&certificate.black, Cell::Black), (&certificate.white, Cell::White)];
        let cells = cells.into_iter().flat_map(|(stones, cell)| stones.iter().map(move |&p| (p, cell)));
        let set_up = SetUp { cells: cells.collect(), to_move: certificate.to_move };
        self.value(&mnk::Position::set_up(&certificate.rules, &set_up).expect("the game goes on"))
    }

    fn proof(&mut self, own: u32, other: u32) -> Proof {
        // First whether there is a win at all: most searches end there.
        match self.search(own, other, -WIN, WIN) {
            0 => Proof::Draw,
            value if value > 0 => Proof::Win((WIN - value) as u32),
            value => Proof::Loss((WIN + value) as u32),
        }
    }

    /// Alpha-beta with exact values stored; the value is for the side with the stones `own`.
    fn search(&mut self, own: u32, other: u32, mut alpha: i32, beta: i32) -> i32 {
        if self.lines.iter().any(|line| other & line == *line) {
            return -WIN;
        }
        let full = (1u32 << self.size.area()) - 1;
        // Where no line is open the rest is a draw.
        if own | other == full || self.lines.iter().all(|line| own & line != 0 && other & line != 0) {
            return 0;
        }
        if let Some(&value) = self.known.get(&(own, other)) {
            return value;
        }
        let (before, mut best) = (alpha, -WIN);
        for at in 0..self.size.area() {
            if (own | other) >> at & 1 == 1 {
                continue;
            }
            // One ply later: values come one nearer to zero on the way back.
            let later = |value: i32| value + value.signum();
            let value = -self.search(other, own | 1 << at, -later(beta), -later(alpha));
            best = best.max(value - value.signum());
            alpha = alpha.max(best);
            if alpha >= beta {
                return best;
            }
        }
        if best > before {
            self.known.insert((own, other), best);
        }
        best
    }
}

fn nodes_of<'a>(certificate: &'a mut MnkCertificate, rng: &mut SplitMix64) -> &'a mut Vec<MnkProofNode> {
    let part = rng.below(certificate.parts.len());
    &mut certificate.parts[part].nodes
}

/// Changes one thing, so that the file can still be read.
pub(crate) fn spoil(certificate: &mut MnkCertificate, rng: &mut SplitMix64) {
    let size = certificate.rules.size;
    let point = size.point(rng.below(size.area()));
    let kind = rng.below(9);
    if kind == 8 {
        // Another position: a stone added, or the colours exchanged.
        let taken = certificate.black.contains(&point) || certificate.white.contains(&point);
        if taken || certificate.black.len() + certificate.white.len() > size.area() - 3 {
            std::mem::swap(&mut certificate.black, &mut certificate.white);
            return;
        }
        let stones = if rng.below(2) == 0 { &mut certificate.black } else { &mut certificate.white };
        stones.push(point);
        stones.sort_unstable();
        return;
    }
    if kind == 7 {
        certificate.parts[0].side = !certificate.parts[0].side;
        certificate.parts.truncate(1);
        return;
    }
    let nodes = nodes_of(certificate, rng);
    let n = rng.below(nodes.len());
    let node = &mut nodes[n];
    match kind {
        0 if node.mv.is_some() => node.mv = Some(point),
        1 if !node.replies.is_empty() => {
            let at = rng.below(node.replies.len());
            node.replies.remove(at);
        }
        2 => node.other = None,
        3 if !node.pairs.is_empty() => {
            let at = rng.below(node.pairs.len());
            node.pairs.remove(at);
        }
        4 if !node.pairs.is_empty() => {
            let at = rng.below(node.pairs.len());
            node.pairs[at].0 = point;
        }
        5 => node.block = !node.block,
        6 if !node.replies.is_empty() && n > 0 => {
            let at = rng.below(node.replies.len());
            node.replies[at].1 = rng.below(n) as u32;
        }
        _ => {}
    }
}
