//! Games whose turns and wins are not the usual ones: Connect6's two stones, captures in Pente and Atari Go.

mod common;
use common::{fails, ok, with_args, with_input};

/// Black takes k10 and l10 between j10 and m10, by the rules of pente.org.
const CAPTURE: &str = "J10K10A1L10M10";

#[test]
fn two_stones_of_a_turn_are_typed_on_one_line() {
    let run = with_input("play connect6 --two", "j10\nk11 l12\na1\nb1\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("2. white k11, 1 stone left in this turn\n"), "{}", run.out);
    assert!(
        run.out.contains("3. white l12\n") && run.out.contains("moves: j10 k11 l12 a1 b1"),
        "{}",
        run.out
    );
    // A turn is played whole or not at all.
    let refused = with_input("play connect6 --two", "j10\nk11 j10\nboard\nquit\n");
    assert_eq!(refused.code, 3, "{}", refused.out);
    assert!(refused.out.contains("moves: j10\n"), "{}", refused.out);
    assert!(refused.out.contains("white to move, 2 stones left in this turn"), "{}", refused.out);
    let zh = ok("--lang zh show j10k11 --game connect6").out;
    assert!(zh.contains("轮到白方，本回合还可下 1 子"), "{zh}");
}

#[test]
fn captures_are_shown_with_the_number_that_wins() {
    let words = "captured: black 2, white 0 of 10";
    let shown = ok(&format!("show {CAPTURE} --game pente")).out;
    assert!(shown.contains(words), "{shown}");
    let svg = ok(&format!("show {CAPTURE} --game pente --format svg")).out;
    assert!(svg.contains(words), "{svg}");
    let run = with_input("play pente --two", "J10\nK10\nA1\nL10\nM10\nquit\n");
    assert!(run.out.contains(&format!("5. black M10, {words}\n")), "{}", run.out);
    assert!(ok(&format!("show {CAPTURE} --game keryo-pente")).out.contains("black 2, white 0 of 15"));
    let zh = ok(&format!("--lang zh show {CAPTURE} --game pente")).out;
    assert!(zh.contains("提子：黑方 2，白方 0，满 10 子获胜"), "{zh}");
    let request = r#"{"id":1,"do":"position","game":"pente","moves":["J10","K10","A1","L10","M10"]}"#;
    let answer = with_input("engine json", &format!("{request}\n"));
    assert!(answer.out.contains(r#""captured":{"black":2,"white":0,"to_win":10}"#), "{}", answer.out);
}

#[test]
fn the_result_of_a_finished_game_is_written() {
    // Six in a row of black's, two stones a turn.
    let six = "a1a19b19b1c1c19d19d1e1e19f18f1";
    let run = with_input("convert - - --from moves --game connect6 --to sgf", &format!("{six}\n"));
    assert!(run.out.contains("RE[B+]"), "{}{}", run.out, run.err);
    let open = with_input("convert - - --from moves --game connect6 --to sgf", "a1a19b19\n");
    assert!(!open.out.contains("RE["), "{}", open.out);
    let shown = ok(&format!("show {six} --game connect6")).out;
    assert!(shown.contains("black wins with six in a row"), "{shown}");
    let folder = tempfile::tempdir().unwrap();
    let (file, data) = (folder.path().join("a.moves"), folder.path().join("data"));
    std::fs::write(&file, six).unwrap();
    let data = data.to_str().unwrap();
    let import = ["library", "import", file.to_str().unwrap(), "--game", "connect6", "--data", data];
    assert_eq!(with_args(&import, "").code, 0);
    let list = with_args(&["library", "list", "--data", data], "").out;
    assert!(list.contains("B+"), "{list}");
}

#[test]
fn symmetric_moves_of_the_statistics_are_all_named() {
    let folder = tempfile::tempdir().unwrap();
    let (file, data) = (folder.path().join("a.moves"), folder.path().join("data"));
    std::fs::write(&file, "a1j10\n").unwrap();
    let data = data.to_str().unwrap();
    with_args(&["library", "import", file.to_str().unwrap(), "--game", "connect6", "--data", data], "");
    let stats = with_args(&["library", "stats", "--game", "connect6", "--data", data], "").out;
    let line = stats.lines().find(|line| line.contains("100.0%")).unwrap();
    for corner in ["a1", "a19", "s1", "s19"] {
        assert!(line.contains(corner), "{stats}");
    }
}

#[test]
fn names_scores_and_sizes_are_written_plainly() {
    assert!(ok("show --game pente").out.contains("\npente 19x19, "));
    fails("show --game pente --size 30", 2, &["pente", "30", "5 to 25"], &["30", "每边为 5 至 25"]);
    fails("show --game connect6 --size 99x9", 2, &["connect6", "6 to 25"], &["六子棋", "每边为 6 至 25"]);
    let letters = with_input("play pente --two", "I9\nquit\n");
    assert!(letters.err.contains("no column I"), "{}", letters.err);
    let found = ok("analyze K10 --game pente --nodes 200").out;
    assert!(!found.contains("+0.0") && !found.contains("100%"), "{found}");
    let zh = with_input("--lang zh play connect6 --level 1", "quit\n").out;
    assert!(zh.contains("你执黑；") && zh.contains("执白\n"), "{zh}");
}

#[test]
fn every_game_and_rule_set_has_its_rules() {
    for info in tengen_games::GameInfo::ALL {
        for word in info.aliases.iter().flat_map(|alias| alias.words) {
            let rules = ok(&format!("rules {word}")).out;
            assert!(rules.lines().count() >= 3, "{word}: {rules}");
        }
        for set in info.rule_sets {
            let rules = with_args(&["rules", set.id], "");
            let first = set.summary.en.split(' ').next().unwrap();
            assert!(rules.code == 0 && rules.out.contains(first), "{}: {}{}", set.id, rules.out, rules.err);
        }
    }
}
