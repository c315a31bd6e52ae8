//! The board of GTP: either colour may move at any time, and moves are taken back one by one.

use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_games::{AnyPosition, Feature, Game, GameSpec, Move, SetUp, go};
use tengen_records::Record;

/// The position and all positions before it.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Every position since the board was cleared. Never empty.
    past: Vec<AnyPosition>,
}

impl Board {
    pub(super) fn new(spec: &GameSpec) -> Board {
        Board { past: vec![AnyPosition::new(&endless(spec))] }
    }

    pub(super) fn position(&self) -> &AnyPosition {
        &self.past[self.past.len() - 1]
    }

    pub(super) fn spec(&self) -> GameSpec {
        self.position().spec()
    }

    pub(super) fn size(&self) -> Size {
        self.position().size()
    }

    /// True if no stone has been played or set up.
    pub(super) fn is_bare(&self) -> bool {
        self.past.len() == 1 && self.position().ply() == 0 && !self.has_set_up()
    }

    fn has_set_up(&self) -> bool {
        let start = AnyPosition::new(&self.spec());
        self.size().points().any(|p| start.at(p) != self.past[0].at(p))
    }

    /// The position with `color` to move: after a pass of the other side in Go, set up again in other games.
    pub(super) fn with_to_move(&self, color: Color) -> Result<AnyPosition, String> {
        let mut position = self.position().clone();
        if position.to_move() == color || position.is_over() {
            return Ok(position);
        }
        if position.spec().has(Feature::Territory) && position.play(Move::Pass).is_ok() {
            return Ok(position);
        }
        let cells = position.size().points().map(|p| (p, position.at(p))).collect();
        AnyPosition::set_up(&position.spec(), &SetUp { cells, to_move: color }).map_err(|e| e.to_string())
    }

    /// Plays a move of `color`.
    pub(super) fn play(&mut self, color: Color, mv: Move) -> Result<(), String> {
        let mut position = self.with_to_move(color)?;
        position.play(mv).map_err(|e| e.reason.to_string())?;
        self.past.push(position);
        Ok(())
    }

    /// Takes back the last `moves` moves, or none of them if there are fewer.
    pub(super) fn undo(&mut self, moves: usize) -> Result<(), String> {
        let left = self.past.len().checked_sub(moves).filter(|&left| left > 0).ok_or("cannot undo")?;
        self.past.truncate(left);
        Ok(())
    }

    /// Places handicap stones on a bare board. White is to move then, and the rules keep their number: white may get
    /// points for them.
    pub(super) fn handicap(&mut self, stones: &[Point]) -> Result<(), String> {
        let cells = stones.iter().map(|&p| (p, Cell::Black)).collect();
        let spec = match self.spec() {
            // The stones may be on other points than the fixed ones, and more of them.
            GameSpec::Go(rules) => GameSpec::Go(go::Rules {
                handicap: stones.len() as u16,
                placement: go::Placement::Free,
                ..rules
            }),
            other => return Err(format!("{} has no handicap stones", other.kind())),
        };
        let position =
            AnyPosition::set_up(&spec, &SetUp { cells, to_move: Color::White }).map_err(|e| e.to_string())?;
        self.past = vec![position];
        Ok(())
    }

    /// Replaces the board by this position, with the rules of its game.
    pub(super) fn load(&mut self, position: &AnyPosition) -> Result<(), String> {
        let spec = endless(&position.spec());
        self.past = match replayed(&spec, position) {
            Some(past) => past,
            None => vec![set_up_again(&spec, position)?],
        };
        Ok(())
    }

    /// The position with the moves that led to it, as a record.
    pub(super) fn record(&self) -> Record {
        let mut record = Record::from_position(self.position());
        if let GameSpec::Go(rules) = &mut record.spec {
            // Every rule set ends a game so; `endless` has taken it away.
            rules.passes_to_end = go::Rules::CHINESE.passes_to_end;
        }
        record
    }

    /// The same stones by other rules of the same game and size.
    pub(super) fn change_rules(&mut self, spec: &GameSpec) -> Result<(), String> {
        if self.is_bare() {
            *self = Board::new(spec);
            return Ok(());
        }
        let spec = endless(spec);
        self.past = match replayed(&spec, self.position()) {
            Some(past) => past,
            None => vec![set_up_again(&spec, self.position())?],
        };
        Ok(())
    }

    pub(super) fn vertex(&self, mv: Move) -> String {
        match mv {
            Move::Place(p) => vertex_of(p, &self.spec()),
            Move::Pass => "PASS".into(),
            Move::Choose(choice) => choice.to_string(),
        }
    }

    pub(super) fn parse_vertex(&self, text: &str) -> Result<Move, String> {
        parse_vertex(text, &self.spec())
    }

    /// The board as text, rows from the top, X for black and O for white.
    pub(super) fn show(&self) -> String {
        let size = self.size();
        let letters: Vec<String> = (0..size.cols())
            .map(|col| Coords::Go.format(Point::new(0, col as u8), size)[..1].to_owned())
            .collect();
        let mut text = format!("\n   {}", letters.join(" "));
        for row in 0..size.rows() {
            let cells =
                (0..size.cols()).map(|col| match self.position().at(Point::new(row as u8, col as u8)) {
                    Cell::Empty => ".",
                    Cell::Black => "X",
                    Cell::White => "O",
                });
            let number = if counts_from_top(&self.spec()) { row + 1 } else { size.rows() - row };
            text += &format!("\n{number:>2} {} {number}", cells.collect::<Vec<_>>().join(" "));
        }
        text += &format!("\n   {}\n{} to move", letters.join(" "), self.position().to_move());
        if let AnyPosition::Go(game) = self.position() {
            text += &format!(
                "; prisoners: black has taken {}, white {}",
                game.captured_by(Color::Black),
                game.captured_by(Color::White)
            );
        }
        text
    }
}

/// Points are written as in Go, except in Othello: its programs count rows from the top in GTP too.
pub(super) fn coords(spec: &GameSpec) -> Coords {
    if counts_from_top(spec) { Coords::Othello } else { Coords::Go }
}

/// True if row 1 is the top row.
pub(super) fn counts_from_top(spec: &GameSpec) -> bool {
    matches!(spec.coords(), Coords::Othello)
}

/// Reads a vertex of the board of these rules.
pub(super) fn parse_vertex(text: &str, spec: &GameSpec) -> Result<Move, String> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    coords(spec).parse(text, spec.size()).map(Move::Place).map_err(|_| "invalid coordinate".into())
}

pub(super) fn vertex_of(point: Point, spec: &GameSpec) -> String {
    coords(spec).format(point, spec.size()).to_ascii_uppercase()
}

/// Every position on the way to `position` by these rules, from its set-up on. `None` if they forbid a move, or change
/// what it does.
fn replayed(spec: &GameSpec, position: &AnyPosition) -> Option<Vec<AnyPosition>> {
    let mut start = position.clone();
    while start.ply() > 0 {
        start.undo();
    }
    let is_like = |one: &AnyPosition, other: &AnyPosition| {
        one.to_move() == other.to_move() && one.size().points().all(|p| one.at(p) == other.at(p))
    };
    let new = AnyPosition::new(spec);
    let begins = if is_like(&new, &start) { new } else { set_up_again(spec, &start).ok()? };
    let mut past = vec![begins];
    for mv in position.moves() {
        let mut next = past[past.len() - 1].clone();
        next.play(mv).ok()?;
        past.push(next);
    }
    is_like(&past[past.len() - 1], position).then_some(past)
}

/// The stones and the side to move of `position` by these rules, without its past.
fn set_up_again(spec: &GameSpec, position: &AnyPosition) -> Result<AnyPosition, String> {
    let cells = position.size().points().map(|p| (p, position.at(p))).collect();
    AnyPosition::set_up(spec, &SetUp { cells, to_move: position.to_move() }).map_err(|e| e.to_string())
}

/// The same rules without an end after passes: in GTP only the controller ends a game.
fn endless(spec: &GameSpec) -> GameSpec {
    match spec {
        GameSpec::Go(rules) => GameSpec::Go(go::Rules { passes_to_end: 0, ..*rules }),
        other => other.clone(),
    }
}

/// `black`, `white`, `b` or `w`, of either case.
pub(super) fn parse_color(text: &str) -> Result<Color, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err("invalid color".into()),
    }
}
