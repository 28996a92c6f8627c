#!/usr/bin/env python3
"""Compares sharding rules with those of real Shardy, op by op.

    rules.py --opt 'build/src/tool/shardflow opt' --oracle 'python3 oracle.py' \
        [--seed N] [--programs N] [--functions N] [--conservative] [--zero] \
        [--only NAME...] [--skip NAME...] [--verbose]

Makes programs of random ops (every op that has a rule, with random shapes and
attributes, and ops without a rule), runs -sdy-populate-op-sharding-rules on them
in both, and compares the rules. --zero also uses dimensions of size 0. shardflow
runs with --compat=jaxlib-0.12, the version of the oracle. A program that either
side rejects is run function by function. Programs that only the oracle rejects,
and its crashes, are counted. Prints each op that differs, and a tally. This isn't
part of the ordinary tests because it needs the oracle.
"""
import argparse
import collections
import math
import random
import re
import shlex
import subprocess
import sys
import tempfile

UNARY = """abs cbrt ceil cosine exponential exponential_minus_one floor log
log_plus_one logistic negate round_nearest_afz round_nearest_even rsqrt sign
sine sqrt tan tanh""".split()
UNARY_INT = "count_leading_zeros popcnt not negate".split()
BINARY = """add divide maximum minimum multiply power remainder subtract
atan2""".split()
BINARY_INT = """and or xor shift_left shift_right_arithmetic
shift_right_logical add multiply""".split()
POINTWISE_TARGETS = """annotate_device_placement Cholesky CompactWyHelper
InspectSharding InvertDiagBlocksLowerTriangular InvertDiagBlocksUpperTriangular
LayoutConstraint mhlo.erf MoveToDevice MoveToHost X64SplitHigh X64SplitLow
xla.megascale.provide_metadata _SPMDInternalOp_MultiPad
_SPMDInternalOp_RotateRight _SPMDInternalOp_MultiRotate
_SPMDInternalOp_MultiSlice _SPMDInternalOp_Wrap X64Combine""".split()


def tensor(shape, element="f32"):
    return "tensor<%s>" % "x".join([str(d) for d in shape] + [element])


def ints(values):
    return "[%s]" % ", ".join(map(str, values))


def i64(values):
    values = list(values)
    return "array<i64: %s>" % ", ".join(map(str, values)) if values \
        else "array<i64>"


class Function:
    """One function: its arguments, which `arg` adds, and its lines, which `op` adds."""

    def __init__(self, rng):
        self.rng = rng
        self.args = []
        self.lines = []
        self.results = 0

    def arg(self, shape, element="f32"):
        self.args.append(tensor(shape, element))
        return "%%a%d" % (len(self.args) - 1)

    def op(self, text, count=1):
        """Adds `%n = text`, an op with `count` results; returns `%n`."""
        name = "%%r%d" % self.results
        self.results += 1
        self.lines.append("  %s%s = %s" % (name, results(count), text))
        return name

    def text(self, number):
        args = ", ".join("%%a%d: %s" % at for at in enumerate(self.args))
        return "func.func @f%d(%s) {\n%s\n  return\n}\n" % (
            number, args, "\n".join(self.lines))


class Random(random.Random):
    """A random generator, with the sizes and shapes that a program may use."""
    sizes = [1, 1, 2, 2, 3, 4, 5, 6, 8, 12]
    shapes = []  # of existing values


def dim(rng):
    return rng.choice(rng.sizes)


def shape(rng, low=0, high=4):
    fitting = [s for s in rng.shapes if low <= len(s) <= high]
    if fitting and rng.random() < 0.7:
        return list(rng.choice(fitting))
    return [dim(rng) for _ in range(rng.randint(low, high))]


def split(rng, items, parts):
    """Splits `items`, shuffled, into `parts` random parts."""
    items = list(items)
    rng.shuffle(items)
    cuts = sorted(rng.randint(0, len(items)) for _ in range(parts))
    return [items[a:b] for a, b in zip([0] + cuts, cuts)]


# --- ops: each function adds one op, and the ops it needs, to `f`


def unary(f, rng):
    if rng.random() < 0.2:
        t, e, names = shape(rng), "i32", UNARY_INT
    else:
        t, e, names = shape(rng), "f32", UNARY
    f.op("stablehlo.%s %s : %s" % (rng.choice(names), f.arg(t, e),
                                    tensor(t, e)))


def binary(f, rng):
    t = shape(rng)
    e, names = ("i32", BINARY_INT) if rng.random() < 0.3 else ("f32", BINARY)
    f.op("stablehlo.%s %s, %s : %s" % (rng.choice(names), f.arg(t, e),
                                       f.arg(t, e), tensor(t, e)))


def mixed_types(f, rng):
    t = shape(rng)
    x = tensor(t)
    c = tensor(t, "complex<f32>")
    kind = rng.randrange(8)
    if kind == 0:
        f.op("stablehlo.compare LT, %s, %s : (%s, %s) -> %s" % (
            f.arg(t), f.arg(t), x, x, tensor(t, "i1")))
    elif kind == 1:
        f.op("stablehlo.convert %s : (%s) -> %s" % (f.arg(t), x,
                                                    tensor(t, "i32")))
    elif kind == 2:
        f.op("stablehlo.complex %s, %s : %s" % (f.arg(t), f.arg(t), c))
    elif kind == 3:
        f.op("stablehlo.%s %s : (%s) -> %s" % (
            rng.choice(["real", "imag"]), f.arg(t, "complex<f32>"), c, x))
    elif kind == 4:
        f.op("stablehlo.is_finite %s : (%s) -> %s" % (f.arg(t), x,
                                                      tensor(t, "i1")))
    elif kind == 5:
        f.op("stablehlo.reduce_precision %s, format = e5m10 : %s" % (f.arg(t),
                                                                     x))
    elif kind == 6:
        p = rng.choice([t, []])
        f.op("stablehlo.select %s, %s, %s : %s, %s" % (
            f.arg(p, "i1"), f.arg(t), f.arg(t), tensor(p, "i1"), x))
    else:
        low, high = rng.choice([t, []]), rng.choice([t, []])
        f.op("stablehlo.clamp %s, %s, %s : (%s, %s, %s) -> %s" % (
            f.arg(low), f.arg(t), f.arg(high), tensor(low), x, tensor(high), x))


def dot(f, rng):
    k = [dim(rng)]
    lhs = rng.choice([[], [dim(rng)]])
    rhs = rng.choice([[], [dim(rng)]])
    f.op("stablehlo.dot %s, %s : (%s, %s) -> %s" % (
        f.arg(lhs + k), f.arg(k + rhs), tensor(lhs + k), tensor(k + rhs),
        tensor(lhs + rhs)))


def dot_general(f, rng):
    batch, contract = shape(rng, 0, 2), shape(rng, 0, 2)
    sides = []
    for _ in range(2):
        free = shape(rng, 0, 2)
        dims = list(range(len(batch) + len(contract) + len(free)))
        rng.shuffle(dims)
        b, c = dims[:len(batch)], dims[len(batch):len(batch) + len(contract)]
        rest = sorted(dims[len(batch) + len(contract):])
        t = [0] * len(dims)
        for places, sizes in ((b, batch), (c, contract), (rest, free)):
            for place, size in zip(places, sizes):
                t[place] = size
        sides.append((t, b, c, free))
    (l, lb, lc, lf), (r, rb, rc, rf) = sides
    f.op('"stablehlo.dot_general"(%s, %s) {dot_dimension_numbers = '
         "#stablehlo.dot<lhs_batching_dimensions = %s, "
         "rhs_batching_dimensions = %s, lhs_contracting_dimensions = %s, "
         "rhs_contracting_dimensions = %s>} : (%s, %s) -> %s" % (
             f.arg(l), f.arg(r), ints(lb), ints(rb), ints(lc), ints(rc),
             tensor(l), tensor(r), tensor(batch + lf + rf)))


def convolution(f, rng):
    spatial = rng.randint(0, 3)
    features, batch = rng.choice([(1, 1), (1, 1), (rng.randint(2, 4), 1),
                                  (1, rng.randint(2, 4))])
    in_feature, out_feature, n = dim(rng), dim(rng), dim(rng)
    sizes = {"b": n * batch, "f": in_feature * features}
    kernel = {"i": in_feature, "o": out_feature * features * batch}
    out = {"b": n, "f": out_feature * features * batch}
    strides, low, high, dilations, reversal = [], [], [], ([], []), []
    plain = rng.random() < 0.5
    for s in range(spatial):
        window = rng.randint(1, 5)
        stride, pad = rng.randint(1, 3), rng.randint(0, 2)
        size = rng.randint(max(1, window - pad), 14)
        before, grow, spread = 0, 1, 1
        if not plain:
            before = rng.randint(-1, 2)
            grow, spread = rng.randint(1, 3), rng.randint(1, 3)
        base = (size - 1) * grow + 1 + before + pad
        wide = (window - 1) * spread + 1
        sizes[str(s)], kernel[str(s)] = size, window
        out[str(s)] = (base - wide) // stride + 1 if base >= wide else 0
        strides.append(stride)
        low.append(before)
        high.append(pad)
        dilations[0].append(grow)
        dilations[1].append(spread)
        reversal.append(rng.choice(["true", "false"]))
    layouts = []
    for table in (sizes, kernel, out):
        layout = list(table)
        rng.shuffle(layout)
        layouts.append(layout)
    shapes = [[table[k] for k in layout]
              for table, layout in zip((sizes, kernel, out), layouts)]
    pads = "dense<[%s]> : tensor<%dx2xi64>" % (
        ", ".join(ints(p) for p in zip(low, high)), spatial)
    attrs = ["batch_group_count = %d : i64" % batch,
             "feature_group_count = %d : i64" % features,
             "dimension_numbers = #stablehlo.conv<[%s]x[%s]->[%s]>" % tuple(
                 ", ".join(l) for l in layouts)]
    if spatial:
        attrs += ["window_strides = " + i64(strides), "padding = " + pads]
    if spatial and not plain:
        attrs += ["lhs_dilation = " + i64(dilations[0]),
                  "rhs_dilation = " + i64(dilations[1]),
                  "window_reversal = array<i1: %s>" % ", ".join(reversal)]
    f.op('"stablehlo.convolution"(%s, %s) {%s} : (%s, %s) -> %s' % (
        f.arg(shapes[0]), f.arg(shapes[1]), ", ".join(attrs),
        tensor(shapes[0]), tensor(shapes[1]), tensor(shapes[2])))


def body(elements, op="stablehlo.add"):
    """Returns a reduction region for pairs of scalars of these element types."""
    args, lines, ends = [], [], []
    for i, e in enumerate(elements):
        args.append("%%x%d: %s" % (i, tensor([], e)))
        lines.append("%%z%d = %s %%x%d, %%y%d : %s" % (i, op, i, i,
                                                       tensor([], e)))
        ends.append("%%z%d" % i)
    args += ["%%y%d: %s" % (i, tensor([], e)) for i, e in enumerate(elements)]
    return "({\n^bb0(%s):\n%s\nstablehlo.return %s : %s\n})" % (
        ", ".join(args), "\n".join(lines), ", ".join(ends),
        ", ".join(tensor([], e) for e in elements))


def results(n):
    return "" if n == 1 else ":%d" % n


def several(f, count, text):
    f.op(text, count)


def types(shapes_and_elements):
    return "(%s)" % ", ".join(tensor(*t) for t in shapes_and_elements)


def reduce(f, rng):
    n = rng.choice([1, 1, 2])
    elements = ["f32", "i32"][:n]
    t = shape(rng, 0, 4)
    dims = sorted(rng.sample(range(len(t)), rng.randint(0, len(t))))
    out = [d for i, d in enumerate(t) if i not in dims]
    args = [f.arg(t, e) for e in elements] + [f.arg([], e) for e in elements]
    several(f, n, '"stablehlo.reduce"(%s) %s {dimensions = %s} : %s -> %s' % (
        ", ".join(args), body(elements), i64(dims),
        types([(t, e) for e in elements] + [([], e) for e in elements]),
        types([(out, e) for e in elements])))


def windows(rng, t):
    """Returns window sizes, strides, padding and the result's shape for shape `t`."""
    sizes, strides, pads, out = [], [], [], []
    for d in t:
        if rng.random() < 0.4:
            size, stride, low, high = 1, 1, 0, 0
            if rng.random() < 0.2:
                low, high = 1, -1
            if d + low + high < 1:
                low, high = 0, 0
        else:
            size, stride = rng.randint(1, d), rng.randint(1, 3)
            low, high = rng.randint(0, 1), rng.randint(0, 1)
        sizes.append(size)
        strides.append(stride)
        pads.append((low, high))
        out.append((d + low + high - size) // stride + 1)
    return sizes, strides, pads, out


def window_attrs(rng, sizes, strides, pads):
    attrs = ["window_dimensions = " + i64(sizes)]
    if any(s != 1 for s in strides) or rng.random() < 0.5:
        attrs.append("window_strides = " + i64(strides))
    if any(p != (0, 0) for p in pads):
        attrs.append("padding = dense<[%s]> : tensor<%dx2xi64>" % (
            ", ".join(ints(p) for p in pads), len(pads)))
    elif rng.random() < 0.5:
        attrs.append("padding = dense<0> : tensor<%dx2xi64>" % len(pads))
    return ", ".join(attrs)


def reduce_window(f, rng):
    n = rng.choice([1, 1, 2])
    elements = ["f32", "i32"][:n]
    t = shape(rng, 1, 4)
    sizes, strides, pads, out = windows(rng, t)
    args = [f.arg(t, e) for e in elements] + [f.arg([], e) for e in elements]
    several(f, n, '"stablehlo.reduce_window"(%s) %s {%s} : %s -> %s' % (
        ", ".join(args), body(elements), window_attrs(rng, sizes, strides,
                                                      pads),
        types([(t, e) for e in elements] + [([], e) for e in elements]),
        types([(out, e) for e in elements])))


def select_and_scatter(f, rng):
    t = shape(rng, 1, 4)
    sizes, strides, pads, source = windows(rng, t)
    select = ("({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
              "%s = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) "
              "-> tensor<i1>\nstablehlo.return %s : tensor<i1>\n}, ")
    f.op('"stablehlo.select_and_scatter"(%s, %s, %s) %s%s {%s} : %s -> %s' % (
        f.arg(t), f.arg(source), f.arg([]), select, body(["f32"])[1:],
        window_attrs(rng, sizes, strides, pads),
        types([(t,), (source,), ([],)]), tensor(t)))


def sort(f, rng):
    n = rng.choice([1, 2])
    t = shape(rng, 1, 4)
    if rng.random() < 0.4:
        t = [1] * len(t)
        t[rng.randrange(len(t))] = 8
    elements = ["f32", "i32"][:n]
    args = ", ".join("%%x%d: tensor<%s>, %%y%d: tensor<%s>" % (i, e, i, e)
                     for i, e in enumerate(elements))
    several(f, n, '"stablehlo.sort"(%s) ({\n^bb0(%s):\n%%z = stablehlo.compare '
            "LT, %%x0, %%y0 : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            "stablehlo.return %%z : tensor<i1>\n}) {dimension = %d : i64, "
            "is_stable = true} : %s -> %s" % (
                ", ".join(f.arg(t, e) for e in elements), args,
                rng.randrange(len(t)), types([(t, e) for e in elements]),
                types([(t, e) for e in elements])))


def slice_dims(rng):
    """Returns random dimension numbers, for gather and scatter."""
    t = shape(rng, 1, 5)
    offset, collapsed, batching = split(rng, range(len(t)), 3)
    rest = [d for d in range(len(t))
            if d not in offset and d not in collapsed and d not in batching]
    offset = sorted(offset + rest)
    collapsed, batching = sorted(collapsed), sorted(batching)
    index_dims = [d for d in range(len(t)) if d not in batching]
    index_map = rng.sample(index_dims, rng.randint(0, len(index_dims)))
    # The dimensions of the indices, without the index vector.
    kinds = list(range(len(batching))) + [None] * rng.randint(0, 2)
    rng.shuffle(kinds)
    sizes = [dim(rng) if k is None else t[batching[k]] for k in kinds]
    indices_batching = [kinds.index(k) for k in range(len(batching))]
    if len(index_map) == 1 and rng.random() < 0.5:
        vector = len(sizes)
        indices = sizes
    else:
        vector = rng.randint(0, len(sizes))
        indices = sizes[:vector] + [len(index_map)] + sizes[vector:]
        indices_batching = [d + (d >= vector) for d in indices_batching]
    slice_sizes = []
    for d, size in enumerate(t):
        if d in collapsed or d in batching:
            slice_sizes.append(1)
        else:
            slice_sizes.append(rng.choice([size, size, 1,
                                           rng.randint(1, size)]))
    rank = len(sizes) + len(offset)
    offset_dims = sorted(rng.sample(range(rank), len(offset)))
    slices = [0] * rank
    for place, d in zip(offset_dims, offset):
        slices[place] = slice_sizes[d]
    for place, size in zip([p for p in range(rank) if p not in offset_dims],
                           sizes):
        slices[place] = size
    return (t, collapsed, batching, index_map, indices, indices_batching,
            vector, slice_sizes, offset_dims, slices)


def gather(f, rng):
    (t, collapsed, batching, index_map, indices, indices_batching, vector,
     slice_sizes, offset_dims, slices) = slice_dims(rng)
    f.op('"stablehlo.gather"(%s, %s) {dimension_numbers = #stablehlo.gather<'
         "offset_dims = %s, collapsed_slice_dims = %s, "
         "operand_batching_dims = %s, start_indices_batching_dims = %s, "
         "start_index_map = %s, index_vector_dim = %d>, slice_sizes = %s} : "
         "%s -> %s" % (
             f.arg(t), f.arg(indices, "i32"), ints(offset_dims),
             ints(collapsed), ints(batching), ints(indices_batching),
             ints(index_map), vector, i64(slice_sizes),
             types([(t,), (indices, "i32")]), tensor(slices)))


def scatter_body(rng, elements):
    kind = rng.randrange(6)
    if kind < 3:
        op = rng.choice(["add", "multiply", "maximum", "minimum"])
        return body(elements, "stablehlo." + op)
    if kind == 3:  # not commutative
        return body(elements, "stablehlo.subtract")
    args = ["%%x%d: tensor<%s>" % at for at in enumerate(elements)]
    args += ["%%y%d: tensor<%s>" % at for at in enumerate(elements)]
    names = ["%%y%d" % i for i in range(len(elements))]
    lines = []
    if kind == 4:  # operands swapped
        lines = ["%%z%d = stablehlo.add %%y%d, %%x%d : tensor<%s>" % (
            i, i, i, e) for i, e in enumerate(elements)]
        names = ["%%z%d" % i for i in range(len(elements))]
    return "({\n^bb0(%s):\n%s\nstablehlo.return %s : %s\n})" % (
        ", ".join(args), "\n".join(lines), ", ".join(names),
        ", ".join("tensor<%s>" % e for e in elements))


def scatter(f, rng):
    (t, inserted, batching, index_map, indices, indices_batching, vector,
     _, window_dims, updates) = slice_dims(rng)
    n = rng.choice([1, 1, 2])
    elements = [rng.choice(["f32", "i32"]) for _ in range(n)]
    args = ([f.arg(t, e) for e in elements] + [f.arg(indices, "i32")] +
            [f.arg(updates, e) for e in elements])
    several(f, n, '"stablehlo.scatter"(%s) %s {scatter_dimension_numbers = '
            "#stablehlo.scatter<update_window_dims = %s, "
            "inserted_window_dims = %s, input_batching_dims = %s, "
            "scatter_indices_batching_dims = %s, "
            "scatter_dims_to_operand_dims = %s, index_vector_dim = %d>} : "
            "%s -> %s" % (
                ", ".join(args), scatter_body(rng, elements),
                ints(window_dims), ints(inserted), ints(batching),
                ints(indices_batching), ints(index_map), vector,
                types([(t, e) for e in elements] + [(indices, "i32")] +
                      [(updates, e) for e in elements]),
                types([(t, e) for e in elements])))


def slice_text(rng, name, t):
    starts, limits, strides, out = [], [], [], []
    for d in t:
        if rng.random() < 0.5:
            s, l, k = 0, d, 1
        else:
            s = rng.randint(0, d - 1)
            l = rng.randint(s + 1, d)
            k = rng.randint(1, 3)
        starts.append(s)
        limits.append(l)
        strides.append(k)
        out.append((l - s + k - 1) // k)
    text = '"stablehlo.slice"(%s) {start_indices = %s, limit_indices = %s, ' \
        "strides = %s} : (%s) -> %s" % (name, i64(starts), i64(limits),
                                        i64(strides), tensor(t), tensor(out))
    return text, out


def slice_op(f, rng):
    t = shape(rng)
    f.op(slice_text(rng, f.arg(t), t)[0])


def indices(f, rng, count):
    if rng.random() < 0.3:
        name = f.op("stablehlo.constant dense<0> : tensor<i32>")
        return [name] * count
    return [f.arg([], "i32") for _ in range(count)]


def dynamic_slice(f, rng):
    t = shape(rng)
    out = [rng.choice([d, rng.randint(1, d)]) for d in t]
    args = [f.arg(t)] + indices(f, rng, len(t))
    f.op('"stablehlo.dynamic_slice"(%s) {slice_sizes = %s} : %s -> %s' % (
        ", ".join(args), i64(out),
        types([(t,)] + [([], "i32")] * len(t)), tensor(out)))


def dynamic_update_slice(f, rng):
    t = shape(rng)
    update = [rng.choice([d, rng.randint(1, d)]) for d in t]
    args = [f.arg(t), f.arg(update)] + indices(f, rng, len(t))
    f.op('"stablehlo.dynamic_update_slice"(%s) : %s -> %s' % (
        ", ".join(args),
        types([(t,), (update,)] + [([], "i32")] * len(t)), tensor(t)))


def pad(f, rng):
    t = shape(rng)
    low, high, inner, out = [], [], [], []
    for d in t:
        l, h, i = 0, 0, 0
        if rng.random() < 0.5:
            l, h, i = rng.randint(-1, 2), rng.randint(-1, 2), rng.randint(0, 1)
        size = d + l + h + max(d - 1, 0) * i
        if size < 1:
            l, h, i, size = 0, 0, 0, d
        low.append(l)
        high.append(h)
        inner.append(i)
        out.append(size)
    f.op('"stablehlo.pad"(%s, %s) {edge_padding_low = %s, edge_padding_high = '
         "%s, interior_padding = %s} : %s -> %s" % (
             f.arg(t), f.arg([]), i64(low), i64(high), i64(inner),
             types([(t,), ([],)]), tensor(out)))


def concatenate(f, rng):
    t = shape(rng, 1, 4)
    along = rng.randrange(len(t))
    n = rng.randint(1, 3)
    kind = rng.randrange(4)
    names, sizes = [], []
    whole = f.arg(t) if kind == 2 else None
    for _ in range(n):
        part = list(t)
        if kind == 0 or (kind == 3 and rng.random() < 0.5):
            part[along] = dim(rng)
            names.append(f.arg(part))
        elif kind == 2 and rng.random() < 0.5:
            names.append(whole)
        else:  # a slice of `whole` or of another tensor
            size = rng.randint(1, t[along])
            part[along] = size
            source = whole if kind == 2 else f.arg(t)
            names.append(f.op(
                '"stablehlo.slice"(%s) {start_indices = %s, limit_indices = '
                "%s, strides = %s} : (%s) -> %s" % (
                    source, i64([0] * len(t)), i64(part), i64([1] * len(t)),
                    tensor(t), tensor(part))))
        sizes.append(part[along])
    out = list(t)
    out[along] = sum(sizes)
    parts = []
    for s in sizes:
        part = list(t)
        part[along] = s
        parts.append((part,))
    f.op('"stablehlo.concatenate"(%s) {dimension = %d : i64} : %s -> %s' % (
        ", ".join(names), along, types(parts), tensor(out)))


def reverse(f, rng):
    t = shape(rng)
    dims = rng.sample(range(len(t)), rng.randint(0, len(t)))
    f.op('"stablehlo.reverse"(%s) {dimensions = %s} : (%s) -> %s' % (
        f.arg(t), i64(dims), tensor(t), tensor(t)))


def reshape(f, rng):
    primes = [rng.choice([2, 2, 2, 3, 3, 5, 7])
              for _ in range(rng.randint(0, 6))]
    sides = []
    for _ in range(2):
        t = [1] * rng.randint(1 if primes else 0, 5)
        if not t and primes:
            t = [1]
        rng.shuffle(primes)
        for p in primes:
            t[rng.randrange(len(t))] *= p
        sides.append(t)
    f.op("stablehlo.reshape %s : (%s) -> %s" % (
        f.arg(sides[0]), tensor(sides[0]), tensor(sides[1])))


def transpose(f, rng):
    t = shape(rng)
    order = rng.sample(range(len(t)), len(t))
    f.op('"stablehlo.transpose"(%s) {permutation = %s} : (%s) -> %s' % (
        f.arg(t), i64(order), tensor(t), tensor([t[d] for d in order])))


def broadcast_in_dim(f, rng):
    out = shape(rng)
    map_ = rng.sample(range(len(out)), rng.randint(0, len(out)))
    t = [rng.choice([1, out[d], out[d]]) for d in map_]
    f.op('"stablehlo.broadcast_in_dim"(%s) {broadcast_dimensions = %s} : '
         "(%s) -> %s" % (f.arg(t), i64(map_), tensor(t), tensor(out)))


def bitcast_convert(f, rng):
    t = shape(rng, 0, 3)
    narrow, wide, ratio = rng.choice([("i8", "f32", 4), ("i16", "i32", 2),
                                      ("i32", "f32", 1)])
    a = (t + ([ratio] if ratio > 1 else []), narrow)
    b = (t, wide)
    if rng.random() < 0.5:
        a, b = b, a
    f.op("stablehlo.bitcast_convert %s : (%s) -> %s" % (
        f.arg(*a), tensor(*a), tensor(*b)))


def creation(f, rng):
    t = shape(rng, 1, 3)
    kind = rng.randrange(3)
    if kind == 0:
        f.op("stablehlo.iota dim = %d : %s" % (rng.randrange(len(t)),
                                               tensor(t)))
    elif kind == 1:
        several(f, 2, '"stablehlo.rng_bit_generator"(%s) {rng_algorithm = '
                "#stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>) -> "
                "(tensor<2xui64>, %s)" % (f.arg([2], "ui64"),
                                          tensor(t, "ui32")))
    else:
        half = f.arg([2], "ui32")
        name = f.op("stablehlo.custom_call @X64Combine(%s, %s) : "
                    "(tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>" % (
                        half, half))
        if rng.random() < 0.7:
            several(f, 2, '"stablehlo.rng_bit_generator"(%s) {rng_algorithm = '
                    "#stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>) -> "
                    "(tensor<2xui64>, %s)" % (name, tensor(t, "ui32")))


def linear_algebra(f, rng):
    batch, n, m = shape(rng, 0, 2), dim(rng), dim(rng)
    a = batch + [n, n]
    if rng.random() < 0.3:
        f.op('"stablehlo.cholesky"(%s) {lower = true} : (%s) -> %s' % (
            f.arg(a), tensor(a), tensor(a)))
        return
    left = rng.random() < 0.5
    b = batch + ([n, m] if left else [m, n])
    f.op('"stablehlo.triangular_solve"(%s, %s) {left_side = %s, lower = true, '
         "unit_diagonal = false, transpose_a = #stablehlo<transpose %s>} : "
         "%s -> %s" % (
             f.arg(a), f.arg(b), "true" if left else "false",
             rng.choice(["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"]),
             types([(a,), (b,)]), tensor(b)))


def fft(f, rng):
    t = shape(rng, 1, 4)
    count = rng.randint(1, min(3, len(t)))
    kind = rng.choice(["FFT", "IFFT", "RFFT", "IRFFT"])
    length = t[-count:]
    in_shape, out_shape, a, b = t, list(t), "complex<f32>", "complex<f32>"
    if kind == "RFFT":
        a = "f32"
        out_shape[-1] = t[-1] // 2 + 1
    elif kind == "IRFFT":
        b = "f32"
        in_shape = t[:-1] + [t[-1] // 2 + 1]
    f.op('"stablehlo.fft"(%s) {fft_type = #stablehlo<fft_type %s>, fft_length '
         "= %s} : (%s) -> %s" % (f.arg(in_shape, a), kind, i64(length),
                                 tensor(in_shape, a), tensor(out_shape, b)))


def batch_norm(f, rng):
    t = shape(rng, 1, 4)
    feature = rng.randrange(len(t))
    c = [t[feature]]
    kind = rng.randrange(3)
    if kind == 0:
        f.op('"stablehlo.batch_norm_inference"(%s) {epsilon = 1.0e-3 : f32, '
             "feature_index = %d : i64} : %s -> %s" % (
                 ", ".join([f.arg(t)] + [f.arg(c) for _ in range(4)]), feature,
                 types([(t,)] + [(c,)] * 4), tensor(t)))
    elif kind == 1:
        several(f, 3, '"stablehlo.batch_norm_training"(%s) {epsilon = 1.0e-3 : '
                "f32, feature_index = %d : i64} : %s -> %s" % (
                    ", ".join([f.arg(t), f.arg(c), f.arg(c)]), feature,
                    types([(t,), (c,), (c,)]), types([(t,), (c,), (c,)])))
    else:
        several(f, 3, '"stablehlo.batch_norm_grad"(%s) {epsilon = 1.0e-3 : '
                "f32, feature_index = %d : i64} : %s -> %s" % (
                    ", ".join([f.arg(t), f.arg(c), f.arg(c), f.arg(c),
                               f.arg(t)]), feature,
                    types([(t,), (c,), (c,), (c,), (t,)]),
                    types([(t,), (c,), (c,)])))


def collective(f, rng):
    t = shape(rng, 1, 4)
    d = rng.randrange(len(t))
    groups = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>"
    kind = rng.randrange(7)
    if kind == 0:
        out = list(t)
        out[d] *= 2
        f.op('"stablehlo.all_gather"(%s) {all_gather_dim = %d : i64, %s} : '
             "(%s) -> %s" % (f.arg(t), d, groups, tensor(t), tensor(out)))
    elif kind == 1:
        t[d] *= 2
        c = rng.randrange(len(t))
        out = list(t)
        out[d] //= 2
        out[c] *= 2
        f.op('"stablehlo.all_to_all"(%s) {split_dimension = %d : i64, '
             "concat_dimension = %d : i64, split_count = 2 : i64, %s} : "
             "(%s) -> %s" % (f.arg(t), d, c, groups, tensor(t), tensor(out)))
    elif kind == 2:
        t[d] *= 2
        out = list(t)
        out[d] //= 2
        f.op('"stablehlo.reduce_scatter"(%s) %s {scatter_dimension = %d : i64, '
             "%s} : (%s) -> %s" % (f.arg(t), body(["f32"]), d, groups,
                                   tensor(t), tensor(out)))
    elif kind == 3:
        n = rng.choice([1, 2])
        u = rng.choice([t, shape(rng, 0, len(t))])
        shapes = [t, u][:n]
        several(f, n, '"stablehlo.all_reduce"(%s) %s {%s} : %s -> %s' % (
            ", ".join(f.arg(s) for s in shapes), body(["f32"]), groups,
            types([(s,) for s in shapes]), types([(s,) for s in shapes])))
    elif kind == 4:
        f.op('"stablehlo.collective_permute"(%s) {source_target_pairs = '
             "dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (%s) -> %s" % (
                 f.arg(t), tensor(t), tensor(t)))
    elif kind == 5:
        f.op('"stablehlo.collective_broadcast"(%s) {%s} : (%s) -> %s' % (
            f.arg(t), groups, tensor(t), tensor(t)))
    else:
        f.op('"stablehlo.cross-replica-sum"(%s) {%s} : (%s) -> %s' % (
            f.arg(t), groups, tensor(t), tensor(t)))


def custom_call(f, rng):
    def call(target, ins, outs):
        several(f, len(outs), "stablehlo.custom_call @%s(%s) : %s -> %s" % (
            target, ", ".join(f.arg(*t) for t in ins), types(ins),
            types(outs)))

    kind = rng.randrange(8)
    t = shape(rng, 0, 3)
    if kind < 3:
        n = rng.choice([1, 1, 2])
        call(rng.choice(POINTWISE_TARGETS), [(t,)] * n, [(t,)])
    elif kind == 3:
        m = t + [dim(rng), dim(rng)]
        call("Eigh", [(m,)], [(m,), (m[:-1],)])
    elif kind == 4:
        m = t + [dim(rng), dim(rng)]
        call(rng.choice(["Qr", "QrDecompositionBlock"]), [(m,)],
             [(m,), (t + [min(m[-2:])],)])
    elif kind == 5:
        m = t + [dim(rng), dim(rng)]
        call("ProductOfElementaryHouseholderReflectors",
             [(m,), (t + [min(m[-2:])],)], [(m,)])
    elif kind == 6:
        m = t + [12]
        k = t + [rng.randint(1, 12)]
        call("mhlo.topk", [(m,)], [(k,), (k, "i32")])
    else:
        m = t + [12]
        k = list(m)
        k[rng.randrange(len(m))] = 1
        call(rng.choice(["ApproxTopK", "PartialReduce"]),
             [(m,), (m, "i32"), ([],), ([], "i32")], [(k,), (k, "i32")])


def unruled(f, rng):
    """Ops without a rule. Some of them cause a warning."""
    t = shape(rng, 1, 3)
    kind = rng.randrange(4)
    if kind == 0:
        f.op("stablehlo.optimization_barrier %s : %s" % (f.arg(t), tensor(t)))
    elif kind == 1:
        f.op("chlo.erf %s : %s -> %s" % (f.arg(t), tensor(t), tensor(t)))
    elif kind == 2:
        f.op('"stablehlo.map"(%s) ({\n^bb0(%%x: tensor<f32>):\n'
             "stablehlo.return %%x : tensor<f32>\n}) {dimensions = %s} : "
             "(%s) -> %s" % (f.arg(t), i64(range(len(t))), tensor(t),
                             tensor(t)))
    else:
        f.op('stablehlo.custom_call @tpu_custom_call(%s) : (%s) -> %s' % (
            f.arg(t), tensor(t), tensor(t)))


def any_type(rng):
    """Returns any type, perhaps dynamic, unranked or not a tensor."""
    kind = rng.randrange(6)
    t = [str(d) for d in shape(rng, 0, 3)]
    if kind == 0:
        return "tensor<*xf32>"
    if kind < 3 and t:
        t[rng.randrange(len(t))] = "?"
    return "tensor<%s>" % "x".join(t + ["f32"])


def dynamic(f, rng):
    """Ops on dynamic shapes, which have no rule."""
    def typed(text):
        f.args.append(text)
        return "%%a%d" % (len(f.args) - 1)

    t = any_type(rng)
    kind = rng.randrange(8)
    if kind == 0:
        f.op("stablehlo.%s %s : %s" % (rng.choice(UNARY), typed(t), t))
    elif kind == 1:
        f.op("stablehlo.%s %s, %s : %s" % (rng.choice(BINARY), typed(t),
                                           typed(t), t))
    elif kind == 2:
        f.op("stablehlo.custom_call @%s(%s) : (%s) -> %s" % (
            rng.choice(POINTWISE_TARGETS), typed(t), t, any_type(rng)))
    elif kind == 3:
        f.op("stablehlo.dynamic_reshape %s, %s : (tensor<?xf32>, "
             "tensor<1xi64>) -> tensor<4xf32>" % (typed("tensor<?xf32>"),
                                                  f.arg([1], "i64")))
    elif kind == 4:
        f.op("stablehlo.transpose %s, dims = [1, 0] : (tensor<?x4xf32>) -> "
             "tensor<4x?xf32>" % typed("tensor<?x4xf32>"))
    elif kind == 5:
        f.op("stablehlo.dot %s, %s : (tensor<?x4xf32>, tensor<4x8xf32>) -> "
             "tensor<?x8xf32>" % (typed("tensor<?x4xf32>"), f.arg([4, 8])))
    elif kind == 6:
        f.op("stablehlo.dynamic_broadcast_in_dim %s, %s, dims = [1] : "
             "(tensor<?xf32>, tensor<2xi64>) -> tensor<2x4xf32>" % (
                 typed("tensor<?xf32>"), f.arg([2], "i64")))
    else:
        f.op("stablehlo.concatenate %s, %s, dim = 0 : (tensor<?x4xf32>, "
             "tensor<3x4xf32>) -> tensor<?x4xf32>" % (
                 typed("tensor<?x4xf32>"), f.arg([3, 4])))


def other_ops(f, rng):
    """The rest of StableHLO: dynamic forms, tokens, tuples."""
    def typed(text):
        f.args.append(text)
        return "%%a%d" % (len(f.args) - 1)

    t = shape(rng, 1, 3)
    x = tensor(t)
    n = len(t)
    vector = "tensor<%dxi64>" % n
    kind = rng.randrange(21)
    if kind == 0:
        f.op("stablehlo.clamp %s, %s, %s : (tensor<f32>, %s, tensor<f32>) -> %s"
             % (f.arg([]), f.arg(t), f.arg([]), x, x))
    elif kind == 1:
        f.op("stablehlo.dynamic_iota %s, dim = 0 : (%s) -> %s" % (
            typed(vector), vector, x))
    elif kind == 2:
        f.op("stablehlo.dynamic_reshape %s, %s : (%s, %s) -> %s" % (
            f.arg(t), typed(vector), x, vector, x))
    elif kind == 3:
        f.op("stablehlo.dynamic_broadcast_in_dim %s, %s, dims = %s : "
             "(%s, %s) -> %s" % (f.arg(t), typed(vector), ints(range(n)), x,
                                 vector, x))
    elif kind == 4:
        f.op("stablehlo.real_dynamic_slice %s, %s, %s, %s : (%s) -> %s" % (
            f.arg(t), typed(vector), typed(vector), typed(vector),
            ", ".join([x] + [vector] * 3), x))
    elif kind == 5:
        f.op("stablehlo.dynamic_pad %s, %s, %s, %s, %s : (%s) -> %s" % (
            f.arg(t), f.arg([]), typed(vector), typed(vector), typed(vector),
            ", ".join([x, "tensor<f32>"] + [vector] * 3), x))
    elif kind == 6:
        f.op("stablehlo.get_dimension_size %s, dim = 0 : (%s) -> tensor<i32>"
             % (f.arg(t), x))
    elif kind == 7:
        f.op("stablehlo.set_dimension_size %s, %s, dim = 0 : (%s, tensor<i32>)"
             " -> %s" % (f.arg(t), f.arg([], "i32"), x, x))
    elif kind == 8:
        f.op("stablehlo.rng %s, %s, %s, distribution = NORMAL : (tensor<f32>, "
             "tensor<f32>, %s) -> %s" % (f.arg([]), f.arg([]), typed(vector),
                                         vector, x))
    elif kind == 9:
        token = f.op("stablehlo.create_token : !stablehlo.token")
        f.op("stablehlo.after_all %s, %s : !stablehlo.token" % (token, token))
    elif kind == 10:
        pair = "tuple<%s, %s>" % (x, x)
        name = f.op("stablehlo.tuple %s, %s : %s" % (f.arg(t), f.arg(t), pair))
        f.op("stablehlo.get_tuple_element %s[1] : (%s) -> %s" % (name, pair, x))
    elif kind == 11:
        f.op("stablehlo.%s : tensor<ui32>" % rng.choice(["partition_id",
                                                         "replica_id"]))
    elif kind == 12:
        token = f.op("stablehlo.create_token : !stablehlo.token")
        f.op('"stablehlo.outfeed"(%s, %s) {outfeed_config = ""} : (%s, '
             "!stablehlo.token) -> !stablehlo.token" % (f.arg(t), token, x))
    elif kind == 13:
        token = f.op("stablehlo.create_token : !stablehlo.token")
        several(f, 2, '"stablehlo.infeed"(%s) {infeed_config = ""} : '
                "(!stablehlo.token) -> (%s, !stablehlo.token)" % (token, x))
    elif kind == 14:
        f.op('"stablehlo.einsum"(%s, %s) {einsum_config = "ab,bc->ac"} : '
             "(tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>" % (
                 f.arg([2, 3]), f.arg([3, 4])))
    elif kind == 15:
        f.op('"stablehlo.unary_einsum"(%s) {einsum_config = "ab->a"} : '
             "(tensor<2x3xf32>) -> tensor<2xf32>" % f.arg([2, 3]))
    elif kind == 16:
        f.op('"stablehlo.torch_index_select"(%s, %s) {dim = 0 : i64, '
             "batch_dims = 0 : i64} : (tensor<5x1x5xf32>, tensor<2xi32>) -> "
             "tensor<2x1x5xf32>" % (f.arg([5, 1, 5]), f.arg([2], "i32")))
    elif kind == 17:
        f.op('"stablehlo.broadcast"(%s) {broadcast_sizes = %s} : (%s) -> %s' % (
            f.arg(t), i64([2, 3]), x, tensor([2, 3] + t)))
    elif kind == 18:
        f.op("stablehlo.constant dense<1.0> : %s" % x)
    elif kind == 19:
        f.op('"stablehlo.case"(%s) ({\n%%c = stablehlo.negate %%a1 : %s\n'
             "stablehlo.return %%c : %s\n}) : (tensor<i32>) -> %s" % (
                 f.arg([], "i32"), x, x, x))
        f.arg(t)
    else:
        f.op('"stablehlo.dynamic_gather"(%s, %s, %s) {dimension_numbers = '
             "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
             "start_index_map = [0], index_vector_dim = 1>, indices_are_sorted "
             "= false} : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<2xi32>) -> "
             "tensor<3x4xf32>" % (f.arg([8, 4]), f.arg([3, 1], "i32"),
                                  f.arg([2], "i32")))


def sdy_ops(f, rng):
    t = shape(rng, 1, 3)
    x = tensor(t)
    open_dims = ", ".join(["{}"] * len(t))
    sliced = ", ".join(['{"x"}'] + ["{}"] * (len(t) - 1))
    a = f.arg(t)
    kind = rng.randrange(6)
    if kind == 0:
        f.op("sdy.sharding_constraint %s <@mesh, [%s]> : %s" % (a, open_dims,
                                                                x))
    elif kind == 1:
        f.op("sdy.reshard %s <@mesh, [%s]> : %s" % (a, open_dims, x))
    elif kind == 2:
        f.op("sdy.propagation_barrier %s allowed_direction=%s : %s" % (
            a, rng.choice(["FORWARD", "BACKWARD", "NONE"]), x))
    elif kind == 3:
        f.op("sdy.all_slice [%s] %s out_sharding=<@mesh, [%s]> : %s" % (
            sliced, a, sliced, x))
    elif kind == 4:
        f.op("sdy.data_flow_edge %s : %s" % (a, x))
    else:
        f.lines.append("  sdy.sharding_group %s group_id=3 : %s" % (a, x))


def odd_custom_call(f, rng):
    """Targets that have rules, with unexpected tensors. Only pointwise targets are used:
    for the others, Shardy has only assertions, so its behavior would be undefined."""
    target = rng.choice(POINTWISE_TARGETS)
    ins = [(shape(rng, 0, 3),) for _ in range(rng.randint(1, 3))]
    outs = [(shape(rng, 0, 3),) for _ in range(rng.randint(1, 2))]
    several(f, len(outs), "stablehlo.custom_call @%s(%s) : %s -> %s" % (
        target, ", ".join(f.arg(*t) for t in ins), types(ins), types(outs)))


OPS = [unary, binary, mixed_types, dot, dot_general, dot_general, convolution,
       convolution, reduce, reduce_window, select_and_scatter, sort, gather,
       gather, gather, scatter, scatter, scatter, slice_op, dynamic_slice,
       dynamic_update_slice, pad, concatenate, concatenate, reverse, reshape,
       reshape, transpose, broadcast_in_dim, bitcast_convert, creation,
       linear_algebra, fft, batch_norm, collective, custom_call, unruled]
# Ops that programs for propagation don't use.
MORE_OPS = [dynamic, other_ops, sdy_ops, odd_custom_call]


MESH = 'sdy.mesh @mesh = <["x"=2]>\n'


def program(rng, functions, kinds):
    made = []
    while len(made) < functions:
        f = Function(rng)
        kind = rng.choice(kinds)
        try:
            kind(f, rng)
        except (ValueError, ZeroDivisionError):
            continue  # the op doesn't allow a size of 0
        made.append((kind.__name__, f.text(len(made))))
    return made


RULE = re.compile(r"sdy\.sharding_rule = #sdy\.op_sharding_rule<((?:->|[^>])*)>")
NAME = re.compile(r"func\.func @f(\d+)")
WARNING = re.compile(r"(?:op '[^']*'|custom call @\S+) is unknown")


def rules(text):
    """Returns the rules of each function's ops, by the function's number."""
    found, at = collections.defaultdict(list), None
    for line in text.split("\n"):
        name = NAME.search(line)
        if name:
            at = int(name.group(1))
        for rule in RULE.findall(line):
            found[at].append(rule)
    return found


def run(command, texts, flag):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(MESH + "".join(texts))
        file.flush()
        done = subprocess.run(command + [file.name, flag], capture_output=True,
                              text=True)
    return done.returncode, done.stdout, done.stderr


def compare(oracle, ours, made, flag):
    """Yields (kind, text, the oracle's rules, our rules) for each function.

    The rules are a list, or "refused" or "crash". If there is only one function, the
    list also contains the warnings."""
    outputs = [run(c, [text for _, text in made], flag) for c in (oracle, ours)]
    if not any(code for code, _, _ in outputs):
        theirs, mine = (rules(out) for _, out, _ in outputs)
        if len(made) == 1:
            # The oracle warns only about the first op that it doesn't know.
            warned = [set(WARNING.findall(err)) for _, _, err in outputs]
            if warned[0] and warned[0] <= warned[1]:
                warned[1] = warned[0]
            for side, names in zip((theirs, mine), warned):
                side[int(NAME.search(made[0][1]).group(1))] += sorted(names)
        for kind, text in made:
            number = int(NAME.search(text).group(1))
            yield kind, text, theirs[number], mine[number]
    elif len(made) > 1:
        half = len(made) // 2
        yield from compare(oracle, ours, made[:half], flag)
        yield from compare(oracle, ours, made[half:], flag)
    else:
        (kind, text), sides = made[0], []
        for code, out, err in outputs:
            if code == 0:
                sides.append(sum(rules(out).values(), []))
            else:
                located = "error:" in err and code in (1, 2, 3)
                sides.append("refused" if located else "crash")
        yield kind, text, sides[0], sides[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--opt", required=True)
    parser.add_argument("--oracle", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--functions", type=int, default=200)
    parser.add_argument("--conservative", action="store_true")
    parser.add_argument("--zero", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--skip", nargs="*", default=[])
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--show", type=int, default=10)
    options = parser.parse_args()
    flag = "-sdy-populate-op-sharding-rules"
    if options.conservative:
        flag += "=conservative-propagation=true"
    if options.zero:
        Random.sizes = Random.sizes + [0, 0]
    kinds = [k for k in OPS + MORE_OPS
             if (not options.only or k.__name__ in options.only)
             and k.__name__ not in options.skip]
    ours = shlex.split(options.opt) + ["--compat=jaxlib-0.12"]
    oracle = shlex.split(options.oracle)
    rng = Random(options.seed)
    same, with_rule = collections.Counter(), 0
    different, refused, crashes = [], 0, collections.Counter()
    # Programs that only the oracle rejects: shardflow checks StableHLO less strictly,
    # and the oracle's verifier rejects some of its own rules.
    refused_there = collections.Counter()
    for _ in range(options.programs):
        made = program(rng, options.functions, kinds)
        for kind, text, theirs, mine in compare(oracle, ours, made, flag):
            if theirs == "crash" and mine != "crash":
                crashes[kind] += 1
            elif theirs == "refused" and mine not in ("refused", "crash"):
                refused_there[kind] += 1
                if options.verbose:
                    print("refused there: %s\n%s" % (kind, text))
            elif theirs != mine or mine == "crash":
                different.append((kind, text, theirs, mine))
            elif theirs == "refused":
                refused += 1
                if options.verbose:
                    print("refused: %s\n%s" % (kind, text))
            else:
                same[kind] += 1
                with_rule += len(theirs)
    for kind, text, theirs, mine in different[:options.show]:
        print("%s\n%s  oracle %s\n  ours   %s\n" % (kind, text, theirs, mine))
    print("%d functions, %d rules, %d functions differ, %d refused by both, "
          "%d crashes of the oracle" % (
              sum(same.values()) + len(different) + refused +
              sum(refused_there.values()) + sum(crashes.values()), with_rule, len(different), refused,
              sum(crashes.values())))
    print("refused by the oracle alone: %s" % dict(refused_there))
    print(", ".join("%s %d" % at for at in sorted(same.items())))
    if different:
        print("differ: %s" % collections.Counter(d[0] for d in different))
    if crashes:
        print("crashes: %s" % crashes)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
