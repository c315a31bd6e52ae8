//! "Why?" at the board: explains the analysis that is shown in words, on a thread of its own.

use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::{Duration, Instant};
use tengen::players;
use tengen_engine::{Analysis, Explanation, Limits, Stop};
use tengen_games::{AnyPosition, Feature, Game};

/// How long the engine may think before it explains, and how long the search for threats may take on top.
const THINKING: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(4);

/// An explanation under way. Dropping it stops the work.
pub(crate) struct Explainer {
    stop: Stop,
    since: Instant,
    told: Receiver<Explanation>,
}

impl Explainer {
    /// Begins to explain `shown`, the analysis on the screen; without one, what the game's own engine finds.
    pub(crate) fn start(position: AnyPosition, shown: Option<Analysis>) -> Explainer {
        let stop = Stop::new();
        let (tell, told) = channel();
        let raised = stop.clone();
        std::thread::spawn(move || {
            // The receiver may be gone; that is no error.
            let _ = tell.send(explain(&position, shown, &raised));
        });
        Explainer { stop, since: Instant::now(), told }
    }

    /// The explanation, once it is complete; after a few seconds, what there is of it.
    pub(crate) fn poll(&self) -> Option<Explanation> {
        if self.since.elapsed() > PATIENCE {
            self.stop.raise();
        }
        match self.told.try_recv() {
            Ok(told) => Some(told),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Explanation::default()),
        }
    }

    /// Waits for the explanation; `hurry` cuts it short.
    pub(crate) fn wait(self, hurry: &Stop) -> Explanation {
        loop {
            match self.told.recv_timeout(Duration::from_millis(50)) {
                Ok(told) => return told,
                Err(RecvTimeoutError::Timeout) if !hurry.is_raised() && self.since.elapsed() < PATIENCE => {}
                Err(RecvTimeoutError::Timeout) => self.stop.raise(),
                Err(RecvTimeoutError::Disconnected) => return Explanation::default(),
            }
        }
    }
}

impl Drop for Explainer {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

fn explain(position: &AnyPosition, shown: Option<Analysis>, stop: &Stop) -> Explanation {
    let found = shown.unwrap_or_else(|| analysis(position, stop));
    players::explain(position, &found, stop)
}

/// What the engine of hints and analyses finds.
fn analysis(position: &AnyPosition, stop: &Stop) -> Analysis {
    let limits = match (position.is_over(), position.spec().has(Feature::Territory)) {
        (false, _) => Limits { time: Some(THINKING), ..Limits::default() },
        // Its count needs the dead stones.
        (true, true) => Limits::settling(),
        (true, false) => return Analysis::default(),
    };
    players::strongest(&position.spec())
        .ok()
        .and_then(|mut player| player.engine.analyze(position, &limits, stop, &mut |_| ()).ok())
        .unwrap_or_default()
}
