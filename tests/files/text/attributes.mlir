// RUN: shardflow opt %s -split-input-file
// RUN: shardflow opt %s -split-input-file -mlir-print-debuginfo -mlir-print-op-generic

// Types and builtin attributes, as they are written again.
func.func private @types() attributes {
  a = 1 : si8, b = tensor<4xsi8>, c = () -> (i32, si4), d = () -> (() -> ()),
  e = complex<f32>, f = vector<4xf32>, g = tensor<?xf32, #stablehlo.bounds<4>>,
  h = !stablehlo.token, i = tuple<>, j = none, k = tensor<*xf32>, l = index,
  m = tensor<?x4xf32, #stablehlo.bounds<3, ?>>, n = memref<4xf32>}
func.func private @numbers() attributes {
  a = 9.99999999e10, b = 1.0e23, c = 1.0e22 : f32, d = 99999999.0,
  e = 1.0 : tf32, f = 0.1 : tf32, g = 3.0e38 : tf32, h = 0x7FC00000 : f32,
  i = 18446744073709551615 : ui64, j = 9.9999999e-5, k = 1.0e23 : f32,
  l = 0x7FFF : f80, m = -1 : si1, n = dense<-1> : tensor<i1>,
  o = 9.999999995e22, p = 999999.96 : f32}
func.func private @texts() attributes {
  a = "a\09\n\t\\\"\E1", b = unit, c = "typed" : i8}
func.func private @verbatim() attributes {
  a = affine_map<(d0) -> (d0)>, b = strided<[1, 2]>, c = distinct[1]<>,
  d = affine_set<(d0) : (d0 - 1 == 0)>, e = distinct[0]<"x">,
  f = distinct[0]<"x">, g = sparse<[[0, 1]], 5> : tensor<2x3xi32>,
  h = dense<1> : vector<4xi32>}

// -----

// Attributes of dialects; parts of them by their names.
#p = #sdy<all_to_all_param {"x"}: 0->1>
#d = #sdy<dim_mapping i>
#t = #sdy<tensor_mapping [i, j]>
#a = #sdy<mesh_axis "x"=2>
#s = @m
sdy.mesh @m = <["x"=2]>
func.func private @sdy() attributes {
  a = #sdy<all_to_all_param_list [#p, {"y"}: 1->2]>,
  b = #sdy.op_sharding_rule<([#d, j])->(#t) {i=2, j=2}>,
  c = #sdy.mesh<[#a, "y"=2]>, d = #sdy.sharding<#s, [{}]>,
  e = #sdy.op_sharding_rule<([ii])->([i]) {i=2}>,
  f = #sdy.op_sharding_rule<([z_9223372036854775800])->([i]) {i=2}>}
func.func private @stablehlo() attributes {
  a = #stablehlo<precision "HIGH">, b = #stablehlo<fft_type RFFT>,
  c = #chlo<precision HIGH>,
  d = #stablehlo.channel_handle<type = 1, handle = 2>,
  e = #stablehlo.result_accuracy<atol = 1.0, rtol = 0.0, ulps = 0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>,
  f = #stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>,
  g = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1>,
  h = #stablehlo.conv<raw output_batch_dimension = 7>,
  i = #stablehlo.conv<raw input_batch_dimension = 1, input_spatial_dimensions = [7]>}

// -----

// Aliases of types and of properties; locations that are named later.
!t = tensor<4xi32>
!f = (!t) -> tensor<2x2xi32>
#p = {dimension = 0 : i64}
func.func @aliases(%a: !t loc(#l), %b: tensor<f32> loc(#u)) {
  %0 = stablehlo.reshape %a : !f
  %1 = "stablehlo.concatenate"(%a, %a) <#p> : (!t, !t) -> tensor<8xi32>
  %2 = sdy.named_computation<"g">(%a) (%c: !t loc(#l)) {
    sdy.return %c : !t loc(#m)
  } : (!t) -> !t loc(#l)
  return loc(#r)
}
#l = loc("x")
#m = loc(callsite(#l at fused<"meta">[#l, "q"("z")]))
#r = loc(fused<tensor<4xf32>>["f":1, "f":1:2 to :4, "f":1:2 to 3:4, "f":1:2 to 1:2])
#u = loc(unknown)

// -----

// The generic form of a function, which names its arguments' attributes.
"func.func"() ({
^b(%a: tensor<4xf32>):
  "func.return"(%a) : (tensor<4xf32>) -> ()
}) {function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "f", arg_attrs = [{sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}], res_attrs = [{jax.result_info = "r", sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}]} : () -> ()

// -----

// Ops whose short form has parts that are rarely there.
func.func @ops(%a: tensor<4xf32>, %b: tensor<f32>, %c: tensor<4x4xf32>) {
  %0 = stablehlo.composite "mine.c" %a ({
    stablehlo.return %a : tensor<4xf32>
  }, {}) {decomposition = @g} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%a init: %b) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f64>
   reducer(%x: tensor<f64>, %y: tensor<f64>) {
    %i = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %i : tensor<f64>
  }
  %2 = sdy.propagation_barrier %a allowed_direction="FORWARD" : tensor<4xf32>
  %3 = stablehlo.compare "EQ", %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %4 = stablehlo.slice %a [false:0x4] : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @g(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

{-#
  dialect_resources: { builtin: { a: "0x0100000001" } },
  external_resources: { mlir_reproducer: { pipeline: "x", verify_each: true } }
#-}
func.func private @f() attributes {a = dense_resource<a> : tensor<1xi8>}

//# RUN 1
//> #distinct = distinct[0]<"x">
//> #map = affine_map<(d0) -> (d0)>
//> #set = affine_set<(d0) : (d0 - 1 == 0)>
//> module {
//>   func.func private @types() attributes {a = 1 : si8, b = tensor<4xsi8>, c = () -> (i32, si4), d = () -> (() -> ()), e = complex<f32>, f = vector<4xf32>, g = tensor<?xf32, #stablehlo.bounds<4>>, h = !stablehlo.token, i = tuple<>, j = none, k = tensor<*xf32>, l = index, m = tensor<?x4xf32, #stablehlo.bounds<3, ?>>, n = memref<4xf32>}
//>   func.func private @numbers() attributes {a = 0x42374876E79C0000 : f64, b = 9.9999999999999991E+22 : f64, c = 9.99999977E+21 : f32, d = 0x4197D783FC000000 : f64, e = 1.000000e+00 : tf32, f = 9.997550e-02 : tf32, g = 3.000730e+38 : tf32, h = 0x7FC00000 : f32, i = 18446744073709551615 : ui64, j = 9.9999998999999995E-5 : f64, k = 9.99999977E+22 : f32, l = 0x7FFF : f80, m = -1 : si1, n = dense<true> : tensor<i1>, o = 9.9999999949999995E+22 : f64, p = 999999.937 : f32}
//>   func.func private @texts() attributes {a = "a\09\0A\09\\\22\E1", b, c = "typed" : i8}
//>   func.func private @verbatim() attributes {a = #map, b = strided<[1, 2]>, c = distinct[1]<>, d = #set, e = #distinct, f = #distinct, g = sparse<[[0, 1]], 5> : tensor<2x3xi32>, h = dense<1> : vector<4xi32>}
//> }
//> // -----
//> module {
//>   sdy.mesh @m = <["x"=2]>
//>   func.func private @sdy() attributes {a = #sdy<all_to_all_param_list[{"x"}: 0->1, {"y"}: 1->2]>, b = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=2, j=2}>, c = #sdy.mesh<["x"=2, "y"=2]>, d = #sdy.sharding<@m, [{}]>, e = #sdy.op_sharding_rule<([ii])->([i]) {i=2}>, f = #sdy.op_sharding_rule<([z_9223372036854775790])->([i]) {i=2}>}
//>   func.func private @stablehlo() attributes {a = #stablehlo<precision HIGH>, b = #stablehlo<fft_type RFFT>, c = #chlo<precision HIGH>, d = #stablehlo.channel_handle<handle = 2, type = 1>, e = #stablehlo.result_accuracy<atol = 1.000000e+00, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>, f = #stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>, g = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 0, kernel_spatial_dimensions = [], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = []>, h = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 0, kernel_spatial_dimensions = [], output_batch_dimension = 7, output_feature_dimension = 0, output_spatial_dimensions = []>, i = #stablehlo.conv<raw input_batch_dimension = 1, input_feature_dimension = 0, input_spatial_dimensions = [7], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 0, kernel_spatial_dimensions = [], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = []>}
//> }
//> // -----
//> module {
//>   func.func @aliases(%arg0: tensor<4xi32>, %arg1: tensor<f32>) {
//>     %0 = stablehlo.reshape %arg0 : (tensor<4xi32>) -> tensor<2x2xi32>
//>     %1 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<4xi32>, tensor<4xi32>) -> tensor<8xi32>
//>     %2 = sdy.named_computation<"g">(%arg0) (%arg2: tensor<4xi32>) {
//>       sdy.return %arg2 : tensor<4xi32>
//>     } : (tensor<4xi32>) -> tensor<4xi32>
//>     return
//>   }
//> }
//> // -----
//> module {
//>   func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}) -> (tensor<4xf32> {jax.result_info = "r", sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}) {
//>     return %arg0 : tensor<4xf32>
//>   }
//> }
//> // -----
//> module {
//>   func.func @ops(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<4x4xf32>) {
//>     %0 = stablehlo.composite "mine.c" %arg0 ({
//>       stablehlo.return %arg0 : tensor<4xf32>
//>     }, {
//>     }) {decomposition = @g} : (tensor<4xf32>) -> tensor<4xf32>
//>     %1 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f64>
//>      reducer(%arg3: tensor<f64>, %arg4: tensor<f64>)  {
//>       %5 = stablehlo.add %arg3, %arg4 : tensor<f64>
//>       stablehlo.return %5 : tensor<f64>
//>     }
//>     %2 = sdy.propagation_barrier %arg0 allowed_direction=FORWARD : tensor<4xf32>
//>     %3 = stablehlo.compare EQ, %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
//>     %4 = stablehlo.slice %arg0 [0:4] : (tensor<4xf32>) -> tensor<4xf32>
//>     return
//>   }
//>   func.func private @g(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//>     return %arg0 : tensor<4xf32>
//>   }
//> }
//> // -----
//> module {
//>   func.func private @f() attributes {a = dense_resource<a> : tensor<1xi8>}
//> }
//>
//> {-#
//>   dialect_resources: {
//>     builtin: {
//>       a: "0x0100000001"
//>     }
//>   }
//> #-}
//# RUN 2
//> #distinct = distinct[0]<"x">
//> #map = affine_map<(d0) -> (d0)>
//> #set = affine_set<(d0) : (d0 - 1 == 0)>
//> "builtin.module"() ({
//>   "func.func"() <{function_type = () -> (), sym_name = "types", sym_visibility = "private"}> ({
//>   }) {a = 1 : si8, b = tensor<4xsi8>, c = () -> (i32, si4), d = () -> (() -> ()), e = complex<f32>, f = vector<4xf32>, g = tensor<?xf32, #stablehlo.bounds<4>>, h = !stablehlo.token, i = tuple<>, j = none, k = tensor<*xf32>, l = index, m = tensor<?x4xf32, #stablehlo.bounds<3, ?>>, n = memref<4xf32>} : () -> () loc(#loc1)
//>   "func.func"() <{function_type = () -> (), sym_name = "numbers", sym_visibility = "private"}> ({
//>   }) {a = 0x42374876E79C0000 : f64, b = 9.9999999999999991E+22 : f64, c = 9.99999977E+21 : f32, d = 0x4197D783FC000000 : f64, e = 1.000000e+00 : tf32, f = 9.997550e-02 : tf32, g = 3.000730e+38 : tf32, h = 0x7FC00000 : f32, i = 18446744073709551615 : ui64, j = 9.9999998999999995E-5 : f64, k = 9.99999977E+22 : f32, l = 0x7FFF : f80, m = -1 : si1, n = dense<true> : tensor<i1>, o = 9.9999999949999995E+22 : f64, p = 999999.937 : f32} : () -> () loc(#loc2)
//>   "func.func"() <{function_type = () -> (), sym_name = "texts", sym_visibility = "private"}> ({
//>   }) {a = "a\09\0A\09\\\22\E1", b, c = "typed" : i8} : () -> () loc(#loc3)
//>   "func.func"() <{function_type = () -> (), sym_name = "verbatim", sym_visibility = "private"}> ({
//>   }) {a = #map, b = strided<[1, 2]>, c = distinct[1]<>, d = #set, e = #distinct, f = #distinct, g = sparse<[[0, 1]], 5> : tensor<2x3xi32>, h = dense<1> : vector<4xi32>} : () -> () loc(#loc4)
//> }) : () -> () loc(#loc)
//> #loc = loc("%s":0:0)
//> #loc1 = loc("%s":5:1)
//> #loc2 = loc("%s":10:1)
//> #loc3 = loc("%s":16:1)
//> #loc4 = loc("%s":18:1)
//> // -----
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2]>, sym_name = "m"}> : () -> () loc(#loc1)
//>   "func.func"() <{function_type = () -> (), sym_name = "sdy", sym_visibility = "private"}> ({
//>   }) {a = #sdy<all_to_all_param_list[{"x"}: 0->1, {"y"}: 1->2]>, b = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=2, j=2}>, c = #sdy.mesh<["x"=2, "y"=2]>, d = #sdy.sharding<@m, [{}]>, e = #sdy.op_sharding_rule<([ii])->([i]) {i=2}>, f = #sdy.op_sharding_rule<([z_9223372036854775790])->([i]) {i=2}>} : () -> () loc(#loc2)
//>   "func.func"() <{function_type = () -> (), sym_name = "stablehlo", sym_visibility = "private"}> ({
//>   }) {a = #stablehlo<precision HIGH>, b = #stablehlo<fft_type RFFT>, c = #chlo<precision HIGH>, d = #stablehlo.channel_handle<handle = 2, type = 1>, e = #stablehlo.result_accuracy<atol = 1.000000e+00, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>, f = #stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>, g = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 0, kernel_spatial_dimensions = [], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = []>, h = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 0, kernel_spatial_dimensions = [], output_batch_dimension = 7, output_feature_dimension = 0, output_spatial_dimensions = []>, i = #stablehlo.conv<raw input_batch_dimension = 1, input_feature_dimension = 0, input_spatial_dimensions = [7], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 0, kernel_spatial_dimensions = [], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = []>} : () -> () loc(#loc3)
//> }) : () -> () loc(#loc)
//> #loc = loc("%s":0:0)
//> #loc1 = loc("%s":32:1)
//> #loc2 = loc("%s":33:1)
//> #loc3 = loc("%s":39:1)
//> // -----
//> #loc2 = loc("x")
//> #loc3 = loc(unknown)
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4xi32>, tensor<f32>) -> (), sym_name = "aliases"}> ({
//>   ^bb0(%arg0: tensor<4xi32> loc("x"), %arg1: tensor<f32> loc(unknown)):
//>     %0 = "stablehlo.reshape"(%arg0) : (tensor<4xi32>) -> tensor<2x2xi32> loc(#loc4)
//>     %1 = "stablehlo.concatenate"(%arg0, %arg0) <{dimension = 0 : i64}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<8xi32> loc(#loc5)
//>     %2 = "sdy.named_computation"(%arg0) <{name = "g"}> ({
//>     ^bb0(%arg2: tensor<4xi32> loc("x")):
//>       "sdy.return"(%arg2) : (tensor<4xi32>) -> () loc(#loc14)
//>     }) : (tensor<4xi32>) -> tensor<4xi32> loc(#loc2)
//>     "func.return"() : () -> () loc(#loc12)
//>   }) : () -> () loc(#loc1)
//> }) : () -> () loc(#loc)
//> #loc = loc("%s":0:0)
//> #loc1 = loc("%s":55:1)
//> #loc4 = loc("%s":56:8)
//> #loc5 = loc("%s":57:8)
//> #loc6 = loc("z")
//> #loc7 = loc("f":1:0)
//> #loc8 = loc("f":1:2 to :4)
//> #loc9 = loc("f":1:2 to 3:4)
//> #loc10 = loc("f":1:2)
//> #loc11 = loc("q"(#loc6))
//> #loc12 = loc(fused<tensor<4xf32>>[#loc7, #loc8, #loc9, #loc10])
//> #loc13 = loc(fused<"meta">[#loc2, #loc11])
//> #loc14 = loc(callsite(#loc2 at #loc13))
//> // -----
//> #loc2 = loc("%s":72:4)
//> "builtin.module"() ({
//>   "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}], function_type = (tensor<4xf32>) -> tensor<4xf32>, res_attrs = [{jax.result_info = "r", sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}], sym_name = "f"}> ({
//>   ^bb0(%arg0: tensor<4xf32> loc("%s":72:4)):
//>     "func.return"(%arg0) : (tensor<4xf32>) -> () loc(#loc3)
//>   }) : () -> () loc(#loc1)
//> }) : () -> () loc(#loc)
//> #loc = loc("%s":0:0)
//> #loc1 = loc("%s":71:1)
//> #loc3 = loc("%s":73:3)
//> // -----
//> #loc2 = loc("%s":79:16)
//> #loc3 = loc("%s":79:35)
//> #loc4 = loc("%s":79:52)
//> #loc8 = loc("%s":84:12)
//> #loc9 = loc("%s":84:29)
//> #loc17 = loc("%s":93:22)
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<4xf32>, tensor<f32>, tensor<4x4xf32>) -> (), sym_name = "ops"}> ({
//>   ^bb0(%arg1: tensor<4xf32> loc("%s":79:16), %arg2: tensor<f32> loc("%s":79:35), %arg3: tensor<4x4xf32> loc("%s":79:52)):
//>     %0 = "stablehlo.composite"(%arg1) <{decomposition = @g, name = "mine.c"}> ({
//>       "stablehlo.return"(%arg1) : (tensor<4xf32>) -> () loc(#loc6)
//>     }, {
//>     }) : (tensor<4xf32>) -> tensor<4xf32> loc(#loc5)
//>     %1 = "stablehlo.reduce"(%arg1, %arg2) <{dimensions = array<i64: 0>}> ({
//>     ^bb0(%arg4: tensor<f64> loc("%s":84:12), %arg5: tensor<f64> loc("%s":84:29)):
//>       %5 = "stablehlo.add"(%arg4, %arg5) : (tensor<f64>, tensor<f64>) -> tensor<f64> loc(#loc10)
//>       "stablehlo.return"(%5) : (tensor<f64>) -> () loc(#loc11)
//>     }) : (tensor<4xf32>, tensor<f32>) -> tensor<f64> loc(#loc7)
//>     %2 = "sdy.propagation_barrier"(%arg1) <{allowed_direction = 1 : i32}> : (tensor<4xf32>) -> tensor<4xf32> loc(#loc12)
//>     %3 = "stablehlo.compare"(%arg1, %arg1) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1> loc(#loc13)
//>     %4 = "stablehlo.slice"(%arg1) <{limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<4xf32> loc(#loc14)
//>     "func.return"() : () -> () loc(#loc15)
//>   }) : () -> () loc(#loc1)
//>   "func.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "g", sym_visibility = "private"}> ({
//>   ^bb0(%arg0: tensor<4xf32> loc("%s":93:22)):
//>     "func.return"(%arg0) : (tensor<4xf32>) -> () loc(#loc18)
//>   }) : () -> () loc(#loc16)
//> }) : () -> () loc(#loc)
//> #loc = loc("%s":0:0)
//> #loc1 = loc("%s":79:1)
//> #loc5 = loc("%s":80:8)
//> #loc6 = loc("%s":81:5)
//> #loc7 = loc("%s":83:24)
//> #loc10 = loc("%s":85:10)
//> #loc11 = loc("%s":86:5)
//> #loc12 = loc("%s":88:8)
//> #loc13 = loc("%s":89:8)
//> #loc14 = loc("%s":90:8)
//> #loc15 = loc("%s":91:3)
//> #loc16 = loc("%s":93:1)
//> #loc18 = loc("%s":94:3)
//> // -----
//> "builtin.module"() ({
//>   "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "private"}> ({
//>   }) {a = dense_resource<a> : tensor<1xi8>} : () -> () loc(#loc1)
//> }) : () -> () loc(#loc)
//> #loc = loc("%s":0:0)
//> #loc1 = loc("%s":103:1)
//>
//> {-#
//>   dialect_resources: {
//>     builtin: {
//>       a: "0x0100000001"
//>     }
//>   }
//> #-}
