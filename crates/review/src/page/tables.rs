//! The tables of the page: each side's sums, every move, and how it was judged.

use super::{Sheet, escape};
use crate::ReviewText as _;
use crate::{Phase, Verdict};
use std::fmt::Write;
use tengen_board::Color;
use tengen_games::PlayerId;

/// Accuracy and verdicts of both sides, with what can be said of the whole game.
pub(super) fn summary(out: &mut String, sheet: Sheet<'_>) {
    let Sheet { review, lang, .. } = sheet;
    let _ = write!(
        out,
        "<section>\n<table class=\"sums\">\n<thead><tr><th></th>{}</tr></thead>\n<tbody>\n",
        review
            .sides
            .map(|s| format!(
                "<th scope=\"col\"><svg class=\"dot\" viewBox=\"-22 -22 44 44\" aria-hidden=\"true\"><use href=\"#stone-{}\"/></svg>{}</th>",
                if s.color == Color::Black { "black" } else { "white" },
                escape(sheet.side(s.color))
            ))
            .concat()
    );
    let mut row = |class: &str, name: &str, cells: [String; 2]| {
        let _ = writeln!(
            out,
            "<tr class=\"{class}\"><th scope=\"row\">{name}</th><td>{}</td><td>{}</td></tr>",
            cells[0], cells[1]
        );
    };
    let dash = || "–".to_string();
    let accuracy = |a: Option<f32>| a.map_or_else(dash, |a| format!("{a:.1}%"));
    row("main", lang.pick("Accuracy", "准确率", "正確さ"), review.sides.map(|s| accuracy(s.total.accuracy)));
    for (i, &phase) in Phase::ALL.iter().enumerate() {
        if review.sides.iter().any(|s| s.phases[i].accuracy.is_some()) {
            row("sub", lang.phase(phase), review.sides.map(|s| accuracy(s.phases[i].accuracy)));
        }
    }
    row(
        "",
        lang.pick("Mean loss per move", "每手平均损失胜率", "1手の平均損失"),
        review.sides.map(|s| s.total.mean_loss.map_or_else(dash, |l| format!("{:.1}%", l * 100.0))),
    );
    if review.sides[0].total.units.is_some() {
        let unit = lang.unit(review.spec.kind());
        row(
            "",
            &lang.pick(
                format!("Total {unit} lost"),
                format!("累计损失（{unit}）"),
                format!("損失の合計（{unit}）"),
            ),
            review.sides.map(|s| s.total.units.map_or_else(dash, |u| format!("{u:.1}"))),
        );
    }
    for (i, &verdict) in Verdict::ALL.iter().enumerate() {
        let name = format!("<i class=\"v-{}\"></i>{}", verdict.name(), lang.verdict(verdict));
        row("count", &name, review.sides.map(|s| s.total.verdicts[i].to_string()));
    }
    out.push_str("</tbody>\n</table>\n");
    let link = |i: usize| {
        let m = &review.moves[i];
        format!("<a href=\"#move-{}\">{}</a>", m.index, m.number)
    };
    if let Some(text) = lang.unseen(review) {
        let _ = writeln!(out, "<p>{text}</p>");
    }
    if !review.turning_points.is_empty() {
        let turns: Vec<String> = review.turning_points.iter().take(12).map(|&i| link(i)).collect();
        let _ = writeln!(
            out,
            "<p>{}{}{}</p>",
            lang.pick("The lead changed hands at move ", "优势易手：", "形勢が逆転した手："),
            turns.join(lang.pick(", ", "、", "、")),
            lang.pick(".", " 手。", "手目。"),
        );
    }
    if let Some((player, i)) = review.decided {
        let side = sheet.side(review.sides[usize::from(player == PlayerId::Second)].color);
        let _ = writeln!(
            out,
            "<p>{}</p>",
            lang.pick(
                format!("From move {} on, {side} stayed at 90% or above.", link(i)),
                format!("自第 {} 手起，{side}的胜率一直不低于 90%。", link(i)),
                format!("{}手目から、{side}の勝率は90%以上でした。", link(i)),
            )
        );
    }
    out.push_str("</section>\n");
}

/// Every move, with its verdict and the chance after it.
pub(super) fn moves(out: &mut String, sheet: Sheet<'_>) {
    let Sheet { review, lang, .. } = sheet;
    let _ = write!(
        out,
        "<section class=\"all\">\n<h2>{}</h2>\n<ol class=\"moves\">\n",
        lang.pick("All moves", "全部着法", "すべての着手")
    );
    for m in &review.moves {
        let verdict = m.verdict.map_or("none", Verdict::name);
        let said = m.verdict.map_or("", |v| lang.verdict(v));
        let swing = sheet.swing(m).unwrap_or_default();
        let _ = writeln!(
            out,
            "<li id=\"move-{i}\"><a class=\"v-{verdict}\" href=\"#move-{i}\" title=\"{title}\">\
             <b>{n}</b><i class=\"c-{color}\"></i>{mv}<span>{after}</span></a></li>",
            i = m.index,
            title = escape(format!("{said} {swing}").trim()),
            n = m.number,
            color = if m.color == Color::Black { "black" } else { "white" },
            mv = escape(&sheet.mv(m)),
            after = super::chance(m.after.map(tengen_engine::Score::win)),
        );
    }
    out.push_str("</ol>\n</section>\n");
}

/// How moves are judged.
pub(super) fn method(out: &mut String, sheet: Sheet<'_>) {
    let lang = sheet.lang;
    let [small, middle, large] =
        [Verdict::INACCURACY, Verdict::MISTAKE, Verdict::BLUNDER].map(|v| format!("{:.0}", v * 100.0));
    let text = lang.pick(
        format!(
            "Percentages are the chance to win of the player who moved, a draw counted half, before the move and after it; the \
             chance after a move comes from the analysis of the next position. A loss of {small} points is an inaccuracy, of {middle} a \
             mistake, of {large} a blunder; a missed win is a proven win that the move let go. The engine's own choice and a move \
             without alternative are best. Accuracy is the mean of the arithmetic and the harmonic mean of 103.1668·e^(−0.04354·d) − \
             3.1669 over the side's moves, d the points lost. Estimates are an engine's opinion within its limits; what is \
             called proven is proven."
        ),
        format!(
            "百分数为行棋方的胜率（和棋计一半），分别在该手之前与之后；一手之后的胜率取自下一局面的分析。损失 {small} 个百分点为缓手，{middle} 为失误，{large} 为恶手；\
             错失胜机指该手放过了已证明的必胜。引擎的首选以及唯一的合法着法为最佳。准确率为该方各手 103.1668·e^(−0.04354·d) − 3.1669（d 为损失的百分点）的算术平均与调和平均的平均值。\
             估计值是引擎在限制之内的看法；称为“必胜”“证明”的均已证明。"
        ), format!(
            "百分率は、打った側の勝率（引き分けは半分）を、その手の前と後について示したものです。手の後の勝率は、次の局面の解析によります。損失が{small}ポイント以上で緩手、{middle}以上で疑問手、{large}以上で悪手です。\
             勝ち逃しは、証明された勝ちを逃した手です。エンジンの第一候補と唯一の手は最善とします。正確さは、各手の103.1668·e^(−0.04354·d) − 3.1669（dは損失のポイント）の算術平均と調和平均の中間です。\
             評価値は制限内でのエンジンの見解です。「勝ち」「負け」とあるものは証明されています。"
        ),
    );
    // The limits of discs in the text, where the game has them.
    let text = match Verdict::disc_limits(&sheet.review.spec) {
        Some([small, middle, large]) => {
            text + &lang.pick(
                format!(
                    " In Othello discs lost for certain count too: from {small} an inaccuracy, from {middle} a mistake, \
                     from {large} a blunder. Accuracy is by chances alone."
                ),
                format!(
                    "在黑白棋中，确定损失的子数也计入：{small} 子起为缓手，{middle} 子起为失误，{large} 子起为恶手。准确率只按胜率计算。"
                ),
                format!(
                    "オセロでは確実に失った石も数えます：{small}石から緩手、{middle}石から疑問手、{large}石から悪手です。正確さは勝率だけによります。"
                ),
            )
        }
        None => text,
    };
    let _ = write!(
        out,
        "<footer><p>{text}</p>\n<p>{} {}</p></footer>\n",
        lang.pick("Made by Tengen", "由 Tengen（天元）生成", "作成：Tengen（天元）"),
        env!("CARGO_PKG_VERSION")
    );
}
