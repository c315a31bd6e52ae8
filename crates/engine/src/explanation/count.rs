//! The count of a finished game of Go, point by point, and its result by the other rule sets.

use crate::{Analysis, Explanation, Item, ItemKind};
use tengen_board::{Color, Point};
use tengen_games::go::{INFO, Position, Rules, Status};
use tengen_games::{AnyPosition, Game, RuleSetInfo};

impl Explanation {
    /// The explanation with the count of a finished game of Go, the dead stones by the ownership of `analysis`. Points
    /// that the ownership leaves open come first: then the count is an estimate. Other positions have none.
    #[must_use]
    pub fn with_count(self, position: &AnyPosition, analysis: &Analysis) -> Explanation {
        match position {
            AnyPosition::Go(game) if game.is_over() => {
                let dead = game.likely_dead(&analysis.ownership);
                let mut counted = self.with_count_of(position, &dead);
                let open = unsettled(game, &analysis.ownership, &dead);
                if !open.is_empty() {
                    counted.items.insert(0, Item::new(ItemKind::Unsettled, None, open));
                }
                counted
            }
            _ => self,
        }
    }

    /// The same with these stones dead, on which the players have agreed.
    #[must_use]
    pub fn with_count_of(mut self, position: &AnyPosition, dead: &[Point]) -> Explanation {
        if let AnyPosition::Go(game) = position
            && game.is_over()
            && game.rules().captures_to_win == 0
        {
            self.items = explain_count(game, dead);
        }
        self
    }
}

/// A stone is open if its ownership, from −1 to 1, is nearer to 0 than this.
const OPEN: f32 = 0.5;

/// The stones of which it is not clear whose their points are, and neutral points where they are more than a fifth of
/// the board: so many are no border between finished territories. None where stones are not taken off before the count.
fn unsettled(game: &Position, ownership: &[f32], dead: &[Point]) -> Vec<Point> {
    if !game.rules().removes_dead_stones() || ownership.len() != game.size().area() {
        return Vec::new();
    }
    let score = game.score(dead);
    let neutral = score.points.iter().filter(|&&status| status == Status::Dame).count();
    let is_wide = 5 * neutral > game.size().area();
    let points = game.size().points().zip(score.points.iter().zip(ownership));
    let is_open = |point: Point, status: Status, owner: f32| match game.at(point).color() {
        Some(_) => !matches!(status, Status::Seki(_)) && owner.abs() < OPEN,
        None => is_wide && status == Status::Dame,
    };
    points
        .filter(|&(point, (&status, &owner))| is_open(point, status, owner))
        .map(|(point, _)| point)
        .collect()
}

/// The count with these stones dead: who has which points, what each side has, and the result by each rule set. The
/// komi and the handicap are those of the game. Where stones are not taken off before the count, none is dead.
fn explain_count(game: &Position, dead: &[Point]) -> Vec<Item> {
    let rules = game.rules();
    let dead_by = |rules: &Rules| if rules.removes_dead_stones() { dead } else { &[] };
    let score = game.score(dead_by(&rules));
    let points: Vec<(Point, Status)> = game.size().points().zip(score.points.iter().copied()).collect();
    let with = |wanted: &dyn Fn(Status) -> bool| -> Vec<Point> {
        points.iter().filter(|(_, status)| wanted(*status)).map(|&(point, _)| point).collect()
    };
    let mut items = vec![Item::new(ItemKind::CountResult(Vec::new(), score.margin()), None, Vec::new())];
    for color in Color::BOTH {
        let counted = if color == Color::Black { score.black } else { score.white };
        items.push(Item::new(ItemKind::SideCount(counted, rules.scoring), Some(color), Vec::new()));
        let own = |status| status == Status::Territory(color) || status == Status::Dead(!color);
        let lists = [
            (ItemKind::Surrounded, with(&own)),
            (ItemKind::DeadStones, with(&|status| status == Status::Dead(color))),
            (ItemKind::SekiPoints, with(&|status| status == Status::Seki(color))),
        ];
        for (kind, points) in lists {
            if !points.is_empty() {
                items.push(Item::new(kind, Some(color), points));
            }
        }
    }
    let neutral = with(&|status| status == Status::Dame);
    if !neutral.is_empty() {
        items.push(Item::new(ItemKind::NeutralPoints, None, neutral));
    }
    // Rule sets with the same result share a line. Those that agree with the rules of the game have none.
    let mut results: Vec<(f32, Vec<&'static RuleSetInfo>)> = Vec::new();
    for set in INFO.rule_sets {
        let Ok(other) = Rules::named(set.id, Some(game.size())) else { continue };
        if other.captures_to_win > 0 {
            continue;
        }
        let other = Rules { komi: rules.komi, handicap: rules.handicap, ..other };
        let margin = game.score_by(&other, dead_by(&other)).margin();
        if margin == score.margin() {
            continue;
        }
        match results.iter_mut().find(|(known, _)| *known == margin) {
            Some((_, sets)) => sets.push(set),
            None => results.push((margin, vec![set])),
        }
    }
    let lines = results.into_iter().map(|(margin, sets)| ItemKind::CountResult(sets, margin));
    items.extend(lines.map(|kind| Item::new(kind, None, Vec::new())));
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black has the left two columns of 5×5 with a dead white stone, white the right two. The third column is
    /// neutral. By area black has 10 and white 10; by territory black has 5 and a prisoner on the board, white 5.
    #[test]
    fn a_finished_game_is_counted_by_every_rule_set() {
        let rules = Rules::named("chinese,komi=0", Some("5".parse().unwrap())).unwrap();
        let mut game = Position::new(&rules);
        for text in ["b1", "d1", "b2", "d2", "b3", "d3", "b4", "d4", "b5", "d5", "pass", "a3", "pass", "pass"]
        {
            game.play(game.parse_move(text).unwrap()).unwrap();
        }
        let analysis = Analysis {
            ownership: game
                .size()
                .points()
                .map(|p| {
                    if p.col < 2 {
                        1.0
                    } else if p.col > 2 {
                        -1.0
                    } else {
                        0.0
                    }
                })
                .collect(),
            ..Analysis::default()
        };
        let found = Explanation::default().with_count(&AnyPosition::Go(Box::new(game.clone())), &analysis);
        let of =
            |name: &str| -> Vec<&Item> { found.items.iter().filter(|item| item.name() == name).collect() };
        assert_eq!(of("neutral")[0].points.len(), 5);
        assert_eq!((of("dead")[0].side, of("dead")[0].points.len()), (Some(Color::White), 1));
        let [black, white] = [of("surrounded")[0], of("surrounded")[1]];
        assert_eq!((black.points.len(), white.points.len()), (5, 5));
        let margin_by = |id: &str| {
            found.items.iter().find_map(|item| match &item.kind {
                ItemKind::CountResult(sets, margin) => sets.iter().any(|set| set.id == id).then_some(*margin),
                _ => None,
            })
        };
        let own = found.items.iter().find_map(|item| match &item.kind {
            ItemKind::CountResult(sets, margin) if sets.is_empty() => Some(*margin),
            _ => None,
        });
        assert_eq!(own, Some(0.0));
        // Tromp-Taylor counts the dead stone as alive: black has five stones and no territory.
        for (id, margin) in [("japanese", 1.0), ("tromp-taylor", 5.0 - 11.0)] {
            assert_eq!(margin_by(id), Some(margin), "{id}");
        }
        // AGA: each pass hands over a stone. Black passed twice and white once, and the area is even. Stone counting:
        // each side leaves two points for the eyes of its group. These agree, and are left out.
        for id in ["chinese", "aga", "stone-scoring", "atari-go"] {
            assert_eq!(margin_by(id), None, "{id}");
        }
        assert!(of("unsettled").is_empty(), "five neutral points of 25 are a border");
    }
}
