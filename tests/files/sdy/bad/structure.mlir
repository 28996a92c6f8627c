// RUN: shardflow opt %s -split-input-file -allow-unregistered-dialect

// Functions, calls and what holds for any operation.

func.func @main(%arg0: tensor<8xf32> {a = 1 : i32}) {
  return
}

// -----

func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32> {a}) {
  return %arg0 : tensor<8xf32>
}

// -----

"func.func"() <{function_type = (tensor<8xf32>) -> (), sym_name = "f"}> ({
^bb0:
  "func.return"() : () -> ()
}) : () -> ()

// -----

"func.func"() <{function_type = (tensor<8xf32>) -> (), sym_name = "f"}> ({
^bb0(%arg0: tensor<4xf32>):
  "func.return"() : () -> ()
}) : () -> ()

// -----

"func.func"() <{function_type = () -> ()}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

"func.func"() <{sym_name = "f"}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

"func.func"() <{function_type = () -> (), sym_name = "f"}> : () -> ()

// -----

func.func @main(tensor<8xf32>)

// -----

return

// -----

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return
}

// -----

func.func @main(%arg0: tensor<8xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<8xf32>
}

// -----

func.func @main(%arg0: tensor<8xf32>) {
  "func.call"(%arg0) : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @main(%arg0: tensor<8xf32>) {
  call @nowhere(%arg0) : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @main(%arg0: tensor<8xf32>) {
  call @mesh(%arg0) : (tensor<8xf32>) -> ()
  return
}

// -----

func.func private @f(tensor<8xf32>) -> tensor<8xf32>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = call @f(%arg0, %arg0) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func private @f(tensor<8xf32>) -> tensor<8xf32>
func.func @main(%arg0: tensor<4xf32>) {
  %0 = call @f(%arg0) : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func private @f(tensor<8xf32>) -> tensor<8xf32>
func.func @main(%arg0: tensor<8xf32>) {
  call @f(%arg0) : (tensor<8xf32>) -> ()
  return
}

// -----

func.func private @f(tensor<8xf32>) -> tensor<8xf32>
func.func @main(%arg0: tensor<8xf32>) {
  %0 = call @f(%arg0) : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

module attributes {a} {
}

// -----

"builtin.module"() : () -> ()

// -----

"builtin.module"() ({
}) : () -> ()

// -----

"builtin.module"() ({
^bb0(%x: tensor<4xf32>):
  "test.op"(%x) : (tensor<4xf32>) -> ()
}) : () -> ()

// -----

module {
  %0 = "builtin.module"() ({
  ^bb0:
  }) : () -> tensor<4xf32>
}

// -----

"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
}, {
}) : () -> ()

// -----

func.func @main() {
  "func.call"() <{callee = "f"}> : () -> ()
  return
}

// -----

func.func @main(%arg0: tensor<8xf32>) {
  %0 = stablehlo.abs %1 : tensor<8xf32>
  %1 = stablehlo.abs %arg0 : tensor<8xf32>
  return
}

// -----

func.func @main(%arg0: tensor<8xf32>, %i: tensor<i32>) {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.abs %0 : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  return
}

// -----

func.func @main(%arg0: tensor<8xf32>, %i: tensor<i32>) {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.abs %2 : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %2 = stablehlo.abs %arg0 : tensor<8xf32>
  return
}

// -----

"builtin.module"() ({
^bb0:
^bb1:
}) : () -> ()

// -----

func.func @main(%arg0: tensor<8xf32>) {
  return
  %0 = stablehlo.abs %arg0 : tensor<8xf32>
}

// -----

func.func @main(%arg0: tensor<8xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<8xf32>
}

// -----

"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
^bb0:
}) : () -> ()

// -----

func.func @main(%arg0: tensor<8xf32>) {
  "test.op"() ({
    %0 = stablehlo.abs %1 : tensor<8xf32>
    %1 = stablehlo.abs %arg0 : tensor<8xf32>
  }) : () -> ()
  %2 = stablehlo.abs %3 : tensor<8xf32>
  %3 = stablehlo.abs %arg0 : tensor<8xf32>
  return
}

// -----

func.func @main(%arg0: tensor<8xf32>) {
  %0 = "test.op"() ({
    %1 = stablehlo.abs %0 : tensor<8xf32>
    "test.end"() : () -> ()
  }) : () -> tensor<8xf32>
  return
}

// -----

func.func @a(%arg0: tensor<8xf32>) {
  return
}
func.func @a(%arg0: tensor<8xf32>) {
  return
}

// -----

func.func @main(%arg0: tensor<8xf32>) {
  func.func @inner() {
    "test.op"(%arg0) : (tensor<8xf32>) -> ()
    return
  }
  return
}

// -----

func.return

// -----

"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
^bb0:
  "func.return"() : () -> ()
}, {
^bb0:
  "func.return"() : () -> ()
}) : () -> ()

//! %s:5:1: error: 'func.func' op arguments may only have dialect attributes
//! func.func @main(%arg0: tensor<8xf32> {a = 1 : i32}) {
//! ^
//! %s:11:1: error: 'func.func' op results may only have dialect attributes
//! func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32> {a}) {
//! ^
//! %s:17:1: error: 'func.func' op entry block must have 1 arguments to match function signature
//! "func.func"() <{function_type = (tensor<8xf32>) -> (), sym_name = "f"}> ({
//! ^
//! %s:24:1: error: 'func.func' op type of entry block argument #0('tensor<4xf32>') must match the type of the corresponding argument in function signature('tensor<8xf32>')
//! "func.func"() <{function_type = (tensor<8xf32>) -> (), sym_name = "f"}> ({
//! ^
//! %s:31:1: error: 'func.func' op requires attribute 'sym_name'
//! "func.func"() <{function_type = () -> ()}> ({
//! ^
//! %s:37:1: error: 'func.func' op requires attribute 'function_type'
//! "func.func"() <{sym_name = "f"}> ({
//! ^
//! %s:43:1: error: 'func.func' op requires one region
//! "func.func"() <{function_type = () -> (), sym_name = "f"}> : () -> ()
//! ^
//! %s:47:1: error: 'func.func' op symbol declaration cannot have public visibility
//! func.func @main(tensor<8xf32>)
//! ^
//! %s:51:1: error: custom op 'return' is unknown (tried 'builtin.return' as well)
//! return
//! ^
//! %s:56:3: error: 'func.return' op has 0 operands, but enclosing function (@main) returns 1
//!   return
//!   ^
//! %s:62:3: error: type of return operand 0 ('tensor<8xf32>') doesn't match function result type ('tensor<4xf32>') in function @main
//!   return %arg0 : tensor<8xf32>
//!   ^
//! %s:68:3: error: 'func.call' op requires attribute 'callee'
//!   "func.call"(%arg0) : (tensor<8xf32>) -> ()
//!   ^
//! %s:75:3: error: 'func.call' op 'nowhere' does not reference a valid function
//!   call @nowhere(%arg0) : (tensor<8xf32>) -> ()
//!   ^
//! %s:83:3: error: 'func.call' op 'mesh' does not reference a valid function
//!   call @mesh(%arg0) : (tensor<8xf32>) -> ()
//!   ^
//! %s:91:8: error: 'func.call' op incorrect number of operands for callee: expected 1, but got 2
//!   %0 = call @f(%arg0, %arg0) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
//!        ^
//! %s:99:8: error: 'func.call' op operand type mismatch: expected operand type 'tensor<8xf32>', but provided 'tensor<4xf32>' for operand number 0
//!   %0 = call @f(%arg0) : (tensor<4xf32>) -> tensor<8xf32>
//!        ^
//! %s:107:3: error: 'func.call' op incorrect number of results for callee: expected 1, but got 0
//!   call @f(%arg0) : (tensor<8xf32>) -> ()
//!   ^
//! %s:115:8: error: 'func.call' op result type mismatch at index 0
//!   %0 = call @f(%arg0) : (tensor<8xf32>) -> tensor<4xf32>
//!        ^
//! %s:115:8: note:     op result types: 'tensor<4xf32>'
//!   %0 = call @f(%arg0) : (tensor<8xf32>) -> tensor<4xf32>
//!        ^
//! %s:115:8: note: callee result types: 'tensor<8xf32>'
//!   %0 = call @f(%arg0) : (tensor<8xf32>) -> tensor<4xf32>
//!        ^
//! %s:121:1: error: 'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'a'
//! module attributes {a} {
//! ^
//! %s:126:1: error: 'builtin.module' op requires one region
//! "builtin.module"() : () -> ()
//! ^
//! %s:130:1: error: 'builtin.module' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks
//! "builtin.module"() ({
//! ^
//! %s:135:1: error: 'builtin.module' op region should have no arguments
//! "builtin.module"() ({
//! ^
//! %s:143:8: error: 'builtin.module' op requires zero results
//!   %0 = "builtin.module"() ({
//!        ^
//! %s:150:1: error: 'func.func' op requires one region
//! "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
//! ^
//! %s:157:3: error: 'func.call' op attribute 'callee' failed to satisfy constraint: flat symbol reference attribute
//!   "func.call"() <{callee = "f"}> : () -> ()
//!   ^
//! %s:164:8: error: operand #0 does not dominate this use
//!   %0 = stablehlo.abs %1 : tensor<8xf32>
//!        ^
//! %s:165:8: note: operand defined here (op in the same block)
//!   %1 = stablehlo.abs %arg0 : tensor<8xf32>
//!        ^
//! %s:173:10: error: operand #0 does not dominate this use
//!     %1 = stablehlo.abs %0 : tensor<8xf32>
//!          ^
//! %s:172:8: note: operand defined here (op in a parent region)
//!   %0 = "stablehlo.case"(%i) ({
//!        ^
//! %s:183:10: error: operand #0 does not dominate this use
//!     %1 = stablehlo.abs %2 : tensor<8xf32>
//!          ^
//! %s:186:8: note: operand defined here (op in a parent region)
//!   %2 = stablehlo.abs %arg0 : tensor<8xf32>
//!        ^
//! %s:192:1: error: 'builtin.module' op expects region #0 to have 0 or 1 blocks
//! "builtin.module"() ({
//! ^
//! %s:201:5: error: expected ':'
//!   %0 = stablehlo.abs %arg0 : tensor<8xf32>
//!     ^
//! %s:207:8: error: block with no terminator, has "stablehlo.abs"
//!   %0 = stablehlo.abs %arg0 : tensor<8xf32>
//!        ^
//! %s:212:1: error: empty block: expect at least a terminator
//! "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
//! ^
//! %s:223:8: error: operand #0 does not dominate this use
//!   %2 = stablehlo.abs %3 : tensor<8xf32>
//!        ^
//! %s:224:8: note: operand defined here (op in the same block)
//!   %3 = stablehlo.abs %arg0 : tensor<8xf32>
//!        ^
//! %s:232:10: error: operand #0 does not dominate this use
//!     %1 = stablehlo.abs %0 : tensor<8xf32>
//!          ^
//! %s:231:8: note: operand defined here (op in a parent region)
//!   %0 = "test.op"() ({
//!        ^
//! %s:243:1: error: redefinition of symbol named 'a'
//! func.func @a(%arg0: tensor<8xf32>) {
//! ^
//! %s:240:1: note: see existing symbol definition here
//! func.func @a(%arg0: tensor<8xf32>) {
//! ^
//! %s:250:3: error: 'func.func' op symbol's parent must have the SymbolTable trait
//!   func.func @inner() {
//!   ^
//! %s:251:5: error: 'test.op' op using value defined outside the region
//!     "test.op"(%arg0) : (tensor<8xf32>) -> ()
//!     ^
//! %s:250:3: note: required by region isolation constraints
//!   func.func @inner() {
//!   ^
//! %s:259:1: error: 'func.return' op expects parent op 'func.func'
//! func.return
//! ^
//! %s:263:1: error: 'func.func' op requires one region
//! "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
//! ^
// EXIT: 1
