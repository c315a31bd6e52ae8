//! A program at the board, through its protocol.

use super::process::Process;
use super::{Reply, Seat};
use crate::{Fault, FaultKind, Protocol};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tengen_games::{AnyPosition, GameSpec};
use tengen_protocols::gomocup::GomocupController;
use tengen_protocols::gtp::GtpController;
use tengen_protocols::jsonl::JsonController;
use tengen_protocols::nboard::NBoardController;
use tengen_protocols::{Controller, Read, Report, TimeControl, TimeLeft};

/// A program at the board. It is started with its first game, kept from game to game, and started anew after a fault.
pub struct OutsideSeat {
    command: Vec<String>,
    dir: Option<PathBuf>,
    protocol: Protocol,
    init: Vec<String>,
    running: Option<(Process, Box<dyn Controller>)>,
}

/// How long a program may take to start and to take a game.
const START: Duration = Duration::from_secs(30);

/// How long after its time a program is waited for, so that a late answer can be told from none.
const HANG: Duration = Duration::from_secs(3);

/// Without a time limit, a program that says nothing for so long hangs.
const UNLIMITED: Duration = Duration::from_secs(600);

/// More than this in answer to one question is a flood, in bytes and in lines.
const FLOOD: (u64, usize) = (32 << 20, 200_000);

impl OutsideSeat {
    /// A seat for this program; nothing is started yet.
    pub fn new(
        command: Vec<String>,
        dir: Option<PathBuf>,
        protocol: Protocol,
        init: Vec<String>,
    ) -> OutsideSeat {
        OutsideSeat { command, dir, protocol, init, running: None }
    }

    fn start(&mut self) -> Result<(), Fault> {
        let process = Process::start(&self.command, self.dir.as_deref())
            .map_err(|e| Fault::new(FaultKind::Start, format!("cannot start {}: {e}", self.command[0])))?;
        process.send(&self.init);
        let controller: Box<dyn Controller> = match self.protocol {
            Protocol::Gomocup => Box::new(GomocupController::new()),
            Protocol::Gtp => Box::new(GtpController::new()),
            Protocol::NBoard => Box::new(NBoardController::new()),
            Protocol::Json => Box::new(JsonController::new()),
        };
        self.running = Some((process, controller));
        Ok(())
    }

    /// Sends what `say` says, and waits for a report that `wanted` takes.
    fn exchange<T>(
        &mut self,
        say: impl FnOnce(&mut dyn Controller, &mut Vec<String>) -> Result<(), String>,
        patience: Duration,
        mut wanted: impl FnMut(Report) -> Option<Result<T, Fault>>,
    ) -> Result<(T, Duration), Fault> {
        let Some((process, controller)) = &mut self.running else {
            return Err(Fault::new(FaultKind::Start, "no game has begun"));
        };
        let mut lines = Vec::new();
        say(controller.as_mut(), &mut lines).map_err(|why| Fault::new(FaultKind::Refused, why))?;
        let begun = Instant::now();
        process.send(&lines);
        let (mut bytes, mut count, mut nonsense) = (0u64, 0usize, None);
        loop {
            let (size, reports) = match process.next_line(begun + patience) {
                None => {
                    let waited = format!("no answer in {:.1} s", patience.as_secs_f64());
                    return Err(match nonsense {
                        Some(text) => Fault::new(FaultKind::Garbage, format!("'{text}', and {waited}")),
                        None => Fault::new(FaultKind::Hang, waited),
                    });
                }
                Some(Read::End) => return Err(Fault::new(FaultKind::Crash, process.obituary())),
                Some(Read::TooLong(n)) => (n, Vec::new()),
                Some(Read::Line(line)) => (line.len() as u64, controller.line(&line)),
            };
            let spent = begun.elapsed();
            (bytes, count) = (bytes + size, count + 1);
            if bytes > FLOOD.0 || count > FLOOD.1 {
                return Err(Fault::new(
                    FaultKind::Garbage,
                    format!("a flood of {bytes} bytes in {count} lines"),
                ));
            }
            for report in reports {
                if let Report::Garbage(text) = report {
                    nonsense.get_or_insert(text.chars().take(60).collect::<String>());
                } else if let Some(result) = wanted(report) {
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

impl Seat for OutsideSeat {
    fn begin(&mut self, spec: &GameSpec, time: &TimeControl) -> Result<(), Fault> {
        if self.running.is_none() {
            self.start()?;
        }
        let ready = self.exchange(
            |controller, out| controller.begin(spec, time, out),
            START,
            |report| match report {
                Report::Ready => Some(Ok(())),
                Report::Refused(why) => {
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
        let patience = allowed.map_or(UNLIMITED, |allowed| allowed + HANG);
        let answer = self.exchange(
            |controller, out| controller.ask(position, left, out),
            patience,
            |report| match report {
                Report::Moves(moves) => Some(Ok(Reply::Moves(moves))),
                Report::Resign => Some(Ok(Reply::Resign)),
                Report::Refused(why) => Some(Err(Fault::new(FaultKind::Refused, why))),
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
