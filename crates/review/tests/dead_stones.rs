//! The end of a game of Go: its dead stones are those that the record marks, or else those that the engine finds.

mod support;

use support::engines;
use tengen_board::Point;
use tengen_engine::{AnyEngine, ForGame, Limits, Proof, Score, Stop};
use tengen_games::{AnyPosition, PlayerId};
use tengen_records::{Format, ReadOptions, Record};
use tengen_review::{Course, Review, sweep};

/// Black has the left three columns with a dead white stone in them, white the right two. After two passes white is to
/// move. Black has 15 points and white 10 under Chinese rules, and the komi is 0.5.
const GAME: &[u8] =
    b"(;GM[1]SZ[5]RU[Chinese]KM[0.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]\
    ;B[bb];W[aa];B[];W[])";

fn review(record: &Record, engines: &mut [Box<dyn AnyEngine>]) -> (Review, usize) {
    let course = Course::main(record).unwrap();
    let swept =
        sweep(&course, engines, &Limits::nodes(200), &Stop::new(), &mut |_, _| None, &mut |_| ()).unwrap();
    let review = Review::new(&course, &swept);
    assert!(review.is_complete());
    (review, swept.of)
}

#[test]
fn the_engine_takes_the_dead_stones_off_where_the_record_marks_none() {
    let record = Format::Sgf.read(GAME, &ReadOptions::default()).unwrap().records.remove(0);
    let mut player: Vec<Box<dyn AnyEngine>> = vec![Box::new(ForGame::new(tengen_go::Player::new()))];
    let (counted, of) = review(&record, &mut player);
    assert_eq!(of, 15, "the last position needs an analysis, too");
    assert_eq!(*counted.scores.last().unwrap(), Some(Score::Estimate { value: 4.5, win: 1.0 }));
    assert_eq!(*counted.chances.last().unwrap(), Some(1.0));
    assert_eq!(counted.decided.map(|(player, _)| player), Some(PlayerId::First));
}

#[test]
fn the_marks_of_the_record_come_before_the_engine() {
    for dead in [vec![Point::new(0, 0)], Vec::new()] {
        let mut record = Format::Sgf.read(GAME, &ReadOptions::default()).unwrap().records.remove(0);
        let AnyPosition::Go(game) = record.replay().unwrap().position else { panic!("go") };
        let last = record.tree.main_line().last().unwrap();
        record.mark_territory(last, &game, &dead);
        let expected = game.score(&dead).margin();
        let (marked, of) = review(&record, &mut engines(&record.spec, 1));
        assert_eq!(of, 14, "the last position needs no analysis");
        assert_eq!(*marked.scores.last().unwrap(), Some(Score::Proven(Proof::Margin(expected))));
    }
}
