//! The end of the input in the middle of a search, as after `echo … | tengen engine …`: what was asked is answered,
//! then the engine leaves. JSON lines, where many requests may be under way, has its test beside its others.

use crate::driver::Dialogue;
use tengen_protocols::Machine;
use tengen_protocols::gomocup::GomocupEngine;

/// Asks, ends the input while the search goes on, and gives what comes when it has ended.
fn ended_in_mid_search<M: Machine>(mut d: Dialogue<M>, lines: &[&str]) -> Vec<String> {
    d.held = true;
    for line in lines {
        d.send(line);
    }
    assert_eq!(d.searches.len(), 1, "{lines:?}");
    let mut effects = Vec::new();
    d.machine.end_of_input(&mut effects);
    assert!(d.settle(effects).is_empty() && !d.quit, "the answer is still to come");
    let said = d.release();
    assert!(d.quit, "{said:?}");
    said
}

#[test]
fn gomocup_finishes_its_move_and_answers_what_waits() {
    let d = || Dialogue::new(GomocupEngine::new("Tengen", "1"));
    assert_eq!(ended_in_mid_search(d(), &["START 15", "TURN 7,7"]).last().unwrap(), "0,0");
    let said = ended_in_mid_search(d(), &["START 15", "TURN 7,7", "TAKEBACK 0,0"]);
    assert_eq!(said[said.len() - 2..], ["0,0", "OK"]);
}

#[test]
fn gtp_finishes_its_move_and_ends_an_analysis() {
    let said = ended_in_mid_search(crate::gtp::engine("go"), &["3 genmove b", "4 name"]);
    assert!(said[0].starts_with("=3 ") && said[1].starts_with("=4 Tengen"), "{said:?}");
    let mut d = crate::gtp::engine("go");
    d.held = true;
    d.send("lz-analyze 10");
    let mut effects = Vec::new();
    d.machine.end_of_input(&mut effects);
    d.settle(effects);
    assert_eq!(d.stopped, [d.searches[0].0], "it has no end of its own");
    d.release();
    assert!(d.quit);
}

#[test]
fn nboard_finishes_its_move_and_answers_what_waits() {
    let said = ended_in_mid_search(crate::nboard::engine(), &["nboard 2", "go", "ping 5"]);
    assert!(said.iter().any(|line| line.starts_with("=== ")), "{said:?}");
    assert_eq!(said.last().unwrap(), "pong 5");
}
