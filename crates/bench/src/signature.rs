//! Signatures of the engines: numbers that change when the play of an engine changes.
//!
//! Every engine searches fixed positions with fixed limits on one thread. The signature is the sum of the nodes; for
//! Go, whose nodes are the limit itself, it is a checksum of the visits of all root moves. It does not depend on the
//! machine. A commit that only moves or renames code must keep every signature. CI checks them with `bench signatures
//! --check`.
//!
//! To renew a signature after an intended change of play: run `tengen bench signatures`, put the new number into
//! [`PINNED`], and state it in the commit with the test of strength.

use crate::gomoku;
use crate::measure::{OnProgress, Steps, format_rate};
use serde::Serialize;
use std::fmt;
use std::time::Instant;
use tengen_board::Size;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::gomoku::Variant;
use tengen_games::{Game, go, mnk, othello};

/// The engines that have a signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Signed {
    /// The gomoku engine, in freestyle, standard and renju.
    Gomoku,
    /// The Othello engine.
    Othello,
    /// The Go engine.
    Go,
    /// The engine for m,n,k games.
    Mnk,
}

impl Signed {
    /// Every engine.
    pub const ALL: [Signed; 4] = [Signed::Gomoku, Signed::Othello, Signed::Go, Signed::Mnk];

    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Signed::Gomoku => "gomoku",
            Signed::Othello => "othello",
            Signed::Go => "go",
            Signed::Mnk => "mnk",
        }
    }
}

/// The signature of every engine. The only place where they are pinned; see the top of this module.
pub const PINNED: [(Signed, u64); 4] = [
    (Signed::Gomoku, 7_768_956),
    (Signed::Othello, 355_438),
    (Signed::Go, 109_934_327),
    (Signed::Mnk, 291_366),
];

/// Plies of Othello's midgame searches.
const OTHELLO_DEPTH: u32 = 9;
/// Playouts for each position of Go.
const GO_PLAYOUTS: u64 = 400;
/// Node limit for each m,n,k position.
const MNK_NODES: u64 = 200_000;

/// Othello: board size, moves, plies.
const OTHELLO: [(usize, &str, u32); 5] = [
    (8, "", OTHELLO_DEPTH),
    (8, "f5 d6 c3 d3 c4", OTHELLO_DEPTH),
    (8, "f5 f6 e6 f4 g5 e7", OTHELLO_DEPTH),
    // Solved to the end: 18 empties, and the whole of 4×4.
    (6, "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2", 36),
    (4, "", 16),
];

/// Go: rules, board size, moves.
const GO: [(&str, usize, &str); 3] =
    [("chinese", 9, ""), ("japanese", 9, "E5 C3 G7 C7 G3"), ("tromp-taylor", 13, "K10 D4 D10 K4")];

/// M,n,k games: rules, moves.
const MNK: [(&str, &str); 5] =
    [("3,3,3", ""), ("6,6,5", ""), ("6,5,4", ""), ("15,15,5", "h8 i9 g7"), ("7,6,4+gravity", "d1 d2 d3 d4")];

/// A line of the table: one engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SignatureRow {
    /// The engine.
    pub engine: Signed,
    /// Its signature now.
    pub signature: u64,
    /// The pinned signature.
    pub pinned: u64,
    /// Nodes of all its searches; for Go, playouts.
    pub nodes: u64,
    /// Nodes per second.
    pub nodes_per_second: f64,
}

impl SignatureRow {
    /// True if the signature is not the pinned one.
    pub fn is_changed(&self) -> bool {
        self.signature != self.pinned
    }
}

/// The table of `tengen bench signatures`. Its [`Display`](fmt::Display) is for people.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SignatureTable {
    /// One row per engine.
    pub rows: Vec<SignatureRow>,
    /// True if every engine was measured.
    pub complete: bool,
}

impl SignatureTable {
    /// True if a signature is not the pinned one.
    pub fn is_changed(&self) -> bool {
        self.rows.iter().any(SignatureRow::is_changed)
    }
}

/// Computes the signatures of `engines`.
pub fn measure(engines: &[Signed], on_progress: OnProgress<'_>) -> SignatureTable {
    let mut steps = Steps::new(engines.len(), on_progress);
    let mut table = SignatureTable { rows: Vec::new(), complete: true };
    for &engine in engines {
        let row = steps.take(engine.name(), || {
            let begun = Instant::now();
            let (nodes, signature) = match engine {
                Signed::Gomoku => {
                    let variants = [Variant::Freestyle, Variant::Standard, Variant::Renju];
                    same(variants.map(|variant| gomoku::searches(variant, gomoku::DEPTH).0).iter().sum())
                }
                Signed::Othello => same(othello_nodes()),
                Signed::Go => go_visits(),
                Signed::Mnk => same(mnk_nodes()),
            };
            let nodes_per_second = nodes as f64 / begun.elapsed().as_secs_f64();
            let pinned = PINNED.iter().find(|(pinned, _)| *pinned == engine).map_or(0, |&(_, number)| number);
            SignatureRow { engine, signature, pinned, nodes, nodes_per_second }
        });
        let Some(row) = row else {
            table.complete = false;
            break;
        };
        table.rows.push(row);
    }
    table
}

const fn same(nodes: u64) -> (u64, u64) {
    (nodes, nodes)
}

/// Plays moves written in the habit of the game.
fn played<G: Game>(mut game: G, moves: &str) -> G {
    for text in moves.split_whitespace() {
        let mv = game.parse_move(text).expect("the positions are written as the game writes moves");
        game.play(mv).expect("the positions are legal");
    }
    game
}

fn othello_nodes() -> u64 {
    let mut player = tengen_othello::Player::default();
    let nodes = OTHELLO.map(|(side, moves, depth)| {
        let rules = othello::Rules::new(Size::of(side, side)).expect("even sides from 4 on");
        let game = played(othello::Position::new(&rules), moves);
        player.new_game();
        player.analyze(&game, &Limits::depth(depth), &Stop::new(), &mut |_| ()).nodes
    });
    nodes.iter().sum()
}

/// The playouts, and a checksum over the ranked root moves with their visits.
fn go_visits() -> (u64, u64) {
    let mut checksum: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |number: u64| checksum = (checksum ^ number).wrapping_mul(0x0100_0000_01b3);
    let mut playouts = 0;
    for (rules, side, moves) in GO {
        let rules = go::Rules::named(rules, Some(Size::of(side, side))).expect("named rules");
        let game = played(go::Position::new(&rules), moves);
        let limits = Limits { seed: 1, lines: usize::MAX, ..Limits::nodes(GO_PLAYOUTS) };
        let analysis = tengen_go::Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| ());
        playouts += analysis.nodes;
        for line in &analysis.lines {
            add(line.moves[0].point().map_or(u64::MAX, |p| game.size().index(p) as u64));
            add(line.work);
        }
    }
    // Short enough to read and to compare.
    (playouts, checksum % 1_000_000_007)
}

fn mnk_nodes() -> u64 {
    let mut player = tengen_mnk::Player::new();
    let nodes = MNK.map(|(rules, moves)| {
        let rules = mnk::Rules::named(rules, None).expect("named rules");
        let game = played(mnk::Position::new(&rules), moves);
        player.new_game();
        let limits = Limits { depth: Some(8), ..Limits::nodes(MNK_NODES) };
        player.analyze(&game, &limits, &Stop::new(), &mut |_| ()).nodes
    });
    nodes.iter().sum()
}

impl fmt::Display for SignatureTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:10}{:>14}{:>14}{:>14}", "engine", "signature", "nodes", "nodes/s")?;
        for row in &self.rows {
            let rate = format_rate(row.nodes_per_second);
            write!(f, "{:10}{:>14}{:>14}{rate:>14}", row.engine.name(), row.signature, row.nodes)?;
            if row.is_changed() {
                write!(f, "   changed: {} is pinned", row.pinned)?;
            }
            writeln!(f)?;
        }
        if !self.complete {
            writeln!(f, "\nStopped before the end.")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change of this test is a change of play: see the top of the module for how to renew a signature.
    #[test]
    fn engines_have_their_pinned_signatures() {
        let table = measure(&Signed::ALL, &mut |_| true);
        assert!(table.complete && !table.is_changed(), "\n{table}");
        assert_eq!(table.rows.len(), PINNED.len());
    }

    #[test]
    fn a_changed_signature_is_reported() {
        let row =
            SignatureRow { engine: Signed::Go, signature: 1, pinned: 2, nodes: 1, nodes_per_second: 1.0 };
        let table = SignatureTable { rows: vec![row], complete: true };
        assert!(table.is_changed());
        assert!(table.to_string().contains("changed: 2 is pinned"), "{table}");
    }
}
