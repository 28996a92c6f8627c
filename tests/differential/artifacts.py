#!/usr/bin/env python3
"""Compares how shardflow and jaxlib read and write portable artifacts.

    artifacts.py [--shardflow BIN] [--target VERSION]... FILE...
    artifacts.py --jax-data            checks the artifacts in jax's own tests
    artifacts.py --record FILE...      writes the files of tests/data/artifacts

A FILE is an artifact (.bc, or the output of Exported.serialize()) or a program as text, which jaxlib first writes as an
artifact for each target version (default: the newest). The checks for each artifact are:
  read    shardflow and jaxlib read it and print the same text, with locations
  write   jaxlib reads shardflow's artifact for the same version as the same program
  refuse  if jaxlib can't write the program for the version, shardflow also refuses
  bytes   shardflow writes the same bytes (a difference isn't an error; --differing lists these files)
and with --commands, for propagate and for partition:
  same    the command gives the same result for the artifact as for jaxlib's text of it
  result  jaxlib reads the same program from the result, whether shardflow or jaxlib wrote it as an artifact
Files come from jax_export.py or from StableHLO (stablehlo/tests/vhlo/*.bc).
Needs Python with jax 0.12. Text is split at `// -----`. The exit code is 1 if anything but bytes differs.
"""
import argparse
import importlib
import io
import os
import pkgutil
import re
import subprocess
import sys
import tempfile

import jaxlib.mlir.dialects.stablehlo as stablehlo
import jaxlib.mlir.ir as ir
from jax._src.interpreters import mlir as jax_mlir

MAGIC = b"ML\xefR"


def context():
    ctx = jax_mlir.make_ir_context()
    with ctx, ir.Location.unknown():  # reading the first artifact loads dialects such as quant
        empty = stablehlo.serialize_portable_artifact(ir.Module.parse("module {}"), "1.0.0")
        stablehlo.deserialize_portable_artifact(ctx, empty)
    ctx.allow_unregistered_dialects = True
    return ctx


def print_artifact(data):
    with context() as ctx:
        module = stablehlo.deserialize_portable_artifact(ctx, data)
        return module.operation.get_asm(enable_debug_info=True)


def write_artifact(text, target):
    with context(), ir.Location.unknown():
        return stablehlo.serialize_portable_artifact(ir.Module.parse(text), target, True)


def run(args, data):
    done = subprocess.run(args, input=data, capture_output=True, check=False)
    return done.stdout, done.stderr.decode(errors="replace").strip()


def version(data):
    found = re.search(rb"StableHLO_v([0-9.]+)", data[:64])
    return found.group(1).decode() if found else None


def jax_data(package="jax._src.internal_test_util.export_back_compat_test_data"):
    """Yields (name, bytes) of every artifact in the modules of jax's tests."""
    def walk(value, name):
        if isinstance(value, dict):
            for item in value.values():
                yield from walk(item, name)
        elif isinstance(value, (list, tuple)):
            for item in value:
                yield from walk(item, name)
        elif isinstance(value, bytes) and value.startswith(MAGIC):
            yield name, value
        elif isinstance(getattr(value, "mlir_module_serialized", None), bytes):
            yield name, value.mlir_module_serialized
    data = importlib.import_module(package)
    for info in pkgutil.walk_packages(data.__path__, data.__name__ + "."):
        if info.ispkg:
            continue
        module = importlib.import_module(info.name)
        for key, value in vars(module).items():
            if not key.startswith("__"):
                yield from walk(value, info.name.rsplit(".", 1)[1] + "." + key)


def sections(path):
    with open(path, "rb") as handle:
        data = handle.read()
    if MAGIC in data[:4096] and not data.lstrip().startswith(b"//"):
        return [data]
    text = data.decode(errors="replace")
    return re.split(r"^// -----.*\n", text, flags=re.M)


def first_difference(expected, actual):
    for a, b in zip(expected.splitlines(), actual.splitlines()):
        if a != b:
            return f"\n  jaxlib    {a[:200]}\n  shardflow {b[:200]}"
    return " one is longer"


class Run:
    def __init__(self, options):
        self.options = options
        self.counts = {"read": [0, 0], "write": [0, 0], "refuse": [0, 0], "bytes": [0, 0], "same": [0, 0], "result": [0, 0], "refused by jaxlib": [0, 0]}

    def count(self, what, ok, name, why=""):
        self.counts[what][not ok] += 1
        if not ok:
            print(f"{what}: {name}: {why}")

    def convert(self, to, data, *more):
        flags = ["--no-verify", "--allow-unregistered-dialect", *more]
        return run([self.options.shardflow, "convert", *flags, "--to", to, "-"], data)

    def artifact(self, name, data):
        begin = data.find(MAGIC)
        bare = data
        if begin > 0:  # it is inside jax's envelope, after its length
            bare = data[begin : begin + int.from_bytes(data[begin - 4 : begin], "little")]
        try:
            expected = print_artifact(bare)
        except Exception:  # the program is invalid, or the artifact is malformed on purpose
            self.counts["refused by jaxlib"][0] += 1
            return
        text, error = self.convert("text", data, "--debug-info")
        text = text.decode(errors="replace")
        if not self.count("read", text == expected, name, error or first_difference(expected, text)) and error:
            return
        if self.options.no_write:
            return
        target = version(bare) or "0.9.0"
        written, error = self.convert(f"artifact={target}", data)
        if error:
            self.count("write", False, name, error)
            return
        try:
            again = print_artifact(written)
        except Exception as problem:
            self.count("write", False, name, f"jaxlib refuses it: {str(problem)[:300]}")
            return
        self.count("write", again == expected, name, first_difference(expected, again))
        self.counts["bytes"][written != bare] += 1
        if written != bare and self.options.differing:
            print(f"bytes: {name}")
        if self.options.commands:
            self.commands(name, data, expected.encode())

    def commands(self, name, data, text):
        """Runs propagate and partition, after importing any GSPMD shardings."""
        if b"mhlo.sharding" in text or b"xla.sdy." in text:
            data, _ = run([self.options.shardflow, "gspmd", "import", "-q", "-"], data)
            text, _ = run([self.options.shardflow, "gspmd", "import", "-q", "-"], text)
        for command, flags in (("propagate", []), ("partition", ["--as-is"])):
            result, error = run([self.options.shardflow, command, *flags, "-q", "-"], data)
            other, _ = run([self.options.shardflow, command, *flags, "-q", "-"], text)
            self.count("same", result == other and result, f"{name}: {command}", error or "the results differ")
            if not result:
                continue
            printed, _ = self.convert("text", result, "--debug-info")
            written, error = self.convert("artifact", result)
            if error:
                self.count("result", False, f"{name}: {command}", error)
                continue
            try:
                ours = print_artifact(written)
                theirs = print_artifact(write_artifact(printed.decode(), stablehlo.get_current_version()))
            except Exception as problem:
                ours, theirs = "", f"jaxlib refuses it: {str(problem)[:300]}"
            self.count("result", ours == theirs, f"{name}: {command}", first_difference(theirs, ours))

    def file(self, path):
        for number, part in enumerate(sections(path)):
            if isinstance(part, bytes):
                self.artifact(path, part)
                continue
            if self.options.plain:
                try:
                    data, printed = write_plain(part)
                except Exception:  # not a valid program
                    self.counts["refused by jaxlib"][0] += 1
                    continue
                ours, error = self.convert("text", data, "--debug-info")
                ours = ours.decode(errors="replace")
                self.count("read", ours == printed, f"{path}:{number}", error or first_difference(printed, ours))
                continue
            for target in self.options.target:
                try:
                    data = write_artifact(part, target)
                except Exception:  # not a valid program, or the version can't express it
                    self.counts["refused by jaxlib"][0] += 1
                    _, error = self.convert(f"artifact={target}", part.encode())
                    self.count("refuse", bool(error), f"{path}:{number} {target}", "shardflow writes it")
                    continue
                self.artifact(f"{path}:{number} {target}", data)


def write_plain(text):
    """Returns StableHLO bytecode that isn't a portable artifact, and its text."""
    with context(), ir.Location.unknown():
        module = ir.Module.parse(text)
        out = io.BytesIO()
        module.operation.write_bytecode(out)
        return out.getvalue(), module.operation.get_asm(enable_debug_info=True)


def record(paths):
    for path in paths:
        with open(path, encoding="utf-8") as handle:
            text = handle.read()
        stem = os.path.splitext(path)[0]
        data, printed = write_plain(text)
        with open(f"{stem}.plain.bc", "wb") as handle:
            handle.write(data)
        with open(f"{stem}.plain.txt", "w", encoding="utf-8") as handle:
            handle.write(printed)
        for target in ("0.9.0", "0.14.0", "1.5.0", "1.22.0"):
            try:
                data = write_artifact(text, target)
            except Exception as problem:
                print(f"{path} {target}: {str(problem)[:200]}")
                continue
            with open(f"{stem}.{target}.bc", "wb") as handle:
                handle.write(data)
            with open(f"{stem}.{target}.txt", "w", encoding="utf-8") as handle:
                handle.write(print_artifact(data))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shardflow", default="build/release/src/tool/shardflow")
    parser.add_argument("--target", action="append")
    parser.add_argument("--jax-data", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--no-write", action="store_true")
    parser.add_argument("--differing", action="store_true", help="name the artifacts that are written with other bytes")
    parser.add_argument("--commands", action="store_true", help="also compare what propagate and partition give")
    parser.add_argument("--plain", action="store_true", help="StableHLO's own bytecode of the programs instead")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    options.target = options.target or [stablehlo.get_current_version()]
    if options.record:
        record(options.files)
        return 0
    runner = Run(options)
    if options.jax_data:
        for name, data in jax_data():
            runner.artifact(name, data)
    for path in options.files:
        runner.file(path)
    for what, (good, bad) in runner.counts.items():
        wrong = "other" if what == "bytes" else "wrong"
        print(f"{what}: {good}" + (f", {bad} {wrong}" if bad else ""))
    return 1 if any(bad for what, (_, bad) in runner.counts.items() if what != "bytes") else 0


if __name__ == "__main__":
    sys.exit(main())
