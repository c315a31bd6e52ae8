//! `tengen show`: a position as text, SVG or PNG, or the game up to it as an animated GIF.

use crate::cli::{Picture, ShowArgs, Theme};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::input::Loaded;
use crate::numbering::last_number;
use crate::output;
use crate::{Context, interrupt, terminal};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Duration;
use tengen::players;
use tengen_board::Color;
use tengen_engine::Limits;
use tengen_games::{AnyPosition, Choice, EndReason, Feature, Game, Move};
use tengen_records::{NodeId, Record};
use tengen_render::{MAX_FRAMES, Numbers, Scene, follow_line, gif, png, svg, text};

pub(crate) fn run(args: ShowArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let picture = match args.format {
        Some(format) => format,
        None => of_name(args.output.as_deref(), lang)?,
    };
    refuse_unused(picture, &args, lang)?;
    let numbers = numbers(args.numbers.as_deref(), lang)?;
    let loaded = super::analyze::load(&args.source, context)?;
    let scene = scene(&loaded, &args, numbers, lang)?;
    let options = svg::SvgOptions {
        width: args.width,
        theme: match args.theme.unwrap_or_default() {
            Theme::Classic => svg::Theme::Classic,
            Theme::Print => svg::Theme::Print,
        },
    };
    let bytes = match picture {
        Picture::Svg => svg::draw(&scene, &options).into_bytes(),
        Picture::Png | Picture::Gif if args.output.is_none() && std::io::stdout().is_terminal() => {
            return Err(Fail::usage(tr!(lang, PngToTerminal)).help(tr!(lang, PngToTerminalHelp)));
        }
        Picture::Gif => animation(&loaded, scene, &args, numbers, &options, lang)?,
        Picture::Png => png(&scene, &options).map_err(|e| Fail::usage(tr!(lang, PictureFailed, why = e)))?,
        Picture::Text => {
            let color = args.output.is_none() && context.color.on_stdout();
            let layout = text::layout(&scene, text::TextOptions { ascii: args.ascii, color });
            let board = if color { layout.ansi() } else { layout.plain() };
            let caption = caption_in(&loaded.position, (&loaded.record, loaded.node), lang);
            format!("{board}{caption}\n").into_bytes()
        }
    };
    match &args.output {
        Some(path) => output::write_file(path, &bytes, lang)?,
        None => {
            let mut out = std::io::stdout().lock();
            out.write_all(&bytes)?;
            out.flush()?;
        }
    }
    Ok(code::OK)
}

/// The form that the ending of a file's name asks for; text for a name without one.
fn of_name(path: Option<&Path>, lang: Lang) -> Result<Picture, Fail> {
    let Some((path, ending)) = path.and_then(|path| Some((path, path.extension()?))) else {
        return Ok(Picture::Text);
    };
    Ok(match ending.to_string_lossy().to_ascii_lowercase().as_str() {
        "svg" => Picture::Svg,
        "png" => Picture::Png,
        "gif" => Picture::Gif,
        "txt" | "text" | "md" => Picture::Text,
        _ => return Err(Fail::usage(tr!(lang, PictureFormat, file = path.display()))),
    })
}

/// Whether a file's name asks for a picture.
pub(super) fn is_picture(path: &Path, lang: Lang) -> bool {
    matches!(of_name(Some(path), lang), Ok(Picture::Svg | Picture::Png | Picture::Gif))
}

/// Refuses options that would change nothing of what is written.
fn refuse_unused(picture: Picture, args: &ShowArgs, lang: Lang) -> Result<(), Fail> {
    let wrong = match picture {
        Picture::Text if args.width.is_some() => tr!(lang, OptionOfPictures, option = "--width"),
        Picture::Text if args.theme.is_some() => tr!(lang, OptionOfPictures, option = "--theme"),
        Picture::Svg | Picture::Png | Picture::Gif if args.ascii => {
            tr!(lang, OptionOfText, option = "--ascii")
        }
        _ => return Ok(()),
    };
    Err(Fail::usage(wrong))
}

/// Reads `all`, `last:N`, `from:N`.
fn numbers(text: Option<&str>, lang: Lang) -> Result<Numbers, Fail> {
    let Some(text) = text else { return Ok(Numbers::None) };
    let count = |n: &str| n.parse::<u32>().ok();
    let read = match text.split_once(':') {
        None if text == "all" => Some(Numbers::All),
        None if text == "none" => Some(Numbers::None),
        Some(("last", n)) => count(n).map(Numbers::Last),
        Some(("from", n)) => count(n).map(Numbers::From),
        _ => None,
    };
    read.ok_or_else(|| {
        let right = "--numbers=all, --numbers=last:10, --numbers=from:50";
        Fail::usage(tr!(lang, Expected, expected = right, found = format!("'{text}'")))
    })
}

/// How long a move is shown in an animation, and how long the last one.
const EACH: Duration = Duration::from_millis(800);
const LAST: Duration = Duration::from_secs(4);

/// The game from its start to the position asked for, a picture a move; `last` is that position.
fn animation(
    loaded: &Loaded,
    last: Scene,
    args: &ShowArgs,
    numbers: Numbers,
    options: &svg::SvgOptions,
    lang: Lang,
) -> Result<Vec<u8>, Fail> {
    let mut path = loaded.record.tree.path(loaded.node);
    path.pop();
    let mut scenes: Vec<(Scene, Duration)> = Vec::with_capacity(path.len() + 1);
    path.truncate(MAX_FRAMES);
    // The frames end where the line breaks the rules.
    let _ = follow_line(&loaded.record, path, |node, position, move_numbers| {
        let scene = plain_scene(position, (&loaded.record, node), args, lang)
            .with_move_numbers(move_numbers, numbers);
        scenes.push((scene, EACH));
    });
    scenes.push((last, LAST));
    let bar = terminal::progress(scenes.len() as u64, String::new());
    let stop = interrupt::stop();
    let bytes = gif(&scenes, options, &mut |frames| {
        bar.set_position(frames as u64);
        !stop.is_raised()
    });
    bar.finish_and_clear();
    if stop.is_raised() {
        return Err(Fail::interrupted(tr!(lang, Interrupted)));
    }
    bytes.map_err(|e| Fail::usage(tr!(lang, PictureFailed, why = e)))
}

/// The scene of a node's position with the options applied, without numbers and candidates.
fn plain_scene(
    position: &AnyPosition,
    (record, node): (&Record, NodeId),
    args: &ShowArgs,
    lang: Lang,
) -> Scene {
    let mut scene = Scene::new(position);
    if !args.no_marks {
        scene = scene.with_forbidden(position).with_node(record, node);
    }
    if args.hints {
        scene = scene.with_hints(position);
    }
    scene.show_coords = !args.no_coords;
    if args.no_last {
        scene.last = None;
    }
    scene.title = caption_in(position, (record, node), lang);
    scene
}

fn scene(loaded: &Loaded, args: &ShowArgs, numbers: Numbers, lang: Lang) -> Result<Scene, Fail> {
    let position = &loaded.position;
    let mut scene =
        plain_scene(position, (&loaded.record, loaded.node), args, lang).with_numbers(position, numbers);
    if let Some(most) = args.candidates.filter(|_| !position.is_over()) {
        let mut player =
            players::strongest(&position.spec()).map_err(|e| Fail::usage(lang.engine_error(&e)))?;
        let limits = Limits { time: Some(Duration::from_secs(2)), lines: most, ..Limits::default() };
        let found = player
            .engine
            .analyze(position, &limits, &interrupt::stop(), &mut |_| ())
            .map_err(|e| Fail::usage(lang.engine_error(&e)))?;
        scene = scene.with_analysis(&found, most);
    }
    Ok(scene)
}

/// The caption of a node's position, with the name of the opening.
fn caption_in(position: &AnyPosition, (record, node): (&Record, NodeId), lang: Lang) -> String {
    let opening = tengen_words::opening_of(record, node).map(|name| lang.named_opening(name));
    caption_with(position, opening, lang)
}

/// One line under the board: the game, the move number, whose turn it is or how it ended.
pub(crate) fn caption(position: &AnyPosition, lang: Lang) -> String {
    caption_with(position, None, lang)
}

fn caption_with(position: &AnyPosition, opening: Option<String>, lang: Lang) -> String {
    let mut parts = vec![lang.spec(&position.spec())];
    parts.extend(opening);
    match position.last_move() {
        None => {}
        Some(Move::Choose(choice)) => parts.push(tr!(lang, LastChoice, choice = lang.choice(choice))),
        Some(mv) => {
            parts.push(tr!(lang, AfterMove, count = last_number(position)));
            parts.push(tr!(lang, LastMove, text = position.format_move(mv)));
        }
    }
    parts.extend(captures(position, lang));
    parts.push(standing(position, lang));
    parts.join(lang.pick(", ", "，", "、"))
}

/// The stones that both sides have captured, in games that captures win.
pub(crate) fn captures(position: &AnyPosition, lang: Lang) -> Option<String> {
    let most = position.goal().captures?;
    let [black, white] = Color::BOTH.map(|color| position.captured_by(color));
    Some(tr!(lang, CapturedOf, black = black, white = white, most = most))
}

/// Whose turn it is, which choice an opening rule asks for, or how the game ended.
pub(crate) fn standing(position: &AnyPosition, lang: Lang) -> String {
    if let Some(outcome) = position.outcome() {
        let end = lang.end_of(position, outcome);
        // The board does not show which stones are dead.
        let is_count = matches!(outcome.reason, EndReason::Score(_));
        let is_sure = !is_count || !position.spec().has(Feature::Territory);
        return if is_sure { end } else { tr!(lang, AllStonesAlive, outcome = end) };
    }
    let choices = choices(position);
    if choices.is_empty() {
        let to_move = tr!(lang, ToMove, color = lang.color(position.to_move()));
        return match stones_left(position, lang) {
            Some(left) => format!("{to_move}{}{left}", lang.pick(", ", "，", "、")),
            None => to_move,
        };
    }
    // The words to type, each with its meaning; numbers speak for themselves.
    let word = |choice: &Choice| match choice {
        Choice::FifthMoves(_) => choice.to_string(),
        _ => lang.pick(
            format!("{choice} ({})", lang.choice(*choice)),
            format!("{choice}（{}）", lang.choice(*choice)),
            format!("{choice}（{}）", lang.choice(*choice)),
        ),
    };
    let words: Vec<String> = choices.iter().map(word).collect();
    tr!(lang, DecisionAsked, player = lang.player(position.player_to_move()), choices = words.join(" / "))
}

/// How many stones the side to move has left, where a turn can have more than one.
pub(crate) fn stones_left(position: &AnyPosition, lang: Lang) -> Option<String> {
    let several = position.stones_per_turn() > 1 && !position.is_over();
    several.then(|| tr!(lang, StonesLeft, count = position.stones_left_in_turn()))
}

/// The choices that an opening rule offers here.
pub(crate) fn choices(position: &AnyPosition) -> Vec<Choice> {
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    moves.into_iter().filter_map(|mv| if let Move::Choose(c) = mv { Some(c) } else { None }).collect()
}
