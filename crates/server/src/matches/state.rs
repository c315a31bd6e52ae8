//! A match as the page sees it: its table, its games, and the boards of those under way.

use super::settings::MatchSettings;
use crate::board::{point_json, points_json, spec_json};
use crate::error::Text;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_arena::stats::{Elo, SprtOutcome};
use tengen_arena::{Fault, GameEnd, GameState, Pairing, PlayedGame, Tally, Tournament};
use tengen_board::Color;
use tengen_games::{AnyPosition, Game as _};
use tengen_library::GameId;

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Another match is played first.
    Waiting,
    /// Its openings are sought.
    Preparing,
    /// It is played.
    Running,
    /// It was stopped, and can go on.
    Stopped,
    /// All its games are played, or its test is decided.
    Finished,
}

impl Status {
    const fn name(self) -> &'static str {
        match self {
            Status::Waiting => "waiting",
            Status::Preparing => "preparing",
            Status::Running => "running",
            Status::Stopped => "stopped",
            Status::Finished => "finished",
        }
    }

    /// Whether it is played, or will be.
    pub(crate) const fn is_active(self) -> bool {
        matches!(self, Status::Waiting | Status::Preparing | Status::Running)
    }
}

/// A finished game, in short.
#[derive(Clone, Debug)]
pub(crate) struct GameRow {
    game: usize,
    players: [usize; 2],
    black: usize,
    winner: Option<usize>,
    result: String,
    end: GameEnd,
    plies: usize,
    opening: String,
    fault: Option<(usize, Fault)>,
}

impl GameRow {
    pub(crate) fn new(played: &PlayedGame) -> GameRow {
        GameRow {
            game: played.game,
            players: played.players,
            black: played.players[played.black],
            winner: played.winner.map(|seat| played.players[seat]),
            result: played.result.clone(),
            end: played.end,
            plies: played.plies,
            opening: played.opening.clone(),
            fault: played.fault.as_ref().map(|(seat, fault)| (played.players[*seat], fault.clone())),
        }
    }

    fn json(&self, board: Option<GameId>) -> Value {
        let mut out = json!({
            "game": self.game + 1, "players": self.players, "black": self.black, "winner": self.winner,
            "result": self.result, "end": self.end, "plies": self.plies, "opening": self.opening, "board": board,
        });
        if let Some((player, fault)) = &self.fault {
            out["fault"] = json!({
                "player": player, "kind": fault.kind, "what": fault.cause.to_string(),
                "text": Text::of(|language| language.fault_kind(fault.kind)).to_json(),
                "cause": Text::of(|language| language.fault_cause(&fault.cause)).to_json(),
            });
        }
        out
    }
}

/// A game under way.
pub(crate) struct LiveGame {
    players: [usize; 2],
    position: Arc<AnyPosition>,
    to_move: Option<usize>,
    black: usize,
    clocks: [Option<Duration>; 2],
    /// When the player to move began to think.
    since: Instant,
}

impl LiveGame {
    pub(crate) fn new(players: [usize; 2], state: &GameState<'_>) -> LiveGame {
        LiveGame {
            players,
            position: Arc::new(state.position.clone()),
            to_move: state.to_move,
            black: state.black,
            clocks: state.clocks,
            since: Instant::now(),
        }
    }

    fn json(&self, game: usize) -> Value {
        let position = &self.position;
        let stones = |color: Color| -> Value {
            let points = position.size().points().filter(|&p| position.at(p).color() == Some(color));
            points.map(point_json).collect()
        };
        let last = position.last_move().and_then(|mv| mv.point());
        let line = position.last_played().unwrap_or_default().line;
        // The clock of the player to move runs.
        let clock = |seat: usize| {
            let spent = if self.to_move == Some(seat) { self.since.elapsed() } else { Duration::ZERO };
            self.clocks[seat].map(|left| left.saturating_sub(spent).as_millis() as u64)
        };
        json!({
            "game": game + 1, "players": self.players, "black": self.players[self.black],
            "to_move": self.to_move.map(|seat| self.players[seat]), "ply": position.ply(),
            "stones": {"black": stones(Color::Black), "white": stones(Color::White)},
            "last": last.map(point_json), "line": points_json(&line),
            "clocks_ms": [clock(0), clock(1)],
        })
    }
}

/// A match.
pub(crate) struct Match {
    pub(crate) settings: Arc<MatchSettings>,
    pub(crate) status: Status,
    /// Why it stopped by itself.
    pub(crate) problem: Option<Text>,
    /// Its finished games, in the order in which they ended.
    pub(crate) rows: Vec<GameRow>,
    /// Their boards in the library.
    pub(crate) boards: HashMap<usize, GameId>,
    table: Arc<Value>,
    points: [f64; 2],
    pub(crate) live: BTreeMap<usize, LiveGame>,
    /// Number of openings found, while they are sought.
    pub(crate) found: usize,
}

impl Match {
    pub(crate) fn new(settings: MatchSettings, status: Status) -> Match {
        Match {
            settings: Arc::new(settings),
            status,
            problem: None,
            rows: Vec::new(),
            boards: HashMap::new(),
            table: Arc::default(),
            points: [0.0; 2],
            live: BTreeMap::new(),
            found: 0,
        }
    }

    /// Takes the results of a tournament, of which the rows are known already or not.
    pub(crate) fn take(&mut self, tournament: &Tournament) {
        for played in tournament.played().iter().skip(self.rows.len()) {
            self.live.remove(&played.game);
            self.rows.push(GameRow::new(played));
        }
        let standings = tournament.standings();
        self.points = [0, 1].map(|player: usize| standings.get(player).map_or(0.0, |p| p.tally.points()));
        self.table = Arc::new(table_json(tournament, &standings));
    }

    /// What lists show.
    pub(crate) fn summary(&self, id: u64) -> Map<String, Value> {
        let mut out = match self.settings.spec() {
            Ok(spec) => spec_json(&spec),
            Err(_) => Map::new(),
        };
        out.insert("id".into(), id.into());
        out.insert("status".into(), self.status.name().into());
        out.insert("played".into(), self.rows.len().into());
        out.insert("points".into(), json!(self.points));
        out.insert("problem".into(), self.problem.as_ref().map_or(Value::Null, Text::to_json));
        if self.status == Status::Preparing {
            out.insert("openings_found".into(), self.found.into());
        }
        self.settings.fill(&mut out);
        out
    }

    /// The match with its table, the boards under way, and the finished games from a number on, at most `most` of them.
    pub(crate) fn json(&self, id: u64, from: usize, most: usize) -> Value {
        let mut out = self.summary(id);
        out.insert("table".into(), (*self.table).clone());
        let live = self.live.iter().map(|(&game, live)| live.json(game));
        out.insert("live".into(), live.collect());
        let rows = self.rows.iter().skip(from).take(most);
        let games: Value = rows.map(|row| row.json(self.boards.get(&row.game).copied())).collect();
        out.insert("from".into(), from.into());
        out.insert("games".into(), games);
        Value::Object(out)
    }
}

fn tally_json(tally: &Tally) -> Value {
    json!({"wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "points": tally.points()})
}

/// An infinite value is null.
fn elo_json(elo: &Elo) -> Value {
    let number = |n: f64| n.is_finite().then(|| (n * 10.0).round() / 10.0);
    json!({"value": number(elo.value), "low": number(elo.low), "high": number(elo.high)})
}

/// Maximum number of points of the curve of Elo.
const CURVE: usize = 120;

/// The results of both players, Elo of the first with its interval and its curve, and the test.
fn table_json(tournament: &Tournament, standings: &[Pairing]) -> Value {
    let player = |standing: &Pairing| {
        let faults = standing.faults[0].iter().map(|(kind, n)| {
            json!({"kind": kind, "text": Text::of(|language| language.fault_kind(*kind)).to_json(), "count": n})
        });
        let mut out = tally_json(&standing.tally);
        out["black"] = tally_json(&standing.by_color[0]);
        out["white"] = tally_json(&standing.by_color[1]);
        out["faults"] = faults.collect();
        out
    };
    let results = tournament.results();
    let curve: Vec<Value> = results.first().map_or_else(Vec::new, |(_, pairing)| {
        let all = &pairing.curve;
        let step = all.len().div_ceil(CURVE).max(1);
        // The last point is the newest game's.
        let chosen = all.iter().enumerate().filter(|(i, _)| (all.len() - 1 - i).is_multiple_of(step));
        chosen.map(|(i, elo)| json!([i + 1, elo.value, elo.low, elo.high])).collect()
    });
    let mut out = json!({
        "players": standings.iter().map(player).collect::<Vec<_>>(),
        "elo": standings.first().and_then(Pairing::elo).as_ref().map(elo_json),
        "pairs": results.first().map(|(_, pairing)| pairing.pairs),
        "curve": curve,
    });
    if let (Some((outcome, llr)), Some(sprt)) = (tournament.sprt_outcome(), tournament.config().sprt) {
        let (low, high) = sprt.bounds();
        let outcome = match outcome {
            SprtOutcome::Accepted => "accepted",
            SprtOutcome::Rejected => "rejected",
            SprtOutcome::Open => "open",
        };
        out["sprt"] = json!({"llr": llr, "low": low, "high": high, "outcome": outcome});
    }
    out
}
