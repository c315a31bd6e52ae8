//! The controller's side of GTP.

use super::board::{Board, vertex_of};
use crate::{Controller, Report, TimeControl, TimeLeft};
use std::collections::VecDeque;
use std::time::Duration;
use tengen_board::{Color, Point};
use tengen_games::gomoku::{Opening, Step};
use tengen_games::{AnyPosition, Game, GameKind, GameSpec, Move, go};

/// Asks a GTP engine for moves.
#[derive(Clone, Debug, Default)]
pub struct GtpController {
    time: TimeControl,
    spec: Option<GameSpec>,
    /// The moves that the engine has been told or has played.
    told: Vec<Move>,
    /// Whether it has been told of the stones before the first move.
    set_up: bool,
    /// What the next answers are to, oldest first.
    sent: VecDeque<Sent>,
    /// The text of an answer that is not finished.
    answer: Option<(bool, String)>,
    asked: Vec<Move>,
}

/// A command that an answer will come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sent {
    /// The engine may refuse it: rules, time.
    Optional,
    /// It must take it.
    Needed,
    /// The last command before it is ready.
    Ready,
    /// A move.
    Genmove,
}

impl GtpController {
    /// A controller of an engine that has not been started.
    pub fn new() -> GtpController {
        GtpController::default()
    }

    fn send(&mut self, what: Sent, text: String, out: &mut Vec<String>) {
        self.sent.push_back(what);
        out.push(text);
    }

    fn vertex(mv: Move, spec: &GameSpec) -> String {
        match mv {
            Move::Place(p) => vertex_of(p, spec),
            _ => "pass".into(),
        }
    }

    fn finished(&mut self, good: bool, text: &str) -> Vec<Report> {
        let text = text.trim();
        match (self.sent.pop_front(), good) {
            (None, _) => vec![Report::Garbage(text.to_owned())],
            (Some(Sent::Optional), true) => Vec::new(),
            (Some(Sent::Optional), false) => vec![Report::Note(format!("refused: {text}"))],
            (Some(Sent::Needed), true) => Vec::new(),
            (Some(Sent::Ready), true) => vec![Report::Ready],
            (Some(_), false) => vec![Report::Refused(text.to_owned())],
            (Some(Sent::Genmove), true) => {
                if text.eq_ignore_ascii_case("resign") {
                    return vec![Report::Resign];
                }
                let board = self.spec.as_ref().map(Board::new);
                match board.map(|board| board.parse_vertex(text)) {
                    Some(Ok(mv)) => {
                        self.told = std::mem::take(&mut self.asked);
                        self.told.push(mv);
                        vec![Report::Moves(vec![mv])]
                    }
                    _ if looks_like_a_point(text) => vec![Report::OffBoard(text.to_owned())],
                    _ => vec![Report::NoMove(text.chars().take(80).collect())],
                }
            }
        }
    }
}

/// Below this the time left is told in parts of a second, too.
const FEW_SECONDS: Duration = Duration::from_secs(20);

/// Whole seconds, never more than there are but for the first.
fn whole(time: Duration) -> String {
    time.as_secs().max(1).to_string()
}

/// Seconds with their thousandths.
fn exact(time: Duration) -> String {
    if time.subsec_millis() == 0 { whole(time) } else { format!("{:.3}", time.as_secs_f64()) }
}

/// The time settings, a move's own time as overtime for one stone.
fn time_settings(time: &TimeControl, seconds: fn(Duration) -> String) -> String {
    match (time.game, time.per_move) {
        (Some(game), Some(per_move)) => format!("time_settings {} {} 1", seconds(game), seconds(per_move)),
        (Some(game), None) => format!("time_settings {} 0 0", seconds(game)),
        (None, Some(per_move)) => format!("time_settings 0 {} 1", seconds(per_move)),
        (None, None) => "time_settings 0 1 0".into(),
    }
}

/// Who played what, as far as `play` can tell it.
fn told_moves(position: &AnyPosition) -> Result<Vec<(Color, Move)>, String> {
    if let AnyPosition::Gomoku(game) = position
        && game.rules().opening != Opening::None
    {
        if let Some(step) = game.step().filter(|step| !matches!(step, Step::Stone { .. })) {
            return Err(format!("GTP has no words for this: {step}"));
        }
        // Of the fifth moves that an opening rule lets offer only one stays, and it comes twice: offered, and chosen.
        let mut told: Vec<(Color, Move)> = Vec::new();
        for mv in game.moves() {
            let color = mv.point().and_then(|p| game.at(p).color());
            told.extend(
                color.filter(|_| told.iter().all(|&(_, other)| other != mv)).map(|color| (color, mv)),
            );
        }
        return Ok(told);
    }
    let mut again = position.clone();
    while again.undo().is_some() {}
    Ok(position
        .moves()
        .map(|mv| {
            let color = again.to_move();
            again.play_unchecked(mv);
            (color, mv)
        })
        .collect())
}

/// The stones that are on the board before the first move and not on one just cleared. In GTP either side may play several times in a
/// row, and no stone of a lawful position is taken on the way to it.
fn set_up_stones(start: &AnyPosition) -> Result<Vec<(Color, Point)>, String> {
    let usual = match start.spec() {
        // Handicap stones are told one by one: not every engine has the same places for them.
        GameSpec::Go(rules) => AnyPosition::new(&GameSpec::Go(go::Rules { handicap: 0, ..rules })),
        spec => AnyPosition::new(&spec),
    };
    let differing: Vec<Point> = start.size().points().filter(|&p| start.at(p) != usual.at(p)).collect();
    if start.spec().kind() == GameKind::Othello && !differing.is_empty() {
        return Err("GTP cannot tell a position of Othello that was set up".into());
    }
    Ok(differing.into_iter().filter_map(|p| Some((start.at(p).color()?, p))).collect())
}

/// A letter and a number.
fn looks_like_a_point(text: &str) -> bool {
    let (letter, number) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    letter.chars().all(|c| c.is_ascii_alphabetic()) && !number.is_empty() && number.parse::<u32>().is_ok()
}

impl Controller for GtpController {
    fn begin(&mut self, game: &GameSpec, time: &TimeControl, out: &mut Vec<String>) -> Result<(), String> {
        let size = game.size();
        self.time = time.clone();
        self.told.clear();
        self.set_up = false;
        match game.kind() {
            GameKind::Go => {}
            // Our own engines and GoGui's rules programs know this word; an engine of one game may refuse it.
            kind => self.send(Sent::Optional, format!("set_game {kind}"), out),
        }
        let board_size = if size.is_square() {
            format!("boardsize {}", size.cols())
        } else {
            format!("rectangular_boardsize {} {}", size.cols(), size.rows())
        };
        self.send(Sent::Needed, board_size, out);
        self.send(Sent::Needed, "clear_board".into(), out);
        if let GameSpec::Go(rules) = game {
            self.send(Sent::Optional, format!("kata-set-rules {}", super::rules::to_json(rules)), out);
            self.send(Sent::Optional, format!("komi {}", rules.komi), out);
        }
        self.send(Sent::Optional, time_settings(time, whole), out);
        // The standard has whole seconds. Engines that take parts of one (Tengen's does) are told them after; others refuse, and keep
        // what they were told before.
        if time_settings(time, whole) != time_settings(time, exact) {
            self.send(Sent::Optional, time_settings(time, exact), out);
        }
        self.send(Sent::Ready, "name".into(), out);
        self.spec = Some(game.clone());
        Ok(())
    }

    fn ask(&mut self, position: &AnyPosition, left: &TimeLeft, out: &mut Vec<String>) -> Result<(), String> {
        let told = told_moves(position)?;
        let moves: Vec<Move> = told.iter().map(|&(_, mv)| mv).collect();
        let common = moves.iter().zip(&self.told).take_while(|(a, b)| a == b).count();
        for _ in common..self.told.len() {
            self.send(Sent::Needed, "undo".into(), out);
        }
        let mut start = position.clone();
        while start.undo().is_some() {}
        if !std::mem::replace(&mut self.set_up, true) {
            for (color, p) in set_up_stones(&start)? {
                let vertex = Self::vertex(Move::Place(p), &position.spec());
                self.send(Sent::Needed, format!("play {color} {vertex}"), out);
            }
        }
        for (color, mv) in told.into_iter().skip(common) {
            self.send(Sent::Needed, format!("play {color} {}", Self::vertex(mv, &position.spec())), out);
        }
        let color = position.to_move();
        let name = |color: Color| color.to_string();
        for (side, time) in [(color, left.own), (color.opponent(), left.opponent)] {
            if let Some(time) = time {
                self.send(Sent::Optional, format!("time_left {} {} 0", name(side), time.as_secs()), out);
                // Near the end parts of a second count.
                if time < FEW_SECONDS && time.subsec_millis() > 0 {
                    self.send(Sent::Optional, format!("time_left {} {} 0", name(side), exact(time)), out);
                }
            }
        }
        self.asked = moves;
        self.send(Sent::Genmove, format!("genmove {color}"), out);
        Ok(())
    }

    fn line(&mut self, line: &[u8]) -> Vec<Report> {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end();
        if let Some((good, mut answer)) = self.answer.take() {
            if text.is_empty() {
                return self.finished(good, &answer);
            }
            // Answers have a few lines at the most; a flood is cut.
            if answer.len() < 64 << 10 {
                answer = answer + "\n" + text;
            }
            self.answer = Some((good, answer));
            return Vec::new();
        }
        match text.as_bytes().first() {
            None => Vec::new(),
            Some(sign @ (b'=' | b'?')) => {
                let rest = text[1..].trim_start_matches(|c: char| c.is_ascii_digit());
                self.answer = Some((*sign == b'=', rest.to_owned()));
                Vec::new()
            }
            Some(_) => vec![Report::Garbage(text.chars().take(80).collect())],
        }
    }

    fn quit(&mut self, out: &mut Vec<String>) {
        out.push("quit".into());
    }
}
