//! What is said, of positions whose facts are plain.

use super::*;

fn after(rules: &gomoku::Rules, moves: &str) -> gomoku::Position {
    let mut game = gomoku::Position::new(rules);
    for mv in moves.split_whitespace() {
        game.play(game.parse_move(mv).unwrap()).unwrap();
    }
    game
}

fn told(game: &gomoku::Position) -> Explanation {
    explain(game, None, &Stop::new())
}

fn said<'a>(told: &'a Explanation, topic: Topic, name: &str) -> Vec<&'a Item> {
    told.items.iter().filter(|item| item.topic == topic && item.name == name).collect()
}

#[test]
fn threats_of_both_sides_are_told_with_their_lines() {
    let game = after(&gomoku::Rules::FREESTYLE, "h8 h9 i8 i9 j8 k9");
    let told = told(&game);
    let open = said(&told, Topic::Threat, "open-four");
    assert_eq!(open[0].text.en, "black makes an open four or two fours at g8 or k8");
    assert_eq!(open[0].text.zh, "黑方下 g8 或 k8 成活四或双四");
    let wins = said(&told, Topic::Threat, "vcf");
    assert_eq!((wins.len(), wins[0].side, wins[0].points.len()), (2, Some(Color::Black), 3));
    assert!(wins[1].text.en.contains("were it to move"), "{}", wins[1].text.en);
    // The filter's choice makes an open four, and is told as such.
    let makes = said(&told, Topic::Choice, "makes");
    assert!(makes[0].text.en.ends_with("makes an open four or two fours"), "{}", makes[0].text.en);
    assert!(!said(&told, Topic::Rule, "open-four").is_empty());
}

#[test]
fn a_block_is_told_as_what_it_stops() {
    let game = after(&gomoku::Rules::FREESTYLE, "h8 g8 i8 a1 j8 a3 k8");
    let told = told(&game);
    let stops = said(&told, Topic::Choice, "stops");
    assert_eq!(stops[0].text.en, "l8 takes the point where black would make a five");
    assert_eq!(stops[0].text.zh, "l8 占去黑方成五的点");
}

#[test]
fn forbidden_points_are_told_with_their_tree() {
    let game = after(&gomoku::Rules::RENJU, "h8 a1 i8 c1 j9 e1 j10 g1");
    let told = told(&game);
    let fouls = said(&told, Topic::Forbidden, "double-three");
    assert_eq!(
        fouls[0].text.en,
        "black may not play j8: double three: h8-i8-j8 (straight four at g8 or k8) and j10-j9-j8 (straight four at j11 or j7)"
    );
    assert_eq!(
        fouls[0].text.zh,
        "黑方禁止下 j8：三三禁手，h8-i8-j8（g8 或 k8 成活四） 与 j10-j9-j8（j11 或 j7 成活四）"
    );
    // By other rules nothing is.
    let free = after(&gomoku::Rules::FREESTYLE, "h8 a1 i8 c1 j9 e1 j10 g1");
    assert!(explain(&free, None, &Stop::new()).items.iter().all(|item| item.topic != Topic::Forbidden));
}

#[test]
fn every_sentence_is_there_in_both_languages_whatever_the_position() {
    let mut rng = tengen_board::random::SplitMix64(4);
    for variant in gomoku::Variant::ALL {
        let mut game = gomoku::Position::new(&gomoku::Rules { variant, ..gomoku::Rules::FREESTYLE });
        let mut next = || rng.below(1 << 32) as u32;
        for _ in 0..12 {
            game.play_random(&mut next);
        }
        let told = told(&game);
        assert!(said(&told, Topic::Choice, "move").len() == 1);
        for item in told.items {
            assert!(!item.text.en.is_empty() && item.text.zh.chars().any(|c| c > '\u{4e00}'), "{item:?}");
        }
    }
}

#[test]
fn a_game_that_is_over_is_told_as_such() {
    let game = after(&gomoku::Rules::FREESTYLE, "h8 a1 i8 a3 j8 a5 k8 a7 l8");
    assert_eq!(told(&game).text().en, "black has won");
}
