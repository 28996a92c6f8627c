#!/usr/bin/env python3
"""Writes models that use all common kinds of parallelism on 16 devices, as StableHLO with sdy shardings.

    PYTHON jax_models_parallel.py DIRECTORY [NAME...]

Writes NAME.mlir for each model, or only for the named ones: transformers with data, tensor, sequence, expert and
pipeline parallelism and with several of them at once, optimizers with sharded state, decoding with caches, and manual
programs. These models complement those of jax_models.py.
"""
import functools

import jax_models as base
from jax_models import (adam, block, block_params, causal_attention, clipped, cross_entropy, jax, jnp, lax, layer_norm, nn, np,
                        rms_norm, shard_map, tree_map)
from jax.sharding import Mesh, PartitionSpec as P

DEVICES = np.array(jax.devices()[:16])
GRID = Mesh(DEVICES.reshape(4, 4), ('data', 'model'))
CUBE = Mesh(DEVICES.reshape(4, 2, 2), ('dp', 'fsdp', 'tp'))
EXPERTS = Mesh(DEVICES.reshape(2, 4, 2), ('data', 'expert', 'model'))
STAGES = Mesh(DEVICES.reshape(2, 4, 2), ('data', 'stage', 'model'))
FOUR = Mesh(DEVICES.reshape(2, 2, 2, 2), ('dp', 'pp', 'tp', 'sp'))
LINE = Mesh(DEVICES, ('d',))
LINE8 = Mesh(DEVICES[:8], ('d',))

MODELS = {}
model = functools.partial(base.model, into=MODELS)


def arg(shape, spec=(), dtype=jnp.float32, mesh=GRID):
    return base.arg(shape, spec, dtype, mesh)


def i32(shape, spec=(), mesh=GRID):
    return base.arg(shape, spec, jnp.int32, mesh)


def con(x, *spec, mesh=GRID):
    return base.con(x, *spec, mesh=mesh)


def heads(x, n):
    return x.reshape(*x.shape[:-1], n, x.shape[-1] // n)


def on(mesh, tree):
    """Returns the same arrays on another mesh."""
    return tree_map(lambda a: base.arg(a.shape, tuple(a.sharding.spec), a.dtype, mesh), tree)


# --- transformers


@model(arg((512, 32), ('tp', 'fsdp'), mesh=CUBE), block_params(3, CUBE, 'fsdp', 'tp'), i32((8, 13), (('dp', 'fsdp'),), CUBE))
def llama_bf16_remat(embed, layers, tokens):
    """f32 weights, bf16 activations, a vocabulary of 503 in a table of 512, and sequences of length 13."""
    def loss(params):
        embed, layers = tree_map(lambda p: (p * .1).astype(jnp.bfloat16), params)
        h = con(embed[tokens % 503], ('dp', 'fsdp'), mesh=CUBE)

        @functools.partial(jax.checkpoint, policy=jax.checkpoint_policies.dots_with_no_batch_dims_saveable)
        def layer(h, p):
            return con(block(h, p), ('dp', 'fsdp'), None, 'tp', mesh=CUBE), None
        h, _ = lax.scan(layer, h, layers)
        logits = (h @ embed.T).astype(jnp.float32)
        logits = jnp.where(jnp.arange(512) < 503, logits, -jnp.inf)
        return cross_entropy(con(logits, ('dp', 'fsdp'), None, 'tp', mesh=CUBE)[:, :-1], tokens[:, 1:] % 503)
    value, g = jax.value_and_grad(loss)((embed, layers))
    g, norm = clipped(g)
    return value, norm


GPT = dict(embed=arg((104, 16), ('model', None)), pos=arg((24, 16)), ln=arg((2, 16)), qkv=arg((16, 3, 4, 4), (None, None, 'model')),
           out=arg((4, 4, 16), ('model',)), up=arg((16, 64), (None, 'model')), b1=arg((64,), ('model',)), down=arg((64, 16), ('model',)),
           b2=arg((16,)))


@model(GPT, i32((8, 24), ('data',)), i32((2,)))
def gpt_sequence_parallel(p, tokens, seed):
    """Between blocks, the sequence is sharded on the axis of the weights. Dropout uses threefry."""
    key = jax.random.wrap_key_data(seed.astype(jnp.uint32))

    def dropout(x, key):
        return jnp.where(jax.random.bernoulli(key, .9, x.shape), x / .9, 0.)

    def loss(p):
        a, b, c = jax.random.split(key, 3)
        h = con(p['embed'][tokens % 101] + p['pos'], 'data', 'model')
        h = con(dropout(h, a), 'data', 'model')
        x = layer_norm(h, p['ln'][0], p['ln'][1])
        q, k, v = jnp.moveaxis(jnp.einsum('btd,dnhe->btnhe', x, p['qkv']), 2, 0)
        h = h + dropout(con(jnp.einsum('bthe,hed->btd', causal_attention(q, k, v), p['out']), 'data', 'model'), b)
        x = layer_norm(h, p['ln'][1], p['ln'][0])
        h = h + dropout(con(nn.gelu(x @ p['up'] + p['b1']) @ p['down'] + p['b2'], 'data', 'model'), c)
        return cross_entropy(h @ p['embed'].T, tokens % 101)
    return jax.value_and_grad(loss)(p)


@model(dict(shared=arg((97, 16)), q=arg((16, 16), (None, 'model')), k=arg((16, 16), (None, 'model')), v=arg((16, 16), (None, 'model')),
            o=arg((16, 16), ('model',)), bias=arg((8, 4), (None, 'model')), wi=arg((16, 32), (None, 'model')), wo=arg((32, 16), ('model',))),
       i32((4, 12), ('data',)), i32((4, 7), ('data',)))
def t5(p, source, target):
    """An encoder and a decoder: bucketed relative positions, cross attention, padding masks, lengths 12 and 7."""
    def bucket(distance, both):
        n = -distance
        start = 0
        if both:
            start = (n < 0).astype(jnp.int32) * 4
            n = jnp.abs(n)
        else:
            n = jnp.maximum(n, 0)
        half = 4 if both else 8
        big = 2 + (jnp.log(n / 2. + 1e-6) / np.log(16. / 2.) * (half - 2)).astype(jnp.int32)
        return start + jnp.where(n < 2, n, jnp.minimum(big, half - 1))

    def attend(x, y, mask, both):
        q, k, v = heads(x @ p['q'], 4), heads(y @ p['k'], 4), heads(y @ p['v'], 4)
        s = jnp.einsum('bqhd,bkhd->bhqk', q, k)
        if both is not None:
            at = jnp.arange(y.shape[1])[None] - jnp.arange(x.shape[1])[:, None]
            s = s + p['bias'][bucket(at, both)].transpose(2, 0, 1)
        s = jnp.where(mask, s, jnp.finfo(s.dtype).min)
        return jnp.einsum('bhqk,bkhd->bqhd', nn.softmax(s), v).reshape(x.shape) @ p['o']

    p = tree_map(lambda x: x * .1, p)

    def loss(shared):
        src, dst = source % 97, target % 97
        mask = (src != 0)[:, None, None]
        h = con(shared[src], 'data')
        h = h + attend(rms_norm(h, 1.), rms_norm(h, 1.), mask, True)
        h = con(h + nn.gelu(rms_norm(h, 1.) @ p['wi']) @ p['wo'], 'data')
        d = shared[jnp.pad(dst[:, :-1], ((0, 0), (1, 0)))]
        d = d + attend(rms_norm(d, 1.), rms_norm(d, 1.), jnp.tril(jnp.ones((7, 7), bool)), False)
        d = d + attend(rms_norm(d, 1.), h, mask, None)
        logits = d @ shared.T
        per = -jnp.take_along_axis(nn.log_softmax(logits), dst[..., None], -1)[..., 0]
        weight = (dst != 0).astype(jnp.float32)
        return (per * weight).sum() / weight.sum()
    return jax.value_and_grad(loss)(p['shared'])


@model(arg((96, 32), (('model', 'data'),)), arg((16, 32)), arg((2, 32)), [block_params(None, GRID, None, 'model')] * 2, i32((8, 16), ('data',)),
       i32((8, 3), ('data',)), i32((8, 16), ('data',)))
def bert_masked(words, positions, types, layers, tokens, masked, segment):
    """Logits for the masked positions only, and a classifier on the first token."""
    h = words[tokens % 96] + positions + types[segment % 2]
    for p in layers:
        h = con(block(layer_norm(h, 1., 0.), p), 'data')
    at = masked % 16
    picked = jnp.take_along_axis(h, at[..., None], 1)
    labels = jnp.take_along_axis(tokens % 96, at, 1)
    first = jnp.tanh(h[:, 0])
    return cross_entropy(picked @ words.T, labels), nn.log_softmax(first @ types.T), (jnp.argmax(picked @ words.T, -1) == labels).mean()


@model(arg((16, 30, 32), ('data',)), dict(dq=arg((32, 12)), uq=arg((12, 8, 6), (None, 'model')), dkv=arg((32, 10)), ukv=arg((10, 8, 8), (None, 'model')),
                                          kr=arg((32, 2)), o=arg((8, 4, 32), ('model',))))
def latent_attention(x, p):
    """Queries, keys and values from small latents, with rotary positions in a shared part of the key."""
    def rotate(x):
        angle = jnp.arange(30.)[:, None] * .1
        a, b = x[..., :1], x[..., 1:]
        return jnp.concatenate([a * jnp.cos(angle) - b * jnp.sin(angle), b * jnp.cos(angle) + a * jnp.sin(angle)], -1)

    def loss(p):
        q = jnp.einsum('btl,lhe->bhte', rms_norm(x @ p['dq'], 1.), p['uq'])
        kv = jnp.einsum('btl,lhe->bhte', rms_norm(x @ p['dkv'], 1.), p['ukv'])
        q, qr, k, v = q[..., :4], rotate(q[..., 4:]), kv[..., :4], kv[..., 4:]
        kr = rotate((x @ p['kr'])[:, None])
        s = (jnp.einsum('bhte,bhse->bhts', q, k) + jnp.einsum('bhte,bise->bhts', qr, kr)) / 6.**.5
        s = nn.softmax(s, where=jnp.tril(jnp.ones((30, 30), bool)), axis=-1)
        return (jnp.einsum('bhts,bhse,hed->btd', s, v, p['o'])**2).mean()
    return jax.value_and_grad(loss)(p)


@model(arg((6, 40, 8, 4), (None, None, 'model')), arg((6, 40, 8, 4), (None, None, 'model')), arg((6, 40, 8, 4), (None, None, 'model')), i32((6,), ()))
def alibi_windows(q, k, v, length):
    """Biases by distance, attention of blocks of 5 to themselves and the block before, and fully masked rows."""
    slope = 2.**-jnp.arange(1., 9.)
    at = jnp.arange(40)
    s = jnp.einsum('bqhd,bkhd->bhqk', q, k) - slope[:, None, None] * jnp.abs(at[:, None] - at)
    near = (at[:, None] // 5 - at // 5 >= 0) & (at[:, None] // 5 - at // 5 < 2)
    alive = at < (length % 41)[:, None]
    mask = near & alive[:, None, None] & alive[:, None, :, None]
    s = jnp.where(mask, s, -jnp.inf)
    top = lax.stop_gradient(jnp.max(s, -1, keepdims=True))
    e = jnp.exp(s - jnp.where(jnp.isfinite(top), top, 0.))
    w = e / jnp.maximum(e.sum(-1, keepdims=True), 1e-9)
    return jnp.einsum('bhqk,bkhd->bqhd', w, v)


@model(arg((8, 12, 32), ('data', None, 'model')), block_params(4, GRID, 'data', 'model'))
def weights_two_axes(x, layers):
    """Weights and activations that are sharded on both axes."""
    def loss(layers):
        h = x
        for i in range(4):
            p = tree_map(lambda a: a[i] * .2, layers)
            h = con(block(h, p), 'data', None, 'model')
        return (h * h).mean()
    value, g = jax.value_and_grad(loss)(layers)
    return value, tree_map(lambda p, g: p - .1 * g, layers, g)


# --- optimizers


ZERO = dict(w1=arg((24, 48)), b1=arg((48,)), w2=arg((48, 7)), b2=arg((7,)))
ZERO_STATE = dict(w1=arg((24, 48), (None, ('data', 'model'))), b1=arg((48,), (('data', 'model'),)), w2=arg((48, 7), (('data', 'model'),)), b2=arg((7,)))


@model(ZERO, ZERO_STATE, ZERO_STATE, arg((48, 24), (('data', 'model'),)), i32((48,), (('data', 'model'),)),
       donate_argnums=(0, 1, 2), out_shardings=(None, tree_map(lambda a: a.sharding, ZERO), *[tree_map(lambda a: a.sharding, ZERO_STATE)] * 2))
def zero_one(p, m, v, x, y):
    """Replicated weights, optimizer state sharded over 16 devices, donated arguments, and shardings on results."""
    def loss(p):
        return cross_entropy(nn.relu(x @ p['w1'] + p['b1']) @ p['w2'] + p['b2'], y % 7)
    value, g = jax.value_and_grad(loss)(p)
    return (value,) + adam(p, g, m, v, 3.)


@model(dict(a=arg((16, 32), ('data', 'model')), b=arg((32, 10), ('model',))), arg((12, 16), ('data',)), i32((12,), ('data',)))
def ten_steps(p, x, y):
    """Ten steps of AdamW in a loop, and the loss after each."""
    zero = tree_map(jnp.zeros_like, p)

    def step(carry, i):
        p, m, v = carry

        def loss(p):
            return cross_entropy(nn.gelu(x @ p['a']) @ p['b'], y % 10)
        value, g = jax.value_and_grad(loss)(p)
        g, _ = clipped(g)
        new, m, v = adam(p, g, m, v, i.astype(jnp.float32))
        return (tree_map(lambda n, p: n - .001 * p, new, p), m, v), value
    (p, _, _), losses = lax.scan(step, (p, zero, zero), jnp.arange(10))
    return p, losses


@model(arg((24, 20), ('data', 'model')), arg((24, 20), ('data', 'model')), arg((24, 20), ('data', 'model')), arg((24, 24), ('data',)), arg((20, 20), ('model',)))
def lion_shampoo(p, m, g, left, right):
    """Lion's sign of the momentum, and inverse roots by Newton's method for Shampoo."""
    lion = p - .01 * (jnp.sign(.9 * m + .1 * g) + .1 * p)
    m = .99 * m + .01 * g
    left, right = left + g @ g.T, right + g.T @ g

    def inverse_root(a):
        n = a.shape[0]
        a = a + jnp.eye(n) * (1e-2 + jnp.trace(a) / n)
        z = 3. / (2. * jnp.sqrt((a * a).sum()))

        def body(_, c):
            mat, h = c
            t = (3. * jnp.eye(n) - mat) / 2.
            return t @ t @ mat, h @ t
        _, h = lax.fori_loop(0, 6, body, (a * z, jnp.eye(n) * z**.5))
        return h
    return lion, m, left, right, p - .01 * inverse_root(left) @ g @ inverse_root(right)


@model(arg((4, 24, 40), (None, 'data', 'model')), arg((4, 24, 40), (None, 'data', 'model')), arg((17,), ()), arg((17,), ()))
def muon_stacked(p, m, b, gb):
    """Newton-Schulz iterations on stacked bf16 matrices, a plain step for biases, and a cosine schedule."""
    x = m.astype(jnp.bfloat16)
    x = x / (jnp.sqrt((x * x).sum((-2, -1), keepdims=True)) + 1e-7)

    def step(_, x):
        a = x @ x.swapaxes(-1, -2)
        return 3.4445 * x + (-4.775 * a + 2.0315 * a @ a) @ x
    x = lax.fori_loop(0, 2, step, x)
    rate = .1 * (1. + jnp.cos(jnp.pi * jnp.minimum(gb[0], 10.) / 10.))
    return p - rate * x.astype(jnp.float32), jnp.where(rate > .05, b - rate * gb, b)


@model(arg((32, 48), ('data', 'model')), arg((32, 4), ('data',)), arg((4, 48), (None, 'model')), arg((8, 9, 32), ('data',)))
def lora_quantized(w, a, b, x):
    """A frozen 4-bit weight with one scale for every 8 rows, and a trained low-rank part."""
    blocks = w.reshape(4, 8, 48)
    scale = jnp.abs(blocks).max(1, keepdims=True) / 7. + 1e-9
    q = jnp.clip(jnp.round(blocks / scale), -8, 7).astype(jnp.int8)

    def loss(a, b):
        back = (q.astype(jnp.float32) * scale).reshape(32, 48)
        h = x @ lax.stop_gradient(back) + x @ a @ b * 2.
        return (nn.silu(h)**2).mean()
    return jax.value_and_grad(loss, (0, 1))(a, b)


# --- mixtures of experts


@model(arg((16, 8), mesh=EXPERTS), arg((8, 16, 12), ('expert', None, 'model'), mesh=EXPERTS), arg((8, 12, 16), ('expert', 'model'), mesh=EXPERTS),
       arg((64, 16), (('data', 'expert'),), mesh=EXPERTS))
def moe_all_to_all(gate, up, down, x):
    """all_to_all in a manual program sends tokens to their experts and back."""
    def body(gate, up, down, x):
        p = nn.softmax(x @ gate)
        weight, chosen = lax.top_k(p, 2)
        hot = nn.one_hot(chosen.reshape(-1), 8, dtype=jnp.int32)
        at = (jnp.cumsum(hot, 0) - 1) * hot
        place = at.sum(-1)
        keep = place < 6
        slot = jnp.where(keep, chosen.reshape(-1) * 6 + place, 48)
        rows = jnp.repeat(x, 2, 0)
        sent = jnp.zeros((48, 16)).at[slot].add(rows, mode='drop').reshape(8, 6, 16)
        got = lax.all_to_all(sent, 'expert', 0, 1, tiled=True)
        h = nn.relu(jnp.einsum('ecd,edf->ecf', got, up))
        out = lax.psum(jnp.einsum('ecf,efd->ecd', h, down), 'model')
        back = lax.all_to_all(out, 'expert', 1, 0, tiled=True).reshape(48, 16)
        rows = jnp.where(keep[:, None], back.at[slot].get(mode='fill', fill_value=0.), 0.)
        return (rows.reshape(-1, 2, 16) * weight[..., None]).sum(1), lax.pmean(p.mean(0), ('data', 'expert'))

    def loss(gate, up, down):
        both = P(('data', 'expert'))
        y, load = shard_map(body, mesh=EXPERTS, in_specs=(P(), P('expert', None, 'model'), P('expert', 'model'), both),
                            out_specs=(both, P()))(gate, up, down, x)
        return (y * y).mean() + .01 * (load * load).sum()
    return jax.value_and_grad(loss, (0, 1, 2))(gate, up, down)


@model(arg((16, 8), mesh=EXPERTS), arg((8, 16, 32), ('expert', 'data', 'model'), mesh=EXPERTS), arg((8, 32, 16), ('expert', 'model', 'data'), mesh=EXPERTS),
       arg((48, 16), ('data',), mesh=EXPERTS))
def moe_expert_choice(gate, up, down, x):
    """Each expert takes the tokens with the highest scores for it."""
    def loss(gate, up, down):
        scores = nn.softmax(x @ gate).T
        weight, at = lax.top_k(scores, 10)
        rows = con(x[at], 'expert', mesh=EXPERTS)
        h = nn.silu(jnp.einsum('ecd,edf->ecf', rows, up))
        y = jnp.einsum('ecf,efd,ec->ecd', h, down, weight)
        out = jnp.zeros_like(x).at[at.reshape(-1)].add(y.reshape(-1, 16))
        return (con(out, 'data', mesh=EXPERTS)**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2))(gate, up, down)


@model(arg((16, 6), mesh=EXPERTS), arg((6, 16, 20), (None, None, 'model'), mesh=EXPERTS), arg((42, 16), ('data',), mesh=EXPERTS))
def moe_ragged_dot(gate, w, x):
    """Tokens sorted by expert, and a product with groups of different sizes."""
    x = con(x, ('data', 'expert'), mesh=EXPERTS)
    chosen = jnp.argmax(x @ gate, -1)
    order = jnp.argsort(chosen, stable=True)
    sizes = jnp.bincount(chosen, length=6).astype(jnp.int32)
    y = lax.ragged_dot(x[order], w, sizes)
    return y[jnp.argsort(order)], sizes


@model(arg((24, 8)), arg((8, 24, 16), ('data', None, 'model')), arg((8, 16, 24), ('data', 'model')), arg((24, 16), (None, 'model')), arg((16, 24), ('model',)),
       arg((8, 9, 24), ('data',)))
def moe_shared_expert(gate, up, down, su, sd, x):
    """Experts as in DeepSeek: sigmoid scores in groups, a bias for balance, and one expert for all tokens."""
    def loss(up, down, su, sd):
        scores = nn.sigmoid(x @ gate)
        groups = scores.reshape(8, 9, 4, 2).max(-1)
        good = jnp.sum(nn.one_hot(lax.top_k(groups, 2)[1], 4), -2)
        masked = jnp.where(jnp.repeat(good, 2, -1) > 0, scores + .01 * jnp.arange(8), 0.)
        at = lax.top_k(masked, 2)[1]
        weight = jnp.take_along_axis(scores, at, -1)
        weight = weight / weight.sum(-1, keepdims=True)
        route = (nn.one_hot(at, 8) * weight[..., None]).sum(-2)
        h = con(jnp.einsum('btd,edf->ebtf', x, up), 'data')
        y = jnp.einsum('ebtf,efd,bte->btd', nn.silu(h), down, route)
        return ((con(y, 'data') + nn.silu(x @ su) @ sd)**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2, 3))(up, down, su, sd)


# --- sharded sequences


@model(arg((2, 48, 2, 8), (None, 'd'), mesh=LINE), arg((2, 48, 2, 8), (None, 'd'), mesh=LINE), arg((2, 48, 2, 8), (None, 'd'), mesh=LINE))
def ring_attention_causal(q, k, v):
    """Keys move around a ring of 16 devices, and so does the gradient."""
    def body(q, k, v):
        me = lax.axis_index('d')

        def step(carry, i):
            m, l, o, k, v = carry
            source = (me - i) % 16
            rows, columns = me * 3 + jnp.arange(3), source * 3 + jnp.arange(3)
            s = jnp.einsum('bqhd,bkhd->bhqk', q, k)
            s = jnp.where(rows[:, None] >= columns, s, -1e30)
            top = jnp.maximum(m, s.max(-1))
            p = jnp.exp(s - top[..., None])
            scale = jnp.exp(m - top)
            l, o = l * scale + p.sum(-1), o * scale[..., None] + jnp.einsum('bhqk,bkhd->bhqd', p, v)
            around = [(i, (i + 1) % 16) for i in range(16)]
            return (top, l, o, lax.ppermute(k, 'd', around), lax.ppermute(v, 'd', around)), None
        zero = q.swapaxes(1, 2) * 0
        (_, l, o, _, _), _ = lax.scan(step, (zero.sum(-1) - 1e30, zero.sum(-1), zero, k, v), jnp.arange(16))
        return (o / l[..., None]).swapaxes(1, 2)

    def loss(q, k, v):
        spec = P(None, 'd')
        return (shard_map(body, mesh=LINE, in_specs=(spec, spec, spec), out_specs=spec)(q, k, v)**2).sum()
    return jax.value_and_grad(loss, (0, 1, 2))(q, k, v)


@model(arg((4, 24, 32), ('data', 'model')), arg((32, 3, 8, 4)), arg((8, 4, 32)))
def ulysses(x, qkv, out):
    """Attention that changes from sharded sequences to sharded heads and back."""
    def loss(qkv, out):
        q, k, v = jnp.moveaxis(jnp.einsum('btd,dnhe->nbthe', x, qkv), 0, 0)
        q, k, v = (con(a, 'data', None, 'model') for a in (q, k, v))
        a = con(causal_attention(q, k, v), 'data', 'model')
        return ((jnp.einsum('bthe,hed->btd', a, out) + x)**2).mean()
    return jax.value_and_grad(loss, (0, 1))(qkv, out)


@model(arg((3, 64, 8), (None, 'd'), mesh=LINE), arg((8, 8), mesh=LINE), arg((4, 8), mesh=LINE))
def causal_conv_halo(x, w, taps):
    """A sequence sharded over 16 devices, shifted by concatenation and by padding, with a chunked state."""
    h = con(x @ w, None, 'd', mesh=LINE)
    y = sum(jnp.pad(h, ((0, 0), (i, 0), (0, 0)))[:, :64] * taps[i] for i in range(4))
    before = jnp.concatenate([jnp.zeros((3, 1, 8)), y[:, :-1]], 1)
    gate = nn.sigmoid(before)
    chunks = (gate * y).reshape(3, 16, 4, 8)
    state = jnp.cumsum(chunks.sum(2), 1)
    return con(chunks + (state - chunks.sum(2))[:, :, None], None, 'd', mesh=LINE), state[:, -1]


# --- pipelines


@model(arg((4, 16, 16), ('stage', None, 'model'), mesh=STAGES), arg((6, 8, 16), (None, 'data'), mesh=STAGES))
def pipeline_manual_stage(ws, xs):
    """Manual along the stages and automatic along the other axes, with its gradient."""
    def body(w, xs):
        stage = lax.axis_index('stage')

        def step(carry, i):
            state = jnp.where(stage == 0, lax.dynamic_index_in_dim(xs, jnp.clip(i, 0, 5), keepdims=False), carry)
            state = jnp.tanh(state @ w[0])
            return lax.ppermute(state, 'stage', [(j, (j + 1) % 4) for j in range(4)]), jnp.where(stage == 3, state, 0.)
        zero = lax.pcast(jnp.zeros((8, 16)), ('stage',), to='varying')
        _, outs = lax.scan(step, zero, jnp.arange(9))
        return lax.psum(outs[3:], 'stage')

    def loss(ws):
        y = shard_map(body, mesh=STAGES, in_specs=(P('stage'), P()), out_specs=P(), axis_names={'stage'})(ws, xs)
        return (con(y, None, 'data', mesh=STAGES)**2).mean()
    return jax.value_and_grad(loss)(ws)


@model(arg((2, 4, 16, 16), (None, 'stage', None, 'model'), mesh=STAGES), arg((8, 4, 16), (None, 'data'), mesh=STAGES))
def pipeline_circular(ws, xs):
    """Each stage has two distant layers, and microbatches go around twice (as in praxis and MaxText)."""
    def run(ws):
        def step(carry, i):
            state, again = carry
            first = jnp.where(i < 8, xs[jnp.minimum(i, 7)], again[jnp.mod(i - 8, 8)])
            state = jnp.roll(state, 1, 0).at[0].set(first)
            turn = jnp.clip((i - jnp.arange(4)) // 8, 0, 1)
            w = jax.vmap(lambda t, w: lax.dynamic_index_in_dim(w, t, keepdims=False), (0, 1))(turn, ws)
            state = con(jnp.tanh(jnp.einsum('sbd,sde->sbe', state, w)), 'stage', 'data', mesh=STAGES)
            at = jnp.mod(i - 3, 8)
            again = jnp.where(i >= 3, lax.dynamic_update_index_in_dim(again, state[-1], at, 0), again)
            return (state, again), None
        (_, out), _ = lax.scan(jax.checkpoint(step), (jnp.zeros((4, 4, 16)), jnp.zeros((8, 4, 16))), jnp.arange(19))
        return (out**2).mean()
    return jax.value_and_grad(run)(ws)


@model(arg((2, 16, 16), ('pp', None, 'tp'), mesh=FOUR), arg((2, 16, 16), ('pp', 'tp'), mesh=FOUR), arg((4, 8, 6, 16), (None, 'dp', 'sp'), mesh=FOUR))
def four_axes(up, down, xs):
    """Data, pipeline, tensor and sequence parallelism in one manual program."""
    def body(up, down, xs):
        stage = lax.axis_index('pp')

        def step(carry, i):
            x = jnp.where(stage == 0, xs[jnp.minimum(i, 3)], carry)
            full = lax.all_gather(x, 'sp', axis=1, tiled=True)
            h = lax.psum(nn.gelu(full @ up[0]) @ down[0], 'tp')
            part = lax.dynamic_slice_in_dim(h, lax.axis_index('sp') * 3, 3, 1)
            y = x + part
            return lax.ppermute(y, 'pp', [(0, 1), (1, 0)]), y
        start = lax.pcast(jnp.zeros_like(xs[0]), ('pp',), to='varying')
        _, ys = lax.scan(step, start, jnp.arange(5))
        return lax.psum(jnp.where(stage == 1, ys[1:], 0.), 'pp')
    return shard_map(body, mesh=FOUR, in_specs=(P('pp', None, 'tp'), P('pp', 'tp'), P(None, 'dp', 'sp')), out_specs=P(None, 'dp', 'sp'),
                     check_vma=False)(up, down, xs)


# --- manual programs


@model(arg((64, 32), ('d',), mesh=LINE), arg((32, 48), ('d',), mesh=LINE), arg((48, 32), ('d',), mesh=LINE))
def fsdp_manual(x, w1, w2):
    """Explicit collectives that gather weights before use and scatter gradients."""
    def body(x, w1, w2):
        def loss(w1, w2):
            a, b = (lax.all_gather(w, 'd', tiled=True) for w in (w1, w2))
            return ((nn.relu(x @ a) @ b - x)**2).mean() / 16.
        value, g = jax.value_and_grad(loss, (0, 1))(w1, w2)
        return lax.psum(value, 'd'), w1 - g[0], w2 - g[1]
    return shard_map(body, mesh=LINE, in_specs=(P('d'), P('d'), P('d')), out_specs=(P(), P('d'), P('d')))(x, w1, w2)


@model(arg((16, 24), ('dp', 'tp'), mesh=CUBE), arg((24, 32), ('tp', 'fsdp'), mesh=CUBE))
def nested_manual(x, w):
    """A manual computation inside another one, each along its own axes."""
    def inner(x, w):
        return lax.psum_scatter(x @ w, 'tp', scatter_dimension=1, tiled=True)

    def outer(x, w):
        y = shard_map(inner, in_specs=(P(None, 'tp'), P('tp')), out_specs=P(None, 'tp'), axis_names={'tp'})(x, w)
        return lax.pmax(y, 'dp') - lax.all_gather(y, 'dp').mean(0), y
    top, y = shard_map(outer, mesh=CUBE, in_specs=(P('dp'), P()), out_specs=(P(), P('dp')), axis_names={'dp'}, check_vma=False)(x, w)
    return top, con(y, 'dp', 'fsdp', mesh=CUBE)


@model(arg((48, 6), ('d',), mesh=LINE), arg((48,), ('d',), mesh=LINE))
def ring_bodies(x, mass):
    """Forces between all pairs of bodies, which move around a ring, and exchanges at the ends of shards."""
    def body(x, m):
        def step(i, c):
            f, y, n = c
            d = y[None] - x[:, None]
            f = f + (d * (n[None] / (1. + (d * d).sum(-1))**1.5)[..., None]).sum(1)
            y, n = (lax.ppermute(a, 'd', [(j, (j - 1) % 16) for j in range(16)]) for a in (y, n))
            return f, y, n
        f, _, _ = lax.fori_loop(0, 16, step, (x * 0, x, m))
        left = lax.ppermute(x[-1:], 'd', [(j, j + 1) for j in range(15)])
        right = lax.pshuffle(x[:1], 'd', [(j + 5) % 16 for j in range(16)])
        return f, left + right, lax.pmin(m.min(), 'd')[None]
    return shard_map(body, mesh=LINE, in_specs=(P('d'), P('d')), out_specs=(P('d'), P('d'), P('d')), check_vma=False)(x, mass)


# --- decoding


@model(dict(embed=arg((104, 32), ('model',)), wq=arg((32, 8, 4), (None, 'model')), wk=arg((32, 4)), wv=arg((32, 4)), wo=arg((8, 4, 32), ('model',))),
       arg((4, 20, 4), ('data', 'model')), arg((4, 20, 4), ('data', 'model')), i32((4,), ('data',)))
def multi_query_decode(p, keys, values, token):
    """One key head with a cache sharded along the sequence, and five tokens sampled with Gumbel noise."""
    def step(carry, i):
        keys, values, token, key = carry
        h = p['embed'][token]
        keys = lax.dynamic_update_slice(keys, (h @ p['wk'])[:, None], (0, i + 9, 0))
        values = lax.dynamic_update_slice(values, (h @ p['wv'])[:, None], (0, i + 9, 0))
        s = jnp.einsum('bd,dhe,bse->bhs', h, p['wq'], keys) / 2.
        s = jnp.where(jnp.arange(20) <= i + 9, s, -jnp.inf)
        h = h + jnp.einsum('bhs,bse,hed->bd', nn.softmax(s), values, p['wo'])
        logits = jnp.where(jnp.arange(104) < 101, h @ p['embed'].T, -jnp.inf)
        key, sub = jax.random.split(key)
        token = jnp.argmax(logits + jax.random.gumbel(sub, logits.shape), -1).astype(jnp.int32)
        return (keys, values, token, key), token
    (keys, values, _, _), out = lax.scan(step, (keys, values, token % 101, jax.random.key(7)), jnp.arange(5))
    return out.T, keys, values


@model(arg((32, 16), ('model',)), arg((16, 16)), arg((4, 16), ('data',)))
def beam_search(embed, w, start):
    """Three beams for five steps, with states reordered to follow the surviving beams."""
    def step(carry, _):
        state, score, out, i = carry
        logp = nn.log_softmax(state @ embed.T)
        total = (score[..., None] + logp).reshape(4, 96)
        score, flat = lax.top_k(total, 3)
        parent, token = flat // 32, flat % 32
        state = jnp.take_along_axis(state, parent[..., None], 1)
        out = jnp.take_along_axis(out, parent[..., None], 1)
        out = lax.dynamic_update_index_in_dim(out, token, i, 2)
        state = jnp.tanh(state @ w + embed[token])
        return (state, score, out, i + 1), score
    state = jnp.repeat(start[:, None], 3, 1)
    score = jnp.tile(jnp.array([0., -jnp.inf, -jnp.inf]), (4, 1))
    (_, score, out, _), trace = lax.scan(step, (state, score, jnp.zeros((4, 3, 5), jnp.int32), 0), None, length=5)
    return out, score, trace


@model(arg((24, 4, 4, 8), (None, None, 'model')), arg((24, 4, 4, 8), (None, None, 'model')), arg((6, 8, 8), (None, 'model')), i32((6, 5)), i32((6,)))
def paged_attention(keys, values, q, pages, length):
    """Caches in pages of 4 positions, found through a table. The new position is scattered into its page."""
    keys, values = (con(a, 'data', None, 'model') for a in (keys, values))
    pages, length = pages % 24, length % 19 + 1
    page = jnp.take_along_axis(pages, (length // 4)[:, None], 1)[:, 0]
    keys = keys.at[page, length % 4].set(q[:, :4])
    k, v = (a[pages].reshape(6, 20, 4, 8) for a in (keys, values))
    s = jnp.einsum('bgrd,bsgd->bgrs', q.reshape(6, 4, 2, 8), k)
    s = jnp.where(jnp.arange(20) <= length[:, None, None, None], s, -jnp.inf)
    return jnp.einsum('bgrs,bsgd->bgrd', nn.softmax(s), v), keys


@model(arg((8, 11, 37), ('data', None)), arg((8, 11, 37), ('data', None)), i32((8, 11), ('data',)), arg((8, 11), ('data',)))
def policy_gradient(logits, old, actions, rewards):
    """PPO and DPO: advantages by a reversed scan, clipped ratios, and pairwise comparison of sequences."""
    logits, old = con(logits, 'data', None, 'model'), con(old, 'data', None, 'model')
    at = (actions % 37)[..., None]

    def step(carry, x):
        reward, value, after = x
        carry = reward + .9 * after - value + .81 * carry
        return carry, carry

    def loss(logits):
        logp = jnp.take_along_axis(nn.log_softmax(logits), at, -1)[..., 0]
        before = jnp.take_along_axis(nn.log_softmax(old), at, -1)[..., 0]
        value = logits.mean(-1)
        after = jnp.concatenate([value[:, 1:], jnp.zeros((8, 1))], 1)
        _, adv = lax.scan(step, jnp.zeros(8), (rewards.T, value.T, after.T), reverse=True)
        adv = lax.stop_gradient((adv - adv.mean()) / (adv.std() + 1e-5)).T
        ratio = jnp.exp(logp - lax.stop_gradient(before))
        ppo = -jnp.minimum(ratio * adv, jnp.clip(ratio, .8, 1.2) * adv).mean()
        margin = (logp - before).sum(1)
        dpo = -nn.log_sigmoid(margin[::2] - margin[1::2]).mean()
        entropy = -(nn.softmax(logits) * nn.log_softmax(logits)).sum(-1).mean()
        return ppo + dpo - .01 * entropy
    return jax.value_and_grad(loss)(logits)


# --- sub-axes


@model(arg((32, 24), (('data', 'model'),)), arg((24, 24), (None, 'model')))
def reshaped_batches(x, w):
    """A batch that is sharded over all devices, split into two dimensions, and merged again in another order."""
    h = x.reshape(8, 4, 24) @ w
    h = h.reshape(2, 4, 4, 24).transpose(1, 0, 2, 3).reshape(32, 24)
    h = con(h, ('model', 'data'))
    t = h.reshape(16, 2, 6, 4).swapaxes(1, 2).reshape(96, 8)
    return con(t, 'model', 'data'), h.reshape(-1), h.reshape(2, 16, 24).mean(0)


@model(arg((8, 28, 28, 3), ('data',)), arg((7, 7, 3, 32), (None, None, None, 'model')), arg((32, 24), ('model',)))
def patch_tokens(x, w, head):
    """Patches by reshape and by convolution. Tokens at random positions are kept, and a scatter restores the order."""
    p = x.reshape(8, 4, 7, 4, 7, 3).transpose(0, 1, 3, 2, 4, 5).reshape(8, 16, 147)
    a = con(p @ w.reshape(147, 32), 'data', None, 'model')
    b = lax.conv_general_dilated(x, w, (7, 7), 'VALID', dimension_numbers=('NHWC', 'HWIO', 'NHWC')).reshape(8, 16, 32)
    order = jnp.argsort(a.sum(-1), 1)
    keep = jnp.take_along_axis(a, order[:, :6, None], 1)
    full = jnp.concatenate([keep @ head, jnp.zeros((8, 10, 24))], 1)
    back = jnp.take_along_axis(full, jnp.argsort(order, 1)[..., None], 1)
    return back, con(b, 'data', 'model'), jnp.zeros((8, 16)).at[jnp.arange(8)[:, None], order[:, :6]].set(1.)


EXPLICIT = None
if hasattr(jax.sharding, 'AxisType'):
    EXPLICIT = Mesh(DEVICES.reshape(4, 4), ('data', 'model'), axis_types=(jax.sharding.AxisType.Explicit,) * 2)


@model(*(on(EXPLICIT, (arg((16, 32), (None, 'model')), arg((32, 16), ('model',)), arg((8, 16), ('data',)))) if EXPLICIT else ()), mesh=EXPLICIT)
def explicit_axes(w1, w2, x):
    """Explicit mode, in which shardings are parts of types."""
    def loss(w1, w2):
        h = nn.relu(jnp.einsum('bd,df->bf', x, w1))
        y = jnp.einsum('bf,fd->bd', h, w2, out_sharding=P('data', None))
        return (jax.sharding.reshard(y, P(None, 'model'))**2).sum()
    value, g = jax.value_and_grad(loss, (0, 1))(w1, w2)
    return value, tree_map(lambda p, g: p - .1 * g, (w1, w2), g)


if __name__ == '__main__':
    base.main(__doc__, MODELS)
