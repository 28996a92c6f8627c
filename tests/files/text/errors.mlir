// RUN: shardflow opt %s -split-input-file -verify-diagnostics

// Mistakes in functions, regions, names, types, attributes and locations.

!t = tensor<4xi32>
func.func @f(%a: tensor<4xi32>) {
  // expected-error@+1 {{custom op 'stablehlo.reshape' invalid kind of type specified}}
  %0 = stablehlo.reshape %a : !t
  return
}

// -----

#p = 17 : i32
func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{invalid properties 17 : i32 for op stablehlo.cholesky: expected DictionaryAttr to set properties}}
  %0 = "stablehlo.cholesky"(%a) <#p> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{undefined symbol alias id 'p'}}
  %0 = "stablehlo.cholesky"(%a) <#p> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{expected function type}}
  %0 = "stablehlo.cholesky"(%a) : tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{expected 1 operand type but had 0}}
  %0 = "stablehlo.cholesky"(%a) : () -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{expected 2 operand types but had 1}}
  %0 = "stablehlo.add"(%a, %a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{null character not allowed in operation name}}
  %0 = "stablehlo\00x"(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{unregistered operation 'stablehlo.nothing' found in dialect ('stablehlo') that does not allow unknown operations}}
  %0 = "stablehlo.nothing"(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{expected ')' to end operand list}}
  %0 = "stablehlo.abs"(%a : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{expected '>' to close properties}}
  %0 = "stablehlo.abs"(%a) <{} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-note@+2 {{Available dialects: builtin, chlo, func, sdy, stablehlo ; for more info on dialect registration see https://mlir.llvm.org/getting_started/Faq/#registered-loaded-dependent-whats-up-with-dialects-management}}
  // expected-error@+1 {{Dialect `mine' not found for custom op 'mine.op' }}
  %0 = mine.op %a : tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{expected valid ssa identifier}}
  %0, = stablehlo.abs %a : tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{expected integer number of results}}
  %0:x = stablehlo.abs %a : tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{expected named operation to have at least 1 result}}
  %0:0 = stablehlo.abs %a : tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{expected named operation to have at least 1 result}}
  %0:99999999999999999999 = stablehlo.abs %a : tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{invalid SSA value result number}}
  %0 = stablehlo.abs %a#x : tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{invalid SSA value result number}}
  %0 = stablehlo.abs %a#99999999999 : tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-note@+1 {{previously used here with type 'tensor<4x4xf32>'}}
  %1 = "stablehlo.abs"(%z) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error@+1 {{definition of SSA value '%z#0' has type 'tensor<4xf32>'}}
  %z = stablehlo.constant dense<0.0> : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-note@+1 {{prior use here}}
  %1 = stablehlo.abs %z : tensor<4x4xf32>
  // expected-error@+1 {{use of value '%z' expects different type than prior uses: 'tensor<4xf32>' vs 'tensor<4x4xf32>'}}
  %2 = stablehlo.abs %z : tensor<4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{expected ':' after block name}}
  return ^bb1
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
// expected-error@+1 {{invalid block name in region with named arguments}}
^bb0:
  return
}

// -----

func.func @f() {
^bb0:
  return
// expected-error@+1 {{redefinition of block '^bb0'}}
^bb0:
  return
}

// -----

func.func @f() {
  return
// expected-error@+1 {{expected ':' after block name}}
^bb0
  return
}

// -----

func.func @f() {
// expected-note@+2 {{previously defined here}}
// expected-error@+1 {{redefinition of SSA value '%a'}}
^bb0(%a: tensor<f32>, %a: tensor<f32>):
  return
}

// -----

// expected-note@+2 {{previously referenced here}}
// expected-error@+1 {{region entry argument '%a' is already in use}}
func.func @f(%a: tensor<f32>, %a: tensor<f32>) {
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-note@+1 {{previously referenced here}}
  %0 = stablehlo.optimization_barrier %b : tensor<f32>
  // expected-error@+1 {{region entry argument '%b' is already in use}}
  %1 = sdy.named_computation<"g">(%a) (%b: tensor<f32>) {
    sdy.return %b : tensor<f32>
  } : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected-note@+1 {{previously referenced here}}
func.func @f(%a: tensor<f32>) {
  // expected-error@+1 {{region entry argument '%a' is already in use}}
  %1 = sdy.named_computation<"g">(%a) (%a: tensor<f32>) {
    sdy.return %a : tensor<f32>
  } : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected-error@+1 {{custom op 'func.func' 'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @f(%a: tensor<f32>) attributes {sym_name = "g"} {
  return
}

// -----

// expected-error@+1 {{empty block: expect at least a terminator}}
func.func @f(%a: tensor<f32>) {}

// -----

// expected-error@+1 {{custom op 'func.func' expected non-empty function body}}
func.func @f() {}

// -----

// expected-error@+1 {{custom op 'func.func' expected type instead of SSA identifier}}
func.func private @f(tensor<f32>, %a: tensor<f32>)

// -----

// expected-error@+1 {{custom op 'func.func' expected SSA identifier}}
func.func private @f(%a: tensor<f32>, tensor<f32>)

// -----

// expected-error@+1 {{'func.func' op requires one region}}
"func.func"() ({}, {}) {function_type = () -> (), sym_name = "f"} : () -> ()

// -----

// expected-error@+1 {{'func.func' op requires one region}}
"func.func"() {function_type = () -> (), sym_name = "f"} : () -> ()

// -----

// expected-error@+1 {{'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"func.func"() ({}) {function_type = 1, sym_name = "f"} : () -> ()

// -----

// expected-error@+1 {{'func.func' op requires attribute 'sym_name'}}
"func.func"() ({}) {function_type = () -> ()} : () -> ()

// -----

// expected-error@+1 {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
"func.func"() ({
^b(%a: tensor<4xf32>):
 "func.return"(%a) : (tensor<4xf32>) -> ()
}) {function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "f", arg_attrs = [{}, {}]} : () -> ()

// -----

// expected-error@+1 {{'func.func' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"func.func"() ({
^b(%a: tensor<4xf32>):
 "func.return"(%a) : (tensor<4xf32>) -> ()
}) {function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "f", arg_attrs = [1]} : () -> ()

// -----

// expected-error@+1 {{expected constant integer or floating point value}}
func.func private @f() attributes {a = -x}

// -----

// expected-error@+1 {{integer literal not valid for specified type}}
func.func private @f() attributes {a = 1 : none}

// -----

// expected-error@+1 {{integer literal not valid for specified type}}
func.func private @f() attributes {a = 1 : tensor<f32>}

// -----

// expected-error@+1 {{negative integer literal not valid for unsigned integer type}}
func.func private @f() attributes {a = -1 : ui8}

// -----

// expected-error@+1 {{hexadecimal float literal should not have a leading minus}}
func.func private @f() attributes {a = -0x7F : f8E5M2}

// -----

// expected-error@+1 {{hexadecimal float constant out of range for type}}
func.func private @f() attributes {a = 0xFFFFF : f16}

// -----

// expected-error@+1 {{expected nested symbol reference identifier}}
func.func private @f() attributes {a = @f::x}

// -----

// expected-error@+1 {{expected attribute name}}
func.func private @f() attributes {a = {1 = 2}}

// -----

// expected-error@+1 {{expected attribute value}}
func.func private @f() attributes {a = {b = }}

// -----

// expected-error@+1 {{expected '}' in attribute dictionary}}
func.func private @f() attributes {a = {b = 1 c}}

// -----

// expected-error@+1 {{elements literal must be a shaped type}}
func.func private @f() attributes {a = dense<1> : f32}

// -----

// expected-error@+1 {{parsed zero elements, but type ('tensor<4xi32>') expected at least 1}}
func.func private @f() attributes {a = dense<> : tensor<4xi32>}

// -----

// expected-error@+1 {{parsed 2 elements, but type ('tensor<4xi32>') expected 1 elements}}
func.func private @f() attributes {a = dense<(1, 2)> : tensor<4xi32>}

// -----

// expected-error@+1 {{parsed 1 elements, but type ('complex<i32>') expected 2 elements}}
func.func private @f() attributes {a = dense<1> : tensor<4xcomplex<i32>>}

// -----

// expected-error@+1 {{parsed 3 elements, but type ('tensor<3xcomplex<i32>>') expected 6 elements}}
func.func private @f() attributes {a = dense<[1, 2, 3]> : tensor<3xcomplex<i32>>}

// -----

// expected-error@+1 {{parsed 4 elements, but type ('tensor<2xi32>') expected 2 elements}}
func.func private @f() attributes {a = dense<[(1, 2), (3, 4)]> : tensor<2xi32>}

// -----

// expected-error@+1 {{expected floating point literal}}
func.func private @f() attributes {a = dense<true> : tensor<4xf32>}

// -----

// expected-error@+1 {{expected unsigned integer elements, but parsed negative value}}
func.func private @f() attributes {a = dense<-1> : tensor<4xui32>}

// -----

// expected-error@+1 {{expected integer elements, but parsed floating-point}}
func.func private @f() attributes {a = dense<1.0> : tensor<4xi32>}

// -----

// expected-error@+1 {{expected i1 type for 'true' or 'false' values}}
func.func private @f() attributes {a = dense<true> : tensor<4xi32>}

// -----

// expected-error@+1 {{expected string containing hex digits starting with `0x`}}
func.func private @f() attributes {a = dense<"1234"> : tensor<4xi32>}

// -----

// expected-error@+1 {{expected string containing hex digits starting with `0x`}}
func.func private @f() attributes {a = dense<"0x123"> : tensor<4xi32>}

// -----

// expected-error@+1 {{elements hex data size is invalid for provided type: 'tensor<4xi32>'}}
func.func private @f() attributes {a = dense<"0x1234"> : tensor<4xi32>}

// -----

// expected-error@+1 {{elements hex data size is invalid for provided type: 'tensor<9xi1>'}}
func.func private @f() attributes {a = dense<"0x123456"> : tensor<9xi1>}

// -----

// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @f() attributes {a = dense<[[1, 2], [3]]> : tensor<2x2xi32>}

// -----

// expected-error@+1 {{expected integer literal}}
func.func private @f() attributes {a = array<i32: x>}

// -----

// expected-error@+1 {{expected integer or float type}}
func.func private @f() attributes {a = array<index: 1>}

// -----

// expected-error@+1 {{expected integer or floating point literal}}
func.func private @f() attributes {a = dense<-true> : tensor<i1>}

// -----

// expected-error@+1 {{expected element literal of primitive type}}
func.func private @f() attributes {a = dense<@x> : tensor<i1>}

// -----

// expected-error@+1 {{expected location instance}}
func.func private @f() attributes {a = loc(1)} 

// -----

#a = 1
// expected-error@+1 {{expected location, but found '1 : i64'}}
func.func private @f() loc(#a)

// -----

// expected-error@+1 {{expected location, but found '1 : i64'}}
func.func private @f() loc(#a)
#a = 1

// -----

// expected-error@+1 {{operation location alias was never defined}}
func.func private @f() loc(#a)

// -----

// expected-error@+1 {{expected ')' in location}}
func.func private @f() loc(#a<x>)

// -----

// expected-error@+1 {{expected 'at' in callsite location}}
func.func private @f() loc(callsite("x" in "y"))

// -----

// expected-error@+1 {{expected location instance}}
func.func private @f() loc(callsite(1 at "y"))

// -----

// expected-error@+1 {{expected '>' after fused location metadata}}
func.func private @f() loc(fused<1 ["a"])

// -----

// expected-error@+1 {{expected integer line number in FileLineColRange}}
func.func private @f() loc("f":x:1)

// -----

// expected-error@+1 {{expected integer column number in FileLineColRange}}
func.func private @f() loc("f":1:x)

// -----

// expected-error@+1 {{expected either integer or `:` post `to` in FileLineColRange}}
func.func private @f() loc("f":1:2 to 3)

// -----

// expected-error@+1 {{expected integer column number in FileLineColRange}}
func.func private @f() loc("f":1:2 to :x)

// -----

// expected-error@+1 {{#"mine"<"x"> : 'none' attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used}}
func.func private @f() attributes {a = #mine.x}

// -----

// expected-error@+1 {{#"mine"<"x"> : 'none' attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used}}
func.func private @f() attributes {a = #mine<x>}

// -----

// expected-error@+1 {{`!"mine"<"x">` type created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used}}
func.func private @f() attributes {a = !mine.x}

// -----

// expected-error@+1 {{unknown attribute `x` in dialect `sdy`}}
func.func private @f() attributes {a = #sdy.x}

// -----

// expected-error@+1 {{unknown StableHLO attribute}}
func.func private @f() attributes {a = #stablehlo.x}

// -----

// expected-error@+1 {{unknown StableHLO attribute}}
func.func private @f() attributes {a = #stablehlo<x>}

// -----

// expected-error@+1 {{unknown chlo attribute}}
func.func private @f() attributes {a = #chlo<x y>}

// -----

// expected-error@+1 {{expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST}}
func.func private @f() attributes {a = #stablehlo<precision BEST>}

// -----

// expected-error@+1 {{expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST}}
func.func private @f() attributes {a = #stablehlo.precision BEST}

// -----

// expected-error@+1 {{expected ::mlir::stablehlo::ResultAccuracyMode to be one of: DEFAULT, HIGHEST, TOLERANCE}}
func.func private @f() attributes {a = #stablehlo.result_accuracy_mode<WRONG>}

// -----

// expected-error@+2 {{failed parsing dot dimension numbers attribute}}
// expected-error@+1 {{duplicated `lhs_batching_dimensions` entry}}
func.func private @f() attributes {a = #stablehlo.dot<lhs_batching_dimensions = [0], lhs_batching_dimensions = [0]>}

// -----

// expected-error@+2 {{failed parsing dot dimension numbers attribute}}
// expected-error@+1 {{expected one of: `lhs_batching_dimensions`, `rhs_batching_dimensions`, `lhs_contracting_dimensions`, `rhs_contracting_dimensions`}}
func.func private @f() attributes {a = #stablehlo.dot<batching = [0]>}

// -----

// expected-error@+2 {{failed parsing gather dimension numbers attribute}}
// expected-error@+1 {{expected one of: `offset_dims`, `collapsed_slice_dims`, `operand_batching_dims`, `start_indices_batching_dims`, `start_index_map`, `index_vector_dim`}}
func.func private @f() attributes {a = #stablehlo.gather<batching = [0]>}

// -----

// expected-error@+2 {{failed parsing scatter dimension numbers attribute}}
// expected-error@+1 {{expected one of: `update_window_dims`, `inserted_window_dims`, `input_batching_dims`, `scatter_indices_batching_dims`, `scatter_dims_to_operand_dims`, `index_vector_dim`}}
func.func private @f() attributes {a = #stablehlo.scatter<batching = [0]>}

// -----

// expected-error@+1 {{unknown StableHLO attribute}}
func.func private @f() attributes {a = #stablehlo.ragged_dot<batching = [0]>}

// -----

// expected-error@+1 {{duplicate or unknown struct parameter name: kind}}
func.func private @f() attributes {a = #stablehlo.channel_handle<handle = 1, kind = 0>}

// -----

// expected-error@+1 {{expected integer value}}
func.func private @f() attributes {a = #stablehlo.channel_handle<handle = x>}

// -----

// expected-error@+2 {{failed parsing dot dimension numbers attribute}}
// expected-error@+1 {{expected one of: `input_batch_dimension`, `input_feature_dimension`, `input_spatial_dimensions`, `kernel_input_feature_dimension`, `kernel_output_feature_dimension`, `kernel_spatial_dimensions`, `output_batch_dimension`, `output_feature_dimension`, `output_spatial_dimensions`}}
func.func private @f() attributes {a = #stablehlo.conv<raw batch = 1>}

// -----

// expected-error@+1 {{expected integer value}}
func.func private @f() attributes {a = #stablehlo.bounds<x>}

// -----

// expected-error@+1 {{expected non-function type}}
func.func private @f() attributes {a = tensor<4x>}

// -----

// expected-error@+1 {{expected 'x' in dimension list}}
func.func private @f() attributes {a = tensor<4yf32>}

// -----

// expected-error@+1 {{invalid tensor element type}}
func.func private @f() attributes {a = tensor<4xtensor<f32>>}

// -----

// expected-error@+1 {{invalid tensor element type}}
func.func private @f() attributes {a = tensor<4xnone>}

// -----

// expected-error@+1 {{expected '<' in vector type}}
func.func private @f() attributes {a = vector 4}

// -----

// expected-error@+1 {{expected '<' in memref type}}
func.func private @f() attributes {a = memref 4}

// -----

// expected-error@+1 {{undefined symbol alias id 't'}}
func.func private @f() attributes {a = !t}

// -----

// expected-error@+1 {{invalid element type for complex}}
func.func private @f() attributes {a = complex<index>}

// -----

// expected-error@+1 {{expected non-function type}}
func.func private @f() attributes {a = tuple<x>}

// -----

// expected-error@+1 {{unbalanced '(' character in pretty dialect name}}
func.func private @f() attributes {a = #mhlo<(]>}

// -----

// expected-error@+1 {{unbalanced '(' character in pretty dialect name}}
func.func private @f() attributes {a = #quant<(]>}

// -----

#a = 1
// expected-error@+1 {{redefinition of attribute alias id 'a'}}
#a = 2

// -----

!a = i32
// expected-error@+1 {{redefinition of type alias id 'a'}}
!a = i32

// -----

// expected-error@+1 {{attribute names with a '.' are reserved for dialect-defined names}}
#a.b = 1

// -----

// expected-error@+1 {{type names with a '.' are reserved for dialect-defined names}}
!a.b = i32

// -----

// expected-error@+1 {{expected '=' in attribute alias definition}}
#a 1

// -----

// expected-error@+1 {{expected attribute value}}
#a = x

// -----

// expected-error@+1 {{expected non-function type}}
func.func private @f() attributes {a = "x" : x}

// -----

// expected-error@+1 {{custom op 'a' is unknown (tried 'func.a' as well)}}
func.func private @f() {a = 1}

// -----

// expected-error@+1 {{'func.func' op results may only have dialect attributes}}
func.func private @f() -> (tensor<f32> {a})

// -----

// expected-error@+1 {{expected '{' to begin a region}}
module @m attributes {a} 

// -----

// expected-error@+1 {{custom op 'func.func' expected valid '@'-identifier for symbol name}}
func.func private f()

// -----

{-#
  // expected-error@+1 {{unknown key 'a' in file metadata dictionary}}
  a: {}
#-}

// -----

{-#
  // expected-error@+1 {{expected hex string blob for key 'a'}}
  dialect_resources: { builtin: { a: 1 } }
#-}

// -----

// expected-error@+1 {{expected integer literal}}
func.func private @f() attributes {a = array<i1: x>}

// -----

// expected-error@+1 {{expected floating point literal}}
func.func private @f() attributes {a = array<f32: x>}

// -----

// expected-error@+1 {{expected floating point literal}}
func.func private @f() attributes {a = array<f32: true>}

// -----

// expected-error@+1 {{expected i1 type for 'true' or 'false' values}}
func.func private @f() attributes {a = array<i8: true>}

// -----

// expected-error@+1 {{expected i1 type for 'true' or 'false' values}}
func.func private @f() attributes {a = array<i8: -true>}

// -----

// expected-error@+1 {{expected integer literal}}
func.func private @f() attributes {a = array<i8: ->}

// -----

// expected-error@+1 {{#"mine"<"x "y""> : 'none' attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used}}
func.func private @f() attributes {a = #mine<x "y">}

// -----

// expected-error@+1 {{#"mine"<"x<y>"> : 'none' attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used}}
func.func private @f() attributes {a = #mine.x<y>}

// -----

// expected-error@+1 {{undefined symbol alias id 'mine'}}
func.func private @f() attributes {a = #mine}

// -----

// expected-error@+1 {{`!"mine"<"y">` type created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used}}
func.func private @f() attributes {a = !mine<y>}

// -----

// expected-error@+1 {{'func.func' op expects result attribute array to have the same number of elements as the number of function results, got 2, but expected 1}}
"func.func"() ({}) {function_type = () -> f32, sym_name = "f", res_attrs = [{}, {}]} : () -> ()

// -----

// expected-error@+1 {{'func.func' op attribute 'res_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"func.func"() ({}) {function_type = () -> f32, sym_name = "f", res_attrs = 1} : () -> ()

// -----

// expected-error@+1 {{'func.func' op attribute 'res_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"func.func"() ({}) {function_type = () -> f32, sym_name = "f", res_attrs = [1, 2]} : () -> ()

// -----

// expected-error@+1 {{'func.func' op attribute 'res_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"func.func"() ({}) {sym_name = "f", res_attrs = [1, 2]} : () -> ()

// -----

// expected-error@+1 {{'func.func' op attribute 'sym_name' failed to satisfy constraint: string attribute}}
"func.func"() ({}) {sym_name = 1, function_type = () -> f32} : () -> ()

// -----

#x = 1
// expected-error@+1 {{expected non-function type}}
func.func private @f() attributes {a = tensor<4x#x>}

// -----

// expected-error@+2 {{failed parsing dot dimension numbers attribute}}
// expected-error@+1 {{expected '['}}
func.func private @f() attributes {a = #stablehlo.dot<lhs_batching_dimensions = x>}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.dot' expected valid keyword or string}}
  %0 = stablehlo.dot %a, %a, precision = [DEFAULT, 1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.compare' expected ::mlir::stablehlo::ComparisonDirection to be one of: EQ, NE, GE, GT, LE, LT}}
  %0 = stablehlo.compare BEST, %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  return
}

// -----

// expected-error@+1 {{struct is missing required parameter: operand_tuple_indices}}
func.func private @f() attributes {a = #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0>}

// -----

// expected-error@+1 {{duplicate or unknown struct parameter name: handle}}
func.func private @f() attributes {a = #stablehlo.channel_handle<handle = 2, handle = 1>}

// -----

// expected-error@+1 {{expected valid keyword or string}}
func.func private @f() attributes {a = #chlo<precision HIGH>, b = #chlo.comparison_type<FLOAT>}

// -----

// expected-error@+2 {{failed parsing dot dimension numbers attribute}}
// expected-error@+1 {{expected '>'}}
func.func private @f() attributes {a = #stablehlo.dot<lhs_contracting_dimensions = [0] rhs_contracting_dimensions = [1]>}

// -----

// expected-error@+2 {{failed parsing scatter dimension numbers attribute}}
// expected-error@+1 {{expected integer value}}
func.func private @f() attributes {a = #stablehlo.scatter<index_vector_dim = x>}

// -----

// expected-error@+2 {{failed parsing gather dimension numbers attribute}}
// expected-error@+1 {{expected integer value}}
func.func private @f() attributes {a = #stablehlo.gather<index_vector_dim = x>}

// -----

// expected-error@+2 {{failed parsing ragged dot dimension numbers attribute}}
// expected-error@+1 {{expected '['}}
func.func private @f() attributes {a = #chlo.ragged_dot<lhs_ragged_dimensions = x>}

// -----

// expected-error@+1 {{expected attribute value}}
func.func private @f() attributes {a = #stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=x>}

// -----

// expected-error@+1 {{expected '<'}}
func.func private @f() attributes {a = #stablehlo.mesh<axes=[1]>}

// -----

// expected-error@+1 {{expected '('}}
func.func private @f() attributes {a = #stablehlo.axis_ref<name = "x", sub_axis_info = 2>}

// -----

// expected-error@+1 {{expected '('}}
func.func private @f() attributes {a = #stablehlo.sub_axis_info<(1)2>}

// -----

// expected-error@+1 {{struct is missing required parameter: name}}
func.func private @f() attributes {a = #stablehlo.axis_ref<sub_axis_info = (1)2>}

// -----

// expected-error@+1 {{expected either integer or `:` post `to` in FileLineColRange}}
func.func private @f() loc("f":1:2 to x)

// -----

#a = 1 : i8
// expected-error@+1 {{expected location attribute, but got1 : i8}}
func.func private @f() loc(callsite(#a at "x"))

// -----

// expected-error@+1 {{expected ')' in location}}
func.func private @f() loc(#stablehlo<precision HIGH>)

// -----

// expected-error@+1 {{expected integer column number in FileLineColRange}}
func.func private @f() loc("a"("b":1:x))

// -----

// expected-error@+1 {{expected location instance}}
func.func private @f() loc(fused["a", 1])

// -----

// expected-error@+1 {{expected attribute value}}
func.func private @f() loc(fused<x>["a"])

// -----

// expected-error@+1 {{expected integer line number in FileLineColRange}}
func.func private @f() loc("f":99999999999999999999:1)

// -----

// expected-error@+1 {{expected integer column number in FileLineColRange}}
func.func private @f() loc("f":1:99999999999)

// -----

// expected-error@+1 {{expected 'custom'}}
func.func private @f() attributes {b = #sdy.op_sharding_rule<([i])->([i]) {i=2}, costum>}

// -----

// expected-error@+1 {{expected '>'}}
func.func private @f() attributes {b = #sdy.op_sharding_rule<([i])->([i]) {i=2}, custom x>}

// -----

// expected-error@+2 {{expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>}}
// expected-error@+1 {{invalid kind of attribute specified}}
func.func private @f() attributes {b = #sdy.sharding<1, [{}]>}

// -----

// expected-error@+1 {{hexadecimal float constant out of range for type}}
func.func private @f() attributes {b = 9.99999999e10, c = 1.0e23, d = 1.0e22 : f32, e = 99999999.0, f = 1.0 : tf32, g = 0.1 : tf32, h = 3.0e38 : tf32, i = 1.0e400, j = 0x7FC00000 : f32, k = 18446744073709551615 : ui64, l = 0x7FF : f8E5M2}

// -----

// expected-error@+1 {{expected 'custom'}}
func.func private @f() attributes {a = #sdy.op_sharding_rule<([i])->([i]) {i=2}, costum>}

// -----

// expected-error@+1 {{expected '}' in attribute dictionary}}
func.func private @f() attributes {a = 1 // one
  b = 2}

// -----

func.func @f() {
// expected-error@+1 {{expected ':' and type for SSA operand}}
^bb0(%a):
  return
}

// -----

func.func @f(%a: tensor<i32>) {
  // expected-error@+1 {{expected ')' to end region list}}
  %0 = "stablehlo.case"(%a) ({} : (tensor<i32>) -> tensor<i32>
  return
}

// -----

// expected-error@+1 {{integer constant out of range for attribute}}
func.func private @f() attributes {a = 200 : si8}

// -----

// expected-error@+1 {{integer constant out of range for attribute}}
func.func private @f() attributes {a = 9223372036854775808 : index}

// -----

// expected-error@+1 {{unbalanced '(' character in pretty dialect name}}
func.func private @f() attributes {a = #mhlo<(x>)>}

// -----

// expected-error@+1 {{a symbol needs a name}}
func.func private @""()

// -----

// expected-error@+1 {{a symbol needs a name}}
"func.func"() ({}) {sym_name = "", sym_visibility = "private", function_type = () -> ()} : () -> ()
