"""Lowers one training step of a residual MLP to StableHLO with sdy shardings.

    pip install jax
    python mlp_train_step.py > mlp_train_step.mlir

The mesh is {data: 4, model: 2}. The batch is split over `data`, the weights of
each block Megatron style over `model`: the first by its columns, the second by
its rows. A constraint shards the batch of the residual stream, and leaves its
last dimension to propagation. The optimizer's moments have no sharding of their
own; propagation finds one.

Nothing is computed and no accelerator is needed: the arguments are shapes.
Written for JAX 0.12.
"""

import functools
import os

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax  # noqa: E402 (the flags above are read at import)
import jax.numpy as jnp  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec as P  # noqa: E402

LAYERS = 2
BATCH = 512
VOCAB = 32000
WIDTH = 1024
HIDDEN = 4096

MESH = jax.make_mesh(
    (4, 2), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2
)


def sharding(*axes):
    return NamedSharding(MESH, P(*axes))


def parameters():
    """The shape of every parameter, and the mesh axes that split it."""
    table = {"embedding": ((VOCAB, WIDTH), ("model", None))}
    for i in range(LAYERS):
        table[f"block{i}"] = {
            "scale": ((WIDTH,), (None,)),
            "w_in": ((WIDTH, HIDDEN), (None, "model")),
            "b_in": ((HIDDEN,), ("model",)),
            "w_out": ((HIDDEN, WIDTH), ("model", None)),
        }
    return table


def normalize(x, scale):
    variance = jnp.mean(x * x, axis=-1, keepdims=True)
    return x * jax.lax.rsqrt(variance + 1e-6) * scale


def block(params, x):
    x = jax.lax.with_sharding_constraint(x, sharding("data", P.UNCONSTRAINED))
    hidden = normalize(x, params["scale"]) @ params["w_in"] + params["b_in"]
    return x + jax.nn.gelu(hidden) @ params["w_out"]


def loss(params, tokens, labels):
    x = params["embedding"][tokens]
    for i in range(LAYERS):
        x = block(params[f"block{i}"], x)
    logits = x @ params["embedding"].T
    logits = jax.lax.with_sharding_constraint(logits, sharding("data", "model"))
    log_probs = jax.nn.log_softmax(logits)
    return -jnp.mean(jnp.take_along_axis(log_probs, labels[:, None], axis=-1))


def adam(param, grad, first, second, step):
    """One parameter's update: (param, first moment, second moment)."""
    first = 0.9 * first + 0.1 * grad
    second = 0.999 * second + 0.001 * grad * grad
    corrected = first / (1 - 0.9**step)
    scale = jnp.sqrt(second / (1 - 0.999**step)) + 1e-8
    return param - 1e-3 * corrected / scale, first, second


def train_step(params, firsts, seconds, step, tokens, labels):
    value, grads = jax.value_and_grad(loss)(params, tokens, labels)
    update = functools.partial(adam, step=step)
    updated = jax.tree.map(update, params, grads, firsts, seconds)
    params, firsts, seconds = jax.tree.transpose(
        jax.tree.structure(params), jax.tree.structure((0, 0, 0)), updated
    )
    return params, firsts, seconds, step + 1, value


def lower():
    def shape(dims, dtype, *axes):
        return jax.ShapeDtypeStruct(dims, dtype, sharding=sharding(*axes))

    params = jax.tree.map(
        lambda row: shape(row[0], jnp.float32, *row[1]),
        parameters(),
        is_leaf=lambda node: isinstance(node, tuple),
    )
    moments = jax.tree.map(
        lambda param: jax.ShapeDtypeStruct(param.shape, param.dtype), params
    )
    step = shape((), jnp.float32)
    batch = shape((BATCH,), jnp.int32, "data")
    arguments = (params, moments, moments, step, batch, batch)
    return jax.jit(train_step).lower(*arguments)


if __name__ == "__main__":
    print(lower().as_text(), end="")
