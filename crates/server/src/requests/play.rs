//! The request `play`: an engine's move in a game.

use super::{Cancelled, SocketRequest};
use crate::board::engine_of;
use crate::error::{ApiError, Result, Text};
use crate::flag;
use crate::pool::{SearchRequest, Ticket};
use crate::store_move::{StoredMove, Turn, already_played, has_reply, store_move};
use crate::views::{analysis_json, position_at};
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_board::Color;
use tengen_engine::{EngineOptions, Limits, MoveTime, PERFECT, PlayerClock, moves_to_come};
use tengen_games::{AnyPosition, Game as _};
use tengen_library::{GameId, PlayerKind};

/// Time limit for a move without a clock. An engine's level usually ends the search earlier.
pub(super) const MAX_TIME: Duration = Duration::from_secs(5);

/// What is left of it at least after a search on the person's time, which counts.
const LEAST_TIME: Duration = Duration::from_millis(100);

/// The same where an engine searches a win that is known to be there.
const MAX_TIME_FOR_A_WIN: Duration = Duration::from_secs(60);

pub(super) async fn play(request: &SocketRequest, mut cancelled: Cancelled) -> Result<Option<Value>> {
    let began = Instant::now();
    let (game, node) = request.place().await?;
    let position = Arc::new(position_at(&game, node)?);
    if let Some(outcome) = position.outcome() {
        let text = Text::of(|language| language.outcome(outcome));
        return Err(ApiError {
            status: StatusCode::CONFLICT,
            code: "game-over",
            message: Box::new(text),
            expected: None,
        });
    }
    let player = position.player_to_move();
    let seat = &game.seats[player as usize];
    let given = request.engine_options()?;
    // A page may also request an engine to move for a person (a hint that is played); then it names the engine.
    let named = given != EngineOptions::default();
    if *seat == PlayerKind::Human && !named {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "not-an-engine",
            "a person is to move",
            "轮到人下",
            "人の手番です",
        )
        .expected(
            "name an engine or a level",
            "请指明引擎或等级",
            "エンジンかレベルを指定してください",
        ));
    }
    // Two pages may show the same game: an engine moves once a turn, whichever page asks first.
    if !named && has_reply(&game, node)? {
        return Err(already_played());
    }
    let engine = if named { given } else { engine_of(seat) };
    let base = request.limits()?;
    let allowed = match &game.clock {
        None if engine.engine.as_deref() == Some(PERFECT) && position.to_move() == Color::Black => {
            MoveTime::fixed(MAX_TIME_FOR_A_WIN)
        }
        None => MoveTime::fixed(MAX_TIME),
        Some(clock) => {
            let spent = request.app.clocks.spent(game.summary.id, node).unwrap_or_default();
            thinking_time(&flag::clock_to_move(&game, node, &position, clock)?, spent, &position)
        }
    };
    let limits = move_limits(&base, game.summary.id, &position, allowed);
    let search = SearchRequest {
        client: request.client,
        board: game.summary.id,
        position: Arc::clone(&position),
        limits,
        engine: engine.clone(),
        task: None,
        urgent: true,
        ponder: false,
    };
    let (mut ticket, pondered) = begin(request, &search, game.clock.is_some()).await?;
    let mut found = request.follow(&mut ticket, &mut cancelled, &position).await;
    if pondered && found.is_err() {
        // It may have failed long ago.
        ticket = request.app.pool.search(search)?;
        found = request.follow(&mut ticket, &mut cancelled, &position).await;
    }
    let found = found?;
    let engine_name = engine.engine;
    if found.cancelled {
        return Ok(Some(json!({"id": request.id, "type": "stopped"})));
    }
    // Tengen's engine gives a lost game up, but not for a person, and not in a line beside the game. A program says so
    // itself.
    let is_program = engine_name.is_some_and(|name| request.app.engines.is_program(&name));
    let gives_up = !named && !is_program && found.analysis.is_hopeless(&position);
    if found.analysis.resigns || gives_up && flag::is_game_end(&game, node)? {
        // A line beside the game, or one that another page has continued, has no result.
        if !flag::is_game_end(&game, node)? {
            return Err(ApiError::new(
                StatusCode::CONFLICT,
                "resigned",
                "the engine resigns",
                "引擎认输",
                "エンジンが投了しました",
            ));
        }
        let (result, revision) = flag::end_game(&request.app, &game, &position, 'R').await?;
        return Ok(Some(
            json!({"id": request.id, "type": "resigned", "result": result, "revision": revision}),
        ));
    }
    let Some(mv) = found.analysis.best else {
        return Err(ApiError::internal("an engine found no move"));
    };
    let spent = flag::end_turn(&request.app, &game, node, &position, Some(began.elapsed())).await?;
    let turn = if named { Turn::Open } else { Turn::OneMove };
    let StoredMove { node, revision, view } = store_move(&request.app, &game, node, mv, spent, turn).await?;
    let analysis = analysis_json(&found.analysis, &position);
    Ok(Some(json!({
        "id": request.id, "type": "played", "node": node, "view": view, "analysis": analysis, "revision": revision,
        "pondered": pondered,
    })))
}

/// The limits of an engine's move in a game. The time asked for, if any, holds beside that of the clock.
pub(super) fn move_limits(
    asked: &Limits,
    board: GameId,
    position: &AnyPosition,
    allowed: MoveTime,
) -> Limits {
    let Limits { time, max_time, playing, .. } =
        asked.time.map_or(allowed, |time| allowed.at_most(time)).limits();
    // Another seed for each board and ply: two games of the same player must not begin alike.
    let seed = asked.seed.wrapping_add((board as u64) << 16).wrapping_add(position.ply() as u64);
    Limits { time, max_time, playing, seed, ..asked.clone() }
}

/// Begins the search for a move, or goes on with what the engine has searched on the person's time; true for the
/// latter.
async fn begin(request: &SocketRequest, search: &SearchRequest, by_clock: bool) -> Result<(Ticket, bool)> {
    let pool = &request.app.pool;
    match request.app.ponders.take(search.client.id, search.board) {
        Some(pondering) if pondering.is_hit(&search.engine, &search.position, &search.limits) => {
            let mut time = search.limits.time.unwrap_or(MAX_TIME);
            if !by_clock {
                time = time.saturating_sub(pondering.lasted()).max(LEAST_TIME.min(time));
            }
            pool.hit(&pondering.ticket, time);
            Ok((pondering.ticket, true))
        }
        missed => {
            if let Some(pondering) = missed {
                pondering.end().await;
            }
            Ok((pool.search(search.clone())?, false))
        }
    }
}

/// How long an engine may think about its move when its turn has lasted for `spent`: by its clock, minus the time for
/// transmission.
fn thinking_time(clock: &PlayerClock, spent: Duration, position: &AnyPosition) -> MoveTime {
    const TRANSMISSION: Duration = Duration::from_millis(30);
    clock.plan(spent, moves_to_come(position)).unwrap_or(MoveTime::fixed(MAX_TIME)).minus(TRANSMISSION)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_library::ClockSettings;

    #[test]
    fn an_engine_never_plans_to_lose_on_time() {
        let seconds = |s: u64| Some(s * 1000).filter(|&ms| ms > 0);
        for (main, increment, per_move, spent) in [
            (600, 0, 0, 0),
            (600, 5, 0, 599),
            (60, 2, 10, 0),
            (0, 0, 5, 0),
            (0, 0, 5, 4),
            (1, 0, 0, 0),
            (0, 3, 2, 0),
        ] {
            let clock = ClockSettings {
                main_ms: seconds(main),
                increment_ms: seconds(increment),
                move_ms: seconds(per_move),
                ..ClockSettings::default()
            };
            let spent = Duration::from_secs(spent);
            let start = AnyPosition::new(&"othello".parse().unwrap());
            let time = thinking_time(&PlayerClock::new(&(&clock).into()), spent, &start);
            let mut most = Duration::MAX;
            if main > 0 {
                most = Duration::from_secs(main);
            }
            if per_move > 0 {
                most = most.min(Duration::from_secs(per_move));
            }
            assert!(!time.time.is_zero() && spent + time.max_time < most, "{clock:?}: {time:?}");
        }
    }
}
