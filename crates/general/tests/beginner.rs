//! What no one forgives a player: it wins at once where it can, and stops an immediate loss, at every level.

use tengen_engine::{Analysis, Engine, Leveled, Limits, Proof, Score, Stop};
use tengen_games::{AnyPosition, EndReason, Game, GameSpec, Move};
use tengen_general::Player;

fn position(spec: &str, size: Option<&str>, moves: &str) -> AnyPosition {
    let (game, rules) = spec.split_once(':').map_or((spec, None), |(game, rules)| (game, Some(rules)));
    let spec = GameSpec::named(game, rules, size.map(|size| size.parse().unwrap())).unwrap();
    let mut game = AnyPosition::new(&spec);
    for text in moves.split_whitespace() {
        let mv = game.parse_move(text).unwrap();
        game.play(mv).unwrap_or_else(|e| panic!("{e}"));
    }
    game
}

fn think(game: &AnyPosition, level: u8, limits: &Limits) -> Analysis {
    Player::at_level(level).analyze(game, limits, &Stop::new(), &mut |_| ())
}

/// The weak levels, each with several seeds, and a stronger one.
fn answers(game: &AnyPosition) -> impl Iterator<Item = Move> + '_ {
    [(1, 1), (1, 2), (1, 3), (2, 4), (3, 0)].into_iter().map(|(level, seed)| {
        let limits = Limits { seed, ..Limits::default() };
        think(game, level, &limits).best.unwrap()
    })
}

/// Every level plays until the end of its turn, and has then won.
fn wins_at_once(spec: &str, size: Option<&str>, moves: &str) {
    let start = position(spec, size, moves);
    let mover = start.to_move();
    for level in [1, 2, 3] {
        let mut game = start.clone();
        for seed in 0..start.stones_left_in_turn() {
            if !game.is_over() {
                let limits = Limits { seed: u64::from(seed) + 7, ..Limits::default() };
                let best = think(&game, level, &limits).best.unwrap();
                game.play(best).unwrap();
            }
        }
        assert_eq!(game.outcome().and_then(|o| o.winner), Some(mover), "{spec} {moves} level {level}");
    }
}

/// Every level answers with one of `saving`.
fn blocks(spec: &str, size: Option<&str>, moves: &str, saving: &str) {
    let game = position(spec, size, moves);
    let saving: Vec<Move> = saving.split_whitespace().map(|text| game.parse_move(text).unwrap()).collect();
    for mv in answers(&game) {
        assert!(saving.contains(&mv), "{spec} {moves}: {} does not save", game.format_move(mv));
    }
}

#[test]
fn tic_tac_toe() {
    wins_at_once("tic-tac-toe", None, "b2 a1 a2 c3");
    blocks("tic-tac-toe", None, "a1 b2 c3 b1", "b3");
    blocks("tic-tac-toe", None, "a1", "b2");
}

#[test]
fn connect_four() {
    wins_at_once("connect-four", None, "4 3 4 3 4 3");
    blocks("connect-four", None, "4 3 4 3 4", "4");
    // Three in the bottom row with both ends open cannot be stopped any more; two can.
    blocks("connect-four", None, "4 4 5", "3 6 2 7");
}

#[test]
fn gomoku() {
    wins_at_once("gomoku", None, "h8 a1 i8 c1 j8 e1 k8 h1");
    blocks("gomoku", None, "h8 g8 i8 c1 j8 e1 k8", "l8");
    wins_at_once("gomoku:renju", None, "h8 g8 i8 c1 j8 e1 k8 a15");
    // An open three wins if nothing is done.
    blocks("gomoku", None, "h8 a1 i8 c15 j8", "f8 g8 k8 l8");
}

#[test]
fn connect6_with_two_stones() {
    // Four in a row and two stones: both ends, or both of one side.
    wins_at_once("connect6", None, "k10 a1 s1 l10 m10 a19 s19 n10 k5 a10 s10");
    // Black threatens with four: white has two stones, and needs one at each end or close to it.
    let start = position("connect6", None, "k10 a1 s1 l10 m10 a19 s19 n10 k5");
    for seed in 0..4 {
        let mut game = start.clone();
        for _ in 0..2 {
            let limits = Limits { seed, ..Limits::default() };
            game.play(think(&game, 1, &limits).best.unwrap()).unwrap();
        }
        let mut black = game.clone();
        let wins = |game: &mut AnyPosition| {
            game.legal_moves().into_iter().any(|mv| {
                game.play_unchecked(mv);
                let won = game.outcome().is_some_and(|o| o.reason == EndReason::Line);
                game.undo();
                won
            })
        };
        for mv in black.legal_moves() {
            black.play_unchecked(mv);
            assert!(!wins(&mut black), "seed {seed}: black wins with {}", black.format_move(mv));
            black.undo();
        }
    }
}

const FOUR_PAIRS: &str = "A1 B1 T1 C1 D1 T10 A3 B3 T3 C3 D3 T12 A5 B5 T5 C5 D5 T14 A7 B7 T7 C7 D7 T16";

#[test]
fn pente_by_captures_and_by_a_line() {
    wins_at_once("pente", None, &format!("{FOUR_PAIRS} A9 B9 T9 C9"));
    wins_at_once("pente", None, "K10 A1 L10 C1 M10 E1 N10 G1");
    blocks("pente", None, "K10 J10 L10 C1 M10 E1 N10", "O10");
    // The fifth pair hangs: B9 and C9 between A9 and D9. It is saved by the point itself, or by capturing.
    blocks("pente", None, &format!("{FOUR_PAIRS} A9 B9 T9 C9 K10"), "D9");
}

#[test]
fn othello_takes_a_wipe_out_and_a_corner() {
    // The shortest wipe-out there is, in nine moves.
    wins_at_once("othello", None, "e6 f4 e3 f6 g5 d6 e7 f5");
}

#[test]
fn go_on_five_by_five_ends_a_won_game() {
    // White has passed, and black owns the board: the second pass wins.
    let game = position("go:tromp-taylor", Some("5"), "C3 pass");
    for mv in answers(&game) {
        assert_eq!(mv, Move::Pass);
    }
}

#[test]
fn a_drawn_game_is_proven_and_every_limit_is_kept() {
    let game = position("tic-tac-toe", None, "");
    let found = think(&game, Player::MAX_LEVEL, &Limits::default());
    assert_eq!(found.score(), Some(Score::Proven(Proof::Draw)), "{found:?}");
    let gomoku = position("gomoku", None, "h8");
    let limits = Limits { nodes: Some(500), lines: 3, seed: 5, ..Limits::default() };
    let first = think(&gomoku, Player::MAX_LEVEL, &limits);
    let again = think(&gomoku, Player::MAX_LEVEL, &limits);
    assert_eq!((first.nodes, first.lines.len()), (500, 3));
    assert_eq!((first.best, &first.lines), (again.best, &again.lines), "the same seed, another answer");
    let shallow = think(&gomoku, Player::MAX_LEVEL, &Limits { depth: Some(2), nodes: Some(400), ..limits });
    assert!(shallow.depth == 2 && shallow.lines.iter().all(|line| line.moves.len() <= 2), "{shallow:?}");
    let stop = Stop::new();
    stop.raise();
    let stopped = Player::new().analyze(&gomoku, &Limits::default(), &stop, &mut |_| ());
    assert!(stopped.best.is_some_and(|mv| gomoku.is_legal(mv)));
}
