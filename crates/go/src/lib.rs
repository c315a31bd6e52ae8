//! Go player.
