//! The `info` lines of Leela Zero and KataGo, from which GUIs draw an analysis.

use super::board::{Board, parse_color, parse_vertex};
use tengen_board::{Color, Point};
use tengen_engine::{Analysis, Line, Proof, Score};
use tengen_games::{AnyPosition, Game, GameKind, Move};

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
    /// The points that are not analysed: those of `avoid`, and those that are not in `allow`.
    pub(super) avoid: Vec<Point>,
    /// The same for the pass.
    pub(super) avoid_pass: bool,
}

/// Standard errors by which `lcb` is below the chance to win, as where the engine of Go ranks its moves.
const ERRORS: f32 = 2.0;

impl AnalysisRequest {
    /// Reads `[color] [interval] [KEY VALUE …]`. The default colour is that of the side to move.
    pub(super) fn read(
        style: Style,
        args: &[String],
        position: &AnyPosition,
    ) -> Result<AnalysisRequest, String> {
        let mut request = AnalysisRequest {
            style,
            color: position.to_move(),
            interval: 50,
            max_moves: usize::MAX,
            ownership: false,
            avoid: Vec::new(),
            avoid_pass: false,
        };
        let mut args = args.iter().map(String::as_str).peekable();
        if let Some(Ok(color)) = args.peek().map(|word| parse_color(word)) {
            request.color = color;
            args.next();
        }
        if let Some(Ok(interval)) = args.peek().map(|word| word.parse()) {
            request.interval = interval;
            args.next();
        }
        while let Some(key) = args.next() {
            if matches!(key, "avoid" | "allow") {
                request.restrict(key, [args.next(), args.next(), args.next()], position)?;
                continue;
            }
            let value = args.next().ok_or_else(|| format!("{key} has no value"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("{key} takes a number, not '{value}'"));
            match key {
                "interval" => request.interval = number()?,
                "maxmoves" => request.max_moves = usize::try_from(number()?).unwrap_or(usize::MAX),
                "ownership" => request.ownership = value == "true",
                "minmoves" | "movesOwnership" | "ownershipStdev" | "pvVisits" | "pvEdgeVisits"
                | "rootInfo" => {}
                _ => return Err(format!("unknown key '{key}'")),
            }
        }
        Ok(request)
    }

    /// Reads the three words after `avoid` or `allow`: a color, points with commas between, and a number of plies. They
    /// hold for the first move alone, so those of the other side have no effect.
    fn restrict(
        &mut self,
        key: &str,
        words: [Option<&str>; 3],
        position: &AnyPosition,
    ) -> Result<(), String> {
        let kind = position.spec().kind();
        if !matches!(kind, GameKind::Go | GameKind::Gomoku | GameKind::Othello) {
            return Err(format!("{key} is not supported: the engine of {kind} analyses all moves"));
        }
        let [Some(color), Some(points), Some(plies)] = words else {
            return Err(format!(
                "{key} takes a color, points and a number of moves, such as {key} b D4,Q16 1"
            ));
        };
        let color = parse_color(color)?;
        if plies.parse::<u32>().is_err() {
            return Err(format!("{key} takes a number of moves, not '{plies}'"));
        }
        let moves = points.split(',').map(|text| parse_vertex(text, &position.spec()));
        let moves = moves.collect::<Result<Vec<Move>, String>>()?;
        if color != self.color {
            return Ok(());
        }
        let is_avoided = |mv: Move| moves.contains(&mv) == (key == "avoid");
        self.avoid.extend(position.size().points().filter(|&point| is_avoided(Move::Place(point))));
        self.avoid_pass |= is_avoided(Move::Pass);
        Ok(())
    }

    /// Whether the lines that begin with this move are reported.
    fn reports(&self, mv: Option<&Move>) -> bool {
        match mv {
            Some(Move::Place(point)) => !self.avoid.contains(point),
            Some(Move::Pass) => !self.avoid_pass,
            _ => true,
        }
    }

    /// The line for all moves of an analysis.
    pub(super) fn line(&self, analysis: &Analysis, board: &Board) -> Option<String> {
        let lines = analysis.lines.iter().filter(|line| self.reports(line.moves.first()));
        let mut infos = lines.take(self.max_moves.max(1)).enumerate().peekable();
        infos.peek()?;
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
                let lcb = lower_bound(line, analysis)
                    .map_or_else(String::new, |lcb| format!(" lcb {}", (lcb * 10_000.0).round() as u32));
                format!("info move {vertex} visits {visits} winrate {win}{lcb} order {order} pv {pv}")
            }
            Style::Kata => {
                let lcb = lower_bound(line, analysis).map_or_else(String::new, |lcb| {
                    format!(" lcb {lcb:.6} utilityLcb {:.6}", 2.0 * lcb - 1.0)
                });
                let lead = match line.score {
                    Score::Estimate { value, .. } => value,
                    Score::Proven(Proof::Margin(margin)) => margin,
                    Score::Proven(Proof::Win(_)) => 1.0,
                    Score::Proven(Proof::Loss(_)) => -1.0,
                    Score::Proven(Proof::Draw) => 0.0,
                };
                // Elsewhere the value is no number of points.
                let counts_points = board.position().margin_now().is_some();
                let lead = if counts_points {
                    format!(" scoreMean {lead:.3} scoreLead {lead:.3}")
                } else {
                    String::new()
                };
                format!(
                    "info move {vertex} visits {visits} utility {:.6} winrate {win:.6}{lead}{lcb} order {order} pv {pv}",
                    2.0 * win - 1.0,
                )
            }
        })
    }
}

/// The lower confidence bound of a line's chance to win, for engines that estimate it by playouts. It is 2 standard
/// errors below the rate of its playouts. Half a win and half a loss are added to them.
fn lower_bound(line: &Line, analysis: &Analysis) -> Option<f32> {
    let Score::Estimate { win, .. } = line.score else { return None };
    if analysis.standard_error.is_none() || line.work == 0 {
        return None;
    }
    let n = line.work as f32 + 1.0;
    let rate = (win * line.work as f32 + 0.5) / n;
    Some((rate - ERRORS * (rate * (1.0 - rate) / n).sqrt()).max(0.0))
}

/// Reads the reports of `kata-analyze` for `position`; `None` if there is no move in them.
///
/// A report has `info move D4 visits 100 winrate 0.61 scoreLead 3.2 order 0 pv D4 Q16 …` for each move, and perhaps
/// `ownership` with a number for each point in reading order. All are from the side to move, which is KataGo's default.
/// Words that are not known are skipped. Source: KataGo's `docs/GTP_Extensions.md`.
pub(super) fn read_info(text: &str, position: &AnyPosition) -> Option<Analysis> {
    let spec = position.spec();
    let vertex = |word: &str| parse_vertex(word, &spec).ok();
    let (mut infos, mut ownership): (Vec<(usize, Line)>, Vec<f32>) = (Vec::new(), Vec::new());
    let mut words = text.split_ascii_whitespace().peekable();
    while let Some(word) = words.next() {
        if word == "ownership" {
            let number = |word: &str| word.parse::<f32>().ok().filter(|own| own.is_finite());
            while let Some(own) = words.peek().and_then(|word| number(word)) {
                ownership.push(own.clamp(-1.0, 1.0));
                words.next();
            }
        }
        if word != "info" {
            continue;
        }
        let (mut first, mut pv): (Option<Move>, Vec<Move>) = (None, Vec::new());
        let (mut visits, mut win, mut lead, mut order) = (0, None, 0.0, infos.len());
        while let Some(&key) = words.peek() {
            if matches!(key, "info" | "ownership" | "rootInfo") {
                break;
            }
            words.next();
            if key == "pv" {
                while let Some(mv) = words.peek().and_then(|word| vertex(word)) {
                    pv.push(mv);
                    words.next();
                }
                continue;
            }
            let Some(&value) = words.peek() else { break };
            match key {
                "move" => first = vertex(value),
                "visits" => visits = value.parse().unwrap_or(0),
                "winrate" => win = value.parse::<f32>().ok().filter(|win| (0.0..=1.0).contains(win)),
                "scoreLead" => lead = value.parse().ok().filter(|lead: &f32| lead.is_finite()).unwrap_or(0.0),
                "order" => order = value.parse().unwrap_or(order),
                _ => continue,
            }
            words.next();
        }
        let (Some(first), Some(win)) = (first, win) else { continue };
        // A line goes as far as it is legal: front ends play it.
        let mut after = position.clone();
        if pv.first() != Some(&first) {
            pv = vec![first];
        }
        let legal = pv.iter().take_while(|&&mv| after.play(mv).is_ok()).count();
        pv.truncate(legal);
        if legal > 0 {
            let score = Score::Estimate { value: lead, win };
            infos.push((order, Line { moves: pv, score, work: visits }));
        }
    }
    infos.sort_by_key(|&(order, _)| order);
    let lines: Vec<Line> = infos.into_iter().map(|(_, line)| line).collect();
    if ownership.len() != position.size().area() {
        ownership.clear();
    }
    if position.to_move() == Color::White {
        ownership.iter_mut().for_each(|own| *own = -*own);
    }
    Some(Analysis {
        best: Some(*lines.first()?.moves.first()?),
        nodes: lines.iter().map(|line| line.work).fold(0, u64::saturating_add),
        lines,
        ownership,
        ..Analysis::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::GameSpec;

    fn position(moves: &[&str]) -> AnyPosition {
        let spec = GameSpec::named("go", None, Some("2".parse().unwrap())).unwrap();
        let mut position = AnyPosition::new(&spec);
        for mv in moves {
            position.play(position.parse_move(mv).unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn a_report_of_katago_is_read_by_its_order_up_to_an_illegal_move() {
        let white = position(&["A1"]);
        let text = "info move B1 visits 7 edgeVisits 7 utility 0.1 winrate 0.25 scoreMean -2 scoreStdev 3 \
                    scoreLead -2.5 scoreSelfplay -3 prior 0.1 lcb 0.2 weight 7 order 1 pv B1 B1 \
                    info move B2 visits 30 winrate 0.75 scoreLead 1.5 order 0 pv B2 A2 pass pvVisits 30 2 1 \
                    rootInfo visits 38 winrate 0.7 ownership 0.5 -0.25 1 -1 ownershipStdev 0 0 0 0";
        let found = read_info(text, &white).unwrap();
        assert_eq!(found.best.map(|mv| white.format_move(mv)).as_deref(), Some("B2"));
        let lengths: Vec<usize> = found.lines.iter().map(|line| line.moves.len()).collect();
        assert_eq!(lengths, [3, 1]);
        assert_eq!(found.lines[0].score, Score::Estimate { value: 1.5, win: 0.75 });
        assert_eq!((found.nodes, found.lines[1].work), (37, 7));
        // KataGo speaks from the side to move, an analysis from black.
        assert_eq!(found.ownership, [-0.5, 0.25, -1.0, 1.0]);
    }

    #[test]
    fn what_is_no_report_is_none() {
        let black = position(&[]);
        for text in ["", "info", "info move", "info move Z9 winrate 0.5", "info move A1", "ownership 1 1 1 1"]
        {
            assert_eq!(read_info(text, &black), None, "{text}");
        }
        let found = read_info("info move A1 winrate 0.5 ownership 1 nan", &black).unwrap();
        assert!(found.ownership.is_empty() && found.lines.len() == 1);
    }

    #[test]
    fn what_the_engine_writes_the_controller_reads() {
        let black = position(&[]);
        let board = Board::new(&black.spec());
        let line = |mv: &str, win: f32| Line {
            moves: vec![black.parse_move(mv).unwrap()],
            score: Score::Estimate { value: 2.0 * win, win },
            work: 5,
        };
        let written = Analysis {
            lines: vec![line("B2", 0.5), line("A1", 0.25)],
            ownership: vec![0.5, -0.5, 0.0, 1.0],
            ..Analysis::default()
        };
        let args = ["b", "10", "ownership", "true"].map(str::to_owned);
        let request = AnalysisRequest::read(Style::Kata, &args, &black).unwrap();
        let read = read_info(&request.line(&written, &board).unwrap(), &black).unwrap();
        assert_eq!((read.lines, read.ownership), (written.lines, written.ownership));
    }

    /// A network's prior and a deviation of the score are nowhere in an analysis, so no field has their name.
    #[test]
    fn no_field_is_invented() {
        let black = position(&[]);
        let board = Board::new(&black.spec());
        let line = Line {
            moves: vec![black.parse_move("B2").unwrap()],
            score: Score::Estimate { value: 2.0, win: 0.5 },
            work: 99,
        };
        let mut found =
            Analysis { lines: vec![line], standard_error: Some(0.05), nodes: 120, ..Analysis::default() };
        let text = |style, found: &Analysis| {
            AnalysisRequest::read(style, &[], &black).unwrap().line(found, &board).unwrap()
        };
        // A standard error of 0.05 twice below 0.5.
        assert_eq!(
            text(Style::Kata, &found),
            "info move B2 visits 99 utility 0.000000 winrate 0.500000 scoreMean 2.000 scoreLead 2.000 \
             lcb 0.400000 utilityLcb -0.200000 order 0 pv B2"
        );
        assert_eq!(text(Style::Leela, &found), "info move B2 visits 99 winrate 5000 lcb 4000 order 0 pv B2");
        // Without playouts there is no error to bound it by.
        found.standard_error = None;
        assert_eq!(text(Style::Leela, &found), "info move B2 visits 99 winrate 5000 order 0 pv B2");
    }
}
