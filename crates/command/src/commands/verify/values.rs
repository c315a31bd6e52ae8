//! `tengen verify` for values of m,n,k games.

use crate::cli::VerifyArgs;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::{Context, interrupt};
use serde_json::json;
use std::io::Write;
use tengen_games::mnk::proof::{
    MnkCertificate, MnkClaim, MnkFault, MnkRefusal, MnkVerifyLimits, verify_until,
};

/// Checks the certificate in `text`, which comes from the file `name`.
pub(super) fn run(args: &VerifyArgs, text: &str, name: &str, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let proof: MnkCertificate = text.parse().map_err(|why| {
        Fail::input(tr!(lang, ProofUnread, file = name, why = lang.proof_error(&why)))
            .help(tr!(lang, ProofUnreadHelp))
    })?;
    let limits = MnkVerifyLimits { positions: args.positions };
    let stop = interrupt::stop();
    let found = verify_until(&proof, &limits, &|| stop.is_raised());
    if let Err(MnkRefusal::Stopped(_)) = found {
        return Err(Fail::interrupted(tr!(lang, Interrupted)));
    }
    let mut out = std::io::stdout().lock();
    let rules = format!("{},{},{}", proof.rules.size.cols(), proof.rules.size.rows(), proof.rules.k);
    if args.json {
        let claims: Vec<_> = proof
            .parts
            .iter()
            .map(|part| json!({ "side": part.side.to_string(), "claim": part.claim.name() }))
            .collect();
        let mut value = json!({
            "accepted": found.is_ok(), "game": "mnk", "rules": rules, "to_move": proof.to_move.to_string(),
            "stones": proof.black.len() + proof.white.len(), "claims": claims,
        });
        match &found {
            Ok(report) => {
                let wins = proof.parts[0].claim == MnkClaim::Wins;
                value["plies"] = wins.then(|| report.parts[0].plies).into();
                value["nodes"] = report.parts.iter().map(|part| part.nodes).sum::<usize>().into();
                value["positions"] = report.positions.into();
            }
            Err(refusal) => value["why"] = refusal.to_string().into(),
        }
        writeln!(out, "{value:#}")?;
        return Ok(if found.is_ok() { code::OK } else { code::NEGATIVE });
    }
    let (black, white, mover) = (proof.black.len(), proof.white.len(), lang.color(proof.to_move));
    let stands = tr!(lang, StonesPosition, rules = rules, black = black, white = white, side = mover);
    writeln!(out, "{stands}")?;
    match &found {
        Ok(report) => {
            let side = lang.color(proof.parts[0].side);
            let said = match (proof.parts[0].claim, proof.parts.len()) {
                (MnkClaim::Wins, _) => tr!(lang, ProofHolds, side = side, plies = report.parts[0].plies),
                (MnkClaim::Holds, 1) => tr!(lang, ValueHolds, side = side),
                (MnkClaim::Holds, _) => tr!(lang, ValueDraw),
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
fn why(refusal: &MnkRefusal, lang: Lang) -> String {
    match refusal {
        MnkRefusal::Position(why) => tr!(lang, RefusedPosition, why = fault(why, lang, "")),
        MnkRefusal::Claim { side, line, why } => {
            let line = if line.is_empty() { tr!(lang, RootLine) } else { line.clone() };
            tr!(lang, ValueClaim, side = lang.color(*side), why = fault(why, lang, &line))
        }
        MnkRefusal::TooMuch(count) => tr!(lang, RefusedTooMuch, count = count),
        MnkRefusal::Stopped(count) => tr!(lang, RefusedStopped, count = count),
    }
}

fn fault(why: &MnkFault, lang: Lang, line: &str) -> String {
    match why {
        MnkFault::Gravity => tr!(lang, CertificateGravity),
        MnkFault::Empty => tr!(lang, RefusedEmpty),
        MnkFault::OffBoard => tr!(lang, ProofOffBoard),
        MnkFault::TwoStones(point) => tr!(lang, ProofTwoStones, point = point),
        MnkFault::Over => tr!(lang, WhyGameOver),
        MnkFault::LastNode => tr!(lang, ProofLastNode),
        MnkFault::NoMove(node) => tr!(lang, RefusedNoMove, line = line, node = node),
        MnkFault::NoLine { node, mv } => tr!(lang, ValueNoLine, line = line, node = node, mv = mv),
        MnkFault::NotWon { node, mv } => tr!(lang, RefusedNotWon, line = line, node = node, mv = mv),
        MnkFault::Pair(point) => tr!(lang, ValuePair, line = line, point = point),
        MnkFault::NotHeld => tr!(lang, ValueNotHeld, line = line),
        MnkFault::Unanswered { node, reply } => {
            tr!(lang, RefusedUnanswered, line = line, node = node, reply = reply)
        }
        MnkFault::Lost(reply) => tr!(lang, RefusedLost, line = line, reply = reply),
        MnkFault::Drawn => tr!(lang, RefusedDrawn, line = line),
    }
}
