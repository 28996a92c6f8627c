// RUN: shardflow opt %s -allow-unregistered-dialect
// RUN: shardflow opt %s -allow-unregistered-dialect -mlir-print-op-generic

func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = "my.op"(%arg0) ({
  ^bb0(%arg1: !my.type<"a", [1]>):
    "my.end"() : () -> ()
  }) {q = #my.attr<x -> y>} : (tensor<4xf32>) -> (tensor<4xf32>, memref<2xf32>)
  return %0#0 : tensor<4xf32>
}

//# RUN 1
//> module {
//>   func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//>     %0:2 = "my.op"(%arg0) ({
//>     ^bb0(%arg1: !my.type<"a", [1]>):
//>       "my.end"() : () -> ()
//>     }) {q = #my.attr<x -> y>} : (tensor<4xf32>) -> (tensor<4xf32>, memref<2xf32>)
//>     return %0#0 : tensor<4xf32>
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "f"}> ({
//>   ^bb0(%arg0: tensor<4xf32>):
//>     %0:2 = "my.op"(%arg0) ({
//>     ^bb0(%arg1: !my.type<"a", [1]>):
//>       "my.end"() : () -> ()
//>     }) {q = #my.attr<x -> y>} : (tensor<4xf32>) -> (tensor<4xf32>, memref<2xf32>)
//>     "func.return"(%0#0) : (tensor<4xf32>) -> ()
//>   }) : () -> ()
//> }) : () -> ()
