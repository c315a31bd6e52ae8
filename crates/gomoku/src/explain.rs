//! Why, in gomoku, renju and caro: the threats of both sides, what is forbidden, what the rule filter struck out, and
//! what the chosen move makes and stops.

use crate::solve::{SolveResult, WinKind, solve};
use crate::{Board, RuleSet, SquareSet, Threat, with_rule};
use std::time::Duration;
use tengen_board::{Color, Point};
use tengen_engine::{
    Analysis, Engine, Explanation, Fact, FactKind, ForcedWin, Item, ItemKind, Limits, Shape, Stop,
    explain_choice,
};
use tengen_games::{Game, Move, gomoku};
use tengen_gomoku_filter::FilterPlayer;

/// Time limit of each search for a forced win.
const SOLVE_TIME: Duration = Duration::from_millis(250);

/// Explains what `analysis` chose in a position. The threats of both sides are fives, fours, threes, and wins by fours
/// and by threats with their lines. Renju's forbidden points follow with their reasons, and what the move makes and
/// stops. What the filters of the rule-filter player struck out is included if that player chooses the same move.
///
/// It takes at most a second or so, less if `stop` is raised.
///
/// ```
/// use tengen_engine::{Analysis, Stop};
/// use tengen_games::{Game, gomoku};
/// let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
/// for mv in ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7"] {
///     game.play(game.parse_move(mv)?)?;
/// }
/// let analysis = Analysis { best: Some(game.parse_move("l8")?), ..Analysis::default() };
/// let explanation = tengen_gomoku::explain(&game, &analysis, &Stop::new());
/// assert_eq!(explanation.items[0].name(), "five");
/// assert_eq!(explanation.items[0].points.len(), 2, "g8 and l8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(game: &gomoku::Position, analysis: &Analysis, stop: &Stop) -> Explanation {
    let mut items = Vec::new();
    if let Some(outcome) = game.outcome() {
        items.push(Item::new(ItemKind::GameOver, outcome.winner, Vec::new()));
        return Explanation { items };
    }
    with_rule!(game.rules().variant, R => {
        let board = Board::<R>::from_game(game);
        for side in [game.to_move(), game.to_move().opponent()] {
            threats(&board, game, side, stop, &mut items);
        }
    });
    let closed = |fact: &Fact| matches!(fact.kind, FactKind::Closed(_));
    items.extend(game.facts().into_iter().filter(closed).map(Item::from));
    let mut choice = analysis.clone();
    if choice.rules.is_empty() {
        let filtered = FilterPlayer::new().analyze(game, &Limits::default(), stop, &mut |_| ());
        if filtered.best == choice.best {
            choice.rules = filtered.rules;
        }
    }
    items.extend(explain_choice(game, &choice));
    if let Some(Move::Place(point)) = choice.best {
        let side = game.to_move();
        with_rule!(game.rules().variant, R => effects(&Board::<R>::from_game(game), side, point, &mut items));
    }
    Explanation { items }
}

/// The shapes that are listed as threats, and the classes of each.
const THREATS: [(Shape, &[Threat]); 6] = [
    (Shape::Five, &[Threat::Five]),
    (Shape::OpenFour, &[Threat::OpenFour]),
    (Shape::FourThree, &[Threat::FourThree]),
    (Shape::Four, &[Threat::Four, Threat::FourPlus]),
    (Shape::DoubleThree, &[Threat::ThreeThree]),
    (Shape::OpenThree, &[Threat::Three, Threat::ThreePlus]),
];

/// Adds what a side can make, and its forced win if it has one.
fn threats<R: RuleSet>(
    board: &Board<R>,
    game: &gomoku::Position,
    side: Color,
    stop: &Stop,
    items: &mut Vec<Item>,
) {
    for (shape, classes) in THREATS {
        let all = classes.iter().fold(SquareSet::EMPTY, |all, &class| all | board.points(side, class));
        let legal = all.iter().filter(|&square| board.may_play(side, square));
        let points: Vec<Point> = legal.map(|square| board.point(square)).collect();
        if points.is_empty() {
            continue;
        }
        let fact = ItemKind::Fact(FactKind::CanMake(shape), Vec::new());
        items.push(Item::new(fact, Some(side), points));
        if shape == Shape::Five {
            // Nothing else is as urgent.
            return;
        }
    }
    // If the other side makes five first, there is no time for a forced win.
    if side != game.to_move() && board.count(side.opponent(), Threat::Five) > 0 {
        return;
    }
    for (kind, by) in [(WinKind::Vcf, ForcedWin::Fours), (WinKind::Vct, ForcedWin::Threats)] {
        let solved = solve(game, side, kind, &Limits::time(SOLVE_TIME), stop);
        if let SolveResult::Win(win) = solved.result {
            let kind = ItemKind::WinsByForce { by, plies: win.plies, to_move: side == game.to_move() };
            items.push(Item::new(kind, Some(side), win.line));
            break;
        }
    }
}

/// What a stone of this class makes.
const fn shape(class: Threat) -> Option<Shape> {
    Some(match class {
        Threat::Five => Shape::Five,
        Threat::OpenFour => Shape::OpenFour,
        Threat::FourThree => Shape::FourThree,
        Threat::Four | Threat::FourPlus => Shape::Four,
        Threat::ThreeThree => Shape::DoubleThree,
        Threat::Three | Threat::ThreePlus => Shape::OpenThree,
        Threat::ClosedThree | Threat::ClosedThreePlus => Shape::ClosedThree,
        Threat::TwoTwo => Shape::DoubleTwo,
        Threat::Two => Shape::OpenTwo,
        Threat::None | Threat::Forbidden => return None,
    })
}

/// Adds what the chosen move makes, and which of the opponent's threats it stops.
fn effects<R: RuleSet>(board: &Board<R>, side: Color, point: Point, items: &mut Vec<Item>) {
    let square = board.square(point);
    if !board.is_empty(square) {
        return;
    }
    if let Some(shape) = shape(board.class(side, square)) {
        items.push(Item::new(ItemKind::Makes(shape), Some(side), vec![point]));
    }
    let other = side.opponent();
    if let Some(shape) = shape(board.class(other, square)).filter(|_| board.may_play(other, square)) {
        items.push(Item::new(ItemKind::TakesPoint(shape), Some(side), vec![point]));
    }
    // What the opponent could make at other points and now cannot.
    let mut after = board.clone();
    after.play(square);
    for (shape, class) in [(Shape::Five, Threat::Five), (Shape::OpenFour, Threat::OpenFour)] {
        let (before, left) = (board.count(other, class), after.count(other, class));
        if left < before && board.class(other, square) != class {
            items.push(Item::new(ItemKind::Stops { shape, all: left == 0 }, Some(side), vec![point]));
        }
    }
}

#[cfg(test)]
mod tests;
