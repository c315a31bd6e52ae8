//! The files of the page, embedded in the program.

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
        return ApiError::not_found("there is no such page", "没有这个页面").into_response();
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
        (StatusCode::OK, bytes.into_owned()).into_response()
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
