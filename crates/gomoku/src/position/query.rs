//! What a position can be asked.

use super::{Axis, Cell, Code, Color, PASS, Pattern, Position, Spots, Threat};
use crate::foul::Fouls;
use crate::lines::{Geometry, Lines, empties, stone_code, window};
use crate::rule::Rule;
use crate::spots::{SPOT_ROOM, Spot};
use crate::threat::patterns_of;
use crate::values::Info;
use crate::weights::threat_index;
use tengen_board::{AXES, zobrist};

impl<R: Rule> Position<R> {
    /// The key after a move of the side to move.
    #[inline]
    pub(crate) fn key_after(&self, spot: Spot) -> u64 {
        self.key() ^ zobrist::stone(spot.into(), self.to_move()) ^ zobrist::WHITE_TO_MOVE
    }

    /// What a point holds.
    #[inline]
    pub fn at(&self, spot: Spot) -> Cell {
        self.lines.at(self.geometry, spot)
    }

    /// Whether a point is empty.
    #[inline]
    pub fn is_empty(&self, spot: Spot) -> bool {
        usize::from(spot) < self.size().area() && !self.state.occupied.contains(spot)
    }

    /// The stones line by line, and where each point lies in them.
    #[inline]
    pub(crate) fn lines(&self) -> (&Lines, &'static Geometry) {
        (&self.lines, self.geometry)
    }

    /// How many points are empty.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.state.empty.into()
    }

    /// The points with stones.
    #[inline]
    pub fn occupied(&self) -> Spots {
        self.state.occupied
    }

    /// The empty points.
    pub fn empties(&self) -> Spots {
        Spots::below(self.size().area()) - self.state.occupied
    }

    /// The empty points near a stone: within two of one, or three along a line. None on an empty board.
    #[inline]
    pub fn candidates(&self) -> Spots {
        self.state.near - self.state.occupied
    }

    /// The points near a point: within two of it, or three along a line; itself among them.
    #[inline]
    pub fn near(&self, spot: Spot) -> Spots {
        self.nearness[usize::from(spot)]
    }

    /// Moves played since the position was made.
    #[inline]
    pub fn ply(&self) -> usize {
        self.frames.len()
    }

    /// The last move of all, those before the position was made among them; `None` of a pass or where there is none.
    #[inline]
    pub fn last_move(&self) -> Option<Spot> {
        self.earlier_move(0)
    }

    /// The move `back` moves before the last.
    #[inline]
    pub fn earlier_move(&self, back: usize) -> Option<Spot> {
        let at = self.history.len().checked_sub(back + 1)?;
        (self.history[at] != PASS).then_some(self.history[at])
    }

    /// The classes that `color` has ready, a bit for each of [`THREAT_BITS`](crate::THREAT_BITS).
    #[inline]
    pub fn ready(&self, color: Color) -> u8 {
        let [three, three_plus, three_three, four, four_plus, four_three, open_four, _] =
            self.state.counts[color.index()].map(|count| u8::from(count > 0));
        (three | three_plus)
            | three_three << 1
            | four << 2
            | four_plus << 3
            | four_three << 4
            | open_four << 5
    }

    /// The number of the threat term: what the side to move has ready, and the other.
    #[inline]
    pub fn threat_index(&self) -> usize {
        threat_index(self.ready(self.to_move()), self.ready(self.to_move().opponent()))
    }

    /// The number of the move of a ply, 1 for the first since the position was made, among all that were ever played; 0 for ply 0. Two
    /// positions reached by the same object with the same number at a ply are the same up to there.
    #[inline]
    pub(crate) fn serial(&self, ply: usize) -> u64 {
        ply.checked_sub(1).map_or(0, |at| self.frames[at].serial)
    }

    /// The moves after a ply, oldest first, passes left out.
    #[inline]
    pub(crate) fn stones_since(&self, ply: usize) -> impl Iterator<Item = Spot> + Clone {
        let from = self.history.len() - (self.frames.len() - ply);
        self.history[from..].iter().copied().filter(|&spot| spot != PASS)
    }

    /// Tells the windows of the empty points that see a point: their point, the axis, and the window as it is now.
    #[inline(always)]
    pub(crate) fn windows_around(&self, spot: Spot, mut tell: impl FnMut(Spot, usize, u32)) {
        for axis in 0..4 {
            let place = self.geometry.place(spot.into(), axis);
            let (word, step) = (self.lines.word(place), self.geometry.steps[axis]);
            let mut left = empties(window(word, place.shift, R::HALF), R::HALF) & !(3 << (2 * R::HALF));
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let away = (bit / 2) as i32 - R::HALF as i32;
                let shift = (i32::from(place.shift) + 2 * away) as u8;
                tell((i32::from(spot) + away * step) as Spot, axis, window(word, shift, R::HALF));
            }
        }
    }

    /// The sum of the evaluation's terms: what all empty points are worth to black, less what they are worth to white.
    #[inline]
    pub fn value(&self) -> i32 {
        self.state.value
    }

    /// The static evaluation: an estimate of the position's worth to the side to move, in the unit of its
    /// [`Weights`](crate::Weights).
    #[inline]
    pub fn evaluate(&self) -> i32 {
        let color = self.to_move();
        let sum = match self.frames.last() {
            Some(before) if self.values.weights().is_smooth() => (self.state.value + before.value) / 2,
            _ => self.state.value,
        };
        let value = if color == Color::Black { sum } else { -sum };
        let threats = self.values.weights().threat(color, self.ready(color), self.ready(color.opponent()));
        value + i32::from(threats)
    }

    /// For the order of moves: what a move of the side to move on an empty point is worth, for what it makes and what it
    /// keeps the opponent from making.
    #[inline]
    pub(crate) fn order(&self, spot: Spot) -> i32 {
        let color = self.to_move();
        self.values.order(color, self.code(color, spot), self.code(color.opponent(), spot))
    }

    /// The four patterns that a stone of `color` on an empty point would make, as one number.
    #[inline]
    pub(crate) fn code(&self, color: Color, spot: Spot) -> Code {
        (self.codes[usize::from(spot) % SPOT_ROOM] >> (16 * color.index())) as Code
    }

    #[inline]
    pub(crate) fn info(&self, color: Color, spot: Spot) -> Info {
        self.values.info(color, self.code(color, spot))
    }

    /// What a stone of `color` on an empty point would make along an axis.
    #[inline]
    pub fn pattern(&self, color: Color, spot: Spot, axis: Axis) -> Pattern {
        Pattern::of(self.codes[usize::from(spot) % SPOT_ROOM] >> (16 * color.index() + 4 * axis as usize))
    }

    /// What it would make along each axis.
    #[inline]
    pub fn patterns(&self, color: Color, spot: Spot) -> [Pattern; 4] {
        patterns_of(self.code(color, spot))
    }

    /// Whether it would make a three or more along some axis; `false` where a stone stands.
    #[inline]
    pub(crate) fn makes_three(&self, color: Color, spot: Spot) -> bool {
        // Patterns take four bits each, and those from the closed three on are the ones with the highest set.
        const { assert!(Pattern::ClosedThree as u8 == 8) };
        self.code(color, spot) & 0x8888 != 0
    }

    /// What a stone of `color` on an empty point would make altogether, [`Threat::None`] where a stone stands.
    #[inline]
    pub fn class(&self, color: Color, spot: Spot) -> Threat {
        self.info(color, spot).class()
    }

    /// The empty points where a stone of `color` is of this class. Kept up to date from [`Threat::LEAST_KEPT`] up; no points below.
    #[inline]
    pub fn points(&self, color: Color, class: Threat) -> Spots {
        match (class as usize).checked_sub(Threat::LEAST_KEPT as usize) {
            Some(kept) => self.state.sets[color.index()][kept],
            None => Spots::NONE,
        }
    }

    /// How many such points there are.
    #[inline]
    pub fn count(&self, color: Color, class: Threat) -> usize {
        match (class as usize).checked_sub(Threat::LEAST_KEPT as usize) {
            Some(kept) => self.state.counts[color.index()][kept].into(),
            None => 0,
        }
    }

    /// The points where a stone of `color` makes a four of any kind, but no five.
    #[inline]
    pub fn fours(&self, color: Color) -> Spots {
        let four = [Threat::FourPlus, Threat::FourThree, Threat::OpenFour];
        four.into_iter().fold(self.points(color, Threat::Four), |all, class| all | self.points(color, class))
    }

    /// Whether there is a point where a stone of `color` makes a four of any kind.
    #[inline]
    pub fn has_four(&self, color: Color) -> bool {
        (Threat::Four as usize..=Threat::OpenFour as usize)
            .any(|class| self.state.counts[color.index()][class - Threat::LEAST_KEPT as usize] > 0)
    }

    /// The points where a stone of `color` makes a five.
    #[inline]
    pub fn fives(&self, color: Color) -> Spots {
        self.points(color, Threat::Five)
    }

    /// Whether renju forbids black this empty point; false in other variants.
    #[inline]
    pub fn is_forbidden(&self, spot: Spot) -> bool {
        R::FOULS && {
            let info = self.info(Color::Black, spot);
            info.is_forbidden()
                || info.is_doubtful() && Fouls::<R>::new(&self.lines, self.geometry).is_foul(spot)
        }
    }

    /// The empty points where a stone, of whichever side, may change whether renju forbids black this one: those on the lines of every point
    /// that is asked about on the way to the verdict.
    pub(crate) fn foul_zone(&self, spot: Spot) -> Spots {
        let mut zone = Spots::NONE;
        Fouls::<R>::new(&self.lines, self.geometry).asked(spot, |asked| {
            zone.insert(asked);
            self.windows_around(asked, |spot, _, _| zone.insert(spot));
        });
        zone
    }

    /// Whether the side to move may put a stone on the point.
    #[inline]
    pub fn is_legal(&self, spot: Spot) -> bool {
        self.is_empty(spot) && !(R::FOULS && self.to_move() == Color::Black && self.is_forbidden(spot))
    }

    /// Whether a stone of `color` may be put on an empty point, were it to move.
    #[inline]
    pub fn may_play(&self, color: Color, spot: Spot) -> bool {
        !(R::FOULS && color == Color::Black && self.is_forbidden(spot))
    }

    /// The line along an axis around a point: two bits a point, lowest first (0 empty, 1 black, 2 white, 3 off the board), [`Rule::HALF`] points on
    /// either side and the point itself in the middle.
    #[inline]
    pub fn window(&self, spot: Spot, axis: Axis) -> u32 {
        let place = self.geometry.place(spot.into(), axis as usize);
        window(self.lines.word(place), place.shift, R::HALF)
    }

    /// The point `away` points along an axis from a point; it must be on the board.
    #[inline]
    pub fn along(&self, spot: Spot, axis: Axis, away: i32) -> Spot {
        (i32::from(spot) + away * self.geometry.steps[axis as usize]) as Spot
    }

    /// The empty points on the axis where a stone of the opponent, put before `color` comes to `spot`, leaves it a pattern of
    /// less worth there than it has now: the defences against a five or an open four threatened at `spot` on this
    /// line. `spot` itself is among them.
    pub fn defences(&self, color: Color, spot: Spot, axis: Axis) -> Spots {
        let now = self.pattern(color, spot, axis);
        let mut defences = Spots::one(spot);
        self.answers(color, spot, axis, |answer, pattern| {
            if pattern < now {
                defences.insert(answer);
            }
        });
        defences
    }

    /// The points where a stone of the opponent, put before `color` comes to `spot`, leaves it a class of less worth there
    /// than it has now, along whichever axis: the defences against what is threatened at `spot`, itself among them.
    /// (In renju a stone elsewhere can also make the point forbidden to black; that is not looked at.)
    pub fn defences_all(&self, color: Color, spot: Spot) -> Spots {
        let code = self.code(color, spot);
        let now = self.values.info(color, code).class();
        let mut defences = Spots::one(spot);
        for axis in AXES {
            if self.pattern(color, spot, axis) <= Pattern::ClosedOne {
                continue;
            }
            let place = 4 * axis as usize;
            self.answers(color, spot, axis, |answer, pattern| {
                let left = code & !(15 << place) | (pattern as Code) << place;
                if self.values.info(color, left).class() < now {
                    defences.insert(answer);
                }
            });
        }
        defences
    }

    /// Tells for each other empty point of the window what pattern a stone of the opponent there leaves `color` at `spot`.
    #[inline]
    fn answers(&self, color: Color, spot: Spot, axis: Axis, mut tell: impl FnMut(Spot, Pattern)) {
        let around = self.window(spot, axis);
        let mut left = empties(around, R::HALF) & !(3 << (2 * R::HALF));
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let answered = around | stone_code(color.opponent()) << bit;
            tell(
                self.along(spot, axis, (bit / 2) as i32 - R::HALF as i32),
                self.table.pattern(answered, color),
            );
        }
    }
}
