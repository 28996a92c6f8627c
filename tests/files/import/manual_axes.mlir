// RUN: shardflow opt %s -sdy-manual-axes-cleanup

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>

// In the mesh's order; all are in each sharding; nothing to do for the others.
func.func @order(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"c"}]>, <@mesh, [{"b", ?}], replicated={"a", "c"}>] out_shardings=[<@mesh, [{}], replicated={"b"}>, <@mesh, [{"c"}], replicated={"a", "b"}>] manual_axes={"c", "a", "b"} (%arg2: tensor<2xf32>, %arg3: tensor<2xf32>) {
    %2 = stablehlo.concatenate %arg2, %arg3, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    sdy.return %2, %arg2 : tensor<4xf32>, tensor<2xf32>
  } : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"c", "a"} () {
    sdy.return
  } : () -> ()
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
//>   func.func @order(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
//>     %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"c"}], replicated={"a", "b"}>, <@mesh, [{"b", ?}], replicated={"a", "c"}>] out_shardings=[<@mesh, [{}], replicated={"a", "b", "c"}>, <@mesh, [{"c"}], replicated={"a", "b"}>] manual_axes={"a", "b", "c"} (%arg2: tensor<2xf32>, %arg3: tensor<2xf32>) {
//>       %1 = stablehlo.concatenate %arg2, %arg3, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
//>       sdy.return %1, %arg2 : tensor<4xf32>, tensor<2xf32>
//>     } : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
//>     sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"c", "a"} () {
//>       sdy.return
//>     } : () -> ()
//>     return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
//>   }
//> }
