// RUN: shardflow opt %s 
// RUN: shardflow opt %s -mlir-print-op-generic

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2]>
sdy.mesh @swapped = <["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>
sdy.mesh @one = <[], device_ids=[5]>
sdy.mesh @none = <[]>
func.func @f(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b":(1)2, ?}p1, {}], replicated={"c"}>}) -> tensor<16x8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{?}, {"c"}]> : tensor<16x8xf32>
  %1 = sdy.reshard %0 <mesh<["x"=2]>, [{"x"}, {}]> : tensor<16x8xf32>
  %2 = sdy.propagation_barrier %1 allowed_direction=FORWARD : tensor<16x8xf32>
  sdy.sharding_group %2 group_id=3 : tensor<16x8xf32>
  %3 = sdy.constant dense<0.0> : tensor<16x8xf32>
  %4 = stablehlo.add %2, %3 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=16, j=8}, custom>} : tensor<16x8xf32>
  return %4 : tensor<16x8xf32>
}
func.func @manual(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", ?}, {}]>] out_shardings=[<@mesh, [{"a"}, {}], replicated={"b"}>] manual_axes={"a", "b"} (%arg1: tensor<8x8xf32>) {
    %1 = stablehlo.negate %arg1 : tensor<8x8xf32>
    sdy.return %1 : tensor<8x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
func.func @collectives(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_gather [{"b"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{}, {"c"}] %0 out_sharding=<@mesh, [{"a"}, {"c"}]> : tensor<16x8xf32>
  %2 = sdy.all_to_all [{"c"}: 1->0] %1 out_sharding=<@mesh, [{"a", "c"}, {}]> : tensor<16x8xf32>
  %3 = sdy.collective_permute %2 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x8xf32>
  return %3 : tensor<16x8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2]>
//>   sdy.mesh @swapped = <["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>
//>   sdy.mesh @one = <[], device_ids=[5]>
//>   sdy.mesh @none = <[]>
//>   func.func @f(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b":(1)2, ?}p1, {}], replicated={"c"}>}) -> tensor<16x8xf32> {
//>     %0 = sdy.sharding_constraint %arg0 <@mesh, [{?}, {"c"}]> : tensor<16x8xf32>
//>     %1 = sdy.reshard %0 <mesh<["x"=2]>, [{"x"}, {}]> : tensor<16x8xf32>
//>     %2 = sdy.propagation_barrier %1 allowed_direction=FORWARD : tensor<16x8xf32>
//>     sdy.sharding_group %2 group_id=3 : tensor<16x8xf32>
//>     %3 = sdy.constant dense<0.000000e+00> : tensor<16x8xf32>
//>     %4 = stablehlo.add %2, %3 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=16, j=8}, custom>} : tensor<16x8xf32>
//>     return %4 : tensor<16x8xf32>
//>   }
//>   func.func @manual(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", ?}, {}]>] out_shardings=[<@mesh, [{"a"}, {}], replicated={"b"}>] manual_axes={"a", "b"} (%arg1: tensor<8x8xf32>) {
//>       %1 = stablehlo.negate %arg1 : tensor<8x8xf32>
//>       sdy.return %1 : tensor<8x8xf32>
//>     } : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     return %0 : tensor<16x8xf32>
//>   }
//>   func.func @collectives(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}]>}) -> tensor<16x8xf32> {
//>     %0 = sdy.all_gather [{"b"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x8xf32>
//>     %1 = sdy.all_slice [{}, {"c"}] %0 out_sharding=<@mesh, [{"a"}, {"c"}]> : tensor<16x8xf32>
//>     %2 = sdy.all_to_all [{"c"}: 1->0] %1 out_sharding=<@mesh, [{"a", "c"}, {}]> : tensor<16x8xf32>
//>     %3 = sdy.collective_permute %2 out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x8xf32>
//>     return %3 : tensor<16x8xf32>
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=2]>, sym_name = "mesh"}> : () -> ()
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>, sym_name = "swapped"}> : () -> ()
//>   "sdy.mesh"() <{mesh = #sdy.mesh<[], device_ids=[5]>, sym_name = "one"}> : () -> ()
//>   "sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "none"}> : () -> ()
//>   "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"a", "b":(1)2, ?}p1, {}], replicated={"c"}>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "f"}> ({
//>   ^bb0(%arg3: tensor<16x8xf32>):
//>     %6 = "sdy.sharding_constraint"(%arg3) <{sharding = #sdy.sharding<@mesh, [{?}, {"c"}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     %7 = "sdy.reshard"(%6) <{sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     %8 = "sdy.propagation_barrier"(%7) <{allowed_direction = 1 : i32}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     "sdy.sharding_group"(%8) <{group_id = 3 : i64}> : (tensor<16x8xf32>) -> ()
//>     %9 = "sdy.constant"() <{value = dense<0.000000e+00> : tensor<16x8xf32>}> : () -> tensor<16x8xf32>
//>     %10 = "stablehlo.add"(%8, %9) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=16, j=8}, custom>} : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
//>     "func.return"(%10) : (tensor<16x8xf32>) -> ()
//>   }) : () -> ()
//>   "func.func"() <{function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "manual"}> ({
//>   ^bb0(%arg1: tensor<16x8xf32>):
//>     %4 = "sdy.manual_computation"(%arg1) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {}]>]>, manual_axes = #sdy<manual_axes{"a", "b"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}], replicated={"b"}>]>}> ({
//>     ^bb0(%arg2: tensor<8x8xf32>):
//>       %5 = "stablehlo.negate"(%arg2) : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>       "sdy.return"(%5) : (tensor<8x8xf32>) -> ()
//>     }) : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     "func.return"(%4) : (tensor<16x8xf32>) -> ()
//>   }) : () -> ()
//>   "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}]>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "collectives"}> ({
//>   ^bb0(%arg0: tensor<16x8xf32>):
//>     %0 = "sdy.all_gather"(%arg0) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"b"}, {}]>, out_sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     %1 = "sdy.all_slice"(%0) <{out_sharding = #sdy.sharding<@mesh, [{"a"}, {"c"}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{}, {"c"}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     %2 = "sdy.all_to_all"(%1) <{out_sharding = #sdy.sharding<@mesh, [{"a", "c"}, {}]>, params = #sdy<all_to_all_param_list[{"c"}: 1->0]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     %3 = "sdy.collective_permute"(%2) <{out_sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     "func.return"(%3) : (tensor<16x8xf32>) -> ()
//>   }) : () -> ()
//> }) : () -> ()
