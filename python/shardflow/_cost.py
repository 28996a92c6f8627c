"""What a program costs on a device."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

from shardflow import _core
from shardflow._tensor import bytes_text


@dataclasses.dataclass(frozen=True)
class Collective:
    """Communication that a program needs.

    Attributes:
      kind: "all_gather", "all_reduce", ...
      axes: along which axes devices talk to each other, '{"data"}'.
      group: how many devices do.
      links: the links between them: "node" if they are in one node, else
        "network"; of a torus its dimensions, "dims 0, 1"; "" without a topology.
      bytes: what a device sends in all executions.
      executions: how often it runs in one run of the program.
      seconds: of all executions; 0 without a topology.
      cause: why it is there (docs/cost.md): "operand", "partial sums", ...
      op: the op that asks for it.
      tensor: what is moved, as the program calls it: "params['wq']", or the name
        stack of the op that makes it; or "".
      name: what the program calls the op that asks for it; or "".
      file, line: where that is in the user's source; "" and 0 if unknown.
      full_rematerialization: XLA knows no way but to replicate the tensor.
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
    """What one device needs for one run of a program; `str(cost)` is a table.

    Bytes, flops and seconds are those of one device. Times are 0 without a topology.

    Attributes:
      data: all of it, as `shardflow cost --format json` prints it.
      devices: of the mesh.
      peak_memory: bytes: arguments, results and temporaries at their peak.
      arguments, results, temporaries: bytes of each; donated arguments count once.
      sent: bytes that a device sends.
      flops: of products and convolutions, and of ops whose rules say so.
      seconds: if work and communication don't overlap.
      seconds_overlapped: if the longer of them hides the other one.
      bound: what takes longest, "communication", "arithmetic" or "memory".
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
        """The communication; what sends most comes first."""
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
    """What devices send each other; `print(comms)` says what, why and how often.

    Attributes:
      collectives: one by one; what sends most comes first.
      bytes: that a device sends in one run.
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
    """Those of a cost's JSON; what sends most comes first."""
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
