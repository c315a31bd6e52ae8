//! The published values of small boards.
//!
//! - J. W. H. M. Uiterwijk and H. J. van den Herik, "The advantage of the initiative", Information Sciences 122 (2000),
//!   and H. J. van den Herik, J. W. H. M. Uiterwijk and J. van Rijswijck, "Games solved: Now and in the future",
//!   Artificial Intelligence 134 (2002): m,n,k games.
//! - J. Tromp, "Solving Connect-4 on medium board sizes", ICGA Journal 31 (2008), with the plies of C. Steininger's
//!   table (`c4`, 2020s): connect four.

use tengen_board::Size;
use tengen_engine::{Analysis, Engine, Limits, Proof, Score, Stop};
use tengen_games::{Game, Move, mnk};
use tengen_mnk::Player;

fn rules(cols: usize, rows: usize, k: u8, gravity: bool) -> mnk::Rules {
    mnk::Rules { size: Size::of(rows, cols), k, gravity }
}

fn solve(rules: mnk::Rules) -> Analysis {
    let position = mnk::Position::new(&rules);
    Player::with_table(16).analyze(&position, &Limits::default(), &Stop::new(), &mut |_| ())
}

fn proof(analysis: &Analysis) -> Proof {
    match analysis.score() {
        Some(Score::Proven(proof)) => proof,
        other => panic!("not solved: {other:?}"),
    }
}

/// Plays the line: every move must be legal, and a proven win or loss must end after the number of plies claimed.
fn check_line(rules: mnk::Rules, analysis: &Analysis) {
    let mut position = mnk::Position::new(&rules);
    let line = &analysis.lines[0].moves;
    assert_eq!(analysis.best, Some(line[0]));
    for &mv in line {
        position.play(mv).unwrap_or_else(|e| panic!("{rules}: the line has an illegal move: {e}"));
    }
    if let Proof::Win(n) | Proof::Loss(n) = proof(analysis) {
        assert_eq!(line.len(), n as usize, "{rules}: {line:?}");
        assert!(position.outcome().is_some_and(|o| o.winner.is_some()), "{rules}: {line:?}");
    }
}

#[test]
fn small_boards_are_draws() {
    for (cols, rows, k) in [
        (3, 3, 3),
        (2, 7, 3),
        (4, 4, 4),
        (5, 4, 4),
        (6, 4, 4),
        (5, 5, 4),
        (5, 5, 5),
        (6, 5, 5),
        (6, 6, 5),
        (7, 5, 5),
        (7, 6, 5),
        (6, 6, 6),
        (7, 7, 6),
        (9, 6, 6),
        (8, 7, 6),
    ] {
        let rules = self::rules(cols, rows, k, false);
        let analysis = solve(rules);
        assert_eq!(proof(&analysis), Proof::Draw, "{rules}");
        check_line(rules, &analysis);
    }
}

#[test]
fn small_boards_are_wins_for_the_first_player() {
    for (cols, rows, k) in
        [(1, 1, 1), (3, 1, 2), (2, 2, 2), (4, 3, 3), (3, 4, 3), (5, 5, 3), (6, 5, 4), (5, 6, 4)]
    {
        let rules = self::rules(cols, rows, k, false);
        let analysis = solve(rules);
        assert!(matches!(proof(&analysis), Proof::Win(_)), "{rules}");
        check_line(rules, &analysis);
    }
}

#[test]
fn connect_four_on_small_boards_has_its_published_values() {
    let draw = Proof::Draw;
    for (cols, rows, value) in [
        (4, 4, draw),
        (5, 4, draw),
        (6, 4, Proof::Loss(24)),
        (7, 4, draw),
        (4, 5, draw),
        (5, 5, draw),
        (4, 6, draw),
        (4, 7, draw),
        (4, 8, draw),
        (5, 6, draw),
    ] {
        let rules = self::rules(cols, rows, 4, true);
        let analysis = solve(rules);
        assert_eq!(proof(&analysis), value, "{rules}");
        check_line(rules, &analysis);
    }
}

#[test]
fn connect_three_on_small_boards_has_its_published_values() {
    // The table of a course at Rhodes College (P. Kirlin): ties on three columns, wins for the first player on more.
    for (cols, rows) in [(3, 3), (3, 4), (3, 5), (3, 6)] {
        assert_eq!(proof(&solve(rules(cols, rows, 3, true))), Proof::Draw);
    }
    for (cols, rows) in [(4, 3), (5, 3), (6, 3), (4, 4), (5, 4), (4, 5), (4, 6)] {
        let rules = rules(cols, rows, 3, true);
        let analysis = solve(rules);
        assert!(matches!(proof(&analysis), Proof::Win(_)), "{rules}");
        check_line(rules, &analysis);
    }
}

#[test]
fn the_winner_of_6_5_4_begins_in_the_middle() {
    let best = |rules| solve(rules).best.and_then(Move::point).map(|p| (p.row, p.col));
    // On six columns and five rows the winner begins in the middle.
    assert!(matches!(best(rules(6, 5, 4, false)), Some((2, 2 | 3))));
}
