//! Every bound of the server in one place.

use std::time::Duration;

/// Bounds on what clients may ask and hold. [`Limits::default`] suits a person's own machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// Connections at once from one address.
    pub connections_per_address: usize,
    /// How long the head of a request may take, and how long a connection may wait between two requests.
    pub header_time: Duration,
    /// How long a client may send nothing of a body, or read nothing of an answer.
    pub stall_time: Duration,
    /// Largest body of an ordinary request, in bytes.
    pub body: usize,
    /// Largest body of an import, in bytes.
    pub import_body: usize,
    /// Largest message on a WebSocket, in bytes.
    pub message: usize,
    /// Requests under way at once on one WebSocket.
    pub requests_per_socket: usize,
    /// Messages a second on one WebSocket, over a few seconds.
    pub messages_per_second: u32,
    /// Searches waiting at once, of all clients.
    pub waiting: usize,
    /// Searches waiting or running at once, of one client.
    pub searches_per_client: usize,
    /// Threads that search at once; a search on many counts as many.
    pub cores: usize,
    /// Longest time of one search.
    pub search_time: Duration,
    /// How long a search keeps its core while others wait. Each further turn of the same search is twice as long.
    pub turn: Duration,
    /// Engine time that one address may use in an hour; `None` for as much as it likes.
    pub engine_time_per_hour: Option<Duration>,
    /// Most lines that a search may rank.
    pub lines: usize,
    /// Memory of one engine's tables, in bytes.
    pub engine_memory: u64,
    /// Engines kept ready after a search, beside those that search.
    pub warm_engines: usize,
    /// Most nodes in one game's tree.
    pub nodes_per_game: usize,
    /// Longest comment, name or other text of a game, in bytes.
    pub text: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
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
            engine_memory: 128 << 20,
            warm_engines: 4,
            nodes_per_game: 100_000,
            text: 64 << 10,
        }
    }
}

impl Limits {
    /// What suits a server that others reach: one core's worth of engine time for each address, and shorter searches.
    #[must_use]
    pub fn for_others(mut self) -> Limits {
        self.engine_time_per_hour = Some(Duration::from_secs(3600));
        self.search_time = Duration::from_secs(120);
        self.connections_per_address = 128;
        self
    }

    /// The bounds that a page wants to know.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        serde_json::json!({
            "body_bytes": self.body,
            "import_bytes": self.import_body,
            "message_bytes": self.message,
            "requests_per_socket": self.requests_per_socket,
            "searches_per_client": self.searches_per_client,
            "search_ms": self.search_time.as_millis() as u64,
            "lines": self.lines,
            "threads": self.cores,
            "nodes_per_game": self.nodes_per_game,
            "text_bytes": self.text,
        })
    }
}
