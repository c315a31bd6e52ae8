//! The game on a full terminal screen: board, clocks, moves, keys, mouse.

use super::canvas::{Canvas, split};
use super::session::{Seat, Session, end_text};
use super::thinker::{News, Thinker};
use super::words::{Word, read};
use crate::commands::show::{choices, standing};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, tr};
use crate::{Context, interrupt};
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
    MouseButton, MouseEventKind,
};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color as Paint, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use ratatui::{DefaultTerminal, Frame};
use std::time::{Duration, Instant};
use tengen::players;
use tengen_board::{Color, Point};
use tengen_engine::{Analysis, Limits};
use tengen_games::{Game, GameSpec, Move, Player};
use tengen_render::{Numbers, Scene};

/// The terminal as a screen, given back to the shell however the program ends.
pub(crate) fn on_screen<T>(work: impl FnOnce(&mut DefaultTerminal) -> Result<T, Fail>) -> Result<T, Fail> {
    // The hook that ratatui installs gives the terminal back after a panic, too.
    let mut terminal = ratatui::try_init().map_err(Fail::output)?;
    let _ = crossterm::execute!(std::io::stdout(), EnableMouseCapture);
    let done = work(&mut terminal);
    let _ = crossterm::execute!(std::io::stdout(), DisableMouseCapture);
    ratatui::restore();
    done
}

pub(crate) fn run(session: Session, ascii: bool, context: Context) -> Result<u8, Fail> {
    let stop = interrupt::stop();
    let mut app = App {
        cursor: session.position.size().center(),
        session,
        ascii,
        color: context.color.on_stdout(),
        lang: context.lang,
        canvas: Canvas::default(),
        typed: None,
        jumped_from: None,
        message: (tr!(context.lang, EnterMove), false),
        numbers: false,
        hint: None,
        advice: None,
        quit: false,
    };
    on_screen(|terminal| {
        while !app.quit && !stop.is_raised() {
            app.advance();
            terminal.draw(|frame| app.draw(frame)).map_err(Fail::output)?;
            if event::poll(Duration::from_millis(60)).map_err(Fail::output)? {
                // Everything that is waiting at once, so that a held key does not lag behind.
                loop {
                    let event = event::read().map_err(Fail::output)?;
                    app.hear(event);
                    if app.quit || !event::poll(Duration::ZERO).map_err(Fail::output)? {
                        break;
                    }
                }
            }
        }
        Ok(())
    })?;
    // Back in the shell: how it ended, and nothing that was played is lost.
    let lang = app.lang;
    if let Some(end) = app.session.end() {
        println!("{}", end_text(end, lang));
    }
    if !app.session.is_saved() {
        println!("{}", tr!(lang, QuitUnsaved, moves = app.session.moves_text(lang)));
    }
    Ok(code::OK)
}

struct App {
    session: Session,
    cursor: Point,
    ascii: bool,
    color: bool,
    lang: Lang,
    canvas: Canvas,
    /// What is being typed.
    typed: Option<String>,
    /// The letter that was just pressed as a direction, and where the cursor was: a digit after it makes it a column.
    jumped_from: Option<(char, Point)>,
    /// The last thing said, and whether it is a complaint.
    message: (String, bool),
    numbers: bool,
    /// The engine that looks for a hint.
    hint: Option<Thinker>,
    /// What it found for this position.
    advice: Option<Analysis>,
    quit: bool,
}

impl App {
    fn say(&mut self, text: String) {
        self.message = (text, false);
    }

    fn complain(&mut self, text: String) {
        self.message = (text, true);
    }

    /// Lets the engines and the clocks go on.
    fn advance(&mut self) {
        let was_over = self.session.end().is_some();
        self.session.tick(Instant::now());
        if !was_over && self.session.end().is_some() {
            self.ended();
        }
        self.engine_turn();
        self.hear_hint();
    }

    fn engine_turn(&mut self) {
        if !self.session.engine_to_move() {
            return;
        }
        let limits = self.session.limits();
        let position = self.session.position.clone();
        let player = position.player_to_move();
        let Seat::Engine(thinker) = &mut self.session.seats[player as usize] else { return };
        if !thinker.is_about(&position) {
            thinker.start(&position, limits);
        }
        let mut decided = None;
        while let Some(news) = thinker.poll() {
            if let News::Done(found) = news {
                decided = Some(found);
            }
        }
        match decided {
            None => {}
            Some(Ok(Analysis { best: Some(mv), .. })) => self.play(mv, false),
            Some(Ok(_)) => self.session.resign(),
            Some(Err(e)) => {
                let text = self.lang.engine_error(&e);
                self.complain(text);
                self.session.seats[player as usize] = Seat::Person;
            }
        }
    }

    fn hear_hint(&mut self) {
        let Some(thinker) = &mut self.hint else { return };
        let mut latest = None;
        let mut done = false;
        while let Some(news) = thinker.poll() {
            match news {
                News::SoFar(found) => latest = Some(found),
                News::Done(found) => {
                    done = true;
                    latest = found.ok().or(latest);
                }
            }
        }
        if let Some(found) = latest {
            if let (Some(mv), Some(score)) = (found.best, found.score()) {
                let text = self.session.position.format_move(mv);
                self.say(tr!(self.lang, Hint, text = text, score = self.lang.score(score)));
            }
            self.advice = Some(found);
        }
        if done {
            self.hint = None;
        }
    }

    /// Plays a move; the cursor goes to it where it was a person's.
    fn play(&mut self, mv: Move, by_person: bool) {
        let lang = self.lang;
        if self.session.end().is_some() && self.session.position.outcome().is_none() {
            self.complain(tr!(lang, WhyGameOver));
            return;
        }
        let color = lang.color(self.session.position.to_move());
        let text = self.session.position.format_move(mv);
        match self.session.play(mv) {
            Ok(_) => {
                self.changed();
                if let Some(point) = mv.point().filter(|_| by_person) {
                    self.cursor = point;
                }
                let number = self.session.position.ply();
                self.say(tr!(lang, PlayedMove, number = number, color = color, text = text));
                if let Err(e) = self.session.autosave(lang) {
                    self.complain(e.what);
                }
                if self.session.end().is_some() {
                    self.ended();
                }
            }
            Err(e) => self.complain(lang.illegal(&e)),
        }
    }

    fn ended(&mut self) {
        if let Err(e) = self.session.autosave(self.lang) {
            self.complain(e.what);
        } else if matches!(self.session.position.spec(), GameSpec::Go(_)) && self.session.position.is_over() {
            self.say(tr!(self.lang, MarkDead));
        }
    }

    /// The position is another one: advice about the old one is gone.
    fn changed(&mut self) {
        self.hint = None;
        self.advice = None;
    }

    fn do_word(&mut self, word: Word) {
        let lang = self.lang;
        match word {
            Word::Nothing | Word::Board => {}
            Word::Move(_) if self.session.engine_to_move() => {
                let engine = self.session.name(self.session.position.player_to_move(), lang);
                self.complain(tr!(lang, NotYourTurn, engine = engine));
            }
            Word::Move(mv) => self.play(mv, true),
            Word::Undo => {
                let back = self.session.undo();
                self.changed();
                if back.is_empty() {
                    self.complain(tr!(lang, NothingToUndo));
                } else {
                    let text = self.names(&back);
                    self.say(tr!(lang, Undone, text = text));
                }
            }
            Word::Redo => {
                let again = self.session.redo();
                self.changed();
                if again.is_empty() {
                    self.complain(tr!(lang, NothingToRedo));
                } else {
                    let text = self.names(&again);
                    self.say(tr!(lang, Redone, text = text));
                }
            }
            Word::Hint => self.ask_hint(),
            Word::Moves => self.say(tr!(lang, MovesWere, moves = self.session.moves_text(lang))),
            Word::Numbers => self.numbers = !self.numbers,
            Word::Save(path) => match self.session.save(path.as_deref(), lang) {
                Ok(Some(path)) => self.say(tr!(lang, Saved, file = path.display())),
                Ok(None) => {
                    self.typed = Some("save ".into());
                    self.say(tr!(lang, SaveWhere));
                }
                Err(e) => self.complain(e.what),
            },
            Word::Resign => self.session.resign(),
            Word::Dead(mv) => self.mark_dead(mv.point()),
            Word::Help => {
                let position = &self.session.position;
                let example = position.coords().format(position.size().center(), position.size());
                self.say(tr!(lang, LineHelp, example = example));
            }
            Word::Quit => self.quit = true,
        }
    }

    fn mark_dead(&mut self, point: Option<Point>) {
        if !point.is_some_and(|p| self.session.toggle_dead(p)) {
            self.complain(tr!(self.lang, NoDead));
        }
    }

    fn names(&self, moves: &[Move]) -> String {
        moves.iter().map(|&mv| self.session.position.format_move(mv)).collect::<Vec<_>>().join(" ")
    }

    fn ask_hint(&mut self) {
        let lang = self.lang;
        if self.session.end().is_some() {
            self.complain(tr!(lang, WhyGameOver));
            return;
        }
        match players::strongest(&self.session.position.spec()) {
            Err(e) => self.complain(lang.player_error(&e)),
            Ok(player) => {
                let mut thinker = Thinker::new(player);
                let limits = Limits { time: Some(Duration::from_secs(2)), lines: 3, ..Limits::default() };
                thinker.start(&self.session.position, limits);
                self.hint = Some(thinker);
                self.say(tr!(lang, AskedAgain));
            }
        }
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => {
                let Some(point) = self.canvas.point_at(mouse.column, mouse.row) else { return };
                match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => {
                        self.cursor = point;
                        self.choose();
                    }
                    MouseEventKind::Moved => self.cursor = point,
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Plays at the cursor, or marks the chain there as dead once a game of Go is over.
    fn choose(&mut self) {
        if self.session.position.is_over() && matches!(self.session.position.spec(), GameSpec::Go(_)) {
            self.mark_dead(Some(self.cursor));
            return;
        }
        let falls = matches!(self.session.position.spec(), GameSpec::Mnk(rules) if rules.gravity);
        let mut at = self.cursor;
        if falls {
            // A stone dropped anywhere into a column falls to its lowest empty point.
            let mut legal = Vec::new();
            self.session.position.legal_moves(&mut legal);
            at = legal.iter().filter_map(|mv| mv.point()).find(|p| p.col == at.col).unwrap_or(at);
        }
        self.do_word(Word::Move(Move::Place(at)));
    }

    fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let jumped = self.jumped_from.take();
        match (key.code, control) {
            (KeyCode::Char('c' | 'q'), true) => self.quit = true,
            (KeyCode::Char('z'), true) => self.do_word(Word::Undo),
            (KeyCode::Char('y'), true) => self.do_word(Word::Redo),
            (KeyCode::Char('s'), true) => self.do_word(Word::Save(None)),
            (KeyCode::Char('n'), true) => self.do_word(Word::Numbers),
            (KeyCode::Char('p'), true) => self.do_word(Word::Move(Move::Pass)),
            (_, true) => {}
            _ if self.typed.is_some() => self.type_key(key.code),
            (KeyCode::Left | KeyCode::Char('h'), _) => self.go(0, -1, key.code),
            (KeyCode::Right | KeyCode::Char('l'), _) => self.go(0, 1, key.code),
            (KeyCode::Up | KeyCode::Char('k'), _) => self.go(-1, 0, key.code),
            (KeyCode::Down | KeyCode::Char('j'), _) => self.go(1, 0, key.code),
            (KeyCode::Enter | KeyCode::Char(' '), _) => self.choose(),
            (KeyCode::Backspace, _) => self.do_word(Word::Undo),
            (KeyCode::Tab | KeyCode::Char('?'), _) => self.do_word(Word::Hint),
            (KeyCode::F(1), _) => self.do_word(Word::Help),
            (KeyCode::Char(':' | '/'), _) => self.typed = Some(String::new()),
            (KeyCode::Char(digit @ '0'..='9'), _) => match jumped {
                // h was a step to the left, but h8 is a point: the step is taken back.
                Some((letter, from)) => {
                    self.cursor = from;
                    self.typed = Some(format!("{letter}{digit}"));
                }
                None => self.typed = Some(digit.to_string()),
            },
            (KeyCode::Char(letter), _) => self.typed = Some(letter.to_string()),
            _ => {}
        }
    }

    fn go(&mut self, row: i32, col: i32, key: KeyCode) {
        let from = self.cursor;
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
                        let text = self.lang.not_a_move(&e, &self.session.position);
                        self.complain(text);
                    }
                }
            }
            _ => {}
        }
    }

    fn scene(&self) -> Scene {
        let position = &self.session.position;
        let numbers = if self.numbers { Numbers::All } else { Numbers::None };
        let mut scene = Scene::of(position).with_numbers(position, numbers).with_forbidden(position);
        if matches!(position.spec(), GameSpec::Othello(_)) && !self.session.engine_to_move() {
            scene = scene.with_hints(position);
        }
        if let Some(advice) = &self.advice {
            scene = scene.with_analysis(advice, 3);
            // Ranks rather than scores: one character each, so that the board keeps its width.
            for (i, candidate) in scene.candidates.iter_mut().enumerate() {
                candidate.text = (i + 1).to_string();
            }
        }
        for &point in &self.session.dead {
            scene.marks.push((point, tengen_records::Mark::Cross));
        }
        scene
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let scene = self.scene();
        let size = Canvas::size(&scene, self.ascii);
        let area = frame.area();
        let [top, rest, bottom] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(3), Constraint::Length(2)]).areas(area);
        let (board, side) = split(rest, size);
        self.title(frame, top, side.is_none());
        let cursor = (!self.session.engine_to_move()).then_some(self.cursor);
        self.canvas.paint(frame, board, &scene, cursor, self.ascii, self.color);
        if let Some(side) = side {
            self.side(frame, side);
        }
        self.bottom(frame, bottom);
    }

    fn title(&self, frame: &mut Frame<'_>, area: Rect, short: bool) {
        let lang = self.lang;
        let mut spans = vec![Span::styled(
            lang.spec(&self.session.position.spec()),
            Style::default().add_modifier(Modifier::BOLD),
        )];
        if short {
            spans.push(Span::raw(format!("   {}", self.standing())));
        } else {
            spans.push(Span::raw(format!("   {}", super::who(&self.session, lang))));
        }
        frame.render_widget(Line::from(spans), area);
    }

    fn standing(&self) -> String {
        match self.session.end() {
            Some(end) => end_text(end, self.lang),
            None => standing(&self.session.position, self.lang),
        }
    }

    fn side(&self, frame: &mut Frame<'_>, area: Rect) {
        let lang = self.lang;
        let now = Instant::now();
        let mut lines = vec![Line::default()];
        for player in [Player::First, Player::Second] {
            let color = self.session.position.color_of(player);
            let disc = match color {
                Some(Color::Black) => "●",
                Some(Color::White) => "○",
                None => "◐",
            };
            let to_move = self.session.end().is_none() && self.session.position.player_to_move() == player;
            let mut text =
                format!("{} {disc} {}", if to_move { "▸" } else { " " }, self.session.name(player, lang));
            if let Some(clock) = &self.session.clock {
                text.push_str(&format!("  {}", lang.time(clock.left(player, now))));
            }
            let style =
                if to_move { Style::default().add_modifier(Modifier::BOLD) } else { Style::default() };
            lines.push(Line::styled(text, style));
        }
        lines.push(Line::default());
        let strong = Style::default().add_modifier(Modifier::BOLD);
        lines.push(Line::styled(
            self.standing(),
            if self.session.end().is_some() { strong } else { Style::default() },
        ));
        if let tengen_games::AnyPosition::Othello(othello) = &self.session.position {
            lines.push(Line::raw(format!(
                "● {}  ○ {}",
                othello.discs(Color::Black),
                othello.discs(Color::White)
            )));
        }
        lines.push(Line::default());
        lines.push(Line::styled(tr!(lang, ScreenMoves), dim()));
        lines.extend(self.move_list(area));
        lines.push(Line::default());
        let keys: [(String, String); 9] = [
            (tr!(lang, KeyMove), tr!(lang, KeyMoveDoes)),
            (format!("{}, {}", tr!(lang, KeyPlay), tr!(lang, KeyMouse)), tr!(lang, KeyPlayDoes)),
            (tr!(lang, KeyType), tr!(lang, KeyTypeDoes)),
            (tr!(lang, KeyUndo), tr!(lang, KeyUndoDoes)),
            (tr!(lang, KeyRedo), tr!(lang, KeyRedoDoes)),
            (tr!(lang, KeyHint), tr!(lang, KeyHintDoes)),
            (tr!(lang, KeyNumbers), tr!(lang, KeyNumbersDoes)),
            (tr!(lang, KeySave), tr!(lang, KeySaveDoes)),
            (tr!(lang, KeyQuit), tr!(lang, KeyQuitDoes)),
        ];
        lines.extend(key_lines(&keys));
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
    }

    /// The last moves, as many as there is room for.
    fn move_list(&self, area: Rect) -> Vec<Line<'static>> {
        let position = &self.session.position;
        let moves = position.moves();
        let room = usize::from(area.height).saturating_sub(19).max(2);
        let words: Vec<String> = moves
            .iter()
            .enumerate()
            .map(|(i, &mv)| format!("{:>3} {:<5}", i + 1, position.format_move(mv)))
            .collect();
        let per_line = (usize::from(area.width) / 10).clamp(1, 4) & !1;
        let rows: Vec<String> = words.chunks(per_line.max(1)).map(|c| c.concat()).collect();
        let from = rows.len().saturating_sub(room);
        rows[from..].iter().map(|row| Line::raw(row.trim_end().to_string())).collect()
    }

    fn bottom(&self, frame: &mut Frame<'_>, area: Rect) {
        let [first, second] = Layout::vertical([Constraint::Length(1), Constraint::Length(1)]).areas(area);
        let thinking = self.session.engine_to_move() && self.session.end().is_none();
        let (text, complaint) = &self.message;
        let style = match (complaint, self.color) {
            (true, true) => Style::default().fg(Paint::Red).add_modifier(Modifier::BOLD),
            (true, false) => Style::default().add_modifier(Modifier::BOLD),
            _ => Style::default(),
        };
        frame.render_widget(Line::styled(text.clone(), style), first);
        let line = match &self.typed {
            Some(typed) => Line::from(vec![
                Span::styled("› ", Style::default().add_modifier(Modifier::BOLD)),
                Span::raw(typed.clone()),
                Span::styled(" ", Style::default().add_modifier(Modifier::REVERSED)),
            ]),
            None if thinking => {
                let engine = self.session.name(self.session.position.player_to_move(), self.lang);
                Line::styled(format!("{} …", tr!(self.lang, Thinking, engine = engine)), dim())
            }
            None => {
                let at = self.session.position.coords().format(self.cursor, self.session.position.size());
                let decision = if choices(&self.session.position).is_empty() {
                    String::new()
                } else {
                    format!("   {}", standing(&self.session.position, self.lang))
                };
                Line::styled(format!("{at}{decision}"), dim())
            }
        };
        frame.render_widget(line, second);
    }
}

pub(crate) fn dim() -> Style {
    Style::default().add_modifier(Modifier::DIM)
}

/// Keys and what they do, in two columns.
pub(crate) fn key_lines(keys: &[(String, String)]) -> Vec<Line<'static>> {
    use unicode_width::UnicodeWidthStr;
    let widest = keys.iter().map(|(key, _)| key.width()).max().unwrap_or(0);
    keys.iter()
        .map(|(key, does)| {
            let pad = " ".repeat(widest - key.width() + 2);
            Line::from(vec![Span::raw(format!("{key}{pad}")), Span::styled(does.clone(), dim())])
        })
        .collect()
}
