// RUN: shardflow opt %s -split-input-file -verify-diagnostics

// Each op has as many operands and results as its row of the op table says.

func.func @no_result(%a: tensor<8xf32>) {
  // expected-error@+1 {{'chlo.asin' op requires one result}}
  "chlo.asin"(%a) : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @no_result(%a: tensor<8xf32>) {
  // expected-error@+1 {{'chlo.erf' op requires one result}}
  "chlo.erf"(%a) : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @no_token() {
  // expected-error@+1 {{'stablehlo.create_token' op requires one result}}
  "stablehlo.create_token"() : () -> ()
  return
}

// -----

func.func @no_id() {
  // expected-error@+1 {{'stablehlo.partition_id' op requires one result}}
  "stablehlo.partition_id"() : () -> ()
  return
}

// -----

func.func @three_operands(%a: tensor<8xf32>) {
  // expected-error@+1 {{'stablehlo.add' op expected 2 operands, but found 3}}
  %0 = "stablehlo.add"(%a, %a, %a) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @no_operand() {
  // expected-error@+1 {{'stablehlo.negate' op requires a single operand}}
  %0 = "stablehlo.negate"() : () -> tensor<8xf32>
  return
}

// -----

func.func @an_operand(%a: tensor<8xf32>) {
  // expected-error@+1 {{'stablehlo.iota' op requires zero operands}}
  %0 = "stablehlo.iota"(%a) {iota_dimension = 0 : i64} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @one_operand_of_several(%a: tensor<8xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op expected 2 or more operands, but found 1}}
  %0 = "stablehlo.dynamic_update_slice"(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @one_result(%a: tensor<8xf32>) {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op expected 2 results}}
  %0 = "stablehlo.rng_bit_generator"(%a) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @a_result(%a: tensor<8xf32>) {
  // expected-error@+1 {{'sdy.sharding_group' op requires zero results}}
  %0 = "sdy.sharding_group"(%a) {group_id = 0 : i64} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @no_sorted(%a: tensor<8xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op expected 1 or more results}}
  "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %0 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }) : (tensor<8xf32>) -> ()
  return
}
