//! A position of a suite, its solution, and the mark of an answer.

use std::time::{Duration, Instant};
use tengen_board::{Color, Point};
use tengen_engine::{Analysis, Proof, Score, SearchError};
use tengen_games::go::{self, Certainty, GroupStatus, Reading};
use tengen_games::{AnyPosition, EndReason, Game, Illegal, Move, Outcome, Reason};
use tengen_words::Language;

/// A position with a known answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Its name in the file, or its number.
    pub name: String,
    /// The number of its line, from 1.
    pub line: usize,
    /// The position.
    pub position: AnyPosition,
    /// The solution.
    pub solution: Solution,
}

/// The solution of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Solution {
    /// The side to move wins, in at most so many plies if the suite says so.
    Win(Option<u32>),
    /// One of these moves is right.
    Best(Vec<Move>),
    /// Each of these moves is wrong.
    Avoid(Vec<Move>),
    /// Of these points, or the pass, one of these moves is right.
    Choice {
        /// The points that the engine chooses from.
        among: Vec<Point>,
        /// The right moves.
        right: Vec<Move>,
    },
    /// The exact margin for the side to move, and the moves that keep it.
    Margin {
        /// In discs.
        margin: f32,
        /// Empty if only the margin is known.
        best: Vec<Move>,
        /// The exact margin after each move that the suite lists, for the side to move.
        moves: Vec<(Move, f32)>,
    },
    /// These points are forbidden to black. The rules answer, not an engine.
    Forbidden {
        /// The points, in order.
        points: Vec<Point>,
        /// True if no other points are forbidden.
        all: bool,
    },
    /// One of these is the answer of reading, as GNU Go writes it: `1 D4`, `0`, `alive`. The library of Go answers, not
    /// an engine. An answer without a point is right with any point.
    Reading {
        /// What is asked of the point.
        question: ReadingQuestion,
        /// A stone, or for the status any point.
        at: Point,
        /// The right answers.
        right: Vec<String>,
    },
    /// How many points are unconditionally safe, stones and territory. The library of Go answers, not an engine. An
    /// answer may have anything after the number.
    SafePoints {
        /// The side whose points count; both where there is none.
        color: Option<Color>,
        /// The right answers.
        right: Vec<String>,
    },
    /// The result of the finished game without its dead stones, as SGF writes it: `W+12.5`.
    FinalScore(String),
}

/// A question of GNU Go's tests about a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingQuestion {
    /// Whether the chain can be captured, and how.
    Attack,
    /// Whether the chain can be saved, and how.
    Defend,
    /// Whether the chain can be joined with that of this stone, and how.
    Connect(Point),
    /// Whether the chain can be kept apart from that of this stone, and how.
    Disconnect(Point),
    /// Whether the chain is joined with that of this stone, although the opponent is to move.
    Joined(Point),
    /// Whether the chain can be killed, and how.
    Kill,
    /// Whether the chain can be kept from being killed, and how.
    Survive,
    /// Whether the opponent captures this chain or that of the stone, with its first move against both.
    Either(Point),
    /// Whether one move saves this chain and that of the stone.
    Both(Point),
    /// Whether the group lives, and the moves that decide where it depends on who moves first.
    Status,
    /// The race against the chain of this stone, the side of the first to move: whether the first survives, whether the
    /// second is killed, and the move.
    Race(Point),
    /// Fuego's question: `captured` whoever moves first, `unsettled`, or `escaped`.
    Ladder,
    /// Whether a stone of this colour may be placed on the point.
    Legal(Color),
    /// What is certain of the point.
    UnconditionalStatus,
}

impl ReadingQuestion {
    /// The limit of nodes of each search for the answer, where none is given: double threats have many searches, and
    /// positions of life take longest.
    fn usual_nodes(self) -> u64 {
        match self {
            ReadingQuestion::Attack
            | ReadingQuestion::Defend
            | ReadingQuestion::Ladder
            | ReadingQuestion::Legal(_)
            | ReadingQuestion::UnconditionalStatus
            | ReadingQuestion::Connect(_)
            | ReadingQuestion::Disconnect(_)
            | ReadingQuestion::Joined(_) => 20_000,
            ReadingQuestion::Either(_) | ReadingQuestion::Both(_) => 3_000,
            ReadingQuestion::Kill
            | ReadingQuestion::Survive
            | ReadingQuestion::Status
            | ReadingQuestion::Race(_) => 2_000,
        }
    }
}

/// The mark of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// It is right.
    Solved,
    /// It is not right, or not proven where a proof is needed.
    Missed,
    /// It claims a proof that contradicts the solution.
    Wrong,
    /// The engine does not play this position.
    Refused,
}

/// What an engine, or the rules, answered. [`Problem::answer_text`] has the words.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// The best move, `None` where there is none, and its score.
    Best(Option<Move>, Option<Score>),
    /// The game is over, with this score.
    Over(Score),
    /// The forbidden points, in order.
    Forbidden(Vec<Point>),
    /// An answer in the words of its suite, such as `1 D4`, `alive` or `W+12.5`.
    Word(String),
    /// There is no stone where a chain is asked about.
    NoStone,
    /// The engine gave no answer.
    Refused(SearchError),
}

/// An answer with its mark.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The mark.
    pub mark: Grade,
    /// What was answered.
    pub said: Said,
    /// True if the engine claims a proof.
    pub proof: bool,
    /// Depth in plies.
    pub depth: u32,
    /// Nodes or playouts.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// How it differs from the exact margin, where the suite has that.
    pub discs: Option<Discs>,
}

/// What an answer loses against exact play, in discs.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Discs {
    /// What its move loses; `None` where the suite does not list the move.
    pub loss: Option<f32>,
    /// By how much its score is wrong; `None` without a score in discs.
    pub error: Option<f32>,
}

impl Problem {
    /// The answer in words.
    pub fn answer_text(&self, said: &Said, language: Language) -> String {
        match said {
            Said::Best(best, score) => {
                let mv = best.map_or_else(
                    || language.pick("no move", "没有着法", "着手なし").to_owned(),
                    |mv| self.position.format_move(mv),
                );
                match score {
                    None => mv,
                    Some(score) => mv + language.pick(", ", "，", "、") + &language.score(*score),
                }
            }
            Said::Over(score) => {
                let score = language.score(*score);
                language.pick(
                    format!("the game is over, {score}"),
                    format!("对局已结束，{score}"),
                    format!("終局、{score}"),
                )
            }
            Said::Forbidden(points) if points.is_empty() => no_forbidden_point(language).into(),
            Said::Forbidden(points) => self.names(points),
            Said::Word(word) => word.clone(),
            Said::NoStone => language.pick("no stone", "没有棋子", "石なし").into(),
            Said::Refused(error) => language.search_error(error),
        }
    }

    /// The question about chains as GNU Go writes it: `attack C3`. `None` where a move or a score is asked for.
    pub fn question_text(&self) -> Option<String> {
        use ReadingQuestion as Q;
        let Solution::Reading { question, at, .. } = &self.solution else { return None };
        let (command, other) = match *question {
            Q::Attack => ("attack", None),
            Q::Defend => ("defend", None),
            Q::Connect(other) => ("connect", Some(other)),
            Q::Disconnect(other) => ("disconnect", Some(other)),
            Q::Joined(other) => ("same_dragon", Some(other)),
            Q::Kill => ("owl_attack", None),
            Q::Survive => ("owl_defend", None),
            Q::Either(other) => ("attack_either", Some(other)),
            Q::Both(other) => ("defend_both", Some(other)),
            Q::Status => ("dragon_status", None),
            Q::Race(other) => ("analyze_semeai", Some(other)),
            Q::Ladder => ("ladder", None),
            Q::Legal(Color::Black) => ("is_legal black", None),
            Q::Legal(Color::White) => ("is_legal white", None),
            Q::UnconditionalStatus => ("unconditional_status", None),
        };
        let points: Vec<Point> = std::iter::once(*at).chain(other).collect();
        Some(format!("{command} {}", self.names(&points)))
    }

    /// The solution in words.
    pub fn solution_text(&self, language: Language) -> String {
        let moves = |moves: &[Move]| -> String {
            moves.iter().map(|&mv| self.position.format_move(mv)).collect::<Vec<_>>().join(" ")
        };
        match &self.solution {
            Solution::Win(Some(plies)) => language.pick(
                format!("a win, in {plies} plies or fewer"),
                format!("{plies} 手以内胜"),
                format!("{plies}手以内に勝ち"),
            ),
            Solution::Win(None) => language.pick("a win", "胜", "勝ち").into(),
            Solution::Best(best) | Solution::Choice { right: best, .. } => moves(best),
            Solution::Avoid(wrong) => {
                let wrong = moves(wrong);
                language.pick(format!("not {wrong}"), format!("除 {wrong} 外"), format!("{wrong}以外"))
            }
            Solution::Margin { margin, best, .. } if best.is_empty() => format!("{margin:+}"),
            Solution::Margin { margin, best, .. } => format!("{} ({margin:+})", moves(best)),
            Solution::Forbidden { points, .. } if points.is_empty() => no_forbidden_point(language).into(),
            Solution::Forbidden { points, .. } => {
                language.pick("forbidden: ", "禁手点：", "禁点：").to_owned() + &self.names(points)
            }
            Solution::Reading { right, .. } | Solution::SafePoints { right, .. } => {
                right.join(language.pick(" or ", " 或 ", "または"))
            }
            Solution::FinalScore(result) => result.clone(),
        }
    }

    fn names(&self, points: &[Point]) -> String {
        let coords = self.position.coords();
        points.iter().map(|&p| coords.format(p, self.position.size())).collect::<Vec<_>>().join(" ")
    }

    /// The answer of an engine, with its mark.
    pub(super) fn mark(&self, found: Result<Analysis, SearchError>) -> Answer {
        let found = match found {
            Ok(found) => found,
            Err(why) => {
                return Answer {
                    mark: Grade::Refused,
                    said: Said::Refused(why),
                    proof: false,
                    depth: 0,
                    nodes: 0,
                    time: Duration::ZERO,
                    discs: None,
                };
            }
        };
        if let (Solution::FinalScore(result), AnyPosition::Go(game)) = (&self.solution, &self.position) {
            let margin = game.score(&game.dead_stones(&found.ownership)).margin();
            let text = match margin {
                0.0 => "0".to_owned(),
                _ => format!("{}+{:.1}", if margin > 0.0 { 'B' } else { 'W' }, margin.abs()),
            };
            return Answer {
                mark: if text == *result { Grade::Solved } else { Grade::Missed },
                said: Said::Word(text),
                proof: false,
                depth: 0,
                nodes: found.nodes,
                time: found.time,
                discs: None,
            };
        }
        let score = found.score();
        Answer {
            mark: self.mark_of(found.best, score),
            said: Said::Best(found.best, score),
            proof: score.is_some_and(Score::is_proof),
            depth: found.depth,
            nodes: found.nodes,
            time: found.time,
            discs: self.discs(found.best, score),
        }
    }

    /// How an answer differs from exact play.
    fn discs(&self, best: Option<Move>, score: Option<Score>) -> Option<Discs> {
        let Solution::Margin { margin, moves, .. } = &self.solution else { return None };
        let value = match score {
            Some(Score::Estimate { value, .. } | Score::Proven(Proof::Margin(value))) => Some(value),
            _ => None,
        };
        let played = moves.iter().find(|(mv, _)| Some(*mv) == best).map(|&(_, value)| value);
        Some(Discs {
            loss: played.map(|played| (margin - played).max(0.0)),
            error: value.map(|value| (value - margin).abs()),
        })
    }

    /// The mark of an answer as a GTP program writes it: a vertex, `1 D4`, `alive`, `W+12.5`.
    pub fn mark_text(&self, text: &str) -> Grade {
        let text = text.trim();
        let solved = match &self.solution {
            Solution::Reading { right, .. } | Solution::SafePoints { right, .. } => is_right(text, right),
            Solution::FinalScore(result) => text == result,
            _ => return self.mark_of(super::gnugo::vertex(text, &self.position).ok(), None),
        };
        if solved { Grade::Solved } else { Grade::Missed }
    }

    fn mark_of(&self, best: Option<Move>, score: Option<Score>) -> Grade {
        let proof = match score {
            Some(Score::Proven(proof)) => Some(proof),
            _ => None,
        };
        let solved = |yes: bool| if yes { Grade::Solved } else { Grade::Missed };
        match &self.solution {
            Solution::Win(_) => match proof {
                Some(Proof::Win(_)) => Grade::Solved,
                Some(Proof::Margin(margin)) if margin > 0.0 => Grade::Solved,
                Some(_) => Grade::Wrong,
                None => solved(best.is_some_and(|mv| self.wins_at_once(mv))),
            },
            Solution::Best(right) | Solution::Choice { right, .. } => {
                solved(best.is_some_and(|mv| right.contains(&mv)))
            }
            Solution::Avoid(wrong) => solved(best.is_some_and(|mv| !wrong.contains(&mv))),
            Solution::Margin { margin, best: right, .. } => {
                let proven = proof.map(|proof| match proof {
                    Proof::Margin(proven) => proven == *margin,
                    Proof::Win(_) => *margin > 0.0,
                    Proof::Loss(_) => *margin < 0.0,
                    Proof::Draw => *margin == 0.0,
                });
                match proven {
                    Some(false) => Grade::Wrong,
                    _ if !right.is_empty() => solved(best.is_some_and(|mv| right.contains(&mv))),
                    proven => solved(proven.is_some()),
                }
            }
            Solution::Forbidden { .. } => self.answer_forbidden().mark,
            Solution::Reading { .. } | Solution::SafePoints { .. } | Solution::FinalScore(_) => Grade::Missed,
        }
    }

    fn wins_at_once(&self, mv: Move) -> bool {
        let mut after = self.position.clone();
        after.play(mv).is_ok() && after.outcome().is_some_and(|o| o.winner == Some(self.position.to_move()))
    }

    /// The answer of the rules: the forbidden points, or the result of a finished game. `None` if an engine must
    /// search. `nodes` is the limit of a search about chains, if it is not the usual one.
    pub(super) fn answer_by_rules(&self, nodes: Option<u64>) -> Option<Answer> {
        match (&self.solution, self.position.outcome()) {
            (Solution::Forbidden { .. }, _) => Some(self.answer_forbidden()),
            (Solution::Reading { question, at, right }, _) => {
                Some(self.answer_reading(*question, *at, right, nodes))
            }
            (Solution::SafePoints { color, right }, _) => Some(self.answer_safe_points(*color, right)),
            (Solution::FinalScore(_), _) => None,
            (_, Some(outcome)) => Some(self.answer_end(outcome)),
            (_, None) => None,
        }
    }

    /// The answer of the library of Go.
    fn answer_reading(
        &self,
        question: ReadingQuestion,
        at: Point,
        right: &[String],
        nodes: Option<u64>,
    ) -> Answer {
        let begun = Instant::now();
        let nodes = nodes.unwrap_or_else(|| question.usual_nodes());
        let said = match &self.position {
            AnyPosition::Go(game) => self.read(game, question, at, nodes),
            _ => None,
        };
        let (word, nodes) = said.map_or((None, 0), |(word, nodes)| (Some(word), nodes));
        let solved = word.as_ref().is_some_and(|word| is_right(word, right));
        Answer {
            mark: if solved { Grade::Solved } else { Grade::Missed },
            said: word.map_or(Said::NoStone, Said::Word),
            proof: false,
            depth: 0,
            nodes,
            time: begun.elapsed(),
            discs: None,
        }
    }

    /// The words of the answer, and the positions visited. `None` if there is no stone.
    fn read(
        &self,
        game: &go::Position,
        question: ReadingQuestion,
        at: Point,
        nodes: u64,
    ) -> Option<(String, u64)> {
        let first = |first: Option<Point>| first.map_or("PASS".to_owned(), |at| self.names(&[at]));
        let code = |read: Reading| u8::from(read.certainty == Certainty::No).to_string();
        let word = |read: Reading| match read.certainty.code() {
            0 => ("0".to_owned(), read.nodes),
            code => (format!("{code} {}", first(read.first)), read.nodes),
        };
        Some(match question {
            ReadingQuestion::Attack => word(game.read_attack(at, nodes)?),
            ReadingQuestion::Defend => word(game.read_defense(at, nodes)?),
            ReadingQuestion::Kill => word(game.read_kill(at, nodes)?),
            ReadingQuestion::Survive => word(game.read_survival(at, nodes)?),
            ReadingQuestion::Connect(other) => word(game.read_connection(at, other, nodes)?),
            ReadingQuestion::Disconnect(other) => word(game.read_cut(at, other, nodes)?),
            ReadingQuestion::Either(other) => word(game.read_either(at, other, nodes)?),
            ReadingQuestion::Both(other) => word(game.read_both(at, other, nodes)?),
            ReadingQuestion::Joined(other) => {
                let read = game.read_cut(at, other, nodes)?;
                (code(read), read.nodes)
            }
            ReadingQuestion::Status => match game.read_status(at, nodes)? {
                (GroupStatus::Critical { attack, defense }, nodes) => {
                    (format!("critical {} {}", first(attack), first(defense)), nodes)
                }
                (status, nodes) => (status.to_string(), nodes),
            },
            ReadingQuestion::Race(other) => {
                let race = game.read_race(at, other, nodes)?;
                let [survival, kill] = [race.survival, race.kill].map(|read| read.certainty.code());
                (format!("{survival} {kill} {}", first(race.first())), race.survival.nodes + race.kill.nodes)
            }
            ReadingQuestion::Ladder => {
                let attack = game.read_attack(at, nodes)?;
                let defense = game.read_defense(at, nodes)?;
                let word = match (attack.certainty, defense.certainty) {
                    (Certainty::No, _) => "escaped",
                    (Certainty::Unknown, _) | (_, Certainty::Unknown) => "unknown",
                    (_, Certainty::No) => "captured",
                    _ => "unsettled",
                };
                (word.to_owned(), attack.nodes + defense.nodes)
            }
            ReadingQuestion::Legal(color) => {
                let mut game = game.clone();
                let may_move = game.to_move() == color || game.play(Move::Pass).is_ok();
                (u8::from(may_move && game.is_legal(Move::Place(at))).to_string(), 0)
            }
            ReadingQuestion::UnconditionalStatus => (game.unconditional_status(at).to_string(), 0),
        })
    }

    fn answer_safe_points(&self, color: Option<Color>, right: &[String]) -> Answer {
        let begun = Instant::now();
        let count = match &self.position {
            AnyPosition::Go(game) => {
                let suicide = game.rules().suicide.is_allowed();
                let colors = Color::BOTH.into_iter().filter(|&side| color.is_none_or(|color| color == side));
                let count = |side| {
                    let life = game.board().unconditional_life(side, suicide);
                    life.stones.len() + life.territory.len()
                };
                colors.map(count).sum::<usize>()
            }
            _ => 0,
        };
        let word = count.to_string();
        let solved = right.iter().any(|answer| answer.split(' ').next() == Some(word.as_str()));
        Answer {
            mark: if solved { Grade::Solved } else { Grade::Missed },
            said: Said::Word(word),
            proof: false,
            depth: 0,
            nodes: 0,
            time: begun.elapsed(),
            discs: None,
        }
    }

    /// The answer for a finished game.
    fn answer_end(&self, outcome: Outcome) -> Answer {
        let own = self.position.to_move();
        let proof = match (outcome.reason, outcome.winner) {
            (EndReason::Score(margin), _) => {
                Proof::Margin(if own == Color::Black { margin } else { -margin })
            }
            (_, None) => Proof::Draw,
            (_, Some(winner)) if winner == own => Proof::Win(0),
            (_, Some(_)) => Proof::Loss(0),
        };
        let score = Score::Proven(proof);
        Answer {
            mark: self.mark_of(None, Some(score)),
            said: Said::Over(score),
            proof: true,
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            discs: None,
        }
    }

    fn answer_forbidden(&self) -> Answer {
        let begun = Instant::now();
        let mut found = Vec::new();
        for p in self.position.size().points() {
            if let Err(Illegal { reason: Reason::Forbidden(_), .. }) = self.position.check(Move::Place(p)) {
                found.push(p);
            }
        }
        let time = begun.elapsed();
        let right = match &self.solution {
            Solution::Forbidden { points, all: true } => found == *points,
            Solution::Forbidden { points, all: false } => points.iter().all(|p| found.contains(p)),
            _ => false,
        };
        Answer {
            mark: if right { Grade::Solved } else { Grade::Wrong },
            said: Said::Forbidden(found),
            proof: true,
            depth: 0,
            nodes: 0,
            time,
            discs: None,
        }
    }
}

/// True if the answer is one of these. One without a point is right with any point.
fn is_right(word: &str, right: &[String]) -> bool {
    let code = word.split(' ').next().unwrap_or_default();
    // The two numbers of a race may stand without a move.
    let codes = word.rsplit_once(' ').map_or("", |(codes, _)| codes);
    right.iter().any(|answer| [word, code, codes].contains(&answer.as_str()))
}

fn no_forbidden_point(language: Language) -> &'static str {
    language.pick("no point is forbidden", "没有禁手点", "禁点なし")
}
