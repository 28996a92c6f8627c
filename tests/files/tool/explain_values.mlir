// Values at named computations, in reducers, tokens, and factors of all types.
// RUN: shardflow explain -p %s --value %2
// RUN: shardflow explain -p %s --value %m
// RUN: shardflow explain -p %s --value %u
// RUN: shardflow explain -p %s --value %t
// RUN: shardflow explain -p %s --value %4
// RUN: shardflow explain -p %s --value %5

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>

func.func @main(
    %x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>},
    %t: !stablehlo.token)
    -> (tensor<8x4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<4xf32>, !stablehlo.token) {
  %1 = sdy.named_computation<"layer">(%x) in_shardings=[<@mesh, [{"c"}, {?}]>] out_shardings=[<@mesh, [{"b"}, {}]>] (%m: tensor<8x4xf32>) {
    %0 = stablehlo.negate %m : tensor<8x4xf32>
    sdy.return %0 : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.negate %1 : tensor<8x4xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%x init: %c) across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
   reducer(%u: tensor<f32>, %v: tensor<f32>) {
    %s = stablehlo.add %u, %v : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  %4 = stablehlo.custom_call @whole(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=4} need_replication={j}, custom>} : (tensor<8x4xf32>) -> tensor<8xf32>
  %5 = stablehlo.custom_call @turned(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j]) {i=8, j=4} permutation={i}, custom>} : (tensor<8x4xf32>) -> tensor<4xf32>
  return %2, %3, %4, %5, %t : tensor<8x4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<4xf32>, !stablehlo.token
}

//# RUN 1
//> %2 : tensor<8x4xf32> in @main  at %s:19:3
//>   <@mesh, [{"b", ?}, {?}]>
//>
//>   dimension 0 has "b":
//>     %1 dimension 0: annotated, result 0 of "layer" <@mesh, [{"b"}, {}]>  at %s:15:3
//>     %2 dimension 0: through stablehlo.negate, factor i, operand 0 -> result 0, step 2  at %s:19:8
//>
//>   why not:
//>     dimension 0, "a": lost 3 ops away, at %m  at %s:15:118
//>       "a" of %x dimension 0 did not come through sdy.named_computation<"layer"> (data flow), factor i, operand 0 -> result 0  at %s:15:8
//>       conflict: dimension 0 of %m has "c" in its place; "c" is annotated there
//>     dimension 0, "c": lost 1 op away, at %1  at %s:15:3
//>       "c" of %0 dimension 0 did not come through sdy.named_computation<"layer"> (data flow), factor i, operand 0 -> result 0  at %s:15:8
//>       conflict: dimension 0 of %1 has "b" in its place; "b" is annotated there
//>       "c" is from %m: argument 0 of "layer" <@mesh, [{"c"}, {?}]>  at %s:15:118
//>     dimension 1, "a", "c": nothing that shares the dimension has it; "b": dimension 0 has it
//# RUN 2
//> %m : tensor<8x4xf32> in @main  at %s:15:118
//>   <@mesh, [{"c"}, {"b", ?}]>
//>
//>   dimension 0 has "c":
//>     %m dimension 0: annotated, argument 0 of "layer" <@mesh, [{"c"}, {?}]>  at %s:15:118
//>
//>   dimension 1 has "b":
//>     %x dimension 1: annotated, argument 0 of @main <@mesh, [{"a"}, {"b"}]>  at %s:12:5
//>     %m dimension 1: through sdy.named_computation<"layer"> (data flow), factor j, operand 0 -> result 0, step 0  at %s:15:8
//>
//>   did not come:
//>     "a" of %x dimension 0 to dimension 0: through sdy.named_computation<"layer"> (data flow), factor i, operand 0 -> result 0  at %s:15:8
//>       conflict: dimension 0 of %m has "c" in its place; "c" is annotated there
//>
//>   why not:
//>     dimension 0, "b": dimension 1 has it
//>     dimension 1, "a": nothing that shares the dimension has it; "c": dimension 0 has it
//# RUN 3
//> %u : tensor<f32> in @main  at %s:22:12
//>   no sharding
//>   note: such a value can have no sharding
//# RUN 4
//> %t : !stablehlo.token in @main  at %s:13:5
//>   no sharding
//# RUN 5
//> %4 : tensor<8xf32> in @main  at %s:26:3
//>   <@mesh, [{"a", ?}]>
//>
//>   dimension 0 has "a":
//>     %x dimension 0: annotated, argument 0 of @main <@mesh, [{"a"}, {"b"}]>  at %s:12:5
//>     %4 dimension 0: through stablehlo.custom_call, factor i, operand 0 -> result 0, step 5  at %s:26:8
//>
//>   did not come:
//>     "b" of %x dimension 1: through stablehlo.custom_call, factor j (need-replication), operand 0 -> result 0  at %s:26:8
//>       no-factor: its factor j (need-replication) is not in %4
//>
//>   why not:
//>     dimension 0, "b": lost 3 ops away, at %0  at %s:16:5
//>       "b" of %1 dimension 0 did not come through sdy.named_computation<"layer"> (data flow), factor i, result 0 -> operand 0  at %s:15:8
//>       conflict: dimension 0 of %0 has "c" in its place; "c" came first
//>       "c" is from %m: argument 0 of "layer" <@mesh, [{"c"}, {?}]>  at %s:15:118
//>     dimension 0, "c": lost 1 op away, at %x  at %s:12:5
//>       "c" of %m dimension 0 did not come through sdy.named_computation<"layer"> (data flow), factor i, result 0 -> operand 0  at %s:15:8
//>       conflict: dimension 0 of %x has "a" in its place; "a" is annotated there
//# RUN 6
//> %5 : tensor<4xf32> in @main  at %s:27:3
//>   <@mesh, [{"b", ?}]>
//>
//>   dimension 0 has "b":
//>     %x dimension 1: annotated, argument 0 of @main <@mesh, [{"a"}, {"b"}]>  at %s:12:5
//>     %5 dimension 0: through stablehlo.custom_call, factor j, operand 0 -> result 0, step 6  at %s:27:8
//>
//>   did not come:
//>     "a" of %x dimension 0: through stablehlo.custom_call, factor i (permutation), operand 0 -> result 0  at %s:27:8
//>       no-factor: its factor i (permutation) is not in %5
//>
//>   why not:
//>     dimension 0, "a", "c": nothing that shares the dimension has it
