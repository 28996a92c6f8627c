// Mistakes of the command line.
// RUN: shardflow
// RUN: shardflow guess %s
// RUN: shardflow propagate
// RUN: shardflow propagate %s --fast
// RUN: shardflow propagate %s.missing
// RUN: shardflow opt %s.missing -sdy-basic-propagate
// RUN: shardflow opt %s -pass-pipeline=sdy-basic-propagate
// RUN: shardflow opt %s -split-input-file=perhaps
// RUN: shardflow opt %s -o
// RUN: shardflow opt %s -compat=jaxlib-0.13
// RUN: shardflow opt %s -pass-pipeline=builtin.module(sdy-close-shardings,sdy-no-such)
// RUN: shardflow serve
// RUN: shardflow diff --as-is %s --golden %s.missing
// RUN: shardflow diff --as-is %s %s --rules %s.missing
// RUN: shardflow validate %s --rules %s.missing
// RUN: shardflow bench tests/files/tool/dynamic.mlir --repeat 1
// RUN: shardflow explain -p tests/files/tool/dynamic.mlir --arg 0
// RUN: shardflow auto %s --mesh auto:0
// RUN: shardflow auto %s --mesh auto:99999999999999999999
// RUN: shardflow lint %s --allow unused-axes@step.py
// RUN: shardflow lint %s --allow foo
// RUN: shardflow cost tests/files/tool/dynamic.mlir --curve
// RUN: shardflow opt %s -sdy-basic-propagat
// RUN: shardflow validate tests/files/tool/empty.mlir %s.missing tests/files/tool/control_bytes_error.mlir

//# RUN 1
//! shardflow: a command is required
//! Run with --help for more.
// EXIT: 2
//# RUN 2
//! shardflow: unknown command 'guess'
//! Run with --help for more.
// EXIT: 2
//# RUN 3
//! shardflow: propagate: FILE is required
//! Run with --help for more.
// EXIT: 2
//# RUN 4
//! shardflow: propagate: '--fast' was not expected
//! Run with --help for more.
// EXIT: 2
//# RUN 5
//! shardflow: cannot read '%s.missing': No such file or directory
// EXIT: 3
//# RUN 6
//! shardflow: cannot read '%s.missing': No such file or directory
// EXIT: 1
//# RUN 7
//! shardflow: opt: -pass-pipeline: expected 'builtin.module(...)', got 'sdy-basic-propagate'
// EXIT: 1
//# RUN 8
//! shardflow: opt: -split-input-file: expected true or false, got 'perhaps'
// EXIT: 1
//# RUN 9
//! shardflow: opt: -o: needs a value
// EXIT: 1
//# RUN 10
//! shardflow: opt: -compat: expected shardy-2026-08 or jaxlib-0.12, got 'jaxlib-0.13'
// EXIT: 1
//# RUN 11
//! shardflow: opt: unknown flag or pass '-sdy-no-such' (see shardflow opt --help)
// EXIT: 1
//# RUN 12
//! shardflow: serve: --stdio is needed
//! Run with --help for more.
// EXIT: 2
//# RUN 13
//! shardflow: cannot read '%s.missing': No such file or directory
// EXIT: 3
//# RUN 14
//! shardflow: cannot read '%s.missing': No such file or directory
// EXIT: 3
//# RUN 15
//! shardflow: cannot read '%s.missing': No such file or directory
// EXIT: 3
//# RUN 16
//! tests/files/tool/dynamic.mlir:7:8: error: Shardy propagation only supports ranked tensors with a static shape. type: tensor<?xf32>
//!   %0 = stablehlo.abs %a : tensor<?xf32>
//!        ^
// EXIT: 3
//# RUN 17
//! tests/files/tool/dynamic.mlir:7:8: error: Shardy propagation only supports ranked tensors with a static shape. type: tensor<?xf32>
//!   %0 = stablehlo.abs %a : tensor<?xf32>
//!        ^
// EXIT: 3
//# RUN 18
//! shardflow: auto: --mesh: 'auto:0': the number of devices has to be between 2 and 1048576
//! Run with --help for more.
// EXIT: 2
//# RUN 19
//! shardflow: auto: --mesh: 'auto:99999999999999999999': the number of devices has to be between 2 and 1048576
//! Run with --help for more.
// EXIT: 2
//# RUN 20
//! shardflow: lint: --allow: unknown code 'unused-axes'; did you mean unused-axis?
//! Run with --help for more.
// EXIT: 2
//# RUN 21
//! shardflow: lint: --allow: unknown code 'foo'; the codes are conflicting-annotations, donation-mismatch, full-rematerialization, gather-then-slice, indivisible-dimension, large-constant, large-replicated, redundant-annotation, reshard-in-loop, unused-axis
//! Run with --help for more.
// EXIT: 2
//# RUN 22
//! shardflow: cost: --curve needs --format json; --svg draws the curve
//! Run with --help for more.
// EXIT: 2
//# RUN 23
//! shardflow: opt: unknown flag or pass '-sdy-basic-propagat'; did you mean -sdy-basic-propagate? (see shardflow opt --help)
// EXIT: 1
//# RUN 24
//> tests/files/tool/control_bytes_error.mlir:4:3: error: unexpected character
//>   \x1B[31mred
//>   ^
//> 3 files, 1 error
//! shardflow: cannot read '%s.missing': No such file or directory
// EXIT: 3
