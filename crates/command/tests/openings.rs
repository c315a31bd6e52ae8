//! The openings of Othello by their names, in every command that shows a game.

mod common;
use common::{ok, with_args, with_input};
use serde_json::Value;

/// The Tiger, and a move that leads to no position with a name.
const TIGER: &str = "f5d6c3d3c4f4";

#[test]
fn show_replay_and_explain_name_the_opening_in_every_language() {
    for (language, words) in
        [("en", "opening: Tiger"), ("zh", "开局：虎"), ("zh-Hant", "開局：虎"), ("ja", "定石：虎")]
    {
        let shown = ok(&format!("--lang {language} show {TIGER} --game othello")).out;
        assert!(shown.lines().last().unwrap().contains(words), "{shown}");
        let explained = ok(&format!("--lang {language} explain {TIGER} --game othello --depth 1")).out;
        assert_eq!(explained.lines().next(), Some(words), "{explained}");
        let replayed = with_input(&format!("--lang {language} replay - --game othello"), TIGER);
        assert!(replayed.out.lines().any(|line| line == words), "{}{}", replayed.out, replayed.err);
        let reviewed = ok(&format!("--lang {language} review {TIGER} --game othello --depth 1")).out;
        assert!(reviewed.lines().take(5).any(|line| line == words), "{reviewed}");
        let page =
            ok(&format!("--lang {language} review {TIGER} --game othello --depth 1 --format html")).out;
        assert!(page.contains(words), "{language}");
    }
}

#[test]
fn json_has_the_name_in_every_language() {
    let json = |args: &str| -> Value { serde_json::from_str(&ok(args).out).unwrap() };
    for command in ["explain", "analyze", "review"] {
        let known = json(&format!("{command} {TIGER} --game othello --depth 1 --json"));
        assert_eq!(known["opening"]["en"], "Tiger", "{command}");
        assert_eq!(known["opening"]["zh-Hant"], "虎", "{command}");
        let unknown = json(&format!("{command} f5 --game othello --depth 1 --json"));
        assert_eq!(unknown["opening"], Value::Null, "{command}");
    }
}

/// Other games keep what they were: a name that only another game has is none.
#[test]
fn other_games_and_first_moves_have_no_name() {
    for source in ["f5 --game othello", "h8i9g7 --game gomoku", "f5d6c3d3c4 --game othello --size 10"] {
        let run = with_args(&["show"].into_iter().chain(source.split(' ')).collect::<Vec<_>>(), "");
        assert!(!run.out.contains("opening"), "{}", run.out);
    }
}

#[test]
fn convert_writes_the_name_unless_the_record_has_one() {
    let to_sgf = |record: &str, from: &str| {
        let run = with_input(&format!("convert - - --game othello --from {from} --to sgf"), record);
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let sgf = to_sgf(TIGER, "moves");
    assert!(sgf.contains("ON[Tiger]"), "{sgf}");
    // Once, also when it is read again.
    assert_eq!(to_sgf(&sgf, "sgf"), sgf);
    let own = to_sgf("(;GM[2]SZ[8]ON[My own];B[fe];W[df];B[cc];W[dc];B[cd])", "sgf");
    assert!(own.contains("ON[My own]") && !own.contains("Tiger"), "{own}");
    assert!(!to_sgf("f5", "moves").contains("ON["));
    let go = with_input("convert - - --from moves --game go --to sgf", "Q16 D4");
    assert!(!go.out.contains("ON["), "{}", go.out);
    // Other formats have no place for it, and nothing is lost.
    let moves = with_input("convert - - --game othello --from moves --to moves", TIGER);
    assert_eq!((moves.out.trim(), moves.err.as_str()), (TIGER, ""));
}
