//! How programs count a finished game of Go: what they answer is kept and compared, and no answer is no fault.
#![cfg(unix)]

use crate::engines::config;
use std::path::Path;
use tengen_arena::{Count, EngineSpec, ProgramEngine, Timeouts, Tournament, report};
use tengen_engine::{Analysis, AnyEngine, EngineFactory, Limits, Stop};
use tengen_games::{AnyPosition, Game, GameKind, GameSpec};
use tengen_words::Language;

/// A program that always passes. Its arguments are its answers to the two questions; a dash is an unknown command.
const PROGRAM: &str = r#"
answer() { if [ "$1" = - ]; then printf '? unknown command\n\n'; else printf '= %s\n\n' "$1"; fi; }
while read -r command rest; do
  case "$command" in
    genmove) answer pass ;;
    final_score) answer "$1" ;;
    final_status_list) answer "$2" ;;
    kata-set-rules) answer - ;;
    quit) answer ''; exit ;;
    *) answer '' ;;
  esac
done
"#;

/// The player that answers so.
fn program(folder: &Path, name: &str, score: &str, dead: &str) -> String {
    let path = folder.join("program.sh");
    std::fs::write(&path, PROGRAM).unwrap();
    format!("cmd=\"sh {} {score} {dead}\" protocol=gtp name={name}", path.display())
}

/// A white stone is dead in black's corner: by area 10 points each with it off, and a komi of 7.5.
fn finished(rules: &str) -> AnyPosition {
    let spec = GameSpec::named("go", Some(rules), Some("5".parse().unwrap())).unwrap();
    let mut position = AnyPosition::new(&spec);
    let moves = "B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 pass A3 pass pass";
    for text in moves.split(' ') {
        position.play(position.parse_move(text).unwrap()).unwrap();
    }
    position
}

fn analysis(player: &str, position: &AnyPosition) -> Analysis {
    let EngineSpec::External(program) = player.parse::<EngineSpec>().unwrap() else { panic!("a program") };
    let engines: EngineFactory = config("go", &["tengen", "tengen"], 2).engines;
    let mut engine = ProgramEngine::new(program, GameKind::Go, &engines, Timeouts::default());
    engine.analyze(position, &Limits::default(), &Stop::new(), &mut |_| ()).unwrap()
}

#[test]
fn a_program_is_asked_for_the_dead_stones_of_a_finished_game() {
    let folder = tempfile::tempdir().unwrap();
    let knows = program(folder.path(), "knows", "W+7.5", "A3");
    for (rules, dead, margin) in [("chinese", vec!["A3"], -7.5), ("tromp-taylor", vec![], -13.5)] {
        let position = finished(rules);
        let AnyPosition::Go(game) = &position else { unreachable!() };
        let found = analysis(&knows, &position);
        let off = game.dead_stones(&found.ownership);
        let names: Vec<String> = off.iter().map(|&p| position.format_move(p.into())).collect();
        assert_eq!((names, game.score(&off).margin()), (dead.iter().map(|&p| p.into()).collect(), margin));
        assert_eq!(found.settled_by, None);
        let mut json = found.to_json(&position);
        found.add_count(&mut json, &position);
        assert_eq!(json["result"], format!("W+{}", -margin));
        assert!(found.score().is_some_and(|score| score.win() == 0.0), "black is to move");
    }
    // A program that does not know: Tengen's engine is asked, and named.
    for (score, dead) in [("-", "-"), ("W+7.5", "-")] {
        let silent = program(folder.path(), "silent", score, dead);
        let found = analysis(&silent, &finished("chinese"));
        assert!(found.settled_by.is_some_and(|engine| engine.starts_with("Drawer")), "{score}");
    }
}

/// Both pass at once: white wins by the komi, which one of them sees otherwise and the other does not say.
#[test]
fn counts_that_differ_from_the_judges_are_kept_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let players = [
        program(folder.path(), "other", "B+3.5", "''"),
        program(folder.path(), "silent", "-", "-"),
        program(folder.path(), "same", "W+7.5", "-"),
    ];
    let out = folder.path().join("match");
    let mut config = config("go:chinese", &[&players[0], &players[1]], 2);
    config.dir = Some(out.clone());
    let mut tournament = Tournament::new(config.clone()).unwrap();
    tournament.run(&Stop::new(), &mut |_, _| ()).unwrap();
    assert!(tournament.played().iter().all(|game| game.fault.is_none() && game.result == "W+7.5"));
    let first = tournament.played().iter().find(|game| game.game == 0).unwrap();
    let counts = first.counts.as_ref().unwrap();
    assert_eq!(counts.judge, Count { score: Some("W+7.5".into()), dead: Some(Vec::new()) });
    assert_eq!(counts.seats[0].as_ref().unwrap().score.as_deref(), Some("B+3.5"));
    assert_eq!(counts.seats[1], None);
    let table = report::table(&tournament, Language::English);
    assert!(table.contains("counted otherwise by an engine: 2 of 2 games"), "{table}");
    assert!(table.contains("game 1: judge W+7.5 (dead none), other B+3.5"), "{table}");
    assert!(report::html(&tournament, Language::English, false).contains("game 1: judge W+7.5"));
    let log = std::fs::read_to_string(out.join("games.jsonl")).unwrap();
    assert!(
        log.contains(r#""counts":{"judge":{"score":"W+7.5","dead":[]},"seats":[{"score":"B+3.5""#),
        "{log}"
    );
    // Where all agree there is nothing to name.
    config.dir = None;
    config.players = [&players[2], &players[1]].map(|text| text.parse().unwrap()).to_vec();
    let mut tournament = Tournament::new(config).unwrap();
    tournament.run(&Stop::new(), &mut |_, _| ()).unwrap();
    assert!(tournament.differing_counts().is_empty());
    assert!(!report::table(&tournament, Language::English).contains("counted otherwise"));
}
