//! Limits are obeyed or refused, and what would never end ends or says so.

mod common;
use common::{fails, ok, tengen, with_input};

#[test]
fn a_depth_alone_ends_every_analysis() {
    for game in ["go --size 9", "atari-go", "pente", "connect6", "othello", "tic-tac-toe"] {
        let run = ok(&format!("analyze --game {game} --depth 1"));
        assert!(run.out.contains("1. "), "{game}: {}", run.out);
    }
    let shallow = ok("analyze d4 --game go --size 9 --depth 2 --json").out;
    let shallow: serde_json::Value = serde_json::from_str(&shallow).unwrap();
    assert!(shallow["depth"].as_u64().is_some_and(|depth| depth <= 2), "{shallow}");
    let request = r#"{"id":1,"do":"analyze","game":"go","size":"9","limits":{"depth":1}}"#;
    let answer = with_input("engine json", &format!("{request}\n"));
    assert!(answer.out.contains("\"analysis\""), "{}", answer.out);
}

#[test]
fn json_limits_that_nobody_knows_are_refused() {
    let request = r#"{"id":1,"do":"analyze","game":"gomoku","limits":{"time":1}}"#;
    let answer = with_input("engine json", &format!("{request}\n"));
    assert!(answer.out.contains("limits.time") && answer.out.contains("time_ms"), "{}", answer.out);
}

/// Nothing can be found without time, nodes or depth.
#[test]
fn limits_of_zero_are_refused() {
    for args in [
        "analyze --game gomoku --nodes 0",
        "solve --game othello --depth 0",
        "match --game mnk --a mnk --b mnk --nodes 0",
    ] {
        let option = args.split(' ').rev().nth(1).unwrap();
        fails(args, 2, &[option, "a whole number from 1"], &[option, "“0”"]);
    }
    fails("analyze --game gomoku --time 0s", 2, &["'0s' is no time"], &["0s"]);
    for limit in ["time_ms", "nodes", "depth"] {
        let request = format!(r#"{{"id":1,"do":"analyze","game":"gomoku","limits":{{"{limit}":0}}}}"#);
        let answer = with_input("engine json", &format!("{request}\n")).out;
        assert!(answer.contains("bad-field") && answer.contains(&format!("limits.{limit}")), "{answer}");
    }
}

/// White's stone at e5 has one liberty left, e6.
#[test]
fn atari_go_is_solved_by_an_engine_that_proves() {
    let win = ok("solve E4E5D5A1F5A2 --game atari-go --depth 3").out;
    assert!(win.starts_with("black to move: win in 1"), "{win}");
    fails("solve --game go --engine go --time 1s", 2, &["go", "general"], &["go", "general"]);
}

/// Problems 1 and 2 of the FFO.
const ENDINGS: &str = "\
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;
-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; B2:+0; A3:-6; G7:-8; A7:-12; H7:-14; B7:-14; H2:-24;
";

#[test]
fn a_suite_of_endings_needs_no_limit() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("endings.obf");
    std::fs::write(&file, ENDINGS).unwrap();
    let suite = format!("suite {}", file.display());
    let run = ok(&suite);
    assert!(run.err.contains("each ending of Othello is solved exactly"), "{}", run.err);
    let wanted = "endings.obf: 2 of 2 solved; best moves 100.0 %, mean loss 0.00 discs; mean error of the score \
                  0.00 discs; ";
    assert!(run.last().starts_with(wanted), "{}", run.out);
    // An engine that knows no Othello searches no position to its end. A weak level bounds itself, as in a match.
    let general = format!("{suite} --engine general");
    fails(&general, 2, &["without a limit", "--nodes"], &["没有限制", "--nodes"]);
    let weak = tengen(&format!("{suite} --level 3"));
    assert!(weak.last().contains("of 2 solved") && !weak.err.contains("exactly"), "{}{}", weak.out, weak.err);
    fails(&format!("{suite} --level 30"), 2, &["1 to 10", "not 30"], &["1 至 10", "30"]);
    // With a limit the same words say how good the answers are.
    let shallow = tengen(&format!("{suite} --depth 1"));
    assert!(shallow.last().contains("mean loss") && !shallow.err.contains("exactly"), "{}", shallow.out);
    let start = "---------------------------OX------XO---------------------------";
    std::fs::write(&file, format!("{ENDINGS}{start} X; d3:+0;\n")).unwrap();
    fails(&suite, 2, &["line 3", "60 squares are empty", "at most 36"], &["第 3 行", "60 个空格"]);
}

#[test]
fn solving_without_a_limit_ends_where_no_proof_need_come() {
    let run = tengen("solve --game go --size 9");
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    assert!(run.out.starts_with("not proven") && run.err.contains("--time"), "{}{}", run.out, run.err);
}

/// On 2×2 the search of Go ends by itself, without a proof: no limit was in its way.
#[test]
fn a_search_that_ends_without_a_proof_blames_no_limit() {
    let run = tengen("solve --game go --size 2");
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{}", run.out);
    assert!(run.out.starts_with("not proven: the search came to its end without a proof"), "{}", run.out);
    let cut = tengen("solve --game go --size 2 --nodes 500").out;
    assert!(cut.starts_with("not proven within the limits"), "{cut}");
}

#[test]
fn certificates_are_refused_where_there_are_none() {
    for option in ["--certificate x.proof", "--tree", "--side black", "--every-reply"] {
        let word = option.split(' ').next().unwrap();
        fails(&format!("solve --game pente {option}"), 2, &[word, "renju", "with pente"], &[word, "连珠"]);
        fails(&format!("solve --game go {option}"), 2, &[word, "--kind life"], &[word, "--kind life"]);
        fails(&format!("solve h8 --game renju {option}"), 2, &[word, "--kind vct"], &[word, "--kind vct"]);
    }
}

/// Half of all programs count milliseconds, the other half seconds.
#[test]
fn a_time_without_a_unit_is_refused() {
    for run in [
        "analyze --game gomoku --time 200",
        "match --game gomoku --a tengen --b tengen --move-time 200",
        "match --game gomoku --a tengen --b tengen --game-time 1m+200",
        "play gomoku --two --time 5m+200",
    ] {
        fails(run, 2, &["200ms or 200s"], &["200ms", "200s"]);
    }
}

#[test]
fn misspelt_names_are_answered_with_the_one_meant() {
    fails("show --game gomuko", 2, &["'gomuko'", "did you mean gomoku?"], &["是否想写 gomoku？"]);
    fails("show --game gomoku --rules rennju", 2, &["did you mean renju?"], &["是否想写 renju？"]);
}

/// A rule set alone names its game.
#[test]
fn every_rule_set_finds_its_game() {
    for info in tengen_games::GameInfo::ALL {
        for set in info.rule_sets {
            let alone = ok(&format!("show --rules {}", set.id)).out;
            assert_eq!(alone, ok(&format!("show --game {} --rules {}", info.id, set.id)).out, "{}", set.id);
        }
    }
}

#[test]
fn settings_of_a_game_are_refused_with_what_would_be_right() {
    fails("show --game go --size 9 --handicap 12", 2, &["12", "9x9", "2 to 9"], &["12", "2 至 9"]);
    fails("show --game go --komi 99999", 2, &["-1000 to 1000"], &["-1000 至 1000"]);
    fails("show --rules freestyle --opening rif", 2, &["rif", "renju"], &["rif", "连珠"]);
    let sprt = "match --game gomoku --a tengen --b tengen --depth 1 --sprt";
    fails(&format!("{sprt} 5,0"), 2, &["smaller", "0,10"], &["较小", "0,10"]);
    fails("match --game go --a tengen:lvel=3 --b tengen", 2, &["lvel", "level"], &["lvel", "level"]);
    fails("match --game go --a tengen:level=99 --b tengen", 2, &["1 to 9", "99"], &["1 至 9", "99"]);
    fails("match --game go --a tengen:level=0 --b tengen", 2, &["1 to 9", "not 0"], &["1 至 9", "0"]);
    fails("match --game go --a tengen:threads=0 --b tengen", 2, &["from 1 to 256"], &["threads", "0"]);
}

#[test]
fn numbers_out_of_range_are_refused() {
    fails("match --game gomoku --a tengen --b tengen --depth 1 --games 1", 2, &["even", "2"], &["偶数", "2"]);
    let sprt = "match --game gomoku --a tengen --b tengen --depth 1 --sprt 0,10 --error 7";
    fails(sprt, 2, &["7", "0.05"], &["7", "0.05"]);
    fails("library list --since abc", 2, &["abc", "1999-05-30"], &["abc", "1999-05-30"]);
    fails("library list --until 2001-13", 2, &["2001-13"], &["2001-13"]);
    for protocol in ["gomocup", "gtp", "nboard", "json"] {
        fails(&format!("engine {protocol} --level 200"), 2, &["200"], &["200"]);
    }
    fails("analyze --game gomoku --nodes 5 --threads 10000", 2, &["10000", "256"], &["10000", "256"]);
    fails("engine gtp --threads 10000", 2, &["10000", "256"], &["10000", "256"]);
    fails("match --game go --threads 10000 --a tengen --b tengen", 2, &["10000", "256"], &["10000", "256"]);
    let few = ok("analyze --game gomoku --nodes 5 --threads 200 --json").out;
    let few: serde_json::Value = serde_json::from_str(&few).unwrap();
    assert!(few["nodes"].as_u64().is_some_and(|nodes| nodes < 10_000), "{few}");
}

#[test]
fn what_no_command_knows_is_refused() {
    fails(
        "analyze h8 --game gomoku --lines 0",
        2,
        &["--lines", "a whole number from 1"],
        &["--lines", "“0”"],
    );
    let answer = with_input(
        "engine gtp",
        "time_settings -1 0 0\ntime_settings 10 0 0\nkgs-time_settings absolute -5\n",
    )
    .out;
    let answers: Vec<&str> = answer.split("\n\n").collect();
    assert_eq!(answers[..2], ["? time is a number of seconds from 0, not -1", "="], "{answer}");
    assert!(answers[2].contains("not -5"), "{answer}");
    let answer = with_input("engine json", "{\"id\":1,\"do\":\"configure\",\"level\":99}\nnonsense\n").out;
    assert!(answer.contains("levels are 1 to 1") && !answer.contains("done"), "{answer}");
    assert!(answer.contains("one JSON object on one line") && !answer.contains("at line 1"), "{answer}");
    let answer = with_input("engine gomocup", "START 100\nSTART 4\nEND\n").out;
    assert_eq!(answer.matches("each side of the board is 5 to 22").count(), 2, "{answer}");
    fails(
        "match --game gomoku --a foo --b tengen --nodes 9",
        2,
        &["'foo'", "tengen is the game's own"],
        &["tengen"],
    );
}

/// Commands before `quit` are answered as if it were not there.
#[test]
fn a_finished_game_is_counted_in_full_before_the_engine_quits() {
    let moves = ["b B3", "w E5", "b C3", "w C5", "b D3", "w D5"].map(|mv| format!("play {mv}\n")).concat();
    let ask = "final_score\nfinal_status_list dead\n";
    let answer = |end: &str| {
        let input = format!("boardsize 5\nkomi 0.5\n{moves}{ask}{end}");
        with_input("engine gtp --game go --rules japanese", &input).out
    };
    let alone = answer("");
    assert!(alone.contains("= B+24.5") && alone.contains("= C5 D5 E5"), "{alone}");
    for end in ["quit\n", "name\nquit\n", "stop\nquit\n"] {
        assert!(answer(end).starts_with(alone.trim_end()), "{end}: {}", answer(end));
    }
}

/// Only GTP's engine takes its game from the command line.
#[test]
fn a_game_that_a_protocol_would_ignore_is_refused() {
    for ignored in
        ["gomocup --game othello", "gomocup --rules renju", "nboard --game go", "json --game gomoku"]
    {
        fails(&format!("engine {ignored}"), 2, &["are for gtp"], &["用于 gtp"]);
    }
    for heeded in ["gomocup --game gomoku", "nboard --game othello"] {
        assert_eq!(tengen(&format!("engine {heeded}")).code, 0, "{heeded}");
    }
}
