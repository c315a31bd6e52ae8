//! The deepest analysis is kept, and found for the position under every symmetry.

mod common;

use common::{played, spec};
use std::time::Duration;
use tengen_board::{Point, Symmetry};
use tengen_engine::{Analysis, Line, Proof, Score};
use tengen_games::{AnyPosition, Game, Move};
use tengen_library::{AnalysisQuery, EngineId, Library};

fn engine() -> EngineId {
    EngineId { name: "test".into(), version: "1".into(), level: 3 }
}

fn analysis(moves: &[&[Point]], depth: u32, nodes: u64) -> Analysis {
    let line = |points: &&[Point]| Line {
        moves: points.iter().map(|&p| Move::Place(p)).collect(),
        score: Score::Estimate { value: 1.5, win: 0.625 },
        work: 9,
    };
    Analysis {
        best: moves.first().and_then(|points| points.first()).map(|&p| Move::Place(p)),
        lines: moves.iter().map(line).collect(),
        depth,
        nodes,
        time: Duration::from_millis(250),
        ..Analysis::default()
    }
}

#[test]
fn the_deepest_is_kept_and_must_have_done_enough() {
    let library = Library::open_in_memory().unwrap();
    let position = played(&spec("gomoku"), "h8 i9");
    let line = [Point::new(3, 4), Point::new(5, 6)];
    let shallow = analysis(&[&line], 4, 1000);
    let deep = analysis(&[&line[..1]], 8, 500);
    assert_eq!(library.find_analysis(&position, &engine(), &AnalysisQuery::anything()).unwrap(), None);
    assert!(library.keep_analysis(&position, &engine(), &shallow).unwrap());
    assert!(library.keep_analysis(&position, &engine(), &deep).unwrap());
    assert!(!library.keep_analysis(&position, &engine(), &shallow).unwrap());
    let found = |wanted: AnalysisQuery| library.find_analysis(&position, &engine(), &wanted).unwrap();
    let kept = found(AnalysisQuery::anything()).unwrap();
    assert_eq!((kept.json, kept.depth, kept.proven), (deep.to_json(&position), 8, false));
    assert!(found(AnalysisQuery { depth: Some(8), ..AnalysisQuery::default() }).is_some());
    assert!(found(AnalysisQuery { depth: Some(9), ..AnalysisQuery::default() }).is_none());
    assert!(
        found(AnalysisQuery {
            depth: Some(9),
            time: Some(Duration::from_millis(200)),
            ..AnalysisQuery::default()
        })
        .is_some()
    );
    assert!(found(AnalysisQuery { nodes: Some(501), ..AnalysisQuery::default() }).is_none());
    assert!(found(AnalysisQuery { depth: Some(1), lines: 2, ..AnalysisQuery::default() }).is_none());
    assert!(found(AnalysisQuery::default()).is_none(), "without a limit only a proof is enough");
    let proof = Analysis {
        lines: vec![Line { score: Score::Proven(Proof::Win(5)), ..shallow.lines[0].clone() }],
        ..shallow
    };
    assert!(library.keep_analysis(&position, &engine(), &proof).unwrap());
    assert!(found(AnalysisQuery::default()).unwrap().proven);
    // Another engine, level, version, position or rule set: nothing is found.
    let others = [
        EngineId { level: 4, ..engine() },
        EngineId { version: "2".into(), ..engine() },
        EngineId { name: "tes".into(), version: "t 1".into(), ..engine() },
    ];
    for other in others {
        assert_eq!(library.find_analysis(&position, &other, &AnalysisQuery::anything()).unwrap(), None);
    }
    for other in [played(&spec("gomoku"), "h8"), played(&spec("renju"), "h8 i9")] {
        assert_eq!(library.find_analysis(&other, &engine(), &AnalysisQuery::anything()).unwrap(), None);
    }
    assert_eq!(library.forget_analyses().unwrap(), 1);
}

#[test]
fn an_analysis_is_found_for_every_turn_of_the_board() {
    let library = Library::open_in_memory().unwrap();
    for (rules, text) in
        [("gomoku", "h8 i9 g6 a1"), ("othello", "f5 d6 c3 d3 c4"), ("go:chinese", "Q16 D4 R3")]
    {
        let spec = spec(rules);
        let position = played(&spec, text);
        let size = position.size();
        let mut legal = Vec::new();
        position.legal_moves_into(&mut legal);
        let points: Vec<Point> = legal.iter().filter_map(|mv| mv.point()).take(3).collect();
        let mut kept = analysis(&[&points, &points[1..]], 6, 10);
        kept.ownership = (0..size.area()).map(|i| i as f32 / 1000.0).collect();
        assert!(library.keep_analysis(&position, &engine(), &kept).unwrap());
        for symmetry in Symmetry::ALL {
            let turned_moves = position.moves().map(|mv| turn(mv, symmetry, &position));
            // The start of Othello differs under some symmetries.
            let mut turned = AnyPosition::new(&spec);
            if !turned_moves.into_iter().all(|mv| turned.play(mv).is_ok()) {
                continue;
            }
            let mut expected = kept.clone();
            expected.best = kept.best.map(|mv| turn(mv, symmetry, &position));
            for line in &mut expected.lines {
                line.moves.iter_mut().for_each(|mv| *mv = turn(*mv, symmetry, &position));
            }
            expected.ownership = symmetry.apply_to_cells(&kept.ownership, size);
            let found =
                library.find_analysis(&turned, &engine(), &AnalysisQuery::anything()).unwrap().unwrap();
            assert_eq!(found.json, expected.to_json(&turned), "{rules} {symmetry:?}");
        }
    }
}

fn turn(mv: Move, symmetry: Symmetry, position: &AnyPosition) -> Move {
    match mv {
        Move::Place(point) => Move::Place(symmetry.apply(point, position.size())),
        other => other,
    }
}

/// A ko, a pass or the phase of an opening is part of the position, which then has no symmetries.
#[test]
fn a_state_beside_the_stones_is_kept_apart() {
    let library = Library::open_in_memory().unwrap();
    let go = tengen_games::GameSpec::named("go", Some("japanese"), Some("5".parse().unwrap())).unwrap();
    // Black takes a ko with C3; white may not retake at B3 at once.
    let ko = played(&go, "B2 C2 B4 C4 A3 D3 E5 B3 C3");
    assert!(!ko.is_legal(ko.parse_move("B3").unwrap()));
    let line = [Point::new(4, 4)];
    library.keep_analysis(&ko, &engine(), &analysis(&[&line], 3, 1)).unwrap();
    let find = |position: &AnyPosition| {
        library.find_analysis(position, &engine(), &AnalysisQuery::anything()).unwrap()
    };
    assert!(find(&ko).is_some());
    let cells = ko.size().points().map(|p| (p, ko.at(p))).filter(|(_, cell)| !cell.is_empty()).collect();
    let set_up = tengen_games::SetUp { cells, to_move: ko.to_move() };
    assert_eq!(find(&AnyPosition::set_up(&go, &set_up).unwrap()), None, "there is no ko here");
    // One pass: black is to move instead of white, and the next pass ends the game.
    let one_pass = played(&go, "pass");
    library.keep_analysis(&one_pass, &engine(), &analysis(&[&line], 3, 1)).unwrap();
    assert!(find(&one_pass).is_some());
    let set_up = tengen_games::SetUp { cells: vec![], to_move: tengen_board::Color::White };
    let white_first = AnyPosition::set_up(&go, &set_up).unwrap();
    assert_eq!(find(&white_first), None, "nobody has passed here");
}

#[test]
fn puzzles_keep_their_score() {
    let library = Library::open_in_memory().unwrap();
    for solved in [false, true, true] {
        library.puzzle_tried("vcf", "a'b", solved).unwrap();
    }
    library.puzzle_tried("vcf", "c", false).unwrap();
    let scores = library.puzzle_scores("vcf").unwrap();
    assert_eq!(
        (scores.len(), scores[0].problem.as_str(), scores[0].tries, scores[0].solved),
        (2, "a'b", 3, 2)
    );
    assert_eq!(library.puzzle_scores("none").unwrap(), []);
}

#[test]
fn the_last_review_of_a_game_is_kept_with_it() {
    let library = Library::open_in_memory().unwrap();
    let game = library.create(tengen_library::NewGame::new(spec("gomoku"))).unwrap().id;
    assert_eq!(library.review(game).unwrap(), None);
    for done in [3, 5] {
        let review = serde_json::json!({"done": done, "mistakes": [{"node": 1}]});
        assert!(library.keep_review(game, &review).unwrap());
        assert_eq!(library.review(game).unwrap(), Some(review));
    }
    assert!(!library.keep_review(game + 1, &serde_json::json!({})).unwrap(), "there is no such game");
    let large = serde_json::json!("x".repeat(5 << 20));
    assert!(!library.keep_review(game, &large).unwrap());
    assert_eq!(library.review(game).unwrap().unwrap()["done"], 5, "the one before stays");
}
