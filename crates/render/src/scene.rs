//! What a picture of a position shows: the board, its stones, and annotations.

use crate::text::Annotation;
use crate::{MoveNumbers, Numbers};
use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_engine::Analysis;
use tengen_games::{BoardStyle, Feature, Game, GameSpec, Move, Piece, Reason};
use tengen_records::{Arrow, Mark, NodeId, Record};

/// The look of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// Stones on the crossings of a wooden board: gomoku, Go and large m,n,k boards.
    Lines,
    /// Discs on the squares of green felt: Othello.
    Felt,
    /// Crosses and rings on paper: tic-tac-toe and other small m,n,k boards.
    Paper,
    /// Discs in a blue frame with holes: connect four.
    Holes,
}

/// A candidate move of an engine, shown on its point.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The point.
    pub point: Point,
    /// The text on the point, at most four characters: `62%`, `+3`, `W7`.
    pub text: String,
    /// Win probability of the side to move, 0 to 1; it decides the colour.
    pub win: f32,
    /// Whether it is the engine's best move.
    pub best: bool,
}

/// What a picture shows: the board, its stones, and annotations. The fields may be changed; `cells` keeps one
/// entry for each point of the board.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Scene {
    /// The size of the board.
    pub size: Size,
    /// Its look.
    pub style: Style,
    /// The notation of its coordinates.
    pub coords: Coords,
    /// Whether to show the coordinates.
    pub show_coords: bool,
    /// The content of each point, in reading order.
    pub cells: Vec<Cell>,
    /// The number shown on each stone, in reading order.
    pub numbers: Vec<Option<u32>>,
    /// The point of the last move.
    pub last: Option<Point>,
    /// The points of the winning lines.
    pub line: Vec<Point>,
    /// Points that a rule forbids to the side to move.
    pub forbidden: Vec<Point>,
    /// Legal points of the side to move, for front ends that show them (Othello).
    pub hints: Vec<Point>,
    /// The marks of a record's node.
    pub marks: Vec<(Point, Mark)>,
    /// The arrows and lines of a record's node.
    pub arrows: Vec<Arrow>,
    /// Candidate moves of an engine.
    pub candidates: Vec<Candidate>,
    /// One line that describes the picture, for readers who cannot see it.
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
            arrows: Vec::new(),
            candidates: Vec::new(),
            title: String::new(),
        }
    }

    /// The scene of a position: its stones, the last move and the winning line.
    pub fn new<G: Game>(game: &G) -> Scene {
        let spec = game.spec();
        let size = game.size();
        let mut scene = Scene::empty(size, Style::of(&spec), game.coords());
        scene.cells = size.points().map(|p| game.at(p)).collect();
        scene.last = game.last_move().and_then(|mv| mv.point());
        if game.is_over() {
            scene.line = game.last_played().map(|played| played.line).unwrap_or_default();
        }
        let moves = if game.ply() == 1 { "move" } else { "moves" };
        scene.title = format!("{} {size}, {} {moves}", spec.kind(), game.ply());
        scene
    }

    /// Adds the number of its move to the stones that `which` selects. The game is played again once; for the scenes of
    /// a whole game use [`Scene::with_move_numbers`].
    #[must_use]
    pub fn with_numbers<G: Game>(self, game: &G, which: Numbers) -> Scene {
        if which == Numbers::None {
            return self;
        }
        self.with_move_numbers(&MoveNumbers::new(game), which)
    }

    /// Adds the number of its move to the stones that `which` selects.
    #[must_use]
    pub fn with_move_numbers(mut self, numbers: &MoveNumbers, which: Numbers) -> Scene {
        let first = match which {
            Numbers::None => return self,
            Numbers::All => 1,
            Numbers::From(n) => n,
            Numbers::Last(n) => (numbers.last() + 1).saturating_sub(n),
        };
        for point in self.size.points() {
            let i = self.size.index(point);
            let number = numbers.at(point).filter(|&n| n >= first && !self.cells[i].is_empty());
            self.numbers[i] = number.or(self.numbers[i]);
        }
        self
    }

    /// Adds the points that a rule forbids to the side to move: renju's forbidden points, Go's ko and superko.
    #[must_use]
    pub fn with_forbidden<G: Game>(mut self, game: &G) -> Scene {
        if game.is_over() {
            return self;
        }
        let is_forbidden = |&point: &Point| {
            let reason = game.check(Move::Place(point)).err().map(|illegal| illegal.reason);
            matches!(reason, Some(Reason::Forbidden(_) | Reason::Ko | Reason::Superko { .. }))
        };
        self.forbidden = self.size.points().filter(|&p| game.at(p).is_empty()).filter(is_forbidden).collect();
        self
    }

    /// Adds the legal points of the side to move as hints.
    #[must_use]
    pub fn with_hints<G: Game>(mut self, game: &G) -> Scene {
        let mut legal = Vec::new();
        game.legal_moves_into(&mut legal);
        self.hints = legal.iter().filter_map(|mv| mv.point()).collect();
        self
    }

    /// Adds the marks, arrows and lines of a record's node.
    #[must_use]
    pub fn with_node(mut self, record: &Record, node: NodeId) -> Scene {
        let on_board = |arrow: &Arrow| self.size.contains(arrow.from) && self.size.contains(arrow.to);
        self.arrows.extend(record.arrows(node).into_iter().filter(on_board));
        self.with_marks(&record.tree.node(node).marks)
    }

    /// Adds marks.
    #[must_use]
    pub fn with_marks(mut self, marks: &[(Point, Mark)]) -> Scene {
        self.marks.extend(marks.iter().filter(|(p, _)| self.size.contains(*p)).cloned());
        self
    }

    /// Adds the first moves of the best `max_lines` lines of an analysis as candidates.
    #[must_use]
    pub fn with_analysis(mut self, analysis: &Analysis, max_lines: usize) -> Scene {
        for (i, line) in analysis.lines.iter().take(max_lines).enumerate() {
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

    /// The content of a point; a point off the board is empty.
    pub fn at(&self, point: Point) -> Cell {
        if self.size.contains(point) { self.cells[self.size.index(point)] } else { Cell::Empty }
    }

    /// The number shown on a stone.
    ///
    /// # Panics
    /// If `point` is off the board.
    pub fn number(&self, point: Point) -> Option<u32> {
        self.numbers[self.size.index(point)]
    }

    /// The label of a column, in the notation of the game. Where stones fall, that is its number.
    pub fn column_label(&self, col: usize) -> String {
        if self.style == Style::Holes {
            return (col + 1).to_string();
        }
        self.coords_label(Point::new(0, col as u8)).0
    }

    /// The label of a row, in the notation of the game. Where stones fall, a move names no row, and the label is empty.
    pub fn row_label(&self, row: usize) -> String {
        if self.style == Style::Holes {
            return String::new();
        }
        self.coords_label(Point::new(row as u8, 0)).1
    }

    /// The labels of a point's column and row as its coordinates have them.
    fn coords_label(&self, point: Point) -> (String, String) {
        let text = self.coords.format(point, self.size);
        let split = match self.coords {
            Coords::Xy => text.find(',').unwrap_or(0),
            _ => 1,
        };
        (text[..split].to_string(), text[split..].trim_start_matches(',').to_string())
    }

    /// The annotation shown on a point. A candidate comes before a mark, a forbidden point and a hint.
    pub(crate) fn annotation(&self, point: Point) -> Option<Annotation> {
        if let Some(c) = self.candidates.iter().find(|c| c.point == point) {
            return Some(Annotation::Candidate { text: c.text.clone(), best: c.best });
        }
        if let Some((_, mark)) = self.marks.iter().rev().find(|(p, _)| *p == point) {
            return Some(Annotation::Mark(mark.clone()));
        }
        if self.forbidden.contains(&point) {
            return Some(Annotation::Forbidden);
        }
        self.hints.contains(&point).then_some(Annotation::Hint)
    }
}

impl Candidate {
    /// A candidate move that is not the best.
    ///
    /// `text` has at most four characters; `win` is the win probability of the side to move, 0 to 1.
    pub fn new(point: Point, text: impl Into<String>, win: f32) -> Candidate {
        Candidate { point, text: text.into(), win, best: false }
    }

    /// The same candidate, marked as the engine's best move.
    #[must_use]
    pub fn best(mut self) -> Candidate {
        self.best = true;
        self
    }
}

impl Style {
    /// The usual look of a game's board.
    pub fn of(spec: &GameSpec) -> Style {
        match (spec.board_style(), spec.info().piece) {
            (BoardStyle::Squares, _) if spec.has(Feature::Gravity) => Style::Holes,
            (BoardStyle::Squares, Piece::Disc) => Style::Felt,
            (BoardStyle::Squares, _) => Style::Paper,
            _ => Style::Lines,
        }
    }

    /// Whether stones are placed on squares rather than on crossings.
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

/// Whether a cell holds a black stone.
pub(crate) const fn is_black(cell: Cell) -> bool {
    matches!(cell.color(), Some(Color::Black))
}
