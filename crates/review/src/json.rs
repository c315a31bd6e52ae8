//! A review as JSON. `docs/review.schema.json` describes the form.

use crate::{Course, MoveReview, Phase, PhaseReview, Review, SideReview, Verdict};
use serde_json::{Map, Value, json};
use tengen_board::Color;
use tengen_engine::{Proof, Score};
use tengen_games::{Game, Move, PlayerId};
use tengen_records::Header;
use tengen_words::{Language, opening_json};

/// A number with four decimals: chances and losses are not known any better.
fn number(x: f32) -> Value {
    let rounded = (f64::from(x) * 1e4).round() / 1e4;
    // No minus before a zero.
    json!(if rounded == 0.0 { 0.0 } else { rounded })
}

const fn player(player: PlayerId) -> &'static str {
    match player {
        PlayerId::First => "first",
        PlayerId::Second => "second",
    }
}

impl Review {
    /// The review as JSON, with who played from the record's `header`. Positions are given by their number in the
    /// course: 0 is the one before the first move.
    ///
    /// # Panics
    /// If the review is of another course.
    pub fn to_json(&self, course: &Course, header: &Header) -> Value {
        let size = self.spec.size();
        let millis = |d: std::time::Duration| d.as_micros() as f64 / 1000.0;
        json!({
            "tengen": "review",
            "version": 1,
            "game": self.spec.kind().name(),
            "description": Language::English.game(&self.spec),
            "size": {"rows": size.rows(), "cols": size.cols()},
            "header": {
                "black": header.black.name, "white": header.white.name, "result": header.result,
                "date": header.date, "event": header.event, "round": header.round, "place": header.place,
            },
            "opening": course.opening().map(opening_json),
            "engine": self.engine,
            "limits": {
                "time_ms": self.limits.time.map(millis), "nodes": self.limits.nodes, "depth": self.limits.depth,
                "seed": self.limits.seed,
            },
            "complete": self.is_complete(),
            "unseen": self.unseen.map_or(Value::Null, number),
            "done": self.done,
            "of": self.of,
            "broken": course.violation().map(|v| json!({"number": v.number, "why": v.kind.to_string()})),
            "thresholds": {
                "inaccuracy": number(Verdict::INACCURACY),
                "mistake": number(Verdict::MISTAKE),
                "blunder": number(Verdict::BLUNDER),
            },
            "disc_thresholds": Verdict::disc_limits(&self.spec).map(|[inaccuracy, mistake, blunder]| json!({
                "inaccuracy": number(inaccuracy), "mistake": number(mistake), "blunder": number(blunder),
            })),
            "sides": self.sides.iter().map(side).collect::<Vec<_>>(),
            "graph": self.chances.iter().map(|c| c.map_or(Value::Null, number)).collect::<Vec<_>>(),
            "turning_points": self.turning_points.iter().map(|&i| self.moves[i].index).collect::<Vec<_>>(),
            "decided": self.decided.map(|(who, i)| json!({"player": player(who), "position": self.moves[i].index})),
            "moves": self.moves.iter().map(|m| move_json(m, course)).collect::<Vec<_>>(),
        })
    }
}

impl Review {
    /// The score of one of [`Course::moments`] as JSON, from its side to move: exact, a bound (`at-least`) or an
    /// estimate. Null without a score.
    pub fn score_json(&self, index: usize) -> Value {
        score(self.scores[index], "at-least", self.floors[index])
    }
}

impl MoveReview {
    /// The score before the move as JSON, from the mover: exact, a bound (`at-least`) or an estimate.
    pub fn before_json(&self) -> Value {
        score(self.before, "at-least", self.had_at_least)
    }

    /// The score after the move, the same way; its bound is `at-most`.
    pub fn after_json(&self) -> Value {
        score(self.after, "at-most", self.has_at_most)
    }
}

fn move_json(m: &MoveReview, course: &Course) -> Value {
    let before = &course.moments()[m.index - 1].position;
    let after = &course.moments()[m.index].position;
    let text = |moves: &[Move], position: &tengen_games::AnyPosition| -> Vec<String> {
        moves.iter().map(|&mv| position.format_move(mv)).collect()
    };
    let mut facts = Map::new();
    for (name, holds) in [
        ("missed_win", m.facts.missed_win),
        ("missed_draw", m.facts.missed_draw),
        ("allowed_win", m.facts.allowed_win),
    ] {
        if holds {
            facts.insert(name.into(), true.into());
        }
    }
    if let Some((before, after)) = m.facts.slower {
        facts.insert("slower".into(), json!([before, after]));
    }
    if let Some(lost) = m.facts.lost {
        facts.insert("lost".into(), number(lost));
    }
    json!({
        "position": m.index,
        "node": m.node,
        "number": m.number,
        "player": player(m.player),
        "color": if m.color == Color::Black { "black" } else { "white" },
        "move": before.format_move(m.mv),
        "phase": m.phase.name(),
        "forced": m.forced,
        "before": m.before_json(),
        "after": m.after_json(),
        "best": text(&m.best, before),
        "reply": text(&m.reply, after),
        "loss": m.loss.map(number),
        "units": m.units.map(number),
        "verdict": m.verdict.map(Verdict::name),
        "facts": facts,
    })
}

/// A score as JSON. An estimate of which a bound is proven has the bound's name as its kind, and the bound's margin.
fn score(score: Option<Score>, kind: &str, bound: Option<Proof>) -> Value {
    let mut out = score.map_or(Value::Null, Score::to_json);
    if let Some(proof) = bound {
        out["kind"] = kind.into();
        if let Proof::Margin(margin) = proof {
            out["margin"] = number(margin);
        }
    }
    out
}

fn side(side: &SideReview) -> Value {
    let mut out = sums(&side.total);
    let mut phases = Map::new();
    for (phase, sum) in Phase::ALL.iter().zip(&side.phases) {
        phases.insert(phase.name().into(), sums(sum));
    }
    out["player"] = player(side.player).into();
    out["color"] = (if side.color == Color::Black { "black" } else { "white" }).into();
    out["phases"] = phases.into();
    out
}

fn sums(sum: &PhaseReview) -> Value {
    let mut verdicts = Map::new();
    for (verdict, count) in Verdict::ALL.iter().zip(sum.verdicts) {
        verdicts.insert(verdict.name().into(), count.into());
    }
    json!({
        "judged": sum.judged,
        "accuracy": sum.accuracy.map(number),
        "mean_loss": sum.mean_loss.map(number),
        "units": sum.units.map(number),
        "verdicts": verdicts,
    })
}
