#!/usr/bin/env python3
"""Shrinks a program on which shardflow and real Shardy disagree.

    python reduce.py --opt 'build/src/tool/shardflow opt' FILE FLAG... > small.mlir

Needs Python with jaxlib, whose bindings make the cuts. A cut is kept if the verdict
(see programs.py) stays the same. If no flags are given, they are read from
`FILE.flags`, which programs.py writes.
"""
import argparse
import os
import shlex
import sys
import tempfile

import programs


def ops_of(op):
    """Returns all ops inside the op, innermost last."""
    for region in op.regions:
        for block in region.blocks:
            for inner in block.operations:
                yield inner.operation
                yield from ops_of(inner.operation)


class Cutter:
    def __init__(self, text, check):
        from jax._src.interpreters import mlir
        from jaxlib.mlir import ir
        self.ir = ir
        self.context = mlir.make_ir_context()
        self.text, self.check = text, check

    def attempt(self, cut):
        """Tries `cut(module)`, which returns whether it changed anything."""
        with self.context, self.ir.Location.unknown():
            try:
                module = self.ir.Module.parse(self.text)
                if not cut(module) or not module.operation.verify():
                    return False
                text = module.operation.get_asm()
            except (self.ir.MLIRError, ValueError, IndexError):
                return False
        if text == self.text or len(text) > len(self.text) + 200 or \
                not self.check(text):
            return False
        self.text = text
        return True

    def erase_from(self, start, count):
        """Cuts `count` ops, counted from the end, and the ops that only they used."""
        def cut(module):
            every = list(ops_of(module.operation))[::-1]
            chosen = every[start:start + count]
            done = False
            for op in chosen:
                done |= self.erase(op)
            return done
        return cut

    def erase(self, op):
        name = op.name
        if name.endswith(".return") or name == "builtin.module":
            return False
        if name == "func.func" or name == "sdy.mesh":
            op.erase()
            return True
        for result in op.results:
            if not list(result.uses):
                continue
            stand_in = self.stand_in(op, result)
            if stand_in is None:
                return False
            result.replace_all_uses_with(stand_in)
        op.erase()
        return True

    def stand_in(self, op, result):
        for operand in op.operands:
            if operand.type == result.type:
                return operand
        block = op.block
        while block is not None:
            for arg in block.arguments:
                if arg.type == result.type:
                    return arg
            owner = block.owner
            if owner is None or owner.operation.name in (
                    "func.func", "sdy.manual_computation",
                    "sdy.named_computation", "builtin.module"):
                return None
            block = owner.operation.block
        return None

    def drop_attribute(self, index):
        def cut(module):
            places = []
            for op in ops_of(module.operation):
                places += [(op, getattr(a, "name", a)) for a in op.attributes
                           if getattr(a, "name", a) == "sdy.sharding"]
            if index >= len(places):
                raise IndexError
            op, name = places[index]
            del op.attributes[name]
            return True
        return cut

    def return_other(self, index):
        """Drops a result of a function that isn't called."""
        ir = self.ir

        def cut(module):
            places = []
            for op in module.body.operations:
                if op.operation.name != "func.func":
                    continue
                blocks = list(op.operation.regions[0].blocks)
                if not blocks:
                    continue
                end = list(blocks[0].operations)[-1].operation
                places += [(op.operation, end, i)
                           for i in range(len(end.operands))]
            func, end, i = places[index]
            kept = [v for j, v in enumerate(end.operands) if j != i]
            type_ = ir.TypeAttr(func.attributes["function_type"]).value
            type_ = ir.FunctionType(type_)
            func.attributes["function_type"] = ir.TypeAttr.get(
                ir.FunctionType.get(type_.inputs, [v.type for v in kept]))
            if "res_attrs" in func.attributes:
                attrs = list(ir.ArrayAttr(func.attributes["res_attrs"]))
                func.attributes["res_attrs"] = ir.ArrayAttr.get(
                    [a for j, a in enumerate(attrs) if j != i])
            ir.Operation.create("func.return", operands=kept,
                                ip=ir.InsertionPoint(end))
            end.erase()
            return True
        return cut

    def drop_arg(self, index):
        """Drops an unused argument of a function that isn't called."""
        ir = self.ir

        def cut(module):
            places = []
            for op in module.body.operations:
                if op.operation.name != "func.func" or \
                        not list(op.operation.regions[0].blocks):
                    continue
                block = op.operation.regions[0].blocks[0]
                places += [(op.operation, block, i)
                           for i in range(len(block.arguments))]
            func, block, i = places[index]
            if list(block.arguments[i].uses):
                return False
            type_ = ir.FunctionType(
                ir.TypeAttr(func.attributes["function_type"]).value)
            func.attributes["function_type"] = ir.TypeAttr.get(
                ir.FunctionType.get([t for j, t in enumerate(type_.inputs)
                                     if j != i], type_.results))
            if "arg_attrs" in func.attributes:
                attrs = list(ir.ArrayAttr(func.attributes["arg_attrs"]))
                func.attributes["arg_attrs"] = ir.ArrayAttr.get(
                    [a for j, a in enumerate(attrs) if j != i])
            block.erase_argument(i)
            return True
        return cut

    def drop_text(self, index):
        """Drops from the text one dictionary that contains a sharding."""
        import re
        hits = list(re.finditer(
            r" \{sdy\.sharding = #sdy\.sharding(?:_per_value<\[.*?\]>|<.*?\]"
            r"(?:, (?:replicated|unreduced)=\{.*?\})*>)\}|p\d|\?|"
            r"(?<=\{)\"\w+\"(?::\(\d+\)\d+)?(?:, )?|, replicated=\{.*?\}",
            self.text))
        if index >= len(hits):
            raise IndexError
        text = self.text[:hits[index].start()] + self.text[hits[index].end():]
        if not self.check(text):
            return False
        self.text = text
        return True

    def run(self):
        while True:
            before = self.text
            size = 32
            while size:
                at = 0
                while at < self.text.count("\n") * 2:
                    if not self.attempt(self.erase_from(at, size)):
                        at += size
                size //= 2
            for make in (self.return_other, self.drop_attribute,
                         self.drop_arg):
                for i in reversed(range(40)):
                    self.attempt(make(i))
            i = 0
            while True:
                try:
                    if not self.drop_text(i):
                        i += 1
                except IndexError:
                    break
            if self.text == before:
                return self.text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--opt", required=True)
    parser.add_argument("file")
    options, flags = parser.parse_known_args()
    if not flags:
        with open(os.path.splitext(options.file)[0] + ".flags") as file:
            flags = shlex.split(file.read())
    command = shlex.split(options.opt) + ["--compat=jaxlib-0.12"]
    oracle = programs.Oracle(sys.executable)
    with open(options.file) as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cut.mlir")

        def judged(program):
            reply = oracle.ask([programs.job(program, flags)])[0]
            mine = programs.ours(command, program, flags, path)
            errors = [e for e in reply["err"] if not e.startswith("warning")]
            return programs.verdict(reply, mine), \
                errors[0][:40] if errors else ""

        wanted = judged(text)
        sys.stderr.write("%s\n" % (wanted,))
        cutter = Cutter(text, lambda program: judged(program) == wanted)
        sys.stdout.write(cutter.run())


if __name__ == "__main__":
    main()
