// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<4x8xf32>, %t: !stablehlo.token) {
    %0:2 = stablehlo.optimization_barrier %x, %t : tensor<4x8xf32>, !stablehlo.token
    %1 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} %x : tensor<4x8xf32>
    stablehlo.optimization_barrier ()
    stablehlo.optimization_barrier {nothing} ()
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: !stablehlo.token) {
//>     %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<4x8xf32>, !stablehlo.token
//>     %1 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} %arg0 : tensor<4x8xf32>
//>     stablehlo.optimization_barrier()
//>     stablehlo.optimization_barrier {nothing}()
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<4x8xf32>, !stablehlo.token) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: !stablehlo.token):
//>     %0:2 = "stablehlo.optimization_barrier"(%arg0, %arg1) : (tensor<4x8xf32>, !stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
//>     %1 = "stablehlo.optimization_barrier"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     "stablehlo.optimization_barrier"() : () -> ()
//>     "stablehlo.optimization_barrier"() {nothing} : () -> ()
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
