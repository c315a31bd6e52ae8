//! Why a filter struck out a candidate, in Japanese.

use super::JA;
use tengen_engine::StrikeReason;
use tengen_games::{Game, Move};

pub(crate) fn strike_reason<G: Game>(reason: &StrikeReason, position: &G) -> String {
    match reason {
        StrikeReason::Occupied(color) => format!("{}の石があります", JA.color(*color)),
        StrikeReason::NotOffered => "提示された五珠の候補ではありません".into(),
        StrikeReason::Illegal(reason) => JA.reason(reason),
        StrikeReason::Avoided => "除くよう指定された点です".into(),
        StrikeReason::EmptyCorner => "どの石からも遠い隅の点です".into(),
        StrikeReason::NoRoom => "どの方向にも五連の余地がありません".into(),
        StrikeReason::Misses(shape) => {
            format!("ほかの点で{}を作れますが、この点では作れません", JA.shape(*shape))
        }
        StrikeReason::Leaves(shape) => format!("相手に{}が残ります", JA.shape(*shape)),
        StrikeReason::LeavesAnother(shape) => format!("相手にほかの点で{}が残ります", JA.shape(*shape)),
        StrikeReason::NotSearched => "読みの候補に入っていません".into(),
        StrikeReason::Weights { black, white } => {
            format!("重みK：黒{}（最大{}）、白{}（最大{}）", black.0, black.1, white.0, white.1)
        }
        StrikeReason::LookAhead { value, best, reply, .. } => {
            let reply = reply.map(|p| format!("、相手の応手は{}", position.format_move(Move::Place(p))));
            format!("読みの評価は{value}、最善は{best}{}", reply.unwrap_or_default())
        }
        StrikeReason::WeightSum { sum, best } => format!("両者の重みKの和は{sum}、最大は{best}"),
        StrikeReason::Equal => "選ばれた点と同じ評価です".into(),
        StrikeReason::FartherFromCenter => "選ばれた点と同じ評価ですが、中央から遠い点です".into(),
        other => other.to_string(),
    }
}
