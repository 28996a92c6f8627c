// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8x16xcomplex<f32>>, %y: tensor<?x16xcomplex<f32>>, %s: tensor<complex<f32>>) {
    %0 = stablehlo.tanh %x : tensor<8x16xcomplex<f32>>
    %1 = stablehlo.tanh %y {mark = "dynamic", a = 1 : i8} : tensor<?x16xcomplex<f32>>
    %2 = stablehlo.tanh %s : tensor<complex<f32>>
    %3 = stablehlo.tanh %y : (tensor<?x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
    %4 = "stablehlo.tanh"(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra, alpha} : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
    %5 = stablehlo.tanh %0 : tensor<8x16xcomplex<f32>>
    %6 = stablehlo.tanh %x {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<8x16xcomplex<f32>>
    %7 = stablehlo.tanh %x {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<8x16xcomplex<f32>>
    %8 = "stablehlo.tanh"(%x) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 2.500000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {note = "loose"} : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8x16xcomplex<f32>>, %arg1: tensor<?x16xcomplex<f32>>, %arg2: tensor<complex<f32>>) {
//>     %0 = stablehlo.tanh %arg0 : tensor<8x16xcomplex<f32>>
//>     %1 = stablehlo.tanh %arg1 {a = 1 : i8, mark = "dynamic"} : tensor<?x16xcomplex<f32>>
//>     %2 = stablehlo.tanh %arg2 : tensor<complex<f32>>
//>     %3 = stablehlo.tanh %arg1 : (tensor<?x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
//>     %4 = stablehlo.tanh %arg0 {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : tensor<8x16xcomplex<f32>>
//>     %5 = stablehlo.tanh %0 : tensor<8x16xcomplex<f32>>
//>     %6 = stablehlo.tanh %arg0 : tensor<8x16xcomplex<f32>>
//>     %7 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<8x16xcomplex<f32>>
//>     %8 = stablehlo.tanh %arg0 {note = "loose", result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 2.500000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<8x16xcomplex<f32>>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<8x16xcomplex<f32>>, tensor<?x16xcomplex<f32>>, tensor<complex<f32>>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<8x16xcomplex<f32>>, %arg1: tensor<?x16xcomplex<f32>>, %arg2: tensor<complex<f32>>):
//>     %0 = "stablehlo.tanh"(%arg0) : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
//>     %1 = "stablehlo.tanh"(%arg1) {a = 1 : i8, mark = "dynamic"} : (tensor<?x16xcomplex<f32>>) -> tensor<?x16xcomplex<f32>>
//>     %2 = "stablehlo.tanh"(%arg2) : (tensor<complex<f32>>) -> tensor<complex<f32>>
//>     %3 = "stablehlo.tanh"(%arg1) : (tensor<?x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
//>     %4 = "stablehlo.tanh"(%arg0) {alpha, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>]>, zebra} : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
//>     %5 = "stablehlo.tanh"(%0) : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
//>     %6 = "stablehlo.tanh"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
//>     %7 = "stablehlo.tanh"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
//>     %8 = "stablehlo.tanh"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 2.500000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {note = "loose"} : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
