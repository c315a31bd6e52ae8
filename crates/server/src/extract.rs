//! The parts of an HTTP request that handlers take, each checked: body, path, query.

use crate::error::{ApiError, Result};
use axum::body::{Bytes, HttpBody};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// A JSON object. `Content-Type` must be JSON, which a form of another site cannot send.
pub(crate) struct JsonObject(pub(crate) Map<String, Value>);

impl<S: Send + Sync> FromRequest<S> for JsonObject {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<JsonObject> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
        let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let empty = request.body().is_end_stream();
        if kind != "application/json" && !empty {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not-json",
                "the body must be JSON",
                "请求体必须是 JSON",
                "本文はJSONにしてください",
            )
            .expected(
                "Content-Type: application/json",
                "Content-Type: application/json",
                "Content-Type: application/json",
            ));
        }
        let bytes = bytes(request, state).await?;
        if bytes.is_empty() {
            return Ok(JsonObject(Map::new()));
        }
        match serde_json::from_slice(&bytes) {
            Ok(Value::Object(map)) => Ok(JsonObject(map)),
            Ok(_) => Err(not_json("expected a JSON object")),
            Err(e) => Err(not_json(&e.to_string())),
        }
    }
}

fn not_json(why: &str) -> ApiError {
    ApiError::new(
        StatusCode::BAD_REQUEST,
        "not-json",
        format!("the body cannot be read: {why}"),
        format!("请求体无法读取：{why}"),
        format!("本文を読めません：{why}"),
    )
}

/// The whole body, at most the size limit of its route.
pub(crate) async fn bytes<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes> {
    Bytes::from_request(request, state).await.map_err(|e| match e.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        _ => ApiError::new(
            StatusCode::BAD_REQUEST,
            "cut-short",
            "the body ended early",
            "请求体不完整",
            "本文が途中で切れています",
        ),
    })
}

/// The error for a body over its route's limit.
pub(crate) fn too_large() -> ApiError {
    ApiError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too-large",
        "the body is larger than this request allows",
        "请求体超过上限",
        "本文が大きすぎます",
    )
}

/// The variables in a path. A value of the wrong type is answered as not found.
pub(crate) struct PathArgs<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathArgs<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PathArgs<T>> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(at)) => Ok(PathArgs(at)),
            Err(_) => Err(ApiError::not_found(
                "there is no such object",
                "这里没有这个对象",
                "ここにその対象はありません",
            )),
        }
    }
}

/// The query parameters.
#[derive(Debug, Default)]
pub(crate) struct Params(HashMap<String, String>);

impl<S: Send + Sync> FromRequestParts<S> for Params {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Params> {
        match Query::<HashMap<String, String>>::from_request_parts(parts, state).await {
            // No valid value contains a NUL, which would end a string in C code.
            Ok(Query(params)) if !params.values().any(|value| value.contains('\0')) => Ok(Params(params)),
            _ => Err(ApiError::field(
                "?",
                "name=value pairs joined by &",
                "应为以 & 相连的 名=值",
                "「名前=値」を&でつないだもの",
            )),
        }
    }
}

impl Params {
    /// A parameter; `None` if it is missing or empty.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        self.0.get(key).map(|value| value.trim()).filter(|value| !value.is_empty()).map(str::to_owned)
    }

    pub(crate) fn number(&self, key: &str) -> Result<Option<u32>> {
        match self.text(key) {
            None => Ok(None),
            Some(text) => match text.parse() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(ApiError::field(key, "a whole number", "应为整数", "整数")),
            },
        }
    }

    pub(crate) fn flag(&self, key: &str) -> Result<bool> {
        match self.text(key).as_deref() {
            None | Some("0" | "false" | "no") => Ok(false),
            Some("1" | "true" | "yes") => Ok(true),
            Some(_) => Err(ApiError::field(key, "true or false", "true 或 false", "trueまたはfalse")),
        }
    }
}
