//! What opening rules ask for: which colour to take, where to put a stone before the other player may change colours, how many fifth moves
//! to offer and which, and which of those offered to take.
//!
//! The three stones that swap and swap2 begin with come from the [book](crate::book), where there is one for the variant and the size and the
//! stones on the board begin one of its openings. All else is decided by the search. So are pro and long pro: nothing is to be even there, each
//! side wants the best stone that the rule leaves it, and that is what a search of the position with the rule in force tells.

use crate::book::Book;
use crate::player::Player;
use std::time::{Duration, Instant};
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point, Symmetry};
use tengen_engine::{Analysis, Limits, Line, Score, Stop};
use tengen_games::gomoku::{Opening, Position, Rules, Step};
use tengen_games::{Choice, Game, Move, SetUp};

/// Places that are looked at for a stone after which colours can change.
const PLACES: usize = 24;

/// Nodes for a look where nothing else bounds it.
const LOOK: u64 = 20_000;

/// How far from black's first stone white's second is looked for under pro and long pro.
const SECONDS: u8 = 3;

/// Who leaves the choice to the other gets at best an even game: what that is worth to the one who leaves it.
const LEFT_EVEN: f32 = 0.49;

/// The work that there is for a decision, to be shared out among looks.
struct Work<'a> {
    player: &'a mut Player,
    limits: &'a Limits,
    stop: &'a Stop,
    nodes: u64,
    /// When the time of the decision is over, all its looks together.
    until: Option<Instant>,
}

impl Work<'_> {
    /// Whether no more looks can be had.
    fn is_over(&self) -> bool {
        self.stop.is_raised() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Black's chance to win the position, as far as one look among `share` tells, of which so many are `left`, this one included. One half
    /// where it cannot be told.
    fn black(&mut self, position: &Position, kept: Option<Point>, share: usize, left: usize) -> f32 {
        without_opening(position, kept).map_or(0.5, |plain| self.black_as_it_is(&plain, share, left))
    }

    /// The same of the position as it is: where its opening rule asks for a stone, that is where it may go.
    fn black_as_it_is(&mut self, plain: &Position, share: usize, left: usize) -> f32 {
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
            nodes: Some((self.limits.nodes.unwrap_or(LOOK * 16) / u64::from(share)).min(LOOK * 16)),
            depth: self.limits.depth,
            lines: 1,
            avoid: Vec::new(),
            ..self.limits.clone()
        };
        let found = self.player.search(plain, &limits, self.stop, &mut |_| ());
        self.nodes += found.nodes;
        let win = found.score().map_or(0.5, Score::win);
        if plain.to_move() == Color::Black { win } else { 1.0 - win }
    }
}

/// The answer to what the opening rule asks; `None` where it asks for a stone like any other.
pub(crate) fn decide(
    player: &mut Player,
    position: &Position,
    limits: &Limits,
    stop: &Stop,
) -> Option<Analysis> {
    let step = position.step()?;
    if let Some(ranked) = from_book(position, limits) {
        return Some(told(&ranked, limits, 0));
    }
    // A time beyond all counting, as on the opponent's move, has no end.
    let until = limits.time.and_then(|time| Instant::now().checked_add(time));
    let mut work = Work { player, limits, stop, nodes: 0, until };
    let mut ranked = match step {
        step if step.is_choice() => choices(&mut work, position, step),
        Step::PickFifth => fifths(&mut work, position),
        Step::OfferFifth { .. } => offers(&mut work, position),
        Step::Stone { number: 2, .. } if is_pro(position) => seconds(&mut work, position),
        Step::Stone { .. } if leaves_choice(position) => even_places(&mut work, position),
        _ => return None,
    };
    if ranked.is_empty() {
        return None;
    }
    // Stable: of equal ones the first stays first.
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    Some(told(&ranked, limits, work.nodes))
}

/// The decisions, the first of them taken, as every face shows them.
fn told(ranked: &[(Move, f32)], limits: &Limits, nodes: u64) -> Analysis {
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

/// The next stone of an opening of the book, drawn by the seed, and after it the others that go on with one, the evenest first; each with the
/// chance to win of who puts it, who leaves the choice to the other. `None` where no opening fits.
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
    matches!(position.rules().opening, Opening::Pro | Opening::LongPro)
}

/// White's second stone under pro and long pro, with white's chance to win: black's third must stay away from the centre, which a search of
/// the second stone would not know. Of places that symmetries make of each other one is looked at.
fn seconds(work: &mut Work<'_>, position: &Position) -> Vec<(Move, f32)> {
    let size = position.size();
    let center = size.center();
    let away = |p: Point| p.row.abs_diff(center.row).max(p.col.abs_diff(center.col));
    let turns = Symmetry::keeping(size).iter().filter(|s| s.apply(center, size) == center);
    let turns: Vec<&Symmetry> = turns.collect();
    let first = |p: Point| turns.iter().all(|s| p <= s.apply(p, size));
    let mut points: Vec<Point> = size
        .points()
        .filter(|&p| away(p) <= SECONDS && first(p) && !work.limits.avoid.contains(&p))
        .filter(|&p| position.is_legal(Move::Place(p)))
        .collect();
    points.sort_by_key(|&p| (away(p), p));
    let mut ranked = Vec::new();
    let mut after = position.clone();
    let looks = points.len();
    for (i, point) in points.into_iter().enumerate() {
        after.play_unchecked(Move::Place(point));
        let black = work.black_as_it_is(&after, looks, looks - i);
        after.undo();
        ranked.push((Move::Place(point), 1.0 - black));
        if work.is_over() {
            break;
        }
    }
    ranked
}

/// The decisions, each with the chance to win of the player who decides.
fn choices(work: &mut Work<'_>, position: &Position, step: Step) -> Vec<(Move, f32)> {
    let black = work.black(position, None, 1, 1);
    let value = |choice: Choice| match choice {
        Choice::Take(Color::Black) => black,
        Choice::Take(Color::White) => 1.0 - black,
        Choice::PlaceTwoMore => LEFT_EVEN + 0.05,
        // The more black is ahead, the more fifth moves make up for it.
        Choice::FifthMoves(n) => match step {
            Step::DeclareFifths { max } => {
                let fair = 1.0 + f32::from(max.saturating_sub(1)) * (2.0 * black - 1.0).clamp(0.0, 1.0);
                0.5 - (f32::from(n) - fair).abs() / 100.0
            }
            // Offering many instead of one: only for a black that is far ahead.
            _ => black - 0.35,
        },
    };
    step.choices().into_iter().map(|choice| (Move::Choose(choice), value(choice).clamp(0.0, 1.0))).collect()
}

/// The offered fifth moves, each with white's chance to win.
fn fifths(work: &mut Work<'_>, position: &Position) -> Vec<(Move, f32)> {
    let offers = position.offers().to_vec();
    let share = offers.len();
    let mut ranked = Vec::with_capacity(share);
    for (i, p) in offers.into_iter().enumerate() {
        // What there was no time to look at is chosen last.
        let black =
            if i > 0 && work.is_over() { 1.0 } else { work.black(position, Some(p), share, share - i) };
        ranked.push((Move::Place(p), 1.0 - black));
    }
    ranked
}

/// Black's fifth moves, best first, of those that may still be offered.
fn offers(work: &mut Work<'_>, position: &Position) -> Vec<(Move, f32)> {
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    let Some(plain) = without_opening(position, None).filter(|plain| !plain.is_over()) else {
        return legal.into_iter().map(|mv| (mv, 0.5)).collect();
    };
    let limits =
        Limits { lines: PLACES, nodes: Some(work.limits.nodes.unwrap_or(LOOK * 10)), ..work.limits.clone() };
    let found = work.player.search(&plain, &limits, work.stop, &mut |_| ());
    work.nodes += found.nodes;
    let liked = found.lines.iter().filter_map(|line| Some((*line.moves.first()?, line.score.win())));
    let mut ranked: Vec<(Move, f32)> = liked.filter(|(mv, _)| legal.contains(mv)).collect();
    if ranked.is_empty() {
        ranked.extend(legal.first().map(|&mv| (mv, 0.5)));
    }
    ranked
}

/// Whether the stone asked for is the last before the other player may choose colours.
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

/// Places for a stone after which the other player chooses colours, each with the chance to win of who puts it: at most one
/// half.
fn even_places(work: &mut Work<'_>, position: &Position) -> Vec<(Move, f32)> {
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    // From near the stones to far from them, in even steps: the even ones are somewhere between.
    let stones: Vec<Point> = position.size().points().filter(|&p| !position.at(p).is_empty()).collect();
    let away = |p: Point| {
        let far = |s: &Point| s.row.abs_diff(p.row).max(s.col.abs_diff(p.col));
        stones.iter().map(far).min().unwrap_or(0)
    };
    let mut points: Vec<Point> = legal.iter().filter_map(|mv| mv.point()).collect();
    points.sort_by_key(|&p| (away(p), p));
    points.truncate(points.len().min(120));
    let step = points.len().div_ceil(PLACES).max(1);
    let mut ranked = Vec::new();
    let mut after = position.clone();
    let looks = points.len().div_ceil(step);
    for (i, &point) in points.iter().step_by(step).enumerate() {
        after.play_unchecked(Move::Place(point));
        let black = work.black(&after, None, PLACES, looks - i);
        after.undo();
        ranked.push((Move::Place(point), black.min(1.0 - black)));
        if work.is_over() {
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
    let rules = Rules { opening: Opening::None, ..position.rules() };
    Position::set_up(&rules, &SetUp { cells, to_move }).ok()
}

#[cfg(test)]
mod tests;
