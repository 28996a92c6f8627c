// Groups are written as axes of a mesh, but as lists if they are on sub-axes, or on a
// mesh that is written out with its devices in another order, which XLA ignores.
// RUN: shardflow opt %s -sdy-convert-global-to-local=enable-rgv3=true

sdy.mesh @turned = <["x"=4], device_ids=[3, 2, 1, 0]>

func.func @named(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@turned, [{"x"}]>}) -> tensor<8xf32> {
  %0 = sdy.all_gather [{"x"}] %arg0 out_sharding=<@turned, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @part(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@turned, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@turned, [{"x":(1)2}]>}) {
  %0 = sdy.all_gather [{"x":(2)2}] %arg0 out_sharding=<@turned, [{"x":(1)2}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @written_out(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=4]>, [{"x"}]>}) -> tensor<8xf32> {
  %0 = sdy.all_gather [{"x"}] %arg0 out_sharding=<mesh<["x"=4]>, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @written_out_turned(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=4], device_ids=[3, 2, 1, 0]>, [{"x"}]>}) -> tensor<8xf32> {
  %0 = sdy.all_gather [{"x"}] %arg0 out_sharding=<mesh<["x"=4], device_ids=[3, 2, 1, 0]>, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//> module {
//>   sdy.mesh @turned = <["x"=4], device_ids=[3, 2, 1, 0]>
//>   func.func @named(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@turned, [{"x"}]>}) -> tensor<8xf32> {
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @turned, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func @part(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@turned, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@turned, [{"x":(1)2}]>}) {
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[3, 2], [1, 0]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
//>     return %0 : tensor<4xf32>
//>   }
//>   func.func @written_out(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=4]>, [{"x"}]>}) -> tensor<8xf32> {
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #sdy.mesh<["x"=4]>, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func @written_out_turned(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=4], device_ids=[3, 2, 1, 0]>, [{"x"}]>}) -> tensor<8xf32> {
//>     %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[3, 2, 1, 0]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//> }
