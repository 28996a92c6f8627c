// A program with shardings of its own: they are kept, on their own mesh only, and
// a plan has to be better than they are. Locations are kept.
// RUN: shardflow auto %s --topology h100 --steps 60
// RUN: shardflow auto %s --topology h100 --steps 60 --mesh '<["data"=2,"model"=2]>'
// RUN: shardflow auto %s --topology h100 --steps 60 --mesh '<["data"=4,"model"=4]>'
// RUN: shardflow auto %s --topology h100 --steps 60 --mesh '<["data"=4,"model"=4]>' --reconsider -o /dev/null
// RUN: shardflow auto %s --topology h100 --steps 60 --mesh auto:4
// RUN: shardflow auto %s --topology h100 --steps 60 --mesh auto:4 --reconsider
// RUN: shardflow auto %s --topology h100 --steps 60 --reconsider
#x = loc("params['x']")
sdy.mesh @mesh = <["a"=2]>
func.func public @main(%x: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>} loc(#x), %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32> loc("step.py":3:0)
  return %0 : tensor<4096x4096xf32>
}

//# RUN 1
//> #loc3 = loc("params['x']")
//> #loc4 = loc("%s":12:110)
//> module {
//>   sdy.mesh @mesh = <["a"=2]> loc(#loc1)
//>   func.func public @main(%arg0: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>} loc("params['x']"), %arg1: tensor<4096x4096xf32> loc("%s":12:110)) -> tensor<4096x4096xf32> {
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32> loc(#loc5)
//>     return %0 : tensor<4096x4096xf32> loc(#loc6)
//>   } loc(#loc2)
//> } loc(#loc)
//> #loc = loc("%s":0:0)
//> #loc1 = loc("%s":11:1)
//> #loc2 = loc("%s":12:1)
//> #loc5 = loc("step.py":3:0)
//> #loc6 = loc("%s":14:3)
//! step 198.3 us (198.3 us work, 0.0 us communication), peak 128 MiB a device
//!   mesh <["a"=2]>
//! 0 constraints, 10 plans priced
//! as given: step 198.3 us, peak 128 MiB
//! the program as given is better than all plans
//# RUN 2
//! error: auto: the program has shardings on the mesh <["a"=2]>, not on <["data"=2, "model"=2]>: give that mesh, or let them be reconsidered (--reconsider)
// EXIT: 3
//# RUN 3
//! error: auto: the program has shardings on the mesh <["a"=2]>, not on <["data"=4, "model"=4]>: give that mesh, or let them be reconsidered (--reconsider)
// EXIT: 3
//# RUN 4
//! step 24.8 us (24.8 us work, 0.0 us communication), peak 36 MiB a device
//!   mesh <["data"=4, "model"=4]>
//!   data: dim 1 of argument 1 (4096)
//!   model: dim 0 of argument 0 params['x'] (4096)
//! 0 constraints, 60 plans priced
//# RUN 5
//! error: auto: the program has shardings on the mesh <["a"=2]>, not on <["data"=4]>: give that mesh, or let them be reconsidered (--reconsider)
// EXIT: 3
//# RUN 6
//> #loc2 = loc("params['x']")
//> #loc3 = loc("%s":12:110)
//> module {
//>   sdy.mesh @mesh = <["data"=4]> loc(#loc)
//>   func.func public @main(%arg0: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("params['x']"), %arg1: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>} loc("%s":12:110)) -> tensor<4096x4096xf32> {
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32> loc(#loc4)
//>     return %0 : tensor<4096x4096xf32> loc(#loc5)
//>   } loc(#loc1)
//> } loc(#loc)
//> #loc = loc("%s":0:0)
//> #loc1 = loc("%s":12:1)
//> #loc4 = loc("step.py":3:0)
//> #loc5 = loc("%s":14:3)
//! step 99.2 us (99.2 us work, 0.0 us communication), peak 96 MiB a device
//!   mesh <["data"=4]>
//!   data: dim 0 of argument 0 params['x'] (4096)
//! 0 constraints, 40 plans priced
//# RUN 7
//> #loc3 = loc("params['x']")
//> #loc4 = loc("%s":12:110)
//> module {
//>   sdy.mesh @mesh = <["a"=2]> loc(#loc1)
//>   func.func public @main(%arg0: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>} loc("params['x']"), %arg1: tensor<4096x4096xf32> loc("%s":12:110)) -> tensor<4096x4096xf32> {
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32> loc(#loc5)
//>     return %0 : tensor<4096x4096xf32> loc(#loc6)
//>   } loc(#loc2)
//> } loc(#loc)
//> #loc = loc("%s":0:0)
//> #loc1 = loc("%s":11:1)
//> #loc2 = loc("%s":12:1)
//> #loc5 = loc("step.py":3:0)
//> #loc6 = loc("%s":14:3)
//! step 198.3 us (198.3 us work, 0.0 us communication), peak 128 MiB a device
//!   mesh <["a"=2]>
//! 0 constraints, 10 plans priced
//! as given: step 198.3 us, peak 128 MiB
//! the program as given is better than all plans
