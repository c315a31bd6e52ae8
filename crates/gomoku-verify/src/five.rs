//! The points where one more stone wins: the verifier's own plain statement of the rules of five.

use tengen_board::{AXES, Axis, Color, Point, Size};
use tengen_games::Game;
use tengen_games::gomoku::{Position, Variant};

/// The stones of a board, one byte per point, with a border around the board.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    size: Size,
    variant: Variant,
    cells: Vec<u8>,
}

const EMPTY: u8 = 0;
const BORDER: u8 = 3;

const fn code(color: Color) -> u8 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

impl Cells {
    pub(crate) fn new(position: &Position) -> Cells {
        let size = position.size();
        let mut cells = vec![BORDER; (size.rows() + 2) * (size.cols() + 2)];
        let mut board = Cells { size, variant: position.rules().variant, cells: Vec::new() };
        for p in size.points() {
            cells[board.index(p)] = position.at(p).color().map_or(EMPTY, code);
        }
        board.cells = cells;
        board
    }

    fn index(&self, p: Point) -> usize {
        (usize::from(p.row) + 1) * (self.size.cols() + 2) + usize::from(p.col) + 1
    }

    fn step(&self, axis: Axis) -> usize {
        let width = self.size.cols() + 2;
        match axis {
            Axis::Row => 1,
            Axis::Column => width,
            Axis::Diagonal => width + 1,
            Axis::AntiDiagonal => width - 1,
        }
    }

    pub(crate) fn is_empty(&self, p: Point) -> bool {
        self.cells[self.index(p)] == EMPTY
    }

    /// The color of the stone on a point.
    pub(crate) fn color(&self, p: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.cells[self.index(p)] == code(color))
    }

    pub(crate) fn place(&mut self, p: Point, color: Color) {
        let at = self.index(p);
        self.cells[at] = code(color);
    }

    pub(crate) fn remove(&mut self, p: Point) {
        let at = self.index(p);
        self.cells[at] = EMPTY;
    }

    /// True if a stone of `color` on the empty point at `index` makes a winning row along the axis with this step.
    fn wins_along(&self, index: usize, color: Color, step: usize) -> bool {
        let own = code(color);
        let mut up = index + step;
        while self.cells[up] == own {
            up += step;
        }
        let mut down = index - step;
        while self.cells[down] == own {
            down -= step;
        }
        let length = (up - down) / step - 1;
        let other = code(color.opponent());
        let blocked = self.cells[up] == other && self.cells[down] == other;
        match self.variant {
            Variant::Freestyle => length >= 5,
            Variant::Standard => length == 5,
            Variant::Renju => length == 5 || length > 5 && color == Color::White,
            Variant::Caro => length > 5 || length == 5 && !blocked,
            Variant::StandardCaro => length == 5 && !blocked,
        }
    }

    /// True if a stone of `color` on the empty point `p` wins.
    pub(crate) fn wins(&self, p: Point, color: Color) -> bool {
        AXES.iter().any(|&axis| self.wins_along(self.index(p), color, self.step(axis)))
    }

    /// Every point where a stone of `color` wins.
    pub(crate) fn winning(&self, color: Color) -> Vec<Point> {
        self.size.points().filter(|&p| self.is_empty(p) && self.wins(p, color)).collect()
    }

    /// Appends the points where a stone of `color` wins in a row with its stone on `p`. A point may be there twice.
    pub(crate) fn winning_with(&self, p: Point, color: Color, out: &mut Vec<Point>) {
        let (own, at) = (code(color), self.index(p));
        for axis in AXES {
            let step = self.step(axis);
            // Between the two points there are only stones of its own.
            for up in [true, false] {
                let next = |index: usize| if up { index + step } else { index - step };
                let mut gap = next(at);
                while self.cells[gap] == own {
                    gap = next(gap);
                }
                if self.cells[gap] == EMPTY && self.wins_along(gap, color, step) {
                    out.push(self.point(gap));
                }
            }
        }
    }

    /// Calls `visit` for the empty points of open rows through the stone on `p`, for some points more than once. A row
    /// is five points; it is open if it has no stone of the other color and at least `least` of its own.
    pub(crate) fn open_rows(&self, p: Point, least: usize, mut visit: impl FnMut(Point)) {
        let at = self.index(p);
        let own = self.cells[at];
        for axis in AXES {
            let step = self.step(axis);
            // One bit per point, up to four away in both directions, as far as a stone of the other color or the
            // border.
            let (mut stones, mut empty) = (1_u32 << 4, 0_u32);
            for up in [true, false] {
                for n in 1..=4 {
                    let (index, bit) =
                        if up { (at + n * step, 1 << (4 + n)) } else { (at - n * step, 1 << (4 - n)) };
                    match self.cells[index] {
                        EMPTY => empty |= bit,
                        cell if cell == own => stones |= bit,
                        _ => break,
                    }
                }
            }
            let open =
                |row: &u32| (stones | empty) & row == *row && (stones & row).count_ones() as usize >= least;
            let rows = (0..5).map(|first| 0b11111 << first).filter(open);
            let mut left = rows.fold(0, |found, row| found | empty & row);
            while left != 0 {
                visit(self.point(at + left.trailing_zeros() as usize * step - 4 * step));
                left &= left - 1;
            }
        }
    }

    fn point(&self, index: usize) -> Point {
        let width = self.size.cols() + 2;
        Point::new((index / width - 1) as u8, (index % width - 1) as u8)
    }
}

/// Every empty point where a stone of `color` wins, in reading order, by the verifier's own statement of the rules.
///
/// ```
/// use tengen_board::Color;
/// use tengen_games::{Game, gomoku};
/// let mut game = gomoku::Position::new(&gomoku::Rules::STANDARD);
/// for mv in ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "m8", "l1"] {
///     game.play(game.parse_move(mv)?)?;
/// }
/// // l8 makes an overline, which does not win in standard gomoku.
/// let points = tengen_gomoku_verify::winning_points(&game, Color::Black);
/// assert_eq!(points, [game.parse_move("g8")?.point().unwrap()]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn winning_points(position: &Position, color: Color) -> Vec<Point> {
    Cells::new(position).winning(color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;
    use tengen_games::gomoku::{OpeningRule, Rules};
    use tengen_games::{EndReason, Move, SetUp};

    /// Against every row of five points, read point by point.
    #[test]
    fn open_rows_have_no_stone_of_the_other_color() {
        let size = Size::of(9, 7);
        let rules = Rules { size, variant: Variant::Freestyle, opening: OpeningRule::None };
        let mut rng = SplitMix64(3);
        let mut counts = [0; 5];
        for _ in 0..300 {
            let mut cells = Cells::new(&Position::new(&rules));
            for p in size.points() {
                match rng.below(8) {
                    0 | 1 => cells.place(p, Color::Black),
                    2 => cells.place(p, Color::White),
                    _ => {}
                }
            }
            for p in size.points() {
                let Some(color) = cells.color(p) else { continue };
                for (least, count) in counts.iter_mut().enumerate() {
                    let mut expected = Vec::new();
                    for (axis, first) in AXES.into_iter().flat_map(|axis| (-4..=0).map(move |n| (axis, n))) {
                        let at = |n: i32| {
                            let step = axis.step();
                            size.offset(p, n * i32::from(step.d_row), n * i32::from(step.d_col))
                        };
                        let Some(row) = (first..first + 5).map(at).collect::<Option<Vec<Point>>>() else {
                            continue;
                        };
                        let own = row.iter().filter(|&&q| cells.color(q) == Some(color)).count();
                        if own >= least && row.iter().all(|&q| cells.color(q) != Some(color.opponent())) {
                            expected.extend(row.into_iter().filter(|&q| cells.is_empty(q)));
                        }
                    }
                    let mut found = Vec::new();
                    cells.open_rows(p, least, |q| found.push(q));
                    for list in [&mut expected, &mut found] {
                        list.sort_unstable();
                        list.dedup();
                    }
                    assert_eq!(found, expected, "{p:?} {least} {cells:?}");
                    *count += found.len();
                }
            }
        }
        assert!(counts.is_sorted_by(|more, fewer| more >= fewer) && counts[4] > 50, "{counts:?}");
    }

    /// On random boards, against the rules: the stone is played.
    #[test]
    fn a_stone_wins_where_it_wins_by_the_rules() {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut below = |n: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % n
        };
        let mut seen = 0;
        for round in 0..400 {
            let variant = Variant::ALL[round % 5];
            let size = Size::of(5 + below(6) as usize, 5 + below(6) as usize);
            let rules = Rules { size, variant, opening: OpeningRule::None };
            let mut cells = Vec::new();
            for p in size.points() {
                let cell = match below(10) {
                    0..=4 => tengen_board::Cell::Black,
                    5..=6 => tengen_board::Cell::White,
                    _ => continue,
                };
                cells.push((p, cell));
            }
            for to_move in [Color::Black, Color::White] {
                let set_up = SetUp { cells: cells.clone(), to_move };
                let Ok(position) = Position::set_up(&rules, &set_up) else { continue };
                let board = Cells::new(&position);
                for p in size.points().filter(|&p| position.at(p).is_empty()) {
                    let mut after = position.clone();
                    let won = after.play(Move::Place(p)).is_ok()
                        && after.outcome().is_some_and(|o| o.reason == EndReason::Line);
                    if !position.is_over() {
                        assert_eq!(board.wins(p, to_move), won, "{variant} {p:?} {to_move}\n{cells:?}");
                        seen += usize::from(won);
                        let with = |q: Point| {
                            let mut board = board.clone();
                            board.place(q, to_move);
                            let mut out = Vec::new();
                            board.winning_with(q, to_move, &mut out);
                            out
                        };
                        // Every winning point that a stone adds is on its own lines.
                        if !won {
                            let mut more = board.clone();
                            more.place(p, to_move);
                            let added: Vec<Point> = more.winning(to_move);
                            let found = with(p);
                            for q in added.into_iter().filter(|&q| !board.wins(q, to_move)) {
                                assert!(
                                    found.contains(&q),
                                    "{variant} {p:?} then {q:?} {to_move}\n{cells:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
        assert!(seen > 50, "only {seen} fives");
    }
}
