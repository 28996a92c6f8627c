// Values that VHLO and sdy ops share, used more than once; and a function
// whose lists of attributes say nothing.
module @casts {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<8x8xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<8x8xf32>
    %3 = stablehlo.subtract %0, %2 : tensor<8x8xf32>
    %4:2 = sdy.manual_computation(%arg2, %arg1, %3) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {"x"}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {"x"}]>] manual_axes={"x"} (%arg3: tensor<4x8xf32>, %arg4: tensor<8x4xf32>, %arg5: tensor<8x8xf32>) {
      %7 = stablehlo.add %arg4, %arg4 : tensor<8x4xf32>
      %8 = stablehlo.multiply %arg3, %arg3 : tensor<4x8xf32>
      %9 = stablehlo.negate %arg5 : tensor<8x8xf32>
      sdy.return %8, %7 : tensor<4x8xf32>, tensor<8x4xf32>
    } : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<4> : tensor<i32>
    %5:3 = stablehlo.while(%iterArg = %4#0, %iterArg_1 = %4#1, %iterArg_2 = %c) : tensor<8x8xf32>, tensor<8x8xf32>, tensor<i32>
      cond {
      %7 = stablehlo.compare LT, %iterArg_2, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7 = func.call @nothing(%iterArg, %4#1) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
      stablehlo.return %7, %iterArg_1, %iterArg_2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<i32>
    }
    %6 = sdy.sharding_constraint %5#0 <@mesh, [{"y"}, {}]> : tensor<8x8xf32>
    sdy.sharding_group %5#0 group_id=0 : tensor<8x8xf32>
    sdy.sharding_group %5#1 group_id=0 : tensor<8x8xf32>
    return %6, %5#1 : tensor<8x8xf32>, tensor<8x8xf32>
  }
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>, res_attrs = [{}], sym_name = "nothing", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>):
    %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
    "func.return"(%0) : (tensor<8x8xf32>) -> ()
  }) : () -> ()
}
