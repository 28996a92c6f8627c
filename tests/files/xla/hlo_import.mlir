// RUN: shardflow opt %s -xla-hlo-import-pipeline
// RUN: shardflow opt %s -xla-simplify-import
// As XLA writes a program back from HLO: regions twice, invariants as the last
// operands of a loop, a reshape of each result.
module @jit_f {
  func.func private @region_0.1(%a: tensor<i32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> (tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>) {
    return %a, %b, %c : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
  func.func @main(%w: tensor<8x8xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'x'}, {}]}"}, %h: tensor<8x8xf32>) -> (tensor<8x8xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'y'}, {?}]}"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.custom_call @Sharding(%h) {mhlo.sharding = "{mesh['x'=2,'y'=4], [{?}, {?}]}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1:4 = stablehlo.while(%i = %c, %a = %h, %b = %w, %o = %0) : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %2 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %i, %one : tensor<i32>
      %3 = stablehlo.dot %a, %b : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
      %4 = stablehlo.add %3, %o : tensor<8x8xf32>
      stablehlo.return %2, %4, %b, %o : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
    }
    %5 = stablehlo.tuple %1#1, %c : tuple<tensor<8x8xf32>, tensor<i32>>
    %6 = stablehlo.get_tuple_element %5[0] : (tuple<tensor<8x8xf32>, tensor<i32>>) -> tensor<8x8xf32>
    %7 = stablehlo.reshape %6 : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %7 : tensor<8x8xf32>
  }
}

//# RUN 1
//> module @jit_f {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {?}]>}) {
//>     %0 = sdy.constant dense<0> : tensor<i32>
//>     %1 = sdy.sharding_constraint %arg1 <@mesh, [{?}, {?}]> : tensor<8x8xf32>
//>     %2 = sdy.sharding_constraint %arg0 <@mesh, [{?}, {?}]> : tensor<8x8xf32>
//>     %3:2 = stablehlo.while(%iterArg = %0, %iterArg_0 = %arg1) : tensor<i32>, tensor<8x8xf32>
//>     cond {
//>       %6 = sdy.constant dense<3> : tensor<i32>
//>       %7 = stablehlo.compare LT, %iterArg, %6 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %7 : tensor<i1>
//>     } do {
//>       %6 = sdy.constant dense<1> : tensor<i32>
//>       %7 = stablehlo.add %iterArg, %6 : tensor<i32>
//>       %8 = stablehlo.dot %iterArg_0, %2 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
//>       %9 = stablehlo.add %8, %1 : tensor<8x8xf32>
//>       stablehlo.return %7, %9 : tensor<i32>, tensor<8x8xf32>
//>     }
//>     %4 = sdy.data_flow_edge %3#0 : tensor<i32>
//>     %5 = sdy.data_flow_edge %3#1 : tensor<8x8xf32>
//>     return %5 : tensor<8x8xf32>
//>   }
//> }
//# RUN 2
//> module @jit_f {
//>   func.func private @region_0.1(%arg0: tensor<i32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x8xf32>) -> (tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>) {
//>     return %arg0, %arg1, %arg2 : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func @main(%arg0: tensor<8x8xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'x'}, {}]}"}, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32> {mhlo.sharding = "{mesh['x'=2,'y'=4], [{'y'}, {?}]}"}) {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %0 = stablehlo.custom_call @Sharding(%arg1) {mhlo.sharding = "{mesh['x'=2,'y'=4], [{?}, {?}]}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %1:4 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg1, %iterArg_1 = %arg0, %iterArg_2 = %0) : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
//>     cond {
//>       %c_3 = stablehlo.constant dense<3> : tensor<i32>
//>       %2 = stablehlo.compare LT, %iterArg, %c_3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %2 : tensor<i1>
//>     } do {
//>       %c_3 = stablehlo.constant dense<1> : tensor<i32>
//>       %2 = stablehlo.add %iterArg, %c_3 : tensor<i32>
//>       %3 = stablehlo.dot %iterArg_0, %iterArg_1 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
//>       %4 = stablehlo.add %3, %iterArg_2 : tensor<8x8xf32>
//>       stablehlo.return %2, %4, %iterArg_1, %iterArg_2 : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
//>     }
//>     return %1#1 : tensor<8x8xf32>
//>   }
//> }
