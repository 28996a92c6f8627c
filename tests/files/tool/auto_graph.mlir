// RUN: shardflow auto --iopddl tests/data/cost_graph.json --steps 500
// RUN: shardflow auto --iopddl tests/data/cost_graph.json --steps 500 --seed 4
// RUN: shardflow auto --iopddl %s
// RUN: shardflow auto
// RUN: shardflow auto %s --iopddl tests/data/cost_graph.json
// RUN: shardflow auto --iopddl tests/data/cost_graph.json --time never

//# RUN 1
//> cost 22, peak 36 of 44, 500 steps
//> [0, 0, 0, 0, 0]
//# RUN 2
//> cost 22, peak 36 of 44, 500 steps
//> [0, 0, 0, 0, 0]
//# RUN 3
//! %s:1:1: error: expected a value
//! // RUN: shardflow auto --iopddl tests/data/cost_graph.json --steps 500
//! ^
//! %s:1:1: note: JSON has no comments
//! // RUN: shardflow auto --iopddl tests/data/cost_graph.json --steps 500
//! ^
// EXIT: 3
//# RUN 4
//! shardflow: auto: FILE or --iopddl FILE is required
//! Run with --help for more.
// EXIT: 2
//# RUN 5
//! shardflow: auto: FILE and --iopddl exclude each other
//! Run with --help for more.
// EXIT: 2
//# RUN 6
//! shardflow: auto: --time: 'never' is not a time such as 5s or 500ms
//! Run with --help for more.
// EXIT: 2
