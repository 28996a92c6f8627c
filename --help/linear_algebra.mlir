module @jit_linear_algebra attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x12x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg1: tensor<8x12x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}) -> (tensor<8x12x3xf32> {jax.result_info = "result[0]"}, tensor<8xf32> {jax.result_info = "result[1]"}, tensor<8xf32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.dot_general %arg0, %arg0, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x12x12xf32>, tensor<8x12x12xf32>) -> tensor<8x12x12xf32>
    %cst = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x12x12xf32>
    %2 = stablehlo.divide %0, %1 : tensor<8x12x12xf32>
    %3 = stablehlo.iota dim = 0 : tensor<12x12xi32>
    %4 = stablehlo.iota dim = 1 : tensor<12x12xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<12x12xi32>
    %6 = stablehlo.add %3, %5 : tensor<12x12xi32>
    %7 = stablehlo.compare EQ, %6, %4, SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %8 = stablehlo.convert %7 : (tensor<12x12xi1>) -> tensor<12x12xf32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
    %10 = stablehlo.multiply %8, %9 : tensor<12x12xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [1, 2] : (tensor<12x12xf32>) -> tensor<1x12x12xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<1x12x12xf32>) -> tensor<8x12x12xf32>
    %13 = stablehlo.add %2, %12 : tensor<8x12x12xf32>
    %14 = call @cholesky(%13) : (tensor<8x12x12xf32>) -> tensor<8x12x12xf32>
    %15 = call @_solve_triangular(%14, %arg1) : (tensor<8x12x12xf32>, tensor<8x12x3xf32>) -> tensor<8x12x3xf32>
    %16 = call @diagonal(%14) : (tensor<8x12x12xf32>) -> tensor<8x12xf32>
    %17 = stablehlo.log %16 : tensor<8x12xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<8x12xf32>, tensor<f32>) -> tensor<8xf32>
    %19 = call @trace(%13) : (tensor<8x12x12xf32>) -> tensor<8xf32>
    return %15, %18, %19 : tensor<8x12x3xf32>, tensor<8xf32>, tensor<8xf32>
  }
  func.func private @cholesky(%arg0: tensor<8x12x12xf32>) -> tensor<8x12x12xf32> {
    %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<8x12x12xf32>) -> tensor<8x12x12xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<8x12x12xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x12x12xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x12x12xf32>
    %4:2 = stablehlo.custom_call @lapack_spotrf_ffi(%3) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i]) {i=8, j=12, k=12, l=12, m=12}, custom>} : (tensor<8x12x12xf32>) -> (tensor<8x12x12xf32>, tensor<8xi32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %6 = stablehlo.compare EQ, %4#1, %5, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<8xi1>) -> tensor<8x1x1xi1>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x12x12xf32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<8x1x1xi1>) -> tensor<8x12x12xi1>
    %10 = stablehlo.select %9, %4#0, %8 : tensor<8x12x12xi1>, tensor<8x12x12xf32>
    %11 = stablehlo.iota dim = 0 : tensor<12x12xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<12x12xi32>
    %13 = stablehlo.add %11, %12 : tensor<12x12xi32>
    %14 = stablehlo.iota dim = 1 : tensor<12x12xi32>
    %15 = stablehlo.compare GE, %13, %14, SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %16 = stablehlo.broadcast_in_dim %15, dims = [1, 2] : (tensor<12x12xi1>) -> tensor<8x12x12xi1>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x12x12xf32>
    %18 = stablehlo.select %16, %10, %17 : tensor<8x12x12xi1>, tensor<8x12x12xf32>
    return %18 : tensor<8x12x12xf32>
  }
  func.func private @_solve_triangular(%arg0: tensor<8x12x12xf32>, %arg1: tensor<8x12x3xf32>) -> tensor<8x12x3xf32> {
    %0 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %arg1) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l, m])->([i, n, o]) {i=8, j=12, k=12, l=12, m=3, n=12, o=3}, custom>} : (tensor<8x12x12xf32>, tensor<8x12x3xf32>) -> tensor<8x12x3xf32>
    return %0 : tensor<8x12x3xf32>
  }
  func.func private @diagonal(%arg0: tensor<8x12x12xf32>) -> tensor<8x12xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<12xi32>
    %1 = stablehlo.iota dim = 0 : tensor<12xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %3 = stablehlo.compare LT, %0, %2, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
    %c_0 = stablehlo.constant dense<12> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %5 = stablehlo.add %0, %4 : tensor<12xi32>
    %6 = stablehlo.select %3, %5, %0 : tensor<12xi1>, tensor<12xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %8 = stablehlo.compare LT, %1, %7, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
    %c_2 = stablehlo.constant dense<12> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %10 = stablehlo.add %1, %9 : tensor<12xi32>
    %11 = stablehlo.select %8, %10, %1 : tensor<12xi1>, tensor<12xi32>
    %12 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
    %14 = stablehlo.concatenate %12, %13, dim = 1 : (tensor<12x1xi32>, tensor<12x1xi32>) -> tensor<12x2xi32>
    %15 = "stablehlo.gather"(%arg0, %14) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 2], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 8, 1, 1>}> : (tensor<8x12x12xf32>, tensor<12x2xi32>) -> tensor<8x12xf32>
    return %15 : tensor<8x12xf32>
  }
  func.func private @trace(%arg0: tensor<8x12x12xf32>) -> tensor<8xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<12x12xi32>
    %1 = stablehlo.iota dim = 1 : tensor<12x12xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<12x12xi32>
    %3 = stablehlo.add %0, %2 : tensor<12x12xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x12x12xf32>
    %6 = call @_where(%4, %arg0, %5) : (tensor<12x12xi1>, tensor<8x12x12xf32>, tensor<8x12x12xf32>) -> tensor<8x12x12xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.add across dimensions = [1, 2] : (tensor<8x12x12xf32>, tensor<f32>) -> tensor<8xf32>
    return %7 : tensor<8xf32>
  }
  func.func private @_where(%arg0: tensor<12x12xi1>, %arg1: tensor<8x12x12xf32>, %arg2: tensor<8x12x12xf32>) -> tensor<8x12x12xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<12x12xi1>) -> tensor<8x12x12xi1>
    %1 = stablehlo.select %0, %arg1, %arg2 : tensor<8x12x12xi1>, tensor<8x12x12xf32>
    return %1 : tensor<8x12x12xf32>
  }
}
