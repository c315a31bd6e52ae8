//! Entropy coding: numbers take as many bits as their probabilities ask for.
//!
//! The coder is J. Duda's asymmetric numeral system ("Asymmetric numeral systems: entropy coding combining speed of
//! Huffman coding with compression rate of arithmetic coding", 2013), the variant with ranges. A symbol belongs to a
//! context, and each context has its own frequencies, which stand before the data. Four states take turns, so that the
//! processor need not wait for one symbol before it begins the next.
//!
//! What a [`Writer`] makes is, in this order: for each context the number of its symbols and their frequencies, 4096 in
//! all; the number of words; the four states, of 32 bits; the words, of 16 bits, in the order in which they are read.
//! The numbers have seven bits in a byte, the lowest first, and the upper bit in all bytes but the last; states and
//! words have their lowest byte first. A reader decodes a symbol from the lowest 12 bits of a state, and fills a state
//! below 2¹⁶ up with a word.
//!
//! [`Coder`] writes and reads by the same calls: what walks over the numbers is written once for both directions.

/// Frequencies of a context add up to two to this power.
const PRECISION: u32 = 12;
const TOTAL: u32 = 1 << PRECISION;
/// The states.
const LANES: usize = 4;
/// A state is at least this large between two symbols.
const LEAST: u32 = 1 << 16;
/// Different symbols of a context.
const SYMBOLS: usize = 256;

/// Writes or reads numbers. A writer returns what it is given; a reader ignores it and returns what the data hold.
pub(super) trait Coder {
    /// A symbol of a context.
    fn symbol(&mut self, context: usize, symbol: u8) -> u8;

    /// `count` bits that may be anything, at most [`PRECISION`] of them.
    fn bits(&mut self, count: u32, value: u16) -> u16;

    /// A number of either sign: the symbol of one near zero, or the last symbol and 16 bits.
    #[inline(always)]
    fn number(&mut self, context: usize, value: i16) -> i16 {
        // 0, -1, 1, -2, 2 and so on.
        let folded = ((value << 1) ^ (value >> 15)) as u16;
        let symbol = self.symbol(context, folded.min(LAST_SYMBOL.into()) as u8);
        let folded = if symbol < LAST_SYMBOL {
            u16::from(symbol)
        } else {
            self.bits(8, folded >> 8) << 8 | self.bits(8, folded & 255)
        };
        (folded >> 1) as i16 ^ -((folded & 1) as i16)
    }
}

/// The class of a size, `parts` for each time that it doubles; 0 is the only size of class 0.
#[inline(always)]
pub(super) fn size_class(size: u64, parts: u32) -> usize {
    (size + 1).pow(parts).ilog2() as usize
}

const LAST_SYMBOL: u8 = u8::MAX;

/// A symbol with its context, or bits with their count.
#[derive(Clone, Copy)]
enum Step {
    Symbol { context: u16, symbol: u8 },
    Bits { count: u8, value: u16 },
}

/// Writes numbers. What it writes has its length in front, so that a [`Reader`] needs nothing else.
pub(super) struct Writer {
    counts: Vec<[u32; SYMBOLS]>,
    steps: Vec<Step>,
}

impl Coder for Writer {
    fn symbol(&mut self, context: usize, symbol: u8) -> u8 {
        self.counts[context][usize::from(symbol)] += 1;
        self.steps.push(Step::Symbol { context: context as u16, symbol });
        symbol
    }

    fn bits(&mut self, count: u32, value: u16) -> u16 {
        self.steps.push(Step::Bits { count: count as u8, value });
        value
    }
}

impl Writer {
    /// A writer for numbers of this many contexts.
    pub(super) fn new(contexts: usize) -> Writer {
        Writer { counts: vec![[0; SYMBOLS]; contexts], steps: Vec::new() }
    }

    /// The bytes of all that was written.
    pub(super) fn finish(self) -> Vec<u8> {
        let frequencies: Vec<_> = self.counts.iter().map(frequencies).collect();
        let mut bytes = Vec::new();
        for frequencies in &frequencies {
            let length = frequencies.iter().rposition(|&f| f > 0).map_or(0, |last| last + 1);
            put(&mut bytes, length as u32);
            frequencies[..length].iter().for_each(|&frequency| put(&mut bytes, frequency));
        }
        let first: Vec<[u32; SYMBOLS]> = frequencies
            .iter()
            .map(|frequencies| {
                let mut sum = 0;
                frequencies.map(|frequency| {
                    sum += frequency;
                    sum - frequency
                })
            })
            .collect();
        // A state is read in the opposite order.
        let mut states = [LEAST; LANES];
        let mut words: Vec<u16> = Vec::new();
        for (number, step) in self.steps.iter().enumerate().rev() {
            let (frequency, first) = match *step {
                Step::Symbol { context, symbol } => {
                    let (context, symbol) = (usize::from(context), usize::from(symbol));
                    (frequencies[context][symbol], first[context][symbol])
                }
                Step::Bits { count, value } => {
                    let frequency = TOTAL >> count;
                    (frequency, u32::from(value) * frequency)
                }
            };
            let state = &mut states[number % LANES];
            if u64::from(*state) >= u64::from(frequency) << (32 - PRECISION) {
                words.push(*state as u16);
                *state >>= 16;
            }
            *state = (*state / frequency) << PRECISION | (*state % frequency + first);
        }
        put(&mut bytes, words.len() as u32);
        bytes.extend(states.iter().flat_map(|state| state.to_le_bytes()));
        bytes.extend(words.iter().rev().flat_map(|word| word.to_le_bytes()));
        bytes
    }
}

/// Frequencies in proportion to the counts, with [`TOTAL`] as their sum and none of zero for a symbol that occurs. All
/// are zero if no symbol occurs.
fn frequencies(counts: &[u32; SYMBOLS]) -> [u32; SYMBOLS] {
    let sum: u64 = counts.iter().copied().map(u64::from).sum();
    if sum == 0 {
        return [0; SYMBOLS];
    }
    let share = |count: u32| (u64::from(count) * u64::from(TOTAL) / sum) as u32;
    let mut frequencies = counts.map(|count| if count == 0 { 0 } else { share(count).max(1) });
    // Rounding leaves some over, or takes some too many: the most frequent symbols notice it least.
    loop {
        let largest = (0..SYMBOLS).max_by_key(|&symbol| frequencies[symbol]).unwrap_or(0);
        match frequencies.iter().sum::<u32>() {
            TOTAL => return frequencies,
            less if less < TOTAL => frequencies[largest] += TOTAL - less,
            _ => frequencies[largest] -= 1,
        }
    }
}

/// Appends a number: seven bits in each byte, the lowest first, the upper bit set in all but the last.
fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number of [`put`] off the front.
fn take(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return u32::try_from(number).ok();
        }
    }
    None
}

/// The symbols of a context, as a reader wants them.
#[derive(Clone, Copy)]
struct Symbols {
    /// The symbol of each remainder of a state.
    of_remainder: [u8; TOTAL as usize],
    /// The frequency of each symbol, and its first remainder.
    ranges: [[u16; 2]; SYMBOLS],
}

/// Reads numbers.
pub(super) struct Reader<'a> {
    contexts: Vec<Symbols>,
    states: [u32; LANES],
    words: &'a [[u8; 2]],
    /// The next word. It is beyond the last one if more were asked for than there are.
    at: usize,
}

impl Coder for Reader<'_> {
    #[inline(always)]
    fn symbol(&mut self, context: usize, _: u8) -> u8 {
        let symbols = &self.contexts[context];
        let remainder = self.states[0] % TOTAL;
        let symbol = symbols.of_remainder[remainder as usize];
        let [frequency, first] = symbols.ranges[usize::from(symbol)];
        self.advance(frequency.into(), remainder - u32::from(first));
        symbol
    }

    #[inline(always)]
    fn bits(&mut self, count: u32, _: u16) -> u16 {
        let (remainder, shift) = (self.states[0] % TOTAL, PRECISION - count);
        self.advance(1 << shift, remainder % (1 << shift));
        (remainder >> shift) as u16
    }
}

impl<'a> Reader<'a> {
    /// A reader of what a [`Writer`] for this many contexts wrote at the front of `bytes`, which keeps what comes after
    /// it; `None` if the bytes are anything else.
    pub(super) fn new(bytes: &mut &'a [u8], contexts: usize) -> Option<Reader<'a>> {
        // A context that never occurs has symbol 0 everywhere.
        let none = Symbols { of_remainder: [0; TOTAL as usize], ranges: [[0; 2]; SYMBOLS] };
        let mut contexts = vec![none; contexts];
        for Symbols { of_remainder, ranges } in &mut contexts {
            let length = take(bytes)? as usize;
            let mut first = 0u32;
            for (symbol, range) in (0..=u8::MAX).zip(ranges.get_mut(..length)?) {
                let frequency = take(bytes)?;
                let end = first.checked_add(frequency)?;
                of_remainder.get_mut(first as usize..end as usize)?.fill(symbol);
                *range = [frequency, first].map(|number| number as u16);
                first = end;
            }
            if length > 0 && first != TOTAL {
                return None;
            }
        }
        let count = take(bytes)? as usize;
        let (states, rest) = bytes.split_first_chunk::<{ 4 * LANES }>()?;
        let (words, rest) = rest.split_at_checked(count.checked_mul(2)?)?;
        *bytes = rest;
        let states = std::array::from_fn(|lane| {
            u32::from_le_bytes(std::array::from_fn(|byte| states[4 * lane + byte]))
        });
        Some(Reader { contexts, states, words: words.as_chunks().0, at: 0 })
    }

    /// Takes what has been read out of the first state, and makes the next state the first one.
    #[inline(always)]
    fn advance(&mut self, frequency: u32, from_first: u32) {
        let [state, a, b, c] = self.states;
        let next = frequency * (state >> PRECISION) + from_first;
        // Without a jump: nothing foretells which state needs a word.
        let word = self.words.get(self.at).map_or(0, |&word| u16::from_le_bytes(word));
        let is_small = next < LEAST;
        self.at += usize::from(is_small);
        let filled = next << 16 | u32::from(word);
        self.states = [a, b, c, if is_small { filled } else { next }];
    }

    /// True if all that was written has been read, and nothing was damaged: the states end as they began.
    pub(super) fn is_done(&self) -> bool {
        self.at == self.words.len() && self.states == [LEAST; LANES]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;

    /// Numbers of three contexts: near zero, of all sizes, always the same.
    fn walk<C: Coder>(coder: &mut C, numbers: &mut [i16]) {
        for (place, number) in numbers.iter_mut().enumerate() {
            *number = coder.number(place % 3, *number);
        }
    }

    fn numbers(count: usize) -> Vec<i16> {
        let mut rng = SplitMix64(1);
        let number = |place| match place % 3 {
            0 => (rng.below(9) + rng.below(9)) as i16 - 8,
            1 => rng.next_u32() as i16 >> rng.below(16),
            _ => 700,
        };
        (0..count).map(number).collect()
    }

    fn written(numbers: &[i16]) -> Vec<u8> {
        let mut writer = Writer::new(4);
        walk(&mut writer, &mut numbers.to_vec());
        writer.finish()
    }

    #[test]
    fn a_reader_reads_what_was_written() {
        for count in [0, 1, 2, 3, 10, 50_000] {
            let numbers = numbers(count);
            let bytes = [written(&numbers), vec![7; 3]].concat();
            let mut rest = &bytes[..];
            let mut reader = Reader::new(&mut rest, 4).expect("it is whole");
            assert_eq!(rest, [7; 3]);
            let mut read = vec![0; count];
            walk(&mut reader, &mut read);
            assert!(read == numbers && reader.is_done(), "{count} numbers");
        }
    }

    #[test]
    fn every_number_and_every_count_of_bits_is_read() {
        let mut writer = Writer::new(1);
        let values = || (0..=PRECISION).flat_map(|count| [0, (1 << count) - 1].map(|value| (count, value)));
        (i16::MIN..=i16::MAX).for_each(|number| _ = writer.number(0, number));
        values().for_each(|(count, value)| _ = writer.bits(count, value));
        let bytes = writer.finish();
        let mut reader = Reader::new(&mut &bytes[..], 1).expect("it is whole");
        assert!((i16::MIN..=i16::MAX).all(|number| reader.number(0, 0) == number));
        assert!(values().all(|(count, value)| reader.bits(count, 0) == value));
        assert!(reader.is_done());
    }

    /// The reference is the entropy: no coder takes fewer bits for numbers that are drawn without memory.
    #[test]
    fn it_takes_hardly_more_than_the_entropy() {
        let mut rng = SplitMix64(2);
        let numbers: Vec<i16> = (0..200_000).map(|_| (rng.below(5) * rng.below(4)) as i16).collect();
        let mut writer = Writer::new(1);
        numbers.iter().for_each(|&number| _ = writer.number(0, number));
        let mut counts = [0u32; 16];
        numbers.iter().for_each(|&number| counts[number as usize] += 1);
        let count = numbers.len() as f64;
        let bits = counts.iter().filter(|&&n| n > 0).map(|&n| f64::from(n) * (count / f64::from(n)).log2());
        let (entropy, bytes) = (bits.sum::<f64>() / 8.0, writer.finish().len() as f64);
        assert!(bytes > entropy && bytes < 1.005 * entropy + 64.0, "{bytes} bytes for {entropy}");
    }

    #[test]
    fn damaged_bytes_are_refused_or_read_wrongly_without_a_panic() {
        let numbers = numbers(2000);
        let bytes = written(&numbers);
        let is_whole = |bytes: &[u8]| {
            let mut rest = bytes;
            Reader::new(&mut rest, 4).is_some_and(|mut reader| {
                let mut read = vec![0; numbers.len()];
                walk(&mut reader, &mut read);
                reader.is_done() && rest.is_empty()
            })
        };
        assert!(is_whole(&bytes));
        for length in 0..bytes.len() {
            assert!(!is_whole(&bytes[..length]), "{length} bytes");
        }
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1 << bit;
                is_whole(&bytes);
            }
        }
        let mut rng = SplitMix64(3);
        for length in 0..300 {
            let bytes: Vec<u8> = (0..length).map(|_| rng.next_u32() as u8).collect();
            assert!(!is_whole(&bytes), "{length} random bytes");
        }
    }
}
