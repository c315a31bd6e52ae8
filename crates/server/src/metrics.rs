//! Counters and gauges in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The counters and gauges of the server.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Answers by the first digit of their status.
    pub(crate) answers: [AtomicU64; 6],
    pub(crate) connections: AtomicU64,
    pub(crate) connections_total: AtomicU64,
    pub(crate) connections_refused: AtomicU64,
    pub(crate) sockets: AtomicU64,
    pub(crate) searches_running: AtomicU64,
    pub(crate) searches_waiting: AtomicU64,
    pub(crate) searches_total: AtomicU64,
    pub(crate) searches_interrupted: AtomicU64,
    pub(crate) engine_millis: AtomicU64,
    pub(crate) engines_ready: AtomicU64,
    pub(crate) refused_host: AtomicU64,
    pub(crate) refused_origin: AtomicU64,
    pub(crate) refused_token: AtomicU64,
}

impl Metrics {
    /// All metrics in Prometheus's text format, version 0.0.4.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let mut family = |name: &str, kind: &str, help: &str, rows: &[(&str, f64)]| {
            let _ = writeln!(out, "# HELP tengen_{name} {help}\n# TYPE tengen_{name} {kind}");
            for (labels, value) in rows {
                let _ = writeln!(out, "tengen_{name}{labels} {value}");
            }
        };
        let of = |counter: &AtomicU64| counter.load(Relaxed) as f64;
        let answers: Vec<(String, f64)> =
            (1..6).map(|i| (format!("{{status=\"{i}xx\"}}"), of(&self.answers[i]))).collect();
        let answers: Vec<(&str, f64)> = answers.iter().map(|(labels, n)| (labels.as_str(), *n)).collect();
        family("requests_total", "counter", "Requests answered, by status", &answers);
        family("connections", "gauge", "Connections open", &[("", of(&self.connections))]);
        family("connections_total", "counter", "Connections accepted", &[("", of(&self.connections_total))]);
        let refused = of(&self.connections_refused);
        family("connections_refused_total", "counter", "Connections refused or evicted", &[("", refused)]);
        family("websockets", "gauge", "WebSockets open", &[("", of(&self.sockets))]);
        family("searches_running", "gauge", "Searches running", &[("", of(&self.searches_running))]);
        family(
            "searches_waiting",
            "gauge",
            "Searches waiting for a core",
            &[("", of(&self.searches_waiting))],
        );
        family("searches_total", "counter", "Searches begun", &[("", of(&self.searches_total))]);
        let interrupted = of(&self.searches_interrupted);
        let help = "Times that a search gave its core to another";
        family("searches_interrupted_total", "counter", help, &[("", interrupted)]);
        let seconds = of(&self.engine_millis) / 1000.0;
        family("engine_seconds_total", "counter", "Time that engines have searched", &[("", seconds)]);
        family("engines_ready", "gauge", "Idle engines kept ready", &[("", of(&self.engines_ready))]);
        family(
            "refused_total",
            "counter",
            "Requests refused by the guard",
            &[
                ("{why=\"host\"}", of(&self.refused_host)),
                ("{why=\"origin\"}", of(&self.refused_origin)),
                ("{why=\"token\"}", of(&self.refused_token)),
            ],
        );
        if let Some(process) = Process::now() {
            family("memory_bytes", "gauge", "Memory of the process in RAM", &[("", process.memory as f64)]);
            let peak = process.peak as f64;
            family("memory_peak_bytes", "gauge", "Peak memory of the process", &[("", peak)]);
            family("threads", "gauge", "Threads of the process", &[("", process.threads as f64)]);
        }
        out
    }
}

/// What the system reports about this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Process {
    /// Bytes in RAM.
    pub(crate) memory: u64,
    /// Peak bytes in RAM.
    pub(crate) peak: u64,
    pub(crate) threads: u64,
}

impl Process {
    /// Reads it from Linux's `/proc`; `None` on other systems.
    pub(crate) fn now() -> Option<Process> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_ascii_whitespace().nth(0)?.parse::<u64>().ok()
        };
        Some(Process {
            memory: field("VmRSS:")? << 10,
            peak: field("VmHWM:")? << 10,
            threads: field("Threads:")?,
        })
    }
}
