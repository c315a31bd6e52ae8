//! Export of games and positions: records, diagrams, pictures.

use crate::app::App;
use crate::board::board_json;
use crate::error::{ApiError, Result, Text, language_of};
use crate::extract::{Params, PathArgs};
use crate::store::{game_id, tree_node};
use crate::store_move::is_uncounted;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;
use tengen_games::{AnyPosition, Game as _, Move};
use tengen_library::StoredGame;
use tengen_records::{ConversionLoss, Format, Record, ReplayError, Tree, WriteOptions};
use tengen_render::svg::{SvgOptions, Theme};
use tengen_render::{MAX_FRAMES, Numbers, PngError, Scene, follow_line, gif, png, svg, text};
use tengen_words::Language;

/// Duration of a frame of an animation, and of the last one.
const FRAME: Duration = Duration::from_millis(700);
const LAST_FRAME: Duration = Duration::from_secs(4);
/// Maximum width of a picture, in pixels.
const MAX_WIDTH: u32 = 2400;

/// The parameters of an export.
pub(super) const PARAMS: &[&str] = &["format", "node", "width", "numbers", "theme", "lang"];

/// An exported file.
struct File {
    bytes: Vec<u8>,
    ending: &'static str,
    media: &'static str,
    /// Content that the format cannot represent.
    losses: Vec<ConversionLoss>,
}

pub(super) async fn export(
    State(app): State<Arc<App>>,
    PathArgs(id): PathArgs<u64>,
    params: Params,
    headers: HeaderMap,
) -> Result<Response> {
    let game = app.game(game_id(id)).await?;
    let title = file_title(&game);
    // Drawing takes a core: at most as many pictures at once as there are cores.
    let permit = Arc::clone(&app.drawing).acquire_owned().await.map_err(ApiError::internal)?;
    let closing = app.closing.clone();
    let work = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        file(&game, &params, &mut || !*closing.borrow())
    });
    let file = work.await.map_err(ApiError::internal)??;
    let mut response = (StatusCode::OK, file.bytes).into_response();
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.media));
    let name = disposition(&title, id, file.ending);
    out.insert(header::CONTENT_DISPOSITION, HeaderValue::from_str(&name).map_err(ApiError::internal)?);
    if !file.losses.is_empty() {
        let language = language_of(&headers);
        let losses: Vec<String> = file.losses.iter().map(|loss| language.conversion_loss(loss)).collect();
        let losses: String = losses.join(language.pick("; ", "；", "。")).chars().take(500).collect();
        let value =
            HeaderValue::from_str(&percent_encoded(&losses, b" ;,:()'")).map_err(ApiError::internal)?;
        out.insert(HeaderName::from_static("x-tengen-losses"), value);
    }
    Ok(response)
}
/// `attachment` with an ASCII name, and the full name for clients that support it.
fn disposition(title: &str, id: u64, ending: &str) -> String {
    let plain: String = title
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' })
        .collect::<String>()
        .split('-')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-");
    let full = percent_encoded(&format!("{title}-{id}.{ending}"), b"");
    format!("attachment; filename=\"{plain}-{id}.{ending}\"; filename*=UTF-8''{full}")
}
/// Text with a percent sign and two digits for each byte that is no letter, digit, `-`, `.` or `_`, and none of
/// `allowed`.
fn percent_encoded(text: &str, allowed: &[u8]) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_') || allowed.contains(&byte) {
            out.push(byte as char);
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// The game and its players, without characters that have a meaning in file names.
fn file_title(game: &StoredGame) -> String {
    let header = &game.record.header;
    let names = [&header.black.name, &header.white.name].map(|name| name.as_deref().unwrap_or_default());
    let mut words = vec![game.record.spec.kind().name()];
    words.extend(names.into_iter().filter(|name| !name.is_empty()));
    let title = words.join("-");
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | ' ' | '_'));
    kept.take(60).map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn file(game: &StoredGame, params: &Params, goes_on: &mut dyn FnMut() -> bool) -> Result<File> {
    let format = params.text("format").unwrap_or_else(|| "sgf".into());
    let plain = |bytes, ending, media| Ok(File { bytes, ending, media, losses: Vec::new() });
    match format.as_str() {
        "json" => {
            let mut board = board_json(game);
            // The record as a whole: an import reads the file by it.
            let record = std::slice::from_ref(&game.record);
            if let Ok(sgf) = Format::Sgf.write(record, &WriteOptions::default()) {
                board["sgf"] = String::from_utf8_lossy(&sgf.bytes).into();
            }
            plain(board.to_string().into_bytes(), "json", "application/json")
        }
        "text" => {
            let scene = scene_at(game, params)?;
            let layout = text::layout(&scene, text::TextOptions { ascii: false, color: false });
            let board = format!("{}{}\n", layout.plain(), caption(game, params)?);
            plain(board.into_bytes(), "txt", "text/plain; charset=utf-8")
        }
        "svg" => {
            let drawing = svg::draw(&scene_at(game, params)?, &options(params)?);
            plain(drawing.into_bytes(), "svg", "image/svg+xml")
        }
        "png" => {
            let bytes = png(&scene_at(game, params)?, &options(params)?).map_err(|e| picture_error(&e))?;
            plain(bytes, "png", "image/png")
        }
        "gif" => {
            let scenes = scenes(game, params)?;
            let bytes = gif(&scenes, &options(params)?, &mut |_| goes_on()).map_err(|e| picture_error(&e))?;
            plain(bytes, "gif", "image/gif")
        }
        name => record(game, name, params),
    }
}

/// A file of the game. A format of single positions has that of the node.
fn record(game: &StoredGame, name: &str, params: &Params) -> Result<File> {
    let wrong = |e: tengen_records::FormatError| {
        ApiError::field(
            "format",
            &format!("{e}, text, svg, png, gif or json"),
            "请用 /api/about 所列的格式",
            "/api/aboutにある形式",
        )
    };
    let format: Format = name.parse().map_err(wrong)?;
    let node = tree_node(game, params.number("node")?.unwrap_or(game.current))?;
    let is_position = format == Format::Obf && node != Tree::ROOT;
    let position = is_position.then(|| position_at(game, params)).transpose()?;
    let position = position.map(|position| Record::from_position(&position));
    let records = std::slice::from_ref(position.as_ref().unwrap_or(&game.record));
    let written = format.write(records, &WriteOptions::default()).map_err(|e| {
        let message = Text::of(|language| language.write_error(&e));
        ApiError::texts(StatusCode::UNPROCESSABLE_ENTITY, "unwritable", message)
    })?;
    Ok(File {
        bytes: written.bytes,
        ending: format.extensions()[0],
        media: if format.is_text() { "text/plain; charset=utf-8" } else { "application/octet-stream" },
        losses: written.losses,
    })
}

fn picture_error(error: &PngError) -> ApiError {
    ApiError::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "undrawable",
        error.to_string(),
        format!("不能画成图片：{error}"),
        format!("図にできません：{error}"),
    )
}

fn options(params: &Params) -> Result<SvgOptions> {
    let width: Option<u32> = params.number("width")?;
    if width.is_some_and(|width| !(64..=MAX_WIDTH).contains(&width)) {
        let words = format!("64 to {MAX_WIDTH} pixels");
        return Err(ApiError::field(
            "width",
            &words,
            &format!("64 至 {MAX_WIDTH} 像素"),
            &format!("64〜{MAX_WIDTH}ピクセル"),
        ));
    }
    let theme = match params.text("theme").as_deref() {
        None | Some("classic") => Theme::Classic,
        Some("print") => Theme::Print,
        Some(_) => {
            return Err(ApiError::field(
                "theme",
                "classic or print",
                "classic 或 print",
                "classicまたはprint",
            ));
        }
    };
    Ok(SvgOptions { width, theme })
}

fn numbers(params: &Params) -> Result<Numbers> {
    match params.text("numbers").as_deref() {
        None | Some("none") => Ok(Numbers::None),
        Some("all") => Ok(Numbers::All),
        Some(text) => match text.strip_prefix("last:").and_then(|n| n.parse().ok()) {
            Some(n) => Ok(Numbers::Last(n)),
            None => Err(ApiError::field(
                "numbers",
                "none, all or last:10",
                "none、all 或 last:10",
                "none、all、last:10",
            )),
        },
    }
}

/// The position of the node that the parameters name, or of the current node.
fn position_at(game: &StoredGame, params: &Params) -> Result<AnyPosition> {
    let node = tree_node(game, params.number("node")?.unwrap_or(game.current))?;
    Ok(game.record.replay_to(node).unwrap_or_else(ReplayError::into_reached).position)
}

/// The scene of the node that the parameters name, or of the current node.
fn scene_at(game: &StoredGame, params: &Params) -> Result<Scene> {
    let node = tree_node(game, params.number("node")?.unwrap_or(game.current))?;
    let position = position_at(game, params)?;
    let scene = Scene::new(&position).with_numbers(&position, numbers(params)?).with_forbidden(&position);
    Ok(scene.with_node(&game.record, node))
}

/// The line below a diagram, from which a reader knows the game, its rules and the side to move.
fn caption(game: &StoredGame, params: &Params) -> Result<String> {
    let position = position_at(game, params)?;
    let mut parts = vec![Language::English.spec(&position.spec())];
    if position.ply() > 0 {
        parts.push(format!("move {}", position.ply()));
    }
    if let Some(mv) = position.last_move() {
        parts.push(format!("last {}", position.format_move(mv)));
    }
    parts.push(match position.outcome() {
        Some(_) if is_uncounted(&position) => agreed_result(game, params, &position)?,
        Some(outcome) => Language::English.end_of(&position, outcome),
        None => format!("{} to move", Language::English.color(position.to_move())),
    });
    Ok(parts.join(", "))
}

/// The result on which the players of a counted game have agreed. Territory marks show the dead stones.
fn agreed_result(game: &StoredGame, params: &Params, position: &AnyPosition) -> Result<String> {
    let node = tree_node(game, params.number("node")?.unwrap_or(game.current))?;
    let counted = match position {
        AnyPosition::Go(go) => game.record.marked_dead(node, go).map(|dead| go.outcome_with(&dead)),
        _ => None,
    };
    let is_end = game.record.tree.main_line().last() == Some(node);
    let entered = game.record.header.result.as_deref().filter(|&result| is_end && result != "*");
    Ok(match (counted, entered) {
        (Some(outcome), None) => Language::English.outcome(outcome),
        (Some(outcome), Some(result)) if outcome.sgf_text() == result => Language::English.outcome(outcome),
        (_, Some(result)) => format!("result {result}"),
        (None, None) => "not counted yet".to_owned(),
    })
}

/// The scenes of an animation: one for each stone of the line to a node, or of the main line.
fn scenes(game: &StoredGame, params: &Params) -> Result<Vec<(Scene, Duration)>> {
    let which = numbers(params)?;
    let tree = &game.record.tree;
    let line = match params.number("node")? {
        Some(node) => tree.path(tree_node(game, node)?),
        None => tree.main_line().collect(),
    };
    if line.len() > MAX_FRAMES {
        let (en, zh, ja) = (
            format!("at most {MAX_FRAMES} moves"),
            format!("至多 {MAX_FRAMES} 手"),
            format!("{MAX_FRAMES}手以下"),
        );
        return Err(ApiError::field("node", &en, &zh, &ja));
    }
    let mut scenes = Vec::with_capacity(line.len());
    // The frames end where the line breaks the rules.
    let _ = follow_line(&game.record, line, |node, position, numbers| {
        // A pass or an opening decision changes nothing on the board.
        if tree.node(node).mv.is_none_or(|(_, mv)| matches!(mv, Move::Place(_))) {
            let scene = Scene::new(position).with_move_numbers(numbers, which).with_forbidden(position);
            scenes.push((scene, FRAME));
        }
    });
    if let Some(last) = scenes.last_mut() {
        last.1 = LAST_FRAME;
    }
    Ok(scenes)
}

#[cfg(test)]
mod tests {
    use super::disposition;

    #[test]
    fn a_file_name_holds_nothing_that_a_system_would_follow() {
        let name = disposition("../../etc/pass\"wd\r\nX: y", 7, "sgf");
        assert!(name.starts_with("attachment; filename=\"etc-pass-wd-X-y-7.sgf\"; "), "{name}");
        assert!(!name.contains(['\r', '\n', '/', '\\']));
        let chinese = disposition("go-柯洁", 7, "sgf");
        assert!(chinese.ends_with("filename*=UTF-8''go-%E6%9F%AF%E6%B4%81-7.sgf"), "{chinese}");
        assert!(chinese.contains("filename=\"go-7.sgf\""));
    }
}
