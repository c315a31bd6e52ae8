//! Long proofs on small questions, and work files that were cut off.

use super::*;
use board_text::Canonical;
use tengen_board::{Cell, Coords, Point, Size, Symmetry};
use tengen_games::gomoku::Rules;
use tengen_games::{Move, SetUp};
use tengen_gomoku_verify::verify;

fn after(rules: &Rules, moves: &str) -> Position {
    let mut game = Position::new(rules);
    for mv in moves.split_whitespace() {
        game.play(game.parse_move(mv).unwrap()).unwrap();
    }
    game
}

/// A prover that keeps its records in this file.
fn prover_in<'a>(
    game: &Position,
    side: Color,
    limits: ProveLimits,
    work: &TempFile,
    stop: &Stop,
    report: &'a (dyn Fn(ProveProgress) + Sync),
) -> Result<Prover<'a>, WorkError> {
    let mut prover = Prover::new(game, side, limits, stop, report);
    prover.keep_records(&work.0)?;
    Ok(prover)
}

/// A file of its own for each test, removed at its end.
struct TempFile(std::path::PathBuf);

impl TempFile {
    fn new(name: &str) -> TempFile {
        let file = TempFile(std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id())));
        let _ = std::fs::remove_file(&file.0);
        file
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn small() -> ProveLimits {
    ProveLimits {
        nodes: vec![2_000, 50_000],
        candidate_nodes: 20_000,
        early_stones: 0,
        ..ProveLimits::default()
    }
}

/// Black has a strong attack here; white is to move.
const ATTACK: &str = "h8 i9 i7 g9 j8 a1 h6";

#[test]
fn a_proof_against_all_replies_is_resumed_from_every_line_of_its_work_file() {
    let (game, work) = (after(&Rules::STANDARD, ATTACK), TempFile::new("resume"));
    let stop = Stop::new();
    let in_range = |progress: ProveProgress| assert!((0.0..=1.0).contains(&progress.done), "{progress:?}");
    let prove = |limits: ProveLimits| {
        let prover = prover_in(&game, Color::Black, limits, &work, &stop, &in_range).unwrap();
        let proof = prover.run().unwrap().map(|(proof, _)| proof);
        (proof, prover.progress(), prover.hardest(3))
    };
    let (proof, progress, hardest) = prove(small());
    let proof = proof.expect("black wins");
    let report = verify(&proof, &VerifyLimits::default()).unwrap();
    assert!(report.plies.is_multiple_of(2) && proof.to_move == Color::White && proof.side == Color::Black);
    assert!(progress.proven > 3 && progress.open == 0 && hardest.len() == 3, "{progress:?} {hardest:?}");
    assert!(hardest[0].cost.unwrap().nodes >= hardest[1].cost.unwrap().nodes);
    // Killed after any number of bytes, the next run comes to the same certificate.
    let whole = std::fs::read(&work.0).unwrap();
    for part in [0, 1, 5, 30, 60, 85, 99] {
        std::fs::write(&work.0, &whole[..whole.len() * part / 100]).unwrap();
        assert_eq!(prove(small()).0.as_ref(), Some(&proof), "{part} %");
        assert_eq!(lines_without_times(&std::fs::read(&work.0).unwrap()), lines_without_times(&whole));
    }
    // Two threads come to the same certificate.
    std::fs::remove_file(&work.0).unwrap();
    assert_eq!(prove(ProveLimits { threads: 2, ..small() }).0.as_ref(), Some(&proof));
}

/// A skeleton holds what its strategy needs: the same certificate comes of it, and random branches of it are right.
#[test]
fn a_skeleton_finds_every_win_again() {
    let (game, work) = (after(&Rules::STANDARD, ATTACK), TempFile::new("skeleton-work"));
    let stop = Stop::new();
    let first = prover_in(&game, Color::Black, small(), &work, &stop, &|_| ()).unwrap();
    let (proof, _) = first.run().unwrap().expect("black wins");
    let (text, file) = (first.skeleton(), TempFile::new("skeleton"));
    let from = |text: &str| {
        std::fs::write(&file.0, text).unwrap();
        let mut prover = Prover::new(&game, Color::Black, small(), &stop, &|_| ());
        prover.read_records(&file.0).unwrap();
        prover
    };
    let again = from(&text);
    assert_eq!(again.skeleton(), text, "nothing is lost on the way");
    let mut met = Vec::new();
    let branches = again.sample(12, 7, &mut |branch| met.push(branch.clone())).unwrap();
    assert_eq!(branches, met);
    assert!(
        branches.len() == 12 && branches.iter().all(|b| b.plies.is_some_and(|p| p % 2 == 1)),
        "{branches:?}"
    );
    assert_eq!(again.sample(12, 7, &mut |_| ()).unwrap(), branches, "a seed draws the same branches");
    assert_ne!(again.sample(12, 8, &mut |_| ()).unwrap(), branches);
    assert_eq!(again.run().unwrap().map(|(proof, _)| proof), Some(proof));
    assert_eq!(again.skeleton(), text);
    // Without a win after a pass each reply has a record of its own, and that is a strategy too.
    let start = Canonical::new(&game, Color::White).unwrap().text;
    let far =
        text.lines().find(|line| line.starts_with("far ") && line.ends_with(&start.to_string())).unwrap();
    let one_by_one = from(&text.replace(far, &far.replacen("far", "wins 50000", 1)));
    assert!(one_by_one.work().covered(&start).is_none());
    assert!(one_by_one.strategy().is_some());
    // If the common answer covers nothing, there is no strategy, and most branches end without a win.
    let (_, board) = text.lines().nth(1).and_then(|far| far["far ".len()..].split_once(' ')).unwrap();
    let spoilt = from(&format!("{text}far - {board}\n"));
    assert!(spoilt.strategy().is_none());
    let branches = spoilt.sample(40, 7, &mut |_| ()).unwrap();
    assert!(branches.iter().any(|branch| branch.plies.is_none()), "{branches:?}");
    // The work file itself says no less, and a new work file begins with what was read.
    std::fs::remove_file(&work.0).unwrap();
    let mut third = from(&text);
    third.keep_records(&work.0).unwrap();
    drop(third);
    assert!(prover_in(&game, Color::Black, small(), &work, &stop, &|_| ()).unwrap().strategy().is_some());
}

/// On a board with all symmetries an answer serves for up to eight replies.
#[test]
fn on_a_symmetric_board_one_of_the_same_replies_is_answered() {
    let rules = Rules { size: Size::of(9, 9), ..Rules::FREESTYLE };
    let points = |names: &str| -> Vec<Point> {
        names.split(' ').map(|name| Coords::Gomoku.parse(name, rules.size).unwrap()).collect()
    };
    let black = points("e5 d5 f5 e4 e6").into_iter().map(|p| (p, Cell::Black));
    let white = points("a1 a9 i1 i9").into_iter().map(|p| (p, Cell::White));
    let set_up = SetUp { cells: black.chain(white).collect(), to_move: Color::White };
    let game = Position::set_up(&rules, &set_up).unwrap();
    let (work, stop) = (TempFile::new("symmetric"), Stop::new());
    let prover = prover_in(&game, Color::Black, small(), &work, &stop, &|_| ()).unwrap();
    let (proof, _) = prover.run().unwrap().expect("black wins");
    let exhaustive = VerifyLimits { exhaustive: true, ..VerifyLimits::default() };
    assert!(verify(&proof, &exhaustive).is_ok());
    let root = proof.nodes.last().unwrap();
    let all = Symmetry::keeping(rules.size);
    let images = |reply: Point| all.iter().map(move |s| s.apply(reply, rules.size));
    let mut classes: Vec<Point> = root.replies.iter().filter_map(|&(p, _)| images(p).min()).collect();
    classes.sort_unstable();
    classes.dedup();
    assert!(!classes.is_empty() && classes.len() == root.replies.len(), "{:?}", root.replies);
    // Without one of these answers some reply has none, unless the win after a pass answers it.
    let mut spoilt = proof.clone();
    let last = spoilt.nodes.last_mut().unwrap();
    last.replies.clear();
    last.other = None;
    assert!(verify(&spoilt, &VerifyLimits::default()).is_err());
}

/// Moves that won before come first where the loser's stones are far, turned as the board is.
#[test]
fn moves_that_won_are_tried_against_far_stones() {
    let file = TempFile::new("won-before");
    let records = "tengen-prove 2 freestyle 15x15: black wins\nmove i9 black h8;white i7\n";
    std::fs::write(&file.0, records).unwrap();
    let (start, stop) = (Position::new(&Rules::FREESTYLE), Stop::new());
    let mut prover = Prover::new(&start, Color::Black, small(), &stop, &|_| ());
    prover.read_records(&file.0).unwrap();
    let moves = |played: &str| -> Vec<String> {
        let at = Canonical::new(&after(&Rules::FREESTYLE, played), Color::Black).unwrap();
        let back = at.symmetry.inverse();
        let name = |mv: Point| Coords::Gomoku.format(back.apply(mv, Size::of(15, 15)), Size::of(15, 15));
        prover.moves_that_won(&at).into_iter().map(name).collect()
    };
    assert!(moves("h8 i7").is_empty() && moves("h8 j9").is_empty(), "these are near");
    let far = moves("h8 o1");
    assert_eq!(far.len(), 4, "{far:?}");
    assert!(far[0] == "g9" && far[3] == "i7", "the farthest first: {far:?}");
}

/// A win without a far stone is searched, and repaired for the board with it.
#[test]
fn a_win_without_a_far_stone_is_taken_over() {
    let game = after(&Rules::STANDARD, "h8 o1 i9");
    let (stop, file) = (Stop::new(), TempFile::new("transfer"));
    let limits = ProveLimits { nodes: vec![1_000_000], ..ProveLimits::default() };
    let prover = prover_in(&game, Color::Black, limits, &file, &stop, &|_| ()).unwrap();
    let before = Canonical::new(&game, Color::White).unwrap();
    let due = prover.after_replies(&before).unwrap();
    let near: Vec<&Canonical> = due.iter().take(6).collect();
    prover.transfer_all(&before, &near).unwrap();
    let taken = near.iter().filter(|at| prover.is_proven(&at.text)).count();
    assert!(taken > 0, "of {}", near.len());
    let text = std::fs::read_to_string(&file.0).unwrap();
    assert_eq!(text.lines().filter(|line| line.starts_with("repair ")).count(), taken, "{text}");
    for at in near.iter().filter(|at| prover.is_proven(&at.text)) {
        let proof = prover.proof(&at.text).unwrap().expect("it is found again");
        assert!(verify(&proof, &VerifyLimits::default()).is_ok() && proof.white.len() == 2);
    }
}

/// A record of a search that finds nothing now is searched with the other limits.
#[test]
fn a_record_that_does_not_hold_any_more_is_searched_again() {
    let (game, file) = (after(&Rules::FREESTYLE, "h8 a1 i8 o1 j9 a15"), TempFile::new("weak"));
    let stop = Stop::new();
    let prover = |limits: ProveLimits, text: &str| {
        std::fs::write(&file.0, text).unwrap();
        let mut prover = Prover::new(&game, Color::Black, limits, &stop, &|_| ());
        prover.read_records(&file.0).unwrap();
        prover.run().map(|found| found.is_some())
    };
    let board = Canonical::new(&game, Color::Black).unwrap().text.to_string();
    let text = format!("tengen-prove 2 freestyle 15x15: black wins\nwin 1 1 1 {board}\n");
    assert!(prover(small(), &text).unwrap(), "found with a greater limit");
    let lost = prover(ProveLimits { nodes: vec![20], max_stones: 0, ..small() }, &text).unwrap_err();
    assert!(lost.to_string().contains(&board), "{lost}");
}

/// The lines of a work file, with 0 for each time.
fn lines_without_times(bytes: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(bytes).unwrap();
    let plain = |line: &str| match line.strip_prefix("win ") {
        Some(rest) => {
            let words: Vec<&str> = rest.splitn(3, ' ').collect();
            format!(
                "win {} {} 0 {}",
                words[0],
                words[1],
                words[2].split_once(' ').map_or("", |(_, board)| board)
            )
        }
        None => match line.strip_prefix("repair ") {
            Some(rest) => {
                let words: Vec<&str> = rest.splitn(3, ' ').collect();
                format!("repair {} 0 {}", words[0], words[2])
            }
            None => line.into(),
        },
    };
    text.lines().map(plain).collect()
}

/// What was searched in vain is counted as well.
#[test]
fn searches_that_find_no_win_are_counted() {
    let (game, work) = (after(&Rules::FREESTYLE, "h8"), TempFile::new("vain"));
    let (stop, report) = (Stop::new(), |_: ProveProgress| ());
    let limits =
        ProveLimits { nodes: vec![50], candidate_nodes: 50, candidates: 1, max_stones: 2, ..small() };
    let prover = prover_in(&game, Color::White, limits, &work, &stop, &report).unwrap();
    assert!(prover.run().unwrap().is_none());
    let progress = prover.progress();
    assert!(progress.proven == 0 && progress.open > 0 && progress.without_win.nodes > 0, "{progress:?}");
}

/// Moves are tried where no search is allowed to find the win at once.
#[test]
fn moves_are_tried_where_a_search_resists() {
    let (game, work) = (after(&Rules::FREESTYLE, "h8 a1 i8 o1 j9 a15"), TempFile::new("moves"));
    let limits = ProveLimits { nodes: vec![20, 2_000], early_stones: 9, ..small() };
    let stop = Stop::new();
    let in_range = |progress: ProveProgress| assert!((0.0..=1.0).contains(&progress.done), "{progress:?}");
    let prover = prover_in(&game, Color::Black, limits, &work, &stop, &in_range).unwrap();
    let (proof, report) = prover.run().unwrap().expect("black wins");
    assert!(
        report.plies > 4 && verify(&proof, &VerifyLimits::default()).is_ok() && proof.to_move == Color::Black
    );
    let text = std::fs::read_to_string(&work.0).unwrap();
    assert!(text.lines().any(|line| line.starts_with("try ")), "{text}");
    assert!(text.lines().any(|line| line.starts_with("move ")), "{text}");
}

/// A move against which the replies hold is left for the next one.
#[test]
fn a_move_that_does_not_win_is_left_for_another() {
    let (game, work) = (after(&Rules::FREESTYLE, "h8 a1 i8 o1 j9 a15"), TempFile::new("left"));
    let limits = ProveLimits { nodes: vec![20, 2_000], early_stones: 9, ..small() };
    let stop = Stop::new();
    let prove = || {
        let prover = prover_in(&game, Color::Black, limits.clone(), &work, &stop, &|_| ()).unwrap();
        let proven = prover.run().unwrap().is_some();
        drop(prover);
        (proven, std::fs::read_to_string(&work.0).unwrap())
    };
    let (proven, text) = prove();
    let moves = text.lines().rfind(|line| line.starts_with("move ")).unwrap();
    let (wins, board) = moves["move ".len()..].split_once(' ').unwrap();
    assert!(proven);
    // The same question, where the only other move to try is in a corner.
    let question = text.lines().next().unwrap();
    std::fs::write(&work.0, format!("{question}\ntry o15,{wins} {board}\n")).unwrap();
    let (proven, text) = prove();
    assert!(proven && text.lines().any(|line| line == moves), "{text}");
    std::fs::write(&work.0, format!("{question}\ntry o15 {board}\n")).unwrap();
    let (proven, text) = prove();
    assert!(!proven && !text.lines().any(|line| line.starts_with("move ")), "{text}");
}

#[test]
fn nothing_is_claimed_without_a_win_or_after_a_stop() {
    let (game, work) = (after(&Rules::STANDARD, "h8"), TempFile::new("none"));
    let stop = Stop::new();
    let limits = ProveLimits { nodes: vec![2_000], candidates: 1, max_stones: 0, ..small() };
    let prover = prover_in(&game, Color::White, limits.clone(), &work, &stop, &|_| ()).unwrap();
    assert_eq!(prover.run().unwrap(), None);
    assert_eq!(prover.progress().open, 1);
    assert_eq!(prover.hardest(5)[0].cost, None);
    stop.raise();
    let work = TempFile::new("stopped");
    let prover = prover_in(&game, Color::Black, limits, &work, &stop, &|_| ()).unwrap();
    assert_eq!(prover.run().unwrap(), None);
    assert_eq!(std::fs::read_to_string(&work.0).unwrap().lines().count(), 1, "a stop proves nothing");
}

/// A run that is stopped while it finds the wins again for the certificate ends as one that is stopped before.
#[test]
fn a_stop_in_the_middle_of_the_certificate_is_no_fault_of_the_records() {
    let (game, file) = (after(&Rules::STANDARD, ATTACK), TempFile::new("stopped-late"));
    let first = Prover::new(&game, Color::Black, small(), &Stop::new(), &|_| ());
    assert!(first.run().unwrap().is_some());
    std::fs::write(&file.0, first.skeleton()).unwrap();
    let stop = Stop::new();
    let stop_late = |progress: ProveProgress| {
        if progress.found_again.is_some_and(|(done, _)| done > 0) {
            stop.raise();
        }
    };
    let mut prover = Prover::new(&game, Color::Black, small(), &stop, &stop_late);
    prover.read_records(&file.0).unwrap();
    assert_eq!(prover.run().unwrap(), None);
    assert!(stop.is_raised() && prover.progress().found_again.is_some_and(|(done, all)| 0 < done && all > 1));
}

/// Killed while it finds the wins again, a run goes on with those that it had found.
#[test]
fn wins_found_again_are_kept_in_a_file() {
    let (game, skeleton, wins) =
        (after(&Rules::STANDARD, ATTACK), TempFile::new("kept-skeleton"), TempFile::new("kept-wins"));
    let stop = Stop::new();
    let first = Prover::new(&game, Color::Black, small(), &stop, &|_| ());
    let (proof, _) = first.run().unwrap().expect("black wins");
    std::fs::write(&skeleton.0, first.skeleton()).unwrap();
    let from = |wins: Option<&TempFile>, stop: &Stop| {
        let mut prover = Prover::new(&game, Color::Black, small(), stop, &|_| ());
        prover.read_records(&skeleton.0).unwrap();
        wins.map_or(Ok(()), |wins| prover.keep_wins(&wins.0)).unwrap();
        prover
    };
    let (kept, ready) = (from(Some(&wins), &stop), std::fs::read(&wins.0));
    assert!(ready.is_err(), "the first win makes the file");
    assert_eq!(kept.certificate().unwrap(), proof);
    let all = kept.progress().found_again.unwrap().1;
    let whole = std::fs::read(&wins.0).unwrap();
    // With all wins kept nothing is searched, so that a stop is no hindrance; without them it is.
    let stopped = Stop::new();
    stopped.raise();
    assert_eq!(from(Some(&wins), &stopped).certificate().unwrap(), proof);
    assert!(from(None, &stopped).certificate().is_err());
    // Cut off anywhere, the whole wins are taken, and the others are found and written again.
    let half = whole.len() / 2;
    for len in [0, 1, 20, half, half + 1, half + 77, whole.len() - 1] {
        std::fs::write(&wins.0, &whole[..len]).unwrap();
        assert!(from(Some(&wins), &stopped).certificate().is_err(), "{len}");
        let taken = from(Some(&wins), &stop);
        assert!(std::fs::read(&wins.0).unwrap().len() <= len.max(60));
        assert_eq!(taken.certificate().unwrap(), proof, "{len} of {}, {all} wins", whole.len());
        assert_eq!(std::fs::read(&wins.0).unwrap(), whole, "{len}");
    }
    // A win that cannot be read is searched again.
    let text = b"tengen-proof 2";
    let at = (half..whole.len()).find(|&at| whole[at..].starts_with(text)).expect("a certificate");
    let mut damaged = whole.clone();
    damaged[at] ^= 1;
    std::fs::write(&wins.0, &damaged).unwrap();
    assert!(from(Some(&wins), &stopped).certificate().is_err());
    assert_eq!(from(Some(&wins), &stop).certificate().unwrap(), proof);
    // A file of something else is left as it is.
    for other in ["tengen-wins 1 freestyle 15x15: black wins\n", "my notes\n", "my notes"] {
        std::fs::write(&wins.0, other).unwrap();
        let mut prover = Prover::new(&game, Color::Black, small(), &stop, &|_| ());
        let refused = prover.keep_wins(&wins.0).unwrap_err();
        assert!(matches!(refused, WorkError::OtherQuestion { .. }), "{refused}");
        assert_eq!(std::fs::read_to_string(&wins.0).unwrap(), other);
    }
}

/// Work files may be joined: what one of them has proven is not lost by a search without a win in another one.
#[test]
fn an_open_line_leaves_a_win_of_the_same_board() {
    let file = TempFile::new("joined");
    let board = "black h8;white h7";
    for win in ["win 7 3 1", "move i9"] {
        let (won, open) = (format!("{win} {board}"), format!("open 500 {board}"));
        let known = |lines: &[&str]| {
            let text = ["tengen-prove 2 freestyle 15x15: black wins"].iter().chain(lines);
            let text: String = text.map(|line| format!("{line}\n")).collect();
            std::fs::write(&file.0, text).unwrap();
            let start = Position::new(&Rules::FREESTYLE);
            let mut prover = Prover::new(&start, Color::Black, small(), &Stop::new(), &|_| ());
            prover.read_records(&file.0).unwrap();
            let known = prover.work().known(&board_text::parse_board(board, start.size()).unwrap()).cloned();
            known.unwrap()
        };
        let alone = known(&[&won]);
        assert!(alone.is_win());
        assert_eq!(known(&[&won, &open]), alone, "{win}");
        assert_eq!(known(&[&open, &won]), alone, "{win}");
        assert_eq!(known(&[&open]), Known::Open(500));
    }
}

#[test]
fn a_work_file_of_another_question_or_with_a_broken_line_is_refused() {
    let (game, work) = (after(&Rules::STANDARD, ATTACK), TempFile::new("other"));
    let (stop, report) = (Stop::new(), |_| ());
    let open = |side| prover_in(&game, side, small(), &work, &stop, &report).map(|_| ());
    open(Color::Black).unwrap();
    let message = open(Color::White).unwrap_err().to_string();
    assert!(message.contains("standard 15x15: black wins'") && message.contains("white wins'"), "{message}");
    let good = std::fs::read_to_string(&work.0).unwrap();
    for line in
        ["hello", "move z99 black;white", "open x black;white", "far a1 black", "win 1 2 tengen-proof", ""]
    {
        std::fs::write(&work.0, format!("{good}{line}\n")).unwrap();
        let message = open(Color::Black).unwrap_err().to_string();
        assert!(message.starts_with("line 2: "), "{line}: {message}");
    }
}

/// The strategies' first moves are in the tables of docs/solved.md; here they are read from other boards.
#[test]
fn moves_of_other_boards_come_first_where_the_stones_are_the_same() {
    let moves = |rules: &Rules, moves: &str| -> Vec<String> {
        let game = after(rules, moves);
        let at = Canonical::new(&game, Color::Black).unwrap();
        let back = at.symmetry.inverse();
        let found = transfer::moves_of_other_boards(&at, Color::Black).into_iter();
        found.map(|mv| game.format_move(Move::Place(back.apply(mv, game.size())))).collect()
    };
    // Freestyle and standard begin in the centre of 15×15, freestyle on 13×13 in its own. On 14×14 the centre is
    // between four points.
    assert_eq!(moves(&Rules::RENJU, ""), ["h8"]);
    let mut centre = moves(&Rules { size: Size::of(14, 14), ..Rules::FREESTYLE }, "");
    centre.sort();
    assert_eq!(centre, ["g7", "g8", "h7", "h8"]);
    // Against i7 both strategies of 15×15 play i9, or one that is the same by the symmetry of the two stones.
    let replies = moves(&Rules::RENJU, "h8 i7");
    assert!(
        !replies.is_empty() && replies.iter().all(|mv| ["i9", "g7"].contains(&mv.as_str())),
        "{replies:?}"
    );
    // A strategy is no help to itself: freestyle 15×15 has the moves of standard and of 13×13.
    assert_eq!(moves(&Rules::FREESTYLE, "h8 h6"), ["h10"]);
    assert!(moves(&Rules::RENJU, "a1 o15").is_empty());
}
