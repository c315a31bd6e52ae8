//! Chains, ladders and corners of Go, in sentences.

use super::MOVES_SHOWN;
use crate::{Language, count};
use tengen_board::Point;
use tengen_engine::{FactKind, Item, ItemKind};
use tengen_games::{Game, Move};

/// Moves of a ladder, or of a line that kills, that are written out.
const LADDER_SHOWN: usize = 6;

impl Language {
    /// One of the items that Go's engine adds to an explanation; empty for any other.
    pub(super) fn go_item<G: Game>(self, item: &Item, position: &G) -> String {
        let mv = |mv: &Move| self.mv(position, *mv);
        let name = |&p: &Point| position.format_move(Move::Place(p));
        let at = || item.points.first().map(name).unwrap_or_default();
        let side = item.side.map_or("", |side| self.color(side));
        let n = item.points.len();
        let (en, zh, ja) = match &item.kind {
            ItemKind::Saves { mv: best, liberties } => {
                let (best, at, libs) = (mv(best), at(), *liberties);
                (
                    format!("{best} saves {} at {at}: {} now", count(n, "stone"), count(libs, "liberty")),
                    format!("{best} 救出 {at} 的 {n} 子，现有 {libs} 气"),
                    format!("{best}で{at}の{n}子が助かります（ダメ{libs}）"),
                )
            }
            ItemKind::GivesAtari(best) => {
                let (best, at) = (mv(best), at());
                (
                    format!("{best} puts {} at {at} in atari", count(n, "stone")),
                    format!("{best} 打吃 {at} 的 {n} 子"),
                    format!("{best}で{at}の{n}子がアタリになります"),
                )
            }
            ItemKind::Catches { mv: best, in_ladder } => {
                let (best, at, stones) = (mv(best), at(), count(n, "stone"));
                match in_ladder {
                    true => (
                        format!("{best} catches {stones} at {at} in a ladder"),
                        format!("{best} 征吃 {at} 的 {n} 子"),
                        format!("{best}で{at}の{n}子をシチョウで取れます"),
                    ),
                    false => (
                        format!("{best} catches {stones} at {at}: they cannot escape"),
                        format!("{best} 吃住 {at} 的 {n} 子，对方无法逃出"),
                        format!("{best}で{at}の{n}子は逃げられません"),
                    ),
                }
            }
            ItemKind::TakesLiberty { mv: best, left } => {
                let (best, at) = (mv(best), at());
                (
                    format!("{best} takes a liberty of {} at {at}: {left} left", count(n, "stone")),
                    format!("{best} 紧 {at} 的 {n} 子一气，余 {left} 气"),
                    format!("{best}で{at}の{n}子のダメが詰まり、残り{left}"),
                )
            }
            ItemKind::TakesCorner(best) => {
                let best = mv(best);
                (
                    format!("{best} takes an empty corner"),
                    format!("{best} 占空角"),
                    format!("{best}で空き隅を占めます"),
                )
            }
            ItemKind::Approaches(best) => {
                let (best, at) = (mv(best), at());
                (
                    format!("{best} approaches the corner stone at {at}"),
                    format!("{best} 挂 {at} 的角"),
                    format!("{best}で{at}の隅にカカります"),
                )
            }
            ItemKind::Invades(best) => {
                let (best, at) = (mv(best), at());
                (
                    format!("{best} invades the corner of {at}"),
                    format!("{best} 点入 {at} 的角"),
                    format!("{best}で{at}の隅に入ります"),
                )
            }
            ItemKind::Encloses(best) => {
                let (best, at) = (mv(best), at());
                (
                    format!("{best} encloses the corner together with {at}"),
                    format!("{best} 与 {at} 守角"),
                    format!("{best}と{at}で隅をシマります"),
                )
            }
            ItemKind::Connects(best) => {
                let (best, chains) = (mv(best), self.together(position, &item.points));
                (
                    format!("{best} connects the chains at {chains}"),
                    format!("{best} 连接 {chains} 的棋"),
                    format!("{best}で{chains}の石がつながります"),
                )
            }
            ItemKind::Liberties { mv: best, liberties } => {
                let (best, libs) = (mv(best), *liberties);
                (
                    format!("the chain of {best} has {} and {}", count(n, "stone"), count(libs, "liberty")),
                    format!("{best} 所在的棋共 {n} 子，{libs} 气"),
                    format!("{best}の石は{n}子、ダメ{libs}"),
                )
            }
            ItemKind::Gains(best) => {
                let best = mv(best);
                let shown = &item.points[..n.min(MOVES_SHOWN)];
                let more = if n > shown.len() { " …" } else { "" };
                let points = shown.iter().map(name).collect::<Vec<_>>().join(" ") + more;
                (
                    format!("{best} makes it more likely that {side} owns {points}"),
                    format!("{best} 使 {points} 更可能成为{side}的地"),
                    format!("{best}で{side}の地になりやすくなる点：{points}"),
                )
            }
            _ => return String::new(),
        };
        self.pick(en, zh, ja)
    }

    /// A fact about a chain of `position`, whose side and points are those of `item`; empty for any other.
    pub(super) fn go_fact<G: Game>(
        self,
        kind: &FactKind,
        item: &Item,
        others: &[Point],
        position: &G,
    ) -> String {
        let side = item.side.map_or("", |side| self.color(side));
        let name = |&p: &Point| position.format_move(Move::Place(p));
        let (n, first) = (item.points.len(), item.points.first().map(name).unwrap_or_default());
        let (en, zh, ja) = match kind {
            FactKind::Ladder { works, in_atari } => {
                let (stones, moves) = (count(n, "stone"), self.first_moves(position, others));
                match (works, in_atari) {
                    (true, true) => (
                        format!(
                            "{side}'s chain at {first} ({stones}) is in atari and, if it runs, caught in a ladder: {moves}"
                        ),
                        format!("{side}在 {first} 的 {n} 子被打吃，逃跑则被征吃：{moves}"),
                        format!("{first}の{side}{n}子はアタリで、逃げてもシチョウで取られます：{moves}"),
                    ),
                    (true, false) => (
                        format!("{side}'s chain at {first} ({stones}) can be caught in a ladder: {moves}"),
                        format!("{side}在 {first} 的 {n} 子可被征吃：{moves}"),
                        format!("{first}の{side}{n}子はシチョウで取られます：{moves}"),
                    ),
                    (false, _) => (
                        format!("{side}'s chain at {first} ({stones}) escapes from the ladder: {moves}"),
                        format!("{side}在 {first} 的 {n} 子征不掉：{moves}"),
                        format!("{first}の{side}{n}子はシチョウを逃れています：{moves}"),
                    ),
                }
            }
            FactKind::Caught { in_atari } => {
                let (stones, at) = (count(n, "stone"), others.first().map(name).unwrap_or_default());
                match in_atari {
                    true => (
                        format!(
                            "{side}'s chain at {first} ({stones}) is in atari at {at}, and no move saves it"
                        ),
                        format!("{side}在 {first} 的 {n} 子只剩 {at} 一气，无法救出"),
                        format!("{first}の{side}{n}子は{at}でアタリになっていて、助かりません"),
                    ),
                    false => (
                        format!("{side}'s chain at {first} ({stones}) can be caught by {at}: it cannot run"),
                        format!("{side}在 {first} 的 {n} 子可被 {at} 吃住，无法逃出"),
                        format!("{first}の{side}{n}子は{at}で取られ、逃げられません"),
                    ),
                }
            }
            FactKind::Alive { eyes } => {
                let count_of_eyes = eyes.len();
                let eyes: Vec<String> = eyes.iter().map(|eye| points_shown(position, eye)).collect();
                let eyes = eyes.join(self.pick(", ", "、", "、"));
                (
                    format!(
                        "{side}'s group at {first} ({}) is unconditionally alive with {}: {eyes}",
                        count(n, "stone"),
                        count(count_of_eyes, "eye")
                    ),
                    format!("{side}在 {first} 的 {n} 子是无条件活棋，有 {count_of_eyes} 个眼：{eyes}"),
                    format!("{first}の{side}{n}子は無条件に生きています（眼{count_of_eyes}つ：{eyes}）"),
                )
            }
            FactKind::Dead => {
                let shown = self.first_moves(position, others);
                let line = |before: &str, colon: &str| match others.is_empty() {
                    true => String::new(),
                    false => format!("{before}{colon}{shown}"),
                };
                (
                    format!(
                        "{side}'s group at {first} ({}) is dead{}",
                        count(n, "stone"),
                        line(&format!(", even if {side} plays first"), ": ")
                    ),
                    format!("{side}在 {first} 的 {n} 子是死棋{}", line(&format!("，{side}先走也不活"), "：")),
                    format!(
                        "{first}の{side}{n}子は死んでいます{}",
                        line(&format!("（{side}が先に打っても"), "：")
                            + if others.is_empty() { "" } else { "）" }
                    ),
                )
            }
            FactKind::Seki { with } => {
                let other = item.side.map_or("", |side| self.color(side.opponent()));
                let (m, there) = (with.len(), with.first().map(name).unwrap_or_default());
                let shared = self.together(position, others);
                (
                    format!(
                        "{side}'s chain at {first} ({}) and {other}'s at {there} ({}) live in seki: they share {shared}",
                        count(n, "stone"),
                        count(m, "stone")
                    ),
                    format!("{side}在 {first} 的 {n} 子与{other}在 {there} 的 {m} 子双活，公气为 {shared}"),
                    format!(
                        "{first}の{side}{n}子と{there}の{other}{m}子はセキで生きています（共通のダメ：{shared}）"
                    ),
                )
            }
            FactKind::Race { with, liberties: [own, theirs], is_ahead } => {
                let other = item.side.map_or("", |side| self.color(side.opponent()));
                let (m, there) = (with.len(), with.first().map(name).unwrap_or_default());
                let (own, theirs) = (*own, *theirs);
                let moves = self.first_moves(position, others);
                let en_liberties = format!("{} against {}", count(own, "liberty"), theirs);
                match is_ahead {
                    true => (
                        format!(
                            "{side}'s chain at {first} ({}) wins the race with {other}'s at {there} ({}), \
                             {en_liberties}, even if {other} plays first",
                            count(n, "stone"),
                            count(m, "stone")
                        ),
                        format!(
                            "{side}在 {first} 的 {n} 子与{other}在 {there} 的 {m} 子对杀，{own} 气对 {theirs} 气，\
                             {other}先走也是{side}胜"
                        ),
                        format!(
                            "{first}の{side}{n}子と{there}の{other}{m}子の攻め合いは、{own}手対{theirs}手で、\
                             {other}が先でも{side}の勝ちです"
                        ),
                    ),
                    false => (
                        format!(
                            "{side}'s chain at {first} ({}) and {other}'s at {there} ({}) are in a race, \
                             {en_liberties}: whoever plays first wins, {side} by {moves}",
                            count(n, "stone"),
                            count(m, "stone")
                        ),
                        format!(
                            "{side}在 {first} 的 {n} 子与{other}在 {there} 的 {m} 子对杀，{own} 气对 {theirs} 气：\
                             谁先走谁胜，{side}的着法是 {moves}"
                        ),
                        format!(
                            "{first}の{side}{n}子と{there}の{other}{m}子は攻め合いで、{own}手対{theirs}手です。\
                             先に打つほうが勝ちます（{side}は{moves}）"
                        ),
                    ),
                }
            }
            FactKind::Chain => {
                let liberties = others.len();
                (
                    format!(
                        "{side} has a chain of {} with {}",
                        count(n, "stone"),
                        count(liberties, "liberty")
                    ),
                    format!("{side}有 {n} 子相连，{liberties} 气"),
                    format!("{side}の{n}子の石、ダメ{liberties}"),
                )
            }
            _ => return String::new(),
        };
        self.pick(en, zh, ja)
    }

    /// The first moves of a line: `a b c and so on`.
    fn first_moves<G: Game>(self, position: &G, moves: &[Point]) -> String {
        let shown = points_shown(position, &moves[..moves.len().min(LADDER_SHOWN)]);
        let rest = if moves.len() > LADDER_SHOWN { self.pick(" and so on", " 等", " など") } else { "" };
        shown + rest
    }

    /// Points together: `a`, `a and b`, `a, b and c`.
    fn together<G: Game>(self, position: &G, points: &[Point]) -> String {
        let mut list: Vec<String> = points.iter().map(|&p| position.format_move(Move::Place(p))).collect();
        match list.pop() {
            Some(last) if !list.is_empty() => {
                format!(
                    "{}{}{last}",
                    list.join(self.pick(", ", "、", "、")),
                    self.pick(" and ", " 与 ", "と")
                )
            }
            last => last.unwrap_or_default(),
        }
    }
}

/// Points in a row; of many only the first.
fn points_shown<G: Game>(position: &G, points: &[Point]) -> String {
    let shown = points.iter().take(MOVES_SHOWN).map(|&p| position.format_move(Move::Place(p)));
    let more = if points.len() > MOVES_SHOWN { " …" } else { "" };
    shown.collect::<Vec<_>>().join(" ") + more
}
