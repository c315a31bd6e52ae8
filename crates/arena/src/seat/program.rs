//! A program and its protocol: started, asked, and ended after a fault.

use super::process::Process;
use crate::{Fault, FaultCause, FaultKind, OpeningBy, ProgramSpec, Protocol};
use std::time::{Duration, Instant};
use tengen_engine::Stop;
use tengen_games::{AnyPosition, GameSpec};
use tengen_protocols::gomocup::GomocupController;
use tengen_protocols::gtp::GtpController;
use tengen_protocols::jsonl::JsonController;
use tengen_protocols::nboard::NBoardController;
use tengen_protocols::{Controller, EngineCount, EngineMessage, Input, TimeControl};

/// How long a program is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// To start and to accept a game.
    pub start: Duration,
    /// For an answer after its time is over, to distinguish a late answer from none.
    pub late: Duration,
    /// For an answer without a time limit.
    pub unlimited: Duration,
}

impl Timeouts {
    /// 30 seconds, 3 seconds, and 10 minutes.
    pub const USUAL: Timeouts = Timeouts {
        start: Duration::from_secs(30),
        late: Duration::from_secs(3),
        unlimited: Duration::from_secs(600),
    };
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts::USUAL
    }
}

/// Output after one question, in bytes and in lines, above which it is a flood.
const FLOOD: (u64, usize) = (32 << 20, 200_000);

/// Pause before the next question, and before the next game. Some engines of Gomocup lose a line that comes right
/// after their move. The pause does not count as their time.
const PAUSE: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(100));

/// Time without a report after which a program has nothing more to search.
const SILENCE: Duration = Duration::from_secs(5);

/// Pause after the start of an NBoard program: Edax can hang if a ping comes during its start.
const START_PAUSE: Duration = Duration::from_millis(500);

/// A program. The first question starts it; it is started again after a fault.
pub(crate) struct Program {
    spec: ProgramSpec,
    /// True if it is asked for analyses.
    analyzes: bool,
    pub(crate) timeouts: Timeouts,
    running: Option<(Process, Box<dyn Controller>)>,
    /// Time of its last answer.
    answered: Option<Instant>,
}

/// How an answer is waited for.
pub(crate) struct Wait<'a> {
    /// For so long.
    pub(crate) timeout: Duration,
    /// Raised where the answer is no longer wanted.
    pub(crate) stop: &'a Stop,
    /// True if a program that is stopped is asked to answer at once; otherwise a raised stop abandons the question.
    pub(crate) may_hurry: bool,
    /// The time after which a search without an end of its own is stopped, once it has reported a line.
    pub(crate) time: Option<Duration>,
    /// True if such a search is stopped, too, when its reports cease: a program that is certain reports nothing more.
    pub(crate) ends_in_silence: bool,
}

/// What a message means to the one who waits.
pub(crate) enum Step<T> {
    /// The answer is still to come.
    Wait,
    /// It is still to come, and must come now.
    Hurry,
    /// This is the answer.
    Done(Result<T, Fault>),
}

impl Program {
    /// The program of a description, which is not started yet.
    pub(crate) fn new(spec: ProgramSpec, analyzes: bool, timeouts: Timeouts) -> Program {
        Program { spec, analyzes, timeouts, running: None, answered: None }
    }

    fn start(&mut self) -> Result<(), Fault> {
        let ProgramSpec { command, dir, protocol, init, openings, .. } = &self.spec;
        let program = command.first().map_or("", String::as_str);
        let process = Process::start(command, dir.as_deref()).map_err(|e| {
            let missing = e.kind() == std::io::ErrorKind::NotFound;
            let program = program.to_owned();
            // The system does not say which of the two is missing.
            if let Some(dir) = dir.as_deref().filter(|dir| missing && !dir.is_dir()) {
                let folder = dir.display().to_string();
                return Fault::new(FaultKind::Start, FaultCause::NoFolder { program, folder });
            }
            let (message, denied) = (e.to_string(), e.kind() == std::io::ErrorKind::PermissionDenied);
            Fault::new(FaultKind::Start, FaultCause::NoStart { program, message, missing, denied })
        })?;
        if *protocol == Protocol::NBoard {
            std::thread::sleep(START_PAUSE);
        }
        process.send(init);
        let controller: Box<dyn Controller> = match protocol {
            Protocol::Gomocup => {
                let colored = *openings == OpeningBy::ProgramWithColors;
                Box::new(GomocupController::new().with_colored_openings(colored))
            }
            Protocol::Gtp if self.analyzes => Box::new(GtpController::new().with_analysis()),
            Protocol::Gtp => Box::new(GtpController::new()),
            Protocol::NBoard => Box::new(NBoardController::new()),
            Protocol::Json => Box::new(JsonController::new()),
        };
        self.answered = None;
        self.running = Some((process, controller));
        Ok(())
    }

    /// True if it runs.
    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Waits until so much time has passed since the last answer of a Gomocup engine.
    fn pause(&self, pause: Duration) {
        if let (Protocol::Gomocup, Some(answered)) = (self.spec.protocol, self.answered) {
            std::thread::sleep(pause.saturating_sub(answered.elapsed()));
        }
    }

    /// Starts a game, and first the program if it does not run.
    pub(crate) fn begin(&mut self, spec: &GameSpec, time: &TimeControl, stop: &Stop) -> Result<(), Fault> {
        if self.running.is_none() {
            self.start()?;
        }
        self.pause(PAUSE.1);
        let timeout = self.timeouts.start;
        let wait = Wait { timeout, stop, may_hurry: false, time: None, ends_in_silence: false };
        let ready = self.exchange(
            |controller, out| controller.begin(spec, time, out).map(|()| false),
            wait,
            |message| match message {
                EngineMessage::Ready => Step::Done(Ok(())),
                EngineMessage::Refused(why) => {
                    Step::Done(Err(Fault::new(FaultKind::Start, FaultCause::GameRefused(why))))
                }
                _ => Step::Wait,
            },
        );
        match ready {
            Ok(_) => Ok(()),
            Err(fault) => {
                self.end();
                Err(match fault.kind {
                    FaultKind::Start => fault,
                    _ => Fault::new(FaultKind::Start, FaultCause::BeforeGame(Box::new(fault))),
                })
            }
        }
    }

    /// Changes the time control of the game.
    pub(crate) fn set_time(&mut self, time: &TimeControl) {
        self.tell(|controller, lines| controller.set_time(time, lines));
    }

    /// Lets the program think on the opponent's time, where the time control of the game allows it.
    pub(crate) fn ponder(&mut self) {
        self.tell(|controller, lines| controller.ponder(lines));
    }

    /// Ends that.
    pub(crate) fn rest(&mut self) {
        self.tell(|controller, lines| controller.rest(lines));
    }

    /// Sends lines to which no answer is awaited.
    fn tell(&mut self, say: impl FnOnce(&mut dyn Controller, &mut Vec<String>)) {
        if let Some((process, controller)) = &mut self.running {
            let mut lines = Vec::new();
            say(controller.as_mut(), &mut lines);
            process.send(&lines);
        }
    }

    /// Asks how the program counts a finished game. `None` if it does not say: its protocol has no words for it, it
    /// knows neither command, or no answer comes. That is no fault, but a program that does not answer, or refuses the
    /// moves of the game, is ended.
    pub(crate) fn count(&mut self, position: &AnyPosition, stop: &Stop) -> Option<EngineCount> {
        if self.spec.protocol != Protocol::Gtp {
            return None;
        }
        let timeout = self.timeouts.start;
        let wait = Wait { timeout, stop, may_hurry: false, time: None, ends_in_silence: false };
        let (counted, _) = self
            .ask(
                |controller, out| controller.count(position, out).map(|_| false),
                wait,
                |message| match message {
                    EngineMessage::Count(counted) => Step::Done(Ok(counted)),
                    // Its board is another one.
                    EngineMessage::Refused(why) => {
                        Step::Done(Err(Fault::new(FaultKind::Refused, FaultCause::Message(why))))
                    }
                    _ => Step::Wait,
                },
            )
            .ok()?;
        (counted != EngineCount::default()).then_some(counted)
    }

    /// Sends the lines of `say`, and waits for a message that `accept` takes. `say` returns true if the program
    /// searches until it is stopped. The program is ended after a fault.
    pub(crate) fn ask<T>(
        &mut self,
        say: impl FnOnce(&mut dyn Controller, &mut Vec<String>) -> Result<bool, String>,
        wait: Wait<'_>,
        accept: impl FnMut(EngineMessage) -> Step<T>,
    ) -> Result<(T, Duration), Fault> {
        self.pause(PAUSE.0);
        let answer = self.exchange(say, wait, accept);
        if answer.is_err() {
            self.end();
        }
        answer
    }

    fn exchange<T>(
        &mut self,
        say: impl FnOnce(&mut dyn Controller, &mut Vec<String>) -> Result<bool, String>,
        wait: Wait<'_>,
        mut accept: impl FnMut(EngineMessage) -> Step<T>,
    ) -> Result<(T, Duration), Fault> {
        let Some((process, controller)) = &mut self.running else {
            return Err(Fault::new(FaultKind::Start, FaultCause::NoGame));
        };
        let mut output = OutputCount { bytes_before: process.bytes_read(), lines: 0 };
        // Lines from before the question are no answer to it.
        while let Some(read) = process.ready_line() {
            output.add_line(process)?;
            match read {
                Input::End => return Err(process.crash()),
                Input::TooLong(_) => {}
                Input::Line(line) => drop(controller.line(&line)),
            }
        }
        let mut lines = Vec::new();
        let endless = say(controller.as_mut(), &mut lines)
            .map_err(|why| Fault::new(FaultKind::Refused, FaultCause::Message(why)))?;
        let begun = Instant::now();
        process.send(&lines);
        let mut deadline = begun + wait.timeout;
        // A program that makes its tables first has no line when its time is over, and no move without one.
        let patience = self.timeouts.late / 2;
        let end = |reported: Option<Instant>| match (wait.time, reported) {
            (Some(time), Some(_)) => Some(begun + time),
            (Some(time), None) => Some(begun + time + patience),
            (None, Some(last)) if wait.ends_in_silence => Some(last + SILENCE),
            (None, _) => None,
        };
        let mut reported = None;
        let (mut hurry, mut hurried) = (false, false);
        let mut garbage = None;
        loop {
            let now = Instant::now();
            let end = end(reported).filter(|_| endless);
            hurry |= wait.stop.is_raised() || end.is_some_and(|end| now >= end);
            if hurry && !hurried {
                hurried = true;
                let mut lines = Vec::new();
                if wait.may_hurry {
                    controller.stop(&mut lines);
                }
                if !lines.is_empty() {
                    process.send(&lines);
                    deadline = now + self.timeouts.late;
                } else if wait.stop.is_raised() {
                    return Err(interrupted());
                }
            }
            let until = end.filter(|_| !hurried).map_or(deadline, |end| end.min(deadline));
            let read = process.next_line(until);
            let spent = begun.elapsed();
            output.add_line(process)?;
            let messages = match read {
                None if Instant::now() < deadline => continue,
                None if wait.stop.is_raised() => return Err(interrupted()),
                None => {
                    let kind = if garbage.is_some() { FaultKind::Garbage } else { FaultKind::Hang };
                    let waited_ms = (deadline - begun).as_millis() as u64;
                    return Err(Fault::new(kind, FaultCause::NoAnswer { waited_ms, line: garbage }));
                }
                Some(Input::End) => return Err(process.crash()),
                Some(Input::TooLong(_)) => Vec::new(),
                Some(Input::Line(line)) => controller.line(&line),
            };
            for message in messages {
                if let EngineMessage::Garbage(text) = message {
                    garbage.get_or_insert(text.chars().take(60).collect::<String>());
                    continue;
                }
                if matches!(message, EngineMessage::Analysis(_)) {
                    reported = Some(Instant::now());
                }
                match accept(message) {
                    Step::Wait => {}
                    Step::Hurry => hurry = true,
                    Step::Done(result) => {
                        self.answered = Some(Instant::now());
                        return result.map(|value| (value, spent));
                    }
                }
            }
        }
    }

    /// Ends the program after a fault.
    fn end(&mut self) {
        self.running = None;
    }
}

/// The question was abandoned: the answer will not be judged.
fn interrupted() -> Fault {
    Fault::new(FaultKind::Hang, FaultCause::Interrupted)
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
            return Err(Fault::new(FaultKind::Garbage, FaultCause::Flood(bytes)));
        }
        Ok(())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some((process, controller)) = &mut self.running {
            let mut lines = Vec::new();
            controller.quit(&mut lines);
            process.quit(&lines, Duration::from_millis(500));
        }
    }
}
