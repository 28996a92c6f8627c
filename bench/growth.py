#!/usr/bin/env python3
"""How the costs of propagation grow with the size of the program.

    bench/growth.py                        # every generated family, 10^4 to 10^6 ops
    bench/growth.py --families wide,deep --sizes 10000,100000
    bench/growth.py --write                # renews the table in docs/performance.md

    ./dev bench --growth                   # the same, built before

Runs `shardflow opt -sdy-propagation-pipeline` (reshards:
-sdy-reshard-to-collectives) from file to file. A cost that grows with ops^e has
the exponent e: between the smallest and the largest size, of visits of ops, of
steps, of steps that were computed (no equal one had been before), of the peak
memory above an empty process, and of CPU seconds (the least of --runs). Answers
1 if one is above its limit.
"""
import argparse
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
LIMITS = {"visits": 1.02, "steps": 1.02, "memory": 1.02, "cpu": 1.10}
COSTS = ("visits", "steps", "computed", "memory", "cpu")


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
    return {"ops": int(ops.group(1)), "visits": visits, "steps": steps, "computed": computed,
            "memory": float(total.group(2)) * 1e6, "cpu": float(total.group(1)) / 1e3}


def measure(options, family, size, scratch, empty):
    path = os.path.join(scratch, "in.mlir")
    with open(path, "w", encoding="utf-8") as file:
        subprocess.run([options.generate, family, size], stdout=file, check=True)
    pipeline = ("-sdy-reshard-to-collectives" if family == "reshards"
                else "-sdy-propagation-pipeline")
    best = None
    for _ in range(options.runs):
        now = run(options.shardflow, path, os.path.join(scratch, "out.mlir"), pipeline)
        if best is None or now["cpu"] < best["cpu"]:
            best = now
    best["memory"] -= empty
    return best


def exponent(first, last, cost):
    """None if there is nothing to compare."""
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


def families_of(generate):
    usage = subprocess.run([generate], capture_output=True, text=True, check=False).stderr
    return re.findall(r"^  (\w+)", usage.split("families")[1], re.M)


def write_docs(lines):
    page = os.path.join(ROOT, "docs", "performance.md")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    begin, end = "<!-- growth.py: begin -->\n", "<!-- growth.py: end -->\n"
    before, rest = text.split(begin)
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + begin + "\n".join(lines) + "\n" + end + rest.split(end)[1])


def main():
    build = os.path.join(ROOT, "build", "release")
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shardflow", default=os.path.join(build, "src/tool/shardflow"))
    parser.add_argument("--generate", default=os.path.join(build, "bench/generate"))
    parser.add_argument("--families", help="default: all")
    parser.add_argument("--sizes", default="10000,1000000", help="the smallest and the largest count")
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="renew docs/performance.md")
    options = parser.parse_args()
    families = options.families.split(",") if options.families else families_of(options.generate)
    lines = ["| program | ops | visits | steps | different steps, in all | memory | CPU |",
             "|---|--:|--:|--:|--:|--:|--:|"]
    ok = True
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "empty.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write("module {\n}\n")
        empty = run(options.shardflow, path, os.devnull, "-sdy-basic-propagate")["memory"]
        print("\n".join(lines))
        for family in families:
            rows = [measure(options, family, size, scratch, empty)
                    for size in options.sizes.split(",")]
            lines.append(row_text(family, rows[0], rows[-1]))
            print(lines[-1], flush=True)
            for cost, limit in LIMITS.items():
                value = exponent(rows[0], rows[-1], cost)
                ok &= value is None or value <= limit
    if options.write:
        write_docs(lines)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
