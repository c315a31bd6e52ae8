//! The games that an NBoard engine has learned, and what they say of a position.
//!
//! A book is a file of text: a first line `tengen othello book 1`, then a whole game a line, its moves one after another as in
//! `f5d6c3d3c4…`, passes left out, from the usual start on 8×8. It is small enough to be read and mended by hand; every game is played
//! again by the rules when it is read. Positions and games that are each other's images are the same.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use tengen_board::{Cell, Color, Coords, Point, Size, Symmetry};
use tengen_games::othello::{Position, Rules};
use tengen_games::{EndReason, Game, Move};

/// The first line of a book.
const HEAD: &str = "tengen othello book 1";

/// The most games that a book may have.
const MOST_GAMES: usize = 50_000;

/// A position up to symmetry: the discs of the side to move, and of the other.
type Key = (u64, u64);

/// Learned games of Othello on 8×8.
///
/// ```
/// use tengen_protocols::nboard::Book;
/// let book = Book::read("tengen othello book 1\n")?;
/// assert_eq!(book.games(), 0);
/// assert!(Book::read("tengen othello book 1\nf5f6a1\n").unwrap_err().starts_with("line 2: "));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Book {
    games: BTreeSet<String>,
    moves: HashMap<Key, BTreeMap<Point, Known>>,
}

/// What the games say of a move.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    games: u32,
    /// The sum of the margins for the side that made the move, in discs.
    margins: i64,
}

/// A move that was played in learned games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BookMove {
    pub(super) mv: Move,
    /// How often.
    pub(super) games: u32,
    /// How these games ended on average, in discs for the side to move.
    pub(super) mean: f32,
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// The line and what is wrong with it.
    pub fn read(text: &str) -> Result<Book, String> {
        let mut lines = text.lines().map(str::trim).enumerate();
        match lines.next() {
            Some((_, HEAD)) => {}
            _ => return Err(format!("line 1: a book begins with '{HEAD}'")),
        }
        let mut book = Book::default();
        for (i, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let game = replay(line).and_then(|game| book.learn(&game));
            game.map_err(|why| format!("line {}: {why}", i + 1))?;
        }
        Ok(book)
    }

    /// The book as text, for [`Book::read`].
    pub fn write(&self) -> String {
        let lines = std::iter::once(HEAD).chain(self.games.iter().map(String::as_str));
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    /// How many games it has.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Learns a game that has been played to its end; whether it is new. A game that is known already is not counted twice.
    ///
    /// # Errors
    /// Why it cannot be learned.
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
        if self.games.len() >= MOST_GAMES {
            return Err(format!("the book is full: it has {MOST_GAMES} games"));
        }
        let mut steps = Vec::with_capacity(moves.len());
        for &mv in &moves {
            if let Move::Place(point) = mv {
                let (key, ways) = canonical(&position);
                let own = if position.to_move() == Color::Black { margin } else { -margin };
                steps.push((key, image(point, &ways), own.round() as i64));
            }
            // A game from another beginning cannot be played from this one.
            position.play(mv).map_err(|_| "only games from the usual beginning are learned".to_owned())?;
        }
        if position.size().points().any(|p| position.at(p) != game.at(p)) {
            return Err("only games from the usual beginning are learned".into());
        }
        for (key, point, own) in steps {
            let known = self.moves.entry(key).or_default().entry(point).or_default();
            known.games += 1;
            known.margins += own;
        }
        self.games.insert(name);
        Ok(true)
    }

    /// The moves of this position that are known, those that ended best first; among equals, the more often played.
    pub(super) fn moves(&self, position: &Position) -> Vec<BookMove> {
        if position.size() != Size::of(8, 8) {
            return Vec::new();
        }
        let (key, ways) = canonical(position);
        let Some(known) = self.moves.get(&key) else { return Vec::new() };
        let mut legal = Vec::new();
        position.legal_moves_into(&mut legal);
        let told = |mv: Move| {
            let known = known.get(&image(mv.point()?, &ways))?;
            Some(BookMove { mv, games: known.games, mean: known.margins as f32 / known.games as f32 })
        };
        let mut moves: Vec<BookMove> = legal.into_iter().filter_map(told).collect();
        moves.sort_by(|a, b| b.mean.total_cmp(&a.mean).then(b.games.cmp(&a.games)));
        moves
    }
}

/// Plays a line of the file.
fn replay(line: &str) -> Result<Position, String> {
    let mut game = Position::new(&Rules::STANDARD);
    let bytes = line.as_bytes();
    if !line.is_ascii() || !bytes.len().is_multiple_of(2) || bytes.len() > 2 * 60 {
        return Err("a game is a row of moves such as f5d6c3".into());
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

/// The symmetries of the board that bring the position into its one form, and that form.
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
            Some((least, ways)) if *least == key => ways.push(symmetry),
            Some((least, _)) if *least < key => {}
            _ => best = Some((key, vec![symmetry])),
        }
    }
    best.unwrap_or_default()
}

/// A point as the one form of its position has it; the first of its images where there are several.
fn image(point: Point, ways: &[Symmetry]) -> Point {
    let size = Size::of(8, 8);
    ways.iter().map(|way| way.apply(point, size)).min().unwrap_or(point)
}

/// A game as text, under each symmetry that keeps the beginning as it is.
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
    fn it_agrees_with_a_plain_count_and_survives_the_file() {
        let games: Vec<Position> = (0..40).map(game).collect();
        let mut book = Book::default();
        for game in &games {
            assert_eq!(book.learn(game), Ok(true));
            assert_eq!(book.learn(game), Ok(false), "once is enough");
        }
        let again = Book::read(&book.write()).unwrap();
        assert_eq!((again.games(), again.write()), (40, book.write()));
        // The first moves are all images of each other, so every game is counted with each.
        let start = Position::new(&Rules::STANDARD);
        let black = |game: &Position| match game.outcome().unwrap().reason {
            EndReason::Score(margin) => f64::from(margin),
            _ => unreachable!("a game of Othello is counted"),
        };
        let mean = games.iter().map(black).sum::<f64>() / 40.0;
        let moves = again.moves(&start);
        assert_eq!(moves.len(), 4);
        assert!(moves.iter().all(|known| known.games == 40 && (f64::from(known.mean) - mean).abs() < 1e-3));
        // Deep in a game only that game is known, with its margin from the side to move.
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
    fn images_are_the_same_game() {
        let mut book = Book::default();
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
    fn bad_books_say_where() {
        for (text, says) in [
            ("", "line 1"),
            ("tengen othello book 2\n", "line 1"),
            ("tengen othello book 1\nf5d6c\n", "line 2: a game"),
            ("tengen othello book 1\n# a remark\nf5f5\n", "line 3"),
            ("tengen othello book 1\nf5d6c3\n", "not over"),
            ("tengen othello book 1\n星星\n", "line 2"),
            ("tengen othello book 1\nz9z9\n", "line 2"),
        ] {
            let why = Book::read(text).unwrap_err();
            assert!(why.contains(says), "{text}: {why}");
        }
        assert!(Book::default().learn(&Position::new(&Rules::STANDARD)).is_err());
    }
}
