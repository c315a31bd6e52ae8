//! The plain seki: two chains that touch, each with two liberties, where no side can play on any of them.
//!
//! Playouts are a poor judge of it: whichever side has nothing else to play must give its chain up.

use crate::board::Board;
use crate::tactics::is_bad_self_atari;
use tengen_board::Color;
use tengen_games::go::{NO_VERTEX, Vertex};

/// The chains that live in such a seki, each by one of its stones.
///
/// On each of the liberties a stone is illegal, fills an own eye, or is a self-atari of so many stones that the eye
/// space behind their capture lives.
pub(crate) fn chains_in_seki(board: &Board) -> Vec<Vertex> {
    let mut found = pairs_in_seki(board).concat();
    found.sort_unstable();
    found.dedup();
    found
}

/// As [`chains_in_seki`], each chain of black with one of white that touches it.
pub(crate) fn pairs_in_seki(board: &Board) -> Vec<[Vertex; 2]> {
    let mut found = Vec::new();
    for &at in board.empties() {
        let beside = board.neighbours(at);
        let has_two = |&&stone: &&Vertex| board.color(stone).is_some() && board.liberties(stone) == 2;
        for &black in beside.iter().filter(|&&stone| board.is_color(stone, Color::Black)).filter(has_two) {
            for &white in beside.iter().filter(|&&stone| board.is_color(stone, Color::White)).filter(has_two)
            {
                if touch(board, black, white)
                    && nobody_can_play(board, black)
                    && nobody_can_play(board, white)
                {
                    found.push([board.chain(black), board.chain(white)]);
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether stones of the two chains are beside each other.
fn touch(board: &Board, one: Vertex, other: Vertex) -> bool {
    let chain = board.chain(other);
    let is_other = |&q: &Vertex| board.color(q).is_some() && board.chain(q) == chain;
    board.chain_stones(one).any(|stone| board.neighbours(stone).iter().any(is_other))
}

/// Whether a stone on a liberty of the chain is bad for both sides.
fn nobody_can_play(board: &Board, stone: Vertex) -> bool {
    board.first_liberties::<2>(stone).into_iter().all(|at| {
        let is_bad = |color| {
            !board.is_legal(at, color) || board.is_eye(at, color) || is_bad_self_atari(board, at, color)
        };
        at != NO_VERTEX && Color::BOTH.into_iter().all(is_bad)
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use tengen_engine::{Engine, Limits, Stop};
    use tengen_games::Game;
    use tengen_games::go::{Position, Rules};

    pub(crate) const SHARED: &str = "D4 D3 E4 C3 B5 C4 C5 D5 D6 E5 F5 E6 E7 F6 G6 F7 F8 G7 H7 G8 H8 D7 G9 E3 G3 F3 G2 G4 H4 F4 A3 H5 H3 \
        G5 B2 B4 A4 F2 C2 D2 E1 F1 D1 G1 D5 F6 E5 H6 G7 J6 J7 J9 H9 C1 B1 E2 C1 H1 B3 C7 H2 J4 J2 A6 D8 C8 \
        C9 B9 D9 E9 E8 A8 A5 B7 B6 A7 C6 E6 F7 F6 pass A2 pass J5";

    /// White can give two stones at J2 and J3 one more at H2, and kills black in the space behind their capture.
    pub(crate) const SACRIFICE: &str = "D6 D4 E5 E4 F5 F4 G5 G4 C5 C4 H5 H4 B5 B4 J4 J3 J5 A5 A6 A4 B7 D5 H3 C6 B6 C7 D7 C8 B8 D8 E8 E7 E6 \
        F7 F8 G7 G3 G8 C9 F3 G2 F2 F1 E1 G1 J2 H1 E2 pass H6 J6 J7 H8 H7 G9 H9 J8 J9 D9 F9 E9 G9 G6";

    fn in_seki(moves: &str) -> (Position, Vec<String>) {
        let rules = Rules::named("chinese", Some("9".parse().unwrap())).unwrap();
        let mut game = Position::new(&rules);
        for text in moves.split_whitespace() {
            game.play(game.parse_move(text).unwrap()).unwrap();
        }
        let board = Board::new(game.board(), NO_VERTEX);
        let mut names: Vec<String> = chains_in_seki(&board)
            .into_iter()
            .flat_map(|chain| board.chain_stones(chain).collect::<Vec<_>>())
            .map(|at| game.format_move(game.board().point(at).into()))
            .collect();
        names.sort_unstable();
        (game, names)
    }

    /// The end of a game of GNU Go, which calls both chains at the lower right alive in seki: they share J1 and J3.
    #[test]
    fn two_chains_that_share_two_liberties_live() {
        let (_, names) = in_seki(SHARED);
        let white = "B4 C4 F4 G4 J4 C3 D3 E3 F3 D2 E2 F2 F1 G1 H1 H6 J6 G5 H5 J5";
        let black = "H4 G3 H3 G2 H2 J2";
        let mut expected: Vec<&str> = white.split(' ').chain(black.split(' ')).collect();
        expected.sort_unstable();
        assert_eq!(names, expected);
    }

    #[test]
    fn a_chain_that_a_sacrifice_kills_is_in_no_seki() {
        assert_eq!(in_seki(SACRIFICE).1, [""; 0]);
    }

    #[test]
    fn a_finished_game_is_settled_with_its_seki() {
        let (mut game, names) = in_seki(SHARED);
        while !game.is_over() {
            game.play(tengen_games::Move::Pass).unwrap();
        }
        let found = crate::Player::new().analyze(&game, &Limits::nodes(200), &Stop::new(), &mut |_| ());
        let dead = game.dead_stones(&found.ownership);
        assert!(dead.iter().all(|&p| !names.contains(&game.format_move(p.into()))), "{dead:?}");
    }
}
