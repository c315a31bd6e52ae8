//! The commands that set up a game: size, rules, handicap, time; and GoGui's `gogui-rules_*` commands.

use super::board::{Board, counts_from_top};
use super::clock::{Overtime, settings_seconds};
use super::command::Command;
use super::engine::{GtpEngine, Response};
use super::rules::start_of;
use crate::Effect;
use tengen_board::{Cell, Point, Size};
use tengen_games::{Game, GameKind, GameSpec, Move, go};

impl GtpEngine {
    pub(super) fn board_size(
        &mut self,
        cols: Option<&str>,
        rows: Option<&str>,
        out: &mut Vec<Effect>,
    ) -> Response {
        let number = |text: Option<&str>| {
            text.and_then(|text| text.parse::<usize>().ok()).ok_or("boardsize not an integer")
        };
        let (cols, rows) = (number(cols)?, number(rows)?);
        let unacceptable = |_| "unacceptable size".to_owned();
        let size = Size::new(rows, cols).map_err(|e| unacceptable(e.to_string()))?;
        let spec = with_size(&start_of(&self.board.spec()), size).map_err(unacceptable)?;
        self.board = Board::new(&spec);
        out.push(Effect::Forget);
        Ok(String::new())
    }

    pub(super) fn check_offered(&self, kind: GameKind) -> Result<(), String> {
        if self.offers(kind) { Ok(()) } else { Err(format!("no engine here plays {kind}; see list_games")) }
    }

    pub(super) fn set_game(&mut self, name: &str, out: &mut Vec<Effect>) -> Response {
        let spec = GameSpec::named(name, None, None).map_err(|e| e.to_string())?;
        self.check_offered(spec.kind())?;
        self.board = Board::new(&spec);
        out.push(Effect::Forget);
        Ok(String::new())
    }

    pub(super) fn komi(&mut self, text: Option<&str>) -> Response {
        let komi = text.and_then(|text| text.parse::<f32>().ok()).filter(|komi| komi.is_finite());
        let komi = komi.ok_or("komi not a float")?;
        self.set_rules(|rules| {
            rules.komi = komi;
            Ok(())
        })
    }

    pub(super) fn go_rules(&self) -> Result<go::Rules, String> {
        match self.board.spec() {
            GameSpec::Go(rules) => Ok(rules),
            other => Err(format!("{} has no komi and no Go rules: this is for Go", other.kind())),
        }
    }

    pub(super) fn set_rules(
        &mut self,
        change: impl FnOnce(&mut go::Rules) -> Result<(), String>,
    ) -> Response {
        let mut rules = self.go_rules()?;
        change(&mut rules)?;
        rules.check().map_err(|e| e.to_string())?;
        self.board.change_rules(&GameSpec::Go(rules))?;
        Ok(String::new())
    }

    fn handicap_number(&self, text: Option<&str>) -> Result<u16, String> {
        if !self.board.is_bare() {
            return Err("board not empty".into());
        }
        text.and_then(|text| text.parse().ok())
            .filter(|&n| n >= 2)
            .ok_or_else(|| "invalid number of stones".into())
    }

    pub(super) fn fixed_handicap(&mut self, text: Option<&str>) -> Response {
        let number = self.handicap_number(text)?;
        let points = go::fixed_handicap(self.board.size(), number).ok_or("invalid number of stones")?;
        self.place_handicap(&points)
    }

    /// The fixed points first, then the points farthest from the others and from the edge.
    pub(super) fn place_free_handicap(&mut self, text: Option<&str>) -> Response {
        let size = self.board.size();
        // The specification: place as many of the stones as possible, but never fill the board.
        let number = self.handicap_number(text)?.min((size.area() - 1) as u16);
        let fixed = go::most_fixed_handicap(size);
        let mut points = go::fixed_handicap(size, number.min(fixed)).unwrap_or_default();
        while points.len() < usize::from(number) {
            let distance = |p: &Point| {
                let edge = [
                    p.row as usize,
                    p.col as usize,
                    size.rows() - 1 - p.row as usize,
                    size.cols() - 1 - p.col as usize,
                ];
                let edge = edge.into_iter().min().unwrap_or(0) * 2 + 1;
                let apart = |q: &Point| p.row.abs_diff(q.row) as usize + p.col.abs_diff(q.col) as usize;
                points.iter().map(apart).min().unwrap_or(usize::MAX).min(edge)
            };
            let free = size.points().filter(|p| !points.contains(p));
            let Some(next) = free.max_by_key(|p| (distance(p), std::cmp::Reverse(*p))) else { break };
            points.push(next);
        }
        self.place_handicap(&points)
    }

    pub(super) fn set_free_handicap(&mut self, vertices: &[String]) -> Response {
        if !self.board.is_bare() {
            return Err("board not empty".into());
        }
        let mut points = Vec::new();
        for text in vertices {
            match self.board.parse_vertex(text) {
                Ok(Move::Place(p)) if !points.contains(&p) => points.push(p),
                _ => return Err("bad vertex list".into()),
            }
        }
        if points.len() < 2 || points.len() >= self.board.size().area() {
            return Err("bad vertex list".into());
        }
        self.place_handicap(&points).map(|_| String::new())
    }

    fn place_handicap(&mut self, points: &[Point]) -> Response {
        self.board.handicap(points)?;
        Ok(points.iter().map(|&p| self.board.vertex(Move::Place(p))).collect::<Vec<_>>().join(" "))
    }

    pub(super) fn time_settings(&mut self, command: &Command) -> Response {
        let (main, overtime) = (settings_seconds(command.arg(0))?, settings_seconds(command.arg(1))?);
        let stones: u32 = command.arg(2).unwrap_or("0").parse().map_err(|_| "stones is a whole number")?;
        self.clock.set(match (overtime.is_zero(), stones) {
            // The specification: overtime without stones is no limit at all.
            (false, 0) => None,
            (true, _) => Some((main, Overtime::Absolute)),
            (false, moves) => Some((main, Overtime::Canadian { time: overtime, moves })),
        });
        Ok(String::new())
    }

    pub(super) fn kgs_time_settings(&mut self, command: &Command) -> Response {
        let number = |i| {
            command
                .arg(i)
                .and_then(|text| text.parse::<u32>().ok())
                .filter(|&n| n > 0)
                .ok_or("a number from 1 is missing")
        };
        self.clock.set(match command.arg(0) {
            Some("none") => None,
            Some("absolute") => Some((settings_seconds(command.arg(1))?, Overtime::Absolute)),
            Some("byoyomi") => {
                // The number of periods must be right, but changes no plan.
                number(3)?;
                let time = settings_seconds(command.arg(2))?;
                Some((settings_seconds(command.arg(1))?, Overtime::Byoyomi { time }))
            }
            Some("canadian") => Some((
                settings_seconds(command.arg(1))?,
                Overtime::Canadian { time: settings_seconds(command.arg(2))?, moves: number(3)? },
            )),
            _ => return Err("syntax error: none, absolute, byoyomi or canadian".into()),
        });
        Ok(String::new())
    }

    pub(super) fn gogui(&self, name: &str) -> String {
        let position = self.board.position();
        match name {
            "gogui-rules_game_id" => match position.spec() {
                GameSpec::Go(_) => "Go".into(),
                GameSpec::Gomoku(rules) => rules.variant.to_string(),
                GameSpec::Othello(_) => "Othello".into(),
                GameSpec::Mnk(rules) => format!("{},{},{}", rules.size.cols(), rules.size.rows(), rules.k),
                other => other.rules_text(),
            },
            "gogui-rules_board_size" => position.size().rows().max(position.size().cols()).to_string(),
            "gogui-rules_side_to_move" if position.is_over() => "none".into(),
            "gogui-rules_side_to_move" => position.to_move().to_string(),
            "gogui-rules_legal_moves" => {
                let mut moves = Vec::new();
                position.legal_moves_into(&mut moves);
                moves.into_iter().map(|mv| self.board.vertex(mv)).collect::<Vec<_>>().join(" ")
            }
            "gogui-rules_final_result" => {
                position.outcome().map_or_else(|| "the game goes on".into(), |outcome| outcome.sgf_text())
            }
            _ => {
                let size = position.size();
                let rows = (0..size.rows()).map(|row| {
                    let cells =
                        (0..size.cols()).map(|col| match position.at(Point::new(row as u8, col as u8)) {
                            Cell::Empty => ".",
                            Cell::Black => "X",
                            Cell::White => "O",
                        });
                    cells.collect::<Vec<_>>().join(" ")
                });
                let mut rows: Vec<String> = rows.collect();
                if counts_from_top(&position.spec()) {
                    // Row 1 comes last.
                    rows.reverse();
                }
                rows.join("\n")
            }
        }
    }
}

fn with_size(spec: &GameSpec, size: Size) -> Result<GameSpec, String> {
    spec.with_size(size).map_err(|e| e.to_string())
}
