//! An analysis: from the library where it is there already, else by a search.

use super::{Ask, Cancelled};
use crate::app::App;
use crate::error::Result;
use crate::pool::{Client, Found, Request};
use crate::views::{analysis_json, with_points};
use serde_json::{Value, json};
use std::sync::Arc;
use tengen_engine::{Analysis, EngineOptions, Limits};
use tengen_games::{AnyPosition, Game as _};
use tengen_library::{GameId, Kept};

pub(super) async fn analyze(ask: &Ask, mut cancelled: Cancelled) -> Result<Option<Value>> {
    let (game, position) = ask.position().await?;
    let (engine, limits) = (ask.wanted()?, ask.limits()?);
    let answer = |analysis: Value, cancelled: bool, kept: bool| {
        Ok(Some(json!({
            "id": ask.id, "type": "analysis", "analysis": analysis, "cancelled": cancelled, "kept": kept,
        })))
    };
    if position.is_over() {
        return answer(analysis_json(&Analysis::default(), &position), false, false);
    }
    if let Some(kept) = kept(&ask.app, &position, &engine, &limits).await? {
        return answer(with_points(kept.json, &position), false, true);
    }
    let mut ticket = ask.app.pool.search(request(
        ask.client,
        game.summary.id,
        Arc::clone(&position),
        limits,
        engine.clone(),
    ))?;
    let Found { analysis, cancelled, .. } = ask.follow(&mut ticket, &mut cancelled, &position).await?;
    keep(&ask.app, &position, &engine, &analysis);
    answer(analysis_json(&analysis, &position), cancelled, false)
}

pub(super) fn request(
    client: Client,
    board: GameId,
    position: Arc<AnyPosition>,
    limits: Limits,
    engine: EngineOptions,
) -> Request {
    Request { client, board, position, limits, engine, work: None, urgent: false }
}

/// What the library has of a position, if it is as much as is asked for.
pub(super) async fn kept(
    app: &App,
    position: &Arc<AnyPosition>,
    engine: &EngineOptions,
    limits: &Limits,
) -> Result<Option<Kept>> {
    let Some(identity) = app.engines.identity(position.spec().kind(), engine) else { return Ok(None) };
    let (position, wanted) = (Arc::clone(position), tengen_library::Wanted::from(limits));
    app.library(move |library| library.find_analysis(&position, &identity, &wanted)).await
}

/// Puts an analysis into the library. Nobody waits for that, and where many are on their way there already it is let go:
/// an analysis can be made again.
pub(super) fn keep(app: &App, position: &Arc<AnyPosition>, engine: &EngineOptions, analysis: &Arc<Analysis>) {
    let identity = app.engines.identity(position.spec().kind(), engine);
    let (Some(identity), Ok(permit)) = (identity, Arc::clone(&app.keeping).try_acquire_owned()) else {
        return;
    };
    let (library, position, analysis) = (app.library.clone(), Arc::clone(position), Arc::clone(analysis));
    tokio::task::spawn_blocking(move || {
        if let Err(e) = library.keep_analysis(&position, &identity, &analysis) {
            tracing::warn!(%e, "an analysis was not kept");
        }
        drop(permit);
    });
}
