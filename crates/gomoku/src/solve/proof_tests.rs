//! Every win that the solvers claim is proven, in every rule set.

use super::shrink::{Tried, shrunk};
use super::solver::{main_line, out_of_time};
use super::{SolveResult, WinKind, solve};
use crate::vcf::reference::scattered;
use std::time::Duration;
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_engine::{Limits, Stop};
use tengen_games::Game;
use tengen_games::gomoku::{Position, Rules, Variant};
use tengen_gomoku_verify::{Certificate, Refusal, VerifyLimits, find_faults, verify, verify_until};

fn after(rules: &Rules, moves: &str) -> Position {
    let mut game = Position::new(rules);
    for mv in moves.split_whitespace() {
        game.play(game.parse_move(mv).unwrap()).unwrap();
    }
    game
}

#[test]
fn every_win_that_is_claimed_is_accepted_by_the_verifier() {
    let mut rng = SplitMix64(31);
    let mut wins = [[0; 3]; 5];
    for round in 0..300 {
        let variant = Variant::ALL[round % 5];
        let Some(game) = scattered(&mut rng, variant, 13) else { continue };
        for (i, kind) in [WinKind::Vcf, WinKind::Vct, WinKind::Wide].into_iter().enumerate() {
            for side in [game.to_move(), game.to_move().opponent()] {
                let nodes = [20_000, 200, 4000][i];
                let answer = solve(&game, side, kind, &Limits::nodes(nodes), &Stop::new());
                let SolveResult::Win(win) = answer.result else { continue };
                let report = verify(&win.proof, &VerifyLimits::default());
                let report = report.unwrap_or_else(|e| panic!("{variant} {kind:?}: {e}\n{}", win.proof));
                assert!(report.plies <= win.plies, "{variant} {kind:?}: {} {}", report.plies, win.plies);
                assert_eq!(win.proof.to_string().parse().as_ref(), Ok(&win.proof));
                wins[round % 5][i] += 1;
            }
        }
    }
    println!("wins by fours, threats and quiet moves, by variant: {wins:?}");
    // A win by fours is a win by threats too.
    assert!(wins.iter().all(|by| by[0] > 5 && by[0] <= by[1] && by[1] <= by[2]), "{wins:?}");
    assert!(wins.iter().any(|by| by[1] > by[0] + 4), "{wins:?}");
    // Some wins need quiet moves.
    assert!(wins.iter().map(|by| by[2] - by[1]).sum::<i32>() > 4, "{wins:?}");
}

/// The verifier checks the smaller proofs without its short cuts, and the replies that lost an answer of their own too.
#[test]
fn smaller_proofs_win_too() {
    let check = |proof: &Certificate, tried| {
        let small = shrunk(proof, tried, &|| false)?;
        let limits = VerifyLimits { exhaustive: true, ..VerifyLimits::default() };
        let report = verify(&small, &limits).unwrap_or_else(|e| panic!("{tried:?}: {e}\n{small}"));
        assert!(report.plies <= main_line(&small.nodes).0);
        assert_eq!(small.position(), proof.position());
        assert_eq!(small.to_string().parse().as_ref(), Ok(&small));
        Some(small.nodes.len())
    };
    // The numbers of proofs, and of their nodes before and after, by variant.
    let mut smaller = [[0; 3]; 5];
    let mut rng = SplitMix64(43);
    for round in 0..600 {
        let variant = Variant::ALL[round % 5];
        let Some(game) = scattered(&mut rng, variant, 13) else { continue };
        let answer = solve(&game, game.to_move(), WinKind::Wide, &Limits::nodes(2000), &Stop::new());
        let SolveResult::Win(win) = answer.result else { continue };
        let before = win.proof.nodes.len();
        let common = check(&win.proof, Tried::Common).unwrap_or(before);
        let all = check(&win.proof, Tried::All).unwrap_or(before);
        assert!(common <= before && all <= before, "{variant}: {before}, {common}, {all}\n{}", win.proof);
        if all < before {
            let [count, large, small] = &mut smaller[round % 5];
            (*count, *large, *small) = (*count + 1, *large + before, *small + all);
        }
    }
    println!("smaller proofs, with the nodes before and after, by variant: {smaller:?}");
    assert!(smaller.iter().all(|&[count, ..]| count >= 2), "{smaller:?}");
    // A win with quiet moves, where answers must be put back.
    let game = after(&Rules::STANDARD, "h8 n2 g9 h9");
    let answer = solve(&game, Color::Black, WinKind::Wide, &Limits::nodes(2_000_000), &Stop::new());
    let SolveResult::Win(win) = answer.result else { panic!("black wins") };
    let before = win.proof.nodes.len();
    let common = check(&win.proof, Tried::Common).expect("a smaller proof");
    let all = check(&win.proof, Tried::All).expect("a smaller proof");
    println!("{before} nodes, {common}, {all}");
    assert!(all < common && common < before, "{before} {common} {all}");
}

/// Proofs with answers removed: the first fault is the one that `verify` reports, and the others differ from it.
#[test]
fn a_refusal_comes_with_the_lines_of_several_faults() {
    let mut rng = SplitMix64(37);
    let (mut refused, mut several) = (0, 0);
    for round in 0..300 {
        let Some(game) = scattered(&mut rng, Variant::ALL[round % 5], 13) else { continue };
        let answer = solve(&game, game.to_move(), WinKind::Vct, &Limits::nodes(2000), &Stop::new());
        let SolveResult::Win(win) = answer.result else { continue };
        let mut proof = win.proof;
        for node in &mut proof.nodes {
            node.replies.retain(|_| rng.below(4) > 0);
        }
        let refusal = verify(&proof, &VerifyLimits::default()).err();
        let faults = |max| find_faults(&proof, &VerifyLimits::default(), max, &|| false);
        let found = faults(8);
        assert_eq!(found.as_ref().err().map(|faults| &faults.refusal), refusal.as_ref());
        let Err(several_faults) = found else { continue };
        let mut lines = several_faults.lines;
        assert!((1..=8).contains(&lines.len()));
        let first = faults(1).map_err(|faults| faults.lines);
        assert_eq!(first, Err(lines[..1].to_vec()));
        refused += 1;
        several += usize::from(lines.len() > 1);
        let all = lines.len();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), all, "the same fault twice");
    }
    assert!(refused > 30 && several > 10, "{refused} {several}");
}

#[test]
fn threats_win_where_they_must() {
    // Two crossing twos without white stones near them: a three, then a double.
    let stones = "h8 a1 i8 o1 j9 a15 j10 o15";
    let answer = |rules: &Rules, kind| {
        let game = after(rules, stones);
        solve(&game, game.to_move(), kind, &Limits::nodes(20_000), &Stop::new()).result
    };
    let SolveResult::Win(win) = answer(&Rules::FREESTYLE, WinKind::Vct) else {
        panic!("a double three wins")
    };
    assert!(win.line.len() >= 3 && win.line.len() as u32 <= win.plies);
    assert_eq!(answer(&Rules::FREESTYLE, WinKind::Vcf), SolveResult::None);
    // The first stone alone does not win, and that is certain.
    let game = after(&Rules::FREESTYLE, "h8");
    let none = solve(&game, game.to_move(), WinKind::Vct, &Limits::default(), &Stop::new());
    assert_eq!(none.result, SolveResult::None);
    // Nor is there time if the opponent has a four.
    let game = after(&Rules::FREESTYLE, "h8 a1 i8 a3 j8 a5 k8");
    let found = |side| solve(&game, side, WinKind::Vct, &Limits::nodes(2000), &Stop::new()).result;
    assert_eq!(found(game.to_move()), SolveResult::None);
    assert!(matches!(found(game.to_move().opponent()), SolveResult::Win(win) if win.plies == 1));
}

#[test]
fn a_check_has_what_is_left_of_the_time() {
    let game = after(&Rules::FREESTYLE, "h8 a1 i8 a3 j8 a5");
    let answer = solve(&game, game.to_move(), WinKind::Vcf, &Limits::default(), &Stop::new());
    let SolveResult::Win(win) = answer.result else { panic!("a three wins") };
    let hour = Duration::from_secs(3600);
    let limits = Limits { time: Some(hour), ..Limits::default() };
    let check = |limits, elapsed| {
        verify_until(&win.proof, &VerifyLimits::default(), &out_of_time(limits, elapsed, &Stop::new()))
    };
    assert_eq!(check(&limits, hour), Err(Refusal::Stopped(1)));
    assert!(check(&limits, Duration::ZERO).is_ok());
    assert!(check(&Limits::default(), hour).is_ok());
}

#[test]
fn a_stop_and_an_end_are_obeyed() {
    let stop = Stop::new();
    stop.raise();
    let game = after(&Rules::FREESTYLE, "h8 a1 i8 c1 j9 e1 j10 g1");
    let found = solve(&game, game.to_move(), WinKind::Wide, &Limits::default(), &stop).result;
    assert!(!matches!(found, SolveResult::None), "nothing is certain: {found:?}");
    let over = after(&Rules::FREESTYLE, "h8 a1 i8 a3 j8 a5 k8 a7 l8");
    let found = solve(&over, over.to_move(), WinKind::Vct, &Limits::default(), &Stop::new());
    assert_eq!(found.result, SolveResult::None);
}
