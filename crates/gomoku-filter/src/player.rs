//! The player: it applies its filters and plays the move that they leave.

use crate::candidates::{Candidates, FilterResult};
use crate::estimate::estimate;
use crate::filter::FilterContext;
use crate::list::FilterList;
use crate::opening;
use crate::view::View;
use tengen_board::Point;
use tengen_engine::{Analysis, Clock, Engine, LevelTrait, Leveled, Limits, Line, Score, Stop, StrikeReason};
use tengen_games::gomoku::{Position, Step};
use tengen_games::{Game, Move};

/// The rule-filter player of gomoku, renju and caro.
///
/// ```
/// use tengen_engine::{Engine, Limits, Stop};
/// use tengen_games::{Game, gomoku};
/// let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
/// for mv in ["h8", "a1", "h9", "a3", "h10", "a5"] {
///     game.play(game.parse_move(mv)?)?;
/// }
/// let found = tengen_gomoku_filter::FilterPlayer::new().analyze(&game, &Limits::default(), &Stop::new(), &mut |_| ());
/// let open_four = found.rules.iter().find(|filter| filter.rule == "open-four").expect("it is on");
/// assert_eq!(open_four.left, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FilterPlayer {
    filters: FilterList,
    depth: u32,
}

impl Default for FilterPlayer {
    fn default() -> FilterPlayer {
        FilterPlayer::new()
    }
}

impl FilterPlayer {
    /// The strongest player, with all filters.
    pub fn new() -> FilterPlayer {
        FilterPlayer::at_level(FilterPlayer::MAX_LEVEL)
    }

    /// A player with other filters and a look-ahead of `depth` plies, its own move included; 0 and 1 search no reply.
    pub fn with_filters(filters: FilterList, depth: u32) -> FilterPlayer {
        FilterPlayer { filters, depth }
    }

    /// Its filters, to list, reorder and switch.
    pub fn filters(&mut self) -> &mut FilterList {
        &mut self.filters
    }

    /// The move without an analysis, which is faster; `None` if no move is legal.
    pub fn choose(&self, position: &Position, seed: u64) -> Option<Move> {
        if position.step().is_some() {
            let limits = Limits { seed, ..Limits::default() };
            return self.run(position, &limits, &Stop::new()).best;
        }
        let mut clock = Clock::start(&Limits::default(), &Stop::new());
        let mut view = View::new(position);
        let mut context = FilterContext { clock: &mut clock, depth: self.depth, avoid: &[], seed };
        let (list, _) = self.filters.run(&mut view, &mut context);
        best_left(&view, &list).or_else(|| any_move(position))
    }

    fn run(&self, position: &Position, limits: &Limits, stop: &Stop) -> Analysis {
        let mut clock = Clock::looking_every(16, limits, stop);
        let mut analysis = match position.step() {
            _ if position.is_over() => Analysis::default(),
            Some(step) if step.is_choice() => decided(opening::decide(position, step, &mut clock), limits),
            Some(Step::PickFifth) => decided(opening::pick_fifth(position, &mut clock), limits),
            Some(Step::Stone { .. }) if opening::leaves_choice(position) => {
                decided(opening::balanced_moves(position, &mut clock), limits)
            }
            _ => self.filter(position, limits, &mut clock),
        };
        analysis.nodes = clock.nodes();
        analysis.time = clock.elapsed();
        analysis
    }

    fn filter(&self, position: &Position, limits: &Limits, clock: &mut Clock) -> Analysis {
        let depth = limits.depth.map_or(self.depth, |depth| depth.min(self.depth));
        let mut view = View::new(position);
        // The position itself counts as the first node.
        clock.tick();
        let mut context = FilterContext { clock, depth, avoid: &limits.avoid, seed: limits.seed };
        let (list, results) = self.filters.run(&mut view, &mut context);
        let Some(best) = best_left(&view, &list).or_else(|| any_move(position)) else {
            return Analysis::default();
        };
        let mut ranked = vec![best];
        let others = runners_up(&view, &list, &results);
        ranked.extend(others.into_iter().map(Move::Place).filter(|&mv| mv != best));
        ranked.truncate(limits.lines.max(1));
        Analysis {
            best: Some(best),
            lines: ranked.into_iter().map(|mv| line(&view, mv)).collect(),
            depth: depth.max(1),
            rules: results.iter().map(|result| result.report()).collect(),
            ..Analysis::default()
        }
    }
}

/// The candidate left; if several are left because filters are off, the strongest.
fn best_left(view: &View<'_>, list: &Candidates) -> Option<Move> {
    let best = match list.left() {
        [one] => Some(*one),
        left => left.iter().copied().max_by_key(|&p| (view.worth(p), std::cmp::Reverse(p))),
    };
    best.map(Move::Place)
}

/// The first legal move of any kind: a pass if no stone is legal.
fn any_move(position: &Position) -> Option<Move> {
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    legal.first().copied()
}

/// The legal points in reverse order of their strikes; within one filter, the strongest first.
fn runners_up(view: &View<'_>, list: &Candidates, results: &[FilterResult]) -> Vec<Point> {
    let by_worth = |mut points: Vec<Point>| {
        view.sort_by_worth(&mut points);
        points
    };
    let mut ranked = by_worth(list.left().to_vec());
    for result in results.iter().rev() {
        let may = |(p, why): &(Point, StrikeReason)| {
            (!matches!(
                why,
                StrikeReason::Occupied(_)
                    | StrikeReason::NotOffered
                    | StrikeReason::Illegal(_)
                    | StrikeReason::Avoided
            ))
            .then_some(*p)
        };
        ranked.extend(by_worth(result.struck.iter().filter_map(may).collect()));
    }
    ranked
}

/// A move with the score after it.
fn line(view: &View<'_>, mv: Move) -> Line {
    let mut after = view.position().clone();
    let score = match mv {
        Move::Place(point) if view.own(point).five => estimate(view),
        _ => {
            after.play_unchecked(mv);
            match after.outcome() {
                Some(outcome) => {
                    Score::Estimate { value: 0.0, win: if outcome.winner.is_some() { 1.0 } else { 0.5 } }
                }
                None => match estimate(&View::new(&after)).flipped() {
                    Score::Proven(tengen_engine::Proof::Loss(n)) => {
                        Score::Proven(tengen_engine::Proof::Loss(n + 1))
                    }
                    other => other,
                },
            }
        }
    };
    Line { moves: vec![mv], score, work: 1 }
}

fn decided(ranked: Vec<(Move, f32)>, limits: &Limits) -> Analysis {
    let line = |&(mv, win): &(Move, f32)| Line {
        moves: vec![mv],
        score: Score::Estimate { value: (win - 0.5) * 1000.0, win },
        work: 0,
    };
    Analysis {
        best: ranked.first().map(|&(mv, _)| mv),
        lines: ranked.iter().take(limits.lines.max(1)).map(line).collect(),
        depth: 1,
        ..Analysis::default()
    }
}

impl Leveled for FilterPlayer {
    const MAX_LEVEL: u8 = 5;

    fn at_level(level: u8) -> FilterPlayer {
        let fives = ["five", "block-five", "weights", "pick"];
        let fours = ["open-four", "block-open-four", "corners", "room"];
        let (filters, depth) = match level {
            0 | 1 => (FilterList::article(), 1),
            2 => (FilterList::only(&fives), 1),
            3 => (FilterList::only(&[fives, fours].concat()), 1),
            4 => (FilterList::standard(), 1),
            _ => (FilterList::standard(), 4),
        };
        FilterPlayer::with_filters(filters, depth)
    }

    /// The strength is from games of each level against the one below (`docs/measurements.md`), to the nearest 50 Elo.
    fn describe_level(level: u8) -> Vec<LevelTrait> {
        match level {
            0 | 1 => vec![LevelTrait::DirectionWeights],
            2 => vec![LevelTrait::Fives, LevelTrait::Elo(200)],
            3 => vec![LevelTrait::Fives, LevelTrait::OpenFours, LevelTrait::Elo(600)],
            4 => vec![LevelTrait::DoubleThreats, LevelTrait::Elo(850)],
            _ => vec![LevelTrait::DoubleThreats, LevelTrait::Depth(4), LevelTrait::Elo(1150)],
        }
    }
}

impl Engine<Position> for FilterPlayer {
    fn name(&self) -> String {
        format!("Tengen rule filter {}", env!("CARGO_PKG_VERSION"))
    }

    fn analyze(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        _: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        self.run(position, limits, stop)
    }
}
