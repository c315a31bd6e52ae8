"""Waiting for a search in an event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen import Analysis, Search

__all__ = ["following", "wait"]


async def wait(search: Search) -> Analysis:
    """The last analysis of ``search``. A task that is cancelled cancels the search."""
    loop = asyncio.get_running_loop()
    try:
        return await loop.run_in_executor(None, search.result)
    except asyncio.CancelledError:
        search.cancel()
        raise


async def following(search: Search) -> Analysis:
    """The next better analysis of ``search``, for ``async for``. A task that is cancelled cancels the search."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.run_in_executor(None, next, search, None)
    except asyncio.CancelledError:
        search.cancel()
        raise
    if found is None:
        raise StopAsyncIteration
    return found
