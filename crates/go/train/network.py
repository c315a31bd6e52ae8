"""The network: a small residual tower. The engine has its logits of stones; the pass, the value and the owners train."""

from __future__ import annotations

import struct
from pathlib import Path

import torch
from boards import PLANES
from torch import Tensor, nn

TOP = 127 / 16
"""Activations lie between 0 and this: 7 bits with 4 behind the point in the engine."""


def activation(x: Tensor) -> Tensor:
    return x.clamp(0.0, TOP)


class Convolution(nn.Module):
    """A 3x3 convolution with normalization by batches, which `folded` takes into the weights."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(outputs, momentum=0.05)

    def forward(self, x: Tensor) -> Tensor:
        return self.norm(self.conv(x))

    def folded(self) -> tuple[Tensor, Tensor]:
        norm = self.norm
        factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        return self.conv.weight * factor.view(-1, 1, 1, 1), norm.bias - norm.running_mean * factor


class Network(nn.Module):
    def __init__(self, channels: int, blocks: int) -> None:
        super().__init__()
        self.channels, self.blocks = channels, blocks
        widths = [PLANES] + [channels] * (2 * blocks)
        self.tower = nn.ModuleList(Convolution(width, channels) for width in widths)
        self.head = nn.Conv2d(channels, 1, 1)
        self.pass_head = nn.Linear(channels, 1)
        self.owner = nn.Conv2d(channels, 1, 1)
        self.value = nn.Sequential(nn.Linear(2 * channels, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return self.heads(self.trunk(planes, [layer.__call__ for layer in self.tower]))

    def fast(self) -> Fast:
        """The same network for playing, in bfloat16 without normalization."""
        return Fast(self)

    def trunk(self, planes: Tensor, layers: list) -> Tensor:
        x = activation(layers[0](planes))
        for block in range(self.blocks):
            y = activation(layers[1 + 2 * block](x))
            x = activation(layers[2 + 2 * block](y) + x)
        return x

    def heads(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits (N, points + 1), values (N,) in -1..1, owners (N, points) in -1..1, from the side to move."""
        with torch.autocast(x.device.type, enabled=False):
            mean = x.mean((2, 3), dtype=torch.float32)
            both = torch.cat([self.head.weight, self.owner.weight]).flatten(1).to(x.dtype)
            # By a product of matrices: the tensor is stored with the channels last.
            heads = (x.permute(0, 2, 3, 1).flatten(1, 2) @ both.t()).float()
            logits = heads[:, :, 0] + self.head.bias
            owner = torch.tanh(heads[:, :, 1] + self.owner.bias)
            logits = torch.cat([logits, self.pass_head(mean)], 1)
            # The size of the board is in the sums that the value sees.
            scale = x.shape[2] / 9.0
            value = torch.tanh(self.value(torch.cat([mean, mean * scale], 1)).squeeze(1))
        return logits, value, owner

    def write(self, path: Path) -> None:
        """Writes the policy for the engine: 8-bit weights, a scale and a bias for each channel."""
        parts = [b"TGNET001", struct.pack("<3I", PLANES, self.channels, self.blocks)]
        for layer in self.tower:
            weight, bias = (t.detach().float().cpu() for t in layer.folded())
            scale = weight.abs().amax((1, 2, 3)).clamp(min=1e-8) / 127
            whole = torch.round(weight / scale.view(-1, 1, 1, 1)).clamp(-127, 127).to(torch.int8)
            parts += [whole.numpy().tobytes(), scale.numpy().tobytes(), (16 * bias).numpy().tobytes()]
        weight, bias = self.head.weight.detach().float().cpu(), self.head.bias.detach().float().cpu()
        parts += [(weight / 16).numpy().tobytes(), bias.numpy().tobytes()]
        path.write_bytes(b"".join(parts))


class Fast:
    """A network frozen for playing."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.layers = []
        for layer in network.tower:
            weight, bias = (t.detach() for t in layer.folded())
            kind = torch.bfloat16 if weight.is_cuda else torch.float32
            weight = weight.to(kind)
            # Tensor cores want a multiple of 8 input channels.
            weight = nn.functional.pad(weight, (0, 0, 0, 0, 0, -weight.shape[1] % 8))
            self.layers.append((weight.contiguous(memory_format=torch.channels_last), bias.to(kind)))

    @torch.no_grad()
    def __call__(self, planes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        kind = self.layers[0][0].dtype
        x = nn.functional.pad(planes.to(kind), (0, 0, 0, 0, 0, -planes.shape[1] % 8))
        x = x.contiguous(memory_format=torch.channels_last)
        convs = [lambda x, w=w, b=b: nn.functional.conv2d(x, w, b, padding=1) for w, b in self.layers]
        return self.network.heads(self.network.trunk(x, convs))
