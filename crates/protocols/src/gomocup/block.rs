//! Commands of several lines, most of them up to DONE: BOARD, YXBOARD, SWAP2BOARD, YXBLOCK and its undo,
//! YXSOOSORVSTEP, YXHASHDUMP, and the commands of Yixin-Board's database.

use super::settings::short;
use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_games::gomoku::{Position, Rules};
use tengen_games::{Game, Move, Reason, SetUp};

/// The command that a block belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BlockKind {
    /// BOARD: a position, and the engine is to move.
    Board,
    /// YXBOARD: a position only.
    YxBoard,
    /// SWAP2BOARD: the stones of an opening.
    Swap2,
    /// YXBLOCK: points that the engine must not play.
    Block,
    /// YXBLOCKUNDO: points that it may play again.
    Unblock,
    /// YXSOOSORVSTEP2 to 6: the stones so far. The commands of steps 4 and 5 also name the number of fifth moves.
    Soosorv {
        /// The number of the step.
        step: u8,
        /// Number of fifth moves.
        fifths: Option<u8>,
    },
    /// YXHASHDUMP: one line, the name of a file to write.
    HashDump,
    /// YXHASHLOAD: one line, the name of a file to read.
    HashLoad,
    /// A command for a part that this engine does not have, such as a database of games. Its lines are read and
    /// ignored.
    Foreign {
        /// True if one line follows, without DONE.
        one_line: bool,
    },
}

/// A block, line by line.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) kind: BlockKind,
    /// Points with the number after them; 1 if there is none.
    stones: Vec<(Point, u8)>,
    /// The line of a command that has one.
    text: String,
    /// The first error. The lines after it are read up to DONE and ignored.
    wrong: Option<String>,
}

impl BlockKind {
    /// A command of Yixin-Board's database. True if the engine gives no answer, like an engine whose database is
    /// empty: Yixin-Board asks after every move.
    pub(super) fn foreign(command: &str) -> Option<(BlockKind, bool)> {
        let one_line = match command {
            "YXSETDATABASE" | "YXDBTOPOS" | "YXDBTOTXT" | "YXTXTTODB" => true,
            "YXQUERYDATABASEALL"
            | "YXQUERYDATABASEONE"
            | "YXDELETEDATABASEALL"
            | "YXDELETEDATABASEONE"
            | "YXSETBESTMOVEDATABASE"
            | "YXCLEARBESTMOVEDATABASE"
            | "YXEDITLABELDATABASE"
            | "YXEDITTVDDATABASE"
            | "YXBLOCKPATH"
            | "YXBLOCKPATHUNDO" => false,
            _ => return None,
        };
        Some((BlockKind::Foreign { one_line }, command.starts_with("YXQUERY")))
    }
}

impl Block {
    pub(super) fn new(kind: BlockKind) -> Block {
        Block { kind, stones: Vec::new(), text: String::new(), wrong: None }
    }

    /// Reads one line. True for the last one.
    pub(super) fn line(&mut self, text: &str, size: Size) -> bool {
        if matches!(self.kind, BlockKind::HashDump | BlockKind::HashLoad) {
            self.text = text.into();
            return true;
        }
        if text.eq_ignore_ascii_case("done") {
            return true;
        }
        if let BlockKind::Foreign { one_line } = self.kind {
            return one_line;
        }
        if self.wrong.is_some() {
            return false;
        }
        // Some managers write the owner of a SWAP2BOARD stone into a third field.
        let with_field = match self.kind {
            BlockKind::Board | BlockKind::YxBoard => true,
            BlockKind::Swap2 => text.matches(',').count() == 2,
            _ => false,
        };
        let (point, field) = match text.rsplit_once(',') {
            Some((point, field)) if with_field => (point, field.trim().parse().unwrap_or(0)),
            _ => (text, 1),
        };
        match Coords::Xy.parse(point, size) {
            Ok(p) if self.stones.len() >= size.area() => {
                self.refuse(format!("line for {p:?}: more stones than points"))
            }
            Ok(p) if (1..=3).contains(&field) => self.stones.push((p, field)),
            Ok(_) => self.refuse(format!("'{}': the field is 1 (own), 2 (opponent) or 3", short(text))),
            Err(_) => {
                self.refuse(format!("'{}' is not a point of a {size} board: X,Y from 0,0", short(text)))
            }
        }
        false
    }

    pub(super) fn refuse(&mut self, why: String) {
        self.wrong.get_or_insert(why);
    }

    /// The line of a block of one line.
    pub(super) fn text(self) -> Result<String, String> {
        self.wrong.map_or(Ok(self.text), Err)
    }

    /// The points of a block without colours.
    pub(super) fn points(self) -> Result<Vec<Point>, String> {
        match self.wrong {
            Some(why) => Err(why),
            None => Ok(self.stones.into_iter().map(|(p, _)| p).collect()),
        }
    }

    /// The position. Stones in the order of play, black first, are played, so that their order is known. Others are
    /// set up, and so are those that play through a point that is forbidden to black.
    ///
    /// The side that is to move is white if the opponent has one stone more, or three, else black: with two stones more
    /// white has passed less often.
    pub(super) fn position(self, rules: &Rules) -> Result<Position, String> {
        if let Some(why) = self.wrong {
            return Err(why);
        }
        // A field of 3 belongs to an earlier game of a continuous series: it is no stone of this one.
        let stones: Vec<(Point, u8)> = self.stones.into_iter().filter(|&(_, field)| field != 3).collect();
        let count = |field| stones.iter().filter(|s| s.1 == field).count();
        let more = count(2).saturating_sub(count(1));
        let own = if more % 2 == 1 { Color::White } else { Color::Black };
        let color = |field| if field == 1 { own } else { own.opponent() };
        let in_order = stones.iter().enumerate().all(|(i, s)| color(s.1) == Color::BOTH[i % 2]);
        if in_order && count(1) + 1 >= count(2) && Color::BOTH[stones.len() % 2] == own {
            let mut position = Position::new(rules);
            let refused = stones.iter().find_map(|&(p, _)| position.play(Move::Place(p)).err());
            match refused.map(|illegal| (illegal.reason.clone(), illegal)) {
                None => return Ok(position),
                Some((Reason::Forbidden(_), _)) => {}
                Some((_, illegal)) => return Err(illegal.to_string()),
            }
        }
        let cells = stones.iter().map(|&(p, field)| (p, Cell::from(color(field)))).collect();
        Position::set_up(rules, &SetUp { cells, to_move: own }).map_err(|e| e.to_string())
    }
}
