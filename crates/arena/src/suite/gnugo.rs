//! GNU Go's regression tests: positions from files and from moves, played or tried; the questions `reg_genmove`,
//! `attack`, `defend`, `connect`, `disconnect`, `same_dragon`, `owl_attack`, `owl_defend`, `unconditional_status` and
//! `final_score`; and `#?` with the answers.

use super::{Problem, ReadingQuestion, Solution, Suite, SuiteFault};
use std::path::{Path, PathBuf};
use tengen_board::{Color, Coords, Point, Size};
use tengen_games::{AnyPosition, Game, GameSpec, Move};
use tengen_records::{Format, ReadOptions, Tree};

/// A question whose answer is on a later line.
struct Question {
    name: String,
    line: usize,
    position: AnyPosition,
    asks: Asks,
}

/// What a question asks for.
#[derive(Clone, Copy)]
enum Asks {
    Move,
    Reading(ReadingQuestion, Point),
    FinalScore,
}

/// Reads a test file. The SGF files are in the same folder. Other questions are skipped.
pub(super) fn read(text: &str, dir: &Path, suite: &mut Suite) -> Result<(), (usize, SuiteFault)> {
    // Without rules in the file GNU Go plays by Japanese rules.
    let rules = GameSpec::named("go", Some("japanese"), Size::new(19, 19).ok()).ok();
    let mut session = Session { dir, rules, past: Vec::new(), loaded: None };
    let mut asked: Option<Result<Question, (usize, SuiteFault)>> = None;
    for (i, line) in text.lines().enumerate() {
        let (number, line) = (i + 1, line.trim());
        if let Some(text) = line.strip_prefix("#?") {
            match asked.take() {
                Some(Ok(question)) => match solution(text, &question) {
                    Ok(solution) => {
                        let Question { name, line, position, .. } = question;
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
        if session.set_up(command, &mut words).map_err(|why| (number, why))? {
            continue;
        }
        asked = match session.question(command, &mut words).map_err(|why| (number, why))? {
            Some(Ok((position, asks))) => {
                let name = name.unwrap_or_default().to_owned();
                Some(Ok(Question { name, line: number, position, asks }))
            }
            Some(Err(why)) => Some(Err((number, why))),
            None => name.map(|_| Err((number, SuiteFault::NoQuestion(format!("{command:.40}"))))),
        };
    }
    Ok(())
}

/// What the commands of a file have set up.
struct Session<'a> {
    dir: &'a Path,
    rules: Option<GameSpec>,
    /// Every position since the board was cleared or loaded. Empty where the position is not supported.
    past: Vec<AnyPosition>,
    /// The file of the position and the move before which it is.
    loaded: Option<(PathBuf, Option<usize>)>,
}

/// The position of a question and what it asks for, or why the question is skipped.
type Asked = Result<(AnyPosition, Asks), SuiteFault>;

impl Session<'_> {
    /// Obeys a command that sets up a position. Returns false for any other command.
    fn set_up<'w>(
        &mut self,
        command: &str,
        words: &mut impl Iterator<Item = &'w str>,
    ) -> Result<bool, SuiteFault> {
        match command {
            "loadsgf" => {
                let file = words.next().ok_or(SuiteFault::NoFileName)?;
                let before: Option<usize> = words.next().and_then(|n| n.parse().ok());
                let path = self.dir.join(file);
                let position = load(&path, before, self.rules.clone());
                self.past = vec![position.map_err(|why| SuiteFault::File(file.into(), why.into()))?];
                self.loaded = Some((path, before));
            }
            "boardsize" => {
                let side: usize = words.next().and_then(|n| n.parse().ok()).unwrap_or(0);
                let size = Size::new(side, side)?;
                let spec = GameSpec::named("go", None, Some(size))?;
                self.past = vec![AnyPosition::new(&spec)];
            }
            "clear_board" => self.past.truncate(1),
            "play" | "trymove" => {
                let color = color(words.next())?;
                let position = self.past.last().cloned().and_then(|position| with_to_move(position, color));
                let mut position = position.ok_or(SuiteFault::NotToMove(color))?;
                let mv = vertex(words.next().unwrap_or_default(), &position)?;
                position.play(mv)?;
                self.past.push(position);
            }
            "undo" | "popgo" if self.past.len() > 1 => drop(self.past.pop()),
            // The questions after these commands are skipped.
            "undo" | "popgo" | "set_free_handicap" | "fixed_handicap" => self.past.clear(),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The question that a command asks; `None` for a command that asks none of those supported.
    fn question<'w>(
        &self,
        command: &str,
        words: &mut impl Iterator<Item = &'w str>,
    ) -> Result<Option<Asked>, SuiteFault> {
        let position = || self.past.last().cloned().ok_or(SuiteFault::Unsupported);
        Ok(Some(match command {
            "reg_genmove" => {
                let color = color(words.next())?;
                position().and_then(|position| {
                    let position = with_to_move(position, color);
                    Ok((position.ok_or(SuiteFault::NotToMove(color))?, Asks::Move))
                })
            }
            "attack"
            | "defend"
            | "connect"
            | "disconnect"
            | "same_dragon"
            | "owl_attack"
            | "owl_defend"
            | "unconditional_status" => position().and_then(|position| {
                let mut point = || stone(words.next().unwrap_or_default(), &position);
                let at = point()?;
                let question = match command {
                    "attack" => ReadingQuestion::Attack,
                    "defend" => ReadingQuestion::Defend,
                    "connect" => ReadingQuestion::Connect(point()?),
                    "disconnect" => ReadingQuestion::Disconnect(point()?),
                    "same_dragon" => ReadingQuestion::Joined(point()?),
                    "owl_attack" => ReadingQuestion::Kill,
                    "owl_defend" => ReadingQuestion::Survive,
                    _ => ReadingQuestion::UnconditionalStatus,
                };
                Ok((position, Asks::Reading(question, at)))
            }),
            "final_score" => {
                let file = self.loaded.as_ref().ok_or(SuiteFault::NoFile);
                let position = file.and_then(|(path, before)| load(path, *before, self.rules.clone()));
                position.and_then(passed_out).map(|position| (position, Asks::FinalScore))
            }
            _ => return Ok(None),
        }))
    }
}

/// The position before a move, or at the end.
fn load(file: &Path, before: Option<usize>, spec: Option<GameSpec>) -> Result<AnyPosition, SuiteFault> {
    let bytes = std::fs::read(file).map_err(|e| SuiteFault::System(e.kind(), e.to_string()))?;
    let options = ReadOptions { spec, ..ReadOptions::default() };
    let read = Format::Sgf.read(&bytes, &options)?;
    let record = read.records.first().ok_or(SuiteFault::NoGame)?;
    let (mut node, mut moves) = (Tree::ROOT, 0);
    for id in record.tree.main_line() {
        moves += usize::from(record.tree.node(id).mv.is_some());
        if before.is_some_and(|before| moves >= before.max(1)) {
            break;
        }
        node = id;
    }
    Ok(record.replay_to(node)?.position)
}

/// The position after the passes that end the game.
fn passed_out(mut position: AnyPosition) -> Result<AnyPosition, SuiteFault> {
    for _ in 0..4 {
        if position.is_over() {
            return Ok(position);
        }
        position.play(Move::Pass)?;
    }
    Err(SuiteFault::PassesEndNothing)
}

fn color(word: Option<&str>) -> Result<Color, SuiteFault> {
    match word.map(str::to_ascii_lowercase).as_deref() {
        Some("black" | "b") => Ok(Color::Black),
        Some("white" | "w") => Ok(Color::White),
        word => Err(SuiteFault::Side(format!("{:.20}", word.unwrap_or_default()))),
    }
}

fn vertex(text: &str, position: &AnyPosition) -> Result<Move, SuiteFault> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    Coords::Go
        .parse(text, position.size())
        .map(Move::Place)
        .map_err(|_| SuiteFault::Vertex(format!("{text:.40}")))
}

/// A point of a question, which is not a pass.
fn stone(text: &str, position: &AnyPosition) -> Result<Point, SuiteFault> {
    match vertex(text, position)? {
        Move::Place(at) => Ok(at),
        _ => Err(SuiteFault::Vertex(format!("{text:.40}"))),
    }
}

fn with_to_move(mut position: AnyPosition, color: Color) -> Option<AnyPosition> {
    if position.to_move() != color {
        position.play(Move::Pass).ok()?;
    }
    (!position.is_over()).then_some(position)
}

/// The answers to a question. A `*` at the end marks a test that GNU Go fails.
fn solution(text: &str, question: &Question) -> Result<Solution, SuiteFault> {
    let inner =
        text.trim().trim_end_matches(['*', '&']).strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let inner = inner.ok_or_else(|| SuiteFault::Answers(format!("{:.40}", text.trim())))?;
    match question.asks {
        Asks::Move => best_moves(inner, &question.position),
        Asks::Reading(asked, at) => {
            Ok(Solution::Reading { question: asked, at, right: reading_answers(inner) })
        }
        Asks::FinalScore => Ok(Solution::FinalScore(inner.replace('\\', ""))),
    }
}

/// `1 D4`, `1 (D4|E5)`, `(2|3) D4`, `0`, `alive`: each answer with each of its points.
fn reading_answers(text: &str) -> Vec<String> {
    let choices = |text: &str| -> Vec<String> {
        text.trim().trim_matches(['(', ')']).split('|').map(str::to_owned).collect()
    };
    let Some((codes, points)) = text.split_once(' ') else { return choices(text) };
    let points = choices(points);
    let with_points =
        |code: String| points.iter().map(move |point| format!("{code} {point}")).collect::<Vec<_>>();
    choices(codes).into_iter().flat_map(with_points).collect()
}

/// `A1|B2`, `!A1|B2`, `PASS`.
fn best_moves(inner: &str, position: &AnyPosition) -> Result<Solution, SuiteFault> {
    let (avoid, inner) = match inner.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, inner),
    };
    let inner = inner.trim_start_matches('(').trim_end_matches(')');
    let moves = inner.split('|').map(|word| vertex(word.trim(), position));
    let moves = moves.collect::<Result<Vec<Move>, SuiteFault>>()?;
    Ok(if avoid { Solution::Avoid(moves) } else { Solution::Best(moves) })
}
