// jaxlib keeps a reshard to unreduced as redundant if its operand has no sharding.
// The pass itself can't make a value unreduced.
// RUN: shardflow opt %s -sdy-reshard-to-collectives=keep-redundant-reshards=true
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-reshard-to-collectives=keep-redundant-reshards=true

sdy.mesh @mesh = <["a"=1, "b"=2, "c"=4]>

func.func @no_sharding(%arg0: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{}, {}], unreduced={"b"}> : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

//# RUN 1
//! %s:9:8: error: 'sdy.reshard' op changes the axes along which the value is unreduced (run -sdy-insert-explicit-reshards first)
//!   %0 = sdy.reshard %arg0 <@mesh, [{}, {}], unreduced={"b"}> : tensor<64x64xf32>
//!        ^
//! %s:9:8: error: failed to legalize operation 'sdy.reshard' that was explicitly marked illegal
//!   %0 = sdy.reshard %arg0 <@mesh, [{}, {}], unreduced={"b"}> : tensor<64x64xf32>
//!        ^
// EXIT: 1
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=1, "b"=2, "c"=4]>
//>   func.func @no_sharding(%arg0: tensor<64x64xf32>) -> tensor<64x64xf32> {
//>     %0 = sdy.reshard %arg0 <@mesh, [{}, {}], unreduced={"b"}> : tensor<64x64xf32>
//>     return %0 : tensor<64x64xf32>
//>   }
//> }
