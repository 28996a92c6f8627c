"""Sharding propagation for tensor programs, with Shardy's semantics.

    import shardflow

    r = shardflow.propagate(jax.jit(step).lower(*args))
    r["params/*/wq"][0].spec        # PartitionSpec(None, 'model')
    print(r.explain("params/layer0/wq"))

`propagate` accepts JAX programs, StableHLO text, portable artifacts and paths of
files, and returns a `Result`. All failures raise `Error`. JAX is imported only
when it is needed; without JAX, everything works except functions that accept or
return JAX objects.
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
    '''Finds the shardings of all tensors in a program.

    Args:
      program: a JAX `Lowered`, `Traced` or `Exported`; a torch `ExportedProgram`
        (needs torchax); StableHLO as text or as a portable artifact; HLO as text
        or as an HloModule (needs jaxlib); or the path of a file with one of these.
      specs: shardings to try: a mapping from names of arguments or results (as in
        `Result.__getitem__`) to PartitionSpecs or similar tuples. Dimensions are
        closed; `P.UNCONSTRAINED` (or ...) leaves a dimension open to propagation.
      mesh: the mesh of `specs`, as a JAX mesh or as {axis: size}. By default, the
        program's own mesh.
      jax: whether to run the steps that XLA runs on a JAX program before
        propagation, and to propagate as jaxlib 0.12 does, so that the shardings
        are those of the compiled program. By default, True for JAX objects and
        for HLO.
      compat: the version of Shardy to agree with: "shardy-2026-08" or
        "jaxlib-0.12" (the default if `jax` is true).
      extra_rules: whether to use sharding rules for chlo ops, which Shardy lacks.
        By default, the same as `jax`.
      dynamic_shapes: whether to also propagate through tensors with dimensions of
        unknown size, which Shardy and XLA reject (docs/rules.md). `jax` must then
        be False, which is its default in this case.
      rules: sharding rules for your own ops and custom calls: the path of a file,
        or a dictionary such as {"my.op": "([i, j])->([i, j])"}. "@target" stands
        for a custom call. Instead of a rule, you can give a function that takes
        the op and returns its rule.

    Raises:
      Error: the program, a name or a spec is invalid.

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
    """Finds shardings: the plan with the lowest estimated time (docs/auto.md).

        plan = shardflow.auto(shardflow.trace(step, *args), mesh=mesh, topology="h100",
                              memory="16 GiB")
        fast = jax.jit(step, in_shardings=plan.in_shardings(mesh))

    Args:
      program: as for `propagate`. Its own shardings are kept.
      topology: the machine: "h100", "v5e", or the path of a TOML file
        (docs/cost.md).
      mesh: a JAX mesh, {axis: size}, or a number of devices, for the best mesh of
        that many devices with one or two axes. By default, the program's own mesh.
      memory: the memory of a device, in bytes or as text such as "16 GiB"; 0 means
        no limit.
      steps: the maximum number of plans to price. By default up to 3,000, or fewer
        for a large program. The same number gives the same answer on every machine.
      seconds: the maximum time of the search.
      seed: the seed of the search's random numbers.
      reconsider: whether plans may change the program's own shardings.
      explain: whether to also find the cost of alternatives to each decision
        (`Plan.decisions`).
      rules: as for `propagate`.

    Returns:
      A `Plan`, which contains the shardings of the arguments and the constraints
      needed inside the program. If no plan fits into memory, the plan with the
      lowest peak memory.

    Raises:
      Error: the program or the topology is invalid, or there is no mesh.
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
    """Adds the devices of `mesh`, if it is a JAX mesh and `source` has no devices."""
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
    """Describes the tensors that two programs shard differently; '' if there are none.

    Args:
      before: a `Result`, or a program as for `propagate`.
      after: the same, for the program to compare with `before`.
    """
    results = [x if isinstance(x, Result) else propagate(x) for x in (before, after)]
    return results[0].diff(results[1])


def trace(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Lowers a JAX function, using only the shapes of the arguments.

    Nothing is computed and no devices are needed: shardings may be on a
    `jax.sharding.AbstractMesh` of any size.

    Args:
      function: a function, with or without `jax.jit`; or a torch
        `ExportedProgram`, which already contains its arguments (docs/python.md).
      *args: arrays or `jax.ShapeDtypeStruct`s, with or without shardings.
      **kwargs: the same, by name.

    Returns:
      A `jax.stages.Lowered`, which `propagate` accepts.
    """
    from shardflow import _jax

    return _jax.trace(function, *args, **kwargs)
