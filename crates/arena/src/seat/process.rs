//! A program with its lines, ended and reaped whatever it does.

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

/// Lines that may wait to be read, and the longest of them in bytes: a flood costs no more memory than the two make. The program
/// waits when nobody reads.
const BACKLOG: (usize, usize) = (64, 256 << 10);

/// The longest wait before the count of bytes is looked at again: a flood need not have lines.
const LOOK: Duration = Duration::from_millis(50);

/// Of what a program says on its error stream this much of the end is kept, in bytes.
const KEPT_ERRORS: usize = 2048;

/// A running program. Dropping it ends it, its children included.
pub(super) struct Process {
    child: Child,
    /// Lines to write go through a thread: a program that does not read must not stop us.
    input: Option<SyncSender<Vec<u8>>>,
    output: Receiver<Input>,
    /// Bytes read from it so far.
    read: Arc<AtomicU64>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    /// Reads the error stream to its end.
    error_reader: Option<thread::JoinHandle<()>>,
    /// Whether it has been waited for; its number may be another's from then on.
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
            // A group of its own, so that what it starts ends with it.
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
                    let extra = kept.len().saturating_sub(KEPT_ERRORS);
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

    /// Sends lines. What a program that has ended, or does not read, gets of them is found out when it is waited for.
    pub(super) fn send(&self, lines: &[String]) {
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        if let Some(input) = &self.input {
            // A full queue means that it has not read for a long time; it will be found hanging.
            let _ = input.try_send(text.into_bytes());
        }
    }

    /// The next line, `None` where none comes by `deadline` or for a short while: look at [`Process::bytes_read`] and ask again.
    pub(super) fn next_line(&self, deadline: Instant) -> Option<Input> {
        let wait = deadline.saturating_duration_since(Instant::now()).min(LOOK);
        match self.output.recv_timeout(wait) {
            Ok(read) => Some(read),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Input::End),
        }
    }

    /// A line that has come already.
    pub(super) fn line_at_hand(&self) -> Option<Input> {
        match self.output.try_recv() {
            Ok(read) => Some(read),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Input::End),
        }
    }

    /// How much it has said so far, in bytes, its unfinished line included.
    pub(super) fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// How it ended, as far as can be told, with the end of what it said on its error stream. It is ended if it lives on.
    pub(super) fn obituary(&mut self) -> String {
        let until = Instant::now() + Duration::from_millis(500);
        while !self.has_exited() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        let status = if self.has_exited() {
            self.end().map_or_else(|| "it has ended".into(), |status| status.to_string())
        } else {
            "it closed its output and lives on".into()
        };
        // Its last words may still be on their way.
        while self.error_reader.as_ref().is_some_and(|reader| !reader.is_finished()) && Instant::now() < until
        {
            thread::sleep(Duration::from_millis(2));
        }
        let errors = self.errors.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let bytes: Vec<u8> = errors.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        match text.trim().lines().last() {
            Some(last) => format!("{status}; {last}"),
            None => status,
        }
    }

    /// Gives it a moment to leave by itself after a goodbye, then ends it.
    pub(super) fn farewell(&mut self, goodbye: &[String], patience: Duration) {
        self.send(goodbye);
        self.input = None;
        let until = Instant::now() + patience;
        while Instant::now() < until {
            // What it still says must not hold it up.
            while self.output.try_recv().is_ok() {}
            if self.has_exited() {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Process {
    /// Whether it has ended. It is not reaped by looking: as long as it is not, nobody else can have its number, and its group can be
    /// told to end without hitting a stranger.
    fn has_exited(&mut self) -> bool {
        if self.reaped {
            return true;
        }
        #[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
        {
            use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
            let look = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
            i32::try_from(self.child.id()).is_ok_and(|pid| {
                let status = waitid(Id::Pid(nix::unistd::Pid::from_raw(pid)), look);
                !matches!(status, Ok(WaitStatus::StillAlive))
            })
        }
        #[cfg(all(unix, not(any(target_os = "linux", target_os = "android", target_os = "freebsd"))))]
        {
            // These systems cannot look without reaping: it is given its time, and then ended.
            false
        }
        #[cfg(not(unix))]
        {
            !matches!(self.child.try_wait(), Ok(None))
        }
    }

    /// Ends it and all that it has started, and reaps it.
    fn end(&mut self) -> Option<ExitStatus> {
        if std::mem::replace(&mut self.reaped, true) {
            return None;
        }
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            // Already gone is as good.
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

/// A stream that counts what is read of it.
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

/// A program named by a relative path is looked for in its own folder first, as a user would expect of `dir=… cmd=./engine`.
fn program_path(program: &str, dir: Option<&Path>) -> std::path::PathBuf {
    match dir.map(|dir| dir.join(program)) {
        Some(inside) if program.contains('/') && inside.is_file() => inside.canonicalize().unwrap_or(inside),
        _ => program.into(),
    }
}
