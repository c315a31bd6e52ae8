//! Tengen (天元): games played by putting stones on a grid. This crate is the façade over the others.

pub use tengen_board as board;
pub use tengen_engine as engine;
pub use tengen_games as games;
pub use tengen_records as records;
