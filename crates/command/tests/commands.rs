//! Every command as a script uses it: what it writes, and how it ends.

mod common;
use common::{fails, ok, with_args, with_input};

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
