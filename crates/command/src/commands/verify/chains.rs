//! `tengen verify` for proofs about chains of Go.

use crate::cli::VerifyArgs;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::{Context, interrupt};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write;
use tengen_board::{Coords, Point};
use tengen_games::go::proof::{
    Claim, GoCertificate, GoCertificates, GoRefusal, GoStartFault, GoVerifyLimits, GoVerifyReport,
    MOST_PLIES, Retake, verify_until,
};

/// Checks the certificate in `text`, which comes from the file `name`.
pub(super) fn run(args: &VerifyArgs, text: &str, name: &str, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let GoCertificates(proofs) = text.parse().map_err(|why| {
        Fail::input(tr!(lang, ProofUnread, file = name, why = lang.proof_error(&why)))
            .help(tr!(lang, ProofUnreadHelp))
    })?;
    let mut found = Vec::new();
    for proof in &proofs {
        found.push(check(args, proof, context)?);
    }
    let all = found.iter().all(Result::is_ok);
    let code = if all { code::OK } else { code::NEGATIVE };
    let mut out = std::io::stdout().lock();
    if args.json {
        let mut values: Vec<Value> =
            proofs.iter().zip(&found).map(|(proof, found)| to_json(proof, found)).collect();
        let value = match values.len() {
            1 => values.swap_remove(0),
            _ => json!({ "accepted": all, "game": "go", "claims": values }),
        };
        writeln!(out, "{value:#}")?;
        return Ok(code);
    }
    for (proof, found) in proofs.iter().zip(&found) {
        write!(out, "{}", to_text(proof, found, lang))?;
    }
    Ok(code)
}

/// The result of one claim.
type Found = Result<GoVerifyReport, GoRefusal>;

fn check(args: &VerifyArgs, proof: &GoCertificate, context: Context) -> Result<Found, Fail> {
    let lang = context.lang;
    let limits = GoVerifyLimits { positions: args.positions, ..GoVerifyLimits::default() };
    let stop = interrupt::stop();
    let found = verify_until(proof, &limits, &|| stop.is_raised());
    if let Err(GoRefusal::Stopped(_)) = found {
        return Err(Fail::interrupted(tr!(lang, Interrupted)));
    }
    Ok(found)
}

/// The stones that a claim names.
fn points(proof: &GoCertificate) -> Vec<String> {
    let name = |&point: &Point| Coords::Go.format(point, proof.size).to_ascii_uppercase();
    proof.claim.points().iter().map(name).collect()
}

fn to_json(proof: &GoCertificate, found: &Found) -> Value {
    let retake = match proof.retake {
        Retake::Nobody => "nobody".into(),
        Retake::Side(color) => color.to_string(),
    };
    let mut value = json!({
        "accepted": found.is_ok(), "game": "go", "size": proof.size.to_string(), "claim": proof.claim.name(),
        "target": points(proof), "side": proof.side.to_string(), "to_move": proof.to_move.to_string(),
        "retake": retake, "stones": proof.black.len() + proof.white.len(),
    });
    match found {
        Ok(report) => {
            value["plies"] = report.plies.into();
            value["nodes"] = report.nodes.into();
            value["positions"] = report.positions.into();
        }
        Err(refusal) => value["why"] = refusal.to_string().into(),
    }
    value
}

fn to_text(proof: &GoCertificate, found: &Found, lang: Lang) -> String {
    let mut out = String::new();
    let (black, white, mover) = (proof.black.len(), proof.white.len(), lang.color(proof.to_move));
    let stands = tr!(lang, ChainPosition, size = proof.size, black = black, white = white, side = mover);
    let _ = writeln!(out, "{stands}");
    match found {
        Ok(report) => {
            let (side, names, plies) = (lang.color(proof.side), points(proof), report.plies);
            let (own, other, target) = (&names[0], names.last().unwrap_or(&names[0]), names.join(", "));
            let ko = match proof.retake {
                Retake::Nobody => tr!(lang, RetakeNobody),
                Retake::Side(color) => tr!(lang, RetakeSide, side = lang.color(color)),
            };
            let said = match proof.claim {
                Claim::Capture(_) => {
                    tr!(lang, ChainHoldsCapture, side = side, target = target, plies = plies, ko = ko)
                }
                Claim::Connect(..) => {
                    tr!(lang, ChainHoldsConnect, side = side, target = target, plies = plies, ko = ko)
                }
                Claim::Live(_) => {
                    tr!(lang, ChainHoldsLive, side = side, target = target, plies = plies, ko = ko)
                }
                Claim::Race(..) => {
                    tr!(lang, ChainHoldsRace, side = side, own = own, other = other, plies = plies, ko = ko)
                }
                Claim::Save(_) => tr!(lang, ChainHoldsSave, side = side, target = target, ko = ko),
                Claim::Stand(..) => {
                    tr!(lang, ChainHoldsStand, side = side, own = own, other = other, ko = ko)
                }
                Claim::Cut(..) => tr!(lang, ChainHoldsCut, side = side, target = target, ko = ko),
            };
            let _ = writeln!(out, "{said}");
            let (nodes, positions) = (report.nodes, report.positions);
            let _ = writeln!(out, "{}", tr!(lang, ProofWork, nodes = nodes, positions = positions));
        }
        Err(refusal) => {
            let _ = writeln!(out, "{}", tr!(lang, ProofFails, why = why(refusal, lang)));
        }
    }
    out
}

/// Where and why a proof fails.
fn why(refusal: &GoRefusal, lang: Lang) -> String {
    let after = |line: &String| if line.is_empty() { tr!(lang, RootLine) } else { line.clone() };
    match refusal {
        GoRefusal::Position(why) => tr!(lang, RefusedPosition, why = start_fault(why, lang)),
        GoRefusal::Empty => tr!(lang, RefusedEmpty),
        GoRefusal::Illegal { line, node, mv, why } => {
            tr!(lang, RefusedIllegal, line = after(line), node = node, mv = mv, why = lang.reason(why))
        }
        GoRefusal::NoMove { line, node } => tr!(lang, RefusedNoMove, line = after(line), node = node),
        GoRefusal::NotReached { line, node, mv } => {
            tr!(lang, RefusedNotReached, line = after(line), node = node, mv = mv)
        }
        GoRefusal::Unanswered { line, node, reply } => {
            tr!(lang, RefusedUnanswered, line = after(line), node = node, reply = reply)
        }
        GoRefusal::Lost { line, reply } => tr!(lang, RefusedLostStones, line = after(line), reply = reply),
        GoRefusal::Joined { line, reply } => tr!(lang, RefusedJoined, line = after(line), reply = reply),
        GoRefusal::NotKept { line, node, mv } => {
            tr!(lang, RefusedNotKept, line = after(line), node = node, mv = mv)
        }
        GoRefusal::TooMuch(count) => tr!(lang, RefusedTooMuch, count = count),
        GoRefusal::TooDeep => tr!(lang, RefusedTooDeep, most = MOST_PLIES),
        GoRefusal::Stopped(count) => tr!(lang, RefusedStopped, count = count),
    }
}

fn start_fault(why: &GoStartFault, lang: Lang) -> String {
    match why {
        GoStartFault::OffBoard => tr!(lang, ProofOffBoard),
        GoStartFault::TwoStones(point) => tr!(lang, ProofTwoStones, point = point),
        GoStartFault::NoLiberty(point) => tr!(lang, ProofNoLiberty, point = point),
        GoStartFault::StoneOnKo => tr!(lang, ProofStoneOnKo),
        GoStartFault::NoStone { point, color } => {
            tr!(lang, ProofNoStone, point = point, color = lang.color(*color))
        }
    }
}
