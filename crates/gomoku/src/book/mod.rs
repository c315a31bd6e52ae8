//! The book of openings: three stones after which neither colour is better, for the player who places them before the
//! opponent chooses (swap, swap2).
//!
//! # The file
//!
//! A text for each variant and size. The first line is the header; each other line is an opening:
//!
//! ```text
//! tengen-book 1 freestyle 15x15 count=200 nodes=5000 check=40000 within=50 seed=1
//! f11 e10 d7 487
//! ```
//!
//! `1` is the version of the format and `count` the number of openings. Searches of `nodes` and of `check` nodes
//! found black's chance to win within `within` thousandths of one half, with white to move. An opening is a black
//! stone, a white one, a black one, and black's chance by the longer search in thousandths. Of symmetric openings one
//! is kept. [`make`](fn@make) makes such a book.

mod make;
#[cfg(test)]
mod tests;

pub use make::{OpeningKind, make};

use std::fmt;
use std::sync::LazyLock;
use tengen_board::{Cell, Color, Coords, Point, Size, Symmetry};
use tengen_games::Game;
use tengen_games::gomoku::{OpeningRule, Position, Rules, Step};

/// The embedded files.
const FILES: [&str; 4] = [
    include_str!("../../openings/freestyle-15.txt"),
    include_str!("../../openings/freestyle-20.txt"),
    include_str!("../../openings/standard-15.txt"),
    include_str!("../../openings/renju-15.txt"),
];

/// The embedded books. A test checks that they are readable.
static BOOKS: LazyLock<Vec<Book>> = LazyLock::new(|| {
    FILES.iter().map(|text| Book::read(text).expect("an embedded book is damaged")).collect()
});

/// Three stones, white to move. The black ones are in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stones {
    /// The black stones.
    pub black: [Point; 2],
    /// The white stone.
    pub white: Point,
}

impl Stones {
    /// These stones, with the black ones sorted.
    pub fn new(mut black: [Point; 2], white: Point) -> Stones {
        black.sort();
        Stones { black, white }
    }

    /// Their image under a symmetry of the board.
    #[must_use]
    pub fn turned(self, symmetry: Symmetry, size: Size) -> Stones {
        let turn = |p| symmetry.apply(p, size);
        Stones::new(self.black.map(turn), turn(self.white))
    }

    /// The least image under the symmetries of the board: equal for symmetric stones.
    #[must_use]
    pub fn canonical(self, size: Size) -> Stones {
        let images = Symmetry::keeping(size).iter().map(|&symmetry| self.turned(symmetry, size));
        images.min().unwrap_or(self)
    }

    /// Black, white, black: in the order of play.
    pub fn points(self) -> [Point; 3] {
        [self.black[0], self.white, self.black[1]]
    }
}

/// How a book was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The variant and the size, without an opening rule.
    pub rules: Rules,
    /// The number of openings wanted.
    pub count: usize,
    /// Nodes of the first search.
    pub nodes: u64,
    /// Nodes of the second search.
    pub check: u64,
    /// The greatest deviation of black's chance from one half in either search, in thousandths.
    pub within: u16,
    /// The seed of the random stones.
    pub seed: u64,
}

/// An opening of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// The stones.
    pub stones: Stones,
    /// Black's chance to win, in thousandths.
    pub black: u16,
}

/// Openings with even chances for both colours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    recipe: Recipe,
    entries: Vec<BookEntry>,
}

/// Why a text is not a book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookTextError {
    /// The first line is not a header.
    #[error(
        "a book begins with 'tengen-book 1', a variant, a size, count=, nodes=, check=, within= and seed=, not with '{0}'"
    )]
    Header(String),
    /// A line is not an opening.
    #[error(
        "line {line} is no opening: '{text}' should be three different points of a {size} board and a number up to 1000"
    )]
    Line {
        /// The line's number, from 1.
        line: usize,
        /// The size of the board.
        size: Size,
        /// The text of the line.
        text: String,
    },
    /// There are too few or too many lines.
    #[error("the book should have {expected} openings and has {found}")]
    Count {
        /// The number in the header.
        expected: usize,
        /// The number of lines.
        found: usize,
    },
}

/// The beginning of a line, for a message.
fn short(line: &str) -> String {
    line.chars().take(80).collect()
}

impl Book {
    /// The embedded book of a variant and size, for any opening rule.
    pub fn standard(rules: &Rules) -> Option<&'static Book> {
        let plain = Rules { opening: OpeningRule::None, ..*rules };
        BOOKS.iter().find(|book| book.recipe.rules == plain)
    }

    /// How it was made.
    pub fn recipe(&self) -> Recipe {
        self.recipe
    }

    /// The openings.
    pub fn entries(&self) -> &[BookEntry] {
        &self.entries
    }

    /// Reads a book. [`Book`]'s `Display` writes it.
    ///
    /// # Errors
    /// [`BookTextError`] if the text is not a complete book.
    pub fn read(text: &str) -> Result<Book, BookTextError> {
        let first = text.lines().next().unwrap_or_default();
        let recipe = read_recipe(first).ok_or_else(|| BookTextError::Header(short(first)))?;
        let size = recipe.rules.size;
        let entry = |(i, line): (usize, &str)| {
            read_entry(line, size).ok_or_else(|| BookTextError::Line { line: i + 1, size, text: short(line) })
        };
        let entries: Vec<BookEntry> =
            text.lines().enumerate().skip(1).map(entry).collect::<Result<_, _>>()?;
        if entries.len() != recipe.count {
            return Err(BookTextError::Count { expected: recipe.count, found: entries.len() });
        }
        Ok(Book { recipe, entries })
    }

    /// The squares where the next of an opening's three stones continues an opening of the book, with black's chance
    /// to win after it in thousandths: one for each opening, symmetry and stone that fits. Empty if the opening rule
    /// asks for something else or nothing fits.
    pub fn next(&self, position: &Position) -> Vec<(Point, u16)> {
        let size = position.size();
        let asked = matches!(position.step(), Some(Step::Stone { number: 1..=3, .. }))
            && matches!(position.rules().opening, OpeningRule::Swap | OpeningRule::Swap2);
        if !asked || (Rules { opening: OpeningRule::None, ..position.rules() }) != self.recipe.rules {
            return Vec::new();
        }
        let of = |cell| size.points().filter(|&p| position.at(p) == cell).collect::<Vec<_>>();
        let (black, white) = (of(Cell::Black), of(Cell::White));
        let mut found = Vec::new();
        for entry in &self.entries {
            for &symmetry in Symmetry::keeping(size) {
                let stones = entry.stones.turned(symmetry, size);
                if black.iter().all(|p| stones.black.contains(p)) && white.iter().all(|&p| p == stones.white)
                {
                    let to_come: &[Point] = match position.to_move() {
                        Color::Black => &stones.black,
                        Color::White => &[stones.white],
                    };
                    found.extend(
                        to_come.iter().filter(|&&p| position.at(p).is_empty()).map(|&p| (p, entry.black)),
                    );
                }
            }
        }
        found
    }
}

fn read_recipe(line: &str) -> Option<Recipe> {
    fn number<T: std::str::FromStr>(word: &str, name: &str) -> Option<T> {
        word.strip_prefix(name)?.strip_prefix('=')?.parse().ok()
    }
    let words: Vec<&str> = line.split(' ').collect();
    let ["tengen-book", "1", variant, size, count, nodes, check, within, seed] = words[..] else {
        return None;
    };
    let rules = Rules::named(variant, Some(size.parse().ok()?)).ok()?;
    (rules.opening == OpeningRule::None).then_some(())?;
    Some(Recipe {
        rules,
        count: number(count, "count")?,
        nodes: number(nodes, "nodes")?,
        check: number(check, "check")?,
        within: number(within, "within")?,
        seed: number(seed, "seed")?,
    })
}

fn read_entry(line: &str, size: Size) -> Option<BookEntry> {
    let words: Vec<&str> = line.split(' ').collect();
    let [first, second, third, black] = words[..] else { return None };
    let point = |word| Coords::Gomoku.parse(word, size).ok();
    let (first, second, third) = (point(first)?, point(second)?, point(third)?);
    let black = black.parse().ok().filter(|&black| black <= 1000)?;
    let apart = first != second && second != third && first != third;
    apart.then(|| BookEntry { stones: Stones::new([first, third], second), black })
}

/// The text that [`Book::read`] reads.
impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recipe { rules, nodes, check, within, seed, .. } = self.recipe;
        let (size, count) = (rules.size, self.entries.len());
        writeln!(
            f,
            "tengen-book 1 {} {}x{} count={count} nodes={nodes} check={check} within={within} seed={seed}",
            rules.variant,
            size.cols(),
            size.rows()
        )?;
        for entry in &self.entries {
            let [a, b, c] = entry.stones.points().map(|p| Coords::Gomoku.format(p, size));
            writeln!(f, "{a} {b} {c} {}", entry.black)?;
        }
        Ok(())
    }
}
