// Ops along batches: XLA partitions Fourier transforms and JAX's calls of
// LAPACK, but not top_k.
// RUN: shardflow comms %s
sdy.mesh @mesh = <["x"=4]>
func.func @main(
    %x: tensor<16x8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %y: tensor<8x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
    %z: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<16x8xcomplex<f32>>, tensor<8x4x4xf32>, tensor<16x2xf32>) {
  %f = stablehlo.fft %x, type = FFT, length = [8] : (tensor<16x8xcomplex<f32>>) -> tensor<16x8xcomplex<f32>>
  %q:2 = stablehlo.custom_call @lapack_spotrf_ffi(%y) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k], [i]) {i=8, j=4, k=4} need_replication={j, k}, custom>} : (tensor<8x4x4xf32>) -> (tensor<8x4x4xf32>, tensor<8xi32>)
  %values, %indices = chlo.top_k(%z, k = 2) : tensor<16x32xf32> -> (tensor<16x2xf32>, tensor<16x2xi32>)
  return %f, %q#0, %values : tensor<16x8xcomplex<f32>>, tensor<8x4x4xf32>, tensor<16x2xf32>
}

//> #1    1.50 KiB  all_gather over {"x"}, groups of 4
//>                 chlo.top_k at comms_batch.mlir:12 needs it in another sharding
//> in all 1.50 KiB that a device sends, by 1 collective
