//! The positions of one line of a record, one after another, by the rules.

use crate::scores::{of_outcome, player_of};
use tengen_board::Color;
use tengen_engine::{Analysis, Proof, Score};
use tengen_games::{AnyPosition, Feature, Game, GameSpec, Label, Move, PlayerId, go};
use tengen_records::{NodeId, Record, ReplayError, Tree, Violation};
use tengen_render::MoveNumbers;
use tengen_words::opening_at;

/// One position of a line, and the move that led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The first node of the record after which the position is this; `None` where the record has no node for it:
    /// after a pass that it leaves out.
    pub node: Option<NodeId>,
    /// The position.
    pub position: AnyPosition,
    /// The move from the moment before; `None` at the beginning and where stones were set up in mid-game.
    pub arrival: Option<Arrival>,
}

/// A move from one moment to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The move.
    pub mv: Move,
    /// The side to move before it.
    pub color: Color,
    /// The player who made it.
    pub player: PlayerId,
    /// Its number in the game, from 1, as on the board: see [`MoveNumbers`]. A pass that has none there has that of the
    /// next move.
    pub number: usize,
    /// Whether the record leaves it out: a pass that the rules want.
    pub put_in: bool,
}

/// The positions of one line of a record. There is always at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    spec: GameSpec,
    moments: Vec<Moment>,
    violation: Option<Violation>,
    /// Black's margin at the end of a game of Go, where the record marks territory.
    marked_margin: Option<f32>,
}

/// A line that cannot be gone over.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CourseError {
    /// It breaks the rules.
    #[error("move {} breaks the rules: {}", .0.number, .0.kind)]
    Illegal(Violation),
    /// It is too long.
    #[error("the line has more than {most} moves")]
    TooLong {
        /// The most moves of a line, [`Course::MOST_MOVES`].
        most: usize,
    },
    /// The record has no such node.
    #[error("the record has no node {0}")]
    NoNode(NodeId),
}

impl Course {
    /// The most moves of a line: far more than any real game has, and few enough to keep every position at hand.
    pub const MOST_MOVES: usize = 3000;

    /// The name of the opening of a game of Othello: that of the last position with a name. `None` if there is none,
    /// and in other games.
    pub fn opening(&self) -> Option<Label> {
        if !self.spec.has(Feature::Discs) {
            return None;
        }
        self.moments.iter().rev().find_map(|moment| opening_at(&moment.position))
    }

    /// The main line of a record.
    ///
    /// # Errors
    /// [`CourseError`] names the move that breaks the rules; also if there are more than [`Course::MOST_MOVES`].
    pub fn main(record: &Record) -> Result<Course, CourseError> {
        Course::strictly(record, record.tree.main_line())
    }

    /// The line through `node`: from the root to it, and on along first variations to the end.
    ///
    /// # Errors
    /// As [`Course::main`]; also if there is no such node.
    pub fn through(record: &Record, node: NodeId) -> Result<Course, CourseError> {
        if node as usize >= record.tree.len() {
            return Err(CourseError::NoNode(node));
        }
        let first = |&id: &NodeId| record.tree.node(id).children.first().copied();
        let rest = std::iter::successors(Some(node), first).skip(1);
        Course::strictly(record, record.tree.path(node).into_iter().chain(rest))
    }

    /// The line from the root to `node`, and no further.
    ///
    /// # Errors
    /// As [`Course::through`].
    pub fn to(record: &Record, node: NodeId) -> Result<Course, CourseError> {
        if node as usize >= record.tree.len() {
            return Err(CourseError::NoNode(node));
        }
        Course::strictly(record, record.tree.path(node).into_iter())
    }

    /// The main line up to where it breaks the rules, if it does; see [`Course::violation`].
    ///
    /// # Errors
    /// If there are more than [`Course::MOST_MOVES`].
    pub fn readable(record: &Record) -> Result<Course, CourseError> {
        Course::of(record, record.tree.main_line())
    }

    fn strictly(record: &Record, nodes: impl Iterator<Item = NodeId>) -> Result<Course, CourseError> {
        let mut course = Course::of(record, nodes)?;
        match course.violation.take() {
            Some(violation) => Err(CourseError::Illegal(violation)),
            None => Ok(course),
        }
    }

    fn of(record: &Record, nodes: impl Iterator<Item = NodeId>) -> Result<Course, CourseError> {
        let nodes: Vec<NodeId> = nodes.collect();
        let moves = nodes.iter().filter(|&&id| record.tree.node(id).mv.is_some()).count();
        if moves > Course::MOST_MOVES {
            return Err(CourseError::TooLong { most: Course::MOST_MOVES });
        }
        let mut moments: Vec<Moment> = Vec::with_capacity(moves + 1);
        let mut set_ups = 0;
        // The numbers of the moves after the last set-up, and how many came before it.
        let (mut numbers, mut before) = (MoveNumbers::new(&AnyPosition::new(&record.spec)), 0);
        let replay = record.replay_nodes(nodes, |node, position, count| {
            if moments.is_empty() || count.set_ups > set_ups {
                set_ups = count.set_ups;
                let mut start = position.clone();
                while start.undo().is_some() {}
                before += numbers.last() as usize;
                numbers = MoveNumbers::new(&start);
                // The root's first moment is the root's even where the root has a move.
                let owner = (position.ply() == 0 || node == Tree::ROOT).then_some(node);
                moments.push(Moment { node: owner, position: start, arrival: None });
            }
            let past = moments[moments.len() - 1].position.ply();
            let new: Vec<Move> = position.moves().skip(past).collect();
            for (i, &mv) in new.iter().enumerate() {
                let mut next = moments[moments.len() - 1].position.clone();
                let (color, player) = (next.to_move(), next.player_to_move());
                next.play_unchecked(mv);
                let put_in = i + 1 < new.len();
                let last = numbers.last();
                numbers.update(&next);
                let unnumbered_pass = mv == Move::Pass && numbers.last() == last;
                let number = before + numbers.last() as usize + usize::from(unnumbered_pass);
                let arrival = Some(Arrival { mv, color, player, number, put_in });
                moments.push(Moment { node: (!put_in).then_some(node), position: next, arrival });
            }
        });
        if moments.is_empty() {
            let position = AnyPosition::new(&record.spec);
            moments.push(Moment { node: None, position, arrival: None });
        }
        let violation = replay.err().map(|error: ReplayError| *error.violation);
        let marked_margin = moments.last().and_then(|moment| match (&moment.position, moment.node) {
            (AnyPosition::Go(go), Some(node)) if go.is_over() => {
                Some(go.score(&record.marked_dead(node, go)?).margin())
            }
            _ => None,
        });
        Ok(Course { spec: record.spec.clone(), moments, violation, marked_margin })
    }

    /// The game and its rules.
    pub fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// Every position in order, the one before the first move among them.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The numbers of the moments that need an analysis: those in which the game goes on, and the end of a game of Go
    /// where the record does not mark the dead stones.
    pub fn to_analyse(&self) -> impl DoubleEndedIterator<Item = usize> {
        let needs = |&i: &usize| !self.moments[i].position.is_over() || self.needs_dead_stones(i);
        (0..self.moments.len()).filter(needs)
    }

    fn needs_dead_stones(&self, index: usize) -> bool {
        let is_counted = |go: &go::Position| go.is_over() && go.rules().captures_to_win == 0;
        self.marked_margin.is_none()
            && matches!(&self.moments[index].position, AnyPosition::Go(go) if is_counted(go))
    }

    /// How the game ended at a moment, for the player to move: by the rules, in Go by the dead stones of the record, or
    /// else by the count in `analysis`. `None` while the game goes on.
    pub(crate) fn outcome(&self, index: usize, analysis: Option<&Analysis>) -> Option<Score> {
        let position = &self.moments[index].position;
        let ended = of_outcome(position)?;
        if let Some(margin) = self.marked_margin {
            let own = player_of(position, Color::Black) == position.player_to_move();
            return Some(Score::Proven(Proof::Margin(if own { margin } else { -margin })));
        }
        let counted = analysis.filter(|_| self.needs_dead_stones(index)).and_then(Analysis::score);
        Some(counted.unwrap_or(ended))
    }

    /// Where the line breaks the rules, if it does: the moments end before that.
    pub fn violation(&self) -> Option<&Violation> {
        self.violation.as_ref()
    }

    /// The moment before number `index`, if a move led from it to that one.
    pub fn step_to(&self, index: usize) -> Option<(&Moment, &Arrival)> {
        let arrival = self.moments.get(index)?.arrival.as_ref()?;
        Some((&self.moments[index - 1], arrival))
    }
}
