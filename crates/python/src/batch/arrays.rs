//! NumPy arrays as arguments: checked, and borrowed without a copy.

use super::slots::Observations;
use crate::arguments::repr;
use crate::{errors, memory};
use numpy::{
    Element, PyArray1, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArray1,
    PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Arrays of so many bytes are made only if there is memory for them. NumPy makes all but the largest: the system gives
/// addresses first, and ends the process once they are written to.
const LARGE: u64 = 1 << 28;

/// What an argument is, for messages: `float64 array of shape (3, 4)`, or the type of another object.
fn describe(value: &Bound<'_, PyAny>) -> String {
    match value.cast::<PyUntypedArray>() {
        Ok(array) => format!("{} array of shape {}", array.dtype(), shape_text(array.shape())),
        Err(_) => value.get_type().name().map_or_else(|_| "another object".into(), |name| name.to_string()),
    }
}

/// A shape as Python writes it.
fn shape_text(shape: &[usize]) -> String {
    let sides: Vec<String> = shape.iter().map(usize::to_string).collect();
    if let [side] = sides.as_slice() { format!("({side},)") } else { format!("({})", sides.join(", ")) }
}

/// The dtype of observations, for `from_py_with`: a name, or what NumPy makes a dtype of.
///
/// # Errors
/// `ArgumentError` for another dtype.
pub(super) fn dtype(value: &Bound<'_, PyAny>) -> PyResult<&'static str> {
    let numpy = value.py().import(intern!(value.py(), "numpy"))?;
    let made = numpy.call_method1(intern!(value.py(), "dtype"), (value,));
    let name = made.and_then(|made| made.getattr(intern!(value.py(), "name"))?.extract::<String>());
    let known = ["uint8", "float32"].into_iter().find(|known| name.as_ref().is_ok_and(|name| name == known));
    known.ok_or_else(|| errors::argument(format!("dtype is 'uint8' or 'float32', not {}", repr(value))))
}

/// The arrays of `out`, which have these names.
///
/// # Errors
/// `ArgumentError` unless it is a tuple or a list of so many.
pub(super) fn given<'py, const N: usize>(
    names: [&str; N],
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<[Option<Bound<'py, PyAny>>; N]> {
    let Some(out) = out else { return Ok([const { None }; N]) };
    let arrays = out.extract::<Vec<Bound<'py, PyAny>>>().unwrap_or_default();
    let arrays: Result<[_; N], _> = arrays.into_iter().map(Some).collect::<Vec<_>>().try_into();
    arrays.map_err(|_| {
        let got =
            out.len().map_or_else(|_| describe(out), |len| format!("{} of length {len}", describe(out)));
        errors::argument(format!("out: expected ({}), got {got}", names.join(", ")))
    })
}

/// The array `given` to write to, or a new one of zeros.
///
/// # Errors
/// `MemoryError` if there is no memory for it. `ArgumentError` unless it has this dtype and shape, is C-contiguous,
/// aligned and writable, and is given once only.
pub(super) fn writable<'py, T: Element>(
    py: Python<'py>,
    name: &str,
    dtype: &str,
    shape: &[usize],
    given: Option<&Bound<'py, PyAny>>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let Some(given) = given else {
        let bytes =
            shape.iter().fold(size_of::<T>() as u64, |bytes, &side| bytes.saturating_mul(side as u64));
        if bytes >= LARGE {
            let array = || format!("{name}, a {dtype} array of shape {}", shape_text(shape));
            memory::check(bytes).map_err(|lack| lack.into_error(&array()))?;
        }
        let shape = PyTuple::new(py, shape)?;
        let made = py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "zeros"), (shape, dtype))?;
        return Ok(made.cast_into::<PyArrayDyn<T>>()?.readwrite());
    };
    let wanted = || format!("{name}: expected a {dtype} array of shape {}", shape_text(shape));
    let array = given
        .cast::<PyArrayDyn<T>>()
        .map_err(|_| errors::argument(format!("{}, got {}", wanted(), describe(given))))?;
    if array.shape() != shape {
        return Err(errors::argument(format!("{}, got {}", wanted(), describe(given))));
    }
    if !array.is_c_contiguous() {
        return Err(errors::argument(format!(
            "{}, C-contiguous; this one has gaps or another order",
            wanted()
        )));
    }
    array.try_readwrite().map_err(|e| errors::argument(format!("{}, writable and given once: {e}", wanted())))
}

/// The values of an array to write to.
pub(super) fn slice<'a, T: Element>(array: &'a mut PyReadwriteArrayDyn<'_, T>) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|e| errors::argument(format!("an array to write to: {e}")))
}

/// The array that was written.
pub(super) fn array<'py, T: Element>(written: PyReadwriteArrayDyn<'py, T>) -> Bound<'py, PyArrayDyn<T>> {
    (**written).clone()
}

/// An array of observations of either dtype.
pub(super) enum Written<'py> {
    U8(PyReadwriteArrayDyn<'py, u8>),
    F32(PyReadwriteArrayDyn<'py, f32>),
}

impl<'py> Written<'py> {
    pub(super) fn slice(&mut self) -> PyResult<Observations<'_>> {
        Ok(match self {
            Written::U8(array) => Observations::U8(slice(array)?),
            Written::F32(array) => Observations::F32(slice(array)?),
        })
    }

    pub(super) fn into_array(self) -> Bound<'py, PyAny> {
        match self {
            Written::U8(written) => array(written).into_any(),
            Written::F32(written) => array(written).into_any(),
        }
    }
}

/// `value` as a NumPy array: by DLPack if it is another library's.
fn as_array<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let numpy = py.import(intern!(py, "numpy"))?;
    let foreign = value.cast::<PyUntypedArray>().is_err() && value.hasattr(intern!(py, "__dlpack__"))?;
    let how = if foreign { intern!(py, "from_dlpack") } else { intern!(py, "asarray") };
    // An array on another device is refused here.
    numpy.call_method1(how, (value,)).map_err(|e| {
        if !e.is_instance_of::<PyException>(py) {
            return e;
        }
        let error =
            errors::argument(format!("{name}: no array can be made of this {}: {e}", describe(value)));
        error.set_cause(py, Some(e));
        error
    })
}

/// `n` integers: an array of any integer dtype, anything with DLPack, or a sequence.
///
/// # Errors
/// `ArgumentError` for another dtype or shape.
pub(super) fn integers<'py>(
    name: &str,
    n: usize,
    value: &Bound<'py, PyAny>,
) -> PyResult<PyReadonlyArray1<'py, i64>> {
    let fits = |array: &Bound<'py, PyArray1<i64>>| array.len() == n && array.is_c_contiguous();
    if let Ok(array) = value.cast::<PyArray1<i64>>()
        && fits(array)
    {
        return array.try_readonly().map_err(|e| errors::argument(format!("{name}: {e}")));
    }
    let py = value.py();
    let array = as_array(name, value)?;
    let wrong =
        || errors::argument(format!("{name}: expected integers of shape ({n},), got {}", describe(&array)));
    let untyped = array.cast::<PyUntypedArray>().map_err(|_| wrong())?;
    if untyped.shape() != [n] || !matches!(untyped.dtype().kind(), b'i' | b'u') {
        return Err(wrong());
    }
    // A number that int64 cannot hold is no action.
    let most = array.call_method0(intern!(py, "max"))?.extract::<i64>();
    most.map_err(|_| errors::argument(format!("{name}: a number is too large to be an action")))?;
    let array = py.import(intern!(py, "numpy"))?.call_method1(
        intern!(py, "ascontiguousarray"),
        (array.call_method1(intern!(py, "astype"), ("int64",))?,),
    )?;
    let array = array.cast_into::<PyArray1<i64>>().map_err(|e| errors::argument(format!("{name}: {e}")))?;
    array.try_readonly().map_err(|e| errors::argument(format!("{name}: {e}")))
}

/// `n` truth values.
///
/// # Errors
/// `ArgumentError` for another dtype or shape.
pub(super) fn flags(name: &str, n: usize, value: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
    let array = as_array(name, value)?;
    let wrong =
        || errors::argument(format!("{name}: expected bool of shape ({n},), got {}", describe(&array)));
    let flags = array.cast::<PyArray1<bool>>().map_err(|_| wrong())?;
    if flags.len() != n {
        return Err(wrong());
    }
    Ok(flags.to_owned_array().to_vec())
}
