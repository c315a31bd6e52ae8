//! Every game against the conformance suite, one line a rule set.

use tengen_games::conformance::{CheckSize, check, check_stones_only, symmetries};
use tengen_games::{connect6, go, gomoku, mnk, othello, pente};

fn mnk_rules(name: &str) -> mnk::Rules {
    mnk::Rules::named(name, None).unwrap()
}

fn gomoku_rules(name: &str, size: &str) -> gomoku::Rules {
    gomoku::Rules::named(name, Some(size.parse().unwrap())).unwrap()
}

const fn games(games: u64) -> CheckSize {
    CheckSize { games, max_plies: 700 }
}

#[test]
fn mnk_games() {
    check::<mnk::Position>(&mnk_rules("tic-tac-toe"), games(200));
    check::<mnk::Position>(&mnk_rules("connect-four"), games(50));
    check::<mnk::Position>(&mnk_rules("1,1,1"), games(1));
    check::<mnk::Position>(&mnk_rules("1,9,3+gravity"), games(5));
    check::<mnk::Position>(&mnk_rules("9,1,2"), games(20));
    check::<mnk::Position>(&mnk_rules("6,5,4"), games(20));
    check::<mnk::Position>(&mnk_rules("9,7,4"), games(10));
    check::<mnk::Position>(&mnk_rules("10,10,5+gravity"), games(10));
    check::<mnk::Position>(&mnk_rules("11,11,4"), games(5));
    check::<mnk::Position>(&mnk_rules("15,13,6+gravity"), games(3));
    check::<mnk::Position>(&mnk_rules("13,12,7"), games(3));
    check::<mnk::Position>(&mnk_rules("25,25,5"), games(1));
}

#[test]
fn gomoku_games() {
    check::<gomoku::Position>(&gomoku_rules("freestyle", "15"), games(3));
    check::<gomoku::Position>(&gomoku_rules("standard", "9x12"), games(5));
    check::<gomoku::Position>(&gomoku_rules("caro", "8x7"), games(5));
    check::<gomoku::Position>(&gomoku_rules("freestyle", "22"), games(1));
    check::<gomoku::Position>(&gomoku_rules("standard", "5"), games(20));
    check::<gomoku::Position>(&gomoku_rules("renju", "15"), games(3));
    check::<gomoku::Position>(&gomoku_rules("renju", "7x6"), games(20));
    check::<gomoku::Position>(&gomoku_rules("standard-caro", "6x9"), games(10));
}

#[test]
fn gomoku_openings() {
    let opening = CheckSize { games: 2, max_plies: 24 };
    check::<gomoku::Position>(&gomoku_rules("freestyle+pro", "7"), games(5));
    check::<gomoku::Position>(&gomoku_rules("standard+long-pro", "9x5"), games(5));
    check::<gomoku::Position>(&gomoku_rules("caro+swap", "6"), games(5));
    check::<gomoku::Position>(&gomoku_rules("freestyle+swap2", "7"), games(10));
    for name in ["renju+rif", "renju+yamaguchi", "renju+soosorv-8", "renju+taraguchi-10"] {
        check::<gomoku::Position>(&gomoku_rules(name, "9"), games(3));
        check::<gomoku::Position>(&gomoku_rules(name, "15"), opening);
    }
}

#[test]
fn othello_games() {
    for (size, count) in [("4", 100), ("6", 30), ("8", 20), ("10", 3), ("16", 1)] {
        let rules = othello::Rules::named("othello", Some(size.parse().unwrap())).unwrap();
        check::<othello::Position>(&rules, games(count));
        assert_eq!(symmetries::<othello::Position>(&rules).len(), 4);
    }
}

#[test]
fn stones_and_side_to_move_are_the_whole_state() {
    for name in ["tic-tac-toe", "connect-four", "6,5,4", "10,10,5+gravity", "13,12,7"] {
        check_stones_only::<mnk::Position>(&mnk_rules(name), games(10));
    }
    for (name, size) in
        [("freestyle", "15"), ("standard", "9"), ("renju", "7x6"), ("caro", "8x7"), ("standard-caro", "6x9")]
    {
        check_stones_only::<gomoku::Position>(&gomoku_rules(name, size), games(5));
    }
}

#[test]
fn each_game_has_the_symmetries_that_its_rules_allow() {
    assert_eq!(symmetries::<mnk::Position>(&mnk_rules("tic-tac-toe")).len(), 8);
    assert_eq!(symmetries::<mnk::Position>(&mnk_rules("6,5,4")).len(), 4);
    assert_eq!(symmetries::<mnk::Position>(&mnk_rules("connect-four")).len(), 2);
    assert_eq!(symmetries::<mnk::Position>(&mnk_rules("5,5,4+gravity")).len(), 2);
    for name in ["freestyle", "renju", "freestyle+swap2", "renju+rif", "standard+pro"] {
        assert_eq!(symmetries::<gomoku::Position>(&gomoku_rules(name, "15")).len(), 8, "{name}");
    }
    for (rules, size, count) in
        [("tromp-taylor", "5", 8), ("new-zealand", "4x3", 4), ("japanese,handicap=2", "7", 4)]
    {
        let rules = go::Rules::named(rules, Some(size.parse().unwrap())).unwrap();
        assert_eq!(symmetries::<go::Position>(&rules).len(), count, "{rules}");
    }
    // A board with even sides has no point in its middle.
    assert_eq!(symmetries::<gomoku::Position>(&gomoku_rules("standard+pro", "16")).len(), 2);
}

#[test]
fn go_games() {
    for (rules, size, count) in [
        ("tromp-taylor", "1x1", 5),
        ("tromp-taylor", "2x1", 20),
        ("japanese", "1x7", 10),
        ("new-zealand", "2x2", 30),
        ("tromp-taylor", "3x3", 30),
        ("aga", "5x5", 10),
        ("new-zealand,handicap=3", "4x5", 10),
        ("japanese,suicide=chains", "7x6", 3),
        ("japanese,handicap=5,pass-stones=yes", "9x9", 2),
        ("stone-scoring,passes=3", "6x6", 3),
        ("chinese,handicap=2", "9x9", 2),
        ("ing", "19x19", 1),
        ("cgos", "25x25", 1),
        ("atari-go", "9x9", 10),
        ("atari-go", "4x4", 50),
        ("atari-go,captures=3,suicide=chains", "5x5", 30),
    ] {
        let rules = go::Rules::named(rules, Some(size.parse().unwrap())).unwrap();
        check::<go::Position>(&rules, games(count));
    }
}

#[test]
fn connect6_games() {
    for (size, count) in [("6", 20), ("7x9", 10), ("13", 3), ("19", 1)] {
        let rules = connect6::Rules::named("connect6", Some(size.parse().unwrap())).unwrap();
        check::<connect6::Position>(&rules, games(count));
        check_stones_only::<connect6::Position>(&rules, games(count));
    }
    assert_eq!(symmetries::<connect6::Position>(&connect6::Rules::STANDARD).len(), 8);
}

#[test]
fn pente_games() {
    for (name, size, count) in [
        ("pente", "19", 1),
        ("pente", "5", 30),
        ("pente", "6x9", 20),
        ("keryo", "7", 15),
        ("keryo", "13x11", 5),
        ("ninuki", "6", 30),
        ("ninuki", "15", 2),
        ("pente+tournament", "7", 20),
    ] {
        let rules = pente::Rules::named(name, Some(size.parse().unwrap())).unwrap();
        check::<pente::Position>(&rules, games(count));
        assert_eq!(symmetries::<pente::Position>(&rules).len(), if rules.size.is_square() { 8 } else { 4 });
    }
}
