//! Reading of captures: small positions by hand, and GNU Go's suites of attacks and defences.

mod go_support;

use go_support::{Sgf, diagram, point};
use tengen_board::Color;
use tengen_games::Game;
use tengen_games::go::{Certainty, Position, Reading};

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
                read.certainty >= Certainty::Ko || read.unknown,
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
    // White's stone on b5 is captured by black's c5 in a ko; black's own stone on c5 can then be taken back.
    let rows = [".OX.", "OX..", "....", "...."];
    let game = diagram("japanese", Color::Black, &rows);
    let read = attack(&game, "B4");
    assert_eq!((read.certainty, read.first), (Certainty::Yes, Some(point(&game, "A4"))));
    assert_eq!(defense(&game, "B4").certainty.code(), 0);
}

#[test]
fn no_stone_no_answer() {
    let game = diagram("chinese", Color::Black, &["...", ".X.", "..."]);
    assert!(game.read_attack(point(&game, "A1"), 10).is_none());
    assert!(game.read_attack(tengen_board::Point::new(9, 9), 10).is_none());
    assert!(attack(&game, "B2").nodes < 100_000);
}

/// How many of a suite's questions have the answer of GNU Go's authors; and what they are.
fn solved(suite: &str) -> Option<(usize, usize, Vec<String>)> {
    let script = tengen_truth::text(&format!("go/gnugo/{suite}.tst"))?;
    let (mut right, mut asked, mut missed) = (0, 0, Vec::new());
    let mut game: Option<Position> = None;
    let mut answer: Option<(String, String)> = None;
    for line in script.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix("loadsgf ") {
            let mut words = rest.split_whitespace();
            let sgf = Sgf::read(&tengen_truth::text(&format!("go/gnugo/{}", words.next()?))?);
            let upto = words.next().map_or(usize::MAX, |n| n.parse::<usize>().unwrap() - 1);
            game = sgf.replay("japanese,passes=0", upto).ok();
        } else if let Some(expected) = line.strip_prefix("#?") {
            let Some((question, found)) = answer.take() else { continue };
            let expected = expected.trim().trim_start_matches('[').trim_end_matches(['*', ']']);
            let (code, points) = expected.split_once(' ').unwrap_or((expected, ""));
            let points: Vec<&str> = points.trim_matches(['(', ')']).split('|').collect();
            let (our_code, our_point) = found.split_once(' ').unwrap_or((&found, ""));
            asked += 1;
            if code == our_code && (points.contains(&our_point) || points == [""]) {
                right += 1;
            } else {
                missed.push(format!("{question}: {found}, not {expected}"));
            }
        } else {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let [number, kind @ ("attack" | "defend"), at, ..] = words[..] {
                let game = game.as_ref()?;
                let at = point(game, at);
                let read =
                    if kind == "attack" { game.read_attack(at, NODES) } else { game.read_defense(at, NODES) };
                let Some(read) = read else { continue };
                let first = read.first.map_or("PASS".into(), |p| {
                    tengen_board::Coords::Go.format(p, game.size()).to_ascii_uppercase()
                });
                let code = read.certainty.code();
                let text = if code == 0 { "0".into() } else { format!("{code} {first}") };
                answer =
                    Some((format!("{number} {kind}, {} nodes, unknown {}", read.nodes, read.unknown), text));
            }
        }
    }
    Some((right, asked, missed))
}

#[test]
fn gnu_gos_suites_of_reading() {
    for (suite, least) in [("capture", 8), ("reading", 122)] {
        let Some((right, asked, missed)) = solved(suite) else { return };
        println!("{suite}: {right} of {asked}: {missed:#?}");
        assert!(right >= least, "{suite}: {right} of {asked}: {missed:#?}");
    }
}
