//! Records played by the rules: violations, and habits that the rules do not have.

use crate::read;
use tengen_board::Color;
use tengen_games::{EndReason, Game, Outcome};
use tengen_records::{ReadOptions, ViolationKind, WriteOptions, sgf};

#[test]
fn an_illegal_move_is_reported_with_its_node() {
    let record = read("(;GM[1]SZ[9];B[aa];W[bb](;B[aa])(;B[cc];W[cc]))");
    let violations = record.violations();
    let found: Vec<_> = violations.iter().map(|v| (v.node, v.number, v.text.as_str())).collect();
    assert_eq!(found, [(3, 3, "A9"), (5, 4, "C7")]);
    assert!(matches!(violations[0].kind, ViolationKind::Illegal(_)));
    // A ko taken back at once, after seven moves: White takes at B9, Black may not retake at A9 … C8.
    let ko = read("(;GM[1]SZ[9]RU[Japanese];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])");
    let error = ko.replay().expect_err("the ko is retaken");
    assert_eq!((error.violation.node, error.violation.number), (9, 9));
    assert!(error.to_string().starts_with("move 9 (C8) is illegal: "), "{error}");
    assert!(error.to_string().contains("ko"), "{error}");
    // The position that was reached is the one before that move.
    assert_eq!((error.reached.node, error.reached.position.ply()), (8, 8));
}

#[test]
fn habits_of_files_are_played_and_counted() {
    let replayed = |text: &str| {
        let result = read(text).replay();
        let c = result.as_ref().map_or_else(|e| e.reached.counts, |replay| replay.counts);
        (result.err().map(|e| e.to_string()), [c.moves, c.passes, c.set_ups, c.spare_passes])
    };
    // Two moves of one side in Go have a pass between them; a third pass is one too many; and play may go on.
    assert_eq!(replayed("(;GM[1]SZ[9];B[aa];B[bb];W[cc])"), (None, [3, 1, 0, 0]));
    assert_eq!(replayed("(;GM[1]SZ[9];B[];W[];B[])"), (None, [3, 0, 0, 1]));
    assert_eq!(replayed("(;GM[1]SZ[9];B[aa];W[];B[];W[bb];B[cc])"), (None, [5, 0, 0, 0]));
    assert_eq!(replayed("(;GM[1]SZ[9];B[aa];W[];B[];B[bb];W[cc])"), (None, [5, 0, 0, 0]));
    // After a pass of its own a side moves again (Pachi's files): no pass between, which would end the game.
    assert_eq!(replayed("(;GM[1]SZ[9];B[aa];W[];W[bb];B[cc])"), (None, [4, 0, 0, 0]));
    assert_eq!(read("(;GM[1]SZ[9];B[aa];W[];W[bb];B[cc])").replay().unwrap().position.ply(), 3);
    // A problem may begin with white, after a set-up or not.
    assert_eq!(replayed("(;GM[1]SZ[9];W[aa];B[bb])"), (None, [2, 0, 1, 0]));
    assert_eq!(replayed("(;GM[4]SZ[15]AB[hh];W[ii];B[aa])"), (None, [2, 0, 1, 0]));
    // Handicap stones, set up together or played one by one.
    assert_eq!(replayed("(;GM[1]SZ[9]HA[2]AB[cc][gg];W[aa])"), (None, [1, 0, 1, 0]));
    assert_eq!(replayed("(;GM[1]SZ[9]HA[2];B[cc];B[gg];W[aa])"), (None, [3, 0, 0, 0]));
    // In other games no side moves twice.
    let (error, _) = replayed("(;GM[4]SZ[15];B[hh];B[ii])");
    assert_eq!(error.unwrap(), "move 2: i7 is given to black, but it is white's turn");
    // The shortest wipe-out: white has no disc left after nine moves.
    let shortest = "(;GM[2];B[f5];W[d6];B[c5];W[f4];B[e7];W[f6];B[g5];W[e6];B[e3])";
    assert!(read(shortest).replay().unwrap().position.is_over());
}

#[test]
fn passes_that_were_taken_back_are_there_in_other_variations() {
    let record = read("(;GM[1]SZ[9];B[aa];W[](;W[bb];B[cc])(;B[dd](;W[];B[];W[ee])(;W[ff])))");
    record.walk(|node, position| {
        let fresh = record.replay_to(node).expect("every line can be played").position;
        assert_eq!(position, Ok(&fresh), "node {node}");
        assert!(position.is_ok_and(|position| position.moves().eq(fresh.moves())), "node {node}");
    });
}

/// Black makes a double three at h8. By the rules of renju that loses; moves after it mean that no one called it.
#[test]
fn a_renju_record_may_end_with_a_foul() {
    let moves = ";B[gh];W[ao];B[ih];W[co];B[hi];W[eo];B[hg];W[go];B[hh]";
    let read = |rest: &str| crate::read(&format!("(;GM[4]SZ[15]RU[renju]RE[W+F]{moves}{rest})"));
    for rest in ["", ";C[a comment at the end]"] {
        let record = read(rest);
        let replay = record.replay().unwrap();
        let lost = Outcome { winner: Some(Color::White), reason: EndReason::Foul };
        assert_eq!((replay.position.outcome(), replay.counts.moves), (Some(lost), 9));
        assert_eq!(record.result_by_rules().as_deref(), Some("W+"));
        assert_eq!(record.violations(), []);
    }
    for rest in [";W[oo]", "(;W[oo])(;C[another end])"] {
        let record = read(rest);
        assert_eq!(record.replay().unwrap_err().violation.number, 9, "{rest}");
        assert_eq!(record.violations().len(), 1);
    }
}

/// Stones on the fixed points are placed by rules that place them there. The file comes back as it was.
#[test]
fn handicap_stones_on_the_star_points_are_fixed_by_japanese_rules() {
    for (sgf, rules) in [
        ("(;GM[1]SZ[9]RU[Japanese]HA[2]AB[cg][gc];W[ee];B[ed])", "japanese,komi=0.5,handicap=2"),
        ("(;GM[1]SZ[9]RU[Japanese]HA[2]AB[cc][gc];W[ee])", "japanese,komi=0.5,handicap=2,placement=free"),
        ("(;GM[1]SZ[9]RU[Japanese]HA[2];B[cg];B[gc];W[ee])", "japanese,komi=0.5,handicap=2,placement=free"),
        ("(;GM[1]SZ[9]RU[Chinese]HA[2]AB[cg][gc];W[ee])", "chinese,komi=0.5,handicap=2"),
    ] {
        let record = &sgf::read(sgf.as_bytes(), &ReadOptions::default()).unwrap().records[0];
        assert_eq!(record.spec.rules_text(), rules, "{sgf}");
        let position = record.replay().unwrap().position;
        let written = sgf::write(std::slice::from_ref(record), &WriteOptions::default()).unwrap().bytes;
        let again = &sgf::read(&written, &ReadOptions::default()).unwrap().records[0];
        assert_eq!(again.spec, record.spec, "{sgf}");
        assert_eq!(again.replay().unwrap().position, position, "{sgf}");
    }
}
