//! Options that would change nothing are refused, and help that a command cannot take is not given.

mod common;
use common::{fails, ok, tengen, with_args, with_input};

#[test]
fn options_that_would_do_nothing_are_refused() {
    for protocol in ["gtp", "gomocup", "json"] {
        fails(
            &format!("engine {protocol} --book x"),
            2,
            &["--book is for nboard"],
            &["--book 只用于 nboard"],
        );
    }
    for protocol in ["nboard", "json"] {
        fails(&format!("engine {protocol} --ponder"), 2, &["--ponder is for gomocup and gtp"], &["--ponder"]);
    }
    let limited = ["has no use for the opponent's time"];
    fails("play othello --level 3 --ponder", 2, &limited, &["用不上对手的时间"]);
    fails("play gomoku --engine rule-filter --ponder", 2, &limited, &["用不上对手的时间"]);
    fails("play othello --two --ponder", 2, &["a person and an engine"], &["人与引擎"]);
    fails("play othello --black 10 --white 10 --ponder", 2, &["a person and an engine"], &["人与引擎"]);
    let game = "match --game othello --move-time 10ms --ponder --a tengen --b";
    fails(&format!("{game} tengen:level=3"), 2, &limited, &["用不上对手的时间"]);
    let nodes = "match --game othello --nodes 10 --ponder --a tengen --b tengen";
    fails(nodes, 2, &["pondering needs a limit of time"], &["后台思考需要时间限制"]);
    for (protocol, word) in [("gtp", "GTP"), ("nboard", "NBoard")] {
        let player = format!("cmd=x protocol={protocol}");
        let words = [
            "match",
            "--game",
            "othello",
            "--move-time",
            "10ms",
            "--ponder",
            "--a",
            "tengen",
            "--b",
            &player,
        ];
        let run = with_args(&words, "");
        assert!(
            run.code == 2 && run.err.contains(&format!("x cannot be told to ponder: {word}")),
            "{}",
            run.err
        );
        assert_eq!(run.err.contains("its own switch in cmd"), protocol == "gtp", "{}", run.err);
    }
    for what in ["rules", "go", "mnk", "othello", "signatures", "library x", "protocol"] {
        fails(&format!("bench {what} --depth 3"), 2, &["--depth goes with 'bench layouts'"], &["--depth"]);
    }
    fails("bench gomoku --depth 3,4", 2, &["'bench gomoku' takes one depth, not 2"], &["2 个"]);
    for option in ["--width 500", "--theme print"] {
        let word = option.split(' ').next().unwrap();
        fails(&format!("show h8 --game gomoku {option}"), 2, &[word, "with a picture only"], &[word, "图片"]);
        ok(&format!("show h8 --game gomoku --format svg {option}"));
    }
    fails("show h8 --game gomoku --format svg --ascii", 2, &["--ascii goes with text only"], &["--ascii"]);
    fails("show h8 --game gomoku --format svg --width 0", 2, &["whole number from 1"], &["不小于 1 的整数"]);
    for option in ["--depth 3", "--threads 2", "--seed 5"] {
        let word = option.split(' ').next().unwrap();
        fails(
            &format!("solve h8 --game gomoku --kind vct {option}"),
            2,
            &[word, "--nodes and --time"],
            &[word],
        );
    }
    fails("convert h8i9 - --game gomoku --to sgf --year 5", 2, &["--year goes with", "WTHOR"], &["--year"]);
}

#[test]
fn a_list_of_reasons_is_for_engines_that_strike_out() {
    ok("analyze h8 --game gomoku --explain --nodes 10");
    fails(
        "analyze --game othello --explain",
        2,
        &["no engine of othello", "tengen explain"],
        &["黑白棋没有", "tengen explain"],
    );
    fails(
        "analyze h8 --game gomoku --explain --engine threats",
        2,
        &["rule-filter", "threats"],
        &["threats"],
    );
    fails("analyze h8 --game gomoku --explain --level perfect", 2, &["rule-filter", "perfect"], &["perfect"]);
    // In Chinese the rules are described, as their names are English words.
    let zh = ok("--lang zh analyze h8i9 --game gomoku --explain --nodes 10").out;
    assert!(zh.contains("有子的点不能下：剔除 2") && !zh.contains("occupied"), "{zh}");
}

/// Black's proven win is no strategy of White, and it does not reach every position.
#[test]
fn an_ordinary_search_of_perfect_is_called_one() {
    let note = |moves: &str| {
        let run = ok(&format!("analyze {moves} --game gomoku --level perfect --nodes 200"));
        run.err
    };
    let known = note("h8");
    assert!(
        known.contains("perfect plays black") && known.contains("black wins whatever white plays"),
        "{known}"
    );
    let white = note("a1");
    assert!(white.contains("ordinary search") && !white.contains("wins"), "{white}");
    let off = note("a1i9");
    assert!(off.contains("does not reach this position"), "{off}");
    assert_eq!(note("h8n1"), "");
    fails(
        "play gomoku --black human --level perfect",
        2,
        &["perfect plays black", "leave out --black"],
        &["perfect 执黑", "--black"],
    );
}

#[test]
fn help_that_leads_nowhere_is_not_given() {
    for protocol in ["gomocup", "json", "nboard"] {
        let run = tengen(&format!("engine {protocol} --komi 3"));
        assert!(run.code == 2 && run.err.contains("are for gtp"), "{}", run.err);
        assert!(!run.err.contains("add --game"), "{}", run.err);
    }
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.sgf");
    std::fs::write(&bad, "(;GM[4]SZ[15];B[hh];W[hh];B[zz])").unwrap();
    for run in
        [tengen("perft gomoku 2 --moves h8zz"), with_args(&["play", "--load", bad.to_str().unwrap()], "")]
    {
        assert!(run.code == 3 && !run.err.contains("--lenient"), "{}", run.err);
    }
    let empty = folder.path().join("empty.sgf");
    std::fs::write(&empty, " \n").unwrap();
    let run = with_args(&["verify", empty.to_str().unwrap()], "");
    assert!(run.code == 3 && run.err.contains("--certificate FILE"), "{}", run.err);
    let run = with_input("show -", " ");
    assert!(run.code == 3 && run.err.contains("a game record"), "{}", run.err);
    let games = "match --game gomoku --a tengen --b tengen --depth 1 --games 0";
    fails(games, 2, &["2 games or more"], &["至少 2 局"]);
}

/// A minus sign makes a value look like an option, and no value may be negative there.
#[test]
fn negative_values_are_called_negative() {
    for (args, value) in [
        ("analyze --game gomoku --time -5s", "-5s"),
        ("analyze --game gomoku --seed -1", "-1"),
        ("perft othello -1", "-1"),
    ] {
        fails(args, 2, &[&format!("'{value}' is negative")], &[&format!("“{value}”为负")]);
        assert!(!tengen(args).err.contains("'-- "), "{args}");
    }
    ok("show --game go --size 9 --komi -3.5");
}

#[test]
fn numbers_are_asked_for_in_plain_words() {
    fails("show --game go --komi x", 2, &["a number such as 6.5"], &["数字，例如 6.5"]);
    fails("show --game go --komi NaN", 2, &["a number such as 6.5"], &["数字，例如 6.5"]);
    fails("perft othello nine", 2, &["a whole number from 0"], &["不小于 0 的整数"]);
    fails("perft othello 99999999999", 2, &["0 to 4294967295"], &["0 至 4294967295"]);
    fails("library list --limit 0", 2, &["a whole number from 1 to 1000"], &["1 至 1000 的整数"]);
    let ja = tengen("--lang ja analyze --game gomoku --nodes 0").err;
    assert!(ja.contains("1以上の整数"), "{ja}");
    let hant = tengen("--lang zh-Hant analyze --game gomoku --nodes x").err;
    assert!(hant.contains("應為不小於 1 的整數"), "{hant}");
}

#[test]
fn commands_that_exist_are_named_beside_an_unknown_one() {
    fails("engines show", 2, &["'show'", "list, add, remove, test"], &["show", "list、add、remove、test"]);
    fails("libary", 2, &["similar", "'library'"], &["是否想写“library”？"]);
    let far = tengen("--lang zh foo").err;
    assert!(!far.contains("是否想写") && far.contains("play"), "{far}");
    assert!(!tengen("foo").err.contains("similar"));
}
