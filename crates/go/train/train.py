"""Trains the policy of the Go engine from games against itself, on a GPU.

Each position of a game is searched one move deep: the moves that the policy draws are tried, and the network judges
the positions after them. What the search prefers is what the policy learns, and how the game ended is what the
network's judgement learns. Source: I. Danihelka and others, "Policy improvement by planning with Gumbel", 2022.

    python3 train.py --stages 9:285,9+13+19+13+19:245 -o policy.net

Each stage has the sizes of boards that take turns, and its seconds. It leaves a network, written every 15 seconds:
`policy.1.net`, `policy.2.net`.

The games are many thousands at once, in tensors (`boards`). Without a GPU it runs, slowly.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from pathlib import Path

import torch
from boards import NOWHERE, PLANES, chains, legal_stones, own_eyes, owners, planes, play
from network import Fast, Network
from torch import Tensor

KOMI = (5.5, 8.5)
"""Komi is drawn between these."""
SHARPNESS = 8.0
"""What a value of 1 adds to a move's logit in the improved policy."""
MARGIN_SHARE = 0.3
"""The share of the margin in a value; the rest is win or loss."""
OPENING = 7
"""Up to so many moves less one at the beginning of a game are drawn from all legal ones."""


def utility(margin: Tensor, points: int) -> Tensor:
    return (1 - MARGIN_SHARE) * torch.sign(margin) + MARGIN_SHARE * torch.tanh(margin / (points / 8))


class Games:
    """Games on boards of one size, and the last positions of them."""

    def __init__(self, size: int, count: int, tried: int, device: torch.device) -> None:
        self.size, self.count, self.tried, self.device = size, count, tried, device
        self.points = points = size * size
        self.longest = points + points // 2
        self.ring = self.longest + 24
        whole = {"dtype": torch.int64, "device": device}
        self.cells = torch.zeros((count, points), dtype=torch.int8, device=device)
        self.label = torch.zeros((count, points), dtype=torch.int16, device=device)
        self.black = torch.ones(count, dtype=torch.bool, device=device)
        self.ko, self.last, self.before = (torch.full((count,), NOWHERE, **whole) for _ in range(3))
        self.passed = torch.zeros(count, dtype=torch.bool, device=device)
        self.moves = torch.zeros(count, **whole)
        self.serial = torch.arange(count, **whole)
        self.komi = torch.zeros(count, device=device)
        self.random_moves = torch.zeros(count, **whole)
        shape = (self.ring, count)
        self.seen = torch.zeros((*shape, PLANES, size, size), dtype=torch.bool, device=device)
        self.policy = torch.zeros((*shape, points + 1), dtype=torch.float16, device=device)
        self.values = torch.zeros(shape, device=device)
        self.owned = torch.zeros((*shape, points), dtype=torch.int8, device=device)
        self.mover = torch.zeros(shape, dtype=torch.bool, device=device)
        self.game = torch.full(shape, -1, **whole)
        self.ready = torch.zeros(shape, dtype=torch.bool, device=device)
        self.step = 0
        self.ended, self.lengths, self.black_wins, self.margins = 0, 0.0, 0.0, 0.0
        self.restart(torch.ones(count, dtype=torch.bool, device=device))
        # The games are at different moves, so that they do not end together.
        self.stagger = torch.randint(0, self.longest, (count,), device=device)

    def restart(self, which: Tensor) -> None:
        self.cells[which] = 0
        self.black[which] = True
        self.ko[which] = self.last[which] = self.before[which] = NOWHERE
        self.passed[which] = False
        self.moves[which] = 0
        self.serial[which] += self.count
        komi = torch.randint(int(2 * KOMI[0]), int(2 * KOMI[1]) + 1, (self.count,), device=self.device) / 2
        self.komi = torch.where(which, komi, self.komi)
        drawn = torch.randint(0, OPENING, (self.count,), device=self.device)
        self.random_moves = torch.where(which, drawn, self.random_moves)

    def margin(self, owner: Tensor, black: Tensor, komi: Tensor) -> Tensor:
        """Points by which the side to move leads."""
        return owner.sum(1) + torch.where(black, -komi, komi)

    @torch.no_grad()
    def advance(self, network: Fast) -> None:
        """Searches and plays one move in every game."""
        n, points, size, k = self.count, self.points, self.size, self.tried
        found = chains(self.cells, self.label, size)
        stones = legal_stones(self.cells, found, self.ko, size) & ~own_eyes(self.cells, found, size)
        legal = torch.cat([stones, torch.ones((n, 1), dtype=torch.bool, device=self.device)], 1)
        seen = planes(self.cells, found, self.last, self.before, self.ko, size)
        logits, value, _ = network(seen)
        logits = logits.masked_fill(~legal, -1e9)
        noise = -torch.empty_like(logits).exponential_().log()
        drawn, tries = (logits + noise).topk(k, 1)
        usable = drawn > -1e8
        q = self.values_after(network, tries, found)
        # Moves that were not tried are worth what the position is worth: its own value and those tried, as in Gumbel.
        log_chance = torch.log_softmax(logits, 1)
        chance = log_chance.exp().gather(1, tries) * usable
        mean = (chance * q).sum(1) / chance.sum(1).clamp(min=1e-9)
        mixed = (value + k * mean) / (1 + k)
        completed = mixed.unsqueeze(1).expand(n, points + 1).clone()
        completed.scatter_(1, tries, torch.where(usable, q, mixed.unsqueeze(1)))
        improved = torch.softmax(log_chance + SHARPNESS * completed, 1)
        chosen = torch.where(usable, drawn + SHARPNESS * q, -1e9).argmax(1)
        move = tries.gather(1, chosen.unsqueeze(1)).squeeze(1)
        anywhere = torch.where(stones, torch.rand(stones.shape, device=self.device), -1.0).argmax(1)
        free = self.moves < self.random_moves
        move = torch.where(free & stones.any(1), anywhere, move)
        self.keep(seen, improved)
        self.push(move, found)

    def values_after(self, network: Fast, tries: Tensor, found) -> Tensor:
        """The values of the moves (N, k), from the side that plays them."""
        n, k, points, size = self.count, self.tried, self.points, self.size
        after, label, ko = (x.flatten(0, 1) for x in play(self.cells, found, tries))
        placed = torch.where(tries < points, tries, NOWHERE).flatten()
        last = self.last.repeat_interleave(k)
        _, value, _ = network(planes(after, chains(after, label, size), placed, last, ko, size))
        q = -value.view(n, k)
        # Two passes end the game.
        passed = self.passed.nonzero().squeeze(1)
        if len(passed) > 0:
            owner = owners(self.cells[passed], size)
            settled = utility(self.margin(owner, self.black[passed], self.komi[passed]), points)
            ends = tries[passed] == points
            q[passed] = torch.where(ends, settled.unsqueeze(1), q[passed])
        return q

    def keep(self, seen: Tensor, improved: Tensor) -> None:
        row = self.step % self.ring
        self.seen[row] = seen
        self.policy[row] = improved.half()
        self.mover[row] = self.black
        self.game[row] = self.serial
        self.ready[row] = False

    def push(self, move: Tensor, found) -> None:
        """Plays the moves; games that end give their positions a value and begin again."""
        points = self.points
        after = play(self.cells, found, move.unsqueeze(1))
        passes = move == points
        over = passes & self.passed
        self.cells, self.label, self.ko = (x.squeeze(1) for x in after)
        self.before, self.last = self.last, torch.where(passes, NOWHERE, move)
        self.passed = passes
        self.black = ~self.black
        self.moves += 1
        over |= self.moves >= self.longest
        # A part of the first games is cut short.
        cut = self.step == self.stagger
        if self.step < self.longest:
            over = over & ~cut
        if bool(over.any()):
            owner = owners(self.cells, self.size)
            margin = self.margin(owner, self.black, self.komi)
            sign = torch.where(self.black, 1.0, -1.0)
            for_black, owned_black = margin * sign, owner * sign.to(torch.int8).unsqueeze(1)
            belongs = (self.game == self.serial.unsqueeze(0)) & over.unsqueeze(0)
            rows, columns = belongs.nonzero(as_tuple=True)
            side = torch.where(self.mover[rows, columns], 1, -1)
            self.values[rows, columns] = utility(for_black[columns] * side, points)
            self.owned[rows, columns] = owned_black[columns] * side.to(torch.int8).unsqueeze(1)
            self.ready[rows, columns] = True
            ended = int(over.sum())
            self.ended += ended
            self.lengths += float(self.moves[over].sum())
            self.black_wins += float((for_black[over] > 0).sum())
            self.margins += float(for_black[over].abs().sum())
        restarts = over | cut if self.step < self.longest else over
        self.restart(restarts)
        self.step += 1

    def sample(self, count: int) -> tuple[Tensor, Tensor, Tensor, Tensor] | None:
        """Positions of games that ended: planes, improved policy, value, owners."""
        rows = torch.randint(0, min(self.ring, max(self.step, 1)), (4 * count,), device=self.device)
        columns = torch.randint(0, self.count, (4 * count,), device=self.device)
        good = self.ready[rows, columns].nonzero().squeeze(1)[:count]
        if len(good) < count:
            return None
        rows, columns = rows[good], columns[good]
        return (
            self.seen[rows, columns],
            self.policy[rows, columns].float(),
            self.values[rows, columns],
            self.owned[rows, columns].float(),
        )

    def report(self) -> str:
        games = max(self.ended, 1)
        text = (
            f"{self.size}x{self.size}: {self.ended} games, length {self.lengths / games:.0f}, black wins "
            f"{100 * self.black_wins / games:.0f} %, margin {self.margins / games:.0f}"
        )
        self.ended, self.lengths, self.black_wins, self.margins = 0, 0.0, 0.0, 0.0
        return text


def turned(x: Tensor, symmetry: int) -> Tensor:
    """One of the eight symmetries of the last two axes."""
    x = torch.rot90(x, symmetry % 4, (-2, -1))
    return x.flip(-1) if symmetry >= 4 else x


class Learner:
    """A network that learns, and the mean of its last states, which plays."""

    def __init__(self, arguments: argparse.Namespace, device: torch.device) -> None:
        self.network = Network(arguments.channels, arguments.blocks).to(device, memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.network).eval()
        self.averaged = [x for x in self.average.state_dict().values() if x.is_floating_point()]
        self.learnt = [x for x in self.network.state_dict().values() if x.is_floating_point()]
        cuda = device.type == "cuda"
        self.rate, self.updates = arguments.rate, 0
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=self.rate, weight_decay=1e-4, fused=cuda)

    def set_rate(self, done: float) -> None:
        """The step falls along half a cosine, to a fiftieth; `done` is the part of the time that has passed."""
        rate = self.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(min(1.0, done) * math.pi)))
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min(1.0, (self.updates + 1) / 200)

    def update(self, batch: tuple[Tensor, ...], size: int) -> Tensor:
        """One step of learning.

        Returns the three losses, of which that of the policy is above the entropy of its target, and this entropy.
        """
        self.network.train()
        seen, policy, value, owned = batch
        n = len(seen)
        stones = policy[:, :-1].view(n, size, size)
        owned = owned.view(n, size, size)
        parts: list[list[Tensor]] = [[], [], []]
        for symmetry, (a, b, c) in enumerate(zip(seen.chunk(8), stones.chunk(8), owned.chunk(8), strict=True)):
            for part, x in zip(parts, (a, b, c), strict=True):
                part.append(turned(x, symmetry))
        x, stones, owned = (torch.cat(part) for part in parts)
        policy = torch.cat([stones.reshape(n, -1), policy[:, -1:]], 1)
        policy = policy / policy.sum(1, keepdim=True)
        cuda = x.is_cuda
        x = x.to(torch.bfloat16 if cuda else torch.float32).contiguous(memory_format=torch.channels_last)
        with torch.autocast(x.device.type, dtype=torch.bfloat16, enabled=cuda):
            logits, predicted, owner = self.network(x)
        log_chance = torch.log_softmax(logits, 1)
        policy_loss = -(policy * log_chance).sum(1).mean()
        value_loss = torch.nn.functional.mse_loss(predicted, value)
        owner_loss = torch.nn.functional.mse_loss(owner, owned.flatten(1))
        self.optimizer.zero_grad(set_to_none=True)
        (policy_loss + 1.5 * value_loss + 0.5 * owner_loss).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimizer.step()
        self.updates += 1
        with torch.no_grad():
            torch._foreach_lerp_(self.averaged, self.learnt, 1 - min(0.995, self.updates / (self.updates + 20)))
        entropy = -(policy * (policy + 1e-9).log()).sum(1).mean()
        return torch.stack([policy_loss - entropy, value_loss, owner_loss, entropy]).detach()


@torch.no_grad()
def match(a: Fast, b: Fast, size: int, pairs: int, device: torch.device) -> float:
    """The share of games that the policy of `a` wins against that of `b`, each best move, both colours."""
    games = Games(size, 2 * pairs, 1, device)
    points = games.points
    games.komi[:] = 7.5
    first = torch.arange(2 * pairs, device=device) < pairs
    done = torch.zeros(2 * pairs, dtype=torch.bool, device=device)
    won = torch.zeros(2 * pairs, device=device)
    for ply in range(games.longest):
        found = chains(games.cells, games.label, size)
        stones = legal_stones(games.cells, found, games.ko, size) & ~own_eyes(games.cells, found, size)
        legal = torch.cat([stones, torch.ones((2 * pairs, 1), dtype=torch.bool, device=device)], 1)
        if ply < 4:
            weights = stones[:pairs].float() * torch.rand((pairs, points), device=device)
            half = weights.argmax(1)
            # The same opening for both games of a pair: their boards are the same so far.
            move = torch.cat([half, half])
        else:
            seen = planes(games.cells, found, games.last, games.before, games.ko, size)
            own = torch.where((games.black == first).unsqueeze(1), a(seen)[0], b(seen)[0])
            move = own.masked_fill(~legal, -1e9).argmax(1)
        after = play(games.cells, found, move.unsqueeze(1))
        passes = move == points
        over = passes & games.passed & ~done
        games.cells, games.label, games.ko = (x.squeeze(1) for x in after)
        games.before, games.last = games.last, torch.where(passes, NOWHERE, move)
        games.passed, games.black = passes, ~games.black
        if ply == games.longest - 1:
            over = ~done
        margin = games.margin(owners(games.cells, size), games.black, games.komi)
        for_a = torch.where(games.black == first, margin, -margin)
        won = torch.where(over, (for_a > 0).float(), won)
        done |= over
        if bool(done.all()):
            break
    return float(won.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stages", default="9:285,9+13+19+13+19:245", help="sizes:seconds, one after the other")
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=3)
    parser.add_argument("--games", type=int, default=8192, help="at a time on 9x9")
    parser.add_argument("--tried", type=int, default=8, help="moves tried in each position")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--updates", type=int, default=2, help="steps of learning for each move of the games")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, default=Path("policy.net"))
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cudnn.benchmark = True
    learner = Learner(arguments, device)
    stages = [(stage.split(":")[0].split("+"), int(stage.split(":")[1])) for stage in arguments.stages.split(",")]
    total, begun = sum(seconds for _, seconds in stages), time.monotonic()
    groups: dict[int, Games] = {}
    earlier: list[tuple[str, Fast]] = []
    for number, (order, seconds) in enumerate(stages, 1):
        sizes = [int(size) for size in order]
        for size in set(sizes) - groups.keys():
            count = max(64, arguments.games * 81 // (size * size) // 8 * 8)
            groups[size] = Games(size, count, arguments.tried, device)
        losses: dict[int, list[Tensor]] = {size: [] for size in sizes}
        file = arguments.output.with_suffix(f".{number}.net")
        stage_begun = reported = time.monotonic()
        positions = 0
        while time.monotonic() - stage_begun < seconds:
            for size in sizes:
                games = groups[size]
                games.advance(learner.average.fast())
                positions += games.count
                learner.set_rate((time.monotonic() - begun) / total)
                for _ in range(arguments.updates):
                    drawn = games.sample(max(64, min(arguments.batch, games.count) // 8 * 8))
                    if drawn is not None:
                        losses[size].append(learner.update(drawn, size))
            spent = time.monotonic() - reported
            if spent > 15:
                print(
                    f"{time.monotonic() - begun:.0f} s, {learner.updates} updates, {positions / spent:.0f} positions/s"
                )
                for size, some in losses.items():
                    print(f"    {groups[size].report()}; {named(some)}", flush=True)
                    some.clear()
                reported, positions = time.monotonic(), 0
                learner.average.write(file)
        learner.average.write(file)
        now, name = copy.deepcopy(learner.average).fast(), f"stage {number}"
        for other, then in earlier:
            for size in sorted(set(sizes)):
                share = match(now, then, size, 256, device)
                print(f"{name} against {other} on {size}x{size}: {share:.3f} of 512 games", flush=True)
        earlier.append((name, now))


def named(losses: list[Tensor]) -> str:
    if not losses:
        return "no position of a finished game yet"
    mean = torch.stack(losses).mean(0).tolist()
    names = zip(("policy", "value", "owners", "entropy"), mean, strict=True)
    return ", ".join(f"{name} {x:.3f}" for name, x in names)


if __name__ == "__main__":
    main()
