//! The layers around every route: what a request is checked against, and what every answer carries.

use crate::app::App;
use crate::error::{ApiError, language_of};
use crate::guard::{Guard, Peer, equal_in_constant_time, is_own_origin};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use tengen_words::Language;

/// The content security policy: the page loads only its own scripts, styles, pictures and sounds.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; media-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The outermost layer: writes errors in the client's language, adds the security headers, counts the answers.
pub(crate) async fn finish_response(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let language = language_of(request.headers());
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = next.run(request).await;
    if let Some(error) = response.extensions_mut().remove::<Arc<ApiError>>() {
        let headers = std::mem::take(response.headers_mut());
        response = error.response(language);
        for name in [header::ALLOW, header::RETRY_AFTER, header::CONNECTION] {
            if let Some(value) = headers.get(&name) {
                response.headers_mut().insert(name, value.clone());
            }
        }
    }
    let status = response.status();
    app.metrics.answers[usize::from(status.as_u16() / 100).min(5)].fetch_add(1, Relaxed);
    match status.as_u16() {
        // Statuses that our page never causes: too long, too slow, too often, wrong media type.
        code @ (408 | 411 | 413 | 415 | 429 | 431) => tracing::warn!(%method, path, status = code, "refused"),
        code @ (400 | 404 | 405) => tracing::info!(%method, path, status = code, "refused"),
        code => tracing::debug!(%method, path, status = code, "answered"),
    }
    let headers = response.headers_mut();
    // A report has its style in itself.
    let has_policy = headers.contains_key(header::CONTENT_SECURITY_POLICY);
    let mut set = |name: header::HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    if !has_policy {
        set(header::CONTENT_SECURITY_POLICY, POLICY);
    }
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(header::HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()");
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// The second layer: refuses foreign hosts, foreign origins and requests without the token.
pub(crate) async fn check_request(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let Some(&peer) = request.extensions().get::<Peer>() else {
        return ApiError::internal("a request without a peer").into_response();
    };
    let language = language_of(request.headers());
    let refuse = |why: &str, error: ApiError| {
        tracing::warn!(why, address = %peer.address, path = request.uri().path(), "refused");
        error.into_response()
    };
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let (host, more) = (hosts.next().and_then(|v| v.to_str().ok()), hosts.next());
    let named = request.uri().host();
    let Some(host) = host.filter(|h| {
        more.is_none()
            && app.guard.is_own_host(h, &peer)
            && named.is_none_or(|n| app.guard.is_own_host(n, &peer))
    }) else {
        app.metrics.refused_host.fetch_add(1, Relaxed);
        return refuse(
            "host",
            ApiError::new(
                StatusCode::MISDIRECTED_REQUEST,
                "foreign-host",
                "this server does not answer to that host name",
                "本服务器不以该主机名应答",
                "このサーバーはそのホスト名では応答しません",
            )
            .expected(
                "the address that Tengen printed at the start",
                "Tengen 启动时显示的地址",
                "Tengenの起動時に表示されたアドレス",
            ),
        );
    };
    let path = request.uri().path();
    let upgrades = request.headers().contains_key(header::UPGRADE);
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    // A link from another site may open the page, and nothing else.
    let opens = reads && !upgrades && !path.starts_with("/api/");
    if !opens && !is_own_origin(request.headers(), host) {
        app.metrics.refused_origin.fetch_add(1, Relaxed);
        return refuse(
            "origin",
            ApiError::new(
                StatusCode::FORBIDDEN,
                "foreign-origin",
                "requests from other sites are refused",
                "拒绝来自其他网站的请求",
                "ほかのサイトからの要求は受け付けません",
            ),
        );
    }
    if path != "/health" && !app.guard.has_token(request.headers(), peer.port) {
        if let Some(token) = token_of(request.uri())
            && reads
            && app.guard.token.as_deref().is_some_and(|own| equal_in_constant_time(&token, own))
        {
            return set_token_cookie(&token, &peer, path);
        }
        app.metrics.refused_token.fetch_add(1, Relaxed);
        let error = ApiError::new(
            StatusCode::UNAUTHORIZED,
            "token",
            "this server requires its token",
            "本服务器需要令牌",
            "このサーバーにはトークンが必要です",
        )
        .expected(
            "open the address with ?token=… that Tengen printed, or send it as a bearer token",
            "请打开 Tengen 显示的带 ?token=… 的地址，或以 Bearer 方式发送",
            "Tengenが表示した「?token=…」付きのアドレスを開くか、Bearerで送ってください",
        );
        if opens
            && request.headers().get(header::ACCEPT).is_some_and(|a| a.as_bytes().starts_with(b"text/html"))
        {
            refuse("token", error.clone());
            return token_page(&error, language);
        }
        return refuse("token", error);
    }
    next.run(request).await
}

/// The token in a URL.
fn token_of(uri: &Uri) -> Option<String> {
    let pair = uri.query()?.split('&').find_map(|pair| pair.strip_prefix("token="))?;
    (pair.len() <= 256).then(|| pair.to_owned())
}

/// The first visit: moves the token from the URL into a cookie.
fn set_token_cookie(token: &str, peer: &Peer, path: &str) -> Response {
    let cookie =
        format!("{}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000", Guard::cookie(peer.port));
    // A path with two leading slashes would redirect to another host.
    let path = if path.starts_with("//") { "/" } else { path };
    Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(header::LOCATION, path)
        .header(header::SET_COOKIE, cookie)
        .body(Body::empty())
        .unwrap_or_else(|e| ApiError::internal(e).into_response())
}

/// The page for visitors without the token.
fn token_page(error: &ApiError, language: Language) -> Response {
    let expected = error.expected.as_ref().map(|e| e.get(language)).unwrap_or_default();
    let page = format!(
        "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\"><title>Tengen</title><h1>Tengen</h1><p>{}</p><p>{expected}</p></html>",
        language.tag(),
        error.message.get(language),
    );
    (error.status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}
