//! The boundary between the server and the library.

use crate::error::{ApiError, Result};
use axum::http::StatusCode;
use tengen_library::{Error, GameId, NodeNumber, StoredGame};
use tengen_words::Language;

/// The API error for an error of the library. Errors of the file itself are logged and not shown.
pub(crate) fn library_error(error: Error) -> ApiError {
    let code = error.code();
    let zh = Language::SimplifiedChinese;
    let (status, zh) = match &error {
        Error::NoGame(id) => (StatusCode::NOT_FOUND, format!("没有第 {id} 局")),
        Error::NoNode { game, node } => (StatusCode::NOT_FOUND, format!("第 {game} 局没有节点 {node}")),
        Error::PruneRoot => (StatusCode::UNPROCESSABLE_ENTITY, "不能剪除对局的开头：请删除整局".to_owned()),
        Error::NothingPruned(game) => (StatusCode::CONFLICT, format!("第 {game} 局没有可以恢复的剪枝")),
        Error::Conflict { expected, found, .. } => {
            (StatusCode::CONFLICT, format!("对局已是第 {found} 版，而非第 {expected} 版：其间有改动"))
        }
        Error::TooLarge { what, most } => {
            (StatusCode::PAYLOAD_TOO_LARGE, format!("{what} 太大：至多 {most}"))
        }
        Error::Busy => (StatusCode::SERVICE_UNAVAILABLE, "棋谱库正被其他程序占用".to_owned()),
        Error::Full => (StatusCode::INSUFFICIENT_STORAGE, "磁盘已满".to_owned()),
        Error::Read(e) => {
            (StatusCode::UNPROCESSABLE_ENTITY, format!("无法读取：{}：{}", zh.place(e.at), zh.read_error(e)))
        }
        Error::Write(e) => (StatusCode::UNPROCESSABLE_ENTITY, zh.write_error(e)),
        Error::Spec(e) => (StatusCode::UNPROCESSABLE_ENTITY, zh.spec_error(e)),
        _ => return ApiError::internal(error),
    };
    ApiError::new(status, code, error.to_string(), zh)
}

/// The tree's node with this stored id.
pub(crate) fn tree_node(game: &StoredGame, node: NodeNumber) -> Result<tengen_records::NodeId> {
    let at = game.node_of(node);
    at.ok_or_else(|| library_error(Error::NoNode { game: game.summary.id, node }))
}

/// The id of a game from a path, where any number may be.
pub(crate) fn game_id(id: u64) -> GameId {
    GameId::try_from(id).unwrap_or(0)
}
