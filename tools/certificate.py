"""Reads certificates, text and binary, byte by byte as docs/proofs.md describes them. `verify.py` plays them."""

from array import array

RULES = ("freestyle", "standard", "renju", "caro", "standard-caro")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
EMPTY, BLACK, WHITE, BORDER = 0, 1, 2, 3
NO_MOVE = 0xFFFF


class NoCertificate(Exception):
    """The file is not a certificate that this program can check."""


def number(text, least, most):
    """A plain decimal number between two bounds."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and least <= int(text) <= most):
        raise NoCertificate(f"'{text}' is not a number from {least} to {most}")
    return int(text)


class Certificate:
    """What a file says, text or binary: its position, and its nodes as numbers in one array."""

    def __init__(self, file):
        self.file = file
        version = self.line()
        if version not in ("tengen-proof 1", "tengen-proof 2"):
            raise NoCertificate("line 1: expected 'tengen-proof 1' or 'tengen-proof 2'")
        words = self.line().split()
        if len(words) != 3 or words[0] != "rules" or words[1] not in RULES:
            raise NoCertificate(f"line 2: this program knows the rules {', '.join(RULES)}")
        self.rules = words[1]
        columns, _, rows = words[2].partition("x")
        self.columns, self.rows = number(columns, 5, 22), number(rows, 5, 22)
        self.width = self.columns + 2
        self.board = [BORDER] * (self.width * (self.rows + 2))
        # In reading order: the top row is the one with the highest number.
        self.points = [self.index(c, r) for r in reversed(range(self.rows)) for c in range(self.columns)]
        self.places = {point: place for place, point in enumerate(self.points)}
        for point in self.points:
            self.board[point] = EMPTY
        for word, color in (("black", BLACK), ("white", WHITE)):
            line = self.line()
            if line.split()[:1] != [word]:
                raise NoCertificate(f"expected the line of {word}'s stones, found '{line[:40]}'")
            for name in line.split()[1:]:
                point = self.point(name)
                if self.board[point] != EMPTY:
                    raise NoCertificate(f"two stones on {name}")
                self.board[point] = color
        side = self.line()
        if side not in ("side black", "side white"):
            raise NoCertificate("line 5: expected 'side black' or 'side white'")
        self.winner = BLACK if side == "side black" else WHITE
        self.loser = WHITE if self.winner == BLACK else BLACK
        self.stones = [point for point in self.points if self.board[point] != EMPTY]
        self.symmetries = list(self.find_symmetries())
        words = self.line().split()
        if len(words) != 2 or words[0] != "nodes":
            raise NoCertificate("line 6: expected 'nodes N'")
        self.count = number(words[1], 1, 999999999)
        # Each node: its move and its common answer (0 for none), then the places of replies with their answers.
        self.starts, self.numbers = array("Q", [0, 0]), array("I")
        if version == "tengen-proof 1":
            self.read_text()
        else:
            self.check_header()
            self.read_binary(file.read())

    def line(self):
        """The next line, which must be there."""
        line = self.file.readline(1 << 16)
        if not line:
            raise NoCertificate("the file is not complete")
        return line.decode("ascii").rstrip()

    def add(self, move, answers, other):
        """The next node. A move is None in a node without one, else a place."""
        self.numbers.extend((NO_MOVE if move is None else move, other or 0))
        for place in sorted(answers):
            self.numbers.extend((place, answers[place]))
        self.starts.append(len(self.numbers))

    def stored(self, n):
        """Node n, counted from 1, as `add` took it."""
        move, other, *replies = self.numbers[self.starts[n] : self.starts[n + 1]]
        return None if move == NO_MOVE else move, dict(zip(replies[::2], replies[1::2])), other or None

    def node(self, n):
        """Node n, counted from 1: its move, the answers to single replies, the answer to all others."""
        move, answers, other = self.stored(n)
        points = self.points
        return None if move is None else points[move], {points[p]: a for p, a in answers.items()}, other

    def read_text(self):
        for n in range(1, self.count + 1):
            self.add(*self.text_node(n, self.line().split()))
        if self.line() != "end" or self.file.read().strip():
            raise NoCertificate(f"expected {self.count} nodes, then 'end' and nothing after it")

    def text_node(self, n, words):
        """Node n from its line."""
        if len(words) < 2 or number(words[0], 1, 999999999) != n:
            raise NoCertificate(f"line {6 + n}: expected node {n}")
        if words[1] == "-" and n != self.count:
            raise NoCertificate(f"line {6 + n}: only the last node may have no move")
        move = None if words[1] == "-" else self.places[self.point(words[1])]
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
                place = self.places[self.point(reply)]
                if place in answers:
                    raise NoCertificate(f"line {6 + n}: {reply} is answered twice")
                answers[place] = number(answer, 1, n - 1)
        return move, answers, other

    def check_header(self):
        """Before binary nodes the lines have one form only."""
        lines = ["tengen-proof 2", f"rules {self.rules} {self.columns}x{self.rows}"]
        for word, color in (("black", BLACK), ("white", WHITE)):
            stones = [self.name(point) for point in self.points if self.board[point] == color]
            lines.append(" ".join([word] + stones))
        lines += [f"side {'black' if self.winner == BLACK else 'white'}", f"nodes {self.count}", ""]
        wanted, length = "\n".join(lines).encode(), self.file.tell()
        self.file.seek(0)
        if self.file.read(length) != wanted:
            raise NoCertificate("the lines before binary nodes are not in the form that docs/proofs.md gives")

    def read_binary(self, data):
        coder = Coder(self, data)
        for n in range(1, self.count + 1):
            start = coder.at
            node = coder.read(n)
            if bytes(coder.written(n, *node)) != data[start : coder.at]:
                raise NoCertificate(f"node {n}, {start} bytes after the lines, is not written in its one form")
            self.add(*node)
            coder.learn(n, *node)
        if data[coder.at :] != b"end\n":
            raise NoCertificate(f"expected {self.count} nodes, then the line 'end' and nothing after it")

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


class Coder:
    """The bytes of nodes. A node is written against its model, the last node before it with its common answer."""

    def __init__(self, proof, data):
        self.proof, self.data, self.at = proof, data, 0
        self.wide = len(proof.points) > 255
        # By move: the last node without answers, and the last common answer. By common answer: the last node.
        self.last_moves, self.commons, self.models = {}, {}, array("I", [0])

    def learn(self, n, move, answers, other):
        self.models.append(0)
        if other is not None:
            self.models[other], self.commons[move] = n, other
        elif not answers:
            self.last_moves[move] = n

    def model(self, other):
        """The replies of the model of a node with this common answer, in order."""
        model = self.models[other] if other else 0
        return list(self.proof.stored(model)[1].items()) if model else []

    def byte(self):
        if self.at == len(self.data):
            raise NoCertificate("the file is not complete: it ends among its nodes")
        self.at += 1
        return self.data[self.at - 1]

    def number(self):
        value = 0
        for shift in (0, 7, 14, 21, 28):
            byte = self.byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
        raise NoCertificate("a number has more than five bytes")

    def place(self):
        place = self.byte() * 256 + self.byte() if self.wide else self.byte()
        if place == (NO_MOVE if self.wide else 255):
            return None
        if place >= len(self.proof.points):
            raise NoCertificate(f"there is no point {place}")
        return place

    def read(self, n):
        """Node n, as far as it can be read: only `written` shows that it is in its one form."""
        move, head = self.place(), self.byte()
        if move is None and n != self.proof.count:
            raise NoCertificate(f"node {n}: only the last node may have no move")
        other, kind = None, head & 3
        if kind == 1:
            other = self.commons.get(move, 0)
        elif kind == 2:
            other = self.last_moves.get(self.place(), 0)
        elif kind == 3:
            code = self.number()
            other = self.commons.get(move, n) + (code // 2 if code % 2 == 0 else -code // 2)
        if other is not None and not 1 <= other < n:
            raise NoCertificate(f"node {n} has a common answer that is not before it")
        model, answers, answer = self.model(other), {}, None
        changed = head >> 3
        for i in range((len(model) + 2) // 8):
            changed |= self.byte() << (5 + 8 * i)
        for i, (place, same) in enumerate(model):
            code = self.number() if changed >> i & 1 else None
            if code is None:
                answers[place] = same
            elif code > 0:
                answers[place] = answer = self.answer(n, code, answer)
        for _ in range(self.number() if head & 4 else 0):
            place, code = self.place(), self.number()
            if place is None or place in answers:
                raise NoCertificate(f"node {n} answers no point, or a point twice")
            answers[place] = answer = self.answer(n, code, answer)
        return move, answers, other

    def answer(self, n, code, before):
        answer = before if code == 1 else n - code + 1
        if answer is None or not 1 <= answer < n:
            raise NoCertificate(f"node {n} has an answer that is not before it")
        return answer

    def written(self, n, move, answers, other):
        """The one form of node n."""
        known = dict(self.model(other))
        added = sorted(place for place in answers if place not in known)
        head, common, codes, changed, before = 4 if added else 0, [], [], 0, None
        if other is not None:
            last = self.proof.stored(other)
            if self.commons.get(move) == other:
                head |= 1
            elif last[1:] == ({}, None) and self.last_moves.get(last[0]) == other:
                head, common = head | 2, self.place_bytes(last[0])
            else:
                step = other - self.commons.get(move, n)
                head, common = head | 3, number_bytes(2 * step if step >= 0 else -2 * step - 1)
        for i, place in enumerate(list(known) + added):
            if place in known and answers.get(place) == known[place]:
                continue
            if place in known:
                changed |= 1 << i
            else:
                codes += (number_bytes(len(added)) if i == len(known) else []) + self.place_bytes(place)
            if place not in answers:
                codes.append(0)
                continue
            codes += number_bytes(1 if answers[place] == before else n - answers[place] + 1)
            before = answers[place]
        more = [changed >> (5 + 8 * i) & 255 for i in range((len(known) + 2) // 8)]
        return self.place_bytes(move) + [head | (changed & 31) << 3] + common + more + codes

    def place_bytes(self, place):
        place = NO_MOVE if place is None else place
        return [place >> 8, place & 255] if self.wide else [place & 255]


def number_bytes(value):
    """Seven bits a byte, the lowest first; the eighth bit says that another byte follows."""
    found = []
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return found + [value]
