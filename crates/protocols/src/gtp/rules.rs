//! The rules of a game over GTP: Go's as KataGo's extensions write them, a name or a JSON object.

use serde_json::{Value, json};
use tengen_games::GameSpec;
use tengen_games::go::{Compensation, Ko, Rules, Scoring, Suicide, Tax};

/// The same rules without the handicap of a single game.
pub(super) fn start_of(spec: &GameSpec) -> GameSpec {
    match spec {
        GameSpec::Go(rules) => GameSpec::Go(Rules { handicap: 0, ..*rules }),
        other => other.clone(),
    }
}

/// The rules in the form of `kata-get-rules`.
pub(super) fn to_json(rules: &Rules) -> String {
    let ko = match rules.ko {
        Ko::Simple => "SIMPLE",
        Ko::Positional => "POSITIONAL",
        Ko::Situational => "SITUATIONAL",
    };
    let scoring = match rules.scoring {
        Scoring::Area => "AREA",
        Scoring::Territory => "TERRITORY",
    };
    let tax = match rules.tax {
        Tax::None => "NONE",
        Tax::Seki => "SEKI",
        Tax::Group => "ALL",
    };
    let bonus = match rules.compensation {
        Compensation::None => "0",
        Compensation::Stones => "N",
        Compensation::StonesLessOne => "N-1",
    };
    let mut out = json!({
        "friendlyPassOk": rules.scoring == Scoring::Area && rules.removes_dead_stones(),
        "hasButton": false,
        "ko": ko,
        "scoring": scoring,
        "suicide": rules.suicide.is_allowed(),
        "tax": tax,
        "whiteHandicapBonus": bonus,
    });
    // KataGo's Go has no such rule: it is named only where it applies.
    if rules.captures_to_win > 0 {
        out["capturesToWin"] = rules.captures_to_win.into();
    }
    out.to_string()
}

/// Sets the rules by name (`chinese`, `tromp-taylor`, …) or by a JSON object in the form of `kata-get-rules`. The
/// komi stays.
pub(super) fn set(rules: &mut Rules, text: &str) -> Result<(), String> {
    let named = |name: &str, rules: &Rules| {
        let set = Rules::named(name, Some(rules.size)).map_err(|e| e.to_string())?;
        Ok::<Rules, String>(Rules {
            komi: rules.komi,
            handicap: rules.handicap,
            placement: rules.placement,
            ..set
        })
    };
    if !text.trim_start().starts_with('{') {
        *rules = named(text.trim(), rules)?;
        return Ok(());
    }
    let value: Value = serde_json::from_str(text).map_err(|e| {
        format!("rules are a name or a JSON object, and this is none from column {} on", e.column())
    })?;
    let Some(object) = value.as_object() else { return Err("rules are a name or a JSON object".into()) };
    let mut changed = *rules;
    for (key, value) in object {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        set_switch(&mut changed, key, &value)?;
    }
    *rules = territory_takes_dead_stones_off(changed);
    Ok(())
}

/// Sets one rule, as `kata-set-rule` does.
pub(super) fn set_one(rules: &mut Rules, key: &str, value: &str) -> Result<(), String> {
    set_switch(rules, key, value)?;
    *rules = territory_takes_dead_stones_off(*rules);
    Ok(())
}

/// KataGo has no rules of territory in which every stone counts as alive.
fn territory_takes_dead_stones_off(rules: Rules) -> Rules {
    Rules { dead_stones_stay: rules.dead_stones_stay && rules.scoring == Scoring::Area, ..rules }
}

fn set_switch(rules: &mut Rules, key: &str, value: &str) -> Result<(), String> {
    let value = value.to_ascii_uppercase();
    let wrong = |allowed: &str| Err(format!("{key} is one of {allowed}"));
    match key {
        "ko" => {
            rules.ko = match value.as_str() {
                "SIMPLE" => Ko::Simple,
                "POSITIONAL" => Ko::Positional,
                "SITUATIONAL" => Ko::Situational,
                _ => return wrong("SIMPLE, POSITIONAL, SITUATIONAL"),
            }
        }
        "scoring" => {
            rules.scoring = match value.as_str() {
                "AREA" => Scoring::Area,
                "TERRITORY" => Scoring::Territory,
                _ => return wrong("AREA, TERRITORY"),
            }
        }
        "tax" => {
            rules.tax = match value.as_str() {
                "NONE" => Tax::None,
                "SEKI" => Tax::Seki,
                "ALL" => Tax::Group,
                _ => return wrong("NONE, SEKI, ALL"),
            }
        }
        "whiteHandicapBonus" => {
            rules.compensation = match value.as_str() {
                "0" => Compensation::None,
                "N" => Compensation::Stones,
                "N-1" => Compensation::StonesLessOne,
                _ => return wrong("0, N, N-1"),
            }
        }
        "suicide" => {
            rules.suicide = match value.as_str() {
                "TRUE" => Suicide::Chains,
                "FALSE" => Suicide::Forbidden,
                _ => return wrong("true, false"),
            }
        }
        "capturesToWin" => match value.parse() {
            Ok(stones) => rules.captures_to_win = stones,
            Err(_) => return Err("capturesToWin is a number of stones, 0 for none".into()),
        },
        "hasButton" if value == "FALSE" => {}
        "hasButton" => return Err("there is no button in these rules".into()),
        // By territory it is always false, and dead stones come off all the same.
        "friendlyPassOk" => match value.as_str() {
            "TRUE" => rules.dead_stones_stay = false,
            "FALSE" => rules.dead_stones_stay = true,
            _ => return wrong("true, false"),
        },
        _ => return Err(format!("unknown rule '{key}'")),
    }
    Ok(())
}
