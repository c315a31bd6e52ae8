//! Every game of the table can be drawn.

use tengen_board::random::SplitMix64;
use tengen_games::{AnyPosition, Game, GameInfo, GameSpec};
use tengen_records::{Format, ReadOptions, Tree};
use tengen_render::{Numbers, Scene, svg, text};

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

#[test]
fn what_is_drawn_as_text_is_read_again() {
    let mut rng = SplitMix64(19);
    for info in GameInfo::ALL {
        for set in info.rule_sets {
            let spec = GameSpec::of_kind(info.kind, set.id, None).unwrap();
            for (plies, numbers, ascii) in [
                (0, Numbers::None, false),
                (7, Numbers::None, true),
                (12, Numbers::All, false),
                (11, Numbers::All, true),
            ] {
                let mut position = AnyPosition::new(&spec);
                for _ in 0..plies {
                    position.play_random(&mut || rng.next_u32());
                }
                let scene = Scene::new(&position).with_numbers(&position, numbers).with_hints(&position);
                let drawn = text::layout(&scene, text::TextOptions { ascii, color: false }).plain();
                let name = format!("{spec}\n{drawn}");
                assert_eq!(
                    tengen_records::detect(drawn.as_bytes(), Some("a.txt")),
                    Some(Format::Diagram),
                    "{name}"
                );
                let options = ReadOptions::default().with_spec(spec.clone());
                let read = Format::Diagram
                    .read(drawn.as_bytes(), &options)
                    .unwrap_or_else(|e| panic!("{e}\n{name}"));
                let record = &read.records[0];
                assert_eq!(record.spec, spec, "{name}");
                let again = record.replay_to(Tree::ROOT).unwrap_or_else(|e| panic!("{e}\n{name}")).position;
                for p in spec.size().points() {
                    assert_eq!(again.at(p), position.at(p), "{p:?} {name}");
                }
                let turns = position.stones_per_turn() > 1;
                assert!(
                    turns || position.is_over() || again.to_move() == position.to_move() || plies == 0,
                    "{name}"
                );
            }
        }
    }
}
