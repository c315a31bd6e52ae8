//! The extension of the Gomocup protocol: what Yixin-Board sends.

use crate::driver::Dialogue;
use crate::gomocup::{dialogue, started};
use tengen_board::Point;
use tengen_protocols::gomocup::GomocupEngine;

#[test]
fn the_extension() {
    let mut d = started();
    d.play("> YXSHOWINFO\n> INFO rule 2");
    // RIF 9.2: black 5,7 6,7 and 7,5 7,6 make a double three at 7,7.
    d.play(
        "> YXBOARD\n> 5,7,1\n> 0,0,2\n> 6,7,1\n> 0,14,2\n> 7,5,1\n> 14,0,2\n> 7,6,1\n> 14,14,2\n> DONE
         > YXSHOWFORBID\n< FORBID 0707.",
    );
    d.play("> YXBLOCK\n> 1,0\n> DONE\n> YXNBEST 3\n< 2,0");
    d.play("> TAKEBACK 2,0\n< OK\n> YXBLOCKUNDO\n> 1,0\n> DONE\n> YXNBEST 1\n< 1,0");
    let said = d.send("YXBALANCETWO 0");
    assert_eq!(said.last().unwrap().split(' ').count(), 2, "{said:?}");
    // The tests' engine gives the middle move of its list an even chance.
    d.play("> START 15\n< OK\n> YXBALANCEONE 0\n< *");
}

#[test]
fn the_table_goes_to_a_file_and_comes_back_from_one() {
    let mut d = started();
    // Yixin-Board sends the name on the next line, others on the same.
    assert!(d.send("yxhashdump").is_empty());
    assert_eq!(d.send("My Hash.bin"), ["MESSAGE 7 positions written to My Hash.bin"]);
    assert_eq!(d.send("YXHASHLOAD other.bin"), ["ERROR no such file"]);
    d.send("INFO folder /some where/Tengen");
    d.send("YXHASHDUMP a");
    let here = std::path::PathBuf::from(".");
    assert_eq!(
        d.files,
        [
            (true, here.clone(), "My Hash.bin".to_owned()),
            (false, here, "other.bin".into()),
            (true, "/some where/Tengen".into(), "a".into())
        ]
    );
    d.play("> TURN 7,7\n< 0,0");
}

#[test]
fn a_table_taken_up_is_not_forgotten_by_the_first_move() {
    let mut d = started();
    d.send("YXHASHLOAD a");
    let forgot = d.forgot;
    d.send("BEGIN");
    assert_eq!(d.forgot, forgot);
}

#[test]
fn yixin_boards_soosorv_steps() {
    let mut d = dialogue();
    d.play("> yxsoosorvstep1\n< ERROR YXSOOSORVSTEP1: no game has been started*\n> INFO rule 2\n> START 15 15\n< OK");
    // The tests' engine takes the first legal move of each step: of the choices black, of the numbers one.
    let step = |d: &mut Dialogue<GomocupEngine>, lines: &[&str]| {
        let said: Vec<String> = lines.iter().flat_map(|line| d.send(line)).collect();
        said.iter()
            .map(|text| text.strip_prefix("MESSAGE SOOSORV ").unwrap_or(text).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(step(&mut d, &["yxsoosorvstep1"]), ["MOVE1 7 7", "MOVE2 6 6", "MOVE3 5 5"]);
    let three = ["7,7", "7,6", "7,5"];
    let stones =
        |command: &'static str, more: &[&'static str]| [&[command], &three[..], more, &["done"]].concat();
    assert_eq!(step(&mut d, &stones("yxsoosorvstep2", &[])), ["SWAP1 YES"]);
    assert_eq!(step(&mut d, &stones("yxsoosorvstep3", &[])), ["MOVE4 0 0 1"]);
    assert_eq!(step(&mut d, &stones("yxsoosorvstep4 2", &["8,8"])), ["SWAP2 NO"]);
    assert_eq!(
        step(&mut d, &stones("yxsoosorvstep5 2", &["8,8"])),
        ["MOVE5 REFRESH", "MOVE5 0 0", "MOVE5 1 0", "MOVE5 DONE"]
    );
    assert_eq!(step(&mut d, &stones("yxsoosorvstep6", &["8,8", "9,9", "1,3"])), ["MOVE5C 1 3"]);
    assert_eq!(step(&mut d, &stones("yxsoosorvstep6", &["8,8", "9,9"])), ["MOVE5C 9 9"]);
    // An error is reported, and nothing changes.
    for bad in [
        stones("yxsoosorvstep2", &["8,8"]),
        stones("yxsoosorvstep4", &["8,8"]),
        stones("yxsoosorvstep4 9", &["8,8"]),
        stones("yxsoosorvstep5 99", &["8,8"]),
        vec!["yxsoosorvstep2", "0,0", "7,6", "7,5", "done"],
        vec!["yxsoosorvstep2", "x", "done"],
    ] {
        let said = step(&mut d, &bad);
        assert!(said.len() == 1 && said[0].starts_with("ERROR YXSOOSORVSTEP"), "{bad:?}: {said:?}");
    }
    d.play("> TURN 7,7\n< 0,0");
    // The first step begins a game: a board with stones is another one.
    d.play("> yxsoosorvstep1\n< ERROR YXSOOSORVSTEP1: there are 2 stones on the board, not 0");
}

#[test]
fn yixin_board_writes_rows_before_columns() {
    let mut d = dialogue();
    // Twenty columns and fifteen rows; the point in the last row and column.
    d.play("> START 20 15\n< OK\n> YXBOARD\n> 14,19,2\n> DONE");
    d.play("> TAKEBACK 19,14\n< ERROR TAKEBACK*\n> TAKEBACK 14,19\n< OK");
    // In text its points are called as it shows them: a20 is its top left corner on a board of 20 rows.
    d.play("> START 15 20\n< OK");
    let said = d.send("BEGIN");
    assert!(said[0].ends_with("| a20") && said[1] == "0,0", "{said:?}");
    d.play("> TAKEBACK 0,0\n< OK\n> START 15\n< OK");
    assert!(d.send("BEGIN")[0].ends_with("| a15"));
}

/// What Yixin-Board sends with its default settings, and when a person blocks points and asks for the best three moves.
/// Every question starts the game again, rows come before columns, and its database is asked after each move.
#[test]
fn yixin_boards_blocks_and_best_moves() {
    let mut d = dialogue();
    d.play("> yxshowinfo\n> info rule 0\n> start 15 15\n< OK");
    d.play("> yxquerydatabaseall\n> done\n> yxblockpathreset");
    for point in ["0,0", "2,0"] {
        d.play(&format!("> yxblock\n> {point}\n> done"));
    }
    let best = |d: &mut Dialogue<GomocupEngine>| {
        d.play("> info nbestsym 0\n> start 15 15\n< OK\n> yxboard\n> 7,7,2\n> done");
        d.held = true;
        assert!(d.send("yxnbest 3").is_empty());
        assert_eq!(d.searches[0].2.lines, 3);
        d.held = false;
        d.release()
    };
    let said = best(&mut d);
    // The point in its row 1 and column 0, counted from the top left, it calls a14.
    assert!(said.len() == 5 && said[0].starts_with("MESSAGE Depth"), "{said:?}");
    for (i, name) in ["a14", "a12", "a11"].iter().enumerate() {
        assert!(said[i + 1].starts_with(&format!("MESSAGE ({}) ", i + 1)), "{said:?}");
        assert!(said[i + 1].ends_with(&format!("| {name}")), "{said:?}");
    }
    assert_eq!(said[4], "1,0", "one line with a move ends it");
    d.play("> yxquerydatabaseall\n> 7,7\n> 1,0\n> done");
    d.play("> yxblockundo\n> 0,0\n> done");
    assert_eq!(best(&mut d)[4], "0,0");
    d.play("> yxblockreset");
    assert!(best(&mut d)[2].ends_with("| a14"));
    // Another size is another game.
    d.play("> yxblock\n> 0,0\n> done\n> start 20 20\n< OK\n> begin\n< 0,0");
    // A missing feature is reported once, not for every line.
    d.play("> yxsetdatabase\n< UNKNOWN yxsetdatabase\n> my games.db\n> yxblockpath\n< UNKNOWN yxblockpath\n> 7,7\n> 8,8\n> done");
    d.play("> begin\n< ERROR BEGIN*");
}

#[test]
fn the_engine_gets_the_blocked_points() {
    let mut d = started();
    d.held = true;
    for line in ["YXBLOCK", "1,0", "3,2", "DONE", "YXBLOCKUNDO", "3,2", "DONE", "BEGIN"] {
        assert!(d.send(line).is_empty(), "{line}");
    }
    assert_eq!(d.searches[0].2.avoid, [Point::new(0, 1)]);
}
