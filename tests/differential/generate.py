"""Makes random whole programs: `make(seed)` returns the text of one.

They contain several meshes, functions that call each other, control flow,
manual and named computations, constraints, groups, barriers, constants with many
uses, and every op that has a sharding rule (made by rules.py).
"""
import re

import rules
from rules import tensor

TENSOR = re.compile(r"tensor<((?:\d+x)*)([^<>x]+(?:<[^<>]*>)?)>$")


def dims_of(t):
    return [int(d) for d in TENSOR.match(t).group(1).split("x")[:-1]]


def element_of(t):
    return TENSOR.match(t).group(2)


def is_static(t):
    return TENSOR.match(t) is not None


def rank(t):
    return len(dims_of(t)) if is_static(t) else t.count("x")


def attribute(*texts):
    text = ", ".join(t for t in texts if t)
    return " {%s}" % text if text else ""


class Mesh:
    def __init__(self, name, axes, ids=None):
        self.name, self.axes, self.ids = name, axes, ids

    def body(self):
        text = "<[%s]" % ", ".join('"%s"=%d' % a for a in self.axes)
        if self.ids is not None:
            text += ", device_ids=[%s]" % ", ".join(map(str, self.ids))
        return text + ">"

    def is_single(self):
        return not self.axes and self.ids is not None

    def definition(self):
        return "sdy.mesh @%s = %s\n" % (self.name, self.body())

    def spelled(self, rng, inlined):
        return "mesh" + self.body() if rng.random() < inlined else \
            "@" + self.name


def meshes(rng):
    sizes = [rng.choice([1, 2, 2, 2, 4, 4, 3, 8])
             for _ in range(rng.randint(1, 4))]
    axes = list(zip("abcd", sizes))
    count = 1
    for size in sizes:
        count *= size
    order = list(range(count))
    rng.shuffle(order)
    is_permuted = count > 1 and order != sorted(order)
    main = Mesh("mesh", axes,
                order if is_permuted and rng.random() < 0.1 else None)
    made = [main]
    if rng.random() < 0.2:
        made.append(Mesh("same", axes, main.ids))
    if rng.random() < 0.05 and is_permuted:
        made.append(Mesh("permuted", axes, order))
    if rng.random() < 0.1:
        made.append(Mesh("other", [("x", 2), ("y", 2)]))
    if rng.random() < 0.05:
        made.append(Mesh("none", []))
    if rng.random() < 0.05:
        made.append(Mesh("one", [], [0]))
    return made


def axis_pieces(rng, axes):
    """Returns axes and sub-axes that don't overlap, in random order."""
    pieces = []
    for name, size in axes:
        if size == 4 and rng.random() < 0.3:
            pieces += ['"%s":(1)2' % name, '"%s":(2)2' % name]
        elif size == 8 and rng.random() < 0.4:
            pieces += ['"%s":(1)2' % name, '"%s":(2)2' % name,
                       '"%s":(4)2' % name]
        else:
            pieces.append('"%s"' % name)
    rng.shuffle(pieces)
    return pieces


def are_mergeable(a, b):
    one = re.fullmatch(r'("\w+"):\((\d+)\)(\d+)', a)
    two = re.fullmatch(r'("\w+"):\((\d+)\)(\d+)', b)
    return bool(one and two and one.group(1) == two.group(1) and
                int(one.group(2)) * int(one.group(3)) == int(two.group(2)))


class Program:
    """Makes the text of a module. Functions are made before their callers."""

    def __init__(self, rng):
        self.rng = rng
        self.meshes = meshes(rng)
        self.functions = []  # (name, argument types, result types)
        self.text = "".join(m.definition() for m in self.meshes)
        self.count = 0
        self.groups = {}  # type -> number
        # Programs differ in how often they use each feature.
        self.is_plain = rng.random() < 0.3  # a single mesh
        self.inlined = rng.choice([0, 0, 0, 0.1, 0.5])
        self.axes_chance = rng.choice([0.3, 0.5, 0.6])
        self.priorities = rng.choice([0, 0, 0.1, 0.4])
        self.unreduced = rng.choice([0, 0, 0, 0.05])
        self.annotated = rng.choice([0.05, 0.15, 0.3])
        self.regions = rng.choice([0, 0.5, 1, 1])
        # Whether ops have priorities. Shardy crashes if a dead op has one.
        self.is_urgent = rng.random() < 0.2
        self.is_named = rng.random() < 0.08  # named computations
        self.imports = rng.choice([0, 0.5, 1, 1])
        rng.sizes = rng.choice([[2, 4, 8, 16], [4, 8], [2, 3, 4, 6, 8, 12],
                                [1, 2, 4, 8, 8], rules.Random.sizes])

    def fresh(self):
        self.count += 1
        return "%%v%d" % self.count

    def sharding(self, rank, closed=None, mesh=None, axes=None):
        """Returns the text after `#sdy.sharding`. The sharding may use `axes`."""
        rng = self.rng
        if mesh is None:
            mesh = self.meshes[0]
            if axes is None and not self.is_plain and rng.random() < 0.2:
                mesh = rng.choice(self.meshes)
        spelled = mesh.spelled(rng, self.inlined)
        if mesh.is_single():
            return "<%s, []>" % spelled
        pieces = axis_pieces(rng, mesh.axes if axes is None else axes)
        dims = []
        for _ in range(rank):
            names = []
            while pieces and rng.random() < self.axes_chance:
                names.append(pieces.pop())
                if len(names) > 1 and are_mergeable(*names[-2:]):
                    pieces.insert(0, names.pop())
                    break
            is_closed = rng.random() < 0.5 if closed is None else closed
            priority = ""
            if rng.random() < self.priorities and (names or not is_closed):
                priority = "p%d" % rng.randint(0, 3)
            dims.append("{%s}%s" % (
                ", ".join(names + ([] if is_closed else ["?"])), priority))
        text = "<%s, [%s]" % (spelled, ", ".join(dims))
        left = sorted(pieces)
        if left and rng.random() < 0.15:
            text += ", replicated={%s}" % left.pop(0)
        if left and closed is None and rng.random() < self.unreduced:
            text += ", unreduced={%s}" % left[0]
        return text + ">"

    def function(self, name, visibility, calls):
        rng = self.rng
        body = Body(self, None, "  ", calls)
        body.root, body.name = body, name
        for _ in range(rng.randint(1, 3)):
            body.add_arg(tensor(rules.shape(rng, 0, 3)))
        for _ in range(rng.choice([2, 5, 10, 16])):
            body.random_op()
        unused = [v for v in body.values if v[0] not in body.used]
        results = [rng.choice(unused or body.values)
                   for _ in range(rng.randint(1, 4))]
        if rng.random() < 0.1:
            results.append(rng.choice(body.values))
        body.lines.append("  return %s : %s" % (
            ", ".join(v for v, _ in results), ", ".join(t for _, t in results)))

        def annotated(text, t, chance):
            if not is_static(t) or rng.random() > chance:
                return text
            return "%s {sdy.sharding = #sdy.sharding%s}" % (
                text, self.sharding(rank(t)))
        self.text += "func.func %s@%s(%s) -> (%s) {\n%s\n}\n" % (
            visibility, name,
            ", ".join(annotated("%s: %s" % at, at[1], 0.45)
                      for at in body.args),
            ", ".join(annotated(t, t, 0.25) for _, t in results),
            "\n".join(body.lines))
        self.functions.append((name, [t for _, t in body.args],
                               [t for _, t in results]))


class Body:
    """Makes the ops of one block. `values` lists the usable values and their types.

    Has the methods that rules.py calls to make an op: `arg` and `op`.
    """

    def __init__(self, program, outer, indent, calls, isolated=False):
        self.p, self.rng = program, program.rng
        is_open = outer is not None and not isolated
        self.values = list(outer.values) if is_open else []
        self.root = outer.root if is_open else self
        self.used = outer.used if is_open else set()
        self.depth = outer.depth + 1 if outer is not None else 0
        # The axes that shardings may use. None means all; in a manual
        # computation, it is all but the manual axes.
        self.free = outer.free if outer is not None else None
        self.indent, self.calls = indent, calls
        self.args, self.lines, self.name = [], [], None

    def inner(self, isolated=False):
        return Body(self.p, self, self.indent + "  ", self.calls, isolated)

    # --- values

    def add_arg(self, t):
        arg = ("%%%s_%d" % (self.name, len(self.args)), t)
        self.args.append(arg)
        self.values.append(arg)
        return arg

    def use(self, value):
        self.used.add(value[0])
        return value

    def among(self, options):
        """Returns one of `options`, preferably an unused or a recent value."""
        unused = [v for v in options if v[0] not in self.used]
        pool = unused if unused and self.rng.random() < 0.5 else options
        if self.rng.random() < 0.3:
            pool = pool[-4:]
        return self.use(self.rng.choice(pool))

    def of_type(self, t):
        """Returns an existing or a new value of the type."""
        options = [v for v in self.values if v[1] == t]
        if options and self.rng.random() < 0.9:
            return self.among(options)
        if self.root.name is not None and self.root.depth == 0 and \
                len(self.root.args) < 12 and self.rng.random() < 0.6:
            arg = self.root.add_arg(t)
            if self.root is not self:
                self.values.append(arg)
            return self.use(arg)
        return self.use(self.made(t))

    def made(self, t):
        if not is_static(t):
            return self.emit("stablehlo.custom_call @made() : () -> %s" % t,
                             [t])[0]
        dims, element = dims_of(t), element_of(t)
        value = {"i1": "true", "f32": "%d.0" % self.rng.randint(0, 2)}.get(
            element, "1")
        if "complex" in element:
            value = "(1.0,0.0)"
        if dims and element == "f32" and self.rng.random() < 0.3:
            return self.emit("stablehlo.iota dim = %d%s : %s" % (
                self.rng.randrange(len(dims)), self.sharded([t]), t), [t])[0]
        name = self.rng.choice(["stablehlo.constant"] * 3 + ["sdy.constant"])
        return self.emit("%s%s dense<%s> : %s" % (
            name, self.sharded([t]), value, t), [t])[0]

    def tensor(self, low=0):
        options = [v for v in self.values if is_static(v[1])
                   and element_of(v[1]) == "f32" and rank(v[1]) >= low]
        return self.among(options) if options else self.of_type(
            tensor(rules.shape(self.rng, max(low, 1), 3)))

    def arg(self, shape, element="f32"):
        return self.of_type(tensor(shape, element))[0]

    def op(self, text, count=1):
        """Adds an op that rules.py wrote, perhaps with shardings for its results."""
        head, tail = text.rsplit(" : ", 1)
        results = tail.split(" -> ")[-1].strip()
        if "->" not in tail:
            results = results.split("tensor<")[-1]
            results = "tensor<" + results
        types = re.findall(r"(?:tensor|!stablehlo)(?:\.\w+|<(?:[^<>]|<[^<>]*>)*>)",
                           results)
        if len(types) != count:
            raise ValueError("%d results: %s" % (count, text))
        sharding = self.shardings(types)
        if sharding:
            if head.endswith("}") and not head.endswith("})"):
                head = head[:-1] + ", " + sharding + "}"
            elif head.startswith("stablehlo.constant "):
                head = head.replace(" ", " {%s} " % sharding, 1)
            elif not head.startswith("stablehlo.optimization_barrier "):
                head += " {%s}" % sharding
        return self.emit("%s : %s" % (head, tail), types)[0][0]

    def emit(self, text, types):
        name = self.p.fresh()
        self.lines.append("%s%s%s = %s" % (
            self.indent, name, rules.results(len(types)), text))
        if len(types) == 1:
            made = [(name, types[0])]
        else:
            made = [("%s#%d" % (name, i), t) for i, t in enumerate(types)]
        self.values += made
        return made

    # --- shardings

    def sharding(self, t, closed=None):
        return self.p.sharding(rank(t), closed, None, self.free)

    def shardings(self, types):
        if self.rng.random() > self.p.annotated or not types or \
                not all(is_static(t) for t in types):
            return ""
        text = ", ".join(self.sharding(t) for t in types)
        if not self.p.is_urgent:
            text = re.sub(r"}p\d", "}", text)
        return "sdy.sharding = #sdy.sharding_per_value<[%s]>" % text

    def sharded(self, types, more=""):
        return attribute(more, self.shardings(types))

    # --- ops

    def random_op(self):
        rng = self.rng
        rng.shapes = [dims_of(v[1]) for v in self.values
                      if is_static(v[1]) and element_of(v[1]) == "f32"
                      and 0 not in dims_of(v[1])][-6:]
        kind = rng.random()
        if kind < 0.4:
            return rng.choice([
                self.unary, self.unary, self.binary, self.binary, self.binary,
                self.scalar_broadcast, self.constant, self.matmul,
                self.matmul, self.transpose, self.reduce])()
        if kind < 0.65:
            return rng.choice(rules.OPS)(self, rng)
        if kind < 0.82:
            if rng.random() < self.p.imports:
                return rng.choice([self.constraint] * 4 + [
                    self.group, self.group, self.barrier_op, self.reshard,
                    self.effect, self.token])()
            return self.binary()
        if self.depth < 3:
            makers = [self.barrier]
            if rng.random() < self.p.regions:
                makers += [self.while_op, self.case_op, self.if_op,
                           self.manual, self.manual]
            if self.p.is_named:
                makers += [self.named, self.named]
            if self.calls:
                makers += [self.call] * 5
            return rng.choice(makers)()
        return self.binary()

    def constant(self):
        self.made(tensor(rules.shape(self.rng, 0, 3)))

    def scalar_broadcast(self):
        value = self.of_type("tensor<f32>")
        t = tensor(rules.shape(self.rng, 1, 3))
        self.emit("stablehlo.broadcast_in_dim %s, dims = []%s : "
                  "(tensor<f32>) -> %s" % (value[0], self.sharded([t]), t), [t])

    def unary(self):
        v, t = self.tensor()
        op = self.rng.choice(["negate", "abs", "exponential", "cosine"])
        self.emit("stablehlo.%s %s%s : %s" % (op, v, self.sharded([t]), t), [t])

    def binary(self):
        v, t = self.tensor()
        w, _ = self.of_type(t)
        op = self.rng.choice(["add", "multiply", "subtract", "maximum"])
        self.emit("stablehlo.%s %s, %s%s : %s" % (
            op, v, w, self.sharded([t]), t), [t])

    def matmul(self):
        v, t = self.tensor(1)
        dims = dims_of(t)
        at = self.rng.randrange(len(dims))
        w = [dims[at], rules.dim(self.rng)]
        side = self.rng.randrange(2)
        to = tensor(dims[:at] + dims[at + 1:] + [w[1]])
        w = w[::-1] if side else w
        self.emit("stablehlo.dot_general %s, %s, contracting_dims = [%d] x "
                  "[%d]%s : (%s, %s) -> %s" % (
                      v, self.arg(w), at, side, self.sharded([to]), t,
                      tensor(w), to), [to])

    def transpose(self):
        v, t = self.tensor(2)
        dims = dims_of(t)
        order = self.rng.sample(range(len(dims)), len(dims))
        to = tensor([dims[i] for i in order])
        self.emit("stablehlo.transpose %s, dims = %s%s : (%s) -> %s" % (
            v, order, self.sharded([to]), t, to), [to])

    def reduce(self):
        v, t = self.tensor(1)
        dims = dims_of(t)
        at = self.rng.randrange(len(dims))
        to = tensor(dims[:at] + dims[at + 1:])
        self.emit("stablehlo.reduce(%s init: %s) applies stablehlo.add across "
                  "dimensions = [%d]%s : (%s, tensor<f32>) -> %s" % (
                      v, self.arg([]), at, self.sharded([to]), t, to), [to])

    def constraint(self):
        v, t = self.tensor()
        for _ in range(self.rng.choice([1, 1, 1, 2, 3])):  # a chain
            v, t = self.emit("sdy.sharding_constraint %s %s : %s" % (
                v, self.sharding(t, self.rng.choice([True, True, None])), t),
                [t])[0]

    def reshard(self):
        v, t = self.tensor()
        self.emit("sdy.reshard %s %s : %s" % (v, self.sharding(t), t), [t])

    def group(self):
        v, t = self.tensor()
        number = self.p.groups.setdefault(t, len(self.p.groups))
        self.lines.append("%ssdy.sharding_group %s group_id=%d : %s" % (
            self.indent, v, 3 * number + self.rng.randint(0, 2), t))

    def barrier_op(self):
        v, t = self.tensor()
        self.emit("sdy.propagation_barrier %s allowed_direction=%s : %s" % (
            v, self.rng.choice(["FORWARD", "BACKWARD", "NONE"]), t), [t])

    def effect(self):
        v, t = self.tensor()
        self.emit("stablehlo.custom_call @foo(%s)%s : (%s) -> %s" % (
            v, self.sharded([t], "has_side_effect = true"), t, t), [t])

    def token(self):
        tokens = [v for v in self.values if v[1] == "!stablehlo.token"]
        token = self.among(tokens) if tokens else self.emit(
            "stablehlo.create_token : !stablehlo.token",
            ["!stablehlo.token"])[0]
        t = tensor(rules.shape(self.rng, 1, 3))
        self.emit('"stablehlo.custom_call"(%s, %s) {call_target_name = "recv", '
                  "has_side_effect = true} : (!stablehlo.token, %s) -> "
                  "(!stablehlo.token, %s)" % (
                      token[0], self.of_type(t)[0], t, t),
                  ["!stablehlo.token", t])

    # --- ops with regions, calls

    def picked(self, most=3):
        return [self.use(self.rng.choice(self.values)) if self.values and
                self.rng.random() < 0.2 else self.tensor()
                for _ in range(self.rng.randint(1, most))]

    def barrier(self):
        picked = self.picked()
        types = [t for _, t in picked]
        self.emit("stablehlo.optimization_barrier%s %s : %s" % (
            self.sharded(types), ", ".join(v for v, _ in picked),
            ", ".join(types)), types)

    def call(self):
        name, args, results = self.rng.choice(self.calls)
        operands = [self.of_type(t) for t in args]
        more = "random = 1 : i64" if self.rng.random() < 0.1 else ""
        text = "call @%s(%s)%s : (%s) -> (%s)" % (
            name, ", ".join(v for v, _ in operands),
            self.sharded(results, more), ", ".join(args), ", ".join(results))
        self.emit("func." + text, results)

    def region(self, body, results, terminator="stablehlo.return"):
        for _ in range(self.rng.randint(0, 4)):
            body.random_op()
        picked = [body.of_type(t) for t in results]
        body.lines.append("%s%s %s : %s" % (
            body.indent, terminator, ", ".join(v for v, _ in picked),
            ", ".join(results)))
        return "\n".join(body.lines)

    def while_op(self):
        picked = self.picked()
        types = [t for _, t in picked]
        names = [self.p.fresh() for _ in picked]
        cond, body = self.inner(), self.inner()
        for b in (cond, body):
            b.values += list(zip(names, types))
        test = self.region(cond, ["tensor<i1>"])
        text = self.region(body, types)
        sharding = self.shardings(types)
        self.emit("stablehlo.while(%s) : %s%s\n%s cond {\n%s\n%s} do {\n%s\n%s}"
                  % (", ".join("%s = %s" % (n, v)
                               for n, (v, _) in zip(names, picked)),
                     ", ".join(types),
                     " attributes {%s}" % sharding if sharding else "",
                     self.indent, test, self.indent, text, self.indent), types)

    def branches(self, name, selector, count):
        types = [t for _, t in self.picked(2)]
        value = self.of_type(selector)[0]
        regions = ["{\n%s\n%s}" % (self.region(self.inner(), types),
                                   self.indent) for _ in range(count)]
        self.emit('"stablehlo.%s"(%s) (%s)%s : (%s) -> (%s)' % (
            name, value, ", ".join(regions), self.sharded(types), selector,
            ", ".join(types)), types)

    def case_op(self):
        self.branches("case", "tensor<i32>", self.rng.randint(1, 3))

    def if_op(self):
        self.branches("if", "tensor<i1>", 2)

    def named(self):
        picked = self.picked()
        types = [t for _, t in picked]
        results = [self.rng.choice(types)
                   for _ in range(self.rng.randint(1, 2))]
        body = self.inner(isolated=True)
        names = [self.p.fresh() for _ in picked]
        body.values += list(zip(names, types))
        text = self.region(body, results, "sdy.return")
        shardings = ""
        for key, of in (("in", types), ("out", results)):
            if self.rng.random() < 0.4 and all(is_static(t) for t in of):
                shardings += " %s_shardings=[%s]" % (
                    key, ", ".join(self.sharding(t) for t in of))
        self.emit('sdy.named_computation<"n%d">(%s)%s (%s) {\n%s\n%s} : (%s) '
                  '-> (%s)' % (
                      self.rng.randint(0, 3), ", ".join(v for v, _ in picked),
                      shardings,
                      ", ".join("%s: %s" % at for at in zip(names, types)),
                      text, self.indent, ", ".join(types),
                      ", ".join(results)), results)

    def manual(self):
        mesh = self.p.meshes[0]
        axes = mesh.axes if self.free is None else self.free
        taken = [a for a in axes if self.rng.random() < 0.6]
        free = [a for a in axes if a not in taken]
        self.rng.shuffle(taken)
        picked = [self.tensor() for _ in range(self.rng.randint(1, 3))]
        types = [t for _, t in picked]
        ins = [self.manual_sharding(t, mesh, taken, free) for t in types]
        results = [self.rng.choice(types)
                   for _ in range(self.rng.randint(1, 2))]
        outs = [self.manual_sharding(t, mesh, taken, free) for t in results]
        body = self.inner(isolated=True)
        body.free = free
        names = [self.p.fresh() for _ in picked]
        body.values += list(zip(names, [local for _, local in ins]))
        text = self.region(body, [local for _, local in outs], "sdy.return")
        self.emit("sdy.manual_computation(%s) in_shardings=[%s] "
                  "out_shardings=[%s] manual_axes={%s} (%s) {\n%s\n%s} : (%s) "
                  "-> (%s)" % (
                      ", ".join(v for v, _ in picked),
                      ", ".join(s for s, _ in ins),
                      ", ".join(s for s, _ in outs),
                      ", ".join('"%s"' % name for name, _ in taken),
                      ", ".join("%s: %s" % (n, local)
                                for n, (_, local) in zip(names, ins)),
                      text, self.indent, ", ".join(types),
                      ", ".join(results)), results)

    def manual_sharding(self, t, mesh, manual, free):
        """Returns a sharding with the manual axes first, and the local type."""
        rng = self.rng
        dims = dims_of(t)
        left = list(manual)
        pieces = axis_pieces(rng, free)
        parts = []
        for i, d in enumerate(dims):
            mine = []
            while left and rng.random() < 0.5 and d % left[-1][1] == 0:
                name, n = left.pop()
                d //= n
                mine.append('"%s"' % name)
            dims[i] = d
            while pieces and rng.random() < 0.2:
                mine.append(pieces.pop())
                if len(mine) > 1 and are_mergeable(*mine[-2:]):
                    mine.pop()
            priority = "p%d" % rng.randint(0, 2) if mine and \
                rng.random() < self.p.priorities else ""
            parts.append("{%s}%s" % (", ".join(
                mine + (["?"] if rng.random() < 0.3 else [])), priority))
        text = "<@%s, [%s]" % (mesh.name, ", ".join(parts))
        if left and rng.random() < 0.4:
            text += ", replicated={%s}" % ", ".join(
                sorted('"%s"' % name for name, _ in left))
        return text + ">", tensor(dims)


def make(seed):
    rng = rules.Random(seed)
    p = Program(rng)
    for i in range(rng.choice([0, 0, 0, 1, 2, 4, 8])):
        visibility = rng.choice(["private ", "private ", "private ", ""])
        rng.shapes = []
        p.function("f%d" % i, visibility, list(p.functions))
    rng.shapes = []
    p.function("main", "", list(p.functions))
    return p.text


if __name__ == "__main__":
    import sys
    print(make(int(sys.argv[1])), end="")
