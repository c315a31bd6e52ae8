//! The panel beside the board: players and clocks, the analysis with its bar and graph, and the moves.

use super::draw::dim;
use super::screen::App;
use super::study::LINES;
use crate::i18n::{Lang, tr};
use crate::numbering::numbers;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color as Paint, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use std::time::Instant;
use tengen_board::Color;
use tengen_engine::{Analysis, Score};
use tengen_games::{AnyPosition, Feature, Game, Move, PlayerId};
use unicode_width::UnicodeWidthStr as _;

/// Lines of the graph.
const GRAPH: usize = 4;
/// Blocks that fill a cell from below, and from the left, in eighths.
const UP: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const ACROSS: [char; 9] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/// A chance in per cent, never 0 or 100 for what is not quite that.
fn percent(win: f32) -> String {
    let whole = (win * 100.0).round();
    format!("{:.0}%", if win > 0.0 && win < 1.0 { whole.clamp(1.0, 99.0) } else { whole })
}

/// A count in at most four characters: 950, 12k, 3.4M.
fn short(count: u64) -> String {
    match count {
        0..1_000 => count.to_string(),
        1_000..10_000 => format!("{:.1}k", count as f64 / 1e3),
        10_000..1_000_000 => format!("{}k", count / 1_000),
        1_000_000..10_000_000 => format!("{:.1}M", count as f64 / 1e6),
        10_000_000..1_000_000_000 => format!("{}M", count / 1_000_000),
        _ => format!("{}G", count / 1_000_000_000),
    }
}

/// A score in few characters: a chance, or how many plies to the proven end.
fn brief(score: Score, lang: Lang) -> String {
    match score {
        Score::Estimate { win, .. } => percent(win),
        proven => lang.score(proven),
    }
}

/// A word with spaces behind it, up to so many columns.
fn padded(word: &str, columns: usize) -> String {
    format!("{word}{}", " ".repeat(columns.saturating_sub(word.width())))
}

/// Moves as text, as many as fit into so many columns.
fn fitting(position: &AnyPosition, moves: &[Move], room: usize, lang: Lang) -> String {
    let mut text = String::new();
    for &mv in moves {
        let word = lang.mv(position, mv);
        if text.width() + word.width() + 1 > room {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&word);
    }
    text
}

impl App {
    pub(super) fn panel(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let mut lines = self.players();
        lines.push(Line::styled(
            self.standing(),
            if self.session.end().is_some() {
                Style::default().add_modifier(Modifier::BOLD)
            } else {
                Style::default()
            },
        ));
        if self.study.on {
            self.analysis(&mut lines, area);
        } else {
            lines.push(Line::default());
            lines.push(Line::styled(tr!(self.lang, AnalysisKey), dim()));
        }
        lines.push(Line::default());
        let room = usize::from(area.height).saturating_sub(lines.len());
        lines.extend(self.move_list(usize::from(area.width), room));
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// Both players with clocks and what each has taken or has on the board.
    fn players(&self) -> Vec<Line<'static>> {
        let lang = self.lang;
        let now = Instant::now();
        let position = &self.session.position;
        let line = |player: PlayerId| {
            let color = position.color_of(player);
            let disc = match color {
                Some(Color::Black) => "●",
                Some(Color::White) => "○",
                None => "◐",
            };
            let to_move = self.session.end().is_none() && position.player_to_move() == player;
            let mut text =
                format!("{} {disc} {}", if to_move { "▸" } else { " " }, self.session.name(player, lang));
            let features = position.spec().features();
            match color {
                Some(color) if features.has(Feature::Discs) => {
                    let discs = position.size().points().filter(|&p| position.at(p).color() == Some(color));
                    text.push_str(&format!("  {}", discs.count()));
                }
                Some(color) if features.has(Feature::Captures) => {
                    let count = position.captured_by(color);
                    let count = match position.goal().captures {
                        Some(most) => format!("{count}/{most}"),
                        None => count.to_string(),
                    };
                    text.push_str(&format!("  {}", tr!(lang, Prisoners, count = count)));
                }
                _ => {}
            }
            if let Some(clock) = &self.session.clock {
                let reading = clock.reading(player, now);
                text.push_str(&format!("  {}", lang.time(reading.time)));
                match (reading.overtime, reading.periods, reading.moves) {
                    (true, Some(count), _) => {
                        text.push_str(&format!(" {}", tr!(lang, ClockPeriods, count = count)))
                    }
                    (true, _, Some(count)) => {
                        text.push_str(&format!(" {}", tr!(lang, ClockMoves, count = count)))
                    }
                    _ => {}
                }
            }
            let style =
                if to_move { Style::default().add_modifier(Modifier::BOLD) } else { Style::default() };
            Line::styled(text, style)
        };
        vec![line(PlayerId::First), line(PlayerId::Second)]
    }

    fn analysis(&mut self, lines: &mut Vec<Line<'static>>, area: Rect) {
        let width = usize::from(area.width);
        let position = self.session.position.clone();
        lines.push(self.bar(width));
        let top = area.y + lines.len() as u16;
        if usize::from(area.height) > lines.len() + GRAPH + LINES + 4 {
            lines.extend(self.graph(width));
            let plies = self.graph_plies;
            self.graph_at = Some((Rect { y: top, height: GRAPH as u16, ..area }, plies));
        }
        let found = self.study.of(&position);
        lines.push(Line::styled(self.work(found), dim()));
        if found.is_some_and(Analysis::is_by_playouts) {
            lines.push(Line::styled(tr!(self.lang, ByPlayouts), dim()));
        }
        for i in 0..LINES {
            let line = found.and_then(|found| found.lines.get(i));
            lines.push(line.map_or_else(Line::default, |line| {
                let first = line.moves.first().map(|&mv| self.lang.mv(&position, mv)).unwrap_or_default();
                let work = if line.work > 0 { short(line.work) } else { String::new() };
                let first = padded(&first, 4);
                let head = format!("{} {first} {:>5} {work:>4} ", i + 1, brief(line.score, self.lang));
                let room = width.saturating_sub(head.width());
                let rest = fitting(&position, line.moves.get(1..).unwrap_or(&[]), room, self.lang);
                let strong =
                    if i == 0 { Style::default().add_modifier(Modifier::BOLD) } else { Style::default() };
                Line::from(vec![Span::styled(head, strong), Span::styled(rest, dim())])
            }));
        }
    }

    /// How deep, how much, how long.
    fn work(&self, found: Option<&Analysis>) -> String {
        let lang = self.lang;
        let Some(found) = found else {
            return if self.study.is_busy() || self.session.engine_to_move() {
                lang.pick("…", "……", "…").into()
            } else {
                String::new()
            };
        };
        let mut words = Vec::new();
        if found.depth > 0 {
            words.push(tr!(lang, Depth, depth = found.depth));
        }
        words.push(tr!(lang, Nodes, count = short(found.nodes)));
        words.push(format!("{:.1} s", found.time.as_secs_f32()));
        words.join(" · ")
    }

    /// Who stands better, as a bar: the first player's share from the left.
    fn bar(&self, width: usize) -> Line<'static> {
        let position = &self.session.position;
        let Some(first) = self.study.chance(position) else { return Line::default() };
        let (left, right) = (format!("{:>4} ", percent(first)), format!(" {:>4}", percent(1.0 - first)));
        let room = width.saturating_sub(left.len() + right.len()).max(4);
        let eighths = (first * (room * 8) as f32).round() as usize;
        let bar: String = (0..room).map(|i| ACROSS[eighths.saturating_sub(i * 8).min(8)]).collect();
        let style = if self.color {
            Style::default().fg(Paint::Indexed(238)).bg(Paint::Indexed(252))
        } else {
            Style::default().add_modifier(Modifier::REVERSED)
        };
        Line::from(vec![Span::raw(left), Span::styled(bar, style), Span::raw(right)])
    }

    /// The first player's chance over the whole line, the position on the board marked.
    fn graph(&mut self, width: usize) -> Vec<Line<'static>> {
        let mut whole = self.session.position.clone();
        let here = whole.ply();
        for mv in self.session.past.rest(2000) {
            if whole.play(mv).is_err() && (whole.play(Move::Pass).is_err() || whole.play(mv).is_err()) {
                break;
            }
        }
        let graph = self.study.graph(&whole);
        self.graph_plies = graph.len();
        let last = graph.len() - 1;
        let columns = width.max(2);
        let at = |column: usize| column * last / (columns - 1);
        let share = if self.color {
            Style::default().fg(Paint::Indexed(238)).bg(Paint::Indexed(252))
        } else {
            Style::default()
        };
        let marked = if self.color {
            Style::default().fg(Paint::Indexed(160)).bg(Paint::Indexed(216))
        } else {
            Style::default().add_modifier(Modifier::REVERSED)
        };
        (0..GRAPH)
            .rev()
            .map(|row| {
                let mut line = Line::default();
                for column in 0..columns {
                    let ply = at(column);
                    let is_here = ply == here && (column == 0 || at(column - 1) != here || last == 0);
                    let (char, known) = match graph[ply] {
                        None => (if row == 0 { '·' } else { ' ' }, false),
                        Some(chance) => {
                            let eighths = (chance * (GRAPH * 8) as f32).round() as usize;
                            (UP[eighths.saturating_sub(row * 8).min(8)], true)
                        }
                    };
                    let style = match (is_here, known) {
                        (true, _) => marked,
                        (false, true) => share,
                        (false, false) => dim(),
                    };
                    line.push_span(Span::styled(char.to_string(), style));
                }
                line
            })
            .collect()
    }

    /// The ply under a column and line of the screen, where the graph is.
    pub(super) fn graph_ply(&self, column: u16, line: u16) -> Option<usize> {
        let (area, plies) = self.graph_at?;
        if !area.contains((column, line).into()) || plies == 0 {
            return None;
        }
        let columns = usize::from(area.width).max(2);
        Some(usize::from(column - area.x) * (plies - 1) / (columns - 1))
    }

    /// The moves of the line around the one on the board, as many as fit.
    fn move_list(&self, width: usize, room: usize) -> Vec<Line<'static>> {
        let position = &self.session.position;
        let mut moves: Vec<Move> = position.moves().collect();
        let here = moves.len();
        moves.extend(self.session.past.rest(200));
        let per_line = (width / 10).clamp(1, 6);
        let per_line = if per_line > 1 { per_line & !1 } else { 1 };
        let numbers = numbers(position, &moves);
        let mut rows: Vec<Line<'static>> = Vec::new();
        let (mut taken, mut current) = (per_line, 0);
        for (i, &mv) in moves.iter().enumerate() {
            let ply = i + 1;
            let style = match ply.cmp(&here) {
                std::cmp::Ordering::Less => Style::default(),
                std::cmp::Ordering::Equal => {
                    Style::default().add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
                }
                std::cmp::Ordering::Greater => dim(),
            };
            let (moves, _) = self.session.past.alternatives();
            let fork = if ply == here && moves.len() > 1 { "*" } else { "" };
            let word = format!("{}{fork}", self.lang.mv(position, mv));
            // A choice takes the columns of several moves.
            let columns = (5 + word.width()).div_ceil(10).max(1);
            if taken + columns > per_line {
                rows.push(Line::default());
                taken = 0;
            }
            taken += columns;
            let number = numbers[i].map_or_else(|| "    ".into(), |number| format!("{number:>3} "));
            let space = " ".repeat((10 * columns - 4).saturating_sub(word.width()));
            if let Some(row) = rows.last_mut() {
                row.extend([Span::styled(number, dim()), Span::styled(word, style), Span::raw(space)]);
            }
            if ply == here {
                current = rows.len() - 1;
            }
        }
        // The row of the move on the board is in sight, two more below it where there are.
        let last = (current + 3).min(rows.len()).max(room.min(rows.len()));
        let from = last.saturating_sub(room);
        rows.into_iter().skip(from).take(room).collect()
    }
}
