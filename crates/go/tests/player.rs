//! The player in positions with an obvious move, against random play, and as an engine: limits, levels, threads.

#[path = "../../games/tests/go_support/mod.rs"]
mod go_support;

use go_support::diagram as position;
use std::time::{Duration, Instant};
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Point, Size};
use tengen_engine::{Engine, LevelTrait, Leveled, Limits, Stop};
use tengen_games::go::{Position, Rules, Scoring};
use tengen_games::{Game, Move};
use tengen_go::Player;

fn best(position: &Position, playouts: u64) -> String {
    let limits = Limits { seed: 5, ..Limits::nodes(playouts) };
    let analysis = Player::new().analyze(position, &limits, &Stop::new(), &mut |_| ());
    position.format_move(analysis.best.unwrap())
}

#[test]
fn captures_the_chain_that_decides_the_race() {
    // Three white stones and three black ones are both in atari: the side that captures first wins the game.
    let rows = [".XO.X", "XXOOX", "OOXXX", ".OOOX", "....."];
    for (color, taking) in [(Color::Black, "D5"), (Color::White, "A5")] {
        let game = position("chinese,komi=0", color, &rows);
        let mv = game.parse_move(taking).unwrap();
        assert_eq!(game.clone().play(mv).unwrap().captured.len(), 3);
        assert_eq!(best(&game, 500), taking);
    }
}

#[test]
fn saves_its_own_chain() {
    // Black's corner is in atari. A2 connects it to the living stones below; white captures it by the same move.
    let rows = ["XXO.O", "XXOOO", "XOO.O", ".XXXX", ".X.X."];
    for color in Color::BOTH {
        let game = position("chinese,komi=0", color, &rows);
        assert!(game.board().in_atari(game.board().vertex(Point::new(0, 0))));
        assert_eq!(best(&game, 500), "A2", "{color}");
    }
}

#[test]
fn atari_go_is_won_by_the_first_capture() {
    // White's stone on b3 has one liberty left.
    let game = position("atari-go", Color::Black, &[".....", ".X...", "XOX..", "..X..", "....O"]);
    let mv = best(&game, 400);
    assert_eq!(mv, "B2", "black captures b3");
    let mut after = game.clone();
    after.play(after.parse_move(&mv).unwrap()).unwrap();
    assert_eq!(after.outcome().and_then(|outcome| outcome.winner), Some(Color::Black));
    // White to move has the same stone in atari and nothing to capture: it extends.
    let game = position("atari-go", Color::White, &[".....", ".X...", "XOX..", ".....", "....."]);
    assert_eq!(best(&game, 800), "B2", "white saves b3");
    // From the start it beats random moves.
    for seed in 0..4 {
        let own = if seed % 2 == 0 { Color::Black } else { Color::White };
        let mut rng = SplitMix64(seed);
        let rules = Rules { size: Size::of(5, 5), ..Rules::ATARI_GO };
        let mut game = Position::new(&rules);
        while !game.is_over() {
            if game.to_move() == own {
                let limits = Limits { seed, ..Limits::nodes(150) };
                let analysis = Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| ());
                game.play(analysis.best.unwrap()).unwrap();
            } else {
                game.play_random(&mut || rng.next_u32());
            }
        }
        assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(own), "seed {seed}");
    }
}

#[test]
fn makes_the_second_eye() {
    // Black's corner has a straight three. The middle is the vital point for both, and with this komi it decides.
    let rows = ["...XO", "XXXXO", "OOOOO", ".O.O.", "OOOOO"];
    for color in Color::BOTH {
        assert_eq!(best(&position("chinese,komi=-12", color, &rows), 500), "B5", "{color}");
    }
}

#[test]
fn wins_against_random_moves() {
    for (size, rules, playouts) in [("5", "tromp-taylor", 150), ("7", "japanese", 150), ("9", "chinese", 100)]
    {
        for seed in 0..4 {
            let own = if seed % 2 == 0 { Color::Black } else { Color::White };
            let mut rng = SplitMix64(seed);
            let rules = Rules::named(rules, Some(size.parse().unwrap())).unwrap();
            let mut game = Position::new(&rules);
            let mut player = Player::new();
            while !game.is_over() && game.ply() < 400 {
                if game.to_move() == own {
                    let limits = Limits { seed, ..Limits::nodes(playouts) };
                    let analysis = player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
                    game.play(analysis.best.unwrap()).unwrap();
                } else {
                    game.play_random(&mut || rng.next_u32());
                }
            }
            // A random player may pass early; the player decides which of the stones left are dead.
            let limits = Limits { seed, ..Limits::nodes(400) };
            let found = player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
            let dead = if rules.scoring == tengen_games::go::Scoring::Area {
                Vec::new()
            } else {
                game.dead_stones(&found.ownership)
            };
            let outcome = game.outcome_with(&dead);
            assert_eq!(outcome.winner, Some(own), "{rules} seed {seed}: {:?} {outcome:?}", game.board());
        }
    }
}

#[test]
fn two_players_end_the_game_and_agree_on_it() {
    for rules in ["chinese", "japanese", "tromp-taylor", "aga", "new-zealand,handicap=3,komi=0.5"] {
        let rules = Rules::named(rules, Some(Size::of(7, 7))).unwrap();
        let mut game = Position::new(&rules);
        let mut player = Player::new();
        let mut expected = None;
        while !game.is_over() {
            assert!(game.ply() < 200, "{rules}: no end: {:?}", game.board());
            let limits = Limits { seed: 11, ..Limits::nodes(250) };
            let analysis = player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
            let mv = analysis.best.unwrap();
            let fills =
                mv.point().is_some_and(|p| game.board().is_eye(game.board().vertex(p), game.to_move()));
            assert!(!fills, "{rules}: {} fills an eye: {:?}", game.format_move(mv), game.board());
            let ahead = analysis.score().unwrap().win() > 0.5;
            expected = Some(if ahead { game.to_move() } else { !game.to_move() });
            game.play(mv).unwrap();
        }
        let dead = match rules.scoring {
            Scoring::Area => Vec::new(),
            Scoring::Territory => {
                let limits = Limits { seed: 11, ..Limits::nodes(250) };
                game.dead_stones(&player.analyze(&game, &limits, &Stop::new(), &mut |_| ()).ownership)
            }
        };
        assert_eq!(game.outcome_with(&dead).winner, expected, "{rules}: {:?}", game.board());
    }
}

/// Black owns the right and white the left; only passes are left.
const FINISHED: [&str; 7] = [".O.OX.X", "OOOOXXX", ".O.OX..", "OOOOX.X", ".OOOXXX", "OOOOX.X", ".O.OXX."];

#[test]
fn passes_when_the_opponent_has_passed_and_the_count_is_won() {
    // White has 28 points of 49 and wins with or without komi.
    let mut game = position("chinese", Color::Black, &FINISHED);
    game.play(Move::Pass).unwrap();
    assert_eq!(best(&game, 50), "pass");
    let game = position("japanese", Color::White, &FINISHED);
    assert_eq!(best(&game, 2000), "pass");
}

#[test]
fn keeps_superko() {
    // Random positions after many captures on a small board, where repetitions are frequent.
    let mut rng = SplitMix64(99);
    let mut refused = 0;
    for _ in 0..200 {
        let rules = Rules::named("new-zealand,passes=0", Some(Size::of(2, 2))).unwrap();
        let mut game = Position::new(&rules);
        for _ in 0..rng.below(30) {
            if game.play_random(&mut || rng.next_u32()).is_none() {
                break;
            }
        }
        refused += game
            .size()
            .points()
            .filter(|&p| {
                matches!(
                    game.check(Move::Place(p)).map_err(|e| e.reason),
                    Err(tengen_games::Reason::Superko { .. })
                )
            })
            .count();
        if let Some(mv) = Player::new().analyze(&game, &Limits::nodes(30), &Stop::new(), &mut |_| ()).best {
            game.play(mv).unwrap();
        } else {
            assert!(game.is_over());
        }
    }
    assert!(refused > 10, "superko forbids a move only {refused} times");
}

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
fn plays_on_the_smallest_boards_and_in_the_opening_phase() {
    for (rules, size) in
        [("tromp-taylor", "1"), ("japanese", "2x1"), ("chinese,handicap=5", "3x2"), ("ing", "25x1")]
    {
        let mut game = Position::new(&Rules::named(rules, Some(size.parse().unwrap())).unwrap());
        while !game.is_over() && game.ply() < 60 {
            let mv =
                Player::new().analyze(&game, &Limits::nodes(20), &Stop::new(), &mut |_| ()).best.unwrap();
            game.play(mv).unwrap();
        }
    }
}

/// With few playouts on a large board few moves have two visits. The forced passes must not make the pass the most
/// visited move.
#[test]
fn does_not_pass_in_the_opening() {
    for size in [9, 13, 19] {
        let game = Position::new(&Rules::named("chinese", Some(Size::of(size, size))).unwrap());
        for playouts in [0, 1, 100, 400] {
            assert_ne!(best(&game, playouts), "pass", "{size}, {playouts} playouts");
        }
    }
    // After nine handicap stones all points are likely to become Black's, and White plays on.
    let game = Position::new(
        &Rules::named("chinese,handicap=9,placement=fixed,komi=0.5", Some(Size::of(9, 9))).unwrap(),
    );
    for seed in [0, 1, 3] {
        let limits = Limits { seed, ..Limits::nodes(1_000) };
        let found = Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| ());
        assert_ne!(found.best, Some(Move::Pass), "handicap, seed {seed}");
    }
}

/// The first two moves on a large board take two corners.
#[test]
fn begins_in_the_corners_of_a_large_board() {
    for seed in 0..3 {
        let mut game = Position::new(&Rules::named("chinese", Some(Size::of(19, 19))).unwrap());
        let mut corners = Vec::new();
        for _ in 0..2 {
            let limits = Limits { seed, ..Limits::nodes(200) };
            let found = Player::new().analyze(&game, &limits, &Stop::new(), &mut |_| ());
            let point = found.best.and_then(|mv| mv.point()).unwrap();
            let line = |at: u8| at.min(18 - at) + 1;
            assert!(
                [point.row, point.col].iter().all(|&at| (3..=5).contains(&line(at))),
                "{point:?}, {seed}"
            );
            corners.push((point.row < 9, point.col < 9));
            game.play(Move::Place(point)).unwrap();
        }
        assert_ne!(corners[0], corners[1], "seed {seed}");
    }
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

fn analysis(position: &Position, playouts: u64) -> tengen_engine::Analysis {
    let limits = Limits { seed: 5, lines: 100, ..Limits::nodes(playouts) };
    Player::new().analyze(position, &limits, &Stop::new(), &mut |_| ())
}

/// After two passes there is no move, but the owners and the score are still there, by area and by territory.
#[test]
fn a_finished_game_has_owners_and_a_score() {
    // A dead white stone stands in black's corner.
    let rows = ["O.X.O..", "..XOO.O", "XXXOOO.", ".XXO.O.", "XXXXOOO", ".X.XO.O", "XXXXOO."];
    for rules in ["chinese,komi=0", "japanese,komi=0", "aga,komi=0", "tromp-taylor,komi=0"] {
        let mut game = position(rules, Color::Black, &rows);
        while !game.is_over() {
            game.play(Move::Pass).unwrap();
        }
        let found = analysis(&game, 400);
        let corner = Point::new(0, 0);
        assert_eq!(game.likely_dead(&found.ownership), [corner], "{rules}");
        assert_eq!(found.best, None);
        let off: &[Point] = if rules.starts_with("tromp") { &[] } else { &[corner] };
        assert_eq!(game.dead_stones(&found.ownership), off, "{rules}");
        let margin = game.score(off).margin();
        let own = if game.to_move() == Color::Black { margin } else { -margin };
        let tengen_engine::Score::Estimate { value, win } = found.score().unwrap() else { panic!("{rules}") };
        assert_eq!((value, win > 0.5), (own, own > 0.0), "{rules}");
        assert!(found.ownership.iter().all(|x| (-1.0..=1.0).contains(x)), "{rules}");
    }
}

/// What lives whatever happens is owned for certain; nobody owns a seki for certain.
#[test]
fn living_groups_are_certain_and_a_seki_kills_nobody() {
    let found = analysis(&position("chinese", Color::Black, &FINISHED), 200);
    let last = FINISHED.len() * FINISHED.len() - 1;
    assert_eq!((found.ownership[0], found.ownership[last]), (-1.0, 1.0));
    // Two chains in the middle share their two liberties: the side that plays there first dies.
    for rules in ["japanese", "chinese"] {
        let mut game = position(rules, Color::Black, &[".XO.XO.", "XXOXXOO", ".XO.XO."]);
        while !game.is_over() {
            game.play(Move::Pass).unwrap();
        }
        let found = analysis(&game, 1_000);
        assert_eq!(game.dead_stones(&found.ownership), [], "{rules}: {:?}", found.ownership);
    }
}

/// A side that is ahead by the win rate is not behind by the score.
#[test]
fn score_and_win_rate_fit_together() {
    let mut rng = SplitMix64(8);
    let mut compared = 0;
    for round in 0..24 {
        let rules = ["chinese", "japanese"][round % 2];
        let mut game = Position::new(&Rules::named(rules, Some(Size::of(7, 7))).unwrap());
        for _ in 0..rng.below(40) {
            game.play_random(&mut || rng.next_u32());
        }
        if game.is_over() {
            continue;
        }
        for line in analysis(&game, 300).lines {
            let tengen_engine::Score::Estimate { value, win } = line.score else { panic!() };
            assert!(value == 0.0 || win == 0.5 || (value > 0.0) == (win > 0.5), "{value} and {win}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Searches without a limit until this many playouts, and returns those of the search and those of its lines.
fn open_search(player: &mut Player, game: &Position, threads: usize, playouts: u64) -> (u64, u64) {
    let stop = Stop::new();
    if playouts == 0 {
        stop.raise();
    }
    let limits = Limits { lines: 100, threads, ..Limits::default() };
    let mut progress = |found: &tengen_engine::Analysis| {
        if found.nodes >= playouts {
            stop.raise();
        }
    };
    let found = player.analyze(game, &limits, &stop, &mut progress);
    assert!(found.lines.iter().all(|line| game.is_legal(line.moves[0])));
    assert!(game.is_legal(found.best.unwrap()));
    (found.nodes, found.lines.iter().map(|line| line.work).sum())
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

/// A pass in the opening is answered with a move, although by area the stones and the komi already count as won.
#[test]
fn an_early_pass_is_answered_with_a_move() {
    // White has more points by the count, and large areas are open.
    let rows = [
        ".........",
        "..X...O..",
        "...X.....",
        "......O..",
        "..X......",
        ".....XO..",
        "..XX.XO..",
        "....O.O..",
        ".........",
    ];
    for rules in ["chinese", "tromp-taylor", "aga", "japanese"] {
        let mut game = position(rules, Color::Black, &rows);
        game.play(Move::Pass).unwrap();
        let found = analysis(&game, 600);
        assert_ne!(found.best, Some(Move::Pass), "{rules}");
        // A list with the pass at 100 % would contradict the move.
        let area = game.rules().scoring == Scoring::Area;
        assert!(!area || found.lines.iter().all(|line| line.moves[0] != Move::Pass), "{rules}");
        // The same with a tree that is kept, in which the pass was a reply.
        let mut player = Player::new();
        let before = position(rules, Color::Black, &rows);
        open_search(&mut player, &before, 1, 1_024);
        let limits = Limits { time: Some(Duration::from_millis(30)), ..Limits::default() };
        let found = player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
        assert_ne!(found.best, Some(Move::Pass), "{rules}, kept");
    }
    let mut game = Position::new(&Rules::named("chinese", Some(Size::of(9, 9))).unwrap());
    game.play(Move::Pass).unwrap();
    assert_ne!(best(&game, 300), "pass");
}

/// Where nothing is left to play, a pass is answered with a pass: won or lost, and with dead stones on the board.
#[test]
fn a_pass_on_a_finished_board_is_answered_with_a_pass() {
    // White wins by seven points without komi; black has nothing left to do.
    for (color, rules) in [(Color::Black, "chinese,komi=0"), (Color::White, "chinese,komi=0")] {
        let mut game = position(rules, color, &FINISHED);
        game.play(Move::Pass).unwrap();
        for playouts in [200, 1_000] {
            assert_eq!(best(&game, playouts), "pass", "{rules}, {color} passed first");
        }
    }
    // A dead white stone in black's corner. Black wins by the count in either case.
    let rows = ["O.X.O..", "..XOO.O", "XXXOOO.", ".XXO.O.", "XXXXOOO", ".X.XO.O", "XXXXOO."];
    let mut game = position("chinese,komi=-9", Color::White, &rows);
    game.play(Move::Pass).unwrap();
    assert_eq!(best(&game, 1_000), "pass");
    // Two chains in the middle share two liberties: neither side gains by a move there.
    let mut game = position("chinese,komi=-3.5", Color::White, &[".XO.XO.", "XXOXXOO", ".XO.XO."]);
    game.play(Move::Pass).unwrap();
    assert_eq!(best(&game, 1_000), "pass");
}

/// Where every stone counts, an opponent that only passes keeps its dead stones until they are captured.
#[test]
fn dead_stones_are_captured_before_a_pass_that_they_would_lose() {
    // White's corner stones are dead. Black has 25 points of 49 once they are off and the point between the sides is
    // its own, and wins by half a point; as long as they stand there it loses.
    let rows = ["O.X.O..", "O.XOO.O", "XXXOOO.", ".XXO.O.", "XXXXOOO", ".X.XO.O", "XXXXOO."];
    for rules in ["tromp-taylor", "chinese"] {
        let rules = format!("{rules},komi=0.5");
        let mut game = position(&rules, Color::White, &rows);
        let mut passes = 0;
        while !game.is_over() {
            assert!(game.ply() < 60, "{rules}: no end: {:?}", game.board());
            let mv = match game.to_move() {
                Color::White => Move::Pass,
                Color::Black => analysis(&game, 300).best.unwrap(),
            };
            passes += usize::from(game.to_move() == Color::Black && mv == Move::Pass);
            game.play(mv).unwrap();
        }
        assert_eq!((game.score(&[]).outcome().winner, passes), (Some(Color::Black), 1), "{rules}");
    }
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
