//! Each protocol's controller and engine play whole games with each other, line by line.

use crate::driver::Dialogue;
use std::time::Duration;
use tengen_board::Size;
use tengen_games::gomoku::{Rules, Variant};
use tengen_games::{AnyPosition, Game, GameSpec};
use tengen_protocols::gomocup::{GomocupController, GomocupEngine};
use tengen_protocols::gtp::GtpController;
use tengen_protocols::jsonl::JsonController;
use tengen_protocols::nboard::NBoardController;
use tengen_protocols::{Controller, EngineMessage, Machine, TimeControl, TimeLeft};

/// Two engines play by `spec`, each move asked for through the protocol; gives the position at the end.
fn play<C: Controller, M: Machine>(spec: &GameSpec, mut sides: [(C, Dialogue<M>); 2]) -> AnyPosition {
    fn exchange<C: Controller, M: Machine>(
        (controller, engine): &mut (C, Dialogue<M>),
        lines: Vec<String>,
    ) -> Vec<EngineMessage> {
        let said: String = lines.iter().flat_map(|line| engine.send(line)).map(|text| text + "\n").collect();
        let reports = said.lines().flat_map(|line| controller.line(line.as_bytes()));
        reports.filter(|report| !matches!(report, EngineMessage::Note(_))).collect()
    }
    for side in &mut sides {
        let mut lines = Vec::new();
        side.0.begin(spec, &TimeControl::default(), &mut lines).unwrap();
        assert_eq!(exchange(side, lines), [EngineMessage::Ready]);
    }
    let mut position = AnyPosition::new(spec);
    while !position.is_over() {
        let mut lines = Vec::new();
        let side = &mut sides[position.ply() % 2];
        side.0.ask(&position, &TimeLeft::default(), &mut lines).unwrap();
        match exchange(side, lines).as_slice() {
            [EngineMessage::Moves(moves)] => {
                for &mv in moves {
                    position.play(mv).unwrap();
                }
            }
            other => panic!("{other:?} at ply {}", position.ply()),
        }
    }
    position
}

#[test]
fn gomocup() {
    for (variant, rows, cols) in
        [(Variant::Freestyle, 15, 15), (Variant::Standard, 7, 7), (Variant::Caro, 9, 12)]
    {
        let rules = Rules { size: Size::of(rows, cols), variant, ..Rules::FREESTYLE };
        let side = || (GomocupController::new(), Dialogue::new(GomocupEngine::new("Tengen", "1")));
        let end = play(&rules.into(), [side(), side()]);
        assert!(end.ply() >= 9);
    }
}

#[test]
fn the_stones_of_swap2_are_sent_with_or_without_colours() {
    let spec: GameSpec = "gomoku:freestyle+swap2".parse().unwrap();
    let mut position = AnyPosition::new(&spec);
    for name in ["h8", "i8", "j6"] {
        position.play(position.parse_move(name).unwrap()).unwrap();
    }
    for (colored, expected) in [(false, ["7,7", "8,7", "9,9"]), (true, ["7,7,2", "8,7,1", "9,9,2"])] {
        let mut controller = GomocupController::new().with_colored_openings(colored);
        let mut engine = Dialogue::new(GomocupEngine::new("Tengen", "1"));
        let mut lines = Vec::new();
        controller.begin(&spec, &TimeControl::default(), &mut lines).unwrap();
        controller.ask(&position, &TimeLeft { own: None, opponent: None }, &mut lines).unwrap();
        let block = lines.iter().skip_while(|line| *line != "SWAP2BOARD").skip(1);
        assert_eq!(block.take_while(|line| *line != "DONE").collect::<Vec<_>>(), expected);
        let said: Vec<String> = lines.iter().flat_map(|line| engine.send(line)).collect();
        let reports: Vec<EngineMessage> =
            said.iter().flat_map(|line| controller.line(line.as_bytes())).collect();
        assert!(matches!(reports.last(), Some(EngineMessage::Moves(moves)) if moves.len() == 2), "{said:?}");
    }
}

#[test]
fn gtp() {
    for (game, plies) in [("gomoku", 9), ("othello", 10), ("tic-tac-toe", 5), ("connect-four", 7)] {
        let side = || (GtpController::new(), crate::gtp::engine("go"));
        let end = play(&game.parse().unwrap(), [side(), side()]);
        assert!(end.ply() >= plies);
    }
}

#[test]
fn gtp_refuses_an_engine_that_plays_another_game() {
    let begun = |game: &str, set_game: &str, game_id: &str| {
        let (mut controller, mut lines) = (GtpController::new(), Vec::new());
        let spec = GameSpec::named(game, None, None).unwrap();
        controller.begin(&spec, &TimeControl::default(), &mut lines).unwrap();
        let answers = lines.iter().map(|line| match line.split(' ').next() {
            Some("set_game") if *line == format!("set_game {set_game}") => "=",
            Some("set_game") => "? unsupported game",
            Some("gogui-rules_game_id") => game_id,
            _ => "=",
        });
        let messages = answers.flat_map(|answer| [answer, ""]);
        messages.flat_map(|line| controller.line(line.as_bytes())).collect::<Vec<_>>()
    };
    let unknown = "? unknown command";
    let refused = EngineMessage::Refused("set_game Othello: unsupported game".into());
    assert_eq!(begun("othello", "Othello", unknown), [EngineMessage::Ready], "Edax wants a capital letter");
    assert_eq!(begun("connect-four", "Connect-four", unknown), [EngineMessage::Ready]);
    assert_eq!(begun("othello", "", "= Othello"), [EngineMessage::Ready], "it plays this game alone");
    assert_eq!(begun("go", "", unknown), [EngineMessage::Ready]);
    for game_id in [unknown, "= Go", "= Amazons"] {
        assert_eq!(begun("othello", "", game_id), [refused.clone(), EngineMessage::Ready], "{game_id}");
    }
}

#[test]
fn nboard() {
    let side = || (NBoardController::new(), crate::nboard::engine());
    let end = play(&"othello".parse().unwrap(), [side(), side()]);
    assert!(end.ply() >= 10);
}

#[test]
fn json_lines() {
    for game in ["gomoku", "othello", "tic-tac-toe", "connect-four"] {
        let side = || (JsonController::new(), crate::jsonl::engine());
        let end = play(&game.parse().unwrap(), [side(), side()]);
        assert!(end.ply() >= 5);
    }
}

#[test]
fn gtp_sends_whole_seconds_first_and_fractions_to_engines_that_read_them() {
    let ms = Duration::from_millis;
    let limits = |time: TimeControl, left: Option<Duration>| {
        let (mut controller, mut engine) = (GtpController::new(), crate::gtp::engine("go"));
        engine.held = true;
        let spec = "go".parse().unwrap();
        let mut lines = Vec::new();
        controller.begin(&spec, &time, &mut lines).unwrap();
        let settings: Vec<String> = lines.iter().filter(|line| line.starts_with("time_")).cloned().collect();
        controller
            .ask(&AnyPosition::new(&spec), &TimeLeft { own: left, opponent: None }, &mut lines)
            .unwrap();
        // What an engine says of it all is understood.
        let mut reports = Vec::new();
        for line in &lines {
            for text in engine.send(line) {
                reports.extend(text.lines().chain([""]).flat_map(|line| controller.line(line.as_bytes())));
            }
        }
        assert!(
            !reports
                .iter()
                .any(|report| matches!(report, EngineMessage::Refused(_) | EngineMessage::Garbage(_))),
            "{reports:?}"
        );
        (settings, engine.searches[0].2.time.unwrap())
    };
    let per_move = |time| TimeControl { per_move: Some(time), ..TimeControl::default() };
    // A move's own time: no thought takes longer, and little of it is lost.
    for (time, settings) in [
        (ms(500), vec!["time_settings 0 1 1", "time_settings 0 0.500 1"]),
        (ms(1500), vec!["time_settings 0 1 1", "time_settings 0 1.500 1"]),
        (ms(2000), vec!["time_settings 0 2 1"]),
    ] {
        let (sent, thought) = limits(per_move(time), None);
        assert_eq!(sent, settings);
        assert!(thought < time - ms(30) && thought * 10 > time * 8, "{thought:?} of {time:?}");
    }
    // The end of a game: 0.9 seconds are not taken for none, nor for one.
    let game = TimeControl { game: Some(ms(60_000)), ..TimeControl::default() };
    let (sent, thought) = limits(game, Some(ms(900)));
    assert_eq!(sent, ["time_settings 60 0 0"]);
    assert!(thought > Duration::ZERO && thought < ms(900), "{thought:?}");
}
