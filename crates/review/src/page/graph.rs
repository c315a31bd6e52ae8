//! The graph of a game: the first player's chance, move by move. Each move is a link to its position.

use super::{Sheet, chance, escape};
use crate::ReviewText as _;
use crate::Verdict;
use std::fmt::Write;

/// The drawing is this high and, for each step, this wide; the page stretches it.
const HEIGHT: f32 = 200.0;
const STEP: f32 = 10.0;

pub(super) fn graph(out: &mut String, sheet: Sheet<'_>) {
    let Sheet { review, lang, .. } = sheet;
    let sides = review.sides.map(|s| escape(sheet.side(s.color)));
    let steps = review.chances.len().saturating_sub(1).max(1);
    let width = steps as f32 * STEP;
    let y = |win: f32| HEIGHT - win * HEIGHT;
    let _ = write!(
        out,
        "<section class=\"graph\" aria-label=\"{}\">\n<div class=\"plot\">\n\
         <span class=\"axis hi\">{}</span><span class=\"axis lo\">{}</span>\n\
         <svg viewBox=\"0 0 {width} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}\">\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{HEIGHT}\"/>\n",
        lang.pick("Graph of the game", "全局形势图", "形勢グラフ"),
        sides[0],
        sides[1],
        lang.pick(
            format!("Chance of {} from the first move to the last", sides[0]),
            format!("{}从第一手到最后一手的胜率", sides[0]),
            format!("1手目から最終手までの{}の勝率", sides[0])
        ),
    );
    // One shape and one line for every stretch without a gap.
    let mut stretch: Vec<(f32, f32)> = Vec::new();
    let mut lines = String::new();
    for (i, win) in review.chances.iter().map(Some).chain([None]).enumerate() {
        if let Some(Some(win)) = win {
            stretch.push((i as f32 * STEP, y(*win)));
            continue;
        }
        if let (Some(first), Some(last)) = (stretch.first(), stretch.last()) {
            let points: String = stretch.iter().map(|(x, y)| format!("L{x} {y:.1}")).collect();
            let _ = writeln!(
                out,
                "<path class=\"share\" d=\"M{} {HEIGHT}{points}L{} {HEIGHT}Z\"/>",
                first.0, last.0
            );
            let _ = writeln!(lines, "<path class=\"curve\" d=\"M{} {:.1}{points}\"/>", first.0, first.1);
        }
        stretch.clear();
    }
    let _ = writeln!(out, "<path class=\"even\" d=\"M0 {0}H{width}\"/>", HEIGHT / 2.0);
    for &turn in &review.turning_points {
        let x = review.moves[turn].index as f32 * STEP;
        let _ = writeln!(out, "<path class=\"turn\" d=\"M{x} 0V{HEIGHT}\"/>");
    }
    out.push_str(&lines);
    for m in review.faults() {
        if let (Some(win), Some(verdict)) = (review.chances[m.index], m.verdict) {
            let x = m.index as f32 * STEP;
            // A line of no length with round ends is a dot whatever the drawing is stretched to.
            let _ =
                writeln!(out, "<path class=\"spot v-{}\" d=\"M{x} {:.1}h0.01\"/>", verdict.name(), y(win));
        }
    }
    out.push_str("<path class=\"cursor\" id=\"cursor\" d=\"M0 0\"/>\n");
    for (i, win) in review.chances.iter().enumerate() {
        let said = review.moves.iter().find(|m| m.index == i).map_or_else(
            || lang.pick("start", "开始", "開始").to_string(),
            |m| {
                let word = m.verdict.filter(|&v| v.is_fault()).map_or("", |v: Verdict| lang.verdict(v));
                format!("{}. {} {} {word}", m.number, sheet.side(m.color), sheet.mv(m))
            },
        );
        let _ = writeln!(
            out,
            "<a href=\"#move-{i}\" tabindex=\"-1\"><rect class=\"hit\" x=\"{}\" width=\"{STEP}\" height=\"{HEIGHT}\"/>\
             <title>{} · {} {}</title></a>",
            i as f32 * STEP - STEP / 2.0,
            escape(said.trim()),
            sides[0],
            chance(*win),
        );
    }
    out.push_str("</svg>\n</div>\n<p class=\"key\">");
    for verdict in Verdict::ALL.into_iter().filter(|v| v.is_fault()) {
        let _ = write!(out, "<span><i class=\"v-{}\"></i>{}</span> ", verdict.name(), lang.verdict(verdict));
    }
    out.push_str("</p>\n</section>\n");
}
