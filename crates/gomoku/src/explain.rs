//! Why, in gomoku, renju and caro: the threats of both sides, what is forbidden and why, what the rule filter struck out, and what the
//! chosen move makes and stops.

mod fouls;

use crate::solve::{SolveResult, WinKind, solve};
use crate::{Board, RuleSet, SquareSet, Threat, with_rule};
use std::time::Duration;
use tengen_board::{Color, Point};
use tengen_engine::{
    Analysis, Bilingual, Engine, Explanation, Item, Limits, Stop, Topic, explain_choice, side_zh,
};
use tengen_games::{Game, Move, gomoku};
use tengen_gomoku_filter::FilterPlayer;

/// How long each of the searches for a win by threats may take.
const LOOK: Duration = Duration::from_millis(250);

/// Explains a position: the threats of both sides (fives, fours, threes, wins by fours and by threats with their lines),
/// renju's forbidden points with their reasons, what the rules of the rule filter struck out, and the move that `analysis` chose, or
/// without one the rule filter.
///
/// It takes at most a second or so, less where `stop` is raised.
///
/// ```
/// use tengen_engine::Stop;
/// use tengen_games::{Game, gomoku};
/// let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
/// for mv in ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7"] {
///     game.play(game.parse_move(mv)?)?;
/// }
/// let told = tengen_gomoku::explain(&game, None, &Stop::new());
/// assert_eq!(told.items[0].text.en, "black makes five at g8 or l8");
/// assert_eq!(told.items[0].text.zh, "黑方下 g8 或 l8 成五");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(game: &gomoku::Position, analysis: Option<&Analysis>, stop: &Stop) -> Explanation {
    let mut items = Vec::new();
    if let Some(outcome) = game.outcome() {
        let (en, zh) = match outcome.winner {
            Some(side) => (format!("{side} has won"), format!("{}已获胜", side_zh(side))),
            None => ("the game is drawn".into(), "对局已成和".into()),
        };
        items.push(item(Topic::Threat, "over", outcome.winner, vec![], en, zh));
        return Explanation { items };
    }
    with_rule!(game.rules().variant, R => {
        let position = Board::<R>::from_game(game);
        for side in [game.to_move(), game.to_move().opponent()] {
            threats(&position, game, side, stop, &mut items);
        }
    });
    items.extend(fouls::forbidden(game));
    let filter = FilterPlayer::new().analyze(game, &Limits::default(), stop, &mut |_| ());
    let chosen = match analysis {
        Some(analysis) => Analysis { rules: filter.rules, ..analysis.clone() },
        None => filter,
    };
    items.extend(explain_choice(game, &chosen));
    if let Some(Move::Place(point)) = chosen.best {
        with_rule!(game.rules().variant, R => choice(&Board::<R>::from_game(game), game, point, &mut items));
    }
    Explanation { items }
}

fn item(topic: Topic, name: &str, side: Option<Color>, points: Vec<Point>, en: String, zh: String) -> Item {
    Item { topic, name: name.into(), side, points, text: Bilingual { en, zh } }
}

/// Points in words: `a`, `a or b`, `a, b or c`.
fn either(game: &gomoku::Position, points: &[Point], or: &str, comma: &str) -> String {
    let mut words: Vec<String> = points.iter().map(|&p| game.format_move(Move::Place(p))).collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{}{or}{last}", words.join(comma)),
        last => last.unwrap_or_default(),
    }
}

/// A class of threats that is told: the classes that belong to it, its name and its words.
const CLASSES: [(&[Threat], &str, &str, &str); 6] = [
    (&[Threat::Five], "five", "makes five", "成五"),
    (&[Threat::OpenFour], "open-four", "makes an open four or two fours", "成活四或双四"),
    (&[Threat::FourThree], "four-three", "makes a four and an open three", "成四三"),
    (&[Threat::Four, Threat::FourPlus], "four", "makes a four", "成四"),
    (&[Threat::ThreeThree], "double-three", "makes two open threes", "成双活三"),
    (&[Threat::Three, Threat::ThreePlus], "open-three", "makes an open three", "成活三"),
];

fn threats<R: RuleSet>(
    position: &Board<R>,
    game: &gomoku::Position,
    side: Color,
    stop: &Stop,
    items: &mut Vec<Item>,
) {
    for (classes, name, en, zh) in CLASSES {
        let all = classes.iter().fold(SquareSet::EMPTY, |all, &class| all | position.points(side, class));
        let free = all.iter().filter(|&square| position.may_play(side, square));
        let points: Vec<Point> = free.map(|square| position.point(square)).collect();
        if points.is_empty() {
            continue;
        }
        let (list_en, list_zh) = (either(game, &points, " or ", ", "), either(game, &points, " 或 ", "、"));
        let text = (format!("{side} {en} at {list_en}"), format!("{}下 {list_zh} {zh}", side_zh(side)));
        items.push(item(Topic::Threat, name, Some(side), points, text.0, text.1));
        if name == "five" {
            // Nothing else is as near.
            return;
        }
    }
    // Where the other side makes five first there is no time for more.
    if side != game.to_move() && position.count(side.opponent(), Threat::Five) > 0 {
        return;
    }
    for (kind, en, zh) in [(WinKind::Vcf, "fours", "冲四"), (WinKind::Vct, "threats", "做杀")] {
        let answer = solve(game, side, kind, &Limits::time(LOOK), stop);
        let SolveResult::Win(win) = answer.result else { continue };
        let moves: Vec<String> = win.line.iter().map(|&p| game.format_move(Move::Place(p))).collect();
        let (line, plies) = (moves.join(" "), win.plies);
        let name = kind.name();
        let abbreviation = name.to_uppercase();
        let (were_en, were_zh) =
            if side == game.to_move() { ("", "") } else { (", were it to move", "（若轮到该方）") };
        items.push(item(
            Topic::Threat,
            name,
            Some(side),
            win.line,
            format!("{side} wins by continuous {en} ({abbreviation}) in {plies} plies{were_en}: {line}"),
            format!("{}{were_zh}有连续{zh}的胜法（{abbreviation}），{plies} 手内胜：{line}", side_zh(side)),
        ));
        break;
    }
}

/// The words for what a stone makes.
fn makes(class: Threat) -> Option<(&'static str, &'static str)> {
    Some(match class {
        Threat::Five => ("a five", "五"),
        Threat::OpenFour => ("an open four or two fours", "活四或双四"),
        Threat::FourThree => ("a four and an open three", "四三"),
        Threat::Four | Threat::FourPlus => ("a four", "四"),
        Threat::ThreeThree => ("two open threes", "双活三"),
        Threat::Three | Threat::ThreePlus => ("an open three", "活三"),
        Threat::ClosedThree | Threat::ClosedThreePlus => ("a closed three", "眠三"),
        Threat::TwoTwo => ("two open twos", "双活二"),
        Threat::Two => ("an open two", "活二"),
        Threat::None | Threat::Forbidden => return None,
    })
}

/// What the chosen move makes, and what of the opponent's it stops.
fn choice<R: RuleSet>(position: &Board<R>, game: &gomoku::Position, point: Point, items: &mut Vec<Item>) {
    let side = game.to_move();
    let square = position.square(point);
    if !position.is_empty(square) {
        return;
    }
    let mv = game.format_move(Move::Place(point));
    if let Some((en, zh)) = makes(position.class(side, square)) {
        let (en, zh) = (format!("{mv} makes {en}"), format!("{mv} 成{zh}"));
        items.push(item(Topic::Choice, "makes", Some(side), vec![point], en, zh));
    }
    let other = side.opponent();
    if let Some((en, zh)) = makes(position.class(other, square)).filter(|_| position.may_play(other, square))
    {
        let en = format!("{mv} takes the point where {other} would make {en}");
        let zh = format!("{mv} 占去{}成{zh}的点", side_zh(other));
        items.push(item(Topic::Choice, "stops", Some(side), vec![point], en, zh));
    }
    // What the opponent threatened elsewhere and no longer does.
    let mut after = position.clone();
    after.play(square);
    for (classes, name, en, zh) in [
        (&[Threat::Five][..], "stops-five", "five", "成五"),
        (&[Threat::OpenFour][..], "stops-open-four", "open four", "成活四"),
    ] {
        let count = |position: &Board<R>| -> usize {
            classes.iter().map(|&class| position.count(other, class)).sum()
        };
        let (was, is) = (count(position), count(&after));
        if is < was && classes.iter().all(|&class| position.class(other, square) != class) {
            let left = if is == 0 { ("every", "全部") } else { ("one way to", "一处") };
            let text = format!("{mv} stops {} {en} of {other}'s", left.0);
            let zh = format!("{mv} 阻止{}{}{zh}", side_zh(other), left.1);
            items.push(item(Topic::Choice, name, Some(side), vec![point], text, zh));
        }
    }
}

#[cfg(test)]
mod tests;
