//! `tengen convert`: what is written, and what is lost.

mod common;
use common::{with_args, with_input};

#[test]
fn convert_names_what_is_lost_and_writes_whole_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (sgf, psq, moves) = (path("a.sgf"), path("b.psq"), path("c.moves"));
    std::fs::write(&sgf, "(;GM[4]SZ[15]PB[Ann]PW[Bo]C[a fine game];B[hh];W[ig];B[gi]C[here!])").unwrap();
    let run = with_args(&["convert", &sgf, &psq], "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("lost in record 1: ") && run.err.contains("comment"), "{}", run.err);
    assert!(std::fs::read_to_string(&psq).unwrap().starts_with("Piskvorky 15x15"));
    assert_eq!(with_args(&["convert", &psq, &moves], "").code, 0);
    assert_eq!(std::fs::read_to_string(&moves).unwrap().trim(), "h8i9g7");
    // What many records lose is named once.
    std::fs::write(&sgf, "(;GM[4]SZ[15]C[one];B[hh])(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[hh]C[two])").unwrap();
    let run = with_args(&["convert", &sgf, &moves], "");
    let lost: Vec<&str> = run.err.lines().filter(|line| line.contains("comment")).collect();
    assert!(lost.len() == 1 && lost[0].contains("lost in 2 records, first in record 1: "), "{}", run.err);
    // By way of pipes, the formats named.
    let piped = with_input("convert - - --from moves --game gomoku --to sgf", "h8i9g7\n");
    assert!(piped.out.contains(";B[hh]") && piped.out.contains(";W[ig]"), "{}{}", piped.out, piped.err);
}

#[test]
fn many_records_go_into_one_file_or_into_many() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let sgf = path("many.sgf");
    std::fs::write(&sgf, "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[aa])").unwrap();
    let one = with_args(&["convert", &sgf, &path("one.psq")], "");
    assert_eq!(one.code, 3);
    assert!(one.err.contains("--split"), "{}", one.err);
    assert_eq!(with_args(&["convert", &sgf, &path("one.psq"), "--split"], "").code, 0);
    assert!(folder.path().join("one-1.psq").exists() && folder.path().join("one-2.psq").exists());
    assert_eq!(with_args(&["convert", &sgf, &path("two.psq"), "--record", "2"], "").code, 0);
    assert!(std::fs::read_to_string(path("two.psq")).unwrap().contains("\n1,1,"));
}
