//! `tengen explain`: what there is in a position, in words, and why the move.

use super::analyze::{ended, limits, load, note_strategy, think};
use crate::cli::ExplainArgs;
use crate::fail::Fail;
use crate::i18n::{Msg, tr};
use crate::{Context, interrupt};
use std::io::Write;
use std::time::Duration;
use tengen::players;

/// How long the engine thinks where nothing says how long.
const USUAL_TIME: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &ExplainArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let loaded = load(&args.source, context)?;
    let mut limits = limits(&args.think, lang)?;
    if limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none() {
        limits.time = Some(USUAL_TIME);
    }
    let (_, found) = think(&args.think, None, &loaded.position, &limits, context)?;
    note_strategy(&args.think, &loaded.position, &found, context);
    if let Some(engine) = &found.settled_by {
        context.note(Msg::Note, tr!(lang, SettledBy, engine = engine));
    }
    let explanation = players::explain(&loaded.position, &found, &interrupt::stop());
    let opening = tengen_words::opening_of(&loaded.record, loaded.node);
    let mut out = std::io::stdout().lock();
    if args.think.json {
        let mut json = tengen_words::explanation_json(&explanation, &loaded.position);
        if let Some(name) = opening {
            json["opening"] = tengen_words::opening_json(name);
        }
        writeln!(out, "{json:#}")?;
    } else {
        if let Some(name) = opening {
            writeln!(out, "{}", lang.named_opening(name))?;
        }
        writeln!(out, "{}", lang.explanation(&explanation, &loaded.position))?;
    }
    ended(context)
}
