"""Runs programs that shardflow has partitioned, on JAX devices.

    step = shardflow.jax.partition(train_step, state, batch)
    state, loss = step(state, batch)

shardflow produces the per-device program: it propagates the shardings and inserts
the reshards and collectives (docs/execute.md). XLA compiles that program without
running its own partitioner. Results are the same as with `jax.jit`, up to the order
of floating-point sums.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding

from shardflow import _core, _jax
from shardflow._error import Error
from shardflow._result import _main_of, _only_mesh
from shardflow._source import Settings, rules_of, to_source, warn

__all__ = ["Partitioned", "partition", "run"]


@dataclasses.dataclass(frozen=True)
class _Border:
    """An argument or a result of the per-device program."""

    name: str
    shape: tuple[int, ...]  # of the whole tensor
    sharding: NamedSharding
    # The dtype in JAX, which has special dtypes for random keys.
    dtype: Any


class Partitioned:
    """A JAX function, partitioned into a per-device program.

    Call it with the function's arguments. It returns the function's results: trees
    of arrays, sharded as in the program. Arguments with other shardings are
    resharded first.

    Attributes:
      mesh: the devices that it runs on.
      text: the per-device program as StableHLO text.
    """

    def __init__(
        self, program: Any, settings: Settings, plan: str, mesh: Mesh | None
    ) -> None:
        source = to_source(program)
        signature = source.signature
        if signature is None:
            raise Error(
                "only a program of jax's (Lowered, Traced, Exported) can be run: "
                "shardflow.trace makes one of a function"
            )
        local = source.read(settings)
        warn(local.run(settings.passes(), **settings.options()))
        how = {**settings.options(), "jax": False}  # XLA's steps have already run
        # Determine the mesh before partitioning, which adds meshes with other
        # device orders.
        self.mesh = _devices(_only_mesh(local), mesh or signature.mesh)
        warn(local.run([("shardflow-partition-pipeline", f"plan={plan}")], **how))
        self.text: str = local.write()
        self._signature = signature
        self._inputs, self._outputs = _borders(local, self.mesh, signature)
        # XLA would propagate any shardings that are left. Meshes are inlined first,
        # because groups of devices may be given by the axes of a mesh.
        warn(
            local.run(
                [("sdy-inline-meshes", ""), ("sdy-drop-sharding-and-mesh", "")], **how
            )
        )
        self._executable = _compile(local.write(), self.mesh)

    @property
    def in_shardings(self) -> Any:
        """(args, kwargs) with the sharding of each array, or None if it isn't used."""
        leaves = [border.sharding for border in self._inputs]
        return _jax.input_tree(self._signature, leaves)

    @property
    def out_shardings(self) -> Any:
        """The shardings of the results."""
        leaves = [border.sharding for border in self._outputs]
        return _jax.output_tree(self._signature, leaves)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the function.

        Raises:
          Error: the arguments have other shapes, dtypes or trees than those for which
            the function was partitioned.
        """
        leaves, tree = jax.tree.flatten((args, kwargs))
        if tree != self._signature.in_tree:
            raise Error(
                f"the arguments are {tree}, the program is for "
                f"{self._signature.in_tree}"
            )
        kept = self._signature.kept or range(len(leaves))
        placed = [
            _place(leaves[at], border) for at, border in zip(kept, self._inputs)
        ]
        ran = self._executable.execute_sharded(placed)
        parts = ran.disassemble_into_single_device_arrays()
        results = [_join(p, border) for p, border in zip(parts, self._outputs)]
        return _jax.output_tree(self._signature, results)


def partition(
    program: Any,
    /,
    *args: Any,
    mesh: Mesh | None = None,
    plan: str = "default",
    rules: Any = None,
) -> Partitioned:
    """Partitions a program and compiles it for the devices of a mesh.

    Args:
      program: a JAX `Lowered`, `Traced` or `Exported`; or a function, with `args`.
      *args: the function's arguments: arrays or `jax.ShapeDtypeStruct`s, with
        shardings.
      mesh: the devices. By default, those that the function was lowered for or, if
        there are none, the first ones of `jax.devices()`.
      plan: how to plan reshards: "default" (as in Shardy) or "best" (the fewest
        bytes).
      rules: as for `shardflow.propagate`.

    Raises:
      Error: the program is invalid or can't be partitioned, or there are too few
        devices.
    """
    names = _core.plan_names()
    if plan not in names:
        raise Error(f"plan is {' or '.join(map(repr, names))}, not {plan!r}")
    if callable(program) and not isinstance(program, jax.export.Exported):
        program = _jax.trace(program, *args)
    elif args:
        raise Error("only a function takes arguments here")
    settings = Settings(
        jax=True, compat="jaxlib-0.12", extra_rules=True, rules=rules_of(rules)
    )
    return Partitioned(program, settings, plan, mesh)


def run(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Partitions a function and runs it once. Returns what `jax.jit(function)` would.

    Args:
      function: a function, with or without `jax.jit`.
      *args: arrays, from whose shardings propagation starts.
      **kwargs: the same, by name.
    """
    return partition(_jax.trace(function, *args, **kwargs))(*args, **kwargs)


def _devices(ours: _core.Mesh, given: Mesh | None) -> Mesh:
    """Returns the devices of the program's mesh. Partition i runs on device i."""
    if ours.device_ids:
        raise Error(
            "the program's mesh has a device order of its own: lower the program "
            "for one mesh"
        )
    if given is not None:
        _jax.check_mesh(given, ours)
        return given
    sizes = [axis.size for axis in ours.axes]
    count = int(np.prod(sizes))
    devices = jax.devices()
    if len(devices) < count:
        raise Error(f"the program is for {count} devices, there are {len(devices)}")
    return Mesh(
        np.array(devices[:count]).reshape(sizes), tuple(axis.name for axis in ours.axes)
    )


def _borders(
    local: _core.Program, mesh: Mesh, signature: _jax.Signature
) -> tuple[list[_Border], list[_Border]]:
    """Returns the arguments and results of @main, whose dimensions divide evenly."""
    graph = local.graph()
    found = _main_of(local.functions(), graph.functions)
    if found is None:
        raise Error("the program has no @main")
    info, rows = found
    arguments = [graph.tensor(graph.value(value).tensor) for value in rows.arguments]
    results = [graph.tensor(row) for row in rows.results]
    kept = signature.kept or tuple(range(len(arguments)))
    sides = (
        (info.arguments, arguments, [signature.in_dtypes[at] for at in kept], "argument"),
        (info.results, results, list(signature.out_dtypes), "result"),
    )
    borders: list[list[_Border]] = []
    for infos, tensors, dtypes, what in sides:
        if len(tensors) != len(dtypes):
            raise Error(
                f"the program has {len(tensors)} {what}s, but the function has {len(dtypes)}"
            )
        made = []
        for i, (tensor, dtype) in enumerate(zip(tensors, dtypes)):
            if tensor.shape is None:
                raise Error(f"{what} {i} is a {tensor.type}: JAX has no such arrays")
            shape = tuple(n * s for n, s in zip(tensor.shape, tensor.shards))
            sharding = _jax.named_sharding(tensor.sharding, len(shape), mesh)
            name = infos[i].label or f"{what} {i}"
            made.append(_Border(name, shape, sharding, dtype))
        borders.append(made)
    return borders[0], borders[1]


def _compile(text: str, mesh: Mesh) -> Any:
    """Compiles a PJRT executable in which device i is the i-th device of the mesh."""
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client  # type: ignore[attr-defined]
    from jaxlib.mlir import ir

    devices = tuple(mesh.devices.flat)
    options = xla_client.CompileOptions()
    options.num_replicas, options.num_partitions = 1, len(devices)
    ids = np.array([[device.id for device in devices]])
    options.device_assignment = xla_client.DeviceAssignment.create(ids)
    build = options.executable_build_options
    build.num_replicas, build.num_partitions = 1, len(devices)
    # Several partitions require the partitioner to be enabled, but its passes must
    # not run.
    build.use_spmd_partitioning = True
    options.env_option_overrides = [
        ("xla_disable_hlo_passes", "spmd-partitioning,sharding-propagation")
    ]
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        return devices[0].client.compile_and_load(
            module, xla_client.DeviceList(devices), options
        )


def _is_key(dtype: Any) -> bool:
    return bool(jax.numpy.issubdtype(dtype, jax.dtypes.prng_key))


def _place(leaf: Any, border: _Border) -> jax.Array:
    """Puts an array on the devices, sharded as the program requires."""
    dtype = getattr(leaf, "dtype", None)
    if dtype is not None and _is_key(dtype):
        leaf = jax.random.key_data(leaf)
    elif dtype is None:
        leaf = np.asarray(leaf, border.dtype)  # a Python number
    if tuple(leaf.shape) != border.shape or (
        not _is_key(border.dtype) and leaf.dtype != border.dtype
    ):
        raise Error(
            f"{border.name} is an array of {leaf.dtype}{list(leaf.shape)}, the "
            f"program is for {border.dtype}{list(border.shape)}"
        )
    placed: jax.Array = jax.device_put(leaf, border.sharding)
    return placed


def _join(parts: Sequence[jax.Array], border: _Border) -> Any:
    """Joins the devices' shards into one array."""
    joined = jax.make_array_from_single_device_arrays(
        border.shape, border.sharding, list(parts)
    )
    if _is_key(border.dtype):
        return jax.random.wrap_key_data(joined, impl=border.dtype._impl.name)
    return joined
