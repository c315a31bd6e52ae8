//! A match between two levels of the gomoku engine: `cargo run --release -p tengen-arena --example match`.

use std::{error::Error, sync::Arc, time::Duration};
use tengen_arena::{Opening, Schedule, Tournament, TournamentConfig, report};
use tengen_engine::{EngineFactory, ForGame, Leveled, Stop};
use tengen_games::{Game, GameSpec, gomoku};
use tengen_gomoku::Player;
use tengen_protocols::TimeControl;
use tengen_words::Language;

fn main() -> Result<(), Box<dyn Error>> {
    let spec = GameSpec::named("gomoku", Some("freestyle"), None)?;
    let reader = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
    let opening = |text: &str| -> Result<Opening, Box<dyn Error>> {
        let moves: Result<Vec<_>, _> = text.split(' ').map(|word| reader.parse_move(word)).collect();
        Ok(Opening::from_moves(&spec, moves?)?)
    };
    let engines: EngineFactory = Arc::new(|_, options| {
        let level = options.level.unwrap_or(Player::MAX_LEVEL);
        Ok(Box::new(ForGame::<_, gomoku::Position>::new(Player::at_level(level))))
    });
    let mut tournament = Tournament::new(TournamentConfig {
        players: vec!["tengen:level=4,name=four".parse()?, "tengen:level=2,name=two".parse()?],
        schedule: Schedule::RoundRobin,
        games: 6,
        openings: vec![opening("h8 i9")?, opening("h8 h9 j10")?, opening("h8 i8 g10")?],
        time: TimeControl { per_move: Some(Duration::from_millis(200)), ..TimeControl::default() },
        grace: Duration::from_millis(500),
        max_plies: 225,
        concurrency: 1,
        sprt: None,
        dir: None,
        engines,
        spec: spec.clone(),
    })?;
    tournament.run(&Stop::new(), &mut |_, tournament| eprintln!("{} games", tournament.played().len()))?;
    let language = Language::English;
    println!("{}{}", report::table(&tournament, language), report::last_line(&tournament, language));
    Ok(())
}
