//! What the readers of records report has words in each language.

use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};
use tengen_board::{Color, Coords, Size};
use tengen_games::{ExpectedMove, Game as _, GameKind, GameSpec, OptionError, SpecError};
use tengen_records::{
    CharsetDoubt, Chunk, Counted, Expected, Found, Location, Named, ReadOptions, Remedy, Warning,
    WarningKind, movelist,
};
use tengen_words::{Language, not_japanese};

const TRANSLATED: [Language; 3] =
    [Language::SimplifiedChinese, Language::TraditionalChinese, Language::Japanese];

/// True if a text has a letter of Chinese or Japanese.
fn is_translated(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)) || has_kana(text)
}

fn has_kana(text: &str) -> bool {
    text.chars().any(|c| ('\u{3041}'..='\u{30fc}').contains(&c))
}

/// Words of English that would show that a text was not translated. Names of formats and of options stay.
fn english_word(text: &str) -> Option<&str> {
    let known =
        ["SGF", "RenLib", "RIF", "GGF", "WTHOR", "OBF", "XML", "UTF", "Piskvorky", "database", "Pente"];
    let words = text.split(|c: char| !c.is_ascii_alphabetic());
    words
        .filter(|word| word.len() >= 3 && !known.contains(word))
        .find(|word| *word != "psq" && *word != "pass")
}

fn expected() -> Vec<Expected> {
    let size = Size::of(9, 9);
    let no_board = GameSpec::named("othello", None, Some(size)).unwrap_err();
    let mut all = vec![
        Expected::Readable,
        Expected::KnownFormat,
        Expected::Header("Piskvorky 20x20, 7:7, 0"),
        Expected::WhoBegan,
        Expected::Bytes(16, Chunk::Header),
        Expected::Bytes(68, Chunk::Game(2, 7)),
        Expected::Bytes(2, Chunk::Node),
        Expected::Bytes(2, Chunk::TextPair),
        Expected::Names(3, 20),
        Expected::LibraryHeader,
        Expected::Version(3, 4),
        Expected::FileOfGames,
        Expected::Game(&[("GM[1]", GameKind::Go), ("GM[2]", GameKind::Othello)]),
        Expected::Moves,
        Expected::BoardSize("15, 7:6"),
        Expected::BoardOf(size),
        Expected::Playable(Box::new(no_board)),
        Expected::Point(size, Coords::Gomoku, None),
        Expected::Point(size, Coords::Sgf, Some("")),
        Expected::Point(size, Coords::Othello, Some("PA")),
        Expected::Points(size),
        Expected::NoPass(Color::White),
        Expected::Column(7),
        Expected::ColumnAndRow(size, 1),
        Expected::PointByte { step: 10, base: 0, side: 8 },
        Expected::PointByte { step: 16, base: 1, side: 15 },
        Expected::Discs(64),
        Expected::MoveValue,
        Expected::ValuedMove,
        Expected::TimeSpent,
        Expected::MoveParts,
        Expected::MoveOrCode,
        Expected::Komi,
        Expected::Label,
        Expected::SideToMove("X", "O"),
        Expected::Cells,
        Expected::FieldEnd,
        Expected::Position,
        Expected::GameStart,
        Expected::GameEnd(")"),
        Expected::NodeStart,
        Expected::Property(&[";", "(", ")"]),
        Expected::PropertyName,
        Expected::ValueStart,
        Expected::ValueEnd,
        Expected::NoNodeAfterVariation,
        Expected::OneRoot,
        Expected::RootWithoutSiblings,
        Expected::FurtherMove,
        Expected::FurtherVariation,
        Expected::TextEnd,
        Expected::End(None),
        Expected::End(Some(5)),
        Expected::Xml,
        Expected::Element("database"),
        Expected::CharacterSet,
        Expected::Result,
        Expected::Diagram,
    ];
    all.extend(Counted::ALL.map(|counted| Expected::AtMost(1000, counted)));
    all
}

fn remedies() -> Vec<Remedy> {
    vec![
        Remedy::LeftOut,
        Remedy::RestLeftOut,
        Remedy::Kept,
        Remedy::Added,
        Remedy::GameEnds,
        Remedy::Variation,
        Remedy::Board(Size::of(9, 9)),
    ]
}

fn warnings() -> Vec<WarningKind> {
    let faults = remedies().into_iter().map(|remedy| WarningKind::Fault {
        expected: Expected::Moves,
        found: Found::Nothing,
        remedy,
    });
    let doubts = [CharsetDoubt::Absent, CharsetDoubt::Unknown, CharsetDoubt::Wrong];
    let mut all: Vec<WarningKind> = faults.collect();
    all.extend(doubts.map(|doubt| WarningKind::Charset(doubt, "GBK")));
    all.extend([
        WarningKind::AssumedGame(GameKind::Gomoku, Size::of(15, 15)),
        WarningKind::UnknownRules { rules: "x".into(), read_as: "y".into() },
        WarningKind::Komi("750".into(), "7.5".into()),
        WarningKind::Letters("GBK"),
        WarningKind::Twice("KM".into()),
        WarningKind::SecondMove,
        WarningKind::SetUpTwice,
        WarningKind::MissingVariation,
        WarningKind::Unnamed(Named::Player, "7".into()),
        WarningKind::Unnamed(Named::Tournament, "7".into()),
        WarningKind::Further(3),
    ]);
    all
}

/// Every text exists in each language, differs from that of every other sample, and has no word of another language.
fn has_words<T: std::fmt::Debug>(samples: &[T], text: impl Fn(Language, &T) -> String) {
    for language in TRANSLATED {
        let mut seen = HashSet::new();
        for sample in samples {
            let (english, translated) = (text(Language::English, sample), text(language, sample));
            assert!(is_translated(&translated) && translated != english, "{sample:?}: {translated}");
            assert_eq!(english_word(&translated), None, "{sample:?}: {translated}");
            match language {
                Language::Japanese => assert_eq!(not_japanese(&translated), None, "{sample:?}: {translated}"),
                _ => assert!(!has_kana(&translated), "{sample:?}: {translated}"),
            }
            assert!(!is_translated(&english), "{sample:?}: {english}");
            assert!(seen.insert(translated), "{sample:?} reads as another");
        }
    }
}

#[test]
fn everything_expected_has_words_in_each_language() {
    let all = expected();
    has_words(&all, |language, expected| language.expected(expected));
    let kinds: HashSet<Discriminant<Expected>> = all.iter().map(discriminant).collect();
    assert_eq!(kinds.len(), 52, "a sample of each variant");
}

#[test]
fn everything_found_has_words_in_each_language() {
    let all = [
        Found::Nothing,
        Found::More,
        Found::End,
        Found::LineEnd,
        Found::ByteCount(7),
        Found::Cells(63),
        Found::Board(Size::of(9, 9)),
        Found::Version(3, 5),
        Found::Error("?".into()),
    ];
    has_words(&all, |language, found| language.found(found));
    // Quotations, bytes and numbers are those of the file.
    assert_eq!(Language::SimplifiedChinese.found(&Found::Quote("q7".into())), "“q7”");
    assert_eq!(Language::TraditionalChinese.found(&Found::Bytes(vec![0x78, 0xff])), "78 FF");
    assert_eq!(Language::SimplifiedChinese.found(&Found::Number(99)), "99");
}

#[test]
fn every_warning_has_words_in_each_language() {
    let written = |language: Language, kind: &WarningKind| {
        let warning = Warning::new(Location::default(), kind.clone());
        assert_eq!(language.warning(&warning), language.warning_kind(kind));
        // The name of a property or of a set of letters is no English.
        language.warning_kind(kind).replace("GBK", "")
    };
    has_words(&warnings(), written);
}

#[test]
fn an_error_of_a_list_is_a_sentence_in_each_language() {
    let options = ReadOptions::default().with_spec(GameSpec::named("gomoku", None, None).unwrap());
    let error = movelist::read(b"h8i9q7", &options).unwrap_err();
    for (language, text) in [
        (Language::English, "expected a point of the 15x15 board such as h8, found 'q7'"),
        (Language::SimplifiedChinese, "应为 15x15 棋盘上的点，如 h8，实为“q7”"),
        (Language::TraditionalChinese, "應為 15x15 棋盤上的點，如 h8，實為「q7」"),
        (Language::Japanese, "15x15の盤の点（例：h8）が必要です（実際：「q7」）"),
    ] {
        assert_eq!(language.read_error(&error), text);
    }
}

#[test]
fn what_is_no_move_says_how_one_is_written() {
    let size = Size::of(9, 9);
    let pro = GameSpec::named("gomoku", Some("freestyle+swap2"), None).unwrap();
    let mut position = tengen_games::AnyPosition::new(&pro);
    for mv in ["a1", "b2", "c3"] {
        position.play(position.parse_move(mv).unwrap()).unwrap();
    }
    let decision = position.parse_move("zz").unwrap_err().expected;
    assert!(matches!(decision, ExpectedMove::Decision(_)), "{decision}");
    let all = [
        ExpectedMove::Point(size, Coords::Go, false),
        ExpectedMove::Point(size, Coords::Go, true),
        ExpectedMove::Column(7),
    ];
    has_words(&all, |language, expected| language.expected_move(expected));
    // The words of a decision are typed as they are.
    assert!(is_translated(&Language::SimplifiedChinese.expected_move(&decision)));
}

#[test]
fn every_option_of_rules_that_does_not_go_has_words_in_each_language() {
    let all = [
        OptionError::Name("x".into(), &["ko"]),
        OptionError::Value("x".into(), &["ko"]),
        OptionError::Number("x".into()),
        OptionError::Komi("2000".into(), -1000, 1000),
        OptionError::Handicap { stones: 9, size: Size::of(5, 5), most: 0, fixed: false },
        OptionError::Row(30, 22),
    ];
    let written = |language: Language, why: &OptionError| {
        language.spec_error(&SpecError::Option { game: GameKind::Go, why: why.clone() })
    };
    has_words(&all, written);
    for (game, rules) in [
        ("go", "chinese,ko=x"),
        ("go", "chinese,komi=x"),
        ("go", "chinese,komi=5000"),
        ("go", "chinese,what=1"),
        ("go", "chinese,captures=1,pass-stones=yes"),
        ("go", "chinese,placement=fixed,handicap=99"),
        ("gomoku", "freestyle+rif"),
    ] {
        let refused = GameSpec::named(game, Some(rules), None).unwrap_err();
        assert!(matches!(refused, SpecError::Option { .. }), "{rules}: {refused}");
        let text = Language::SimplifiedChinese.spec_error(&refused);
        assert!(is_translated(&text) && !text.contains(" is ") && !text.contains(" of "), "{text}");
    }
}
