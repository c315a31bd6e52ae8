//! The curve of Elo as an SVG picture.

use super::words;
use crate::stats::Elo;
use tengen_words::Language;

const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 48.0;
const BOTTOM: f64 = 28.0;

/// Maximum Elo on the axis.
const MAX_ELO: f64 = 600.0;

/// The first player's Elo after each game, with its 95 % interval. It is infinite while one side has won all.
pub(super) fn elo_curve(curve: &[Elo], language: Language) -> String {
    if curve.len() < 2 {
        return String::new();
    }
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
    let x = |i: usize| LEFT + (WIDTH - LEFT - 12.0) * i as f64 / (curve.len() - 1) as f64;
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
    let games: String = [0, curve.len() / 2, curve.len() - 1]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::elo_of_pairs;

    #[test]
    fn the_picture_has_no_infinity() {
        let after = |pairs: &[u64; 5]| elo_of_pairs(*pairs).unwrap();
        let drawn: Vec<Elo> = (1..20).map(|n| after(&[n, 0, n, 0, n])).collect();
        let won: Vec<Elo> = (1..20).map(|n| after(&[0, 0, 0, 0, n])).collect();
        let lost: Vec<Elo> = (1..3).map(|n| after(&[n, 0, 0, 0, 0])).collect();
        assert!(won.iter().all(|elo| elo.value == f64::INFINITY));
        for curve in [&drawn, &won, &lost] {
            let picture = elo_curve(curve, Language::English);
            assert!(
                picture.contains("polyline") && !picture.contains("inf") && !picture.contains("NaN"),
                "{picture}"
            );
        }
        assert!(elo_curve(&won[..1], Language::English).is_empty());
    }
}
