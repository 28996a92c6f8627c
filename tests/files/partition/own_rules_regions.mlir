// The body of an op says how the devices' results are combined. If it says nothing
// that a collective can do, the reduced dimension is gathered.
// RUN: shardflow partition -q --check --rules tests/files/partition/own.rules %s

sdy.mesh @mesh = <["x"=2]>

func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = "my.reduce"(%a) ({
    ^bb0(%b: tensor<f32>, %c: tensor<f32>):
      %d = stablehlo.maximum %b, %c : tensor<f32>
      stablehlo.return %d : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4xf32>
  %1 = "my.reduce"(%a) ({
    ^bb0(%b: tensor<f32>, %c: tensor<f32>):
      %d = stablehlo.subtract %b, %c : tensor<f32>
      stablehlo.return %d : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4xf32>
  // It ends with an addition, but does more.
  %2 = "my.reduce"(%a) ({
    ^bb0(%b: tensor<f32>, %c: tensor<f32>):
      %d = stablehlo.multiply %b, %c : tensor<f32>
      %e = stablehlo.add %d, %c : tensor<f32>
      stablehlo.return %e : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
//>     %0 = "my.reduce"(%arg0) ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %5 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %5 : tensor<f32>
//>     }) : (tensor<2x4xf32>) -> tensor<4xf32>
//>     %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %5 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %5 : tensor<f32>
//>     }) : (tensor<4xf32>) -> tensor<4xf32>
//>     %2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
//>     %3 = "my.reduce"(%2) ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %5 = stablehlo.subtract %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %5 : tensor<f32>
//>     }) : (tensor<4x4xf32>) -> tensor<4xf32>
//>     %4 = "my.reduce"(%2) ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %5 = stablehlo.multiply %arg1, %arg2 : tensor<f32>
//>       %6 = stablehlo.add %5, %arg2 : tensor<f32>
//>       stablehlo.return %6 : tensor<f32>
//>     }) : (tensor<4x4xf32>) -> tensor<4xf32>
//>     return %1, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
//>   }
//> }
