// A running reduction along a sharded dimension: each device reduces its own
// shard, and the devices gather one element of each shard.
// RUN: shardflow partition --as-is -q --check %s

sdy.mesh @line = <["i"=4]>

// The maximum of each element and those behind it; 10 elements, in shards of 3.
func.func public @main(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>})
    -> (tensor<12xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %x = stablehlo.slice %arg0 [0:10] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<12xf32>) -> tensor<10xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %least) <{padding = dense<[[0, 9]]> : tensor<1x2xi64>, window_dimensions = array<i64: 10>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<10xf32>, tensor<f32>) -> tensor<10xf32>
  %1 = stablehlo.pad %0, %least, low = [0], high = [2], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<10xf32>, tensor<f32>) -> tensor<12xf32>
  return %1 : tensor<12xf32>
}

// -----

// A running sum along the middle dimension. The other two are sharded as well.

sdy.mesh @mesh = <["i"=2, "j"=2, "k"=2]>

func.func public @main(%arg0: tensor<4x8x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"j"}, {"i"}, {"k"}]>})
    -> (tensor<4x8x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"j"}, {"i"}, {"k"}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%arg0, %zero) <{padding = dense<[[0, 0], [7, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 8, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"j"}, {"i"}, {"k"}]>]>} : (tensor<4x8x6xi32>, tensor<i32>) -> tensor<4x8x6xi32>
  return %0 : tensor<4x8x6xi32>
}

// -----

// Windows begin with 5, which isn't neutral: devices fetch what their windows
// cover.

sdy.mesh @line = <["i"=4]>

func.func public @main(%arg0: tensor<8xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>})
    -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>}) {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%arg0, %five) <{padding = dense<[[7, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 8>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@line, [{"i"}]>]>} : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

//! %s:27:1: error: redefinition of symbol named 'main'
//! func.func public @main(%arg0: tensor<4x8x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"j"}, {"i"}, {"k"}]>})
//! ^
//! %s:8:1: note: see existing symbol definition here
//! func.func public @main(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>})
//! ^
//! %s:43:1: error: redefinition of symbol named 'line'
//! sdy.mesh @line = <["i"=4]>
//! ^
//! %s:5:1: note: see existing symbol definition here
//! sdy.mesh @line = <["i"=4]>
//! ^
//! %s:45:1: error: redefinition of symbol named 'main'
//! func.func public @main(%arg0: tensor<8xi32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>})
//! ^
//! %s:8:1: note: see existing symbol definition here
//! func.func public @main(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@line, [{"i"}]>})
//! ^
// EXIT: 3
