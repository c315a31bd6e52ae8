//! Go: chains that only one move captures, or saves, in games of the engine against itself.

use crate::texts;
use serde_json::{Value, json};
use std::collections::HashSet;
use tengen_board::{Color, Point};
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::go::{Certainty, Chain, Position, Rules, proof::Claim};
use tengen_games::{Game, Move};
use tengen_words::Language;

/// Playouts for a move of the games: few, so that chains are left in danger.
const PLAYOUTS: u64 = 40;
/// Positions that a search visits to propose a puzzle, and to prove it.
const PROPOSE: u64 = 600;
const PROVE: u64 = 20_000;
/// Least plies of a capture; shorter ones are seen at once.
const LEAST_PLIES: u32 = 5;

/// A puzzle of a position, if there is one.
type Find = fn(&Position) -> Option<Puzzle>;

struct Puzzle {
    target: Point,
    line: Vec<Move>,
}

pub(crate) fn captures(count: usize) -> Value {
    suite(
        "go-capture",
        ("Go: capture the stones", "围棋：吃子", "囲碁：石を取る"),
        (
            "One move captures the marked stones, whatever the answer. Each capture is proven, and every other move lets them escape.",
            "只有一手能吃掉有标记的棋子，对方怎么应都逃不掉。每题均已证明，其他下法都会让它们逃脱。",
            "印の付いた石を取れる手は一つだけです。相手がどう応じても逃げられません。どの問題も証明済みで、ほかの手では逃げられます。",
        ),
        count,
        capture,
    )
}

pub(crate) fn rescues(count: usize) -> Value {
    suite(
        "go-save",
        ("Go: save the stones", "围棋：救子", "囲碁：石を助ける"),
        (
            "The marked stones are in danger, and one move saves them. After every other move they are captured; that is proven.",
            "有标记的棋子有被吃的危险，只有一手能救。下在别处都会被吃，每题均已证明。",
            "印の付いた石が取られそうです。助かる手は一つだけで、ほかの手ではすべて取られます。どの問題も証明済みです。",
        ),
        count,
        rescue,
    )
}

fn suite(id: &str, name: (&str, &str, &str), text: (&str, &str, &str), count: usize, find: Find) -> Value {
    let rules = Rules::named("chinese", "9x9".parse().ok()).expect("the rules");
    let (mut puzzles, mut seen) = (Vec::new(), HashSet::new());
    for seed in 1.. {
        if puzzles.len() == count {
            break;
        }
        // One puzzle a game: later positions are of the same fight.
        if let Some((game, puzzle)) = in_game(&rules, seed, find)
            && seen.insert(game.hash())
        {
            puzzles.push(puzzle_json(&game, &puzzle, id == "go-capture"));
            eprintln!("{id}: {} of {count}, seed {seed}", puzzles.len());
        }
    }
    json!({
        "id": id, "game": "go", "rules": rules.to_string(), "size": rules.size.to_string(), "kind": "capture",
        "name": {"en": name.0, "zh": name.1, "ja": name.2},
        "text": {"en": text.0, "zh": text.1, "ja": text.2},
        "puzzles": puzzles,
    })
}

fn puzzle_json(game: &Position, puzzle: &Puzzle, attack: bool) -> Value {
    let side = game.to_move();
    let place = game.format_move(Move::Place(puzzle.target));
    let [zh, ja] = [Language::SimplifiedChinese, Language::Japanese].map(|language| language.color(side));
    let task = if attack {
        json!({
            "en": format!("{side} to move captures the stones at {place}"),
            "zh": format!("{zh}先行，吃掉 {place} 的棋子"),
            "ja": format!("{ja}の手番：{place}の石を取る"),
        })
    } else {
        json!({
            "en": format!("{side} to move saves the stones at {place}"),
            "zh": format!("{zh}先行，救出 {place} 的棋子"),
            "ja": format!("{ja}の手番：{place}の石を助ける"),
        })
    };
    json!({
        "moves": texts(game),
        "task": task,
        "target": place,
        "answers": [game.format_move(puzzle.line[0])],
        "line": puzzle.line.iter().map(|&mv| game.format_move(mv)).collect::<Vec<_>>(),
    })
}

/// The first puzzle in a game from this seed.
fn in_game(rules: &Rules, seed: u64, find: Find) -> Option<(Position, Puzzle)> {
    let mut game = Position::new(rules);
    let mut player = tengen_go::Player::new();
    while !game.is_over() && game.ply() < 70 {
        if game.ply() > 12
            && let Some(puzzle) = find(&game)
        {
            return Some((game, puzzle));
        }
        let limits = Limits { seed: seed << 8 | game.ply() as u64, ..Limits::nodes(PLAYOUTS) };
        let best = player.analyze(&game, &limits, &Stop::new(), &mut |_| ()).best?;
        game.play(best).ok()?;
    }
    None
}

/// One stone of each chain of `color` that has at least two stones and some liberties.
fn chains(game: &Position, color: Color, liberties: std::ops::RangeInclusive<usize>) -> Vec<Point> {
    let fits = |chain: &Chain| {
        chain.color == color && chain.stones.len() >= 2 && liberties.contains(&chain.liberties.len())
    };
    game.chains().into_iter().filter(fits).map(|chain| chain.stones[0]).collect()
}

/// The other legal moves, each played.
fn others(game: &Position, first: Move) -> impl Iterator<Item = Position> {
    let mut legal = Vec::new();
    game.legal_moves_into(&mut legal);
    legal.into_iter().filter(move |&mv| mv != first).filter_map(|mv| {
        let mut after = game.clone();
        after.play(mv).ok().map(|_| after)
    })
}

fn capture(game: &Position) -> Option<Puzzle> {
    let side = game.to_move();
    chains(game, !side, 2..=4).into_iter().find_map(|target| {
        let seen = game.read_attack(target, PROPOSE)?;
        if seen.certainty != Certainty::Yes {
            return None;
        }
        let proven = game.prove(Claim::Capture(target), side, side, PROVE)?.proven?;
        if proven.certainty != Certainty::Yes || proven.plies < LEAST_PLIES {
            return None;
        }
        let line = whole_line(game, target, &proven.line)?;
        let escapes = |after: Position| {
            after.read_defense(target, PROVE).is_some_and(|r| r.certainty == Certainty::Yes)
        };
        others(game, line[0]).all(escapes).then_some(Puzzle { target, line })
    })
}

/// A line up to the move that takes the stone at `target`; `None` if the defender passes on the way.
fn whole_line(game: &Position, target: Point, line: &[Move]) -> Option<Vec<Move>> {
    let mut at = game.clone();
    for (n, &mv) in line.iter().enumerate() {
        if mv == Move::Pass {
            return None;
        }
        at.play(mv).ok()?;
        if at.at(target).is_empty() {
            return Some(line[..=n].to_vec());
        }
    }
    None
}

fn rescue(game: &Position) -> Option<Puzzle> {
    let side = game.to_move();
    chains(game, side, 2..=3).into_iter().find_map(|target| {
        if game.read_attack(target, PROPOSE)?.certainty != Certainty::Yes {
            return None;
        }
        let defense = game.read_defense(target, PROVE)?;
        let first = defense.first.map(Move::Place).filter(|_| defense.certainty == Certainty::Yes)?;
        let is_lost = |after: Position| {
            let found = after.prove(Claim::Capture(target), !side, !side, PROVE);
            found.and_then(|found| found.proven).is_some_and(|proven| proven.certainty == Certainty::Yes)
        };
        others(game, first).all(is_lost).then(|| Puzzle { target, line: vec![first] })
    })
}
