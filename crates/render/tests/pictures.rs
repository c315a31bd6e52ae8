//! Every picture is a well-formed, self-contained SVG, and a PNG of the right size that shows the stones.

use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_records::{Arrow, Mark, ReadOptions, sgf};
use tengen_render::{Candidate, Scene, Style, png, svg};

const STYLES: [(Style, Coords); 4] = [
    (Style::Lines, Coords::Go),
    (Style::Felt, Coords::Othello),
    (Style::Paper, Coords::Gomoku),
    (Style::Holes, Coords::Gomoku),
];

/// A board with every annotation that a scene can show.
fn full(size: Size, style: Style, coords: Coords) -> Scene {
    let mut scene = Scene::empty(size, style, coords);
    scene.title = "a <title> & \"more\"".into();
    for (i, point) in size.points().enumerate() {
        match i % 7 {
            0 => scene.cells[i] = Cell::Black,
            1 => scene.cells[i] = Cell::White,
            2 => scene.forbidden.push(point),
            3 => scene.hints.push(point),
            4 => scene.candidates.push(if i == 4 {
                Candidate::new(point, "62%", 0.6).best()
            } else {
                Candidate::new(point, "62%", 0.6)
            }),
            _ => {}
        }
        if i % 14 < 2 {
            scene.numbers[i] = Some(i as u32 + 1);
        }
        let marks = [
            Mark::Triangle,
            Mark::Square,
            Mark::Circle,
            Mark::Cross,
            Mark::Selected,
            Mark::Label("<天&".into()),
            Mark::Label("Qj".into()),
            Mark::Territory(Color::Black),
            Mark::Territory(Color::White),
        ];
        if i % 3 == 0 {
            scene.marks.push((point, marks[i / 3 % marks.len()].clone()));
        }
    }
    let (first, last) = (Point::new(0, 0), size.points().last().unwrap());
    scene.arrows = [false, true].map(|line| Arrow { from: first, to: last, line }).into();
    scene.last = Some(Point::new(0, 0));
    scene.line = vec![Point::new(0, 0), size.center()];
    scene
}

/// An arrow from a9 to c9 and a line from d6 to d4 of a board of 9×9: the arrow's head is at its end, a line has none.
#[test]
fn arrows_and_lines_of_a_node_are_drawn() {
    let record = sgf::read(b"(;GM[1]SZ[9];B[ee]AR[aa:ca]LN[dd:df])", &ReadOptions::default()).unwrap();
    let record = &record.records[0];
    let position = record.replay_to(1).unwrap().position;
    let picture = svg::draw(&Scene::new(&position).with_node(record, 1), &svg::SvgOptions::default());
    let bare = svg::draw(&Scene::new(&position), &svg::SvgOptions::default());
    let new: Vec<&str> = picture.lines().filter(|line| !bare.contains(line)).collect();
    // Lines of 9×9 are 40 apart, and a9 is at 50 50.
    assert_eq!(new.len(), 2, "{new:?}");
    assert!(new[0].contains("M50 50L116.4 50M130 50L114 "), "{}", new[0]);
    assert!(new[1].contains(r#"d="M170 170L170 250""#), "{}", new[1]);
}

#[test]
fn every_drawing_is_well_formed_and_self_contained() {
    for (style, coords) in STYLES {
        for (rows, cols) in [(1, 1), (1, 25), (25, 1), (3, 3), (6, 7), (8, 8), (15, 15), (19, 19), (25, 25)] {
            for theme in [svg::Theme::Classic, svg::Theme::Print] {
                for show_coords in [true, false] {
                    let mut scene = full(Size::of(rows, cols), style, coords);
                    scene.show_coords = show_coords;
                    let drawing = svg::draw(&scene, &svg::SvgOptions { width: None, theme });
                    let doc = roxmltree::Document::parse(&drawing)
                        .unwrap_or_else(|e| panic!("{style:?} {rows}x{cols}: {e}"));
                    let ids: std::collections::HashSet<&str> =
                        doc.descendants().filter_map(|n| n.attribute("id")).collect();
                    for node in doc.descendants() {
                        for attribute in node.attributes() {
                            let value = attribute.value();
                            assert!(!value.contains("NaN") && !value.contains("inf"), "{value}");
                            // Every reference is defined in the document itself.
                            let name = value.strip_prefix("url(#").and_then(|v| v.strip_suffix(')'));
                            let name = name.or_else(|| {
                                if attribute.name() == "href" { value.strip_prefix('#') } else { None }
                            });
                            if let Some(name) = name {
                                assert!(ids.contains(name), "{style:?} {theme:?}: #{name} is not defined");
                            } else {
                                assert_ne!(attribute.name(), "href", "{value} refers to another document");
                            }
                        }
                    }
                    let title = doc.descendants().find(|n| n.has_tag_name("title")).and_then(|n| n.text());
                    assert_eq!(title, Some("a <title> & \"more\""));
                }
            }
        }
    }
}

#[test]
fn stones_are_drawn_at_their_points() {
    let mut scene = Scene::empty(Size::of(19, 19), Style::Lines, Coords::Go);
    scene.show_coords = false;
    let count = |scene: &Scene| {
        let drawing = svg::draw(scene, &svg::SvgOptions::default());
        let doc = roxmltree::Document::parse(&drawing).unwrap();
        doc.descendants()
            .filter(|n| n.attribute("fill") == Some("url(#black)"))
            .map(|n| (n.attribute("cx").unwrap().to_string(), n.attribute("cy").unwrap().to_string()))
            .collect::<Vec<_>>()
    };
    assert!(count(&scene).is_empty());
    scene.cells[scene.size.index(Point::new(3, 15))] = Cell::Black;
    // The first point is 0.8 squares of 40 units from the edge.
    assert_eq!(count(&scene), [((32 + 15 * 40).to_string(), (32 + 3 * 40).to_string())]);
}

#[test]
fn pictures_have_the_size_asked_for_and_show_the_stones() {
    for (style, coords) in STYLES {
        let mut scene = Scene::empty(Size::of(8, 8), style, coords);
        let bare = png(&scene, &svg::SvgOptions { width: Some(400), ..Default::default() }).unwrap();
        let bare = resvg::tiny_skia::Pixmap::decode_png(&bare).unwrap();
        assert_eq!(bare.width(), 400, "{style:?}");
        scene.cells[scene.size.index(Point::new(4, 4))] = Cell::Black;
        let stone = png(&scene, &svg::SvgOptions { width: Some(400), ..Default::default() }).unwrap();
        let stone = resvg::tiny_skia::Pixmap::decode_png(&stone).unwrap();
        let changed = bare.pixels().iter().zip(stone.pixels()).filter(|(a, b)| a != b).count();
        assert!((150..5000).contains(&changed), "{style:?}: {changed} pixels changed");
    }
}

#[test]
fn a_picture_without_a_width_is_twice_its_units() {
    let scene = Scene::empty(Size::of(9, 9), Style::Lines, Coords::Go);
    let (width, height) = svg::size_in_pixels(&scene, &svg::SvgOptions::default());
    let picture = png(&scene, &svg::SvgOptions::default()).unwrap();
    let picture = resvg::tiny_skia::Pixmap::decode_png(&picture).unwrap();
    assert_eq!((picture.width(), picture.height()), (2 * width, 2 * height));
}

#[test]
fn a_picture_too_large_is_refused() {
    let scene = Scene::empty(Size::of(9, 9), Style::Lines, Coords::Go);
    let refused = png(&scene, &svg::SvgOptions { width: Some(1_000_000), ..Default::default() });
    assert!(refused.unwrap_err().to_string().contains("too large"));
    assert!(png(&scene, &svg::SvgOptions { width: Some(0), ..Default::default() }).is_ok());
}

#[test]
fn numbers_need_no_font() {
    let mut scene = Scene::empty(Size::of(9, 9), Style::Lines, Coords::Go);
    let at = scene.size.index(Point::new(4, 4));
    scene.cells[at] = Cell::Black;
    let without = png(&scene, &svg::SvgOptions::default()).unwrap();
    scene.numbers[at] = Some(117);
    assert_ne!(png(&scene, &svg::SvgOptions::default()).unwrap(), without);
}
