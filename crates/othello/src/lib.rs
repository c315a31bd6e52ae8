//! Othello player.
