"""The search for shardings."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from shardflow import _core, _spec
from shardflow._cost import Cost
from shardflow._result import Result
from shardflow._source import Settings, Source
from shardflow._tensor import bytes_text

if TYPE_CHECKING:
    from jax.sharding import AbstractMesh, Mesh, PartitionSpec


class Constraint:
    """A value inside the program that needs a sharding constraint.

    In JAX: `x = jax.lax.with_sharding_constraint(x, NamedSharding(mesh, c.spec))`.

    Attributes:
      name: the user's name for the value, e.g. "block0/attention/dot_general"; may
        be "".
      type: e.g. "tensor<8x16xf32>".
      producer: the op that computes the value, e.g. "stablehlo.dot_general"; "" for
        an argument.
      file, line: the producer's place in the user's source; "" and 0 if unknown.
      spec_text: the PartitionSpec as text, e.g. "P('data', None)".
    """

    def __init__(self, row: _core.AutoConstraint) -> None:
        self.name: str = row.label
        self.type: str = row.type
        self.producer: str = row.producer
        self.file: str = row.file
        self.line: int = row.line
        self._sharding = row.sharding
        entries = _spec.from_sharding(row.sharding, len(row.sharding.dims))
        self.spec_text = _spec.spec_text(entries)

    @property
    def spec(self) -> PartitionSpec:
        """The `jax.sharding.PartitionSpec`."""
        from shardflow import _jax

        return _jax.partition_spec(self._sharding, len(self._sharding.dims))

    def __repr__(self) -> str:
        place = f" at {self.file}:{self.line}" if self.line else ""
        return f"<Constraint {self.name or self.producer}{place}: {self.spec_text}>"


@dataclasses.dataclass(frozen=True)
class Candidate:
    """A plan that no other plan beats in both time and memory.

    Time and memory are estimates made before propagation.

    Attributes:
      axes: for each mesh axis, a description of what is sharded along it.
      seconds: the time of one run.
      peak_memory: the peak memory of a device, in bytes.
    """

    axes: tuple[str, ...]
    seconds: float
    peak_memory: int


@dataclasses.dataclass(frozen=True)
class Alternative:
    """The plan with one decision changed.

    Time and memory are estimates made before propagation.

    Attributes:
      change: e.g. "not along data" or "along model instead".
      seconds: the time of one run.
      peak_memory: the peak memory of a device, in bytes.
      fits: whether it fits into the given memory.
    """

    change: str
    seconds: float
    peak_memory: int
    fits: bool


@dataclasses.dataclass(frozen=True)
class Decision:
    """A decision in a plan, and the cost of its alternatives.

    Attributes:
      dimension: the dimension decided about, e.g. "dim 0 of argument 2
        params['wq'] (4096)", which stands for all dimensions that are sharded
        alike. If "", the decision is whether parameters are replicated along `axis`.
      axis: the axis along which the dimension is sharded; "" if it isn't sharded.
      alternatives: the alternatives, fastest first.
    """

    dimension: str
    axis: str
    alternatives: tuple[Alternative, ...]


class Plan:
    """The shardings found for a program. `print(plan)` lists them.

    Attributes:
      fits: whether the program is estimated to fit into the given memory.
      cost: the cost of the program with these shardings, a `shardflow.Cost`.
      axes: for each mesh axis, a description of what is sharded along it.
      constraints: the values inside the program that need a sharding constraint,
        because propagation from the arguments alone would shard them differently.
      candidates: the best plans for other amounts of memory, fastest first.
      decisions: the plan's decisions and their alternatives; empty unless `explain`
        was set.
      keeps_given: whether the program's own shardings were better than any plan.
      steps: the number of plans that were priced.
    """

    def __init__(
        self, source: Source, settings: Settings, found: _core.AutoAnswer
    ) -> None:
        self.fits: bool = found.fits
        self.cost = Cost(found.cost_text, found.cost_json)
        self.axes: tuple[str, ...] = tuple(found.plan.axes)
        self.constraints = [Constraint(row) for row in found.constraints]
        self.candidates = [
            Candidate(tuple(plan.axes), plan.seconds, plan.peak)
            for plan in found.front
        ]
        self.decisions = [
            Decision(
                row.dimension,
                row.axis,
                tuple(
                    Alternative(other.change, other.seconds, other.peak, other.fits)
                    for other in row.alternatives
                ),
            )
            for row in found.decisions
        ]
        self.keeps_given: bool = found.keeps_given
        self.steps: int = found.steps
        self._annotated = found.program
        self._source = dataclasses.replace(
            source,
            data=found.program.write(debug_info=True),
            fallback=None,
        )
        self._settings = settings

    @functools.cached_property
    def result(self) -> Result:
        """The program with these shardings, propagated."""
        return Result(self._source, self._settings, {}, None)

    @property
    def specs(self) -> dict[str, Any]:
        """The PartitionSpecs of the arguments by name, for `shardflow.propagate`.

        They don't include the constraints inside the program.
        """
        return {tensor.name: tensor.spec for tensor in self.result.arguments}

    def in_shardings(self, mesh: Mesh | AbstractMesh | None = None) -> Any:
        """Returns the value for `jax.jit(f, in_shardings=...)`, as `Result` does."""
        return self.result.in_shardings(mesh)

    def out_shardings(self, mesh: Mesh | AbstractMesh | None = None) -> Any:
        """Returns the value for `jax.jit(f, out_shardings=...)`."""
        return self.result.out_shardings(mesh)

    def text(self, *, debug_info: bool = False) -> str:
        """Returns the annotated program, with constraints, before propagation."""
        return self._annotated.write(debug_info=debug_info)

    def __str__(self) -> str:
        memory = bytes_text(self.cost.peak_memory)
        lines = [
            f"{self.cost.seconds * 1e3:.4g} ms, {memory} a device"
            + ("" if self.fits else ": DOES NOT FIT, the smallest that was found"),
            *self.axes,
            *(f"constraint on {_words(row)}" for row in self.constraints),
        ]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<shardflow.Plan: {self}>"


def _words(row: Constraint) -> str:
    place = f" at {row.file}:{row.line}" if row.line else ""
    return f"{row.name or row.producer or row.type}{place}: {row.spec_text}"


def mesh_text(mesh: Any) -> str:
    """Converts a mesh (a JAX mesh, {axis: size}, a number or None) for the search."""
    if mesh is None:
        return ""
    if isinstance(mesh, int):
        return f"auto:{mesh}"
    shape = mesh if isinstance(mesh, Mapping) else mesh.shape
    axes = ", ".join(f'"{name}"={size}' for name, size in shape.items())
    return f"<[{axes}]>"


def find(
    source: Source,
    settings: Settings,
    *,
    mesh: Any,
    topology: str,
    memory: int,
    steps: int | None,
    seconds: float | None,
    seed: int,
    reconsider: bool,
    explain: bool,
) -> Plan:
    """Returns the best plan for a program."""
    program = source.read(settings)
    found = program.find_shardings(
        mesh=mesh_text(mesh),
        topology=topology,
        memory=memory,
        steps=steps,
        seconds=seconds,
        seed=seed,
        reconsider=reconsider,
        explain=explain,
        # The search itself runs XLA's steps before propagation.
        **{**settings.options(), "jax": False},
    )
    return Plan(source, settings, found)
