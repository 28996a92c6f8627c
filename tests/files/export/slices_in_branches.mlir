// RUN: shardflow opt %s -canonicalize

// The same slice of an all_reduce in both branches: a reduce_scatter in one of
// them couldn't be used by the other.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %p: tensor<i1>) -> tensor<8xf32> {
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}]> : tensor<8xf32>
  %1 = "stablehlo.if"(%p) ({
    %2 = sdy.all_slice [{"x"}] %0 out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>
    stablehlo.return %2 : tensor<8xf32>
  }, {
    %3 = sdy.all_slice [{"x"}] %0 out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>
    stablehlo.return %3 : tensor<8xf32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<i1>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=4]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %arg1: tensor<i1>) -> tensor<8xf32> {
//>     %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
//>     %1 = "stablehlo.if"(%arg1) ({
//>       %2 = sdy.all_slice [{"x"}] %0 out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>
//>       stablehlo.return %2 : tensor<8xf32>
//>     }, {
//>       %2 = sdy.all_slice [{"x"}] %0 out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>
//>       stablehlo.return %2 : tensor<8xf32>
//>     }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<i1>) -> tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//> }
