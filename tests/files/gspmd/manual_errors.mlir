// Brackets of manual computations that are not whole, and others like them.
// RUN: shardflow opt %s -xla-sdy-stablehlo-import-pipeline -split-input-file -verify-diagnostics

func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{SPMDFullToShardShape of a value without a sharding: a @Sharding call must stand before it}}
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%arg0) {mhlo.sharding = "{devices=[2]<=[2] last_tile_dims={manual}}"} : (tensor<4xf32>) -> tensor<2xf32>
  %1 = call @body(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.custom_call @SPMDShardToFullShape(%1) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<2xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  return %arg0 : tensor<2xf32>
}

// -----

func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{a bracket of a manual computation needs 'mhlo.sharding'}}
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) : (tensor<4xf32>) -> tensor<2xf32>
  %2 = call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<2xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  return %arg0 : tensor<2xf32>
}

// -----

func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<2xf32>
  %2 = call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{a bracket of a manual computation needs 'mhlo.sharding'}}
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) : (tensor<2xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  return %arg0 : tensor<2xf32>
}

// -----

func.func @main(%arg0: tensor<4xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<2xf32>
  // expected-error@+1 {{a result of a manual computation that is not passed to SPMDShardToFullShape}}
  %2 = call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  return %arg0 : tensor<2xf32>
}

// -----

func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<2xf32>
  // expected-error@+1 {{the body of a manual computation is missing}}
  %2 = call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<2xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @body(tensor<2xf32>) -> tensor<2xf32>

// -----

func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{a manual computation that calls itself}}
  %2 = call @main(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dim_replicate}"} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{manual along a part of axis "x"}}
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{devices=[1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<4xf32>) -> tensor<2xf32>
  %2 = call @body(%1) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dim_replicate}"} : (tensor<2xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @body(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  return %arg0 : tensor<2xf32>
}

// -----

// expected-error@+1 {{a tuple of shardings for one value}}
func.func @main(%arg0: tensor<4xf32> {mhlo.sharding = "{{devices=[2]<=[2]}, {replicated}}"}) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
