//! Every game keeps the promises of the trait: one line a game and rule set.

use tengen_board::Size;
use tengen_games::conformance::{Effort, check};
use tengen_games::othello;

#[test]
fn othello_keeps_the_promises() {
    for (rows, cols, games) in [(8, 8, 60), (4, 4, 60), (6, 6, 40), (4, 10, 20), (16, 16, 4)] {
        let rules = othello::Rules::new(Size::of(rows, cols)).unwrap();
        check::<othello::Position>(&rules, Effort { games, max_plies: 400 });
    }
}
