//! The controller's side of GTP.

use super::board::{Board, vertex_of};
use super::info::read_info;
use crate::{Controller, EngineCount, EngineMessage, TimeControl, TimeLeft};
use std::collections::VecDeque;
use std::time::Duration;
use tengen_board::{Color, Point};
use tengen_engine::Limits;
use tengen_games::gomoku::{OpeningRule, Step};
use tengen_games::{AnyPosition, Feature, Game, GameInfo, GameKind, GameSpec, Move, go};

/// Asks a GTP engine for moves.
#[derive(Clone, Debug, Default)]
pub struct GtpController {
    time: TimeControl,
    spec: Option<GameSpec>,
    /// The moves that the engine knows: those sent and its own.
    known_moves: Vec<Move>,
    /// True if the stones before the first move have been sent.
    set_up_sent: bool,
    /// The commands that wait for a response, oldest first.
    sent: VecDeque<SentCommand>,
    /// The response that is being read: success or failure, and its text.
    response: Option<(bool, String)>,
    /// The moves before the move that was asked for.
    moves_before: Vec<Move>,
    /// True if the engine is asked at its start which commands it has.
    asks_commands: bool,
    /// True if the engine has the command `kata-analyze`.
    has_analyze: bool,
    /// The position that is being analysed, and the best move that was reported.
    analyzed: Option<(AnyPosition, Option<Move>)>,
    /// What the engine has answered to the questions about a finished game.
    counted: EngineCount,
    /// The command `set_game` that the engine has refused, and its reason.
    refused_game: Option<String>,
}

/// A command that waits for a response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SentCommand {
    /// The engine may refuse it: rules, time.
    Optional,
    /// The engine must accept it.
    Needed,
    /// The game. An engine that refuses it must play that game alone.
    SetGame,
    /// The name of the game that the engine plays.
    GameId,
    /// The last command before the engine is ready.
    Ready,
    /// A move.
    Genmove,
    /// The list of its commands.
    ListCommands,
    /// An analysis, which goes on until the next command.
    Analyze,
    /// The score of a finished game. The engine may not know the command.
    FinalScore,
    /// Its dead stones; the same.
    FinalDead,
}

impl GtpController {
    /// A controller of an engine that has not been started.
    pub fn new() -> GtpController {
        GtpController::default()
    }

    /// The same controller, which also uses `kata-analyze` where the engine has it.
    #[must_use]
    pub fn with_analysis(mut self) -> GtpController {
        self.asks_commands = true;
        self
    }

    fn send(&mut self, what: SentCommand, text: String, out: &mut Vec<String>) {
        self.sent.push_back(what);
        out.push(text);
    }

    /// Brings the engine's board to `position`; returns the moves that lead to it.
    fn send_moves(&mut self, position: &AnyPosition, out: &mut Vec<String>) -> Result<Vec<Move>, String> {
        let colored = colored_moves(position)?;
        let moves: Vec<Move> = colored.iter().map(|&(_, mv)| mv).collect();
        let common = moves.iter().zip(&self.known_moves).take_while(|(a, b)| a == b).count();
        for _ in common..self.known_moves.len() {
            self.send(SentCommand::Needed, "undo".into(), out);
        }
        let mut start = position.clone();
        while start.undo().is_some() {}
        if !std::mem::replace(&mut self.set_up_sent, true) {
            for (color, p) in set_up_stones(&start)? {
                let vertex = Self::vertex(Move::Place(p), &position.spec());
                self.send(SentCommand::Needed, format!("play {color} {vertex}"), out);
            }
        }
        for (color, mv) in colored.into_iter().skip(common) {
            self.send(
                SentCommand::Needed,
                format!("play {color} {}", Self::vertex(mv, &position.spec())),
                out,
            );
        }
        Ok(moves)
    }

    /// Whether `text` names the game that has begun.
    fn is_game(&self, text: &str) -> bool {
        let kind = GameInfo::find(text).map(|(info, _)| info.kind);
        kind.is_some() && kind == self.spec.as_ref().map(GameSpec::kind)
    }

    fn vertex(mv: Move, spec: &GameSpec) -> String {
        match mv {
            Move::Place(p) => vertex_of(p, spec),
            _ => "pass".into(),
        }
    }

    fn take_response(&mut self, success: bool, text: &str) -> Vec<EngineMessage> {
        let text = text.trim();
        match (self.sent.pop_front(), success) {
            (None, _) => vec![EngineMessage::Garbage(text.to_owned())],
            (Some(SentCommand::Optional), true) => Vec::new(),
            (Some(SentCommand::Optional), false) => vec![EngineMessage::Note(format!("refused: {text}"))],
            (Some(SentCommand::Needed | SentCommand::SetGame), true) => Vec::new(),
            (Some(SentCommand::SetGame), false) => {
                let name = self.spec.as_ref().map(game_name).unwrap_or_default();
                self.refused_game = Some(format!("set_game {name}: {text}"));
                Vec::new()
            }
            (Some(SentCommand::GameId), success) => match self.refused_game.take() {
                Some(why) if !(success && self.is_game(text)) => vec![EngineMessage::Refused(why)],
                _ => Vec::new(),
            },
            (Some(SentCommand::Ready), true) => vec![EngineMessage::Ready],
            (Some(SentCommand::ListCommands), success) => {
                self.has_analyze = success && text.lines().any(|line| line.trim() == ANALYZE);
                Vec::new()
            }
            (Some(SentCommand::FinalScore), success) => {
                self.counted.score = success.then(|| text.chars().take(20).collect());
                Vec::new()
            }
            (Some(SentCommand::FinalDead), success) => {
                let mut counted = std::mem::take(&mut self.counted);
                if let Some(board) = self.spec.as_ref().map(Board::new).filter(|_| success) {
                    let points = text.split_whitespace().map(|word| board.parse_vertex(word).ok()?.point());
                    counted.dead = points.collect();
                }
                vec![EngineMessage::Count(counted)]
            }
            (Some(SentCommand::Analyze), true) => {
                let best = self.analyzed.take().and_then(|(_, best)| best);
                vec![match best {
                    Some(mv) => EngineMessage::Moves(vec![mv]),
                    None if text.is_empty() => {
                        EngineMessage::Refused("no line of analysis in its time".into())
                    }
                    // Tengen's own engine reports why a search has failed.
                    None => EngineMessage::Refused(text.chars().take(80).collect()),
                }]
            }
            (Some(_), false) => vec![EngineMessage::Refused(text.to_owned())],
            (Some(SentCommand::Genmove), true) => {
                if text.eq_ignore_ascii_case("resign") {
                    return vec![EngineMessage::Resign];
                }
                let board = self.spec.as_ref().map(Board::new);
                match board.map(|board| board.parse_vertex(text)) {
                    Some(Ok(mv)) => {
                        self.known_moves = std::mem::take(&mut self.moves_before);
                        self.known_moves.push(mv);
                        vec![EngineMessage::Moves(vec![mv])]
                    }
                    _ if looks_like_a_point(text) => vec![EngineMessage::OffBoard(text.to_owned())],
                    _ => vec![EngineMessage::NoMove(text.chars().take(80).collect())],
                }
            }
        }
    }
}

/// The command that reports an analysis until the next command.
const ANALYZE: &str = "kata-analyze";

/// The interval between two reports of an analysis.
const REPORT_CENTISECONDS: u32 = 25;

/// Below this the time left is also sent with fractions of a second.
const SHORT_TIME: Duration = Duration::from_secs(20);

/// Whole seconds, rounded down, but at least one.
fn whole(time: Duration) -> String {
    time.as_secs().max(1).to_string()
}

/// Seconds with milliseconds.
fn exact(time: Duration) -> String {
    if time.subsec_millis() == 0 { whole(time) } else { format!("{:.3}", time.as_secs_f64()) }
}

/// The time settings. Time for each move is overtime for one stone.
fn time_settings(time: &TimeControl, seconds: fn(Duration) -> String) -> String {
    match (time.game, time.per_move) {
        (Some(game), Some(per_move)) => format!("time_settings {} {} 1", seconds(game), seconds(per_move)),
        (Some(game), None) => format!("time_settings {} 0 0", seconds(game)),
        (None, Some(per_move)) => format!("time_settings 0 {} 1", seconds(per_move)),
        (None, None) => "time_settings 0 1 0".into(),
    }
}

/// The moves with their colours, as `play` sends them.
fn colored_moves(position: &AnyPosition) -> Result<Vec<(Color, Move)>, String> {
    if let AnyPosition::Gomoku(game) = position
        && game.rules().opening != OpeningRule::None
    {
        if let Some(step) = game.step().filter(|step| !matches!(step, Step::Stone { .. })) {
            return Err(format!("GTP cannot express this: {step}"));
        }
        // Of several fifth moves offered only the chosen one stays. It occurs twice: as an offer and as the choice.
        let mut moves: Vec<(Color, Move)> = Vec::new();
        for mv in game.moves() {
            let color = mv.point().and_then(|p| game.at(p).color());
            moves.extend(
                color.filter(|_| moves.iter().all(|&(_, other)| other != mv)).map(|color| (color, mv)),
            );
        }
        return Ok(moves);
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

/// The stones before the first move that a cleared board does not have. In GTP either side may play several times in
/// a row, and playing the stones of a legal position captures none of them.
fn set_up_stones(start: &AnyPosition) -> Result<Vec<(Color, Point)>, String> {
    let usual = match start.spec() {
        // Handicap stones are sent one by one: engines differ in the points for them.
        GameSpec::Go(rules) => AnyPosition::new(&GameSpec::Go(go::Rules { handicap: 0, ..rules })),
        spec => AnyPosition::new(&spec),
    };
    let differing: Vec<Point> = start.size().points().filter(|&p| start.at(p) != usual.at(p)).collect();
    // The moves to a position with turned discs are unknown.
    if start.spec().has(Feature::Flips) && !differing.is_empty() {
        return Err("GTP cannot carry an Othello position that was set up".into());
    }
    Ok(differing.into_iter().filter_map(|p| Some((start.at(p).color()?, p))).collect())
}

/// The name of a game for `set_game`. Engines for one game, such as Edax, expect a capital letter.
fn game_name(spec: &GameSpec) -> String {
    // Among the m,n,k games some have names of their own.
    let named = spec.rule_set().map(|set| set.id).filter(|_| spec.kind() == GameKind::Mnk);
    let name = named.filter(|name| GameInfo::find(name).is_some()).unwrap_or(spec.kind().name());
    let (first, rest) = name.split_at(1);
    first.to_ascii_uppercase() + rest
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
        self.known_moves.clear();
        self.set_up_sent = false;
        self.refused_game = None;
        if game.kind() != GameKind::Go {
            // An engine that does not know the first command is one of Go, unless the second says otherwise.
            self.send(SentCommand::SetGame, format!("set_game {}", game_name(game)), out);
            self.send(SentCommand::GameId, "gogui-rules_game_id".into(), out);
        }
        let board_size = if size.is_square() {
            format!("boardsize {}", size.cols())
        } else {
            format!("rectangular_boardsize {} {}", size.cols(), size.rows())
        };
        self.send(SentCommand::Needed, board_size, out);
        self.send(SentCommand::Needed, "clear_board".into(), out);
        if let GameSpec::Go(rules) = game {
            self.send(SentCommand::Optional, format!("kata-set-rules {}", super::rules::to_json(rules)), out);
            self.send(SentCommand::Optional, format!("komi {}", rules.komi), out);
        }
        self.set_time(time, out);
        if std::mem::take(&mut self.asks_commands) {
            self.send(SentCommand::ListCommands, "list_commands".into(), out);
        }
        self.send(SentCommand::Ready, "name".into(), out);
        self.spec = Some(game.clone());
        Ok(())
    }

    fn ask(&mut self, position: &AnyPosition, left: &TimeLeft, out: &mut Vec<String>) -> Result<(), String> {
        let moves = self.send_moves(position, out)?;
        let color = position.to_move();
        let name = |color: Color| color.to_string();
        for (side, time) in [(color, left.own), (color.opponent(), left.opponent)] {
            if let Some(time) = time {
                self.send(
                    SentCommand::Optional,
                    format!("time_left {} {} 0", name(side), time.as_secs()),
                    out,
                );
                // With little time left fractions of a second matter.
                if time < SHORT_TIME && time.subsec_millis() > 0 {
                    self.send(
                        SentCommand::Optional,
                        format!("time_left {} {} 0", name(side), exact(time)),
                        out,
                    );
                }
            }
        }
        self.moves_before = moves;
        self.send(SentCommand::Genmove, format!("genmove {color}"), out);
        Ok(())
    }

    fn analyze(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        out: &mut Vec<String>,
    ) -> Result<bool, String> {
        if limits.playing || !self.has_analyze {
            return self.ask(position, &TimeLeft::default(), out).map(|()| false);
        }
        self.known_moves = self.send_moves(position, out)?;
        self.analyzed = Some((position.clone(), None));
        let ownership = if position.spec().has(Feature::Territory) { " ownership true" } else { "" };
        let text = format!("{ANALYZE} {} {REPORT_CENTISECONDS}{ownership}", position.to_move());
        self.send(SentCommand::Analyze, text, out);
        Ok(true)
    }

    fn count(&mut self, position: &AnyPosition, out: &mut Vec<String>) -> Result<bool, String> {
        self.known_moves = self.send_moves(position, out)?;
        self.counted = EngineCount::default();
        self.send(SentCommand::FinalScore, "final_score".into(), out);
        self.send(SentCommand::FinalDead, "final_status_list dead".into(), out);
        Ok(true)
    }

    fn set_time(&mut self, time: &TimeControl, out: &mut Vec<String>) {
        self.time = time.clone();
        self.send(SentCommand::Optional, time_settings(time, whole), out);
        // The standard has whole seconds. Fractions follow for engines that accept them, such as Tengen's; others
        // refuse them and keep the whole seconds.
        if time_settings(time, whole) != time_settings(time, exact) {
            self.send(SentCommand::Optional, time_settings(time, exact), out);
        }
    }

    /// An analysis ends with the next command; a move cannot be hurried.
    fn stop(&mut self, out: &mut Vec<String>) {
        if self.analyzed.is_some() {
            self.send(SentCommand::Optional, "name".into(), out);
        }
    }

    fn line(&mut self, line: &[u8]) -> Vec<EngineMessage> {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end();
        if let Some((success, mut response)) = self.response.take() {
            if text.starts_with("info ")
                && let (Some(SentCommand::Analyze), Some((position, best))) =
                    (self.sent.front(), &mut self.analyzed)
            {
                self.response = Some((success, response));
                let Some(found) = read_info(text, position) else {
                    return vec![EngineMessage::Garbage(text.chars().take(80).collect())];
                };
                *best = found.best;
                return vec![EngineMessage::Analysis(Box::new(found))];
            }
            if text.is_empty() {
                return self.take_response(success, &response);
            }
            // Responses have a few lines; a flood is cut.
            if response.len() < 64 << 10 {
                response = response + "\n" + text;
            }
            self.response = Some((success, response));
            return Vec::new();
        }
        match text.as_bytes().first() {
            None => Vec::new(),
            Some(sign @ (b'=' | b'?')) => {
                let rest = text[1..].trim_start_matches(|c: char| c.is_ascii_digit());
                self.response = Some((*sign == b'=', rest.to_owned()));
                Vec::new()
            }
            Some(_) => vec![EngineMessage::Garbage(text.chars().take(80).collect())],
        }
    }

    fn quit(&mut self, out: &mut Vec<String>) {
        out.push("quit".into());
    }
}
