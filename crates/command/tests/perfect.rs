//! The level that plays Black's proven win, wherever a level is taken.

mod common;
use common::{fails, ok, with_input};

#[test]
fn protocols_play_the_proven_win_by_its_level() {
    // After h8 n1 the strategy plays g9, whatever the manager says of the rules after that.
    let board = "START 15\nINFO timeout_turn 300\nBOARD\n7,7,1\n13,14,2\nDONE\n";
    let run = with_input("engine gomocup --level perfect", board);
    assert_eq!(run.last(), "6,6", "{}", run.out);
    let freestyle = with_input("engine gomocup --level perfect", &format!("{board}INFO rule 0\nTURN 0,0\n"));
    assert!(freestyle.out.contains("6,6") && freestyle.last() != "6,6", "{}", freestyle.out);
    assert!(!freestyle.out.contains("ERROR"), "{}", freestyle.out);
    let moves = "play b h8\nplay w n1\ngenmove b\n";
    let run = with_input("engine gtp --level perfect", moves);
    assert!(run.out.contains("= G9"), "{}", run.out);
    let analyze = r#"{"id":2,"do":"analyze","game":"gomoku","rules":"RULES","moves":["h8","n1"],"limits":{"nodes":500}}"#;
    let of = |rules: &str| analyze.replace("RULES", rules);
    for (args, first) in [
        ("engine json --level perfect", r#"{"id":1,"do":"about"}"#),
        ("engine json", r#"{"id":1,"do":"configure","level":"perfect"}"#),
    ] {
        let run = with_input(args, &format!("{first}\n{}\n", of("standard")));
        assert!(run.out.contains(r#""best":"g9""#) && run.out.contains(r#""kind":"win""#), "{}", run.out);
    }
    // The refusal names the game that the level plays.
    let configure = r#"{"id":1,"do":"configure","level":"perfect"}"#;
    let run = with_input("engine json", &format!("{configure}\n{}\n", of("renju")));
    assert!(run.out.contains("it plays gomoku standard on 15x15"), "{}", run.out);
    let run = with_input("engine json", "{\"id\":1,\"do\":\"configure\",\"level\":\"best\"}\n");
    assert!(run.out.contains("perfect"), "{}", run.out);
}

#[test]
fn commands_take_the_level_and_refuse_what_it_is_not_for() {
    let run = ok("analyze h8n1 --game gomoku --rules standard --level perfect --nodes 500");
    assert!(run.out.contains("g9") && run.out.contains("win"), "{}", run.out);
    ok("analyze h8n1 --game gomoku --rules standard --engine perfect --nodes 500");
    let only = ["it plays gomoku standard on 15x15"];
    let only_zh = ["只下 15x15 的五子棋，规则 standard"];
    fails("analyze h8n1 --game gomoku --level perfect --nodes 500", 2, &only, &only_zh);
    fails("engine gtp --game gomoku --rules renju --level perfect", 2, &only, &only_zh);
    fails("play gomoku --rules freestyle --level perfect", 2, &only, &only_zh);
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
