// What the user calls values, where the program says it: in tables, in
// questions, in places.
// RUN: shardflow show -p %s
// RUN: shardflow show -p %s --spec --name "params/*/wq"
// RUN: shardflow show -p %s --name "params['a']['wq']" --format json
// RUN: shardflow show -p %s --name block/dot_general --frames=all
// RUN: shardflow show -p %s --name "result/*"
// RUN: shardflow show -p %s --name params/a/wp
// RUN: shardflow explain -p %s --name block/dot_general
// RUN: shardflow explain -p %s --name block/dot_general --line 31 --spec
// RUN: shardflow explain -p %s --name block/tanh --spec --frames=all
// RUN: shardflow explain -p %s --name params/a/wp
// RUN: shardflow explain %s --name result/loss --jax
// RUN: shardflow propagate -q %s
// RUN: shardflow propagate -q %s --debug-info never
// RUN: shardflow show -p %s --model-explorer
// RUN: shardflow explain -p %s --name dot_general
// RUN: shardflow show --as-is %s --name tanh
// RUN: shardflow explain -p examples/gpt_train_step.mlir --name result/2/loss
sdy.mesh @mesh = <["x"=2, "y"=4]>
#layer = loc("call"("/lib/site-packages/flax/linen/linear.py":99:1))
#forward = loc("jit(step)/jvp(block)/dot_general"(callsite(#layer at "model"("model.py":30:5))))
#backward = loc("jit(step)/transpose(jvp(block))/dot_general"(callsite("model"("model.py":31:9) at "step"("train.py":7:3))))
#tanh = loc("jit(step)/jvp(block)/tanh"(callsite(#layer at callsite("model"("model.py":32:5) at "step"("train.py":7:3)))))
func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>} loc("params['a']['wq']"), %arg1: tensor<8x8xf32> loc("params['b']['wq']"), %arg2: tensor<8x8xf32>) -> (tensor<8x8xf32> {jax.result_info = "result['loss']"}, tensor<8x8xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc(#forward)
  %1 = stablehlo.dot_general %0, %arg2, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc(#backward)
  %2 = stablehlo.tanh %1 : tensor<8x8xf32> loc(#tanh)
  %3 = stablehlo.abs %2 : tensor<8x8xf32>
  return %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}

//# RUN 1
//> mesh @mesh  <["x"=2, "y"=4]>  8 devices
//>
//>   arguments   tensors  whole  bytes  on a device
//>   params            2      1  512 B        320 B
//>   (no scope)        1      1  256 B        256 B
//>
//>   made by ops  tensors  whole  bytes  on a device
//>   block              2      -  512 B        256 B
//>   backward           1      -  256 B        128 B
//>   (no scope)         1      -  256 B        128 B
//>
//> @main
//>   parameter    type     shard  bytes  sharding
//>   params/a/wq  8x8xf32  4x4     64 B  [{"x"}, {"y":(1)2}]
//>   params/b/wq  8x8xf32  all    256 B  [{}, {}]
//>   %arg2        8x8xf32  all    256 B  -
//>   in all 576 B on each device, of 768 B
//>   result       type     shard  bytes  sharding
//>   result/loss  8x8xf32  4x8    128 B  [{"x"}, {}]
//>   1            8x8xf32  4x8    128 B  [{"x"}, {}]
//>   in all 256 B on each device, of 512 B
//>
//> largest tensors
//>   value                       type     shard  bytes  sharding
//>   block/dot_general           8x8xf32  4x8    128 B  [{"x"}, {}]  %0 at model.py:30
//>   backward/block/dot_general  8x8xf32  4x8    128 B  [{"x"}, {}]  %1 at model.py:31
//>   block/tanh                  8x8xf32  4x8    128 B  [{"x"}, {}]  %2 at model.py:32
//>   %3                          8x8xf32  4x8    128 B  [{"x"}, {}]  at names.mlir:29
//# RUN 2
//> params['a']['wq'] (%arg0)  tensor<8x8xf32>  %s:25
//> P('x', 'y':(1)2)
//> mesh <["x"=2, "y"=4]>
//> each device holds 4x4, 64 B of 256 B
//>
//> rows: dimension 0 over "x"
//> columns: dimension 1 over "y":(1)2
//>
//>         0:4   4:8
//>       +-----+-----+
//>   0:4 | 0,1 | 2,3 |
//>       +-----+-----+
//>   4:8 | 4,5 | 6,7 |
//>       +-----+-----+
//>
//> params['b']['wq'] (%arg1)  tensor<8x8xf32>  %s:25
//> P(None, None)
//> mesh <["x"=2, "y"=4]>
//> each device holds 8x8, 256 B of 256 B
//>
//>    +-----+
//>    | 0-7 |
//>    +-----+
//# RUN 3
//> {
//>   "format": "shardflow-show",
//>   "version": 1,
//>   "meshes": [
//>     {
//>       "name": "mesh",
//>       "mesh": "<[\"x\"=2, \"y\"=4]>",
//>       "devices": 8
//>     }
//>   ],
//>   "values": [
//>     {
//>       "name": "%arg0",
//>       "label": "params['a']['wq']",
//>       "type": "tensor<8x8xf32>",
//>       "shape": [
//>         8,
//>         8
//>       ],
//>       "local_shape": [
//>         4,
//>         4
//>       ],
//>       "bytes": 256,
//>       "local_bytes": 64,
//>       "sharding": "<@mesh, [{\"x\"}, {\"y\":(1)2}]>",
//>       "spec": "P('x', 'y':(1)2)",
//>       "at": "%s:25",
//>       "device_parts": [
//>         {
//>           "device": 0,
//>           "offsets": [
//>             0,
//>             0
//>           ],
//>           "sizes": [
//>             4,
//>             4
//>           ]
//>         },
//>         {
//>           "device": 1,
//>           "offsets": [
//>             0,
//>             0
//>           ],
//>           "sizes": [
//>             4,
//>             4
//>           ]
//>         },
//>         {
//>           "device": 2,
//>           "offsets": [
//>             0,
//>             4
//>           ],
//>           "sizes": [
//>             4,
//>             4
//>           ]
//>         },
//>         {
//>           "device": 3,
//>           "offsets": [
//>             0,
//>             4
//>           ],
//>           "sizes": [
//>             4,
//>             4
//>           ]
//>         },
//>         {
//>           "device": 4,
//>           "offsets": [
//>             4,
//>             0
//>           ],
//>           "sizes": [
//>             4,
//>             4
//>           ]
//>         },
//>         {
//>           "device": 5,
//>           "offsets": [
//>             4,
//>             0
//>           ],
//>           "sizes": [
//>             4,
//>             4
//>           ]
//>         },
//>         {
//>           "device": 6,
//>           "offsets": [
//>             4,
//>             4
//>           ],
//>           "sizes": [
//>             4,
//>             4
//>           ]
//>         },
//>         {
//>           "device": 7,
//>           "offsets": [
//>             4,
//>             4
//>           ],
//>           "sizes": [
//>             4,
//>             4
//>           ]
//>         }
//>       ]
//>     }
//>   ]
//> }
//# RUN 4
//> block/dot_general (%0)  tensor<8x8xf32>  stablehlo.dot_general  linear.py:99 < model.py:30
//> <@mesh, [{"x"}, {}]>
//> mesh <["x"=2, "y"=4]>
//> each device holds 4x8, 128 B of 256 B
//>
//> rows: dimension 0 over "x"
//>
//>       +-----+
//>   0:4 | 0-3 |
//>       +-----+
//>   4:8 | 4-7 |
//>       +-----+
//>
//> backward/block/dot_general (%1)  tensor<8x8xf32>  stablehlo.dot_general  model.py:31 < train.py:7
//> <@mesh, [{"x"}, {}]>
//> mesh <["x"=2, "y"=4]>
//> each device holds 4x8, 128 B of 256 B
//>
//> rows: dimension 0 over "x"
//>
//>       +-----+
//>   0:4 | 0-3 |
//>       +-----+
//>   4:8 | 4-7 |
//>       +-----+
//# RUN 5
//> result['loss'] (result 0 of @main)  tensor<8x8xf32>
//> <@mesh, [{"x"}, {}]>
//> mesh <["x"=2, "y"=4]>
//> each device holds 4x8, 128 B of 256 B
//>
//> rows: dimension 0 over "x"
//>
//>       +-----+
//>   0:4 | 0-3 |
//>       +-----+
//>   4:8 | 4-7 |
//>       +-----+
//# RUN 6
//! shardflow: show: there is no value params/a/wp in the program; did you mean params/a/wq or params/b/wq?
// EXIT: 3
//# RUN 7
//! %s: error: 2 values are called 'block/dot_general': give its line or its name in the text
//! model.py:30:5: note: this one is %0, 'jit(step)/jvp(block)/dot_general'
//! model.py:31:9: note: this one is %1, 'jit(step)/transpose(jvp(block))/dot_general'
// EXIT: 3
//# RUN 8
//> backward/block/dot_general (%1) : tensor<8x8xf32> in @main  at model.py:31:9
//>   P('x', None)
//>
//>   dimension 0 has "x":
//>     params['a']['wq'] (%arg0) dimension 0: annotated, argument 0 of @main P('x', 'y':(1)2)  at %s:25:24
//>     block/dot_general (%0) dimension 0: through stablehlo.dot_general, factor i, operand 0 -> result 0, step 0  at model.py:30:5
//>     backward/block/dot_general (%1) dimension 0: through stablehlo.dot_general, factor i, operand 0 -> result 0, step 1  at model.py:31:9
//>
//>   why not:
//>     dimension 0, "y": nothing that shares the dimension has it
//>     dimension 1, "x": dimension 0 has it; "y": nothing that shares the dimension has it
//# RUN 9
//> block/tanh (%2) : tensor<8x8xf32> in @main  at /lib/site-packages/flax/linen/linear.py:99:1 < model.py:32:5 < train.py:7:3
//>   P('x', None)
//>
//>   dimension 0 has "x":
//>     params['a']['wq'] (%arg0) dimension 0: annotated, argument 0 of @main P('x', 'y':(1)2)  at %s:25:24
//>     block/dot_general (%0) dimension 0: through stablehlo.dot_general, factor i, operand 0 -> result 0, step 0  at /lib/site-packages/flax/linen/linear.py:99:1 < model.py:30:5
//>     backward/block/dot_general (%1) dimension 0: through stablehlo.dot_general, factor i, operand 0 -> result 0, step 1  at model.py:31:9 < train.py:7:3
//>     block/tanh (%2) dimension 0: through stablehlo.tanh, factor i, operand 0 -> result 0, step 2  at /lib/site-packages/flax/linen/linear.py:99:1 < model.py:32:5 < train.py:7:3
//>
//>   why not:
//>     dimension 0, "y": nothing that shares the dimension has it
//>     dimension 1, "x": dimension 0 has it; "y": nothing that shares the dimension has it
//# RUN 10
//! %s: error: there is no value params/a/wp in the program; did you mean params/a/wq or params/b/wq?
// EXIT: 3
//# RUN 11
//> result['loss'] (result 0 of @main) : tensor<8x8xf32> in @main  at %s:25:1
//>   <@mesh, [{"x", ?}, {?}]>
//>
//>   dimension 0 has "x":
//>     params['a']['wq'] (%arg0) dimension 0: annotated, argument 0 of @main <@mesh, [{"x"}, {"y":(1)2}]>  at %s:25:24
//>     block/dot_general (%0) dimension 0: through stablehlo.dot_general, factor i, operand 0 -> result 0, step 0  at model.py:30:5
//>     backward/block/dot_general (%1) dimension 0: through stablehlo.dot_general, factor i, operand 0 -> result 0, step 1  at model.py:31:9
//>     block/tanh (%2) dimension 0: through stablehlo.tanh, factor i, operand 0 -> result 0, step 2  at model.py:32:5
//>     result['loss'] (result 0 of @main) dimension 0: through the value that @main returns, step 4
//>
//>   why not:
//>     dimension 0, "y": nothing that shares the dimension has it
//>     dimension 1, "x": dimension 0 has it; "y": nothing that shares the dimension has it
//# RUN 12
//> #loc3 = loc("params['a']['wq']")
//> #loc4 = loc("params['b']['wq']")
//> #loc5 = loc("%s":25:181)
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}} loc(#loc1)
//>   func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>} loc("params['a']['wq']"), %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>} loc("params['b']['wq']"), %arg2: tensor<8x8xf32> loc("%s":25:181)) -> (tensor<8x8xf32> {jax.result_info = "result['loss']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc(#loc21)
//>     %1 = stablehlo.dot_general %0, %arg2, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc(#loc22)
//>     %2 = stablehlo.tanh %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32> loc(#loc24)
//>     %3 = stablehlo.abs %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32> loc(#loc11)
//>     return %2, %3 : tensor<8x8xf32>, tensor<8x8xf32> loc(#loc12)
//>   } loc(#loc2)
//> } loc(#loc)
//> #loc = loc("%s":0:0)
//> #loc1 = loc("%s":20:1)
//> #loc2 = loc("%s":25:1)
//> #loc6 = loc("/lib/site-packages/flax/linen/linear.py":99:1)
//> #loc7 = loc("model.py":30:5)
//> #loc8 = loc("model.py":31:9)
//> #loc9 = loc("train.py":7:3)
//> #loc10 = loc("model.py":32:5)
//> #loc11 = loc("%s":29:8)
//> #loc12 = loc("%s":30:3)
//> #loc13 = loc("call"(#loc6))
//> #loc14 = loc("model"(#loc7))
//> #loc15 = loc("model"(#loc8))
//> #loc16 = loc("step"(#loc9))
//> #loc17 = loc("model"(#loc10))
//> #loc18 = loc(callsite(#loc13 at #loc14))
//> #loc19 = loc(callsite(#loc15 at #loc16))
//> #loc20 = loc(callsite(#loc17 at #loc16))
//> #loc21 = loc("jit(step)/jvp(block)/dot_general"(#loc18))
//> #loc22 = loc("jit(step)/transpose(jvp(block))/dot_general"(#loc19))
//> #loc23 = loc(callsite(#loc13 at #loc20))
//> #loc24 = loc("jit(step)/jvp(block)/tanh"(#loc23))
//# RUN 13
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<8x8xf32>) -> (tensor<8x8xf32> {jax.result_info = "result['loss']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %1 = stablehlo.dot_general %0, %arg2, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %2 = stablehlo.tanh %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
//>     %3 = stablehlo.abs %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
//>     return %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//> }
//# RUN 14
//> {
//> "label": "%s",
//> "graphs": [{"id": "%s", "nodes": [
//> {"id": "op2", "label": "dot_general", "namespace": "@main/block", "attrs": [{"key": "op", "value": "stablehlo.dot_general"}, {"key": "at", "value": "model.py:30:5"}], "incomingEdges": [{"sourceNodeId": "v0", "sourceNodeOutputId": "0", "targetNodeInputId": "0"}, {"sourceNodeId": "v1", "sourceNodeOutputId": "0", "targetNodeInputId": "1"}], "outputsMetadata": [{"id": "0", "attrs": [{"key": "type", "value": "tensor<8x8xf32>"}, {"key": "sharding", "value": "<@mesh, [{\"x\"}, {}]>"}, {"key": "local shape", "value": "4x8"}, {"key": "bytes per device", "value": "128 B"}]}], "style": {"backgroundColor": "#fdbf6f"}},
//> {"id": "op3", "label": "dot_general", "namespace": "@main/backward/block", "attrs": [{"key": "op", "value": "stablehlo.dot_general"}, {"key": "at", "value": "model.py:31:9"}], "incomingEdges": [{"sourceNodeId": "op2", "sourceNodeOutputId": "0", "targetNodeInputId": "0"}, {"sourceNodeId": "v2", "sourceNodeOutputId": "0", "targetNodeInputId": "1"}], "outputsMetadata": [{"id": "0", "attrs": [{"key": "type", "value": "tensor<8x8xf32>"}, {"key": "sharding", "value": "<@mesh, [{\"x\"}, {}]>"}, {"key": "local shape", "value": "4x8"}, {"key": "bytes per device", "value": "128 B"}]}], "style": {"backgroundColor": "#fdbf6f"}},
//> {"id": "op4", "label": "tanh", "namespace": "@main/block", "attrs": [{"key": "op", "value": "stablehlo.tanh"}, {"key": "at", "value": "model.py:32:5"}], "incomingEdges": [{"sourceNodeId": "op3", "sourceNodeOutputId": "0", "targetNodeInputId": "0"}], "outputsMetadata": [{"id": "0", "attrs": [{"key": "type", "value": "tensor<8x8xf32>"}, {"key": "sharding", "value": "<@mesh, [{\"x\"}, {}]>"}, {"key": "local shape", "value": "4x8"}, {"key": "bytes per device", "value": "128 B"}]}], "style": {"backgroundColor": "#fdbf6f"}},
//> {"id": "op5", "label": "abs", "namespace": "@main", "attrs": [{"key": "op", "value": "stablehlo.abs"}, {"key": "at", "value": "%s:29:8"}], "incomingEdges": [{"sourceNodeId": "op4", "sourceNodeOutputId": "0", "targetNodeInputId": "0"}], "outputsMetadata": [{"id": "0", "attrs": [{"key": "type", "value": "tensor<8x8xf32>"}, {"key": "sharding", "value": "<@mesh, [{\"x\"}, {}]>"}, {"key": "local shape", "value": "4x8"}, {"key": "bytes per device", "value": "128 B"}]}], "style": {"backgroundColor": "#fdbf6f"}},
//> {"id": "op6", "label": "return", "namespace": "@main", "attrs": [{"key": "op", "value": "func.return"}, {"key": "at", "value": "%s:30:3"}], "incomingEdges": [{"sourceNodeId": "op4", "sourceNodeOutputId": "0", "targetNodeInputId": "0"}, {"sourceNodeId": "op5", "sourceNodeOutputId": "0", "targetNodeInputId": "1"}], "outputsMetadata": [], "style": {"backgroundColor": "#ffffff"}},
//> {"id": "v0", "label": "wq", "namespace": "@main/params/a", "incomingEdges": [], "outputsMetadata": [{"id": "0", "attrs": [{"key": "type", "value": "tensor<8x8xf32>"}, {"key": "sharding", "value": "<@mesh, [{\"x\"}, {\"y\":(1)2}]>"}, {"key": "local shape", "value": "4x4"}, {"key": "bytes per device", "value": "64 B"}]}], "style": {"backgroundColor": "#a6cee3"}},
//> {"id": "v1", "label": "wq", "namespace": "@main/params/b", "incomingEdges": [], "outputsMetadata": [{"id": "0", "attrs": [{"key": "type", "value": "tensor<8x8xf32>"}, {"key": "sharding", "value": "<@mesh, [{}, {}]>"}, {"key": "local shape", "value": "8x8"}, {"key": "bytes per device", "value": "256 B"}]}], "style": {"backgroundColor": "#d9d9d9"}},
//> {"id": "v2", "label": "%arg2", "namespace": "@main", "incomingEdges": [], "outputsMetadata": [{"id": "0", "attrs": [{"key": "type", "value": "tensor<8x8xf32>"}, {"key": "local shape", "value": "8x8"}, {"key": "bytes per device", "value": "256 B"}]}], "style": {"backgroundColor": "#ffffff"}}
//> ]}]
//> }
//# RUN 15
//! %s: error: there is no value dot_general in the program; did you mean **/dot_general?
// EXIT: 3
//# RUN 16
//! warning: most of the program has no sharding; without --as-is, it is propagated first
//! shardflow: show: there is no value tanh in the program; did you mean **/tanh?
// EXIT: 3
//# RUN 17
//> result[2]['loss'] (result 57 of @main) : tensor<f32> in @main
//>   no sharding
//>   note: a scalar has no dimension that could be split
