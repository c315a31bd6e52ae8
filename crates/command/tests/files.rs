//! Files that are missing, of unknown formats, or not what they were taken for.

mod common;
use common::{command, fails, ok, tengen, with_args, with_input};

#[test]
fn unknown_endings_and_missing_folders_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let jpg = folder.path().join("x.jpg");
    fails(&format!("show h8 --game gomoku -o {}", jpg.display()), 2, &["x.jpg", ".png"], &["x.jpg", ".png"]);
    assert!(!jpg.exists());
    let play = "play gomoku --two --save /no/such/folder/a.sgf";
    fails(play, 4, &["no such folder", "/no/such/folder"], &["没有这个文件夹"]);
    fails(
        "show h8 --game gomoku -o /no/such/folder/a.svg",
        4,
        &["no folder /no/such"],
        &["没有文件夹 /no/such"],
    );
    fails("play gomoku --load nofile", 3, &["nofile", "no such file"], &["nofile", "没有这个文件"]);
    let go = folder.path().join("go.sgf");
    std::fs::write(&go, "(;GM[1]SZ[9];B[ee])").unwrap();
    fails(
        &format!("play tic-tac-toe --load {}", go.display()),
        2,
        &["the record is of go", "ask for tic-tac-toe"],
        &["围棋", "井字棋"],
    );
}

#[test]
fn a_library_is_made_by_an_import_alone() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new");
    for what in ["list", "stats --game go", "check", "export --to sgf"] {
        fails(&format!("library {what} --data {}", new.display()), 3, &["no library"], &["没有棋谱库"]);
        assert!(!new.exists(), "{what}");
    }
}

#[test]
fn check_goes_on_after_a_file_that_it_cannot_read() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let script = write("run.sh", "#!/bin/sh\nfor ((;;)); do\n  echo [1]\ndone\n");
    let game = write("a.sgf", "(;GM[1]SZ[9];B[ee])");
    let named = with_args(&["replay", "--check", &script, "no-such-file.sgf", &game], "");
    assert_eq!((named.code, named.last()), (1, "1 game, 1 move, 2 exceptions"), "{}", named.err);
    assert!(named.out.contains("run.sh: the format is not known"), "{}", named.out);
    // In a folder a script is no broken game.
    let mixed = with_args(&["replay", "--check", folder.path().to_str().unwrap()], "");
    assert_eq!((mixed.code, mixed.last()), (0, "1 game, 1 move, 0 exceptions"), "{}", mixed.out);
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf_8_are_names() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(std::ffi::OsStr::from_bytes(b"\xc6\xe5.sgf"));
    std::fs::write(&file, "(;GM[1]SZ[9];B[ee])").unwrap();
    let psq = folder.path().join(std::ffi::OsStr::from_bytes(b"\xc6\xe5.moves"));
    for args in
        [vec!["show".as_ref(), file.as_os_str()], vec!["convert".as_ref(), file.as_os_str(), psq.as_os_str()]]
    {
        let run = command().args(&args).output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&run.stderr));
    }
    assert!(psq.exists());
    let name = |bytes| folder.path().join(std::ffi::OsStr::from_bytes(bytes)).into_os_string();
    let (proof, data, out) = (name(b"\xc6.proof"), name(b"\xe5"), name(b"\xc6\xe5-out.sgf"));
    let line = "h8a1i8o1j9a15j10o15";
    let run = |args: &[&std::ffi::OsStr]| {
        let run = command().args(args).output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&run.stderr));
    };
    let solve =
        ["solve", line, "--game", "gomoku", "--kind", "vct", "--certificate"].map(std::ffi::OsStr::new);
    run(&[&solve[..], &[&proof]].concat());
    run(&["verify".as_ref(), &proof]);
    let library = |args: &[&std::ffi::OsStr]| {
        run(&[&["library".as_ref()], args, &["--data".as_ref(), &data]].concat());
    };
    library(&["import".as_ref(), file.as_os_str()]);
    library(&["export".as_ref(), "1".as_ref(), "-o".as_ref(), &out]);
    assert!(std::path::Path::new(&out).exists());
}

/// What the file does not say is not written, and what it says stays.
#[test]
fn sgf_keeps_what_it_says_of_the_rules() {
    let convert = |sgf: &str| common::with_input("convert - - --to sgf", sgf);
    let bare = convert("(;GM[1]SZ[9];B[ee])");
    assert!(!bare.out.contains("KM[") && !bare.out.contains("RU["), "{}", bare.out);
    for rules in ["GOE", "korean", "house rules", "koPOSITIONALscoreAREAtaxNONEsui1"] {
        let kept = convert(&format!("(;GM[1]SZ[9]RU[{rules}]KM[6.5];B[ee])"));
        assert!(kept.out.contains(&format!("RU[{rules}]")), "{}", kept.out);
        assert_eq!(kept.err.contains("unknown rules"), rules == "house rules", "{}", kept.err);
    }
    // White passes and moves again, as in files of Pachi's; the numbers go on.
    let again = "(;GM[1]SZ[9];B[ee];W[];W[cc];B[dd])";
    let shown = common::with_input("show - --numbers", again);
    assert!(shown.out.contains("move 3") && shown.out.contains("●3"), "{}{}", shown.out, shown.err);
}

#[test]
fn a_tournament_file_gives_its_rules_and_its_result() {
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,1\n9,9,1\npbrain-a.zip\npbrain-b.zip\n-1\n2,Renju\n";
    let sgf = common::with_input("convert - - --to sgf", psq);
    assert!(sgf.out.contains("RU[renju]") && sgf.out.contains("RE[W+]"), "{}{}", sgf.out, sgf.err);
    assert_eq!(sgf.err, "");
}

/// Players and tournaments keep their numbers, whichever of the names the games of a file use.
#[test]
fn wthor_written_again_is_the_same_but_for_its_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut names = tengen_records::wthor::Names::new();
    for player in ["Ada", "Bo", "Chi"] {
        names.add_player(player).unwrap();
    }
    names.add_tournament("Paris").unwrap();
    names.add_tournament("Oslo").unwrap();
    let made = (2024, 3, 2);
    std::fs::write(path("WTH.JOU"), names.players_file(made)).unwrap();
    std::fs::write(path("WTH.TRN"), names.tournaments_file(made)).unwrap();
    // One game of 1999: tournament 2, black 3, white 1, 64 discs of black's, 40 by perfect play from 24 empties.
    let mut games = vec![20, 24, 3, 2, 1, 0, 0, 0, 0, 0, 0xcf, 0x07, 8, 0, 24, 0];
    games.extend([2, 0, 3, 0, 1, 0, 64, 40, 56, 64, 53, 46, 75, 66, 57, 65, 35]);
    games.resize(16 + 68, 0);
    std::fs::write(path("WTH_1999.wtb"), &games).unwrap();
    let (from, to) = (path("WTH_1999.wtb"), path("again.wtb"));
    let run = with_args(&["convert", from.to_str().unwrap(), to.to_str().unwrap()], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(std::fs::read(&to).unwrap()[4..], games[4..]);
    assert_eq!(std::fs::read(path("again.JOU")).unwrap()[4..], names.players_file(made)[4..]);
    assert_eq!(std::fs::read(path("again.TRN")).unwrap()[4..], names.tournaments_file(made)[4..]);
}

/// By a link too: the file that is read would be lost.
#[test]
fn a_file_is_not_converted_into_itself() {
    let folder = tempfile::tempdir().unwrap();
    let (file, text) = (folder.path().join("a.sgf"), "(;GM[1]SZ[9];B[ee])");
    std::fs::write(&file, text).unwrap();
    let file = file.display();
    let other_name =
        format!("{}/../{}/a.sgf", folder.path().display(), folder.path().file_name().unwrap().display());
    for output in [file.to_string(), other_name] {
        let run = format!("convert {file} {output}");
        fails(&run, 2, &["a.sgf", "overwritten"], &["a.sgf", "覆盖"]);
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("a.sgf")).unwrap(), text);
}

#[test]
fn a_game_that_breaks_the_rules_is_converted_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let (bad, out) = (folder.path().join("bad.sgf"), folder.path().join("out.sgf"));
    std::fs::write(&bad, "(;GM[1]SZ[9];B[ee];W[ee];B[aa])(;GM[1]SZ[9];B[cc])").unwrap();
    let run = with_args(&["convert", bad.to_str().unwrap(), out.to_str().unwrap()], "");
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("bad.sgf, record 1: move 2 (E5) is illegal"), "{}", run.err);
    assert!(!run.err.contains("record 2"), "{}", run.err);
    assert!(std::fs::read_to_string(&out).unwrap().contains(";W[ee]"));
}

#[test]
fn a_file_that_is_missing_is_named_in_every_command() {
    for (run, code) in [
        ("suite nofile", 3),
        ("match --game gomoku --a tengen --b tengen --openings nofile", 3),
        ("library import nofile --data nodata", 3),
        ("prove h8 --game gomoku --rules standard --work nofolder/nofile", 4),
        ("train othello nofile -o learnt", 3),
        ("train games --with nofile -o games", 3),
        ("train games --count 1 --nodes 9 -o nofolder/nofile", 4),
    ] {
        fails(run, code, &["nofile", "there is no"], &["nofile", "没有"]);
    }
}

/// What is wrong with a file of this name and text is reported in both languages; `{}` in the command is the file.
fn fault(name: &str, text: &str, command: &str, english: &str, chinese: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, text).unwrap();
    fails(&command.replace("{}", file.to_str().unwrap()), 3, &[name, english], &[name, chinese]);
}

#[test]
fn what_is_wrong_with_openings_is_translated() {
    let openings = "match --game gomoku --a tengen --b tengen --nodes 9 --openings {}";
    for (name, text, english, chinese) in [
        ("off.txt", "0,0,99,0\n", "99,0 from the centre is off", "距中心 99,0 的点不在 15x15 的棋盘上"),
        ("same.txt", "0,0,0,0\n", "move 2 (h8) is illegal", "第 2 手（h8）不合规则"),
        ("go.sgf", "(;GM[1]SZ[19];B[pd])", "it is go on 19x19", "是 19x19 的围棋，而不是 15x15 的五子棋"),
    ] {
        fault(name, text, openings, english, chinese);
    }
}

#[test]
fn what_is_wrong_with_a_suite_is_translated() {
    for (name, text, english, chinese) in [
        (
            "json",
            "{\"moves\": 1}",
            "line 1: \"rules\" with a text is missing",
            "第 1 行：缺少“rules”及其文字",
        ),
        (
            "stones",
            "7,7 | 8,99 | 1,1",
            "line 1: '8,99' is not a point",
            "第 1 行：“8,99”不是 15x15 棋盘上的点",
        ),
        (
            "go.tst",
            "1 play pink D4",
            "a side is black or white, not 'pink'",
            "棋方是 black 或 white，不是“pink”",
        ),
        // The line is named once.
        (
            "cut.obf",
            "---------------------------OX------XO--------------------------- Q;",
            "line 1: column 66: expected the side to move",
            "第 1 行：第 66 列：应为轮到的一方",
        ),
        // The program's own words, not the system's.
        (
            "folder.tst",
            "loadsgf .\n1 play black D4",
            "line 1: .: it is a folder",
            "第 1 行：.：它是一个文件夹",
        ),
    ] {
        let text = if name == "go.tst" { format!("boardsize 9\n{text}") } else { text.into() };
        fault(name, &text, "suite {} --nodes 9", english, chinese);
    }
}

#[test]
fn questions_about_chains_obey_the_nodes_and_refuse_what_they_do_not_know() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("net.tst");
    let stones = "play black E5\nplay white E4\nplay white D4\nplay white C6\nplay white G6\n";
    std::fs::write(&file, format!("boardsize 9\n{stones}1 attack E5\n#? [0]\n")).unwrap();
    let nodes = |more: &str| {
        let run = tengen(&format!("suite {} --json {more}", file.display()));
        let report: serde_json::Value = serde_json::from_str(&run.out).expect(&run.err);
        report[0]["nodes"].as_u64().unwrap()
    };
    assert!(nodes("--nodes 1") < nodes(""));
    for (limit, lang, word) in
        [("--time 1ms --nodes 9", "en", "--nodes alone"), ("--depth 3", "zh", "只支持 --nodes")]
    {
        let run = tengen(&format!("suite {} {limit} --lang {lang}", file.display()));
        assert!(run.code == 2 && run.err.contains(word), "{} {}", run.code, run.err);
    }
}

#[test]
fn what_is_wrong_with_games_to_learn_from_is_translated() {
    let train = "train weights {} --rules freestyle -o learnt";
    fault(
        "games.txt",
        "freestyle 15 black : h8 |\nh8 i9",
        train,
        "line 2: no ':'",
        "第 2 行：规则与着法之间没有",
    );
    let (with, games) = ("train games --with {} -o games", "no weights");
    fault(
        "w",
        games,
        with,
        "cannot be read: this is no file of weights",
        "中的权重：this is no file of weights",
    );
}

#[test]
fn what_is_wrong_with_learned_games_is_translated() {
    let engine = "engine nboard --book {}";
    fault("b", "junk", engine, "is no file of learned games: line 1", "不是学习对局的文件：line 1");
}

#[test]
fn the_table_of_a_suite_is_translated() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("对局.txt");
    std::fs::write(&file, "7,7 | 8,8 | 1,1\n7,7 | 8,8 | \n").unwrap();
    // An engine that is not there is refused once, not at each position.
    let with = |options: &[&str]| {
        with_args(&[&["suite", file.to_str().unwrap(), "--nodes", "9"], options].concat(), "")
    };
    for (options, why) in [(["--engine", "foo"], "no engine 'foo'"), (["--level", "99"], "99")] {
        let run = with(&options);
        assert!(run.code == 2 && run.out.is_empty() && run.err.contains(why), "{}{}", run.out, run.err);
    }
    for (lang, says) in [
        (
            "en",
            [
                "wrong ",
                "no point is forbidden",
                "known: forbidden: b14",
                "对局.txt: 1 of 2 solved, 1 claimed wrongly; ",
            ],
        ),
        ("zh", ["断言有误 ", "没有禁手点", "答案：禁手点：b14", "对局.txt：2 题解出 1 题，断言有误 1；"]),
        (
            "zh-Hant",
            ["斷言有誤 ", "沒有禁手點", "答案：禁手點：b14", "对局.txt：2 題解出 1 題，斷言有誤 1；"],
        ),
        ("ja", ["誤断定 ", "禁点なし", "解答：禁点：b14", "对局.txt：2問中1問正解、誤った断定1。"]),
    ] {
        let run = with_args(&["suite", file.to_str().unwrap(), "--lang", lang], "");
        assert_eq!(run.code, 1, "{}", run.err);
        for text in says {
            assert!(run.out.contains(text), "{lang}: {text}: {}", run.out);
        }
    }
}

#[test]
fn what_is_wrong_with_a_certificate_is_translated() {
    let gomoku =
        "tengen-proof 1\nrules freestyle 15x15\nblack h8\nwhite i8\nside black\nnodes 1\n1 a1\nend\n";
    fault(
        "a",
        &gomoku.replace("nodes 1", "nodes 2"),
        "verify {}",
        "line 8: 'end' is not",
        "第 8 行：“end”不是",
    );
    let go = "tengen-go-proof 1\nrules 5x5 suicide=forbidden\nblack A4 E1\nwhite A5\nko -\nretake white\n\
              claim capture A5\nside black\nnodes 1\n1 B5\nend\n";
    fault(
        "b",
        &go.replace("claim capture A5", "claim"),
        "verify {}",
        "expected 'capture",
        "应为 capture、live 或 save 加一个点",
    );
    // A certificate that can be read, but proves nothing.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c");
    for (text, english, chinese) in [
        (gomoku.replace("1 a1", "1 h8"), "it is occupied by black", "该点已有黑方的棋子"),
        (
            gomoku.replace("black h8", "black h8 h9 h10 h11 h12"),
            "no proof can start here",
            "证明不能由此开始",
        ),
        (go.replace("1 B5", "1 A4"), "it is occupied by black", "该点已有黑方的棋子"),
        (go.replace("capture A5", "capture C3"), "C3 is no white stone", "C3 不是白方的棋子"),
    ] {
        std::fs::write(&file, text).unwrap();
        for (language, words) in [("en", english), ("zh", chinese)] {
            let run = with_args(&["--lang", language, "verify", file.to_str().unwrap()], "");
            assert!(run.code == 1 && run.out.contains(words), "{words}: {}{}", run.out, run.err);
        }
    }
}

#[test]
fn what_is_wrong_with_a_job_is_translated() {
    let folder = tempfile::tempdir().unwrap();
    let (source, out) = (folder.path().join("game.sgf"), folder.path().join("out"));
    std::fs::write(&source, "(;GM[4]SZ[15];B[hh];W[ii])").unwrap();
    std::fs::create_dir(&out).unwrap();
    std::fs::write(out.join("_batch.json"), "{").unwrap();
    let run = format!("batch replay {} -o {}", source.display(), out.display());
    fails(&run, 3, &["is no description of a job"], &["不是对工作的描述"]);
}

#[test]
fn an_empty_input_is_called_empty() {
    for command in ["show", "analyze", "review", "solve", "explain"] {
        let run = with_input(&format!("{command} - --game gomoku"), "");
        assert!(run.code == 3 && run.err.contains("standard input is empty"), "{command}: {}", run.err);
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.sgf");
    std::fs::write(&file, " \n").unwrap();
    let file = file.display();
    for args in [format!("show {file}"), format!("replay {file}"), format!("convert {file} - --to psq")] {
        fails(&args, 3, &["none.sgf is empty", "a game record"], &["是空的"]);
    }
}

#[test]
fn a_word_that_is_neither_moves_nor_a_file_is_called_so() {
    fails(
        "show nofile --game gomoku",
        3,
        &["expected a point", "there is no file named nofile"],
        &["nofile 的文件"],
    );
    fails("show nofile", 3, &["cannot read nofile: there is no such file"], &["没有这个文件"]);
    fails(
        "replay --check nofolder/",
        3,
        &["nofolder/: there is no such file or folder"],
        &["没有这个文件或文件夹"],
    );
    fails("show h8 --game gomoku --record 5", 2, &["no record 5"], &["第 5 份"]);
    let run = with_args(&["show", "h8 i9 zz", "--game", "gomoku"], "");
    assert!(run.err.contains("column 7") && !run.err.contains("no file"), "{}", run.err);
}

#[test]
fn a_list_of_moves_is_converted() {
    let sgf = ok("convert h8i9 - --to sgf --game gomoku").out;
    assert!(sgf.contains(";B[hh]") && sgf.contains(";W[ig]"), "{sgf}");
    fails("convert h8i9 - --to sgf", 2, &["which game is 'h8i9'"], &["哪种棋"]);
    fails("convert h8i9 board.png --game gomoku", 2, &["tengen show h8i9 -o board.png"], &["要画成图片"]);
    fails("convert nofile.sgf - --to psq", 3, &["there is no such file"], &["没有这个文件"]);
    // The formats named are those that can be written.
    let run = common::with_input("convert h8i9 - --to foo --game gomoku", "");
    assert!(run.code == 2 && run.err.contains("sgf") && !run.err.contains("rif"), "{}", run.err);
}

#[test]
fn a_board_of_othello_is_one_word_or_two() {
    let board = "-".repeat(19) + "X------XX------XO" + &"-".repeat(28);
    let [one, two] = [format!("show {board}O"), format!("show {board} O")].map(|args| ok(&args).out);
    assert_eq!(one, two);
    assert!(one.contains("white to move"), "{one}");
    let letters = board.replace('X', "B").replace('O', "W");
    for args in [format!("show {letters} W"), format!("show {letters}W")] {
        fails(&args, 3, &["column 20", "a cell (X, O or -)", "found 'B'"], &["X、O 或 -"]);
    }
}

#[test]
fn a_certificate_that_is_not_text_is_called_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odd");
    std::fs::write(&file, b"tengen-proof \xff").unwrap();
    fails(&format!("verify {}", file.display()), 3, &["it is not text: byte 14"], &["第 14 个字节"]);
}

/// A file is replaced where a link leads, and what is protected stays.
#[cfg(unix)]
#[test]
fn links_are_followed_and_protected_files_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["real.svg", "mine.svg"] {
        std::fs::write(at(name), "old").unwrap();
    }
    symlink("real.svg", at("link.svg")).unwrap();
    symlink("new.svg", at("dangling.svg")).unwrap();
    std::fs::set_permissions(at("real.svg"), PermissionsExt::from_mode(0o640)).unwrap();
    std::fs::set_permissions(at("mine.svg"), PermissionsExt::from_mode(0o444)).unwrap();
    for (link, real) in [("link.svg", "real.svg"), ("dangling.svg", "new.svg")] {
        ok(&format!("show h8 --game gomoku -o {}", at(link).display()));
        assert!(at(link).is_symlink(), "{link}");
        assert!(std::fs::read_to_string(at(real)).unwrap().starts_with("<svg"), "{real}");
    }
    assert_eq!(std::fs::metadata(at("real.svg")).unwrap().permissions().mode() & 0o777, 0o640);
    let protected = format!("show h8 --game gomoku -o {}", at("mine.svg").display());
    fails(&protected, 4, &["cannot write", "mine.svg", "permission"], &["mine.svg"]);
    assert_eq!(std::fs::read_to_string(at("mine.svg")).unwrap(), "old");
    // Nothing is left beside them.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 5);
}

/// A pipe with a name is written to, not replaced.
#[cfg(unix)]
#[test]
fn an_export_goes_into_a_pipe() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(at("a.sgf"), "(;GM[1]SZ[9];B[ee])").unwrap();
    ok(&format!("library import {} --data {}", at("a.sgf"), at("data")));
    assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    for options in ["--to sgf", "--parquet"] {
        let pipe = at("pipe");
        let reader = std::thread::spawn(move || std::fs::read(pipe).unwrap());
        ok(&format!("library export --data {} {options} -o {}", at("data"), at("pipe")));
        assert!(std::fs::metadata(at("pipe")).unwrap().file_type().is_fifo(), "{options}");
        assert!(!reader.join().unwrap().is_empty(), "{options}");
    }
}
