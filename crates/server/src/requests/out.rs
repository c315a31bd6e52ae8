//! The sending end of a connection.

use crate::error::ApiError;
use axum::extract::ws::Message;
use serde_json::{Value, json};
use tengen_words::Language;
use tokio::sync::mpsc;

/// The sending end of a connection, for its requests.
#[derive(Clone)]
pub(crate) struct Out {
    pub(crate) queue: mpsc::Sender<Message>,
    pub(crate) language: Language,
}

impl Out {
    /// Sends a message, waiting while the queue is full. Returns `false` if the connection has ended.
    pub(crate) async fn send(&self, message: &Value) -> bool {
        self.queue.send(Message::text(message.to_string())).await.is_ok()
    }

    /// Sends an error.
    pub(crate) async fn refuse(&self, id: Option<u64>, error: &ApiError) -> bool {
        self.send(&json!({"id": id, "type": "error", "error": error.to_json(self.language)})).await
    }
}
