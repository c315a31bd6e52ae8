//! Access control: the host name, the origin and the token of each request. It protects against pages of other sites
//! (cross-site requests, DNS rebinding), and against strangers if the server listens on a public address.

use crate::app::App;
use crate::error::{ApiError, language_of};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use tengen_words::Language;

/// The content security policy: the page loads only its own scripts, styles, pictures and sounds.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; media-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Minimum length of a token.
pub(crate) const MIN_TOKEN: usize = 16;

/// The two ends of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer {
    pub(crate) address: IpAddr,
    pub(crate) local: IpAddr,
    pub(crate) port: u16,
}

/// What every request is checked against.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guard {
    /// Host names in lower case, besides addresses and `localhost`.
    pub(crate) names: Vec<String>,
    pub(crate) token: Option<String>,
}

/// A new token of 160 random bits.
///
/// # Errors
/// The system provides no random numbers.
pub(crate) fn new_token() -> Result<String, getrandom::Error> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|b| LETTERS[usize::from(b & 31)] as char).collect())
}

/// Compares two texts in a time that does not depend on where they differ.
fn equal_in_constant_time(a: &str, b: &str) -> bool {
    let differ = a.bytes().zip(b.bytes()).fold(0, |acc, (x, y)| std::hint::black_box(acc | (x ^ y)));
    a.len() == b.len() && differ == 0
}

impl Guard {
    /// Whether the server listens as the host that a request names.
    fn is_own_host(&self, host: &str, peer: &Peer) -> bool {
        let Some(name) = host_name(host) else { return false };
        let name = name.trim_end_matches('.').to_ascii_lowercase();
        if name == "localhost" || name.ends_with(".localhost") {
            return peer.local.is_loopback();
        }
        match name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            // The address that the connection came in on: an address cannot be rebound.
            Ok(address) => address.to_canonical() == peer.local.to_canonical(),
            Err(_) => self.names.contains(&name),
        }
    }

    fn cookie(port: u16) -> String {
        format!("tengen-{port}")
    }

    /// Whether a request has the token, in a cookie or as a bearer token.
    fn has_token(&self, headers: &HeaderMap, port: u16) -> bool {
        let Some(token) = &self.token else { return true };
        let bearer = headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
        if bearer
            .and_then(|v| v.strip_prefix("Bearer "))
            .is_some_and(|given| equal_in_constant_time(given.trim(), token))
        {
            return true;
        }
        let name = Guard::cookie(port);
        headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|v| v.to_str().ok())
            .flat_map(|v| v.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .any(|(key, value)| key == name && equal_in_constant_time(value, token))
    }
}

/// The name or address in a `Host`, without the port.
fn host_name(host: &str) -> Option<&str> {
    let end = match host.find(']') {
        Some(at) if host.starts_with('[') => at + 1,
        _ => host.find(':').unwrap_or(host.len()),
    };
    let (name, port) = host.split_at(end);
    let sound = port.is_empty() || port.strip_prefix(':').is_some_and(|p| p.parse::<u16>().is_ok());
    (sound && !name.is_empty()).then_some(name)
}

/// Whether a request comes from our own page, or from no page.
fn is_own_origin(headers: &HeaderMap, host: &str) -> bool {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    if !matches!(site, None | Some(b"same-origin" | b"none")) {
        return false;
    }
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let (origin, more) = (origins.next(), origins.next());
    match (origin.map(|o| o.to_str()), more) {
        (None, _) => true,
        (Some(Ok(origin)), None) => {
            let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            rest.is_some_and(|rest| rest.eq_ignore_ascii_case(host))
        }
        _ => false,
    }
}

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
    let mut set = |name: header::HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
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
            )
            .expected("the address that Tengen printed at the start", "Tengen 启动时显示的地址"),
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
        )
        .expected(
            "open the address with ?token=… that Tengen printed, or send it as a bearer token",
            "请打开 Tengen 显示的带 ?token=… 的地址，或以 Bearer 方式发送",
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
        language.pick("en", "zh-CN"),
        error.message.get(language),
    );
    (error.status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(local: &str) -> Peer {
        Peer { address: "127.0.0.1".parse().unwrap(), local: local.parse().unwrap(), port: 7 }
    }

    #[test]
    fn only_own_names_and_addresses_are_known() {
        let guard = Guard { names: vec!["board.example".into()], token: None };
        let home = peer("127.0.0.1");
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:8080", "localhost.", "Board.Example:1"] {
            assert!(guard.is_own_host(host, &home), "{host}");
        }
        for host in [
            "",
            ":80",
            "evil.example",
            "127.0.0.2",
            "127.0.0.1.evil.example",
            "localhost:99999",
            "localhost:x",
            "a b",
            "[::1]",
        ] {
            assert!(!guard.is_own_host(host, &home), "{host}");
        }
        assert!(guard.is_own_host("[::1]:80", &peer("::1")));
        assert!(guard.is_own_host("192.168.1.5:80", &peer("192.168.1.5")));
        assert!(guard.is_own_host("192.168.1.5", &peer("::ffff:192.168.1.5")));
        assert!(!guard.is_own_host("localhost", &peer("192.168.1.5")));
    }

    #[test]
    fn a_token_must_match_exactly() {
        assert!(equal_in_constant_time("abc", "abc"));
        for other in ["", "ab", "abcd", "abd", "ABC"] {
            assert!(!equal_in_constant_time("abc", other), "{other}");
        }
        let (a, b) = (new_token().unwrap(), new_token().unwrap());
        assert!(a != b && a.len() >= MIN_TOKEN && a.bytes().all(|c| c.is_ascii_alphanumeric()));
    }

    #[test]
    fn origins_must_be_the_host_itself() {
        let own = |pairs: &[(&'static str, &str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.append(*name, value.parse().unwrap());
            }
            is_own_origin(&headers, "localhost:8080")
        };
        assert!(own(&[]));
        assert!(own(&[("origin", "http://localhost:8080")]));
        assert!(own(&[("origin", "http://localhost:8080"), ("sec-fetch-site", "same-origin")]));
        assert!(!own(&[("origin", "null")]));
        assert!(!own(&[("origin", "http://localhost:3000")]));
        assert!(!own(&[("origin", "http://localhost:8080.evil.example")]));
        assert!(!own(&[("origin", "http://evil.example"), ("origin", "http://localhost:8080")]));
        assert!(!own(&[("sec-fetch-site", "cross-site")]));
        assert!(!own(&[("sec-fetch-site", "same-site")]));
    }
}
