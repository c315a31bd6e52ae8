use super::*;
use tengen_board::Size;
use tengen_engine::Explanation;
use tengen_games::go::Rules;
use tengen_games::{Move, SetUp};
use tengen_words::Language::{English, Japanese, SimplifiedChinese};

/// A position from a picture: `X` black, `O` white. Black is to move.
fn position(rows: &[&str]) -> Position {
    let size = Size::of(rows.len(), rows[0].len());
    let cells = rows.iter().enumerate().flat_map(|(row, line)| {
        line.bytes().enumerate().filter_map(move |(col, letter)| {
            let cell = match letter {
                b'X' => Cell::Black,
                b'O' => Cell::White,
                _ => return None,
            };
            Some((Point::new(row as u8, col as u8), cell))
        })
    });
    let set_up = SetUp { cells: cells.collect(), to_move: Color::Black };
    Position::set_up(&Rules::named("chinese", Some(size)).unwrap(), &set_up).unwrap()
}

fn after(moves: &str) -> Position {
    let mut game = Position::new(&Rules::named("chinese", Some(Size::of(9, 9))).unwrap());
    for text in moves.split_whitespace() {
        game.play(game.parse_move(text).unwrap()).unwrap();
    }
    game
}

fn said(items: &[Item], game: &Position) -> Vec<[String; 3]> {
    items
        .iter()
        .map(|item| [English, SimplifiedChinese, Japanese].map(|language| language.item(item, game)))
        .collect()
}

#[test]
fn a_group_with_a_stone_at_its_vital_point_is_dead() {
    let dead_shape = position(&[".......", ".......", "OOOOO..", "XXXXO..", ".O.XO.."]);
    let found = dead(&dead_shape, &Stop::new());
    assert_eq!((found.len(), found[0].points.len(), found[0].side), (1, 5, Some(Color::Black)));
    let texts = said(&found, &dead_shape);
    assert!(texts[0][0].starts_with("Black's group at A2 (5 stones) is dead"), "{texts:?}");
    assert!(texts[0][1].starts_with("黑方在 A2 的 5 子是死棋"), "{texts:?}");
    assert!(texts[0][2].starts_with("A2の黒5子は死んでいます"), "{texts:?}");
    // Without it black lives by playing there.
    let open = position(&[".......", ".......", "OOOOO..", "XXXXO..", "...XO.."]);
    assert!(dead(&open, &Stop::new()).is_empty());
}

#[test]
fn facts_of_chains_and_groups_are_written_with_their_points() {
    let texts = |game: &Position, kind: &str| {
        let items = Explanation::of(game, &tengen_engine::Analysis::default()).items;
        let items: Vec<Item> = items.into_iter().filter(|item| item.name() == kind).collect();
        said(&items, game)
    };
    let alive = position(&["......", "OO....", "XXO...", ".XXO..", "X.XO.."]);
    assert_eq!(
        texts(&alive, "alive"),
        [[
            "Black's group at A3 (6 stones) is unconditionally alive with 2 eyes: A2, B1",
            "黑方在 A3 的 6 子是无条件活棋，有 2 个眼：A2、B1",
            "A3の黒6子は無条件に生きています（眼2つ：A2、B1）"
        ]
        .map(String::from)]
    );
    let caught = position(&[".XO......", "XXO......", "OO.......", ".........", "........."]);
    assert_eq!(
        texts(&caught, "caught"),
        [[
            "Black's chain at B5 (3 stones) is in atari at A5, and no move saves it",
            "黑方在 B5 的 3 子只剩 A5 一气，无法救出",
            "B5の黒3子はA5でアタリになっていて、助かりません"
        ]
        .map(String::from)]
    );
    let ladder = position(&[
        ".........",
        ".........",
        "...O.....",
        "..OXO....",
        "....O....",
        ".........",
        ".........",
        ".........",
        ".........",
    ]);
    let said = texts(&ladder, "ladder");
    assert_eq!(said.len(), 1);
    assert!(
        said[0][0].starts_with(
            "Black's chain at D6 (1 stone) is in atari and, if it runs, caught in a ladder: D5 "
        ),
        "{said:?}"
    );
    assert!(said[0][0].ends_with(" and so on"), "{said:?}");
    assert!(said[0][1].starts_with("黑方在 D6 的 1 子被打吃，逃跑则被征吃：D5 "), "{said:?}");
    assert!(said[0][2].starts_with("D6の黒1子はアタリで、逃げてもシチョウで取られます：D5 "), "{said:?}");
    let items = Explanation::of(&ladder, &tengen_engine::Analysis::default());
    let json = tengen_words::explanation_json(&items, &ladder);
    let of = |name: &str| json["items"].as_array().unwrap().iter().find(|item| item["name"] == name).unwrap();
    assert_eq!(of("ladder")["moves"][0], "D5");
    assert!(of("ladder")["moves"].as_array().unwrap().len() > 6);
}

#[test]
fn a_seki_is_named_with_the_liberties_that_both_share() {
    let game = after(crate::seki::tests::SHARED);
    assert_eq!(
        said(&in_seki(&game), &game),
        [[
            "Black's chain at H4 (6 stones) and white's at H6 (20 stones) live in seki: they share J3 and J1",
            "黑方在 H4 的 6 子与白方在 H6 的 20 子双活，公气为 J3 与 J1",
            "H4の黒6子とH6の白20子はセキで生きています（共通のダメ：J3とJ1）"
        ]
        .map(String::from)]
    );
    let killed = after(crate::seki::tests::SACRIFICE);
    assert!(in_seki(&killed).is_empty());
}

/// Whether the side to move takes the stone, if it belongs to the other side, in at most so many plies, playing
/// anywhere; the owner may pass.
fn is_taken(game: &mut Position, target: Point, owner: Color, plies: u32) -> bool {
    if plies == 0 {
        return false;
    }
    let attacks = game.to_move() != owner;
    let mut moves = Vec::new();
    game.legal_moves_into(&mut moves);
    for mv in moves {
        game.play(mv).unwrap();
        let taken = game.at(target) != owner.into() || is_taken(game, target, owner, plies - 1);
        game.undo();
        if taken == attacks {
            return attacks;
        }
    }
    !attacks
}

#[test]
fn no_sequence_of_moves_takes_a_chain_in_seki_or_saves_a_dead_one() {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 32) as u32
    };
    let rules = "chinese,ko=simple,passes=0";
    let (mut sekis, mut deaths) = (0, 0);
    for round in 0..4000 {
        let size = [Size::of(4, 4), Size::of(4, 5), Size::of(5, 5)][round % 3];
        let mut game = Position::new(&Rules::named(rules, Some(size)).unwrap());
        for _ in 0..14 + next() % 16 {
            game.play_random(&mut next);
        }
        if game.ko_point().is_some() || game.board().empties().len() > 8 {
            continue;
        }
        let turned = |to_move: Color| {
            let mut game = game.clone();
            if game.to_move() != to_move {
                game.play(Move::Pass).unwrap();
            }
            game
        };
        for item in in_seki(&game) {
            let ItemKind::Fact(FactKind::Seki { with }, shared) = &item.kind else { unreachable!() };
            assert!(!shared.is_empty());
            for (stones, owner) in [(&item.points, Color::Black), (with, Color::White)] {
                let mut game = turned(!owner);
                assert!(!is_taken(&mut game, stones[0], owner, 5), "{item:?} of\n{:?}", game.board());
            }
            sekis += 1;
        }
        if deaths >= 60 {
            continue;
        }
        for item in dead(&game, &Stop::new()) {
            let owner = item.side.unwrap();
            let claim = Claim::Capture(item.points[0]);
            let proven = game.prove(claim, !owner, owner, DEAD_NODES).unwrap().proven;
            // Long captures take too many plies to try every move.
            if proven.is_none_or(|proven| proven.plies > 5) {
                continue;
            }
            let mut game = turned(owner);
            assert!(is_taken(&mut game, item.points[0], owner, 6), "{item:?} of\n{:?}", game.board());
            deaths += 1;
        }
    }
    assert!(sekis >= 5 && deaths >= 20, "{sekis} sekis, {deaths} dead groups");
}
