//! A review as plain text, for terminals and mails.

use crate::ReviewText as _;
use crate::words::sign;
use crate::{Course, Phase, Review, Verdict};
use std::fmt::Write;
use tengen_games::PlayerId;
use tengen_records::Header;
use tengen_words::Language;

/// Columns of the graph.
const WIDTH: usize = 60;

impl Review {
    /// The review as text: who played, the graph, sums, and the mistakes with the better line.
    ///
    /// # Panics
    /// If the review is of another course.
    pub fn to_text(&self, course: &Course, header: &Header, lang: Language) -> String {
        let mut out = String::new();
        let kind = self.spec.kind();
        let _ = writeln!(out, "{}", lang.game(&self.spec));
        let colon = lang.pick(": ", "：", "：");
        for side in &self.sides {
            let name = crate::page::name_of(header, side.color, lang).unwrap_or_else(|| "?".into());
            let _ = writeln!(out, "{}{colon}{name}", lang.side(&self.spec, side.color));
        }
        if let Some(name) = course.opening() {
            let _ = writeln!(out, "{}", lang.named_opening(name));
        }
        let _ = writeln!(out, "{}{colon}{}", self.engine, lang.limits(&self.limits));
        if !self.is_complete() {
            let (done, of) = (self.done, self.of);
            let _ = writeln!(
                out,
                "{}",
                lang.pick(
                    format!("Incomplete: stopped after {done} of {of} positions"),
                    format!("未完成：{of} 个局面中只分析了 {done} 个"),
                    format!("途中まで：{of}局面中{done}局面で止まりました")
                )
            );
        }
        if let Some(violation) = course.violation() {
            let (number, why) = (violation.number, &violation.kind);
            let _ = writeln!(
                out,
                "{}",
                lang.pick(
                    format!("Move {number} breaks the rules; the rest of the record is left out: {why}"),
                    format!("第 {number} 手违反规则，其后的着法从略：{why}"),
                    format!("{number}手目が反則のため、以降は省きました：{why}")
                )
            );
        }
        out.push('\n');
        let first = lang.side(&self.spec, self.sides[0].color);
        let _ = writeln!(
            out,
            "{}",
            lang.pick(
                format!("Winning chance of {first}:"),
                format!("{first}胜率："),
                format!("{first}の勝率：")
            )
        );
        out.push_str(&self.graph());
        out.push('\n');
        self.table(&mut out, lang);
        if let Some(text) = lang.unseen(self) {
            let _ = writeln!(out, "{text}");
        }
        for (i, m) in self.moves.iter().enumerate().filter(|(_, m)| m.verdict.is_some_and(Verdict::is_fault))
        {
            let (Some(verdict), Some(swing)) = (m.verdict, lang.swing_of(m, kind)) else { continue };
            let from = &course.moments()[m.index - 1].position;
            let _ = writeln!(
                out,
                "\n{}. {} {}{}  {}: {swing}",
                m.number,
                lang.side(&self.spec, m.color),
                lang.mv(from, m.mv),
                sign(verdict),
                lang.verdict(verdict),
            );
            let mut line = |name: &str, text: &str| {
                if !text.is_empty() {
                    let _ = writeln!(out, "    {name}{text}");
                }
            };
            line("", &lang.facts(m, kind));
            line(lang.pick("better: ", "更好的下法：", "最善："), &lang.line(from, &m.best, 12));
            line(
                lang.pick("reply: ", "对方的应对：", "応手："),
                &lang.line(&course.moments()[m.index].position, &m.reply, 12),
            );
            if self.turning_points.contains(&i) {
                line("", lang.pick("The lead changed here.", "优势在此易手。", "ここで形勢が逆転しました。"));
            }
        }
        if self.faults().next().is_none() && self.unseen.is_none() {
            let _ = writeln!(
                out,
                "\n{}",
                lang.pick("No mistakes found.", "未发现失误。", "悪手は見つかりませんでした。")
            );
        }
        if let Some((player, i)) = self.decided {
            let color = self.sides[usize::from(player == PlayerId::Second)].color;
            let (side, number) = (lang.side(&self.spec, color), self.moves[i].number);
            let _ = writeln!(
                out,
                "\n{}",
                lang.pick(
                    format!("From move {number} on, {side} stayed at 90% or above."),
                    format!("自第 {number} 手起，{side}的胜率一直不低于 90%。"),
                    format!("{number}手目から、{side}の勝率は90%以上でした。")
                )
            );
        }
        out
    }

    /// The first player's chance over the game, in eight lines of blocks.
    fn graph(&self) -> String {
        const ROWS: usize = 5;
        const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        let n = self.chances.len();
        let columns = n.clamp(1, WIDTH);
        let mut out = String::new();
        for row in (0..ROWS).rev() {
            let label = match row {
                4 => "100% ",
                2 => " 50% ",
                0 => "  0% ",
                _ => "     ",
            };
            out.push_str(label);
            for column in 0..columns {
                let at = if columns > 1 { column * (n - 1) / (columns - 1) } else { 0 };
                out.push(match self.chances[at] {
                    None => {
                        if row == 0 {
                            '·'
                        } else {
                            ' '
                        }
                    }
                    Some(chance) => {
                        let eighths = (chance * (ROWS * 8) as f32).round() as usize;
                        BLOCKS[eighths.saturating_sub(row * 8).min(8)]
                    }
                });
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
        out
    }

    fn table(&self, out: &mut String, lang: Language) {
        let kind = self.spec.kind();
        let dash = || "–".to_string();
        let mut row = |name: &str, cells: [String; 2]| {
            // Chinese letters take two columns.
            let pad = |text: &str, width: usize| {
                let shown: usize = text.chars().map(|c| if c > '\u{2e80}' { 2 } else { 1 }).sum();
                " ".repeat(width.saturating_sub(shown))
            };
            let _ = writeln!(
                out,
                "{name}{} {}{} {}{}",
                pad(name, 14),
                pad(&cells[0], 10),
                cells[0],
                pad(&cells[1], 10),
                cells[1]
            );
        };
        row("", self.sides.map(|s| lang.side(&self.spec, s.color).to_string()));
        let accuracy = |a: Option<f32>| a.map_or_else(dash, |a| format!("{a:.1}%"));
        row(lang.pick("accuracy", "准确率", "正確さ"), self.sides.map(|s| accuracy(s.total.accuracy)));
        for (i, &phase) in Phase::ALL.iter().enumerate() {
            let name = format!("  {}", lang.phase(phase));
            row(&name, self.sides.map(|s| accuracy(s.phases[i].accuracy)));
        }
        row(
            lang.pick("mean loss", "平均失分", "平均損失"),
            self.sides.map(|s| s.total.mean_loss.map_or_else(dash, |l| format!("{:.1}%", l * 100.0))),
        );
        if self.sides[0].total.units.is_some() {
            let name = lang.pick(
                format!("lost {}", lang.unit(kind)),
                format!("损失（{}）", lang.unit(kind)),
                format!("損失（{}）", lang.unit(kind)),
            );
            row(&name, self.sides.map(|s| s.total.units.map_or_else(dash, |u| format!("{u:.1}"))));
        }
        for (i, &verdict) in Verdict::ALL.iter().enumerate() {
            row(lang.verdict(verdict), self.sides.map(|s| s.total.verdicts[i].to_string()));
        }
    }
}
