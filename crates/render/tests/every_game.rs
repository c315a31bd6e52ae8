//! Every game of the table can be drawn.

use tengen_board::random::SplitMix64;
use tengen_games::{AnyPosition, Game, GameInfo, GameSpec};
use tengen_render::{Scene, svg, text};

#[test]
fn a_short_game_is_drawn_as_text_and_as_svg() {
    let mut rng = SplitMix64(3);
    for info in GameInfo::ALL {
        for set in info.rule_sets {
            let spec = GameSpec::of_kind(info.kind, set.id, None).unwrap();
            let mut position = AnyPosition::new(&spec);
            for _ in 0..6 {
                position.play_random(&mut || rng.next_u32());
            }
            let scene = Scene::new(&position);
            assert_eq!(scene.last, position.last_move().and_then(|mv| mv.point()), "{spec}");
            let plain = text::layout(&scene, text::TextOptions { ascii: true, ..Default::default() }).plain();
            let stones = spec.size().points().filter(|&p| !position.at(p).is_empty()).count();
            let drawn = plain.chars().filter(|c| matches!(c, 'X' | 'O')).count();
            assert!(drawn >= stones, "{spec}\n{plain}");
            let picture = svg::draw(&scene, &svg::SvgOptions::default());
            assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{spec}");
        }
    }
}
