//! Soosõrv-8 as Yixin-Board plays it: `yxsoosorvstep1` to `6`, each with the stones so far.
//!
//! | step | stones sent | the engine's answer, each line after `MESSAGE SOOSORV` |
//! | --- | --- | --- |
//! | 1 | none, on an empty board | `MOVE1 x y`, `MOVE2 x y`, `MOVE3 x y`: the opening |
//! | 2 | 3 | `SWAP1 YES` to take black, else `SWAP1 NO` |
//! | 3 | 3 | `MOVE4 x y n`: the fourth stone, and how many fifth moves are to be offered |
//! | 4 `n` | 4 | `SWAP2 YES` to take white, else `SWAP2 NO` |
//! | 5 `n` | 4 | `MOVE5 REFRESH`, `MOVE5 x y` for each fifth move offered, `MOVE5 DONE` |
//! | 6 | 4 and the fifth moves | `MOVE5C x y`: the one chosen |
//!
//! Source: Yixin-Board, `main.c`. The engine takes every decision; it is asked for by the steps of the rule.

use super::answers::{error, message};
use crate::Effect;
use tengen_board::{Color, Point, Size};
use tengen_engine::{Analysis, Limits};
use tengen_games::gomoku::{OpeningRule, Position, Rules, Step, Variant};
use tengen_games::{Choice, Game, Move};

/// A step of the opening, with one search for each decision.
#[derive(Clone, Debug)]
pub(super) struct SoosorvStep {
    step: u8,
    position: Position,
    limits: Limits,
    /// The engine's moves so far.
    answered: Vec<Move>,
}

impl SoosorvStep {
    /// The step with this number, from 1, and the stones sent. `fifths` is the declared number of fifth moves, sent
    /// in steps 4 and 5.
    ///
    /// # Errors
    /// The reason why the stones or the number are wrong.
    pub(super) fn new(
        step: u8,
        fifths: Option<u8>,
        stones: &[Point],
        size: Size,
        limits: &Limits,
    ) -> Result<SoosorvStep, String> {
        let needed = match step {
            1 => 0..=0,
            2 | 3 => 3..=3,
            4 | 5 => 4..=4,
            _ => 5..=12,
        };
        if !needed.contains(&stones.len()) {
            return Err(format!("step {step} takes {} stones, not {}", needed.start(), stones.len()));
        }
        let rules = Rules { size, variant: Variant::Renju, opening: OpeningRule::Soosorv8 };
        rules.check().map_err(|e| e.to_string())?;
        let mut moves: Vec<Move> = stones.iter().take(3).map(|&p| Move::Place(p)).collect();
        let choice = |choice| Move::Choose(choice);
        if step >= 3 {
            // The side that places the fourth stone has white.
            moves.push(choice(Choice::Take(Color::White)));
            moves.extend(stones.get(3).map(|&p| Move::Place(p)));
        }
        if step >= 4 {
            let declared =
                if step == 6 { stones[4..].len() as u8 } else { fifths.ok_or("how many fifth moves?")? };
            moves.push(choice(Choice::FifthMoves(declared)));
        }
        if step >= 5 {
            moves.push(choice(Choice::Take(Color::Black)));
            moves.extend(stones.iter().skip(4).map(|&p| Move::Place(p)));
        }
        let mut position = Position::new(&rules);
        for mv in moves {
            position.play(mv).map_err(|e| e.to_string())?;
        }
        let mut limits = limits.clone();
        let searches = match step {
            1 => 3,
            3 => 2,
            5 => u32::from(fifths.unwrap_or(1)).max(1),
            _ => 1,
        };
        limits.time = limits.time.map(|time| time / searches);
        Ok(SoosorvStep { step, position, limits, answered: Vec::new() })
    }

    /// The next search; `None` when everything is known.
    pub(super) fn next_search(&self) -> Option<(Position, Limits)> {
        let goes_on = match (self.step, self.position.step()) {
            (1, Some(Step::Stone { number, .. })) => number <= 3,
            (2 | 4, Some(Step::Swap)) => self.answered.is_empty(),
            (3, Some(Step::Stone { number: 4, .. }) | Some(Step::DeclareFifths { .. })) => true,
            (5, Some(Step::OfferFifth { .. })) | (6, Some(Step::PickFifth)) => true,
            _ => false,
        };
        goes_on.then(|| (self.position.clone(), self.limits.clone()))
    }

    /// Takes the result of a search.
    ///
    /// # Errors
    /// The reason why the engine's answer is unusable.
    pub(super) fn take_result(&mut self, analysis: &Analysis) -> Result<(), String> {
        let mv = analysis.best.ok_or("the engine found no move")?;
        self.position.play(mv).map_err(|e| format!("the engine's move is illegal: {e}"))?;
        self.answered.push(mv);
        Ok(())
    }

    /// Writes the answer.
    pub(super) fn write_answer(&self, out: &mut Vec<Effect>) {
        let mut say = |text: String| message(out, &format!("SOOSORV {text}"));
        let xy = |p: Point| format!("{} {}", p.col, p.row);
        let points: Vec<Point> = self.answered.iter().filter_map(|mv| mv.point()).collect();
        let took = |color| self.answered.contains(&Move::Choose(Choice::Take(color)));
        let yes_no = |yes| if yes { "YES" } else { "NO" };
        match (self.step, &points[..]) {
            (1, points) => {
                points.iter().enumerate().for_each(|(i, &p)| say(format!("MOVE{} {}", i + 1, xy(p))));
            }
            (2, _) => say(format!("SWAP1 {}", yes_no(took(Color::Black)))),
            (3, &[fourth]) => {
                let declared = self.answered.iter().find_map(|mv| match mv {
                    Move::Choose(Choice::FifthMoves(n)) => Some(*n),
                    _ => None,
                });
                say(format!("MOVE4 {} {}", xy(fourth), declared.unwrap_or(1)));
            }
            (4, _) => say(format!("SWAP2 {}", yes_no(took(Color::White)))),
            (5, points) => {
                say("MOVE5 REFRESH".into());
                points.iter().for_each(|&p| say(format!("MOVE5 {}", xy(p))));
                say("MOVE5 DONE".into());
            }
            // The rule chooses a single fifth move.
            (_, _) => match points
                .first()
                .copied()
                .or_else(|| self.position.moves().rev().find_map(|mv| mv.point()))
            {
                Some(p) => say(format!("MOVE5C {}", xy(p))),
                None => error(out, "there is no fifth move to choose"),
            },
        }
    }
}
