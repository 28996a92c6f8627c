"""The functions for jax_shardings.py and jax_export.py.

`build(constrain)` returns a dictionary from each name to (function, shapes of its
arguments). The functions call `constrain(x)` to put a random sharding constraint
on a value.
"""
import jax
import jax.numpy as jnp
from jax import lax


def build(constrain):
    nn = jax.nn
    f32 = lambda *s: jax.ShapeDtypeStruct(s, jnp.float32)
    i32 = lambda *s: jax.ShapeDtypeStruct(s, jnp.int32)
    square, batch = f32(32, 32), f32(8, 16, 32)

    def next_after(x, y):
        return jnp.nextafter(x * 2, y), jnp.sum(jnp.nextafter(y, x), 0)

    def einsum(a, b, c):
        return jnp.einsum('bij,bjk->bik', a, b) + c, jnp.einsum('bij,bjk->ki', a, b)

    def update(cache, u, i):
        return lax.dynamic_update_slice(cache, u, (i, 0)), cache.at[i].set(u[0]), lax.dynamic_index_in_dim(cache, i)

    def mlp(w1, w2, x):
        return jax.value_and_grad(lambda a, b: jnp.mean(jnp.square(nn.gelu(x @ a) @ b)), (0, 1))(w1, w2)

    def fori(x, w, n):
        return lax.fori_loop(0, n, lambda i, h: jnp.tanh(h @ w) + w[0], x), w * 2

    def nested(x, w, b):
        def body(h, _):
            g = lax.fori_loop(0, 3, lambda i, z: z @ w + b, h)
            return constrain(g), (g.sum(0), w.sum())
        return lax.scan(body, x, None, length=4)

    def reused(w, x):
        def body(h, _):
            return constrain(jnp.tanh(h @ w)), w.sum(0) * 2
        return lax.scan(body, x, None, length=3)

    def layers(x, ws):
        def body(h, w):
            h = nn.relu(h @ w)
            return h, h.mean()
        return lax.scan(body, x, ws)

    def layers_grad(x, ws):
        return jax.grad(lambda v: layers(x, v)[0].sum())(ws)

    def remat(x, ws):
        block = jax.checkpoint(lambda h, w: nn.silu(h @ w) * h)

        def loss(v):
            h = x
            for i in range(3):
                h = block(h, v[i])
            return (h**2).mean()
        return jax.grad(loss)(ws)

    def cond(p, x, y):
        return lax.cond(p > 0, lambda a, b: (a @ b.T, a), lambda a, b: (b @ a.T, b), x, y)

    def switch(i, x, w):
        return lax.switch(i, [lambda h: h @ w, lambda h: jnp.sin(h) @ w, lambda h: h * w[0, 0]], x)

    def loop(x, w):
        return lax.while_loop(lambda c: c[1].sum() < 100., lambda c: (c[0] + 1, jnp.tanh(c[1] @ w)), (0, x))

    def where(x, y):
        return jnp.where(x > y, x, 0.), jnp.clip(x, -1., 1.), jnp.maximum(0.5, y), jnp.minimum(x, y[0])

    def gather(t, i):
        return t[i], jnp.take(t, i, axis=1, mode='clip'), t[2], t[:, 3]

    def norm(x, g, b):
        mean, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
        return (x - mean) * lax.rsqrt(var + 1e-5) * g + b

    def attention(q, k, v):
        s = jnp.einsum('bqhd,bkhd->bhqk', q, k) / 4.
        s = jnp.where(jnp.tril(jnp.ones((16, 16), bool)), s, -1e30)
        return jnp.einsum('bhqk,bkhd->bqhd', nn.softmax(s), v)

    def experts(x, gate, w):
        g = nn.softmax(x @ gate)
        _, i = lax.top_k(g, 2)
        picked = nn.one_hot(i, 4).sum(1)
        return jnp.einsum('etd,edf,te->tf', jnp.einsum('te,td->etd', picked, x), w, g)

    def inner(x, w):
        f = jax.jit(lambda a: (constrain(a @ w), a))
        a, b = f(x)
        c, _ = f(b * 2)
        return a + c

    def order(a, b, c):
        u, v = c * a, c * b
        return v, u

    def stack(a, b):
        return jnp.stack([a, b], 1), jnp.concatenate([a, b], 1)[:, :16], jnp.roll(a, 1, 0)

    def random(x):
        key = jax.random.key(0)
        return x * jax.random.bernoulli(key, .9, x.shape), jax.random.normal(key, x.shape) + x

    heads = f32(8, 16, 4, 8)
    return dict(
        next_after=(next_after, square, square), einsum=(einsum, f32(8, 16, 32), f32(8, 32, 16), f32(8, 16, 16)),
        update=(update, square, f32(1, 32), i32()), mlp=(mlp, f32(32, 64), f32(64, 16), f32(16, 32)),
        fori=(fori, square, square, i32()), nested=(nested, square, square, f32(32)), reused=(reused, square, square),
        layers=(layers, square, f32(4, 32, 32)), layers_grad=(layers_grad, square, f32(4, 32, 32)),
        remat=(remat, square, f32(3, 32, 32)), cond=(cond, f32(), square, square), switch=(switch, i32(), square, square),
        loop=(loop, square, square), where=(where, square, square), gather=(gather, square, i32(8)),
        norm=(norm, batch, f32(32), f32(32)), attention=(attention, heads, heads, heads),
        experts=(experts, f32(16, 32), f32(32, 4), f32(4, 32, 8)), inner=(inner, square, square),
        order=(order, square, square, square), stack=(stack, square, square), random=(random, square))
