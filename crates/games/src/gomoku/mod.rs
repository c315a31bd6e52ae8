//! Gomoku, renju and caro.

mod info;
mod judge;
mod opening;
mod position;
mod renju;
mod rules;
mod shapes;
mod win;

pub use info::INFO;
pub use opening::{MAX_FIFTHS, Region, Step};
pub use position::Position;
pub use rules::{OpeningRule, Rules, Variant};
pub use shapes::{Extension, Foul, FoulKind, Row, Shapes, Three};
