//! Progress of an import on the terminal.

use crate::i18n::{Lang, tr};
use crate::{Context, interrupt, terminal};
use indicatif::ProgressBar;
use tengen_engine::Stop;
use tengen_library::ImportProgress;

/// Progress of an import on the terminal.
pub(crate) struct Shown {
    bar: ProgressBar,
    stop: Stop,
    lang: Lang,
    stage: u8,
}

impl Shown {
    pub(crate) fn new(context: Context) -> Shown {
        let bar = terminal::progress(0, String::new());
        Shown { bar, stop: interrupt::stop(), lang: context.lang, stage: 0 }
    }

    /// Shows the progress; returns whether to continue.
    pub(crate) fn tell(&mut self, progress: ImportProgress) -> bool {
        let (stage, done, total) = match progress {
            ImportProgress::Reading { games, .. } => (1, games, 0),
            ImportProgress::Storing { done, total } => (2, done, total),
            ImportProgress::Indexing { done, total } => (3, done, total),
        };
        if stage != self.stage {
            self.stage = stage;
            let what = match stage {
                1 => tr!(self.lang, LibraryReading),
                2 => tr!(self.lang, LibraryStoring),
                _ => tr!(self.lang, LibraryIndexing),
            };
            self.bar.finish_and_clear();
            self.bar = terminal::progress(total, what);
        }
        self.bar.set_position(done);
        !self.stop.is_raised()
    }

    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
