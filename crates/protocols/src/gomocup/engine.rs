//! The engine's side of the Gomocup protocol.

use super::block::{Block, BlockKind};
use super::settings::{Info, Settings, short};
use super::task::{Answer, Task};
use crate::{Effect, Machine, SearchId, Waiting};
use tengen_board::{Color, Coords, Point, Size};
use tengen_engine::{Analysis, Limits};
use tengen_games::gomoku::{Opening, Position, Rules, Variant};
use tengen_games::{AnyPosition, Game, Illegal, Move, Reason};

/// The engine's side: reads a manager's commands and answers with moves.
///
/// While it thinks, END, STOP (YXSTOP) and INFO act at once; every other line waits for the move.
#[derive(Clone, Debug)]
pub struct GomocupEngine {
    about: About,
    settings: Settings,
    size: Option<Size>,
    position: Option<Position>,
    block: Option<Block>,
    /// Points that the manager does not want considered.
    avoid: Vec<Point>,
    task: Option<Task>,
    waiting: Waiting,
    searches: u64,
    /// An INFO line that could not be had; the next command with an answer tells it.
    refused: Option<String>,
    /// The manager has sent YXSHOWINFO, so it speaks the extension.
    yixin: bool,
    ended: bool,
}

/// What ABOUT tells.
#[derive(Clone, Debug)]
struct About {
    name: String,
    version: String,
}

impl GomocupEngine {
    /// An engine that calls itself `name`, of this `version`.
    pub fn new(name: &str, version: &str) -> GomocupEngine {
        GomocupEngine {
            about: About { name: name.into(), version: version.into() },
            settings: Settings::default(),
            size: None,
            position: None,
            block: None,
            avoid: Vec::new(),
            task: None,
            waiting: Waiting::default(),
            searches: 0,
            refused: None,
            yixin: false,
            ended: false,
        }
    }

    fn rules(&self, size: Size) -> Rules {
        Rules { size, variant: self.settings.variant, opening: Opening::None }
    }

    fn dispatch(&mut self, text: &str, out: &mut Vec<Effect>) {
        let (word, rest) = text.split_once(|c: char| c.is_whitespace()).unwrap_or((text, ""));
        let rest = rest.trim();
        match word.to_ascii_uppercase().as_str() {
            "START" => self.start(rest, out),
            "RECTSTART" => self.rect_start(rest, out),
            "INFO" => self.info(rest, out),
            "ABOUT" => out.push(Effect::Say(format!(
                "name=\"{}\", version=\"{}\", author=\"The Tengen authors\", country=\"International\"",
                self.about.name, self.about.version
            ))),
            "END" => self.quit(out),
            "YXSHOWINFO" => self.show_info(out),
            "YXHASHCLEAR" => {
                out.push(Effect::Forget);
                message(out, "hash cleared");
            }
            // Nothing is being thought about, so there is nothing to stop.
            "STOP" | "YXSTOP" => {}
            command => match self.position.take() {
                Some(position) => {
                    self.position = Some(position.clone());
                    self.in_game(command, rest, position, out);
                }
                None if IN_GAME.contains(&command) => {
                    error(out, &format!("{command}: no game has been started: send START 15 first"))
                }
                None => unknown(out, word),
            },
        }
    }

    /// The commands that need a board.
    fn in_game(&mut self, command: &str, rest: &str, mut position: Position, out: &mut Vec<Effect>) {
        let size = position.size();
        match command {
            "RESTART" => self.new_game(size, out),
            "BEGIN" if position.ply() > 0 || stones(&position) > 0 => {
                error(out, "BEGIN: the board is not empty")
            }
            "BEGIN" => self.think(Answer::Move, out),
            "TURN" => match self.place(&mut position, rest) {
                Ok(()) => {
                    self.position = Some(position);
                    self.think(Answer::Move, out);
                }
                Err(why) => error(out, &format!("TURN {}: {why}", short(rest))),
            },
            "PLAY" => match self.place(&mut position, rest) {
                Ok(()) => {
                    let last = position.moves().last().and_then(|mv| mv.point());
                    self.position = Some(position);
                    out.extend(last.map(|p| Effect::Say(Coords::Xy.format(p, size))));
                }
                Err(why) => error(out, &format!("PLAY {}: {why}", short(rest))),
            },
            "TAKEBACK" => self.take_back(position, rest, out),
            "BOARD" => self.block = Some(Block::new(BlockKind::Board)),
            "YXBOARD" => self.block = Some(Block::new(BlockKind::YxBoard)),
            "SWAP2BOARD" => self.block = Some(Block::new(BlockKind::Swap2)),
            "YXBLOCK" => self.block = Some(Block::new(BlockKind::Block)),
            "YXBLOCKUNDO" => self.block = Some(Block::new(BlockKind::Unblock)),
            "YXBLOCKRESET" => self.avoid.clear(),
            "YXSHOWFORBID" => out.push(Effect::Say(forbidden(&position))),
            "YXNBEST" => match rest.parse::<usize>() {
                Ok(n) if n >= 1 => self.think(Answer::Best(n.min(size.area())), out),
                _ => error(out, &format!("YXNBEST takes a number from 1, not '{}'", short(rest))),
            },
            "YXSEARCHDEFEND" => self.think(Answer::Defend, out),
            "YXBALANCEONE" => self.balance(rest, Answer::BalanceOne, out),
            "YXBALANCETWO" => self.balance(rest, Answer::BalanceTwo, out),
            "YXSWAP2STEP1" => self.think(Answer::Swap2Open { yixin: true }, out),
            "YXSWAP2STEP2" | "YXSWAP2STEP3" => {
                let wanted = if command.ends_with('2') { 3 } else { 5 };
                match stones(&position) {
                    n if n == wanted => self.think(Answer::Swap2Choose { yixin: true }, out),
                    n => error(out, &format!("{command}: there are {n} stones on the board, not {wanted}")),
                }
            }
            _ => unknown(out, command),
        }
    }

    fn start(&mut self, rest: &str, out: &mut Vec<Effect>) {
        // Yixin-Board sends the size twice: width and height.
        let mut sides = rest.split_whitespace().map(str::parse::<usize>);
        match (sides.next(), sides.next()) {
            (Some(Ok(side)), None) => self.start_on(side, side, out),
            (Some(Ok(width)), Some(Ok(height))) => self.start_on(width, height, out),
            _ => error(out, &format!("START takes the size of the board, such as 15, not '{}'", short(rest))),
        }
    }

    fn rect_start(&mut self, rest: &str, out: &mut Vec<Effect>) {
        let sides = rest.split_once(',').map(|(w, h)| (w.trim().parse(), h.trim().parse()));
        match sides {
            Some((Ok(width), Ok(height))) => self.start_on(width, height, out),
            _ => error(out, &format!("RECTSTART takes WIDTH,HEIGHT such as 20,15, not '{}'", short(rest))),
        }
    }

    fn start_on(&mut self, width: usize, height: usize, out: &mut Vec<Effect>) {
        let size = Size::new(height, width).map_err(|e| e.to_string());
        match size.and_then(|size| self.rules(size).check().map(|()| size).map_err(|e| e.to_string())) {
            Ok(size) => self.new_game(size, out),
            Err(why) => error(out, &format!("unsupported size: {why}")),
        }
    }

    fn new_game(&mut self, size: Size, out: &mut Vec<Effect>) {
        self.size = Some(size);
        self.position = Some(Position::new(&self.rules(size)));
        self.avoid.clear();
        out.push(Effect::Forget);
        out.push(Effect::Say("OK".into()));
    }

    fn info(&mut self, rest: &str, out: &mut Vec<Effect>) {
        match self.settings.read(rest, self.yixin) {
            Info::Taken => {}
            Info::Refused(why) => self.refused = Some(why),
            Info::Options => out.push(Effect::Configure(self.settings.options.clone())),
            Info::Rule => {
                // The stones stay: a manager may tell the rule after START, or in mid-game.
                if let Some(position) = self.position.take() {
                    self.position = Some(replay(&position, &self.rules(position.size())));
                    out.push(Effect::Forget);
                }
            }
        }
    }

    fn show_info(&mut self, out: &mut Vec<Effect>) {
        self.yixin = true;
        message(out, &format!("{} {}", self.about.name, self.about.version));
        message(out, "INFO MAX_THREAD_NUM 256");
        // The exponent of two of the largest hash, in KiB.
        message(out, "INFO MAX_HASH_SIZE 24");
    }

    fn place(&self, position: &mut Position, text: &str) -> Result<(), String> {
        let point = Coords::Xy.parse(text, position.size()).map_err(|e| e.to_string())?;
        position.play(Move::Place(point)).map(drop).map_err(|e| e.to_string())
    }

    fn take_back(&mut self, mut position: Position, rest: &str, out: &mut Vec<Effect>) {
        let size = position.size();
        let last = position.moves().last().and_then(|mv| mv.point());
        match (Coords::Xy.parse(rest, size), last) {
            (Err(e), _) => error(out, &format!("TAKEBACK: {e}")),
            (Ok(_), None) => error(out, "TAKEBACK: no move has been played"),
            (Ok(p), Some(last)) if p != last => {
                error(
                    out,
                    &format!("TAKEBACK {}: the last move is {}", short(rest), Coords::Xy.format(last, size)),
                );
            }
            (Ok(_), Some(_)) => {
                position.undo();
                self.position = Some(position);
                out.push(Effect::Say("OK".into()));
            }
        }
    }

    fn block_done(&mut self, block: Block, out: &mut Vec<Effect>) {
        let Some(size) = self.size else { return };
        let kind = block.kind;
        match kind {
            BlockKind::Board | BlockKind::YxBoard => match block.position(&self.rules(size)) {
                Ok(position) => {
                    self.position = Some(position);
                    if kind == BlockKind::Board {
                        self.think(Answer::Move, out);
                    }
                }
                Err(why) => error(out, &format!("BOARD: {why}; the position is unchanged")),
            },
            BlockKind::Swap2 => {
                let played = block.points().and_then(|points| {
                    let mut position = Position::new(&self.rules(size));
                    for p in &points {
                        position.play(Move::Place(*p)).map_err(|e| e.to_string())?;
                    }
                    match points.len() {
                        0 => Ok((position, Answer::Swap2Open { yixin: false })),
                        3 | 5 => Ok((position, Answer::Swap2Choose { yixin: false })),
                        n => Err(format!("{n} stones: swap2 asks at 0, 3 or 5")),
                    }
                });
                match played {
                    Ok((position, answer)) => {
                        self.position = Some(position);
                        self.think(answer, out);
                    }
                    Err(why) => error(out, &format!("SWAP2BOARD: {why}; the position is unchanged")),
                }
            }
            BlockKind::Block | BlockKind::Unblock => match block.points() {
                Ok(points) => {
                    self.avoid.retain(|p| !points.contains(p));
                    if kind == BlockKind::Block {
                        self.avoid.extend(points);
                    }
                }
                Err(why) => error(out, &format!("YXBLOCK: {why}")),
            },
        }
    }

    fn balance(&mut self, rest: &str, answer: fn(f32) -> Answer, out: &mut Vec<Effect>) {
        match if rest.is_empty() { Ok(0.0) } else { rest.parse::<f32>() } {
            Ok(bias) if bias.is_finite() => self.think(answer(bias), out),
            _ => error(out, &format!("a bias is a number, not '{}'", short(rest))),
        }
    }

    /// Begins to think about the position on the board.
    fn think(&mut self, answer: Answer, out: &mut Vec<Effect>) {
        if let Some(why) = self.refused.take() {
            error(out, &why);
        }
        let Some(position) = &self.position else { return };
        if position.is_over() {
            error(out, "the game is over: there is no move to make");
            return;
        }
        let limits = self.settings.limits(stones(position));
        let task = Task::new(answer, position.clone(), limits, self.avoid.clone());
        let search = task.first_search();
        self.task = Some(task);
        self.search(search, out);
    }

    fn search(&mut self, (position, limits): (Position, Limits), out: &mut Vec<Effect>) {
        self.searches += 1;
        let position = Box::new(AnyPosition::Gomoku(Box::new(position)));
        out.push(Effect::Search { id: SearchId(self.searches), position, limits });
    }

    /// The task is done: what waited is answered now.
    fn go_on(&mut self, out: &mut Vec<Effect>) {
        while self.task.is_none() && !self.ended {
            match self.waiting.pop() {
                Some(line) => self.take(&line, out),
                None => return,
            }
        }
    }

    fn take(&mut self, line: &[u8], out: &mut Vec<Effect>) {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if let Some(mut block) = self.block.take() {
            let size = self.size.unwrap_or(Size::of(15, 15));
            if text.eq_ignore_ascii_case("end") {
                self.quit(out);
            } else if block.line(text, size) {
                self.block_done(block, out);
            } else {
                self.block = Some(block);
            }
            return;
        }
        self.dispatch(text, out);
    }

    fn quit(&mut self, out: &mut Vec<Effect>) {
        self.ended = true;
        self.task = None;
        out.push(Effect::Quit);
    }
}

/// The commands that need a board.
const IN_GAME: [&str; 19] = [
    "RESTART",
    "BEGIN",
    "TURN",
    "PLAY",
    "TAKEBACK",
    "BOARD",
    "YXBOARD",
    "SWAP2BOARD",
    "YXBLOCK",
    "YXBLOCKUNDO",
    "YXBLOCKRESET",
    "YXSHOWFORBID",
    "YXNBEST",
    "YXSEARCHDEFEND",
    "YXBALANCEONE",
    "YXBALANCETWO",
    "YXSWAP2STEP1",
    "YXSWAP2STEP2",
    "YXSWAP2STEP3",
];

impl Machine for GomocupEngine {
    fn line(&mut self, line: &[u8], out: &mut Vec<Effect>) {
        if self.ended {
            return;
        }
        if self.task.is_none() {
            self.take(line, out);
            return;
        }
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_whitespace();
        let word = words.next().unwrap_or_default().to_ascii_uppercase();
        match word.as_str() {
            "END" => self.quit(out),
            "STOP" | "YXSTOP" => {
                if let Some(task) = &mut self.task {
                    task.hurry();
                }
                out.push(Effect::Stop(SearchId(self.searches)));
            }
            // Limits may change at any time; what the search itself stands on waits.
            "INFO"
                if !["rule", "max_memory", "hash_size", "strength"]
                    .contains(&words.next().unwrap_or_default().to_ascii_lowercase().as_str()) =>
            {
                self.info(text.trim()[4..].trim(), out);
            }
            _ => {
                if !self.waiting.push(line) {
                    error(out, "too many commands wait for the move: this one is refused");
                }
            }
        }
    }

    fn too_long(&mut self, bytes: u64, out: &mut Vec<Effect>) {
        match &mut self.block {
            Some(block) => block.refuse(format!("a line of {bytes} bytes")),
            None => error(out, &format!("a line of {bytes} bytes is too long")),
        }
    }

    fn progress(&mut self, id: SearchId, analysis: &Analysis, out: &mut Vec<Effect>) {
        if id == SearchId(self.searches)
            && self.settings.realtime
            && let Some(task) = &self.task
        {
            task.show_progress(analysis, out);
        }
    }

    fn finished(&mut self, id: SearchId, analysis: Analysis, out: &mut Vec<Effect>) {
        if id != SearchId(self.searches) {
            return;
        }
        let Some(mut task) = self.task.take() else { return };
        self.settings.spend(analysis.time);
        if let Some(next) = task.take_result(analysis) {
            self.task = Some(task);
            self.search(next, out);
            return;
        }
        if let Some(position) = task.tell(out) {
            self.position = Some(position);
        }
        self.go_on(out);
    }

    fn failed(&mut self, id: SearchId, why: &str, out: &mut Vec<Effect>) {
        if id == SearchId(self.searches) && self.task.take().is_some() {
            error(out, &format!("the engine failed: {}", short(why)));
            self.go_on(out);
        }
    }

    fn end_of_input(&mut self, out: &mut Vec<Effect>) {
        if self.task.is_none() || !self.waiting.push(b"END") {
            self.quit(out);
        }
    }
}

pub(super) fn error(out: &mut Vec<Effect>, why: &str) {
    out.push(Effect::Say(format!("ERROR {why}")));
}

fn unknown(out: &mut Vec<Effect>, word: &str) {
    out.push(Effect::Say(format!("UNKNOWN {}", short(word))));
}

pub(super) fn message(out: &mut Vec<Effect>, text: &str) {
    out.push(Effect::Say(format!("MESSAGE {text}")));
}

fn stones(position: &Position) -> usize {
    position.size().points().filter(|&p| !position.at(p).is_empty()).count()
}

/// The same stones by other rules: played where they can be, set up otherwise.
fn replay(position: &Position, rules: &Rules) -> Position {
    let mut again = Position::new(rules);
    let moves = position.moves();
    if moves.len() == stones(position) && moves.iter().all(|&mv| again.play(mv).is_ok()) {
        return again;
    }
    let cells = position.size().points().map(|p| (p, position.at(p))).collect();
    let set_up = tengen_games::SetUp { cells, to_move: position.to_move() };
    Position::set_up(rules, &set_up).unwrap_or_else(|_| Position::new(rules))
}

/// `FORBID 09121011.`: x and y of each point that is forbidden to black, two digits each.
fn forbidden(position: &Position) -> String {
    let mut text = String::from("FORBID ");
    if position.rules().variant == Variant::Renju && position.to_move() == Color::Black {
        for p in position.size().points() {
            if let Err(Illegal { reason: Reason::Forbidden(_), .. }) = position.check(Move::Place(p)) {
                text += &format!("{:02}{:02}", p.col, p.row);
            }
        }
    }
    text + "."
}
