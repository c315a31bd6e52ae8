use crate::{SelfPlay, TrainingGame};
use tengen_engine::{Leveled, Stop};
use tengen_games::gomoku::{Position, Rules, Variant};
use tengen_games::{Game, Move};
use tengen_gomoku_filter::FilterPlayer;

fn play(variant: Variant, threads: usize) -> Vec<TrainingGame> {
    let play = SelfPlay { variant, side: 15, games: 6, first: 3, nodes: 100, seed: 11, threads };
    let mut games = Vec::new();
    play.run(|| FilterPlayer::at_level(2), &Stop::new(), |game| games.push(game));
    games
}

#[test]
fn games_follow_the_rules_and_come_back_from_text() {
    for variant in Variant::ALL {
        let games = play(variant, 1);
        assert_eq!(games.len(), 6);
        let text: String = games.iter().map(|game| format!("{game}\n")).collect();
        assert_eq!(TrainingGame::read_all(&text).as_ref(), Ok(&games));
        for game in &games {
            let mut position = Position::new(&Rules { variant, ..Rules::FREESTYLE });
            let scored = game.moves.iter().map(|mv| mv.point);
            for point in game.opening.iter().copied().chain(scored) {
                position.play(Move::Place(point)).expect("legal");
            }
            if let Some(outcome) = position.outcome() {
                assert_eq!(outcome.winner, game.winner);
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    assert_eq!(play(Variant::Freestyle, 1), play(Variant::Freestyle, 3));
}

#[test]
fn bad_lines_are_named() {
    let cases = [
        ("freestyle 15 black h8 | h9:500", "no ':'"),
        ("freestyle 15 black : h8 h9:500", "no '|'"),
        ("chess 15 black : h8 | h9:500", "no rules"),
        ("freestyle 4 black : | ", "5 to 22"),
        ("freestyle 15 red : | ", "not 'red'"),
        ("freestyle 15 draw : z9 | ", "'z9'"),
        ("freestyle 15 draw : | h8", "no score"),
        ("freestyle 15 draw : | h8:1001", "within 0 and 1000"),
        ("freestyle : | ", "should be rules, size and winner"),
    ];
    for (line, expected) in cases {
        let error = TrainingGame::read_all(&format!("# games\n\n{line}")).expect_err(line);
        assert!(error.line == 3 && error.what.to_string().contains(expected), "{line}: {error}");
    }
}

#[test]
fn a_raised_stop_ends_the_games() {
    let play = SelfPlay {
        variant: Variant::Freestyle,
        side: 15,
        games: 1 << 40,
        first: 0,
        nodes: 10,
        seed: 1,
        threads: 2,
    };
    let stop = Stop::new();
    let mut count = 0;
    play.run(
        || FilterPlayer::at_level(1),
        &stop,
        |_| {
            count += 1;
            stop.raise();
        },
    );
    assert!(count >= 1);
}

/// Training on any games must find what every player knows: a three comes before a single stone, and a five before
/// everything.
#[test]
fn games_teach_what_players_know() {
    use crate::{Training, choices, positions, weights};
    use tengen_board::Color;
    use tengen_gomoku::{ClassWeights, Pattern};
    let play = SelfPlay {
        variant: Variant::Freestyle,
        side: 15,
        games: 150,
        first: 0,
        nodes: 100,
        seed: 5,
        threads: 2,
    };
    let mut games = Vec::new();
    play.run(|| FilterPlayer::at_level(3), &Stop::new(), |game| games.push(game));
    let examples = positions(&games, Variant::Freestyle, false);
    let chosen = choices(&games, Variant::Freestyle);
    let how = Training { epochs: 12, batch: 64, rate: 0.01, ..Training::WEIGHTS };
    let mut learnt: ClassWeights = weights::blank(Variant::Freestyle);
    let (mut first, mut last) = (None, 0.0);
    weights::worth(&mut learnt, &examples, &how, |epoch| {
        first.get_or_insert(epoch.learnt);
        last = epoch.learnt;
    });
    assert!(last < first.expect("an epoch") && last < std::f64::consts::LN_2, "{first:?} {last}");
    weights::order(&mut learnt, &chosen, &how, |_| ());
    let on_axis = |pattern| [pattern, Pattern::Dead, Pattern::Dead, Pattern::Dead];
    let black = Color::Black;
    assert!(
        learnt.attack(black, on_axis(Pattern::OpenThree)) > learnt.attack(black, on_axis(Pattern::ClosedOne))
    );
    let all =
        [Pattern::OpenFour, Pattern::OpenThree, Pattern::OpenTwo].map(|p| learnt.attack(black, on_axis(p)));
    assert!(all.iter().all(|&attack| attack < learnt.attack(black, on_axis(Pattern::Five))));
}
