// Functions that call each other in a circle. Shardy ends the process.
// RUN: shardflow opt %s -sdy-propagation-pipeline

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//! %s:9:8: error: recursive call graph: function @f calls itself through others
//!   %0 = call @g(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
//! %s:9:8: note: call of @g
//!   %0 = call @g(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
//! %s:13:8: note: call of @f
//!   %0 = call @f(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
//!        ^
// EXIT: 1
