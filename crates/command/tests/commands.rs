//! What every command has in common: help, languages, wrong input and exit codes.

mod common;
use common::{fails, ok, with_args, with_input};

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
    // The help has as many examples in every language.
    for lang in ["zh", "zh-Hant", "ja"] {
        let help = ok(&format!("--lang {lang} --help")).out;
        let examples = |text: &str| text.lines().filter(|line| line.starts_with("  tengen")).count();
        assert_eq!(examples(&help), examples(&ok("--help").out), "{help}");
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
    fails("show h8i9h8 --game gomoku", 3, &["move 3 (h8)", "occupied by black"], &["第 3 手（h8）", "黑方"]);
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
