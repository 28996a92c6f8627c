// A table whose rows are sharded along the axes of the batch, or along one of
// them, and its gradient: each device looks up, and adds, what belongs to its
// rows, and the (small) indices and updates are gathered. Along "data", which
// has no rows in the second table, gradients are added up.
// RUN: shardflow cost --topology h100:2x4 --as-is %s

sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func @main(
    %all: tensor<65536x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}]>},
    %some: tensor<65536x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>},
    %i: tensor<1024x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}]>},
    %u: tensor<1024x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}]>})
    -> (tensor<1024x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}]>},
        tensor<65536x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}]>},
        tensor<65536x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) {
  %a = "stablehlo.gather"(%all, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data", "model"}, {}]>]>} : (tensor<65536x64xf32>, tensor<1024x1xi32>) -> tensor<1024x64xf32>
  %ga = "stablehlo.scatter"(%all, %i, %u) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data", "model"}, {}]>]>} : (tensor<65536x64xf32>, tensor<1024x1xi32>, tensor<1024x64xf32>) -> tensor<65536x64xf32>
  %gs = "stablehlo.scatter"(%some, %i, %u) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"model"}, {}]>]>} : (tensor<65536x64xf32>, tensor<1024x1xi32>, tensor<1024x64xf32>) -> tensor<65536x64xf32>
  return %a, %ga, %gs : tensor<1024x64xf32>, tensor<65536x64xf32>, tensor<65536x64xf32>
}

//> 8 devices, <["data"=2, "model"=4]>, lowered by XLA
//> memory of a device   16.19 MiB
//>   arguments          6.03 MiB
//>   results            6.03 MiB, of which 0 B reuse donated arguments
//>   temporaries        4.13 MiB at the peak
//>   the peak is at     stablehlo.scatter at cost_rows.mlir:23
//>   largest then
//>       4 MiB  a part  stablehlo.scatter at cost_rows.mlir:23
//>     128 KiB  a part  stablehlo.scatter at cost_rows.mlir:23
//>       4 KiB  a part  all_gather for stablehlo.gather at cost_rows.mlir:17
//>       2 KiB  a part  all_gather for stablehlo.scatter at cost_rows.mlir:23
//> sent by a device     4.44 MiB, takes 187.2 us
//>   1 x  all_reduce      {"data"}           network       4 MiB  109.9 us  partial sums
//>   2 x  all_gather      {"data", "model"}  network  227.50 KiB   45.2 us  operand
//>   1 x  reduce_scatter  {"data", "model"}  network     224 KiB   23.1 us  partial sums
//>   1 x  all_gather      {"model"}          node       1.50 KiB    9.0 us  operand
//> work of a device     0 flops, 13.20 MiB of memory, takes 5.9 us
//>   3 x  stablehlo.scatter  0 flops  12.63 MiB  5.6 us
//>   2 x  stablehlo.gather   0 flops    580 KiB  0.3 us
//> a step takes         193.1 us if nothing overlaps, 187.2 us if all does;
//>                      communication takes longer
