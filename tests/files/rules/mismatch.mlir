// RUN: shardflow opt %s -allow-unregistered-dialect -rules=tests/files/rules/mine.rules -split-input-file -verify-diagnostics -sdy-propagation-pipeline

// Sizes that don't go with the rule are errors; ops that no rule fits, and ops
// without any, are reported once for each name.
func.func @main(%a: tensor<8x4xf32>, %b: tensor<5x16xf32>) -> tensor<8x16xf32> {
  // expected-error @+1 {{rule of op 'my.matmul': factor 'k' has size 4 in dimension 1 of operand 0, but 5 in dimension 0 of operand 1 (tests/files/rules/mine.rules:2:1)}}
  %0 = "my.matmul"(%a, %b) : (tensor<8x4xf32>, tensor<5x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// -----

func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-warning @+1 {{op 'my.matmul' has no rule that fits: the rule at tests/files/rules/mine.rules:2:1 is for 2 operands, but the op has 1}}
  %0 = "my.matmul"(%a) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = "my.matmul"(%0) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  // expected-warning @+1 {{op 'my.other' is unknown to SDY sharding rule registry}}
  %2 = "my.other"(%1) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %3 = "my.other"(%2) {other = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  // expected-warning @+1 {{custom call @unheard_of is unknown to SDY sharding rule registry}}
  %4 = stablehlo.custom_call @unheard_of(%3) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %5 = stablehlo.custom_call @unheard_of(%4) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %6 = stablehlo.custom_call @my_kernel(%5) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %6 : tensor<8x4xf32>
}
