// RUN: shardflow opt %s -canonicalize
// RUN: shardflow opt %s -canonicalize=enable-patterns=sdy-collective
// RUN: shardflow opt %s -canonicalize=enable-patterns=sdy-reshard

// One function for each pattern, and beside it what it must leave alone.

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
sdy.mesh @one = <["x"=1]>

func.func @no_axes(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = sdy.all_gather [{}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{}, {}] %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
  %2 = sdy.all_reduce {} %1 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
  %3 = sdy.reduce_scatter [{}, {}] %2 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
  %4 = sdy.sharded_to_unreduced [{}, {}] %3 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
  %5 = sdy.collective_permute %4 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
  %6 = sdy.collective_permute %5 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x8xf32>
  return %5, %6 : tensor<16x8xf32>, tensor<16x8xf32>
}

func.func @slice_of_gather(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"a"}, {}] %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
  %2 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@mesh, [{}, {"a"}]> : tensor<16x8xf32>
  return %0, %1, %2 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}

func.func @reduce_of_replicated(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.replicated_to_unreduced {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x8xf32>
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}

func.func @reduce_of_sharded(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = sdy.sharded_to_unreduced [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a", "b"}> : tensor<16x8xf32>
  %1 = sdy.all_reduce {"a", "b"} %0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %2 = sdy.sharded_to_unreduced [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a", "b"}> : tensor<16x8xf32>
  %3 = sdy.all_reduce {"a"} %2 out_sharding=<@mesh, [{}, {}], unreduced={"b"}> : tensor<16x8xf32>
  return %1, %3 : tensor<16x8xf32>, tensor<16x8xf32>
}

func.func @all_to_alls(%arg0: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {"b"}, {}]>}) -> (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) {
  %0 = sdy.all_to_all [{"b"}: 2->3] %arg0 out_sharding=<@mesh, [{"a"}, {}, {}, {"b"}]> : tensor<8x8x8x8xf32>
  %1 = sdy.all_to_all [{"a"}: 0->1] %0 out_sharding=<@mesh, [{}, {"a"}, {}, {"b"}]> : tensor<8x8x8x8xf32>
  %2 = sdy.all_to_all [{"b"}: 3->0] %0 out_sharding=<@mesh, [{"a", "b"}, {}, {}, {}]> : tensor<8x8x8x8xf32>
  return %1, %2 : tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>
}

func.func @slice_of_reduce(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"a", "b"}>}) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = sdy.all_reduce {"a", "b"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"a"}, {"b"}] %0 out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<16x8xf32>
  %2 = sdy.all_reduce {"a", "b"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %3 = sdy.all_slice [{"a", "c"}, {"b"}] %2 out_sharding=<@mesh, [{"a", "c"}, {"b"}]> : tensor<16x8xf32>
  %4 = sdy.all_reduce {"a", "b"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %5 = sdy.all_slice [{"a"}, {}] %4 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
  return %1, %3, %5 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}

func.func @reshard_of_reshard(%arg0: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}]> : tensor<16x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"a"}]> : tensor<16x8xf32>
  %2 = sdy.reshard %arg0 <@mesh, [{"b"}, {}]> : tensor<16x8xf32>
  %3 = sdy.reshard %2 <@mesh, [{}, {"b"}]> : tensor<16x8xf32>
  %4 = stablehlo.add %2, %3 : tensor<16x8xf32>
  return %1, %4 : tensor<16x8xf32>, tensor<16x8xf32>
}

func.func @reuse(%arg0: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8x16xf32>, tensor<128xf32>) {
  %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}]> : tensor<16x8xf32>
  %1 = sdy.reshard %arg0 <@mesh, [{"a"}, {}]> : tensor<16x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<16x8xf32>
  %3 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
  %4 = sdy.reshard %3 <@mesh, [{}, {"a"}]> : tensor<8x16xf32>
  %5 = stablehlo.reshape %arg0 : (tensor<16x8xf32>) -> tensor<128xf32>
  %6 = sdy.reshard %5 <@mesh, [{"a"}]> : tensor<128xf32>
  return %2, %4, %6 : tensor<16x8xf32>, tensor<8x16xf32>, tensor<128xf32>
}

func.func @manual_inputs(%arg0: tensor<16xf32>, %arg1: tensor<8xf32>) -> tensor<16xf32> {
  %0 = sdy.manual_computation(%arg1, %arg0) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"b"}]>] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"a", "b"} (%arg2: tensor<4xf32>, %arg3: tensor<8xf32>) {
    sdy.return %arg3 : tensor<8xf32>
  } : (tensor<8xf32>, tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

func.func @manual_on_one_device(%arg0: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@one, [{"x"}]>] out_shardings=[<@one, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<16xf32>) {
    %2 = stablehlo.negate %arg1 : tensor<16xf32>
    sdy.return %2 : tensor<16xf32>
  } : (tensor<16xf32>) -> tensor<16xf32>
  %1 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={} (%arg1: tensor<16xf32>) {
    %2 = stablehlo.negate %arg1 : tensor<16xf32>
    sdy.return %2 : tensor<16xf32>
  } : (tensor<16xf32>) -> tensor<16xf32>
  return %0, %1 : tensor<16xf32>, tensor<16xf32>
}

func.func @empty_manual() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return
}

func.func @dead(%arg0: tensor<16xf32>) -> tensor<16xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"a"}]> : tensor<16xf32>
  %1 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<16xf32>
  %2 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<16xf32>
  %3 = sdy.constant dense<1.000000e+00> : tensor<16xf32>
  %4 = stablehlo.constant dense<1.000000e+00> : tensor<16xf32>
  %5 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<16xf32>) {
    sdy.return %arg1 : tensor<16xf32>
  } : (tensor<16xf32>) -> tensor<16xf32>
  return %arg0 : tensor<16xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
//>   sdy.mesh @one = <["x"=1]>
//>   func.func @no_axes(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.sharded_to_unreduced [{}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %1 = sdy.collective_permute %0 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x8xf32>
//>     return %0, %1 : tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @slice_of_gather(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
//>     %1 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@mesh, [{}, {"a"}]> : tensor<16x8xf32>
//>     return %0, %arg0, %1 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @reduce_of_replicated(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x8xf32> {
//>     %0 = sdy.replicated_to_unreduced {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x8xf32>
//>     return %arg0 : tensor<16x8xf32>
//>   }
//>   func.func @reduce_of_sharded(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.sharded_to_unreduced [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a", "b"}> : tensor<16x8xf32>
//>     %1 = sdy.all_gather [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
//>     %2 = sdy.sharded_to_unreduced [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a", "b"}> : tensor<16x8xf32>
//>     %3 = sdy.all_reduce {"a"} %2 out_sharding=<@mesh, [{}, {}], unreduced={"b"}> : tensor<16x8xf32>
//>     return %1, %3 : tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @all_to_alls(%arg0: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {"b"}, {}]>}) -> (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) {
//>     %0 = sdy.all_to_all [{"b"}: 2->3] %arg0 out_sharding=<@mesh, [{"a"}, {}, {}, {"b"}]> : tensor<8x8x8x8xf32>
//>     %1 = sdy.all_to_all [{"a"}: 0->1] %0 out_sharding=<@mesh, [{}, {"a"}, {}, {"b"}]> : tensor<8x8x8x8xf32>
//>     %2 = sdy.all_to_all [{"b"}: 3->0] %0 out_sharding=<@mesh, [{"a", "b"}, {}, {}, {}]> : tensor<8x8x8x8xf32>
//>     return %1, %2 : tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>
//>   }
//>   func.func @slice_of_reduce(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"a", "b"}>}) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.reduce_scatter [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<16x8xf32>
//>     %1 = sdy.reduce_scatter [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<16x8xf32>
//>     %2 = sdy.all_slice [{"c"}, {}] %1 out_sharding=<@mesh, [{"a", "c"}, {"b"}]> : tensor<16x8xf32>
//>     %3 = sdy.all_reduce {"a", "b"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
//>     %4 = sdy.all_slice [{"a"}, {}] %3 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     return %0, %2, %4 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @reshard_of_reshard(%arg0: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.reshard %arg0 <@mesh, [{}, {"a"}]> : tensor<16x8xf32>
//>     %1 = sdy.reshard %arg0 <@mesh, [{"b"}, {}]> : tensor<16x8xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {"b"}]> : tensor<16x8xf32>
//>     %3 = stablehlo.add %1, %2 : tensor<16x8xf32>
//>     return %0, %3 : tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @reuse(%arg0: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8x16xf32>, tensor<128xf32>) {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %1 = stablehlo.reshape %0 : (tensor<16x8xf32>) -> tensor<128xf32>
//>     %2 = stablehlo.transpose %0, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
//>     %3 = stablehlo.add %0, %0 : tensor<16x8xf32>
//>     return %3, %2, %1 : tensor<16x8xf32>, tensor<8x16xf32>, tensor<128xf32>
//>   }
//>   func.func @manual_inputs(%arg0: tensor<16xf32>, %arg1: tensor<8xf32>) -> tensor<16xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"b"}]>] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"a", "b"} (%arg2: tensor<8xf32>) {
//>       sdy.return %arg2 : tensor<8xf32>
//>     } : (tensor<16xf32>) -> tensor<16xf32>
//>     return %0 : tensor<16xf32>
//>   }
//>   func.func @manual_on_one_device(%arg0: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
//>     %0 = stablehlo.negate %arg0 : tensor<16xf32>
//>     %1 = stablehlo.negate %arg0 : tensor<16xf32>
//>     return %0, %1 : tensor<16xf32>, tensor<16xf32>
//>   }
//>   func.func @empty_manual() {
//>     return
//>   }
//>   func.func @dead(%arg0: tensor<16xf32>) -> tensor<16xf32> {
//>     %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<16xf32>
//>     return %arg0 : tensor<16xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
//>   sdy.mesh @one = <["x"=1]>
//>   func.func @no_axes(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.sharded_to_unreduced [{}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %1 = sdy.collective_permute %0 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x8xf32>
//>     return %0, %1 : tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @slice_of_gather(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
//>     %1 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@mesh, [{}, {"a"}]> : tensor<16x8xf32>
//>     return %0, %arg0, %1 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @reduce_of_replicated(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x8xf32> {
//>     %0 = sdy.replicated_to_unreduced {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x8xf32>
//>     return %arg0 : tensor<16x8xf32>
//>   }
//>   func.func @reduce_of_sharded(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.sharded_to_unreduced [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a", "b"}> : tensor<16x8xf32>
//>     %1 = sdy.all_gather [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
//>     %2 = sdy.sharded_to_unreduced [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a", "b"}> : tensor<16x8xf32>
//>     %3 = sdy.all_reduce {"a"} %2 out_sharding=<@mesh, [{}, {}], unreduced={"b"}> : tensor<16x8xf32>
//>     return %1, %3 : tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @all_to_alls(%arg0: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {"b"}, {}]>}) -> (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) {
//>     %0 = sdy.all_to_all [{"b"}: 2->3] %arg0 out_sharding=<@mesh, [{"a"}, {}, {}, {"b"}]> : tensor<8x8x8x8xf32>
//>     %1 = sdy.all_to_all [{"a"}: 0->1] %0 out_sharding=<@mesh, [{}, {"a"}, {}, {"b"}]> : tensor<8x8x8x8xf32>
//>     %2 = sdy.all_to_all [{"b"}: 3->0] %0 out_sharding=<@mesh, [{"a", "b"}, {}, {}, {}]> : tensor<8x8x8x8xf32>
//>     return %1, %2 : tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>
//>   }
//>   func.func @slice_of_reduce(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"a", "b"}>}) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.reduce_scatter [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<16x8xf32>
//>     %1 = sdy.reduce_scatter [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<16x8xf32>
//>     %2 = sdy.all_slice [{"c"}, {}] %1 out_sharding=<@mesh, [{"a", "c"}, {"b"}]> : tensor<16x8xf32>
//>     %3 = sdy.all_reduce {"a", "b"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
//>     %4 = sdy.all_slice [{"a"}, {}] %3 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     return %0, %2, %4 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @reshard_of_reshard(%arg0: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %1 = sdy.reshard %0 <@mesh, [{}, {"a"}]> : tensor<16x8xf32>
//>     %2 = sdy.reshard %arg0 <@mesh, [{"b"}, {}]> : tensor<16x8xf32>
//>     %3 = sdy.reshard %2 <@mesh, [{}, {"b"}]> : tensor<16x8xf32>
//>     %4 = stablehlo.add %2, %3 : tensor<16x8xf32>
//>     return %1, %4 : tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @reuse(%arg0: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8x16xf32>, tensor<128xf32>) {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %1 = sdy.reshard %arg0 <@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %2 = stablehlo.add %0, %1 : tensor<16x8xf32>
//>     %3 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
//>     %4 = sdy.reshard %3 <@mesh, [{}, {"a"}]> : tensor<8x16xf32>
//>     %5 = stablehlo.reshape %arg0 : (tensor<16x8xf32>) -> tensor<128xf32>
//>     %6 = sdy.reshard %5 <@mesh, [{"a"}]> : tensor<128xf32>
//>     return %2, %4, %6 : tensor<16x8xf32>, tensor<8x16xf32>, tensor<128xf32>
//>   }
//>   func.func @manual_inputs(%arg0: tensor<16xf32>, %arg1: tensor<8xf32>) -> tensor<16xf32> {
//>     %0 = sdy.manual_computation(%arg1, %arg0) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"b"}]>] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"a", "b"} (%arg2: tensor<4xf32>, %arg3: tensor<8xf32>) {
//>       sdy.return %arg3 : tensor<8xf32>
//>     } : (tensor<8xf32>, tensor<16xf32>) -> tensor<16xf32>
//>     return %0 : tensor<16xf32>
//>   }
//>   func.func @manual_on_one_device(%arg0: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@one, [{"x"}]>] out_shardings=[<@one, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<16xf32>) {
//>       %2 = stablehlo.negate %arg1 : tensor<16xf32>
//>       sdy.return %2 : tensor<16xf32>
//>     } : (tensor<16xf32>) -> tensor<16xf32>
//>     %1 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={} (%arg1: tensor<16xf32>) {
//>       %2 = stablehlo.negate %arg1 : tensor<16xf32>
//>       sdy.return %2 : tensor<16xf32>
//>     } : (tensor<16xf32>) -> tensor<16xf32>
//>     return %0, %1 : tensor<16xf32>, tensor<16xf32>
//>   }
//>   func.func @empty_manual() {
//>     return
//>   }
//>   func.func @dead(%arg0: tensor<16xf32>) -> tensor<16xf32> {
//>     %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<16xf32>
//>     return %arg0 : tensor<16xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
//>   sdy.mesh @one = <["x"=1]>
//>   func.func @no_axes(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.all_gather [{}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %1 = sdy.all_slice [{}, {}] %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %2 = sdy.all_reduce {} %1 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %3 = sdy.reduce_scatter [{}, {}] %2 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %4 = sdy.sharded_to_unreduced [{}, {}] %3 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %5 = sdy.collective_permute %4 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %6 = sdy.collective_permute %5 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x8xf32>
//>     return %5, %6 : tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @slice_of_gather(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.all_gather [{"a"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
//>     %1 = sdy.all_slice [{"a"}, {}] %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %2 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@mesh, [{}, {"a"}]> : tensor<16x8xf32>
//>     return %0, %1, %2 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @reduce_of_replicated(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x8xf32> {
//>     %0 = sdy.replicated_to_unreduced {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x8xf32>
//>     %1 = sdy.all_reduce {"b"} %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     return %1 : tensor<16x8xf32>
//>   }
//>   func.func @reduce_of_sharded(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.sharded_to_unreduced [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a", "b"}> : tensor<16x8xf32>
//>     %1 = sdy.all_reduce {"a", "b"} %0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
//>     %2 = sdy.sharded_to_unreduced [{"a"}, {"b"}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"a", "b"}> : tensor<16x8xf32>
//>     %3 = sdy.all_reduce {"a"} %2 out_sharding=<@mesh, [{}, {}], unreduced={"b"}> : tensor<16x8xf32>
//>     return %1, %3 : tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @all_to_alls(%arg0: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {"b"}, {}]>}) -> (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) {
//>     %0 = sdy.all_to_all [{"b"}: 2->3] %arg0 out_sharding=<@mesh, [{"a"}, {}, {}, {"b"}]> : tensor<8x8x8x8xf32>
//>     %1 = sdy.all_to_all [{"a"}: 0->1] %0 out_sharding=<@mesh, [{}, {"a"}, {}, {"b"}]> : tensor<8x8x8x8xf32>
//>     %2 = sdy.all_to_all [{"b"}: 3->0] %0 out_sharding=<@mesh, [{"a", "b"}, {}, {}, {}]> : tensor<8x8x8x8xf32>
//>     return %1, %2 : tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>
//>   }
//>   func.func @slice_of_reduce(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"a", "b"}>}) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.all_reduce {"a", "b"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
//>     %1 = sdy.all_slice [{"a"}, {"b"}] %0 out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<16x8xf32>
//>     %2 = sdy.all_reduce {"a", "b"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
//>     %3 = sdy.all_slice [{"a", "c"}, {"b"}] %2 out_sharding=<@mesh, [{"a", "c"}, {"b"}]> : tensor<16x8xf32>
//>     %4 = sdy.all_reduce {"a", "b"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
//>     %5 = sdy.all_slice [{"a"}, {}] %4 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     return %1, %3, %5 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @reshard_of_reshard(%arg0: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
//>     %0 = sdy.reshard %arg0 <@mesh, [{}, {"a"}]> : tensor<16x8xf32>
//>     %1 = sdy.reshard %arg0 <@mesh, [{"b"}, {}]> : tensor<16x8xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {"b"}]> : tensor<16x8xf32>
//>     %3 = stablehlo.add %1, %2 : tensor<16x8xf32>
//>     return %0, %3 : tensor<16x8xf32>, tensor<16x8xf32>
//>   }
//>   func.func @reuse(%arg0: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8x16xf32>, tensor<128xf32>) {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %1 = sdy.reshard %arg0 <@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %2 = stablehlo.add %0, %1 : tensor<16x8xf32>
//>     %3 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
//>     %4 = sdy.reshard %3 <@mesh, [{}, {"a"}]> : tensor<8x16xf32>
//>     %5 = stablehlo.reshape %arg0 : (tensor<16x8xf32>) -> tensor<128xf32>
//>     %6 = sdy.reshard %5 <@mesh, [{"a"}]> : tensor<128xf32>
//>     return %2, %4, %6 : tensor<16x8xf32>, tensor<8x16xf32>, tensor<128xf32>
//>   }
//>   func.func @manual_inputs(%arg0: tensor<16xf32>, %arg1: tensor<8xf32>) -> tensor<16xf32> {
//>     %0 = sdy.manual_computation(%arg1, %arg0) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"b"}]>] out_shardings=[<@mesh, [{"b"}]>] manual_axes={"a", "b"} (%arg2: tensor<4xf32>, %arg3: tensor<8xf32>) {
//>       sdy.return %arg3 : tensor<8xf32>
//>     } : (tensor<8xf32>, tensor<16xf32>) -> tensor<16xf32>
//>     return %0 : tensor<16xf32>
//>   }
//>   func.func @manual_on_one_device(%arg0: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@one, [{"x"}]>] out_shardings=[<@one, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<16xf32>) {
//>       %2 = stablehlo.negate %arg1 : tensor<16xf32>
//>       sdy.return %2 : tensor<16xf32>
//>     } : (tensor<16xf32>) -> tensor<16xf32>
//>     %1 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={} (%arg1: tensor<16xf32>) {
//>       %2 = stablehlo.negate %arg1 : tensor<16xf32>
//>       sdy.return %2 : tensor<16xf32>
//>     } : (tensor<16xf32>) -> tensor<16xf32>
//>     return %0, %1 : tensor<16xf32>, tensor<16xf32>
//>   }
//>   func.func @empty_manual() {
//>     return
//>   }
//>   func.func @dead(%arg0: tensor<16xf32>) -> tensor<16xf32> {
//>     %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<16xf32>
//>     return %arg0 : tensor<16xf32>
//>   }
//> }
