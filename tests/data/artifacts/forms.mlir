// Ops whose form has changed, or whose attributes are taken apart, in
// artifacts; tests/differential/artifacts.py --record makes the files beside
// this one.
module @forms attributes {mhlo.num_partitions = 4 : i32} {
  func.func public @main(%arg0: tensor<4x8xf32> {jax.arg = "x"} loc("x['w']"), %arg1: tensor<8x2xf32>, %arg2: tensor<2xi64>) -> (tensor<4x2xf32> {jax.result_info = "y"}) {
    %c = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<9xi1>
    %c_1 = stablehlo.constant dense<[1, -1, 127]> : tensor<3xi8>
    %cst = stablehlo.constant dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>
    %cst_2 = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32> loc("jit(f)/dot")
    %1 = stablehlo.exponential %0 {note = "x"} : tensor<4x2xf32>
    %2 = stablehlo.tanh %1 : tensor<4x2xf32> loc(callsite("f"("a.py":3:4 to :9) at "b.py":5:6))
    %3 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %4 = stablehlo.slice %3 [0:8:2, 1:3] : (tensor<8x4xf32>) -> tensor<4x2xf32>
    %5 = stablehlo.reduce(%4 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<4xf32>) -> tensor<4x2xf32>
    %7 = "stablehlo.gather"(%arg0, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0, 1]>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<8xf32>
    %8 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %11 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %9 = stablehlo.custom_call @target(%8) {backend_config = "b", has_side_effect = true, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %10 = call @inner(%9, %6) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
    return %10 : tensor<4x2xf32>
  }
  func.func private @inner(%arg0: tensor<4x2xf32>, %arg1: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %arg0) : tensor<i32>, tensor<4x2xf32>
     cond {
      %1 = stablehlo.compare LT, %iterArg, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %iterArg, %c : tensor<i32>
      %2 = stablehlo.add %iterArg_1, %arg1 : tensor<4x2xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<4x2xf32>
    }
    return %0#1 : tensor<4x2xf32>
  }
}
