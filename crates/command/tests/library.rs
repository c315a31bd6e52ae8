//! `tengen library` as a script uses it; and the animation of a game.

mod common;

use common::{Run, with_args};
use serde_json::Value;
use std::path::Path;

/// Runs `tengen library` on the library in a folder.
fn library(folder: &Path, args: &[&str]) -> Run {
    let folder = folder.to_str().unwrap();
    with_args(&[&["library"], args, &["--data", folder]].concat(), "")
}

const GAMES: &str = "(;GM[4]SZ[15]PB[Ann]PW[Bob]DT[2001-05-30]RE[B+R];B[hh];W[ii];B[gi])
(;GM[4]SZ[15]PB[Cid \x1b[31m]PW[Ann]DT[1999]RE[W+R];B[hh];W[gg];B[ig])
(;GM[1]SZ[9]PB[Eve]C[a good game];B[ee];W[ee])";

#[test]
fn games_go_in_are_found_and_come_out() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("games.sgf"));
    std::fs::write(&file, GAMES).unwrap();
    let file = file.to_str().unwrap();

    let imported = library(&data, &["import", file, "--tag", "mine"]);
    assert_eq!(imported.out, "3 games from 1 file imported, 0 duplicates, 1 problem\n");
    assert_eq!(imported.code, 1);
    assert!(
        imported.err.contains("games.sgf, record 3: ") && imported.err.contains("E5"),
        "{}",
        imported.err
    );
    let again = library(&data, &["import", file]);
    assert!(
        again.err.contains("games.sgf, record 2: the library has this game as number 2"),
        "{}",
        again.err
    );
    let again = library(&data, &["import", file, "--json"]);
    let report: Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!((&report["imported"], report["duplicates"].as_array().unwrap().len()), (&Value::from(0), 3));

    let list = |args: &[&str]| library(&data, &[&["list"], args].concat());
    assert!(list(&["--player", "ann"]).out.ends_with("2 games\n"));
    assert!(list(&["--until", "1999"]).out.contains("Cid  [31m - Ann"), "no control characters");
    assert_eq!(list(&["--text", "good", "--game", "go"]).last(), "1 game");
    assert_eq!(list(&["--result", "white", "--with-tag", "mine"]).last(), "1 game");
    let none = list(&["--player", "'; DROP TABLE games"]);
    assert_eq!((none.code, none.last()), (1, "0 games"));
    let first: Value =
        serde_json::from_str(&list(&["--sort", "oldest", "--limit", "1", "--json"]).out).unwrap();
    assert_eq!((&first["total"], &first["games"][0]["black"]), (&Value::from(3), &Value::from("Ann")));

    // The first two games have the same first moves but for a half turn.
    let found = library(&data, &["find", "h8g9i9", "--game", "gomoku"]);
    assert_eq!((found.code, found.last()), (0, "2 games with this position"), "{}", found.out);
    assert!(found.out.contains(", 3 moves  [mine]; here after move 3\n"), "{}", found.out);
    let table = library(&data, &["stats", "h8", "--game", "gomoku"]).out;
    assert!(table.contains("   100.0%       50.0%       50.0%    0.0%"), "one game each was won: {table}");
    let table = library(&data, &["stats", "h8", "--game", "gomoku", "--lang", "ja"]).out;
    assert!(table.contains("白勝ち  引き分け\n"), "titles do not touch: {table}");
    let stats = library(&data, &["stats", "h8", "--game", "gomoku", "--json"]);
    let stats: Value = serde_json::from_str(&stats.out).unwrap();
    let next = &stats["statistics"][0];
    assert_eq!((&next["games"], &next["black"], &next["white"]), (&2.into(), &1.into(), &1.into()));
    assert_eq!((&next["move"], next["points"].as_array().unwrap().len()), (&"i9".into(), 4));

    for empty in ["--player", "--with-tag", "--text"] {
        let run = list(&[empty, ""]);
        assert!(run.code == 2 && run.err.contains(&format!("{empty} is empty")), "{}", run.err);
    }
    let out = folder.path().join("out.sgf");
    let exported = library(&data, &["export", "--player", "bob", "-o", out.to_str().unwrap()]);
    assert_eq!(exported.code, 0, "{}", exported.err);
    assert!(exported.err.contains("lost in record 1: tags of the library (1)"), "{}", exported.err);
    let year = library(&data, &["export", "--year", "1999", "--to", "sgf"]);
    assert!(year.code == 2 && year.err.contains("--year goes with an output in WTHOR only"), "{}", year.err);
    assert!(std::fs::read_to_string(&out).unwrap().contains("PW[Bob]"));
    let moves = library(&data, &["export", "1", "--to", "moves"]);
    assert_eq!(moves.out.trim(), "h8i7g7");
    assert_eq!(library(&data, &["export", "99", "--to", "sgf"]).code, 2);

    let checked = library(&data, &["check", "--deep", "--rebuild"]);
    assert_eq!(checked.code, 0);
    assert!(checked.last().starts_with("3 games, 0 in the bin, "), "{}", checked.out);
    let copy = folder.path().join("copy.db");
    let backup = |copy: &Path| library(&data, &["backup", copy.to_str().unwrap()]).code;
    assert_eq!((backup(&copy), backup(&copy)), (0, 3), "a copy is not written over");
}

const OTHELLO: &str = "(;GM[2]SZ[8]PB[Takanashi Yusuke]PW[Bob]DT[1999]RE[B+2];B[fe];W[df];B[cc];W[dc];B[cd])
(;GM[2]SZ[8]PB[Bob]PW[takanashi yusuke]DT[2003]RE[B+4];B[cd];W[ec];B[ff];W[ef];B[fe])
(;GM[2]SZ[8]PB[Takanashi Yusuke]PW[Tamenori Hideshi]RE[0];B[fe];W[fd])";

#[test]
fn a_player_has_results_openings_and_mistakes() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("games.sgf"));
    std::fs::write(&file, format!("{OTHELLO}{GAMES}")).unwrap();
    library(&data, &["import", file.to_str().unwrap()]);
    let player = |args: &[&str]| library(&data, &[&["player"], args].concat());
    let found = player(&["takanashi", "--game", "othello"]);
    assert_eq!(found.code, 0, "{}", found.err);
    let lines: Vec<&str> = found.out.lines().collect();
    assert_eq!(lines[0], "Takanashi Yusuke: othello, 3 games, 1999 to 2003");
    let row = |name: &str| {
        let line =
            lines.iter().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{}", found.out));
        line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("Black"), ["Black", "2", "1", "0", "1", "75.0%"]);
    assert_eq!(row("White"), ["White", "1", "0", "1", "0", "0.0%"]);
    assert_eq!(row("all"), ["all", "3", "1", "1", "1", "50.0%"]);
    // Both games of the tiger, whatever side of the board it was played on.
    assert_eq!(row("Tiger")[6..], ["2", "66.7%", "50.0%", "1", "100.0%", "1", "0.0%"]);
    assert!(
        row("Tiger")[1..].starts_with(&["f5", "d6", "c3", "d3", "c4"].map(str::to_owned)),
        "{}",
        found.out
    );
    assert!(found.out.contains("no game is reviewed yet"), "{}", found.out);
    let command = found.out.lines().find(|line| line.starts_with("tengen library review")).unwrap();
    assert!(command.contains("--player 'Takanashi Yusuke' --game othello --data"), "{command}");

    // By first moves, one colour, with a limit; as JSON.
    let args = ["Takanashi Yusuke", "--game", "othello", "--side", "black", "--moves", "1", "--json"];
    let json: Value = serde_json::from_str(&player(&args).out).unwrap();
    assert_eq!((&json["games"], &json["openings"][0]["games"]), (&2.into(), &2.into()));
    assert_eq!(json["openings"][0]["moves"], serde_json::json!(["f5"]));
    let few = player(&["takanashi", "--game", "othello", "--limit", "1"]).out;
    assert!(few.contains("and 1 opening more"), "{few}");
    let late = player(&["takanashi", "--since", "2000"]);
    // The name is written as in these games.
    assert!(late.out.starts_with("takanashi yusuke: othello, 1 game, 2003\n"), "{}", late.out);
    for (lang, words) in [("zh", ["黑白棋", "开局", "得分率"]), ("ja", ["オセロ", "定石", "得点率"])]
    {
        let text = player(&["takanashi", "--lang", lang]).out;
        words.iter().for_each(|word| assert!(text.contains(word), "{lang}: {word}: {text}"));
    }

    // What the player chose from a position.
    let stats = library(&data, &["stats", "f5", "--game", "othello", "--player", "tamenori"]);
    assert_eq!((stats.code, stats.last()), (0, "1 game with this position"), "{}", stats.err);
    assert!(!stats.err.contains("counted together"), "{}", stats.err);
    let several = library(&data, &["stats", "f5", "--game", "othello", "--player", "ta"]);
    assert!(several.err.contains("2 players with 'ta' in the name are counted together"), "{}", several.err);
    assert!(several.err.contains("Tamenori Hideshi (1 game)"), "{}", several.err);
    assert!(library(&data, &["stats", "f5", "--game", "othello", "--player", " "]).err.contains("is empty"));

    // Names that are not there, or of several players.
    let none = player(&["takanasi", "--game", "othello"]);
    assert!(
        none.code == 3 && none.err.contains("similar names are Takanashi Yusuke (3 games)"),
        "{}",
        none.err
    );
    let nobody = player(&["xyz"]);
    assert!(nobody.code == 3 && nobody.err.contains("no player 'xyz'"), "{}", nobody.err);
    let several = player(&["ta", "--game", "othello"]);
    assert!(several.code == 3 && several.err.contains("Tamenori Hideshi (1 game)"), "{}", several.err);
    let games = player(&["bob"]);
    assert!(
        games.code == 2 && games.err.contains("--game: othello (2 games), gomoku (1 game)"),
        "{}",
        games.err
    );
    let other = player(&["takanashi yusuke", "--game", "go"]);
    assert_eq!((other.code, other.last()), (1, "Takanashi Yusuke has no such games"), "{}", other.err);
    assert_eq!(player(&["  "]).code, 2);
    assert_eq!(player(&["bob", "--since", "x"]).code, 2);
}

#[test]
fn reviews_of_a_players_games_are_stored_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("games.sgf"));
    std::fs::write(&file, format!("{OTHELLO}(;GM[2]SZ[8]PB[Takanashi Yusuke])")).unwrap();
    library(&data, &["import", file.to_str().unwrap()]);
    let review = |args: &[&str]| library(&data, &[&["review"], args].concat());
    // Nothing is chosen: how much that is, and no review. Moves 5, 5, 2 and 0, and the start of each game.
    let unasked = review(&["--time", "10s"]);
    assert_eq!(unasked.code, 2, "{}", unasked.err);
    for part in ["4 games", "16 positions", "about 3 minutes", "--all"] {
        assert!(unasked.err.contains(part), "{part}: {}", unasked.err);
    }
    let limits = ["--player", "takanashi", "--depth", "1", "--threads", "2"];
    let first = review(&limits);
    assert!(first.err.contains("4 games chosen, 16 positions"), "{}", first.err);
    assert_eq!(first.code, 1, "a game without moves is left out: {}", first.err);
    assert!(first.err.contains("game 4 is left out: it has no moves"), "{}", first.err);
    assert_eq!(first.last(), "3 games reviewed, 0 had a review, 1 left out");
    assert_eq!(review(&["1", "2", "--depth", "1"]).last(), "0 games reviewed, 2 had a review, 0 left out");
    let again = review(&["1", "--depth", "1", "--again", "--json"]);
    let again: Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(again, serde_json::json!({"reviewed": 1, "known": 0, "left_out": 0}));

    let found = library(&data, &["player", "takanashi"]).out;
    assert!(found.contains("mistakes, from 3 of 4 games, reviewed by Tengen"), "{found}");
    assert!(found.contains("the opening lasts until a third of the board is filled"), "{found}");
    assert!(found.contains("mean discs lost") && !found.contains("different limits"), "{found}");
    review(&["1", "--depth", "2", "--again"]);
    let mixed = library(&data, &["player", "takanashi"]).out;
    assert!(
        mixed.contains(
            "different limits and are counted together: depth 1 per position (2 games); depth 2 per"
        ),
        "{mixed}"
    );
    let json = library(&data, &["player", "takanashi", "--json"]).out;
    let json: Value = serde_json::from_str(&json).unwrap();
    let mistakes = &json["mistakes"];
    assert_eq!((&mistakes["reviewed"], &mistakes["left_out"]), (&3.into(), &0.into()));
    // Three, two and one moves of the player.
    assert_eq!(mistakes["phases"]["opening"]["moves"], 6, "{mistakes:#}");
    assert!(mistakes["total"]["mean_units"].is_number(), "{mistakes:#}");
    // A review of the page's own command line is refused where nothing fits.
    let none = review(&["--player", "nobody"]);
    assert!(none.code == 3 && none.err.contains("no game fits"), "{}", none.err);
}

#[test]
fn moves_of_a_proven_strategy_are_marked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.moves");
    std::fs::write(&file, "h8h7i9\nh8h7i7\nh8h7o1\n").unwrap();
    // The answer to h7, by these rules, and that by the other ones.
    for (rules, answer, same, other) in [("freestyle", "i7", "g7", "i9"), ("standard", "i9", "g9", "i7")] {
        let game = ["--game", "gomoku", "--rules", rules];
        library(folder.path(), &[&["import", file.to_str().unwrap()], &game[..]].concat());
        let stats =
            |more: &[&str]| library(folder.path(), &[&["stats", "h8h7"], &game[..], more].concat()).out;
        let line =
            |table: &str, mv: &str| table.lines().find(|line| line.starts_with(mv)).unwrap().to_owned();
        let table = stats(&[]);
        assert!(line(&table, answer).ends_with(&format!("= {same}  black's proven win")), "{table}");
        assert!(!line(&table, "o1").contains("proven") && !line(&table, other).contains("proven"), "{table}");
        let json: Value = serde_json::from_str(&stats(&["--json"])).unwrap();
        let marks = json["statistics"].as_array().unwrap().iter().map(|next| &next["strategy"] == true);
        assert_eq!(marks.filter(|&is_in| is_in).count(), 1);
    }
}

#[test]
fn a_damaged_library_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("library.db");
    std::fs::write(&file, "no database").unwrap();
    let run = library(folder.path(), &["list"]);
    assert_eq!(run.code, 3);
    assert!(run.err.contains("library.db is damaged") && run.err.contains("left as it is"), "{}", run.err);
    assert_eq!(std::fs::read(&file).unwrap(), b"no database");
}

#[test]
fn a_game_is_shown_as_an_animation() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.gif");
    let args = ["show", "h8i9g7", "--game", "gomoku", "--width", "200", "-o", file.to_str().unwrap()];
    assert_eq!(with_args(&args, "").code, 0);
    let bytes = std::fs::read(&file).unwrap();
    assert!(bytes.starts_with(b"GIF89a"));
    assert_eq!(u16::from_le_bytes([bytes[6], bytes[7]]), 200);
    // The block before every frame with its delay: the start, three moves; the last one longer.
    let delays: Vec<u16> = bytes
        .windows(8)
        .filter(|w| w[..3] == [0x21, 0xf9, 4] && w[7] == 0)
        .map(|w| u16::from_le_bytes([w[4], w[5]]))
        .collect();
    assert_eq!(delays, [80, 80, 80, 400]);
}

#[test]
fn games_of_a_damaged_library_are_recovered() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("games.sgf"));
    std::fs::write(&file, GAMES).unwrap();
    assert_eq!(library(&data, &["import", file.to_str().unwrap()]).code, 1);
    // The first page is the header and the list of tables.
    let damaged = data.join("library.db");
    let mut bytes = std::fs::read(&damaged).unwrap();
    bytes[..4096].fill(0xAA);
    std::fs::write(&damaged, bytes).unwrap();
    let list = library(&data, &["list"]);
    assert_eq!(list.code, 3);
    assert!(list.err.contains("tengen library recover"), "{}", list.err);

    let into = folder.path().join("new.db");
    let [damaged, to] = [damaged, into.clone()].map(|path| path.to_str().unwrap().to_owned());
    let recover =
        |more: &[&str]| with_args(&[&["library", "recover", &damaged, "--into", &to], more].concat(), "");
    let run = recover(&[]);
    assert_eq!(
        (run.code, run.last()),
        (0, "3 games recovered, 0 of them incomplete; 0 duplicates; 0 games lost")
    );
    let report: Value = serde_json::from_str(&recover(&["--json"]).out).unwrap();
    assert_eq!((&report["recovered"], &report["duplicates"]), (&Value::from(0), &Value::from(3)));
    std::fs::rename(&into, data.join("library.db")).unwrap();
    assert_eq!(library(&data, &["list", "--player", "ann"]).last(), "2 games");

    let missing = folder.path().join("none.db");
    let run = with_args(&["library", "recover", missing.to_str().unwrap(), "--into", &to], "");
    assert!(run.code == 3 && !into.exists(), "{}", run.err);
}

/// `TENGEN_DATA` names the folder where no `--data` does.
#[test]
fn the_environment_names_the_data_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("games.sgf"));
    std::fs::write(&file, GAMES).unwrap();
    let run = |args: &[&str]| {
        let output = common::command().args(args).env("TENGEN_DATA", &data).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, _) = run(&["library", "import", file.to_str().unwrap()]);
    assert_eq!(code, Some(1), "one of the records has an illegal move");
    assert!(data.join("library.db").exists());
    let (code, list) = run(&["library", "list"]);
    assert!(code == Some(0) && list.contains("3 games"), "{list}");
}

#[test]
fn games_are_removed_restored_and_tagged() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("games.sgf"));
    std::fs::write(&file, GAMES).unwrap();
    library(&data, &["import", file.to_str().unwrap()]);
    let count = |args: &[&str]| library(&data, &[&["list"], args].concat()).last().to_owned();

    let removed = library(&data, &["remove", "1", "3"]);
    assert_eq!((removed.code, removed.last()), (0, "2 games moved to the bin"), "{}", removed.err);
    let restore = format!("tengen library restore 1 3 --data {}", data.display());
    assert!(removed.err.contains(&restore), "{}", removed.err);
    assert_eq!((count(&[]), count(&["--deleted"])), ("1 game".into(), "2 games".into()));
    assert_eq!(library(&data, &["remove", "2", "99"]).code, 2, "one of them is not there");
    assert_eq!(count(&[]), "1 game", "none is removed then");
    assert_eq!(library(&data, &["restore", "3"]).last(), "1 game restored");
    assert_eq!(count(&[]), "2 games");
    assert_eq!(
        library(&data, &["find", "E5", "--game", "go", "--size", "9"]).last(),
        "1 game with this position"
    );

    assert_eq!(
        library(&data, &["tag", "2", "3", "--add", "old", "--add", "fine"]).last(),
        "tags of 2 games changed"
    );
    assert_eq!(count(&["--with-tag", "fine"]), "2 games");
    assert_eq!(
        library(&data, &["tag", "3", "--remove", "fine", "--add", "old"]).last(),
        "tags of 1 game changed"
    );
    assert_eq!(
        (count(&["--with-tag", "fine"]), count(&["--with-tag", "old"])),
        ("1 game".into(), "2 games".into())
    );
    let none = library(&data, &["tag", "3"]);
    assert!(none.code == 2 && none.err.contains("--add TAG"), "{}", none.err);

    // Several tags may be given with commas, as in the browser; none at all is no change.
    library(&data, &["tag", "2", "--add", "joseki, to  study，rare"]);
    assert_eq!(count(&["--with-tag", "to study"]), "1 game");
    assert_eq!(count(&["--with-tag", "rare"]), "1 game");
    for empty in [&["tag", "2", "--add", ""][..], &["tag", "2", "--remove", " , "]] {
        let run = library(&data, empty);
        assert!(run.code == 2 && run.err.contains(&format!("{} is empty", empty[2])), "{}", run.err);
    }
    // The command that brings games back names each once.
    let twice = library(&data, &["remove", "1", "1", "2"]);
    assert!(twice.err.contains("tengen library restore 1 2 --data"), "{}", twice.err);
}

#[test]
fn games_are_exported_as_sgf_and_missing_files_do_not_stop_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("games.sgf"));
    std::fs::write(&file, GAMES).unwrap();
    let (file, missing) = (file.to_str().unwrap(), folder.path().join("nofile"));
    let missing = missing.to_str().unwrap();
    let none = library(&data, &["import", missing]);
    assert!(none.code == 3 && none.err.contains("there is no such file") && !data.exists(), "{}", none.err);
    let imported = library(&data, &["import", missing, file]);
    assert_eq!(imported.out, "3 games from 1 file imported, 0 duplicates, 2 problems\n");
    assert!(imported.code == 1 && imported.err.contains("nofile: there is no such file"), "{}", imported.err);
    let json = library(&data, &["import", file, missing, "--json"]);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["problems"][0]["what"], "there is no such file or folder");

    let exported = library(&data, &["export", "2"]);
    assert!(
        exported.code == 0 && exported.out.starts_with("(;") && exported.out.contains("PW[Ann]"),
        "{}",
        exported.err
    );
}

#[test]
fn what_is_no_library_is_not_called_a_damaged_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("a.sgf"), GAMES).unwrap();
    let run = with_args(&["library", "recover", &path("a.sgf"), "--into", &path("new.db")], "");
    assert!(run.code == 3 && run.err.contains("a.sgf is not a library"), "{}", run.err);
    assert!(!run.err.contains("damaged") && !run.err.contains("recover "), "{}", run.err);
    std::fs::write(path("z.db"), "no database").unwrap();
    let run = with_args(&["library", "recover", &path("a.sgf"), "--into", &path("z.db")], "");
    assert!(run.code == 3 && run.err.contains("z.db is not a library"), "{}", run.err);
    assert!(!run.err.contains("damaged") && !run.err.contains("recover "), "{}", run.err);
}

/// A position that was read in part is not the one asked for: the figures say so.
#[test]
fn a_damaged_position_is_searched_with_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("games.sgf"));
    std::fs::write(&file, GAMES).unwrap();
    library(&data, &["import", file.to_str().unwrap()]);
    for what in ["find", "stats"] {
        let run = library(&data, &[what, "h8zz", "--game", "gomoku", "--lenient"]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.err.contains("warning: ") && run.err.contains("found 'zz'"), "{what}: {}", run.err);
    }
    let bad = folder.path().join("bad.sgf");
    std::fs::write(&bad, "(;GM[4]SZ[15];B[hh];W[hh])").unwrap();
    let run = library(&data, &["stats", bad.to_str().unwrap(), "--lenient"]);
    assert!(run.err.contains("warning: ") && run.err.contains("h8"), "{}", run.err);
}
