//! Go against a slow, obvious twin: a two-dimensional array, a recursive walk over a block of stones, a test whether
//! the block has a liberty, and every earlier board kept whole. The algorithm is the one of the source article on
//! capturing in Go; the text is new.

use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point, Size};
use tengen_games::go::{Ko, Position, Rules, Suicide};
use tengen_games::{Game, Move, Reason};

type Grid = Vec<Vec<Cell>>;

const SIDES: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

fn get(grid: &Grid, row: i32, col: i32) -> Option<Cell> {
    grid.get(usize::try_from(row).ok()?)?.get(usize::try_from(col).ok()?).copied()
}

/// Marks the block that `(row, col)` belongs to, of stones or of empty points, and says whether it touches an empty
/// point.
fn walk(grid: &Grid, row: i32, col: i32, seen: &mut Vec<(i32, i32)>) -> bool {
    seen.push((row, col));
    let own = get(grid, row, col);
    let mut liberty = false;
    for (d_row, d_col) in SIDES {
        let (r, c) = (row + d_row, col + d_col);
        match get(grid, r, c) {
            cell if cell.is_some() && cell == own && seen.contains(&(r, c)) => {}
            cell if cell.is_some() && cell == own => liberty |= walk(grid, r, c, seen),
            Some(Cell::Empty) => liberty = true,
            _ => {}
        }
    }
    liberty
}

/// Takes the block off if it has no liberty; how many stones went.
fn remove_if_dead(grid: &mut Grid, row: i32, col: i32) -> usize {
    let mut block = Vec::new();
    if walk(grid, row, col, &mut block) {
        return 0;
    }
    for &(r, c) in &block {
        grid[r as usize][c as usize] = Cell::Empty;
    }
    block.len()
}

struct Plain {
    rules: Rules,
    grid: Grid,
    to_move: Color,
    /// Every board so far with the side to move after it.
    past: Vec<(Grid, Color)>,
    prisoners: [usize; 2],
    passes: usize,
    /// Where one stone was just taken, by a stone that is alone and now has that one liberty.
    ko: Option<Point>,
}

#[derive(PartialEq, Debug)]
enum Refused {
    Occupied,
    Ko,
    Suicide,
    Superko,
}

impl Plain {
    fn new(rules: Rules) -> Plain {
        let grid = vec![vec![Cell::Empty; rules.size.cols()]; rules.size.rows()];
        let past = vec![(grid.clone(), Color::Black)];
        Plain { rules, grid, to_move: Color::Black, past, prisoners: [0; 2], passes: 0, ko: None }
    }

    /// The position without its past.
    fn bare(&self) -> Plain {
        Plain { grid: self.grid.clone(), past: Vec::new(), ..*self }
    }

    /// What a stone leads to, without the past, or why it is refused.
    fn stone(&self, p: Point) -> Result<Plain, Refused> {
        let (row, col, color) = (i32::from(p.row), i32::from(p.col), self.to_move);
        if !self.grid[p.row as usize][p.col as usize].is_empty() {
            return Err(Refused::Occupied);
        }
        if self.ko == Some(p) {
            return Err(Refused::Ko);
        }
        let mut next = self.bare();
        next.grid[p.row as usize][p.col as usize] = color.into();
        let mut taken = 0;
        let mut last_taken = None;
        for (d_row, d_col) in SIDES {
            let (r, c) = (row + d_row, col + d_col);
            if get(&next.grid, r, c) == Some((!color).into()) {
                let gone = remove_if_dead(&mut next.grid, r, c);
                if gone > 0 {
                    taken += gone;
                    last_taken = Some(Point::new(r as u8, c as u8));
                }
            }
        }
        next.prisoners[(!color).index()] += taken;
        let gone = remove_if_dead(&mut next.grid, row, col);
        let refused = match self.rules.suicide {
            Suicide::Forbidden => gone > 0,
            Suicide::Chains => gone == 1,
            Suicide::Allowed => false,
        };
        if refused {
            return Err(Refused::Suicide);
        }
        next.prisoners[color.index()] += gone;
        next.to_move = !color;
        next.passes = 0;
        let repeated = self.past.iter().any(|(grid, to_move)| {
            *grid == next.grid
                && match self.rules.ko {
                    Ko::Simple => false,
                    Ko::Positional => true,
                    Ko::Situational => *to_move == next.to_move,
                }
        });
        // The board as it was before the last move: a ko that is retaken.
        let before = self.past.len().checked_sub(2).map(|n| &self.past[n].0);
        if repeated {
            let is_ko = taken == 1 && before == Some(&next.grid);
            return Err(if is_ko { Refused::Ko } else { Refused::Superko });
        }
        let around: Vec<Cell> =
            SIDES.iter().filter_map(|(d_row, d_col)| get(&next.grid, row + d_row, col + d_col)).collect();
        let alone =
            !around.contains(&color.into()) && around.iter().filter(|cell| cell.is_empty()).count() == 1;
        next.ko = last_taken.filter(|_| self.rules.ko == Ko::Simple && taken == 1 && alone);
        Ok(next)
    }

    fn pass(&self) -> Plain {
        let mut next = self.bare();
        next.to_move = !self.to_move;
        next.passes += 1;
        next.prisoners[self.to_move.index()] += usize::from(self.rules.pass_stones);
        next.ko = None;
        next
    }

    /// Joins what a move led to with the past.
    fn after(&self, mut next: Plain) -> Plain {
        next.past = self.past.clone();
        next.past.push((next.grid.clone(), next.to_move));
        next
    }

    fn is_over(&self) -> bool {
        self.rules.passes_to_end > 0
            && self.passes >= usize::from(self.rules.passes_to_end)
            && (!self.rules.white_passes_last || self.to_move == Color::Black)
    }

    /// Black's area minus white's: for each empty point a walk to see which colours it reaches.
    fn area(&self) -> i32 {
        let mut margin = 0;
        for p in self.rules.size.points() {
            margin += match self.grid[p.row as usize][p.col as usize] {
                Cell::Black => 1,
                Cell::White => -1,
                Cell::Empty => {
                    let mut seen = Vec::new();
                    walk(&self.grid, i32::from(p.row), i32::from(p.col), &mut seen);
                    let reaches = |color: Cell| {
                        seen.iter().any(|(r, c)| {
                            SIDES.iter().any(|(dr, dc)| get(&self.grid, r + dr, c + dc) == Some(color))
                        })
                    };
                    i32::from(reaches(Cell::Black)) - i32::from(reaches(Cell::White))
                }
            };
        }
        margin
    }
}

fn same(game: &Position, plain: &Plain) {
    let say = || format!("{} after {:?}\n{:?}", game.rules(), game.moves(), game.board());
    let over = plain.is_over();
    assert_eq!(game.is_over(), over, "{}", say());
    // The quick forms: what was in the mask before does not matter.
    let mut mask = vec![true; game.size().area()];
    game.legal_points_into(&mut mask, &mut Vec::new());
    for p in game.size().points() {
        assert_eq!(game.at(p), plain.grid[p.row as usize][p.col as usize], "{p:?}: {}", say());
        let legal = !over && plain.stone(p).is_ok();
        assert_eq!(
            (mask[game.size().index(p)], game.is_legal(Move::Place(p))),
            (legal, legal),
            "{p:?}: {}",
            say()
        );
        if over {
            continue;
        }
        let ours = game.check(Move::Place(p)).map_err(|e| match e.reason {
            Reason::Occupied(_) => Refused::Occupied,
            Reason::Ko => Refused::Ko,
            Reason::Suicide => Refused::Suicide,
            Reason::Superko { .. } => Refused::Superko,
            other => panic!("{other:?}"),
        });
        assert_eq!(ours, plain.stone(p).map(|_| ()), "{p:?}: {}", say());
    }
    for color in Color::BOTH {
        assert_eq!(game.captured_by(!color) as usize, plain.prisoners[color.index()], "{}", say());
    }
    let score = game.score(&[]);
    let area = |side: tengen_games::go::SideScore| side.stones as i32 + side.territory as i32;
    if game.rules().scoring == tengen_games::go::Scoring::Area {
        assert_eq!(area(score.black) - area(score.white), plain.area(), "{}", say());
    }
    for at in game.board().vertices().filter(|&at| game.board().color(at).is_some()) {
        let mut block = Vec::new();
        let p = game.board().point(at);
        walk(&plain.grid, i32::from(p.row), i32::from(p.col), &mut block);
        assert_eq!(game.board().chain_len(at), block.len());
        assert_eq!(game.board().chain_stones(at).count(), block.len());
        let liberties = game.board().liberties(at);
        assert_eq!(game.board().in_atari(at), liberties.len() == 1);
        assert_eq!(game.board().atari_liberty(at), (liberties.len() == 1).then(|| liberties[0]));
    }
}

/// Random games, compared after each move and again after each move taken back.
#[test]
fn random_games_against_the_plain_algorithm() {
    let mut rng = SplitMix64(2024);
    let mut refusals = [0; 4];
    for (rules, size, games, plies) in [
        ("tromp-taylor,passes=0", "2x2", 20, 60),
        ("new-zealand,passes=0", "3x2", 20, 80),
        ("japanese,passes=0", "3x3", 20, 120),
        ("japanese,passes=0", "6x4", 30, 200),
        ("cgos", "4x3", 40, 100),
        ("new-zealand,ko=simple", "4x4", 30, 150),
        ("aga,suicide=chains", "5x4", 20, 150),
        ("tromp-taylor", "5x5", 20, 200),
        ("chinese,ko=simple", "7x6", 10, 250),
        ("ing", "9x9", 3, 300),
        ("japanese", "1x9", 20, 100),
    ] {
        let rules = Rules::named(rules, Some(size.parse::<Size>().unwrap())).unwrap();
        for _ in 0..games {
            let mut game = Position::new(&rules);
            let mut plain = vec![Plain::new(rules)];
            while !game.is_over() && game.ply() < plies {
                let now = plain.last().unwrap();
                same(&game, now);
                for p in rules.size.points() {
                    if let Err(refused) = now.stone(p) {
                        refusals[refused as usize] += 1;
                    }
                }
                let next = match game.play_random(&mut || rng.next_u32()).unwrap() {
                    Move::Place(p) => now.stone(p).unwrap_or_else(|e| panic!("{e:?}")),
                    _ => now.pass(),
                };
                let next = now.after(next);
                plain.push(next);
            }
            same(&game, plain.last().unwrap());
            while game.undo().is_some() {
                plain.pop();
                same(&game, plain.last().unwrap());
            }
            assert_eq!(plain.len(), 1);
        }
    }
    let [_, ko, suicide, superko] = refusals;
    assert!(ko > 40 && suicide > 1000 && superko > 400, "too few refusals: {refusals:?}");
}
