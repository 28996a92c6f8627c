"""Shardings as users write them: PartitionSpecs and similar tuples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from shardflow import _core
from shardflow._error import Error

# One entry of a PartitionSpec: None, an axis, several axes, or UNCONSTRAINED.
Entry = Any


def is_unconstrained(entry: Entry) -> bool:
    """Whether the entry is `...` or PartitionSpec.UNCONSTRAINED. Doesn't import JAX."""
    return type(entry).__name__ == "UnconstrainedSingleton" or entry is ...


def entries(spec: Any) -> list[Entry]:
    """Returns the entries of a PartitionSpec, a NamedSharding, or a similar tuple."""
    spec = getattr(spec, "spec", spec)
    if spec is None:
        return []
    # (A PartitionSpec is neither a tuple nor a Sequence.)
    if isinstance(spec, (str, Mapping, Set)) or not hasattr(spec, "__getitem__"):
        raise Error(
            f"{spec!r} is not a spec: expected a PartitionSpec or a tuple such as "
            "('data', None)"
        )
    if getattr(spec, "unreduced", None) or getattr(spec, "reduced", None):
        raise Error(f"{spec!r}: unreduced axes can't be requested")
    return list(spec)


def axes_of(entry: Entry) -> list[str]:
    """Returns the axes of one entry, major to minor."""
    if entry is None or is_unconstrained(entry):
        return []
    if isinstance(entry, str):
        return [entry]
    if isinstance(entry, Sequence) and all(isinstance(a, str) for a in entry):
        return list(entry)
    raise Error(f"{entry!r}: expected the name of an axis, a tuple of names or None")


def to_sharding(
    spec: Any, rank: int, mesh: _core.Mesh, *, inlined: bool = False
) -> _core.Sharding:
    """Converts a spec. Unconstrained dimensions become open, all others closed."""
    given = entries(spec)
    if len(given) > rank:
        raise Error(f"{spec!r} has {len(given)} dimensions, but the tensor has {rank}")
    known = {axis.name for axis in mesh.axes}
    dims = []
    for entry in given + [None] * (rank - len(given)):
        axes = axes_of(entry)
        for axis in axes:
            if axis not in known:
                raise Error(
                    f"the mesh has no axis {axis!r}: it has {sorted(known)}"
                )
        dims.append(
            _core.DimSharding(
                [_core.Axis(axis) for axis in axes], not is_unconstrained(entry)
            )
        )
    return _core.Sharding(
        "" if inlined else mesh.name, dims, mesh if inlined else None
    )


def axis_text(axis: _core.Axis) -> str:
    """Returns the axis as text: "x", or "x:(1)2" for a sub-axis."""
    if axis.size:
        return f"{axis.name}:({axis.pre_size}){axis.size}"
    return axis.name


def from_sharding(sharding: _core.Sharding | None, rank: int) -> list[Entry]:
    """Returns the entries of the PartitionSpec, with sub-axes written as 'x:(1)2'."""
    if sharding is None:
        return [None] * rank
    spec: list[Entry] = []
    for dim in sharding.dims:
        axes = tuple(axis_text(axis) for axis in dim.axes)
        spec.append(axes[0] if len(axes) == 1 else axes or None)
    return spec


def spec_text(given: Sequence[Entry]) -> str:
    """Returns the spec as text, e.g. "P('data', ('x', 'y'), None)"."""
    words = ["P.UNCONSTRAINED" if is_unconstrained(e) else repr(e) for e in given]
    return f"P({', '.join(words)})"


def has_sub_axes(sharding: _core.Sharding | None) -> bool:
    """Whether the sharding uses sub-axes, which a PartitionSpec can't express."""
    return sharding is not None and any(
        axis.size
        for axes in [dim.axes for dim in sharding.dims] + [sharding.unreduced]
        for axis in axes
    )


def same_spec(a: Sequence[Entry], b: Sequence[Entry]) -> bool:
    """Whether two specs are equivalent: () is the same as None, and Nones at the end
    don't matter."""

    def normal(spec: Sequence[Entry]) -> list[tuple[str, ...]]:
        dims = [tuple(axes_of(entry)) for entry in spec]
        while dims and not dims[-1]:
            dims.pop()
        return dims

    return normal(a) == normal(b)
