// Meshes that shardings and groups of replicas spell out get names, equal ones
// one name; and the way back.
// RUN: shardflow opt %s -sdy-lift-inlined-meshes
// RUN: shardflow opt %s -sdy-inline-meshes
// RUN: shardflow opt %s -sdy-inline-meshes -sdy-drop-sharding-and-mesh

sdy.mesh @first = <["a"=2, "b"=4]>
sdy.mesh @again = <["a"=2, "b"=4]>
sdy.mesh @turned = <["a"=2], device_ids=[1, 0]>

func.func @shardings(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@again, [{"a"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2], device_ids=[1, 0]>, [{"a"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[3]>, []>}) {
  %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["c"=3]>, [{}, {}]>]>} : tensor<8x8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<[]>, [{}, {}]>]>} : tensor<8x8xf32>
  stablehlo.custom_call @effect(%1) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@again, []>]>} : (tensor<8x8xf32>) -> ()
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

func.func private @declared(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@again, [{"a"}, {}]>}) -> tensor<8x8xf32>

func.func @groups(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<16xf32>, tensor<16xf32>) {
  // By a name that goes.
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @again, axes = [#stablehlo.axis_ref<name = "a">]>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %4 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  // By a name that stays.
  %1 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @turned, axes = [#stablehlo.axis_ref<name = "a">]>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %4 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  // Spelled out, twice the same.
  %2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "z", size = 2>]>, axes = [#stablehlo.axis_ref<name = "z">]>}> : (tensor<8xf32>) -> tensor<16xf32>
  %3 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "z", size = 2>]>, axes = [#stablehlo.axis_ref<name = "z">]>}> : (tensor<8xf32>) -> tensor<8xf32>
  // As Shardy spells it: equal to the mesh of a sharding, and a new one.
  // (StableHLO's verifier would reject these; the pass knows them.)
  %4 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #sdy.mesh<["c"=3]>, axes = [#stablehlo.axis_ref<name = "c">]>}> : (tensor<8xf32>) -> tensor<16xf32>
  %5 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #sdy.mesh<["d"=2]>, axes = [#stablehlo.axis_ref<name = "d">]>}> : (tensor<8xf32>) -> tensor<16xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<8xf32>, tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<16xf32>, tensor<16xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @first = <["a"=2, "b"=4]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 4 : i64}]}}
//>   sdy.mesh @turned = <["a"=2], device_ids=[1, 0]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}], device_ids = dense<[1, 0]> : tensor<2xi64>}}
//>   sdy.mesh @maximal_mesh_3 = <[], device_ids=[3]> {stablehlo.mesh = {axes = [], device_ids = dense<3> : tensor<1xi64>}}
//>   sdy.mesh @mesh = <["c"=3]> {stablehlo.mesh = {axes = [{name = "c", size = 3 : i64}]}}
//>   sdy.mesh @empty_mesh = <[]> {stablehlo.mesh = {axes = []}}
//>   sdy.mesh @mesh_0 = <["z"=2]> {stablehlo.mesh = {axes = [{name = "z", size = 2 : i64}]}}
//>   sdy.mesh @mesh_1 = <["d"=2]> {stablehlo.mesh = {axes = [{name = "d", size = 2 : i64}]}}
//>   func.func @shardings(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@first, [{"a"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@turned, [{"a"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@maximal_mesh_3, []>}) {
//>     %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<8x8xf32>
//>     %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@empty_mesh, [{}, {}]>]>} : tensor<8x8xf32>
//>     stablehlo.custom_call @effect(%1) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@first, []>]>} : (tensor<8x8xf32>) -> ()
//>     return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func private @declared(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@first, [{"a"}, {}]>}) -> tensor<8x8xf32>
//>   func.func @groups(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<16xf32>, tensor<16xf32>) {
//>     %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @first, axes = [#stablehlo.axis_ref<name = "a">]>}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %6 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %6 : tensor<f32>
//>     }) : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @turned, axes = [#stablehlo.axis_ref<name = "a">]>}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %6 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %6 : tensor<f32>
//>     }) : (tensor<8xf32>) -> tensor<8xf32>
//>     %2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "z">]>}> : (tensor<8xf32>) -> tensor<16xf32>
//>     %3 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "z">]>}> : (tensor<8xf32>) -> tensor<8xf32>
//>     %4 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "c">]>}> : (tensor<8xf32>) -> tensor<16xf32>
//>     %5 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_1, axes = [#stablehlo.axis_ref<name = "d">]>}> : (tensor<8xf32>) -> tensor<16xf32>
//>     return %0, %1, %2, %3, %4, %5 : tensor<8xf32>, tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<16xf32>, tensor<16xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   func.func @shardings(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=4]>, [{"a"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2], device_ids=[1, 0]>, [{"a"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[3]>, []>}) {
//>     %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["c"=3]>, [{}, {}]>]>} : tensor<8x8xf32>
//>     %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<[]>, [{}, {}]>]>} : tensor<8x8xf32>
//>     stablehlo.custom_call @effect(%1) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2, "b"=4]>, []>]>} : (tensor<8x8xf32>) -> ()
//>     return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func private @declared(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=4]>, [{"a"}, {}]>}) -> tensor<8x8xf32>
//>   func.func @groups(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<16xf32>, tensor<16xf32>) {
//>     %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a", size = 2>, <name = "b", size = 4>]>, axes = [#stablehlo.axis_ref<name = "a">]>}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %6 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %6 : tensor<f32>
//>     }) : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "a">]>}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %6 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %6 : tensor<f32>
//>     }) : (tensor<8xf32>) -> tensor<8xf32>
//>     %2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "z", size = 2>]>, axes = [#stablehlo.axis_ref<name = "z">]>}> : (tensor<8xf32>) -> tensor<16xf32>
//>     %3 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "z", size = 2>]>, axes = [#stablehlo.axis_ref<name = "z">]>}> : (tensor<8xf32>) -> tensor<8xf32>
//>     %4 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #sdy.mesh<["c"=3]>, axes = [#stablehlo.axis_ref<name = "c">]>}> : (tensor<8xf32>) -> tensor<16xf32>
//>     %5 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #sdy.mesh<["d"=2]>, axes = [#stablehlo.axis_ref<name = "d">]>}> : (tensor<8xf32>) -> tensor<16xf32>
//>     return %0, %1, %2, %3, %4, %5 : tensor<8xf32>, tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<16xf32>, tensor<16xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   func.func @shardings(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
//>     %1 = stablehlo.negate %0 : tensor<8x8xf32>
//>     stablehlo.custom_call @effect(%1) {has_side_effect = true} : (tensor<8x8xf32>) -> ()
//>     return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func private @declared(tensor<8x8xf32>) -> tensor<8x8xf32>
//>   func.func @groups(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<16xf32>, tensor<16xf32>) {
//>     %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a", size = 2>, <name = "b", size = 4>]>, axes = [#stablehlo.axis_ref<name = "a">]>}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %6 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %6 : tensor<f32>
//>     }) : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "a">]>}> ({
//>     ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
//>       %6 = stablehlo.add %arg1, %arg2 : tensor<f32>
//>       stablehlo.return %6 : tensor<f32>
//>     }) : (tensor<8xf32>) -> tensor<8xf32>
//>     %2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "z", size = 2>]>, axes = [#stablehlo.axis_ref<name = "z">]>}> : (tensor<8xf32>) -> tensor<16xf32>
//>     %3 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "z", size = 2>]>, axes = [#stablehlo.axis_ref<name = "z">]>}> : (tensor<8xf32>) -> tensor<8xf32>
//>     %4 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #sdy.mesh<["c"=3]>, axes = [#stablehlo.axis_ref<name = "c">]>}> : (tensor<8xf32>) -> tensor<16xf32>
//>     %5 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #sdy.mesh<["d"=2]>, axes = [#stablehlo.axis_ref<name = "d">]>}> : (tensor<8xf32>) -> tensor<16xf32>
//>     return %0, %1, %2, %3, %4, %5 : tensor<8xf32>, tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<16xf32>, tensor<16xf32>
//>   }
//> }
