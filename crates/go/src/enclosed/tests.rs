use super::shape::decode;
use super::*;
use tengen_board::{Cell, Point, Size};
use tengen_games::go::{NO_VERTEX, Position, Rules};
use tengen_games::{Game, Move, SetUp};

/// The position of a diagram, X black.
fn position(rows: &[&str], to_move: Color) -> Position {
    let size = Size::new(rows.len(), rows[0].len()).unwrap();
    let cell = |c| match c {
        'X' => Cell::Black,
        'O' => Cell::White,
        _ => Cell::Empty,
    };
    let points = size.points().map(|p| (p, cell(rows[p.row as usize].as_bytes()[p.col as usize] as char)));
    let rules = Rules::named("chinese,ko=positional,komi=0", Some(size)).unwrap();
    Position::set_up(&rules, &SetUp { cells: points.collect(), to_move }).unwrap()
}

/// The region that Black encloses in a position, and its board.
fn region(position: &Position) -> (Region, Board) {
    let board = Board::new(position.board(), NO_VERTEX);
    let found = regions(&board, position.board()).into_iter().find(|region| region.defender == Color::Black);
    (found.expect("Black encloses a region"), board)
}

/// The points where a move of `color` gains more than nothing, with the gains.
fn gains(rows: &[&str], color: Color) -> Vec<(String, f32)> {
    let position = position(rows, color);
    let (region, board) = region(&position);
    let name = |at| position.format_move(Move::Place(position.board().point(at)));
    let mut gains: Vec<_> = region.gains(&board, color).filter(|(_, gain)| *gain > 0.0).collect();
    gains.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    gains.into_iter().map(|(at, gain)| (name(at), gain)).collect()
}

/// The eye shapes that every textbook has: three in a row live or die by the point in the middle, four in a row
/// live, four in a square are dead.
#[test]
fn eye_shapes() {
    let three = [".O.O.OO", "OOOOOOO", "XXXXXOO", "...XXOO", "XXXXXOO", "OOOOOOO", "OOOOOOO"];
    // Twelve stones and three points are all of one side or all of the other.
    assert_eq!(gains(&three, Color::Black), [("B4".into(), 30.0)]);
    assert_eq!(gains(&three, Color::White), [("B4".into(), 30.0)]);
    let four = [".O.O.OO", "OOOOOOO", "XXXXXOO", "....XOO", "XXXXXOO", "OOOOOOO", "OOOOOOO"];
    let square = [".O.O.OO", "OOOOOOO", "XXXXXOO", "..XXXOO", "..XXXOO", "XXXXXOO", "OOOOOOO"];
    for rows in [four, square] {
        assert_eq!(gains(&rows, Color::Black), []);
        assert_eq!(gains(&rows, Color::White), []);
    }
    // A stone of one's own at the end of four makes three, where the other side takes the middle.
    let own = position(&four, Color::Black);
    let (region, board) = region(&own);
    assert!(region.gains(&board, Color::Black).any(|(_, gain)| gain == -30.0));
}

/// Problem 4 of GNU Go's `seki.tst`: White makes a seki at A2 or dies. Six points of Black's are at stake.
#[test]
fn a_seki_in_the_corner() {
    let rows = [
        "XX.X.....",
        "OOOX.XXXX",
        "OXXXXXX..",
        "OXOXOX...",
        "OOOXOOXXX",
        "XXOOOOOOO",
        ".XXO..O..",
        ".OXXOOOOO",
        ".X.XO.O..",
    ];
    let position = position(&rows, Color::White);
    let board = Board::new(position.board(), NO_VERTEX);
    let corner = position.board().vertex(Point::new(7, 0));
    let regions = regions(&board, position.board());
    let gain =
        regions.iter().flat_map(|region| region.gains(&board, Color::White)).find(|&(at, _)| at == corner);
    assert_eq!(gain, Some((corner, 6.0)));
}

#[test]
fn open_groups_are_no_regions() {
    // A liberty outside, and an attacker who is short of liberties.
    let open = [".O.O.OO", "OOOOOOO", "XXXXXOO", "...XX..", "XXXXXOO", "OOOOOOO", "OOOOOO."];
    let weak = ["XXXXXXX", "XOOOOOX", "XXXXXOX", "...XXOX", "XXXXXOX", "OOOOOOX", ".XXXXX."];
    for rows in [open, weak] {
        let position = position(&rows, Color::Black);
        let board = Board::new(position.board(), NO_VERTEX);
        assert!(
            !regions(&board, position.board()).iter().any(|region| region.defender == Color::Black
                && region.points.contains(&position.board().vertex(Point::new(3, 0)))),
            "{rows:?}"
        );
    }
}

/// The best count of a game of the rules themselves, from black's side, that is played on these points alone: by area,
/// with superko, to two passes or to the capture of the wall.
fn by_rules(position: &mut Position, points: &[Vertex], wall: Vertex, mut low: f32, mut high: f32) -> f32 {
    if position.is_over() || position.board().color(wall) != Some(Color::Black) {
        return position.score(&[]).margin();
    }
    let black = position.to_move() == Color::Black;
    let stones = points.iter().map(|&at| Move::Place(position.board().point(at)));
    let mut best = if black { f32::NEG_INFINITY } else { f32::INFINITY };
    for mv in stones.chain([Move::Pass]).collect::<Vec<_>>() {
        if !position.is_legal(mv) {
            continue;
        }
        position.play_unchecked(mv);
        let value = by_rules(position, points, wall, low, high);
        position.undo();
        if black {
            best = best.max(value);
            low = low.max(best);
        } else {
            best = best.min(value);
            high = high.min(best);
        }
        if low >= high {
            break;
        }
    }
    best
}

/// The rules with superko find a value between those of the two sides that win every ko.
#[test]
fn values_bound_those_of_the_rules() {
    let rows = [".O.O.OO", "OOOOOOO", "XXXXXOO", "...XXOO", "XXXXXOO", "OOOOOOO", "OOOOOOO"];
    let empty = position(&rows, Color::Black);
    let board = Board::new(empty.board(), NO_VERTEX);
    let Found { points, shape, .. } = enclosed(&board, empty.board(), Color::Black)
        .into_iter()
        .find(|found| found.points.len() == 3)
        .unwrap();
    let [low, high] = shape.values(&shape.moves());
    let wall = empty.board().vertex(Point::new(2, 0));
    // White's stones and eyes around it.
    let outside = 49 - shape.most();
    let mut settled = 0;
    for code in 0..27 {
        let stones = decode(code, 3);
        if !shape.is_legal(stones) {
            continue;
        }
        for (side, to_move) in [Color::Black, Color::White].into_iter().enumerate() {
            let mut cells: Vec<_> = empty.size().points().map(|p| (p, empty.at(p))).collect();
            for (n, &at) in points.iter().enumerate() {
                let cell = match (stones.own >> n & 1, stones.other >> n & 1) {
                    (1, _) => Cell::Black,
                    (_, 1) => Cell::White,
                    _ => Cell::Empty,
                };
                cells[empty.board().index(at)].1 = cell;
            }
            let mut position = Position::set_up(&empty.rules(), &SetUp { cells, to_move }).unwrap();
            let best = by_rules(&mut position, &points, wall, f32::NEG_INFINITY, f32::INFINITY);
            let value = best as i16 + outside;
            let (low, high) = (low[side][code], high[side][code]);
            assert!(low <= value && value <= high, "{code} {to_move}: {value}, not {low} to {high}");
            settled += u32::from(low == high);
        }
    }
    assert!(settled > 20, "most of the positions have one value: {settled}");
}
