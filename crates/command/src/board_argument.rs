//! Positions of Othello on the command line: 64 cells such as `-X-O`, then the side to move. They often begin with a
//! dash, as options do, and the side is often a word of its own.

use std::ffi::OsString;

/// The number of cells from which a word of cells is a board: no option has so long a word of these letters.
const LEAST_CELLS: usize = 16;

/// True if a text begins with the cells of a board. `B` and `W` are none, but people write them, and the error names
/// them.
pub(crate) fn is_board(text: &str) -> bool {
    let cells = text.split([' ', '\t', ';']).next().unwrap_or_default();
    cells.len() >= LEAST_CELLS && cells.bytes().all(|b| b"-.*XxOoBbWw".contains(&b))
}

/// The text of a source as it was given, without the space that [`join`] puts before a board.
pub(crate) fn as_given(text: &str) -> &str {
    text.strip_prefix(' ').filter(|board| is_board(board)).unwrap_or(text)
}

/// The arguments with each board as one word that does not look like an option: a space is put before its dash. What
/// follows `--` stays as it is.
pub(crate) fn join(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut out: Vec<OsString> = Vec::new();
    let (mut args, mut open) = (args.into_iter().peekable(), true);
    while let Some(arg) = args.next() {
        open &= arg != "--";
        let Some(text) = arg.to_str().filter(|text| is_board(text)) else {
            out.push(arg);
            continue;
        };
        let mut board = if open && text.starts_with('-') { format!(" {text}") } else { text.to_owned() };
        let is_side = |next: &OsString| {
            next.to_str().is_some_and(|s| matches!(s, "X" | "x" | "O" | "o" | "*" | "B" | "b" | "W" | "w"))
        };
        if !text.contains([' ', '\t', ';'])
            && let Some(side) = args.next_if(is_side)
        {
            board.push(' ');
            board.push_str(&side.to_string_lossy());
        }
        out.push(board.into());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(args: &[&str]) -> Vec<String> {
        join(args.iter().map(OsString::from)).into_iter().map(|a| a.into_string().unwrap()).collect()
    }

    #[test]
    fn a_board_is_one_word_and_no_option() {
        let board = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
        assert_eq!(joined(&["show", &board, "X", "--json"]), ["show", &format!(" {board} X"), "--json"]);
        assert_eq!(joined(&["show", &format!("{board} O;")]), ["show", &format!(" {board} O;")]);
        assert_eq!(as_given(&format!(" {board} X")), format!("{board} X"));
        assert_eq!(as_given(" f5 d6"), " f5 d6");
        assert_eq!(joined(&["show", "--", &board, "O"]), ["show", "--", &format!("{board} O")]);
        for options in [&["show", "-o", "x"][..], &["--lang", "ja", "-"], &["show", "--no-coords", "X"]] {
            assert_eq!(joined(options), options);
        }
    }
}
