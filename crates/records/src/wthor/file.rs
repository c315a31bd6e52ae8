//! The layout of WTHOR files, byte for byte. Numbers are little-endian.

use tengen_board::Point;

/// Bytes of the header of each of the three kinds of file.
pub const HEADER_BYTES: usize = 16;
/// Bytes of a game on 8×8.
pub const GAME_BYTES: usize = 68;
/// The limit of moves of a game on 8×8.
pub const MOST_MOVES: usize = 60;

/// The header of a `.wtb`, `.JOU` or `.TRN` file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FileHeader {
    /// The day on which the file was made: year, month, day.
    pub made: (u16, u8, u8),
    /// Games in the file (`.wtb`), 0 in the others.
    pub games: u32,
    /// Names in the file (`.JOU`, `.TRN`), 0 in the others.
    pub names: u16,
    /// The year of the games, 0 if it is not one year.
    pub year: u16,
    /// The side of the board: 0 or 8 mean 8×8, 10 means 10×10.
    pub side: u8,
    /// 0 for games, 1 for solitaires.
    pub kind: u8,
    /// The number of empties from which the theoretical scores are computed.
    pub depth: u8,
    /// The last byte, without a meaning.
    pub reserved: u8,
}

impl FileHeader {
    /// Reads a header.
    pub fn from_bytes(b: &[u8; HEADER_BYTES]) -> FileHeader {
        FileHeader {
            made: (u16::from(b[0]) * 100 + u16::from(b[1]), b[2], b[3]),
            games: u32::from_le_bytes([b[4], b[5], b[6], b[7]]),
            names: u16::from_le_bytes([b[8], b[9]]),
            year: u16::from_le_bytes([b[10], b[11]]),
            side: b[12],
            kind: b[13],
            depth: b[14],
            reserved: b[15],
        }
    }

    /// Writes it. Years beyond 25599 lose their century.
    pub fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut b = [0; HEADER_BYTES];
        b[0] = (self.made.0 / 100) as u8;
        b[1] = (self.made.0 % 100) as u8;
        b[2] = self.made.1;
        b[3] = self.made.2;
        b[4..8].copy_from_slice(&self.games.to_le_bytes());
        b[8..10].copy_from_slice(&self.names.to_le_bytes());
        b[10..12].copy_from_slice(&self.year.to_le_bytes());
        b[12..].copy_from_slice(&[self.side, self.kind, self.depth, self.reserved]);
        b
    }
}

/// One game as it is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileGame {
    /// Number of the tournament in the `.TRN` file, from 0.
    pub tournament: u16,
    /// Number of the player with black in the `.JOU` file, from 0.
    pub black: u16,
    /// Number of the player with white.
    pub white: u16,
    /// Black's discs at the end, empties counted for the winner: 0 to 64.
    pub score: u8,
    /// Black's discs by perfect play from the depth in the header on.
    pub theory: u8,
    /// The moves, each `10 · row + column`, both from 1 from the top left; 0 after the last. Passes are left out.
    pub moves: [u8; MOST_MOVES],
}

impl FileGame {
    /// Reads a game.
    pub fn from_bytes(b: &[u8; GAME_BYTES]) -> FileGame {
        let mut moves = [0; MOST_MOVES];
        moves.copy_from_slice(&b[8..]);
        FileGame {
            tournament: u16::from_le_bytes([b[0], b[1]]),
            black: u16::from_le_bytes([b[2], b[3]]),
            white: u16::from_le_bytes([b[4], b[5]]),
            score: b[6],
            theory: b[7],
            moves,
        }
    }

    /// Writes it.
    pub fn to_bytes(&self) -> [u8; GAME_BYTES] {
        let mut b = [0; GAME_BYTES];
        b[..2].copy_from_slice(&self.tournament.to_le_bytes());
        b[2..4].copy_from_slice(&self.black.to_le_bytes());
        b[4..6].copy_from_slice(&self.white.to_le_bytes());
        b[6] = self.score;
        b[7] = self.theory;
        b[8..].copy_from_slice(&self.moves);
        b
    }

    /// The points played, up to the first byte that is not a point; the index of that byte, unless only zeros follow.
    pub fn points(&self) -> (impl Iterator<Item = Point> + '_, Option<usize>) {
        let end = self.moves.iter().position(|&b| point(b).is_none()).unwrap_or(MOST_MOVES);
        let bad = (end..MOST_MOVES).find(|&i| self.moves[i] != 0);
        (self.moves[..end].iter().filter_map(|&b| point(b)), bad)
    }
}

/// The point that a byte means.
pub fn point(byte: u8) -> Option<Point> {
    let (row, col) = (byte / 10, byte % 10);
    ((1..=8).contains(&row) && (1..=8).contains(&col)).then(|| Point::new(row - 1, col - 1))
}

/// The byte that means a point of 8×8.
pub fn byte(point: Point) -> Option<u8> {
    (point.row < 8 && point.col < 8).then(|| 10 * (point.row + 1) + point.col + 1)
}
