//! What each level sees, and how it chooses.
//!
//! The first levels err as people do, in size and in place. Each move is read to a depth of its own: a reply that is
//! one ply further on is seen with some probability, so the deeper an idea is, the likelier it is missed. What is read
//! is judged with an error, which depends on how full the board is. No part of the game is played perfectly: the last
//! moves are read in the same way. How far people read and how large their errors are follows from their moves in games
//! (`docs/experiments/2026-11-30-othello-levels.md`).

use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_engine::{Analysis, LevelTrait, Line, Proof, Score};
use tengen_games::Game;
use tengen_games::othello::Position;

/// The limits of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Skill {
    /// The deepest midgame search, in plies.
    pub(super) depth: u32,
    /// Positions with at most this many empties are solved at any depth.
    pub(super) exact: u32,
    /// Whether 8×8 is evaluated by patterns; a beginner counts mobility and corners.
    pub(super) patterns: bool,
    /// The transposition table, in MiB.
    pub(super) table: usize,
    choice: Choice,
}

/// How a level chooses among the moves.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Choice {
    /// The best move.
    Best,
    /// In the opening one of the good moves, so that no two games are alike.
    Varied,
    /// As a person does.
    Human(Human),
}

/// How a person errs.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Human {
    /// The probability that a move is read one ply further, in hundredths.
    reads_on: u8,
    /// The scale of the error of a judgement in the middle game, in tenths of a disc.
    error: u8,
}

/// The deepest reading of a person: on boards of up to 8×8, and on larger ones, which have more moves.
const MOST_DEPTH: u32 = 6;
const MOST_DEPTH_LARGE: u32 = 3;

const fn human(patterns: bool, reads_on: u8, error: u8) -> Skill {
    Skill {
        depth: MOST_DEPTH,
        exact: 0,
        patterns,
        table: 1,
        choice: Choice::Human(Human { reads_on, error }),
    }
}

const fn varied(depth: u32, exact: u32, table: usize) -> Skill {
    Skill { depth, exact, patterns: true, table, choice: Choice::Varied }
}

/// Levels 1 to 10; only [`Limits`](tengen_engine::Limits) bound the last.
pub(super) const SKILLS: [Skill; 10] = [
    human(false, 20, 60),
    human(false, 50, 20),
    human(true, 60, 40),
    human(true, 70, 25),
    human(true, 80, 18),
    human(true, 88, 12),
    varied(6, 14, 4),
    varied(9, 18, 16),
    varied(12, 22, 32),
    Skill { depth: u32::MAX, exact: 10, patterns: true, table: 32, choice: Choice::Best },
];

/// A varied move is at most this many discs worse than the best.
const SLACK: f32 = 1.0;
/// The number of moves of which it is one.
const CHOICES: usize = 4;
/// The least number of empty squares at which moves vary.
const OPENING: usize = 46;

/// How much stronger the first levels are than level 1, in Elo, to the nearest 50: from games of each level against the
/// one below (`docs/measurements.md`).
const ELO: [u32; 10] = [0, 250, 700, 950, 1150, 1400, 1850, 2150, 2300, 2650];

/// What a level does.
pub(super) fn describe(level: u8) -> Vec<LevelTrait> {
    let skill = skill(level);
    let eyes = if skill.patterns { LevelTrait::Patterns } else { LevelTrait::Mobility };
    let traits = match (skill.choice, skill.depth) {
        (Choice::Human(human), _) => {
            vec![LevelTrait::MeanDepth(human.mean_depth()), eyes, LevelTrait::Misjudges(human.error.into())]
        }
        // Without a limit of depth the search itself reaches the end, long before the last moves.
        (_, u32::MAX) => vec![LevelTrait::Unlimited, eyes],
        (_, depth) => vec![LevelTrait::Depth(depth), eyes, LevelTrait::Endgame(skill.exact)],
    };
    let strength = LevelTrait::strength(&ELO, level).map(|elo| [elo, LevelTrait::AT_OTHELLO_8X8]);
    traits.into_iter().chain(strength.into_iter().flatten()).collect()
}

/// The limits of a level.
pub(super) fn skill(level: u8) -> Skill {
    SKILLS[usize::from(level).clamp(1, SKILLS.len()) - 1]
}

impl Skill {
    /// True if it reads to every depth in turn, and has a value of each move at each depth.
    pub(super) fn reads_every_depth(self) -> bool {
        matches!(self.choice, Choice::Human(_))
    }

    /// The deepest midgame search on a board with so many points.
    pub(super) fn depth_on(self, area: usize) -> u32 {
        if area > 64 && self.reads_every_depth() { MOST_DEPTH_LARGE } else { self.depth }
    }

    /// The number of moves whose values it compares.
    pub(super) fn moves_compared(self, position: &Position) -> usize {
        match self.choice {
            Choice::Human(_) => position.size().area(),
            Choice::Varied if empties(position) >= OPENING => CHOICES,
            _ => 1,
        }
    }

    /// Moves the move that it chooses to the front of the lines. `readings` are the lines of each depth in turn.
    pub(super) fn choose(
        self,
        position: &Position,
        readings: &[Vec<Line>],
        analysis: &mut Analysis,
        seed: u64,
    ) {
        let mut rng = SplitMix64(seed ^ position.hash());
        match self.choice {
            Choice::Human(human) => human.choose(position, readings, analysis, &mut rng),
            Choice::Varied if empties(position) >= OPENING => {
                let Some(best) = analysis.lines.first().map(discs) else { return };
                let good = analysis.lines.iter().take_while(|line| discs(line) >= best - SLACK).count();
                analysis.lines[..good].rotate_left(rng.below(good));
            }
            _ => return,
        }
        // A search that was stopped at once has a move and no line.
        if let Some(line) = analysis.lines.first() {
            analysis.best = line.moves.first().copied();
        }
    }
}

impl Human {
    /// Ranks the lines by what it thinks of them. Each line and its score are those of the depth to which the move was
    /// read.
    fn choose(
        self,
        position: &Position,
        readings: &[Vec<Line>],
        analysis: &mut Analysis,
        rng: &mut SplitMix64,
    ) {
        // Values of odd and of even depths differ by whose move was the last: a move is compared with the best one of
        // its depth.
        let best: Vec<f32> = readings.iter().map(|lines| lines.first().map_or(0.0, discs)).collect();
        let error = f32::from(self.error) / 10.0 * share_of_error(position);
        let mut judged: Vec<(f32, Line)> = Vec::new();
        for line in &analysis.lines {
            let mut depth = 1;
            while depth < readings.len() && rng.below(100) < usize::from(self.reads_on) {
                depth += 1;
            }
            let at_depth =
                readings.get(depth - 1).and_then(|lines| lines.iter().find(|l| l.moves[0] == line.moves[0]));
            let read = at_depth.unwrap_or(line);
            let value = discs(read) - best.get(depth - 1).copied().unwrap_or(0.0);
            judged.push((value + error * gumbel(rng), read.clone()));
        }
        judged.sort_by(|a, b| b.0.total_cmp(&a.0));
        analysis.lines = judged.into_iter().map(|(_, line)| line).collect();
    }

    /// How many plies a move is read on average, to the nearest whole number.
    fn mean_depth(self) -> u32 {
        let p = f32::from(self.reads_on) / 100.0;
        let mean: f32 = (0..MOST_DEPTH as i32).map(|plies| p.powi(plies)).sum();
        mean.round() as u32
    }
}

/// How large an error is beside one of the middle game: openings are known, and the last moves can be counted.
fn share_of_error(position: &Position) -> f32 {
    let area = position.size().area();
    let filled = (area - empties(position)) as f32 / area as f32;
    // Lines through the errors in games of people, at a quarter, three quarters and nine tenths of the board.
    if filled < 0.75 { 0.28 + 1.2 * filled } else { 1.18 - 3.0 * (filled - 0.75) }
}

fn empties(position: &Position) -> usize {
    position.size().area() - Color::BOTH.map(|c| position.discs(c) as usize).iter().sum::<usize>()
}

/// The value of a line in discs.
fn discs(line: &Line) -> f32 {
    match line.score {
        Score::Estimate { value, .. } | Score::Proven(Proof::Margin(value)) => value,
        Score::Proven(_) => 0.0,
    }
}

/// An error with Gumbel's distribution: with it a move is chosen with a probability that falls exponentially with its
/// loss.
fn gumbel(rng: &mut SplitMix64) -> f32 {
    let uniform = ((rng.next_u32() >> 9) as f32 + 0.5) / (1 << 23) as f32;
    -(-uniform.ln()).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::Point;
    use tengen_games::Move;
    use tengen_games::othello::Rules;

    const GAMES: u64 = 4_000;

    /// How often the first of two moves is chosen. Each reading has the values of both.
    fn share_of_first(human: Human, readings: &[[f32; 2]]) -> f64 {
        let position = Position::new(&Rules::STANDARD);
        let moves = [Point::new(2, 3), Point::new(3, 2)].map(Move::Place);
        let line = |at: usize, value| Line {
            moves: vec![moves[at]],
            score: Score::Estimate { value, win: 0.5 },
            work: 0,
        };
        let readings: Vec<Vec<Line>> = readings
            .iter()
            .map(|values| {
                let mut lines = vec![line(0, values[0]), line(1, values[1])];
                lines.sort_by(|a, b| discs(b).total_cmp(&discs(a)));
                lines
            })
            .collect();
        let chosen = (0..GAMES).filter(|&seed| {
            let mut found = Analysis { lines: readings[readings.len() - 1].clone(), ..Analysis::default() };
            human.choose(&position, &readings, &mut found, &mut SplitMix64(seed));
            found.lines[0].moves[0] == moves[0]
        });
        chosen.count() as f64 / GAMES as f64
    }

    /// Five standard deviations of a share.
    fn assert_near(found: f64, wanted: f64) {
        let deviation = (wanted * (1.0 - wanted) / GAMES as f64).sqrt();
        assert!((found - wanted).abs() <= 5.0 * deviation + 1e-9, "{found}, not {wanted}");
    }

    /// With errors of Gumbel's distribution a move is chosen with a probability in proportion to exp(value / scale).
    #[test]
    fn a_move_is_chosen_the_less_often_the_more_it_loses() {
        let human = Human { reads_on: 50, error: 40 };
        let scale = 4.0 * f64::from(share_of_error(&Position::new(&Rules::STANDARD)));
        for loss in [0.0, 1.0, 4.0] {
            let wanted = 1.0 / (1.0 + (f64::from(loss) / scale).exp());
            assert_near(share_of_first(human, &[[-loss, 0.0]; MOST_DEPTH as usize]), wanted);
        }
    }

    /// The first move seems better by a disc until its refutation is read, `plies` after the first ply. Without other
    /// errors it is played if neither move is read so far, each ply with probability `p`: a reading so far takes the
    /// second move for the best of its depth.
    #[test]
    fn a_refutation_is_missed_the_more_often_the_deeper_it_is() {
        for (reads_on, p) in [(50, 0.5_f64), (80, 0.8)] {
            for plies in [0, 1, 2, 4] {
                let mut readings = [[1.0, 0.0]; MOST_DEPTH as usize];
                readings[plies..].fill([-30.0, 0.0]);
                let missed = share_of_first(Human { reads_on, error: 0 }, &readings);
                assert_near(missed, (1.0 - p.powi(plies as i32)).powi(2));
            }
        }
    }
}
