//! The table of routes. The router is built from it, and a test compares it with the OpenAPI file.

mod export;
mod games;
mod library;
mod library_file;
mod matches;
mod nodes;
mod player;
mod programs;
mod puzzles;
mod site;
mod study;

use crate::app::App;
use crate::assets;
use crate::error::ApiError;
use crate::extract::too_large;
use crate::limits::ServerLimits;
use crate::middleware::{check_request, finish_response};
use axum::extract::{DefaultBodyLimit, Query, Request};
use axum::http::{Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::IntoResponse;
use axum::routing::{self, MethodRouter};
use axum::{Router, middleware};
use std::sync::Arc;

/// One method of one path.
pub(crate) struct Route {
    pub(crate) method: Method,
    pub(crate) path: &'static str,
    handler: MethodRouter<Arc<App>>,
    /// Maximum size of the body, in bytes.
    body: usize,
    /// The allowed query parameters.
    pub(crate) query: &'static [&'static str],
}

impl Route {
    const fn with_query(mut self, query: &'static [&'static str]) -> Route {
        self.query = query;
        self
    }
}

/// Every route, except the files of the page.
pub(crate) fn table(limits: &ServerLimits) -> Vec<Route> {
    let get = |path, handler: MethodRouter<Arc<App>>| Route {
        method: Method::GET,
        path,
        handler,
        body: 0,
        query: &[],
    };
    let with = |method, path, handler| Route { method, path, handler, body: limits.body, query: &[] };
    let post = |path, handler| with(Method::POST, path, handler);
    let patch = |path, handler| with(Method::PATCH, path, handler);
    let delete = |path, handler| with(Method::DELETE, path, handler);
    vec![
        get("/health", routing::get(site::health)),
        get("/metrics", routing::get(site::metrics)),
        get("/api/about", routing::get(site::about)),
        get("/api/openapi.json", routing::get(site::openapi)),
        get("/api/ws", routing::get(crate::socket::open)).with_query(&["lang"]),
        get("/api/games", routing::get(library::list)).with_query(library::LIST_PARAMS),
        post("/api/games", routing::post(games::create)),
        get("/api/puzzles", routing::get(puzzles::suites)),
        get("/api/puzzles/{suite}/{n}", routing::get(puzzles::read)),
        post("/api/puzzles/{suite}/{n}", routing::post(puzzles::tried)),
        get("/api/matches", routing::get(matches::list)),
        post("/api/matches", routing::post(matches::start)),
        get("/api/matches/{id}", routing::get(matches::read)),
        delete("/api/matches/{id}", routing::delete(matches::delete)),
        post("/api/matches/{id}/stop", routing::post(matches::stop)),
        post("/api/matches/{id}/resume", routing::post(matches::resume)),
        get("/api/matches/{id}/report", routing::get(matches::report)).with_query(matches::REPORT_PARAMS),
        get("/api/programs", routing::get(programs::list)),
        post("/api/programs/requests", routing::post(programs::ask)),
        post("/api/programs/requests/{id}", routing::post(programs::confirm)),
        get("/api/tags", routing::get(library::tags)),
        post("/api/library/position", routing::post(library::position)),
        get("/api/library/player", routing::get(player::player)).with_query(player::PARAMS),
        get("/api/library/file", routing::get(library_file::about)),
        post("/api/library/backup", routing::post(library_file::back_up)),
        post("/api/library/recover", routing::post(library_file::recover)),
        Route { body: limits.import_body, ..post("/api/import", routing::post(library::import)) }
            .with_query(library::IMPORT_PARAMS),
        get("/api/games/{id}", routing::get(games::read)),
        patch("/api/games/{id}", routing::patch(games::change)),
        delete("/api/games/{id}", routing::delete(games::delete)).with_query(games::DELETE_PARAMS),
        post("/api/games/{id}/restore", routing::post(games::restore)),
        post("/api/games/{id}/moves", routing::post(nodes::play)),
        get("/api/games/{id}/nodes/{node}", routing::get(nodes::view)),
        patch("/api/games/{id}/nodes/{node}", routing::patch(nodes::change)),
        delete("/api/games/{id}/nodes/{node}", routing::delete(nodes::prune)),
        get("/api/games/{id}/nodes/{node}/overlay", routing::get(study::overlay)),
        post("/api/games/{id}/nodes/{node}/score", routing::post(study::score)),
        get("/api/games/{id}/review", routing::get(study::review)),
        get("/api/games/{id}/export", routing::get(export::export)).with_query(export::PARAMS),
        post("/api/games/{id}/undo-prune", routing::post(nodes::undo_prune)),
    ]
}

/// Method, path and query parameters of every route.
pub(crate) fn list() -> impl Iterator<Item = (String, &'static str, &'static [&'static str])> {
    table(&ServerLimits::default())
        .into_iter()
        .map(|route| (route.method.to_string(), route.path, route.query))
}

/// The router with all its layers.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let mut router = Router::new();
    for Route { path, handler, body, query, .. } in table(&app.limits) {
        let first = middleware::from_fn(move |request: Request, next: Next| async move {
            // A body that announces too large a length is refused at once.
            let length = request.headers().get(header::CONTENT_LENGTH);
            let length = length.and_then(|n| n.to_str().ok()?.parse::<u64>().ok());
            match unknown_parameter(request.uri(), query) {
                Some(refusal) => refusal.into_response(),
                None if length.is_some_and(|length| length > body as u64) => too_large().into_response(),
                None => next.run(request).await,
            }
        });
        router = router.route(path, handler.layer(DefaultBodyLimit::max(body)).layer(first));
    }
    router
        .fallback(routing::get(assets::file).fallback(no_method))
        .method_not_allowed_fallback(no_method)
        .layer(tower_http::timeout::RequestBodyTimeoutLayer::new(app.limits.stall_time))
        .layer(middleware::from_fn_with_state(Arc::clone(app), check_request))
        .layer(middleware::from_fn_with_state(Arc::clone(app), finish_response))
        .with_state(Arc::clone(app))
}

/// The error for a query parameter that the route does not have: a misspelt name must not be ignored. The guard handles
/// `token`.
fn unknown_parameter(uri: &Uri, known: &[&str]) -> Option<ApiError> {
    let Query(given) = Query::<Vec<(String, String)>>::try_from_uri(uri).ok()?;
    let (name, _) = given.iter().find(|(name, _)| !known.contains(&name.as_str()) && name != "token")?;
    let name: String = name.chars().take(40).collect();
    let (en, zh, ja) = match known {
        [] => (
            "this request has no parameters".to_owned(),
            "此请求不带参数".to_owned(),
            "この要求にパラメーターはありません".to_owned(),
        ),
        known => (
            format!("one of {}", known.join(", ")),
            format!("应为 {} 之一", known.join("、")),
            format!("{}のいずれか", known.join("、")),
        ),
    };
    let refusal = ApiError::new(
        StatusCode::BAD_REQUEST,
        "bad-field",
        format!("there is no parameter '{name}' here"),
        format!("这里没有参数“{name}”"),
        format!("ここに「{name}」というパラメーターはありません"),
    );
    Some(refusal.expected(en, zh, ja))
}

async fn no_method() -> impl IntoResponse {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method",
        "this path does not support that method",
        "该路径不接受此方法",
        "このパスはそのメソッドに対応していません",
    )
}
