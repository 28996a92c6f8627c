#!/usr/bin/env python3
"""Compares sdy-reshard-to-collectives with real Shardy on random reshards.

    reshards.py --opt 'build/src/tool/shardflow opt' --oracle 'python3 oracle.py' \
        [--seed N] [--count N] [--keep DIR]

A reshard has a mesh of one to four axes (whose sizes may divide each other), a
tensor of rank one to four, and two shardings with sub-axes, sometimes also with
unreduced axes, open dimensions, another order of devices, or a barrier between
the two. Output is compared byte for byte. If Shardy fails (its verifier rejects
its own output, or it crashes), ours must be a valid program or an error. These
cases are counted separately, and so are Shardy's plans with sub-axes that can't
be combined. Reshards that differ are kept in DIR.
"""
import argparse
import collections
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

BATCH = 25
FLAG = "-sdy-reshard-to-collectives"


def factorizations(n):
    """Returns all ordered lists of factors > 1 whose product is n."""
    yield [n]
    for first in range(2, n):
        if n % first == 0:
            for rest in factorizations(n // first):
                yield [first] + rest


def pieces(rng, axes, p_split):
    out = []
    for name, size in axes:
        if size > 1 and rng.random() < p_split:
            factors = rng.choice(list(factorizations(size)))
            pre = 1
            for factor in factors:
                if factor == size:
                    out.append((name, 0, 0))
                else:
                    out.append((name, pre, factor))
                pre *= factor
        else:
            out.append((name, 0, 0))
    rng.shuffle(out)
    return out


def axis_text(piece):
    name, pre, size = piece
    return '"%s"' % name if size == 0 else '"%s":(%d)%d' % piece


def merge(axes, sizes):
    out = []
    for name, pre, size in axes:
        if out and size and out[-1][0] == name and out[-1][2] and \
                out[-1][1] * out[-1][2] == pre:
            before = out[-1][1]
            size *= out[-1][2]
            out[-1] = (name, 0, 0) if before == 1 and size == sizes[name] \
                else (name, before, size)
        else:
            out.append((name, pre, size))
    return out


def sharding(rng, axes, rank, p_split, unreduced):
    sizes = dict(axes)
    free = [p for p in pieces(rng, axes, p_split) if p[0] not in unreduced]
    density = rng.choice([0.3, 0.5, 0.7])
    dims = []
    for _ in range(rank):
        mine = []
        while free and rng.random() < density:
            mine.append(free.pop())
        dims.append(merge(mine, sizes))
    rng.shuffle(dims)
    closed = rng.random() < 0.9
    text = "[%s]" % ", ".join(
        "{%s}" % ", ".join([axis_text(a) for a in d] +
                           ([] if closed or rng.random() < 0.5 else ["?"]))
        for d in dims)
    if unreduced:
        text += ", unreduced={%s}" % ", ".join('"%s"' % a for a in unreduced)
    shards = [1] * rank
    for i, d in enumerate(dims):
        for name, _, size in d:
            shards[i] *= size or sizes[name]
    return text, shards


def lcm(a, b):
    x, y = a, b
    while y:
        x, y = y, x % y
    return a // x * b


def make(seed, p_divisible):
    rng = random.Random(seed)
    kind = rng.random()
    if kind < 0.55:
        choices = [2, 2, 2, 4, 4, 8]
    elif kind < 0.9:
        choices = [2, 2, 3, 4, 6, 8, 12, 5]
    else:
        choices = [1, 2, 3, 4]
    count = rng.randint(1, 5 if choices[-1] == 8 else 4)
    names = ["x", "y", "z", "w", "a", "b", "e"]
    rng.shuffle(names)
    axes = [(names[i], rng.choice(choices)) for i in range(count)]
    devices = 1
    for _, n in axes:
        devices *= n
    body = ", ".join('"%s"=%d' % a for a in axes)
    text = "sdy.mesh @mesh = <[%s]>\n" % body
    target = "@mesh"
    if 1 < devices <= 64 and rng.random() < 0.08:
        ids = list(range(devices))
        while ids == sorted(ids):
            rng.shuffle(ids)
        text += "sdy.mesh @other = <[%s], device_ids=%s>\n" % (body, ids)
        target = "@other"
    unreduced = []
    if rng.random() < 0.05:
        unreduced = [rng.choice(axes)[0]]
    rank = rng.choice([1, 1, 2, 2, 2, 3, 3, 4])
    p_split = rng.choice([0, 0.3, 0.6])
    first, a = sharding(rng, axes, rank, p_split, unreduced)
    second, b = sharding(rng, axes, rank, p_split, unreduced)
    shape = []
    for x, y in zip(a, b):
        how = rng.random()
        if rng.random() < p_divisible:
            shape.append(lcm(x, y) * rng.choice([1, 1, 2, 3]))
        elif how < 0.5:
            shape.append(rng.choice([4, 8, 16, 12, 24]))
        else:
            shape.append(rng.randint(1, 40))
    t = "tensor<%sxf32>" % "x".join(map(str, shape))
    barrier, source = "", "%arg0"
    if rng.random() < 0.03:
        barrier = ("  %%b = sdy.propagation_barrier %%arg0 allowed_direction="
                   "NONE : %s\n" % t)
        source = "%b"
    return text + (
        "func.func @f(%%arg0: %s {sdy.sharding = #sdy.sharding<@mesh, %s>}) -> "
        "%s {\n%s  %%0 = sdy.reshard %s <%s, %s> : %s\n  return %%0 : %s\n}\n"
        % (t, first, t, barrier, source, target, second, t, t))


def run(command, text, flags):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        done = subprocess.run(command + [file.name] + flags,
                              capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def unfit(text):
    """Returns whether a layout has sub-axes that their axis can't have at the same
    time, such as "x":(1)2 and "x":(3)2 of "x"=12. (A collective then groups devices
    that hold parts of different shards, which Shardy doesn't check.)"""
    for layout in re.findall(r"out_sharding=<@\w+, (\[.*?\])[>,] ?", text):
        parts = [(n, int(p), int(p) * int(s)) for n, p, s in
                 re.findall(r'"(\w+)":\((\d+)\)(\d+)', layout)]
        for name, _, high in parts:
            for other, low, _ in parts:
                if name == other and high <= low and low % high != 0:
                    return True
    return False


def compare(options, ours, oracle, seed, tally):
    text = make(seed, options.divisible)
    code, out, err = run(oracle, text, [FLAG])
    my_code, my_out, my_err = run(ours, text, [FLAG])
    if code == 0 and my_code == 0:
        verdict = "same" if out == my_out else "DIFFERS"
        if verdict == "DIFFERS" and unfit(out) and not unfit(my_out):
            verdict = "Shardy holds sub-axes that don't fit together"
    elif code == 0:
        verdict = "DIFFERS (an error of ours)"
    else:
        why = "crashes" if "crashed" in err or code < 0 else "rejects its own"
        if my_code == 0:
            check, _, _ = run(oracle, my_out, [])
            verdict = "Shardy %s, ours is %s" % (
                why, "valid" if check == 0 else "INVALID (DIFFERS)")
        else:
            verdict = "Shardy %s, ours is an error" % why
    tally[verdict] += 1
    if "DIFFERS" in verdict or options.keep_all and verdict != "same":
        stem = "%s/%d" % (options.keep, seed)
        for suffix, kept in ((".mlir", text), (".theirs", out + err),
                             (".ours", my_out + my_err)):
            with open(stem + suffix, "w") as file:
                file.write(kept)
        if "DIFFERS" in verdict:
            print("seed %d: %s" % (seed, verdict), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--opt", required=True)
    parser.add_argument("--oracle", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--divisible", type=float, default=1,
                        help="share of dimensions that both shardings divide")
    parser.add_argument("--keep", default="/tmp/reshards")
    parser.add_argument("--keep-all", action="store_true",
                        help="also keep what Shardy fails on")
    options = parser.parse_args()
    ours = shlex.split(options.opt) + ["--compat=jaxlib-0.12"]
    oracle = shlex.split(options.oracle)
    os.makedirs(options.keep, exist_ok=True)
    tally = collections.Counter()
    code, _, err = run(oracle, "module {\n}\n", [])
    if code != 0:
        sys.exit("the oracle doesn't work: " + err)
    end = options.seed + options.count
    for first in range(options.seed, end, BATCH):
        seeds = range(first, min(first + BATCH, end))
        text = "// -----\n".join(make(seed, options.divisible) for seed in seeds)
        flags = ["-split-input-file", FLAG]
        code, out, _ = run(oracle, text, flags)
        my_code, my_out, _ = run(ours, text, flags)
        if code == 0 and my_code == 0 and out == my_out:
            tally["same"] += len(seeds)
            continue
        for seed in seeds:
            compare(options, ours, oracle, seed, tally)
    for verdict, n in sorted(tally.items()):
        print("%6d  %s" % (n, verdict))
    return 1 if any("DIFFERS" in verdict for verdict in tally) else 0


if __name__ == "__main__":
    sys.exit(main())
