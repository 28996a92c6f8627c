#!/usr/bin/env python3
"""Writes small models in the style of JAX users, sharded over 8 devices, as StableHLO with sdy shardings.

    PYTHON jax_models.py DIRECTORY [NAME...]

Writes NAME.mlir for each model, or only for the named ones: train steps with optimizers, attention and its caches,
mixtures of experts, convolutional networks, recommenders, pipelines and solvers. They are input for `shardflow partition
--propagate`: the devices together must compute the same values as one device. Works with jax 0.6 to 0.12.
"""
import os
import sys

os.environ['XLA_FLAGS'] = '--xla_force_host_platform_device_count=16'
os.environ.setdefault('JAX_PLATFORMS', 'cpu')
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P  # noqa: E402

try:
    shard_map = jax.shard_map
except AttributeError:
    from jax.experimental.shard_map import shard_map

nn = jax.nn
tree_map = jax.tree_util.tree_map
MESH = Mesh(np.array(jax.devices()[:8]).reshape(4, 2), ('data', 'model'))
CUBE = Mesh(np.array(jax.devices()[:8]).reshape(2, 2, 2), ('dp', 'fsdp', 'tp'))
LINE = Mesh(np.array(jax.devices()[:8]), ('d',))


def arg(shape, spec=(), dtype=jnp.float32, mesh=MESH):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, P(*spec)))


def con(x, *spec, mesh=MESH):
    return lax.with_sharding_constraint(x, NamedSharding(mesh, P(*spec)))


def rms_norm(x, scale):
    return x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * scale


def layer_norm(x, g, b):
    return (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * g + b


def cross_entropy(logits, labels):
    return -jnp.take_along_axis(nn.log_softmax(logits), labels[..., None], -1).mean()


def causal_attention(q, k, v):
    s = jnp.einsum('bthe,bshe->bhts', q, k) / q.shape[-1]**.5
    s = jnp.where(jnp.tril(jnp.ones(s.shape[-2:], bool)), s, -1e30)
    return jnp.einsum('bhts,bshe->bthe', nn.softmax(s), v)


def adam(p, g, m, v, step):
    m, v = tree_map(lambda m, g: .9 * m + .1 * g, m, g), tree_map(lambda v, g: .99 * v + .01 * g * g, v, g)
    c = 1 - .9**(step + 1.)
    return tree_map(lambda p, m, v: p - .01 * (m / c) / (jnp.sqrt(v) + 1e-3), p, m, v), m, v


def clipped(grads):
    norm = jnp.sqrt(sum((g * g).sum() for g in jax.tree_util.tree_leaves(grads)))
    return tree_map(lambda g: g * jnp.minimum(1., 1. / (norm + 1e-6)), grads), norm


MODELS = {}


def model(*args, into=MODELS, mesh=None, **jit):
    """Adds a function with these arguments, to be compiled with the options `jit` on `mesh` as the current mesh."""
    def add(function):
        into[function.__name__] = (function, args, mesh, jit)
        return function
    return add


def i32(shape, spec=(), mesh=MESH):
    return arg(shape, spec, jnp.int32, mesh)


# --- train steps


MLP = dict(w1=arg((32, 64), (None, 'model')), b1=arg((64,), ('model',)), w2=arg((64, 10), ('model',)), b2=arg((10,)))


@model(MLP, MLP, MLP, arg((), ()), arg((16, 32), ('data',)), i32((16,), ('data',)))
def mlp_adam(p, m, v, step, x, y):
    def loss(p):
        return cross_entropy(nn.relu(x @ p['w1'] + p['b1']) @ p['w2'] + p['b2'], y % 10)
    value, g = jax.value_and_grad(loss)(p)
    g, norm = clipped(g)
    return (value, norm) + adam(p, g, m, v, step)


def block_params(layers, mesh, fsdp, tp, d=32, h=4, e=8, f=64):
    lead = () if layers is None else (layers,)
    none = () if layers is None else (None,)

    def a(shape, spec):
        return arg(lead + shape, none + spec, mesh=mesh)
    return dict(n1=a((d,), (None,)), n2=a((d,), (None,)), q=a((d, h, e), (fsdp, tp, None)), k=a((d, h, e), (fsdp, tp, None)),
                v=a((d, h, e), (fsdp, tp, None)), o=a((h, e, d), (tp, None, fsdp)), up=a((d, f), (fsdp, tp)),
                gate=a((d, f), (fsdp, tp)), down=a((f, d), (tp, fsdp)))


def block(h, p):
    x = rms_norm(h, p['n1'])
    q, k, v = (jnp.einsum('btd,dhe->bthe', x, p[n]) for n in 'qkv')
    h = h + jnp.einsum('bthe,hed->btd', causal_attention(q, k, v), p['o'])
    x = rms_norm(h, p['n2'])
    return h + (nn.silu(x @ p['gate']) * (x @ p['up'])) @ p['down']


@model(arg((48, 32), ('model', 'data')), [block_params(None, MESH, 'data', 'model')] * 2, i32((8, 16), ('data',)))
def transformer_fsdp_tp(embed, layers, tokens):
    def loss(params):
        embed, layers = params
        h = con(embed[tokens % 48], 'data')
        for p in layers:
            h = con(block(h, p), 'data')
        return cross_entropy(h @ embed.T, tokens % 48)
    value, g = jax.value_and_grad(loss)((embed, layers))
    return value, tree_map(lambda p, g: p - .1 * g, (embed, layers), g)


@model(arg((48, 32), (None, 'd'), mesh=LINE), block_params(3, LINE, 'd', None), i32((8, 16), ('d',), LINE))
def scan_layers_fsdp(embed, layers, tokens):
    def loss(params):
        embed, layers = params
        h = con(embed[tokens % 48], 'd', mesh=LINE)
        h, _ = lax.scan(lambda h, p: (con(block(h, p), 'd', mesh=LINE), None), h, layers)
        return cross_entropy(h @ embed.T, tokens % 48)
    value, g = jax.value_and_grad(loss)((embed, layers))
    return value, tree_map(lambda p, g: p - .1 * g, (embed, layers), g)


@model(arg((48, 32), ('tp', 'fsdp'), mesh=CUBE), block_params(3, CUBE, 'fsdp', 'tp'),
       i32((8, 16), (('dp', 'fsdp'),), CUBE))
def scan_remat_3d(embed, layers, tokens):
    def loss(params):
        embed, layers = params
        h = con(embed[tokens % 48], ('dp', 'fsdp'), mesh=CUBE)
        h, _ = lax.scan(jax.checkpoint(lambda h, p: (con(block(h, p), ('dp', 'fsdp'), None, 'tp', mesh=CUBE), None)), h, layers)
        return cross_entropy(h @ embed.T, tokens % 48)
    value, g = jax.value_and_grad(loss)((embed, layers))
    return value, tree_map(lambda p, g: p - .1 * g, (embed, layers), g)


@model(arg((32, 32), ('d',), mesh=LINE), arg((8, 32), ('d',), mesh=LINE))
def loop_shared_weight(w, x):
    """A loop that gathers a weight in every iteration, although the weight doesn't change."""
    def step(h, _):
        h = con(jnp.tanh(h @ w), 'd', mesh=LINE)
        return h, h.mean()
    return lax.scan(step, x, None, length=6)


@model(arg((32, 32), ('d',), mesh=LINE), arg((16, 32), ('d',), mesh=LINE))
def loop_shared_weight_grad(w, x):
    def loss(w):
        h, _ = lax.scan(lambda h, _: (con(jnp.tanh(h @ w), 'd', mesh=LINE), None), x, None, length=6)
        return (h * h).mean()
    value, g = jax.value_and_grad(loss)(w)
    return value, w - g


@model(arg((32, 64), ('d',), mesh=LINE), arg((64, 32), ('d',), mesh=LINE), arg((4, 16, 32), (None, 'd'), mesh=LINE))
def gradient_accumulation(w1, w2, batches):
    def loss(p, x):
        return ((nn.gelu(x @ p[0]) @ p[1] - x)**2).mean()

    def step(total, x):
        value, g = jax.value_and_grad(loss)((w1, w2), x)
        return tree_map(jnp.add, total, g), value
    g, values = lax.scan(step, (jnp.zeros_like(w1), jnp.zeros_like(w2)), batches)
    return values.mean(), w1 - .1 * g[0], w2 - .1 * g[1]


@model(arg((16, 24), (None, 'model')), arg((24, 16), ('model',)), arg((16,)), arg((16,)), arg((12, 16), ('data',)),
       i32((2,)))
def dropout_layer_norm(w1, w2, g, b, x, seed):
    key = jax.random.wrap_key_data(seed.astype(jnp.uint32))

    def loss(w1, w2, g, b):
        h = layer_norm(x, g, b)
        h = nn.gelu(h @ w1)
        h = jnp.where(jax.random.bernoulli(key, .8, h.shape), h / .8, 0.)
        return ((x + h @ w2)**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2, 3))(w1, w2, g, b)


@model(arg((32, 40), ('data', 'model')), arg((32,), ('data',)), arg((40,), ('model',)), arg((32, 40), ('data', 'model')))
def adafactor(p, r, c, g):
    g2 = g * g + 1e-6
    r, c = .9 * r + .1 * g2.mean(1), .9 * c + .1 * g2.mean(0)
    u = g * lax.rsqrt(r / r.mean())[:, None] * lax.rsqrt(c)[None]
    u = u / jnp.maximum(1., jnp.sqrt((u * u).mean()))
    return p - .01 * u, r, c


@model(arg((24, 32), ('data', 'model')), arg((24, 32), ('data', 'model')))
def muon(p, g):
    x = g / (jnp.linalg.norm(g) + 1e-6)
    for _ in range(3):
        a = x @ x.T
        x = 3.4 * x + (-4.7 * a + 2. * a @ a) @ x
    return p - .02 * x


@model(arg((16, 32), (None, 'model')), arg((32, 8), ('model',)), arg((16, 16), ('data',)))
def mixed_precision(w1, w2, x):
    def loss(w1, w2):
        h = nn.relu(x.astype(jnp.bfloat16) @ w1.astype(jnp.bfloat16))
        return ((h @ w2.astype(jnp.bfloat16)).astype(jnp.float32)**2).mean() * 1024.
    value, g = jax.value_and_grad(loss, (0, 1))(w1, w2)
    g = tree_map(lambda g: g / 1024., g)
    finite = jnp.all(jnp.array([jnp.isfinite(x).all() for x in g]))
    return value, tree_map(lambda p, g: jnp.where(finite, p - g, p), (w1, w2), g)


# --- mixtures of experts


@model(arg((32, 8)), arg((8, 32, 16), ('data',)), arg((8, 16, 32), ('data',)), arg((64, 32), ('data',)))
def moe_dense(gate, up, down, x):
    def loss(gate, up, down):
        g = nn.softmax(x @ gate)
        weight, chosen = lax.top_k(g, 2)
        mask = nn.one_hot(chosen, 8) * weight[..., None]
        h = jnp.einsum('te,td,edf->etf', mask.sum(1), x, up)
        return (jnp.einsum('etf,efd->td', nn.relu(h), down)**2).mean() + (g.mean(0) * mask.sum(1).mean(0)).sum()
    return jax.value_and_grad(loss, (0, 1, 2))(gate, up, down)


@model(arg((32, 8)), arg((8, 32, 16), ('data', None, 'model')), arg((8, 16, 32), ('data', 'model')), arg((4, 16, 32), ('data',)))
def moe_capacity(gate, up, down, x):
    def loss(gate, up, down):
        g = nn.softmax(x @ gate)
        e = jnp.argmax(g, -1)
        hot = nn.one_hot(e, 8)
        place = (jnp.cumsum(hot, 1) * hot - 1.).astype(jnp.int32)
        dispatch = nn.one_hot(place, 4) * hot[..., None]
        picked = con(jnp.einsum('gtec,gtd->egcd', dispatch, x), 'data')
        h = nn.relu(jnp.einsum('egcd,edf->egcf', picked, up))
        out = con(jnp.einsum('egcf,efd->egcd', h, down), 'data')
        combine = dispatch * jnp.max(g, -1)[..., None, None]
        return (con(jnp.einsum('gtec,egcd->gtd', combine, out), 'data')**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2))(gate, up, down)


@model(arg((16, 4)), arg((4, 16, 8), ('model',)), arg((32, 16), ('data',)))
def moe_sorted(gate, w, x):
    """Tokens are sorted by expert, gathered, and scattered back."""
    e = jnp.argmax(x @ gate, -1)
    order = jnp.argsort(e)
    xs, es = x[order], e[order]
    h = jnp.einsum('td,tdf->tf', xs, w[es])
    return jnp.zeros((32, 8)).at[order].set(h), jnp.bincount(e, length=4)


# --- attention and its caches


@model(arg((4, 1, 4, 8), ('data', None, 'model')), arg((4, 32, 4, 8), ('data', None, 'model')),
       arg((4, 32, 4, 8), ('data', None, 'model')), arg((4, 1, 4, 8), ('data', None, 'model')), i32(()))
def decode_kv_cache(q, ks, vs, new, at):
    at = at % 32
    ks, vs = lax.dynamic_update_slice(ks, new, (0, at, 0, 0)), lax.dynamic_update_slice(vs, new * 2, (0, at, 0, 0))
    s = jnp.einsum('bqhd,bkhd->bhqk', q, ks)
    s = jnp.where(jnp.arange(32)[None, None, None] <= at, s, -1e30)
    return jnp.einsum('bhqk,bkhd->bqhd', nn.softmax(s), vs), ks, vs


@model(arg((4, 4, 8), ('data',)), arg((4, 32, 4, 8), (None, 'model', )), arg((4, 32, 4, 8), (None, 'model')),
       arg((4, 4, 8), ()), i32((4,)))
def decode_sequence_sharded(q, ks, vs, new, at):
    """Each sequence has its own position, and the cache is sharded along the sequence."""
    at = at % 32
    ks = ks.at[jnp.arange(4), at].set(new)
    vs = vs.at[jnp.arange(4), at].set(new + 1.)
    s = jnp.einsum('bhd,bkhd->bhk', q, ks)
    s = jnp.where(jnp.arange(32) <= at[:, None, None], s, -jnp.inf)
    return jnp.einsum('bhk,bkhd->bhd', nn.softmax(s), vs), ks, vs


@model(arg((24, 16), ('model',)), arg((16, 16), (None, 'model')), arg((4, 12, 16), ('data',)), i32((4,), ('data',)))
def generate(embed, w, cache, token):
    """A loop that decodes greedily and writes into its cache."""
    def step(i, carry):
        token, cache, out = carry
        h = embed[token] @ w
        cache = lax.dynamic_update_slice(cache, h[:, None], (0, i, 0))
        mask = jnp.arange(12) <= i
        a = nn.softmax(jnp.where(mask, jnp.einsum('bd,bkd->bk', h, cache), -1e30))
        h = jnp.einsum('bk,bkd->bd', a, cache)
        token = jnp.argmax(h @ embed.T, -1).astype(jnp.int32)
        return token, cache, out.at[:, i].set(token)
    return lax.fori_loop(0, 12, step, (token % 24, cache * 0, jnp.zeros((4, 12), jnp.int32)))


@model(arg((4, 30, 8, 8), ('data', None, 'model')), arg((4, 30, 2, 8), ('data', None, 'model')), arg((4, 30, 2, 8), ('data', None, 'model')))
def grouped_query_rope(q, k, v):
    def rope(x):
        angle = jnp.arange(30)[:, None] * (1. / 100.**(jnp.arange(4) / 4.))
        a, b = jnp.split(x, 2, -1)
        c, s = jnp.cos(angle)[:, None], jnp.sin(angle)[:, None]
        return jnp.concatenate([a * c - b * s, b * c + a * s], -1)
    q = rope(q).reshape(4, 30, 2, 4, 8)
    s = jnp.einsum('bqgrd,bkgd->bgrqk', q, rope(k))
    i = jnp.arange(30)
    s = 20. * jnp.tanh(s / 20.)
    s = jnp.where((i[:, None] >= i) & (i[:, None] - i < 8), s, -1e30)
    return jnp.einsum('bgrqk,bkgd->bqgrd', nn.softmax(s), v).reshape(4, 30, 64)


@model(arg((2, 32, 4, 8), (None, 'data', 'model')), arg((2, 32, 4, 8), (None, 'data', 'model')), arg((2, 32, 4, 8), (None, 'data', 'model')))
def flash_blocks(q, k, v):
    """Attention over one block of keys at a time, with a running maximum."""
    ks, vs = (x.reshape(2, 4, 8, 4, 8).swapaxes(0, 1) for x in (k, v))

    def step(carry, kv):
        m, l, o = carry
        s = jnp.einsum('bqhd,bkhd->bhqk', q, kv[0])
        top = jnp.maximum(m, s.max(-1))
        p = jnp.exp(s - top[..., None])
        scale = jnp.exp(m - top)
        return (top, l * scale + p.sum(-1), o * scale[..., None] + jnp.einsum('bhqk,bkhd->bhqd', p, kv[1])), None
    start = (jnp.full((2, 4, 32), -jnp.inf), jnp.zeros((2, 4, 32)), jnp.zeros((2, 4, 32, 8)))
    (_, l, o), _ = lax.scan(step, start, (ks, vs))
    return o / l[..., None]


@model(arg((2, 32, 4, 8), (None, 'd'), mesh=LINE), arg((2, 32, 4, 8), (None, 'd'), mesh=LINE), arg((2, 32, 4, 8), (None, 'd'), mesh=LINE))
def ring_attention(q, k, v):
    def body(q, k, v):
        def step(carry, _):
            m, l, o, k, v = carry
            s = jnp.einsum('bqhd,bkhd->bhqk', q, k)
            top = jnp.maximum(m, s.max(-1))
            p = jnp.exp(s - top[..., None])
            scale = jnp.exp(m - top)
            l, o = l * scale + p.sum(-1), o * scale[..., None] + jnp.einsum('bhqk,bkhd->bhqd', p, v)
            around = [(i, (i + 1) % 8) for i in range(8)]
            return (top, l, o, lax.ppermute(k, 'd', around), lax.ppermute(v, 'd', around)), None
        zero = q.swapaxes(1, 2) * 0
        start = (zero.sum(-1) - 1e30, zero.sum(-1), zero, k, v)
        (_, l, o, _, _), _ = lax.scan(step, start, None, length=8)
        return (o / l[..., None]).swapaxes(1, 2)
    spec = P(None, 'd')
    return shard_map(body, mesh=LINE, in_specs=(spec, spec, spec), out_specs=spec)(q, k, v)


# --- images and audio


def conv(x, w, stride=1, padding='SAME', groups=1, dilation=1):
    return lax.conv_general_dilated(x, w, (stride, stride), padding, rhs_dilation=(dilation, dilation),
                                    dimension_numbers=('NHWC', 'HWIO', 'NHWC'), feature_group_count=groups)


def batch_norm(x, g, b):
    mean, var = x.mean((0, 1, 2)), x.var((0, 1, 2))
    return (x - mean) * lax.rsqrt(var + 1e-5) * g + b, mean, var


@model(arg((3, 3, 4, 8)), arg((3, 3, 8, 8), (None, None, None, 'model')), arg((8,)), arg((8,)), arg((8, 16, 16, 4), ('data',)),
       i32((8,), ('data',)))
def resnet_train(w1, w2, g, b, x, y):
    def loss(w1, w2, g, b):
        h, mean, var = batch_norm(conv(x, w1, 2), g, b)
        h = lax.reduce_window(nn.relu(h), -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), 'SAME')
        h = h + nn.relu(conv(h, w2))
        return cross_entropy(h.mean((1, 2)), y % 8), (mean, var)
    return jax.value_and_grad(loss, (0, 1, 2, 3), has_aux=True)(w1, w2, g, b)


@model(arg((3, 3, 4, 8)), arg((3, 3, 1, 8)), arg((1, 1, 8, 8)), arg((4, 32, 16, 4), (None, 'data', 'model')))
def conv_spatial_depthwise(w1, w2, w3, x):
    def loss(w1, w2, w3):
        h = nn.relu6(conv(x, w1, 2))
        h = nn.relu6(conv(h, w2, groups=8))
        h = conv(h, w3)
        h = lax.reduce_window(h, 0., lax.add, (1, 2, 2, 1), (1, 2, 2, 1), 'VALID') / 4.
        return (h * h).mean()
    return jax.value_and_grad(loss, (0, 1, 2))(w1, w2, w3)


@model(arg((3, 3, 4, 8), (None, None, None, 'model')), arg((3, 3, 8, 4), (None, None, 'model')), arg((4, 16, 16, 4), ('data',)))
def unet(w1, w2, x):
    h = nn.silu(conv(x, w1, 2))
    h = nn.silu(conv(h, jnp.concatenate([w2, w2], -1), dilation=2))
    h = jax.image.resize(h, (4, 16, 16, 8), 'nearest')
    g = jax.image.resize(conv(x, w1), (4, 8, 8, 8), 'bilinear')
    up = lax.conv_transpose(g, w2, (2, 2), 'SAME', dimension_numbers=('NHWC', 'HWIO', 'NHWC'))
    return jnp.concatenate([h, x, up], -1)


@model(arg((32, 16, 8), ('data',)), arg((3, 3, 8, 8)))
def pad_reflect(x, w):
    h = jnp.pad(x[None], ((0, 0), (1, 1), (1, 1), (0, 0)), mode='reflect')
    return con(conv(h, w, padding='VALID')[0], 'data'), con(jnp.pad(x, ((0, 0), (2, 2), (0, 0)), mode='symmetric'), 'data')


@model(arg((4, 36, 3, ), ('data', )), arg((12, 16), (None, 'model')), arg((17, 16)))
def vit_patches(x, w, pos):
    p = x.reshape(4, 9, 4, 3).reshape(4, 9, 12) @ w
    h = jnp.concatenate([jnp.zeros((4, 1, 16)), p], 1) + pos[:10]
    s = nn.softmax(jnp.einsum('btd,bsd->bts', h, h))
    return jnp.einsum('bts,bsd->btd', s, h)[:, 0]


@model(arg((8, 64), ('data',)), arg((16, 1, 4)))
def audio_conv1d(x, w):
    window = jnp.hanning(16)
    frames = jnp.stack([x[:, i * 8:i * 8 + 16] for i in range(7)], 1) * window
    power = jnp.abs(jnp.fft.rfft(frames))**2
    h = lax.conv_general_dilated(x[..., None], w, (4,), 'SAME', dimension_numbers=('NHC', 'HIO', 'NHC'))
    return jnp.log(power + 1e-3), jnp.cumsum(h, 1)


@model(arg((8, 16, 16, 3), ('data',)), i32((2,)))
def augment(x, seed):
    key = jax.random.wrap_key_data(seed.astype(jnp.uint32))
    a, b, c = jax.random.split(key, 3)
    flip = jax.random.bernoulli(a, .5, (8,))
    x = jnp.where(flip[:, None, None, None], x[:, :, ::-1], x)
    shift = jax.random.randint(b, (8, 2), 0, 4)
    big = jnp.pad(x, ((0, 0), (2, 2), (2, 2), (0, 0)))
    x = jax.vmap(lambda im, s: lax.dynamic_slice(im, (s[0], s[1], 0), (16, 16, 3)))(big, shift)
    return x + .1 * jax.random.normal(c, x.shape)


# --- recommenders, graphs and sequences


@model([arg((64, 8), ('model',)), arg((40, 8), ('model',)), arg((104, 8), (('data', 'model'),))], arg((8, 16)), arg((9, 4)), arg((16, 8), ('data',)),
       i32((16, 3), ('data',)))
def dlrm(tables, w, top, dense, ids):
    def loss(tables, w, top):
        rows = [t[ids[:, i] % t.shape[0]] for i, t in enumerate(tables)]
        rows = jnp.stack([*rows, (dense @ w)[:, :8]], 1)
        pairs = jnp.einsum('bid,bjd->bij', rows, rows)
        i, j = np.triu_indices(4, 1)
        feature = jnp.concatenate([pairs[:, i, j], rows[:, 3, :3]], -1)
        return nn.softplus(feature @ top).mean()
    value, g = jax.value_and_grad(loss, (0, 1, 2))(tables, w, top)
    return value, tree_map(lambda p, g: p - g, (tables, w, top), g)


@model(arg((30, 8), ('model',)), i32((12, 5), ('data',)), arg((12, 5), ('data',)))
def embedding_bag(table, ids, weight):
    rows = jnp.take(table, ids % 30, axis=0, mode='clip') * weight[..., None]
    return rows.sum(1), jnp.zeros_like(table).at[ids % 30].add(rows), jax.ops.segment_max(rows.reshape(60, 8), (ids % 7).reshape(60), 7)


@model(arg((32, 8), ('data',)), i32((40,), ('data',)), i32((40,), ('data',)), arg((8, 8), (None, 'model')))
def graph_net(nodes, src, dst, w):
    src, dst = src % 32, dst % 32
    for _ in range(2):
        sent = nodes[src] @ w
        total = jax.ops.segment_sum(sent, dst, 32)
        degree = jax.ops.segment_sum(jnp.ones(40), dst, 32)
        nodes = nn.relu(total / jnp.maximum(degree, 1.)[:, None])
    return nodes, nodes.mean(0)


@model(arg((8, 12, 16), ('data',)), arg((16, 64), (None, 'model')), arg((16, 64), (None, 'model')), arg((64,), ('model',)))
def lstm(x, w, u, b):
    def loss(w, u, b):
        def cell(carry, x):
            h, c = carry
            i, f, g, o = jnp.split(x @ w + h @ u + b, 4, -1)
            c = nn.sigmoid(f) * c + nn.sigmoid(i) * jnp.tanh(g)
            h = nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h
        zero = jnp.zeros((8, 16))
        _, hs = lax.scan(cell, (zero, zero), x.swapaxes(0, 1))
        return (hs**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2))(w, u, b)


@model(arg((4, 32, 8), ('data', None, 'model')), arg((4, 32, 8), ('data', None, 'model')))
def linear_recurrence(a, x):
    """A state-space layer: an associative scan."""
    a = nn.sigmoid(a)

    def join(p, q):
        return q[0] * p[0], q[0] * p[1] + q[1]
    _, h = lax.associative_scan(join, (a, x), axis=1)
    return h, lax.associative_scan(jnp.maximum, x, axis=1, reverse=True)


@model(arg((4, 32, 8), (None, 'data', 'model')), arg((4, 8)))
def mamba_conv_sequence(x, w):
    """A causal depthwise convolution and a scan along a sharded sequence."""
    h = lax.conv_general_dilated(x, w[:, None], (1,), [(3, 0)], dimension_numbers=('NHC', 'HIO', 'NHC'), feature_group_count=8)
    return con(jnp.cumsum(nn.silu(h), 1), None, 'data'), lax.cumlogsumexp(x, 1)


@model(arg((6, 33), ('model',)), i32((6,), ('model',)), i32((2,)))
def sampling(logits, last, seed):
    """Top-k and nucleus sampling with a penalty for repetition."""
    key = jax.random.wrap_key_data(seed.astype(jnp.uint32))
    logits = con(logits, None, ('data', 'model')).at[jnp.arange(6), last % 33].add(-2.)
    top, at = lax.top_k(logits, 8)
    p = nn.softmax(top)
    keep = jnp.cumsum(p, -1) - p < .9
    pick = jax.random.categorical(key, jnp.where(keep, top, -jnp.inf))
    ordered = jnp.sort(logits, -1)
    return jnp.take_along_axis(at, pick[:, None], 1), ordered[:, -3:], jnp.argmin(logits, -1)


@model(arg((16, 32), ('data', 'model')), arg((32, 24), ('model',)))
def quantized(x, w):
    """int8 weights and activations, with one scale per channel."""
    sx, sw = jnp.abs(x).max(1, keepdims=True) / 127. + 1e-9, jnp.abs(w).max(0, keepdims=True) / 127. + 1e-9
    xq, wq = jnp.round(x / sx).astype(jnp.int8), jnp.round(w / sw).astype(jnp.int8)
    y = lax.dot(xq, wq, preferred_element_type=jnp.int32)
    low = jnp.clip(jnp.round(w / sw / 16.), -8, 7).astype(jnp.int4)
    return y * sx * sw, x @ (low.astype(jnp.float32) * sw)


@jax.custom_vjp
def straight_through(x):
    return jnp.round(x)


straight_through.defvjp(lambda x: (jnp.round(x), x), lambda x, g: (jnp.where(jnp.abs(x) < 2., g, 0.),))


@model(arg((16, 8), ('data',)), arg((24, 8), ('model',)))
def vector_quantizer(x, codes):
    def loss(codes, x):
        d = ((x[:, None] - codes[None])**2).sum(-1)
        at = jnp.argmin(d, -1)
        q = codes[at]
        q = x + lax.stop_gradient(q - x)
        return (straight_through(q * 3.)**2).mean() + ((codes[at] - lax.stop_gradient(x))**2).mean(), jnp.bincount(at, length=24)
    return jax.value_and_grad(loss, (0, 1), has_aux=True)(codes, x)


# --- pipelines and manual programs


@model(arg((4, 16, 16), ('data',)), arg((8, 4, 16), (None, None, 'model')))
def pipeline_shard_map(ws, xs):
    """Stages along a mesh axis, with microbatches that move around a ring."""
    def body(w, xs):
        stage = lax.axis_index('data')

        def step(i, carry):
            state, out = carry
            state = jnp.where(stage == 0, xs[jnp.clip(i, 0, 7)], state)
            state = jnp.tanh(state @ w[0])
            done = jnp.where((stage == 3) & (i >= 3), state, 0.)
            out = lax.dynamic_update_slice(out, done[None], (jnp.clip(i - 3, 0, 7), 0, 0))
            return lax.ppermute(state, 'data', [(j, (j + 1) % 4) for j in range(4)]), out
        zero = w[0, 0, 0] * 0.
        _, out = lax.fori_loop(0, 11, step, (jnp.zeros((4, 16)) + zero, jnp.zeros((8, 4, 16)) + zero))
        return lax.psum(out, 'data')
    return shard_map(body, mesh=MESH, in_specs=(P('data'), P()), out_specs=P())(ws, con(xs))


@model(arg((32, 64), (None, 'model')), arg((64, 32), ('model',)), arg((16, 32), ('data', 'model')))
def megatron_sequence(w1, w2, x):
    def body(w1, w2, x):
        h = lax.all_gather(x, 'model', axis=1, tiled=True)
        h = nn.gelu(h @ w1) @ w2
        h = lax.psum_scatter(h, 'model', scatter_dimension=1, tiled=True)
        return h, lax.psum(h.max(), ('data', 'model')), lax.pmean(h, 'data')

    def loss(w1, w2):
        h, top, mean = shard_map(body, mesh=MESH, in_specs=(P(None, 'model'), P('model', None), P('data', 'model')),
                                 out_specs=(P('data', 'model'), P(), P(None, 'model')))(w1, w2, x)
        return (h * h).mean() + (mean * mean).sum()
    return jax.value_and_grad(loss, (0, 1))(w1, w2)


@model(arg((8, 32), ('data', 'model')), arg((32, 16), ('model',)))
def shard_map_one_axis(x, w):
    """Manual along one axis. The compiler shards along the other."""
    def body(x):
        return lax.all_to_all(jnp.tanh(x), 'data', 1, 0, tiled=True)
    h = shard_map(body, mesh=MESH, in_specs=P('data'), out_specs=P(None, 'data'), axis_names={'data'})(x)
    return h @ w


@model(arg((4, 16, 16), ('data',)), arg((4, 6, 16), ('data',)))
def pipeline_roll(ws, xs):
    """Stages as a dimension of the arrays, as in GSPMD pipelines."""
    def step(carry, x):
        state = carry.at[0].set(x)
        state = con(jnp.tanh(jnp.einsum('sbd,sde->sbe', state, ws)), 'data')
        out = state[-1]
        return con(jnp.roll(state, 1, 0), 'data'), out
    _, outs = lax.scan(step, jnp.zeros((4, 6, 16)), jnp.concatenate([xs, xs * 0]))
    return outs[3:7]


# --- numerics


@model(arg((16, 16, 16), ('data', 'model')))
def spectral_solver(u):
    k = jnp.fft.fftfreq(16) * 16
    k2 = k[:, None, None]**2 + k[None, :, None]**2 + k[None, None]**2

    def step(u, _):
        uh = con(jnp.fft.fftn(u), 'data', 'model')
        grad = jnp.real(jnp.fft.ifftn(1j * k[:, None, None] * uh))
        u = jnp.real(jnp.fft.ifftn(uh / (1. + .01 * k2))) - .01 * u * grad
        return con(u, 'data', 'model'), (u * u).mean()
    return lax.scan(step, u, None, length=2)


@model(arg((32, 32), ('data', 'model')))
def stencil(u):
    def step(i, u):
        lap = jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1) - 4. * u
        edge = jnp.pad(u[1:-1, 1:-1], 1) + jnp.pad(jnp.diff(u, axis=0), ((0, 1), (0, 0)))
        return con(u + .1 * lap + .01 * edge, 'data', 'model')
    return lax.fori_loop(0, 5, step, u)


@model(arg((32, 16), ('data',)), arg((32,), ('data',)))
def conjugate_gradient(a, b):
    def apply(x):
        return a.T @ (a @ x) + x
    rhs = a.T @ b

    def body(c):
        x, r, p, n = c
        ap = apply(p)
        alpha = (r @ r) / (p @ ap)
        new = r - alpha * ap
        return x + alpha * p, new, new + p * (new @ new) / (r @ r), n + 1
    return lax.while_loop(lambda c: (c[3] < 8) & (c[1] @ c[1] > 1e-8), body, (jnp.zeros(16), rhs, rhs, 0))


@model(arg((8, 12, 12), ('data',)), arg((8, 12, 3), ('data',)))
def linear_algebra(a, b):
    spd = jnp.einsum('bij,bkj->bik', a, a) / 8. + jnp.eye(12) * 4.
    c = jnp.linalg.cholesky(spd)
    y = jax.scipy.linalg.solve_triangular(c, b, lower=True)
    return y, jnp.log(jnp.diagonal(c, axis1=1, axis2=2)).sum(-1), jnp.trace(spd, axis1=1, axis2=2)


@model(arg((24, 6), ('data', 'model')))
def physics_pairs(x):
    def energy(x):
        d = x[:, None] - x[None]
        r2 = (d * d).sum(-1) + jnp.eye(24)
        return (jnp.triu(1. / r2, 1)).sum()
    e, f = jax.value_and_grad(energy)(x)
    return e, x - .01 * f, jax.jvp(energy, (x,), (f,))[1]


@model(arg((30, 10), (None, 'model')), arg((7,), ()))
def statistics(x, edges):
    x = con(x, 'data', 'model')
    q = jnp.quantile(x, .25, axis=0)
    med = jnp.median(x, 1)
    rank = jnp.argsort(jnp.argsort(x, 0), 0)
    bins = jnp.searchsorted(jnp.sort(edges), x.reshape(-1))
    return q, med, rank, jnp.bincount(bins, length=8), jnp.corrcoef(x.T), lax.cummax(x, 0), jnp.cumprod(jnp.clip(x, .5, 1.5), 1)


@model(i32((24, 16), ('data', 'model')), i32((24, 16), ('data', 'model')))
def integer_bits(a, b):
    c = (a ^ (b << 3)) & 0xffff
    return lax.population_count(c), c // jnp.maximum(jnp.abs(b), 1), a % 7, (a > b).any(0), jnp.all(a < b, 1), jnp.bitwise_xor.reduce(c, axis=0), jnp.bitwise_or.reduce(c, axis=1)


@model(arg((10, 14), (None, 'model')), arg((14, 6), ('model',)), arg((), ()))
def branches(x, w, p):
    x = con(x, 'data', 'model')

    def a(x):
        return (x @ w).sum(0), x

    def b(x):
        return jnp.cos(x[:6, :6]).sum(0), x * 2.
    u = lax.cond(p > 0, a, b, x)
    v = lax.switch(jnp.int32(p) % 3, [jnp.sin, jnp.exp, lambda x: x.T.reshape(10, 14)], x)
    return u, v


@model(arg((5, 7, 11)), arg((11, 13)))
def ragged_sizes(x, w):
    x, w = con(x, 'data', 'model'), con(w, None, 'model')
    h = con(x @ w, 'data', None, 'model')
    h = h - h.max(-1, keepdims=True)
    t = h.transpose(2, 0, 1).reshape(13, 35)
    return con(nn.softmax(t, -1), 'model', 'data'), h.sum((0, 1)), jnp.flip(h, 1), h[1:4, ::2], jnp.tril(t)


def lowered(function, args, mesh, jit):
    if mesh is None:
        return jax.jit(function, **jit).lower(*args)
    with jax.set_mesh(mesh):
        return jax.jit(function, **jit).lower(*args)


def main(doc=__doc__, models=MODELS):
    if len(sys.argv) < 2 or sys.argv[1].startswith('-'):
        sys.exit(doc)
    directory = sys.argv[1]
    os.makedirs(directory, exist_ok=True)
    for name in sys.argv[2:] or models:
        try:
            text = lowered(*models[name]).as_text()
        except Exception as problem:  # a function that this jax lacks
            print(f'{name}: {type(problem).__name__}: {str(problem)[:300]}')
            continue
        with open(os.path.join(directory, name + '.mlir'), 'w') as handle:
            handle.write(text)


if __name__ == '__main__':
    main()
