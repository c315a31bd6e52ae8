"""Reads certificates that make claims, line by line as docs/proofs.md describes them.

`verify_mnk.py` and `verify_othello.py` play them.
"""

import argparse
import sys

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class NoCertificate(Exception):
    """The file is not a certificate."""


class Refused(Exception):
    """The certificate does not prove what it says."""


def number(text, least, most):
    """A plain decimal number between two bounds."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and least <= int(text) <= most):
        raise NoCertificate(f"'{text[:40]}' is not a number from {least} to {most}")
    return int(text)


class Lines:
    """The lines of a file. A point is (column, row), both from 0, the row as its number says."""

    def __init__(self, text, magic):
        self.lines, self.at = text.splitlines(), 0
        if self.after(magic) != "1":
            raise NoCertificate(f"line 1: expected '{magic} 1'")

    def next(self):
        if self.at == len(self.lines):
            raise NoCertificate("the file is not complete")
        self.at += 1
        return self.lines[self.at - 1].rstrip()

    def after(self, word):
        first, _, rest = self.next().partition(" ")
        if first != word:
            raise NoCertificate(f"line {self.at}: expected '{word} …'")
        return rest.strip()

    def set_size(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.points = [(column, row) for row in reversed(range(rows)) for column in range(columns)]

    def read_position(self):
        """The lines of both sides' stones, and of the side to move."""
        self.stones = {}
        for color in ("black", "white"):
            for name in self.after(color).split():
                if self.point(name) in self.stones:
                    raise NoCertificate(f"two stones on {name}")
                self.stones[self.point(name)] = color
        self.to_move = self.color(self.after("move"))

    def color(self, text):
        if text not in ("black", "white"):
            raise NoCertificate(f"line {self.at}: expected black or white, found '{text[:40]}'")
        return text

    def point(self, name):
        column = LETTERS.find(name[:1].lower()) if name else -1
        if not 0 <= column < self.columns:
            raise NoCertificate(f"line {self.at}: '{name[:40]}' is not a point of the board")
        return column, number(name[1:], 1, self.rows) - 1

    def name(self, point):
        return f"{LETTERS[point[0]]}{point[1] + 1}"

    def read_claims(self, claim):
        """All claims to the end of the file: `claim` makes one of the words after the side."""
        self.claims = []
        line = self.next()
        while line != "end":
            word, color, *words = line.split() + ["", ""]
            if word != "claim":
                raise NoCertificate(f"line {self.at}: expected 'claim …' or 'end'")
            made = claim([word for word in words if word])
            count = number(self.after("nodes"), 1, 999999999)
            nodes = [self.read_node(n + 1, count) for n in range(count)]
            self.claims.append((self.color(color), made, nodes))
            line = self.next()
        if any(line.strip() for line in self.lines[self.at :]):
            raise NoCertificate(f"line {self.at + 1}: nothing follows the end")

    def read_node(self, n, count):
        """The next node, as `node` makes it of its words; its first word is None if it has no move."""
        words = self.next().split()
        if len(words) < 2 or number(words[0], 1, 999999999) != n:
            raise NoCertificate(f"line {self.at}: expected node {n}")
        if words[1] == "-" and n != count:
            raise NoCertificate(f"line {self.at}: only the last node may have no move")
        return self.node(n, None if words[1] == "-" else words[1], words[2:])

    def answers(self, n, words):
        """The answers to single replies of node n, and the answer to all others."""
        answers, other = {}, None
        for word in words:
            if other is not None:
                raise NoCertificate(f"line {self.at}: nothing follows the answer to all other replies")
            if word[0] == "*":
                other = number(word[1:], 1, n - 1)
                continue
            replies, arrow, answer = word.partition(">")
            if not arrow:
                raise NoCertificate(f"line {self.at}: expected REPLIES>NODE or *NODE, found '{word[:40]}'")
            for reply in map(self.point, replies.split(",")):
                if reply in answers:
                    raise NoCertificate(f"line {self.at}: {self.name(reply)} is answered twice")
                answers[reply] = number(answer, 1, n - 1)
        return answers, other


def run(description, check):
    """Reads the file that the command line names, and says what `check` finds in its text."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("file", help="the certificate, - for standard input")
    args = parser.parse_args()
    sys.setrecursionlimit(5000)
    try:
        if args.file == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(args.file, "rb") as file:
                data = file.read()
        found, positions = check(data.decode("ascii"))
    except (NoCertificate, OSError, UnicodeError) as why:
        print(f"no certificate: {why}")
        return 3
    except Refused as why:
        print(f"not proven: {why}")
        return 1
    print(f"proven: {found}; {positions} positions played")
    return 0
