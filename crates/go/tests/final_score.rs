//! Dead stones and final scores of real games, against GNU Go's regression suite.

#[path = "../../games/tests/go_support/mod.rs"]
mod go_support;

use go_support::Sgf;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::Game;
use tengen_go::Player;

/// Least absolute ownership of every stone for a game to count as settled. Some of these games stop where only good play
/// settles the rest, and light playouts cannot judge them. Light playouts also misjudge seki, and two of the games have
/// one in a corner. So nine in ten must agree.
const SETTLED: f32 = 0.55;

#[test]
fn final_scores_of_settled_games() {
    let (mut settled, mut differ) = (0, Vec::new());
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
            let rules = format!("japanese,passes=0,komi={}", sgf.komi.unwrap_or(0.0));
            let game = sgf.replay(&rules, usize::MAX).unwrap();
            let mut player = Player::new();
            player.analyze(&game, &Limits::nodes(700), &Stop::new(), &mut |_| ());
            let stones =
                game.size().points().zip(player.ownership()).filter(|(p, _)| !game.at(*p).is_empty());
            if stones.map(|(_, owner)| owner.abs()).fold(1.0, f32::min) < SETTLED {
                continue;
            }
            settled += 1;
            let margin = game.score(&player.dead_stones(&game)).margin();
            let ours = if margin > 0.0 { format!("B+{margin:.1}") } else { format!("W+{:.1}", -margin) };
            if ours != expected {
                differ.push(format!("{name}: {ours}, not {expected}"));
            }
        }
    }
    assert!(settled >= 20, "only {settled} games were settled");
    assert!(differ.len() * 10 <= settled, "{settled} settled, of these differ: {differ:#?}");
}
