"""The boards against a slow walk over points, in random games."""

from __future__ import annotations

import random

import pytest

torch = pytest.importorskip("torch")

from boards import NOWHERE, chains, legal_stones, own_eyes, owners, play  # noqa: E402


class Slow:
    """One board as a dictionary: 1 own, -1 the opponent's."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.cells = {(y, x): 0 for y in range(size) for x in range(size)}
        self.ko: tuple[int, int] | None = None

    def near(self, at):
        y, x = at
        return [q for q in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)) if q in self.cells]

    def group(self, at):
        """The connected points of the same cell, and the cells around them."""
        seen, todo, around = {at}, [at], set()
        while todo:
            for q in self.near(todo.pop()):
                if self.cells[q] == self.cells[at] and q not in seen:
                    seen.add(q)
                    todo.append(q)
                elif self.cells[q] != self.cells[at]:
                    around.add(q)
        return seen, around

    def liberties(self, at):
        return sum(self.cells[q] == 0 for q in self.group(at)[1])

    def play(self, at):
        """True if the move is legal; then it is played and the board turned to the other side."""
        if self.cells[at] != 0 or at == self.ko:
            return False
        self.cells[at] = 1
        taken = set()
        for q in self.near(at):
            if self.cells[q] == -1 and self.liberties(q) == 0:
                taken |= self.group(q)[0]
        for q in taken:
            self.cells[q] = 0
        if self.liberties(at) == 0:
            self.cells[at] = 0
            return False
        alone = len(self.group(at)[0]) == 1 and self.liberties(at) == 1
        self.ko = next(iter(taken)) if alone and len(taken) == 1 else None
        self.turn()
        return True

    def turn(self):
        self.cells = {at: -cell for at, cell in self.cells.items()}

    def copy(self):
        other = Slow(self.size)
        other.cells, other.ko = dict(self.cells), self.ko
        return other

    def owner(self, at):
        if self.cells[at] != 0:
            return self.cells[at]
        sides = {self.cells[q] for q in self.group(at)[1]}
        return sides.pop() if len(sides) == 1 else 0

    def is_eye(self, at):
        if self.cells[at] != 0 or any(self.cells[q] != 1 for q in self.near(at)):
            return False
        y, x = at
        corners = [self.cells.get((y + dy, x + dx)) for dy in (-1, 1) for dx in (-1, 1)]
        return corners.count(-1) < (1 if None in corners else 2)


@pytest.mark.parametrize("size", [2, 3, 5, 9])
def test_boards_agree_with_a_slow_walk(size):
    chance = random.Random(size)
    points = [(y, x) for y in range(size) for x in range(size)]
    slow = [Slow(size) for _ in range(8)]
    cells = torch.zeros((8, size * size), dtype=torch.int8)
    label = torch.zeros((8, size * size), dtype=torch.int16)
    ko = torch.full((8,), NOWHERE)
    for _ in range(3 * size * size):
        found = chains(cells, label, size)
        legal, eyes, owned = legal_stones(cells, found, ko, size), own_eyes(cells, found, size), owners(cells, size)
        moves = []
        for n, board in enumerate(slow):
            assert cells[n].tolist() == [board.cells[at] for at in points]
            assert ko[n] == (NOWHERE if board.ko is None else points.index(board.ko))
            wanted = [board.cells[at] != 0 and board.liberties(at) for at in points]
            assert found.liberties[n].tolist() == wanted
            can = [board.copy().play(at) for at in points]
            assert legal[n].tolist() == can
            assert eyes[n].tolist() == [board.is_eye(at) for at in points]
            assert owned[n].tolist() == [board.owner(at) for at in points]
            choices = [i for i, at in enumerate(points) if can[i] and not board.is_eye(at)]
            moves.append(chance.choice(choices) if choices else size * size)
        cells, label, ko = (x.squeeze(1) for x in play(cells, found, torch.tensor(moves).unsqueeze(1)))
        for board, move in zip(slow, moves, strict=True):
            if move < size * size:
                assert board.play(points[move])
            else:
                board.ko = None
                board.turn()
