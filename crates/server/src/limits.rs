//! Every limit of the server.

use std::time::Duration;

/// Limits on what clients may request. [`ServerLimits::default`] suits a personal machine.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerLimits {
    /// Maximum number of connections.
    pub connections: usize,
    /// Maximum number of connections from one address.
    pub connections_per_address: usize,
    /// Timeout for the head of a request, and between two requests of a connection.
    pub header_time: Duration,
    /// Timeout for a client that stops sending a body or reading an answer.
    pub stall_time: Duration,
    /// Maximum size of an ordinary request's body, in bytes.
    pub body: usize,
    /// Maximum size of an import's body, in bytes.
    pub import_body: usize,
    /// Maximum size of a WebSocket message, in bytes.
    pub message: usize,
    /// Maximum number of unanswered requests on one WebSocket.
    pub requests_per_socket: usize,
    /// Maximum rate of messages on one WebSocket, averaged over five seconds.
    pub messages_per_second: u32,
    /// Maximum number of queued searches of all clients.
    pub waiting: usize,
    /// Maximum number of queued and running searches of one client.
    pub searches_per_client: usize,
    /// Number of search threads; a search on several threads counts as several.
    pub cores: usize,
    /// Maximum time of one search.
    pub search_time: Duration,
    /// How long a search keeps its core while others wait. Each further turn of the same search is twice as long.
    pub turn: Duration,
    /// Engine time that one address may use in an hour; `None` for no limit.
    pub engine_time_per_hour: Option<Duration>,
    /// Maximum number of lines that a search ranks.
    pub lines: usize,
    /// How long an engine thinks about one position on a person's time; zero if it does not.
    pub ponder_time: Duration,
    /// Memory of one engine's tables, in bytes.
    pub engine_memory: u64,
    /// Number of idle engines kept ready, besides those that search.
    pub warm_engines: usize,
    /// Maximum number of nodes in one game's tree.
    pub nodes_per_game: usize,
    /// Maximum length of a comment, a name or another text of a game, in bytes.
    pub text: usize,
    /// How long a code for a change of the registered programs is valid.
    pub code_time: Duration,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            connections: 1024,
            connections_per_address: 640,
            header_time: Duration::from_secs(15),
            stall_time: Duration::from_secs(30),
            body: 256 << 10,
            import_body: 64 << 20,
            message: 64 << 10,
            requests_per_socket: 32,
            messages_per_second: 60,
            waiting: 2048,
            searches_per_client: 16,
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            search_time: Duration::from_secs(600),
            turn: Duration::from_millis(400),
            engine_time_per_hour: None,
            lines: 20,
            ponder_time: Duration::from_secs(120),
            engine_memory: 128 << 20,
            warm_engines: 4,
            nodes_per_game: 100_000,
            text: 64 << 10,
            code_time: Duration::from_secs(300),
        }
    }
}

impl ServerLimits {
    /// Limits for a server that others can reach: one hour of engine time per address and hour, shorter searches, none
    /// on a person's time.
    #[must_use]
    pub fn for_others(mut self) -> ServerLimits {
        self.engine_time_per_hour = Some(Duration::from_secs(3600));
        self.search_time = Duration::from_secs(120);
        self.ponder_time = Duration::ZERO;
        self.connections_per_address = 128;
        self
    }

    /// The limits that the page shows or respects.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        serde_json::json!({
            "body_bytes": self.body,
            "import_bytes": self.import_body,
            "message_bytes": self.message,
            "requests_per_socket": self.requests_per_socket,
            "searches_per_client": self.searches_per_client,
            "search_ms": self.search_time.as_millis() as u64,
            "ponder_ms": self.ponder_time.as_millis() as u64,
            "lines": self.lines,
            "threads": self.cores,
            "nodes_per_game": self.nodes_per_game,
            "text_bytes": self.text,
        })
    }
}
