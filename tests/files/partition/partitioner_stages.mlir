// The stages of jaxlib's partitioner. A product is summed and sliced, rows are
// fetched from neighbours, and a dimension is padded; then the module's attributes say
// how main's arguments and results are sharded. Numbers of devices are i32.
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-export-pipeline=partitioner-stage=resolve-permutation-factors
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-export-pipeline=partitioner-stage=reshard-to-collectives
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-export-pipeline=partitioner-stage=pad-for-divisibility
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-export-pipeline=partitioner-stage=convert-global-to-local
// RUN: shardflow opt %s --compat=jaxlib-0.12 '-sdy-export-pipeline=partitioner-stage=convert-global-to-local replica-count=4 inline-meshes=false'
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-export-pipeline=partitioner-stage=unspecified

sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg2: tensor<f32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<7x3xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.slice %0 [1:8, 2:5] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>) -> tensor<7x3xf32>
  %2 = stablehlo.exponential %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<7x3xf32>
  return %0, %2 : tensor<8x8xf32>, tensor<7x3xf32>
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"y"}, {}]>}, %arg2: tensor<f32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]>}, tensor<7x3xf32>) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {}], unreduced={"y"}>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
//>     %1 = sdy.all_reduce {"y"} %0 out_sharding=<mesh<["x"=2, "y"=2]>, [{"x"}, {}]> : tensor<8x8xf32>
//>     %2 = sdy.manual_computation(%1, %cst) in_shardings=[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>, <mesh<["x"=2, "y"=2]>, []>] out_shardings=[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>] manual_axes={"x"} (%arg3: tensor<4x8xf32>, %arg4: tensor<f32>) {
//>       %c = stablehlo.constant dense<5> : tensor<i32>
//>       %c_0 = stablehlo.constant dense<0> : tensor<i32>
//>       %c_1 = stablehlo.constant dense<1> : tensor<i32>
//>       %c_2 = stablehlo.constant dense<2> : tensor<i32>
//>       %7 = stablehlo.partition_id : tensor<ui32>
//>       %8 = stablehlo.convert %7 : (tensor<ui32>) -> tensor<i32>
//>       %9 = stablehlo.divide %8, %c_2 : tensor<i32>
//>       %10 = stablehlo.remainder %9, %c_2 : tensor<i32>
//>       %11 = "stablehlo.collective_permute"(%arg3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[2, 0], [3, 1]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>       %12 = stablehlo.compare LT, %10, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       %13 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
//>       %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<i1>) -> tensor<4x8xi1>
//>       %15 = stablehlo.select %14, %11, %13 : tensor<4x8xi1>, tensor<4x8xf32>
//>       %16 = stablehlo.concatenate %arg3, %15, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{}, {}]>]>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
//>       %17 = stablehlo.pad %16, %arg4, low = [4, 0], high = [4, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{}, {}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<16x8xf32>
//>       %18 = stablehlo.multiply %10, %c_0 : tensor<i32>
//>       %19 = stablehlo.add %18, %c : tensor<i32>
//>       %20 = stablehlo.maximum %19, %c_0 : tensor<i32>
//>       %21 = stablehlo.dynamic_slice %17, %20, %c_0, sizes = [4, 8] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{}, {}]>]>} : (tensor<16x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
//>       %22 = stablehlo.slice %21 [0:4, 2:5] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{}, {}]>]>} : (tensor<4x8xf32>) -> tensor<4x3xf32>
//>       sdy.return %22 : tensor<4x3xf32>
//>     } : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x3xf32>
//>     %3 = stablehlo.slice %2 [0:7, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>]>} : (tensor<8x3xf32>) -> tensor<7x3xf32>
//>     %4 = stablehlo.exponential %3 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>]>} : tensor<7x3xf32>
//>     %5 = sdy.reshard %1 <mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]> : tensor<8x8xf32>
//>     %6 = sdy.reshard %4 <mesh<["x"=2, "y"=2]>, [{}, {}]> : tensor<7x3xf32>
//>     return %5, %6 : tensor<8x8xf32>, tensor<7x3xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"y"}, {}]>}, %arg2: tensor<f32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]>}, tensor<7x3xf32>) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {}], unreduced={"y"}>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
//>     %1 = sdy.all_reduce {"y"} %0 out_sharding=<mesh<["x"=2, "y"=2]>, [{"x"}, {}]> : tensor<8x8xf32>
//>     %2 = sdy.manual_computation(%1, %cst) in_shardings=[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>, <mesh<["x"=2, "y"=2]>, []>] out_shardings=[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>] manual_axes={"x"} (%arg3: tensor<4x8xf32>, %arg4: tensor<f32>) {
//>       %c = stablehlo.constant dense<5> : tensor<i32>
//>       %c_0 = stablehlo.constant dense<0> : tensor<i32>
//>       %c_1 = stablehlo.constant dense<1> : tensor<i32>
//>       %c_2 = stablehlo.constant dense<2> : tensor<i32>
//>       %7 = stablehlo.partition_id : tensor<ui32>
//>       %8 = stablehlo.convert %7 : (tensor<ui32>) -> tensor<i32>
//>       %9 = stablehlo.divide %8, %c_2 : tensor<i32>
//>       %10 = stablehlo.remainder %9, %c_2 : tensor<i32>
//>       %11 = "stablehlo.collective_permute"(%arg3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[2, 0], [3, 1]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>       %12 = stablehlo.compare LT, %10, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       %13 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
//>       %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<i1>) -> tensor<4x8xi1>
//>       %15 = stablehlo.select %14, %11, %13 : tensor<4x8xi1>, tensor<4x8xf32>
//>       %16 = stablehlo.concatenate %arg3, %15, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{}, {}]>]>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
//>       %17 = stablehlo.pad %16, %arg4, low = [4, 0], high = [4, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{}, {}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<16x8xf32>
//>       %18 = stablehlo.multiply %10, %c_0 : tensor<i32>
//>       %19 = stablehlo.add %18, %c : tensor<i32>
//>       %20 = stablehlo.maximum %19, %c_0 : tensor<i32>
//>       %21 = stablehlo.dynamic_slice %17, %20, %c_0, sizes = [4, 8] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{}, {}]>]>} : (tensor<16x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
//>       %22 = stablehlo.slice %21 [0:4, 2:5] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{}, {}]>]>} : (tensor<4x8xf32>) -> tensor<4x3xf32>
//>       sdy.return %22 : tensor<4x3xf32>
//>     } : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x3xf32>
//>     %3 = stablehlo.slice %2 [0:7, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>]>} : (tensor<8x3xf32>) -> tensor<7x3xf32>
//>     %4 = stablehlo.exponential %3 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>]>} : tensor<7x3xf32>
//>     %5 = sdy.all_slice [{}, {"y"}] %1 out_sharding=<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]> : tensor<8x8xf32>
//>     %6 = sdy.all_gather [{"x"}, {}] %4 out_sharding=<mesh<["x"=2, "y"=2]>, [{}, {}]> : tensor<7x3xf32>
//>     return %5, %6 : tensor<8x8xf32>, tensor<7x3xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"y"}, {}]>}, %arg2: tensor<f32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]>}, tensor<7x3xf32>) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {}], unreduced={"y"}>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
//>     %1 = sdy.all_reduce {"y"} %0 out_sharding=<mesh<["x"=2, "y"=2]>, [{"x"}, {}]> : tensor<8x8xf32>
//>     %2 = sdy.manual_computation(%1, %cst) in_shardings=[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>, <mesh<["x"=2, "y"=2]>, []>] out_shardings=[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>] manual_axes={"x"} (%arg3: tensor<4x8xf32>, %arg4: tensor<f32>) {
//>       %c = stablehlo.constant dense<5> : tensor<i32>
//>       %c_0 = stablehlo.constant dense<0> : tensor<i32>
//>       %c_1 = stablehlo.constant dense<1> : tensor<i32>
//>       %c_2 = stablehlo.constant dense<2> : tensor<i32>
//>       %8 = stablehlo.partition_id : tensor<ui32>
//>       %9 = stablehlo.convert %8 : (tensor<ui32>) -> tensor<i32>
//>       %10 = stablehlo.divide %9, %c_2 : tensor<i32>
//>       %11 = stablehlo.remainder %10, %c_2 : tensor<i32>
//>       %12 = "stablehlo.collective_permute"(%arg3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[2, 0], [3, 1]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>       %13 = stablehlo.compare LT, %11, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       %14 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
//>       %15 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<i1>) -> tensor<4x8xi1>
//>       %16 = stablehlo.select %15, %12, %14 : tensor<4x8xi1>, tensor<4x8xf32>
//>       %17 = stablehlo.concatenate %arg3, %16, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{}, {}]>]>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
//>       %18 = stablehlo.pad %17, %arg4, low = [4, 0], high = [4, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{}, {}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<16x8xf32>
//>       %19 = stablehlo.multiply %11, %c_0 : tensor<i32>
//>       %20 = stablehlo.add %19, %c : tensor<i32>
//>       %21 = stablehlo.maximum %20, %c_0 : tensor<i32>
//>       %22 = stablehlo.dynamic_slice %18, %21, %c_0, sizes = [4, 8] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{}, {}]>]>} : (tensor<16x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
//>       %23 = stablehlo.slice %22 [0:4, 2:5] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{}, {}]>]>} : (tensor<4x8xf32>) -> tensor<4x3xf32>
//>       sdy.return %23 : tensor<4x3xf32>
//>     } : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x3xf32>
//>     %3 = stablehlo.slice %2 [0:8, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>]>} : (tensor<8x3xf32>) -> tensor<8x3xf32>
//>     %4 = stablehlo.exponential %3 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>]>} : tensor<8x3xf32>
//>     %5 = sdy.all_slice [{}, {"y"}] %1 out_sharding=<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]> : tensor<8x8xf32>
//>     %6 = sdy.all_gather [{"x"}, {}] %4 out_sharding=<mesh<["x"=2, "y"=2]>, [{}, {}]> : tensor<8x3xf32>
//>     %7 = stablehlo.slice %6 [0:7, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{}, {}]>]>} : (tensor<8x3xf32>) -> tensor<7x3xf32>
//>     return %5, %7 : tensor<8x8xf32>, tensor<7x3xf32>
//>   }
//> }
//# RUN 4
//> module attributes {sdy.output_shardings = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]>, <mesh<["x"=2, "y"=2]>, [{}, {}]>]>, sdy.parameters_shardings = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]>, <mesh<["x"=2, "y"=2]>, [{"y"}, {}]>, <mesh<["x"=2, "y"=2]>, []>]>} {
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<f32>) -> (tensor<4x4xf32>, tensor<7x3xf32>) {
//>     %c = stablehlo.constant dense<[0, 4, 0, 4]> : tensor<4xi32>
//>     %c_0 = stablehlo.constant dense<2> : tensor<i32>
//>     %c_1 = stablehlo.constant dense<1> : tensor<i32>
//>     %c_2 = stablehlo.constant dense<0> : tensor<i32>
//>     %c_3 = stablehlo.constant dense<5> : tensor<i32>
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
//>     %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>, use_global_device_ids}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %26 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %26 : tensor<f32>
//>     }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %2 = stablehlo.partition_id : tensor<ui32>
//>     %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i32>
//>     %4 = stablehlo.divide %3, %c_0 : tensor<i32>
//>     %5 = stablehlo.remainder %4, %c_0 : tensor<i32>
//>     %6 = "stablehlo.collective_permute"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[2, 0], [3, 1]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %7 = stablehlo.compare LT, %5, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>     %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
//>     %9 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<4x8xi1>
//>     %10 = stablehlo.select %9, %6, %8 : tensor<4x8xi1>, tensor<4x8xf32>
//>     %11 = stablehlo.concatenate %1, %10, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
//>     %12 = stablehlo.pad %11, %cst, low = [4, 0], high = [4, 0], interior = [0, 0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<16x8xf32>
//>     %13 = stablehlo.multiply %5, %c_2 : tensor<i32>
//>     %14 = stablehlo.add %13, %c_3 : tensor<i32>
//>     %15 = stablehlo.maximum %14, %c_2 : tensor<i32>
//>     %16 = stablehlo.dynamic_slice %12, %15, %c_2, sizes = [4, 8] : (tensor<16x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
//>     %17 = stablehlo.slice %16 [0:4, 2:5] : (tensor<4x8xf32>) -> tensor<4x3xf32>
//>     %18 = stablehlo.slice %17 [0:4, 0:3] : (tensor<4x3xf32>) -> tensor<4x3xf32>
//>     %19 = stablehlo.exponential %18 : tensor<4x3xf32>
//>     %20 = stablehlo.partition_id : tensor<ui32>
//>     %21 = stablehlo.dynamic_slice %c, %20, sizes = [1] : (tensor<4xi32>, tensor<ui32>) -> tensor<1xi32>
//>     %22 = stablehlo.reshape %21 : (tensor<1xi32>) -> tensor<i32>
//>     %23 = stablehlo.dynamic_slice %1, %c_2, %22, sizes = [4, 4] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
//>     %24 = "stablehlo.all_gather"(%19) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<4x3xf32>) -> tensor<8x3xf32>
//>     %25 = stablehlo.slice %24 [0:7, 0:3] : (tensor<8x3xf32>) -> tensor<7x3xf32>
//>     return %23, %25 : tensor<4x4xf32>, tensor<7x3xf32>
//>   }
//> }
//# RUN 5
//> module attributes {sdy.output_shardings = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]>, <mesh<["x"=2, "y"=2]>, [{}, {}]>]>, sdy.parameters_shardings = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]>, <mesh<["x"=2, "y"=2]>, [{"y"}, {}]>, <mesh<["x"=2, "y"=2]>, []>]>} {
//>   sdy.mesh @mesh = <["x"=2, "y"=2]>
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<f32>) -> (tensor<4x4xf32>, tensor<7x3xf32>) {
//>     %c = stablehlo.constant dense<[0, 4, 0, 4]> : tensor<4xi32>
//>     %c_0 = stablehlo.constant dense<2> : tensor<i32>
//>     %c_1 = stablehlo.constant dense<1> : tensor<i32>
//>     %c_2 = stablehlo.constant dense<0> : tensor<i32>
//>     %c_3 = stablehlo.constant dense<5> : tensor<i32>
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
//>     %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y">]>, use_global_device_ids}> ({
//>     ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
//>       %26 = stablehlo.add %arg3, %arg4 : tensor<f32>
//>       stablehlo.return %26 : tensor<f32>
//>     }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %2 = stablehlo.replica_id : tensor<ui32>
//>     %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i32>
//>     %4 = stablehlo.divide %3, %c_0 : tensor<i32>
//>     %5 = stablehlo.remainder %4, %c_0 : tensor<i32>
//>     %6 = "stablehlo.collective_permute"(%1) <{source_target_pairs = dense<[[2, 0], [3, 1]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %7 = stablehlo.compare LT, %5, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>     %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
//>     %9 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<4x8xi1>
//>     %10 = stablehlo.select %9, %6, %8 : tensor<4x8xi1>, tensor<4x8xf32>
//>     %11 = stablehlo.concatenate %1, %10, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
//>     %12 = stablehlo.pad %11, %cst, low = [4, 0], high = [4, 0], interior = [0, 0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<16x8xf32>
//>     %13 = stablehlo.multiply %5, %c_2 : tensor<i32>
//>     %14 = stablehlo.add %13, %c_3 : tensor<i32>
//>     %15 = stablehlo.maximum %14, %c_2 : tensor<i32>
//>     %16 = stablehlo.dynamic_slice %12, %15, %c_2, sizes = [4, 8] : (tensor<16x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
//>     %17 = stablehlo.slice %16 [0:4, 2:5] : (tensor<4x8xf32>) -> tensor<4x3xf32>
//>     %18 = stablehlo.slice %17 [0:4, 0:3] : (tensor<4x3xf32>) -> tensor<4x3xf32>
//>     %19 = stablehlo.exponential %18 : tensor<4x3xf32>
//>     %20 = stablehlo.replica_id : tensor<ui32>
//>     %21 = stablehlo.dynamic_slice %c, %20, sizes = [1] : (tensor<4xi32>, tensor<ui32>) -> tensor<1xi32>
//>     %22 = stablehlo.reshape %21 : (tensor<1xi32>) -> tensor<i32>
//>     %23 = stablehlo.dynamic_slice %1, %c_2, %22, sizes = [4, 4] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
//>     %24 = "stablehlo.all_gather"(%19) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<4x3xf32>) -> tensor<8x3xf32>
//>     %25 = stablehlo.slice %24 [0:7, 0:3] : (tensor<8x3xf32>) -> tensor<7x3xf32>
//>     return %23, %25 : tensor<4x4xf32>, tensor<7x3xf32>
//>   }
//> }
//# RUN 6
//> module {
//>   func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"y"}, {}]>}, %arg2: tensor<f32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]>}, tensor<7x3xf32>) {
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>]>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
//>     %1 = stablehlo.slice %0 [1:8, 2:5] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>]>} : (tensor<8x8xf32>) -> tensor<7x3xf32>
//>     %2 = stablehlo.exponential %1 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>]>} : tensor<7x3xf32>
//>     return %0, %2 : tensor<8x8xf32>, tensor<7x3xf32>
//>   }
//> }
