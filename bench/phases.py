"""Measures each phase by itself, and makes the Markdown tables for growth.py.

Runs phases_bench, json_bench and step_bench, which check their answers first.
"""
import json
import os
import re
import subprocess

SIZES = (1000, 10000, 100000, 1000000)
PHASES = {
    "read": "read",
    "verify": "verify",
    "import": "import pipeline",
    "propagate": "basic propagation",
    "reshards": "explicit reshards",
    "collectives": "reshards to collectives",
    "pipeline": "propagation pipeline",
    "write": "write",
}
JSON = {"document": "JSON: the document alone", "read": "JSON: read", "write": "JSON: write"}
STEPS = {
    "BM_VisitFromMemo/1": "a visit whose step was seen before",
    "BM_VisitFromMemo/64": "the same, of 64 different ones by turns",
    "BM_VisitComputedBasic/1": "a step computed, basic strategy",
    "BM_VisitComputedAggressive/1": "a step computed, aggressive strategy",
    "BM_Project/1": "the shardings of an op laid out along its factors",
    "BM_ProjectBack/1": "the sharding of one tensor made of that",
    "BM_AxisPrefixLiteral/1": "the prefix of an axis without overlap with another",
    "BM_AxisPrefixResolved/1": "the same, of axes bound to a mesh",
}


def run(program, pattern, seconds):
    """Runs a Google Benchmark program and returns its rows by name."""
    done = subprocess.run(
        [program, "--benchmark_filter=" + pattern, "--benchmark_min_time=%g" % seconds,
         "--benchmark_format=json"],
        capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit("%s failed:\n%s" % (program, done.stderr[-2000:]))
    rows = {row["name"]: row for row in json.loads(done.stdout)["benchmarks"]}
    for name, row in rows.items():
        if row.get("error_occurred"):
            raise SystemExit("%s: %s: %s" % (program, name, row["error_message"]))
    return rows


def line(title, rows, names):
    """Returns a row: microseconds per op at each size, and bytes per second and bytes
    per op at the largest size."""
    found = [rows.get(name) for name in names]
    cells = [title]
    cells += ["%.3f" % (1e6 / row["items_per_second"]) if row else "-" for row in found]
    last = next((row for row in reversed(found) if row), {})
    # Bytes per second are only shown for phases that read or write text.
    rate = last.get("bytes_per_second") if title != PHASES["verify"] else None
    cells.append("%.0f MB/s" % (rate / 1e6) if rate else "")
    held = last.get("bytes/op")
    cells.append("%.0f" % held if held else "")
    return "| " + " | ".join(cells) + " |"


def phase_table(build, family, sizes):
    any_size = "(%s)" % "|".join(str(size) for size in sizes)
    phases = run(os.path.join(build, "bench/phases_bench"),
                 "^(%s)/%s/%s$" % ("|".join(PHASES), family, any_size), 0.1)
    documents = run(os.path.join(build, "bench/json_bench"),
                    "^(%s)/mlp/%s$" % ("|".join(JSON), any_size), 0.1)
    lines = ["| phase, microseconds an op | %s | text | module and text, B/op |" %
             " | ".join("%d ops" % size for size in sizes),
             "|---|%s--:|--:|" % ("--:|" * len(sizes))]
    for name, title in PHASES.items():
        lines.append(line(title, phases, ["%s/%s/%d" % (name, family, size) for size in sizes]))
    for name, title in JSON.items():
        lines.append(line(title, documents, ["%s/mlp/%d" % (name, size) for size in sizes]))
    return lines


def step_table(build):
    rows = run(os.path.join(build, "bench/step_bench"),
               "^(%s)$" % "|".join(re.escape(name) for name in STEPS), 0.1)
    lines = ["| step | ns |", "|---|--:|"]
    for name, title in STEPS.items():
        if name in rows:
            lines.append("| %s | %.1f |" % (title, rows[name]["cpu_time"]))
    return lines


def tables(build, sizes=SIZES):
    """Returns the tables as lines of Markdown."""
    return (["`transformer` by phase and size (JSON: `mlp`), CPU time:", ""] +
            phase_table(build, "transformer", sizes) +
            ["", "Single steps, and the algebra of axes:", ""] + step_table(build))
