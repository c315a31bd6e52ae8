//! Boards drawn in characters.

mod support;

use proptest::prelude::*;
use support::{holds_for_any_bytes, mutated};
use tengen_board::Color;
use tengen_games::{Game, GameSpec};
use tengen_records::{Expected, Format, Found, ReadOptions, Record, Tree, detect};

/// Drawn by hand.
const GO: &str = "\
5 ┌─┬─┬─┬─┐
4 ├─┼─○─●─┤
3 ├(○)●─┼─┤
2 ├─┼─┼─┼─┤
1 └─┴─┴─┴─┘
  A B C D E
";

fn read(text: &str) -> Record {
    assert_eq!(detect(text.as_bytes(), None), Some(Format::Diagram), "{text}");
    let read = Format::Diagram.read(text.as_bytes(), &ReadOptions::default());
    read.unwrap_or_else(|e| panic!("{e}\n{text}")).records.remove(0)
}

/// The points of the stones of a colour.
fn stones(record: &Record, color: Color) -> Vec<String> {
    let position = record.replay_to(Tree::ROOT).unwrap().position;
    let points = position.size().points().filter(|&p| position.at(p).color() == Some(color));
    points.map(|p| position.format_move(tengen_games::Move::Place(p))).collect()
}

#[test]
fn a_board_without_a_caption_is_read_by_its_looks() {
    let record = read(GO);
    assert_eq!(record.spec, GameSpec::named("go", None, Some(tengen_board::Size::of(5, 5))).unwrap());
    assert_eq!(stones(&record, Color::Black), ["D4", "C3"]);
    assert_eq!(stones(&record, Color::White), ["C4", "B3"]);
    assert_eq!(record.replay().unwrap().position.to_move(), Color::Black, "white moved last");
    // One stone more of black's, and no last move.
    let record = read(&GO.replace("(○)", "─┼─").replace("○", "┼"));
    assert_eq!(record.replay().unwrap().position.to_move(), Color::White);
}

#[test]
fn the_caption_names_game_rules_and_side() {
    for (caption, game, rules, side) in [
        ("go (japanese) 5x5, move 4, last B3, black to move", "go", "japanese", Color::Black),
        ("go (tromp-taylor) 5x5, move 5, white to move", "go", "tromp-taylor", Color::White),
        ("围棋 (korean) 5x5，第 4 手，轮到白方", "go", "korean", Color::White),
        ("囲碁 (aga) 5x5、4手目、黒の手番", "go", "aga", Color::Black),
        ("圍棋 (korean) 5x5，第 4 手，輪到白方", "go", "korean", Color::White),
        ("围棋（韩国规则）5x5，第 4 手，轮到白方", "go", "korean", Color::White),
        ("囲碁（AGA（アメリカ）ルール）5x5、4手目、黒の手番", "go", "aga", Color::Black),
        ("圍棋（韓國規則，貼 0 目）5x5，第 4 手，輪到白方", "go", "korean,komi=0", Color::White),
        ("囲碁（中国ルール、コミ0.5目、置石2子）5x5、黒の手番", "go", "chinese,komi=0.5", Color::Black),
    ] {
        let record = read(&format!("{GO}{caption}\n"));
        let size = record.spec.size();
        assert_eq!(record.spec, GameSpec::named(game, Some(rules), Some(size)).unwrap(), "{caption}");
        assert_eq!(record.replay().unwrap().position.to_move(), side, "{caption}");
    }
    let caro = GO.replace("A B C D E", "a b c d e") + "卡羅五子棋 5x5，輪到黑方\n";
    assert_eq!(read(&caro).spec.rules_text(), "caro");
    let small = GO.replace("A B C D E", "a b c d e");
    let record = read(&format!("{small}gomoku (renju+swap2) 5x5, move 4, black to move\n"));
    assert_eq!(record.spec.rules_text(), "renju", "what is set up needs no opening rule");
    let wide: String = "abcdefghijklmno".chars().flat_map(|c| [c, ' ']).collect();
    let rows: String = (1..=15).rev().map(|n| format!("{n:>2} {}\n", "┼─".repeat(15))).collect();
    let record = read(&format!("{rows}   {wide}\n六子棋 15x15，轮到白方，本回合还可下 2 子\n"));
    assert_eq!(record.spec.kind(), tengen_games::GameKind::Connect6, "as it is called in Chinese");
    let rows = " 3  X │   │ O\n   ───┼───┼───\n 2    │   │\n   ───┼───┼───\n 1    │   │\n    a   b   c\n";
    let record = read(&format!("{rows}tic-tac-toe, move 2, black to move\n"));
    assert_eq!(record.spec, GameSpec::named("tic-tac-toe", None, None).unwrap());
    assert_eq!(stones(&record, Color::White), ["c3"]);
}

/// A board of connect four names its columns as its moves do, and no rows. Earlier drawings have letters and rows.
#[test]
fn a_board_of_connect_four_is_read_with_numbers_or_letters() {
    let empty = "\u{20}│   │   │   │   │   │   │   │\n".repeat(4);
    let rows = " │   │   │   │(○)│   │   │   │\n │   │   │ ○ │ ● │   │   │ ● │\n";
    let rule = " └───┴───┴───┴───┴───┴───┴───┘\n";
    let numbered = format!("{empty}{rows}{rule}   1   2   3   4   5   6   7\n");
    let number = |(i, line): (usize, &str)| format!("{}{line}\n", 6 - i);
    let lettered: String = empty.lines().chain(rows.lines()).enumerate().map(number).collect();
    let lettered = format!("{lettered} {rule}    a   b   c   d   e   f   g\n");
    let ascii = numbered.replace('│', "|").replace(['└', '┴', '┘'], "+").replace('─', "-");
    let ascii = ascii.replace('●', "X").replace('○', "O");
    for text in [&numbered, &lettered, &ascii] {
        let record = read(text);
        assert_eq!(record.spec, GameSpec::named("connect-four", None, None).unwrap(), "{text}");
        assert_eq!(stones(&record, Color::Black), ["4", "7"], "{text}");
        assert_eq!(stones(&record, Color::White), ["4", "3"], "{text}");
        assert_eq!(record.replay().unwrap().position.to_move(), Color::Black, "{text}");
    }
    // Labels of two characters.
    let numbers: String = (1..=10).map(|n| format!("{n:>3} ")).collect();
    let wide = format!(
        " │{}\n │{}\n └{}┘\n {numbers}\n",
        "   │".repeat(10),
        "   │".repeat(9) + " ● │",
        ["───"; 10].join("┴")
    );
    let record = read(&(wide + "m,n,k 10,2,2+gravity, white to move\n"));
    assert_eq!(stones(&record, Color::Black), ["10"]);
    for text in ["| a | b |\n|---|---|\n| X | O |\n", "| X | O |\n|---|---|\n"] {
        assert_eq!(detect(text.as_bytes(), None), None, "a table in Markdown");
    }
}

/// Drawn by hand: the first rows of a board of 9×9.
const CORNER: &str = "..X......\n.OX......\n";

#[test]
fn a_grid_without_coordinates_is_the_whole_board() {
    let grid = CORNER.to_owned() + &".........\n".repeat(7);
    let spaced: String = grid.chars().flat_map(|c| [c, ' ']).collect();
    let discs = spaced.replace('X', "●").replace('O', "○").replace('.', "+");
    for text in [&grid, &spaced, &discs, &grid.to_ascii_lowercase(), &format!("\n{grid}\nof a book\n")] {
        let record = read(text);
        assert_eq!(
            record.spec,
            GameSpec::named("go", None, Some(tengen_board::Size::of(9, 9))).unwrap(),
            "{text}"
        );
        assert_eq!(stones(&record, Color::Black), ["C9", "C8"], "{text}");
        assert_eq!(stones(&record, Color::White), ["B8"], "{text}");
        assert_eq!(record.replay().unwrap().position.to_move(), Color::White, "{text}");
    }
    let record = read(&(grid.clone() + "go (japanese) 9x9, black to move\n"));
    assert_eq!(record.spec.rules_text(), "japanese");
    assert_eq!(record.replay().unwrap().position.to_move(), Color::Black);
}

#[test]
fn a_grid_is_read_as_the_game_that_is_asked_for() {
    let asked = |text: &str, game: &str, rules| {
        let options = ReadOptions::default().with_spec(GameSpec::named(game, rules, None).unwrap());
        Format::Diagram.read(text.as_bytes(), &options)
    };
    let grid = ".......X.......\n".to_owned() + &"...............\n".repeat(14);
    let record = asked(&grid, "gomoku", Some("renju")).unwrap().records.remove(0);
    assert_eq!(record.spec, GameSpec::named("gomoku", Some("renju"), None).unwrap());
    assert_eq!(stones(&record, Color::Black), ["h15"]);
    // Othello has an even number of rows.
    let error = asked(&grid, "othello", None).unwrap_err();
    assert_eq!(error.found, Found::Board(tengen_board::Size::of(15, 15)));
}

/// Drawn by hand: a corner with two moves, white's first.
const SENSEI: &str = "\
$$W The corner
$$  -----------
$$ | . . 2 . .
$$ | . O X 1 .
$$ | . a , Q .
$$ | . . . . .
Black answers at 2.
";

#[test]
fn a_diagram_of_senseis_library_is_a_position_with_its_moves() {
    let go = |side| GameSpec::named("go", None, Some(tengen_board::Size::of(side, side))).unwrap();
    let moves = |record: &Record| -> Vec<String> {
        let position = record.replay_to(Tree::ROOT).unwrap().position;
        record.main_moves().map(|mv| position.format_move(mv)).collect()
    };
    let record = read(SENSEI);
    assert_eq!(record.spec, go(19));
    assert_eq!(stones(&record, Color::Black), ["C18"]);
    assert_eq!(stones(&record, Color::White), ["B18", "D17"]);
    assert_eq!(moves(&record), ["D18", "C19"]);
    assert_eq!(record.replay_to(Tree::ROOT).unwrap().position.to_move(), Color::White);
    assert_eq!(record.replay().unwrap().position.to_move(), Color::White);
    // The other corner of a board whose size is given; 0 is the tenth move.
    let record = read("$$Bc13\n$$ . . 1 . |\n$$ . X 0 . |\n$$ B W 2 . |\n$$ ---------\n");
    assert_eq!(record.spec, go(13));
    assert_eq!(stones(&record, Color::Black), ["L2", "K1"]);
    assert_eq!(stones(&record, Color::White), ["L1"]);
    assert_eq!(moves(&record), ["M3", "M1", "M2"]);
    // A border on every side: the whole board.
    let whole = "$$ t\n$$  -------\n$$ | . . . |\n$$ | . X . |\n$$ | . . . |\n$$  -------\n";
    assert_eq!(read(whole).spec, go(3));
}

#[test]
fn a_mark_that_hides_a_stone_is_named() {
    let error =
        Format::Diagram.read(GO.replacen('○', "△", 1).as_bytes(), &ReadOptions::default()).unwrap_err();
    assert_eq!((&error.expected, &error.found), (&Expected::Diagram, &Found::Quote("△".into())));
    assert_eq!(error.at.line_column, Some((2, 7)));
    // Black's marks are filled.
    assert_eq!(stones(&read(&GO.replacen('●', "▲", 1)), Color::Black), ["D4", "C3"]);
}

#[test]
fn other_texts_are_no_diagrams() {
    for text in
        ["h8 i9 g7", "1. h8 i9 2. g7", "4435\n4434", "12 13\n11 14", "a b c d", "1 2\n2 1\n", "", "  a b\n"]
    {
        assert_ne!(detect(text.as_bytes(), None), Some(Format::Diagram), "{text}");
    }
    for text in
        ["---\n---\n---\n", "...\n...\n...\n", "X.\n.O\n", "X..\n.O\n...\n", "$$\n$$ x", "a\nX..\n.O.\n..."]
    {
        assert_ne!(detect(text.as_bytes(), None), Some(Format::Diagram), "{text}");
    }
    for text in ["", "  a b\n", "2 ┌─┐\n1 └─┘\n", "3 ┌─┐\n1 └─┘\n  a b\n", "2 ┌─┐\n1 └─┘\n  b c\n"]
    {
        assert!(Format::Diagram.read(text.as_bytes(), &ReadOptions::default()).is_err(), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
        holds_for_any_bytes(Format::Diagram, &bytes);
    }

    #[test]
    fn a_damaged_board_is_read_or_refused(edits: Vec<(u8, u16, u8)>) {
        holds_for_any_bytes(Format::Diagram, &mutated(GO.as_bytes().to_vec(), &edits));
        holds_for_any_bytes(Format::Diagram, &mutated(SENSEI.as_bytes().to_vec(), &edits));
    }
}
