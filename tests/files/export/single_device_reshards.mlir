// Operands go to the device of the results, and these back to everywhere.
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=enable-full-version=true
// RUN: shardflow opt %s -sdy-insert-explicit-reshards=enable-full-version=true -sdy-resolve-single-device-sharding

sdy.mesh @mesh = <["a"=2, "b"=2]>
sdy.mesh @one = <[], device_ids=[3]>
sdy.mesh @same = <[], device_ids=[3]>

func.func @moves(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<4x4xf32>, %arg2: !stablehlo.token) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}, tensor<4x4xf32>, !stablehlo.token) {
  %0 = sdy.reshard %arg1 <@one, []> : tensor<4x4xf32>
  %1:3 = stablehlo.custom_call @f(%arg0, %arg1, %0, %arg2) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>, <@mesh, [{}, {"b"}]>, <@mesh, []>]>} : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, !stablehlo.token) -> (tensor<4x4xf32>, tensor<4x4xf32>, !stablehlo.token)
  return %1#0, %1#1, %1#2 : tensor<4x4xf32>, tensor<4x4xf32>, !stablehlo.token
}

// An edge and the argument of a region may be on a device already.
func.func @there(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<@one, []>] out_shardings=[<@mesh, [{}, {}]>] (%arg1: tensor<4x4xf32>) {
    %1 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<4x4xf32>
    %2 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@same, []>]>} : tensor<4x4xf32>
    %3 = stablehlo.add %1, %2 : tensor<4x4xf32>
    sdy.return %3 : tensor<4x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   sdy.mesh @one = <[], device_ids=[3]>
//>   sdy.mesh @same = <[], device_ids=[3]>
//>   func.func @moves(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<4x4xf32>, %arg2: !stablehlo.token) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}, tensor<4x4xf32>, !stablehlo.token) {
//>     %0 = sdy.reshard %arg1 <@one, []> : tensor<4x4xf32>
//>     %1 = sdy.reshard %0 <@one, []> : tensor<4x4xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<4x4xf32>
//>     %3 = sdy.reshard %arg0 <@mesh, [{}, {}]> : tensor<4x4xf32>
//>     %4 = sdy.reshard %3 <@one, []> : tensor<4x4xf32>
//>     %5 = sdy.reshard %arg1 <@one, []> : tensor<4x4xf32>
//>     %6 = sdy.reshard %2 <@one, []> : tensor<4x4xf32>
//>     %7:3 = stablehlo.custom_call @f(%4, %5, %6, %arg2) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>, <@one, []>, <@mesh, []>]>} : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, !stablehlo.token) -> (tensor<4x4xf32>, tensor<4x4xf32>, !stablehlo.token)
//>     %8 = sdy.reshard %7#0 <@mesh, [{}, {}]> : tensor<4x4xf32>
//>     %9 = sdy.reshard %7#1 <@mesh, [{}, {}]> : tensor<4x4xf32>
//>     %10 = sdy.reshard %9 <@mesh, [{}, {"b"}]> : tensor<4x4xf32>
//>     %11 = sdy.reshard %8 <@mesh, [{}, {"b"}]> : tensor<4x4xf32>
//>     %12 = sdy.reshard %10 <@mesh, [{}, {}]> : tensor<4x4xf32>
//>     return %11, %12, %7#2 : tensor<4x4xf32>, tensor<4x4xf32>, !stablehlo.token
//>   }
//>   func.func @there(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
//>     %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<@one, []>] out_shardings=[<@mesh, [{}, {}]>] (%arg1: tensor<4x4xf32>) {
//>       %1 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<4x4xf32>
//>       %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<4x4xf32>
//>       %3 = sdy.reshard %arg1 <@mesh, [{}, {}]> : tensor<4x4xf32>
//>       %4 = sdy.reshard %3 <@same, []> : tensor<4x4xf32>
//>       %5 = stablehlo.abs %4 {sdy.sharding = #sdy.sharding_per_value<[<@same, []>]>} : tensor<4x4xf32>
//>       %6 = sdy.reshard %5 <@mesh, [{}, {}]> : tensor<4x4xf32>
//>       %7 = stablehlo.add %2, %6 : tensor<4x4xf32>
//>       sdy.return %7 : tensor<4x4xf32>
//>     } : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     return %0 : tensor<4x4xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   sdy.mesh @one = <[], device_ids=[3]>
//>   sdy.mesh @same = <[], device_ids=[3]>
//>   func.func @moves(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<4x4xf32>, %arg2: !stablehlo.token) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}, tensor<4x4xf32>, !stablehlo.token) {
//>     %0 = sdy.reshard %arg1 <@one, []> : tensor<4x4xf32>
//>     %1 = sdy.reshard %0 <@one, []> : tensor<4x4xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<4x4xf32>
//>     %3 = sdy.reshard %arg0 <@mesh, [{}, {}]> : tensor<4x4xf32>
//>     %4 = stablehlo.partition_id : tensor<ui32>
//>     %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<3> : tensor<i64>
//>     %6 = stablehlo.compare EQ, %5, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     %7:3 = "stablehlo.if"(%6) ({
//>       %13:3 = stablehlo.custom_call @f(%3, %arg1, %2, %arg2) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, !stablehlo.token) -> (tensor<4x4xf32>, tensor<4x4xf32>, !stablehlo.token)
//>       stablehlo.return %13#0, %13#1, %13#2 : tensor<4x4xf32>, tensor<4x4xf32>, !stablehlo.token
//>     }, {
//>       %cst = stablehlo.constant dense<0.000000e+00> : tensor<4x4xf32>
//>       %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<4x4xf32>
//>       %13 = stablehlo.create_token : !stablehlo.token
//>       stablehlo.return %cst, %cst_0, %13 : tensor<4x4xf32>, tensor<4x4xf32>, !stablehlo.token
//>     }) : (tensor<i1>) -> (tensor<4x4xf32>, tensor<4x4xf32>, !stablehlo.token)
//>     %8 = sdy.all_reduce {"a", "b"} %7#0 out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
//>     %9 = sdy.all_reduce {"a", "b"} %7#1 out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
//>     %10 = sdy.reshard %9 <@mesh, [{}, {"b"}]> : tensor<4x4xf32>
//>     %11 = sdy.reshard %8 <@mesh, [{}, {"b"}]> : tensor<4x4xf32>
//>     %12 = sdy.reshard %10 <@mesh, [{}, {}]> : tensor<4x4xf32>
//>     return %11, %12, %7#2 : tensor<4x4xf32>, tensor<4x4xf32>, !stablehlo.token
//>   }
//>   func.func @there(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
//>     %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<@one, []>] out_shardings=[<@mesh, [{}, {}]>] (%arg1: tensor<4x4xf32>) {
//>       %1 = stablehlo.partition_id : tensor<ui32>
//>       %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>       %c = stablehlo.constant dense<3> : tensor<i64>
//>       %3 = stablehlo.compare EQ, %2, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>       %4 = "stablehlo.if"(%3) ({
//>         %13 = stablehlo.negate %arg1 : tensor<4x4xf32>
//>         stablehlo.return %13 : tensor<4x4xf32>
//>       }, {
//>         %cst = stablehlo.constant dense<0.000000e+00> : tensor<4x4xf32>
//>         stablehlo.return %cst : tensor<4x4xf32>
//>       }) : (tensor<i1>) -> tensor<4x4xf32>
//>       %5 = sdy.all_reduce {"a", "b"} %4 out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
//>       %6 = sdy.reshard %arg1 <@mesh, [{}, {}]> : tensor<4x4xf32>
//>       %7 = stablehlo.partition_id : tensor<ui32>
//>       %8 = stablehlo.convert %7 : (tensor<ui32>) -> tensor<i64>
//>       %c_0 = stablehlo.constant dense<3> : tensor<i64>
//>       %9 = stablehlo.compare EQ, %8, %c_0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>       %10 = "stablehlo.if"(%9) ({
//>         %13 = stablehlo.abs %6 : tensor<4x4xf32>
//>         stablehlo.return %13 : tensor<4x4xf32>
//>       }, {
//>         %cst = stablehlo.constant dense<0.000000e+00> : tensor<4x4xf32>
//>         stablehlo.return %cst : tensor<4x4xf32>
//>       }) : (tensor<i1>) -> tensor<4x4xf32>
//>       %11 = sdy.all_reduce {"a", "b"} %10 out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
//>       %12 = stablehlo.add %5, %11 : tensor<4x4xf32>
//>       sdy.return %12 : tensor<4x4xf32>
//>     } : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     return %0 : tensor<4x4xf32>
//>   }
//> }
