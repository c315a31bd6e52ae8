//! A board inside a terminal screen: painted with the renderer's colours, with a cursor, scrolled where it does not
//! fit.

use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use ratatui::{Frame, layout::Alignment};
use tengen_board::Point;
use tengen_render::Scene;
use tengen_render::text::{TextLayout, TextOptions, layout};

/// Space for a board of so many columns and lines, and for a column of words beside it where there is enough of it.
pub(crate) fn split(area: Rect, (width, height): (u16, u16)) -> (Rect, Option<Rect>) {
    const GAP: u16 = 3;
    const WORDS: u16 = 24;
    let board = Rect { width: width.min(area.width), height: height.min(area.height), ..area };
    let left = area.width.saturating_sub(width + GAP);
    let words = (left >= WORDS).then(|| Rect { x: area.x + width + GAP, width: left, ..area });
    (board, words)
}

/// Where the board was painted last, to find the point under the mouse.
#[derive(Default)]
pub(crate) struct Canvas {
    area: Rect,
    offset: (usize, usize),
    /// The line of the screen that has the letters of the columns in place of a line of the board.
    letters: Option<u16>,
    layout: Option<TextLayout>,
}

impl Canvas {
    /// How many columns and lines a scene takes.
    pub(crate) fn size(scene: &Scene, ascii: bool) -> (u16, u16) {
        let layout = layout(scene, TextOptions { ascii, color: true });
        (layout.width() as u16, layout.lines.len() as u16)
    }

    /// Paints a scene with the cursor on a point. Colours are left out where `color` is not wanted.
    pub(crate) fn paint(
        &mut self,
        frame: &mut Frame<'_>,
        area: Rect,
        scene: &Scene,
        cursor: Option<Point>,
        ascii: bool,
        color: bool,
    ) {
        let layout = layout(scene, TextOptions { ascii, color });
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let target = cursor.map_or((0, 0), |p| layout.position(p));
        // As much as possible is shown, the cursor in the middle where the board is larger than the window.
        let scroll = |at: usize, shown: usize, whole: usize| {
            if whole <= shown { 0 } else { at.saturating_sub(shown / 2).min(whole - shown) }
        };
        let whole = layout.lines.len();
        self.offset = (scroll(target.0, height, whole), scroll(target.1, width, layout.width()));
        self.letters = None;
        let mut shown: Vec<usize> = (self.offset.0..whole).take(height).collect();
        // The letters of the columns stay at their edge of the window.
        if let Some(letters) = layout.column_labels().filter(|line| !shown.contains(line))
            && shown.len() > 2
        {
            let edge = if letters == 0 { 0 } else { shown.len() - 1 };
            // Not over the cursor.
            if shown[edge] != target.0 {
                shown[edge] = letters;
                self.letters = Some(area.y + edge as u16);
            }
        }
        let lines: Vec<Line<'_>> = shown
            .into_iter()
            .map(|row| (row, &layout.lines[row]))
            .map(|(row, tiles)| {
                let mut line = Line::default();
                for (col, tile) in tiles.iter().enumerate().skip(self.offset.1).take(width) {
                    if tile.char == '\0' {
                        continue;
                    }
                    let mut style = Style::default();
                    if color {
                        let paint = layout.paint(tile.role);
                        style = style.fg(Color::Indexed(paint.fg));
                        if let Some(bg) = paint.bg {
                            style = style.bg(Color::Indexed(bg));
                        }
                        if paint.bold {
                            style = style.add_modifier(Modifier::BOLD);
                        }
                    }
                    if cursor.is_some() && (row, col) == target {
                        style = style.add_modifier(Modifier::REVERSED);
                    }
                    line.push_span(Span::styled(tile.char.to_string(), style));
                }
                line
            })
            .collect();
        frame.render_widget(Paragraph::new(lines).alignment(Alignment::Left), area);
        self.area = area;
        self.layout = Some(layout);
    }

    /// The point under a column and line of the screen.
    pub(crate) fn point_at(&self, column: u16, line: u16) -> Option<Point> {
        if !self.area.contains((column, line).into()) || self.letters == Some(line) {
            return None;
        }
        let layout = self.layout.as_ref()?;
        let row = usize::from(line - self.area.y) + self.offset.0;
        let col = usize::from(column - self.area.x) + self.offset.1;
        layout.point_at(row, col)
    }
}
