// The sum over a contracting dimension that its shards don't divide: padding is
// zero in both operands, as for a dot_general.
// RUN: shardflow partition -q --check %s

sdy.mesh @mesh = <["x"=2]>

func.func @main(%a: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<2x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %sizes: tensor<2xi64>) -> tensor<6x4xf32> {
  %0 = stablehlo.slice %a [0:6, 0:3] : (tensor<6x4xf32>) -> tensor<6x3xf32>
  %1 = stablehlo.slice %b [0:2, 0:3, 0:4] : (tensor<2x4x4xf32>) -> tensor<2x3x4xf32>
  %2 = "chlo.ragged_dot"(%0, %1, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]}> : (tensor<6x3xf32>, tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<6x4xf32>
  return %2 : tensor<6x4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<6x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<2x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %arg2: tensor<2xi64>) -> tensor<6x4xf32> {
//>     %0 = stablehlo.slice %arg0 [0:6, 0:2] : (tensor<6x2xf32>) -> tensor<6x2xf32>
//>     %1 = stablehlo.slice %arg1 [0:2, 0:2, 0:4] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %2 = stablehlo.iota dim = 0 : tensor<2xi32>
//>     %3 = stablehlo.partition_id : tensor<ui32>
//>     %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
//>     %5 = stablehlo.dynamic_slice %c, %4, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>     %6 = stablehlo.reshape %5 : (tensor<1xi64>) -> tensor<i64>
//>     %7 = stablehlo.convert %6 : (tensor<i64>) -> tensor<i32>
//>     %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %9 = stablehlo.add %2, %8 : tensor<2xi32>
//>     %c_0 = stablehlo.constant dense<3> : tensor<i32>
//>     %10 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %11 = stablehlo.compare LT, %9, %10 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
//>     %12 = stablehlo.broadcast_in_dim %11, dims = [1] : (tensor<2xi1>) -> tensor<6x2xi1>
//>     %13 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x2xf32>
//>     %14 = stablehlo.select %12, %0, %13 : tensor<6x2xi1>, tensor<6x2xf32>
//>     %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %15 = stablehlo.iota dim = 0 : tensor<2xi32>
//>     %16 = stablehlo.partition_id : tensor<ui32>
//>     %17 = stablehlo.convert %16 : (tensor<ui32>) -> tensor<i64>
//>     %c_2 = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
//>     %18 = stablehlo.dynamic_slice %c_2, %17, sizes = [1] : (tensor<2xi64>, tensor<i64>) -> tensor<1xi64>
//>     %19 = stablehlo.reshape %18 : (tensor<1xi64>) -> tensor<i64>
//>     %20 = stablehlo.convert %19 : (tensor<i64>) -> tensor<i32>
//>     %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %22 = stablehlo.add %15, %21 : tensor<2xi32>
//>     %c_3 = stablehlo.constant dense<3> : tensor<i32>
//>     %23 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2xi32>
//>     %24 = stablehlo.compare LT, %22, %23 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
//>     %25 = stablehlo.broadcast_in_dim %24, dims = [1] : (tensor<2xi1>) -> tensor<2x2x4xi1>
//>     %26 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
//>     %27 = stablehlo.select %25, %1, %26 : tensor<2x2x4xi1>, tensor<2x2x4xf32>
//>     %28 = "chlo.ragged_dot"(%14, %27, %arg2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x2xf32>, tensor<2x2x4xf32>, tensor<2xi64>) -> tensor<6x4xf32>
//>     %29 = "stablehlo.all_reduce"(%28) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %30 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %30 : tensor<f32>
//>     }) : (tensor<6x4xf32>) -> tensor<6x4xf32>
//>     return %29 : tensor<6x4xf32>
//>   }
//> }
