// What xla.sdy.* attributes may not say.
// RUN: shardflow opt %s -xla-sdy-round-trip-import-pipeline -split-input-file -verify-diagnostics

// expected-error@+1 {{xla.sdy.meshes is not a dictionary}}
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "3 : i64"}} {
}

// -----

// expected-error@+1 {{xla.sdy.meshes has an item that is not a mesh}}
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = 3 : i64}"}} {
}

// -----

// expected-error@+1 {{xla.sdy.meshes is not an attribute: }}
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<"}} {
}

// -----

// expected-error@+1 {{xla.sdy.tuple_results_shardings does not fit @main}}
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2]>}", xla.sdy.tuple_results_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}]>]>"}} {
  func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    return %arg0, %arg0 : tensor<4xf32>, tensor<4xf32>
  }
}

// -----

func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{xla.sdy.FuncResultSharding takes one operand and gives one result}}
  %0 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%arg0, %arg1) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{}]>]>"}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{xla.sdy.ShardingGroup takes one operand, a group id and has no uses}}
  stablehlo.custom_call @xla.sdy.ShardingGroup(%arg0) {has_side_effect = true} : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{}>"}} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{the body of a manual computation is missing}}
  %1 = call @body(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {mhlo.frontend_attributes = {xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{}>"}} : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @body(tensor<4xf32>) -> tensor<4xf32>

// -----

func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{}>"}} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{a manual computation whose shardings don't fit it}}
  %1 = call @body(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{}>"}} : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @body(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}

// -----

func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{a manual computation that calls itself}}
  %1 = call @main(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

func.func @main(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{xla.sdy.FuncResultSharding takes one operand and gives one result}}
  stablehlo.custom_call @xla.sdy.FuncResultSharding(%arg0) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[]>"}} : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0, %arg1) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{}>"}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{a manual computation whose shardings don't fit it}}
  %1 = call @body(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {mhlo.frontend_attributes = {xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{}>"}} : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @body(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}

// -----

func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{}>"}} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{a manual computation whose shardings don't fit it}}
  %1 = call @body(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2:2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {mhlo.frontend_attributes = {xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{}>"}} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %2#1 : tensor<4xf32>
}
func.func private @body(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}

// -----

func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{}>"}} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{a manual computation whose shardings don't fit it}}
  %1 = call @body(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.negate %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @body(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
