//! Every layout against the nested vectors, and the nested vectors against the plainest words for each question.

use proptest::prelude::*;
use tengen_board::layout::*;
use tengen_board::{AXES, Axis, Cell, Color, DIRECTIONS, Point, Size};

/// A board and what to do on it.
#[derive(Clone, Debug)]
struct Case {
    size: Size,
    k: usize,
    /// Point number (to be cut to the board) and what to put there.
    changes: Vec<(usize, Cell)>,
}

fn cases() -> impl Strategy<Value = Case> {
    let cell = prop_oneof![Just(Cell::Empty), Just(Cell::Black), Just(Cell::Black), Just(Cell::White)];
    let side = prop_oneof![1usize..=25, 1usize..=8, Just(15), Just(19), Just(25)];
    (side.clone(), side, 1usize..=26).prop_flat_map(move |(rows, cols, k)| {
        let size = Size::of(rows, cols);
        let count = 0..=2 * size.area();
        proptest::collection::vec((0..size.area(), cell.clone()), count).prop_map(move |changes| Case {
            size,
            k,
            changes,
        })
    })
}

fn build<L: Layout>(case: &Case) -> L {
    let mut board = L::new(case.size, case.k);
    for &(number, cell) in &case.changes {
        let index = board.index(case.size.point(number));
        match cell.color() {
            Some(color) => board.place(index, color),
            None => board.remove(index),
        }
    }
    board
}

/// All cells, put down one after the other without any layout.
fn cells(case: &Case) -> Vec<Cell> {
    let mut cells = vec![Cell::Empty; case.size.area()];
    for &(number, cell) in &case.changes {
        cells[number] = cell;
    }
    cells
}

/// The points from the neighbour of `point` to the edge.
fn points_toward(size: Size, point: Point, direction: usize) -> Vec<Point> {
    let d = DIRECTIONS[direction];
    (1..=25).map_while(|n| size.offset(point, n * i32::from(d.d_row), n * i32::from(d.d_col))).collect()
}

/// Checks every answer of `L` against what the cells say when each question is put to them in its plainest form.
fn check_all<L: Layout>(case: &Case) {
    let size = case.size;
    let cells = cells(case);
    let at = |p: Point| cells[size.index(p)];
    let board: L = build(case);
    assert_eq!(board.size(), size);

    let mut longest = [0; 2];
    let mut counts = [RunCounts::default(); 2];
    for point in size.points() {
        let index = board.index(point);
        assert_eq!(board.point(index), point);
        assert_eq!(board.at(index), at(point));
        let mut runs = [1; 4];
        let mut firsts = [true; 4];
        for direction in 0..8 {
            let toward: Vec<Cell> = points_toward(size, point, direction).into_iter().map(at).collect();
            let mut walked = Vec::new();
            board.walk(index, direction, |cell| {
                walked.push(cell);
                true
            });
            assert_eq!(walked, toward, "walk from {point:?} in direction {direction}");
            let mut steps = 0;
            board.walk(index, direction, |_| {
                steps += 1;
                steps < 3
            });
            assert_eq!(steps, toward.len().min(3), "a walk goes on after it was stopped");
            let ray = toward.iter().take_while(|&&cell| cell == at(point)).count();
            assert_eq!(board.ray(index, direction), ray, "ray from {point:?} in direction {direction}");
            runs[direction % 4] += ray;
            if direction >= 4 {
                firsts[direction - 4] = ray == 0;
            }
        }
        assert_eq!(board.runs(index), runs, "runs at {point:?}");
        for k in 1..=26 {
            assert_eq!(
                board.wins(index, k),
                runs.into_iter().any(|run| run >= k),
                "win at {point:?}, k = {k}"
            );
        }
        if let Some(color) = at(point).color() {
            for axis in 0..4 {
                longest[color.index()] = longest[color.index()].max(runs[axis]);
                counts[color.index()][runs[axis]] += u16::from(firsts[axis]);
            }
        }
        for axis in AXES {
            let around = board.around(index, axis);
            let mut expected = LineWord::WALL;
            expected.set(4, at(point));
            for (n, p) in points_toward(size, point, axis as usize).into_iter().take(4).enumerate() {
                expected.set(5 + n as u32, at(p));
            }
            for (n, p) in points_toward(size, point, axis as usize + 4).into_iter().take(4).enumerate() {
                expected.set(3 - n as u32, at(p));
            }
            assert_eq!(around, expected, "around {point:?} on {axis:?}");
        }
    }
    for color in Color::BOTH {
        for k in 1..=26 {
            assert_eq!(board.has_run(color, k), longest[color.index()] >= k, "{color} run of {k}");
        }
        assert_eq!(board.run_counts(color), counts[color.index()], "{color}");
    }
    for (axis, number) in lines(size) {
        let line = board.line(axis, number);
        let (start, length) = line_start(size, axis, number);
        let mut on_line = vec![start];
        on_line.extend(points_toward(size, start, axis as usize));
        let first = line.points().trailing_zeros();
        assert_eq!(line.points(), ((1 << length) - 1) << first, "{axis:?} {number}");
        for (n, &p) in on_line.iter().enumerate() {
            assert_eq!(line.at(first + n as u32), at(p));
        }
    }
    for at_least in [1, case.k, 5, 26] {
        let expected: Vec<LineWord> = lines(size)
            .filter(|&(axis, number)| line_start(size, axis, number).1 >= at_least)
            .map(|(axis, number)| board.line(axis, number))
            .collect();
        let mut handed = Vec::new();
        board.each_line(at_least, |line| handed.push(line));
        assert_eq!(handed, expected, "lines of {at_least} points or more");
    }
    let mut seen = vec![0; size.area()];
    board.scan(|index, cell| {
        let point = board.point(index);
        assert_eq!(cell, at(point));
        seen[size.index(point)] += 1;
        true
    });
    assert!(seen.into_iter().all(|n| n == 1));
    // The same cells put down in another order are the same board.
    let again = L::from_cells(size, case.k, at);
    assert_eq!(format!("{again:?}"), format!("{board:?}"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nested_vectors_answer_plainly(case in cases()) {
        check_all::<Nested>(&case);
    }

    #[test]
    fn the_grid_answers_plainly(case in cases()) {
        check_all::<Grid>(&case);
    }

    #[test]
    fn the_flat_array_answers_plainly(case in cases()) {
        check_all::<Flat>(&case);
    }

    #[test]
    fn the_padded_array_answers_plainly(case in cases()) {
        check_all::<Padded>(&case);
    }

    #[test]
    fn line_bits_answer_plainly(case in cases()) {
        check_all::<LineBits>(&case);
    }
}

#[test]
fn steps_are_those_of_the_articles() {
    for (side, flat, padded) in
        [(3, [1, 3, 4, 2], [1, 4, 5, 3]), (4, [1, 4, 5, 3], [1, 5, 6, 4]), (5, [1, 5, 6, 4], [1, 6, 7, 5])]
    {
        let size = Size::of(side, side);
        assert_eq!(Flat::new(size, 3).steps(), flat);
        assert_eq!(Padded::new(size, 3).steps(), padded);
    }
    // The indices too, in the article's numbering of a 3 × 3 board and by its formulae on any.
    let numbers = |size: Size| -> Vec<usize> { size.points().map(|p| Flat::new(size, 3).index(p)).collect() };
    assert_eq!(numbers(Size::of(3, 3)), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    for (r, c) in [(1, 1), (4, 9), (15, 15), (25, 24)] {
        let size = Size::of(r, c);
        for p in size.points() {
            let (row, col) = (usize::from(p.row), usize::from(p.col));
            assert_eq!(Flat::new(size, 3).index(p), c * row + col);
            assert_eq!(Padded::new(size, 3).index(p), c + 2 + col + row * (c + 1));
        }
    }
    // And they lead where the directions say, on boards that are not square too.
    let size = Size::of(6, 7);
    let (nested, flat, padded) = (Nested::new(size, 4), Flat::new(size, 4), Padded::new(size, 4));
    assert_eq!(nested.steps(), AXES.map(Axis::step));
    let from = Point::new(2, 3);
    for axis in 0..4 {
        let next = points_toward(size, from, axis)[0];
        assert_eq!(flat.index(from).wrapping_add_signed(flat.steps()[axis]), flat.index(next));
        assert_eq!(padded.index(from).wrapping_add_signed(padded.steps()[axis]), padded.index(next));
    }
}

#[test]
fn a_run_over_the_edge_of_a_flat_array_is_none() {
    // The last two points of a row and the first three of the next are neighbours in memory, but no five.
    fn check<L: Layout>() {
        let size = Size::of(15, 15);
        let board = L::from_cells(size, 5, |p| {
            if (103..108).contains(&size.index(p)) { Cell::Black } else { Cell::Empty }
        });
        let first = board.index(size.point(103));
        assert_eq!(board.at(first), Cell::Black, "{}", L::NAME);
        assert_eq!(board.runs(first)[0], 2, "{}", L::NAME);
        assert!(!board.has_run(Color::Black, 5), "{}", L::NAME);
    }
    check::<Nested>();
    check::<Grid>();
    check::<Flat>();
    check::<Padded>();
    check::<LineBits>();
}
