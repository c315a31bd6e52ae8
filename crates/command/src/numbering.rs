//! The numbers of moves, and what is said of one that was played. The choices of an opening rule are no moves, and the
//! fifth stones that renju offers are one move together.

use crate::i18n::{Lang, tr};
use tengen_games::gomoku::Step;
use tengen_games::{AnyPosition, Game, Move};

/// The step of the opening rule that a position is at.
fn step(position: &AnyPosition) -> Option<Step> {
    match position {
        AnyPosition::Gomoku(gomoku) => gomoku.step(),
        _ => None,
    }
}

/// The number of each of these moves from the start of the game of `position`; `None` for a choice.
pub(crate) fn numbers(position: &AnyPosition, moves: &[Move]) -> Vec<Option<usize>> {
    if position.spec().opening().is_none() {
        return (1..=moves.len()).map(Some).collect();
    }
    let mut at = position.clone();
    while at.undo().is_some() {}
    let mut last = 0;
    let mut number = |&mv: &Move| {
        let number = match (mv, step(&at)) {
            (Move::Choose(_), _) => None,
            // Which of several stones is the move is chosen later.
            (_, Some(Step::OfferFifth { count: 2.., .. })) => Some(last + 1),
            _ => {
                last += 1;
                Some(last)
            }
        };
        // A line may break the rules at its end.
        let _ = at.play(mv);
        number
    };
    moves.iter().map(&mut number).collect()
}

/// The number of the last move, 0 before the first.
pub(crate) fn last_number(position: &AnyPosition) -> usize {
    if position.spec().opening().is_none() {
        return position.ply();
    }
    let moves: Vec<Move> = position.moves().collect();
    numbers(position, &moves).into_iter().flatten().last().unwrap_or(0)
}

/// What is said of a move that was played from `before`, which led to `after`: `3. black g7`.
pub(crate) fn played(before: &AnyPosition, mv: Move, after: &AnyPosition, lang: Lang) -> String {
    let (color, text, number) = (before.to_move(), lang.mv(before, mv), last_number(after));
    match (mv, step(before)) {
        (Move::Choose(choice), _) => {
            let player = lang.player(before.player_to_move());
            tr!(lang, PlayedChoice, player = player, choice = lang.choice(choice))
        }
        (_, Some(Step::OfferFifth { number: index, count: count @ 2.. })) => {
            let color = lang.color(color);
            tr!(lang, PlayedOffer, number = number, color = color, text = text, index = index, count = count)
        }
        (_, Some(Step::PickFifth)) => {
            let (chooser, color) = (lang.color(color), lang.color(color.opponent()));
            tr!(lang, PlayedPick, number = number, color = color, text = text, chooser = chooser)
        }
        _ => tr!(lang, PlayedMove, number = number, color = lang.color(color), text = text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::GameSpec;

    /// White takes black's side after the third stone; then two fifth stones are offered.
    #[test]
    fn choices_have_no_number_and_offers_have_one_together() {
        let mut position = AnyPosition::new(&GameSpec::named("renju", Some("rif"), None).unwrap());
        let mut said = Vec::new();
        for text in ["h8", "h9", "h10", "white", "i8", "j6", "g6", "j6", "a1"] {
            let before = position.clone();
            let mv = before.parse_move(text).unwrap();
            position.play(mv).unwrap_or_else(|e| panic!("{text}: {e}"));
            said.push(played(&before, mv, &position, Lang::English));
        }
        let expected = [
            "1. black h8",
            "2. white h9",
            "3. black h10",
            "second player: take white",
            "4. white i8",
            "black offers j6 as move 5 (1 of 2)",
            "black offers g6 as move 5 (2 of 2)",
            "5. black j6, chosen by white",
            "6. white a1",
        ];
        assert_eq!(said, expected);
        let moves: Vec<Move> = position.moves().collect();
        let all = [Some(1), Some(2), Some(3), None, Some(4), Some(5), Some(5), Some(5), Some(6)];
        assert_eq!(numbers(&position, &moves), all);
        assert_eq!(last_number(&position), 6);
    }
}
