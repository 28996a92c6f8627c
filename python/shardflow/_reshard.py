"""Tensors that must be resharded because their users need other shardings."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from shardflow import _core
from shardflow._tensor import bytes_text

# Collectives that combine partial results.
_COMBINING = frozenset({"all_reduce", "reduce_scatter"})


@dataclasses.dataclass(frozen=True)
class Reshard:
    """A tensor that must be resharded because its users need another sharding.

    Attributes:
      label: the user's name for it, e.g. "block0/attention/dot_general"; may be "".
      type: e.g. "tensor<8x16xf32>".
      source, target: the shardings before and after, in Shardy's notation.
      producer: the op that computes the tensor, e.g. "stablehlo.dot_general"; "" for
        an argument.
      file, line: the producer's place in the user's source; "" and 0 if unknown.
      consumers: the ops that use the resharded tensor.
      ops: the collectives: "all_gather", ...
      bytes: the bytes that one device sends or receives, whichever is more, not
        counting collectives that combine partial results.
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
    """Returns the reshards that send data, other than sums, the largest first."""
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
