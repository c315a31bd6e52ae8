//! Engines by name and level, for any game.
//!
//! [`all`] lists every engine whose feature is on; the first one that plays a game's rules is the game's own. The
//! general player is the last of every game, and the only one of a game that has no engine of its own.

use std::sync::Arc;
#[cfg(any(
    feature = "mnk",
    feature = "gomoku",
    feature = "othello",
    feature = "go",
    feature = "general"
))]
use tengen_engine::Leveled;
use tengen_engine::{
    Analysis, AnyEngine, EngineError, EngineFactory, EngineOptions, Explanation, LevelTrait, PERFECT, Stop,
    Unplayable,
};
#[cfg(any(feature = "mnk", feature = "gomoku", feature = "othello", feature = "go"))]
use tengen_engine::{Engine, ForGame};
#[cfg(feature = "go")]
use tengen_games::go;
#[cfg(feature = "gomoku")]
use tengen_games::gomoku;
#[cfg(feature = "mnk")]
use tengen_games::mnk;
#[cfg(feature = "othello")]
use tengen_games::othello;
use tengen_games::{AnyPosition, Game as _, GameKind, GameSpec, Label};

/// An engine that comes with Tengen.
#[derive(Clone, Copy, Debug)]
pub struct EngineEntry {
    /// The word for it on a command line.
    pub name: &'static str,
    /// The game it plays.
    pub kind: GameKind,
    /// Its strongest level; the weakest is 1.
    pub levels: u8,
    /// What people call it.
    pub title: Label,
    /// Whether it is an opponent in a game; otherwise it only proves or refutes.
    pub plays: bool,
    /// The only games that it is meant for; it can be made for every other one of its kind all the same.
    pub only: Option<fn() -> Vec<GameSpec>>,
    /// Whether its search can prove how a position ends.
    pub proves: bool,
    /// Whether its analysis reports what each of its rules struck out ([`Analysis::rules`]).
    pub filters: bool,
    describe: fn(GameKind, u8) -> Vec<LevelTrait>,
    make: fn(GameKind, u8) -> Box<dyn AnyEngine>,
}

impl EngineEntry {
    /// True if it is the game's own engine: the first one of its kind of game.
    pub fn is_own(&self) -> bool {
        of(self.kind).next().is_some_and(|own| own.name == self.name)
    }

    /// What a level does, and how strong it is.
    pub fn describe(&self, level: u8) -> Vec<LevelTrait> {
        (self.describe)(self.kind, level)
    }

    /// True if a level itself bounds the search for a move. Any other level needs a limit of time, nodes or depth.
    pub fn limits_itself(&self, level: u8) -> bool {
        use LevelTrait as T;
        let is_open = |part: &T| {
            matches!(part, T::Unlimited | T::ProvenWin | T::ProvesFours | T::ProvesThreats | T::ProvesQuiet)
        };
        !self.describe(level).iter().any(is_open)
    }

    /// The error that it has no such level.
    pub fn no_level(&self, level: u8) -> EngineError {
        let own = Some(self.kind).filter(|_| self.is_own());
        EngineError::Level { name: self.name.into(), level, most: self.levels, own }
    }
}

/// An engine at a level, ready to play.
pub struct LeveledEngine {
    /// Where it comes from.
    pub entry: &'static EngineEntry,
    /// Its level.
    pub level: u8,
    /// The engine.
    pub engine: Box<dyn AnyEngine>,
}

impl LeveledEngine {
    /// True if the level itself bounds the search for a move. Any other level needs a limit of time, nodes or depth.
    pub fn limits_itself(&self) -> bool {
        self.entry.limits_itself(self.level)
    }
}

/// The row of an engine that knows one game.
#[cfg(any(feature = "mnk", feature = "gomoku", feature = "othello", feature = "go"))]
const fn entry<E, G>(name: &'static str, title: Label) -> EngineEntry
where
    E: Engine<G> + Leveled + 'static,
    G: tengen_games::KnownGame,
{
    EngineEntry {
        name,
        kind: G::KIND,
        levels: E::MAX_LEVEL,
        title,
        plays: true,
        only: None,
        proves: true,
        filters: false,
        describe: |_, level| E::describe_level(level),
        make: |_, level| Box::new(ForGame::<E, G>::new(E::at_level(level))),
    }
}

/// The engines that know one game.
static OWN: &[EngineEntry] = &[
    #[cfg(feature = "mnk")]
    entry::<tengen_mnk::Player, mnk::Position>("mnk", Label::new("Deep search", "深度搜索", "深い読み")),
    #[cfg(feature = "gomoku")]
    entry::<tengen_gomoku::Player, gomoku::Position>(
        "gomoku",
        Label::new("Deep search", "深度搜索", "深い読み"),
    ),
    #[cfg(feature = "gomoku")]
    EngineEntry {
        filters: true,
        ..entry::<tengen_gomoku_filter::FilterPlayer, gomoku::Position>(
            "rule-filter",
            Label::new("Rules of thumb", "经验规则", "経験則"),
        )
    },
    #[cfg(feature = "gomoku")]
    EngineEntry {
        plays: false,
        filters: true,
        ..entry::<tengen_gomoku::ThreatPlayer, gomoku::Position>(
            "threats",
            Label::new("Threat solver", "威胁求解", "追い詰め"),
        )
    },
    #[cfg(feature = "gomoku")]
    EngineEntry {
        only: Some(|| tengen_gomoku::ProvenStrategy::RULES.map(GameSpec::Gomoku).to_vec()),
        ..entry::<tengen_gomoku::PerfectPlayer, gomoku::Position>(
            PERFECT,
            Label::new("Perfect: Black's proven win", "完美：黑方必胜法", "完全：黒の必勝法"),
        )
    },
    #[cfg(feature = "othello")]
    entry::<tengen_othello::Player, othello::Position>(
        "othello",
        Label::new("Deep search", "深度搜索", "深い読み"),
    ),
    #[cfg(feature = "go")]
    EngineEntry {
        proves: false,
        ..entry::<tengen_go::Player, go::Position>(
            "go",
            Label::new("Playouts (Monte Carlo)", "模拟对局（蒙特卡洛）", "プレイアウト（モンテカルロ）"),
        )
    },
];

/// The general player, once for each game.
#[cfg(feature = "general")]
static GENERAL: std::sync::LazyLock<Vec<EngineEntry>> = std::sync::LazyLock::new(|| {
    let entry = |kind| EngineEntry {
        name: "general",
        kind,
        levels: tengen_general::Player::MAX_LEVEL,
        title: Label::new("Tree search for any game", "通用树搜索", "汎用の木探索"),
        plays: true,
        only: None,
        proves: true,
        filters: false,
        describe: tengen_general::Player::describe_level_in,
        make: |kind, level| {
            let player = tengen_general::Player::at_level(level);
            Box::new(tengen_engine::ForKind::new(kind, player))
        },
    };
    GameKind::ALL.into_iter().map(entry).collect()
});
#[cfg(not(feature = "general"))]
static GENERAL: [EngineEntry; 0] = [];

/// Every engine, a game's own before the general player.
pub fn all() -> impl Iterator<Item = &'static EngineEntry> {
    OWN.iter().chain(GENERAL.iter())
}

/// The engines for a game.
pub fn of(kind: GameKind) -> impl Iterator<Item = &'static EngineEntry> {
    all().filter(move |e| e.kind == kind)
}

/// The name of the first engine for a game that can prove how a position ends.
pub fn prover(kind: GameKind) -> Option<&'static str> {
    of(kind).find(|entry| entry.plays && entry.proves).map(|entry| entry.name)
}

/// The name of the engine for a game whose analysis reports what its rules struck out, if there is one.
pub fn filter(kind: GameKind) -> Option<&'static str> {
    of(kind).find(|entry| entry.plays && entry.filters).map(|entry| entry.name)
}

/// A player for a game: by name or the game's own, at a level or its strongest.
///
/// # Errors
/// [`EngineError`] names what there is instead.
pub fn named(spec: &GameSpec, name: Option<&str>, level: Option<u8>) -> Result<LeveledEngine, EngineError> {
    let kind = spec.kind();
    let mut refused = None;
    for entry in of(kind).filter(|e| name.is_none_or(|name| e.name.eq_ignore_ascii_case(name))) {
        let level = level.unwrap_or(entry.levels);
        if !(1..=entry.levels).contains(&level) {
            return Err(entry.no_level(level));
        }
        let engine = (entry.make)(entry.kind, level);
        if let Some(only) = entry.only.map(|only| only()).filter(|only| !only.contains(spec)) {
            let (engine, why) = (entry.name.into(), Unplayable::Games(only));
            refused = refused.or(Some(EngineError::Unsupported { engine, why }));
            continue;
        }
        match engine.supports(spec) {
            Ok(()) => return Ok(LeveledEngine { entry, level, engine }),
            Err(e) => refused = refused.or(Some(e)),
        }
    }
    match (refused, name) {
        (Some(e), _) => Err(e),
        (None, Some(name)) if of(kind).next().is_some() => Err(EngineError::Name {
            kind,
            name: name.chars().take(40).collect(),
            known: of(kind).map(|e| e.name).collect::<Vec<_>>().join(", "),
        }),
        (None, _) => Err(EngineError::None(kind)),
    }
}

/// The engine of the level [`PERFECT`], for any game of its kind: without a proven win it plays as well as it can.
/// `None` if a kind has no such engine.
pub fn perfect(kind: GameKind) -> Option<Box<dyn AnyEngine>> {
    of(kind).find(|entry| entry.name == PERFECT).map(|entry| (entry.make)(entry.kind, entry.levels))
}

/// The game's own engine at its strongest level.
///
/// # Errors
/// As [`named`].
pub fn strongest(spec: &GameSpec) -> Result<LeveledEngine, EngineError> {
    named(spec, None, None)
}

/// The engine that `options` ask for, with its memory and its level, without an opening book.
///
/// # Errors
/// As [`named`].
pub fn with_options(spec: &GameSpec, options: &EngineOptions) -> Result<Box<dyn AnyEngine>, EngineError> {
    let mut player = named(spec, options.engine.as_deref(), options.level)?;
    if let Some(bytes) = options.memory {
        player.engine.set_memory(bytes);
    }
    Ok(player.engine)
}

/// Makes Tengen's own engines, for matches, protocols and bulk work. It reads no opening books
/// ([`EngineOptions::book`]).
///
/// ```
/// # #[cfg(feature = "mnk")] {
/// use tengen::engine::EngineOptions;
/// let engines = tengen::players::factory();
/// let spec = "tic-tac-toe".parse()?;
/// let engine = engines(&spec, &EngineOptions { level: Some(1), ..EngineOptions::default() })?;
/// assert_eq!(engine.kind(), spec.kind());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn factory() -> EngineFactory {
    Arc::new(with_options)
}

/// Explains a position and what `analysis` chose in it, whichever engine made the analysis, by the
/// [method](tengen_engine::Engine::explain) of the game's own engine.
pub fn explain(position: &AnyPosition, analysis: &Analysis, stop: &Stop) -> Explanation {
    // The weakest level knows its game as well, and has the smallest tables.
    match named(&position.spec(), None, Some(1)) {
        Ok(player) => player.engine.explain(position, analysis, stop),
        Err(_) => Explanation::of(position, analysis),
    }
    .with_count(position, analysis)
}

#[cfg(all(test, feature = "engines"))]
mod tests {
    use super::*;

    #[test]
    fn every_level_of_every_engine_can_be_made_and_described() {
        for entry in all() {
            assert!(
                entry.levels >= 1 && !entry.title.en.is_empty() && !entry.title.zh.is_empty(),
                "{}",
                entry.name
            );
            let mut described = std::collections::HashSet::new();
            for level in 1..=entry.levels {
                let engine = (entry.make)(entry.kind, level);
                assert_eq!(engine.kind(), entry.kind);
                assert!(!engine.name().is_empty());
                let traits = entry.describe(level);
                assert!(!traits.is_empty() && described.insert(traits), "{} level {level}", entry.name);
            }
        }
    }

    #[test]
    fn every_opponent_states_the_strength_of_its_levels() {
        for entry in all().filter(|entry| entry.plays) {
            let elo = |level| {
                let of_trait = |part: &LevelTrait| match part {
                    LevelTrait::Elo(elo) | LevelTrait::EloAtLeast(elo) => Some(*elo),
                    // A proven win says more.
                    LevelTrait::ProvenWin => Some(u32::MAX),
                    _ => None,
                };
                entry.describe(level).iter().find_map(of_trait)
            };
            let text = format!("{} for {}", entry.name, entry.kind);
            let stated: Vec<Option<u32>> = (1..=entry.levels).map(elo).collect();
            // Level 1 is the anchor.
            assert!(stated[0].is_none() || entry.levels == 1, "{text}: {stated:?}");
            assert!(stated.iter().skip(1).all(Option::is_some) && stated.is_sorted(), "{text}: {stated:?}");
        }
    }

    #[test]
    fn an_engine_filters_if_its_analysis_reports_what_was_struck_out() {
        for entry in all() {
            let only = entry.only.and_then(|only| only().pop());
            let spec = only.unwrap_or_else(|| entry.kind.info().default_spec());
            let mut engine = (entry.make)(entry.kind, entry.levels);
            // A threat beside the centre, where there are rows.
            let mut position = AnyPosition::new(&spec);
            for _ in 0..4 {
                let mv = position.legal_moves().into_iter().nth(1).expect("a legal move");
                position.play(mv).unwrap();
            }
            let limits = tengen_engine::Limits::nodes(200);
            let found = engine.analyze(&position, &limits, &Stop::new(), &mut |_| ()).unwrap();
            assert_eq!(!found.rules.is_empty(), entry.filters, "{} for {}", entry.name, entry.kind);
        }
        assert_eq!(filter(GameKind::Gomoku), Some("rule-filter"));
        assert_eq!(filter(GameKind::Go), None);
    }

    /// As the front ends ask: a new seed for each game and ply.
    #[test]
    fn no_two_games_of_a_level_are_alike() {
        for entry in all().filter(|entry| entry.plays) {
            let spec = entry.kind.info().default_spec();
            // The strongest level plays as well as it can.
            for level in 1..entry.levels {
                // A visit or a random game costs far more than a node.
                let costly =
                    |part: &LevelTrait| matches!(part, LevelTrait::Visits(_) | LevelTrait::Playouts(_));
                let nodes = if entry.describe(level).iter().any(costly) { 100 } else { 5_000 };
                let game = |number: u64| {
                    let mut position = AnyPosition::new(&spec);
                    let mut engine = (entry.make)(entry.kind, level);
                    while !position.is_over() && position.ply() < 10 {
                        let seed = number << 16 | position.ply() as u64;
                        let limits = tengen_engine::Limits { seed, ..tengen_engine::Limits::nodes(nodes) };
                        let found = engine.analyze(&position, &limits, &Stop::new(), &mut |_| ()).unwrap();
                        position.play(found.best.expect("a move")).unwrap();
                    }
                    position.moves().collect::<Vec<_>>()
                };
                let games: std::collections::HashSet<_> = (0..6).map(game).collect();
                // On nine points there are few good moves.
                let least = if spec.size().area() < 10 { 2 } else { 5 };
                let text = format!("{} of 6: {} for {} level {level}", games.len(), entry.name, entry.kind);
                assert!(games.len() >= least, "{text}");
            }
        }
    }

    #[test]
    fn every_game_has_an_engine_that_proves() {
        for kind in GameKind::ALL {
            assert!(prover(kind).is_some(), "{kind}");
        }
        assert_eq!(prover(GameKind::Go), Some("general"), "playouts prove nothing");
        assert_eq!(prover(GameKind::Mnk), Some("mnk"));
    }

    #[test]
    fn every_game_has_a_player() {
        for game in tengen_games::GameInfo::words() {
            let spec = GameSpec::named(game, None, None).unwrap();
            assert!(strongest(&spec).is_ok_and(|player| player.entry.plays), "{game}");
            assert!(named(&spec, Some("general"), Some(1)).is_ok(), "{game}");
        }
    }

    #[test]
    fn what_is_not_there_is_refused_with_what_is() {
        let spec = GameSpec::named("othello", None, None).unwrap();
        let refused =
            |name, level| named(&spec, name, level).err().map(|e| e.to_string()).unwrap_or_default();
        let gomoku = |rules: &str| GameSpec::named("gomoku", Some(rules), None).unwrap();
        for rules in ["freestyle", "standard"] {
            assert!(named(&gomoku(rules), Some(PERFECT), None).is_ok_and(|player| player.level == 1));
        }
        let why = "perfect does not play this: it plays gomoku freestyle on 15x15 or gomoku standard on 15x15 \
                   or gomoku freestyle on 13x13";
        for rules in ["renju", "caro", "freestyle+swap2"] {
            let other = named(&gomoku(rules), Some(PERFECT), None).err().map(|e| e.to_string());
            assert_eq!(other.as_deref(), Some(why), "{rules}");
        }
        assert!(perfect(GameKind::Gomoku).is_some() && perfect(GameKind::Othello).is_none());
        assert!(refused(Some("deep-thought"), None).contains("deep-thought"));
        assert!(refused(None, Some(0)).contains("not 0"));
        assert!(refused(None, Some(200)).contains("not 200"));
        assert!(named(&spec, None, Some(1)).is_ok());
    }
}
