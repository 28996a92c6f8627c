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
