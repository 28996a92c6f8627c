"""Lowers one training step of a small GPT to StableHLO, with its names.

    pip install jax
    python gpt_train_step.py > gpt_train_step.mlir

The mesh is {fsdp: 4, tp: 2}. Weights are split over both, the batch over
`fsdp`; the optimizer's state has no sharding of its own. The program is printed
with debug information, so that it contains the user's names of arguments and
ops, and lines of this file, which shardflow then uses in its answers.

Nothing is computed and no accelerator is needed: the arguments are shapes.
Written for JAX 0.12.
"""

import os
import re

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax  # noqa: E402 (the flags above are read at import)
import jax.numpy as jnp  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec as P  # noqa: E402

# Let frames contain the name of this file without its folder.
jax.config.update(
    "jax_hlo_source_file_canonicalization_regex",
    re.escape(os.path.dirname(os.path.abspath(__file__)) + os.sep),
)

LAYERS = 2
BATCH = 16
LENGTH = 128
VOCAB = 1024
WIDTH = 256
HEADS = 8
HIDDEN = 1024

MESH = jax.make_mesh(
    (4, 2), ("fsdp", "tp"), axis_types=(jax.sharding.AxisType.Auto,) * 2
)


def shape(dims, dtype=jnp.float32, spec=None):
    sharding = None if spec is None else NamedSharding(MESH, spec)
    return jax.ShapeDtypeStruct(dims, dtype, sharding=sharding)


def parameters():
    def block():
        return {
            "norm1": shape((WIDTH,), spec=P()),
            "wq": shape((WIDTH, WIDTH), spec=P("fsdp", "tp")),
            "wk": shape((WIDTH, WIDTH), spec=P("fsdp", "tp")),
            "wv": shape((WIDTH, WIDTH), spec=P("fsdp", "tp")),
            "wo": shape((WIDTH, WIDTH), spec=P("tp", "fsdp")),
            "norm2": shape((WIDTH,), spec=P()),
            "up": shape((WIDTH, HIDDEN), spec=P("fsdp", "tp")),
            "down": shape((HIDDEN, WIDTH), spec=P("tp", "fsdp")),
        }

    return {
        "embed": shape((VOCAB, WIDTH), spec=P("tp", "fsdp")),
        "blocks": [block() for _ in range(LAYERS)],
        "norm": shape((WIDTH,), spec=P()),
        "head": shape((WIDTH, VOCAB), spec=P("fsdp", "tp")),
    }


def normalize(x, scale):
    variance = jnp.mean(x * x, axis=-1, keepdims=True)
    return x * jax.lax.rsqrt(variance + 1e-6) * scale


def attention(params, x):
    def heads(weight):
        return (x @ weight).reshape(*x.shape[:2], HEADS, WIDTH // HEADS)

    q, k, v = (heads(params[name]) for name in ("wq", "wk", "wv"))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / (WIDTH // HEADS) ** 0.5
    mask = jnp.tril(jnp.ones((LENGTH, LENGTH), bool))
    weights = jax.nn.softmax(jnp.where(mask, scores, -1e9), axis=-1)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", weights, v)
    return mixed.reshape(x.shape) @ params["wo"]


def feed_forward(params, x):
    return jax.nn.gelu(x @ params["up"]) @ params["down"]


def loss(params, batch):
    with jax.named_scope("embed"):
        x = params["embed"][batch["tokens"]]
        x = jax.lax.with_sharding_constraint(x, NamedSharding(MESH, P("fsdp")))
    for i, block in enumerate(params["blocks"]):
        with jax.named_scope(f"block{i}"):
            with jax.named_scope("attention"):
                x = x + attention(block, normalize(x, block["norm1"]))
            with jax.named_scope("feed_forward"):
                x = x + feed_forward(block, normalize(x, block["norm2"]))
    with jax.named_scope("head"):
        logits = normalize(x, params["norm"]) @ params["head"]
    with jax.named_scope("loss"):
        log_probs = jax.nn.log_softmax(logits)
        label = batch["labels"][..., None]
        return -jnp.mean(jnp.take_along_axis(log_probs, label, axis=-1))


def adam(param, grad, mu, nu):
    """One parameter's update: (param, first moment, second moment)."""
    mu = 0.9 * mu + 0.1 * grad
    nu = 0.999 * nu + 0.001 * grad * grad
    return param - 1e-3 * mu / (jnp.sqrt(nu) + 1e-8), mu, nu


def train_step(params, opt_state, batch):
    value, grads = jax.value_and_grad(loss)(params, batch)
    with jax.named_scope("adam"):
        updated = jax.tree.map(
            adam, params, grads, opt_state["mu"], opt_state["nu"]
        )
    params, mu, nu = jax.tree.transpose(
        jax.tree.structure(params), jax.tree.structure((0, 0, 0)), updated
    )
    return params, {"mu": mu, "nu": nu}, {"loss": value}


def lower():
    params = parameters()
    moments = jax.tree.map(lambda param: shape(param.shape), params)
    tokens = shape((BATCH, LENGTH), jnp.int32, P("fsdp"))
    return jax.jit(train_step).lower(
        params,
        {"mu": moments, "nu": moments},
        {"tokens": tokens, "labels": tokens},
    )


if __name__ == "__main__":
    print(lower().as_text(debug_info=True), end="")
