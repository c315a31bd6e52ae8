//! NBoard: the example session of its page, both versions, and everything that a GUI can do wrong.

use crate::driver::Dialogue;
use tengen_protocols::nboard::NBoardEngine;

pub(crate) fn engine() -> Dialogue<NBoardEngine> {
    Dialogue::new(NBoardEngine::new("Tengen"))
}

/// After F5 F6 D3 C5 E6 F7 E7 F4 it is black's turn.
const GAME: &str = "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]\
                    BO[8 ---------------------------O*------*O--------------------------- *]\
                    B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

#[test]
fn the_pages_example_session() {
    let mut d = engine();
    d.play(&format!(
        "> nboard 2
         < set myname Tengen
         < status Tengen is waiting
         > {GAME}
         > set depth 6
         < set myname Tengen6
         > ping 1
         < pong 1
         > go
         < status Tengen is thinking
         < search G3*
         < nodestats*
         < === G3/*
         < status Tengen is waiting"
    ));
}

#[test]
fn an_answered_move_is_not_played_until_it_is_sent() {
    let mut d = engine();
    d.play("> nboard 1\n< set myname Tengen\n< status*");
    for _ in 0..2 {
        let said = d.send("go");
        assert!(said.iter().any(|line| line.starts_with("=== D3/")), "{said:?}");
    }
    // Version 1.1 sends the bare move; eval and time may be left out.
    d.play("> move D3/0.00/1.5\n> C3");
    let said = d.send("go");
    assert!(said.iter().any(|line| line.starts_with("=== B3/")), "{said:?}");
}

#[test]
fn hints_rank_moves_and_end_with_the_next_line() {
    let mut d = engine();
    let said = d.send("hint 3");
    assert_eq!(said.iter().filter(|line| line.starts_with("search ")).count(), 3, "{said:?}");
    d.held = true;
    d.send("hint 1");
    assert!(d.send("ping 7").is_empty(), "the hint has to end first");
    assert_eq!(d.stopped.len(), 1);
    assert_eq!(d.release().last().unwrap(), "pong 7");
}

#[test]
fn analysis_goes_back_from_the_end_to_the_start() {
    let mut d = engine();
    d.send(GAME);
    let said = d.send("analyze");
    let plies: Vec<&str> = said
        .iter()
        .filter_map(|s| s.strip_prefix("analysis "))
        .map(|s| s.split(' ').next().unwrap())
        .collect();
    assert_eq!(plies, ["8", "7", "6", "5", "4", "3", "2", "1", "0"]);
    // A new game ends it.
    d.held = true;
    d.send("analyze");
    d.send("move G3");
    let said = d.release();
    assert_eq!(said.last().unwrap(), "status Tengen is waiting");
    assert!(d.searches.is_empty());
}

#[test]
fn bad_input_leaves_the_game_as_it_is() {
    let mut d = engine();
    d.play(
        "> move A1
         < warning the game is unchanged: move 1 (a1) is illegal*
         > move Z9
         < warning the game is unchanged*
         > move
         < warning the game is unchanged*
         > set game (;GM[Othello]BO[8 nonsense];)
         < warning the game is unchanged*
         > set game
         < warning the game is unchanged*
         > set depth x
         < warning set depth*
         > set depth 99999999999999
         < warning set depth*
         > hint 0
         < warning hint*
         > frobnicate
         > learn
         < warning only whole games are learned*
         < learned",
    );
    assert!(d.send([0xFF, 0xFE]).is_empty());
    let said = d.send("go");
    assert!(said.iter().any(|line| line.starts_with("=== D3/")), "{said:?}");
}

#[test]
fn nothing_sent_while_thinking_is_lost() {
    let mut d = engine();
    d.held = true;
    d.send("go");
    for line in ["move D3", "move C3", "learn"] {
        assert!(d.send(line).is_empty());
    }
    assert!(d.stopped.is_empty());
    assert_eq!(d.release().last().unwrap(), "learned");
    for line in ["go", "move C5", "go", "quit"] {
        d.send(line);
    }
    assert!(!d.quit && d.stopped == [d.searches[0].0]);
    assert!(d.release().iter().any(|line| line.starts_with("=== ")));
    assert_eq!((d.stopped.len(), d.quit), (2, false), "the second search is short as well");
    assert!(d.release().iter().any(|line| line.starts_with("=== ")) && d.quit);
}

#[test]
fn a_game_that_was_learned_is_shown_with_hints() {
    use std::sync::{Arc, Mutex};
    use tengen_board::random::SplitMix64;
    use tengen_games::{AnyPosition, Game};
    use tengen_protocols::nboard::{LearnedGames, SaveBook};
    use tengen_records::{Format, Record};
    let kept = Arc::new(Mutex::new(String::new()));
    let keep: SaveBook = {
        let kept = kept.clone();
        Arc::new(move |text| {
            *kept.lock().unwrap() = text.to_owned();
            Ok(())
        })
    };
    let mut d = Dialogue::new(NBoardEngine::new("Tengen").with_book(LearnedGames::default(), keep));
    let mut game = AnyPosition::new(&"othello".parse().unwrap());
    let mut rng = SplitMix64(4);
    while !game.is_over() {
        game.play_random(&mut || rng.next_u32());
    }
    let ggf = Format::Ggf.write(&[Record::from_position(&game)], &Default::default()).unwrap();
    let ggf = String::from_utf8(ggf.bytes).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    d.send(format!("set game {ggf}"));
    assert_eq!(d.send("learn"), ["learned"]);
    assert_eq!(d.send("learn"), ["learned"], "the same game again is no news");
    // A new engine with the file: at the start all four moves are images of the one that was played.
    let book = LearnedGames::read(&kept.lock().unwrap()).unwrap();
    assert_eq!(book.games(), 1);
    let refuse: SaveBook = Arc::new(|_| Err(std::io::ErrorKind::StorageFull.into()));
    let mut d = Dialogue::new(NBoardEngine::new("Tengen").with_book(book, refuse));
    let books = |said: Vec<String>| said.iter().filter(|line| line.starts_with("book ")).count();
    assert_eq!(books(d.send("hint 2")), 2);
    assert_eq!(books(d.send("hint 9")), 4);
    assert_eq!(books(d.send("go")), 0);
    // A book that cannot be written is reported, and the GUI still gets its answer.
    let mut other = AnyPosition::new(&"othello".parse().unwrap());
    let mut rng = SplitMix64(5);
    while !other.is_over() {
        other.play_random(&mut || rng.next_u32());
    }
    let ggf = Format::Ggf.write(&[Record::from_position(&other)], &Default::default()).unwrap();
    let ggf = String::from_utf8(ggf.bytes).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    d.send(format!("set game {ggf}"));
    let said = d.send("learn");
    assert!(said[0].starts_with("warning the book could not be written") && said[1] == "learned", "{said:?}");
}
