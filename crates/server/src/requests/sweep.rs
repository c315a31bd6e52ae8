//! The request `sweep`: analyses every position of a line and reviews its moves.

use super::analyze::{search_request, store_analysis, stored_analysis};
use super::{Cancelled, SocketRequest};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::store::tree_node;
use crate::stored_review::{node_of, review_json};
use crate::views::analysis_json;
use axum::http::StatusCode;
use futures_util::stream::{self, StreamExt};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_engine::{Analysis, EngineOptions, Limits};
use tengen_games::AnyPosition;
use tengen_library::{GameId, StoredGame};
use tengen_review::{Course, CourseError, PositionAnalysis, Source, Sweep, limits_of};

/// Default time limit for each position.
const DEFAULT_TIME: Duration = Duration::from_millis(500);
/// Interval in which the review of a running sweep is kept.
const KEEP_INTERVAL: Duration = Duration::from_secs(1);

pub(super) async fn sweep(request: &SocketRequest, mut cancelled: Cancelled) -> Result<Option<Value>> {
    let game = request.app.game(request.board()?).await?;
    let mut line = Value::from("main");
    let course = match request.body.get("line") {
        None | Some(Value::Null) => Course::main(&game.record).map_err(line_error)?,
        Some(Value::String(main)) if main == "main" => Course::main(&game.record).map_err(line_error)?,
        Some(node) => {
            let wrong = || {
                ApiError::field(
                    "line",
                    "main or the number of a node",
                    "main 或节点编号",
                    "mainまたはノード番号",
                )
            };
            let node = node.as_u64().and_then(|n| u32::try_from(n).ok()).ok_or_else(wrong)?;
            line = node.into();
            Course::through(&game.record, tree_node(&game, node)?).map_err(line_error)?
        }
    };
    let (engine, mut limits) = (request.engine_options()?, request.limits()?);
    if limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none() {
        limits.time = Some(DEFAULT_TIME);
    }
    let (moments, board) = (course.moments(), game.summary.id);
    // From the end to the start: the tables from a later position help with an earlier one.
    let open: Vec<usize> = course.to_analyse().rev().collect();
    let mut sweep = empty(&course, &request.app, &engine, &limits, open.len());
    let mut found = stream::iter(open)
        .map(|i| {
            let position = Arc::new(moments[i].position.clone());
            let limits = limits_of(&position, &limits);
            let engine = engine.clone();
            async move { (i, one(request, board, &position, engine, limits).await) }
        })
        .buffer_unordered(request.app.limits.cores.clamp(1, 4));
    // A page that is closed or loaded again ends the sweep here without a word: what it found is kept as it goes.
    let mut next_keep = Instant::now();
    loop {
        let (index, analysis) = tokio::select! {
            next = found.next() => match next {
                Some((index, analysis)) => (index, analysis?),
                None => break,
            },
            // Dropping the stream stops its searches.
            () = cancelled.wait() => break,
        };
        let moment = &moments[index];
        sweep.done += 1;
        let message = json!({
            "id": request.id, "type": "swept", "node": node_of(&game, moment), "ply": index,
            "analysis": analysis_json(&analysis, &moment.position), "done": sweep.done, "of": sweep.of,
        });
        sweep.found[index] =
            Some(PositionAnalysis { analysis: (*analysis).clone(), source: Source::Searched });
        if Instant::now() >= next_keep {
            keep(&request.app, board, review_json(&game, &course, &sweep, &line)).await;
            next_keep = Instant::now() + KEEP_INTERVAL;
        }
        if !request.out.send(&message).await {
            return Ok(None);
        }
    }
    drop(found);
    let mut out = review_json(&game, &course, &sweep, &line);
    if sweep.done > 0 {
        keep(&request.app, board, out.clone()).await;
    }
    out["id"] = request.id.into();
    out["type"] = "review".into();
    Ok(Some(out))
}

/// Keeps a review for the page's next visit.
async fn keep(app: &App, board: GameId, review: Value) {
    let kept = app.library(move |library| library.keep_review(board, &review)).await;
    if let Err(e) = kept {
        tracing::warn!(?e, "a review was not stored");
    }
}

/// The analysis of one position.
async fn one(
    request: &SocketRequest,
    board: i64,
    position: &Arc<AnyPosition>,
    engine: EngineOptions,
    limits: Limits,
) -> Result<Arc<Analysis>> {
    if let Some(kept) = stored_analysis(&request.app, position, &engine, &limits).await?
        && let Some(analysis) = Analysis::from_json(&kept.json, &**position)
    {
        return Ok(Arc::new(analysis));
    }
    let mut ticket = request.app.pool.search(search_request(
        request.client,
        board,
        Arc::clone(position),
        limits,
        engine.clone(),
    ))?;
    let found = (&mut ticket.done).await.unwrap_or_else(|_| Err(ApiError::internal("a search vanished")))?;
    store_analysis(&request.app, position, &engine, &found.analysis);
    Ok(found.analysis)
}

fn empty(course: &Course, app: &App, engine: &EngineOptions, limits: &Limits, of: usize) -> Sweep {
    let identity = app.engines.identity(course.spec().kind(), engine);
    Sweep {
        engine: identity.map(|e| format!("{} {}", e.name, e.level)).unwrap_or_default(),
        limits: limits.clone(),
        found: vec![None; course.moments().len()],
        done: 0,
        of,
    }
}

/// The last review of a game, else one of its main line from the stored analyses; `None` if there are none.
pub(crate) async fn last_review(app: &App, game: &StoredGame) -> Result<Option<Value>> {
    let id = game.summary.id;
    let kept = app.library(move |library| library.review(id)).await?;
    let is_complete = |review: &Value| review["complete"] == true;
    if let Some(mut kept) = kept {
        // The analyses of a sweep that was stopped may have been completed since.
        let later = if is_complete(&kept) { None } else { stored_review(app, game).await? };
        if let Some(later) = later {
            let is_same = later["engine"] == kept["engine"] && later["line"] == kept["line"];
            if is_complete(&later) {
                return Ok(Some(later));
            }
            // A sweep that was cut off stored analyses after its review was kept.
            if is_same && later["done"].as_u64() > kept["done"].as_u64() {
                kept = later;
            }
        }
        kept["kept"] = true.into();
        return Ok(Some(kept));
    }
    stored_review(app, game).await
}

/// A review of a game's main line from the stored analyses; `None` if there are none.
async fn stored_review(app: &App, game: &StoredGame) -> Result<Option<Value>> {
    let course = Course::main(&game.record).map_err(line_error)?;
    let engine = EngineOptions::default();
    let Some(identity) = app.engines.identity(course.spec().kind(), &engine) else { return Ok(None) };
    let of = course.to_analyse().count();
    let mut sweep = empty(&course, app, &engine, &Limits::default(), of);
    let (course, found) = app
        .library(move |library| {
            let any = tengen_library::AnalysisQuery::anything();
            let one = |index: usize| {
                let position = &course.moments()[index].position;
                let kept = library.find_analysis(position, &identity, &any)?;
                Ok((index, kept.and_then(|kept| Analysis::from_json(&kept.json, position))))
            };
            let found = course.to_analyse().map(one).collect::<tengen_library::Result<Vec<_>>>()?;
            Ok((course, found))
        })
        .await?;
    for (index, analysis) in found {
        sweep.found[index] = analysis.map(|analysis| PositionAnalysis { analysis, source: Source::Known });
    }
    sweep.done = sweep.found.iter().flatten().count();
    Ok((sweep.done > 0).then(|| review_json(game, &course, &sweep, &"main".into())))
}

/// The API error for a line that cannot be reviewed.
fn line_error(error: CourseError) -> ApiError {
    let (zh, ja) = match &error {
        CourseError::Illegal(violation) => {
            let why = crate::board::violation_text(violation);
            (format!("此线不合规则：{}", why.zh), format!("この手順に反則があります：{}", why.ja))
        }
        CourseError::TooLong { most } => {
            (format!("此线超过 {most} 手"), format!("この手順は{most}手を超えています"))
        }
        _ => (format!("此线无法复盘：{error}"), format!("この手順は検討できません：{error}")),
    };
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "illegal-move", error.to_string(), zh, ja)
}
