//! Keys and the mouse at the board.

use super::screen::{App, Popup};
use super::words::{Word, read};
use crate::i18n::{Lang, Say as _, tr};
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use tengen_board::{Cell, Point};
use tengen_games::{Feature, Game, Move};

/// Every key and what it does, for the list that `?` shows.
pub(super) fn list(lang: Lang) -> Vec<(String, String)> {
    let key = |key: [&'static str; 3], does: [&'static str; 3]| {
        let pick = |[en, zh, ja]: [&'static str; 3]| lang.pick(en, zh, ja).to_string();
        (pick(key), pick(does))
    };
    let same = |key: &'static str| [key; 3];
    vec![
        (tr!(lang, KeyMove), tr!(lang, KeyMoveDoes)),
        (tr!(lang, KeyPlay) + lang.comma() + &tr!(lang, KeyMouse), tr!(lang, KeyPlayDoes)),
        (tr!(lang, KeyType), tr!(lang, KeyTypeDoes)),
        key(same("Ctrl-P"), ["pass", "停一手", "パス"]),
        (tr!(lang, KeyUndo), tr!(lang, KeyUndoDoes)),
        (tr!(lang, KeyRedo), tr!(lang, KeyRedoDoes)),
        key(
            ["PgUp PgDn, wheel", "PgUp PgDn、滚轮", "PgUp PgDn、ホイール"],
            ["look one move back, forward", "前后翻看一手", "1手戻る・進む"],
        ),
        key(same("Home End"), ["look at start, end", "看开头、结尾", "最初・最後へ"]),
        key(same("[ ]"), ["other variation", "其他变化", "ほかの変化"]),
        key(same("Ctrl-G"), ["go on; play the best move", "继续；下引擎的首选", "再開、エンジンの手を打つ"]),
        (tr!(lang, KeyHint), tr!(lang, KeyHintDoes)),
        key(same("Ctrl-A"), ["analysis on, off", "分析面板开关", "解析パネル"]),
        key(same("Ctrl-B"), ["best line on the board", "在棋盘上显示最佳变化", "最善の進行を盤に表示"]),
        key(same("Ctrl-W"), ["why? in words", "为什么？文字说明", "なぜ？ 文章で説明"]),
        key(same("Ctrl-T"), ["threats, mobility, atari", "威胁、行动力、打吃", "勝ち筋、着手可能、アタリ"]),
        (tr!(lang, KeyNumbers), tr!(lang, KeyNumbersDoes)),
        key(same("Ctrl-E"), ["set a position up", "摆子", "配置"]),
        key(same("Ctrl-O"), ["load a record", "打开棋谱", "棋譜を開く"]),
        (tr!(lang, KeySave), tr!(lang, KeySaveDoes)),
        key(
            ["resign, dead D4, count, accept", "认输、死子 D4、数子、同意", "投了、死石D4、整地、同意"],
            ["typed as words", "键入文字", "文字で入力"],
        ),
        (tr!(lang, KeyQuit), tr!(lang, KeyQuitDoes)),
    ]
}

impl App {
    pub(super) fn hear(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            _ => {}
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        if self.popup.is_some() {
            if matches!(mouse.kind, MouseEventKind::Down(_)) {
                self.popup = None;
            }
            return;
        }
        match mouse.kind {
            MouseEventKind::ScrollUp if self.bench.is_none() => return self.look(-1),
            MouseEventKind::ScrollDown if self.bench.is_none() => return self.look(1),
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(ply) = self.graph_ply(mouse.column, mouse.row) {
                    let by = ply as isize - self.session.position.ply() as isize;
                    return self.look(by);
                }
            }
            _ => {}
        }
        let Some(point) = self.canvas.point_at(mouse.column, mouse.row) else { return };
        match (mouse.kind, &mut self.bench) {
            (MouseEventKind::Moved, _) => self.cursor = point,
            (MouseEventKind::Down(MouseButton::Left), None) => {
                self.cursor = point;
                self.choose();
            }
            (MouseEventKind::Down(button), Some(bench)) => {
                self.cursor = point;
                let other = match (button, bench.brush) {
                    (MouseButton::Left, brush) => brush,
                    (_, Cell::Black) => Cell::White,
                    _ => Cell::Black,
                };
                bench.touch(self.session.position.size().index(point), other);
            }
            _ => {}
        }
    }

    /// Plays at the cursor, or marks the chain there as dead once a game of Go is over.
    fn choose(&mut self) {
        let position = &self.session.position;
        if let Some(bench) = &mut self.bench {
            let brush = bench.brush;
            bench.touch(position.size().index(self.cursor), brush);
            return;
        }
        if position.is_over() && position.spec().has(Feature::Territory) {
            self.mark_dead(Some(self.cursor));
            return;
        }
        let falls = position.spec().has(Feature::Gravity);
        let mut at = self.cursor;
        if falls {
            // A stone dropped anywhere into a column falls to its lowest empty point.
            let mut legal = Vec::new();
            position.legal_moves_into(&mut legal);
            at = legal.iter().filter_map(|mv| mv.point()).find(|p| p.col == at.col).unwrap_or(at);
        }
        self.do_word(Word::Move(Move::Place(at)));
    }

    fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let jumped = self.jumped_from.take();
        if control && matches!(key.code, KeyCode::Char('c' | 'q')) {
            self.quit = true;
            return;
        }
        // What lies over the board goes with the next key, which does nothing else unless it takes back or plays again.
        let goes_on =
            matches!((key.code, control), (KeyCode::Backspace, _) | (KeyCode::Char('z' | 'y'), true));
        if self.popup.take().is_some() && !goes_on {
            return;
        }
        if self.typed.is_some() && !control {
            self.type_key(key.code);
            return;
        }
        if self.bench.is_some() && self.bench_key(key.code, control) {
            return;
        }
        match (key.code, control) {
            (KeyCode::Char('z'), true) => self.do_word(Word::Undo),
            (KeyCode::Char('y'), true) => self.do_word(Word::Redo),
            (KeyCode::Char('s'), true) => self.do_word(Word::Save(None)),
            (KeyCode::Char('n'), true) => self.do_word(Word::Numbers),
            (KeyCode::Char('p'), true) => self.do_word(Word::Move(Move::Pass)),
            (KeyCode::Char('a'), true) => self.do_word(Word::Analyze),
            (KeyCode::Char('w'), true) => self.do_word(Word::Why),
            (KeyCode::Char('e'), true) => self.do_word(Word::SetUp),
            (KeyCode::Char('g'), true) => self.do_word(Word::Go),
            (KeyCode::Char('b'), true) => self.line_shown = !self.line_shown,
            (KeyCode::Char('t'), true) => self.next_overlay(),
            (KeyCode::Char('o'), true) => {
                self.typed = Some(self.lang.pick("load ", "打开 ", "開く ").into());
                self.say(tr!(self.lang, LoadWhich));
            }
            (_, true) => {}
            (KeyCode::Left | KeyCode::Char('h'), _) => self.go(0, -1, key.code),
            (KeyCode::Right | KeyCode::Char('l'), _) => self.go(0, 1, key.code),
            (KeyCode::Up | KeyCode::Char('k'), _) => self.go(-1, 0, key.code),
            (KeyCode::Down | KeyCode::Char('j'), _) => self.go(1, 0, key.code),
            (KeyCode::Enter | KeyCode::Char(' '), _) => self.choose(),
            (KeyCode::Backspace, _) => self.do_word(Word::Undo),
            (KeyCode::Tab, _) => self.do_word(Word::Hint),
            (KeyCode::F(1) | KeyCode::Char('?'), _) => self.popup = Some(Popup::Keys),
            (KeyCode::PageUp, _) => self.look(-1),
            (KeyCode::PageDown, _) => self.look(1),
            (KeyCode::Home, _) => self.look(-(self.session.position.ply() as isize)),
            (KeyCode::End, _) => self.look(self.session.past.len() as isize),
            (KeyCode::Char('['), _) => self.variation(-1),
            (KeyCode::Char(']'), _) => self.variation(1),
            (KeyCode::Char(':' | '/'), _) => self.typed = Some(String::new()),
            (KeyCode::Char(next), _) => match jumped {
                // h was a step to the left, but h8 is a point and help a word: the step is taken back.
                Some((letter, from)) => {
                    self.cursor = from;
                    self.typed = Some(format!("{letter}{next}"));
                }
                None => self.typed = Some(next.to_string()),
            },
            _ => {}
        }
    }

    /// A key while a position is set up. Whether it meant something there.
    fn bench_key(&mut self, key: KeyCode, control: bool) -> bool {
        let Some(bench) = &mut self.bench else { return false };
        match (key, control) {
            (KeyCode::Tab, _) => bench.next_brush(),
            (KeyCode::Char('t'), _) => bench.to_move = !bench.to_move,
            (KeyCode::Char('x'), _) => bench.clear(),
            (KeyCode::Char('e'), true) => self.end_set_up(),
            (KeyCode::Esc, _) => {
                self.bench = None;
                self.say(String::new());
            }
            (KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down, false) => return false,
            (KeyCode::Char('h' | 'j' | 'k' | 'l' | ' ' | '?') | KeyCode::Enter, false) => return false,
            _ => {}
        }
        true
    }

    fn go(&mut self, row: i32, col: i32, key: KeyCode) {
        let from: Point = self.cursor;
        if let KeyCode::Char(letter) = key {
            self.jumped_from = Some((letter, from));
        }
        if let Some(to) = self.session.position.size().offset(from, row, col) {
            self.cursor = to;
        }
    }

    fn type_key(&mut self, key: KeyCode) {
        let Some(typed) = &mut self.typed else { return };
        match key {
            KeyCode::Char(c) if typed.len() < 256 => typed.push(c),
            KeyCode::Backspace => {
                typed.pop();
                if typed.is_empty() {
                    self.typed = None;
                }
            }
            KeyCode::Esc => self.typed = None,
            KeyCode::Enter => {
                let text = self.typed.take().unwrap_or_default();
                match read(&text, &self.session.position) {
                    Ok(word) => self.do_word(word),
                    Err(e) => {
                        let text = self.lang.not_a_move(&e);
                        self.complain(text);
                    }
                }
            }
            _ => {}
        }
    }
}
