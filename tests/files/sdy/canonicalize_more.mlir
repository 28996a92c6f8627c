// RUN: shardflow opt %s -canonicalize

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2, "d"=2]>

// Two exchanges of other dimensions are one, in the order of the sources.
func.func @all_to_alls(%arg0: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {"b"}, {}]>}) -> (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) {
  %0 = sdy.all_to_all [{"b"}: 2->3] %arg0 out_sharding=<@mesh, [{"a"}, {}, {}, {"b"}]> : tensor<8x8x8x8xf32>
  %1 = sdy.all_to_all [{"a"}: 0->1] %0 out_sharding=<@mesh, [{}, {"a"}, {}, {"b"}]> : tensor<8x8x8x8xf32>
  // Of the same dimension: two.
  %2 = sdy.all_to_all [{"a"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"a"}, {"b"}, {}]> : tensor<8x8x8x8xf32>
  %3 = sdy.all_to_all [{"a"}: 1->3] %2 out_sharding=<@mesh, [{}, {}, {"b"}, {"a"}]> : tensor<8x8x8x8xf32>
  // Nobody looks at it.
  %4 = sdy.all_to_all [{"a"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"a"}, {"b"}, {}]> : tensor<8x8x8x8xf32>
  return %1, %3 : tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>
}

// Slices that differ keep what was reduced.
func.func @slices(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"a"}>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = sdy.all_reduce {"a"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{"a"}, {}] %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %2 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@mesh, [{}, {"a"}]> : tensor<8x8xf32>
  return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}

func.func @nothing() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"a"} () {
    sdy.return
  } : () -> ()
  return
}

// A reshard that there is already, through reshapes and transposes.
func.func @reshards(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<32xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<?x4xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<8x4xf32>) -> tensor<32xf32>
  %1 = sdy.reshard %0 <@mesh, [{"b"}]> : tensor<32xf32>
  %2 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %3 = sdy.reshard %2 <@mesh, [{}, {"b"}]> : tensor<4x8xf32>
  %4 = sdy.reshard %arg0 <@mesh, [{}, {"c"}]> : tensor<8x4xf32>
  %5 = sdy.reshard %2 <@mesh, [{"c"}, {}]> : tensor<4x8xf32>
  %6 = stablehlo.custom_call @f(%arg0) : (tensor<8x4xf32>) -> tensor<?x4xf32>
  return %1, %3, %4, %5, %6 : tensor<32xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<?x4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2, "d"=2]>
//>   func.func @all_to_alls(%arg0: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {"b"}, {}]>}) -> (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) {
//>     %0 = sdy.all_to_all [{"a"}: 0->1, {"b"}: 2->3] %arg0 out_sharding=<@mesh, [{}, {"a"}, {}, {"b"}]> : tensor<8x8x8x8xf32>
//>     %1 = sdy.all_to_all [{"a"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"a"}, {"b"}, {}]> : tensor<8x8x8x8xf32>
//>     %2 = sdy.all_to_all [{"a"}: 1->3] %1 out_sharding=<@mesh, [{}, {}, {"b"}, {"a"}]> : tensor<8x8x8x8xf32>
//>     return %0, %2 : tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>
//>   }
//>   func.func @slices(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"a"}>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     %0 = sdy.all_reduce {"a"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
//>     %1 = sdy.all_slice [{"a"}, {}] %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
//>     %2 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@mesh, [{}, {"a"}]> : tensor<8x8xf32>
//>     return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func @nothing() {
//>     return
//>   }
//>   func.func @reshards(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<32xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<?x4xf32>) {
//>     %0 = stablehlo.reshape %arg0 : (tensor<8x4xf32>) -> tensor<32xf32>
//>     %1 = sdy.reshard %0 <@mesh, [{"b"}]> : tensor<32xf32>
//>     %2 = stablehlo.reshape %1 : (tensor<32xf32>) -> tensor<8x4xf32>
//>     %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
//>     %4 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
//>     %5 = sdy.reshard %arg0 <@mesh, [{}, {"c"}]> : tensor<8x4xf32>
//>     %6 = sdy.reshard %4 <@mesh, [{"c"}, {}]> : tensor<4x8xf32>
//>     %7 = stablehlo.custom_call @f(%arg0) : (tensor<8x4xf32>) -> tensor<?x4xf32>
//>     return %1, %3, %5, %6, %7 : tensor<32xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<?x4xf32>
//>   }
//> }
