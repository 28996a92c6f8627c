// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xf64>, %y: tensor<?x16xf64>, %s: tensor<f64>) {
    %0 = stablehlo.log_plus_one %x : tensor<8x16xf64>
    %1 = stablehlo.log_plus_one %y {mark = "dynamic", a = 1 : i8} : tensor<?x16xf64>
    %2 = stablehlo.log_plus_one %s : tensor<f64>
    %3 = stablehlo.log_plus_one %y : (tensor<?x16xf64>) -> tensor<8x16xf64>
    %4 = "stablehlo.log_plus_one"(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra, alpha} : (tensor<8x16xf64>) -> tensor<8x16xf64>
    %5 = stablehlo.log_plus_one %0 : tensor<8x16xf64>
    %6 = stablehlo.log_plus_one %x {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<8x16xf64>
    %7 = stablehlo.log_plus_one %x {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<8x16xf64>
    %8 = "stablehlo.log_plus_one"(%x) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 2.500000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {note = "loose"} : (tensor<8x16xf64>) -> tensor<8x16xf64>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xf64>, %arg1: tensor<?x16xf64>, %arg2: tensor<f64>) {
//>     %0 = stablehlo.log_plus_one %arg0 : tensor<8x16xf64>
//>     %1 = stablehlo.log_plus_one %arg1 {a = 1 : i8, mark = "dynamic"} : tensor<?x16xf64>
//>     %2 = stablehlo.log_plus_one %arg2 : tensor<f64>
//>     %3 = stablehlo.log_plus_one %arg1 : (tensor<?x16xf64>) -> tensor<8x16xf64>
//>     %4 = stablehlo.log_plus_one %arg0 {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : tensor<8x16xf64>
//>     %5 = stablehlo.log_plus_one %0 : tensor<8x16xf64>
//>     %6 = stablehlo.log_plus_one %arg0 : tensor<8x16xf64>
//>     %7 = stablehlo.log_plus_one %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<8x16xf64>
//>     %8 = stablehlo.log_plus_one %arg0 {note = "loose", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 2.500000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<8x16xf64>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xf64>, tensor<?x16xf64>, tensor<f64>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xf64>, %arg1: tensor<?x16xf64>, %arg2: tensor<f64>):
//>     %0 = "stablehlo.log_plus_one"(%arg0) : (tensor<8x16xf64>) -> tensor<8x16xf64>
//>     %1 = "stablehlo.log_plus_one"(%arg1) {a = 1 : i8, mark = "dynamic"} : (tensor<?x16xf64>) -> tensor<?x16xf64>
//>     %2 = "stablehlo.log_plus_one"(%arg2) : (tensor<f64>) -> tensor<f64>
//>     %3 = "stablehlo.log_plus_one"(%arg1) : (tensor<?x16xf64>) -> tensor<8x16xf64>
//>     %4 = "stablehlo.log_plus_one"(%arg0) {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : (tensor<8x16xf64>) -> tensor<8x16xf64>
//>     %5 = "stablehlo.log_plus_one"(%0) : (tensor<8x16xf64>) -> tensor<8x16xf64>
//>     %6 = "stablehlo.log_plus_one"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<8x16xf64>) -> tensor<8x16xf64>
//>     %7 = "stablehlo.log_plus_one"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<8x16xf64>) -> tensor<8x16xf64>
//>     %8 = "stablehlo.log_plus_one"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 2.500000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {note = "loose"} : (tensor<8x16xf64>) -> tensor<8x16xf64>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
