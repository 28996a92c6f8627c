// RUN: shardflow opt %s -canonicalize
// RUN: shardflow opt %s -canonicalize --compat=jaxlib-0.12

// What a manual computation whose manual axes are of size 1 becomes: its body,
// in the source of Shardy; jaxlib 0.12 has no such pattern.

sdy.mesh @mesh = <["x"=2, "o"=1]>

func.func @no_manual_axes(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={} (%arg1: tensor<8xf32>) {
    %1 = stablehlo.negate %arg1 : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @axis_of_size_one(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"o"}]>] out_shardings=[<@mesh, [{"o"}]>] manual_axes={"o"} (%arg1: tensor<8xf32>) {
    %1 = stablehlo.negate %arg1 : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @only_a_body() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    %0 = stablehlo.custom_call @foo() {has_side_effect = true} : () -> tensor<8xf32>
    sdy.return
  } : () -> ()
  return
}

// Both versions erase these.
func.func @nothing_at_all() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return
}

func.func @an_unused_input(%arg0: tensor<8xf32>) {
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[] manual_axes={"x"} (%arg1: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=2, "o"=1]>
//>   func.func @no_manual_axes(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func @axis_of_size_one(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func @only_a_body() {
//>     %0 = stablehlo.custom_call @foo() {has_side_effect = true} : () -> tensor<8xf32>
//>     return
//>   }
//>   func.func @nothing_at_all() {
//>     return
//>   }
//>   func.func @an_unused_input(%arg0: tensor<8xf32>) {
//>     return
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2, "o"=1]>
//>   func.func @no_manual_axes(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={} (%arg1: tensor<8xf32>) {
//>       %1 = stablehlo.negate %arg1 : tensor<8xf32>
//>       sdy.return %1 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func @axis_of_size_one(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"o"}]>] out_shardings=[<@mesh, [{"o"}]>] manual_axes={"o"} (%arg1: tensor<8xf32>) {
//>       %1 = stablehlo.negate %arg1 : tensor<8xf32>
//>       sdy.return %1 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func @only_a_body() {
//>     sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
//>       %0 = stablehlo.custom_call @foo() {has_side_effect = true} : () -> tensor<8xf32>
//>       sdy.return
//>     } : () -> ()
//>     return
//>   }
//>   func.func @nothing_at_all() {
//>     return
//>   }
//>   func.func @an_unused_input(%arg0: tensor<8xf32>) {
//>     return
//>   }
//> }
