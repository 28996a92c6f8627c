// Every command accepts the same names: those of the text with or without '%',
// positions, and the user's. Names of nothing are errors that list what there is.
// RUN: shardflow comms %s --name %2
// RUN: shardflow comms %s --name 2
// RUN: shardflow comms %s --name res/0
// RUN: shardflow comms %s --name down
// RUN: shardflow comms %s --name %nothing
// RUN: shardflow comms %s --name %2 --name downn
// RUN: shardflow explain %s --name arg/2
// RUN: shardflow explain %s --name downn
// RUN: shardflow explain %s --name arg/7
// RUN: shardflow show %s --name down
// RUN: shardflow show %s --name arg/2
// RUN: shardflow show %s --name downn
// RUN: shardflow check %s --expect "%down=P('model', None)" --expect "down=P('model')" --expect "arg/2=P('model')" --expect "%1=P('data', 'model')"
// RUN: shardflow check %s --expect "%1=P('model')" --expect "downn=P('model')" --no-all-gather %1
// RUN: shardflow diff %s --set "%down=P(None, 'model')" --name down --name res/0
// RUN: shardflow diff %s --set "down=P(None, 'model')" --name %down --name arg/2
// RUN: shardflow diff %s --set "downn=P(None, 'model')"
// RUN: shardflow diff %s %s --name downn
// RUN: shardflow propagate -q %s --set "%down=P(None, 'model')"

sdy.mesh @mesh = <["data"=4, "model"=2]>

func.func @main(
    %x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
    %up: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
    %down: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.dot_general %x, %up, contracting_dims = [1] x [0]
      : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.tanh %0 : tensor<8x32xf32>
  %2 = stablehlo.dot_general %1, %down, contracting_dims = [1] x [0]
      : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}

//# RUN 1
//>      128 B  all_reduce over {"model"}, groups of 2
//>             adds up the partial sums of stablehlo.dot_general at one_name.mlir:32
//> in all 128 B that a device sends, by 1 collective
//# RUN 2
//>      128 B  all_reduce over {"model"}, groups of 2
//>             adds up the partial sums of stablehlo.dot_general at one_name.mlir:32
//> in all 128 B that a device sends, by 1 collective
//# RUN 3
//>      128 B  all_reduce over {"model"}, groups of 2
//>             adds up the partial sums of stablehlo.dot_general at one_name.mlir:32
//> in all 128 B that a device sends, by 1 collective
//# RUN 4
//> nothing is sent of down, or for it
//# RUN 5
//! shardflow: comms: nothing in the program is called %nothing; there are %x, %up, %down, %0, %1, %2; arguments and results by number are arg/0 to arg/2, res/0
// EXIT: 3
//# RUN 6
//! shardflow: comms: nothing in the program is called downn; did you mean down?
// EXIT: 3
//# RUN 7
//> %down : tensor<32x16xf32> in @main  at %s:28:5
//>   <@mesh, [{"model", ?}, {?}]>
//>
//>   dimension 0 has "model":
//>     %up dimension 1: annotated, argument 1 of @main <@mesh, [{}, {"model"}]>  at %s:27:5
//>     %0 dimension 1: through stablehlo.dot_general, factor j, operand 1 -> result 0, step 0  at %s:29:8
//>     %1 dimension 1: through stablehlo.tanh, factor j, operand 0 -> result 0, step 1  at %s:31:8
//>     %down dimension 0: through stablehlo.dot_general, factor k (reduction), operand 0 -> operand 1, step 4  at %s:32:8
//>
//>   why not:
//>     dimension 0, "data": nothing that shares the dimension has it
//>     dimension 1, "data": nothing that shares the dimension has it; "model": dimension 0 has it
//# RUN 8
//! %s: error: there is no value downn in the program; did you mean down?
// EXIT: 3
//# RUN 9
//! %s: error: there is no value arg/7 in the program; there are x, up, down, 0, 1, 2; arguments and results by number are arg/0 to arg/2, res/0
// EXIT: 3
//# RUN 10
//> %down  tensor<32x16xf32>  %s:25
//> <@mesh, [{"model"}, {}]>
//> mesh <["data"=4, "model"=2]>
//> each device holds 16x16, 1 KiB of 2 KiB
//>
//> rows: dimension 0 over "model"
//>
//>         +---------+
//>    0:16 | 0,2,4,6 |
//>         +---------+
//>   16:32 | 1,3,5,7 |
//>         +---------+
//# RUN 11
//> %down  tensor<32x16xf32>  %s:25
//> <@mesh, [{"model"}, {}]>
//> mesh <["data"=4, "model"=2]>
//> each device holds 16x16, 1 KiB of 2 KiB
//>
//> rows: dimension 0 over "model"
//>
//>         +---------+
//>    0:16 | 0,2,4,6 |
//>         +---------+
//>   16:32 | 1,3,5,7 |
//>         +---------+
//# RUN 12
//! shardflow: show: there is no value downn in the program; did you mean down?
// EXIT: 3
//# RUN 13
//> 4 expectations, 4 tensors compared, 0 wrong
//# RUN 14
//> %1 stablehlo.tanh : tensor<8x32xf32>
//>   is P('data', 'model'), and has to be P('model', None)
//>   "data" in dimension 0 is from %x
//>   "model" in dimension 1 is from %up
//> downn=P('model'): nothing in @main has this name; did you mean down?
//> 3 expectations, 1 tensor compared, 2 wrong
// EXIT: 1
//# RUN 15
//> changed in the program
//> @main
//>   parameter 2 tensor<32x16xf32>, one_name.mlir:25
//>     - <@mesh, [{"model"}, {}]>
//>     + <@mesh, [{}, {"model"}]>
//> follows
//> @main
//>   result 0 tensor<8x16xf32>, one_name.mlir:25
//>     - <@mesh, [{"data"}, {}]>, 128 B on each device
//>     + <@mesh, [{"data"}, {"model"}]>, 64 B on each device
//> 2 of 2 shardings differ: 1 changed in the program, 1 follows
//> a device holds 1.06 KiB of arguments and results instead of 1.12 KiB
//> a device sends 128 B as before, and needs 2.56 KiB of memory at the peak instead of 2.50 KiB
// EXIT: 1
//# RUN 16
//> changed in the program
//> @main
//>   parameter 2 tensor<32x16xf32>, one_name.mlir:25
//>     - <@mesh, [{"model"}, {}]>
//>     + <@mesh, [{}, {"model"}]>
//> 1 of 1 shardings differ: 1 changed in the program, 0 follow
//> a device sends 128 B as before, and needs 2.56 KiB of memory at the peak instead of 2.50 KiB
// EXIT: 1
//# RUN 17
//! error: --set downn=P(None, 'model'): nothing has this name; did you mean down?
// EXIT: 3
//# RUN 18
//! shardflow: diff: nothing in either of the two is called downn; did you mean down?
// EXIT: 3
//# RUN 19
//> module {
//>   sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg2: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) {
//>     %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
//>     %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : tensor<8x32xf32>
//>     %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
//>     return %2 : tensor<8x16xf32>
//>   }
//> }
