//! Go against facts from other programs: GNU Go's unconditional status and recorded games, KataGo's dialogues about
//! rules and scores.

mod go_support;

use go_support::Sgf;
use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_games::go::{Position, Rules, fixed_handicap};
use tengen_games::{Game, Move, SetUp};

/// Every question of GNU Go's suite has GNU Go's answer.
#[test]
fn unconditional_life() {
    let Some(script) = tengen_truth::text("go/gnugo/unconditional.tst") else { return };
    let mut position: Option<Position> = None;
    let mut asked: Option<String> = None;
    let mut file = String::new();
    let mut agree = 0;
    let rules = |size| Rules::named("chinese,ko=simple,passes=0", Some(size)).unwrap();
    let mut differ = Vec::new();
    for line in script.lines().map(str::trim) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["loadsgf", name, rest @ ..] => {
                let text = tengen_truth::text(&format!("go/gnugo/{name}")).unwrap();
                file = (*name).to_string();
                let sgf = Sgf::read(&text);
                let moves = rest.first().map_or(usize::MAX, |n| n.parse::<usize>().unwrap() - 1);
                position = Some(sgf.replay("chinese,ko=simple,passes=0", moves).unwrap());
            }
            ["boardsize", side] => {
                position = Some(Position::new(&rules(Size::square(side.parse().unwrap()).unwrap())));
            }
            ["play", color, at] => {
                let position = position.as_mut().unwrap();
                if position.to_move().to_string() != *color {
                    position.play(Move::Pass).unwrap();
                }
                position.play(Move::Place(go_support::point(position, at))).unwrap();
            }
            [_, "unconditional_status", at] => asked = Some((*at).to_string()),
            [first, ..] if first.starts_with("#?") => {
                let (Some(at), Some(position)) = (asked.take(), &position) else { continue };
                let expected = line.trim_start_matches("#?").trim().trim_matches(['[', ']', '*']);
                let at_point = go_support::point(position, &at);
                let ours = position.unconditional_status(at_point).to_string();
                if ours == expected {
                    agree += 1;
                } else {
                    differ.push(format!("{file} {at}: {ours}, not {expected}"));
                }
            }
            _ => {}
        }
    }
    assert!(differ.is_empty(), "{agree} agree, these do not: {differ:#?}");
    assert_eq!(agree, 673);
}

/// Every move of the recorded game is legal, and the last one is that of the record.
#[test]
fn the_game_of_the_facts_is_legal() {
    let text = std::fs::read_to_string(tengen_truth::fact("go-game.sgf")).unwrap();
    let position = Sgf::read(&text).replay("chinese", usize::MAX).unwrap();
    assert_eq!(position.ply(), 180);
    let last = Coords::Sgf.parse("jp", position.size()).unwrap();
    assert_eq!(position.at(last), Cell::White);
}

/// Every recorded game and problem of the GNU Go suite and the real games replay, every move of the main line legal.
#[test]
fn recorded_games_are_legal() {
    let (mut games, mut moves) = (0, 0);
    let mut refused = Vec::new();
    for folder in ["go/gnugo", "go/games"] {
        let Some(folder) = tengen_truth::file(folder) else { return };
        let mut folders = vec![folder];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ext| ext == "sgf") {
                    let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
                    let sgf = Sgf::read(&text);
                    games += 1;
                    match sgf.replay("japanese,passes=0", usize::MAX) {
                        Ok(_) => moves += sgf.moves.len(),
                        Err(error) => refused.push(format!("{}: {error}", path.display())),
                    }
                }
            }
        }
    }
    println!("{games} games, {moves} moves");
    assert!(refused.is_empty(), "{refused:#?}");
}

/// One side of a GTP dialogue: what was asked and what KataGo answered, replayed on our own rules.
struct Dialogue {
    rules: String,
    komi: f32,
    size: Size,
    position: Position,
    /// Plies of ours before each move of theirs: one of theirs may need a pass before it.
    plies: Vec<usize>,
    dead: Vec<Point>,
    compared: usize,
}

impl Dialogue {
    fn new() -> Dialogue {
        let rules = Rules::named("tromp-taylor,passes=0", None).unwrap();
        Dialogue {
            rules: "tromp-taylor".into(),
            komi: 7.5,
            size: rules.size,
            position: Position::new(&rules),
            plies: Vec::new(),
            dead: Vec::new(),
            compared: 0,
        }
    }

    fn rules(&self) -> Rules {
        // The ko of that program's Chinese rules is the simple one, and passes never end a dialogue.
        let ko = if self.rules == "chinese" { ",ko=simple" } else { "" };
        Rules::named(&format!("{}{ko},passes=0,komi={}", self.rules, self.komi), Some(self.size)).unwrap()
    }

    /// Sets up these stones; false if the rules refuse them.
    fn set_up(&mut self, stones: &[(Color, &str)], to_move: Color) -> bool {
        let rules = self.rules();
        let points =
            stones.iter().map(|(color, at)| Some((Coords::Go.parse(at, self.size).ok()?, (*color).into())));
        let Some(cells) = points.collect::<Option<Vec<_>>>() else { return false };
        let twice = (0..cells.len()).any(|n| cells[..n].iter().any(|(point, _)| *point == cells[n].0));
        match Position::set_up(&rules, &SetUp { cells, to_move }) {
            Ok(position) if !twice => {
                self.position = position;
                self.plies.clear();
                true
            }
            _ => false,
        }
    }

    fn play(&mut self, color: Color, text: &str) {
        self.plies.push(self.position.ply());
        if self.position.to_move() != color {
            self.position.play(Move::Pass).unwrap();
        }
        let mv = self.position.parse_move(text).unwrap();
        self.position.play(mv).unwrap_or_else(|e| panic!("{e}: {:?}", self.position.board()));
    }

    fn take(&mut self, command: &str, answer: &str) {
        let words: Vec<&str> = command.split_whitespace().collect();
        let first = answer.lines().next().unwrap_or("");
        let accepted = first.starts_with('=');
        let result = first.trim_start_matches(['=', '?']).trim();
        let color =
            |word: &str| if word.to_lowercase().starts_with('b') { Color::Black } else { Color::White };
        match words.as_slice() {
            ["boardsize", sides @ ..] => {
                let sides: Vec<usize> = sides.iter().map(|n| n.parse().unwrap()).collect();
                self.size = Size::new(*sides.last().unwrap(), sides[0]).unwrap();
                assert!(self.set_up(&[], Color::Black));
            }
            ["komi", komi] => {
                self.komi = komi.parse().unwrap();
                self.restart_with_rules();
            }
            ["kata-set-rules", rules @ ("chinese" | "tromp-taylor" | "japanese")] => {
                self.rules = (*rules).to_string();
                self.restart_with_rules();
            }
            ["clear_board"] => assert!(self.set_up(&[], Color::Black)),
            ["fixed_handicap", stones] => {
                let points = fixed_handicap(self.size, stones.parse().unwrap()).unwrap();
                let mut ours: Vec<String> = points.iter().map(|&p| Coords::Go.format(p, self.size)).collect();
                let mut theirs: Vec<&str> = result.split_whitespace().collect();
                ours.sort();
                theirs.sort_unstable();
                assert_eq!(ours, theirs, "{command}");
                self.compared += 1;
                let stones: Vec<(Color, &str)> = ours.iter().map(|at| (Color::Black, at.as_str())).collect();
                assert!(self.set_up(&stones, Color::White));
            }
            ["place_free_handicap", _] => {
                let stones: Vec<_> = result.split_whitespace().map(|at| (Color::Black, at)).collect();
                assert!(self.set_up(&stones, Color::White));
            }
            ["set_free_handicap", stones @ ..] => {
                let black: Vec<_> = stones.iter().map(|at| (Color::Black, *at)).collect();
                let before = self.position.clone();
                assert_eq!(self.set_up(&black, Color::White), accepted, "{command}");
                if !accepted {
                    self.position = before;
                }
                self.compared += 1;
            }
            ["set_position", stones @ ..] => {
                let pairs: Vec<_> =
                    stones.chunks(2).filter(|p| p.len() == 2).map(|p| (color(p[0]), p[1])).collect();
                let before = self.position.clone();
                let taken = stones.len() % 2 == 0 && self.set_up(&pairs, Color::Black);
                // That program wants its words separated by single spaces.
                assert_eq!(taken && !command.contains("  "), accepted, "{command}");
                if !accepted {
                    self.position = before;
                }
                self.compared += 1;
            }
            ["play", who, at] if accepted => self.play(color(who), at),
            ["genmove_debug", who] if accepted => self.play(color(who), result),
            ["undo"] => {
                let ply = self.plies.pop().expect("a move to take back");
                while self.position.ply() > ply {
                    self.position.undo();
                }
            }
            ["final_status_list", "dead"] => {
                self.dead =
                    result.split_whitespace().map(|at| Coords::Go.parse(at, self.size).unwrap()).collect();
            }
            // By other rules that program judges life and death, and with it the score, by its network.
            ["final_score"] if self.rules == "tromp-taylor" => {
                let margin = self.position.score(&self.dead).margin();
                let ours = match margin {
                    m if m > 0.0 => format!("B+{m:.1}"),
                    m if m < 0.0 => format!("W+{:.1}", -m),
                    _ => "0".into(),
                };
                assert_eq!(ours, result, "{:?}", self.position.board());
                self.compared += 1;
            }
            ["showboard"] => self.compare_board(answer),
            _ => {}
        }
    }

    /// New rules keep the stones on the board.
    fn restart_with_rules(&mut self) {
        let cells = self.size.points().map(|p| (p, self.position.at(p))).collect();
        let set_up = SetUp { cells, to_move: self.position.to_move() };
        self.position = Position::set_up(&self.rules(), &set_up).unwrap();
        self.plies.clear();
    }

    fn compare_board(&mut self, answer: &str) {
        for line in answer.lines() {
            if let Some(number) = line.get(..2).and_then(|n| n.trim().parse::<usize>().ok()) {
                for col in 0..self.size.cols() {
                    let row = self.size.rows() - number;
                    let theirs = match line.as_bytes()[3 + 2 * col] {
                        b'X' => Cell::Black,
                        b'O' => Cell::White,
                        _ => Cell::Empty,
                    };
                    let ours = self.position.at(Point::new(row as u8, col as u8));
                    assert_eq!(ours, theirs, "row {number}, column {col}: {answer}");
                }
            }
            for (color, head) in
                [(Color::Black, "B stones captured: "), (Color::White, "W stones captured: ")]
            {
                if let Some(count) = line.strip_prefix(head) {
                    assert_eq!(self.position.captured_by(!color), count.trim().parse().unwrap(), "{answer}");
                    self.compared += 1;
                }
            }
        }
    }
}

#[test]
fn dialogues_about_rules() {
    for (name, least) in [("ending", 12), ("handicap", 15), ("set_position", 40)] {
        let Some(asked) = tengen_truth::text(&format!("go/katago/gtp/{name}.txt")) else { return };
        let answered = tengen_truth::text(&format!("go/katago/results/{name}.txt.stdout")).unwrap();
        let mut answers: Vec<String> = Vec::new();
        for line in answered.lines() {
            if line.starts_with(['=', '?']) {
                answers.push(String::new());
            }
            if let Some(last) = answers.last_mut() {
                last.push_str(line);
                last.push('\n');
            }
        }
        let commands: Vec<&str> = asked.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        assert_eq!(commands.len(), answers.len(), "{name}");
        let mut dialogue = Dialogue::new();
        for (command, answer) in commands.iter().zip(&answers) {
            dialogue.take(command, answer);
        }
        assert!(dialogue.compared >= least, "{name}: only {} facts compared", dialogue.compared);
    }
}
