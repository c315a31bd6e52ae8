//! Writes a picture of each style into a folder as SVG and PNG, and prints it as text:
//! `cargo run --release -p tengen-render --example gallery -- FOLDER`.

use std::path::PathBuf;
use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_records::Mark;
use tengen_render::{Candidate, Scene, Style, png, svg, text};

fn stones(scene: &mut Scene, moves: &[(u8, u8)], numbered: bool) {
    for (i, &(row, col)) in moves.iter().enumerate() {
        let at = scene.size.index(Point::new(row, col));
        scene.cells[at] = if i % 2 == 0 { Cell::Black } else { Cell::White };
        scene.numbers[at] = numbered.then_some(i as u32 + 1);
        scene.last = Some(Point::new(row, col));
    }
}

fn gallery() -> Vec<(&'static str, Scene)> {
    let mut gomoku = Scene::empty(Size::of(15, 15), Style::Lines, Coords::Gomoku);
    stones(
        &mut gomoku,
        &[(7, 7), (6, 8), (8, 6), (5, 9), (9, 9), (6, 6), (8, 8), (8, 7), (10, 10), (11, 11)],
        true,
    );
    gomoku.forbidden = vec![Point::new(4, 4)];
    gomoku.candidates = vec![
        Candidate::new(Point::new(9, 7), "62", 0.62).best(),
        Candidate::new(Point::new(7, 9), "48", 0.48),
        Candidate::new(Point::new(5, 5), "23", 0.23),
    ];

    let mut go = Scene::empty(Size::of(19, 19), Style::Lines, Coords::Go);
    stones(
        &mut go,
        &[(3, 15), (3, 3), (15, 15), (15, 3), (2, 5), (13, 2), (16, 9), (2, 2), (2, 13), (9, 16)],
        false,
    );
    go.marks = vec![
        (Point::new(3, 15), Mark::Triangle),
        (Point::new(3, 3), Mark::Square),
        (Point::new(15, 15), Mark::Circle),
        (Point::new(15, 3), Mark::Cross),
        (Point::new(9, 9), Mark::Label("A".into())),
        (Point::new(9, 5), Mark::Label("b".into())),
        (Point::new(5, 9), Mark::Label("12".into())),
        (Point::new(0, 0), Mark::Territory(Color::White)),
        (Point::new(0, 18), Mark::Territory(Color::Black)),
        (Point::new(16, 9), Mark::Selected),
    ];

    let mut othello = Scene::empty(Size::of(8, 8), Style::Felt, Coords::Othello);
    stones(
        &mut othello,
        &[(3, 4), (3, 3), (4, 3), (4, 4), (4, 5), (5, 3), (2, 2), (3, 5), (5, 5), (2, 4)],
        false,
    );
    othello.hints = vec![Point::new(1, 1), Point::new(5, 2), Point::new(6, 3)];

    let mut tic = Scene::empty(Size::of(3, 3), Style::Paper, Coords::Gomoku);
    stones(&mut tic, &[(1, 1), (0, 1), (0, 0), (2, 1), (2, 2)], false);
    tic.line = vec![Point::new(0, 0), Point::new(1, 1), Point::new(2, 2)];

    let mut four = Scene::empty(Size::of(6, 7), Style::Holes, Coords::Gomoku);
    stones(&mut four, &[(5, 3), (4, 3), (5, 2), (5, 4), (4, 2), (3, 3), (4, 4)], false);
    vec![("gomoku", gomoku), ("go", go), ("othello", othello), ("tic-tac-toe", tic), ("connect-four", four)]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "target/gallery".into()));
    std::fs::create_dir_all(&folder)?;
    for (name, scene) in gallery() {
        for (theme, suffix) in [(svg::Theme::Classic, ""), (svg::Theme::Print, "-print")] {
            let options = svg::SvgOptions { theme, ..svg::SvgOptions::default() };
            std::fs::write(folder.join(format!("{name}{suffix}.svg")), svg::draw(&scene, &options))?;
            std::fs::write(folder.join(format!("{name}{suffix}.png")), png(&scene, &options)?)?;
        }
        println!("{}", text::layout(&scene, text::TextOptions::default()).plain());
        println!("{}", text::layout(&scene, text::TextOptions { color: true, ..Default::default() }).ansi());
        println!("{}", text::layout(&scene, text::TextOptions { ascii: true, ..Default::default() }).plain());
    }
    Ok(())
}
