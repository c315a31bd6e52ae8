"""What the other threads of Python do while the package works."""

from __future__ import annotations

import threading
from collections.abc import Callable


def counted_during(work: Callable[[], object]) -> int:
    """How far another thread counts while `work` runs: hardly at all if that keeps the GIL."""
    count, done = 0, threading.Event()

    def counting() -> None:
        nonlocal count
        while not done.is_set():
            count += 1

    thread = threading.Thread(target=counting)
    thread.start()
    before = count
    work()
    after = count
    done.set()
    thread.join()
    return after - before
