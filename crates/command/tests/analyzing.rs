//! `tengen analyze` and `explain`.

mod common;
use common::ok;

#[test]
fn explain_writes_every_language() {
    let line = "explain h8h9i8i9j8 --game gomoku --depth 1";
    let en = ok(line).out;
    assert!(
        en.contains("Black would win, if it were to move, by continuous fours (VCF) in at most 3 plies"),
        "{en}"
    );
    let zh = ok(&format!("--lang zh {line}")).out;
    assert!(zh.contains("黑方若轮到先走，可连续冲四取胜（VCF），至多 3 手内胜"), "{zh}");
    let hant = ok(&format!("--lang zh-Hant {line}")).out;
    assert!(hant.contains("黑方若輪到先走，可連續衝四取勝（VCF），至多 3 手內勝"), "{hant}");
    let json: serde_json::Value = serde_json::from_str(&ok(&format!("{line} --json")).out).unwrap();
    assert!(json["items"].as_array().unwrap().iter().any(|item| item["name"] == "vcf"), "{json}");
    let othello = ok("explain f5d6 --game othello --depth 2").out;
    assert!(othello.contains("The best move is"), "{othello}");
    assert!(othello.contains("Best for black in the evaluation: "), "{othello}");
    assert!(othello.contains("Worst for black in the evaluation: "), "{othello}");
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
