//! Work in pieces, by one thread or several.

use std::sync::{Mutex, PoisonError};

/// Does each piece of work: one after another without a pool, else whichever thread is free takes the next. The thread
/// that calls works too, so that little is lost while the others wake up.
pub(super) fn in_pieces<T: Send>(
    pool: Option<&rayon::ThreadPool>,
    pieces: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    let Some(pool) = pool else {
        pieces.for_each(work);
        return;
    };
    let pieces = Mutex::new(pieces);
    let run = || {
        loop {
            let piece = pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(piece) = piece else { return };
            work(piece);
        }
    };
    pool.in_place_scope(|scope| {
        for _ in 0..pool.current_num_threads() {
            scope.spawn(|_| run());
        }
        run();
    });
}
