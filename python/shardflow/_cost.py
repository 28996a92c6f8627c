"""The cost of a program on a device."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

from shardflow import _core
from shardflow._tensor import bytes_text


@dataclasses.dataclass(frozen=True)
class Collective:
    """A collective that a program runs.

    Attributes:
      kind: "all_gather", "all_reduce", ...
      axes: the axes along which a group's devices differ, e.g. '{"data"}'.
      group: the number of devices in a group.
      links: the links that connect a group's devices: "node" if they are all in one
        node, otherwise "network"; in a torus, its dimensions, e.g. "dims 0, 1"; ""
        without a topology.
      bytes: the bytes that a device sends in all executions.
      executions: the number of executions in one run of the program.
      seconds: the time of all executions; 0 without a topology.
      cause: why it is needed (docs/cost.md): "operand", "partial sums", ...
      op: the op that needs it.
      tensor: the user's name for the tensor that is moved, e.g. "params['wq']", or
        the name stack of the op that computes it; may be "".
      name: the user's name for the op that needs it; may be "".
      file, line: the place of that op in the user's source; "" and 0 if unknown.
      full_rematerialization: whether XLA finds no better way than to replicate the
        tensor first.
    """

    kind: str
    axes: str
    group: int
    links: str
    bytes: int
    executions: int
    seconds: float
    cause: str
    op: str
    tensor: str
    name: str
    file: str
    line: int
    full_rematerialization: bool

    def __str__(self) -> str:
        place = f" at {self.file}:{self.line}" if self.line else ""
        times = f"{self.executions} x " if self.executions > 1 else ""
        tensor = f" of {_core.label_path(self.tensor)}" if self.tensor else ""
        return (
            f"{times}{self.kind} {self.axes}{tensor} for {self.name or self.op}"
            f"{place}: {bytes_text(self.bytes)}, {self.cause}"
        )


class Cost:
    """The cost of one run of a program; `str(cost)` is a table.

    Bytes, flops and seconds are for one device. Times are 0 without a topology.

    Attributes:
      data: the whole report, as `shardflow cost --format json` prints it.
      devices: the number of devices in the mesh.
      peak_memory: the bytes of arguments, results and temporaries at the peak.
      arguments, results, temporaries: the bytes of each; the memory that results
        share with donated arguments counts once.
      sent: the bytes that a device sends.
      flops: the floating-point operations of matrix products, of convolutions, and
        of ops whose rules state their flops.
      seconds: the time if work and communication don't overlap.
      seconds_overlapped: the time if they overlap fully.
      bound: the bottleneck: "communication", "arithmetic" or "memory".
    """

    def __init__(self, text: str, data: str) -> None:
        self._text = text
        self.data: dict[str, Any] = json.loads(data)
        memory, time = self.data["memory"], self.data.get("time", {})
        self.devices: int = self.data["devices"]
        self.peak_memory: int = memory["peak"]
        self.arguments: int = memory["arguments"]
        self.results: int = memory["results"] - memory["aliased"]
        self.temporaries: int = memory["temporaries"]
        self.sent: int = self.data["communication"]["wire_bytes"]
        self.flops: int = self.data["work"]["flops"]
        self.seconds: float = time.get("sum", 0.0)
        self.seconds_overlapped: float = time.get("max", 0.0)
        self.bound: str = time.get("bound", "")

    @property
    def collectives(self) -> list[Collective]:
        """The collectives, those that send the most bytes first."""
        return _collectives(self.data)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return (
            f"<shardflow.Cost: {bytes_text(self.peak_memory)} of memory, "
            f"{bytes_text(self.sent)} sent, {self.flops:.4g} flops, "
            f"{self.seconds:.4g} s>"
        )


class Comms:
    """The communication of a program; `print(comms)` describes it.

    Attributes:
      collectives: the collectives, those that send the most bytes first.
      bytes: the bytes that a device sends in one run.
    """

    def __init__(self, text: str, data: str) -> None:
        self._text = text
        self.collectives = _collectives(json.loads(data))
        self.bytes = sum(row.bytes for row in self.collectives)

    def __iter__(self) -> Iterator[Collective]:
        return iter(self.collectives)

    def __len__(self) -> int:
        return len(self.collectives)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text


def _collectives(data: dict[str, Any]) -> list[Collective]:
    """Reads the collectives of a cost report, those that send the most bytes first."""
    rows = [
        Collective(
            row["kind"],
            row.get("axes", ""),
            row["group"],
            row.get("links", ""),
            row["wire_bytes"] * row["executions"],
            row["executions"],
            row.get("seconds", 0.0) * row["executions"],
            row["cause"],
            row.get("op", ""),
            row.get("value", ""),
            row.get("name", ""),
            row.get("file", ""),
            row.get("line", 0),
            row.get("full_rematerialization", False),
        )
        for row in data["communication"]["collectives"]
    ]
    return sorted(rows, key=lambda row: -row.bytes)
