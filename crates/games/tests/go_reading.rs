//! Reading: small positions by hand, and GNU Go's suites of attacks, defences and connections.

mod go_support;

use go_support::{Sgf, diagram, point};
use tengen_board::Color;
use tengen_games::go::{Certainty, Position, Reading};
use tengen_games::{Game, Move};

/// Positions for each search of a suite.
const NODES: u64 = 3_000;

fn attack(position: &Position, at: &str) -> Reading {
    position.read_attack(point(position, at), NODES).unwrap()
}

fn defense(position: &Position, at: &str) -> Reading {
    position.read_defense(point(position, at), NODES).unwrap()
}

/// A ladder that works captures by ataris alone, so reading must find the capture too.
#[test]
fn what_a_ladder_catches_is_captured() {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 32) as u32
    };
    let mut ladders = 0;
    for _ in 0..60 {
        let rules = tengen_games::go::Rules::named("japanese,passes=0", Some("9".parse().unwrap())).unwrap();
        let mut game = Position::new(&rules);
        for _ in 0..40 {
            game.play_random(&mut random);
        }
        for ladder in
            game.ladders().into_iter().filter(|ladder| ladder.works && ladder.chain.liberties.len() == 2)
        {
            if game.to_move() == ladder.chain.color {
                continue;
            }
            let read = game.read_attack(ladder.chain.stones[0], 20_000).unwrap();
            // A ladder may end in a ko.
            assert!(
                read.certainty >= Certainty::Ko || read.certainty == Certainty::Unknown,
                "{:?} {ladder:?} {read:?}",
                game.board()
            );
            ladders += 1;
        }
    }
    assert!(ladders > 50, "{ladders} ladders");
}

#[test]
fn kinds_of_ko() {
    // A4 takes in a ko that white can take back; after A2 white has no move. After white's B2 only the ko is left: a
    // search of all moves, with white always allowed to take back, finds no capture in 40 plies.
    let rows = [".OX.", "OX..", "....", "...."];
    let game = diagram("japanese", Color::Black, &rows);
    let read = attack(&game, "B4");
    assert_eq!((read.certainty, read.first), (Certainty::Yes, Some(point(&game, "A2"))));
    assert_eq!(defense(&game, "B4").certainty, Certainty::KoNeedsThreat);
}

#[test]
fn no_stone_no_answer() {
    let game = diagram("chinese", Color::Black, &["...", ".X.", "..."]);
    assert!(game.read_attack(point(&game, "A1"), 10).is_none());
    assert!(game.read_attack(tengen_board::Point::new(9, 9), 10).is_none());
    assert!(attack(&game, "B2").nodes < 100_000);
}

/// A stone that a ko takes is not captured while its side may take back.
#[test]
fn a_ko_is_no_capture() {
    let game = diagram("chinese", Color::Black, &[".XO.", "XO.O", ".XO.", "...."]);
    let read = attack(&game, "B3");
    assert_eq!((read.certainty, read.first), (Certainty::Ko, Some(point(&game, "C3"))));
    let read = defense(&game, "B3");
    assert_eq!((read.certainty, read.first), (Certainty::Yes, Some(point(&game, "C3"))));
}

/// One position is too few to read a ladder.
#[test]
fn what_is_not_read_to_the_end_is_unknown() {
    let rows = [".........", ".XX......", ".XO......", ".........", ".........", ".........", "........."];
    let game = diagram("chinese", Color::Black, &rows);
    let read = game.read_attack(point(&game, "C5"), 1).unwrap();
    assert_eq!((read.certainty, read.first), (Certainty::Unknown, None));
}

/// A chain that two miai points join needs no move; one point alone can be cut.
#[test]
fn connections() {
    let rows = [".......", ".......", "..O....", ".X.X...", "..O....", ".......", "......."];
    let game = diagram("chinese", Color::Black, &rows);
    let (left, right, gap) = (point(&game, "B4"), point(&game, "D4"), point(&game, "C4"));
    let joined = game.read_connection(left, right, NODES).unwrap();
    assert_eq!((joined.certainty, joined.first), (Certainty::Yes, Some(gap)));
    let cut = game.read_cut(left, right, NODES).unwrap();
    assert_eq!((cut.certainty, cut.first), (Certainty::Yes, Some(gap)));
    // A bamboo joint cannot be cut.
    let rows = [".......", ".......", ".......", ".X.X...", ".X.X...", ".......", "......."];
    let game = diagram("chinese", Color::White, &rows);
    assert_eq!(game.read_cut(left, right, NODES).unwrap().certainty, Certainty::No);
    // Two chains far from each other are cut without a move; the one between them is named.
    let rows = ["X.......X", "........."];
    let game = diagram("chinese", Color::White, &rows);
    let cut = game.read_cut(point(&game, "A2"), point(&game, "J2"), NODES).unwrap();
    assert_eq!((cut.certainty, cut.first), (Certainty::Yes, Some(point(&game, "E2"))));
    let game = diagram(
        "chinese",
        Color::White,
        &[".......", ".......", ".......", ".X.X...", ".X.X...", ".......", "......."],
    );
    assert!(game.read_connection(left, gap, NODES).is_none(), "no stone");
    assert!(game.read_cut(left, tengen_board::Point::new(9, 9), NODES).is_none(), "off the board");
}

/// The position after a move such as `black C5`, whoever is to move.
fn played(mut game: Position, mv: &str) -> Option<Position> {
    let (color, at) = mv.split_once(' ')?;
    let is_black = color.to_ascii_lowercase().starts_with('b');
    if is_black != (game.to_move() == Color::Black) {
        game.play(Move::Pass).ok()?;
    }
    let at = point(&game, at.trim());
    game.play(Move::Place(at)).ok()?;
    Some(game)
}

/// How many of a suite's questions have the answer of GNU Go's authors, of how many; and the others. Questions with an
/// even number are counted first, so that what helps one half alone is seen.
fn solved(suite: &str, nodes: u64) -> Option<([usize; 2], [usize; 2], Vec<String>)> {
    let script = tengen_truth::text(&format!("go/gnugo/{suite}.tst"))?;
    let (mut right, mut asked, mut missed) = ([0; 2], [0; 2], Vec::new());
    let mut game: Option<Position> = None;
    // The positions before moves that are tried.
    let mut before: Vec<Position> = Vec::new();
    let mut answer: Option<(String, String)> = None;
    for line in script.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix("loadsgf ") {
            let mut words = rest.split_whitespace();
            let sgf = Sgf::read(&tengen_truth::text(&format!("go/gnugo/{}", words.next()?))?);
            let upto = words.next().map_or(usize::MAX, |n| n.parse::<usize>().unwrap() - 1);
            game = sgf.replay("japanese,passes=0", upto).ok();
            before.clear();
        } else if let Some(rest) = line.strip_prefix("trymove ").or(line.strip_prefix("play ")) {
            before.extend(game.clone());
            game = played(game?, rest);
        } else if line == "popgo" {
            game = before.pop();
        } else if let Some(expected) = line.strip_prefix("#?") {
            let Some((question, found)) = answer.take() else { continue };
            let expected = expected.trim().trim_start_matches('[').trim_end_matches(['*', ']']);
            let (code, points) = expected.split_once(' ').unwrap_or((expected, ""));
            let points: Vec<&str> = points.trim_matches(['(', ')']).split('|').collect();
            let (our_code, our_point) = found.split_once(' ').unwrap_or((&found, ""));
            let half = question
                .bytes()
                .take_while(u8::is_ascii_digit)
                .last()
                .map_or(0, |digit| usize::from(digit % 2));
            asked[half] += 1;
            let codes: Vec<&str> = code.trim_matches(['(', ')']).split('|').collect();
            if codes.contains(&our_code) && (points.contains(&our_point) || points == [""]) {
                right[half] += 1;
            } else {
                missed.push(format!("{question}: {found}, not {expected}"));
            }
        } else {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let [number, kind @ ("attack" | "defend" | "connect" | "disconnect"), at, ref rest @ ..] =
                words[..]
            {
                let game = game.as_ref()?;
                let at = point(game, at);
                let read = match (kind, rest.first()) {
                    ("attack", _) => game.read_attack(at, nodes),
                    ("defend", _) => game.read_defense(at, nodes),
                    ("connect", Some(other)) => game.read_connection(at, point(game, other), nodes),
                    (_, Some(other)) => game.read_cut(at, point(game, other), nodes),
                    _ => None,
                };
                let Some(read) = read else { continue };
                let first = read.first.map_or("PASS".into(), |p| {
                    tengen_board::Coords::Go.format(p, game.size()).to_ascii_uppercase()
                });
                let code = read.certainty.code();
                let text = if code == 0 { "0".into() } else { format!("{code} {first}") };
                answer = Some((format!("{number} {kind}, {} nodes, {}", read.nodes, read.certainty), text));
            }
        }
    }
    Some((right, asked, missed))
}

#[test]
fn gnu_gos_suites_of_reading() {
    for (suite, nodes, least) in [("capture", NODES, 11), ("reading", NODES, 175), ("connection", 10_000, 64)]
    {
        let Some((right, asked, missed)) = solved(suite, nodes) else { return };
        println!("{suite}: {right:?} of {asked:?}: {missed:#?}");
        assert!(right[0] + right[1] >= least, "{suite}: {right:?} of {asked:?}: {missed:#?}");
    }
}

/// One move threatens two stones; neither can be captured alone.
#[test]
fn double_threats() {
    let rows = [".......", ".......", "..X.X..", ".......", ".OX.XO.", "..O.O..", "......."];
    let game = diagram("chinese", Color::Black, &rows);
    let [left, right, both] = ["C3", "E3", "D3"].map(|at| point(&game, at));
    assert_eq!([attack(&game, "C3").certainty, attack(&game, "E3").certainty], [Certainty::No; 2]);
    let either = game.read_either(left, right, NODES).unwrap();
    assert_eq!((either.certainty, either.first), (Certainty::Yes, Some(both)));
    let saved = game.read_both(left, right, NODES).unwrap();
    assert_eq!(saved.certainty, Certainty::Yes);
    // The move that saves both leaves no double threat.
    let mut after = game.clone();
    after.play(Move::Place(saved.first.unwrap())).unwrap();
    assert_eq!(after.read_either(left, right, NODES).unwrap().certainty, Certainty::No);
    // After the double threat nothing saves both.
    let rows = [".......", ".......", "..X.X..", ".......", ".OXOXO.", "..O.O..", "......."];
    let game = diagram("chinese", Color::Black, &rows);
    assert_eq!(game.read_both(left, right, NODES).unwrap().certainty, Certainty::No);
    assert!(game.read_either(left, point(&game, "B3"), NODES).is_none(), "two colours");
    assert!(game.read_both(left, point(&game, "A1"), NODES).is_none(), "no stone");
    assert!(game.read_race(left, right, NODES).is_none(), "one colour");
}
