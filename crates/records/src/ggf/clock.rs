//! Times as GGF writes them.

use std::time::Duration;

/// `seconds`, `minutes:seconds` or `hours:minutes:seconds`, the seconds with up to nine decimals.
pub(super) fn read(text: &str) -> Option<Duration> {
    let text = text.trim();
    let (whole, decimals) = match text.split_once('.') {
        Some((whole, decimals)) => (whole, decimals),
        None => (text, ""),
    };
    let digits = |s: &str, most: usize| s.len() <= most && s.bytes().all(|b| b.is_ascii_digit());
    let mut seconds: u64 = 0;
    let parts: Vec<&str> = whole.split(':').collect();
    if parts.len() > 3 || !digits(decimals, 9) {
        return None;
    }
    for (i, part) in parts.iter().enumerate() {
        // `.5` has no whole seconds; `5:` and `:30` lack a part.
        let bare_decimals = part.is_empty() && parts.len() == 1 && !decimals.is_empty();
        if !bare_decimals && (part.is_empty() || !digits(part, 9)) {
            return None;
        }
        let value: u64 = if part.is_empty() { 0 } else { part.parse().ok()? };
        if i > 0 && value >= 60 {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(value)?;
    }
    let nanos = format!("{decimals:0<9}").parse().ok()?;
    Some(Duration::new(seconds, nanos))
}

/// Seconds with two to nine decimals, as many as needed: `0.01`, `2.991`.
pub(super) fn seconds(time: Duration) -> String {
    let nanos = format!("{:09}", time.subsec_nanos());
    let decimals = nanos.trim_end_matches('0').len().max(2);
    format!("{}.{}", time.as_secs(), &nanos[..decimals])
}

/// `minutes:seconds`, or `hours:minutes:seconds` from an hour on; fractions of a second are dropped.
pub(super) fn clock(time: Duration) -> String {
    let (hours, minutes, seconds) = (time.as_secs() / 3600, time.as_secs() / 60 % 60, time.as_secs() % 60);
    if hours == 0 {
        format!("{minutes:02}:{seconds:02}")
    } else {
        format!("{hours:02}:{minutes:02}:{seconds:02}")
    }
}

/// True if a text can follow the main time: `increment/extension`, either of which may be empty.
pub(super) fn is_overtime(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_digit() || matches!(c, ':' | '/' | ',' | '.');
    !text.is_empty() && text.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_every_form() {
        for (text, seconds) in
            [("0", 0.0), ("15:00", 900.0), ("5:07.25", 307.25), ("1:00:01", 3601.0), (".5", 0.5), ("2.", 2.0)]
        {
            assert_eq!(read(text), Some(Duration::from_secs_f64(seconds)), "{text}");
        }
        for text in
            ["", ":", "5:", ":30", "1:2:3:4", "1:60", "-1", "1e9", "9999999999", "1.0000000001", "nan"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(seconds(Duration::from_millis(2991)), "2.991");
        assert_eq!(seconds(Duration::from_nanos(10_000_001)), "0.010000001");
        assert_eq!(seconds(Duration::from_secs(5)), "5.00");
        assert_eq!(clock(Duration::from_secs(900)), "15:00");
        assert_eq!(clock(Duration::from_secs(3661)), "01:01:01");
    }
}
