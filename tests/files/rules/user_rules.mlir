// RUN: shardflow opt %s -allow-unregistered-dialect -rules=tests/files/rules/mine.rules -sdy-populate-op-sharding-rules
// RUN: shardflow opt %s -allow-unregistered-dialect -rules=tests/files/rules/mine.json -sdy-populate-op-sharding-rules=conservative-propagation=true
// RUN: shardflow opt %s -allow-unregistered-dialect --rules tests/files/rules/mine.json -sdy-propagation-pipeline
// RUN: shardflow propagate -q %s --rules tests/files/rules/mine.rules
// RUN: shardflow opt %s -allow-unregistered-dialect -rules=tests/files/rules/mine.rules -sdy-propagation-pipeline -sdy-close-shardings -sdy-insert-explicit-reshards=enable-full-version=true

// Rules from a file: in the rule column, in propagation and in reshards.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<3x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>},
                %b: tensor<3x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y"}]>},
                %c: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<3x8x32xf32>, tensor<8x40xf32>) {
  %0 = "my.matmul"(%a, %b) : (tensor<3x8x16xf32>, tensor<3x16x32xf32>) -> tensor<3x8x32xf32>
  %1 = "my.gelu"(%0) : (tensor<3x8x32xf32>) -> tensor<3x8x32xf32>
  %2 = "my.gelu"(%c) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %3 = stablehlo.custom_call @my_kernel(%c) {mhlo.backend_config = {axis = 1 : i64}} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %4 = stablehlo.custom_call @my_kernel(%3) {mhlo.backend_config = {axis = 0 : i64}} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %5 = stablehlo.slice %c [0:8, 0:8] : (tensor<8x16xf32>) -> tensor<8x8xf32>
  %6 = "my.concat"(%3, %4, %5) : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x8xf32>) -> tensor<8x40xf32>
  return %1, %6 : tensor<3x8x32xf32>, tensor<8x40xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   func.func @main(%arg0: tensor<3x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %arg1: tensor<3x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y"}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<3x8x32xf32>, tensor<8x40xf32>) {
//>     %0 = "my.matmul"(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, k, l])->([i, j, l]) {i=3, j=8, k=16, l=32} reduction={k}>} : (tensor<3x8x16xf32>, tensor<3x16x32xf32>) -> tensor<3x8x32xf32>
//>     %1 = "my.gelu"(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=3, j=8, k=32}>} : (tensor<3x8x32xf32>) -> tensor<3x8x32xf32>
//>     %2 = "my.gelu"(%arg2) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %3 = stablehlo.custom_call @my_kernel(%arg2) {mhlo.backend_config = {axis = 1 : i64}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} need_replication={j}>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %4 = stablehlo.custom_call @my_kernel(%3) {mhlo.backend_config = {axis = 0 : i64}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %5 = stablehlo.slice %arg2 [0:8, 0:8] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} permutation={j}>} : (tensor<8x16xf32>) -> tensor<8x8xf32>
//>     %6 = "my.concat"(%3, %4, %5) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [i, j])->([i, j]) {i=8, j=16} permutation={j}>} : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x8xf32>) -> tensor<8x40xf32>
//>     return %1, %6 : tensor<3x8x32xf32>, tensor<8x40xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   func.func @main(%arg0: tensor<3x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %arg1: tensor<3x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y"}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<3x8x32xf32>, tensor<8x40xf32>) {
//>     %0 = "my.matmul"(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, k, l])->([i, j, l]) {i=3, j=8, k=16, l=32} reduction={k}>} : (tensor<3x8x16xf32>, tensor<3x16x32xf32>) -> tensor<3x8x32xf32>
//>     %1 = "my.gelu"(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=3, j=8, k=32}>} : (tensor<3x8x32xf32>) -> tensor<3x8x32xf32>
//>     %2 = "my.gelu"(%arg2) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %3 = stablehlo.custom_call @my_kernel(%arg2) {mhlo.backend_config = {axis = 1 : i64}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} need_replication={j}>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %4 = stablehlo.custom_call @my_kernel(%3) {mhlo.backend_config = {axis = 0 : i64}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %5 = stablehlo.slice %arg2 [0:8, 0:8] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} permutation={j} blocked_propagation={j}>} : (tensor<8x16xf32>) -> tensor<8x8xf32>
//>     %6 = "my.concat"(%3, %4, %5) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [i, j])->([i, j]) {i=8, j=16} permutation={j} blocked_propagation={j}>} : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x8xf32>) -> tensor<8x40xf32>
//>     return %1, %6 : tensor<3x8x32xf32>, tensor<8x40xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<3x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %arg1: tensor<3x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y"}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<3x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>}, tensor<8x40xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
//>     %0 = "my.matmul"(%arg0, %arg1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {"y"}]>]>} : (tensor<3x8x16xf32>, tensor<3x16x32xf32>) -> tensor<3x8x32xf32>
//>     %1 = "my.gelu"(%0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {"y"}]>]>} : (tensor<3x8x32xf32>) -> tensor<3x8x32xf32>
//>     %2 = stablehlo.custom_call @my_kernel(%arg2) {mhlo.backend_config = {axis = 1 : i64}, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %3 = stablehlo.custom_call @my_kernel(%2) {mhlo.backend_config = {axis = 0 : i64}, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %4 = stablehlo.slice %arg2 [0:8, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x16xf32>) -> tensor<8x8xf32>
//>     %5 = "my.concat"(%2, %3, %4) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x8xf32>) -> tensor<8x40xf32>
//>     return %1, %5 : tensor<3x8x32xf32>, tensor<8x40xf32>
//>   }
//> }
//# RUN 4
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<3x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %arg1: tensor<3x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y"}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<3x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>}, tensor<8x40xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
//>     %0 = "my.matmul"(%arg0, %arg1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {"y"}]>]>} : (tensor<3x8x16xf32>, tensor<3x16x32xf32>) -> tensor<3x8x32xf32>
//>     %1 = "my.gelu"(%0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {"y"}]>]>} : (tensor<3x8x32xf32>) -> tensor<3x8x32xf32>
//>     %2 = stablehlo.custom_call @my_kernel(%arg2) {mhlo.backend_config = {axis = 1 : i64}, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %3 = stablehlo.custom_call @my_kernel(%2) {mhlo.backend_config = {axis = 0 : i64}, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %4 = stablehlo.slice %arg2 [0:8, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x16xf32>) -> tensor<8x8xf32>
//>     %5 = "my.concat"(%2, %3, %4) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x8xf32>) -> tensor<8x40xf32>
//>     return %1, %5 : tensor<3x8x32xf32>, tensor<8x40xf32>
//>   }
//> }
//# RUN 5
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func @main(%arg0: tensor<3x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %arg1: tensor<3x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y"}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<3x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>}, tensor<8x40xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
//>     %0 = "my.matmul"(%arg0, %arg1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {"y"}]>]>} : (tensor<3x8x16xf32>, tensor<3x16x32xf32>) -> tensor<3x8x32xf32>
//>     %1 = "my.gelu"(%0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {"y"}]>]>} : (tensor<3x8x32xf32>) -> tensor<3x8x32xf32>
//>     %2 = sdy.reshard %arg2 <@mesh, [{"y", "x"}, {}]> : tensor<8x16xf32>
//>     %3 = stablehlo.custom_call @my_kernel(%2) {mhlo.backend_config = {axis = 1 : i64}, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y", "x"}, {}]>]>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %4 = sdy.reshard %3 <@mesh, [{"y"}, {"x"}]> : tensor<8x16xf32>
//>     %5 = stablehlo.custom_call @my_kernel(%4) {mhlo.backend_config = {axis = 0 : i64}, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
//>     %6 = stablehlo.slice %arg2 [0:8, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x16xf32>) -> tensor<8x8xf32>
//>     %7 = "my.concat"(%4, %5, %6) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x8xf32>) -> tensor<8x40xf32>
//>     return %1, %7 : tensor<3x8x32xf32>, tensor<8x40xf32>
//>   }
//> }
