// RUN: shardflow opt %s -allow-unregistered-dialect
// RUN: shardflow opt %s -allow-unregistered-dialect -mlir-print-op-generic

// Every sdy attribute by itself. Inside another attribute, one may be
// written in full, or as an alias; it prints without its name.

#alias = #sdy<dimension_sharding{"a", ?}p2>

module attributes {
  t.axis_ref = #sdy<axis_ref"a">,
  t.axis_ref_any_name = #sdy<axis_ref"quo\22te, space">,
  t.axis_ref_list = #sdy<axis_ref_list{"a", "b":(2)4}>,
  t.axis_ref_list_empty = #sdy<axis_ref_list{}>,
  t.axis_ref_sub = #sdy<axis_ref"a":(1)2>,
  t.all_to_all_param = #sdy<all_to_all_param{"a", "b"}: 0->2>,
  t.all_to_all_params = #sdy<all_to_all_param_list[{"a"}: 0->1, {"b":(1)2}: 2->3]>,
  t.all_to_all_params_empty = #sdy<all_to_all_param_list[]>,
  t.dim = #sdy<dimension_sharding{"a", "b":(2)2, ?}p3>,
  t.dim_closed = #sdy<dimension_sharding{}>,
  t.dim_first = #sdy<dimension_sharding{"a"}p0>,
  t.dim_open = #sdy<dimension_sharding{?}>,
  t.dim_mapping = #sdy<dim_mapping i>,
  t.dim_mapping_compound = #sdy<dim_mapping ijz_1k>,
  t.edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}, {step-2 = [{"b":(1)2 = result-0 -> [operand-0, operand-1]}]}]>,
  t.edge_axis = #sdy<axis_to_propagation_details{"a" = operand-0 -> [result-0, result-1]}>,
  t.edge_step = #sdy<propagation_one_step{step-5 = [{"a" = result-1 -> [operand-0]}, {"b" = operand-0 -> [result-1]}]}>,
  t.edge_value = #sdy<edge_value_ref result-3>,
  t.lists = #sdy<list_of_axis_ref_lists[{"a"}, {}, {"b":(1)2, "c"}]>,
  t.lists_empty = #sdy<list_of_axis_ref_lists[]>,
  t.manual_axes = #sdy<manual_axes{"a", "b"}>,
  t.manual_axes_none = #sdy<manual_axes{}>,
  t.mesh = #sdy.mesh<["a"=2, "b"=3]>,
  t.mesh_axis = #sdy<mesh_axis"a"=1>,
  t.mesh_empty = #sdy.mesh<[]>,
  t.mesh_iota = #sdy.mesh<["a"=2], device_ids=[0, 1]>,
  t.mesh_maximal = #sdy.mesh<[], device_ids=[7]>,
  t.mesh_ordered = #sdy.mesh<["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>,
  t.per_value = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>, <mesh<["a"=2]>, []>]>,
  t.per_value_none = #sdy.sharding_per_value<[]>,
  t.rule = #sdy.op_sharding_rule<([i, k],[k, j])->([i, j]) {i=8, j=2, k=4} reduction={k} blocked_propagation={i, k}, custom>,
  t.rule_compound = #sdy.op_sharding_rule<([ij])->([i, j]) {i=2, j=4}>,
  t.rule_factors = #sdy.op_sharding_rule<([i, j, k, l, m, n, o, p, q, r],[s, t, u, v, w, x, y, z, z_1])->([iz_2z_10]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=2, z_2=2, z_3=2, z_4=2, z_5=2, z_6=2, z_7=2, z_8=2, z_9=2, z_10=2}>,
  t.rule_groups = #sdy.op_sharding_rule<([i, j, k, l])->([i, k, l]) {i=1, j=2, k=3, l=4} reduction={j} need_replication={k} permutation={l}>,
  t.rule_scalars = #sdy.op_sharding_rule<([], [])->([])>,
  t.sharding = #sdy.sharding<@mesh, [{"a", "b":(1)2, ?}p1, {}]>,
  t.sharding_aliases = #sdy.sharding<mesh<["a"=2]>, [#alias, #sdy<dimension_sharding{?}>]>,
  t.sharding_axes = #sdy.sharding<@mesh, [{?}], replicated={"a"}, unreduced={"b", "c"}>,
  t.sharding_axes_swapped = #sdy.sharding<@"any name", [{?}], unreduced={"b"}, replicated={"a"}>,
  t.sharding_max = #sdy.sharding<@mesh, [], unreduced=max{"b"}>,
  t.sharding_min = #sdy.sharding<@mesh, [], unreduced=min{"b"}>,
  t.sharding_sum = #sdy.sharding<@mesh, [], unreduced=sum{"b"}>,
  t.sub_axis_info = #sdy<sub_axis_info(2)4>,
  t.tensor_mapping = #sdy<tensor_mapping[i, jk, z_1]>,
  t.tensor_mapping_scalar = #sdy<tensor_mapping[]>
} {
}

//# RUN 1
//> module attributes {t.all_to_all_param = #sdy<all_to_all_param{"a", "b"}: 0->2>, t.all_to_all_params = #sdy<all_to_all_param_list[{"a"}: 0->1, {"b":(1)2}: 2->3]>, t.all_to_all_params_empty = #sdy<all_to_all_param_list[]>, t.axis_ref = #sdy<axis_ref"a">, t.axis_ref_any_name = #sdy<axis_ref"quo\22te, space">, t.axis_ref_list = #sdy<axis_ref_list{"a", "b":(2)4}>, t.axis_ref_list_empty = #sdy<axis_ref_list{}>, t.axis_ref_sub = #sdy<axis_ref"a":(1)2>, t.dim = #sdy<dimension_sharding{"a", "b":(2)2, ?}p3>, t.dim_closed = #sdy<dimension_sharding{}>, t.dim_first = #sdy<dimension_sharding{"a"}p0>, t.dim_mapping = #sdy<dim_mapping i>, t.dim_mapping_compound = #sdy<dim_mapping ijz_1k>, t.dim_open = #sdy<dimension_sharding{?}>, t.edge_axis = #sdy<axis_to_propagation_details{"a" = operand-0 -> [result-0, result-1]}>, t.edge_step = #sdy<propagation_one_step{step-5 = [{"a" = result-1 -> [operand-0]}, {"b" = operand-0 -> [result-1]}]}>, t.edge_value = #sdy<edge_value_ref result-3>, t.edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}, {step-2 = [{"b":(1)2 = result-0 -> [operand-0, operand-1]}]}]>, t.lists = #sdy<list_of_axis_ref_lists[{"a"}, {}, {"b":(1)2, "c"}]>, t.lists_empty = #sdy<list_of_axis_ref_lists[]>, t.manual_axes = #sdy<manual_axes{"a", "b"}>, t.manual_axes_none = #sdy<manual_axes{}>, t.mesh = #sdy.mesh<["a"=2, "b"=3]>, t.mesh_axis = #sdy<mesh_axis"a"=1>, t.mesh_empty = #sdy.mesh<[]>, t.mesh_iota = #sdy.mesh<["a"=2]>, t.mesh_maximal = #sdy.mesh<[], device_ids=[7]>, t.mesh_ordered = #sdy.mesh<["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>, t.per_value = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>, <mesh<["a"=2]>, []>]>, t.per_value_none = #sdy.sharding_per_value<[]>, t.rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=2, k=4} reduction={k} blocked_propagation={i, k}, custom>, t.rule_compound = #sdy.op_sharding_rule<([ij])->([i, j]) {i=2, j=4}>, t.rule_factors = #sdy.op_sharding_rule<([i, j, k, l, m, n, o, p, q, r], [s, t, u, v, w, x, y, z, z_1])->([iz_2z_10]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=2, z_2=2, z_3=2, z_4=2, z_5=2, z_6=2, z_7=2, z_8=2, z_9=2, z_10=2}>, t.rule_groups = #sdy.op_sharding_rule<([i, j, k, l])->([i, k, l]) {i=1, j=2, k=3, l=4} reduction={j} need_replication={k} permutation={l}>, t.rule_scalars = #sdy.op_sharding_rule<([], [])->([])>, t.sharding = #sdy.sharding<@mesh, [{"a", "b":(1)2, ?}p1, {}]>, t.sharding_aliases = #sdy.sharding<mesh<["a"=2]>, [{"a", ?}p2, {?}]>, t.sharding_axes = #sdy.sharding<@mesh, [{?}], replicated={"a"}, unreduced={"b", "c"}>, t.sharding_axes_swapped = #sdy.sharding<@"any name", [{?}], replicated={"a"}, unreduced={"b"}>, t.sharding_max = #sdy.sharding<@mesh, [], unreduced=max{"b"}>, t.sharding_min = #sdy.sharding<@mesh, [], unreduced=min{"b"}>, t.sharding_sum = #sdy.sharding<@mesh, [], unreduced={"b"}>, t.sub_axis_info = #sdy<sub_axis_info(2)4>, t.tensor_mapping = #sdy<tensor_mapping[i, jk, z_1]>, t.tensor_mapping_scalar = #sdy<tensor_mapping[]>} {
//> }
//# RUN 2
//> "builtin.module"() ({
//> ^bb0:
//> }) {t.all_to_all_param = #sdy<all_to_all_param{"a", "b"}: 0->2>, t.all_to_all_params = #sdy<all_to_all_param_list[{"a"}: 0->1, {"b":(1)2}: 2->3]>, t.all_to_all_params_empty = #sdy<all_to_all_param_list[]>, t.axis_ref = #sdy<axis_ref"a">, t.axis_ref_any_name = #sdy<axis_ref"quo\22te, space">, t.axis_ref_list = #sdy<axis_ref_list{"a", "b":(2)4}>, t.axis_ref_list_empty = #sdy<axis_ref_list{}>, t.axis_ref_sub = #sdy<axis_ref"a":(1)2>, t.dim = #sdy<dimension_sharding{"a", "b":(2)2, ?}p3>, t.dim_closed = #sdy<dimension_sharding{}>, t.dim_first = #sdy<dimension_sharding{"a"}p0>, t.dim_mapping = #sdy<dim_mapping i>, t.dim_mapping_compound = #sdy<dim_mapping ijz_1k>, t.dim_open = #sdy<dimension_sharding{?}>, t.edge_axis = #sdy<axis_to_propagation_details{"a" = operand-0 -> [result-0, result-1]}>, t.edge_step = #sdy<propagation_one_step{step-5 = [{"a" = result-1 -> [operand-0]}, {"b" = operand-0 -> [result-1]}]}>, t.edge_value = #sdy<edge_value_ref result-3>, t.edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}, {step-2 = [{"b":(1)2 = result-0 -> [operand-0, operand-1]}]}]>, t.lists = #sdy<list_of_axis_ref_lists[{"a"}, {}, {"b":(1)2, "c"}]>, t.lists_empty = #sdy<list_of_axis_ref_lists[]>, t.manual_axes = #sdy<manual_axes{"a", "b"}>, t.manual_axes_none = #sdy<manual_axes{}>, t.mesh = #sdy.mesh<["a"=2, "b"=3]>, t.mesh_axis = #sdy<mesh_axis"a"=1>, t.mesh_empty = #sdy.mesh<[]>, t.mesh_iota = #sdy.mesh<["a"=2]>, t.mesh_maximal = #sdy.mesh<[], device_ids=[7]>, t.mesh_ordered = #sdy.mesh<["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>, t.per_value = #sdy.sharding_per_value<[<@mesh, [{"a"}, {?}]>, <mesh<["a"=2]>, []>]>, t.per_value_none = #sdy.sharding_per_value<[]>, t.rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=2, k=4} reduction={k} blocked_propagation={i, k}, custom>, t.rule_compound = #sdy.op_sharding_rule<([ij])->([i, j]) {i=2, j=4}>, t.rule_factors = #sdy.op_sharding_rule<([i, j, k, l, m, n, o, p, q, r], [s, t, u, v, w, x, y, z, z_1])->([iz_2z_10]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=2, z_2=2, z_3=2, z_4=2, z_5=2, z_6=2, z_7=2, z_8=2, z_9=2, z_10=2}>, t.rule_groups = #sdy.op_sharding_rule<([i, j, k, l])->([i, k, l]) {i=1, j=2, k=3, l=4} reduction={j} need_replication={k} permutation={l}>, t.rule_scalars = #sdy.op_sharding_rule<([], [])->([])>, t.sharding = #sdy.sharding<@mesh, [{"a", "b":(1)2, ?}p1, {}]>, t.sharding_aliases = #sdy.sharding<mesh<["a"=2]>, [{"a", ?}p2, {?}]>, t.sharding_axes = #sdy.sharding<@mesh, [{?}], replicated={"a"}, unreduced={"b", "c"}>, t.sharding_axes_swapped = #sdy.sharding<@"any name", [{?}], replicated={"a"}, unreduced={"b"}>, t.sharding_max = #sdy.sharding<@mesh, [], unreduced=max{"b"}>, t.sharding_min = #sdy.sharding<@mesh, [], unreduced=min{"b"}>, t.sharding_sum = #sdy.sharding<@mesh, [], unreduced={"b"}>, t.sub_axis_info = #sdy<sub_axis_info(2)4>, t.tensor_mapping = #sdy<tensor_mapping[i, jk, z_1]>, t.tensor_mapping_scalar = #sdy<tensor_mapping[]>} : () -> ()
