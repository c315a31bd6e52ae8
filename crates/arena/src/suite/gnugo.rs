//! The regression tests of GNU Go and of Fuego: positions from files and from moves, played or tried; questions, most
//! about a move or about chains; and `#?` with the answers. `answers` reads these.

use super::answers::solution;
use super::{Problem, ReadingQuestion, Suite, SuiteFault};
use std::path::{Path, PathBuf};
use tengen_board::{Color, Coords, Point, Size};
use tengen_games::go::Ko;
use tengen_games::{AnyPosition, Game, GameSpec, Move};
use tengen_records::{Format, ReadOptions, Tree};

/// A question whose answer is on a later line.
pub(super) struct Question {
    name: String,
    line: usize,
    pub(super) position: AnyPosition,
    pub(super) asks: Asks,
}

/// What a question asks for.
#[derive(Clone)]
pub(super) enum Asks {
    Move,
    /// A move on one of these points.
    Choice(Vec<Point>),
    Reading(ReadingQuestion, Point),
    /// The points of both sides, or of one.
    SafePoints(Option<Color>),
    FinalScore,
}

/// Commands that show a `.tst` file.
const SHOW: [&str; 2] = ["loadsgf", "boardsize"];

/// True if the text has a line of a `.tst` file: an answer, or a command that sets up a position.
pub(super) fn is_script(text: &str) -> bool {
    text.lines().any(|line| {
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
        line.trim_start().starts_with("#?") || words.any(|word| SHOW.contains(&word))
    })
}

/// Reads a test file. The SGF files are in the same folder. Other questions are skipped.
pub(super) fn read(text: &str, dir: &Path, suite: &mut Suite) -> Result<(), (usize, SuiteFault)> {
    // Without rules in the file GNU Go plays by Japanese rules.
    let rules = GameSpec::named("go", Some("japanese"), Size::new(19, 19).ok()).ok();
    let mut session = Session { dir, rules, ko: None, past: Vec::new(), loaded: None, unread: None };
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
    /// The rule of ko that the script sets, whatever a file names.
    ko: Option<Ko>,
    /// Why the questions about the last file are skipped.
    unread: Option<SuiteFault>,
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
                self.loaded = Some((self.dir.join(file), before));
                self.reload(file)?;
            }
            "go_param_rules" => {
                self.ko = match (words.next(), words.next()) {
                    (Some("ko_rule"), Some("simple")) => Some(Ko::Simple),
                    (Some("ko_rule"), Some("superko")) => Some(Ko::Situational),
                    (Some("ko_rule"), Some("pos_superko")) => Some(Ko::Positional),
                    _ => return Ok(true),
                };
                // The moves since are not played again.
                if self.past.len() <= 1 && self.loaded.is_some() {
                    self.reload("")?;
                }
            }
            "go_rules" => {
                let name = words.next().unwrap_or_default();
                // The server KGS has Chinese rules by default.
                let name = if name == "kgs" { "chinese" } else { name };
                self.rules = Some(GameSpec::named("go", Some(name), Size::new(19, 19).ok())?);
            }
            "boardsize" => {
                let side: usize = words.next().and_then(|n| n.parse().ok()).unwrap_or(0);
                let size = Size::new(side, side)?;
                let spec = GameSpec::named("go", None, Some(size))?;
                self.past = vec![AnyPosition::new(&with_ko(spec, self.ko))];
                (self.loaded, self.unread) = (None, None);
            }
            "clear_board" => self.past.truncate(1),
            // The questions about a position that is not there are skipped.
            "play" | "trymove" if self.past.is_empty() => {}
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

    /// Reads the position of the file. One that cannot be replayed leaves no position.
    ///
    /// # Errors
    /// [`SuiteFault::File`] if there is no such file.
    fn reload(&mut self, file: &str) -> Result<(), SuiteFault> {
        let Some((path, before)) = &self.loaded else { return Ok(()) };
        (self.past, self.unread) = match load(path, *before, self.rules.clone(), self.ko) {
            Ok(position) => (vec![position], None),
            Err(why) => {
                let missing = matches!(why, SuiteFault::System(..));
                let name = || path.file_name().map(|name| name.to_string_lossy().into_owned());
                let file = if file.is_empty() { name().unwrap_or_default() } else { file.into() };
                let why = SuiteFault::File(file, why.into());
                if missing {
                    return Err(why);
                }
                (Vec::new(), Some(why))
            }
        };
        Ok(())
    }

    /// The question that a command asks; `None` for a command that asks none of those supported.
    fn question<'w>(
        &self,
        command: &str,
        words: &mut impl Iterator<Item = &'w str>,
    ) -> Result<Option<Asked>, SuiteFault> {
        let position = || {
            let unsupported = || self.unread.clone().unwrap_or(SuiteFault::Unsupported);
            self.past.last().cloned().ok_or_else(unsupported)
        };
        Ok(Some(match command {
            "reg_genmove" => {
                let color = color(words.next())?;
                position().and_then(|position| {
                    let position = with_to_move(position, color);
                    Ok((position.ok_or(SuiteFault::NotToMove(color))?, Asks::Move))
                })
            }
            "restricted_genmove" => {
                let color = color(words.next())?;
                position().and_then(|position| {
                    let points =
                        words.map(|word| stone(word, &position)).collect::<Result<Vec<Point>, _>>()?;
                    if points.is_empty() {
                        return Err(SuiteFault::Vertex(String::new()));
                    }
                    let position = with_to_move(position, color);
                    Ok((position.ok_or(SuiteFault::NotToMove(color))?, Asks::Choice(points)))
                })
            }
            "attack"
            | "attack_either"
            | "defend"
            | "defend_both"
            | "connect"
            | "disconnect"
            | "same_dragon"
            | "owl_attack"
            | "owl_defend"
            | "dragon_status"
            | "analyze_semeai"
            | "go_ladder"
            | "unconditional_status" => position().and_then(|position| {
                let mut point = || stone(words.next().unwrap_or_default(), &position);
                let at = point()?;
                let question = match command {
                    "attack" => ReadingQuestion::Attack,
                    "attack_either" => ReadingQuestion::Either(point()?),
                    "defend" => ReadingQuestion::Defend,
                    "defend_both" => ReadingQuestion::Both(point()?),
                    "connect" => ReadingQuestion::Connect(point()?),
                    "disconnect" => ReadingQuestion::Disconnect(point()?),
                    "same_dragon" => ReadingQuestion::Joined(point()?),
                    "owl_attack" => ReadingQuestion::Kill,
                    "owl_defend" => ReadingQuestion::Survive,
                    "dragon_status" => ReadingQuestion::Status,
                    "analyze_semeai" => ReadingQuestion::Race(point()?),
                    "go_ladder" => ReadingQuestion::Ladder,
                    _ => ReadingQuestion::UnconditionalStatus,
                };
                Ok((position, Asks::Reading(question, at)))
            }),
            "is_legal" => {
                let color = color(words.next())?;
                position().and_then(|position| {
                    let at = stone(words.next().unwrap_or_default(), &position)?;
                    Ok((position, Asks::Reading(ReadingQuestion::Legal(color), at)))
                })
            }
            // The other kinds of `go_safe` are heuristics of Fuego.
            "go_safe" if words.next() == Some("benson") => {
                let color = words.next().map(|word| color(Some(word))).transpose()?;
                position().map(|position| (position, Asks::SafePoints(color)))
            }
            "final_score" => {
                let file = self.loaded.as_ref().ok_or(SuiteFault::NoFile);
                let position =
                    file.and_then(|(path, before)| load(path, *before, self.rules.clone(), self.ko));
                position.and_then(passed_out).map(|position| (position, Asks::FinalScore))
            }
            _ => return Ok(None),
        }))
    }
}

/// The position before a move, or at the end. A game that repeats a position is replayed without superko, unless the
/// script sets the rule of ko.
fn load(
    file: &Path,
    before: Option<usize>,
    spec: Option<GameSpec>,
    ko: Option<Ko>,
) -> Result<AnyPosition, SuiteFault> {
    let bytes = std::fs::read(file).map_err(|e| SuiteFault::System(e.kind(), e.to_string()))?;
    let options = ReadOptions { spec, ..ReadOptions::default() };
    let mut read = Format::Sgf.read(&bytes, &options)?;
    let record = read.records.first_mut().ok_or(SuiteFault::NoGame)?;
    record.spec = with_ko(record.spec.clone(), ko);
    let (mut node, mut moves) = (Tree::ROOT, 0);
    for id in record.tree.main_line() {
        moves += usize::from(record.tree.node(id).mv.is_some());
        if before.is_some_and(|before| moves >= before.max(1)) {
            break;
        }
        node = id;
    }
    let replay = record.replay_to(node);
    if replay.is_err() && ko.is_none() {
        record.spec = with_ko(record.spec.clone(), Some(Ko::Simple));
        if let Ok(replay) = record.replay_to(node) {
            return Ok(replay.position);
        }
    }
    Ok(replay?.position)
}

/// The rules with another rule of ko.
fn with_ko(spec: GameSpec, ko: Option<Ko>) -> GameSpec {
    match (spec, ko) {
        (GameSpec::Go(mut rules), Some(ko)) => {
            rules.ko = ko;
            rules.into()
        }
        (spec, _) => spec,
    }
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

pub(super) fn vertex(text: &str, position: &AnyPosition) -> Result<Move, SuiteFault> {
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
