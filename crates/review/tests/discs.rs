//! Endings of Othello with proven scores, held to a plain minimax over the discs.

mod support;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use support::{Scripted, moves_of};
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color};
use tengen_engine::{Analysis, AnyEngine, Engine, ForKind, Limits, Line, Proof, Score, Stop};
use tengen_games::{AnyPosition, EndReason, Game, GameSpec, Move};
use tengen_records::Record;
use tengen_review::{Course, MoveReview, Review, Verdict, sweep};
use tengen_words::Language;

/// The discs by which the side to move wins with best play, by trying everything.
fn minimax<G: Game>(position: &G, known: &mut HashMap<u64, f32>) -> f32 {
    if let Some(&value) = known.get(&position.hash()) {
        return value;
    }
    let value = match position.outcome() {
        Some(outcome) => {
            let EndReason::Score(margin) = outcome.reason else { panic!("othello ends by a count") };
            if position.to_move() == Color::Black { margin } else { -margin }
        }
        None => {
            let mut moves = Vec::new();
            position.legal_moves_into(&mut moves);
            let value = |mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                -minimax(&next, known)
            };
            moves.into_iter().map(value).fold(f32::MIN, f32::max)
        }
    };
    known.insert(position.hash(), value);
    value
}

/// Solves endings of at most so many empty squares, of some of which it only has an opinion.
struct Solver {
    empties: usize,
    /// Of this many endings it solves all but one; of 0, all.
    one_in: usize,
    known: HashMap<u64, f32>,
}

impl<G: Game> Engine<G> for Solver {
    fn name(&self) -> String {
        "Solver 1".into()
    }

    fn analyze(&mut self, position: &G, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Analysis)) -> Analysis {
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        let empty = position.size().points().filter(|&p| position.at(p) == Cell::Empty).count();
        let guesses = self.one_in > 0 && SplitMix64(position.hash() ^ 7).below(self.one_in) == 0;
        let (best, score) = if empty > self.empties || guesses {
            (moves.first().copied(), Scripted::score(position))
        } else {
            let margin = minimax(position, &mut self.known);
            let keeps = |mv: &Move| {
                let mut next = position.clone();
                next.play_unchecked(*mv);
                -minimax(&next, &mut self.known) == margin
            };
            (moves.iter().copied().find(keeps), Score::Proven(Proof::Margin(margin)))
        };
        let line = Line { moves: best.into_iter().collect(), score, work: 1 };
        Analysis { best, lines: vec![line], nodes: 1, ..Analysis::default() }
    }
}

fn reviewed(record: &Record, empties: usize, one_in: usize) -> (Course, Review) {
    let course = Course::main(record).unwrap();
    let solver = Solver { empties, one_in, known: HashMap::new() };
    let mut engines: Vec<Box<dyn AnyEngine>> = vec![Box::new(ForKind::new(record.spec.kind(), solver))];
    let swept =
        sweep(&course, &mut engines, &Limits::nodes(1), &Stop::new(), &mut |_, _| None, &mut |_| ()).unwrap();
    let review = Review::new(&course, &swept);
    (course, review)
}

/// The margin that a score is proven to have.
fn exact(score: Option<Score>) -> Option<f32> {
    if let Some(Score::Proven(Proof::Margin(margin))) = score { Some(margin) } else { None }
}

/// Random games on small boards, and the last squares of games on the usual one.
fn games() -> Vec<(Record, usize)> {
    let mut rng = SplitMix64(12);
    let mut game = |size: &str, empties| {
        let spec = GameSpec::named("othello", None, Some(size.parse().unwrap())).unwrap();
        (Record::from_moves(spec.clone(), moves_of(&spec, 70, &mut rng)), empties)
    };
    (0..60).map(|i| if i < 40 { game("4", 10) } else { game("8", 7) }).collect()
}

/// The verdict by chance and by discs, each from its own list.
fn slow_verdict(had: f32, has: f32, squares: usize) -> Verdict {
    if had == has {
        return Verdict::Best;
    }
    let sign = |margin: f32| (margin > 0.0) as i32 - (margin < 0.0) as i32;
    let by_chance = match (sign(had), sign(has)) {
        (1, 0) => Verdict::MissedWin,
        (a, b) if a > b => Verdict::Blunder,
        _ => Verdict::Good,
    };
    let share = (had - has) * 64.0 / squares as f32;
    let by_discs = match share {
        20.0.. => Verdict::Blunder,
        10.0.. => Verdict::Mistake,
        4.0.. => Verdict::Inaccuracy,
        _ => Verdict::Good,
    };
    by_chance.max(by_discs)
}

#[test]
fn moves_of_a_solved_ending_are_judged_by_the_discs_they_lose() {
    let mut seen = [0; 6];
    let mut lost_alone = 0;
    for (record, empties) in games() {
        let (course, review) = reviewed(&record, empties, 0);
        let mut known = HashMap::new();
        for m in &review.moves {
            let (from, to) = (&course.moments()[m.index - 1].position, &course.moments()[m.index].position);
            let (Some(before), Some(after)) = (exact(m.before), exact(m.after)) else { continue };
            let [had, has] = [minimax(from, &mut known), -minimax(to, &mut known)];
            assert_eq!((before, after), (had, has));
            let verdict = m.verdict.unwrap();
            let squares = record.spec.size().points().count();
            assert_eq!(verdict, slow_verdict(had, has, squares), "{had} {has}");
            assert_eq!(m.units, Some(had - has));
            assert_eq!(m.facts.lost, (had > has).then_some(had - has));
            seen[verdict as usize] += 1;
            lost_alone += usize::from(verdict.is_fault() && m.loss == Some(0.0));
            assert_eq!(review.faults().any(|fault| fault.index == m.index), verdict.is_fault());
        }
    }
    assert!(seen.iter().all(|&count| count > 0) && lost_alone > 20, "{seen:?} {lost_alone}");
}

/// How many squares were empty, and the depth that was asked for.
type EmptyAndDepth = (usize, Option<u32>);

/// An engine that keeps what it was asked for.
struct Asked(Arc<Mutex<Vec<EmptyAndDepth>>>);

impl<G: Game> Engine<G> for Asked {
    fn name(&self) -> String {
        "Asked 1".into()
    }

    fn analyze(&mut self, position: &G, limits: &Limits, _: &Stop, _: &mut dyn FnMut(&Analysis)) -> Analysis {
        let empty = position.size().points().filter(|&p| position.at(p) == Cell::Empty).count();
        self.0.lock().unwrap().push((empty, limits.depth));
        Analysis::default()
    }
}

/// A limit of depth stops before the end, so there it would leave solved positions to guesses.
#[test]
fn the_last_squares_are_solved_whatever_the_depth() {
    for (name, solved) in [("othello", 14), ("connect-four", 0)] {
        let spec = GameSpec::named(name, None, None).unwrap();
        let record = Record::from_moves(spec.clone(), moves_of(&spec, 70, &mut SplitMix64(3)));
        let course = Course::main(&record).unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let mut engines: Vec<Box<dyn AnyEngine>> =
            vec![Box::new(ForKind::new(spec.kind(), Asked(asked.clone())))];
        sweep(&course, &mut engines, &Limits::depth(8), &Stop::new(), &mut |_, _| None, &mut |_| ()).unwrap();
        let asked = asked.lock().unwrap();
        assert!(asked.len() > 5);
        for &(empty, depth) in asked.iter().filter(|(empty, _)| *empty > 0) {
            assert_eq!(depth, (empty > solved).then_some(8), "{name}, {empty}");
        }
    }
}

/// A bound is called a bound, and it holds.
#[test]
fn where_an_engine_only_guesses_its_neighbours_proofs_are_bounds() {
    let schema = serde_json::from_str(include_str!("../../../docs/review.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let (mut bounds, mut certain) = (0, 0);
    for (record, empties) in games() {
        let (course, review) = reviewed(&record, empties, 3);
        let json = review.to_json(&course, &record.header);
        assert!(
            validator.is_valid(&json),
            "{:?}",
            validator.iter_errors(&json).next().map(|e| e.to_string())
        );
        let mut known = HashMap::new();
        for (i, m) in review.moves.iter().enumerate() {
            let (from, to) = (&course.moments()[m.index - 1].position, &course.moments()[m.index].position);
            let value = |position: &AnyPosition, known: &mut HashMap<u64, f32>| {
                let empty = record.spec.size().points().filter(|&p| position.at(p) == Cell::Empty).count();
                (empty <= empties).then(|| minimax(position, known))
            };
            let (had, has) = (value(from, &mut known), value(to, &mut known).map(|v| -v));
            let json = &json["moves"][i];
            for (name, kind, score, bound, truth) in [
                ("before", "at-least", m.before, m.had_at_least, had),
                ("after", "at-most", m.after, m.has_at_most, has),
            ] {
                if let Some(margin) = exact(score) {
                    assert_eq!((bound, Some(margin)), (None, truth.or(Some(margin))));
                    assert_eq!(json[name]["kind"], "margin");
                } else if let Some(Proof::Margin(bound)) = bound {
                    bounds += 1;
                    let Some(Score::Estimate { value, win }) = score else { panic!("a bound of {score:?}") };
                    let at_least = kind == "at-least";
                    assert!(if at_least { value >= bound } else { value <= bound });
                    assert!(truth.is_none_or(|truth| if at_least { truth >= bound } else { truth <= bound }));
                    assert_eq!(json[name]["kind"], kind);
                    assert_eq!(json[name]["margin"], f64::from(bound));
                    assert!(at_least || bound >= 0.0 || win == 0.0);
                    assert!(!at_least || bound <= 0.0 || win == 1.0);
                } else if score.is_some() {
                    assert_eq!(json[name]["kind"], "estimate");
                }
            }
            if let Some(lost) = m.facts.lost {
                certain += 1;
                assert!(had.zip(has).is_none_or(|(had, has)| had - has >= lost));
                assert!(lost <= m.units.unwrap());
            }
        }
    }
    assert!(bounds > 50 && certain > 20, "{bounds} {certain}");
}

#[test]
fn reports_call_proven_discs_exact_and_bounds_bounds() {
    let mut found = [false; 3];
    for (record, empties) in games() {
        let (course, review) = reviewed(&record, empties, 3);
        for (language, words) in [
            (Language::English, ["exactly ", "at least ", "at most "]),
            (Language::SimplifiedChinese, ["恰为 ", "至少 ", "至多 "]),
            (Language::Japanese, ["ちょうど", "少なくとも", "よくても"]),
        ] {
            let text = review.to_text(&course, &record.header, language);
            let page = tengen_review::page::page(&course, &review, &record.header, language);
            let any = |of: &dyn Fn(&MoveReview) -> bool| review.faults().any(of);
            let expected = [
                any(&|m| m.had_at_least.is_none() && exact(m.before).is_some()),
                any(&|m| m.had_at_least.is_some()),
                any(&|m| m.has_at_most.is_some()),
            ];
            for ((expected, word), found) in expected.into_iter().zip(words).zip(&mut found) {
                *found |= expected;
                assert!(!expected || text.contains(word) && page.contains(word), "{word} {text}");
            }
            if let Some(m) = review.faults().find(|m| m.facts.lost.is_some()) {
                let (lost, unit) = (m.facts.lost.unwrap(), language.unit(record.spec.kind()));
                let words = match language {
                    Language::English => format!("Lost for certain: {lost} {unit}."),
                    Language::SimplifiedChinese => format!("确定损失 {lost} {unit}。"),
                    _ => format!("確実に{lost}{unit}の損です。"),
                };
                assert!(text.contains(&words) && page.contains(&words), "{words} {text}");
            }
        }
    }
    assert_eq!(found, [true; 3]);
}
