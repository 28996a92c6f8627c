// RUN: shardflow opt %s -split-input-file -verify-diagnostics

// Mistakes in the short forms of ops.

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.add' 2 operands present, but expected 1}}
  %0 = stablehlo.add %a, %b : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.add' expected single output}}
  %0 = stablehlo.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reshape' invalid kind of type specified}}
  %0 = stablehlo.reshape %a : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.complex' expected tensor with complex element type}}
  %0 = stablehlo.complex %a, %b : tensor<4xf32>
  return
}

// -----

func.func @f(%p: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.select' expected functional type or list of two types}}
  %0 = stablehlo.select %p, %a, %b : tensor<i1>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.tuple' expected tuple type}}
  %0 = stablehlo.tuple %a : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce_precision' expected exponent mantissa in format e#m#, saw f5m2}}
  %0 = stablehlo.reduce_precision %a, format = f5m2 : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce_precision' unable to parse exponent '99999999999'}}
  %0 = stablehlo.reduce_precision %a, format = e99999999999m2 : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce_precision' unable to parse mantissa '99999999999'}}
  %0 = stablehlo.reduce_precision %a, format = e5m99999999999 : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected ':'}}
  %0 = stablehlo.slice %a [0 to 4] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.dot_general' expected 'x'}}
  %0 = stablehlo.dot_general %a, %a, batching_dims = [0] [0], contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{expected ','}}
  %0 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0] contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{expected '='}}
  %0 = stablehlo.dot_general %a, %a, contracting_dims [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Unexpected keyword bb}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [bb, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Unexpected dimension x, expecting f}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, x]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Unexpected keyword f}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, f, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Unexpected dimension -1}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, -1, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Duplicate entries for spatial dimension 0}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 0, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Expected spatial dimensions 1, 2 not specified}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 3, 0, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Expected dimensions b not specified}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Expected dimensions b, f not specified}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [0, 1]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Expected array with 2 elements, got 3 elements instead}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Unexpected keyword pads}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pads = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Unexpected keyword stride}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.subtract across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{custom op 'stablehlo.reduce' input types missing in reduce-op function type}}
  %0 = stablehlo.reduce applies stablehlo.add across dimensions = [0] : () -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{expected ':'}}
  %0 = stablehlo.reduce(%a init %i) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' expected 'across'}}
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add along dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %i: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   // expected-error@+1 {{expected ','}}
   reducer(%x: tensor<f32> %y: tensor<f32>) {
    stablehlo.return %x : tensor<f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'sdy.propagation_barrier' invalid allowed_direction attribute specification: "SIDEWAYS"}}
  sdy.propagation_barrier %a allowed_direction="SIDEWAYS" : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'sdy.propagation_barrier' invalid allowed_direction attribute specification: "SIDEWAYS"}}
  %0 = sdy.propagation_barrier %a allowed_direction="SIDEWAYS" : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'sdy.propagation_barrier' expected string or keyword containing one of the following enum values for attribute 'allowed_direction' [NONE, FORWARD, BACKWARD, BOTH]}}
  %0 = sdy.propagation_barrier %a allowed_direction=SIDEWAYS : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'sdy.manual_computation' expected 'in_shardings'}}
  %0 = sdy.manual_computation(%a) in_sharding=[<@m, [{}]>] out_shardings=[<@m, [{}]>] manual_axes={} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{}]>] out_shardings=[<@m, [{}]>] manual_axes={} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  // expected-error@+1 {{expected ':'}}
  }
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'sdy.manual_computation' expected 'manual_axes'}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{}]>] out_shardings=[<@m, [{}]>] manual {} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected '='}}
  %0 = sdy.named_computation<"f">(%a) in_shardings [<@m, [{}]>] (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error@+1 {{expected ':'}}
  %0 = stablehlo.while(%x = %a) tensor<4xi32>
    cond { }
    do { }
  return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error@+1 {{custom op 'stablehlo.while' number of operands and types do not match: got 2 operands and 1 types}}
  %0 = stablehlo.while(%x = %a, %y = %a) : tensor<4xi32>
    cond { }
    do { }
  return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  %0 = stablehlo.while(%x = %a) : tensor<4xi32>
    // expected-error@+1 {{custom op 'stablehlo.while' expected 'cond'}}
    body { }
    do { }
  return
}

// -----

// expected-note@+1 {{previously referenced here}}
func.func @f(%a: tensor<4xi32>) {
  // expected-error@+1 {{region entry argument '%a' is already in use}}
  %0 = stablehlo.while(%a = %a) : tensor<4xi32>
    cond { }
    do { }
  return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error@+1 {{custom op 'stablehlo.constant' invalid kind of attribute specified}}
  %0 = stablehlo.constant true
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.dot' expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST}}
  %0 = stablehlo.dot %a, %a, precision = [DEFAULT, BEST] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{expected ','}}
  %0 = stablehlo.add %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.concatenate' invalid kind of attribute specified}}
  %0 = stablehlo.concatenate %a, %a, dim = "x" : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected constant integer or floating point value}}
  %0 = stablehlo.concatenate %a, %a, dim = -x : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.broadcast_in_dim' expected integer value}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [x] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.optimization_barrier' number of operands and types do not match: got 2 operands and 1 types}}
  %0 = stablehlo.optimization_barrier %a, %a : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{custom op 'func.return' number of operands and types do not match: got 2 operands and 1 types}}
  return %a, %a : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.triangular_solve' has no custom assembly form}}
  %0 = stablehlo.triangular_solve %a : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{expected SSA operand}}
  %0 = stablehlo.add %a, : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{@ identifier expected to start with letter or '_'}}
  %0 = stablehlo.custom_call @(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'chlo.scan' operand types must match the number of inputs and inits}}
  %0, %1 = chlo.scan(%a) inits (%a) dimension=0 {
  ^b(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  } : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'chlo.scan' not enough result types to cover the required carries}}
  chlo.scan(%a) inits (%a) dimension=0 {
  ^b(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  } : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'chlo.scan' expected 'inits'}}
  chlo.scan(%a) init (%a) dimension=0 {
  } : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
