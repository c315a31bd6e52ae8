//! The seat of a program, through its protocol.

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

/// A program. Its first game starts it; it runs from game to game, and is started again after a fault.
pub struct ExternalSeat {
    command: Vec<String>,
    dir: Option<PathBuf>,
    protocol: Protocol,
    init: Vec<String>,
    colored_openings: bool,
    timeouts: Timeouts,
    stop: Stop,
    running: Option<(Process, Box<dyn Controller>)>,
    /// Time of its last answer.
    answered: Option<Instant>,
}

/// How long the arena waits for a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// To start and to accept a game.
    pub start: Duration,
    /// For an answer after its time is over, to distinguish a late answer from none.
    pub late: Duration,
    /// For an answer without a time limit.
    pub unlimited: Duration,
}

impl Default for Timeouts {
    /// 30 seconds, 3 seconds, and 10 minutes.
    fn default() -> Timeouts {
        Timeouts {
            start: Duration::from_secs(30),
            late: Duration::from_secs(3),
            unlimited: Duration::from_secs(600),
        }
    }
}

/// Output after one question, in bytes and in lines, above which it is a flood.
const FLOOD: (u64, usize) = (32 << 20, 200_000);

/// Pause before the next question, and before the next game. Some engines of Gomocup lose a line that comes right
/// after their move. The pause does not count as their time.
const PAUSE: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(100));

/// Pause after the start of an NBoard program: Edax can hang if a ping comes during its start.
const START_PAUSE: Duration = Duration::from_millis(500);

impl ExternalSeat {
    /// A seat for this program, which is not started yet. A raised `stop` ends the wait for an answer.
    pub fn new(
        command: Vec<String>,
        dir: Option<PathBuf>,
        protocol: Protocol,
        init: Vec<String>,
        stop: &Stop,
    ) -> ExternalSeat {
        ExternalSeat {
            command,
            dir,
            protocol,
            init,
            colored_openings: false,
            timeouts: Timeouts::default(),
            stop: stop.clone(),
            running: None,
            answered: None,
        }
    }

    /// The same seat, for a program that wants the owner of each stone of an opening.
    #[must_use]
    pub fn with_colored_openings(mut self, colored: bool) -> ExternalSeat {
        self.colored_openings = colored;
        self
    }

    /// The same seat with these timeouts.
    #[must_use]
    pub fn with_timeouts(mut self, timeouts: Timeouts) -> ExternalSeat {
        self.timeouts = timeouts;
        self
    }

    fn start(&mut self) -> Result<(), Fault> {
        let process = Process::start(&self.command, self.dir.as_deref())
            .map_err(|e| Fault::new(FaultKind::Start, format!("cannot start {}: {e}", self.command[0])))?;
        if self.protocol == Protocol::NBoard {
            std::thread::sleep(START_PAUSE);
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

    /// Waits until so much time has passed since the last answer of a Gomocup engine.
    fn pause(&self, pause: Duration) {
        if let (Protocol::Gomocup, Some(answered)) = (self.protocol, self.answered) {
            std::thread::sleep(pause.saturating_sub(answered.elapsed()));
        }
    }

    /// Sends the lines of `say`, and waits for a message that `accept` takes.
    fn exchange<T>(
        &mut self,
        say: impl FnOnce(&mut dyn Controller, &mut Vec<String>) -> Result<(), String>,
        timeout: Duration,
        mut accept: impl FnMut(EngineMessage) -> Option<Result<T, Fault>>,
    ) -> Result<(T, Duration), Fault> {
        let Some((process, controller)) = &mut self.running else {
            return Err(Fault::new(FaultKind::Start, "no game has begun"));
        };
        let mut output = OutputCount { bytes_before: process.bytes_read(), lines: 0 };
        // Lines from before the question are no answer to it.
        while let Some(read) = process.ready_line() {
            output.add_line(process)?;
            match read {
                Input::End => return Err(Fault::new(FaultKind::Crash, process.describe_end())),
                Input::TooLong(_) => {}
                Input::Line(line) => drop(controller.line(&line)),
            }
        }
        let mut lines = Vec::new();
        say(controller.as_mut(), &mut lines).map_err(|why| Fault::new(FaultKind::Refused, why))?;
        let begun = Instant::now();
        process.send(&lines);
        let deadline = begun + timeout;
        let mut garbage = None;
        loop {
            let read = process.next_line(deadline);
            let spent = begun.elapsed();
            output.add_line(process)?;
            let messages = match read {
                None if self.stop.is_raised() => return Err(interrupted()),
                None if spent < timeout => continue,
                None => {
                    let waited = format!("no answer in {:.1} s", timeout.as_secs_f64());
                    return Err(match garbage {
                        Some(text) => Fault::new(FaultKind::Garbage, format!("'{text}', and {waited}")),
                        None => Fault::new(FaultKind::Hang, waited),
                    });
                }
                Some(Input::End) => return Err(Fault::new(FaultKind::Crash, process.describe_end())),
                Some(Input::TooLong(_)) => Vec::new(),
                Some(Input::Line(line)) => controller.line(&line),
            };
            for message in messages {
                if let EngineMessage::Garbage(text) = message {
                    garbage.get_or_insert(text.chars().take(60).collect::<String>());
                } else if let Some(result) = accept(message) {
                    self.answered = Some(Instant::now());
                    return result.map(|value| (value, spent));
                }
            }
        }
    }

    /// Ends the program after a fault.
    fn end(&mut self) {
        self.running = None;
    }
}

/// The match was interrupted: the game will not be judged.
fn interrupted() -> Fault {
    Fault::new(FaultKind::Hang, "the match was interrupted")
}

/// The output of a program after one question.
struct OutputCount {
    bytes_before: u64,
    lines: usize,
}

impl OutputCount {
    /// Counts a line, or a check of an unfinished line.
    fn add_line(&mut self, process: &Process) -> Result<(), Fault> {
        self.lines += 1;
        let bytes = process.bytes_read() - self.bytes_before;
        if bytes > FLOOD.0 || self.lines > FLOOD.1 {
            let what = format!("a flood of {bytes} bytes after one question");
            return Err(Fault::new(FaultKind::Garbage, what));
        }
        Ok(())
    }
}

impl Seat for ExternalSeat {
    fn begin(&mut self, spec: &GameSpec, time: &TimeControl, _: u64) -> Result<(), Fault> {
        if self.running.is_none() {
            self.start()?;
        }
        self.pause(PAUSE.1);
        let ready = self.exchange(
            |controller, out| controller.begin(spec, time, out),
            self.timeouts.start,
            |message| match message {
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
        self.pause(PAUSE.0);
        let timeout = allowed.map_or(self.timeouts.unlimited, |allowed| allowed + self.timeouts.late);
        let answer = self.exchange(
            |controller, out| controller.ask(position, left, out),
            timeout,
            |message| match message {
                EngineMessage::Moves(moves) => Some(Ok(Reply::Moves(moves))),
                EngineMessage::Resign => Some(Ok(Reply::Resign)),
                EngineMessage::OffBoard(text) => Some(Err(Fault::new(
                    FaultKind::IllegalMove,
                    format!("'{text}' is not a point of a {} board", position.size()),
                ))),
                EngineMessage::NoMove(text) => {
                    Some(Err(Fault::new(FaultKind::Garbage, format!("'{text}' is not a move"))))
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

impl Drop for ExternalSeat {
    fn drop(&mut self) {
        if let Some((process, controller)) = &mut self.running {
            let mut lines = Vec::new();
            controller.quit(&mut lines);
            process.quit(&lines, Duration::from_millis(500));
        }
    }
}
