//! Every command as a script uses it: what it writes, and how it ends.

mod common;
use common::{fails, ok, tengen, with_args, with_input};

/// Counts from outside: Othello's perft is that of Edax and of Egaroucid's tables (a pass is a ply). Go's was counted
/// by KataGo. Tic-tac-toe's 127,872 games of nine moves follow from its 255,168 games in all.
#[test]
fn perft_counts_stand_alone_on_the_last_line() {
    for (args, count) in [
        ("othello 9", "3005288"),
        ("go 4 --size 3x3 --rules tromp-taylor", "5281"),
        ("mnk 9 --size 3x3 --k 3", "127872"),
        ("tic-tac-toe 9 --threads 1", "127872"),
        ("gomoku 2", "50400"),
        ("connect-four 1", "7"),
        ("othello 0", "1"),
        ("connect6 3", "46655640"),
        ("pente 3", "46655640"),
        // The first stone goes on the centre.
        ("pente 1 --opening tournament", "1"),
    ] {
        assert_eq!(ok(&format!("perft {args}")).last(), count, "{args}");
    }
    let divided = ok("perft othello 3 --divide");
    assert_eq!(divided.out.lines().collect::<Vec<_>>().len(), 5);
    assert_eq!(divided.last(), "56");
    assert_eq!(ok("perft tic-tac-toe 1 --moves b2a1").last(), "7");
}

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
        for (lang, separator) in [("en", ", "), ("zh", "，"), ("ja", "、")] {
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

#[test]
fn convert_names_what_is_lost_and_writes_whole_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (sgf, psq, moves) = (path("a.sgf"), path("b.psq"), path("c.moves"));
    std::fs::write(&sgf, "(;GM[4]SZ[15]PB[Ann]PW[Bo]C[a fine game];B[hh];W[ig];B[gi]C[here!])").unwrap();
    let run = with_args(&["convert", &sgf, &psq], "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("lost in record 1: ") && run.err.contains("comment"), "{}", run.err);
    assert!(std::fs::read_to_string(&psq).unwrap().starts_with("Piskvorky 15x15"));
    assert_eq!(with_args(&["convert", &psq, &moves], "").code, 0);
    assert_eq!(std::fs::read_to_string(&moves).unwrap().trim(), "h8i9g7");
    // What many records lose is named once.
    std::fs::write(&sgf, "(;GM[4]SZ[15]C[one];B[hh])(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[hh]C[two])").unwrap();
    let run = with_args(&["convert", &sgf, &moves], "");
    let lost: Vec<&str> = run.err.lines().filter(|line| line.contains("comment")).collect();
    assert!(lost.len() == 1 && lost[0].contains("lost in 2 records, first in record 1: "), "{}", run.err);
    // By way of pipes, the formats named.
    let piped = with_input("convert - - --from moves --game gomoku --to sgf", "h8i9g7\n");
    assert!(piped.out.contains(";B[hh]") && piped.out.contains(";W[ig]"), "{}{}", piped.out, piped.err);
}

#[test]
fn many_records_go_into_one_file_or_into_many() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let sgf = path("many.sgf");
    std::fs::write(&sgf, "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[aa])").unwrap();
    let one = with_args(&["convert", &sgf, &path("one.psq")], "");
    assert_eq!(one.code, 3);
    assert!(one.err.contains("--split"), "{}", one.err);
    assert_eq!(with_args(&["convert", &sgf, &path("one.psq"), "--split"], "").code, 0);
    assert!(folder.path().join("one-1.psq").exists() && folder.path().join("one-2.psq").exists());
    assert_eq!(with_args(&["convert", &sgf, &path("two.psq"), "--record", "2"], "").code, 0);
    assert!(std::fs::read_to_string(path("two.psq")).unwrap().contains("\n1,1,"));
}

#[test]
fn a_check_reads_standard_input() {
    let good = with_args(&["replay", "--check", "-", "--game", "gomoku"], "h8i9g7\n");
    assert_eq!((good.out.as_str(), good.code), ("1 game, 3 moves, 0 exceptions\n", 0), "{}", good.err);
    let bad = with_args(&["replay", "--check", "-", "--game", "gomoku"], "h8i9h8\n");
    assert_eq!(bad.code, 1, "{}", bad.out);
}

#[test]
fn check_counts_games_moves_and_exceptions() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("good.sgf", "(;GM[1]SZ[9];B[ee];W[ce](;B[ec])(;B[gc];W[gg]))");
    write("sub/two.sgf", "(;GM[1]SZ[9];B[ee])(;GM[1]SZ[9];B[aa];W[bb])");
    write("notes.md", "# Not a record\n\nJust words.");
    let good = with_args(&["replay", "--check", folder.path().to_str().unwrap()], "");
    assert_eq!((good.code, good.last()), (0, "3 games, 8 moves, 0 exceptions"), "{}", good.err);
    assert!(good.err.contains("skipped 1 file below"), "what was skipped is reported: {}", good.err);

    write("sub/bad.sgf", "(;GM[1]SZ[9];B[ee];W[ee];B[aa])");
    write("sub/broken.sgf", "(;GM[1]SZ[9];B[ee");
    write("wrong.sgf", "(;GM[2]SZ[8]RE[W+64]");
    let bad = with_args(&["replay", "--check", folder.path().to_str().unwrap()], "");
    assert_eq!(bad.code, 1);
    assert!(bad.last().ends_with("3 exceptions"), "{}", bad.out);
    assert!(bad.out.contains("bad.sgf: record 1: after 1 move: move 2 (E5) is illegal"), "{}", bad.out);
    assert!(bad.out.contains("broken.sgf"), "{}", bad.out);
    // The last line is for scripts, whatever the language.
    let zh = with_args(&["--lang", "zh", "replay", "--check", folder.path().to_str().unwrap()], "");
    assert_eq!(zh.last(), bad.last());
    assert!(zh.out.contains("第 2 手（E5）不合规则"), "{}", zh.out);
}

#[test]
fn check_compares_the_result_with_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let check = |result: &str| {
        let file = folder.path().join("g.sgf");
        let text = format!("(;GM[4]SZ[5]RE[{result}];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])");
        std::fs::write(&file, text).unwrap();
        with_args(&["replay", "--check", file.to_str().unwrap()], "")
    };
    // Black's row of five at the top.
    assert_eq!(check("B+").last(), "1 game, 9 moves, 0 exceptions");
    assert_eq!(check("B+R").last(), "1 game, 9 moves, 0 exceptions");
    let wrong = check("W+");
    assert_eq!((wrong.code, wrong.last()), (1, "1 game, 9 moves, 1 exception"));
    assert!(wrong.out.contains("the record says W+, the board says B+"), "{}", wrong.out);
}

#[test]
fn replay_without_a_terminal_prints_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("g.sgf");
    std::fs::write(&file, "(;GM[1]SZ[9]PB[Ann]BR[3d]PW[Bo]RE[B+R];B[ee];W[ce])").unwrap();
    let run = with_args(&["replay", file.to_str().unwrap()], "");
    assert_eq!(run.code, 0, "{}", run.err);
    for words in ["● Ann (3d)", "○ Bo", "B+R", "E5", "C5"] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
}

#[test]
fn solve_proves_small_games() {
    let draw = ok("solve --game tic-tac-toe").out;
    assert!(draw.starts_with("black to move: draw\n"), "{draw}");
    // Two in a row each; whoever is to move wins at once.
    let win = ok("solve a3a1b3b1 --game tic-tac-toe").out;
    assert!(win.starts_with("black to move: win in 1\n") && win.contains("c3"), "{win}");
    let json: serde_json::Value =
        serde_json::from_str(&ok("solve a3a1b3b1 --game tic-tac-toe --json").out).unwrap();
    assert_eq!(json["proven"], true);
    assert_eq!(json["best"], "c3");
    assert_eq!(json["score"]["kind"], "win");
    let zh = ok("--lang zh solve a3a1b3b1 --game tic-tac-toe").out;
    assert!(zh.starts_with("轮到黑方：1 手内胜"), "{zh}");
    let unsure = tengen("solve --game mnk --size 9x9 --k 5 --nodes 100");
    assert_eq!(unsure.code, 1, "{}{}", unsure.out, unsure.err);
    assert!(unsure.out.starts_with("not proven"), "{}", unsure.out);
}

#[test]
fn wins_by_threats_are_proven_and_their_certificates_verified() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("win.proof");
    let path = file.to_str().unwrap();
    let line = "h8a1i8o1j9a15j10o15";
    let found = ok(&format!("solve {line} --game gomoku --kind vct --certificate {path} --json")).out;
    let json: serde_json::Value = serde_json::from_str(&found).unwrap();
    assert_eq!((&json["result"], &json["side"]), (&"win".into(), &"black".into()));
    let plies = json["plies"].as_u64().unwrap();
    let told = ok(&format!("verify {path}")).out;
    assert!(told.contains("proven: black wins in at most"), "{told}");
    let checked: serde_json::Value = serde_json::from_str(&ok(&format!("verify {path} --json")).out).unwrap();
    assert_eq!(checked["accepted"], true);
    assert!(checked["plies"].as_u64().unwrap() <= plies);
    let zh = ok(&format!("--lang zh verify {path}")).out;
    assert!(zh.contains("证明成立：黑方"), "{zh}");
    // A proof that leaves a defence out, and a file that is cut off.
    let text = std::fs::read_to_string(&file).unwrap();
    let last = text.lines().rev().nth(1).unwrap();
    let (short, _) = last.rsplit_once(' ').unwrap();
    std::fs::write(&file, text.replace(last, short)).unwrap();
    let refused = tengen(&format!("verify {path}"));
    assert!(refused.code == 1 && refused.out.contains("has no answer to"), "{}", refused.out);
    std::fs::write(&file, &text[..text.len() - 5]).unwrap();
    fails(&format!("verify {path}"), 3, &["no certificate", "end"], &["不是证明文件", "end"]);
    // No such win, the other side's, and other games.
    let none = tengen(&format!("solve {line} --game gomoku --kind vcf"));
    assert!(none.code == 1 && none.out.starts_with("black to move: no VCF"), "{}", none.out);
    assert_eq!(tengen(&format!("solve {line} --game gomoku --kind vcf --side white")).code, 1);
    fails("solve --game go --kind vct", 2, &["vct", "go"], &["vct", "go"]);
}

/// White's corner stone has one liberty, B9, where it joins B8 if white is to move.
#[test]
fn chains_of_go_are_proven_and_their_certificates_verified() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("corner.proof");
    let path = file.to_str().unwrap();
    let line = "solve A8A9D4B8 --game go --size 9 --kind capture --target";
    let found = ok(&format!("{line} A9 --certificate {path} --tree")).out;
    assert!(found.starts_with("black to move: black captures A9 in at most 1 ply"), "{found}");
    assert!(found.contains("B9"), "{found}");
    let told = ok(&format!("verify {path}")).out;
    assert!(told.contains("proven: black captures A9"), "{told}");
    let zh = ok(&format!("--lang zh verify {path}")).out;
    assert!(zh.contains("证明成立：黑方至多 1 手吃掉 A9"), "{zh}");
    let json: serde_json::Value = serde_json::from_str(&ok(&format!("verify {path} --json")).out).unwrap();
    assert_eq!(
        (&json["accepted"], &json["claim"], &json["side"]),
        (&true.into(), &"capture".into(), &"black".into())
    );
    // White to move joins it to B8.
    let none = tengen(&format!("{line} A9 --every-reply --json --nodes 1000"));
    let json: serde_json::Value = serde_json::from_str(&none.out).unwrap();
    assert!(none.code == 1 && json["result"] != "win", "{}", none.out);
    // A move changed.
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("1 B9", "1 C9")).unwrap();
    let refused = tengen(&format!("verify {path}"));
    assert!(refused.code == 1 && refused.out.contains("does not reach the goal"), "{}", refused.out);
    // Questions that do not fit.
    fails(&format!("{line} C3"), 2, &["C3 has no stone"], &["C3 没有棋子"]);
    fails(&format!("{line} A9,D4"), 2, &["1 stone"], &["1 个棋子"]);
    fails(&format!("{line} Z9"), 2, &["'Z9'"], &["“Z9”"]);
    fails(&format!("{line} A9 --side white"), 2, &["--side"], &["--side"]);
    fails(&format!("{line} A9 --time 5s"), 2, &["--nodes", "--time"], &["--nodes", "--time"]);
    fails("solve A8A9 --game go --size 9 --kind life", 2, &["--target D4"], &["--target D4"]);
    fails("solve h8 --game gomoku --kind capture --target h8", 2, &["Go", "gomoku"], &["围棋", "gomoku"]);
    fails("solve h8 --game gomoku --kind vct --target h8", 2, &["--kind capture"], &["--kind capture"]);
}

#[test]
fn explain_writes_every_language() {
    let line = "explain h8h9i8i9j8 --game gomoku --depth 1";
    let en = ok(line).out;
    assert!(en.contains("black would win, if it were to move, by continuous fours (VCF) in 3 plies"), "{en}");
    let zh = ok(&format!("--lang zh {line}")).out;
    assert!(zh.contains("黑方若轮到先走，可连续冲四取胜（VCF），3 手内胜"), "{zh}");
    let hant = ok(&format!("--lang zh-Hant {line}")).out;
    assert!(hant.contains("黑方若輪到先走，可連續衝四取勝（VCF），3 手內勝"), "{hant}");
    let json: serde_json::Value = serde_json::from_str(&ok(&format!("{line} --json")).out).unwrap();
    assert!(json["items"].as_array().unwrap().iter().any(|item| item["name"] == "vcf"), "{json}");
    let othello = ok("explain f5d6 --game othello --depth 2").out;
    assert!(othello.contains("the best move is"), "{othello}");
}

#[test]
fn analyze_speaks_to_people_and_to_programs() {
    let json = ok("analyze f5d6 --game othello --json --depth 4 --lines 3").out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON and nothing else");
    assert_eq!(json["game"], "othello");
    assert_eq!(json["moves"], serde_json::json!(["f5", "d6"]));
    assert_eq!(json["to_move"], "black");
    assert!(json["best"].is_string() && json["lines"].as_array().is_some_and(|l| !l.is_empty()), "{json}");
    let text = ok("analyze f5d6 --game othello --depth 4").out;
    assert!(text.trim_start().starts_with("1. ") && text.contains("depth 4"), "{text}");
    assert!(ok("--lang zh analyze f5d6 --game othello --depth 4").out.contains("深度 4"));
}

#[test]
fn analyze_gomoku_tells_what_each_rule_did() {
    let json = ok("analyze h8h9i8 --game gomoku --rules renju --explain --json").out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON and nothing else");
    assert_eq!((json["game"].as_str(), json["rule_set"].as_str()), (Some("gomoku"), Some("renju")));
    assert_eq!(json["to_move"], "white");
    assert!(json["best"].is_string(), "{json}");
    assert_eq!(json["rules"][0]["rule"], "occupied", "what each rule did");
    let text = ok("analyze h8h9i8 --game gomoku --explain").out;
    assert!(text.contains("struck out"), "{text}");
}

#[test]
fn a_peer_that_is_not_there_is_skipped_by_name() {
    let table = ok("bench gomoku --quick --depth 1 --rapfi no/such/program").out;
    assert!(
        table.contains("Rapfi, before") && table.contains("skipped: there is no no/such/program"),
        "{table}"
    );
}

#[test]
fn bench_layouts_has_a_column_for_each_layout() {
    let table = ok("bench layouts --quick --depth 1").out;
    for name in ["nested vectors", "2-D array", "flat 1-D", "padded 1-D", "line bits"] {
        assert!(table.contains(name), "{name}: {table}");
    }
    let json = ok("bench layouts --quick --depth 1 --json").out;
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok(), "{json}");
}

#[test]
fn rules_tell_all_or_one() {
    let all = ok("rules").out;
    for word in ["tic-tac-toe", "renju", "othello", "tromp-taylor", "soosorv-8"] {
        assert!(all.contains(word), "{word}");
    }
    let one = ok("rules renju").out;
    assert!(one.contains("double threes") && !one.contains("othello"), "{one}");
    assert!(ok("--lang zh rules renju").out.contains("禁手"));
    assert!(ok("rules japanese").out.contains("Territory"));
}

/// White is to move, and black wins against every reply: by `solve`, and by `prove` with a work file.
#[test]
fn wins_against_every_reply_are_proven_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (proof, work, long) = (path("win.proof"), path("win.work"), path("long.proof"));
    let line = "h8a1i8a3j8a5k8";
    let solve = format!("solve {line} --rules standard --kind vcf --every-reply --certificate {proof}");
    let found = ok(&solve).out;
    assert!(found.starts_with("white to move: black wins in 2 against every reply (VCF)"), "{found}");
    let checked = ok(&format!("verify {proof}")).out;
    assert!(
        checked.contains("white to move") && checked.contains("black wins in at most 2 plies"),
        "{checked}"
    );
    // Black has only a three here if white is to move.
    let none = tengen("solve h8a1i8a3j8 --rules standard --kind vcf --every-reply");
    assert!(none.code == 1 && none.out.contains("no VCF of black against some reply"), "{}", none.out);
    fails(
        &format!("solve {line} --rules standard --kind vcf --every-reply --side black"),
        2,
        &["--every-reply", "--side"],
        &["--every-reply", "--side"],
    );

    let line = "h8i9i7g9j8a1h6";
    let prove = |more: &str| {
        tengen(&format!(
            "prove {line} --rules standard --nodes 20000 --work {work} --certificate {long} {more}"
        ))
    };
    let first = prove("");
    assert_eq!(first.code, 0, "{}{}", first.out, first.err);
    assert!(first.out.starts_with("proven and verified: black wins in at most "), "{}", first.out);
    let checked = ok(&format!("verify {long}")).out;
    assert!(checked.contains("standard 15x15, 4 black and 3 white stones, white to move"), "{checked}");
    // The certificate is binary; as text and back it is the same, and what only records have is refused.
    let (as_text, back) = (path("long.txt"), path("back.proof"));
    assert!(std::fs::read(&long).unwrap().starts_with(b"tengen-proof 2\n"));
    ok(&format!("convert {long} {as_text} --to text"));
    assert!(std::fs::read_to_string(&as_text).unwrap().starts_with("tengen-proof 1\n"));
    assert_eq!(ok(&format!("verify {as_text}")).out, checked);
    ok(&format!("convert {as_text} {back} --to binary"));
    assert_eq!(std::fs::read(&back).unwrap(), std::fs::read(&long).unwrap());
    assert_eq!(ok(&format!("convert {long} - --to text")).out, std::fs::read_to_string(&as_text).unwrap());
    fails(&format!("convert {long} {back}"), 2, &["--to binary"], &["请用", "--to text"]);
    fails(&format!("convert {long} {back} --to sgf"), 2, &["not as sgf"], &["没有 sgf"]);
    fails(
        &format!("convert {long} {back} --to text --split"),
        2,
        &["--split is for records"],
        &["--split 用于棋谱"],
    );
    fails(&format!("convert {long} {long} --to text"), 2, &["overwritten"], &["会被覆盖"]);
    let cut = std::fs::read(&long).unwrap();
    std::fs::write(&back, &cut[..cut.len() / 2]).unwrap();
    fails(&format!("verify {back}"), 3, &["byte ", "it is not complete"], &["个字节", "不完整"]);
    let (text, bytes) = (std::fs::read(&long).unwrap(), std::fs::read(&work).unwrap());
    std::fs::write(&work, &bytes[..bytes.len() * 2 / 3]).unwrap();
    let resumed: serde_json::Value = serde_json::from_str(&prove("--json --hardest 2").out).unwrap();
    assert_eq!(resumed["proven"], true);
    assert_eq!(resumed["hardest"].as_array().map(Vec::len), Some(2));
    assert_eq!(std::fs::read(&long).unwrap(), text, "a resumed proof is the same");
    assert!(
        ok(&format!("--lang zh prove {line} --rules standard --nodes 20000 --work {work}"))
            .out
            .contains("已证明")
    );

    // The skeleton is enough to find everything again.
    let skeleton = path("win.skeleton");
    ok(&format!("prove {line} --rules standard --nodes 20000 --work {work} --skeleton {skeleton}"));
    let again = path("again.proof");
    ok(&format!("prove {line} --rules standard --nodes 20000 --from {skeleton} --certificate {again}"));
    assert_eq!(std::fs::read(&again).unwrap(), text, "the same proof from the skeleton");
    let sample = format!("prove {line} --rules standard --nodes 20000 --from {skeleton} --sample 4 --seed 7");
    let sampled = ok(&sample).out;
    assert!(sampled.ends_with("4 of 4 verified\n") && sampled.lines().count() == 5, "{sampled}");
    let json: serde_json::Value = serde_json::from_str(&ok(&format!("{sample} --json")).out).unwrap();
    assert_eq!((json["verified"].as_u64(), json["sampled"].as_u64()), (Some(4), Some(4)));
    let other = tengen(&format!("prove h8 --rules standard --from {skeleton} --sample 1"));
    assert!(other.code == 1 && other.out.ends_with("0 of 1 verified\n"), "{}{}", other.out, other.err);
    fails(
        &format!("prove {line} --rules standard --from {skeleton} --seed 3"),
        2,
        &["--sample"],
        &["--sample"],
    );
    fails(&format!("prove {line} --rules standard"), 2, &["--work"], &["--work"]);
    let none = format!("prove {line} --rules standard --from {skeleton} --sample 0");
    fails(&none, 2, &["--sample"], &["--sample"]);

    let freestyle = format!("prove h8 --rules freestyle --work {work}");
    fails(&freestyle, 3, &["not about 'tengen-prove 2 freestyle"], &["而非", "freestyle"]);
    fails(&format!("prove h8 --rules standard --from {long}"), 3, &["not about"], &["而非"]);
    fails(&format!("prove h8 --rules standard --from {long}.none"), 3, &["none"], &["none"]);
    fails(&format!("prove --game go --work {work}"), 2, &["renju", "go"], &["连珠", "go"]);
    fails(&format!("prove --rules standard --work {work} --nodes 0"), 2, &["--nodes"], &["--nodes"]);
    fails(&format!("prove --rules standard --work {work} --threads 0"), 2, &["--threads"], &["--threads"]);
}

#[test]
fn completions_name_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = ok(&format!("completions {shell}")).out;
        assert!(script.contains("perft") && script.contains("analyze"), "{shell}");
    }
}

#[test]
fn help_is_there_in_both_languages() {
    for command in [
        "",
        "play",
        "show",
        "replay",
        "convert",
        "analyze",
        "solve",
        "prove",
        "verify",
        "explain",
        "perft",
        "bench",
        "rules",
        "completions",
    ] {
        let en = ok(&format!("{command} --help")).out;
        assert!(en.contains("Usage: tengen"), "{command}: {en}");
        let zh = ok(&format!("--lang zh {command} --help")).out;
        assert!(zh.contains("用法：tengen"), "{command}: {zh}");
    }
    assert!(ok("help perft").out.contains("DEPTH"));
    assert!(ok("--version").out.starts_with("tengen "));
}

#[test]
fn the_language_comes_from_the_locale() {
    let run = common::command()
        .args(["show", "h8", "--game", "gomoku"])
        .env("LANG", "zh_CN.UTF-8")
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&run.stdout).contains("轮到白方"));
}

#[test]
fn wrong_command_lines_end_with_2_and_say_what_is_right() {
    fails("shw", 2, &["shw", "show"], &["shw", "show"]);
    fails("perft othello nine", 2, &["nine"], &["nine"]);
    fails("perft chess 3", 2, &["chess", "gomoku"], &["chess", "gomoku"]);
    fails("perft go 3 --rules mars", 2, &["mars", "chinese"], &["mars", "chinese"]);
    fails("perft othello 3 --size 5", 2, &["5x5"], &["5x5"]);
    fails("perft othello 3 --size 99", 2, &["99"], &["99"]);
    fails("perft othello 3 --k 4", 2, &["--k"], &["--k"]);
    fails("perft mnk 3 --k 99", 2, &["99"], &["99"]);
    fails("show h8", 2, &["--game"], &["--game"]);
    fails("show h8 --game gomoku --move 7", 2, &["7"], &["7"]);
    fails("show h8 --game gomoku --numbers=some", 2, &["some"], &["some"]);
    fails("show h8 --game gomoku --format png --width 999999", 2, &["999999"], &["999999"]);
    fails("convert a.sgf b.docx", 2, &["b.docx", "sgf"], &["b.docx", "sgf"]);
    fails("play", 2, &["tengen play gomoku"], &["tengen play gomoku"]);
    fails("play gomoku --time soon", 2, &["soon", "10m"], &["soon", "10m"]);
    fails("play othello --level 99", 2, &["99"], &["99"]);
    fails("play othello --white deep-thought:1", 2, &["deep-thought"], &["deep-thought"]);
    fails("analyze --game othello --engine deep-thought", 2, &["deep-thought"], &["deep-thought"]);
    fails("rules chess", 2, &["chess"], &["chess"]);
    fails("bench rules --rapfi x", 2, &["--rapfi", "bench gomoku"], &["--rapfi", "bench gomoku"]);
    fails("bench sorting", 2, &["sorting", "layouts"], &["sorting", "layouts"]);
    fails("show --lenient h8 --game gomoku --opening castling", 2, &["castling"], &["castling"]);
    fails("perft gomoku 2 --komi 3", 2, &["--komi"], &["--komi"]);
    fails("perft othello 2 --opening rif", 2, &["--opening"], &["--opening"]);
    fails("perft pente 2 --opening rif", 2, &["rif", "tournament"], &["rif", "tournament"]);
}

#[test]
fn wrong_input_ends_with_3_and_says_where() {
    fails("show h8i9h8 --game gomoku", 3, &["move 3 (h8)", "black stone"], &["第 3 手（h8）", "黑方"]);
    fails("show h8z99 --game gomoku", 3, &["column 3", "z99", "^"], &["第 3 列", "z99", "^"]);
    fails(
        "show no/such/file.sgf",
        3,
        &["no/such/file.sgf", "no folder no/such"],
        &["no/such/file.sgf", "没有文件夹 no/such"],
    );
    fails("show no-such-file.sgf", 3, &["no-such-file.sgf"], &["no-such-file.sgf"]);
    fails("replay no-such-file.sgf", 3, &["no-such-file.sgf"], &["no-such-file.sgf"]);
    fails("convert no-such-file.sgf out.psq", 3, &["no-such-file.sgf"], &["no-such-file.sgf"]);
    fails("perft othello 3 --moves a1", 3, &["a1"], &["a1"]);
    fails("analyze a3a1b3b1c3 --game tic-tac-toe", 3, &["over"], &["结束"]);
    let sgf = with_input("show -", "(;GM[1]SZ[9];B[ee");
    assert_eq!(sgf.code, 3, "{}", sgf.err);
    assert!(sgf.err.contains("line 1, column"), "{}", sgf.err);
    let lenient = with_input("show - --lenient", "(;GM[1]SZ[9];B[ee];W[ee])");
    assert_eq!(lenient.code, 0, "{}", lenient.err);
    assert!(lenient.err.contains("warning: ") && lenient.out.contains("move 1, last E5"), "{}", lenient.err);
    let binary = with_args(&["show", "-", "--game", "go"], "\u{0}\u{1}\u{2}\u{fffd}");
    assert_eq!(binary.code, 3, "{}", binary.err);
}

#[test]
fn output_that_cannot_be_written_ends_with_4() {
    fails("show h8 --game gomoku -o /no/such/folder/board.svg", 4, &["board.svg"], &["board.svg"]);
}

#[test]
fn every_game_of_the_table_is_a_word_of_the_command() {
    for word in tengen_games::GameInfo::words() {
        let spec = tengen_games::GameSpec::named(word, None, None).unwrap();
        let count = ok(&format!("perft {word} 1"));
        assert!(count.last().parse::<u64>().is_ok_and(|n| n > 0), "{word}: {}", count.out);
        let shown = ok(&format!("show --game {word}"));
        assert!(shown.out.contains("to move"), "{word}: {}", shown.out);
        let found = ok(&format!("analyze --game {word} --engine general --level 1 --nodes 50"));
        assert!(found.out.contains("1."), "{word}: {}", found.out);
        let rules = ok(&format!("rules {}", spec.kind()));
        assert!(rules.out.contains(spec.kind().name()), "{word}: {}", rules.out);
    }
}
