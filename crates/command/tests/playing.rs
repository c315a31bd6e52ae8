//! Games played line by line, as a script plays them.

mod common;
use common::{ok, with_args, with_input};
use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

#[test]
fn two_people_play_undo_save_and_quit() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    let input = format!("b2\na1\nundo\na3\nmoves\nsave {}\nquit\n", file.display());
    let run = with_input("play tic-tac-toe --two", &input);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("2. white a1") && run.out.contains("taken back: a1"), "{}", run.out);
    assert!(run.out.contains("moves: b2 a3"), "{}", run.out);
    assert!(run.out.contains("the game is not finished\ngo on with: tengen play --load "), "{}", run.out);
    assert!(file.exists());
}

#[test]
fn a_game_ends_and_is_saved_after_each_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    let args = ["play", "gomoku", "--two", "--save", file.to_str().unwrap()];
    // The input ends without a word: what was played is in the file all the same.
    let run = with_args(&args, "h8\na1\ni8\na2\nj8\na3\nk8\na4\nl8\n");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("black wins with five in a row"), "{}", run.out);
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("RE[B+]") && saved.contains(";B[lh]"), "{saved}");
    assert!(saved.contains(&format!("DT[{}]", tengen_records::today())), "{saved}");
    // It can be continued, or shown.
    let args = ["play", "--load", file.to_str().unwrap(), "--two"];
    let on = with_args(&args, "undo\nm8\nquit\n");
    assert_eq!(on.code, 0, "{}", on.err);
    assert!(on.out.contains("9. black m8"), "{}", on.out);
}

#[test]
fn an_unfinished_game_names_the_command_that_goes_on_against_the_same_engine() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my game.sgf");
    let file = file.to_str().unwrap();
    let begun = with_args(&["play", "connect-four", "--second", "--level", "2", "--save", file], "d\nquit\n");
    assert_eq!(begun.code, 0, "{}", begun.err);
    let command = format!("go on with: tengen play --load '{file}' --save '{file}'\n");
    assert!(begun.out.ends_with(&command), "{}", begun.out);
    let on = with_args(&["play", "--load", file, "--save", file], "quit\n");
    assert_eq!(on.code, 0, "{}", on.err);
    assert!(on.out.starts_with("connect-four; you play white; Tengen · level 2 plays black"), "{}", on.out);
    let saved = std::fs::read_to_string(file).unwrap();
    assert!(saved.contains("PB[Tengen 2]"), "the page reads this name: {saved}");
    // As earlier versions wrote it.
    std::fs::write(file, saved.replace("PB[Tengen 2]", "PB[mnk 2/5]")).unwrap();
    let earlier = with_args(&["--lang", "zh", "play", "--load", file], "quit\n");
    assert!(earlier.out.starts_with("四子棋；你执白；天元 · 等级 2 执黑"), "{}", earlier.out);
    // A record of another program starts no engine by its names.
    let other = std::fs::read_to_string(file).unwrap().replace("AP[Tengen:", "AP[Other:");
    std::fs::write(file, other).unwrap();
    let usual = with_args(&["play", "--load", file], "quit\n");
    assert!(
        usual.out.contains("connect-four; you play black; Tengen · level 5 plays white"),
        "{}",
        usual.out
    );
    // What is asked for comes before what the record says.
    let two = with_args(&["play", "--load", file, "--two"], "quit\n");
    assert!(two.out.contains("two people at one board"), "{}", two.out);
    // Nothing is in a file: nothing to load.
    assert!(!with_input("play gomoku --two", "h8\nquit\n").out.contains("go on with"));
}

/// The engine thinks while the script gives its next line, and is stopped at the end.
#[test]
fn an_engine_ponders_until_the_game_is_left() {
    for leave in ["quit\n", "undo\nquit\n", "resign\nquit\n", ""] {
        let run = with_input("play othello --size 6 --ponder --time 2s", &format!("c2\n{leave}"));
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.out.contains("2. white "), "{}", run.out);
    }
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let taken = folder.path().join("a.sgf");
    std::fs::create_dir(&taken).unwrap();
    for file in [taken.to_str().unwrap(), "/proc/a.sgf"] {
        let run = with_args(&["play", "gomoku", "--two", "--save", file], "h8\n");
        assert_eq!(run.code, 4, "{file}: {}", run.err);
        assert!(run.err.contains(file) && !run.out.contains("h8"), "{}{}", run.out, run.err);
    }
}

#[test]
fn refused_lines_are_told_and_counted() {
    let run = with_input("play gomoku --two", "h8\nh8\nzz9\nquit\n");
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.err.contains("move 2 (h8) is illegal: it is occupied by black"), "{}", run.err);
    assert!(run.err.contains("'zz9' is not a move here"), "{}", run.err);
    assert!(run.err.contains("lines refused: 2"), "{}", run.err);
    let zh = with_input("--lang zh play gomoku --two", "h8\nh8\nquit\n");
    assert!(zh.err.contains("第 2 手（h8）不合规则"), "{}", zh.err);
    assert!(zh.out.contains("黑方 h8"), "{}", zh.out);
}

/// A person against the engine, in every game: the engine answers each move with a legal one.
#[test]
fn the_engine_of_every_game_answers() {
    for (game, mv) in [
        ("tic-tac-toe", "b2"),
        ("gomoku", "h8"),
        ("renju", "h8"),
        ("caro", "h8"),
        ("connect-four", "4"),
        ("othello", "f5"),
        ("go --size 9", "E5"),
    ] {
        let run = with_input(&format!("play {game} --level 1"), &format!("{mv}\nquit\n"));
        assert_eq!(run.code, 0, "{game}: {}{}", run.out, run.err);
        assert!(run.out.contains("1. black ") && run.out.contains("2. white "), "{game}: {}", run.out);
        let second = with_input(&format!("play {game} --level 1 --second"), "quit\n");
        assert!(second.out.contains("1. black "), "{game}: {}", second.out);
    }
}

#[test]
fn why_speaks_of_the_move_that_was_shown() {
    let run = with_input("play gomoku --two", "h8\nhint\nwhy\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    let hint = run.out.lines().find_map(|line| line.split_once("hint: "));
    let (_, hint) = hint.unwrap_or_else(|| panic!("{}", run.out));
    // The same move with the same chance.
    let (mv, score) = hint.split_once("  ").unwrap();
    let chance = score.split_once('(').unwrap().1.trim_end_matches(')');
    let best = format!("The best move is {mv}: {chance}\n");
    assert!(run.out.contains(&best), "{best}: {}", run.out);
}

#[test]
fn two_perfect_players_draw_tic_tac_toe() {
    let run = with_input("play tic-tac-toe --black 5 --white 5", "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("a draw: the board is full"), "{}", run.out);
}

#[test]
fn a_hint_names_a_move_and_resigning_ends() {
    let run = with_input("play tic-tac-toe --two", "a3\na1\nb3\nhint\nresign\n");
    assert!(run.out.contains("hint: ") && run.out.contains("black wins by resignation"), "{}", run.out);
    // Who resigns is named: to the player it is not the other side.
    let run = with_input("play gomoku --level 1 --lang zh", "h8\nresign\n");
    assert!(run.out.contains("黑方认输，白方获胜"), "{}", run.out);
    let run = with_input("play tic-tac-toe --two --lang zh-Hant", "a3\nresign\n");
    assert!(run.out.contains("白方認輸，黑方獲勝"), "{}", run.out);
    let run = with_input("play tic-tac-toe --two", "a3\na1\nb3\nb1\nhint\nquit\n");
    assert!(run.out.contains("hint: c3  win in 1"), "{}", run.out);
}

#[test]
fn go_ends_with_two_passes_and_dead_stones_are_proposed_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sgf").to_str().unwrap().to_string();
    let play = ["play", "go", "--rules", "chinese", "--size", "5", "--two", "--save", &file];
    let run = with_args(&play, "C3\nA1\npass\npass\ndead A1\ndead A1\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    let wins: Vec<&str> = run.out.lines().filter(|l| l.contains("wins by") || l.contains("dead:")).collect();
    // Black's 25 points less komi 7.5 where the white stone is dead; else each side has its stone.
    let dead = ["dead: A1 (dead and a point changes it, accept agrees)", "black wins by 17.5"];
    assert_eq!(wins, [dead[0], dead[1], "white wins by 7.5", dead[0], dead[1]], "{}", run.out);
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("RE[B+17.5]") && saved.contains("TB["), "{saved}");
    let run = with_args(&["play", "--load", &file, "--two"], "quit\n");
    assert!(run.out.contains(dead[1]), "{}", run.out);
}

/// Both sides live, and white is 90 points behind by komi.
#[test]
fn an_engine_resigns_a_lost_game_of_go() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lost.sgf").to_str().unwrap().to_string();
    let black = "[ac][bc][cc][dc][ec][fc][gc]";
    let white = "[ae][be][ce][de][ee][fe][ge]";
    let record = format!("(;FF[4]GM[1]SZ[7]RU[Chinese]KM[-90.5]AB{black}AW{white}PL[W])");
    std::fs::write(&file, record).unwrap();
    for (lang, says) in [("en", "black wins by resignation"), ("zh", "白方认输，黑方获胜")] {
        let play = ["--lang", lang, "play", "--load", &file, "--black", "human", "--white", "8"];
        let run = with_args(&play, "quit\n");
        assert!(run.out.contains(says), "{}{}", run.out, run.err);
    }
}

#[test]
fn swap2_asks_for_its_decisions() {
    let run = with_input("play gomoku --opening swap2 --two", "h8\ni9\ng7\nwhite\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    let asked =
        "second player decides: black (take black) / white (take white) / two-more (place two more stones)\n";
    assert_eq!(run.out.matches(asked).count(), 1, "{}", run.out);
    let chinese = with_input("--lang zh play gomoku --opening swap2 --two", "h8\ni9\ng7\nquit\n").out;
    assert!(chinese.contains("black（执黑） / white（执白） / two-more（再摆两子）"), "{chinese}");
    // A choice is no move of a colour, and has no number.
    assert!(run.out.contains("\nsecond player: take white\n"), "{}", run.out);
    let shown = ok("show h8h9h10 --game renju --opening rif").out;
    assert!(shown.contains("move 3, last h10"), "{shown}");
    let offered = "h8 h9 h10 white i8 j6 g6";
    let shown = with_args(&["show", offered, "--game", "renju", "--opening", "rif", "--numbers"], "").out;
    assert!(shown.contains("move 5, last g6"), "{shown}");
    let chosen = format!("{offered} j6 i7");
    let shown = with_args(&["show", &chosen, "--game", "renju", "--opening", "rif"], "").out;
    assert!(shown.contains("move 6, last i7"), "{shown}");
    let chosen = with_args(&["show", "h8 h9 h10 white", "--game", "renju", "--opening", "rif"], "").out;
    assert!(chosen.contains("last choice: take white"), "{chosen}");
    let rif = with_input("play renju --opening rif --two", "h8\nh9\nh10\nwhite\ni8\nj6\ng6\nj6\nquit\n").out;
    for said in ["black offers g6 as move 5 (2 of 2)", "5. black j6, chosen by white"] {
        assert!(rif.contains(said), "{rif}");
    }
    // An engine's choice is written in words wherever it is asked for one.
    let zh = ok("--lang zh analyze h8i9g7 --game gomoku --opening swap2 --nodes 50").out;
    let is_word = ["执", "再摆"].iter().any(|word| zh.contains(word));
    assert!(is_word && !zh.contains("black") && !zh.contains("white"), "{zh}");
    let explained = ok("explain h8i9g7 --game gomoku --opening swap2 --nodes 50").out;
    assert!(explained.contains("The best choice is '"), "{explained}");
    let explained = ok("--lang zh explain h8i9g7 --game gomoku --opening swap2 --nodes 50").out;
    assert!(explained.contains("最佳选择为“"), "{explained}");
    // An engine's decision needs no question.
    let engine = with_input("play gomoku --opening swap2 --level 1", "h8\ni9\ng7\nquit\n").out;
    assert!(!engine.contains("decides"), "{engine}");
}

#[test]
fn the_level_that_nobody_chose_is_named() {
    let usual = with_input("play tic-tac-toe --plain", "quit\n").out;
    assert!(usual.contains("--level 1 to "), "{usual}");
    for chosen in ["play tic-tac-toe --plain --level 2", "play tic-tac-toe --two"] {
        let run = with_input(chosen, "quit\n").out;
        assert!(!run.contains("--level"), "{chosen}: {run}");
    }
}

#[test]
fn the_board_is_drawn_when_asked_for() {
    let run = with_input("play gomoku --two --ascii", "h8\nboard\nquit\n");
    assert!(run.out.contains(" 8 . . . . . . .(X). "), "{}", run.out);
}

#[test]
fn a_clock_that_runs_out_ends_the_game() {
    let mut child = common::command()
        .args(["play", "tic-tac-toe", "--two", "--time", "100ms"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // Whoever's clock is running: after a second it has run out, and the move comes too late.
    std::thread::sleep(Duration::from_secs(1));
    stdin.write_all(b"b2\nquit\n").unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.contains("white wins on time") && out.contains("no moves yet"), "{out}");
}

/// The data folder of a user who has registered programs, and the program run in it.
fn registered(folder: &std::path::Path, args: &[&str], input: &str) -> std::process::Output {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(args)
        .env("XDG_DATA_HOME", folder)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
#[cfg(all(unix, not(target_os = "macos")))]
fn a_registered_program_plays_and_analyses_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str], input: &str| {
        let output = registered(folder.path(), args, input);
        let (out, err) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        (output.status.code().unwrap(), out, err)
    };
    let own = format!("{} engine gtp --game go --level 1", env!("CARGO_BIN_EXE_tengen"));
    let script = |text: &str| format!("sh -c {}", shlex_quote(text));
    // One that dies at its first move, and one that answers nonsense.
    let dies = script("read a; echo '= '; echo; exit 1");
    let raves = script("while read a; do printf '= zz99\\n\\n'; done");
    // One that passes, and gives no values.
    let mute = script("while read a; do printf '= pass\\n\\n'; done");
    for (name, command) in [("Good", &own), ("Dies", &dies), ("Raves", &raves), ("Mute", &mute)] {
        let add = ["engines", "add", name, "--cmd", command, "--protocol", "gtp", "--untested"];
        let (code, _, err) = run(&add, "");
        assert_eq!(code, 0, "{err}");
    }
    let (code, _, err) = run(&["show", "", "--game", "go"], "");
    assert!(code == 2 && err.contains("'' is empty"), "{err}");
    let (_, listed, _) = run(&["engines"], "");
    assert!(listed.contains("Raves"), "{listed}");
    assert_eq!(run(&["engines", "list"], "").1, listed);
    assert_eq!(run(&["engines", "list", "--json"], "").1, run(&["engines", "--json"], "").1);
    // A folder that is named here has to be named to commands that have no such option.
    let own_folder = folder.path().join("own");
    let own_folder = own_folder.to_str().unwrap();
    let add =
        ["engines", "add", "Good", "--cmd", &own, "--protocol", "gtp", "--untested", "--data", own_folder];
    let (code, out, err) = run(&add, "");
    assert!(code == 0 && out.contains(&format!("TENGEN_DATA={own_folder}")), "{out}{err}");
    let game = ["--game", "go", "--size", "5", "--time", "200ms"];
    for command in ["analyze", "explain", "review"] {
        let with = |name: &str| run(&[&[command, "C3 C4", "--engine", name], &game[..]].concat(), "");
        let (code, out, err) = with("good");
        assert!(code == 0 && !out.is_empty(), "{command}: {err}");
        for name in ["Dies", "Raves"] {
            let (code, _, err) = with(name);
            assert!(code == 3 && err.contains(name), "{command} {name}: {code} {err}");
        }
    }
    let (code, out, err) = run(&[&["review", "C3 C4", "--engine", "Mute"], &game[..]].concat(), "");
    assert!(code == 3 && out.is_empty() && err.contains("Mute gives no values"), "{out}{err}");
    let (code, _, err) = run(&["analyze", "--game", "go", "--engine", "good", "--level", "2"], "");
    assert!(code == 2 && err.contains("no levels"), "{err}");
    let (code, _, err) = run(&["analyze", "--game", "othello", "--engine", "good"], "");
    assert!(code == 2 && err.contains("Good is not registered for othello"), "{err}");
    let (code, _, err) = run(&["analyze", "--game", "go", "--engine", "nobody"], "");
    assert!(code == 2 && err.contains("Good, Dies, Raves, Mute"), "{err}");
    let (code, _, err) = run(&["engines", "test", "Zilch"], "");
    assert!(code == 2 && err.contains("help: registered programs: Good, Dies"), "{err}");
    let (_, _, err) = run(&["--lang", "zh", "engines", "remove", "Zilch"], "");
    assert!(err.contains("已登记的程序：Good、Dies"), "{err}");
    let (code, _, err) = run(&["engines", "add", "good", "--cmd", &own, "--protocol", "gtp"], "");
    assert!(code == 2 && err.contains("help: --replace puts this program in its place"), "{err}");
    // In a game the fault is named, and what was played is saved.
    for name in ["good", "Dies", "Raves"] {
        let file = folder.path().join(format!("{name}.sgf"));
        let play = ["play", "go", "--size", "5", "--engine", name, "--save", file.to_str().unwrap()];
        let (code, out, err) = run(&play, "c3\nquit\n");
        let saved = std::fs::read_to_string(&file).unwrap();
        assert!(saved.contains(";B[cc]"), "{name}: {saved}");
        match name {
            "good" => assert!(code == 0 && out.contains("2. white"), "{out}{err}"),
            _ => assert!(code == 3 && err.contains(name) && out.contains("moves: C3"), "{name}: {out}{err}"),
        }
    }
}

#[test]
#[cfg(all(unix, not(target_os = "macos")))]
fn a_silent_program_is_waited_for_with_a_sign() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["engines", "add", "Mute", "--cmd", "sleep 600", "--protocol", "gtp", "--game", "go"])
        .env("XDG_DATA_HOME", folder.path())
        .env("LC_ALL", "C")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    // It was still waiting: the line came before the end.
    assert_eq!(child.try_wait().unwrap(), None);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(line, "go: asking Mute for a move; it has 30 s to start and then 11 s to answer\n");
}

/// A text as one word of a shell.
fn shlex_quote(text: &str) -> String {
    shlex::try_quote(text).unwrap().into_owned()
}

/// What can never be written is refused before the first move.
#[test]
fn a_game_that_cannot_be_saved_does_not_begin() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (file, code, why) in [
        (at("a.psq"), 2, "cannot hold go"),
        (at("a.foo"), 2, "a.foo"),
        (folder.path().to_str().unwrap().to_owned(), 4, "it is a folder"),
    ] {
        let play = with_args(&["play", "go", "--size", "5", "--two", "--save", &file], "C3\nquit\n");
        assert_eq!((play.code, &*play.out), (code, ""), "{file}: {}", play.err);
        assert!(play.err.to_lowercase().contains(why), "{file}: {}", play.err);
    }
    // The word `save` asks for the same.
    let play =
        with_args(&["play", "go", "--size", "5", "--two"], &format!("C3\nsave {}\nquit\n", at("a.foo")));
    assert!(play.err.contains("a.foo") && !folder.path().join("a.foo").exists(), "{}{}", play.out, play.err);
}

/// The level that plays the proven strategy says what the win takes at most.
#[test]
fn perfect_says_how_long_it_takes_at_most() {
    // After the first of the 73 and 81 plies of docs/solved.md.
    for (rules, most) in [(&[][..], 72), (&["--rules", "freestyle"], 72), (&["--rules", "standard"], 80)] {
        let play = with_args(&[&["play", "gomoku", "--level", "perfect"], rules].concat(), "n2\nquit\n");
        let first = format!("1. black h8\nblack wins in at most {most} more plies\n");
        assert!(play.out.contains(&first), "{rules:?}: {}", play.out);
    }
}
