// Values of functions that are called: by number, from a group, in loops, with
// priorities, and what there is not. Two ops of the loop have one location, so
// that nobody knows which is which in a copy of it.
// RUN: shardflow explain -p %s --value %0#0 --func main
// RUN: shardflow explain -p %s --arg 2
// RUN: shardflow explain -p %s --value %i
// RUN: shardflow explain -p %s --func f --result 1
// RUN: shardflow explain -p %s --func g --arg 0
// RUN: shardflow explain -p %s --value %0#2 --func main
// RUN: shardflow explain -p %s --value %0#-1
// RUN: shardflow explain -p %s --value %0#1x
// RUN: shardflow explain -p %s --func elsewhere --arg 0

sdy.mesh @mesh = <["a"=2, "b"=2]>

func.func private @elsewhere(tensor<8xf32>) -> tensor<8xf32>

func.func private @f(%p: tensor<8xf32>, %q: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %p : tensor<8xf32>
  return %0, %q : tensor<8xf32>, tensor<8xf32>
}

func.func private @loop(%p: tensor<8xf32>, %n: tensor<i1>) -> tensor<8xf32> {
  %0 = stablehlo.while(%i = %p) : tensor<8xf32>
  cond {
    stablehlo.return %n : tensor<i1>
  } do {
    %1 = stablehlo.negate %i : tensor<8xf32> loc("the loop")
    stablehlo.return %1 : tensor<8xf32>
  } loc("the loop")
  return %0 : tensor<8xf32>
}

// Nobody calls it.
func.func private @g(%p: tensor<8xf32>) -> tensor<8xf32> {
  return %p : tensor<8xf32>
}

func.func @main(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p2]>},
    %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>},
    %z: tensor<8xf32>, %n: tensor<i1>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0:2 = func.call @f(%x, %y) : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  sdy.sharding_group %0#0 group_id=0 : tensor<8xf32>
  sdy.sharding_group %z group_id=0 : tensor<8xf32>
  %r = func.call @loop(%0#0, %n) : (tensor<8xf32>, tensor<i1>) -> tensor<8xf32>
  %s = func.call @loop(%0#1, %n) : (tensor<8xf32>, tensor<i1>) -> tensor<8xf32>
  return %0#0, %r, %s, %z : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

//# RUN 1
//> %0#0 : tensor<8xf32> in @main  at %s:44:3
//>   <@mesh, [{"a", ?}]>
//>
//>   dimension 0 has "a":
//>     %x dimension 0: annotated, argument 0 of @main <@mesh, [{"a"}p2]>  at %s:40:5
//>     %p of @f dimension 0: through sdy.named_computation<"f"> (data flow), factor i, operand 0 -> result 0, step 6, p2  at %s:44:10
//>     %0 of @f dimension 0: through stablehlo.negate, factor i, operand 0 -> result 0, step 7, p2  at %s:19:8
//>     %0#0 dimension 0: through sdy.named_computation<"f"> (data flow), factor i, operand 0 -> result 0, step 8, p2  at %s:44:10
//>
//>   why not:
//>     dimension 0, "b": nothing that shares the dimension has it
//# RUN 2
//> %z : tensor<8xf32> in @main  at %s:42:5
//>   <@mesh, [{"a", ?}]>
//>
//>   dimension 0 has "a":
//>     %x dimension 0: annotated, argument 0 of @main <@mesh, [{"a"}p2]>  at %s:40:5
//>     %p of @f dimension 0: through sdy.named_computation<"f"> (data flow), factor i, operand 0 -> result 0, step 6, p2  at %s:44:10
//>     %0 of @f dimension 0: through stablehlo.negate, factor i, operand 0 -> result 0, step 7, p2  at %s:19:8
//>     %0#0 dimension 0: through sdy.named_computation<"f"> (data flow), factor i, operand 0 -> result 0, step 8, p2  at %s:44:10
//>     %z dimension 0: the same sharding group
//>
//>   why not:
//>     dimension 0, "b": nothing that shares the dimension has it
//# RUN 3
//> 2 values: a function has one for each call, a constant one for each use
//>
//> %i : tensor<8xf32> in @loop  at %s:24:24
//>   <@mesh, [{"a", ?}]>
//>
//>   dimension 0 has "a":
//>     %x of @main dimension 0: annotated, argument 0 of @main <@mesh, [{"a"}p2]>  at %s:40:5
//>     %p of @f dimension 0: through sdy.named_computation<"f"> (data flow), factor i, operand 0 -> result 0, step 6, p2  at %s:44:10
//>     %0 of @f dimension 0: through stablehlo.negate, factor i, operand 0 -> result 0, step 7, p2  at %s:19:8
//>     %0#0 of @main dimension 0: through sdy.named_computation<"f"> (data flow), factor i, operand 0 -> result 0, step 8, p2  at %s:44:10
//>     %p dimension 0: through sdy.named_computation<"loop"> (data flow), factor i, operand 0 -> result 0, step 9, p2  at %s:47:8
//>     the loop (%0) dimension 0: through stablehlo.while (data flow), factor i, operand 0 -> result 0, step 10, p2
//>
//>   why not:
//>     dimension 0, "b": nothing that shares the dimension has it
//>
//> %i : tensor<8xf32> in @loop  at %s:24:24
//>   <@mesh, [{"b", ?}]>
//>
//>   dimension 0 has "b":
//>     %y of @main dimension 0: annotated, argument 1 of @main <@mesh, [{"b"}]>  at %s:41:5
//>     %q of @f dimension 0: through sdy.named_computation<"f"> (data flow), factor i, operand 0 -> result 0, step 0  at %s:44:10
//>     %0#1 of @main dimension 0: through sdy.named_computation<"f"> (data flow), factor i, operand 0 -> result 0, step 1  at %s:44:10
//>     %p dimension 0: through sdy.named_computation<"loop"> (data flow), factor i, operand 0 -> result 0, step 2  at %s:48:8
//>     result 0 of stablehlo.while dimension 0: through stablehlo.while (data flow), factor i, operand 0 -> result 0, step 3
//>
//>   why not:
//>     dimension 0, "a": nothing that shares the dimension has it
//# RUN 4
//> %q : tensor<8xf32> in @f  at %s:18:41
//>   <@mesh, [{"b", ?}]>
//>
//>   dimension 0 has "b":
//>     %y of @main dimension 0: annotated, argument 1 of @main <@mesh, [{"b"}]>  at %s:41:5
//>     %q dimension 0: through sdy.named_computation<"f"> (data flow), factor i, operand 0 -> result 0, step 0  at %s:44:10
//>
//>   why not:
//>     dimension 0, "a": nothing that shares the dimension has it
//# RUN 5
//> %p in @g  at %s:35:22
//>   no sharding
//>   note: nothing needs it: it is erased before or during propagation
//# RUN 6
//! %s: error: there is no value %0#2 in @main; there are %x, %y, %z, %n, %p, %q and 5 more; arguments and results by number are arg/0 to arg/3, res/0 to res/3
// EXIT: 3
//# RUN 7
//! %s: error: there is no value %0#-1 in the program; there are %x, %y, %z, %n, %p, %q and 5 more; arguments and results by number are arg/0 to arg/3, res/0 to res/3
// EXIT: 3
//# RUN 8
//! %s: error: there is no value %0#1x in the program; there are %x, %y, %z, %n, %p, %q and 5 more; arguments and results by number are arg/0 to arg/3, res/0 to res/3
// EXIT: 3
//# RUN 9
//! %s:16:1: error: @elsewhere is only declared
//! func.func private @elsewhere(tensor<8xf32>) -> tensor<8xf32>
//! ^
// EXIT: 3
