#!/usr/bin/env python3
"""Compares the shardings of compiled JAX functions with those of `shardflow propagate --jax`, on random programs.

usage: PYTHON jax_shardings.py SHARDFLOW [-n COUNT] [--only NAME] [--seed N]

PYTHON must have jax and jaxlib 0.12. Each function of jax_programs.py is compiled
COUNT times for 8 CPU devices, with random shardings of its arguments. The
shardings of arguments and results are compared. Differences are printed, and the
last line counts them. This isn't part of CI because jaxlib is not a dependency.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

os.environ['XLA_FLAGS'] = '--xla_force_host_platform_device_count=8 --xla_backend_optimization_level=0'
import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402

import jax_programs  # noqa: E402

MESHES = [((2, 4), ('x', 'y')), ((2, 2, 2), ('a', 'b', 'c')), ((8,), ('d',)), ((4, 2), ('u', 'v'))]


def random_spec(rng, mesh, shape):
    free, dims = list(mesh.axis_names), []
    rng.shuffle(free)
    for size in shape:
        axes, parts = [], 1
        while free and rng.random() < .4 and size % (parts * mesh.shape[free[-1]]) == 0:
            axes.append(free.pop())
            parts *= mesh.shape[axes[-1]]
        dims.append(tuple(axes) or None)
    return PartitionSpec(*dims)


def of_jax(sharding, rank):
    """Returns the axes of each dimension of a NamedSharding, or None for any other sharding."""
    if not isinstance(sharding, NamedSharding):
        return None
    dims = list(sharding.spec) + [None] * (rank - len(sharding.spec))
    return [[] if d is None else [d] if isinstance(d, str) else list(d) for d in dims]


def of_text(part, rank):
    """Returns the axes of each dimension in the sdy.sharding of an argument's or result's text."""
    found = re.search(r'sdy\.sharding<@\w+, \[(.*?)\]', part)
    if not found:
        return [[] for _ in range(rank)]
    return [re.findall(r'"([^"]+)"', d) for d in re.findall(r'\{([^}]*)\}', found.group(1))]


def border(text):
    """Returns the text of each of @main's arguments and results."""
    line = re.search(r'func\.func (?:\w+ )?@main\((.*)\) -> (.*) \{\n', text)
    parts = lambda s: re.split(r',\s*(?=%arg\d+: |tensor<)', s)
    args, results = line.group(1), line.group(2)
    if results.startswith('('):
        results = results[1:-1]
    return (parts(args) if args else []), parts(results)


def compare(shardflow, lowered, compiled, path):
    with open(path, 'w') as f:
        f.write(lowered.as_text())
    run = subprocess.run([shardflow, 'propagate', '-q', '--jax', path], capture_output=True, text=True)
    if run.returncode:
        return [run.stderr.strip().split('\n')[0]]
    args, results = border(run.stdout)
    bad = []
    for what, texts, shardings, shapes in (
            ('argument', args, jax.tree.leaves(compiled.input_shardings[0]), jax.tree.leaves(lowered.in_avals)),
            ('result', results, jax.tree.leaves(compiled.output_shardings), jax.tree.leaves(lowered.out_info))):
        if len(texts) != len(shardings):
            bad.append(f'{len(texts)} {what}s, not {len(shardings)}')
            continue
        for i, (text, sharding, shape) in enumerate(zip(texts, shardings, shapes)):
            want, have = of_jax(sharding, len(shape.shape)), of_text(text, len(shape.shape))
            if want is not None and want != have:
                bad.append(f'{what} {i}: shardflow {have}, JAX {want}')
    return bad


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('shardflow')
    p.add_argument('-n', type=int, default=3)
    p.add_argument('--only', default='')
    p.add_argument('--seed', type=int, default=0)
    o = p.parse_args()
    passed = failed = 0
    folder = tempfile.mkdtemp()
    for name in jax_programs.build(None):
        if o.only not in name:
            continue
        for k in range(o.n):
            rng = random.Random(f'{name} {k} {o.seed}')
            shape, names = rng.choice(MESHES)
            mesh = Mesh(np.array(jax.devices()).reshape(shape), names)
            constrain = lambda x: jax.lax.with_sharding_constraint(x, NamedSharding(mesh, random_spec(rng, mesh, x.shape)))
            function, *args = jax_programs.build(constrain)[name]
            given = tuple(NamedSharding(mesh, random_spec(rng, mesh, a.shape)) if rng.random() < .7 else None for a in args)
            lowered = jax.jit(function, in_shardings=given, keep_unused=True).lower(*args)
            bad = compare(o.shardflow, lowered, lowered.compile(), os.path.join(folder, 'program.mlir'))
            passed, failed = passed + (not bad), failed + bool(bad)
            for line in bad:
                print(f'{name} {k}: {line}')
    print(f'{passed} agree, {failed} differ')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
