//! The facts of a position lit on the board at a key: what either side can make or capture, chains in atari, mobility,
//! stable discs. One side at a time, because a cell of the terminal shows one sign; chains of both sides at once.

use super::screen::App;
use crate::i18n::{Lang, tr};
use tengen_board::{Color, Point};
use tengen_games::{AnyPosition, Fact, FactKind, Feature, Game, Shape};
use tengen_records::Mark;
use tengen_render::Scene;

impl App {
    /// Lights the next side's facts: the side to move, the other one, none. Where chains have liberties: both sides,
    /// none.
    pub(super) fn next_overlay(&mut self) {
        let position = &self.session.position;
        let first = position.to_move();
        self.overlay = match self.overlay {
            None => Some(first),
            Some(side) if side == first && !both_sides(position) => Some(!first),
            Some(_) => None,
        };
        let text = match self.overlay {
            None => tr!(self.lang, OverlayOff),
            Some(side) => summary(position, side, self.lang),
        };
        self.say(text);
    }

    /// Marks the facts of the side that was chosen.
    pub(super) fn light_overlay(&self, scene: &mut Scene) {
        let Some(side) = self.overlay else { return };
        let position = &self.session.position;
        let mut mark = |points: &[Point], mark: Mark| {
            for &point in points {
                // Of several things that one stone does the first is the strongest, and what was marked before stays.
                if scene.marks.iter().all(|(p, _)| *p != point) {
                    scene.marks.push((point, mark.clone()));
                }
            }
        };
        let mut hints = Vec::new();
        for Fact { kind, side: whose, points, others, .. } in position.facts() {
            if whose != side && !both_sides(position) {
                continue;
            }
            match kind {
                FactKind::CanMake(Shape::Five) => mark(&points, Mark::Label("5".into())),
                FactKind::CanMake(Shape::OpenFour | Shape::Four) => mark(&points, Mark::Label("4".into())),
                FactKind::CanMake(_) => mark(&points, Mark::Label("3".into())),
                FactKind::Stable => mark(&points, Mark::Square),
                FactKind::CanCapture if !both_sides(position) => mark(&points, Mark::Label("x".into())),
                FactKind::Mobility => hints.extend(points),
                FactKind::Chain => {
                    if others.len() == 1 {
                        mark(&points, Mark::Triangle);
                    }
                    if points.contains(&self.cursor) {
                        hints.extend(others);
                    }
                }
                _ => {}
            }
        }
        scene.hints.extend(hints);
    }
}

/// Whether both sides' facts are lit at once: they are marked on stones, which have a colour.
fn both_sides(position: &AnyPosition) -> bool {
    position.spec().has(Feature::Liberties)
}

/// The overlay in words.
fn summary(position: &AnyPosition, side: Color, lang: Lang) -> String {
    let color = lang.color(side);
    let facts = position.facts();
    let count = |wanted: &dyn Fn(&FactKind) -> bool| -> usize {
        facts
            .iter()
            .filter(|fact| fact.side == side && wanted(&fact.kind))
            .map(|fact| fact.points.len())
            .sum()
    };
    let shapes =
        |wanted: &[Shape]| count(&|kind| matches!(kind, FactKind::CanMake(shape) if wanted.contains(shape)));
    let spec = position.spec();
    if spec.has(Feature::Liberties) {
        let atari = |fact: &&Fact| fact.kind == FactKind::Chain && fact.others.len() == 1;
        return tr!(lang, OverlayAtari, chains = facts.iter().filter(atari).count());
    }
    if spec.has(Feature::Mobility) {
        let (moves, stable) = (count(&|k| *k == FactKind::Mobility), count(&|k| *k == FactKind::Stable));
        return tr!(lang, OverlayOthello, color = color, moves = moves, stable = stable);
    }
    let fives = shapes(&[Shape::Five]);
    if spec.has(Feature::Captures) {
        let (fours, captures) =
            (shapes(&[Shape::OpenFour, Shape::Four]), count(&|k| *k == FactKind::CanCapture));
        return tr!(lang, OverlayCaptures, color = color, fives = fives, fours = fours, captures = captures);
    }
    if spec.has(Feature::Threats) {
        let (fours, threes) = (shapes(&[Shape::OpenFour, Shape::Four]), shapes(&[Shape::OpenThree]));
        return tr!(lang, OverlayThreats, color = color, fives = fives, fours = fours, threes = threes);
    }
    if spec.has(Feature::Rows) {
        return tr!(lang, OverlayWins, color = color, wins = fives);
    }
    tr!(lang, OverlayNothing)
}
