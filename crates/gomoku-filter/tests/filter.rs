//! The rule filter as a player: legal moves in every game, correct threats, and complete reports of each filter.

use std::collections::HashSet;
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Point, Size};
use tengen_engine::{Analysis, Engine, Leveled, Limits, Proof, Score, Stop, StrikeReason};
use tengen_games::gomoku::{OpeningRule, Position, Rules, Variant};
use tengen_games::{Choice, Game, Move, SetUp};
use tengen_gomoku_filter::{ALL, FilterError, FilterList, FilterPlayer};

fn analyze(player: &mut FilterPlayer, position: &Position, limits: &Limits) -> Analysis {
    player.analyze(position, limits, &Stop::new(), &mut |_| ())
}

fn analyze_default(position: &Position) -> Analysis {
    analyze(&mut FilterPlayer::new(), position, &Limits::default())
}

/// A position from a diagram, `X` black and `O` white, on 15×15; the rows are in the middle of the board.
fn diagram(rules: Rules, to_move: Color, rows: &[&str]) -> Position {
    let (top, left) = (7 - rows.len() / 2, 7 - rows[0].len() / 2);
    let mut cells = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        for (j, c) in row.chars().enumerate() {
            let color = match c {
                'X' => Color::Black,
                'O' => Color::White,
                _ => continue,
            };
            cells.push((Point::new((top + i) as u8, (left + j) as u8), color.into()));
        }
    }
    Position::set_up(&rules, &SetUp { cells, to_move }).expect("the diagram is sound")
}

/// The points with this mark in the same diagram.
fn marks(rows: &[&str], mark: char) -> HashSet<Move> {
    let (top, left) = (7 - rows.len() / 2, 7 - rows[0].len() / 2);
    let mut found = HashSet::new();
    for (i, row) in rows.iter().enumerate() {
        for (j, c) in row.chars().enumerate() {
            if c == mark {
                found.insert(Move::Place(Point::new((top + i) as u8, (left + j) as u8)));
            }
        }
    }
    found
}

#[test]
fn points_to_avoid_are_left_out_while_there_are_others() {
    for variant in Variant::ALL {
        let rows = ["*XXXX.", ".OOO.."];
        let position = diagram(Rules { variant, ..Rules::FREESTYLE }, Color::Black, &rows);
        let fives: Vec<Move> = marks(&["*....*", "......"], '*').into_iter().collect();
        let mut all = Vec::new();
        position.legal_moves_into(&mut all);
        for level in 1..=FilterPlayer::MAX_LEVEL {
            let mut player = FilterPlayer::at_level(level);
            let mut look = |avoid: &[Move]| {
                let avoid = avoid.iter().filter_map(|mv| mv.point()).collect();
                analyze(&mut player, &position, &Limits { avoid, lines: 300, ..Limits::default() })
            };
            if level > 1 {
                assert!(fives.contains(&look(&[]).best.unwrap()));
                assert_eq!(look(&fives[..1]).best, Some(fives[1]));
            }
            let found = look(&fives);
            let firsts: Vec<Move> = found.lines.iter().map(|line| line.moves[0]).collect();
            assert!(!firsts.is_empty() && firsts.iter().all(|mv| !fives.contains(mv)), "level {level}");
            assert_eq!(found.best, Some(firsts[0]));
            // If nothing else is left, there is still a move.
            assert!(position.is_legal(look(&all).best.unwrap()));
        }
    }
}

/// The best move must be one of the points marked `*`.
fn expect(to_move: Color, rows: &[&str]) {
    for variant in Variant::ALL {
        let position = diagram(Rules { variant, ..Rules::FREESTYLE }, to_move, rows);
        for level in 4..=FilterPlayer::MAX_LEVEL {
            let analysis = analyze(&mut FilterPlayer::at_level(level), &position, &Limits::default());
            let best = analysis.best.expect("there are moves");
            assert!(
                marks(rows, '*').contains(&best),
                "{variant} level {level} plays {} in\n{}",
                position.format_move(best),
                rows.join("\n")
            );
        }
    }
}

#[test]
fn threats_are_made_and_met_in_the_right_order() {
    // A five comes first.
    expect(Color::Black, &[".......", "*XXXXO.", ".OOOO..", "......."]);
    // Stopping a five comes before making an open four.
    expect(Color::Black, &["..........", "XOOOO*....", "..XXX.....", ".........."]);
    // Making an open four comes before stopping an open three.
    expect(Color::Black, &["..........", "...*XXX*..", "....OOO...", ".........."]);
    // An open three is stopped at either end, near or far.
    expect(Color::White, &[".........", "..*XXX*..", "....O....", "........."]);
    // A four and three.
    expect(Color::Black, &[".......", "...X...", "...X...", "OXX*X..", ".......", "......."]);
    // The opponent's four and three is stopped, by any point on its two lines or the fork itself.
    expect(Color::White, &["...*...", "...X...", "...X...", "OXX*X*.", "...*...", "...*..."]);
}

#[test]
fn a_double_three_is_made_where_it_is_allowed() {
    let rows = [".......", "...X...", "...X...", ".XX*...", ".......", "......."];
    for variant in [Variant::Freestyle, Variant::Standard, Variant::Caro] {
        let position = diagram(Rules { variant, ..Rules::FREESTYLE }, Color::Black, &rows);
        let analysis = analyze_default(&position);
        let rule = analysis.rules.iter().find(|rule| rule.rule == "double-three").expect("it is on");
        assert!(!rule.struck.is_empty(), "{variant}");
        assert!(rule.struck.iter().all(|strike| !marks(&rows, '*').contains(&strike.mv)), "{variant}");
    }
    let position = diagram(Rules::RENJU, Color::Black, &rows);
    let analysis = analyze_default(&position);
    let allowed = analysis.rules.iter().find(|rule| rule.rule == "allowed").expect("it is on");
    let fouls: HashSet<Move> = allowed.struck.iter().map(|strike| strike.mv).collect();
    assert_eq!(fouls, marks(&rows, '*'));
    assert!(allowed.struck.iter().all(|strike| matches!(&strike.why, StrikeReason::Illegal(reason) if reason.to_string().contains("three"))), "{:?}", allowed.struck);
}

#[test]
fn a_five_is_proven_and_nothing_else() {
    let position = diagram(Rules::FREESTYLE, Color::Black, &["XXXX.", ".OOO."]);
    assert_eq!(analyze_default(&position).score(), Some(Score::Proven(Proof::Win(1))));
    // An open four: black makes five after any move of white.
    let position = diagram(Rules::FREESTYLE, Color::White, &["XXXX.", ".OOO."]);
    assert_eq!(analyze_default(&position).score(), Some(Score::Proven(Proof::Loss(2))));
    let position = diagram(Rules::FREESTYLE, Color::White, &["XXX.", ".OO."]);
    let score = analyze_default(&position).score().expect("there is a line");
    assert!(!score.is_proof(), "{score}");
    // In caro one stone can stop both: it blocks one end, and the other end is blocked already.
    let rows = ["O.XXXX*O", "......O."];
    let position = diagram(Rules::CARO, Color::White, &rows);
    assert!(analyze_default(&position).score().is_some_and(|score| !score.is_proof()));
}

/// Every point is struck out by exactly one filter, or is left, and the counts agree.
fn check_reports(position: &Position, analysis: &Analysis) {
    let mut left = position.size().area();
    let mut seen = HashSet::new();
    for rule in &analysis.rules {
        left -= rule.struck.len();
        assert_eq!(rule.left, left, "{}", rule.rule);
        for strike in &rule.struck {
            assert!(seen.insert(strike.mv), "struck out twice");
            assert!(!strike.why.to_string().is_empty());
        }
        if rule.rule == "occupied" {
            assert!(rule.struck.iter().all(|s| s.mv.point().is_some_and(|p| !position.at(p).is_empty())));
            let stones = position.size().points().filter(|&p| !position.at(p).is_empty()).count();
            assert_eq!(rule.struck.len(), stones);
        }
    }
    assert_eq!(left, 1);
    assert!(!seen.contains(&analysis.best.expect("one is left")));
}

#[test]
fn whole_games_are_legal_in_every_variant_and_size() {
    for variant in Variant::ALL {
        for side in 5..=22 {
            let rules = Rules { size: Size::of(side, side), variant, opening: OpeningRule::None };
            let mut game = Position::new(&rules);
            let mut rng = SplitMix64(side as u64);
            while !game.is_over() {
                let level = 1 + rng.below(4) as u8;
                let limits = Limits { seed: rng.next_u64(), lines: 3, ..Limits::default() };
                let analysis = analyze(&mut FilterPlayer::at_level(level), &game, &limits);
                let best = analysis.best.expect("the game goes on");
                check_reports(&game, &analysis);
                for line in &analysis.lines {
                    assert!(game.is_legal(line.moves[0]), "{variant} {side}");
                }
                let different: HashSet<Move> = analysis.lines.iter().map(|line| line.moves[0]).collect();
                assert_eq!(different.len(), analysis.lines.len());
                game.play(best).unwrap_or_else(|e| panic!("{variant} {side}: {e}"));
            }
        }
    }
    // A board that is not square.
    let mut game = Position::new(&Rules { size: Size::of(5, 22), ..Rules::FREESTYLE });
    while !game.is_over() {
        game.play(analyze_default(&game).best.expect("the game goes on")).expect("legal");
    }
}

#[test]
fn every_opening_is_played_to_its_end() {
    for opening in OpeningRule::ALL {
        for seed in 1..=2 {
            let variant = if opening.is_renju() { Variant::Renju } else { Variant::Freestyle };
            let rules = Rules { variant, opening, ..Rules::FREESTYLE };
            let mut game = Position::new(&rules);
            while !game.is_over() && (game.step().is_some() || game.ply() < 20) {
                let limits = Limits { seed, lines: 2, ..Limits::default() };
                let analysis = analyze(&mut FilterPlayer::at_level(4), &game, &limits);
                let best = analysis.best.expect("the game goes on");
                assert!(analysis.lines.iter().all(|line| game.is_legal(line.moves[0])), "{rules}");
                assert_ne!(best, Move::Pass, "{rules}");
                game.play(best).unwrap_or_else(|e| panic!("{rules}: {e}"));
            }
            assert!(game.step().is_none(), "{rules}: the opening has an end");
        }
    }
}

#[test]
fn the_winning_colour_is_taken() {
    let rules = Rules { opening: OpeningRule::Swap, ..Rules::FREESTYLE };
    let play = |moves: [&str; 3]| {
        let mut game = Position::new(&rules);
        for mv in moves {
            game.play(game.parse_move(mv).unwrap()).unwrap();
        }
        analyze_default(&game).best
    };
    // Two black stones side by side in the middle and a white one in the corner.
    assert_eq!(play(["h8", "a1", "h9"]), Some(Move::Choose(Choice::Take(Color::Black))));
}

#[test]
fn the_same_seed_gives_the_same_move_and_seeds_differ_only_among_equals() {
    let game = Position::new(&Rules { size: Size::of(14, 14), ..Rules::FREESTYLE });
    let best = |seed| analyze(&mut FilterPlayer::new(), &game, &Limits { seed, ..Limits::default() }).best;
    assert_eq!(best(5), best(5));
    // The centre of an even board is four points.
    let seen: HashSet<Option<Move>> = (0..40).map(best).collect();
    let centre: HashSet<Option<Move>> =
        [(6, 6), (6, 7), (7, 6), (7, 7)].map(|(row, col)| Some(Move::Place(Point::new(row, col)))).into();
    assert_eq!(seen, centre);
}

#[test]
fn limits_and_stop_are_kept() {
    let mut game = Position::new(&Rules::FREESTYLE);
    for mv in ["h8", "i9", "g7"] {
        game.play(game.parse_move(mv).unwrap()).unwrap();
    }
    for nodes in [0, 1, 2, 17] {
        let analysis = analyze(&mut FilterPlayer::new(), &game, &Limits::nodes(nodes));
        assert!(analysis.nodes <= nodes);
        assert!(game.is_legal(analysis.best.expect("there is always a move")));
    }
    let stop = Stop::new();
    stop.raise();
    let analysis = FilterPlayer::new().analyze(&game, &Limits::default(), &stop, &mut |_| ());
    assert!(analysis.best.is_some());
}

#[test]
fn filters_are_listed_reordered_and_switched() {
    let mut filters = FilterList::standard();
    let names: HashSet<&str> = ALL.iter().map(|filter| filter.name()).collect();
    assert_eq!(names.len(), ALL.len(), "names differ");
    assert!(ALL.iter().all(|rule| !rule.about().is_empty()));
    let switchable: Vec<&str> = filters.iter().skip(2).map(|(rule, _)| rule.name()).collect();
    let mut rng = SplitMix64(1);
    for round in 0..30 {
        for name in &switchable {
            filters.switch(name, rng.below(2) == 0).unwrap();
            filters.move_to(name, 2 + rng.below(20)).unwrap();
        }
        let mut player = FilterPlayer::with_filters(filters.clone(), 2);
        let variant = Variant::ALL[round % 5];
        let mut game = Position::new(&Rules { size: Size::of(9, 9), variant, opening: OpeningRule::None });
        while !game.is_over() {
            let analysis = analyze(&mut player, &game, &Limits { seed: rng.next_u64(), ..Limits::default() });
            let on: Vec<&str> = filters.iter().filter(|(_, on)| *on).map(|(rule, _)| rule.name()).collect();
            let reported: Vec<&str> = analysis.rules.iter().map(|rule| rule.rule.as_str()).collect();
            assert_eq!(reported, on);
            game.play(analysis.best.expect("the game goes on")).expect("legal with any filters");
        }
    }
    assert!(matches!(filters.switch("occupied", false), Err(FilterError::Required(..))));
    assert!(matches!(filters.move_to("allowed", 5), Err(FilterError::Required(..))));
    assert!(matches!(filters.move_to("pick", 0), Err(FilterError::Required(..))));
    let unknown = filters.switch("castling", true).unwrap_err().to_string();
    assert!(unknown.contains("'castling'") && unknown.contains("weights"), "{unknown}");
}

/// The article's player step by step, on a 2-D array.
fn article(position: &Position) -> HashSet<Point> {
    let size = position.size();
    let k = |point: Point, own: Color| -> u32 {
        let weights = [(0, 1), (1, 0), (1, 1), (1, -1)].map(|(d_row, d_col)| {
            let (mut weight, mut opposed, mut edge) = (2i32, 0, 0);
            for n in (-4..=4).filter(|&n| n != 0) {
                match size.offset(point, n * d_row, n * d_col).map(|p| position.at(p).color()) {
                    None => edge = 1,
                    Some(None) => {}
                    Some(Some(color)) if color == own => weight += 1,
                    Some(Some(_)) => opposed = 1,
                }
            }
            (weight - opposed - edge).min(5) as usize
        });
        (0..=5).map(|i| weights.iter().filter(|&&w| w == i).count() as u32 * 4u32.pow(i as u32)).sum()
    };
    let empty: Vec<Point> = size.points().filter(|&p| position.at(p).is_empty()).collect();
    let max = |color| empty.iter().map(|&p| k(p, color)).max();
    let (black, white) = (max(Color::Black), max(Color::White));
    empty
        .iter()
        .copied()
        .filter(|&p| Some(k(p, Color::Black)) == black || Some(k(p, Color::White)) == white)
        .collect()
}

#[test]
fn the_second_rule_keeps_what_the_article_keeps() {
    let mut player = FilterPlayer::with_filters(FilterList::article(), 1);
    for side in [6, 15, 19] {
        for seed in 0..20 {
            let mut rng = SplitMix64(seed);
            let mut game = Position::new(&Rules { size: Size::of(side, side), ..Rules::FREESTYLE });
            for _ in 0..rng.below(side * side / 2) {
                game.play_random(&mut || rng.next_u32());
            }
            if game.is_over() {
                continue;
            }
            let analysis = analyze(&mut player, &game, &Limits::default());
            let mut left: HashSet<Point> = game.size().points().collect();
            for rule in &analysis.rules {
                for strike in &rule.struck {
                    left.remove(&strike.mv.point().expect("points only"));
                }
                if rule.rule == "weights" {
                    assert_eq!(left, article(&game), "side {side} seed {seed}");
                }
            }
            assert_eq!(analysis.best.and_then(Move::point), left.iter().next().copied());
        }
    }
}

#[test]
fn each_level_is_stronger_than_the_one_below() {
    for (level, games) in [(2, 40), (3, 40), (4, 40), (5, 20)] {
        let (high, low) = (FilterPlayer::at_level(level), FilterPlayer::at_level(level - 1));
        let mut score = 0.0;
        for seed in 0..games {
            // Four random stones near the middle; each opening is played with both colours.
            let mut rng = SplitMix64(seed / 2);
            let mut game = Position::new(&Rules::FREESTYLE);
            while game.ply() < 4 {
                let _ = game.play(Point::new(4 + rng.below(7) as u8, 4 + rng.below(7) as u8).into());
            }
            let high_has = if seed % 2 == 0 { Color::Black } else { Color::White };
            while !game.is_over() {
                let player = if game.to_move() == high_has { &high } else { &low };
                game.play_unchecked(player.choose(&game, seed + 1).expect("the game goes on"));
            }
            score += match game.outcome().and_then(|o| o.winner) {
                Some(color) => f64::from(u8::from(color == high_has)),
                None => 0.5,
            };
        }
        assert!(score > games as f64 / 2.0, "level {level} scores {score} of {games} against the one below");
    }
}
