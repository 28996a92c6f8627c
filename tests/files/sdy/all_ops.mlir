// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

// The sdy ops that ops.mlir lacks, in their own syntax with attributes of
// others beside their own, and generic.

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2]> {t.mesh}
sdy.mesh @moved = <["a"=2, "b"=4, "c"=2], device_ids=[8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]>

func.func @unreduced(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"c"}], unreduced={"b"}>}) -> tensor<16x8xf32> {
  %0 = sdy.all_reduce {"b":(2)2} %arg0 out_sharding=<@mesh, [{"a"}, {"c"}], unreduced={"b":(1)2}> : tensor<16x8xf32>
  %1 = sdy.reduce_scatter [{}, {"b":(1)2}] %0 out_sharding=<@mesh, [{"a"}, {"c", "b":(1)2}]> : tensor<16x8xf32>
  %2 = sdy.sharded_to_unreduced [{"a"}, {}] %1 out_sharding=<@mesh, [{}, {"c", "b":(1)2}], unreduced={"a"}> : tensor<16x8xf32>
  %3 = sdy.replicated_to_unreduced {"b":(2)2} %2 out_sharding=<@mesh, [{}, {"c", "b":(1)2}], unreduced={"a", "b":(2)2}> : tensor<16x8xf32>
  %4 = sdy.collective_permute %3 out_sharding=<@moved, [{}, {"c", "b":(1)2}], unreduced={"a", "b":(2)2}> {t.moved = 1 : i32} : tensor<16x8xf32>
  return %4 : tensor<16x8xf32>
}

func.func @kinds(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=max{"b"}>}, %arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=min{"b"}>}) -> (tensor<16xf32>, tensor<16xf32>) {
  %0 = sdy.all_reduce max {"b"} %arg0 out_sharding=<@mesh, [{}]> : tensor<16xf32>
  %1 = sdy.reduce_scatter min [{"b"}] %arg1 out_sharding=<@mesh, [{"b"}]> : tensor<16xf32>
  return %0, %1 : tensor<16xf32>, tensor<16xf32>
}

func.func @none(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> tensor<16xf32> {
  %0 = sdy.all_gather [{}] %arg0 out_sharding=<@mesh, [{}]> : tensor<16xf32>
  %1 = sdy.all_slice [{}] %0 out_sharding=<@mesh, [{}]> : tensor<16xf32>
  %2 = sdy.all_reduce {} %1 out_sharding=<@mesh, [{}]> : tensor<16xf32>
  %3 = sdy.reduce_scatter [{}] %2 out_sharding=<@mesh, [{}]> : tensor<16xf32>
  return %3 : tensor<16xf32>
}

func.func @edges(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>) -> tensor<16xf32> {
  %0 = sdy.func_data_flow_edge %arg0 : tensor<16xf32>
  %1 = sdy.func_data_flow_edge %arg1 {t.edge} : tensor<16xf32>
  %2:2 = stablehlo.optimization_barrier %0, %1 : tensor<16xf32>, tensor<16xf32>
  %3 = sdy.data_flow_edge %2#0 : tensor<16xf32>
  %4 = sdy.data_flow_edge %2#1 sharding=<@mesh, [{"a", ?}]> {t.edge} : tensor<16xf32>
  %5 = stablehlo.add %3, %4 : tensor<16xf32>
  return %5 : tensor<16xf32>
}

func.func @named(%arg0: tensor<16xf32>, %arg1: tensor<8xf32>) -> tensor<16xf32> {
  %0 = sdy.named_computation<"f">(%arg0) (%arg2: tensor<16xf32>) {
    sdy.return %arg2 : tensor<16xf32>
  } : (tensor<16xf32>) -> tensor<16xf32>
  %1:2 = sdy.named_computation<"g @ h">(%0, %arg1) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{?}]>] out_shardings=[<@mesh, [{"b"}]>, <@mesh, [{}]>] (%arg2: tensor<16xf32>, %arg3: tensor<8xf32>) {
    sdy.return %arg2, %arg3 : tensor<16xf32>, tensor<8xf32>
  } {t.named} : (tensor<16xf32>, tensor<8xf32>) -> (tensor<16xf32>, tensor<8xf32>)
  sdy.named_computation<"h">() () {
    sdy.return
  } : () -> ()
  return %1#0 : tensor<16xf32>
}

func.func @manual(%arg0: tensor<16xf32>, %arg1: !stablehlo.token) -> tensor<16xf32> {
  %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a", "b", ?}]>, <@mesh, []>] out_shardings=[<@mesh, [{"a", ?}], replicated={"b"}>, <@mesh, []>] manual_axes={"a", "b"} (%arg2: tensor<2xf32>, %arg3: !stablehlo.token) {
    %1 = stablehlo.concatenate %arg2, %arg2, %arg2, %arg2, dim = 0 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<8xf32>
    %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"c"}]>] out_shardings=[<@mesh, [{"c"}]>] manual_axes={"c"} (%arg4: tensor<4xf32>) {
      sdy.return %arg4 : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %2, %arg3 : tensor<8xf32>, !stablehlo.token
  } {t.manual} : (tensor<16xf32>, !stablehlo.token) -> (tensor<16xf32>, !stablehlo.token)
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return %0#0 : tensor<16xf32>
}

func.func @others(%arg0: tensor<16xf32>, %arg1: tensor<f32>) -> tensor<16xf32> {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<16xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=BACKWARD {t.b} : tensor<16xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}p2], unreduced={"c"}> {t.c} : tensor<16xf32>
  %3 = sdy.reshard %2 <mesh<["x"=2]>, [{"x"}]> {t.r} : tensor<16xf32>
  sdy.sharding_group %3 group_id=0 {t.g} : tensor<16xf32>
  sdy.sharding_group %arg1 group_id=9223372036854775807 : tensor<f32>
  %4 = sdy.constant {t.k} dense<1.000000e+00> : tensor<16xf32>
  %5 = sdy.constant dense<[1, 2]> : tensor<2xi8>
  return %4 : tensor<16xf32>
}

func.func @generic(%arg0: tensor<16xf32>) -> tensor<16xf32> {
  %0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@mesh, [{"a"}]>}> : (tensor<16xf32>) -> tensor<16xf32>
  %1 = "sdy.all_gather"(%0) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"a"}]>, out_sharding = #sdy.sharding<@mesh, [{}]>}> {t.a} : (tensor<16xf32>) -> tensor<16xf32>
  %2 = "sdy.all_slice"(%1) <{out_sharding = #sdy.sharding<@mesh, [{"b"}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"b"}]>}> : (tensor<16xf32>) -> tensor<16xf32>
  %3 = "sdy.collective_permute"(%2) <{out_sharding = #sdy.sharding<@mesh, [{"a", "c"}]>}> : (tensor<16xf32>) -> tensor<16xf32>
  %4 = "sdy.reshard"(%3) <{sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<16xf32>) -> tensor<16xf32>
  %5 = "sdy.propagation_barrier"(%4) <{allowed_direction = 2 : i32}> : (tensor<16xf32>) -> tensor<16xf32>
  "sdy.sharding_group"(%5) <{group_id = 5 : i64}> : (tensor<16xf32>) -> ()
  %6 = "sdy.constant"() <{value = dense<0.0> : tensor<16xf32>}> : () -> tensor<16xf32>
  %7 = "sdy.manual_computation"(%5) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>}> ({
  ^bb0(%arg1: tensor<8xf32>):
    "sdy.return"(%arg1) : (tensor<8xf32>) -> ()
  }) : (tensor<16xf32>) -> tensor<16xf32>
  %8 = "sdy.named_computation"(%7) <{name = "f"}> ({
  ^bb0(%arg1: tensor<16xf32>):
    "sdy.return"(%arg1) : (tensor<16xf32>) -> ()
  }) : (tensor<16xf32>) -> tensor<16xf32>
  %9 = "sdy.data_flow_edge"(%8) : (tensor<16xf32>) -> tensor<16xf32>
  return %9 : tensor<16xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2]> {t.mesh}
//>   sdy.mesh @moved = <["a"=2, "b"=4, "c"=2], device_ids=[8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]>
//>   func.func @unreduced(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"c"}], unreduced={"b"}>}) -> tensor<16x8xf32> {
//>     %0 = sdy.all_reduce {"b":(2)2} %arg0 out_sharding=<@mesh, [{"a"}, {"c"}], unreduced={"b":(1)2}> : tensor<16x8xf32>
//>     %1 = sdy.reduce_scatter [{}, {"b":(1)2}] %0 out_sharding=<@mesh, [{"a"}, {"c", "b":(1)2}]> : tensor<16x8xf32>
//>     %2 = sdy.sharded_to_unreduced [{"a"}, {}] %1 out_sharding=<@mesh, [{}, {"c", "b":(1)2}], unreduced={"a"}> : tensor<16x8xf32>
//>     %3 = sdy.replicated_to_unreduced {"b":(2)2} %2 out_sharding=<@mesh, [{}, {"c", "b":(1)2}], unreduced={"a", "b":(2)2}> : tensor<16x8xf32>
//>     %4 = sdy.collective_permute %3 out_sharding=<@moved, [{}, {"c", "b":(1)2}], unreduced={"a", "b":(2)2}> {t.moved = 1 : i32} : tensor<16x8xf32>
//>     return %4 : tensor<16x8xf32>
//>   }
//>   func.func @kinds(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=max{"b"}>}, %arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=min{"b"}>}) -> (tensor<16xf32>, tensor<16xf32>) {
//>     %0 = sdy.all_reduce max {"b"} %arg0 out_sharding=<@mesh, [{}]> : tensor<16xf32>
//>     %1 = sdy.reduce_scatter min [{"b"}] %arg1 out_sharding=<@mesh, [{"b"}]> : tensor<16xf32>
//>     return %0, %1 : tensor<16xf32>, tensor<16xf32>
//>   }
//>   func.func @none(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> tensor<16xf32> {
//>     %0 = sdy.all_gather [{}] %arg0 out_sharding=<@mesh, [{}]> : tensor<16xf32>
//>     %1 = sdy.all_slice [{}] %0 out_sharding=<@mesh, [{}]> : tensor<16xf32>
//>     %2 = sdy.all_reduce {} %1 out_sharding=<@mesh, [{}]> : tensor<16xf32>
//>     %3 = sdy.reduce_scatter [{}] %2 out_sharding=<@mesh, [{}]> : tensor<16xf32>
//>     return %3 : tensor<16xf32>
//>   }
//>   func.func @edges(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>) -> tensor<16xf32> {
//>     %0 = sdy.func_data_flow_edge %arg0 : tensor<16xf32>
//>     %1 = sdy.func_data_flow_edge %arg1 {t.edge} : tensor<16xf32>
//>     %2:2 = stablehlo.optimization_barrier %0, %1 : tensor<16xf32>, tensor<16xf32>
//>     %3 = sdy.data_flow_edge %2#0 : tensor<16xf32>
//>     %4 = sdy.data_flow_edge %2#1 sharding=<@mesh, [{"a", ?}]> {t.edge} : tensor<16xf32>
//>     %5 = stablehlo.add %3, %4 : tensor<16xf32>
//>     return %5 : tensor<16xf32>
//>   }
//>   func.func @named(%arg0: tensor<16xf32>, %arg1: tensor<8xf32>) -> tensor<16xf32> {
//>     %0 = sdy.named_computation<"f">(%arg0) (%arg2: tensor<16xf32>) {
//>       sdy.return %arg2 : tensor<16xf32>
//>     } : (tensor<16xf32>) -> tensor<16xf32>
//>     %1:2 = sdy.named_computation<"g @ h">(%0, %arg1) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{?}]>] out_shardings=[<@mesh, [{"b"}]>, <@mesh, [{}]>] (%arg2: tensor<16xf32>, %arg3: tensor<8xf32>) {
//>       sdy.return %arg2, %arg3 : tensor<16xf32>, tensor<8xf32>
//>     } {t.named} : (tensor<16xf32>, tensor<8xf32>) -> (tensor<16xf32>, tensor<8xf32>)
//>     sdy.named_computation<"h">() () {
//>       sdy.return
//>     } : () -> ()
//>     return %1#0 : tensor<16xf32>
//>   }
//>   func.func @manual(%arg0: tensor<16xf32>, %arg1: !stablehlo.token) -> tensor<16xf32> {
//>     %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a", "b", ?}]>, <@mesh, []>] out_shardings=[<@mesh, [{"a", ?}], replicated={"b"}>, <@mesh, []>] manual_axes={"a", "b"} (%arg2: tensor<2xf32>, %arg3: !stablehlo.token) {
//>       %1 = stablehlo.concatenate %arg2, %arg2, %arg2, %arg2, dim = 0 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<8xf32>
//>       %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"c"}]>] out_shardings=[<@mesh, [{"c"}]>] manual_axes={"c"} (%arg4: tensor<4xf32>) {
//>         sdy.return %arg4 : tensor<4xf32>
//>       } : (tensor<8xf32>) -> tensor<8xf32>
//>       sdy.return %2, %arg3 : tensor<8xf32>, !stablehlo.token
//>     } {t.manual} : (tensor<16xf32>, !stablehlo.token) -> (tensor<16xf32>, !stablehlo.token)
//>     sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
//>       sdy.return
//>     } : () -> ()
//>     return %0#0 : tensor<16xf32>
//>   }
//>   func.func @others(%arg0: tensor<16xf32>, %arg1: tensor<f32>) -> tensor<16xf32> {
//>     %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<16xf32>
//>     %1 = sdy.propagation_barrier %0 allowed_direction=BACKWARD {t.b} : tensor<16xf32>
//>     %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}p2], unreduced={"c"}> {t.c} : tensor<16xf32>
//>     %3 = sdy.reshard %2 <mesh<["x"=2]>, [{"x"}]> {t.r} : tensor<16xf32>
//>     sdy.sharding_group %3 group_id=0 {t.g} : tensor<16xf32>
//>     sdy.sharding_group %arg1 group_id=9223372036854775807 : tensor<f32>
//>     %4 = sdy.constant {t.k} dense<1.000000e+00> : tensor<16xf32>
//>     %5 = sdy.constant dense<[1, 2]> : tensor<2xi8>
//>     return %4 : tensor<16xf32>
//>   }
//>   func.func @generic(%arg0: tensor<16xf32>) -> tensor<16xf32> {
//>     %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<16xf32>
//>     %1 = sdy.all_gather [{"a"}] %0 out_sharding=<@mesh, [{}]> {t.a} : tensor<16xf32>
//>     %2 = sdy.all_slice [{"b"}] %1 out_sharding=<@mesh, [{"b"}]> : tensor<16xf32>
//>     %3 = sdy.collective_permute %2 out_sharding=<@mesh, [{"a", "c"}]> : tensor<16xf32>
//>     %4 = sdy.reshard %3 <@mesh, [{}]> : tensor<16xf32>
//>     %5 = sdy.propagation_barrier %4 allowed_direction=BACKWARD : tensor<16xf32>
//>     sdy.sharding_group %5 group_id=5 : tensor<16xf32>
//>     %6 = sdy.constant dense<0.000000e+00> : tensor<16xf32>
//>     %7 = sdy.manual_computation(%5) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
//>       sdy.return %arg1 : tensor<8xf32>
//>     } : (tensor<16xf32>) -> tensor<16xf32>
//>     %8 = sdy.named_computation<"f">(%7) (%arg1: tensor<16xf32>) {
//>       sdy.return %arg1 : tensor<16xf32>
//>     } : (tensor<16xf32>) -> tensor<16xf32>
//>     %9 = sdy.data_flow_edge %8 : tensor<16xf32>
//>     return %9 : tensor<16xf32>
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=2]>, sym_name = "mesh"}> {t.mesh} : () -> ()
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4, "c"=2], device_ids=[8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]>, sym_name = "moved"}> : () -> ()
//>   "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"c"}], unreduced={"b"}>}], function_type = (tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "unreduced"}> ({
//>   ^bb0(%arg20: tensor<16x8xf32>):
//>     %33 = "sdy.all_reduce"(%arg20) <{out_sharding = #sdy.sharding<@mesh, [{"a"}, {"c"}], unreduced={"b":(1)2}>, reduction_axes = #sdy<axis_ref_list{"b":(2)2}>, reduction_op = 0 : i32}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     %34 = "sdy.reduce_scatter"(%33) <{out_sharding = #sdy.sharding<@mesh, [{"a"}, {"c", "b":(1)2}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{}, {"b":(1)2}]>, reduction_op = 0 : i32}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     %35 = "sdy.sharded_to_unreduced"(%34) <{axes = #sdy<list_of_axis_ref_lists[{"a"}, {}]>, out_sharding = #sdy.sharding<@mesh, [{}, {"c", "b":(1)2}], unreduced={"a"}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     %36 = "sdy.replicated_to_unreduced"(%35) <{axes = #sdy<axis_ref_list{"b":(2)2}>, out_sharding = #sdy.sharding<@mesh, [{}, {"c", "b":(1)2}], unreduced={"a", "b":(2)2}>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     %37 = "sdy.collective_permute"(%36) <{out_sharding = #sdy.sharding<@moved, [{}, {"c", "b":(1)2}], unreduced={"a", "b":(2)2}>}> {t.moved = 1 : i32} : (tensor<16x8xf32>) -> tensor<16x8xf32>
//>     "func.return"(%37) : (tensor<16x8xf32>) -> ()
//>   }) : () -> ()
//>   "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=max{"b"}>}, {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=min{"b"}>}], function_type = (tensor<16xf32>, tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>), sym_name = "kinds"}> ({
//>   ^bb0(%arg18: tensor<16xf32>, %arg19: tensor<16xf32>):
//>     %31 = "sdy.all_reduce"(%arg18) <{out_sharding = #sdy.sharding<@mesh, [{}]>, reduction_axes = #sdy<axis_ref_list{"b"}>, reduction_op = 1 : i32}> : (tensor<16xf32>) -> tensor<16xf32>
//>     %32 = "sdy.reduce_scatter"(%arg19) <{out_sharding = #sdy.sharding<@mesh, [{"b"}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"b"}]>, reduction_op = 2 : i32}> : (tensor<16xf32>) -> tensor<16xf32>
//>     "func.return"(%31, %32) : (tensor<16xf32>, tensor<16xf32>) -> ()
//>   }) : () -> ()
//>   "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{}]>}], function_type = (tensor<16xf32>) -> tensor<16xf32>, sym_name = "none"}> ({
//>   ^bb0(%arg17: tensor<16xf32>):
//>     %27 = "sdy.all_gather"(%arg17) <{gathering_axes = #sdy<list_of_axis_ref_lists[{}]>, out_sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<16xf32>) -> tensor<16xf32>
//>     %28 = "sdy.all_slice"(%27) <{out_sharding = #sdy.sharding<@mesh, [{}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{}]>}> : (tensor<16xf32>) -> tensor<16xf32>
//>     %29 = "sdy.all_reduce"(%28) <{out_sharding = #sdy.sharding<@mesh, [{}]>, reduction_axes = #sdy<axis_ref_list{}>, reduction_op = 0 : i32}> : (tensor<16xf32>) -> tensor<16xf32>
//>     %30 = "sdy.reduce_scatter"(%29) <{out_sharding = #sdy.sharding<@mesh, [{}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{}]>, reduction_op = 0 : i32}> : (tensor<16xf32>) -> tensor<16xf32>
//>     "func.return"(%30) : (tensor<16xf32>) -> ()
//>   }) : () -> ()
//>   "func.func"() <{function_type = (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>, sym_name = "edges"}> ({
//>   ^bb0(%arg15: tensor<16xf32>, %arg16: tensor<16xf32>):
//>     %21 = "sdy.func_data_flow_edge"(%arg15) : (tensor<16xf32>) -> tensor<16xf32>
//>     %22 = "sdy.func_data_flow_edge"(%arg16) {t.edge} : (tensor<16xf32>) -> tensor<16xf32>
//>     %23:2 = "stablehlo.optimization_barrier"(%21, %22) : (tensor<16xf32>, tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>)
//>     %24 = "sdy.data_flow_edge"(%23#0) : (tensor<16xf32>) -> tensor<16xf32>
//>     %25 = "sdy.data_flow_edge"(%23#1) <{sharding = #sdy.sharding<@mesh, [{"a", ?}]>}> {t.edge} : (tensor<16xf32>) -> tensor<16xf32>
//>     %26 = "stablehlo.add"(%24, %25) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
//>     "func.return"(%26) : (tensor<16xf32>) -> ()
//>   }) : () -> ()
//>   "func.func"() <{function_type = (tensor<16xf32>, tensor<8xf32>) -> tensor<16xf32>, sym_name = "named"}> ({
//>   ^bb0(%arg10: tensor<16xf32>, %arg11: tensor<8xf32>):
//>     %19 = "sdy.named_computation"(%arg10) <{name = "f"}> ({
//>     ^bb0(%arg14: tensor<16xf32>):
//>       "sdy.return"(%arg14) : (tensor<16xf32>) -> ()
//>     }) : (tensor<16xf32>) -> tensor<16xf32>
//>     %20:2 = "sdy.named_computation"(%19, %arg11) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}]>, <@mesh, [{?}]>]>, name = "g @ h", out_shardings = #sdy.sharding_per_value<[<@mesh, [{"b"}]>, <@mesh, [{}]>]>}> ({
//>     ^bb0(%arg12: tensor<16xf32>, %arg13: tensor<8xf32>):
//>       "sdy.return"(%arg12, %arg13) : (tensor<16xf32>, tensor<8xf32>) -> ()
//>     }) {t.named} : (tensor<16xf32>, tensor<8xf32>) -> (tensor<16xf32>, tensor<8xf32>)
//>     "sdy.named_computation"() <{name = "h"}> ({
//>       "sdy.return"() : () -> ()
//>     }) : () -> ()
//>     "func.return"(%20#0) : (tensor<16xf32>) -> ()
//>   }) : () -> ()
//>   "func.func"() <{function_type = (tensor<16xf32>, !stablehlo.token) -> tensor<16xf32>, sym_name = "manual"}> ({
//>   ^bb0(%arg5: tensor<16xf32>, %arg6: !stablehlo.token):
//>     %16:2 = "sdy.manual_computation"(%arg5, %arg6) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a", "b", ?}]>, <@mesh, []>]>, manual_axes = #sdy<manual_axes{"a", "b"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"a", ?}], replicated={"b"}>, <@mesh, []>]>}> ({
//>     ^bb0(%arg7: tensor<2xf32>, %arg8: !stablehlo.token):
//>       %17 = "stablehlo.concatenate"(%arg7, %arg7, %arg7, %arg7) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<8xf32>
//>       %18 = "sdy.manual_computation"(%17) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"c"}]>]>, manual_axes = #sdy<manual_axes{"c"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"c"}]>]>}> ({
//>       ^bb0(%arg9: tensor<4xf32>):
//>         "sdy.return"(%arg9) : (tensor<4xf32>) -> ()
//>       }) : (tensor<8xf32>) -> tensor<8xf32>
//>       "sdy.return"(%18, %arg8) : (tensor<8xf32>, !stablehlo.token) -> ()
//>     }) {t.manual} : (tensor<16xf32>, !stablehlo.token) -> (tensor<16xf32>, !stablehlo.token)
//>     "sdy.manual_computation"() <{in_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>, out_shardings = #sdy.sharding_per_value<[]>}> ({
//>       "sdy.return"() : () -> ()
//>     }) : () -> ()
//>     "func.return"(%16#0) : (tensor<16xf32>) -> ()
//>   }) : () -> ()
//>   "func.func"() <{function_type = (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>, sym_name = "others"}> ({
//>   ^bb0(%arg3: tensor<16xf32>, %arg4: tensor<f32>):
//>     %10 = "sdy.propagation_barrier"(%arg3) <{allowed_direction = 0 : i32}> : (tensor<16xf32>) -> tensor<16xf32>
//>     %11 = "sdy.propagation_barrier"(%10) <{allowed_direction = 2 : i32}> {t.b} : (tensor<16xf32>) -> tensor<16xf32>
//>     %12 = "sdy.sharding_constraint"(%11) <{sharding = #sdy.sharding<@mesh, [{"a"}p2], unreduced={"c"}>}> {t.c} : (tensor<16xf32>) -> tensor<16xf32>
//>     %13 = "sdy.reshard"(%12) <{sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}> {t.r} : (tensor<16xf32>) -> tensor<16xf32>
//>     "sdy.sharding_group"(%13) <{group_id = 0 : i64}> {t.g} : (tensor<16xf32>) -> ()
//>     "sdy.sharding_group"(%arg4) <{group_id = 9223372036854775807 : i64}> : (tensor<f32>) -> ()
//>     %14 = "sdy.constant"() <{value = dense<1.000000e+00> : tensor<16xf32>}> {t.k} : () -> tensor<16xf32>
//>     %15 = "sdy.constant"() <{value = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2xi8>
//>     "func.return"(%14) : (tensor<16xf32>) -> ()
//>   }) : () -> ()
//>   "func.func"() <{function_type = (tensor<16xf32>) -> tensor<16xf32>, sym_name = "generic"}> ({
//>   ^bb0(%arg0: tensor<16xf32>):
//>     %0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@mesh, [{"a"}]>}> : (tensor<16xf32>) -> tensor<16xf32>
//>     %1 = "sdy.all_gather"(%0) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"a"}]>, out_sharding = #sdy.sharding<@mesh, [{}]>}> {t.a} : (tensor<16xf32>) -> tensor<16xf32>
//>     %2 = "sdy.all_slice"(%1) <{out_sharding = #sdy.sharding<@mesh, [{"b"}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"b"}]>}> : (tensor<16xf32>) -> tensor<16xf32>
//>     %3 = "sdy.collective_permute"(%2) <{out_sharding = #sdy.sharding<@mesh, [{"a", "c"}]>}> : (tensor<16xf32>) -> tensor<16xf32>
//>     %4 = "sdy.reshard"(%3) <{sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<16xf32>) -> tensor<16xf32>
//>     %5 = "sdy.propagation_barrier"(%4) <{allowed_direction = 2 : i32}> : (tensor<16xf32>) -> tensor<16xf32>
//>     "sdy.sharding_group"(%5) <{group_id = 5 : i64}> : (tensor<16xf32>) -> ()
//>     %6 = "sdy.constant"() <{value = dense<0.000000e+00> : tensor<16xf32>}> : () -> tensor<16xf32>
//>     %7 = "sdy.manual_computation"(%5) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>}> ({
//>     ^bb0(%arg2: tensor<8xf32>):
//>       "sdy.return"(%arg2) : (tensor<8xf32>) -> ()
//>     }) : (tensor<16xf32>) -> tensor<16xf32>
//>     %8 = "sdy.named_computation"(%7) <{name = "f"}> ({
//>     ^bb0(%arg1: tensor<16xf32>):
//>       "sdy.return"(%arg1) : (tensor<16xf32>) -> ()
//>     }) : (tensor<16xf32>) -> tensor<16xf32>
//>     %9 = "sdy.data_flow_edge"(%8) : (tensor<16xf32>) -> tensor<16xf32>
//>     "func.return"(%9) : (tensor<16xf32>) -> ()
//>   }) : () -> ()
//> }) : () -> ()
