//! The store of games, positions and analyses: one SQLite file.
