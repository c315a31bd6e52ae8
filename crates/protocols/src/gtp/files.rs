//! Records: `loadsgf` and `printsgf`.

use super::command::Command;
use super::engine::{GtpEngine, Response};
use super::rules::start_of;
use std::io::ErrorKind;
use tengen_board::Size;
use tengen_games::{Game, GameSpec, go};
use tengen_records::{Format, ReadOptions, Tree, WriteOptions};

impl GtpEngine {
    pub(super) fn load_sgf(&mut self, command: &Command) -> Response {
        let cannot = |why: String| format!("cannot load file: {why}");
        let (bytes, upto) = self.read_named(&command.rest)?;
        // The rules in force hold where the file names none.
        let spec = match start_of(&self.board.spec()) {
            // A file without a size has the usual one.
            GameSpec::Go(rules) => Some(GameSpec::Go(go::Rules { size: Size::of(19, 19), ..rules })),
            _ => None,
        };
        let options = ReadOptions { spec, ..ReadOptions::default() };
        let read = Format::Sgf.read(&bytes, &options).map_err(|e| cannot(e.to_string()))?;
        let record = read.records.first().ok_or_else(|| cannot("there is no game in it".into()))?;
        self.check_offered(record.spec.kind())?;
        // With a move number, load the position before that move.
        let mut node = Tree::ROOT;
        let mut moves = 0;
        for id in record.tree.main_line() {
            moves += usize::from(record.tree.node(id).mv.is_some());
            if upto.is_some_and(|upto| moves >= upto.max(1)) {
                break;
            }
            node = id;
        }
        let replay = record.replay_to(node).map_err(|e| cannot(e.to_string()))?;
        self.board.load(&replay.position)?;
        Ok(self.board.position().to_move().to_string())
    }

    /// The contents of the file that the words name, which may have spaces or be in quotes, and the number after it.
    /// A number is part of the name only where there is no file without it.
    fn read_named(&self, words: &str) -> Result<(Vec<u8>, Option<usize>), String> {
        let (name, number) = match words.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
            Some((name, "")) => (name, None),
            Some((name, number)) => {
                let number = number.trim().parse().map_err(|_| "the move number is a whole number")?;
                (name, Some(number))
            }
            None => match words.rsplit_once(' ').map(|(name, last)| (name.trim_end(), last.parse())) {
                Some((name, Ok(number))) => (name, Some(number)),
                _ => (words, None),
            },
        };
        if name.is_empty() {
            return Err("loadsgf takes a file name".into());
        }
        let result = (self.read_file)(name).map(|bytes| (bytes, number)).or_else(|error| {
            let whole = if name.len() < words.len() { (self.read_file)(words).ok() } else { None };
            whole.map(|bytes| (bytes, None)).ok_or(error)
        });
        result.map_err(|e| match e.kind() {
            ErrorKind::NotFound => format!("cannot load file: there is no file {name}"),
            _ => format!("cannot load file: {e}"),
        })
    }

    /// The game so far as SGF. The answer is the text alone: a machine writes no file.
    pub(super) fn print_sgf(&self, command: &Command) -> Response {
        if !matches!(command.rest.as_str(), "" | "-") {
            return Err("printsgf answers with the text and writes no file: it takes no name".into());
        }
        let written = Format::Sgf.write(&[self.board.record()], &WriteOptions::default());
        let bytes = written.map_err(|e| e.to_string())?.bytes;
        // An empty line would end the answer.
        let text = String::from_utf8_lossy(&bytes);
        Ok(text.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n"))
    }
}
