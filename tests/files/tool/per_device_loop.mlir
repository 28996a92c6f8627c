// One device's program is also recognized by a collective in a loop. One in a
// shard_map means nothing.
// RUN: shardflow comms %s --as-is

sdy.mesh @mesh = <["x"=2]>

func.func @main(%w: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %m = sdy.manual_computation(%w) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg0: tensor<4xf32>) {
    %p = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %p : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %m) : tensor<i32>, tensor<8xf32>
    cond {
      %five = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %b = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
        ^bb0(%x: tensor<f32>, %y: tensor<f32>):
          %s = stablehlo.add %x, %y : tensor<f32>
          stablehlo.return %s : tensor<f32>
      }) : (tensor<8xf32>) -> tensor<8xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<8xf32>
    }
  return %r#1 : tensor<8xf32>
}

//> #1       160 B  all_reduce over {"x"}, groups of 2
//>                 the program has it: stablehlo.all_reduce at per_device_loop.mlir:21
//>                 5 times each, 32 B each time
//> #2        16 B  collective_permute over {"x"}, groups of 2
//>                 the program has it: stablehlo.collective_permute at per_device_loop.mlir:9
//> #3        16 B  all_gather over {"x"}, groups of 2
//>                 stablehlo.while at per_device_loop.mlir:13 needs it in another sharding
//> in all 192 B that a device sends, by 3 collectives
//! warning: %s seems to be a per-device program already (stablehlo.all_reduce outside of a shard_map), as `shardflow partition` writes it; this answer splits its tensors once more
//! warning: most of the program has no sharding; without --as-is, it is propagated first
