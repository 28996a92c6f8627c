"""Conversions from and to JAX objects. Imported only when needed."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np
from jax.sharding import AbstractMesh, AxisType, Mesh, NamedSharding, PartitionSpec

from shardflow import _core, _spec, _torch
from shardflow._error import Error
from shardflow._source import Source


@dataclasses.dataclass(frozen=True)
class Signature:
    """Relates a program's arguments and results to those of a JAX function."""

    in_tree: Any  # of (args, kwargs)
    out_tree: Any
    # For each argument of the program, the index of its leaf among the function's
    # arguments (JAX drops unused ones). None if unknown.
    kept: tuple[int, ...] | None
    # The dtypes of the leaves, as in JAX.
    in_dtypes: tuple[Any, ...]
    out_dtypes: tuple[Any, ...]
    # The devices that the function was lowered for, if known.
    mesh: Mesh | None = None


def trace(function: Any, *args: Any, **kwargs: Any) -> Any:
    """Lowers a JAX function; see `shardflow.trace`."""
    if _torch.is_exported(function):
        if args or kwargs:
            raise Error("an ExportedProgram has its arguments already")
        return _torch.lower(function)
    if not hasattr(function, "trace"):
        function = jax.jit(function)
    args, kwargs = jax.tree.map(_shape_of, (args, kwargs))
    return lower(function.trace(*args, **kwargs))


def lower(traced: Any) -> Any:
    """Lowers the result of `jax.jit(f).trace`, even on a mesh without devices."""
    try:
        return traced.lower()
    except ValueError as error:
        # A mesh without devices doesn't determine the platform to lower for.
        if "lowering_platforms" not in str(error):
            raise
        backend = jax.default_backend()
        return traced.lower(
            lowering_platforms=("cuda" if backend == "gpu" else backend,)
        )


def _shape_of(leaf: Any) -> Any:
    if isinstance(leaf, jax.Array) and not isinstance(leaf, jax.core.Tracer):
        return jax.ShapeDtypeStruct(
            leaf.shape,
            leaf.dtype,
            sharding=leaf.sharding if leaf.committed else None,
            weak_type=getattr(leaf, "weak_type", False),  # random keys lack it
        )
    if isinstance(leaf, np.ndarray):
        return jax.ShapeDtypeStruct(leaf.shape, leaf.dtype)
    return leaf


def to_source(program: Any) -> Source:
    """Converts a JAX program, or an HloModule from jaxlib."""
    if isinstance(program, jax.stages.Traced):
        program = lower(program)
    elif _torch.is_exported(program):
        program = _torch.lower(program)
    # Checked by attribute, because wrappers of jax.jit have their own classes.
    if hasattr(program, "compiler_ir") and hasattr(program, "args_info"):
        return _from_lowered(program)
    if isinstance(program, jax.export.Exported):
        return Source(
            f"<{program.fun_name}>",
            program.mlir_module_serialized,
            is_jax=True,
            signature=Signature(
                program.in_tree,
                program.out_tree,
                tuple(program.module_kept_var_idx),
                tuple(aval.dtype for aval in program.in_avals),
                tuple(aval.dtype for aval in program.out_avals),
            ),
        )
    if hasattr(program, "as_serialized_hlo_module_proto"):
        return _from_hlo("<HloModule>", program)
    if isinstance(program, jax.stages.Compiled):
        raise Error(
            "a compiled program is per-device and has no shardings: "
            "give what it was compiled from, jax.jit(f).lower(...)"
        )
    if callable(program):
        raise Error(
            "a function must be traced first: pass shardflow.trace(f, *args) or "
            "jax.jit(f).lower(*args)"
        )
    raise Error(
        f"{type(program).__name__} is not a program: expected text, bytes, a path, "
        "a JAX object (Lowered, Traced, Exported) or torch's ExportedProgram"
    )


def _from_lowered(lowered: Any) -> Source:
    module = lowered.compiler_ir("stablehlo")
    # Bytecode is about twenty times faster to write and to read than text.
    data = io.BytesIO()
    module.operation.write_bytecode(data)
    # JAX has no public way to get this.
    private = getattr(lowered, "_lowering", None)
    facts = getattr(private, "compile_args", None) or {}
    kept = facts.get("kept_var_idx")
    return Source(
        "<lowered>",
        data.getvalue(),
        fallback=lambda: str(lowered.as_text(debug_info=True)),
        is_jax=True,
        signature=Signature(
            lowered.in_tree,
            lowered.out_tree,
            None if kept is None else tuple(sorted(kept)),
            tuple(info.dtype for info in jax.tree.leaves(lowered.args_info)),
            tuple(info.dtype for info in jax.tree.leaves(lowered.out_info)),
            _mesh_among(
                facts.get(key)
                for key in ("in_shardings", "out_shardings", "intermediate_shardings")
            ),
        ),
    )


def _mesh_among(shardings: Any) -> Mesh | None:
    for leaf in jax.tree.leaves(list(shardings)):
        mesh = getattr(leaf, "mesh", None)
        if isinstance(mesh, Mesh) and not mesh.empty:
            return mesh
    return None


def from_hlo_text(name: str, text: str) -> Source:
    """Converts a program given as HLO text."""
    from jaxlib import _hlo  # type: ignore[attr-defined]

    return _from_hlo(name, _hlo.hlo_module_from_text(text))


def _from_hlo(name: str, module: Any) -> Source:
    from jax._src.interpreters import mlir
    from jaxlib import _jax
    from jaxlib.mlir import ir

    code = _jax.mlir.hlo_to_stablehlo(module.as_serialized_hlo_module_proto())
    with mlir.make_ir_context():
        return Source(name, str(ir.Module.parse(code)), is_jax=True)


def partition_spec(
    sharding: _core.Sharding | None, rank: int
) -> PartitionSpec:
    """Converts a sharding to a PartitionSpec.

    Raises:
      Error: the sharding uses sub-axes.
    """
    if _spec.has_sub_axes(sharding):
        raise Error(
            f"{sharding} uses parts of axes, which a PartitionSpec can't "
            "express (.sharding can, on a finer mesh)"
        )
    unreduced = {axis.name for axis in sharding.unreduced} if sharding else set()
    return PartitionSpec(*_spec.from_sharding(sharding, rank), unreduced=unreduced)


def mesh_of(mesh: _core.Mesh, signature: Signature | None) -> Mesh | AbstractMesh:
    """Returns the mesh that the function was lowered for, or an AbstractMesh."""
    names = tuple(axis.name for axis in mesh.axes)
    sizes = tuple(axis.size for axis in mesh.axes)
    if signature and signature.mesh is not None:
        given = signature.mesh
        if tuple(given.axis_names) == names and given.axis_sizes == sizes:
            return given
    return AbstractMesh(sizes, names, axis_types=(AxisType.Auto,) * len(names))


def check_mesh(given: Mesh | AbstractMesh, mesh: _core.Mesh) -> None:
    """Raises Error unless `given` has the axes of the program's mesh."""
    want = {axis.name: axis.size for axis in mesh.axes}
    have = dict(zip(given.axis_names, given.axis_sizes))
    if any(have.get(name) != size for name, size in want.items()):
        raise Error(f"the program's mesh is {want}, not {have}")


def named_sharding(
    sharding: _core.Sharding | None, rank: int, mesh: Mesh | AbstractMesh
) -> NamedSharding:
    """Returns the sharding on `mesh` or, if it uses sub-axes, on a finer mesh."""
    if sharding is not None and _spec.has_sub_axes(sharding):
        mesh, sharding = _finer(sharding, mesh)
    return NamedSharding(mesh, partition_spec(sharding, rank))


def _finer(
    sharding: _core.Sharding, mesh: Mesh | AbstractMesh
) -> tuple[Mesh | AbstractMesh, _core.Sharding]:
    """Splits the mesh's axes into the sub-axes that the sharding uses."""
    parts = [a for dim in sharding.dims for a in dim.axes] + list(sharding.unreduced)
    sizes: list[int] = []
    names: list[str] = []
    name_of: dict[tuple[str, int], list[tuple[int, str]]] = {}
    for name, size in zip(mesh.axis_names, mesh.axis_sizes):
        cuts = {1, size}
        for part in parts:
            if part.name == name and part.size:
                cuts |= {part.pre_size, part.pre_size * part.size}
        ordered = sorted(cuts)
        for low, high in zip(ordered, ordered[1:]):
            if high % low:
                raise Error(f"{sharding}: parts of {name!r} that cut across each other")
            part_name = f"{name}:({low}){high // low}" if len(ordered) > 2 else name
            names.append(part_name)
            sizes.append(high // low)
            name_of.setdefault((name, 0), []).append((low, part_name))
        if size == 1:
            names.append(name)
            sizes.append(1)
            name_of[(name, 0)] = [(1, name)]

    def finer(axes: Sequence[_core.Axis]) -> list[_core.Axis]:
        found = []
        for axis in axes:
            for low, part_name in name_of[(axis.name, 0)]:
                inside = axis.pre_size <= low < axis.pre_size * axis.size
                if not axis.size or inside:
                    found.append(_core.Axis(part_name))
        return found

    types = (AxisType.Auto,) * len(names)
    made: Mesh | AbstractMesh
    if isinstance(mesh, Mesh):
        made = Mesh(mesh.devices.reshape(sizes), tuple(names), axis_types=types)
    else:
        made = AbstractMesh(tuple(sizes), tuple(names), axis_types=types)
    dims = [_core.DimSharding(finer(dim.axes)) for dim in sharding.dims]
    return made, _core.Sharding("", dims)


def input_tree(signature: Signature, leaves: Sequence[Any]) -> Any:
    """Arranges one value per program argument like the function's (args, kwargs).

    Arguments that JAX dropped become None.
    """
    total = signature.in_tree.num_leaves
    kept = signature.kept
    if kept is None and len(leaves) == total:
        kept = tuple(range(total))
    if kept is None or len(kept) != len(leaves):
        raise Error(
            f"the program has {len(leaves)} arguments, but the function has {total}, and it "
            "isn't known which were dropped (lower it with keep_unused=True)"
        )
    all_leaves: list[Any] = [None] * total
    for leaf, at in zip(leaves, kept):
        all_leaves[at] = leaf
    return jax.tree.unflatten(signature.in_tree, all_leaves)


def output_tree(signature: Signature, leaves: Sequence[Any]) -> Any:
    """Arranges one value per program result like the function's results."""
    total = signature.out_tree.num_leaves
    if total != len(leaves):
        raise Error(f"the program has {len(leaves)} results, but the function has {total}")
    return jax.tree.unflatten(signature.out_tree, leaves)


