//! GTP: records with set-up stones, file names, the text of a game, and what an analysis leaves out.

use crate::gtp::{ask, engine, no, ok};

/// Moves can be taken back down to the stones that the file sets up, and again after the komi has changed.
#[test]
fn a_game_with_handicap_stones_can_be_taken_back() {
    for between in ["name", "komi 5.5", "kata-set-rules chinese"] {
        let mut d = engine("go");
        ok(&mut d, "loadsgf handicap.sgf", "black");
        ask(&mut d, between).unwrap();
        ok(&mut d, "gg-undo 2", "");
        ok(&mut d, "is_legal black E6", "1");
        ok(&mut d, "undo", "");
        ok(&mut d, "gogui-rules_side_to_move", "white");
        ok(&mut d, "is_legal white C3", "0");
        no(&mut d, "undo", "cannot undo");
    }
    let mut d = engine("go");
    ok(&mut d, "loadsgf handicap.sgf", "black");
    no(&mut d, "gg-undo 4", "cannot undo");
    no(&mut d, "gg-undo two", "the number of moves is a whole number");
    ok(&mut d, "is_legal black F5", "0");
    ok(&mut d, "gg-undo", "");
    ok(&mut d, "is_legal white F5", "1");
}

#[test]
fn file_names_may_have_spaces() {
    let mut d = engine("go");
    ok(&mut d, "loadsgf my games/round 7.sgf", "black");
    ok(&mut d, "loadsgf my games/round 7.sgf 2", "white");
    ok(&mut d, "is_legal white G7", "1");
    ok(&mut d, "loadsgf \"my games/round 7.sgf\"", "black");
    ok(&mut d, "loadsgf  \"my games/round 7.sgf\" 2", "white");
    // Without its number there is no such file.
    ok(&mut d, "loadsgf round 7", "black");
    no(&mut d, "loadsgf my games/round 8.sgf 3", "cannot load file: there is no file my games/round 8.sgf");
    no(&mut d, "loadsgf", "loadsgf takes a file name");
    no(&mut d, "loadsgf \"round 7\" x", "the move number is a whole number");
}

#[test]
fn the_text_of_a_game_comes_back() {
    let mut d = engine("go");
    ok(&mut d, "loadsgf handicap.sgf", "black");
    let sgf = ask(&mut d, "printsgf").unwrap();
    for part in ["SZ[9]", "RU[Japanese]", "HA[2]", "AB[gc][cg]", ";W[ee]", ";B[ed]", ";W[fe]"] {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    no(&mut d, "printsgf game.sgf", "printsgf answers with the text and writes no file");
}

/// Leela Zero's words: a color, points with commas between, and a number of moves.
#[test]
fn an_analysis_leaves_out_moves() {
    let points = |said: Vec<String>| {
        let moves =
            said[0].split("info move ").skip(1).map(|info| info.split(' ').next().unwrap().to_owned());
        moves.collect::<Vec<_>>().join(" ")
    };
    let mut d = engine("go");
    ok(&mut d, "boardsize 2", "");
    d.held = true;
    for (words, moves) in [
        ("avoid b A1,B2 1", "A2 B1 PASS"),
        ("avoid b A1 1 avoid b pass,B1 30", "A2 B2"),
        ("allow b A1,A2 1", "A2 A1"),
        // Nothing of it is for the first move.
        ("avoid w A1 1", "A2 B2 A1 B1 PASS"),
    ] {
        for command in ["lz-analyze", "kata-analyze b 10 maxmoves 9"] {
            d.send(format!("{command} {words}"));
            assert_eq!(points(d.release()), moves, "{command} {words}");
            d.send("name");
        }
    }
    for (words, why) in [
        ("avoid b A1", "avoid takes a color, points and a number of moves"),
        ("avoid b A1 soon", "avoid takes a number of moves, not 'soon'"),
        ("allow green A1 1", "invalid color"),
        ("allow b A1,Z9 1", "invalid coordinate"),
    ] {
        no(&mut d, &format!("lz-analyze {words}"), why);
    }
    no(&mut engine("pente"), "lz-analyze avoid b A1 1", "avoid is not supported: the engine of pente");
}

/// On an open board no group has a status yet, so its stones live.
#[test]
fn stones_on_an_open_board_are_alive() {
    let mut d = engine("go:japanese");
    ok(&mut d, "boardsize 9", "");
    for mv in ["b D5", "w G5"] {
        ok(&mut d, &format!("play {mv}"), "");
    }
    ok(&mut d, "final_status_list seki", "");
    ok(&mut d, "final_status D5", "alive");
    let alive = ask(&mut d, "final_status_list alive").unwrap();
    assert!(alive.lines().any(|line| line == "D5"), "{alive}");
}

#[test]
fn gogui_is_given_the_questions() {
    let mut d = engine("go");
    let known = ask(&mut d, "list_commands").unwrap();
    let questions = ask(&mut d, "gogui-analyze_commands").unwrap();
    for line in questions.lines() {
        let parts: Vec<&str> = line.split('/').collect();
        let name = parts[2].split(' ').next().unwrap();
        assert!(parts.len() == 3 && known.lines().any(|command| command == name), "{line}");
    }
    assert!(questions.contains("string/Attack/attack %p"));
    ok(&mut engine("othello"), "gogui-analyze_commands", "");
}
