"""Programs of `torch.export`, which torchax converts to JAX functions."""

from __future__ import annotations

from typing import Any

import jax

from shardflow._error import Error


def is_exported(program: Any) -> bool:
    """Whether `program` is a `torch.export.ExportedProgram`. Doesn't import torch."""
    kind = type(program)
    return kind.__name__ == "ExportedProgram" and kind.__module__.startswith("torch.")


def lower(program: Any) -> Any:
    """Lowers a `torch.export.ExportedProgram` by means of JAX.

    Uses only the shapes of the weights, which are neither read nor copied.

    Returns:
      A `jax.stages.Lowered`. Its arguments are dictionaries, so that tensors keep
      torch's names: "params/0.weight", "buffers/1.running_mean", "inputs/x".

    Raises:
      Error: torchax isn't installed or doesn't support an op, or a size is dynamic.
    """
    try:
        import torchax
        from torchax import export
        from torchax.ops import mappings
    except ImportError as error:
        raise Error(
            "programs of torch.export are converted by torchax, which isn't "
            "installed: pip install torchax"
        ) from error
    if program.range_constraints:
        sizes = ", ".join(map(str, program.range_constraints))
        raise Error(
            f"the program has dynamic sizes ({sizes}): export it without dynamic_shapes"
        )
    torchax.default_env()  # loads torchax's ops
    _, states, function = export.exported_program_to_jax(program, export_raw=True)
    signature = program.graph_signature
    groups = {
        "params": list(signature.parameters),
        "buffers": list(signature.buffers),
    }
    named = len(groups["params"]) + len(groups["buffers"])
    # torchax adds constants without names as further inputs.
    groups["constants"] = [str(i) for i in range(len(states) - named)]
    order = [(group, name) for group, names in groups.items() for name in names]
    shapes: dict[str, dict[str, Any]] = {group: {} for group in groups}
    for (group, name), state in zip(order, states):
        shapes[group][name] = jax.ShapeDtypeStruct(
            tuple(state.shape),
            jax.dtypes.canonicalize_dtype(mappings.t2j_dtype(state.dtype)),
        )
    given_names = [str(name) for name in signature.user_inputs]
    shapes["inputs"] = dict(zip(given_names, export.extract_avals(program)))

    # JAX names the program's arguments after these parameters.
    def forward(params: Any, buffers: Any, constants: Any, inputs: Any) -> Any:
        values = {"params": params, "buffers": buffers, "constants": constants}
        return function(
            [values[group][name] for group, name in order],
            tuple(inputs[name] for name in given_names),
        )

    try:
        return jax.jit(forward).lower(*shapes.values())
    except AssertionError as error:
        raise Error(f"torchax doesn't support an op of the program: {error}") from error
