#!/usr/bin/env python3
"""Runs a per-device program on the devices of JAX (CPU, GPU or TPU).

    shardflow partition model.mlir -o local.mlir
    run_per_device.py local.mlir               # random inputs; prints the results' shapes and sums
    run_per_device.py local.mlir a.npy b.npy   # inputs of @main, as whole tensors
    run_per_device.py local.mlir -o out        # writes out.0.npy, out.1.npy, ...

Needs jax and jaxlib. Without a GPU or TPU, it simulates as many CPU devices as the program's mesh has. XLA's own
partitioner is switched off, so that the program runs as it is written. See docs/execute.md.
"""
import argparse
import math
import os
import re
import sys


def devices_of(text):
    """Number of devices of the program's largest mesh."""
    meshes = re.findall(r"^\s*sdy\.mesh @\S+ = <\[(.*?)\]", text, re.M)
    return max((math.prod(int(n) for n in re.findall(r'"=(\d+)', mesh)) for mesh in meshes), default=1)


def pieces(sharding, rank, meshes, devices):
    """For each device, its piece in each dimension, and for each dimension, the number of pieces."""
    places, counts = [[0] * rank for _ in range(devices)], [1] * rank
    if sharding is None:
        return places, counts
    sharding = sdy.TensorShardingAttr(sharding)
    mesh = meshes[ir.FlatSymbolRefAttr(sharding.mesh_or_ref).value]
    axes = [(axis.name, axis.size) for axis in map(sdy.MeshAxisAttr, mesh.axes)]
    ids = list(mesh.device_ids) or list(range(devices))
    for dim, part in enumerate(map(sdy.DimensionShardingAttr, sharding.dimension_shardings)):
        for ref in map(sdy.AxisRefAttr, part.axes):
            at = [name for name, _ in axes].index(ref.name)
            size = axes[at][1]
            minor = math.prod(s for _, s in axes[at + 1:])
            if ref.sub_axis_info is not None:
                sub = sdy.SubAxisInfoAttr(ref.sub_axis_info)
                minor *= size // (sub.pre_size * sub.size)
                size = sub.size
            for place, device in enumerate(ids):
                places[device][dim] = places[device][dim] * size + place // minor % size
            counts[dim] *= size
    return places, counts


def slices(place, local):
    return tuple(slice(p * n, (p + 1) * n) for p, n in zip(place, local))


def strip(op):
    """Removes the sdy attributes of all ops inside `op`."""
    for region in op.regions:
        for block in region.blocks:
            for inner in block.operations:
                for key in [a if isinstance(a, str) else a.name for a in inner.operation.attributes]:
                    if key.startswith("sdy."):
                        del inner.operation.attributes[key]
                strip(inner.operation)


def read(text):
    """The module without sdy, and (local shape, type, places, counts) of every input and output of @main."""
    module = ir.Module.parse(text)
    meshes = {op.operation.attributes["sym_name"].value: sdy.MeshAttr(op.operation.attributes["mesh"])
              for op in module.body.operations if op.operation.name == "sdy.mesh"}
    devices = devices_of(text)
    border = []
    for op in list(module.body.operations):
        if op.operation.name != "func.func":
            op.operation.erase()
            continue
        strip(op.operation)
        attributes = op.operation.attributes
        types = ir.FunctionType(ir.TypeAttr(attributes["function_type"]).value)
        for key, tensors in (("arg_attrs", types.inputs), ("res_attrs", types.results)):
            of_main = []
            for i, tensor in enumerate(tensors):
                given = ir.DictAttr(ir.ArrayAttr(attributes[key])[i]) if key in attributes else {}
                sharding = given["sdy.sharding"] if "sdy.sharding" in given else None
                tensor = ir.RankedTensorType(tensor)
                of_main.append((tuple(tensor.shape), dtypes[str(tensor.element_type)],
                                *pieces(sharding, tensor.rank, meshes, devices)))
            if ir.StringAttr(attributes["sym_name"]).value == "main":
                border.append(of_main)
            if key in attributes:
                attributes[key] = ir.ArrayAttr.get([ir.DictAttr.get({}) for _ in tensors])
    return module, devices, border[0], border[1]


def compile_for(module, devices, replicas):
    options = xla_client.CompileOptions()
    options.num_replicas, options.num_partitions = (devices, 1) if replicas else (1, devices)
    grid = np.arange(devices).reshape((options.num_replicas, options.num_partitions))
    options.device_assignment = xla_client.DeviceAssignment.create(grid)
    build = options.executable_build_options
    build.num_replicas, build.num_partitions = options.num_replicas, options.num_partitions
    if not replicas:
        # XLA compiles for several partitions only if the partitioner is on, so
        # leave it on, but disable its passes.
        build.use_spmd_partitioning = True
        options.env_option_overrides = [("xla_disable_hlo_passes", "spmd-partitioning,sharding-propagation")]
    chosen = tuple(jax.devices()[:devices])
    return chosen[0].client.compile_and_load(module, xla_client.DeviceList(chosen), options)


def main():
    global jax, np, ir, sdy, xla_client, dtypes
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="a program that `shardflow partition` wrote")
    parser.add_argument("inputs", nargs="*", help=".npy files, one for each argument of @main")
    parser.add_argument("--replicas", action="store_true", help="the program was written with `shardflow partition --replicas`")
    parser.add_argument("-o", "--output", help="prefix of the files to which results are written")
    arguments = parser.parse_args()
    text = open(arguments.program).read()
    os.environ["XLA_FLAGS"] = "%s --xla_force_host_platform_device_count=%d" % (
        os.environ.get("XLA_FLAGS", ""), devices_of(text))
    import jax
    import ml_dtypes
    import numpy as np
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import sdy
    jax.config.update("jax_enable_x64", True)
    dtypes = {"i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "ui8": np.uint8,
              "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64, "f16": np.float16, "bf16": ml_dtypes.bfloat16,
              "f32": np.float32, "f64": np.float64, "complex<f32>": np.complex64, "complex<f64>": np.complex128}
    for name in dir(ml_dtypes):
        if name.startswith(("float8_", "float4_")):  # float8_e4m3fn is f8E4M3FN
            dtypes["f" + name.removeprefix("float").replace("_", "").upper()] = getattr(ml_dtypes, name)
        elif name in ("int2", "int4", "uint2", "uint4"):
            dtypes[name.replace("int", "i")] = getattr(ml_dtypes, name)

    if "@lapack_" in text:
        # XLA calls LAPACK through pointers that jaxlib takes from SciPy when JAX lowers such an op. Without them, the
        # first call would crash the process.
        try:
            from jaxlib import lapack
            lapack._lapack.initialize()
        except (ImportError, AttributeError) as error:
            sys.exit("the program calls LAPACK, which this jaxlib can't provide: %s" % error)
        if jax.default_backend() != "cpu":
            sys.exit("the program calls LAPACK, which only exists on the CPU: set JAX_PLATFORMS=cpu")

    with mlir.make_ir_context():
        module, devices, inputs, outputs = read(text)
        if len(jax.devices()) < devices:
            sys.exit("the program needs %d devices, but there are only %d" % (devices, len(jax.devices())))
        program = compile_for(module, devices, arguments.replicas or "stablehlo.replica_id" in text)

    random = np.random.default_rng(1)
    placed = []
    everywhere = jax.sharding.NamedSharding(jax.sharding.Mesh(np.array(jax.devices()[:devices]), ("d",)),
                                            jax.sharding.PartitionSpec())
    for i, (local, dtype, places, counts) in enumerate(inputs):
        whole = [n * c for n, c in zip(local, counts)]
        value = np.load(arguments.inputs[i]) if i < len(arguments.inputs) else random.integers(0, 4, whole)
        value = np.asarray(value).astype(dtype)
        if list(value.shape) != whole:
            sys.exit("argument %d must have the shape %s, not %s" % (i, whole, list(value.shape)))
        parts = [jax.device_put(np.array(value[slices(places[d], local)], order="C"), jax.devices()[d])
                 for d in range(devices)]
        placed.append(jax.make_array_from_single_device_arrays(local, everywhere, parts))

    results = program.execute_sharded(placed).disassemble_into_single_device_arrays()
    for i, ((local, dtype, places, counts), parts) in enumerate(zip(outputs, results)):
        value = np.zeros([n * c for n, c in zip(local, counts)], dtype)
        for device in range(devices):
            value[slices(places[device], local)] = np.asarray(parts[device])
        print("result %d: %s of %s, sum %s" % (i, value.dtype, list(value.shape), value.astype(np.float64).sum()))
        if arguments.output:
            np.save("%s.%d.npy" % (arguments.output, i), value)


if __name__ == "__main__":
    try:
        main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, needs no more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
