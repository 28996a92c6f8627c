#!/usr/bin/env python3
"""Writes parts of language models, sharded over 8 devices, as StableHLO with sdy shardings.

    PYTHON jax_models_language.py DIRECTORY [NAME...]


Writes NAME.mlir for each model, or only for the named ones: train steps, kinds of attention and of state space models,
decoding and sampling, mixtures of experts, optimizers, and small numbers. These models complement those of jax_models.py.
"""
import functools

import jax_models as base
from jax_models import (CUBE, LINE, MESH, arg, causal_attention, con, cross_entropy, i32, jax, jnp, lax, layer_norm, nn, np,
                        rms_norm, shard_map, tree_map)


from jax.sharding import Mesh, PartitionSpec as P

WIDE = Mesh(np.array(jax.devices()[:8]).reshape(2, 4), ('data', 'model'))
MODELS = {}
model = functools.partial(base.model, into=MODELS)
warg = functools.partial(arg, mesh=WIDE)
wi32 = functools.partial(i32, mesh=WIDE)
wcon = functools.partial(con, mesh=WIDE)
ccon = functools.partial(con, mesh=CUBE)
carg = functools.partial(arg, mesh=CUBE)
lcon = functools.partial(con, mesh=LINE)
larg = functools.partial(arg, mesh=LINE)


def rope(x, base=100.):
    t, d = x.shape[1], x.shape[-1]
    f = base**(-jnp.arange(0, d, 2) / d)
    a = jnp.arange(t)[:, None] * f
    c, s = jnp.cos(a)[None, :, None], jnp.sin(a)[None, :, None]
    x1, x2 = x[..., ::2], x[..., 1::2]
    return jnp.stack([x1 * c - x2 * s, x1 * s + x2 * c], -1).reshape(x.shape)


def rope_half(x, pos):
    d = x.shape[-1] // 2
    a = pos[..., None] * (100.**(-jnp.arange(d) / d))
    c, s = jnp.cos(a)[..., None, :], jnp.sin(a)[..., None, :]
    a, b = jnp.split(x, 2, -1)
    return jnp.concatenate([a * c - b * s, b * c + a * s], -1)


def adamw(p, g, m, v, t, wd=.1):
    m = tree_map(lambda m, g: .9 * m + .1 * g, m, g)
    v = tree_map(lambda v, g: .95 * v + .05 * g * g, v, g)
    c1, c2 = 1 - .9**t, 1 - .95**t
    lr = 1e-2 * jnp.minimum(t / 10., 1.)
    return tree_map(lambda p, m, v: p - lr * (m / c1 / (jnp.sqrt(jnp.abs(v) / c2) + 1e-3) + (wd * p if p.ndim > 1 else 0.)), p, m, v), m, v


GPT2 = dict(wte=warg((260, 24), ('model',)), wpe=warg((16, 24)), qkv=warg((2, 24, 72), (None, 'data', 'model')), proj=warg((2, 24, 24), (None, 'model', 'data')),
            up=warg((2, 24, 96), (None, 'data', 'model')), down=warg((2, 96, 24), (None, 'model', 'data')), g=warg((2, 2, 24)), b=warg((2, 2, 24)))


@model(GPT2, wi32((6, 16), ('data',)))
def gpt2_adamw_ten_steps(p, tokens):
    """Ten AdamW steps with warmup; a vocabulary of 257 in a table of 260 that is sharded in 4."""
    tokens = tokens % 257

    def loss(p):
        h = wcon(p['wte'][:257][tokens] + p['wpe'], 'data')
        for i in range(2):
            x = layer_norm(h, p['g'][i, 0], p['b'][i, 0])
            q, k, v = (t.reshape(6, 16, 3, 8) for t in jnp.split(x @ p['qkv'][i], 3, -1))
            h = h + causal_attention(q, k, v).reshape(h.shape) @ p['proj'][i]
            x = layer_norm(h, p['g'][i, 1], p['b'][i, 1])
            h = wcon(h + nn.gelu(x @ p['up'][i]) @ p['down'][i], 'data')
        logits = wcon(h @ p['wte'][:257].T, 'data', None, 'model')
        return cross_entropy(logits[:, :-1], tokens[:, 1:])
    p = tree_map(lambda x: x * .2, p)
    z = tree_map(jnp.zeros_like, p)

    def step(c, t):
        p, m, v = c
        l, g = jax.value_and_grad(loss)(p)
        return adamw(p, g, m, v, t), l
    (p, _, _), losses = lax.scan(step, (p, z, z), jnp.arange(1., 11.))
    return losses, p


LL = dict(emb=warg((96, 32), ('model', 'data')), q=warg((3, 32, 8, 4), (None, 'data', 'model')), k=warg((3, 32, 2, 4), (None, 'data')), v=warg((3, 32, 2, 4), (None, 'data')),
          o=warg((3, 8, 4, 32), (None, 'model', None, 'data')), gate=warg((3, 32, 88), (None, 'data', 'model')), up=warg((3, 32, 88), (None, 'data', 'model')), down=warg((3, 88, 32), (None, 'model', 'data')),
          n1=warg((3, 32)), n2=warg((3, 32)), nf=warg((32,)), head=warg((32, 96), ('data', 'model')))


@model(LL, LL, LL, wi32((4, 18), ('data',)), wi32((4, 18), ('data',)), donate_argnums=(0, 1, 2))
def llama_gqa_packed_train(p, m, v, tokens, segment):
    """Grouped queries, several documents in a sequence, soft caps, a z-loss, and layers that are computed again."""
    tokens = tokens % 96
    segment = jnp.cumsum(segment % 8 == 0, 1)
    start = lax.cummax(jnp.where(jnp.pad(segment[:, 1:] != segment[:, :-1], ((0, 0), (1, 0))), jnp.arange(18), 0), 1)
    pos = jnp.arange(18) - start
    mask = (segment[:, :, None] == segment[:, None]) & jnp.tril(jnp.ones((18, 18), bool))

    def loss(p):
        p = tree_map(lambda a: a * .2, p)
        h = wcon(p['emb'][tokens], 'data')
        @functools.partial(jax.checkpoint, policy=jax.checkpoint_policies.nothing_saveable)
        def layer(h, w):
            x = rms_norm(h, w['n1'])
            q, k, v = (jnp.einsum('btd,dhe->bthe', x, w[n]) for n in 'qkv')
            q, k = rope_half(q, pos), rope_half(k, pos)
            q = wcon(q, 'data', None, 'model').reshape(4, 18, 2, 4, 4)
            s = jnp.einsum('btgre,bsge->bgrts', q, k) / 2.
            s = jnp.where(mask[:, None, None], 30. * jnp.tanh(s / 30.), -1e30)
            a = jnp.einsum('bgrts,bsge->btgre', nn.softmax(s), v).reshape(4, 18, 8, 4)
            h = h + jnp.einsum('bthe,hed->btd', a, w['o'])
            x = rms_norm(h, w['n2'])
            return wcon(h + (nn.silu(x @ w['gate']) * (x @ w['up'])) @ w['down'], 'data', None, None), None
        layers = {k: p[k] for k in ('q', 'k', 'v', 'o', 'gate', 'up', 'down', 'n1', 'n2')}
        h, _ = lax.scan(layer, h, layers)
        logits = wcon(rms_norm(h, p['nf']) @ p['head'], 'data', None, 'model')
        lse = nn.logsumexp(logits, -1)
        lab = jnp.take_along_axis(logits[:, :-1], tokens[:, 1:, None], -1)[..., 0]
        w = (segment[:, 1:] == segment[:, :-1]) * 1.
        return ((lse[:, :-1] - lab) * w).sum() / (w.sum() + 1.) + 1e-4 * (lse**2).mean()
    l, g = jax.value_and_grad(loss)(p)
    norm = jnp.sqrt(sum((x * x).sum() for x in jax.tree_util.tree_leaves(g)))
    g = tree_map(lambda x: x / jnp.maximum(norm, 1.), g)
    return (l, norm) + adamw(p, g, m, v, 3.)


@model(dict(emb=warg((64, 16), ('model',)), q=warg((16, 4, 4), (None, 'model')), k=warg((16, 4)), v=warg((16, 4)), o=warg((4, 4, 16), ('model',))), wi32((6, 9), ('data',)))
def mqa_prefill_decode(p, tokens):
    """A cache filled for the prompt, and a while loop that decodes until all rows are done."""
    tokens = tokens % 64
    ks, vs = jnp.zeros((6, 16, 4)), jnp.zeros((6, 16, 4))
    h = p['emb'][tokens]
    ks = lax.dynamic_update_slice(ks, h @ p['k'], (0, 0, 0))
    vs = lax.dynamic_update_slice(vs, h @ p['v'], (0, 0, 0))
    ks, vs = wcon(ks, 'data', 'model'), wcon(vs, 'data', 'model')

    def attend(h, ks, vs, n):
        q = jnp.einsum('bd,dhe->bhe', h, p['q'])
        s = jnp.where(jnp.arange(16) < n, jnp.einsum('bhe,bse->bhs', q, ks), -1e30)
        return jnp.einsum('bhs,bse,hed->bd', nn.softmax(s), vs, p['o'])

    def cond(c):
        return (c[3] < 16) & ~jnp.all(c[5])

    def body(c):
        ks, vs, tok, n, out, done = c
        h = p['emb'][tok]
        ks = lax.dynamic_update_slice(ks, (h @ p['k'])[:, None], (0, n, 0))
        vs = lax.dynamic_update_slice(vs, (h @ p['v'])[:, None], (0, n, 0))
        h = h + attend(h, ks, vs, n + 1)
        tok = jnp.where(done, 0, jnp.argmax(h @ p['emb'].T, -1).astype(jnp.int32))
        return ks, vs, tok, n + 1, lax.dynamic_update_slice(out, tok[:, None], (0, n - 9)), done | (tok == 3)
    first = jnp.argmax((h[:, -1] + attend(h[:, -1], ks, vs, 9)) @ p['emb'].T, -1).astype(jnp.int32)
    return lax.while_loop(cond, body, (ks, vs, first, 9, jnp.zeros((6, 7), jnp.int32), first == 3))


@model(dict(uk=warg((8, 4, 12), ('model',)), uv=warg((8, 12, 4), ('model',)), q=warg((24, 8, 4), (None, 'model')), qr=warg((24, 8, 2), (None, 'model')), dkv=warg((24, 12)), kr=warg((24, 2)), o=warg((8, 4, 24), ('model',))),
       warg((4, 20, 12), ('data',)), warg((4, 20, 2), ('data',)), warg((4, 24), ('data',)), wi32((4,), ('data',)))
def mla_absorbed_decode(p, cache, rot, x, at):
    """Decoding with latent keys and values, whose projections are absorbed, at a position of its own for each row."""
    at = at % 20
    cache = cache.at[jnp.arange(4), at].set(x @ p['dkv'])
    rot = jax.vmap(lambda c, u, i: lax.dynamic_update_slice(c, u[None], (i, 0)))(rot, x @ p['kr'], at)
    q = jnp.einsum('bd,dhe,hel->bhl', x, p['q'], p['uk'])
    s = jnp.einsum('bhl,bsl->bhs', q, cache) + jnp.einsum('bd,dhe,bse->bhs', x, p['qr'], rot)
    s = nn.softmax(jnp.where(jnp.arange(20) <= at[:, None, None], s, -jnp.inf))
    return jnp.einsum('bhs,bsl,hle,hed->bd', s, cache, p['uv'], p['o']), cache, rot


@model(warg((2, 32, 4, 4), (None, 'model')), warg((2, 32, 4, 4), (None, 'model')), warg((2, 32, 4, 4), (None, 'model')))
def sliding_window_blocks(q, k, v):
    """Blocks of a sharded sequence that attend to themselves and the block before, in a scan."""
    def loss(q, k, v):
        kp, vp = (jnp.pad(t, ((0, 0), (8, 0), (0, 0), (0, 0))) for t in (k, v))

        def block(_, i):
            qb = lax.dynamic_slice_in_dim(q, i * 8, 8, 1)
            kb, vb = (lax.dynamic_slice_in_dim(t, i * 8, 16, 1) for t in (kp, vp))
            s = jnp.einsum('bqhd,bkhd->bhqk', qb, kb)
            d = jnp.arange(8)[:, None] + 8 - jnp.arange(16)
            ok = (d >= 0) & (d < 8) & (i * 8 + jnp.arange(16) >= 8)
            return None, jnp.einsum('bhqk,bkhd->bqhd', nn.softmax(jnp.where(ok, s, -1e30)), vb)
        _, o = lax.scan(block, None, jnp.arange(4))
        return (wcon(jnp.moveaxis(o, 0, 1).reshape(2, 32, 4, 4), None, 'model')**2).sum()
    return jax.value_and_grad(loss, (0, 1, 2))(q, k, v)


@jax.custom_vjp
def flash(q, k, v):
    return flash_fwd(q, k, v)[0]


def flash_fwd(q, k, v):
    n = k.shape[1] // 4

    def step(c, i):
        m, l, o = c
        kb, vb = (lax.dynamic_slice_in_dim(t, i * n, n, 1) for t in (k, v))
        s = jnp.einsum('bqhd,bkhd->bhqk', q, kb)
        top = jnp.maximum(m, s.max(-1))
        e = jnp.exp(s - top[..., None])
        r = jnp.exp(m - top)
        return (top, l * r + e.sum(-1), o * r[..., None] + jnp.einsum('bhqk,bkhd->bhqd', e, vb)), None
    b, t, h, d = q.shape
    (m, l, o), _ = lax.scan(step, (jnp.full((b, h, t), -jnp.inf), jnp.zeros((b, h, t)), jnp.zeros((b, h, t, d))), jnp.arange(4))
    o = (o / l[..., None]).swapaxes(1, 2)
    return o, (q, k, v, o, m + jnp.log(l))


def flash_bwd(res, do):
    q, k, v, o, lse = res
    n = k.shape[1] // 4
    delta = (o * do).sum(-1).swapaxes(1, 2)

    def step(dq, i):
        kb, vb = (lax.dynamic_slice_in_dim(t, i * n, n, 1) for t in (k, v))
        p = jnp.exp(jnp.einsum('bqhd,bkhd->bhqk', q, kb) - lse[..., None])
        ds = p * (jnp.einsum('bqhd,bkhd->bhqk', do, vb) - delta[..., None])
        return dq + jnp.einsum('bhqk,bkhd->bqhd', ds, kb), (jnp.einsum('bhqk,bqhd->bkhd', ds, q), jnp.einsum('bhqk,bqhd->bkhd', p, do))
    dq, (dk, dv) = lax.scan(step, q * 0, jnp.arange(4))
    fix = lambda t: jnp.moveaxis(t, 0, 1).reshape(k.shape)
    return dq, fix(dk), fix(dv)


flash.defvjp(flash_fwd, flash_bwd)


@model(carg((4, 24, 4, 6), (('dp', 'fsdp'), None, 'tp')), carg((4, 24, 4, 6), (('dp', 'fsdp'), None, 'tp')), carg((4, 24, 4, 6), (('dp', 'fsdp'), None, 'tp')))
def flash_custom_vjp(q, k, v):
    """Attention in blocks whose gradient is computed from the sums of the exponentials."""
    return jax.value_and_grad(lambda *a: (flash(*a)**3).sum(), (0, 1, 2))(q, k, v)


@model(carg((4, 24, 4, 6), ('dp', ('fsdp', 'tp'))), carg((4, 24, 4, 6), ('dp', ('fsdp', 'tp'))), carg((4, 24, 4, 6), ('dp', ('fsdp', 'tp'))))
def flash_sequence_sharded(q, k, v):
    """The same, with the sequence sharded in 4."""
    return jax.value_and_grad(lambda *a: (flash(*a)**3).sum(), (0, 1, 2))(q, k, v)


@model(arg((4, 24, 2, 4), ('data', None, 'model')), arg((4, 24, 2, 4), ('data', None, 'model')), arg((4, 24, 2, 6), ('data', None, 'model')), arg((4, 24, 2), ('data', None, 'model')))
def gated_linear_attention(q, k, v, g):
    """Linear attention in chunks, with a state that decays."""
    def loss(q, k, v, g):
        la = nn.log_sigmoid(g).reshape(4, 4, 6, 2)
        c = jnp.cumsum(la, 2)
        qc, kc, vc = (t.reshape(4, 4, 6, 2, -1) for t in (q, k, v))
        d = jnp.where(jnp.tril(jnp.ones((6, 6), bool))[..., None], jnp.exp(c[:, :, :, None] - c[:, :, None]), 0.)
        inner = jnp.einsum('bnihd,bnjhd,bnijh,bnjhe->bnihe', qc, kc, d, vc)
        kv = jnp.einsum('bnjhd,bnjh,bnjhe->bnhde', kc, jnp.exp(c[:, :, -1:] - c), vc)

        def step(s, x):
            kv, a = x
            return s * jnp.exp(a)[..., None, None] + kv, s
        _, states = lax.scan(step, jnp.zeros((4, 2, 4, 6)), (kv.swapaxes(0, 1), c[:, :, -1].swapaxes(0, 1)))
        cross = jnp.einsum('bnihd,bnih,nbhde->bnihe', qc, jnp.exp(c), states)
        return ((inner + cross)**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2, 3))(q, k, v, g)


@model(dict(mu=arg((3, 16)), r=arg((16, 16), (None, 'model')), k=arg((16, 16), (None, 'model')), v=arg((16, 16), (None, 'model')), o=arg((16, 16), ('model',)), w=arg((16,), ('model',)), u=arg((16,), ('model',))), arg((4, 11, 16), ('data',)))
def rwkv_time_mix(p, x):
    """The recurrence of RWKV, kept in range by a running maximum."""
    def loss(p):
        prev = jnp.pad(x, ((0, 0), (1, 0), (0, 0)))[:, :-1]
        mix = [x * m + prev * (1 - m) for m in nn.sigmoid(p['mu'])]
        r, k, v = nn.sigmoid(mix[0] @ p['r']), mix[1] @ p['k'], mix[2] @ p['v']
        w = -jnp.exp(p['w'] * .5)

        def step(c, kv):
            a, b, m = c
            k, v = kv
            top = jnp.maximum(m, k + p['u'])
            e1, e2 = jnp.exp(m - top), jnp.exp(k + p['u'] - top)
            y = (e1 * a + e2 * v) / (e1 * b + e2)
            top = jnp.maximum(m + w, k)
            e1, e2 = jnp.exp(m + w - top), jnp.exp(k - top)
            return (e1 * a + e2 * v, e1 * b + e2, top), y
        z = jnp.zeros((4, 16))
        _, y = lax.scan(step, (z, z, z - 1e30), (k.swapaxes(0, 1), v.swapaxes(0, 1)))
        return ((r * y.swapaxes(0, 1)) @ p['o'] - x).var()
    return jax.value_and_grad(loss)(p)


@model(warg((2, 24, 4, 6), ('data', None, 'model')), warg((2, 24, 4), ('data', None, 'model')), warg((2, 24, 5), ('data',)), warg((2, 24, 5), ('data',)))
def mamba2_ssd(x, dt, B, C):
    """The chunked form of a selective state space model."""
    def segsum(a):
        t = a.shape[-1]
        c = jnp.cumsum(a, -1)
        s = c[..., :, None] - c[..., None, :]
        return jnp.where(jnp.tril(jnp.ones((t, t), bool)), s, -jnp.inf)

    def loss(x, dt, B, C):
        a = -nn.softplus(dt).reshape(2, 4, 6, 4).transpose(0, 3, 1, 2)
        X, Bc, Cc = x.reshape(2, 4, 6, 4, 6), B.reshape(2, 4, 6, 5), C.reshape(2, 4, 6, 5)
        cs = jnp.cumsum(a, -1)
        y1 = jnp.einsum('bcln,bcsn,bhcls,bcshp->bclhp', Cc, Bc, jnp.exp(segsum(a)), X)
        st = jnp.einsum('bcln,bhcl,bclhp->bchpn', Bc, jnp.exp(cs[..., -1:] - cs), X)
        st = jnp.concatenate([jnp.zeros_like(st[:, :1]), st], 1)
        decay = jnp.exp(segsum(jnp.pad(cs[..., -1], ((0, 0), (0, 0), (1, 0)))))
        st = jnp.einsum('bhzc,bchpn->bzhpn', decay, st)[:, :-1]
        y2 = jnp.einsum('bcln,bchpn,bhcl->bclhp', Cc, st, jnp.exp(cs))
        return ((y1 + y2).reshape(x.shape)**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2, 3))(x, dt, B, C)


@model(warg((2, 24, 4, 6), (None, 'model')), warg((2, 24, 5), (None, 'model')))
def scan_ssm_sequence_sharded(x, B):
    """An associative scan along a sharded sequence, and its gradient."""
    def comb(l, r):
        return l[0] * r[0], l[1] * r[0] + r[1]

    def loss(x, B):
        a = nn.sigmoid(B[..., :1, None] * jnp.ones((1, 1, 4, 6)))
        _, h = lax.associative_scan(comb, (a, x * B[..., 1:2, None]), axis=1)
        return (wcon(h, None, 'model')**2).mean()
    return jax.value_and_grad(loss, (0, 1))(x, B)


@model(warg((6, 5, 40), (None, None, 'model')), warg((6, 4, 40), (None, None, 'model')), wi32((6, 4)), wi32((2,)))
def speculative_sampling(target, draft, tokens, seed):
    """Tokens of a draft, accepted or replaced by the target model."""
    target, draft, tokens = wcon(target, 'data', None, 'model'), wcon(draft, 'data', None, 'model'), tokens % 40
    key = jax.random.wrap_key_data(seed.astype(jnp.uint32))
    a, b = jax.random.split(key)
    pt, pd = nn.softmax(target), nn.softmax(draft)
    at = jnp.take_along_axis(pt[:, :4], tokens[..., None], -1)[..., 0]
    ad = jnp.take_along_axis(pd, tokens[..., None], -1)[..., 0]
    ok = jax.random.uniform(a, (6, 4)) < at / ad
    n = jnp.cumprod(ok.astype(jnp.int32), 1).sum(1)
    rest = jnp.maximum(pt - jnp.pad(pd, ((0, 0), (0, 1), (0, 0))), 0.)
    row = jnp.take_along_axis(rest, n[:, None, None], 1)[:, 0]
    nxt = jax.random.categorical(b, jnp.log(row / row.sum(-1, keepdims=True) + 1e-20))
    out = jnp.where(jnp.arange(5) < n[:, None], jnp.pad(tokens, ((0, 0), (0, 1))), 0)
    return out.at[jnp.arange(6), n].set(nxt.astype(jnp.int32)), n


@model(warg((6, 50), ()), wi32((2,)), warg((6,), ()))
def top_p_full_sort(logits, seed, temp):
    """Nucleus sampling by sorting a vocabulary that is sharded and indivisible."""
    logits = wcon(logits, 'data', 'model')
    key = jax.random.wrap_key_data(seed.astype(jnp.uint32))
    l = logits / (jnp.abs(temp)[:, None] + .5)
    idx = jnp.argsort(-l, -1)
    s = jnp.take_along_axis(l, idx, -1)
    p = nn.softmax(s)
    c = jnp.cumsum(p, -1)
    keep = (c - p < .8) & (jnp.arange(50) < 20) & (p > .05 * p[:, :1])
    g = jax.random.gumbel(key, s.shape)
    pick = jnp.argmax(jnp.where(keep, s + g, -jnp.inf), -1)
    back = jnp.zeros_like(keep).at[jnp.arange(6)[:, None], idx].set(keep)
    inv = jnp.argsort(idx, -1)
    return jnp.take_along_axis(idx, pick[:, None], -1), back, jnp.take_along_axis(keep, inv, -1), jnp.where(keep, c, 0.)


@model(warg((40, 16), ('model',)), warg((16, 16), (None, 'model')), warg((4, 8), ('data',)))
def beam_cache(emb, w, start):
    """Beams whose caches are reordered, and the best sequences followed back."""
    def step(c, i):
        ks, score, tok, done = c
        h = emb[tok] @ w
        ks = lax.dynamic_update_slice(ks, h[:, :, None], (0, 0, i, 0))
        a = jnp.einsum('bkd,bktd->bkt', h, ks)
        a = nn.softmax(jnp.where(jnp.arange(6) <= i, a, -1e30))
        o = jnp.einsum('bkt,bktd->bkd', a, ks)
        lp = nn.log_softmax(o @ emb.T)
        lp = jnp.where(done[..., None], jnp.where(jnp.arange(40) == 0, 0., -1e9), lp)
        total = (score[..., None] + lp).reshape(4, -1)
        score, flat = lax.top_k(total, 3)
        par, tok = flat // 40, flat % 40
        ks = jnp.take_along_axis(ks, par[..., None, None], 1)
        done = jnp.take_along_axis(done, par, 1) | (tok == 0)
        return (wcon(ks, 'data', None, None, 'model'), score, tok, done), (par, tok)
    ks = jnp.zeros((4, 3, 6, 16))
    tok = jnp.argsort(start, -1)[:, :3]
    (_, score, _, _), (par, tok) = lax.scan(step, (ks, jnp.zeros((4, 3)), tok, jnp.zeros((4, 3), bool)), jnp.arange(6))

    def back(b, x):
        par, tok = x
        return jnp.take_along_axis(par, b, 1), jnp.take_along_axis(tok, b, 1)
    _, seq = lax.scan(back, jnp.broadcast_to(jnp.arange(3), (4, 3)), (par, tok), reverse=True)
    return score, seq


@model(dict(gate=warg((16, 8)), wi=warg((8, 16, 24), ('model', None, 'data')), wo=warg((8, 24, 16), ('model', 'data'))), warg((4, 12, 16), ('data',)))
def moe_gshard_top2(p, x):
    """Two experts for each token, with capacities, dispatched by products."""
    def loss(p):
        logits = jnp.einsum('gsm,me->gse', x, p['gate'])
        g = nn.softmax(logits)
        i1 = jnp.argmax(g, -1)
        m1 = nn.one_hot(i1, 8)
        g2 = g * (1 - m1)
        m2 = nn.one_hot(jnp.argmax(g2, -1), 8)
        aux = (m1.mean(1) * g.mean(1)).sum() * 8
        pos1 = (jnp.cumsum(m1, 1) - m1) * m1
        m1 = m1 * (pos1 < 4)
        pos2 = ((jnp.cumsum(m2, 1) - m2) + m1.sum(1, keepdims=True)) * m2
        m2 = m2 * (pos2 < 4)
        w1, w2 = (g * m1).sum(-1), (g * m2).sum(-1)
        d = w1 + w2 + 1e-6
        w1, w2 = w1 / d, w2 / d

        def comb(w, m, pos):
            return w[..., None, None] * m[..., None] * nn.one_hot(pos.sum(-1).astype(jnp.int32), 4)[:, :, None]
        c = comb(w1, m1, pos1) + comb(w2, m2, pos2)
        disp = (c > 0).astype(x.dtype)
        e = wcon(jnp.einsum('gsec,gsm->egcm', disp, x), 'model', 'data')
        h = nn.relu(jnp.einsum('egcm,emh->egch', e, p['wi']))
        y = wcon(jnp.einsum('egch,ehm->egcm', h, p['wo']), 'model', 'data')
        y = jnp.einsum('gsec,egcm->gsm', c, y)
        return ((wcon(y, 'data') - x)**2).mean() + .01 * aux + 1e-3 * (nn.logsumexp(logits, -1)**2).mean()
    return jax.value_and_grad(loss)(p)


@model(dict(gate=warg((16, 8)), wi=warg((8, 16, 24), ('model',)), wo=warg((8, 24, 16), ('model',))), warg((24, 16), ('data',)))
def moe_sort_dispatch_train(p, x):
    """Tokens sorted by expert and scattered into buffers, and the gradient."""
    def loss(p):
        w, e = lax.top_k(nn.softmax(x @ p['gate']), 2)
        e = e.reshape(-1)
        order = jnp.argsort(e, stable=True)
        es = e[order]
        counts = jnp.bincount(e, length=8)
        startx = jnp.cumsum(counts) - counts
        slot = jnp.arange(48) - startx[es]
        buf = jnp.zeros((8, 7, 16)).at[es, slot].set(x[order // 2], mode='drop')
        buf = wcon(buf, 'model')
        h = wcon(jnp.einsum('ecf,efd->ecd', nn.gelu(jnp.einsum('ecd,edf->ecf', buf, p['wi'])), p['wo']), 'model')
        y = h.at[es, slot].get(mode='fill', fill_value=0.) * w.reshape(-1)[order][:, None]
        out = jnp.zeros_like(x).at[order // 2].add(y)
        return ((wcon(out, 'data') - x)**2).mean(), counts
    return jax.value_and_grad(loss, has_aux=True)(p)


@model(dict(gate=warg((16, 4)), wi=warg((4, 16, 24), (None, None, 'model')), wo=warg((4, 24, 16), (None, 'model'))), warg((24, 16), ('data',)))
def moe_ragged_train(p, x):
    """Products with groups of different sizes, and their gradient."""
    def loss(p):
        s = nn.softmax(x @ p['gate'])
        e = jnp.argmax(s, -1)
        order = jnp.argsort(e)
        sizes = jnp.bincount(e, length=4).astype(jnp.int32)
        h = lax.ragged_dot(nn.silu(lax.ragged_dot(x[order], p['wi'], sizes)), p['wo'], sizes)
        y = jnp.zeros_like(x).at[order].set(h) * jnp.take_along_axis(s, e[:, None], 1)
        return ((y - x)**2).mean()
    return jax.value_and_grad(loss)(p)


@model(dict(r=warg((16,)), up=warg((16, 32), (None, 'model')), down=warg((32, 16), ('model',))), warg((4, 18, 16), ('data',)))
def mixture_of_depths(p, x):
    """A layer for the tokens with the highest scores only."""
    def loss(p):
        s = x @ p['r']
        w, at = lax.top_k(s, 7)
        at = jnp.sort(at, -1)
        w = jnp.take_along_axis(s, at, 1)
        h = jnp.take_along_axis(x, at[..., None], 1)
        a = nn.softmax(jnp.einsum('bqd,bkd->bqk', h, h) + jnp.where(at[:, :, None] >= at[:, None], 0., -1e30))
        h = a @ h + nn.gelu(h @ p['up']) @ p['down']
        y = x.at[jnp.arange(4)[:, None], at].add(h * nn.sigmoid(w)[..., None])
        return (wcon(y, 'data')**2).mean()
    return jax.value_and_grad(loss)(p)


@model(warg((8, 32), ('data',)), warg((32, 64), (None, 'model')), wi32((8,), ('data',)))
def vocab_parallel_loss(h, w, labels):
    """Cross entropy with a sharded vocabulary, in a manual program."""
    labels = labels % 61

    def body(h, w, y):
        logits = h @ w
        base_ = lax.axis_index('model') * 16
        ok = (base_ + jnp.arange(16)) < 61
        logits = jnp.where(ok, logits, -1e30)
        m = lax.pmax(lax.stop_gradient(logits.max(-1)), 'model')
        z = lax.psum(jnp.exp(logits - m[:, None]).sum(-1), 'model')
        at = y - base_
        mine = (at >= 0) & (at < 16)
        pick = jnp.where(mine, jnp.take_along_axis(logits, jnp.clip(at, 0, 15)[:, None], 1)[:, 0], 0.)
        pick = lax.psum(pick, 'model')
        return lax.pmean((jnp.log(z) + m - pick).mean(), 'data')
    f = shard_map(body, mesh=WIDE, in_specs=(P('data'), P(None, 'model'), P('data')), out_specs=P())
    return jax.value_and_grad(f, (0, 1))(h, w, labels)


@model(warg((16, 16, 8), ('data', 'model')), dict(a=warg((8, 12)), b=warg((8, 12)), g=warg((8, 8)), o=warg((12, 8)), q=warg((8, 2, 4)), k=warg((8, 2, 4)), v=warg((8, 2, 4)), bias=warg((8, 2)), po=warg((2, 4, 8))))
def triangle_updates(z, p):
    """Triangle multiplication and attention on pairs, sharded along both dimensions."""
    def loss(p):
        x = layer_norm(z, 1., 0.)
        a, b = nn.sigmoid(x @ p['a']) * (x @ p['b']), nn.sigmoid(x @ p['b']) * (x @ p['a'])
        out = jnp.einsum('ikc,jkc->ijc', a, b)
        y = wcon(z + nn.sigmoid(x @ p['g']) * (layer_norm(out, 1., 0.) @ p['o']), 'data', 'model')
        inc = jnp.einsum('kic,kjc->ijc', a, b)
        y = wcon(y + inc @ p['o'], 'data', 'model')
        x = layer_norm(y, 1., 0.)
        q, k, v = (jnp.einsum('ijd,dhe->ijhe', x, p[n]) for n in 'qkv')
        s = jnp.einsum('ijhe,ikhe->hijk', q, k) + jnp.einsum('jkd,dh->hjk', x, p['bias'])[:, None]
        y = y + jnp.einsum('hijk,ikhe,hed->ijd', nn.softmax(s), v, p['po'])
        return (wcon(y, 'data', 'model')**2).mean()
    return jax.value_and_grad(loss)(p)


@model(warg((6, 16, 8), (None, 'model')), warg((8, 4)), warg((8, 4)), warg((4, 4, 8)))
def msa_outer_product(m, a, b, o):
    """The mean of outer products, and attention with a bias from pairs."""
    m = wcon(m, 'data', 'model')

    def loss(a, b, o):
        x, y = m @ a, m @ b
        z = jnp.einsum('sic,sjd,cdz->ijz', x, y, o) / 6.
        z = wcon(z, 'data', 'model')
        s = jnp.einsum('sid,sjd->sij', m, m) + z.sum(-1)
        return (jnp.einsum('sij,sjd->sid', nn.softmax(s), m)**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2))(a, b, o)


@model(warg((2, 32, 4, 4), ('data', 'model')), warg((2, 32, 4, 4), ('data', 'model')), warg((2, 32, 4, 4), ('data', 'model')))
def bigbird_blocks(q, k, v):
    """Attention to neighbouring, random and global blocks of a sharded sequence."""
    rng = np.random.default_rng(0)
    rand = np.stack([rng.choice(8, 2, replace=False) for _ in range(8)])

    def loss(q, k, v):
        qb, kb, vb = (t.reshape(2, 8, 4, 4, 4) for t in (q, k, v))

        def window(t):
            return jnp.concatenate([jnp.roll(t, 1, 1), t, jnp.roll(t, -1, 1), t[:, rand].reshape(2, 8, 8, 4, 4), jnp.broadcast_to(t[:, :1], t.shape)], 2)
        kw, vw = window(kb), window(vb)
        s = jnp.einsum('bnqhd,bnkhd->bnhqk', qb, kw)
        o = jnp.einsum('bnhqk,bnkhd->bnqhd', nn.softmax(s), vw)
        first = jnp.einsum('bhqk,bkhd->bqhd', nn.softmax(jnp.einsum('bqhd,bkhd->bhqk', qb[:, 0], k)), v)
        o = o.at[:, 0].set(first)
        return (wcon(o.reshape(q.shape), 'data', 'model')**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2))(q, k, v)


@model(arg((4, 24, 8), ('data', 'model')), arg((4, 24, 8), ('data', 'model')), arg((4, 24, 8), ('data', 'model')), i32((2,)))
def efficient_attention(q, k, v, seed):
    """Attention by random features and by landmarks."""
    key = jax.random.wrap_key_data(seed.astype(jnp.uint32))
    w = jax.random.normal(key, (8, 16))

    def phi(x):
        return jnp.exp(x @ w - (x * x).sum(-1, keepdims=True) / 2. - 1.) + 1e-3

    def loss(q, k, v):
        fq, fk = phi(q), phi(k)
        o1 = jnp.einsum('btf,bfd->btd', fq, jnp.einsum('btf,btd->bfd', fk, v)) / jnp.einsum('btf,bf->bt', fq, fk.sum(1))[..., None]
        st = jnp.cumsum(jnp.einsum('btf,btd->btfd', fk, v), 1)
        o2 = jnp.einsum('btf,btfd->btd', fq, st) / jnp.einsum('btf,btf->bt', fq, jnp.cumsum(fk, 1))[..., None]
        ql, kl = q.reshape(4, 6, 4, 8).mean(2), k.reshape(4, 6, 4, 8).mean(2)
        A, B, C = nn.softmax(q @ kl.swapaxes(1, 2)), nn.softmax(ql @ kl.swapaxes(1, 2)), nn.softmax(ql @ k.swapaxes(1, 2))
        z = B.swapaxes(1, 2) / (jnp.abs(B).sum(1).max() * jnp.abs(B).sum(2).max())
        eye = jnp.eye(6)
        for _ in range(3):
            bz = B @ z
            z = .25 * z @ (13 * eye - bz @ (15 * eye - bz @ (7 * eye - bz)))
        o3 = A @ z @ (C @ v)
        return ((o1 + o2 + o3)**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2))(q, k, v)


def bp(lead, mesh):
    return base.block_params(lead, mesh, 'fsdp', 'tp')


@model(bp(2, CUBE), bp(2, CUBE), bp(2, CUBE), carg((8, 6, 32), (('dp', 'fsdp'),)), carg((), ()))
def lamb_scan_layers(p, m, v, x, t):
    """LAMB with stacked layers on a mesh with three axes."""
    t = jnp.abs(t) + 1.

    def loss(p):
        h, _ = lax.scan(lambda h, w: (ccon(base.block(h, tree_map(lambda a: a * .2, w)), ('dp', 'fsdp')), None), x, p)
        return (h**2).mean()
    l, g = jax.value_and_grad(loss)(p)
    m = tree_map(lambda m, g: .9 * m + .1 * g, m, g)
    v = tree_map(lambda v, g: .99 * jnp.abs(v) + .01 * g * g, v, g)

    def upd(p, m, v):
        u = m / (1 - .9**t) / (jnp.sqrt(v / (1 - .99**t)) + 1e-2) + .01 * p
        ax = tuple(range(1, p.ndim))
        pn, un = jnp.sqrt((p * p).sum(ax, keepdims=True)), jnp.sqrt((u * u).sum(ax, keepdims=True))
        r = jnp.where((pn > 0) & (un > 0), pn / jnp.where(un > 0, un, 1.), 1.)
        return p - .01 * r * u
    return l, tree_map(upd, p, m, v), m, v


@model(dict(a=warg((2, 24, 40), (None, 'data', 'model')), b=warg((40,), ('model',)), e=warg((64, 24), ('model', 'data'))), dict(a=warg((2, 24), (None, 'data')), e=warg((64,), ('model',))),
       dict(a=warg((2, 40), (None, 'model')), e=warg((24,), ('data',))), warg((40,), ('model',)), wi32((6, 10), ('data',)))
def adafactor_lm(p, r, c, vb, tokens):
    """Adafactor with factored moments, clipped updates and relative steps."""
    tokens = tokens % 64

    def loss(p):
        h = p['e'][tokens]
        for i in range(2):
            h = h + (nn.silu(h @ p['a'][i] + p['b']) @ p['a'][i].T) * .05
        return cross_entropy(h @ p['e'].T * .1, jnp.roll(tokens, -1, 1))
    l, g = jax.value_and_grad(loss)(p)

    def fact(w, r, c, g):
        g2 = g * g + 1e-8
        r = .9 * jnp.abs(r) + .1 * g2.mean(-1)
        c = .9 * jnp.abs(c) + .1 * g2.mean(-2)
        u = g * lax.rsqrt(r / r.mean(-1, keepdims=True))[..., None] * lax.rsqrt(c)[..., None, :]
        u = u / jnp.maximum(1., jnp.sqrt((u * u).mean()))
        return w - 1e-2 * jnp.maximum(1e-3, jnp.sqrt((w * w).mean())) * u, r, c
    out = {k: fact(p[k], r[k], c[k], g[k]) for k in ('a', 'e')}
    vb = .9 * jnp.abs(vb) + .1 * g['b']**2
    return l, out, p['b'] - .01 * g['b'] * lax.rsqrt(vb + 1e-3), vb


@model(warg((16, 32), ('data', None)), warg((32, 24), (None, 'model')), warg((4,), ()), warg((4,), ()))
def fp8_delayed_scaling(x, w, hx, hw):
    """Products of 8-bit floats whose scales come from earlier steps."""
    f8, f5 = jnp.float8_e4m3fn, jnp.float8_e5m2
    sx, sw = ((jnp.abs(hx).max() + 1.) / 448., (jnp.abs(hw).max() + 1.) / 448.)

    def q(a, s, t):
        return jnp.clip(a / s, -448., 448.).astype(t)
    xq, wq = q(x, sx, f8), q(w, sw, f8)
    y = (xq.astype(jnp.float32) @ wq.astype(jnp.float32)) * sx * sw
    g = (2. * y / y.size).astype(f5).astype(jnp.float32)
    dx, dw = g @ (wq.astype(jnp.float32) * sw).T, (xq.astype(jnp.float32) * sx).T @ g
    return y, dx, dw, jnp.roll(hx, 1).at[0].set(jnp.abs(x).max()), jnp.roll(hw, 1).at[0].set(jnp.abs(w).max())


@model(i32((32, 12), ('data', 'model')), arg((4, 24), (None, 'model')), arg((6, 64), (None, None)))
def int4_packed_matmul(packed, scale, x):
    """Weights of 4 bits, packed in integers, with scales for groups of rows."""
    x = con(x, 'data')
    packed = packed * 1234567
    nib = (packed[:, None, :] >> (jnp.arange(2)[:, None] * 4)) & 15
    w = (nib.transpose(1, 0, 2).reshape(64, 12) - 8).astype(jnp.float32)
    w = (w.reshape(4, 16, 12) * scale[:, None, :12]).reshape(64, 12)
    sx = jnp.abs(x).max(-1, keepdims=True) / 127. + 1e-6
    xq = jnp.round(x / sx).astype(jnp.int8)
    acc = lax.dot_general(xq, (w * 4).astype(jnp.int8), (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)
    return x @ w, acc * sx, nib.sum((0, 1))


@model(warg((16, 24), ('data', 'model')), warg((16, 24), ('data', 'model')), wi32((2,)))
def stochastic_rounding(p, g, seed):
    """Updates of bf16 weights that are rounded at random."""
    key = jax.random.wrap_key_data(seed.astype(jnp.uint32))
    new = p - .01 * g
    bits = lax.bitcast_convert_type(new, jnp.uint32)
    noise = jax.random.bits(key, p.shape, jnp.uint16).astype(jnp.uint32)
    r = lax.bitcast_convert_type((bits + noise) & jnp.uint32(0xffff0000), jnp.float32)
    return r.astype(jnp.bfloat16), r


@model(warg((6, 20, 8, 4), (None, None, 'model')), warg((6, 33, 8, 4), (None, None, 'model')), warg((6, 33, 8, 4), (None, None, 'model')))
def cross_chunks(q, k, v):
    """Attention to chunks of different sizes, joined by their sums of exponentials."""
    q, k, v = (wcon(t, 'data', None, 'model') for t in (q, k, v))

    def loss(q, k, v):
        outs, lses = [], []
        for i in range(0, 33, 8):
            kb, vb = k[:, i:i + 8], v[:, i:i + 8]
            s = jnp.einsum('bqhd,bkhd->bhqk', q, kb) - 2.**-jnp.arange(8.)[:, None, None] * jnp.abs(jnp.arange(20)[:, None] - (i + jnp.arange(kb.shape[1])))
            lse = nn.logsumexp(s, -1)
            outs.append(jnp.einsum('bhqk,bkhd->bhqd', jnp.exp(s - lse[..., None]), vb))
            lses.append(lse)
        l, o = jnp.stack(lses), jnp.stack(outs)
        w = nn.softmax(l, 0)
        return ((w[..., None] * o).sum(0)**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2))(q, k, v)


@model(warg((3, 13, 16)), warg((16, 48), (None, 'model')), warg((48, 16), ('model',)), warg((16, 3, 5, 4)))
def uneven_sequence_heads(x, up, down, qkv):
    """A sequence of 13 and 5 heads on 4 devices."""
    x = wcon(x, 'data', 'model')

    def loss(up, down, qkv):
        h = wcon(layer_norm(x, 1., 0.), 'data', 'model')
        q, k, v = (wcon(t, 'data', None, 'model') for t in jnp.einsum('btd,dnhe->nbthe', h, qkv))
        a = causal_attention(q, k, v)
        h = wcon(x + jnp.einsum('bthe,dhe->btd', a, qkv[:, 0]), 'data', 'model')
        return (wcon(h + nn.gelu(h @ up) @ down, 'data', 'model')**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2))(up, down, qkv)


@model(warg((8, 12, 16), ('data',)), warg((120, 16), ('model', 'data')), wi32((8, 12), ('data',)))
def chunked_vocab_loss(h, emb, y):
    """The loss of 3 positions at a time, computed again for the gradient."""
    y = y * 13 % 117

    def loss(h, emb):
        def chunk(c, i):
            hb, yb = lax.dynamic_slice_in_dim(h, i * 3, 3, 1), lax.dynamic_slice_in_dim(y, i * 3, 3, 1)
            logits = wcon(hb @ emb.T, 'data', None, 'model')
            logits = jnp.where(jnp.arange(120) < 117, logits, -1e9)
            return c + (nn.logsumexp(logits, -1) - jnp.take_along_axis(logits, yb[..., None], -1)[..., 0]).sum(), None
        return lax.scan(jax.checkpoint(chunk), 0., jnp.arange(4))[0] / 96.
    return jax.value_and_grad(loss, (0, 1))(h, emb)


@model(warg((6, 24, 4, 4), (None, None, 'model')), warg((6, 24, 4, 4), (None, None, 'model')), warg((6, 3, 4, 4), (None, None, 'model')), wi32((6,)))
def continuous_batching(ks, vs, new, length):
    """New positions scattered into the caches of rows that have different lengths."""
    ks, vs = wcon(ks, 'data', None, 'model'), wcon(vs, 'data', None, 'model')
    at = (length * 3)[:, None] + jnp.arange(3)
    ks = ks.at[jnp.arange(6)[:, None], at].set(new, mode='drop', unique_indices=True)
    vs = vs.at[jnp.arange(6)[:, None], at].set(new * 2., mode='drop', unique_indices=True)
    s = jnp.einsum('bqhd,bkhd->bhqk', new, ks)
    s = jnp.where(jnp.arange(24) <= at[:, None, :, None], s, -jnp.inf)
    o = jnp.einsum('bhqk,bkhd->bqhd', nn.softmax(s), vs)
    shifted = jax.vmap(lambda c, n: jnp.roll(c, -n, 0))(ks, length)
    return o, ks, vs, shifted


if __name__ == '__main__':
    base.main(__doc__, MODELS)
