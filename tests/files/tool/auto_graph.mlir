// RUN: shardflow auto --iopddl tests/data/cost_graph.json --steps 500
// RUN: shardflow auto --iopddl tests/data/cost_graph.json --steps 500 --seed 4
// RUN: shardflow auto --iopddl %s
// RUN: shardflow auto
// RUN: shardflow auto --iopddl tests/data/cost_graph.json --time never

//# RUN 1
//! shardflow: auto: FILE is required
//! Run with --help for more.
// EXIT: 2
//# RUN 2
//! shardflow: auto: FILE is required
//! Run with --help for more.
// EXIT: 2
//# RUN 3
//! shardflow: auto: FILE is required
//! Run with --help for more.
// EXIT: 2
//# RUN 4
//! shardflow: auto: FILE is required
//! Run with --help for more.
// EXIT: 2
//# RUN 5
//! shardflow: auto: FILE is required
//! Run with --help for more.
// EXIT: 2
