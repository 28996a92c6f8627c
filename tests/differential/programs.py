#!/usr/bin/env python3
"""Compares passes and pipelines with real Shardy on random whole programs.

    programs.py --opt 'build/src/tool/shardflow opt' --oracle 'python3 oracle.py' \
        [--seed N] [--count N] [--keep DIR] [--only SUB] [--flags '-sdy-...']

A program has meshes (equal ones, inlined ones, axes of size 1, one device),
functions that call each other, control flow, manual and named computations,
constraints, groups and constants that are used in many places. Each is run
through every entry of RUNS (or through --flags) in both; output is compared
byte for byte, and whether there is an error. Ours runs with
--compat=jaxlib-0.12, which is what the oracle is. Programs that differ are
kept in DIR. Not part of the ordinary tests: it needs the oracle.
"""
import argparse
import collections
import os
import random
import shlex
import subprocess
import sys
import tempfile

DEBUG = "debug-sharding-origins=true debug-propagation-edge-sharding=true"
# Propagation with records.
DEBUG_IMPORT = ["-sdy-import-pipeline",
                "-sdy-apply-sharding-constraints=" + DEBUG,
                "-sdy-sharding-group-import"]

RUNS = {
    "roundtrip": [],
    "symbol-dce": ["-symbol-dce"],
    "lift": ["-sdy-lift-inlined-meshes"],
    "size-one": ["-sdy-remove-size-one-axes"],
    "func-to-call": ["-sdy-propagate-sharding-from-func-to-call"],
    "splitter": ["-sdy-constant-or-scalar-splitter"],
    "manual": ["-sdy-manual-axes-cleanup"],
    "edges": ["-sdy-add-data-flow-edges"],
    "constraints": ["-sdy-apply-sharding-constraints"],
    "edges-constraints": ["-sdy-add-data-flow-edges",
                          "-sdy-apply-sharding-constraints"],
    "groups": ["-sdy-sharding-group-import"],
    "func-edges": ["-sdy-add-func-data-flow-edges"],
    "flatten": ["-sdy-flatten-call-graph"],
    "import-calls": ["-sdy-import-func-calls"],
    "import-calls-no-edges": [
        "-sdy-import-func-calls=add-data-flow-edges-on-named-computations="
        "false"],
    "pre-order": ["-sdy-pre-order-funcs"],
    "import": ["-sdy-import-pipeline"],
    "import-dedup": ["-sdy-import-pipeline=dedup-functions-fully=true"],
    "debug": DEBUG_IMPORT + ["-sdy-aggressive-propagate=" + DEBUG],
    "debug-sink": DEBUG_IMPORT + [
        "-sdy-op-priority-propagate=" + DEBUG,
        "-sdy-sink-data-flow-edges=sink-debug-sharding-origins=true "
        "sink-debug-propagation-edge-sharding=true"],
    "debug-user": DEBUG_IMPORT + ["-sdy-user-priority-propagate=" + DEBUG],
    "debug-basic": DEBUG_IMPORT + ["-sdy-basic-propagate=" + DEBUG],
    "debug-calls": [
        "-sdy-import-pipeline=dedup-functions-fully=true",
        "-sdy-add-func-data-flow-edges", "-sdy-user-priority-propagate=" + DEBUG,
        "-sdy-propagate-to-func-results", "-sdy-sink-func-data-flow-edges"],
    "debug-remove": DEBUG_IMPORT + [
        "-sdy-aggressive-propagate=" + DEBUG,
        "-sdy-remove-propagation-debug-info"],
    "import-flatten": ["-sdy-import-pipeline", "-sdy-flatten-call-graph",
                       "-symbol-dce", "-sdy-import-func-calls", "-symbol-dce"],
}

SHAPES = [(8, 16), (16, 8), (8,), (16,), (128,), (4, 2, 16)]


def tensor(shape, element="f32"):
    return "tensor<%s>" % "x".join([str(d) for d in shape] + [element])


def attribute(text):
    return " {%s}" % text if text else ""


class Mesh:
    def __init__(self, name, axes, ids=None):
        self.name, self.axes, self.ids = name, axes, ids

    def body(self):
        text = "<[%s]" % ", ".join('"%s"=%d' % a for a in self.axes)
        if self.ids is not None:
            text += ", device_ids=[%s]" % ", ".join(map(str, self.ids))
        return text + ">"

    def definition(self):
        return "sdy.mesh @%s = %s\n" % (self.name, self.body())

    def spelled(self, rng):
        return "mesh" + self.body() if rng.random() < 0.1 else "@" + self.name


def meshes(rng):
    sizes = [rng.choice([1, 2, 2, 2, 4, 4, 3]) for _ in range(rng.randint(1, 4))]
    main = Mesh("mesh", list(zip("abcd", sizes)))
    made = [main]
    if rng.random() < 0.2:
        made.append(Mesh("same", main.axes))
    if rng.random() < 0.1:
        made.append(Mesh("other", [("x", 2), ("y", 2)]))
    if rng.random() < 0.05:
        made.append(Mesh("none", []))
    if rng.random() < 0.05:
        made.append(Mesh("one", [], [0]))
    return made


def axis_pieces(rng, axes):
    """Axes and sub-axes that don't overlap, in random order."""
    pieces = []
    for name, size in axes:
        if size == 4 and rng.random() < 0.3:
            pieces += ['"%s":(1)2' % name, '"%s":(2)2' % name]
        else:
            pieces.append('"%s"' % name)
    rng.shuffle(pieces)
    return pieces


class Program:
    """Text of a module, made top-down; `body` collects a function's lines."""

    def __init__(self, rng):
        self.rng = rng
        self.meshes = meshes(rng)
        self.functions = []  # (name, argument types, result types)
        self.text = "".join(m.definition() for m in self.meshes)
        self.value_count = 0
        self.plain = rng.random() < 0.2  # without surprising meshes

    # --- shardings

    def sharding(self, rank, closed=None, mesh=None, p_axes=0.6):
        """What follows `#sdy.sharding`."""
        rng = self.rng
        if mesh is None:
            mesh = self.meshes[0]
            if not self.plain and rng.random() < 0.2:
                mesh = rng.choice(self.meshes)
        if mesh.ids is not None:
            return "<%s, []>" % mesh.spelled(rng)
        pieces = axis_pieces(rng, mesh.axes)
        dims = []
        for _ in range(rank):
            axes = []
            while pieces and rng.random() < p_axes:
                axes.append(pieces.pop())
            # Neighbours of one axis would have to be written as one.
            axes = merged(axes)
            is_closed = rng.random() < 0.5 if closed is None else closed
            priority = ""
            if rng.random() < 0.1 and (axes or not is_closed):
                priority = "p%d" % rng.randint(0, 3)
            dims.append("{%s}%s" % (
                ", ".join(axes + ([] if is_closed else ["?"])), priority))
        text = "<%s, [%s]" % (mesh.spelled(rng), ", ".join(dims))
        left = in_mesh_order(pieces)
        if left and rng.random() < 0.15:
            text += ", replicated={%s}" % ", ".join(left[:1])
            left = left[1:]
        if left and rng.random() < 0.03 and closed is None:
            text += ", unreduced={%s}" % left[0]
        return text + ">"

    def per_value(self, types, chance=0.25):
        """A discardable sharding for the results, or nothing."""
        if self.rng.random() > chance:
            return ""
        return "sdy.sharding = #sdy.sharding_per_value<[%s]>" % ", ".join(
            self.sharding(rank(t)) for t in types)

    # --- functions

    def function(self, name, visibility, calls):
        rng = self.rng
        args = [tensor(rng.choice(SHAPES)) for _ in range(rng.randint(1, 4))]
        body = Body(self, None, "  ", calls)
        for i, t in enumerate(args):
            body.values.append(("%%%s_%d" % (name, i), t))
        for _ in range(rng.randint(2, 14)):
            body.random_op()
        results = [body.any() for _ in range(rng.randint(1, 3))]
        body.lines.append("  return %s : %s" % (
            ", ".join(v for v, _ in results), ", ".join(t for _, t in results)))

        def with_sharding(prefix, t, chance):
            if rng.random() > chance:
                return prefix + t
            return "%s%s {sdy.sharding = #sdy.sharding%s}" % (
                prefix, t, self.sharding(rank(t)))
        self.text += "func.func %s@%s(%s) -> (%s) {\n%s\n}\n" % (
            visibility, name,
            ", ".join(with_sharding("%%%s_%d: " % (name, i), t, 0.4)
                      for i, t in enumerate(args)),
            ", ".join(with_sharding("", t, 0.25) for _, t in results),
            "\n".join(body.lines))
        self.functions.append((name, args, [t for _, t in results]))

    def fresh(self):
        self.value_count += 1
        return "%%v%d" % self.value_count


def in_mesh_order(pieces):
    return sorted(pieces)


def merged(axes):
    out = []
    for a in axes:
        if out and out[-1].endswith(":(1)2") and a.endswith(":(2)2") \
                and out[-1][:3] == a[:3]:
            out[-1] = a[:3]
        else:
            out.append(a)
    return out


def rank(t):
    return t.count("x") if t.startswith("tensor") else 0


def dims_of(t):
    return [int(d) for d in t[7:-1].split("x")[:-1]]


def element_of(t):
    return t[7:-1].split("x")[-1]


class Body:
    """The ops of one block. `values` are those that may be used, with types."""

    def __init__(self, program, outer, indent, calls, isolated=False, depth=0):
        self.p, self.rng = program, program.rng
        self.values = [] if outer is None or isolated else list(outer.values)
        self.indent, self.calls, self.depth = indent, calls, depth
        self.lines = []
        # Inside a manual computation no sharding may use its axes.
        self.manual = outer.manual if outer is not None else False

    def inner(self, isolated=False):
        return Body(self.p, self, self.indent + "  ", self.calls, isolated,
                    self.depth + 1)

    def any(self):
        return self.rng.choice(self.values)

    def tensors(self, min_rank=0):
        return [v for v in self.values
                if v[1].startswith("tensor") and rank(v[1]) >= min_rank
                and element_of(v[1]) == "f32"]

    def of_type(self, t):
        return [v for v in self.values if v[1] == t]

    def emit(self, text, types, suffix=""):
        """`text` is what follows `=`; one name for each type."""
        name = self.p.fresh()
        several = ":%d" % len(types) if len(types) > 1 else ""
        self.lines.append("%s%s%s = %s%s" % (
            self.indent, name, several, text, suffix))
        if len(types) == 1:
            self.values.append((name, types[0]))
        else:
            self.values += [("%s#%d" % (name, i), t)
                            for i, t in enumerate(types)]
        return self.values[-len(types):]

    def sharded(self, types, more=""):
        text = "" if self.manual else self.p.per_value(types)
        return attribute(", ".join(t for t in (more, text) if t))

    def random_op(self):
        rng = self.rng
        makers = [self.constant, self.constant, self.scalar_broadcast,
                  self.iota, self.unary, self.unary, self.binary, self.binary,
                  self.binary, self.reshape, self.broadcast, self.slice,
                  self.transpose, self.dot, self.reduce]
        if not self.manual:
            makers += [self.constraint, self.constraint, self.constraint,
                       self.group, self.barrier_op]
        if self.depth < 3:
            makers += [self.while_op, self.case_op, self.barrier,
                       self.custom_call]
            if self.calls and not self.manual:
                makers += [self.call, self.call, self.call]
            if not self.manual:
                makers += [self.named, self.manual_computation]
        rng.choice(makers)()

    # --- ops

    def constant(self, shape=None):
        rng = self.rng
        if shape is None:
            shape = rng.choice(SHAPES + [()])
        t = tensor(shape)
        name = rng.choice(["stablehlo.constant", "stablehlo.constant",
                           "sdy.constant"])
        return self.emit("%s%s dense<%d.0> : %s" % (
            name, self.sharded([t]), rng.randint(0, 2), t), [t])[0]

    def iota(self):
        shape = self.rng.choice(SHAPES)
        t = tensor(shape)
        self.emit("stablehlo.iota dim = %d%s : %s" % (
            self.rng.randrange(len(shape)), self.sharded([t]), t), [t])

    def scalar_broadcast(self):
        scalars = self.of_type("tensor<f32>")
        value = self.rng.choice(scalars) if scalars else self.constant(())
        t = tensor(self.rng.choice(SHAPES))
        self.emit("stablehlo.broadcast_in_dim %s, dims = []%s : "
                  "(tensor<f32>) -> %s" % (value[0], self.sharded([t]), t), [t])

    def unary(self):
        v, t = self.rng.choice(self.tensors() or [self.constant()])
        op = self.rng.choice(["negate", "abs", "exponential", "cosine"])
        self.emit("stablehlo.%s %s%s : %s" % (op, v, self.sharded([t]), t), [t])

    def binary(self):
        v, t = self.rng.choice(self.tensors() or [self.constant()])
        w, _ = self.rng.choice(self.of_type(t))
        op = self.rng.choice(["add", "multiply", "subtract", "maximum"])
        self.emit("stablehlo.%s %s, %s%s : %s" % (
            op, v, w, self.sharded([t]), t), [t])

    def reshape(self):
        options = [v for v in self.tensors() if size(v[1]) == 128]
        if not options:
            return self.unary()
        v, t = self.rng.choice(options)
        to = tensor(self.rng.choice([(8, 16), (16, 8), (128,), (4, 2, 16)]))
        self.emit("stablehlo.reshape %s%s : (%s) -> %s" % (
            v, self.sharded([to]), t, to), [to])

    def broadcast(self):
        options = [v for v in self.tensors(1) if rank(v[1]) == 1
                   and dims_of(v[1])[0] in (8, 16)]
        if not options:
            return self.scalar_broadcast()
        v, t = self.rng.choice(options)
        to = tensor((8, 16))
        self.emit("stablehlo.broadcast_in_dim %s, dims = [%d]%s : (%s) -> %s" % (
            v, 0 if dims_of(t)[0] == 8 else 1, self.sharded([to]), t, to), [to])

    def slice(self):
        options = [v for v in self.tensors(1) if dims_of(v[1])[0] == 16]
        if not options:
            return self.unary()
        v, t = self.rng.choice(options)
        dims = dims_of(t)
        to = tensor([8] + dims[1:])
        limits = ["0:8"] + ["0:%d" % d for d in dims[1:]]
        self.emit("stablehlo.slice %s [%s]%s : (%s) -> %s" % (
            v, ", ".join(limits), self.sharded([to]), t, to), [to])

    def transpose(self):
        options = [v for v in self.tensors(2) if rank(v[1]) == 2]
        if not options:
            return self.unary()
        v, t = self.rng.choice(options)
        to = tensor(dims_of(t)[::-1])
        self.emit("stablehlo.transpose %s, dims = [1, 0]%s : (%s) -> %s" % (
            v, self.sharded([to]), t, to), [to])

    def dot(self):
        left = self.of_type(tensor((8, 16)))
        right = self.of_type(tensor((16, 8)))
        if not left or not right:
            return self.binary()
        to = tensor((8, 8))
        self.emit("stablehlo.dot_general %s, %s, contracting_dims = [1] x [0]%s"
                  " : (%s, %s) -> %s" % (
                      self.rng.choice(left)[0], self.rng.choice(right)[0],
                      self.sharded([to]), tensor((8, 16)), tensor((16, 8)),
                      to), [to])

    def reduce(self):
        options = self.tensors(1)
        if not options:
            return self.unary()
        v, t = self.rng.choice(options)
        zero = self.constant(())
        dims = dims_of(t)
        at = self.rng.randrange(len(dims))
        to = tensor(dims[:at] + dims[at + 1:])
        self.emit("stablehlo.reduce(%s init: %s) applies stablehlo.add across "
                  "dimensions = [%d]%s : (%s, tensor<f32>) -> %s" % (
                      v, zero[0], at, self.sharded([to]), t, to), [to])

    def constraint(self):
        options = self.tensors()
        if not options:
            return self.constant()
        v, t = self.rng.choice(options)
        self.emit("sdy.sharding_constraint %s %s : %s" % (
            v, self.p.sharding(rank(t), self.rng.choice([True, True, None])),
            t), [t])

    def group(self):
        options = self.tensors()
        if not options:
            return self.constant()
        v, t = self.rng.choice(options)
        # Groups of tensors of one shape.
        number = SHAPES_AND_SCALAR.index(tuple(dims_of(t))) \
            if tuple(dims_of(t)) in SHAPES_AND_SCALAR else 90 + rank(t)
        self.lines.append("%ssdy.sharding_group %s group_id=%d : %s" % (
            self.indent, v, 100 * self.group_scope() + number * 3
            + self.rng.randint(0, 2), t))

    def group_scope(self):
        return 0

    def barrier_op(self):
        v, t = self.rng.choice(self.tensors() or [self.constant()])
        self.emit("sdy.propagation_barrier %s allowed_direction=%s : %s" % (
            v, self.rng.choice(["FORWARD", "BACKWARD", "NONE"]), t), [t])

    def barrier(self):
        picked = [self.any() for _ in range(self.rng.randint(1, 3))]
        types = [t for _, t in picked]
        self.emit("stablehlo.optimization_barrier%s %s : %s" % (
            self.sharded(types), ", ".join(v for v, _ in picked),
            ", ".join(types)), types)

    def custom_call(self):
        v, t = self.rng.choice(self.tensors() or [self.constant()])
        side = "has_side_effect = true" if self.rng.random() < 0.3 else ""
        self.emit("stablehlo.custom_call @foo(%s)%s : (%s) -> %s" % (
            v, self.sharded([t], side), t, t), [t])

    def call(self):
        name, args, results = self.rng.choice(self.calls)
        operands = []
        for t in args:
            options = self.of_type(t)
            operands.append(self.rng.choice(options) if options
                            else self.constant(dims_of(t)))
        more = "random = 1 : i64" if self.rng.random() < 0.2 else ""
        self.emit("func.call @%s(%s)%s : (%s) -> (%s)" % (
            name, ", ".join(v for v, _ in operands),
            self.sharded(results, more), ", ".join(args),
            ", ".join(results)), results)

    def region(self, body, results, terminator):
        for _ in range(self.rng.randint(1, 5)):
            body.random_op()
        picked = []
        for t in results:
            options = body.of_type(t)
            picked.append(self.rng.choice(options) if options
                          else body.constant(dims_of(t)))
        body.lines.append("%s%s %s : %s" % (
            body.indent, terminator, ", ".join(v for v, _ in picked),
            ", ".join(results)))
        return "\n".join(body.lines)

    def while_op(self):
        options = self.tensors()
        picked = [self.rng.choice(options or [self.constant()])
                  for _ in range(self.rng.randint(1, 3))]
        types = [t for _, t in picked]
        names = [self.p.fresh() for _ in picked]
        cond, body = self.inner(), self.inner()
        for b in (cond, body):
            b.values += list(zip(names, types))
        flag = self.p.fresh()
        cond.lines.append("%s%s = stablehlo.constant dense<true> : tensor<i1>"
                          % (cond.indent, flag))
        cond.lines.append("%sstablehlo.return %s : tensor<i1>" % (
            cond.indent, flag))
        text = self.region(body, types, "stablehlo.return")
        sharding = "" if self.manual else self.p.per_value(types)
        self.emit("stablehlo.while(%s) : %s%s\n%s cond {\n%s\n%s} do {\n%s\n%s}"
                  % (", ".join("%s = %s" % (n, v)
                               for n, (v, _) in zip(names, picked)),
                     ", ".join(types),
                     " attributes {%s}" % sharding if sharding else "",
                     self.indent, "\n".join(cond.lines), self.indent, text,
                     self.indent), types)

    def case_op(self):
        types = [self.any()[1] for _ in range(self.rng.randint(1, 2))]
        types = [t for t in types if t.startswith("tensor")] or ["tensor<f32>"]
        index = self.p.fresh()
        self.lines.append("%s%s = stablehlo.constant dense<0> : tensor<i32>" % (
            self.indent, index))
        regions = []
        for _ in range(self.rng.randint(1, 3)):
            regions.append("{\n%s\n%s}" % (
                self.region(self.inner(), types, "stablehlo.return"),
                self.indent))
        self.emit('"stablehlo.case"(%s) (%s)%s : (tensor<i32>) -> (%s)' % (
            index, ", ".join(regions), self.sharded(types),
            ", ".join(types)), types)

    def named(self):
        picked = [self.rng.choice(self.tensors() or [self.constant()])
                  for _ in range(self.rng.randint(1, 3))]
        types = [t for _, t in picked]
        results = [self.rng.choice(types)
                   for _ in range(self.rng.randint(1, 2))]
        body = self.inner(isolated=True)
        names = [self.p.fresh() for _ in picked]
        body.values += list(zip(names, types))
        text = self.region(body, results, "sdy.return")
        shardings = ""
        for key, of in (("in", types), ("out", results)):
            if self.rng.random() < 0.4:
                shardings += " %s_shardings=[%s]" % (
                    key, ", ".join(self.p.sharding(rank(t)) for t in of))
        self.emit('sdy.named_computation<"n%d">(%s)%s (%s) {\n%s\n%s} : (%s) '
                  '-> (%s)' % (
                      self.rng.randint(0, 3), ", ".join(v for v, _ in picked),
                      shardings,
                      ", ".join("%s: %s" % at for at in zip(names, types)),
                      text, self.indent, ", ".join(types),
                      ", ".join(results)), results)

    def manual_computation(self):
        mesh = self.p.meshes[0]
        axes = [a for a in mesh.axes if a[1] in (1, 2, 4)]
        axes = [a for a in axes if self.rng.random() < 0.6]
        if not axes:
            return self.unary()
        self.rng.shuffle(axes)
        picked = [self.rng.choice(self.tensors() or [self.constant()])
                  for _ in range(self.rng.randint(1, 3))]
        types = [t for _, t in picked]
        ins = [self.manual_sharding(t, mesh, axes) for t in types]
        results = [self.rng.choice(types)
                   for _ in range(self.rng.randint(1, 2))]
        outs = [self.manual_sharding(t, mesh, axes) for t in results]
        body = self.inner(isolated=True)
        body.manual = True
        names = [self.p.fresh() for _ in picked]
        body.values += list(zip(names, [local for _, local in ins]))
        text = self.region(body, [local for _, local in outs], "sdy.return")
        self.emit("sdy.manual_computation(%s) in_shardings=[%s] "
                  "out_shardings=[%s] manual_axes={%s} (%s) {\n%s\n%s} : (%s) "
                  "-> (%s)" % (
                      ", ".join(v for v, _ in picked),
                      ", ".join(s for s, _ in ins),
                      ", ".join(s for s, _ in outs),
                      ", ".join('"%s"' % name for name, _ in axes),
                      ", ".join("%s: %s" % (n, local)
                                for n, (_, local) in zip(names, ins)),
                      text, self.indent, ", ".join(types),
                      ", ".join(results)), results)

    def manual_sharding(self, t, mesh, manual):
        """A sharding whose manual axes stand first, and the local type."""
        rng = self.rng
        dims = dims_of(t)
        left = list(manual)
        free = [a for a in mesh.axes if a not in manual]
        parts = []
        for i, d in enumerate(dims):
            mine = []
            while left and rng.random() < 0.5 and d % left[-1][1] == 0:
                name, n = left.pop()
                d //= n
                mine.append('"%s"' % name)
            dims[i] = d
            while free and rng.random() < 0.2:
                mine.append('"%s"' % free.pop()[0])
            parts.append("{%s}" % ", ".join(
                mine + (["?"] if rng.random() < 0.3 else [])))
        text = "<@%s, [%s]" % (mesh.name, ", ".join(parts))
        if left and rng.random() < 0.4:
            text += ", replicated={%s}" % ", ".join(
                sorted('"%s"' % name for name, _ in left))
        return text + ">", tensor(dims)


SHAPES_AND_SCALAR = SHAPES + [()]


def size(t):
    n = 1
    for d in dims_of(t):
        n *= d
    return n


def make(seed):
    rng = random.Random(seed)
    p = Program(rng)
    for i in range(rng.choice([0, 0, 1, 2, 4, 8])):
        visibility = rng.choice(["private ", "private ", "private ", ""])
        p.function("f%d" % i, visibility, list(p.functions))
    p.function("main", "", list(p.functions))
    return p.text


def run(command, path, flags):
    done = subprocess.run(command + [path] + flags, capture_output=True,
                          text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def lines(text):
    return [line.rstrip() for line in text.strip().split("\n")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--opt", required=True)
    parser.add_argument("--oracle", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--keep", default="/tmp/programs")
    parser.add_argument("--only", default="")
    parser.add_argument("--flags")
    options = parser.parse_args()
    runs = {"flags": shlex.split(options.flags)} if options.flags else RUNS
    ours = shlex.split(options.opt) + ["--compat=jaxlib-0.12"]
    oracle = shlex.split(options.oracle)
    os.makedirs(options.keep, exist_ok=True)
    tally = collections.defaultdict(collections.Counter)
    bad = False
    for seed in range(options.seed, options.seed + options.count):
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(make(seed))
            file.flush()
            for name, flags in runs.items():
                if options.only not in name:
                    continue
                code, out, err = run(oracle, file.name, flags)
                my_code, my_out, my_err = run(ours, file.name, flags)
                if "crashed" in err or code < 0:
                    verdict = "oracle crashed"
                elif (code != 0) != (my_code != 0):
                    verdict = "DIFFERS (exit)"
                elif code != 0:
                    verdict = "error in both"
                elif lines(out) == lines(my_out):
                    verdict = "same"
                else:
                    verdict = "DIFFERS"
                tally[name][verdict] += 1
                if verdict.startswith("DIFFERS"):
                    bad = True
                    stem = "%s/%d.%s" % (options.keep, seed, name)
                    for suffix, text in ((".mlir", make(seed)),
                                         (".theirs", out + err),
                                         (".ours", my_out + my_err)):
                        with open(stem + suffix, "w") as kept:
                            kept.write(text)
                    print("seed %d %s: %s" % (seed, name, verdict), flush=True)
    for name, counts in tally.items():
        print("%-22s %s" % (name, ", ".join(
            "%s %d" % at for at in sorted(counts.items()))))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
