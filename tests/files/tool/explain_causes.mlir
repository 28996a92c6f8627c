// Axes that were lost some ops away, the two sides of a conflict with their
// priorities, and what could be asked for instead.
// RUN: shardflow explain -p %s --name result/far --spec --fix
// RUN: shardflow explain -p %s --value %4
// RUN: shardflow explain -p %s --value %2 --fix
// RUN: shardflow explain -p %s --value %7 --fix
// RUN: shardflow explain -p %s --name scale --spec --fix --format json
// RUN: shardflow explain -p %s --value %9
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(
    %arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p1, {?}p1]>} loc("batch"),
    %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}p0, {?}p0]>} loc("state"),
    %arg2: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>} loc("scale"),
    %arg3: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>} loc("w"))
    -> (tensor<8x16xf32> {jax.result_info = "result['far']"}, tensor<8x16xf32>, tensor<6x16xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<8x16xf32>
  %1 = stablehlo.abs %arg1 : tensor<8x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x16xf32>
  %3 = stablehlo.tanh %2 : tensor<8x16xf32>
  %4 = stablehlo.negate %3 : tensor<8x16xf32>
  %5 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<16xf32>) -> tensor<8x16xf32>
  %6 = stablehlo.dot_general %5, %arg3, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %7 = stablehlo.custom_call @kernel(%6) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %8 = stablehlo.exponential %7 : tensor<8x16xf32>
  %9 = stablehlo.slice %8 [0:6, 0:16] : (tensor<8x16xf32>) -> tensor<6x16xf32>
  return %4, %8, %9 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<6x16xf32>
}

//# RUN 1
//> result['far'] (result 0 of @main) : tensor<8x16xf32> in @main  at %s:10:1
//>   P('y', None)
//>
//>   dimension 0 has "y":
//>     state (%arg1) dimension 0: annotated, argument 1 of @main P('y', None)  at %s:12:5
//>     %1 dimension 0: through stablehlo.abs, factor i, operand 0 -> result 0, step 0  at %s:17:8
//>     %2 dimension 0: through stablehlo.add, factor i, operand 1 -> result 0, step 1  at %s:18:8
//>     %3 dimension 0: through stablehlo.tanh, factor i, operand 0 -> result 0, step 2  at %s:19:8
//>     %4 dimension 0: through stablehlo.negate, factor i, operand 0 -> result 0, step 3  at %s:20:8
//>     result['far'] (result 0 of @main) dimension 0: through the value that @main returns, step 4
//>
//>   why not:
//>     dimension 0, "x": lost 4 ops away, at %0  at %s:16:3
//>       "x" of batch (%arg0) dimension 0 did not come through stablehlo.abs, factor i, operand 0 -> result 0  at %s:16:8
//>       conflict: dimension 0 of %0 has "y" in its place; "y" came with priority p0, this axis has p1
//>       "y" is from state (%arg1): argument 1 of @main P('y', None)  at %s:12:5
//>     dimension 1, "x": nothing that shares the dimension has it; "y": dimension 0 has it
//>
//>   what could be asked for (tried; bytes of one device):
//>     P(('y', 'x'), None) for result['far'] (result 0 of @main)  at %s:10:1
//>       it takes 64 B (now 128 B); all collectives send 576 B (now 640 B); memory at its peak 2.52 KiB (now 2.59 KiB); 5 tensors are sharded in another way
//>     jax.lax.with_sharding_constraint(..., P(('y', 'x'), None)) of %0  at %s:16:3
//>       it takes 64 B (now 128 B); all collectives send 576 B (now 640 B); memory at its peak 2.52 KiB (now 2.59 KiB); 5 tensors are sharded in another way
//>     jax.lax.with_sharding_constraint(..., P('x', None)) of %0  at %s:16:3
//>       it takes 256 B (now 128 B); all collectives send 1.12 KiB (now 640 B); memory at its peak 3.09 KiB (now 2.59 KiB); 4 tensors are sharded in another way
//! %s:23:8: warning: custom call @kernel is unknown to SDY sharding rule registry
//!   %7 = stablehlo.custom_call @kernel(%6) : (tensor<8x16xf32>) -> tensor<8x16xf32>
//!        ^
//# RUN 2
//> %4 : tensor<8x16xf32> in @main  at %s:20:3
//>   <@mesh, [{"y", ?}, {?}]>
//>
//>   dimension 0 has "y":
//>     state (%arg1) dimension 0: annotated, argument 1 of @main <@mesh, [{"y"}p0, {?}p0]>  at %s:12:5
//>     %1 dimension 0: through stablehlo.abs, factor i, operand 0 -> result 0, step 0  at %s:17:8
//>     %2 dimension 0: through stablehlo.add, factor i, operand 1 -> result 0, step 1  at %s:18:8
//>     %3 dimension 0: through stablehlo.tanh, factor i, operand 0 -> result 0, step 2  at %s:19:8
//>     %4 dimension 0: through stablehlo.negate, factor i, operand 0 -> result 0, step 3  at %s:20:8
//>
//>   why not:
//>     dimension 0, "x": lost 3 ops away, at %0  at %s:16:3
//>       "x" of batch (%arg0) dimension 0 did not come through stablehlo.abs, factor i, operand 0 -> result 0  at %s:16:8
//>       conflict: dimension 0 of %0 has "y" in its place; "y" came with priority p0, this axis has p1
//>       "y" is from state (%arg1): argument 1 of @main <@mesh, [{"y"}p0, {?}p0]>  at %s:12:5
//>     dimension 1, "x": nothing that shares the dimension has it; "y": dimension 0 has it
//! %s:23:8: warning: custom call @kernel is unknown to SDY sharding rule registry
//!   %7 = stablehlo.custom_call @kernel(%6) : (tensor<8x16xf32>) -> tensor<8x16xf32>
//!        ^
//# RUN 3
//> %2 : tensor<8x16xf32> in @main  at %s:18:3
//>   <@mesh, [{"y", ?}, {?}]>
//>
//>   dimension 0 has "y":
//>     state (%arg1) dimension 0: annotated, argument 1 of @main <@mesh, [{"y"}p0, {?}p0]>  at %s:12:5
//>     %1 dimension 0: through stablehlo.abs, factor i, operand 0 -> result 0, step 0  at %s:17:8
//>     %2 dimension 0: through stablehlo.add, factor i, operand 1 -> result 0, step 1  at %s:18:8
//>
//>   why not:
//>     dimension 0, "x": lost 1 op away, at %0  at %s:16:3
//>       "x" of batch (%arg0) dimension 0 did not come through stablehlo.abs, factor i, operand 0 -> result 0  at %s:16:8
//>       conflict: dimension 0 of %0 has "y" in its place; "y" came with priority p0, this axis has p1
//>       "y" is from state (%arg1): argument 1 of @main <@mesh, [{"y"}p0, {?}p0]>  at %s:12:5
//>     dimension 1, "x": nothing that shares the dimension has it; "y": dimension 0 has it
//>
//>   what could be asked for (tried; bytes of one device):
//>     jax.lax.with_sharding_constraint(..., P(('y', 'x'), None)) of %2  at %s:18:3
//>       it takes 64 B (now 128 B); all collectives send 576 B (now 640 B); memory at its peak 2.52 KiB (now 2.59 KiB); 5 tensors are sharded in another way
//>     jax.lax.with_sharding_constraint(..., P(('y', 'x'), None)) of %0  at %s:16:3
//>       it takes 64 B (now 128 B); all collectives send 576 B (now 640 B); memory at its peak 2.52 KiB (now 2.59 KiB); 5 tensors are sharded in another way
//>     jax.lax.with_sharding_constraint(..., P('x', None)) of %0  at %s:16:3
//>       it takes 256 B (now 128 B); all collectives send 1.12 KiB (now 640 B); memory at its peak 3.09 KiB (now 2.59 KiB); 4 tensors are sharded in another way
//! %s:23:8: warning: custom call @kernel is unknown to SDY sharding rule registry
//!   %7 = stablehlo.custom_call @kernel(%6) : (tensor<8x16xf32>) -> tensor<8x16xf32>
//!        ^
//# RUN 4
//> %7 : tensor<8x16xf32> in @main  at %s:23:3
//>   no sharding
//>
//>   did not come:
//>     "y" of %6 dimension 1: through stablehlo.custom_call  at %s:23:8
//>       no-rule: the op has no sharding rule, nothing goes through it
//>
//>   why not:
//>     dimension 0, "x", "y": nothing that shares the dimension has it
//>     dimension 1, "x", "y": nothing that shares the dimension has it
//! %s:23:8: warning: custom call @kernel is unknown to SDY sharding rule registry
//!   %7 = stablehlo.custom_call @kernel(%6) : (tensor<8x16xf32>) -> tensor<8x16xf32>
//!        ^
//# RUN 5
//> {
//>   "version": 1,
//>   "values": [
//>     {
//>       "tensor": {
//>         "name": "%arg2",
//>         "function": "main",
//>         "place": {
//>           "file": "%s",
//>           "line": 13,
//>           "column": 5
//>         },
//>         "label": "scale"
//>       },
//>       "type": "tensor<16xf32>",
//>       "sharding": "<@mesh, [{}]>",
//>       "spec": "P(None)",
//>       "notes": [
//>         "argument 2 of @main has no axes and is closed, as P() is: it says that the tensor is whole on every device. Without it, or with open dimensions (P.UNCONSTRAINED), propagation decides"
//>       ],
//>       "axes": [],
//>       "stopped": [
//>         {
//>           "axis": "\"x\"",
//>           "dimension": 0,
//>           "reason": "closed",
//>           "text": "dimension 0 of %arg2 is closed by argument 2 of @main",
//>           "source": {
//>             "name": "%5",
//>             "function": "main",
//>             "place": {
//>               "file": "%s",
//>               "line": 21,
//>               "column": 3
//>             }
//>           },
//>           "source_dimension": 1,
//>           "op": {
//>             "name": "stablehlo.broadcast_in_dim",
//>             "place": {
//>               "file": "%s",
//>               "line": 21,
//>               "column": 8
//>             },
//>             "rule": "<([j])->([i, j]) {i=8, j=16}>",
//>             "factor": "j",
//>             "factor_type": "pass-through",
//>             "from": "result 0",
//>             "to": "operand 0"
//>           },
//>           "source_from": {
//>             "kind": "annotation",
//>             "tensor": {
//>               "name": "%arg3",
//>               "function": "main",
//>               "place": {
//>                 "file": "%s",
//>                 "line": 14,
//>                 "column": 5
//>               },
//>               "label": "w"
//>             },
//>             "dimension": 0,
//>             "annotation": "argument 3 of @main",
//>             "sharding": "<@mesh, [{\"x\"}, {\"y\"}]>",
//>             "spec": "P('x', 'y')",
//>             "user_priority": 0
//>           }
//>         }
//>       ],
//>       "absent": [
//>         {
//>           "dimension": 0,
//>           "axis": "\"x\"",
//>           "reason": "stopped",
//>           "text": "it stopped next to the value"
//>         },
//>         {
//>           "dimension": 0,
//>           "axis": "\"y\"",
//>           "reason": "closed",
//>           "text": "closed by argument 2 of @main"
//>         }
//>       ],
//>       "fixes": [
//>         {
//>           "tensor": {
//>             "name": "%arg2",
//>             "function": "main",
//>             "place": {
//>               "file": "%s",
//>               "line": 13,
//>               "column": 5
//>             },
//>             "label": "scale"
//>           },
//>           "kind": "argument",
//>           "sharding": "<@mesh, [{\"x\"}]>",
//>           "spec": "P('x')",
//>           "tensor_bytes": {
//>             "before": 64,
//>             "after": 32
//>           },
//>           "sent": {
//>             "before": 640,
//>             "after": 640
//>           },
//>           "peak": {
//>             "before": 2648,
//>             "after": 2616
//>           },
//>           "changed": 1
//>         },
//>         {
//>           "tensor": {
//>             "name": "%arg2",
//>             "function": "main",
//>             "place": {
//>               "file": "%s",
//>               "line": 13,
//>               "column": 5
//>             },
//>             "label": "scale"
//>           },
//>           "kind": "argument",
//>           "sharding": "<@mesh, [{\"y\"}]>",
//>           "spec": "P('y')",
//>           "tensor_bytes": {
//>             "before": 64,
//>             "after": 16
//>           },
//>           "sent": {
//>             "before": 640,
//>             "after": 672
//>           },
//>           "peak": {
//>             "before": 2648,
//>             "after": 2600
//>           },
//>           "changed": 1
//>         }
//>       ]
//>     }
//>   ]
//> }
//! %s:23:8: warning: custom call @kernel is unknown to SDY sharding rule registry
//!   %7 = stablehlo.custom_call @kernel(%6) : (tensor<8x16xf32>) -> tensor<8x16xf32>
//!        ^
//# RUN 6
//> %9 : tensor<6x16xf32> in @main  at %s:25:3
//>   no sharding
//>
//>   why not:
//>     dimension 0, "x", "y": nothing that shares the dimension has it
//>     dimension 1, "y": lost 2 ops away, at %7  at %s:23:3
//>       "y" of %6 dimension 1 did not come through stablehlo.custom_call  at %s:23:8
//>       no-rule: the op has no sharding rule, nothing goes through it
//>     dimension 1, "x": nothing that shares the dimension has it
//! %s:23:8: warning: custom call @kernel is unknown to SDY sharding rule registry
//!   %7 = stablehlo.custom_call @kernel(%6) : (tensor<8x16xf32>) -> tensor<8x16xf32>
//!        ^
