// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xf32>, %y: tensor<?x16xf32>, %s: tensor<f32>) {
    %0 = stablehlo.cbrt %x : tensor<8x16xf32>
    %1 = stablehlo.cbrt %y {mark = "dynamic", a = 1 : i8} : tensor<?x16xf32>
    %2 = stablehlo.cbrt %s : tensor<f32>
    %3 = stablehlo.cbrt %y : (tensor<?x16xf32>) -> tensor<8x16xf32>
    %4 = "stablehlo.cbrt"(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra, alpha} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.cbrt %0 : tensor<8x16xf32>
    %6 = stablehlo.cbrt %x {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<8x16xf32>
    %7 = stablehlo.cbrt %x {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<8x16xf32>
    %8 = "stablehlo.cbrt"(%x) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 2.500000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {note = "loose"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<?x16xf32>, %arg2: tensor<f32>) {
//>     %0 = stablehlo.cbrt %arg0 : tensor<8x16xf32>
//>     %1 = stablehlo.cbrt %arg1 {a = 1 : i8, mark = "dynamic"} : tensor<?x16xf32>
//>     %2 = stablehlo.cbrt %arg2 : tensor<f32>
//>     %3 = stablehlo.cbrt %arg1 : (tensor<?x16xf32>) -> tensor<8x16xf32>
//>     %4 = stablehlo.cbrt %arg0 {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : tensor<8x16xf32>
//>     %5 = stablehlo.cbrt %0 : tensor<8x16xf32>
//>     %6 = stablehlo.cbrt %arg0 : tensor<8x16xf32>
//>     %7 = stablehlo.cbrt %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<8x16xf32>
//>     %8 = stablehlo.cbrt %arg0 {note = "loose", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 2.500000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<8x16xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xf32>, tensor<?x16xf32>, tensor<f32>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xf32>, %arg1: tensor<?x16xf32>, %arg2: tensor<f32>):
//>     %0 = "stablehlo.cbrt"(%arg0) : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %1 = "stablehlo.cbrt"(%arg1) {a = 1 : i8, mark = "dynamic"} : (tensor<?x16xf32>) -> tensor<?x16xf32>
//>     %2 = "stablehlo.cbrt"(%arg2) : (tensor<f32>) -> tensor<f32>
//>     %3 = "stablehlo.cbrt"(%arg1) : (tensor<?x16xf32>) -> tensor<8x16xf32>
//>     %4 = "stablehlo.cbrt"(%arg0) {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %5 = "stablehlo.cbrt"(%0) : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %6 = "stablehlo.cbrt"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %7 = "stablehlo.cbrt"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %8 = "stablehlo.cbrt"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 2.500000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {note = "loose"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
