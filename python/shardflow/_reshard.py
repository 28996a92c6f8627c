"""Tensors that have to move because shardings disagree."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from shardflow import _core
from shardflow._tensor import bytes_text

# Collectives that combine partial results.
_COMBINING = frozenset({"all_reduce", "reduce_scatter"})


@dataclasses.dataclass(frozen=True)
class Reshard:
    """A tensor that has to move because users need it sharded differently.

    Attributes:
      label: what the program calls it, "block0/attention/dot_general"; or "".
      type: "tensor<8x16xf32>".
      source, target: the shardings before and after, as Shardy writes them.
      producer: the op that makes it, "stablehlo.dot_general"; "" for an argument.
      file, line: where that is in the user's source; "" and 0 if unknown.
      consumers: the ops that use it.
      ops: the collectives, "all_gather", ...
      bytes: what one device sends or receives, whichever is more, but for what
        combines partial results.
    """

    label: str
    type: str
    source: str
    target: str
    producer: str
    file: str
    line: int
    consumers: tuple[str, ...]
    ops: tuple[str, ...]
    bytes: int

    def __str__(self) -> str:
        users = ", ".join(self.consumers) or "the result"
        place = f" at {self.file}:{self.line}" if self.line else ""
        return (
            f"{self.label or self.type} from {self.producer or 'an argument'}{place} "
            f"to {users}: "
            f"{self.source or 'replicated'} -> {self.target or 'replicated'} by "
            f"{', '.join(self.ops)}, {bytes_text(self.bytes)}"
        )


def reshards_of(planned: Iterable[_core.Reshard]) -> list[Reshard]:
    """Those that send something, but for sums; those that move most come first."""
    rows = []
    for row in planned:
        moving = [step for step in row.steps if step.op not in _COMBINING]
        size = max(
            sum(step.bytes_sent for step in moving),
            sum(step.bytes_received for step in moving),
        )
        if size == 0:
            continue
        rows.append(
            Reshard(
                row.label,
                row.type,
                row.source.removeprefix("#sdy.sharding"),
                row.target.removeprefix("#sdy.sharding"),
                row.producer,
                row.file,
                row.line,
                tuple(row.consumers),
                tuple(step.op for step in row.steps),
                size,
            )
        )
    return sorted(rows, key=lambda row: -row.bytes)
