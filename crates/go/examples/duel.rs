//! Games of the Go engine against itself with another policy, or against a program that speaks GTP.
//!
//! `cargo run --release -p tengen-go --example duel -- games=20 size=9 playouts=1000 b.playouts=2000 b.race=50`
//! `cargo run --release -p tengen-go --example duel -- playouts=1000 gtp='gnugo --mode gtp --level 10 --chinese-rules'`
//!
//! `cargo run --release -p tengen-go --example duel -- games=40 time=0.3 a.keep=true`
//!
//! Each opening of a few random stones is played with both colours, or with `only=white` by side A as White alone, for
//! handicap games. `b.` before an option changes the second side alone. `time` is seconds a move instead of playouts;
//! with `keep=true` a side keeps its tree between moves. The result of a game with a program is the program's own
//! count. It is compared with ours, to the point, and a game with another count is printed. `resign=0` plays every game
//! to its end. With `finish=true` the program also plays for side A once that would pass, so that the program alone
//! decides when nothing is left to play.

use std::collections::HashSet;
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Size};
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::go::{Position, Rules};
use tengen_games::{Game, Move};
use tengen_go::{Player, Policy};

/// A side of the match.
struct Side {
    policy: Policy,
    playouts: u64,
    threads: usize,
    /// Time for each move instead of playouts.
    per_move: Option<Duration>,
    /// The player of the whole game, if the tree is kept between its moves.
    keeper: Option<Player>,
    time: Duration,
    moves: u32,
}

impl Side {
    fn new() -> Side {
        Side {
            policy: Policy::default(),
            playouts: 500,
            threads: 1,
            per_move: None,
            keeper: None,
            time: Duration::ZERO,
            moves: 0,
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Box<dyn Error>> {
        let Policy {
            atari,
            ladder,
            nakade,
            race,
            pattern,
            second,
            desperate,
            positions,
            even,
            likely,
            urgent,
            expand_at,
            rave,
            pattern_least,
            net,
            opening,
            learnt,
        } = &mut self.policy;
        match key {
            "playouts" => self.playouts = value.parse()?,
            "threads" => self.threads = value.parse()?,
            "time" => self.per_move = Some(Duration::try_from_secs_f64(value.parse()?)?),
            "keep" => self.keeper = value.parse::<bool>()?.then(Player::new),
            "atari" => *atari = value.parse()?,
            "ladder" => *ladder = value.parse()?,
            "nakade" => *nakade = value.parse()?,
            "race" => *race = value.parse()?,
            "pattern" => *pattern = value.parse()?,
            "second" => *second = value.parse()?,
            "desperate" => *desperate = value.parse()?,
            "positions" => *positions = value.parse()?,
            "even" => *even = value.parse()?,
            "likely" => *likely = value.parse()?,
            "urgent" => *urgent = value.parse()?,
            "expand_at" => *expand_at = Some(value.parse()?),
            "rave" => *rave = value.parse()?,
            "net" => *net = value.parse()?,
            "opening" => *opening = value.parse()?,
            "learnt" => *learnt = value.parse()?,
            "pattern_least" => *pattern_least = value.parse()?,
            _ => return Err(format!("no option {key:?}").into()),
        }
        Ok(())
    }

    /// A new game: nothing kept, and the policy as it is now.
    fn begin(&mut self) {
        self.keeper = self.keeper.take().map(|_| Player::new().with_policy(self.policy));
    }

    fn choose(&mut self, game: &Position, seed: u64) -> (Move, f32) {
        let begun = Instant::now();
        let limits = self.per_move.map_or(Limits::nodes(self.playouts), Limits::time);
        let mut fresh = Player::new().with_policy(self.policy);
        let player = self.keeper.as_mut().unwrap_or(&mut fresh);
        let found = player.analyze(
            game,
            &Limits { seed, threads: self.threads, ..limits },
            &Stop::new(),
            &mut |_| (),
        );
        self.time += begun.elapsed();
        self.moves += 1;
        (found.best.unwrap_or(Move::Pass), found.score().map_or(0.5, |score| score.win()))
    }
}

/// A program at the other end of two pipes.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    time: Duration,
    moves: u32,
}

impl Program {
    fn start(command: &str) -> Result<Program, Box<dyn Error>> {
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().ok_or("gtp= needs a command")?)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Program { child, input, output, time: Duration::ZERO, moves: 0 })
    }

    fn ask(&mut self, command: &str) -> Result<String, Box<dyn Error>> {
        writeln!(self.input, "{command}")?;
        self.input.flush()?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("the program ended at {command:?}").into());
            }
            if line.trim().is_empty() {
                if answer.is_empty() {
                    continue;
                }
                break;
            }
            answer += &line;
        }
        match answer.trim().strip_prefix('=') {
            Some(text) => Ok(text.trim().to_string()),
            None => Err(format!("{command:?}: {}", answer.trim()).into()),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        drop(self.ask("quit"));
        drop(self.child.wait());
    }
}

/// The second side.
enum Opponent {
    Own(Side),
    Program(Program),
}

struct Match {
    rules: Rules,
    a: Side,
    b: Opponent,
    resign: f32,
    /// Whether the program plays on for side A where that passes.
    finish: bool,
    /// Games that were counted, not resigned.
    counted: u32,
    /// Those in which a program's count is not ours.
    differences: u32,
}

impl Match {
    /// Plays one game; `first` is the colour of side A. Returns the winner and the moves.
    fn play(
        &mut self,
        opening: &Position,
        first: Color,
        seed: u64,
    ) -> Result<(Option<Color>, String), Box<dyn Error>> {
        let mut game = opening.clone();
        self.a.begin();
        if let Opponent::Own(side) = &mut self.b {
            side.begin();
        }
        let name = |color| if color == Color::Black { "b" } else { "w" };
        if let Opponent::Program(program) = &mut self.b {
            program.ask(&format!("boardsize {}", self.rules.size.rows()))?;
            program.ask("clear_board")?;
            program.ask(&format!("komi {}", self.rules.komi))?;
            let mut color = Color::Black;
            for mv in opening.moves() {
                program.ask(&format!("play {} {}", name(color), opening.format_move(mv)))?;
                color = !color;
            }
        }
        let (mut resigned, mut handed_over) = (None, false);
        while !game.is_over() && game.ply() < 3 * self.rules.size.area() {
            let color = game.to_move();
            let seed = seed.wrapping_mul(1000).wrapping_add(game.ply() as u64);
            let own = (color == first && !handed_over).then(|| self.a.choose(&game, seed));
            let passes = own.is_some_and(|(mv, _)| mv == Move::Pass);
            handed_over |= passes && self.finish && matches!(self.b, Opponent::Program(_));
            let told = if handed_over { None } else { own };
            let (mv, win) = if let Some(own) = told {
                own
            } else {
                match &mut self.b {
                    Opponent::Own(side) => side.choose(&game, seed),
                    Opponent::Program(program) => {
                        let begun = Instant::now();
                        let answer = program.ask(&format!("genmove {}", name(color)))?;
                        program.time += begun.elapsed();
                        program.moves += 1;
                        if answer.eq_ignore_ascii_case("resign") {
                            resigned = Some(color);
                            break;
                        }
                        (game.parse_move(&answer.to_lowercase())?, 0.5)
                    }
                }
            };
            if win < self.resign {
                resigned = Some(color);
                break;
            }
            if let Opponent::Program(program) = &mut self.b
                && told.is_some()
            {
                program.ask(&format!("play {} {}", name(color), game.format_move(mv)))?;
            }
            game.play(mv).map_err(|e| format!("illegal move: {e}"))?;
        }
        let moves: Vec<String> = game.moves().map(|mv| game.format_move(mv)).collect();
        if let Some(color) = resigned {
            return Ok((Some(!color), moves.join(" ")));
        }
        let found = Player::new().analyze(&game, &Limits::nodes(4000), &Stop::new(), &mut |_| ());
        let ours = game.score(&game.dead_stones(&found.ownership)).margin();
        let margin = match &mut self.b {
            Opponent::Own(_) => ours,
            Opponent::Program(program) => margin(&program.ask("final_score")?)?,
        };
        self.counted += 1;
        if margin != ours {
            self.differences += 1;
            println!("{margin:+} for Black, and by our count {ours:+}: {}", moves.join(" "));
        }
        let winner = match margin {
            0.0 => None,
            margin if margin > 0.0 => Some(Color::Black),
            _ => Some(Color::White),
        };
        Ok((winner, moves.join(" ")))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut games, mut size, mut seed, mut stones) = (20, 9, 1, 2);
    let (mut resign, mut finish, mut show) = (0.08, false, false);
    let (mut rules, mut gtp, mut only) = (String::from("chinese"), None, None);
    let (mut a, mut b) = (Side::new(), Side::new());
    for argument in std::env::args().skip(1) {
        let (key, value) = argument.split_once('=').ok_or(format!("{argument:?} is no key=value"))?;
        match key {
            "games" => games = value.parse()?,
            "size" => size = value.parse()?,
            "seed" => seed = value.parse()?,
            "stones" => stones = value.parse()?,
            "resign" => resign = value.parse()?,
            "finish" => finish = value.parse()?,
            "rules" => rules = value.to_string(),
            "only" => {
                only = Some(match value {
                    "black" => Color::Black,
                    "white" => Color::White,
                    _ => return Err(format!("only={value}: black or white").into()),
                });
            }
            "show" => show = value.parse()?,
            "gtp" => gtp = Some(value.to_string()),
            _ => match key.split_once('.') {
                Some(("a", key)) => a.set(key, value)?,
                Some(("b", key)) => b.set(key, value)?,
                _ => {
                    a.set(key, value)?;
                    b.set(key, value)?;
                }
            },
        }
    }
    let rules = Rules::named(&rules, Some(Size::new(size, size)?))?;
    let b = match gtp {
        Some(command) => Opponent::Program(Program::start(&command)?),
        None => Opponent::Own(b),
    };
    let mut contest = Match { rules, a, b, resign, finish, counted: 0, differences: 0 };
    let mut random = SplitMix64(seed);
    let (mut won, mut distinct, mut swept) = ([0u32; 2], HashSet::new(), [0u32; 3]);
    let mut black_wins = 0;
    for pair in 0..games / 2 {
        let opening = opening(&contest.rules, stones, &mut random);
        let mut pair_won = 0;
        for first in Color::BOTH.into_iter().filter(|&color| only.is_none_or(|only| only == color)) {
            let (winner, moves) = contest.play(&opening, first, seed * 1_000_000 + pair)?;
            let wins = winner == Some(first);
            pair_won += usize::from(wins);
            black_wins += u32::from(winner == Some(Color::Black));
            won[usize::from(!wins)] += 1;
            if show {
                println!(
                    "{} {} {moves}",
                    if first == Color::Black { "A-B" } else { "B-A" },
                    if wins { "A" } else { "B" }
                );
            }
            distinct.insert(moves);
        }
        if only.is_none() {
            swept[pair_won] += 1;
        }
        let per_move = contest.a.time.as_secs_f64() / f64::from(contest.a.moves.max(1));
        let other = match &contest.b {
            Opponent::Own(side) => side.time.as_secs_f64() / f64::from(side.moves.max(1)),
            Opponent::Program(program) => program.time.as_secs_f64() / f64::from(program.moves.max(1)),
        };
        println!(
            "{}-{} distinct {} openings won twice by A {}, by B {}, black {black_wins}; {per_move:.3} s and {other:.3} s a move; {} of {} counts differ",
            won[0],
            won[1],
            distinct.len(),
            swept[2],
            swept[0],
            contest.differences,
            contest.counted
        );
    }
    Ok(())
}

/// Black's margin in the words of GTP: `B+3.5`, `W+3.5` or `0`.
fn margin(text: &str) -> Result<f32, Box<dyn Error>> {
    match text.split_once('+') {
        Some(("B", points)) => Ok(points.parse()?),
        Some(("W", points)) => Ok(-points.parse::<f32>()?),
        _ if text == "0" => Ok(0.0),
        _ => Err(format!("{text:?} is no score").into()),
    }
}

/// Random stones off the first line.
fn opening(rules: &Rules, stones: usize, random: &mut SplitMix64) -> Position {
    let mut game = Position::new(rules);
    while game.ply() < stones {
        let points: Vec<_> = game.size().points().collect();
        let point = points[random.below(points.len())];
        let (rows, cols) = (game.size().rows() as u8, game.size().cols() as u8);
        let line = point.row.min(point.col).min(rows - 1 - point.row).min(cols - 1 - point.col);
        if line >= 2 && game.is_legal(point.into()) {
            let _ = game.play(point.into());
        }
    }
    game
}
