//! The trait that every game implements.

use crate::{ExpectedMove, Fact, GameSpec, Illegal, Move, MoveError, PlayerId, SetUp, SetUpError};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::iter::FusedIterator;
use core::ops::Range;
use tengen_board::{Cell, Color, Coords, Point, Size};

/// A position of one game, with its past.
///
/// A position is made by [`Game::new`] or a checked set-up, and by playing legal moves from there. Only
/// [`Game::play_unchecked`] trusts its caller that a move is legal. Two positions are equal (`==`) when they are the
/// same for all future play. That is the same stones, side to move and state of the rules (ko, passes, opening phase,
/// and the past where the rules depend on it).
pub trait Game: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The rules a game is played by, its size included.
    type Rules: Clone + Debug + PartialEq + Into<GameSpec> + Send + Sync + 'static;

    /// The start position.
    ///
    /// # Panics
    /// If no game can be played by the rules. Rules that were [read by name](crate::GameRules::named) are always good;
    /// where fields were set by hand, the rules' own `check` reports what is wrong with them.
    fn new(rules: &Self::Rules) -> Self;

    /// A position that is set up rather than played to. Its [`ply`](Game::ply) is 0.
    ///
    /// # Errors
    /// [`SetUpError`] names everything that is wrong with it: off the board, two stones on a point, dead stones.
    ///
    /// # Panics
    /// As [`Game::new`].
    fn set_up(rules: &Self::Rules, set_up: &SetUp) -> Result<Self, SetUpError>;

    /// The rules of this game.
    fn rules(&self) -> Self::Rules;

    /// Which game by which rules, as one value of all games.
    fn spec(&self) -> GameSpec {
        self.rules().into()
    }

    /// The size of the board.
    fn size(&self) -> Size;

    /// What `point` holds. Points off the board hold nothing.
    fn at(&self, point: Point) -> Cell;

    /// Writes what each point holds, in reading order: [`Game::at`] for loops over the whole board.
    ///
    /// # Panics
    /// If `out` has not the length of the board's area.
    fn cells_into(&self, out: &mut [Cell]) {
        assert_eq!(out.len(), self.size().area(), "one cell for each point");
        let cols = self.size().cols();
        for (row, out) in out.chunks_exact_mut(cols).enumerate() {
            for (col, out) in out.iter_mut().enumerate() {
                *out = self.at(Point::new(row as u8, col as u8));
            }
        }
    }

    /// The colour of the next stone.
    fn to_move(&self) -> Color;

    /// The player whose decision is next. Unless an opening rule says otherwise, the first player has black.
    fn player_to_move(&self) -> PlayerId {
        if self.to_move() == Color::Black { PlayerId::First } else { PlayerId::Second }
    }

    /// The colour that `player` has; `None` while an opening rule has not decided it.
    fn color_of(&self, player: PlayerId) -> Option<Color> {
        Some(if player == PlayerId::First { Color::Black } else { Color::White })
    }

    /// The player who has black; while an opening rule has not decided it, the one who has it for now.
    fn black_player(&self) -> PlayerId {
        PlayerId::First
    }

    /// Whether `mv` is a decision of a player, such as a swap, rather than a stone of the side to move.
    fn is_decision(&self, mv: Move) -> bool {
        matches!(mv, Move::Choose(_))
    }

    /// Stones of a full turn: 1, but for Connect6.
    fn stones_per_turn(&self) -> u32 {
        1
    }

    /// Stones that the side to move has left in its turn, the next one included: 1, but for Connect6.
    fn stones_left_in_turn(&self) -> u32 {
        1
    }

    /// Stones of the opponent that `color` has captured so far, its prisoners; 0 in games without captures. In Go the
    /// opponent's suicides and pass stones are among them.
    fn captured_by(&self, _color: Color) -> u32 {
        0
    }

    /// What wins at once, as far as two numbers describe it. Legality and the exact win are up to [`Game::play`].
    fn goal(&self) -> Goal {
        Goal::default()
    }

    /// What there is to show besides the stones: threats, captures, closed points, chains, ladders, living groups,
    /// mobility, stable stones, as far as the game has them. Nothing after the end. For display; it takes up to some
    /// milliseconds.
    ///
    /// ```
    /// use tengen_games::{FactKind, Game, Shape, gomoku};
    /// let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
    /// for text in ["h8", "a1", "i8", "a15", "j8"] {
    ///     game.play(game.parse_move(text)?)?;
    /// }
    /// let facts = game.facts();
    /// assert_eq!(facts[0].kind, FactKind::CanMake(Shape::OpenFour));
    /// let points: Vec<_> = facts[0].points.iter().map(|&p| game.format_move(p.into())).collect();
    /// assert_eq!(points, ["g8", "k8"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn facts(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// Black's points less white's if the board were counted as it is; `None` where points do not decide the game.
    fn margin_now(&self) -> Option<f32> {
        None
    }

    /// Plies played since the start or the set-up.
    fn ply(&self) -> usize;

    /// The move that was played at `ply`, counted from 0; `None` if there is none.
    fn move_at(&self, ply: usize) -> Option<Move>;

    /// The moves played since the start or the set-up, oldest first.
    ///
    /// ```
    /// use tengen_games::{Game, othello};
    /// let mut game = othello::Position::new(&othello::Rules::STANDARD);
    /// for text in ["f5", "d6", "c3"] {
    ///     game.play(game.parse_move(text)?)?;
    /// }
    /// let text: Vec<String> = game.moves().map(|mv| game.format_move(mv)).collect();
    /// assert_eq!(text.join(" "), "f5 d6 c3");
    /// assert_eq!(game.moves().next_back(), game.last_move());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn moves(&self) -> Moves<'_, Self> {
        Moves { game: self, plies: 0..self.ply() }
    }

    /// The last move; `None` at ply 0.
    #[inline]
    fn last_move(&self) -> Option<Move> {
        self.move_at(self.ply().checked_sub(1)?)
    }

    /// What the last move did on the board; `None` at ply 0.
    ///
    /// It is worked out from the past when it is asked for, so it is right after [`Game::play`],
    /// [`Game::play_unchecked`] and [`Game::undo`] alike, and costs a search nothing.
    ///
    /// ```
    /// use tengen_games::{Game, mnk};
    /// let mut game = mnk::Position::new(&mnk::Rules::TIC_TAC_TOE);
    /// for text in ["a1", "b1", "a2", "b2", "a3"] {
    ///     game.play(game.parse_move(text)?)?;
    /// }
    /// assert_eq!(game.last_played().map(|played| played.line.len()), Some(3));
    /// game.undo();
    /// assert_eq!(game.last_played().map(|played| played.line.len()), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn last_played(&self) -> Option<Played>;

    /// A 64-bit key: equal for positions that are equal for all future play on this board by these rules (same stones,
    /// side to move, ko, passes, opening phase), whatever way led to them. Superko's past is not part of it.
    fn hash(&self) -> u64;

    /// Every legal move, each once, in a fixed order. None after the end.
    ///
    /// ```
    /// use tengen_games::{Game, mnk};
    /// let game = mnk::Position::new(&mnk::Rules::TIC_TAC_TOE);
    /// assert_eq!(game.legal_moves().len(), 9);
    /// ```
    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Appends every legal move to `out`: [`Game::legal_moves`] for loops that reuse the memory.
    fn legal_moves_into(&self, out: &mut Vec<Move>);

    /// Writes for each point, in reading order, whether a stone there is legal, and appends the legal moves that are no
    /// points to `others`: [`Game::legal_moves_into`] as a mask.
    ///
    /// # Panics
    /// If `points` has not the length of the board's area.
    fn legal_points_into(&self, points: &mut [bool], others: &mut Vec<Move>) {
        points_by_list(self, points, others);
    }

    /// Returns `Ok` if `mv` is legal, and else why not.
    ///
    /// ```
    /// use tengen_games::{Game, Reason, mnk};
    /// let mut game = mnk::Position::new(&mnk::Rules::TIC_TAC_TOE);
    /// let centre = game.parse_move("b2")?;
    /// game.play(centre)?;
    /// let illegal = game.check(centre).unwrap_err();
    /// assert_eq!(illegal.reason, Reason::Occupied(tengen_board::Color::Black));
    /// assert_eq!(illegal.to_string(), "move 2 (b2) is illegal: it is occupied by black");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Illegal`] names the move, the ply and the rule that it breaks.
    fn check(&self, mv: Move) -> Result<(), Illegal>;

    /// Whether `mv` is legal.
    fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Plays `mv` and reports what happened on the board.
    ///
    /// ```
    /// use tengen_board::Color;
    /// use tengen_games::{Game, go};
    /// let mut game = go::Position::new(&go::Rules { size: "9".parse()?, ..go::Rules::CHINESE });
    /// for text in ["a2", "a1"] {
    ///     game.play(game.parse_move(text)?)?;
    /// }
    /// let played = game.play(game.parse_move("b1")?)?;
    /// assert_eq!(played.placed.map(|(_, color)| color), Some(Color::Black));
    /// assert_eq!(played.captured.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Game::check`]; the position is unchanged.
    fn play(&mut self, mv: Move) -> Result<Played, Illegal> {
        self.check(mv)?;
        self.play_unchecked(mv);
        Ok(self.last_played().unwrap_or_default())
    }

    /// Plays `mv` as [`Game::play`] does, or as the foul that ends the game where the rules let a forbidden move lose.
    /// A player is never offered such a move, but a game record can end with one: on a forbidden point of renju.
    ///
    /// ```
    /// use tengen_board::Color;
    /// use tengen_games::{EndReason, Game, gomoku};
    /// let mut game = gomoku::Position::new(&gomoku::Rules::RENJU);
    /// for text in ["g8", "a1", "i8", "c1", "h7", "e1", "h9", "g1"] {
    ///     game.play(game.parse_move(text)?)?;
    /// }
    /// let double_three = game.parse_move("h8")?;
    /// assert!(game.play(double_three).is_err());
    /// let outcome = game.play_or_foul(double_three)?.outcome.unwrap();
    /// assert_eq!((outcome.winner, outcome.reason), (Some(Color::White), EndReason::Foul));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Game::check`] for any other illegal move; the position is unchanged.
    fn play_or_foul(&mut self, mv: Move) -> Result<Played, Illegal> {
        self.play(mv)
    }

    /// Plays a move that is known to be legal, without checks or report: the way for searches.
    /// With an illegal move the position becomes meaningless, but never unsafe: it may be ignored, or taken for a pass.
    fn play_unchecked(&mut self, mv: Move);

    /// Asks the processor for the memory that the next move, and a list of the legal moves after it, will read. A hint
    /// for loops over more positions than the processor's caches hold: it changes nothing.
    #[inline]
    fn prefetch(&self) {}

    /// Takes back the last move, restoring the position exactly, its hash included. `None` at ply 0.
    ///
    /// ```
    /// use tengen_games::{Game, gomoku};
    /// let start = gomoku::Position::new(&gomoku::Rules::RENJU);
    /// let mut game = start.clone();
    /// let mv = game.parse_move("h8")?;
    /// game.play(mv)?;
    /// assert_eq!(game.undo(), Some(mv));
    /// assert_eq!(game, start);
    /// assert_eq!(game.undo(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn undo(&mut self) -> Option<Move>;

    /// How the game has ended, `None` while it goes on. A count is that of the board as it is: in Go every stone counts
    /// as alive, and [`go::Position::outcome_with`](crate::go::Position::outcome_with) counts without dead stones.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the game has ended.
    #[inline]
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The habit in which this game writes its points.
    fn coords(&self) -> Coords {
        self.spec().coords()
    }

    /// Writes a move as players of this game write it; a point off the board as `(row, col)`.
    fn format_move(&self, mv: Move) -> String {
        match mv {
            Move::Place(p) if !self.size().contains(p) => format!("{p:?}"),
            Move::Place(p) => self.coords().format(p, self.size()),
            Move::Pass => "pass".into(),
            Move::Choose(choice) => choice.to_string(),
        }
    }

    /// Reads one move in this game's habit. The move need not be legal.
    ///
    /// # Errors
    /// [`MoveError`] says what was expected.
    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        parse_move(self.coords(), self.size(), text)
    }

    /// Reads the moves of a line that begins here, each after those before it: where stones fall, the same column is
    /// another point for the next stone. The moves need not be legal; an illegal one changes nothing for the next.
    fn parse_line<'t>(
        &self,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> impl Iterator<Item = Result<Move, MoveError>> {
        let mut after = self.clone();
        texts.into_iter().map(move |text| {
            let mv = after.parse_move(text)?;
            let _ = after.play(mv);
            Ok(mv)
        })
    }

    /// Plays a uniformly random legal move, drawn from `next`, a source of uniform 32-bit numbers; `None` after the
    /// end. Games override it where they can do better than listing every move.
    ///
    /// In Go it fills own eyes and passes like any other move, so random games are long: 500 to 600 plies on 19×19. By
    /// simple ko they may repeat positions, and where no number of passes ends the game they never end: bound the
    /// plies.
    fn play_random(&mut self, next: &mut impl FnMut() -> u32) -> Option<Move> {
        let moves = self.legal_moves();
        if moves.is_empty() {
            return None;
        }
        let mv = moves[((next() as u64 * moves.len() as u64) >> 32) as usize];
        self.play_unchecked(mv);
        Some(mv)
    }
}

/// [`Game::legal_points_into`] by the list of legal moves.
pub(crate) fn points_by_list(game: &impl Game, points: &mut [bool], others: &mut Vec<Move>) {
    assert_eq!(points.len(), game.size().area(), "one entry for each point");
    points.fill(false);
    let (size, mut before) = (game.size(), others.len());
    game.legal_moves_into(others);
    others.retain(|mv| match mv {
        _ if before > 0 => {
            before -= 1;
            true
        }
        Move::Place(point) => {
            points[size.index(*point)] = true;
            false
        }
        _ => true,
    });
}

/// Reads `pass`, the words of a choice, or a point in the habit of `coords`.
pub(crate) fn parse_move(coords: Coords, size: Size, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    if let Some(choice) = crate::Choice::from_words(text) {
        return Ok(Move::Choose(choice));
    }
    coords
        .parse(text, size)
        .map(Move::Place)
        .map_err(|e| MoveError { text: e.text, expected: ExpectedMove::Point(size, coords, false) })
}

/// What wins at once: a row of stones, a number of captured stones, either, or neither.
///
/// A general player and a front end read it; the rules themselves do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Goal {
    /// How many own stones in a row win.
    pub row: Option<u8>,
    /// How many captured stones win.
    pub captures: Option<u16>,
}

/// The moves of a game, oldest first; see [`Game::moves`].
pub struct Moves<'a, G: ?Sized> {
    game: &'a G,
    plies: Range<usize>,
}

impl<G> Clone for Moves<'_, G> {
    fn clone(&self) -> Self {
        Moves { game: self.game, plies: self.plies.clone() }
    }
}

impl<G: Game> Debug for Moves<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl<G: Game> Iterator for Moves<'_, G> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.game.move_at(self.plies.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.plies.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<Move> {
        self.game.move_at(self.plies.nth(n)?)
    }
}

impl<G: Game> DoubleEndedIterator for Moves<'_, G> {
    fn next_back(&mut self) -> Option<Move> {
        self.game.move_at(self.plies.next_back()?)
    }
}

impl<G: Game> ExactSizeIterator for Moves<'_, G> {}
impl<G: Game> FusedIterator for Moves<'_, G> {}

/// What a move did to the board, so that front ends can show it.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Played {
    /// The stone put on the board.
    pub placed: Option<(Point, Color)>,
    /// Stones taken off the board (Go captures and suicide; renju's refused fifth moves).
    pub captured: Vec<Point>,
    /// Discs turned over (Othello).
    pub flipped: Vec<Point>,
    /// The points of the winning line or lines, if the move won by one.
    pub line: Vec<Point>,
    /// How the game ended, if this move ended it.
    pub outcome: Option<Outcome>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The winner's colour, `None` for a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: EndReason,
}

impl Outcome {
    /// The result as SGF writes it: `B+3.5`, `W+12`, `0` for a draw. A win that is no count has no number: `B+`.
    ///
    /// ```
    /// use tengen_board::Color;
    /// use tengen_games::{EndReason, Outcome};
    /// let counted = Outcome { winner: Some(Color::White), reason: EndReason::Score(-3.5) };
    /// assert_eq!((counted.sgf_text(), counted.to_string()), ("W+3.5".into(), "white wins by 3.5".into()));
    /// let line = Outcome { winner: Some(Color::Black), reason: EndReason::Line };
    /// assert_eq!((line.sgf_text(), line.to_string()), ("B+".into(), "black wins: a line".into()));
    /// ```
    pub fn sgf_text(&self) -> String {
        let sign = match self.winner {
            None => return "0".into(),
            Some(Color::Black) => 'B',
            Some(Color::White) => 'W',
        };
        match self.reason {
            EndReason::Score(margin) => format!("{sign}+{}", margin.abs()),
            _ => format!("{sign}+"),
        }
    }
}

/// English, `black wins by 3.5`. The crate `tengen-words` has whole sentences in each language.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, self.reason) {
            (Some(color), EndReason::Score(margin)) => write!(f, "{color} wins by {}", margin.abs()),
            (Some(color), reason) => write!(f, "{color} wins: {reason}"),
            (None, reason) => write!(f, "draw: {reason}"),
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum EndReason {
    /// A run long enough.
    Line,
    /// Enough captured stones.
    Captures,
    /// The side to move has only forbidden points left (renju).
    OnlyForbidden,
    /// The side that moved last took a forbidden point (renju): only game records end so, by [`Game::play_or_foul`].
    Foul,
    /// The board is full, or no move is left, and no one has won.
    Full,
    /// Discs or points were counted; black's minus white's (komi and empties included as the rules say).
    Score(f32),
    /// Both players passed where passing ends a game without a count.
    Passes,
}

/// English, `a line`.
impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndReason::Line => "a line",
            EndReason::Captures => "captures",
            EndReason::OnlyForbidden => "only forbidden points left",
            EndReason::Foul => "a forbidden move",
            EndReason::Full => "no move left",
            EndReason::Score(margin) => return write!(f, "a count of {margin:+}"),
            EndReason::Passes => "passes",
        })
    }
}
