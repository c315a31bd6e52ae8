//! GNU Go's commands that ask about chains and groups: `attack`, `defend`, `attack_either`, `defend_both`, `connect`,
//! `disconnect`, `same_dragon`, `owl_attack`, `owl_defend`, `dragon_status`, `analyze_semeai`, `unconditional_status`.

use super::command::Command;
use super::engine::{GtpEngine, Response};
use tengen_board::Point;
use tengen_games::go::{Certainty, GroupStatus, Position, Reading};
use tengen_games::{AnyPosition, Feature, Game, Move};

/// Positions for each of the searches of a question, which take less than a second together.
const READ_NODES: u64 = 20_000;
/// The same for a question about two chains, which has many searches.
const EITHER_NODES: u64 = 3_000;
/// The same for a question of life, whose positions take longest.
const LIFE_NODES: u64 = 2_000;
/// The largest number of `tengen-reading_nodes`, which takes some minutes.
const MOST_NODES: u64 = 10_000_000;

/// The questions for GoGui's window *Analyze Commands*: the type of the answer, the label and the command, in which
/// `%p` is the point clicked, `%P` are the points chosen.
const ANALYZE_COMMANDS: [&str; 16] = [
    "string/Attack/attack %p",
    "string/Defend/defend %p",
    "string/Attack either/attack_either %P",
    "string/Defend both/defend_both %P",
    "string/Connect/connect %P",
    "string/Disconnect/disconnect %P",
    "string/Same dragon/same_dragon %P",
    "string/Owl attack/owl_attack %p",
    "string/Owl defend/owl_defend %p",
    "string/Dragon status/dragon_status %p",
    "string/Semeai/analyze_semeai %P",
    "string/Unconditional status/unconditional_status %p",
    "string/Final status/final_status %p",
    "plist/Dead stones/final_status_list dead",
    "plist/Stones in seki/final_status_list seki",
    "string/Final score/final_score",
];

impl GtpEngine {
    /// [`ANALYZE_COMMANDS`]; none in games without these questions.
    pub(super) fn analyze_commands(&self) -> String {
        if self.board.position().spec().has(Feature::Territory) {
            ANALYZE_COMMANDS.join("\n")
        } else {
            String::new()
        }
    }

    pub(super) fn point(&self, text: Option<&str>) -> Result<Point, String> {
        match self.board.parse_vertex(text.unwrap_or_default())? {
            Move::Place(point) => Ok(point),
            _ => Err("invalid coordinate".into()),
        }
    }

    /// Sets the positions for each search of a question; 0 for the usual ones.
    pub(super) fn set_reading_nodes(&mut self, text: Option<&str>) -> Response {
        let nodes = text.and_then(|text| text.parse().ok()).filter(|&nodes| nodes <= MOST_NODES);
        let nodes = nodes.ok_or_else(|| format!("syntax error: a number from 0 to {MOST_NODES}"))?;
        self.reading_nodes = (nodes > 0).then_some(nodes);
        Ok(String::new())
    }

    /// `1 D4` with a move that works, `2 D4` by a ko taken first, `3 D4` by a ko that needs a threat; `0`.
    pub(super) fn read(&self, command: &Command) -> Response {
        let AnyPosition::Go(game) = self.board.position() else {
            return Err(format!("{} is for Go", command.name));
        };
        let nodes = |usual| self.reading_nodes.unwrap_or(usual);
        let at = self.point(command.arg(0))?;
        let read = match command.name.as_str() {
            "attack" => game.read_attack(at, nodes(READ_NODES)),
            "defend" => game.read_defense(at, nodes(READ_NODES)),
            "owl_attack" => game.read_kill(at, nodes(LIFE_NODES)),
            "owl_defend" => game.read_survival(at, nodes(LIFE_NODES)),
            "dragon_status" => {
                let read = game.read_status(at, nodes(LIFE_NODES)).ok_or("vertex must not be empty")?;
                return Ok(match read.0 {
                    GroupStatus::Critical { attack, defense } => {
                        format!("critical {} {}", self.vertex(attack), self.vertex(defense))
                    }
                    status => status.to_string(),
                });
            }
            "unconditional_status" => return Ok(game.unconditional_status(at).to_string()),
            _ => return self.read_pair(command, game, at),
        };
        Ok(self.answer(read.ok_or("vertex must not be empty")?))
    }

    /// The questions about two stones.
    fn read_pair(&self, command: &Command, game: &Position, at: Point) -> Response {
        let nodes = |usual| self.reading_nodes.unwrap_or(usual);
        let other = self.point(command.arg(1))?;
        if game.at(at).is_empty() || game.at(other).is_empty() {
            return Err("vertex must not be empty".into());
        }
        if command.name == "analyze_semeai" {
            let race =
                game.read_race(at, other, nodes(LIFE_NODES)).ok_or("vertices must have different colors")?;
            let [survival, kill] = [race.survival, race.kill].map(|read| read.certainty.code());
            let first = if survival == 0 && kill == 0 { None } else { race.first() };
            return Ok(format!("{survival} {kill} {}", self.vertex(first)));
        }
        let read = match command.name.as_str() {
            "attack_either" => game.read_either(at, other, nodes(EITHER_NODES)),
            "defend_both" => game.read_both(at, other, nodes(EITHER_NODES)),
            "connect" => game.read_connection(at, other, nodes(READ_NODES)),
            _ => game.read_cut(at, other, nodes(READ_NODES)),
        };
        let read = read.ok_or("vertices must have same color")?;
        Ok(match command.name.as_str() {
            "same_dragon" => u8::from(read.certainty == Certainty::No).to_string(),
            // GNU Go gives no move.
            "attack_either" | "defend_both" => read.certainty.code().to_string(),
            _ => self.answer(read),
        })
    }

    fn answer(&self, read: Reading) -> String {
        match read.certainty.code() {
            0 => "0".into(),
            code => format!("{code} {}", self.vertex(read.first)),
        }
    }

    /// A move that works, or `PASS` where none is needed.
    fn vertex(&self, first: Option<Point>) -> String {
        self.board.vertex(first.map_or(Move::Pass, Move::Place))
    }
}
