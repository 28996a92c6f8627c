// A Fourier transform whose result is sharded along a dimension that is
// transformed: XLA gathers its operand on every device, along the batch too.
// RUN: shardflow comms --as-is %s

sdy.mesh @mesh = <["x"=4, "y"=4]>

func.func @main(%a: tensor<8x16xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x16xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.fft %a, type = FFT, length = [16] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
  return %0 : tensor<8x16xcomplex<f32>>
}

//> #1       768 B  all_gather over {"x"}, groups of 4
//>                 stablehlo.fft at comms_fft.mlir:9 needs it in another sharding
//> in all 768 B that a device sends, by 1 collective
