//! GNU Go's commands that ask about a chain: `attack`, `defend`, `unconditional_status`.

use super::command::Command;
use super::engine::{GtpEngine, Response};
use tengen_board::Point;
use tengen_games::{AnyPosition, Move};

/// Positions for each of the searches of a question, which take less than a second together.
const READ_NODES: u64 = 20_000;

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
            _ => return Ok(game.unconditional_status(at).to_string()),
        };
        let read = read.ok_or("vertex must not be empty")?;
        Ok(match read.certainty.code() {
            0 => "0".into(),
            code => format!("{code} {}", self.board.vertex(read.first.map_or(Move::Pass, Move::Place))),
        })
    }
}
