//! `tengen solve`: how a position ends with best play, proven.

mod chains;
mod race;
mod threats;
mod values;

pub(crate) use threats::time_text;

use super::analyze::{ended, limits, load, refuse_finished, think, to_json, to_text};
use crate::Context;
use crate::cli::{SolveArgs, ThinkArgs, WinKind};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, tr};
use crate::interrupt;
use crate::output;
use serde_json::Value;
use std::io::Write;
use std::time::{Duration, Instant};
use tengen::players;
use tengen_engine::{Analysis, Limits};
use tengen_games::{AnyPosition, Game, GameKind, GameSpec, ProofKind};
use tengen_othello::Question;

/// Time without any limit where a search need not end with a proof.
const USUAL_TIME: Duration = Duration::from_secs(10);

pub(crate) fn run(args: SolveArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let loaded = load(&args.source, context)?;
    // A long search must not end at a file that cannot be written.
    if let Some(file) = &args.certificate {
        output::check_writable(file, lang)?;
    }
    if let Some(kind) = args.kind {
        if let Some(kind) = chains::ChainKind::of(kind) {
            return chains::run(&args, kind, &loaded.position, context);
        }
        if args.target.is_some() {
            return Err(Fail::usage(tr!(lang, TargetNeedsKind)));
        }
        if kind == WinKind::Wld {
            return values::run(&args, &loaded.position, Question::Outcome, context);
        }
        return threats::run(&args, kind, &loaded.position, context);
    }
    if args.certificate.is_some() && matches!(loaded.position, AnyPosition::Mnk(_) | AnyPosition::Othello(_))
    {
        return values::run(&args, &loaded.position, Question::Score, context);
    }
    refuse_finished(&loaded.position, lang)?;
    let spec = loaded.position.spec();
    certificate_option(&args, &spec, lang)?;
    let think_args = prover(&args.think, &spec, lang)?;
    let mut limits = limits(&think_args, lang)?;
    // A proof is sure to come only where the whole tree is searched.
    let may_not_end = limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none();
    let may_not_end = may_not_end && !spec.proofs().contains(&ProofKind::Exact);
    if may_not_end {
        limits.time = Some(USUAL_TIME);
    }
    let begun = Instant::now();
    let (player, found) = think(&think_args, args.memory, &loaded.position, &limits, context)?;
    let proven = found.score().filter(|s| s.is_proof());
    let mut out = std::io::stdout().lock();
    if args.think.json {
        let mut json = to_json(&loaded.position, &player, &found);
        json["proven"] = Value::Bool(proven.is_some());
        writeln!(out, "{json:#}")?;
    } else {
        match proven {
            Some(score) => {
                let color = lang.color(loaded.position.to_move());
                writeln!(out, "{}", tr!(lang, ProvenFor, color = color, result = lang.score(score)))?;
            }
            None if is_cut_off(&limits, &found, begun.elapsed()) => {
                writeln!(out, "{}", tr!(lang, NotProven))?
            }
            // Repeated positions, for one, can leave a search without a proof however long it takes.
            None => writeln!(out, "{}", tr!(lang, NotProvenAtAll))?,
        }
        write!(out, "{}", to_text(&loaded.position, &found, false, lang))?;
    }
    if interrupt::stop().is_raised() {
        return ended(context);
    }
    if may_not_end && proven.is_none() && begun.elapsed() >= USUAL_TIME {
        context.note(Msg::Note, tr!(lang, SolveUsualTime, seconds = USUAL_TIME.as_secs()));
    }
    Ok(if proven.is_some() { code::OK } else { code::NEGATIVE })
}

/// True if a search ended because it reached a limit, or was interrupted.
fn is_cut_off(limits: &Limits, found: &Analysis, took: Duration) -> bool {
    // An engine looks at the clock only from time to time, and may see that the next depth would not fit.
    limits.time.is_some_and(|time| took >= time / 2)
        || limits.nodes.is_some_and(|nodes| found.nodes >= nodes)
        || limits.depth.is_some_and(|depth| found.depth >= depth)
        || interrupt::stop().is_raised()
}

/// The first of these options that is given.
fn first_given(options: &[(&'static str, bool)]) -> Option<&'static str> {
    options.iter().find(|(_, given)| *given).map(|&(option, _)| option)
}

/// The engine named, which must be able to prove something, or the first of the game that is.
fn prover(args: &ThinkArgs, spec: &GameSpec, lang: Lang) -> Result<ThinkArgs, Fail> {
    let known = players::prover(spec.kind());
    let (engine, level) = args.engine_and_level(lang)?;
    let named = engine.as_deref();
    let is_named =
        |entry: &&players::EngineEntry| named.is_some_and(|name| entry.name.eq_ignore_ascii_case(name));
    if let Some(entry) = players::of(spec.kind()).find(is_named).filter(|entry| !entry.proves) {
        let (game, known) = (lang.kind(spec.kind()), known.unwrap_or_default());
        return Err(Fail::usage(tr!(lang, EngineProvesNothing, engine = entry.name, game = game)).help(tr!(
            lang,
            EngineThatProves,
            known = known
        )));
    }
    // A registered program proves nothing that Tengen could check.
    players::named(spec, named.or(known), level).map_err(|e| Fail::usage(lang.engine_error(&e)))?;
    Ok(ThinkArgs { engine: named.or(known).map(str::to_owned), ..args.clone() })
}

/// Refuses the options of proofs with a certificate where none is searched for.
fn certificate_option(args: &SolveArgs, spec: &GameSpec, lang: Lang) -> Result<(), Fail> {
    let option = match args {
        SolveArgs { certificate: Some(_), .. } => "--certificate",
        SolveArgs { tree: true, .. } => "--tree",
        SolveArgs { side: Some(_), .. } => "--side",
        SolveArgs { every_reply: true, .. } => "--every-reply",
        _ => return Ok(()),
    };
    if spec.kind() == GameKind::Go {
        return Err(Fail::usage(tr!(lang, OptionNeedsChainKind, option = option)));
    }
    if spec.proofs().contains(&ProofKind::Vcf) {
        return Err(Fail::usage(tr!(lang, OptionNeedsKind, option = option)));
    }
    let games = if args.certificate.is_some() { tr!(lang, CertificateGames) } else { tr!(lang, AttackGames) };
    Err(Fail::usage(tr!(lang, NoCertificates, option = option, game = lang.kind(spec.kind()), games = games)))
}
