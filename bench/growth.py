#!/usr/bin/env python3
"""Measures how the costs of propagation grow with the size of the program.

    bench/growth.py                        # every generated family, 10^4 to 10^6 ops
    bench/growth.py --families wide,deep --sizes 10000,100000
    bench/growth.py --tables growth        # only one of the tables: growth, large, partition,
                                           # added, phases, questions
    bench/growth.py --write                # updates the tables in docs/performance.md

    ./dev bench --growth                   # the same, after a build

Runs `shardflow opt -sdy-propagation-pipeline` (for reshards,
-sdy-reshard-to-collectives) from file to file. A cost that grows as ops^e has the
exponent e, computed from the smallest and the largest size. The costs are op
visits, steps, computed steps (those not found in the cache), peak memory above
that of an empty process, and CPU seconds (the minimum of --runs). Exits with 1 if
an exponent exceeds its limit.

The other tables are:
- partition: the cost of `shardflow partition`, which includes propagation. It
  should take at most twice as long as propagation alone.
- large: a program of 10^7 ops (1.1 GB of text; it needs 2.5 GB of disk space and
  1.2 GB of memory), compared with a program of 10^6 ops.
- added: the costs that user priorities, sharding groups and verification add,
  measured on the same program with and without them.
- phases: each phase by itself (phases.py).
- questions: the commands that answer questions, compared with propagation
  (questions.py).
"""
import argparse
import math
import os
import re
import subprocess
import sys
import tempfile

import phases
import questions

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
LIMITS = {"visits": 1.02, "steps": 1.02, "memory": 1.02, "cpu": 1.10}
COSTS = ("visits", "steps", "computed", "memory", "cpu")
PROPAGATION = "-sdy-propagation-pipeline"
PARTITION = "-shardflow-partition-pipeline=propagate=true"
# The maximum time of partitioning from file to file, as a multiple of the time of
# propagation alone.
PARTITION_LIMIT = 2.0


# Features that must add little to the cost. Each is measured on a program that uses
# it and on the same program without it. Limits are ratios of the pipeline's time.
PRIORITY = re.compile(r"\}p\d+")
GROUP = re.compile(r"^.*sdy\.sharding_group .*group_id=(\d+) .*\n", re.M)


def few_groups(text):
    """Returns the text with only every fiftieth group."""
    return GROUP.sub(lambda match: match[0] if int(match[1]) % 50 == 0 else "", text)


ADDED = [
    # family, feature, program with the feature, program without it, limit
    ("priorities", "ten user priorities", lambda text: text,
     lambda text: PRIORITY.sub("}", text), 1.5),
    ("groups", "a sharding group in each fifty layers", few_groups,
     lambda text: GROUP.sub("", text), 1.1),
    ("groups", "sharding groups in all layers (a fifth of the ops are theirs), an op",
     lambda text: text, lambda text: GROUP.sub("", text), 1.1),
]
VERIFIER_LIMIT = 0.2
# The maximum ratio of the costs of a program and of one a tenth of its size.
LARGE_SIZES = ("1000000", "10000000")
LARGE_LIMIT = 11.0


def run(program, path, output, pipeline):
    done = subprocess.run([program, "opt", path, pipeline, "-time-passes", "-o", output],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit("%s failed:\n%s" % (path, done.stderr[-2000:]))
    table = done.stderr
    total = re.search(r"([\d.]+)\s+([\d.]+)  in all", table)
    counts = re.search(r"visited (\d+) ops and took (\d+) steps, of which (\d+)", table)
    ops = re.search(r"[\d.]+\s+(\d+)\s+[\d.]+  read", table)
    visits, steps, computed = map(int, counts.groups()) if counts else (0, 0, 0)
    passes = {}
    for time, name in re.findall(r"^ *([\d.]+) .*  ([\w-]+)$", table, re.M):
        passes[name] = passes.get(name, 0) + float(time)
    return {"passes": passes, "ops": int(ops.group(1)), "visits": visits, "steps": steps, "computed": computed,
            "memory": float(total.group(2)) * 1e6, "cpu": float(total.group(1)) / 1e3}


def measure(options, family, size, scratch, empty, pipelines):
    """Returns the costs of each pipeline. The pipelines take turns."""
    path = os.path.join(scratch, "in.mlir")
    with open(path, "w", encoding="utf-8") as file:
        subprocess.run([options.generate, family, size], stdout=file, check=True)
    best = [None] * len(pipelines)
    for _ in range(options.runs):
        for i, pipeline in enumerate(pipelines):
            now = run(options.shardflow, path, os.path.join(scratch, "out.mlir"), pipeline)
            if best[i] is None or now["cpu"] < best[i]["cpu"]:
                best[i] = now
    for costs in best:
        costs["memory"] -= empty
    return best


def exponent(first, last, cost):
    """Returns the exponent of the growth, or None if there is nothing to compare."""
    if first[cost] <= 0 or last[cost] <= 0 or first["ops"] == last["ops"]:
        return None
    return math.log(last[cost] / first[cost]) / math.log(last["ops"] / first["ops"])


def row_text(family, first, last):
    cells = [family, str(last["ops"])]
    for cost in COSTS:
        per_op = last[cost] / last["ops"]
        figure = {"memory": "%.0f B", "cpu": "%.2f us"}.get(cost, "%.2f")
        value = exponent(first, last, cost)
        mark = "**" if value is not None and value > LIMITS.get(cost, math.inf) else ""
        cells.append("%s (%s)" % (
            str(last[cost]) if cost == "computed" else
            figure % (per_op * (1e6 if cost == "cpu" else 1)),
            "-" if value is None else "%s%.2f%s" % (mark, value, mark)))
    return "| " + " | ".join(cells) + " |"


def added_costs(options, scratch):
    """Returns the table "added", and whether all costs are within their limits."""
    lines = ["| what | propagation | pipeline | whole process | limit for the pipeline |",
             "|---|--:|--:|--:|--:|"]
    ok = True
    output = os.path.join(scratch, "out.mlir")
    paths = [os.path.join(scratch, name) for name in ("with.mlir", "without.mlir")]
    for family, what, give, strip, limit in ADDED:
        text = subprocess.run([options.generate, family, "100000"], capture_output=True,
                              text=True, check=True).stdout
        for path, form in zip(paths, (give, strip)):
            with open(path, "w", encoding="utf-8") as file:
                file.write(form(text))
        best = [{}, {}]
        ops = [0, 0]
        for _ in range(options.runs + 3):  # take turns, so that other load affects both
            for i, path in enumerate(paths):
                now = run(options.shardflow, path, output, PROPAGATION)
                ops[i] = now["ops"]
                times = {"propagation": now["passes"]["sdy-user-priority-propagate"],
                         "pipeline": now["passes"]["sdy-propagation-pipeline"],
                         "all": now["cpu"]}
                best[i] = {key: min(best[i].get(key, value), value)
                           for key, value in times.items()}
        each = ops[1] / ops[0] if what.endswith("an op") else 1
        ratios = [best[0][key] / best[1][key] * each for key in ("propagation", "pipeline", "all")]
        ok &= ratios[1] <= limit
        mark = "" if ratios[1] <= limit else "**"
        lines.append("| %s | %.2fx | %s%.2fx%s | %.2fx | %.1fx |" %
                     (what, ratios[0], mark, ratios[1], mark, ratios[2], limit))
    shares = []
    with open(paths[0], "w", encoding="utf-8") as file:
        subprocess.run([options.generate, "transformer", "100000"], stdout=file, check=True)
    for _ in range(options.runs + 3):
        now = run(options.shardflow, paths[0], output, PROPAGATION)
        shares.append((now["passes"]["verify"] / now["passes"]["sdy-propagation-pipeline"],
                       now["passes"]["verify"] / now["cpu"] / 1e3))
    share = min(shares)
    ok &= share[0] <= VERIFIER_LIMIT
    lines.append("| the verifier, of a transformer, as a share | | %.0f%% | %.0f%% | %.0f%% |" %
                 (share[0] * 100, share[1] * 100, VERIFIER_LIMIT * 100))
    return lines, ok


def large(options, scratch):
    """Returns the table "large", and whether all costs are within their limits."""
    lines = ["| ops | text, MB | read, s | pipeline, s | write, s | whole process, s | peak, MB |",
             "|--:|--:|--:|--:|--:|--:|--:|"]
    path, output = (os.path.join(scratch, name) for name in ("in.mlir", "out.mlir"))
    figures = []
    for size in LARGE_SIZES:
        with open(path, "w", encoding="utf-8") as file:
            subprocess.run([options.generate, "transformer", size], stdout=file, check=True)
        best = {}
        for _ in range(options.runs):
            now = run(options.shardflow, path, output, "-sdy-propagation-pipeline")
            costs = {"text": os.path.getsize(path) / 1e6, "read": now["passes"]["read"] / 1e3,
                     "pipeline": now["passes"]["sdy-propagation-pipeline"] / 1e3,
                     "write": now["passes"]["write"] / 1e3, "all": now["cpu"],
                     "memory": now["memory"] / 1e6}
            best = {key: min(best.get(key, value), value) for key, value in costs.items()}
        figures.append(best)
        lines.append("| %d | %.0f | %.2f | %.2f | %.2f | %.2f | %.0f |" % (
            (now["ops"],) + tuple(best.values())))
    for name in (path, output):
        os.remove(name)
    ratios = {key: value / figures[0][key] for key, value in figures[1].items()}
    ok = ratios["all"] <= LARGE_LIMIT and ratios["memory"] <= LARGE_LIMIT
    lines.append("| | " + " | ".join(
        "%s%.1fx%s" % (mark, ratio, mark) for ratio, mark in (
            (ratio, "" if ratio <= LARGE_LIMIT else "**") for ratio in ratios.values())) + " |")
    return lines, ok


def families_of(generate):
    usage = subprocess.run([generate], capture_output=True, text=True, check=False).stderr
    return re.findall(r"^  (\w+)", usage.split("families")[1], re.M)


def write_docs(name, lines):
    page = os.path.join(ROOT, "docs", "performance.md")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    begin, end = ("<!-- growth.py: %s %s -->\n" % (name, border) for border in ("begin", "end"))
    before, rest = text.split(begin)
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + begin + "\n".join(lines) + "\n" + end + rest.split(end)[1])


def empty_process(options, scratch):
    """Returns the peak memory of a run on an empty module."""
    path = os.path.join(scratch, "empty.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write("module {\n}\n")
    return run(options.shardflow, path, os.devnull, "-sdy-basic-propagate")["memory"]


def growth(options, scratch):
    """Returns the table "growth", and whether all exponents are within their limits."""
    lines = ["| program | ops | visits | steps | different steps, in all | memory | CPU |",
             "|---|--:|--:|--:|--:|--:|--:|"]
    print("\n".join(lines), flush=True)
    empty = empty_process(options, scratch)
    ok = True
    for family in options.families:
        pipeline = "-sdy-reshard-to-collectives" if family == "reshards" else PROPAGATION
        rows = [measure(options, family, size, scratch, empty, [pipeline])[0]
                for size in options.sizes.split(",")]
        lines.append(row_text(family, rows[0], rows[-1]))
        print(lines[-1], flush=True)
        for cost, limit in LIMITS.items():
            value = exponent(rows[0], rows[-1], cost)
            ok &= value is None or value <= limit
    return lines, ok


def partition(options, scratch):
    """Returns the table "partition", and whether all costs are within their limits."""
    lines = ["| program | ops | CPU | memory | CPU, times propagation | memory, times propagation |",
             "|---|--:|--:|--:|--:|--:|"]
    print("\n" + "\n".join(lines), flush=True)
    empty = empty_process(options, scratch)
    ok = True
    for family in options.families:
        first, last = (measure(options, family, size, scratch, empty, [PROPAGATION, PARTITION])
                       for size in (options.sizes.split(",")[i] for i in (0, -1)))
        cells = [family, str(last[0]["ops"])]
        for cost, figure, scale in (("cpu", "%.2f us", 1e6), ("memory", "%.0f B", 1)):
            value = exponent(first[1], last[1], cost)
            good = value is None or value <= LIMITS[cost]
            mark = "" if good else "**"
            ok &= good
            cells.append("%s (%s)" % (figure % (last[1][cost] / last[0]["ops"] * scale),
                                      "-" if value is None else mark + "%.2f" % value + mark))
        for cost in ("cpu", "memory"):
            ratio = last[1][cost] / last[0][cost]
            mark = "" if ratio <= PARTITION_LIMIT else "**"
            ok &= ratio <= PARTITION_LIMIT
            cells.append("%s%.1fx%s" % (mark, ratio, mark))
        lines.append("| " + " | ".join(cells) + " |")
        print(lines[-1], flush=True)
    return lines, ok


def answered(options, scratch):
    """Returns the table "questions", and whether all costs are within their limits."""
    path = os.path.join(scratch, "in.mlir")
    with open(path, "w", encoding="utf-8") as file:
        subprocess.run([options.generate, "transformer", str(questions.OPS)], stdout=file,
                       check=True)
    ops = run(options.shardflow, path, os.devnull, "-sdy-basic-propagate")["ops"]
    return questions.table(options.shardflow, path, ops, options.runs + 3)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"),
                        help="a release build")
    parser.add_argument("--shardflow", help="default: that of --build")
    parser.add_argument("--generate", help="the same")
    parser.add_argument("--families", help="default: all")
    parser.add_argument("--sizes", default="10000,1000000", help="the smallest and the largest count")
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--tables", default="growth,large,partition,added,phases,questions")
    parser.add_argument("--write", action="store_true", help="renew docs/performance.md")
    options = parser.parse_args()
    options.shardflow = options.shardflow or os.path.join(options.build, "src/tool/shardflow")
    options.generate = options.generate or os.path.join(options.build, "bench/generate")
    options.families = (options.families.split(",") if options.families
                        else families_of(options.generate))
    ok = True
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.tables.split(","):
            if name == "growth":
                lines, fine = growth(options, scratch)
            elif name == "large":
                lines, fine = large(options, scratch)
            elif name == "partition":
                lines, fine = partition(options, scratch)
            elif name == "added":
                lines, fine = added_costs(options, scratch)
            elif name == "questions":
                lines, fine = answered(options, scratch)
            else:
                lines, fine = phases.tables(options.build), True
            if name not in ("growth", "partition"):
                print("\n" + "\n".join(lines), flush=True)
            if options.write:
                write_docs(name, lines)
            ok &= fine
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
