//! Generates the puzzles of the page:
//! `cargo run --release -p tengen-server --example make_puzzles -- SUITE… > new.json`. The file has all suites; those
//! that are not named are copied from `crates/server/puzzles.json`, where the new file belongs. Without names all are
//! made again.
//!
//! Random games are played from seeds, with plausible moves. In their positions the solvers look for puzzles: exactly
//! one move wins (or keeps the best result), the result is proven, and the move is not obvious. All are Tengen's own.

mod go;

use serde_json::{Value, json};
use std::collections::HashSet;
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Point};
use tengen_engine::{Engine, Leveled, Limits, Proof, Score, Stop};
use tengen_games::{Game, Move, gomoku, mnk, othello};
use tengen_gomoku::solve::{SolveResult, WinKind, solve};
use tengen_gomoku::threat_points;

/// The name of a suite, and how it is made.
type Maker = (&'static str, fn() -> Value);

/// The suites in the order of the page.
const SUITES: [Maker; 6] = [
    ("five-by-fours", || {
        fours("freestyle", "five-by-fours", ("Win by fours", "冲四取胜", "四追いの勝ち"), 7, 30)
    }),
    ("renju-by-fours", || {
        let name = ("Renju: black wins by fours", "连珠：黑方冲四取胜", "連珠：黒の四追い");
        fours("renju", "renju-by-fours", name, 5, 20)
    }),
    ("go-capture", || go::captures(20)),
    ("go-save", || go::rescues(20)),
    ("last-discs", || last_discs(30)),
    ("connect-four", || connect_four(30)),
];

fn main() {
    let named: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = named.iter().find(|name| SUITES.iter().all(|(id, _)| id != name)) {
        let ids: Vec<&str> = SUITES.iter().map(|(id, _)| *id).collect();
        eprintln!("no suite {unknown}: choose {}", ids.join(", "));
        std::process::exit(2);
    }
    let file: Value = serde_json::from_str(include_str!("../../puzzles.json")).expect("the suites are JSON");
    let known = |id: &str| file["suites"].as_array()?.iter().find(|suite| suite["id"] == id).cloned();
    let suite = |(id, make): Maker| match known(id) {
        Some(suite) if !named.is_empty() && !named.iter().any(|name| name == id) => suite,
        _ => make(),
    };
    println!("{:#}", json!({"suites": SUITES.map(suite)}));
}

fn texts<G: Game>(game: &G) -> Vec<String> {
    let mut at = game.clone();
    let moves: Vec<Move> = game.moves().collect();
    while at.undo().is_some() {}
    let mut texts = Vec::new();
    for mv in moves {
        texts.push(at.format_move(mv));
        at.play_unchecked(mv);
    }
    texts
}

/// A plausible gomoku move: a five, the block of one, else near other stones.
fn plausible_move(game: &gomoku::Position, random: &mut SplitMix64) -> Option<Move> {
    let [black, white] = threat_points(game);
    let (own, other) = if game.to_move() == Color::Black { (black, white) } else { (white, black) };
    let stop: Vec<Point> = other.fives.iter().copied().filter(|&p| game.is_legal(p.into())).collect();
    let lists = [own.fives, stop, own.open_fours, other.open_fours, own.threes, own.fours];
    for (i, list) in lists.iter().enumerate() {
        // A move that only builds is played now and then, so that games differ.
        if !list.is_empty() && (i < 2 || random.next_u32() % 10 < 6) {
            return Some(Move::Place(list[random.next_u32() as usize % list.len()]));
        }
    }
    let size = game.size();
    let near = |p: &Point| {
        size.points().any(|q| !game.at(q).is_empty() && q.row.abs_diff(p.row).max(q.col.abs_diff(p.col)) == 1)
    };
    let mut points: Vec<Point> = size.points().filter(|&p| game.is_legal(p.into())).collect();
    let close: Vec<Point> = points.iter().copied().filter(near).collect();
    if !close.is_empty() {
        points = close;
    }
    (!points.is_empty()).then(|| Move::Place(points[random.next_u32() as usize % points.len()]))
}

/// VCF wins of at least `least` plies whose first move is the only one that wins by fours.
fn fours(rules: &str, id: &str, name: (&str, &str, &str), least: u32, count: usize) -> Value {
    let rules = gomoku::Rules::named(rules, None).expect("a rule set");
    let mut random = SplitMix64(2026);
    let (mut puzzles, mut seen) = (Vec::new(), HashSet::new());
    while puzzles.len() < count {
        let mut game = gomoku::Position::new(&rules);
        let center = rules.size.center();
        game.play(center.into()).expect("the centre is free");
        while let Some(mv) = plausible_move(&game, &mut random).filter(|_| game.ply() < 60) {
            let side = game.to_move();
            if game.ply() > 10 && !(rules.variant == gomoku::Variant::Renju && side == Color::White) {
                let limits = Limits::nodes(20_000);
                let answer = solve(&game, side, WinKind::Vcf, &limits, &Stop::new());
                if let SolveResult::Win(win) = answer.result {
                    let own = &threat_points(&game)[side as usize];
                    let obvious = !own.fives.is_empty() || !own.open_fours.is_empty();
                    let quiet = threat_points(&game)[side.opponent() as usize].fives.is_empty();
                    if win.plies >= least
                        && !obvious
                        && quiet
                        && only(&game, &win.line[0])
                        && seen.insert(game.hash())
                    {
                        puzzles.push(json!({
                            "moves": texts(&game),
                            "task": {
                                "en": format!("{side} to move wins in {} plies by fours", win.plies),
                                "zh": format!("{}先行，冲四 {} 手内取胜", tengen_words::Language::SimplifiedChinese.color(side), win.plies),
                                "ja": format!("{}の手番：四追いで{}手以内に勝ち", tengen_words::Language::Japanese.color(side), win.plies),
                            },
                            "answers": [game.format_move(win.line[0].into())],
                            "line": win.line.iter().map(|&p| game.format_move(p.into())).collect::<Vec<_>>(),
                        }));
                    }
                    // One puzzle a game: later positions are of the same fight.
                    break;
                }
            }
            if game.play(mv).is_err() || game.is_over() {
                break;
            }
        }
    }
    json!({
        "id": id, "game": "gomoku", "rules": rules.to_string(), "size": rules.size.to_string(), "kind": "vcf",
        "name": {"en": name.0, "zh": name.1, "ja": name.2},
        "text": {
            "en": "Every move makes a four; find the first. Each win is proven, and only one first move wins by fours.",
            "zh": "步步冲四；找出第一手。每题均已证明，且只有一个第一手能以冲四取胜。",
            "ja": "どの手も四になります。初手を見つけてください。勝ちはすべて証明済みで、四追いで勝てる初手は一つだけです。",
        },
        "puzzles": puzzles,
    })
}

/// Whether no other four starts a VCF win.
fn only(game: &gomoku::Position, first: &Point) -> bool {
    let side = game.to_move();
    let own = &threat_points(game)[side as usize];
    let others = own.fours.iter().chain(&own.open_fours).filter(|p| *p != first);
    others.into_iter().all(|&p| {
        let mut after = game.clone();
        if after.play(p.into()).is_err() {
            return true;
        }
        // The reply is forced: the point that completes the five.
        let fives = threat_points(&after)[side as usize].fives.clone();
        match fives[..] {
            [five] => {
                let played = after.play(five.into()).is_ok();
                let limits = Limits::nodes(20_000);
                played
                    && !matches!(
                        solve(&after, side, WinKind::Vcf, &limits, &Stop::new()).result,
                        SolveResult::Win(_)
                    )
            }
            _ => false,
        }
    })
}

/// Othello: the only move that keeps the best result, with eight to eleven empty squares.
fn last_discs(count: usize) -> Value {
    let rules = othello::Rules::named("othello", None).expect("Othello");
    let mut random = SplitMix64(64);
    let mut engine = tengen_othello::Player::at_level(tengen_othello::Player::MAX_LEVEL);
    let mut puzzles = Vec::new();
    while puzzles.len() < count {
        let mut game = othello::Position::new(&rules);
        let empties = 8 + puzzles.len() % 4;
        while game.size().points().filter(|&p| game.at(p).is_empty()).count() > empties {
            if game.play_random(&mut || random.next_u32()).is_none() {
                break;
            }
        }
        let mut legal = Vec::new();
        game.legal_moves_into(&mut legal);
        if legal.len() < 4 {
            continue;
        }
        let limits = Limits { lines: legal.len(), ..Limits::default() };
        let found = engine.analyze(&game, &limits, &Stop::new(), &mut |_| ());
        let margins: Vec<f32> = found
            .lines
            .iter()
            .filter_map(|line| match line.score {
                Score::Proven(Proof::Margin(m)) => Some(m),
                _ => None,
            })
            .collect();
        // The best move is clear, and it decides the game.
        if margins.len() == legal.len() && margins[0] > 0.0 && margins[1] <= 0.0 {
            let side = game.to_move();
            let line = &found.lines[0].moves;
            puzzles.push(json!({
                "moves": texts(&game),
                "task": {
                    "en": format!("{side} to move: only one move wins, by {}", margins[0]),
                    "zh": format!("{}先行：只有一手能赢（胜 {} 子）", tengen_words::Language::SimplifiedChinese.color(side), margins[0]),
                    "ja": format!("{}の手番：勝つ手は一つ（{}石差）", tengen_words::Language::Japanese.color(side), margins[0]),
                },
                "answers": [game.format_move(line[0])],
                "line": line.iter().map(|&mv| game.format_move(mv)).collect::<Vec<_>>(),
            }));
        }
    }
    json!({
        "id": "last-discs", "game": "othello", "rules": "othello", "size": "8x8", "kind": "exact",
        "name": {"en": "The last discs", "zh": "最后几子", "ja": "最後の数手"},
        "text": {
            "en": "Eight to eleven empty squares, and one move that wins. Each is solved to the end.",
            "zh": "还剩八至十一个空格，只有一手能赢。每题都已算到终局。",
            "ja": "空きは8〜11マスで、勝つ手は一つだけです。どの問題も終局まで読み切っています。",
        },
        "puzzles": puzzles,
    })
}

/// Connect four: the only move that wins, several moves ahead.
fn connect_four(count: usize) -> Value {
    let rules = mnk::Rules::CONNECT_FOUR;
    let mut random = SplitMix64(4);
    let mut engine = tengen_mnk::Player::at_level(tengen_mnk::Player::MAX_LEVEL);
    let mut puzzles = Vec::new();
    while puzzles.len() < count {
        let mut game = mnk::Position::new(&rules);
        let plies = 16 + random.next_u32() as usize % 10;
        while game.ply() < plies && game.play_random(&mut || random.next_u32()).is_some() {}
        let mut legal = Vec::new();
        game.legal_moves_into(&mut legal);
        if game.is_over() || legal.len() < 4 {
            continue;
        }
        let limits = Limits { lines: legal.len(), ..Limits::nodes(3_000_000) };
        let found = engine.analyze(&game, &limits, &Stop::new(), &mut |_| ());
        let wins: Vec<u32> = found
            .lines
            .iter()
            .filter_map(|line| match line.score {
                Score::Proven(Proof::Win(n)) => Some(n),
                _ => None,
            })
            .collect();
        let proven = found.lines.len() == legal.len() && found.lines.iter().all(|line| line.score.is_proof());
        if let ([plies], true) = (&wins[..], proven)
            && *plies >= 5
        {
            let side = game.to_move();
            let line = &found.lines[0].moves;
            puzzles.push(json!({
                "moves": texts(&game),
                "task": {
                    "en": format!("{side} to move: one move wins, in {plies} plies"),
                    "zh": format!("{}先行：只有一手必胜（{plies} 手内）", tengen_words::Language::SimplifiedChinese.color(side)),
                    "ja": format!("{}の手番：必勝の手は一つ（{plies}手以内）", tengen_words::Language::Japanese.color(side)),
                },
                "answers": [game.format_move(line[0])],
                "line": line.iter().map(|&mv| game.format_move(mv)).collect::<Vec<_>>(),
            }));
        }
    }
    json!({
        "id": "connect-four", "game": "mnk", "rules": "connect-four", "size": "7x6", "kind": "exact",
        "name": {"en": "Connect four: the winning move", "zh": "四子棋：必胜之着", "ja": "コネクト4：必勝の手"},
        "text": {
            "en": "One move wins against any defence. Each position is solved.",
            "zh": "只有一手能战胜任何防守。每题均已解出。",
            "ja": "相手がどう応じても勝てる手は一つだけです。どの局面も解かれています。",
        },
        "puzzles": puzzles,
    })
}
