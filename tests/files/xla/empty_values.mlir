// RUN: shardflow opt %s -xla-drop-empty-values
// RUN: shardflow propagate -q %s --jax
// Values without elements become constants where they are used, except the
// operands of loops.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %e: tensor<0x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<0x8xf32>, tensor<0x8xf32>, tensor<0x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<16x8xf32>, tensor<8x8xf32>, tensor<0x8xf32>) {
  %0 = stablehlo.slice %x [0:0, 0:8] : (tensor<16x8xf32>) -> tensor<0x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"y"}]> : tensor<0x8xf32>
  %2 = stablehlo.add %1, %e : tensor<0x8xf32>
  %3 = stablehlo.concatenate %x, %2, dim = 0 : (tensor<16x8xf32>, tensor<0x8xf32>) -> tensor<16x8xf32>
  %4 = stablehlo.dot_general %e, %2, contracting_dims = [0] x [0] : (tensor<0x8xf32>, tensor<0x8xf32>) -> tensor<8x8xf32>
  %5:2 = stablehlo.while(%i = %e, %n = %x) : tensor<0x8xf32>, tensor<16x8xf32>
    cond {
    %c = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %6 = stablehlo.add %i, %i : tensor<0x8xf32>
    %7 = stablehlo.add %n, %n : tensor<16x8xf32>
    stablehlo.return %6, %7 : tensor<0x8xf32>, tensor<16x8xf32>
  }
  return %2, %e, %2, %3, %4, %5#0 : tensor<0x8xf32>, tensor<0x8xf32>, tensor<0x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<0x8xf32>
}
// Elements of other types; ops with effects and with several results.
func.func private @others(%c: tensor<0xcomplex<f32>>, %i: tensor<2x0xi4>, %q: tensor<0x!quant.uniform<i8:f32, 2.0:5>>, %t: !stablehlo.token) -> (tensor<0xcomplex<f32>>, tensor<2x0xi4>, tensor<0x!quant.uniform<i8:f32, 2.0:5>>, tensor<0xf32>, tensor<0xf32>) {
  %0 = stablehlo.add %c, %c : tensor<0xcomplex<f32>>
  %1 = stablehlo.add %i, %i : tensor<2x0xi4>
  %2 = stablehlo.add %q, %q : tensor<0x!quant.uniform<i8:f32, 2.0:5>>
  %3 = stablehlo.custom_call @effect() {has_side_effect = true} : () -> tensor<0xf32>
  %4:2 = stablehlo.custom_call @effects() {has_side_effect = true} : () -> (tensor<0xf32>, tensor<4xf32>)
  return %0, %1, %2, %3, %4#0 : tensor<0xcomplex<f32>>, tensor<2x0xi4>, tensor<0x!quant.uniform<i8:f32, 2.0:5>>, tensor<0xf32>, tensor<0xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<0x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<0x8xf32>, tensor<0x8xf32>, tensor<0x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<16x8xf32>, tensor<8x8xf32>, tensor<0x8xf32>) {
//>     %cst = stablehlo.constant dense<0.000000e+00> : tensor<0x8xf32>
//>     %0 = stablehlo.slice %arg0 [0:0, 0:8] : (tensor<16x8xf32>) -> tensor<0x8xf32>
//>     %1 = sdy.sharding_constraint %cst <@mesh, [{}, {"y"}]> : tensor<0x8xf32>
//>     %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<0x8xf32>
//>     %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<0x8xf32>
//>     %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<0x8xf32>
//>     %2 = stablehlo.add %cst_0, %cst_1 : tensor<0x8xf32>
//>     %3 = stablehlo.concatenate %arg0, %cst_2, dim = 0 : (tensor<16x8xf32>, tensor<0x8xf32>) -> tensor<16x8xf32>
//>     %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<0x8xf32>
//>     %4 = stablehlo.dot_general %cst_3, %cst_2, contracting_dims = [0] x [0] : (tensor<0x8xf32>, tensor<0x8xf32>) -> tensor<8x8xf32>
//>     %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<0x8xf32>
//>     %5:2 = stablehlo.while(%iterArg = %arg1, %iterArg_6 = %arg0) : tensor<0x8xf32>, tensor<16x8xf32>
//>     cond {
//>       %c = stablehlo.constant dense<false> : tensor<i1>
//>       stablehlo.return %c : tensor<i1>
//>     } do {
//>       %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<0x8xf32>
//>       %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<0x8xf32>
//>       %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<0x8xf32>
//>       %6 = stablehlo.add %cst_7, %cst_8 : tensor<0x8xf32>
//>       %7 = stablehlo.add %iterArg_6, %iterArg_6 : tensor<16x8xf32>
//>       stablehlo.return %cst_9, %7 : tensor<0x8xf32>, tensor<16x8xf32>
//>     }
//>     %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<0x8xf32>
//>     return %cst_2, %cst_5, %cst_2, %3, %4, %cst_4 : tensor<0x8xf32>, tensor<0x8xf32>, tensor<0x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<0x8xf32>
//>   }
//>   func.func private @others(%arg0: tensor<0xcomplex<f32>>, %arg1: tensor<2x0xi4>, %arg2: tensor<0x!quant.uniform<i8:f32, 2.000000e+00:5>>, %arg3: !stablehlo.token) -> (tensor<0xcomplex<f32>>, tensor<2x0xi4>, tensor<0x!quant.uniform<i8:f32, 2.000000e+00:5>>, tensor<0xf32>, tensor<0xf32>) {
//>     %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<0xcomplex<f32>>
//>     %cst_0 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<0xcomplex<f32>>
//>     %cst_1 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<0xcomplex<f32>>
//>     %0 = stablehlo.add %cst, %cst_0 : tensor<0xcomplex<f32>>
//>     %c = stablehlo.constant dense<0> : tensor<2x0xi4>
//>     %c_2 = stablehlo.constant dense<0> : tensor<2x0xi4>
//>     %c_3 = stablehlo.constant dense<0> : tensor<2x0xi4>
//>     %1 = stablehlo.add %c, %c_2 : tensor<2x0xi4>
//>     %2 = stablehlo.add %arg2, %arg2 : tensor<0x!quant.uniform<i8:f32, 2.000000e+00:5>>
//>     %3 = stablehlo.custom_call @effect() {has_side_effect = true} : () -> tensor<0xf32>
//>     %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<0xf32>
//>     %4:2 = stablehlo.custom_call @effects() {has_side_effect = true} : () -> (tensor<0xf32>, tensor<4xf32>)
//>     %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<0xf32>
//>     return %cst_1, %c_3, %2, %cst_5, %cst_4 : tensor<0xcomplex<f32>>, tensor<2x0xi4>, tensor<0x!quant.uniform<i8:f32, 2.000000e+00:5>>, tensor<0xf32>, tensor<0xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<0x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<0x8xf32>, tensor<0x8xf32>, tensor<0x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<8x8xf32>, tensor<0x8xf32>) {
//>     %0 = sdy.constant dense<0.000000e+00> : tensor<0x8xf32>
//>     %1 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} dense<0.000000e+00> : tensor<0x8xf32>
//>     %2 = stablehlo.dot_general %0, %0, contracting_dims = [0] x [0] : (tensor<0x8xf32>, tensor<0x8xf32>) -> tensor<8x8xf32>
//>     return %0, %0, %1, %arg0, %2, %0 : tensor<0x8xf32>, tensor<0x8xf32>, tensor<0x8xf32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<0x8xf32>
//>   }
//> }
