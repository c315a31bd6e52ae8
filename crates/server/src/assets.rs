//! The files of the page, embedded in the program. Scripts and styles are sent without their comments: those are for
//! readers of the source, and a fifth of it.

use crate::app::App;
use crate::error::ApiError;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::fmt::Write;
use std::path::{Component, Path};
use std::sync::Arc;

/// The page's files. The build fails if the folder is not there.
#[derive(RustEmbed)]
#[folder = "web"]
#[exclude = "tests/*"]
#[exclude = "test/*"]
#[exclude = "node_modules/*"]
#[exclude = "*.md"]
#[exclude = "package*.json"]
#[exclude = "?sconfig.json"]
#[exclude = "*.d.ts"]
#[exclude = ".*"]
struct Web;

// A folder without the page fails the build too.
const _: &str = include_str!("../web/index.html");

/// Serves `/` and every file of the page.
pub(crate) async fn file(State(app): State<Arc<App>>, headers: HeaderMap, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let file = match &app.web {
        Some(folder) => from_folder(folder, path).await,
        None => Web::get(path).map(|file| (file.data, Some(file.metadata.sha256_hash()))),
    };
    let Some((bytes, hash)) = file else {
        return ApiError::not_found("there is no such page", "没有这个页面", "このページはありません")
            .into_response();
    };
    let tag = hash.map(|hash| {
        hash[..16].iter().fold(String::from("\""), |mut tag, byte| {
            let _ = write!(tag, "{byte:02x}");
            tag
        }) + "\""
    });
    let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    let unchanged = tag.is_some() && tag.as_deref() == known;
    let mut response = if unchanged {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        (StatusCode::OK, without_comments(path, bytes).into_owned()).into_response()
    };
    let out = response.headers_mut();
    // The next version of the program has other content under the same names.
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(path)));
    if let Some(tag) = tag.and_then(|tag| HeaderValue::from_str(&tag).ok()) {
        out.insert(header::ETAG, tag);
    }
    response
}

/// The content of a file, and its SHA-256 if it is embedded.
type Content = (Cow<'static, [u8]>, Option<[u8; 32]>);

/// Reads a file of `folder`, and only of `folder`.
async fn from_folder(folder: &Path, path: &str) -> Option<Content> {
    let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    if path.contains(['\\', '%', '\0']) || !Path::new(path).components().all(plain) {
        return None;
    }
    let (folder, path) = (folder.to_owned(), path.to_owned());
    let read = move || {
        let folder = folder.canonicalize().ok()?;
        let file = folder.join(path).canonicalize().ok()?;
        // A symbolic link may point out of the folder.
        if !file.starts_with(&folder) {
            return None;
        }
        std::fs::read(file).ok()
    };
    let bytes = tokio::task::spawn_blocking(read).await.ok()??;
    Some((Cow::Owned(bytes), None))
}

/// A script or a style without the comments that begin a line, without types in a line and without indentation; any
/// other file as it is. A style is also without spaces and ends of lines that have no meaning. The lines of a script
/// stay, so that a browser reports an error at its line of the source. No template may have several lines, and no text
/// may hold `/** @`.
fn without_comments(path: &str, bytes: Cow<'static, [u8]>) -> Cow<'static, [u8]> {
    let script = path.ends_with(".js");
    let (true, Ok(text)) = (script || path.ends_with(".css"), std::str::from_utf8(&bytes)) else {
        return bytes;
    };
    let mut out = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.split_inclusive('\n') {
        let mut rest = line.trim_end_matches('\n');
        while inside || rest.trim_start().starts_with("/*") {
            // A comment of one line has its end after its own beginning.
            let from = if inside { 0 } else { rest.find("/*").map_or(0, |at| at + 2) };
            inside = true;
            let Some(at) = rest[from..].find("*/") else {
                rest = "";
                break;
            };
            inside = false;
            rest = rest[from + at + 2..].trim_start();
        }
        match rest.trim_start() {
            style if !script => push_compact(&mut out, style),
            comment if comment.starts_with("//") => {}
            code => push_without_types(&mut out, code),
        }
        if line.ends_with('\n') && (script || !out.ends_with(['{', '}', ';', ','])) {
            out.push('\n');
        }
    }
    Cow::Owned(out.into_bytes())
}

/// Appends a line of a style without the spaces beside its brackets and signs, and without the last semicolon of a
/// rule: no text in it has them.
fn push_compact(out: &mut String, line: &str) {
    let compact = [
        ("; ", ";"),
        (": ", ":"),
        (", ", ","),
        (" > ", ">"),
        (" {", "{"),
        ("{ ", "{"),
        (" }", "}"),
        (";}", "}"),
    ];
    *out += &compact.iter().fold(line.to_owned(), |line, (from, to)| line.replace(from, to));
}

/// Appends a line without its types, such as `/** @type {Point} */ `.
fn push_without_types(out: &mut String, mut line: &str) {
    while let Some((before, after)) = line.split_once("/** @")
        && let Some((_, rest)) = after.split_once("*/")
    {
        *out += before;
        line = rest.strip_prefix(' ').unwrap_or(rest);
    }
    *out += line;
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wav" => "audio/wav",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "webmanifest" => "application/manifest+json",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn sent(path: &'static str, text: &'static str) -> String {
        String::from_utf8(without_comments(path, Cow::Borrowed(text.as_bytes())).into_owned()).unwrap()
    }

    #[test]
    fn comments_are_left_out_and_lines_stay() {
        let script = "// A\nlet a = 1; // one\n  /** @type {x} */\n/* b\n c */ let d;\n/** e */ /* f */ let g = \"/*\";\nlet u = `http://x`;\n";
        assert_eq!(
            sent("a.js", script),
            "\nlet a = 1; // one\n\n\nlet d;\nlet g = \"/*\";\nlet u = `http://x`;\n"
        );
        assert_eq!(sent("a.css", "/* a */\n// b\n  a { color: red }\n/* c\nd */"), "\n// b\na{color:red}");
        assert_eq!(
            sent(
                "a.css",
                "@media (min-width: 9px) {\n  a :is(b, i):hover { margin: 0 auto; top: calc(1px + 2%); } }"
            ),
            "@media (min-width:9px){a :is(b,i):hover{margin:0 auto;top:calc(1px + 2%)}}"
        );
        assert_eq!(sent("a.html", "// a\n/* b */"), "// a\n/* b */");
        assert_eq!(sent("a.js", "/* never closed\nlet a;"), "\n");
        assert_eq!(
            sent("a.js", "f(/** @type {A} */ (a), (/** @type {B} */ b) => b); /** @"),
            "f((a), (b) => b); /** @"
        );
    }

    /// Indentation is taken away, so a template must end on its line.
    #[test]
    fn no_template_has_several_lines() {
        for path in Web::iter().filter(|path| path.ends_with(".js")) {
            let file = Web::get(&path).unwrap();
            let text = std::str::from_utf8(&file.data).unwrap();
            let open = |line: &&str| (line.matches('`').count() - line.matches("\\`").count()) % 2 == 1;
            assert_eq!(text.lines().find(open), None, "{path}");
        }
    }

    /// The page stays small: all that one visitor's browser can load, as it is sent. That is every file except the
    /// texts of the other languages. The texts of a language are in a folder of `js/i18n`; a language whose folder
    /// refers to another one loads both. The language with the most bytes counts.
    #[test]
    fn the_page_in_the_longest_language_is_smaller_than_700_kb() {
        let (mut files, mut common) = (0, String::new());
        let mut bytes = 0;
        let mut languages = BTreeMap::<String, String>::new();
        for path in Web::iter() {
            let sent = without_comments(&path, Web::get(&path).unwrap().data);
            let text = String::from_utf8_lossy(&sent);
            files += 1;
            match path.strip_prefix("js/i18n/").and_then(|rest| rest.split_once('/')) {
                Some((language, _)) => *languages.entry(language.to_owned()).or_default() += &text,
                None => {
                    bytes += sent.len();
                    common += &text;
                }
            }
        }
        assert!(files > 80 && languages.len() == 4, "{files} files, languages {:?}", languages.keys());
        let mut sums = BTreeMap::new();
        for (language, texts) in &languages {
            // Nothing but a call of `import()` leads to a language, so that none is loaded unasked.
            assert!(!common.contains(&format!("from \"./{language}/")), "{language}");
            assert!(!common.contains(&format!("i18n/{language}/")), "{language}");
            assert!(common.contains(&format!("import(\"./{language}/index.js\")")), "{language}");
            let loaded = languages
                .iter()
                .filter(|(other, _)| *other == language || texts.contains(&format!("\"../{other}/")));
            sums.insert(language.as_str(), bytes + loaded.map(|(_, texts)| texts.len()).sum::<usize>());
        }
        assert!(sums["zh-hant"] > sums["zh-hans"], "{sums:?}");
        assert!(sums.values().all(|&sum| sum < 700_000), "{sums:?}");
    }
}
