"""What happens while the package works: other threads of Python, and Ctrl-C."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable

import pytest


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


def interrupted_after(seconds: float, work: Callable[[], object]) -> float:
    """Raises Ctrl-C after so many seconds of `work`, and returns how long the interrupt takes to arrive."""
    timer = threading.Timer(seconds, signal.raise_signal, [signal.SIGINT])
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    late = time.monotonic() - start - seconds
    timer.join()
    return late
