#!/usr/bin/env python3
"""Compares how shardflow and real jaxlib convert random shardings.

usage: gspmd.py SHARDFLOW ORACLE [-n COUNT] [--python PYTHON] [--seed N]

ORACLE is a program that runs jaxlib's compiler: `ORACLE export|import DEVICES
cases.json` and `ORACLE print cases.json` print JSON lines. COUNT cases are
exported, COUNT are imported and COUNT are printed. The last lines count how many
agree. This isn't part of CI because jaxlib is not a dependency.

Two things are omitted (see docs/differences.md): importing several subgroup types
at once, which jaxlib 0.12 confuses, and importing {unreduced}.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

COUNTS = [2, 4, 6, 8, 8, 12, 16]


def factors(rng, size):
    """Returns random factors > 1 with this product."""
    out = []
    while size > 1:
        f = rng.choice([d for d in range(2, size + 1) if size % d == 0])
        out.append(f)
        size //= f
    rng.shuffle(out)
    return out


def random_sharding(rng, mesh):
    """Returns the rank and the text of a random sharding on the axes [(name, size)]."""
    pieces = []
    for name, size in mesh:
        if rng.random() < 0.3 and len(factors(rng, size)) > 0:
            pre = 1
            for f in factors(rng, size):
                ref = f'"{name}"' if f == size else f'"{name}":({pre}){f}'
                pieces.append((name, pre, f, ref))
                pre *= f
        else:
            pieces.append((name, 1, size, f'"{name}"'))
    rng.shuffle(pieces)
    rank = rng.randint(1, 3)
    dims = [[] for _ in range(rank)]
    unreduced = []
    for p in pieces:
        place = rng.randrange(rank + 2)
        if place < rank:
            last = dims[place][-1] if dims[place] else None
            if last and last[0] == p[0] and last[1] * last[2] == p[1]:
                continue  # the two would have to be merged
            dims[place].append(p)
        elif place == rank and rng.random() < 0.4 and ':' not in p[3]:
            unreduced.append(p)
    order = [name for name, _ in mesh]
    unreduced.sort(key=lambda p: order.index(p[0]))
    text = '[' + ', '.join(
        '{' + ', '.join(p[3] for p in d) + '}' for d in dims) + ']'
    if unreduced:
        text += ', unreduced={' + ', '.join(p[3] for p in unreduced) + '}'
    return rank, text


def random_tiles(rng, count):
    """Returns the data rank and the text of tiles that a mesh can express."""
    while True:
        tile = factors(rng, count)
        while rng.random() < 0.4 and len(tile) < 5:
            tile.insert(rng.randrange(len(tile) + 1), 1)
        reshape = factors(rng, count)
        perm = list(range(len(reshape)))
        rng.shuffle(perm)
        order = f'<=[{",".join(map(str, reshape))}]'
        if len(reshape) > 1:
            order += f'T({",".join(map(str, perm))})'
        text = '{devices=[' + ','.join(map(str, tile)) + ']' + order
        groups = rng.choice([0, 0, 1, 1, 1])
        if groups >= len(tile):
            continue
        if groups:
            text += rng.choice([
                ' last_tile_dim_replicate', ' last_tile_dims={manual}',
                ' last_tile_dims={replicated}'
            ])
        return len(tile) - groups, text + '}'


def any_tiles(rng, count):
    """Returns random tiles, with subgroups of all types."""
    rank, text = random_tiles(rng, count)
    tile = text[text.index('[') + 1:text.index(']')].split(',')
    head = text.split(' last_')[0].rstrip('}')
    groups = rng.randrange(len(tile))
    if groups:
        types = [rng.choice(['manual', 'replicated', 'unreduced'])
                 for _ in range(groups)]
        head += ' last_tile_dims={' + ', '.join(types) + '}'
    return head + '}'


class Runner:
    def __init__(self, args):
        self.args = args
        self.counts = {}
        self.ended = 0

    def ours(self, *words):
        done = subprocess.run([self.args.shardflow, 'gspmd', *words],
                              capture_output=True, text=True, timeout=60)
        return done.stdout.splitlines() if done.returncode == 0 else None

    def oracle(self, mode, devices, cases):
        with tempfile.NamedTemporaryFile('w', suffix='.json') as file:
            json.dump(cases, file)
            file.flush()
            words = [self.args.python, self.args.oracle, mode]
            words += [str(devices)] if devices else []
            done = subprocess.run(words + [file.name], capture_output=True,
                                  text=True, timeout=3600,
                                  env=dict(os.environ, **self.args.env))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def note(self, what, same, show):
        ok, all_ = self.counts.get(what, (0, 0))
        self.counts[what] = (ok + same, all_ + 1)
        if not same:
            print(f'{what} differs: {show}', flush=True)


def plain(text):
    """Returns the text without the documented differences."""
    text = text.replace('\\22', '"')
    return re.sub(r' metadata=\{[^}]*SUM[^}]*\}', '', text)


PER_MODULE = 8


def export(run, rng, count):
    left = count
    while left > 0:
        devices = rng.choice(COUNTS)
        cases = []
        for _ in range(10):
            mesh = [('abcdef'[i], f) for i, f in enumerate(factors(rng, devices))]
            text = '<[' + ', '.join(f'"{n}"={s}' for n, s in mesh) + ']>'
            shardings = [random_sharding(rng, mesh) for _ in range(PER_MODULE)]
            cases.append({'mesh': text, 'shardings': shardings})
        for case, answer in zip(cases, run.oracle('export', devices, cases)):
            texts = [s for _, s in case['shardings']]
            ours = run.ours('export', '--mesh', case['mesh'], *texts)
            theirs = answer.get('out') or [str(answer.get('error'))] * len(texts)
            for i, text in enumerate(texts):
                same = ours is not None and ours[i] == plain(theirs[i])
                run.note('export', same, (case['mesh'], text, ours and ours[i],
                                          theirs[i]))
            left -= len(texts)


def import_(run, rng, count):
    left = count
    while left > 0:
        devices = rng.choice(COUNTS)
        cases = []
        for _ in range(12):
            tiles = [random_tiles(rng, devices)
                     for _ in range(rng.choice([1, 1, 2, 3]))]
            cases.append([[rank, text] for rank, text in tiles])
        for case, answer in zip(cases, run.oracle('import', devices, cases)):
            ours = run.ours('import', *[text for _, text in case])
            if 'error' in answer:
                # If jaxlib crashes, we must report an error or return a mesh with
                # device_ids.
                same = ours is None or 'device_ids' in ours[0]
                run.note('import', same, (case, ours, answer))
                run.ended += 1
                left -= 1
                continue
            if not answer['args']:
                # jaxlib doesn't change {replicated} and {manual}.
                same = ours is not None and ours[0] == '<[]>'
                run.note('import', same, (case, ours, answer))
                left -= 1
                continue
            theirs = []
            for arg in answer['args']:
                theirs.append(arg.split(', ', 1)[1])
            mesh = next((m.split(' = ')[1] for m in answer['meshes']
                         if m.startswith('@mesh ')), '<[]>')
            # {replicated} and the like have no rank.
            expected = [mesh] + [
                '[]' if not s.startswith('{devices') else t
                for t, (_, s) in zip(theirs, [
                    (r, (run.ours('print', s) or [''])[0]) for r, s in case])]
            run.note('import', ours == expected, (case, ours, expected))
            left -= 1


def print_(run, rng, count):
    texts = [any_tiles(rng, rng.choice(COUNTS)) for _ in range(count)]
    for text, answer in zip(texts, run.oracle('print', None, texts)):
        ours = run.ours('print', text)
        theirs = answer.get('out', str(answer.get('error')))
        if theirs.endswith('last_tile_dims={unreduced}}'):
            again = run.ours('print', theirs)  # XLA would print its output differently
            theirs = again[0] if again else theirs
        run.note('print', ours == [theirs], (text, ours, theirs))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('shardflow')
    parser.add_argument('oracle')
    parser.add_argument('-n', type=int, default=1000)
    parser.add_argument('--python', default=sys.executable)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--only', choices=['export', 'import', 'print'])
    args = parser.parse_args()
    args.env = {'V3': 'false'}
    run = Runner(args)
    for name, test in [('print', print_), ('export', export),
                       ('import', import_)]:
        if args.only in (None, name):
            test(run, random.Random(f'{args.seed} {name}'), args.n)
    for name, (ok, all_) in run.counts.items():
        print(f'{name}: {ok} of {all_} agree')
    print(f'({run.ended} imports end the process of jaxlib)')
    return 0 if all(ok == all_ for ok, all_ in run.counts.values()) else 1


if __name__ == '__main__':
    sys.exit(main())
