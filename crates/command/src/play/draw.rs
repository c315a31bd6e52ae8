//! The screen as it is drawn: title, board, panel, the lines at the bottom, and what lies over them.

use super::canvas::Canvas;
use super::keys;
use super::screen::{App, Popup};
use super::session::end_text;
use super::study::LINES;
use super::wrap::wrap;
use crate::commands::show::{choices, standing};
use crate::i18n::{Say as _, tr};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color as Paint, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use tengen_board::Cell;
use tengen_games::{Feature, Game, Move, Reason};
use tengen_records::Mark;
use tengen_render::{Numbers, Scene};

/// The narrowest panel beside a board, and the lowest one below.
const NARROWEST: u16 = 24;
const LOWEST: u16 = 8;
/// The widest panel: longer lines are hard to read.
const WIDEST: u16 = 64;

impl App {
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let scene = self.scene();
        let size = Canvas::size(&scene, self.ascii);
        let lines = self.bottom(frame.area());
        let [top, rest, bottom] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(3),
            Constraint::Length(lines.len() as u16),
        ])
        .areas(frame.area());
        let (board, panel) = split(rest, size);
        self.title(frame, top, panel.is_none());
        let cursor =
            (self.browsing || self.bench.is_some() || !self.session.engine_to_move()).then_some(self.cursor);
        self.canvas.paint(frame, board, &scene, cursor, self.ascii, self.color);
        self.graph_at = None;
        if let Some(panel) = panel {
            self.panel(frame, panel);
        }
        frame.render_widget(Paragraph::new(lines), bottom);
        self.over(frame, frame.area());
    }

    fn scene(&self) -> Scene {
        if let Some(bench) = &self.bench {
            return bench.scene(&self.session);
        }
        let position = &self.session.position;
        let numbers = if self.numbers { Numbers::All } else { Numbers::None };
        let mut scene = Scene::new(position).with_numbers(position, numbers).with_forbidden(position);
        if position.spec().has(Feature::Flips) && !self.session.engine_to_move() {
            scene = scene.with_hints(position);
        }
        if let Some(found) = self.study.shown(position) {
            if self.line_shown {
                // The best line as numbers on the points that are empty now.
                let line = found.lines.first().map_or(&[][..], |line| &line.moves);
                for (i, point) in line.iter().take(9).enumerate().filter_map(|(i, mv)| Some((i, mv.point()?)))
                {
                    if scene.at(point).is_empty() && scene.marks.iter().all(|(p, _)| *p != point) {
                        scene.marks.push((point, Mark::Label((i + 1).to_string())));
                    }
                }
            } else {
                scene = scene.with_analysis(found, LINES);
                // Ranks rather than scores: one character each, so that the board keeps its width.
                for (i, candidate) in scene.candidates.iter_mut().enumerate() {
                    candidate.text = (i + 1).to_string();
                }
            }
        }
        self.light_overlay(&mut scene);
        for &point in &self.session.dead {
            scene.marks.push((point, Mark::Cross));
        }
        scene
    }

    fn title(&self, frame: &mut Frame<'_>, area: Rect, short: bool) {
        let lang = self.lang;
        let mut spans = vec![Span::styled(
            lang.spec(&self.session.position.spec()),
            Style::default().add_modifier(Modifier::BOLD),
        )];
        if short {
            spans.push(Span::raw(format!("   {}", self.standing())));
            if let Some(found) = self.study.shown(&self.session.position)
                && let (Some(mv), Some(score)) = (found.best, found.score())
            {
                let text = lang.mv(&self.session.position, mv);
                spans.push(Span::raw(format!("   {text} {}", lang.score(score))));
            }
        } else {
            spans.push(Span::raw(format!("   {}", super::who(&self.session, lang))));
        }
        frame.render_widget(Line::from(spans), area);
    }

    pub(super) fn standing(&self) -> String {
        match self.session.end() {
            Some(end) => end_text(end, &self.session.position, self.lang),
            None => standing(&self.session.position, self.lang),
        }
    }

    /// The message, then what the cursor is on or what is typed: long texts go on in further lines, and take at most a
    /// third of the screen.
    fn bottom(&self, area: Rect) -> Vec<Line<'static>> {
        let lang = self.lang;
        let most = usize::from(area.height / 3).max(2);
        let wrapped = |text: &str, style: Style| {
            let lines = wrap(text, area.width).into_iter().map(move |line| Line::styled(line, style));
            lines.take(most).collect::<Vec<_>>()
        };
        let (text, complaint) = &self.message;
        let style = match (complaint, self.color) {
            (true, true) => Style::default().fg(Paint::Red).add_modifier(Modifier::BOLD),
            (true, false) => Style::default().add_modifier(Modifier::BOLD),
            _ => Style::default(),
        };
        let mut lines = wrapped(text, style);
        let position = &self.session.position;
        let below = if let Some(typed) = &self.typed {
            vec![Line::from(vec![
                Span::styled("› ", Style::default().add_modifier(Modifier::BOLD)),
                Span::raw(typed.clone()),
                Span::styled(" ", Style::default().add_modifier(Modifier::REVERSED)),
            ])]
        } else if let Some(bench) = &self.bench {
            let brush = match bench.brush {
                Cell::Black => format!("● {}", lang.color(tengen_board::Color::Black)),
                Cell::White => format!("○ {}", lang.color(tengen_board::Color::White)),
                Cell::Empty => lang.pick("· nothing", "· 清除", "· 消す").into(),
            };
            let side = tr!(lang, ToMove, color = lang.color(bench.to_move));
            wrapped(&tr!(lang, Brush, brush = brush, side = side), Style::default())
        } else if self.session.engine_to_move() && !self.browsing {
            let engine = self.session.name(position.player_to_move(), lang);
            wrapped(&format!("{} …", tr!(lang, Thinking, engine = engine)), dim())
        } else {
            let at = position.format_move(Move::Place(self.cursor));
            let mut said = match self.closed() {
                Some(why) => at + lang.colon() + &why,
                None => at,
            };
            if self.browsing && self.session.engine_to_move() {
                said.push_str(&format!("   {}", tr!(lang, EngineWaits)));
            } else if !choices(position).is_empty() {
                said.push_str(&format!("   {}", standing(position, lang)));
            } else {
                said.push_str(&format!("   {}", tr!(lang, KeysHere)));
            }
            wrapped(&said, dim())
        };
        // The line that one types in is always seen.
        lines.truncate(most.saturating_sub(below.len()).max(1));
        lines.extend(below);
        lines.truncate(most);
        lines
    }

    /// Why the rules close the empty point at the cursor: renju's fouls, ko, suicide, an opening rule.
    fn closed(&self) -> Option<String> {
        let position = &self.session.position;
        let illegal = position.check(Move::Place(self.cursor)).err()?;
        match illegal.reason {
            Reason::Occupied(_)
            | Reason::GameOver
            | Reason::NoFlip
            | Reason::MustPass
            | Reason::ColumnFull
            | Reason::Hanging(_) => None,
            reason => Some(self.lang.reason(&reason)),
        }
    }

    /// The list of keys, or an explanation, over the board.
    fn over(&self, frame: &mut Frame<'_>, area: Rect) {
        let lang = self.lang;
        let (title, lines) = match &self.popup {
            None => return,
            Some(Popup::Keys) => (tr!(lang, KeysTitle), key_lines(&keys::list(lang))),
            Some(Popup::Asking(_)) => (tr!(lang, WhyTitle), vec![Line::raw(tr!(lang, WhyAsking))]),
            Some(Popup::Why(explanation)) => {
                let mut lines: Vec<Line<'static>> = Vec::new();
                for item in &explanation.items {
                    let text = lang.item(item, &self.session.position);
                    lines.extend(text.lines().map(|l| Line::raw(format!("· {l}"))));
                }
                if lines.is_empty() {
                    lines.push(Line::raw(tr!(lang, WhyNothing)));
                }
                (tr!(lang, WhyTitle), lines)
            }
        };
        let widest = lines.iter().map(Line::width).max().unwrap_or(0) as u16;
        let width = (widest + 4).min(area.width).min(78).max(area.width.min(30));
        let inner = usize::from(width.saturating_sub(4)).max(1);
        let rows: usize = lines.iter().map(|l| wrap(&l.to_string(), inner as u16).len()).sum();
        let height = (rows as u16).saturating_add(2).min(area.height);
        let place = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height - height) / 2,
            width,
            height,
        };
        frame.render_widget(Clear, place);
        let block =
            Block::bordered().title(format!(" {title} ")).padding(ratatui::widgets::Padding::horizontal(1));
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), place);
    }
}

/// Space for the board, and for the panel: beside it, else below it, else nowhere.
fn split(area: Rect, (width, height): (u16, u16)) -> (Rect, Option<Rect>) {
    const GAP: u16 = 2;
    let board = Rect { width: width.min(area.width), height: height.min(area.height), ..area };
    let beside = area.width.saturating_sub(width + GAP);
    let below = area.height.saturating_sub(height + 1);
    let panel = if beside >= NARROWEST {
        Some(Rect { x: area.x + width + GAP, width: beside.min(WIDEST), ..area })
    } else if below >= LOWEST {
        Some(Rect { y: area.y + height + 1, height: below, width: area.width.min(WIDEST), ..area })
    } else {
        None
    };
    (board, panel)
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
