//! `tengen verify` for scores of Othello.

use crate::cli::VerifyArgs;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::{Context, interrupt};
use serde_json::json;
use std::io::Write;
use tengen_games::othello::proof::{
    OthelloCertificate, OthelloFault, OthelloRefusal, OthelloVerifyLimits, verify_until,
};
use tengen_games::{GameSpec, Reason};

/// Checks the certificate in `text`, which comes from the file `name`.
pub(super) fn run(args: &VerifyArgs, text: &str, name: &str, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let proof: OthelloCertificate = text.parse().map_err(|why| {
        Fail::input(tr!(lang, ProofUnread, file = name, why = lang.proof_error(&why)))
            .help(tr!(lang, ProofUnreadHelp))
    })?;
    let limits = OthelloVerifyLimits { positions: args.positions };
    let stop = interrupt::stop();
    let found = verify_until(&proof, &limits, &|| stop.is_raised());
    if let Err(OthelloRefusal::Stopped(_)) = found {
        return Err(Fail::interrupted(tr!(lang, Interrupted)));
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        let claims: Vec<_> = proof
            .parts
            .iter()
            .map(|part| json!({ "side": part.side.to_string(), "at_least": part.least }))
            .collect();
        let mut value = json!({
            "accepted": found.is_ok(), "game": "othello", "size": proof.rules.size().to_string(),
            "to_move": proof.to_move.to_string(), "stones": proof.black.len() + proof.white.len(), "claims": claims,
        });
        match &found {
            Ok(report) => {
                value["nodes"] = report.parts.iter().map(|part| part.nodes).sum::<usize>().into();
                value["positions"] = report.positions.into();
            }
            Err(refusal) => value["why"] = refusal.to_string().into(),
        }
        writeln!(out, "{value:#}")?;
        return Ok(if found.is_ok() { code::OK } else { code::NEGATIVE });
    }
    let (black, white, mover) = (proof.black.len(), proof.white.len(), lang.color(proof.to_move));
    let rules = lang.spec(&GameSpec::Othello(proof.rules));
    let stands = tr!(lang, DiscsPosition, rules = rules, black = black, white = white, side = mover);
    writeln!(out, "{stands}")?;
    match &found {
        Ok(report) => {
            let first = &proof.parts[0];
            let (side, score) = (lang.color(first.side), signed(first.least));
            let said = match proof.parts.len() {
                1 if first.least == 1 => tr!(lang, ScoreWins, side = side),
                1 => tr!(lang, ScoreLeast, side = side, score = score),
                _ => tr!(lang, ScoreExact, side = side, score = score),
            };
            writeln!(out, "{said}")?;
            let nodes: usize = report.parts.iter().map(|part| part.nodes).sum();
            writeln!(out, "{}", tr!(lang, ProofWork, nodes = nodes, positions = report.positions))?;
        }
        Err(refusal) => writeln!(out, "{}", tr!(lang, ProofFails, why = why(refusal, lang)))?,
    }
    Ok(if found.is_ok() { code::OK } else { code::NEGATIVE })
}

/// Where and why a proof fails.
fn why(refusal: &OthelloRefusal, lang: Lang) -> String {
    match refusal {
        OthelloRefusal::Position(why) => tr!(lang, RefusedPosition, why = fault(why, lang, "")),
        OthelloRefusal::Claim { side, line, why } => {
            let line = if line.is_empty() { tr!(lang, RootLine) } else { line.clone() };
            tr!(lang, ValueClaim, side = lang.color(*side), why = fault(why, lang, &line))
        }
        OthelloRefusal::TooMuch(count) => tr!(lang, RefusedTooMuch, count = count),
        OthelloRefusal::Stopped(count) => tr!(lang, RefusedStopped, count = count),
    }
}

/// A score with its sign.
fn signed(score: i32) -> String {
    if score == 0 { "0".into() } else { format!("{score:+}").replace('-', "−") }
}

fn fault(why: &OthelloFault, lang: Lang, line: &str) -> String {
    let illegal = |node: &usize, mv: &str, reason: Reason| {
        tr!(lang, RefusedIllegal, line = line, node = node, mv = mv, why = lang.reason(&reason))
    };
    match why {
        OthelloFault::Empty => tr!(lang, RefusedEmpty),
        OthelloFault::OffBoard => tr!(lang, ProofOffBoard),
        OthelloFault::TwoDiscs(point) => tr!(lang, ProofTwoStones, point = point),
        OthelloFault::Over => tr!(lang, WhyGameOver),
        OthelloFault::LastNode => tr!(lang, ProofLastNode),
        OthelloFault::NoMove(node) => tr!(lang, RefusedNoMove, line = line, node = node),
        OthelloFault::NoFlip { node, mv } => illegal(node, mv, Reason::NoFlip),
        OthelloFault::NoPass(node) => illegal(node, "pass", Reason::NoPass),
        OthelloFault::Unanswered { node, reply } => {
            tr!(lang, RefusedUnanswered, line = line, node = node, reply = reply)
        }
        OthelloFault::Score { score, least } => {
            let (score, least) = (signed(*score), signed(*least));
            tr!(lang, RefusedScore, line = line, score = score, least = least)
        }
    }
}
