//! `tengen show`: what it draws and what it reads.

mod common;
use common::{ok, with_args, with_input};

#[test]
fn show_draws_text_svg_and_png() {
    let text = ok("show h8i9g7 --game gomoku").out;
    assert!(text.contains(" 8 ├─┼─┼─┼─┼─┼─┼─●─┼─"), "{text}");
    assert!(text.contains("(●)"), "{text}");
    assert!(text.ends_with("gomoku (freestyle) 15x15, move 3, last g7, white to move\n"), "{text}");

    let svg = ok("show h8i9g7 --game gomoku --format svg").out;
    let drawing = roxmltree::Document::parse(&svg).expect("well-formed");
    let fills = |fill| drawing.descendants().filter(|n| n.attribute("fill") == Some(fill)).count();
    assert_eq!((fills("url(#black)"), fills("url(#white)")), (2, 1));

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.png");
    let png = with_args(
        &["show", "h8i9g7", "--game", "gomoku", "-o", file.to_str().unwrap(), "--width", "300"],
        "",
    );
    assert_eq!((png.code, png.out.as_str()), (0, ""));
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), 300, "the width in the header");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no part of a file is left behind");
}

/// Of a board that cannot be read, what is missing is named; it is not taken for an option or a list of moves.
#[test]
fn an_othello_board_that_cannot_be_read_is_explained() {
    let start = format!("{}OX{}XO{}", "-".repeat(27), "-".repeat(6), "-".repeat(27));
    for (board, place, words) in [
        (start.clone(), "column 65", "expected the side to move, X or O"),
        (
            format!("{start}-- X"),
            "column 67",
            "expected a cell (X, O or -) for each point of a board, such as 64 for 8x8",
        ),
    ] {
        for args in [&["show", &board][..], &["show", "--", &board]] {
            let run = with_args(args, "");
            assert_eq!(run.code, 3, "{board}: {}", run.err);
            assert!(run.err.contains(words) && run.err.contains(place), "{board}: {}", run.err);
            assert!(run.err.contains(&board[..16]) && !run.err.contains(".--"), "as given: {}", run.err);
        }
    }
    // Where only one side has a move, nothing is missing.
    let only = format!("OX{}", "-".repeat(62));
    assert!(ok(&format!("show {only}")).out.contains("white to move"));
    let run = with_args(&["show", "--no-coord"], "");
    assert_eq!(
        (run.code, run.err.contains("--no-coords")),
        (2, true),
        "an option is still an option: {}",
        run.err
    );
}

#[test]
fn show_reads_what_it_has_drawn() {
    for (game, moves) in [
        ("go --size 9 --rules japanese", "E5 E4 D4 F4 D5"),
        ("renju", "h8 h9 i7 i10"),
        ("othello", "f5d6c3"),
        ("connect-four", "4443"),
        ("tic-tac-toe", "b2a1c3"),
        ("connect6", "k10k11l11"),
        ("pente", "K10 K11 L13"),
        ("mnk --rules 6,5,4", "c3c2d3"),
    ] {
        for (lang, separator) in [("en", ", "), ("zh", "，"), ("zh-Hant", "，"), ("ja", "、")] {
            for more in ["", "--ascii"] {
                let words = format!("--lang {lang} show --no-last {more}");
                let mut args: Vec<&str> = words.split_whitespace().collect();
                args.extend([moves, "--game"]);
                args.extend(game.split_whitespace());
                let drawn = with_args(&args, "").out;
                let again = with_input(&format!("{words} -"), &drawn);
                assert_eq!(again.code, 0, "{game} {lang}: {}\n{drawn}", again.err);
                let parts = |text: &str| {
                    let (board, caption) = text.trim_end().rsplit_once('\n').unwrap();
                    let words: Vec<String> = caption.split(separator).map(str::to_string).collect();
                    (board.to_string(), words[0].clone(), words[words.len() - 1].clone())
                };
                assert_eq!(parts(&again.out), parts(&drawn), "{game} {lang}");
            }
        }
    }
}

#[test]
fn show_takes_every_kind_of_source() {
    assert!(ok("show --game othello").out.contains("black to move"));
    assert!(ok("show f5d6c3 --game othello").out.contains("move 3, last c3"));
    let obf = format!("{}OX{}XO{} X;", "-".repeat(27), "-".repeat(6), "-".repeat(27));
    let shown = with_args(&["show", "--", &obf], "");
    assert!(shown.out.contains("othello 8x8, black to move"), "{}{}", shown.out, shown.err);
    // Without `--`, and with the side as a word of its own.
    for args in
        [&["show", &obf][..], &["show", obf.trim_end_matches(" X;"), "X"], &["show", "--", &obf[..64], "X"]]
    {
        let other = with_args(args, "");
        assert_eq!((other.code, &other.out), (0, &shown.out), "{args:?}: {}", other.err);
    }
    // The moves of such a line are choices with their values, and none of them has been played.
    let shown = with_args(&["show", "--", &format!("{obf} f5:+1; d6:+0;")], "");
    assert!(shown.out.contains("othello 8x8, black to move"), "{}{}", shown.out, shown.err);
    let sgf = "(;GM[1]SZ[9];B[ee];W[ce];B[ec]TR[ec])";
    let piped = with_input("show -", sgf);
    assert!(piped.out.contains("move 3, last E7"), "{}{}", piped.out, piped.err);
    assert!(piped.out.contains("▲"), "the triangle on the last stone: {}", piped.out);
    assert!(!with_input("show - --no-marks", sgf).out.contains("▲"));
    assert!(with_input("show - --move 1", sgf).out.contains("move 1, last E5"));
    assert!(ok("show 4443 --game connect-four").out.contains("connect-four, move 4"));
}

#[test]
fn numbers_and_ascii_and_colours_are_choices() {
    let text = ok("show h8i9g7 --game gomoku --ascii --numbers=last:1").out;
    assert!(text.contains("(X3)") && !text.contains("X1"), "{text}");
    assert!(text.is_ascii());
    let plain = ok("show h8 --game gomoku --color never").out;
    assert!(!plain.contains('\x1b'));
    assert!(ok("show h8 --game gomoku --color always").out.contains("\x1b["));
    assert!(!ok("show h8 --game gomoku").out.contains('\x1b'), "a pipe is not coloured");
    assert!(!ok("show h8 --game gomoku --no-coords").out.contains("a b c"));
}

#[test]
fn renju_shows_forbidden_points() {
    // d4-e4 and f5-f6 with f4 empty: a double three of black's, white's stones far away.
    let moves = "d4a15e4o15f5a13f6o13";
    let text = ok(&format!("show {moves} --game renju")).out;
    assert!(text.lines().any(|l| l.starts_with(" 4 ") && l.contains('×')), "{text}");
    let free = ok(&format!("show {moves} --game gomoku")).out;
    assert!(!free.contains('×'), "{free}");
}

/// The board of a finished game of Go does not show which stones are dead. An engine settles them.
#[test]
fn a_finished_game_of_go_is_counted_with_a_word_on_dead_stones() {
    // White's stone at E1 is dead.
    let game = "B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 E3 E1 E4 pass pass";
    let shown = with_args(&["show", game, "--game", "go", "--size", "5"], "");
    assert!(shown.last().ends_with("if every stone is alive"), "{}{}", shown.out, shown.err);
    let found = with_args(&["analyze", game, "--game", "go", "--size", "5", "--nodes", "500"], "");
    assert!(
        found.out.starts_with("the game is over; with the stones taken off that the engine takes for dead, "),
        "{}",
        found.out
    );
    assert!(!found.out.contains(" 1. "), "{}", found.out);
    let solved = with_args(&["solve", game, "--game", "go", "--size", "5"], "");
    assert!(solved.err.contains("the game is over already"), "{}{}", solved.out, solved.err);
    // In Othello the discs are what counts.
    assert!(!ok("show f5 --game othello").out.contains("alive"));
}

/// Every front end asks the rule set whether dead stones come off: a white stone is dead in black's corner.
#[test]
fn a_finished_game_of_go_has_one_score_in_every_front_end() {
    let game = "B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 pass A3 pass pass";
    for (rules, score, sgf, how) in [
        (
            "chinese",
            "white wins by 7.5",
            "W+7.5",
            "; with the stones taken off that the engine takes for dead,",
        ),
        ("ing", "white wins by 7.5", "W+7.5", "; with the stones taken off that the engine takes for dead,"),
        (
            "tromp-taylor",
            "white wins by 13.5",
            "W+13.5",
            ", and with every stone alive, as these rules count,",
        ),
        ("cgos", "white wins by 13.5", "W+13.5", ", and with every stone alive, as these rules count,"),
    ] {
        let run = |command: &str| {
            with_args(&[command, game, "--game", "go", "--size", "5", "--rules", rules, "--nodes", "500"], "")
        };
        let analyzed = run("analyze");
        let wanted = format!("the game is over{how} {score}");
        assert!(analyzed.out.starts_with(&wanted), "{rules}: {}{}", analyzed.out, analyzed.err);
        let explained = run("explain");
        let first = explained.out.lines().find(|line| line.contains("wins by")).unwrap_or_default();
        assert!(first.to_lowercase().contains(score), "{rules}: {}{}", explained.out, explained.err);
        let lines: Vec<String> = game
            .split(' ')
            .enumerate()
            .map(|(i, mv)| format!("play {} {mv}\n", if i % 2 == 0 { 'b' } else { 'w' }))
            .collect();
        let asked = format!("boardsize 5\nkata-set-rules {rules}\n{}final_score\nquit\n", lines.concat());
        let gtp = with_input("engine gtp --game go", &asked);
        assert!(gtp.out.contains(&format!("= {sgf}\n")), "{rules}: {}", gtp.out);
    }
}

/// A record names its rules; what the options ask for holds, with a note. Komi and handicap stay those of the record.
#[test]
fn rules_that_are_asked_for_hold_for_records_that_name_others() {
    let folder = tempfile::tempdir().unwrap();
    let moves = ";B[be];W[de];B[bd];W[dd];B[bc];W[dc];B[bb];W[db];B[ba];W[da];B[];W[ac];B[];W[]";
    let file = |name: &str, ru: &str| {
        let path = folder.path().join(name).to_str().unwrap().to_string();
        std::fs::write(&path, format!("(;FF[4]GM[1]SZ[5]{ru}KM[0.5]{moves})")).unwrap();
        path
    };
    let (named, unnamed) = (file("named.sgf", "RU[Chinese]"), file("unnamed.sgf", ""));
    let analyze = |path: &str, options: &[&str]| {
        let mut args = vec!["analyze", path, "--nodes", "500"];
        args.extend(options);
        with_args(&args, "")
    };
    let note = "the record names the rules Chinese; komi 0.5";
    let own = analyze(&named, &[]);
    assert!(own.out.contains("white wins by 0.5") && own.err.is_empty(), "{}{}", own.out, own.err);
    let asked = analyze(&named, &["--rules", "tromp-taylor"]);
    assert!(
        asked.out.contains("white wins by 6.5") && asked.err.contains(note),
        "{}{}",
        asked.out,
        asked.err
    );
    let komi = analyze(&named, &["--game", "go", "--komi", "2.5"]);
    assert!(komi.out.contains("white wins by 2.5") && komi.err.contains(note), "{}{}", komi.out, komi.err);
    // No other game has a komi.
    let alone = analyze(&named, &["--komi", "2.5"]);
    assert!(
        alone.out.contains("white wins by 2.5") && alone.err.contains(note),
        "{}{}",
        alone.out,
        alone.err
    );
    for (rules, name) in [("ing", "Ing; komi 0.5"), ("korean", "Japanese, Korean; komi 0.5")] {
        let asked = analyze(&named, &["--rules", rules]);
        assert!(asked.err.contains(name) && !asked.err.contains("zealand"), "{}", asked.err);
    }
    // A file without rules is counted by the usual ones, with a word on which.
    let silent = analyze(&unnamed, &[]);
    assert!(silent.err.contains("it is counted by these: Japanese, Korean; komi 0.5"), "{}", silent.err);
    let usual = analyze(&unnamed, &["--rules", "tromp-taylor"]);
    assert!(usual.out.contains("white wins by 6.5") && usual.err.is_empty(), "{}{}", usual.out, usual.err);
    let same = analyze(&named, &["--rules", "chinese"]);
    assert!(same.out.contains("white wins by 0.5") && same.err.is_empty(), "{}{}", same.out, same.err);
    let other = analyze(&named, &["--rules", "renju"]);
    assert_eq!(other.code, 2, "{}{}", other.out, other.err);
    assert!(other.err.contains("the record is of go"), "{}", other.err);
    let game = analyze(&named, &["--game", "othello"]);
    assert_eq!(game.code, 2, "{}{}", game.out, game.err);
    assert!(game.err.contains("the record is of go, and the options ask for othello"), "{}", game.err);
    let explained = with_args(&["explain", &named, "--rules", "tromp-taylor", "--nodes", "500"], "");
    assert!(explained.err.contains(note), "{}", explained.err);
    for check in [true, false] {
        let mut args = vec!["replay", &named, "--rules", "tromp-taylor"];
        args.extend(check.then_some("--check"));
        let run = with_args(&args, "");
        assert!(run.err.contains(note), "{}{}", run.out, run.err);
    }
    let out = folder.path().join("out.sgf").to_str().unwrap().to_string();
    let converted = with_args(&["convert", &named, &out, "--rules", "japanese"], "");
    assert!(converted.err.contains(note), "{}", converted.err);
    assert!(std::fs::read_to_string(&out).unwrap().contains("RU[Japanese]"));
    // A variant that the record does not name, and the opening that it does.
    let gomoku = folder.path().join("gomoku.sgf").to_str().unwrap().to_string();
    std::fs::write(&gomoku, "(;FF[4]GM[4]SZ[15]RU[freestyle];B[hh];W[hi])").unwrap();
    let renju = with_args(&["show", &gomoku, "--rules", "renju"], "");
    assert!(renju.err.contains("names the rules Freestyle gomoku"), "{}{}", renju.out, renju.err);
    assert!(renju.last().contains("white") || renju.out.contains("renju"), "{}", renju.out);
}

/// The moves of connect four are columns with numbers, and so are those of its board.
#[test]
fn a_board_of_connect_four_is_numbered_as_its_moves_are() {
    let shown = ok("show 4435 --game connect-four").out;
    let labels: Vec<&str> = shown.lines().rev().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(labels, ["1", "2", "3", "4", "5", "6", "7"], "{shown}");
    assert!(shown.lines().take(6).all(|line| line.starts_with(" │")), "rows have no labels: {shown}");
    assert!(shown.ends_with("move 4, last 5, black to move\n"), "{shown}");
    let played = with_input("play connect-four --two", "4\n4\nboard\nhelp\nquit\n");
    assert!(played.out.contains("   1   2   3   4   5   6   7\n"), "{}", played.out);
    assert!(played.out.contains("moves such as 4;"), "{}", played.out);
}

/// The caption names the rules in its language, so that each rule set is read again.
#[test]
fn a_caption_names_every_rule_set_in_every_language() {
    use tengen_games::{GameInfo, GameSpec};
    for info in GameInfo::ALL {
        for set in info.rule_sets {
            let spec = GameSpec::of_kind(info.kind, set.id, None).unwrap();
            for lang in ["zh-Hant", "ja"] {
                let args = ["--lang", lang, "show", "--game", info.id, "--rules", set.id];
                let drawn = with_args(&args, "").out;
                assert!(!drawn.contains('('), "{drawn}");
                let again = with_input(&format!("--lang {lang} show -"), &drawn);
                assert_eq!(again.out, drawn, "{spec}: {}", again.err);
            }
        }
    }
}

#[test]
fn chinese_and_japanese_have_their_own_punctuation() {
    let broken = with_input("--lang zh show - --game gomoku", "h8i99");
    assert!(
        broken.err.starts_with("错误：") && broken.err.contains("（读取格式：着法列表）"),
        "{}",
        broken.err
    );
    assert!(broken.err.contains("\n帮助：") || broken.err.contains("\n提示："), "{}", broken.err);
    let japanese = with_input("--lang ja show - --game gomoku", "h8i99");
    assert!(
        japanese.err.starts_with("エラー：") && japanese.err.contains("（着手の列として読みました）"),
        "{}",
        japanese.err
    );
    let usage = with_input("--lang zh shw", "");
    assert!(usage.err.starts_with("错误：") && !usage.err.contains(": "), "{}", usage.err);
    let list = with_input("--lang zh convert - a.diagram --from moves --game gomoku", "h8");
    assert!(list.err.contains("文本棋盘只能读取"), "{}", list.err);
}
