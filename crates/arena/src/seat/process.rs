//! A program and its lines. It is always ended and reaped.

use crate::{Fault, FaultCause, FaultKind, ProgramEnd};
use std::collections::VecDeque;
use std::io::{self, BufReader, Read as _, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tengen_protocols::{Input, LineReader};

/// Number of lines that may wait to be read, and the maximum length of a line in bytes. Together they bound the
/// memory of a flood. When the queue is full, the program waits.
const BACKLOG: (usize, usize) = (64, 256 << 10);

/// Interval between checks of the byte count: a flood need not have lines.
const CHECK: Duration = Duration::from_millis(50);

/// Bytes kept of the end of the error stream.
const MAX_ERRORS: usize = 2048;

/// A running program. Dropping it ends it, its children included.
pub(super) struct Process {
    child: Child,
    /// Lines to write go through a thread: a program that does not read must not block the match.
    input: Option<SyncSender<Vec<u8>>>,
    output: Receiver<Input>,
    /// Bytes read from it so far.
    read: Arc<AtomicU64>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    /// Reads the error stream to its end.
    error_reader: Option<thread::JoinHandle<()>>,
    /// True after the program has been waited for: the system may reuse its number then.
    reaped: bool,
}

impl Process {
    pub(super) fn start(command: &[String], dir: Option<&Path>) -> io::Result<Process> {
        let (program, args) =
            command.split_first().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        let mut start = Command::new(program_path(program, dir));
        start.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = dir {
            start.current_dir(dir);
        }
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // In its own group, so that its children end with it.
            start.process_group(0);
        }
        let mut child = start.spawn()?;
        let missing = || io::Error::from(io::ErrorKind::BrokenPipe);
        let (stdin, stdout) =
            (child.stdin.take().ok_or_else(missing)?, child.stdout.take().ok_or_else(missing)?);
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let error_reader = child.stderr.take().map(|mut stderr| {
            let errors = Arc::clone(&errors);
            thread::spawn(move || {
                let mut buffer = [0; 512];
                while let Ok(n @ 1..) = stderr.read(&mut buffer) {
                    let mut kept = errors.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    kept.extend(&buffer[..n]);
                    let extra = kept.len().saturating_sub(MAX_ERRORS);
                    kept.drain(..extra);
                }
            })
        });
        let (lines, output) = sync_channel(BACKLOG.0);
        let read = Arc::new(AtomicU64::new(0));
        let counted = Counted { input: stdout, count: Arc::clone(&read) };
        thread::spawn(move || {
            let mut reader = LineReader::with_max_line(BufReader::new(counted), BACKLOG.1);
            loop {
                let read = reader.next_line().unwrap_or(Input::End);
                let last = read == Input::End;
                if lines.send(read).is_err() || last {
                    return;
                }
            }
        });
        let input = Some(spawn_writer(stdin));
        Ok(Process { child, input, output, read, errors, error_reader, reaped: false })
    }

    /// Sends lines. If the program has ended or does not read, the next wait for an answer shows it.
    pub(super) fn send(&self, lines: &[String]) {
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        if let Some(input) = &self.input {
            // With a full queue the program has not read for a long time: it hangs.
            let _ = input.try_send(text.into_bytes());
        }
    }

    /// The next line. `None` after `deadline` or after a short wait: check [`Process::bytes_read`] and call again.
    pub(super) fn next_line(&self, deadline: Instant) -> Option<Input> {
        let wait = deadline.saturating_duration_since(Instant::now()).min(CHECK);
        match self.output.recv_timeout(wait) {
            Ok(read) => Some(read),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Input::End),
        }
    }

    /// A line that is there already.
    pub(super) fn ready_line(&self) -> Option<Input> {
        match self.output.try_recv() {
            Ok(read) => Some(read),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Input::End),
        }
    }

    /// Bytes of its output so far, the unfinished line included.
    pub(super) fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// How the program ended, with the last line of its error stream. Ends the program if it still runs.
    pub(super) fn crash(&mut self) -> Fault {
        let until = Instant::now() + Duration::from_millis(500);
        while !self.has_exited() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        let status = if self.has_exited() {
            self.end().map_or(ProgramEnd::Unknown, end_of)
        } else {
            ProgramEnd::OutputClosed
        };
        // The last errors may not be read yet.
        while self.error_reader.as_ref().is_some_and(|reader| !reader.is_finished()) && Instant::now() < until
        {
            thread::sleep(Duration::from_millis(2));
        }
        let errors = self.errors.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let bytes: Vec<u8> = errors.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let last = text.trim().lines().last().map(str::to_owned);
        Fault::new(FaultKind::Crash, FaultCause::Ended(status, last))
    }

    /// Sends the lines that end the program, and waits for its exit.
    pub(super) fn quit(&mut self, lines: &[String], timeout: Duration) {
        self.send(lines);
        self.input = None;
        let until = Instant::now() + timeout;
        while Instant::now() < until {
            // A full output queue would block the program.
            while self.output.try_recv().is_ok() {}
            if self.has_exited() {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Process {
    /// True if it has exited. The check does not reap it: until it is reaped the system cannot reuse its number, and
    /// a signal to its group reaches no other program.
    fn has_exited(&mut self) -> bool {
        if self.reaped {
            return true;
        }
        #[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
        {
            use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
            let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
            i32::try_from(self.child.id()).is_ok_and(|pid| {
                let status = waitid(Id::Pid(nix::unistd::Pid::from_raw(pid)), flags);
                !matches!(status, Ok(WaitStatus::StillAlive))
            })
        }
        #[cfg(all(unix, not(any(target_os = "linux", target_os = "android", target_os = "freebsd"))))]
        {
            // These systems cannot check without reaping: wait, then end the program.
            false
        }
        #[cfg(not(unix))]
        {
            !matches!(self.child.try_wait(), Ok(None))
        }
    }

    /// Ends the program and its children, and reaps it.
    fn end(&mut self) -> Option<ExitStatus> {
        if std::mem::replace(&mut self.reaped, true) {
            return None;
        }
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            // It may have ended already.
            let _ = nix::sys::signal::killpg(
                nix::unistd::Pid::from_raw(group),
                nix::sys::signal::Signal::SIGKILL,
            );
        }
        let _ = self.child.kill();
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        self.end();
    }
}

/// How a program ended, as the system reports it.
fn end_of(status: ExitStatus) -> ProgramEnd {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return ProgramEnd::Signal(signal);
    }
    status.code().map_or(ProgramEnd::Unknown, ProgramEnd::Status)
}

fn spawn_writer(mut stdin: ChildStdin) -> SyncSender<Vec<u8>> {
    let (input, queue) = sync_channel::<Vec<u8>>(1024);
    thread::spawn(move || {
        while let Ok(bytes) = queue.recv() {
            if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    input
}

/// A stream that counts the bytes read from it.
struct Counted<R> {
    input: R,
    count: Arc<AtomicU64>,
}

impl<R: io::Read> io::Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.input.read(buffer)?;
        self.count.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}

/// The path of a program. A relative path is searched in the program's folder first, as a user expects of `dir=…
/// cmd=./engine`.
fn program_path(program: &str, dir: Option<&Path>) -> std::path::PathBuf {
    match dir.map(|dir| dir.join(program)) {
        Some(inside) if program.contains('/') && inside.is_file() => inside.canonicalize().unwrap_or(inside),
        _ => program.into(),
    }
}
