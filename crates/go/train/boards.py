"""Many games of Go at once, as tensors: legal moves, captures, liberties, area.

A batch has the cells of N boards of one size, seen from the side to move: 1 own stone, -1 the opponent's, 0 empty.
Points are numbered row by row; a move is a point, or `size * size` for a pass. Simple ko, no suicide; the games of
training end at a limit of moves, so that longer cycles need no rule.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

PLANES = 9
NOWHERE = -1


@dataclass
class Chains:
    """The chains of a batch of boards."""

    label: Tensor
    """int16 (N, points): a point of the chain of each stone, the same for the whole chain."""
    liberties: Tensor
    """int16 (N, points): the liberties of the chain of a stone, 0 on empty points."""
    near_label: Tensor
    """int16 (N, 4, points): the label of each neighbour, -1 off the board."""
    near_cell: Tensor
    """int8 (N, 4, points): the cell of each neighbour, 2 off the board."""


def neighbours(grid: Tensor, outside: int) -> Tensor:
    """The cells left, right, above and below of each point: (N, size, size) to (N, 4, size * size)."""
    n, size, _ = grid.shape
    padded = torch.nn.functional.pad(grid, (1, 1, 1, 1), value=outside)
    parts = [padded[:, 1:-1, :-2], padded[:, 1:-1, 2:], padded[:, :-2, 1:-1], padded[:, 2:, 1:-1]]
    return torch.stack(parts, 1).reshape(n, 4, size * size)


def labels(cells: Tensor, size: int) -> Tensor:
    """The lowest point of each chain and each empty region, int64 (N, points), by a walk over the boards."""
    n, points = cells.shape
    grid = cells.view(n, size, size)
    label = torch.arange(points, device=cells.device).expand(n, points).contiguous()
    across = grid[:, :, 1:] == grid[:, :, :-1]
    down = grid[:, 1:] == grid[:, :-1]
    far = torch.tensor(points, device=cells.device)
    while True:
        before = label
        for _ in range(3):
            square = label.view(n, size, size).clone()
            square[:, :, 1:] = torch.minimum(square[:, :, 1:], torch.where(across, square[:, :, :-1], far))
            square[:, :, :-1] = torch.minimum(square[:, :, :-1], torch.where(across, square[:, :, 1:], far))
            square[:, 1:] = torch.minimum(square[:, 1:], torch.where(down, square[:, :-1], far))
            square[:, :-1] = torch.minimum(square[:, :-1], torch.where(down, square[:, 1:], far))
            label = square.view(n, points)
            # A jump to the label's own label makes long chains as quick as short ones.
            label = label.gather(1, label)
            label = label.gather(1, label)
        if torch.equal(label, before):
            return label


def chains(cells: Tensor, label: Tensor, size: int) -> Chains:
    """The chains of the boards (N, points), whose labels are known, with their liberties."""
    n, points = cells.shape
    near_label = neighbours(label.view(n, size, size), -1)
    near_cell = neighbours(cells.view(n, size, size), 2)
    empty = cells == 0
    own_place = torch.arange(points, device=cells.device).expand(n, points)
    counts = torch.zeros((n, points), dtype=torch.int32, device=cells.device)
    touches = [empty & ((near_cell[:, d] == 1) | (near_cell[:, d] == -1)) for d in range(4)]
    for d in range(4):
        new = touches[d]
        for e in range(d):
            # A chain that touches an empty point twice has one liberty there.
            new = new & ~(touches[e] & (near_label[:, e] == near_label[:, d]))
        # What does not count adds 0 to a place of its own, so that the additions do not wait for each other.
        counts.scatter_add_(1, torch.where(new, near_label[:, d].long(), own_place), new.int())
    liberties = torch.where(empty, 0, counts.gather(1, label.long())).to(torch.int16)
    return Chains(label, liberties, near_label, near_cell)


def legal_stones(cells: Tensor, found: Chains, ko: Tensor, size: int) -> Tensor:
    """The points where the side to move may put a stone, bool (N, points)."""
    near_liberties = neighbours(found.liberties.view(-1, size, size), 0)
    free = (found.near_cell == 0).any(1)
    joins = ((found.near_cell == 1) & (near_liberties >= 2)).any(1)
    takes = ((found.near_cell == -1) & (near_liberties == 1)).any(1)
    legal = (cells == 0) & (free | joins | takes)
    closed = torch.arange(cells.shape[1], device=cells.device) == ko.unsqueeze(1)
    return legal & ~closed


def own_eyes(cells: Tensor, found: Chains, size: int) -> Tensor:
    """Single points surrounded by own stones, whose corners the opponent does not hold, bool (N, points)."""
    n, points = cells.shape
    surrounded = ((found.near_cell == 1) | (found.near_cell == 2)).all(1) & (cells == 0)
    padded = torch.nn.functional.pad(cells.view(n, size, size), (1, 1, 1, 1), value=2)
    corners = torch.stack([padded[:, :-2, :-2], padded[:, :-2, 2:], padded[:, 2:, :-2], padded[:, 2:, 2:]], 1)
    enemy = (corners == -1).sum(1).view(n, points)
    edge = (corners == 2).any(1).view(n, points)
    return surrounded & (enemy < torch.where(edge, 1, 2))


def play(cells: Tensor, found: Chains, moves: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The boards after k legal moves of each (N, k), seen from the other side.

    Returns cells (N, k, points), labels (N, k, points), and the points (N, k) that a simple ko closes.
    """
    points = cells.shape[1]
    at = moves.clamp(max=points - 1)
    placed = moves < points
    there = torch.arange(points, device=cells.device) == torch.where(placed, at, NOWHERE).unsqueeze(2)
    label = found.label.unsqueeze(1)
    captured = torch.zeros_like(there)
    joined = there
    alone = placed
    for d in range(4):
        near_cell = found.near_cell[:, d].gather(1, at)
        near_label = found.near_label[:, d].gather(1, at)
        liberties = found.liberties.gather(1, near_label.long().clamp(min=0))
        same = label == near_label.unsqueeze(2)
        taken = (near_cell == -1) & (liberties == 1) & placed
        captured = captured | (same & taken.unsqueeze(2))
        joined = joined | (same & ((near_cell == 1) & placed).unsqueeze(2))
        alone = alone & ((near_cell == -1) | (near_cell == 2))
    whole = cells.unsqueeze(1)
    captured = captured & (whole == -1)
    joined = joined & ((whole == 1) | there)
    after = -torch.where(there, 1, torch.where(captured, 0, whole)).to(torch.int8)
    label = torch.where(joined, at.to(torch.int16).unsqueeze(2), label)
    closed = alone & (captured.sum(2) == 1)
    ko = torch.where(closed, captured.to(torch.int8).argmax(2), NOWHERE)
    return after, label, ko


def owners(cells: Tensor, size: int) -> Tensor:
    """Who owns each point when every stone is alive: 1 the side to move, -1 the other, 0 nobody; int8 (N, points)."""
    label = labels(cells, size)
    near = neighbours(cells.view(-1, size, size), 2)
    sides = []
    for side in (1, -1):
        touches = ((cells == 0) & (near == side).any(1)).to(torch.int32)
        region = torch.zeros(cells.shape, dtype=torch.int32, device=cells.device)
        region.scatter_add_(1, label, touches)
        sides.append((cells == side) | ((cells == 0) & (region.gather(1, label) > 0)))
    return sides[0].to(torch.int8) - sides[1].to(torch.int8)


def planes(cells: Tensor, found: Chains, last: Tensor, before: Tensor, ko: Tensor, size: int) -> Tensor:
    """The network's input, bool (N, 9, size, size); `last`, `before` and `ko` are points or -1."""
    n, points = cells.shape
    index = torch.arange(points, device=cells.device)
    stone = cells != 0
    parts = [
        torch.ones_like(stone),
        cells == 1,
        cells == -1,
        stone & (found.liberties == 1),
        stone & (found.liberties == 2),
        stone & (found.liberties == 3),
        index == last.unsqueeze(1),
        index == before.unsqueeze(1),
        index == ko.unsqueeze(1),
    ]
    return torch.stack(parts, 1).view(n, PLANES, size, size)
