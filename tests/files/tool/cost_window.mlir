// Convolutions of images whose rows are sharded: devices send each other the
// rows at the border. For the gradient of the kernel each multiplies its own
// rows, and the products are added up. Where the result isn't sharded, or the
// rows can't be cut evenly, whole images are gathered.
// RUN: shardflow cost --topology h100:1x4 --jax %s

sdy.mesh @mesh = <["rows"=4]>

func.func @main(
    %x: tensor<8x64x64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"rows"}, {}, {}]>},
    %k: tensor<3x3x16x32xf32>,
    %g: tensor<8x32x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"rows"}, {}, {}]>})
    -> (tensor<8x32x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"rows"}, {}, {}]>},
        tensor<8x62x64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>},
        tensor<3x3x16x32xf32>) {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[0, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x64x64x16xf32>, tensor<3x3x16x32xf32>) -> tensor<8x32x64x32xf32>
  %z = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x64x64x16xf32>, tensor<3x3x16x32xf32>) -> tensor<8x62x64x32xf32>
  %dk = stablehlo.convolution(%x, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[0, 1], [1, 1]], rhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x64x64x16xf32>, tensor<8x32x64x32xf32>) -> tensor<3x3x16x32xf32>
  return %y, %z, %dk : tensor<8x32x64x32xf32>, tensor<8x62x64x32xf32>, tensor<3x3x16x32xf32>
}

//> 4 devices, <["rows"=4]>, lowered by XLA
//> memory of a device   11.29 MiB
//>   arguments          1.02 MiB
//>   results            4.39 MiB, of which 0 B reuse donated arguments
//>   temporaries        5.88 MiB at the peak
//>   the peak is at     stablehlo.convolution at cost_window.mlir:17
//>   largest then
//>     3.88 MiB  8x62x64x32xf32  stablehlo.convolution at cost_window.mlir:17
//>        2 MiB  a part          all_gather for stablehlo.convolution at cost_window.mlir:17
//> sent by a device     4.59 MiB, takes 54.7 us
//>   1 x  all_gather          {"rows"}  node     3 MiB  16.0 us  result
//>   1 x  all_gather          {"rows"}  node  1.50 MiB  12.5 us  operand
//>   2 x  collective_permute  {"rows"}  node    64 KiB  14.1 us  operand
//>   1 x  all_reduce          {"rows"}  node    27 KiB  12.1 us  partial sums
//> work of a device     3.681e+08 flops, 19.99 MiB of memory, takes 8.9 us
//>   8 x  stablehlo.convolution  3.681e+08 flops  12.24 MiB  5.5 us
//>   1 x  func.return                    0 flops   7.75 MiB  3.5 us
//> a step takes         63.6 us if nothing overlaps, 54.7 us if all does;
//>                      communication takes longer
