//! A tournament as text and as an HTML page.

mod page;
mod plot;
mod table;
mod words;

pub use page::html;
pub use table::{elo_text, last_line, table};
