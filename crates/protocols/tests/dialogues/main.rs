//! Dialogues with every protocol's engine and controller, no process or thread involved.

mod both_sides;
mod driver;
mod ending;
mod gomocup;
mod gtp;
mod gtp_records;
mod jsonl;
mod nboard;
mod noise;
mod pondering;
mod yixin;
