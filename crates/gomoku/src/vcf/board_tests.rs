//! The VCF board against the board of the search.

use super::*;
use crate::Threat;
use crate::board::rule_set::{Caro, Freestyle, Renju, Standard, StandardCaro};
use crate::vcf::reference::scattered;
use crate::vcf::stops;
use tengen_board::random::SplitMix64;

fn points<R: RuleSet>(board: &VcfBoard<R>, lines: &LineSet, masks: &[u64; LINES]) -> SquareSet {
    let squares = |line: usize| bits(masks[line]).map(move |bit| (line, bit));
    let lines = (0..4).flat_map(|axis| lines.along(axis));
    lines.flat_map(squares).map(|(line, bit)| board.geometry.square(line, bit)).collect()
}

/// Random stones of both sides in turn, then all taken back: at every step the squares are those of the search's
/// board. Counts the fours, the squares that may be fouls and the fours with two answers.
fn keeps_up<R: RuleSet>(rng: &mut SplitMix64) -> [usize; 3] {
    let Some(game) = scattered(rng, R::VARIANT, 15) else { return [0; 3] };
    let mut reference = Board::<R>::from_game(&game);
    if !reference.fives(reference.to_move()).is_empty() {
        return [0; 3];
    }
    let side = reference.to_move();
    let mut board = VcfBoard::new(&reference, side);
    let mut played = Vec::new();
    let (mut seen, mut doubtful, mut seconds) = (0, 0, 0);
    loop {
        assert_eq!(board.key(), reference.key());
        assert_eq!(
            points(&board, &board.to_stop, &board.fives),
            reference.fives(side.opponent()),
            "{reference:?}"
        );
        if reference.fives(side).is_empty() {
            // In renju the class reports a forbidden square, the line a four.
            let fours = points(&board, &board.to_make, &board.fours);
            let clear = |&square: &Square| reference.class(side, square) != Threat::Forbidden;
            assert_eq!(
                fours.iter().filter(clear).collect::<SquareSet>(),
                reference.fours(side),
                "{reference:?}"
            );
            seen += fours.len();
            for square in fours.iter().filter(clear) {
                let mut after = reference.clone();
                after.set_to_move(side);
                after.play(square);
                let answers: SquareSet =
                    board.answers(square).into_iter().flat_map(Stops::iter::<R>).collect();
                assert_eq!(answers, stops(&after, side), "{square} {reference:?}");
                seconds += usize::from(answers.len() > 1);
            }
        }
        // Without a five of the defender there is nothing to stop.
        let found = board.stops().map(|found| found.iter::<R>().collect::<SquareSet>());
        let threatens = !reference.fives(side.opponent()).is_empty();
        assert_eq!(found, threatens.then(|| stops(&reference, side.opponent())), "{reference:?}");
        let color = reference.to_move();
        for square in reference.empties() - reference.fives(color) {
            assert_eq!(
                board.may_play(square, color),
                reference.may_play(color, square),
                "{square} {reference:?}"
            );
            doubtful += usize::from(R::FOULS && color == Color::Black && board.is_doubtful(square));
        }
        let free: Vec<Square> = (reference.empties() - reference.fives(color)).iter().collect();
        if played.len() == 12 || free.is_empty() {
            break;
        }
        let square = free[rng.below(free.len())];
        played.push((square, color, board.play(square, color)));
        reference.play(square);
    }
    for (square, color, before) in played.iter().rev() {
        board.undo(*square, *color, before);
        reference.undo();
        assert_eq!(
            points(&board, &board.to_stop, &board.fives),
            reference.fives(side.opponent()),
            "{reference:?}"
        );
    }
    [seen, doubtful, seconds]
}

#[test]
fn fours_and_fives_are_those_of_the_position() {
    let mut rng = SplitMix64(5);
    let mut sum = [[0; 3]; 5];
    for _ in 0..400 {
        let seen = [
            keeps_up::<Freestyle>(&mut rng),
            keeps_up::<Standard>(&mut rng),
            keeps_up::<Renju>(&mut rng),
            keeps_up::<Caro>(&mut rng),
            keeps_up::<StandardCaro>(&mut rng),
        ];
        for (sum, seen) in sum.as_flattened_mut().iter_mut().zip(seen.as_flattened()) {
            *sum += seen;
        }
    }
    assert!(sum.iter().all(|&[seen, ..]| seen > 1000) && sum[2][1] > 100, "{sum:?}");
    assert!(sum[3..].iter().all(|&[.., seconds]| seconds > 100), "{sum:?}");
}
