// RUN: shardflow opt %s -split-input-file -allow-unregistered-dialect

// What is no sharding rule.

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([a, j], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, J], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_0], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_01], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_9223372036854775808], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {j=8, i=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, k=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {ij=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=x, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}, custon>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} permutation={i} reduction={j}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<[i, j]->[i, j] {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], {i, j})->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, 1], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<()->() {}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

module attributes {sdy.x = #sdy<tensor_mapping[i, a]>} {}

// -----

module attributes {sdy.x = #sdy<dim_mapping i2>} {}

//! %s:6:81: error: expecting symbol from 'i' to 'z'. Received: 'a'
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([a, j], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                 ^
//! %s:6:81: error: failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([a, j], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                 ^
//! %s:6:81: error: failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([a, j], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                 ^
//! %s:13:84: error: expecting symbol from 'i' to 'z'. Received: 'J'
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, J], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                    ^
//! %s:13:84: error: failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, J], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                    ^
//! %s:13:84: error: failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, J], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                    ^
//! %s:20:85: error: expecting integer after 'z_'. Received: 'z_'
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                     ^
//! %s:20:85: error: failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                     ^
//! %s:20:85: error: failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                     ^
//! %s:27:86: error: expecting positive integer without leading zeros. Received: '0'
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_0], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                      ^
//! %s:27:86: error: failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_0], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                      ^
//! %s:27:86: error: failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_0], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                      ^
//! %s:34:87: error: expecting positive integer without leading zeros. Received: '01'
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_01], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                       ^
//! %s:34:87: error: failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_01], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                       ^
//! %s:34:87: error: failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_01], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                       ^
//! %s:41:104: error: expecting symbol index <=2^63-1. Received: '9223372036854775808'
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, z_9223372036854775808], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                                        ^
//! %s:48:107: error: expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting factor index symbol 'i', received: 'j'
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {j=8, i=8}>} : tensor<8x8xf32>
//!                                                                                                           ^
//! %s:55:112: error: expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting factor index symbol 'j', received: 'k'
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, k=8}>} : tensor<8x8xf32>
//!                                                                                                                ^
//! %s:62:108: error: expecting single factor symbol: j
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {ij=8}>} : tensor<8x8xf32>
//!                                                                                                            ^
//! %s:69:108: error: expected integer value
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=x, j=8}>} : tensor<8x8xf32>
//!                                                                                                            ^
//! %s:76:117: error: expected 'custom'
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}, custon>} : tensor<8x8xf32>
//!                                                                                                                     ^
//! %s:83:131: error: expected '>'
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} permutation={i} reduction={j}>} : tensor<8x8xf32>
//!                                                                                                                                   ^
//! %s:90:94: error: expected '->'
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                              ^
//! %s:97:78: error: expected '('
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<[i, j]->[i, j] {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                              ^
//! %s:104:86: error: expected '['
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], {i, j})->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                      ^
//! %s:104:87: error: failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], {i, j})->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                       ^
//! %s:111:82: error: expected ']'
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, 1], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                  ^
//! %s:111:83: error: failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, 1], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//!                                                                                   ^
//! %s:118:79: error: expected '['
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<()->() {}>} : tensor<8x8xf32>
//!                                                                               ^
//! %s:118:79: error: failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`
//!   %0 = stablehlo.add %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<()->() {}>} : tensor<8x8xf32>
//!                                                                               ^
//! %s:124:52: error: expecting symbol from 'i' to 'z'. Received: 'a'
//! module attributes {sdy.x = #sdy<tensor_mapping[i, a]>} {}
//!                                                    ^
//! %s:124:52: error: failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`
//! module attributes {sdy.x = #sdy<tensor_mapping[i, a]>} {}
//!                                                    ^
//! %s:128:47: error: expecting symbol from 'i' to 'z'. Received: '2'
//! module attributes {sdy.x = #sdy<dim_mapping i2>} {}
//!                                               ^
// EXIT: 1
