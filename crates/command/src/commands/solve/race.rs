//! `tengen solve --kind semeai`: who wins a race of two chains of Go, whoever moves first.

use super::chains::{ChainKind, USUAL_NODES, ko_text, move_name, name, stones, tree_node, write_tree};
use super::threats::time_text;
use crate::cli::{Side, SolveArgs};
use crate::commands::analyze::ended;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::output;
use crate::{Context, interrupt, terminal};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write;
use std::time::{Duration, Instant};
use tengen_board::{Color, Point};
use tengen_games::Game;
use tengen_games::go::proof::{Claim, GoCertificates};
use tengen_games::go::{Certainty, Position, Proven, RaceOutcome, RaceReport};

pub(super) fn run(args: &SolveArgs, game: &Position, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    if args.every_reply {
        return Err(Fail::usage(tr!(lang, OptionNotForRace, option = "--every-reply")));
    }
    let chains = stones(args, ChainKind::Semeai, game, lang)?;
    // The side that moves next is answered first.
    let movers = match args.side {
        Some(Side::Black) => vec![Color::Black],
        Some(Side::White) => vec![Color::White],
        None => vec![game.to_move(), !game.to_move()],
    };
    let bar = terminal::progress(0, tr!(lang, Thinking, engine = ChainKind::Semeai.name()));
    let (stop, begun) = (interrupt::stop(), Instant::now());
    let nodes = args.think.nodes.unwrap_or(USUAL_NODES);
    let reports: Vec<RaceReport> = movers
        .into_iter()
        .filter_map(|mover| {
            let (own, other) = of_mover(game, &chains, mover);
            game.prove_race(own, other, nodes, &|| stop.is_raised())
        })
        .collect();
    let time = begun.elapsed();
    bar.finish_and_clear();
    let proofs = || reports.iter().flat_map(|report| &report.proofs);
    if let Some(file) = args.certificate.as_ref().filter(|_| proofs().next().is_some()) {
        let all = GoCertificates(proofs().map(|proven| proven.certificate.clone()).collect());
        output::write_file(file, all.to_string().as_bytes(), lang)?;
    }
    let mut out = std::io::stdout().lock();
    if args.think.json {
        writeln!(out, "{:#}", to_json(args, game, &chains, &reports, time))?;
    } else {
        write!(out, "{}", to_text(args, game, &chains, &reports, time, lang))?;
    }
    let is_proven = reports.iter().all(|report| report.outcome() != RaceOutcome::Unknown);
    match is_proven {
        true => Ok(code::OK),
        false if interrupt::stop().is_raised() => ended(context),
        false => Ok(code::NEGATIVE),
    }
}

/// The chain of the side that moves, and the other.
fn of_mover(game: &Position, chains: &[Point], mover: Color) -> (Point, Point) {
    let own = usize::from(game.at(chains[0]).color() != Some(mover));
    (chains[own], chains[1 - own])
}

fn to_text(
    args: &SolveArgs,
    game: &Position,
    chains: &[Point],
    reports: &[RaceReport],
    time: Duration,
    lang: Lang,
) -> String {
    let (mut out, size) = (String::new(), game.size());
    for report in reports {
        let (own, other) = of_mover(game, chains, report.side);
        let _ = writeln!(out, "{}", outcome_text(report, &name(own, size), &name(other, size), game, lang));
        if report.in_vain {
            let target = if report.wins == Certainty::Yes { other } else { own };
            let _ = writeln!(out, "{}", tr!(lang, RaceInVain, target = name(target, size)));
        }
        for proven in &report.proofs {
            let line: Vec<String> = proven.line.iter().map(|&mv| move_name(mv, size)).collect();
            let moves = proven.line.first().is_some_and(|mv| mv.point().is_some());
            if moves && proven.certificate.side == proven.certificate.to_move {
                let _ = writeln!(out, "{}", line.join(" "));
            }
            if args.tree {
                write_tree(&mut out, &proven.certificate.nodes, size, lang);
            }
        }
    }
    let nodes: u64 = reports.iter().map(|report| report.nodes).sum();
    let proofs = reports.iter().flat_map(|report| &report.proofs);
    let count: usize = proofs.map(|proven| proven.certificate.nodes.len()).sum();
    let _ = writeln!(out, "{}", tr!(lang, ThreatWork, nodes = nodes, time = time_text(time), count = count));
    if let Some(file) = args.certificate.as_ref().filter(|_| count > 0) {
        let _ = writeln!(out, "{}", tr!(lang, CertificateWritten, file = file.display()));
    }
    out
}

fn outcome_text(report: &RaceReport, own: &str, other: &str, game: &Position, lang: Lang) -> String {
    let mover = lang.color(report.side);
    let first = report.proofs.first();
    let (plies, ko) = (first.map_or(0, |p| p.plies), first.map_or_else(String::new, |p| ko_text(p, lang)));
    match report.outcome() {
        RaceOutcome::Wins => tr!(lang, RaceWins, mover = mover, other = other, plies = plies, ko = ko),
        RaceOutcome::Loses => tr!(lang, RaceLoses, mover = mover, own = own, plies = plies, ko = ko),
        RaceOutcome::Seki => tr!(lang, RaceSeki, mover = mover, ko = ko),
        RaceOutcome::BothLive => {
            let alive = report.proofs.iter().find(|p| matches!(p.certificate.claim, Claim::Live(_)));
            let alive =
                alive.map_or_else(String::new, |p| name(p.certificate.claim.points()[0], game.size()));
            tr!(lang, RaceBothLive, mover = mover, alive = alive, ko = ko)
        }
        RaceOutcome::Ko => {
            let said = |certainty| match certainty {
                Certainty::Yes => tr!(lang, KoNone),
                Certainty::Ko => tr!(lang, KoFirst),
                Certainty::KoNeedsThreat => tr!(lang, KoThreat),
                Certainty::No => tr!(lang, RaceNever),
                Certainty::Unknown => tr!(lang, RaceOpen),
            };
            let (wins, stands) = (said(report.wins), said(report.stands));
            tr!(lang, RaceKo, mover = mover, own = own, other = other, wins = wins, stands = stands)
        }
        RaceOutcome::Unknown => tr!(lang, RaceUnknown, mover = mover),
    }
}

fn to_json(
    args: &SolveArgs,
    game: &Position,
    chains: &[Point],
    reports: &[RaceReport],
    time: Duration,
) -> Value {
    let size = game.size();
    let moves: Vec<String> = game.moves().map(|mv| game.format_move(mv)).collect();
    let target: Vec<String> = chains.iter().map(|&p| name(p, size)).collect();
    let proof = |proven: &Proven| {
        let certificate = &proven.certificate;
        let target: Vec<String> = certificate.claim.points().iter().map(|&p| name(p, size)).collect();
        let line: Vec<String> = proven.line.iter().map(|&mv| move_name(mv, size)).collect();
        let mut value = json!({
            "claim": certificate.claim.name(), "target": target, "side": certificate.side.to_string(),
            "ko": ko_word(proven.certainty), "plies": proven.plies, "line": line,
            "proof_nodes": certificate.nodes.len(),
        });
        if args.tree {
            value["tree"] = certificate.nodes.iter().map(|node| tree_node(node, size)).collect();
        }
        value
    };
    let races: Vec<Value> = reports
        .iter()
        .map(|report| {
            json!({
                "to_move": report.side.to_string(), "outcome": report.outcome().name(),
                "in_vain": report.in_vain, "captures": certainty_word(report.wins), "stands": certainty_word(report.stands),
                "nodes": report.nodes, "proofs": report.proofs.iter().map(proof).collect::<Vec<_>>(),
            })
        })
        .collect();
    let mut value = json!({
        "game": "go", "rule_set": game.rules().to_string(), "size": size.to_string(), "moves": moves,
        "kind": "semeai", "target": target, "races": races, "time_ms": time.as_secs_f64() * 1000.0,
    });
    if let Some(file) = args.certificate.as_ref().filter(|_| reports.iter().any(|r| !r.proofs.is_empty())) {
        value["certificate"] = file.display().to_string().into();
    }
    value
}

/// By which ko a proof holds.
fn ko_word(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Ko => "first",
        Certainty::KoNeedsThreat => "threat",
        Certainty::Yes | Certainty::No | Certainty::Unknown => "none",
    }
}

fn certainty_word(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Yes => "yes",
        Certainty::Ko => "ko-first",
        Certainty::KoNeedsThreat => "ko-threat",
        Certainty::No => "no",
        Certainty::Unknown => "unknown",
    }
}
