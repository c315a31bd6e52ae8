//! The WebSocket: requests with numbers, many under way at once, answers as they come.
//!
//! What waits to be written is a short queue; a request whose client reads slowly waits with its next message, and the
//! analyses that come meanwhile are merged to the newest. The end of the connection ends its requests and their
//! searches.

use crate::app::App;
use crate::asks::{self, Ask, Cancelled};
use crate::error::{ApiError, Text, language_of};
use crate::guard::Peer;
use crate::pool::Client;
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

/// Messages that may wait to be written.
const QUEUE: usize = 16;
/// How often a silent client is asked whether it is there.
const PING: Duration = Duration::from_secs(25);
/// How long it may stay silent.
const SILENCE: Duration = Duration::from_secs(70);

/// `GET /api/ws`. The language is that of `?lang=`, else that of the headers.
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
        )
        .into_response();
    };
    let tag = uri.query().and_then(|q| q.split('&').find_map(|p| p.strip_prefix("lang=")));
    let language = tag.and_then(Language::from_tag).unwrap_or_else(|| language_of(&headers));
    let most = app.limits.message;
    upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .write_buffer_size(16 << 10)
        .on_upgrade(move |socket| run(app, socket, peer, language))
}

/// The writing end of a connection, for the requests.
#[derive(Clone)]
pub(crate) struct Out {
    queue: mpsc::Sender<Message>,
    language: Language,
}

impl Out {
    /// Sends a message when there is room for it. `false` when the connection has ended.
    pub(crate) async fn send(&self, message: &Value) -> bool {
        self.queue.send(Message::text(message.to_string())).await.is_ok()
    }

    async fn refuse(&self, id: Option<u64>, error: &ApiError) -> bool {
        self.send(&json!({"id": id, "type": "error", "error": error.to_json(self.language)})).await
    }
}

/// A connection's requests.
struct Requests {
    running: Running,
    tasks: JoinSet<()>,
}

/// What cancels each request that has not been answered.
type Running = Arc<Mutex<HashMap<u64, watch::Sender<bool>>>>;

/// Frees a request's id when it is dropped: before its answer is sent, so that who has the answer may use the id again.
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
        // A client that reads nothing gets no farewell either.
        let _ = tokio::time::timeout(Duration::from_millis(200), out.queue.send(Message::Close(Some(frame))))
            .await;
    }
    while requests.tasks.join_next().await.is_some() {}
    drop(out);
    // The writer ends with the queue, or after its time.
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

/// Messages a second, over a few seconds.
struct Rate {
    per_second: f64,
    left: f64,
    since: Instant,
}

impl Rate {
    fn take(&mut self) -> bool {
        let now = Instant::now();
        let most = self.per_second * 5.0;
        self.left = (self.left + now.duration_since(self.since).as_secs_f64() * self.per_second).min(most);
        self.since = now;
        let allowed = self.left >= 1.0;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }
}

/// Reads until the connection ends; gives why, where that is ours to say.
async fn read(
    app: &Arc<App>,
    client: Client,
    mut stream: futures_util::stream::SplitStream<WebSocket>,
    out: &Out,
    requests: &mut Requests,
) -> Option<(u16, &'static str)> {
    let mut closing = app.closing.clone();
    let mut ping = tokio::time::interval(PING);
    let mut heard = Instant::now();
    let per_second = f64::from(app.limits.messages_per_second);
    let mut rate = Rate { per_second, left: per_second * 5.0, since: Instant::now() };
    loop {
        tokio::select! {
            message = stream.next() => {
                heard = Instant::now();
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
                    Some(Ok(Message::Binary(_))) => return Some((close_code::UNSUPPORTED, "text is wanted")),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        if !rate.take() {
                            return Some((close_code::POLICY, "too many messages"));
                        }
                    }
                    Some(Err(e)) => {
                        tracing::warn!(client = client.id, error = %e, "a bad websocket frame");
                        return Some((close_code::PROTOCOL, "not a sound message"));
                    }
                    Some(Ok(Message::Close(_))) | None => return None,
                }
            }
            Some(_) = requests.tasks.join_next() => {}
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE {
                    return Some((close_code::AWAY, "silent"));
                }
                // Where the queue is full there is enough to hear of us.
                let _ = out.queue.try_send(Message::Ping(Default::default()));
            }
            () = crate::listen::closed(&mut closing) => return Some((close_code::RESTART, "Tengen is closing")),
        }
    }
}

/// One message. `false` when the connection has ended.
async fn receive(app: &Arc<App>, client: Client, text: &str, out: &Out, requests: &mut Requests) -> bool {
    let body: Map<String, Value> = match serde_json::from_str(text) {
        Ok(Value::Object(body)) => body,
        _ => {
            let error = ApiError::new(
                StatusCode::BAD_REQUEST,
                "not-json",
                "each message is one JSON object",
                "每条消息应为一个 JSON 对象",
            );
            return out.refuse(None, &error).await;
        }
    };
    let Some(id) = body.get("id").and_then(Value::as_u64) else {
        return out.refuse(None, &ApiError::field("id", "a number", "应为数字")).await;
    };
    if body.get("do").and_then(Value::as_str) == Some("cancel") {
        let Some(target) = body.get("target").and_then(Value::as_u64) else {
            return out.refuse(Some(id), &ApiError::field("target", "a number", "应为数字")).await;
        };
        if let Some(cancel) = lock(&requests.running).get(&target) {
            cancel.send_replace(true);
        }
        return out.send(&json!({"id": id, "type": "cancelled", "target": target})).await;
    }
    if lock(&requests.running).contains_key(&id) {
        let error = ApiError::field("id", "a number that no running request has", "应为未在使用的编号");
        return out.refuse(Some(id), &error).await;
    }
    while requests.tasks.try_join_next().is_some() {}
    if requests.tasks.len() >= app.limits.requests_per_socket {
        let most = app.limits.requests_per_socket;
        let mut error = ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too-many-requests",
            "too many requests are under way",
            "进行中的请求太多",
        );
        error.expected = Some(Text::new(format!("at most {most} at once"), format!("同时至多 {most} 个")));
        return out.refuse(Some(id), &error).await;
    }
    let (cancel, cancelled) = watch::channel(false);
    lock(&requests.running).insert(id, cancel);
    let in_use = InUse { running: Arc::clone(&requests.running), id };
    let ask = Ask { app: Arc::clone(app), client, id, body, out: out.clone() };
    requests.tasks.spawn(async move {
        let answer = asks::answer(&ask, Cancelled(cancelled)).await;
        drop(in_use);
        match answer {
            Ok(Some(answer)) => ask.out.send(&answer).await,
            Ok(None) => true,
            Err(error) => ask.out.refuse(Some(id), &error).await,
        };
    });
    true
}
