//! `tengen solve --kind`: wins by fours and by threats, with their proofs.

use crate::cli::{Side, SolveArgs, WinKind};
use crate::commands::analyze::{ended, limits, rules_name};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::output;
use crate::{Context, interrupt, terminal};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write;
use std::time::{Duration, Instant};
use tengen_board::{Color, Coords, Point, Size};
use tengen_games::{AnyPosition, Game, gomoku};
use tengen_gomoku::solve::{self, SolveReport, SolveResult, solve, solve_against_all};
use tengen_gomoku_verify::ProofNode;

pub(crate) fn run(
    args: &SolveArgs,
    kind: WinKind,
    position: &AnyPosition,
    context: Context,
) -> Result<u8, Fail> {
    let lang = context.lang;
    let kind = match kind {
        WinKind::Vcf => solve::WinKind::Vcf,
        WinKind::Vct => solve::WinKind::Vct,
        WinKind::Wide => solve::WinKind::Wide,
        WinKind::Capture | WinKind::Connect | WinKind::Life | WinKind::Semeai => {
            unreachable!("a question of Go")
        }
        WinKind::Wld => unreachable!("a question of Othello"),
    };
    let AnyPosition::Gomoku(game) = position else {
        let game = position.spec().kind().name();
        return Err(Fail::usage(tr!(lang, KindNeedsGomoku, kind = kind.name(), game = game)));
    };
    if let Some(outcome) = game.outcome() {
        return Err(Fail::input(tr!(lang, GameAlreadyOver, outcome = lang.end_of(position, outcome))));
    }
    let side = match args.side {
        None if args.every_reply => game.to_move().opponent(),
        None => game.to_move(),
        Some(Side::Black) => Color::Black,
        Some(Side::White) => Color::White,
    };
    let think = &args.think;
    let unused = [
        ("--depth", think.depth.is_some()),
        ("--threads", think.threads != 1),
        ("--seed", think.seed != 0),
        ("--memory", args.memory.is_some()),
    ];
    if let Some(option) = super::first_given(&unused) {
        return Err(Fail::usage(tr!(lang, KindTakesLimits, kind = kind.name(), option = option)));
    }
    let limits = limits(think, lang)?;
    let bar = terminal::progress(0, tr!(lang, Thinking, engine = kind_text(kind, lang)));
    let stop = interrupt::stop();
    let begun = Instant::now();
    let mut answer = if args.every_reply {
        solve_against_all(game, kind, &limits, &stop)
    } else {
        solve(game, side, kind, &limits, &stop)
    };
    if let (Some(_), SolveResult::Win(win)) = (&args.certificate, &mut answer.result) {
        win.shrink(&|| stop.is_raised() || limits.time.is_some_and(|time| begun.elapsed() >= time));
        answer.total = begun.elapsed();
    }
    bar.finish_and_clear();
    if let (Some(file), SolveResult::Win(win)) = (&args.certificate, &answer.result) {
        output::write_file(file, win.proof.to_string().as_bytes(), lang)?;
    }
    let mut out = std::io::stdout().lock();
    if args.think.json {
        writeln!(out, "{:#}", to_json(args, game, side, kind, &answer))?;
    } else {
        write!(out, "{}", to_text(args, game.size(), side, kind, &answer, lang))?;
    }
    match answer.result {
        SolveResult::Win(_) => Ok(code::OK),
        _ if interrupt::stop().is_raised() => ended(context),
        _ => Ok(code::NEGATIVE),
    }
}

fn name(point: Point, size: Size) -> String {
    Coords::Gomoku.format(point, size)
}

fn names(points: &[Point], size: Size) -> Vec<String> {
    points.iter().map(|&p| name(p, size)).collect()
}

/// What is searched for, as sentences have it.
fn kind_text(kind: solve::WinKind, lang: Lang) -> &'static str {
    match kind {
        solve::WinKind::Vcf => "VCF",
        solve::WinKind::Vct => "VCT",
        solve::WinKind::Wide => lang.pick("win with quiet moves", "含静着的必胜", "静かな手を含む勝ち"),
    }
}

fn to_text(
    args: &SolveArgs,
    size: Size,
    side: Color,
    kind: solve::WinKind,
    answer: &SolveReport,
    lang: Lang,
) -> String {
    let mut out = String::new();
    let (color, kind) = (lang.color(side), kind_text(kind, lang));
    let mover = args.every_reply.then(|| lang.color(side.opponent()));
    let _ = match (&answer.result, mover) {
        (SolveResult::Win(win), mover) => {
            let plies = win.plies;
            let found = match mover {
                None => tr!(lang, ThreatWin, side = color, plies = plies, kind = kind),
                Some(mover) => {
                    tr!(lang, EveryReplyWin, mover = mover, side = color, plies = plies, kind = kind)
                }
            };
            let _ = writeln!(out, "{found}");
            writeln!(out, "{}", names(&win.line, size).join(" "))
        }
        (SolveResult::None, None) => writeln!(out, "{}", tr!(lang, ThreatNone, side = color, kind = kind)),
        (SolveResult::Unknown, None) => {
            writeln!(out, "{}", tr!(lang, ThreatUnknown, side = color, kind = kind))
        }
        (SolveResult::None, Some(mover)) => {
            writeln!(out, "{}", tr!(lang, EveryReplyNone, mover = mover, side = color, kind = kind))
        }
        (SolveResult::Unknown, Some(mover)) => {
            writeln!(out, "{}", tr!(lang, EveryReplyUnknown, mover = mover, side = color, kind = kind))
        }
    };
    if let (true, SolveResult::Win(win)) = (args.tree, &answer.result) {
        write_tree(&mut out, &win.proof.nodes, size, lang);
    }
    let time = time_text(answer.time);
    let _ = match &answer.result {
        SolveResult::Win(win) => {
            let count = win.proof.nodes.len();
            writeln!(out, "{}", tr!(lang, ThreatWork, nodes = answer.nodes, time = time, count = count))
        }
        _ => writeln!(out, "{}{}{time}", tr!(lang, Nodes, count = answer.nodes), lang.pick(", ", "，", "、")),
    };
    if let (Some(file), SolveResult::Win(_)) = (&args.certificate, &answer.result) {
        let _ = writeln!(out, "{}", tr!(lang, CertificateWritten, file = file.display()));
    }
    out
}

pub(crate) fn time_text(time: Duration) -> String {
    match time.as_micros() {
        us @ 0..1_000 => format!("{us} µs"),
        us @ 1_000..10_000_000 => format!("{} ms", us / 1_000),
        us => format!("{:.1} s", us as f64 / 1e6),
    }
}

/// The move of a node; `-` if it has none.
fn node_move(node: &ProofNode, size: Size) -> String {
    if node.mv == ProofNode::NO_MOVE { "-".into() } else { name(node.mv, size) }
}

/// Every node once, indented below the replies that it answers; a repeated node as its number.
fn write_tree(out: &mut String, nodes: &[ProofNode], size: Size, lang: Lang) {
    let Some(root) = nodes.len().checked_sub(1) else { return };
    let mut told = vec![false; nodes.len()];
    // What is still to be written, the next last: indentation, replies, node.
    let mut left = vec![(0, String::new(), root)];
    while let Some((depth, replies, at)) = left.pop() {
        let node = &nodes[at];
        let indent = "  ".repeat(depth);
        let mv = node_move(node, size);
        let _ = write!(out, "{indent}{replies}{mv}");
        if !node.is_last() && std::mem::replace(&mut told[at], true) {
            let _ = writeln!(out, "{}", lang.aside(tr!(lang, SeeNode, node = at + 1)));
            continue;
        }
        let _ = if node.is_last() { writeln!(out) } else { writeln!(out, " [{}]", at + 1) };
        let mut groups: Vec<(usize, Vec<Point>)> = Vec::new();
        for &(reply, answer) in &node.replies {
            match groups.iter_mut().find(|(a, _)| *a == answer as usize) {
                Some((_, points)) => points.push(reply),
                None => groups.push((answer as usize, vec![reply])),
            }
        }
        if let Some(other) = node.other {
            left.push((depth + 1, format!("{} → ", tr!(lang, AnyOther)), other as usize));
        }
        for (answer, points) in groups.into_iter().rev() {
            left.push((depth + 1, format!("{} → ", names(&points, size).join(", ")), answer));
        }
    }
}

fn to_json(
    args: &SolveArgs,
    game: &gomoku::Position,
    side: Color,
    kind: solve::WinKind,
    answer: &SolveReport,
) -> Value {
    let size = game.size();
    let moves: Vec<String> = game.moves().map(|mv| game.format_move(mv)).collect();
    let mut value = json!({
        "game": "gomoku", "rule_set": rules_name(&game.spec()), "size": size.to_string(), "moves": moves,
        "to_move": game.to_move().to_string(), "side": side.to_string(), "kind": kind.name(),
        "every_reply": args.every_reply,
        "nodes": answer.nodes, "time_ms": answer.time.as_secs_f64() * 1000.0,
        "total_ms": answer.total.as_secs_f64() * 1000.0,
    });
    match &answer.result {
        SolveResult::Win(win) => {
            value["result"] = "win".into();
            value["plies"] = win.plies.into();
            value["line"] = names(&win.line, size).into();
            value["proof_nodes"] = win.proof.nodes.len().into();
            if let Some(file) = &args.certificate {
                value["certificate"] = file.display().to_string().into();
            }
            if args.tree {
                value["tree"] = win.proof.nodes.iter().map(|node| tree_node(node, size)).collect();
            }
        }
        SolveResult::None => value["result"] = "none".into(),
        SolveResult::Unknown => value["result"] = "unknown".into(),
    }
    value
}

/// A node of the tree; others are named by their place in the list, from 0, the last being the first to be played.
fn tree_node(node: &ProofNode, size: Size) -> Value {
    let replies: serde_json::Map<String, Value> =
        node.replies.iter().map(|&(reply, answer)| (name(reply, size), answer.into())).collect();
    let mv = (node.mv != ProofNode::NO_MOVE).then(|| name(node.mv, size));
    json!({ "move": mv, "replies": replies, "other": node.other })
}
