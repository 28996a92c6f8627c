// Shardy's attributes and ops.
module @shardings {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  sdy.mesh @other = <["a"=8], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y"}p1]>}, %arg1: tensor<16x4xf32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {}], replicated={"y"}>}) {
    %0 = sdy.sharding_constraint %arg0 <@other, [{"a":(2)4}, {?}]> : tensor<8x16xf32>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {?}], unreduced={"y"}>]>} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %2 = stablehlo.add %1, %1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4} need_replication={j}, custom>} : tensor<8x4xf32>
    %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg2: tensor<2x4xf32>) {
      %4 = stablehlo.negate %arg2 : tensor<2x4xf32>
      sdy.return %4 : tensor<2x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    sdy.sharding_group %3 group_id=3 : tensor<8x4xf32>
    %5 = sdy.all_gather [{"x"}, {}] %3 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
    %6 = sdy.all_reduce {"y"} %5 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
    return %6 : tensor<8x4xf32>
  }
}
