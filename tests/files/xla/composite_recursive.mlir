// RUN: shardflow opt %s -xla-inline-calls
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.composite "my.again" %x {decomposition = @again} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @again(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.composite "my.again" %x {decomposition = @again} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//! %s:7:8: error: recursive call graph: function @again calls itself
//!   %0 = stablehlo.composite "my.again" %x {decomposition = @again} : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
// EXIT: 1
