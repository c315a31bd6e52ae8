//! `Library`: the store of games, opened from Python.

use crate::arguments::{self, SizeArgument};
use crate::errors;
use crate::game::PyGame;
use crate::interrupt::interruptible;
use crate::records::{PyRecord, format_for, format_named, game_of_files};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::PathBuf;
use tengen::games::Game;
use tengen::library::{
    Error, GameQuery, GameResult, GameSummary, Import, ImportSource, Library, NewGame, Sort, is_date,
};
use tengen::records::WriteOptions;

/// A library of games: one file, which the command and the server use too. Games are found by player and by position.
///
/// A file that is not there is made. ``path=None`` is a library in memory.
///
/// Raises:
///     LibraryError: the file is damaged, of another program, or in use.
#[pyclass(module = "tengen", name = "Library", frozen)]
pub(crate) struct PyLibrary(Library);

fn library_error(error: Error) -> PyErr {
    errors::plain("LibraryError", error)
}

fn outcome_word(outcome: GameResult) -> Option<&'static str> {
    match outcome {
        GameResult::Black => Some("black"),
        GameResult::White => Some("white"),
        GameResult::Draw => Some("draw"),
        GameResult::Unknown => None,
    }
}

/// A game of a list, as a dictionary.
fn entry<'py>(py: Python<'py>, game: &GameSummary) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("id", game.id)?;
    row.set_item("game", game.spec.kind().name())?;
    row.set_item("rules", game.spec.rules_text())?;
    row.set_item("size", (game.spec.size().rows(), game.spec.size().cols()))?;
    row.set_item("black", &game.black)?;
    row.set_item("white", &game.white)?;
    row.set_item("result", &game.result)?;
    row.set_item("outcome", outcome_word(game.outcome))?;
    row.set_item("date", &game.date)?;
    row.set_item("event", &game.event)?;
    row.set_item("name", &game.name)?;
    row.set_item("tags", &game.tags)?;
    row.set_item("plies", game.plies)?;
    Ok(row)
}

/// The words of a search, which are keywords of Python.
const WORDS: [&str; 8] = ["game", "player", "outcome", "since", "until", "tag", "text", "sort"];

/// The search that keywords ask for.
fn query(words: Option<&Bound<'_, PyDict>>) -> PyResult<GameQuery> {
    let Some(words) = words else { return Ok(GameQuery::default()) };
    for key in words.keys() {
        let key: String = key.extract()?;
        if !WORDS.contains(&key.as_str()) {
            let known = WORDS.join(", ");
            return Err(errors::argument(format!("a search has no '{key}': choose among {known}")));
        }
    }
    let word = |key: &str| -> PyResult<Option<String>> {
        words.get_item(key)?.map(|value| value.extract()).transpose()
    };
    let date = |key: &str| -> PyResult<Option<String>> {
        let text = word(key)?;
        match text.as_deref().filter(|text| !is_date(text)) {
            Some(wrong) => Err(errors::argument(format!(
                "{key} is a year, a month or a day such as '1999', '1999-05' or '1999-05-30', not '{wrong}'"
            ))),
            None => Ok(text),
        }
    };
    let mut query = GameQuery {
        player: word("player")?,
        from: date("since")?,
        to: date("until")?,
        tag: word("tag")?,
        text: word("text")?,
        ..GameQuery::default()
    };
    if let Some(game) = word("game")? {
        query = query.with_game(&game).map_err(errors::spec)?;
    }
    query.outcome = match word("outcome")?.as_deref() {
        None => None,
        Some("black") => Some(GameResult::Black),
        Some("white") => Some(GameResult::White),
        Some("draw") => Some(GameResult::Draw),
        Some("unknown") => Some(GameResult::Unknown),
        Some(other) => {
            let message = format!("outcome is 'black', 'white', 'draw' or 'unknown', not '{other}'");
            return Err(errors::argument(message));
        }
    };
    query.sort = match word("sort")?.as_deref() {
        None | Some("changed") => Sort::Changed,
        Some("newest") => Sort::Newest,
        Some("oldest") => Sort::Oldest,
        Some("date") => Sort::Date,
        Some("black") => Sort::Black,
        Some("white") => Sort::White,
        Some("longest") => Sort::Longest,
        Some(other) => {
            let known = "changed, newest, oldest, date, black, white or longest";
            return Err(errors::argument(format!("sort is {known}, not '{other}'")));
        }
    };
    Ok(query)
}

#[pymethods]
impl PyLibrary {
    #[new]
    #[pyo3(signature = (path=None))]
    fn new(py: Python<'_>, path: Option<PathBuf>) -> PyResult<PyLibrary> {
        let opened = py.detach(|| match path {
            Some(path) => Library::open(path),
            None => Library::open_in_memory(),
        });
        opened.map(PyLibrary).map_err(library_error)
    }

    /// Why the file can only be read (a full disk, a protected file); ``None`` if it can be written.
    #[getter]
    fn read_only(&self) -> Option<String> {
        self.0.read_only().map(ToString::to_string)
    }

    /// The number of games that match the words of :meth:`games`.
    #[pyo3(signature = (**words))]
    fn count(&self, py: Python<'_>, words: Option<&Bound<'_, PyDict>>) -> PyResult<u64> {
        let query = GameQuery { per_page: 1, ..query(words)? };
        Ok(py.detach(|| self.0.search(&query)).map_err(library_error)?.total)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.count(py, None)? as usize)
    }

    /// The games that match, as dictionaries: ``id``, players, result, date and so on. A data frame takes the list.
    ///
    /// The ``words`` are ``game`` (``"renju"``), ``player`` (a part of a name), ``outcome`` (``black``, ``white``,
    /// ``draw``, ``unknown``), ``since`` and ``until`` (dates), ``tag``, ``text``, and ``sort`` (``changed``,
    /// ``newest``, ``oldest``, ``date``, ``black``, ``white``, ``longest``).
    ///
    /// Raises:
    ///     ArgumentError: an unknown word.
    ///     LibraryError: the file cannot be read.
    #[pyo3(signature = (**words))]
    fn games<'py>(
        &self,
        py: Python<'py>,
        words: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let mut query = GameQuery { page: 1, per_page: 1000, ..query(words)? };
        let rows = PyList::empty(py);
        loop {
            let page = py.detach(|| self.0.search(&query)).map_err(library_error)?;
            for game in &page.games {
                rows.append(entry(py, game)?)?;
            }
            if page.games.len() < query.per_page as usize {
                return Ok(rows);
            }
            query.page += 1;
            py.check_signals()?;
        }
    }

    /// The game with the number ``id`` as a record.
    ///
    /// Raises:
    ///     LibraryError: there is no such game.
    fn record(&self, py: Python<'_>, id: i64) -> PyResult<PyRecord> {
        let record = py.detach(|| self.0.record(id)).map_err(library_error)?;
        Ok(PyRecord { record })
    }

    /// Stores a record with these ``tags`` and returns its number. It is on the disk when the call returns.
    ///
    /// Raises:
    ///     LibraryError: the file cannot be written.
    #[pyo3(signature = (record, *, tags=Vec::new()))]
    fn add(
        &self,
        py: Python<'_>,
        record: PyRef<'_, PyRecord>,
        #[pyo3(from_py_with = arguments::texts)] tags: Vec<String>,
    ) -> PyResult<i64> {
        let game = NewGame { tags, ..NewGame::from_record(record.record.clone()) };
        drop(record);
        Ok(py.detach(|| self.0.create(game)).map_err(library_error)?.id)
    }

    /// Moves the game with the number ``id`` to the bin.
    ///
    /// Raises:
    ///     LibraryError: there is no such game.
    fn delete(&self, py: Python<'_>, id: i64) -> PyResult<()> {
        py.detach(|| self.0.delete(id)).map(drop).map_err(library_error)
    }

    /// Imports files and folders of any format. All games are stored, or none; Ctrl-C ends it.
    ///
    /// ``format`` names the format, else it is recognised. ``game``, ``rules`` and ``size`` are those of files that do
    /// not name their game, ``tags`` what each game is tagged with. Returns a dictionary: ``games`` (numbers),
    /// ``read``, ``files``, ``duplicates`` and ``problems`` (``file``, ``number``, ``what``, ``stored``).
    ///
    /// Raises:
    ///     ArgumentError: ``rules`` or ``size`` without ``game``.
    ///     LibraryError: a path does not exist, or the file cannot be written.
    #[pyo3(name = "import_files", signature = (*paths, format=None, game=None, rules=None, size=None, tags=Vec::new()))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn import_files<'py>(
        &self,
        py: Python<'py>,
        paths: Vec<PathBuf>,
        format: Option<&str>,
        game: Option<&str>,
        rules: Option<&str>,
        size: Option<SizeArgument>,
        #[pyo3(from_py_with = arguments::texts)] tags: Vec<String>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let import = Import {
            sources: paths.into_iter().map(ImportSource::path).collect(),
            format: format.map(format_named).transpose()?,
            spec: game_of_files(game, rules, size)?,
            tags,
            names: None,
        };
        let done = interruptible(py, |stop| self.0.import(&import, |_| !stop.is_raised()))?;
        let done = done.map_err(library_error)?;
        let problems = PyList::empty(py);
        for problem in &done.problems {
            let row = PyDict::new(py);
            row.set_item("file", &problem.file)?;
            row.set_item("number", problem.number)?;
            row.set_item("what", problem.kind.to_string())?;
            row.set_item("stored", problem.stored)?;
            problems.append(row)?;
        }
        let result = PyDict::new(py);
        result.set_item("games", done.games)?;
        result.set_item("read", done.read)?;
        result.set_item("files", done.files)?;
        result.set_item("duplicates", done.duplicates.len())?;
        result.set_item("problems", problems)?;
        result.set_item("more_problems", done.more_problems)?;
        Ok(result)
    }

    /// The games that have a position, under any symmetry of the board, and the moves that followed.
    ///
    /// Returns a dictionary with ``total``, ``games`` and ``moves``. ``games`` has at most ``limit`` dictionaries as
    /// :meth:`games` gives them, each with the ``ply`` and the ``node`` of the position. ``moves`` begins with the most
    /// frequent; each has ``move``, ``games``, ``black``, ``white`` (games that each side won) and ``draws``.
    ///
    /// Raises:
    ///     LibraryError: the file cannot be read.
    #[pyo3(signature = (position, *, limit=50))]
    fn find<'py>(
        &self,
        py: Python<'py>,
        position: PyRef<'py, PyGame>,
        #[pyo3(from_py_with = arguments::whole)] limit: u32,
    ) -> PyResult<Bound<'py, PyDict>> {
        let position = position.position.clone();
        let found = py.detach(|| self.0.find_position(&position, 1, limit.clamp(1, 1000)));
        let found = found.map_err(library_error)?;
        let games = PyList::empty(py);
        for game in found.games.iter().take(limit as usize) {
            let row = entry(py, &game.summary)?;
            row.set_item("ply", game.ply)?;
            row.set_item("node", game.node)?;
            games.append(row)?;
        }
        let moves = PyList::empty(py);
        for next in &found.statistics {
            let row = PyDict::new(py);
            row.set_item("move", position.format_move(next.mv))?;
            row.set_item("games", next.games)?;
            row.set_item("black", next.black)?;
            row.set_item("white", next.white)?;
            row.set_item("draws", next.draws)?;
            moves.append(row)?;
        }
        let result = PyDict::new(py);
        result.set_item("total", found.total)?;
        result.set_item("games", games)?;
        result.set_item("moves", moves)?;
        Ok(result)
    }

    /// Writes the games that match the words of :meth:`games` as one file, and returns their number.
    ///
    /// Without ``format`` the ending of ``path`` decides.
    ///
    /// Raises:
    ///     LibraryError: the format cannot hold them, or a file cannot be written.
    ///     ArgumentError, RecordError: an unknown word or format, or no game matches; nothing is written.
    ///
    /// Warns:
    ///     LossWarning: names each thing that the format cannot hold.
    #[pyo3(signature = (path, *, format=None, **words))]
    fn export(
        &self,
        py: Python<'_>,
        path: PathBuf,
        format: Option<&str>,
        words: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<usize> {
        let (format, query) = (format_for(&path, format)?, query(words)?);
        let (count, written, tags) = py
            .detach(|| {
                let games = self.0.select(&query)?;
                let mut bytes = Vec::new();
                let mut written = self.0.export_to(&games, format, &WriteOptions::default(), &mut bytes)?;
                written.bytes = bytes;
                Ok((games.len(), written, self.0.lost_tags(&games)?))
            })
            .map_err(library_error)?;
        if count == 0 {
            return Err(errors::argument(format!("no game matches: {} is not written", path.display())));
        }
        crate::records::save(py, &path, &written)?;
        let losses = written.losses.iter().map(ToString::to_string);
        for loss in losses.chain(tags.iter().map(ToString::to_string)) {
            errors::warn(
                py,
                "LossWarning",
                &format!("{}: {format} cannot hold this: {loss}", path.display()),
            )?;
        }
        Ok(count)
    }

    fn __repr__(&self) -> String {
        format!("<tengen.Library: {}>", self.0.path().display())
    }
}
