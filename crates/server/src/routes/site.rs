//! The server itself: its capabilities, its health, its metrics.

use crate::about::about_json;
use crate::app::App;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, header};
use axum::response::IntoResponse;
use serde_json::{Value, json};
use std::sync::Arc;

/// The OpenAPI document of every route. Tests hold the server to it.
pub(crate) const OPENAPI: &str = include_str!("../../openapi.json");

pub(super) async fn health() -> Json<Value> {
    Json(json!({"status": "ok"}))
}

pub(super) async fn metrics(State(app): State<Arc<App>>) -> ([(HeaderName, &'static str); 1], String) {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.text())
}

pub(super) async fn about(State(app): State<Arc<App>>) -> Json<Value> {
    Json(about_json(&app))
}

pub(super) async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}
