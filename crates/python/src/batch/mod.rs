//! `BatchEnv`: many games at once, as NumPy arrays.

mod arrays;
mod legal;
mod pool;
mod slots;

use crate::actions::Actions;
use crate::arguments::{self, SizeArgument, repr, spec_of};
use crate::errors;
use crate::game::PyGame;
use crate::interrupt::interruptible;
use crate::memory::{self, Lack};
use crate::planes::Planes;
use arrays::{Written, array, integers, writable};
use numpy::{PyArray1, PyArrayDyn};
use pool::Pool;
use pyo3::prelude::*;
use slots::{AnyBatch, Batch, Out, Refused, Settings, Why};
use std::sync::Mutex;
use tengen::engine::Stop;
use tengen::games::{AnyPosition, Game, GameSpec};

/// The most games of a batch.
const MOST_GAMES: usize = 1 << 20;
/// The most threads of a batch.
const MOST_THREADS: usize = 256;
/// So many games are made sooner than a thread could be asked to stop.
const FEW_GAMES: usize = 256;
/// So many values of observations and masks are written sooner than a thread could be asked to stop.
const FEW_VALUES: usize = 1 << 24;
/// So many plies are played sooner than a thread could be asked to stop.
const FEW_PLIES: usize = 1 << 16;

/// Many games of one kind, stepped at once into NumPy arrays.
///
/// ``game`` is the name of a game, whose ``rules`` and ``size`` are those of :class:`Game`, or a ``Game``: all ``n``
/// games start from its position. Each step plays one action in every game. Observations are planes of shape
/// ``(n, C, rows, columns)`` and ``dtype`` ``uint8`` or ``float32``; ``planes`` names them. Masks are ``bool`` of shape
/// ``(n, A)``: an action is a point in reading order (a column where stones fall), then the pass where players may
/// pass, then the decisions of an opening rule.
///
/// ``history`` is how many boards an observation has, the latest first. Planes hold 0 and 1, except for numbers such as
/// the stones left to place; ``float32`` does not scale them. With ``auto_reset`` a game that is over begins again in
/// the same step, and its observation is that of the new game; :meth:`step` writes the last one of the old game to
/// ``final``. ``max_plies`` ends longer games without a result:
/// ``done`` and :attr:`truncated` are true, the reward is 0. A game takes memory for its board and its past, which
/// grows: after a random game some 61 kB in Go, 5 kB in gomoku, 1 kB in Othello.
///
/// One thread writes the arrays unless ``threads`` is larger; the results do not depend on it. The GIL is released.
/// Random actions and roll-outs depend on ``seed`` alone. Ctrl-C ends all long work: the making of a large batch, its
/// steps, its resets.
///
/// Raises:
///     SpecError: an unknown game, rule set or size.
///     ArgumentError: a number out of range, or an unknown dtype.
///     MemoryError: the games need more memory than there is, or arrays of a later call do.
#[pyclass(module = "tengen", name = "BatchEnv", frozen)]
pub(crate) struct PyBatchEnv {
    batch: Mutex<Box<dyn AnyBatch>>,
    n: usize,
    actions: usize,
    shape: [usize; 3],
    planes: Vec<String>,
    float: bool,
    auto_reset: bool,
    /// The start position, for texts.
    start: AnyPosition,
    threads: usize,
}

/// A batch of one game as one of any.
///
/// # Errors
/// The words for the memory that is not there.
fn of_any<G: Game + Into<AnyPosition>>(
    batch: Result<Batch<G>, Lack>,
    n: usize,
    spec: &GameSpec,
) -> PyResult<Box<dyn AnyBatch>> {
    match batch {
        Ok(batch) => Ok(Box::new(batch)),
        Err(lack) if n > MOST_GAMES => {
            let need = memory::text(lack.need);
            Err(errors::argument(format!(
                "n is 1 to {MOST_GAMES}, not {n}: so many games need {need} of memory"
            )))
        }
        Err(lack) => Err(lack.into_error(&format!("{n} games of {spec} on {}", spec.size()))),
    }
}

fn make(
    start: AnyPosition,
    n: usize,
    seed: u64,
    settings: Settings,
    threads: usize,
    stop: &Stop,
) -> PyResult<Box<dyn AnyBatch>> {
    let pool = match threads {
        1 => None,
        _ => {
            // The thread that steps is one of them.
            let pool = Pool::new(threads - 1);
            Some(pool.map_err(|e| errors::argument(format!("{threads} threads cannot be started: {e}")))?)
        }
    };
    let spec = start.spec();
    match start {
        AnyPosition::Mnk(start) => of_any(Batch::new(*start, n, seed, settings, pool, stop), n, &spec),
        AnyPosition::Gomoku(start) => of_any(Batch::new(*start, n, seed, settings, pool, stop), n, &spec),
        AnyPosition::Othello(start) => of_any(Batch::new(*start, n, seed, settings, pool, stop), n, &spec),
        AnyPosition::Go(start) => of_any(Batch::new(*start, n, seed, settings, pool, stop), n, &spec),
        other => of_any(Batch::new(other, n, seed, settings, pool, stop), n, &spec),
    }
}

/// The game of a batch: its name, or a position to start from.
pub(crate) enum GameArgument<'py> {
    /// The name.
    Name(String),
    /// The position.
    Position(PyRef<'py, PyGame>),
}

impl<'py> FromPyObject<'_, 'py> for GameArgument<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<GameArgument<'py>> {
        if let Ok(name) = value.extract() {
            return Ok(GameArgument::Name(name));
        }
        let wrong = || {
            errors::argument(format!("a game is a name such as 'othello', or a Game, not {}", repr(&value)))
        };
        value.extract().map(GameArgument::Position).map_err(|_| wrong())
    }
}

impl PyBatchEnv {
    /// Calls `work` with the batch, without the GIL.
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut dyn AnyBatch) -> T + Send) -> PyResult<T> {
        py.detach(|| {
            let mut batch = self.batch.lock().map_err(|_| ())?;
            Ok(work(batch.as_mut()))
        })
        .map_err(|()| errors::poisoned())
    }

    /// The same for work that may be long: Ctrl-C raises its stop.
    fn with_stop<T: Send>(
        &self,
        py: Python<'_>,
        is_long: bool,
        work: impl FnOnce(&mut dyn AnyBatch, &Stop) -> T + Send,
    ) -> PyResult<T> {
        if !is_long {
            return self.with(py, |batch| work(batch, &Stop::new()));
        }
        let done = interruptible(py, |stop| self.batch.lock().map(|mut batch| work(&mut **batch, stop)).ok());
        done?.ok_or_else(errors::poisoned)
    }

    /// Whether it takes long to write the observations and masks.
    fn is_large(&self) -> bool {
        let values = self.shape.iter().product::<usize>() + self.actions;
        self.n.saturating_mul(values) > FEW_VALUES
    }

    fn observation_array<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        given: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Written<'py>> {
        let shape = [self.n, self.shape[0], self.shape[1], self.shape[2]];
        if self.float {
            Ok(Written::F32(writable(py, name, "float32", &shape, given)?))
        } else {
            Ok(Written::U8(writable(py, name, "uint8", &shape, given)?))
        }
    }

    fn mask_array<'py>(
        &self,
        py: Python<'py>,
        given: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<numpy::PyReadwriteArrayDyn<'py, bool>> {
        writable(py, "mask", "bool", &[self.n, self.actions], given)
    }

    /// The game with this index.
    fn index(&self, game: isize) -> PyResult<usize> {
        let at = if game < 0 { game + self.n as isize } else { game };
        usize::try_from(at).ok().filter(|&at| at < self.n).ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(format!(
                "there is no game {game}: the batch has {}",
                self.n
            ))
        })
    }
}

/// What `reset` and `observe` return.
type Observed<'py> = (Bound<'py, PyAny>, Bound<'py, PyArrayDyn<bool>>);
/// What `step` returns.
type Stepped<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyArrayDyn<bool>>,
    Bound<'py, PyArrayDyn<f32>>,
    Bound<'py, PyArrayDyn<bool>>,
);

#[pymethods]
impl PyBatchEnv {
    #[new]
    #[pyo3(signature = (game, n, *, size=None, rules=None, seed=0, threads=1, dtype="uint8", history=1, auto_reset=true, max_plies=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        py: Python<'_>,
        game: GameArgument<'_>,
        #[pyo3(from_py_with = arguments::whole)] n: usize,
        size: Option<SizeArgument>,
        rules: Option<&str>,
        #[pyo3(from_py_with = arguments::whole)] seed: u64,
        #[pyo3(from_py_with = arguments::whole)] threads: usize,
        #[pyo3(from_py_with = arrays::dtype)] dtype: &'static str,
        #[pyo3(from_py_with = arguments::whole)] history: usize,
        auto_reset: bool,
        #[pyo3(from_py_with = arguments::some_whole)] max_plies: Option<usize>,
    ) -> PyResult<PyBatchEnv> {
        let start = match game {
            GameArgument::Name(name) => AnyPosition::new(&spec_of(&name, rules, size)?),
            GameArgument::Position(_) if rules.is_some() || size.is_some() => {
                return Err(errors::argument("a Game has its rules and its size: leave out rules and size"));
            }
            GameArgument::Position(game) => game.position.clone(),
        };
        let within = |name: &str, value: usize, most: usize| {
            let wrong = || errors::argument(format!("{name} is 1 to {most}, not {value}"));
            (1..=most).contains(&value).then_some(()).ok_or_else(wrong)
        };
        // More games are refused by the memory that they would need.
        within("n", n.min(MOST_GAMES), MOST_GAMES)?;
        within("threads", threads, MOST_THREADS)?;
        within("history", history, 64)?;
        if max_plies == Some(0) {
            return Err(errors::argument("max_plies is at least 1, or None for no limit"));
        }
        let float = dtype == "float32";
        if start.is_over() {
            return Err(errors::argument("the game is over: a batch starts from a position that goes on"));
        }
        let spec = start.spec();
        let actions = Actions::of(&spec);
        let layout = Planes::new(&start, &spec, history);
        let (count, shape) = (actions.count(), [layout.count(), spec.size().rows(), spec.size().cols()]);
        let planes = layout.names();
        let settings = Settings { actions, layout, auto_reset, max_plies };
        let from = start.clone();
        let batch = if n <= FEW_GAMES {
            py.detach(move || make(from, n, seed, settings, threads, &Stop::new()))?
        } else {
            interruptible(py, move |stop| make(from, n, seed, settings, threads, stop))??
        };
        let batch = Mutex::new(batch);
        Ok(PyBatchEnv { batch, n, actions: count, shape, planes, float, auto_reset, start, threads })
    }

    /// The number of games.
    #[getter]
    fn n(&self) -> usize {
        self.n
    }

    /// The number of actions, ``A`` of the masks.
    #[getter]
    fn num_actions(&self) -> usize {
        self.actions
    }

    /// The shape of one observation: ``(C, rows, columns)``.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.shape.into()
    }

    /// The name of each plane of an observation.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.planes.clone()
    }

    /// The dtype of the observations: ``"uint8"`` or ``"float32"``.
    #[getter]
    fn dtype(&self) -> &'static str {
        if self.float { "float32" } else { "uint8" }
    }

    /// The threads that a step uses.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// The player to move in each game: ``uint8`` of shape ``(n,)``, 0 for the first player, 1 for the second.
    #[getter]
    fn to_move<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let values = self.with(py, |batch| {
            let mut out = vec![0; batch.len()];
            batch.to_move(&mut out);
            out
        })?;
        Ok(PyArray1::from_vec(py, values))
    }

    /// Whether the last step ended each game by ``max_plies``: ``bool`` of shape ``(n,)``.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let values = self.with(py, |batch| {
            let mut out = vec![false; batch.len()];
            batch.truncated(&mut out);
            out
        })?;
        Ok(PyArray1::from_vec(py, values))
    }

    /// Plies played in each game since its start: ``int64`` of shape ``(n,)``.
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let values = self.with(py, |batch| {
            let mut out = vec![0; batch.len()];
            batch.plies(&mut out);
            out
        })?;
        Ok(PyArray1::from_vec(py, values))
    }

    fn __len__(&self) -> usize {
        self.n
    }

    fn __repr__(&self) -> String {
        let spec = self.start.spec();
        format!("<tengen.BatchEnv: {} games of {spec} on {}>", self.n, spec.size())
    }

    /// Starts all games again, or those that ``which`` marks (``bool`` of shape ``(n,)``).
    ///
    /// With ``seed``, the random numbers of these games start again too. ``out`` is ``(observations, mask)``, arrays to
    /// write to; without it new arrays are made. Ctrl-C ends the reset of a very large batch: only some of its games
    /// have begun again then. Returns ``(observations, mask)``.
    ///
    /// Raises:
    ///     ArgumentError: an array of the wrong dtype, shape or layout.
    #[pyo3(signature = (which=None, *, seed=None, out=None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        which: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = arguments::some_whole)] seed: Option<u64>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Observed<'py>> {
        let which = which.map(|which| arrays::flags("which", self.n, which)).transpose()?;
        let [observations, mask] = arrays::given(["observations", "mask"], out)?;
        let mut observations = self.observation_array(py, "observations", observations.as_ref())?;
        let mut mask = self.mask_array(py, mask.as_ref())?;
        {
            let (observations, mask) = (observations.slice()?, arrays::slice(&mut mask)?);
            self.with_stop(py, self.is_large(), move |batch, stop| {
                batch.reset(&|game| which.as_ref().is_none_or(|which| which[game]), seed, stop);
                batch.observe(observations, mask, stop);
            })?;
        }
        Ok((observations.into_array(), array(mask)))
    }

    /// Writes the observations and masks as they are now, without playing. Returns ``(observations, mask)``, which are
    /// ``out`` if it is given, as in :meth:`reset`.
    ///
    /// Raises:
    ///     ArgumentError: an array of the wrong dtype, shape or layout.
    #[pyo3(signature = (*, out=None))]
    fn observe<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Observed<'py>> {
        let [observations, mask] = arrays::given(["observations", "mask"], out)?;
        let mut observations = self.observation_array(py, "observations", observations.as_ref())?;
        let mut mask = self.mask_array(py, mask.as_ref())?;
        {
            let (observations, mask) = (observations.slice()?, arrays::slice(&mut mask)?);
            self.with_stop(py, self.is_large(), move |batch, stop| batch.observe(observations, mask, stop))?;
        }
        Ok((observations.into_array(), array(mask)))
    }

    /// Plays one action in each game.
    ///
    /// ``actions`` are integers of shape ``(n,)``: a NumPy array, anything with DLPack, or a sequence. −1 leaves a game
    /// as it is; it is the only action of a game that is over and was not reset. ``out`` is ``(observations, mask,
    /// reward, done)``, arrays to write to without a copy; without it new arrays are made.
    ///
    /// Returns ``(observations, mask, reward, done)``: planes, ``bool (n, A)``, ``float32 (n,)`` and ``bool (n,)``. The
    /// reward is that of the player who made the action: 1 for a win, −1 for a loss, else 0. Where ``done`` is true and
    /// ``auto_reset`` is on, the observation and the mask are those of the next game. ``final`` is an array like the
    /// observations: in the rows where ``done`` is true it gets the last observation of the game that has ended, and
    /// the other rows stay as they are.
    ///
    /// Ctrl-C ends the step of a very large batch. Only some of its games have played then: ``plies`` shows which, and
    /// :meth:`reset` begins again.
    ///
    /// Raises:
    ///     IllegalMove: names the game and the rule. No action of the batch has been played.
    ///     ArgumentError: an array of the wrong dtype, shape or layout, a number that is no action, or ``final``
    ///         without ``auto_reset``.
    #[pyo3(signature = (actions, *, out=None, r#final=None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        r#final: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Stepped<'py>> {
        if r#final.is_some() && !self.auto_reset {
            return Err(errors::argument(
                "final is for auto_reset: without it the observation of a game that is over is its last",
            ));
        }
        let actions = integers("actions", self.n, actions)?;
        let [observations, mask, reward, done] =
            arrays::given(["observations", "mask", "reward", "done"], out)?;
        let mut observations = self.observation_array(py, "observations", observations.as_ref())?;
        let mut mask = self.mask_array(py, mask.as_ref())?;
        let mut reward = writable::<f32>(py, "reward", "float32", &[self.n], reward.as_ref())?;
        let mut done = writable::<bool>(py, "done", "bool", &[self.n], done.as_ref())?;
        let mut last = r#final.map(|last| self.observation_array(py, "final", Some(last))).transpose()?;
        {
            let actions = actions.as_slice().map_err(|e| errors::argument(format!("actions: {e}")))?;
            let out = Out {
                observations: observations.slice()?,
                mask: arrays::slice(&mut mask)?,
                reward: arrays::slice(&mut reward)?,
                done: arrays::slice(&mut done)?,
                last: last.as_mut().map(Written::slice).transpose()?,
            };
            let stepped =
                self.with_stop(py, self.is_large(), move |batch, stop| batch.step(actions, out, stop))?;
            if let Err(Refused { game, why }) = stepped {
                let action = actions[game];
                return Err(match why {
                    Why::Illegal(illegal) => errors::illegal(&illegal, Some(game)),
                    Why::Over => errors::argument(format!(
                        "game {game}: it is over, so its action is -1, not {action}; reset starts it again"
                    )),
                    Why::NoAction => errors::argument(format!(
                        "game {game}: there is no action {action}: write 0 to {}",
                        self.actions - 1
                    )),
                });
            }
        }
        Ok((observations.into_array(), array(mask), array(reward), array(done)))
    }

    /// Draws a legal action for each game, uniformly: ``int64`` of shape ``(n,)``; −1 for games that are over.
    ///
    /// Each game has random numbers of its own, from the seed of the batch. ``out`` is an array to write to.
    #[pyo3(signature = (*, out=None))]
    fn random_actions<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
        let mut actions = writable::<i64>(py, "actions", "int64", &[self.n], out)?;
        {
            let actions = arrays::slice(&mut actions)?;
            self.with(py, move |batch| batch.random_actions(actions))?;
        }
        Ok(array(actions))
    }

    /// Plays ``count`` random games to the end from each position, which stays as it is.
    ///
    /// Ctrl-C ends it, and the batch can be used on: only its random numbers have gone on.
    ///
    /// Returns the mean result for the player to move, ``float32 (n,)`` from −1 to 1. A game of more than ``max_plies``
    /// counts as a draw; the default is ten times the points of the board.
    ///
    /// Raises:
    ///     ArgumentError: ``count`` or ``max_plies`` is 0.
    #[pyo3(signature = (count=1, *, max_plies=None))]
    fn rollouts<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::whole)] count: u32,
        #[pyo3(from_py_with = arguments::some_whole)] max_plies: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        if count == 0 {
            return Err(errors::argument("count is at least 1"));
        }
        if max_plies == Some(0) {
            return Err(errors::argument(
                "max_plies is at least 1, or None for ten times the points of the board",
            ));
        }
        let most = max_plies.unwrap_or(10 * self.shape[1] * self.shape[2]);
        let play = |batch: &mut dyn AnyBatch, stop: &Stop| {
            let mut out = vec![0.0; batch.len()];
            batch.rollouts(count, most, stop, &mut out);
            out
        };
        let plies = self.n.saturating_mul(count as usize).saturating_mul(most);
        Ok(PyArray1::from_vec(py, self.with_stop(py, plies > FEW_PLIES, play)?))
    }

    /// A copy of one game of the batch.
    ///
    /// Raises:
    ///     IndexError: there is no such game.
    fn game(&self, py: Python<'_>, index: isize) -> PyResult<PyGame> {
        let index = self.index(index)?;
        Ok(PyGame::new(self.with(py, |batch| batch.position(index))?))
    }

    /// The number of the action that plays ``move``: the same in every game of the batch.
    ///
    /// Raises:
    ///     MoveError: the text is no move of the game.
    #[pyo3(signature = (r#move))]
    fn action(&self, r#move: &str) -> PyResult<usize> {
        let mv = self.start.parse_move(r#move).map_err(errors::not_a_move)?;
        let none = || errors::plain("MoveError", format!("'{move}' is no action of this game"));
        Actions::of(&self.start.spec()).of_move(mv).ok_or_else(none)
    }

    /// The move that ``action`` plays in game ``index``, as players write it.
    ///
    /// Raises:
    ///     ArgumentError: there is no such action.
    ///     IndexError: there is no such game.
    #[pyo3(name = "move")]
    fn text(
        &self,
        py: Python<'_>,
        index: isize,
        #[pyo3(from_py_with = arguments::whole)] action: usize,
    ) -> PyResult<String> {
        let index = self.index(index)?;
        let text = self.with(py, |batch| {
            let position = batch.position(index);
            batch.settings().actions.to_move(&position, action).map(|mv| position.format_move(mv))
        })?;
        text.ok_or_else(|| {
            errors::argument(format!("there is no action {action}: write 0 to {}", self.actions - 1))
        })
    }
}
