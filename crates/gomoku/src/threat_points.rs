//! The points where either side can make a threat, for display.

use crate::{Board, RuleSet, SquareSet, Threat, with_rule};
use tengen_board::{Color, Point};
use tengen_games::{Game, gomoku};

/// The empty points where a stone of one colour would make a threat. Each point is in the list of its greatest
/// threat, and forbidden points are in none. In reading order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ThreatPoints {
    /// A five, which wins.
    pub fives: Vec<Point>,
    /// A four that no single answer stops, or two fours.
    pub open_fours: Vec<Point>,
    /// A four that one answer stops.
    pub fours: Vec<Point>,
    /// An open three, which threatens an open four.
    pub threes: Vec<Point>,
}

/// The threat points of black and of white. A finished game has none.
///
/// ```
/// use tengen_games::{Game, gomoku};
/// let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
/// for mv in ["h8", "a1", "i8", "a15", "j8"] {
///     game.play(game.parse_move(mv)?)?;
/// }
/// let [black, white] = tengen_gomoku::threat_points(&game);
/// let open: Vec<_> = black.open_fours.iter().map(|&p| game.format_move(p.into())).collect();
/// assert_eq!(open, ["g8", "k8"]);
/// assert!(white.fours.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn threat_points(game: &gomoku::Position) -> [ThreatPoints; 2] {
    if game.is_over() {
        return Default::default();
    }
    with_rule!(game.rules().variant, R => {
        let position = Board::<R>::from_game(game);
        Color::BOTH.map(|color| of_color(&position, color))
    })
}

fn of_color<R: RuleSet>(position: &Board<R>, color: Color) -> ThreatPoints {
    let points = |squares: SquareSet| -> Vec<Point> {
        let mut points: Vec<Point> =
            squares.iter().filter(|&s| position.may_play(color, s)).map(|s| position.point(s)).collect();
        points.sort_unstable();
        points
    };
    let classes = |wanted: &[Threat]| {
        wanted.iter().fold(SquareSet::EMPTY, |all, &class| all | position.points(color, class))
    };
    ThreatPoints {
        fives: points(position.fives(color)),
        open_fours: points(classes(&[Threat::OpenFour])),
        fours: points(classes(&[Threat::Four, Threat::FourPlus, Threat::FourThree])),
        threes: points(classes(&[Threat::Three, Threat::ThreePlus, Threat::ThreeThree])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::{AXES, Cell};
    use tengen_games::gomoku::Rules;
    use tengen_games::{FactKind, Move, SetUp, Shape};

    /// Freestyle by definition. A five is five in a row. A four has a square that makes a five; an open four has one
    /// after every answer. A three has a square that makes an open four on the same axis.
    struct Naive {
        cells: Vec<Cell>,
        side: i32,
    }

    impl Naive {
        fn at(&self, row: i32, col: i32) -> Option<Cell> {
            let on = (0..self.side).contains(&row) && (0..self.side).contains(&col);
            on.then(|| self.cells[(row * self.side + col) as usize])
        }

        fn with(&self, p: (i32, i32), color: Color) -> Naive {
            let mut cells = self.cells.clone();
            cells[(p.0 * self.side + p.1) as usize] = color.into();
            Naive { cells, side: self.side }
        }

        fn makes_five(&self, p: (i32, i32), (dr, dc): (i32, i32), color: Color) -> bool {
            let run = |sign: i32| {
                (1..)
                    .take_while(|n| self.at(p.0 + sign * n * dr, p.1 + sign * n * dc) == Some(color.into()))
                    .count()
            };
            self.at(p.0, p.1) == Some(Cell::Empty) && run(1) + run(-1) >= 4
        }

        /// The points on the axis through `p` that make a five with the stone on `p`.
        fn fives_next(&self, p: (i32, i32), axis: (i32, i32), color: Color) -> Vec<(i32, i32)> {
            let along = |n: i32| (p.0 + n * axis.0, p.1 + n * axis.1);
            let joined = |n: i32| {
                (n.min(0) + 1..n.max(0)).all(|i| self.at(along(i).0, along(i).1) == Some(color.into()))
            };
            (-4..=4).filter(|&n| joined(n) && self.makes_five(along(n), axis, color)).map(along).collect()
        }

        /// 0 nothing, 1 an open three, 2 a four, 3 an open four, 4 a five.
        fn pattern(&self, p: (i32, i32), axis: (i32, i32), color: Color) -> u8 {
            if self.makes_five(p, axis, color) {
                return 4;
            }
            let after = self.with(p, color);
            match after.fives_next(p, axis, color).len() {
                2.. => return 3,
                1 => return 2,
                0 => {}
            }
            let open = (-4..=4).map(|n| (p.0 + n * axis.0, p.1 + n * axis.1)).any(|q| {
                after.at(q.0, q.1) == Some(Cell::Empty)
                    && after.with(q, color).fives_next(p, axis, color).len() >= 2
            });
            u8::from(open)
        }

        fn class(&self, p: (i32, i32), color: Color) -> u8 {
            let axes = AXES.map(|axis| (i32::from(axis.step().d_row), i32::from(axis.step().d_col)));
            let patterns = axes.map(|axis| self.pattern(p, axis, color));
            let fours = patterns.iter().filter(|&&n| n == 2 || n == 3).count();
            let greatest = patterns.into_iter().max().unwrap_or(0);
            if greatest < 4 && fours > 1 { 3 } else { greatest }
        }
    }

    #[test]
    fn threats_are_where_the_definitions_say() {
        let rules = gomoku::Rules::named("freestyle", Some("11".parse().unwrap())).unwrap();
        let mut random = 88_172_645_463_325_252_u64;
        let mut next = move |n: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random % n
        };
        let mut seen = [0; 4];
        for _ in 0..60 {
            let mut game = gomoku::Position::new(&rules);
            for _ in 0..30 {
                // Near the middle, so that stones meet.
                let p = Point::new(2 + next(7) as u8, 2 + next(7) as u8);
                if game.is_legal(Move::Place(p)) {
                    game.play(Move::Place(p)).unwrap();
                }
            }
            if game.is_over() {
                continue;
            }
            let cells = game.size().points().map(|p| game.at(p)).collect();
            let naive = Naive { cells, side: 11 };
            for (color, found) in Color::BOTH.into_iter().zip(threat_points(&game)) {
                let wanted = |class: u8| -> Vec<Point> {
                    let empty = game.size().points().filter(|&p| game.at(p).is_empty());
                    empty.filter(|p| naive.class((p.row.into(), p.col.into()), color) == class).collect()
                };
                for (i, (points, class)) in
                    [(found.fives, 4), (found.open_fours, 3), (found.fours, 2), (found.threes, 1)]
                        .into_iter()
                        .enumerate()
                {
                    seen[i] += points.len();
                    assert_eq!(points, wanted(class), "class {class} of {color} in\n{:?}", game.moves());
                }
            }
        }
        assert!(seen.iter().all(|&n| n > 0), "every class was seen: {seen:?}");
    }

    /// The rules read the same threats from the board by their definitions.
    #[test]
    fn the_facts_of_the_rules_are_the_same() {
        let mut rng = tengen_board::random::SplitMix64(11);
        let mut seen = 0;
        for rules in [Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU, Rules::CARO] {
            for _ in 0..60 {
                let mut game = gomoku::Position::new(&rules);
                for _ in 0..40 {
                    let p = Point::new(3 + rng.below(9) as u8, 3 + rng.below(9) as u8);
                    if game.is_legal(Move::Place(p)) {
                        game.play_unchecked(Move::Place(p));
                    }
                }
                let facts = game.facts();
                for (color, own) in Color::BOTH.into_iter().zip(threat_points(&game)) {
                    let read = |shape| {
                        let found =
                            facts.iter().find(|f| f.side == color && f.kind == FactKind::CanMake(shape));
                        found.map_or(Vec::new(), |fact| fact.points.clone())
                    };
                    let threats = [
                        (Shape::Five, own.fives),
                        (Shape::OpenFour, own.open_fours),
                        (Shape::Four, own.fours),
                        (Shape::OpenThree, own.threes),
                    ];
                    for (shape, points) in threats {
                        seen += points.len();
                        let moves: Vec<String> = game.moves().map(|mv| game.format_move(mv)).collect();
                        assert_eq!(points, read(shape), "{rules} {shape:?} {color} {}", moves.join(" "));
                    }
                }
            }
        }
        assert!(seen > 1000, "{seen}");
    }

    #[test]
    fn a_forbidden_point_is_no_threat() {
        let mut cells = Vec::new();
        // Two crossing rows of three: a double four at h8.
        for (row, col) in [(7, 4), (7, 5), (7, 6), (4, 7), (5, 7), (6, 7)] {
            cells.push((Point::new(row, col), Cell::Black));
        }
        let set_up = SetUp { cells, to_move: Color::Black };
        let renju = gomoku::Position::set_up(&gomoku::Rules::RENJU, &set_up).unwrap();
        let free = gomoku::Position::set_up(&gomoku::Rules::FREESTYLE, &set_up).unwrap();
        let cross = Point::new(7, 7);
        assert!(!threat_points(&renju)[0].open_fours.contains(&cross));
        assert!(threat_points(&free)[0].open_fours.contains(&cross));
    }
}
