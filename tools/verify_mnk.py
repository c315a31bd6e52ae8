#!/usr/bin/env python3
"""A second, plain verifier of the values of m,n,k games (docs/proofs.md).

    python3 tools/verify_mnk.py FILE

It shares no code with `tengen verify`. It needs nothing but Python 3 and `claims.py` beside it, which reads the file.
What it knows of a position is, for each side, the lines without a stone of the other side, as sets of their empty
points.

Exit code: 0 the proof holds, 1 it does not, 2 wrong usage, 3 the file is no certificate.
"""

import sys
from fractions import Fraction

from claims import Lines, NoCertificate, Refused, number, run


class Certificate(Lines):
    """What a file says."""

    def __init__(self, text):
        super().__init__(text, "tengen-mnk-proof")
        numbers = self.after("rules").split(",")
        if len(numbers) != 3:
            raise NoCertificate("line 2: expected rules such as 6,5,4")
        self.set_size(number(numbers[0], 1, 25), number(numbers[1], 1, 25))
        self.k = number(numbers[2], 1, 22)
        self.read_position()
        self.read_claims(self.claim)
        sides = {side for side, claim, _ in self.claims if claim == "holds"}
        if len(self.claims) != 1 and not (len(self.claims) == 2 and len(sides) == 2):
            raise NoCertificate("expected one claim, or a hold of each side")

    def claim(self, words):
        if words not in (["wins"], ["holds"]):
            raise NoCertificate(f"line {self.at}: expected 'claim SIDE wins' or 'claim SIDE holds'")
        return words[0]

    def node(self, n, move, words):
        """A node: its move, whether it only blocks, its pairs, its answers, the answer to other replies."""
        blocks = words[:1] == ["block"]
        words = words[1:] if blocks else words
        pairs = []
        while words and "-" in words[0]:
            a, _, b = words.pop(0).partition("-")
            pairs.append((self.point(a), self.point(b)))
        answers, other = self.answers(n, words)
        if pairs and (answers or other is not None):
            raise NoCertificate(f"line {self.at}: a node has pairs or answers, not both")
        return None if move is None else self.point(move), blocks, pairs, answers, other

    def open_lines(self, color):
        """The lines of a side without a stone of the other: the empty points of each."""
        lines = set()
        for column, row in self.points:
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(column + right * n, row + up * n) for n in range(self.k)]
                if line[-1] in self.points and all(self.stones.get(point, color) == color for point in line):
                    lines.add(frozenset(point for point in line if point not in self.stones))
        return smallest(lines)

    def symmetries(self):
        """The turns and mirror images of the board but the plain one."""
        for swap in (False, True) if self.columns == self.rows else (False,):
            for flip in (False, True):
                for turn in (False, True):
                    if swap or flip or turn:
                        yield lambda point, s=swap, f=flip, t=turn: self.image(point, s, f, t)

    def image(self, point, swap, flip, turn):
        column, row = reversed(point) if swap else point
        return (self.columns - 1 - column if flip else column), (self.rows - 1 - row if turn else row)


def smallest(lines):
    """Without the lines that contain another one: whoever completes them has completed the smaller one."""
    return frozenset(line for line in lines if not any(other < line for other in lines))


class Checker:
    """Plays a claim. `own` are the lines of the side that makes it, `theirs` those of the other side."""

    def __init__(self, proof, claim, nodes):
        self.proof, self.claim, self.nodes = proof, claim, nodes
        self.line, self.right, self.positions = [], {}, 0

    def refuse(self, what):
        moves = " ".join(map(self.proof.name, self.line)) or "the position itself"
        raise Refused(f"after {moves}: {what}")

    def answer(self, n, own, theirs):
        """Plays the move of node n. Returns the plies of the longest line."""
        self.positions += 1
        if self.claim == "holds" and not theirs:
            return 0
        move = self.nodes[n - 1][0]
        if move is None:
            self.refuse(f"node {n} has no move")
        if not any(move in line for line in own | theirs):
            self.refuse(f"node {n} plays {self.proof.name(move)}, which is on no open line")
        own = smallest({line - {move} for line in own})
        if frozenset() in own:
            return 1
        theirs = frozenset(line for line in theirs if move not in line)
        self.line.append(move)
        plies = self.replies(n, own, theirs)
        self.line.pop()
        return 1 + plies

    def replies(self, n, own, theirs):
        """Checks the replies after node n."""
        _, blocks, pairs, answers, other = self.nodes[n - 1]
        if blocks and self.claim == "holds":
            own = frozenset()
        if not answers and other is None:
            if self.claim == "wins":
                self.refuse(f"node {n} ends, but its move does not win")
            self.check_leaf(pairs, theirs)
            return 0
        if (n, own, theirs) in self.right:
            return self.right[n, own, theirs]
        replies = self.best_replies(own | theirs)
        if not replies and self.claim == "wins":
            self.refuse("neither side can complete a line")
        same = None
        longest = 0
        for reply in replies:
            if frozenset([reply]) in theirs:
                self.refuse(f"the other side completes a line with {self.proof.name(reply)}")
            if reply not in answers:
                same = self.symmetries_of(own, theirs) if same is None else same
                # The image must be a reply that is played itself, not one that is left out.
                if any(image(reply) in answers and image(reply) in replies for image in same):
                    continue
            answer = answers.get(reply, other)
            if answer is None:
                self.refuse(f"node {n} has no answer to {self.proof.name(reply)}")
            self.line.append(reply)
            after = frozenset(line for line in own if reply not in line)
            longest = max(longest, 1 + self.answer(answer, after, smallest({line - {reply} for line in theirs})))
            self.line.pop()
        self.right[n, own, theirs] = longest
        return longest

    def best_replies(self, lines):
        """All points on a line but those that are no better than another one, which is on each of their lines too."""
        shared = {}
        for line in lines:
            for point in line:
                shared[point] = shared.get(point, line) & line
        order = {point: place for place, point in enumerate(self.proof.points)}

        def is_left_out(p):
            return any(q != p and (p not in shared[q] or order[q] < order[p]) for q in shared[p])

        return [point for point in self.proof.points if point in shared and not is_left_out(point)]

    def symmetries_of(self, own, theirs):
        def turned(lines, image):
            return frozenset(frozenset(map(image, line)) for line in lines)

        images = self.proof.symmetries()
        return [image for image in images if turned(own, image) == own and turned(theirs, image) == theirs]

    def check_leaf(self, pairs, lines):
        """Pairs for some lines, and the bound of Erdős and Selfridge for the others; the other side is to move."""
        named = [point for pair in pairs for point in pair]
        for point in named:
            if named.count(point) > 1:
                self.refuse(f"{self.proof.name(point)} is in two pairs, or is one with itself")
        pairs = [set(pair) for pair in pairs if any(line.issuperset(pair) for line in lines)]
        paired = set().union(*pairs)
        total, at = Fraction(0), {}
        for line in lines:
            if not any(pair <= line for pair in pairs):
                weight = Fraction(1, 2 ** len(line - paired))
                total += weight
                for point in line - paired:
                    at[point] = at.get(point, 0) + weight
        if total + max(at.values(), default=0) >= 1:
            self.refuse("the pairs and the sum of the lines without one do not stop all lines")


def check(text):
    """Checks all claims of a file. Returns what is proven, and the positions played."""
    proof = Certificate(text)
    lines = {color: proof.open_lines(color) for color in ("black", "white")}
    if any(frozenset() in lines[color] for color in lines) or len(proof.stones) == len(proof.points):
        raise Refused("the game is over in the position itself")
    positions, plies = 0, 0
    for side, claim, nodes in proof.claims:
        own, theirs = lines[side], lines["white" if side == "black" else "black"]
        checker = Checker(proof, claim, nodes)
        if proof.to_move == side:
            plies = checker.answer(len(nodes), own, theirs)
        elif nodes[-1][0] is not None:
            raise Refused("the other side is to move, but the last node has a move")
        else:
            plies = checker.replies(len(nodes), own, theirs)
        positions += checker.positions
    side, claim, _ = proof.claims[0]
    if len(proof.claims) == 2:
        return "a draw, neither side loses", positions
    return f"{side} wins in at most {plies} plies" if claim == "wins" else f"{side} does not lose", positions


if __name__ == "__main__":
    sys.exit(run("Checks the value of an m,n,k game.", check))
