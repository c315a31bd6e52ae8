//! The WebSocket: numbered requests, many in progress at once, answers as they come.
//!
//! The send queue is short. If a client reads slowly, its requests wait before their next message, and of the analyses
//! that arrive meanwhile only the newest is sent. When the connection ends, its requests and their searches end.

use crate::app::App;
use crate::error::{ApiError, Text, language_of};
use crate::guard::Peer;
use crate::pool::Client;
use crate::requests::{self, Cancelled, Out, SocketRequest};
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use futures_util::stream::{SplitSink, StreamExt};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tengen_words::Language;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

/// Maximum number of messages in the send queue.
const QUEUE: usize = 16;
/// Interval of the pings to a silent client.
const PING: Duration = Duration::from_secs(25);
/// Timeout of a silent client.
const SILENCE: Duration = Duration::from_secs(70);

/// `GET /api/ws`. The language comes from `?lang=`, else from the headers.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    uri: Uri,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        return ApiError::new(
            StatusCode::UPGRADE_REQUIRED,
            "not-a-websocket",
            "this path is a WebSocket",
            "该路径是 WebSocket",
            "このパスはWebSocketです",
        )
        .into_response();
    };
    let tag = uri.query().and_then(|q| q.split('&').find_map(|p| p.strip_prefix("lang=")));
    let language = tag.and_then(Language::from_tag).unwrap_or_else(|| language_of(&headers));
    let max_size = app.limits.message;
    upgrade
        .max_message_size(max_size)
        .max_frame_size(max_size)
        .write_buffer_size(16 << 10)
        .on_upgrade(move |socket| run(app, socket, peer, language))
}

/// The requests of a connection.
struct Requests {
    running: Running,
    tasks: JoinSet<()>,
}

/// The cancel switch of each unanswered request.
type Running = Arc<Mutex<HashMap<u64, watch::Sender<bool>>>>;

/// Frees a request's id when dropped: before the answer is sent, so that the client can reuse the id at once.
struct InUse {
    running: Running,
    id: u64,
}

impl Drop for InUse {
    fn drop(&mut self) {
        lock(&self.running).remove(&self.id);
    }
}

fn lock(running: &Running) -> MutexGuard<'_, HashMap<u64, watch::Sender<bool>>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn run(app: Arc<App>, socket: WebSocket, peer: Peer, language: Language) {
    app.metrics.sockets.fetch_add(1, Relaxed);
    let client = Client { id: app.new_client(), address: peer.address };
    let (sink, stream) = socket.split();
    let (queue, waiting) = mpsc::channel(QUEUE);
    let writer = tokio::spawn(write(sink, waiting, app.limits.stall_time));
    let out = Out { queue, language };
    tracing::debug!(client = client.id, address = %peer.address, "websocket opened");
    let mut requests = Requests { running: Running::default(), tasks: JoinSet::new() };
    let close = read(&app, client, stream, &out, &mut requests).await;
    // Dropping the tasks drops their tickets, which stops their searches.
    requests.tasks.abort_all();
    app.pool.forget_client(client.id);
    if let Some((code, reason)) = close {
        let frame = CloseFrame { code, reason: reason.into() };
        // A client that does not read gets no close frame either.
        let _ = tokio::time::timeout(Duration::from_millis(200), out.queue.send(Message::Close(Some(frame))))
            .await;
    }
    while requests.tasks.join_next().await.is_some() {}
    drop(out);
    // The writer ends with the queue, or after its timeout.
    let _ = writer.await;
    app.metrics.sockets.fetch_sub(1, Relaxed);
    tracing::debug!(client = client.id, "websocket closed");
}

async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut waiting: mpsc::Receiver<Message>,
    stall: Duration,
) {
    while let Some(message) = waiting.recv().await {
        let last = matches!(message, Message::Close(_));
        match tokio::time::timeout(stall, sink.send(message)).await {
            Ok(Ok(())) if !last => {}
            _ => return,
        }
    }
    let _ = tokio::time::timeout(Duration::from_millis(200), sink.close()).await;
}

/// A rate limit: messages per second, averaged over five seconds.
struct Rate {
    per_second: f64,
    left: f64,
    since: Instant,
}

impl Rate {
    fn take(&mut self) -> bool {
        let now = Instant::now();
        let max = self.per_second * 5.0;
        self.left = (self.left + now.duration_since(self.since).as_secs_f64() * self.per_second).min(max);
        self.since = now;
        let allowed = self.left >= 1.0;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }
}

/// Reads messages until the connection ends. Returns the reason if the server ends it.
async fn read(
    app: &Arc<App>,
    client: Client,
    mut stream: futures_util::stream::SplitStream<WebSocket>,
    out: &Out,
    requests: &mut Requests,
) -> Option<(u16, &'static str)> {
    let mut closing = app.closing.clone();
    let mut ping = tokio::time::interval(PING);
    let mut last_message = Instant::now();
    let per_second = f64::from(app.limits.messages_per_second);
    let mut rate = Rate { per_second, left: per_second * 5.0, since: Instant::now() };
    loop {
        tokio::select! {
            message = stream.next() => {
                last_message = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => {
                        if !rate.take() {
                            tracing::warn!(client = client.id, "too many messages");
                            return Some((close_code::POLICY, "too many messages"));
                        }
                        if !receive(app, client, &text, out, requests).await {
                            return None;
                        }
                    }
                    Some(Ok(Message::Binary(_))) => return Some((close_code::UNSUPPORTED, "expected text")),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        if !rate.take() {
                            return Some((close_code::POLICY, "too many messages"));
                        }
                    }
                    Some(Err(e)) => {
                        tracing::warn!(client = client.id, error = %e, "a bad websocket frame");
                        return Some((close_code::PROTOCOL, "malformed message"));
                    }
                    Some(Ok(Message::Close(_))) | None => return None,
                }
            }
            Some(_) = requests.tasks.join_next() => {}
            _ = ping.tick() => {
                if last_message.elapsed() > SILENCE {
                    return Some((close_code::AWAY, "silent"));
                }
                // If the queue is full, the client has enough to read.
                let _ = out.queue.try_send(Message::Ping(Default::default()));
            }
            () = crate::listen::closed(&mut closing) => return Some((close_code::RESTART, "Tengen is closing")),
        }
    }
}

/// Handles one message. Returns `false` if the connection has ended.
async fn receive(app: &Arc<App>, client: Client, text: &str, out: &Out, requests: &mut Requests) -> bool {
    let body: Map<String, Value> = match serde_json::from_str(text) {
        Ok(Value::Object(body)) => body,
        _ => {
            let error = ApiError::new(
                StatusCode::BAD_REQUEST,
                "not-json",
                "each message is one JSON object",
                "每条消息应为一个 JSON 对象",
                "1通につきJSONオブジェクト1つ",
            );
            return out.refuse(None, &error).await;
        }
    };
    let Some(id) = body.get("id").and_then(Value::as_u64) else {
        return out.refuse(None, &ApiError::field("id", "a number", "应为数字", "数")).await;
    };
    if body.get("do").and_then(Value::as_str) == Some("cancel") {
        let Some(target) = body.get("target").and_then(Value::as_u64) else {
            return out.refuse(Some(id), &ApiError::field("target", "a number", "应为数字", "数")).await;
        };
        if let Some(cancel) = lock(&requests.running).get(&target) {
            cancel.send_replace(true);
        }
        return out.send(&json!({"id": id, "type": "cancelled", "target": target})).await;
    }
    if lock(&requests.running).contains_key(&id) {
        let error = ApiError::field(
            "id",
            "a number that no running request has",
            "应为未在使用的编号",
            "使用中でない番号",
        );
        return out.refuse(Some(id), &error).await;
    }
    while requests.tasks.try_join_next().is_some() {}
    if requests.tasks.len() >= app.limits.requests_per_socket {
        let max = app.limits.requests_per_socket;
        let mut error = ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-requests",
            "too many requests are in progress",
            "进行中的请求太多",
            "進行中の要求が多すぎます",
        );
        error.expected = Some(Box::new(Text::new(
            format!("at most {max} at once"),
            format!("同时至多 {max} 个"),
            format!("同時に{max}件まで"),
        )));
        return out.refuse(Some(id), &error).await;
    }
    let (cancel, cancelled) = watch::channel(false);
    lock(&requests.running).insert(id, cancel);
    // A page changes its language while it is connected.
    let tag = body.get("lang").and_then(Value::as_str);
    let language = tag.and_then(Language::from_tag).unwrap_or(out.language);
    let in_use = InUse { running: Arc::clone(&requests.running), id };
    let request =
        SocketRequest { app: Arc::clone(app), client, id, body, out: Out { language, ..out.clone() } };
    requests.tasks.spawn(async move {
        let answer = requests::answer(&request, Cancelled(cancelled)).await;
        drop(in_use);
        match answer {
            Ok(Some(answer)) => request.out.send(&answer).await,
            Ok(None) => true,
            Err(error) => request.out.refuse(Some(id), &error).await,
        };
    });
    true
}
