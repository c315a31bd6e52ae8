//! The curve of Elo as an SVG picture.

use super::words;
use crate::Tally;
use crate::stats::{Elo, elo_of_games};
use tengen_words::Language;

const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 48.0;
const BOTTOM: f64 = 28.0;

/// Maximum Elo on the axis.
const MAX_ELO: f64 = 600.0;

/// The first player's Elo after each game, with its 95 % interval. `points` are the points of each game, 0, ½ or 1.
pub(super) fn elo(points: &[f64], language: Language) -> String {
    if points.len() < 2 {
        return String::new();
    }
    let curve = curve(points);
    // The axis holds the last interval, and the curve after its noisy start.
    let settled = &curve[curve.len() / 4..];
    let values = settled
        .iter()
        .map(|elo| elo.value.abs())
        .chain(curve.last().map(|elo| elo.low.abs().max(elo.high.abs())));
    let step = [50.0, 100.0, 200.0];
    let range = values.filter(|elo| elo.is_finite()).fold(0.0, f64::max).clamp(100.0, MAX_ELO);
    let step = step.into_iter().find(|step| range / step <= 3.0).unwrap_or(200.0);
    let range = (range / step).ceil() * step;
    let y = |elo: f64| {
        (HEIGHT - BOTTOM) / 2.0 - elo.clamp(-range, range) / range * ((HEIGHT - BOTTOM) / 2.0 - 8.0)
    };
    let x = |i: usize| LEFT + (WIDTH - LEFT - 12.0) * i as f64 / (points.len() - 1) as f64;
    let at = |(i, elo): (usize, f64)| format!("{:.1},{:.1}", x(i), y(elo));
    let line = |of: fn(&Elo) -> f64| curve.iter().map(of).enumerate().map(at).collect::<Vec<_>>();
    let (mut band, mut back) = (line(|elo| elo.low), line(|elo| elo.high));
    back.reverse();
    band.append(&mut back);
    let rows = (-3..=3).map(|i| f64::from(i) * step).filter(|elo| elo.abs() <= range);
    let marks: String = rows
        .map(|elo| {
            format!(
                "<line class=grid x1={LEFT} x2={WIDTH} y1={0:.1} y2={0:.1} /><text x={1} y={2:.1} text-anchor=end>{elo:+.0}</text>",
                y(elo),
                LEFT - 6.0,
                y(elo) + 4.0
            )
        })
        .collect();
    let games: String = [0, points.len() / 2, points.len() - 1]
        .iter()
        .map(|&i| format!("<text x={:.1} y={} text-anchor=middle>{}</text>", x(i), HEIGHT - 8.0, i + 1))
        .collect();
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=img aria-label=\"{}\">{marks}{games}\
         <polygon class=band points=\"{}\" /><polyline class=curve points=\"{}\" /></svg>\
         <p class=small>{}</p>",
        words::CURVE.text(language),
        band.join(" "),
        line(|elo| elo.value).join(" "),
        words::CURVE_NOTE.text(language),
    )
}

/// The first player's Elo after each game, by its points in each, 0, ½ or 1. It is infinite while one side has won all.
pub fn curve(points: &[f64]) -> Vec<Elo> {
    let mut tally = Tally::default();
    let after = |&points: &f64| {
        match points {
            1.0 => tally.wins += 1,
            0.0 => tally.losses += 1,
            _ => tally.draws += 1,
        }
        elo_of_games(tally.wins, tally.draws, tally.losses).unwrap_or(Elo { value: 0.0, low: 0.0, high: 0.0 })
    };
    points.iter().map(after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_ends_with_the_games_and_the_picture_has_no_infinity() {
        let points: Vec<f64> = [1.0, 0.5, 0.0].repeat(20);
        let last = *curve(&points).last().unwrap();
        assert!(last.value == 0.0 && last.low < 0.0 && last.high > 0.0);
        // While one side has won all n games, Wilson's interval ends at n / (n + z²): 0.342 for two, or −113 Elo.
        let two = curve(&[1.0, 1.0])[1];
        assert!(two.value == f64::INFINITY && two.high == f64::INFINITY && (two.low + 113.4).abs() < 0.1);
        for points in [&points[..], &[1.0; 30], &[0.0, 0.0]] {
            let picture = elo(points, Language::English);
            assert!(
                picture.contains("polyline") && !picture.contains("inf") && !picture.contains("NaN"),
                "{picture}"
            );
        }
        assert!(elo(&[1.0], Language::English).is_empty());
    }
}
