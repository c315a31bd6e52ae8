//! Races of two chains, chains that are never captured and chains that are never joined: against all positions that can
//! come up, by a plain board of its own; and spoilt proofs.

mod go_support;

use go_support::{diagram, point};
use std::collections::HashMap;
use tengen_board::{Color, Point};
use tengen_games::certificate::{ProofFault, ProofPlace};
use tengen_games::go::proof::{
    Claim, GoCertificate, GoCertificates, GoProofNode, GoRefusal, GoStartFault, GoVerifyLimits, verify,
};
use tengen_games::go::{Certainty, GroupStatus, Position, RaceOutcome, Rules};
use tengen_games::{Game, Move};

const NODES: u64 = 10_000;

/// Plays every reply, wherever it is.
const EXHAUSTIVE: GoVerifyLimits = GoVerifyLimits { positions: 2_000_000, exhaustive: true };

/// Positions beyond which the plain search gives up.
const MOST_STATES: usize = 60_000;

/// Stones as the plain board has them: 0 none, 1 black, 2 white.
type Cells = Vec<u8>;

/// The plain rules once more: floods, captures, no suicide, the simple ko.
struct Plain {
    cols: usize,
    rows: usize,
}

impl Plain {
    fn beside(&self, at: usize) -> Vec<usize> {
        let (row, col) = (at / self.cols, at % self.cols);
        let mut found = Vec::new();
        if row > 0 {
            found.push(at - self.cols);
        }
        if col > 0 {
            found.push(at - 1);
        }
        if col + 1 < self.cols {
            found.push(at + 1);
        }
        if row + 1 < self.rows {
            found.push(at + self.cols);
        }
        found
    }

    /// The chain of a stone, and how many liberties it has.
    fn chain(&self, cells: &Cells, at: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut stones, mut liberties) = (vec![at], Vec::new());
        let mut n = 0;
        while n < stones.len() {
            for q in self.beside(stones[n]) {
                if cells[q] == 0 && !liberties.contains(&q) {
                    liberties.push(q);
                } else if cells[q] == cells[at] && !stones.contains(&q) {
                    stones.push(q);
                }
            }
            n += 1;
        }
        (stones, liberties)
    }

    /// The stones after a move, and the point of the ko.
    fn play(&self, cells: &Cells, at: usize, color: u8) -> Option<(Cells, Option<usize>)> {
        if cells[at] != 0 {
            return None;
        }
        let mut next = cells.clone();
        next[at] = color;
        let mut taken = Vec::new();
        for q in self.beside(at) {
            if next[q] == 3 - color {
                let (stones, liberties) = self.chain(&next, q);
                if liberties.is_empty() {
                    stones.iter().for_each(|&stone| next[stone] = 0);
                    taken.extend(stones);
                }
            }
        }
        let (own, liberties) = self.chain(&next, at);
        if liberties.is_empty() {
            return None;
        }
        let is_ko = taken.len() == 1 && own.len() == 1 && liberties.len() == 1;
        Some((next, if is_ko { Some(taken[0]) } else { None }))
    }
}

/// What one side wants to reach, as the plain board sees it.
#[derive(Clone, Copy)]
enum Wanted {
    /// To capture `target` while `own` stands, if there is one.
    Capture {
        own: Option<usize>,
        target: usize,
    },
    Join(usize, usize),
}

#[derive(PartialEq)]
enum End {
    Won,
    Lost,
    Open,
}

/// All positions that can come up, with the moves between them.
struct Graph {
    plain: Plain,
    prover: u8,
    /// The side that may take back a ko at once.
    retake: Option<u8>,
    wanted: Wanted,
}

/// The stones, the point of the ko and the side to move.
type State = (Cells, Option<usize>, u8);

impl Graph {
    /// What a position after a move means.
    fn end(&self, (cells, ko, to_move): &State) -> End {
        let other = 3 - self.prover;
        match self.wanted {
            Wanted::Capture { own, target } => {
                if own.is_some_and(|own| cells[own] != self.prover) {
                    return End::Lost;
                }
                let taken_back = *ko == Some(target) && self.retake == Some(other);
                if cells[target] != other && !(taken_back && *to_move == other) {
                    End::Won
                } else {
                    End::Open
                }
            }
            Wanted::Join(a, b) => {
                if cells[a] != self.prover || cells[b] != self.prover {
                    return End::Lost;
                }
                let (stones, liberties) = self.plain.chain(cells, a);
                let joined = stones.contains(&b) && liberties.len() >= 2;
                if joined && *to_move == other { End::Won } else { End::Open }
            }
        }
    }

    /// Whether the prover gets what it wants; `None` if there are too many positions.
    fn solve(&self, start: State) -> Option<bool> {
        let mut numbers: HashMap<State, usize> = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        // For each position, the ends of its moves: a position, or won or lost.
        let mut moves: Vec<Vec<Result<usize, bool>>> = Vec::new();
        let mut n = 0;
        while n < states.len() {
            if states.len() > MOST_STATES {
                return None;
            }
            let (cells, ko, to_move) = states[n].clone();
            n += 1;
            let mut found = Vec::new();
            let passed = (cells.clone(), None, 3 - to_move);
            let played = (0..cells.len()).filter_map(|at| {
                if ko == Some(at) && self.retake != Some(to_move) {
                    return None;
                }
                let (next, ko) = self.plain.play(&cells, at, to_move)?;
                Some((next, ko, 3 - to_move))
            });
            for next in played.chain([passed]) {
                found.push(match self.end(&next) {
                    End::Won => Err(true),
                    End::Lost => Err(false),
                    End::Open => Ok(*numbers.entry(next.clone()).or_insert_with(|| {
                        states.push(next);
                        states.len() - 1
                    })),
                });
            }
            moves.push(found);
        }
        // Won positions, found again and again until no more are.
        let mut won = vec![false; states.len()];
        loop {
            let mut more = false;
            for n in (0..states.len()).rev() {
                if won[n] {
                    continue;
                }
                let wins = |end: &Result<usize, bool>| match *end {
                    Ok(to) => won[to],
                    Err(end) => end,
                };
                let found = if states[n].2 == self.prover {
                    moves[n].iter().any(wins)
                } else {
                    moves[n].iter().all(wins)
                };
                won[n] = found;
                more |= found;
            }
            if !more {
                return Some(won[0]);
            }
        }
    }
}

fn number(color: Color) -> u8 {
    if color == Color::Black { 1 } else { 2 }
}

/// By which kind of ko the claim holds, by all positions; `No` if it does not, `None` if there are too many.
fn truth(game: &Position, claim: Claim, side: Color, to_move: Color) -> Option<Certainty> {
    let size = game.size();
    let cells: Cells = size.points().map(|p| game.at(p).color().map_or(0, number)).collect();
    let index = |p: Point| size.index(p);
    // A hold is the failure of the other side.
    let (reach, prover) = if claim.is_hold() { (claim.opposite().unwrap(), !side) } else { (claim, side) };
    let wanted = match reach {
        Claim::Capture(target) => Wanted::Capture { own: None, target: index(target) },
        Claim::Race(own, target) => Wanted::Capture { own: Some(index(own)), target: index(target) },
        Claim::Connect(a, b) => Wanted::Join(index(a), index(b)),
        _ => unreachable!(),
    };
    let rights = [
        (Certainty::Yes, Some(number(!side))),
        (Certainty::Ko, None),
        (Certainty::KoNeedsThreat, Some(number(side))),
    ];
    for (certainty, retake) in rights {
        let plain = Plain { cols: size.cols(), rows: size.rows() };
        let graph = Graph { plain, prover: number(prover), retake, wanted };
        let start = (cells.clone(), None, number(to_move));
        let won =
            if graph.end(&start) == End::Won && to_move != prover { true } else { graph.solve(start)? };
        if won != claim.is_hold() {
            return Some(certainty);
        }
    }
    Some(Certainty::No)
}

/// A small source of numbers.
fn random(seed: u64) -> impl FnMut() -> u32 {
    let mut seed = seed;
    move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 32) as u32
    }
}

/// A random position without an end by passes, whose ko is open again.
fn random_position(size: &str, plies: u32, random: &mut impl FnMut() -> u32) -> Position {
    let rules = Rules::named("japanese,passes=0", Some(size.parse().unwrap())).unwrap();
    let mut game = Position::new(&rules);
    for _ in 0..plies {
        game.play_random(&mut *random);
    }
    game.play(Move::Pass).unwrap();
    game
}

#[derive(Default, Debug)]
struct Counts {
    asked: usize,
    agree: usize,
    /// True, but no proof was found, or only one by a ko of more threats.
    weaker: usize,
    by_ko: usize,
}

fn compare(game: &Position, claim: Claim, side: Color, to_move: Color, counts: &mut Counts) {
    let Some(truth) = truth(game, claim, side, to_move) else { return };
    let found = game.prove(claim, side, to_move, NODES).unwrap();
    let certainty = found.proven.as_ref().map_or(Certainty::No, |proven| proven.certainty);
    counts.asked += 1;
    let what =
        format!("{claim:?} {side} {to_move}: {certainty:?}, {truth:?} by all positions\n{}", show(game));
    assert!(certainty <= truth, "{what}");
    if certainty == truth {
        counts.agree += 1;
    } else {
        counts.weaker += 1;
        println!("{what}");
    }
    if matches!(certainty, Certainty::Ko | Certainty::KoNeedsThreat) {
        counts.by_ko += 1;
    }
    if let Some(proven) = found.proven {
        let proof = proven.certificate;
        assert_eq!(proof.to_string().parse::<GoCertificate>().unwrap(), proof);
        match verify(&proof, &EXHAUSTIVE) {
            Ok(_) | Err(GoRefusal::TooMuch(_)) => {}
            Err(why) => panic!("{what}\n{why}\n{proof}"),
        }
    }
}

fn show(game: &Position) -> String {
    let size = game.size();
    let mut text = String::new();
    for p in size.points() {
        text.push(match game.at(p).color() {
            None => '.',
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
        });
        if p.col as usize + 1 == size.cols() {
            text.push('\n');
        }
    }
    text
}

/// Chains of both sides that touch: a stone of each.
fn facing(game: &Position) -> Vec<(Point, Point)> {
    let chains = game.chains();
    let mut found = Vec::new();
    for own in chains.iter().filter(|chain| chain.color == Color::Black) {
        for other in chains.iter().filter(|chain| chain.color == Color::White) {
            let touches =
                |a: &Point| other.stones.iter().any(|b| a.row.abs_diff(b.row) + a.col.abs_diff(b.col) == 1);
            if own.stones.iter().any(touches) {
                found.push((own.stones[0], other.stones[0]));
            }
        }
    }
    found
}

#[test]
fn races_agree_with_all_positions() {
    let mut random = random(0x9e37_79b9_7f4a_7c15);
    let [mut wins, mut stands] = [Counts::default(), Counts::default()];
    for n in 0..28 {
        let (size, plies) = [("3x3", 6), ("4x3", 10), ("4x4", 16), ("5x4", 24)][n % 4];
        let game = random_position(size, plies + n as u32 % 7, &mut random);
        for (black, white) in facing(&game) {
            for to_move in Color::BOTH {
                for (side, own, other) in [(Color::Black, black, white), (Color::White, white, black)] {
                    compare(&game, Claim::Race(own, other), side, to_move, &mut wins);
                    compare(&game, Claim::Stand(own, other), side, to_move, &mut stands);
                }
            }
        }
    }
    println!("{wins:?} {stands:?}");
    // Some kos take more positions than the search may visit.
    for counts in [&wins, &stands] {
        assert!(counts.agree > 150 && counts.weaker * 50 < counts.asked, "{wins:?} {stands:?}");
        assert!(counts.by_ko > 0, "{wins:?} {stands:?}");
    }
}

#[test]
fn saved_and_cut_chains_agree_with_all_positions() {
    let mut random = random(0x2545_f491_4f6c_dd1d);
    let [mut saves, mut cuts] = [Counts::default(), Counts::default()];
    for n in 0..16 {
        let (size, plies) = [("3x3", 6), ("4x3", 10)][n % 2];
        let game = random_position(size, plies + n as u32 % 5, &mut random);
        let chains = game.chains();
        for to_move in Color::BOTH {
            for (i, chain) in chains.iter().enumerate() {
                let at = chain.stones[0];
                compare(&game, Claim::Save(at), chain.color, to_move, &mut saves);
                for other in chains[i + 1..].iter().filter(|other| other.color == chain.color) {
                    compare(&game, Claim::Cut(at, other.stones[0]), !chain.color, to_move, &mut cuts);
                }
            }
        }
    }
    println!("{saves:?} {cuts:?}");
    for counts in [&saves, &cuts] {
        assert!(counts.agree > 50 && counts.weaker * 20 < counts.asked, "{saves:?} {cuts:?}");
    }
}

/// Two chains that share their last two liberties: who plays there is captured.
const SEKI: [&str; 3] = ["X.O", "XXO", "X.O"];

fn checked(proof: &GoCertificate) -> Result<u32, GoRefusal> {
    verify(proof, &GoVerifyLimits::default()).map(|report| report.plies)
}

/// Both sides stand whoever moves first, and neither makes two eyes.
#[test]
fn a_seki_is_proven_from_both_sides() {
    let game = diagram("chinese", Color::Black, &SEKI);
    let (black, white) = (point(&game, "A1"), point(&game, "C1"));
    for (own, other) in [(black, white), (white, black)] {
        let race = game.prove_race(own, other, NODES, &|| false).unwrap();
        assert_eq!(race.outcome(), RaceOutcome::Seki, "{race:?}");
        let claims: Vec<Claim> = race.proofs.iter().map(|proven| proven.certificate.claim).collect();
        assert_eq!(claims, [Claim::Stand(own, other), Claim::Stand(other, own)]);
        assert!(race.proofs.iter().all(|proven| verify(&proven.certificate, &EXHAUSTIVE).is_ok()));
        // All claims are one file.
        let all = GoCertificates(race.proofs.iter().map(|proven| proven.certificate.clone()).collect());
        let text = all.to_string();
        assert_eq!(text.parse::<GoCertificates>().unwrap(), all);
        let error = text.parse::<GoCertificate>().unwrap_err();
        let first = all.0[0].to_string().lines().count();
        assert_eq!((error.at, error.what), (ProofPlace::Line(first), ProofFault::MoreClaims { most: 1 }));
    }
    assert!(game.prove_race(black, black, NODES, &|| false).is_none(), "one chain");
    assert!(game.prove_race(black, point(&game, "B1"), NODES, &|| false).is_none(), "no stone");
}

/// The parts of a report agree with all positions, and every outcome comes up.
#[test]
fn outcomes_agree_with_all_positions() {
    let mut random = random(0x1234_5678_9abc_def1);
    let mut outcomes: Vec<RaceOutcome> = Vec::new();
    for _ in 0..12 {
        let game = random_position("3x3", 4 + random() % 4, &mut random);
        for (black, white) in facing(&game) {
            for (own, other, side) in [(black, white, Color::Black), (white, black, Color::White)] {
                let race = game.prove_race(own, other, NODES, &|| false).unwrap();
                for (claim, certainty) in
                    [(Claim::Race(own, other), race.wins), (Claim::Stand(own, other), race.stands)]
                {
                    let expected = truth(&game, claim, side, side).unwrap();
                    if certainty != Certainty::Unknown {
                        assert_eq!(certainty, expected, "{claim:?}\n{}", show(&game));
                    }
                }
                outcomes.push(race.outcome());
            }
        }
    }
    for outcome in [RaceOutcome::Wins, RaceOutcome::Loses, RaceOutcome::Ko] {
        assert!(outcomes.contains(&outcome), "{outcome:?} of {outcomes:?}");
    }
    let unknown = outcomes.iter().filter(|&&outcome| outcome == RaceOutcome::Unknown).count();
    assert!(unknown * 10 < outcomes.len(), "{outcomes:?}");
}

/// A wall with two eyes is between the stones, so nothing more need be shown.
#[test]
fn a_living_wall_cuts() {
    let game = diagram("chinese", Color::Black, &[".O.O.", "XOOOX", ".O.O."]);
    let claim = Claim::Cut(point(&game, "A2"), point(&game, "E2"));
    let proven = game.prove(claim, Color::White, Color::Black, NODES).unwrap().proven.unwrap();
    assert_eq!((proven.plies, proven.certificate.nodes.len()), (0, 1));
    let mut spoilt = proven.certificate.clone();
    // Four stones without the row between them do not live.
    spoilt.white.retain(|p| p.row != 1);
    assert!(checked(&spoilt).is_err());
    let mut spoilt = proven.certificate;
    spoilt.side = Color::Black;
    assert!(matches!(checked(&spoilt), Err(GoRefusal::Position(GoStartFault::NoStone { .. }))));
}

/// Each node of a proof spoilt: either it is refused, or what is left holds by every reply.
fn assert_spoilt_are_refused(proof: &GoCertificate) {
    assert!(checked(proof).is_ok(), "{proof}");
    let mut swapped = proof.clone();
    swapped.side = !swapped.side;
    assert!(matches!(checked(&swapped), Err(GoRefusal::Position(_))), "{proof}");
    let mut spoilt: Vec<GoCertificate> = Vec::new();
    for n in 0..proof.nodes.len() {
        let mut change = |change: &dyn Fn(&mut GoProofNode)| {
            let mut other = proof.clone();
            change(&mut other.nodes[n]);
            if other != *proof {
                spoilt.push(other);
            }
        };
        change(&|node| node.other = None);
        for reply in 0..proof.nodes[n].replies.len() {
            change(&|node| {
                node.replies.remove(reply);
            });
        }
        for mv in proof.size.points().map(Move::Place).chain([Move::Pass]) {
            change(&|node| node.mv = node.mv.map(|_| mv));
        }
    }
    let mut refused = 0;
    for spoilt in &spoilt {
        match checked(spoilt) {
            Ok(_) => assert!(verify(spoilt, &EXHAUSTIVE).is_ok(), "{spoilt}"),
            Err(_) => refused += 1,
        }
    }
    assert!(refused * 2 > spoilt.len(), "{refused} of {}\n{proof}", spoilt.len());
}

#[test]
fn spoilt_proofs_are_refused() {
    let game = diagram("chinese", Color::Black, &SEKI);
    let (black, white) = (point(&game, "A1"), point(&game, "C1"));
    for (claim, side) in [
        (Claim::Stand(black, white), Color::Black),
        (Claim::Stand(white, black), Color::White),
        (Claim::Save(black), Color::Black),
    ] {
        let proven = game.prove(claim, side, Color::White, NODES).unwrap().proven.unwrap();
        assert_spoilt_are_refused(&proven.certificate);
        // A hold has circles, so it is no proof of a win.
        let text = proven.certificate.to_string();
        let win = text.replace("claim stand", "claim race").replace("claim save", "claim live");
        if let Ok(win) = win.parse::<GoCertificate>() {
            assert!(checked(&win).is_err(), "{win}");
        }
        let fault = text.replacen(" *", " *99", 1).parse::<GoCertificate>().unwrap_err().what;
        assert!(matches!(fault, ProofFault::NoNode { .. }), "{fault}");
    }
    // Wins of more than one move.
    let mut random = random(0x0fed_cba9_8765_4321);
    let mut races = 0;
    while races < 3 {
        let game = random_position("4x4", 12 + random() % 4, &mut random);
        for (own, other) in facing(&game) {
            let found = game.prove(Claim::Race(own, other), Color::Black, Color::White, 2_000).unwrap();
            if let Some(proven) = found.proven.filter(|proven| proven.plies > 2) {
                races += 1;
                assert_spoilt_are_refused(&proven.certificate);
            }
        }
    }
}

/// GNU Go's question: three stones fill the only eye of the group around them. Who captures them is killed in it.
#[test]
fn stones_whose_capture_kills_the_captor_are_in_seki() {
    let Some(text) = tengen_truth::text("go/gnugo/games/seki_nakade1.sgf") else { return };
    let game = go_support::Sgf::read(&text).replay("japanese,passes=0", usize::MAX).unwrap();
    let (inner, captor) = (point(&game, "D9"), point(&game, "B8"));
    let status = game.read_status(inner, 2_000).unwrap().0;
    assert_eq!(status, GroupStatus::Seki);
    let race = game.read_race(captor, inner, 2_000).unwrap();
    assert_eq!((race.survival.certainty, race.kill.certainty), (Certainty::Yes, Certainty::No));
}
