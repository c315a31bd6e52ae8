//! The level that plays Black's proven win, wherever a level is taken.

mod common;
use common::{fails, ok, with_input};

#[test]
fn protocols_play_the_proven_win_by_its_level() {
    // h8 h7 is answered by i7 in freestyle, by i9 by the standard rules. A symmetry of the board keeps h8 and h7.
    let (free, exact) = (["8,8", "6,8"], ["8,6", "6,6"]);
    let board = "START 15\nINFO timeout_turn 300\nBOARD\n7,7,1\n7,8,2\nDONE\n";
    for (rule, answers) in [("", free), ("INFO rule 0\n", free), ("INFO rule 1\n", exact)] {
        let run = with_input("engine gomocup --level perfect", &format!("{rule}{board}"));
        assert!(answers.contains(&run.last()), "{rule}{}", run.out);
        // It says in how many plies it wins at most: the bound of the whole strategy less the two played.
        let bound = if rule.contains("rule 1") { "Eval +M79 " } else { "Eval +M71 " };
        assert!(run.out.contains(bound), "{rule}{}", run.out);
    }
    // Other rules are played as well as possible.
    let renju = with_input("engine gomocup --level perfect", &format!("INFO rule 4\n{board}"));
    assert!(renju.last().contains(',') && !renju.out.contains("ERROR"), "{}", renju.out);
    let moves = "play b h8\nplay w h7\ngenmove b\n";
    // GTP has no column I: J7 is i7.
    for (rules, answers) in [
        ("", ["= J7", "= G7"]),
        (" --game gomoku --rules freestyle", ["= J7", "= G7"]),
        (" --game gomoku --rules standard", ["= J9", "= G9"]),
    ] {
        let run = with_input(&format!("engine gtp --level perfect{rules}"), moves);
        assert!(answers.iter().any(|answer| run.out.contains(answer)), "{rules}: {}", run.out);
    }
    let analyze = r#"{"id":2,"do":"analyze","game":"gomoku","rules":"RULES","moves":["h8","n1"],"limits":{"nodes":500}}"#;
    let of = |rules: &str| analyze.replace("RULES", rules);
    for (args, first) in [
        ("engine json --level perfect", r#"{"id":1,"do":"about"}"#),
        ("engine json", r#"{"id":1,"do":"configure","level":"perfect"}"#),
    ] {
        for rules in ["freestyle", "standard"] {
            let run = with_input(args, &format!("{first}\n{}\n", of(rules)));
            assert!(run.out.contains(r#""best":"g9""#) && run.out.contains(r#""kind":"win""#), "{}", run.out);
        }
    }
    // The refusal names the games that the level plays.
    let configure = r#"{"id":1,"do":"configure","level":"perfect"}"#;
    let run = with_input("engine json", &format!("{configure}\n{}\n", of("renju")));
    let both = "it plays gomoku freestyle on 15x15 or gomoku standard on 15x15 or gomoku freestyle on 13x13";
    assert!(run.out.contains(both), "{}", run.out);
    let run = with_input("engine json", "{\"id\":1,\"do\":\"configure\",\"level\":\"best\"}\n");
    assert!(run.out.contains("perfect"), "{}", run.out);
}

#[test]
fn commands_take_the_level_and_refuse_what_it_is_not_for() {
    for rules in ["", "--rules freestyle", "--rules standard"] {
        let run = ok(&format!("analyze h8n1 --game gomoku {rules} --level perfect --nodes 500"));
        assert!(run.out.contains("g9") && run.out.contains("win"), "{}", run.out);
    }
    ok("analyze h8n1 --game gomoku --rules standard --engine perfect --nodes 500");
    let found = ok("analyze g7m1 --game gomoku --size 13 --level perfect --nodes 500");
    assert!(found.out.contains("f8") && found.out.contains("win"), "{}", found.out);
    let only =
        ["it plays gomoku freestyle on 15x15 or gomoku standard on 15x15 or gomoku freestyle on 13x13"];
    let only_zh =
        ["只下无禁手五子棋（长连算赢）15x15 或标准五子棋（长连不算）15x15 或无禁手五子棋（长连算赢）13x13"];
    fails("analyze h8n1 --game gomoku --rules caro --level perfect --nodes 500", 2, &only, &only_zh);
    fails("engine gtp --game gomoku --rules renju --level perfect", 2, &only, &only_zh);
    fails("play gomoku --size 19 --level perfect", 2, &only, &only_zh);
    fails("play gomoku --rules standard --opening swap2 --level perfect", 2, &only, &only_zh);
    fails("engine gtp --game go --level perfect", 2, &["no engine 'perfect' for go"], &["perfect"]);
    fails("engine nboard --level perfect", 2, &["no engine 'perfect'"], &["perfect"]);
    let words = ["'best' is no level", "from 1, or perfect"];
    let words_zh = ["“best”不是等级", "perfect"];
    fails("analyze h8 --game gomoku --level best", 2, &words, &words_zh);
    fails("play gomoku --level best", 2, &words, &words_zh);
    fails("engine gomocup --level best", 2, &words, &words_zh);
    fails(
        "analyze h8 --game gomoku --engine threats --level perfect",
        2,
        &["--engine threats"],
        &["--engine threats"],
    );
}

/// The person has white: the proven win is Black's.
#[test]
fn a_person_plays_white_against_it() {
    let run = with_input("play gomoku --level perfect --time 4s --plain", "n1\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("perfect") && run.out.contains("2. white n1"), "{}{}", run.out, run.err);
}
