//! Learns the strengths of features from games, by minorization-maximization.
//!
//! A move is a team of features, and wins against the other moves of its position with the chance that its share of
//! the products of strengths gives (`strengths`). Each step sets the strengths of one group to
//! `wins / Σ (partners / all)`, which never makes the games less likely. Some virtual wins and losses against
//! strength 1 keep rare features near 1. The shapes are nested: what a larger one adds to a smaller one is its
//! strength. Source: R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007.

use crate::board::Board;
use crate::features::{Features, Group, Levels, SHAPES, Shapes};
use crate::pattern;
use crate::playout::Recent;
use crate::strengths::Strengths;
use std::collections::HashMap;
use std::fmt::Write;
use tengen_games::go::{NO_VERTEX, Position, Rules, Vertex};
use tengen_games::{Game, Move};

/// A game to learn from.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its rules.
    pub rules: Rules,
    /// Its moves from the empty board. Those from an illegal one on are left out.
    pub moves: Vec<Move>,
    /// Moves at the beginning that were not chosen by a player.
    pub skip: usize,
}

/// How strengths are learnt.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Passes over all groups.
    pub rounds: u32,
    /// A shape is learnt if it was there for the choice this often.
    pub seen: u32,
    /// Virtual wins and losses of each level.
    pub level_prior: f64,
    /// Virtual wins and losses of each shape.
    pub shape_prior: f64,
    /// A shape is left out if its strength is between the inverse of this and this.
    pub least: f64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { rounds: 24, seen: 40, level_prior: 1.0, shape_prior: 3.0, least: 1.1 }
    }
}

/// How well strengths predict the moves of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Moves that were to be predicted.
    pub moves: usize,
    /// The share of those with the largest strength of their position.
    pub first: f64,
    /// The mean of the negative logarithm of their chance.
    pub loss: f64,
}

/// A move that could be chosen.
struct Choice {
    levels: Levels,
    shapes: [u32; SHAPES],
    /// The eight cells around it, the same for all symmetries and both colours.
    cells: u16,
}

/// All choices of some games: the moves of each position, of which the first was played.
#[derive(Default)]
struct Choices {
    moves: Vec<Choice>,
    /// The end of each position's moves.
    ends: Vec<usize>,
}

impl Choices {
    fn of(records: &[Record]) -> Choices {
        let mut choices = Choices::default();
        for record in records {
            let mut game = Position::new(&record.rules);
            for (ply, &mv) in record.moves.iter().enumerate() {
                if ply >= record.skip {
                    choices.add(&game, mv);
                }
                if game.play(mv).is_err() {
                    break;
                }
            }
        }
        choices
    }

    /// Adds the choice of a stone among the moves that the search has; others teach nothing.
    fn add(&mut self, game: &Position, played: Move) {
        let rules = game.board();
        let Some(played) = played.point().map(|point| rules.vertex(point)) else { return };
        let color = game.to_move();
        let mut moves: Vec<Vertex> =
            rules.vertices().filter(|&at| game.is_legal_stone(at) && !rules.is_eye(at, color)).collect();
        let Some(first) = moves.iter().position(|&at| at == played) else { return };
        moves.swap(0, first);
        let vertex =
            |mv: Option<Move>| mv.and_then(|mv| mv.point()).map_or(NO_VERTEX, |point| rules.vertex(point));
        let mut history = game.moves().rev();
        let recent = Recent { last: vertex(history.next()), before: vertex(history.next()) };
        let ko = game.ko_point().map_or(NO_VERTEX, |point| rules.vertex(point));
        let mut board = Board::new(rules, ko);
        let features = Features::new(&mut board, rules, &moves, color, recent);
        let shapes = Shapes::new(&board, rules, color);
        self.moves.extend(moves.iter().map(|&at| Choice {
            levels: *features.of(at),
            shapes: shapes.keys(rules, at),
            cells: pattern::canonical(board.around(at), color),
        }));
        self.ends.push(self.moves.len());
    }

    fn positions(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| start..end)
    }
}

/// The table of strengths learnt from games; equal games and settings give the same text.
///
/// The strengths for the tree have shapes of all sizes. Those for playouts have the eight cells around the move only,
/// so they are learnt apart.
pub fn learn(records: &[Record], settings: &Settings) -> String {
    let choices = Choices::of(records);
    let mut text = format!("# Learnt from {} moves of {} games.\n", choices.ends.len(), records.len());
    let mut tree = Teams::new();
    for group in Group::ALL {
        let level = |choice: &Choice| u32::from(choice.levels[group as usize]);
        tree.add_group(&choices, settings.level_prior, 1, |choice| Some(level(choice)).filter(|&l| l > 0));
    }
    let mut playout = tree.clone();
    for size in 0..SHAPES {
        tree.add_group(&choices, settings.shape_prior, settings.seen, |choice| Some(choice.shapes[size]));
    }
    let strengths = tree.learn(&choices, settings.rounds);
    for (group, features) in Group::ALL.into_iter().zip(&tree.groups) {
        for level in 1..group.levels() as u32 {
            let strength = features.numbers.get(&level).map_or(1.0, |&n| strengths[n as usize]);
            let _ = writeln!(text, "{} {level} {}", group.name(), short(strength));
        }
    }
    let counts = |strength: f64| strength > settings.least || strength < 1.0 / settings.least;
    for features in &tree.groups[Group::ALL.len()..] {
        for (key, strength) in features.sorted(&strengths).filter(|&(_, strength)| counts(strength)) {
            let _ = writeln!(text, "shape {key:08x} {}", short(strength));
        }
    }
    playout.add_group(&choices, settings.shape_prior, settings.seen, |choice| Some(u32::from(choice.cells)));
    let strengths = playout.learn(&choices, settings.rounds);
    for features in &playout.groups[Group::ALL.len()..] {
        for (cells, strength) in features.sorted(&strengths) {
            let _ = writeln!(text, "cells {cells:04x} {}", short(strength));
        }
    }
    text
}

/// A group of features that exclude each other.
#[derive(Clone)]
struct Kind {
    /// The number of each feature's strength.
    numbers: HashMap<u32, u32>,
    /// The number of each move's feature, 0 for none.
    of: Vec<u32>,
    /// Virtual wins and losses.
    prior: f64,
}

impl Kind {
    fn sorted<'a>(&'a self, strengths: &'a [f64]) -> impl Iterator<Item = (u32, f64)> + 'a {
        let mut keys: Vec<u32> = self.numbers.keys().copied().collect();
        keys.sort_unstable();
        keys.into_iter().map(|key| (key, strengths[self.numbers[&key] as usize]))
    }
}

/// The features of all moves in their groups. The strength with number 0 stays 1: no feature, or a rare one.
#[derive(Clone)]
struct Teams {
    groups: Vec<Kind>,
    count: u32,
}

impl Teams {
    fn new() -> Teams {
        Teams { groups: Vec::new(), count: 1 }
    }

    /// Adds the features that `feature` finds at least `seen` times.
    fn add_group(
        &mut self,
        choices: &Choices,
        prior: f64,
        seen: u32,
        feature: impl Fn(&Choice) -> Option<u32>,
    ) {
        let mut times: HashMap<u32, u32> = HashMap::new();
        for key in choices.moves.iter().filter_map(&feature) {
            *times.entry(key).or_default() += 1;
        }
        let mut keys: Vec<u32> =
            times.into_iter().filter(|&(_, times)| times >= seen).map(|(key, _)| key).collect();
        keys.sort_unstable();
        let numbers: HashMap<u32, u32> = keys.into_iter().zip(self.count..).collect();
        self.count += numbers.len() as u32;
        let of = choices
            .moves
            .iter()
            .map(|choice| feature(choice).and_then(|key| numbers.get(&key)).copied().unwrap_or(0));
        let of = of.collect();
        self.groups.push(Kind { numbers, of, prior });
    }

    /// The strengths by number.
    fn learn(&self, choices: &Choices, rounds: u32) -> Vec<f64> {
        let total = self.count as usize;
        let mut wins = vec![0.0; total];
        for position in choices.positions() {
            for group in &self.groups {
                wins[group.of[position.start] as usize] += 1.0;
            }
        }
        let mut strengths = vec![1.0; total];
        let mut products = vec![1.0; choices.moves.len()];
        for _ in 0..rounds {
            for group in &self.groups {
                let mut shares = vec![0.0; total];
                for position in choices.positions() {
                    let all: f64 = products[position.clone()].iter().sum();
                    for index in position {
                        let feature = group.of[index] as usize;
                        shares[feature] += products[index] / all / strengths[feature];
                    }
                }
                let old = strengths.clone();
                for &feature in group.numbers.values() {
                    let feature = feature as usize;
                    let against = 2.0 * group.prior / (old[feature] + 1.0);
                    strengths[feature] = (wins[feature] + group.prior) / (shares[feature] + against);
                }
                for (product, &feature) in products.iter_mut().zip(&group.of) {
                    *product *= strengths[feature as usize] / old[feature as usize];
                }
            }
        }
        strengths
    }
}

/// A strength with three digits, within the range that a table may have.
fn short(strength: f64) -> String {
    let strength = strength.clamp(0.001, 9999.0);
    let text = if strength >= 100.0 {
        format!("{strength:.0}")
    } else if strength >= 10.0 {
        format!("{strength:.1}")
    } else if strength >= 1.0 {
        format!("{strength:.2}")
    } else {
        format!("{strength:.3}")
    };
    text.trim_start_matches('0').to_string()
}

/// How well a table predicts the moves of games; `None` for the engine's own table.
///
/// # Errors
///
/// The first line of the table that cannot be read, with what would be right.
pub fn fit(records: &[Record], table: Option<&str>) -> Result<Fit, String> {
    let read = table.map(Strengths::parse).transpose()?;
    let strengths = read.as_ref().unwrap_or(&crate::strengths::LEARNT);
    let choices = Choices::of(records);
    let (mut moves, mut first, mut loss) = (0, 0, 0.0);
    for position in choices.positions() {
        let own: Vec<f32> = choices.moves[position]
            .iter()
            .map(|choice| strengths.of(&choice.levels, &choice.shapes))
            .collect();
        let all: f64 = own.iter().copied().map(f64::from).sum();
        moves += 1;
        first += usize::from(own[1..].iter().all(|&other| other < own[0]));
        loss -= (f64::from(own[0]) / all).ln();
    }
    let count = moves.max(1) as f64;
    Ok(Fit { moves, first: f64::from(first as u32) / count, loss: loss / count })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::Size;
    use tengen_board::random::SplitMix64;

    /// Games in which every stone is the neighbour of the last where it can be.
    fn contact_games(games: u64) -> Vec<Record> {
        let rules = Rules::named("chinese", Some(Size::of(7, 7))).unwrap();
        let record = |seed| {
            let mut rng = SplitMix64(seed);
            let mut game = Position::new(&rules);
            for _ in 0..14 {
                let legal: Vec<Move> = game.size().points().map(Move::Place).collect();
                let mut legal: Vec<Move> = legal.into_iter().filter(|&mv| game.is_legal(mv)).collect();
                if let Some(last) = game.moves().next_back().and_then(|mv| mv.point()) {
                    let beside = |mv: &Move| {
                        let point = mv.point().unwrap();
                        point.row.abs_diff(last.row) + point.col.abs_diff(last.col) == 1
                    };
                    if legal.iter().any(beside) {
                        legal.retain(beside);
                    }
                }
                game.play(legal[rng.below(legal.len())]).unwrap();
            }
            Record { rules, moves: game.moves().collect(), skip: 1 }
        };
        (0..games).map(record).collect()
    }

    #[test]
    fn the_habit_of_some_games_is_learnt() {
        let games = contact_games(60);
        let table = learn(&games[..50], &Settings { rounds: 10, ..Settings::default() });
        assert_eq!(table, learn(&games[..50], &Settings { rounds: 10, ..Settings::default() }));
        let before = fit(&games[50..], Some("")).unwrap();
        let after = fit(&games[50..], Some(&table)).unwrap();
        assert_eq!(before.moves, after.moves);
        // Any of up to four neighbours, instead of any of some forty points.
        assert!(before.loss > 3.4 && after.loss < 1.7, "{before:?} {after:?}");
        let level = |name: &str| -> f32 {
            let line = table.lines().find(|line| line.starts_with(name)).unwrap();
            line.rsplit(' ').next().unwrap().parse().unwrap()
        };
        assert!(level("last 2 ") > 20.0 * level("last 4 "), "{table}");
    }

    #[test]
    fn no_games_teach_nothing() {
        let table = learn(&[], &Settings::default());
        assert!(table.lines().skip(1).all(|line| line.ends_with(" 1.00")), "{table}");
        assert_eq!(fit(&[], Some(&table)).unwrap().moves, 0);
    }
}
