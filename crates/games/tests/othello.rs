//! Othello against a slow, obvious twin that walks the eight directions cell by cell, and against the printed rules.

use std::collections::{HashMap, HashSet};
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, DIRECTIONS, Point, Size, Symmetry};
use tengen_games::othello::wide::Wide;
use tengen_games::othello::{Bits, Board, Position, Rules};
use tengen_games::{EndReason, Game, Move, Outcome, Reason, SetUp, SetUpError, perft};

const SIZES: [(usize, usize); 9] =
    [(8, 8), (4, 4), (6, 6), (4, 8), (8, 6), (10, 10), (16, 16), (4, 16), (14, 6)];

/// The reference: one cell after another, nothing precomputed.
#[derive(Clone)]
struct Plain {
    size: Size,
    cells: Vec<Cell>,
    to_move: Color,
}

impl Plain {
    fn of(position: &Position) -> Plain {
        let size = position.size();
        Plain { size, cells: size.points().map(|p| position.at(p)).collect(), to_move: position.to_move() }
    }

    fn flips(&self, at: Point, color: Color) -> Vec<Point> {
        let mut flips = Vec::new();
        if !self.cells[self.size.index(at)].is_empty() {
            return flips;
        }
        for step in DIRECTIONS {
            let mut run = Vec::new();
            let mut p = at;
            while let Some(next) = self.size.offset(p, step.d_row.into(), step.d_col.into()) {
                match self.cells[self.size.index(next)].color() {
                    Some(c) if c != color => run.push(next),
                    Some(_) => {
                        flips.append(&mut run);
                        break;
                    }
                    None => break,
                }
                p = next;
            }
        }
        flips.sort();
        flips
    }

    fn moves(&self, color: Color) -> Vec<Point> {
        self.size.points().filter(|&p| !self.flips(p, color).is_empty()).collect()
    }

    fn legal(&self) -> Vec<Move> {
        let moves = self.moves(self.to_move);
        if !moves.is_empty() {
            return moves.into_iter().map(Move::Place).collect();
        }
        if self.moves(!self.to_move).is_empty() { vec![] } else { vec![Move::Pass] }
    }

    fn play(&mut self, mv: Move) {
        if let Move::Place(p) = mv {
            for q in self.flips(p, self.to_move).into_iter().chain([p]) {
                self.cells[self.size.index(q)] = self.to_move.into();
            }
        }
        self.to_move = !self.to_move;
    }

    /// Black's score at the end, counted as the rules of play say: the winner takes the empty points too.
    fn score(&self) -> i32 {
        let count = |cell: Cell| self.cells.iter().filter(|&&c| c == cell).count() as i32;
        let (black, white, empty) = (count(Cell::Black), count(Cell::White), count(Cell::Empty));
        match black.cmp(&white) {
            std::cmp::Ordering::Less => black - white - empty,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => black - white + empty,
        }
    }
}

fn rules(rows: usize, cols: usize) -> Rules {
    Rules::new(Size::of(rows, cols)).unwrap()
}

#[test]
fn agrees_with_the_plain_walk_in_random_games() {
    for (rows, cols) in SIZES {
        let rules = rules(rows, cols);
        for seed in 0..if rows * cols > 64 { 20 } else { 200 } {
            let mut rng = SplitMix64(seed);
            let mut game = Position::new(&rules);
            let mut plain = Plain::of(&game);
            loop {
                let mut legal = Vec::new();
                game.legal_moves_into(&mut legal);
                assert_eq!(legal, plain.legal(), "{rows}x{cols} seed {seed} ply {}", game.ply());
                if legal.is_empty() {
                    break;
                }
                let mv = legal[rng.below(legal.len())];
                let mut flips = mv.point().map_or(vec![], |p| plain.flips(p, plain.to_move));
                plain.play(mv);
                let mut played = game.play(mv).unwrap();
                flips.sort();
                played.flipped.sort();
                assert_eq!(played.flipped, flips, "{rows}x{cols} seed {seed} ply {}", game.ply());
                assert_eq!(Plain::of(&game).cells, plain.cells);
            }
            let Some(Outcome { winner, reason: EndReason::Score(score) }) = game.outcome() else {
                panic!("no score at the end of seed {seed} on {rows}x{cols}");
            };
            assert_eq!(score as i32, plain.score());
            assert_eq!(winner.map_or(0, |c| if c == Color::Black { 1 } else { -1 }), plain.score().signum());
        }
    }
}

/// Random discs reach lines that games seldom do; both grids must agree with the walk on every empty point.
#[test]
fn agrees_with_the_plain_walk_on_random_boards() {
    let mut rng = SplitMix64(7);
    for (rows, cols) in SIZES {
        let size = Size::of(rows, cols);
        for round in 0..300 {
            let full = 1 + round % 8;
            let cells = size
                .points()
                .map(|p| match rng.below(8) {
                    n if n >= full => (p, Cell::Empty),
                    n => (p, if n % 2 == 0 { Cell::Black } else { Cell::White }),
                })
                .collect();
            let set_up = SetUp { cells, to_move: Color::BOTH[rng.below(2)] };
            let position = Position::set_up(&rules(rows, cols), &set_up).unwrap();
            let plain = Plain::of(&position);
            let expected = plain.moves(plain.to_move);
            let wide = position.wide();
            assert_eq!(points(wide.moves()), expected);
            for p in size.points().filter(|&p| plain.cells[size.index(p)].is_empty()) {
                let flips = plain.flips(p, plain.to_move);
                assert_eq!(points(wide.flips(16 * usize::from(p.row) + usize::from(p.col))), flips);
                if let Some(narrow) = position.narrow() {
                    assert_eq!(points(narrow.moves()), expected);
                    assert_eq!(points(narrow.flips(8 * usize::from(p.row) + usize::from(p.col))), flips);
                }
            }
        }
    }
}

#[test]
fn grown_sets_hold_all_neighbours() {
    let neighbours = |size: Size, p: Point| {
        let around = DIRECTIONS.iter().filter_map(|d| size.offset(p, d.d_row.into(), d.d_col.into()));
        let mut all: Vec<Point> = around.chain([p]).collect();
        all.sort();
        all
    };
    for p in Size::of(8, 8).points() {
        assert_eq!(points(u64::bit(Board::<u64>::square(p)).grown()), neighbours(Size::of(8, 8), p));
    }
    for p in Size::of(16, 16).points() {
        assert_eq!(points(Wide::bit(Board::<Wide>::square(p)).grown()), neighbours(Size::of(16, 16), p));
    }
}

fn points<B: Bits>(set: B) -> Vec<Point> {
    set.squares().map(Board::<B>::point).collect()
}

#[test]
fn start_position_and_first_moves() {
    let game = Position::new(&Rules::STANDARD);
    let at = |text: &str| game.at(game.parse_move(text).unwrap().point().unwrap());
    assert_eq!((at("d4"), at("e5")), (Cell::White, Cell::White));
    assert_eq!((at("e4"), at("d5")), (Cell::Black, Cell::Black));
    assert_eq!((game.discs(Color::Black), game.discs(Color::White)), (2, 2));
    let mut legal = Vec::new();
    game.legal_moves_into(&mut legal);
    let text: Vec<String> = legal.into_iter().map(|mv| game.format_move(mv)).collect();
    assert_eq!(text, ["d3", "c4", "f5", "e6"]);
}

/// The shortest game there can be, nine discs: black wipes white out and gets the empty points too.
#[test]
fn a_wipe_out_is_64_to_0() {
    let mut game = Position::new(&Rules::STANDARD);
    for text in "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ') {
        assert!(!game.is_over());
        game.play(game.parse_move(text).unwrap()).unwrap();
    }
    assert_eq!(game.discs(Color::White), 0);
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Color::Black), reason: EndReason::Score(64.0) }));
    assert_eq!(game.check(Move::Pass).unwrap_err().reason, Reason::GameOver);
}

#[test]
fn refusals_name_the_rule() {
    let mut game = Position::new(&Rules::STANDARD);
    let reason = |game: &Position, text: &str| game.check(game.parse_move(text).unwrap()).unwrap_err().reason;
    assert_eq!(reason(&game, "d4"), Reason::Occupied(Color::White));
    assert_eq!(reason(&game, "e4"), Reason::Occupied(Color::Black));
    assert_eq!(reason(&game, "a1"), Reason::NoFlip);
    assert_eq!(reason(&game, "pass"), Reason::NoPass);
    assert_eq!(game.check(Move::Place(Point::new(8, 0))).unwrap_err().reason, Reason::OffBoard);
    assert_eq!(
        game.play(Move::Place(Point::new(0, 0))).unwrap_err().to_string(),
        "move 1 (a1) is illegal: it turns over no disc"
    );
    // Black has no disc that a white one lies between and an empty point; white can take b1.
    let set_up = diagram(&rules(4, 4), ".XO. .... .... ....", Color::White);
    assert_eq!(reason(&set_up, "pass"), Reason::NoPass);
    let passing = diagram(&rules(4, 4), "OX.. .... .... ....", Color::Black);
    assert_eq!(reason(&passing, "c1"), Reason::MustPass);
    assert!(passing.is_legal(Move::Pass));
}

/// Rows from the top, `X` black, `O` white, anything else empty; blanks part the rows.
fn diagram(rules: &Rules, rows: &str, to_move: Color) -> Position {
    let cells = rules
        .size()
        .points()
        .zip(rows.chars().filter(|c| !c.is_whitespace()))
        .map(|(p, c)| {
            let cell = match c {
                'X' => Cell::Black,
                'O' => Cell::White,
                _ => Cell::Empty,
            };
            (p, cell)
        })
        .collect();
    Position::set_up(rules, &SetUp { cells, to_move }).unwrap()
}

#[test]
fn a_pass_is_a_ply_and_can_be_undone() {
    let mut game = diagram(&rules(4, 4), "OX.. .... .... ....", Color::Black);
    let before = (game.clone(), game.hash());
    for word in ["pass", "PASS", "ps", "Pa", "--", " pass "] {
        assert_eq!(game.parse_move(word), Ok(Move::Pass));
    }
    assert_eq!(game.format_move(Move::Pass), "pass");
    game.play(Move::Pass).unwrap();
    assert_eq!((game.ply(), game.to_move()), (1, Color::White));
    assert_ne!(game.hash(), before.1);
    let played = game.play(game.parse_move("c1").unwrap()).unwrap();
    assert_eq!(played.flipped, [Point::new(0, 1)]);
    // Three white discs and thirteen empty points that go to white.
    assert_eq!(played.outcome, Some(Outcome { winner: Some(Color::White), reason: EndReason::Score(-16.0) }));
    assert_eq!(game.undo(), Some(game.parse_move("c1").unwrap()));
    assert_eq!(game.undo(), Some(Move::Pass));
    assert_eq!((game.clone(), game.hash()), before);
}

#[test]
fn a_drawn_board_leaves_the_empties_to_nobody() {
    let game = diagram(&rules(4, 4), "XXOO .... .... OOXX", Color::Black);
    // Every run of white ends at an edge or an own disc, and so does every run of black.
    assert_eq!(game.outcome(), Some(Outcome { winner: None, reason: EndReason::Score(0.0) }));
}

#[test]
fn set_ups_are_checked() {
    let p = Point::new;
    let set_up = |cells: Vec<(Point, Cell)>| {
        Position::set_up(&Rules::STANDARD, &SetUp { cells, to_move: Color::White })
    };
    assert_eq!(set_up(vec![(p(8, 0), Cell::Black)]), Err(SetUpError::OffBoard(p(8, 0))));
    assert_eq!(set_up(vec![(p(0, 0), Cell::Black), (p(0, 0), Cell::White)]), Err(SetUpError::Twice(p(0, 0))));
    // A handicap corner: the centre stays as it is.
    let corner = set_up(vec![(p(0, 0), Cell::Black), (p(0, 0), Cell::Black)]).unwrap();
    assert_eq!((corner.discs(Color::Black), corner.discs(Color::White)), (3, 2));
    assert_eq!(corner.to_move(), Color::White);
    assert_eq!(corner.at(p(3, 3)), Cell::White);
    let cleared = set_up(vec![(p(3, 3), Cell::Empty)]).unwrap();
    assert_eq!(cleared.at(p(3, 3)), Cell::Empty);
}

#[test]
fn sizes_are_even_and_4_to_16() {
    for (rows, cols) in [(2, 2), (3, 3), (8, 7), (5, 8), (18, 18), (8, 18), (2, 8)] {
        assert!(Rules::new(Size::of(rows, cols)).is_err(), "{rows}x{cols}");
    }
    assert!(Rules::named("othello", Some(Size::of(9, 9))).is_err());
    assert!(Rules::named("reversed", None).is_err());
    assert_eq!(Rules::named("othello", None), Ok(Rules::STANDARD));
}

/// All ways through the first seven plies: equal positions have equal hashes, different ones different hashes.
#[test]
fn the_hash_is_of_the_discs_and_the_side_to_move() {
    fn walk(game: &mut Position, depth: u32, seen: &mut HashMap<(Vec<Cell>, Color), u64>) {
        let plain = Plain::of(game);
        let first = *seen.entry((plain.cells, plain.to_move)).or_insert(game.hash());
        assert_eq!(game.hash(), first, "after {:?}", game.moves());
        if depth > 0 {
            let mut legal = Vec::new();
            game.legal_moves_into(&mut legal);
            for mv in legal {
                game.play_unchecked(mv);
                walk(game, depth - 1, seen);
                game.undo();
            }
        }
    }
    let mut seen = HashMap::new();
    walk(&mut Position::new(&Rules::STANDARD), 7, &mut seen);
    let hashes: HashSet<u64> = seen.values().copied().collect();
    assert_eq!(hashes.len(), seen.len());
    assert!(seen.len() < 55092, "transpositions meet");

    let turn = |to_move| Position::set_up(&Rules::STANDARD, &SetUp { cells: vec![], to_move }).unwrap();
    let (white, black) = (turn(Color::White), turn(Color::Black));
    assert_eq!(black, Position::new(&Rules::STANDARD));
    assert_ne!(white, black);
    assert_ne!(white.hash(), black.hash());
}

/// Published counts in which a pass is a ply (Aart Bik's for 8×8, as every Othello program repeats them).
#[test]
fn generic_perft_matches_the_published_counts() {
    let mut game = Position::new(&Rules::STANDARD);
    let counts = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216];
    for (depth, &count) in counts.iter().enumerate() {
        assert_eq!(perft(&mut game, depth as u32), count, "depth {depth}");
    }
}

/// Turned and mirrored boards have turned and mirrored moves, and lead to turned and mirrored boards.
#[test]
fn symmetric_boards_have_symmetric_moves() {
    for (rows, cols) in SIZES {
        let size = Size::of(rows, cols);
        let mut rng = SplitMix64(9);
        let mut game = Position::new(&rules(rows, cols));
        while !game.is_over() {
            game.play_random(&mut || rng.next_u32());
            for &symmetry in &Symmetry::ALL {
                let turned_size = symmetry.turn(size);
                let turn = |position: &Position| {
                    let cells = size.points().map(|p| (symmetry.apply(p, size), position.at(p))).collect();
                    let set_up = SetUp { cells, to_move: position.to_move() };
                    Position::set_up(&Rules::new(turned_size).unwrap(), &set_up).unwrap()
                };
                let twin = turn(&game);
                assert_eq!(twin.outcome(), game.outcome());
                let (mut moves, mut twin_moves) = (Vec::new(), Vec::new());
                game.legal_moves_into(&mut moves);
                twin.legal_moves_into(&mut twin_moves);
                assert_eq!(moves.len(), twin_moves.len());
                for &mv in moves.iter().take(3) {
                    let twin_mv = mv.point().map_or(Move::Pass, |p| Move::Place(symmetry.apply(p, size)));
                    let (mut next, mut twin_next) = (game.clone(), twin.clone());
                    next.play(mv).unwrap();
                    twin_next.play(twin_mv).unwrap();
                    assert_eq!(turn(&next), twin_next, "{symmetry:?} {mv:?}");
                }
            }
        }
    }
}
