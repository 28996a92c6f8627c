// RUN: shardflow opt %s -sdy-populate-op-sharding-rules

// Updates that any order combines may be scattered on their own: a reduction.
func.func @scatters(%x: tensor<6x4xi1>, %i: tensor<3x1xi32>, %u: tensor<3x4xi1>, %y: tensor<6x4xi32>, %v: tensor<3x4xi32>) -> (tensor<6x4xi1>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %r = stablehlo.or %b, %a : tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<6x4xi1>, tensor<3x1xi32>, tensor<3x4xi1>) -> tensor<6x4xi1>
  // Of more than one bit: not known to be one.
  %1 = "stablehlo.scatter"(%y, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.and %a, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<6x4xi32>, tensor<3x1xi32>, tensor<3x4xi32>) -> tensor<6x4xi32>
  %2 = "stablehlo.scatter"(%y, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.subtract %a, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<6x4xi32>, tensor<3x1xi32>, tensor<3x4xi32>) -> tensor<6x4xi32>
  // Not of what is there and the update.
  %3 = "stablehlo.scatter"(%y, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.add %b, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<6x4xi32>, tensor<3x1xi32>, tensor<3x4xi32>) -> tensor<6x4xi32>
  %4 = "stablehlo.scatter"(%y, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<6x4xi32>, tensor<3x1xi32>, tensor<3x4xi32>) -> tensor<6x4xi32>
  return %0, %1, %2, %3, %4 : tensor<6x4xi1>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>
}

// The state of a random generator is replicated; any other pair of halves
// isn't.
func.func @halves(%low: tensor<2xui32>, %high: tensor<2xui32>) -> (tensor<8xui64>, tensor<2xui64>) {
  %0 = stablehlo.custom_call @X64Combine(%low, %high) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
  %state, %bits = stablehlo.rng_bit_generator %0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui64>)
  %1 = stablehlo.custom_call @X64Combine(%low, %high) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
  return %bits, %1 : tensor<8xui64>, tensor<2xui64>
}

//> module {
//>   func.func @scatters(%arg0: tensor<6x4xi1>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x4xi1>, %arg3: tensor<6x4xi32>, %arg4: tensor<3x4xi32>) -> (tensor<6x4xi1>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>) {
//>     %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
//>     ^bb0(%arg5: tensor<i1>, %arg6: tensor<i1>):
//>       %5 = stablehlo.or %arg6, %arg5 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<i1>
//>       stablehlo.return %5 : tensor<i1>
//>     }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=3, j=4, k=6, l=1} reduction={i} need_replication={l}>} : (tensor<6x4xi1>, tensor<3x1xi32>, tensor<3x4xi1>) -> tensor<6x4xi1>
//>     %1 = "stablehlo.scatter"(%arg3, %arg1, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
//>     ^bb0(%arg5: tensor<i32>, %arg6: tensor<i32>):
//>       %5 = stablehlo.and %arg5, %arg6 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<i32>
//>       stablehlo.return %5 : tensor<i32>
//>     }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=3, j=4, k=6, l=1} need_replication={i, l}>} : (tensor<6x4xi32>, tensor<3x1xi32>, tensor<3x4xi32>) -> tensor<6x4xi32>
//>     %2 = "stablehlo.scatter"(%arg3, %arg1, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
//>     ^bb0(%arg5: tensor<i32>, %arg6: tensor<i32>):
//>       %5 = stablehlo.subtract %arg5, %arg6 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<i32>
//>       stablehlo.return %5 : tensor<i32>
//>     }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=3, j=4, k=6, l=1} need_replication={i, l}>} : (tensor<6x4xi32>, tensor<3x1xi32>, tensor<3x4xi32>) -> tensor<6x4xi32>
//>     %3 = "stablehlo.scatter"(%arg3, %arg1, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
//>     ^bb0(%arg5: tensor<i32>, %arg6: tensor<i32>):
//>       %5 = stablehlo.add %arg6, %arg6 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<i32>
//>       stablehlo.return %5 : tensor<i32>
//>     }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=3, j=4, k=6, l=1} need_replication={i, l}>} : (tensor<6x4xi32>, tensor<3x1xi32>, tensor<3x4xi32>) -> tensor<6x4xi32>
//>     %4 = "stablehlo.scatter"(%arg3, %arg1, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
//>     ^bb0(%arg5: tensor<i32>, %arg6: tensor<i32>):
//>       stablehlo.return %arg6 : tensor<i32>
//>     }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=3, j=4, k=6, l=1} need_replication={i, l}>} : (tensor<6x4xi32>, tensor<3x1xi32>, tensor<3x4xi32>) -> tensor<6x4xi32>
//>     return %0, %1, %2, %3, %4 : tensor<6x4xi1>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>, tensor<6x4xi32>
//>   }
//>   func.func @halves(%arg0: tensor<2xui32>, %arg1: tensor<2xui32>) -> (tensor<8xui64>, tensor<2xui64>) {
//>     %0 = stablehlo.custom_call @X64Combine(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([i]) {i=2} need_replication={i} blocked_propagation={i}>} : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
//>     %output_state, %output = stablehlo.rng_bit_generator %0, algorithm = DEFAULT {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i], [j]) {i=2, j=8} need_replication={i} blocked_propagation={i}>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui64>)
//>     %1 = stablehlo.custom_call @X64Combine(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([i]) {i=2}>} : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
//>     return %output, %1 : tensor<8xui64>, tensor<2xui64>
//>   }
//> }
