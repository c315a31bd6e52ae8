//! The player as an engine: legal moves, repeatable answers, limits, and strength above random play.

use std::time::{Duration, Instant};
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point, Size};
use tengen_engine::{Engine, LevelTrait, Leveled, Limits, Score, Stop};
use tengen_games::othello::{Backend, Position, Rules};
use tengen_games::{Game, Move, SetUp};
use tengen_othello::{Player, Question};

fn rules(rows: usize, cols: usize) -> Rules {
    Rules::new(Size::of(rows, cols)).unwrap()
}

#[test]
fn plays_whole_games_on_every_size() {
    for (rows, cols) in [(8, 8), (4, 4), (6, 6), (4, 10), (10, 10), (16, 16)] {
        let mut player = Player::at_level(2).with_table(1);
        let mut game = Position::new(&rules(rows, cols));
        while !game.is_over() {
            let analysis = player.analyze(&game, &Limits::default(), &Stop::new(), &mut |_| ());
            game.play(analysis.best.unwrap()).unwrap();
            assert_eq!(analysis.lines[0].moves[0], game.last_move().unwrap());
        }
        let analysis = player.analyze(&game, &Limits::default(), &Stop::new(), &mut |_| ());
        assert_eq!((analysis.best, analysis.lines.len()), (None, 0));
    }
}

#[test]
fn a_move_by_the_clock_ends_the_iteration_that_began_in_its_share() {
    let start = Position::new(&Rules::STANDARD);
    let depth = |max_time| {
        let limits = Limits { max_time, ..Limits::playing(Duration::ZERO) };
        Player::default().analyze(&start, &limits, &Stop::new(), &mut |_| ()).depth
    };
    // No share at all: the first iteration ends if there is time for it, and no other begins.
    assert_eq!((depth(None), depth(Some(Duration::from_secs(3600)))), (0, 1));
}

#[test]
fn beats_random_play() {
    let mut player = Player::at_level(4).with_table(1);
    let (mut won, games) = (0, 20);
    for seed in 0..games {
        let mut rng = SplitMix64(seed);
        let mut game = Position::new(&Rules::STANDARD);
        let us = Color::BOTH[seed as usize % 2];
        while !game.is_over() {
            if game.to_move() == us {
                let best = player.analyze(&game, &Limits::default(), &Stop::new(), &mut |_| ()).best;
                game.play(best.unwrap()).unwrap();
            } else {
                game.play_random(&mut || rng.next_u32());
            }
        }
        won += u64::from(game.outcome().unwrap().winner == Some(us));
    }
    assert!(won >= games - 1, "won {won} of {games}");
}

#[test]
fn answers_do_not_depend_on_the_backend() {
    let mut rng = SplitMix64(5);
    let mut game = Position::new(&Rules::STANDARD);
    for _ in 0..20 {
        game.play_random(&mut || rng.next_u32());
    }
    let mut answers = Vec::new();
    for backend in Backend::ALL {
        for limits in [Limits::depth(6), Limits::nodes(20_000)] {
            let mut player = Player::default().with_backend(backend).with_table(2);
            for _ in 0..2 {
                let mut analysis = player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
                analysis.time = Duration::ZERO;
                answers.push((limits.nodes, analysis));
            }
        }
    }
    for (nodes, analysis) in &answers {
        let first = answers.iter().find(|(n, _)| n == nodes).unwrap();
        assert_eq!(*analysis, first.1);
        assert!(matches!(analysis.score(), Some(Score::Estimate { win, .. }) if win > 0.0 && win < 1.0));
    }
}

#[test]
fn progress_deepens_and_limits_hold() {
    let game = Position::new(&Rules::STANDARD);
    let mut player = Player::default().with_table(2);
    let mut depths = Vec::new();
    let analysis =
        player.analyze(&game, &Limits::depth(5), &Stop::new(), &mut |analysis| depths.push(analysis.depth));
    assert_eq!((depths, analysis.depth), (vec![1, 2, 3, 4, 5], 5));

    let analysis = player.analyze(&game, &Limits::nodes(5000), &Stop::new(), &mut |_| ());
    assert!(analysis.nodes <= 5000 && analysis.best.is_some());

    // With no nodes at all there is still a legal move.
    let analysis = player.analyze(&game, &Limits::nodes(0), &Stop::new(), &mut |_| ());
    assert!(game.is_legal(analysis.best.unwrap()));

    let stop = Stop::new();
    stop.raise();
    let analysis = player.analyze(&game, &Limits::default(), &stop, &mut |_| ());
    assert!(game.is_legal(analysis.best.unwrap()));

    // A deadline ends a search without other limits; the wide margin allows for a busy machine.
    let clock = Instant::now();
    player.analyze(&game, &Limits::time(Duration::from_millis(50)), &Stop::new(), &mut |_| ());
    assert!(clock.elapsed() < Duration::from_secs(20));
}

#[test]
fn it_uses_its_time_to_the_end() {
    let game = Position::new(&Rules::STANDARD);
    let time = Duration::from_millis(80);
    for limits in [Limits::time(time), Limits::playing(time)] {
        let analysis = Player::default().analyze(&game, &limits, &Stop::new(), &mut |_| ());
        assert!(analysis.time >= time, "{:?}", analysis.time);
    }
}

#[test]
fn an_only_move_is_played_at_once() {
    let (mut game, mut rng) = (Position::new(&Rules::STANDARD), SplitMix64(3));
    let mut legal = game.legal_moves();
    while legal.len() > 1 {
        game.play_random(&mut || rng.next_u32());
        legal = game.legal_moves();
    }
    assert!(!game.is_over());
    let hour = Limits::playing(Duration::from_secs(3600));
    let analysis = Player::default().analyze(&game, &hour, &Stop::new(), &mut |_| ());
    assert_eq!(analysis.best, Some(legal[0]));
}

/// Searches of different moves, with different cuts, can find the second line better than the first.
#[test]
fn lines_are_in_the_order_of_their_values() {
    let mut player = Player::at_level(Player::MAX_LEVEL).with_table(1);
    for seed in 0..10 {
        let mut rng = SplitMix64(seed);
        let mut game = Position::new(&Rules::STANDARD);
        for _ in 0..6 {
            let moves = game.legal_moves();
            game.play(moves[rng.below(moves.len())]).unwrap();
        }
        let limits = Limits { lines: 5, ..Limits::nodes(100_000) };
        let mut check = |found: &tengen_engine::Analysis| {
            let values = found.lines.iter().map(|line| match line.score {
                Score::Estimate { value, .. } => value,
                Score::Proven(_) => panic!("54 empty squares: {line:?}"),
            });
            let values: Vec<f32> = values.collect();
            assert!(values.is_sorted_by(|a, b| a >= b), "seed {seed}, depth {}: {values:?}", found.depth);
        };
        let found = player.analyze(&game, &limits, &Stop::new(), &mut check);
        check(&found);
    }
}

#[test]
fn several_lines_are_ranked() {
    let game = Position::new(&Rules::STANDARD);
    let mut player = Player::default().with_table(2);
    let limits = Limits { lines: 10, ..Limits::depth(5) };
    let analysis = player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
    let mut firsts: Vec<Move> = analysis.lines.iter().map(|line| line.moves[0]).collect();
    // All four first moves are the same by symmetry.
    assert!(analysis.lines.iter().all(|line| line.score == analysis.lines[0].score));
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn passes_if_it_must() {
    let cells = vec![(Point::new(0, 0), Cell::White), (Point::new(0, 1), Cell::Black)];
    let centre = [(1, 1), (1, 2), (2, 1), (2, 2)].map(|(row, col)| (Point::new(row, col), Cell::Empty));
    let set_up = SetUp { cells: cells.into_iter().chain(centre).collect(), to_move: Color::Black };
    let game = Position::set_up(&rules(4, 4), &set_up).unwrap();
    let analysis = Player::default().analyze(&game, &Limits::default(), &Stop::new(), &mut |_| ());
    // White takes c1 next, and with it the board.
    assert_eq!(analysis.best, Some(Move::Pass));
    assert_eq!(analysis.lines[0].moves, [Move::Pass, Move::Place(Point::new(0, 2))]);
    assert_eq!(analysis.score().unwrap().to_string(), "-16 exactly");
}

#[test]
fn levels_are_described() {
    let all: Vec<_> = (1..=Player::MAX_LEVEL).map(Player::describe_level).collect();
    assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
    // The games that measured them were on 8×8, and other sizes are judged otherwise.
    assert!(all[1..].iter().all(|level| level.last() == Some(&LevelTrait::AT_OTHELLO_8X8)), "{all:?}");
    // A stronger level reads no shorter than one that chooses as it does, and errs less.
    let of = |level: &[LevelTrait], which: fn(&LevelTrait) -> Option<u32>| level.iter().find_map(which);
    let depth = |part: &LevelTrait| match part {
        LevelTrait::Depth(plies) | LevelTrait::MeanDepth(plies) => Some(*plies),
        _ => None,
    };
    let error = |part: &LevelTrait| if let LevelTrait::Misjudges(n) = part { Some(*n) } else { None };
    let exact = |part: &LevelTrait| if let LevelTrait::Endgame(n) = part { Some(*n) } else { None };
    for pair in all.windows(2) {
        let [low, high] = [&pair[0][..], &pair[1][..]];
        assert!(of(low, depth) <= of(high, depth) || of(high, depth).is_none(), "{pair:?}");
        // The first levels judge by less, so their errors are no measure for those above.
        let same_eyes = low.contains(&LevelTrait::Patterns) == high.contains(&LevelTrait::Patterns);
        assert!(!same_eyes || of(low, error).is_none() || of(low, error) > of(high, error), "{pair:?}");
        assert!(of(low, exact) <= of(high, exact) || of(high, exact).is_none(), "{pair:?}");
    }
}

/// The same seed gives the same game, and another seed another one.
#[test]
fn a_level_varies_with_the_seed_alone() {
    let game = |seed| {
        let mut player = Player::at_level(3);
        let mut game = Position::new(&Rules::STANDARD);
        while !game.is_over() {
            let limits = Limits { seed, ..Limits::default() };
            let found = player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
            assert_eq!(found.best, found.lines.first().map(|line| line.moves[0]));
            game.play(found.best.unwrap()).unwrap();
        }
        game.moves().collect::<Vec<_>>()
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

/// A level is about playing: what is solved has one score.
#[test]
fn every_level_solves_alike() {
    let mut game = Position::new(&Rules::STANDARD);
    let mut rng = SplitMix64(8);
    while game.discs(Color::Black) + game.discs(Color::White) < 52 {
        game.play_random(&mut || rng.next_u32());
    }
    let solved = |level| {
        let limits = Limits::default();
        Player::at_level(level).solve(&game, Question::Score, &limits, &Stop::new()).map(|found| found.score)
    };
    let score = solved(Player::MAX_LEVEL);
    assert!(score.is_some());
    assert!((1..Player::MAX_LEVEL).all(|level| solved(level) == score));
}

/// A larger board has the same discs in its corner: its table entries must not be used here.
#[test]
fn table_entries_belong_to_one_board_size() {
    let mut player = Player::default().with_table(1);
    let limits = Limits { depth: Some(12), ..Limits::time(Duration::from_secs(60)) };
    let start = Position::new(&rules(4, 4));
    let cells = |size: Size| {
        let on_small = |p: Point| if start.size().contains(p) { start.at(p) } else { Cell::Empty };
        SetUp { cells: size.points().map(|p| (p, on_small(p))).collect(), to_move: Color::Black }
    };
    let large = Position::set_up(&rules(4, 6), &cells(Size::of(4, 6))).unwrap();
    player.analyze(&large, &Limits { depth: Some(8), ..limits.clone() }, &Stop::new(), &mut |_| ());
    let analysis = player.analyze(&start, &limits, &Stop::new(), &mut |_| ());
    assert_eq!(analysis.score().unwrap().to_string(), "-10 exactly");
}
