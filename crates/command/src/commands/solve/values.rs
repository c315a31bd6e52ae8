//! `tengen solve --certificate` in m,n,k games: the value of the position with its proof.

use super::threats::time_text;
use crate::cli::SolveArgs;
use crate::commands::analyze::{ended, limits, refuse_finished};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::output;
use crate::{Context, interrupt, terminal};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::time::Instant;
use tengen_engine::{Proof, Score};
use tengen_games::{AnyPosition, Game, mnk};
use tengen_mnk::certify;

/// Memory of the tables, in MiB.
const TABLE_MIB: usize = 512;

pub(super) fn run(
    args: &SolveArgs,
    file: &Path,
    position: &AnyPosition,
    game: &mnk::Position,
    context: Context,
) -> Result<u8, Fail> {
    let lang = context.lang;
    refuse_finished(position, lang)?;
    refuse_options(args, game, lang)?;
    let limits = limits(&args.think, lang)?;
    let bar = terminal::progress(0, tr!(lang, Thinking, engine = game.rules()));
    let begun = Instant::now();
    let found = certify(game, &limits, TABLE_MIB, &interrupt::stop());
    let time = begun.elapsed();
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    let Some(found) = found else {
        if args.think.json {
            writeln!(
                out,
                "{:#}",
                json!({ "game": "mnk", "rule_set": game.rules().to_string(), "proven": false })
            )?;
        } else {
            writeln!(out, "{}", tr!(lang, ValueNotProven))?;
        }
        return if interrupt::stop().is_raised() { ended(context) } else { Ok(code::NEGATIVE) };
    };
    output::write_file(file, found.certificate.to_string().as_bytes(), lang)?;
    let count: usize = found.certificate.parts.iter().map(|part| part.nodes.len()).sum();
    if args.think.json {
        let (value, plies) = match found.value {
            Proof::Win(plies) => ("win", Some(plies)),
            Proof::Loss(plies) => ("loss", Some(plies)),
            _ => ("draw", None),
        };
        let value = json!({
            "game": "mnk", "rule_set": game.rules().to_string(), "proven": true,
            "to_move": game.to_move().to_string(), "value": value, "plies": plies, "nodes": found.nodes,
            "ms": time.as_millis() as u64, "certificate": file.display().to_string(), "certificate_nodes": count,
        });
        writeln!(out, "{value:#}")?;
    } else {
        let (color, result) = (lang.color(game.to_move()), lang.score(Score::Proven(found.value)));
        writeln!(out, "{}", tr!(lang, ProvenFor, color = color, result = result))?;
        writeln!(
            out,
            "{}",
            tr!(lang, ThreatWork, nodes = found.nodes, time = time_text(time), count = count)
        )?;
        writeln!(out, "{}", tr!(lang, CertificateWritten, file = file.display()))?;
    }
    Ok(code::OK)
}

/// Refuses games in which stones fall, and options that mean nothing here.
fn refuse_options(args: &SolveArgs, game: &mnk::Position, lang: Lang) -> Result<(), Fail> {
    if game.rules().gravity {
        return Err(Fail::usage(tr!(lang, CertificateGravity)));
    }
    let think = &args.think;
    let unused = [
        ("--tree", args.tree),
        ("--side", args.side.is_some()),
        ("--every-reply", args.every_reply),
        ("--engine", think.engine.is_some()),
        ("--level", think.level.is_some()),
        ("--depth", think.depth.is_some()),
        ("--threads", think.threads != 1),
        ("--seed", think.seed != 0),
    ];
    match unused.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(Fail::usage(tr!(lang, ValueOption, option = option))),
        None => Ok(()),
    }
}
