//! A question about the position on the board: its searches, and how the answer is written.

use super::answers::{error, message};
use super::swap2::write_moves;
use crate::Effect;
use tengen_board::{Coords, Point, Size};
use tengen_engine::{Analysis, Limits, Line, Proof, Score};
use tengen_games::gomoku::Position;
use tengen_games::{Game, Move};

/// What the manager asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Query {
    /// A move.
    Move,
    /// The best moves ranked; the best of them is played.
    Best(usize),
    /// Which moves lose; the best move is played.
    Defend,
    /// The move after which the chance of its side is nearest to one half plus this bias (in hundredths).
    BalanceOne(f32),
    /// The same with two moves, one of each side.
    BalanceTwo(f32),
    /// Swap, stay, or (with three stones on the board) place two more.
    Swap2Choose {
        /// The answer is in the words of the extension.
        yixin: bool,
    },
}

/// A question with its searches and their results.
#[derive(Clone, Debug)]
pub(super) struct Question {
    query: Query,
    position: Position,
    limits: Limits,
    stage: Stage,
    /// The result of the first search.
    found: Analysis,
    /// The most even pair of moves so far, with its distance from even.
    pair: Option<([Move; 2], f32)>,
    hurry: bool,
    notation: Notation,
    debug: bool,
}

/// How moves are written in texts for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    /// The notation of the game.
    Game,
    /// The notation of a manager that writes rows before columns.
    RowsFirst,
}

/// The search under way.
#[derive(Clone, Debug)]
enum Stage {
    /// The position itself: its best moves.
    Evaluate,
    /// Candidates for the first of two balancing moves.
    FirstMoves,
    /// The reply to the last of these candidates; the others come later.
    SecondMoves(Vec<Move>),
}

/// Swap2: at a chance to win in this range the chooser places two more stones.
const EVEN: std::ops::RangeInclusive<f32> = 0.46..=0.54;

/// Number of candidates for the first of two balancing moves.
const FIRST_MOVES: u32 = 8;

impl Question {
    /// A question about `position`. No answer begins at a point of `avoid` if there is another legal move.
    pub(super) fn new(query: Query, position: Position, limits: Limits, avoid: Vec<Point>) -> Question {
        let stage = match query {
            Query::BalanceTwo(_) => Stage::FirstMoves,
            _ => Stage::Evaluate,
        };
        Question {
            query,
            position,
            limits: Limits { avoid, ..limits },
            stage,
            found: Analysis::default(),
            pair: None,
            hurry: false,
            notation: Notation::Game,
            debug: false,
        }
    }

    /// The same question, from a manager that may write `rows_first`, and may want DEBUG lines.
    pub(super) fn with_notation(mut self, rows_first: bool, debug: bool) -> Question {
        self.notation = if rows_first { Notation::RowsFirst } else { Notation::Game };
        self.debug = debug;
        self
    }

    /// True if the answer is just a move, and no point is blocked.
    pub(super) fn is_plain_move(&self) -> bool {
        self.query == Query::Move && self.limits.avoid.is_empty()
    }

    /// The result of the first search.
    pub(super) fn found(&self) -> &Analysis {
        &self.found
    }

    /// Ends the question with what is known: the manager wants the answer now.
    pub(super) fn hurry(&mut self) {
        self.hurry = true;
    }

    /// The first search.
    pub(super) fn first_search(&self) -> (Position, Limits) {
        match self.stage {
            Stage::Evaluate => self.evaluate(),
            _ => self.rank_all(self.position.clone()),
        }
    }

    fn evaluate(&self) -> (Position, Limits) {
        let mut limits = self.limits.clone();
        limits.lines = match self.query {
            Query::Best(n) => n,
            Query::Defend | Query::BalanceOne(_) => self.position.size().area(),
            _ => 1,
        };
        // A search for several moves ranks them all well.
        limits.playing = limits.lines == 1;
        if matches!(self.query, Query::Swap2Choose { .. }) && self.position.ply() == 3 {
            // The rest is for the two stones that it may place.
            limits.time = limits.time.map(|time| time / 4);
        }
        (self.position.clone(), limits)
    }

    fn rank_all(&self, position: Position) -> (Position, Limits) {
        let mut limits = self.limits.clone();
        limits.lines = position.size().area();
        // One search ranks the first moves, one more each their replies. Together with the evaluation they fit into
        // the time.
        limits.time = limits.time.map(|time| time / (FIRST_MOVES + 5));
        (position, limits)
    }

    /// Takes the result of a search. Returns the next search if the answer needs another.
    pub(super) fn take_result(&mut self, analysis: Analysis) -> Option<(Position, Limits)> {
        match std::mem::replace(&mut self.stage, Stage::Evaluate) {
            Stage::Evaluate => {
                let even = analysis.score().is_some_and(|score| EVEN.contains(&score.win()));
                self.found = analysis;
                let put_two =
                    matches!(self.query, Query::Swap2Choose { .. }) && self.position.ply() == 3 && even;
                if !put_two || self.hurry {
                    return None;
                }
                self.stage = Stage::FirstMoves;
                Some(self.rank_all(self.position.clone()))
            }
            Stage::FirstMoves => {
                let mut first_moves = nearest_to_even(&analysis, self.bias());
                if first_moves.is_empty() {
                    first_moves.extend(analysis.best.map(|mv| (mv, 1.0)));
                }
                first_moves.truncate(FIRST_MOVES as usize);
                if self.found.best.is_none() {
                    self.found = analysis;
                }
                // They are taken from the end: the most even is searched first.
                self.next_second(first_moves.into_iter().rev().map(|(mv, _)| mv).collect())
            }
            Stage::SecondMoves(mut first_moves) => {
                let first = first_moves.pop()?;
                let ranked = nearest_to_even(&analysis, -self.bias());
                let second = ranked.first().copied().or(analysis.best.map(|mv| (mv, 1.0)));
                if let Some((second, distance)) = second
                    && self.pair.is_none_or(|(_, best)| distance < best)
                {
                    self.pair = Some(([first, second], distance));
                }
                if self.hurry { None } else { self.next_second(first_moves) }
            }
        }
    }

    fn next_second(&mut self, first_moves: Vec<Move>) -> Option<(Position, Limits)> {
        let mut position = self.position.clone();
        position.play_unchecked(*first_moves.last()?);
        self.stage = Stage::SecondMoves(first_moves);
        (!position.is_over()).then(|| self.rank_all(position))
    }

    fn bias(&self) -> f32 {
        match self.query {
            Query::BalanceOne(bias) | Query::BalanceTwo(bias) => bias / 100.0,
            _ => 0.0,
        }
    }

    /// Writes the answer. Returns the position after it if the engine moved.
    pub(super) fn write_answer(self, out: &mut Vec<Effect>) -> Option<Position> {
        // A proven win may be known without a search.
        if self.found.nodes > 0 || matches!(self.found.score(), Some(Score::Proven(_))) {
            message(out, &self.summary(&self.found));
        }
        match self.query {
            Query::Move => self.play(self.found.best, out),
            Query::Best(n) => {
                for (i, line) in self.found.lines.iter().take(n).enumerate() {
                    message(out, &format!("({}) {} | {}", i + 1, value(line.score), self.line_text(line)));
                }
                self.play(self.found.best, out)
            }
            Query::Defend => {
                self.write_losing(&self.found, out);
                self.play(self.found.best, out)
            }
            Query::BalanceOne(_) => {
                let even = nearest_to_even(&self.found, self.bias());
                self.play(even.first().map(|&(mv, _)| mv).or(self.found.best), out)
            }
            Query::BalanceTwo(_) => self.play_pair(out),
            Query::Swap2Choose { yixin } => self.choose(yixin, out),
        }
    }

    /// Swap2's choice. The side to move is white: the chooser stays if white is better, and swaps if black is.
    fn choose(self, yixin: bool, out: &mut Vec<Effect>) -> Option<Position> {
        let win = self.found.score().map_or(0.5, Score::win);
        let step = if self.position.ply() == 3 { 1 } else { 2 };
        if self.pair.is_some() {
            if !yixin {
                return self.play_pair(out);
            }
            write_moves(
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
                error(out, &format!("the engine's move is illegal: {why}"));
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

    /// The most even pair; if no search has found one, the first legal moves.
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

    /// Writes a report of the search: DEBUG lines, and with `realtime` the lines of the extension for drawing.
    pub(super) fn write_progress(&self, analysis: &Analysis, realtime: bool, out: &mut Vec<Effect>) {
        if self.debug {
            out.push(Effect::Say(format!("DEBUG {}", self.summary(analysis))));
        }
        if !realtime {
            return;
        }
        let Some(line) = analysis.lines.first() else { return };
        let Some(point) = line.moves.first().and_then(|mv| mv.point()) else { return };
        message(out, "REALTIME REFRESH");
        message(out, &format!("REALTIME BEST {}", Coords::Xy.format(point, self.position.size())));
        message(out, &format!("REALTIME VAL {}", number(line.score)));
        message(out, &format!("REALTIME PV {}", self.line_text(line)));
        if self.query == Query::Defend {
            self.write_losing(analysis, out);
        }
    }

    fn line_text(&self, line: &Line) -> String {
        let size = self.position.size();
        let name = |&mv: &Move| match (self.notation, mv) {
            // The manager's rows, counted from the top, are our columns.
            (Notation::RowsFirst, Move::Place(p)) => {
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

    fn write_losing(&self, analysis: &Analysis, out: &mut Vec<Effect>) {
        for line in &analysis.lines {
            if let (Score::Proven(Proof::Loss(_)), Some(Some(p))) =
                (line.score, line.moves.first().map(|mv| mv.point()))
            {
                message(out, &format!("REALTIME LOSE {}", Coords::Xy.format(p, self.position.size())));
            }
        }
    }
}

/// The ranked moves with the distance of their chance from one half plus `bias`, the nearest first.
fn nearest_to_even(analysis: &Analysis, bias: f32) -> Vec<(Move, f32)> {
    let distance = |line: &Line| Some((*line.moves.first()?, (line.score.win() - 0.5 - bias).abs()));
    let mut moves: Vec<(Move, f32)> = analysis.lines.iter().filter_map(distance).collect();
    moves.sort_by(|a, b| a.1.total_cmp(&b.1));
    moves
}

/// A score as the whole number that managers read here: a win in 5 is 29995.
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
