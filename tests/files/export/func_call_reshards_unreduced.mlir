// RUN: shardflow opt %s -sdy-insert-func-call-reshards
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-insert-func-call-reshards

// jaxlib: no reshard takes unreduced axes away or adds them.

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func private @none(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
func.func private @un(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) {
  return %arg0 : tensor<8xf32>
}
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>) {
  %0 = call @none(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @none(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}], unreduced={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %2 = call @un(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %4 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}], unreduced={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %5 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %6 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %7 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a", "b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %8 = call @none(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %9 = call @none(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %arg0: tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>
}
