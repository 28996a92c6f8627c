// Ops without a rule first; equal ones are one row.
// RUN: shardflow rules %s
// RUN: shardflow rules %s --check -q
// RUN: shardflow rules %s --check -q --extra-rules
// RUN: shardflow rules %s --all -q --format jsonl
// RUN: shardflow rules %s -q --format json
// RUN: shardflow rules tests/files/tool/diff.mlir --check
func.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<16x4xf32>, %arg2: tensor<f32>) -> tensor<8x4xf32> {
  %0 = chlo.erf %arg0 : tensor<8x16xf32> -> tensor<8x16xf32>
  %1 = stablehlo.custom_call @mine(%0) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.custom_call @mine(%1) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %3 = stablehlo.add %2, %2 : tensor<8x16xf32>
  %4 = stablehlo.add %3, %3 : tensor<8x16xf32>
  %5 = stablehlo.add %arg2, %arg2 : tensor<f32>
  %6 = stablehlo.dot_general %4, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  return %6 : tensor<8x4xf32>
}

//# RUN 1
//>   line   op                           rule
//>   9      chlo.erf                     none: (tensor<8x16xf32>) -> tensor<8x16xf32>
//>   10,11  stablehlo.custom_call @mine  none: (tensor<8x16xf32>) -> tensor<8x16xf32>
//>   12,13  stablehlo.add                ([i, j], [i, j])->([i, j]) {i=8, j=16}
//>   15     stablehlo.dot_general        ([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}
//! %s:9:8: warning: op 'chlo.erf' is unknown to SDY sharding rule registry
//!   %0 = chlo.erf %arg0 : tensor<8x16xf32> -> tensor<8x16xf32>
//!        ^
//! %s:10:8: warning: custom call @mine is unknown to SDY sharding rule registry
//!   %1 = stablehlo.custom_call @mine(%0) : (tensor<8x16xf32>) -> tensor<8x16xf32>
//!        ^
//# RUN 2
//>   line   op                           rule
//>   9      chlo.erf                     none: (tensor<8x16xf32>) -> tensor<8x16xf32>
//>   10,11  stablehlo.custom_call @mine  none: (tensor<8x16xf32>) -> tensor<8x16xf32>
//>   12,13  stablehlo.add                ([i, j], [i, j])->([i, j]) {i=8, j=16}
//>   15     stablehlo.dot_general        ([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}
// EXIT: 1
//# RUN 3
//>   line   op                           rule
//>   10,11  stablehlo.custom_call @mine  none: (tensor<8x16xf32>) -> tensor<8x16xf32>
//>   9      chlo.erf                     ([i, j])->([i, j]) {i=8, j=16}
//>   12,13  stablehlo.add                ([i, j], [i, j])->([i, j]) {i=8, j=16}
//>   15     stablehlo.dot_general        ([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}
// EXIT: 1
//# RUN 4
//> {"op":"chlo.erf","rule":null,"types":"(tensor<8x16xf32>) -> tensor<8x16xf32>","lines":[9]}
//> {"op":"stablehlo.custom_call @mine","rule":null,"types":"(tensor<8x16xf32>) -> tensor<8x16xf32>","lines":[10]}
//> {"op":"stablehlo.custom_call @mine","rule":null,"types":"(tensor<8x16xf32>) -> tensor<8x16xf32>","lines":[11]}
//> {"op":"stablehlo.add","rule":"([i, j], [i, j])->([i, j]) {i=8, j=16}","lines":[12]}
//> {"op":"stablehlo.add","rule":"([i, j], [i, j])->([i, j]) {i=8, j=16}","lines":[13]}
//> {"op":"stablehlo.add","rule":"([], [])->([])","lines":[14]}
//> {"op":"stablehlo.dot_general","rule":"([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}","lines":[15]}
//# RUN 5
//> {
//>   "format": "shardflow-rules",
//>   "version": 1,
//>   "ops": [
//>     {
//>       "op": "chlo.erf",
//>       "rule": null,
//>       "types": "(tensor<8x16xf32>) -> tensor<8x16xf32>",
//>       "lines": [
//>         9
//>       ]
//>     },
//>     {
//>       "op": "stablehlo.custom_call @mine",
//>       "rule": null,
//>       "types": "(tensor<8x16xf32>) -> tensor<8x16xf32>",
//>       "lines": [
//>         10,
//>         11
//>       ]
//>     },
//>     {
//>       "op": "stablehlo.add",
//>       "rule": "([i, j], [i, j])->([i, j]) {i=8, j=16}",
//>       "lines": [
//>         12,
//>         13
//>       ]
//>     },
//>     {
//>       "op": "stablehlo.dot_general",
//>       "rule": "([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}",
//>       "lines": [
//>         15
//>       ]
//>     }
//>   ]
//> }
//# RUN 6
//>   line  op              rule
//>   23    stablehlo.tanh  ([i, j])->([i, j]) {i=8, j=8}
//>   25    stablehlo.add   ([i, j], [i, j])->([i, j]) {i=8, j=8}
