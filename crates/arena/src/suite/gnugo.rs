//! GNU Go's regression tests that a best move answers: positions from files and from moves, `reg_genmove`, and `#?`
//! with the points.

use super::{Problem, Solution, Suite};
use std::path::Path;
use tengen_board::{Color, Coords, Size};
use tengen_games::{AnyPosition, Game, GameSpec, Move};
use tengen_records::{Format, ReadOptions, Tree};

/// A question whose answer is on a later line.
struct Question {
    name: String,
    line: usize,
    position: AnyPosition,
}

/// Reads a test file. The SGF files are in the same folder. Other questions are skipped.
pub(super) fn read(text: &str, dir: &Path, suite: &mut Suite) -> Result<(), (usize, String)> {
    // Every position since the board was cleared or loaded.
    let mut past: Vec<AnyPosition> = Vec::new();
    let mut asked: Option<Result<Question, (usize, String)>> = None;
    for (i, line) in text.lines().enumerate() {
        let (number, line) = (i + 1, line.trim());
        if let Some(text) = line.strip_prefix("#?") {
            match asked.take() {
                Some(Ok(question)) => match solution(text, &question.position) {
                    Ok(solution) => {
                        let Question { name, line, position } = question;
                        suite.problems.push(Problem { name, line, position, solution });
                    }
                    Err(why) => suite.skipped.push((number, why)),
                },
                Some(Err(skipped)) => suite.skipped.push(skipped),
                None => {}
            }
            continue;
        }
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace().peekable();
        let name = words.next_if(|word| word.parse::<u32>().is_ok());
        let Some(command) = words.next() else { continue };
        match command {
            "loadsgf" => {
                let file = words.next().ok_or((number, "loadsgf takes a file".to_owned()))?;
                let before: Option<usize> = words.next().and_then(|n| n.parse().ok());
                past = vec![load(&dir.join(file), before).map_err(|why| (number, format!("{file}: {why}")))?];
            }
            "reg_genmove" => {
                let color = color(words.next()).map_err(|why| (number, why))?;
                asked = Some(match past.last().cloned() {
                    None => Err((number, "its position is not supported".into())),
                    Some(position) => match with_to_move(position, color) {
                        Some(position) => {
                            Ok(Question { name: name.unwrap_or_default().to_owned(), line: number, position })
                        }
                        None => Err((number, format!("{color} cannot be to move"))),
                    },
                });
            }
            "boardsize" => {
                let side: usize = words.next().and_then(|n| n.parse().ok()).unwrap_or(0);
                let size = Size::new(side, side).map_err(|e| (number, e.to_string()))?;
                let spec = GameSpec::named("go", None, Some(size)).map_err(|e| (number, e.to_string()))?;
                past = vec![AnyPosition::new(&spec)];
            }
            "clear_board" => past.truncate(1),
            "play" => {
                let color = color(words.next()).map_err(|why| (number, why))?;
                let position = past.last().cloned().and_then(|position| with_to_move(position, color));
                let mut position = position.ok_or((number, format!("{color} cannot be to move")))?;
                let text = words.next().unwrap_or_default();
                let mv = vertex(text, &position).map_err(|why| (number, why))?;
                position.play(mv).map_err(|e| (number, e.to_string()))?;
                past.push(position);
            }
            "undo" if past.len() > 1 => drop(past.pop()),
            // The questions after these commands are skipped.
            "undo" | "set_free_handicap" | "fixed_handicap" => past.clear(),
            _ => asked = name.map(|_| Err((number, format!("'{command}' asks for no move")))),
        }
    }
    Ok(())
}

/// The position before a move, or at the end.
fn load(file: &Path, before: Option<usize>) -> Result<AnyPosition, String> {
    let bytes = std::fs::read(file).map_err(|e| e.to_string())?;
    let read = Format::Sgf.read(&bytes, &ReadOptions::default()).map_err(|e| e.to_string())?;
    let record = read.records.first().ok_or("there is no game in it")?;
    let (mut node, mut moves) = (Tree::ROOT, 0);
    for id in record.tree.main_line() {
        moves += usize::from(record.tree.node(id).mv.is_some());
        if before.is_some_and(|before| moves >= before.max(1)) {
            break;
        }
        node = id;
    }
    record.replay_to(node).map(|replay| replay.position).map_err(|e| e.to_string())
}

fn color(word: Option<&str>) -> Result<Color, String> {
    match word.map(str::to_ascii_lowercase).as_deref() {
        Some("black" | "b") => Ok(Color::Black),
        Some("white" | "w") => Ok(Color::White),
        word => Err(format!("a side is black or white, not '{:.20}'", word.unwrap_or_default())),
    }
}

fn vertex(text: &str, position: &AnyPosition) -> Result<Move, String> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    Coords::Go
        .parse(text, position.size())
        .map(Move::Place)
        .map_err(|_| format!("'{text:.40}' is not a point"))
}

fn with_to_move(mut position: AnyPosition, color: Color) -> Option<AnyPosition> {
    if position.to_move() != color {
        position.play(Move::Pass).ok()?;
    }
    (!position.is_over()).then_some(position)
}

/// `[A1|B2]`, `[!A1|B2]`, `[PASS]`; a `*` at the end marks a test that GNU Go fails.
fn solution(text: &str, position: &AnyPosition) -> Result<Solution, String> {
    let inner =
        text.trim().trim_end_matches(['*', '&']).strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let inner = inner.ok_or_else(|| format!("'{:.40}' is not a list of points", text.trim()))?;
    let (avoid, inner) = match inner.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, inner),
    };
    let inner = inner.trim_start_matches('(').trim_end_matches(')');
    let moves = inner.split('|').map(|word| vertex(word.trim(), position));
    let moves = moves.collect::<Result<Vec<Move>, String>>()?;
    Ok(if avoid { Solution::Avoid(moves) } else { Solution::Best(moves) })
}
