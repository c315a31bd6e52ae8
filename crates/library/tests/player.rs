//! The statistics of players, against a slow count over every game of the library.

mod common;

use common::{Random, random_moves, spec};
use serde_json::json;
use std::collections::BTreeMap;
use tengen_board::{Color, Symmetry};
use tengen_games::{AnyPosition, Feature, Game, GameSpec, Move};
use tengen_library::{
    GameQuery, GameResult, Import, ImportSource, Library, NewGame, PlayerKind, PlayerQuery, PlayerResults,
    PlayerSearch, PlayerStatistics, StoredGame,
};
use tengen_records::{Header, PlayerInfo, Record};
use tengen_words::opening_at;

fn player_info(name: &str) -> PlayerInfo {
    PlayerInfo { name: (!name.is_empty()).then(|| name.into()), ..PlayerInfo::default() }
}

fn store(library: &Library, spec: &GameSpec, moves: &[Move], names: [&str; 2], result: &str) -> i64 {
    let mut record = Record::from_moves(spec.clone(), moves.iter().copied());
    record.header = Header {
        black: player_info(names[0]),
        white: player_info(names[1]),
        result: (!result.is_empty()).then(|| result.into()),
        date: Some(format!("19{:02}", 80 + moves.len() % 20)),
        ..Header::default()
    };
    library.create(NewGame::from_record(record)).unwrap().id
}

fn query(name: &str) -> PlayerQuery {
    PlayerQuery { name: name.into(), ..PlayerQuery::default() }
}

fn of_game(name: &str, game: &str) -> PlayerQuery {
    PlayerQuery { games: GameQuery::default().with_game(game).unwrap(), ..query(name) }
}

fn found(library: &Library, query: &PlayerQuery) -> PlayerStatistics {
    match library.player(query).unwrap() {
        PlayerSearch::Found(statistics) => *statistics,
        other => panic!("{}: {other:?}", query.name),
    }
}

/// A game as the slow count sees it: the player's colours, the outcome, and the opening.
struct Seen {
    colors: Vec<Color>,
    outcome: GameResult,
    name: Option<&'static str>,
    line: Vec<Move>,
    spec: GameSpec,
}

/// The first moves of a game and the last name among its first positions, by replaying its record.
fn see(game: &StoredGame, player: &str, most: usize) -> Seen {
    let is_player = |name: &Option<String>| name.as_deref().is_some_and(|n| n.eq_ignore_ascii_case(player));
    let names = [&game.summary.black, &game.summary.white];
    let colors = Color::BOTH.into_iter().filter(|color| is_player(names[color.index()])).collect();
    let (mut name, mut line) = (None, Vec::new());
    game.record.walk(|_, position| {
        let position = position.unwrap();
        if position.ply() <= most {
            name = opening_at(position).map(|name| name.en).or(name);
            line = position.moves().collect();
        }
    });
    let outcome = outcome_of(game.summary.result.as_deref());
    Seen { colors, outcome, name, line, spec: game.summary.spec.clone() }
}

/// A result by its first letters.
fn outcome_of(result: Option<&str>) -> GameResult {
    match result {
        Some(text) if text.starts_with('B') => GameResult::Black,
        Some(text) if text.starts_with('W') => GameResult::White,
        Some("0") => GameResult::Draw,
        _ => GameResult::Unknown,
    }
}

/// Whether a symmetry that keeps the start turns one line into the other.
fn is_turned(a: &[Move], b: &[Move], spec: &GameSpec) -> bool {
    let (start, size) = (AnyPosition::new(spec), spec.size());
    let all = if spec.has(Feature::Gravity) { &Symmetry::UPRIGHT } else { Symmetry::keeping(size) };
    all.iter().any(|s| {
        size.points().all(|p| start.at(s.apply(p, size)) == start.at(p))
            && a.len() == b.len()
            && a.iter().zip(b).all(|(&a, &b)| match (a, b) {
                (Move::Place(a), Move::Place(b)) => s.apply(a, size) == b,
                (a, b) => a == b,
            })
    })
}

fn add(results: &mut PlayerResults, seen: &Seen, color: Color) {
    results.games += 1;
    match seen.outcome {
        GameResult::Unknown => {}
        GameResult::Draw => results.drawn += 1,
        other if other.winner() == Some(color) => results.won += 1,
        _ => results.lost += 1,
    }
}

/// Compares the statistics with a count over all these games.
fn compare(statistics: &PlayerStatistics, games: &[Seen], moves: Option<usize>) {
    let mut by_color = [PlayerResults::default(); 2];
    // One entry for each opening: its name, its line, its results.
    let mut openings: Vec<(Option<&str>, &[Move], [PlayerResults; 2])> = Vec::new();
    for seen in games.iter().filter(|seen| !seen.colors.is_empty()) {
        let line = &seen.line[..seen.line.len().min(moves.unwrap_or(tengen_library::FIRST_MOVES))];
        let name = seen.name.filter(|_| moves.is_none());
        let is_same = |other: &(Option<&str>, &[Move], _)| {
            other.0 == name && (name.is_some() || is_turned(other.1, line, &seen.spec))
        };
        let at = openings.iter().position(is_same).unwrap_or_else(|| {
            openings.push((name, line, Default::default()));
            openings.len() - 1
        });
        for &color in &seen.colors {
            add(&mut by_color[color.index()], seen, color);
            add(&mut openings[at].2[color.index()], seen, color);
        }
    }
    assert_eq!([statistics.black, statistics.white], by_color, "{}", statistics.name);
    let mut own: Vec<_> = statistics
        .openings
        .iter()
        .map(|o| (o.name.filter(|_| moves.is_none()).map(|n| n.en), o.black, o.white))
        .collect();
    let mut slow: Vec<_> = openings.iter().map(|&(name, _, [black, white])| (name, black, white)).collect();
    let order = |o: &(Option<&str>, PlayerResults, PlayerResults)| {
        let of = |r: PlayerResults| (r.games, r.won, r.lost, r.drawn);
        (o.0.map(str::to_owned), of(o.1), of(o.2))
    };
    own.sort_by_key(order);
    slow.sort_by_key(order);
    assert_eq!(own, slow, "{}", statistics.name);
    let frequent = statistics.openings.iter().map(|o| o.total().games);
    assert!(frequent.is_sorted_by(|a, b| a >= b));
}

#[test]
fn random_games_are_counted_as_by_hand() {
    const NAMES: [&str; 4] = ["Ann", "ann", "Bob Ray", ""];
    const RESULTS: [&str; 5] = ["B+2", "W+R", "0", "", "Void"];
    let mut random = Random(5);
    for game in ["othello", "gomoku", "renju", "go", "connect-four", "tic-tac-toe", "connect6"] {
        let spec = spec(game);
        let library = Library::open_in_memory().unwrap();
        let mut ids = Vec::new();
        for _ in 0..60 {
            let length = random.below(12);
            let mut moves = random_moves(&spec, &mut random, length);
            // Few different starts: some begin the same, on another side of the board.
            if random.below(2) == 0
                && let Some(s) = Symmetry::keeping(spec.size()).get(random.below(8))
                && !spec.has(Feature::Gravity)
            {
                let turned = moves.iter().map(|&mv| match mv {
                    Move::Place(p) => Move::Place(s.apply(p, spec.size())),
                    other => other,
                });
                let turned: Vec<Move> = turned.collect();
                let mut position = AnyPosition::new(&spec);
                if turned.iter().all(|&mv| position.play(mv).is_ok()) {
                    moves = turned;
                }
            }
            let names = [NAMES[random.below(4)], NAMES[random.below(4)]];
            ids.push(store(&library, &spec, &moves, names, RESULTS[random.below(5)]));
            // A game that is played on in the library, one row a node.
            if random.below(4) == 0 {
                let last = library.load(*ids.last().unwrap()).unwrap();
                let mut position = AnyPosition::new(&spec);
                moves.iter().for_each(|&mv| {
                    position.play(mv).unwrap();
                });
                let mut legal = Vec::new();
                position.legal_moves_into(&mut legal);
                if let Some(&mv) = legal.first() {
                    library.append_move(*ids.last().unwrap(), *last.ids.last().unwrap(), mv, None).unwrap();
                }
            }
        }
        for name in ["Ann", "Bob Ray"] {
            for moves in [None, Some(1), Some(2), Some(5)] {
                let most = moves.unwrap_or(30);
                let games: Vec<Seen> =
                    ids.iter().map(|&id| see(&library.load(id).unwrap(), name, most)).collect();
                let statistics = found(&library, &PlayerQuery { moves, ..query(name) });
                compare(&statistics, &games, moves);
                // With one colour only.
                for color in Color::BOTH {
                    let query = PlayerQuery { moves, color: Some(color), ..query(name) };
                    let one = found(&library, &query);
                    let whole = if color == Color::Black { statistics.black } else { statistics.white };
                    assert_eq!(one.total(), whole);
                }
            }
        }
    }
}

/// Every player of a year of WTHOR.
#[test]
fn players_of_wthor_are_counted_as_by_hand() {
    let Some(file) = tengen_truth::file("othello/wthor/WTH_1986.wtb") else { return };
    let library = Library::open_in_memory().unwrap();
    let import = Import { sources: vec![ImportSource::path(&file)], ..Import::default() };
    let imported = library.import(&import, |_| true).unwrap();
    let games: Vec<StoredGame> = imported.games.iter().map(|&id| library.load(id).unwrap()).collect();
    let mut players: BTreeMap<&str, u64> = BTreeMap::new();
    for game in &games {
        for name in [&game.summary.black, &game.summary.white].into_iter().flatten() {
            *players.entry(name).or_default() += 1;
        }
    }
    let mut frequent: Vec<(&str, u64)> = players.iter().map(|(&name, &games)| (name, games)).collect();
    frequent.sort_by_key(|&(name, games)| (std::cmp::Reverse(games), name));
    let mut named = 0;
    for &(name, games_of) in &frequent[..8] {
        let statistics = found(&library, &of_game(&name.to_uppercase(), "othello"));
        assert_eq!((statistics.name.as_str(), statistics.total().games), (name, games_of));
        assert_eq!(statistics.dates.as_ref().unwrap().0, "1986");
        let seen: Vec<Seen> = games.iter().map(|game| see(game, name, 30)).collect();
        compare(&statistics, &seen, None);
        named += statistics.openings.iter().filter(|o| o.name.is_some()).count();
        assert!(statistics.openings.iter().all(|o| o.moves.first().is_some_and(|first| first == "f5")));
    }
    assert!(named > 20, "openings of tournaments have names");
    for (&name, &games) in &players {
        assert_eq!(found(&library, &query(name)).total().games, games, "{name}");
    }
}

#[test]
fn a_player_is_found_by_name_part_or_case_and_similar_names_are_proposed() {
    let library = Library::open_in_memory().unwrap();
    let (othello, go) = (spec("othello"), spec("go"));
    let f5 = common::played(&othello, "f5").moves().collect::<Vec<_>>();
    for (spec, names) in [
        (&othello, ["Takanashi Yusuke", "Tamenori Hideshi"]),
        (&othello, ["takanashi yusuke", "Tamenori Hideshi"]),
        (&othello, ["Takanashi Yusuke", "Murakami Takeshi"]),
        (&go, ["Murakami Takeshi", "Honda"]),
    ] {
        let moves = if spec == &othello { &f5[..] } else { &[] };
        store(&library, spec, moves, names, "B+2");
    }
    let total = |name: &str| {
        let statistics = found(&library, &of_game(name, "othello"));
        (statistics.name.clone(), statistics.total().games)
    };
    for name in ["TAKANASHI yusuke", "yusuke", "  takanashi ", "Yusuke Takanashi"] {
        assert_eq!(total(name), ("Takanashi Yusuke".into(), 3), "{name}");
    }
    let players = |players: &[tengen_library::NamedPlayer]| {
        players.iter().map(|p| (p.name.clone(), p.games)).collect::<Vec<_>>()
    };
    let PlayerSearch::Several(several) = library.player(&of_game("ta", "othello")).unwrap() else {
        panic!("two names have ta");
    };
    assert_eq!(players(&several)[0], ("Takanashi Yusuke".into(), 3));
    for name in ["takanasi yusuke", "Takanasi", "yusuka", "Yusuke Takanasi"] {
        let PlayerSearch::Unknown(near) = library.player(&of_game(name, "othello")).unwrap() else {
            panic!("{name}");
        };
        assert_eq!(players(&near), [("Takanashi Yusuke".into(), 3)], "{name}");
    }
    for name in ["", "  ", "x", "nobody at all", "'; DROP TABLE games; --", "%", "\0", "Honda"] {
        // Honda plays Go only: known, with no game of Othello.
        match library.player(&of_game(name, "othello")).unwrap() {
            PlayerSearch::Unknown(near) => assert!(near.is_empty() && name != "Honda", "{name}"),
            PlayerSearch::Found(none) => assert!(name == "Honda" && none.total().games == 0, "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
    // The moves that one player chose from a position.
    let start = AnyPosition::new(&othello);
    let of = |name: &str| library.find_position_of(&start, name, 1, 10).unwrap();
    assert_eq!((of("yusuke").total, of("takeshi").total, of("x").total), (3, 1, 0));
    assert_eq!(of("YUSUKE").statistics[0].games, 3);
    // Several games: the query must name one.
    let PlayerSearch::Games(games) = library.player(&query("Murakami Takeshi")).unwrap() else {
        panic!("Othello and Go");
    };
    assert_eq!(games.iter().map(|(_, count)| count).sum::<u64>(), 2);
    assert_eq!(found(&library, &of_game("murakami", "go")).black.games, 1);
    // A long name is no harm.
    assert!(matches!(library.player(&query(&"あ".repeat(5000))).unwrap(), PlayerSearch::Unknown(_)));
}

#[test]
fn the_person_without_a_name_is_you() {
    let library = Library::open_in_memory().unwrap();
    let engine = || PlayerKind::Engine { engine: "Tengen".into(), level: 3 };
    for seats in
        [[PlayerKind::Human, engine()], [engine(), PlayerKind::Human], [PlayerKind::Human, PlayerKind::Human]]
    {
        let mut game = NewGame::new(spec("othello"));
        game.record.header.result = Some("B+4".into());
        game.seats = seats;
        library.create(game).unwrap();
    }
    for name in ["you", "You", "你", "あなた"] {
        let you = found(&library, &of_game(name, "othello"));
        assert_eq!((you.black.games, you.black.won), (1, 1));
        assert_eq!((you.white.games, you.white.lost), (1, 1));
    }
}

#[test]
fn mistakes_are_summed_from_whole_reviews_of_main_lines() {
    let library = Library::open_in_memory().unwrap();
    let othello = spec("othello");
    let moves: Vec<Move> = common::played(&othello, "f5 d6 c3").moves().collect();
    let games: Vec<i64> = (0..5)
        .map(|i| store(&library, &othello, &moves, ["Ann", "Bob"], if i == 0 { "B+2" } else { "W+2" }))
        .collect();
    let none = found(&library, &query("ann"));
    assert_eq!((none.mistakes.reviewed, none.mistakes.left_out), (0, 0));
    assert_eq!(none.mistakes.total().mean_loss(), None);
    let phase = |moves: u64, loss: f64, blunders: u64| json!({"moves": moves, "loss": loss, "units": loss * 10.0, "counts": {"best": 3, "blunder": blunders}});
    let review = |loss: f64, complete: bool, line: serde_json::Value| {
        json!({
            "engine": "Tengen 5", "complete": complete, "line": line, "graph": [],
            "mistakes": [
                {"node": 3, "number": 3, "player": "first", "color": "black", "played": "c3", "best": "c5",
                 "loss": loss, "units": 2.0, "kind": "blunder", "phase": "opening"},
                {"node": 2, "number": 2, "player": "second", "color": "white", "played": "d6", "best": null,
                 "loss": 0.9, "units": null, "kind": "blunder", "phase": "opening"},
            ],
            "sides": {
                "black": {"player": "first", "phases": {"opening": phase(2, loss, 1), "middle": phase(6, 0.2, 0)}},
                "white": {"player": "second", "phases": {"opening": phase(1, 0.9, 1)}},
            },
        })
    };
    let mut old = review(0.5, true, "main".into());
    old["sides"]["black"].as_object_mut().unwrap().remove("phases");
    for (game, review) in games.iter().zip([
        review(0.3, true, "main".into()),
        review(0.5, true, "main".into()),
        review(0.5, false, "main".into()),
        review(0.5, true, 7.into()),
        old,
    ]) {
        assert!(library.keep_review(*game, &review).unwrap());
    }
    let ann = found(&library, &query("ann")).mistakes;
    assert_eq!((ann.reviewed, ann.left_out), (2, 3));
    assert_eq!(ann.engines, [("Tengen 5".to_owned(), 2)]);
    let [opening, middle, ending] = ann.phases;
    let near = |a: Option<f64>, b: f64| assert!((a.unwrap() - b).abs() < 1e-9, "{a:?} {b}");
    assert_eq!((opening.moves, opening.faults.blunder, middle.moves, ending.moves), (4, 2, 12, 0));
    near(opening.mean_loss(), 0.2);
    near(opening.mean_units(), 2.0);
    near(middle.mean_loss(), 0.4 / 12.0);
    near(ann.total().mean_loss(), 1.2 / 16.0);
    let worst: Vec<_> = ann.worst.iter().map(|m| (m.game, m.number, m.played.as_str(), m.loss)).collect();
    assert_eq!(worst, [(games[1], 3, "c3", 0.5), (games[0], 3, "c3", 0.3)]);
    assert_eq!((ann.worst[0].opponent.as_deref(), ann.worst[0].color), (Some("Bob"), Color::Black));
    let bob = found(&library, &query("bob")).mistakes;
    // The old review has the phases of white.
    assert_eq!((bob.worst.len(), bob.worst[0].played.as_str(), bob.reviewed), (3, "d6", 3));
}
