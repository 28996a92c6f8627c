// RUN: shardflow opt %s -split-input-file -verify-diagnostics

// Groups of a collective that name a mesh or axes that don't exist.

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<4xf32>) -> tensor<16xf32> {
  // expected-error @+1 {{'stablehlo.all_gather' op replica_groups: mesh symbol 'nowhere' not found}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @nowhere, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<4xf32>) -> tensor<16xf32> {
  // expected-error @+1 {{'stablehlo.all_gather' op replica_groups: unknown axis name: "z"}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "z">]>}> : (tensor<4xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<4xf32>) -> tensor<16xf32> {
  // expected-error @+1 {{'stablehlo.all_gather' op replica_groups: duplicate axis ref: "x"}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "x">]>}> : (tensor<4xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<4xf32>) -> tensor<16xf32> {
  // expected-error @+1 {{'stablehlo.all_gather' op replica_groups: sub-axis next pre-size 8 doesn't divide the size of the full axis 4: "x":(2)4}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (2)4>]>}> : (tensor<4xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// A mesh that is spelled out.
func.func @main(%arg0: tensor<4xf32>) -> tensor<16xf32> {
  // expected-error @+1 {{'stablehlo.all_gather' op replica_groups: unknown axis name: "y"}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "y">]>}> : (tensor<4xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func @main(%arg0: tensor<4xf32>) -> tensor<16xf32> {
  // expected-error @+1 {{'stablehlo.all_gather' op replica_groups: axis size must be at least 1, got: 0}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 0>]>, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func @main(%arg0: tensor<4xf32>) -> tensor<16xf32> {
  // expected-error @+1 {{'stablehlo.all_gather' op replica_groups: must have a mesh, and a list of #stablehlo.axis_ref}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = "none", axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func @main(%arg0: tensor<4xf32>) -> tensor<16xf32> {
  // expected-error @+1 {{'stablehlo.all_gather' op replica_groups: device_ids must be a list of 64-bit integers}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>], device_ids = dense<[3, 2, 1, 0]> : tensor<4xi32>>, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
