// Plans of single reshards, and mistakes of the command line.
// RUN: shardflow reshard --mesh '<["x"=2,"y"=4]>' --shape 16x8xf32 --from '[{"x"},{"y"}]' --to '[{"y"},{}]'
// RUN: shardflow reshard --mesh '<["x"=2,"y"=4]>' --shape 16x8xf32 --from '[{"x"},{"y"}]' --to '[{"y"},{}]' --plan=best
// RUN: shardflow reshard --mesh '<["x"=2,"y"=4]>' --shape 16x8xbf16 --from '[{},{}], unreduced={"y"}' --to '[{"y"},{"x"}]' --format json
// RUN: shardflow reshard --mesh '<["x"=2,"y"=4]>' --shape 16x8xi4 --from '[{"x"},{"y"}]' --to '[{"x"},{}], unreduced={"y"}'
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape 16xf32 --from '[{"x"}]' --to '[{"x"}]'
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape 16xf32 --from '[{"x"}]' --to '[{"q"}]'
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape ?xf32 --from '[{"x"}]' --to '[{}]'
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape 16xf32 --from '[{"x"}]'
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape 16xf32 --from '[{"x"}]' --to '[{}]' --plan=quick
// RUN: shardflow reshard --device 3
// RUN: shardflow reshard --help

//# RUN 1
//> from [{"x"},{"y"}]: 64 B a device
//>   1  collective_permute                      [{"y":(1)2}, {"x", "y":(2)2}]  sends 64 B, receives 64 B, holds 64 B
//>   2  all_to_all          [{"y":(2)2}: 1->0]  [{"y"}, {"x"}]                 sends 32 B, receives 32 B, holds 64 B
//>   3  all_gather          [{}, {"x"}]         [{"y"}, {}]                    sends 64 B, receives 64 B, holds 128 B
//> to [{"y"},{}]: 3 steps, sends 160 B, receives 160 B
//# RUN 2
//> from [{"x"},{"y"}]: 64 B a device
//>   1  all_to_all  [{"x"}: 0->1]       [{}, {"y", "x"}]  sends 32 B, receives 32 B, holds 64 B
//>   2  all_to_all  [{"y", "x"}: 1->0]  [{"y", "x"}, {}]  sends 56 B, receives 56 B, holds 64 B
//>   3  all_gather  [{"x"}, {}]         [{"y"}, {}]       sends 64 B, receives 64 B, holds 128 B
//> to [{"y"},{}]: 3 steps, sends 152 B, receives 152 B
//# RUN 3
//> {
//>   "format": "shardflow-reshard",
//>   "version": 1,
//>   "mesh": "<[\"x\"=2,\"y\"=4]>",
//>   "type": "16x8xbf16",
//>   "from": "[{},{}], unreduced={\"y\"}",
//>   "to": "[{\"y\"},{\"x\"}]",
//>   "plan": "default",
//>   "local_bytes": 256,
//>   "steps": [
//>     {
//>       "op": "reduce_scatter",
//>       "axes": "[{\"y\"}, {}]",
//>       "sharding": "[{\"y\"}, {}]",
//>       "group": 4,
//>       "bytes_sent": 192,
//>       "bytes_received": 192,
//>       "local_bytes": 64
//>     },
//>     {
//>       "op": "all_slice",
//>       "axes": "[{}, {\"x\"}]",
//>       "sharding": "[{\"y\"}, {\"x\"}]",
//>       "group": 1,
//>       "bytes_sent": 0,
//>       "bytes_received": 0,
//>       "local_bytes": 32
//>     }
//>   ],
//>   "bytes_sent": 192,
//>   "bytes_received": 192
//> }
//# RUN 4
//> from [{"x"},{"y"}]: 8 B a device
//>   1  sharded_to_unreduced  [{}, {"y"}]  [{"x"}, {}], unreduced={"y"}  sends 0 B, receives 0 B, holds 32 B
//> to [{"x"},{}], unreduced={"y"}: 1 step, sends 0 B, receives 0 B
//# RUN 5
//> from [{"x"}]: 32 B a device
//> to [{"x"}]: 0 steps, sends 0 B, receives 0 B
//# RUN 6
//! <to>: error: unknown axis name: "q"
// EXIT: 3
//# RUN 7
//! <type>: error: expected one tensor of static shape
// EXIT: 3
//# RUN 8
//! shardflow: reshard: --mesh, --shape, --from and --to are needed
//! Run with --help for more.
// EXIT: 2
//# RUN 9
//! shardflow: reshard: --plan: 'quick' is none of default, best
//! Run with --help for more.
// EXIT: 2
//# RUN 10
//! shardflow: reshard: '--device' was not expected
//! Run with --help for more.
// EXIT: 2
//# RUN 11
//> Plan how a tensor gets from one sharding to another, and what it costs.
//>
//> Usage: shardflow reshard [options]
//>
//> Bytes are those that one device sends (and receives) at most. --mesh, --shape,
//> --from and --to are needed.
//>
//> Options:
//>   --mesh MESH               The mesh: <["x"=2, "y"=4]>
//>   --shape TYPE              Dimensions and element type of the tensor: 16x8xf32
//>   --from DIMS               What it is sharded as: [{"x"}, {"y"}];
//>                             unreduced={"z"} may follow after a comma.
//>   --to DIMS                 What it is to be sharded as.
//>   --plan default|best       Shardy's plan, or the one with the fewest bytes,
//>                             then the fewest steps.
//>   --topology NAME|FILE.toml
//>                             The machine: h100 (nodes of 8), v5e (a torus),
//>                             v5e_grid (without the links around) or a file. Steps
//>                             then take time, and the best plan is the fastest
//>                             one.
//>   --format text|json        How to print it (schemas/reshard-1.schema.json).
//>   -o, --output FILE         Write to FILE instead of standard output. A file
//>                             that is there is replaced as a whole, or left as it
//>                             was.
//>   -q, --quiet               No warnings.
//>   --compat shardy-2026-08|jaxlib-0.12
//>                             Whose answers to give where versions of Shardy
//>                             differ (default: shardy-2026-08).
//>   -h, --help                Print this help.
//>
//> Example:
//>   shardflow reshard --mesh '<["x"=2,"y"=4]>' --shape 16x8xf32 --from '[{"x"},{"y"}]' --to '[{"y"},{}]'
