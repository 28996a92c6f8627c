"""Tests that argument and result shardings equal those of JAX's compiled programs."""

import jax
import pytest

import programs
import shardflow


def _differences(ours, theirs, tensors):
    """Returns the tensors that are sharded differently. None means unspecified."""
    is_none = lambda x: x is None  # noqa: E731
    ours = jax.tree.leaves(ours, is_leaf=is_none)
    theirs = jax.tree.leaves(theirs, is_leaf=is_none)
    assert [x is None for x in ours] == [x is None for x in theirs]
    pairs = [(a, b) for a, b in zip(ours, theirs) if a is not None]
    assert len(pairs) == len(tensors)
    return [
        f"{tensor.name}: {a.spec}, in jax {b}"
        for (a, b), tensor in zip(pairs, tensors)
        if not a.is_equivalent_to(b, tensor.rank)
    ]


@pytest.mark.parametrize("name", programs.PROGRAMS)
def test_train_step(name):
    lowered = programs.PROGRAMS[name]().lower()
    compiled = lowered.compile()
    r = shardflow.propagate(lowered)
    assert not _differences(r.input_shardings, compiled.input_shardings, r.arguments)
    assert not _differences(r.output_shardings, compiled.output_shardings, r.results)
    # Passing the shardings to jax.jit doesn't change the compiled program's
    # shardings.
    assert r.in_shardings() == r.input_shardings[0]
    again = jax.jit(
        programs.PROGRAMS[name]().step,
        in_shardings=r.in_shardings(programs.MESH),
        out_shardings=r.out_shardings(programs.MESH),
    )
    program = programs.PROGRAMS[name]()
    shapes = [jax.tree.map(lambda x: jax.ShapeDtypeStruct(x.shape, x.dtype), t)
              for t in (program.state, program.batch)]
    recompiled = again.lower(*shapes).compile()
    assert not _differences(r.output_shardings, recompiled.output_shardings, r.results)
