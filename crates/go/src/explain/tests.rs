//! Positions in which it is plain what a move does.

use super::*;
use tengen_board::Size;
use tengen_games::go::Rules;
use tengen_words::Language::{English, Japanese, SimplifiedChinese};

/// A game on 9×9 after some moves.
fn after(moves: &str) -> Position {
    let mut game = Position::new(&Rules::named("chinese", Some(Size::of(9, 9))).unwrap());
    for mv in moves.split_whitespace() {
        game.play(game.parse_move(mv).unwrap()).unwrap();
    }
    game
}

/// The sentences about a move, without those that need playouts.
fn said(moves: &str, best: &str) -> Vec<String> {
    let game = after(moves);
    let (mut items, mut next) = (Vec::new(), game.clone());
    let mv = game.parse_move(best).unwrap();
    next.play(mv).unwrap();
    effects(&game, &next, mv.point().unwrap(), &mut items);
    items.iter().map(|item| English.item(item, &game)).collect()
}

#[test]
fn a_chain_in_atari_is_saved_by_a_move_that_gives_it_liberties() {
    // The black stone at E5 has its last liberty at E4, where three more are.
    let moves = "E5 E6 A1 D5 A2 F5 ";
    assert_eq!(
        said(&format!("{moves} C4 J9"), "E4"),
        ["E4 saves 1 stone at E5: 3 liberties now", "The chain of E4 has 2 stones and 3 liberties"]
    );
    // On the first line it only runs into the wall.
    let edge = "A5 A6 J1 B5 J2 B4 ";
    assert!(said(edge, "A4").iter().all(|text| !text.contains("saves")), "{:?}", said(edge, "A4"));
}

#[test]
fn a_chain_is_put_in_atari_or_caught() {
    // White's two stones on the edge lose a liberty to B8 and cannot run.
    let edge = said("B9 A9 B7 A8", "B8");
    assert!(edge.contains(&"B8 catches 2 stones at A9: they cannot escape".to_string()), "{edge:?}");
    // A6 black or not: a step along the edge is no ladder.
    let wall = said("B9 A9 B7 A8 A6 J1", "B8");
    assert!(wall.contains(&"B8 catches 2 stones at A9: they cannot escape".to_string()), "{wall:?}");
    // In the middle a stone with two liberties of three left is only attacked.
    assert_eq!(said("E6 E5", "D5"), ["D5 takes a liberty of 1 stone at E5: 2 left"]);
    // An atari from the wrong side: white runs to three liberties.
    assert_eq!(said("E6 E5 D5 A1", "F5"), ["F5 puts 1 stone at E5 in atari"]);
}

#[test]
fn the_opening_is_explained_on_large_boards() {
    let said = |moves: &str, best: &str| {
        let mut game = Position::new(&Rules::named("chinese", Some(Size::of(19, 19))).unwrap());
        for mv in moves.split_whitespace() {
            game.play(game.parse_move(mv).unwrap()).unwrap();
        }
        let at = game.parse_move(best).unwrap().point().unwrap();
        opening(&game, at).map(|item| English.item(&item, &game)).unwrap_or_default()
    };
    assert_eq!(said("", "Q16"), "Q16 takes an empty corner");
    assert_eq!(said("Q16 D4", "F3"), "F3 approaches the corner stone at D4");
    assert_eq!(said("Q16 D4", "C3"), "C3 invades the corner of D4");
    assert_eq!(said("Q16 D4", "O17"), "O17 encloses the corner together with Q16");
    assert_eq!(said("Q16 D4", "K10"), "");
    assert_eq!(said("C5 Q16", "D3"), "D3 encloses the corner together with C5");
    assert_eq!(said("Q16 D5", "D3"), "D3 approaches the corner stone at D5");
}

#[test]
fn chains_are_connected() {
    assert_eq!(
        said("D5 A1 F5 A2", "E5"),
        ["E5 connects the chains at D5 and F5", "The chain of E5 has 3 stones and 8 liberties"]
    );
}

#[test]
fn the_playouts_name_the_points_that_a_move_wins() {
    // Black's wall on the fourth row and white's below it have a gap at E4; the side that fills it has the middle.
    let game = after("D5 D4 C5 C4 B5 B4 A5 A4 F5 F4 G5 G4 H5 H4 J5 J4");
    let best = game.parse_move("E4").unwrap();
    let analysis = Analysis { best: Some(best), ..Analysis::default() };
    let explanation = explain(&game, &analysis, &Stop::new());
    let gains =
        explanation.items.iter().find(|item| item.name() == "gains").expect("a move into the last gap");
    let e5 = game.parse_move("E5").unwrap().point().unwrap();
    assert!(gains.points.contains(&e5), "{:?}", English.item(gains, &game));
    assert!(!gains.points.contains(&best.point().unwrap()));
    // The far corners are settled by the walls, whoever fills the gap.
    for corner in ["A9", "A1"] {
        assert!(!gains.points.contains(&game.parse_move(corner).unwrap().point().unwrap()));
    }
    assert_eq!(gains.side, Some(Color::Black));
    for (language, start) in [
        (English, "E4 makes it more likely that black owns "),
        (SimplifiedChinese, "E4 使 "),
        (Japanese, "E4で黒の地になりやすくなる点："),
    ] {
        let text = language.item(gains, &game);
        assert!(text.starts_with(start), "{text}");
    }
    // A stopped search says nothing of them.
    let stop = Stop::new();
    stop.raise();
    assert!(explain(&game, &analysis, &stop).items.iter().all(|item| item.name() != "gains"));
}
