//! Numbers among the arguments: how they are read, and what would be right where something else was given.

use crate::i18n::Lang;
use crate::memory;
use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;
use tengen_engine::Table;

/// The number that an argument takes, for one that was given something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// A whole number from the first to the second, if there is a second.
    Whole(u64, Option<u64>),
    /// Any number, written such as this one.
    Decimal(&'static str),
    /// Discs of Othello, with a fraction.
    Discs,
    /// So many MiB at most; the second is true if the machine has no more.
    Memory(u64, bool),
}

impl Wanted {
    /// What would be right, as a part of a sentence: `a whole number from 1 to 60`.
    pub(crate) fn text(self, lang: Lang) -> String {
        match self {
            Wanted::Whole(least, None) => lang.pick(
                format!("a whole number from {least}"),
                format!("不小于 {least} 的整数"),
                format!("{least}以上の整数"),
            ),
            Wanted::Whole(least, Some(most)) => lang.pick(
                format!("a whole number from {least} to {most}"),
                format!("{least} 至 {most} 的整数"),
                format!("{least}〜{most}の整数"),
            ),
            Wanted::Decimal(example) => lang.pick(
                format!("a number such as {example}"),
                format!("数字，例如 {example}"),
                format!("数（例：{example}）"),
            ),
            Wanted::Discs => {
                let (en, zh) = ("discs from 0 to 64, such as 0.5", "0 至 64 的子数，例如 0.5");
                lang.pick(en, zh, "0〜64の石数（例：0.5）").into()
            }
            Wanted::Memory(most, of_machine) => {
                let (en, zh, ja) = match of_machine {
                    true => {
                        (": this machine has no more", "，本机内存只有这么多", "（このマシンの全メモリ）")
                    }
                    false => Default::default(),
                };
                lang.pick(
                    format!("1 to {most} MiB{en}"),
                    format!("1 至 {most} MiB{zh}"),
                    format!("1〜{most} MiB{ja}"),
                )
            }
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it takes {}", self.text(Lang::English))
    }
}

impl std::error::Error for Wanted {}

/// A parser of whole numbers within a range.
pub(crate) fn whole<T: TryFrom<u64> + 'static>(
    range: impl RangeBounds<u64> + 'static,
) -> impl Fn(&str) -> Result<T, Wanted> + Send + Sync + Clone + 'static {
    let least = match range.start_bound() {
        Bound::Included(&least) => least,
        Bound::Excluded(&below) => below + 1,
        Bound::Unbounded => 0,
    };
    let most = match range.end_bound() {
        Bound::Included(&most) => Some(most),
        Bound::Excluded(&above) => Some(above - 1),
        Bound::Unbounded => None,
    };
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most.unwrap_or(u64::MAX)).contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            // Of a number that is too large for its type the largest that goes is named.
            let is_large = text.len() > 2 && text.bytes().all(|digit| digit.is_ascii_digit());
            let largest = [u64::MAX, i64::MAX as u64, u32::MAX.into(), u16::MAX.into(), u8::MAX.into()];
            let largest = largest.into_iter().find(|&number| T::try_from(number).is_ok());
            Wanted::Whole(least, most.or(largest.filter(|_| is_large)))
        })
    }
}

/// A parser of a number of MiB, no more than this machine has and no more than a table may have.
pub(crate) fn mebibytes(text: &str) -> Result<u64, Wanted> {
    let (most, is_of_machine) = most_mebibytes();
    text.parse().ok().filter(|mib| (1..=most).contains(mib)).ok_or(Wanted::Memory(most, is_of_machine))
}

/// The most MiB that a table may have, and whether this machine sets the limit.
pub(crate) fn most_mebibytes() -> (u64, bool) {
    let of_machine = memory::of_this_machine().filter(|&mib| mib < Table::MAX_MIB as u64);
    (of_machine.unwrap_or(Table::MAX_MIB as u64), of_machine.is_some())
}

/// A parser of numbers with a fraction. What is infinite or no number is refused.
pub(crate) fn decimal<T: FromStr + Into<f64> + Copy + Send + Sync + 'static>(
    example: &'static str,
) -> impl Fn(&str) -> Result<T, Wanted> + Send + Sync + Clone + 'static {
    move |text| {
        let number: Option<T> = text.parse().ok();
        number.filter(|&number| number.into().is_finite()).ok_or(Wanted::Decimal(example))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::{Command, CommandFactory as _};
    use std::any::TypeId;
    use std::error::Error as _;

    #[test]
    fn numbers_are_read_and_the_right_ones_named() {
        assert_eq!(whole::<u8>(1..=60)("60"), Ok(60));
        assert_eq!(whole::<u64>(1..)("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(decimal::<f32>("6.5")("-0.5"), Ok(-0.5));
        let refused = |text: &str| whole::<u16>(1..)(text).unwrap_err().to_string();
        for text in ["0", "", "x", "-1", "1.5", "1e3", "NaN", "٣"] {
            assert_eq!(refused(text), "it takes a whole number from 1", "{text}");
        }
        assert_eq!(refused("70000"), "it takes a whole number from 1 to 65535");
        assert_eq!(whole::<u8>(5..=22)("4").unwrap_err().text(Lang::SimplifiedChinese), "5 至 22 的整数");
        for text in ["", "x", "6,5", "NaN", "inf", "1e99"] {
            let refused = decimal::<f32>("6.5")(text).unwrap_err();
            assert_eq!(refused.to_string(), "it takes a number such as 6.5", "{text}");
        }
    }

    #[test]
    fn no_engine_asks_for_more_memory_than_there_is() {
        assert_eq!(mebibytes("1"), Ok(1));
        for text in ["99999999", "18446744073709551615", "0", "x"] {
            let refused = mebibytes(text).unwrap_err();
            assert!(matches!(refused, Wanted::Memory(1..=0x10000, _)), "{text}: {refused}");
            assert!(refused.text(Lang::Japanese).contains("MiB"), "{refused}");
        }
    }

    /// The options of a command and of those below it that take a number, each with the words that lead to it.
    fn options(command: &Command, path: &[String], found: &mut Vec<Vec<String>>) {
        let numbers = [
            TypeId::of::<u8>(),
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
            TypeId::of::<i64>(),
            TypeId::of::<f32>(),
            TypeId::of::<f64>(),
        ];
        for argument in command.get_arguments() {
            let is_number = numbers.iter().any(|number| argument.get_value_parser().type_id() == *number);
            if let (true, Some(long)) = (is_number, argument.get_long()) {
                found.push([path, &[format!("--{long}=x")]].concat());
            }
        }
        for below in command.get_subcommands() {
            options(below, &[path, &[below.get_name().to_owned()]].concat(), found);
        }
    }

    /// No number of the command line is refused in the words of a programmer.
    #[test]
    fn every_number_is_read_here() {
        let mut all = Vec::new();
        options(&Cli::command(), &["tengen".to_owned()], &mut all);
        assert!(all.len() > 50, "{}", all.len());
        for words in all {
            let error = Cli::command().try_get_matches_from(&words).unwrap_err();
            assert!(error.source().is_some_and(|source| source.is::<Wanted>()), "{words:?}: {error}");
        }
    }
}
