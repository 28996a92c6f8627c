// RUN: shardflow opt %s -sdy-basic-propagate

sdy.mesh @mesh = <["a"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = chlo.erf %arg0 : tensor<8xf32> -> tensor<8xf32>
  %1 = chlo.erf %0 : tensor<8xf32> -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
//>     %0 = chlo.erf %arg0 : tensor<8xf32> -> tensor<8xf32>
//>     %1 = chlo.erf %0 : tensor<8xf32> -> tensor<8xf32>
//>     return %1 : tensor<8xf32>
//>   }
//> }
//! %s:5:8: warning: op 'chlo.erf' is unknown to SDY sharding rule registry
//!   %0 = chlo.erf %arg0 : tensor<8xf32> -> tensor<8xf32>
//!        ^
