//! The request `analyze`: an analysis from the library if it is stored, else from a search.

use super::{Cancelled, SocketRequest};
use crate::app::App;
use crate::board::points_json;
use crate::error::Result;
use crate::pool::{Client, SearchRequest, SearchResult};
use crate::views::{add_points, analysis_json};
use serde_json::{Value, json};
use std::sync::Arc;
use tengen_engine::{Analysis, EngineOptions, Limits};
use tengen_games::{AnyPosition, Feature, Game as _};
use tengen_library::{GameId, StoredAnalysis};

pub(super) async fn analyze(request: &SocketRequest, mut cancelled: Cancelled) -> Result<Option<Value>> {
    let (game, position) = request.position().await?;
    let (engine, limits) = (request.engine_options()?, request.limits()?);
    let answer = |analysis: Value, cancelled: bool, kept: bool| {
        Ok(Some(json!({
            "id": request.id, "type": "analysis", "analysis": analysis, "cancelled": cancelled, "kept": kept,
        })))
    };
    let over = position.is_over();
    // Which stones are dead is settled by the same search as everywhere, unless a program of the user's is asked.
    let own = engine.engine.as_ref().is_none_or(|name| !request.app.engines.is_program(name));
    let (engine, limits) =
        if over && own { (EngineOptions::default(), Limits::settling()) } else { (engine, limits) };
    // A finished game of Go still has owners and a score. They are not stored: the library knows a position by its
    // stones and the side to move, and an open position with these stones has a best move.
    if over && !position.spec().has(Feature::Territory) {
        return answer(analysis_json(&Analysis::default(), &position), false, false);
    }
    if !over && let Some(kept) = stored_analysis(&request.app, &position, &engine, &limits).await? {
        return answer(add_points(kept.json, &position), false, true);
    }
    let mut ticket = request.app.pool.search(search_request(
        request.client,
        game.summary.id,
        Arc::clone(&position),
        limits,
        engine.clone(),
    ))?;
    let SearchResult { analysis, cancelled, .. } =
        request.follow(&mut ticket, &mut cancelled, &position).await?;
    if !over {
        store_analysis(&request.app, &position, &engine, &analysis);
    }
    let mut found = analysis_json(&analysis, &position);
    if let AnyPosition::Go(game) = &*position
        && over
        && game.rules().removes_dead_stones()
        && !analysis.ownership.is_empty()
    {
        found["dead"] = points_json(&game.dead_stones(&analysis.ownership));
    }
    answer(found, cancelled, false)
}

pub(super) fn search_request(
    client: Client,
    board: GameId,
    position: Arc<AnyPosition>,
    limits: Limits,
    engine: EngineOptions,
) -> SearchRequest {
    SearchRequest { client, board, position, limits, engine, task: None, urgent: false, ponder: false }
}

/// The stored analysis of a position, if it has at least the work that `limits` asks for.
pub(super) async fn stored_analysis(
    app: &App,
    position: &Arc<AnyPosition>,
    engine: &EngineOptions,
    limits: &Limits,
) -> Result<Option<StoredAnalysis>> {
    let Some(identity) = app.engines.identity(position.spec().kind(), engine) else { return Ok(None) };
    let (position, wanted) = (Arc::clone(position), tengen_library::AnalysisQuery::from(limits));
    app.library(move |library| library.find_analysis(&position, &identity, &wanted)).await
}

/// Stores an analysis in the library without waiting. If many are being written already, it is dropped: an analysis can
/// be repeated.
pub(super) fn store_analysis(
    app: &App,
    position: &Arc<AnyPosition>,
    engine: &EngineOptions,
    analysis: &Arc<Analysis>,
) {
    let identity = app.engines.identity(position.spec().kind(), engine);
    let (Some(identity), Ok(permit)) = (identity, Arc::clone(&app.storing).try_acquire_owned()) else {
        return;
    };
    let (library, position, analysis) = (app.library.clone(), Arc::clone(position), Arc::clone(analysis));
    tokio::task::spawn_blocking(move || {
        if let Err(e) = library.keep_analysis(&position, &identity, &analysis) {
            tracing::warn!(%e, "an analysis was not stored");
        }
        drop(permit);
    });
}
