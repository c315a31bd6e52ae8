//! The network: what a hidden layer adds to the sum of the tables.
//!
//! The tables judge each pattern alone. The network judges some of them together: each configuration of a pattern adds
//! a row of numbers to the hidden layer, and so do the numbers of moves of both sides. A unit's output is the square of
//! its sum, cut off at 0 and 1. Few patterns and many units follow
//! [neural-reversi](https://github.com/natsutteatsuiyone/neural-reversi).
//!
//! A row is 64 bytes, one line of a cache. A position needs 14 of them, and no product but those of the last layer.

use super::coding::{Coder, Reader, Writer, size_class};
use super::patterns::{Indices, class_size, numbered, patterns_of};
use super::weights::UNITS;
use std::sync::LazyLock;
use tengen_games::othello::backend::Flips;
use tengen_games::othello::{Bits, Board};

/// Units of the hidden layer.
pub const HIDDEN: usize = 64;
/// The number of networks, one after the other in a game.
pub const NETWORKS: usize = 3;
/// Discs that are placed from the first position of a network to the first of the next one.
pub const NETWORK_DISCS: usize = 14;
/// The most empties with a network, and the fewest. Earlier there is little to learn, later searches reach the end.
const MOST_EMPTIES: u32 = 51;
const FEWEST_EMPTIES: u32 = MOST_EMPTIES + 1 - (NETWORKS * NETWORK_DISCS) as u32;
/// Different numbers of moves: more of them than the last are as many as the last.
pub const MOVE_COUNTS: usize = 32;
/// The patterns that the network sees.
pub const INPUTS: usize = 14;

/// Their classes: the middle rows, the long diagonals, the edges with their X squares, the corners of 3×3.
const CLASSES: [usize; 4] = [2, 3, 8, 9];

/// Sums of the hidden layer are in 1/256.
const ONE: i16 = 256;
/// Weights of the last layer are in 1/32 of a disc, and below this number, so that no sum of them overflows.
const OUTPUT_UNITS: f32 = 32.0;
const OUTPUT_LIMIT: f32 = 1023.0;
/// From a sum of the last layer, in 2⁻²⁰ of a disc, to 1/[`UNITS`].
const SHIFT: u32 = 14;
const _: () = assert!(UNITS << SHIFT == 1 << 20);

/// A row of the first layer for a configuration of a pattern, in 1/256.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row([i8; HIDDEN]);

/// A row of the first layer for anything else, in 1/256; or the last layer.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct WideRow([i16; HIDDEN]);

/// The network for a position with this many empties, and the place of the position in it, below [`NETWORK_DISCS`].
#[inline(always)]
pub fn network_of(empties: u32) -> Option<(usize, usize)> {
    let placed = MOST_EMPTIES.checked_sub(empties)? as usize;
    (empties >= FEWEST_EMPTIES).then_some((placed / NETWORK_DISCS, placed % NETWORK_DISCS))
}

/// One network.
#[derive(Clone)]
struct Layers {
    /// By the number of the configuration. There are as many as 16 bits can number, so that a look-up needs no check;
    /// the ones beyond [`row_count`] are not used.
    rows: Box<[Row; 1 << 16]>,
    /// By the number of moves of the side to move, and of the opponent.
    own_moves: [WideRow; MOVE_COUNTS],
    opp_moves: [WideRow; MOVE_COUNTS],
    /// By the place of the position: it matters who moves last.
    discs: [WideRow; NETWORK_DISCS],
    /// The last layer.
    output: WideRow,
}

impl Layers {
    fn zero() -> Layers {
        let rows = vec![Row([0; HIDDEN]); 1 << 16].into_boxed_slice().try_into();
        let zero = WideRow([0; HIDDEN]);
        Layers {
            rows: rows.unwrap_or_else(|_| unreachable!("it has as many entries")),
            own_moves: [zero; MOVE_COUNTS],
            opp_moves: [zero; MOVE_COUNTS],
            discs: [zero; NETWORK_DISCS],
            output: zero,
        }
    }

    /// What it adds to a position's value, in 1/[`UNITS`] of a disc.
    #[inline(always)]
    fn value(&self, indices: &Indices, [own, opp]: [usize; 2], place: usize) -> i32 {
        let (own, opp, disc) = (&self.own_moves[own].0, &self.opp_moves[opp].0, &self.discs[place].0);
        let mut sums: [i16; HIDDEN] =
            std::array::from_fn(|unit| own[unit].wrapping_add(opp[unit]).wrapping_add(disc[unit]));
        for number in inputs(indices) {
            for (sum, part) in sums.iter_mut().zip(&self.rows[usize::from(number)].0) {
                *sum = sum.wrapping_add(i16::from(*part));
            }
        }
        let products = sums.iter().zip(&self.output.0).map(|(&sum, &weight)| {
            let cut = sum.clamp(0, ONE - 1) as u16;
            // 15 bits: a square in 2⁻¹⁵.
            let square = (cut * cut / 2) as i16;
            i32::from(square) * i32::from(weight)
        });
        products.sum::<i32>() >> SHIFT
    }

    /// Writes or reads all values.
    ///
    /// The values of a row are about equally large, but some units have larger ones than others in all rows. So a file
    /// has how large the values of each unit and of each row are in the mean, and both together are the context of a
    /// value.
    fn walk<C: Coder>(&mut self, coder: &mut C) {
        let mut units = self.unit_classes();
        for unit in &mut units {
            *unit = coder.symbol(UNITS_AT, *unit).min(UNIT_CLASSES - 1);
        }
        let mut before = 0;
        for row in &mut self.rows[..row_count()] {
            let sum = row.0.iter().map(|value| u64::from(value.unsigned_abs())).sum();
            let class = coder.symbol(ROWS_AT + before, size_class(sum, 2) as u8).min(ROW_CLASSES - 1);
            before = usize::from(class);
            // A row of zeros has no values in the file.
            if class > 0 {
                for (value, unit) in row.0.iter_mut().zip(units) {
                    let context = VALUES_AT + usize::from(class) + usize::from(unit) / 2;
                    *value = coder.symbol(context, *value as u8) as i8;
                }
            }
        }
        let mut before = [0; HIDDEN];
        for row in self.wide_rows_mut() {
            for (value, before) in row.0.iter_mut().zip(&mut before) {
                let context = WIDE_AT + size_class(u64::from(i16::unsigned_abs(*before)), 1);
                *value = coder.number(context, value.wrapping_sub(*before)).wrapping_add(*before);
                *before = *value;
            }
        }
    }

    /// How large the values of each unit are in the mean.
    fn unit_classes(&self) -> [u8; HIDDEN] {
        let (mut sums, mut count) = ([0; HIDDEN], 1);
        for row in self.rows[..row_count()].iter().filter(|row| row.0 != [0; HIDDEN]) {
            for (sum, value) in sums.iter_mut().zip(row.0) {
                *sum += u64::from(value.unsigned_abs());
            }
            count += 1;
        }
        sums.map(|sum| size_class(sum * 16 / count, 4) as u8)
    }

    /// All but the rows of configurations, as a file has them.
    fn wide_rows_mut(&mut self) -> impl Iterator<Item = &mut WideRow> {
        self.own_moves.iter_mut().chain(&mut self.opp_moves).chain(&mut self.discs).chain([&mut self.output])
    }
}

/// Contexts of a file, one kind after the other: how large a unit's values are; how large a row's values are, by the
/// row before; the values, by both; the other rows, by the row before.
const UNITS_AT: usize = 0;
const UNIT_CLASSES: u8 = 48;
const ROWS_AT: usize = 1;
/// Sums of 64 values have at most 13 bits, and two classes for each bit.
const ROW_CLASSES: u8 = 28;
const VALUES_AT: usize = ROWS_AT + ROW_CLASSES as usize;
const WIDE_AT: usize = VALUES_AT + ROW_CLASSES as usize + UNIT_CLASSES as usize / 2;
const CONTEXTS: usize = WIDE_AT + 16;

/// The networks of a game.
#[derive(Clone)]
pub struct Network {
    parts: Vec<Layers>,
}

/// The values of one network.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkValues {
    /// The rows of configurations, from -½ to ½; their numbers are those of [`inputs`].
    pub rows: Vec<[f32; HIDDEN]>,
    /// The rows of the number of moves of the side to move.
    pub own_moves: Vec<[f32; HIDDEN]>,
    /// The rows of the number of moves of the opponent.
    pub opp_moves: Vec<[f32; HIDDEN]>,
    /// The rows of the places that [`network_of`] gives.
    pub discs: Vec<[f32; HIDDEN]>,
    /// The last layer, in discs.
    pub output: [f32; HIDDEN],
}

impl NetworkValues {
    /// Values of zero.
    pub fn zero() -> NetworkValues {
        let rows = |count| vec![[0.0; HIDDEN]; count];
        NetworkValues {
            rows: rows(row_count()),
            own_moves: rows(MOVE_COUNTS),
            opp_moves: rows(MOVE_COUNTS),
            discs: rows(NETWORK_DISCS),
            output: [0.0; HIDDEN],
        }
    }
}

impl Network {
    /// A network that adds nothing.
    pub fn zero() -> Network {
        Network { parts: (0..NETWORKS).map(|_| Layers::zero()).collect() }
    }

    /// Sets the values of one network, rounded to the units of the engine.
    ///
    /// # Panics
    /// If `part` is not below [`NETWORKS`], or the numbers of rows are not those of [`NetworkValues::zero`].
    pub fn set_part(&mut self, part: usize, values: &NetworkValues) {
        let NetworkValues { rows, own_moves, opp_moves, discs, output } = values;
        let counts = [rows, own_moves, opp_moves, discs].map(Vec::len);
        assert_eq!(counts, [row_count(), MOVE_COUNTS, MOVE_COUNTS, NETWORK_DISCS]);
        let layers = &mut self.parts[part];
        for (row, values) in layers.rows.iter_mut().zip(rows) {
            row.0 = values.map(|value| (value * f32::from(ONE)).round() as i8);
        }
        // Sums stay below 16 bits: 14 rows of at most ½ and three of at most 32.
        let wide = |values: &[f32; HIDDEN]| {
            WideRow(values.map(|value| (value.clamp(-32.0, 32.0) * f32::from(ONE)).round() as i16))
        };
        layers.own_moves = std::array::from_fn(|count| wide(&own_moves[count]));
        layers.opp_moves = std::array::from_fn(|count| wide(&opp_moves[count]));
        layers.discs = std::array::from_fn(|place| wide(&discs[place]));
        layers.output.0 =
            output.map(|discs| (discs * OUTPUT_UNITS).round().clamp(-OUTPUT_LIMIT, OUTPUT_LIMIT) as i16);
    }

    /// What it adds to a position's value, in 1/[`UNITS`] of a disc.
    #[inline(always)]
    pub(super) fn value<F: Flips<Set = u64>>(
        &self,
        f: F,
        board: &Board<u64>,
        empties: u32,
        indices: &Indices,
    ) -> i32 {
        match network_of(empties) {
            Some((part, place)) => self.parts[part].value(indices, move_counts(f, board), place),
            None => 0,
        }
    }

    /// Appends the networks to a file.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        for layers in &self.parts {
            let mut writer = Writer::new(CONTEXTS);
            layers.clone().walk(&mut writer);
            bytes.extend(writer.finish());
        }
    }

    /// Takes what [`Network::write`] wrote off the front of a file; `None` if it is anything else.
    pub(super) fn read(bytes: &mut &[u8]) -> Option<Network> {
        let mut network = Network::zero();
        for layers in &mut network.parts {
            let mut reader = Reader::new(bytes, CONTEXTS)?;
            layers.walk(&mut reader);
            let is_sound =
                layers.output.0.iter().all(|weight| f32::from(weight.unsigned_abs()) <= OUTPUT_LIMIT);
            if !reader.is_done() || !is_sound {
                return None;
            }
        }
        Some(network)
    }
}

/// The numbers of moves of the side to move and of the opponent, below [`MOVE_COUNTS`].
#[inline(always)]
pub fn move_counts<F: Flips<Set = u64>>(f: F, board: &Board<u64>) -> [usize; 2] {
    let empties = board.empties();
    let [own, opp] = [f.ends(board.own, board.opp), f.ends(board.opp, board.own)];
    [own, opp].map(|moves| ((moves & empties).count() as usize).min(MOVE_COUNTS - 1))
}

/// The numbers of the rows that a position's patterns add to the hidden layer, below [`row_count`].
#[inline(always)]
pub fn inputs(indices: &Indices) -> [u16; INPUTS] {
    let numbers: &[[u16; 1 << 16]; CLASSES.len()] = &NUMBERS;
    const { INPUT_PATTERNS }.map(|(place, pattern)| numbers[place][usize::from(indices.get(pattern) as u16)])
}

/// The number of rows for configurations of patterns.
pub fn row_count() -> usize {
    *ROWS
}

/// Each pattern that is an input, with the place of its class in [`CLASSES`].
const INPUT_PATTERNS: [(usize, usize); INPUTS] = {
    let (mut all, mut n, mut place) = ([(0, 0); INPUTS], 0, 0);
    while place < CLASSES.len() {
        let patterns = patterns_of(CLASSES[place]);
        let mut pattern = patterns.start;
        while pattern < patterns.end {
            all[n] = (place, pattern);
            n += 1;
            pattern += 1;
        }
        place += 1;
    }
    assert!(n == INPUTS);
    all
};

/// The row of each configuration: mirror images share one. A pattern's number, taken as 16 bits without sign, is its
/// place.
static NUMBERS: LazyLock<Box<[[u16; 1 << 16]; CLASSES.len()]>> = LazyLock::new(|| {
    let mut numbers = vec![[0; 1 << 16]; CLASSES.len()];
    let mut all = numbered(&CLASSES).into_iter();
    for (place, class) in CLASSES.into_iter().enumerate() {
        let most = (class_size(class) / 2) as i16;
        for (number, row) in (-most..=most).zip(&mut all) {
            numbers[place][usize::from(number as u16)] = u16::try_from(row).expect("rows fit 16 bits");
        }
    }
    numbers.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("it has as many entries"))
});

static ROWS: LazyLock<usize> =
    LazyLock::new(|| numbered(&CLASSES).into_iter().max().map_or(0, |last| last as usize + 1));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::PatternWeights;
    use tengen_board::random::SplitMix64;
    use tengen_games::Game as _;
    use tengen_games::othello::{Position, Rules};

    /// Values that fit the units of the network, so that nothing is rounded. One row in three is zero.
    fn random_values(rng: &mut SplitMix64) -> NetworkValues {
        let mut values = NetworkValues::zero();
        let mut row = |most: usize| {
            let zero = rng.below(3) == 0;
            std::array::from_fn(|_| if zero { 0.0 } else { rng.below(2 * most) as f32 - most as f32 })
        };
        for values in &mut values.rows {
            *values = row(60).map(|v: f32| v / 256.0);
        }
        for values in values.own_moves.iter_mut().chain(&mut values.opp_moves).chain(&mut values.discs) {
            *values = row(300).map(|v: f32| v / 256.0);
        }
        values.output = std::array::from_fn(|_| (rng.below(128) as f32 - 64.0) / 32.0);
        values
    }

    impl Layers {
        fn is_equal(&self, other: &Layers) -> bool {
            let wide = |layers: &Layers| layers.clone().wide_rows_mut().map(|row| row.0).collect::<Vec<_>>();
            let rows = self.rows.iter().map(|row| row.0);
            rows.eq(other.rows.iter().map(|row| row.0)) && wide(self) == wide(other)
        }
    }

    fn random_network(seed: u64) -> (Network, Vec<NetworkValues>) {
        let mut rng = SplitMix64(seed);
        let values: Vec<_> = (0..NETWORKS).map(|_| random_values(&mut rng)).collect();
        let mut network = Network::zero();
        for (part, values) in values.iter().enumerate() {
            network.set_part(part, values);
        }
        (network, values)
    }

    /// The boards of a random game, the side to move having a move or not.
    fn random_boards(seed: u64) -> Vec<Board<u64>> {
        let mut rng = SplitMix64(seed);
        let mut game = Position::new(&Rules::STANDARD);
        let mut boards = Vec::new();
        while game.play_random(&mut || rng.next_u32()).is_some() {
            boards.push(game.narrow().unwrap());
        }
        boards
    }

    #[test]
    fn a_file_gives_the_network_that_made_it() {
        let (network, _) = random_network(1);
        let mut bytes = Vec::new();
        network.write(&mut bytes);
        let read = Network::read(&mut &bytes[..]).expect("it is whole");
        assert!(read.parts.iter().zip(&network.parts).all(|(read, written)| read.is_equal(written)));
        for length in [0, 1, row_count(), bytes.len() - 1] {
            assert!(Network::read(&mut &bytes[..length]).is_none(), "{length} bytes");
        }
        let mut rest = &[&bytes[..], &[9]].concat()[..];
        assert!(Network::read(&mut rest).is_some() && rest == [9]);
        let weights = PatternWeights::zero().with_network(Some(network));
        let read = PatternWeights::from_bytes(&weights.to_bytes()).expect("it is whole");
        for board in random_boards(2) {
            assert_eq!(weights.evaluate(&board).to_bits(), read.evaluate(&board).to_bits());
        }
    }

    /// The reference: the same layers with fractions, and the numbers of moves by the rules' own list.
    #[test]
    fn a_value_is_that_of_the_layers() {
        let (network, values) = random_network(3);
        let weights = PatternWeights::zero().with_network(Some(network));
        let mut differ = 0;
        for board in (0..20).flat_map(random_boards) {
            let empties = board.empties().count_ones();
            // 51 to 38 empties, 37 to 24, 23 to 10.
            let Some(number) = (0..3).find(|number| (38..=51).contains(&(empties + 14 * number))) else {
                assert_eq!(weights.evaluate(&board), 0.0, "no network with {empties} empties");
                continue;
            };
            let (values, place) = (&values[number as usize], (51 - 14 * number - empties) as usize);
            let [own, opp] = [board, board.pass()].map(|board| board.moves().count_ones() as usize);
            let rows = inputs(&Indices::new(board.own, board.opp));
            let units = (0..HIDDEN).map(|unit| {
                let moves =
                    values.own_moves[own][unit] + values.opp_moves[opp][unit] + values.discs[place][unit];
                let sum = moves + rows.iter().map(|&row| values.rows[usize::from(row)][unit]).sum::<f32>();
                sum.clamp(0.0, 1.0).powi(2) * values.output[unit]
            });
            let expected = units.sum::<f32>().clamp(-63.0, 63.0);
            differ += u32::from(expected.abs() > 3.0);
            // Each unit is cut off at 255/256.
            assert!((weights.evaluate(&board) - expected).abs() < 0.8, "{expected}: {board:?}");
        }
        assert!(differ > 100, "most values are far from zero: {differ}");
    }

    #[test]
    fn mirror_images_have_the_same_rows() {
        for board in random_boards(5) {
            let rows = |own, opp| {
                let mut rows = inputs(&Indices::new(own, opp));
                rows.sort_unstable();
                rows
            };
            let expected = rows(board.own, board.opp);
            assert_eq!(rows(board.own.swap_bytes(), board.opp.swap_bytes()), expected, "rows mirrored");
            assert_eq!(rows(board.own.reverse_bits(), board.opp.reverse_bits()), expected, "turned by 180°");
            assert!(expected.iter().all(|&row| usize::from(row) < row_count()));
        }
    }
}
