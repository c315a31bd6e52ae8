//! The player as an engine: limits, levels, threads, and the tree that is kept between moves.

use super::go_support::diagram as position;
use super::open_search;
use std::time::{Duration, Instant};
use tengen_board::{Color, Size};
use tengen_engine::{Engine, LevelTrait, Leveled, Limits, Stop};
use tengen_games::go::{Position, Rules};
use tengen_games::{Game, Move};
use tengen_go::Player;

#[test]
fn the_same_seed_gives_the_same_answer() {
    let game = Position::new(&Rules::named("chinese", Some(Size::of(9, 9))).unwrap());
    let run = |seed| {
        let limits = Limits { seed, lines: 5, ..Limits::nodes(700) };
        let mut reports = 0;
        let mut analysis = Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| reports += 1);
        analysis.time = Duration::ZERO;
        assert_eq!(reports, 1);
        analysis
    };
    let analysis = run(1);
    assert_eq!(analysis, run(1));
    assert_ne!(analysis, run(2));
    assert_eq!((analysis.nodes, analysis.lines.len()), (700, 5));
    assert_eq!(analysis.lines[0].moves[0], analysis.best.unwrap());
    assert!(analysis.lines.iter().all(|line| line.work <= analysis.lines[0].work));
}

#[test]
fn stops_in_time_and_always_has_a_move() {
    let game = Position::new(&Rules::named("chinese", None).unwrap());
    let begun = Instant::now();
    let limits = Limits::time(Duration::from_millis(30));
    let analysis = Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| ());
    assert!(begun.elapsed() < Duration::from_secs(3) && analysis.best.is_some());
    let stop = Stop::new();
    stop.raise();
    let analysis = Player::new().analyze(&game, &Limits::default(), &stop, &mut |_| ());
    assert!(game.is_legal(analysis.best.unwrap()));
    assert_eq!(analysis.nodes, 0);
}

#[test]
fn levels_limit_the_playouts() {
    let game = Position::new(&Rules::named("chinese", Some(Size::of(9, 9))).unwrap());
    for level in [0, 1, 3] {
        let analysis =
            Player::at_level(level).analyze(&game, &Limits::nodes(1_000), &Stop::new(), &mut |_| ());
        assert_eq!(analysis.nodes, [30, 30, 100, 300][usize::from(level)]);
        assert_eq!(Player::describe_level(level).first(), Some(&LevelTrait::Playouts(analysis.nodes)));
    }
    let strength = |level| {
        Player::describe_level(level).into_iter().find_map(|of| match of {
            LevelTrait::Elo(elo) => Some(elo),
            _ => None,
        })
    };
    assert!((2..4).all(|level| strength(level) < strength(level + 1)), "measured levels grow");
    assert_eq!(strength(200), None, "only measured levels state a strength");
}

#[test]
fn threads_share_the_playouts() {
    let game = Position::new(&Rules::named("chinese", Some("9".parse().unwrap())).unwrap());
    for threads in [1, 2, 3] {
        let limits = Limits { threads, lines: 100, ..Limits::nodes(600) };
        let found = Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| ());
        assert!(game.is_legal(found.best.unwrap()));
        assert_eq!(found.nodes, 600, "{threads} threads");
        let counted: u64 = found.lines.iter().map(|line| line.work).sum();
        assert_eq!(counted, found.nodes, "every playout went through one move of the root");
    }
}

#[test]
fn little_memory_is_enough() {
    let game = Position::new(&Rules::named("chinese", Some("9".parse().unwrap())).unwrap());
    let mut player = Player::new();
    player.set_memory(1 << 20);
    let found = player.analyze(&game, &Limits::nodes(5_000), &Stop::new(), &mut |_| ());
    assert_eq!(found.nodes, 5_000);
}

/// Without a limit of playouts or depth, what was searched below the moves played since is kept.
#[test]
fn a_tree_is_kept_between_moves() {
    let empty = Position::new(&Rules::named("tromp-taylor", Some(Size::of(7, 7))).unwrap());
    for threads in [1, 2] {
        let mut player = Player::new();
        let (nodes, work) = open_search(&mut player, &empty, threads, 4_096);
        assert!(nodes >= 4_096 && work == nodes, "{nodes} and {work}");
        // The same position again.
        let (more, both) = open_search(&mut player, &empty, threads, 512);
        assert!(more >= 512 && both == nodes + more, "{both} of {nodes} and {more}");
        // After the best move and the best reply.
        let stop = Stop::new();
        stop.raise();
        let limits = Limits { threads, ..Limits::default() };
        let best = player.analyze(&empty, &limits, &stop, &mut |_| ());
        let line = &best.lines[0];
        let mut game = empty.clone();
        for &mv in &line.moves[..2] {
            game.play(mv).unwrap();
        }
        let (nodes, kept) = open_search(&mut player, &game, threads, 0);
        // A helper may search until the leader sees the stop.
        assert!(nodes == 0 || threads > 1, "{nodes}");
        assert!(kept > 50 + nodes && kept < line.work + nodes, "{kept} of {} and {nodes}", line.work);
        // An undo leaves the tree, and the moves back find it gone.
        let (nodes, work) = open_search(&mut player, &empty, threads, 0);
        assert_eq!(work, nodes);
    }
}

#[test]
fn nothing_is_kept_for_another_search() {
    let size = Some(Size::of(7, 7));
    let empty = Position::new(&Rules::named("tromp-taylor", size).unwrap());
    let fresh = || {
        let mut player = Player::new();
        open_search(&mut player, &empty, 1, 512);
        player
    };
    let work = |mut player: Player| open_search(&mut player, &empty, 1, 0).1;
    assert!(work(fresh()) >= 512);
    // A playout limit neither finds a tree nor leaves one.
    let limits = Limits { lines: 100, ..Limits::nodes(100) };
    let mut player = fresh();
    let mut found = player.analyze(&empty, &limits, &Stop::new(), &mut |_| ());
    let mut alone = Player::new().analyze(&empty, &limits, &Stop::new(), &mut |_| ());
    (found.time, alone.time) = (Duration::ZERO, Duration::ZERO);
    assert_eq!(found, alone);
    assert_eq!(work(player), 0);
    // A new game, other memory, other rules, a level's limit, a copy.
    let mut player = fresh();
    player.new_game();
    assert_eq!(work(player), 0);
    let mut player = fresh();
    player.set_memory(1 << 24);
    assert_eq!(work(player), 0);
    assert_eq!(work(fresh().clone()), 0);
    for rules in ["tromp-taylor,komi=5.5", "tromp-taylor,suicide=forbidden", "chinese"] {
        let other = Position::new(&Rules::named(rules, size).unwrap());
        assert_eq!(open_search(&mut fresh(), &other, 1, 0).1, 0, "{rules}");
    }
    let mut player = Player::at_level(1);
    open_search(&mut player, &empty, 1, 30);
    assert_eq!(work(player), 0);
}

/// A tree that is kept has no part in a search that may not choose every move, nor the other way round.
#[test]
fn points_to_avoid_are_not_played() {
    // The middle of the straight three decides.
    let rows = ["...XO", "XXXXO", "OOOOO", ".O.O.", "OOOOO"];
    let game = position("chinese,komi=-12", Color::Black, &rows);
    let point = |text: &str| game.parse_move(text).unwrap().point().unwrap();
    let limits = Limits { lines: 30, ..Limits::nodes(500) }.only(game.size(), &[point("A5"), point("C5")]);
    let found = Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| ());
    let moves: Vec<String> = found.lines.iter().map(|line| game.format_move(line.moves[0])).collect();
    assert!(moves.iter().all(|mv| ["A5", "C5", "pass"].contains(&mv.as_str())), "{moves:?}");
    assert!(moves.contains(&"A5".into()) && moves.contains(&"C5".into()), "{moves:?}");
    let middle = limits.clone().only(game.size(), &[point("B5")]);
    assert_eq!(
        Player::new().analyze(&game, &middle, &Stop::new(), &mut |_| ()).best,
        Some(Move::Place(point("B5")))
    );
    // Only the pass is left.
    let none = limits.only(game.size(), &[]);
    assert_eq!(Player::new().analyze(&game, &none, &Stop::new(), &mut |_| ()).best, Some(Move::Pass));
    let mut player = Player::new();
    open_search(&mut player, &game, 1, 512);
    let limits = Limits { nodes: None, time: Some(Duration::from_millis(30)), ..middle };
    let found = player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
    assert_eq!(found.best, Some(Move::Place(point("B5"))), "with a kept tree");
}

/// In a game the engine answers when no other move can catch up; other searches use their time.
#[test]
fn a_decided_move_is_played_before_its_time() {
    // Black takes seven stones and lives, or is taken: one move stands out.
    let rows = ["XXXXXXO.O", "X.OOOXOOO", "XOOOOXO.O", "XXXXXXOOO", "OOOOOOOOO"];
    let game = position("chinese", Color::Black, &rows);
    let time = Duration::from_secs(4);
    let mut player = Player::new();
    let quick = player.analyze(&game, &Limits::playing(time), &Stop::new(), &mut |_| ());
    assert!(quick.time < time * 4 / 5 && quick.nodes >= 500, "{:?} {}", quick.time, quick.nodes);
    let slow = Duration::from_secs(1);
    let full = Player::new().analyze(&game, &Limits::time(slow), &Stop::new(), &mut |_| ());
    assert!(full.time >= slow * 9 / 10, "{:?}", full.time);
    assert_eq!(quick.best, full.best);
    // A limit of playouts is kept.
    let limits = Limits { nodes: Some(3_000), ..Limits::playing(time * 10) };
    assert_eq!(Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| ()).nodes, 3_000);
}

/// The first line is the move played, the most visited. The lines after it are in the order of what can be claimed for
/// their win rates.
#[test]
fn shown_lines_are_ordered_by_what_is_known_of_them() {
    let mut inversions = [0, 0];
    for (size, seed) in [(9, 1), (9, 2), (7, 3), (13, 4)] {
        let game = Position::new(&Rules::named("chinese", Some(Size::of(size, size))).unwrap());
        let limits = Limits { seed, lines: 1_000, ..Limits::nodes(3_000) };
        let mut found = Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| ());
        // The forced passes do not count.
        found.lines.retain(|line| line.moves[0] != Move::Pass);
        let most = found.lines[0].work;
        assert!(found.lines.iter().all(|line| line.work <= most));
        let known: Vec<_> = found.lines.iter().filter(|line| line.work >= most.div_ceil(10).max(2)).collect();
        assert!(
            found.lines[..known.len()].iter().eq(known.iter().copied()),
            "the well-known lines come first"
        );
        let bound = |line: &tengen_engine::Line| {
            let (n, win) = (line.work as f64, f64::from(line.score.win()));
            let rate = (win * n + 0.5) / (n + 1.0);
            rate - 2.0 * (rate * (1.0 - rate) / (n + 1.0)).sqrt()
        };
        assert!(known[1..].windows(2).all(|pair| bound(pair[0]) >= bound(pair[1]) - 1e-4), "{size}");
        let rest = &found.lines[known.len()..];
        assert!(rest.windows(2).all(|pair| pair[0].work >= pair[1].work));
        let wins = |lines: &[&tengen_engine::Line]| {
            lines.windows(2).filter(|pair| pair[0].score.win() + 0.02 < pair[1].score.win()).count()
        };
        let mut by_visits = known[1..].to_vec();
        by_visits.sort_by_key(|line| std::cmp::Reverse(line.work));
        inversions[0] += wins(&known[1..]);
        inversions[1] += wins(&by_visits);
    }
    assert!(inversions[0] <= inversions[1], "{inversions:?}");
}
