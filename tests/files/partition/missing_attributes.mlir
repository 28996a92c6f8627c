// An op that lacks an attribute, here under a misspelt name, is an error in what
// computes with it. As a reverse of no dimension it would just be left out.
// RUN: shardflow partition %s
// RUN: shardflow cost %s

sdy.mesh @mesh = <["x"=2]>

func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  %0 = "stablehlo.reverse"(%a) {dimesions = array<i64: 0>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

//# RUN 1
//! %s:9:8: error: 'stablehlo.reverse' op: attribute 'dimesions' is unknown; did you mean dimensions?
//!   %0 = "stablehlo.reverse"(%a) {dimesions = array<i64: 0>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//!        ^
// EXIT: 3
//# RUN 2
//! %s:9:8: error: 'stablehlo.reverse' op: attribute 'dimesions' is unknown; did you mean dimensions?
//!   %0 = "stablehlo.reverse"(%a) {dimesions = array<i64: 0>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
//!        ^
// EXIT: 3
