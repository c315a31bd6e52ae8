//! `tengen serve`: the board in the browser.

use crate::Context;
use crate::cli::ServeArgs;
use crate::commands::engines::data_folder;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::input::io_error;
use crate::own_engines::{Registry, factory};
use crate::served_programs::ServedPrograms;
use std::io::{ErrorKind, Write};
use std::sync::Arc;
use std::time::Duration;
use tengen::players;
use tengen_server::{Config, EngineInfo, Engines, FindProgram, Programs, Server, ServerError, Texts};

/// The port that is tried first.
const PORT: u16 = 7361;
/// Longest wait for the system to start a browser.
const BROWSER: Duration = Duration::from_secs(5);

pub(crate) fn run(args: ServeArgs, context: Context) -> Result<u8, Fail> {
    log(args.log_level.as_deref(), context.lang)?;
    let config = Config {
        host: args.host.unwrap_or_else(|| "127.0.0.1".into()),
        port: args.port.unwrap_or(PORT),
        other_ports: args.port.is_none(),
        data: data_folder(args.data, context.lang)?,
        token: args.token,
        web: args.web,
        limits: None,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("server")
        .build()
        .map_err(|e| Fail::input(tr!(context.lang, ServeRuntime, why = io_error(&e, context.lang))))?;
    let served = runtime.block_on(serve(config, !args.no_open, context));
    // A slow browser start or a hanging disk must not delay the server.
    runtime.shutdown_timeout(Duration::from_millis(300));
    served?;
    Ok(code::OK)
}

async fn serve(config: Config, open: bool, context: Context) -> Result<(), Fail> {
    let lang = context.lang;
    let registry = Registry::read(&config.data, lang)?;
    // Before the address is written, so that whoever reads it may end the server at once.
    let end =
        Signals::listen().map_err(|e| Fail::input(tr!(lang, ServeRuntime, why = io_error(&e, lang))))?;
    let data = config.data.display().to_string();
    let has_programs = !registry.engines.is_empty();
    let programs = Arc::new(ServedPrograms::new(config.data.clone(), registry, lang));
    let server = Server::bind(config, engines(Some(programs))).await.map_err(|e| refused(&e, lang))?;
    let url = server.url();
    if let Some(aside) = server.set_aside() {
        context.warn(tr!(lang, ServeSetAside, why = aside.what.text(lang), place = aside.now.display()));
    }
    if has_programs && !server.address().ip().is_loopback() {
        context.warn(tr!(lang, ServeNoPrograms));
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", tr!(lang, ServeAddress, url = url))?;
    writeln!(out, "{}", tr!(lang, ServeData, data = data))?;
    writeln!(out, "{}", tr!(lang, ServeEnd))?;
    out.flush()?;
    drop(out);
    if open {
        open_browser(url, context);
    }
    server.run(end.wait()).await;
    Ok(())
}

/// Ctrl-C, or the system's request to terminate.
struct Signals {
    #[cfg(unix)]
    term: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    fn listen() -> std::io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals { term: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    #[cfg(unix)]
    async fn wait(mut self) {
        tokio::select! {
            _ = self.term.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    #[cfg(not(unix))]
    fn listen() -> std::io::Result<Signals> {
        Ok(Signals {})
    }

    #[cfg(not(unix))]
    async fn wait(self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Opens the page where there is a screen; the terminal shows the address in any case.
fn open_browser(url: String, context: Context) {
    if cfg!(all(unix, not(target_os = "macos")))
        && ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].iter().all(|name| std::env::var_os(name).is_none())
    {
        return;
    }
    tokio::spawn(async move {
        let opening = tokio::task::spawn_blocking(move || open::that_detached(url));
        if let Ok(Ok(Err(e))) = tokio::time::timeout(BROWSER, opening).await {
            context.warn(tr!(context.lang, ServeNoBrowser, why = io_error(&e, context.lang)));
        }
    });
}

fn refused(error: &ServerError, lang: Lang) -> Fail {
    match error {
        ServerError::PortInUse { host, port } => {
            Fail::input(tr!(lang, ServePortInUse, host = host, port = port)).help(tr!(lang, ServePortHelp))
        }
        ServerError::Host { host, error } => {
            Fail::input(tr!(lang, ServeHost, host = host, why = host_error(error, lang)))
                .help(tr!(lang, ServeHostHelp))
        }
        ServerError::Token => Fail::usage(tr!(lang, ServeToken)),
        other => Fail::input(other),
    }
}

/// Why nothing can listen on an address.
fn host_error(error: &std::io::Error, lang: Lang) -> String {
    match error.kind() {
        ErrorKind::AddrNotAvailable => tr!(lang, ServeOtherAddress),
        _ => io_error(error, lang),
    }
}

/// Logs go to standard error: warnings, or what `RUST_LOG` or `--log-level` asks for.
fn log(level: Option<&str>, lang: Lang) -> Result<(), Fail> {
    use tracing_subscriber::EnvFilter;
    let filter = match (level, std::env::var("RUST_LOG")) {
        (Some(level), _) => {
            EnvFilter::try_new(level).map_err(|e| Fail::usage(tr!(lang, ServeLogLevel, why = e)))?
        }
        (None, Ok(level)) => EnvFilter::try_new(level).unwrap_or_else(|_| EnvFilter::new("warn")),
        (None, Err(_)) => EnvFilter::new("warn"),
    };
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .with_writer(std::io::stderr);
    // Only one can be set; a second start in one process keeps the first.
    let _ = subscriber.try_init();
    Ok(())
}

/// Tengen's own engines and the registered programs, for the server.
pub(crate) fn engines(programs: Option<Arc<ServedPrograms>>) -> Engines {
    let info = |entry: &players::EngineEntry| EngineInfo {
        name: entry.name.to_owned(),
        title: Texts::of(|lang| lang.label(entry.title).to_owned()),
        kind: entry.kind,
        plays: entry.plays,
        only: entry.only.map_or_else(Vec::new, |only| only()),
        program: false,
        ponders: entry.plays && !entry.limits_itself(entry.levels),
        levels: (1..=entry.levels)
            .map(|level| {
                let traits = entry.describe(level);
                Texts::of(|lang| lang.level(&traits))
            })
            .collect(),
    };
    let own = crate::commands::engine::engines(None);
    let make = match &programs {
        Some(programs) => {
            let programs = Arc::clone(programs);
            factory(move |name| programs.named(name), own)
        }
        None => own,
    };
    let commands = programs.clone();
    let program: FindProgram = Arc::new(move |name| {
        commands.as_ref().and_then(|programs| programs.named(name)).map(|own| own.program)
    });
    let programs = programs.map(|programs| programs as Arc<dyn Programs>);
    Engines { list: players::all().map(info).collect(), make, program, programs }
}
