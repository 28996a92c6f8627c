// RUN: shardflow opt %s -xla-legalize-chlo
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>, %s: tensor<f64>, %h: tensor<4xbf16>) -> (tensor<8xf32>, tensor<f64>, tensor<4xbf16>) {
  %0 = chlo.next_after %x, %y : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  %1 = chlo.next_after %s, %s : tensor<f64>, tensor<f64> -> tensor<f64>
  %2 = chlo.next_after %h, %h : tensor<4xbf16>, tensor<4xbf16> -> tensor<4xbf16>
  return %0, %1, %2 : tensor<8xf32>, tensor<f64>, tensor<4xbf16>
}

//> module {
//>   func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<f64>, %arg3: tensor<4xbf16>) -> (tensor<8xf32>, tensor<f64>, tensor<4xbf16>) {
//>     %0 = stablehlo.compare NE, %arg0, %arg0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
//>     %1 = stablehlo.compare NE, %arg1, %arg1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
//>     %2 = stablehlo.or %0, %1 : tensor<8xi1>
//>     %c = stablehlo.constant dense<2143289344> : tensor<i32>
//>     %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
//>     %4 = stablehlo.compare EQ, %arg0, %arg1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
//>     %5 = stablehlo.bitcast_convert %arg1 : (tensor<8xf32>) -> tensor<8xi32>
//>     %6 = stablehlo.bitcast_convert %arg0 : (tensor<8xf32>) -> tensor<8xi32>
//>     %c_0 = stablehlo.constant dense<2147483647> : tensor<i32>
//>     %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8xi32>
//>     %c_1 = stablehlo.constant dense<0> : tensor<i32>
//>     %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<8xi32>
//>     %9 = stablehlo.and %6, %7 : tensor<8xi32>
//>     %10 = stablehlo.compare EQ, %9, %8 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
//>     %11 = stablehlo.and %5, %7 : tensor<8xi32>
//>     %12 = stablehlo.compare EQ, %11, %8 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
//>     %c_2 = stablehlo.constant dense<-2147483648> : tensor<i32>
//>     %13 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8xi32>
//>     %14 = stablehlo.and %5, %13 : tensor<8xi32>
//>     %c_3 = stablehlo.constant dense<1> : tensor<i32>
//>     %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<8xi32>
//>     %16 = stablehlo.or %14, %15 : tensor<8xi32>
//>     %17 = stablehlo.select %12, %5, %16 : tensor<8xi1>, tensor<8xi32>
//>     %18 = stablehlo.compare GT, %9, %11 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
//>     %19 = stablehlo.and %6, %13 : tensor<8xi32>
//>     %20 = stablehlo.compare NE, %19, %14 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
//>     %21 = stablehlo.or %18, %20 : tensor<8xi1>
//>     %c_4 = stablehlo.constant dense<-1> : tensor<i32>
//>     %22 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<8xi32>
//>     %23 = stablehlo.select %21, %22, %15 : tensor<8xi1>, tensor<8xi32>
//>     %24 = stablehlo.add %6, %23 : tensor<8xi32>
//>     %25 = stablehlo.select %10, %17, %24 : tensor<8xi1>, tensor<8xi32>
//>     %26 = stablehlo.select %4, %5, %25 : tensor<8xi1>, tensor<8xi32>
//>     %27 = stablehlo.select %2, %3, %26 : tensor<8xi1>, tensor<8xi32>
//>     %28 = stablehlo.bitcast_convert %27 : (tensor<8xi32>) -> tensor<8xf32>
//>     %29 = stablehlo.compare NE, %arg2, %arg2 : (tensor<f64>, tensor<f64>) -> tensor<i1>
//>     %30 = stablehlo.compare NE, %arg2, %arg2 : (tensor<f64>, tensor<f64>) -> tensor<i1>
//>     %31 = stablehlo.or %29, %30 : tensor<i1>
//>     %c_5 = stablehlo.constant dense<9221120237041090560> : tensor<i64>
//>     %32 = stablehlo.compare EQ, %arg2, %arg2 : (tensor<f64>, tensor<f64>) -> tensor<i1>
//>     %33 = stablehlo.bitcast_convert %arg2 : (tensor<f64>) -> tensor<i64>
//>     %34 = stablehlo.bitcast_convert %arg2 : (tensor<f64>) -> tensor<i64>
//>     %c_6 = stablehlo.constant dense<9223372036854775807> : tensor<i64>
//>     %c_7 = stablehlo.constant dense<0> : tensor<i64>
//>     %35 = stablehlo.and %34, %c_6 : tensor<i64>
//>     %36 = stablehlo.compare EQ, %35, %c_7 : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     %37 = stablehlo.and %33, %c_6 : tensor<i64>
//>     %38 = stablehlo.compare EQ, %37, %c_7 : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     %c_8 = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
//>     %39 = stablehlo.and %33, %c_8 : tensor<i64>
//>     %c_9 = stablehlo.constant dense<1> : tensor<i64>
//>     %40 = stablehlo.or %39, %c_9 : tensor<i64>
//>     %41 = stablehlo.select %38, %33, %40 : tensor<i1>, tensor<i64>
//>     %42 = stablehlo.compare GT, %35, %37 : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     %43 = stablehlo.and %34, %c_8 : tensor<i64>
//>     %44 = stablehlo.compare NE, %43, %39 : (tensor<i64>, tensor<i64>) -> tensor<i1>
//>     %45 = stablehlo.or %42, %44 : tensor<i1>
//>     %c_10 = stablehlo.constant dense<-1> : tensor<i64>
//>     %46 = stablehlo.select %45, %c_10, %c_9 : tensor<i1>, tensor<i64>
//>     %47 = stablehlo.add %34, %46 : tensor<i64>
//>     %48 = stablehlo.select %36, %41, %47 : tensor<i1>, tensor<i64>
//>     %49 = stablehlo.select %32, %33, %48 : tensor<i1>, tensor<i64>
//>     %50 = stablehlo.select %31, %c_5, %49 : tensor<i1>, tensor<i64>
//>     %51 = stablehlo.bitcast_convert %50 : (tensor<i64>) -> tensor<f64>
//>     %52 = chlo.next_after %arg3, %arg3 : tensor<4xbf16>, tensor<4xbf16> -> tensor<4xbf16>
//>     return %28, %51, %52 : tensor<8xf32>, tensor<f64>, tensor<4xbf16>
//>   }
//> }
//! %s:5:8: warning: XLA may expand chlo.next_after differently than shardflow does; the shardings of its results are uncertain
//!   %2 = chlo.next_after %h, %h : tensor<4xbf16>, tensor<4xbf16> -> tensor<4xbf16>
//!        ^
