// A reshard of a reshape is the reshape of a reshard where the devices hold the
// same elements.
// RUN: shardflow opt %s -canonicalize
sdy.mesh @mesh = <["x"=2, "y"=4]>

// The rows of one are the pieces of the other.
func.func @rows(%a: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<32xf32>) {
  %0 = sdy.reshard %a <@mesh, [{"x", "y"}, {}]> : tensor<8x4xf32>
  %1 = stablehlo.reshape %a : (tensor<8x4xf32>) -> tensor<32xf32>
  %2 = sdy.reshard %1 <@mesh, [{"x", "y"}]> : tensor<32xf32>
  return %0, %2 : tensor<8x4xf32>, tensor<32xf32>
}

// Parts of an axis next to one another are the axis.
func.func @parts(%a: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<8xf32>) {
  %0 = sdy.reshard %a <@mesh, [{"y":(1)2}, {"y":(2)2}]> : tensor<2x4xf32>
  %1 = stablehlo.reshape %a : (tensor<2x4xf32>) -> tensor<8xf32>
  %2 = sdy.reshard %1 <@mesh, [{"y"}]> : tensor<8xf32>
  return %0, %2 : tensor<2x4xf32>, tensor<8xf32>
}

// Blocks of rows and columns are no piece of the whole.
func.func @blocks(%a: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<32xf32>) {
  %0 = sdy.reshard %a <@mesh, [{"x"}, {"y"}]> : tensor<8x4xf32>
  %1 = stablehlo.reshape %a : (tensor<8x4xf32>) -> tensor<32xf32>
  %2 = sdy.reshard %1 <@mesh, [{"x", "y"}]> : tensor<32xf32>
  return %0, %2 : tensor<8x4xf32>, tensor<32xf32>
}

// Parts that are apart stay two.
func.func @apart(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<16xf32>) {
  %0 = sdy.reshard %a <@mesh, [{"y":(1)2}, {"y":(2)2}]> : tensor<4x4xf32>
  %1 = stablehlo.reshape %a : (tensor<4x4xf32>) -> tensor<16xf32>
  %2 = sdy.reshard %1 <@mesh, [{"y"}]> : tensor<16xf32>
  return %0, %2 : tensor<4x4xf32>, tensor<16xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]>
//>   func.func @rows(%arg0: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<32xf32>) {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"x", "y"}, {}]> : tensor<8x4xf32>
//>     %1 = stablehlo.reshape %0 : (tensor<8x4xf32>) -> tensor<32xf32>
//>     return %0, %1 : tensor<8x4xf32>, tensor<32xf32>
//>   }
//>   func.func @parts(%arg0: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<8xf32>) {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"y":(1)2}, {"y":(2)2}]> : tensor<2x4xf32>
//>     %1 = stablehlo.reshape %0 : (tensor<2x4xf32>) -> tensor<8xf32>
//>     return %0, %1 : tensor<2x4xf32>, tensor<8xf32>
//>   }
//>   func.func @blocks(%arg0: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<32xf32>) {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"x"}, {"y"}]> : tensor<8x4xf32>
//>     %1 = stablehlo.reshape %arg0 : (tensor<8x4xf32>) -> tensor<32xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{"x", "y"}]> : tensor<32xf32>
//>     return %0, %2 : tensor<8x4xf32>, tensor<32xf32>
//>   }
//>   func.func @apart(%arg0: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<16xf32>) {
//>     %0 = sdy.reshard %arg0 <@mesh, [{"y":(1)2}, {"y":(2)2}]> : tensor<4x4xf32>
//>     %1 = stablehlo.reshape %arg0 : (tensor<4x4xf32>) -> tensor<16xf32>
//>     %2 = sdy.reshard %1 <@mesh, [{"y"}]> : tensor<16xf32>
//>     return %0, %2 : tensor<4x4xf32>, tensor<16xf32>
//>   }
//> }
