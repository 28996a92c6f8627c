// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xcomplex<f32>>) {
    %0 = chlo._asin_acos_kernel %x : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
    %1 = chlo._asin_acos_kernel %x {k} : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xcomplex<f32>>) {
//>     %0 = chlo._asin_acos_kernel %arg0 : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
//>     %1 = chlo._asin_acos_kernel %arg0 {k} : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xcomplex<f32>>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xcomplex<f32>>):
//>     %0 = "chlo._asin_acos_kernel"(%arg0) : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
//>     %1 = "chlo._asin_acos_kernel"(%arg0) {k} : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
