//! The count at the end: area or territory, dead stones, seki, group tax.
//!
//! Everything is read from the board after the dead stones are taken off; what is left counts as alive.

use super::rules::{Scoring, Tax};
use super::{Board, Position, Rules, Vertex};
use crate::{EndReason, Outcome};
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Cell, Color, Point, Size};

/// What a point is worth, and to whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// A living stone of this colour.
    Alive(Color),
    /// A dead stone of this colour; [`PointCount::owner`] says whose territory it is in.
    Dead(Color),
    /// An empty point that living stones of this colour alone surround.
    Territory(Color),
    /// The same, but the stones are in seki and by these rules the point does not count.
    Seki(Color),
    /// An empty point that both colours touch, or neither.
    Dame,
}

/// One side's count.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SideScore {
    /// Living stones on the board.
    pub stones: u32,
    /// Points of territory that count, those under dead stones included.
    pub territory: u32,
    /// Stones of the opponent that this side holds: captured, marked dead, or handed over with a pass.
    pub prisoners: u32,
    /// Points that groups pay for their eyes under a group tax.
    pub tax: u32,
    /// Komi and compensation for handicap stones; 0 for black.
    pub bonus: f32,
    /// What these rules make of it.
    pub total: f32,
}

/// The count of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct PointCount {
    /// Black's count.
    pub black: SideScore,
    /// White's count, komi included.
    pub white: SideScore,
    /// What each point is, in reading order.
    pub points: Vec<Status>,
    /// Whose each point is, in reading order: living stones, and territory that counts. `Empty` for the rest.
    pub owner: Vec<Cell>,
}

impl PointCount {
    /// Black's points minus white's.
    pub fn margin(&self) -> f32 {
        self.black.total - self.white.total
    }

    /// The winner, by the margin.
    pub fn outcome(&self) -> Outcome {
        let margin = self.margin();
        let winner = if margin > 0.0 {
            Some(Color::Black)
        } else if margin < 0.0 {
            Some(Color::White)
        } else {
            None
        };
        Outcome { winner, reason: EndReason::Score(margin) }
    }
}

impl Position {
    /// Counts the position by its rules. Each point of `dead` names a dead chain by any of its stones; empty points
    /// among them, and points off the board, are passed over.
    ///
    /// ```
    /// use tengen_board::{Cell, Color, Point};
    /// use tengen_games::{Game, SetUp, go};
    /// let rules = go::Rules::named("chinese,komi=0", Some("3".parse()?))?;
    /// // A black wall in the middle and a white stone that cannot live.
    /// let mut cells: Vec<_> = (0..3).map(|row| (Point::new(row, 1), Cell::Black)).collect();
    /// cells.push((Point::new(0, 0), Cell::White));
    /// let game = go::Position::set_up(&rules, &SetUp { cells, to_move: Color::Black })?;
    /// assert_eq!(game.score(&[]).margin(), 6.0 - 1.0);
    /// assert_eq!(game.score(&[Point::new(0, 0)]).margin(), 9.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn score(&self, dead: &[Point]) -> PointCount {
        count(&self.rules, &self.board, self.lost, dead)
    }

    /// How the game ends if it ends here with these chains dead (see [`Position::score`]).
    /// Where captures win, nothing is counted: the game is won by captures, or drawn.
    pub fn outcome_with(&self, dead: &[Point]) -> Outcome {
        if self.rules.captures_to_win == 0 {
            return self.score(dead).outcome();
        }
        match self.capturer() {
            Some(color) => Outcome { winner: Some(color), reason: EndReason::Captures },
            None => Outcome { winner: None, reason: EndReason::Passes },
        }
    }
}

/// A chain is dead if its points belong to the opponent by at least this much on average. In half of the games that
/// were scored beside GNU Go no chain that it calls alive is below −0.01. A stone alone in a large area of the opponent
/// is often between −0.4 and −0.2, as random moves let it live. In seki the average is near 0.
const DEAD: f32 = 0.15;

/// The most connected neutral points that stones in seki share.
const MOST_SHARED: usize = 6;

impl Position {
    /// The stones to take off before the count, by an estimate of the owner of each point: the [likely
    /// dead](Position::likely_dead), or none where every stone on the board counts as alive (see
    /// [`Rules::removes_dead_stones`]).
    ///
    /// ```
    /// use tengen_games::{Game, go};
    /// for (name, number) in [("chinese", 2), ("ing", 2), ("tromp-taylor", 0), ("cgos", 0)] {
    ///     let mut game = go::Position::new(&go::Rules::named(name, Some("3".parse()?))?);
    ///     for text in ["b2", "a1", "b1", "c1"] {
    ///         game.play(game.parse_move(text)?)?;
    ///     }
    ///     assert_eq!(game.dead_stones(&[0.9; 9]).len(), number, "{name}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn dead_stones(&self, ownership: &[f32]) -> Vec<Point> {
        if self.rules.removes_dead_stones() { self.likely_dead(ownership) } else { Vec::new() }
    }

    /// The stones of the chains that are dead by an estimate of the owner of each point, in reading order, whether or
    /// not the rules take them off.
    ///
    /// `ownership` has one value for each point in reading order, from 1 (certainly black) to −1 (certainly white). A
    /// chain lives or dies as a whole: it is dead if the opponent owns its points by 0.15 or more on average. A chain
    /// that lives unconditionally is never dead. Without a value for each point no stone is dead.
    ///
    /// ```
    /// use tengen_games::{Game, go};
    /// let rules = go::Rules::named("chinese", Some("3".parse()?))?;
    /// let mut game = go::Position::new(&rules);
    /// for text in ["b2", "a1", "b1", "c1"] {
    ///     game.play(game.parse_move(text)?)?;
    /// }
    /// let dead = game.likely_dead(&[0.9; 9]);
    /// assert_eq!(dead, [game.parse_move("a1")?, game.parse_move("c1")?].map(|mv| mv.point().unwrap()));
    /// assert!(game.likely_dead(&[0.1; 9]).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn likely_dead(&self, ownership: &[f32]) -> Vec<Point> {
        let size = self.board.size();
        if ownership.len() != size.area() {
            return Vec::new();
        }
        let alive = self.living_stones();
        let mut dead = Vec::new();
        for chain in self.chains() {
            let own =
                |p: &Point| ownership[size.index(*p)] * if chain.color == Color::Black { 1.0 } else { -1.0 };
            let mean = chain.stones.iter().map(own).sum::<f32>() / chain.stones.len() as f32;
            let lives = alive[chain.color.index()].contains(&self.board.vertex(chain.stones[0]));
            if mean <= -DEAD && !lives {
                dead.extend(chain.stones);
            }
        }
        dead.sort_unstable();
        dead
    }

    /// The count of the same board and prisoners by other rules, whose size must be that of the board. A pass hands
    /// over a stone where those rules say so.
    pub fn score_by(&self, rules: &Rules, dead: &[Point]) -> PointCount {
        let lost = Color::BOTH.map(|color| {
            let lost = self.lost[color.index()];
            let passed = self.passes_by(color);
            match (self.rules.pass_stones, rules.pass_stones) {
                (true, false) => lost.saturating_sub(passed),
                (false, true) => lost + passed,
                _ => lost,
            }
        });
        count(rules, &self.board, lost, dead)
    }

    /// The living stones that are in seki when the game ends here with these chains dead, in reading order. A chain
    /// that lives unconditionally is in none; nor is one whose group borders on more than six neutral points that
    /// are connected: such an area is still open.
    ///
    /// ```
    /// use tengen_games::{Game, go};
    /// let rules = go::Rules::named("japanese", Some("4x1".parse()?))?;
    /// let mut game = go::Position::new(&rules);
    /// for text in ["a1", "d1"] {
    ///     game.play(game.parse_move(text)?)?;
    /// }
    /// assert_eq!(game.seki_stones(&[]).len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seki_stones(&self, dead: &[Point]) -> Vec<Point> {
        let (size, board) = (self.board.size(), &self.board);
        let cells = without_dead(board, dead, |_, _| ());
        let survey = Survey::of(size, &cells);
        let alive = self.living_stones();
        let lives = |p: Point| alive.iter().any(|stones| stones.contains(&board.vertex(p)));
        let stones = size.points().filter(|p| !cells[size.index(*p)].is_empty());
        let in_seki = |n: usize| survey.in_seki(n) && !survey.is_open(n);
        stones.filter(|p| in_seki(size.index(*p)) && !lives(*p)).collect()
    }

    /// The stones of each colour that live unconditionally.
    fn living_stones(&self) -> [Vec<Vertex>; 2] {
        let suicide = self.rules.suicide.is_allowed();
        Color::BOTH.map(|color| self.board.unconditional_life(color, suicide).stones)
    }
}

/// What each point holds, in reading order, once the chains of `dead` are taken off. `visit` gets each stone taken off:
/// its number in reading order and its colour.
fn without_dead(board: &Board, dead: &[Point], mut visit: impl FnMut(usize, Color)) -> Vec<Cell> {
    let size = board.size();
    let mut cells: Vec<Cell> = size.points().map(|p| board.at(p)).collect();
    for &point in dead.iter().filter(|p| size.contains(**p)) {
        // The second stone of a chain finds it taken off.
        let Some(color) = cells[size.index(point)].color() else { continue };
        for n in board.chain_stones(board.vertex(point)).map(|at| board.index(at)) {
            cells[n] = Cell::Empty;
            visit(n, color);
        }
    }
    cells
}

/// Counts a board; `lost` are the stones of each colour that have been taken.
fn count(rules: &Rules, board: &Board, mut lost: [u32; 2], dead: &[Point]) -> PointCount {
    let size = rules.size;
    let mut points = vec![Status::Dame; size.area()];
    let cells = without_dead(board, dead, |n, color| {
        points[n] = Status::Dead(color);
        lost[color.index()] += 1;
    });
    let survey = Survey::of(size, &cells);
    let mut sides = [SideScore::default(); 2];
    let mut owner = cells.clone();
    for (n, cell) in cells.iter().enumerate() {
        if let Some(color) = cell.color() {
            points[n] = Status::Alive(color);
            sides[color.index()].stones += 1;
            continue;
        }
        let Some(color) = survey.owner(n) else { continue };
        let counts = rules.tax == Tax::None || !survey.in_seki(n);
        if counts {
            sides[color.index()].territory += 1;
            owner[n] = color.into();
        }
        if points[n] == Status::Dame {
            points[n] = if counts { Status::Territory(color) } else { Status::Seki(color) };
        }
    }
    if rules.tax == Tax::Group {
        for (color, count) in survey.territory_of_groups(|n| owner[n] != Cell::Empty) {
            sides[color.index()].tax += count.min(2);
        }
    }
    for color in Color::BOTH {
        let side = &mut sides[color.index()];
        side.prisoners = lost[(!color).index()];
        side.bonus = if color == Color::White { rules.white_bonus() } else { 0.0 };
        let counted = match rules.scoring {
            Scoring::Area => side.stones + side.territory,
            Scoring::Territory => side.territory + side.prisoners,
        };
        side.total = counted as f32 - side.tax as f32 + side.bonus;
    }
    let [black, white] = sides;
    PointCount { black, white, points, owner }
}

/// Chains, empty regions and groups of a board without dead stones.
///
/// A region of empty points that only one colour touches is that colour's; all chains that touch it are one group,
/// since the opponent could part them only by living inside. Any other region is dame.
///
/// Seki follows article 8 of the Japanese rules of 1989: living stones that have dame beside them are in seki. The
/// article presumes that neutral dame are filled before the count. To be right without that, a group that needs no dame
/// to live (it has two eyes) is not in seki for touching some.
struct Survey {
    /// For each point the number of its part: a chain or a region.
    part: Vec<usize>,
    parts: Vec<Part>,
    /// For each part the number of its group's first part.
    group: Vec<usize>,
    seki: Vec<bool>,
}

struct Part {
    cell: Cell,
    points: Vec<usize>,
    /// The parts beside it, each once.
    beside: Vec<usize>,
    /// For a region: the one colour that touches it.
    owner: Option<Color>,
}

impl Survey {
    fn of(size: Size, cells: &[Cell]) -> Survey {
        let mut part = vec![usize::MAX; cells.len()];
        let mut parts: Vec<Part> = Vec::new();
        for start in 0..cells.len() {
            if part[start] != usize::MAX {
                continue;
            }
            let (id, cell) = (parts.len(), cells[start]);
            let mut points = vec![start];
            part[start] = id;
            let mut next = 0;
            while next < points.len() {
                for q in beside(size, points[next]) {
                    if cells[q] == cell && part[q] == usize::MAX {
                        part[q] = id;
                        points.push(q);
                    }
                }
                next += 1;
            }
            parts.push(Part { cell, points, beside: Vec::new(), owner: None });
        }
        for id in 0..parts.len() {
            let mut found: Vec<usize> =
                parts[id].points.iter().flat_map(|&p| beside(size, p)).map(|q| part[q]).collect();
            found.sort_unstable();
            found.dedup();
            found.retain(|&other| other != id);
            let touches = |cell| found.iter().any(|&other| parts[other].cell == cell);
            let owner = match (touches(Cell::Black), touches(Cell::White)) {
                (true, false) => Some(Color::Black),
                (false, true) => Some(Color::White),
                _ => None,
            };
            parts[id].owner = if parts[id].cell.is_empty() { owner } else { None };
            parts[id].beside = found;
        }
        let mut survey =
            Survey { part, group: (0..parts.len()).collect(), seki: vec![false; parts.len()], parts };
        survey.join_groups();
        survey.find_seki(size);
        survey
    }

    fn join_groups(&mut self) {
        for id in 0..self.parts.len() {
            if self.parts[id].owner.is_some() {
                for n in 0..self.parts[id].beside.len() {
                    let (a, b) = (self.root(id), self.root(self.parts[id].beside[n]));
                    self.group[a.max(b)] = a.min(b);
                }
            }
        }
        for id in 0..self.parts.len() {
            self.group[id] = self.root(id);
        }
    }

    fn root(&self, mut id: usize) -> usize {
        while self.group[id] != id {
            id = self.group[id];
        }
        id
    }

    fn find_seki(&mut self, size: Size) {
        let mut eyes = vec![0; self.parts.len()];
        let mut dame = vec![false; self.parts.len()];
        for (id, part) in self.parts.iter().enumerate() {
            if part.owner.is_some() {
                eyes[self.group[id]] += eyes_in(size, &part.points);
            } else if part.cell.is_empty() {
                for &chain in &part.beside {
                    dame[self.group[chain]] = true;
                }
            }
        }
        for id in 0..self.parts.len() {
            let group = self.group[id];
            self.seki[id] = dame[group] && eyes[group] < 2;
        }
    }

    /// The colour that alone touches the region of the empty point `n`.
    fn owner(&self, n: usize) -> Option<Color> {
        self.parts[self.part[n]].owner
    }

    fn in_seki(&self, n: usize) -> bool {
        self.seki[self.part[n]]
    }

    /// Whether the group of the point `n` borders on a region of more than [`MOST_SHARED`] neutral points.
    fn is_open(&self, n: usize) -> bool {
        let group = self.group[self.part[n]];
        self.parts.iter().any(|region| {
            region.cell.is_empty()
                && region.owner.is_none()
                && region.points.len() > MOST_SHARED
                && region.beside.iter().any(|&chain| self.group[chain] == group)
        })
    }

    /// Of each group, its colour and how many empty points it owns that pass the test.
    fn territory_of_groups(&self, counts: impl Fn(usize) -> bool) -> Vec<(Color, u32)> {
        let mut found: Vec<Option<(Color, u32)>> = vec![None; self.parts.len()];
        for (id, part) in self.parts.iter().enumerate() {
            if let Some(color) = part.owner {
                let points = part.points.iter().filter(|&&n| counts(n)).count() as u32;
                found[self.group[id]].get_or_insert((color, 0)).1 += points;
            }
        }
        found.into_iter().flatten().collect()
    }
}

/// How many eyes a region of one colour is sure to make though the opponent moves first: two if it is large, or of a
/// shape without a vital point.
pub(super) fn eyes_in(size: Size, points: &[usize]) -> u32 {
    let mut degrees: Vec<usize> =
        points.iter().map(|&p| beside(size, p).filter(|q| points.contains(q)).count()).collect();
    degrees.sort_unstable();
    // The nakade shapes, distinguished by how many neighbours inside each point has.
    let one_eye = match degrees.as_slice() {
        [] | [_] | [_, _] | [_, _, _] => true,
        [1, 1, 1, 3] | [2, 2, 2, 2] => true,       // pyramid, square
        [1, 2, 2, 2, 3] | [1, 1, 1, 1, 4] => true, // bulky five, crossed five
        [1, 1, 2, 2, 2, 4] => true,                // rabbitty six
        _ => false,
    };
    if one_eye { 1 } else { 2 }
}

/// The points beside a point, by numbers in reading order.
pub(super) fn beside(size: Size, n: usize) -> impl Iterator<Item = usize> {
    let point = size.point(n);
    [(0, -1), (0, 1), (-1, 0), (1, 0)]
        .into_iter()
        .filter_map(move |(d_row, d_col)| size.offset(point, d_row, d_col))
        .map(move |q| size.index(q))
}
