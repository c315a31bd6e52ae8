//! What is to be seen of a position: the board, its stones, and what is marked on it.

use crate::text::Sign;
use std::collections::HashMap;
use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_engine::Analysis;
use tengen_games::{BoardStyle, Feature, Game, GameSpec, Illegal, Move, Piece, Reason};
use tengen_records::Mark;

/// How a board looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// Stones on the crossings of lines, on wood: gomoku, Go, and large m,n,k boards.
    Lines,
    /// Discs in the squares of green felt: Othello.
    Felt,
    /// Crosses and rings on paper: tic-tac-toe and its small relatives.
    Paper,
    /// Discs behind a blue front with holes: connect four.
    Holes,
}

/// Which stones carry the number of their move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Numbers {
    /// None.
    #[default]
    None,
    /// Every stone that was played.
    All,
    /// Those played at this move or later; numbering is not changed.
    From(u32),
    /// The last so many.
    Last(u32),
}

/// A move that an engine thinks of, shown over its point.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The point.
    pub point: Point,
    /// What to write there, at most four characters: `62%`, `+3`, `W7`.
    pub text: String,
    /// The chance to win, 0 to 1; it gives the colour.
    pub win: f32,
    /// Whether it is the best.
    pub best: bool,
}

/// What is to be seen: the board, its stones, and what is marked on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The size of the board.
    pub size: Size,
    /// How it looks.
    pub style: Style,
    /// The habit in which its coordinates are written.
    pub coords: Coords,
    /// Whether to show the coordinates.
    pub show_coords: bool,
    /// What each point holds, in reading order.
    pub cells: Vec<Cell>,
    /// The number on each stone, in reading order.
    pub numbers: Vec<Option<u32>>,
    /// The stone played last.
    pub last: Option<Point>,
    /// The points of the winning line or lines.
    pub line: Vec<Point>,
    /// Points forbidden to the side to move.
    pub forbidden: Vec<Point>,
    /// Points where the side to move may play, where a face wants to show them (Othello).
    pub hints: Vec<Point>,
    /// Marks of a record.
    pub marks: Vec<(Point, Mark)>,
    /// Moves that an engine thinks of.
    pub candidates: Vec<Candidate>,
    /// What the picture is, in one line, for those who cannot see it.
    pub title: String,
}

impl Scene {
    /// An empty board.
    pub fn empty(size: Size, style: Style, coords: Coords) -> Scene {
        Scene {
            size,
            style,
            coords,
            show_coords: true,
            cells: vec![Cell::Empty; size.area()],
            numbers: vec![None; size.area()],
            last: None,
            line: Vec::new(),
            forbidden: Vec::new(),
            hints: Vec::new(),
            marks: Vec::new(),
            candidates: Vec::new(),
            title: String::new(),
        }
    }

    /// What a face shows of a position: stones, the last move, and the winning line.
    pub fn of<G: Game>(game: &G) -> Scene {
        let spec = game.spec();
        let size = game.size();
        let mut scene = Scene::empty(size, Style::of(&spec), game.coords());
        scene.cells = size.points().map(|p| game.at(p)).collect();
        scene.last = game.last_move().and_then(|mv| mv.point());
        if game.is_over() {
            scene.line = game.last_played().map(|played| played.line).unwrap_or_default();
        }
        scene.title = format!("{} {}, {} moves", spec.kind(), size, game.ply());
        scene
    }

    /// Adds the number of its move to the stones that `which` names.
    #[must_use]
    pub fn with_numbers<G: Game>(mut self, game: &G, which: Numbers) -> Scene {
        let numbers = move_numbers(game);
        let last = numbers.values().copied().max().unwrap_or(0);
        let first = match which {
            Numbers::None => return self,
            Numbers::All => 1,
            Numbers::From(n) => n,
            Numbers::Last(n) => (last + 1).saturating_sub(n),
        };
        for (point, number) in numbers {
            let i = self.size.index(point);
            self.numbers[i] = (number >= first && !self.cells[i].is_empty()).then_some(number);
        }
        self
    }

    /// Adds the points that the rules forbid to the side to move: renju's fouls, Go's ko and suicide.
    #[must_use]
    pub fn with_forbidden<G: Game>(mut self, game: &G) -> Scene {
        if game.is_over() {
            return self;
        }
        let features = game.spec().features();
        let (fouls, ko) = (features.has(Feature::Forbidden), features.has(Feature::Ko));
        if fouls || ko {
            self.forbidden = self
                .size
                .points()
                .filter(|&p| match game.check(Move::Place(p)) {
                    Err(Illegal { reason: Reason::Forbidden(_), .. }) => fouls,
                    Err(Illegal { reason: Reason::Ko | Reason::Superko { .. }, .. }) => ko,
                    _ => false,
                })
                .collect();
        }
        self
    }

    /// Adds the points where the side to move may play.
    #[must_use]
    pub fn with_hints<G: Game>(mut self, game: &G) -> Scene {
        let mut legal = Vec::new();
        game.legal_moves_into(&mut legal);
        self.hints = legal.iter().filter_map(|mv| mv.point()).collect();
        self
    }

    /// Adds the marks of a record's node.
    #[must_use]
    pub fn with_marks(mut self, marks: &[(Point, Mark)]) -> Scene {
        self.marks.extend(marks.iter().filter(|(p, _)| self.size.contains(*p)).cloned());
        self
    }

    /// Adds the first moves of the best `most` lines of an analysis.
    #[must_use]
    pub fn with_analysis(mut self, analysis: &Analysis, most: usize) -> Scene {
        for (i, line) in analysis.lines.iter().take(most).enumerate() {
            if let Some(point) = line.moves.first().and_then(|mv| mv.point()) {
                self.candidates.push(Candidate {
                    point,
                    text: short_score(line.score),
                    win: line.score.win(),
                    best: i == 0,
                });
            }
        }
        self
    }

    /// What a point holds; nothing off the board.
    pub fn at(&self, point: Point) -> Cell {
        if self.size.contains(point) { self.cells[self.size.index(point)] } else { Cell::Empty }
    }

    /// The number on a stone.
    pub fn number(&self, point: Point) -> Option<u32> {
        self.numbers[self.size.index(point)]
    }

    /// The letter or number above a column, in the habit of the game.
    pub fn column_label(&self, col: usize) -> String {
        self.coords_label(Point::new(0, col as u8)).0
    }

    /// The number beside a row, in the habit of the game.
    pub fn row_label(&self, row: usize) -> String {
        self.coords_label(Point::new(row as u8, 0)).1
    }

    fn coords_label(&self, point: Point) -> (String, String) {
        let text = self.coords.format(point, self.size);
        let cut = match self.coords {
            Coords::Xy => text.find(',').unwrap_or(0),
            _ => 1,
        };
        (text[..cut].to_string(), text[cut..].trim_start_matches(',').to_string())
    }

    /// The best-known sign over each point, strongest first: candidates, marks, forbidden points, hints.
    pub(crate) fn sign(&self, point: Point) -> Option<Sign> {
        if let Some(c) = self.candidates.iter().find(|c| c.point == point) {
            return Some(Sign::Candidate { text: c.text.clone(), best: c.best });
        }
        if let Some((_, mark)) = self.marks.iter().rev().find(|(p, _)| *p == point) {
            return Some(Sign::Mark(mark.clone()));
        }
        if self.forbidden.contains(&point) {
            return Some(Sign::Forbidden);
        }
        self.hints.contains(&point).then_some(Sign::Hint)
    }
}

impl Style {
    /// The look of a game's board.
    pub fn of(spec: &GameSpec) -> Style {
        match (spec.board_style(), spec.info().piece) {
            (BoardStyle::Squares, _) if spec.has(Feature::Gravity) => Style::Holes,
            (BoardStyle::Squares, Piece::Disc) => Style::Felt,
            (BoardStyle::Squares, _) => Style::Paper,
            _ => Style::Lines,
        }
    }

    /// Whether stones stand in squares rather than on crossings.
    pub const fn is_squares(self) -> bool {
        !matches!(self, Style::Lines)
    }
}

/// A score in at most four characters.
fn short_score(score: tengen_engine::Score) -> String {
    use tengen_engine::{Proof, Score};
    match score {
        Score::Estimate { win, .. } => format!("{:.0}", win * 100.0),
        Score::Proven(Proof::Win(n)) => format!("W{n}"),
        Score::Proven(Proof::Loss(n)) => format!("L{n}"),
        Score::Proven(Proof::Draw) => "=".into(),
        Score::Proven(Proof::Margin(m)) => format!("{m:+}"),
    }
}

/// The number of the move that put the stone on each point, counting stones and passes but not opening decisions.
fn move_numbers<G: Game>(game: &G) -> HashMap<Point, u32> {
    let moves: Vec<Move> = game.moves().collect();
    let mut copy = game.clone();
    while copy.undo().is_some() {}
    let counts_stones = game.spec().has(Feature::Openings);
    let mut numbers = HashMap::new();
    let mut count = 0;
    for mv in moves {
        let Ok(played) = copy.play(mv) else { break };
        match played.placed {
            Some((point, _)) => {
                count += 1;
                numbers.insert(point, count);
            }
            None if mv == Move::Pass => count += 1,
            None => {}
        }
        if counts_stones && !played.captured.is_empty() {
            // Refused fifth stones leave the board; the chosen one is the fifth whenever it was offered.
            let refused: Vec<u32> = played.captured.iter().filter_map(|p| numbers.remove(p)).collect();
            let first = refused.iter().copied().min().unwrap_or(count);
            count -= refused.len() as u32;
            if let Some(n) = mv.point().and_then(|chosen| numbers.get_mut(&chosen)) {
                *n = (*n).min(first);
            }
        }
    }
    numbers
}

/// The colour of the word for a player's stones differs by style; the fill is the drawing's business.
pub(crate) const fn is_black(cell: Cell) -> bool {
    matches!(cell.color(), Some(Color::Black))
}
