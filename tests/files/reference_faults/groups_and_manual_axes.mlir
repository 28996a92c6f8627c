// A sharding group with the result of a manual computation, whose manual axis
// the other tensor has in a dimension. Shardy gives the dimension to the result
// as well, and rejects that; here the group is a conflict, or its member stays
// as it is.
// RUN: shardflow opt %s -split-input-file -sdy-manual-axes-cleanup -sdy-add-data-flow-edges -sdy-basic-propagate -sdy-sink-data-flow-edges

sdy.mesh @mesh = <["a"=4, "b"=8]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{?}]>] manual_axes={"b"} (%arg2: tensor<8xf32>) {
    sdy.return %arg2 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8xf32>
  return %arg0, %0 : tensor<8xf32>, tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=4, "b"=8]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{?}]>] manual_axes={"b"} (%arg2: tensor<8xf32>) {
    sdy.return %arg2 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.negate %arg0 : tensor<8xf32>
  sdy.sharding_group %1 group_id=0 : tensor<8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8xf32>
  return %1, %0 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A group across the border: the tensor inside is not sharded along the axis.
sdy.mesh @mesh = <["a"=4, "b"=8]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8xf32>
  %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{?}]>] out_shardings=[<@mesh, [{?}]>] manual_axes={"b"} (%arg2: tensor<8xf32>) {
    sdy.sharding_group %arg2 group_id=0 : tensor<8xf32>
    sdy.return %arg2 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=4, "b"=8]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}, %arg1: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}]>}) {
//>     %0 = sdy.sharding_constraint %arg0 <@mesh, [{"b", ?}]> : tensor<8xf32>
//>     %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{}], replicated={"b"}>] out_shardings=[<@mesh, [{?}], replicated={"b"}>] manual_axes={"b"} (%arg2: tensor<8xf32>) {
//>       sdy.return %arg2 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %2 = sdy.sharding_constraint %1 <@mesh, [{"b", ?}]> : tensor<8xf32>
//>     sdy.sharding_group %0 group_id=0 : tensor<8xf32>
//>     sdy.sharding_group %2 group_id=0 : tensor<8xf32>
//>     return %0, %2 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
//> // -----
//> module {
//>   sdy.mesh @mesh = <["a"=4, "b"=8]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}, %arg1: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}]>}, tensor<8xf32>) {
//>     %0 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{}], replicated={"b"}>] out_shardings=[<@mesh, [{?}], replicated={"b"}>] manual_axes={"b"} (%arg2: tensor<8xf32>) {
//>       sdy.return %arg2 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}]>]>} : tensor<8xf32>
//>     sdy.sharding_group %1 group_id=0 : tensor<8xf32>
//>     sdy.sharding_group %0 group_id=0 : tensor<8xf32>
//>     return %1, %0 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
//> // -----
//> module {
//>   sdy.mesh @mesh = <["a"=4, "b"=8]>
//>   func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}, %arg1: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}]>}, tensor<8xf32>) {
//>     %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}]>]>} : tensor<8xf32>
//>     sdy.sharding_group %0 group_id=0 : tensor<8xf32>
//>     %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{?}], replicated={"b"}>] out_shardings=[<@mesh, [{?}], replicated={"b"}>] manual_axes={"b"} (%arg2: tensor<8xf32>) {
//>       sdy.sharding_group %arg2 group_id=0 : tensor<8xf32>
//>       sdy.return %arg2 : tensor<8xf32>
//>     } : (tensor<8xf32>) -> tensor<8xf32>
//>     return %0, %1 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
//! %s:8:1: warning: The initial operand shardings on the sharding groups of groupID: 0 do not match. Inserting an open sharding constraint to all constrained values. This can be caused when shardings from different values are grouped (e.g. from jax.shard_alike) but have separate inconsistent sharding constraints on them.
//! func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
//! ^
