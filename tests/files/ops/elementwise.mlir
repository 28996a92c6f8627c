// RUN: shardflow opt %s 
// RUN: shardflow opt %s -mlir-print-op-generic

func.func @unary(%arg0: tensor<4x8xf32>) -> tensor<4x8xbf16> {
  %0 = stablehlo.abs %arg0 : tensor<4x8xf32>
  %1 = stablehlo.exponential %0 : tensor<4x8xf32>
  %2 = stablehlo.tanh %1 {note = "kept"} : tensor<4x8xf32>
  %3 = stablehlo.convert %2 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  return %3 : tensor<4x8xbf16>
}
func.func @binary(%arg0: tensor<?x8xi32>, %arg1: tensor<?x8xi32>) -> tensor<?x8xi1> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<?x8xi32>
  %1 = stablehlo.shift_right_logical %0, %arg1 : tensor<?x8xi32>
  %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<?x8xi32>, tensor<?x8xi32>) -> tensor<?x8xi1>
  return %2 : tensor<?x8xi1>
}
func.func @more(%arg0: tensor<i1>, %arg1: tensor<2xf64>, %arg2: tensor<f64>) -> (tensor<2xf64>, tensor<2xcomplex<f64>>) {
  %0 = stablehlo.select %arg0, %arg1, %arg1 : tensor<i1>, tensor<2xf64>
  %1 = stablehlo.clamp %arg2, %0, %arg2 : (tensor<f64>, tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %2 = stablehlo.complex %1, %0 : tensor<2xcomplex<f64>>
  %3 = stablehlo.reduce_precision %1, format = e5m10 : tensor<2xf64>
  return %3, %2 : tensor<2xf64>, tensor<2xcomplex<f64>>
}

//# RUN 1
//> module {
//>   func.func @unary(%arg0: tensor<4x8xf32>) -> tensor<4x8xbf16> {
//>     %0 = stablehlo.abs %arg0 : tensor<4x8xf32>
//>     %1 = stablehlo.exponential %0 : tensor<4x8xf32>
//>     %2 = stablehlo.tanh %1 {note = "kept"} : tensor<4x8xf32>
//>     %3 = stablehlo.convert %2 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
//>     return %3 : tensor<4x8xbf16>
//>   }
//>   func.func @binary(%arg0: tensor<?x8xi32>, %arg1: tensor<?x8xi32>) -> tensor<?x8xi1> {
//>     %0 = stablehlo.add %arg0, %arg1 : tensor<?x8xi32>
//>     %1 = stablehlo.shift_right_logical %0, %arg1 : tensor<?x8xi32>
//>     %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<?x8xi32>, tensor<?x8xi32>) -> tensor<?x8xi1>
//>     return %2 : tensor<?x8xi1>
//>   }
//>   func.func @more(%arg0: tensor<i1>, %arg1: tensor<2xf64>, %arg2: tensor<f64>) -> (tensor<2xf64>, tensor<2xcomplex<f64>>) {
//>     %0 = stablehlo.select %arg0, %arg1, %arg1 : tensor<i1>, tensor<2xf64>
//>     %1 = stablehlo.clamp %arg2, %0, %arg2 : (tensor<f64>, tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
//>     %2 = stablehlo.complex %1, %0 : tensor<2xcomplex<f64>>
//>     %3 = stablehlo.reduce_precision %1, format = e5m10 : tensor<2xf64>
//>     return %3, %2 : tensor<2xf64>, tensor<2xcomplex<f64>>
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>) -> tensor<4x8xbf16>, sym_name = "unary"}> ({
//>   ^bb0(%arg5: tensor<4x8xf32>):
//>     %7 = "stablehlo.abs"(%arg5) : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %8 = "stablehlo.exponential"(%7) : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %9 = "stablehlo.tanh"(%8) {note = "kept"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %10 = "stablehlo.convert"(%9) : (tensor<4x8xf32>) -> tensor<4x8xbf16>
//>     "func.return"(%10) : (tensor<4x8xbf16>) -> ()
//>   }) : () -> ()
//>   "func.func"() <{function_type = (tensor<?x8xi32>, tensor<?x8xi32>) -> tensor<?x8xi1>, sym_name = "binary"}> ({
//>   ^bb0(%arg3: tensor<?x8xi32>, %arg4: tensor<?x8xi32>):
//>     %4 = "stablehlo.add"(%arg3, %arg4) : (tensor<?x8xi32>, tensor<?x8xi32>) -> tensor<?x8xi32>
//>     %5 = "stablehlo.shift_right_logical"(%4, %arg4) : (tensor<?x8xi32>, tensor<?x8xi32>) -> tensor<?x8xi32>
//>     %6 = "stablehlo.compare"(%4, %5) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?x8xi32>, tensor<?x8xi32>) -> tensor<?x8xi1>
//>     "func.return"(%6) : (tensor<?x8xi1>) -> ()
//>   }) : () -> ()
//>   "func.func"() <{function_type = (tensor<i1>, tensor<2xf64>, tensor<f64>) -> (tensor<2xf64>, tensor<2xcomplex<f64>>), sym_name = "more"}> ({
//>   ^bb0(%arg0: tensor<i1>, %arg1: tensor<2xf64>, %arg2: tensor<f64>):
//>     %0 = "stablehlo.select"(%arg0, %arg1, %arg1) : (tensor<i1>, tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
//>     %1 = "stablehlo.clamp"(%arg2, %0, %arg2) : (tensor<f64>, tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
//>     %2 = "stablehlo.complex"(%1, %0) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xcomplex<f64>>
//>     %3 = "stablehlo.reduce_precision"(%1) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2xf64>) -> tensor<2xf64>
//>     "func.return"(%3, %2) : (tensor<2xf64>, tensor<2xcomplex<f64>>) -> ()
//>   }) : () -> ()
//> }) : () -> ()
