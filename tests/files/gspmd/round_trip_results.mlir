// Results of @main that were a tuple, or that an inlined body returned.
// RUN: shardflow opt %s -xla-sdy-round-trip-import-pipeline

module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2]>}", xla.sdy.tuple_results_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}]>, <@mesh, [{?}]>]>"}} {
  func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32> {mhlo.sharding = "{replicated}"}) {
    %0 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%arg0) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}]>]>"}} : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.negate %0 : tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
}

//> module {
//>   sdy.mesh @mesh = <["x"=2]>
//>   func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}) {
//>     %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x", ?}]> : tensor<4xf32>
//>     %1 = stablehlo.negate %0 : tensor<4xf32>
//>     return %0, %1 : tensor<4xf32>, tensor<4xf32>
//>   }
//> }
