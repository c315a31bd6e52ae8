//! GTP: the specification's rules and tables, the analysing commands, and everything that a controller can do wrong.

use crate::driver::{Dialogue, first_moves};
use std::io;
use std::sync::Arc;
use tengen_games::{Game, GameKind, GameSpec, Move};
use tengen_protocols::Machine;
use tengen_protocols::gtp::{GtpEngine, ReadFile};

const SGF: &str = "(;FF[4]GM[1]SZ[9]KM[5.5];B[ee];W[gc];B[cg];W[gg])";

fn files() -> ReadFile {
    Arc::new(|name| match name {
        "game.sgf" => Ok(SGF.into()),
        "handicap.sgf" => Ok("(;SZ[9]RU[Japanese]HA[2]AB[cg][gc];W[ee];B[ed];W[fe])".into()),
        "my games/round 7.sgf" | "round 7" => Ok(SGF.into()),
        "broken.sgf" => Ok("(;FF[4]GM[1]SZ[9];B[ee];W[ee])".into()),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    })
}

pub(crate) fn engine(game: &str) -> Dialogue<GtpEngine> {
    let spec: GameSpec = game.parse().unwrap();
    Dialogue::new(GtpEngine::new("Tengen", "1.0", &spec, files()))
}

/// Sends a command and gives the text of its answer; the form of the answer is checked.
pub(crate) fn ask(d: &mut Dialogue<GtpEngine>, command: &str) -> Result<String, String> {
    let said = d.send(command).join("\n");
    assert!(said.ends_with('\n'), "an answer ends with two line ends: {said:?}");
    match said.as_bytes()[0] {
        b'=' => Ok(said[1..].trim().to_owned()),
        b'?' => Err(said[1..].trim().to_owned()),
        _ => panic!("{said:?}"),
    }
}

pub(crate) fn ok(d: &mut Dialogue<GtpEngine>, command: &str, expected: &str) {
    assert_eq!(ask(d, command), Ok(expected.to_owned()), "{command}");
}

pub(crate) fn no(d: &mut Dialogue<GtpEngine>, command: &str, expected: &str) {
    let answer = ask(d, command);
    assert!(answer.as_ref().is_err_and(|why| why.starts_with(expected)), "{command}: {answer:?}");
}

#[test]
fn numbers_are_repeated_and_remarks_ignored() {
    let mut d = engine("go");
    assert_eq!(d.send("123 protocol_version"), ["=123 2\n"]);
    assert_eq!(d.send("7 frobnicate # not known"), ["?7 unknown command\n"]);
    assert_eq!(d.send("# a remark"), Vec::<String>::new());
    assert_eq!(d.send(""), Vec::<String>::new());
    assert_eq!(d.send("name\t# x"), ["= Tengen\n"]);
}

/// KataGo refuses them as well. GNU Go ignores them, so that `boardsize 13 9` gives a board of 13×13.
#[test]
fn words_after_a_complete_command_are_refused() {
    let mut d = engine("go");
    for (command, why) in [
        ("boardsize 13 9", "syntax error: boardsize takes 1 argument, not 2: rectangular_boardsize takes 2"),
        ("komi 6.5 0", "syntax error: komi takes 1 argument, not 2"),
        ("play b D4 Q16", "syntax error: play takes 2 arguments, not 3"),
        ("genmove b w", "syntax error: genmove takes 1 argument, not 2"),
        ("undo 2", "syntax error: undo takes no arguments, not 1"),
        ("time_settings 60 30 5 1", "syntax error: time_settings takes 3 arguments, not 4"),
    ] {
        assert_eq!(ask(&mut d, command), Err(why.into()), "{command}");
    }
    assert!(d.searches.is_empty() && ask(&mut d, "showboard").unwrap().contains("19"), "nothing has changed");
    // Where nothing can be meant by them they do no harm.
    ok(&mut d, "protocol_version 2", "2");
    ok(&mut d, "clear_board 19", "");
    ok(&mut d, "rectangular_boardsize 13 9", "");
}

#[test]
fn every_listed_command_is_known_and_every_required_one_is_listed() {
    let mut d = engine("go");
    let listed = ask(&mut d, "list_commands").unwrap();
    // The specification's required commands, section 6.
    for required in "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove".split(' ') {
        assert!(listed.lines().any(|c| c == required), "{required}");
    }
    for command in listed.lines() {
        ok(&mut d, &format!("known_command {command}"), "true");
    }
    ok(&mut d, "known_command xyzzy", "false");
    ok(&mut d, "known_command", "false");
    no(&mut d, "known_command a b", "syntax error: known_command takes 1 argument, not 2");
    for command in listed.lines().filter(|c| !["quit"].contains(c)) {
        let mut fresh = engine("go:chinese");
        let answer = fresh.send(command).concat();
        assert!(!answer.contains("unknown command"), "{command}: {answer}");
    }
}

#[test]
fn a_game_with_capture_and_undo() {
    let mut d = engine("go");
    for command in ["boardsize 5", "komi 0.5", "play black A2", "play w A1", "play BLACK b1"] {
        ok(&mut d, command, "");
    }
    assert!(ask(&mut d, "showboard").unwrap().contains("black has taken 1"));
    no(&mut d, "play white A2", "illegal move");
    no(&mut d, "play white A1", "illegal move");
    ok(&mut d, "is_legal white A1", "0");
    ok(&mut d, "is_legal black A1", "1");
    for _ in 0..3 {
        ok(&mut d, "undo", "");
    }
    no(&mut d, "undo", "cannot undo");
    // The same side may play twice.
    ok(&mut d, "play b c3", "");
    ok(&mut d, "play b c4", "");
    ok(&mut d, "genmove b", "A5");
    ok(&mut d, "reg_genmove w", "B5");
    ok(&mut d, "genmove w", "B5");
    // After two passes play may go on.
    for command in ["play b pass", "play w PASS", "play b e1"] {
        ok(&mut d, command, "");
    }
}

/// GNU Go's command: the engine chooses of some points, or passes, and the move is played.
#[test]
fn a_move_among_given_points() {
    let mut d = engine("go");
    ok(&mut d, "boardsize 5", "");
    d.held = true;
    assert!(d.send("restricted_genmove b A5 B5").is_empty());
    let avoid = &d.searches[0].2.avoid;
    assert!(avoid.len() == 23 && !avoid.contains(&tengen_board::Point::new(0, 1)), "{avoid:?}");
    assert_eq!(d.release(), ["= A5\n"]);
    d.held = false;
    ok(&mut d, "is_legal w A5", "0");
    ok(&mut d, "restricted_genmove w C3 D3", "C3");
    ok(&mut d, "restricted_genmove w C3", "PASS");
    // An engine that does not obey, and points of which none is legal: then the fault is in the points.
    let mut othello = engine("othello");
    for (d, points, why) in [
        (&mut d, "D3", "? no move: the engine of"),
        (&mut othello, "A1 D4", "? none of these points is a legal move"),
    ] {
        d.held = true;
        assert!(d.send(format!("restricted_genmove b {points}")).is_empty());
        let (id, position, _) = d.searches.remove(0);
        let mut effects = Vec::new();
        d.machine.finished(id, first_moves(&position), &mut effects);
        let said = d.settle(effects).concat();
        assert!(said.starts_with(why), "{said}");
        d.held = false;
    }
    for (command, why) in [
        ("restricted_genmove", "invalid color"),
        ("restricted_genmove b", "syntax error: restricted_genmove takes a color and the points"),
        ("restricted_genmove b C3 pass", "invalid coordinate"),
        ("restricted_genmove b C3 Z9", "invalid coordinate"),
    ] {
        no(&mut d, command, why);
    }
    assert!(d.searches.is_empty());
}

#[test]
fn handicap() {
    let mut d = engine("go");
    ok(&mut d, "fixed_handicap 9", "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
    no(&mut d, "fixed_handicap 2", "board not empty");
    ok(&mut d, "clear_board", "");
    no(&mut d, "fixed_handicap 10", "invalid number of stones");
    no(&mut d, "fixed_handicap 1", "invalid number of stones");
    no(&mut d, "fixed_handicap", "invalid number of stones");
    no(&mut d, "set_free_handicap D4", "bad vertex list");
    no(&mut d, "set_free_handicap D4 D4", "bad vertex list");
    no(&mut d, "set_free_handicap D4 pass", "bad vertex list");
    ok(&mut d, "set_free_handicap D4 Q16 K10", "");
    ok(&mut d, "gogui-rules_side_to_move", "white");
    ok(&mut d, "clear_board", "");
    let placed = ask(&mut d, "place_free_handicap 13").unwrap();
    let mut points: Vec<&str> = placed.split(' ').collect();
    points.sort_unstable();
    points.dedup();
    assert_eq!(points.len(), 13, "{placed}");
    ok(&mut d, "boardsize 3", "");
    let placed = ask(&mut d, "place_free_handicap 20").unwrap();
    assert_eq!(placed.split(' ').count(), 8, "never more than leave a point: {placed}");
}

/// GNU Go 3.8 gives the same scores with `--chinese-rules` and `--japanese-rules`, but for AGA rules, which it does not
/// have: they give white a point less.
#[test]
fn handicap_stones_give_white_what_the_rules_say() {
    for (rules, fixed, free, even) in [
        ("chinese", "B+71.5", "B+77.5", "B+80.5"),
        ("aga", "B+72.5", "B+78.5", "B+80.5"),
        ("tromp-taylor", "B+80.5", "B+80.5", "B+80.5"),
        ("japanese", "B+71.5", "B+77.5", "B+79.5"),
    ] {
        let mut d = engine(&format!("go:{rules}"));
        ok(&mut d, "boardsize 9", "");
        ok(&mut d, "komi 0.5", "");
        ask(&mut d, "fixed_handicap 9").unwrap();
        ok(&mut d, "final_score", fixed);
        // The rules and the komi may be sent after the stones.
        ok(&mut d, &format!("kata-set-rules {rules}"), "");
        ok(&mut d, "komi 1.5", "");
        ok(&mut d, "komi 0.5", "");
        ok(&mut d, "final_score", fixed);
        ok(&mut d, "clear_board", "");
        ok(&mut d, "set_free_handicap C3 G7 C7", "");
        ok(&mut d, "final_score", free);
        ok(&mut d, "clear_board", "");
        ask(&mut d, "place_free_handicap 3").unwrap();
        ok(&mut d, "final_score", free);
        // An even game gives nothing.
        for command in ["clear_board", "boardsize 9"] {
            ok(&mut d, command, "");
            ok(&mut d, "play b E5", "");
            ok(&mut d, "final_score", even);
        }
    }
}

/// Programs capture dead stones before they pass where every stone counts: none is listed as one to take off, and the
/// score counts it.
#[test]
fn no_stone_is_dead_where_every_stone_counts() {
    for (rules, score, dead) in [
        ("chinese", "B+24.5", "C5 D5 E5"),
        ("ing", "B+24.5", "C5 D5 E5"),
        ("tromp-taylor", "W+0.5", ""),
        ("cgos", "W+0.5", ""),
    ] {
        let mut d = engine(&format!("go:{rules}"));
        ok(&mut d, "boardsize 5", "");
        ok(&mut d, "komi 0.5", "");
        for mv in ["b B3", "w E5", "b C3", "w C5", "b D3", "w D5"] {
            ok(&mut d, &format!("play {mv}"), "");
        }
        ok(&mut d, "final_score", score);
        ok(&mut d, "final_status_list dead", dead);
        ok(&mut d, "final_status C5", if dead.is_empty() { "alive" } else { "dead" });
        let passing = format!(r#""friendlyPassOk":{}"#, !dead.is_empty());
        let json = ask(&mut d, "kata-get-rules").unwrap();
        assert!(json.contains(&passing), "{rules}: {json}");
        // The object that comes out goes in again with the same meaning.
        ok(&mut d, "kata-set-rules japanese", "");
        ok(&mut d, &format!("kata-set-rules {json}"), "");
        ok(&mut d, "final_score", score);
        ok(&mut d, "kata-set-rule friendlyPassOk true", "");
        ok(&mut d, "final_score", "B+24.5");
    }
}

#[test]
fn records_rules_and_time() {
    let mut d = engine("go");
    ok(&mut d, "loadsgf game.sgf", "black");
    ok(&mut d, "get_komi", "5.5");
    ok(&mut d, "is_legal black E5", "0");
    ok(&mut d, "undo", "");
    // Up to, not including, the second move.
    ok(&mut d, "loadsgf game.sgf 2", "white");
    ok(&mut d, "is_legal white G7", "1");
    no(&mut d, "loadsgf missing.sgf", "cannot load file: there is no file missing.sgf");
    no(&mut d, "loadsgf broken.sgf", "cannot load file");
    ok(&mut d, "is_legal white G7", "1");
    ok(&mut d, "kata-set-rules japanese", "");
    assert!(ask(&mut d, "kata-get-rules").unwrap().contains(r#""scoring":"TERRITORY""#));
    ok(&mut d, r#"kata-set-rules {"ko":"SITUATIONAL","suicide":true}"#, "");
    let rules = ask(&mut d, "kata-get-rules").unwrap();
    assert!(rules.contains(r#""ko":"SITUATIONAL""#) && rules.contains(r#""suicide":true"#), "{rules}");
    ok(&mut d, "kata-set-rule scoring AREA", "");
    // A file without rules keeps those in force.
    ok(&mut d, "kata-set-rules japanese", "");
    ok(&mut d, "loadsgf game.sgf", "black");
    assert!(ask(&mut d, "kata-get-rules").unwrap().contains(r#""scoring":"TERRITORY""#));
    ok(&mut d, "kata-set-rules chinese", "");
    ok(&mut d, "loadsgf game.sgf", "black");
    assert!(ask(&mut d, "kata-get-rules").unwrap().contains(r#""scoring":"AREA""#));
    no(&mut d, "kata-set-rule scoring LOTS", "scoring is one of");
    no(&mut d, "kata-set-rules martian", "go has no rules");
    no(&mut d, "komi seven", "komi not a float");
    no(&mut d, "komi nan", "komi not a float");
    for command in [
        "time_settings 600 30 5",
        "time_left b 20 3",
        "kgs-time_settings byoyomi 60 10 5",
        "kgs-time_settings none",
    ] {
        ok(&mut d, command, "");
    }
    no(&mut d, "time_settings x", "time is a number");
    no(&mut d, "time_left green 1 1", "invalid color");
    no(&mut d, "kgs-time_settings sundial 5", "syntax error");
}

#[test]
fn final_score_counts_the_board() {
    let mut d = engine("go:tromp-taylor");
    ok(&mut d, "boardsize 3", "");
    ok(&mut d, "komi 0.5", "");
    for point in ["A2", "B2", "C2"] {
        ok(&mut d, &format!("play b {point}"), "");
    }
    ok(&mut d, "final_score", "B+8.5");
    ok(&mut d, "final_status_list alive", "A2 B2 C2");
    ok(&mut d, "final_status_list dead", "");
    no(&mut d, "final_status_list sleeping", "syntax error");
}

/// Dead stones are settled in a finished game, also after two passes; they are off the board in the count.
#[test]
fn dead_stones_are_settled_at_the_end() {
    let mut d = engine("go:japanese");
    ok(&mut d, "boardsize 5", "");
    ok(&mut d, "komi 0.5", "");
    for mv in ["b B3", "w E5", "b C3", "w C5", "b D3", "w D5"] {
        ok(&mut d, &format!("play {mv}"), "");
    }
    for passes in 0..3 {
        d.held = true;
        assert!(d.send("final_score").is_empty());
        assert!(d.searches[0].1.is_over(), "the engine gets a finished game");
        assert_eq!(
            d.release(),
            ["= B+24.5\n"],
            "22 points, 3 prisoners and half a point of komi; {passes} passes"
        );
        d.held = false;
        ok(&mut d, "final_status_list dead", "C5 D5 E5");
        ok(&mut d, "final_status C5", "dead");
        ok(&mut d, "final_status A1", "black_territory");
        ok(&mut d, "play b pass", "");
    }
    no(&mut d, "final_status Z9", "invalid coordinate");
}

#[test]
fn chains_are_read() {
    let mut d = engine("go:chinese");
    ok(&mut d, "boardsize 5", "");
    for mv in ["b A5", "w A4", "b E1"] {
        ok(&mut d, &format!("play {mv}"), "");
    }
    ok(&mut d, "attack A5", "1 B5");
    ok(&mut d, "defend A5", "0");
    ok(&mut d, "attack E1", "1 E2");
    ok(&mut d, "unconditional_status A5", "undecided");
    no(&mut d, "attack C3", "vertex must not be empty");
    no(&mut d, "attack Q16", "invalid coordinate");
    no(&mut d, "defend pass", "invalid coordinate");
    no(&mut engine("gomoku"), "attack A1", "attack is for Go");
    no(&mut d, "owl_attack C3", "vertex must not be empty");
}

/// Three points in a row in the corner: the middle one kills, and lives.
#[test]
fn life_is_read() {
    let mut d = engine("go:chinese");
    ok(&mut d, "boardsize 5", "");
    for at in ["D5", "A4", "B4", "C4", "D4"] {
        ok(&mut d, &format!("play b {at}"), "");
    }
    for at in ["E5", "E4", "A3", "B3", "C3", "D3", "E3"] {
        ok(&mut d, &format!("play w {at}"), "");
    }
    ok(&mut d, "owl_attack A4", "1 B5");
    ok(&mut d, "owl_defend A4", "1 B5");
    ok(&mut d, "dragon_status A4", "critical B5 B5");
    ok(&mut d, "dragon_status E4", "unknown");
    no(&mut d, "dragon_status A1", "vertex must not be empty");
    no(&mut d, "dragon_status", "invalid coordinate");
    // Two eyes need no move.
    ok(&mut d, "play b B5", "");
    ok(&mut d, "owl_attack A4", "0");
    ok(&mut d, "owl_defend A4", "1 PASS");
    ok(&mut d, "dragon_status A4", "alive");
    // One position proves nothing; 0 brings the usual limit back.
    ok(&mut d, "undo", "");
    ok(&mut d, "tengen-reading_nodes 1", "");
    ok(&mut d, "dragon_status A4", "unknown");
    ok(&mut d, "owl_attack A4", "0");
    ok(&mut d, "tengen-reading_nodes 0", "");
    ok(&mut d, "owl_attack A4", "1 B5");
    no(&mut d, "tengen-reading_nodes many", "syntax error: a number from 0 to 10000000");
}

/// One move threatens two stones; either of the defender's moves saves one alone.
#[test]
fn double_threats_are_read() {
    let mut d = engine("go:chinese");
    ok(&mut d, "boardsize 9", "");
    for mv in ["b C3", "b E3", "b C5", "b E5", "w B3", "w F3", "w C2", "w E2", "b J9"] {
        ok(&mut d, &format!("play {mv}"), "");
    }
    ok(&mut d, "attack C3", "0");
    ok(&mut d, "attack E3", "0");
    ok(&mut d, "attack_either C3 E3", "1");
    ok(&mut d, "attack_either E5 C5", "0");
    ok(&mut d, "defend_both C3 E3", "1");
    ok(&mut d, "same_dragon C3 E3", "0");
    ok(&mut d, "play w D3", "");
    ok(&mut d, "defend_both C3 E3", "0");
    no(&mut d, "attack_either C3 C2", "vertices must have same color");
    no(&mut d, "defend_both C3", "invalid coordinate");
}

/// White takes three stones in the corner, but their place is one eye, which black's B1 takes: both chains are dead.
#[test]
fn races_are_read() {
    let mut d = engine("go:chinese");
    ok(&mut d, "boardsize 7", "");
    for at in ["A2", "B2", "C2", "D2", "E2", "F1", "F2", "E1"] {
        ok(&mut d, &format!("play w {at}"), "");
    }
    for at in ["A1", "B1", "C1"] {
        ok(&mut d, &format!("play b {at}"), "");
    }
    for at in ["A3", "B3", "C3", "D3", "E3", "F3", "G3", "G2"] {
        ok(&mut d, &format!("play b {at}"), "");
    }
    no(&mut d, "analyze_semeai A1 B1", "vertices must have different colors");
    no(&mut d, "analyze_semeai A1 G7", "vertex must not be empty");
    ok(&mut d, "analyze_semeai A2 A1", "0 1 D1");
    ok(&mut d, "analyze_semeai A1 A2", "0 1 G1");
}

/// A one-point jump: its own side joins it, the opponent cuts it, and at the edge it need not be joined.
#[test]
fn connections_are_read() {
    let mut d = engine("go:chinese");
    ok(&mut d, "boardsize 7", "");
    for mv in ["b B4", "w C5", "b D4", "w C3"] {
        ok(&mut d, &format!("play {mv}"), "");
    }
    ok(&mut d, "connect B4 D4", "1 C4");
    ok(&mut d, "disconnect B4 D4", "1 C4");
    ok(&mut d, "play b C4", "");
    ok(&mut d, "disconnect B4 D4", "0");
    no(&mut d, "connect B4 C5", "vertices must have same color");
    no(&mut d, "connect B4", "invalid coordinate");
    no(&mut d, "connect B4 A1", "vertex must not be empty");
    no(&mut d, "disconnect Q16 B4", "invalid coordinate");
    no(&mut engine("gomoku"), "connect A1 A2", "connect is for Go");
}

/// Two games must differ, and the same seed must give the same games.
#[test]
fn each_game_has_a_seed_of_its_own() {
    let spec: GameSpec = "go".parse().unwrap();
    let mut d = Dialogue::new(GtpEngine::new("Tengen", "1.0", &spec, files()).with_seed(7));
    d.held = true;
    let mut seeds = Vec::new();
    for command in ["genmove b", "genmove w", "clear_board", "genmove b"] {
        d.send(command);
        if let Some((_, _, limits)) = d.searches.first() {
            seeds.push(limits.seed);
            d.release();
        }
    }
    assert_eq!(seeds, [7, 7, 8]);
}

/// A game that is lost beyond hope is resigned, and the board stays as it is.
#[test]
fn resigns_when_lost() {
    use tengen_engine::{Analysis, Line, Score};
    let mut d = engine("go:chinese");
    ok(&mut d, "boardsize 3", "");
    for mv in ["b A2", "b B2", "b C2"] {
        ok(&mut d, &format!("play {mv}"), "");
    }
    for (win, nodes, answer) in [(0.01, 500, "= resign\n"), (0.01, 10, "= A1\n"), (0.2, 500, "= B1\n")] {
        d.held = true;
        assert!(d.send("genmove w").is_empty());
        let (id, position, _) = d.searches.remove(0);
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        let moves: Vec<Move> = moves.into_iter().rev().filter(|mv| mv.point().is_some()).collect();
        let at =
            moves.iter().copied().find(|&mv| answer.contains(&position.format_move(mv))).unwrap_or(moves[0]);
        let lines = vec![Line { moves: vec![at], score: Score::Estimate { value: -9.0, win }, work: nodes }];
        let analysis = Analysis { best: Some(at), lines, nodes, ..Analysis::default() };
        let mut effects = Vec::new();
        d.machine.finished(id, analysis, &mut effects);
        assert_eq!(d.settle(effects), [answer], "{win} after {nodes} nodes");
    }
}

#[test]
fn games_without_a_count_say_what_is_right() {
    for game in ["pente", "connect6", "gomoku", "atari-go"] {
        let mut d = engine(game);
        let score = ask(&mut d, "final_score").unwrap_err();
        assert!(score.ends_with("is not over: there is a score at its end"), "{score}");
        let dead = ask(&mut d, "final_status_list dead").unwrap_err();
        assert!(dead.contains("has no dead stones"), "{dead}");
    }
    let mut d = engine("pente");
    no(&mut d, "komi 6.5", "pente has no komi and no Go rules");
    no(&mut d, "kata-get-rules", "pente has no komi and no Go rules: this is for Go");
    // Letters without I, by the standard, also where the game itself writes I.
    let mut d = engine("connect6");
    ok(&mut d, "play b J9", "");
    no(&mut d, "play w I9", "invalid color or coordinate");
    let mut d = engine("atari-go");
    assert!(ask(&mut d, "kata-get-rules").unwrap().contains(r#""capturesToWin":1"#));
    ok(&mut d, "kata-set-rule capturesToWin 3", "");
    assert!(ask(&mut d, "kata-get-rules").unwrap().contains(r#""capturesToWin":3"#));
    assert!(!ask(&mut engine("go"), "kata-get-rules").unwrap().contains("capturesToWin"));
    let mut d = engine("tic-tac-toe");
    for (color, point) in [("b", "A1"), ("w", "A2"), ("b", "B1"), ("w", "B2"), ("b", "C1")] {
        ok(&mut d, &format!("play {color} {point}"), "");
    }
    ok(&mut d, "final_score", "B+");
}

#[test]
fn analysis_goes_on_until_the_next_line() {
    let mut d = engine("go");
    d.held = true;
    ok_start(&mut d, "5 kata-analyze b 10 maxmoves 2 ownership true", "=5");
    // The driver's engine ends; the answer does not.
    let said = d.release();
    assert!(said[0].starts_with("info move A19 visits"), "{said:?}");
    assert_eq!(said[0].matches("info move").count(), 2);
    let said = d.send("6 name");
    assert_eq!(said, ["", "=6 Tengen\n"]);
    ok_start(&mut d, "lz-analyze 50", "=");
    assert!(d.send("play b D4").is_empty(), "the search has to end first");
    assert_eq!(d.stopped.len(), 1);
    let said = d.release();
    assert_eq!(said[said.len() - 2..], ["", "=\n"]);
    ok_start(&mut d, "kata-genmove_analyze w 100", "=");
    let said = d.release();
    assert_eq!(said.last().unwrap(), "play A19\n");
}

fn ok_start(d: &mut Dialogue<GtpEngine>, command: &str, head: &str) {
    assert_eq!(d.send(command), [head], "{command}");
}

#[test]
fn nothing_sent_while_thinking_is_lost() {
    let mut d = engine("go");
    d.held = true;
    assert!(d.send("1 genmove b").is_empty());
    for command in ["2 name", "", "3 play w D4", "4 nonsense", "5 undo"] {
        assert!(d.send(command).is_empty());
    }
    assert!(d.stopped.is_empty());
    d.send("6 quit");
    assert_eq!(d.stopped.len(), 1, "quit ends the thinking");
    assert_eq!(d.release(), ["=1 A19\n", "=2 Tengen\n", "=3\n", "?4 unknown command\n", "=5\n", "=6\n"]);
    assert!(d.quit);
}

/// What is asked of a finished game is answered in full, whatever waits behind it; a move that waits is not.
#[test]
fn a_final_question_is_not_cut_short() {
    for command in ["final_score", "final_status_list dead", "final_status C5"] {
        let mut d = engine("go:japanese");
        ok(&mut d, "boardsize 5", "");
        d.held = true;
        assert!(d.send(format!("1 {command}")).is_empty());
        for line in ["2 stop", "3 genmove b", "4 quit"] {
            assert!(d.send(line).is_empty());
        }
        assert!(d.stopped.is_empty(), "{command}");
        assert_eq!(d.searches[0].2, tengen_engine::Limits::settling());
        assert_eq!(d.release()[1..], ["=2\n"]);
        assert_eq!(d.stopped.len(), 1, "the move that waited is wanted at once");
        assert_eq!(d.release(), ["=3 A5\n", "=4\n"]);
        assert!(d.quit);
    }
}

/// An analysis that waited behind a move is ended by the command that waits behind it.
#[test]
fn an_analysis_in_the_queue_lets_the_next_command_through() {
    let mut d = engine("go");
    d.held = true;
    for command in ["1 genmove b", "2 lz-analyze 20", "3 name"] {
        assert!(d.send(command).is_empty());
    }
    let said = d.release();
    assert_eq!(said[..2], ["=1 A19\n", "=2"], "{said:?}");
    assert_eq!(d.stopped.len(), 1, "the analysis is stopped as soon as it begins");
    let rest = d.release();
    assert_eq!(rest[rest.len() - 2..], ["", "=3 Tengen\n"], "{rest:?}");
}

#[test]
fn other_games_by_the_same_words() {
    let mut d = engine("gomoku");
    ok(&mut d, "gogui-rules_game_id", "freestyle");
    // Letters without I: J is the ninth column.
    for command in ["play b H8", "play w J8", "play b H9"] {
        ok(&mut d, command, "");
    }
    no(&mut d, "play w H9", "illegal move");
    no(&mut d, "play w pass", "illegal move");
    no(&mut d, "komi 6.5", "gomoku has no komi and no Go rules");
    no(&mut d, "fixed_handicap 2", "board not empty");
    ok(&mut d, "boardsize 19", "");
    no(&mut d, "boardsize 23", "unacceptable size");
    no(&mut d, "boardsize 99999999999999999999", "boardsize not an integer");
    ok(&mut d, "set_game Othello", "");
    ok(&mut d, "gogui-rules_legal_moves", "D3 C4 F5 E6");
    ok(&mut d, "gogui-rules_side_to_move", "black");
    no(&mut d, "set_game chess", "there is no game");
}

/// A controller must not be offered a game for which no engine can be made.
#[test]
fn games_that_no_engine_plays_are_not_offered() {
    let spec = GameSpec::named("tic-tac-toe", None, None).unwrap();
    let engine = GtpEngine::new("Tengen", "1.0", &spec, files()).with_games([GameKind::Mnk]);
    let mut d = Dialogue::new(engine);
    let listed = ask(&mut d, "list_games").unwrap();
    let kinds: Vec<_> =
        listed.lines().map(|word| GameSpec::named(word, None, None).unwrap().kind()).collect();
    assert!(!kinds.is_empty() && kinds.iter().all(|&kind| kind == GameKind::Mnk), "{listed}");
    ok(&mut d, "set_game connect-four", "");
    no(&mut d, "set_game othello", "no engine here plays othello");
}

#[test]
fn bytes_of_any_kind_are_answered_with_an_error() {
    let mut d = engine("go");
    for line in [
        &b"\xff\xfe\x80"[..],
        b"play",
        b"play b",
        b"play b Z99",
        b"genmove",
        b"genmove x",
        b"lz-analyze b x y z",
        b"99999999999999",
    ] {
        let said = d.send(line).concat();
        assert!(said.starts_with('?') && said.ends_with('\n'), "{line:?}: {said:?}");
    }
    ok(&mut d, "gogui-rules_side_to_move", "black");
}

#[test]
fn othello_counts_its_rows_from_the_top_as_its_programs_do() {
    let mut d = engine("othello");
    // Black's four first moves, as every book has them.
    let legal = ask(&mut d, "gogui-rules_legal_moves").unwrap();
    let mut legal: Vec<&str> = legal.split(' ').collect();
    legal.sort_unstable();
    assert_eq!(legal, ["C4", "D3", "E6", "F5"]);
    ok(&mut d, "play b f5", "");
    let board = ask(&mut d, "showboard").unwrap();
    assert!(board.lines().any(|line| line.trim() == "5 . . . X X X . . 5"), "{board}");
    // GoGui draws the last row at the bottom and calls it 1.
    let rows = ask(&mut d, "gogui-rules_board").unwrap();
    assert_eq!(rows.lines().nth(8 - 5), Some(". . . X X X . ."));
}
