#!/usr/bin/env python3
"""Measures how the costs of unusual inputs grow.

For each place where a list can be long, measures a program in which the list has n
elements and one in which it has 4n.

    bench/growth_inputs.py                    # every family, up to about 0.3 s each
    bench/growth_inputs.py --quick            # smaller inputs, as a test (./dev test)
    bench/growth_inputs.py --families rank,axes
    bench/growth_inputs.py --list

For 4n elements, shardflow may take at most LIMIT times the CPU time and memory; a
quadratic algorithm would take 16 times as much. The cost of an empty program is
subtracted. Other load on the machine makes runs slower but never faster, so the
minimum of several runs counts, and runs are repeated only if the ratio is too
large. The limit for --quick, which may run next to other tests, is QUICK_LIMIT.
Exits with 1 if a family exceeds the limit.

(bench/growth.py is for realistic programs with many ops.)
"""
import argparse
import os
import sys
import tempfile

import starter

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
LIMIT = 4.6
QUICK_LIMIT = 8.0
TYPE = "tensor<8x8xf32>"
MESH = 'sdy.mesh @mesh = <["x"=2, "y"=4]>\n'
SHARDED = '{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}'
PIPELINE = ["opt", "FILE", "-sdy-propagation-pipeline", "-o", "/dev/null"]

# The families that may exceed the limit, with the reasons.
KNOWN = {
}

# name -> (the part that grows with n, command, n -> text of FILE,
#          n -> text of RULES or None)
FAMILIES = {}
TO_ARTIFACT = ["convert", "--to", "artifact", "FILE", "-o"]


def family(what, command=None, rules=None, most=None):
    """Adds a family. `most` is the maximum n, if the input has a limit.

    If the command contains ARTIFACT, FILE is first converted to an artifact."""
    def add(make):
        FAMILIES[make.__name__] = (what, command or PIPELINE, make, rules, most)
        return make
    return add


def main_function(body, result, type_=TYPE, argument=None, mesh=MESH):
    argument = argument or "%%a: %s %s" % (type_, SHARDED)
    return "%sfunc.func @main(%s) -> %s {\n%s\n  return %s : %s\n}\n" % (
        mesh, argument, type_, body, result, type_)


def chain(n, op):
    """Returns n lines of text: op(i, name of the previous value) for each i."""
    return "\n".join("  %%%d = %s" % (i, op(i, "%%%d" % (i - 1) if i else "%a"))
                     for i in range(n))


def tanh(value, type_=TYPE):
    return "stablehlo.tanh %s : %s" % (value, type_)


def many(n, item, separator=", "):
    return separator.join(item % i if "%d" in item else item for i in range(n))


# --- ops and values

@family("ops in a function")
def ops(n):
    return main_function(chain(n, lambda i, before: tanh(before)), "%%%d" % (n - 1))


@family("ops whose results nobody uses")
def dead_ops(n):
    return main_function(chain(n, lambda i, before: tanh("%a")), "%a")


@family("uses of one value")
def uses(n):
    return main_function("\n".join("  %%%d = stablehlo.add %%a, %%a : %s" % (i, TYPE)
                                   for i in range(n)), "%a")


@family("different constants")
def constants(n):
    return main_function("\n".join("  %%%d = stablehlo.constant dense<%d.0> : %s" % (i, i, TYPE)
                                   for i in range(n)), "%a")


@family("uses of one constant")
def constant_uses(n):
    return main_function("  %%c = stablehlo.constant dense<1.0> : %s\n" % TYPE +
                         chain(n, lambda i, before: "stablehlo.add %s, %%c : %s" % (before, TYPE)),
                         "%%%d" % (n - 1))


@family("numbers in a constant")
def elements(n):
    return main_function("  %%0 = stablehlo.constant dense<[%s]> : tensor<%dxf32>"
                         % (many(n, "1.5"), n), "%a")


@family("attributes of an op")
def attributes(n):
    return main_function("  %0 = stablehlo.tanh %a {" + many(n, "a%d = 1 : i64") + "} : " + TYPE,
                         "%0")


@family("letters in a name")
def letters(n):
    name = "%" + "z" * (20 * n)
    return main_function("  %s = %s" % (name, tanh("%a")), name)


# --- tensors

@family("dimensions of a tensor")
def rank(n):
    type_ = "tensor<" + "2x" * n + "f32>"
    return main_function("  %%0 = stablehlo.add %%a, %%a : %s" % type_, "%0", type_, "%a: " + type_)


@family("dimensions of a sharding")
def sharded_rank(n):
    type_ = "tensor<" + "2x" * n + "f32>"
    return main_function(
        "  %%0 = stablehlo.add %%a, %%a : %s" % type_, "%0", type_,
        '%%a: %s {sdy.sharding = #sdy.sharding<@mesh, [%s{"x"}]>}' % (type_, "{?}, " * (n - 1)))


@family("dimensions of a transpose")
def transpose(n):
    type_ = "tensor<" + "2x" * n + "f32>"
    return main_function(
        "  %%0 = stablehlo.transpose %%a, dims = [%s] : (%s) -> %s"
        % (many(n, "%d"), type_, type_), "%0", type_, "%a: " + type_)


# --- meshes, axes, priorities

@family("meshes")
def meshes(n):
    return main_function("  %0 = " + tanh("%a"), "%0",
                         mesh=many(n, 'sdy.mesh @m%d = <["x"=2, "y"=4]>', "\n") + "\n" + MESH)


@family("axes of a mesh")
def axes(n):
    mesh = 'sdy.mesh @mesh = <["x"=2, "y"=4, %s]>\n' % many(n, '"a%d"=1')
    return main_function("  %0 = " + tanh("%a"), "%0", mesh=mesh)


@family("axes of size 1 in a sharding")
def sharding_axes(n):
    mesh = 'sdy.mesh @mesh = <["x"=2, %s]>\n' % many(n, '"a%d"=1')
    return main_function("  %0 = " + tanh("%a"), "%0", mesh=mesh,
                         argument="%%a: %s {sdy.sharding = #sdy.sharding<@mesh, [{%s}, {?}]>}"
                         % (TYPE, many(n, '"a%d"')))


@family("device ids", ["show", "--as-is", "FILE"])
def device_ids(n):
    n *= 8
    mesh = 'sdy.mesh @mesh = <["x"=%d], device_ids=[%s]>\n' % (
        n, ", ".join(str(i ^ 1) for i in range(n)))
    return main_function("  %0 = " + tanh("%a"), "%0", mesh=mesh)


@family("user priorities")
def priorities(n):
    arguments = ", ".join(
        '%%a%d: %s {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p%d, {?}]>}' % (i, TYPE, i)
        for i in range(n))
    body = "\n".join("  %%%d = %s" % (i, tanh("%%a%d" % i)) for i in range(n))
    return MESH + "func.func @main(%s) {\n%s\n  return\n}\n" % (arguments, body)


# --- sdy's ops

@family("sharding groups")
def groups(n):
    return main_function("\n".join(
        "  %%%d = %s\n  sdy.sharding_group %%%d group_id=%d : %s" % (i, tanh("%a"), i, i, TYPE)
        for i in range(n)), "%a")


@family("members of one sharding group")
def members(n):
    return main_function("\n".join(
        "  %%%d = %s\n  sdy.sharding_group %%%d group_id=1 : %s" % (i, tanh("%a"), i, TYPE)
        for i in range(n)), "%a")


@family("sharding groups chained to one")
def chained_groups(n):
    return main_function("\n".join(
        "  %%%d = %s\n  sdy.sharding_group %%%d group_id=%d : %s\n"
        "  sdy.sharding_group %%%d group_id=%d : %s" % (i, tanh("%a"), i, i, TYPE, i, i + 1, TYPE)
        for i in range(n)), "%a")


@family("constraints on one value")
def constraints(n):
    return main_function("\n".join(
        '  %%%d = sdy.sharding_constraint %%a <@mesh, [{?}, {"%s"}]> : %s' % (i, "xy"[i % 2], TYPE)
        for i in range(n)), "%0")


@family("constraints one on the other")
def chained_constraints(n):
    return main_function(chain(
        n, lambda i, before: 'sdy.sharding_constraint %s <@mesh, [{?}, {"%s"}]> : %s'
        % (before, "xy"[i % 2], TYPE)), "%%%d" % (n - 1))


# --- wide ops

@family("operands of a concatenate")
def concatenate(n):
    type_ = "tensor<%dx8xf32>" % (8 * n)
    return main_function("  %%0 = stablehlo.concatenate %s, dim = 0 : (%s) -> %s"
                         % (many(n, "%a"), many(n, TYPE), type_), "%0", type_,
                         "%%a: %s %s" % (TYPE, SHARDED))


@family("operands of a barrier")
def barrier(n):
    return main_function("  %%0:%d = stablehlo.optimization_barrier %s : %s"
                         % (n, many(n, "%a"), many(n, TYPE)), "%0#0")


@family("operands of a custom call")
def custom_call(n):
    return main_function("  %%0:%d = stablehlo.custom_call @foo(%s) : (%s) -> (%s)"
                         % (n, many(n, "%a"), many(n, TYPE), many(n, TYPE)), "%0#0")


@family("values of a while")
def while_values(n):
    types = many(n, TYPE)
    return main_function(
        "  %%c = stablehlo.constant dense<true> : tensor<i1>\n"
        "  %%0:%d = stablehlo.while(%s) : %s\n"
        "  cond {\n    stablehlo.return %%c : tensor<i1>\n  } do {\n"
        "    stablehlo.return %s : %s\n  }"
        % (n, many(n, "%%i%d = %%a"), types,
           ", ".join("%%i%d" % ((i + 1) % n) for i in range(n)), types), "%0#0")


@family("values of a manual computation")
def manual(n):
    local = "tensor<4x8xf32>"
    shardings = many(n, '<@mesh, [{"x"}, {}]>')
    return main_function(
        "  %%0:%d = sdy.manual_computation(%s) in_shardings=[%s] out_shardings=[%s] "
        'manual_axes={"x"} (%s) {\n    sdy.return %s : %s\n  } : (%s) -> (%s)'
        % (n, many(n, "%a"), shardings, shardings,
           ", ".join("%%i%d: %s" % (i, local) for i in range(n)),
           ", ".join("%%i%d" % i for i in range(n)), many(n, local),
           many(n, TYPE), many(n, TYPE)), "%0#0")


@family("regions of a case", most=15000)
def regions(n):
    return main_function(
        "  %%i = stablehlo.constant dense<0> : tensor<i32>\n"
        '  %%0 = "stablehlo.case"(%%i) (%s) : (tensor<i32>) -> %s'
        % (many(n, "{ stablehlo.return %%a : %s }" % TYPE).replace("%%", "%"), TYPE), "%0")


# --- functions

@family("arguments of a function")
def arguments(n):
    return MESH + "func.func @main(%s) {\n  return\n}\n" % ", ".join(
        "%%a%d: %s %s" % (i, TYPE, SHARDED) for i in range(n))


@family("functions without a body")
def declarations(n):
    return main_function("  %0 = " + tanh("%a"), "%0") + many(n, "func.func private @f%d()", "\n")


@family("calls of one function")
def calls(n):
    return ("func.func private @f(%%a: %s) -> %s {\n  %%0 = %s\n  return %%0 : %s\n}\n"
            % (TYPE, TYPE, tanh("%a"), TYPE)) + main_function(
                chain(n, lambda i, before: "call @f(%s) : (%s) -> %s" % (before, TYPE, TYPE)),
                "%%%d" % (n - 1))


@family("functions with a body")
def functions(n):
    return main_function("  %0 = " + tanh("%a"), "%0") + "".join(
        "func.func @f%d(%%a: %s %s) -> %s {\n  %%0 = %s\n  return %%0 : %s\n}\n"
        % (i, TYPE, SHARDED, TYPE, tanh("%a"), TYPE) for i in range(n))


@family("results of a function")
def results(n):
    return MESH + "func.func @main(%%a: %s %s) -> (%s) {\n  return %s : %s\n}\n" % (
        TYPE, SHARDED, many(n, TYPE), many(n, "%a"), many(n, TYPE))


@family("locations")
def locations(n):
    return main_function(chain(
        n, lambda i, before: '%s loc("f%d":%d:1)' % (tanh(before), i, i)), "%%%d" % (n - 1))


# --- user-defined rules

def unfitting_rules(n):
    return "".join("my.op: (%s)->([i])\n" % many(i % 50 + 3, "[i]") for i in range(n))


@family("rules that fit no op", ["propagate", "-q", "--rules", "RULES", "FILE"], unfitting_rules)
def rules(n):
    return main_function('  %%0 = "my.op"(%%a) : (%s) -> %s' % (TYPE, TYPE), "%0")


@family("letters of a rule's attribute", ["propagate", "-q", "--rules", "RULES", "FILE"],
        lambda n: "my.op where %s = 1: ([i, j])->([i, j])\n" % ("a/" * (10 * n) + "b"))
def where(n):
    return main_function(chain(100, lambda i, before: '"my.op"(%%a) {k = %d : i64} : (%s) -> %s'
                               % (i, TYPE, TYPE)), "%0")


@family("factors of a sharding rule")
def factors(n):
    names = many(n, "z_%d").replace("z_0", "i")
    sizes = many(n, "z_%d=2").replace("z_0=", "i=")
    type_ = "tensor<" + "2x" * n + "f32>"
    return main_function(
        "  %%0 = stablehlo.custom_call @foo(%%a) {sdy.sharding_rule = #sdy.op_sharding_rule<"
        "([%s])->([%s]) {%s}>} : (%s) -> %s"
        % (names, names, sizes, type_, type_), "%0", type_, "%a: " + type_)


# --- other commands

@family("ops of a program as JSON",
        ["convert", "--to", "text", "--allow-unregistered-dialect", "FILE", "-o", "/dev/null"])
def json_ops(n):
    ops_ = ", ".join('{"op": "a.b", "results": [{"name": "%d", "type": "f32"}]}' % i
                     for i in range(n))
    return '{"format": "shardflow-module", "version": 1, "ops": [%s]}' % ops_


@family("ops of a program to JSON",
        ["convert", "--to", "json", "FILE", "-o", "/dev/null"])
def to_json(n):
    return ops(n)


@family("ops of a program to an artifact", TO_ARTIFACT + ["/dev/null"])
def to_artifact(n):
    return ops(n)


@family("ops of an artifact", ["validate", "ARTIFACT"])
def artifact_ops(n):
    return ops(n)


@family("attributes of an artifact", ["validate", "ARTIFACT"])
def artifact_attributes(n):
    return attributes(n)


@family("arguments of a function, to XLA and back",
        ["opt", "FILE", "-xla-sdy-stablehlo-export-pipeline", "-xla-sdy-stablehlo-import-pipeline",
         "-o", "/dev/null"])
def gspmd(n):
    return arguments(n)


@family("ops that a sharding came through", ["explain", "FILE", "--result", "0"])
def explain(n):
    return ops(n)


@family("programs in one file",
        ["opt", "FILE", "-split-input-file", "-sdy-propagation-pipeline", "-o", "/dev/null"])
def sections(n):
    return "// -----\n".join([main_function("  %0 = " + tanh("%a"), "%0")] * max(1, n // 4))


# --- measuring

def run(options, command, folder):
    """Runs the command. Returns its CPU seconds, its peak memory in MiB, and its exit code."""
    words = [os.path.join(folder, w) if w in ("FILE", "RULES", "ARTIFACT") else w for w in command]
    cost = options.starter.run([options.shardflow] + words)
    return cost._replace(memory=cost.memory / 2**20)


class Family:
    def __init__(self, options, name, folder):
        self.options, self.folder = options, folder
        self.what, self.command, self.make, self.rules, self.most = FAMILIES[name]
        self.name = name
        self.base = self.least(1, 3)

    def write(self, n):
        with open(os.path.join(self.folder, "FILE"), "w") as file:
            file.write(self.make(n))
        if "ARTIFACT" in self.command:
            run(self.options, TO_ARTIFACT + ["ARTIFACT"], self.folder)
        if self.rules:
            with open(os.path.join(self.folder, "RULES"), "w") as file:
                file.write(self.rules(n))

    def least(self, n, runs):
        self.write(n)
        costs = [run(self.options, self.command, self.folder) for _ in range(runs)]
        return costs[0]._replace(cpu=min(c.cpu for c in costs), memory=min(c.memory for c in costs))

    def above(self, n, runs):
        cost = self.least(n, runs)
        return cost._replace(cpu=max(cost.cpu - self.base.cpu, 1e-3),
                             memory=max(cost.memory - self.base.memory, 0.1))

    def size(self):
        """Returns an n that is large enough for its cost to be measured."""
        n = 250
        while True:
            cost = self.above(n, 1)
            if cost.cpu >= self.options.seconds or 16 * n > (self.most or 1 << 20):
                return n
            n *= 2 if cost.cpu > self.options.seconds / 4 else 4

    def measure(self):
        n = self.size()
        small, large = [], []
        for attempt in range(8):
            small.append(self.above(n, 2))
            large.append(self.above(4 * n, 1 if attempt == 0 else 2))
            cpu = min(c.cpu for c in large) / min(c.cpu for c in small)
            # Memory below this (8 MB) is due to the process, not to the input.
            memory = min(c.memory for c in large) / max(min(c.memory for c in small), 8.0)
            if max(cpu, memory) <= self.options.limit:
                break
        return n, large[-1], cpu, memory


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--shardflow", default=os.path.join(ROOT, "build/release/src/tool/shardflow"))
    parser.add_argument("--families", default="")
    parser.add_argument("--quick", action="store_true", help="smaller inputs, for a test")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for name, row in FAMILIES.items():
            print("%-20s %s" % (name, row[0]))
        return 0
    options.seconds = 0.02 if options.quick else 0.1
    options.limit = QUICK_LIMIT if options.quick else LIMIT
    names = options.families.split(",") if options.families else list(FAMILIES)
    failed = []
    print("%-20s %8s %9s %8s %8s   times as much for 4n" % ("", "n", "ms of 4n", "cpu", "memory"))
    with tempfile.TemporaryDirectory() as folder, starter.Starter() as options.starter:
        for name in names:
            n, cost, cpu, memory = Family(options, name, folder).measure()
            above = max(cpu, memory) > options.limit
            bad = (above and name not in KNOWN) or cost.code not in (0, 1)
            print("%-20s %8d %9.1f %7.2fx %7.2fx%s"
                  % (name, n, cost.cpu * 1e3, cpu, memory,
                     "   FAILED: exit code %d" % cost.code if cost.code not in (0, 1)
                     else "   FAILED" if bad
                     else "   known: " + KNOWN[name] if above else ""), flush=True)
            if bad:
                failed.append(name)
    if failed:
        print("failed (limit %.1fx): %s" % (options.limit, ", ".join(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
