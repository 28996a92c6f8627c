// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<4x8xf32>, %d: tensor<?x8xf32>) {
    %0 = chlo.atan %x : tensor<4x8xf32> -> tensor<4x8xf32>
    %1 = chlo.atan %d {k = 1 : i64} : tensor<?x8xf32> -> tensor<4x8xf32>
    %2 = "chlo.atan"(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<?x8xf32>) {
//>     %0 = chlo.atan %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
//>     %1 = chlo.atan %arg1 {k = 1 : i64} : tensor<?x8xf32> -> tensor<4x8xf32>
//>     %2 = chlo.atan %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<4x8xf32> -> tensor<4x8xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<?x8xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<?x8xf32>):
//>     %0 = "chlo.atan"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %1 = "chlo.atan"(%arg1) {k = 1 : i64} : (tensor<?x8xf32>) -> tensor<4x8xf32>
//>     %2 = "chlo.atan"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
