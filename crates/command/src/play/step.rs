//! Stepping through records: on a screen with keys, or all moves at once where there is none.

use super::canvas::{Canvas, split};
use super::draw::{dim, key_lines};
use super::screen::on_screen;
use crate::cli::ReplayArgs;
use crate::commands::show::{caption, standing};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, Say as _, tr};
use crate::input::Input;
use crate::numbering::last_number;
use crate::{Context, interrupt};
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use std::io::{IsTerminal, Write};
use std::time::Duration;
use tengen_games::{Game, GameSpec};
use tengen_records::{Format, NodeId, ReadOptions, Record, Tree};
use tengen_render::{Numbers, Scene, text};

pub(crate) fn run(
    args: &ReplayArgs,
    spec: Option<GameSpec>,
    from: Option<Format>,
    context: Context,
) -> Result<u8, Fail> {
    let lang = context.lang;
    let mut records = Vec::new();
    let mut noted = false;
    for path in &args.paths {
        let input = Input::read(path, lang)?;
        let format = match from {
            Some(format) => format,
            None => input.format(None, lang)?,
        };
        let options = ReadOptions { lenient: args.lenient, spec: spec.clone(), ..ReadOptions::default() };
        let read = input.records(format, &options, lang)?;
        for w in &read.warnings {
            let place = tr!(lang, AtPlace, file = input.name, place = lang.place(w.at));
            context.warn(place + lang.colon() + &lang.warning(w));
        }
        for mut record in read.records {
            if let Some(note) = args.game.obey(&mut record, lang)?.filter(|_| !noted) {
                context.note(Msg::Note, note);
                noted = true;
            }
            records.push(record);
        }
    }
    let count = records.len();
    if count == 0 {
        return Err(Fail::input(tr!(lang, NothingToCheck)));
    }
    if !(1..=count).contains(&args.record) {
        let file = args.paths[0].display();
        return Err(Fail::usage(tr!(lang, NoSuchRecord, file = file, count = count, wanted = args.record)));
    }
    if !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
        return print(&records[args.record - 1], args.ascii, context);
    }
    let mut app = App {
        at: records[args.record - 1].tree.path(Tree::ROOT),
        records,
        index: args.record - 1,
        ascii: args.ascii,
        color: context.color.on_stdout(),
        lang,
        numbers: false,
        canvas: Canvas::default(),
        quit: false,
    };
    let stop = interrupt::stop();
    on_screen(|terminal| {
        while !app.quit && !stop.is_raised() {
            terminal.draw(|frame| app.draw(frame)).map_err(Fail::output)?;
            if event::poll(Duration::from_millis(200)).map_err(Fail::output)?
                && let Event::Key(key) = event::read().map_err(Fail::output)?
                && key.kind != KeyEventKind::Release
            {
                app.key(key.code, key.modifiers.contains(KeyModifiers::CONTROL));
            }
        }
        Ok(())
    })?;
    Ok(code::OK)
}

/// Without a screen: who played, the moves, and the last position.
fn print(record: &Record, ascii: bool, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let mut out = std::io::stdout().lock();
    let (replay, violation) = match record.replay() {
        Ok(replay) => (replay, None),
        Err(error) => (*error.reached, Some(error.violation)),
    };
    for line in header(record, replay.node, lang) {
        writeln!(out, "{line}")?;
    }
    let position = &replay.position;
    let moves: Vec<_> = position.moves().collect();
    for (i, chunk) in moves.chunks(10).enumerate() {
        let words: Vec<String> = chunk.iter().map(|&mv| format!("{:<5}", position.format_move(mv))).collect();
        writeln!(out, "{:>4}  {}", i * 10 + 1, words.concat().trim_end())?;
    }
    let color = context.color.on_stdout();
    let layout = text::layout(&Scene::new(position), text::TextOptions { ascii, color });
    write!(out, "{}", if color { layout.ansi() } else { layout.plain() })?;
    writeln!(out, "{}", caption(position, lang))?;
    match violation {
        Some(violation) => Err(Fail::input(lang.violation(&violation.kind))),
        None => Ok(code::OK),
    }
}

/// Who played, where, and how it ended; and the opening of the line to this node.
fn header(record: &Record, node: NodeId, lang: Lang) -> Vec<String> {
    let h = &record.header;
    let name = |side: &tengen_records::PlayerInfo, color: &str| {
        let mut text = format!("{color} {}", side.name.as_deref().unwrap_or("?"));
        if let Some(rank) = &side.rank {
            text.push_str(&lang.aside(rank));
        }
        text
    };
    let mut lines = vec![lang.spec(&record.spec)];
    if h.black.name.is_some() || h.white.name.is_some() {
        lines.push(name(&h.black, "●"));
        lines.push(name(&h.white, "○"));
    }
    let about: Vec<&str> =
        [&h.event, &h.round, &h.place, &h.date].into_iter().filter_map(|f| f.as_deref()).collect();
    if !about.is_empty() {
        lines.push(about.join(lang.comma()));
    }
    lines.extend(h.result.clone());
    lines.extend(tengen_words::opening_of(record, node).map(|name| lang.named_opening(name)));
    // Control characters of a file do not reach the terminal.
    lines.iter().map(|l| l.chars().filter(|c| !c.is_control()).collect()).collect()
}

struct App {
    records: Vec<Record>,
    index: usize,
    /// The nodes from the root to the one shown.
    at: Vec<NodeId>,
    ascii: bool,
    color: bool,
    lang: Lang,
    numbers: bool,
    canvas: Canvas,
    quit: bool,
}

impl App {
    fn record(&self) -> &Record {
        &self.records[self.index]
    }

    fn node(&self) -> NodeId {
        self.at.last().copied().unwrap_or(Tree::ROOT)
    }

    fn forward(&mut self, steps: usize) {
        for _ in 0..steps {
            let Some(&next) = self.record().tree.node(self.node()).children.first() else { break };
            self.at.push(next);
        }
    }

    fn back(&mut self, steps: usize) {
        self.at.truncate(self.at.len().saturating_sub(steps).max(1));
    }

    /// The siblings of the node shown, itself among them.
    fn siblings(&self) -> &[NodeId] {
        match self.record().tree.node(self.node()).parent {
            Some(parent) => &self.record().tree.node(parent).children,
            None => &[],
        }
    }

    fn variation(&mut self, by: isize) {
        let here = self.node();
        let siblings = self.siblings();
        let Some(i) = siblings.iter().position(|&n| n == here) else { return };
        let to = siblings[(i as isize + by).rem_euclid(siblings.len() as isize) as usize];
        self.at.pop();
        self.at.push(to);
    }

    fn go_to_record(&mut self, by: isize) {
        let to = self.index as isize + by;
        if (0..self.records.len() as isize).contains(&to) {
            self.index = to as usize;
            self.at = vec![Tree::ROOT];
        }
    }

    fn key(&mut self, key: KeyCode, control: bool) {
        match key {
            KeyCode::Char('c') if control => self.quit = true,
            KeyCode::Char('q') | KeyCode::Esc => self.quit = true,
            KeyCode::Right | KeyCode::Char('l' | ' ') | KeyCode::Enter => self.forward(1),
            KeyCode::Left | KeyCode::Char('h') | KeyCode::Backspace => self.back(1),
            KeyCode::PageDown => self.forward(10),
            KeyCode::PageUp => self.back(10),
            KeyCode::End | KeyCode::Char('G') => self.forward(usize::MAX),
            KeyCode::Home | KeyCode::Char('g') => self.back(usize::MAX),
            KeyCode::Down | KeyCode::Char('j') => self.variation(1),
            KeyCode::Up | KeyCode::Char('k') => self.variation(-1),
            KeyCode::Char('n') if control => self.numbers = !self.numbers,
            KeyCode::Char('n') => self.go_to_record(1),
            KeyCode::Char('p') => self.go_to_record(-1),
            _ => {}
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let lang = self.lang;
        let (replay, violation) = match self.record().replay_to(self.node()) {
            Ok(replay) => (replay, None),
            Err(error) => (*error.reached, Some(error.violation)),
        };
        let position = &replay.position;
        let numbers = if self.numbers { Numbers::All } else { Numbers::None };
        let node = self.record().tree.node(self.node());
        let scene = Scene::new(position).with_numbers(position, numbers).with_marks(&node.marks);
        let size = Canvas::size(&scene, self.ascii);
        let [rest, bottom] =
            Layout::vertical([Constraint::Min(3), Constraint::Length(1)]).areas(frame.area());
        let (board, side) = split(rest, size);
        let state = match &violation {
            Some(violation) => lang.violation(&violation.kind),
            None => standing(position, lang),
        };
        let mut lines: Vec<Line<'_>> =
            header(self.record(), self.node(), lang).into_iter().map(Line::raw).collect();
        if let Some(first) = lines.first_mut() {
            *first = first.clone().style(Style::default().add_modifier(Modifier::BOLD));
        }
        lines.push(Line::default());
        let last = position.last_move().map(|mv| lang.mv(position, mv)).unwrap_or_default();
        // Passes that an Othello record leaves out are not counted.
        let number = match position.spec().opening() {
            Some(_) => last_number(position),
            None => replay.counts.moves,
        };
        lines.push(Line::from(vec![
            Span::styled(tr!(lang, AfterMove, count = number), Style::default().add_modifier(Modifier::BOLD)),
            Span::raw(format!("  {last}")),
        ]));
        lines.push(Line::raw(state.clone()));
        let siblings = self.siblings();
        if siblings.len() > 1 {
            let index = siblings.iter().position(|&n| n == self.node()).unwrap_or(0) + 1;
            lines.push(Line::raw(tr!(lang, VariationOf, index = index, count = siblings.len())));
        }
        if let Some(comment) = &node.comment {
            lines.push(Line::default());
            // A comment as long as a book is cut to what a screen can show.
            for text in comment.lines().take(12) {
                lines.push(Line::raw(text.chars().filter(|c| !c.is_control()).take(400).collect::<String>()));
            }
        }
        lines.push(Line::default());
        let keys = [
            (tr!(lang, ReplayStep), tr!(lang, ReplayStepDoes)),
            (tr!(lang, ReplayFar), tr!(lang, ReplayFarDoes)),
            (tr!(lang, ReplayEnds), tr!(lang, ReplayEndsDoes)),
            (tr!(lang, ReplayVariation), tr!(lang, ReplayVariationDoes)),
            (tr!(lang, ReplayRecord), tr!(lang, ReplayRecordDoes)),
            (tr!(lang, KeyNumbers), tr!(lang, KeyNumbersDoes)),
            ("q".into(), tr!(lang, KeyQuitDoes)),
        ];
        lines.extend(key_lines(&keys));
        let foot = if self.records.len() > 1 {
            let record = tr!(lang, RecordOf, index = self.index + 1, count = self.records.len());
            format!("{record}   {state}")
        } else {
            state
        };
        let (ascii, color) = (self.ascii, self.color);
        self.canvas.paint(frame, board, &scene, scene.last, ascii, color);
        if let Some(side) = side {
            frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), side);
        }
        frame.render_widget(Line::styled(foot, dim()), bottom);
    }
}
