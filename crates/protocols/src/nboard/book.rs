//! The games that an NBoard engine has learned, and their results in a position.
//!
//! A book is a text file: the first line is `tengen othello book 1`, then each line is a whole game without its
//! passes, such as `f5d6c3d3c4…`, from the usual start on 8×8. It can be read and corrected by hand; reading a book
//! replays every game. Symmetric positions and symmetric games are the same.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use tengen_board::{Cell, Color, Coords, Point, Size, Symmetry};
use tengen_games::othello::{Position, Rules};
use tengen_games::{EndReason, Game, Move};

/// The first line of a book.
const HEADER: &str = "tengen othello book 1";

/// Maximum number of games of a book.
const MAX_GAMES: usize = 50_000;

/// A position up to symmetry: the discs of the side to move, and those of the opponent.
type Key = (u64, u64);

/// Learned games of Othello on 8×8.
///
/// ```
/// use tengen_protocols::nboard::LearnedGames;
/// let book = LearnedGames::read("tengen othello book 1\n")?;
/// assert_eq!(book.games(), 0);
/// assert!(LearnedGames::read("tengen othello book 1\nf5f6a1\n").unwrap_err().starts_with("line 2: "));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LearnedGames {
    games: BTreeSet<String>,
    moves: HashMap<Key, BTreeMap<Point, MoveStats>>,
}

/// The games in which a move was played.
#[derive(Clone, Copy, Debug, Default)]
struct MoveStats {
    games: u32,
    /// The sum of the margins for the side that made the move, in discs.
    margins: i64,
}

/// A move that was played in learned games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BookMove {
    pub(super) mv: Move,
    /// Number of games.
    pub(super) games: u32,
    /// Average margin of these games, in discs for the side to move.
    pub(super) mean: f32,
}

impl LearnedGames {
    /// Reads a book.
    ///
    /// # Errors
    /// The number of the line, and what is wrong with it.
    pub fn read(text: &str) -> Result<LearnedGames, String> {
        let mut lines = text.lines().map(str::trim).enumerate();
        match lines.next() {
            Some((_, HEADER)) => {}
            _ => return Err(format!("line 1: a book begins with '{HEADER}'")),
        }
        let mut book = LearnedGames::default();
        for (i, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let game = replay(line).and_then(|game| book.learn(&game));
            game.map_err(|why| format!("line {}: {why}", i + 1))?;
        }
        Ok(book)
    }

    /// The book as text, for [`LearnedGames::read`].
    pub fn write(&self) -> String {
        let lines = std::iter::once(HEADER).chain(self.games.iter().map(String::as_str));
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Learns a finished game. True if it is new; a game that the book has already is not counted twice.
    ///
    /// # Errors
    /// The reason why the game cannot be learned.
    pub fn learn(&mut self, game: &Position) -> Result<bool, String> {
        let moves: Vec<Move> = game.moves().collect();
        let mut position = Position::new(&Rules::STANDARD);
        if game.size() != position.size() {
            return Err("only games on 8x8 are learned".into());
        }
        let Some(EndReason::Score(margin)) = game.outcome().map(|outcome| outcome.reason) else {
            return Err("only whole games are learned, and this one is not over".into());
        };
        let name = images(&moves).into_iter().min().unwrap_or_default();
        if self.games.contains(&name) {
            return Ok(false);
        }
        if self.games.len() >= MAX_GAMES {
            return Err(format!("the book is full: it has {MAX_GAMES} games"));
        }
        let mut steps = Vec::with_capacity(moves.len());
        for &mv in &moves {
            if let Move::Place(point) = mv {
                let (key, symmetries) = canonical(&position);
                let own = if position.to_move() == Color::Black { margin } else { -margin };
                steps.push((key, image(point, &symmetries), own.round() as i64));
            }
            // A game from another start may not be legal from this one.
            position.play(mv).map_err(|_| "only games from the usual start are learned".to_owned())?;
        }
        if position.size().points().any(|p| position.at(p) != game.at(p)) {
            return Err("only games from the usual start are learned".into());
        }
        for (key, point, own) in steps {
            let stats = self.moves.entry(key).or_default().entry(point).or_default();
            stats.games += 1;
            stats.margins += own;
        }
        self.games.insert(name);
        Ok(true)
    }

    /// The book's moves of this position, the best average first; among equals, the most frequent.
    pub(super) fn moves(&self, position: &Position) -> Vec<BookMove> {
        if position.size() != Size::of(8, 8) {
            return Vec::new();
        }
        let (key, symmetries) = canonical(position);
        let Some(known) = self.moves.get(&key) else { return Vec::new() };
        let mut legal = Vec::new();
        position.legal_moves_into(&mut legal);
        let book_move = |mv: Move| {
            let stats = known.get(&image(mv.point()?, &symmetries))?;
            Some(BookMove { mv, games: stats.games, mean: stats.margins as f32 / stats.games as f32 })
        };
        let mut moves: Vec<BookMove> = legal.into_iter().filter_map(book_move).collect();
        moves.sort_by(|a, b| b.mean.total_cmp(&a.mean).then(b.games.cmp(&a.games)));
        moves
    }
}

/// Replays a line of the file.
fn replay(line: &str) -> Result<Position, String> {
    let mut game = Position::new(&Rules::STANDARD);
    let bytes = line.as_bytes();
    if !line.is_ascii() || !bytes.len().is_multiple_of(2) || bytes.len() > 2 * 60 {
        return Err("a game is a list of moves such as f5d6c3".into());
    }
    for pair in bytes.chunks_exact(2) {
        if game.is_legal(Move::Pass) {
            game.play_unchecked(Move::Pass);
        }
        let text = String::from_utf8_lossy(pair);
        let mv = game.parse_move(&text).map_err(|e| e.to_string())?;
        game.play(mv).map_err(|e| e.to_string())?;
    }
    Ok(game)
}

/// The canonical form of a position, and the symmetries that lead to it.
fn canonical(position: &Position) -> (Key, Vec<Symmetry>) {
    let size = position.size();
    let own = Cell::from(position.to_move());
    let mut best: Option<(Key, Vec<Symmetry>)> = None;
    for &symmetry in Symmetry::keeping(size) {
        let mut key = (0u64, 0u64);
        for point in size.points() {
            let bit = 1u64 << size.index(symmetry.apply(point, size));
            match position.at(point) {
                Cell::Empty => {}
                cell if cell == own => key.0 |= bit,
                _ => key.1 |= bit,
            }
        }
        match &mut best {
            Some((least, symmetries)) if *least == key => symmetries.push(symmetry),
            Some((least, _)) if *least < key => {}
            _ => best = Some((key, vec![symmetry])),
        }
    }
    best.unwrap_or_default()
}

/// A point in the canonical form of its position; the first of its images if there are several.
fn image(point: Point, symmetries: &[Symmetry]) -> Point {
    let size = Size::of(8, 8);
    symmetries.iter().map(|symmetry| symmetry.apply(point, size)).min().unwrap_or(point)
}

/// A game as text, under each symmetry of the start.
fn images(moves: &[Move]) -> Vec<String> {
    let size = Size::of(8, 8);
    let start = Position::new(&Rules::STANDARD);
    let keeps = |s: &&Symmetry| size.points().all(|p| start.at(p) == start.at(s.apply(p, size)));
    let text = |s: &Symmetry| {
        let points = moves.iter().filter_map(|mv| mv.point());
        points.map(|p| Coords::Othello.format(s.apply(p, size), size)).collect()
    };
    Symmetry::keeping(size).iter().filter(keeps).map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;

    fn game(seed: u64) -> Position {
        let mut rng = SplitMix64(seed);
        let mut game = Position::new(&Rules::STANDARD);
        while !game.is_over() {
            game.play_random(&mut || rng.next_u32());
        }
        game
    }

    fn turned(game: &Position, symmetry: Symmetry) -> Position {
        let mut other = Position::new(&Rules::STANDARD);
        for mv in game.moves() {
            let mv = mv.point().map_or(Move::Pass, |p| Move::Place(symmetry.apply(p, game.size())));
            other.play(mv).unwrap();
        }
        other
    }

    #[test]
    fn the_book_agrees_with_a_plain_count_and_survives_the_file() {
        let games: Vec<Position> = (0..40).map(game).collect();
        let mut book = LearnedGames::default();
        for game in &games {
            assert_eq!(book.learn(game), Ok(true));
            assert_eq!(book.learn(game), Ok(false), "a game counts once");
        }
        let again = LearnedGames::read(&book.write()).unwrap();
        assert_eq!((again.games(), again.write()), (40, book.write()));
        // The four first moves are symmetric: each has all the games.
        let start = Position::new(&Rules::STANDARD);
        let black = |game: &Position| match game.outcome().unwrap().reason {
            EndReason::Score(margin) => f64::from(margin),
            _ => unreachable!("a game of Othello ends with a score"),
        };
        let mean = games.iter().map(black).sum::<f64>() / 40.0;
        let moves = again.moves(&start);
        assert_eq!(moves.len(), 4);
        assert!(
            moves
                .iter()
                .all(|book_move| book_move.games == 40 && (f64::from(book_move.mean) - mean).abs() < 1e-3)
        );
        // Deep in a game only that game has the position, with its margin from the side to move.
        let mut position = games[7].clone();
        position.undo();
        while !matches!(games[7].move_at(position.ply()).unwrap(), Move::Place(_)) {
            position.undo();
        }
        let own = if position.to_move() == Color::Black { 1.0 } else { -1.0 };
        let moves = again.moves(&position);
        assert_eq!((moves.len(), moves[0].mv), (1, games[7].move_at(position.ply()).unwrap()));
        assert!((f64::from(moves[0].mean) - own * black(&games[7])).abs() < 1e-3);
    }

    #[test]
    fn symmetric_games_are_the_same() {
        let mut book = LearnedGames::default();
        let one = game(3);
        book.learn(&one).unwrap();
        let size = one.size();
        let start = Position::new(&Rules::STANDARD);
        for &symmetry in Symmetry::keeping(size) {
            if size.points().all(|p| start.at(p) == start.at(symmetry.apply(p, size))) {
                assert_eq!(book.learn(&turned(&one, symmetry)), Ok(false));
            }
        }
        assert_eq!(book.games(), 1);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, says) in [
            ("", "line 1"),
            ("tengen othello book 2\n", "line 1"),
            ("tengen othello book 1\nf5d6c\n", "line 2: a game"),
            ("tengen othello book 1\n# a comment\nf5f5\n", "line 3"),
            ("tengen othello book 1\nf5d6c3\n", "not over"),
            ("tengen othello book 1\n星星\n", "line 2"),
            ("tengen othello book 1\nz9z9\n", "line 2"),
        ] {
            let why = LearnedGames::read(text).unwrap_err();
            assert!(why.contains(says), "{text}: {why}");
        }
        assert!(LearnedGames::default().learn(&Position::new(&Rules::STANDARD)).is_err());
    }
}
