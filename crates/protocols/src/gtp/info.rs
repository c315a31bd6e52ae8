//! The `info` lines of Leela Zero and KataGo, from which GUIs draw an analysis.

use super::board::Board;
use tengen_board::Color;
use tengen_engine::{Analysis, Line, Proof, Score};

/// The form of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `lz-analyze`: chances in ten-thousandths.
    Leela,
    /// `kata-analyze`: chances from 0 to 1, and the score.
    Kata,
}

/// The request of an analysis command.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AnalysisRequest {
    pub(super) style: Style,
    pub(super) color: Color,
    /// Minimum time between two reports, in hundredths of a second.
    pub(super) interval: u64,
    /// Maximum number of moves to report.
    pub(super) max_moves: usize,
    pub(super) ownership: bool,
}

impl AnalysisRequest {
    /// Reads `[color] [interval] [KEY VALUE …]`. The default colour is `to_move`.
    pub(super) fn read(style: Style, args: &[String], to_move: Color) -> Result<AnalysisRequest, String> {
        let mut request =
            AnalysisRequest { style, color: to_move, interval: 50, max_moves: usize::MAX, ownership: false };
        let mut args = args.iter().map(String::as_str).peekable();
        if let Some(Ok(color)) = args.peek().map(|word| super::board::parse_color(word)) {
            request.color = color;
            args.next();
        }
        if let Some(Ok(interval)) = args.peek().map(|word| word.parse()) {
            request.interval = interval;
            args.next();
        }
        while let Some(key) = args.next() {
            let value = args.next().ok_or_else(|| format!("{key} has no value"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("{key} takes a number, not '{value}'"));
            match key {
                "interval" => request.interval = number()?,
                "maxmoves" => request.max_moves = usize::try_from(number()?).unwrap_or(usize::MAX),
                "ownership" => request.ownership = value == "true",
                "minmoves" | "movesOwnership" | "ownershipStdev" | "pvVisits" | "pvEdgeVisits"
                | "rootInfo" => {}
                "avoid" | "allow" => {
                    args.next();
                    args.next();
                }
                _ => return Err(format!("unknown key '{key}'")),
            }
        }
        Ok(request)
    }

    /// The line for all moves of an analysis.
    pub(super) fn line(&self, analysis: &Analysis, board: &Board) -> Option<String> {
        if analysis.lines.is_empty() {
            return None;
        }
        let infos = analysis.lines.iter().take(self.max_moves.max(1)).enumerate();
        let mut text =
            infos.filter_map(|(i, line)| self.info(i, line, analysis, board)).collect::<Vec<_>>().join(" ");
        if self.ownership && !analysis.ownership.is_empty() {
            text += " ownership";
            for value in &analysis.ownership {
                let own = if self.color == Color::Black { *value } else { -value };
                text += &format!(" {own:.3}");
            }
        }
        Some(text)
    }

    fn info(&self, order: usize, line: &Line, analysis: &Analysis, board: &Board) -> Option<String> {
        let vertex = board.vertex(*line.moves.first()?);
        let pv = line.moves.iter().map(|&mv| board.vertex(mv)).collect::<Vec<_>>().join(" ");
        let visits = if line.work > 0 { line.work } else { analysis.nodes };
        let win = line.score.win();
        Some(match self.style {
            Style::Leela => {
                let win = (win * 10_000.0).round() as u32;
                format!(
                    "info move {vertex} visits {visits} winrate {win} prior {win} lcb {win} order {order} pv {pv}"
                )
            }
            Style::Kata => {
                let lead = match line.score {
                    Score::Estimate { value, .. } => value,
                    Score::Proven(Proof::Margin(margin)) => margin,
                    Score::Proven(Proof::Win(_)) => 1.0,
                    Score::Proven(Proof::Loss(_)) => -1.0,
                    Score::Proven(Proof::Draw) => 0.0,
                };
                format!(
                    "info move {vertex} visits {visits} utility {:.6} winrate {win:.6} scoreMean {lead:.3} scoreStdev 0 \
                     scoreLead {lead:.3} prior {win:.6} lcb {win:.6} utilityLcb {:.6} order {order} pv {pv}",
                    2.0 * win - 1.0,
                    2.0 * win - 1.0,
                )
            }
        })
    }
}
