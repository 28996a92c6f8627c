// Ops that need more than local types.
// RUN: shardflow opt %s -sdy-convert-global-to-local
// RUN: shardflow opt %s -sdy-convert-global-to-local=replica-count=4

sdy.mesh @line = <["i"=4]>

func.func @counters() -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, tensor<4xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, tensor<4xi8> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %0 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}, {}]>]>} : tensor<8x2xf32>
  %1 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} dense<[1, 2, 3, 4]> : tensor<4xi32>
  %2 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} dense<7> : tensor<4xi8>
  return %0, %1, %2 : tensor<8x2xf32>, tensor<4xi32>, tensor<4xi8>
}

// i8 doesn't count to 400.
func.func @narrow_indices(%arg0: tensor<400x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, %arg1: tensor<5xi8>) -> tensor<5x3xf32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<400x3xf32>, tensor<5xi8>) -> tensor<5x3xf32>
  %1 = sdy.all_reduce {"i"} %0 out_sharding=<@line, [{}, {}]> : tensor<5x3xf32>
  return %1 : tensor<5x3xf32>
}

// The maximum of nothing is -inf.
func.func @segment_max(%arg0: tensor<3xf32>, %arg1: tensor<8x1xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> tensor<3xf32> {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<3xf32>
  %1 = sdy.all_reduce max {"i"} %0 out_sharding=<@line, [{}]> : tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Carried values are sharded as the loop's results.
func.func @loop(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%x = %arg0, %n = %c) : tensor<8xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>, <@line, []>]>}
  cond {
    %1 = stablehlo.compare LT, %n, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<8xf32>
    stablehlo.return %1, %n : tensor<8xf32>, tensor<i32>
  }
  return %0#0 : tensor<8xf32>
}

func.func @strided(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %0 = stablehlo.slice %arg0 [0:16:2] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<16xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Outside along "i", inside along nothing.
func.func @manual(%arg0: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@line, [{"i"}, {}]>] out_shardings=[<@line, [{"i"}, {}]>] manual_axes={"i"} (%arg1: tensor<2x2xf32>) {
    %1 = stablehlo.concatenate %arg1, %arg1, dim = 1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
    sdy.return %1 : tensor<2x4xf32>
  } : (tensor<8x2xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   func.func @counters() -> (tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, tensor<1xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, tensor<1xi8> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %0 = stablehlo.iota dim = 0 : tensor<2x2xf32>
//>     %1 = stablehlo.partition_id : tensor<ui32>
//>     %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 2, 4, 6]> : tensor<4xi64>
//>     %3 = stablehlo.dynamic_slice %c, %2, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
//>     %5 = stablehlo.convert %4 : (tensor<i64>) -> tensor<f32>
//>     %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
//>     %7 = stablehlo.add %0, %6 : tensor<2x2xf32>
//>     %c_0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
//>     %8 = stablehlo.partition_id : tensor<ui32>
//>     %9 = stablehlo.convert %8 : (tensor<ui32>) -> tensor<i64>
//>     %c_1 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
//>     %10 = stablehlo.dynamic_slice %c_1, %9, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %11 = stablehlo.reshape %10 : (tensor<1xi64>) -> tensor<i64>
//>     %12 = stablehlo.dynamic_slice %c_0, %11, sizes = [1] : (tensor<4xi32>, tensor<i64>) -> tensor<1xi32>
//>     %c_2 = stablehlo.constant dense<7> : tensor<1xi8>
//>     return %7, %12, %c_2 : tensor<2x2xf32>, tensor<1xi32>, tensor<1xi8>
//>   }
//>   func.func @narrow_indices(%arg0: tensor<100x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, %arg1: tensor<5xi8>) -> tensor<5x3xf32> {
//>     %0 = stablehlo.convert %arg1 : (tensor<5xi8>) -> tensor<5xi64>
//>     %c = stablehlo.constant dense<0> : tensor<5xi64>
//>     %c_0 = stablehlo.constant dense<399> : tensor<5xi64>
//>     %1 = stablehlo.clamp %c, %0, %c_0 : tensor<5xi64>
//>     %2 = stablehlo.partition_id : tensor<ui32>
//>     %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i64>
//>     %c_1 = stablehlo.constant dense<[0, 100, 200, 300]> : tensor<4xi64>
//>     %4 = stablehlo.dynamic_slice %c_1, %3, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %5 = stablehlo.reshape %4 : (tensor<1xi64>) -> tensor<i64>
//>     %6 = stablehlo.convert %5 : tensor<i64>
//>     %c_2 = stablehlo.constant dense<99> : tensor<i64>
//>     %7 = stablehlo.add %6, %c_2 : tensor<i64>
//>     %8 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i64>) -> tensor<5xi64>
//>     %9 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i64>) -> tensor<5xi64>
//>     %10 = stablehlo.subtract %1, %8 : tensor<5xi64>
//>     %11 = stablehlo.compare GE, %1, %8 : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
//>     %12 = stablehlo.compare LE, %1, %9 : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
//>     %13 = stablehlo.and %11, %12 : tensor<5xi1>
//>     %14 = "stablehlo.gather"(%arg0, %10) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<100x3xf32>, tensor<5xi64>) -> tensor<5x3xf32>
//>     %15 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<5xi1>) -> tensor<5x3xi1>
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<5x3xf32>
//>     %16 = stablehlo.select %15, %14, %cst : tensor<5x3xi1>, tensor<5x3xf32>
//>     %17 = "stablehlo.all_reduce"(%16) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %18 = stablehlo.add %arg2, %arg3 : tensor<f32>
//>       stablehlo.return %18 : tensor<f32>
//>     }) : (tensor<5x3xf32>) -> tensor<5x3xf32>
//>     return %17 : tensor<5x3xf32>
//>   }
//>   func.func @segment_max(%arg0: tensor<3xf32>, %arg1: tensor<2x1xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, %arg2: tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> tensor<3xf32> {
//>     %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
//>     %0 = stablehlo.partition_id : tensor<ui32>
//>     %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[true, false, false, false]> : tensor<4xi1>
//>     %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<4xi1>, tensor<i64>) -> tensor<1xi1>
//>     %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
//>     %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
//>     %5 = stablehlo.select %3, %arg0, %4 : tensor<3xi1>, tensor<3xf32>
//>     %6 = "stablehlo.scatter"(%5, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %8 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %8 : tensor<f32>
//>     }) : (tensor<3xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<3xf32>
//>     %7 = "stablehlo.all_reduce"(%6) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %8 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %8 : tensor<f32>
//>     }) : (tensor<3xf32>) -> tensor<3xf32>
//>     return %7 : tensor<3xf32>
//>   }
//>   func.func @loop(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %c) : tensor<2xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>, <@line, []>]>}
//>     cond {
//>       %1 = stablehlo.compare LT, %iterArg_0, %iterArg_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %1 : tensor<i1>
//>     } do {
//>       %1 = stablehlo.negate %iterArg {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<2xf32>
//>       stablehlo.return %1, %iterArg_0 : tensor<2xf32>, tensor<i32>
//>     }
//>     return %0#0 : tensor<2xf32>
//>   }
//>   func.func @strided(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %0 = stablehlo.slice %arg0 [0:4:2] : (tensor<4xf32>) -> tensor<2xf32>
//>     return %0 : tensor<2xf32>
//>   }
//>   func.func @manual(%arg0: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> (tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) {
//>     %0 = stablehlo.concatenate %arg0, %arg0, dim = 1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
//>     return %0 : tensor<2x4xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @line = <["i"=4]>
//>   func.func @counters() -> (tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, tensor<1xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}, tensor<1xi8> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %0 = stablehlo.iota dim = 0 : tensor<2x2xf32>
//>     %1 = stablehlo.replica_id : tensor<ui32>
//>     %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 2, 4, 6]> : tensor<4xi64>
//>     %3 = stablehlo.dynamic_slice %c, %2, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
//>     %5 = stablehlo.convert %4 : (tensor<i64>) -> tensor<f32>
//>     %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
//>     %7 = stablehlo.add %0, %6 : tensor<2x2xf32>
//>     %c_0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
//>     %8 = stablehlo.replica_id : tensor<ui32>
//>     %9 = stablehlo.convert %8 : (tensor<ui32>) -> tensor<i64>
//>     %c_1 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
//>     %10 = stablehlo.dynamic_slice %c_1, %9, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %11 = stablehlo.reshape %10 : (tensor<1xi64>) -> tensor<i64>
//>     %12 = stablehlo.dynamic_slice %c_0, %11, sizes = [1] : (tensor<4xi32>, tensor<i64>) -> tensor<1xi32>
//>     %c_2 = stablehlo.constant dense<7> : tensor<1xi8>
//>     return %7, %12, %c_2 : tensor<2x2xf32>, tensor<1xi32>, tensor<1xi8>
//>   }
//>   func.func @narrow_indices(%arg0: tensor<100x3xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, %arg1: tensor<5xi8>) -> tensor<5x3xf32> {
//>     %0 = stablehlo.convert %arg1 : (tensor<5xi8>) -> tensor<5xi64>
//>     %c = stablehlo.constant dense<0> : tensor<5xi64>
//>     %c_0 = stablehlo.constant dense<399> : tensor<5xi64>
//>     %1 = stablehlo.clamp %c, %0, %c_0 : tensor<5xi64>
//>     %2 = stablehlo.replica_id : tensor<ui32>
//>     %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i64>
//>     %c_1 = stablehlo.constant dense<[0, 100, 200, 300]> : tensor<4xi64>
//>     %4 = stablehlo.dynamic_slice %c_1, %3, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
//>     %5 = stablehlo.reshape %4 : (tensor<1xi64>) -> tensor<i64>
//>     %6 = stablehlo.convert %5 : tensor<i64>
//>     %c_2 = stablehlo.constant dense<99> : tensor<i64>
//>     %7 = stablehlo.add %6, %c_2 : tensor<i64>
//>     %8 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i64>) -> tensor<5xi64>
//>     %9 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i64>) -> tensor<5xi64>
//>     %10 = stablehlo.subtract %1, %8 : tensor<5xi64>
//>     %11 = stablehlo.compare GE, %1, %8 : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
//>     %12 = stablehlo.compare LE, %1, %9 : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
//>     %13 = stablehlo.and %11, %12 : tensor<5xi1>
//>     %14 = "stablehlo.gather"(%arg0, %10) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<100x3xf32>, tensor<5xi64>) -> tensor<5x3xf32>
//>     %15 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<5xi1>) -> tensor<5x3xi1>
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<5x3xf32>
//>     %16 = stablehlo.select %15, %14, %cst : tensor<5x3xi1>, tensor<5x3xf32>
//>     %17 = "stablehlo.all_reduce"(%16) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//>       %18 = stablehlo.add %arg2, %arg3 : tensor<f32>
//>       stablehlo.return %18 : tensor<f32>
//>     }) : (tensor<5x3xf32>) -> tensor<5x3xf32>
//>     return %17 : tensor<5x3xf32>
//>   }
//>   func.func @segment_max(%arg0: tensor<3xf32>, %arg1: tensor<2x1xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}, %arg2: tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> tensor<3xf32> {
//>     %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
//>     %0 = stablehlo.replica_id : tensor<ui32>
//>     %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[true, false, false, false]> : tensor<4xi1>
//>     %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<4xi1>, tensor<i64>) -> tensor<1xi1>
//>     %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
//>     %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
//>     %5 = stablehlo.select %3, %arg0, %4 : tensor<3xi1>, tensor<3xf32>
//>     %6 = "stablehlo.scatter"(%5, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %8 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %8 : tensor<f32>
//>     }) : (tensor<3xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<3xf32>
//>     %7 = "stablehlo.all_reduce"(%6) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %8 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %8 : tensor<f32>
//>     }) : (tensor<3xf32>) -> tensor<3xf32>
//>     return %7 : tensor<3xf32>
//>   }
//>   func.func @loop(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %c) : tensor<2xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>, <@line, []>]>}
//>     cond {
//>       %1 = stablehlo.compare LT, %iterArg_0, %iterArg_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %1 : tensor<i1>
//>     } do {
//>       %1 = stablehlo.negate %iterArg {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : tensor<2xf32>
//>       stablehlo.return %1, %iterArg_0 : tensor<2xf32>, tensor<i32>
//>     }
//>     return %0#0 : tensor<2xf32>
//>   }
//>   func.func @strided(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
//>     %0 = stablehlo.slice %arg0 [0:4:2] : (tensor<4xf32>) -> tensor<2xf32>
//>     return %0 : tensor<2xf32>
//>   }
//>   func.func @manual(%arg0: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) -> (tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}, {}]>}) {
//>     %0 = stablehlo.concatenate %arg0, %arg0, dim = 1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
//>     return %0 : tensor<2x4xf32>
//>   }
//> }
