// RUN: shardflow opt %s -xla-capture-loop-invariants
// RUN: shardflow opt %s -xla-capture-loop-invariants -xla-open-free-values
sdy.mesh @mesh = <["x"=2, "y"=4]>

// %w is handed on, and so is %v by the loop inside; %n isn't.
func.func @nested(%h: tensor<8x8xf32> , %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %v: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%i = %c0, %a = %h, %b = %w, %c = %v) : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1:3 = stablehlo.while(%j = %c0, %d = %a, %e = %c) : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>
    cond {
      %n = stablehlo.constant dense<2> : tensor<i32>
      %2 = stablehlo.compare LT, %j, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %j, %one : tensor<i32>
      %3 = stablehlo.add %d, %e : tensor<8x8xf32>
      stablehlo.return %2, %3, %e : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>
    }
    %one = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    %5 = stablehlo.multiply %1#1, %b : tensor<8x8xf32>
    stablehlo.return %4, %5, %b, %1#2 : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
  return %0#1, %0#3 : tensor<8x8xf32>, tensor<8x8xf32>
}

// Scalars and values without a sharding are captured as they are.
func.func @no_constraint(%h: tensor<8xf32>, %s: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %f: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c0, %a = %h) : tensor<i32>, tensor<8xf32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %3 = stablehlo.add %a, %2 : tensor<8xf32>
    %4 = stablehlo.add %3, %f : tensor<8xf32>
    stablehlo.return %1, %4 : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// Handed on, but in another place.
func.func @swapped(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = stablehlo.constant dense<true> : tensor<i1>
  %0:3 = stablehlo.while(%p = %c0, %a = %x, %b = %y) : tensor<i1>, tensor<8xf32>, tensor<8xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.not %p : tensor<i1>
    stablehlo.return %1, %b, %a : tensor<i1>, tensor<8xf32>, tensor<8xf32>
  }
  return %0#1, %0#2 : tensor<8xf32>, tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   func.func @nested(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<8x8xf32>
//>     cond {
//>       %c_1 = stablehlo.constant dense<3> : tensor<i32>
//>       %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %1 : tensor<i1>
//>     } do {
//>       %1:2 = stablehlo.while(%iterArg_2 = %c, %iterArg_3 = %iterArg_0) : tensor<i32>, tensor<8x8xf32>
//>       cond {
//>         %c_4 = stablehlo.constant dense<2> : tensor<i32>
//>         %4 = stablehlo.compare LT, %iterArg_2, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>         stablehlo.return %4 : tensor<i1>
//>       } do {
//>         %c_4 = stablehlo.constant dense<1> : tensor<i32>
//>         %4 = stablehlo.add %iterArg_2, %c_4 : tensor<i32>
//>         %5 = stablehlo.add %iterArg_3, %arg2 : tensor<8x8xf32>
//>         stablehlo.return %4, %5 : tensor<i32>, tensor<8x8xf32>
//>       }
//>       %c_1 = stablehlo.constant dense<1> : tensor<i32>
//>       %2 = stablehlo.add %iterArg, %c_1 : tensor<i32>
//>       %3 = stablehlo.multiply %1#1, %arg1 : tensor<8x8xf32>
//>       stablehlo.return %2, %3 : tensor<i32>, tensor<8x8xf32>
//>     }
//>     return %0#1, %arg2 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func @no_constraint(%arg0: tensor<8xf32>, %arg1: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %arg2: tensor<8xf32>) -> tensor<8xf32> {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<8xf32>
//>     cond {
//>       %c_1 = stablehlo.constant dense<3> : tensor<i32>
//>       %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %1 : tensor<i1>
//>     } do {
//>       %c_1 = stablehlo.constant dense<1> : tensor<i32>
//>       %1 = stablehlo.add %iterArg, %c_1 : tensor<i32>
//>       %2 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8xf32>
//>       %3 = stablehlo.add %iterArg_0, %2 : tensor<8xf32>
//>       %4 = stablehlo.add %3, %arg2 : tensor<8xf32>
//>       stablehlo.return %1, %4 : tensor<i32>, tensor<8xf32>
//>     }
//>     return %0#1 : tensor<8xf32>
//>   }
//>   func.func @swapped(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
//>     %c = stablehlo.constant dense<true> : tensor<i1>
//>     %0:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg1) : tensor<i1>, tensor<8xf32>, tensor<8xf32>
//>     cond {
//>       stablehlo.return %iterArg : tensor<i1>
//>     } do {
//>       %1 = stablehlo.not %iterArg : tensor<i1>
//>       stablehlo.return %1, %iterArg_1, %iterArg_0 : tensor<i1>, tensor<8xf32>, tensor<8xf32>
//>     }
//>     return %0#1, %0#2 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   func.func @nested(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %0 = sdy.sharding_constraint %arg2 <@mesh, [{?}, {?}]> : tensor<8x8xf32>
//>     %1 = sdy.sharding_constraint %arg1 <@mesh, [{?}, {?}]> : tensor<8x8xf32>
//>     %2:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<8x8xf32>
//>     cond {
//>       %c_1 = stablehlo.constant dense<3> : tensor<i32>
//>       %3 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %3 : tensor<i1>
//>     } do {
//>       %3 = sdy.sharding_constraint %0 <@mesh, [{?}, {?}]> : tensor<8x8xf32>
//>       %4:2 = stablehlo.while(%iterArg_2 = %c, %iterArg_3 = %iterArg_0) : tensor<i32>, tensor<8x8xf32>
//>       cond {
//>         %c_4 = stablehlo.constant dense<2> : tensor<i32>
//>         %7 = stablehlo.compare LT, %iterArg_2, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>         stablehlo.return %7 : tensor<i1>
//>       } do {
//>         %c_4 = stablehlo.constant dense<1> : tensor<i32>
//>         %7 = stablehlo.add %iterArg_2, %c_4 : tensor<i32>
//>         %8 = stablehlo.add %iterArg_3, %3 : tensor<8x8xf32>
//>         stablehlo.return %7, %8 : tensor<i32>, tensor<8x8xf32>
//>       }
//>       %c_1 = stablehlo.constant dense<1> : tensor<i32>
//>       %5 = stablehlo.add %iterArg, %c_1 : tensor<i32>
//>       %6 = stablehlo.multiply %4#1, %1 : tensor<8x8xf32>
//>       stablehlo.return %5, %6 : tensor<i32>, tensor<8x8xf32>
//>     }
//>     return %2#1, %arg2 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func @no_constraint(%arg0: tensor<8xf32>, %arg1: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %arg2: tensor<8xf32>) -> tensor<8xf32> {
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<8xf32>
//>     cond {
//>       %c_1 = stablehlo.constant dense<3> : tensor<i32>
//>       %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %1 : tensor<i1>
//>     } do {
//>       %c_1 = stablehlo.constant dense<1> : tensor<i32>
//>       %1 = stablehlo.add %iterArg, %c_1 : tensor<i32>
//>       %2 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8xf32>
//>       %3 = stablehlo.add %iterArg_0, %2 : tensor<8xf32>
//>       %4 = stablehlo.add %3, %arg2 : tensor<8xf32>
//>       stablehlo.return %1, %4 : tensor<i32>, tensor<8xf32>
//>     }
//>     return %0#1 : tensor<8xf32>
//>   }
//>   func.func @swapped(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
//>     %c = stablehlo.constant dense<true> : tensor<i1>
//>     %0:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg1) : tensor<i1>, tensor<8xf32>, tensor<8xf32>
//>     cond {
//>       stablehlo.return %iterArg : tensor<i1>
//>     } do {
//>       %1 = stablehlo.not %iterArg : tensor<i1>
//>       stablehlo.return %1, %iterArg_1, %iterArg_0 : tensor<i1>, tensor<8xf32>, tensor<8xf32>
//>     }
//>     return %0#1, %0#2 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
