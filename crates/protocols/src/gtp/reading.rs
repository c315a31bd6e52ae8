//! GNU Go's commands that ask about chains: `attack`, `defend`, `connect`, `disconnect`, `owl_attack`, `owl_defend`,
//! `unconditional_status`.

use super::command::Command;
use super::engine::{GtpEngine, Response};
use tengen_board::Point;
use tengen_games::go::Position;
use tengen_games::{AnyPosition, Game, Move};

/// Positions for each of the searches of a question, which take less than a second together.
const READ_NODES: u64 = 20_000;
/// The same for a question about two chains, whose positions take longer.
const CONNECT_NODES: u64 = 3_000;
/// The same for a question of life, whose positions take longest.
const LIFE_NODES: u64 = 2_000;

impl GtpEngine {
    pub(super) fn point(&self, text: Option<&str>) -> Result<Point, String> {
        match self.board.parse_vertex(text.unwrap_or_default())? {
            Move::Place(point) => Ok(point),
            _ => Err("invalid coordinate".into()),
        }
    }

    /// `1 D4` with a move that works, `2 D4` by a ko taken first, `3 D4` by a ko that needs a threat; `0`.
    pub(super) fn read(&self, command: &Command) -> Response {
        let AnyPosition::Go(game) = self.board.position() else {
            return Err(format!("{} is for Go", command.name));
        };
        let at = self.point(command.arg(0))?;
        let read = match command.name.as_str() {
            "attack" => game.read_attack(at, READ_NODES),
            "defend" => game.read_defense(at, READ_NODES),
            "owl_attack" => game.read_kill(at, LIFE_NODES),
            "owl_defend" => game.read_survival(at, LIFE_NODES),
            "connect" | "disconnect" => {
                let other = self.point(command.arg(1))?;
                for at in [at, other] {
                    if game.at(at).is_empty() {
                        return Err("vertex must not be empty".into());
                    }
                }
                let joins = command.name == "connect";
                let read = if joins { Position::read_connection } else { Position::read_cut };
                Some(read(game, at, other, CONNECT_NODES).ok_or("vertices must have same color")?)
            }
            _ => return Ok(game.unconditional_status(at).to_string()),
        };
        let read = read.ok_or("vertex must not be empty")?;
        Ok(match read.certainty.code() {
            0 => "0".into(),
            code => format!("{code} {}", self.board.vertex(read.first.map_or(Move::Pass, Move::Place))),
        })
    }
}
