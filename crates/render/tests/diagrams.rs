//! Text diagrams, each compared with one written by hand.

use tengen_board::{Cell, Coords, Point, Size};
use tengen_games::{AnyPosition, Game, GameSpec};
use tengen_records::Mark;
use tengen_render::{Candidate, Numbers, Scene, Style, text};

fn plain(scene: &Scene) -> String {
    text::layout(scene, text::TextOptions::default()).plain()
}

fn ascii(scene: &Scene) -> String {
    text::layout(scene, text::TextOptions { ascii: true, ..Default::default() }).plain()
}

fn place(scene: &mut Scene, cells: &[(u8, u8, Cell)]) {
    for &(row, col, cell) in cells {
        let at = scene.size.index(Point::new(row, col));
        scene.cells[at] = cell;
        scene.last = Some(Point::new(row, col));
    }
}

#[test]
fn a_go_board_has_star_points_stones_and_brackets_around_the_last_move() {
    let mut scene = Scene::empty(Size::of(9, 9), Style::Lines, Coords::Go);
    place(&mut scene, &[(2, 6, Cell::Black), (4, 4, Cell::White), (8, 8, Cell::Black)]);
    assert_eq!(
        plain(&scene),
        "\
9 ┌─┬─┬─┬─┬─┬─┬─┬─┐
8 ├─┼─┼─┼─┼─┼─┼─┼─┤
7 ├─┼─╋─┼─┼─┼─●─┼─┤
6 ├─┼─┼─┼─┼─┼─┼─┼─┤
5 ├─┼─┼─┼─○─┼─┼─┼─┤
4 ├─┼─┼─┼─┼─┼─┼─┼─┤
3 ├─┼─╋─┼─┼─┼─╋─┼─┤
2 ├─┼─┼─┼─┼─┼─┼─┼─┤
1 └─┴─┴─┴─┴─┴─┴─┴(●)
  A B C D E F G H J
"
    );
    assert_eq!(
        ascii(&scene),
        "\
9 . . . . . . . . .
8 . . . . . . . . .
7 . . + . . . X . .
6 . . . . . . . . .
5 . . . . O . . . .
4 . . . . . . . . .
3 . . + . . . + . .
2 . . . . . . . . .
1 . . . . . . . .(X)
  A B C D E F G H J
"
    );
}

#[test]
fn an_othello_board_after_f5() {
    let mut game = AnyPosition::new(&GameSpec::named("othello", None, None).unwrap());
    let mv = game.parse_move("f5").unwrap();
    game.play(mv).unwrap();
    let scene = Scene::new(&game).with_hints(&game);
    assert_eq!(
        plain(&scene),
        "    a   b   c   d   e   f   g   h
  ┌───┬───┬───┬───┬───┬───┬───┬───┐
1 │   │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┼───┤
2 │   │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┼───┤
3 │   │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┼───┤
4 │   │   │   │ ○ │ ● │ · │   │   │
  ├───┼───┼───┼───┼───┼───┼───┼───┤
5 │   │   │   │ ● │ ● │(●)│   │   │
  ├───┼───┼───┼───┼───┼───┼───┼───┤
6 │   │   │   │ · │   │ · │   │   │
  ├───┼───┼───┼───┼───┼───┼───┼───┤
7 │   │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┼───┤
8 │   │   │   │   │   │   │   │   │
  └───┴───┴───┴───┴───┴───┴───┴───┘
"
    );
}

#[test]
fn othello_numbers_count_discs_not_colours() {
    let mut game = AnyPosition::new(&GameSpec::named("othello", None, None).unwrap());
    for text in ["f5", "d6", "c3"] {
        let mv = game.parse_move(text).unwrap();
        game.play(mv).unwrap();
    }
    let number = |which, text: &str| {
        let scene = Scene::new(&game).with_numbers(&game, which);
        scene.number(Coords::Othello.parse(text, game.size()).unwrap())
    };
    assert_eq!(number(Numbers::All, "f5"), Some(1));
    assert_eq!(number(Numbers::All, "d6"), Some(2));
    assert_eq!(number(Numbers::All, "c3"), Some(3));
    assert_eq!(number(Numbers::All, "e4"), None, "a disc of the start position has no number");
    assert_eq!(number(Numbers::Last(1), "d6"), None);
    assert_eq!(number(Numbers::Last(1), "c3"), Some(3));
    assert_eq!(number(Numbers::From(2), "f5"), None);
    assert_eq!(number(Numbers::From(2), "d6"), Some(2));
    assert_eq!(number(Numbers::None, "d6"), None);
}

#[test]
fn numbers_marks_and_candidates_widen_the_board() {
    let mut scene = Scene::empty(Size::of(3, 3), Style::Lines, Coords::Gomoku);
    place(&mut scene, &[(0, 0, Cell::Black), (1, 1, Cell::White)]);
    scene.numbers[0] = Some(9);
    scene.numbers[4] = Some(10);
    scene.marks = vec![(Point::new(0, 2), Mark::Label("A".into())), (Point::new(2, 2), Mark::Triangle)];
    scene.candidates = vec![Candidate::new(Point::new(2, 0), "W3", 1.0).best()];
    assert_eq!(
        plain(&scene),
        "\
3  ●9───┬───A
2   ├─(○10)─┤
1  W3*──┴───△
    a   b   c
"
    );
}

#[test]
fn tic_tac_toe_and_connect_four_have_their_own_look() {
    let mut scene = Scene::empty(Size::of(3, 3), Style::Paper, Coords::Gomoku);
    place(&mut scene, &[(1, 1, Cell::Black), (0, 1, Cell::White)]);
    assert_eq!(
        plain(&scene),
        "\
3     │(O)│
   ───┼───┼───
2     │ X │
   ───┼───┼───
1     │   │
    a   b   c
"
    );
    let mut scene = Scene::empty(Size::of(2, 3), Style::Holes, Coords::Gomoku);
    place(&mut scene, &[(1, 1, Cell::Black), (1, 0, Cell::White)]);
    assert_eq!(
        plain(&scene),
        " │   │   │   │\n │(○)│ ● │   │\n └───┴───┴───┘\n   1   2   3\n",
        "a move is the number of a column, and names no row"
    );
}

#[test]
fn point_at_inverts_position() {
    for (style, coords) in [
        (Style::Lines, Coords::Gomoku),
        (Style::Felt, Coords::Othello),
        (Style::Paper, Coords::Gomoku),
        (Style::Holes, Coords::Gomoku),
    ] {
        for (rows, cols) in [(1, 1), (3, 3), (8, 8), (12, 12), (15, 15), (25, 25), (6, 7)] {
            let mut scene = Scene::empty(Size::of(rows, cols), style, coords);
            for number in [None, Some(123)] {
                scene.cells[0] = Cell::Black;
                scene.numbers[0] = number;
                for show_coords in [true, false] {
                    scene.show_coords = show_coords;
                    let layout = text::layout(&scene, text::TextOptions { color: true, ascii: false });
                    for point in scene.size.points() {
                        let (line, column) = layout.position(point);
                        assert_eq!(layout.point_at(line, column), Some(point), "{style:?} {rows}x{cols}");
                        assert!(line < layout.lines.len() && column < layout.width());
                    }
                    assert_eq!(layout.point_at(1000, 0), None);
                    assert_eq!(layout.point_at(0, 1000), None);
                }
            }
        }
    }
}

#[test]
fn colours_only_add_escapes() {
    let mut scene = Scene::empty(Size::of(9, 9), Style::Lines, Coords::Go);
    place(&mut scene, &[(2, 6, Cell::Black)]);
    let ansi = text::layout(&scene, text::TextOptions { color: true, ascii: false }).ansi();
    let mut bare = String::new();
    let mut rest = ansi.as_str();
    while let Some(at) = rest.find('\x1b') {
        bare.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = &rest[rest.find('m').expect("an escape ends with m") + 1..];
    }
    bare.push_str(rest);
    let bare: String = bare.lines().map(|l| format!("{}\n", l.trim_end())).collect();
    assert_eq!(bare, plain(&scene));
}
