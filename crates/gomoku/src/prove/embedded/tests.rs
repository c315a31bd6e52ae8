//! The map of the embedded strategy against its records, and against a slow count.

use super::*;
use std::collections::BTreeSet;
use tengen_board::random::SplitMix64;
use tengen_board::{Size, Symmetry};
use tengen_games::gomoku::OpeningRule;
use tengen_gomoku_verify::{Certificate, VerifyLimits, verify};

fn by(rules: &Rules) -> &'static ProvenStrategy {
    ProvenStrategy::of(rules).unwrap()
}

fn after(rules: &Rules, moves: &str) -> Position {
    let mut game = Position::new(rules);
    for mv in moves.split_whitespace() {
        game.play(game.parse_move(mv).unwrap()).unwrap();
    }
    game
}

fn replies_of(game: &Position) -> (Vec<StrategyReply>, usize) {
    match by(&game.rules()).lookup(game) {
        Some(StrategyPosition::Loser { replies, positions }) => (replies, positions),
        other => panic!("{game:?}: {other:?}"),
    }
}

fn winner_at(game: &Position) -> (StrategyAnswer, usize) {
    match by(&game.rules()).lookup(game) {
        Some(StrategyPosition::Winner { answer, positions }) => (answer, positions),
        other => panic!("{game:?}: {other:?}"),
    }
}

/// The strategies on 15×15, whose positions the tests name.
fn on_15() -> impl Iterator<Item = Rules> {
    ProvenStrategy::RULES.into_iter().filter(|rules| rules.size == Rules::FREESTYLE.size)
}

fn freestyle_13() -> Rules {
    Rules { size: Size::of(13, 13), ..Rules::FREESTYLE }
}

/// The board as text, the least of its eight turns: made without the code that is tested.
fn least_turn(game: &Position) -> String {
    let size = game.size();
    let turned = |symmetry: &Symmetry| {
        size.points().map(|p| format!("{:?} ", game.at(symmetry.apply(p, size)))).collect::<String>()
    };
    Symmetry::ALL.iter().map(turned).min().unwrap()
}

/// Adds the recorded positions from one on: it plays the recorded move and every reply, and asks for nothing but the
/// records.
fn collect(game: &Position, found: &mut BTreeSet<String>) {
    let records = &by(&game.rules()).records;
    let at = Canonical::new(game, game.to_move()).unwrap();
    let Some(known) = records.known(&at.text) else { return };
    if !found.insert(least_turn(game)) {
        return;
    }
    let Known::Move(mv) = known else { return };
    let mut game = game.clone();
    game.play(Move::Place(at.symmetry.inverse().apply(*mv, game.size()))).unwrap();
    for reply in game.legal_moves() {
        game.play(reply).unwrap();
        collect(&game, found);
        game.undo().unwrap();
    }
}

#[test]
fn counts_agree_with_a_slow_recursion() {
    // The start, White's hardest answer, and positions deep in it.
    let freestyle = ["", "h8 h7", "h8 h7 i7 i8", "h8 h7 i7 i8 f6 g5", "h8 o1", "h8 n1 g9 b15"];
    let standard = [
        "",
        "h8 h7",
        "h8 h7 i9 g7",
        "h8 h7 i9 g7 j8 g8",
        "h8 h7 i9 g7 j8 g8 h10 g11",
        "h8 o1",
        "h8 n1 g9 b15",
    ];
    let freestyle_on_13 = ["", "g7 g6", "g7 g6 h6 i9", "g7 m1", "g7 h6"];
    for (rules, lines) in
        [(Rules::FREESTYLE, &freestyle[..]), (Rules::STANDARD, &standard), (freestyle_13(), &freestyle_on_13)]
    {
        for line in lines {
            let game = after(&rules, line);
            let mut found = BTreeSet::new();
            collect(&game, &mut found);
            assert_eq!(winner_at(&game).1, found.len(), "{line}");
        }
        assert_eq!(by(&rules).positions(), winner_at(&after(&rules, "")).1);
        let StrategyAnswer::Move(centre) = winner_at(&after(&rules, "")).0 else { panic!("it begins") };
        let mut game = Position::new(&rules);
        game.play(Move::Place(centre)).unwrap();
        let below = replies_of(&game).1;
        assert_eq!(below + 1, by(&rules).positions(), "the start itself is the other one");
    }
}

/// docs/solved.md: 35 answers up to symmetry, 27 on 13×13, with these moves against them, the hardest one first.
#[test]
fn every_reply_to_the_centre_is_answered() {
    for (rules, centre, count, answers) in [
        (Rules::FREESTYLE, "h8", 35, ["h7 i7", "i7 i9", "h6 h10", "i6 g9", "j6 i9", "o1 g9"]),
        (Rules::STANDARD, "h8", 35, ["h7 i9", "i7 i9", "h6 h10", "i6 g9", "j6 g7", "o1 g9"]),
        (freestyle_13(), "g7", 27, ["g6 h6", "g5 g9", "h6 h8", "i5 h8", "m1 f8", "h5 f8"]),
    ] {
        let game = after(&rules, centre);
        let (replies, _) = replies_of(&game);
        assert_eq!(replies.len(), rules.size.area() - 1);
        let is_answered =
            |reply: &StrategyReply| matches!(reply.answer, StrategyAnswer::Move(_)) && reply.positions > 1;
        assert!(replies.iter().all(is_answered));
        let mut kinds = BTreeSet::new();
        for reply in &replies {
            let mut game = game.clone();
            game.play(Move::Place(reply.point)).unwrap();
            kinds.insert(least_turn(&game));
        }
        assert_eq!(kinds.len(), count);
        for moves in answers {
            let listed = after(&rules, &format!("{centre} {moves}"));
            let white = listed.moves().nth(1).unwrap();
            let mut game = game.clone();
            game.play(white).unwrap();
            let answer = replies.iter().find(|reply| Some(reply.point) == white.point()).unwrap().answer;
            let StrategyAnswer::Move(mv) = answer else { panic!("{answer:?}") };
            game.play(Move::Place(mv)).unwrap();
            // Where the board is symmetric, the turned move is the same one.
            assert_eq!(least_turn(&game), least_turn(&listed), "{moves}");
        }
        // The hardest answers have the most below them, and come first.
        assert!(replies.is_sorted_by_key(|reply| Reverse(reply.positions)));
        let from_centre = |p: Point| {
            let centre = game.move_at(0).and_then(Move::point).unwrap();
            p.row.abs_diff(centre.row) + p.col.abs_diff(centre.col)
        };
        assert!(replies[..4].iter().all(|reply| from_centre(reply.point) == 1), "{:?}", &replies[..5]);
    }
}

/// What docs/solved.md says of 15×15: the tables have Black's answers, and the longest lines are won in as many plies.
#[test]
fn the_document_has_the_moves_of_the_strategies() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/solved.md");
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("skipped: there is no docs/solved.md beside the crates");
        return;
    };
    let chapter = |heading: &str| text.split_once(heading).unwrap().1.split("\n## ").next().unwrap();
    for (rules, table, longest) in [
        (Rules::STANDARD, chapter("## What is proven"), chapter("## The hard answer")),
        (Rules::FREESTYLE, chapter("## Freestyle"), chapter("## Freestyle")),
    ] {
        assert!(table.contains(&format!("in at most {} plies.**", by(&rules).plies())), "{rules:?}");
        let mut kinds = BTreeSet::new();
        for row in table.lines().filter(|line| line.starts_with("| ")) {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let is_move = |cell: &str| {
                cell.starts_with(|c: char| c.is_ascii_lowercase()) && cell[1..].parse::<u8>().is_ok()
            };
            for pair in cells.windows(2).filter(|pair| is_move(pair[0]) && is_move(pair[1])) {
                let listed = after(&rules, &format!("h8 {} {}", pair[0], pair[1]));
                let game = after(&rules, &format!("h8 {}", pair[0]));
                let StrategyAnswer::Move(mv) = winner_at(&game).0 else { panic!("{row}") };
                let mut played = game.clone();
                played.play(Move::Place(mv)).unwrap();
                assert_eq!(least_turn(&played), least_turn(&listed), "{row}");
                assert!(kinds.insert(least_turn(&game)), "{} is listed twice", pair[0]);
            }
        }
        assert_eq!(kinds.len(), 35, "{rules:?}");
        let block = longest.split("```").map(str::trim_start).map(|block| block.trim_start_matches("text\n"));
        let moves: Vec<&str> = block
            .filter(|block| {
                block
                    .split_whitespace()
                    .all(|word| word.len() < 4 && word.chars().any(|c| c.is_ascii_digit()))
            })
            .collect();
        let game = after(&rules, &moves.join(" "));
        assert_eq!(game.ply(), by(&rules).plies() as usize);
        assert_eq!(game.outcome().unwrap().winner, Some(Color::Black));
        // Its beginning is the strategy's own.
        let mut start = Position::new(&rules);
        while let (StrategyAnswer::Move(mv), _) = winner_at(&start) {
            assert_eq!(game.move_at(start.ply()), Some(Move::Place(mv)), "{start:?}");
            start.play(Move::Place(mv)).unwrap();
            start.play(game.move_at(start.ply()).unwrap()).unwrap();
        }
        assert!(start.ply() > 8, "{start:?}");
    }
}

/// Random branches: each legal reply of a position is listed once, and the position after it says the same of itself.
#[test]
fn replies_agree_with_the_positions_after_them() {
    // No win of the freestyle records on 15×15 is repaired.
    let all_ends = [
        (Rules::FREESTYLE, &["pass", "search"][..]),
        (Rules::STANDARD, &["pass", "repair", "search"]),
        (freestyle_13(), &["pass", "repair", "search"]),
    ];
    for (rules, expected) in all_ends {
        let (strategy, mut random) = (by(&rules), SplitMix64(5));
        let mut ends = BTreeSet::new();
        for _ in 0..30 {
            let mut game = after(&rules, "");
            while let (StrategyAnswer::Move(mv), _) = winner_at(&game) {
                game.play(Move::Place(mv)).unwrap();
                assert!(strategy.contains(&game));
                let (replies, _) = replies_of(&game);
                let points: BTreeSet<Point> = replies.iter().map(|reply| reply.point).collect();
                let legal: BTreeSet<Point> = game.legal_moves().iter().filter_map(|mv| mv.point()).collect();
                assert_eq!((points, replies.len()), (legal.clone(), legal.len()), "{game:?}");
                // Hard replies are as likely as all others.
                let hard = replies.partition_point(|reply| reply.positions > 1);
                let among = if random.below(2) == 0 && hard > 0 { &replies[..hard] } else { &replies[..] };
                let chosen = among[random.below(among.len())];
                game.play(Move::Place(chosen.point)).unwrap();
                assert!(strategy.contains(&game));
                assert_eq!(winner_at(&game), (chosen.answer, chosen.positions), "{game:?}");
            }
            let (answer, positions) = winner_at(&game);
            assert_eq!(positions, usize::from(answer != StrategyAnswer::AfterPass));
            ends.insert(match answer {
                StrategyAnswer::Move(_) => unreachable!("it is followed"),
                StrategyAnswer::Search { .. } => "search",
                StrategyAnswer::Repair => "repair",
                StrategyAnswer::AfterPass => "pass",
            });
        }
        assert!(ends.iter().eq(expected), "each kind of end was met: {ends:?}");
    }
}

#[test]
fn symmetries_and_transpositions_agree() {
    for (rules, line) in [
        (Rules::STANDARD, "h8 h7"),
        (Rules::STANDARD, "h8 h7 i9"),
        (Rules::STANDARD, "h8 h7 i9 g7 j8 g8"),
        (Rules::STANDARD, "h8 n1 g9 b15"),
        (Rules::FREESTYLE, "h8 h7 i7"),
        (Rules::FREESTYLE, "h8 h7 i7 i8 f6 g5"),
    ] {
        let (strategy, game) = (by(&rules), after(&rules, line));
        for symmetry in Symmetry::ALL {
            let mut other = Position::new(&rules);
            for mv in game.moves() {
                other.play(Move::Place(symmetry.apply(mv.point().unwrap(), game.size()))).unwrap();
            }
            // Where the board is symmetric, the turned move may be the answer; it leads to the same board.
            let answered = |game: &Position, answer: StrategyAnswer| match answer {
                StrategyAnswer::Move(mv) => {
                    let mut after = game.clone();
                    after.play(Move::Place(mv)).unwrap();
                    least_turn(&after)
                }
                answer => format!("{answer:?}"),
            };
            match (strategy.lookup(&game).unwrap(), strategy.lookup(&other).unwrap()) {
                (
                    StrategyPosition::Winner { answer, positions },
                    StrategyPosition::Winner { answer: same, positions: also },
                ) => assert_eq!(
                    (answered(&game, answer), positions),
                    (answered(&other, same), also),
                    "{line} {symmetry:?}"
                ),
                (
                    StrategyPosition::Loser { replies, positions },
                    StrategyPosition::Loser { replies: same, positions: also },
                ) => {
                    let set = |all: Vec<StrategyReply>, turned: &dyn Fn(Point) -> Point| {
                        all.iter()
                            .map(|reply| (turned(reply.point), reply.positions))
                            .collect::<BTreeSet<_>>()
                    };
                    let turned = set(replies, &|p| symmetry.apply(p, game.size()));
                    assert_eq!((turned, positions), (set(same, &|p| p), also), "{line} {symmetry:?}");
                }
                other => panic!("{other:?}"),
            }
        }
    }
    let standard = |moves: &str| winner_at(&after(&Rules::STANDARD, moves));
    assert_eq!(standard("h8 h7 i9 g7"), standard("i9 g7 h8 h7"));
    let freestyle = |moves: &str| winner_at(&after(&Rules::FREESTYLE, moves));
    assert_eq!(freestyle("h8 h7 i7 i8"), freestyle("i7 i8 h8 h7"));
}

#[test]
fn positions_off_a_strategy_are_unknown() {
    let at = |rules: Rules| Position::new(&rules);
    for rules in on_15() {
        let strategy = by(&rules);
        let after = |moves: &str| after(&rules, moves);
        let others = ProvenStrategy::RULES.into_iter().filter(|other| *other != rules);
        let mut games: Vec<Position> = others.map(at).collect();
        games.extend([
            // Another first or second move of Black's, a finished game, and a position inside a win of a search.
            after("a1"),
            after("a1 h8"),
            after("h8 h7 a1"),
            after("h8 a1 i8 a3 j8 a5 k8 a7 l8"),
            // By other rules.
            at(Rules { size: Size::square(19).unwrap(), ..rules }),
            at(Rules { opening: OpeningRule::Swap2, ..rules }),
        ]);
        for game in games {
            assert!(!strategy.contains(&game) && strategy.lookup(&game).is_none(), "{game:?}");
        }
        // After the centre every reply stays in the strategy, of Black's moves one and its turned ones.
        let moves_in = |moves: &str| {
            let game = after(moves);
            let any = AnyPosition::from(game.clone());
            game.legal_moves().into_iter().filter(|&mv| ProvenStrategy::is_reached_by(&any, mv)).count()
        };
        assert_eq!((moves_in(""), moves_in("h8"), moves_in("h8 h7"), moves_in("h8 h7 a1")), (1, 224, 2, 0));
    }
}

#[test]
fn there_is_a_strategy_by_three_rule_sets_alone() {
    let centre = after(&Rules::STANDARD, "").parse_move("h8").unwrap();
    for rules in ProvenStrategy::RULES {
        let small = after(&freestyle_13(), "").parse_move("g7").unwrap();
        let centre = if rules == freestyle_13() { small } else { centre };
        let start = AnyPosition::from(Position::new(&rules));
        assert!(ProvenStrategy::exists_for(&rules) && ProvenStrategy::is_reached_by(&start, centre));
        assert_eq!(ProvenStrategy::of(&rules).map(ProvenStrategy::rules), Some(&rules));
        let (strategy, _) = ProvenStrategy::of_position(&start).unwrap();
        assert!(std::ptr::eq(strategy, by(&rules)));
    }
    let large = Size::square(19).unwrap();
    for rules in [
        Rules::RENJU,
        Rules::CARO,
        Rules { size: large, ..Rules::FREESTYLE },
        Rules { size: Size::of(13, 13), ..Rules::STANDARD },
        Rules { size: Size::of(13, 15), ..Rules::FREESTYLE },
        Rules { opening: OpeningRule::Pro, ..Rules::FREESTYLE },
        Rules { opening: OpeningRule::Swap2, ..Rules::STANDARD },
    ] {
        let start = AnyPosition::from(Position::new(&rules));
        assert!(!ProvenStrategy::exists_for(&rules) && ProvenStrategy::of(&rules).is_none(), "{rules:?}");
        assert!(ProvenStrategy::of_position(&start).is_none());
        assert!(!ProvenStrategy::is_reached_by(&start, centre));
    }
}

#[test]
fn a_win_is_found_again_from_any_of_its_positions() {
    let kept = Arc::default();
    for rules in on_15() {
        a_win_is_found_again_by(&rules, &kept);
    }
}

/// `kept` may have wins by other rules, which do not count here.
fn a_win_is_found_again_by(rules: &Rules, kept: &Arc<KeptWins>) {
    let (strategy, after) = (by(rules), |moves: &str| after(rules, moves));
    let find = |game: &Position, nodes: u64| {
        strategy.find_win(game, kept, &Limits { nodes: Some(nodes), ..Limits::default() }, &Stop::new())
    };
    let mut game = after("h8 n1 g9 b15");
    assert_eq!(find(&game, 1).result, SolveResult::Unknown);
    let SolveResult::Win(win) = find(&game, 10_000_000).result else { panic!("the record has a search") };
    let verified = |proof: &Certificate| verify(proof, &VerifyLimits::default()).unwrap().plies;
    assert_eq!((verified(&win.proof), win.line.len() as u32), (win.plies, win.plies));
    assert_eq!(win.proof, Certificate::new(&game, Color::Black, win.proof.nodes.clone()));
    // Further on in the same win nothing is searched.
    for &mv in &win.line[..2] {
        game.play(Move::Place(mv)).unwrap();
    }
    assert!(strategy.lookup(&game).is_none(), "it has no record of its own");
    let later = find(&game, 1);
    let SolveResult::Win(rest) = later.result else { panic!("the win is kept") };
    assert_eq!((later.nodes, verified(&rest.proof)), (0, rest.plies));
    assert_eq!(rest.plies, win.plies - 2, "the main line is the longest");
    assert_eq!(find(&after("h8 h7"), 10).result, SolveResult::Unknown, "a recorded move is no search");
}
