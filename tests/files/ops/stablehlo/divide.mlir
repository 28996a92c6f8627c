// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xf32>, %y: tensor<?x16xf32>, %s: tensor<f32>) {
    %0 = stablehlo.divide %x, %x : tensor<8x16xf32>
    %1 = stablehlo.divide %y, %y {note = [1, "two", 3.000000e+00 : f64]} : tensor<?x16xf32>
    %2 = stablehlo.divide %x, %y : (tensor<8x16xf32>, tensor<?x16xf32>) -> tensor<8x16xf32>
    %3 = "stablehlo.divide"(%s, %s) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %4 = "stablehlo.divide"(%x, %0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>, last = unit} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<?x16xf32>, %arg2: tensor<f32>) {
//>     %0 = stablehlo.divide %arg0, %arg0 : tensor<8x16xf32>
//>     %1 = stablehlo.divide %arg1, %arg1 {note = [1, "two", 3.000000e+00]} : tensor<?x16xf32>
//>     %2 = stablehlo.divide %arg0, %arg1 : (tensor<8x16xf32>, tensor<?x16xf32>) -> tensor<8x16xf32>
//>     %3 = stablehlo.divide %arg2, %arg2 : tensor<f32>
//>     %4 = stablehlo.divide %arg0, %0 {last, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : tensor<8x16xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xf32>, tensor<?x16xf32>, tensor<f32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xf32>, %arg1: tensor<?x16xf32>, %arg2: tensor<f32>):
//>     %0 = "stablehlo.divide"(%arg0, %arg0) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %1 = "stablehlo.divide"(%arg1, %arg1) {note = [1, "two", 3.000000e+00]} : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
//>     %2 = "stablehlo.divide"(%arg0, %arg1) : (tensor<8x16xf32>, tensor<?x16xf32>) -> tensor<8x16xf32>
//>     %3 = "stablehlo.divide"(%arg2, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
//>     %4 = "stablehlo.divide"(%arg0, %0) {last, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
