// What if somebody sharded something in another way? The question in every
// command, and before and after side by side.
// RUN: shardflow propagate -q %s --set "params/w=P(None, 'y')"
// RUN: shardflow show -p --spec %s --set "x=P('x')" --set "result/*=P('y')"
// RUN: shardflow explain -p %s --set "params/w=P(None, 'y')" --result 0
// RUN: shardflow diff -p --spec %s --set "params/w=P(None, 'y')"
// RUN: shardflow diff -p --spec %s --set "params/w=P(None, 'y')" --name "result/*" --format json
// RUN: shardflow diff -p %s --set "params/w=P()"
// RUN: shardflow check -p %s --set "params/w=P(None, 'y')" --expect "result/y=P(None, 'y')"
// RUN: shardflow show -p --spec %s --set "layer/tanh=P('x', 'y')"
// RUN: shardflow show -p --spec %s --set "arg/1=P(None, 'x':(1)2)"
// RUN: shardflow show --as-is %s --set "param/w=P()"
// RUN: shardflow show --as-is %s --set "params/w=P('z')"
// RUN: shardflow show --as-is %s --set "params/w=P('x', 'y', 'x')"
// RUN: shardflow show --as-is %s --set "params/w=P('x', 'x')"
// RUN: shardflow show --as-is %s --set "params/w"
// RUN: shardflow shwo %s
// RUN: shardflow show --as-is %s --propogate
// RUN: shardflow show --as-is %s --format jsn
// RUN: shardflow diff -p %s
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("x"), %1: tensor<8x8xf32> loc("params['w']")) -> (tensor<8x8xf32> {jax.result_info = "result['y']"}) {
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc("jit(f)/layer/dot_general"("model.py":3:1))
  %3 = stablehlo.tanh %2 : tensor<8x8xf32> loc("jit(f)/layer/tanh"("model.py":4:1))
  return %3 : tensor<8x8xf32>
}

//# RUN 1
//> #loc3 = loc("x")
//> #loc4 = loc("params['w']")
//> module {
//>   sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}} loc(#loc1)
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("x"), %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>} loc("params['w']")) -> (tensor<8x8xf32> {jax.result_info = "result['y']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc(#loc8)
//>     %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x8xf32> loc(#loc9)
//>     return %1 : tensor<8x8xf32> loc(#loc7)
//>   } loc(#loc2)
//> } loc(#loc)
//> #loc = loc("%s":0:0)
//> #loc1 = loc("%s":21:1)
//> #loc2 = loc("%s":22:1)
//> #loc5 = loc("model.py":3:1)
//> #loc6 = loc("model.py":4:1)
//> #loc7 = loc("%s":25:3)
//> #loc8 = loc("jit(f)/layer/dot_general"(#loc5))
//> #loc9 = loc("jit(f)/layer/tanh"(#loc6))
//# RUN 2
//> mesh @mesh  <["x"=4, "y"=2]>  8 devices
//>
//> @main
//>   parameter  type     shard  bytes  sharding
//>   x          8x8xf32  2x8     64 B  P('x', None)
//>   params/w   8x8xf32  all    256 B  -
//>   in all 320 B on each device, of 512 B
//>   result    type     shard  bytes  sharding
//>   result/y  8x8xf32  4x8    128 B  P('y', None)
//>   in all 128 B on each device, of 256 B
//>
//> largest tensors
//>   value              type     shard  bytes  sharding
//>   layer/dot_general  8x8xf32  4x8    128 B  P('y', None)  %2 at model.py:3
//>   layer/tanh         8x8xf32  4x8    128 B  P('y', None)  %3 at model.py:4
//# RUN 3
//> result['y'] (result 0 of @main) : tensor<8x8xf32> in @main  at %s:22:1
//>   <@mesh, [{"x", ?}, {"y", ?}]>
//>
//>   dimension 0 has "x":
//>     x (%0) dimension 0: annotated, argument 0 of @main <@mesh, [{"x"}, {}]>  at %s:22:17
//>     layer/dot_general (%2) dimension 0: through stablehlo.dot_general, factor i, operand 0 -> result 0, step 0  at model.py:3:1
//>     layer/tanh (%3) dimension 0: through stablehlo.tanh, factor i, operand 0 -> result 0, step 1  at model.py:4:1
//>     result['y'] (result 0 of @main) dimension 0: through the value that @main returns, step 2
//>
//>   dimension 1 has "y":
//>     params['w'] (%1) dimension 1: annotated, argument 1 of @main <@mesh, [{}, {"y"}]>  at %s:22:98
//>     layer/dot_general (%2) dimension 1: through stablehlo.dot_general, factor j, operand 1 -> result 0, step 0  at model.py:3:1
//>     layer/tanh (%3) dimension 1: through stablehlo.tanh, factor j, operand 0 -> result 0, step 1  at model.py:4:1
//>     result['y'] (result 0 of @main) dimension 1: through the value that @main returns, step 2
//>
//>   why not:
//>     dimension 0, "y": dimension 1 has it
//>     dimension 1, "x": dimension 0 has it
//# RUN 4
//> changed in the program
//> @main
//>   params/w (parameter 1) tensor<8x8xf32>, what_if.mlir:22
//>     - no sharding, 256 B on each device
//>     + P(None, 'y'), 128 B on each device
//> follows
//> @main
//>   layer/dot_general (%2 stablehlo.dot_general) tensor<8x8xf32>, model.py:3
//>     - P('x', None), 64 B on each device
//>     + P('x', 'y'), 32 B on each device
//>   layer/tanh (%3 stablehlo.tanh) tensor<8x8xf32>, model.py:4
//>     - P('x', None), 64 B on each device
//>     + P('x', 'y'), 32 B on each device
//>   result/y (result 0) tensor<8x8xf32>, what_if.mlir:22
//>     - P('x', None), 64 B on each device
//>     + P('x', 'y'), 32 B on each device
//> 4 of 5 shardings differ: 1 changed in the program, 3 follow
//> a device holds 224 B of arguments and results instead of 384 B
//> a device sends 0 B as before, and needs 256 B of memory at the peak instead of 448 B
// EXIT: 1
//# RUN 5
//> {
//>   "format": "shardflow-diff",
//>   "version": 1,
//>   "a": "%s",
//>   "b": "%s with --set",
//>   "matched": 1,
//>   "changed": 1,
//>   "only_a": 0,
//>   "only_b": 0,
//>   "roots": 0,
//>   "a_bytes": 64,
//>   "b_bytes": 32,
//>   "a_sent": 0,
//>   "b_sent": 0,
//>   "a_peak": 448,
//>   "b_peak": 256,
//>   "differences": [
//>     {
//>       "kind": "changed",
//>       "function": "main",
//>       "value": "result 0",
//>       "label": "result/y",
//>       "type": "tensor<8x8xf32>",
//>       "line": 22,
//>       "a": "<@mesh, [{\"x\"}, {}]>",
//>       "a_spec": "P('x', None)",
//>       "a_bytes": 64,
//>       "b": "<@mesh, [{\"x\"}, {\"y\"}]>",
//>       "b_spec": "P('x', 'y')",
//>       "b_bytes": 32
//>     }
//>   ]
//> }
// EXIT: 1
//# RUN 6
//> changed in the program
//> @main
//>   params/w (parameter 1) tensor<8x8xf32>, what_if.mlir:22
//>     - no sharding
//>     + <@mesh, [{}, {}]>
//> 1 of 5 shardings differ: 1 changed in the program, 0 follow
//> a device sends 0 B as before, and needs 448 B of memory at the peak as before
// EXIT: 1
//# RUN 7
//> result 0 result['y'] : tensor<8x8xf32>
//>   is P('x', 'y'), and has to be P(None, 'y')
//>   "x" in dimension 0 is from x
//> 1 expectation, 1 tensor compared, 1 wrong
// EXIT: 1
//# RUN 8
//> mesh @mesh  <["x"=4, "y"=2]>  8 devices
//>
//> @main
//>   parameter  type     shard  bytes  sharding
//>   x          8x8xf32  2x8     64 B  P('x', None)
//>   params/w   8x8xf32  8x4    128 B  P(None, 'y')
//>   in all 192 B on each device, of 512 B
//>   result    type     shard  bytes  sharding
//>   result/y  8x8xf32  2x4     32 B  P('x', 'y')
//>   in all 32 B on each device, of 256 B
//>
//> largest tensors
//>   value              type     shard  bytes  sharding
//>   layer/dot_general  8x8xf32  2x4     32 B  P('x', 'y')  %2 at model.py:3
//>   layer/tanh         8x8xf32  2x4     32 B  P('x', 'y')  %3 at model.py:4
//# RUN 9
//> mesh @mesh  <["x"=4, "y"=2]>  8 devices
//>
//> @main
//>   parameter  type     shard  bytes  sharding
//>   x          8x8xf32  2x8     64 B  P('x', None)
//>   params/w   8x8xf32  8x4    128 B  P(None, 'x':(1)2)
//>   in all 192 B on each device, of 512 B
//>   result    type     shard  bytes  sharding
//>   result/y  8x8xf32  2x8     64 B  P('x', None)
//>   in all 64 B on each device, of 256 B
//>
//> largest tensors
//>   value              type     shard  bytes  sharding
//>   layer/dot_general  8x8xf32  2x8     64 B  P('x', None)  %2 at model.py:3
//>   layer/tanh         8x8xf32  2x8     64 B  P('x', None)  %3 at model.py:4
//# RUN 10
//! error: --set param/w=P(): nothing has this name; did you mean params/w?
// EXIT: 3
//# RUN 11
//! error: --set params/w=P('z'): mesh @mesh has no axis 'z'; did you mean x or y?
// EXIT: 3
//# RUN 12
//! error: --set params/w=P('x', 'y', 'x'): 3 dimensions, but the tensor is tensor<8x8xf32>
// EXIT: 3
//# RUN 13
//! %s: error: argument 1 of @main - duplicate axis ref: "x"
// EXIT: 3
//# RUN 14
//! shardflow: show: --set: 'params/w' is not NAME=P(...), as in params/*/w=P('x', None)
//! Run with --help for more.
// EXIT: 2
//# RUN 15
//! shardflow: unknown command 'shwo'; did you mean show?
//! Run with --help for more.
// EXIT: 2
//# RUN 16
//! shardflow: show: '--propogate' was not expected; did you mean --propagate?
//! Run with --help for more.
// EXIT: 2
//# RUN 17
//! shardflow: show: --format: 'jsn' is not one of text, json; did you mean json?
//! Run with --help for more.
// EXIT: 2
//# RUN 18
//! shardflow: diff: a second file, --golden or --set is needed
//! Run with --help for more.
// EXIT: 2
