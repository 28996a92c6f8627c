// Whether an op that nobody knows is a symbol table makes no difference if there are no
// symbols in it. (MLIR rejects all such ops that have one region.)
// RUN: shardflow opt %s -allow-unregistered-dialect -symbol-dce
// RUN: shardflow opt %s -allow-unregistered-dialect -sdy-propagation-pipeline

func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "my.block"(%arg0) ({
  ^bb0(%a: tensor<4xf32>):
    %1 = func.call @named_in_a_region(%a) : (tensor<4xf32>) -> tensor<4xf32>
    "my.yield"(%1) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @named_in_a_region(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func private @dead()

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//>     %0 = "my.block"(%arg0) ({
//>     ^bb0(%arg1: tensor<4xf32>):
//>       %1 = func.call @named_in_a_region(%arg1) : (tensor<4xf32>) -> tensor<4xf32>
//>       "my.yield"(%1) : (tensor<4xf32>) -> ()
//>     }) : (tensor<4xf32>) -> tensor<4xf32>
//>     return %0 : tensor<4xf32>
//>   }
//>   func.func private @named_in_a_region(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//>     return %arg0 : tensor<4xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//>     %0 = "my.block"(%arg0) ({
//>     ^bb0(%arg1: tensor<4xf32>):
//>       %1 = func.call @named_in_a_region(%arg1) : (tensor<4xf32>) -> tensor<4xf32>
//>       "my.yield"(%1) : (tensor<4xf32>) -> ()
//>     }) : (tensor<4xf32>) -> tensor<4xf32>
//>     return %0 : tensor<4xf32>
//>   }
//>   func.func private @named_in_a_region(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//>     return %arg0 : tensor<4xf32>
//>   }
//> }
//! %s:7:8: warning: op 'my.block' is unknown to SDY sharding rule registry
//!   %0 = "my.block"(%arg0) ({
//!        ^
//! %s:10:5: warning: op 'my.yield' is unknown to SDY sharding rule registry
//!     "my.yield"(%1) : (tensor<4xf32>) -> ()
//!     ^
