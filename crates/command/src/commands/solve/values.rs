//! `tengen solve --certificate` in m,n,k games and Othello, and `--kind wld`: the value, with its proof.

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
use std::time::{Duration, Instant};
use tengen_engine::{Limits, Proof, Score};
use tengen_games::{AnyPosition, Game, Move, othello};
use tengen_othello::{CertifyError, Player, Question, Solved};

/// Memory of the tables for m,n,k games, in MiB, where nothing says how much.
const MNK_TABLE_MIB: usize = 512;
/// The same for Othello.
const OTHELLO_TABLE_MIB: usize = 256;

/// A proven value.
struct Found {
    value: FoundValue,
    /// A move that reaches it, where one is known.
    best: Option<Move>,
    /// The certificate as text, and its nodes.
    certificate: Option<(String, usize)>,
    /// Nodes searched.
    nodes: u64,
}

/// What is proven for the side to move.
enum FoundValue {
    Proof(Proof),
    /// 1 for a win, 0 for a draw, -1 for a loss.
    Outcome(i32),
}

/// Answers the question, with a certificate if one is asked for.
pub(super) fn run(
    args: &SolveArgs,
    position: &AnyPosition,
    question: Question,
    context: Context,
) -> Result<u8, Fail> {
    let lang = context.lang;
    refuse_finished(position, lang)?;
    refuse_options(args, position, question, lang)?;
    let limits = limits(&args.think, lang)?;
    let bar = terminal::progress(0, tr!(lang, Thinking, engine = rules_name(&position.spec())));
    let begun = Instant::now();
    let found = prove(args, position, question, &limits, lang);
    let time = begun.elapsed();
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    let Some(found) = found? else {
        if args.think.json {
            writeln!(out, "{:#}", to_json(args, position, None))?;
        } else {
            writeln!(out, "{}", tr!(lang, ValueNotProven))?;
        }
        return if interrupt::stop().is_raised() { ended(context) } else { Ok(code::NEGATIVE) };
    };
    if let (Some(file), Some((text, _))) = (&args.certificate, &found.certificate) {
        output::write_file(file, text.as_bytes(), lang)?;
    }
    if args.think.json {
        writeln!(out, "{:#}", to_json(args, position, Some((&found, time))))?;
        return Ok(code::OK);
    }
    let color = lang.color(position.to_move());
    let said = match found.value {
        FoundValue::Proof(proof) => {
            tr!(lang, ProvenFor, color = color, result = lang.score(Score::Proven(proof)))
        }
        FoundValue::Outcome(1) => tr!(lang, OutcomeWin, color = color),
        FoundValue::Outcome(0) => tr!(lang, OutcomeDraw, color = color),
        FoundValue::Outcome(_) => tr!(lang, OutcomeLoss, color = color),
    };
    writeln!(out, "{said}")?;
    // After a loss every move is as good as any other.
    if let (FoundValue::Outcome(0 | 1) | FoundValue::Proof(_), Some(best)) = (&found.value, found.best) {
        writeln!(out, "{}", tr!(lang, OutcomeBest, mv = lang.mv(position, best)))?;
    }
    let (nodes, time) = (found.nodes, time_text(time));
    match (&args.certificate, &found.certificate) {
        (Some(file), Some((_, count))) => {
            writeln!(out, "{}", tr!(lang, ThreatWork, nodes = nodes, time = time, count = count))?;
            writeln!(out, "{}", tr!(lang, CertificateWritten, file = file.display()))?;
        }
        _ => writeln!(out, "{}{}{time}", tr!(lang, Nodes, count = nodes), lang.pick(", ", "，", "、"))?,
    }
    Ok(code::OK)
}

/// The value, with a certificate where one is asked for; `None` if it is not proven within the limits.
fn prove(
    args: &SolveArgs,
    position: &AnyPosition,
    question: Question,
    limits: &Limits,
    lang: Lang,
) -> Result<Option<Found>, Fail> {
    let mib = |usual: usize| args.memory.map_or(usual, |mib| usize::try_from(mib).unwrap_or(usize::MAX));
    match position {
        AnyPosition::Mnk(game) => {
            let found = tengen_mnk::certify(game, limits, mib(MNK_TABLE_MIB), &interrupt::stop());
            Ok(found.map(|found| {
                let count = found.certificate.parts.iter().map(|part| part.nodes.len()).sum();
                Found {
                    value: FoundValue::Proof(found.value),
                    best: None,
                    certificate: Some((found.certificate.to_string(), count)),
                    nodes: found.nodes,
                }
            }))
        }
        AnyPosition::Othello(game) => {
            let mut player = Player::default().with_table(mib(OTHELLO_TABLE_MIB));
            prove_othello(&mut player, game, question, limits, args.certificate.is_some(), lang)
        }
        other => Err(Fail::usage(tr!(lang, KindNeedsOthello, game = other.spec().kind().name()))),
    }
}

fn prove_othello(
    player: &mut Player,
    game: &othello::Position,
    question: Question,
    limits: &Limits,
    certificate: bool,
    lang: Lang,
) -> Result<Option<Found>, Fail> {
    let stop = interrupt::stop();
    let (solved, certificate) = if certificate {
        match player.certify(game, question, limits, &stop) {
            Ok(found) => {
                let count = found.certificate.parts.iter().map(|part| part.nodes.len()).sum();
                (found.solved, Some((found.certificate.to_string(), count)))
            }
            Err(CertifyError::TooLarge(most)) => {
                return Err(Fail::input(tr!(lang, ScoreTooLarge, most = most)));
            }
            Err(_) => return Ok(None),
        }
    } else {
        match player.solve(game, question, limits, &stop) {
            Some(solved) => (solved, None),
            None => return Ok(None),
        }
    };
    let Solved { score, best, nodes } = solved;
    let value = match question {
        Question::Score => FoundValue::Proof(Proof::Margin(score as f32)),
        Question::Outcome => FoundValue::Outcome(score),
    };
    Ok(Some(Found { value, best, certificate, nodes }))
}

fn to_json(args: &SolveArgs, position: &AnyPosition, found: Option<(&Found, Duration)>) -> Value {
    let spec = position.spec();
    let mut value = json!({
        "game": spec.kind().name(), "rule_set": rules_name(&spec), "size": spec.size().to_string(),
        "to_move": position.to_move().to_string(), "proven": found.is_some(),
    });
    let Some((found, time)) = found else { return value };
    let word = |sign: f32| {
        if sign > 0.0 {
            "win"
        } else if sign < 0.0 {
            "loss"
        } else {
            "draw"
        }
    };
    let (word, plies, score) = match found.value {
        FoundValue::Proof(Proof::Win(plies)) => ("win", Some(plies), None),
        FoundValue::Proof(Proof::Loss(plies)) => ("loss", Some(plies), None),
        FoundValue::Proof(Proof::Margin(score)) => (word(score), None, Some(score)),
        FoundValue::Proof(_) => ("draw", None, None),
        FoundValue::Outcome(sign) => (word(sign as f32), None, None),
    };
    value["value"] = word.into();
    value["plies"] = plies.into();
    value["score"] = score.into();
    value["best"] = found.best.map(|best| position.format_move(best)).into();
    value["nodes"] = found.nodes.into();
    value["ms"] = (time.as_millis() as u64).into();
    if let (Some(file), Some((_, count))) = (&args.certificate, &found.certificate) {
        value["certificate"] = file.display().to_string().into();
        value["certificate_nodes"] = (*count).into();
    }
    value
}

/// Refuses games in which stones fall, and options that mean nothing here.
fn refuse_options(
    args: &SolveArgs,
    position: &AnyPosition,
    question: Question,
    lang: Lang,
) -> Result<(), Fail> {
    if question == Question::Outcome && !matches!(position, AnyPosition::Othello(_)) {
        return Err(Fail::usage(tr!(lang, KindNeedsOthello, game = position.spec().kind().name())));
    }
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
    let Some(option) = unused else { return Ok(()) };
    Err(Fail::usage(match question {
        Question::Score => tr!(lang, ValueOption, option = option),
        Question::Outcome => tr!(lang, KindTakesLimits, kind = "wld", option = option),
    }))
}
