// RUN: shardflow opt %s
// RUN: shardflow convert %s --to json

// The custom syntax of an op doesn't say the types of its numbers. An attribute
// of another type than the op's own (which StableHLO's verifier rejects) makes
// the op print in the generic form, so that no text turns ui64 into i64. One bit in a list
// is true or false, whatever its sign.

func.func @f(%a: tensor<4x8xf32>, %z: tensor<f32>) {
  %0 = "stablehlo.transpose"(%a) <{permutation = array<ui64: 1, 0>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %1 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %2 = "stablehlo.reverse"(%a) <{dimensions = array<si64: 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = "stablehlo.concatenate"(%a, %a) <{dimension = 0 : ui64}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %4 = "stablehlo.cholesky"(%a) <{lower = 0 : ui1}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = "stablehlo.reduce_precision"(%a) <{exponent_bits = 5 : ui32, mantissa_bits = 2 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = "stablehlo.reduce_precision"(%a) <{exponent_bits = 5 : i64, mantissa_bits = 2 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = "stablehlo.custom_call"(%a) <{call_target_name = "x", has_side_effect = 0 : ui1, api_version = 1 : ui32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %8 = "stablehlo.custom_call"(%a) <{call_target_name = "x", has_side_effect = false, api_version = 1 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

func.func private @g() attributes {a = array<ui8: 200, 1>, b = array<ui64: 18446744073709551615>, c = array<i8: -56>, d = array<si1: true, false>, e = dense<[true, false]> : tensor<2xui1>, f = -1 : si1}

//# RUN 1
//> module {
//>   func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
//>     %0 = "stablehlo.transpose"(%arg0) <{permutation = array<ui64: 1, 0>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
//>     %1 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
//>     %2 = "stablehlo.reverse"(%arg0) <{dimensions = array<si64: 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %3 = "stablehlo.concatenate"(%arg0, %arg0) <{dimension = 0 : ui64}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
//>     %4 = "stablehlo.cholesky"(%arg0) <{lower = 0 : ui1}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %5 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : ui32, mantissa_bits = 2 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %6 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i64, mantissa_bits = 2 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %7 = stablehlo.custom_call @x(%arg0) {api_version = 1 : ui32, has_side_effect = 0 : ui1} : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %8 = stablehlo.custom_call @x(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     return
//>   }
//>   func.func private @g() attributes {a = array<ui8: 200, 1>, b = array<ui64: 18446744073709551615>, c = array<i8: -56>, d = array<si1: true, false>, e = dense<[true, false]> : tensor<2xui1>, f = -1 : si1}
//> }
//# RUN 2
//> {
//>   "format": "shardflow-module",
//>   "version": 1,
//>   "ops": [
//>     {"op": "func.func", "symbol": "f", "arguments": [
//>       {"name": "%arg0", "type": "tensor<4x8xf32>"},
//>       {"name": "%arg1", "type": "tensor<f32>"}
//>     ], "body": [
//>       {"op": "stablehlo.transpose", "operands": ["%arg0"], "results": [{"name": "%0", "type": "tensor<8x4xf32>"}], "attributes": {"permutation": {"text": "array<ui64: 1, 0>"}}},
//>       {"op": "stablehlo.transpose", "operands": ["%arg0"], "results": [{"name": "%1", "type": "tensor<8x4xf32>"}], "attributes": {"permutation": {"array": [1, 0], "type": "i64"}}},
//>       {"op": "stablehlo.reverse", "operands": ["%arg0"], "results": [{"name": "%2", "type": "tensor<4x8xf32>"}], "attributes": {"dimensions": {"text": "array<si64: 1>"}}},
//>       {"op": "stablehlo.concatenate", "operands": ["%arg0", "%arg0"], "results": [{"name": "%3", "type": "tensor<8x8xf32>"}], "attributes": {"dimension": {"integer": 0, "type": "ui64"}}},
//>       {"op": "stablehlo.cholesky", "operands": ["%arg0"], "results": [{"name": "%4", "type": "tensor<4x8xf32>"}], "attributes": {"lower": {"integer": 0, "type": "ui1"}}},
//>       {"op": "stablehlo.reduce_precision", "operands": ["%arg0"], "results": [{"name": "%5", "type": "tensor<4x8xf32>"}], "attributes": {"exponent_bits": {"integer": 5, "type": "ui32"}, "mantissa_bits": {"integer": 2, "type": "i32"}}},
//>       {"op": "stablehlo.reduce_precision", "operands": ["%arg0"], "results": [{"name": "%6", "type": "tensor<4x8xf32>"}], "attributes": {"exponent_bits": 5, "mantissa_bits": {"integer": 2, "type": "i32"}}},
//>       {"op": "stablehlo.custom_call", "operands": ["%arg0"], "results": [{"name": "%7", "type": "tensor<4x8xf32>"}], "attributes": {"api_version": {"integer": 1, "type": "ui32"}, "call_target_name": "x", "has_side_effect": {"integer": 0, "type": "ui1"}}},
//>       {"op": "stablehlo.custom_call", "operands": ["%arg0"], "results": [{"name": "%8", "type": "tensor<4x8xf32>"}], "attributes": {"api_version": {"integer": 1, "type": "i32"}, "call_target_name": "x", "has_side_effect": false}},
//>       {"op": "func.return"}
//>     ]},
//>     {"op": "func.func", "symbol": "g", "visibility": "private", "attributes": {"a": {"text": "array<ui8: 200, 1>"}, "b": {"text": "array<ui64: 18446744073709551615>"}, "c": {"array": [-56], "type": "i8"}, "d": {"text": "array<si1: true, false>"}, "e": {"text": "dense<[true, false]> : tensor<2xui1>"}, "f": {"integer": -1, "type": "si1"}}}
//>   ]
//> }
