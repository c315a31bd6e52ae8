//! The search by fours against the reference, and its lines against the rules.

use super::*;
use crate::vcf::reference::{scattered, wins_by_fours};
use crate::with_rule;
use tengen_board::random::SplitMix64;
use tengen_games::gomoku::Variant;
use tengen_games::{Game, Move};

#[test]
fn fours_win_where_trying_everything_says_so() {
    let mut rng = SplitMix64(2026);
    let mut seen = [[0; 3]; 5];
    for round in 0..1500 {
        let variant = Variant::ALL[round % 5];
        let Some(game) = scattered(&mut rng, variant, 8) else { continue };
        with_rule!(variant, R => {
            let board = Board::<R>::from_game(&game);
            for fours in 0..2 {
                // A new table, or one that has searched fewer fours.
                let mut vcf = Vcf::new(1 << 8);
                let found = vcf.solve(&board, VcfLimits { fours, nodes: u64::MAX });
                let slow = wins_by_fours(&mut game.clone(), usize::from(fours) + 1);
                assert_eq!(matches!(found, VcfResult::Win(_)), slow, "{fours} fours: {found:?}\n{board:?}");
                if found == VcfResult::Nothing {
                    assert!(!wins_by_fours(&mut game.clone(), 3), "{board:?}");
                }
                if let VcfResult::Win(plies) = found {
                    seen[round % 5][usize::from(plies) / 2] += 1;
                }
            }
            // Without limits a win is exact: the line is played by the rules.
            let mut vcf = Vcf::new(1 << 8);
            let mut line = MoveLine::default();
            let found = vcf.solve(&board, VcfLimits::NONE);
            let mut of_game = MoveLine::default();
            assert_eq!(Vcf::new(1 << 8).solve_game::<R>(&game, game.to_move(), VcfLimits::NONE, &mut of_game), found);
            assert_eq!(Vcf::new(1 << 8).solve_line(&board, VcfLimits::NONE, &mut line), found);
            assert_eq!(of_game.moves(), line.moves());
            if let VcfResult::Win(_) = found {
                assert!(vcf.line(&board, &mut line));
                assert_eq!(of_game.moves(), line.moves());
                let mut played = game.clone();
                let side = game.to_move();
                for &square in line.moves() {
                    let mv = Move::Place(board.point(square));
                    played.play(mv).unwrap_or_else(|e| panic!("{e}: {line:?}\n{board:?}"));
                }
                let over = played.outcome().is_some_and(|o| o.winner == Some(side));
                assert!(over || played.to_move() != side, "{line:?}\n{board:?}");
            }
        });
    }
    println!("wins in 1, 3 and 5 plies by variant: {seen:?}");
    assert!(seen.iter().all(|wins| wins[1] > 10 && wins[2] > 0), "{seen:?}");
}

#[test]
fn a_small_table_and_a_large_one_say_the_same() {
    let mut rng = SplitMix64(7);
    let mut wins = 0;
    for round in 0..3000 {
        let variant = Variant::ALL[round % 5];
        let Some(game) = scattered(&mut rng, variant, 15) else { continue };
        with_rule!(variant, R => {
            let board = Board::<R>::from_game(&game);
            let limits = VcfLimits { nodes: 20_000, ..VcfLimits::NONE };
            let large = Vcf::new(1 << 14).solve(&board, limits);
            let small = Vcf::new(4).solve(&board, limits);
            let known = |found| matches!(found, VcfResult::Win(_));
            if large != VcfResult::Unknown && small != VcfResult::Unknown {
                assert_eq!(known(large), known(small), "{board:?}");
            }
            wins += usize::from(known(large));
        });
    }
    assert!(wins > 300, "{wins}");
}

#[test]
fn limits_are_kept() {
    let mut rng = SplitMix64(99);
    for _ in 0..50 {
        let Some(game) = scattered(&mut rng, Variant::Freestyle, 15) else { continue };
        let board = Board::<crate::board::rule_set::Freestyle>::from_game(&game);
        for nodes in [0, 1, 7] {
            let mut vcf = Vcf::new(1 << 8);
            vcf.solve(&board, VcfLimits { nodes, ..VcfLimits::NONE });
            assert!(vcf.nodes() <= nodes);
        }
    }
}
