//! `tengen solve --kind capture`, `connect`, `life`, `semeai`: questions about chains of Go, with their proofs.
//! Races are in `race`.

use super::threats::time_text;
use crate::cli::{Side, SolveArgs, WinKind};
use crate::commands::analyze::ended;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::output;
use crate::{Context, interrupt, terminal};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write;
use std::time::{Duration, Instant};
use tengen_board::{Color, Coords, Point, Size};
use tengen_games::go::proof::{Claim, GoProofNode};
use tengen_games::go::{Certainty, Position, ProofReport, Proven};
use tengen_games::{AnyPosition, Game, Move};

/// Positions of each search where nothing says how many.
pub(super) const USUAL_NODES: u64 = 1_000_000;

/// A kind of question about chains.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChainKind {
    Capture,
    Connect,
    Life,
    Semeai,
}

impl ChainKind {
    /// The kinds of Go.
    pub(crate) fn of(kind: WinKind) -> Option<ChainKind> {
        match kind {
            WinKind::Capture => Some(ChainKind::Capture),
            WinKind::Connect => Some(ChainKind::Connect),
            WinKind::Life => Some(ChainKind::Life),
            WinKind::Semeai => Some(ChainKind::Semeai),
            WinKind::Vcf | WinKind::Vct | WinKind::Wide | WinKind::Wld => None,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            ChainKind::Capture => "capture",
            ChainKind::Connect => "connect",
            ChainKind::Life => "life",
            ChainKind::Semeai => "semeai",
        }
    }
}

/// What is asked.
struct Question {
    kind: ChainKind,
    claim: Claim,
    side: Color,
    to_move: Color,
    /// The stones named, in the letters of the board.
    target: String,
}

pub(crate) fn run(
    args: &SolveArgs,
    kind: ChainKind,
    position: &AnyPosition,
    context: Context,
) -> Result<u8, Fail> {
    let lang = context.lang;
    let AnyPosition::Go(game) = position else {
        let game = position.spec().kind().name();
        return Err(Fail::usage(tr!(lang, KindNeedsGo, kind = kind.name(), game = game)));
    };
    let think = &args.think;
    let unused = [
        ("--time", think.time.is_some()),
        ("--depth", think.depth.is_some()),
        ("--threads", think.threads != 1),
        ("--seed", think.seed != 0),
        ("--memory", args.memory.is_some()),
    ];
    if let Some(option) = super::first_given(&unused) {
        return Err(Fail::usage(tr!(lang, KindTakesNodes, kind = kind.name(), option = option)));
    }
    if kind == ChainKind::Semeai {
        return super::race::run(args, game, context);
    }
    let question = question(args, kind, game, lang)?;
    let bar = terminal::progress(0, tr!(lang, Thinking, engine = kind.name()));
    let (stop, begun) = (interrupt::stop(), Instant::now());
    let nodes = think.nodes.unwrap_or(USUAL_NODES);
    let Question { claim, side, to_move, .. } = question;
    let found = game.prove_until(claim, side, to_move, nodes, &|| stop.is_raised());
    let time = begun.elapsed();
    bar.finish_and_clear();
    let found = found.unwrap_or(ProofReport { proven: None, nodes: 0, unknown: false });
    if let (Some(file), Some(proven)) = (&args.certificate, &found.proven) {
        output::write_file(file, proven.certificate.to_string().as_bytes(), lang)?;
    }
    let mut out = std::io::stdout().lock();
    if think.json {
        writeln!(out, "{:#}", to_json(args, game, &question, &found, time))?;
    } else {
        write!(out, "{}", to_text(args, game, &question, &found, time, lang))?;
    }
    match found.proven {
        Some(_) => Ok(code::OK),
        None if interrupt::stop().is_raised() => ended(context),
        None => Ok(code::NEGATIVE),
    }
}

/// The stones that the question names.
pub(super) fn stones(
    args: &SolveArgs,
    kind: ChainKind,
    game: &Position,
    lang: Lang,
) -> Result<Vec<Point>, Fail> {
    let has_two = matches!(kind, ChainKind::Connect | ChainKind::Semeai);
    let (count, example) = if has_two { (2, "C3,E3") } else { (1, "D4") };
    let Some(text) = &args.target else {
        return Err(Fail::usage(tr!(lang, KindNeedsTarget, kind = kind.name(), example = example)));
    };
    let fail =
        |why: String| Err(Fail::usage(tr!(lang, TargetStones, kind = kind.name(), count = count, why = why)));
    let size = game.size();
    let words: Vec<&str> = text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    if words.len() != count {
        return fail(tr!(lang, TargetCount, target = text, found = words.len()));
    }
    let mut points = Vec::new();
    for word in words {
        let Ok(point) = Coords::Go.parse(word, size) else {
            return fail(tr!(lang, TargetOffBoard, point = word.chars().take(20).collect::<String>()));
        };
        if game.at(point).is_empty() {
            return fail(tr!(lang, TargetNoStone, point = name(point, size)));
        }
        points.push(point);
    }
    if has_two && (game.at(points[0]) == game.at(points[1])) != (kind == ChainKind::Connect) {
        let (a, b) = (name(points[0], size), name(points[1], size));
        return fail(match kind {
            ChainKind::Connect => tr!(lang, TargetColors, a = a, b = b),
            _ => tr!(lang, TargetOneColor, a = a, b = b),
        });
    }
    Ok(points)
}

/// Reads the question, which must fit the stones.
fn question(args: &SolveArgs, kind: ChainKind, game: &Position, lang: Lang) -> Result<Question, Fail> {
    let points = stones(args, kind, game, lang)?;
    let size = game.size();
    let owner = game.at(points[0]).color().unwrap_or(Color::Black);
    let named = args.side.map(|side| match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    });
    let mover = if args.every_reply { !game.to_move() } else { game.to_move() };
    let side = named.unwrap_or(match kind {
        ChainKind::Capture => !owner,
        ChainKind::Connect => owner,
        ChainKind::Life | ChainKind::Semeai => mover,
    });
    let target = points.iter().map(|&p| name(p, size)).collect::<Vec<_>>().join(", ");
    let claim = match kind {
        ChainKind::Capture if side != owner => Claim::Capture(points[0]),
        ChainKind::Capture => Claim::Save(points[0]),
        ChainKind::Connect if side == owner => Claim::Connect(points[0], points[1]),
        ChainKind::Connect => Claim::Cut(points[0], points[1]),
        ChainKind::Life if side == owner => Claim::Live(points[0]),
        ChainKind::Life | ChainKind::Semeai => Claim::Capture(points[0]),
    };
    Ok(Question { kind, claim, side, to_move: if args.every_reply { !side } else { side }, target })
}

pub(super) fn name(point: Point, size: Size) -> String {
    Coords::Go.format(point, size).to_ascii_uppercase()
}

pub(super) fn move_name(mv: Move, size: Size) -> String {
    mv.point().map_or("pass".into(), |point| name(point, size))
}

fn to_text(
    args: &SolveArgs,
    game: &Position,
    question: &Question,
    found: &ProofReport,
    time: Duration,
    lang: Lang,
) -> String {
    let (mut out, size) = (String::new(), game.size());
    let (mover, side) = (lang.color(question.to_move), lang.color(question.side));
    let target = &question.target;
    let Some(proven) = &found.proven else {
        let claim = match question.claim {
            Claim::Capture(_) | Claim::Race(..) => tr!(lang, ClaimCaptures, side = side, target = target),
            Claim::Connect(..) => tr!(lang, ClaimJoins, side = side, target = target),
            Claim::Live(_) => tr!(lang, ClaimLives, side = side, target = target),
            Claim::Save(_) | Claim::Stand(..) => tr!(lang, ClaimSaves, side = side, target = target),
            Claim::Cut(..) => tr!(lang, ClaimCuts, side = side, target = target),
        };
        let said = if found.unknown {
            tr!(lang, ChainUnknown, mover = mover, claim = claim)
        } else {
            tr!(lang, ChainNone, mover = mover, claim = claim)
        };
        let _ = writeln!(out, "{said}");
        let nodes = tr!(lang, Nodes, count = found.nodes);
        let _ = writeln!(out, "{nodes}{}{}", lang.pick(", ", "，", "、"), time_text(time));
        return out;
    };
    let (plies, ko) = (proven.plies, ko_text(proven, lang));
    let said = match question.claim {
        Claim::Live(_) if plies == 0 => tr!(lang, ChainLivesNow, target = target),
        Claim::Capture(_) | Claim::Race(..) => {
            tr!(lang, ChainCaptured, mover = mover, side = side, target = target, plies = plies, ko = ko)
        }
        Claim::Connect(..) => {
            tr!(lang, ChainJoined, mover = mover, side = side, target = target, plies = plies, ko = ko)
        }
        Claim::Live(_) => {
            tr!(lang, ChainLives, mover = mover, side = side, target = target, plies = plies, ko = ko)
        }
        Claim::Save(_) | Claim::Stand(..) => {
            tr!(lang, ChainSaved, mover = mover, side = side, target = target, ko = ko)
        }
        Claim::Cut(..) => tr!(lang, ChainCut, mover = mover, side = side, target = target, ko = ko),
    };
    let _ = writeln!(out, "{said}");
    let line: Vec<String> = proven.line.iter().map(|&mv| move_name(mv, size)).collect();
    if !line.is_empty() {
        let _ = writeln!(out, "{}", line.join(" "));
    }
    if args.tree {
        write_tree(&mut out, &proven.certificate.nodes, size, lang);
    }
    let count = proven.certificate.nodes.len();
    let time = time_text(time);
    let _ = writeln!(out, "{}", tr!(lang, ThreatWork, nodes = found.nodes, time = time, count = count));
    if let Some(file) = &args.certificate {
        let _ = writeln!(out, "{}", tr!(lang, CertificateWritten, file = file.display()));
    }
    out
}

pub(super) fn ko_text(proven: &Proven, lang: Lang) -> String {
    match proven.certainty {
        Certainty::Ko => tr!(lang, KoFirst),
        Certainty::KoNeedsThreat => tr!(lang, KoThreat),
        Certainty::Yes | Certainty::No | Certainty::Unknown => tr!(lang, KoNone),
    }
}

/// Every node once, indented below the replies that it answers; a repeated node as its number.
pub(super) fn write_tree(out: &mut String, nodes: &[GoProofNode], size: Size, lang: Lang) {
    let Some(root) = nodes.len().checked_sub(1) else { return };
    let mut written = vec![false; nodes.len()];
    // What is still to be written, the next last: indentation, replies, node.
    let mut left = vec![(0, String::new(), root)];
    while let Some((depth, replies, at)) = left.pop() {
        let node = &nodes[at];
        let mv = node.mv.map_or("-".into(), |mv| move_name(mv, size));
        let _ = write!(out, "{}{replies}{mv}", "  ".repeat(depth));
        if !node.is_last() && std::mem::replace(&mut written[at], true) {
            let _ = writeln!(out, "{}", lang.aside(tr!(lang, SeeNode, node = at + 1)));
            continue;
        }
        let _ = if node.is_last() { writeln!(out) } else { writeln!(out, " [{}]", at + 1) };
        let mut groups: Vec<(usize, Vec<String>)> = Vec::new();
        for &(reply, answer) in &node.replies {
            match groups.iter_mut().find(|(a, _)| *a == answer as usize) {
                Some((_, points)) => points.push(name(reply, size)),
                None => groups.push((answer as usize, vec![name(reply, size)])),
            }
        }
        if let Some(other) = node.other {
            left.push((depth + 1, format!("{} → ", tr!(lang, AnyOther)), other as usize));
        }
        for (answer, points) in groups.into_iter().rev() {
            left.push((depth + 1, format!("{} → ", points.join(", ")), answer));
        }
    }
}

fn to_json(
    args: &SolveArgs,
    game: &Position,
    question: &Question,
    found: &ProofReport,
    time: Duration,
) -> Value {
    let size = game.size();
    let moves: Vec<String> = game.moves().map(|mv| game.format_move(mv)).collect();
    let target: Vec<String> = question.claim.points().iter().map(|&p| name(p, size)).collect();
    let mut value = json!({
        "game": "go", "rule_set": game.rules().to_string(), "size": size.to_string(),
        "moves": moves, "to_move": question.to_move.to_string(), "side": question.side.to_string(),
        "kind": question.kind.name(), "claim": question.claim.name(), "target": target,
        "every_reply": args.every_reply, "nodes": found.nodes, "time_ms": time.as_secs_f64() * 1000.0,
    });
    let Some(proven) = &found.proven else {
        value["result"] = if found.unknown { "unknown" } else { "none" }.into();
        return value;
    };
    value["result"] = "win".into();
    value["ko"] = match proven.certainty {
        Certainty::Ko => "first",
        Certainty::KoNeedsThreat => "threat",
        Certainty::Yes | Certainty::No | Certainty::Unknown => "none",
    }
    .into();
    value["plies"] = proven.plies.into();
    value["line"] = proven.line.iter().map(|&mv| move_name(mv, size)).collect();
    value["proof_nodes"] = proven.certificate.nodes.len().into();
    if let Some(file) = &args.certificate {
        value["certificate"] = file.display().to_string().into();
    }
    if args.tree {
        value["tree"] = proven.certificate.nodes.iter().map(|node| tree_node(node, size)).collect();
    }
    value
}

/// A node of the tree; others are named by their place in the list, from 0, the last being the first to be played.
pub(super) fn tree_node(node: &GoProofNode, size: Size) -> Value {
    let replies: serde_json::Map<String, Value> =
        node.replies.iter().map(|&(reply, answer)| (name(reply, size), answer.into())).collect();
    json!({ "move": node.mv.map(|mv| move_name(mv, size)), "replies": replies, "other": node.other })
}
