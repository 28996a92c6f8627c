// RUN: shardflow opt %s
// RUN: shardflow opt %s -sdy-populate-op-sharding-rules
// What XLA keeps as one op of mhlo.
func.func @main(%x: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x2xf32>, tensor<8x2xi32>) {
  %0 = mhlo.erf %x : tensor<8x16xf32>
  %1:2 = mhlo.topk(%0, k = 2) : tensor<8x16xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
  return %0, %1#0, %1#1 : tensor<8x16xf32>, tensor<8x2xf32>, tensor<8x2xi32>
}

//# RUN 1
//> module {
//>   func.func @main(%arg0: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x2xf32>, tensor<8x2xi32>) {
//>     %0 = mhlo.erf %arg0 : tensor<8x16xf32>
//>     %values, %indices = mhlo.topk(%0, k = 2) : tensor<8x16xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
//>     return %0, %values, %indices : tensor<8x16xf32>, tensor<8x2xf32>, tensor<8x2xi32>
//>   }
//> }
//# RUN 2
//> module {
//>   func.func @main(%arg0: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x2xf32>, tensor<8x2xi32>) {
//>     %0 = mhlo.erf %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>} : tensor<8x16xf32>
//>     %values, %indices = mhlo.topk(%0, k = 2) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j], [i, j]) {i=8, j=16} need_replication={j} blocked_propagation={j}>} : tensor<8x16xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
//>     return %0, %values, %indices : tensor<8x16xf32>, tensor<8x2xf32>, tensor<8x2xi32>
//>   }
//> }
