#!/usr/bin/env python3
"""Compares `shardflow cost` with what XLA reports for annotated programs, and prints a table.

    python3 tests/differential/cost.py --scores SCORES.json --programs FOLDER [--shardflow PROGRAM] [NAME...]

SCORES.json maps the name of each plan to the figures that XLA's compiler reports for it:

    {"mlp.dp": {"memory": {"argument": 1, "output": 1, "alias": 0, "temp": 1, "peak": 3}, "flops": 1,
                "wire_bytes": 1, "time": {"h100": {"step": 1.0}, ...}}, ...}

FOLDER contains the annotated program of each plan, NAME.mlir or NAME.mlir.xz. A plan called NAME/args annotates
only arguments. For these plans, PROGRAM.json in FOLDER lists the arguments and plans, PROGRAM.mlir.xz is the
program without annotations, and a result written to a donated argument gets the sharding of that argument. If
NAMEs are given, only plans whose name contains one of them are compared.
"""
import argparse
import json
import lzma
import os
import re
import subprocess
import sys

MEASURES = ("arguments", "results", "flops", "wire", "peak")


def read(path):
    for name in (path, path + ".xz"):
        if os.path.exists(name):
            opened = lzma.open(name, "rt") if name.endswith(".xz") else open(name)
            with opened as file:
                return file.read()
    return None


def annotated(text, mesh, args):
    """Returns the program with these shardings on main's arguments, and on the results that reuse their memory."""
    line = "  sdy.mesh @mesh = <[%s]>\n" % ", ".join('"%s"=%d' % tuple(axis) for axis in mesh)
    start = re.search(r"^module .*\{\n", text, re.M)
    text = text[:start.end()] + line + text[start.end():]
    head = re.search(r"func\.func public @main\((.*?)\) -> (.*?) \{\n", text, re.S)
    results = {}
    number = [-1]

    def argument(match):
        number[0] += 1
        name, kind, attrs = match.group(1), match.group(2), match.group(3)
        sharding = args[number[0]]
        if sharding is None:
            rank = kind.count("x")
            sharding = "[%s]" % ", ".join(["{}"] * rank)
        mine = "sdy.sharding = #sdy.sharding<@mesh, %s>" % sharding
        donated = re.search(r"tf\.aliasing_output = (\d+)", attrs or "")
        if donated:
            results[int(donated.group(1))] = mine
        inner = (attrs or "").strip(" {}")
        return "%s: %s {%s}" % (name, kind, mine + (", " + inner if inner else ""))

    arguments = re.sub(r"(%arg\d+): (tensor<[^>]*>)( \{[^{}]*\})?", argument, head.group(1))
    count = [-1]

    def result(match):
        count[0] += 1
        inner = (match.group(2) or "").strip(" {}")
        mine = results.get(count[0])
        parts = [part for part in (inner, mine) if part]
        return match.group(1) + (" {%s}" % ", ".join(parts) if parts else "")

    outs = re.sub(r'(tensor<[^>]*>)( \{[^{}]*\})?', result, head.group(2))
    return text[:head.start()] + "func.func public @main(%s) -> %s {\n" % (arguments, outs) + text[head.end():]


def program_of(name, folder):
    base, _, only_args = name.partition("/")
    if not only_args:
        return read(os.path.join(folder, base + ".mlir"))
    program, _, plan = base.partition(".")
    spec = read(os.path.join(folder, program + ".json"))
    text = read(os.path.join(folder, program + ".mlir"))
    if spec is None or text is None:
        return None
    spec = json.loads(spec)
    plans = spec.get("plans", {})
    if plan not in plans:
        return None
    chosen = plans[plan]
    args = chosen["args"] if isinstance(chosen, dict) else chosen
    mesh = chosen.get("mesh", spec["mesh"]) if isinstance(chosen, dict) else spec["mesh"]
    return annotated(text, mesh, args)


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def ranks(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    result = [0.0] * len(values)
    i = 0
    while i < len(order):
        j = i
        while j + 1 < len(order) and values[order[j + 1]] == values[order[i]]:
            j += 1
        for k in range(i, j + 1):
            result[order[k]] = (i + j) / 2
        i = j + 1
    return result


def spearman(a, b):
    x, y = ranks(a), ranks(b)
    n = len(x)
    mean = (n - 1) / 2
    over = sum((i - mean) * (j - mean) for i, j in zip(x, y))
    under = (sum((i - mean) ** 2 for i in x) * sum((j - mean) ** 2 for j in y)) ** 0.5
    return over / under if under else 1.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scores", required=True)
    parser.add_argument("--programs", required=True)
    parser.add_argument("--shardflow", default="build/src/tool/shardflow")
    parser.add_argument("--topology", default="h100")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    with open(options.scores) as file:
        scores = json.load(file)
    errors = {measure: [] for measure in MEASURES}
    programs = {}
    for name, score in scores.items():
        if not score.get("fits", True) or options.names and not any(n in name for n in options.names):
            continue
        text = program_of(name, options.programs)
        if text is None:
            print("%-36s no program" % name)
            continue
        done = subprocess.run([options.shardflow, "cost", "-q", "--topology", options.topology,
                               "--format", "json", "-"], input=text, capture_output=True, text=True)
        if done.returncode != 0:
            print("%-36s %s" % (name, done.stderr.strip()))
            continue
        cost = json.loads(done.stdout)
        memory, truth = cost["memory"], score["memory"]
        pairs = {"arguments": (memory["arguments"], truth["argument"]),
                 "results": (memory["results"], truth["output"]),
                 "flops": (cost["work"]["flops"], score["flops"]),
                 "wire": (cost["communication"]["wire_bytes"], score["wire_bytes"]),
                 "peak": (memory["peak"], truth["peak"])}
        row = {key: (mine - theirs) / theirs if theirs else float(mine != 0) for key, (mine, theirs) in pairs.items()}
        step = score["time"][options.topology]["step"]
        print("%-36s %s  step %+7.3f" % (name, "  ".join("%s %+7.3f" % (key, row[key]) for key in MEASURES),
                                         cost["time"]["sum"] / step - 1), flush=True)
        for key in MEASURES:
            errors[key].append(abs(row[key]))
        programs.setdefault(name.partition(".")[0], []).append(
            (cost["time"]["sum"], step, memory["peak"], truth["peak"]))
    print()
    for key in MEASURES:
        print("%-10s median %.4f  90th percentile %.4f  worst %.4f" % (
            key, quantile(errors[key], 0.5), quantile(errors[key], 0.9), max(errors[key], default=0)))
    for program, rows in programs.items():
        if len(rows) > 2:
            times = spearman([r[0] for r in rows], [r[1] for r in rows])
            peaks = spearman([r[2] for r in rows], [r[3] for r in rows])
            print("%-10s order of plans: time %.3f  peak %.3f" % (program, times, peaks))


if __name__ == "__main__":
    sys.exit(main())
