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
