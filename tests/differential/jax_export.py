#!/usr/bin/env python3
"""Exports programs with the installed jax, as input for artifacts.py.

    PYTHON jax_export.py DIRECTORY

Writes NAME.bc, a portable artifact, and NAME.bin, the output of Exported.serialize(), for each function of
jax_programs.py and for some larger ones, sharded over 8 devices. If this jax has both partitioners, each program is
exported for both. For GSPMD, the shardings are mhlo.sharding. Works with jax 0.4.36 to 0.12.
"""
import os
import random
import sys

os.environ['XLA_FLAGS'] = '--xla_force_host_platform_device_count=8'
os.environ.setdefault('JAX_PLATFORMS', 'cpu')
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import export, lax  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P  # noqa: E402

import jax_programs  # noqa: E402

try:
    shard_map = jax.shard_map
except AttributeError:
    from jax.experimental.shard_map import shard_map

MESH = Mesh(np.array(jax.devices()[:8]).reshape(4, 2), ('data', 'model'))


def f32(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def decoder(params, tokens):
    """A train step of a decoder that scans over its layers and rematerializes them."""
    def layer(h, p):
        x = h * lax.rsqrt((h * h).mean(-1, keepdims=True) + 1e-6) * p['scale']
        q, k, v = (jnp.einsum('btd,dhe->bthe', x, p[n]) for n in 'qkv')
        s = jnp.einsum('bthe,bshe->bhts', q, k) / 4.
        s = jnp.where(jnp.tril(jnp.ones(s.shape[-2:], bool)), s, -1e30)
        o = jnp.einsum('bhts,bshe->bthe', jax.nn.softmax(s), v)
        h = h + jnp.einsum('bthe,hed->btd', o, p['o'])
        h = lax.with_sharding_constraint(h, NamedSharding(MESH, P('data', None, None)))
        return h + jax.nn.gelu(h @ p['up']) @ p['down'], None

    def loss(params):
        h = params['embed'][tokens]
        h, _ = lax.scan(jax.checkpoint(layer), h, params['layers'])
        logits = h @ params['embed'].T
        picked = jnp.take_along_axis(jax.nn.log_softmax(logits), tokens[..., None], -1)
        return -picked.mean()
    value, grads = jax.value_and_grad(loss)(params)
    return value, jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads)


def convnet(w1, w2, x):
    """A train step with strided convolutions, batch norm and max pooling."""
    def loss(w1, w2):
        h = lax.conv_general_dilated(x, w1, (2, 2), 'SAME', dimension_numbers=('NHWC', 'HWIO', 'NHWC'))
        h = jax.nn.relu((h - h.mean((0, 1, 2))) * lax.rsqrt(h.var((0, 1, 2)) + 1e-5))
        h = lax.reduce_window(h, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), 'VALID')
        h = lax.conv_general_dilated(h, w2, (1, 1), 'SAME', dimension_numbers=('NHWC', 'HWIO', 'NHWC'))
        return (jnp.pad(h, ((0, 0), (1, 1), (1, 1), (0, 0))) ** 2).sum()
    return jax.grad(loss, (0, 1))(w1, w2)


def spectral(u):
    """Steps of a pseudo-spectral solver, with FFTs and complex numbers."""
    k = jnp.fft.fftfreq(16) * 16

    def step(u, _):
        uh = jnp.fft.fftn(u)
        grad = jnp.real(jnp.fft.ifftn(1j * k[:, None, None] * uh))
        return u - 0.01 * u * grad, jnp.abs(uh).max()
    return lax.scan(step, u, None, length=4)


def megatron(w1, w2, x):
    """Manual collectives: psum, psum_scatter, all_gather, permute, all-to-all."""
    def body(w1, w2, x):
        h = lax.all_gather(x, 'model', axis=1, tiled=True)
        h = jax.nn.gelu(h @ w1) @ w2
        h = lax.psum_scatter(h, 'model', scatter_dimension=1, tiled=True)
        h = lax.ppermute(h, 'data', [(i, (i + 1) % 4) for i in range(4)])
        h = lax.all_to_all(h, 'model', 0, 1, tiled=True)
        return lax.all_to_all(h, 'model', 1, 0, tiled=True), lax.psum(h.sum(), ('data', 'model'))
    return shard_map(body, mesh=MESH, in_specs=(P(None, 'model'), P('model', None), P('data', 'model')),
                     out_specs=(P('data', 'model'), P()))(w1, w2, x)


def low_precision(x, w):
    """8-bit and 16-bit types, a dot product with a given algorithm, and random bits."""
    y = lax.dot_general(x.astype(jnp.float8_e4m3fn), w.astype(jnp.float8_e4m3fn), (((1,), (0,)), ((), ())),
                        preferred_element_type=jnp.float32)
    bits = lax.rng_bit_generator(jnp.zeros(4, jnp.uint32), y.shape)[1]
    return y.astype(jnp.bfloat16), (x.astype(jnp.int8) @ w.astype(jnp.int8)), bits, jnp.sort(y, 0), jnp.cumsum(y, 1)


def models():
    layers = dict(scale=f32(4, 32), q=f32(4, 32, 4, 8), k=f32(4, 32, 4, 8), v=f32(4, 32, 4, 8), o=f32(4, 4, 8, 32),
                  up=f32(4, 32, 128), down=f32(4, 128, 32))
    params = dict(embed=f32(64, 32), layers=layers)
    return dict(decoder=(decoder, params, jax.ShapeDtypeStruct((8, 16), jnp.int32)),
                convnet=(convnet, f32(3, 3, 4, 8), f32(3, 3, 8, 8), f32(8, 32, 32, 4)),
                spectral=(spectral, f32(16, 16, 16)), megatron=(megatron, f32(32, 64), f32(64, 32), f32(16, 32)),
                low_precision=(low_precision, f32(32, 64), f32(64, 32)))


def sharded(rng, aval):
    """Returns the argument with a random sharding."""
    free, dims = ['data', 'model'], []
    for size in aval.shape:
        fits = [axis for axis in free if size % MESH.shape[axis] == 0]
        dims.append(rng.choice([None, *fits]))
        if dims[-1]:
            free.remove(dims[-1])
    return jax.ShapeDtypeStruct(aval.shape, aval.dtype, sharding=NamedSharding(MESH, P(*dims)))


def write(directory, name, function, args):
    exported = export.export(jax.jit(function))(*args)
    with open(os.path.join(directory, name + '.bc'), 'wb') as handle:
        handle.write(exported.mlir_module_serialized)
    with open(os.path.join(directory, name + '.bin'), 'wb') as handle:
        handle.write(exported.serialize())


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    directory = sys.argv[1]
    os.makedirs(directory, exist_ok=True)
    rng = random.Random(1)

    def constrain(x):
        return lax.with_sharding_constraint(x, NamedSharding(MESH, P('data')))
    programs = dict(jax_programs.build(constrain), **models())
    partitioners = [True, False] if hasattr(jax.config, 'jax_use_shardy_partitioner') else [None]
    written = 0
    for shardy in partitioners:
        if shardy is not None:
            jax.config.update('jax_use_shardy_partitioner', shardy)
        form = '' if shardy is not False else '.gspmd'
        for name, (function, *avals) in programs.items():
            args = jax.tree_util.tree_map(lambda aval: sharded(rng, aval), avals)
            try:
                write(directory, name + form, function, args)
                written += 1
            except Exception as problem:  # a function that this jax lacks
                print(f'{name}{form}: {str(problem)[:200]}')
    print(f'jax {jax.__version__}: {written} programs')


if __name__ == '__main__':
    main()
