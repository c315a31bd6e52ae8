//! Matches of two engines: start, read, stop, go on, delete, report.

use crate::app::App;
use crate::error::{ApiError, Result, language_of};
use crate::extract::{JsonObject, Params, PathArgs};
use crate::guard::Peer;
use crate::matches::NewMatch;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde_json::{Value, json};
use std::sync::Arc;
use tengen_words::Language;

/// The parameters of a report.
pub(super) const REPORT_PARAMS: &[&str] = &["lang", "download"];

/// What a report may do: show its own style.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<Value>> {
    app.matches(|matches| Ok(json!({"matches": matches.list()}))).await.map(Json)
}

pub(super) async fn start(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    JsonObject(body): JsonObject,
) -> Result<impl IntoResponse + use<>> {
    let (engines, limits) = (app.engines.clone(), app.limits.clone());
    let started = app
        .matches(move |matches| matches.start(NewMatch::read(&body, &engines, &limits)?, peer.address))
        .await?;
    let place = format!("/api/matches/{}", started["id"]);
    Ok((StatusCode::CREATED, [(header::LOCATION, place)], Json(started)))
}

pub(super) async fn read(State(app): State<Arc<App>>, PathArgs(id): PathArgs<u64>) -> Result<Json<Value>> {
    app.matches(move |matches| Ok(matches.read(id, 0, usize::MAX)?.0)).await.map(Json)
}

pub(super) async fn delete(State(app): State<Arc<App>>, PathArgs(id): PathArgs<u64>) -> Result<Json<Value>> {
    app.matches(move |matches| matches.delete(id)).await?;
    Ok(Json(json!({"deleted": id})))
}

pub(super) async fn stop(State(app): State<Arc<App>>, PathArgs(id): PathArgs<u64>) -> Result<Json<Value>> {
    app.matches(move |matches| matches.stop(id)).await.map(Json)
}

pub(super) async fn resume(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    PathArgs(id): PathArgs<u64>,
) -> Result<Json<Value>> {
    app.matches(move |matches| matches.resume(id, peer.address)).await.map(Json)
}

pub(super) async fn report(
    State(app): State<Arc<App>>,
    PathArgs(id): PathArgs<u64>,
    params: Params,
    headers: HeaderMap,
) -> Result<Response> {
    let language = match params.text("lang") {
        None => language_of(&headers),
        Some(tag) => Language::from_tag(&tag).ok_or_else(|| {
            ApiError::field(
                "lang",
                "en, zh, zh-Hant or ja",
                "应为 en、zh、zh-Hant 或 ja",
                "en、zh、zh-Hant、ja",
            )
        })?,
    };
    let page = app.matches(move |matches| matches.report(id, language)).await?;
    let mut response = page.into_response();
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    out.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(REPORT_POLICY));
    if params.flag("download")? {
        let name = format!("attachment; filename=\"match-{id}-{}.html\"", language.tag());
        out.insert(header::CONTENT_DISPOSITION, HeaderValue::from_str(&name).map_err(ApiError::internal)?);
    }
    Ok(response)
}
