//! Tournaments: who plays whom with which colour, what is kept, and going on after an interruption.

use crate::engines::{Interrupt, config, interrupting};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex};
use tengen_arena::stats::Sprt;
use tengen_arena::{
    GameState, Opening, PlayedGame, Schedule, Tournament, TournamentConfig, TournamentError, TournamentEvent,
    report,
};
use tengen_board::{Cell, Color};
use tengen_engine::Stop;
use tengen_games::{AnyPosition, Game, GameSpec, SetUp};
use tengen_records::ReadOptions;
use tengen_words::Language;

fn play(config: &TournamentConfig) -> Tournament {
    let mut tournament = Tournament::new(config.clone()).unwrap();
    tournament.run(&Stop::new(), &mut |_, _| ()).unwrap();
    tournament
}

/// The games in the order of their numbers, without what the clock says.
fn games(tournament: &Tournament) -> Vec<PlayedGame> {
    let mut games: Vec<PlayedGame> =
        tournament.played().iter().map(|game| PlayedGame { millis: Vec::new(), ..game.clone() }).collect();
    games.sort_by_key(|game| game.game);
    games
}

fn openings(spec: &GameSpec, texts: &[&str]) -> Vec<Opening> {
    let opening = |text: &&str| {
        let mut position = AnyPosition::new(spec);
        let moves: Vec<_> = text
            .split(' ')
            .map(|word| {
                let mv = position.parse_move(word).unwrap();
                position.play(mv).unwrap();
                mv
            })
            .collect();
        Opening::from_moves(spec, moves).unwrap()
    };
    texts.iter().map(opening).collect()
}

#[test]
fn every_opening_is_played_with_both_colours() {
    let mut config = config("gomoku", &["tengen:name=a", "tengen:name=b,seed=1", "tengen:name=c,seed=2"], 6);
    config.openings = openings(&config.spec, &["h8 h9", "h8 i9", "h8 a1 c3"]);
    for (schedule, pairings) in [(Schedule::RoundRobin, 3), (Schedule::Gauntlet, 2)] {
        config.schedule = schedule;
        let tournament = play(&config);
        assert_eq!(tournament.total(), 6 * pairings);
        let mut seen: BTreeMap<(Vec<usize>, String), usize> = BTreeMap::new();
        for game in games(&tournament) {
            assert_eq!(game.black, 0);
            assert!(game.moves.join(" ").starts_with(&game.opening));
            *seen.entry((game.players.to_vec(), game.opening)).or_default() += 1;
        }
        // Each pairing has three openings, each once with either player first.
        assert_eq!(seen.len(), 6 * pairings);
        assert!(seen.values().all(|&n| n == 1));
        assert!(seen.keys().all(|(players, opening)| {
            seen.contains_key(&(vec![players[1], players[0]], opening.clone()))
        }));
        // The first player meets the two others in either format; they meet each other in one.
        assert_eq!(seen.keys().filter(|(players, _)| players.contains(&0)).count(), 12);
        for ([a, b], pairing) in tournament.results() {
            assert_ne!(a, b);
            assert_eq!(pairing.tally.games(), 6);
            assert_eq!(pairing.pairs.iter().sum::<u64>(), 3);
            assert_eq!(pairing.by_color.map(|tally| tally.games()), [3, 3]);
            let of_openings: u64 = pairing.by_opening.values().map(|tally| tally.games()).sum();
            assert_eq!((pairing.by_opening.len(), of_openings), (3, 6));
        }
    }
}

#[test]
fn the_same_games_whatever_the_number_of_cores() {
    let mut config = config("othello", &["tengen", "tengen:seed=5"], 12);
    let one = games(&play(&config));
    config.concurrency = 4;
    assert_eq!(games(&play(&config)), one);
    assert_eq!(one.len(), 12);
}

/// Plays some of the games, then is interrupted.
fn play_some(config: &TournamentConfig) {
    let interrupt = Interrupt { stop: Stop::new(), beginnings: Arc::new(AtomicUsize::new(8)) };
    let engines = interrupting(Some(interrupt.clone()));
    let mut tournament = Tournament::new(TournamentConfig { engines, ..config.clone() }).unwrap();
    tournament.run(&interrupt.stop, &mut |_, _| ()).unwrap();
    // Those under way are given up: four are begun when it comes, up to three at once.
    assert!((1..4).contains(&tournament.played().len()), "{} games", tournament.played().len());
}

#[test]
fn an_interrupted_match_goes_on_to_the_same_end() {
    for concurrency in [1, 3] {
        let dir = tempfile::tempdir().unwrap();
        let mut config = config("gomoku", &["tengen", "tengen:level=2,seed=3"], 10);
        config.openings = openings(&config.spec, &["h8 h9", "h8 i9", "h8 a1 c3"]);
        let whole = games(&play(&config));
        config.concurrency = concurrency;
        config.dir = Some(dir.path().join("match"));
        let log = dir.path().join("match/games.jsonl");
        play_some(&config);
        // The power went in the middle of a line, and once in the middle of a character.
        for damage in [&b"{\"game\":7,\"pair\":3,\"play"[..], b"{\"game\":\"\xc3", b"\0\0\0\0"] {
            let before = std::fs::read(&log).unwrap();
            std::fs::write(&log, [&before[..], damage].concat()).unwrap();
            let resumed = Tournament::new(config.clone()).unwrap();
            assert!(!resumed.played().is_empty());
            assert_eq!(std::fs::read(&log).unwrap(), before, "the damaged end is cut away, and nothing else");
        }
        let mut resumed = Tournament::new(config.clone()).unwrap();
        let mut resumed_at = None;
        let mut fresh = 0;
        resumed
            .run(&Stop::new(), &mut |event, _| match event {
                TournamentEvent::Resumed(n) => resumed_at = Some(n),
                TournamentEvent::Played(_) => fresh += 1,
            })
            .unwrap();
        assert_eq!(resumed_at.unwrap() + fresh, 10);
        assert_eq!(games(&resumed), whole);
        assert_eq!(
            report::table(&resumed, Language::English),
            report::table(&play(&TournamentConfig { dir: None, ..config.clone() }), Language::English)
        );
        drop(resumed);
        // Again: there is nothing left to play.
        assert_eq!(games(&play(&config)), whole);
        // More games than at first: those played count.
        config.games = 14;
        assert_eq!(games(&play(&config))[..10], whole);
        saved(&dir.path().join("match/games"), 14, &config.spec);
    }
}

/// Every game is there as SGF and psq, and can be played through.
fn saved(dir: &Path, games: usize, spec: &GameSpec) {
    for ending in ["sgf", "psq"] {
        for game in 1..=games {
            let path = dir.join(format!("{game:05}.{ending}"));
            let bytes = std::fs::read(&path).unwrap();
            let read = tengen_records::read(&bytes, path.to_str(), &ReadOptions::default()).unwrap();
            let replay = read.records[0].replay().unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            assert!(replay.position.is_over(), "{}", path.display());
            assert_eq!(replay.position.size(), spec.size());
        }
    }
}

#[test]
fn a_folder_of_another_match_or_a_damaged_one_is_refused_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let mut config = config("tic-tac-toe", &["tengen", "tengen:seed=3"], 4);
    config.dir = Some(dir.path().into());
    play(&config);
    let log = dir.path().join("games.jsonl");
    let whole = std::fs::read_to_string(&log).unwrap();
    assert_eq!(whole.lines().count(), 4);

    let settings = std::fs::read_to_string(dir.path().join("match.json")).unwrap();
    let settings: serde_json::Value = serde_json::from_str(&settings).unwrap();
    assert_eq!(settings["game"]["game"], "mnk");
    assert_eq!(settings["game"]["rules"], "tic-tac-toe");
    assert_eq!(settings["players"][1]["seed"], 3);
    assert_eq!(settings["format"], "round-robin");

    let mut another_time = config.clone();
    another_time.time.nodes = Some(2);
    let mut another_player = config.clone();
    another_player.players[1] = "tengen:seed=4".parse().unwrap();
    let mut another_format = config.clone();
    another_format.schedule = Schedule::Gauntlet;
    for (other, what) in [(another_time, "time"), (another_player, "players"), (another_format, "format")] {
        let refused = Tournament::new(other).err().unwrap();
        assert!(matches!(&refused, TournamentError::Another { differs, .. } if differs == what), "{refused}");
    }

    std::fs::write(&log, whole.replacen("\"game\":2", "\"game\":?", 1)).unwrap();
    let refused = Tournament::new(config.clone()).err().unwrap();
    assert!(matches!(&refused, TournamentError::Damaged { line: 3, .. }), "{refused}");
    std::fs::write(&log, whole.replacen("\"players\":[0,1]", "\"players\":[0,7]", 1)).unwrap();
    let refused = Tournament::new(config.clone()).err().unwrap();
    assert!(matches!(&refused, TournamentError::Damaged { line: 1, .. }), "{refused}");

    std::fs::write(&log, &whole).unwrap();
    let busy = Tournament::new(config.clone()).unwrap();
    let refused = Tournament::new(config.clone()).err().unwrap();
    assert!(matches!(&refused, TournamentError::Busy(_)), "{refused}");
    drop(busy);
    // A line written twice counts once.
    std::fs::write(&log, format!("{whole}{whole}")).unwrap();
    assert_eq!(Tournament::new(config).unwrap().played().len(), 4);
}

#[test]
fn a_ratio_test_ends_a_match_early_and_says_why() {
    let mut config = config("tic-tac-toe", &["tengen:level=2", "tengen:level=1"], 10_000);
    // The same game again and again would prove nothing: every way to begin makes it vary.
    let spec = config.spec.clone();
    let moves_of = |position: &AnyPosition| {
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        moves
    };
    config.openings.clear();
    for first in moves_of(&AnyPosition::new(&spec)) {
        let mut position = AnyPosition::new(&spec);
        position.play(first).unwrap();
        let replies = moves_of(&position).into_iter();
        config.openings.extend(replies.map(|second| Opening::from_moves(&spec, [first, second]).unwrap()));
    }
    assert_eq!(config.openings.len(), 72);
    config.sprt = Some(Sprt::new(0.0, 30.0));
    let tournament = play(&config);
    let played = tournament.played().len();
    assert!((8..2_000).contains(&played), "{played} games");
    let table = report::table(&tournament, Language::English);
    assert!(table.contains("SPRT [0, 30]: LLR") && table.contains("accepted"), "{table}");
    assert!(report::last_line(&tournament, Language::English).starts_with("tengen:level=2: "));
    // Gone on with, it has nothing to add.
    config.games = 2;
    config.sprt = Some(Sprt::new(5.0, 5.0));
    assert!(matches!(Tournament::new(config), Err(TournamentError::Config(_))));
}

#[test]
fn what_makes_no_match_is_refused_before_it_begins() {
    let refused =
        |config: TournamentConfig| Tournament::new(config).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(refused(config("go", &["tengen"], 2)).contains("two players"));
    assert!(refused(config("go", &["tengen", "tengen"], 0)).contains("at least one game and one opening"));
    let gomocup = "cmd=./x protocol=gomocup";
    assert!(refused(config("go", &["tengen", gomocup], 2)).contains("Gomocup carries gomoku only"));
    let (gtp, json) = ("cmd=./x protocol=gtp", "cmd=./x protocol=json");
    // If a protocol cannot carry an opening rule, the tournament names the players whose opening it plays.
    for (game, assisted) in [
        ("gomoku:renju+taraguchi-10", vec!["x (1)", "x (2)"]),
        ("gomoku:freestyle+swap2", vec!["x (2)"]),
        ("gomoku:freestyle", vec![]),
    ] {
        let tournament = Tournament::new(config(game, &["tengen", gomocup, gtp, json], 2)).unwrap();
        assert_eq!(tournament.assisted(), assisted, "{game}");
    }
    assert!(
        refused(config("go", &["tengen", "cmd=./x protocol=nboard"], 2))
            .contains("NBoard carries othello on 8x8 only")
    );
    let mut three = config("go", &["tengen", "tengen", "tengen"], 2);
    three.sprt = Some(Sprt::new(0.0, 5.0));
    assert!(refused(three).contains("exactly two players"));
}

#[test]
fn each_pair_of_games_has_a_seed_of_its_own() {
    let config = config("gomoku:freestyle+swap2", &["tengen:name=a", "tengen:name=b"], 6);
    let games = games(&play(&config));
    for pair in games.chunks(2) {
        assert_eq!(pair[0].moves, pair[1].moves, "both players draw alike, so both games are alike");
    }
    assert_ne!(games[0].moves[..3], games[2].moves[..3]);
    assert_ne!(games[2].moves[..3], games[4].moves[..3]);
}

#[test]
fn games_from_a_set_up_are_saved_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let mut config = config("othello", &["tengen", "tengen:seed=1"], 2);
    let start = AnyPosition::new(&config.spec);
    let corner = start.size().points().next().unwrap();
    let cells = start.size().points().filter(|&p| !start.at(p).is_empty()).map(|p| (p, start.at(p)));
    let cells = cells.chain([(corner, Cell::White)]).collect();
    let position = AnyPosition::set_up(&config.spec, &SetUp { cells, to_move: Color::White }).unwrap();
    let sgf = tengen_records::Format::Sgf
        .write(&[tengen_records::Record::from_position(&position)], &Default::default())
        .unwrap();
    let path = dir.path().join("opening.sgf");
    std::fs::write(&path, sgf.bytes).unwrap();
    config.openings = tengen_arena::openings::from_file(&path, &config.spec).unwrap();
    assert_eq!(config.openings[0].position(), &position);
    config.dir = Some(dir.path().join("match"));
    let tournament = play(&config);
    for game in games(&tournament) {
        let bytes = std::fs::read(dir.path().join(format!("match/games/{:05}.sgf", game.game + 1))).unwrap();
        let record = &tengen_records::read(&bytes, None, &ReadOptions::default()).unwrap().records[0];
        let replay = record.replay().unwrap();
        assert!(replay.position.is_over());
        assert_eq!(replay.position.at(corner), Cell::White);
        // The record of the stored line is the same game.
        let again = tournament.record_of(&game).unwrap();
        assert_eq!(again.replay().unwrap().position, replay.position);
        assert_eq!(again.header.result, record.header.result);
        assert_eq!(again.header.black.name, record.header.black.name);
    }
}

#[test]
fn the_report_is_complete_and_takes_no_markup_from_names() {
    let mut config = config("gomoku", &["tengen:name=<b>&amp", "tengen:level=2,name=b", "tengen:seed=4"], 4);
    config.openings = openings(&config.spec, &["h8 h9", "h8 i9"]);
    let tournament = play(&config);
    let page = report::html(&tournament, Language::English, false);
    assert!(!page.contains("<b>&amp;amp</th>") && page.contains("&lt;b&gt;&amp;amp"));
    for word in ["Cross-table", "<svg", "Pairs with", "h8 i9", "12 of 12 games", "with black"] {
        assert!(page.contains(word), "{word}");
    }
    // Points of the cross-table's rows are the number of games.
    let sum: f64 = page
        .split("<td class=n><b>")
        .skip(1)
        .map(|rest| rest.split('<').next().unwrap().parse::<f64>().unwrap())
        .sum();
    assert_eq!(sum, 12.0);
    for word in ["Time for a move", "1 node a move", "Elo against the others"] {
        assert!(page.contains(word), "{word}");
    }
    assert!(!page.contains("href"), "the games are not kept, so there is nothing to link to");
    assert!(
        report::html(&tournament, Language::English, true).contains("<a href=\"games/00012.sgf\">12</a>")
    );
    // Three players and three pairings, each under a head of their own.
    let table = report::table(&tournament, Language::English);
    let blocks: Vec<usize> = table.split("\n\n").map(|block| block.lines().count()).collect();
    assert_eq!(blocks, [4, 4], "{table}");
    let widths: Vec<usize> =
        table.split("\n\n").next().unwrap().lines().map(|line| line.chars().count()).collect();
    assert!(widths.iter().all(|width| *width == widths[0]), "{table}");
    // The first player's points are those against both others.
    let all: f64 =
        tournament.results().iter().filter(|([a, _], _)| *a == 0).map(|(_, p)| p.tally.points()).sum();
    let standings = tournament.standings();
    assert_eq!((standings[0].tally.points(), standings[0].tally.games()), (all, 8));
    assert!(report::last_line(&tournament, Language::English).starts_with(&format!("<b>&amp: {all:.1}/8, ")));
    assert_eq!(standings.iter().map(|standing| standing.tally.points()).sum::<f64>(), 12.0);
    assert_eq!(standings[1].pairs.iter().sum::<u64>(), 4);
    let players: Vec<&str> = tournament.config().players.iter().map(|p| p.name()).collect();
    assert_eq!(players, ["<b>&amp", "b", "tengen:seed=4"]);
}

#[test]
fn a_game_stores_who_played_each_move_and_older_files_are_read() {
    let mut config = config("othello", &["tengen", "tengen:seed=1"], 2);
    config.openings = openings(&config.spec, &["d3 c3"]);
    let tournament = play(&config);
    for game in tournament.played() {
        assert_eq!(game.seats.len(), game.moves.len());
        assert_eq!(game.seats[..4], [None, None, Some(0), Some(1)]);
        // In Othello a side may have to pass, so the number of a move does not show its seat.
        let own =
            |player| game.seats.iter().filter(|seat| seat.map(|s| game.players[s]) == Some(player)).count();
        assert_eq!(own(0) + own(1) + 2, game.moves.len());
        assert_eq!((game.times_of(0).count(), game.times_of(1).count()), (own(0), own(1)));
        let mut line = serde_json::to_value(game).unwrap();
        line.as_object_mut().unwrap().remove("seats");
        let old: PlayedGame = serde_json::from_value(line).unwrap();
        assert!(old.moves == game.moves && old.times_of(0).count() == 0);
    }
}

/// The words of a page outside its tags and its style.
fn words_of(page: &str) -> String {
    let body = &page[page.find("</style>").unwrap()..];
    body.split('<')
        .map(|part| part.split_once('>').map_or("", |(_, text)| text))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn the_report_is_in_the_language_asked_for() {
    let mut config = config("gomoku", &["tengen:name=一", "tengen:level=2,name=二"], 4);
    config.sprt = Some(Sprt::new(0.0, 5.0));
    let tournament = play(&config);
    for (language, tag, wanted) in [
        (
            Language::SimplifiedChinese,
            "zh-Hans",
            ["交叉表", "已下 4 / 4 局", "SPRT [0, 5]：LLR", "未定", "对局"],
        ),
        (
            Language::TraditionalChinese,
            "zh-Hant",
            ["交叉表", "已下 4 / 4 局", "SPRT [0, 5]：LLR", "未定", "對局"],
        ),
    ] {
        let page = report::html(&tournament, language, false);
        assert!(page.contains(&format!("<html lang={tag}>")));
        for word in wanted {
            assert!(page.contains(word), "{word}: {page}");
        }
        // Notation and units stay: moves, results, Elo.
        let words = words_of(&page);
        let latin = words.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 3);
        assert_eq!(latin.filter(|word| !["SPRT", "start"].contains(word)).collect::<Vec<_>>(), [""; 0]);
    }
    let page = report::html(&tournament, Language::English, false);
    assert!(page.contains("SPRT [0, 5]: LLR") && page.contains("<html lang=en>"), "{page}");
}

/// Every position of every game is shown to those who watch, in order, with the seats of the match.
#[test]
fn a_match_can_be_watched() {
    let mut config = config("othello", &["tengen", "tengen:seed=1"], 4);
    config.openings = openings(&config.spec, &["d3 c3"]);
    config.concurrency = 2;
    let seen: Arc<Mutex<BTreeMap<usize, Vec<_>>>> = Arc::default();
    let watcher = {
        let seen = Arc::clone(&seen);
        Arc::new(move |game: usize, players: [usize; 2], state: &GameState<'_>| {
            let state = (players, state.position.clone(), state.to_move, state.last.map(|(seat, _)| seat));
            seen.lock().unwrap().entry(game).or_default().push(state);
        })
    };
    let mut tournament = Tournament::new(config).unwrap().with_watcher(watcher);
    tournament.run(&Stop::new(), &mut |_, _| ()).unwrap();
    let seen = seen.lock().unwrap();
    assert_eq!(seen.keys().copied().collect::<Vec<_>>(), [0, 1, 2, 3]);
    for game in tournament.played() {
        let states = &seen[&game.game];
        assert_eq!(states.len(), game.moves.len() - 1, "the opening of two moves, and each move after it");
        for (i, (players, position, to_move, last)) in states.iter().enumerate() {
            let moves: Vec<String> = position.moves().map(|mv| position.format_move(mv)).collect();
            assert_eq!(moves, game.moves[..i + 2]);
            assert_eq!((*players, *last), (game.players, game.seats[i + 1]));
            assert_eq!(*to_move, game.seats.get(i + 2).copied().flatten());
        }
    }
}

#[test]
fn the_results_of_a_match_are_read_while_it_is_played() {
    let dir = tempfile::tempdir().unwrap();
    let mut config = config("tic-tac-toe", &["tengen", "tengen:seed=3"], 6);
    config.dir = Some(dir.path().join("match"));
    assert_eq!(Tournament::stored(config.clone()).unwrap().played(), [], "it has not begun");
    assert!(!dir.path().join("match").exists(), "and reading begins nothing");
    let mut tournament = Tournament::new(config.clone()).unwrap();
    let mut counts = Vec::new();
    let read = || Tournament::stored(config.clone()).unwrap();
    tournament
        .run(&Stop::new(), &mut |_, now| counts.push((now.played().len(), read().played().len())))
        .unwrap();
    assert_eq!(counts, [1, 2, 3, 4, 5, 6].map(|n| (n, n)));
    assert_eq!(read().standings(), tournament.standings());
    // A line that is being written is not read, and stays.
    let log = dir.path().join("match/games.jsonl");
    let whole = std::fs::read(&log).unwrap();
    std::fs::write(&log, &whole[..whole.len() - 5]).unwrap();
    assert_eq!(read().played().len(), 5);
    assert_eq!(std::fs::read(&log).unwrap().len(), whole.len() - 5);
}
