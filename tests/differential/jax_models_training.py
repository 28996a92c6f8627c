#!/usr/bin/env python3
"""Writes train steps, solvers and simulations, sharded over 8 devices, as StableHLO with sdy shardings.

    PYTHON jax_models_training.py DIRECTORY [NAME...]


Writes NAME.mlir for each model, or only for the named ones: optimizers, recommenders, graphs, dynamic programming,
reinforcement learning, linear algebra, and manual programs. These models complement those of jax_models.py.
"""
import functools

import jax_models as base
from jax_models import LINE, arg, con, cross_entropy, i32, jax, jnp, lax, nn, np, shard_map, tree_map
from jax_models_language import WIDE, larg, lcon, warg, wcon, wi32
from jax.sharding import Mesh, PartitionSpec as P

MODELS = {}
model = functools.partial(base.model, into=MODELS)
SPACE = Mesh(np.array(jax.devices()[:8]).reshape(2, 2, 2), ('b', 'h', 'w'))
FOUR = Mesh(np.array(jax.devices()[:4]), ('d',))
farg = functools.partial(arg, mesh=FOUR)
fcon = functools.partial(con, mesh=FOUR)
sarg = functools.partial(arg, mesh=SPACE)
scon = functools.partial(con, mesh=SPACE)


def key_of(seed):
    return jax.random.wrap_key_data(seed.astype(jnp.uint32))


S2S = dict(e=farg((40, 12)), w=farg((12, 36)), u=farg((12, 36)), a=farg((24, 8)), v=farg((8,)), o=farg((24, 40)))


@model(S2S, S2S, i32((6, 7), (), FOUR), i32((6, 5), (), FOUR))
def seq2seq_rmsprop_batch6(p, ms, src, dst):
    """An encoder and a decoder with additive attention, RMSProp, and a batch of 6 on 4 devices."""
    src, dst = fcon(src * 5 % 40, 'd'), fcon(dst * 7 % 40, 'd')

    def cell(p, h, x):
        a, b = x @ p['w'], h @ p['u']
        r, z = nn.sigmoid(a[:, :12] + b[:, :12]), nn.sigmoid(a[:, 12:24] + b[:, 12:24])
        return (1 - z) * jnp.tanh(a[:, 24:] + r * b[:, 24:]) + z * h

    def loss(p):
        h, hs = lax.scan(lambda h, x: (cell(p, h, x),) * 2, jnp.zeros((6, 12)), p['e'][src].swapaxes(0, 1))
        hs = hs.swapaxes(0, 1)

        def dec(h, x):
            h = cell(p, h, x)
            s = jnp.tanh(jnp.concatenate([jnp.broadcast_to(h[:, None], hs.shape), hs], -1) @ p['a']) @ p['v']
            c = jnp.einsum('bt,btd->bd', nn.softmax(s), hs)
            return h, jnp.concatenate([h, c], -1) @ p['o']
        _, lg = lax.scan(dec, h, p['e'][dst].swapaxes(0, 1))
        return cross_entropy(lg[:-1].swapaxes(0, 1), dst[:, 1:])
    l, g = jax.value_and_grad(loss)(p)
    ms = tree_map(lambda m, g: .9 * jnp.abs(m) + .1 * g * g, ms, g)
    return l, tree_map(lambda p, g, m: p - .01 * g / jnp.sqrt(m + 1e-3), p, g, ms), ms


PIPE = Mesh(np.array(jax.devices()[:8]).reshape(2, 4), ('dp', 'pp'))


@model(arg((4, 2, 12, 12), ('pp',), mesh=PIPE), arg((12, 20), (), mesh=PIPE), arg((12, 20), (), mesh=PIPE), i32((6, 4, 5), (None, 'dp'), PIPE))
def gpipe_train(ws, emb, head, tok):
    """A manual pipeline with two layers in each stage, its loss in the last one, and the update."""
    tok = tok % 20

    def body(ws, emb, head, tok):
        me = lax.axis_index('pp')

        def step(c, i):
            x, l = c
            k = jnp.clip(i, 0, 5)
            x = jnp.where(me == 0, emb.T[lax.dynamic_index_in_dim(tok, k, 0, False)], x)
            for j in range(2):
                x = x + jnp.tanh(x @ ws[0, j])
            y = lax.dynamic_index_in_dim(tok, jnp.clip(i - 3, 0, 5), 0, False)
            li = cross_entropy(x @ head, y)
            l = l + jnp.where((me == 3) & (i >= 3), li, 0.)
            return (lax.ppermute(x, 'pp', [(j, (j + 1) % 4) for j in range(4)]), l), None
        x0 = lax.pcast(jnp.zeros((2, 5, 12)), ('dp', 'pp'), to='varying')
        l0 = lax.pcast(jnp.zeros(()), ('dp', 'pp'), to='varying')
        (_, l), _ = lax.scan(jax.checkpoint(step), (x0, l0), jnp.arange(9))
        return lax.pmean(lax.psum(l, 'pp'), 'dp') / 6.
    f = shard_map(body, mesh=PIPE, in_specs=(P('pp'), P(), P(), P(None, 'dp')), out_specs=P())
    l, g = jax.value_and_grad(f, (0, 1, 2))(ws, emb, head, tok)
    return l, [p - .1 * d for p, d in zip((ws, emb, head), g)]


@model(larg((512,), ('d',)), larg((512,), ('d',)), larg((512,), ('d',)), larg((16, 16), ('d',)))
def zero2_flat(p, m, v, x):
    """A flat vector of weights, gathered before use, whose gradients are scattered; AdamW on shards."""
    def body(p, m, v, x):
        full = lax.all_gather(p, 'd', tiled=True)

        def loss(f):
            w1, w2 = f[:256].reshape(16, 16), f[256:].reshape(16, 16)
            return ((jnp.tanh(x @ w1) @ w2 - x)**2).mean()
        l, g = jax.value_and_grad(loss)(full)
        g = lax.psum_scatter(g, 'd', tiled=True) / 8.
        norm = jnp.sqrt(lax.psum((g * g).sum(), 'd'))
        g = g / jnp.maximum(norm, 1.)
        m, v = .9 * m + .1 * g, .99 * jnp.abs(v) + .01 * g * g
        return lax.pmean(l, 'd'), p - .01 * m / (jnp.sqrt(v) + 1e-2), m, v
    return shard_map(body, mesh=LINE, in_specs=(P('d'),) * 4, out_specs=(P(), P('d'), P('d'), P('d')), check_vma=False)(p, m, v, x)


@model(larg((8, 20, 6), ('d',)), i32((16, 8), ('d',), LINE), larg((48, 5)), larg((16, 5), ('d',)))
def dlrm_all_to_all(tables, ids, w, y):
    """Tables on different devices; all_to_all sends indices to them and rows back."""
    ids = ids * 3 % 20

    def body(t, ids, w, y):
        mine = lax.all_to_all(ids, 'd', 1, 0, tiled=True)
        rows = t[0][mine[:, 0]]
        back = lax.all_to_all(rows[:, None], 'd', 0, 1, tiled=True)
        h = back.reshape(2, 48)
        return lax.pmean(((h @ w - y)**2).mean(), 'd')
    f = shard_map(body, mesh=LINE, in_specs=(P('d'), P('d'), P(), P('d')), out_specs=P())
    return jax.value_and_grad(f, (0, 2))(tables, ids, w, y)


@model(warg((16, 16, 12), ('data', 'model')))
def fft_pencils(u):
    """A Fourier transform of three dimensions, one after the other, in a manual program."""
    def body(u):
        z = jnp.fft.fft(u.astype(jnp.complex64), axis=2)
        z = lax.all_to_all(z, 'model', 2, 1, tiled=True)
        z = jnp.fft.fft(z, axis=1)
        z = lax.all_to_all(z, 'model', 1, 2, tiled=True)
        z = lax.all_to_all(z, 'data', 2, 0, tiled=True)
        return jnp.fft.fft(z, axis=0)
    z = shard_map(body, mesh=WIDE, in_specs=P('data', 'model'), out_specs=P(None, 'model', 'data'))(u)
    return jnp.abs(z), jnp.real(jnp.fft.ifftn(z))


@model(warg((4, 4, 6, 6, 2), (None, 'model')), warg((3, 6), ()), warg((6, 1), ()), warg((4, 16, 16, 3), ('data', 'model')), warg((4, 16, 16, 1), ('data', 'model')))
def fno_train(w, i, o, x, y):
    """A layer of a Fourier neural operator and its gradient."""
    def loss(w, i, o):
        h = x @ i
        z = jnp.fft.rfft2(h, axes=(1, 2))
        wc = lax.complex(w[..., 0], w[..., 1])
        low = jnp.einsum('bxyi,xyio->bxyo', z[:, :4, :4], wc)
        z = jnp.zeros_like(z).at[:, :4, :4].set(low)
        h = nn.gelu(h + jnp.fft.irfft2(z, (16, 16), axes=(1, 2)))
        return ((wcon(h @ o, 'data', 'model') - y)**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2))(w, i, o)


def make_deq(step):
    @jax.custom_vjp
    def fix(w, x):
        return fwd(w, x)[0]

    def fwd(w, x):
        z = lax.while_loop(lambda c: (jnp.abs(c[0] - c[1]).max() > 1e-6) & (c[2] < 30), lambda c: (step(w, x, c[0]), c[0], c[2] + 1), (step(w, x, x * 0), x * 0, 0))[0]
        return z, (w, x, z)

    def bwd(res, g):
        w, x, z = res
        _, pull = jax.vjp(lambda z: step(w, x, z), z)
        u = lax.fori_loop(0, 30, lambda _, u: g + pull(u)[0], g)
        return jax.vjp(lambda w, x: step(w, x, z), w, x)[1](u)
    fix.defvjp(fwd, bwd)
    return fix


deq = make_deq(lambda w, x, z: jnp.tanh(z @ w * .1 + x))


@model(warg((16, 16), ('data', 'model')), warg((12, 16), ('data', 'model')))
def deep_equilibrium(w, x):
    """A fixed point found by a while loop, and its implicit gradient."""
    return jax.value_and_grad(lambda w, x: (deq(w, x)**2).mean(), (0, 1))(w, x)


@model(warg((24, 24), ('data', 'model')), warg((24,), ('data',)))
def krylov_solvers(a, b):
    """GMRES with modified Gram-Schmidt, and BiCGSTAB."""
    a = a * .05 + jnp.eye(24) * 2.

    def arnoldi(c, k):
        q, h = c
        v = a @ q[k]

        def mgs(j, c):
            v, h = c
            d = jnp.where(j <= k, q[j] @ v, 0.)
            return v - d * q[j], h.at[j, k].set(d)
        v, h = lax.fori_loop(0, 6, mgs, (v, h))
        n = jnp.linalg.norm(v)
        return (q.at[k + 1].set(v / n), h.at[k + 1, k].set(n)), n
    q0 = jnp.zeros((7, 24)).at[0].set(b / jnp.linalg.norm(b))
    (q, h), ns = lax.scan(arnoldi, (q0, jnp.zeros((7, 6))), jnp.arange(6))
    y = jnp.linalg.solve(h.T @ h, h.T @ (jnp.zeros(7).at[0].set(jnp.linalg.norm(b))))
    x, _ = jax.scipy.sparse.linalg.bicgstab(lambda v: a @ v, b, maxiter=8)
    return q[:6].T @ y, ns, x


@model(warg((12, 16), ('data', 'model')), warg((12, 16), ('data', 'model')), warg((12, 12), ('data',)), warg((16, 16), ('model',)), warg((16, 3)))
def shampoo_eigh_powersgd(p, g, l, r, q):
    """Shampoo by eigenvalues, compressed gradients by QR, and natural gradients by Cholesky."""
    l, r = l @ l.T + g @ g.T + jnp.eye(12), r @ r.T + g.T @ g + jnp.eye(16)

    def root(a):
        w, v = jnp.linalg.eigh(a)
        return (v * jnp.maximum(w, 1e-3)**-.25) @ v.T
    new = p - .1 * root(l) @ g @ root(r)
    pr, _ = jnp.linalg.qr(g @ q)
    q2 = g.T @ pr
    c = jnp.linalg.cholesky(l)
    kf = jax.scipy.linalg.cho_solve((c, True), g)
    return new, pr @ q2.T, g - pr @ q2.T, kf, jax.scipy.linalg.solve_triangular(jnp.linalg.cholesky(r), g.T, lower=True)


@model(larg((16, 5, 5), ('d',)), larg((16, 5, 2), ('d',)))
def batched_solvers(a, b):
    """Factorizations of a batch of small matrices."""
    spd = a @ a.swapaxes(1, 2) + 5. * jnp.eye(5)

    def loss(b):
        c = jnp.linalg.cholesky(spd)
        z = lax.linalg.triangular_solve(c, b, left_side=True, lower=True)
        return (z**2).sum() + jnp.log(jnp.diagonal(c, axis1=1, axis2=2)).sum()
    w, v = jnp.linalg.eigh(spd)
    return jax.value_and_grad(loss)(b), w, jnp.einsum('bij,bj,bkj->bik', v, w, v), jnp.linalg.inv(spd), jnp.linalg.det(spd), jnp.abs(jnp.linalg.qr(a)[1])


@model(warg((24, 8), ()), wi32((2, 50)), warg((50, 4)), dict(e=warg((20, 16), (None, 'model')), e2=warg((16, 8), ('model',)), n=warg((16, 8), (None, 'model'))))
def mpnn_edges(x, edges, ef, p):
    """Messages along sharded edges, combined by sums and maxima."""
    src, dst = wcon(edges[0] * 3 % 24, ('data', 'model')), wcon(edges[1] * 7 % 24, ('data', 'model'))
    x, ef = wcon(x, 'data'), wcon(ef, 'data')

    def loss(p):
        h, e = x, ef
        for _ in range(2):
            m = nn.relu(jnp.concatenate([h[src], h[dst], e], -1) @ p['e']) @ p['e2']
            agg = jnp.zeros_like(h).at[dst].add(m)
            mx = jnp.full((24, 8), -1e9).at[dst].max(m)
            agg = agg + jnp.where(mx > -1e8, mx, 0.)
            h = wcon(jnp.tanh(jnp.concatenate([h, agg], -1) @ p['n']), 'data')
        g = jax.ops.segment_sum(h, jnp.arange(24) // 6, 4)
        return (g**2).mean()
    return jax.value_and_grad(loss)(p)


@model(warg((20, 3), ('data',)), warg((4, 4, 4)), warg((8, 4), (None, 'model')))
def schnet_forces(pos, cg, w):
    """Forces between atoms within a cutoff, in a Verlet loop."""
    def energy(pos):
        d = pos[:, None] - pos
        r = jnp.sqrt((d * d).sum(-1) + 1e-3)
        rbf = jnp.exp(-(r[..., None] - jnp.linspace(0., 3., 8))**2)
        cut = jnp.where((r < 2.5) & ~jnp.eye(20, dtype=bool), .5 * (jnp.cos(jnp.pi * r / 2.5) + 1.), 0.)
        y = jnp.concatenate([jnp.ones_like(r)[..., None], d / r[..., None]], -1)
        f = jnp.einsum('ijk,kc,ijl->ilc', rbf * cut[..., None], w, y)
        t = jnp.einsum('iac,ibc,abd->idc', f, f, cg)
        return (t[:, 0]**2).sum() + (t[:, 1:]**2).sum()
    e, f = jax.value_and_grad(energy)(pos)
    v = pos * 0.

    def verlet(c, _):
        x, v = c
        f = -jax.grad(energy)(x)
        v = v + .001 * f
        return (wcon(x + .001 * v, 'data'), v), (v * v).sum()
    (x, v), ke = lax.scan(verlet, (pos, v), None, length=3)
    return e, f, x, ke


@model(larg((50, 6)), larg((50,)), i32((40,), ('d',), LINE), i32((16,), (), LINE), larg((16, 6), ('d',)))
def embedding_offsets_adagrad(table, acc, ids, offs, y):
    """Bags of different sizes, and AdaGrad on the rows of an indivisible table."""
    table, acc = lcon(table, 'd'), lcon(acc, 'd')
    ids = ids * 11 % 50
    offs = jnp.sort(offs * 5 % 40)
    seg = jnp.searchsorted(offs, jnp.arange(40), side='right') % 16

    def loss(t):
        out = jax.ops.segment_sum(t[ids], seg, 16, indices_are_sorted=False)
        n = jax.ops.segment_sum(jnp.ones(40), seg, 16)
        return ((out / jnp.maximum(n, 1.)[:, None] - y)**2).mean()
    l, g = jax.value_and_grad(loss)(table)
    acc = acc + (g * g).mean(1)
    return l, table - .1 * g * lax.rsqrt(jnp.abs(acc) + 1e-2)[:, None], acc


@model(arg((7, 7)), arg((8, 10, 7), ('data',)), i32((8, 10), ('data',)), i32((8,), ('data',)))
def crf_edit_distance(trans, em, tags, length):
    """The likelihood of a conditional random field, and edit distances by nested scans."""
    tags = tags % 7
    mask = jnp.arange(10) < (length % 9 + 1)[:, None]

    def nll(trans, em):
        def step(a, x):
            e, m = x
            n = nn.logsumexp(a[:, :, None] + trans + e[:, None], 1)
            return jnp.where(m[:, None], n, a), None
        a, _ = lax.scan(step, em[:, 0], (em[:, 1:].swapaxes(0, 1), mask[:, 1:].T))
        s = jnp.where(mask, jnp.take_along_axis(em, tags[..., None], -1)[..., 0], 0.).sum(1)
        s = s + jnp.where(mask[:, 1:], trans[tags[:, :-1], tags[:, 1:]], 0.).sum(1)
        return (nn.logsumexp(a, 1) - s).mean()

    def edit(a, b):
        def row(prev, x):
            def col(left, y):
                up, diag, c = y
                v = jnp.minimum(jnp.minimum(left + 1, up + 1), diag + c)
                return v, v
            cost = (x != b).astype(jnp.int32)
            _, r = lax.scan(col, prev[0] + 1, (prev[1:], prev[:-1], cost))
            new = jnp.concatenate([prev[:1] + 1, r])
            return new, None
        return lax.scan(row, jnp.arange(11), a)[0][-1]
    return jax.value_and_grad(nll, (0, 1))(trans, em), jax.vmap(edit)(tags, jnp.roll(tags, 3, 1))


@model(arg((4, 6, 5, 8), ('data', None, None, 'model')), i32((4, 4), ('data',)))
def rnnt_loss(logits, lab):
    """The loss of a transducer, row by row."""
    def loss(logits):
        lp = nn.log_softmax(logits)
        blank = lp[..., 0]
        emit = jnp.take_along_axis(lp[:, :, :4], jnp.broadcast_to((lab % 7 + 1)[:, None, :, None], (4, 6, 4, 1)), -1)[..., 0]

        def row(alpha, x):
            b, e = x
            base_ = alpha + b

            def col(l, y):
                a, e = y
                v = jnp.logaddexp(l + e, a)
                return v, v
            _, r = lax.scan(col, base_[:, 0], (base_[:, 1:].T, e.T))
            return jnp.concatenate([base_[:, :1], r.T], 1), None
        first = jnp.concatenate([jnp.zeros((4, 1)), jnp.cumsum(emit[:, 0], 1)], 1)
        a, _ = lax.scan(row, first, (blank[:, :-1].swapaxes(0, 1), emit[:, 1:].swapaxes(0, 1)))
        return -(a[:, -1] + blank[:, -1, -1]).mean()
    return jax.value_and_grad(loss)(logits)


@model(dict(a=larg((4, 16)), b=larg((16, 3))), larg((64, 4), ('d',)), larg((16, 4), ('d',)), i32((2,), (), LINE), i32((), (), LINE))
def dqn_replay(p, buf, state, seed, at):
    """Simulated environments, a replay buffer, and a step of double Q-learning."""
    key = key_of(seed)
    q = lambda p, s: nn.relu(s @ p['a']) @ p['b']

    def env(s, a):
        s = s + jnp.stack([s[1], -.1 * s[0] + .1 * (a - 1.), s[3], -.05 * s[2]]) * .1
        done = jnp.abs(s[0]) > 2.
        return jnp.where(done, s * 0., s), 1. - jnp.abs(s[0]), done

    def roll(c, k):
        s, buf, at = c
        a1, a2 = jax.random.split(k)
        act = jnp.where(jax.random.bernoulli(a1, .1, (16,)), jax.random.randint(a2, (16,), 0, 3), q(p, s).argmax(-1))
        n, r, d = jax.vmap(env)(s, act.astype(jnp.float32))
        buf = lax.dynamic_update_slice(buf, n, (at % 64, 0))
        return (n, buf, at + 16), (r, d)
    (state, buf, at), (r, d) = lax.scan(roll, (state, buf, at * 16), jax.random.split(key, 3))
    idx = jax.random.randint(key, (8,), 0, 64)
    s = buf[idx]

    def loss(p):
        t = r.mean() + .9 * jnp.take_along_axis(q(p, s), q(p, s).argmax(-1)[:, None], 1)[:, 0]
        e = q(p, s).max(-1) - lax.stop_gradient(t)
        return jnp.where(jnp.abs(e) < 1., .5 * e * e, jnp.abs(e) - .5).mean()
    l, g = jax.value_and_grad(loss)(p)
    return l, tree_map(lambda p, g: p - .1 * g, p, g), state, buf, r, d


@model(larg((12, 6)), i32((2,), (), LINE), larg((10, 12), ()), larg((10, 6), ()))
def evolution_strategies(w, seed, x, y):
    """Ranked fitness of random perturbations."""
    keys = jax.random.split(key_of(seed), 8)

    def fit(k):
        e = jax.random.normal(k, w.shape)
        f = lambda w: -((jnp.tanh(x @ w) - y)**2).mean()
        return f(w + .1 * e), f(w - .1 * e), e
    a, b, e = jax.vmap(fit)(keys)
    e = lcon(e, 'd')
    s = jnp.concatenate([a, b])
    rank = jnp.argsort(jnp.argsort(s)).astype(jnp.float32) / 15. - .5
    g = jnp.einsum('n,nij->ij', rank[:8] - rank[8:], e) / 8.
    return w + .1 * g, s.max(), rank


@model(warg((6, 16), (None, 'model')), warg((16, 2), ('model',)), warg((8, 10, 6), ('data',)), warg((8, 10, 2), ('data',)))
def maml_tasks(w1, w2, x, y):
    """Gradients through the inner steps of several tasks."""
    def net(w, x):
        return jnp.tanh(x @ w[0]) @ w[1]

    def inner(w, x, y):
        for _ in range(2):
            g = jax.grad(lambda w: ((net(w, x[:5]) - y[:5])**2).mean())(w)
            w = tree_map(lambda a, b: a - .1 * b, w, g)
        return ((net(w, x[5:]) - y[5:])**2).mean()
    return jax.value_and_grad(lambda w: jax.vmap(inner, (None, 0, 0))(w, x, y).mean())((w1, w2))


@model(larg((6, 3)), larg((8, 4, 5, 6), ('d',)), larg((8, 4, 5, 3), ('d',)), larg((8,), ('d',)))
def federated_averaging(w, x, y, weight):
    """Clients that train on their own, and the average of their clipped updates."""
    def client(x, y):
        def step(w, b):
            l, g = jax.value_and_grad(lambda w: ((b[0] @ w - b[1])**2).mean())(w)
            return w - .05 * g, l
        return lax.scan(step, w, (x, y))
    ws, ls = jax.vmap(client)(x, y)
    a = nn.softmax(weight)
    d = ws - w
    norm = jnp.sqrt((d * d).sum((1, 2), keepdims=True))
    d = d * jnp.minimum(1., 1. / (norm + 1e-6))
    return w + jnp.einsum('n,nij->ij', a, d), ls, jnp.median(ws, 0)


@model(sarg((8, 8, 8), ('b', 'h', 'w')))
def heat_halo_manual(u):
    """Diffusion in three dimensions, whose shards exchange faces."""
    def halo(u, ax, name):
        n = 2
        lo = lax.ppermute(lax.slice_in_dim(u, u.shape[ax] - 1, u.shape[ax], axis=ax), name, [(i, i + 1) for i in range(n - 1)])
        hi = lax.ppermute(lax.slice_in_dim(u, 0, 1, axis=ax), name, [(i + 1, i) for i in range(n - 1)])
        return jnp.concatenate([lo, u, hi], ax)

    def body(u):
        def step(_, u):
            l = -6. * u
            for ax, nm in enumerate(('b', 'h', 'w')):
                p = halo(u, ax, nm)
                l = l + lax.slice_in_dim(p, 0, 4, axis=ax) + lax.slice_in_dim(p, 2, 6, axis=ax)
            return u + .1 * l
        u = lax.fori_loop(0, 3, step, u)
        return u, lax.pmax(jnp.abs(u).max(), ('b', 'h', 'w'))
    return shard_map(body, mesh=SPACE, in_specs=P('b', 'h', 'w'), out_specs=(P('b', 'h', 'w'), P()))(u)


@model(sarg((14, 10, 9), ('b', 'h')), sarg((14, 10, 9), ('b', 'h')))
def wave_equation_adjoint(u, c):
    """A wave equation in an indivisible volume, and the gradient of its coefficients."""
    u, c = scon(u, 'b', 'h', 'w'), scon(c, 'b', 'h', 'w')
    src = jnp.sin(jnp.arange(4.))

    def sim(c):
        def step(s, f):
            a, b = s
            p = jnp.pad(a, 1, mode='edge')
            lap = p[2:, 1:-1, 1:-1] + p[:-2, 1:-1, 1:-1] + p[1:-1, 2:, 1:-1] + p[1:-1, :-2, 1:-1] + p[1:-1, 1:-1, 2:] + p[1:-1, 1:-1, :-2] - 6 * a
            n = 2 * a - b + .05 * (1 + c * c) * lap
            n = n.at[7, 5, 4].add(f)
            return (scon(n, 'b', 'h', 'w'), a), n[3, :, 2]
        (a, _), rec = lax.scan(step, (u, u), src)
        return (rec**2).sum() + (a**2).mean(), rec
    return jax.value_and_grad(sim, has_aux=True)(c)


@model(larg((3, 50)), larg((50,)), i32((50,), (), LINE))
def scans_sorts_uneven(x, v, n):
    """Running sums, maxima and windows, and sorts, along 50 elements on 8 devices."""
    x, v, n = lcon(x, None, 'd'), lcon(v, 'd'), lcon(n, 'd')

    def loss(x, v):
        a = jnp.cumsum(x, 1)
        b = lax.cumlogsumexp(x, 1)
        c = lax.cummax(v)
        d = lax.reduce_window(x, 0., lax.add, (1, 7), (1, 1), [(0, 0), (6, 0)])
        s = jnp.sort(x, 1)
        e = s[:, ::2].sum() + jnp.take_along_axis(x, jnp.argsort(-x, 1), 1)[:, :5].sum()
        f = jax.ops.segment_sum(v, n % 6, 6)
        return (a * b).mean() + c.sum() + (d**2).mean() + e + (f**2).sum() + jnp.median(v)
    g = jax.value_and_grad(loss, (0, 1))(x, v)
    k, w = lax.sort((n % 4, v), num_keys=1, is_stable=True)
    return g, k, w, jnp.searchsorted(jnp.sort(v), x[0]), jnp.bincount(n, length=9), lax.top_k(x, 6), jnp.partition(v, 10)[:10].sum()


@model(larg((48, 6), ('d',)), i32((4,), (), LINE), larg((8, 6)))
def dynamic_slices_sharded(x, at, u):
    """Slices and updates of a sharded dimension, and their gradients."""
    at = at * 7

    def loss(x, u):
        a = lax.dynamic_slice_in_dim(x, at[0], 8, 0)
        x2 = lax.dynamic_update_slice_in_dim(x, u * a, at[1], 0)
        b = jax.vmap(lambda i: lax.dynamic_slice_in_dim(x2, i, 5, 0))(at)
        c = x2.at[at].add(u[:4])
        d = lax.dynamic_index_in_dim(c, at[2], 0)
        return (a**2).sum() + (b**3).sum() + (lcon(c, 'd')**2).mean() + d.sum()
    return jax.value_and_grad(loss, (0, 1))(x, u)


@model(warg((6, 12)), warg((12, 12), (None, 'model')), warg((12,), ('model',)))
def adaptive_computation(x, w, hw):
    """A step that is repeated until each row is done, with branches of different shardings."""
    x = wcon(x, 'data')

    def step(c, i):
        h, halt, rem, acc, n = c
        h = lax.switch(i % 3, [lambda h: jnp.tanh(h @ w), lambda h: wcon(h + jnp.sin(h[:, ::-1]), None, 'model'), lambda h: h * .9], h)
        p = nn.sigmoid(h @ hw)
        on = halt < .95
        new = jnp.where(on, halt + p, halt)
        wgt = jnp.where(on, jnp.where(new >= .95, 1. - halt, p), 0.)
        return (wcon(h, 'data'), new, rem, acc + wgt[:, None] * h, n + on.astype(jnp.float32)), wgt

    def loss(x):
        z = jnp.zeros(6)
        (h, _, _, acc, n), ws = lax.scan(step, (x, z, z, x * 0, z), jnp.arange(6))
        y = lax.cond(n.sum() > 12, lambda a: (a**2).sum(), lambda a: jnp.abs(a).sum(), acc)
        return y + .01 * n.mean(), ws
    return jax.value_and_grad(loss, has_aux=True)(x)


@model(warg((4, 20, 8), ('data', 'model')), warg((5, 8)), warg((8, 24)))
def slots_and_capsules(x, mu, w):
    """Slot attention, and routing between capsules."""
    def loss(mu, w):
        k, v = x @ w[:, :8], x @ w[:, 8:16]
        s = jnp.broadcast_to(mu, (4, 5, 8))
        for _ in range(3):
            a = nn.softmax(jnp.einsum('bsd,bnd->bsn', s @ w[:, 16:], k), 1) + 1e-6
            s = s * .5 + .5 * jnp.einsum('bsn,bnd->bsd', a / a.sum(-1, keepdims=True), v)
        u = jnp.einsum('bnd,dk->bnk', x, w).reshape(4, 20, 3, 8)
        b = jnp.zeros((4, 20, 3))
        for _ in range(2):
            c = nn.softmax(b, -1)
            o = jnp.einsum('bnk,bnkd->bkd', c, u)
            n2 = (o * o).sum(-1, keepdims=True)
            o = o * n2 / (1 + n2) / jnp.sqrt(n2 + 1e-6)
            b = b + jnp.einsum('bnkd,bkd->bnk', u, o)
        return (s**2).mean() + (o**2).mean()
    return jax.value_and_grad(loss, (0, 1))(mu, w)


@model(warg((8, 12), (None, 'model')), warg((12, 3), ('model',)), warg((6, 8)), wi32((6,)), wi32((2,)))
def dp_sgd_fisher(w1, w2, x, y, seed):
    """Clipped gradients of each example with noise, and a neural tangent kernel."""
    x = wcon(x, 'data')
    f = lambda w, x, y: cross_entropy((jnp.tanh(x @ w[0]) @ w[1])[None], (y % 3)[None])
    g = jax.vmap(jax.grad(f), (None, 0, 0))((w1, w2), x, y)
    n = jnp.sqrt(sum((t**2).sum((1, 2)) for t in g))
    g = [(t * jnp.minimum(1., .5 / n)[:, None, None]).sum(0) for t in g]
    k1, k2 = jax.random.split(key_of(seed))
    g = [t + .1 * jax.random.normal(k, t.shape) for t, k in zip(g, (k1, k2))]
    J = jax.jacrev(lambda w: jnp.tanh(x @ w) @ w2)(w1).reshape(18, -1)
    ntk = J @ J.T
    return w1 - .1 * g[0], w2 - .1 * g[1], n, ntk, jax.scipy.linalg.solve(ntk + jnp.eye(18), jnp.ones(18), assume_a='pos')


@model(i32((64,), ('d',), LINE), larg((64,), ('d',)))
def integer_tables(n, v):
    """Hashes, run lengths, packed bits, and compaction."""
    h = (n.astype(jnp.uint32) * jnp.uint32(2654435761)) >> 27
    order = jnp.argsort(h)
    head = jnp.concatenate([jnp.ones(1, bool), h[order][1:] != h[order][:-1]])
    run = jnp.cumsum(head) - 1
    cnt = jax.ops.segment_sum(jnp.ones(64, jnp.int32), run, 32, indices_are_sorted=True)
    first = jnp.full(32, 99).at[h].min(jnp.arange(64))
    bits = jnp.packbits((v > 0).reshape(8, 8), axis=1)
    ex = jnp.cumsum(n % 3) - n % 3
    out = jnp.zeros(140).at[ex].set(v, mode='drop')
    comp = jnp.nonzero(v > .5, size=40, fill_value=-1)[0]
    return h, run, cnt, first, bits, out, comp, lax.associative_scan(jnp.bitwise_xor, n), jnp.unique(n, size=8, return_inverse=True)[1]


@model(larg((16, 24), ('d',)), larg((24, 32), (None, 'd')))
def collective_matmul(x, w):
    """Products with shards that move around a ring."""
    def body(x, w):
        me = lax.axis_index('d')

        def step(i, c):
            out, x = c
            src = (me + i) % 8
            out = lax.dynamic_update_slice(out, x @ w, (src * 2, 0))
            return out, lax.ppermute(x, 'd', [(j, (j - 1) % 8) for j in range(8)])
        z = lax.pcast(jnp.zeros((16, 4)), ('d',), to='varying')
        out, _ = lax.fori_loop(0, 8, step, (z, x))
        full = lax.psum_scatter(out @ w.T, 'd', tiled=True)
        return out, full
    return shard_map(body, mesh=LINE, in_specs=(P('d'), P(None, 'd')), out_specs=(P(None, 'd'), P('d')))(x, w)


@model(arg((3, 3, 2, 6), (None, None, None, 'model')), arg((6 * 16, 5), ('model',)), arg((8, 8, 8, 2), ('data',)), i32((8,), ('data',)))
def convnet_ten_steps(w, f, x, y):
    """Ten steps of momentum with a cosine schedule."""
    def loss(p):
        h = nn.relu(base.conv(x, p[0], 2)).reshape(8, -1)
        return cross_entropy(h @ p[1], y % 5)

    def step(c, t):
        p, m = c
        l, g = jax.value_and_grad(loss)(p)
        m = tree_map(lambda m, g: .9 * m + g, m, g)
        lr = .05 * (1 + jnp.cos(jnp.pi * t / 10.))
        return (tree_map(lambda p, m: p - lr * m, p, m), m), l
    (p, _), ls = lax.scan(step, ((w, f), (w * 0, f * 0)), jnp.arange(10.))
    return ls, p


@model(larg((32, 3, 3), ('d',)), larg((32, 3), ('d',)))
def associative_matrices(a, b):
    """Associative scans of matrix products along a sharded dimension."""
    a = a * .3 + jnp.eye(3)

    def comb(l, r):
        return jnp.einsum('...ij,...jk->...ik', r[0], l[0]), jnp.einsum('...ij,...j->...i', r[0], l[1]) + r[1]
    A, B = lax.associative_scan(comb, (a, b))
    la = lax.associative_scan(lambda l, r: nn.logsumexp(l[..., :, :, None] + r[..., None, :, :], -2), a)
    g = jax.grad(lambda b: (lax.associative_scan(comb, (a, b))[1]**2).sum())(b)
    return A, B, la, g


@model(warg((4, 10, 8), ('data', None, 'model')), warg((4, 8, 1), ('data', 'model')), warg((14, 10)), warg((14,)))
def ensemble_quantiles(w1, w2, x, y):
    """An ensemble that is sharded, with one quantile for each member."""
    x, y = wcon(x, 'data'), wcon(y, 'data')
    tau = jnp.array([.1, .5, .9, .95])

    def loss(w):
        f = lambda a, b: (jnp.tanh(x @ a) @ b)[:, 0]
        p = jax.vmap(f)(*w)
        e = y - p
        return jnp.maximum(tau[:, None] * e, (tau[:, None] - 1) * e).mean() + p.var(0).mean()
    l, g = jax.value_and_grad(loss)((w1, w2))
    return l, g, jnp.sort(jax.vmap(lambda a, b: (jnp.tanh(x @ a) @ b)[:, 0])(w1, w2), 0)


EP = Mesh(np.array(jax.devices()[:8]).reshape(2, 2, 2), ('dp', 'ep', 'tp'))


@model(arg((12, 4), mesh=EP), arg((4, 12, 16), ('ep', None, 'tp'), mesh=EP), arg((4, 16, 12), ('ep', 'tp'), mesh=EP), arg((4, 9, 12), ('dp',), mesh=EP))
def moe_expert_parallel_einsum(gate, wi, wo, x):
    """Experts that choose their tokens, dispatched by products, on a mesh with three axes."""
    c3 = functools.partial(con, mesh=EP)

    def loss(gate, wi, wo):
        xt = c3(x, ('dp', 'ep'))
        s = nn.sigmoid(xt @ gate)
        w, at = lax.top_k(s.swapaxes(1, 2), 5)
        hot = nn.one_hot(at, 9)
        disp = c3(jnp.einsum('bect,btd->ebcd', hot, xt), 'ep', 'dp')
        h = nn.silu(jnp.einsum('ebcd,edf->ebcf', disp, wi))
        y = c3(jnp.einsum('ebcf,efd->ebcd', h, wo), 'ep', 'dp')
        out = c3(jnp.einsum('ebcd,bect,bec->btd', y, hot, w), ('dp', 'ep'))
        return ((out - xt)**2).mean()
    return jax.value_and_grad(loss, (0, 1, 2))(gate, wi, wo)


@model(warg((10, 12)), warg((3, 12, 12), (None, None, 'model')), warg((4, 30, 12)))
def perceiver_latents(lat, w, x):
    """A few latents that attend to a sharded sequence."""
    x = wcon(x, 'data', 'model')

    def loss(lat, w):
        q, k, v = lat @ w[0], x @ w[1], x @ w[2]
        z = jnp.einsum('qk,bkd->bqd', jnp.ones((10, 10)) / 10., lat + jnp.einsum('bqk,bkd->bqd', nn.softmax(jnp.einsum('qd,bkd->bqk', q, k)), v))
        back = nn.softmax(jnp.einsum('bkd,bqd->bkq', x, z)) @ z
        return (wcon(back, 'data', 'model')**2).mean()
    return jax.value_and_grad(loss, (0, 1))(lat, w)


@model(dict(a=warg((16, 24), ('data', 'model')), b=warg((24, 16), ('model', 'data'))), warg((4, 8, 16), (None, 'data')), warg((), ()))
def loss_scaling_accumulate(p, xs, scale):
    """f16 gradients summed over microbatches, and a loss scale that adapts."""
    scale = jnp.abs(scale) * 100. + 1.
    lo = tree_map(lambda a: (a * .2).astype(jnp.float16), p)

    def loss(q, x):
        h = nn.relu(x.astype(jnp.float16) @ q['a']) @ q['b']
        return (h.astype(jnp.float32)**2).mean() * scale

    def acc(c, x):
        l, g = jax.value_and_grad(loss)(lo, x)
        return tree_map(lambda a, b: a + b.astype(jnp.float32) / scale, c, g), l / scale
    g, ls = lax.scan(acc, tree_map(lambda a: a * 0, p), xs)
    ok = jnp.all(jnp.array([jnp.isfinite(t).all() for t in jax.tree_util.tree_leaves(g)]))
    p = tree_map(lambda a, b: jnp.where(ok, a - .1 * b, a), p, g)
    return p, ls, jnp.where(ok, scale * 2., scale / 2.)


@model(warg((8, 12, 2), (None, 'model')), warg((6, 8, 2), ('data',)))
def complex_network(w, x):
    """Complex products, magnitudes and angles, and their gradient."""
    def loss(w):
        W, X = lax.complex(w[..., 0], w[..., 1]), lax.complex(x[..., 0], x[..., 1])
        h = X @ W
        h = jnp.tanh(jnp.abs(h)) * jnp.exp(1j * jnp.angle(h + .1))
        return (jnp.abs(h @ W.conj().T - X)**2).mean()
    return jax.value_and_grad(loss)(w)


if __name__ == '__main__':
    base.main(__doc__, MODELS)
