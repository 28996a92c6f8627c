"""Measures the commands that answer questions about a program, for growth.py.

Each command takes turns with `shardflow propagate` on the same file, because an
answer should take little longer than propagation itself.
"""
import os

import starter

OPS = 100000
# The maximum time of a command for each file that it reads, as a multiple of
# the time of propagation.
LIMIT = 2.0

# The title, the arguments (FILE stands for the program), and the number of programs
# that the command reads and propagates.
PROPAGATE = ("propagate", ["propagate", "-q", "FILE", "-o", os.devnull], 1)
LIKE_JAX = ("propagate --jax", ["propagate", "--jax", "-q", "FILE", "-o", os.devnull], 1)
LIKE_SHARDY = [
    ("show", ["show", "-p", "FILE"], 1),
    ("show, of one value", ["show", "-p", "FILE", "--name", "%5000"], 1),
    ("explain, of an argument", ["explain", "-p", "FILE", "--arg", "0"], 1),
    ("explain, of an op's result", ["explain", "-p", "FILE", "--name", "%5000"], 1),
    ("check", ["check", "-p", "FILE", "--expect", "arg/0=P('data', None, None)"], 1),
    ("rules", ["rules", "FILE"], 1),
    ("diff, of equal programs", ["diff", "-p", "FILE", "FILE"], 2),
    ("report", ["report", "-p", "FILE", "-o", os.devnull], 1),
]
# Questions about how XLA partitions a program. Their cost is compared with that of
# `propagate --jax`.
ABOUT_XLA = [
    ("comms", ["comms", "FILE"], 1),
    ("lint", ["lint", "FILE"], 1),
    ("cost", ["cost", "FILE"], 1),
]


def run(starts, program, arguments, path):
    """Runs the command and returns its CPU seconds and its peak memory in bytes."""
    command = [program] + [path if word == "FILE" else word for word in arguments]
    cost = starts.run(command)
    # Exit code 1 means that there are findings.
    if cost.code not in (0, 1):
        raise SystemExit("%s failed:\n%s" % (" ".join(command), cost.errors))
    return cost.cpu, cost.memory


def measure(program, path, commands, runs):
    """Returns the minimum time and memory of each command. The commands take turns."""
    best = [(float("inf"), float("inf"))] * len(commands)
    with starter.Starter() as starts:
        for _ in range(runs):
            for i, (_, arguments, _) in enumerate(commands):
                now = run(starts, program, arguments, path)
                best[i] = tuple(map(min, best[i], now))
    return best


def table(program, path, ops, runs):
    """Returns the lines of the table, and whether all times are within the limit."""
    lines = ["| command | us/op | times propagation | memory, times propagation |",
             "|---|--:|--:|--:|"]
    ok = True
    for base, commands in ((PROPAGATE, LIKE_SHARDY), (LIKE_JAX, ABOUT_XLA)):
        rows = [base] + commands
        costs = measure(program, path, rows, runs)
        for (title, _, files), (seconds, memory) in zip(rows, costs):
            ratio = seconds / costs[0][0] / files
            ok &= ratio <= LIMIT
            mark = "" if ratio <= LIMIT else "**"
            lines.append("| %s | %.2f | %s%.1fx%s%s | %.1fx |" % (
                title, seconds / ops * 1e6, mark, ratio, mark,
                ", a program" if files > 1 else "", memory / costs[0][1]))
    return lines, ok
