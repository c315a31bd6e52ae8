//! Errors of this crate, in the language of the output.

use super::{Lang, tr};
use tengen::players::PlayerError;

/// Why there is no such player.
pub(crate) fn player_error(lang: Lang, error: &PlayerError) -> String {
    match error {
        PlayerError::None(kind) => tr!(lang, NoPlayer, game = lang.kind(*kind)),
        PlayerError::Name { kind, name, known } => {
            tr!(lang, NoPlayerNamed, name = name, game = lang.kind(*kind), known = known)
        }
        PlayerError::Level { name, level, most } => {
            tr!(lang, LevelRange, name = name, most = most, level = level)
        }
        PlayerError::Engine(error) => lang.engine_error(error),
        other => other.to_string(),
    }
}
