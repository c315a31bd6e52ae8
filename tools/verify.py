#!/usr/bin/env python3
"""A second, plain verifier of proofs of wins (docs/proofs.md), for freestyle, standard, caro and standard-caro.

    python3 tools/verify.py FILE                        every move and every legal reply, down to the last five
    python3 tools/verify.py FILE --branches 100 --seed 7   so many random branches, each down to its five

It shares no code and no idea with `tengen verify`: it plays everything and takes no short cut, so a whole
certificate must be small. It needs nothing but Python 3. Renju's forbidden points are not in it, so it says of a
renju certificate that it cannot check it.

Exit code: 0 the proof holds (or all branches do), 1 it does not, 2 wrong usage, 3 the file is no certificate that this
program can check.
"""

import argparse
import random
import sys

RULES = ("freestyle", "standard", "caro", "standard-caro")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
EMPTY, BLACK, WHITE, BORDER = 0, 1, 2, 3


class NoCertificate(Exception):
    """The file is not a certificate that this program can check."""


class Refused(Exception):
    """The certificate does not prove what it says."""


def number(text, least, most):
    """A plain decimal number between two bounds."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and least <= int(text) <= most):
        raise NoCertificate(f"'{text}' is not a number from {least} to {most}")
    return int(text)


class Certificate:
    """What a file says. A node is read from its line when it is needed."""

    def __init__(self, text):
        lines = [line.rstrip() for line in text.split("\n")]
        while lines and not lines[-1]:
            lines.pop()
        if len(lines) < 8:
            raise NoCertificate("the file is not complete")
        if lines[0] != "tengen-proof 1":
            raise NoCertificate("line 1: expected 'tengen-proof 1'")
        words = lines[1].split()
        if len(words) != 3 or words[0] != "rules" or words[1] not in RULES:
            raise NoCertificate(f"line 2: this program knows the rules {', '.join(RULES)}")
        self.rules = words[1]
        columns, _, rows = words[2].partition("x")
        self.columns, self.rows = number(columns, 5, 22), number(rows, 5, 22)
        self.width = self.columns + 2
        self.board = [BORDER] * (self.width * (self.rows + 2))
        self.points = [self.index(c, r) for r in range(self.rows) for c in range(self.columns)]
        for point in self.points:
            self.board[point] = EMPTY
        for line, word, color in ((lines[2], "black", BLACK), (lines[3], "white", WHITE)):
            names = line.split()
            if not names or names[0] != word:
                raise NoCertificate(f"expected the line of {word}'s stones, found '{line[:40]}'")
            for name in names[1:]:
                point = self.point(name)
                if self.board[point] != EMPTY:
                    raise NoCertificate(f"two stones on {name}")
                self.board[point] = color
        if lines[4] not in ("side black", "side white"):
            raise NoCertificate("line 5: expected 'side black' or 'side white'")
        self.winner = BLACK if lines[4] == "side black" else WHITE
        self.loser = WHITE if self.winner == BLACK else BLACK
        self.stones = [point for point in self.points if self.board[point] != EMPTY]
        self.symmetries = list(self.find_symmetries())
        words = lines[5].split()
        if len(words) != 2 or words[0] != "nodes":
            raise NoCertificate("line 6: expected 'nodes N'")
        self.count = number(words[1], 1, 999999999)
        if len(lines) != self.count + 7 or lines[-1] != "end":
            raise NoCertificate(f"expected {self.count} nodes, then 'end' and nothing after it")
        self.lines = lines

    def find_symmetries(self):
        """For each turn and mirror image of the board but the plain one: where it puts each point."""
        for swap in (False, True) if self.columns == self.rows else (False,):
            for mirror_columns in (False, True):
                for mirror_rows in (False, True):
                    to = {}
                    for point in self.points:
                        column, row = point % self.width - 1, point // self.width - 1
                        column = self.columns - 1 - column if mirror_columns else column
                        row = self.rows - 1 - row if mirror_rows else row
                        to[point] = self.index(row, column) if swap else self.index(column, row)
                    if swap or mirror_columns or mirror_rows:
                        yield to

    def index(self, column, row):
        return (row + 1) * self.width + column + 1

    def point(self, name):
        column = LETTERS.find(name[:1].lower()) if name else -1
        if not 0 <= column < self.columns:
            raise NoCertificate(f"'{name}' is not a point of the board")
        return self.index(column, number(name[1:], 1, self.rows) - 1)

    def name(self, point):
        return f"{LETTERS[point % self.width - 1]}{point // self.width}"

    def node(self, n):
        """Node n, counted from 1: its move, the answers to single replies, the answer to all others."""
        words = self.lines[5 + n].split()
        if len(words) < 2 or number(words[0], 1, 999999999) != n:
            raise NoCertificate(f"line {6 + n}: expected node {n}")
        if words[1] == "-" and n != self.count:
            raise NoCertificate(f"line {6 + n}: only the last node may have no move")
        move = None if words[1] == "-" else self.point(words[1])
        answers, other = {}, None
        for word in words[2:]:
            if other is not None:
                raise NoCertificate(f"line {6 + n}: nothing follows the answer to all other replies")
            if word[0] == "*":
                other = number(word[1:], 1, n - 1)
                continue
            replies, arrow, answer = word.partition(">")
            if not arrow:
                raise NoCertificate(f"line {6 + n}: expected REPLIES>NODE or *NODE, found '{word[:40]}'")
            for reply in replies.split(","):
                point = self.point(reply)
                if point in answers:
                    raise NoCertificate(f"line {6 + n}: {reply} is answered twice")
                answers[point] = number(answer, 1, n - 1)
        return move, answers, other


class Checker:
    """Plays a certificate on its board."""

    def __init__(self, proof):
        self.proof, self.board, self.line, self.positions = proof, proof.board, [], 0
        for point in proof.points:
            if self.board[point] != EMPTY and self.makes_five(point, self.board[point]):
                raise Refused("the game is over in the position itself")

    def refuse(self, what):
        raise Refused(f"after {' '.join(map(self.proof.name, self.line)) or 'the position itself'}: {what}")

    def makes_five(self, point, color):
        """True if the stone of this color on the point is in a row that wins."""
        for step in (1, self.proof.width, self.proof.width + 1, self.proof.width - 1):
            up, down = point + step, point - step
            while self.board[up] == color:
                up += step
            while self.board[down] == color:
                down -= step
            length = (up - down) // step - 1
            if length < 5:
                continue
            other = WHITE if color == BLACK else BLACK
            blocked = self.board[up] == other and self.board[down] == other
            rules = self.proof.rules
            if rules == "freestyle":
                return True
            if rules == "standard" and length == 5:
                return True
            if rules == "caro" and (length > 5 or not blocked):
                return True
            if rules == "standard-caro" and length == 5 and not blocked:
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
        move, answers, other = self.proof.node(n)
        if move is not None:
            if self.board[move] != EMPTY:
                self.refuse(f"node {n} answers {self.proof.name(move)}, where a stone is")
            self.place(move, self.proof.winner)
            if self.makes_five(move, self.proof.winner):
                self.undo()
                return 1
            if not answers and other is None:
                self.refuse(f"node {n} ends, but its move does not win")
        empty = self.empty_points()
        if not empty:
            self.refuse("the board is full")
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
        with sys.stdin if args.file == "-" else open(args.file, encoding="ascii") as file:
            proof = Certificate(file.read())
        checker = Checker(proof)
        if args.branches is None:
            for n in range(1, proof.count + 1):
                proof.node(n)
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
