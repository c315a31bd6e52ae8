//! The Gomocup protocol: the specification's own examples, and everything that a manager can do wrong.

use crate::driver::Dialogue;
use tengen_board::Point;
use tengen_games::{Game, GameSpec};
use tengen_protocols::gomocup::GomocupEngine;
use tengen_protocols::{Effect, Machine};

pub(crate) fn dialogue() -> Dialogue<GomocupEngine> {
    Dialogue::new(GomocupEngine::new("Tengen", "1.0"))
}

pub(crate) fn started() -> Dialogue<GomocupEngine> {
    let mut d = dialogue();
    d.play("> START 15\n< OK");
    d
}

#[test]
fn the_specifications_examples() {
    dialogue().play(
        "> START 20
         < OK
         > TURN 10,10
         < 0,0
         > RESTART
         < OK
         > BEGIN
         < 0,0
         > RESTART
         < OK
         > BOARD
         > 10,10,1
         > 10,11,2
         > 11,11,1
         > 9,10,2
         > DONE
         < 0,0
         > INFO timeout_match 300000
         > INFO timeout_turn 10000
         > INFO max_memory 83886080
         > ABOUT
         < name=\"Tengen\", version=\"1.0\", author=*
         > RECTSTART 20,18
         < OK
         > RESTART
         < OK
         > TURN 9,10
         < 0,0
         > TAKEBACK 0,0
         < OK
         > TAKEBACK 9,10
         < OK
         > PLAY 12,10
         < 12,10",
    );
}

/// While the engine is made ready nothing is answered before the start itself, not even a line that is too long to be
/// kept.
#[test]
fn what_follows_a_start_is_answered_after_it_in_order() {
    let mut d = dialogue();
    let mut effects = Vec::new();
    d.machine.line(b"START 15", &mut effects);
    let ready = effects.iter().find_map(|effect| match effect {
        Effect::Prepare { id, .. } => Some(*id),
        _ => None,
    });
    d.machine.line(b"NONSENSE", &mut effects);
    d.machine.too_long(1 << 30, &mut effects);
    d.machine.line(b"ABOUT", &mut effects);
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Say(_))));
    d.machine.table_done(ready.expect("an engine to be made ready"), Ok(0), &mut effects);
    let said: Vec<String> = effects
        .into_iter()
        .filter_map(|effect| if let Effect::Say(text) = effect { Some(text) } else { None })
        .collect();
    let starts = ["OK", "UNKNOWN", "ERROR a line of 1073741824 bytes is too long", "name="];
    assert_eq!(said.len(), starts.len(), "{said:?}");
    assert!(said.iter().zip(starts).all(|(text, start)| text.starts_with(start)), "{said:?}");
}

/// INFO rule may come after START, when the clock runs: the engine is ready for the usual rules by then.
#[test]
fn a_start_gets_ready_for_every_usual_rule() {
    let mut d = dialogue();
    let mut effects = Vec::new();
    d.machine.line(b"INFO rule 4", &mut effects);
    d.machine.line(b"START 15", &mut effects);
    let ready = effects.into_iter().find_map(|effect| match effect {
        Effect::Prepare { spec, others, .. } => Some((spec.rules_text(), others)),
        _ => None,
    });
    let (rules, others) = ready.expect("an engine to be made ready");
    let others: Vec<String> = others.iter().map(GameSpec::rules_text).collect();
    assert_eq!(
        (rules.as_str(), others.as_slice()),
        ("renju", &["freestyle".to_owned(), "standard".to_owned()][..])
    );
}

#[test]
fn a_first_move_on_the_right_cell() {
    let mut d = started();
    // A position with black and white stones: it is the engine's turn as white where the opponent has one stone more.
    d.play("> BOARD\n> 7,7,2\n> 8,7,1\n> 9,9,2\n> DONE\n< 0,0");
    // The moves so far are 7,7 8,7 9,9 0,0, so the last one is the engine's.
    d.play("> TAKEBACK 0,0\n< OK\n> TAKEBACK 9,9\n< OK");
}

#[test]
fn swap2_in_its_three_cases() {
    let mut d = started();
    // Case 1: three stones. The answer is three points on one line.
    d.send("SWAP2BOARD");
    let said: Vec<String> = d.send("DONE").into_iter().filter(|s| !s.starts_with("MESSAGE")).collect();
    assert_eq!(said.len(), 1, "{said:?}");
    assert_eq!(said[0].split(' ').count(), 3, "{said:?}");
    // Case 2 and 3 under the tests' engine, which finds the side to move far ahead: stay, with a move.
    d.play("> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> DONE\n< 0,0");
    d.play("> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> 8,8\n> 8,6\n> DONE\n< 0,0");
    d.play("> SWAP2BOARD\n> 7,7\n> 8,7\n> DONE\n< ERROR SWAP2BOARD: 2 stones*");
}

#[test]
fn bad_input_gets_an_error_and_changes_nothing() {
    let mut d = dialogue();
    d.play(
        "> TURN 1,1
         < ERROR TURN: no game has been started*
         > START
         < ERROR START takes*
         > START fifteen
         < ERROR START takes*
         > START 4
         < ERROR unsupported size*
         > START 99999999999999999999
         < ERROR START takes*
         > RECTSTART 20
         < ERROR RECTSTART takes*
         > START 15
         < OK
         > FROB 1
         < UNKNOWN FROB
         > TURN
         < ERROR TURN*
         > TURN 15,0
         < ERROR TURN 15,0*
         > TURN -1,0
         < ERROR TURN*
         > TURN 7,7
         < 0,0
         > TURN 7,7
         < ERROR TURN 7,7*
         > TAKEBACK 7,7
         < ERROR TAKEBACK 7,7: the last move is 0,0
         > BEGIN
         < ERROR BEGIN: the board is not empty
         > BOARD
         > 7,7,1
         > 7,7,2
         > DONE
         < ERROR BOARD*
         > BOARD
         > 3,3,9
         > DONE
         < ERROR BOARD*
         > TAKEBACK 0,0
         < OK
         > YXNBEST zero
         < ERROR YXNBEST*",
    );
    let said = d.send([0xFF, 0x00, 0xFE, b'\t', 0x80]);
    assert!(said[0].starts_with("UNKNOWN"), "{said:?}");
    assert_eq!(said.len(), 1);
}

/// "The brain should wait with the output of the problem until the manager sends the first command not having an INFO
/// form (TURN, BOARD or BEGIN). The manager does not read messages from the brain when sending INFO command."
#[test]
fn a_refused_info_line_is_reported_at_the_next_move_and_changes_nothing() {
    let mut d = dialogue();
    d.play(
        "> INFO timeout_turn 1000
         > INFO timeout_turn soon
         > INFO max_depth
         > INFO rule 4
         > INFO rule 77
         > INFO max_memory 1000
         # Keys that only some managers send are no error, whatever their value.
         > INFO evaluate here
         > INFO favourite_colour blue
         > ABOUT
         < name=*
         > START 15
         < OK
         > BEGIN
         < ERROR INFO timeout_turn takes a whole number, not 'soon'
         < ERROR INFO max_depth takes a whole number, not ''
         < ERROR INFO rule 77 is unknown*
         < ERROR INFO max_memory 1000 is too small*
         < 0,0
         > RESTART
         < OK",
    );
    d.held = true;
    assert!(d.send("BEGIN").is_empty(), "each is reported once");
    let (_, position, limits) = &d.searches[0];
    assert_eq!(limits.time, Some(std::time::Duration::from_millis(935)));
    assert_eq!(position.spec(), GameSpec::named("renju", None, None).unwrap());
    // While a move is awaited an error would be taken for it.
    for line in ["INFO thread_num many", "INFO rule x", "TAKEBACK 0,0", "BEGIN"] {
        assert!(d.send(line).is_empty(), "{line}");
    }
    let said: Vec<String> = d.release().into_iter().filter(|s| !s.starts_with("MESSAGE")).collect();
    assert_eq!(said[..2], ["0,0", "OK"]);
    assert_eq!(said[2], "ERROR INFO thread_num takes a whole number, not 'many'");
    assert!(said[3].starts_with("ERROR INFO rule takes") && said.len() == 4, "{said:?}");
}

/// The three stones are asked for one by one by swap2's own steps, as an engine with a book needs it.
#[test]
fn the_stones_of_swap2_are_the_engines_and_each_game_draws_anew() {
    let mut draws = Vec::new();
    for seed in [0, 5] {
        let mut d = Dialogue::new(GomocupEngine::new("Tengen", "1.0").with_seed(seed));
        d.play("> START 15\n< OK\n> INFO rule 1\n> YXBLOCK\n> 3,3\n> DONE");
        d.held = true;
        for command in ["SWAP2BOARD\nDONE", "YXSWAP2STEP1", "SWAP2BOARD\nDONE"] {
            command.lines().for_each(|line| drop(d.send(line)));
            let (mut said, mut seeds) = (Vec::new(), Vec::new());
            for (ply, stone) in [Point::new(4, 2), Point::new(0, 9), Point::new(7, 7)].into_iter().enumerate()
            {
                let (id, position, limits) = d.searches.pop().expect("a search");
                let tengen_games::AnyPosition::Gomoku(game) = &position else { panic!("{position:?}") };
                assert_eq!((game.rules().to_string(), game.ply()), ("standard+swap2".into(), ply));
                assert_eq!(limits.avoid, [Point::new(3, 3)]);
                seeds.push(limits.seed);
                let mv = tengen_games::Move::Place(stone);
                let found = tengen_engine::Analysis { best: Some(mv), ..Default::default() };
                let mut effects = Vec::new();
                tengen_protocols::Machine::finished(&mut d.machine, id, found, &mut effects);
                said.extend(d.settle(effects));
            }
            match command {
                "YXSWAP2STEP1" => {
                    let moves = [(1, "2 4"), (2, "9 0"), (3, "7 7")];
                    assert_eq!(said, moves.map(|(n, xy)| format!("MESSAGE SWAP2 MOVE{n} {xy}")));
                }
                _ => assert_eq!(said, ["2,4 9,0 7,7"]),
            }
            // All three stones of an opening are drawn with one seed.
            assert!(seeds.iter().all(|s| *s == seeds[0]), "{seeds:?}");
            draws.push(seeds[0]);
        }
    }
    let [a, b, c, other, ..] = draws[..] else { panic!("{draws:?}") };
    assert!(a != b && b != c && a != c && a != other, "{draws:?}");
}

#[test]
fn a_stop_is_for_all_three_stones_of_swap2() {
    let mut d = started();
    d.held = true;
    ["INFO timeout_turn 10000", "SWAP2BOARD", "DONE", "STOP"].iter().for_each(|line| drop(d.send(line)));
    let mut times = Vec::new();
    while let Some((id, position, limits)) = d.searches.pop() {
        times.push(limits.time.unwrap().as_millis());
        let found = crate::driver::first_moves(&position);
        let mut effects = Vec::new();
        tengen_protocols::Machine::finished(&mut d.machine, id, found, &mut effects);
        d.settle(effects);
    }
    assert!(times[0] > 1_000 && times[1..] == [0, 0], "{times:?}");
}

/// The searches of an answer must fit into the time of the move together, however many they are.
#[test]
fn all_the_searches_of_a_swap2_answer_fit_into_its_time() {
    for opening in [&[][..], &["7,7", "8,7", "9,9"], &["7,7", "8,7", "9,9", "8,8", "8,6"]] {
        let mut d = started();
        d.held = true;
        d.send("INFO timeout_turn 10000");
        d.send("SWAP2BOARD");
        opening.iter().for_each(|stone| drop(d.send(stone)));
        d.send("DONE");
        let (mut time, mut searches, mut said) = (std::time::Duration::ZERO, 0, Vec::new());
        while let Some((id, position, limits)) = d.searches.pop() {
            (time, searches) = (time + limits.time.unwrap(), searches + 1);
            // Even, so that three stones make it put two more.
            let mut found = crate::driver::first_moves(&position);
            let even = tengen_engine::Score::Estimate { value: 0.0, win: 0.5 };
            found.lines.iter_mut().for_each(|line| line.score = even);
            let mut effects = Vec::new();
            tengen_protocols::Machine::finished(&mut d.machine, id, found, &mut effects);
            said.extend(d.settle(effects));
        }
        let answer = said.iter().rfind(|line| !line.starts_with("MESSAGE")).unwrap();
        let (stones, most) = [(3, 3), (2, 10), (1, 1)][opening.len() / 2];
        assert_eq!((answer.split(' ').count(), searches), (stones, most), "{said:?}");
        assert!(time <= std::time::Duration::from_millis(9_850), "{time:?} for {} stones", opening.len());
    }
}

#[test]
fn the_game_over_is_said() {
    let mut d = started();
    d.play("> YXBOARD\n> 0,0,1\n> 0,1,2\n> 1,0,1\n> 1,1,2\n> 2,0,1\n> 2,1,2\n> 3,0,1\n> 3,1,2\n> DONE");
    d.play("> TURN 4,0\n< ERROR the game is over*");
}

#[test]
fn nothing_sent_while_thinking_is_lost() {
    let mut d = started();
    d.held = true;
    assert!(d.send("TURN 7,7").is_empty());
    for line in ["TAKEBACK 0,0", "TAKEBACK 7,7", "FROB", "BOARD", "3,3,2", "DONE"] {
        assert!(d.send(line).is_empty(), "{line} was answered before the move");
    }
    let said: Vec<String> = d.release().into_iter().filter(|s| !s.starts_with("MESSAGE")).collect();
    assert_eq!(said[..3], ["0,0", "OK", "OK"]);
    assert_eq!(said[3..], ["UNKNOWN FROB"]);
    assert_eq!(d.searches.len(), 1, "the BOARD that waited is thought about now");
}

#[test]
fn about_start_and_board_are_answered_during_a_search() {
    let thinking = || {
        let mut d = started();
        d.held = true;
        d.send("TURN 7,7");
        d
    };
    let mut d = thinking();
    assert!(d.send("ABOUT")[0].starts_with("name="));
    assert!(d.stopped.is_empty(), "the search goes on");
    let first = d.searches[0].0;
    for line in ["BOARD", "3,3,2", "DONE"] {
        assert!(d.send(line).is_empty(), "{line}");
    }
    assert_eq!((d.stopped.as_slice(), d.searches.len()), (&[first][..], 2));
    assert!(d.release().is_empty(), "the first question is about another board");
    assert_eq!(d.release().last().map(String::as_str), Some("0,0"));
    let mut d = thinking();
    assert_eq!(d.send("START 20"), ["OK"]);
    assert!(d.release().is_empty());
    d.held = false;
    d.play("> BEGIN\n< 0,0");
}

#[test]
fn at_the_end_of_input_the_answer_comes_at_once() {
    let mut d = started();
    d.held = true;
    d.send("BEGIN");
    let mut effects = Vec::new();
    d.machine.end_of_input(&mut effects);
    d.settle(effects);
    assert_eq!(d.stopped, [d.searches[0].0]);
    assert!(!d.quit, "not before the answer");
    assert_eq!(d.release().last().map(String::as_str), Some("0,0"));
    assert!(d.quit);
}

#[test]
fn white_may_have_two_stones_more_with_black_to_move() {
    let mut d = started();
    d.play("> YXSHOWINFO\n> INFO rule 2");
    d.play(
        "> YXBOARD\n> 5,7,1\n> 0,0,2\n> 6,7,1\n> 0,14,2\n> 7,5,1\n> 14,0,2\n> 7,6,1\n> 14,14,2\n> 0,12,2\n> 12,0,2
         > DONE\n> YXSHOWFORBID\n< FORBID 0707.",
    );
}

#[test]
fn stones_that_pass_through_a_forbidden_point_are_set_up() {
    let mut d = started();
    d.play("> YXSHOWINFO\n> INFO rule 2");
    // Black's last stone makes a double three.
    let stones = "> 5,7,2\n> 0,0,1\n> 6,7,2\n> 0,14,1\n> 7,5,2\n> 14,0,1\n> 7,6,2\n> 14,14,1\n> 7,7,2";
    d.play(&format!("> BOARD\n{stones}\n> DONE\n< 1,0"));
    // What breaks another rule is refused as before.
    d.play("> BOARD\n> 5,7,1\n> 5,7,2\n> DONE\n< ERROR BOARD:*");
}

#[test]
fn stop_and_end_act_at_once() {
    let mut d = started();
    d.held = true;
    d.send("BEGIN");
    d.send("YXSTOP");
    assert_eq!(d.stopped, [d.searches[0].0]);
    d.send("ABOUT");
    let mut d = started();
    d.held = true;
    for line in ["BEGIN", "TURN 3,3", "TAKEBACK 3,3", "END"] {
        d.send(line);
    }
    assert_eq!(d.stopped, [d.searches[0].0], "the answer comes at once");
    assert_eq!(d.release().last().map(String::as_str), Some("0,0"));
    assert_eq!((d.stopped.len(), d.quit), (2, false), "so does the next");
    let last = d.release();
    assert_eq!((last[last.len() - 1].as_str(), d.quit), ("ERROR TAKEBACK 3,3: the last move is 1,0", true));
}

#[test]
fn reports_during_a_search_follow_show_detail() {
    for (asked, debug, realtime) in [
        (None, 0, 0),
        (Some("INFO show_detail 1"), 0, 4),
        (Some("INFO show_detail 2"), 1, 0),
        (Some("INFO show_detail 3"), 1, 4),
    ] {
        let mut d = started();
        d.held = true;
        asked.into_iter().for_each(|line| drop(d.send(line)));
        d.send("BEGIN");
        let (id, position, _) = d.searches[0].clone();
        let mut effects = Vec::new();
        tengen_protocols::Machine::progress(
            &mut d.machine,
            id,
            &crate::driver::first_moves(&position),
            &mut effects,
        );
        let said = d.settle(effects);
        let count = |start: &str| said.iter().filter(|line| line.starts_with(start)).count();
        assert_eq!(
            (count("DEBUG Depth 1"), count("MESSAGE REALTIME")),
            (debug, realtime),
            "{asked:?}: {said:?}"
        );
        assert_eq!(said.len(), debug + realtime);
    }
}

#[test]
fn threads_reach_the_search() {
    for (line, threads) in [
        ("INFO thread_num 4", 4),
        ("INFO max_thread 3", 3),
        ("INFO thread_num 0", 1),
        ("INFO thread_num 9999", 1),
    ] {
        let mut d = started();
        d.held = true;
        d.send(line);
        d.send("BEGIN");
        assert_eq!(d.searches[0].2.threads, threads, "{line}");
    }
}

/// A move still comes, with what was set before.
#[test]
fn values_out_of_range_are_refused_and_change_nothing() {
    let mut d = Dialogue::new(GomocupEngine::new("Tengen", "1.0").with_levels(10));
    d.play("> START 15\n< OK");
    let values = [
        ("strength 11", "1 to 10, or 0 for the strongest"),
        ("strength -1", "1 to 10, or 0 for the strongest"),
        ("thread_num 0", "1 to * on this machine"),
        ("max_thread 100000", "1 to * on this machine"),
        ("max_node -3", "1 or more, or 0 for no limit"),
        ("max_depth -3", "1 or more, or 0 for no limit"),
        ("hash_size -1", "0 or more"),
        ("max_memory -5", "0 or more"),
        ("show_detail 9", "0 to 3"),
        ("pondering 7", "0 or 1"),
    ];
    d.held = true;
    for line in ["strength 5", "thread_num 2", "max_node 77", "max_depth 7"] {
        d.send(format!("INFO {line}"));
    }
    for (line, _) in values {
        assert!(d.send(format!("INFO {line}")).is_empty(), "{line}");
    }
    let errors = d.send("BEGIN");
    assert_eq!(errors.len(), values.len(), "{errors:?}");
    for (error, (line, right)) in errors.iter().zip(values) {
        let (key, value) = line.split_once(' ').unwrap();
        let (before, after) = right.split_once('*').unwrap_or((right, ""));
        assert!(error.starts_with(&format!("ERROR INFO {key} takes {before}")), "{error}");
        assert!(error.ends_with(&format!("{after}, not {value}")), "{error}");
    }
    let limits = &d.searches[0].2;
    assert_eq!((limits.threads, limits.nodes, limits.depth), (2, Some(77), Some(7)));
    assert_eq!(d.level, Some(5));
}
