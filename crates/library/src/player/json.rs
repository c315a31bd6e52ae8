//! The statistics of a player as JSON, for the command line and the server alike.

use super::{MistakeStatistics, OpeningStatistics, PhaseLosses, PlayerResults, PlayerStatistics};
use serde_json::{Value, json};
use tengen_engine::Limits;
use tengen_games::Label;

impl PlayerStatistics {
    /// The statistics as JSON. `label` writes the name of an opening.
    pub fn to_json(&self, label: impl Fn(Label) -> Value) -> Value {
        let opening = |opening: &OpeningStatistics| {
            let mut out = results(opening.total());
            out["name"] = opening.name.map_or(Value::Null, &label);
            out["moves"] = opening.moves.clone().into();
            out["size"] = json!({"rows": opening.size.rows(), "cols": opening.size.cols()});
            out["set_up"] = opening.set_up.into();
            out["black"] = results(opening.black);
            out["white"] = results(opening.white);
            out
        };
        let mut out = results(self.total());
        out["player"] = self.name.clone().into();
        out["game"] = self.spec.as_ref().map(|spec| spec.kind().name()).into();
        out["rules"] = self.spec.as_ref().map(|spec| spec.rules_text()).into();
        out["first"] = self.dates.as_ref().map(|(first, _)| first.clone()).into();
        out["last"] = self.dates.as_ref().map(|(_, last)| last.clone()).into();
        out["black"] = results(self.black);
        out["white"] = results(self.white);
        out["openings"] = self.openings.iter().map(opening).collect();
        out["mistakes"] = mistakes(&self.mistakes);
        out
    }
}

/// A number with four decimals.
fn number(x: f64) -> Value {
    json!((x * 1e4).round() / 1e4)
}

fn results(results: PlayerResults) -> Value {
    let PlayerResults { games, won, lost, drawn } = results;
    json!({
        "games": games, "won": won, "lost": lost, "drawn": drawn,
        "score": results.score().map(number),
    })
}

fn mistakes(of: &MistakeStatistics) -> Value {
    let worst = |mistake: &super::Mistake| {
        json!({
            "game": mistake.game, "node": mistake.node, "number": mistake.number,
            "color": mistake.color.to_string(), "played": mistake.played, "best": mistake.best,
            "loss": number(mistake.loss), "units": mistake.units.map(number),
            "kind": mistake.kind, "phase": mistake.phase,
            "opponent": mistake.opponent, "date": mistake.date,
        })
    };
    let engine = |(name, games): &(String, u64)| json!({"name": name, "games": games});
    let limits = |(limits, games): &(Option<Limits>, u64)| {
        let known = limits.as_ref().map(|limits| {
            let millis = limits.time.map(|time| time.as_secs_f64() * 1000.0);
            json!({"time_ms": millis, "nodes": limits.nodes, "depth": limits.depth})
        });
        json!({"limits": known, "games": games})
    };
    let [opening, middle, ending] = of.phases.map(|phase| losses(&phase));
    json!({
        "reviewed": of.reviewed,
        "left_out": of.left_out,
        "engines": of.engines.iter().map(engine).collect::<Vec<_>>(),
        "limits": of.limits.iter().map(limits).collect::<Vec<_>>(),
        "total": losses(&of.total()),
        "phases": {"opening": opening, "middle": middle, "ending": ending},
        "worst": of.worst.iter().map(worst).collect::<Vec<_>>(),
    })
}

fn losses(phase: &PhaseLosses) -> Value {
    let faults = phase.faults;
    json!({
        "moves": phase.moves,
        "mean_loss": phase.mean_loss().map(number),
        "mean_units": phase.mean_units().map(number),
        "counts": {
            "inaccuracy": faults.inaccuracy, "mistake": faults.mistake,
            "missed-win": faults.missed_win, "blunder": faults.blunder,
        },
    })
}
