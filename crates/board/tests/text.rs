//! Text from anywhere: diagrams and points are read or refused, and what is written reads back.

use proptest::prelude::*;
use tengen_board::{Cell, Coords, Diagram, Point, Size};

const HABITS: [Coords; 5] = [Coords::Gomoku, Coords::Go, Coords::Othello, Coords::Sgf, Coords::Xy];

fn config() -> ProptestConfig {
    ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_text_is_too_strange_for_a_diagram(text in prop_oneof![
        any::<String>(),
        "[a-eA-E0-9XO.()\\[\\]| \n]{0,200}",
        "([XO.]{1,30}\n){0,30}",
    ]) {
        if let Ok(diagram) = text.parse::<Diagram>() {
            prop_assert_eq!(diagram.cells.len(), diagram.size.area());
            for habit in HABITS {
                prop_assert_eq!(diagram.format(habit).parse::<Diagram>(), Ok(diagram.clone()));
            }
        }
    }

    #[test]
    fn no_text_is_too_strange_for_a_point(
        text in prop_oneof![any::<String>(), "[a-zA-Z]?[0-9]{0,4}", "[0-9]{0,3},[0-9]{0,3}", "[a-zA-Z]{0,3}"],
        rows in 1usize..=25,
        cols in 1usize..=25,
    ) {
        let size = Size::of(rows, cols);
        for habit in HABITS {
            match habit.parse(&text, size) {
                Ok(point) => {
                    prop_assert!(size.contains(point));
                    prop_assert_eq!(habit.parse(&habit.format(point, size), size), Ok(point));
                }
                Err(error) => prop_assert!(error.to_string().contains(&error.example)),
            }
        }
    }

    #[test]
    fn a_diagram_shows_what_was_put_there(
        rows in 1usize..=25,
        cols in 1usize..=25,
        seed in any::<[u8; 32]>(),
        last in proptest::option::of((0u8..25, 0u8..25)),
    ) {
        let size = Size::of(rows, cols);
        let at = |p: Point| {
            [Cell::Empty, Cell::Black, Cell::White][usize::from(seed[(size.index(p) * 7) % 32] ^ p.row) % 3]
        };
        let last = last.map(|(row, col)| Point::new(row, col)).filter(|&p| size.contains(p));
        let diagram = Diagram { last, ..Diagram::new(size, at) };
        for habit in HABITS {
            let read: Diagram = diagram.format(habit).parse().expect("what was written reads back");
            prop_assert!(size.points().all(|p| read.at(p) == at(p)));
            prop_assert_eq!(read.last, last);
        }
    }
}
