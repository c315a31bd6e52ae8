//! The commands of Gomocup's protocol and its extension, one by one.

use super::answers::{error, message, unknown};
use super::block::{Block, BlockKind};
use super::board::{forbidden, replay, stones};
use super::engine::GomocupEngine;
use super::question::Query;
use super::settings::{InfoEffect, most_threads, short};
use super::soosorv::SoosorvStep;
use super::swap2::Swap2Opening;
use super::task::Task;
use crate::{Effect, NamedFile, SearchId};
use tengen_board::{Coords, Point, Size};
use tengen_engine::Limits;
use tengen_games::gomoku::{Position, Rules, Variant};
use tengen_games::{Game, GameSpec, Move};

impl GomocupEngine {
    /// Answers a command, or begins the task that answers it.
    pub(super) fn dispatch(&mut self, text: &str, out: &mut Vec<Effect>) {
        let (word, rest) = text.split_once(|c: char| c.is_whitespace()).unwrap_or((text, ""));
        let rest = rest.trim();
        let upper = word.to_ascii_uppercase();
        if !KEEP_PONDERING.contains(&upper.as_str()) {
            self.stop_pondering(out);
        }
        match upper.as_str() {
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
                self.last_game = None;
                out.push(Effect::Forget);
                message(out, "hash cleared");
            }
            // No search is under way, and no lines are blocked.
            "STOP" | "YXSTOP" | "YXBLOCKPATHRESET" => {}
            command if let Some((kind, silent)) = BlockKind::foreign(command) => {
                self.block = Some(Block::new(kind));
                if !silent {
                    unknown(out, word);
                }
            }
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
            "BEGIN" => self.think(Query::Move, out),
            "TURN" => match self.place(&mut position, rest) {
                Ok(()) => {
                    self.position = Some(position);
                    self.think(Query::Move, out);
                }
                Err(why) => error(out, &format!("TURN {}: {why}", short(rest))),
            },
            "PLAY" => match self.place(&mut position, rest) {
                Ok(()) => {
                    let last = position.last_move().and_then(|mv| mv.point());
                    self.position = Some(position);
                    out.extend(last.map(|p| Effect::Say(Coords::Xy.format(p, size))));
                }
                Err(why) => error(out, &format!("PLAY {}: {why}", short(rest))),
            },
            "TAKEBACK" => self.take_back(position, rest, out),
            "BOARD" => self.block = Some(Block::new(BlockKind::Board)),
            "YXBOARD" => self.block = Some(Block::new(BlockKind::YxBoard)),
            "SWAP2BOARD" => self.block = Some(Block::new(BlockKind::Swap2)),
            "YXHASHDUMP" => self.table_or_wait(BlockKind::HashDump, rest, out),
            "YXHASHLOAD" => self.table_or_wait(BlockKind::HashLoad, rest, out),
            "YXSOOSORVSTEP1" => match stones(&position) {
                0 => self.soosorv(1, None, &[], out),
                n => error(out, &format!("{command}: there are {n} stones on the board, not 0")),
            },
            "YXSOOSORVSTEP2" | "YXSOOSORVSTEP3" | "YXSOOSORVSTEP4" | "YXSOOSORVSTEP5" | "YXSOOSORVSTEP6" => {
                let step = command.as_bytes()[command.len() - 1] - b'0';
                self.block = Some(Block::new(BlockKind::Soosorv { step, fifths: rest.parse().ok() }));
            }
            "YXBLOCK" => self.block = Some(Block::new(BlockKind::Block)),
            "YXBLOCKUNDO" => self.block = Some(Block::new(BlockKind::Unblock)),
            "YXBLOCKRESET" => self.avoid.clear(),
            "YXSHOWFORBID" => out.push(Effect::Say(forbidden(&position))),
            "YXNBEST" => match rest.parse::<usize>() {
                Ok(n) if n >= 1 => self.think(Query::Best(n.min(size.area())), out),
                _ => error(out, &format!("YXNBEST takes a number from 1, not '{}'", short(rest))),
            },
            "YXSEARCHDEFEND" => self.think(Query::Defend, out),
            "YXBALANCEONE" => self.balance(rest, Query::BalanceOne, out),
            "YXBALANCETWO" => self.balance(rest, Query::BalanceTwo, out),
            "YXSWAP2STEP1" => match stones(&position) {
                0 => self.swap2_open(true, out),
                n => error(out, &format!("{command}: there are {n} stones on the board, not 0")),
            },
            "YXSWAP2STEP2" | "YXSWAP2STEP3" => {
                let needed = if command.ends_with('2') { 3 } else { 5 };
                match stones(&position) {
                    n if n == needed => self.think(Query::Swap2Choose { yixin: true }, out),
                    n => error(out, &format!("{command}: there are {n} stones on the board, not {needed}")),
                }
            }
            _ => unknown(out, command),
        }
    }

    fn start(&mut self, rest: &str, out: &mut Vec<Effect>) {
        // Yixin-Board sends the size twice: width and height.
        let mut sides = rest.split_whitespace().map(str::parse::<usize>);
        let sides = (sides.next(), sides.next());
        // Yixin-Board starts the game again for every question.
        self.rows_first = matches!(sides, (_, Some(_)));
        if !self.rows_first {
            self.stop_pondering(out);
        }
        match sides {
            (Some(Ok(side)), None) => self.start_on(side, side, out),
            // It writes the row of a point first: its rows are our columns.
            (Some(Ok(width)), Some(Ok(height))) => self.start_on(height, width, out),
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
        // A size that no game has is refused by what this game allows.
        let (min, max) = (Rules::MIN_SIDE, Rules::MAX_SIDE);
        let none =
            |_| format!("gomoku is not played on {width}x{height}: each side of the board is {min} to {max}");
        let size = Size::new(height, width).map_err(none);
        match size.and_then(|size| self.rules(size).check().map(|()| size).map_err(|e| e.to_string())) {
            Ok(size) => self.new_game(size, out),
            Err(why) => error(out, &format!("unsupported size: {why}")),
        }
    }

    fn new_game(&mut self, size: Size, out: &mut Vec<Effect>) {
        // Blocked points stay: Yixin-Board starts the game again for every question.
        if self.size.replace(size) != Some(size) {
            self.avoid.clear();
        }
        let before = self.position.replace(Position::new(&self.rules(size)));
        // The first question shows whether the engine must forget.
        self.last_game = self.last_game.take().or(before).or_else(|| self.position.clone());
        if self.is_pondering() {
            // The engine is searching this very game, and ready.
            out.push(Effect::Say("OK".into()));
        } else {
            let id = self.prepare(size, out);
            self.begin(Task::Start(id), out);
        }
    }

    /// Makes the engine ready for a game on a board of this size, by each of the usual rules: managers send INFO rule
    /// after START too, when the clock may run already.
    fn prepare(&mut self, size: Size, out: &mut Vec<Effect>) -> SearchId {
        let (id, rules) = (self.next_id(), self.rules(size));
        let usual = [Variant::Freestyle, Variant::Standard, Variant::Renju];
        let others = usual.into_iter().filter(|&variant| variant != rules.variant);
        let others = others.map(|variant| GameSpec::Gomoku(Rules { variant, ..rules })).collect();
        out.push(Effect::Prepare { id, spec: Box::new(GameSpec::Gomoku(rules)), others });
        id
    }

    pub(super) fn info(&mut self, rest: &str, out: &mut Vec<Effect>) {
        match self.settings.read(rest, self.yixin) {
            InfoEffect::None => {}
            InfoEffect::Refused(why) => self.refuse(why),
            InfoEffect::Options(short) => {
                self.stop_pondering(out);
                out.push(Effect::Configure(self.settings.options.clone()));
                // The next move must not pay for it.
                if let Some(size) = self.size {
                    self.prepare(size, out);
                }
                short.into_iter().for_each(|why| self.refuse(why));
            }
            InfoEffect::Pondering if !self.settings.pondering => self.stop_pondering(out),
            InfoEffect::Pondering => {}
            InfoEffect::Rule => {
                self.stop_pondering(out);
                // The stones stay: a manager may send the rule after START, or during the game.
                if let Some(position) = self.position.take() {
                    self.position = Some(replay(&position, &self.rules(position.size())));
                    out.push(Effect::Forget);
                }
                if let Some(size) = self.size {
                    self.prepare(size, out);
                }
            }
        }
    }

    /// Keeps the reason until a move is asked for, as the protocol demands: a manager expects no answer to INFO, and
    /// would take it for the answer to START.
    fn refuse(&mut self, why: String) {
        if self.refused.len() < MAX_REFUSED {
            self.refused.push(why);
        }
    }

    fn show_info(&mut self, out: &mut Vec<Effect>) {
        self.yixin = true;
        message(out, &format!("{} {}", self.about.name, self.about.version));
        message(out, &format!("INFO MAX_THREAD_NUM {}", most_threads()));
        // The exponent of two of the largest hash, in KiB.
        message(out, "INFO MAX_HASH_SIZE 24");
    }

    fn place(&self, position: &mut Position, text: &str) -> Result<(), String> {
        let point = Coords::Xy.parse(text, position.size()).map_err(|e| e.to_string())?;
        position.play(Move::Place(point)).map(drop).map_err(|e| e.to_string())
    }

    fn take_back(&mut self, mut position: Position, rest: &str, out: &mut Vec<Effect>) {
        let size = position.size();
        let last = position.last_move().and_then(|mv| mv.point());
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

    pub(super) fn block_done(&mut self, block: Block, out: &mut Vec<Effect>) {
        let Some(size) = self.size else { return };
        let kind = block.kind;
        match kind {
            BlockKind::Board | BlockKind::YxBoard => match block.position(&self.rules(size)) {
                Ok(position) => {
                    self.position = Some(position);
                    if kind == BlockKind::Board {
                        self.think(Query::Move, out);
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
                        0 => Ok((position, None)),
                        3 | 5 => Ok((position, Some(Query::Swap2Choose { yixin: false }))),
                        n => Err(format!("{n} stones: swap2 asks at 0, 3 or 5")),
                    }
                });
                match played {
                    Ok((position, query)) => {
                        self.position = Some(position);
                        match query {
                            Some(query) => self.think(query, out),
                            None => self.swap2_open(false, out),
                        }
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
            BlockKind::Soosorv { step, fifths } => match block.points() {
                Ok(points) => self.soosorv(step, fifths, &points, out),
                Err(why) => error(out, &format!("YXSOOSORVSTEP{step}: {why}")),
            },
            BlockKind::Foreign { .. } => {}
            BlockKind::HashDump | BlockKind::HashLoad => match block.text() {
                Ok(name) => self.table(kind == BlockKind::HashDump, name, out),
                Err(why) => error(out, &why),
            },
        }
    }

    /// Begins a swap2 opening. The seed changes from game to game.
    fn swap2_open(&mut self, yixin: bool, out: &mut Vec<Effect>) {
        let Some(size) = self.size else { return };
        let limits = Limits { avoid: self.avoid.clone(), seed: self.next_seed(), ..self.settings.limits(0) };
        match Swap2Opening::new(self.rules(size), limits, yixin) {
            Ok(opening) => self.begin(Task::Swap2Opening(Box::new(opening)), out),
            Err(why) => error(out, &format!("swap2: {why}")),
        }
    }

    fn soosorv(&mut self, step: u8, fifths: Option<u8>, stones: &[Point], out: &mut Vec<Effect>) {
        let Some(size) = self.size else { return };
        let limits = self.settings.limits(stones.len());
        match SoosorvStep::new(step, fifths, stones, size, &limits) {
            Ok(step) => self.begin(Task::Soosorv(Box::new(step)), out),
            Err(why) => error(out, &format!("YXSOOSORVSTEP{step}: {why}")),
        }
    }

    /// The name of the file is on the same line or on the next.
    fn table_or_wait(&mut self, kind: BlockKind, rest: &str, out: &mut Vec<Effect>) {
        if rest.is_empty() {
            self.block = Some(Block::new(kind));
        } else {
            self.table(kind == BlockKind::HashDump, rest.to_owned(), out);
        }
    }

    fn table(&mut self, save: bool, name: String, out: &mut Vec<Effect>) {
        let Some(size) = self.size else { return };
        let spec = Box::new(GameSpec::Gomoku(self.rules(size)));
        let folder = self.settings.folder.clone().unwrap_or_else(|| ".".into());
        let (id, file) = (self.next_id(), NamedFile { folder, name: name.clone() });
        // A new game must not clear the table that is loaded for it.
        if !save && self.last_game.take().is_some() {
            out.push(Effect::Forget);
        }
        out.push(if save {
            Effect::SaveTable { id, spec, file }
        } else {
            Effect::LoadTable { id, spec, file }
        });
        self.begin(Task::Table { id, name, save }, out);
    }

    fn balance(&mut self, rest: &str, query: fn(f32) -> Query, out: &mut Vec<Effect>) {
        match if rest.is_empty() { Ok(0.0) } else { rest.parse::<f32>() } {
            Ok(bias) if bias.is_finite() => self.think(query(bias), out),
            _ => error(out, &format!("a bias is a number, not '{}'", short(rest))),
        }
    }
}

/// Limit of the refused INFO lines that are reported.
const MAX_REFUSED: usize = 16;

/// The commands that may lead to a ponder hit; all others stop pondering.
const KEEP_PONDERING: [&str; 14] = [
    "TURN",
    "BEGIN",
    "BOARD",
    "YXBOARD",
    "START",
    "INFO",
    "ABOUT",
    "END",
    "YXSHOWINFO",
    "YXSHOWFORBID",
    "YXBLOCKRESET",
    "YXBLOCKPATHRESET",
    "YXQUERYDATABASEALL",
    "YXQUERYDATABASEONE",
];

/// The commands that need a board.
const IN_GAME: [&str; 27] = [
    "YXHASHDUMP",
    "YXHASHLOAD",
    "YXSOOSORVSTEP1",
    "YXSOOSORVSTEP2",
    "YXSOOSORVSTEP3",
    "YXSOOSORVSTEP4",
    "YXSOOSORVSTEP5",
    "YXSOOSORVSTEP6",
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
