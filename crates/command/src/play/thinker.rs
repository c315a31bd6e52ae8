//! An engine on a thread of its own, so that the board stays alive while it thinks.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::Duration;
use tengen::players::Player;
use tengen_engine::{Analysis, EngineError, Limits, Stop};
use tengen_games::{AnyPosition, Game};

/// What an engine tells.
#[derive(Debug)]
pub(crate) enum News {
    /// It has found something better.
    SoFar(Analysis),
    /// It has decided.
    Done(Result<Analysis, EngineError>),
}

struct Job {
    position: AnyPosition,
    limits: Limits,
    stop: Stop,
}

/// An engine on its thread. Dropping it stops the thinking; the thread ends when the engine has heard of it.
pub(crate) struct Thinker {
    pub(crate) name: String,
    jobs: Sender<Job>,
    news: Receiver<News>,
    /// The flag of the job under way, and the position that it is about.
    busy: Option<(Stop, u64, usize)>,
}

impl Thinker {
    pub(crate) fn new(player: Player) -> Thinker {
        let (jobs, next_job) = channel::<Job>();
        let (tell, news) = channel();
        let mut engine = player.engine;
        let name = format!("{} {}/{}", player.entry.name, player.level, player.entry.levels);
        std::thread::spawn(move || {
            while let Ok(job) = next_job.recv() {
                let found = engine.analyze(&job.position, &job.limits, &job.stop, &mut |so_far| {
                    // Nobody listening any more is no reason to complain: the stop flag is raised then.
                    let _ = tell.send(News::SoFar(so_far.clone()));
                });
                if tell.send(News::Done(found)).is_err() {
                    break;
                }
            }
        });
        Thinker { name, jobs, news, busy: None }
    }

    /// Whether it is thinking.
    pub(crate) fn is_busy(&self) -> bool {
        self.busy.is_some()
    }

    /// Whether it is thinking about this position.
    pub(crate) fn is_about(&self, position: &AnyPosition) -> bool {
        self.busy.as_ref().is_some_and(|(_, hash, ply)| *hash == position.hash() && *ply == position.ply())
    }

    /// Begins to think. What it thought of before is given up.
    pub(crate) fn start(&mut self, position: &AnyPosition, limits: Limits) {
        self.give_up();
        let stop = Stop::new();
        let job = Job { position: position.clone(), limits, stop: stop.clone() };
        if self.jobs.send(job).is_ok() {
            self.busy = Some((stop, position.hash(), position.ply()));
        }
    }

    /// Asks it to decide now.
    pub(crate) fn hurry(&self) {
        if let Some((stop, ..)) = &self.busy {
            stop.raise();
        }
    }

    /// Stops thinking and forgets the answer.
    pub(crate) fn give_up(&mut self) {
        self.hurry();
        while self.busy.is_some() {
            // Engines answer soon after the flag is raised.
            self.wait(Duration::from_secs(60));
        }
    }

    /// News that are there already.
    pub(crate) fn poll(&mut self) -> Option<News> {
        self.busy.as_ref()?;
        match self.news.try_recv() {
            Ok(news) => Some(self.heard(news)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => self.lost(),
        }
    }

    /// News within a time.
    pub(crate) fn wait(&mut self, time: Duration) -> Option<News> {
        self.busy.as_ref()?;
        match self.news.recv_timeout(time) {
            Ok(news) => Some(self.heard(news)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => self.lost(),
        }
    }

    fn heard(&mut self, news: News) -> News {
        if matches!(news, News::Done(_)) {
            self.busy = None;
        }
        news
    }

    /// The engine's thread is gone (it panicked): the game goes on without its answer.
    fn lost(&mut self) -> Option<News> {
        self.busy = None;
        Some(News::Done(Ok(Analysis::default())))
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.hurry();
    }
}
