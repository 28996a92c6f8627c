#!/usr/bin/env python3
"""Compares the speed of shardflow with that of real Shardy on the same programs.

    bench/compare.py                          # generated programs, 10^3 to 10^5 ops,
                                              # the example, and one of 10^6 ops
    ./dev bench --vs-shardy                   # the same
    bench/compare.py --sizes 1000 --families mlp,while
    bench/compare.py --files a.mlir b.mlir    # programs of your own
    bench/compare.py --write                  # updates docs/performance.md and its picture

Needs a release build (`./dev build`). The peer is the Shardy in jaxlib. Unless
--python names an interpreter that has jaxlib, a virtual environment is created
with the newest python3 on the path, and jax is installed into it from PyPI.
Figures are CPU seconds of one thread, the best of --runs (fewer if the peer takes
long). The two take turns. The peer runs without its verifier, as in compilers,
while shardflow verifies its input. If the peer is jaxlib 0.12.0.1, with which
--compat=jaxlib-0.12 agrees, the outputs must also be the same, byte for byte.
"""
import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
COMPARED_VERSION = "0.12.0.1"
FAMILIES = "transformer,elementwise,mlp,while,reshape,wide,groups,priorities,reshards"
# The peer isn't run again on a program once its runs have taken this many seconds.
PEER_SECONDS = 8
EXPLICIT_TAIL = [
    "-sdy-import-pipeline", "-sdy-flatten-call-graph", "-symbol-dce",
    "-sdy-import-func-calls", "-symbol-dce", "-sdy-apply-sharding-constraints",
    "-sdy-sharding-group-import", "-sdy-pre-order-funcs",
    "-sdy-user-priority-propagate=keep-sharding-rules=true",
    "-sdy-export-named-computations", "-sdy-propagate-to-func-results",
    "-sdy-unflatten-call-graph", "-symbol-dce", "-sdy-insert-func-call-reshards",
    "-sdy-export-pipeline=enable-insert-explicit-collectives=true"]
# The passes of each phase.
PHASES = {
    "basic": ["-sdy-basic-propagate"],
    "pipeline": ["-sdy-propagation-pipeline"],
    "explicit": EXPLICIT_TAIL,
    "collectives": ["-sdy-reshard-to-collectives"],
}
# The targets: (phase, figure, name of the figure, target, stretch target), as how
# many times faster than the peer we should be. For memory, they are in bytes per
# op, not counting the memory of an empty process.
TARGETS = [
    ("basic", "read", "parse + verify", 10, 16),
    ("basic", "passes", "basic propagation", 15, 30),
    ("pipeline", "passes", "whole propagation pipeline", 25, 50),
    ("explicit", "passes", "pipeline with explicit collectives", 20, 40),
    ("collectives", "passes", "reshard-to-collectives, a reshard", 8, 17),
    ("pipeline", "write", "print", 6, 12),
    ("pipeline", "all", "whole process", 17, 35),
]
MEMORY_TARGETS = (150, 80)
# The only program of 10^6 ops. It is measured in only one phase, because it takes
# the peer minutes.
LARGE = ("transformer", 1000000, "pipeline")
LARGE_TARGETS = (60, 130)
EXAMPLE = os.path.join(ROOT, "examples", "mlp_train_step.mlir")


def phases_of(program, size=0):
    """Returns the phases of a program: reshards are lowered, others are propagated."""
    if (program, size) == LARGE[:2]:
        return [LARGE[2]]
    lowered = program.startswith("reshards")
    return [name for name in PHASES if (name == "collectives") == lowered]


# Runs in the peer's interpreter, in a new process for each measurement.
WORKER = r"""
import json, os, resource, sys, time
from jax._src.interpreters import mlir
from jaxlib.mlir import ir, passmanager
path, output, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
passes, seconds = json.loads(sys.argv[4]), float(sys.argv[5])

def manager():
    forms = []
    for word in passes:
        name, _, options = word.lstrip("-").partition("=")
        text = name + ("{%s}" % options if options else "")
        try:
            passmanager.PassManager.parse("builtin.module(%s)" % text)
        except Exception as error:
            if "restricted to" not in str(error):
                raise
            text = "func.func(%s)" % text
        forms.append(text)
    made = passmanager.PassManager.parse("builtin.module(%s)" % ",".join(forms))
    made.enable_verifier(False)
    return made

empty = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
text = open(path).read()
best = {}
begin = time.process_time()
for run in range(runs):
    if run and time.process_time() - begin > seconds:
        break
    context = mlir.make_ir_context()
    context.enable_multithreading(False)
    with context:
        t = [time.process_time()]
        module = ir.Module.parse(text, context)
        t.append(time.process_time())
        pipeline = manager()
        t.append(time.process_time())
        pipeline.run(module.operation)
        t.append(time.process_time())
        module.operation.print(file=output, assume_verified=True)
        t.append(time.process_time())
    now = {"read": t[1] - t[0], "passes": t[3] - t[2], "write": t[4] - t[3]}
    now["all"] = sum(now.values())
    best = {key: min(best.get(key, value), value) for key, value in now.items()}
best["memory"] = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - empty) * 1024
print(json.dumps(best))
"""


def version_of(program):
    return subprocess.run([program, "--version"], capture_output=True, text=True,
                          check=True).stdout.strip()


def newest_python():
    """Returns the python3.N on the path with the largest N."""
    found = {}
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        for name in names:
            match = re.fullmatch(r"python3\.(\d+)", name)
            path = os.path.join(folder, name)
            # Skip stubs that only report that this version isn't installed.
            if match and subprocess.run([path, "-c", ""], capture_output=True,
                                        check=False).returncode == 0:
                found.setdefault(int(match.group(1)), path)
    return found[max(found)] if found else sys.executable


def peer_python(options):
    if options.python:
        return options.python
    venv = os.path.join(ROOT, "build", "peer-venv")
    python = os.path.join(venv, "bin", "python")
    if not os.path.exists(python):
        subprocess.run([newest_python(), "-m", "venv", venv], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "jax", "jaxlib"], check=True)
    return python


def run_peer(python, path, output, passes, runs):
    """Returns the peer's figures, or None if it crashes or fails."""
    done = subprocess.run([python, "-c", WORKER, path, output, str(runs), json.dumps(passes),
                           str(PEER_SECONDS)],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None
    return json.loads(done.stdout.splitlines()[-1])


def run_once(command):
    """Runs `shardflow opt -time-passes`.

    Returns (CPU seconds, peak bytes, standard error). The peak is what the program
    reports, because the peak from wait4() includes this script's memory before exec.
    """
    with tempfile.TemporaryFile("w+") as err:
        with subprocess.Popen(command, stderr=err) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        text = err.read()
    if process.returncode != 0:
        raise SystemExit("%s failed:\n%s" % (" ".join(command), text))
    peak = re.search(r"([\d.]+)  in all; the peak", text)
    return (usage.ru_utime + usage.ru_stime, float(peak.group(1)) * 1e6 if peak else 0, text)


def run_ours(program, path, output, passes, runs, empty):
    best, memory = {}, 0
    for _ in range(runs):
        cpu, peak, table = run_once([program, "opt", path, "--compat=jaxlib-0.12",
                                     "-verify-each=false", "-time-passes", "-o", output]
                                    + passes)
        now = {"read": 0.0, "passes": 0.0, "write": 0.0, "all": cpu}
        wanted = {word.lstrip("-").split("=")[0] for word in passes}
        for line in table.splitlines():
            words = line.split()
            if len(words) < 2 or not re.fullmatch(r"[\d.]+", words[0]):
                continue
            seconds = float(words[0]) / 1e3
            if words[-1] in ("read", "verify"):
                now["read"] += seconds
            elif words[-1] == "write":
                now["write"] += seconds
            elif words[-1] in wanted:
                now["passes"] += seconds
        best = {key: min(best.get(key, value), value) for key, value in now.items()}
        memory = max(memory, peak - empty)
    best["memory"] = memory
    return best


def empty_memory(program):
    """Returns the peak memory of a run on an empty module."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write("module {\n}\n")
        file.flush()
        return run_once([program, "opt", file.name, "-time-passes", "-o", os.devnull])[1]


def count_ops(program, path):
    table = run_once([program, "opt", path, "-time-passes", "-o", os.devnull])[2]
    for line in table.splitlines():
        words = line.split()
        if words[-1:] == ["read"]:
            return int(words[1])
    raise SystemExit("no table of passes from %s" % program)


def same_bytes(a, b):
    with open(a, "rb") as left, open(b, "rb") as right:
        return left.read() == right.read()


def measure(options, python, name, path, size, scratch, compare, empty):
    rows = []
    ops = count_ops(options.shardflow, path)
    for phase in phases_of(name, size):
        passes = PHASES[phase]
        ours_out = os.path.join(scratch, "ours.mlir")
        peer_out = os.path.join(scratch, "peer.mlir")
        ours = run_ours(options.shardflow, path, ours_out, passes, options.runs, empty)
        peer = run_peer(python, path, peer_out, passes, options.runs)
        row = {"program": name, "size": size, "ops": ops, "phase": phase, "ours": ours,
               "peer": peer, "same": None}
        if peer and compare:
            row["same"] = same_bytes(ours_out, peer_out)
        rows.append(row)
        print(describe(row), flush=True)
    return rows


def ratio(row, key):
    if not row["peer"] or not row["ours"][key]:
        return None
    return row["peer"][key] / row["ours"][key]


def number(value, form="%.1f"):
    return "-" if value is None else form % value


def describe(row):
    ops = row["ops"]
    ours = row["ours"]
    cells = ["%-12s %8d %-9s" % (row["program"], ops, row["phase"])]
    for key in ("read", "passes", "write", "all"):
        cells.append("%s %.3f us/op %sx" % (key, ours[key] * 1e6 / ops, number(ratio(row, key))))
    cells.append("%.0f B/op (peer %s)" % (ours["memory"] / ops, number(
        row["peer"]["memory"] / ops if row["peer"] else None, "%.0f")))
    cells.append({None: "", True: "same bytes", False: "DIFFERENT BYTES"}[row["same"]])
    return "  ".join(cells)


def exponent(rows, who, key):
    """Returns the exponent of the growth from the smallest to the largest size, or None
    if there are no two sizes."""
    sized = sorted((row["ops"], row[who][key]) for row in rows if row[who])
    if len(sized) < 2 or sized[0][1] <= 0 or sized[-1][0] == sized[0][0]:
        return None
    return math.log(sized[-1][1] / sized[0][1]) / math.log(sized[-1][0] / sized[0][0])


def is_large(row):
    return (row["program"], row["size"]) == LARGE[:2]


def largest(rows, program, phase):
    """Returns the rows of a program in a phase, and the row of the largest size, except
    for the program that is measured in only one phase."""
    group = [r for r in rows if r["program"] == program and r["phase"] == phase]
    return group, max((r for r in group if not is_large(r)), key=lambda r: r["ops"], default=None)


def targets_table(rows, program):
    """Returns a Markdown table that compares the phases of a program with the targets."""
    lines = ["| phase | peer, us/op | ours, us/op | ratio | target | pride |",
             "|---|--:|--:|--:|--:|--:|"]
    for phase, key, name, target, pride in TARGETS:
        of = program if phase != "collectives" else "reshards"
        row = largest(rows, of, phase)[1]
        if row is None or not row["peer"]:
            continue
        lines.append("| %s | %.2f | %.3f | %sx | %dx | %dx |" % (
            name, row["peer"][key] * 1e6 / row["ops"], row["ours"][key] * 1e6 / row["ops"],
            number(ratio(row, key)), target, pride))
        large = next((r for r in rows if is_large(r)), None)
        if key == "passes" and phase == LARGE[2] and program == LARGE[0] and large:
            lines.append("| the same at %d ops | %s | %.3f | %sx | %dx | %dx |" % (
                large["ops"],
                number(large["peer"] and large["peer"][key] * 1e6 / large["ops"], "%.2f"),
                large["ours"][key] * 1e6 / large["ops"], number(ratio(large, key)),
                *LARGE_TARGETS))
    row = largest(rows, program, "pipeline")[1]
    if row and row["peer"]:
        lines.append("| peak memory above an empty process, B/op | %.0f | %.0f | %sx | %d B | %d B |" % (
            row["peer"]["memory"] / row["ops"], row["ours"]["memory"] / row["ops"],
            number(ratio(row, "memory")), *MEMORY_TARGETS))
    return "\n".join(lines) + "\n"


def table(rows, version):
    """Returns a Markdown table of the largest size of each program."""
    lines = ["Peer: jaxlib %s. CPU microseconds an op, and how many times the peer's is ours." % version,
             ""]
    names = [row["program"] for row in rows]
    first = LARGE[0] if LARGE[0] in names else names[0]
    if largest(rows, first, "pipeline")[1]:
        lines += ["%s, %d ops:" % (first, largest(rows, first, "pipeline")[1]["ops"]), "",
                  targets_table(rows, first)]
    lines += ["| program | ops | run | read | passes | write | whole | memory, B/op | "
              "growth, ours (peer) | bytes |",
              "|---|--:|---|--:|--:|--:|--:|--:|--:|---|"]
    for program in dict.fromkeys(row["program"] for row in rows):
        for phase in phases_of(program):
            group, row = largest(rows, program, phase)
            ours, ops = row["ours"], row["ops"]
            cells = [program, str(ops), phase]
            cells += ["%.3f (%sx)" % (ours[key] * 1e6 / ops, number(ratio(row, key)))
                      for key in ("read", "passes", "write", "all")]
            cells.append("%.0f (%sx)" % (ours["memory"] / ops, number(ratio(row, "memory"))))
            cells.append("%s (%s)" % (number(exponent(group, "ours", "all"), "%.2f"),
                                      number(exponent(group, "peer", "all"), "%.2f")))
            cells.append({None: "-", True: "same", False: "**differ**"}[row["same"]])
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def picture(rows):
    """Returns an SVG bar chart of the ratios of whole runs at the largest size."""
    bars = []
    for program in dict.fromkeys(row["program"] for row in rows):
        row = largest(rows, program, "pipeline")[1]
        if row and ratio(row, "all"):
            bars.append((program, ratio(row, "all")))
    for row in rows:
        if is_large(row) and ratio(row, "all"):
            bars.append(("%s, 10^6" % row["program"], ratio(row, "all")))
    top = max([value for _, value in bars] + [1])
    height = 28 * len(bars) + 40
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="640" height="%d" '
           'font-family="sans-serif" font-size="13">' % height,
           '<text x="8" y="20">Times faster than Shardy, whole process, propagation '
           'pipeline</text>']
    for i, (program, value) in enumerate(bars):
        y = 36 + 28 * i
        width = 410 * value / top
        out.append('<text x="140" y="%d" text-anchor="end">%s</text>' % (y + 15, program))
        out.append('<rect x="148" y="%d" width="%.1f" height="20" fill="#3b6ea5"/>' % (y, width))
        out.append('<text x="%.1f" y="%d">%.1fx</text>' % (154 + width, y + 15, value))
    return "\n".join(out + ["</svg>"]) + "\n"


def write_docs(rows, version):
    page = os.path.join(ROOT, "docs", "performance.md")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    begin, end = "<!-- compare.py: begin -->\n", "<!-- compare.py: end -->\n"
    before, rest = text.split(begin)
    after = rest.split(end)[1]
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + begin + table(rows, version) + end + after)
    with open(os.path.join(ROOT, "docs", "performance.svg"), "w", encoding="utf-8") as file:
        file.write(picture(rows))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"),
                        help="a release build")
    parser.add_argument("--shardflow", help="default: that of --build")
    parser.add_argument("--generate", help="the same")
    parser.add_argument("--python", help="an interpreter with jax")
    parser.add_argument("--families", help="default: %s, the example and one of 10^6 ops" % FAMILIES)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--files", nargs="*", default=[], help="programs, instead of generated ones")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", help="write all rows there")
    parser.add_argument("--write", action="store_true", help="renew docs/performance.md")
    options = parser.parse_args()
    options.shardflow = options.shardflow or os.path.join(options.build, "src/tool/shardflow")
    options.generate = options.generate or os.path.join(options.build, "bench/generate")
    return options


def programs(options, scratch):
    """Yields (name, path, size) for each program."""
    for path in options.files:
        name = os.path.splitext(os.path.basename(path))[0]
        yield name, path, os.path.getsize(path)
    if options.files:
        return
    sized = [(family, size) for family in (options.families or FAMILIES).split(",")
             for size in options.sizes.split(",")]
    if not options.families:
        sized.append((LARGE[0], str(LARGE[1])))
        yield "example", EXAMPLE, os.path.getsize(EXAMPLE)
    for family, size in sized:
        path = os.path.join(scratch, "%s-%s.mlir" % (family, size))
        with open(path, "w", encoding="utf-8") as file:
            subprocess.run([options.generate, family, size], stdout=file, check=True)
        yield family, path, int(size)
        os.unlink(path)


def main():
    options = parse_arguments()
    if not shutil.which(options.shardflow):
        raise SystemExit("no program at %s: run ./dev build" % options.shardflow)
    python = peer_python(options)
    version = subprocess.run(
        [python, "-c", "import jaxlib.version as v; print(v.__version__)"],
        capture_output=True, text=True, check=True).stdout.strip()
    compare = version == COMPARED_VERSION
    print("peer: jaxlib %s%s, %s" % (
        version, "" if compare else " (bytes are not compared)", version_of(python)))
    print("ours: %s" % version_of(options.shardflow))
    empty = empty_memory(options.shardflow)
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for name, path, size in programs(options, scratch):
            rows += measure(options, python, name, path, size, scratch, compare, empty)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"peer": version, "rows": rows}, file, indent=1)
    if options.write:
        write_docs(rows, version)
    else:
        print()
        print(table(rows, version))
    return 1 if any(row["same"] is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
