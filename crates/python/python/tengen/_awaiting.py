"""Waiting for a search in an event loop."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen import Analysis, Search

__all__ = ["following", "wait"]


def _make_threads() -> None:
    # The loop's own executor has few threads. Searches without an end would keep its other work waiting.
    global _threads
    _threads = ThreadPoolExecutor(1024, "tengen-await")


_threads: ThreadPoolExecutor
_make_threads()
if hasattr(os, "register_at_fork"):
    # A fork copies no thread but its own.
    os.register_at_fork(after_in_child=_make_threads)


async def wait(search: Search) -> Analysis:
    """The last analysis of ``search``. A task that is cancelled cancels the search."""
    loop = asyncio.get_running_loop()
    try:
        return await loop.run_in_executor(_threads, search.result)
    except asyncio.CancelledError:
        search.cancel()
        raise


async def following(search: Search) -> Analysis:
    """The next better analysis of ``search``, for ``async for``. A task that is cancelled cancels the search."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.run_in_executor(_threads, next, search, None)
    except asyncio.CancelledError:
        search.cancel()
        raise
    if found is None:
        raise StopAsyncIteration
    return found
