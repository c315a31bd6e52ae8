//! A server from start to shutdown.

use crate::app::App;
use crate::engines::Engines;
use crate::guard::{Guard, MIN_TOKEN, new_token};
use crate::limits::ServerLimits;
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

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The name or address to listen on.
    pub host: String,
    /// The port to listen on; 0 for any free port.
    pub port: u16,
    /// Whether to take the next free port if that one is in use.
    pub other_ports: bool,
    /// The folder that contains the library.
    pub data: PathBuf,
    /// The token that clients must send. `None`: no token on a loopback address, a new random token on any other.
    pub token: Option<String>,
    /// A folder to serve the page from instead of the embedded files, for work on the page.
    pub web: Option<PathBuf>,
    /// Limits; `None` for those that suit the address.
    pub limits: Option<ServerLimits>,
}

/// A free port of this machine, the library in the current folder, the embedded page.
impl Default for Config {
    fn default() -> Config {
        Config {
            host: "127.0.0.1".into(),
            port: 0,
            other_ports: false,
            data: ".".into(),
            token: None,
            web: None,
            limits: None,
        }
    }
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The host is not a name or address of this machine.
    #[error("cannot listen on {host}: {error}")]
    Host {
        /// The host asked for.
        host: String,
        /// The error of the system.
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
    /// The token is too short, or has characters that a cookie cannot contain.
    #[error("a token has at least {MIN_TOKEN} letters and digits")]
    Token,
    /// The system provides no random numbers.
    #[error("no random numbers for a token: {0}")]
    Random(String),
    /// The library cannot be opened.
    #[error("{0}")]
    Library(String),
}

/// Number of ports tried after the first.
const PORTS: u16 = 50;

/// A server that is listening.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    closing: watch::Sender<bool>,
    host: String,
    address: SocketAddr,
}

impl Server {
    /// Opens the library and starts to listen. Connections wait until [`Server::run`] answers them.
    ///
    /// # Errors
    /// [`ServerError`] names the obstacle: the library, the address, the port or the token.
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
        let limits = config.limits.unwrap_or_else(|| {
            if home { ServerLimits::default() } else { ServerLimits::default().for_others() }
        });
        let host = config.host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        // Connections are matched by their own address, so an address needs no entry here.
        let names = if host.parse::<IpAddr>().is_ok() { Vec::new() } else { vec![host.clone()] };
        let guard = Guard { names, token };
        // Whoever reaches the page must not start programs here.
        let engines = if home { engines } else { engines.without_programs() };
        let (closing, closed) = watch::channel(false);
        let mut app = App::new(&config.data, library, engines, limits, guard, config.web, closed);
        app.own_machine = home;
        app.set_aside = set_aside;
        Ok(Server { listener, app: Arc::new(app), closing, host, address })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The damaged library that was set aside, if there was one. The server then started a new library.
    pub fn set_aside(&self) -> Option<&SetAside> {
        self.app.set_aside.as_ref()
    }

    /// The URL to open in a browser, with the token if there is one.
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

    /// Serves until `end` resolves. Then it stops every search, gives unfinished answers a moment, and closes the
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
        app.matches.close();
        closing.send_replace(true);
        // An error here is a panic of the task, which is already logged.
        let _ = accepting.await;
        keeper.abort();
        // A match ends its programs, which takes longer than to stop a search.
        for i in 0..150 {
            if !app.matches.is_playing() && (app.pool.running() == 0 || i > 50) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let library = app.library.clone();
        if let Ok(Err(e)) = tokio::task::spawn_blocking(move || library.settle()).await {
            // All data is on the disk; only the write-ahead log is longer than needed.
            tracing::debug!(%e, "the library's write-ahead log was not merged");
        }
        tracing::info!("closed");
    }
}

/// Calls [`Pool::tick`](crate::pool::Pool::tick) 20 times a second.
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
