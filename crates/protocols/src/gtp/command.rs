//! A GTP command: its number, name and arguments, and the form of a response.

/// A command as it was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Command {
    /// The number that the response repeats.
    pub(super) id: Option<u32>,
    pub(super) name: String,
    pub(super) args: Vec<String>,
    /// Everything after the name as it was sent: a file name may have spaces.
    pub(super) rest: String,
}

impl Command {
    /// Reads a line: control characters are dropped, a tab is a space, `#` begins a comment. `None` for a line
    /// without a command.
    pub(super) fn read(line: &[u8]) -> Option<Command> {
        let text = String::from_utf8_lossy(line);
        let text = text.split('#').next().unwrap_or_default();
        let text: String =
            text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let next = |text: &str| {
            let text = text.trim_matches(' ');
            let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
            (word.to_owned(), rest.trim_matches(' ').to_owned())
        };
        let (mut name, mut rest) = next(&text);
        let id = name.parse().ok();
        if id.is_some() {
            (name, rest) = next(&rest);
        }
        let args = rest.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
        (id.is_some() || !name.is_empty()).then_some(Command { id, name, args, rest })
    }

    /// The argument with this number.
    pub(super) fn arg(&self, i: usize) -> Option<&str> {
        self.args.get(i).map(String::as_str)
    }

    /// Why the command is refused if it has more arguments than it takes: what follows may have been meant as another
    /// command, or for an extension that is not spoken here. Commands on which it has no bearing ignore it.
    pub(super) fn too_many_arguments(&self) -> Option<String> {
        let most = match self.name.as_str() {
            "undo" => 0,
            "boardsize"
            | "known_command"
            | "komi"
            | "gg-undo"
            | "fixed_handicap"
            | "place_free_handicap"
            | "genmove"
            | "reg_genmove"
            | "final_status"
            | "final_status_list"
            | "attack"
            | "defend"
            | "dragon_status"
            | "tengen-reading_nodes"
            | "owl_attack"
            | "owl_defend"
            | "unconditional_status" => 1,
            "rectangular_boardsize"
            | "play"
            | "is_legal"
            | "kata-set-rule"
            | "analyze_semeai"
            | "attack_either"
            | "defend_both"
            | "same_dragon"
            | "connect"
            | "disconnect" => 2,
            "time_settings" | "time_left" => 3,
            _ => return None,
        };
        let given = self.args.len();
        (given > most).then(|| {
            let takes = match most {
                0 => "no arguments".to_owned(),
                1 => "1 argument".to_owned(),
                _ => format!("{most} arguments"),
            };
            let instead = if self.name == "boardsize" { ": rectangular_boardsize takes 2" } else { "" };
            format!("syntax error: {} takes {takes}, not {given}{instead}", self.name)
        })
    }

    /// The response, up to the first of its two line ends; the writer adds the second.
    pub(super) fn format_response(&self, result: &Result<String, String>) -> String {
        let (sign, text) = match result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let id = self.id.map_or_else(String::new, |id| id.to_string());
        let space = if text.is_empty() { "" } else { " " };
        format!("{sign}{id}{space}{text}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_comments_and_control_characters() {
        let read = |line: &str| Command::read(line.as_bytes()).map(|c| (c.id, c.name, c.args.join("|")));
        assert_eq!(read("12 play\tb  D4 # a comment"), Some((Some(12), "play".into(), "b|D4".into())));
        assert_eq!(read("\u{7}genmove w\r"), Some((None, "genmove".into(), "w".into())));
        assert_eq!(read("gen\rmove w"), Some((None, "genmove".into(), "w".into())));
        assert_eq!(read("  # nothing"), None);
        assert_eq!(read("7"), Some((Some(7), String::new(), String::new())));
        // A number too large for an identifier is a word.
        assert_eq!(read("99999999999 name"), Some((None, "99999999999".into(), "name".into())));
    }
}
