//! Explanations of positions whose threats are plain.

use super::*;
use tengen_engine::Topic;
use tengen_words::Language::{English, SimplifiedChinese};

fn after(rules: &gomoku::Rules, moves: &str) -> gomoku::Position {
    let mut game = gomoku::Position::new(rules);
    for mv in moves.split_whitespace() {
        game.play(game.parse_move(mv).unwrap()).unwrap();
    }
    game
}

/// Explains the choice of the rule filter.
fn explained(game: &gomoku::Position) -> Explanation {
    let analysis = FilterPlayer::new().analyze(game, &Limits::default(), &Stop::new(), &mut |_| ());
    explain(game, &analysis, &Stop::new())
}

fn items<'a>(explanation: &'a Explanation, topic: Topic, name: &str) -> Vec<&'a Item> {
    explanation.items.iter().filter(|item| item.topic() == topic && item.name() == name).collect()
}

#[test]
fn threats_of_both_sides_have_their_points_and_lines() {
    let game = after(&gomoku::Rules::FREESTYLE, "h8 h9 i8 i9 j8 k9");
    let explanation = explained(&game);
    let open = items(&explanation, Topic::Threat, "open-four");
    assert_eq!(English.item(open[0], &game), "Black can make an open four or two fours at g8 or k8");
    assert_eq!(SimplifiedChinese.item(open[0], &game), "黑方可在 g8 或 k8 成活四或双四");
    let wins = items(&explanation, Topic::Threat, "vcf");
    assert_eq!((wins.len(), wins[0].side, wins[0].points.len()), (2, Some(Color::Black), 3));
    assert!(matches!(wins[1].kind, ItemKind::WinsByForce { to_move: false, .. }), "{:?}", wins[1]);
    // The filter's choice makes an open four, for which the other points were struck out.
    let makes = items(&explanation, Topic::Choice, "makes");
    assert_eq!(makes[0].kind, ItemKind::Makes(Shape::OpenFour));
    assert!(!items(&explanation, Topic::Rule, "open-four").is_empty());
}

#[test]
fn a_block_is_explained_by_what_it_stops() {
    let game = after(&gomoku::Rules::FREESTYLE, "h8 g8 i8 a1 j8 a3 k8");
    let explanation = explained(&game);
    let stops = items(&explanation, Topic::Choice, "stops");
    assert_eq!(English.item(stops[0], &game), "l8 takes the point where black would make a five");
    assert_eq!(SimplifiedChinese.item(stops[0], &game), "l8 占去黑方成五的点");
}

#[test]
fn forbidden_points_have_their_tree_of_shapes() {
    let game = after(&gomoku::Rules::RENJU, "h8 a1 i8 c1 j9 e1 j10 g1");
    let explanation = explained(&game);
    let fouls = items(&explanation, Topic::Forbidden, "double-three");
    assert_eq!(
        English.item(fouls[0], &game),
        "Black may not play j8: double three: h8-i8-j8 (straight four at g8 or k8) and j10-j9-j8 (straight four at j11 or j7)"
    );
    assert_eq!(
        SimplifiedChinese.item(fouls[0], &game),
        "黑方不能下 j8：三三禁手：h8-i8-j8（g8 或 k8 成活四）与j10-j9-j8（j11 或 j7 成活四）"
    );
    // By other rules nothing is forbidden.
    let free = after(&gomoku::Rules::FREESTYLE, "h8 a1 i8 c1 j9 e1 j10 g1");
    assert!(explained(&free).items.iter().all(|item| item.topic() != Topic::Forbidden));
}

#[test]
fn the_analysis_given_is_the_one_explained() {
    let game = after(&gomoku::Rules::FREESTYLE, "h8 h9 i8 i9 j8 k9");
    let other = game.parse_move("a1").unwrap();
    let analysis = Analysis { best: Some(other), ..Analysis::default() };
    let explanation = explain(&game, &analysis, &Stop::new());
    let chosen = items(&explanation, Topic::Choice, "move");
    assert_eq!(chosen[0].kind, ItemKind::Chosen { mv: other, score: None });
    let rules = explanation.items.iter().filter(|item| item.topic() == Topic::Rule);
    assert_eq!(rules.count(), 0, "the filters chose another move");
}

#[test]
fn every_item_is_written_in_every_language() {
    let mut rng = tengen_board::random::SplitMix64(4);
    for variant in gomoku::Variant::ALL {
        let mut game = gomoku::Position::new(&gomoku::Rules { variant, ..gomoku::Rules::FREESTYLE });
        let mut next = || rng.below(1 << 32) as u32;
        for _ in 0..12 {
            game.play_random(&mut next);
        }
        let explanation = explained(&game);
        assert!(items(&explanation, Topic::Choice, "move").len() == 1);
        for item in explanation.items {
            let chinese = SimplifiedChinese.item(&item, &game);
            assert!(
                !English.item(&item, &game).is_empty() && chinese.chars().any(|c| c > '\u{4e00}'),
                "{item:?}"
            );
            assert_eq!(tengen_words::unlisted_character(&chinese), None, "{chinese}");
        }
    }
}

#[test]
fn a_game_that_is_over_is_explained_by_its_end() {
    let game = after(&gomoku::Rules::FREESTYLE, "h8 a1 i8 a3 j8 a5 k8 a7 l8");
    assert_eq!(English.explanation(&explained(&game), &game), "Black has won");
}
