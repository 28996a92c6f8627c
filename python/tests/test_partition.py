"""Tests that programs partitioned by shardflow and run by XLA agree with jax.jit."""

import pathlib
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import AbstractMesh, AxisType, Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

import programs
import shardflow
import shardflow.jax

STEPS = 10


@pytest.mark.parametrize("name", programs.PROGRAMS)
def test_train_steps(name):
    """Compares the losses of ten steps, and the final state."""
    program = programs.PROGRAMS[name]()
    expected = jax.jit(program.step)
    step = shardflow.jax.partition(program.lower())
    theirs, batch = program.arguments()
    ours = theirs
    losses = []
    for _ in range(STEPS):
        theirs, their_loss = expected(theirs, batch)
        ours, loss = step(ours, batch)
        losses.append((float(loss), float(their_loss)))
    np.testing.assert_allclose(*zip(*losses), rtol=1e-4)
    # The model learns: a step that does nothing would also have equal losses.
    assert losses[-1][0] < losses[0][0]
    for a, b in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs), strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-3, atol=2e-4)
    # The state keeps its shardings from step to step.
    out = jax.tree.leaves(step.out_shardings[0])
    assert [x.sharding for x in jax.tree.leaves(ours)] == out
    assert "stablehlo.all_" in step.text or "stablehlo.reduce_scatter" in step.text


MESH = programs.MESH


def put(x, *spec):
    return jax.device_put(x, NamedSharding(MESH, P(*spec)))


def test_run():
    w = put(np.arange(32.0, dtype=np.float32).reshape(8, 4), None, "model")
    x = put(np.arange(64.0, dtype=np.float32).reshape(8, 8), "data")

    def f(params, x, unused, *, scale):
        return {"y": jnp.tanh(x @ params["w"] / 100) * scale, "n": x.sum()}

    ours = shardflow.jax.run(f, {"w": w}, x, 3.0, scale=2.0)
    theirs = jax.jit(f)({"w": w}, x, 3.0, scale=2.0)
    assert jax.tree.structure(ours) == jax.tree.structure(theirs)
    for a, b in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs)):
        assert (a.shape, a.dtype) == (b.shape, b.dtype)
        assert a.sharding.is_equivalent_to(b.sharding, a.ndim)
        np.testing.assert_allclose(a, b, rtol=1e-6)


def test_script(tmp_path):
    """examples/run_per_device.py runs the program's text on given inputs."""
    script = pathlib.Path(__file__).resolve().parents[2] / "examples" / "run_per_device.py"
    x = put(np.arange(64.0, dtype=np.float32).reshape(8, 8), "data", "model")
    w = put(np.arange(32.0, dtype=np.float32).reshape(8, 4), None, "model")

    def f(x, w):
        return jnp.tanh(x @ w / 1000), x[1:7].sum(axis=0)

    (tmp_path / "local.mlir").write_text(shardflow.jax.partition(f, x, w).text)
    np.save(tmp_path / "x.npy", np.asarray(x))
    np.save(tmp_path / "w.npy", np.asarray(w))
    words = [sys.executable, str(script), "local.mlir", "x.npy", "w.npy", "-o", "out"]
    run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout.startswith("result 0: float32 of [8, 4], sum ")
    for i, expected in enumerate(jax.jit(f)(x, w)):
        np.testing.assert_allclose(np.load(tmp_path / f"out.{i}.npy"), expected, rtol=1e-5)
    np.save(tmp_path / "w.npy", np.zeros((4, 4), np.float32))
    run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 1 and "argument 1 must have the shape [8, 4], not [4, 4]" in run.stderr


def test_dimensions_that_do_not_divide():
    """Inside the program, there are 6 rows on 4 devices and 5 columns on 2."""
    x = put(np.arange(64.0, dtype=np.float32).reshape(8, 8), "data", "model")

    def f(x):
        y = jnp.exp(x[1:7, :5] / 10)
        return y.sum(axis=1), jnp.sort(y, axis=0).sum(), (y.T @ y)[:4, :4]

    step = shardflow.jax.partition(f, x)
    for a, b in zip(step(x), f(x), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5)
    assert "tensor<2x3xf32>" in step.text


def test_random_keys():
    """Random numbers don't depend on the partitioning."""
    x = put(np.zeros((8, 16), np.float32), "data", "model")

    def f(key, x):
        key, use = jax.random.split(key)
        return key, x + jax.random.normal(use, x.shape)

    key = jax.random.key(3)
    new, y = shardflow.jax.run(f, key, x)
    expected_new, expected = jax.jit(f)(key, x)
    assert new.dtype == expected_new.dtype and (jax.random.key_data(new) == jax.random.key_data(expected_new)).all()
    np.testing.assert_allclose(y, expected, rtol=1e-5, atol=1e-6)


def test_shard_map():
    """Collectives written by the user are kept."""

    def inner(x):
        return jax.lax.psum(x, "data") + jax.lax.axis_index("data")

    f = jax.shard_map(inner, mesh=MESH, in_specs=P("data", "model"), out_specs=P("data", "model"))
    x = put(np.arange(32.0, dtype=np.float32).reshape(8, 4), "data")
    np.testing.assert_allclose(shardflow.jax.run(f, x), jax.jit(f)(x))


def test_exports_and_the_other_plan():
    x = put(np.arange(64.0, dtype=np.float32).reshape(8, 8), "data", "model")

    def f(x):
        y = jax.lax.with_sharding_constraint(x, NamedSharding(MESH, P("model", "data")))
        return y.T @ x

    exported = jax.export.export(jax.jit(f))(x)
    for plan in ("default", "best"):
        step = shardflow.jax.partition(exported, plan=plan, mesh=MESH)
        np.testing.assert_allclose(step(x), f(x))
        np.testing.assert_allclose(shardflow.jax.partition(f, x, plan=plan)(x), f(x))


def test_other_devices():
    """A mesh with another device order, and one that doesn't use the first devices."""
    x = np.arange(64.0, dtype=np.float32).reshape(8, 8)
    for devices in (MESH.devices[::-1, ::-1], MESH.devices[2:]):
        mesh = Mesh(devices, ("data", "model"), axis_types=(AxisType.Auto,) * 2)
        put = lambda *spec: jax.device_put(x, NamedSharding(mesh, P(*spec)))  # noqa: E731
        y = shardflow.jax.run(lambda a, b: a @ b, put("data", "model"), put("model"))
        np.testing.assert_allclose(y, x @ x)
        assert y.sharding.mesh == mesh


def test_donated_arguments():
    x, kept = put(np.ones((8, 16), np.float32), "data"), put(np.ones((8, 16), np.float32), "data")
    step = shardflow.jax.partition(jax.jit(lambda x, y: x + y, donate_argnums=0).lower(x, kept))
    assert (step(x, kept) == 2).all()
    assert x.is_deleted() and not kept.is_deleted()


def test_errors():
    step = shardflow.jax.partition(lambda x: x * 2, put(np.ones((8, 4), np.float32), "data"))
    assert (step(np.ones((8, 4), np.float32)) == 2).all()
    with pytest.raises(shardflow.Error, match=r"x is an array of float32\[4, 4\], the program is for float32\[8, 4\]"):
        step(np.ones((4, 4), np.float32))
    with pytest.raises(shardflow.Error, match="int32"):
        step(np.ones((8, 4), np.int32))
    with pytest.raises(shardflow.Error, match="the arguments are"):
        step(1, 2)
    with pytest.raises(shardflow.Error, match="plan is 'default' or 'best'"):
        shardflow.jax.partition(lambda x: x, 1.0, plan="worst")
    with pytest.raises(shardflow.Error, match="only a program of jax's"):
        shardflow.jax.partition("module {}")
    many = AbstractMesh((64, 64), ("a", "b"), axis_types=(AxisType.Auto,) * 2)
    struct = jax.ShapeDtypeStruct((64, 64), np.float32, sharding=NamedSharding(many, P("a")))
    with pytest.raises(shardflow.Error, match="is for 4096 devices, there are 8"):
        shardflow.jax.partition(lambda x: x * 2, struct)
