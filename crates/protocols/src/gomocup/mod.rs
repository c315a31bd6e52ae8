//! The Gomocup protocol (Piskvork), with the extension that Yixin-Board relies on.
//!
//! Sources: the protocol's description by Petr Laštovička with its additions to 2023 (caro, SWAP2BOARD), and Kai Sun,
//! *Yixin Protocol*, 2014, with the further commands that Yixin-Board sends.
//!
//! Coordinates are `x,y` from 0, column first. Commands may be of either case.

mod answers;
mod block;
mod board;
mod commands;
mod controller;
mod engine;
mod question;
mod settings;
mod soosorv;
mod swap2;
mod task;

pub use controller::GomocupController;
pub use engine::GomocupEngine;
