use super::*;
use tengen_board::random::SplitMix64;
use tengen_engine::{Engine, Leveled, Limits, Stop};
use tengen_games::AnyPosition;
use tengen_records::{Format, ReadOptions, Tree};

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

/// Real positions with a move: those of the problem file with their best moves, and games of tournaments.
fn real_positions() -> Vec<(Position, Move)> {
    let mut found = Vec::new();
    let Some(file) = tengen_truth::file("othello/obf/hard-25.obf") else { return found };
    let output = Format::Obf.read(&std::fs::read(&file).unwrap(), &ReadOptions::default()).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    for (record, line) in output.records.iter().zip(text.lines().filter(|line| line.len() > 66)) {
        let AnyPosition::Othello(position) = record.replay_to(Tree::ROOT).unwrap().position else {
            panic!("another game")
        };
        let best = line.split(';').nth(1).unwrap().split(':').next().unwrap().trim().to_lowercase();
        let mv = position.parse_move(&best).unwrap();
        found.push((*position, mv));
    }
    let Some(file) = tengen_truth::file("othello/wthor/WTH_2001.wtb") else { return found };
    let output = Format::Wthor.read(&std::fs::read(&file).unwrap(), &ReadOptions::default()).unwrap();
    for record in output.records.iter().step_by(output.records.len() / 12) {
        let mut position = Position::new(&Rules::STANDARD);
        for (ply, mv) in record.main_moves().enumerate() {
            if mv != Move::Pass && position.mobility(position.to_move()).is_empty() {
                position.play(Move::Pass).unwrap();
            }
            // The first moves change little, and are no positions to explain.
            if ply >= 4 && ply % 3 == 1 && matches!(mv, Move::Place(_)) {
                found.push((position.clone(), mv));
            }
            position.play(mv).unwrap();
        }
    }
    found
}

/// The squares beside the empty corners, from a list: corner, X square, C squares.
fn listed_squares(position: &Position) -> Vec<(Point, Beside, Point)> {
    let corners = [
        ["a1", "b2", "a2", "b1"],
        ["h1", "g2", "g1", "h2"],
        ["a8", "b7", "a7", "b8"],
        ["h8", "g7", "g8", "h7"],
    ];
    let mut squares = Vec::new();
    for names in corners {
        let [corner, x, c, d] = names.map(|name| points(position, name)[0]);
        if position.at(corner).is_empty() {
            squares.extend([(x, Beside::X, corner), (c, Beside::C, corner), (d, Beside::C, corner)]);
        }
    }
    squares
}

/// The number of each empty square's region: the least number that its neighbours hand on, until nothing changes.
fn region_numbers(position: &Position) -> std::collections::BTreeMap<Point, usize> {
    let empty = position.size().points().filter(|&p| position.at(p).is_empty());
    let mut numbers: std::collections::BTreeMap<Point, usize> =
        empty.enumerate().map(|(i, p)| (p, i)).collect();
    loop {
        let before = numbers.clone();
        for (p, number) in &mut numbers {
            let near = before.iter().filter(|(q, _)| p.row.abs_diff(q.row) < 2 && p.col.abs_diff(q.col) < 2);
            *number = near.map(|(_, &number)| number).min().unwrap();
        }
        if numbers == before {
            return numbers;
        }
    }
}

/// The area of a pattern by its squares alone, and the sums of the areas.
fn slow_parts(
    weights: &PatternWeights,
    own: u64,
    opp: u64,
    empties: u32,
) -> std::collections::BTreeMap<Vec<Point>, f32> {
    let mut sums = std::collections::BTreeMap::new();
    let indices = Indices::new(own, opp);
    for pattern in 0..PATTERNS {
        let set = crate::eval::patterns::squares_of(pattern);
        let squares: Vec<Point> =
            (0..64).filter(|s| set >> s & 1 == 1).map(|s| Point::new(s / 8, s % 8)).collect();
        let is_corner = |p: &Point| [0, 7].contains(&p.row) && [0, 7].contains(&p.col);
        let corners: Vec<Point> = squares.iter().copied().filter(is_corner).collect();
        let straight = squares.windows(3).all(|w| {
            let step = |a: Point, b: Point| {
                (i32::from(b.row) - i32::from(a.row), i32::from(b.col) - i32::from(a.col))
            };
            step(w[0], w[1]) == step(w[1], w[2])
        });
        let area = if straight { vec![squares[0], *squares.last().unwrap()] } else { corners };
        *sums.entry(area).or_insert(0.0) += weights.part(&indices, pattern, empties);
    }
    sums
}

#[test]
fn what_is_said_of_real_positions_is_true_and_says_what_counts() {
    let weights = PatternWeights::standard();
    let positions = real_positions();
    let (mut weighed, mut changed) = (0, 0);
    let mut seen = std::collections::BTreeMap::new();
    for (position, mv) in &positions {
        let (side, mut next) = (position.to_move(), position.clone());
        next.play(*mv).unwrap();
        let items = explained(position, *mv);
        let squares = listed_squares(position);
        let held = |side: Color, beside| -> Vec<Point> {
            let mut held: Vec<Point> = squares.iter().filter(|s| s.1 == beside).map(|s| s.0).collect();
            held.retain(|&p| position.at(p).color() == Some(side));
            held.sort_unstable();
            held
        };
        let sorted = |points: &[Point]| {
            let mut points = points.to_vec();
            points.sort_unstable();
            points
        };
        let said = |wanted: &ItemKind, side| {
            let item = items.iter().find(|item| item.kind == *wanted && item.side == Some(side));
            item.map(|item| sorted(&item.points)).unwrap_or_default()
        };
        for beside in [Beside::X, Beside::C] {
            for color in Color::BOTH {
                assert_eq!(said(&ItemKind::HoldsBeside(beside), color), held(color, beside));
            }
            let played = squares.iter().find(|s| Some(s.0) == mv.point() && s.1 == beside);
            assert_eq!(
                said(&ItemKind::PlaysBeside(*mv, beside), side),
                played.map(|s| s.2).into_iter().collect::<Vec<_>>()
            );
            let mut flipped = held(!side, beside);
            flipped.retain(|&p| next.at(p).color() == Some(side));
            assert_eq!(said(&ItemKind::FlipsBeside(*mv, beside), side), flipped);
        }
        let numbers = region_numbers(position);
        let mut regions: std::collections::BTreeMap<usize, Vec<Point>> = std::collections::BTreeMap::new();
        for (p, number) in &numbers {
            regions.entry(*number).or_default().push(*p);
        }
        let has_regions = regions.len() > 1 && numbers.len() <= 32;
        let odd: Vec<&Vec<Point>> = regions.values().filter(|region| region.len() % 2 == 1).collect();
        let item = items.iter().find(|item| matches!(item.kind, ItemKind::Regions { .. }));
        assert_eq!(item.is_some(), has_regions);
        if let Some(item) = item {
            let even = regions.len() - odd.len();
            assert_eq!(item.kind, ItemKind::Regions { odd: odd.len(), even });
            assert_eq!(sorted(&item.points), sorted(&odd.into_iter().flatten().copied().collect::<Vec<_>>()));
        }
        let own = mv.point().map(|p| regions[&numbers[&p]].clone()).unwrap();
        assert_eq!(
            said(&ItemKind::InRegion(*mv), side),
            if has_regions && !next.is_over() { own } else { Vec::new() }
        );
        // The evaluation: for the side and against it, and what the move changes.
        let (board, after) = (position.narrow().unwrap(), next.narrow().unwrap());
        let now = slow_parts(&weights, board.own, board.opp, board.empties().count_ones());
        let empties = after.empties().count_ones();
        // Beside a pass: after both the other side is to move.
        let mut change = slow_parts(&weights, board.opp, board.own, empties);
        for (area, moved) in slow_parts(&weights, after.own, after.opp, empties) {
            *change.get_mut(&area).unwrap() -= moved;
        }
        let touched = (board.own ^ after.opp) | (board.opp ^ after.own);
        for (name, parts, count) in [("weighs", &now, &mut weighed), ("changes-value", &change, &mut changed)]
        {
            let said: Vec<(f32, &Item)> = items
                .iter()
                .filter_map(|item| match item.kind {
                    ItemKind::Weighs { discs } if name == "weighs" => Some((discs, item)),
                    ItemKind::ChangesValue { discs, .. } if name == "changes-value" => Some((discs, item)),
                    _ => None,
                })
                .collect();
            *count += usize::from(!said.is_empty());
            if next.is_over() && name == "changes-value" {
                assert!(said.is_empty());
                continue;
            }
            let extremes =
                [parts.values().copied().fold(0.0, f32::max), parts.values().copied().fold(0.0, f32::min)];
            let expected = extremes.iter().filter(|discs| discs.abs() >= LEAST).count();
            assert_eq!(said.len(), expected);
            for (discs, item) in said {
                assert!((parts[&item.points] - discs).abs() < 1e-3 && item.side == Some(side));
                assert!(extremes.iter().any(|most| (most - discs).abs() < 1e-3));
                let is_area = |&pattern: &usize| {
                    let area = area_of(pattern).into_iter().map(|square| Point::new(square / 8, square % 8));
                    area.eq(item.points.iter().copied())
                };
                let is_touched = |pattern| crate::eval::patterns::squares_of(pattern) & touched != 0;
                assert!(name != "changes-value" || (0..PATTERNS).filter(is_area).any(is_touched), "{item:?}");
            }
        }
        for item in &items {
            *seen.entry(item.name().to_string()).or_insert(0) += 1;
        }
    }
    println!("{} positions: {weighed} weighed, {changed} changed: {seen:?}", positions.len());
    assert!(
        weighed * 10 >= positions.len() * 9 && changed * 10 >= positions.len() * 9,
        "{weighed} {changed}"
    );
    for kind in ["holds-x", "holds-c", "plays-x", "plays-c", "flips-c", "regions", "region"] {
        assert!(positions.is_empty() || seen.get(kind).is_some_and(|&count| count >= 3), "{kind}: {seen:?}");
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
    assert!(names.iter().any(|name| name == "weighs"), "{names:?}");
    // The weakest level, which front ends ask for explanations, has the same to say.
    let weakest = crate::Player::at_level(1).explain(&game, &found, &Stop::new());
    assert_eq!(weakest, player.explain(&game, &found, &Stop::new()));
}
