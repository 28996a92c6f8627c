"""Train steps of small models for the tests, each sharded differently.

Each is a function `step(state, batch) -> (state, loss)` for 8 devices, with an
initial state, a batch, and specs for both.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = Mesh(
    np.array(jax.devices()[:8]).reshape(4, 2),
    ("data", "model"),
    axis_types=(AxisType.Auto,) * 2,
)


@dataclasses.dataclass
class Program:
    step: Callable[[Any, Any], Any]
    state: Any
    batch: Any
    state_specs: Any  # None: left to propagation
    batch_specs: Any

    def place(self, tree: Any, specs: Any) -> Any:
        return jax.tree.map(
            lambda x, spec: x
            if spec is None
            else jax.device_put(x, NamedSharding(MESH, spec)),
            tree,
            specs,
            is_leaf=lambda x: x is None,
        )

    def arguments(self) -> tuple[Any, Any]:
        """The state and the batch, on the devices."""
        return (
            self.place(self.state, self.state_specs),
            self.place(self.batch, self.batch_specs),
        )

    def lower(self) -> Any:
        def shape(x: Any, spec: Any) -> Any:
            sharding = None if spec is None else NamedSharding(MESH, spec)
            return jax.ShapeDtypeStruct(x.shape, x.dtype, sharding=sharding)

        trees = ((self.state, self.state_specs), (self.batch, self.batch_specs))
        arguments = [jax.tree.map(shape, tree, specs) for tree, specs in trees]
        return jax.jit(self.step).lower(*arguments)


PROGRAMS: dict[str, Callable[[], Program]] = {}


def program(make: Callable[[], Program]) -> Callable[[], Program]:
    PROGRAMS[make.__name__] = functools.cache(make)
    return PROGRAMS[make.__name__]


def constrain(x: jax.Array, *spec: Any) -> jax.Array:
    return jax.lax.with_sharding_constraint(x, NamedSharding(MESH, P(*spec)))


def weights(seed: int, **shapes: tuple[int, ...]) -> dict[str, jax.Array]:
    keys = jax.random.split(jax.random.key(seed), len(shapes))
    return {
        name: jax.random.normal(key, shape) / np.sqrt(max(shape[0], 1))
        for key, (name, shape) in zip(keys, shapes.items())
    }


def data(*shape: int, seed: int = 7) -> jax.Array:
    return jax.random.normal(jax.random.key(seed), shape)


def labels(size: int, *shape: int) -> jax.Array:
    return jax.random.randint(jax.random.key(9), shape, 0, size)


def sgd(loss: Callable[[Any, Any], jax.Array]) -> Callable[[Any, Any], Any]:
    def step(params: Any, batch: Any) -> Any:
        value, grads = jax.value_and_grad(loss)(params, batch)
        return jax.tree.map(lambda p, g: p - 0.05 * g, params, grads), value

    return step


class Adam(NamedTuple):
    params: Any
    mean: Any
    variance: Any
    count: jax.Array


def adam(loss: Callable[[Any, Any], jax.Array]) -> Callable[[Any, Any], Any]:
    def step(state: Adam, batch: Any) -> Any:
        value, grads = jax.value_and_grad(loss)(state.params, batch)
        count = state.count + 1
        mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state.mean, grads)
        variance = jax.tree.map(
            lambda v, g: 0.99 * v + 0.01 * g * g, state.variance, grads
        )
        params = jax.tree.map(
            lambda p, m, v: p - 0.01 * m / (jnp.sqrt(v) + 1e-3),
            state.params,
            mean,
            variance,
        )
        return Adam(params, mean, variance, count), value

    return step


def adam_state(params: Any, specs: Any) -> tuple[Adam, Adam]:
    """Returns an Adam state, and specs that leave the moments to propagation."""
    zeros = jax.tree.map(jnp.zeros_like, params)
    nothing = jax.tree.map(lambda _: None, params)
    return (
        Adam(params, zeros, zeros, jnp.zeros((), jnp.int32)),
        Adam(specs, nothing, nothing, None),
    )


@program
def mlp() -> Program:
    """As in Megatron: weights sharded by columns, then by rows, along `model`; the batch
    along `data`."""

    def loss(params: Any, batch: Any) -> jax.Array:
        x, y = batch
        hidden = jax.nn.gelu(x @ params["up"] + params["bias"])
        return jnp.mean((hidden @ params["down"] - y) ** 2)

    return Program(
        sgd(loss),
        weights(0, up=(16, 32), bias=(32,), down=(32, 16)),
        (data(32, 16), data(32, 16, seed=8)),
        {"up": P(None, "model"), "bias": P("model"), "down": P("model", None)},
        (P("data"), P("data")),
    )


def layer_norm(x: jax.Array, scale: jax.Array) -> jax.Array:
    x = x - jnp.mean(x, axis=-1, keepdims=True)
    return x * jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-5) * scale


def attention(x: jax.Array, params: Any) -> jax.Array:
    q, k, v = (jnp.einsum("btd,dhk->bthk", x, params[w]) for w in ("wq", "wk", "wv"))
    scores = jnp.einsum("bthk,bshk->bhts", q, k) / np.sqrt(q.shape[-1])
    mask = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
    weights = jax.nn.softmax(jnp.where(mask, scores, -1e9), axis=-1)
    return jnp.einsum(
        "bthk,hkd->btd", jnp.einsum("bhts,bshk->bthk", weights, v), params["wo"]
    )


def layer(x: jax.Array, params: Any) -> jax.Array:
    x = constrain(x, "data", None, None)
    x = x + attention(layer_norm(x, params["norm1"]), params)
    hidden = jax.nn.gelu(layer_norm(x, params["norm2"]) @ params["w1"])
    return x + hidden @ params["w2"]


LAYER = {
    "wq": ((16, 4, 4), P(None, "model", None)),
    "wk": ((16, 4, 4), P(None, "model", None)),
    "wv": ((16, 4, 4), P(None, "model", None)),
    "wo": ((4, 4, 16), P("model", None, None)),
    "w1": ((16, 64), P(None, "model")),
    "w2": ((64, 16), P("model", None)),
}


def layer_params(seed: int) -> Any:
    made = weights(seed, **{name: shape for name, (shape, _) in LAYER.items()})
    return made | {"norm1": jnp.ones(16), "norm2": jnp.ones(16)}


def layer_specs() -> Any:
    return {name: spec for name, (_, spec) in LAYER.items()} | {
        "norm1": None,
        "norm2": None,
    }


def cross_entropy(logits: jax.Array, tokens: jax.Array) -> jax.Array:
    chosen = jnp.take_along_axis(jax.nn.log_softmax(logits), tokens[..., None], -1)
    return -jnp.mean(chosen)


@program
def transformer() -> Program:
    """Two layers with the heads sharded along `model`, and Adam with unannotated moments."""

    def loss(params: Any, tokens: jax.Array) -> jax.Array:
        x = params["embedding"][tokens]
        for name in ("layer0", "layer1"):
            x = layer(x, params[name])
        return cross_entropy(x @ params["embedding"].T, jnp.roll(tokens, -1, axis=1))

    params = {"embedding": data(32, 16), "layer0": layer_params(1), "layer1": layer_params(2)}
    specs = {"embedding": P("model", None), "layer0": layer_specs(), "layer1": layer_specs()}
    state, state_specs = adam_state(params, specs)
    return Program(adam(loss), state, labels(32, 8, 8), state_specs, P("data"))


@program
def scanned_transformer() -> Program:
    """The layers are stacked and scanned, and recomputed in the backward pass."""

    def loss(params: Any, tokens: jax.Array) -> jax.Array:
        x = params["embedding"][tokens]
        body = jax.checkpoint(lambda x, p: (layer(x, p), None))
        x, _ = jax.lax.scan(body, x, params["layers"])
        return cross_entropy(x @ params["embedding"].T, jnp.roll(tokens, -1, axis=1))

    layers = jax.tree.map(lambda *x: jnp.stack(x), *map(layer_params, range(3)))
    stacked = {
        name: None if spec is None else P(None, *spec)
        for name, spec in layer_specs().items()
    }
    return Program(
        sgd(loss),
        {"embedding": data(32, 16), "layers": layers},
        labels(32, 8, 8),
        {"embedding": P("model", None), "layers": stacked},
        P("data"),
    )


@program
def fully_sharded() -> Program:
    """Parameters and batch are sharded along the same axis."""

    def loss(params: Any, batch: Any) -> jax.Array:
        x, y = batch
        for name in ("a", "b", "c"):
            x = jax.nn.relu(x @ params[name])
        return jnp.mean((x - y) ** 2)

    names = ("a", "b", "c")
    state, specs = adam_state(
        weights(3, **{name: (32, 32) for name in names}),
        {name: P(("data", "model"), None) for name in names},
    )
    both = P(("data", "model"))
    return Program(
        adam(loss), state, (data(16, 32), data(16, 32, seed=5)), specs, (both, both)
    )


@program
def convolutions() -> Program:
    """Images sharded along `data`, channels along `model`."""

    def loss(params: Any, batch: Any) -> jax.Array:
        x, y = batch
        for name in ("conv1", "conv2"):
            x = jax.lax.conv_general_dilated(
                x, params[name], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
            )
            x = jax.nn.relu(x)
        x = jax.lax.reduce_window(
            x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"
        )
        return cross_entropy(jnp.mean(x, axis=(1, 2)) @ params["head"], y)

    return Program(
        sgd(loss),
        weights(4, conv1=(3, 3, 4, 8), conv2=(3, 3, 8, 8), head=(8, 10)),
        (data(8, 8, 8, 4), labels(10, 8)),
        {
            "conv1": P(None, None, None, "model"),
            "conv2": P(None, None, "model", None),
            "head": None,
        },
        (P("data"), P("data")),
    )


@program
def lstm() -> Program:
    """A loop over time."""

    def loss(params: Any, batch: jax.Array) -> jax.Array:
        def cell(carry: Any, x: jax.Array) -> Any:
            h, c = carry
            gates = x @ params["wx"] + h @ params["wh"] + params["b"]
            i, f, g, o = jnp.split(gates, 4, axis=-1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        start = (jnp.zeros((batch.shape[1], 16)),) * 2
        _, outputs = jax.lax.scan(cell, start, batch)
        return jnp.mean((outputs @ params["out"] - batch) ** 2)

    return Program(
        sgd(loss),
        weights(5, wx=(8, 64), wh=(16, 64), b=(64,), out=(16, 8)),
        data(6, 8, 8),
        {"wx": P(None, "model"), "wh": P(None, "model"), "b": None, "out": None},
        P(None, "data"),
    )


@program
def experts() -> Program:
    """A mixture of experts: each device holds some of the experts."""

    def loss(params: Any, batch: Any) -> jax.Array:
        x, y = batch
        gates = jax.nn.softmax(x @ params["router"])
        chosen = jax.nn.one_hot(jnp.argmax(gates, axis=-1), 4) * gates
        sent = constrain(jnp.einsum("be,bd->ebd", chosen, x), "model", "data", None)
        hidden = jax.nn.relu(jnp.einsum("ebd,edf->ebf", sent, params["up"]))
        out = jnp.einsum("ebf,efd->bd", hidden, params["down"])
        return jnp.mean((out - y) ** 2)

    return Program(
        sgd(loss),
        weights(6, router=(16, 4), up=(4, 16, 32), down=(4, 32, 16)),
        (data(16, 16), data(16, 16, seed=3)),
        {"router": None, "up": P("model"), "down": P("model")},
        (P("data"), P("data")),
    )


@program
def accumulation() -> Program:
    """Gradients are accumulated over parts of the batch, and a step may be skipped."""

    def loss(params: Any, x: jax.Array) -> jax.Array:
        return jnp.mean((jnp.tanh(x @ params["w"]) @ params["v"] - x) ** 2)

    def step(params: Any, batch: jax.Array) -> Any:
        def add(carry: Any, x: jax.Array) -> Any:
            value, grads = jax.value_and_grad(loss)(params, x)
            return jax.tree.map(jnp.add, carry, (value, grads)), None

        start = (jnp.zeros(()), jax.tree.map(jnp.zeros_like, params))
        (value, grads), _ = jax.lax.scan(add, start, batch)
        params = jax.lax.cond(
            value < 1e3,
            lambda: jax.tree.map(lambda p, g: p - 0.02 * g, params, grads),
            lambda: params,
        )
        return params, value

    return Program(
        step,
        weights(7, w=(16, 32), v=(32, 16)),
        data(4, 8, 16),
        {"w": P(None, "model"), "v": None},
        P(None, "data"),
    )


@program
def recommender() -> Program:
    """Tables sharded by rows: gathers in the forward pass, scatters in the backward pass."""

    def loss(params: Any, batch: Any) -> jax.Array:
        users, items, ratings = batch
        u, v = params["users"][users], params["items"][items]
        return jnp.mean((jnp.sum(u * v, axis=-1) + params["bias"][items] - ratings) ** 2)

    return Program(
        sgd(loss),
        weights(8, users=(64, 8), items=(32, 8), bias=(32,)),
        (labels(64, 16), labels(32, 16), data(16)),
        {"users": P("model", None), "items": P(("data", "model"), None), "bias": None},
        (P("data"), P("data"), P("data")),
    )


@program
def sequence() -> Program:
    """The sequence is also sharded, and is padded, sliced and cumulatively summed."""

    def loss(params: Any, batch: jax.Array) -> jax.Array:
        shifted = jnp.pad(batch, ((0, 0), (1, 0), (0, 0)))[:, :-1]
        x = jnp.cumsum(shifted, axis=1) @ params["w"]
        x = x + jnp.flip(batch, axis=1) @ params["v"]
        return jnp.mean((jnp.sort(x, axis=-1) - batch) ** 2)

    return Program(
        sgd(loss),
        weights(9, w=(8, 8), v=(8, 8)),
        data(4, 16, 8),
        {"w": None, "v": P(None, "model")},
        P("data", "model"),
    )
