//! Certificates of values: a win, or a hold of each side, for `tengen_games::mnk::proof` to check.
//!
//! - `set` and `lines`: the open lines of both sides, which are all that matters of a position.
//! - `leaf`: positions that hold by pairs and a bound.
//! - `table` and `hold`: df-pn, the search that decides whether a side holds.
//! - `build` and `win`: the certificate of what was found.
//!
//! The verifier leaves out replies that are no better than others, so the search and the builder do too.

mod build;
mod hold;
mod leaf;
mod lines;
mod set;
mod table;
mod win;

use crate::exact::board_of;
use crate::proof::{Progress, Prover};
use hold::{HoldResult, HoldSearch, Position};
use lines::open_lines;
use set::Set;
use tengen_board::Color;
use tengen_engine::{Clock, Limits, Proof, Stop, Table};
use tengen_games::mnk::proof::{MnkCertificate, MnkClaim, MnkProofPart, MnkVerifyLimits, verify_until};
use tengen_games::{Game, mnk};

/// Nodes of the first slice of each search; slices double.
const FIRST_SLICE: u64 = 2_000;
/// Nodes of the exact solver for one of the search for holds, which is slower.
const EXACT_SHARE: u64 = 50;

/// A proven value with its certificate, which the verifier has accepted.
#[derive(Clone, Debug)]
pub struct Certified {
    /// The value, for the side to move. The plies of a win are the fewest.
    pub value: Proof,
    /// The proof.
    pub certificate: MnkCertificate,
    /// Nodes searched.
    pub nodes: u64,
}

/// Proves the value of a position and writes the proof. `None` if the limits on nodes or time, or `stop`, ended it, if
/// the game is over or has gravity, or if the verifier does not accept the proof. `mib` is the memory of the tables.
pub fn certify(position: &mnk::Position, limits: &Limits, mib: usize, stop: &Stop) -> Option<Certified> {
    let rules = position.rules();
    if position.is_over() || rules.gravity {
        return None;
    }
    let found = if rules.size.area() <= 64 {
        Certifier::<1>::new(position, mib).run(limits, stop)
    } else if rules.size.area() <= 128 {
        Certifier::<2>::new(position, mib).run(limits, stop)
    } else {
        Certifier::<10>::new(position, mib).run(limits, stop)
    };
    // The search tells positions apart by 64-bit keys, so it could err.
    let limits = MnkVerifyLimits::default();
    found.filter(|found| verify_until(&found.certificate, &limits, &|| stop.is_raised()).is_ok())
}

struct Certifier<'a, const N: usize> {
    position: &'a mnk::Position,
    mib: usize,
    /// The open lines of black and of white.
    lines: [Vec<Set<N>>; 2],
    search: HoldSearch<N>,
}

impl<'a, const N: usize> Certifier<'a, N> {
    fn new(position: &'a mnk::Position, mib: usize) -> Certifier<'a, N> {
        let board = board_of(position);
        let geometry = board.geometry.clone();
        let lines = [Color::Black, Color::White].map(|color| open_lines(&geometry, |p| board.at(p), color));
        let search = HoldSearch::new(geometry, mib);
        Certifier { position, mib, lines, search }
    }

    /// Searches for a win and for both holds, in slices that grow, until one win or two holds are found.
    fn run(mut self, limits: &Limits, stop: &Stop) -> Option<Certified> {
        let mut clock = Clock::looking_every(64, limits, stop);
        let to_move = self.position.to_move();
        let mut board = board_of(self.position);
        let (table, mut progress) = (Table::new(self.mib / 4), Progress::new(&board));
        // The opponent of the side to move first: on an empty board that is the harder question.
        let mut holders = [!to_move, to_move].map(|side| (side, None));
        let mut slice = FIRST_SLICE;
        while holders.iter().any(|(_, held)| held.is_none()) {
            if progress.proof().is_none() {
                let mut prover = Prover::new(&table, &mut clock);
                prover.until = prover.clock.nodes().saturating_add(slice * EXACT_SHARE);
                let winner = match prover.solve(&mut board, &mut progress, u16::MAX) {
                    Ok(Some(Proof::Win(_))) => Some(to_move),
                    Ok(Some(Proof::Loss(_))) => Some(!to_move),
                    _ => None,
                };
                if let Some(winner) = winner {
                    return self.win(winner, &table, clock);
                }
            }
            for (side, held) in &mut holders {
                if held.is_some() {
                    continue;
                }
                match self.hold(*side, &mut clock, slice)? {
                    (HoldResult::Lost, _) => return self.win(!*side, &table, clock),
                    (HoldResult::Held, start) => *held = Some(start),
                    (HoldResult::Unknown, _) => {}
                }
            }
            slice = slice.saturating_mul(2);
        }
        let mut parts = Vec::new();
        for (side, held) in holders {
            let nodes = build::hold(&mut self.search, &held?, to_move != side, &mut clock)?;
            parts.push(MnkProofPart { side, claim: MnkClaim::Holds, nodes });
        }
        let certificate = MnkCertificate::new(self.position, parts);
        Some(Certified { value: Proof::Draw, certificate, nodes: clock.nodes() })
    }

    /// The position for this holder.
    fn start(&self, holder: Color) -> Position<N> {
        let lines = |color: Color| self.lines[color.index()].clone();
        Position { attacker: lines(!holder), holder: lines(holder) }
    }

    /// Whether this side holds, and the position in which that was found: with or without lines of its own. Most
    /// holds need none, and that search has far fewer positions.
    fn hold(&mut self, side: Color, clock: &mut Clock, nodes: u64) -> Option<(HoldResult, Position<N>)> {
        let (start, attacking) = (self.start(side), self.position.to_move() != side);
        let plain = Position { attacker: start.attacker.clone(), holder: Vec::new() };
        if self.search.solve(&plain, attacking, clock, nodes)? == HoldResult::Held {
            return Some((HoldResult::Held, plain));
        }
        Some((self.search.solve(&start, attacking, clock, nodes)?, start))
    }

    fn win(self, winner: Color, table: &Table, mut clock: Clock) -> Option<Certified> {
        let mut board = board_of(self.position);
        let prover = Prover::new(table, &mut clock);
        let start = self.start(!winner);
        let (plies, nodes) = win::win(&mut board, &start, winner, &self.search, prover)?;
        let value = if winner == self.position.to_move() { Proof::Win(plies) } else { Proof::Loss(plies) };
        let part = MnkProofPart { side: winner, claim: MnkClaim::Wins, nodes };
        let certificate = MnkCertificate::new(self.position, vec![part]);
        Some(Certified { value, certificate, nodes: clock.nodes() })
    }
}
