"""Types of arguments and results, for annotations alone: nothing imports this module at run time."""

from __future__ import annotations

import os
from typing import Literal, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

Color: TypeAlias = Literal["black", "white"]
Move: TypeAlias = str | SupportsIndex | tuple[int, int]
Path: TypeAlias = str | os.PathLike[str]
Size: TypeAlias = int | tuple[int, int] | str
Observations: TypeAlias = NDArray[np.uint8] | NDArray[np.float32]
