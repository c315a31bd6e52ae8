//! Boards as text and SVG.

use crate::actions::point_of;
use crate::analysis::PyAnalysis;
use crate::arguments::repr;
use crate::errors;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use tengen::games::{AnyPosition, Game};
use tengen::records::Mark;
use tengen::render::{Numbers, Scene, svg, text};

/// Which stones show the number of their move.
pub(crate) enum NumbersArgument {
    /// Those of the last moves.
    Last(u32),
    /// `all` or `none`.
    Word(String),
}

impl<'py> FromPyObject<'_, 'py> for NumbersArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<NumbersArgument> {
        if let Ok(word) = value.extract() {
            return Ok(NumbersArgument::Word(word));
        }
        let wrong =
            || errors::argument(format!("numbers is 'all', 'none' or a number from 0, not {}", repr(&value)));
        value.extract().map(NumbersArgument::Last).map_err(|_| wrong())
    }
}

/// Points and what marks them.
pub(crate) type Marks = BTreeMap<String, String>;

/// What a picture shows besides the stones.
#[derive(Default)]
pub(crate) struct Shown {
    pub(crate) hints: bool,
    pub(crate) forbidden: bool,
    pub(crate) coords: bool,
    pub(crate) numbers: Option<NumbersArgument>,
    pub(crate) marks: Option<Marks>,
    pub(crate) lines: usize,
}

fn scene(position: &AnyPosition, shown: Shown, analysis: Option<&PyAnalysis>) -> PyResult<Scene> {
    let numbers = match shown.numbers {
        None => Numbers::None,
        Some(NumbersArgument::Last(n)) => Numbers::Last(n),
        Some(NumbersArgument::Word(word)) => match word.as_str() {
            "all" => Numbers::All,
            "none" => Numbers::None,
            _ => return Err(errors::argument(format!("numbers is 'all', 'none' or a number, not '{word}'"))),
        },
    };
    let mut scene = Scene::new(position).with_numbers(position, numbers);
    scene.show_coords = shown.coords;
    if shown.hints {
        scene = scene.with_hints(position);
    }
    if shown.forbidden {
        scene = scene.with_forbidden(position);
    }
    let mut marks = Vec::new();
    for (point, word) in shown.marks.unwrap_or_default() {
        marks.push((point_of(position, &point)?, mark(&word)));
    }
    scene = scene.with_marks(&marks);
    if let Some(analysis) = analysis {
        of_this_position(analysis, position)?;
        scene = scene.with_analysis(&analysis.analysis, shown.lines);
    }
    Ok(scene)
}

/// Refuses to draw what an engine found in another position.
fn of_this_position(analysis: &PyAnalysis, position: &AnyPosition) -> PyResult<()> {
    if *analysis.position == *position {
        return Ok(());
    }
    let name = |position: &AnyPosition| {
        let spec = position.spec();
        format!("{spec} {} at ply {}", spec.size(), position.ply())
    };
    let (its, own) = (name(&analysis.position), name(position));
    Err(errors::argument(format!(
        "the analysis is of another position: of {its}, not of {own}. Analyse the position that is drawn"
    )))
}

/// The mark that a word names; other words are labels.
pub(crate) fn mark(word: &str) -> Mark {
    use tengen::board::Color::{Black, White};
    match word {
        "triangle" => Mark::Triangle,
        "square" => Mark::Square,
        "circle" => Mark::Circle,
        "cross" => Mark::Cross,
        "selected" => Mark::Selected,
        "black territory" => Mark::Territory(Black),
        "white territory" => Mark::Territory(White),
        label => Mark::Label(label.to_owned()),
    }
}

/// The word that names a mark.
pub(crate) fn mark_word(mark: &Mark) -> String {
    use tengen::board::Color;
    match mark {
        Mark::Triangle => "triangle".into(),
        Mark::Square => "square".into(),
        Mark::Circle => "circle".into(),
        Mark::Cross => "cross".into(),
        Mark::Selected => "selected".into(),
        Mark::Territory(Color::Black) => "black territory".into(),
        Mark::Territory(Color::White) => "white territory".into(),
        Mark::Label(label) => label.clone(),
    }
}

pub(crate) fn text(
    position: &AnyPosition,
    shown: Shown,
    analysis: Option<&PyAnalysis>,
    ascii: bool,
) -> PyResult<String> {
    let scene = scene(position, shown, analysis)?;
    Ok(text::layout(&scene, text::TextOptions { ascii, color: false }).plain())
}

pub(crate) fn svg(
    position: &AnyPosition,
    shown: Shown,
    analysis: Option<&PyAnalysis>,
    width: Option<u32>,
    theme: &str,
) -> PyResult<String> {
    let theme = match theme {
        "classic" => svg::Theme::Classic,
        "print" => svg::Theme::Print,
        _ => return Err(errors::argument(format!("theme is 'classic' or 'print', not '{theme}'"))),
    };
    if width.is_some_and(|width| !(16..=8192).contains(&width)) {
        return Err(errors::argument("width is 16 to 8192 pixels"));
    }
    Ok(svg::draw(&scene(position, shown, analysis)?, &svg::SvgOptions { width, theme }))
}
