//! The screen, drawn into memory: at several sizes, in both languages, and after keys and clicks.

use super::screen::{App, Popup};
use super::session::{Seat, Session};
use crate::i18n::Lang;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tengen_board::{Cell, Color, Point};
use tengen_engine::{Analysis, ItemKind, Line, Proof, Score};
use tengen_games::{Game, GameSpec, Move};

fn app(game: &str, lang: Lang) -> App {
    let spec = game.parse::<GameSpec>().unwrap();
    App::new(Session::new(&spec, [Seat::Person, Seat::Person]), false, false, lang)
}

/// The contents of a screen of this size.
fn screen(app: &mut App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_string();
    (0..height).map(row).collect::<Vec<_>>().join("\n")
}

fn press(app: &mut App, code: KeyCode, modifiers: KeyModifiers) {
    app.hear(Event::Key(KeyEvent::new(code, modifiers)));
}

fn type_in(app: &mut App, text: &str) {
    for c in text.chars() {
        press(app, KeyCode::Char(c), KeyModifiers::NONE);
    }
    press(app, KeyCode::Enter, KeyModifiers::NONE);
}

fn control(app: &mut App, key: char) {
    press(app, KeyCode::Char(key), KeyModifiers::CONTROL);
}

fn click(app: &mut App, column: u16, row: u16) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    app.hear(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
}

/// An analysis as an engine would give it.
fn found(app: &App, first: &str, score: Score) -> Analysis {
    let position = &app.session.position;
    let mv = position.parse_move(first).unwrap();
    let other = position.parse_move("k11").unwrap();
    Analysis {
        best: Some(mv),
        lines: vec![Line { moves: vec![mv, other], score, work: 12_345 }],
        depth: 9,
        nodes: 1_234_567,
        ..Analysis::default()
    }
}

#[test]
fn every_game_is_drawn_at_every_size_in_both_languages() {
    for game in ["tic-tac-toe", "connect-four", "gomoku", "renju", "othello", "go"] {
        for lang in [Lang::English, Lang::SimplifiedChinese] {
            let mut app = app(game, lang);
            for on in [false, true] {
                app.study.on = on;
                for (width, height) in [(80, 24), (200, 60), (60, 50), (40, 20), (20, 8), (5, 3), (1, 1)] {
                    let text = screen(&mut app, width, height);
                    if (width, height) == (80, 24) {
                        let whose = lang.pick("black to move", "轮到黑方", "黒の手番");
                        assert!(text.replace(' ', "").contains(&whose.replace(' ', "")), "{game}:\n{text}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_analysis_shows_score_work_line_bar_and_graph() {
    let mut app = app("gomoku", Lang::English);
    type_in(&mut app, "h8");
    app.study.on = true;
    let even = found(&app, "i9", Score::Estimate { value: 0.0, win: 0.25 });
    let position = app.session.position.clone();
    app.study.learn(&position, even);
    let text = screen(&mut app, 80, 24);
    // White is to move with a quarter: black, the first player, has three.
    assert!(text.contains(" 75% ") && text.contains(" 25%"), "{text}");
    assert!(text.contains("1 i9     25%  12k k11"), "{text}");
    assert!(text.contains("depth 9 · 1.2M nodes"), "{text}");
    assert!(text.contains('█'), "the graph has a bar:\n{text}");
    // Its place on the board has its rank; with the best line shown, the line's numbers.
    let points = |text: &str, app: &App| {
        let rows: Vec<Vec<char>> = text.lines().map(|l| l.chars().collect()).collect();
        let at = |name: &str| {
            let point = app.session.position.parse_move(name).unwrap().point().unwrap();
            // One line for the title; three columns for the number of the row, two for each point.
            rows[1 + usize::from(point.row)][3 + 2 * usize::from(point.col)]
        };
        (at("i9"), at("k11"))
    };
    assert_eq!(points(&text, &app).0, '1', "{text}");
    control(&mut app, 'b');
    let line = screen(&mut app, 80, 24);
    assert_eq!(points(&line, &app), ('1', '2'), "{line}");
    // A proof is shown as one.
    let win = found(&app, "i9", Score::Proven(Proof::Win(5)));
    app.study.learn(&position, win);
    assert!(screen(&mut app, 80, 24).contains("win in 5"));
    // An opponent's own analysis stays hidden.
    app.study.on = false;
    let hidden = screen(&mut app, 80, 24);
    assert!(!hidden.contains("win in 5") && hidden.contains("Ctrl-A analysis"), "{hidden}");
}

#[test]
fn keys_are_listed_and_the_next_key_only_closes_the_list() {
    for (lang, word) in [(Lang::English, "take back"), (Lang::SimplifiedChinese, "悔棋")] {
        let mut app = app("gomoku", lang);
        press(&mut app, KeyCode::Char('?'), KeyModifiers::NONE);
        let text = screen(&mut app, 100, 40).replace(' ', "");
        assert!(text.contains(&word.replace(' ', "")) && text.contains("Ctrl-W"), "{text}");
        press(&mut app, KeyCode::Enter, KeyModifiers::NONE);
        assert!(app.popup.is_none());
        assert_eq!(app.session.position.ply(), 0, "that key played nothing");
    }
}

#[test]
fn lines_taken_back_stay_as_variations() {
    let mut app = app("gomoku", Lang::English);
    for mv in ["h8", "i9", "g7"] {
        type_in(&mut app, mv);
    }
    press(&mut app, KeyCode::Backspace, KeyModifiers::NONE);
    type_in(&mut app, "c3");
    assert_eq!(app.session.moves_text(Lang::English), "h8 i9 c3");
    press(&mut app, KeyCode::Char(']'), KeyModifiers::NONE);
    assert_eq!(app.session.moves_text(Lang::English), "h8 i9 g7");
    assert!(screen(&mut app, 80, 24).contains("variation 2 of 2"));
    press(&mut app, KeyCode::Home, KeyModifiers::NONE);
    assert_eq!(app.session.position.ply(), 0);
    press(&mut app, KeyCode::End, KeyModifiers::NONE);
    assert_eq!(app.session.moves_text(Lang::English), "h8 i9 g7");
    press(&mut app, KeyCode::PageUp, KeyModifiers::NONE);
    assert_eq!(app.session.moves_text(Lang::English), "h8 i9");
    // The record keeps both, the newest played here first.
    let tree = app.session.record().tree;
    let children = &tree.node(2).children;
    let moves: Vec<String> =
        children.iter().map(|&id| app.session.position.format_move(tree.node(id).mv.unwrap().1)).collect();
    assert_eq!(moves.len(), 2);
    assert!(moves.contains(&"c3".to_string()) && moves.contains(&"g7".to_string()));
}

#[test]
fn a_click_on_the_graph_goes_there() {
    let mut app = app("gomoku", Lang::English);
    for mv in ["h8", "i9", "g7", "k11"] {
        type_in(&mut app, mv);
    }
    app.study.on = true;
    screen(&mut app, 80, 24);
    let (area, plies) = app.graph_at.expect("there is room for a graph");
    assert_eq!(plies, 5);
    click(&mut app, area.x, area.y);
    assert_eq!(app.session.position.ply(), 0);
    screen(&mut app, 80, 24);
    click(&mut app, area.right() - 1, area.y);
    assert_eq!(app.session.position.ply(), 4);
}

#[test]
fn a_resignation_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sgf");
    let mut app = app("othello", Lang::English);
    app.session = Session::new(&app.session.position.spec(), [Seat::Person, Seat::Person])
        .with_save(Some(file.clone()));
    type_in(&mut app, "d3");
    type_in(&mut app, "resign");
    assert!(app.session.end().is_some());
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("RE[B+R]"), "{saved}");
}

#[test]
fn a_position_is_set_up_checked_and_played_on_from() {
    let mut app = app("go", Lang::English);
    control(&mut app, 'e');
    assert!(app.bench.is_some());
    app.cursor = Point::new(3, 3);
    press(&mut app, KeyCode::Enter, KeyModifiers::NONE);
    press(&mut app, KeyCode::Tab, KeyModifiers::NONE);
    app.cursor = Point::new(4, 4);
    press(&mut app, KeyCode::Char(' '), KeyModifiers::NONE);
    press(&mut app, KeyCode::Char('t'), KeyModifiers::NONE);
    control(&mut app, 'e');
    assert!(app.bench.is_none());
    let position = &app.session.position;
    assert_eq!(position.at(Point::new(3, 3)), Cell::Black);
    assert_eq!(position.at(Point::new(4, 4)), Cell::White);
    assert_eq!((position.to_move(), position.ply()), (Color::White, 0));
    assert!(!app.session.is_saved());
    // The record gives it back.
    assert_eq!(&app.session.record().replay().unwrap().position, position);
    // A chain without liberties is refused, and the bench stays.
    control(&mut app, 'e');
    press(&mut app, KeyCode::Char('x'), KeyModifiers::NONE);
    for (row, col, white) in [(0, 0, false), (0, 1, true), (1, 0, true)] {
        app.cursor = Point::new(row, col);
        let bench = app.bench.as_mut().unwrap();
        bench.brush = if white { Cell::White } else { Cell::Black };
        press(&mut app, KeyCode::Enter, KeyModifiers::NONE);
    }
    control(&mut app, 'e');
    assert!(app.bench.is_some() && app.message.1, "{}", app.message.0);
    press(&mut app, KeyCode::Esc, KeyModifiers::NONE);
    assert!(app.bench.is_none());
}

#[test]
fn a_key_lights_the_threats_of_one_side_after_the_other() {
    let mut app = app("gomoku", Lang::English);
    for mv in ["h8", "a1", "h9", "a2", "h10", "c1"] {
        type_in(&mut app, mv);
    }
    // Off the lines of numbers beside the board.
    let signs = |app: &mut App, sign: char| {
        let scene_rows: Vec<String> =
            screen(app, 80, 24).lines().skip(1).take(18).map(str::to_owned).collect();
        scene_rows
            .iter()
            .map(|row| row.chars().skip(3).take(30).filter(|&c| c == sign).count())
            .sum::<usize>()
    };
    assert_eq!(signs(&mut app, '4'), 0);
    control(&mut app, 't');
    // Black's column of three is open: h7 and h11 make an open four, h6 and h12 a four.
    assert_eq!(signs(&mut app, '4'), 4, "{}", screen(&mut app, 80, 24));
    assert!(app.message.0.contains("What black") && app.message.0.contains("fours 4"), "{}", app.message.0);
    control(&mut app, 't');
    assert_eq!(signs(&mut app, '4'), 0, "white has none");
    assert!(app.message.0.contains("What white"), "{}", app.message.0);
    control(&mut app, 't');
    assert_eq!(app.overlay, None);
    let mut app = self::app("othello", Lang::SimplifiedChinese);
    control(&mut app, 't');
    assert!(app.message.0.contains("可下 4 处"), "{}", app.message.0);
}

#[test]
fn why_explains_the_analysis_that_is_shown() {
    let mut app = app("gomoku", Lang::English);
    type_in(&mut app, "h8");
    // No engine chooses the corner.
    let shown = found(&app, "a1", Score::Estimate { value: 1.0, win: 0.625 });
    app.study.on = true;
    app.study.learn(&app.session.position.clone(), shown);
    type_in(&mut app, ":why");
    let explanation = loop {
        app.advance();
        match &app.popup {
            Some(Popup::Why(explanation)) => break explanation,
            _ => std::thread::sleep(std::time::Duration::from_millis(10)),
        }
    };
    let chosen = explanation.items.iter().find_map(|item| match item.kind {
        ItemKind::Chosen { mv, score } => Some((mv, score)),
        _ => None,
    });
    let mv = app.session.position.parse_move("a1").unwrap();
    assert_eq!(chosen, Some((mv, Some(Score::Estimate { value: 1.0, win: 0.625 }))));
}

/// Where nothing is known of the position yet, the move is searched first.
#[test]
fn going_on_plays_the_best_move_on_a_persons_turn() {
    let mut app = app("othello", Lang::English);
    type_in(&mut app, "f5");
    control(&mut app, 'g');
    assert_eq!(app.session.position.ply(), 1);
    let begun = std::time::Instant::now();
    while app.session.position.ply() == 1 && begun.elapsed().as_secs() < 60 {
        app.advance();
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(app.session.position.ply(), 2);
    // A hint alone plays nothing, also after a search for a move that was taken back.
    control(&mut app, 'g');
    press(&mut app, KeyCode::Backspace, KeyModifiers::NONE);
    press(&mut app, KeyCode::Tab, KeyModifiers::NONE);
    let ply = app.session.position.ply();
    for _ in 0..300 {
        app.advance();
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(app.session.position.ply(), ply);
}

#[test]
fn a_forbidden_point_tells_why() {
    // Two open threes cross at h8 (Renju International Federation's double-three).
    for (lang, word) in [(Lang::English, "three"), (Lang::SimplifiedChinese, "三三禁手")] {
        let mut app = app("renju", lang);
        let start = app.session.position.clone();
        let point = |text: &str| start.parse_move(text).unwrap().point().unwrap();
        let black = ["h9", "h10", "i8", "j8"].map(|t| (point(t), Cell::Black));
        let white = ["a1", "a3", "a5", "a7"].map(|t| (point(t), Cell::White));
        let set_up = tengen_games::SetUp { cells: [black, white].concat(), to_move: Color::Black };
        app.session.set_up(&set_up).unwrap();
        app.cursor = point("h8");
        assert!(app.session.position.check(Move::Place(app.cursor)).is_err());
        let text = screen(&mut app, 100, 24);
        // A long reason goes on in the next line.
        let below: String = text.lines().skip_while(|line| !line.starts_with("h8")).collect();
        assert!(below.replace(' ', "").contains(word), "{text}");
    }
}

#[test]
fn atari_and_captures_are_lit_in_go() {
    let mut app = app("go", Lang::English);
    for mv in ["A2", "A1", "T19"] {
        type_in(&mut app, mv);
    }
    let before = screen(&mut app, 80, 24);
    control(&mut app, 't');
    assert!(app.message.0.contains("Chains in atari: 1"), "{}", app.message.0);
    control(&mut app, 't');
    control(&mut app, 't');
    let lit = screen(&mut app, 80, 24);
    assert_ne!(before, lit, "the stone in atari is marked");
    type_in(&mut app, "pass");
    type_in(&mut app, "B1");
    let text = screen(&mut app, 80, 24);
    assert!(text.contains("1 captured") && text.contains("1 taken"), "{text}");
}

#[test]
fn captures_and_stones_of_a_turn_are_on_the_screen() {
    let mut pente = app("pente", Lang::English);
    for mv in ["J10", "K10", "A1", "L10", "M10"] {
        type_in(&mut pente, mv);
    }
    let text = screen(&mut pente, 100, 24);
    assert!(text.contains("2/10 taken") && text.contains("0/10 taken"), "{text}");
    let mut connect6 = app("connect6", Lang::English);
    type_in(&mut connect6, "j10");
    type_in(&mut connect6, "k11");
    assert!(screen(&mut connect6, 100, 24).contains("1 stone left in this turn"));
    type_in(&mut connect6, "l12");
    type_in(&mut connect6, "a1 b1");
    assert_eq!(connect6.session.position.ply(), 5, "{}", connect6.message.0);
}

#[test]
fn records_of_another_game_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    std::fs::write(&path, "(;GM[1]SZ[19];B[pd];W[dp])").unwrap();
    let mut go = app("go", Lang::English);
    type_in(&mut go, &format!(":load {}", path.display()));
    assert_eq!(go.session.position.ply(), 2, "{}", go.message.0);
    assert!(go.session.is_saved());
    let mut other = app("tic-tac-toe", Lang::English);
    type_in(&mut other, &format!(":load {}", path.display()));
    let (text, is_error) = &other.message;
    let why = "that is go (japanese) 19x19, and this board is for tic-tac-toe";
    assert!(*is_error && text.contains(why), "{text}");
}

#[test]
fn a_long_message_goes_on_in_further_lines() {
    let mut app = app("renju", Lang::English);
    let long =
        "the record could not be written: a part of its path is a file and no folder, and nothing was lost";
    app.complain(long.into());
    for (width, height) in [(80, 24), (40, 24), (30, 30)] {
        let text = screen(&mut app, width, height);
        let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(long), "{width}x{height}:\n{text}");
    }
    // The choices of an opening rule, too.
    let mut swap2 = super::tests::app("gomoku:freestyle+swap2", Lang::English);
    for mv in ["h8", "i9", "g7"] {
        type_in(&mut swap2, mv);
    }
    let text = screen(&mut swap2, 60, 30);
    assert!(
        text.split_whitespace().collect::<Vec<_>>().join(" ").contains("two-more (place two more stones)"),
        "{text}"
    );
}

/// A choice of an opening rule is in words in the lists of the panel too, and no move of the list is cut off.
#[test]
fn choices_are_in_words_in_the_panel() {
    for (lang, words) in [(Lang::English, "place two more stones"), (Lang::SimplifiedChinese, "再摆两子")]
    {
        let mut app = app("gomoku:freestyle+swap2", lang);
        for mv in ["h8", "i9", "g7"] {
            type_in(&mut app, mv);
        }
        app.study.on = true;
        let position = app.session.position.clone();
        let mut analysis = found(&app, "two-more", Score::Estimate { value: 0.0, win: 0.5 });
        analysis.lines[0].moves.truncate(1);
        app.study.learn(&position, analysis);
        let squeezed = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        // A character of two columns is followed by an empty one in the memory of the terminal.
        let has = |text: &str, part: &str| text.replace(' ', "").contains(&part.replace(' ', ""));
        let text = screen(&mut app, 100, 30);
        assert!(has(&text, &format!("1 {words}")), "{text}");
        assert!(!text.lines().any(|line| line.contains("1 two-more")), "{text}");
        for mv in ["two-more", "j10", "f6", "white"] {
            type_in(&mut app, mv);
        }
        app.study.on = false;
        for width in [60, 80, 100] {
            let text = squeezed(screen(&mut app, width, 40));
            assert!(has(&text, words) && !text.contains("two-more"), "{text}");
            assert!(has(&text, "4 j10") && has(&text, "5 f6"), "{width}: {text}");
        }
    }
}

/// Lines that are ranked by playouts say so: their chances need not fall.
#[test]
fn lines_by_playouts_say_so() {
    let mut app = app("go", Lang::English);
    app.study.on = true;
    let position = app.session.position.clone();
    let mut analysis = found(&app, "Q16", Score::Estimate { value: 0.0, win: 0.5 });
    analysis.lines.push(analysis.lines[0].clone());
    app.study.learn(&position, analysis.clone());
    assert!(!screen(&mut app, 100, 30).contains("ranked by"));
    analysis.standard_error = Some(0.01);
    app.study.learn(&position, analysis.clone());
    let text = screen(&mut app, 100, 30);
    assert!(text.contains("ranked by playouts and win rate"), "{text}");
    for (lang, head) in [
        (Lang::English, "ranked by playouts and win rate:\n"),
        (Lang::SimplifiedChinese, "按模拟次数与胜率排序：\n"),
        (Lang::TraditionalChinese, "按模擬次數與勝率排序：\n"),
        (Lang::Japanese, "プレイアウト数と勝率による順位：\n"),
    ] {
        let text = crate::commands::analyze::to_text(&position, &analysis, false, lang);
        assert!(text.starts_with(&format!("{head} 1. ")), "{text}");
        let text = crate::commands::analyze::to_text(
            &position,
            &Analysis { standard_error: None, ..analysis.clone() },
            false,
            lang,
        );
        assert!(text.starts_with(" 1. "), "{text}");
    }
}

/// What lies over the board goes with a key, and a key that takes back does so all the same.
#[test]
fn a_move_is_taken_back_under_a_window() {
    let mut app = app("gomoku", Lang::English);
    for key in [(KeyCode::Backspace, KeyModifiers::NONE), (KeyCode::Char('z'), KeyModifiers::CONTROL)] {
        type_in(&mut app, "h8");
        app.popup = Some(Popup::Keys);
        press(&mut app, KeyCode::Esc, KeyModifiers::NONE);
        assert!(app.popup.is_none() && app.session.position.ply() == 1);
        app.popup = Some(Popup::Keys);
        press(&mut app, key.0, key.1);
        assert!(app.popup.is_none() && app.session.position.ply() == 0, "{key:?}");
    }
}

/// h, j, k and l move the cursor, but a word or a point may begin with them.
#[test]
fn every_word_can_be_typed() {
    let mut app = app("gomoku", Lang::English);
    screen(&mut app, 100, 40);
    let start = app.cursor;
    type_in(&mut app, "help");
    assert!(matches!(app.popup, Some(Popup::Keys)));
    press(&mut app, KeyCode::Esc, KeyModifiers::NONE);
    for (point, moves) in [("l5", "l5"), ("j10", "l5 j10")] {
        type_in(&mut app, point);
        assert_eq!(app.session.moves_text(Lang::English), moves);
    }
    press(&mut app, KeyCode::Char('l'), KeyModifiers::NONE);
    let after = app.cursor;
    press(&mut app, KeyCode::Char('l'), KeyModifiers::NONE);
    press(&mut app, KeyCode::Char('h'), KeyModifiers::NONE);
    assert_eq!(
        (app.cursor, app.typed.as_deref()),
        (after, None),
        "letters of the cursor alone still move it"
    );
    // The step that a word began with is taken back.
    press(&mut app, KeyCode::Char('l'), KeyModifiers::NONE);
    type_in(&mut app, "oad no-such-file");
    assert_eq!(app.cursor, after);
    assert!(app.message.1 && app.message.0.contains("no-such-file"), "{:?} from {start:?}", app.message);
}

/// A board that is higher than the window keeps the letters of its columns.
#[test]
fn a_low_window_shows_the_letters_of_the_columns() {
    let mut app = app("go", Lang::English);
    app.cursor = Point::new(3, 3);
    let text = screen(&mut app, 60, 20);
    let letters: Vec<&str> = text.lines().filter(|line| line.contains("A B C D E F G H J")).collect();
    assert_eq!(letters.len(), 1, "{text}");
    // A click on them is none on the board.
    let row = text.lines().position(|line| line.contains("A B C D")).unwrap() as u16;
    let before = app.session.position.ply();
    click(&mut app, letters[0].find('D').unwrap() as u16, row);
    assert_eq!(app.session.position.ply(), before);
    assert_eq!(screen(&mut app, 60, 40).matches("A B C D E F G H J").count(), 1);
}

/// After two passes the screen says which words end the count, and takes them.
#[test]
fn a_count_is_shown_and_agreed_to() {
    let mut app = app("go", Lang::English);
    for text in ["count", "pass", "pass"] {
        type_in(&mut app, text);
        let wanted = if text == "count" { "counted after both sides have passed" } else { "pass" };
        assert!(screen(&mut app, 120, 40).contains(wanted), "{text}");
    }
    assert!(screen(&mut app, 120, 40).contains("accept agrees to it"));
    type_in(&mut app, "score");
    assert!(screen(&mut app, 120, 40).contains("white wins by 7.5"));
    type_in(&mut app, "accept");
    assert!(screen(&mut app, 120, 40).contains("agreed: white wins by 7.5"));
}
