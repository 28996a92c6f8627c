// jax 0.4 states the shardings and axes of a manual computation on the call to
// its body, not beside it.
// RUN: shardflow gspmd import %s

module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2, \22y\22=2]>}"}} {
  func.func public @main(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) : (tensor<4x8xf32>) -> tensor<2x8xf32>
    %1 = call @xla.sdy.manual_computation_body(%0) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22x\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {}]>]>"}} : (tensor<2x8xf32>) -> tensor<2x8xf32>
    %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) : (tensor<2x8xf32>) -> tensor<4x8xf32>
    return %2 : tensor<4x8xf32>
  }
  func.func private @xla.sdy.manual_computation_body(%arg0: tensor<2x8xf32>) -> tensor<2x8xf32> {
    %0 = stablehlo.tanh %arg0 : tensor<2x8xf32>
    return %0 : tensor<2x8xf32>
  }
}

//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2]>
//>   func.func public @main(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<2x8xf32>) {
//>       %1 = stablehlo.tanh %arg1 : tensor<2x8xf32>
//>       sdy.return %1 : tensor<2x8xf32>
//>     } : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     return %0 : tensor<4x8xf32>
//>   }
//> }
