#!/usr/bin/env python3
"""A second, plain verifier of proofs of wins (docs/proofs.md) in gomoku, renju and caro.

    python3 tools/verify.py FILE                        every move and every legal reply, down to the last five
    python3 tools/verify.py FILE --branches 100 --seed 7   so many random branches, each down to its five

It shares no code and no idea with `tengen verify`: it plays everything and takes no short cut, so a whole
certificate must be small. It needs nothing but Python 3. `certificate.py` beside it reads the file; whatever that
makes of it, a win is played here, by the rules. Renju's forbidden points are found by the words of the rule
(docs/rules/renju.md): stones are put on the board, and rows are counted.

Exit code: 0 the proof holds (or all branches do), 1 it does not, 2 wrong usage, 3 the file is no certificate that this
program can check.
"""

import argparse
import io
import random
import sys

from certificate import BLACK, BORDER, EMPTY, WHITE, Certificate, NoCertificate


class Refused(Exception):
    """The certificate does not prove what it says."""


class Checker:
    """Plays a certificate on its board."""

    def __init__(self, proof):
        self.proof, self.board, self.line, self.positions = proof, proof.board, [], 0
        self.steps = (1, proof.width, proof.width + 1, proof.width - 1)
        for point in proof.points:
            if self.board[point] != EMPTY and self.makes_five(point, self.board[point]):
                raise Refused("the game is over in the position itself")

    def refuse(self, what):
        raise Refused(f"after {' '.join(map(self.proof.name, self.line)) or 'the position itself'}: {what}")

    def row(self, point, step):
        """The unbroken row of the stone on the point, along a line."""
        row, color = [point], self.board[point]
        while self.board[row[-1] + step] == color:
            row.append(row[-1] + step)
        while self.board[row[0] - step] == color:
            row.insert(0, row[0] - step)
        return row

    def makes_five(self, point, color):
        """True if a stone of this color on the point is in a row that wins."""
        before, self.board[point] = self.board[point], color
        rows = [(self.row(point, step), step) for step in self.steps]
        self.board[point] = before
        return any(self.wins(row, step, color) for row, step in rows)

    def wins(self, row, step, color):
        """True if an unbroken row of this color wins."""
        if len(row) < 5:
            return False
        rules, other = self.proof.rules, WHITE if color == BLACK else BLACK
        blocked = self.board[row[0] - step] == other and self.board[row[-1] + step] == other
        if rules == "freestyle" or rules == "renju" and color == WHITE:
            return True
        if rules == "caro":
            return len(row) > 5 or not blocked
        return len(row) == 5 and not (rules == "standard-caro" and blocked)

    def is_forbidden(self, point):
        """True if black may not play on this empty point: it makes no five, but an overline, two fours or two threes."""
        if self.proof.rules != "renju" or self.makes_five(point, BLACK):
            return False
        self.board[point] = BLACK
        fours = [self.fours(point, step) for step in self.steps]
        forbidden = any(len(self.row(point, step)) > 5 for step in self.steps) or sum(map(len, fours)) > 1
        if not forbidden:
            lines = [step for step, found in zip(self.steps, fours) if not found]
            forbidden = sum(self.is_three(point, step) for step in lines) > 1
        self.board[point] = EMPTY
        return forbidden

    def near(self, point, step):
        """The empty points up to four steps away along a line."""
        for step in (step, -step):
            other = point
            for _ in range(4):
                other += step
                if self.board[other] == BORDER:
                    break
                if self.board[other] == EMPTY:
                    yield other

    def row_with(self, point, step):
        """The row along a line with one more black stone, on this point."""
        self.board[point] = BLACK
        row = self.row(point, step)
        self.board[point] = EMPTY
        return row

    def fours(self, point, step):
        """The fours of the stone on the point along a line: four stones that one more makes a five."""
        rows = [(self.row_with(more, step), more) for more in self.near(point, step)]
        return {frozenset(row) - {more} for row, more in rows if len(row) == 5 and point in row}

    def is_three(self, point, step):
        """True if one more stone makes a straight four of the stone on the point, no five, and is not forbidden."""
        for more in self.near(point, step):
            row = self.row_with(more, step)
            if len(row) == 4 and point in row and not self.makes_five(more, BLACK):
                self.board[more] = BLACK
                ends = [end for end in (row[0] - step, row[-1] + step) if self.board[end] == EMPTY]
                straight = sum(len(self.row_with(end, step)) == 5 for end in ends) == 2
                self.board[more] = EMPTY
                if straight and not self.is_forbidden(more):
                    return True
        return False

    def place(self, point, color):
        self.board[point] = color
        self.line.append(point)

    def undo(self):
        self.board[self.line.pop()] = EMPTY

    def empty_points(self):
        return [point for point in self.proof.points if self.board[point] == EMPTY]

    def without_images(self, empty, answers):
        """The replies without those that a symmetry of the board turns into one with an answer of its own."""
        turned = [points for points in self.proof.symmetries if self.is_kept_by(points)]
        if not turned:
            return empty
        return [p for p in empty if p in answers or not any(points[p] in answers for points in turned)]

    def is_kept_by(self, points):
        return all(self.board[p] == self.board[points[p]] for p in self.line + self.proof.stones)

    def check(self, n, choose):
        """Plays node n and the replies that `choose` picks. Returns the plies of the longest line."""
        self.positions += 1
        if self.positions % 100_000 == 0 and sys.stderr.isatty():
            print(f"{self.positions} positions played", end="\r", file=sys.stderr)
        move, answers, other = self.proof.node(n)
        if move is not None:
            if self.board[move] != EMPTY:
                self.refuse(f"node {n} answers {self.proof.name(move)}, where a stone is")
            if self.proof.winner == BLACK and self.is_forbidden(move):
                self.refuse(f"node {n} answers {self.proof.name(move)}, which is forbidden")
            self.place(move, self.proof.winner)
            if self.makes_five(move, self.proof.winner):
                self.undo()
                return 1
        empty = self.empty_points()
        if not empty:
            self.refuse("the board is full")
        if self.proof.loser == BLACK:
            empty = [point for point in empty if not self.is_forbidden(point)]
        if not empty:
            # Black has forbidden points only, and white has won.
            if move is None:
                self.refuse("the game is over in the position itself")
            self.undo()
            return 1
        if move is not None and not answers and other is None:
            self.refuse(f"node {n} ends, but its move does not win")
        if answers:
            empty = self.without_images(empty, answers)
        longest = 0
        for reply in choose(empty, answers):
            answer = answers.get(reply, other)
            if answer is None:
                self.refuse(f"node {n} has no answer to {self.proof.name(reply)}")
            self.place(reply, self.proof.loser)
            if self.makes_five(reply, self.proof.loser):
                self.refuse("the opponent has won")
            longest = max(longest, 1 + self.check(answer, choose))
            self.undo()
        if move is None:
            return longest
        self.undo()
        return 1 + longest


def main():
    parser = argparse.ArgumentParser(description="Checks a proof of a win by the rules alone.")
    parser.add_argument("file", help="the certificate, - for standard input")
    parser.add_argument("--branches", type=int, metavar="N", help="check so many random branches, not the whole")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the random numbers (0)")
    args = parser.parse_args()
    if args.branches is not None and args.branches < 1:
        parser.error("--branches is 1 or more")
    sys.setrecursionlimit(5000)
    try:
        with io.BytesIO(sys.stdin.buffer.read()) if args.file == "-" else open(args.file, "rb") as file:
            proof = Certificate(file)
        checker = Checker(proof)
        if args.branches is None:
            plies = checker.check(proof.count, lambda empty, answers: empty)
        else:
            numbers = random.Random(args.seed)

            def choose(empty, answers):
                # Every other reply is one of those with an answer of their own: most refutations are there.
                named = [point for point in empty if point in answers]
                return [numbers.choice(named if named and numbers.random() < 0.5 else empty)]

            plies = max(checker.check(proof.count, choose) for _ in range(args.branches))
    except (NoCertificate, OSError, UnicodeError) as why:
        print(f"no certificate: {why}")
        return 3
    except Refused as why:
        print(f"not proven: {why}")
        return 1
    winner = "black" if proof.winner == BLACK else "white"
    if args.branches is None:
        print(f"proven: {winner} wins in at most {plies} plies; {checker.positions} positions played")
    else:
        print(f"{args.branches} of {args.branches} branches hold: {winner} wins, in at most {plies} plies there")
    return 0


if __name__ == "__main__":
    sys.exit(main())
