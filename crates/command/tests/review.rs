//! `tengen review`: its three forms, every format of records, refusals, and Ctrl-C.

mod common;
use common::{fails, ok, tengen, with_input};

const LOST: &str = "review a1b1b2c3a3a2c1 --game tic-tac-toe --depth 9";

#[test]
fn the_ending_of_the_name_tells_the_form() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, lang: &str| {
        let path = folder.path().join(name);
        let run = ok(&format!("--lang {lang} {LOST} -o {}", path.display()));
        assert_eq!(run.out, "", "nothing but the file");
        std::fs::read_to_string(path).unwrap()
    };
    let page = write("report.html", "en");
    assert!(page.starts_with("<!doctype html>") && page.contains("<html lang=\"en\">"));
    assert!(write("report.htm", "zh").contains("<html lang=\"zh-Hans\">"));
    let json: serde_json::Value = serde_json::from_str(&write("report.json", "en")).unwrap();
    assert_eq!(json["moves"][1]["verdict"], "blunder");
    assert_eq!(write("report.txt", "en"), ok(LOST).out);
    assert_eq!(ok(&format!("{LOST} --format html -o -")).out, page);
    assert_eq!(ok(&format!("{LOST} --json")).out, ok(&format!("{LOST} --format json")).out);
}

#[test]
fn several_engines_at_once_say_the_same_as_one() {
    // Tic-tac-toe is solved in each position, whatever an engine remembers of the others.
    assert_eq!(ok(LOST).out, ok(&format!("{LOST} --threads 3")).out);
}

#[test]
fn records_of_every_game_are_gone_over() {
    let sgf = "(;GM[2]SZ[8]PB[Ann]PW[Bob]RE[W+2];B[fe];W[df];B[cc];W[dc];B[cd])";
    let text = with_input("review - --depth 4", sgf);
    assert_eq!(text.code, 0, "{}", text.err);
    assert!(text.out.contains("Black: Ann\nWhite: Bob\n"), "{}", text.out);
    assert!(text.out.contains("lost discs"), "{}", text.out);
    let go = with_input("review - --nodes 20000", "(;GM[1]SZ[5]AB[bb][dd];W[cc];B[cd];W[];B[])");
    assert_eq!(go.code, 0, "{}", go.err);
    assert!(go.out.contains("lost points"), "{}", go.out);
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n8,9,0\n0\n";
    assert!(with_input("review - --from psq --nodes 100", psq).out.contains("Gomoku (freestyle) 15x15"));
    assert!(ok("review h8 --game renju --opening swap2 --nodes 10").out.contains("renju"));
    // A variation, by its number.
    let tree = "(;GM[4]SZ[15];B[hh];W[ig](;B[hg];W[aa])(;B[jj](;W[bb])(;W[ka])))";
    let line = |which: &str| with_input(&format!("review - --json --nodes 20 {which}"), tree);
    let moves = |run: &common::Run| {
        let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let moves = json["moves"].as_array().unwrap().iter();
        moves.map(|mv| mv["move"].as_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    let (main, second, third) = (line(""), line("--line 2"), line("--line 3"));
    assert!(main.err.contains("--line 2 to 3") && third.err.is_empty(), "{}{}", main.err, third.err);
    assert_eq!(
        [moves(&main), moves(&second), moves(&third)],
        ["h8 i9 h9 a15", "h8 i9 j6 b14", "h8 i9 j6 k15"]
    );
    assert!(line("--line 4").err.contains("the record has 3 lines, and no line 4"));
    // Only the first moves.
    assert!(ok(&format!("{LOST} --move 1")).out.contains("No mistakes"));
}

/// FFO test 1: black wins by 18 with g8, and by 6 with h7, as the file of the tests has it.
const ENDING: &str = "(;GM[2]SZ[8]PL[B]AB[ca][da][ea][fa][ga][eb][fb][ec][fc][hc][cd][ed][gd][hd][be][ce][de][fe][ge][\
     he][cf][ef][gf][hf][bg][cg][dg]AW[bb][cb][db][hb][bc][cc][dc][gc][bd][dd][fd][ae][ee][df][ff][eg\
     ][fg][gg][bh][ch][dh][eh][fh];B[hg])";

#[test]
fn discs_that_are_lost_for_certain_are_exact_and_a_mistake() {
    for (language, words) in [
        ("en", ["mistake: exactly +18 → +6 discs (−12 discs)", "Lost for certain: 12 discs."]),
        ("zh", ["失误: 恰为 +18 → +6 子（−12 子）", "确定损失 12 子。"]),
        ("ja", ["疑問手: ちょうど+18 → +6石（−12 石）", "確実に12石の損です。"]),
    ] {
        let text = with_input(&format!("--lang {language} review - --from sgf --depth 60"), ENDING);
        assert_eq!(text.code, 0, "{}", text.err);
        let page =
            with_input(&format!("--lang {language} review - --from sgf --depth 60 --format html"), ENDING)
                .out;
        for words in words {
            assert!(text.out.contains(words), "{words}: {}", text.out);
            let after = words.split_once(": ").map_or(words, |(_, scores)| scores);
            assert!(page.contains(after), "{after}: {page}");
        }
    }
    let json = with_input("review - --from sgf --depth 60 --json", ENDING).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let mv = &json["moves"][0];
    assert_eq!((&mv["before"]["kind"], &mv["before"]["margin"]), (&"margin".into(), &18.0.into()));
    assert_eq!((&mv["after"]["kind"], &mv["after"]["margin"]), (&"margin".into(), &6.0.into()));
    assert_eq!((&mv["verdict"], &mv["loss"]), (&"mistake".into(), &0.0.into()));
    assert_eq!((&mv["facts"]["lost"], &mv["best"][0]), (&12.0.into(), &"g8".into()));
    assert_eq!(json["disc_thresholds"]["mistake"], 10.0);
}

#[test]
fn what_cannot_be_gone_over_is_refused() {
    fails("review", 2, &["no game to go over", "report.html"], &["没有可复盘的对局"]);
    fails(
        "review a1b1a1 --game tic-tac-toe",
        3,
        &["move 3 (a1)", "--lenient"],
        &["第 3 手", "a1", "--lenient"],
    );
    fails(&format!("{LOST} -o report.pdf"), 2, &["report.pdf", ".html"], &["report.pdf", ".html"]);
    let lenient = tengen("review a1b1a1 --game tic-tac-toe --depth 9 --lenient");
    assert_eq!(lenient.code, 0);
    assert!(lenient.out.contains("Move 3 breaks the rules"), "{}", lenient.out);
}

#[cfg(unix)]
#[test]
fn ctrl_c_gives_the_part_done() {
    use std::process::Stdio;
    use std::time::Duration;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part.html");
    // Minutes of work, were it not for Ctrl-C.
    let mut child = common::command()
        .args(["review", "f5d6c3d3c4f4f6f3e6e7d7c5b5b4", "--game", "othello", "--time", "60s", "-o"])
        .arg(&path)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(page.contains("This review is incomplete"), "the page says so");
}
