//! Connect6 against a slow and obvious judge, and the points of the rules that are easy to get wrong.

mod support;

use support::Plain;
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Size};
use tengen_games::{EndReason, Game, Move, Outcome, connect6, perft};

#[test]
fn move_sequences_are_counted() {
    let mut game = connect6::Position::new(&connect6::Rules::STANDARD);
    assert_eq!(perft(&mut game, 3), 361 * 360 * 359);
}

#[test]
fn turns_have_two_stones_but_for_the_first() {
    let mut game = connect6::Position::new(&connect6::Rules::STANDARD);
    let mut turns = vec![];
    for point in game.size().points().step_by(2).take(9) {
        turns.push((game.to_move(), game.stones_left_in_turn()));
        game.play(Move::Place(point)).unwrap();
    }
    use Color::{Black as B, White as W};
    assert_eq!(turns, [(B, 1), (W, 2), (W, 1), (B, 2), (B, 1), (W, 2), (W, 1), (B, 2), (B, 1)]);
}

#[test]
fn games_end_as_the_slow_judge_says() {
    let mut rng = SplitMix64(66);
    let mut wins = 0;
    for game_number in 0..60 {
        let size = [Size::of(6, 6), Size::of(9, 7), Size::of(19, 19)][game_number % 3];
        let mut game = connect6::Position::new(&connect6::Rules { size });
        let mut board = Plain::new(size);
        while !game.is_over() {
            let color = game.to_move();
            let played = {
                let moves = game.legal_moves();
                assert_eq!(moves.len(), size.points().filter(|&p| board.at(p) == Cell::Empty).count());
                game.play(moves[rng.below(moves.len())]).unwrap()
            };
            let (point, _) = played.placed.unwrap();
            board.set(point, color.into());
            let full = size.points().all(|p| board.at(p) != Cell::Empty);
            let expected = if board.runs(point).iter().any(|&run| run >= 6) {
                wins += 1;
                Some(Outcome { winner: Some(color), reason: EndReason::Line })
            } else {
                full.then_some(Outcome { winner: None, reason: EndReason::Full })
            };
            assert_eq!(game.outcome(), expected, "{game:?}");
            let winning = matches!(expected, Some(Outcome { winner: Some(_), .. }));
            assert_eq!(played.line.len() >= 6, winning);
            assert!(played.line.iter().all(|&p| board.at(p) == color.into()));
        }
    }
    assert!(wins > 20, "random games on 19x19 end with a row: {wins}");
}

#[test]
fn a_pass_is_refused() {
    let game = connect6::Position::new(&connect6::Rules::STANDARD);
    assert!(game.check(Move::Pass).unwrap_err().to_string().contains("passing is not allowed"));
}
