//! Spans of time as people write them.

use crate::fail::Fail;
use crate::i18n::{Lang, tr};
use std::time::Duration;

/// Reads a span of time: `90s`, `10m`, `1h30m`, `500ms`, `2.5s`. A bare number is refused: it could be seconds or
/// milliseconds.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let mut rest = text.trim();
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number: f64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        seconds += number
            * match &rest[..letters] {
                "ms" => 0.001,
                "s" => 1.0,
                "m" | "min" => 60.0,
                "h" => 3600.0,
                _ => return None,
            };
        rest = &rest[letters..];
    }
    // A week is longer than any game, and keeps sums far from overflow.
    (seconds > 0.0 && seconds <= 604_800.0).then(|| Duration::from_secs_f64(seconds))
}

/// The refusal of a text that is no time; a bare number is asked for its unit.
pub(crate) fn no_time(text: &str, lang: Lang) -> Fail {
    // Of `5m+3` it is the 3 that lacks its unit.
    let parts: Vec<&str> = text.split('+').map(str::trim).collect();
    let is_zero = |part: &str| {
        let number = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        number.parse() == Ok(0.0)
    };
    if parts.iter().all(|part| is_zero(part)) {
        return Fail::usage(tr!(lang, NoTime, text = text));
    }
    if parts.len() > 1 && parts.iter().all(|part| duration(part).is_some()) {
        return Fail::usage(tr!(lang, OneTime, text = text));
    }
    let bare = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    match parts.into_iter().find(|part| bare(part)) {
        Some(number) => Fail::usage(tr!(lang, TimeUnit, text = text)).help(tr!(
            lang,
            TimeUnitHelp,
            ms = format!("{number}ms"),
            s = format!("{number}s")
        )),
        None => Fail::usage(tr!(lang, BadTime, text = text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        let seconds = |text| duration(text).map(|d| d.as_secs_f64());
        assert_eq!(seconds("90s"), Some(90.0));
        assert_eq!(seconds("10m"), Some(600.0));
        assert_eq!(seconds("1h30m"), Some(5400.0));
        assert_eq!(seconds("500ms"), Some(0.5));
        assert_eq!(seconds("2.5s"), Some(2.5));
        for bad in
            ["", "m", "-5s", "5x", "1e9h", "9999999999999h", "0", "0s", "1.2.3s", "٣s", "90", "200", "1m30"]
        {
            assert_eq!(seconds(bad), None, "{bad}");
        }
        let asked = no_time("5m+3", Lang::English);
        assert_eq!(asked.help.as_deref(), Some("write 3ms or 3s"), "{}", asked.what);
        assert!(no_time("2x", Lang::English).what.contains("is no time:"));
        for zero in ["0", "0s", "0ms", "0.0m"] {
            assert_eq!(no_time(zero, Lang::English).help, None, "{zero}");
            assert!(no_time(zero, Lang::English).what.contains("the least is 1ms"), "{zero}");
        }
        assert!(no_time("5m+3s", Lang::English).what.contains("one time"));
    }
}
