// RUN: shardflow opt %s -split-input-file -allow-unregistered-dialect

// What a sharding rule may not say.

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j], [i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j, k]) {i=8, j=8, k=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jj], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_3], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk], [i, j])->([i, j]) {i=8, j=8, k=1}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, ], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8, k=2}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} reduction={j}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} reduction={k} need_replication={k}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} need_replication={k} permutation={k}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} need_replication={k, j}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} need_replication={k, k}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} permutation={l}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} blocked_propagation={l}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} blocked_propagation={k, j}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<?x8xf32>, %arg1: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @foo(%arg0) {sdy.sharding_rule = 1 : i32} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @main(%arg0: tensor<8xf32>) {
  stablehlo.custom_call @foo(%arg0) {has_side_effect = true, sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([]) {i=8}>} : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk], [i, jk])->([i, jk]) {i=?, j=?, k=2}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

//! %s:6:8: error: 'stablehlo.add' op number of operands and mappings must match: 2 != 1
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!        ^
//! %s:13:8: error: 'stablehlo.add' op number of results and mappings must match: 1 != 2
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j], [i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!        ^
//! %s:20:8: error: 'stablehlo.add' op operand 0 - mapping rank must match: 1 != 2
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!        ^
//! %s:27:8: error: 'stablehlo.add' op result - mapping rank must match: 3 != 2
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j, k]) {i=8, j=8, k=8}>} : tensor<8x8xf32>
//!        ^
//! %s:34:8: error: 'stablehlo.add' op operand 0 - cannot reuse factors for the same tensor value
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!        ^
//! %s:41:8: error: 'stablehlo.add' op operand 0 - cannot reuse factors for the same tensor value
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jj], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!        ^
//! %s:48:8: error: 'stablehlo.add' op operand 0 - expecting factor indices to be within 0<=...<num_factors; received: 2, num_factors: 2
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!        ^
//! %s:55:8: error: 'stablehlo.add' op operand 0 - expecting factor indices to be within 0<=...<num_factors; received: 20, num_factors: 2
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_3], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!        ^
//! %s:62:8: error: 'stablehlo.add' op operand 0 - dim mapping can't have a factor of size 1 if there are multiple factors
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk], [i, j])->([i, j]) {i=8, j=8, k=1}>} : tensor<8x8xf32>
//!        ^
//! %s:69:8: error: 'stablehlo.add' op operand 0 - dim mapping must have at least one factor
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, ], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!        ^
//! %s:76:8: error: 'stablehlo.add' op has factor k=2 that isn't used in operand and result mappings
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8, k=2}>} : tensor<8x8xf32>
//!        ^
//! %s:83:8: error: 'stablehlo.add' op reduction factor cannot be in result mappings
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} reduction={j}>} : tensor<8x8xf32>
//!        ^
//! %s:90:8: error: 'stablehlo.add' op a factor can only be in one of the reduction, need replication, or permutation factor sets
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} reduction={k} need_replication={k}>} : tensor<8x8xf32>
//!        ^
//! %s:97:8: error: 'stablehlo.add' op a factor can only be in one of the reduction, need replication, or permutation factor sets
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} need_replication={k} permutation={k}>} : tensor<8x8xf32>
//!        ^
//! %s:104:8: error: 'stablehlo.add' op indices of special factors must be sorted
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} need_replication={k, j}>} : tensor<8x8xf32>
//!        ^
//! %s:111:8: error: 'stablehlo.add' op indices of special factors must be unique
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} need_replication={k, k}>} : tensor<8x8xf32>
//!        ^
//! %s:118:8: error: 'stablehlo.add' op index must be less than 3, got: 3
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} permutation={l}>} : tensor<8x8xf32>
//!        ^
//! %s:125:8: error: 'stablehlo.add' op index must be less than 3, got: 3
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} blocked_propagation={l}>} : tensor<8x8xf32>
//!        ^
//! %s:132:8: error: 'stablehlo.add' op indices of special factors must be sorted
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [i, k])->([i, j]) {i=8, j=8, k=8} blocked_propagation={k, j}>} : tensor<8x8xf32>
//!        ^
//! %s:139:8: error: 'stablehlo.add' op operand 0 - expected a ranked tensor with a static shape. type: 'tensor<?x8xf32>'
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : tensor<?x8xf32>
//!        ^
//! %s:146:8: error: 'stablehlo.custom_call' op should have a sharding rule attribute of type OpShardingRuleAttr for attr named 'sdy.sharding_rule'
//!   %0 = stablehlo.custom_call @foo(%arg0) {sdy.sharding_rule = 1 : i32} : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
//! %s:153:3: error: 'stablehlo.custom_call' op number of results and mappings must match: 0 != 1
//!   stablehlo.custom_call @foo(%arg0) {has_side_effect = true, sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([]) {i=8}>} : (tensor<8xf32>) -> ()
//!   ^
//! %s:160:8: error: 'stablehlo.add' op operand 0 - dim mapping can't have a factor of unknown size if there are multiple factors
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk], [i, jk])->([i, jk]) {i=?, j=?, k=2}>} : tensor<8x8xf32>
//!        ^
// EXIT: 1
