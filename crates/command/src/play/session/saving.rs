//! A game as a record, in a file.

use super::{End, Session};
use crate::fail::Fail;
use crate::i18n::Lang;
use crate::output;
use crate::shell::command_line;
use std::path::{Path, PathBuf};
use tengen_board::Color;
use tengen_games::{AnyPosition, Game, PlayerId};
use tengen_records::Record;

impl Session {
    /// The game as a record, with every line that was played.
    pub(crate) fn record(&self) -> Record {
        let mut record = self.past.record().clone();
        for player in [PlayerId::First, PlayerId::Second] {
            let side = match self.position.color_of(player) {
                Some(Color::Black) => &mut record.header.black,
                Some(Color::White) => &mut record.header.white,
                None => continue,
            };
            if side.name.is_none() {
                side.name = Some(self.record_name(player));
            }
        }
        if let Some(end) = self.end().filter(|_| !self.keeps_result) {
            record.header.result = Some(result(end));
            if let AnyPosition::Go(go) = &self.position
                && matches!(end, End::Rules(_))
                && go.rules().captures_to_win == 0
            {
                record.mark_territory(self.past.node(), go, &self.dead);
            }
        }
        if let Some(clock) = &self.clock {
            record.header.time = clock.time().main;
            record.header.overtime = Some(clock.time().to_string()).filter(|text| !text.is_empty());
        }
        record.header.application.get_or_insert_with(|| concat!("Tengen:", env!("CARGO_PKG_VERSION")).into());
        record
    }

    /// Saves the game to a file, or to the one that `--save` named. `None` where no file is named anywhere.
    pub(crate) fn save(&mut self, path: Option<&Path>, lang: Lang) -> Result<Option<PathBuf>, Fail> {
        let Some(path) = path.map(Path::to_path_buf).or_else(|| self.save.clone()) else { return Ok(None) };
        let format = output::format_to_save(&path, lang)?;
        output::save(&[self.record()], &path, format, lang)?;
        self.saved = self.past.len();
        self.file = Some(path.clone());
        Ok(Some(path))
    }

    /// Saves after a move where `--save` asks for it.
    pub(crate) fn autosave(&mut self, lang: Lang) -> Result<(), Fail> {
        if self.save.is_some() { self.save(None, lang).map(|_| ()) } else { Ok(()) }
    }

    /// Whether everything that was played is in a file, or nothing was.
    pub(crate) fn is_saved(&self) -> bool {
        self.past.len() == self.saved
    }

    /// The command that goes on with an unfinished game which is in a file.
    pub(crate) fn command_to_go_on(&self) -> Option<String> {
        let file = self.file.as_ref().filter(|_| self.is_saved() && self.end().is_none())?;
        let word = |text: &str| text.into();
        let file = file.clone().into_os_string();
        Some(command_line([word("tengen"), word("play"), word("--load"), file.clone(), word("--save"), file]))
    }
}

/// The result in SGF's words.
pub(super) fn result(end: End) -> String {
    let letter = |color| if color == Color::Black { "B" } else { "W" };
    match end {
        End::Resigned { winner } => format!("{}+R", letter(winner)),
        End::Time { winner } => format!("{}+T", letter(winner)),
        End::Rules(outcome) => outcome.sgf_text(),
    }
}
