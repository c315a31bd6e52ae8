//! `tengen library remove`, `restore` and `tag`.

use super::errors::fail;
use crate::Context;
use crate::cli::TagArgs;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, tr};
use crate::output::say;
use crate::shell::command_line;
use std::ffi::OsString;
use std::path::Path;
use tengen_library::{GameId, GameUpdate, Library};

/// Moves games to the bin.
pub(super) fn remove(
    library: &Library,
    folder: Option<&Path>,
    games: &[GameId],
    context: Context,
) -> Result<u8, Fail> {
    let lang = context.lang;
    let count = change(library, games, lang, |game| Ok(library.delete(game)?.changed))?;
    say(tr!(lang, GamesRemoved, count = count))?;
    let words = ["tengen", "library", "restore"].map(OsString::from).into_iter();
    let once = games.iter().enumerate().filter(|&(i, game)| !games[..i].contains(game)).map(|(_, game)| game);
    let words = words.chain(once.map(|game| game.to_string().into()));
    let folder = folder.into_iter().flat_map(|folder| ["--data".into(), folder.into()]);
    let command = command_line(words.chain(folder));
    context.note(Msg::Note, tr!(lang, GamesRemovedHelp, command = command));
    Ok(code::OK)
}

/// Brings games back from the bin.
pub(super) fn restore(library: &Library, games: &[GameId], context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let count = change(library, games, lang, |game| Ok(library.restore(game)?.changed))?;
    library.index_pending(|_, _| true).map_err(|e| fail(e, lang))?;
    say(tr!(lang, GamesRestored, count = count))?;
    Ok(code::OK)
}

/// Puts tags on games, or takes them off.
pub(super) fn tag(library: &Library, args: &TagArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    if args.add.is_empty() && args.remove.is_empty() {
        return Err(Fail::usage(tr!(lang, TagNeeded)));
    }
    let (add, remove) = (tags("--add", &args.add, lang)?, tags("--remove", &args.remove, lang)?);
    let count = change(library, &args.game_numbers, lang, |game| {
        let before = library.summary(game)?.tags;
        let mut tags: Vec<String> = before.iter().filter(|tag| !remove.contains(tag)).cloned().collect();
        for tag in &add {
            if !tags.contains(tag) {
                tags.push(tag.clone());
            }
        }
        let is_new = tags != before;
        if is_new {
            library.update(game, GameUpdate { tags: Some(tags), ..GameUpdate::default() })?;
        }
        Ok(is_new)
    })?;
    say(tr!(lang, GamesTagged, count = count))?;
    Ok(code::OK)
}

/// The tags that an option gives, each once. Several may be given as one text with commas, as in the browser.
///
/// # Errors
/// [`Fail`] for a text without a tag.
pub(super) fn tags(option: &str, given: &[String], lang: Lang) -> Result<Vec<String>, Fail> {
    let mut tags: Vec<String> = Vec::new();
    for text in given {
        let words = text.split([',', '，', '、', ';', '；', '\n']);
        let words = words.map(|tag| tag.split_whitespace().collect::<Vec<_>>().join(" "));
        let words: Vec<String> = words.filter(|tag| !tag.is_empty()).collect();
        if words.is_empty() {
            return Err(Fail::usage(tr!(lang, EmptyText, option = option)));
        }
        for tag in words {
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
    }
    Ok(tags)
}

/// Changes each game once all of them are known to exist. Returns how many were changed.
fn change(
    library: &Library,
    games: &[GameId],
    lang: Lang,
    mut each: impl FnMut(GameId) -> tengen_library::Result<bool>,
) -> Result<usize, Fail> {
    let done = games
        .iter()
        .try_for_each(|&game| library.summary(game).map(|_| ()))
        .and_then(|()| games.iter().try_fold(0, |count, &game| Ok(count + usize::from(each(game)?))));
    done.map_err(|e| fail(e, lang))
}
