//! Puzzles: suites that Tengen generated and proved, embedded in the program.

use crate::app::App;
use crate::error::{ApiError, Result};
use crate::extract::{JsonObject, PathArgs};
use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

/// The suites, from the file that `examples/make_puzzles.rs` writes.
static SUITES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let file = include_str!("../../puzzles.json");
    let suites: Value = serde_json::from_str(file).unwrap_or_default();
    suites["suites"].as_array().cloned().unwrap_or_default()
});

fn suite(id: &str) -> Result<&'static Value> {
    let found = SUITES.iter().find(|suite| suite["id"] == id);
    found.ok_or_else(|| ApiError::not_found("there is no such suite", "没有这套题", "この問題集はありません"))
}

fn puzzle(id: &str, n: usize) -> Result<(&'static Value, &'static Value)> {
    let suite = suite(id)?;
    let found = n.checked_sub(1).and_then(|i| suite["puzzles"].get(i));
    found.map(|puzzle| (suite, puzzle)).ok_or_else(|| {
        ApiError::not_found(
            "the suite has no such puzzle",
            "这套题没有这一题",
            "この問題集にその問題はありません",
        )
    })
}

pub(super) async fn suites(State(app): State<Arc<App>>) -> Result<Json<Value>> {
    let solved = app
        .library(|library| {
            let one = |suite: &Value| {
                let scores = library.puzzle_scores(suite["id"].as_str().unwrap_or_default())?;
                Ok(scores.iter().filter(|score| score.solved > 0).count())
            };
            SUITES.iter().map(one).collect::<tengen_library::Result<Vec<_>>>()
        })
        .await?;
    let one = |(suite, solved): (&Value, usize)| {
        json!({
            "id": suite["id"], "game": suite["game"], "name": suite["name"], "text": suite["text"],
            "count": suite["puzzles"].as_array().map_or(0, Vec::len), "solved": solved,
        })
    };
    Ok(Json(json!({"suites": SUITES.iter().zip(solved).map(one).collect::<Vec<_>>()})))
}

/// How often a puzzle was tried and how often it was solved.
async fn score(app: &App, id: &str, n: usize) -> Result<(u32, u32)> {
    let (id, problem) = (id.to_owned(), n.to_string());
    let scores = app.library(move |library| library.puzzle_scores(&id)).await?;
    let score = scores.iter().find(|score| score.problem == problem);
    Ok(score.map_or((0, 0), |score| (score.tries, score.solved)))
}

pub(super) async fn read(
    State(app): State<Arc<App>>,
    PathArgs((id, n)): PathArgs<(String, usize)>,
) -> Result<Json<Value>> {
    let (suite, puzzle) = puzzle(&id, n)?;
    let (tries, solved) = score(&app, &id, n).await?;
    let mut out = json!({"suite": id, "n": n, "game": suite["game"]});
    for (key, value) in puzzle.as_object().into_iter().flatten() {
        out[key] = value.clone();
    }
    for key in ["rules", "size", "task", "kind"] {
        if out[key].is_null() {
            out[key] = suite[key].clone();
        }
    }
    (out["tries"], out["solved"]) = (tries.into(), solved.into());
    Ok(Json(out))
}

pub(super) async fn tried(
    State(app): State<Arc<App>>,
    PathArgs((id, n)): PathArgs<(String, usize)>,
    JsonObject(body): JsonObject,
) -> Result<Json<Value>> {
    puzzle(&id, n)?;
    let wrong = || ApiError::field("solved", "true or false", "true 或 false", "trueまたはfalse");
    let solved = body.get("solved").and_then(Value::as_bool).ok_or_else(wrong)?;
    let (suite, problem) = (id.clone(), n.to_string());
    app.library(move |library| library.puzzle_tried(&suite, &problem, solved)).await?;
    let (tries, solved) = score(&app, &id, n).await?;
    Ok(Json(json!({"tries": tries, "solved": solved})))
}
