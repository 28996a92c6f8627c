// RUN: shardflow explain -p %s --value %2
// RUN: shardflow explain -p %s --value %0 --format json
// RUN: shardflow explain -p %s --arg 2
// RUN: shardflow explain -p %s --result 0
// RUN: shardflow explain -p %s --value %1 --func relu
// RUN: shardflow explain -p %s --value %9
// RUN: shardflow explain -p %s
// RUN: shardflow explain -p %s --arg 0 --result 0
// RUN: shardflow explain -p examples/mlp_train_step.mlir --value %9999
// RUN: shardflow explain -p tests/files/tool/empty.mlir --arg 0

// A layer with a constraint that takes the batch's place.
sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func private @relu(%arg0: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
  %1 = stablehlo.maximum %arg0, %0 : tensor<8x32xf32>
  return %1 : tensor<8x32xf32>
}

func.func @main(
    %x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
    %w: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
    %v: tensor<32x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = func.call @relu(%0) : (tensor<8x32xf32>) -> tensor<8x32xf32>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x8xf32>) -> tensor<8x8xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{"model"}, {}]> : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

//# RUN 1
//> %2 : tensor<8x8xf32> in @main  at %s:28:3
//>   <@mesh, [{"model"}, {}]>
//>
//>   dimension 0 has "model":
//>     %3 dimension 0: annotated, sdy.sharding_constraint <@mesh, [{"model"}, {}]>  at %s:29:3
//>     %2 dimension 0: the constraint is its sharding  at %s:29:8
//>
//>   did not come:
//>     "data" of %1 dimension 0 to dimension 0: through stablehlo.dot_general, factor i, operand 0 -> result 0  at %s:28:8
//>       conflict: dimension 0 of %2 has "model" in its place; "model" is annotated there
//>       "data" is from %x: argument 0 of @main <@mesh, [{"data"}, {}]>  at %s:23:5
//>       "model" is from %3: sdy.sharding_constraint <@mesh, [{"model"}, {}]>  at %s:29:3
//>     "model" of %1 dimension 1: through stablehlo.dot_general, factor k (reduction), operand 0 -> result 0  at %s:28:8
//>       no-factor: its factor k (reduction) is not in %2
//>     "model" of %v dimension 0: through stablehlo.dot_general, factor k (reduction), operand 1 -> result 0  at %s:28:8
//>       no-factor: its factor k (reduction) is not in %2
//>
//>   why not:
//>     dimension 1, "data": closed by sdy.sharding_constraint; "model": dimension 0 has it
//# RUN 2
//> {
//>   "version": 1,
//>   "values": [
//>     {
//>       "tensor": {
//>         "name": "%0",
//>         "function": "main",
//>         "place": {
//>           "file": "%s",
//>           "line": 26,
//>           "column": 3
//>         }
//>       },
//>       "type": "tensor<8x32xf32>",
//>       "sharding": "<@mesh, [{\"data\", ?}, {\"model\", ?}]>",
//>       "spec": "P('data', 'model')",
//>       "notes": [],
//>       "axes": [
//>         {
//>           "axis": "\"data\"",
//>           "dimension": 0,
//>           "chain": [
//>             {
//>               "kind": "annotation",
//>               "tensor": {
//>                 "name": "%x",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "%s",
//>                   "line": 23,
//>                   "column": 5
//>                 }
//>               },
//>               "dimension": 0,
//>               "annotation": "argument 0 of @main",
//>               "sharding": "<@mesh, [{\"data\"}, {}]>",
//>               "spec": "P('data', None)",
//>               "user_priority": 0
//>             },
//>             {
//>               "kind": "step",
//>               "tensor": {
//>                 "name": "%0",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "%s",
//>                   "line": 26,
//>                   "column": 3
//>                 }
//>               },
//>               "dimension": 0,
//>               "op": {
//>                 "name": "stablehlo.dot_general",
//>                 "place": {
//>                   "file": "%s",
//>                   "line": 26,
//>                   "column": 8
//>                 },
//>                 "rule": "<([i, k], [k, j])->([i, j]) {i=8, j=32, k=16} reduction={k}>",
//>                 "factor": "i",
//>                 "factor_type": "pass-through",
//>                 "from": "operand 0",
//>                 "to": "result 0"
//>               },
//>               "step": 2,
//>               "user_priority": 0,
//>               "op_priority": 3
//>             }
//>           ]
//>         },
//>         {
//>           "axis": "\"model\"",
//>           "dimension": 1,
//>           "chain": [
//>             {
//>               "kind": "annotation",
//>               "tensor": {
//>                 "name": "%w",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "%s",
//>                   "line": 24,
//>                   "column": 5
//>                 }
//>               },
//>               "dimension": 1,
//>               "annotation": "argument 1 of @main",
//>               "sharding": "<@mesh, [{}, {\"model\"}]>",
//>               "spec": "P(None, 'model')",
//>               "user_priority": 0
//>             },
//>             {
//>               "kind": "step",
//>               "tensor": {
//>                 "name": "%0",
//>                 "function": "main",
//>                 "place": {
//>                   "file": "%s",
//>                   "line": 26,
//>                   "column": 3
//>                 }
//>               },
//>               "dimension": 1,
//>               "op": {
//>                 "name": "stablehlo.dot_general",
//>                 "place": {
//>                   "file": "%s",
//>                   "line": 26,
//>                   "column": 8
//>                 },
//>                 "rule": "<([i, k], [k, j])->([i, j]) {i=8, j=32, k=16} reduction={k}>",
//>                 "factor": "j",
//>                 "factor_type": "pass-through",
//>                 "from": "operand 1",
//>                 "to": "result 0"
//>               },
//>               "step": 2,
//>               "user_priority": 0,
//>               "op_priority": 3
//>             }
//>           ]
//>         }
//>       ],
//>       "stopped": [],
//>       "absent": [
//>         {
//>           "dimension": 0,
//>           "axis": "\"model\"",
//>           "reason": "other-dimension",
//>           "text": "dimension 1 has it"
//>         },
//>         {
//>           "dimension": 1,
//>           "axis": "\"data\"",
//>           "reason": "other-dimension",
//>           "text": "dimension 0 has it"
//>         }
//>       ]
//>     }
//>   ]
//> }
//# RUN 3
//> %v : tensor<32x8xf32> in @main  at %s:25:5
//>   <@mesh, [{"model", ?}, {?}]>
//>
//>   dimension 0 has "model":
//>     %w dimension 1: annotated, argument 1 of @main <@mesh, [{}, {"model"}]>  at %s:24:5
//>     %0 dimension 1: through stablehlo.dot_general, factor j, operand 1 -> result 0, step 2  at %s:26:8
//>     %arg0 of @relu dimension 1: through sdy.named_computation<"relu"> (data flow), factor j, operand 0 -> result 0, step 3  at %s:27:8
//>     %1 of @relu dimension 1: through stablehlo.maximum, factor j, operand 0 -> result 0, step 4  at %s:18:8
//>     %1 dimension 1: through sdy.named_computation<"relu"> (data flow), factor j, operand 0 -> result 0, step 5  at %s:27:8
//>     %v dimension 0: through stablehlo.dot_general, factor k (reduction), operand 0 -> operand 1, step 6  at %s:28:8
//>
//>   why not:
//>     dimension 0, "data": nothing that shares the dimension has it
//>     dimension 1, "data": nothing that shares the dimension has it; "model": dimension 0 has it
//# RUN 4
//> result 0 of @main : tensor<8x8xf32> in @main  at %s:22:1
//>   <@mesh, [{"model", ?}, {?}]>
//>
//>   dimension 0 has "model":
//>     %3 dimension 0: annotated, sdy.sharding_constraint <@mesh, [{"model"}, {}]>  at %s:29:3
//>     result 0 of @main dimension 0: through the value that @main returns, step 1
//>
//>   why not:
//>     dimension 0, "data": lost 2 ops away, at %2  at %s:28:3
//>       "data" of %1 dimension 0 did not come through stablehlo.dot_general, factor i, operand 0 -> result 0  at %s:28:8
//>       conflict: dimension 0 of %2 has "model" in its place; "model" is annotated there
//>       "data" is from %x: argument 0 of @main <@mesh, [{"data"}, {}]>  at %s:23:5
//>       "model" is from %3: sdy.sharding_constraint <@mesh, [{"model"}, {}]>  at %s:29:3
//>     dimension 1, "data": nothing that shares the dimension has it; "model": dimension 0 has it
//# RUN 5
//> %1 : tensor<8x32xf32> in @relu  at %s:18:3
//>   <@mesh, [{"data", ?}, {"model", ?}]>
//>
//>   dimension 0 has "data":
//>     %x of @main dimension 0: annotated, argument 0 of @main <@mesh, [{"data"}, {}]>  at %s:23:5
//>     %0 of @main dimension 0: through stablehlo.dot_general, factor i, operand 0 -> result 0, step 2  at %s:26:8
//>     %arg0 dimension 0: through sdy.named_computation<"relu"> (data flow), factor i, operand 0 -> result 0, step 3  at %s:27:8
//>     %1 dimension 0: through stablehlo.maximum, factor i, operand 0 -> result 0, step 4  at %s:18:8
//>
//>   dimension 1 has "model":
//>     %w of @main dimension 1: annotated, argument 1 of @main <@mesh, [{}, {"model"}]>  at %s:24:5
//>     %0 of @main dimension 1: through stablehlo.dot_general, factor j, operand 1 -> result 0, step 2  at %s:26:8
//>     %arg0 dimension 1: through sdy.named_computation<"relu"> (data flow), factor j, operand 0 -> result 0, step 3  at %s:27:8
//>     %1 dimension 1: through stablehlo.maximum, factor j, operand 0 -> result 0, step 4  at %s:18:8
//>
//>   why not:
//>     dimension 0, "model": dimension 1 has it
//>     dimension 1, "data": dimension 0 has it
//# RUN 6
//! %s: error: there is no value %9 in the program; did you mean %x, %w or %v?
// EXIT: 3
//# RUN 7
//! shardflow: explain: exactly one of --name, --value, --arg, --result and --reshard is needed
//! Run with --help for more.
// EXIT: 2
//# RUN 8
//! shardflow: explain: exactly one of --name, --value, --arg, --result and --reshard is needed
//! Run with --help for more.
// EXIT: 2
//# RUN 9
//! examples/mlp_train_step.mlir: error: there is no value %9999 in the program; there are %arg0, %arg1, %arg2, %arg3, %arg4, %arg5 and 638 more; arguments and results by number are arg/0 to arg/29, res/0 to res/28
// EXIT: 3
//# RUN 10
//! tests/files/tool/empty.mlir: error: the program has no functions
// EXIT: 3
