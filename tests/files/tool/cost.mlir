// What a program costs on a device.
// RUN: shardflow cost --topology h100 %s
// RUN: shardflow cost --topology h100:1x4 --format json %s
// RUN: shardflow cost --lowering shardflow --topology v5e %s
// RUN: shardflow cost --topology h100:2x8 %s
// RUN: shardflow cost --topology abacus %s

sdy.mesh @mesh = <["data"=2, "model"=2]>

func.func @main(
    %x: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
    %w1: tensor<128x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>, tf.aliasing_output = 0 : i32},
    %w2: tensor<256x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>})
    -> (tensor<128x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>},
        tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
  %1 = stablehlo.tanh %0 : tensor<64x256xf32>
  %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x128xf32>) -> tensor<64x128xf32>
  %3 = stablehlo.dot_general %x, %1, contracting_dims = [0] x [0] : (tensor<64x128xf32>, tensor<64x256xf32>) -> tensor<128x256xf32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %4:2 = stablehlo.while(%i = %c0, %y = %2) : tensor<i32>, tensor<64x128xf32>
    cond {
      %p = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %n = stablehlo.add %i, %c1 : tensor<i32>
      %a = stablehlo.dot_general %y, %w1, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
      %b = stablehlo.dot_general %a, %w2, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x128xf32>) -> tensor<64x128xf32>
      stablehlo.return %n, %b : tensor<i32>, tensor<64x128xf32>
    }
  %5 = stablehlo.subtract %w1, %3 : tensor<128x256xf32>
  return %5, %4#1 : tensor<128x256xf32>, tensor<64x128xf32>
}

//# RUN 1
//> 4 devices, <["data"=2, "model"=2]>, lowered by XLA
//> memory of a device   256.02 KiB
//>   arguments          112 KiB
//>   results            48.02 KiB, of which 32 KiB reuse donated arguments
//>   temporaries        128 KiB at the peak
//>   the peak is at     reduce_scatter for stablehlo.dot_general at cost.mlir:19
//>   largest then
//>     64 KiB  a part  stablehlo.dot_general at cost.mlir:19
//>     64 KiB  a part  reduce_scatter for stablehlo.dot_general at cost.mlir:19
//> sent by a device     160 KiB, takes 53.4 us
//>   2 x  all_gather      {"data"}   node  64 KiB  14.1 us  product
//>   4 x  all_reduce      {"model"}  node  64 KiB  32.1 us  product
//>   1 x  reduce_scatter  {"data"}   node  32 KiB   7.1 us  product
//> work of a device     9.437e+06 flops, 992.03 KiB of memory, takes 0.4 us
//>   9 x  stablehlo.dot_general  9.437e+06 flops  864 KiB  0.4 us
//>   1 x  stablehlo.subtract             0 flops   96 KiB  0.0 us
//>   1 x  stablehlo.tanh                 0 flops   32 KiB  0.0 us
//>   3 x  stablehlo.add                  0 flops     24 B  0.0 us
//>   1 x  stablehlo.compare              0 flops      5 B  0.0 us
//> a step takes         53.8 us if nothing overlaps, 53.4 us if all does;
//>                      communication takes longer
//# RUN 2
//> {
//>   "format": "shardflow-cost",
//>   "version": 1,
//>   "lowering": "xla",
//>   "mesh": "<[\"data\"=2, \"model\"=2]>",
//>   "devices": 4,
//>   "topology": "h100:1x4",
//>   "device_memory": 8e+10,
//>   "memory": {
//>     "arguments": 114688,
//>     "results": 49168,
//>     "aliased": 32768,
//>     "temporaries": 131072,
//>     "peak": 262160,
//>     "peak_at": {"op": "reduce_scatter for stablehlo.dot_general", "file": "%s", "line": 19, "column": 8},
//>     "largest": [
//>       {"bytes": 65536, "op": "stablehlo.dot_general", "file": "%s", "line": 19, "column": 8},
//>       {"bytes": 65536, "op": "reduce_scatter for stablehlo.dot_general", "file": "%s", "line": 19, "column": 8}
//>     ]
//>   },
//>   "communication": {
//>     "wire_bytes": 163840,
//>     "seconds": 5.336408888888889e-05,
//>     "collectives": [
//>       {"kind": "all_gather", "axes": "{\"data\"}", "group": 2, "links": "node", "held": 32768, "after": 65536, "wire_bytes": 32768, "executions": 1, "seconds": 7.072817777777778e-06, "cause": "product", "op": "stablehlo.dot_general", "type": "tensor<64x256xf32>", "file": "%s", "line": 16, "column": 8},
//>       {"kind": "reduce_scatter", "axes": "{\"data\"}", "group": 2, "links": "node", "held": 65536, "after": 32768, "wire_bytes": 32768, "executions": 1, "seconds": 7.072817777777778e-06, "cause": "product", "op": "stablehlo.dot_general", "type": "tensor<128x256xf32>", "file": "%s", "line": 19, "column": 8},
//>       {"kind": "all_reduce", "axes": "{\"model\"}", "group": 2, "links": "node", "held": 16384, "after": 16384, "wire_bytes": 16384, "executions": 1, "seconds": 8.036408888888889e-06, "cause": "product", "op": "stablehlo.dot_general", "type": "tensor<64x128xf32>", "file": "%s", "line": 18, "column": 8},
//>       {"kind": "all_gather", "axes": "{\"data\"}", "group": 2, "links": "node", "held": 32768, "after": 65536, "wire_bytes": 32768, "executions": 1, "seconds": 7.072817777777778e-06, "cause": "product", "op": "stablehlo.dot_general", "type": "tensor<64x256xf32>", "file": "%s", "line": 29, "column": 12},
//>       {"kind": "all_reduce", "axes": "{\"model\"}", "group": 2, "links": "node", "held": 16384, "after": 16384, "wire_bytes": 16384, "executions": 3, "seconds": 8.036408888888889e-06, "cause": "product", "op": "stablehlo.dot_general", "type": "tensor<64x128xf32>", "file": "%s", "line": 30, "column": 12}
//>     ],
//>     "by_kind": [
//>       {"name": "all_reduce", "count": 4, "wire_bytes": 65536, "seconds": 3.2145635555555556e-05},
//>       {"name": "all_gather", "count": 2, "wire_bytes": 65536, "seconds": 1.4145635555555555e-05},
//>       {"name": "reduce_scatter", "count": 1, "wire_bytes": 32768, "seconds": 7.072817777777778e-06}
//>     ],
//>     "by_axes": [
//>       {"name": "{\"model\"}", "count": 4, "wire_bytes": 65536, "seconds": 3.2145635555555556e-05},
//>       {"name": "{\"data\"}", "count": 3, "wire_bytes": 98304, "seconds": 2.1218453333333335e-05}
//>     ],
//>     "by_links": [
//>       {"name": "node", "count": 7, "wire_bytes": 163840, "seconds": 5.336408888888889e-05}
//>     ]
//>   },
//>   "work": {
//>     "flops": 9437184,
//>     "bytes": 1015837,
//>     "seconds": 4.3319275053304906e-07,
//>     "by_kind": [
//>       {"name": "stablehlo.dot_general", "count": 9, "flops": 9437184, "bytes": 884736, "seconds": 3.772861407249467e-07},
//>       {"name": "stablehlo.subtract", "count": 1, "flops": 0, "bytes": 98304, "seconds": 4.1920682302771854e-08},
//>       {"name": "stablehlo.tanh", "count": 1, "flops": 0, "bytes": 32768, "seconds": 1.3973560767590619e-08},
//>       {"name": "stablehlo.add", "count": 3, "flops": 0, "bytes": 24, "seconds": 1.023454157782516e-11},
//>       {"name": "stablehlo.compare", "count": 1, "flops": 0, "bytes": 5, "seconds": 2.132196162046908e-12}
//>     ]
//>   },
//>   "time": {"work": 4.3319275053304906e-07, "communication": 5.336408888888889e-05, "sum": 5.379728163942194e-05, "max": 5.336408888888889e-05, "bound": "communication"}
//> }
//# RUN 3
//> 4 devices, <["data"=2, "model"=2]>, lowered by shardflow
//> memory of a device   208.02 KiB
//>   arguments          112 KiB
//>   results            48.02 KiB, of which 32 KiB reuse donated arguments
//>   temporaries        80 KiB at the peak
//>   the peak is at     stablehlo.dot_general at cost.mlir:19
//>   largest then
//>     32 KiB  64x128xf32  all_gather for stablehlo.all_gather at cost.mlir:17
//>     32 KiB  64x128xf32  stablehlo.dot_general at cost.mlir:19
//>     16 KiB  64x64xf32   all_to_all for stablehlo.all_to_all at cost.mlir:11
//> sent by a device     136 KiB, takes 23.1 us
//>   4 x  all_reduce      {"model"}  dim 1  64 KiB  13.5 us  program
//>   2 x  all_gather      {"data"}   dim 0  48 KiB   5.1 us  program
//>   1 x  reduce_scatter  {"data"}   dim 0  16 KiB   2.4 us  program
//>   1 x  all_to_all      {"data"}   dim 0   8 KiB   2.2 us  program
//> work of a device     9.437e+06 flops, 1.02 MiB of memory, takes 1.9 us
//>   9 x  stablehlo.dot_general  9.437e+06 flops  832 KiB  1.5 us
//>   1 x  stablehlo.subtract             0 flops   96 KiB  0.2 us
//>   1 x  stablehlo.all_to_all           0 flops   80 KiB  0.1 us
//>   1 x  stablehlo.tanh                 0 flops   32 KiB  0.1 us
//>   3 x  stablehlo.add                  0 flops     24 B  0.0 us
//>   1 x  stablehlo.compare              0 flops      5 B  0.0 us
//> a step takes         25.0 us if nothing overlaps, 23.1 us if all does;
//>                      communication takes longer
//# RUN 4
//! <topology>: error: it has 16 devices, and the mesh 4
// EXIT: 3
//# RUN 5
//! <topology>: error: expected h100, v5e, v5e_grid or v5p, or with a shape h100:2x8, v5e:4x4, v5p:2x2x4, not 'abacus'
// EXIT: 3
