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

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func private @none(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     return %arg0 : tensor<8xf32>
//>   }
//>   func.func private @un(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) {
//>     return %arg0 : tensor<8xf32>
//>   }
//>   func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
//>     %0 = call @none(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = sdy.reshard %0 <@mesh, [{}], unreduced={"a"}> : tensor<8xf32>
//>     %2 = call @none(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %3 = sdy.reshard %2 <@mesh, [{"b"}], unreduced={"a"}> : tensor<8xf32>
//>     %4 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %5 = sdy.reshard %4 <@mesh, [{}]> : tensor<8xf32>
//>     %6 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %7 = sdy.reshard %6 <@mesh, [{"b"}]> : tensor<8xf32>
//>     %8 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %9 = sdy.reshard %8 <@mesh, [{"b"}], unreduced={"a"}> : tensor<8xf32>
//>     %10 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %11 = sdy.reshard %10 <@mesh, [{"a"}]> : tensor<8xf32>
//>     %12 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %13 = sdy.reshard %12 <@mesh, [{}], unreduced={"b"}> : tensor<8xf32>
//>     %14 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %15 = sdy.reshard %14 <@mesh, [{}], unreduced={"a", "b"}> : tensor<8xf32>
//>     %16 = call @none(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %17 = sdy.reshard %16 <@mesh, [{"b"}]> : tensor<8xf32>
//>     %18 = call @none(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %19 = sdy.reshard %18 <@mesh, [{"b"}]> : tensor<8xf32>
//>     return %1, %3, %5, %7, %9, %11, %13, %15, %17, %arg0 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func private @none(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     return %arg0 : tensor<8xf32>
//>   }
//>   func.func private @un(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) {
//>     return %arg0 : tensor<8xf32>
//>   }
//>   func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
//>     %0 = call @none(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = call @none(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}], unreduced={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %2 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %3 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %4 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %5 = sdy.reshard %4 <@mesh, [{"b"}], unreduced={"a"}> : tensor<8xf32>
//>     %6 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %7 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %8 = call @un(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a", "b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %9 = call @none(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %10 = sdy.reshard %9 <@mesh, [{"b"}]> : tensor<8xf32>
//>     %11 = call @none(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
//>     %12 = sdy.reshard %11 <@mesh, [{"b"}]> : tensor<8xf32>
//>     return %0, %1, %2, %3, %5, %6, %7, %8, %10, %arg0 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
//>   }
//> }
