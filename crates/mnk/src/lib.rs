//! Solver and player for m,n,k games.
