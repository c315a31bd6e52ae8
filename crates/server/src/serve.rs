//! A server from its beginning to its end.

use crate::app::App;
use crate::engines::Engines;
use crate::guard::{Guard, MIN_TOKEN, new_token};
use crate::limits::Limits;
use crate::listen;
use crate::routes;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tengen_library::{FILE_NAME, Library, SetAside};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// The name or address to listen on.
    pub host: String,
    /// The port to listen on; 0 for any that is free.
    pub port: u16,
    /// Whether the next free port is taken where that one is in use.
    pub other_ports: bool,
    /// The folder of the library.
    pub data: PathBuf,
    /// What clients must bring; without it one is made where the address is not this machine's own.
    pub token: Option<String>,
    /// A folder to serve the page from instead of what is inside the program, for those who work on the page.
    pub web: Option<PathBuf>,
    /// Bounds; without them, those that suit the address.
    pub limits: Option<Limits>,
}

/// Why a server cannot begin.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The host is no name or address of this machine.
    #[error("cannot listen on {host}: {error}")]
    Host {
        /// What was asked for.
        host: String,
        /// What the system says.
        error: io::Error,
    },
    /// Another program has the port.
    #[error("port {port} of {host} is in use by another program")]
    PortInUse {
        /// The host.
        host: String,
        /// The port.
        port: u16,
    },
    /// A token that can be guessed, or that no cookie can hold.
    #[error("a token has at least {MIN_TOKEN} letters and digits")]
    Token,
    /// The system gives no random numbers.
    #[error("no random numbers for a token: {0}")]
    Random(String),
    /// The library cannot be opened.
    #[error("{0}")]
    Library(String),
}

/// How many ports are tried after the first.
const PORTS: u16 = 50;

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    closing: watch::Sender<bool>,
    host: String,
    address: SocketAddr,
    set_aside: Option<SetAside>,
}

impl Server {
    /// Opens the library and listens. From now on connections wait to be answered; [`Server::run`] answers them.
    ///
    /// # Errors
    /// [`ServerError`] says what is in the way.
    pub async fn bind(config: Config, engines: Engines) -> Result<Server, ServerError> {
        if config.token.as_deref().is_some_and(|token| {
            token.len() < MIN_TOKEN || token.len() > 128 || !token.bytes().all(|c| c.is_ascii_alphanumeric())
        }) {
            return Err(ServerError::Token);
        }
        let file = config.data.join(FILE_NAME);
        let opened = tokio::task::spawn_blocking(move || Library::open_or_set_aside(file)).await;
        let opened = opened.map_err(|e| ServerError::Library(e.to_string()))?;
        let (library, set_aside) = opened.map_err(|e| ServerError::Library(e.to_string()))?;
        let listener = listen_on(&config).await?;
        let failed = |error| ServerError::Host { host: config.host.clone(), error };
        let address = listener.local_addr().map_err(failed)?;
        let home = address.ip().is_loopback();
        let token = match config.token {
            Some(token) => Some(token),
            None if home => None,
            None => Some(new_token().map_err(|e| ServerError::Random(e.to_string()))?),
        };
        let limits = config
            .limits
            .unwrap_or_else(|| if home { Limits::default() } else { Limits::default().for_others() });
        let host = config.host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        // An address is known by the connections themselves.
        let names = if host.parse::<IpAddr>().is_ok() { Vec::new() } else { vec![host.clone()] };
        let guard = Guard { names, token };
        let (closing, closed) = watch::channel(false);
        let app = Arc::new(App::new(library, engines, limits, guard, config.web, closed));
        Ok(Server { listener, app, closing, host, address, set_aside })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The damaged library that was found and set aside, if one was; a new one has been begun in its place.
    pub fn set_aside(&self) -> Option<&SetAside> {
        self.set_aside.as_ref()
    }

    /// The address to open in a browser, the token in it where there is one.
    pub fn url(&self) -> String {
        let port = self.address.port();
        let unspecified = self.address.ip().is_unspecified();
        let host = match self.host.parse::<IpAddr>() {
            Ok(_) if unspecified => "127.0.0.1".to_owned(),
            Ok(IpAddr::V6(ip)) => format!("[{ip}]"),
            _ => self.host.clone(),
        };
        match &self.app.guard.token {
            Some(token) => format!("http://{host}:{port}/?token={token}"),
            None => format!("http://{host}:{port}/"),
        }
    }

    /// Serves until `end` is done; then stops every search, lets answers under way finish for a moment and closes the
    /// library.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let Server { listener, app, closing, .. } = self;
        let router = routes::router(&app);
        let closed = closing.subscribe();
        let keeper = tokio::spawn(keep(Arc::clone(&app)));
        let accepting = tokio::spawn(listen::accept(listener, router, Arc::clone(&app), closed));
        end.await;
        tracing::info!("closing");
        app.pool.close();
        closing.send_replace(true);
        // What it may end with is its own panic, which has been told.
        let _ = accepting.await;
        keeper.abort();
        for _ in 0..50 {
            if app.pool.running() == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let library = app.library.clone();
        if let Ok(Err(e)) = tokio::task::spawn_blocking(move || library.settle()).await {
            // Everything is on the disk; only its log is longer than need be.
            tracing::debug!(%e, "the library's log stays");
        }
        tracing::info!("closed");
    }
}

/// Looks after the searches.
async fn keep(app: Arc<App>) {
    let mut tick = tokio::time::interval(Duration::from_millis(50));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        app.pool.tick();
    }
}

async fn listen_on(config: &Config) -> Result<TcpListener, ServerError> {
    let host = config.host.trim_start_matches('[').trim_end_matches(']');
    let last = if config.other_ports { config.port.saturating_add(PORTS) } else { config.port };
    for port in config.port..=last {
        match TcpListener::bind((host, port)).await {
            Ok(listener) => return Ok(listener),
            Err(e) if e.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(ServerError::Host { host: config.host.clone(), error }),
        }
    }
    Err(ServerError::PortInUse { host: config.host.clone(), port: config.port })
}
