//! What is being thought about, and how the answer is written.

use super::engine::{error, message};
use super::swap2::tell_moves;
use crate::Effect;
use tengen_board::{Coords, Point, Size};
use tengen_engine::{Analysis, Limits, Line, Proof, Score};
use tengen_games::gomoku::Position;
use tengen_games::{Game, Move};

/// What the manager wants to know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Answer {
    /// A move.
    Move,
    /// The best moves ranked, and the best of them played.
    Best(usize),
    /// Which moves lose, and the best move played.
    Defend,
    /// The move after which the side that played it is nearest to an even chance plus this bias (in hundredths).
    BalanceOne(f32),
    /// Likewise two moves, one of each side.
    BalanceTwo(f32),
    /// Swap, stay, or (with three stones on the board) put two more.
    Swap2Choose {
        /// Answered in the extension's words.
        yixin: bool,
    },
}

/// A question, the searches that it takes, and what they found.
#[derive(Clone, Debug)]
pub(super) struct Task {
    answer: Answer,
    position: Position,
    limits: Limits,
    stage: Stage,
    /// What the first search found.
    found: Analysis,
    /// The most even pair of moves so far, with its distance from even.
    pair: Option<([Move; 2], f32)>,
    hurry: bool,
    names: Names,
    debug: bool,
}

/// How moves are called in texts for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Names {
    /// As the game has it.
    Own,
    /// As a manager shows them that tells rows before columns.
    RowsFirst,
}

/// How much to tell of a search while it goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detail {
    /// In the extension's lines for drawing.
    pub(super) realtime: bool,
}

/// Which search is under way.
#[derive(Clone, Debug)]
enum Stage {
    /// The position itself: its best moves.
    Judge,
    /// Candidates for the first of two balancing moves.
    Firsts,
    /// The reply to the last of these candidates; the others are still to come.
    Seconds(Vec<Move>),
}

/// Swap2: the chance to win within which the chooser does better to put two more stones.
const EVEN: std::ops::RangeInclusive<f32> = 0.46..=0.54;

/// How many candidates for the first of two balancing moves are looked at.
const FIRSTS: u32 = 8;

impl Task {
    /// A question about `position`, none of whose answers begins at a point of `avoid` where another is legal.
    pub(super) fn new(answer: Answer, position: Position, limits: Limits, avoid: Vec<Point>) -> Task {
        let stage = match answer {
            Answer::BalanceTwo(_) => Stage::Firsts,
            _ => Stage::Judge,
        };
        Task {
            answer,
            position,
            limits: Limits { avoid, ..limits },
            stage,
            found: Analysis::default(),
            pair: None,
            hurry: false,
            names: Names::Own,
            debug: false,
        }
    }

    /// The same question of a manager that may tell `rows_first`, and may want DEBUG lines.
    pub(super) fn with_names(mut self, rows_first: bool, debug: bool) -> Task {
        self.names = if rows_first { Names::RowsFirst } else { Names::Own };
        self.debug = debug;
        self
    }

    /// Whether a move is all that is wanted, and every move will do.
    pub(super) fn is_plain_move(&self) -> bool {
        self.answer == Answer::Move && self.limits.avoid.is_empty()
    }

    /// What the first search found.
    pub(super) fn found(&self) -> &Analysis {
        &self.found
    }

    /// The manager waits no longer: what is known must do.
    pub(super) fn hurry(&mut self) {
        self.hurry = true;
    }

    /// The search to begin with.
    pub(super) fn first_search(&self) -> (Position, Limits) {
        match self.stage {
            Stage::Judge => self.judge(),
            _ => self.rank_all(self.position.clone()),
        }
    }

    fn judge(&self) -> (Position, Limits) {
        let mut limits = self.limits.clone();
        limits.lines = match self.answer {
            Answer::Best(n) => n,
            Answer::Defend | Answer::BalanceOne(_) => self.position.size().area(),
            _ => 1,
        };
        // Who asks for several moves wants to know about them.
        limits.playing = limits.lines == 1;
        if matches!(self.answer, Answer::Swap2Choose { .. }) && self.position.ply() == 3 {
            // The rest is for the two stones that it may put.
            limits.time = limits.time.map(|time| time / 4);
        }
        (self.position.clone(), limits)
    }

    fn rank_all(&self, position: Position) -> (Position, Limits) {
        let mut limits = self.limits.clone();
        limits.lines = position.size().area();
        // One search for the first of two moves and one for each reply; with the judgement before them they fit into the whole.
        limits.time = limits.time.map(|time| time / (FIRSTS + 5));
        (position, limits)
    }

    /// Takes what a search found; gives the next search where the answer needs one more.
    pub(super) fn take_result(&mut self, analysis: Analysis) -> Option<(Position, Limits)> {
        match std::mem::replace(&mut self.stage, Stage::Judge) {
            Stage::Judge => {
                let even = analysis.score().is_some_and(|score| EVEN.contains(&score.win()));
                self.found = analysis;
                let put_two =
                    matches!(self.answer, Answer::Swap2Choose { .. }) && self.position.ply() == 3 && even;
                if !put_two || self.hurry {
                    return None;
                }
                self.stage = Stage::Firsts;
                Some(self.rank_all(self.position.clone()))
            }
            Stage::Firsts => {
                let mut firsts = nearest_to_even(&analysis, self.bias());
                if firsts.is_empty() {
                    firsts.extend(analysis.best.map(|mv| (mv, 1.0)));
                }
                firsts.truncate(FIRSTS as usize);
                if self.found.best.is_none() {
                    self.found = analysis;
                }
                // The most even is looked at first, and so stands last.
                self.next_second(firsts.into_iter().rev().map(|(mv, _)| mv).collect())
            }
            Stage::Seconds(mut firsts) => {
                let first = firsts.pop()?;
                let ranked = nearest_to_even(&analysis, -self.bias());
                let second = ranked.first().copied().or(analysis.best.map(|mv| (mv, 1.0)));
                if let Some((second, distance)) = second
                    && self.pair.is_none_or(|(_, best)| distance < best)
                {
                    self.pair = Some(([first, second], distance));
                }
                if self.hurry { None } else { self.next_second(firsts) }
            }
        }
    }

    fn next_second(&mut self, firsts: Vec<Move>) -> Option<(Position, Limits)> {
        let mut position = self.position.clone();
        position.play_unchecked(*firsts.last()?);
        self.stage = Stage::Seconds(firsts);
        (!position.is_over()).then(|| self.rank_all(position))
    }

    fn bias(&self) -> f32 {
        match self.answer {
            Answer::BalanceOne(bias) | Answer::BalanceTwo(bias) => bias / 100.0,
            _ => 0.0,
        }
    }

    /// Writes the answer; gives the position after it where the engine moved.
    pub(super) fn tell(self, out: &mut Vec<Effect>) -> Option<Position> {
        if self.found.nodes > 0 {
            message(out, &self.summary(&self.found));
        }
        match self.answer {
            Answer::Move => self.play(self.found.best, out),
            Answer::Best(n) => {
                for (i, line) in self.found.lines.iter().take(n).enumerate() {
                    message(out, &format!("({}) {} | {}", i + 1, value(line.score), self.line_text(line)));
                }
                self.play(self.found.best, out)
            }
            Answer::Defend => {
                self.show_losing(&self.found, out);
                self.play(self.found.best, out)
            }
            Answer::BalanceOne(_) => {
                let even = nearest_to_even(&self.found, self.bias());
                self.play(even.first().map(|&(mv, _)| mv).or(self.found.best), out)
            }
            Answer::BalanceTwo(_) => self.play_pair(out),
            Answer::Swap2Choose { yixin } => self.choose(yixin, out),
        }
    }

    /// Swap2's choice. The side to move is white; the chooser stays where white is better, and swaps where black is.
    fn choose(self, yixin: bool, out: &mut Vec<Effect>) -> Option<Position> {
        let win = self.found.score().map_or(0.5, Score::win);
        let step = if self.position.ply() == 3 { 1 } else { 2 };
        if self.pair.is_some() {
            if !yixin {
                return self.play_pair(out);
            }
            tell_moves(
                4,
                &self.pair_or_any()?.map(|mv| mv.point().unwrap_or(self.position.size().center())),
                out,
            );
            return None;
        }
        let swap = win < 0.5;
        if yixin {
            message(out, &format!("SWAP2 SWAP{step} {}", if swap { "YES" } else { "NO" }));
            return None;
        }
        if swap {
            out.push(Effect::Say("SWAP".into()));
            return None;
        }
        self.play(self.found.best, out)
    }

    fn play(&self, mv: Option<Move>, out: &mut Vec<Effect>) -> Option<Position> {
        let mut position = self.position.clone();
        let point = mv.and_then(Move::point);
        match point.map(|p| (p, position.play(Move::Place(p)))) {
            Some((p, Ok(_))) => {
                out.push(Effect::Say(Coords::Xy.format(p, position.size())));
                Some(position)
            }
            Some((_, Err(why))) => {
                error(out, &format!("the engine's own move is refused: {why}"));
                None
            }
            None => {
                error(out, "there is no legal move");
                None
            }
        }
    }

    fn play_pair(&self, out: &mut Vec<Effect>) -> Option<Position> {
        let mut position = self.position.clone();
        let size = position.size();
        let Some(pair) = self.pair_or_any() else {
            error(out, "there are no two legal moves");
            return None;
        };
        pair.iter().for_each(|&mv| position.play_unchecked(mv));
        let text =
            pair.iter().filter_map(|mv| mv.point()).map(|p| Coords::Xy.format(p, size)).collect::<Vec<_>>();
        out.push(Effect::Say(text.join(" ")));
        Some(position)
    }

    /// The most even pair, or where no search got so far, the first legal ones.
    fn pair_or_any(&self) -> Option<[Move; 2]> {
        self.pair.map(|(pair, _)| pair).or_else(|| {
            let mut position = self.position.clone();
            let mut moves = Vec::new();
            position.legal_moves_into(&mut moves);
            let first = self.found.best.or(moves.first().copied())?;
            position.play(first).ok()?;
            moves.clear();
            position.legal_moves_into(&mut moves);
            Some([first, *moves.first()?])
        })
    }

    /// News of a search: for the manager to draw, for its author to read.
    pub(super) fn show_progress(&self, analysis: &Analysis, detail: Detail, out: &mut Vec<Effect>) {
        if self.debug {
            out.push(Effect::Say(format!("DEBUG {}", self.summary(analysis))));
        }
        if !detail.realtime {
            return;
        }
        let Some(line) = analysis.lines.first() else { return };
        let Some(point) = line.moves.first().and_then(|mv| mv.point()) else { return };
        message(out, "REALTIME REFRESH");
        message(out, &format!("REALTIME BEST {}", Coords::Xy.format(point, self.position.size())));
        message(out, &format!("REALTIME VAL {}", number(line.score)));
        message(out, &format!("REALTIME PV {}", self.line_text(line)));
        if self.answer == Answer::Defend {
            self.show_losing(analysis, out);
        }
    }

    fn line_text(&self, line: &Line) -> String {
        let size = self.position.size();
        let name = |&mv: &Move| match (self.names, mv) {
            // Its rows, counted from the top, are our columns.
            (Names::RowsFirst, Move::Place(p)) => {
                Coords::Gomoku.format(Point::new(p.col, p.row), Size::of(size.cols(), size.rows()))
            }
            _ => self.position.format_move(mv),
        };
        line.moves.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    fn summary(&self, analysis: &Analysis) -> String {
        let millis = analysis.time.as_millis();
        let speed = analysis.nodes as u128 * 1000 / millis.max(1);
        let line = analysis.lines.first();
        format!(
            "Depth {} | Eval {} | Node {} | Speed {speed} | Time {millis} | {}",
            analysis.depth,
            line.map_or_else(String::new, |line| value(line.score)),
            analysis.nodes,
            line.map_or_else(String::new, |line| self.line_text(line)),
        )
    }

    fn show_losing(&self, analysis: &Analysis, out: &mut Vec<Effect>) {
        for line in &analysis.lines {
            if let (Score::Proven(Proof::Loss(_)), Some(Some(p))) =
                (line.score, line.moves.first().map(|mv| mv.point()))
            {
                message(out, &format!("REALTIME LOSE {}", Coords::Xy.format(p, self.position.size())));
            }
        }
    }
}

/// The ranked moves, nearest to an even chance plus `bias` first, each with its distance.
fn nearest_to_even(analysis: &Analysis, bias: f32) -> Vec<(Move, f32)> {
    let distance = |line: &Line| Some((*line.moves.first()?, (line.score.win() - 0.5 - bias).abs()));
    let mut moves: Vec<(Move, f32)> = analysis.lines.iter().filter_map(distance).collect();
    moves.sort_by(|a, b| a.1.total_cmp(&b.1));
    moves
}

/// A score as a whole number, which is all that a manager reads here: a win in 5 is 29995.
fn number(score: Score) -> i32 {
    const MATE: i32 = 30_000;
    match score {
        Score::Estimate { value, .. } => value.round() as i32,
        Score::Proven(Proof::Win(n)) => MATE - n as i32,
        Score::Proven(Proof::Loss(n)) => n as i32 - MATE,
        Score::Proven(Proof::Draw | Proof::Margin(_)) => 0,
    }
}

/// A score as these managers show it: a number, or `+M5` and `-M4` for a proven win and loss in so many plies.
fn value(score: Score) -> String {
    match score {
        Score::Estimate { value, .. } => format!("{value:.0}"),
        Score::Proven(Proof::Win(n)) => format!("+M{n}"),
        Score::Proven(Proof::Loss(n)) => format!("-M{n}"),
        Score::Proven(Proof::Draw | Proof::Margin(_)) => "0".into(),
    }
}
