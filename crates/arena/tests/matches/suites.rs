//! Suites of positions with known answers: the published ones load, answers get the right marks, errors name the line.

use crate::engines::drawers;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tengen_arena::suite::{Grade, Margins, Problem, Said, Solution, load, run};
use tengen_engine::EngineOptions;
use tengen_engine::{Analysis, AnyEngine, EngineError, Limits, Line, Proof, Score, SearchError, Stop};
use tengen_games::{AnyPosition, Game, GameKind, GameSpec, Move};
use tengen_words::{Language, untranslated};

#[test]
fn the_suites_of_the_facts_load() {
    for (name, problems) in [("renju-forbidden.txt", 54), ("mates.jsonl", 24), ("ffo.obf", 5)] {
        let suite = load(&tengen_truth::fact(name)).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!((suite.problems.len(), suite.skipped.len()), (problems, 0), "{name}");
    }
}

#[test]
fn the_published_suites_load() {
    let Some(truth) = tengen_truth::file("") else { return };
    let lines = |name: &str| {
        let text = std::fs::read_to_string(truth.join(name)).unwrap();
        text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('%')).count()
    };
    for name in [
        "gomoku/mates-freestyle.jsonl",
        "gomoku/mates-standard.jsonl",
        "gomoku/mates-renju.jsonl",
        "gomoku/renju-forbidden.txt",
        "gomoku/renju-forbidden-hard.txt",
        "othello/obf/fforum-1-19.obf",
        "othello/obf/fforum-20-39.obf",
        "othello/obf/fforum-40-59.obf",
        "othello/obf/fforum-60-79.obf",
        "othello/obf/hard-25.obf",
        "othello/obf/endgamec-12empties-100.obf",
    ] {
        let suite = load(&truth.join(name)).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!((suite.problems.len(), suite.skipped.len()), (lines(name), 0), "{name}");
    }
    // The last line has the settings of the program.
    let endings = load(&truth.join("othello/endgamec-112-positions.txt")).unwrap();
    assert_eq!((endings.problems.len(), endings.skipped.len()), (112, 1));
    // One of the three shows a five that has been won with already.
    let benchmark = load(&truth.join("gomoku/renju-benchmark-public_examples.jsonl")).unwrap();
    assert_eq!((benchmark.problems.len(), benchmark.skipped.len(), benchmark.skipped[0].0), (2, 1, 2));
    let quintet = load(&truth.join("gomoku/quintet-vcf-vct-examples.txt")).unwrap();
    assert_eq!(quintet.problems.len(), 2);
    // The first move of each published solution is legal there.
    for (problem, first) in quintet.problems.iter().zip(["g1", "k11"]) {
        assert_eq!(problem.solution, Solution::Win(None));
        assert!(problem.position.is_legal(problem.position.parse_move(first).unwrap()));
    }
    for (name, most) in
        [("tactics.tst", 5), ("tactics1.tst", 11), ("safety.tst", 7), ("tiny.tst", 22), ("seki.tst", 135)]
    {
        let suite = load(&truth.join("go/gnugo").join(name)).unwrap_or_else(|e| panic!("{e}"));
        assert!(!suite.problems.is_empty() && suite.problems.len() <= most, "{name}");
        println!("{name}: {} of {most}, skipped {:?}", suite.problems.len(), suite.skipped);
        assert!(suite.skipped.is_empty(), "{name}: {:?}", suite.skipped);
    }
    for (name, questions) in [
        ("capture.tst", 18),
        ("reading.tst", 235),
        ("connection.tst", 128),
        ("unconditional.tst", 673),
        ("score.tst", 29),
        ("score2.tst", 28),
    ] {
        let suite = load(&truth.join("go/gnugo").join(name)).unwrap_or_else(|e| panic!("{e}"));
        println!("{name}: {} of {questions}, skipped {:?}", suite.problems.len(), suite.skipped);
        assert_eq!(
            (suite.problems.len(), suite.skipped.len()),
            (questions, 0),
            "{name}: {:?}",
            suite.skipped
        );
    }
}

#[test]
fn the_rules_answer_every_forbidden_point() {
    let mut files = vec![tengen_truth::fact("renju-forbidden.txt")];
    if let Some(folder) = tengen_truth::file("gomoku") {
        files.extend(["renju-forbidden.txt", "renju-forbidden-hard.txt"].map(|name| folder.join(name)));
    }
    for file in files {
        let suite = load(&file).unwrap();
        let options = EngineOptions::default();
        let report = run(&suite, &drawers(), &options, &Limits::default(), &Stop::new(), &mut |_, _| ());
        assert_eq!(
            report.count(Grade::Solved),
            suite.problems.len(),
            "{}",
            report.table(&suite, false, Language::English)
        );
        assert_eq!(report.engine, None);
    }
}

/// Answers with the given move and score.
#[derive(Clone)]
struct Sayer(&'static str, Score);

impl AnyEngine for Sayer {
    fn name(&self) -> String {
        "Sayer".into()
    }
    fn kind(&self) -> GameKind {
        GameKind::Othello
    }
    fn supports(&self, _: &GameSpec) -> Result<(), EngineError> {
        Ok(())
    }
    fn analyze(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        _: &Stop,
        _: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        let best: Move = position.parse_move(self.0).unwrap();
        let lines = vec![Line { moves: vec![best], score: self.1, work: 0 }];
        Ok(Analysis { best: Some(best), lines, nodes: limits.nodes.unwrap_or(0), ..Analysis::default() })
    }
    fn new_game(&mut self) {}
}

fn marked(path: &Path, says: &'static str, score: Score) -> Grade {
    let suite = load(path).unwrap();
    let players: tengen_engine::EngineFactory = Arc::new(move |_, _| Ok(Box::new(Sayer(says, score))));
    let mut reports = 0;
    let report =
        run(&suite, &players, &EngineOptions::default(), &Limits::nodes(7), &Stop::new(), &mut |_, _| {
            reports += 1
        });
    assert_eq!((reports, report.nodes()), (1, 7));
    let json = report.to_json(&suite);
    assert_eq!(json["answers"][0]["verdict"], report.answers[0].mark.word());
    assert!(report.summary(Language::English).contains("Sayer"));
    report.answers[0].mark
}

fn file(dir: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
    let path = dir.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// A game that is over has an answer all the same, which no engine gives: a full score for white with two points
/// left, where neither side has a move.
#[test]
fn the_rules_answer_where_the_game_is_over() {
    let dir = tempfile::tempdir().unwrap();
    let line = |margin: i32, last: &str| format!("{margin} (emp= 2 wc=62 bc= 0) {}{last}\n", "w".repeat(62));
    let text = line(64, "..") + &line(62, "..") + &line(-64, "..") + &line(64, "ww");
    let suite = load(&file(&dir, "over.txt", &text)).unwrap();
    let none: tengen_engine::EngineFactory =
        Arc::new(|_, _| Err(EngineError::None(tengen_games::GameKind::Gomoku)));
    let options = EngineOptions::default();
    let report = run(&suite, &none, &options, &Limits::default(), &Stop::new(), &mut |_, _| ());
    let marks: Vec<Grade> = report.answers.iter().map(|answer| answer.mark).collect();
    assert_eq!(marks, [Grade::Solved, Grade::Wrong, Grade::Wrong, Grade::Solved]);
    assert!(report.answers.iter().all(|answer| answer.proof && matches!(answer.said, Said::Over(_))));
}

const ESTIMATE: Score = Score::Estimate { value: 1.0, win: 0.9 };

fn proven(proof: Proof) -> Score {
    Score::Proven(proof)
}

#[test]
fn answers_get_the_marks_they_deserve() {
    use Grade::{Missed, Solved, Wrong};
    let dir = tempfile::tempdir().unwrap();
    // Black to move wins with either end of its four; any other move does not at once.
    let win = file(
        &dir,
        "win.jsonl",
        r#"{"rules":"freestyle","moves":"f8a1g8a3h8a5i8a7","side":"black","win_in_at_most":1}"#,
    );
    assert_eq!(marked(&win, "e8", ESTIMATE), Solved);
    assert_eq!(marked(&win, "a9", ESTIMATE), Missed);
    assert_eq!(marked(&win, "a9", proven(Proof::Win(3))), Solved);
    assert_eq!(marked(&win, "a9", proven(Proof::Loss(3))), Wrong);
    assert_eq!(marked(&win, "a9", proven(Proof::Draw)), Wrong);
    // The opening position, the values of its moves made up: the marks do not look at the board.
    let board = "---------------------------OX------XO---------------------------";
    let scored = file(&dir, "scored.obf", &format!("{board} X; d3:+2; c4:+2; f5:+0;\n"));
    assert_eq!(marked(&scored, "d3", ESTIMATE), Solved);
    assert_eq!(marked(&scored, "c4", proven(Proof::Margin(2.0))), Solved);
    assert_eq!(marked(&scored, "c4", proven(Proof::Margin(4.0))), Wrong);
    assert_eq!(marked(&scored, "f5", ESTIMATE), Missed);
    let valued = file(&dir, "valued.obf", &format!("{board} X; score:-4;\n"));
    assert_eq!(marked(&valued, "f5", ESTIMATE), Missed);
    assert_eq!(marked(&valued, "f5", proven(Proof::Margin(-4.0))), Solved);
    assert_eq!(marked(&valued, "f5", proven(Proof::Margin(4.0))), Wrong);
    file(&dir, "nine.sgf", "(;GM[1]SZ[9];B[ee])");
    let go = file(&dir, "go.tst", "loadsgf nine.sgf\n1 reg_genmove white\n#? [C3|pass]*\n");
    assert_eq!(marked(&go, "C3", ESTIMATE), Solved);
    assert_eq!(marked(&go, "D3", ESTIMATE), Missed);
    let words = "loadsgf nine.sgf\n1 reg_genmove white\n#? [C3|pass]\n2 connect E5 E5\n#? [1 (D4|D5)]\n\
                 3 same_dragon E5 E5\n#? [1]\n4 final_score\n#? [W\\+5\\.5]\n";
    let words = load(&file(&dir, "words.tst", words)).unwrap();
    let mark = |n: usize, text: &str| words.problems[n].mark_text(text);
    for (n, right, wrong) in [(0, "c3", "C4"), (0, "PASS", "resign"), (1, "1 D5", "1 D6"), (1, "1 D4", "0")] {
        assert_eq!([mark(n, right), mark(n, wrong)], [Solved, Missed], "{n} {right} {wrong}");
    }
    assert_eq!(
        [mark(2, "1"), mark(2, "0"), mark(3, "W+5.5"), mark(3, "B+5.5")],
        [Solved, Missed, Solved, Missed]
    );
    // The engine chooses of the points alone.
    let choice = file(&dir, "choice.tst", "loadsgf nine.sgf\n1 restricted_genmove white C3 D3\n#? [D3]\n");
    assert_eq!(marked(&choice, "D3", ESTIMATE), Solved);
    assert_eq!(marked(&choice, "C3", ESTIMATE), Missed);
    let avoid = file(&dir, "avoid.tst", "loadsgf nine.sgf\n1 reg_genmove black\n#? [!C3|D3]\n");
    assert_eq!(marked(&avoid, "C3", ESTIMATE), Missed);
    assert_eq!(marked(&avoid, "E3", ESTIMATE), Solved);
}

/// The means are of those answers that have something to compare: a move that is listed, a score in discs.
#[test]
fn answers_are_measured_against_exact_margins() {
    let dir = tempfile::tempdir().unwrap();
    let board = "---------------------------OX------XO---------------------------";
    let moves = format!("{board} X; d3:+6; c4:+2; f5:-4;\n");
    let report = |text: &str, says: &'static str, score: Score| {
        let suite = load(&file(&dir, "exact.obf", text)).unwrap();
        let players: tengen_engine::EngineFactory = Arc::new(move |_, _| Ok(Box::new(Sayer(says, score))));
        let options = EngineOptions::default();
        let report = run(&suite, &players, &options, &Limits::nodes(1), &Stop::new(), &mut |_, _| ());
        (report.margins(), report.summary(Language::English), report.to_json(&suite))
    };
    // One move loses 10 discs, the same in the second position none; both scores are 2.5, against +6 and -4.
    let two = moves + &format!("{board} X; f5:-4; d3:-6;\n");
    let estimate = Score::Estimate { value: 2.5, win: 0.9 };
    let (margins, summary, json) = report(&two, "f5", estimate);
    let wanted = Margins { moves: (2, 1), loss: Some(5.0), error: Some((3.5 + 6.5) / 2.0) };
    assert_eq!(margins, Some(wanted));
    assert!(summary.contains("best moves 50.0 %, mean loss 5.00 discs; mean error of the score 5.00 discs"));
    assert_eq!(
        (&json["best_moves"], &json["mean_loss"], &json["mean_error"]),
        (&0.5.into(), &5.0.into(), &5.0.into())
    );
    assert_eq!((&json["answers"][0]["loss"], &json["answers"][1]["loss"]), (&10.0.into(), &0.0.into()));
    // A move that is not listed has no loss, and a bare win no error.
    let (margins, summary, _) = report(&two, "e6", proven(Proof::Win(3)));
    assert_eq!(margins, Some(Margins { moves: (0, 0), loss: None, error: None }));
    assert!(!summary.contains("mean"), "{summary}");
    let (margins, ..) = report(&format!("{board} X; score:-4;\n"), "f5", proven(Proof::Margin(-4.0)));
    assert_eq!(margins, Some(Margins { moves: (0, 0), loss: None, error: Some(0.0) }));
}

#[test]
fn what_is_no_move_question_is_skipped_and_counted() {
    let dir = tempfile::tempdir().unwrap();
    file(&dir, "nine.sgf", "(;GM[1]SZ[9];B[ee];W[cc];B[gg])");
    let tst = "# remark\nloadsgf nine.sgf 3\n1 reg_genmove black\n#? [G7]\n2 attack C7\n#? [1 D7]\n\
               3 reg_genmove white\n#? [(A|B).*]\n4 play black A1\n5 reg_genmove white\n#? [A2]\n\
               undo\n6 reg_genmove black\n#? [A3]\nundo\nundo\n7 reg_genmove black\n#? [A4]\n\
               boardsize 1\n8 reg_genmove black\n#? [PASS]\n";
    let suite = load(&file(&dir, "mixed.tst", tst)).unwrap();
    // loadsgf up to move 3 means before it; white moves after black has played.
    let plies = suite.problems.iter().map(|problem| (problem.name.as_str(), problem.position.ply()));
    assert_eq!(plies.collect::<Vec<_>>(), [("1", 2), ("2", 2), ("5", 3), ("6", 2), ("8", 0)]);
    let lines: Vec<usize> = suite.skipped.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [8, 17]);
}

#[test]
fn bad_lines_are_reported_by_number() {
    let dir = tempfile::tempdir().unwrap();
    let good = r#"{"rules":"freestyle","moves":"f8a1","side":"black","win_in_at_most":1}"#;
    for (name, text, said) in [
        ("a.jsonl", format!("{good}\n{}\n", good.replace("f8a1", "f8f8")), "line 2: move 2 (f8) is illegal"),
        (
            "b.jsonl",
            format!("{good}\n\n{}\n", good.replace("black", "white")),
            "line 3: white is to win, but black",
        ),
        ("c.jsonl", format!("{good}\n{{\"rules\":"), "line 2: not JSON"),
        ("d.txt", "1,1 | 2,2 | 3,3\n1,1 | 2,2\n".into(), "line 2: expected black stones | white"),
        ("e.txt", "1,1 | 2,2 | 3,3\n1,1 | 2,2 | 15,0\n".into(), "line 2: "),
        ("f.obf", format!("{} X; d3:+2;\n--- X;\n", "-".repeat(64)), "line 2: "),
        ("g.txt", "-12 (emp=12 wc=27 bc=25) ..w\n".into(), "line 1: a board has 64 points, not 3"),
        ("h.tst", "loadsgf missing.sgf\n".into(), "line 1: missing.sgf"),
        ("i.txt", "H8,I9\nsolve vcf 5 x\nsolve vct 5 x\n".into(), "line 3: there are no moves before it"),
        ("j.txt", "what is this?\n".into(), "not a suite: "),
        ("k.txt", String::new(), "not a suite: "),
    ] {
        let why = load(&file(&dir, name, &text)).unwrap_err().to_string();
        assert!(why.contains(said) && why.contains(name), "{name}: {why}");
    }
}

#[test]
fn a_file_of_questions_that_no_engine_answers_reports_how_many_were_skipped() {
    let file = std::env::temp_dir().join(format!("tengen-skipped-{}.tst", std::process::id()));
    let tst = "boardsize 9\n1 uct_value\n#? [0.5]\n2 aa_confirm_safety C3\n#? [C3]\n".to_owned()
        + &"3 go_safe static\n#? [0]\n".repeat(5);
    std::fs::write(&file, tst).unwrap();
    let suite = load(&file);
    std::fs::remove_file(&file).unwrap();
    let suite = suite.unwrap();
    assert_eq!((suite.problems.len(), suite.skipped.len()), (0, 7));
    // The report names the first of them, and with `all` every one.
    let (options, limits) = (EngineOptions::default(), Limits::default());
    let report = run(&suite, &drawers(), &options, &limits, &Stop::new(), &mut |_, _| ());
    let text = report.table(&suite, false, Language::English);
    assert!(text.contains("skipped, line 2: 'uct_value' is not a question that Tengen answers\n"), "{text}");
    assert!(text.ends_with("and 2 more lines skipped (--all, --json: every one)\n"), "{text}");
    assert_eq!(report.table(&suite, true, Language::English).lines().count(), 7);
    let json = report.to_json(&suite);
    assert_eq!(
        (json["skipped"].as_u64(), json["skipped_lines"].as_array().map(Vec::len)),
        (Some(7), Some(7))
    );
    assert_eq!(json["skipped_lines"][1]["line"], 4);
    for all in [false, true] {
        let kept = [
            "uct",
            "value",
            "aa_confirm_safety",
            "aa",
            "confirm",
            "safety",
            "uct_value",
            "go_safe",
            "go",
            "safe",
            "Tengen",
            "all",
            "json",
        ];
        assert_eq!(untranslated(|language| report.table(&suite, all, language), &kept), None);
    }
}

/// Answers about two chains, groups and races.
#[test]
fn questions_about_groups_need_no_engine() {
    let dir = tempfile::tempdir().unwrap();
    let tst = "boardsize 9\nplay b C3\nplay b E3\nplay b C5\nplay b E5\nplay w B3\nplay w F3\nplay w C2\nplay w E2\n\
               1 attack_either C3 E3\n#? [1]\n2 attack_either C3 E3\n#? [1 D3]\n3 defend_both C3 E3\n#? [1]*\n\
               play w D3\n4 defend_both E3 C3\n#? [0]\nclear_board\nboardsize 5\nplay b D5\nplay b A4\n\
               play b B4\nplay b C4\nplay b D4\nplay w E5\nplay w E4\nplay w A3\nplay w B3\nplay w C3\n\
               play w D3\nplay w E3\n5 dragon_status A4\n#? [critical B5 B5]\n6 dragon_status A4\n#? [critical]\n\
               7 analyze_semeai A3 A4\n#? [1 1 B5]\n8 analyze_semeai A3 A4\n#? [1 1]\n\
               9 analyze_semeai A4 B4\n#? [1 1]\n";
    let suite = load(&file(&dir, "groups.tst", tst)).unwrap();
    let report =
        run(&suite, &drawers(), &EngineOptions::default(), &Limits::default(), &Stop::new(), &mut |_, _| ());
    let marks: Vec<Grade> = report.answers.iter().map(|answer| answer.mark).collect();
    let mut known = vec![Grade::Solved; 8];
    // Two chains of one side are no race.
    known.push(Grade::Missed);
    assert_eq!(marks, known, "{:?}", report.answers);
    assert!(suite.skipped.is_empty(), "{:?}", suite.skipped);
}

/// Fuego's files begin with parameters of its search, and ask questions of their own.
#[test]
fn the_forms_of_fuego_are_read() {
    let dir = tempfile::tempdir().unwrap();
    // White's B4 has taken the stone on A4.
    file(&dir, "ko.sgf", "(;GM[1]SZ[5]RU[Chinese]AB[ab][ba]AW[bb][ac];B[ea];W[ea])");
    file(&dir, "take.sgf", "(;GM[1]SZ[5]RU[Chinese]AB[ba][cb][bc][aa]AW[da][db][dc][bb];B[ee];W[ed])");
    // The last move brings the position of the first back.
    file(&dir, "again.sgf", "(;GM[1]SZ[3]RU[Chinese]AB[ba]AW[bb][ca]PL[W];W[aa];B[];W[];B[])");
    let tst = "# early pass\nuct_param_player early_pass 1\ngo_param timelimit 5\n\
               loadsgf take.sgf 2\n10 reg_genmove w\n#? [A1]*\n20 is_legal w c1\n#? [1]\n30 is_legal b B5\n#? [0]\n\
               40 go_ladder B4\n#? [captured]\n50 go_safe benson black\n#? [0]\n60 go_safe benson\n#? [0]\n\
               70 uct_value\n#? [0.5]\n80 go_safe static\n#? [.*]\nloadsgf ko.sgf\n90 is_legal b A1\n#? [1]\n";
    let suite = load(&file(&dir, "fuego.tst", tst)).unwrap();
    let names: Vec<&str> = suite.problems.iter().map(|problem| problem.name.as_str()).collect();
    assert_eq!(names, ["10", "20", "30", "40", "50", "60"], "{:?}", suite.skipped);
    // An illegal game costs its own questions alone.
    let lines: Vec<usize> = suite.skipped.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [17, 19, 22], "{:?}", suite.skipped);
    assert!(suite.skipped[2].1.to_string().contains("ko.sgf"), "{:?}", suite.skipped);
    let report = run(
        &suite,
        &drawers(),
        &EngineOptions::default(),
        &Limits::nodes(1000),
        &Stop::new(),
        &mut |_, _| (),
    );
    assert_eq!(
        report.answers[1..].iter().filter(|answer| answer.mark == Grade::Solved).count(),
        5,
        "{:?}",
        report.answers
    );
}

/// A script sets the rule of ko, and a game that repeats a position is read without superko.
#[test]
fn a_script_sets_the_rule_of_ko() {
    let dir = tempfile::tempdir().unwrap();
    // Black has taken a ko at A9; after two moves elsewhere white may take back.
    let game = "(;GM[1]SZ[9]RU[Chinese]AB[bb][ac]AW[ba][ca][ab];B[aa];W[ia];B[ii])";
    file(&dir, "ko.sgf", game);
    let again = game.replace(";W[ia];B[ii])", ";W[ab];B[aa])");
    file(&dir, "again.sgf", &again);
    let tst = "loadsgf ko.sgf 2\n1 is_legal w A8\n#? [0]\ngo_param_rules ko_rule pos_superko\n2 is_legal w A8\n#? [0]\n\
               go_param_rules ko_rule simple\n3 is_legal w J9\n#? [1]\n";
    let suite = load(&file(&dir, "ko.tst", tst)).unwrap();
    assert_eq!((suite.problems.len(), suite.skipped.len()), (3, 0), "{:?}", suite.skipped);
    let report =
        run(&suite, &drawers(), &EngineOptions::default(), &Limits::default(), &Stop::new(), &mut |_, _| ());
    assert_eq!(report.count(Grade::Solved), 3, "{:?}", report.answers);
}

/// Problems whose comments mark the lines that solve them.
#[test]
fn problems_in_sgf_are_a_suite() {
    let dir = tempfile::tempdir().unwrap();
    let text = "(;GM[1]SZ[9]AB[aa][ba]AW[ab][bb](;W[ca];B[da](;W[ea]C[Yes. RIGHT])(;W[ia]))(;W[ia];B[ca])\
                (;W[ha](;B[ca];W[da]C[RIGHT])(;B[da])))\n(;GM[1]SZ[9]AB[aa];W[ab]C[no])";
    let suite = load(&file(&dir, "problem.sgf", text)).unwrap();
    assert_eq!((suite.problems.len(), suite.skipped.len()), (1, 1));
    let [problem] = &suite.problems[..] else { unreachable!() };
    assert_eq!(problem.position.to_move(), tengen_board::Color::White);
    // A move after which one reply has no answer is wrong.
    assert_eq!(problem.solution, Solution::Best(vec![problem.position.parse_move("c9").unwrap()]));
    let Some(folder) = tengen_truth::file("go/sgf/tsumegobench-examples") else { return };
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let suite = load(&path).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!((suite.problems.len(), suite.skipped.len()), (1, 0), "{path:?}: {:?}", suite.skipped);
    }
}

/// The library of Go answers questions of reading; the engine of the game is not asked.
#[test]
fn questions_of_reading_need_no_engine() {
    let dir = tempfile::tempdir().unwrap();
    file(&dir, "five.sgf", "(;GM[1]SZ[5];B[aa];W[ab];B[ee])");
    let tst = "loadsgf five.sgf\n1 attack A5\n#? [1 (B5|C5)]\n2 defend A5\n#? [0]\n3 attack E1\n#? [(1|2) E2]*\n\
               4 attack A5\n#? [2 B5]\n5 unconditional_status A5\n#? [undecided]\n6 defend C3\n#? [1]\n\
               7 attack A5\n#? [1]\n8 connect A5 E1\n#? [0]\n9 disconnect A5 E1\n#? [1]\n10 connect A5 pass\n\
               #? [0]\n11 owl_attack A5\n#? [1 B5]\n12 owl_defend A5\n#? [0]\n13 same_dragon A5 E1\n#? [0]\n\
               trymove black B5\n14 same_dragon B5 A5\n#? [1]\ntrymove black C4\n15 defend C4\n#? [1]\n\
               popgo\n16 attack A4\n#? [1 B4]\npopgo\n17 attack A5\n#? [1 B5]\n";
    let suite = load(&file(&dir, "reading.tst", tst)).unwrap();
    let none: tengen_engine::EngineFactory =
        std::sync::Arc::new(|_, _| Err(EngineError::None(tengen_games::GameKind::Gomoku)));
    let (options, limits) = (tengen_engine::EngineOptions::default(), tengen_engine::Limits::default());
    let stop = tengen_engine::Stop::new();
    let report = tengen_arena::suite::run(&suite, &none, &options, &limits, &stop, &mut |_, _| ());
    let marks: Vec<Grade> = report.answers.iter().map(|answer| answer.mark).collect();
    use Grade::{Missed, Solved};
    let mut known =
        vec![Solved, Solved, Solved, Missed, Solved, Missed, Solved, Solved, Solved, Solved, Solved];
    // Moves that are tried, and taken back.
    known.extend([Solved; 5]);
    assert_eq!(marks, known, "{:?}", report.answers);
    assert_eq!(suite.skipped.len(), 1, "a pass is no point: {:?}", suite.skipped);
}

#[test]
fn marks_answers_and_solutions_are_in_every_language() {
    for mark in [Grade::Solved, Grade::Missed, Grade::Wrong, Grade::Refused] {
        assert_eq!(untranslated(|language| mark.text(language).into(), &[]), None, "{mark:?}");
    }
    let mut problem = Problem {
        name: "1".into(),
        line: 1,
        position: AnyPosition::new(&"renju".parse().unwrap()),
        solution: Solution::Win(None),
    };
    for said in [
        Said::Best(None, None),
        Said::Best(None, Some(Score::Proven(Proof::Win(3)))),
        Said::Over(Score::Proven(Proof::Draw)),
        Said::Forbidden(Vec::new()),
        Said::NoStone,
        Said::Refused(SearchError::Empty),
    ] {
        assert_eq!(untranslated(|language| problem.answer_text(&said, language), &[]), None, "{said:?}");
    }
    let point = tengen_board::Point::new(7, 7);
    for solution in [
        Solution::Win(None),
        Solution::Win(Some(7)),
        Solution::Avoid(vec![Move::Place(point)]),
        Solution::Forbidden { points: Vec::new(), all: true },
        Solution::Forbidden { points: vec![point], all: true },
    ] {
        problem.solution = solution;
        let text = |language| problem.solution_text(language);
        assert_eq!(untranslated(text, &[]), None, "{:?}", problem.solution);
    }
    problem.solution = Solution::Reading {
        question: tengen_arena::suite::ReadingQuestion::Attack,
        at: point,
        right: vec!["1 D4".into(), "0".into()],
    };
    assert_eq!(problem.solution_text(Language::TraditionalChinese), "1 D4 或 0");
}

/// A question about chains is in the report, and a search without a depth shows none.
#[test]
fn a_question_about_chains_is_named_in_the_report() {
    let file = std::env::temp_dir().join(format!("tengen-questions-{}.tst", std::process::id()));
    std::fs::write(&file, "boardsize 5\nplay b A5\nplay w A4\n1 attack A5\n#? [0]\n").unwrap();
    let suite = load(&file);
    std::fs::remove_file(&file).unwrap();
    let suite = suite.unwrap();
    let (options, limits) = (EngineOptions::default(), Limits::default());
    let report = run(&suite, &drawers(), &options, &limits, &Stop::new(), &mut |_, _| ());
    let text = report.table(&suite, false, Language::English);
    assert!(text.starts_with("missed   1            attack A5            1 B5"), "{text}");
    assert!(!text.contains("depth"), "{text}");
    assert_eq!(report.to_json(&suite)["answers"][0]["question"], "attack A5");
}
