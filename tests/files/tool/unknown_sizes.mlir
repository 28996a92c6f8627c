// RUN: shardflow cost --as-is %s
// RUN: shardflow cost -p --dynamic-shapes %s
// RUN: shardflow comms --as-is %s
// RUN: shardflow lint --as-is %s
// RUN: shardflow auto --topology h100 %s
// RUN: shardflow partition --as-is %s
// RUN: shardflow partition -p --dynamic-shapes %s
// RUN: shardflow explain -p --dynamic-shapes --value %1 %s
// RUN: shardflow show -p --dynamic-shapes %s
// RUN: shardflow show --dynamic-shapes --value %1 %s
// RUN: shardflow show --jax --dynamic-shapes %s

// What depends on sizes is not told without them; shardings are.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}) -> tensor<?x8xf32> {
  %0 = stablehlo.exponential %arg0 : tensor<?x8xf32>
  %1 = stablehlo.add %0, %arg0 : tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

//# RUN 1
//! %s:15:1: error: the size of 'tensor<?x8xf32>' is unknown, so the program's cost can't be computed: write the sizes of one run instead of '?'
//! func.func @main(%arg0: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}) -> tensor<?x8xf32> {
//! ^
// EXIT: 3
//# RUN 2
//! %s:15:1: error: the size of 'tensor<?x8xf32>' is unknown, so the program's cost can't be computed: write the sizes of one run instead of '?'
//! func.func @main(%arg0: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}) -> tensor<?x8xf32> {
//! ^
// EXIT: 3
//# RUN 3
//! %s:15:1: error: the size of 'tensor<?x8xf32>' is unknown, so the program's cost can't be computed: write the sizes of one run instead of '?'
//! func.func @main(%arg0: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}) -> tensor<?x8xf32> {
//! ^
// EXIT: 3
//# RUN 4
//! %s:15:1: error: the size of 'tensor<?x8xf32>' is unknown, so the program's cost can't be computed: write the sizes of one run instead of '?'
//! func.func @main(%arg0: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}) -> tensor<?x8xf32> {
//! ^
// EXIT: 3
//# RUN 5
//! %s:15:1: error: the size of 'tensor<?x8xf32>' is unknown, so the cost of a sharding can't be computed: write the sizes of one run instead of '?'
//! func.func @main(%arg0: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}) -> tensor<?x8xf32> {
//! ^
// EXIT: 3
//# RUN 6
//! %s:15:1: error: the size of 'tensor<?x8xf32>' is unknown, so the program of a device can't be computed: write the sizes of one run instead of '?'
//! func.func @main(%arg0: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}) -> tensor<?x8xf32> {
//! ^
// EXIT: 3
//# RUN 7
//! %s:15:1: error: the size of 'tensor<?x8xf32>' is unknown, so the program of a device can't be computed: write the sizes of one run instead of '?'
//! func.func @main(%arg0: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}) -> tensor<?x8xf32> {
//! ^
// EXIT: 3
//# RUN 8
//> %1 : tensor<?x8xf32> in @main  at %s:17:3
//>   <@mesh, [{"x", ?}, {"y":(1)2, ?}]>
//>
//>   dimension 0 has "x":
//>     %arg0 dimension 0: annotated, argument 0 of @main <@mesh, [{"x"}, {"y":(1)2}]>  at %s:15:17
//>     %0 dimension 0: through stablehlo.exponential, factor i, operand 0 -> result 0, step 0  at %s:16:8
//>     %1 dimension 0: through stablehlo.add, factor i, operand 0 -> result 0, step 1  at %s:17:8
//>
//>   dimension 1 has "y":(1)2:
//>     %arg0 dimension 1: annotated, argument 0 of @main <@mesh, [{"x"}, {"y":(1)2}]>  at %s:15:17
//>     %0 dimension 1: through stablehlo.exponential, factor j, operand 0 -> result 0, step 0  at %s:16:8
//>     %1 dimension 1: through stablehlo.add, factor j, operand 0 -> result 0, step 1  at %s:17:8
//>
//>   why not:
//>     dimension 0, "y": dimension 1 has it
//>     dimension 1, "x": dimension 0 has it
//# RUN 9
//> mesh @mesh  <["x"=2, "y"=4]>  8 devices
//>
//> @main
//>   parameter  type     shard  bytes  sharding
//>   %arg0      ?x8xf32  ?          ?  [{"x"}, {"y":(1)2}]
//>   in all 0 B on each device, of 0 B, without those of unknown size
//>   result  type     shard  bytes  sharding
//>   0       ?x8xf32  ?          ?  [{"x"}, {}]
//>   in all 0 B on each device, of 0 B, without those of unknown size
//# RUN 10
//> %1  tensor<?x8xf32>  stablehlo.add  %s:17
//> <@mesh, [{"x"}, {"y":(1)2}]>
//> mesh <["x"=2, "y"=4]>
//# RUN 11
//! shardflow: --jax excludes --dynamic-shapes, because JAX refuses tensors of unknown size
//! Run with --help for more.
// EXIT: 2
