// RUN: shardflow opt %s 
// RUN: shardflow opt %s -mlir-print-op-generic

func.func @f() -> tensor<2xi32> {
  %c = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
  %c_0 = stablehlo.constant dense<true> : tensor<i1>
  %cst = stablehlo.constant dense<[[1.0, 2.5e-7], [0x7F800000, -0.0]]> : tensor<2x2xf32>
  %cst_1 = stablehlo.constant dense<(1.0, -2.0)> : tensor<complex<f32>>
  %cst_2 = stablehlo.constant dense<"0x0000803F000000400000404000008040"> : tensor<4xf32>
  %cst_3 = stablehlo.constant dense<> : tensor<0x4xbf16>
  return %c : tensor<2xi32> loc("x.py":3:1)
}

//# RUN 1
//> module {
//>   func.func @f() -> tensor<2xi32> {
//>     %c = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
//>     %c_0 = stablehlo.constant dense<true> : tensor<i1>
//>     %cst = stablehlo.constant dense<[[1.000000e+00, 2.500000e-07], [0x7F800000, -0.000000e+00]]> : tensor<2x2xf32>
//>     %cst_1 = stablehlo.constant dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f32>>
//>     %cst_2 = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
//>     %cst_3 = stablehlo.constant dense<> : tensor<0x4xbf16>
//>     return %c : tensor<2xi32>
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = () -> tensor<2xi32>, sym_name = "f"}> ({
//>     %0 = "stablehlo.constant"() <{value = dense<[1, -2]> : tensor<2xi32>}> : () -> tensor<2xi32>
//>     %1 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
//>     %2 = "stablehlo.constant"() <{value = dense<[[1.000000e+00, 2.500000e-07], [0x7F800000, -0.000000e+00]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
//>     %3 = "stablehlo.constant"() <{value = dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
//>     %4 = "stablehlo.constant"() <{value = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>}> : () -> tensor<4xf32>
//>     %5 = "stablehlo.constant"() <{value = dense<> : tensor<0x4xbf16>}> : () -> tensor<0x4xbf16>
//>     "func.return"(%0) : (tensor<2xi32>) -> ()
//>   }) : () -> ()
//> }) : () -> ()
