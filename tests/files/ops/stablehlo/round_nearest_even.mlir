// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xf32>, %y: tensor<?x16xf32>, %s: tensor<f32>) {
    %0 = stablehlo.round_nearest_even %x : tensor<8x16xf32>
    %1 = stablehlo.round_nearest_even %y {mark = "dynamic", a = 1 : i8} : tensor<?x16xf32>
    %2 = stablehlo.round_nearest_even %s : tensor<f32>
    %3 = stablehlo.round_nearest_even %y : (tensor<?x16xf32>) -> tensor<8x16xf32>
    %4 = "stablehlo.round_nearest_even"(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra, alpha} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.round_nearest_even %0 : tensor<8x16xf32>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<?x16xf32>, %arg2: tensor<f32>) {
//>     %0 = stablehlo.round_nearest_even %arg0 : tensor<8x16xf32>
//>     %1 = stablehlo.round_nearest_even %arg1 {a = 1 : i8, mark = "dynamic"} : tensor<?x16xf32>
//>     %2 = stablehlo.round_nearest_even %arg2 : tensor<f32>
//>     %3 = stablehlo.round_nearest_even %arg1 : (tensor<?x16xf32>) -> tensor<8x16xf32>
//>     %4 = stablehlo.round_nearest_even %arg0 {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : tensor<8x16xf32>
//>     %5 = stablehlo.round_nearest_even %0 : tensor<8x16xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xf32>, tensor<?x16xf32>, tensor<f32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xf32>, %arg1: tensor<?x16xf32>, %arg2: tensor<f32>):
//>     %0 = "stablehlo.round_nearest_even"(%arg0) : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %1 = "stablehlo.round_nearest_even"(%arg1) {a = 1 : i8, mark = "dynamic"} : (tensor<?x16xf32>) -> tensor<?x16xf32>
//>     %2 = "stablehlo.round_nearest_even"(%arg2) : (tensor<f32>) -> tensor<f32>
//>     %3 = "stablehlo.round_nearest_even"(%arg1) : (tensor<?x16xf32>) -> tensor<8x16xf32>
//>     %4 = "stablehlo.round_nearest_even"(%arg0) {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %5 = "stablehlo.round_nearest_even"(%0) : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
