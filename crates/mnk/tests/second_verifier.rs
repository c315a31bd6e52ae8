//! The second verifier, tools/verify_mnk.py: it must agree with the first.

use tengen_board::Size;
use tengen_engine::{Limits, Stop};
use tengen_games::mnk::proof::{MnkCertificate, MnkVerifyLimits, verify};
use tengen_games::{Game, mnk};
use tengen_mnk::certify;
use tengen_truth::Tool;

/// The exit code that the first verifier leads to: 0 accepted, 1 refused, 3 no certificate.
fn first(file: &str) -> i32 {
    match file.parse::<MnkCertificate>() {
        Err(_) => 3,
        Ok(proof) => i32::from(verify(&proof, &MnkVerifyLimits::default()).is_err()),
    }
}

fn proof_of(cols: usize, rows: usize, k: u8) -> String {
    let rules = mnk::Rules { size: Size::of(rows, cols), k, gravity: false };
    let found = certify(&mnk::Position::new(&rules), &Limits::default(), 16, &Stop::new());
    found.expect("small boards are solved").certificate.to_string()
}

/// Two in a row of three points: Black takes the middle.
const WIN: &str = "tengen-mnk-proof 1\nrules 3,1,2\nblack\nwhite\nmove black\nclaim black wins\nnodes 2\n\
                   1 a1\n2 b1 c1>1\nend\n";
/// Three in a row on four points: White is to move and takes a middle point.
const HOLD: &str = "tengen-mnk-proof 1\nrules 4,1,3\nblack c1\nwhite\nmove white\nclaim white holds\nnodes 1\n\
                    1 b1\nend\n";
/// Three rows of four with two stones of Black each: one pair, and the sum of the other two rows is below 1.
const PAIRS: &str = "tengen-mnk-proof 1\nrules 4,3,4\nblack a1 b1 a2 b2 a3 b3\nwhite\nmove black\n\
                     claim white holds\nnodes 1\n1 - c1-d1\nend\n";
/// Two in a row on four points: White is to move and takes the point beside Black's stone.
const THREATS: &str = "tengen-mnk-proof 1\nrules 4,1,2\nblack a1\nwhite d1\nmove white\nclaim white holds\n\
                       nodes 1\n1 b1\nend\n";

#[test]
fn both_refuse_the_same_spoilt_certificates() {
    let spoilt = [
        ("a move changed", WIN, "2 b1", "2 a1"),
        ("a move on a taken point", HOLD, "1 b1", "1 c1"),
        ("a reply dropped", WIN, " c1>1", ""),
        ("a reply named that is none", WIN, "c1>1", "b1>1"),
        ("the side swapped", WIN, "black wins", "white wins"),
        ("the holder swapped", HOLD, "white holds", "black holds"),
        ("k changed", WIN, "3,1,2", "3,1,3"),
        ("k smaller", PAIRS, "4,3,4", "4,3,2"),
        ("the board changed", WIN, "3,1,2", "2,1,2"),
        ("the other side to move", WIN, "move black", "move white"),
        ("pairs that overlap", PAIRS, "c1-d1", "c1-d1 d1-c2"),
        ("a point paired with itself", PAIRS, "c1-d1", "c1-c1"),
        ("a pair on a taken point", PAIRS, "c1-d1", "a1-d1"),
        ("an open line without a pair", PAIRS, " c1-d1", ""),
        ("a pair off the board", PAIRS, "c1-d1", "c1-e1"),
        ("a pair with an answer", PAIRS, "c1-d1", "c1-d1 *1"),
        ("a node that refers to itself", WIN, "c1>1", "c1>2"),
        ("a node that is not there", WIN, "c1>1", "c1>9"),
        ("a node number changed", WIN, "2 b1", "3 b1"),
        ("the move left out", WIN, "2 b1", "2 -"),
        ("no move in the middle", WIN, "1 a1", "1 -"),
        ("a reply answered twice", WIN, "c1>1", "c1,c1>1"),
        ("a claim that is none", WIN, "wins", "draws"),
        ("a second claim of the same side", HOLD, "end", "claim white holds\nnodes 1\n1 b1\nend"),
        ("a win and a hold", WIN, "end", "claim white holds\nnodes 1\n1 -\nend"),
        ("a hold that fails", HOLD, "4,1,3", "4,1,2"),
        ("the game is over", THREATS, "black a1", "black a1 b1"),
        ("a stone on two colours", HOLD, "white\n", "white c1\n"),
        ("more nodes than it has", WIN, "nodes 2", "nodes 3"),
        ("cut off", WIN, "end\n", ""),
        ("something after the end", WIN, "end\n", "end\nend\n"),
        ("another version", WIN, "proof 1", "proof 2"),
        ("gravity", WIN, "3,1,2", "3,1,2+gravity"),
    ];
    let script = Tool::find("verify_mnk.py");
    let solved = [proof_of(3, 3, 3), proof_of(4, 3, 3), proof_of(6, 6, 5), proof_of(6, 4, 4)];
    for good in [WIN, HOLD, PAIRS, THREATS].into_iter().chain(solved.iter().map(String::as_str)) {
        assert_eq!(first(good), 0, "{good}");
        if let Some(script) = &script {
            let (code, said) = script.check(good.as_bytes(), &[]);
            assert_eq!(code, Some(0), "{said}{good}");
        }
    }
    for (name, good, from, to) in spoilt {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good, "{name}");
        assert_ne!(first(&text), 0, "{name}");
        if let Some(script) = &script {
            let (code, said) = script.check(text.as_bytes(), &[]);
            // What one cannot read the other may refuse.
            assert!(code == Some(1) || code == Some(3), "{name}: {said}");
        }
    }
}

/// Each line of a long proof left out or cut: both come to the same verdict.
#[test]
fn both_come_to_the_same_verdict() {
    let Some(script) = Tool::find("verify_mnk.py") else { return };
    let good = proof_of(3, 3, 3);
    let lines: Vec<&str> = good.lines().collect();
    let (mut accepted, mut refused) = (0, 0);
    for n in 6..lines.len() {
        // The last word of a node dropped: an answer or a pair.
        let Some((short, _)) = lines[n].rsplit_once(' ') else { continue };
        let mut changed = lines.clone();
        changed[n] = short;
        let text = changed.join("\n") + "\n";
        let (code, said) = script.check(text.as_bytes(), &[]);
        assert_eq!(code, Some(first(&text)), "{said}{text}");
        *(if code == Some(0) { &mut accepted } else { &mut refused }) += 1;
    }
    assert!(refused > 10, "{accepted} {refused}");
}
