//! What answers each command.

use super::board::{Board, parse_color};
use super::clock::seconds;
use super::command::Command;
use super::count::{FinalQuestion, Status};
use super::engine::{Goal, GtpEngine, Response};
use super::info::Style;
use super::rules::{self, start_of};
use crate::Effect;
use tengen_board::{Color, Point};
use tengen_games::{Game, GameInfo};

const COMMANDS: [&str; 61] = [
    "analyze_semeai",
    "attack",
    "attack_either",
    "boardsize",
    "clear_board",
    "connect",
    "defend",
    "defend_both",
    "disconnect",
    "dragon_status",
    "final_status",
    "final_score",
    "final_status_list",
    "fixed_handicap",
    "genmove",
    "get_komi",
    "gg-undo",
    "gogui-analyze_commands",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "is_legal",
    "kata-analyze",
    "kata-genmove_analyze",
    "kata-get-rules",
    "kata-set-rule",
    "kata-set-rules",
    "kgs-rules",
    "kgs-time_settings",
    "komi",
    "known_command",
    "list_commands",
    "loadsgf",
    "lz-analyze",
    "lz-genmove_analyze",
    "name",
    "owl_attack",
    "owl_defend",
    "place_free_handicap",
    "play",
    "printsgf",
    "protocol_version",
    "quit",
    "rectangular_boardsize",
    "reg_genmove",
    "restricted_genmove",
    "same_dragon",
    "set_free_handicap",
    "set_game",
    "list_games",
    "showboard",
    "stop",
    "tengen-reading_nodes",
    "time_left",
    "time_settings",
    "unconditional_status",
    "undo",
    "version",
];

/// The commands that may lead to a ponder hit; all others stop pondering.
const KEEP_PONDERING: [&str; 9] = [
    "play",
    "genmove",
    "time_left",
    "name",
    "version",
    "protocol_version",
    "known_command",
    "list_commands",
    "showboard",
];

impl GtpEngine {
    /// Answers a command, or begins its search.
    pub(super) fn handle(&mut self, line: &[u8], out: &mut Vec<Effect>) {
        let Some(command) = Command::read(line) else { return };
        if !KEEP_PONDERING.contains(&command.name.as_str()) {
            self.stop_pondering(out);
        }
        let response = match command.too_many_arguments() {
            Some(why) => Some(Err(why)),
            None => self.respond(&command, out),
        };
        if let Some(response) = response {
            out.push(Effect::Say(command.format_response(&response)));
        }
        if self.ended {
            out.push(Effect::Quit);
        }
    }

    /// The response to a command; `None` if it needs a search.
    fn respond(&mut self, command: &Command, out: &mut Vec<Effect>) -> Option<Response> {
        let color = || parse_color(command.arg(0).unwrap_or_default());
        let empty = || Ok(String::new());
        Some(match command.name.as_str() {
            "protocol_version" => Ok("2".into()),
            "name" => Ok(self.name.clone()),
            "version" => Ok(self.version.clone()),
            "known_command" => Ok(COMMANDS.contains(&command.arg(0).unwrap_or_default()).to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" => {
                self.ended = true;
                empty()
            }
            "stop" => empty(),
            "boardsize" => self.board_size(command.arg(0), command.arg(0), out),
            "rectangular_boardsize" => {
                self.board_size(command.arg(0), command.arg(1).or(command.arg(0)), out)
            }
            "clear_board" => {
                self.board = Board::new(&start_of(&self.board.spec()));
                self.seed = self.seed.wrapping_add(1);
                self.clock.new_game();
                out.push(Effect::Forget);
                empty()
            }
            "komi" => self.komi(command.arg(0)),
            "get_komi" => self.go_rules().map(|rules| rules.komi.to_string()),
            "play" => self.play(command),
            "is_legal" => color().and_then(|color| {
                let mv = self.board.parse_vertex(command.arg(1).unwrap_or_default())?;
                Ok(u8::from(self.board.with_to_move(color).is_ok_and(|p| p.is_legal(mv))).to_string())
            }),
            "undo" => self.board.undo(1).and_then(|()| empty()),
            "gg-undo" => match command.arg(0).map_or(Ok(1), str::parse) {
                Ok(moves) => self.board.undo(moves).and_then(|()| empty()),
                Err(_) => Err("the number of moves is a whole number".into()),
            },
            "showboard" => Ok(self.board.show()),
            "fixed_handicap" => self.fixed_handicap(command.arg(0)),
            "place_free_handicap" => self.place_free_handicap(command.arg(0)),
            "set_free_handicap" => self.set_free_handicap(&command.args),
            "loadsgf" => self.load_sgf(command),
            "printsgf" => self.print_sgf(command),
            "gogui-analyze_commands" => Ok(self.analyze_commands()),
            "time_settings" => self.time_settings(command),
            "kgs-time_settings" => self.kgs_time_settings(command),
            "time_left" => color().and_then(|color| {
                let stones =
                    command.arg(2).map_or(Ok(0), str::parse).map_err(|_| "stones is a whole number")?;
                self.clock.set_left(color, seconds(command.arg(1))?, stones);
                empty()
            }),
            "kata-get-rules" => self.go_rules().map(|rules| rules::to_json(&rules)),
            "kata-set-rules" | "kgs-rules" => self.set_rules(|r| rules::set(r, &command.args.join(" "))),
            "kata-set-rule" => match (command.arg(0), command.arg(1)) {
                (Some(key), Some(value)) => self.set_rules(|r| rules::set_one(r, key, value)),
                _ => Err("kata-set-rule takes a rule and a value".into()),
            },
            "gogui-rules_game_id"
            | "gogui-rules_board_size"
            | "gogui-rules_board"
            | "gogui-rules_side_to_move"
            | "gogui-rules_legal_moves"
            | "gogui-rules_final_result" => Ok(self.gogui(&command.name)),
            "list_games" => {
                let offered = GameInfo::ALL.into_iter().filter(|info| self.offers(info.kind));
                let words: Vec<_> = offered.flat_map(GameInfo::game_words).collect();
                Ok(words.join("\n"))
            }
            "set_game" => self.set_game(&command.args.join("-"), out),
            "genmove" => match color() {
                Ok(color) => return self.think(command, color, Goal::Play(color), out),
                Err(why) => Err(why),
            },
            "reg_genmove" => match color() {
                Ok(color) => return self.think(command, color, Goal::Report, out),
                Err(why) => Err(why),
            },
            "restricted_genmove" => match self.choice(command) {
                Ok((color, points)) => return self.think(command, color, Goal::Choose(color, points), out),
                Err(why) => Err(why),
            },
            "lz-analyze" => return self.analyze(command, Style::Leela, false, out),
            "kata-analyze" => return self.analyze(command, Style::Kata, false, out),
            "lz-genmove_analyze" => return self.analyze(command, Style::Leela, true, out),
            "kata-genmove_analyze" => return self.analyze(command, Style::Kata, true, out),
            "final_score" => return self.final_question(command, FinalQuestion::Score, out),
            "final_status_list" => match command.arg(0).and_then(Status::parse) {
                Some(status) => return self.final_question(command, FinalQuestion::List(status), out),
                None => Err("syntax error: alive, dead or seki".into()),
            },
            "final_status" => match self.point(command.arg(0)) {
                Ok(point) => return self.final_question(command, FinalQuestion::Point(point), out),
                Err(why) => Err(why),
            },
            "tengen-reading_nodes" => self.set_reading_nodes(command.arg(0)),
            "analyze_semeai"
            | "attack"
            | "attack_either"
            | "connect"
            | "defend"
            | "defend_both"
            | "disconnect"
            | "dragon_status"
            | "same_dragon"
            | "owl_attack"
            | "owl_defend"
            | "unconditional_status" => self.read(command),
            "" => Err("syntax error: a number and no command".into()),
            _ => Err("unknown command".into()),
        })
    }

    /// The color and the points of `restricted_genmove`.
    fn choice(&self, command: &Command) -> Result<(Color, Vec<Point>), String> {
        let color = parse_color(command.arg(0).unwrap_or_default())?;
        let vertices = command.args.get(1..).unwrap_or_default();
        if vertices.is_empty() {
            return Err("syntax error: restricted_genmove takes a color and the points to choose from".into());
        }
        let points = vertices.iter().map(|vertex| self.point(Some(vertex)));
        Ok((color, points.collect::<Result<_, _>>()?))
    }

    fn play(&mut self, command: &Command) -> Response {
        let (Some(color), Some(vertex)) = (command.arg(0), command.arg(1)) else {
            return Err("invalid color or coordinate".into());
        };
        let invalid = |_| "invalid color or coordinate".to_owned();
        let color = parse_color(color).map_err(invalid)?;
        let mv = self.board.parse_vertex(vertex).map_err(invalid)?;
        self.board.play(color, mv).map_err(|why| format!("illegal move: {why}"))?;
        Ok(String::new())
    }
}
