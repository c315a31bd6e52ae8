//! Game records: files and text ⇄ one [`Record`] type.
//!
//! A record keeps what its file said, legal or not; [`Record::replay`] plays it by the rules and says where it breaks
//! them. Each format is a module with the same pair of functions, `read` and, where Tengen writes it, `write`.

mod record;

pub use record::{Header, Mark, Node, NodeId, Property, Record, Side, Tree};
