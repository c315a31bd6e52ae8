//! The opening rules: who decides and places what, how many ways there are, and what is refused with which words.

use std::collections::HashSet;
use tengen_board::{Cell, Color, Point, Size, Symmetry, symmetry::canonical};
use tengen_games::gomoku::{OpeningRule, Position, Rules, Step};
use tengen_games::{EndReason, Game, Move, PlayerId, Reason};

fn start(name: &str) -> Position {
    Position::new(&Rules::named(name, None).unwrap())
}

fn play(position: &mut Position, moves: &str) {
    for word in moves.split_whitespace() {
        let mv = position.parse_move(word).unwrap();
        position.play(mv).unwrap_or_else(|e| panic!("{e}"));
    }
}

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    moves
}

/// Why a move is refused, and the points that go with it.
fn refused(position: &Position, word: &str) -> (String, Vec<Point>) {
    let mv = position.parse_move(word).unwrap();
    let reason = position.check(mv).expect_err("refused").reason;
    let text = reason.to_string();
    match reason {
        Reason::Opening { points, .. } => (text, points),
        _ => (text, vec![]),
    }
}

use PlayerId::{First, Second};

/// Plays word by word and checks who was asked each time.
fn players(position: &mut Position, script: &[(PlayerId, &str)]) {
    for (player, word) in script {
        assert_eq!(position.player_to_move(), *player, "before {word}, after {:?}", position.moves());
        play(position, word);
    }
}

#[test]
fn pro_and_long_pro_keep_the_third_stone_away_from_the_centre() {
    for (name, inside, side) in [("freestyle+pro", "j10", 5), ("freestyle+long-pro", "k11", 7)] {
        let mut game = start(name);
        assert_eq!(legal(&game), [Move::Place(Point::new(7, 7))]);
        let (rule, points) = refused(&game, "a1");
        assert_eq!(rule, format!("{}: stone 1 goes on the centre", game.rules().opening));
        assert_eq!(points, [Point::new(7, 7)]);
        play(&mut game, "h8");
        assert_eq!(legal(&game).len(), 224, "the second stone goes anywhere");
        play(&mut game, "a1");
        let (rule, points) = refused(&game, inside);
        assert_eq!(rule, format!("{}: stone 3 goes outside the central {side}x{side}", game.rules().opening));
        assert_eq!(points.len(), 225 - side * side - 1, "a1 is taken, and all else outside is free");
        assert_eq!(legal(&game).len(), points.len());
        assert_eq!(game.color_of(First), Some(Color::Black));
        let out = if side == 5 { "k8" } else { "l8" };
        play(&mut game, out);
        assert_eq!(game.step(), None);
        assert_eq!(legal(&game).len(), 222);
    }
}

#[test]
fn swap_lets_the_second_player_choose() {
    let mut game = start("standard+swap");
    players(&mut game, &[(First, "h8"), (First, "a1"), (First, "o15")]);
    assert_eq!(game.color_of(First), None);
    assert_eq!(game.step(), Some(Step::Swap));
    let (rule, points) = refused(&game, "b2");
    assert_eq!((rule.as_str(), points.len()), ("swap: take black or white", 0));
    assert_eq!(refused(&game, "two-more").0, "swap: take black or white");
    let error = game.parse_move("blue").unwrap_err().to_string();
    assert_eq!(error, "'blue' is not a move here: expected a decision: take black or white");
    let mut stays = game.clone();
    players(&mut stays, &[(Second, "white"), (Second, "c3"), (First, "d4")]);
    assert_eq!(stays.color_of(First), Some(Color::Black));
    players(&mut game, &[(Second, "black"), (First, "c3"), (Second, "d4")]);
    assert_eq!(game.color_of(Second), Some(Color::Black));
    assert_ne!(game, stays, "the same stones, but the players have changed places");
    assert_ne!(game.hash(), stays.hash());
}

#[test]
fn swap2_has_a_third_choice() {
    let mut game = start("freestyle+swap2");
    players(&mut game, &[(First, "h8"), (First, "i9"), (First, "g7")]);
    assert_eq!(legal(&game).len(), 3);
    let mut white = game.clone();
    players(&mut white, &[(Second, "white"), (Second, "a1"), (First, "b1")]);
    let mut black = game.clone();
    players(&mut black, &[(Second, "black"), (First, "a1"), (Second, "b1")]);
    players(&mut game, &[(Second, "two-more"), (Second, "a1"), (Second, "b1")]);
    assert_eq!((game.at(Point::new(14, 0)), game.at(Point::new(14, 1))), (Cell::White, Cell::Black));
    assert_eq!(game.color_of(First), None);
    players(&mut game, &[(First, "black"), (Second, "c1"), (First, "d1")]);
    assert_eq!(game.step(), None);
    assert_eq!(refused(&game, "white").0, "no decision is asked for here");
}

/// The first three stones of renju are one of 26 openings, 13 direct and 13 indirect; a well-known count.
#[test]
fn there_are_26_openings() {
    for opening in [OpeningRule::Rif, OpeningRule::Yamaguchi, OpeningRule::Soosorv8] {
        let mut game = Position::new(&Rules { opening, ..Rules::RENJU });
        let mut found = HashSet::new();
        play(&mut game, "h8");
        for second in legal(&game) {
            game.play(second).unwrap();
            for third in legal(&game) {
                game.play(third).unwrap();
                let cells: Vec<Cell> = game.size().points().map(|p| game.at(p)).collect();
                found.insert(canonical(&cells, game.size(), &Symmetry::ALL).0);
                game.undo();
            }
            game.undo();
        }
        let near = |cells: &&Vec<Cell>| {
            let second = cells.iter().position(|c| *c == Cell::White).unwrap();
            let Point { row, col } = Size::of(15, 15).point(second);
            row == 7 || col == 7
        };
        assert_eq!(found.len(), 26);
        assert_eq!(found.iter().filter(near).count(), 13);
    }
}

#[test]
fn rif_offers_two_fifth_moves() {
    let mut game = start("renju+rif");
    assert_eq!(legal(&game).len(), 1);
    players(&mut game, &[(First, "h8")]);
    assert_eq!(legal(&game).len(), 8);
    players(&mut game, &[(First, "h9")]);
    let (rule, points) = refused(&game, "h11");
    assert_eq!((rule.as_str(), points.len()), ("rif: stone 3 goes within the central 5x5", 23));
    players(&mut game, &[(First, "h10"), (Second, "black"), (First, "h7")]);
    // All four stones are on the column h, so left and right are the same.
    assert_eq!(game.step(), Some(Step::OfferFifth { number: 1, count: 2 }));
    players(&mut game, &[(Second, "g9")]);
    let (rule, points) = refused(&game, "i9");
    assert_eq!(
        rule,
        "rif: fifth moves must differ, and by symmetry this is the same as the one offered at g9"
    );
    assert_eq!(points, [Point::new(6, 6)]);
    assert_eq!(refused(&game, "g9").0, "it is occupied by black");
    assert_eq!(legal(&game).len(), 225 - 4 - 2);
    players(&mut game, &[(Second, "i10")]);
    assert_eq!(game.step(), Some(Step::PickFifth));
    assert_eq!(game.to_move(), Color::White);
    assert_eq!(game.player_to_move(), First);
    assert_eq!(legal(&game).len(), 2);
    let (rule, points) = refused(&game, "a1");
    assert_eq!(rule, "rif: choose one of the fifth moves offered");
    assert_eq!(points, game.offers());
    let before = game.clone();
    let played = game.play(game.parse_move("i10").unwrap()).unwrap();
    assert_eq!((played.placed, played.captured.as_slice()), (None, [Point::new(6, 6)].as_slice()));
    assert_eq!(game.at(Point::new(6, 6)), Cell::Empty);
    game.undo();
    assert_eq!(game, before);
    players(&mut game, &[(First, "i10"), (First, "g9"), (Second, "a1")]);
    assert_eq!(game.step(), None);
}

#[test]
fn the_order_of_offers_makes_no_difference() {
    let mut games = ["g9 a3", "a3 g9"].map(|offers| {
        let mut game = start("renju+rif");
        play(&mut game, &format!("h8 h9 i10 white c3 {offers}"));
        game
    });
    assert_eq!(games[0], games[1]);
    assert_eq!(games[0].hash(), games[1].hash());
    for game in &mut games {
        play(game, "a3");
    }
    assert_eq!(games[0], games[1]);
}

#[test]
fn yamaguchi_declares_the_number_with_the_opening() {
    let mut game = start("renju+yamaguchi");
    players(&mut game, &[(First, "h8"), (First, "i9"), (First, "j8")]);
    assert_eq!(game.step(), Some(Step::DeclareFifths { max: 12 }));
    assert!(refused(&game, "fifths=13").0.starts_with("yamaguchi: say how many"));
    assert!(refused(&game, "fifths=0").0.starts_with("yamaguchi: say how many"));
    players(&mut game, &[(First, "fifths=3"), (Second, "white"), (Second, "a1")]);
    players(
        &mut game,
        &[(First, "b1"), (First, "c1"), (First, "d1"), (Second, "c1"), (Second, "e1"), (First, "f1")],
    );
    assert_eq!(game.at(Point::new(14, 1)), Cell::Empty);
    // One fifth move leaves nothing to choose.
    let mut game = start("renju+yamaguchi");
    play(&mut game, "h8 i9 j8 fifths=1 white a1 b1");
    assert_eq!(game.step(), Some(Step::Stone { number: 6, region: tengen_games::gomoku::Region::Anywhere }));
    assert_eq!(game.to_move(), Color::White);
}

#[test]
fn soosorv_8_declares_with_the_fourth_and_swaps_again() {
    let mut game = start("renju+soosorv-8");
    players(&mut game, &[(First, "h8"), (First, "h9"), (First, "i9"), (Second, "white"), (Second, "k11")]);
    assert_eq!(game.step(), Some(Step::DeclareFifths { max: 8 }));
    assert!(refused(&game, "fifths=9").0.starts_with("soosorv-8: say how many"));
    assert_eq!(game.color_of(First), None);
    players(&mut game, &[(Second, "fifths=2"), (First, "white")]);
    assert_eq!(game.color_of(First), Some(Color::White));
    players(&mut game, &[(Second, "a1"), (Second, "b1"), (First, "a1"), (First, "o1"), (Second, "o2")]);
}

#[test]
fn taraguchi_10_swaps_after_each_stone() {
    let mut game = start("renju+taraguchi-10");
    players(&mut game, &[(First, "h8"), (Second, "black")]);
    // The first player is white now, but nothing is decided.
    assert_eq!((game.black_player(), game.color_of(First)), (Second, None));
    assert_eq!(legal(&game).len(), 8);
    players(&mut game, &[(First, "i9"), (Second, "black")]);
    assert_eq!(legal(&game).len(), 23);
    players(&mut game, &[(Second, "j10"), (First, "white")]);
    assert_eq!(legal(&game).len(), 46, "the fourth stone goes within the central 7x7");
    players(&mut game, &[(First, "k11")]);
    assert_eq!(game.step(), Some(Step::SwapOrFifths { count: 10 }));
    assert_eq!(legal(&game).len(), 3);
    assert!(game.check(game.parse_move("fifths=9").unwrap()).is_err());
    let mut many = game.clone();
    players(&mut game, &[(Second, "white")]);
    assert_eq!(legal(&game).len(), 77, "a single fifth stone goes within the central 9x9");
    players(&mut game, &[(First, "l12"), (Second, "white"), (Second, "a1"), (First, "a2")]);
    players(&mut many, &[(Second, "fifths=10")]);
    assert_eq!(many.color_of(Second), Some(Color::Black));
    for word in ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10"] {
        players(&mut many, &[(Second, word)]);
    }
    assert_eq!(legal(&many).len(), 10);
    assert_eq!(many.outcome(), None, "ten offers in a column are no five");
    players(&mut many, &[(First, "a5"), (First, "b5"), (Second, "c5")]);
    assert_eq!(many.size().points().filter(|&p| !many.at(p).is_empty()).count(), 7);
}

#[test]
fn passing_is_for_federation_games_after_the_opening() {
    let mut game = start("renju+rif");
    play(&mut game, "h8 h9 h10 white h7 g9 i10 i10");
    assert!(game.check(Move::Pass).is_err(), "the sixth stone must be put");
    play(&mut game, "a1 pass");
    let once = game.clone();
    let played = game.play(Move::Pass).unwrap();
    assert_eq!(played.outcome.map(|o| (o.winner, o.reason)), Some((None, EndReason::Passes)));
    game.undo();
    assert_eq!(game, once);
    play(&mut game, "b1 pass b2");
    assert_eq!(game.outcome(), None, "passes with a stone between them end nothing");
    for name in ["renju", "freestyle", "freestyle+swap2"] {
        assert!(start(name).check(Move::Pass).is_err());
    }
}

#[test]
fn names_read_back_and_an_unknown_name_lists_what_there_is() {
    for opening in OpeningRule::ALL {
        for variant in tengen_games::gomoku::Variant::ALL {
            let rules = Rules { size: Size::of(15, 15), variant, opening };
            match rules.check() {
                Ok(()) => assert_eq!(Rules::named(&rules.to_string(), None), Ok(rules)),
                Err(e) => assert!(e.to_string().contains(opening.name()), "{e}"),
            }
        }
    }
    assert_eq!(Rules::named("Renju+Soosõrv-8", None).unwrap().opening, OpeningRule::Soosorv8);
    assert_eq!(Rules::named("freestyle + long pro", None).unwrap().opening, OpeningRule::LongPro);
    let error = Rules::named("freestyle+swap3", None).unwrap_err().to_string();
    for word in ["freestyle+swap3", "freestyle", "standard", "renju", "caro", "swap2", "taraguchi-10"] {
        assert!(error.contains(word), "{error}");
    }
    for (name, size, word) in [
        ("freestyle", "4", "5 to 22"),
        ("freestyle", "15x23", "5 to 22"),
        ("freestyle+pro", "5", "central 5x5"),
        ("renju+rif", "16", "centre"),
        ("standard+rif", "15", "renju"),
    ] {
        let error = Rules::named(name, Some(size.parse().unwrap())).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
}
