//! The statistics of a player.

use crate::app::App;
use crate::error::{ApiError, Result, Text};
use crate::extract::Params;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::Value;
use std::sync::Arc;
use tengen_board::Color;
use tengen_games::GameSpec;
use tengen_library::{GameQuery, NamedPlayer, PlayerQuery, PlayerSearch, is_date};

/// The parameters of the statistics.
pub(super) const PARAMS: &[&str] = &["name", "game", "color", "moves", "from", "to", "tag"];

/// The limit of first moves.
const MAX_MOVES: u32 = 100;

pub(super) async fn player(State(app): State<Arc<App>>, params: Params) -> Result<Json<Value>> {
    let name = params
        .text("name")
        .ok_or_else(|| ApiError::field("name", "the name of a player", "应为棋手名字", "対局者の名前"))?;
    let query = query(&params, name.clone())?;
    match app.library(move |library| library.player(&query)).await? {
        PlayerSearch::Found(found) => {
            let mut out =
                found.to_json(|name| Text::of(|language| language.label(name).to_owned()).to_json());
            let phases =
                found.spec.map(|spec| Text::of(|language| language.phases(&spec).to_owned()).to_json());
            out["mistakes"]["about"] = phases.into();
            Ok(Json(out))
        }
        PlayerSearch::Unknown(near) => Err(unknown(&name, &near)),
        PlayerSearch::Several(players) => Err(several(&name, &players)),
        PlayerSearch::Games(games) => Err(several_games(&games)),
    }
}

fn query(params: &Params, name: String) -> Result<PlayerQuery> {
    let mut games = GameQuery {
        from: params.text("from"),
        to: params.text("to"),
        tag: params.text("tag"),
        ..GameQuery::default()
    };
    if let Some(game) = params.text("game") {
        games = games.with_game(&game).map_err(|e| ApiError::spec(&e))?;
    }
    for (key, date) in [("from", &games.from), ("to", &games.to)] {
        if date.as_deref().is_some_and(|date| !is_date(date)) {
            return Err(super::library::no_date(key));
        }
    }
    let color = match params.text("color").as_deref() {
        None => None,
        Some("black") => Some(Color::Black),
        Some("white") => Some(Color::White),
        Some(_) => {
            return Err(ApiError::field("color", "black or white", "black 或 white", "blackまたはwhite"));
        }
    };
    let moves = match params.number("moves")? {
        Some(n) if n == 0 || n > MAX_MOVES => {
            return Err(ApiError::field(
                "moves",
                &format!("a whole number from 1 to {MAX_MOVES}"),
                &format!("1 至 {MAX_MOVES} 的整数"),
                &format!("1〜{MAX_MOVES}の整数"),
            ));
        }
        moves => moves.map(|n| n as usize),
    };
    Ok(PlayerQuery { name, games, color, moves })
}

/// Players with the numbers of their games.
fn listed(players: &[NamedPlayer]) -> Text {
    Text::of(|language| {
        let each = players.iter().map(|NamedPlayer { name, games }| {
            language.pick(
                format!("{name} ({games})"),
                format!("{name}（{games}）"),
                format!("{name}（{games}）"),
            )
        });
        each.collect::<Vec<_>>().join(language.pick(", ", "、", "、"))
    })
}

fn unknown(name: &str, near: &[NamedPlayer]) -> ApiError {
    let error = ApiError::new(
        StatusCode::NOT_FOUND,
        "no-player",
        format!("no player '{name}' has games here"),
        format!("这里没有棋手“{name}”的对局"),
        format!("対局者「{name}」の対局はありません"),
    );
    if near.is_empty() {
        return error;
    }
    let near = listed(near);
    error.expected(
        format!("similar names, with their games: {}", near.en),
        format!("相近的名字及其局数：{}", near.zh),
        format!("似た名前と局数：{}", near.ja),
    )
}

fn several(name: &str, players: &[NamedPlayer]) -> ApiError {
    let players = listed(players);
    ApiError::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "several-players",
        format!("several players have '{name}' in their names"),
        format!("有多位棋手的名字含“{name}”"),
        format!("名前に「{name}」を含む対局者が複数います"),
    )
    .expected(
        format!("the whole name of one: {}", players.en),
        format!("请写出其中一人的全名：{}", players.zh),
        format!("その1人の名前全体：{}", players.ja),
    )
}

fn several_games(games: &[(GameSpec, u64)]) -> ApiError {
    let games = Text::of(|language| {
        let each = games.iter().map(|(spec, _)| language.spec(spec));
        each.collect::<Vec<_>>().join(language.pick(", ", "、", "、"))
    });
    ApiError::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "several-games",
        "this player has games of several kinds",
        "这位棋手下过多种棋",
        "この対局者は複数のゲームを打っています",
    )
    .expected(
        format!("the parameter game, for one of: {}", games.en),
        format!("用参数 game 指定其一：{}", games.zh),
        format!("パラメーターgameで1つを指定：{}", games.ja),
    )
}
