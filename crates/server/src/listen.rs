//! Connections: their number and their timeouts.
//!
//! A connection that has not yet sent a whole request can be evicted. At the limit, the one that has waited longest is
//! closed, so that many slow clients cannot lock out a fast one.

use crate::app::App;
use crate::guard::Peer;
use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tower::ServiceExt;

/// Maximum size of a request's head, in bytes.
const MAX_HEAD: usize = 32 << 10;
/// Maximum number of headers in a request.
const MAX_HEADERS: usize = 64;

/// An open connection.
struct Open {
    address: IpAddr,
    /// Number of its requests in progress; 0 if it is idle.
    busy: usize,
    evict: Arc<Notify>,
}

/// The open connections, oldest first.
#[derive(Default)]
struct Connections {
    open: Mutex<BTreeMap<u64, Open>>,
}

impl Connections {
    fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<u64, Open>) -> T) -> T {
        work(&mut self.open.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Admits a connection and evicts an idle one if needed; `None` if every other one is busy.
    fn admit(&self, id: u64, address: IpAddr, app: &App) -> Option<Arc<Notify>> {
        self.with(|open| {
            let own = open.values().filter(|c| c.address == address).count();
            let full = open.len() >= app.limits.connections;
            if full || own >= app.limits.connections_per_address {
                let idle = open.iter().find(|(_, c)| c.busy == 0 && (c.address == address || full));
                let oldest = idle.map(|(id, _)| *id)?;
                if let Some(evicted) = open.remove(&oldest) {
                    evicted.evict.notify_one();
                    app.metrics.connections_refused.fetch_add(1, Relaxed);
                }
            }
            let evict = Arc::new(Notify::new());
            open.insert(id, Open { address, busy: 0, evict: Arc::clone(&evict) });
            Some(evict)
        })
    }

    fn busy(&self, id: u64, more: bool) {
        self.with(|open| {
            if let Some(connection) = open.get_mut(&id) {
                connection.busy = if more { connection.busy + 1 } else { connection.busy.saturating_sub(1) };
            }
        });
    }
}

/// Accepts connections until `closing` becomes true, then gives those with a request one second to finish.
pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    app: Arc<App>,
    mut closing: watch::Receiver<bool>,
) {
    let connections = Arc::new(Connections::default());
    let mut tasks = JoinSet::new();
    let mut next = 0u64;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = tasks.join_next() => continue,
            () = closed(&mut closing) => break,
        };
        let (stream, from) = match accepted {
            Ok(accepted) => accepted,
            Err(e) => {
                // Usually there are no file handles left; other connections will be closed.
                tracing::warn!(%e, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        app.metrics.connections_total.fetch_add(1, Relaxed);
        next += 1;
        let Some(evict) = connections.admit(next, from.ip(), &app) else {
            app.metrics.connections_refused.fetch_add(1, Relaxed);
            tracing::warn!(address = %from.ip(), "too many connections");
            continue;
        };
        let (router, app, connections) = (router.clone(), Arc::clone(&app), Arc::clone(&connections));
        let closing = closing.clone();
        let id = next;
        tasks.spawn(async move {
            app.metrics.connections.fetch_add(1, Relaxed);
            serve(stream, from, router, &app, (id, &connections), &evict, closing).await;
            connections.with(|open| open.remove(&id));
            app.metrics.connections.fetch_sub(1, Relaxed);
        });
    }
    drop(listener);
    let finish = async { while tasks.join_next().await.is_some() {} };
    if tokio::time::timeout(Duration::from_secs(1), finish).await.is_err() {
        tracing::info!("connections that did not end in time were closed");
    }
}

/// Waits until the server closes.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // The sender outlives every connection; if it is gone, the server has closed too.
    let _ = closing.wait_for(|closing| *closing).await.is_ok();
}

async fn serve(
    stream: TcpStream,
    from: SocketAddr,
    router: Router,
    app: &App,
    (id, connections): (u64, &Arc<Connections>),
    evict: &Notify,
    mut closing: watch::Receiver<bool>,
) {
    let Ok(local) = stream.local_addr() else { return };
    // Send small answers at once.
    let _ = stream.set_nodelay(true);
    let peer =
        Peer { address: from.ip().to_canonical(), local: local.ip().to_canonical(), port: local.port() };
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let (router, connections) = (router.clone(), Arc::clone(connections));
        async move {
            let mut request: Request = request.map(axum::body::Body::new);
            request.extensions_mut().insert(peer);
            connections.busy(id, true);
            let upgrades = request.headers().contains_key(hyper::header::UPGRADE);
            let answer = router.oneshot(request).await;
            // An upgraded connection stays busy: it is a WebSocket now.
            let upgraded = upgrades
                && answer.as_ref().is_ok_and(|a| a.status() == hyper::StatusCode::SWITCHING_PROTOCOLS);
            if !upgraded {
                connections.busy(id, false);
            }
            answer
        }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.limits.header_time)
        .max_buf_size(MAX_HEAD)
        .max_headers(MAX_HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        done = &mut connection => {
            if let Err(e) = done {
                tracing::debug!(address = %from.ip(), error = %e, "a connection broke");
            }
        }
        () = evict.notified() => {
            tracing::warn!(address = %from.ip(), "an idle connection was evicted");
        }
        () = closed(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
