//! The controller's side of the Gomocup protocol.

use super::settings::short;
use crate::{Controller, EngineMessage, TimeControl, TimeLeft};
use tengen_board::{Color, Coords, Point, Size};
use tengen_games::gomoku::{OpeningRule, Rules, Step, Variant};
use tengen_games::{AnyPosition, Choice, Game, GameSpec, Move};

/// Asks a Gomocup engine (a "brain") for moves.
#[derive(Clone, Debug, Default)]
pub struct GomocupController {
    size: Option<Size>,
    time: TimeControl,
    /// The moves that the engine has seen, its own answers included.
    seen: Option<Vec<Move>>,
    pending: Pending,
    /// True if SWAP2BOARD names the owner of each stone.
    colored_openings: bool,
}

/// The answer that the engine owes.
#[derive(Clone, Debug, Default, PartialEq)]
enum Pending {
    #[default]
    Nothing,
    /// OK or ERROR.
    Start,
    /// A move after these moves.
    Move(Vec<Move>),
    /// The stones or the choice of a swap2 opening, with so many stones on the board.
    Swap2(usize),
}

impl GomocupController {
    /// A controller of an engine that has not been started.
    pub fn new() -> GomocupController {
        GomocupController::default()
    }

    /// The same controller, for an engine that wants the owner of each stone of SWAP2BOARD as in BOARD: `X,Y,1` for
    /// its own, `X,Y,2` for the opponent's. The protocol's description has `X,Y` alone. Rapfi is such an engine.
    #[must_use]
    pub fn with_colored_openings(mut self, colored: bool) -> GomocupController {
        self.colored_openings = colored;
        self
    }

    /// One or more points, as engines answer.
    fn points(&self, text: &str) -> Option<Vec<Point>> {
        let size = self.size?;
        let points: Option<Vec<Point>> =
            text.split_whitespace().map(|word| Coords::Xy.parse(word, size).ok()).collect();
        points.filter(|points| !points.is_empty())
    }

    fn answer(&mut self, text: &str) -> Vec<EngineMessage> {
        let Some(points) = self.points(text) else {
            let swap = text.eq_ignore_ascii_case("swap") && matches!(self.pending, Pending::Swap2(3 | 5));
            if swap {
                self.pending = Pending::Nothing;
                self.seen = None;
                return vec![EngineMessage::Moves(vec![Move::Choose(Choice::Take(Color::Black))])];
            }
            let numbers = |word: &str| word.split(',').all(|n| n.trim().parse::<i64>().is_ok());
            if self.pending != Pending::Nothing && text.contains(',') && text.split_whitespace().all(numbers)
            {
                return vec![EngineMessage::OffBoard(short(text))];
            }
            return vec![EngineMessage::Garbage(short(text))];
        };
        let places = points.into_iter().map(Move::Place);
        match (std::mem::take(&mut self.pending), places.len()) {
            (Pending::Move(mut moves), 1) => {
                moves.extend(places.clone());
                self.seen = Some(moves);
                vec![EngineMessage::Moves(places.collect())]
            }
            (Pending::Swap2(0), 3) => vec![EngineMessage::Moves(places.collect())],
            // One stone: the engine stays white and moves.
            (Pending::Swap2(3 | 5), 1) => {
                vec![EngineMessage::Moves(
                    std::iter::once(Move::Choose(Choice::Take(Color::White))).chain(places).collect(),
                )]
            }
            (Pending::Swap2(3), 2) => {
                vec![EngineMessage::Moves(
                    std::iter::once(Move::Choose(Choice::PlaceTwoMore)).chain(places).collect(),
                )]
            }
            (pending, _) => {
                self.pending = pending;
                vec![EngineMessage::Garbage(short(text))]
            }
        }
    }
}

/// The bits of INFO rule.
fn rule_bits(variant: Variant) -> u8 {
    match variant {
        Variant::Freestyle => 0,
        Variant::Standard => 1,
        Variant::Renju => 4,
        Variant::Caro => 8,
        Variant::StandardCaro => 9,
    }
}

/// The time for a move and for the game.
fn time_info(time: &TimeControl, out: &mut Vec<String>) {
    let ms = |d: std::time::Duration| d.as_millis().min(i32::MAX as u128);
    let per_move = time.per_move.or(time.game).unwrap_or(std::time::Duration::from_secs(2_000_000));
    out.push(format!("INFO timeout_turn {}", ms(per_move)));
    out.push(format!("INFO timeout_match {}", time.game.map_or(0, ms)));
}

/// The nodes and the depth for a move.
fn work_info(time: &TimeControl, out: &mut Vec<String>) {
    out.extend(time.nodes.map(|nodes| format!("INFO max_node {nodes}")));
    out.extend(time.depth.map(|depth| format!("INFO max_depth {depth}")));
}

impl Controller for GomocupController {
    fn begin(&mut self, game: &GameSpec, time: &TimeControl, out: &mut Vec<String>) -> Result<(), String> {
        let GameSpec::Gomoku(Rules { size, variant, .. }) = *game else {
            return Err(format!("the Gomocup protocol carries gomoku, not {}", game.kind()));
        };
        self.time = time.clone();
        self.pending = Pending::Start;
        self.seen = Some(Vec::new());
        let restart = self.size.replace(size) == Some(size);
        time_info(time, out);
        out.push(format!("INFO max_memory {}", time.memory.unwrap_or(0)));
        out.push("INFO game_type 1".into());
        out.push(format!("INFO rule {}", rule_bits(variant)));
        work_info(time, out);
        if let Some(threads) = time.threads {
            out.push(format!("INFO thread_num {threads}"));
        }
        if time.ponder {
            out.push("INFO pondering 1".into());
        }
        out.push(match (restart, size.is_square()) {
            (true, _) => "RESTART".into(),
            (false, true) => format!("START {}", size.cols()),
            (false, false) => format!("RECTSTART {},{}", size.cols(), size.rows()),
        });
        Ok(())
    }

    fn ask(&mut self, position: &AnyPosition, left: &TimeLeft, out: &mut Vec<String>) -> Result<(), String> {
        let AnyPosition::Gomoku(game) = position else {
            return Err("the Gomocup protocol carries gomoku only".into());
        };
        let size = game.size();
        let left = left.own.map_or(i32::MAX as u128, |left| left.as_millis().min(i32::MAX as u128));
        out.push(format!("INFO time_left {left}"));
        let xy = |p: Point| Coords::Xy.format(p, size);
        let moves: Vec<Move> = game.moves().collect();
        let stones: Vec<Point> = moves.iter().filter_map(|mv| mv.point()).collect();
        if let Some(step) = game.step().filter(|_| game.rules().opening != OpeningRule::Swap2)
            && !matches!(step, Step::Stone { .. })
        {
            return Err(format!("the Gomocup protocol cannot express this: {step}"));
        }
        let undecided = game.color_of(game.player_to_move()).is_none();
        if game.rules().opening == OpeningRule::Swap2 && undecided && matches!(stones.len(), 0 | 3 | 5) {
            out.push("SWAP2BOARD".into());
            let own = |p: Point| if game.at(p).color() == Some(game.to_move()) { 1 } else { 2 };
            let field =
                |&p: &Point| if self.colored_openings { format!("{},{}", xy(p), own(p)) } else { xy(p) };
            out.extend(stones.iter().map(field));
            out.push("DONE".into());
            self.pending = Pending::Swap2(stones.len());
            self.seen = None;
            return Ok(());
        }
        let one_more = |seen: &Vec<Move>| moves.len() == seen.len() + 1 && moves.starts_with(seen);
        match (&self.seen, moves.last()) {
            (Some(seen), None) if seen.is_empty() && game.size().points().all(|p| game.at(p).is_empty()) => {
                out.push("BEGIN".into())
            }
            (Some(seen), Some(Move::Place(last))) if one_more(seen) => {
                out.push(format!("TURN {}", xy(*last)))
            }
            _ => {
                let own = game.to_move();
                // Of several fifth moves offered only the chosen one stays. It occurs twice: as an offer and as the
                // choice.
                let mut board: Vec<(Point, Color)> = Vec::with_capacity(stones.len());
                for &p in &stones {
                    let known = board.iter().any(|&(other, _)| other == p);
                    board.extend(game.at(p).color().filter(|_| !known).map(|color| (p, color)));
                }
                // Stones that were set up come first, in reading order.
                let set_up = size
                    .points()
                    .filter(|p| !stones.contains(p))
                    .filter_map(|p| Some((p, game.at(p).color()?)));
                board.splice(0..0, set_up.collect::<Vec<_>>());
                out.push("BOARD".into());
                out.extend(
                    board.iter().map(|&(p, color)| format!("{},{}", xy(p), if color == own { 1 } else { 2 })),
                );
                out.push("DONE".into());
            }
        }
        self.pending = Pending::Move(moves);
        Ok(())
    }

    /// The engine begins to ponder by itself; the next game allows it again.
    fn rest(&mut self, out: &mut Vec<String>) {
        if self.time.ponder {
            out.push("INFO pondering 0".into());
        }
    }

    fn line(&mut self, line: &[u8]) -> Vec<EngineMessage> {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word.to_ascii_uppercase().as_str() {
            "" => Vec::new(),
            "MESSAGE" | "DEBUG" | "DETAIL" | "INFO" | "FORBID" => vec![EngineMessage::Note(rest.to_owned())],
            "OK" if self.pending == Pending::Start => {
                self.pending = Pending::Nothing;
                vec![EngineMessage::Ready]
            }
            "OK" => vec![EngineMessage::Note(text.to_owned())],
            "ERROR" | "UNKNOWN" => vec![EngineMessage::Refused(rest.to_owned())],
            // A manager may force another move; this one accepts the suggestion.
            "SUGGEST" => self.answer(rest),
            _ if word.to_ascii_lowercase().starts_with("name=") => vec![EngineMessage::Note(text.to_owned())],
            _ => self.answer(text),
        }
    }

    fn set_time(&mut self, time: &TimeControl, out: &mut Vec<String>) {
        self.time = time.clone();
        time_info(time, out);
        work_info(time, out);
    }

    fn stop(&mut self, out: &mut Vec<String>) {
        out.push("YXSTOP".into());
    }

    fn quit(&mut self, out: &mut Vec<String>) {
        out.push("END".into());
    }
}
