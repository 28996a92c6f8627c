// What reads a barrier's result runs after all of its operands, and nothing is
// fused across it: the second product, which is returned first, comes after the
// first one, and the sum is in memory.
// RUN: shardflow cost --as-is --curve --format json %s

module {
  func.func @main(%x: tensor<64x256xf32>, %a: tensor<256x256xf32>, %b: tensor<256x512xf32>) -> (tensor<64x512xf32>, tensor<64x256xf32>) {
    %sum = stablehlo.add %x, %x : tensor<64x256xf32>
    %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
    %1:2 = stablehlo.optimization_barrier %sum, %0 : tensor<64x256xf32>, tensor<64x256xf32>
    %2 = stablehlo.dot_general %1#0, %b, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x512xf32>) -> tensor<64x512xf32>
    %3 = stablehlo.negate %1#0 : tensor<64x256xf32>
    return %2, %3 : tensor<64x512xf32>, tensor<64x256xf32>
  }
}

//> {
//>   "format": "shardflow-cost",
//>   "version": 1,
//>   "lowering": "xla",
//>   "mesh": "<[]>",
//>   "devices": 1,
//>   "memory": {
//>     "arguments": 851968,
//>     "results": 196624,
//>     "aliased": 0,
//>     "temporaries": 131072,
//>     "peak": 1179664,
//>     "peak_at": {"op": "stablehlo.dot_general", "type": "tensor<64x256xf32>", "file": "%s", "line": 9, "column": 10},
//>     "largest": [
//>       {"bytes": 65536, "op": "stablehlo.add", "type": "tensor<64x256xf32>", "file": "%s", "line": 8, "column": 12},
//>       {"bytes": 65536, "op": "stablehlo.dot_general", "type": "tensor<64x256xf32>", "file": "%s", "line": 9, "column": 10}
//>     ],
//>     "curve": [
//>       {"bytes": 65536, "op": "stablehlo.add", "type": "tensor<64x256xf32>", "file": "%s", "line": 8, "column": 12},
//>       {"bytes": 131072, "op": "stablehlo.dot_general", "type": "tensor<64x256xf32>", "file": "%s", "line": 9, "column": 10},
//>       {"bytes": 131072, "op": "stablehlo.optimization_barrier", "file": "%s", "line": 10, "column": 12},
//>       {"bytes": 65536, "op": "stablehlo.dot_general", "type": "tensor<64x512xf32>", "file": "%s", "line": 11, "column": 10},
//>       {"bytes": 65536, "op": "stablehlo.negate", "type": "tensor<64x256xf32>", "file": "%s", "line": 12, "column": 10}
//>     ]
//>   },
//>   "communication": {
//>     "wire_bytes": 0,
//>     "collectives": [],
//>     "by_kind": [],
//>     "by_axes": []
//>   },
//>   "work": {
//>     "flops": 25165824,
//>     "bytes": 1376256,
//>     "by_kind": [
//>       {"name": "stablehlo.dot_general", "count": 2, "flops": 25165824, "bytes": 1114112},
//>       {"name": "stablehlo.add", "count": 1, "flops": 0, "bytes": 131072},
//>       {"name": "stablehlo.negate", "count": 1, "flops": 0, "bytes": 131072}
//>     ]
//>   }
//> }
