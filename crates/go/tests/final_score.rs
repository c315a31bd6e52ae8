//! Dead stones and final scores of real games, against GNU Go's regression suite.

#[path = "../../games/tests/go_support/mod.rs"]
mod go_support;

use go_support::Sgf;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::{Game, Move};
use tengen_go::Player;

/// Playouts for each count. With 4,000, as the front ends have, 54 agree.
const PLAYOUTS: u64 = 1_000;

/// The games end without passes, so two are added. Some of them stop where only good play settles the rest, and
/// playouts misjudge that.
#[test]
fn final_scores_of_finished_games() {
    let (mut counted, mut differ) = (0, Vec::new());
    for script in ["score", "score2"] {
        let Some(script) = tengen_truth::text(&format!("go/gnugo/{script}.tst")) else { return };
        let mut file = None;
        for line in script.lines().map(str::trim) {
            if let Some(name) = line.strip_prefix("loadsgf ") {
                file = Some(name.to_string());
            }
            let Some(expected) = line.strip_prefix("#? [") else { continue };
            let Some(name) = file.take() else { continue };
            let expected = expected.trim_end_matches(['*', ']']).replace('\\', "");
            let sgf = Sgf::read(&tengen_truth::text(&format!("go/gnugo/{name}")).unwrap());
            let rules = format!("japanese,passes=2,komi={}", sgf.komi.unwrap_or(0.0));
            let mut game = sgf.replay(&rules, usize::MAX).unwrap();
            while !game.is_over() {
                game.play(Move::Pass).unwrap();
            }
            let found = Player::new().analyze(&game, &Limits::nodes(PLAYOUTS), &Stop::new(), &mut |_| ());
            counted += 1;
            let margin = game.score(&game.dead_stones(&found.ownership)).margin();
            let ours = if margin > 0.0 { format!("B+{margin:.1}") } else { format!("W+{:.1}", -margin) };
            if ours != expected {
                differ.push(format!("{name}: {ours}, not {expected}"));
            }
        }
    }
    println!("{} of {counted} agree; these differ: {differ:#?}", counted - differ.len());
    assert_eq!(counted, 57);
    // GNU Go itself has 52.
    assert!(differ.len() <= 5, "of {counted} {} differ: {differ:#?}", differ.len());
}
