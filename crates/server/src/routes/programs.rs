//! The programs of the person who runs the server: list them, and change them with a code from the terminal.

use crate::app::App;
use crate::error::{ApiError, Result, Text};
use crate::extract::{JsonObject, PathArgs};
use crate::guard::Peer;
use crate::programs::{ProgramChange, ProgramInfo, ProgramOutcome, Programs};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::{Extension, Json};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Instant;
use tengen_engine::Stop;
use tengen_games::GameKind;

/// The programs, if only this machine reaches the server and the request comes from it.
fn programs<'a>(app: &'a App, peer: &Peer, headers: &HeaderMap) -> Result<&'a Arc<dyn Programs>> {
    app.engines.programs.as_ref().filter(|_| peer.is_own_machine(headers)).ok_or_else(|| {
        ApiError::new(
            StatusCode::FORBIDDEN,
            "programs-shared",
            "programs are registered only where nobody else can reach the server",
            "只有他人无法访问的服务器才能登记程序",
            "プログラムの登録は、ほかの人が接続できないサーバーでだけできます",
        )
        .expected(
            "start Tengen without --host, or use `tengen engines` in the terminal",
            "启动 Tengen 时不加 --host，或在终端里使用 tengen engines",
            "--hostなしでTengenを起動するか、端末で「tengen engines」を使ってください",
        )
    })
}

pub(super) async fn list(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Json<Value>> {
    let programs = programs(&app, &peer, &headers)?;
    let names = |games: &[GameKind]| games.iter().map(|kind| kind.name()).collect::<Vec<_>>();
    let program = |p: ProgramInfo| json!({"name": p.name, "protocol": p.protocol, "command": p.command, "games": names(&p.games)});
    let protocol = |(name, games): (String, Vec<GameKind>)| json!({"name": name, "games": names(&games)});
    Ok(Json(json!({
        "programs": programs.list().into_iter().map(program).collect::<Vec<_>>(),
        "protocols": programs.protocols().into_iter().map(protocol).collect::<Vec<_>>(),
    })))
}

/// Asks for a change. The terminal shows the code for it; the answer has only the number of the request.
pub(super) async fn ask(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    JsonObject(body): JsonObject,
) -> Result<(StatusCode, Json<Value>)> {
    let programs = programs(&app, &peer, &headers)?;
    let change = read_change(&body)?;
    programs.check(&change).map_err(refused)?;
    let valid = app.limits.code_time;
    let id = app
        .confirmations
        .ask(change, valid, Instant::now(), |what, code| programs.show(what, code, valid))?;
    Ok((StatusCode::CREATED, Json(json!({"id": id, "valid_ms": valid.as_millis() as u64}))))
}

/// Makes the change of a request, if its code is right.
pub(super) async fn confirm(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    PathArgs(id): PathArgs<u64>,
    JsonObject(body): JsonObject,
) -> Result<Json<Value>> {
    let programs = Arc::clone(programs(&app, &peer, &headers)?);
    only(&body, &["code"])?;
    let change = app.confirmations.take(id, text(&body, "code", 64)?, Instant::now())?;
    // A page that is closed ends the program that it had tested.
    let stop = RaiseOnDrop(Stop::new());
    let one = app.confirmations.making.lock().await;
    let flag = stop.0.clone();
    let made = tokio::task::spawn_blocking(move || programs.make(&change, &flag)).await;
    drop(one);
    let outcome = made.map_err(ApiError::internal)?.map_err(refused)?;
    app.pool.forget_engines();
    Ok(Json(outcome_json(&outcome)))
}

struct RaiseOnDrop(Stop);

impl Drop for RaiseOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

fn outcome_json(outcome: &ProgramOutcome) -> Value {
    let answers = outcome.answers.iter().map(|a| {
        let mut out = json!({"game": a.kind.name(), "ms": a.time.as_millis() as u64});
        match &a.answer {
            Ok(mv) => out["move"] = mv.as_str().into(),
            Err(why) => out["why"] = why.to_json(),
        }
        out
    });
    json!({"done": outcome.done, "answers": answers.collect::<Vec<_>>()})
}

fn refused(why: Text) -> ApiError {
    ApiError {
        status: StatusCode::UNPROCESSABLE_ENTITY,
        code: "bad-program",
        message: Box::new(why),
        expected: None,
    }
}

fn read_change(body: &Map<String, Value>) -> Result<ProgramChange> {
    let name = text(body, "name", 200)?.to_owned();
    match body.get("do").and_then(Value::as_str) {
        Some("add") => {
            only(body, &["do", "name", "command", "protocol", "games", "replace"])?;
            let replace = match body.get("replace") {
                None | Some(Value::Null) => false,
                Some(value) => value.as_bool().ok_or_else(|| {
                    ApiError::field("replace", "true or false", "true 或 false", "trueまたはfalse")
                })?,
            };
            let program = ProgramInfo {
                name,
                protocol: text(body, "protocol", 40)?.to_owned(),
                command: text(body, "command", 4096)?.to_owned(),
                games: read_games(body.get("games"))?,
            };
            Ok(ProgramChange::Add { program, replace })
        }
        Some("test") => only(body, &["do", "name"]).map(|()| ProgramChange::Test { name }),
        Some("remove") => only(body, &["do", "name"]).map(|()| ProgramChange::Remove { name }),
        _ => {
            Err(ApiError::field("do", "add, test or remove", "应为 add、test 或 remove", "add、test、remove"))
        }
    }
}

/// Kinds of game by name; none for those that the protocol says.
fn read_games(value: Option<&Value>) -> Result<Vec<GameKind>> {
    let wrong = || {
        let names = GameKind::ALL.map(GameKind::name).join(", ");
        ApiError::field(
            "games",
            &format!("a list of {names}"),
            &format!("应为 {names} 的列表"),
            &format!("{names}の配列"),
        )
    };
    let list = match value {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(value) => value.as_array().filter(|list| list.len() <= GameKind::ALL.len()).ok_or_else(wrong)?,
    };
    let kind = |name: &Value| GameKind::ALL.into_iter().find(|kind| name.as_str() == Some(kind.name()));
    list.iter().map(|name| kind(name).ok_or_else(wrong)).collect()
}

/// A text of one line. What the terminal shows of it must be what is done.
fn text<'a>(body: &'a Map<String, Value>, key: &str, max_bytes: usize) -> Result<&'a str> {
    let found = body.get(key).and_then(Value::as_str);
    // Marks of direction could make a terminal show another order.
    let unsafe_to_show = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    found.filter(|text| text.len() <= max_bytes && !text.chars().any(unsafe_to_show)).ok_or_else(|| {
        ApiError::field(
            key,
            &format!("one line of at most {max_bytes} bytes"),
            &format!("应为一行文字，至多 {max_bytes} 字节"),
            &format!("1行の文字列、{max_bytes}バイト以下"),
        )
    })
}

/// Refuses fields that the request does not have.
pub(super) fn only(body: &Map<String, Value>, known: &[&str]) -> Result<()> {
    match body.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(ApiError::field(
            key,
            &format!("one of {}", known.join(", ")),
            &format!("应为 {} 之一", known.join("、")),
            &format!("{}のいずれか", known.join("、")),
        )),
        None => Ok(()),
    }
}
