//! `tengen solve`: how a position ends with best play, proven.

mod threats;

use super::analyze::{ended, limits, load, think, to_json, to_text};
use crate::Context;
use crate::cli::SolveArgs;
use crate::fail::{Fail, code};
use crate::i18n::tr;
use crate::interrupt;
use serde_json::Value;
use std::io::Write;
use tengen_games::Game;

pub(crate) fn run(args: SolveArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let loaded = load(&args.source, context)?;
    if let Some(kind) = args.kind {
        return threats::run(&args, kind, &loaded.position, context);
    }
    let limits = limits(&args.think, lang)?;
    let (player, found) = think(&args.think, &loaded.position, &limits, context)?;
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
            None => writeln!(out, "{}", tr!(lang, NotProven))?,
        }
        write!(out, "{}", to_text(&loaded.position, &found, false, lang))?;
    }
    if interrupt::stop().is_raised() {
        return ended(context);
    }
    Ok(if proven.is_some() { code::OK } else { code::NEGATIVE })
}
