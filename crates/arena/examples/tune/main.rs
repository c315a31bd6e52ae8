//! Plays the gomoku engine against itself with other search parameters ([`Params`]):
//!
//! ```text
//! cargo run --release -p tengen-arena --example tune -- match RULES GAMES NODES [NAME=VALUE …] [vs NAME=VALUE …]
//!
//! … tune -- features RULES GAMES NODES [WORD …]
//! … tune -- spsa RULES STEPS NODES NAME …
//! ```
//!
//! - `match` plays a match. `sprt=ELO0,ELO1` ends it as soon as a sequential test of the two, with 5 % error each way,
//!   is decided.
//! - `features` tests the value of each search feature, or of those whose name contains one of the words. It is a
//!   sequential test of at most GAMES games against the same search without it.
//! - `spsa` tunes the named parameters by SPSA (simultaneous perturbation, Spall 1992), and prints them on the way.
//!
//! Openings are random and undecided. Each is played with both colours, on one thread, with a fixed number of nodes
//! for each move. `seed=N` starts elsewhere in the openings; `size=N` plays on another board than 15×15;
//! `weights=FILE` plays with these weights and without a network; `network=FILE` after it adds this network.

mod features;
mod games;

use features::{FEATURES, Feature};
use games::{Numbers, Side, Table, share};
use std::error::Error;
use tengen_arena::report::elo_text;
use tengen_arena::stats::{Pentanomial, Sprt, SprtOutcome, elo_of_pairs};
use tengen_games::gomoku::Rules;
use tengen_gomoku::Params;
use tengen_words::Language;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [what, rules, count, nodes, rest @ ..] = &args[..] else {
        return Err("expected match, features or spsa, RULES, COUNT, NODES, and words".into());
    };
    let variant = Rules::named(rules, None)?.variant;
    let count: u64 = count.parse()?;
    let seed = rest.iter().find_map(|word| word.strip_prefix("seed=")).map_or(Ok(99), str::parse)?;
    let side = rest.iter().find_map(|word| word.strip_prefix("size=")).map_or(Ok(15), str::parse)?;
    let sprt = rest.iter().find_map(|word| word.strip_prefix("sprt=")).map(sprt_of).transpose()?;
    let of_table = |word: &&str| ["seed=", "size=", "sprt="].iter().any(|name| word.starts_with(name));
    let rest: Vec<&str> = rest.iter().map(String::as_str).filter(|word| !of_table(word)).collect();
    let table = Table { variant, side, nodes: nodes.parse()?, seed };
    match what.as_str() {
        "match" => {
            let mut sides = rest.split(|&word| word == "vs");
            let a = Numbers::changed(sides.next().unwrap_or(&[]))?;
            let b = Numbers::changed(sides.next().unwrap_or(&[]))?;
            table.compare(a, b, |pairs, sides| {
                let games = 2 * pairs.iter().sum::<u64>();
                let decided = sprt.is_some_and(|sprt| sprt.outcome(pairs) != SprtOutcome::Open);
                let over = decided || games >= count;
                if games % 40 == 0 || over {
                    report(pairs, sides);
                    sprt.inspect(|sprt| report_sprt(sprt, pairs));
                }
                over
            });
            Ok(())
        }
        "features" => {
            let wanted =
                |feature: &&Feature| rest.is_empty() || rest.iter().any(|word| feature.name.contains(word));
            let features: Vec<&Feature> = FEATURES.iter().filter(wanted).collect();
            if features.is_empty() {
                return Err(format!("no feature's name contains one of {rest:?}").into());
            }
            features::test(&table, count, &features);
            Ok(())
        }
        "spsa" => spsa(&table, count, &rest),
        _ => Err(format!("'{what}' is none of match, features and spsa").into()),
    }
}

fn spsa(table: &Table, steps: u64, names: &[&str]) -> Result<(), Box<dyn Error>> {
    let ranges: Vec<(f64, f64)> = names
        .iter()
        .map(|name| {
            let known = Params::ALL.iter().find(|(known, ..)| known == name);
            known
                .map(|&(_, _, low, high)| (low.into(), high.into()))
                .ok_or(format!("there is no number '{name}'"))
        })
        .collect::<Result<_, _>>()?;
    let mut centre: Vec<f64> = names
        .iter()
        .map(|name| Params::default().get_mut(name).map_or(0.0, |value| f64::from(*value)))
        .collect();
    let mut rng = tengen_board::random::SplitMix64(table.seed);
    for step in 0..steps {
        // Steps as Spall advises: the perturbation and the gain shrink, the gain faster.
        let done = step as f64;
        let reach = 0.08 / (done + 1.0).powf(0.101);
        let gain = 0.012 / (1.0 + done / (0.1 * steps as f64 + 1.0)).powf(0.602);
        let signs: Vec<f64> = names.iter().map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let at = |sign: f64| {
            let mut params = Params::default();
            for (i, name) in names.iter().enumerate() {
                let (low, high) = ranges[i];
                let value = centre[i] + sign * signs[i] * reach * (high - low);
                if let Some(slot) = params.get_mut(name) {
                    *slot = value.clamp(low, high).round() as i32;
                }
            }
            Numbers::from(params)
        };
        let score = table.pair(step, &mut [Side::new(at(1.0)), Side::new(at(-1.0))]) as f64 / 4.0;
        for (i, value) in centre.iter_mut().enumerate() {
            let (low, high) = ranges[i];
            let change = gain * (2.0 * score - 1.0) * signs[i] * (high - low);
            *value = (*value + change).clamp(low, high);
        }
        if (step + 1) % 50 == 0 || step + 1 == steps {
            let now: Vec<String> =
                names.iter().zip(&centre).map(|(name, value)| format!("{name}={value:.1}")).collect();
            println!("{}: {}", step + 1, now.join(" "));
        }
    }
    Ok(())
}

/// The sequential test `ELO0,ELO1`, 5 % error each way.
fn sprt_of(word: &str) -> Result<Sprt, Box<dyn Error>> {
    let (elo0, elo1) = word.split_once(',').ok_or_else(|| format!("'{word}' is not ELO0,ELO1"))?;
    let sprt = Sprt::new(elo0.parse()?, elo1.parse()?);
    if sprt.elo0 < sprt.elo1 { Ok(sprt) } else { Err(format!("'{word}': ELO0 is not below ELO1").into()) }
}

fn report_sprt(sprt: &Sprt, pairs: Pentanomial) {
    let (low, high) = sprt.bounds();
    println!(
        "SPRT [{}, {}]: LLR {:.2} of [{low:.2}, {high:.2}], {:?}; pairs {pairs:?}",
        sprt.elo0,
        sprt.elo1,
        sprt.llr(pairs),
        sprt.outcome(pairs),
    );
}

fn report(pairs: Pentanomial, sides: &[Side; 2]) {
    println!(
        "{} games: {:.1} % of the points, Elo {}; ns a node {:.0} and {:.0}, depth {:.1} and {:.1}",
        2 * pairs.iter().sum::<u64>(),
        100.0 * share(pairs),
        elo_text(elo_of_pairs(pairs), Language::English),
        sides[0].pace(),
        sides[1].pace(),
        sides[0].depth(),
        sides[1].depth(),
    );
}
