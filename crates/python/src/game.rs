//! `Game`: a position of any game, with its past.

use crate::actions::{Actions, point_of};
use crate::analysis::PyAnalysis;
use crate::arguments::{self, SizeArgument, color_name, color_of, spec_of, symmetries, symmetry_name};
use crate::diagram;
use crate::errors;
use crate::outcome::{PyOutcome, PyPlayed};
use crate::picture;
use crate::planes::Planes;
use numpy::{PyArray2, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};
use std::collections::VecDeque;
use tengen::board::{Cell, Color, Point};
use tengen::games::{AnyPosition, Game, Move, PlayerId, SetUp, perft};

/// A position of any game, with its past: exact rules, ``play`` and ``undo``.
///
/// ``game`` is a name such as ``gomoku``, ``renju``, ``othello``, ``go``, ``connect-four``; ``rules`` a rule set of it,
/// with an opening rule after ``+`` and, in Go, switches after commas (``"japanese,komi=6.5"``). ``size`` is a side, a
/// pair ``(rows, columns)`` or a text such as ``"7x6"``. ``moves`` are played at once.
///
/// A move is a text such as ``"h8"``, ``"pass"``, ``"black"`` or ``"two-more"``; an action of :class:`BatchEnv` as an
/// ``int``; or a pair ``(row, column)`` from the top left, from 0.
///
/// An object may be used from several threads, but not by two at once: the second gets ``RuntimeError``.
///
/// Raises:
///     SpecError: an unknown game, rule set or size; the message says what there is.
///     MoveError, IllegalMove: a move of ``moves``.
#[pyclass(module = "tengen", name = "Game")]
pub(crate) struct PyGame {
    pub(crate) position: AnyPosition,
    actions: Actions,
}

impl PyGame {
    pub(crate) fn new(position: AnyPosition) -> PyGame {
        let actions = Actions::of(&position.spec());
        PyGame { position, actions }
    }

    /// The position before its first move.
    fn start(&self) -> AnyPosition {
        let mut start = self.position.clone();
        while start.undo().is_some() {}
        start
    }

    /// Reads a move as Python gives it. It need not be legal.
    fn read(&self, mv: &Bound<'_, PyAny>) -> PyResult<Move> {
        if let Ok(text) = mv.cast::<PyString>() {
            return self.position.parse_move(text.to_str()?).map_err(errors::not_a_move);
        }
        if mv.is_instance_of::<PyTuple>() {
            let (row, col) = mv.extract::<(i64, i64)>()?;
            let size = self.position.size();
            let inside = |n: i64, most: usize| usize::try_from(n).ok().filter(|&n| n < most);
            return match (inside(row, size.rows()), inside(col, size.cols())) {
                (Some(row), Some(col)) => Ok(Move::Place(Point::new(row as u8, col as u8))),
                _ => Err(errors::plain(
                    "MoveError",
                    format!(
                        "({row}, {col}) is off the board of {} rows and {} columns",
                        size.rows(),
                        size.cols()
                    ),
                )),
            };
        }
        let wrong = |what: String| errors::plain("MoveError", what);
        let is_index = mv.is_instance_of::<PyInt>() || mv.hasattr("__index__")?;
        if !is_index {
            let name = mv.get_type().name()?.to_string();
            return Err(wrong(format!("a move is a text, an action or a pair (row, column), not {name}")));
        }
        let none = || wrong(format!("there is no action {mv}: write 0 to {}", self.actions.count() - 1));
        let action = mv.extract::<usize>().map_err(|_| none())?;
        self.actions.to_move(&self.position, action).ok_or_else(none)
    }
}

/// A tree of so many sequences is counted without a look for Ctrl-C.
const SMALL_TREE: u64 = 1 << 24;
/// The fewest legal moves that are expected later: some games begin with few.
const FEWEST_MOVES: u64 = 10;

/// Counts the sequences of legal plies, with a look for Ctrl-C after each small tree.
fn perft_until_interrupted(py: Python<'_>, position: &mut AnyPosition, depth: u32) -> PyResult<u64> {
    let moves = position.legal_moves();
    if FEWEST_MOVES.max(moves.len() as u64).saturating_pow(depth) <= SMALL_TREE {
        let count = py.detach(|| perft(position, depth));
        py.check_signals()?;
        return Ok(count);
    }
    let mut count = 0;
    for mv in moves {
        position.play_unchecked(mv);
        count += perft_until_interrupted(py, position, depth - 1)?;
        position.undo();
    }
    Ok(count)
}

/// What a position that was set up has: game, rules, rows and columns, cells, side to move, moves.
type State = (String, String, (usize, usize), Option<(Vec<u8>, &'static str)>, Vec<String>);

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (game="gomoku", rules=None, size=None, *, moves=None))]
    fn py_new(
        game: &str,
        #[pyo3(from_py_with = arguments::rules)] rules: Option<String>,
        size: Option<SizeArgument>,
        moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyGame> {
        let mut made = PyGame::new(AnyPosition::new(&spec_of(game, rules.as_deref(), size)?));
        if let Some(moves) = moves {
            made.play_all(moves)?;
        }
        Ok(made)
    }

    /// A position that is set up rather than played to; its ``ply`` is 0.
    ///
    /// ``game``, ``rules`` and ``size`` are those of :class:`Game`. ``black`` and ``white`` are lists of the points of
    /// the stones, such as ``["d4", "e5"]``, ``empty`` those of points to clear (Othello's first discs). ``to_move`` is
    /// the side to move.
    ///
    /// Raises:
    ///     SetUpError: names what is wrong with it.
    ///     SpecError, MoveError: the game or a point does not exist.
    #[staticmethod]
    #[pyo3(signature = (game, black, white, to_move="black", *, rules=None, size=None, empty=Vec::new()))]
    fn set_up(
        game: &str,
        #[pyo3(from_py_with = arguments::texts)] black: Vec<String>,
        #[pyo3(from_py_with = arguments::texts)] white: Vec<String>,
        to_move: &str,
        rules: Option<&str>,
        size: Option<SizeArgument>,
        #[pyo3(from_py_with = arguments::texts)] empty: Vec<String>,
    ) -> PyResult<PyGame> {
        let spec = spec_of(game, rules, size)?;
        let start = PyGame::new(AnyPosition::new(&spec));
        let mut cells = Vec::new();
        for (points, cell) in [(black, Cell::Black), (white, Cell::White), (empty, Cell::Empty)] {
            for point in points {
                cells.push((point_of(&start.position, &point)?, cell));
            }
        }
        let set_up = SetUp { cells, to_move: color_of(to_move)? };
        Ok(PyGame::new(AnyPosition::set_up(&spec, &set_up).map_err(|e| errors::set_up(&e, &spec))?))
    }

    /// A position from a ``text`` that shows a board: as ``str(game)`` and :meth:`text` write it, or rows of ``X`` or
    /// ``*`` (black), ``O`` (white) and ``.`` (empty), with or without coordinates.
    ///
    /// ``game`` and ``rules`` are those of :class:`Game`; the size is that of the text. A board does not show who is to
    /// move: ``to_move`` names it. The moves before, a ko and captured stones are not in it either.
    ///
    /// Raises:
    ///     SetUpError: the text is no board, or the position cannot be set up.
    ///     SpecError: there is no such game or rule set, or not on a board of this size.
    #[staticmethod]
    #[pyo3(signature = (game, text, to_move="black", *, rules=None))]
    fn from_diagram(game: &str, text: &str, to_move: &str, rules: Option<&str>) -> PyResult<PyGame> {
        let to_move = color_of(to_move)?;
        let (spec, cells) = diagram::read(game, rules, text)?;
        let set_up = SetUp { cells, to_move };
        Ok(PyGame::new(AnyPosition::set_up(&spec, &set_up).map_err(|e| errors::set_up(&e, &spec))?))
    }

    #[staticmethod]
    fn _restore(
        game: &str,
        rules: &str,
        size: (usize, usize),
        set_up: Option<(Vec<u8>, String)>,
        moves: Vec<String>,
    ) -> PyResult<PyGame> {
        let spec = spec_of(game, Some(rules), Some(SizeArgument::Sides(size.0, size.1)))?;
        let position = match set_up {
            None => AnyPosition::new(&spec),
            Some((codes, to_move)) => {
                let cell = |code| match code {
                    1 => Cell::Black,
                    2 => Cell::White,
                    _ => Cell::Empty,
                };
                let cells =
                    spec.size().points().zip(codes).map(|(point, code)| (point, cell(code))).collect();
                let set_up = SetUp { cells, to_move: color_of(&to_move)? };
                AnyPosition::set_up(&spec, &set_up).map_err(|e| errors::set_up(&e, &spec))?
            }
        };
        let mut game = PyGame::new(position);
        for text in moves {
            let mv = game.position.parse_move(&text).map_err(errors::not_a_move)?;
            game.position.play(mv).map_err(|e| errors::illegal(&e, None))?;
        }
        Ok(game)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, State)> {
        let (spec, start) = (self.position.spec(), self.start());
        let usual = AnyPosition::new(&spec);
        let code = |point: Point| match start.at(point) {
            Cell::Black => 1,
            Cell::White => 2,
            _ => 0,
        };
        let set_up = (start != usual)
            .then(|| (spec.size().points().map(code).collect::<Vec<u8>>(), color_name(start.to_move())));
        let size = (spec.size().rows(), spec.size().cols());
        let state = (spec.kind().name().to_owned(), spec.rules_text(), size, set_up, self.moves());
        Ok((py.get_type::<PyGame>().getattr("_restore")?, state))
    }

    /// Plays a move.
    ///
    /// Raises:
    ///     IllegalMove: names the rule that the move breaks; the position is unchanged.
    ///     MoveError: the argument is no move of the game.
    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = self.read(r#move)?;
        self.position.check(mv).map_err(|e| errors::illegal(&e, None))?;
        self.position.play_unchecked(mv);
        Ok(())
    }

    /// Plays ``moves`` one after the other: an iterable, or a text with spaces between the moves.
    ///
    /// Raises:
    ///     IllegalMove, MoveError: as :meth:`play`; the moves before are played.
    fn play_all(&mut self, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(text) = moves.cast::<PyString>() {
            for word in text.to_str()?.split_whitespace() {
                let mv = self.position.parse_move(word).map_err(errors::not_a_move)?;
                self.position.play(mv).map_err(|e| errors::illegal(&e, None))?;
            }
            return Ok(());
        }
        for mv in moves.try_iter()? {
            self.play(&mv?)?;
        }
        Ok(())
    }

    /// Takes back the last move and returns it; ``None`` at ply 0.
    fn undo(&mut self) -> Option<String> {
        // The move is written by the position after it: in some games the text depends on nothing else.
        let mv = self.position.undo()?;
        Some(self.position.format_move(mv))
    }

    /// Every legal move, each once, in a fixed order; empty after the end.
    fn legal_moves(&self) -> Vec<String> {
        self.position.legal_moves().into_iter().map(|mv| self.position.format_move(mv)).collect()
    }

    /// Every legal move as an action, in the order of :meth:`legal_moves`.
    fn legal_actions(&self) -> Vec<usize> {
        self.position.legal_moves().into_iter().filter_map(|mv| self.actions.of_move(mv)).collect()
    }

    /// Refuses an illegal move, and does nothing else.
    ///
    /// Raises:
    ///     IllegalMove: names the rule that the move breaks.
    ///     MoveError: the argument is no move of the game.
    fn check(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = self.read(r#move)?;
        self.position.check(mv).map_err(|e| errors::illegal(&e, None))
    }

    /// Whether a move is legal.
    ///
    /// Raises:
    ///     MoveError: the argument is no move of the game.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.position.is_legal(self.read(r#move)?))
    }

    /// The number of the action that plays a move.
    ///
    /// Raises:
    ///     MoveError: the argument is no move of the game.
    fn action(&self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        let mv = self.read(r#move)?;
        let none = || errors::plain("MoveError", format!("'{}' is no action", self.position.format_move(mv)));
        self.actions.of_move(mv).ok_or_else(none)
    }

    /// The move of an action, or of a pair ``(row, column)``, as players write it.
    ///
    /// Raises:
    ///     MoveError: the argument is no move of the game.
    #[pyo3(name = "move")]
    fn text_of(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.position.format_move(self.read(action)?))
    }

    /// The number of sequences of exactly ``depth`` legal plies from here. The GIL is released, and Ctrl-C ends it.
    fn perft(&self, py: Python<'_>, #[pyo3(from_py_with = arguments::whole)] depth: u32) -> PyResult<u64> {
        perft_until_interrupted(py, &mut self.position.clone(), depth)
    }

    /// The same position with its past, as another object.
    fn copy(&self) -> PyGame {
        PyGame { position: self.position.clone(), actions: self.actions.clone() }
    }

    fn __copy__(&self) -> PyGame {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyGame {
        self.copy()
    }

    /// Equal for all future play: stones, side to move and state of the rules.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyGame>().is_ok_and(|other| {
            // An object compared with itself is borrowed already, which reading allows.
            other.try_borrow().is_ok_and(|other| other.position == self.position)
        })
    }

    /// The symmetries of the board, by name: all that keep its size, and keep stones falling where they fall.
    fn symmetries(&self) -> Vec<&'static str> {
        symmetries(&self.position.spec()).iter().map(|&symmetry| symmetry_name(symmetry)).collect()
    }

    /// The game under a symmetry: the start and every move, turned.
    ///
    /// Raises:
    ///     ArgumentError: the board has no such symmetry.
    ///     IllegalMove, SetUpError: the rules do not allow the turned game (a region of an opening rule, for example).
    fn transform(&self, symmetry: &str) -> PyResult<PyGame> {
        let (spec, size) = (self.position.spec(), self.position.size());
        let among = symmetries(&spec);
        let found = among.iter().copied().find(|&s| symmetry_name(s) == symmetry);
        let unknown = || {
            let known: Vec<_> = among.iter().map(|&s| symmetry_name(s)).collect();
            errors::argument(format!("the board has no symmetry '{symmetry}': choose {}", known.join(", ")))
        };
        let symmetry = found.ok_or_else(unknown)?;
        let start = self.start();
        let cells: Vec<(Point, Cell)> =
            size.points().map(|p| (symmetry.apply(p, size), start.at(p))).collect();
        let usual = AnyPosition::new(&spec);
        let same = start.to_move() == usual.to_move() && cells.iter().all(|&(p, cell)| usual.at(p) == cell);
        let mut turned = if same {
            usual
        } else {
            let set_up = SetUp { cells, to_move: start.to_move() };
            AnyPosition::set_up(&spec, &set_up).map_err(|e| errors::set_up(&e, &spec))?
        };
        for mv in self.position.moves() {
            let mv = mv.point().map_or(mv, |point| Move::Place(symmetry.apply(point, size)));
            turned.play(mv).map_err(|e| errors::illegal(&e, None))?;
        }
        Ok(PyGame::new(turned))
    }

    /// What ``point`` holds: ``"black"``, ``"white"`` or ``None``.
    ///
    /// Raises:
    ///     MoveError: the text is no point of the board.
    fn at(&self, point: &str) -> PyResult<Option<&'static str>> {
        Ok(self.position.at(point_of(&self.position, point)?).color().map(color_name))
    }

    /// The board as ``uint8`` of shape ``(rows, columns)``: 0 empty, 1 black, 2 white.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = self.position.size();
        let array = PyArray2::zeros(py, [size.rows(), size.cols()], false);
        {
            let mut cells = array.readwrite();
            for (point, out) in size.points().zip(cells.as_slice_mut().map_err(errors::argument)?) {
                *out = match self.position.at(point) {
                    Cell::Black => 1,
                    Cell::White => 2,
                    _ => 0,
                };
            }
        }
        Ok(array)
    }

    /// The observation of :class:`BatchEnv` for this position: ``uint8`` of shape ``(C, rows, columns)``.
    ///
    /// Raises:
    ///     ArgumentError: ``history`` is not 1 to 64.
    #[pyo3(signature = (history=1))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::whole)] history: usize,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        if !(1..=64).contains(&history) {
            return Err(errors::argument(format!("history is 1 to 64, not {history}")));
        }
        let layout = Planes::new(&self.position, &self.position.spec(), history);
        let mut past = VecDeque::new();
        let mut before = self.position.clone();
        let mut boards = Vec::new();
        while boards.len() + 1 < history && before.undo().is_some() {
            boards.push(before.clone());
        }
        boards.iter().rev().for_each(|board| layout.remember(board, &mut past));
        let array = PyArray3::zeros(py, [layout.count(), layout.size.rows(), layout.size.cols()], false);
        layout.write(&self.position, &past, array.readwrite().as_slice_mut().map_err(errors::argument)?);
        Ok(array)
    }

    /// The family of the game: ``mnk``, ``gomoku``, ``othello``, ``go``, ``connect6`` or ``pente``.
    #[getter]
    fn game(&self) -> &'static str {
        self.position.spec().kind().name()
    }

    /// The rules, as the constructor reads them.
    #[getter]
    fn rules(&self) -> String {
        self.position.spec().rules_text()
    }

    /// Rows and columns of the board.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.position.size().rows(), self.position.size().cols())
    }

    /// The opening rule, such as ``swap2``; ``None`` if there is none.
    #[getter]
    fn opening(&self) -> Option<&'static str> {
        self.position.spec().opening().map(|rule| rule.id)
    }

    /// The number of actions.
    #[getter]
    fn num_actions(&self) -> usize {
        self.actions.count()
    }

    /// The colour of the next stone: ``"black"`` or ``"white"``.
    #[getter]
    fn to_move(&self) -> &'static str {
        color_name(self.position.to_move())
    }

    /// The player whose decision is next: 0 for the first player, 1 for the second.
    #[getter]
    fn player_to_move(&self) -> u8 {
        u8::from(self.position.player_to_move() == PlayerId::Second)
    }

    /// The colour of player 0 or 1; ``None`` while an opening rule has not decided it.
    ///
    /// Raises:
    ///     IndexError: ``player`` is neither 0 nor 1.
    fn color_of(&self, player: u8) -> PyResult<Option<&'static str>> {
        let player = match player {
            0 => PlayerId::First,
            1 => PlayerId::Second,
            _ => return Err(PyIndexError::new_err(format!("a player is 0 or 1, not {player}"))),
        };
        Ok(self.position.color_of(player).map(color_name))
    }

    /// Plies played since the start or the set-up.
    #[getter]
    fn ply(&self) -> usize {
        self.position.ply()
    }

    /// The moves played since the start or the set-up, oldest first.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.position.moves().map(|mv| self.position.format_move(mv)).collect()
    }

    /// The last move; ``None`` at ply 0.
    #[getter]
    fn last_move(&self) -> Option<String> {
        self.position.last_move().map(|mv| self.position.format_move(mv))
    }

    /// What the last move did on the board; ``None`` at ply 0.
    #[getter]
    fn played(&self) -> Option<PyPlayed> {
        self.position.last_played().map(|played| PyPlayed::new(&self.position, &played))
    }

    /// How the game ended; ``None`` while it goes on.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.position.outcome().map(PyOutcome::from)
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// A 64-bit key. Positions that are equal for all future play have equal keys; so may a few others. Under superko
    /// the past counts too, which ``==`` compares and the key does not.
    #[getter]
    fn hash(&self) -> u64 {
        self.position.hash()
    }

    /// A 64-bit key of the stones and the side to move, the same for all symmetries: that of the library.
    #[getter]
    fn key(&self) -> u64 {
        tengen::library::position_key(&self.position).key
    }

    /// Stones that each colour has captured: ``(black, white)``.
    #[getter]
    fn captures(&self) -> (u32, u32) {
        (self.position.captured_by(Color::Black), self.position.captured_by(Color::White))
    }

    /// The board as text. ``hints`` shows the legal points, ``forbidden`` those that a rule closes; ``numbers``,
    /// ``marks``, ``analysis`` and ``lines`` as in :meth:`svg`. ``ascii`` uses ``X``, ``O`` and ``.`` alone.
    ///
    /// Raises:
    ///     ArgumentError, MoveError: as :meth:`svg`.
    #[pyo3(signature = (*, ascii=false, hints=false, forbidden=false, numbers=None, marks=None, analysis=None, lines=5))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn text(
        &self,
        ascii: bool,
        hints: bool,
        forbidden: bool,
        numbers: Option<picture::NumbersArgument>,
        marks: Option<picture::Marks>,
        analysis: Option<PyRef<'_, PyAnalysis>>,
        #[pyo3(from_py_with = arguments::whole)] lines: usize,
    ) -> PyResult<String> {
        let shown = picture::Shown { hints, forbidden, coords: true, numbers, marks, lines };
        picture::text(&self.position, shown, analysis.as_deref(), ascii)
    }

    /// The board as an SVG picture.
    ///
    /// ``numbers`` is ``"all"``, or how many of the last moves show their number. ``marks`` maps points to
    /// ``triangle``, ``square``, ``circle``, ``cross``, ``selected`` or a label. ``analysis`` shows its best ``lines``
    /// moves with their scores. ``hints`` shows the legal points, ``forbidden`` those that a rule closes, ``coords``
    /// the coordinates. ``width`` is in pixels; ``theme`` is ``classic`` or ``print``.
    ///
    /// Raises:
    ///     ArgumentError: a word that is not understood, or an analysis of another position.
    ///     MoveError: a key of ``marks`` is no point.
    #[pyo3(signature = (*, numbers=None, marks=None, analysis=None, lines=5, hints=false, forbidden=true, coords=true, width=None, theme="classic"))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn svg(
        &self,
        numbers: Option<picture::NumbersArgument>,
        marks: Option<picture::Marks>,
        analysis: Option<PyRef<'_, PyAnalysis>>,
        #[pyo3(from_py_with = arguments::whole)] lines: usize,
        hints: bool,
        forbidden: bool,
        coords: bool,
        #[pyo3(from_py_with = arguments::some_whole)] width: Option<u32>,
        theme: &str,
    ) -> PyResult<String> {
        let shown = picture::Shown { hints, forbidden, coords, numbers, marks, lines };
        picture::svg(&self.position, shown, analysis.as_deref(), width, theme)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let shown = picture::Shown { forbidden: true, coords: true, lines: 5, ..picture::Shown::default() };
        picture::svg(&self.position, shown, None, None, "classic")
    }

    fn __str__(&self) -> PyResult<String> {
        picture::text(
            &self.position,
            picture::Shown { coords: true, ..picture::Shown::default() },
            None,
            false,
        )
    }

    fn __repr__(&self) -> String {
        let spec = self.position.spec();
        let moves: Vec<String> = self.moves();
        let shown = match moves.len() {
            0 => "start".to_owned(),
            1..=8 => moves.join(" "),
            n => format!("… {} ({n} plies)", moves[n - 4..].join(" ")),
        };
        format!("<tengen.Game: {spec} on {}, {shown}>", spec.size())
    }
}
