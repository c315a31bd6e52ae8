//! Go: each rule by an example whose answer can be seen on the diagram.

mod go_support;

use go_support::{diagram, point};
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point, Size};
use tengen_games::go::{Position, Rules, Scoring, Status};
use tengen_games::{EndReason, Game, Illegal, Move, Reason, SetUp, SetUpError};

fn play(game: &mut Position, text: &str) -> Result<(), Illegal> {
    for word in text.split_whitespace() {
        let mv = game.parse_move(word).unwrap();
        game.play(mv)?;
    }
    Ok(())
}

fn reason(game: &Position, text: &str) -> Option<Reason> {
    game.check(game.parse_move(text).unwrap()).err().map(|e| e.reason)
}

fn start(rules: &str, size: &str) -> Position {
    Position::new(&Rules::named(rules, Some(size.parse().unwrap())).unwrap())
}

#[test]
fn a_ko_may_be_retaken_after_a_move_elsewhere() {
    let rows = [".XO..", "X.XO.", ".XO..", ".....", "....."];
    let mut game = diagram("japanese", Color::White, &rows);
    play(&mut game, "B4").unwrap();
    assert_eq!(game.ko_point(), Some(point(&game, "C4")));
    assert_eq!(reason(&game, "C4"), Some(Reason::Ko));
    let message = game.check(Move::Place(point(&game, "C4"))).unwrap_err().to_string();
    assert_eq!(message, "move 2 (C4) is illegal: the ko may not be retaken at once");
    play(&mut game, "A1 E1").unwrap();
    assert_eq!(game.ko_point(), None);
    play(&mut game, "C4").unwrap();
    assert_eq!(reason(&game, "B4"), Some(Reason::Ko));
    assert_eq!((game.captured_by(Color::Black), game.captured_by(Color::White)), (1, 1));
    // Under superko players still call it a ko. Only longer cycles are named by the move that they repeat.
    for rules in ["chinese", "aga"] {
        let mut game = diagram(rules, Color::White, &rows);
        play(&mut game, "B4").unwrap();
        assert_eq!(reason(&game, "C4"), Some(Reason::Ko), "{rules}");
    }
}

/// On a board of one row: after A1, C1 there is a stone at each end and black is to move. Black takes C1 with B1, white
/// takes two with C1, black returns to A1: the same board, but with white to move.
#[test]
fn the_two_superkos_differ_when_the_other_side_is_to_move() {
    let line = "A1 C1 B1 C1";
    let mut game = start("cgos", "3x1");
    play(&mut game, line).unwrap();
    assert_eq!(reason(&game, "A1"), Some(Reason::Superko { ply: 2, situational: false }));
    let message = play(&mut game, "A1").unwrap_err().to_string();
    assert_eq!(
        message,
        "move 5 (A1) is illegal: positional superko: the board would be as it was after move 2"
    );
    let mut game = start("cgos,ko=situational", "3x1");
    play(&mut game, line).unwrap();
    play(&mut game, "A1").unwrap();
    // White passes, which is always allowed, and black is to move again as after move 2: now B1 would repeat move 3.
    play(&mut game, "pass").unwrap();
    assert_eq!(reason(&game, "B1"), Some(Reason::Superko { ply: 3, situational: true }));
}

#[test]
fn suicide_by_each_rule() {
    let rows = [".XO.", "XXO.", "OOO.", "...."];
    // White at A4 would be alone without a liberty, and take nothing: black's three stones have another at C4.
    let open = [".X..", "XXO.", "OOO.", "...."];
    let single = |rules: &str| reason(&diagram(rules, Color::White, &open), "A4");
    assert_eq!(single("chinese"), Some(Reason::Suicide));
    assert_eq!(single("new-zealand,suicide=chains"), Some(Reason::Suicide));
    assert_eq!(single("tromp-taylor"), Some(Reason::Superko { ply: 0, situational: false }));
    assert_eq!(single("new-zealand"), None);
    // Black at A4 fills its last liberty: three stones and this one go.
    let whole = |rules: &str| reason(&diagram(rules, Color::Black, &rows), "A4");
    assert_eq!(whole("japanese"), Some(Reason::Suicide));
    for rules in ["tromp-taylor", "new-zealand", "ing", "cgos,suicide=chains"] {
        let mut game = diagram(rules, Color::Black, &rows);
        let before = game.clone();
        let mut taken = game.play(game.parse_move("A4").unwrap()).unwrap().captured;
        taken.sort_unstable();
        let corner = [Point::new(0, 0), Point::new(0, 1), Point::new(1, 0), Point::new(1, 1)];
        assert_eq!(taken, corner);
        assert_eq!(game.captured_by(Color::White), 4);
        assert!(corner.iter().all(|&p| game.at(p).is_empty()));
        game.undo();
        assert_eq!(game, before);
    }
}

#[test]
fn passes_end_the_game_as_the_rules_say() {
    let mut game = start("chinese", "5");
    play(&mut game, "pass C3 pass").unwrap();
    assert!(!game.is_over());
    play(&mut game, "pass").unwrap();
    assert!(game.is_over());
    assert_eq!(reason(&game, "A1"), Some(Reason::GameOver));
    assert_eq!(reason(&game, "pass"), Some(Reason::GameOver));
    // White's single stone owns the board.
    assert_eq!(game.outcome().unwrap().winner, Some(Color::White));
    assert_eq!(game.outcome().unwrap().reason, EndReason::Score(-25.0 - 7.5));

    // AGA: white passes last, and each pass hands over a stone.
    let mut game = start("aga", "5");
    play(&mut game, "C3 pass pass").unwrap();
    assert!(!game.is_over());
    play(&mut game, "pass").unwrap();
    assert!(game.is_over());
    assert_eq!((game.captured_by(Color::Black), game.captured_by(Color::White)), (2, 1));
    let mut game = start("aga", "5");
    play(&mut game, "pass pass").unwrap();
    assert!(game.is_over());

    let mut game = start("chinese,passes=3", "5");
    play(&mut game, "pass pass").unwrap();
    assert!(!game.is_over());
    play(&mut game, "pass").unwrap();
    assert!(game.is_over());
    let mut game = start("chinese,passes=0", "5");
    for _ in 0..300 {
        play(&mut game, "pass").unwrap();
    }
    assert!(!game.is_over());
}

/// The AGA rules are made so that both counts agree: with pass stones and as many moves for each side, territory and
/// prisoners differ by what area differs by.
#[test]
fn area_and_territory_agree_with_pass_stones() {
    let mut rng = SplitMix64(8);
    for game_number in 0..200 {
        let size = Size::of(3 + game_number % 5, 4 + game_number % 3);
        let mut game = Position::new(&Rules::named("aga", Some(size)).unwrap());
        while !game.is_over() {
            game.play_random(&mut || rng.next_u32());
        }
        assert_eq!(game.ply() % 2, 0, "white has moved last");
        let mut territory = Position::new(&Rules { scoring: Scoring::Territory, ..game.rules() });
        for mv in game.moves() {
            territory.play(mv).unwrap();
        }
        assert_eq!(game.score(&[]).margin(), territory.score(&[]).margin(), "{:?}", game.board());
    }
}

#[test]
fn handicap() {
    let game = start("japanese,handicap=3,komi=0.5", "9");
    assert_eq!((game.to_move(), game.ply()), (Color::White, 0));
    for at in ["C3", "G7", "C7"] {
        assert_eq!(game.at(point(&game, at)), Cell::Black);
    }
    assert_eq!(game.board().empties().len(), 78);

    let mut game = start("chinese,handicap=3", "9");
    assert_eq!((game.to_move(), game.handicap_left()), (Color::Black, 3));
    let refusal = game.check(Move::Pass).unwrap_err();
    assert!(refusal.to_string().contains("places 3 more handicap stones"), "{refusal}");
    play(&mut game, "E5 E4 E3").unwrap();
    assert_eq!((game.to_move(), game.handicap_left()), (Color::White, 0));
    play(&mut game, "pass").unwrap();
    game.undo();
    game.undo();
    assert_eq!((game.to_move(), game.handicap_left()), (Color::Black, 1));
    // White gets a point for each stone by Chinese rules, for each but one by AGA rules, nothing in New Zealand.
    // Without another the komi is ½.
    for (rules, bonus) in [("chinese", 4.5), ("aga", 3.5), ("new-zealand", 0.5), ("japanese", 0.5)] {
        let rules = Rules::named(&format!("{rules},handicap=4"), None).unwrap();
        assert_eq!(rules.white_bonus(), bonus, "{rules}");
        assert_eq!(rules.with_handicap(2).unwrap().komi, 0.5);
    }
    assert_eq!(Rules::named("chinese,handicap=1", None).unwrap().white_bonus(), 7.5);
    for text in ["chinese,komi=0.5,handicap=4", "chinese,komi=7.5,handicap=4", "japanese,komi=6.5,handicap=2"]
    {
        assert_eq!(Rules::named(text, None).unwrap().to_string(), text);
    }
}

/// A move that is not legal leaves a meaningless position, but no loop without end and no panic.
#[test]
fn unchecked_moves_are_never_unsafe() {
    let mut rng = SplitMix64(1);
    let mut game = start("tromp-taylor", "5x3");
    for _ in 0..20_000 {
        let point = Point::new(rng.below(6) as u8, rng.below(255) as u8 % 8);
        game.play_unchecked(Move::Place(point));
    }
    let mut moves = Vec::new();
    game.legal_moves_into(&mut moves);
    while game.undo().is_some() {}
    assert_eq!(game, start("tromp-taylor", "5x3"));
}

#[test]
fn set_ups_are_checked() {
    let rules = Rules::named("chinese", Some(Size::of(2, 2))).unwrap();
    let set_up = |cells: &[(u8, u8, Cell)]| {
        let cells = cells.iter().map(|&(row, col, cell)| (Point::new(row, col), cell)).collect();
        Position::set_up(&rules, &SetUp { cells, to_move: Color::White })
    };
    use Cell::{Black, Empty, White};
    assert_eq!(set_up(&[(2, 0, Black)]).unwrap_err(), SetUpError::OffBoard(Point::new(2, 0)));
    assert_eq!(set_up(&[(0, 0, Black), (0, 0, White)]).unwrap_err(), SetUpError::Twice(Point::new(0, 0)));
    assert_eq!(
        set_up(&[(0, 0, Black), (0, 1, White), (1, 0, White)]).unwrap_err(),
        SetUpError::NoLiberty(Point::new(0, 0))
    );
    let game = set_up(&[(0, 0, Black), (0, 0, Black), (1, 1, Empty)]).unwrap();
    assert_eq!((game.to_move(), game.ply(), game.board().empties().len()), (Color::White, 0, 3));
}

/// Two chains share their only liberties; whoever fills one is taken.
#[test]
fn seki_without_eyes() {
    let rows = [".XO.XO.", "XXOXXOO", ".XO.XO."];
    let game = diagram("japanese,komi=0", Color::Black, &rows);
    let score = game.score(&[]);
    assert_eq!((score.black.territory, score.white.territory), (2, 2));
    assert_eq!(score.points[3], Status::Dame);
    assert_eq!(score.margin(), 0.0);
    assert_eq!(game.outcome_with(&[]).winner, None);
}

/// One eye each and a shared liberty: the eyes do not count by Japanese rules, and do by area.
#[test]
fn seki_with_eyes() {
    let rows = [".XOOOXXXO.", "XXO.OX.XOO", ".XOO.XXXO."];
    let count = |rules: &str| {
        let score = diagram(rules, Color::Black, &rows).score(&[]);
        (score.black.territory, score.white.territory, score.margin())
    };
    assert_eq!(count("japanese,komi=0"), (2, 2, 0.0));
    assert_eq!(count("japanese,komi=0,tax=none"), (3, 3, 0.0));
    assert_eq!(count("chinese,komi=0"), (3, 3, 15.0 - 14.0));
    assert_eq!(count("chinese,komi=0,tax=seki"), (2, 2, 14.0 - 13.0));
    // Two living groups pay two points each; those in seki own nothing that counts.
    assert_eq!(count("stone-scoring,komi=0"), (2, 2, 12.0 - 11.0));
    let score = diagram("japanese", Color::Black, &rows).score(&[]);
    assert_eq!(score.points[13], Status::Seki(Color::White));
    assert_eq!(score.owner[13], Cell::Empty);
    assert_eq!(score.points[0], Status::Territory(Color::Black));
}

/// A group with two eyes is not in seki for having neutral points beside it.
#[test]
fn open_dame_are_no_seki() {
    let score = diagram("japanese,komi=0", Color::Black, &[".X.O.", "XX.OO", ".X.O."]).score(&[]);
    assert_eq!((score.black.territory, score.white.territory), (2, 2));
    // Nor is one with a single large eye space; one that can be reduced to an eye is.
    for (rows, territory) in
        [(["XXXX.O", "...X.O", "...X.O", "XXXX.O"], 6), (["XXX.OO", ".XX.OO", ".XX.OO", "XXX.OO"], 0)]
    {
        let score = diagram("japanese,komi=0", Color::Black, &rows).score(&[]);
        assert_eq!(score.black.territory, territory, "{rows:?}");
    }
}

/// A finished game of KataGo's tests (7×7): by Tromp-Taylor black wins by 20, with the stone at F5 dead by 7.
#[test]
fn dead_stones() {
    let rows = ["...XO..", "...XOO.", ".X.XOX.", "...XOO.", ".X.XO..", "...XO..", "...XO.."];
    let game = diagram("tromp-taylor,komi=0", Color::White, &rows);
    assert_eq!(game.score(&[]).margin(), 20.0);
    let dead = [point(&game, "F5")];
    let score = game.score(&dead);
    assert_eq!(score.margin(), 7.0);
    assert_eq!((score.black.total, score.white.total), (28.0, 21.0));
    assert_eq!(score.points[2 * 7 + 5], Status::Dead(Color::Black));
    assert_eq!(score.owner[2 * 7 + 5], Cell::White);
    // By territory a dead stone is a prisoner as well: white has 12 points and 1 stone, black 19 points.
    let game = diagram("japanese,komi=0", Color::White, &rows);
    let score = game.score(&dead);
    assert_eq!((score.white.territory, score.white.prisoners, score.black.territory), (12, 1, 19));
    assert_eq!(score.margin(), 6.0);
    // Empty points and points off the board mark nothing; a chain is marked by any of its stones, or by several.
    assert_eq!(game.score(&[Point::new(0, 0), Point::new(30, 30)]), game.score(&[]));
    let column: Vec<Point> = (0..7).map(|row| Point::new(row, 3)).collect();
    assert_eq!(game.score(&column), game.score(&column[..1]));
}

#[test]
fn refusals_leave_no_trace_and_name_the_point() {
    let mut game = start("chinese", "9");
    play(&mut game, "E5").unwrap();
    let before = game.clone();
    let refusal = play(&mut game, "E5").unwrap_err();
    assert_eq!(refusal.to_string(), "move 2 (E5) is illegal: it is occupied by black");
    assert_eq!(game, before);
    assert_eq!(game.check(Move::Place(Point::new(9, 0))).unwrap_err().reason, Reason::OffBoard);
}

/// A past that differs only in what superko forbids makes positions unequal, and only then.
#[test]
fn equality_looks_at_the_past_only_where_the_rules_do() {
    let lines = ["A1 E1 A2 E2 A5 E5", "A5 E5 A2 E2 A1 E1"];
    for (rules, equal) in [("japanese", true), ("chinese", false)] {
        let [a, b] = lines.map(|line| {
            let mut game = start(rules, "5");
            play(&mut game, line).unwrap();
            game
        });
        assert_eq!(a == b, equal, "{rules}");
        assert_eq!(a.hash(), b.hash());
    }
}

/// The benchmark's way to draw moves: all legal moves come, each about as often as the others.
#[test]
fn random_moves_are_uniform() {
    // Eight points are empty, one of them suicide, and there is the pass.
    let game = diagram("chinese", Color::Black, &[".XO.", "XXO.", "OOO.", "...."]);
    let mut legal = Vec::new();
    game.legal_moves_into(&mut legal);
    assert_eq!(legal.len(), 8);
    let mut rng = SplitMix64(4);
    let mut drawn = std::collections::HashMap::new();
    for _ in 0..80_000 {
        let mv = game.clone().play_random(&mut || rng.next_u32()).unwrap();
        *drawn.entry(mv).or_insert(0) += 1;
    }
    assert_eq!(drawn.len(), legal.len());
    // Five standard deviations of a binomial with mean 10,000.
    assert!(drawn.values().all(|n: &i32| (n - 10_000).abs() < 470), "{drawn:?}");
}

/// Without a stone there is no chain, also where one was captured and its links are left over.
#[test]
fn an_empty_point_has_no_stones_and_no_liberties() {
    let mut game = start("chinese", "5");
    play(&mut game, "A1 B1 E5 A2").unwrap();
    let board = game.board();
    let captured = board.vertex(Point::new(4, 0));
    assert_eq!(board.color(captured), None);
    for at in board.vertices().filter(|&at| board.is_empty(at)) {
        assert_eq!(board.chain_stones(at).count(), 0);
        assert_eq!(board.liberty_count(at), 0);
        assert!(board.liberties(at).is_empty());
    }
    for at in board.vertices().filter(|&at| !board.is_empty(at)) {
        assert_eq!(board.liberty_count(at), board.liberties(at).len());
        assert!(board.liberty_count(at) > 0);
    }
}

#[test]
#[should_panic(expected = "komi NaN is out of range")]
fn no_game_has_rules_that_their_check_refuses() {
    let _ = Position::new(&Rules { komi: f32::NAN, ..Rules::CHINESE });
}

#[test]
#[should_panic(expected = "9 handicap stones leave no liberty on 3x3: at most 8")]
fn nine_handicap_stones_do_not_go_on_nine_points() {
    let rules = Rules { size: "3".parse().unwrap(), handicap: 9, ..Rules::CHINESE };
    assert!(tengen_games::GameSpec::from(rules).check().is_err());
    let _ = Position::new(&rules);
}
