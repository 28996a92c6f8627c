// Several functions, and none is @main.
// RUN: shardflow propagate -q %s
// RUN: shardflow opt %s -sdy-propagate-to-func-results
// RUN: shardflow opt %s -sdy-remove-sub-axes-in-input-output-shardings
func.func @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
func.func @g(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}

//# RUN 1
//! %s: error: Failed to lookup function: main
// EXIT: 3
//# RUN 2
//! %s: error: there are several functions and none is @main
// EXIT: 1
//# RUN 3
//! %s: error: there are several functions and none is @main
// EXIT: 1
