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
//>       Turns each reshard into a plan of collectives.
//>       keep-redundant-reshards=false
//>           whether to keep reshards whose input and output shardings are
//>           equivalent
//>       plan=default
//>           default (Shardy's plan) or best (the fewest bytes, then the fewest
//>           steps)
//# RUN 3
//! shardflow: passes: no pass has 'no-such-pass' in its name
// EXIT: 3
//# RUN 4
//> {"name":"sdy-reshard-to-collectives","summary":"Turns each reshard into a plan of collectives","options":[{"name":"keep-redundant-reshards","default":"false","help":"whether to keep reshards whose input and output shardings are equivalent"},{"name":"plan","default":"default","help":"default (Shardy's plan) or best (the fewest bytes, then the fewest steps)"}]}
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
//! shardflow: bench: --repeat: '0' is not a number of at least 1
//! Run with --help for more.
// EXIT: 2
