//! What lies on the board unseen, lit at a key: gomoku's fives, fours and threes, Othello's mobility and stable discs, Go's atari and
//! liberties. One side at a time, since a character has room for one sign.

use super::screen::App;
use crate::i18n::{Lang, tr};
use tengen_board::{Color, Point};
use tengen_games::{AnyPosition, Game};
use tengen_gomoku::{ThreatPoints, threat_points};
use tengen_records::Mark;
use tengen_render::Scene;

impl App {
    /// Lights the next side's facts: the side to move, the other one, none.
    pub(super) fn next_overlay(&mut self) {
        let position = &self.session.position;
        if matches!(position, AnyPosition::Go(_)) {
            self.liberties = !self.liberties;
            return;
        }
        let first = position.to_move();
        self.overlay = match self.overlay {
            None => Some(first),
            Some(side) if side == first => Some(!first),
            Some(_) => None,
        };
        let text = match self.overlay {
            None => tr!(self.lang, OverlayOff),
            Some(side) => told(position, side, self.lang),
        };
        self.say(text);
    }

    /// Marks what the side that was chosen could make here.
    pub(super) fn light_overlay(&self, scene: &mut Scene) {
        let Some(side) = self.overlay else { return };
        match &self.session.position {
            AnyPosition::Gomoku(gomoku) => {
                let [black, white] = threat_points(gomoku);
                let threats = if side == Color::Black { black } else { white };
                for (points, sign) in signs(&threats) {
                    for &point in points {
                        // Of several things that one stone makes the strongest is shown, and what was marked before stays.
                        if scene.marks.iter().all(|(p, _)| *p != point) {
                            scene.marks.push((point, Mark::Label(sign.into())));
                        }
                    }
                }
            }
            AnyPosition::Othello(othello) => {
                scene.hints = othello.mobility(side);
                let stable = othello.stable(side);
                scene.marks.extend(stable.into_iter().map(|point| (point, Mark::Square)));
            }
            _ => {}
        }
    }
}

/// What a side could make, the strongest first, and the sign of each.
fn signs(threats: &ThreatPoints) -> [(&[Point], &'static str); 4] {
    [(&threats.fives, "5"), (&threats.open_fours, "4"), (&threats.fours, "4"), (&threats.threes, "3")]
}

/// The overlay in words.
fn told(position: &AnyPosition, side: Color, lang: Lang) -> String {
    let color = lang.color(side);
    match position {
        AnyPosition::Gomoku(gomoku) => {
            let [black, white] = threat_points(gomoku);
            let threats = if side == Color::Black { black } else { white };
            let [fives, open, fours, threes] = signs(&threats).map(|(points, _)| points.len());
            tr!(lang, OverlayThreats, color = color, fives = fives, fours = open + fours, threes = threes)
        }
        AnyPosition::Othello(othello) => {
            let (moves, stable) = (othello.mobility(side).len(), othello.stable(side).len());
            tr!(lang, OverlayOthello, color = color, moves = moves, stable = stable)
        }
        _ => tr!(lang, OverlayNothing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::GameSpec;

    #[test]
    fn mobility_of_the_side_to_move_is_its_legal_moves() {
        let spec: GameSpec = "othello".parse().unwrap();
        let mut game = AnyPosition::new(&spec);
        for _ in 0..12 {
            let AnyPosition::Othello(othello) = &game else { unreachable!() };
            let mut legal = Vec::new();
            game.legal_moves_into(&mut legal);
            let points: Vec<Point> = legal.iter().filter_map(|mv| mv.point()).collect();
            assert_eq!(othello.mobility(game.to_move()), points);
            game.play(legal[legal.len() / 2]).unwrap();
        }
    }
}
