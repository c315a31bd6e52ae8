//! The answers after `#?` in a `.tst` file.

use super::gnugo::{Asks, Question, vertex};
use super::{Solution, SuiteFault};
use tengen_games::{AnyPosition, Move};

/// The answers to a question. A `*` at the end marks a test that its own program fails.
pub(super) fn solution(text: &str, question: &Question) -> Result<Solution, SuiteFault> {
    let inner = text.trim().trim_end_matches(['*', '&']).strip_prefix('[');
    let inner = inner.ok_or_else(|| SuiteFault::Answers(format!("{:.40}", text.trim())))?;
    // Some files of GNU Go have no closing bracket.
    let inner = inner.strip_suffix(']').unwrap_or(inner);
    match &question.asks {
        Asks::Move => best_moves(inner, &question.position),
        Asks::Choice(among) => match best_moves(inner, &question.position)? {
            Solution::Best(right) => Ok(Solution::Choice { among: among.clone(), right }),
            other => Ok(other),
        },
        &Asks::Reading(asked, at) => {
            Ok(Solution::Reading { question: asked, at, right: reading_answers(inner) })
        }
        &Asks::SafePoints(color) => Ok(Solution::SafePoints { color, right: reading_answers(inner) }),
        Asks::FinalScore => Ok(Solution::FinalScore(inner.replace('\\', ""))),
    }
}

/// `1 D4`, `1 (D4|E5)`, `(2|3) D4`, `0`, `alive`: each answer with each of its points.
fn reading_answers(text: &str) -> Vec<String> {
    let choices = |text: &str| -> Vec<String> {
        text.trim().trim_matches(['(', ')']).split('|').map(str::to_owned).collect()
    };
    let Some((codes, points)) = text.split_once(' ') else { return choices(text) };
    let points = choices(points);
    let with_points =
        |code: String| points.iter().map(move |point| format!("{code} {point}")).collect::<Vec<_>>();
    choices(codes).into_iter().flat_map(with_points).collect()
}

/// `A1|B2`, `!A1|B2`, `PASS`.
fn best_moves(inner: &str, position: &AnyPosition) -> Result<Solution, SuiteFault> {
    let (avoid, inner) = match inner.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, inner),
    };
    let inner = inner.trim_start_matches('(').trim_end_matches(')');
    let moves = inner.split('|').map(|word| vertex(word.trim(), position));
    let moves = moves.collect::<Result<Vec<Move>, SuiteFault>>()?;
    Ok(if avoid { Solution::Avoid(moves) } else { Solution::Best(moves) })
}
