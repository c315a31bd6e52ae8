//! What a review looks like as JSON, as text and as a page.

mod support;

use serde_json::Value;
use support::{engines, moves_of, record};
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point};
use tengen_engine::{Limits, Stop};
use tengen_games::{Game, GameSpec, Move};
use tengen_records::{Header, PlayerInfo, Record, Tree};
use tengen_review::{Course, Review, page, sweep};
use tengen_words::Language;

fn reviewed(record: &Record) -> (Course, Review) {
    let course = Course::main(record).unwrap();
    let mut engines = engines(&record.spec, 1);
    let swept =
        sweep(&course, &mut engines, &Limits::nodes(1), &Stop::new(), &mut |_, _| None, &mut |_| ()).unwrap();
    let review = Review::new(&course, &swept);
    (course, review)
}

/// One record of each kind of game and of each trouble.
fn records() -> Vec<Record> {
    let mut rng = SplitMix64(8);
    let mut all: Vec<Record> = ["tic-tac-toe", "connect-four", "gomoku", "renju", "othello", "go"]
        .into_iter()
        .map(|game| {
            let spec = GameSpec::named(game, None, None).unwrap();
            Record::from_moves(spec.clone(), moves_of(&spec, 40, &mut rng))
        })
        .collect();
    all.push(Record::new(GameSpec::named("gomoku", None, None).unwrap()));
    let swap2 = GameSpec::named("gomoku", Some("freestyle+swap2"), None).unwrap();
    all.push(Record::from_moves(swap2.clone(), moves_of(&swap2, 20, &mut rng)));
    all
}

#[test]
fn json_is_what_its_schema_says() {
    let schema: Value = serde_json::from_str(include_str!("../../../docs/review.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for record in records() {
        let (course, review) = reviewed(&record);
        let json = review.to_json(&course, &record.header);
        let errors: Vec<String> =
            validator.iter_errors(&json).map(|e| format!("{e} at {}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", record.spec.kind());
        assert_eq!(json["graph"].as_array().unwrap().len(), course.moments().len());
        assert_eq!(json["moves"].as_array().unwrap().len(), record.main_moves().count());
    }
}

#[test]
fn opening_decisions_have_no_number() {
    let spec = GameSpec::named("gomoku", Some("freestyle+swap2"), None).unwrap();
    let record = Record::from_moves(spec.clone(), moves_of(&spec, 20, &mut SplitMix64(8)));
    let course = Course::main(&record).unwrap();
    let mut decisions = 0;
    for moment in course.moments() {
        let Some(arrival) = moment.arrival else { continue };
        decisions += usize::from(matches!(arrival.mv, Move::Choose(_)));
        let stones = spec.size().points().filter(|&p| !moment.position.at(p).is_empty()).count();
        assert_eq!(arrival.number, stones, "{arrival:?}");
    }
    assert!(decisions > 0);
}

#[test]
fn text_is_there_in_every_language() {
    for record in records() {
        let (course, review) = reviewed(&record);
        for lang in Language::ALL {
            let text = review.to_text(&course, &record.header, lang);
            let chinese = text.chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c));
            assert_eq!(chinese, lang != Language::English, "{text}");
            assert!(text.lines().all(|l| l == l.trim_end()), "{text}");
        }
    }
}

/// The text of the elements with this name, of a page that closes what it opens.
fn inside<'p>(page: &'p str, element: &str) -> Vec<&'p str> {
    let close = format!("</{element}>");
    page.split(&format!("<{element}"))
        .skip(1)
        .map(|rest| {
            let body = rest.split_once('>').unwrap().1;
            body.split_once(&close).unwrap_or_else(|| panic!("<{element}> is not closed")).0
        })
        .collect()
}

#[test]
fn a_page_stands_alone_and_is_well_formed() {
    for record in records() {
        let (course, review) = reviewed(&record);
        for lang in Language::ALL {
            let text = page::page(&course, &review, &record.header, lang);
            assert!(text.starts_with("<!doctype html>\n"));
            // Nothing is fetched, and nothing but the one script runs.
            for elsewhere in ["http:", "https:", "src=", "url(http", "@import", " onclick", "javascript:"] {
                let found = text.replace("http://www.w3.org/2000/svg", "").contains(elsewhere);
                assert!(!found, "{elsewhere}");
            }
            assert_eq!(inside(&text, "script").len(), 2);
            assert!(text.contains(&page::escape(&page::policy()).replace("&#39;", "'")));
            let data: Value = serde_json::from_str(inside(&text, "script")[0]).unwrap();
            assert_eq!(data["moments"].as_array().unwrap().len(), course.moments().len());
            // Every reference has its definition, once.
            for id in text.split("href=\"#").skip(1).map(|r| r.split_once('"').unwrap().0) {
                let n = text.matches(&format!("id=\"{id}\"")).count();
                assert!(n == 1 || (n == 0 && id.starts_with("move-")), "{n} definitions of {id}");
            }
            for drawing in text.split("<svg").skip(1) {
                let drawing = format!("<svg{}</svg>", drawing.split_once("</svg>").unwrap().0);
                let drawing = drawing.replacen("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"", 1);
                roxmltree::Document::parse(&drawing).unwrap_or_else(|e| panic!("{e}: {drawing:.300}"));
            }
        }
    }
}

#[test]
fn stepping_through_the_data_gives_every_position() {
    for record in records() {
        let (course, review) = reviewed(&record);
        let text = page::page(&course, &review, &record.header, Language::English);
        let data: Value = serde_json::from_str(inside(&text, "script")[0]).unwrap();
        let size = record.spec.size();
        let mut cells = vec![0; size.area()];
        for (moment, position) in data["moments"].as_array().unwrap().iter().zip(course.moments()) {
            let changed: Vec<u64> =
                moment["c"].as_array().unwrap().iter().map(|v| v.as_u64().unwrap()).collect();
            for pair in changed.chunks(2) {
                cells[pair[0] as usize] = pair[1];
            }
            for point in size.points() {
                let expected = match position.position.at(point) {
                    Cell::Empty => 0,
                    Cell::Black => 1,
                    Cell::White => 2,
                };
                assert_eq!(cells[size.index(point)], expected);
            }
        }
    }
}

/// The brackets around a rank are those of the language.
#[test]
fn ranks_have_the_brackets_of_the_language() {
    let mut record = record("gomoku", "h8 i9 h9 i10 h10 j11");
    record.header.black = PlayerInfo { name: Some("Ann".into()), rank: Some("3d".into()), team: None };
    let (course, review) = reviewed(&record);
    for (language, name) in [
        (Language::English, "Ann (3d)"),
        (Language::SimplifiedChinese, "Ann（3d）"),
        (Language::Japanese, "Ann（3d）"),
    ] {
        assert!(page::page(&course, &review, &record.header, language).contains(name), "{language:?}");
        let text = review.to_text(&course, &record.header, language);
        assert!(text.contains(name), "{language:?}");
        let line = text.lines().nth(1).unwrap();
        assert_eq!(line.contains(": "), language == Language::English, "{line}");
    }
}

#[test]
fn names_and_comments_cannot_become_markup() {
    let nasty = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&\u{202e}\u{0}";
    let mut record = record("gomoku", "h8 i9 h9 i10 h10 j11");
    let named =
        || PlayerInfo { name: Some(nasty.into()), rank: Some(nasty.into()), team: Some(nasty.into()) };
    let some = || Some(nasty.to_string());
    record.header = Header {
        black: named(),
        white: named(),
        result: some(),
        date: some(),
        event: some(),
        round: some(),
        place: some(),
        name: some(),
        comment: some(),
        ..Header::default()
    };
    let (course, mut review) = reviewed(&record);
    review.engine = nasty.into();
    let text = page::page(&course, &review, &record.header, Language::English);
    assert_eq!(text.matches("<script").count(), 2);
    assert!(!text.contains("<img") && !text.contains('\u{202e}') && !text.contains('\u{0}'));
    assert!(text.contains("&lt;img src=x"));
}

#[test]
fn set_ups_in_mid_game_begin_anew() {
    let mut record = record("go", "Q16 D4 Q3");
    let last = record.tree.main_line().last().unwrap();
    let edit = record.tree.add(last);
    let node = record.tree.node_mut(edit);
    node.set_up = vec![(Point::new(0, 0), Cell::White), (Point::new(3, 15), Cell::Empty)];
    node.to_move = Some(Color::White);
    let on = record.tree.add(edit);
    record.tree.node_mut(on).mv = Some((Some(Color::White), Move::Place(Point::new(9, 9))));
    let (course, review) = reviewed(&record);
    let arrivals: Vec<bool> = course.moments().iter().map(|m| m.arrival.is_some()).collect();
    assert_eq!(arrivals, [false, true, true, true, false, true]);
    assert_eq!(course.moments()[4].node, Some(edit));
    assert_eq!(review.moves.len(), 4);
    assert_eq!((review.moves[3].number, review.moves[3].color), (4, Color::White));
    // To a node, and through one.
    assert_eq!(Course::to(&record, edit).unwrap().moments().len(), 5);
    assert_eq!(Course::through(&record, 1).unwrap(), course);
    assert_eq!(Course::through(&record, Tree::ROOT).unwrap(), Course::main(&record).unwrap());
    assert!(Course::to(&record, 99).is_err());
}

#[test]
fn passes_that_a_record_leaves_out_are_moves_without_a_node() {
    // A known short game in which white must pass: after these moves white has no legal disc.
    let spec = GameSpec::named("othello", None, None).unwrap();
    let mut rng = SplitMix64(1);
    let with_pass = (0..200)
        .map(|_| moves_of(&spec, 60, &mut rng))
        .find(|moves| moves.contains(&Move::Pass))
        .expect("one game in a few has a pass");
    let short: Vec<Move> = with_pass.iter().copied().filter(|&mv| mv != Move::Pass).collect();
    let record = Record::from_moves(spec.clone(), short);
    let (course, review) = reviewed(&record);
    let played: Vec<Move> = review.moves.iter().map(|m| m.mv).collect();
    assert_eq!(played, with_pass[..played.len()]);
    assert!(with_pass.len() - played.len() <= 1, "only a pass at the very end can be missing");
    for m in review.moves.iter().filter(|m| m.mv == Move::Pass) {
        assert!(m.node.is_none() && m.forced);
        assert_eq!(m.loss, Some(0.0));
        assert_eq!(m.before.map(|s| s.win()), m.after.map(|s| s.win()));
    }
    assert_eq!(course.moments().len(), played.len() + 1);
}

#[test]
fn while_colours_are_open_nobody_is_judged() {
    let spec = GameSpec::named("gomoku", Some("freestyle+swap2"), None).unwrap();
    let moves = ["h8", "i9", "g7", "white", "j10", "h9", "k11"];
    let start = tengen_games::AnyPosition::new(&spec);
    let moves: Vec<Move> = moves.iter().map(|t| start.parse_move(t).unwrap()).collect();
    let (course, review) = reviewed(&Record::from_moves(spec, moves));
    let judged: Vec<bool> = review.moves.iter().map(|m| m.verdict.is_some()).collect();
    assert_eq!(judged, [false, false, false, false, true, true, true]);
    // After the second player took white, the first has black, and the graph is the first's.
    let after = &course.moments()[4];
    assert_eq!(after.position.to_move(), Color::White);
    let white = support::Scripted::score(&after.position).win();
    assert_eq!(review.chances[4], Some(1.0 - white));
    assert_eq!(review.sides[0].color, Color::Black);
}
