//! Forced wins from games between engines: a sample is proven, and each proof verified. `tengen suite` runs the whole
//! files.

use tengen_board::random::SplitMix64;
use tengen_engine::{Limits, Stop};
use tengen_games::Game;
use tengen_games::gomoku::{Position, Rules};
use tengen_gomoku::solve::{SolveResult, WinKind, solve};
use tengen_gomoku_verify::{ProofNode, Refusal, VerifyLimits, verify};

/// The moves of a list such as `h8i9g10`, or `H8,I9,G10`.
fn played(rules: &Rules, moves: &str) -> Position {
    let mut game = Position::new(rules);
    let text = moves.to_ascii_lowercase();
    let mut starts: Vec<usize> =
        text.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i).collect();
    starts.push(text.len());
    for pair in starts.windows(2) {
        let word = text[pair[0]..pair[1]].trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let mv = game.parse_move(word).unwrap();
        game.play(mv).unwrap_or_else(|e| panic!("{e}"));
    }
    game
}

/// The value of a key in a line of JSON with plain texts and numbers.
fn value<'a>(line: &'a str, key: &str) -> &'a str {
    let rest = line.split_once(&format!("\"{key}\": ")).expect("the key is there").1;
    match rest.strip_prefix('"') {
        Some(text) => text.split('"').next().unwrap(),
        None => rest.split([',', '}']).next().unwrap(),
    }
}

fn proven(game: &Position, kind: WinKind, nodes: u64) -> Option<u32> {
    let answer = solve(game, game.to_move(), kind, &Limits::nodes(nodes), &Stop::new());
    let SolveResult::Win(win) = answer.result else { return None };
    let report =
        verify(&win.proof, &VerifyLimits::default()).unwrap_or_else(|e| panic!("{e}\n{}", win.proof));
    assert_eq!(win.line.first(), win.proof.nodes.last().map(|node| &node.mv));
    Some(report.plies)
}

/// The mates of the facts, which are in every clone.
#[test]
fn short_wins_of_the_facts_are_proven() {
    let lines = tengen_truth::fact_lines("mates.jsonl");
    assert_eq!(lines.len(), 24);
    for line in &lines {
        let game = played(&Rules::named(value(line, "rules"), None).unwrap(), value(line, "moves"));
        assert_eq!(game.to_move().to_string(), value(line, "side"));
        assert!(proven(&game, WinKind::Wide, 400_000).is_some(), "{line}");
    }
}

#[test]
fn short_wins_of_each_file_are_proven() {
    let Some(truth) = tengen_truth::file("") else { return };
    for rules in ["freestyle", "standard", "renju"] {
        let text = std::fs::read_to_string(truth.join(format!("gomoku/mates-{rules}.jsonl"))).unwrap();
        let (mut tried, mut solved) = (0, 0);
        for line in
            text.lines().filter(|line| value(line, "win_in_at_most").parse::<u32>().unwrap() <= 9).step_by(3)
        {
            let game = played(&Rules::named(value(line, "rules"), None).unwrap(), value(line, "moves"));
            assert_eq!(game.to_move().to_string(), value(line, "side"));
            tried += 1;
            solved += usize::from(proven(&game, WinKind::Vct, 4000).is_some());
        }
        println!("{rules}: {solved} of {tried}");
        assert!(tried >= 15 && solved * 10 >= tried * 9, "{rules}: {solved} of {tried}");
    }
}

#[test]
fn wins_with_quiet_moves_are_proven() {
    let Some(truth) = tengen_truth::file("") else { return };
    for rules in ["freestyle", "standard", "renju"] {
        let text = std::fs::read_to_string(truth.join(format!("gomoku/mates-{rules}.jsonl"))).unwrap();
        let (mut tried, mut solved) = (0, 0);
        let short = |line: &&str| (11..=13).contains(&value(line, "win_in_at_most").parse::<u32>().unwrap());
        for line in text.lines().filter(short) {
            let game = played(&Rules::named(value(line, "rules"), None).unwrap(), value(line, "moves"));
            let threats = solve(&game, game.to_move(), WinKind::Vct, &Limits::nodes(300), &Stop::new());
            if threats.result == SolveResult::None {
                tried += 1;
                solved += usize::from(proven(&game, WinKind::Wide, 400_000).is_some());
            }
        }
        println!("{rules}: {solved} of {tried}");
        assert!(tried > 0 && solved == tried, "{rules}: {solved} of {tried}");
    }
}

/// Those that took the peer longest. In line 98 of freestyle the quiet move and the threats after it are too long for
/// the engine's own search.
#[test]
fn wins_that_took_the_peer_longest_are_proven() {
    let Some(truth) = tengen_truth::file("") else { return };
    for (rules, least) in [("freestyle", 850), ("standard", 800), ("renju", 1000)] {
        let text = std::fs::read_to_string(truth.join(format!("gomoku/mates-{rules}.jsonl"))).unwrap();
        let took = |line: &str| value(line, "peer_first_found_ms").parse::<u32>().unwrap();
        let long: Vec<_> = text.lines().enumerate().filter(|(_, line)| took(line) >= least).collect();
        assert!(!long.is_empty());
        for (n, line) in long {
            let game = played(&Rules::named(value(line, "rules"), None).unwrap(), value(line, "moves"));
            assert!(proven(&game, WinKind::Wide, 10_000_000).is_some(), "{rules}, line {}", n + 1);
        }
    }
}

/// Idle replies are only a shortcut of the verifier: with it and without it the result is the same.
#[test]
fn a_short_cut_changes_no_verdict() {
    let Some(truth) = tengen_truth::file("") else { return };
    let quick = VerifyLimits { positions: 300_000, ..VerifyLimits::default() };
    let slow = VerifyLimits { exhaustive: true, ..quick };
    let mut rng = SplitMix64(5);
    for rules in ["freestyle", "standard", "renju"] {
        let text = std::fs::read_to_string(truth.join(format!("gomoku/mates-{rules}.jsonl"))).unwrap();
        let (mut accepted, mut refused, mut saved) = (0, 0, 0);
        for line in text.lines().filter(|line| value(line, "win_in_at_most").parse::<u32>().unwrap() > 9) {
            let game = played(&Rules::named(value(line, "rules"), None).unwrap(), value(line, "moves"));
            let answer = solve(&game, game.to_move(), WinKind::Wide, &Limits::nodes(20_000), &Stop::new());
            let SolveResult::Win(win) = answer.result else { continue };
            for change in 0..25 {
                let mut proof = win.proof.clone();
                // A reply without an answer of its own gets the common one, which often wins and often just fails.
                let fans = |node: &&mut ProofNode| node.other.is_some() && !node.replies.is_empty();
                let mut fans: Vec<_> = proof.nodes.iter_mut().filter(fans).collect();
                for _ in 0..change.min(fans.len()) {
                    let at = rng.below(fans.len());
                    fans[at].replies.retain(|_| rng.below(4) > 0);
                }
                let found = [verify(&proof, &slow), verify(&proof, &quick)];
                match &found {
                    [Err(Refusal::TooMuch(_)), _] => {}
                    [Ok(slow), Ok(quick)] => {
                        assert!(quick.plies <= slow.plies);
                        accepted += 1;
                        saved += usize::from(quick.positions < slow.positions);
                    }
                    [Err(_), Err(_)] => refused += 1,
                    _ => panic!("{rules}: {found:?}\n{proof}"),
                }
            }
        }
        println!("{rules}: {accepted} accepted, {saved} of them with less work, {refused} refused");
        assert!(saved > 20 && refused > 20);
    }
}

#[test]
fn the_published_wins_are_found() {
    let Some(truth) = tengen_truth::file("") else { return };
    let text = std::fs::read_to_string(truth.join("gomoku/quintet-vcf-vct-examples.txt")).unwrap();
    let game = |line: usize| played(&Rules::RENJU, text.lines().nth(line).unwrap());
    // The published line is eight fours with seven answers, and the five.
    let plies = proven(&game(0), WinKind::Vcf, 1_000_000).expect("it wins by fours");
    assert!(plies <= 17, "{plies}");
    assert!(proven(&game(3), WinKind::Vct, 1_000_000).is_some(), "it wins by threats");
}
