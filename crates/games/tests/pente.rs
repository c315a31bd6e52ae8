//! Pente, Keryo-Pente and Ninuki-renju against a slow and obvious judge, and the points of the rules that are easy to
//! get wrong.

mod support;

use support::Plain;
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point, Size};
use tengen_games::pente::{Position, Rules, Variant};
use tengen_games::{EndReason, Game, Move, Outcome, Played, perft};

fn play(game: &mut Position, moves: &str) -> Played {
    moves.split_whitespace().fold(Played::default(), |_, text| {
        let mv = game.parse_move(text).unwrap();
        game.play(mv).unwrap_or_else(|e| panic!("{e}"))
    })
}

fn won(color: Color, reason: EndReason) -> Option<Outcome> {
    Some(Outcome { winner: Some(color), reason })
}

#[test]
fn move_sequences_are_counted() {
    for rules in [Rules::STANDARD, Rules::KERYO, Rules::NINUKI] {
        assert_eq!(perft(&mut Position::new(&rules), 3), 361 * 360 * 359, "{rules}");
    }
    // Tournament: 1 first stone, 360 answers, then any free point outside the central 5x5.
    let mut game = Position::new(&Rules::named("pente+tournament", None).unwrap());
    let outside = 361 - 25;
    assert_eq!(perft(&mut game, 3), 24 * outside + outside * (outside - 1));
}

fn reference_captures(board: &Plain, point: Point, color: Color, longest: i32) -> Vec<Point> {
    let mut taken = vec![];
    for direction in 0..8 {
        let cell = |n| board.step(point, direction, n).map(|(_, cell)| cell);
        for length in 2..=longest {
            let between = (1..=length).all(|n| cell(n) == Some(color.opponent().into()));
            if between && cell(length + 1) == Some(color.into()) {
                taken.extend((1..=length).filter_map(|n| board.step(point, direction, n)).map(|(p, _)| p));
            }
        }
    }
    taken.sort();
    taken
}

fn reference_fives(board: &Plain, color: Color) -> Vec<Vec<Point>> {
    let mut fives: Vec<Vec<Point>> = vec![];
    for p in board.size.points().filter(|&p| board.at(p) == color.into()) {
        fives.extend((0..4).map(|axis| board.row(p, axis)).filter(|row| row.len() == 5));
    }
    fives.sort();
    fives.dedup();
    fives
}

fn reference_breakable(board: &Plain, color: Color, fives: &[Vec<Point>]) -> bool {
    board.size.points().filter(|&p| board.at(p) == Cell::Empty).any(|p| {
        let taken = reference_captures(board, p, color.opponent(), 2);
        fives.iter().all(|five| five.iter().any(|q| taken.contains(q)))
    })
}

#[test]
fn captures_and_ends_as_the_slow_judge_says() {
    let mut rng = SplitMix64(55);
    let mut ends = [0; 3];
    let mut captures_seen = 0;
    for game_number in 0..400 {
        let variant = Variant::ALL[game_number % 3];
        let size = [Size::of(6, 6), Size::of(9, 8), Size::of(13, 13)][game_number / 3 % 3];
        let mut game = Position::new(&Rules { size, variant, tournament: false });
        let mut board = Plain::new(size);
        let mut captured = [0_u32; 2];
        let mut pending = false;
        let longest = if variant == Variant::Keryo { 3 } else { 2 };
        while !game.is_over() {
            let (color, other) = (game.to_move(), game.to_move().opponent());
            let moves = game.legal_moves();
            let point = moves[rng.below(moves.len())].point().unwrap();
            board.set(point, color.into());
            let taken = reference_captures(&board, point, color, longest);
            taken.iter().for_each(|&p| board.set(p, Cell::Empty));
            captured[color as usize] += taken.len() as u32;
            captures_seen += taken.len();
            let played = game.play(Move::Place(point)).unwrap();
            let mut reported = played.captured.clone();
            reported.sort();
            assert_eq!(reported, taken, "{game:?}");
            assert!(size.points().all(|p| game.at(p) == board.at(p)), "{game:?}");
            for side in Color::BOTH {
                assert_eq!(game.captured_by(side), captured[side as usize]);
            }
            let enough = captured[color as usize] >= if variant == Variant::Keryo { 15 } else { 10 };
            let full = size.points().all(|p| board.at(p) != Cell::Empty);
            let draw = full.then_some(Outcome { winner: None, reason: EndReason::Full });
            let expected = if variant != Variant::Ninuki {
                if board.runs(point).iter().any(|&run| run >= 5) {
                    won(color, EndReason::Line)
                } else if enough {
                    won(color, EndReason::Captures)
                } else {
                    draw
                }
            } else if enough {
                won(color, EndReason::Captures)
            } else if (pending || !taken.is_empty()) && !reference_fives(&board, other).is_empty() {
                won(other, EndReason::Line)
            } else {
                let fives = reference_fives(&board, color);
                pending = !fives.is_empty() && reference_breakable(&board, color, &fives);
                if !fives.is_empty() && !pending { won(color, EndReason::Line) } else { draw }
            };
            assert_eq!(game.outcome(), expected, "{game:?}");
            match expected.map(|outcome| outcome.reason) {
                Some(EndReason::Line) => ends[0] += 1,
                Some(EndReason::Captures) => ends[1] += 1,
                Some(_) => ends[2] += 1,
                None => {}
            }
            let winner = expected.and_then(|o| o.winner).filter(|_| !played.line.is_empty());
            assert!(played.line.iter().all(|&p| winner.map(Cell::from) == Some(board.at(p))));
        }
    }
    assert!(ends[0] > 50 && ends[1] > 20 && ends[2] > 0 && captures_seen > 1000, "{ends:?} {captures_seen}");
}

#[test]
fn captures_are_pairs_alone() {
    let mut game = Position::new(&Rules::STANDARD);
    assert!(play(&mut game, "A1 B1 T19 C1 T17 D1 E1").captured.is_empty(), "three are safe");
    let mut game = Position::new(&Rules::STANDARD);
    assert!(play(&mut game, "A1 B1 C1").captured.is_empty(), "one is safe");
    // Two pairs at once, along a row and along the main diagonal's end.
    let mut game = Position::new(&Rules::STANDARD);
    let played = play(&mut game, "A4 A3 D1 A2 T19 B1 T18 C1 A1");
    assert_eq!(played.captured.len(), 4);
    assert_eq!(game.captured_by(Color::Black), 4);
    let mut keryo = Position::new(&Rules::KERYO);
    assert_eq!(play(&mut keryo, "A1 B1 T19 C1 T17 D1 E1").captured.len(), 3);
}

#[test]
fn moving_between_two_stones_is_safe() {
    let mut game = Position::new(&Rules::STANDARD);
    // White completes its own pair between two black stones: nothing happens, also at the next move.
    assert!(play(&mut game, "A1 B1 D1 C1").captured.is_empty());
    assert!(play(&mut game, "T19").captured.is_empty());
    assert_eq!(game.captured_by(Color::Black), 0);
}

#[test]
fn a_five_in_pente_wins_though_it_could_be_broken_and_longer_rows_win_too() {
    // D3 of white and the empty D6 flank the pair D4 D5 of black; the five still wins.
    let mut game = Position::new(&Rules::STANDARD);
    let played = play(&mut game, "A4 T1 B4 T3 C4 T5 E4 D3 D5 T8 D4");
    assert_eq!(played.outcome, won(Color::Black, EndReason::Line));
    assert_eq!(played.line.len(), 5);
    let mut game = Position::new(&Rules::STANDARD);
    let played = play(&mut game, "A4 T1 B4 T3 C4 T5 E4 T7 F4 T9 D4");
    assert_eq!((played.outcome, played.line.len()), (won(Color::Black, EndReason::Line), 6));
}

#[test]
fn in_ninuki_a_five_must_be_exact_and_unbreakable() {
    let start = || Position::new(&Rules::NINUKI);
    let mut overline = start();
    assert_eq!(play(&mut overline, "A4 T1 B4 T3 C4 T5 E4 T7 F4 T9 D4").outcome, None);
    let mut exact = start();
    assert_eq!(play(&mut exact, "A4 T1 B4 T3 C4 T5 E4 T7 D4").outcome, won(Color::Black, EndReason::Line));
    let breakable = "A4 T1 B4 T3 C4 T5 E4 D3 D5 T8 D4";
    let mut broken = start();
    assert_eq!(play(&mut broken, breakable).outcome, None);
    assert_eq!(play(&mut broken, "D6").captured.len(), 2);
    assert!(!broken.is_over());
    let mut left = start();
    play(&mut left, breakable);
    let played = play(&mut left, "T17");
    assert_eq!((played.outcome, played.line.len()), (won(Color::Black, EndReason::Line), 5));
    left.undo();
    assert_eq!(left.outcome(), None);
    assert_eq!(play(&mut left, "T17").outcome, won(Color::Black, EndReason::Line));
}

#[test]
fn five_pairs_win() {
    let mut game = Position::new(&Rules::STANDARD);
    let mut last = Played::default();
    for row in [1, 3, 5, 7, 9] {
        last =
            play(&mut game, &format!("A{row} B{row} T{row} C{row} D{row} T{}", row + 9).replace(" T18", ""));
    }
    assert_eq!(last.outcome, won(Color::Black, EndReason::Captures), "{game:?}");
    assert_eq!(game.captured_by(Color::Black), 10);
    assert!(last.line.is_empty());
}

#[test]
fn refusals_name_the_rule() {
    let mut game = Position::new(&Rules::named("pente+tournament", None).unwrap());
    let refused =
        |game: &Position, text: &str| game.check(game.parse_move(text).unwrap()).unwrap_err().to_string();
    assert!(refused(&game, "K11").contains("on the centre"));
    play(&mut game, "K10 L11");
    assert!(refused(&game, "M12").contains("at least 3 points away"));
    assert!(refused(&game, "L11").contains("occupied by white"));
    assert!(game.is_legal(game.parse_move("N10").unwrap()));
}
