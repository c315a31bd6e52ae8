//! A million moves of Go on boards of every size and by every rule of ko and suicide, against a plain twin: a list of
//! cells, a walk over a chain, and every earlier board kept whole.
//!
//! `go_reference` compares everything after each move of a few games. Here a move compares what it touches, and all
//! legal points are compared now and then.

use std::collections::HashMap;
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Size};
use tengen_games::go::{Ko, Position, Rules, Suicide, Vertex};
use tengen_games::{Game, Move};

#[derive(Clone, Debug)]
struct Plain {
    rules: Rules,
    cells: Vec<Cell>,
    to_move: Color,
    ko: Option<usize>,
    /// How often each board has been there, with the side to move where that counts.
    past: HashMap<(Vec<Cell>, Option<Color>), usize>,
}

/// A chain's stones and liberties.
#[derive(Default)]
struct Chain {
    stones: Vec<usize>,
    liberties: Vec<usize>,
}

impl Plain {
    fn new(rules: Rules) -> Plain {
        let cells = vec![Cell::Empty; rules.size.area()];
        let mut plain = Plain { rules, cells, to_move: Color::Black, ko: None, past: HashMap::new() };
        *plain.past.entry(plain.key(&plain.cells, Color::Black)).or_default() += 1;
        plain
    }

    fn key(&self, cells: &[Cell], to_move: Color) -> (Vec<Cell>, Option<Color>) {
        (cells.to_vec(), (self.rules.ko == Ko::Situational).then_some(to_move))
    }

    fn beside(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (rows, cols) = (self.rules.size.rows(), self.rules.size.cols());
        let (row, col) = (at / cols, at % cols);
        let sides = [
            (row > 0).then(|| at - cols),
            (row + 1 < rows).then(|| at + cols),
            (col > 0).then(|| at - 1),
            (col + 1 < cols).then(|| at + 1),
        ];
        sides.into_iter().flatten()
    }

    /// Walks over the chain of the stone at `at`.
    fn walk(&self, cells: &[Cell], at: usize, chain: &mut Chain) {
        chain.stones.push(at);
        for q in self.beside(at) {
            if cells[q] == cells[at] && !chain.stones.contains(&q) {
                self.walk(cells, q, chain);
            } else if cells[q].is_empty() && !chain.liberties.contains(&q) {
                chain.liberties.push(q);
            }
        }
    }

    fn chain(&self, cells: &[Cell], at: usize) -> Chain {
        let mut chain = Chain::default();
        self.walk(cells, at, &mut chain);
        chain
    }

    /// The board after a stone of the side to move and the new point of a ko, if the stone is legal.
    fn stone(&self, at: usize) -> Option<(Vec<Cell>, Option<usize>)> {
        if !self.cells[at].is_empty() || self.ko == Some(at) {
            return None;
        }
        let color = self.to_move;
        let mut cells = self.cells.clone();
        cells[at] = color.into();
        let mut taken = Vec::new();
        for q in self.beside(at) {
            if cells[q] == (!color).into() {
                let chain = self.chain(&cells, q);
                if chain.liberties.is_empty() {
                    chain.stones.iter().for_each(|&stone| cells[stone] = Cell::Empty);
                    taken.extend(chain.stones);
                }
            }
        }
        let own = self.chain(&cells, at);
        if own.liberties.is_empty() {
            let legal = match self.rules.suicide {
                Suicide::Forbidden => false,
                Suicide::Chains => own.stones.len() > 1,
                Suicide::Allowed => true,
            };
            if !legal {
                return None;
            }
            own.stones.iter().for_each(|&stone| cells[stone] = Cell::Empty);
        }
        if self.rules.ko != Ko::Simple && self.past.contains_key(&self.key(&cells, !color)) {
            return None;
        }
        let is_ko = self.rules.ko == Ko::Simple
            && taken.len() == 1
            && own.stones.len() == 1
            && own.liberties.len() == 1;
        Some((cells, is_ko.then(|| taken[0])))
    }

    fn go_on(&mut self, cells: Vec<Cell>, ko: Option<usize>) {
        (self.cells, self.ko, self.to_move) = (cells, ko, !self.to_move);
        *self.past.entry(self.key(&self.cells, self.to_move)).or_default() += 1;
    }

    /// Takes the last move back to the board before it.
    fn go_back(&mut self, cells: Vec<Cell>, ko: Option<usize>) {
        let key = self.key(&self.cells, self.to_move);
        let count = self.past.get_mut(&key).expect("it was put there");
        *count -= 1;
        if *count == 0 {
            self.past.remove(&key);
        }
        (self.cells, self.ko, self.to_move) = (cells, ko, !self.to_move);
    }
}

/// Stones everywhere, and the chains at these points with their liberties.
fn same_stones(position: &Position, plain: &Plain, cells: &mut [Cell], at: impl Iterator<Item = usize>) {
    let board = position.board();
    position.cells_into(cells);
    assert_eq!(cells, plain.cells, "{}\n{board:?}", position.rules());
    let vertex = |at: usize| board.vertex(position.size().point(at));
    for at in at.filter(|&at| !plain.cells[at].is_empty()) {
        let chain = plain.chain(&plain.cells, at);
        let mut liberties: Vec<Vertex> = chain.liberties.iter().map(|&at| vertex(at)).collect();
        liberties.sort_unstable();
        let mut found = board.liberties(vertex(at));
        found.sort_unstable();
        assert_eq!(found, liberties, "{board:?} {:?}", position.size().point(at));
        assert_eq!(board.chain_len(vertex(at)), chain.stones.len(), "{board:?}");
        let only = if let [only] = liberties[..] { Some(only) } else { None };
        assert_eq!(board.atari_liberty(vertex(at)), only, "{board:?}");
    }
}

/// Every legal point, found in four ways.
fn same_legal(position: &Position, plain: &Plain, mask: &mut [bool]) -> usize {
    let (size, set) = (position.size(), position.legal_set());
    let mut others = Vec::new();
    position.legal_points_into(mask, &mut others);
    assert_eq!(others, [Move::Pass]);
    let mut listed = position.legal_moves().into_iter();
    let mut repeats = 0;
    for point in size.points() {
        let at = position.board().vertex(point);
        let legal = plain.stone(size.index(point)).is_some();
        let found = [set.contains(at), mask[size.index(point)], position.is_legal_stone(at)];
        assert_eq!(found, [legal; 3], "{} {point:?}\n{:?}", position.rules(), position.board());
        if legal {
            assert_eq!(listed.next(), Some(Move::Place(point)));
        }
        let is_repetition = || {
            let simple = Plain { rules: Rules { ko: Ko::Simple, ..plain.rules }, ..plain.clone() };
            simple.stone(size.index(point)).is_some()
        };
        repeats += usize::from(!legal && plain.cells[size.index(point)].is_empty() && is_repetition());
    }
    assert_eq!(listed.next(), Some(Move::Pass));
    assert_eq!(set.len(), mask.iter().filter(|&&legal| legal).count());
    repeats
}

#[test]
fn a_million_moves_are_those_of_the_plain_board() {
    const MOVES: usize = 1_000_000;
    let mut random = SplitMix64(64);
    let (mut moves, mut refused, mut repeats, mut undone, mut captures) = (0, 0, 0, 0, 0);
    let mut sides = [false; 26];
    while moves < MOVES {
        // Small boards, on which positions repeat, as often as large ones.
        let largest = if random.below(2) == 0 { 25 } else { 5 };
        let size = Size::of(1 + random.below(largest), 1 + random.below(largest));
        (sides[size.rows()], sides[size.cols()]) = (true, true);
        let rules = Rules {
            ko: [Ko::Simple, Ko::Positional, Ko::Situational][random.below(3)],
            suicide: [Suicide::Forbidden, Suicide::Chains, Suicide::Allowed][random.below(3)],
            passes_to_end: 0,
            ..Rules::named("chinese", Some(size)).unwrap()
        };
        let mut position = Position::new(&rules);
        let mut plain = Plain::new(rules);
        let mut before = Vec::new();
        let (mut cells, mut mask) = (vec![Cell::Empty; size.area()], vec![false; size.area()]);
        for _ in 0..(4 * size.area()).clamp(40, 700) {
            // A few draws, then a pass: playing into own eyes keeps the stones in motion.
            let mut next = None;
            for _ in 0..6 {
                let at = random.below(size.area());
                let stone = plain.stone(at);
                let legal = position.is_legal(Move::Place(size.point(at)));
                assert_eq!(legal, stone.is_some(), "{rules} {:?}\n{:?}", size.point(at), position.board());
                refused += usize::from(stone.is_none() && plain.cells[at].is_empty());
                if let Some((cells, ko)) = stone {
                    next = Some((at, cells, ko));
                    break;
                }
            }
            let stones = plain.cells.iter().filter(|cell| !cell.is_empty()).count();
            before.push((plain.cells.clone(), plain.ko));
            let at = next.as_ref().map(|(at, ..)| *at);
            position.play_unchecked(at.map_or(Move::Pass, |at| Move::Place(size.point(at))));
            match next {
                Some((_, cells, ko)) => plain.go_on(cells, ko),
                None => plain.go_on(plain.cells.clone(), None),
            }
            moves += 1;
            captures += usize::from(plain.cells.iter().filter(|cell| !cell.is_empty()).count() <= stones);
            same_stones(&position, &plain, &mut cells, at.into_iter().flat_map(|at| plain.beside(at)));
            if random.below(if size.area() < 30 { 16 } else { 256 }) == 0 {
                repeats += same_legal(&position, &plain, &mut mask);
            }
            if random.below(100) == 0 {
                for _ in 0..random.below(before.len()).min(20) {
                    let (cells, ko) = before.pop().expect("no more than were played");
                    position.undo();
                    plain.go_back(cells, ko);
                    undone += 1;
                }
                same_stones(&position, &plain, &mut cells, 0..size.area());
                same_legal(&position, &plain, &mut mask);
            }
        }
    }
    assert!(sides[1..].iter().all(|&seen| seen), "a side of each length from 1 to 25");
    assert!(captures > 50_000 && undone > 20_000, "{captures} captures, {undone} moves taken back");
    assert!(refused > 100_000 && repeats > 1_000, "{refused} moves refused, {repeats} repetitions found");
}
