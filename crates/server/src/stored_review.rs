//! A review as the library stores it and the page shows it.

use crate::board::{player_name, point_json};
use crate::error::Text;
use serde_json::{Map, Value, json};
use tengen_board::Color;
use tengen_games::Game as _;
use tengen_library::StoredGame;
use tengen_review::{
    Course, Moment, MoveReview, Phase, PhaseReview, Review, ReviewText as _, SideReview, Sweep, Verdict,
};
use tengen_words::Language;

/// The review of a game's main line, as [`Library::keep_review`](tengen_library::Library::keep_review) stores it for
/// the page and for [`Library::player`](tengen_library::Library::player).
///
/// # Panics
/// If the sweep is of another course.
pub fn main_line_review(game: &StoredGame, course: &Course, sweep: &Sweep) -> Value {
    review_json(game, course, sweep, &"main".into())
}

/// How many moves have each verdict.
fn counts_json(sum: &PhaseReview) -> Value {
    let counts = Verdict::ALL.iter().zip(sum.verdicts);
    counts
        .map(|(verdict, count)| (verdict.name().to_owned(), Value::from(count)))
        .collect::<Map<_, _>>()
        .into()
}

/// The sums of each phase of a side: the moves with an alternative, what they lost in all, and the verdicts. Without an
/// accuracy there is no loss either: it would be noise.
fn phases_json(review: &Review, side: &SideReview) -> Value {
    let mut phases = Map::new();
    for (phase, sum) in Phase::ALL.into_iter().zip(&side.phases) {
        let judged = |mv: &&MoveReview| {
            mv.player == side.player && mv.phase == phase && mv.verdict.is_some() && !mv.forced
        };
        let moves: Vec<&MoveReview> = review.moves.iter().filter(judged).collect();
        let (moves, loss) = match review.unseen {
            None => (moves.len(), moves.iter().filter_map(|mv| mv.loss).map(f64::from).sum()),
            Some(_) => (0, 0.0),
        };
        phases.insert(
            phase.name().into(),
            json!({"moves": moves, "loss": loss, "units": sum.units, "counts": counts_json(sum)}),
        );
    }
    phases.into()
}

/// The stored number of a moment's node.
pub(crate) fn node_of(game: &StoredGame, moment: &Moment) -> Value {
    moment.node.map_or(Value::Null, |node| game.id_of(node).into())
}

/// A review of a line, `main` or the number of its last node.
pub(crate) fn review_json(game: &StoredGame, course: &Course, sweep: &Sweep, line: &Value) -> Value {
    let review = Review::new(course, sweep);
    let moments = course.moments();
    let graph = |(i, moment): (usize, &Moment)| {
        let arrival = review.moves.iter().find(|mv| mv.index == i);
        json!({
            "node": node_of(game, moment),
            "ply": i,
            "to_move": moment.position.to_move().to_string(),
            "score": review.score_json(i),
            "win": review.chances[i],
            "units": arrival.and_then(|mv| mv.units),
        })
    };
    let mistake = |fault: &MoveReview| {
        let before = &moments[fault.index.saturating_sub(1)].position;
        let text = |mv| before.format_move(mv);
        json!({
            "node": fault.node.map(|node| game.id_of(node)),
            "ply": fault.index,
            "number": fault.number,
            "color": fault.color.to_string(),
            "player": player_name(fault.player),
            "played": text(fault.mv),
            "played_point": fault.mv.point().map(point_json),
            "best": fault.best.first().map(|&mv| text(mv)),
            "best_point": fault.best.first().and_then(|mv| mv.point()).map(point_json),
            "before": fault.before_json(),
            "after": fault.after_json(),
            "loss": fault.loss,
            "units": fault.units,
            "line": fault.best.iter().map(|&mv| text(mv)).collect::<Vec<_>>(),
            "reply": fault.reply.iter().map(|&mv| text(mv)).collect::<Vec<_>>(),
            "kind": fault.verdict.map(Verdict::name),
            "phase": fault.phase.name(),
            "text": fault.verdict.map(|verdict| verdict_text(verdict).to_json()),
        })
    };
    let mut sides = Map::new();
    for side in &review.sides {
        sides.insert(
            side.color.to_string(),
            json!({
                "player": player_name(side.player),
                "accuracy": side.total.accuracy,
                "mean_loss": side.total.mean_loss,
                "counts": counts_json(&side.total),
                "phases": phases_json(&review, side),
            }),
        );
    }
    for color in Color::BOTH {
        sides.entry(color.to_string()).or_insert(Value::Null);
    }
    json!({
        "engine": review.engine,
        "limits": {
            "time_ms": review.limits.time.map(|time| time.as_secs_f64() * 1000.0),
            "nodes": review.limits.nodes, "depth": review.limits.depth,
        },
        "line": line,
        "done": review.done,
        "of": review.of,
        "complete": review.is_complete(),
        "unseen": review.unseen,
        "graph": moments.iter().enumerate().map(graph).collect::<Vec<_>>(),
        "mistakes": review.faults().map(mistake).collect::<Vec<_>>(),
        "sides": sides,
    })
}

/// The words of the report, so that the page and the terminal call a mistake the same.
fn verdict_text(verdict: Verdict) -> Text {
    let [en, zh, ja] = [Language::English, Language::SimplifiedChinese, Language::Japanese]
        .map(|language| language.verdict(verdict));
    Text::new(en, zh, ja)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_calls_a_mistake_as_the_terminal_does() {
        let pages = [
            (Language::English, include_str!("../web/js/i18n/en/study.js")),
            (Language::SimplifiedChinese, include_str!("../web/js/i18n/zh-hans/study.js")),
            (Language::Japanese, include_str!("../web/js/i18n/ja/study.js")),
        ];
        let tables = [
            (Language::SimplifiedChinese, include_str!("../web/js/i18n/zh-hans/library.js")),
            (Language::Japanese, include_str!("../web/js/i18n/ja/library.js")),
        ];
        for verdict in Verdict::ALL.into_iter().filter(|verdict| verdict.is_fault()) {
            for (part, pages) in [("study", &pages[..]), ("stats", &tables)] {
                for (language, page) in pages {
                    let line =
                        format!("\"{part}.kind.{}\": \"{}\"", verdict.name(), language.verdict(verdict));
                    assert!(page.contains(&line), "{line}");
                }
            }
        }
    }
}
