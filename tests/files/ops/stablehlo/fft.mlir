// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  func.func @main(%x: tensor<4x8xf32>, %c: tensor<4x8xcomplex<f32>>) {
    %0 = stablehlo.fft %c, type = FFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
    %1 = stablehlo.fft %c, type = IFFT, length = [4, 8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
    %2 = stablehlo.fft %x, type =  RFFT, length = [8] {real} : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
    %3 = "stablehlo.fft"(%c) <{fft_length = array<i64: 14>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<4x8xcomplex<f32>>) -> tensor<4x14xf32>
    return
  }
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xcomplex<f32>>) {
//>     %0 = stablehlo.fft %arg1, type = FFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
//>     %1 = stablehlo.fft %arg1, type = IFFT, length = [4, 8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
//>     %2 = stablehlo.fft %arg0, type = RFFT, length = [8] {real} : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
//>     %3 = stablehlo.fft %arg1, type = IRFFT, length = [14] : (tensor<4x8xcomplex<f32>>) -> tensor<4x14xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xcomplex<f32>>) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xcomplex<f32>>):
//>     %0 = "stablehlo.fft"(%arg1) <{fft_length = array<i64: 8>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
//>     %1 = "stablehlo.fft"(%arg1) <{fft_length = array<i64: 4, 8>, fft_type = #stablehlo<fft_type IFFT>}> : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
//>     %2 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 8>, fft_type = #stablehlo<fft_type RFFT>}> {real} : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
//>     %3 = "stablehlo.fft"(%arg1) <{fft_length = array<i64: 14>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<4x8xcomplex<f32>>) -> tensor<4x14xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
