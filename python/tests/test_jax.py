"""Tests that JAX objects are accepted and returned."""

import pathlib

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import AbstractMesh, AxisType, Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

import programs
import shardflow
import texts

MESH = programs.MESH


def struct(shape, *spec, mesh=MESH):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))


def affine(params, x, unused, *, scale):
    return {"y": jnp.tanh(x @ params["w"]) * scale, "sum": jnp.sum(x)}


ARGUMENTS = (
    {"b": jax.ShapeDtypeStruct((3,), jnp.float32), "w": struct((16, 32), None, "model")},
    struct((8, 16), "data"),
    jax.ShapeDtypeStruct((4,), jnp.float32),
)
SCALE = jax.ShapeDtypeStruct((), jnp.float32)


def test_every_stage_is_the_same_program():
    jitted = jax.jit(affine)
    lowered = jitted.lower(*ARGUMENTS, scale=SCALE)
    r = shardflow.propagate(lowered)
    assert [t.name for t in r] == ["params/w", "x", "scale", "result/sum", "result/y"]
    for same in (
        jitted.trace(*ARGUMENTS, scale=SCALE),
        jax.export.export(jitted)(*ARGUMENTS, scale=SCALE),
        shardflow.trace(affine, *ARGUMENTS, scale=SCALE),
        shardflow.trace(jitted, *ARGUMENTS, scale=SCALE),
    ):
        s = shardflow.propagate(same)
        assert [(t.label, t.spec, t.shape) for t in s] == [(t.label, t.spec, t.shape) for t in r]
        assert jax.tree.structure(s.input_shardings) == jax.tree.structure(r.input_shardings)
    text = shardflow.propagate(lowered.as_text(debug_info=True), jax=True)
    assert text.table() == r.table()


def test_a_serialized_export():
    pytest.importorskip("flatbuffers", reason="jax needs it to serialize")
    exported = jax.export.export(jax.jit(affine))(*ARGUMENTS, scale=SCALE)
    r = shardflow.propagate(bytes(exported.serialize()), jax=True)
    assert r.table() == shardflow.propagate(exported).table()


def test_trees_have_holes_where_jax_dropped_arguments():
    lowered = jax.jit(affine).lower(*ARGUMENTS, scale=SCALE)
    compiled = lowered.compile()
    r = shardflow.propagate(lowered)
    args, kwargs = r.input_shardings
    assert args[0]["b"] is None and args[2] is None
    assert args[0]["w"] == NamedSharding(MESH, P(None, "model"))
    assert r.in_shardings() == args
    is_none = lambda x: x is None  # noqa: E731
    assert jax.tree.structure(r.input_shardings, is_leaf=is_none) == jax.tree.structure(
        compiled.input_shardings, is_leaf=is_none
    )
    assert r.out_shardings()["y"].is_equivalent_to(compiled.output_shardings["y"], 2)


def test_specs():
    r = shardflow.propagate(jax.jit(affine).lower(*ARGUMENTS, scale=SCALE))
    (w,) = r["params/w"]
    assert w.spec == P(None, "model") and w.sharding == NamedSharding(MESH, P(None, "model"))
    assert r.mesh is MESH
    other = Mesh(MESH.devices[::-1], MESH.axis_names)
    assert w.sharding_on(other) == NamedSharding(other, P(None, "model"))
    with pytest.raises(shardflow.Error, match="the program's mesh is"):
        w.sharding_on(Mesh(MESH.devices.reshape(2, 4), MESH.axis_names))


def test_what_if_with_specs_of_jax():
    r = shardflow.propagate(jax.jit(affine).lower(*ARGUMENTS, scale=SCALE))
    edited = r.what_if({"params/w": P("model"), "x": P(P.UNCONSTRAINED, "model")})
    assert edited["params/w"][0].spec == P("model", None)
    assert edited["x"][0].spec == P(None, "model")
    # The shardings are the same as when JAX compiles the function with these
    # inputs.
    told = ({**ARGUMENTS[0], "w": struct((16, 32), "model")}, struct((8, 16), None, "model"), ARGUMENTS[2])
    compiled = jax.jit(affine).lower(*told, scale=SCALE).compile()
    edited = r.what_if({"params/w": P("model"), "x": P(None, "model")})
    for tensor, theirs in zip(edited.results, jax.tree.leaves(compiled.output_shardings)):
        assert tensor.sharding.is_equivalent_to(theirs, tensor.rank)
    # An unsharded program, on a mesh that it doesn't define.
    plain = jax.jit(affine).lower(
        *jax.tree.map(lambda x: jax.ShapeDtypeStruct(x.shape, x.dtype), ARGUMENTS), scale=SCALE
    )
    r = shardflow.propagate(plain, {"x": P("data")}, mesh=MESH)
    assert r["result/y"][0].spec == P("data", None)
    assert r.mesh is MESH and r.in_shardings()[1] == NamedSharding(MESH, P("data", None))


def test_a_mesh_without_devices():
    mesh = AbstractMesh((256, 16), ("data", "model"), axis_types=(AxisType.Auto,) * 2)
    lowered = shardflow.trace(
        lambda w, x: x @ w,
        struct((4096, 4096), None, "model", mesh=mesh),
        struct((65536, 4096), "data", mesh=mesh),
    )
    r = shardflow.propagate(lowered)
    traced = jax.jit(lambda w, x: x @ w).trace(*(struct((512, 512), *a, mesh=mesh) for a in ((), ("data",))))
    assert shardflow.propagate(traced)["res/0"][0].spec == P("data", None)
    assert r["res/0"][0].local_shape == (256, 256) and r["res/0"][0].spec == P("data", "model")
    assert r.mesh == mesh


def test_trace_takes_arrays():
    x = jax.device_put(np.zeros((8, 16), np.float32), NamedSharding(MESH, P("data")))
    r = shardflow.propagate(shardflow.trace(lambda x, y, n: x @ y * n, x, np.ones((16, 4), np.float32), 2))
    assert r["res/0"][0].spec == P("data", None)


def test_parts_of_axes_are_axes_of_a_finer_mesh():
    text = """\
sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data":(2)2, "model"}, {"data":(1)2}]>})
    -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}
"""
    (x,) = shardflow.propagate(text)["arg/0"]
    with pytest.raises(shardflow.Error, match="parts of axes"):
        x.spec  # noqa: B018
    sharding = x.sharding_on(MESH)
    assert sharding.shard_shape((8, 16)) == x.local_shape == (2, 8)
    assert dict(sharding.mesh.shape) == {"data:(1)2": 2, "data:(2)2": 2, "model": 2}
    # Device 5 is at data=2, model=1, so it holds the second quarter of the rows.
    indices = sharding.devices_indices_map((8, 16))
    assert indices[MESH.devices.flat[5]] == (slice(2, 4), slice(8, 16))


def test_hlo():
    lowered = jax.jit(affine).lower(*ARGUMENTS, scale=SCALE)
    text = lowered.as_text(dialect="hlo")
    r = shardflow.propagate(text)
    assert [t.shape for t in r.arguments] == [(16, 32), (8, 16), ()]
    theirs = jax.tree.leaves(lowered.compile().output_shardings)
    ours = [t.sharding_on(MESH) for t in r.results]
    assert all(a.is_equivalent_to(b, t.rank) for a, b, t in zip(ours, theirs, r.results))
    from jaxlib import _hlo

    assert shardflow.propagate(_hlo.hlo_module_from_text(text)).table() == r.table()


def test_what_is_no_program():
    compiled = jax.jit(affine).lower(*ARGUMENTS, scale=SCALE).compile()
    with pytest.raises(shardflow.Error, match="give what it was compiled from"):
        shardflow.propagate(compiled)
    with pytest.raises(shardflow.Error, match="shardflow.trace"):
        shardflow.propagate(affine)
    with pytest.raises(shardflow.Error, match="int is not a program"):
        shardflow.propagate(3)
    with pytest.raises(shardflow.Error, match="only a program of jax's"):
        shardflow.propagate("module {}").in_shardings()


def test_explanations_of_jax():
    r = shardflow.propagate(jax.jit(affine).lower(*ARGUMENTS, scale=SCALE))
    text = r.explain("result/y")
    assert "params['w']" in text and "dot_general" in text
    # The explanation uses JAX's notation and contains the user's source line.
    assert "P('data', 'model')" in text and "test_jax.py:" in text
    assert r.explain("dot_general") == r.explain("*/dot_general") or "dot_general" in r.explain("dot_general")


def test_ops_by_name():
    def f(x, w):
        with jax.named_scope("block0"):
            y = x @ w
        with jax.named_scope("block1"):
            return jnp.tanh(y @ w.T)

    r = shardflow.propagate(shardflow.trace(f, struct((8, 16), "data"), struct((16, 32), None, "model")))
    assert [t.spec for t in r["block0/dot_general"]] == [P("data", "model")]
    assert [t.name for t in r["*/dot_general"]] == ["block0/dot_general", "block1/dot_general"]
    assert "P('data', 'model')" in r.explain("block0/dot_general")
    # Reshards have source places.
    moved = r.what_if({"w": P("model", None), "x": P("data", None)}).reshards()
    assert all(reshard.file.endswith("test_jax.py") for reshard in moved if reshard.producer)


def test_meshes_of_jax_for_programs_without_one():
    shapes = [jax.ShapeDtypeStruct(s, jnp.float32) for s in ((8, 16), (16, 32))]
    lowered = shardflow.trace(jnp.dot, *shapes)
    abstract = AbstractMesh((4, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)
    for mesh in (MESH, abstract, {"data": 4, "model": 2}):
        r = shardflow.propagate(lowered, {"a": P("data")}, mesh=mesh)
        assert [t.spec for t in r] == [P("data", None), P(None, None), P("data", None)]
        assert r.mesh == (mesh if mesh is MESH else abstract)


def test_auto_gives_what_jit_takes():
    def loss(params, x):
        h = jnp.tanh(x @ params["up"])
        return jnp.mean((h @ params["down"]) ** 2)

    def step(params, x):
        value, grads = jax.value_and_grad(loss)(params, x)
        return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), value

    shape = jax.ShapeDtypeStruct
    params = {"up": shape((64, 256), jnp.float32), "down": shape((256, 64), jnp.float32)}
    x = shape((512, 64), jnp.float32)
    plan = shardflow.auto(shardflow.trace(step, params, x), mesh=MESH, topology="h100:1x8", steps=60)
    assert plan.fits and set(plan.specs) == {"params/up", "params/down", "x"}
    assert plan.result.mesh is MESH
    jitted = jax.jit(step, in_shardings=plan.in_shardings(MESH), out_shardings=plan.out_shardings(MESH))
    compiled = jitted.lower(params, x).compile()
    for ours, theirs in zip(
        jax.tree.leaves(plan.in_shardings(MESH)), jax.tree.leaves(compiled.input_shardings[0]), strict=True
    ):
        assert ours.is_equivalent_to(theirs, 2)
    # A mesh without devices gives the same answer. The number of devices can be
    # passed instead of a mesh.
    abstract = AbstractMesh((4, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)
    again = shardflow.auto(shardflow.trace(step, params, x), mesh=abstract, topology="h100:1x8", steps=60)
    assert again.specs == plan.specs
    assert shardflow.auto(shardflow.trace(step, params, x), mesh=8, topology="h100:1x8", steps=60).fits


def test_constraints_are_specs_of_jax():
    path = pathlib.Path(__file__).resolve().parents[2] / "examples" / "gpt_train_step.mlir"
    plan = shardflow.auto(texts.with_shardings(path, {2, 3, 4}), topology="v5e", steps=40)
    assert all(isinstance(c.spec, P) for c in plan.constraints) and plan.constraints
    assert str(plan.constraints[0].spec).removeprefix("Partition") != ""
    # After propagation, no constraints are left.
    assert plan.result.text().count("sdy.sharding_constraint") == 0
