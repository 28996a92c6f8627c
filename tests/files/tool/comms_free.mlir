// Nothing is sent: a reshape of dimensions that aren't sharded, whatever their
// sizes, and a slice with a stride whose last rows are all on the same device.
// RUN: shardflow comms %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %a: tensor<2x15x24x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {"y"}]>},
    %b: tensor<32x48xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<2x24x15x4xf32>, tensor<32x24xf32>) {
  %0 = stablehlo.reshape %a : (tensor<2x15x24x4xf32>) -> tensor<2x24x15x4xf32>
  %1 = stablehlo.slice %b [0:32, 0:48:2] : (tensor<32x48xf32>) -> tensor<32x24xf32>
  %2 = stablehlo.slice %b [0:32, 1:48:2] : (tensor<32x48xf32>) -> tensor<32x24xf32>
  %3 = stablehlo.add %1, %2 : tensor<32x24xf32>
  return %0, %3 : tensor<2x24x15x4xf32>, tensor<32x24xf32>
}

//> nothing is sent
