//! Games, sizes, colours and symmetries by their words.

use crate::errors;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};
use tengen::board::{Color, Size, Symmetry};
use tengen::games::GameSpec;

/// A whole number from 0, for `from_py_with`.
///
/// # Errors
/// `ArgumentError` for a number out of range, `TypeError` for what is no number.
pub(crate) fn whole<'py, T>(value: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    value.extract::<T>().map_err(|error| {
        if !error.is_instance_of::<PyOverflowError>(value.py()) {
            return error;
        }
        let below = value.lt(0).unwrap_or(false);
        errors::argument(format!("{value} is too {}", if below { "small: write 0 or more" } else { "large" }))
    })
}

/// The same, or none.
pub(crate) fn some_whole<'py, T>(value: &Bound<'py, PyAny>) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    if value.is_none() { Ok(None) } else { whole(value).map(Some) }
}

/// A list of texts, for `from_py_with`. Python counts a single text as a sequence too: it is refused.
///
/// # Errors
/// `ArgumentError` for a single text, `TypeError` for what is no sequence of texts.
pub(crate) fn texts(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(text) = value.extract::<String>() {
        return Err(errors::argument(format!("a list of texts is expected, such as ['{text}']")));
    }
    value.extract()
}

/// The same, or none.
pub(crate) fn some_texts(value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<String>>> {
    if value.is_none() { Ok(None) } else { texts(value).map(Some) }
}

/// The name of rules, or none, for `from_py_with`. A size is often written in its place.
///
/// # Errors
/// `TypeError` for what is no text.
pub(crate) fn rules(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let text = value.extract::<Option<String>>();
    text.map_err(|_| {
        let given = repr(value);
        PyTypeError::new_err(format!(
            "rules are a text such as 'renju', not {given}: a size is written as size={given}"
        ))
    })
}

/// A size as Python gives it.
pub(crate) enum SizeArgument {
    /// A square board.
    Side(usize),
    /// Rows and columns.
    Sides(usize, usize),
    /// `15` or `7x6` (columns × rows).
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for SizeArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<SizeArgument> {
        if let Ok(text) = value.extract() {
            return Ok(SizeArgument::Text(text));
        }
        if let Ok((rows, cols)) = value.extract() {
            return Ok(SizeArgument::Sides(rows, cols));
        }
        let wrong = || {
            let expected = "a size is a number such as 15, a pair (rows, columns) or a text such as '7x6'";
            errors::plain("SpecError", format!("{expected}, not {}", repr(&value)))
        };
        value.extract().map(SizeArgument::Side).map_err(|_| wrong())
    }
}

/// A value as Python writes it, for messages.
pub(crate) fn repr(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "this object".into(), |text| text.to_string())
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

/// A hash for Python, the same in every process.
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
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
