//! Compares the moves of the levels with the moves that people played.
//!
//! `cargo run --release -p tengen-othello --example people -- judge DIR FIRST..LAST GAMES > FILE` draws positions from
//! the games of people in a WTHOR database, of these years: one of each part of a game, where there is a choice. It
//! searches every move to a depth of 12, and to the end with at most 16 empties. A rating of each player by all the
//! games of the database goes with it.
//!
//! `cargo run --release -p tengen-othello --example people -- levels FILE` prints a line for each quarter of the
//! ratings and for each level:
//! - how often the move is the person's,
//! - the mean loss in discs in each part of the game,
//! - how often a move loses 10 discs or more,
//! - how often it gives a corner that another move keeps, at a loss of 6 discs or more.

use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point, Size};
use tengen_engine::{Engine, Leveled, Limits, Proof, Score, Stop};
use tengen_games::othello::{Position, Rules};
use tengen_games::{Game, Move, SetUp};
use tengen_othello::Player;
use tengen_records::wthor::Names;
use tengen_records::wthor::file::{FileGame, FileHeader};

/// The parts of a game, by the discs on the board: the opening, the middle game, the ending and its last ten moves.
const PARTS: [(&str, std::ops::Range<usize>); 4] =
    [("opening", 8..21), ("middle", 21..42), ("ending", 42..54), ("last ten", 54..64)];
/// The depth of the judge.
const DEPTH: u32 = 12;
/// The judge reads to the end from this many empties on.
const EXACT: usize = 16;
/// The levels that are compared: the higher ones lose less than people do.
const SHOWN: u8 = 7;
/// A loss in discs that counts as a blunder.
const BLUNDER: f32 = 10.0;
/// The loss from which a corner was given for nothing.
const CORNER_LOSS: f32 = 6.0;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["judge", dir, years, games] => judge(Path::new(dir), years, games.parse()?),
        ["levels", file] => levels(&fs::read_to_string(file)?),
        _ => Err("judge DIR FIRST..LAST GAMES, or levels FILE".into()),
    }
}

/// A position in which a person chose.
struct Choice {
    position: Position,
    /// Every move with its value in discs.
    moves: Vec<(Point, f32)>,
    played: Point,
    rating: f32,
}

/// What is wrong with a choice of a player, summed up over positions.
#[derive(Clone, Default)]
struct Sum {
    choices: u32,
    agrees: u32,
    blunders: u32,
    corners: u32,
    /// Loss and choices by part.
    losses: [(f32, u32); PARTS.len()],
}

impl Sum {
    fn add(&mut self, choice: &Choice, played: Point) {
        let value = |point| choice.moves.iter().find(|m| m.0 == point).map_or(-64.0, |m| m.1);
        let loss = choice.moves.iter().map(|m| m.1).fold(f32::MIN, f32::max) - value(played);
        self.choices += 1;
        self.agrees += u32::from(played == choice.played);
        self.blunders += u32::from(loss >= BLUNDER);
        let gives = |point| corners_after(&choice.position, point);
        let least = choice.moves.iter().map(|m| gives(m.0)).min().unwrap_or(0);
        self.corners += u32::from(loss >= CORNER_LOSS && gives(played) > least);
        let part = part(&choice.position);
        self.losses[part].0 += loss;
        self.losses[part].1 += 1;
    }

    fn print(&self, name: &str) {
        let percent = |count: u32| 100.0 * count as f32 / self.choices as f32;
        print!("{name:<24} {:>6.1}", percent(self.agrees));
        for (loss, choices) in self.losses {
            print!(" {:>8.2}", loss / choices as f32);
        }
        println!(" {:>8.1} {:>8.1}", percent(self.blunders), percent(self.corners));
    }
}

/// The corners that the opponent may take after a move.
fn corners_after(position: &Position, point: Point) -> usize {
    let mut next = position.clone();
    next.play_unchecked(Move::Place(point));
    let corners = [(0, 0), (0, 7), (7, 0), (7, 7)].map(|(row, col)| Move::Place(Point::new(row, col)));
    corners.into_iter().filter(|&corner| next.is_legal(corner)).count()
}

fn discs(position: &Position) -> usize {
    Color::BOTH.iter().map(|&color| position.discs(color) as usize).sum()
}

fn part(position: &Position) -> usize {
    let discs = discs(position);
    PARTS.iter().position(|(_, range)| range.contains(&discs)).unwrap_or(0)
}

fn levels(file: &str) -> Result<(), Box<dyn Error>> {
    let choices: Option<Vec<Choice>> = file.lines().map(read).collect();
    let mut choices = choices.ok_or("a line is not as `judge` writes it")?;
    choices.sort_by(|a, b| a.rating.total_cmp(&b.rating));
    println!(
        "{} positions\n{:<24} same % {} loss>={BLUNDER} % corner %",
        choices.len(),
        "",
        PARTS.map(|(name, _)| format!("{name:>8}")).join(" ")
    );
    for quarter in choices.chunks(choices.len().div_ceil(4)) {
        let mut sum = Sum::default();
        quarter.iter().for_each(|choice| sum.add(choice, choice.played));
        let rating = |choice: Option<&Choice>| choice.map_or(0.0, |c| c.rating);
        sum.print(&format!("people {:.0} to {:.0}", rating(quarter.first()), rating(quarter.last())));
    }
    for level in 1..=SHOWN {
        let mut player = Player::at_level(level);
        let mut sum = Sum::default();
        for (seed, choice) in (0..).zip(&choices) {
            let limits = Limits { seed, ..Limits::default() };
            let found = player.analyze(&choice.position, &limits, &Stop::new(), &mut |_| ());
            if let Some(Move::Place(point)) = found.best {
                sum.add(choice, point);
            }
        }
        sum.print(&format!("level {level}"));
    }
    Ok(())
}

/// Prints positions with the values of their moves.
fn judge(dir: &Path, years: &str, count: usize) -> Result<(), Box<dyn Error>> {
    let (first, last) = years.split_once("..").ok_or("FIRST..LAST")?;
    let years = first.parse::<u16>()?..=last.parse()?;
    let mut files: Vec<PathBuf> =
        fs::read_dir(dir)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
    files.retain(|path| path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("wtb")));
    files.sort();
    let names = files.first().map(|path| Names::beside(path)).transpose()?.flatten().ok_or("no WTH.JOU")?;
    // Programs have the name of their author in parentheses.
    let is_person = |number| names.player(number).is_some_and(|name| !name.contains('(') && name != "???");
    let (mut drawn, mut all) = (Vec::new(), Vec::new());
    for path in &files {
        let bytes = fs::read(path)?;
        let Some((header, stored)) = bytes.split_first_chunk() else { continue };
        let games: Vec<FileGame> = stored.as_chunks().0.iter().map(FileGame::from_bytes).collect();
        if years.contains(&FileHeader::from_bytes(header).year) {
            drawn.extend(games.iter().filter(|g| is_person(g.black) && is_person(g.white)).copied());
        }
        all.extend(games);
    }
    let ratings = ratings(&all);
    let mut rng = SplitMix64(1);
    for i in 0..count.min(drawn.len()) {
        let other = i + rng.below(drawn.len() - i);
        drawn.swap(i, other);
    }
    let mut player = Player::default().with_table(64);
    for game in drawn.iter().take(count) {
        let positions = positions(game);
        for part in 0..PARTS.len() {
            let there: Vec<_> =
                positions.iter().filter(|(position, _)| self::part(position) == part).collect();
            if there.is_empty() {
                continue;
            }
            let (position, played) = there[rng.below(there.len())];
            let number = if position.to_move() == Color::Black { game.black } else { game.white };
            let empties = 64 - discs(position);
            let depth = if empties <= EXACT { 64 } else { DEPTH };
            let limits = Limits { lines: 64, ..Limits::depth(depth) };
            let found = player.analyze(position, &limits, &Stop::new(), &mut |_| ());
            let moves = found.lines.iter().filter_map(|line| match (line.moves[0], line.score) {
                (Move::Place(point), Score::Estimate { value, .. } | Score::Proven(Proof::Margin(value))) => {
                    Some((point, value))
                }
                _ => None,
            });
            let choice = Choice {
                position: position.clone(),
                moves: moves.collect(),
                played: *played,
                rating: ratings[&number],
            };
            println!("{}", written(&choice));
        }
    }
    Ok(())
}

/// The positions of a game in which there is a choice, with the move played.
fn positions(game: &FileGame) -> Vec<(Position, Point)> {
    let mut position = Position::new(&Rules::STANDARD);
    let mut found = Vec::new();
    for point in game.points().0 {
        if position.is_legal(Move::Pass) {
            position.play_unchecked(Move::Pass);
        }
        if PARTS.iter().any(|(_, range)| range.contains(&discs(&position)))
            && position.legal_moves().len() > 1
        {
            found.push((position.clone(), point));
        }
        if position.play(Move::Place(point)).is_err() {
            found.pop();
            break;
        }
    }
    found
}

/// Elo ratings from all games in the order of the files, three times over; the mean is 1500.
fn ratings(games: &[FileGame]) -> HashMap<u16, f32> {
    let mut ratings = HashMap::new();
    for step in [24.0, 12.0, 6.0] {
        for game in games {
            let rating = |number| ratings.get(&number).copied().unwrap_or(1500.0);
            let (black, white) = (rating(game.black), rating(game.white));
            let expected = 1.0 / (1.0 + 10f32.powf((white - black) / 400.0));
            let scored = match game.score.cmp(&32) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0,
            };
            ratings.insert(game.black, black + step * (scored - expected));
            ratings.insert(game.white, white - step * (scored - expected));
        }
    }
    ratings
}

/// 64 cells from a1 on, the side to move, each move with its value; then the move played and the rating.
fn written(choice: &Choice) -> String {
    let cell = |point| match choice.position.at(point) {
        Cell::Black => 'X',
        Cell::White => 'O',
        Cell::Empty => '-',
    };
    let board: String = Size::of(8, 8).points().map(cell).collect();
    let side = if choice.position.to_move() == Color::Black { 'X' } else { 'O' };
    let name = |point| choice.position.format_move(Move::Place(point));
    let moves: Vec<String> =
        choice.moves.iter().map(|&(p, value)| format!("{}:{value:.2}", name(p))).collect();
    format!("{board} {side};{}|{} {:.0}", moves.join(";"), name(choice.played), choice.rating)
}

fn read(line: &str) -> Option<Choice> {
    let (left, right) = line.split_once('|')?;
    let (board, rest) = left.split_at_checked(64)?;
    let (side, moves) = rest.split_once(';')?;
    let cells = Size::of(8, 8).points().zip(board.chars()).map(|(p, c)| match c {
        'X' => (p, Cell::Black),
        'O' => (p, Cell::White),
        _ => (p, Cell::Empty),
    });
    let to_move = if side.trim() == "X" { Color::Black } else { Color::White };
    let position = Position::set_up(&Rules::STANDARD, &SetUp { cells: cells.collect(), to_move }).ok()?;
    let point = |text: &str| match position.parse_move(text) {
        Ok(Move::Place(point)) => Some(point),
        _ => None,
    };
    let moves = moves.split(';').map(|part| {
        let (name, value) = part.split_once(':')?;
        Some((point(name)?, value.parse().ok()?))
    });
    let moves = moves.collect::<Option<_>>()?;
    let (played, rating) = right.split_once(' ')?;
    Some(Choice { moves, played: point(played)?, rating: rating.parse().ok()?, position })
}
