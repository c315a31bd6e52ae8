//! `tengen solve --certificate` in m,n,k games and Othello: the value of the position with its proof.

use super::threats::time_text;
use super::{first_given, refuse_finished};
use crate::cli::SolveArgs;
use crate::commands::analyze::{ended, limits, rules_name};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::output;
use crate::{Context, interrupt, terminal};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};
use tengen_engine::{Limits, Proof, Score};
use tengen_games::{AnyPosition, Game};
use tengen_othello::CertifyError;

/// Memory of the tables for m,n,k games, in MiB.
const MNK_TABLE_MIB: usize = 512;
/// Memory of the table for Othello, in MiB.
const OTHELLO_TABLE_MIB: usize = 256;

/// A proven value.
struct Found {
    value: Proof,
    /// The certificate as text, and its nodes.
    text: String,
    count: usize,
    /// Nodes searched.
    nodes: u64,
}

pub(super) fn run(
    args: &SolveArgs,
    file: &Path,
    position: &AnyPosition,
    context: Context,
) -> Result<u8, Fail> {
    let lang = context.lang;
    refuse_finished(position, lang)?;
    refuse_options(args, position, lang)?;
    let limits = limits(&args.think, lang)?;
    let rules = rules_name(&position.spec());
    let bar = terminal::progress(0, tr!(lang, Thinking, engine = rules));
    let begun = Instant::now();
    let found = prove(position, &limits, lang);
    let time = begun.elapsed();
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    let Some(found) = found? else {
        if args.think.json {
            writeln!(out, "{:#}", to_json(position, None))?;
        } else {
            writeln!(out, "{}", tr!(lang, ValueNotProven))?;
        }
        return if interrupt::stop().is_raised() { ended(context) } else { Ok(code::NEGATIVE) };
    };
    output::write_file(file, found.text.as_bytes(), lang)?;
    if args.think.json {
        let mut value = to_json(position, Some((&found, time)));
        value["certificate"] = file.display().to_string().into();
        writeln!(out, "{value:#}")?;
    } else {
        let (color, result) = (lang.color(position.to_move()), lang.score(Score::Proven(found.value)));
        writeln!(out, "{}", tr!(lang, ProvenFor, color = color, result = result))?;
        writeln!(
            out,
            "{}",
            tr!(lang, ThreatWork, nodes = found.nodes, time = time_text(time), count = found.count)
        )?;
        writeln!(out, "{}", tr!(lang, CertificateWritten, file = file.display()))?;
    }
    Ok(code::OK)
}

/// The value and its certificate; `None` if it is not proven within the limits.
fn prove(position: &AnyPosition, limits: &Limits, lang: Lang) -> Result<Option<Found>, Fail> {
    let stop = interrupt::stop();
    match position {
        AnyPosition::Mnk(game) => {
            let found = tengen_mnk::certify(game, limits, MNK_TABLE_MIB, &stop);
            Ok(found.map(|found| Found {
                value: found.value,
                text: found.certificate.to_string(),
                count: found.certificate.parts.iter().map(|part| part.nodes.len()).sum(),
                nodes: found.nodes,
            }))
        }
        AnyPosition::Othello(game) => {
            let mut player = tengen_othello::Player::default().with_table(OTHELLO_TABLE_MIB);
            match player.certify(game, limits, &stop) {
                Ok(found) => Ok(Some(Found {
                    value: Proof::Margin(found.score as f32),
                    text: found.certificate.to_string(),
                    count: found.certificate.parts.iter().map(|part| part.nodes.len()).sum(),
                    nodes: found.nodes,
                })),
                Err(CertifyError::TooLarge(most)) => Err(Fail::input(tr!(lang, ScoreTooLarge, most = most))),
                Err(_) => Ok(None),
            }
        }
        _ => Ok(None),
    }
}

fn to_json(position: &AnyPosition, found: Option<(&Found, Duration)>) -> Value {
    let spec = position.spec();
    let mut value = json!({
        "game": spec.kind().name(), "rule_set": rules_name(&spec), "size": spec.size().to_string(),
        "to_move": position.to_move().to_string(), "proven": found.is_some(),
    });
    if let Some((found, time)) = found {
        let (word, plies, score) = match found.value {
            Proof::Win(plies) => ("win", Some(plies), None),
            Proof::Loss(plies) => ("loss", Some(plies), None),
            Proof::Margin(score) if score > 0.0 => ("win", None, Some(score)),
            Proof::Margin(score) if score < 0.0 => ("loss", None, Some(score)),
            Proof::Margin(score) => ("draw", None, Some(score)),
            _ => ("draw", None, None),
        };
        value["value"] = word.into();
        value["plies"] = plies.into();
        value["score"] = score.into();
        value["nodes"] = found.nodes.into();
        value["ms"] = (time.as_millis() as u64).into();
        value["certificate_nodes"] = found.count.into();
    }
    value
}

/// Refuses games in which stones fall, and options that mean nothing here.
fn refuse_options(args: &SolveArgs, position: &AnyPosition, lang: Lang) -> Result<(), Fail> {
    if matches!(position, AnyPosition::Mnk(game) if game.rules().gravity) {
        return Err(Fail::usage(tr!(lang, CertificateGravity)));
    }
    let think = &args.think;
    let one_thread = matches!(position, AnyPosition::Mnk(_));
    let unused = first_given(&[
        ("--tree", args.tree),
        ("--side", args.side.is_some()),
        ("--every-reply", args.every_reply),
        ("--engine", think.engine.is_some()),
        ("--level", think.level.is_some()),
        ("--depth", think.depth.is_some()),
        ("--threads", one_thread && think.threads != 1),
        ("--seed", think.seed != 0),
    ]);
    unused.map_or(Ok(()), |option| Err(Fail::usage(tr!(lang, ValueOption, option = option))))
}
