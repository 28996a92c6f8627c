// RUN: shardflow opt %s -rules=tests/files/rules/wrong.rules -sdy-basic-propagate
// RUN: shardflow opt %s -rules=tests/files/rules/wrong.json -sdy-basic-propagate
// RUN: shardflow opt %s -rules=tests/files/rules/no_such_file.rules -sdy-basic-propagate
// RUN: shardflow opt %s -sdy-basic-propagate -rules
// RUN: shardflow propagate %s --rules tests/files/rules/wrong.rules

// Nothing is run with an invalid rules file.
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

//# RUN 1
//! tests/files/rules/wrong.rules:3:30: error: factor 'q' of reduction doesn't appear in any tensor
//!   ([i, k])->([i]) reduction={q}
//!                              ^
// EXIT: 1
//# RUN 2
//! tests/files/rules/wrong.json:4:30: error: /rules/0/rule: factor 'q' of reduction doesn't appear in any tensor (column 28 of '([i, k])->([i]) reduction={q}')
//!     {"op": "my.sum", "rule": "([i, k])->([i]) reduction={q}"}
//!                              ^
// EXIT: 1
//# RUN 3
//! shardflow: cannot read 'tests/files/rules/no_such_file.rules': No such file or directory
// EXIT: 1
//# RUN 4
//! shardflow: opt: -rules: needs a value
// EXIT: 1
//# RUN 5
//! tests/files/rules/wrong.rules:3:30: error: factor 'q' of reduction doesn't appear in any tensor
//!   ([i, k])->([i]) reduction={q}
//!                              ^
// EXIT: 3
