// RUN: shardflow opt %s -xla-sdy-import-shardings -split-input-file -verify-diagnostics

// expected-error@+2 {{sharding '{devices=[2]0,0}', offset 12: duplicate device id: 0}}
// expected-note@+1 {{list each device once, from 0 on}}
func.func @main(%arg0: tensor<2xf32> {mhlo.sharding = "{devices=[2]0,0}"}) -> tensor<2xf32> {
  return %arg0 : tensor<2xf32>
}

// -----

func.func @main(%arg0: tensor<6xf32> {mhlo.sharding = "{devices=[2,3]<=[6] last_tile_dim_replicate}"}) -> tensor<6xf32> {
  // expected-error@+2 {{sharding '{devices=[3,2]<=[6] last_tile_dim_replicate}', offset 0: this sharding and the earlier ones have no common mesh}}
  // expected-note@+1 {{one splits the devices after 2, another after 3, and neither divides the other}}
  %0 = stablehlo.negate %arg0 {mhlo.sharding = "{devices=[3,2]<=[6] last_tile_dim_replicate}"} : tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// expected-error@+1 {{a sharding of 1 dimensions on a tensor of rank 2}}
func.func @main(%arg0: tensor<2x2xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<2x2xf32> {
  return %arg0 : tensor<2x2xf32>
}

// -----

func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{mhlo.sharding has 2 shardings for 1 results}}
  %0 = stablehlo.negate %arg0 {mhlo.sharding = "{{devices=[2]<=[2]}, {replicated}}"} : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @main(%arg0: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{SPMDFullToShardShape that does not enclose a call of the body}}
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%arg0) {mhlo.sharding = "{devices=[2]<=[2] last_tile_dims={manual}}"} : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{unspecified_dims names dimension 4 of a tensor of rank 1}}
  %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "unspecified_dims=[4]", mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
