//! A program at the board, through its protocol.

use super::process::Process;
use super::{Reply, Seat};
use crate::{Fault, FaultKind, Protocol};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tengen_engine::Stop;
use tengen_games::{AnyPosition, Game, GameSpec};
use tengen_protocols::gomocup::GomocupController;
use tengen_protocols::gtp::GtpController;
use tengen_protocols::jsonl::JsonController;
use tengen_protocols::nboard::NBoardController;
use tengen_protocols::{Controller, EngineMessage, Input, TimeControl, TimeLeft};

/// A program at the board. It is started with its first game, kept from game to game, and started anew after a fault.
pub struct OutsideSeat {
    command: Vec<String>,
    dir: Option<PathBuf>,
    protocol: Protocol,
    init: Vec<String>,
    colored_openings: bool,
    patience: Patience,
    stop: Stop,
    running: Option<(Process, Box<dyn Controller>)>,
    /// When it last answered.
    answered: Option<Instant>,
}

/// How long a program is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// To start and to take a game.
    pub start: Duration,
    /// For an answer, after the time that it had: so that a late answer can be told from none.
    pub late: Duration,
    /// For an answer where there is no limit of time.
    pub unlimited: Duration,
}

impl Default for Patience {
    /// 30 seconds, 3 seconds, and 10 minutes.
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(30),
            late: Duration::from_secs(3),
            unlimited: Duration::from_secs(600),
        }
    }
}

/// More than this in answer to one question is a flood, in bytes and in lines.
const FLOOD: (u64, usize) = (32 << 20, 200_000);

/// Brains of Gomocup's kind are known to lose what comes in the moment after their own move: the next question waits so long, and the
/// next game longer. It is not counted as theirs.
const BREATH: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(100));

/// Edax, over NBoard, can hang for good where a ping comes while it sets itself up.
const FIRST_BREATH: Duration = Duration::from_millis(500);

impl OutsideSeat {
    /// A seat for this program; nothing is started yet. A raised `stop` ends the waiting for it.
    pub fn new(
        command: Vec<String>,
        dir: Option<PathBuf>,
        protocol: Protocol,
        init: Vec<String>,
        stop: &Stop,
    ) -> OutsideSeat {
        OutsideSeat {
            command,
            dir,
            protocol,
            init,
            colored_openings: false,
            patience: Patience::default(),
            stop: stop.clone(),
            running: None,
            answered: None,
        }
    }

    /// The same seat, with whose the stones of an opening are told to a program that wants it so.
    #[must_use]
    pub fn with_colored_openings(mut self, coloured: bool) -> OutsideSeat {
        self.colored_openings = coloured;
        self
    }

    /// The same seat with another patience.
    #[must_use]
    pub fn with_patience(mut self, patience: Patience) -> OutsideSeat {
        self.patience = patience;
        self
    }

    fn start(&mut self) -> Result<(), Fault> {
        let process = Process::start(&self.command, self.dir.as_deref())
            .map_err(|e| Fault::new(FaultKind::Start, format!("cannot start {}: {e}", self.command[0])))?;
        if self.protocol == Protocol::NBoard {
            std::thread::sleep(FIRST_BREATH);
        }
        process.send(&self.init);
        let controller: Box<dyn Controller> = match self.protocol {
            Protocol::Gomocup => {
                Box::new(GomocupController::new().with_colored_openings(self.colored_openings))
            }
            Protocol::Gtp => Box::new(GtpController::new()),
            Protocol::NBoard => Box::new(NBoardController::new()),
            Protocol::Json => Box::new(JsonController::new()),
        };
        self.answered = None;
        self.running = Some((process, controller));
        Ok(())
    }

    /// Lets a brain take breath after its last answer.
    fn take_breath(&self, breath: Duration) {
        if let (Protocol::Gomocup, Some(answered)) = (self.protocol, self.answered) {
            std::thread::sleep(breath.saturating_sub(answered.elapsed()));
        }
    }

    /// Sends what `say` says, and waits for a report that `wanted` takes.
    fn exchange<T>(
        &mut self,
        say: impl FnOnce(&mut dyn Controller, &mut Vec<String>) -> Result<(), String>,
        patience: Duration,
        mut wanted: impl FnMut(EngineMessage) -> Option<Result<T, Fault>>,
    ) -> Result<(T, Duration), Fault> {
        let Some((process, controller)) = &mut self.running else {
            return Err(Fault::new(FaultKind::Start, "no game has begun"));
        };
        let mut said = Said { before: process.bytes_read(), lines: 0 };
        // What it has said unasked is no answer to what it will be asked now.
        while let Some(read) = process.line_at_hand() {
            said.one_more(process)?;
            match read {
                Input::End => return Err(Fault::new(FaultKind::Crash, process.obituary())),
                Input::TooLong(_) => {}
                Input::Line(line) => drop(controller.line(&line)),
            }
        }
        let mut lines = Vec::new();
        say(controller.as_mut(), &mut lines).map_err(|why| Fault::new(FaultKind::Refused, why))?;
        let begun = Instant::now();
        process.send(&lines);
        let deadline = begun + patience;
        let mut nonsense = None;
        loop {
            let read = process.next_line(deadline);
            let spent = begun.elapsed();
            said.one_more(process)?;
            let reports = match read {
                None if self.stop.is_raised() => return Err(interrupted()),
                None if spent < patience => continue,
                None => {
                    let waited = format!("no answer in {:.1} s", patience.as_secs_f64());
                    return Err(match nonsense {
                        Some(text) => Fault::new(FaultKind::Garbage, format!("'{text}', and {waited}")),
                        None => Fault::new(FaultKind::Hang, waited),
                    });
                }
                Some(Input::End) => return Err(Fault::new(FaultKind::Crash, process.obituary())),
                Some(Input::TooLong(_)) => Vec::new(),
                Some(Input::Line(line)) => controller.line(&line),
            };
            for report in reports {
                if let EngineMessage::Garbage(text) = report {
                    nonsense.get_or_insert(text.chars().take(60).collect::<String>());
                } else if let Some(result) = wanted(report) {
                    self.answered = Some(Instant::now());
                    return result.map(|value| (value, spent));
                }
            }
        }
    }

    /// After a fault the program is not trusted any more.
    fn end(&mut self) {
        self.running = None;
    }
}

/// Nobody waits for the answer any more; the game will not be judged.
fn interrupted() -> Fault {
    Fault::new(FaultKind::Hang, "the match was interrupted")
}

/// How much a program has said to one question.
struct Said {
    before: u64,
    lines: usize,
}

impl Said {
    /// Counts a line, or a look at an unfinished one.
    fn one_more(&mut self, process: &Process) -> Result<(), Fault> {
        self.lines += 1;
        let bytes = process.bytes_read() - self.before;
        if bytes > FLOOD.0 || self.lines > FLOOD.1 {
            let what = format!("a flood of {bytes} bytes in answer to one question");
            return Err(Fault::new(FaultKind::Garbage, what));
        }
        Ok(())
    }
}

impl Seat for OutsideSeat {
    fn begin(&mut self, spec: &GameSpec, time: &TimeControl, _: u64) -> Result<(), Fault> {
        if self.running.is_none() {
            self.start()?;
        }
        self.take_breath(BREATH.1);
        let ready = self.exchange(
            |controller, out| controller.begin(spec, time, out),
            self.patience.start,
            |report| match report {
                EngineMessage::Ready => Some(Ok(())),
                EngineMessage::Refused(why) => {
                    Some(Err(Fault::new(FaultKind::Start, format!("it refuses the game: {why}"))))
                }
                _ => None,
            },
        );
        match ready {
            Ok(_) => Ok(()),
            Err(fault) => {
                self.end();
                Err(Fault { kind: FaultKind::Start, what: fault.to_string() })
            }
        }
    }

    fn ask(
        &mut self,
        position: &AnyPosition,
        left: &TimeLeft,
        allowed: Option<Duration>,
    ) -> Result<(Reply, Duration), Fault> {
        self.take_breath(BREATH.0);
        let patience = allowed.map_or(self.patience.unlimited, |allowed| allowed + self.patience.late);
        let answer = self.exchange(
            |controller, out| controller.ask(position, left, out),
            patience,
            |report| match report {
                EngineMessage::Moves(moves) => Some(Ok(Reply::Moves(moves))),
                EngineMessage::Resign => Some(Ok(Reply::Resign)),
                EngineMessage::OffBoard(text) => Some(Err(Fault::new(
                    FaultKind::IllegalMove,
                    format!("'{text}' is no point of a {} board", position.size()),
                ))),
                EngineMessage::NoMove(text) => {
                    Some(Err(Fault::new(FaultKind::Garbage, format!("'{text}' is no move"))))
                }
                EngineMessage::Refused(why) => Some(Err(Fault::new(FaultKind::Refused, why))),
                _ => None,
            },
        );
        if answer.is_err() {
            self.end();
        }
        answer
    }
}

impl Drop for OutsideSeat {
    fn drop(&mut self) {
        if let Some((process, controller)) = &mut self.running {
            let mut goodbye = Vec::new();
            controller.quit(&mut goodbye);
            process.farewell(&goodbye, Duration::from_millis(500));
        }
    }
}
