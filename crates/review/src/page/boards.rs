//! The boards of the page: the one to step through, and a diagram for every mistake.

use super::{MOST_DIAGRAMS, Sheet, escape};
use crate::ReviewText as _;
use crate::{MoveReview, Review};
use serde_json::{Value, json};
use std::fmt::Write;
use tengen_board::{Cell, Color, Point};
use tengen_games::{AnyPosition, Game, Move};
use tengen_render::Scene;
use tengen_render::svg::Layers;

/// Moves of a better line that a diagram numbers.
const LINE: usize = 9;

/// The boards of one page.
pub(super) struct Diagrams<'a> {
    sheet: Sheet<'a>,
    layers: Layers,
    /// The scene of each moment.
    scenes: Vec<Scene>,
}

/// The points of a line of play that can be shown over a position, each with its colour: empty ones, none twice.
fn shown(position: &AnyPosition, moves: &[Move]) -> Vec<(Point, Color, usize)> {
    let mut copy = position.clone();
    let mut points: Vec<(Point, Color, usize)> = Vec::new();
    for (i, &mv) in moves.iter().take(LINE).enumerate() {
        let color = copy.to_move();
        if copy.play(mv).is_err() {
            break;
        }
        if let Some(point) = mv.point()
            && position.at(point).is_empty()
            && points.iter().all(|(p, ..)| *p != point)
        {
            points.push((point, color, i + 1));
        }
    }
    points
}

impl<'a> Diagrams<'a> {
    pub(super) fn new(sheet: Sheet<'a>) -> Diagrams<'a> {
        let scenes: Vec<Scene> = sheet
            .course
            .moments()
            .iter()
            .map(|m| {
                let mut scene = Scene::new(&m.position);
                scene.last = m.arrival.and_then(|a| a.mv.point());
                scene
            })
            .collect();
        Diagrams { sheet, layers: Layers::new(&scenes[0]), scenes }
    }

    /// What all boards refer to.
    pub(super) fn defs(&self, out: &mut String) {
        let _ = write!(
            out,
            "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n{}</defs></svg>\n",
            self.layers.defs()
        );
    }

    fn open(&self, out: &mut String, window: (f32, f32, f32, f32), label: &str) {
        let (x, y, width, height) = window;
        let _ = writeln!(
            out,
            "<svg class=\"diagram\" viewBox=\"{x} {y} {width} {height}\" role=\"img\" aria-label=\"{}\"><use href=\"#board\"/>",
            escape(label)
        );
    }

    /// The whole board.
    fn whole(&self) -> (f32, f32, f32, f32) {
        let (width, height) = self.layers.size();
        (0.0, 0.0, width, height)
    }

    /// The part of a large board that a diagram needs: the stones and three lines around them, as a square; the whole
    /// board where that is little less.
    fn part(&self, scene: &Scene, played: Option<Point>) -> (f32, f32, f32, f32) {
        const ROUND: usize = 3;
        const LEAST: usize = 11;
        let (rows, cols) = (scene.size.rows(), scene.size.cols());
        let stones = || scene.size.points().filter(|&p| !scene.at(p).is_empty() || played == Some(p));
        let (Some(top), Some(bottom)) = (stones().map(|p| p.row).min(), stones().map(|p| p.row).max()) else {
            return self.whole();
        };
        let (left, right) =
            (stones().map(|p| p.col).min().unwrap_or(top), stones().map(|p| p.col).max().unwrap_or(bottom));
        let side = usize::from((bottom - top).max(right - left)) + 1 + 2 * ROUND;
        let side = side.max(LEAST);
        if scene.style.is_squares() || side + 3 >= rows.min(cols) {
            return self.whole();
        }
        // The window is moved, not cut, where it would reach over the edge; there the coordinates are seen.
        let place = |from: u8, to: u8, most: usize| {
            let middle = usize::from(from) + usize::from(to);
            (middle + 1).saturating_sub(side).div_ceil(2).min(most - side)
        };
        let (row, col) = (place(top, bottom, rows), place(left, right, cols));
        // From the middle between two lines, or from the edge of the board with its coordinates.
        let (width, height) = self.layers.size();
        let step = self.layers.center(Point::new(0, 1)).0 - self.layers.center(Point::new(0, 0)).0;
        let span = |at: usize, most: usize, center: f32, whole: f32| {
            let from = if at == 0 { 0.0 } else { center - 0.6 * step };
            let to = if at + side == most { whole } else { center + (side as f32 - 0.4) * step };
            (from, to - from)
        };
        let (x, y) = self.layers.center(Point::new(row as u8, col as u8));
        let ((x, width), (y, height)) = (span(col, cols, x, width), span(row, rows, y, height));
        (x, y, width, height)
    }

    /// The board to step through, with its buttons and its caption.
    pub(super) fn stage(&self, out: &mut String, opens: usize) {
        let lang = self.sheet.lang;
        out.push_str("<section class=\"stage\">\n");
        self.open(out, self.whole(), lang.pick("Board", "棋盘", "盤"));
        let _ = writeln!(
            out,
            "<g id=\"stones\">{}</g><g id=\"signs\"></g></svg>",
            self.layers.stones(&self.scenes[opens])
        );
        let (title, detail) = self.caption(opens);
        let button = |id: &str, icon: &str, key: &str, name: &str| {
            format!(
                "<button type=\"button\" id=\"{id}\" title=\"{name} ({key})\" aria-label=\"{name}\">\
                 <svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"{icon}\"/></svg></button>"
            )
        };
        let _ = write!(
            out,
            "<div class=\"bar\" id=\"bar\" hidden>{}{}<input type=\"range\" id=\"at\" min=\"0\" max=\"{}\" value=\"{opens}\" aria-label=\"{}\">{}{}{}</div>\n\
             <div class=\"caption\" aria-live=\"polite\"><p id=\"title\">{}</p><p id=\"detail\">{}</p></div>\n</section>\n",
            button(
                "prev-fault",
                "M6 5V19M19 5L10 12L19 19Z",
                "↑",
                lang.pick("previous mistake", "上一处失误", "前の悪手")
            ),
            button("prev", "M16 5L7 12L16 19Z", "←", lang.pick("back", "后退", "戻る")),
            self.scenes.len() - 1,
            lang.pick("move", "手数", "手数"),
            button("next", "M8 5L17 12L8 19Z", "→", lang.pick("forward", "前进", "進む")),
            button(
                "next-fault",
                "M18 5V19M5 5L14 12L5 19Z",
                "↓",
                lang.pick("next mistake", "下一处失误", "次の悪手")
            ),
            button(
                "line",
                "M5 18C9 18 8 6 13 6H19M15 2L19 6L15 10",
                "b",
                lang.pick("show the engine's line", "显示引擎的变化", "エンジンの読み筋を表示")
            ),
            escape(&title),
            escape(&detail),
        );
    }

    fn review(&self) -> &'a Review {
        self.sheet.review
    }

    fn move_to(&self, index: usize) -> Option<&'a MoveReview> {
        let moves = &self.review().moves;
        moves.binary_search_by_key(&index, |m| m.index).ok().map(|i| &moves[i])
    }

    /// The engine's line from a moment.
    fn line_from(&self, index: usize) -> &'a [Move] {
        match (self.move_to(index + 1), self.move_to(index)) {
            (Some(next), _) => &next.best,
            (None, Some(last)) => &last.reply,
            (None, None) => &[],
        }
    }

    /// What stands below the board at a moment: the move that led there, and what would have been better.
    fn caption(&self, index: usize) -> (String, String) {
        let lang = self.sheet.lang;
        let Some(m) = self.move_to(index) else {
            return (lang.pick("Start", "开始", "開始").into(), String::new());
        };
        let from = &self.sheet.course.moments()[index - 1].position;
        let mut title = format!("{}. {} {}", m.number, self.sheet.side(m.color), self.sheet.mv(m));
        if let Some(verdict) = m.verdict {
            let _ = write!(title, " · {}", lang.verdict(verdict));
        }
        if let Some(swing) = self.sheet.swing(m) {
            let _ = write!(title, " · {swing}");
        }
        let mut detail = Vec::new();
        if m.forced {
            detail.push(lang.pick("the only legal move", "唯一合法着法", "唯一の手").to_string());
        } else if m.best.first().is_some_and(|&best| best != m.mv) {
            detail.push(format!(
                "{}{}",
                lang.pick("better: ", "更好：", "最善："),
                lang.line(from, &m.best, 8)
            ));
        }
        detail.extend(Some(lang.facts(m, self.review().spec.kind())).filter(|f| !f.is_empty()));
        (title, detail.join(" · "))
    }

    /// A diagram for every mistake: the position before it, the move played, and the better line numbered.
    pub(super) fn faults(&self, out: &mut String) {
        let lang = self.sheet.lang;
        let mut faults: Vec<&MoveReview> = self.review().faults().collect();
        let all = faults.len();
        faults.sort_by(|a, b| b.by_cost(a));
        faults.truncate(MOST_DIAGRAMS);
        faults.sort_by_key(|m| m.index);
        let _ = writeln!(out, "<section>\n<h2>{}</h2>", lang.pick("Mistakes", "失误", "悪手"));
        if all == 0 {
            let _ = writeln!(
                out,
                "<p>{}</p>",
                lang.pick("None were found.", "未发现失误。", "悪手は見つかりませんでした。")
            );
        } else if all > faults.len() {
            let (shown, all) = (faults.len(), all);
            let text = lang.pick(
                format!("The {shown} costliest of {all}; the list of moves has the others."),
                format!("{all} 处中代价最大的 {shown} 处；其余见着法表。"),
                format!("{all}か所のうち、損失の大きい{shown}か所です。残りは着手一覧にあります。"),
            );
            let _ = writeln!(out, "<p>{text}</p>");
        }
        out.push_str("<div class=\"faults\">\n");
        for m in faults {
            self.fault(out, m);
        }
        out.push_str("</div>\n</section>\n");
    }

    fn fault(&self, out: &mut String, m: &MoveReview) {
        let (lang, sheet) = (self.sheet.lang, self.sheet);
        let Some(verdict) = m.verdict else { return };
        let moments = sheet.course.moments();
        let from = &moments[m.index - 1].position;
        let mut scene = self.scenes[m.index - 1].clone();
        for (point, color, number) in shown(from, &m.best) {
            let i = scene.size.index(point);
            scene.cells[i] = Cell::from(color);
            scene.numbers[i] = Some(number as u32);
        }
        let played = sheet.mv(m);
        let better = lang.line(from, &m.best, 12);
        let label = lang.pick(
            format!("Position before move {}. Played {played}; better {better}", m.number),
            format!("第 {} 手之前的局面。实战 {played}；更好 {better}", m.number),
            format!("{}手目の前の局面。実戦は{played}、最善は{better}", m.number),
        );
        let _ = write!(
            out,
            "<article class=\"fault v-{}\">\n<a class=\"pic\" href=\"#move-{}\" tabindex=\"-1\">\n",
            verdict.name(),
            m.index
        );
        self.open(out, self.part(&scene, m.mv.point()), &label);
        out.push_str(&self.layers.stones(&scene));
        if let Some(point) = m.mv.point() {
            self.played(out, &scene, point, m.color);
        }
        let _ = write!(
            out,
            "</svg></a>\n<div>\n<h3><a href=\"#move-{}\">{}. <i class=\"c-{}\"></i>{} {}</a> <em>{}</em></h3>\n",
            m.index,
            m.number,
            if m.color == Color::Black { "black" } else { "white" },
            escape(sheet.side(m.color)),
            escape(&played),
            lang.verdict(verdict),
        );
        let mut say = |class: &str, name: &str, text: &str| {
            if !text.is_empty() {
                let _ = writeln!(out, "<p class=\"{class}\">{name}{}</p>", escape(text));
            }
        };
        say("swing", "", &sheet.swing(m).unwrap_or_default());
        say("", "", &lang.facts(m, sheet.review.spec.kind()));
        say("better", lang.pick("<b>Better</b> ", "<b>更好</b> ", "<b>最善</b> "), &better);
        let reply = lang.line(&moments[m.index].position, &m.reply, 12);
        say("then", lang.pick("<b>Then</b> ", "<b>其后</b> ", "<b>以下</b> "), &reply);
        out.push_str("</div>\n</article>\n");
    }

    /// The move played, over the diagram of what would have been better: a pale stone, crossed out.
    fn played(&self, out: &mut String, scene: &Scene, point: Point, color: Color) {
        let (x, y) = self.layers.center(point);
        if scene.at(point).is_empty() {
            let id = if color == Color::Black { "black" } else { "white" };
            let _ = writeln!(out, "<use href=\"#stone-{id}\" x=\"{x}\" y=\"{y}\" opacity=\"0.5\"/>");
        }
        let (l, r, t, b) = (x - 9.0, x + 9.0, y - 9.0, y + 9.0);
        let _ = writeln!(out, "<path class=\"crossed\" d=\"M{l} {t}L{r} {b}M{r} {t}L{l} {b}\"/>");
    }

    /// What the script steps through: for each moment the points that change, the last move, the caption, and the
    /// engine's line.
    pub(super) fn data(&self, out: &mut String, opens: usize) {
        let mut before = vec![Cell::Empty; self.scenes[0].cells.len()];
        let moments: Vec<Value> = self
            .scenes
            .iter()
            .enumerate()
            .map(|(i, scene)| {
                let changed: Vec<usize> = (0..before.len())
                    .filter(|&p| before[p] != scene.cells[p])
                    .flat_map(|p| {
                        [
                            p,
                            match scene.cells[p] {
                                Cell::Empty => 0,
                                Cell::Black => 1,
                                Cell::White => 2,
                            },
                        ]
                    })
                    .collect();
                before.clone_from(&scene.cells);
                let index = |p: Point| scene.size.index(p);
                let line: Vec<[usize; 3]> =
                    shown(&self.sheet.course.moments()[i].position, self.line_from(i))
                        .into_iter()
                        .map(|(p, c, n)| [index(p), if c == Color::Black { 1 } else { 2 }, n])
                        .collect();
                let verdict = self.move_to(i).and_then(|m| m.verdict).filter(|v| v.is_fault());
                let (title, detail) = self.caption(i);
                json!({
                    "c": changed,
                    "l": scene.last.map(index),
                    "w": scene.line.iter().map(|&p| index(p)).collect::<Vec<_>>(),
                    "t": title,
                    "d": detail,
                    "v": verdict.map(|v| json!([v.name(), crate::words::sign(v)])),
                    "b": line,
                })
            })
            .collect();
        let (left, top) = self.layers.center(Point::new(0, 0));
        let data = json!({
            "cols": self.scenes[0].size.cols(),
            "left": left,
            "top": top,
            "opens": opens,
            "paper": self.scenes[0].style == tengen_render::Style::Paper,
            "moments": moments,
        });
        // Inside a script element only "<" could end it or open another.
        let text = data.to_string().replace('<', "\\u003c");
        let _ = writeln!(out, "<script type=\"application/json\" id=\"data\">{text}</script>");
    }
}
