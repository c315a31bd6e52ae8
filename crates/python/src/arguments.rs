//! Games, sizes, colours and symmetries by their words.

use crate::errors;
use pyo3::prelude::*;
use tengen::board::{Color, Size, Symmetry};
use tengen::games::GameSpec;

/// A size as Python gives it.
#[derive(FromPyObject)]
pub(crate) enum SizeArgument {
    /// A square board.
    Side(usize),
    /// Rows and columns.
    Sides(usize, usize),
    /// `15` or `7x6` (columns × rows).
    Text(String),
}

impl SizeArgument {
    pub(crate) fn read(&self) -> PyResult<Size> {
        match self {
            SizeArgument::Side(side) => Size::square(*side),
            SizeArgument::Sides(rows, cols) => Size::new(*rows, *cols),
            SizeArgument::Text(text) => text.parse(),
        }
        .map_err(|e| errors::plain("SpecError", e))
    }
}

/// The game with these rules, or its usual ones.
///
/// # Errors
/// `SpecError` says what there is.
pub(crate) fn spec_of(game: &str, rules: Option<&str>, size: Option<SizeArgument>) -> PyResult<GameSpec> {
    let size = size.map(|size| size.read()).transpose()?;
    let named = match (game.split_once(':'), rules) {
        (Some((game, rules)), None) => GameSpec::named(game, Some(rules), size),
        _ => GameSpec::named(game, rules, size),
    };
    named.map_err(errors::spec)
}

/// `black` or `white`.
pub(crate) fn color_of(text: &str) -> PyResult<Color> {
    match text {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(errors::argument(format!("a colour is 'black' or 'white', not '{text}'"))),
    }
}

/// The word for a colour.
pub(crate) fn color_name(color: Color) -> &'static str {
    if color == Color::Black { "black" } else { "white" }
}

/// The symmetries that a game keeps.
pub(crate) fn symmetries(spec: &GameSpec) -> &'static [Symmetry] {
    if spec.has(tengen::games::Feature::Gravity) {
        &Symmetry::UPRIGHT
    } else {
        Symmetry::keeping(spec.size())
    }
}

/// The word for a symmetry.
pub(crate) fn symmetry_name(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::Identity => "identity",
        Symmetry::MirrorColumns => "mirror-columns",
        Symmetry::MirrorRows => "mirror-rows",
        Symmetry::Rotate180 => "rotate180",
        Symmetry::Transpose => "transpose",
        Symmetry::Rotate90 => "rotate90",
        Symmetry::Rotate270 => "rotate270",
        Symmetry::AntiTranspose => "anti-transpose",
    }
}
