// The table of passes, and timings without their times.
// RUN: shardflow passes close-shardings
// RUN: shardflow passes reshard-to-collectives
// RUN: shardflow passes no-such-pass
// RUN: shardflow passes sdy-reshard-to-collectives --format jsonl
// RUN: shardflow bench
// RUN: shardflow bench %s --layers 3
// RUN: shardflow bench /no/such/file
// RUN: shardflow bench --repeat 0 %s

//# RUN 1
//>   -sdy-close-shardings
//>       Closes all shardings and drops replicated axes.
//# RUN 2
//>   -sdy-reshard-to-collectives
//>       Turns reshards into collectives, by a plan for each.
//>       keep-redundant-reshards=false
//>           whether to keep reshards whose input and output shardings are
//>           equivalent
//>       plan=default
//>           default (the reference's plan) or best (the fewest bytes, then the
//>           fewest steps)
//# RUN 3
//! shardflow: passes: no pass has 'no-such-pass' in its name
// EXIT: 3
//# RUN 4
//> {"name":"sdy-reshard-to-collectives","summary":"Turns reshards into collectives, by a plan for each","options":[{"name":"keep-redundant-reshards","default":"false","help":"whether to keep reshards whose input and output shardings are equivalent"},{"name":"plan","default":"default","help":"default (the reference's plan) or best (the fewest bytes, then the fewest steps)"}]}
//# RUN 5
//! shardflow: bench: either FILE or --layers is needed
//! Run with --help for more.
// EXIT: 2
//# RUN 6
//! shardflow: bench: either FILE or --layers is needed
//! Run with --help for more.
// EXIT: 2
//# RUN 7
//! shardflow: cannot read '/no/such/file': No such file or directory
// EXIT: 3
//# RUN 8
//! shardflow: bench: --repeat: '0' is no number from 1 on
//! Run with --help for more.
// EXIT: 2
