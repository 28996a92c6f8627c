"""Sharding propagation for tensor programs, with Shardy's semantics.

    import shardflow

    r = shardflow.propagate(jax.jit(step).lower(*args))
    r["params/*/wq"][0].spec        # PartitionSpec(None, 'model')
    print(r.explain("params/layer0/wq"))

`propagate` takes programs of jax, StableHLO as text, as portable artifacts and
as files, and answers with a `Result`. Everything that fails raises `Error`.
jax is imported only where it is needed; without it there are no objects of
jax, the rest works.
"""

from __future__ import annotations

import atexit
import dataclasses
import os
from collections.abc import Mapping
from typing import Any

from shardflow import _auto, _core
from shardflow._auto import Alternative, Candidate, Constraint, Decision, Plan
from shardflow._core import Message
from shardflow._cost import Collective, Comms, Cost
from shardflow._error import Error
from shardflow._html import Report
from shardflow._lint import Finding, Findings
from shardflow._reshard import Reshard
from shardflow._result import Result, topology_of
from shardflow._source import (
    Settings,
    ShardflowWarning,
    Source,
    rules_of,
    to_source,
)
from shardflow._tensor import Tensor, parse_bytes
from shardflow._testing import (
    assert_golden,
    assert_max_replicated,
    assert_no_reshard,
    assert_sharding,
)

__all__ = [
    "Alternative",
    "Candidate",
    "Collective",
    "Comms",
    "Constraint",
    "Cost",
    "Decision",
    "Error",
    "Finding",
    "Findings",
    "Message",
    "Plan",
    "Report",
    "Reshard",
    "Result",
    "ShardflowWarning",
    "Tensor",
    "__version__",
    "assert_golden",
    "assert_max_replicated",
    "assert_no_reshard",
    "assert_sharding",
    "auto",
    "diff",
    "propagate",
    "trace",
]

__version__: str = _core.version()

atexit.register(_core.join_abandoned)


def propagate(
    program: Any,
    specs: Mapping[str, Any] | None = None,
    /,
    *,
    mesh: Any = None,
    jax: bool | None = None,
    compat: str | None = None,
    extra_rules: bool | None = None,
    dynamic_shapes: bool = False,
    rules: Any = None,
) -> Result:
    '''Works out the shardings of all tensors of a program.

    Args:
      program: a `Lowered`, `Traced` or `Exported` of jax; an `ExportedProgram` of
        torch (by torchax); StableHLO as text or as a portable artifact; HLO as
        text or as an HloModule (by jaxlib); or the path of a file with one of
        these.
      specs: what if these arguments and results were sharded so: names (as in
        `Result.__getitem__`) to PartitionSpecs or tuples like them. Dimensions
        are closed, `P.UNCONSTRAINED` (or ...) is open to propagation.
      mesh: the mesh of `specs`, of jax or as {axis: size}. By default it is the
        program's.
      jax: do first what XLA does to a program of jax, and propagate as jaxlib 0.12
        does, so that shardings are those of the compiled program. By default for
        objects of jax and for HLO.
      compat: the version of Shardy to agree with, "shardy-2026-08" (the default)
        or "jaxlib-0.12".
      extra_rules: have rules for ops of chlo.
      dynamic_shapes: also propagate through tensors with dimensions of unknown
        size, which Shardy refuses (docs/rules.md). XLA refuses them, too, so
        `jax` has to be False, which is then the default.
      rules: sharding rules for ops and custom calls of your own: the path of a
        file, or {"my.op": "([i, j])->([i, j])"}; "@target" is a custom call, and
        a rule may be a function of the op that returns one.

    Raises:
      Error: the program, a name or a spec is wrong.

    >>> r = propagate("""
    ...   sdy.mesh @mesh = <["data"=4]>
    ...   func.func @main(%x: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    ...       -> tensor<8x2xf32> {
    ...     %0 = stablehlo.tanh %x : tensor<8x2xf32>
    ...     return %0 : tensor<8x2xf32>
    ...   }""")
    >>> r["res/0"][0].spec_text
    "P('data', None)"
    >>> r["res/0"][0].local_shape
    (2, 2)
    '''
    source = _with_mesh(to_source(program), mesh)
    if dynamic_shapes and jax:
        raise Error("XLA refuses programs with unknown sizes: dynamic_shapes needs jax=False")
    settings = dataclasses.replace(
        _settings(source, False if dynamic_shapes else jax, compat, extra_rules, rules),
        dynamic_shapes=dynamic_shapes,
    )
    return Result(source, settings, specs or {}, _mesh_of(mesh))


def auto(
    program: Any,
    /,
    *,
    topology: str | os.PathLike[str],
    mesh: Any = None,
    memory: int | str = 0,
    steps: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    reconsider: bool = False,
    explain: bool = False,
    rules: Any = None,
) -> Plan:
    """Finds shardings: the fastest plan that fits, by our estimate (docs/auto.md).

        plan = shardflow.auto(shardflow.trace(step, *args), mesh=mesh, topology="h100",
                              memory="16 GiB")
        fast = jax.jit(step, in_shardings=plan.in_shardings(mesh))

    Args:
      program: as for `propagate`. Shardings that it has stay.
      topology: the machine, "h100", "v5e", or the path of a TOML file
        (docs/cost.md).
      mesh: of jax, or {axis: size}; or a number of devices: the best of the meshes
        of so many, with one axis or two. By default it is the program's.
      memory: what a device has, in bytes or "16 GiB"; 0: no limit.
      steps: how many plans to price; by default up to 3,000, fewer of a large
        program. The same number gives the same answer on every machine.
      seconds: how long to search.
      seed: where the random numbers begin.
      reconsider: give up the program's own shardings where another plan is better.
      explain: also say what each decision would cost otherwise (`Plan.decisions`).
      rules: as for `propagate`.

    Returns:
      A `Plan`, with the shardings of arguments and the constraints that are needed
      inside. If nothing fits it is the one that needs the least memory.

    Raises:
      Error: the program or the topology is wrong, or there is no mesh.
    """
    source = to_source(program)
    if not isinstance(mesh, int):
        source = _with_mesh(source, mesh)
    return _auto.find(
        source,
        _settings(source, True, None, None, rules),
        mesh=mesh,
        topology=topology_of(topology),
        memory=parse_bytes(memory),
        steps=steps,
        seconds=seconds,
        seed=seed,
        reconsider=reconsider,
        explain=explain,
    )


def _settings(
    source: Source,
    jax: bool | None,
    compat: str | None,
    extra_rules: bool | None,
    rules: Any,
) -> Settings:
    as_jax = source.is_jax if jax is None else jax
    return Settings(
        jax=as_jax,
        compat=compat or ("jaxlib-0.12" if as_jax else "shardy-2026-08"),
        extra_rules=as_jax if extra_rules is None else extra_rules,
        rules=rules_of(rules),
    )


def _with_mesh(source: Source, mesh: Any) -> Source:
    """The program, with the devices of a mesh of jax if it knows none."""
    if source.signature is None or source.signature.mesh is not None:
        return source
    from jax.sharding import Mesh

    if not isinstance(mesh, Mesh):
        return source
    signature = dataclasses.replace(source.signature, mesh=mesh)
    return dataclasses.replace(source, signature=signature)


def _mesh_of(mesh: Any) -> _core.Mesh | None:
    if mesh is None:
        return None
    shape = mesh if isinstance(mesh, Mapping) else mesh.shape
    return _core.Mesh(
        "", [_core.MeshAxis(str(name), int(size)) for name, size in shape.items()]
    )


def diff(before: Any, after: Any, /) -> str:
    """Which tensors of two programs are sharded differently; '' if none.

    Both are `Result`s, or what `propagate` takes.
    """
    results = [x if isinstance(x, Result) else propagate(x) for x in (before, after)]
    return results[0].diff(results[1])


def trace(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Lowers a function of jax for arguments of which only the shapes count.

    Nothing is computed and no device is needed: shardings may be on a
    `jax.sharding.AbstractMesh` of any size.

    Args:
      function: what `jax.jit` returned, or takes; or an `ExportedProgram` of torch,
        which has its arguments already (docs/python.md).
      *args: arrays or `jax.ShapeDtypeStruct`s, with shardings or without.
      **kwargs: the same, by name.

    Returns:
      A `jax.stages.Lowered`, which `propagate` takes.
    """
    from shardflow import _jax

    return _jax.trace(function, *args, **kwargs)
