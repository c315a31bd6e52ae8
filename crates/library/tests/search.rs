//! Searches, compared with a plain search of every game; and texts that try to do harm.

mod common;

use common::spec;
use tengen_board::Point;
use tengen_games::{Game, GameKind};
use tengen_library::{
    GameQuery, GameResult, GameUpdate, Library, NewGame, NodeUpdate, Page, PlayerKind, Sort,
};
use tengen_records::{Header, PlayerInfo};

/// Texts with a meaning in SQL, in LIKE, in the full-text index, in a terminal, or in C.
const HOSTILE: &[&str] = &[
    "'; DROP TABLE games; --",
    "\" OR 1=1 --",
    "%",
    "_",
    "100%_\\",
    "\\",
    "a\0b",
    "\0\0\0",
    "* NEAR(a b) NOT \"x",
    "text : ^ + - { } ( )",
    "OR AND NOT",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "\u{1b}[31m\r\n\t",
    "\u{202e}abc\u{200d}",
    "黑方先手",
    "天元",
    "İstanbul ŁÓDŹ",
    "\u{10FFFF}",
    "?1 :x @y $z",
];

fn named(library: &Library, game: &str, black: &str, white: &str, date: &str, result: &str) -> i64 {
    let mut new = NewGame::new(spec(game));
    new.record.header = Header {
        black: PlayerInfo { name: Some(black.into()), ..PlayerInfo::default() },
        white: PlayerInfo { name: Some(white.into()), ..PlayerInfo::default() },
        date: (!date.is_empty()).then(|| date.into()),
        result: (!result.is_empty()).then(|| result.into()),
        ..Header::default()
    };
    library.create(new).unwrap().id
}

fn ids(page: &Page) -> Vec<i64> {
    page.games.iter().map(|game| game.id).collect()
}

#[test]
fn every_part_of_a_query_chooses() {
    let library = Library::open_in_memory().unwrap();
    let a = named(&library, "othello", "Tamenori", "Murakami", "1998-05", "B+12");
    let b = named(&library, "renju", "Meritee", "Sushkov", "2001-08-11", "W+R");
    let c = named(&library, "gomoku", "murakami T.", "Ann 100%", "2001", "0");
    let d = named(&library, "connect-four", "Ann", "Bob_x", "", "");
    library
        .update(c, GameUpdate { tags: Some(vec!["Best".into(), "gold".into()]), ..GameUpdate::default() })
        .unwrap();
    let node = library.append_move(d, 0, spec_move(), None).unwrap().node;
    let say = |text: &str| NodeUpdate { comment: Some(Some(text.into())), ..NodeUpdate::default() };
    library.annotate(d, node, say("A BEAUTIFUL threat; 妙手 here")).unwrap();
    let oldest = GameQuery { sort: Sort::Oldest, ..GameQuery::default() };
    let found = |query: GameQuery| ids(&library.search(&query).unwrap());
    let text = |text: &str| found(GameQuery { text: Some(text.into()), ..oldest.clone() });
    let player = |name: &str| found(GameQuery { player: Some(name.into()), ..oldest.clone() });
    assert_eq!(found(oldest.clone()), [a, b, c, d]);
    assert_eq!(found(GameQuery { game: Some(GameKind::Gomoku), ..oldest.clone() }), [b, c]);
    let of_game = |word: &str| found(oldest.clone().with_game(word).unwrap());
    assert_eq!(
        (of_game("renju"), of_game("gomoku"), of_game("connect-four")),
        (vec![b], vec![b, c], vec![d])
    );
    assert!(oldest.clone().with_game("chess").is_err());
    assert_eq!(player("MURAKAMI"), [a, c]);
    assert_eq!(player("ann"), [c, d]);
    assert_eq!(player("100%"), [c]);
    assert_eq!(player("%"), [c], "a percent sign is a percent sign");
    assert_eq!(player("b_x"), [d]);
    assert_eq!(player("_"), [d], "and a low line a low line");
    assert_eq!(found(GameQuery { outcome: Some(GameResult::White), ..oldest.clone() }), [b]);
    assert_eq!(found(GameQuery { outcome: Some(GameResult::Draw), ..oldest.clone() }), [c]);
    assert_eq!(found(GameQuery { outcome: Some(GameResult::Unknown), ..oldest.clone() }), [d]);
    let dates = |from: &str, to: &str| {
        found(GameQuery { from: Some(from.into()), to: Some(to.into()), ..oldest.clone() })
    };
    assert_eq!(dates("1998", "2001"), [a, b, c]);
    assert_eq!(dates("1998-06", "2001"), [b, c]);
    assert_eq!(dates("", "1998"), [a]);
    assert_eq!(dates("2001-02", ""), [b]);
    assert_eq!(found(GameQuery { tag: Some("gold".into()), ..oldest.clone() }), [c]);
    assert_eq!(text("beautiful"), [d]);
    assert_eq!(text("BEAUTIFUL  Threat"), [d]);
    assert_eq!(text("妙手"), [d]);
    assert_eq!(text("beautifully"), [0; 0]);
    assert_eq!(text("sushkov"), [b]);
    assert_eq!(library.tags().unwrap(), [("Best".to_owned(), 1), ("gold".to_owned(), 1)]);
    // All conditions together.
    let all = GameQuery { player: Some("ann".into()), text: Some("threat".into()), ..oldest.clone() };
    assert_eq!(found(all), [d]);
    // A text is removed with its comment.
    library.annotate(d, node, NodeUpdate { comment: Some(None), ..NodeUpdate::default() }).unwrap();
    assert_eq!(text("beautiful"), [0; 0]);
}

#[test]
fn words_match_in_any_order_and_fields_choose_a_side() {
    let library = Library::open_in_memory().unwrap();
    let a = named(&library, "go", "Cho Chikun", "Kobayashi Koichi", "1986", "W+1.5");
    let b = named(&library, "go", "Kobayashi Koichi", "Takemiya", "1987", "B+R");
    let tags = GameUpdate { tags: Some(vec!["Fuseki".into()]), ..GameUpdate::default() };
    library.update(b, tags).unwrap();
    let mut header = library.load(a).unwrap().record.header;
    header.event = Some("10th Kisei".into());
    library.update(a, GameUpdate { header: Some(header), ..GameUpdate::default() }).unwrap();
    let found = |query: GameQuery| {
        let mut found = ids(&library.search(&query).unwrap());
        found.sort_unstable();
        found
    };
    let text = |text: &str| found(GameQuery { text: Some(text.into()), ..GameQuery::default() });
    for both in ["kobayashi cho", "chikun cho", "koichi kisei", "cho chikun kobayashi koichi", "10TH cho"] {
        assert_eq!(text(both), [a], "{both}");
    }
    assert_eq!(text("koichi kobayashi"), [a, b]);
    assert_eq!(text("cho takemiya"), [0; 0]);
    assert_eq!(text("fuseki"), [b], "tags are searched too");
    assert_eq!(text("fuseki koichi"), [b]);
    assert_eq!(found(GameQuery { tag: Some("FUSEKI".into()), ..GameQuery::default() }), [b]);
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(found(GameQuery { black: some("kobayashi"), ..GameQuery::default() }), [b]);
    assert_eq!(found(GameQuery { white: some("kobayashi"), ..GameQuery::default() }), [a]);
    assert_eq!(found(GameQuery { event: some("kisei"), ..GameQuery::default() }), [a]);
    let size = |side: usize| tengen_board::Size::square(side).ok();
    assert_eq!(found(GameQuery { size: size(19), ..GameQuery::default() }), [a, b]);
    assert_eq!(found(GameQuery { size: size(9), ..GameQuery::default() }), [0; 0]);
    // However many words there are.
    assert_eq!(text(&"cho ".repeat(15)), [a]);
    assert_eq!(text(&"cho ".repeat(400)), [0; 0]);
}

#[test]
fn a_level_is_found_as_the_list_shows_it() {
    let library = Library::open_in_memory().unwrap();
    let at = |level: u32| {
        let mut new = NewGame::new(spec("gomoku"));
        new.seats[1] = PlayerKind::Engine { engine: "gomoku".into(), level };
        library.create(new).unwrap().id
    };
    let (three, thirty) = (at(3), at(30));
    let text = |text: &str| {
        ids(&library.search(&GameQuery { text: Some(text.into()), ..GameQuery::default() }).unwrap())
    };
    for shown in [
        "Tengen · level 3",
        "天元 · 等级 3",
        "天元 · 等級 3",
        "Tengen・レベル3",
        "you Tengen level 3",
        "level 3",
        "レベル3",
    ] {
        assert_eq!(text(shown), [three], "{shown}");
    }
    assert_eq!(text("Tengen · level 30"), [thirty]);
    assert!(text("Tengen · level 4").is_empty());
}

#[test]
fn a_game_is_found_by_what_it_is_called() {
    let library = Library::open_in_memory().unwrap();
    let create = |game: &str| library.create(NewGame::new(spec(game))).unwrap().id;
    let (gomoku, renju, othello, go, four) =
        (create("gomoku"), create("renju"), create("othello"), create("go"), create("connect-four"));
    let text = |text: &str| {
        let query = GameQuery { text: Some(text.into()), ..GameQuery::default() };
        let mut found = ids(&library.search(&query).unwrap());
        found.sort_unstable();
        found
    };
    for (words, games) in [
        (vec!["Othello", "オセロ", "黑白棋"], vec![othello]),
        (vec!["go", "围棋", "囲碁"], vec![go]),
        (vec!["renju", "連珠", "连珠"], vec![renju]),
        (vec!["Connect four"], vec![four]),
        (vec!["gomoku", "五子棋"], vec![gomoku, renju]),
    ] {
        for word in words {
            assert_eq!(text(word), games, "{word}");
        }
    }
}

#[test]
fn unnamed_players_are_found_by_the_words_that_are_shown_for_them() {
    let library = Library::open_in_memory().unwrap();
    let against = |name: Option<&str>| {
        let mut new = NewGame::new(spec("gomoku"));
        new.record.header.black.name = name.map(str::to_owned);
        new.record.header.white.name = Some("Tengen 3".into());
        new.seats[1] = PlayerKind::Engine { engine: "gomoku".into(), level: 3 };
        library.create(new).unwrap().id
    };
    let (mine, hers) = (against(None), against(Some("Ann")));
    let between = library.create(NewGame::new(spec("go"))).unwrap().id;
    let by_text = |word: &str| {
        let mut found =
            ids(&library.search(&GameQuery { text: Some(word.into()), ..GameQuery::default() }).unwrap());
        let by_player = GameQuery { player: Some(word.into()), ..GameQuery::default() };
        assert_eq!(ids(&library.search(&by_player).unwrap()), found, "{word}");
        found.sort_unstable();
        found
    };
    for word in ["You", "你", "あなた"] {
        assert_eq!(by_text(word), [mine], "{word}");
    }
    for word in ["Tengen", "天元"] {
        assert_eq!(by_text(word), [mine, hers], "{word}");
    }
    assert_eq!(by_text(""), [mine, hers, between]);
    assert!(by_text("Yo").is_empty());
}

fn spec_move() -> tengen_games::Move {
    Point::new(5, 3).into()
}

#[test]
fn orders_and_pages_leave_nothing_out() {
    let library = Library::open_in_memory().unwrap();
    let games: Vec<i64> = (0..23)
        .map(|n| {
            let name = format!("P{:02}", n * 7 % 23);
            let id = named(&library, "go", &name, "W", &format!("20{:02}", n * 5 % 23), "");
            for ply in 0..n * 3 % 23 {
                library
                    .append_move(id, ply, tengen_games::Move::Place(Point::new(ply as u8, 0)), None)
                    .unwrap();
            }
            id
        })
        .collect();
    for sort in
        [Sort::Changed, Sort::Newest, Sort::Oldest, Sort::Date, Sort::Black, Sort::White, Sort::Longest]
    {
        let mut seen = Vec::new();
        for page in 1..=6 {
            let page =
                library.search(&GameQuery { sort, page, per_page: 5, ..GameQuery::default() }).unwrap();
            assert_eq!(page.total, 23);
            seen.extend(page.games);
        }
        let key = |at: usize| -> (std::cmp::Reverse<i64>, String) {
            let game = &seen[at];
            let up = String::new();
            match sort {
                Sort::Changed => (std::cmp::Reverse(game.changed_ms), up),
                Sort::Newest => (std::cmp::Reverse(game.id), up),
                Sort::Oldest => (std::cmp::Reverse(-game.id), up),
                Sort::Date => (std::cmp::Reverse(game.date.as_ref().unwrap().parse().unwrap()), up),
                Sort::Black => (std::cmp::Reverse(0), game.black.clone().unwrap()),
                Sort::White => (std::cmp::Reverse(-game.id), up),
                Sort::Longest => (std::cmp::Reverse(game.plies.into()), up),
            }
        };
        assert!((1..seen.len()).all(|i| key(i - 1) <= key(i)), "{sort:?}");
        let mut all: Vec<i64> = seen.iter().map(|game| game.id).collect();
        all.sort_unstable();
        assert_eq!(all, games);
    }
    let past = library.search(&GameQuery { page: u32::MAX, per_page: 1000, ..GameQuery::default() }).unwrap();
    assert_eq!((past.total, past.games.len()), (23, 0));
    let selected = library.select(&GameQuery { sort: Sort::Oldest, ..GameQuery::default() }).unwrap();
    assert_eq!(selected, games);
}

#[test]
fn hostile_texts_are_only_texts() {
    let library = Library::open_in_memory().unwrap();
    let mut games = Vec::new();
    for text in HOSTILE {
        let id = named(&library, "gomoku", text, "other", text, text);
        let update = GameUpdate { tags: Some(vec![text.to_string()]), ..GameUpdate::default() };
        library.update(id, update).unwrap();
        let comment = NodeUpdate { comment: Some(Some(format!("see {text} end"))), ..NodeUpdate::default() };
        library.annotate(id, 0, comment).unwrap();
        let stored = library.load(id).unwrap();
        assert_eq!(stored.record.header.black.name.as_deref(), Some(*text));
        assert_eq!(stored.record.tree.node(0).comment, Some(format!("see {text} end")));
        games.push((id, *text));
    }
    let long = "x'\"%\0".repeat(100_000);
    for text in HOSTILE.iter().copied().chain([long.as_str(), "", " "]) {
        for query in [
            GameQuery { player: Some(text.into()), ..GameQuery::default() },
            GameQuery { text: Some(text.into()), ..GameQuery::default() },
            GameQuery { tag: Some(text.into()), ..GameQuery::default() },
            GameQuery { from: Some(text.into()), to: Some(text.into()), ..GameQuery::default() },
            GameQuery { rules: Some(text.into()), ..GameQuery::default() },
        ] {
            library.search(&query).unwrap_or_else(|e| panic!("{text:?}: {e}"));
        }
        assert!(GameQuery::default().with_game(text).is_err());
    }
    // Each game is found by its name and its comment.
    for (id, text) in games.iter().filter(|(_, text)| text.chars().any(|c| c.is_alphanumeric())) {
        let by = |query: GameQuery| ids(&library.search(&GameQuery { per_page: 1000, ..query }).unwrap());
        assert!(
            by(GameQuery { player: Some(text.to_string()), ..GameQuery::default() }).contains(id),
            "{text:?}"
        );
        assert!(
            by(GameQuery { text: Some(text.to_string()), ..GameQuery::default() }).contains(id),
            "{text:?}"
        );
        assert!(
            by(GameQuery { tag: Some(text.trim().into()), ..GameQuery::default() }).contains(id),
            "{text:?}"
        );
    }
    let huge = Header { event: Some("x".repeat(1 << 20)), ..Header::default() };
    let refused = library.update(games[0].0, GameUpdate { header: Some(huge), ..GameUpdate::default() });
    assert_eq!(refused.unwrap_err().code(), "too-large");
    assert_eq!(library.search(&GameQuery::default()).unwrap().total, HOSTILE.len() as u64);
    assert_eq!(library.check(true, |_, _| true).unwrap().problems, []);
    let start = tengen_games::AnyPosition::new(&spec("gomoku"));
    assert_eq!(library.find_position(&start, 1, 1).unwrap().total, HOSTILE.len() as u64);
}
