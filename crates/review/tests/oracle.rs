//! Reviews of tic-tac-toe and of scripted scores, held to what a plain minimax and plain arithmetic say.

mod support;

use std::collections::HashMap;
use support::{Scripted, engines, moves_of, record};
use tengen_board::random::SplitMix64;
use tengen_engine::{AnyEngine, ForGame, Leveled, Limits, Proof, Score, Stop};
use tengen_games::{AnyPosition, Game, GameSpec, PlayerId, gomoku};
use tengen_records::Record;
use tengen_review::{Course, Review, Source, Verdict, after_move, sweep};
use tengen_words::Language;

/// The value for the side to move (1 won, 0 drawn, −1 lost) and the plies until then, by trying everything.
fn minimax(position: &AnyPosition, known: &mut HashMap<u64, (i32, u32)>) -> (i32, u32) {
    if let Some(&value) = known.get(&position.hash()) {
        return value;
    }
    if let Some(outcome) = position.outcome() {
        return (outcome.winner.map_or(0, |w| if w == position.to_move() { 1 } else { -1 }), 0);
    }
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    let values = legal.into_iter().map(|mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let (value, plies) = minimax(&next, known);
        (-value, plies + 1)
    });
    // Win soon, lose late.
    let value = values.max_by_key(|&(value, plies)| (value, -value * plies as i32)).unwrap();
    known.insert(position.hash(), value);
    value
}

fn proof((value, plies): (i32, u32)) -> Score {
    Score::Proven(match value {
        1 => Proof::Win(plies),
        -1 => Proof::Loss(plies),
        _ => Proof::Draw,
    })
}

fn solver() -> Vec<Box<dyn AnyEngine>> {
    vec![Box::new(ForGame::new(tengen_mnk::Player::at_level(5)))]
}

fn review(record: &Record, engines: &mut [Box<dyn AnyEngine>]) -> (Course, Review) {
    let course = Course::main(record).unwrap();
    let swept = sweep(&course, engines, &Limits::nodes(100_000), &Stop::new(), &mut |_, _| None, &mut |_| ())
        .unwrap();
    let review = Review::new(&course, &swept);
    (course, review)
}

#[test]
fn tic_tac_toe_is_judged_as_minimax_judges_it() {
    let spec = GameSpec::named("tic-tac-toe", None, None).unwrap();
    let mut rng = SplitMix64(5);
    let mut seen = [0; 6];
    let mut known = HashMap::new();
    let mut minimax = |position: &AnyPosition| minimax(position, &mut known);
    for _ in 0..40 {
        let moves = moves_of(&spec, 9, &mut rng);
        let (course, review) = review(&Record::from_moves(spec.clone(), moves), &mut solver());
        assert!(review.is_complete());
        for (score, moment) in review.scores.iter().zip(course.moments()) {
            assert_eq!(*score, Some(proof(minimax(&moment.position))));
        }
        for m in &review.moves {
            let (before, after) =
                [m.index - 1, m.index].map(|i| minimax(&course.moments()[i].position)).into();
            let (had, has) = (before.0, -after.0);
            let verdict = m.verdict.unwrap();
            seen[verdict as usize] += 1;
            assert_eq!(m.loss, Some((had - has) as f32 / 2.0));
            assert_eq!(m.facts.allowed_win, had > -1 && has == -1);
            assert_eq!(m.facts.missed_win, had == 1 && has < 1);
            match (had, has) {
                (1, 0) => assert_eq!(verdict, Verdict::MissedWin),
                (a, b) if a > b => assert_eq!(verdict, Verdict::Blunder),
                (0, 0) => assert_eq!(verdict, Verdict::Best),
                _ => assert!(!verdict.is_fault()),
            }
            assert_eq!(m.facts.slower.is_some(), has == 1 && after.1 + 1 > before.1);
        }
        // The graph is black's, and its end is the result.
        let end = minimax(&course.moments().last().unwrap().position).0;
        let mover = course.moments().last().unwrap().position.player_to_move();
        let first = if mover == PlayerId::First { end } else { -end };
        assert_eq!(review.chances.last().unwrap().unwrap(), (first + 1) as f32 / 2.0);
    }
    assert!(seen[Verdict::Blunder as usize] > 5 && seen[Verdict::MissedWin as usize] > 5, "{seen:?}");
}

#[test]
fn a_score_after_a_move_is_the_next_analysis_turned() {
    for game in ["gomoku", "othello", "go", "connect-four"] {
        let size = (game == "go").then(|| "5".parse().unwrap());
        let spec = GameSpec::named(game, None, size).unwrap();
        let moves = moves_of(&spec, 40, &mut SplitMix64(11));
        let record = Record::from_moves(spec.clone(), moves);
        let mut script = engines(&spec, 1);
        let (course, review) = review(&record, &mut script);
        let mut judged = 0;
        // The end of a game proves the position before it, too; that is the other test's part.
        let over = |i: usize| course.moments().get(i).is_some_and(|m| m.position.is_over());
        for m in review.moves.iter().filter(|m| !over(m.index) && !over(m.index + 1)) {
            let [before, next] = [m.index - 1, m.index].map(|i| &course.moments()[i].position);
            let win = |p: &AnyPosition| Scripted::score(p).win();
            let legal = support::legal(before);
            let after = after_move(Scripted::score(next), false);
            assert_eq!(m.after, Some(after), "{game} {}", m.number);
            if legal.len() == 1 {
                assert!(m.forced && m.verdict == Some(Verdict::Best) && m.before == m.after);
            } else {
                judged += 1;
                let lost = if legal[0] == m.mv { 0.0 } else { (win(before) + win(next) - 1.0).max(0.0) };
                assert!((m.loss.unwrap() - lost).abs() < 1e-6);
                assert_eq!(m.units.is_some(), matches!(game, "go" | "othello"));
            }
        }
        assert!(judged > 10, "{game}");
    }
}

#[test]
fn engines_share_the_work_and_known_positions_are_not_searched() {
    let spec = GameSpec::named("gomoku", None, None).unwrap();
    let record = Record::from_moves(spec.clone(), moves_of(&spec, 30, &mut SplitMix64(3)));
    let course = Course::main(&record).unwrap();
    let limits = Limits::nodes(10);
    let alone =
        sweep(&course, &mut engines(&spec, 1), &limits, &Stop::new(), &mut |_, _| None, &mut |_| ()).unwrap();
    let mut reported = Vec::new();
    let shared =
        sweep(&course, &mut engines(&spec, 3), &limits, &Stop::new(), &mut |_, _| None, &mut |news| {
            assert_eq!((news.done, news.of), (reported.len() + 1, 31));
            reported.push(news.index);
        })
        .unwrap();
    assert_eq!(alone, shared);
    reported.sort_unstable();
    assert_eq!(reported, (0..31).collect::<Vec<_>>());
    let again = sweep(
        &course,
        &mut engines(&spec, 1),
        &limits,
        &Stop::new(),
        &mut |i, _| (i % 2 == 0).then(|| alone.found[i].as_ref().unwrap().analysis.clone()),
        &mut |_| (),
    )
    .unwrap();
    for (i, found) in again.found.iter().flatten().enumerate() {
        assert_eq!(found.source, if i % 2 == 0 { Source::Known } else { Source::Searched });
    }
    assert_eq!(Review::new(&course, &again), Review::new(&course, &alone));
}

#[test]
fn a_stopped_sweep_keeps_what_it_has() {
    let spec = GameSpec::named("gomoku", None, None).unwrap();
    let record = Record::from_moves(spec.clone(), moves_of(&spec, 20, &mut SplitMix64(4)));
    let course = Course::main(&record).unwrap();
    let stop = Stop::new();
    let raise = stop.clone();
    let engine = Scripted { stop_after: Some((7, raise)), ..Scripted::default() };
    let mut engines: Vec<Box<dyn AnyEngine>> = vec![Box::new(ForGame::<_, gomoku::Position>::new(engine))];
    let swept =
        sweep(&course, &mut engines, &Limits::nodes(10), &stop, &mut |_, _| None, &mut |_| ()).unwrap();
    assert_eq!((swept.done, swept.of, swept.is_complete()), (7, 21, false));
    let review = Review::new(&course, &swept);
    assert!(!review.is_complete());
    // From the last position back: the last six moves have both their scores.
    let judged: Vec<usize> = review.moves.iter().filter(|m| m.verdict.is_some()).map(|m| m.number).collect();
    assert_eq!(judged, (15..=20).collect::<Vec<_>>());
    assert!(review.chances[..14].iter().all(Option::is_none));
}

#[test]
fn a_move_against_the_rules_is_named() {
    let broken = record("othello", "f5 d6 c3 a1 f4");
    let fault = Course::main(&broken).unwrap_err().to_string();
    assert!(fault.starts_with("move 4 breaks the rules"), "{fault}");
    assert!(fault.contains("a1"), "{fault}");
    let readable = Course::readable(&broken).unwrap();
    assert_eq!(readable.moments().len(), 4);
    assert!(readable.violation().is_some());
}

/// Playouts are a sample: two chances that differ by less than four times their common error may be the same.
#[test]
fn a_loss_within_the_error_of_the_analyses_is_none() {
    let record = record("go", "Q16 D4");
    let course = Course::main(&record).unwrap();
    let reviewed = |before: f32, after: f32, error: Option<f32>, proven: bool| {
        let mut swept = sweep(
            &course,
            &mut engines(course.spec(), 1),
            &Limits::nodes(1),
            &Stop::new(),
            &mut |_, _| None,
            &mut |_| (),
        )
        .unwrap();
        let scores = [before, 1.0 - after, after];
        for (found, win) in swept.found.iter_mut().zip(scores) {
            let analysis = &mut found.as_mut().unwrap().analysis;
            analysis.standard_error = error;
            analysis.lines[0].score = Score::Estimate { value: 0.0, win };
        }
        if proven {
            swept.found[1].as_mut().unwrap().analysis.lines[0].score = Score::Proven(Proof::Win(3));
        }
        let m = Review::new(&course, &swept).moves[0].clone();
        (m.verdict.unwrap(), (m.loss.unwrap() * 100.0).round())
    };
    // √2 · 4 · 0.05 is 0.28, √2 · 4 · 0.03 is 0.17.
    assert_eq!(reviewed(0.6, 0.41, None, false), (Verdict::Mistake, 19.0));
    assert_eq!(reviewed(0.6, 0.41, Some(0.05), false), (Verdict::Good, 0.0));
    assert_eq!(reviewed(0.6, 0.41, Some(0.03), false), (Verdict::Mistake, 19.0));
    assert_eq!(reviewed(0.7, 0.35, Some(0.05), false), (Verdict::Blunder, 35.0));
    // Where the opponent's win is proven, only the first estimate has an error.
    assert_eq!(reviewed(0.3, 0.0, Some(0.05), true).0, Verdict::Blunder);
}

/// Twelve moves of an even opening: four corners, an approach with its answer, two extensions. A short search has no
/// opinion of them that is worth a word.
#[test]
fn sound_moves_of_an_opening_in_go_are_no_mistakes() {
    let record = record("go", "Q16 D4 Q4 D16 F17 C14 J17 F3 R14 O3 R6 C10");
    let mut engines: Vec<Box<dyn AnyEngine>> = vec![Box::new(ForGame::new(tengen_go::Player::new()))];
    let course = Course::main(&record).unwrap();
    let swept =
        sweep(&course, &mut engines, &Limits::nodes(300), &Stop::new(), &mut |_, _| None, &mut |_| ())
            .unwrap();
    let review = Review::new(&course, &swept);
    let faults: Vec<_> = review.faults().map(|m| (m.number, m.verdict, m.loss)).collect();
    assert_eq!(faults, []);
    assert!(review.moves.iter().all(|m| m.units == Some(0.0)), "points lost");
    // So few playouts would hide a mistake, too: there is no accuracy.
    assert!(review.unseen.is_some() && review.sides.iter().all(|side| side.total.accuracy.is_none()));
    // A loss of chance is a difference of percentages: points.
    for (language, words) in [
        (Language::English, " points of winning chance: "),
        (Language::SimplifiedChinese, " 个百分点以内"),
        (Language::Japanese, "ポイントまでの勝率の損失"),
    ] {
        let text = review.to_text(&course, &record.header, language);
        assert!(text.contains(words), "{text}");
    }
}
