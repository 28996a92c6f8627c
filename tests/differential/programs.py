#!/usr/bin/env python3
"""Compares passes and pipelines with real Shardy on random whole programs.

    programs.py --opt 'build/src/tool/shardflow opt' --python ~/jaxlib/bin/python \
        [--seed N] [--count N] [--keep DIR] [--only SUB] [--flags '-sdy-...']
        [--files FILE ...]

generate.py makes the programs, unless --files names some. Both sides run each
program through every entry of RUNS (or through --flags). They must print the same
bytes, or both report an error. shardflow runs with --compat=jaxlib-0.12, so the
jaxlib of --python must be 0.12. Programs that differ are kept in DIR. This isn't
part of the ordinary tests because it needs jaxlib.

The possible verdicts on a program and a run:
  same             the same bytes
  error in both    both reject the program, or refuse to run a pass on it
  invalid in both  the program isn't valid
  invalid, we accept   a StableHLO verifier that we don't have rejects it
  refused          Shardy's verifier rejects the output of its own pass; ours is
                   the same output, unless "we differ" or there is "no output"
  oracle crash     Shardy crashes or hangs
  DIFFERS          anything else
"""
import argparse
import collections
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

import generate

AGGRESSIVE = "-sdy-aggressive-propagate"
LIFT = "-sdy-lift-inlined-meshes"  # propagation can't handle inlined meshes
OP_PRIORITY = "-sdy-op-priority-propagate"
USER_PRIORITY = "-sdy-user-priority-propagate"
DEBUG = "debug-sharding-origins=true debug-propagation-edge-sharding=true"
# Propagation with debug records.
DEBUG_IMPORT = ["-sdy-import-pipeline",
                "-sdy-apply-sharding-constraints=" + DEBUG,
                "-sdy-sharding-group-import"]
RUNS = {
    "roundtrip": [],
    "import/symbol-dce": ["-symbol-dce"],
    "import/lift": ["-sdy-lift-inlined-meshes"],
    "import/size-one": ["-sdy-remove-size-one-axes"],
    "import/func-to-call": ["-sdy-propagate-sharding-from-func-to-call"],
    "import/splitter": ["-sdy-constant-or-scalar-splitter"],
    "import/batching": ["-sdy-explicit-gather-scatter-batching"],
    "import/manual": ["-sdy-manual-axes-cleanup"],
    "import/edges": ["-sdy-add-data-flow-edges"],
    "import/constraints": ["-sdy-apply-sharding-constraints"],
    "import/edges-constraints": [
        "-sdy-add-data-flow-edges", "-sdy-add-func-data-flow-edges",
        "-sdy-apply-sharding-constraints"],
    "import/groups": ["-sdy-sharding-group-import"],
    "import/constraints-groups": ["-sdy-apply-sharding-constraints",
                                  "-sdy-sharding-group-import"],
    "import/func-edges": ["-sdy-add-func-data-flow-edges"],
    "import/sink-func-edges": ["-sdy-add-func-data-flow-edges",
                               "-sdy-sink-func-data-flow-edges"],
    "import/flatten": ["-sdy-flatten-call-graph"],
    "import/import-calls": ["-sdy-import-func-calls"],
    "import/import-calls-no-edges": [
        "-sdy-import-func-calls=add-data-flow-edges-on-named-computations="
        "false"],
    "import/pre-order": ["-sdy-pre-order-funcs"],
    "import/pipeline": ["-sdy-import-pipeline"],
    "import/pipeline-dedup": [
        "-sdy-import-pipeline=dedup-functions-fully=true"],
    "import/pipeline-flatten": [
        "-sdy-import-pipeline", "-sdy-flatten-call-graph", "-symbol-dce",
        "-sdy-import-func-calls", "-symbol-dce"],
    "propagate/populate": ["-sdy-populate-op-sharding-rules"],
    "propagate/basic": [LIFT, "-sdy-basic-propagate=keep-sharding-rules=true"],
    "propagate/basic-conservative": [
        LIFT, "-sdy-basic-propagate=keep-sharding-rules=true "
        "conservative-propagation=true"],
    "propagate/aggressive": [LIFT, AGGRESSIVE],
    "propagate/aggressive-basic": [
        LIFT, AGGRESSIVE + "=propagation-strategy=basic"],
    "propagate/aggressive-both": [
        LIFT, AGGRESSIVE + "=propagation-strategy=basic-then-aggressive"],
    "propagate/aggressive-conservative": [
        LIFT, "-sdy-add-data-flow-edges",
        AGGRESSIVE + "=conservative-propagation=true"],
    "propagate/aggressive-edges": ["-sdy-import-pipeline", AGGRESSIVE],
    "propagate/op-priority": [LIFT, OP_PRIORITY],
    "propagate/op-priority-edges": [
        "-sdy-import-pipeline", OP_PRIORITY + "=keep-sharding-rules=true"],
    "propagate/op-priority-off": [
        "-sdy-import-pipeline",
        OP_PRIORITY + "=run-op-priority-propagation=false"],
    "propagate/user-priority": [LIFT, USER_PRIORITY],
    "propagate/user-priority-edges": ["-sdy-import-pipeline", USER_PRIORITY],
    "propagate/user-priority-conservative": [
        "-sdy-import-pipeline",
        USER_PRIORITY + "=conservative-propagation=true "
        "propagation-strategy=basic-then-aggressive"],
    "propagate/user-priority-groups": [
        "-sdy-import-pipeline=dedup-functions-fully=true", USER_PRIORITY,
        "-sdy-propagate-to-func-results"],
    "debug/aggressive": DEBUG_IMPORT + [AGGRESSIVE + "=" + DEBUG],
    "debug/sink": DEBUG_IMPORT + [
        OP_PRIORITY + "=" + DEBUG,
        "-sdy-sink-data-flow-edges=sink-debug-sharding-origins=true "
        "sink-debug-propagation-edge-sharding=true"],
    "debug/user": DEBUG_IMPORT + [USER_PRIORITY + "=" + DEBUG],
    "debug/basic": DEBUG_IMPORT + ["-sdy-basic-propagate=" + DEBUG],
    "debug/calls": [
        "-sdy-import-pipeline=dedup-functions-fully=true",
        "-sdy-add-func-data-flow-edges", USER_PRIORITY + "=" + DEBUG,
        "-sdy-propagate-to-func-results", "-sdy-sink-func-data-flow-edges"],
    "debug/remove": DEBUG_IMPORT + [
        AGGRESSIVE + "=" + DEBUG, "-sdy-remove-propagation-debug-info"],
    "pipeline/plain": ["-sdy-propagation-pipeline"],
    "pipeline/dedup": ["-sdy-propagation-pipeline=dedup-functions-fully=true"],
}


class Oracle:
    """A worker process that runs real Shardy. `ask` takes many jobs.

    The caller can do other work between `send` and `receive`. A worker that ends
    early is restarted for the remaining jobs.
    """

    def __init__(self, python):
        self.python = python
        self.start()

    def start(self):
        worker = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                              "oracle_worker.py")
        self.process = subprocess.Popen(
            [os.path.expanduser(self.python), worker], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def send(self, jobs):
        self.jobs = jobs
        self.process.stdin.write(json.dumps(jobs) + "\n")
        self.process.stdin.flush()

    def receive(self):
        replies, starts = [], 0
        while len(replies) < len(self.jobs):
            line = self.process.stdout.readline()
            if line:
                replies.append(json.loads(line))
                continue
            starts += 1
            if starts > 3:
                raise RuntimeError("the oracle does not start")
            left, before = self.jobs[len(replies):], self.jobs
            self.start()
            self.send(left)
            self.jobs = before
        return replies

    def ask(self, jobs):
        self.send(jobs)
        return self.receive()


def job(text, flags):
    passes = []
    for flag in flags:
        name, _, value = flag.lstrip("-").partition("=")
        passes.append(name + ("{%s}" % value if value else ""))
    return {"text": text, "passes": passes}


def ours(command, text, flags, path):
    with open(path, "w") as file:
        file.write(text)
    try:
        done = subprocess.run(command + [path] + flags, capture_output=True,
                              text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return -1, "", "hangs"
    return done.returncode, done.stdout, done.stderr


def sorted_step(match):
    """Returns the edges of one step, sorted."""
    edges = sorted(re.findall(r"\{.*?\]\}", match[2]))
    return match[1] + ", ".join(edges) + "]}"


def lines(text):
    # Within a step, Shardy orders the edges of an axis by the iteration order of
    # a hash table.
    text = re.sub(r"(\{step-\d+ = \[)(.*?\]\})\]\}", sorted_step, text)
    return [line.rstrip() for line in text.strip().split("\n")]


def verdict(reply, mine):
    code, out, err = mine
    if code < 0 or code > 2:
        return "DIFFERS (we crash)"
    stage = reply["stage"]
    if stage in ("crash", "hang"):
        return "oracle " + stage
    if stage == "ok":
        if code != 0:
            return "DIFFERS (we refuse)"
        return "same" if lines(reply["out"]) == lines(out) else "DIFFERS"
    if stage == "parse":
        return "invalid in both" if code != 0 else "invalid, we accept"
    if code != 0:
        return "error in both"
    if reply["refused"] is not None:
        if not reply["refused"]:
            return "refused, no output"
        is_same = lines(reply["refused"]) == lines(out)
        return "refused" if is_same else "refused, we differ"
    return "DIFFERS (we accept)"


def programs(options):
    """Yields (label, text) of each program."""
    if options.files:
        for path in options.files:
            with open(path) as file:
                yield os.path.basename(path), file.read()
        return
    for seed in range(options.seed, options.seed + options.count):
        yield str(seed), generate.make(seed)


def shares(items, size):
    items = iter(items)
    while share := list(itertools.islice(items, size)):
        yield share


def keep(folder, stem, text, reply, mine, flags):
    stem = os.path.join(folder, stem.replace("/", "."))
    theirs = reply["out"] or (reply["refused"] or "") + \
        "\n".join(reply["err"]) + "\n"
    for suffix, content in ((".mlir", text), (".theirs", theirs),
                            (".ours", mine[1] + mine[2]),
                            (".flags", shlex.join(flags) + "\n")):
        with open(stem + suffix, "w") as file:
            file.write(content)


def write_tally(path, tally):
    """Writes the tally so far. Called repeatedly, because a run may take hours."""
    with open(path, "w") as file:
        for name, counts in tally.items():
            file.write("%-36s %s\n" % (name, ", ".join(
                "%s %d" % at for at in sorted(counts.items()))))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--opt", required=True)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--keep", default="/tmp/programs")
    parser.add_argument("--only", default="")
    parser.add_argument("--flags")
    parser.add_argument("--files", nargs="*")
    parser.add_argument("--most", type=int, default=50,
                        help="differences to keep of each run")
    options = parser.parse_args()
    runs = {"flags": shlex.split(options.flags)} if options.flags else {
        name: flags for name, flags in RUNS.items() if options.only in name}
    command = shlex.split(options.opt) + ["--compat=jaxlib-0.12"]
    os.makedirs(options.keep, exist_ok=True)
    oracle = Oracle(options.python)
    tally = collections.defaultdict(collections.Counter)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.mlir")
        for share in shares(programs(options), max(1, 100 // len(runs))):
            todo = [(label, text, name, flags) for label, text in share
                    for name, flags in runs.items()]
            oracle.send([job(text, flags) for _, text, _, flags in todo])
            mine = [ours(command, text, flags, path)
                    for _, text, _, flags in todo]
            replies = oracle.receive()
            for (label, text, name, flags), reply, my in zip(todo, replies,
                                                             mine):
                what = verdict(reply, my)
                tally[name][what] += 1
                if "differ" in what.lower() and \
                        tally[name][what] <= options.most:
                    keep(options.keep, "%s.%s" % (label, name), text, reply,
                         my, flags)
                    print("%s %s: %s" % (label, name, what), flush=True)
            write_tally(os.path.join(options.keep, "tally"), tally)
    with open(os.path.join(options.keep, "tally")) as file:
        sys.stdout.write(file.read())
    return 1 if any(what.startswith("DIFFERS") for counts in tally.values()
                    for what in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
