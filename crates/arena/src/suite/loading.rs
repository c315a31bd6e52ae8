//! Reads suites. The text shows the form; an error names the line.

use super::{Problem, Solution, Suite, SuiteFault, gnugo, sgf};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_games::{AnyPosition, Game, GameSpec, Move, SetUp, gomoku, othello};
use tengen_records::{Format, ReadOptions, Tree};

/// Why a suite cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// The file cannot be read.
    #[error("{file}: {error}", file = .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A line does not have the form of the file.
    #[error("{file}, line {line}: {why}", file = .file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        why: SuiteFault,
    },
    /// The file is larger than those that are read.
    #[error("{file}: {bytes} bytes are more than the maximum of {most}", file = .file.display())]
    TooLarge {
        /// The file.
        file: PathBuf,
        /// Its size.
        bytes: u64,
        /// Maximum size.
        most: u64,
    },
    /// The form of the text is unknown.
    #[error(
        "{file}: not a suite: the forms are JSON lines, stones | stones | points, OBF, .tst, SGF, moves with solve lines", file = .0.display()
    )]
    Unknown(PathBuf),
    /// There is no position in it.
    #[error("{file}: there is no position in it", file = .0.display())]
    Empty(PathBuf),
}

/// Maximum size of a file, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a suite.
///
/// # Errors
/// [`SuiteError`] names the file, and the line that is wrong.
pub fn load(file: &Path) -> Result<Suite, SuiteError> {
    let io = |error| SuiteError::Io { file: file.into(), error };
    let bytes = std::fs::metadata(file).map_err(io)?.len();
    if bytes > MAX_BYTES {
        return Err(SuiteError::TooLarge { file: file.into(), bytes, most: MAX_BYTES });
    }
    let bytes = std::fs::read(file).map_err(io)?;
    let text = String::from_utf8_lossy(&bytes);
    let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut suite = Suite { name, problems: Vec::new(), skipped: Vec::new() };
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(['#', '%']));
    let form = form(first.unwrap_or_default()).or_else(|| gnugo::is_script(&text).then_some(Form::Script));
    let form = form.ok_or_else(|| SuiteError::Unknown(file.into()))?;
    let bad = |(line, why): (usize, SuiteFault)| SuiteError::Line { file: file.into(), line, why };
    match form {
        Form::Sgf => sgf::read(&bytes, &mut suite).map_err(bad)?,
        Form::Script => {
            gnugo::read(&text, file.parent().unwrap_or(Path::new(".")), &mut suite).map_err(bad)?
        }
        Form::Solve => solve_lines(&text, &mut suite).map_err(bad)?,
        Form::Each(read) => {
            for (i, line) in text.lines().enumerate() {
                let trimmed = line.trim();
                if trimmed.is_empty() || trimmed.starts_with(['#', '%']) {
                    continue;
                }
                let (name, position, solution) = match read(trimmed) {
                    Ok(item) => item,
                    Err(LineError::Bad(why)) => return Err(bad((i + 1, why))),
                    Err(LineError::Skip(why)) => {
                        suite.skipped.push((i + 1, why));
                        continue;
                    }
                };
                let name = name.unwrap_or_else(|| format!("{}", suite.problems.len() + 1));
                suite.problems.push(Problem { name, line: i + 1, position, solution });
            }
        }
    }
    if suite.problems.is_empty() && suite.skipped.is_empty() {
        Err(SuiteError::Empty(file.into()))
    } else {
        Ok(suite)
    }
}

/// The name of a position if it has one, the position, and its solution.
type Item = (Option<String>, AnyPosition, Solution);

/// Why a line has no position.
enum LineError {
    /// It does not have the form of the file.
    Bad(SuiteFault),
    /// Its position is not a position of the game: the line is skipped.
    Skip(SuiteFault),
}

impl<E: Into<SuiteFault>> From<E> for LineError {
    fn from(why: E) -> LineError {
        LineError::Bad(why.into())
    }
}

enum Form {
    /// Each line is a position.
    Each(fn(&str) -> Result<Item, LineError>),
    /// GNU Go's and Fuego's tests.
    Script,
    /// Problems of Go.
    Sgf,
    Solve,
}

fn form(first: &str) -> Option<Form> {
    let cells = first.bytes().take_while(|b| b"XO-*.xo".contains(b)).count();
    if first.starts_with('{') {
        Some(Form::Each(json_line))
    } else if cells >= 16 {
        Some(Form::Each(obf_line))
    } else if first.contains("(emp=") {
        Some(Form::Each(endgame_line))
    } else if first.matches('|').count() == 2 {
        Some(Form::Each(forbidden_line))
    } else if first.starts_with('(') {
        Some(Form::Sgf)
    } else if first.contains(',') && words_of_moves(first).is_some() {
        Some(Form::Solve)
    } else {
        None
    }
}

fn json_line(line: &str) -> Result<Item, LineError> {
    let value: Value = serde_json::from_str(line).map_err(|e| SuiteFault::Json(e.to_string()))?;
    let fields = value.as_object().ok_or(SuiteFault::NoObject)?;
    if fields.contains_key("board") { diagram(fields) } else { mate(fields) }
}

fn text<'a>(fields: &'a Map<String, Value>, key: &'static str) -> Result<&'a str, SuiteFault> {
    fields.get(key).and_then(Value::as_str).ok_or(SuiteFault::NoText(key))
}

fn color(text: &str) -> Result<Color, SuiteFault> {
    match text {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(SuiteFault::Side(format!("{text:.20}"))),
    }
}

/// `{"rules": "renju", "moves": "h8i9…", "side": "black", "win_in_at_most": 9}`
fn mate(fields: &Map<String, Value>) -> Result<Item, LineError> {
    let rules = gomoku::Rules::named(text(fields, "rules")?, None)?;
    let side = color(text(fields, "side")?)?;
    let plies = fields.get("win_in_at_most").and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
    let plies = plies.ok_or(SuiteFault::NoPlies)?;
    let moves = words_of_moves(text(fields, "moves")?).ok_or(SuiteFault::Moves)?;
    let position = played(&rules.into(), &moves)?;
    if position.to_move() != side {
        return Err(SuiteFault::OtherSide { winner: side, to_move: position.to_move() }.into());
    }
    Ok((None, position, Solution::Win(Some(plies))))
}

/// `{"id": "…", "side": "black", "board": "rows from the top", "best_moves": […], "forbidden_moves": […], …}`: renju.
fn diagram(fields: &Map<String, Value>) -> Result<Item, LineError> {
    let rows: Vec<&str> = text(fields, "board")?.split_whitespace().collect();
    let to_move = color(text(fields, "side")?)?;
    let size = Size::new(rows.len(), rows.first().map_or(0, |row| row.chars().count()))?;
    let mut cells = Vec::new();
    for (row, text) in rows.iter().enumerate() {
        if text.chars().count() != size.cols() {
            return Err(SuiteFault::Row { row: row + 1, points: size.cols() }.into());
        }
        for (col, c) in text.chars().enumerate() {
            let cell = match c {
                'X' | 'x' => Cell::Black,
                'O' | 'o' => Cell::White,
                '.' => continue,
                _ => return Err(SuiteFault::Symbol { found: c, known: ['X', 'O', '.'] }.into()),
            };
            cells.push((Point::new(row as u8, col as u8), cell));
        }
    }
    let rules = gomoku::Rules { size, ..gomoku::Rules::RENJU };
    let position = AnyPosition::set_up(&rules.into(), &SetUp { cells, to_move })
        .map_err(|e| LineError::Skip(e.into()))?;
    let points = |key: &'static str| -> Result<Vec<Point>, SuiteFault> {
        let list = fields.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let point = |value: &Value| {
            let text = value.as_str().unwrap_or_default();
            let point = Coords::Gomoku.parse(&text.to_ascii_lowercase(), size);
            point.map_err(|e| SuiteFault::FieldPoint(key, e))
        };
        list.iter().map(point).collect()
    };
    let mut best = points("best_moves")?;
    best.extend(points("good_moves")?);
    if best.is_empty() {
        best = points("blocking_moves")?;
    }
    let forbidden = points("forbidden_moves")?;
    let solution = match (best.is_empty(), forbidden.is_empty()) {
        (false, _) => Solution::Best(best.into_iter().map(Move::Place).collect()),
        (true, false) => Solution::Forbidden { points: forbidden, all: false },
        (true, true) => return Err(SuiteFault::NoAnswer.into()),
    };
    Ok((fields.get("id").and_then(Value::as_str).map(str::to_owned), position, solution))
}

/// `5,11 6,7 | 3,0 4,13 | 10,9`: renju on 15×15, black to move.
fn forbidden_line(line: &str) -> Result<Item, LineError> {
    let size = gomoku::Rules::RENJU.size;
    let parts: Vec<&str> = line.split('|').collect();
    let [black, white, forbidden] = parts[..] else {
        return Err(SuiteFault::StonesForm.into());
    };
    let points = |text: &str| -> Result<Vec<Point>, SuiteFault> {
        text.split_whitespace().map(|word| Ok(Coords::Xy.parse(word, size)?)).collect()
    };
    let cells = points(black)?.into_iter().map(|p| (p, Cell::Black));
    let cells = cells.chain(points(white)?.into_iter().map(|p| (p, Cell::White))).collect();
    let set_up = SetUp { cells, to_move: Color::Black };
    let position = AnyPosition::set_up(&gomoku::Rules::RENJU.into(), &set_up)?;
    let mut points = points(forbidden)?;
    points.sort_unstable();
    Ok((None, position, Solution::Forbidden { points, all: true }))
}

fn obf_line(line: &str) -> Result<Item, LineError> {
    let read = Format::Obf.read(line.as_bytes(), &ReadOptions::default());
    let read = read.map_err(|e| SuiteFault::ReadLine(e.into()))?;
    let record = read.records.first().ok_or(SuiteFault::NoPosition)?;
    let root = record.tree.node(Tree::ROOT);
    let children = root.children.iter().map(|&id| record.tree.node(id));
    let scored: Vec<(Move, f32)> = children.filter_map(|n| Some((n.mv?.1, n.value?))).collect();
    let best = scored.iter().map(|&(_, value)| value).max_by(f32::total_cmp);
    let margin = best.or(root.value).ok_or(SuiteFault::NoScore)?;
    let best = scored.iter().filter(|(_, value)| *value == margin).map(|&(mv, _)| mv).collect();
    let replay = record.replay_to(Tree::ROOT)?;
    Ok((None, replay.position, Solution::Margin { margin, best, moves: scored }))
}

/// `-12 (emp=12 wc=27 bc=25) ..wwwww.b…`: white is to move.
fn endgame_line(line: &str) -> Result<Item, LineError> {
    if line.starts_with(|c: char| c.is_ascii_uppercase()) && line.contains('=') {
        return Err(LineError::Skip(SuiteFault::Settings));
    }
    let (score, rest) = line.split_once('(').ok_or(SuiteFault::ScoreForm)?;
    let margin: f32 = score.trim().parse().map_err(|_| SuiteFault::Score(format!("{:.20}", score.trim())))?;
    let (_, board) = rest.split_once(')').ok_or(SuiteFault::OpenBracket)?;
    let board = board.trim();
    let rules = othello::Rules::STANDARD;
    let size = rules.size();
    if board.chars().count() != size.area() {
        return Err(SuiteFault::Points { wanted: size.area(), found: board.chars().count() }.into());
    }
    let mut cells = Vec::new();
    for (p, c) in size.points().zip(board.chars()) {
        cells.push((
            p,
            match c {
                'b' => Cell::Black,
                'w' => Cell::White,
                '.' => Cell::Empty,
                _ => return Err(SuiteFault::Symbol { found: c, known: ['b', 'w', '.'] }.into()),
            },
        ));
    }
    let set_up = SetUp { cells, to_move: Color::White };
    let position = AnyPosition::set_up(&rules.into(), &set_up)?;
    Ok((None, position, Solution::Margin { margin, best: Vec::new(), moves: Vec::new() }))
}

/// Lines of moves, each followed by a line `solve vcf 10 x`. Solutions, and lines of the form `file:line: text`, are
/// skipped.
fn solve_lines(text: &str, suite: &mut Suite) -> Result<(), (usize, SuiteFault)> {
    let mut open: Option<(usize, AnyPosition)> = None;
    for (i, line) in text.lines().enumerate() {
        let (number, line) = (i + 1, line.trim());
        let word = line.split_whitespace().next().unwrap_or_default();
        if word.is_empty() || word.starts_with('#') || word.contains(':') {
            continue;
        }
        if word == "solve" {
            let (at, position) = open.take().ok_or((number, SuiteFault::NoMoves))?;
            let name = line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
            let name = format!("{}: {name}", suite.problems.len() + 1);
            suite.problems.push(Problem { name, line: at, position, solution: Solution::Win(None) });
            continue;
        }
        let moves = words_of_moves(line).ok_or((number, SuiteFault::NoMovesOrQuestion))?;
        let position = played(&gomoku::Rules::RENJU.into(), &moves).map_err(|why| (number, why))?;
        open = Some((number, position));
    }
    Ok(())
}

/// The moves of `h8i9g7` or `H8,I9,G7`: each is a letter and a number.
fn words_of_moves(text: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    for c in text.chars().filter(|c| !c.is_whitespace() && *c != ',') {
        if c.is_ascii_alphabetic() {
            words.push(c.to_ascii_lowercase().to_string());
        } else if c.is_ascii_digit() {
            words.last_mut()?.push(c);
        } else {
            return None;
        }
    }
    words.iter().all(|word| (2..=3).contains(&word.len())).then_some(words)
}

fn played(spec: &GameSpec, moves: &[String]) -> Result<AnyPosition, SuiteFault> {
    let mut position = AnyPosition::new(spec);
    for text in moves {
        let mv = position.parse_move(text)?;
        position.play(mv)?;
    }
    if position.is_over() { Err(SuiteFault::Over) } else { Ok(position) }
}
