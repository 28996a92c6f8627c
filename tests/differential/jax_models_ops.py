#!/usr/bin/env python3
"""Writes small models that use all kinds of ops, sharded over 8 devices, as StableHLO with sdy shardings.

    PYTHON jax_models_ops.py DIRECTORY [NAME...]

Writes NAME.mlir for each model, or only for the named ones: image and audio networks, recurrent networks and scans,
generative models, solvers, and functions of jax.numpy, jax.lax and jax.random, all along sharded dimensions, whose sizes
are often not divisible. These models complement those of jax_models.py.
"""
import functools

import jax_models as base
from jax_models import CUBE, LINE, MESH, arg, con, conv, cross_entropy, i32, jax, jnp, lax, layer_norm, nn, np, shard_map, tree_map
from jax.sharding import PartitionSpec as P

MODELS = {}
model = functools.partial(base.model, into=MODELS)


def key_of(seed, impl='threefry2x32'):
    return jax.random.wrap_key_data(seed.astype(jnp.uint32), impl=impl)


def norm2d(x, g, b, groups=None):
    """Returns the batch norm, or the group norm if groups are given."""
    if groups is None:
        mean, var = x.mean((0, 1, 2)), x.var((0, 1, 2))
        return (x - mean) * lax.rsqrt(var + 1e-3) * g + b
    n, h, w, c = x.shape
    y = x.reshape(n, h, w, groups, c // groups)
    mean, var = y.mean((1, 2, 4), keepdims=True), y.var((1, 2, 4), keepdims=True)
    return ((y - mean) * lax.rsqrt(var + 1e-3)).reshape(x.shape) * g + b


# --- images


@model(arg((3, 3, 3, 8)), dict(expand=arg((1, 1, 8, 24), (None, None, None, 'model')), depth=arg((5, 5, 1, 24), (None, None, None, 'model')),
                              down=arg((24, 6), ('model',)), up=arg((6, 24), (None, 'model')), project=arg((1, 1, 24, 8), (None, None, 'model'))),
       arg((24,)), arg((8, 18, 18, 3), ('data',)), i32((8,), ('data',)))
def efficientnet(stem, p, g, x, y):
    """An inverted bottleneck with a depthwise kernel and squeeze-and-excite, and its gradient."""
    def loss(stem, p, g):
        h = nn.silu(norm2d(conv(x, stem, 2), g[:8], g[8:16]))
        e = nn.silu(norm2d(conv(h, p['expand']), g, g))
        e = nn.silu(norm2d(conv(e, p['depth'], groups=24), g, g))
        s = nn.sigmoid(nn.silu(e.mean((1, 2)) @ p['down']) @ p['up'])
        h = h + norm2d(conv(e * s[:, None, None], p['project']), g[:8], g[:8])
        return cross_entropy(h.mean((1, 2)), y % 8)
    return jax.value_and_grad(loss, (0, 1, 2))(stem, p, g)


@model(arg((7, 7, 3, 8)), arg((1, 1, 8, 4)), arg((3, 3, 4, 4)), arg((1, 1, 4, 16)), arg((1, 1, 8, 16)), arg((4, 36, 34, 3), (None, 'data', 'model')))
def resnet_spatial(stem, a, b, c, skip, x):
    """A bottleneck block on an image that is sharded along height and width."""
    def loss(stem, a, b, c, skip):
        h = nn.relu(conv(x, stem, 2))
        h = lax.reduce_window(h, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), 'SAME')
        y = nn.relu(conv(h, a))
        y = nn.relu(conv(y, b, 2))
        return (nn.relu(conv(y, c) + conv(h, skip, 2)).mean((1, 2))**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2, 3, 4))(stem, a, b, c, skip)


UNET = dict(inp=arg((3, 3, 3, 8)), down=arg((3, 3, 8, 16), (None, None, None, 'model')), mid=arg((3, 3, 16, 16), (None, None, 'model')), qkv=arg((16, 48), (None, 'model')),
            up=arg((2, 2, 8, 16), (None, None, None, 'model')), out=arg((3, 3, 16, 3)), time=arg((12, 16), (None, 'model')), g=arg((16,)))


@model(UNET, arg((8, 14, 14, 3), ('data',)), arg((8,), ('data',)), i32((2,)))
def diffusion_unet(p, x, t, seed):
    """The loss of a diffusion model: noise, time embeddings, group norms, attention and transposed convolutions."""
    noise = jax.random.normal(key_of(seed), x.shape)
    level = nn.sigmoid(t)[:, None, None, None]

    def loss(p):
        freq = jnp.exp(-jnp.arange(6.) / 6.)
        emb = jnp.concatenate([jnp.sin(t[:, None] * freq), jnp.cos(t[:, None] * freq)], -1) @ p['time']
        h0 = conv(x * level + noise * (1. - level), p['inp'])
        h = nn.silu(norm2d(conv(h0, p['down'], 2), p['g'], p['g'], 4)) + emb[:, None, None]
        h = nn.silu(norm2d(conv(h, p['mid']), p['g'], p['g'], 4))
        q, k, v = jnp.split(h.reshape(8, 49, 16) @ p['qkv'], 3, -1)
        h = h + jnp.einsum('bqk,bkd->bqd', nn.softmax(jnp.einsum('bqd,bkd->bqk', q, k) / 4.), v).reshape(h.shape)
        h = lax.conv_transpose(h, p['up'].swapaxes(2, 3), (2, 2), 'VALID', dimension_numbers=('NHWC', 'HWIO', 'NHWC'))
        return ((conv(jnp.concatenate([h, h0], -1), p['out']) - noise)**2).mean()
    return jax.value_and_grad(loss)(p)


@model(arg((7, 7, 1, 16), (None, None, None, 'model')), arg((16, 40), (None, 'model')), arg((40, 16), ('model',)), arg((4, 24, 15, 16), (None, 'data')))
def convnext_spatial(depth, up, down, x):
    """A 7 x 7 kernel on an image sharded along the height, downsampling between stages, and global response norm."""
    def loss(depth, up, down):
        h = conv(x, depth, groups=16)
        h = nn.gelu(layer_norm(h, 1., 0.) @ up)
        gx = jnp.sqrt((h * h).sum((1, 2), keepdims=True) + 1e-6)
        h = h * (gx / (gx.mean(-1, keepdims=True) + 1e-6)) + h
        h = x + 1e-1 * (h @ down)
        h = h.reshape(4, 12, 2, 15, 16).mean(2)
        return (h**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2))(depth, up, down)


@model(arg((2, 16, 16, 12), (None, 'data', 'model')), arg((12, 36)), arg((7, 7, 2)))
def swin(x, qkv, table):
    """Shifted 4 x 4 windows: rolls, the split into windows, relative biases and masks."""
    a = np.arange(4)
    c = np.stack(np.meshgrid(a, a, indexing='ij')).reshape(2, -1)
    rel = c[:, :, None] - c[:, None] + 3
    region = np.zeros((16, 16), np.int32)
    for i, s in enumerate((slice(0, 12), slice(12, 14), slice(14, 16))):
        region[s] += i * 3
        region[:, s] += i
    window = region.reshape(4, 4, 4, 4).transpose(0, 2, 1, 3).reshape(16, 16)
    for shift in (0, 2):
        h = jnp.roll(x, (-shift, -shift), (1, 2))
        h = h.reshape(2, 4, 4, 4, 4, 12).transpose(0, 1, 3, 2, 4, 5).reshape(2, 16, 16, 12)
        q, k, v = (t.reshape(2, 16, 16, 2, 6) for t in jnp.split(h @ qkv, 3, -1))
        s = jnp.einsum('nwqhd,nwkhd->nwhqk', q, k) + table[rel[0], rel[1]].transpose(2, 0, 1)
        if shift:
            s = jnp.where((window[:, :, None] == window[:, None])[:, None], s, -100.)
        h = jnp.einsum('nwhqk,nwkhd->nwqhd', nn.softmax(s), v).reshape(2, 4, 4, 4, 4, 12)
        h = h.transpose(0, 1, 3, 2, 4, 5).reshape(2, 16, 16, 12)
        x = con(x + jnp.roll(h, (shift, shift), (1, 2)), None, 'data', 'model')
    return x


@model(arg((4, 12, 10, 8), ('data',)), arg((3, 3, 4, 16), (None, None, None, 'model')), arg((3, 3, 4, 32)), arg((3, 5, 8, 6)), arg((3, 8, 4)))
def conv_kinds(x, grouped, shuffle, dilated, one):
    """Convolutions with groups, dilated operands, strides with uneven padding, a pixel shuffle, and one dimension."""
    dn = ('NHWC', 'HWIO', 'NHWC')
    a = lax.conv_general_dilated(x, grouped, (2, 1), [(1, 2), (0, 3)], dimension_numbers=dn, feature_group_count=2)
    b = lax.conv_general_dilated(x[..., :4], shuffle, (1, 1), 'SAME', dimension_numbers=dn)
    b = b.reshape(4, 12, 10, 2, 2, 8).transpose(0, 1, 3, 2, 4, 5).reshape(4, 24, 20, 8)
    c = lax.conv_general_dilated(x, dilated, (1, 2), [(2, 1), (3, 3)], lhs_dilation=(2, 1), rhs_dilation=(2, 1), dimension_numbers=dn)
    d = lax.conv_general_dilated(x[:, :, 0], one, (3,), [(-1, 4)], dimension_numbers=('NHC', 'HIO', 'NHC'))
    e = lax.conv_general_dilated(x.swapaxes(0, 3), grouped[:, :, :, :8], (1, 1), 'SAME', dimension_numbers=dn, batch_group_count=2)
    f = lax.conv_transpose(x, dilated, (2, 3), 'SAME', dimension_numbers=dn)
    return a, b, c, d, e, f


@model(arg((4, 12, 10, 14, 4), (None, 'data', 'model')), arg((3, 3, 3, 4, 6)))
def conv3d_video(x, w):
    def loss(w, x):
        h = lax.conv_general_dilated(x, w, (1, 2, 2), [(2, 0), (1, 1), (1, 1)], dimension_numbers=('NDHWC', 'DHWIO', 'NDHWC'))
        h = lax.reduce_window(nn.relu(h), 0., lax.add, (1, 2, 2, 2, 1), (1, 2, 2, 2, 1), 'SAME')
        return (h * h).mean()
    return jax.value_and_grad(loss, (0, 1))(w, x)


@model(arg((6, 20, 17, 4), (None, 'data')), arg((6, 16, 24), (None, 'data', 'model')))
def pooling(x, y):
    """Pooling with overlapping windows, gaps between windows, dilation, products, minima, and gradients of maxima."""
    def top(x):
        return (lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 2, 1), (1, 2, 3, 1), 'SAME')**2).sum()

    def mean(x):
        total = lax.reduce_window(x, 0., lax.add, (1, 3, 3, 1), (1, 2, 2, 1), 'SAME')
        return total / lax.reduce_window(jnp.ones_like(x), 0., lax.add, (1, 3, 3, 1), (1, 2, 2, 1), 'SAME')
    low = lax.reduce_window(y, jnp.inf, lax.min, (1, 4, 1), (1, 1, 1), 'VALID')
    wide = lax.reduce_window(y, 0., lax.add, (1, 3, 3), (1, 5, 7), [(0, 0), (1, 2), (0, 4)], window_dilation=(1, 2, 1))
    product = lax.reduce_window(jnp.clip(y, .5, 1.5), 1., lax.mul, (2, 2, 2), (1, 2, 2), 'SAME')
    return jax.grad(top)(x), mean(x), jax.grad(lambda x: (mean(x)**2).sum())(x), low, wide, product


@model(arg((4, 12, 10, 3), ('data',)), arg((2, 16, 24), (None, 'data', 'model')), arg((2, 11), ()))
def resizes(x, y, places):
    from jax.scipy.ndimage import map_coordinates
    a = jax.image.resize(x, (4, 24, 15, 3), 'bilinear')
    b = jax.image.resize(y, (2, 7, 24), 'cubic')
    c = jax.image.resize(y, (2, 32, 12), 'nearest')
    d = jax.image.scale_and_translate(y[0], (12, 20), (0, 1), jnp.array([.7, .8]), jnp.array([.5, -1.]), 'lanczos3')
    e = map_coordinates(y[1], [jnp.abs(places[0]) % 15., jnp.abs(places[1]) % 23.], 1, mode='nearest')
    f = jax.grad(lambda y: (jax.image.resize(y, (2, 33, 9), 'linear')**2).sum())(y)
    return a, b, c, d, e, f


@model(arg((3, 24, 16, 5), (None, 'data', 'model')), arg((8, 13), ('data',)))
def paddings(x, y):
    """All modes of jnp.pad, and rolls, flips, rotations, tiles and repeats, along sharded dimensions."""
    pads = [jnp.pad(x[0, ..., 0], ((3, 2), (1, 4)), mode=m) for m in ('edge', 'wrap', 'reflect', 'symmetric', 'mean', 'maximum')]
    ramp = jnp.pad(y, ((2, 1), (0, 3)), mode='linear_ramp', end_values=5.)
    const = jnp.pad(y, ((1, 1), (2, 0)), constant_values=7.)
    return (*pads, ramp, const, jnp.roll(x, (5, -3, 1), (1, 2, 3)), jnp.flip(x, (1, 2)), jnp.rot90(y), jnp.tile(y, (2, 3)), jnp.repeat(y, 3, 0),
            jnp.roll(y, 7), lax.pad(y, 2., ((1, -2, 1), (-1, 3, 2))), lax.pad(y, 0., ((-2, 5, 0), (0, 0, 0))))


# --- audio and sequences


@model(arg((2, 64, 8), (None, 'data', 'model')), arg((4, 2, 8, 16), (None, None, None, 'model')), arg((4, 8, 8)), arg((8, 16)))
def wavenet(x, filters, skip, head):
    """Gated causal convolutions with dilations from 1 to 8 along a sharded sequence."""
    def loss(filters, skip, head):
        h, total = x, 0.
        for i in range(4):
            y = lax.conv_general_dilated(h, filters[i], (1,), [(2**i, 0)], rhs_dilation=(2**i,), dimension_numbers=('NHC', 'HIO', 'NHC'))
            a, b = jnp.split(y, 2, -1)
            z = jnp.tanh(a) * nn.sigmoid(b)
            total = total + z @ skip[i]
            h = con(h + z, None, 'data', 'model')
        logits = nn.relu(total) @ head
        target = jnp.clip((x[..., 0] * 4.).astype(jnp.int32) + 8, 0, 15)
        return cross_entropy(logits[:, :-1], target[:, 1:])
    return jax.value_and_grad(loss, (0, 1, 2))(filters, skip, head)


@model(arg((8, 11, 12), ('data',)), arg((2, 12, 48), (None, None, 'model')), arg((2, 16, 48), (None, None, 'model')), i32((8,), ('data',)))
def gru_bidirectional(x, w, u, length):
    """A GRU in both directions with a residual, on sequences of different lengths, and the gradient through the scan."""
    alive = jnp.arange(11)[:, None] < length % 12

    def loss(w, u):
        def run(w, u, reverse):
            def cell(h, c):
                x, on = c
                a, b = x @ w, h @ u
                r = nn.sigmoid(a[:, :16] + b[:, :16])
                z = nn.sigmoid(a[:, 16:32] + b[:, 16:32])
                n = jnp.tanh(a[:, 32:] + r * b[:, 32:])
                h = jnp.where(on[:, None], (1. - z) * n + z * h, h)
                return h, h
            return lax.scan(cell, jnp.zeros((8, 16)), (x.swapaxes(0, 1), alive), reverse=reverse, unroll=2)[1]
        h = jnp.concatenate([run(w[0], u[0], False), run(w[1], u[1], True)], -1)
        return jnp.where(alive[..., None], h**2, 0.).sum() / alive.sum()
    return jax.value_and_grad(loss, (0, 1))(w, u)


@model(dict(inp=arg((12, 32), (None, 'model')), conv=arg((4, 16), (None, 'model')), bc=arg((16, 9), ('model',)), dt=arg((1, 16), (None, 'model')), a=arg((16, 4), ('model',)),
            d=arg((16,), ('model',)), out=arg((16, 12), ('model',))), arg((4, 22, 12), ('data',)))
def mamba(p, x):
    """A selective state space model: a causal convolution, and an associative scan with its gradient."""
    def loss(p):
        u, z = jnp.split(x @ p['inp'], 2, -1)
        u = nn.silu(lax.conv_general_dilated(u, p['conv'][:, None], (1,), [(3, 0)], dimension_numbers=('NHC', 'HIO', 'NHC'), feature_group_count=16))
        dbc = u @ p['bc']
        dt = nn.softplus(dbc[..., :1] @ p['dt'])
        b, c = dbc[..., 1:5], dbc[..., 5:]
        decay = jnp.exp(-dt[..., None] * nn.softplus(p['a']))
        inp = (dt * u)[..., None] * b[:, :, None]
        _, h = lax.associative_scan(lambda l, r: (l[0] * r[0], r[0] * l[1] + r[1]), (decay, inp), axis=1)
        y = (jnp.einsum('btds,bts->btd', h, c) + u * p['d']) * nn.silu(z)
        return ((y @ p['out'] - x)**2).mean()
    return jax.value_and_grad(loss)(p)


@model(arg((2, 48, 8), (None, 'data', 'model')), arg((2, 48, 8), (None, 'data', 'model')), arg((2, 48), (None, 'data')))
def scans_along_shards(a, x, g):
    """Scans along a sharded dimension: associative, chunked, forward, backward, and with resets between segments."""
    a = nn.sigmoid(a)

    def join(l, r):
        return l[0] * r[0], r[0] * l[1] + r[1]
    _, h = lax.associative_scan(join, (a, x), axis=1)
    _, back = lax.associative_scan(join, (a, x), axis=1, reverse=True)

    def chunk(state, c):
        a, x = c
        pa, px = lax.associative_scan(join, (a, x), axis=1)
        y = px + pa * state[:, None]
        return y[:, -1], y
    chunks = tree_map(lambda t: t.reshape(2, 6, 8, 8).swapaxes(0, 1), (a, x))
    _, y = lax.scan(chunk, jnp.zeros((2, 8)), chunks)
    return h, back, y.swapaxes(0, 1).reshape(2, 48, 8), jnp.cumsum(g[:, ::-1], 1)[:, ::-1], lax.cummin(g, 1, reverse=True), lax.cumprod(a, 1)


@model(arg((4, 40, 8), ('data', None, 'model')), arg((40, 8), (None, 'model')), arg((8,), ('model',)))
def long_convolution(x, k, d):
    """A filter as long as the sequence, applied by FFT, and its gradient."""
    def loss(k, d):
        n = 80
        y = jnp.fft.irfft(jnp.fft.rfft(x, n, axis=1) * jnp.fft.rfft(k, n, axis=0), n, axis=1)[:, :40]
        return ((nn.gelu(y + x * d))**2).mean()
    return jax.value_and_grad(loss, (0, 1))(k, d)


@model(arg((6, 14, 9), (None, None, None)), i32((6, 5)), i32((6,)))
def ctc(logits, labels, length):
    """The forward algorithm on logarithms, with -inf and padding."""
    logits = con(logits, 'data', None, 'model')
    logp = nn.log_softmax(logits)
    lab = labels % 8 + 1
    ext = jnp.zeros((6, 11), jnp.int32).at[:, 1::2].set(lab)
    skip = jnp.concatenate([jnp.zeros((6, 2), bool), (ext[:, 2:] != ext[:, :-2]) & (ext[:, 2:] != 0)], 1)
    emit = jnp.take_along_axis(logp, jnp.broadcast_to(ext[:, None], (6, 14, 11)), 2)
    start = jnp.where(jnp.arange(11) < 2, emit[:, 0], -1e9)

    def step(alpha, e):
        one = jnp.concatenate([jnp.full((6, 1), -1e9), alpha[:, :-1]], 1)
        two = jnp.where(skip, jnp.concatenate([jnp.full((6, 2), -1e9), alpha[:, :-2]], 1), -1e9)
        alpha = jnp.logaddexp(jnp.logaddexp(alpha, one), two) + e
        return alpha, jnp.argmax(alpha, -1)
    alpha, path = lax.scan(step, start, emit.swapaxes(0, 1)[1:])
    end = 2 * (length % 5) + 2
    last = jnp.take_along_axis(alpha, end[:, None], 1)[:, 0]
    return -jnp.logaddexp(last, jnp.take_along_axis(alpha, end[:, None] - 1, 1)[:, 0]), path


@model(arg((5, 5)), arg((8, 12, 5), ('data',)))
def viterbi(trans, emit):
    """The best path, which a reversed scan finds by following back pointers."""
    def step(score, e):
        total = score[:, :, None] + trans
        return total.max(1) + e, total.argmax(1).astype(jnp.int32)
    score, back = lax.scan(step, emit[:, 0], emit.swapaxes(0, 1)[1:])

    def follow(state, b):
        return jnp.take_along_axis(b, state[:, None], 1)[:, 0], state
    first, path = lax.scan(follow, score.argmax(-1).astype(jnp.int32), back, reverse=True)
    return jnp.concatenate([first[None], path]).T, score.max(-1)


# --- graphs, tables and segments


@model(arg((30, 12)), i32((70,)), i32((70,)), arg((12, 8), (None, 'model')), arg((8, 2), ('model',)))
def graph_attention(nodes, src, dst, w, a):
    """A softmax over the edges of each node, and means, products and minima of segments."""
    nodes, src, dst = con(nodes, 'data'), con(src % 30, 'data'), con(dst % 30, 'data')

    def loss(w, a):
        h = nodes @ w
        score = nn.leaky_relu((h @ a[:, 0])[src] + (h @ a[:, 1])[dst])
        top = jax.ops.segment_max(score, dst, 30)
        e = jnp.exp(score - lax.stop_gradient(jnp.where(jnp.isfinite(top), top, 0.))[dst])
        weight = e / (jax.ops.segment_sum(e, dst, 30)[dst] + 1e-6)
        out = jax.ops.segment_sum(weight[:, None] * h[src], dst, 30)
        return (nn.elu(out)**2).mean(), (jax.ops.segment_min(score, dst, 30), jax.ops.segment_prod(lax.stop_gradient(jnp.clip(score, .5, 1.5)), dst, 30))
    return jax.value_and_grad(loss, (0, 1), has_aux=True)(w, a)


@model(arg((12, 10, 8), ('data', None, 'model')), i32((7, 2)), i32((12, 3), ('data',)), arg((7, 8)), arg((12, 3, 8), ('data', None, 'model')))
def gathers_scatters(x, pairs, rows, v, u):
    """Gathers and scatters with several index dimensions, in all modes and with all kinds of updates."""
    i, j = pairs[:, 0], pairs[:, 1]
    a = x[i % 12, j % 10]
    b = x.at[i, j].get(mode='fill', fill_value=-3.)
    c = x.at[i % 12, j % 10].add(v).at[j % 12, :, 3].min(7. - v.sum(0)[:, None].sum() * 0.)
    d = x.at[i % 12, 1:6].mul(1.5 + v[:, None])
    e = x.at[jnp.arange(12)[:, None], rows % 10].set(u)
    f = x.at[:, rows[0] % 10].max(u)
    g = jnp.take(x, rows % 10, axis=1)[:, :, 0]
    h = x[:, ::-3, jnp.array([0, 5, 2])]
    k = x.at[i, j].apply(jnp.tanh)
    m = x.at[-2:, 3:5].divide(2.)
    return a, b, c, d, e, f, g, h, k, m


@model(arg((16, 18), ('data',)), i32((16, 18), ('data', 'model')), arg((29,), ()))
def orders(x, n, v):
    """Sorts of several operands, ranks, unique values, medians and partitions, along sharded dimensions."""
    x, v = con(x, 'data', 'model'), con(v, 'data')
    k, s = lax.sort((n % 5, x), dimension=1, num_keys=2)
    order = jnp.lexsort((n[0] % 3, x[0]))
    u, count = jnp.unique(n % 7, size=9, fill_value=-1, return_counts=True)
    top, at = lax.top_k(x.T, 4)
    low = -lax.top_k(-v, 3)[0]
    return (k, s, order, u, count, top, at, low, jnp.argsort(v, descending=True), jnp.median(x), jnp.percentile(x, jnp.array([10., 50., 99.]), axis=0),
            jnp.nanquantile(jnp.where(x > 1., jnp.nan, x), .3, axis=1), jnp.sort(x, 0)[::-1], jnp.argpartition(v, 4)[:4].sum(), lax.approx_max_k(x, 3)[0],
            jnp.nonzero(n[0] > 0, size=6, fill_value=17)[0], jnp.searchsorted(jnp.sort(v), x[0], side='right'))


@model(arg((37,), ()), i32((37,)), arg((6, 22), (None, 'model')))
def counts(x, n, y):
    """Histograms and moments of arrays whose sizes aren't divisible."""
    x, n = con(x, ('data', 'model')), con(n, 'data')
    h, edges = jnp.histogram(x, 6, range=(-2., 2.))
    weighted = jnp.bincount(n % 9, weights=x, length=9)
    h2 = jnp.histogram2d(y[0], y[1], bins=3, range=[[-2, 2], [-2, 2]])[0]
    return (h, edges, weighted, h2, jnp.digitize(y, jnp.array([-1., 0., 1.])), x.std(), jnp.var(y, 0, ddof=1), jnp.cov(y), nn.logsumexp(y, 1), jnp.ptp(y, 1),
            jnp.average(y, 1, weights=jnp.abs(y) + 1.), jnp.nanmean(jnp.where(y > 0, y, jnp.nan)), jnp.count_nonzero(n % 2, keepdims=True), jnp.argmax(y, 1), jnp.nanargmin(y, 0),
            jnp.all(y > -3.), jnp.any(n == 1), jnp.prod(jnp.clip(x, .9, 1.1)), jnp.cumsum(n % 5), jnp.diff(x, 2), jnp.ediff1d(n % 7), jnp.gradient(y, axis=1), jnp.trapezoid(y, axis=1))


# --- numbers


@model(arg((16, 12), ('data', 'model'), jnp.int8), arg((16, 12), ('data', 'model'), jnp.uint8), arg((16, 12), ('data', 'model'), jnp.int16), arg((24,), ('data',), jnp.uint32),
       arg((24,), ('data',), jnp.bool_), arg((12, 8), ('model',), jnp.int8))
def integers(a, b, c, d, e, w):
    """Sums that overflow, shifts, bitwise ops, and products of small integers."""
    return (a.sum(0, dtype=jnp.int8), b.sum(1, dtype=jnp.uint8), jnp.prod(c | 1, 1, dtype=jnp.int16), a * a, b + b, lax.shift_right_arithmetic(c, jnp.int16(3)), d * jnp.uint32(2654435761),
            lax.clz(d), jnp.cumsum(b, 0, dtype=jnp.uint8), lax.dot(a, w, preferred_element_type=jnp.int32), lax.dot(a, w), jnp.bitwise_or.reduce(d), jnp.logical_xor.reduce(e), jnp.packbits(e),
            jnp.unpackbits(b, axis=1), b // jnp.maximum(b.T[:1, :1], 1), a % jnp.int8(7), lax.bitcast_convert_type(d.reshape(12, 2), jnp.int16), e.sum(), jnp.where(e, d, 0).max(), b.min(0), a.argmax(1),
            d.sum(), jnp.mean(a), jnp.left_shift(d, 5) ^ jnp.right_shift(d, 3), jnp.gcd(c, a.astype(jnp.int16)), jnp.right_shift(b, 9), jnp.abs(a), -b)


@model(arg((16, 24), ('data', 'model'), jnp.bfloat16), arg((24, 20), ('model',), jnp.float16), arg((16, 20), ('data',)))
def halves(x, w, y):
    """bf16, f16 and f8: products and sums in f32, rounding, and loss scaling."""
    def loss(w):
        h = jnp.dot(x.astype(jnp.float16), w, preferred_element_type=jnp.float32)
        return ((h - y)**2).mean() * 128.
    g = jax.grad(loss)(w)
    q = x.astype(jnp.float8_e4m3fn).astype(jnp.float32)
    return g, x.astype(jnp.float32).sum(0), lax.reduce_precision(y, 5, 7), jnp.max(x, 1), q.sum(1), nn.softmax(x.astype(jnp.float32)).astype(jnp.bfloat16), jnp.sort(w, 0), x.T * jnp.bfloat16(3)


@model(i32((2,)), i32((4,)), arg((12, 10)), arg((9,), ()))
def random_kinds(seed, long_seed, x, p):
    """Distributions of jax.random with both generators, used in sharded computations."""
    x = con(x, 'data', 'model')
    keys = jax.random.split(key_of(seed), 14)
    rbg = key_of(long_seed, 'rbg')
    n = con(jax.random.normal(keys[0], (12, 10)), 'data', 'model')
    per_row = jax.vmap(lambda k, r: r + jax.random.uniform(k, (10,)))(jax.random.split(keys[1], 12), x)
    return (x + n, per_row, jax.random.permutation(keys[2], 12), jax.random.permutation(keys[3], x, axis=1), jax.random.choice(keys[4], 12, (5,), replace=False), jax.random.categorical(keys[5], x, 1),
            jax.random.bernoulli(keys[6], .3, (12, 10)) * x, jax.random.randint(keys[7], (7, 3), -5, 5), jax.random.truncated_normal(keys[8], -1., 1., (12,)), jax.random.exponential(keys[9], (10,)),
            jax.random.choice(keys[10], 9, (4,), p=nn.softmax(p)), jax.random.bits(keys[11], (6,), jnp.uint8), con(jax.random.normal(rbg, (12, 10)), 'data', 'model') * x,
            jax.random.uniform(jax.random.fold_in(rbg, 3), (5,)), jax.random.orthogonal(keys[12], 4).shape[0], jax.random.dirichlet(keys[13], jnp.ones(3)).sum())


@model(arg((8, 12, 10), ('data', None, 'model')), arg((16, 16), ('data', 'model')))
def transforms(x, y):
    """Fourier transforms along several dimensions, shifts, complex products, and a spectral layer."""
    z = jnp.fft.fft2(y)
    w = jnp.fft.rfftn(x, axes=(1, 2))
    low = jnp.einsum('bxy,xyc->bcxy', w[:, :4, :3], (jnp.arange(4 * 3 * 2.).reshape(4, 3, 2) + 1j))
    full = jnp.zeros((8, 2, 12, 6), jnp.complex64).at[:, :, :4, :3].set(low)
    return (jnp.abs(jnp.fft.fftshift(z)), jnp.angle(z + .5), jnp.fft.irfftn(full, (12, 10), axes=(2, 3)), jnp.real(jnp.fft.ifft(jnp.fft.fft(x, axis=0) * 1j, axis=0)), jnp.conj(z) @ z,
            jnp.fft.hfft(z[:, :5], axis=1), jax.scipy.signal.convolve(y[0], y[1, :5]), jax.scipy.signal.fftconvolve(y, y[:5, :3], mode='same'))


@model(arg((8, 6, 6), ('data',)), arg((8, 6, 3), ('data',)), arg((12, 7), ('data',)), arg((9, 9)))
def linear_algebra_kinds(a, b, tall, m):
    """Decompositions, solvers, and functions based on them, with and without batch dimensions."""
    spd = a @ a.swapaxes(1, 2) + 6. * jnp.eye(6)
    m = con(m, 'data', 'model')
    values, vectors = jnp.linalg.eigh(spd)
    q, r = jnp.linalg.qr(tall)
    s = jnp.linalg.svd(tall, compute_uv=False)
    c = jnp.linalg.cholesky(spd)
    good = m + 10. * jnp.eye(9)
    return (values, jnp.abs(vectors).sum((1, 2)), q @ r, s, jax.scipy.linalg.cho_solve((c, True), b), jax.scipy.linalg.solve_triangular(good, tall[:9], lower=False), jnp.linalg.solve(good, tall[:9]),
            jnp.linalg.inv(good), jnp.linalg.slogdet(spd)[1], jnp.linalg.det(good), jax.scipy.linalg.expm(m / 20.), jnp.linalg.matrix_power(m / 4., 5), jnp.linalg.pinv(tall), jnp.linalg.norm(m, 2),
            jnp.linalg.lstsq(tall, tall[:, 0])[0], jnp.kron(b[0], tall[:2]), jnp.linalg.multi_dot([tall, tall.T, tall]), jnp.cross(b[..., 0:3], b[:, ::-1]), jnp.linalg.matrix_rank(good),
            lax.linalg.triangular_solve(c, b, left_side=True, lower=True, transpose_a=True))


@model(arg((8, 4, 4), ('data',)), arg((20, 8, 2), (None, 'data')), arg((2, 4)))
def kalman(state, seen, h):
    """Kalman filters of 8 series: small products and inverses in a scan, and the gradient of the likelihood."""
    def loss(h):
        def step(carry, z):
            x, p = carry
            p = p + .1 * jnp.eye(4)
            s = h @ p @ h.T + jnp.eye(2)
            k = jnp.linalg.solve(s, h @ p).swapaxes(1, 2)
            y = z - x @ h.T
            x = .9 * x + jnp.einsum('bij,bj->bi', k, y)
            p = p - k @ h @ p
            return (x, p), y**2 / s[:, [0, 1], [0, 1]] + jnp.log(s[:, [0, 1], [0, 1]])
        start = state[:, 0], jnp.einsum('bij,bkj->bik', state, state) * .1 + jnp.eye(4)
        (x, _), cost = lax.scan(step, start, seen)
        return cost.mean(), x
    return jax.value_and_grad(loss, has_aux=True)(h)


@model(arg((5, 24, 6), (None, 'data')), arg((24, 3, 6), ('data',)), i32((7,)))
def clamped_slices(x, u, at):
    """Dynamic slices of sharded dimensions in a scan, whose starts are negative or too large."""
    def step(carry, i):
        part = lax.dynamic_slice(carry, (i % 3, i * 5 - 40, 2), (2, 5, 3))
        carry = lax.dynamic_update_slice(carry, part * .5 + 1., (1, i * 7 - 10, i % 5))
        rows = lax.dynamic_slice_in_dim(u, i * 3 - 30, 4, 0)
        return con(carry, None, 'data'), (part.sum(0), rows.sum(1))
    y, (parts, rows) = lax.scan(step, x, at % 23)
    every = jax.vmap(lambda u, i: lax.dynamic_slice(u, (i, 1), (2, 3)))(u, jnp.arange(24) - 5)
    updated = jax.vmap(lambda u, i: lax.dynamic_update_slice(u, u[:2, :2] * 2., (i, i)))(u, jnp.arange(24) % 4)
    return y, parts, rows, every, updated


@model(arg((9, 14), ()), arg((), ()))
def loops_branches(x, p):
    """While loops whose iteration counts depend on the data, in branches, in loops, and under vmap."""
    x = con(x, 'data', 'model')

    def newton(a):
        def body(c):
            y, _, n = c
            new = .5 * (y + a / y)
            return new, y, n + 1
        return lax.while_loop(lambda c: (jnp.abs(c[0] - c[1]) > 1e-5) & (c[2] < 20), body, (a, a * 0., 0))[::2]
    roots, trips = jax.vmap(newton)(jnp.abs(x[:, 0]) + .5)

    def outer(i, c):
        y, n = c
        y = lax.cond((i % 2 == 0) & (p > -10.), lambda y: jnp.sin(y) + y.mean(0), lambda y: con(y @ jnp.ones((14, 14)) * .01, None, 'model'), y)
        y, k = lax.while_loop(lambda c: (jnp.max(jnp.abs(c[0])) > 1.) & (c[1] < 6), lambda c: (c[0] * .5, c[1] + 1), (y, 0))
        return con(y, 'model', 'data'), n + k
    y, n = lax.fori_loop(0, 4, outer, (x, 0))
    z = jax.vmap(lambda r, q: lax.cond(q > 0, jnp.cumsum, lambda r: -r, r))(x, x[:, 1])
    s = lax.switch(jnp.clip(n, 0, 2), (lambda v: v[::2].sum(0), lambda v: v[1::3].sum(0), lambda v: v.max(0)), y)
    return roots, trips, y, n, z, s


@model(arg((), ()), arg((12, 3), ()), arg((3, 24), (None, 'model')), arg((24, 3), ('model',)))
def neural_ode(t, x, w1, w2):
    """A Runge-Kutta solver with adaptive steps, and a gradient through a scan with fixed steps."""
    x = con(x, 'data')

    def f(y):
        return jnp.tanh(y @ w1) @ w2

    def body(c):
        y, at, h, n = c
        k1 = f(y)
        k2 = f(y + h * k1 / 2.)
        k3 = f(y + h * (2. * k2 - k1))
        high, low = y + h * (k1 + 4. * k2 + k3) / 6., y + h * k2
        error = jnp.sqrt(((high - low)**2).mean())
        good = error < 1e-2
        return jnp.where(good, high, y), jnp.where(good, at + h, at), jnp.clip(h * .9 * (1e-2 / (error + 1e-8))**.33, 1e-3, .3), n + 1
    y, at, _, n = lax.while_loop(lambda c: (c[1] < 1.) & (c[3] < 40), body, (x, 0., .1, 0))

    def loss(w1, w2):
        end, _ = lax.scan(lambda y, _: (y + .1 * jnp.tanh(y @ w1) @ w2, None), x, None, length=5)
        return (end**2).mean()
    return y, jax.value_and_grad(loss, (0, 1))(w1, w2)


@jax.custom_vjp
def clip_gradient(x):
    return x


clip_gradient.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -.1, .1),))


@jax.custom_jvp
def log1pexp(x):
    return jnp.log1p(jnp.exp(x))


log1pexp.defjvp(lambda x, t: (log1pexp(x[0]), (1. - 1. / (1. + jnp.exp(x[0]))) * t[0]))


@model(arg((14, 10), (None, 'model')), arg((10, 6), ('model',)))
def derivatives(x, w):
    """Jacobians, Hessians, products with them, and custom and implicit derivatives."""
    x = con(x, 'data', 'model')

    def f(w):
        return log1pexp(x @ w).sum(1)
    jac = jax.jacfwd(f)(w)
    rev = jax.jacrev(lambda v: jnp.sin(x @ v))(w[:, 0])
    hess = jax.hessian(lambda v: jnp.tanh(x @ v).sum())(w[:, 1])
    hvp = jax.jvp(jax.grad(lambda w: f(w).sum()), (w,), (w * .5,))[1]
    per = jax.vmap(jax.grad(lambda w, r: jnp.tanh(r @ w).sum()), (None, 0))(w, x)
    _, pull = jax.vjp(lambda w: f(clip_gradient(w)), w)
    return jac, rev, hess, hvp, jnp.sqrt((per**2).sum((1, 2))), pull(jnp.ones(14))[0], jax.linearize(f, w)[1](w)


# --- models from other fields


@model(arg((13, 3), ()), arg((8, 16, 4), (None, 'model')), arg((24, 16), (None, 'model')), arg((16, 4), ('model',)))
def radiance_field(rays, grid, w1, w2):
    """Samples along rays, positional encodings, an interpolated grid, and transmittance as a cumulative product."""
    rays = con(rays, 'data')

    def loss(grid, w1, w2):
        at = rays[:, None] * jnp.linspace(.2, 1., 7)[:, None]
        enc = jnp.concatenate([f(at * 2.**i) for i in range(3) for f in (jnp.sin, jnp.cos)], -1)
        place = (nn.sigmoid(at) * 6.999)
        low = place.astype(jnp.int32)
        cell = (low * jnp.array([1, 7, 3])).sum(-1) % 16
        feature = grid[low[..., 0], cell] * (1. - (place - low)[..., :1]) + grid[low[..., 0] + 1, cell] * (place - low)[..., :1]
        h = nn.relu(jnp.concatenate([enc, feature, at[..., :2]], -1) @ w1) @ w2
        alpha = 1. - jnp.exp(-nn.softplus(h[..., 3]) * .2)
        through = jnp.cumprod(jnp.concatenate([jnp.ones((13, 1)), 1. - alpha + 1e-6], 1), 1)[:, :-1]
        return ((nn.sigmoid(h[..., :3]) * (alpha * through)[..., None]).sum(1)**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2))(grid, w1, w2)


@model(arg((40, 8), (('data', 'model'),)), arg((24, 8), ('model',)), i32((16,), ('data',)), i32((16,), ('data',)), i32((16, 5), ('data',)))
def two_towers(users, items, u, i, history):
    """A softmax over the items of the batch, corrected for their frequency, and sparse updates of the tables."""
    u, i = u % 40, i % 24

    def loss(users, items):
        past = items[history % 24]
        weight = (history % 24 != 0)[..., None]
        a = users[u] + (past * weight).sum(1) / jnp.maximum(weight.sum(1), 1.)
        b = items[i]
        a, b = (t * lax.rsqrt((t * t).sum(-1, keepdims=True) + 1e-6) for t in (a, b))
        logits = a @ b.T * 5. - jnp.log(jnp.bincount(i, length=24)[i] / 16.)
        same = (i[:, None] == i) & ~jnp.eye(16, dtype=bool)
        logits = jnp.where(same, -1e9, logits)
        return -jnp.diagonal(nn.log_softmax(logits)).mean(), (jnp.argmax(logits, 1) == jnp.arange(16)).mean()
    (value, right), (gu, gi) = jax.value_and_grad(loss, (0, 1), has_aux=True)(users, items)
    rows = jnp.sqrt((gi * gi).sum(-1, keepdims=True) + 1e-4)
    return value, right, users.at[u].add(-.1 * gu[u]), items - .1 * gi / rows


@model(arg((26, 4), ()), arg((5, 4), ()))
def clustering(x, centers):
    """k-means, mixtures of Gaussians, Sinkhorn iterations, and principal components by power iteration."""
    x = con(x, 'data')

    def kmeans(_, c):
        at = jnp.argmin(((x[:, None] - c)**2).sum(-1), 1)
        return jnp.zeros_like(c).at[at].add(x) / jnp.maximum(jnp.zeros((5, 1)).at[at].add(1.), 1.)
    c = lax.fori_loop(0, 4, kmeans, centers)

    def em(carry, _):
        mean, var, pi = carry
        logp = -.5 * (((x[:, None] - mean)**2) / var + jnp.log(var)).sum(-1) + jnp.log(pi)
        r = nn.softmax(logp, 1)
        n = r.sum(0) + 1e-3
        mean = r.T @ x / n[:, None]
        var = jnp.einsum('nk,nkd->kd', r, (x[:, None] - mean)**2) / n[:, None] + 1e-2
        return (mean, var, n / n.sum()), nn.logsumexp(logp, 1).mean()
    (mean, _, pi), fit = lax.scan(em, (c, jnp.ones_like(c), jnp.full(5, .2)), None, length=3)
    cost = jnp.sqrt(((x[:, None] - c)**2).sum(-1) + 1e-3)

    def sinkhorn(_, fg):
        f, g = fg
        f = -nn.logsumexp(g - cost, 1) + jnp.log(1. / 26.)
        return f, -nn.logsumexp(f[:, None] - cost, 0) + jnp.log(1. / 5.)
    f, g = lax.fori_loop(0, 5, sinkhorn, (jnp.zeros(26), jnp.zeros(5)))
    v = lax.fori_loop(0, 8, lambda _, v: (x.T @ (x @ v)) / jnp.linalg.norm(x.T @ (x @ v)), jnp.ones(4))
    return c, mean, pi, fit, jnp.exp(f[:, None] + g - cost), v


@model(arg((24, 16), ('data', 'model')), arg((9, 24, 16), (None, 'data', 'model')))
def fluids(u, f):
    """Lattice Boltzmann streaming, red-black sweeps, upwind differences, and multigrid levels."""
    moves = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)]

    def stream(f):
        g = jnp.stack([jnp.roll(f[i], m, (0, 1)) for i, m in enumerate(moves)])
        rho = g.sum(0)
        return con(g + .1 * (rho / 9. - g), None, 'data', 'model')
    f = lax.fori_loop(0, 3, lambda _, f: stream(f), f)
    red = (jnp.arange(24)[:, None] + jnp.arange(16)) % 2 == 0

    def sweep(_, v):
        for colour in (red, ~red):
            p = jnp.pad(v, 1)
            v = jnp.where(colour, .25 * (p[2:, 1:-1] + p[:-2, 1:-1] + p[1:-1, 2:] + p[1:-1, :-2] - u), v)
        return con(v, 'data', 'model')
    v = lax.fori_loop(0, 2, sweep, u * 0.)
    coarse = v.reshape(12, 2, 8, 2).mean((1, 3))
    fine = jnp.repeat(jnp.repeat(coarse, 2, 0), 2, 1)
    fine = fine.at[1:-1:2].set(.5 * (fine[:-2:2] + fine[2::2]))
    wind = jnp.where(u > 0, u - jnp.concatenate([u[:1], u[:-1]]), jnp.concatenate([u[1:], u[-1:]]) - u)
    flux = u.at[1:].add(-u[:-1]).at[:, :-1].add(.1 * u[:, 1:])
    return f, v, fine, wind, flux, u[::3, 1::2], u[5:17:4], u[-7:, :9]


@model(arg((18, 4), ()), arg((18,), ()), arg((7, 4), ()))
def gaussian_process(x, y, new):
    """The factorization of a kernel matrix, the gradient of the likelihood, and predictions."""
    x, y = con(x, 'data'), con(y, 'data')

    def kernel(a, b, s):
        return jnp.exp(-.5 * ((a[:, None] - b)**2).sum(-1) * s)

    def loss(s):
        k = con(kernel(x, x, s), 'data', 'model') + .5 * jnp.eye(18)
        c = jnp.linalg.cholesky(k)
        z = jax.scipy.linalg.solve_triangular(c, y, lower=True)
        return .5 * z @ z + jnp.log(jnp.diagonal(c)).sum()
    value, g = jax.value_and_grad(loss)(.3)
    k = kernel(x, x, .3) + .5 * jnp.eye(18)
    a = jax.scipy.linalg.cho_solve(jax.scipy.linalg.cho_factor(k), y)
    return value, g, kernel(new, x, .3) @ a


@model(arg((10, 12), (None, 'model')), arg((21,), ()))
def numpy_kinds(x, v):
    """Many functions of jax.numpy on sharded arrays whose sizes aren't divisible."""
    x, v = con(x, 'data', 'model'), con(v, 'data')
    i = jnp.arange(21)
    return (jnp.convolve(v, jnp.array([1., -2., 1.])), jnp.interp(x, jnp.linspace(-2., 2., 21), v), jnp.polyval(jnp.array([1., 0., -1.]), x), jnp.select([x > 1., x < 0.], [x, -x], 7.),
            jnp.piecewise(v, [v < 0, v >= 1], [lambda a: -a, 5., lambda a: a * 2.]), jnp.outer(v, v)[::4, ::5], jnp.tril(x, -1), jnp.triu(x, 2), jnp.trace(x, 1), jnp.diag(v)[3], jnp.einsum('ij,kj,kl->il', x, x, x),
            jnp.tensordot(x, x, ((0,), (0,))), jnp.vander(v, 3), jnp.meshgrid(v, x[0])[1][2], jnp.insert(v, 4, 9.), jnp.delete(v, 3), jnp.append(v, x[0]), jnp.block([[x, x], [x * 2., x]]), jnp.hstack([x, x[:, :3]]),
            jnp.stack([x, x], 2).reshape(10, 24), jnp.split(v, [4, 9])[1], jnp.array_split(x, 3, 0)[2], jnp.take_along_axis(x, jnp.argsort(x, 1), 1), jnp.where(i % 3 == 0, v, jnp.nan_to_num(v / 0.)), jnp.squeeze(x[2:3]), jnp.clip(x, -1., v[0]),
            jnp.nan_to_num(jnp.log(x)), jnp.isclose(x, x + 1e-9), jnp.hypot(x, 1.), jnp.arctan2(x, .5), jnp.sinc(x), jnp.round(x * 3.), jnp.floor_divide(x, .7), jnp.mod(x, .7), jnp.fmod(v, .3), jnp.heaviside(v, .5), jnp.nextafter(v, 9.),
            jnp.logaddexp(x, 0.), jnp.frexp(v)[1], jnp.signbit(v), jnp.unwrap(v), jnp.ravel(x, order='F'), jnp.apply_along_axis(jnp.cumsum, 0, x), jnp.roll(v, 8), jnp.broadcast_to(v[:, None, None], (21, 2, 3)), jnp.moveaxis(x[None], 0, 2), x[..., None, 3:7],
            jax.scipy.special.gammaln(jnp.abs(v) + 1.), jax.scipy.special.erfinv(jnp.tanh(v)), jax.scipy.stats.norm.logpdf(x), jnp.vectorize(lambda a, b: a @ b, signature='(n),(n)->()')(x, x[0]), jnp.permute_dims(x, (1, 0)), jnp.dot(v, v))


@model(arg((6, 10, 4), ()), arg((8, 4), ()), i32((6, 10)))
def memory_and_hashes(x, keys, ids):
    """Locality-sensitive hashing, Bloom embeddings, a queue of keys, and a memory that attention writes."""
    x = con(x, None, ('data', 'model'))
    bucket = jnp.argmax(jnp.concatenate([x @ keys.T, -(x @ keys.T)], -1), -1)
    order = jnp.argsort(bucket * 10 + jnp.arange(10), 1)
    chunk = jnp.take_along_axis(x, order[..., None], 1).reshape(6, 5, 2, 4)
    look = jnp.concatenate([chunk, jnp.roll(chunk, 1, 1)], 2)
    a = nn.softmax(jnp.einsum('bcqd,bckd->bcqk', chunk, look))
    y = jnp.einsum('bcqk,bckd->bcqd', a, look).reshape(6, 10, 4)
    y = jnp.take_along_axis(y, jnp.argsort(order, 1)[..., None], 1)
    hashed = (ids[..., None].astype(jnp.uint32) * jnp.array([2654435761, 2246822519], jnp.uint32)) >> 29
    embedded = keys[hashed.astype(jnp.int32)].sum(-2)
    queue = jnp.concatenate([keys[2:], x[0, :2]], 0)
    write = nn.softmax(jnp.einsum('btd,kd->btk', x, keys), -1)
    mem, _ = lax.scan(lambda m, c: (m * (1. - .1 * c[0][..., None]) + c[0][..., None] * c[1][:, None], None), jnp.zeros((6, 8, 4)), (write.swapaxes(0, 1), x.swapaxes(0, 1)))
    return y, embedded, queue, mem


@model(arg((4, 16, 6), ('data',)), arg((12, 6), ('model',)), arg((8, 6), ()), i32((2,)))
def vision_transformer(x, w, pos, seed):
    """Patches, a class token, layer scale, stochastic depth with the rbg generator, and mixed labels."""
    key = jax.random.wrap_key_data(jnp.concatenate([seed, seed]).astype(jnp.uint32), impl='rbg')
    a, b, c = jax.random.split(key, 3)

    def loss(w, pos):
        lam = jax.random.uniform(a, ())
        mixed = lam * x + (1. - lam) * x[::-1]
        h = mixed.reshape(4, 8, 12) @ w + pos
        h = jnp.concatenate([jnp.broadcast_to(pos[:1] * .1, (4, 1, 6)), h], 1)
        keep = jax.random.bernoulli(b, .7, (4, 1, 1))
        s = nn.softmax(h @ h.swapaxes(1, 2))
        h = h + jnp.where(keep, .1 * s @ h, 0.) / .7
        drop = jax.random.bernoulli(c, .5, h.shape)
        return (jnp.where(drop, h, 0.)[:, 0]**2).mean()
    return jax.value_and_grad(loss, (0, 1))(w, pos)


if __name__ == '__main__':
    base.main(__doc__, MODELS)
