//! Commands for the user to copy.

use std::ffi::OsString;

/// A command as a shell reads it.
pub(crate) fn command_line(words: impl IntoIterator<Item = OsString>) -> String {
    let quoted = |word: OsString| {
        let word = word.to_string_lossy();
        // Only a NUL cannot be quoted, and no argument has one.
        shlex::try_quote(&word).map_or_else(|_| word.to_string(), |quoted| quoted.into_owned())
    };
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_that_goes_on_is_quoted_for_a_shell() {
        let words = ["tengen", "match", "--b", "cmd='./my engine' protocol=gtp", "-o", "out"];
        let text = command_line(words.into_iter().map(OsString::from));
        assert!(text.starts_with("tengen match --b ") && text.ends_with(" -o out"), "{text}");
        assert_eq!(shlex::split(&text).unwrap(), words);
    }
}
