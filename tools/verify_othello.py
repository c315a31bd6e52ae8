#!/usr/bin/env python3
"""A second, plain verifier of scores of Othello (docs/proofs.md).

    python3 tools/verify_othello.py FILE

It shares no code with `tengen verify` and plays every legal reply, to the end of the game. It needs nothing but
Python 3 and `claims.py` beside it, which reads the file.

Exit code: 0 the proof holds, 1 it does not, 2 wrong usage, 3 the file is no certificate.
"""

import sys

from claims import Lines, NoCertificate, Refused, number, run

STEPS = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if (right, down) != (0, 0)]
OTHER = {"black": "white", "white": "black"}


class Certificate(Lines):
    """What a file says."""

    def __init__(self, text):
        super().__init__(text, "tengen-othello-proof")
        columns, _, rows = self.after("rules").partition("x")
        self.set_size(number(columns, 4, 16), number(rows, 4, 16))
        if self.columns % 2 or self.rows % 2:
            raise NoCertificate("line 2: both sides of the board are even")
        self.read_position()
        self.read_claims(self.claim)
        sides = {side for side, _, _ in self.claims}
        exact = len(self.claims) == 2 and len(sides) == 2 and sum(least for _, least, _ in self.claims) == 0
        if len(self.claims) != 1 and not exact:
            raise NoCertificate("expected one claim, or one of each side that add up to 0")

    def claim(self, words):
        if len(words) != 2 or words[0] != "at-least":
            raise NoCertificate(f"line {self.at}: expected 'claim SIDE at-least SCORE'")
        size = number(words[1].removeprefix("-"), 0, self.columns * self.rows)
        return -size if words[1].startswith("-") else size

    def node(self, n, move, words):
        """A node: its move, its answers, the answer to other replies. A move is None, a point or "pass"."""
        return move if move in (None, "pass") else self.point(move), *self.answers(n, words)


class Checker:
    """Plays a claim. A board is a dictionary from points to colors."""

    def __init__(self, proof, side, least, nodes):
        self.proof, self.side, self.least, self.nodes = proof, side, least, nodes
        self.line, self.right, self.positions = [], set(), 0

    def refuse(self, what):
        moves = " ".join(map(self.name, self.line)) or "the position itself"
        raise Refused(f"after {moves}: {what}")

    def name(self, move):
        return move if move == "pass" else self.proof.name(move)

    def flips(self, board, point, color):
        """What a disc on this point turns over."""
        found = []
        for right, down in STEPS if point not in board else []:
            row, at = [], (point[0] + right, point[1] + down)
            while board.get(at) == OTHER[color]:
                row.append(at)
                at = at[0] + right, at[1] + down
            if board.get(at) == color:
                found += row
        return found

    def moves(self, board, color):
        return [point for point in self.proof.points if self.flips(board, point, color)]

    def is_over(self, board):
        return not self.moves(board, "black") and not self.moves(board, "white")

    def placed(self, board, point, color):
        """The board after a disc on this point."""
        return board | dict.fromkeys(self.flips(board, point, color) + [point], color)

    def check_score(self, board):
        discs = list(board.values())
        lead = discs.count(self.side) - discs.count(OTHER[self.side])
        empty = len(self.proof.points) - len(discs)
        score = lead + (empty if lead > 0 else -empty if lead < 0 else 0)
        if score < self.least:
            self.refuse(f"the game ends with a score of {score:+}, and at least {self.least:+} is claimed")

    def answer(self, n, board):
        """Plays the move of node n."""
        key = n, frozenset(board.items())
        if key in self.right:
            return
        self.positions += 1
        move = self.nodes[n - 1][0]
        if move is None:
            self.refuse(f"node {n} has no move")
        if move == "pass":
            if self.moves(board, self.side):
                self.refuse(f"node {n} passes, but {self.side} can place a disc")
            after = board
        elif self.flips(board, move, self.side):
            after = self.placed(board, move, self.side)
        else:
            self.refuse(f"node {n} plays {self.name(move)}, which turns nothing over")
        self.line.append(move)
        self.replies(n, after)
        self.line.pop()
        self.right.add(key)

    def replies(self, n, board):
        """Plays all replies after node n."""
        if self.is_over(board):
            self.check_score(board)
            return
        _, answers, other = self.nodes[n - 1]
        color = OTHER[self.side]
        for reply in self.moves(board, color) or ["pass"]:
            after = board if reply == "pass" else self.placed(board, reply, color)
            self.line.append(reply)
            if self.is_over(after):
                self.check_score(after)
            elif answers.get(reply, other) is None:
                self.line.pop()
                self.refuse(f"node {n} has no answer to {self.name(reply)}")
            else:
                self.answer(answers.get(reply, other), after)
            self.line.pop()


def check(text):
    """Checks all claims of a file. Returns what is proven, and the positions played."""
    proof = Certificate(text)
    positions = 0
    for side, least, nodes in proof.claims:
        checker = Checker(proof, side, least, nodes)
        if checker.is_over(proof.stones):
            raise Refused("the game is over in the position itself")
        if proof.to_move == side:
            checker.answer(len(nodes), proof.stones)
        elif nodes[-1][0] is not None:
            raise Refused("the other side is to move, but the last node has a move")
        else:
            checker.positions += 1
            checker.replies(len(nodes), proof.stones)
        positions += checker.positions
    side, least, _ = proof.claims[0]
    return f"the score of {side} is {'at least ' if len(proof.claims) == 1 else ''}{least:+}", positions


if __name__ == "__main__":
    sys.exit(run("Checks the score of a position of Othello.", check))
