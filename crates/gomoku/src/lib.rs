//! Gomoku and renju players.
