//! What a reader expects at a location, and what it finds there instead: data, so that front ends have words of their
//! own. `Display` writes English.
//!
//! The enumerations are exhaustive on purpose: a new variant does not compile until each language has a text for it.

use std::fmt;
use tengen_board::{Color, Coords, Size};
use tengen_games::{GameKind, SpecError};

/// What would be right at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Input that can be read to its end.
    Readable,
    /// A game record in one of the [formats](crate::Format).
    KnownFormat,
    /// Not more than this many, by the [limits](crate::ReadLimits) of the reader.
    AtMost(usize, Counted),
    /// A first line like this one.
    Header(&'static str),
    /// At the end of the header, 0 or 1 for the player who began.
    WhoBegan,
    /// This many bytes of a part of a binary file.
    Bytes(usize, Chunk),
    /// This many names of this many bytes each.
    Names(usize, usize),
    /// The marker of a RenLib library, or h8 in files older than 3.0.
    LibraryHeader,
    /// A file of this version or an older one.
    Version(u8, u8),
    /// A file of games rather than of solitaires.
    FileOfGames,
    /// One of the games that the format has here, as it names them.
    Game(&'static [(&'static str, GameKind)]),
    /// The moves of one game.
    Moves,
    /// The size of a board, such as this one.
    BoardSize(&'static str),
    /// A board of this size.
    BoardOf(Size),
    /// A board on which the game can be played; why this one is not.
    Playable(Box<SpecError>),
    /// A point of the board in a notation, or a word for a pass if a pass is a move.
    Point(Size, Coords, Option<&'static str>),
    /// A point of the board, or the two corners of a rectangle with `:` between them.
    Points(Size),
    /// A move of this side, which has one and so may not pass.
    NoPass(Color),
    /// A column from 1 to this one.
    Column(usize),
    /// Column and row, of which the first are numbered so.
    ColumnAndRow(Size, u8),
    /// A byte that means a point, `step · (row − base) + column`, or 0.
    PointByte {
        /// How far the bytes of two rows are apart.
        step: u8,
        /// The row whose bytes begin at 0.
        base: u8,
        /// The side of the board: rows and columns are counted from 1.
        side: u8,
    },
    /// A number of discs, at most this one.
    Discs(u8),
    /// The value of a move.
    MoveValue,
    /// A move and its value.
    ValuedMove,
    /// The time spent on a move.
    TimeSpent,
    /// A move, its value and the time spent, with `/` between them.
    MoveParts,
    /// The line of a move, or the code of how the game ended.
    MoveOrCode,
    /// A number of points of komi.
    Komi,
    /// A point and a text, with `:` between them.
    Label,
    /// The side to move, as one of these letters.
    SideToMove(&'static str, &'static str),
    /// A cell for each point of a board.
    Cells,
    /// The `;` that ends a field.
    FieldEnd,
    /// A position as GGF writes it: size, cells, side to move.
    Position,
    /// The `(;` that begins a game.
    GameStart,
    /// What ends a game.
    GameEnd(&'static str),
    /// The `;` that begins a node.
    NodeStart,
    /// A property, or one of these characters.
    Property(&'static [&'static str]),
    /// The name of a property.
    PropertyName,
    /// The `[` that begins a value.
    ValueStart,
    /// The `]` that ends a value.
    ValueEnd,
    /// Only variations after a variation.
    NoNodeAfterVariation,
    /// One root of a game.
    OneRoot,
    /// A root without siblings.
    RootWithoutSiblings,
    /// Another move, as the last one does not end its line.
    FurtherMove,
    /// Another variation, as one was announced.
    FurtherVariation,
    /// The byte that ends a text.
    TextEnd,
    /// The end of the input, after this many games where the file counts them.
    End(Option<u32>),
    /// Well-formed XML.
    Xml,
    /// This element of XML.
    Element(&'static str),
    /// A character set that can be read.
    CharacterSet,
    /// The result of a game: 1, 0.5 or 0.
    Result,
    /// A board drawn in characters.
    Diagram,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Readable => f.write_str("a file that can be read"),
            Expected::KnownFormat => {
                f.write_str("a game record (SGF, psq, RenLib, RIF, GGF, WTHOR, OBF, a diagram or a list of moves)")
            }
            Expected::AtMost(most, counted) => write!(f, "at most {most} {counted}"),
            Expected::Header(example) => write!(f, "a header such as '{example}'"),
            Expected::WhoBegan => f.write_str("0 or 1 at the end of the header, for the player who began"),
            Expected::Bytes(bytes, chunk) => write!(f, "{bytes} bytes of {chunk}"),
            Expected::Names(count, bytes) => {
                write!(f, "{count} names of {bytes} bytes each after the header")
            }
            Expected::LibraryHeader => {
                f.write_str("the header FF 'RenLib' FF, or h8 (78) in files older than 3.0")
            }
            Expected::Version(major, minor) => write!(f, "a version up to {major}.{minor}"),
            Expected::FileOfGames => f.write_str("a file of games (0)"),
            Expected::Game(names) => {
                let names: Vec<String> =
                    names.iter().map(|(name, game)| format!("{name} ({})", game.info().name.en)).collect();
                write!(f, "a game that can be read, such as {}", names.join(", "))
            }
            Expected::Moves => f.write_str("moves of one game, such as h8 i9, f5 d6, Q16 D4 or 4435"),
            Expected::BoardSize(example) => write!(f, "a board size of 1 to 25, such as {example}"),
            Expected::BoardOf(size) => write!(f, "a board of {size}"),
            Expected::Playable(why) => write!(f, "a board that the game is played on ({why})"),
            Expected::Point(size, coords, pass) => {
                let example = coords.format(size.center(), *size);
                write!(f, "a point of the {size} board such as {example}")?;
                match pass {
                    None => Ok(()),
                    Some("") => f.write_str(", or nothing for a pass"),
                    Some(pass) => write!(f, ", or {pass}"),
                }
            }
            Expected::Points(size) => write!(f, "a point of the {size} board, or two with ':' between"),
            Expected::NoPass(side) => write!(f, "a move of {side}, who may not pass while there is one"),
            Expected::Column(most) => write!(f, "a column from 1 to {most}"),
            Expected::ColumnAndRow(size, first) => {
                let last = |side: usize| side + usize::from(*first) - 1;
                let (cols, rows) = (last(size.cols()), last(size.rows()));
                write!(f, "a column from {first} to {cols} and a row from {first} to {rows}")
            }
            Expected::PointByte { step, base: 0, side } => {
                write!(f, "a point, {step} · row + column, each of 1 to {side}, or 0")
            }
            Expected::PointByte { step, base, side } => {
                write!(f, "a point, {step} · (row − {base}) + column, each of 1 to {side}, or 0")
            }
            Expected::Discs(most) => write!(f, "a number of discs, 0 to {most}"),
            Expected::MoveValue => f.write_str("a number as the move's value"),
            Expected::ValuedMove => f.write_str("a move and its value, such as G8:+18"),
            Expected::TimeSpent => f.write_str("the time spent, such as 2.5"),
            Expected::MoveParts => f.write_str("a move, its value and the time spent, with '/' between"),
            Expected::MoveOrCode => f.write_str("a move such as 10,10,456, or a code"),
            Expected::Komi => f.write_str("a number of points such as 6.5"),
            Expected::Label => f.write_str("a point and a text, with ':' between"),
            Expected::SideToMove(black, white) => write!(f, "the side to move, {black} or {white}"),
            Expected::Cells => {
                f.write_str("a cell (X, O or -) for each point of a board, such as 64 for 8x8")
            }
            Expected::FieldEnd => f.write_str("';' at the end of the field"),
            Expected::Position => f.write_str(
                "the size of the board, a cell (*, O or -) for each point and the side to move (* or O)",
            ),
            Expected::GameStart => f.write_str("a game, which begins with '(;'"),
            Expected::GameEnd(end) => write!(f, "'{end}' to end the game"),
            Expected::NodeStart => f.write_str("';' to begin a node"),
            Expected::Property(others) => write!(f, "a property such as B[], or '{}'", others.join("' or '")),
            Expected::PropertyName => f.write_str("the name of a property"),
            Expected::ValueStart => f.write_str("'[' and a value"),
            Expected::ValueEnd => f.write_str("']' to end the value"),
            Expected::NoNodeAfterVariation => f.write_str("no node after a variation"),
            Expected::OneRoot => f.write_str("one root of a game"),
            Expected::RootWithoutSiblings => f.write_str("a root without siblings"),
            Expected::FurtherMove => f.write_str("a further move, as the last one does not end its line"),
            Expected::FurtherVariation => f.write_str("a further variation, as one was announced"),
            Expected::TextEnd => f.write_str("the byte that ends a text"),
            Expected::End(None) => f.write_str("the end"),
            Expected::End(Some(games)) => write!(f, "the end after {games} games"),
            Expected::Xml => f.write_str("well-formed XML"),
            Expected::Element(name) => write!(f, "the element <{name}>"),
            Expected::CharacterSet => f.write_str("UTF-8, or a character set of one byte a letter"),
            Expected::Result => f.write_str("a result: 1, 0.5 or 0"),
            Expected::Diagram => f.write_str(
                "a board in characters: rows with their numbers, the letters of the columns, stones as ●○ or XO",
            ),
        }
    }
}

/// What a limit of a reader counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Bytes of a whole file.
    FileBytes,
    /// Bytes of one game.
    GameBytes,
    /// Bytes of one line.
    LineBytes,
    /// Bytes of one value or text.
    ValueBytes,
    /// Bytes of the tables before the games.
    TableBytes,
    /// Nodes of one game.
    Nodes,
    /// Points set up or marked in one game.
    Points,
    /// Records of one input.
    Records,
    /// Elements of XML in each other.
    Depth,
}

impl Counted {
    /// Every one of them.
    pub const ALL: [Counted; 9] = [
        Counted::FileBytes,
        Counted::GameBytes,
        Counted::LineBytes,
        Counted::ValueBytes,
        Counted::TableBytes,
        Counted::Nodes,
        Counted::Points,
        Counted::Records,
        Counted::Depth,
    ];
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Counted::FileBytes => "bytes in a file",
            Counted::GameBytes => "bytes in a game",
            Counted::LineBytes => "bytes in a line",
            Counted::ValueBytes => "bytes in a value",
            Counted::TableBytes => "bytes of tables",
            Counted::Nodes => "nodes in a game",
            Counted::Points => "points set up or marked in a game",
            Counted::Records => "records",
            Counted::Depth => "elements in each other",
        })
    }
}

/// A part of a binary file that has a fixed length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chunk {
    /// The header.
    Header,
    /// A game: its number from 1, and the number of games in the file.
    Game(u32, u32),
    /// A node.
    Node,
    /// The last pair of bytes of a text.
    TextPair,
}

impl fmt::Display for Chunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chunk::Header => f.write_str("a header"),
            Chunk::Game(number, games) => write!(f, "game {number} of {games}"),
            Chunk::Node => f.write_str("a node"),
            Chunk::TextPair => f.write_str("the last pair of a text"),
        }
    }
}

/// What is at a location instead of what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// Nothing at all.
    Nothing,
    /// More of it.
    More,
    /// The end of the input.
    End,
    /// The end of the line.
    LineEnd,
    /// A piece of the input: its first line, shortened, with control characters escaped.
    Quote(String),
    /// These bytes of a binary file.
    Bytes(Vec<u8>),
    /// A number.
    Number(u64),
    /// This many bytes.
    ByteCount(usize),
    /// This many cells.
    Cells(usize),
    /// A board of this size.
    Board(Size),
    /// A file of this version.
    Version(u8, u8),
    /// An error of the operating system or of the reader of XML, in its own words.
    Error(String),
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Nothing => f.write_str("nothing"),
            Found::More => f.write_str("more"),
            Found::End => f.write_str("the end"),
            Found::LineEnd => f.write_str("the end of the line"),
            Found::Quote(text) => write!(f, "'{text}'"),
            Found::Bytes(bytes) => f.write_str(&hex(bytes)),
            Found::Number(number) => write!(f, "{number}"),
            Found::ByteCount(bytes) => write!(f, "{bytes} bytes"),
            Found::Cells(cells) => write!(f, "{cells} cells"),
            Found::Board(size) => write!(f, "one of {size}"),
            Found::Version(major, minor) => write!(f, "{major}.{minor}"),
            Found::Error(words) => f.write_str(words),
        }
    }
}

/// Bytes in hexadecimal, as `78 FF`.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

/// Quotes a piece of input, see [`quoted`].
pub(crate) fn quote(bytes: &[u8]) -> Found {
    match quoted(bytes) {
        text if !text.is_empty() => Found::Quote(text),
        _ if bytes.is_empty() => Found::Nothing,
        _ => Found::LineEnd,
    }
}

/// The first line of a piece of input with anything in it: shortened, with control characters and invalid text escaped.
/// A message is read by people, who need neither `\n` nor `\"`.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    const MOST: usize = 24;
    let is_end = |b: &u8| matches!(b, b'\n' | b'\r');
    // A blank that ends no line is quoted: it may be what is wrong.
    let bytes = if bytes.iter().any(is_end) { bytes.trim_ascii() } else { bytes };
    let line = bytes.split(is_end).next().unwrap_or_default();
    let cut = &line[..line.len().min(MOST)];
    let printable = |text: &str| text.chars().map(shown).collect::<String>();
    let text = match std::str::from_utf8(cut) {
        Ok(text) => printable(text),
        Err(e) if e.error_len().is_none() && e.valid_up_to() > 0 => {
            printable(&String::from_utf8_lossy(&cut[..e.valid_up_to()]))
        }
        Err(_) => cut.escape_ascii().to_string(),
    };
    text + if bytes.len() > cut.len() { "…" } else { "" }
}

/// A character as a quote shows it.
fn shown(c: char) -> String {
    match c {
        '\t' => " ".into(),
        '"' | '\'' | '\\' => c.into(),
        _ => c.escape_debug().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_and_printable() {
        let text = |bytes| quote(bytes).to_string();
        assert_eq!(quote(b""), Found::Nothing);
        // A person reads the line that is wrong, without the signs of a programming language.
        assert_eq!(text(b"a\nb"), "'a…'");
        assert_eq!(text(b"\r\n a\tb\r\n"), "'a b'");
        assert_eq!(quote(b"\n"), Found::LineEnd);
        assert_eq!(text(b" "), "' '");
        assert_eq!(text(br#"C["\]"#), r#"'C["\]'"#);
        assert_eq!(text(&[0xff, 0x00]), "'\\xff\\x00'");
        assert_eq!(text("天元天元天元天元天元".as_bytes()), "'天元天元天元天元…'");
        assert!(text(&[b'x'; 1000]).len() < 40);
    }

    #[test]
    fn bytes_are_hexadecimal() {
        assert_eq!(Found::Bytes(vec![0x78, 0xff, 0x0a]).to_string(), "78 FF 0A");
    }
}
