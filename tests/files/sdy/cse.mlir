// RUN: shardflow opt %s -cse -allow-unregistered-dialect -split-input-file

// Known where it stands: before in the block, or around. What one branch knows
// the other doesn't. Operands in another order are another op.

func.func @blocks(%x: tensor<4xf32>, %y: tensor<4xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.add %x, %y : tensor<4xf32>
  %2 = stablehlo.add %y, %x : tensor<4xf32>
  %3 = "stablehlo.case"(%i) ({
    %4 = stablehlo.add %x, %y : tensor<4xf32>
    %5 = stablehlo.negate %4 : tensor<4xf32>
    stablehlo.return %5 : tensor<4xf32>
  }, {
    %4 = stablehlo.negate %1 : tensor<4xf32>
    stablehlo.return %4 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %6 = stablehlo.multiply %1, %2 : tensor<4xf32>
  return %3, %6 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Regions are compared after the walk has been in them; the second and third
// while say the same, the fourth captures another value.

func.func @regions(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.while(%a = %x) : tensor<4xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %4 = stablehlo.add %a, %x : tensor<4xf32>
    stablehlo.return %4 : tensor<4xf32>
  }
  %1 = stablehlo.while(%a = %x) : tensor<4xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %4 = stablehlo.add %a, %x : tensor<4xf32>
    %5 = stablehlo.add %a, %x : tensor<4xf32>
    stablehlo.return %5 : tensor<4xf32>
  }
  %2 = stablehlo.while(%b = %x) : tensor<4xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %unused = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %4 = stablehlo.add %b, %x : tensor<4xf32>
    stablehlo.return %4 : tensor<4xf32>
  }
  %3 = stablehlo.while(%a = %x) : tensor<4xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %4 = stablehlo.add %a, %y : tensor<4xf32>
    stablehlo.return %4 : tensor<4xf32>
  }
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Shardings and attributes tell ops apart; side effects keep them.

sdy.mesh @mesh = <["a"=2]>
func.func @apart(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<4xf32>
  %1 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<4xf32>
  %2 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}]>]>} : tensor<4xf32>
  %3 = stablehlo.negate %x : tensor<4xf32>
  %4 = stablehlo.negate %x {mhlo.frontend_attributes = {a = "b"}} : tensor<4xf32>
  %5 = stablehlo.custom_call @foo(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  %6 = stablehlo.custom_call @foo(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  %7 = stablehlo.custom_call @bar(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %8 = stablehlo.custom_call @bar(%x) : (tensor<4xf32>) -> tensor<4xf32>
  "test.use"(%0, %1, %2, %3, %4, %7, %8) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
  return %x : tensor<4xf32>
}

// -----

// The sdy ops: a constraint may not go, a reshard and a constant may.

sdy.mesh @mesh = <["a"=2]>
func.func @sdy(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.reshard %x <@mesh, [{"a"}]> : tensor<4xf32>
  %1 = sdy.reshard %x <@mesh, [{"a"}]> : tensor<4xf32>
  %2 = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<4xf32>
  %3 = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<4xf32>
  %4 = sdy.constant dense<1.0> : tensor<4xf32>
  %5 = sdy.constant dense<1.0> : tensor<4xf32>
  %6 = sdy.propagation_barrier %x allowed_direction=NONE : tensor<4xf32>
  %7 = sdy.propagation_barrier %x allowed_direction=NONE : tensor<4xf32>
  %8 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%a: tensor<2xf32>) {
    %10 = stablehlo.negate %a : tensor<2xf32>
    sdy.return %10 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  %9 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%a: tensor<2xf32>) {
    %10 = stablehlo.negate %a : tensor<2xf32>
    sdy.return %10 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  %11 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a", ?}]>] manual_axes={"a"} (%a: tensor<2xf32>) {
    %10 = stablehlo.negate %a : tensor<2xf32>
    sdy.return %10 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %11) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
  return %x : tensor<4xf32>
}

// -----

// The walk is one: %0 was used when it came to it.

func.func @dead(%x: tensor<4xf32>, %i: tensor<i1>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  %1 = stablehlo.abs %0 : tensor<4xf32>
  %2 = "stablehlo.if"(%i) ({
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %0 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %x : tensor<4xf32>
}

// -----

// The body of a module, where values may be used before they are defined, and
// an op that is not known, which may be isolated.

%0 = "test.op"(%2) : (tensor<4xf32>) -> tensor<4xf32>
%1 = stablehlo.constant dense<1.0> : tensor<4xf32>
%2 = stablehlo.constant dense<1.0> : tensor<4xf32>
%3 = stablehlo.negate %5 : tensor<4xf32>
%4 = stablehlo.constant dense<2.0> : tensor<4xf32>
%5 = stablehlo.constant dense<2.0> : tensor<4xf32>
%6 = stablehlo.negate %4 : tensor<4xf32>
"test.use"(%0, %1, %3, %6) ({
  %7 = stablehlo.constant dense<1.0> : tensor<4xf32>
  %8 = stablehlo.constant dense<1.0> : tensor<4xf32>
  "test.end"(%7, %8) : (tensor<4xf32>, tensor<4xf32>) -> ()
}) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()

//> module {
//>   func.func @blocks(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
//>     %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
//>     %1 = stablehlo.add %arg1, %arg0 : tensor<4xf32>
//>     %2 = "stablehlo.case"(%arg2) ({
//>       %4 = stablehlo.negate %0 : tensor<4xf32>
//>       stablehlo.return %4 : tensor<4xf32>
//>     }, {
//>       %4 = stablehlo.negate %0 : tensor<4xf32>
//>       stablehlo.return %4 : tensor<4xf32>
//>     }) : (tensor<i32>) -> tensor<4xf32>
//>     %3 = stablehlo.multiply %0, %1 : tensor<4xf32>
//>     return %2, %3 : tensor<4xf32>, tensor<4xf32>
//>   }
//> }
//> // -----
//> module {
//>   func.func @regions(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
//>     %0 = stablehlo.while(%iterArg = %arg0) : tensor<4xf32>
//>     cond {
//>       %c = stablehlo.constant dense<true> : tensor<i1>
//>       stablehlo.return %c : tensor<i1>
//>     } do {
//>       %2 = stablehlo.add %iterArg, %arg0 : tensor<4xf32>
//>       stablehlo.return %2 : tensor<4xf32>
//>     }
//>     %1 = stablehlo.while(%iterArg = %arg0) : tensor<4xf32>
//>     cond {
//>       %c = stablehlo.constant dense<true> : tensor<i1>
//>       stablehlo.return %c : tensor<i1>
//>     } do {
//>       %2 = stablehlo.add %iterArg, %arg1 : tensor<4xf32>
//>       stablehlo.return %2 : tensor<4xf32>
//>     }
//>     return %0, %0, %0, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
//>   }
//> }
//> // -----
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @apart(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//>     %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<4xf32>
//>     %1 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}]>]>} : tensor<4xf32>
//>     %2 = stablehlo.negate %arg0 : tensor<4xf32>
//>     %3 = stablehlo.negate %arg0 {mhlo.frontend_attributes = {a = "b"}} : tensor<4xf32>
//>     %4 = stablehlo.custom_call @foo(%arg0) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
//>     %5 = stablehlo.custom_call @foo(%arg0) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
//>     %6 = stablehlo.custom_call @bar(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
//>     "test.use"(%0, %0, %1, %2, %3, %6, %6) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
//>     return %arg0 : tensor<4xf32>
//>   }
//> }
//> // -----
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @sdy(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"a"}]> : tensor<4xf32>
//>     %1 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<4xf32>
//>     %2 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<4xf32>
//>     %3 = sdy.constant dense<1.000000e+00> : tensor<4xf32>
//>     %4 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<4xf32>
//>     %5 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<2xf32>) {
//>       %7 = stablehlo.negate %arg1 : tensor<2xf32>
//>       sdy.return %7 : tensor<2xf32>
//>     } : (tensor<4xf32>) -> tensor<4xf32>
//>     %6 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a", ?}]>] manual_axes={"a"} (%arg1: tensor<2xf32>) {
//>       %7 = stablehlo.negate %arg1 : tensor<2xf32>
//>       sdy.return %7 : tensor<2xf32>
//>     } : (tensor<4xf32>) -> tensor<4xf32>
//>     "test.use"(%0, %0, %1, %2, %3, %3, %4, %4, %5, %5, %6) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
//>     return %arg0 : tensor<4xf32>
//>   }
//> }
//> // -----
//> module {
//>   func.func @dead(%arg0: tensor<4xf32>, %arg1: tensor<i1>) -> tensor<4xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<4xf32>
//>     %1 = stablehlo.abs %0 : tensor<4xf32>
//>     return %arg0 : tensor<4xf32>
//>   }
//> }
//> // -----
//> module {
//>   %0 = "test.op"(%cst) : (tensor<4xf32>) -> tensor<4xf32>
//>   %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
//>   %1 = stablehlo.negate %cst_1 : tensor<4xf32>
//>   %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
//>   %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
//>   %2 = stablehlo.negate %cst_0 : tensor<4xf32>
//>   "test.use"(%0, %cst, %1, %2) ({
//>     %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
//>     "test.end"(%cst_2, %cst_2) : (tensor<4xf32>, tensor<4xf32>) -> ()
//>   }) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
//> }
