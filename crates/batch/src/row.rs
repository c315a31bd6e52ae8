//! A row: one position of one game, and everything known of it.

use std::fmt::Write as _;
use tengen_board::{Cell, Color};
use tengen_engine::{Analysis, Proof, Score};
use tengen_games::{AnyPosition, Game, GameSpec, SetUp};
use tengen_library::GameResult;

/// One position of a game. A field that is not known is `None`; `docs/batch.md` describes the same columns.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Row {
    /// Where the game comes from: the path of its file, `self-play`, or `library`.
    pub source: String,
    /// The number of the game in its source, from 1; of self-play, the number of the game in the job.
    pub number: u64,
    /// The game, by its name on the command line, such as `othello`.
    pub game: Option<String>,
    /// The rules by name, such as `renju` or `japanese`.
    pub rules: Option<String>,
    /// Columns and rows of the board, such as `19x19`.
    pub size: Option<String>,
    /// The position before the first move where that is not the usual one: `X` black, `O` white and `.` empty in
    /// reading order, then a space and the side to move, `X` or `O`.
    pub set_up: Option<String>,
    /// The moves so far, separated by spaces, as players of the game write them.
    pub moves: Option<String>,
    /// How many moves those are.
    pub ply: Option<u32>,
    /// The key of the position ([`tengen_library::position_key`]): equal for positions that differ by a symmetry.
    pub key: Option<u64>,
    /// The side to move.
    pub to_move: Option<Color>,
    /// The move that was played next.
    pub played: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The date of the game as its record has it.
    pub date: Option<String>,
    /// The result of the game in the notation of SGF: `B+4`, `W+R`, `0`.
    pub result: Option<String>,
    /// What the side to move got in the end: 1 a win, 0.5 a draw, 0 a loss.
    pub outcome: Option<f32>,
    /// The engine that analysed the position.
    pub engine: Option<String>,
    /// Its version.
    pub engine_version: Option<String>,
    /// Its level, from 1.
    pub level: Option<u8>,
    /// The engine's value for the side to move, in its unit ([`Score::Estimate`]); of a proof, only that of a margin.
    pub score: Option<f32>,
    /// The chance of the side to move to win, 0 to 1.
    pub win: Option<f32>,
    /// What is proven for the side to move: `win`, `loss`, `draw` or `margin`.
    pub proof: Option<String>,
    /// Plies of a proven win or loss.
    pub proof_plies: Option<u32>,
    /// The best move.
    pub best: Option<String>,
    /// The principal variation, moves separated by spaces.
    pub pv: Option<String>,
    /// Depth reached, in plies.
    pub depth: Option<u32>,
    /// Nodes or playouts visited.
    pub nodes: Option<u64>,
    /// The ranked moves, best first; empty without an analysis.
    pub policy: Vec<PolicyMove>,
    /// Why the game or the position could not be worked on. The other fields hold what is known all the same.
    pub error: Option<String>,
}

/// One ranked move of a [`Row`].
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyMove {
    /// The move.
    pub mv: String,
    /// Its share of the nodes or playouts of all ranked moves, 0 to 1; `None` for engines that do not count them.
    pub share: Option<f32>,
    /// The chance of the side to move to win by it, 0 to 1.
    pub win: f32,
}

/// A row that describes no position.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// A column that a position needs is empty.
    #[error("the row has no {0}: a position needs game, rules, size and moves")]
    Missing(&'static str),
    /// The game, its rules or its size.
    #[error("{0}")]
    Spec(String),
    /// The set-up.
    #[error("set_up '{0}': expected X, O or . for each point, a space, and X or O for the side to move")]
    SetUp(String),
    /// The stones of the set-up.
    #[error("set_up: {0}")]
    Stones(String),
    /// A move.
    #[error("{0}")]
    Move(String),
}

impl Row {
    /// What is known of `position` itself: the game, the set-up, the moves, the key, the side to move.
    pub fn of_position(source: &str, number: u64, position: &AnyPosition) -> Row {
        let mut row = Row { source: source.to_owned(), number, ..Row::default() };
        row.set_spec(&position.spec());
        row.set_up = set_up_text(position);
        let moves: Vec<String> = position.moves().map(|mv| position.format_move(mv)).collect();
        row.moves = Some(moves.join(" "));
        row.set_state(position);
        row
    }

    pub(crate) fn set_spec(&mut self, spec: &GameSpec) {
        self.game = Some(spec.kind().name().to_owned());
        self.rules = Some(spec.rules_text());
        self.size = Some(spec.size().to_string());
    }

    pub(crate) fn set_state(&mut self, position: &AnyPosition) {
        self.ply = Some(position.ply() as u32);
        self.key = Some(tengen_library::position_key(position).key);
        self.to_move = Some(position.to_move());
    }

    /// Sets the result of the game, and what the side to move got by it.
    pub fn set_result(&mut self, result: Option<&str>) {
        self.result = result.map(str::to_owned);
        self.outcome = self.to_move.and_then(|side| match GameResult::of_result(result) {
            GameResult::Unknown => None,
            known => Some(known.winner().map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 })),
        });
    }

    /// The rules of the game.
    ///
    /// # Errors
    /// [`RowError`] if they are missing or unknown.
    pub fn spec(&self) -> Result<GameSpec, RowError> {
        let game = self.game.as_deref().ok_or(RowError::Missing("game"))?;
        let rules = self.rules.as_deref().ok_or(RowError::Missing("rules"))?;
        let size = self.size.as_deref().ok_or(RowError::Missing("size"))?;
        let size = size.parse().map_err(|e: tengen_board::SizeError| RowError::Spec(e.to_string()))?;
        GameSpec::named(game, Some(rules), Some(size)).map_err(|e| RowError::Spec(e.to_string()))
    }

    /// The position of the row, with its moves.
    ///
    /// # Errors
    /// [`RowError`] says which column is wrong and why.
    pub fn position(&self) -> Result<AnyPosition, RowError> {
        let spec = self.spec()?;
        let mut position = match &self.set_up {
            None => AnyPosition::new(&spec),
            Some(text) => {
                let set_up = read_set_up(text, &spec).ok_or_else(|| RowError::SetUp(short(text)))?;
                AnyPosition::set_up(&spec, &set_up).map_err(|e| RowError::Stones(e.to_string()))?
            }
        };
        let moves = self.moves.as_deref().ok_or(RowError::Missing("moves"))?;
        for word in moves.split_whitespace() {
            let mv = position.parse_move(word).map_err(|e| RowError::Move(e.to_string()))?;
            position.play(mv).map_err(|e| RowError::Move(e.to_string()))?;
        }
        Ok(position)
    }

    /// Removes what an engine found, and an error.
    pub fn clear_analysis(&mut self) {
        (self.engine, self.engine_version, self.level) = (None, None, None);
        (self.score, self.win, self.proof, self.proof_plies) = (None, None, None, None);
        (self.best, self.pv, self.depth, self.nodes) = (None, None, None, None);
        self.policy.clear();
        self.error = None;
    }

    /// Fills in what an engine found.
    pub fn set_analysis(&mut self, position: &AnyPosition, found: &Analysis) {
        let text = |mv| position.format_move(mv);
        let list =
            |moves: &[tengen_games::Move]| moves.iter().map(|&mv| text(mv)).collect::<Vec<_>>().join(" ");
        self.best = found.best.map(text);
        self.depth = Some(found.depth);
        self.nodes = Some(found.nodes);
        self.pv = found.lines.first().map(|line| list(&line.moves));
        if let Some(score) = found.score() {
            self.win = Some(score.win());
            (self.score, self.proof, self.proof_plies) = match score {
                Score::Estimate { value, .. } => (Some(value), None, None),
                Score::Proven(Proof::Win(plies)) => (None, Some("win".to_owned()), Some(plies)),
                Score::Proven(Proof::Loss(plies)) => (None, Some("loss".to_owned()), Some(plies)),
                Score::Proven(Proof::Draw) => (None, Some("draw".to_owned()), None),
                Score::Proven(Proof::Margin(margin)) => (Some(margin), Some("margin".to_owned()), None),
            };
        }
        let total: u64 = found.lines.iter().map(|line| line.work).sum();
        self.policy = found
            .lines
            .iter()
            .filter_map(|line| {
                let mv = text(*line.moves.first()?);
                let share = (total > 0).then(|| (line.work as f64 / total as f64) as f32);
                Some(PolicyMove { mv, share, win: line.score.win() })
            })
            .collect();
    }
}

/// Splits an engine's name from its version, the last word if it begins with a digit.
pub(crate) fn name_and_version(name: &str) -> (String, Option<String>) {
    match name.rsplit_once(' ') {
        Some((name, version)) if version.starts_with(|c: char| c.is_ascii_digit()) => {
            (name.to_owned(), Some(version.to_owned()))
        }
        _ => (name.to_owned(), None),
    }
}

/// The position before the first move, `None` if it is the usual one.
pub(crate) fn set_up_text(position: &AnyPosition) -> Option<String> {
    let mut start = position.clone();
    while start.undo().is_some() {}
    if start == AnyPosition::new(&position.spec()) {
        return None;
    }
    let letter = |cell| match cell {
        Cell::Black => 'X',
        Cell::White => 'O',
        Cell::Empty => '.',
    };
    let mut text: String = start.size().points().map(|p| letter(start.at(p))).collect();
    // Writing to a string cannot fail.
    let _ = write!(text, " {}", letter(start.to_move().into()));
    Some(text)
}

fn read_set_up(text: &str, spec: &GameSpec) -> Option<SetUp> {
    let (stones, side) = text.split_once(' ')?;
    let cell = |byte| match byte {
        b'X' => Some(Cell::Black),
        b'O' => Some(Cell::White),
        b'.' => Some(Cell::Empty),
        _ => None,
    };
    let to_move = match side {
        "X" => Color::Black,
        "O" => Color::White,
        _ => return None,
    };
    if stones.len() != spec.size().area() {
        return None;
    }
    let points = spec.size().points().zip(stones.bytes());
    let cells = points.map(|(p, byte)| Some((p, cell(byte)?))).collect::<Option<Vec<_>>>()?;
    Some(SetUp { cells, to_move })
}

pub(crate) fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;
    use tengen_games::GameInfo;

    /// Random games of every game, some from a position in the middle: the row gives back the same position.
    #[test]
    fn a_row_gives_back_its_position() {
        let mut random = SplitMix64(11);
        for word in GameInfo::words() {
            let spec = GameSpec::named(word, None, None).unwrap();
            for game in 0..6 {
                let mut position = AnyPosition::new(&spec);
                for _ in 0..random.below(40) {
                    position.play_random(&mut || random.next_u32());
                }
                if game % 2 == 1 && !position.is_over() {
                    let cells = position.size().points().map(|p| (p, position.at(p))).collect();
                    let set_up = SetUp { cells, to_move: position.to_move() };
                    let Ok(middle) = AnyPosition::set_up(&spec, &set_up) else { continue };
                    position = middle;
                    position.play_random(&mut || random.next_u32());
                }
                let row = Row::of_position("x", 1, &position);
                assert_eq!(row.position().as_ref(), Ok(&position), "{word}: {row:?}");
                assert_eq!(row.ply, Some(position.ply() as u32));
                #[cfg(feature = "parquet")]
                {
                    let record = crate::source::record_of(&row).unwrap();
                    let replay = record.replay().map_err(|e| e.violation).unwrap();
                    assert_eq!(replay.position, position, "{word}: {row:?}");
                }
            }
        }
    }

    #[test]
    fn a_row_that_is_no_position_says_which_column() {
        let good = Row::of_position("x", 1, &AnyPosition::new(&GameSpec::named("go", None, None).unwrap()));
        let with = |change: &dyn Fn(&mut Row)| {
            let mut row = good.clone();
            change(&mut row);
            row.position().unwrap_err().to_string()
        };
        assert!(with(&|row| row.game = None).contains("no game"));
        assert!(with(&|row| row.game = Some("chess".into())).contains("chess"));
        assert!(with(&|row| row.rules = Some("mine".into())).contains("mine"));
        assert!(with(&|row| row.size = Some("99".into())).contains("99"));
        assert!(with(&|row| row.moves = Some("Q16 Q16".into())).contains("move 2 (Q16) is illegal"));
        assert!(with(&|row| row.moves = Some("Z99".into())).contains("Z99"));
        assert!(with(&|row| row.set_up = Some("XO".into())).contains("side to move"));
        assert!(with(&|row| row.set_up = Some(format!("{} X", "X".repeat(361)))).contains("set_up"));
    }

    #[test]
    fn the_version_is_the_last_word() {
        assert_eq!(name_and_version("Tengen m,n,k 0.1.0"), ("Tengen m,n,k".into(), Some("0.1.0".into())));
        assert_eq!(name_and_version("GNU Go"), ("GNU Go".into(), None));
    }
}
