"""Lowers one training step to StableHLO with GSPMD's shardings.

    pip install jax
    python gspmd_train_step.py > gspmd_train_step.mlir

The partitioner is set to GSPMD, so the program has `mhlo.sharding` strings,
@Sharding custom calls and, around the body of the shard_map,
@SPMDFullToShardShape and @SPMDShardToFullShape. `shardflow gspmd import` turns
them into Shardy's shardings.

The mesh is {data: 4, model: 2}. In the shard_map, each device normalizes its
part of the activations; an explicit psum adds up along `model`. Nothing is computed and no
accelerator is needed: the arguments are shapes. Written for JAX 0.12.
"""

import functools
import os

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax  # noqa: E402 (the flags above are read at import)
import jax.numpy as jnp  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec as P  # noqa: E402

jax.config.update("jax_use_shardy_partitioner", False)

BATCH, WIDTH, HIDDEN = 64, 128, 256
MESH = jax.make_mesh(
    (4, 2), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2
)


def sharding(*axes):
    return NamedSharding(MESH, P(*axes))


@functools.partial(
    jax.shard_map,
    mesh=MESH,
    in_specs=P("data", "model"),
    out_specs=P("data", "model"),
)
def normalize(x):
    square = jax.lax.psum(jnp.sum(x * x, axis=-1, keepdims=True), "model")
    return x * jax.lax.rsqrt(square / HIDDEN + 1e-6)


def loss(params, x, y):
    hidden = jax.nn.relu(x @ params["w_in"])
    hidden = jax.lax.with_sharding_constraint(
        hidden, sharding("data", P.UNCONSTRAINED)
    )
    out = normalize(hidden) @ params["w_out"]
    return jnp.mean((out - y) ** 2)


def train_step(params, momenta, x, y):
    value, grads = jax.value_and_grad(loss)(params, x, y)
    momenta = jax.tree.map(lambda m, g: 0.9 * m + g, momenta, grads)
    params = jax.tree.map(lambda p, m: p - 1e-2 * m, params, momenta)
    return params, momenta, value


def lower():
    def shape(dims, *axes):
        return jax.ShapeDtypeStruct(
            dims, jnp.float32, sharding=sharding(*axes) if axes else None
        )

    params = {
        "w_in": shape((WIDTH, HIDDEN), None, "model"),
        "w_out": shape((HIDDEN, WIDTH), "model", None),
    }
    momenta = {
        "w_in": shape((WIDTH, HIDDEN)),
        "w_out": shape((HIDDEN, WIDTH)),
    }
    x = shape((BATCH, WIDTH), "data", None)
    return jax.jit(train_step).lower(params, momenta, x, x)


if __name__ == "__main__":
    print(lower().as_text(), end="")
