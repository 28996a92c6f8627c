// Rows of a table that is sharded along both dimensions, and the gradient of the
// table. Indices are gathered in steps, since the table's columns are sharded along
// their axis, and XLA replicates the updates.
// RUN: shardflow cost --topology h100:2x8 --jax %s

sdy.mesh @mesh = <["data"=2, "model"=8]>

func.func @main(
    %table: tensor<65536x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>},
    %rows: tensor<16384x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>})
    -> (tensor<16384x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>},
        tensor<65536x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) {
  %0 = "stablehlo.gather"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 64>}> : (tensor<65536x64xf32>, tensor<16384x1xi32>) -> tensor<16384x64xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<65536x64xf32>
  %2 = stablehlo.cosine %0 : tensor<16384x64xf32>
  %3 = "stablehlo.scatter"(%1, %rows, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<65536x64xf32>, tensor<16384x1xi32>, tensor<16384x64xf32>) -> tensor<65536x64xf32>
  return %0, %3 : tensor<16384x64xf32>, tensor<65536x64xf32>
}

//> 16 devices, <["data"=2, "model"=8]>, lowered by XLA
//> memory of a device   7.07 MiB
//>   arguments          1.01 MiB
//>   results            1.50 MiB, of which 0 B reuse donated arguments
//>   temporaries        4.56 MiB at the peak
//>   the peak is at     all_gather for stablehlo.scatter at cost_lookup.mlir:17
//>   largest then
//>       4 MiB  a part        all_gather for stablehlo.scatter at cost_lookup.mlir:17
//>     512 KiB  16384x64xf32  stablehlo.cosine at cost_lookup.mlir:16
//>      64 KiB  a part        all_gather for stablehlo.gather at cost_lookup.mlir:13
//> sent by a device     4.50 MiB, takes 102.5 us
//>   1 x  all_gather          {"model"}          node     3.50 MiB  21.2 us  operand, all of it
//>   1 x  all_reduce          {"data"}           network   512 KiB  36.5 us  partial sums
//>   1 x  all_to_all          {"model"}          node      448 KiB   8.0 us  result
//>   1 x  all_gather          {"data"}           network    32 KiB  16.7 us  operand
//>   1 x  all_gather          {"model":(1)4}     node       24 KiB   9.1 us  operand
//>   1 x  collective_permute  {"data", "model"}  network     8 KiB  11.2 us  operand
//>   all of it: XLA makes it whole on every device (involuntary full rematerialization)
//> work of a device     0 flops, 12.12 MiB of memory, takes 5.4 us
//>   2 x  stablehlo.gather            0 flops  6.56 MiB  2.9 us
//>   2 x  stablehlo.scatter           0 flops  3.56 MiB  1.6 us
//>   1 x  stablehlo.broadcast_in_dim  0 flops     1 MiB  0.4 us
//>   1 x  stablehlo.cosine            0 flops     1 MiB  0.4 us
//> a step takes         108.0 us if nothing overlaps, 102.5 us if all does;
//>                      communication takes longer
