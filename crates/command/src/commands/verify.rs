//! `tengen verify`: whether a certificate proves what it says.

mod chains;
mod scores;
mod values;

use crate::cli::VerifyArgs;
use crate::commands::certificates;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::{Context, interrupt};
use serde_json::json;
use std::io::Write;
use tengen_games::GameSpec;
use tengen_games::gomoku::Rules;
use tengen_gomoku_verify::{Refusal, StartFault, VerifyLimits, verify_until};

pub(crate) fn run(args: &VerifyArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let mut input = certificates::open(&args.certificate, lang)?;
    let name = args.certificate.to_string_lossy();
    if input.is_of_go() {
        return chains::run(args, &input.text(lang)?, &name, context);
    }
    if input.is_of_mnk() {
        return values::run(args, &input.text(lang)?, &name, context);
    }
    if input.is_of_othello() {
        return scores::run(args, &input.text(lang)?, &name, context);
    }
    let proof = input.proof(lang)?;
    let limits = VerifyLimits { positions: args.positions, ..VerifyLimits::default() };
    let stop = interrupt::stop();
    let found = verify_until(&proof, &limits, &|| stop.is_raised());
    if let Err(Refusal::Stopped(_)) = found {
        return Err(Fail::interrupted(tr!(lang, Interrupted)));
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        let mut value = json!({
            "accepted": found.is_ok(), "rules": proof.rules.variant.name(), "size": proof.rules.size.to_string(),
            "side": proof.side.to_string(), "to_move": proof.to_move.to_string(), "stones": proof.black.len() + proof.white.len(),
        });
        match &found {
            Ok(report) => {
                value["plies"] = report.plies.into();
                value["nodes"] = report.nodes.into();
                value["positions"] = report.positions.into();
            }
            Err(refusal) => value["why"] = refusal.to_string().into(),
        }
        writeln!(out, "{value:#}")?;
    } else {
        let Rules { variant, size, .. } = proof.rules;
        let rules = match lang {
            Lang::English => format!("{variant} {size}"),
            _ => lang.spec(&GameSpec::Gomoku(proof.rules)),
        };
        let (black, white, side) = (proof.black.len(), proof.white.len(), lang.color(proof.side));
        let mover = lang.color(proof.to_move);
        let stands = tr!(lang, StonesPosition, rules = rules, black = black, white = white, side = mover);
        writeln!(out, "{stands}")?;
        match &found {
            Ok(report) => {
                let (plies, nodes, positions) = (report.plies, report.nodes, report.positions);
                let said = tr!(
                    lang,
                    ProofOfWin,
                    side = side,
                    plies = plies,
                    rules = rules,
                    nodes = nodes,
                    positions = positions
                );
                writeln!(out, "{said}")?;
            }
            Err(refusal) => writeln!(out, "{}", tr!(lang, ProofFails, why = why(refusal, lang)))?,
        }
    }
    Ok(if found.is_ok() { code::OK } else { code::NEGATIVE })
}

/// Where and why a proof fails.
pub(super) fn why(refusal: &Refusal, lang: Lang) -> String {
    let after = |line: &String| if line.is_empty() { tr!(lang, RootLine) } else { line.clone() };
    match refusal {
        Refusal::Position(why) => tr!(lang, RefusedPosition, why = start_fault(why, lang)),
        Refusal::Empty => tr!(lang, RefusedEmpty),
        Refusal::Illegal { line, node, mv, why } => {
            tr!(lang, RefusedIllegal, line = after(line), node = node, mv = mv, why = lang.reason(why))
        }
        Refusal::NotWon { line, node, mv } => {
            tr!(lang, RefusedNotWon, line = after(line), node = node, mv = mv)
        }
        Refusal::Unanswered { line, node, reply } => {
            tr!(lang, RefusedUnanswered, line = after(line), node = node, reply = reply)
        }
        Refusal::Lost { line, reply } => tr!(lang, RefusedLost, line = after(line), reply = reply),
        Refusal::Drawn { line } => tr!(lang, RefusedDrawn, line = after(line)),
        Refusal::TooMuch(count) => tr!(lang, RefusedTooMuch, count = count),
        Refusal::Stopped(count) => tr!(lang, RefusedStopped, count = count),
    }
}

fn start_fault(why: &StartFault, lang: Lang) -> String {
    match why {
        StartFault::SetUp(error) => lang.set_up_error(error),
        StartFault::Over => tr!(lang, WhyGameOver),
        StartFault::LastNode => tr!(lang, ProofLastNode),
        StartFault::NoMove => tr!(lang, ProofNoMove),
    }
}
