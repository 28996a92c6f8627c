// An op on one device runs there alone; a sum brings its results everywhere.
// RUN: shardflow opt %s -sdy-resolve-single-device-sharding
// RUN: shardflow opt %s -sdy-resolve-single-device-sharding=replica-count=6

// (The first mesh with axes is the one of the sums.)
sdy.mesh @one5 = <[], device_ids=[5]>
sdy.mesh @grid = <["row"=2, "col"=3]>
sdy.mesh @line = <["i"=6]>
sdy.mesh @one0 = <[], device_ids=[0]>

// Results of several types; the empty one has no element to repeat.
func.func @kinds(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"row"}]>}) -> (tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token) {
  %0 = sdy.reshard %arg0 <@one5, []> : tensor<6xf32>
  %1:5 = stablehlo.custom_call @alone(%0) {sdy.sharding = #sdy.sharding_per_value<[<@one5, []>, <@one5, []>, <@grid, [{}]>, <@one5, []>, <@grid, []>]>} : (tensor<6xf32>) -> (tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token)
  return %1#0, %1#1, %1#2, %1#3, %1#4 : tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token
}

// The reshard of %arg0 has another use and stays; the one of %0 goes. What
// reshards to everywhere is the sum itself, any other reshard is one of the sum.
func.func @chain(%arg0: tensor<6x2xf32>) -> (tensor<6x2xf32>, tensor<6x2xf32>, tensor<6x2xf32>) {
  %r = sdy.reshard %arg0 <@one0, []> : tensor<6x2xf32>
  %0 = stablehlo.negate %r {sdy.sharding = #sdy.sharding_per_value<[<@one0, []>]>} : tensor<6x2xf32>
  %1 = sdy.reshard %0 <@grid, [{}, {}]> : tensor<6x2xf32>
  %2 = sdy.reshard %0 <@line, [{"i"}, {}]> : tensor<6x2xf32>
  %3 = sdy.reshard %1 <@one5, []> : tensor<6x2xf32>
  %4 = stablehlo.add %3, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@one5, []>]>} : tensor<6x2xf32>
  return %r, %2, %4 : tensor<6x2xf32>, tensor<6x2xf32>, tensor<6x2xf32>
}

// Nothing here is on one device.
func.func @elsewhere(%arg0: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.negate %arg0 : tensor<6xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"row"}]>]>} : tensor<6xf32>
  return %1 : tensor<6xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @one5 = <[], device_ids=[5]>
//>   sdy.mesh @grid = <["row"=2, "col"=3]>
//>   sdy.mesh @line = <["i"=6]>
//>   sdy.mesh @one0 = <[], device_ids=[0]>
//>   func.func @kinds(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"row"}]>}) -> (tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token) {
//>     %0 = stablehlo.partition_id : tensor<ui32>
//>     %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<5> : tensor<i64>
//>     %2 = stablehlo.compare EQ, %1, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     %3:5 = "stablehlo.if"(%2) ({
//>       %8:5 = stablehlo.custom_call @alone(%arg0) : (tensor<6xf32>) -> (tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token)
//>       stablehlo.return %8#0, %8#1, %8#2, %8#3, %8#4 : tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token
//>     }, {
//>       %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<2xcomplex<f64>>
//>       %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<0x3xf32>
//>       %c_1 = stablehlo.constant dense<false> : tensor<5xi1>
//>       %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<4xbf16>
//>       %8 = stablehlo.create_token : !stablehlo.token
//>       stablehlo.return %cst, %cst_0, %c_1, %cst_2, %8 : tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token
//>     }) : (tensor<i1>) -> (tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token)
//>     %4 = sdy.all_reduce {"row", "col"} %3#0 out_sharding=<@grid, [{}]> : tensor<2xcomplex<f64>>
//>     %5 = sdy.all_reduce {"row", "col"} %3#1 out_sharding=<@grid, [{}, {}]> : tensor<0x3xf32>
//>     %6 = sdy.all_reduce {"row", "col"} %3#2 out_sharding=<@grid, [{}]> : tensor<5xi1>
//>     %7 = sdy.all_reduce {"row", "col"} %3#3 out_sharding=<@grid, [{}]> : tensor<4xbf16>
//>     return %4, %5, %6, %7, %3#4 : tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token
//>   }
//>   func.func @chain(%arg0: tensor<6x2xf32>) -> (tensor<6x2xf32>, tensor<6x2xf32>, tensor<6x2xf32>) {
//>     %0 = sdy.reshard %arg0 <@one0, []> : tensor<6x2xf32>
//>     %1 = stablehlo.partition_id : tensor<ui32>
//>     %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<0> : tensor<i64>
//>     %3 = stablehlo.compare EQ, %2, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     %4 = "stablehlo.if"(%3) ({
//>       %12 = stablehlo.negate %arg0 : tensor<6x2xf32>
//>       stablehlo.return %12 : tensor<6x2xf32>
//>     }, {
//>       %cst = stablehlo.constant dense<0.000000e+00> : tensor<6x2xf32>
//>       stablehlo.return %cst : tensor<6x2xf32>
//>     }) : (tensor<i1>) -> tensor<6x2xf32>
//>     %5 = sdy.all_reduce {"row", "col"} %4 out_sharding=<@grid, [{}, {}]> : tensor<6x2xf32>
//>     %6 = sdy.reshard %5 <@line, [{"i"}, {}]> : tensor<6x2xf32>
//>     %7 = stablehlo.partition_id : tensor<ui32>
//>     %8 = stablehlo.convert %7 : (tensor<ui32>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<5> : tensor<i64>
//>     %9 = stablehlo.compare EQ, %8, %c_0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     %10 = "stablehlo.if"(%9) ({
//>       %12 = stablehlo.add %5, %arg0 : tensor<6x2xf32>
//>       stablehlo.return %12 : tensor<6x2xf32>
//>     }, {
//>       %cst = stablehlo.constant dense<0.000000e+00> : tensor<6x2xf32>
//>       stablehlo.return %cst : tensor<6x2xf32>
//>     }) : (tensor<i1>) -> tensor<6x2xf32>
//>     %11 = sdy.all_reduce {"row", "col"} %10 out_sharding=<@grid, [{}, {}]> : tensor<6x2xf32>
//>     return %0, %6, %11 : tensor<6x2xf32>, tensor<6x2xf32>, tensor<6x2xf32>
//>   }
//>   func.func @elsewhere(%arg0: tensor<6xf32>) -> tensor<6xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<6xf32>
//>     %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"row"}]>]>} : tensor<6xf32>
//>     return %1 : tensor<6xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @one5 = <[], device_ids=[5]>
//>   sdy.mesh @grid = <["row"=2, "col"=3]>
//>   sdy.mesh @line = <["i"=6]>
//>   sdy.mesh @one0 = <[], device_ids=[0]>
//>   func.func @kinds(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"row"}]>}) -> (tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token) {
//>     %0 = stablehlo.replica_id : tensor<ui32>
//>     %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<5> : tensor<i64>
//>     %2 = stablehlo.compare EQ, %1, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     %3:5 = "stablehlo.if"(%2) ({
//>       %8:5 = stablehlo.custom_call @alone(%arg0) : (tensor<6xf32>) -> (tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token)
//>       stablehlo.return %8#0, %8#1, %8#2, %8#3, %8#4 : tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token
//>     }, {
//>       %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<2xcomplex<f64>>
//>       %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<0x3xf32>
//>       %c_1 = stablehlo.constant dense<false> : tensor<5xi1>
//>       %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<4xbf16>
//>       %8 = stablehlo.create_token : !stablehlo.token
//>       stablehlo.return %cst, %cst_0, %c_1, %cst_2, %8 : tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token
//>     }) : (tensor<i1>) -> (tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token)
//>     %4 = sdy.all_reduce {"row", "col"} %3#0 out_sharding=<@grid, [{}]> : tensor<2xcomplex<f64>>
//>     %5 = sdy.all_reduce {"row", "col"} %3#1 out_sharding=<@grid, [{}, {}]> : tensor<0x3xf32>
//>     %6 = sdy.all_reduce {"row", "col"} %3#2 out_sharding=<@grid, [{}]> : tensor<5xi1>
//>     %7 = sdy.all_reduce {"row", "col"} %3#3 out_sharding=<@grid, [{}]> : tensor<4xbf16>
//>     return %4, %5, %6, %7, %3#4 : tensor<2xcomplex<f64>>, tensor<0x3xf32>, tensor<5xi1>, tensor<4xbf16>, !stablehlo.token
//>   }
//>   func.func @chain(%arg0: tensor<6x2xf32>) -> (tensor<6x2xf32>, tensor<6x2xf32>, tensor<6x2xf32>) {
//>     %0 = sdy.reshard %arg0 <@one0, []> : tensor<6x2xf32>
//>     %1 = stablehlo.replica_id : tensor<ui32>
//>     %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
//>     %c = stablehlo.constant dense<0> : tensor<i64>
//>     %3 = stablehlo.compare EQ, %2, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     %4 = "stablehlo.if"(%3) ({
//>       %12 = stablehlo.negate %arg0 : tensor<6x2xf32>
//>       stablehlo.return %12 : tensor<6x2xf32>
//>     }, {
//>       %cst = stablehlo.constant dense<0.000000e+00> : tensor<6x2xf32>
//>       stablehlo.return %cst : tensor<6x2xf32>
//>     }) : (tensor<i1>) -> tensor<6x2xf32>
//>     %5 = sdy.all_reduce {"row", "col"} %4 out_sharding=<@grid, [{}, {}]> : tensor<6x2xf32>
//>     %6 = sdy.reshard %5 <@line, [{"i"}, {}]> : tensor<6x2xf32>
//>     %7 = stablehlo.replica_id : tensor<ui32>
//>     %8 = stablehlo.convert %7 : (tensor<ui32>) -> tensor<i64>
//>     %c_0 = stablehlo.constant dense<5> : tensor<i64>
//>     %9 = stablehlo.compare EQ, %8, %c_0 : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     %10 = "stablehlo.if"(%9) ({
//>       %12 = stablehlo.add %5, %arg0 : tensor<6x2xf32>
//>       stablehlo.return %12 : tensor<6x2xf32>
//>     }, {
//>       %cst = stablehlo.constant dense<0.000000e+00> : tensor<6x2xf32>
//>       stablehlo.return %cst : tensor<6x2xf32>
//>     }) : (tensor<i1>) -> tensor<6x2xf32>
//>     %11 = sdy.all_reduce {"row", "col"} %10 out_sharding=<@grid, [{}, {}]> : tensor<6x2xf32>
//>     return %0, %6, %11 : tensor<6x2xf32>, tensor<6x2xf32>, tensor<6x2xf32>
//>   }
//>   func.func @elsewhere(%arg0: tensor<6xf32>) -> tensor<6xf32> {
//>     %0 = stablehlo.negate %arg0 : tensor<6xf32>
//>     %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"row"}]>]>} : tensor<6xf32>
//>     return %1 : tensor<6xf32>
//>   }
//> }
