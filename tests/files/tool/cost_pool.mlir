// Pooling of images whose rows are sharded, and its gradient. Windows that don't
// overlap need nothing of their neighbours; others need the rows at the border.
// RUN: shardflow cost --topology h100:1x4 --as-is %s

sdy.mesh @mesh = <["rows"=4]>

func.func @main(
    %x: tensor<8x64x64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"rows"}, {}, {}]>},
    %g: tensor<8x32x32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"rows"}, {}, {}]>})
    -> (tensor<8x32x32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"rows"}, {}, {}]>},
        tensor<8x64x64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"rows"}, {}, {}]>},
        tensor<8x64x64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"rows"}, {}, {}]>}) {
  %c = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<0.0> : tensor<f32>
  %even = "stablehlo.reduce_window"(%x, %c) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"rows"}, {}, {}]>]>} : (tensor<8x64x64x16xf32>, tensor<f32>) -> tensor<8x32x32x16xf32>
  %smooth = "stablehlo.reduce_window"(%x, %c) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {window_dimensions = array<i64: 1, 3, 3, 1>, padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"rows"}, {}, {}]>]>} : (tensor<8x64x64x16xf32>, tensor<f32>) -> tensor<8x64x64x16xf32>
  %back = "stablehlo.select_and_scatter"(%x, %g, %c) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"rows"}, {}, {}]>]>} : (tensor<8x64x64x16xf32>, tensor<8x32x32x16xf32>, tensor<f32>) -> tensor<8x64x64x16xf32>
  return %even, %smooth, %back : tensor<8x32x32x16xf32>, tensor<8x64x64x16xf32>, tensor<8x64x64x16xf32>
}

//> 4 devices, <["rows"=4]>, lowered by XLA
//> memory of a device   2.38 MiB
//>   arguments          640 KiB
//>   results            1.13 MiB, of which 0 B reuse donated arguments
//>   temporaries        640 KiB at the peak
//>   the peak is at     stablehlo.reduce_window at cost_pool.mlir:19
//>   largest then
//>     576 KiB  a part  stablehlo.reduce_window at cost_pool.mlir:19
//>      32 KiB  a part  collective_permute for stablehlo.reduce_window at cost_pool.mlir:19
//>      32 KiB  a part  collective_permute for stablehlo.reduce_window at cost_pool.mlir:19
//> sent by a device     64 KiB, takes 14.1 us
//>   2 x  collective_permute  {"rows"}  node  64 KiB  14.1 us  operand
//> work of a device     0 flops, 4.06 MiB of memory, takes 1.8 us
//>   5 x  stablehlo.reduce_window       0 flops  2.94 MiB  1.3 us
//>   1 x  stablehlo.select_and_scatter  0 flops  1.12 MiB  0.5 us
//> a step takes         16.0 us if nothing overlaps, 14.1 us if all does;
//>                      communication takes longer
