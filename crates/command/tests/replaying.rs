//! `tengen replay`: a game as text, and a folder checked against the rules.

mod common;
use common::with_args;

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
fn check_goes_on_after_a_record_that_cannot_be_read() {
    let moves = "f5d6c3\nf5 q9\nf5d6\nf5a1\n";
    let check = with_args(&["replay", "--check", "-", "--game", "othello"], moves);
    assert_eq!((check.code, check.last()), (1, "3 games, 6 moves, 2 exceptions"), "{}", check.out);
    assert!(check.out.contains("record 2: line 2, column 4: expected"), "{}", check.out);
    assert!(check.out.contains("record 4: after 1 move"), "{}", check.out);
    let lenient = with_args(&["replay", "--check", "-", "--game", "othello", "--lenient"], moves);
    assert_eq!((lenient.code, lenient.last()), (1, "4 games, 7 moves, 1 exception"), "{}", lenient.out);
    assert!(lenient.err.contains("record 2: line 2, column 4: expected"), "{}", lenient.err);
    let bad = with_args(
        &["replay", "--check", "-"],
        "(;GM[1]SZ[9];B[aa];W[zz])(;GM[1]SZ[9];B[aa];W[aa])(;GM[1]SZ[9];B[aa]",
    );
    assert_eq!(bad.last(), "1 game, 1 move, 3 exceptions", "{}", bad.out);
    let psq = "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,x,0\n7,9,0\n0\n";
    let check = with_args(&["replay", "--check", "-"], psq);
    assert_eq!((check.code, check.last()), (1, "0 games, 0 moves, 1 exception"));
    assert!(check.out.contains("line 3, column 1"), "{}", check.out);
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
