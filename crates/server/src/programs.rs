//! The programs that a person registers as engines, and how the page changes them.
//!
//! To register a program is to let the server start it. So the page only asks: the server writes what is asked for,
//! and a code, to the terminal in which it runs, and does it when the code comes back. Whoever reaches the port but
//! does not see the terminal can start nothing. A server that others reach refuses altogether.

use crate::error::{ApiError, Result, Text};
use crate::guard::{equal_in_constant_time, random_text};
use axum::http::StatusCode;
use std::collections::VecDeque;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tengen_engine::Stop;
use tengen_games::GameKind;

/// A registered program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramInfo {
    /// Its name.
    pub name: String,
    /// The protocol that it speaks, by name.
    pub protocol: String,
    /// The program and its arguments, quoted as in a shell.
    pub command: String,
    /// The games that it plays.
    pub games: Vec<GameKind>,
}

/// What a page may ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramChange {
    /// Start a program, ask it for a move of each of its games, and register it if it gives them.
    Add {
        /// The program.
        program: ProgramInfo,
        /// Whether it may take the place of the program with this name.
        replace: bool,
    },
    /// Start a registered program and ask it for a move of each of its games.
    Test {
        /// Its name.
        name: String,
    },
    /// Forget a registered program.
    Remove {
        /// Its name.
        name: String,
    },
}

/// What a program answered for one of its games.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramAnswer {
    /// The game.
    pub kind: GameKind,
    /// Its move, or what went wrong.
    pub answer: std::result::Result<String, Text>,
    /// How long it took, its start included.
    pub time: Duration,
}

/// What a change did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProgramOutcome {
    /// Whether the change was made, or the test passed.
    pub done: bool,
    /// What the program answered, if it was started.
    pub answers: Vec<ProgramAnswer>,
}

/// The registered programs. The program that starts the server provides them.
///
/// The server calls [`Programs::make`] only after the person has typed the code that [`Programs::show`] wrote.
pub trait Programs: Send + Sync {
    /// The protocols by name, each with the games of a program that speaks it, if the protocol says them.
    fn protocols(&self) -> Vec<(String, Vec<GameKind>)>;

    /// The registered programs, in the order in which they were added.
    fn list(&self) -> Vec<ProgramInfo>;

    /// Checks a change without starting anything.
    ///
    /// # Errors
    /// What is wrong with it.
    fn check(&self, change: &ProgramChange) -> std::result::Result<(), Text>;

    /// Writes what is asked for, and the code for it, to the terminal and nowhere else.
    ///
    /// # Errors
    /// The terminal is gone.
    fn show(&self, change: &ProgramChange, code: &str, valid: Duration) -> io::Result<()>;

    /// Makes a change. Raised, `stop` ends a program that is being tested; then nothing is changed.
    ///
    /// # Errors
    /// Why it cannot be made.
    fn make(&self, change: &ProgramChange, stop: &Stop) -> std::result::Result<ProgramOutcome, Text>;
}

/// Letters of a code.
const LETTERS: usize = 6;
/// Wrong codes after which a request is void.
const TRIES: u32 = 3;
/// At most so many codes in this time, whoever asks: 18 guesses of 2^30 in ten minutes.
const CODES: (usize, Duration) = (6, Duration::from_secs(600));

/// A change that waits for its code.
struct Waiting {
    id: u64,
    change: ProgramChange,
    code: String,
    until: Instant,
    tries: u32,
}

#[derive(Default)]
struct State {
    last_id: u64,
    /// The newest request. An older one is void: the terminal then shows another code.
    waiting: Option<Waiting>,
    /// When the last codes were made.
    made: VecDeque<Instant>,
}

/// The requests of pages, and their codes.
#[derive(Default)]
pub(crate) struct Confirmations {
    state: Mutex<State>,
    /// One change at a time.
    pub(crate) making: tokio::sync::Mutex<()>,
}

impl Confirmations {
    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes a code for a change, and shows it with `show`. Returns the number of the request.
    pub(crate) fn ask(
        &self,
        change: ProgramChange,
        valid: Duration,
        now: Instant,
        show: impl FnOnce(&ProgramChange, &str) -> io::Result<()>,
    ) -> Result<u64> {
        let code = random_text(LETTERS).map_err(ApiError::internal)?;
        self.with(|state| {
            state.made.retain(|&made| now.saturating_duration_since(made) < CODES.1);
            if state.made.len() >= CODES.0 {
                return Err(ApiError::new(
                    StatusCode::TOO_MANY_REQUESTS,
                    "too-many-codes",
                    "too many codes were asked for",
                    "请求确认码的次数太多",
                    "確認コードの要求が多すぎます",
                )
                .expected("wait ten minutes", "请等十分钟", "10分待ってください"));
            }
            state.made.push_back(now);
            // Both halves are shown apart, which is easier to type.
            let (front, back) = code.split_at(LETTERS / 2);
            show(&change, &format!("{front}-{back}")).map_err(|why| {
                tracing::warn!(%why, "no terminal for a code");
                ApiError::new(
                    StatusCode::CONFLICT,
                    "no-terminal",
                    "Tengen has no terminal that could show a code",
                    "Tengen 没有可显示确认码的终端",
                    "確認コードを表示できる端末がTengenにありません",
                )
                .expected(
                    "start `tengen serve` in a terminal",
                    "请在终端里启动 tengen serve",
                    "端末で「tengen serve」を起動してください",
                )
            })?;
            state.last_id += 1;
            let id = state.last_id;
            state.waiting = Some(Waiting { id, change, code, until: now + valid, tries: TRIES });
            Ok(id)
        })
    }

    /// Takes the change of a request whose code is right. A code is good once.
    pub(crate) fn take(&self, id: u64, code: &str, now: Instant) -> Result<ProgramChange> {
        let code: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
        let code = code.to_ascii_lowercase();
        self.with(|state| {
            let Some(waiting) = state.waiting.as_mut().filter(|waiting| waiting.id == id) else {
                return Err(no_code(
                    "no-request",
                    "this request has been used, or replaced by a newer one",
                    "该请求已使用过，或已被新的请求取代",
                    "この要求は使用済みか、新しい要求に置き換わりました",
                ));
            };
            if now >= waiting.until {
                state.waiting = None;
                return Err(no_code(
                    "code-expired",
                    "the code has expired",
                    "确认码已过期",
                    "確認コードの期限が切れました",
                ));
            }
            if !equal_in_constant_time(&code, &waiting.code) {
                waiting.tries -= 1;
                if waiting.tries == 0 {
                    state.waiting = None;
                    return Err(no_code(
                        "code-void",
                        "the code was wrong too often, and is void",
                        "确认码输错次数太多，已作废",
                        "確認コードを何度も間違えたため、無効になりました",
                    ));
                }
                let left = waiting.tries;
                return Err(ApiError::new(
                    StatusCode::FORBIDDEN,
                    "wrong-code",
                    format!("this is not the code; {left} more {}", if left == 1 { "try" } else { "tries" }),
                    format!("确认码不对，还可以试 {left} 次"),
                    format!("確認コードが違います。あと{left}回試せます"),
                )
                .expected(
                    "the code that the terminal shows in which Tengen runs",
                    "运行 Tengen 的终端里显示的确认码",
                    "Tengenの端末に表示された確認コード",
                ));
            }
            state.waiting.take().map(|waiting| waiting.change).ok_or_else(|| ApiError::internal("no request"))
        })
    }
}

/// The refusal of a request that has no code any more.
fn no_code(code: &'static str, en: &str, zh: &str, ja: &str) -> ApiError {
    ApiError::new(StatusCode::FORBIDDEN, code, en, zh, ja).expected(
        "ask for a new code",
        "请重新获取确认码",
        "新しい確認コードを取得してください",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    const VALID: Duration = Duration::from_secs(300);

    fn remove(name: &str) -> ProgramChange {
        ProgramChange::Remove { name: name.into() }
    }

    /// Asks for a change; the request and its code.
    fn ask(all: &Confirmations, name: &str, now: Instant) -> Result<(u64, String)> {
        let shown = RefCell::new(String::new());
        let id = all.ask(remove(name), VALID, now, |_, code| {
            *shown.borrow_mut() = code.to_owned();
            Ok(())
        })?;
        Ok((id, shown.into_inner()))
    }

    fn code_of(error: Result<ProgramChange>) -> &'static str {
        error.unwrap_err().code
    }

    #[test]
    fn a_code_is_good_once_however_it_is_typed() {
        let (all, now) = (Confirmations::default(), Instant::now());
        let (id, code) = ask(&all, "a", now).unwrap();
        assert_eq!((code.len(), code.find('-')), (7, Some(3)), "{code}");
        let typed = format!(" {} ", code.replace('-', " ").to_uppercase());
        assert_eq!(all.take(id, &typed, now).unwrap(), remove("a"));
        assert_eq!(code_of(all.take(id, &code, now)), "no-request");
    }

    #[test]
    fn three_wrong_codes_void_a_request() {
        let (all, now) = (Confirmations::default(), Instant::now());
        let (id, code) = ask(&all, "a", now).unwrap();
        // The alphabet of the codes has no 0.
        for wrong in ["000-000", ""] {
            assert_eq!(code_of(all.take(id, wrong, now)), "wrong-code");
        }
        assert_eq!(code_of(all.take(id, "000000", now)), "code-void");
        assert_eq!(code_of(all.take(id, &code, now)), "no-request");
    }

    #[test]
    fn a_code_expires() {
        let (all, now) = (Confirmations::default(), Instant::now());
        let (id, code) = ask(&all, "a", now).unwrap();
        assert_eq!(code_of(all.take(id, &code, now + VALID)), "code-expired");
        assert_eq!(code_of(all.take(id, &code, now)), "no-request");
        let (id, code) = ask(&all, "a", now).unwrap();
        assert!(all.take(id, &code, now + VALID - Duration::from_millis(1)).is_ok());
    }

    #[test]
    fn a_code_belongs_to_what_was_shown_with_it() {
        let (all, now) = (Confirmations::default(), Instant::now());
        let (first, first_code) = ask(&all, "a", now).unwrap();
        let (second, second_code) = ask(&all, "b", now).unwrap();
        assert_eq!(code_of(all.take(first, &second_code, now)), "no-request");
        assert_eq!(code_of(all.take(second, &first_code, now)), "wrong-code");
        assert_eq!(all.take(second, &second_code, now).unwrap(), remove("b"));
    }

    #[test]
    fn there_are_six_codes_in_ten_minutes() {
        let (all, now) = (Confirmations::default(), Instant::now());
        let codes: Vec<String> = (0..6).map(|_| ask(&all, "a", now).unwrap().1).collect();
        assert!(codes.iter().any(|code| *code != codes[0]), "{codes:?}");
        assert_eq!(ask(&all, "a", now + Duration::from_secs(599)).unwrap_err().code, "too-many-codes");
        assert!(ask(&all, "a", now + Duration::from_secs(600)).is_ok());
    }

    #[test]
    fn without_a_terminal_nothing_waits() {
        let (all, now) = (Confirmations::default(), Instant::now());
        let gone = |_: &ProgramChange, _: &str| Err(io::Error::from(io::ErrorKind::BrokenPipe));
        assert_eq!(all.ask(remove("a"), VALID, now, gone).unwrap_err().code, "no-terminal");
        assert_eq!(code_of(all.take(1, "", now)), "no-request");
    }
}
