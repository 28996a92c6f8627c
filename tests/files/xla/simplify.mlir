// RUN: shardflow opt %s -xla-simplify
// What only adds, moves or drops dimensions of size 1 is a reshape; constants
// stand on the right; what changes nothing goes.

func.func @unit_dimensions(%x: tensor<8x4xf32>) -> (tensor<8x1x4xf32>, tensor<1x8x4xf32>, tensor<8x4xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<8x4xf32>) -> tensor<8x1x4xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<8x1x4xf32>) -> tensor<1x8x4xf32>
  %2 = stablehlo.reshape %1 : (tensor<1x8x4xf32>) -> tensor<8x4xf32>
  return %0, %1, %2 : tensor<8x1x4xf32>, tensor<1x8x4xf32>, tensor<8x4xf32>
}

func.func @broadcasts(%x: tensor<8xf32>, %s: tensor<f32>) -> (tensor<4x8x2xf32>, tensor<2x4xf32>, tensor<4x8xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x2xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return %1, %3, %0 : tensor<4x8x2xf32>, tensor<2x4xf32>, tensor<4x8xf32>
}

func.func @broadcast_that_transposes(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

func.func @transposes(%x: tensor<2x3x4xf32>) -> (tensor<3x4x2xf32>, tensor<2x3x4xf32>) {
  %0 = stablehlo.transpose %x, dims = [2, 1, 0] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<4x3x2xf32>) -> tensor<3x4x2xf32>
  %2 = stablehlo.transpose %0, dims = [2, 1, 0] : (tensor<4x3x2xf32>) -> tensor<2x3x4xf32>
  return %1, %2 : tensor<3x4x2xf32>, tensor<2x3x4xf32>
}

func.func @iotas() -> (tensor<4x8xi32>, tensor<1x8xi32>, tensor<1x8xf32>, tensor<8xi32>) {
  %0 = stablehlo.iota dim = 1 : tensor<4x8xi32>
  %1 = stablehlo.iota dim = 0 : tensor<1x8xi32>
  %2 = stablehlo.iota dim = 0 : tensor<1x8xf32>
  %3 = stablehlo.iota dim = 0 : tensor<8xi32>
  return %0, %1, %2, %3 : tensor<4x8xi32>, tensor<1x8xi32>, tensor<1x8xf32>, tensor<8xi32>
}

// The sign alone is a NaN in FNUZ formats, and 2.0 in E8M0, which has no zero.
func.func @zeros_of_small_floats(%x: tensor<8xf8E5M2>, %y: tensor<8xf8E5M2FNUZ>, %z: tensor<8xf8E8M0FNU>) -> (tensor<8xf8E5M2>, tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>, tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>) {
  %a = stablehlo.constant dense<"0x80"> : tensor<8xf8E5M2>
  %b = stablehlo.constant dense<"0x80"> : tensor<8xf8E5M2FNUZ>
  %c = stablehlo.constant dense<"0x00"> : tensor<8xf8E5M2FNUZ>
  %d = stablehlo.constant dense<"0x80"> : tensor<8xf8E8M0FNU>
  %e = stablehlo.constant dense<"0x00"> : tensor<8xf8E8M0FNU>
  %0 = stablehlo.add %x, %a : tensor<8xf8E5M2>
  %1 = stablehlo.add %y, %b : tensor<8xf8E5M2FNUZ>
  %2 = stablehlo.add %y, %c : tensor<8xf8E5M2FNUZ>
  %3 = stablehlo.add %z, %d : tensor<8xf8E8M0FNU>
  %4 = stablehlo.add %z, %e : tensor<8xf8E8M0FNU>
  return %0, %1, %2, %3, %4 : tensor<8xf8E5M2>, tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>, tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
}

func.func @constants_to_the_right(%x: tensor<8xf32>, %n: tensor<i32>, %f: tensor<f32>) -> (tensor<8xf32>, tensor<i1>, tensor<i1>) {
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %0 = stablehlo.multiply %b, %x : tensor<8xf32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %1 = stablehlo.compare LT, %three, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = stablehlo.compare LT, %c, %f, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0, %1, %2 : tensor<8xf32>, tensor<i1>, tensor<i1>
}

func.func @neutral(%x: tensor<8xf32>, %n: tensor<8xi32>, %p: tensor<8xi1>) -> (tensor<8xf32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi1>, tensor<8xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %zero = stablehlo.constant dense<-0.0> : tensor<8xf32>
  %0 = stablehlo.multiply %one, %x : tensor<8xf32>
  %1 = stablehlo.add %0, %zero : tensor<8xf32>
  %2 = stablehlo.subtract %1, %zero : tensor<8xf32>
  %i = stablehlo.constant dense<0> : tensor<8xi32>
  %3 = stablehlo.or %n, %i : tensor<8xi32>
  %4 = stablehlo.multiply %n, %i : tensor<8xi32>
  %true = stablehlo.constant dense<true> : tensor<8xi1>
  %5 = stablehlo.and %true, %p : tensor<8xi1>
  %6 = stablehlo.multiply %x, %zero : tensor<8xf32>
  return %2, %3, %4, %5, %6 : tensor<8xf32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi1>, tensor<8xf32>
}

func.func @known_scalars(%x: tensor<16x4xf32>) -> (tensor<4x4xf32>, tensor<f32>, tensor<i32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c5 = stablehlo.constant dense<-5> : tensor<i32>
  %c16 = stablehlo.constant dense<16> : tensor<i32>
  %0 = stablehlo.compare LT, %c5, %c0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = stablehlo.add %c5, %c16 : tensor<i32>
  %2 = stablehlo.select %0, %1, %c5 : tensor<i1>, tensor<i32>
  %3 = stablehlo.dynamic_slice %x, %2, %c0, sizes = [4, 4] : (tensor<16x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  %a = stablehlo.constant dense<3.0> : tensor<f32>
  %b = stablehlo.constant dense<4.0> : tensor<f32>
  %4 = stablehlo.divide %a, %b : tensor<f32>
  %5 = stablehlo.negate %4 : tensor<f32>
  %wide = stablehlo.constant dense<300> : tensor<i32>
  %6 = stablehlo.convert %wide : (tensor<i32>) -> tensor<i8>
  %7 = stablehlo.convert %6 : (tensor<i8>) -> tensor<i32>
  return %3, %5, %7 : tensor<4x4xf32>, tensor<f32>, tensor<i32>
}

func.func @unsigned() -> (tensor<i1>, tensor<ui8>) {
  %a = stablehlo.constant dense<200> : tensor<ui8>
  %b = stablehlo.constant dense<100> : tensor<ui8>
  %0 = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  %1 = stablehlo.add %a, %b : tensor<ui8>
  return %0, %1 : tensor<i1>, tensor<ui8>
}

func.func @selects(%p: tensor<8xi1>, %q: tensor<i1>, %x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi1>) {
  %0 = stablehlo.not %p : tensor<8xi1>
  %1 = stablehlo.select %0, %x, %y : tensor<8xi1>, tensor<8xf32>
  %2 = stablehlo.not %q : tensor<i1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<8xi1>
  %4 = stablehlo.select %3, %x, %y : tensor<8xi1>, tensor<8xf32>
  %5 = stablehlo.select %p, %x, %x : tensor<8xi1>, tensor<8xf32>
  %false = stablehlo.constant dense<false> : tensor<8xi1>
  %6 = stablehlo.compare NE, %p, %false, UNSIGNED : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
  return %1, %4, %5, %6 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi1>
}

func.func @concatenates(%x: tensor<2xf32>, %y: tensor<3xf32>, %e: tensor<0xf32>) -> (tensor<5xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) {
  %0 = stablehlo.concatenate %x, %e, dim = 0 : (tensor<2xf32>, tensor<0xf32>) -> tensor<2xf32>
  %1 = stablehlo.concatenate %0, %y, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  %2 = stablehlo.slice %1 [3:5] : (tensor<5xf32>) -> tensor<2xf32>
  %3 = stablehlo.slice %1 [0:2] : (tensor<5xf32>) -> tensor<2xf32>
  %4 = stablehlo.concatenate %x, %y, %x, dim = 0 : (tensor<2xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<7xf32>
  %5 = stablehlo.slice %4 [3:7] : (tensor<7xf32>) -> tensor<4xf32>
  return %1, %2, %3, %5 : tensor<5xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>
}

func.func @gather(%x: tensor<16x4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<20> : tensor<1xi32>
  %0 = "stablehlo.gather"(%x, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<16x4xf32>, tensor<1xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @dynamic(%x: tensor<?x1xf32>) -> tensor<?x1xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x1xf32>) -> tensor<1x?xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<1x?xf32>) -> tensor<?x1xf32>
  return %1 : tensor<?x1xf32>
}

//> module {
//>   func.func @unit_dimensions(%arg0: tensor<8x4xf32>) -> (tensor<8x1x4xf32>, tensor<1x8x4xf32>, tensor<8x4xf32>) {
//>     %0 = stablehlo.reshape %arg0 : (tensor<8x4xf32>) -> tensor<8x1x4xf32>
//>     %1 = stablehlo.reshape %arg0 : (tensor<8x4xf32>) -> tensor<1x8x4xf32>
//>     return %0, %1, %arg0 : tensor<8x1x4xf32>, tensor<1x8x4xf32>, tensor<8x4xf32>
//>   }
//>   func.func @broadcasts(%arg0: tensor<8xf32>, %arg1: tensor<f32>) -> (tensor<4x8x2xf32>, tensor<2x4xf32>, tensor<4x8xf32>) {
//>     %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
//>     %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<4x8x2xf32>
//>     %2 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
//>     return %1, %2, %0 : tensor<4x8x2xf32>, tensor<2x4xf32>, tensor<4x8xf32>
//>   }
//>   func.func @broadcast_that_transposes(%arg0: tensor<4x8xf32>) -> tensor<8x4xf32> {
//>     %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
//>     return %0 : tensor<8x4xf32>
//>   }
//>   func.func @transposes(%arg0: tensor<2x3x4xf32>) -> (tensor<3x4x2xf32>, tensor<2x3x4xf32>) {
//>     %0 = stablehlo.transpose %arg0, dims = [1, 2, 0] : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
//>     return %0, %arg0 : tensor<3x4x2xf32>, tensor<2x3x4xf32>
//>   }
//>   func.func @iotas() -> (tensor<4x8xi32>, tensor<1x8xi32>, tensor<1x8xf32>, tensor<8xi32>) {
//>     %0 = stablehlo.iota dim = 0 : tensor<8xi32>
//>     %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<8xi32>) -> tensor<4x8xi32>
//>     %c = stablehlo.constant dense<0> : tensor<1x8xi32>
//>     %2 = stablehlo.iota dim = 0 : tensor<1xf32>
//>     %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xf32>) -> tensor<1x8xf32>
//>     %4 = stablehlo.iota dim = 0 : tensor<8xi32>
//>     return %1, %c, %3, %4 : tensor<4x8xi32>, tensor<1x8xi32>, tensor<1x8xf32>, tensor<8xi32>
//>   }
//>   func.func @zeros_of_small_floats(%arg0: tensor<8xf8E5M2>, %arg1: tensor<8xf8E5M2FNUZ>, %arg2: tensor<8xf8E8M0FNU>) -> (tensor<8xf8E5M2>, tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>, tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>) {
//>     %cst = stablehlo.constant dense<0x80> : tensor<8xf8E5M2FNUZ>
//>     %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<8xf8E8M0FNU>
//>     %cst_1 = stablehlo.constant dense<5.877470e-39> : tensor<8xf8E8M0FNU>
//>     %0 = stablehlo.add %arg1, %cst : tensor<8xf8E5M2FNUZ>
//>     %1 = stablehlo.add %arg2, %cst_0 : tensor<8xf8E8M0FNU>
//>     %2 = stablehlo.add %arg2, %cst_1 : tensor<8xf8E8M0FNU>
//>     return %arg0, %0, %arg1, %1, %2 : tensor<8xf8E5M2>, tensor<8xf8E5M2FNUZ>, tensor<8xf8E5M2FNUZ>, tensor<8xf8E8M0FNU>, tensor<8xf8E8M0FNU>
//>   }
//>   func.func @constants_to_the_right(%arg0: tensor<8xf32>, %arg1: tensor<i32>, %arg2: tensor<f32>) -> (tensor<8xf32>, tensor<i1>, tensor<i1>) {
//>     %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
//>     %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
//>     %1 = stablehlo.multiply %arg0, %0 : tensor<8xf32>
//>     %c = stablehlo.constant dense<3> : tensor<i32>
//>     %2 = stablehlo.compare GT, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>     %3 = stablehlo.compare LT, %cst, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
//>     return %1, %2, %3 : tensor<8xf32>, tensor<i1>, tensor<i1>
//>   }
//>   func.func @neutral(%arg0: tensor<8xf32>, %arg1: tensor<8xi32>, %arg2: tensor<8xi1>) -> (tensor<8xf32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi1>, tensor<8xf32>) {
//>     %cst = stablehlo.constant dense<-0.000000e+00> : tensor<8xf32>
//>     %c = stablehlo.constant dense<0> : tensor<8xi32>
//>     %0 = stablehlo.multiply %arg0, %cst : tensor<8xf32>
//>     return %arg0, %arg1, %c, %arg2, %0 : tensor<8xf32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi1>, tensor<8xf32>
//>   }
//>   func.func @known_scalars(%arg0: tensor<16x4xf32>) -> (tensor<4x4xf32>, tensor<f32>, tensor<i32>) {
//>     %0 = stablehlo.slice %arg0 [11:15, 0:4] : (tensor<16x4xf32>) -> tensor<4x4xf32>
//>     %cst = stablehlo.constant dense<-7.500000e-01> : tensor<f32>
//>     %c = stablehlo.constant dense<44> : tensor<i32>
//>     return %0, %cst, %c : tensor<4x4xf32>, tensor<f32>, tensor<i32>
//>   }
//>   func.func @unsigned() -> (tensor<i1>, tensor<ui8>) {
//>     %c = stablehlo.constant dense<false> : tensor<i1>
//>     %c_0 = stablehlo.constant dense<44> : tensor<ui8>
//>     return %c, %c_0 : tensor<i1>, tensor<ui8>
//>   }
//>   func.func @selects(%arg0: tensor<8xi1>, %arg1: tensor<i1>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi1>) {
//>     %0 = stablehlo.select %arg0, %arg3, %arg2 : tensor<8xi1>, tensor<8xf32>
//>     %1 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i1>) -> tensor<8xi1>
//>     %2 = stablehlo.select %1, %arg3, %arg2 : tensor<8xi1>, tensor<8xf32>
//>     return %0, %2, %arg2, %arg0 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi1>
//>   }
//>   func.func @concatenates(%arg0: tensor<2xf32>, %arg1: tensor<3xf32>, %arg2: tensor<0xf32>) -> (tensor<5xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) {
//>     %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
//>     %1 = stablehlo.slice %arg1 [1:3] : (tensor<3xf32>) -> tensor<2xf32>
//>     %2 = stablehlo.concatenate %arg1, %arg0, dim = 0 : (tensor<3xf32>, tensor<2xf32>) -> tensor<5xf32>
//>     %3 = stablehlo.slice %2 [1:5] : (tensor<5xf32>) -> tensor<4xf32>
//>     return %0, %1, %arg0, %3 : tensor<5xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>
//>   }
//>   func.func @gather(%arg0: tensor<16x4xf32>) -> tensor<4xf32> {
//>     %0 = stablehlo.slice %arg0 [15:16, 0:4] : (tensor<16x4xf32>) -> tensor<1x4xf32>
//>     %1 = stablehlo.reshape %0 : (tensor<1x4xf32>) -> tensor<4xf32>
//>     return %1 : tensor<4xf32>
//>   }
//>   func.func @dynamic(%arg0: tensor<?x1xf32>) -> tensor<?x1xf32> {
//>     return %arg0 : tensor<?x1xf32>
//>   }
//> }
