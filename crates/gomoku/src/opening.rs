//! Decisions under opening rules: which colour to take, where to place a stone before the opponent may swap, how many
//! fifth moves to offer, and which of those offered to take.
//!
//! The first three stones of swap and swap2 come from the [book](crate::book), if it has an opening that the stones
//! on the board begin. The search decides everything else. Pro and long pro aim at no balance: each side wants the
//! best stone that the rule allows, which a search under the rule finds.

use crate::book::Book;
use std::time::{Duration, Instant};
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point, Symmetry};
use tengen_engine::{Analysis, Limits, Line, Score, Stop};
use tengen_games::gomoku::{OpeningRule, Position, Rules, Step};
use tengen_games::{Choice, Game, Move, SetUp};

/// The number of candidate squares for a stone before a swap.
const MAX_CANDIDATES: usize = 24;

/// The node limit of an evaluation without other limits.
const EVALUATION_NODES: u64 = 20_000;

/// The greatest distance of white's second stone from the centre under pro and long pro.
const SECOND_DISTANCE: u8 = 3;

/// The chance to win of a player whose opponent chooses: at best that of an even game.
const EVEN_AT_BEST: f32 = 0.49;

/// The engine's search of a position.
type Search<'a> = &'a mut dyn FnMut(&Position, &Limits, &Stop) -> Analysis;

/// The budget of a decision, shared by several evaluations.
struct DecisionBudget<'a> {
    search: Search<'a>,
    limits: &'a Limits,
    stop: &'a Stop,
    nodes: u64,
    /// The end of the decision's time.
    until: Option<Instant>,
}

impl DecisionBudget<'_> {
    /// True if no more evaluations fit.
    fn is_over(&self) -> bool {
        self.stop.is_raised() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Black's chance to win by one evaluation among `share`, of which `left` remain with this one; one half if it
    /// cannot be evaluated.
    fn black_chance(&mut self, position: &Position, kept: Option<Point>, share: usize, left: usize) -> f32 {
        without_opening(position, kept).map_or(0.5, |plain| self.black_chance_in_force(&plain, share, left))
    }

    /// The same for the position as it is, with its opening rule in force.
    fn black_chance_in_force(&mut self, plain: &Position, share: usize, left: usize) -> f32 {
        if let Some(outcome) = plain.outcome() {
            return match outcome.winner {
                Some(Color::Black) => 1.0,
                Some(Color::White) => 0.0,
                None => 0.5,
            };
        }
        let (share, left) = (share.max(1) as u32, left.max(1) as u32);
        let time = self.until.map(|until| until.saturating_duration_since(Instant::now()) / left);
        let limits = Limits {
            time: time.or(self.limits.time),
            nodes: Some(
                (self.limits.nodes.unwrap_or(EVALUATION_NODES * 16) / u64::from(share))
                    .min(EVALUATION_NODES * 16),
            ),
            depth: self.limits.depth,
            lines: 1,
            avoid: Vec::new(),
            ..self.limits.clone()
        };
        let found = (self.search)(plain, &limits, self.stop);
        self.nodes += found.nodes;
        let win = found.score().map_or(0.5, Score::win);
        if plain.to_move() == Color::Black { win } else { 1.0 - win }
    }
}

/// The answer to the opening rule; `None` where it asks for an ordinary move.
pub(crate) fn decide(
    search: Search<'_>,
    position: &Position,
    limits: &Limits,
    stop: &Stop,
) -> Option<Analysis> {
    let step = position.step()?;
    if let Some(ranked) = from_book(position, limits) {
        return Some(analysis_of(&ranked, limits, 0));
    }
    // A time too large to add has no end, as on the opponent's move.
    let until = limits.time.and_then(|time| Instant::now().checked_add(time));
    let mut budget = DecisionBudget { search, limits, stop, nodes: 0, until };
    let mut ranked = match step {
        step if step.is_choice() => choices(&mut budget, position, step),
        Step::PickFifth => fifths(&mut budget, position),
        Step::OfferFifth { .. } => offers(&mut budget, position),
        Step::Stone { number: 2, .. } if is_pro(position) => seconds(&mut budget, position),
        Step::Stone { .. } if leaves_choice(position) => even_places(&mut budget, position),
        _ => return None,
    };
    if ranked.is_empty() {
        return None;
    }
    // A stable sort: the first of equal ones stays first.
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    Some(analysis_of(&ranked, limits, budget.nodes))
}

/// The decisions as an `Analysis`, with the first one as the best.
fn analysis_of(ranked: &[(Move, f32)], limits: &Limits, nodes: u64) -> Analysis {
    let line = |&(mv, win): &(Move, f32)| Line {
        moves: vec![mv],
        score: Score::Estimate {
            value: (win.clamp(0.001, 0.999) / (1.0 - win.clamp(0.001, 0.999))).ln() * 256.0,
            win,
        },
        work: 0,
    };
    Analysis {
        best: ranked.first().map(|&(mv, _)| mv),
        lines: ranked.iter().take(limits.lines.max(1)).map(line).collect(),
        depth: 1,
        nodes,
        time: Duration::ZERO,
        ..Analysis::default()
    }
}

/// The next stone of an opening of the book, drawn by the seed, then the other stones that fit, the most even first.
/// Each has the chance to win of the player who places it and leaves the choice to the opponent. `None` if no opening
/// fits.
fn from_book(position: &Position, limits: &Limits) -> Option<Vec<(Move, f32)>> {
    let mut fitting = Book::standard(&position.rules())?.next(position);
    fitting.retain(|(p, _)| !limits.avoid.contains(p));
    if fitting.is_empty() {
        return None;
    }
    let drawn = fitting[SplitMix64(limits.seed ^ position.hash()).below(fitting.len())];
    fitting.sort_by_key(|&(p, black)| (p != drawn.0, black.abs_diff(500), p));
    let mut ranked: Vec<(Move, f32)> = Vec::new();
    for (p, black) in fitting {
        if ranked.iter().all(|&(mv, _)| mv != Move::Place(p)) {
            ranked.push((Move::Place(p), f32::from(black.min(1000 - black)) / 1000.0));
        }
    }
    Some(ranked)
}

fn is_pro(position: &Position) -> bool {
    matches!(position.rules().opening, OpeningRule::Pro | OpeningRule::LongPro)
}

/// White's second stone under pro and long pro, with white's chance to win. Black's third must stay away from the
/// centre, which a search of the second stone alone would not know. Of symmetric squares one is evaluated.
fn seconds(budget: &mut DecisionBudget<'_>, position: &Position) -> Vec<(Move, f32)> {
    let size = position.size();
    let center = size.center();
    let away = |p: Point| p.row.abs_diff(center.row).max(p.col.abs_diff(center.col));
    let turns = Symmetry::keeping(size).iter().filter(|s| s.apply(center, size) == center);
    let turns: Vec<&Symmetry> = turns.collect();
    let first = |p: Point| turns.iter().all(|s| p <= s.apply(p, size));
    let mut points: Vec<Point> = size
        .points()
        .filter(|&p| away(p) <= SECOND_DISTANCE && first(p) && !budget.limits.avoid.contains(&p))
        .filter(|&p| position.is_legal(Move::Place(p)))
        .collect();
    points.sort_by_key(|&p| (away(p), p));
    let mut ranked = Vec::new();
    let mut after = position.clone();
    let looks = points.len();
    for (i, point) in points.into_iter().enumerate() {
        after.play_unchecked(Move::Place(point));
        let black = budget.black_chance_in_force(&after, looks, looks - i);
        after.undo();
        ranked.push((Move::Place(point), 1.0 - black));
        if budget.is_over() {
            break;
        }
    }
    ranked
}

/// The decisions, each with the chance to win of the player who decides.
fn choices(budget: &mut DecisionBudget<'_>, position: &Position, step: Step) -> Vec<(Move, f32)> {
    let black = budget.black_chance(position, None, 1, 1);
    let value = |choice: Choice| match choice {
        Choice::Take(Color::Black) => black,
        Choice::Take(Color::White) => 1.0 - black,
        Choice::PlaceTwoMore => EVEN_AT_BEST + 0.05,
        // The further ahead black is, the more fifth moves are fair.
        Choice::FifthMoves(n) => match step {
            Step::DeclareFifths { max } => {
                let fair = 1.0 + f32::from(max.saturating_sub(1)) * (2.0 * black - 1.0).clamp(0.0, 1.0);
                0.5 - (f32::from(n) - fair).abs() / 100.0
            }
            // Many offers instead of one are only for a black that is far ahead.
            _ => black - 0.35,
        },
    };
    step.choices().into_iter().map(|choice| (Move::Choose(choice), value(choice).clamp(0.0, 1.0))).collect()
}

/// The offered fifth moves, each with white's chance to win.
fn fifths(budget: &mut DecisionBudget<'_>, position: &Position) -> Vec<(Move, f32)> {
    let offers = position.offers().to_vec();
    let share = offers.len();
    let mut ranked = Vec::with_capacity(share);
    for (i, p) in offers.into_iter().enumerate() {
        // Offers that were not evaluated come last.
        let black = if i > 0 && budget.is_over() {
            1.0
        } else {
            budget.black_chance(position, Some(p), share, share - i)
        };
        ranked.push((Move::Place(p), 1.0 - black));
    }
    ranked
}

/// Black's fifth moves that may still be offered, best first.
fn offers(budget: &mut DecisionBudget<'_>, position: &Position) -> Vec<(Move, f32)> {
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    let Some(plain) = without_opening(position, None).filter(|plain| !plain.is_over()) else {
        return legal.into_iter().map(|mv| (mv, 0.5)).collect();
    };
    let limits = Limits {
        lines: MAX_CANDIDATES,
        nodes: Some(budget.limits.nodes.unwrap_or(EVALUATION_NODES * 10)),
        ..budget.limits.clone()
    };
    let found = (budget.search)(&plain, &limits, budget.stop);
    budget.nodes += found.nodes;
    let liked = found.lines.iter().filter_map(|line| Some((*line.moves.first()?, line.score.win())));
    let mut ranked: Vec<(Move, f32)> = liked.filter(|(mv, _)| legal.contains(mv)).collect();
    if ranked.is_empty() {
        ranked.extend(legal.first().map(|&mv| (mv, 0.5)));
    }
    ranked
}

/// True if the opponent may choose colours after this stone.
fn leaves_choice(position: &Position) -> bool {
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    let mut after = position.clone();
    match legal.first() {
        Some(&mv @ Move::Place(_)) => {
            after.play_unchecked(mv);
            after.step().is_some_and(Step::is_choice)
        }
        _ => false,
    }
}

/// Squares for a stone before the opponent chooses colours, each with the chance to win of the player who places it:
/// at most one half.
fn even_places(budget: &mut DecisionBudget<'_>, position: &Position) -> Vec<(Move, f32)> {
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    // Sampled evenly from near the stones to far from them: the balanced ones are in between.
    let stones: Vec<Point> = position.size().points().filter(|&p| !position.at(p).is_empty()).collect();
    let away = |p: Point| {
        let far = |s: &Point| s.row.abs_diff(p.row).max(s.col.abs_diff(p.col));
        stones.iter().map(far).min().unwrap_or(0)
    };
    let mut points: Vec<Point> = legal.iter().filter_map(|mv| mv.point()).collect();
    points.sort_by_key(|&p| (away(p), p));
    points.truncate(points.len().min(120));
    let step = points.len().div_ceil(MAX_CANDIDATES).max(1);
    let mut ranked = Vec::new();
    let mut after = position.clone();
    let looks = points.len().div_ceil(step);
    for (i, &point) in points.iter().step_by(step).enumerate() {
        after.play_unchecked(Move::Place(point));
        let black = budget.black_chance(&after, None, MAX_CANDIDATES, looks - i);
        after.undo();
        ranked.push((Move::Place(point), black.min(1.0 - black)));
        if budget.is_over() {
            break;
        }
    }
    ranked
}

/// The same stones without an opening rule; of the offered fifth moves only `kept` stays.
fn without_opening(position: &Position, kept: Option<Point>) -> Option<Position> {
    let offers = position.offers();
    let cells: Vec<(Point, Cell)> = position
        .size()
        .points()
        .filter(|p| kept == Some(*p) || !offers.contains(p))
        .map(|p| (p, position.at(p)))
        .filter(|(_, cell)| !cell.is_empty())
        .collect();
    let stones = |cell| cells.iter().filter(|(_, c)| *c == cell).count();
    let to_move = if stones(Cell::Black) > stones(Cell::White) { Color::White } else { Color::Black };
    let rules = Rules { opening: OpeningRule::None, ..position.rules() };
    Position::set_up(&rules, &SetUp { cells, to_move }).ok()
}

#[cfg(test)]
mod tests;
