//! What a format cannot hold, and why a record cannot be written: data, so that front ends have words of their own.
//! `Display` writes English.
//!
//! The enumerations are exhaustive on purpose: a new variant does not compile until each language has a text for it.

use crate::{Violation, wthor::PROPERTY};
use std::fmt;
use tengen_board::{Point, Size};
use tengen_games::Move;

/// Something in a record that a format cannot hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConversionLoss {
    /// The index of the record, from 0.
    pub record: usize,
    /// What was left out or written less exactly.
    pub part: LostPart,
    /// How many of them, where they are counted; otherwise 0.
    pub count: usize,
}

impl ConversionLoss {
    /// A loss that is not counted.
    pub(crate) fn new(record: usize, part: LostPart) -> ConversionLoss {
        ConversionLoss { record, part, count: 0 }
    }
}

/// `record 2: comments (12)`.
impl fmt::Display for ConversionLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}: {}", self.record + 1, self.part)?;
        if self.count > 0 { write!(f, " ({})", self.count) } else { Ok(()) }
    }
}

/// What was left out of a file or written less exactly.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LostPart {
    /// The names of the players.
    PlayerNames,
    /// Their ranks.
    Ranks,
    /// Their teams.
    Teams,
    /// The result.
    Result,
    /// The result; the discs at the end are written instead.
    ResultForDiscs,
    /// The result of a game that is not over; black's discs on the board are written instead.
    ResultForPresentDiscs,
    /// The date.
    Date,
    /// The month and the day of the date.
    MonthAndDay,
    /// The event.
    Event,
    /// The round.
    Round,
    /// The place.
    Place,
    /// The name of the game.
    GameName,
    /// The comment on the game.
    GameComment,
    /// The name of the program that wrote the record.
    Program,
    /// The time limits.
    TimeLimits,
    /// The part of the time limits that comes after the main time.
    Overtime,
    /// The fractions of a second of the main time.
    MainTimeFractions,
    /// The rules, [as text](tengen_games::GameSpec::rules_text).
    Rules(String),
    /// The size of the board.
    BoardSize(Size),
    /// Rules that are given twice.
    RulesTwice,
    /// The game, because it has no moves.
    GameWithoutMoves,
    /// Moves in variations.
    Variations,
    /// Moves that do not belong to the position that is written, or have no value.
    OtherMoves,
    /// The moves that lead to the position that is written.
    MovesBefore,
    /// Decisions of the opening rule.
    OpeningDecisions,
    /// Colours of moves that do not alternate.
    ColorsOutOfTurn,
    /// Sides to move.
    SidesToMove,
    /// Stones that are set up.
    SetUps,
    /// Names of positions.
    PositionNames,
    /// Comments.
    Comments,
    /// Comments on moves, where the format has one on the position.
    MoveComments,
    /// Comments and marks on nodes without a move.
    CommentsWithoutMove,
    /// Empty lines and control characters in comments.
    CommentLayout,
    /// Line breaks and outer spaces in comments.
    CommentLineBreaks,
    /// Marks.
    Marks,
    /// Marks other than labels.
    MarksWithoutText,
    /// Control characters in labels.
    LabelLayout,
    /// How hot a marked position is.
    HotMarks,
    /// Points off the board.
    PointsOffBoard,
    /// The time that a player had left.
    TimeLeft,
    /// The time left at nodes without a move.
    TimeLeftWithoutMove,
    /// The time spent on moves.
    TimeSpent,
    /// The fractions of a millisecond of the time spent.
    MillisecondFractions,
    /// Values of moves.
    Values,
    /// Values that are no numbers.
    ValuesWithoutNumber,
    /// Values and times that belong to no move.
    ValuesWithoutMove,
    /// The theoretical score, because the file has those of another depth.
    TheoryOfOtherDepth,
    /// The theoretical score, which is not known; the played one is written.
    UnknownTheory,
    /// The year of a file, which its records do not name or not alike; 0 is written for an unknown one.
    UnknownYear,
    /// Other properties.
    OtherProperties,
    /// Properties under a name that SGF does not allow.
    PropertyNames,
    /// Numbers of a WTHOR file that are out of range.
    NumbersOutOfRange,
    /// Numbers of players or tournaments without a name.
    NumbersWithoutName,
    /// A part of this name, of which the format holds so many Latin-1 letters.
    NameEnd(String, usize),
    /// A name that does not fit on a line of its own.
    NameOnLine,
    /// Line breaks in names.
    NameLineBreaks,
    /// Closing brackets in texts, written as round ones.
    Brackets,
    /// Bytes that are no text.
    NoText,
    /// The name of the character set.
    CharsetName,
    /// A field that would be read as something else.
    AmbiguousField,
}

impl fmt::Display for LostPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LostPart::PlayerNames => "names of the players",
            LostPart::Ranks => "ranks",
            LostPart::Teams => "teams",
            LostPart::Result => "result",
            LostPart::ResultForDiscs => "result (the discs at the end are written)",
            LostPart::ResultForPresentDiscs => {
                "result (the game is not over: black's discs on the board are written)"
            }
            LostPart::Date => "date",
            LostPart::MonthAndDay => "month and day",
            LostPart::Event => "event",
            LostPart::Round => "round",
            LostPart::Place => "place",
            LostPart::GameName => "name of the game",
            LostPart::GameComment => "comment on the game",
            LostPart::Program => "name of the program",
            LostPart::TimeLimits => "time limits",
            LostPart::Overtime => "overtime",
            LostPart::MainTimeFractions => "fractions of a second of the main time",
            LostPart::Rules(rules) => return write!(f, "rules ({rules})"),
            LostPart::BoardSize(size) => return write!(f, "size of the board ({size})"),
            LostPart::RulesTwice => "rules that are given twice",
            LostPart::GameWithoutMoves => "the game, which has no moves",
            LostPart::Variations => "moves in variations",
            LostPart::OtherMoves => "moves that are not the position's own, or have no value",
            LostPart::MovesBefore => "moves, of which the last leads to the position",
            LostPart::OpeningDecisions => "decisions of the opening rule",
            LostPart::ColorsOutOfTurn => "colours of moves that do not alternate",
            LostPart::SidesToMove => "sides to move",
            LostPart::SetUps => "stones set up",
            LostPart::PositionNames => "names of positions",
            LostPart::Comments => "comments",
            LostPart::MoveComments => "comments on moves",
            LostPart::CommentsWithoutMove => "comments and marks on nodes without a move",
            LostPart::CommentLayout => "empty lines and control characters in comments",
            LostPart::CommentLineBreaks => "line breaks and outer spaces in comments",
            LostPart::Marks => "marks",
            LostPart::MarksWithoutText => "marks other than labels",
            LostPart::LabelLayout => "control characters in labels",
            LostPart::HotMarks => "how hot a marked position is",
            LostPart::PointsOffBoard => "points off the board",
            LostPart::TimeLeft => "time left",
            LostPart::TimeLeftWithoutMove => "time left without a move",
            LostPart::TimeSpent => "time spent",
            LostPart::MillisecondFractions => "fractions of a millisecond",
            LostPart::Values => "values of moves",
            LostPart::ValuesWithoutNumber => "values that are no numbers",
            LostPart::ValuesWithoutMove => "values and times that belong to no move",
            LostPart::TheoryOfOtherDepth => "theoretical score (the file names another depth)",
            LostPart::UnknownTheory => "theoretical score (not known: the played one is written)",
            LostPart::UnknownYear => "year of the file (the records name none, or several: 0 is written)",
            LostPart::OtherProperties => "other properties",
            LostPart::PropertyNames => "properties without a name that SGF allows",
            LostPart::NumbersOutOfRange => {
                return write!(f, "numbers of the property {PROPERTY} that are not in range");
            }
            LostPart::NumbersWithoutName => "numbers of players or tournaments without a name",
            LostPart::NameEnd(name, most) => {
                return write!(f, "part of the name '{name}' ({most} Latin-1 letters)");
            }
            LostPart::NameOnLine => "a name that does not fit on a line of its own",
            LostPart::NameLineBreaks => "line breaks in names",
            LostPart::Brackets => "']' in texts (written as ')')",
            LostPart::NoText => "bytes that are no text",
            LostPart::CharsetName => "the name of the character set",
            LostPart::AmbiguousField => "a field that would be read as something else",
        })
    }
}

/// Why a record cannot be written in a format: without this part the file would be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unwritable {
    /// Stones are set up, and the format has only moves.
    SetUp,
    /// Stones are set up after the first move.
    SetUpInGame,
    /// The first node has a move, and the format has none there.
    MoveAtRoot,
    /// The main line has a pass, and the format has none.
    Pass,
    /// The sides do not move in turn.
    OutOfTurn,
    /// A point off the board.
    OffBoard(Point),
    /// A move that the format does not have on this board.
    NotOnBoard(Move),
    /// The move, as players write it, is illegal, and the record does not say whose it is.
    UnknownSide(String),
    /// The line breaks the rules.
    Rules(Box<Violation>),
    /// The board is not of the only size that the format has: that size, and the record's.
    Board(Size, Size),
    /// The board is not square.
    NotSquare(Size),
    /// The game is not Othello.
    NotOthello,
    /// The game does not begin from the usual position.
    UnusualStart,
    /// The tables of names are full, and this name is not in them.
    NamesFull(String),
    /// There are more games than the file can count.
    TooManyGames,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unwritable::SetUp => "stones are set up, and the format has only moves",
            Unwritable::SetUpInGame => "stones are set up in the middle of the game",
            Unwritable::MoveAtRoot => "the first node has a move, where the format has none",
            Unwritable::Pass => "the game has a pass, which the format does not have",
            Unwritable::OutOfTurn => "the sides do not move in turn",
            Unwritable::OffBoard(point) => return write!(f, "{point:?} is off the board"),
            Unwritable::NotOnBoard(mv) => return write!(f, "{mv:?} is no move on this board"),
            Unwritable::UnknownSide(text) => {
                return write!(f, "{text} is illegal, and the record does not say whose move it is");
            }
            Unwritable::Rules(violation) => return violation.fmt(f),
            Unwritable::Board(only, size) => return write!(f, "the format has boards of {only}, not {size}"),
            Unwritable::NotSquare(size) => return write!(f, "a board of {size} is not square"),
            Unwritable::NotOthello => "the game is not Othello",
            Unwritable::UnusualStart => "the game does not begin from the usual position",
            Unwritable::NamesFull(name) => {
                return write!(f, "a table of names holds 65,535 of them, and '{name}' is one more");
            }
            Unwritable::TooManyGames => "a file counts its games in 32 bits",
        })
    }
}
