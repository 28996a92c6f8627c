// Collectives that only move elements can't change the axes along which a value
// is unreduced: -sdy-insert-explicit-reshards comes before.
// RUN: shardflow opt %s -split-input-file -verify-diagnostics -sdy-reshard-to-collectives

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @replicated_to_unreduced(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> tensor<8xf32> {
  // expected-error @+2 {{'sdy.reshard' op changes the axes along which the value is unreduced (run -sdy-insert-explicit-reshards first)}}
  // expected-error @+1 {{failed to legalize operation 'sdy.reshard' that was explicitly marked illegal}}
  %0 = sdy.reshard %arg0 <@mesh, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @unreduced_to_sharded(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  // expected-error @+2 {{'sdy.reshard' op changes the axes along which the value is unreduced (run -sdy-insert-explicit-reshards first)}}
  // expected-error @+1 {{failed to legalize operation 'sdy.reshard' that was explicitly marked illegal}}
  %0 = sdy.reshard %arg0 <@mesh, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
