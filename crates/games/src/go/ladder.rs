//! Chains with their liberties, and ladders: chains that one atari after another catches.
//!
//! This is for those who study a position, not for searches. It copies boards and walks chains again at each step,
//! which is simple, and fast enough for a whole board between two moves.

use super::{Board, Position};
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Cell, Color, Point, Size};

/// Solidly connected stones of one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Their colour.
    pub color: Color,
    /// The stones, in reading order.
    pub stones: Vec<Point>,
    /// The empty points beside them, in reading order.
    pub liberties: Vec<Point>,
}

impl Chain {
    /// Whether it can be captured with the next move.
    pub fn in_atari(&self) -> bool {
        self.liberties.len() == 1
    }
}

/// What a ladder does to a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// The chain: with two liberties, the opponent to begin; or in atari, its own side to begin.
    pub chain: Chain,
    /// Whether the chain is caught.
    pub works: bool,
    /// True if the chain runs: its side moves it out of an atari to two liberties, and the opponent must give the next
    /// atari. Else no more than one atari is needed, or none that matters is left.
    pub runs: bool,
    /// One way it goes, whoever begins first: where it works the defence that lasts longest, else the escape. Empty for
    /// a chain in atari that can do nothing.
    pub line: Vec<Point>,
}

/// Positions that the reading of one ladder may visit. A ladder across the whole board takes fewer than a hundred
/// steps; more than this means a fight in which no simple answer holds.
const MOST: u32 = 4000;

impl Position {
    /// Every chain on the board, in reading order of their first stones.
    ///
    /// ```
    /// use tengen_games::{Game, go};
    /// let mut game = go::Position::new(&go::Rules::named("chinese", Some("9".parse()?))?);
    /// for mv in ["A9", "E5", "B9", "A8"] {
    ///     game.play(game.parse_move(mv)?)?;
    /// }
    /// let chains = game.chains();
    /// assert_eq!((chains[0].stones.len(), chains[0].liberties.len()), (2, 2));
    /// assert_eq!(chains.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn chains(&self) -> Vec<Chain> {
        Stones::of(self.board()).chains()
    }

    /// The ladders on the board: every chain in atari, with whether it can still get away; and every chain with two
    /// liberties that its opponent, to begin, catches by ataris alone. A chain gets away when it has three liberties.
    /// Only simple ko is respected. A chain that reading cannot decide is left out.
    pub fn ladders(&self) -> Vec<Ladder> {
        let board = Stones::of(self.board());
        let ladders = board.chains().into_iter().filter_map(|chain| {
            let mut reading = Reading { target: chain.stones[0], color: chain.color, left: MOST };
            let (caught, line) = match chain.liberties.len() {
                1 => reading.defend(&board, self.ko_point()),
                2 => reading.attack(&board, self.ko_point()),
                _ => return None,
            };
            let known = reading.left > 0;
            (known && (caught || chain.in_atari())).then(|| {
                let runs = board.runs(&chain, &line, self.ko_point());
                Ladder { chain, works: caught, runs, line }
            })
        });
        ladders.collect()
    }
}

/// The stones alone.
#[derive(Clone)]
struct Stones {
    size: Size,
    cells: Vec<Cell>,
}

impl Stones {
    fn of(board: &Board) -> Stones {
        let size = board.size();
        Stones { size, cells: size.points().map(|p| board.at(p)).collect() }
    }

    fn at(&self, p: Point) -> Cell {
        self.cells[self.size.index(p)]
    }

    fn beside(&self, p: Point) -> impl Iterator<Item = Point> + use<> {
        let size = self.size;
        [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter().filter_map(move |(row, col)| size.offset(p, row, col))
    }

    /// The chain of the stone on `p`.
    fn chain(&self, p: Point, color: Color) -> Chain {
        let (mut stones, mut liberties, mut next) = (vec![p], Vec::new(), 0);
        while let Some(&stone) = stones.get(next) {
            next += 1;
            for q in self.beside(stone) {
                let list = match self.at(q) {
                    Cell::Empty => &mut liberties,
                    cell if cell == Cell::from(color) => &mut stones,
                    _ => continue,
                };
                if !list.contains(&q) {
                    list.push(q);
                }
            }
        }
        stones.sort_unstable();
        liberties.sort_unstable();
        Chain { color, stones, liberties }
    }

    fn chains(&self) -> Vec<Chain> {
        let mut seen = vec![false; self.size.area()];
        let mut chains = Vec::new();
        for p in self.size.points() {
            if let (false, Some(color)) = (seen[self.size.index(p)], self.at(p).color()) {
                let chain = self.chain(p, color);
                for &stone in &chain.stones {
                    seen[self.size.index(stone)] = true;
                }
                chains.push(chain);
            }
        }
        chains
    }

    /// Whether a move of the chain's side in `line` leaves the chain two liberties.
    fn runs(&self, chain: &Chain, line: &[Point], mut ko: Option<Point>) -> bool {
        let mut board = self.clone();
        let mut defends = chain.in_atari();
        for &p in line {
            let color = if defends { chain.color } else { chain.color.opponent() };
            let Some(after) = board.play(p, color, ko) else { return false };
            (board, ko) = after;
            if defends && board.chain(chain.stones[0], chain.color).liberties.len() == 2 {
                return true;
            }
            defends = !defends;
        }
        false
    }

    /// The board after a stone, and the point that ko closes then; `None` for suicide and a ko taken back at once.
    fn play(&self, p: Point, color: Color, ko: Option<Point>) -> Option<(Stones, Option<Point>)> {
        if ko == Some(p) || !self.at(p).is_empty() {
            return None;
        }
        let mut after = self.clone();
        after.cells[self.size.index(p)] = color.into();
        let mut taken = Vec::new();
        for q in self.beside(p) {
            if after.at(q) == Cell::from(color.opponent()) {
                let chain = after.chain(q, color.opponent());
                if chain.liberties.is_empty() {
                    for &stone in &chain.stones {
                        after.cells[self.size.index(stone)] = Cell::Empty;
                    }
                    taken.extend(chain.stones);
                }
            }
        }
        let own = after.chain(p, color);
        if own.liberties.is_empty() {
            return None;
        }
        let ko = match taken[..] {
            [one] if own.stones.len() == 1 && own.liberties.len() == 1 => Some(one),
            _ => None,
        };
        Some((after, ko))
    }
}

/// The reading of one ladder.
struct Reading {
    target: Point,
    color: Color,
    left: u32,
}

impl Reading {
    /// Whether the chain, with two liberties, is caught by its opponent's next move; and a line that shows it.
    fn attack(&mut self, board: &Stones, ko: Option<Point>) -> (bool, Vec<Point>) {
        let mut escape = Vec::new();
        for p in board.chain(self.target, self.color).liberties {
            let Some((after, ko)) = board.play(p, self.color.opponent(), ko) else { continue };
            if after.at(self.target) != Cell::from(self.color) {
                continue;
            }
            let (caught, mut line) = self.defend(&after, ko);
            line.insert(0, p);
            if caught {
                return (true, line);
            }
            escape = line;
        }
        (false, escape)
    }

    /// Whether the chain, in atari and its own side to move, is caught all the same; and a line that shows it.
    fn defend(&mut self, board: &Stones, ko: Option<Point>) -> (bool, Vec<Point>) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return (false, Vec::new());
        }
        let chain = board.chain(self.target, self.color);
        let mut moves = chain.liberties.clone();
        // To take a chain beside it that is itself in atari.
        for &stone in &chain.stones {
            for q in board.beside(stone) {
                if board.at(q) == Cell::from(self.color.opponent()) {
                    let other = board.chain(q, self.color.opponent());
                    if other.in_atari() && !moves.contains(&other.liberties[0]) {
                        moves.push(other.liberties[0]);
                    }
                }
            }
        }
        let mut longest = Vec::new();
        for p in moves {
            let Some((after, ko)) = board.play(p, self.color, ko) else { continue };
            let liberties = after.chain(self.target, self.color).liberties;
            let (caught, mut line) = match liberties.len() {
                // The last liberty is filled next. If a ko forbids it, this ladder does not catch the chain.
                1 if ko == Some(liberties[0]) => (false, Vec::new()),
                1 => (true, vec![liberties[0]]),
                2 => self.attack(&after, ko),
                _ => (false, Vec::new()),
            };
            line.insert(0, p);
            if !caught {
                return (false, line);
            }
            if line.len() > longest.len() {
                longest = line;
            }
        }
        (true, longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Rules;
    use crate::{Game, Move, SetUp};

    /// A position from a picture: `X` black, `O` white.
    fn position(picture: &str, to_move: Color) -> Position {
        let rows: Vec<&str> = picture.split_ascii_whitespace().collect();
        let rules = Rules::named("chinese,ko=simple", Some(rows.len().to_string().parse().unwrap())).unwrap();
        let mut cells = Vec::new();
        for (row, line) in rows.iter().enumerate() {
            for (col, letter) in line.bytes().enumerate() {
                let cell = match letter {
                    b'X' => Cell::Black,
                    b'O' => Cell::White,
                    _ => continue,
                };
                cells.push((Point::new(row as u8, col as u8), cell));
            }
        }
        Position::set_up(&rules, &SetUp { cells, to_move }).unwrap()
    }

    fn ladder_on(game: &Position, row: u8, col: u8) -> Option<Ladder> {
        let point = Point::new(row, col);
        game.ladders().into_iter().find(|ladder| ladder.chain.stones.contains(&point))
    }

    #[test]
    fn a_ladder_runs_to_the_edge_unless_a_stone_breaks_it() {
        let plain = position(
            ".........
             ...X.....
             ..XO.....
             ...X.....
             .........
             .........
             .........
             .........
             .........",
            Color::White,
        );
        let in_atari = ladder_on(&plain, 2, 3).expect("in atari");
        // The stone runs east along the third line and has three liberties at once.
        assert!(!in_atari.works);
        let diagonal = position(
            ".........
             .........
             ...X.....
             ..XOX....
             ....X....
             .........
             .........
             .........
             .........",
            Color::White,
        );
        assert!(ladder_on(&diagonal, 3, 3).expect("in atari").works, "down and left into the edge");
        let broken = position(
            ".........
             .........
             ...X.....
             ..XOX....
             ....X....
             .........
             .O.......
             .........
             .........",
            Color::White,
        );
        let broken = ladder_on(&broken, 3, 3).expect("in atari");
        assert!(!broken.works, "the stone below breaks it: {:?}", broken.line);
    }

    /// By the definition alone, with the rules themselves as the judge. The attacker may play anywhere, but the chain
    /// must then be in atari. The defender may play anywhere or pass; three liberties are freedom. `None` where that
    /// takes too long to find out.
    fn caught(game: &mut Position, target: Point, color: Color, budget: &mut u32) -> Option<bool> {
        *budget = budget.checked_sub(1).filter(|_| game.ply() < 40)?;
        let liberties = |game: &Position| Stones::of(game.board()).chain(target, color).liberties.len();
        let attacks = game.to_move() != color;
        if !attacks && liberties(game) > 1 {
            return Some(false);
        }
        let mut moves = Vec::new();
        game.legal_moves_into(&mut moves);
        for mv in moves {
            if attacks && mv == Move::Pass {
                continue;
            }
            game.play(mv).unwrap();
            let gone = game.at(target) != Cell::from(color);
            let answer = match (attacks, gone) {
                (true, true) => Some(true),
                (true, false) if liberties(game) != 1 => Some(false),
                (false, _) if liberties(game) > 2 => Some(false),
                _ => caught(game, target, color, budget),
            };
            game.undo();
            match answer {
                None => return None,
                Some(caught) if caught == attacks => return Some(caught),
                Some(_) => {}
            }
        }
        Some(!attacks)
    }

    #[test]
    fn reading_agrees_with_the_definition() {
        let rules = Rules::named("chinese,ko=simple", Some("5".parse().unwrap())).unwrap();
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 32) as u32
        };
        let mut seen = [[0; 2]; 2];
        for _ in 0..160 {
            let mut game = Position::new(&rules);
            for _ in 0..6 + next() % 8 {
                game.play_random(&mut next);
            }
            if game.is_over() || game.ko_point().is_some() {
                continue;
            }
            let ladders = game.ladders();
            for chain in game.chains().into_iter().filter(|c| c.liberties.len() <= 2) {
                let begins = if chain.in_atari() { chain.color } else { chain.color.opponent() };
                let cells = game.size().points().map(|p| (p, game.at(p))).filter(|(_, c)| !c.is_empty());
                let set_up = SetUp { cells: cells.collect(), to_move: begins };
                let mut game = Position::set_up(&rules, &set_up).unwrap();
                let Some(wanted) = caught(&mut game, chain.stones[0], chain.color, &mut 3_000) else {
                    continue;
                };
                let found = ladders.iter().find(|l| l.chain == chain).is_some_and(|l| l.works);
                seen[usize::from(chain.in_atari())][usize::from(wanted)] += 1;
                assert_eq!(found, wanted, "{:?} in\n{:?}", chain, game.board());
            }
        }
        assert!(seen.iter().flatten().all(|&n| n >= 10), "every kind was seen: {seen:?}");
    }

    #[test]
    fn a_working_ladder_ends_with_the_capture() {
        let rules = Rules::named("chinese,ko=simple,passes=0", Some("9".parse().unwrap())).unwrap();
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 32) as u32
        };
        let (mut runs, mut short) = (0, 0);
        for _ in 0..200 {
            let mut game = Position::new(&rules);
            for _ in 0..20 + next() % 30 {
                game.play_random(&mut next);
            }
            for ladder in game.ladders().into_iter().filter(|ladder| ladder.works) {
                let (color, target) = (ladder.chain.color, ladder.chain.stones[0]);
                let begins = if ladder.chain.in_atari() { color } else { color.opponent() };
                let mut game = game.clone();
                if game.to_move() != begins {
                    game.play(Move::Pass).unwrap();
                }
                let mut ataris = 0;
                for &p in &ladder.line {
                    assert_eq!(game.at(target), color.into());
                    ataris += usize::from(game.to_move() != color);
                    game.play(Move::Place(p)).unwrap();
                    let left = Stones::of(game.board()).chain(target, color).liberties.len();
                    assert!(game.at(target).is_empty() || left <= 2, "{ladder:?} in\n{:?}", game.board());
                }
                if !game.at(target).is_empty() {
                    // In atari, and no move of its side saves it: the opponent captures after a pass.
                    assert_eq!(game.to_move(), color, "{ladder:?}");
                    game.play(Move::Pass).unwrap();
                    let last = Stones::of(game.board()).chain(target, color).liberties;
                    assert_eq!(last.len(), 1);
                    game.play(Move::Place(last[0])).unwrap();
                    assert!(game.at(target).is_empty());
                }
                let least = if ladder.chain.in_atari() { 1 } else { 2 };
                assert!(!ladder.runs || ataris >= least, "{ladder:?}");
                if ladder.runs { runs += 1 } else { short += 1 }
            }
        }
        assert!(runs >= 20 && short >= 20, "{runs} run, {short} do not");
    }

    #[test]
    fn a_chain_that_no_move_saves_does_not_run() {
        let game = position(
            ".XO......
             XXO......
             OO.......
             .........
             .........
             .........
             .........
             .........
             .........",
            Color::Black,
        );
        let chain = ladder_on(&game, 0, 1).expect("in atari");
        assert!(chain.works && !chain.runs && chain.line.is_empty(), "{chain:?}");
        let runs = position(
            ".........
             .........
             ...X.....
             ..XOX....
             ....X....
             .........
             .........
             .........
             .........",
            Color::White,
        );
        assert!(ladder_on(&runs, 3, 3).is_some_and(|ladder| ladder.runs));
    }

    #[test]
    fn liberties_are_those_of_the_flood() {
        let game = position("..X.. .XOX. X.OX. .XX.. .....", Color::White);
        let chain = game.chains().into_iter().find(|c| c.color == Color::White).unwrap();
        assert_eq!(chain.stones, [Point::new(1, 2), Point::new(2, 2)]);
        assert_eq!(chain.liberties, [Point::new(2, 1)]);
        assert!(chain.in_atari());
    }
}
