//! The openings of a player's games: by name, or by the first moves, under any symmetry of the start.

use super::{Played, PlayerResults};
use crate::key::group_of;
use crate::rows::{load_nodes, tree_bytes};
use crate::{Result, codec};
use rusqlite::Connection;
use std::cmp::Reverse;
use std::collections::HashMap;
use tengen_board::{Point, Size, Symmetry};
use tengen_games::{AnyPosition, Game, GameSpec, Label, Move};
use tengen_records::{Record, Tree};
use tengen_words::opening_at;

/// The number of first moves that distinguish openings without a name.
pub const FIRST_MOVES: usize = 4;
/// The moves after which no position has the name of an opening.
const NAMED_PLIES: usize = 30;

/// An opening of a player, with its results.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningStatistics {
    /// The name; `None` where the opening has none.
    pub name: Option<Label>,
    /// The moves to it, turned to the usual side of the board, as in most games; empty after a set-up, and for games
    /// without moves.
    pub moves: Vec<String>,
    /// The size of the board.
    pub size: Size,
    /// True for games that began with stones set up.
    pub set_up: bool,
    /// The results as black.
    pub black: PlayerResults,
    /// The results as white.
    pub white: PlayerResults,
}

impl OpeningStatistics {
    /// The results of both colours.
    pub fn total(&self) -> PlayerResults {
        self.black.plus(self.white)
    }
}

/// What makes two games the same opening.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    SetUp(Size),
    Named(Size, &'static str),
    Moves(Size, Vec<String>),
}

/// An opening with its games so far.
struct Counts {
    name: Option<Label>,
    by_color: [PlayerResults; 2],
    /// How often each order of moves led to it.
    lines: HashMap<Vec<String>, u64>,
}

/// Counts the openings of games.
pub(super) struct Openings {
    /// The number of first moves that were asked for.
    moves: Option<usize>,
    starts: Vec<Start>,
    counts: HashMap<Key, Counts>,
}

/// The start of a game, and the symmetries that keep it.
struct Start {
    spec: GameSpec,
    position: AnyPosition,
    symmetries: Vec<Symmetry>,
}

impl Start {
    fn new(spec: &GameSpec) -> Start {
        let (position, size) = (AnyPosition::new(spec), spec.size());
        let keeps = |s: &Symmetry| size.points().all(|p| position.at(s.apply(p, size)) == position.at(p));
        let symmetries = group_of(spec).iter().copied().filter(keeps).collect();
        Start { spec: spec.clone(), position, symmetries }
    }

    /// A line turned so that its first moves are on the right, then at the top, as far as symmetry allows.
    fn turned(&self, line: &[Move]) -> Vec<String> {
        let size = self.position.size();
        let turn = |s: Symmetry, mv: Move| match mv {
            Move::Place(p) => Move::Place(s.apply(p, size)),
            other => other,
        };
        let order = |mv: Move| mv.point().map(|Point { row, col }| (Reverse(col), row));
        let lines = self.symmetries.iter().map(|&s| line.iter().map(|&mv| turn(s, mv)).collect::<Vec<_>>());
        let usual = lines.min_by_key(|line| line.iter().map(|&mv| order(mv)).collect::<Vec<_>>());
        usual.unwrap_or_default().into_iter().map(|mv| self.position.format_move(mv)).collect()
    }
}

impl Openings {
    pub(super) fn new(moves: Option<usize>) -> Openings {
        Openings { moves, starts: Vec::new(), counts: HashMap::new() }
    }

    pub(super) fn add(&mut self, conn: &Connection, game: &Played) -> Result<()> {
        let mut record = Record::new(game.spec.clone());
        match tree_bytes(conn, game.game)? {
            Some(bytes) => codec::decode_tree(&bytes, &mut record)?,
            None => {
                load_nodes(conn, game.game, &mut record.tree, false)?;
            }
        }
        let start = match self.starts.iter().position(|start| start.spec == game.spec) {
            Some(at) => &self.starts[at],
            None => {
                self.starts.push(Start::new(&game.spec));
                &self.starts[self.starts.len() - 1]
            }
        };
        let size = game.spec.size();
        let root = record.tree.node(Tree::ROOT);
        let (key, name, line) = if !root.set_up.is_empty() || root.to_move.is_some() {
            (Key::SetUp(size), None, Vec::new())
        } else {
            let (line, named) = first_moves(&record, &start.position, self.moves.unwrap_or(NAMED_PLIES));
            match (named, self.moves) {
                (Some((name, plies)), None) => {
                    (Key::Named(size, name.en), Some(name), start.turned(&line[..plies]))
                }
                (named, moves) => {
                    let line = start.turned(&line[..line.len().min(moves.unwrap_or(FIRST_MOVES))]);
                    (Key::Moves(size, line.clone()), named.map(|(name, _)| name), line)
                }
            }
        };
        let new = || Counts { name, by_color: Default::default(), lines: HashMap::new() };
        let counts = self.counts.entry(key).or_insert_with(new);
        for &color in &game.colors {
            counts.by_color[color.index()].add(color, game.outcome);
        }
        *counts.lines.entry(line).or_default() += 1;
        Ok(())
    }

    /// The openings, the most frequent first.
    pub(super) fn finish(self) -> Vec<OpeningStatistics> {
        let opening = |(key, counts): (Key, Counts)| {
            let Counts { name, by_color: [black, white], lines } = counts;
            let usual = lines.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(&a.0)));
            let moves = usual.map(|(line, _)| line).unwrap_or_default();
            let set_up = matches!(key, Key::SetUp(_));
            let (Key::SetUp(size) | Key::Named(size, _) | Key::Moves(size, _)) = key;
            OpeningStatistics { name, moves, size, set_up, black, white }
        };
        let mut openings: Vec<OpeningStatistics> = self.counts.into_iter().map(opening).collect();
        openings.sort_by(|a, b| {
            let order = b.total().games.cmp(&a.total().games);
            order.then_with(|| a.moves.cmp(&b.moves)).then_with(|| a.size.cmp(&b.size))
        });
        openings
    }
}

/// The first moves of the main line, at most `most`, and the last name of their positions with the number of moves to
/// it. It ends before a set-up and a move that the rules do not allow; decisions of an opening rule are left out.
fn first_moves(record: &Record, start: &AnyPosition, most: usize) -> (Vec<Move>, Option<(Label, usize)>) {
    let mut position = start.clone();
    let (mut line, mut named) = (Vec::new(), None);
    for node in record.tree.main_line().map(|id| record.tree.node(id)) {
        if line.len() >= most || !node.set_up.is_empty() {
            break;
        }
        let Some((_, mv)) = node.mv else { continue };
        // Records of Othello may leave passes out.
        if !position.is_legal(mv) && position.is_legal(Move::Pass) && position.play(Move::Pass).is_ok() {
            line.push(Move::Pass);
        }
        if position.play(mv).is_err() {
            break;
        }
        if !matches!(mv, Move::Choose(_)) {
            line.push(mv);
        }
        if let Some(name) = opening_at(&position) {
            named = Some((name, line.len()));
        }
    }
    line.truncate(most);
    (line, named.map(|(name, plies)| (name, plies.min(most))))
}
