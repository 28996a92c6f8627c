// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<4x2xf32>) {
    %0 = stablehlo.reshape %x : (tensor<4x2xf32>) -> tensor<8xf32>
    %1 = stablehlo.reshape %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}, {}]>]>} : (tensor<4x2xf32>) -> tensor<2x2x2xf32>
    %2 = "stablehlo.reshape"(%x) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<4x2xf32>) {
//>     %0 = stablehlo.reshape %arg0 : (tensor<4x2xf32>) -> tensor<8xf32>
//>     %1 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}, {}]>]>} : (tensor<4x2xf32>) -> tensor<2x2x2xf32>
//>     %2 = stablehlo.reshape %arg0 : (tensor<4x2xf32>) -> tensor<4x2xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<4x2xf32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x2xf32>):
//>     %0 = "stablehlo.reshape"(%arg0) : (tensor<4x2xf32>) -> tensor<8xf32>
//>     %1 = "stablehlo.reshape"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}, {}]>]>} : (tensor<4x2xf32>) -> tensor<2x2x2xf32>
//>     %2 = "stablehlo.reshape"(%arg0) : (tensor<4x2xf32>) -> tensor<4x2xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
