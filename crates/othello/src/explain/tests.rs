use super::*;
use tengen_board::random::SplitMix64;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::othello::Rules;

fn after(moves: &str) -> Position {
    let mut game = Position::new(&Rules::STANDARD);
    for text in moves.split_whitespace() {
        game.play(game.parse_move(text).unwrap()).unwrap();
    }
    game
}

fn explained(position: &Position, best: Move) -> Vec<Item> {
    let analysis = Analysis { best: Some(best), ..Analysis::default() };
    explain(position, &analysis, Some(&PatternWeights::standard())).items
}

fn points(position: &Position, texts: &str) -> Vec<Point> {
    texts.split_whitespace().filter_map(|text| position.parse_move(text).unwrap().point()).collect()
}

#[test]
fn a_move_beside_a_corner_gives_it_away_and_the_corner_is_taken_and_stable() {
    // After g7 black has a disc on the diagonal to h8.
    let game = after("f5 f6 e6 f4 g7");
    let corner = game.parse_move("h8").unwrap();
    assert!(game.is_legal(corner), "{game:?}");
    let items = explained(&game, corner);
    let of = |kind: ItemKind| items.iter().find(|item| item.kind == kind).map(|item| item.points.clone());
    assert_eq!(of(ItemKind::TakesCornerSquare(corner)), Some(points(&game, "h8")));
    assert_eq!(of(ItemKind::MakesStable(corner)), Some(points(&game, "h8")));

    let game = after("f5 f6 e6 f4");
    let beside = game.parse_move("g7").unwrap();
    let items = explained(&game, beside);
    let given = items.iter().find(|item| item.kind == ItemKind::GivesCorners(beside)).unwrap();
    assert_eq!(given.points, points(&game, "h8"));
}

/// In games by chance: what is said is what counting by hand gives.
#[test]
fn what_is_said_is_true_of_random_positions() {
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..40 {
        let mut rng = SplitMix64(seed);
        let mut game = Position::new(&Rules::STANDARD);
        for _ in 0..20 + rng.below(38) {
            game.play_random(&mut || rng.next_u32());
        }
        let mut legal = Vec::new();
        game.legal_moves_into(&mut legal);
        let Some(&mv @ Move::Place(at)) = legal.first() else { continue };
        let mut next = game.clone();
        next.play(mv).unwrap();
        let (side, replies) = (game.to_move(), next.mobility(!game.to_move()));
        for item in explained(&game, mv) {
            *seen.entry(item.name().to_string()).or_insert(0) += 1;
            match item.kind {
                ItemKind::GivesCorners(_) => {
                    assert!(item.points.iter().all(|p| replies.contains(p)));
                    assert!(item.points.iter().all(|p| [0, 7].contains(&p.row) && [0, 7].contains(&p.col)));
                }
                ItemKind::MakesStable(_) => {
                    assert!(item.points.iter().all(|&p| next.at(p).color() == Some(side)));
                }
                ItemKind::LeavesMoves { fewest, .. } => {
                    assert_eq!(item.points, replies);
                    let least = legal.iter().map(|&other| {
                        let mut instead = game.clone();
                        instead.play(other).unwrap();
                        instead.mobility(!side).len()
                    });
                    assert_eq!(fewest, legal.len() > 1 && least.min() == Some(replies.len()), "seed {seed}");
                }
                ItemKind::InRegion(_) => {
                    assert!(item.points.contains(&at));
                    assert!(item.points.iter().all(|&p| game.at(p).is_empty()));
                    // No other empty square touches the region.
                    let touches =
                        |p: Point, q: &Point| p.row.abs_diff(q.row) <= 1 && p.col.abs_diff(q.col) <= 1;
                    let outside =
                        game.size().points().filter(|&p| game.at(p).is_empty() && !item.points.contains(&p));
                    assert!(outside.into_iter().all(|p| !item.points.iter().any(|q| touches(p, q))));
                }
                _ => {}
            }
        }
    }
    for kind in ["gives-corners", "makes-stable", "leaves-moves", "region", "changes-value"] {
        assert!(seen.get(kind).is_some_and(|&count| count >= 3), "{kind}: {seen:?}");
    }
}

/// The parts of all patterns and the constant are the sum of the tables.
#[test]
fn the_parts_sum_to_the_tables() {
    let weights = PatternWeights::standard();
    let game = after("f5 d6 c3 d3 c4 f4 c5 b3 c2 e3");
    let board = game.narrow().unwrap();
    let (indices, empties) = (Indices::new(board.own, board.opp), board.empties().count_ones());
    let sum: f32 = (0..PATTERNS).map(|pattern| weights.part(&indices, pattern, empties)).sum();
    let constant = weights.table_sum(&board) - sum;
    // Only the constant is left, which another position of the stage has too.
    let (mut other, mut rng) = (Position::new(&Rules::STANDARD), SplitMix64(3));
    for _ in 0..10 {
        other.play_random(&mut || rng.next_u32());
    }
    let other = other.narrow().unwrap();
    let parts = Indices::new(other.own, other.opp);
    let sum: f32 = (0..PATTERNS).map(|pattern| weights.part(&parts, pattern, empties)).sum();
    assert!((weights.table_sum(&other) - sum - constant).abs() < 0.02);
}

#[test]
fn the_player_explains_with_its_weights() {
    let game = after("f5 d6 c3 d3 c4 f4 c5 b3 c2 e3 d2 c6 b4 a3 b5");
    let mut player = crate::Player::default();
    let found = player.analyze(&game, &Limits::nodes(2_000), &Stop::new(), &mut |_| ());
    let names: Vec<String> = player
        .explain(&game, &found, &Stop::new())
        .items
        .iter()
        .map(|item| item.name().to_string())
        .collect();
    assert!(names.iter().any(|name| name == "leaves-moves"), "{names:?}");
    assert_eq!(names.last().map(String::as_str), Some("line"));
}
