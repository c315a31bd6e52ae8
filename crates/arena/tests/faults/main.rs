//! Programs that misbehave in every way: the match goes on to its end, each fault is reported by its kind, and no
//! process is left behind.
//!
//! The programs are this test itself, started with an argument (see `program`).

mod engine;
mod judge;
mod program;

use libtest_mimic::{Arguments, Trial};

fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if args.get(1).is_some_and(|arg| arg == program::ARGUMENT) {
        program::run(&args[2..]);
    }
    let mut arguments = Arguments::from_args();
    // They wait more than they work.
    arguments.test_threads.get_or_insert(8);
    let conclusion = {
        let trials = judge::trials().into_iter().chain(engine::trials()).collect();
        libtest_mimic::run(&arguments, trials)
    };
    if let Err(left) = judge::no_child_is_left() {
        eprintln!("{left}");
        return std::process::ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

/// A trial of this name.
fn trial(name: &str, run: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, move || {
        run();
        Ok(())
    })
}
