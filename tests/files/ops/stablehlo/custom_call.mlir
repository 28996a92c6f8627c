// RUN: shardflow opt %s
// RUN: shardflow opt %s -mlir-print-op-generic

module {
  sdy.mesh @mesh = <["a"=2]>
  func.func private @helper(tensor<4x8xf32>)
  func.func @main(%x: tensor<4x8xf32>, %t: !stablehlo.token) {
    %0 = stablehlo.custom_call @relu(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.custom_call @"needs quotes!"(%x, %x) {backend_config = "{\22k\22: 1}"} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = stablehlo.custom_call @a.b$c_d(%x) {api_version = 4 : i32, backend_config = {depth = 3 : i64, name = "n"}, has_side_effect = true} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %3 = stablehlo.custom_call @layouts(%x) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = stablehlo.custom_call @defaults(%x) {has_side_effect = false, api_version = 1 : i32, called_computations = [], output_operand_aliases = []} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %5:2 = stablehlo.custom_call @callee(%x) {called_computations = [@helper], sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>, <@mesh, [{}]>]>, mhlo.frontend_attributes = {a = "b"}} : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xi32>)
    stablehlo.custom_call @nothing() {api_version = 2 : i32} : () -> ()
    %6 = stablehlo.custom_call @token(%t) {custom_call_schedule = 1 : i32} : (!stablehlo.token) -> !stablehlo.token
    %7 = "stablehlo.custom_call"(%x) <{call_target_name = "", api_version = 0 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %8 = "stablehlo.custom_call"(%x) <{call_target_name = "9lives", api_version = 3 : i32, result_tilings = [[dense<[2, 4]> : tensor<2xindex>]]}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return
  }
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func private @helper(tensor<4x8xf32>)
//>   func.func @main(%arg0: tensor<4x8xf32>, %arg1: !stablehlo.token) {
//>     %0 = stablehlo.custom_call @relu(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %1 = stablehlo.custom_call @"needs quotes!"(%arg0, %arg0) {backend_config = "{\22k\22: 1}"} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %2 = stablehlo.custom_call @a.b$c_d(%arg0) {api_version = 4 : i32, backend_config = {depth = 3 : i64, name = "n"}, has_side_effect = true} : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %3 = stablehlo.custom_call @layouts(%arg0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %4 = stablehlo.custom_call @defaults(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %5:2 = stablehlo.custom_call @callee(%arg0) {called_computations = [@helper], mhlo.frontend_attributes = {a = "b"}, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>, <@mesh, [{}]>]>} : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xi32>)
//>     stablehlo.custom_call @nothing() {api_version = 2 : i32} : () -> ()
//>     %6 = stablehlo.custom_call @token(%arg1) {custom_call_schedule = 1 : i32} : (!stablehlo.token) -> !stablehlo.token
//>     %7 = stablehlo.custom_call @<<INVALID EMPTY SYMBOL>>(%arg0) {api_version = 0 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %8 = stablehlo.custom_call @"9lives"(%arg0) {api_version = 3 : i32, result_tilings = [[dense<[2, 4]> : tensor<2xindex>]]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     return
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
//>   "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "helper", sym_visibility = "private"}> ({
//>   }) : () -> ()
//>   "func.func"() <{function_type = (tensor<4x8xf32>, !stablehlo.token) -> (), sym_name = "main"}> ({
//>   ^bb0(%arg0: tensor<4x8xf32>, %arg1: !stablehlo.token):
//>     %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "relu"}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %1 = "stablehlo.custom_call"(%arg0, %arg0) <{backend_config = "{\22k\22: 1}", call_target_name = "needs quotes!"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %2 = "stablehlo.custom_call"(%arg0) <{api_version = 4 : i32, backend_config = {depth = 3 : i64, name = "n"}, call_target_name = "a.b$c_d", has_side_effect = true}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %3 = "stablehlo.custom_call"(%arg0) <{call_target_name = "layouts", operand_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %4 = "stablehlo.custom_call"(%arg0) <{api_version = 1 : i32, call_target_name = "defaults", called_computations = [], has_side_effect = false, output_operand_aliases = []}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %5:2 = "stablehlo.custom_call"(%arg0) <{call_target_name = "callee", called_computations = [@helper]}> {mhlo.frontend_attributes = {a = "b"}, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>, <@mesh, [{}]>]>} : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xi32>)
//>     "stablehlo.custom_call"() <{api_version = 2 : i32, call_target_name = "nothing"}> : () -> ()
//>     %6 = "stablehlo.custom_call"(%arg1) <{call_target_name = "token"}> {custom_call_schedule = 1 : i32} : (!stablehlo.token) -> !stablehlo.token
//>     %7 = "stablehlo.custom_call"(%arg0) <{api_version = 0 : i32, call_target_name = ""}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %8 = "stablehlo.custom_call"(%arg0) <{api_version = 3 : i32, call_target_name = "9lives", result_tilings = [[dense<[2, 4]> : tensor<2xindex>]]}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     "func.return"() : () -> ()
//>   }) : () -> ()
//> }) : () -> ()
