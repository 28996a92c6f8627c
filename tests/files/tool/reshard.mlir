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
// RUN: shardflow reshard --mesh '<["x"=2,"y"=4]>' --shape 16x8xf32 --from '[{"x"}]>' --to '[{}, {}]'
// RUN: shardflow reshard --mesh '<["x"=2]> sdy.mesh @other = <["z"=2]>' --shape 16xf32 --from '[{"x"}]' --to '[{}]'
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape 4x1xf32 --from '[{"x"}, {}]' --to '[{}, {}]' --plan best
// RUN: shardflow reshard --mesh '<["x"=2,"y"=2]>' --shape 5xf32 --from '[{"x","y"}]' --to '[{"x"}]'
// RUN: shardflow reshard --mesh '<["x"=12]>' --shape 12xf32 --from '[{}], unreduced={"x":(3)4}' --to '[{}], unreduced={"x":(4)3}'
// RUN: shardflow reshard --mesh '<["x"=2,"y"=2]>' --shape 8xf32 --from '[{"x"}], unreduced={"y"}' --to '[{}], unreduced={"y"}'
// RUN: shardflow reshard --mesh '<["x"=1,"y"=4]>' --shape 4x4xf32 --from '[{}, {"y"}]' --to '[{"x"}, {}], unreduced={"y"}'
// RUN: shardflow reshard --mesh '<["x"=2,"y"=2,"w"=1]>' --shape 4x4xf32 --from '[{"y"}, {"w"}]' --to '[{"y"}, {}], unreduced={"x"}' --plan best
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape 8xf32 --from '[{}]' --to '[{}], unreduced=max{"x"}'
// RUN: shardflow reshard --mesh '<["x"=2,"y"=8]>' --shape 1024x1024xf32 --from '[{"x"},{"y"}]' --to '[{"y"},{}]' --plan best --topology h100
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape 8xf32 --from '[{}]' --to '[{"x"}]' --topology abacus

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
//! <to>:1:3: error: unknown axis name: "q"
//! [{"q"}]
//!   ^
//! <to>:1:3: note: the mesh has "x"
//! [{"q"}]
//!   ^
// EXIT: 3
//# RUN 7
//! <type>: error: expected one tensor of static shape
// EXIT: 3
//# RUN 8
//! shardflow: reshard: --mesh, --shape, --from and --to are needed
//! Run with --help for more.
// EXIT: 2
//# RUN 9
//! shardflow: reshard: --plan: 'quick' is not one of default, best
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
//> --from and --to are required.
//>
//> Options:
//>   --mesh MESH               The mesh: <["x"=2, "y"=4]>
//>   --shape TYPE              Dimensions and element type of the tensor: 16x8xf32
//>   --from DIMS               The sharding of the tensor: [{"x"}, {"y"}];
//>                             unreduced={"z"} may follow after a comma.
//>   --to DIMS                 The sharding that it should get.
//>   --plan default|best       Shardy's plan (default), or the one with the fewest
//>                             bytes, then the fewest steps.
//>   --topology NAME|FILE.toml
//>                             The machine: h100 (nodes of 8), v5e (a torus),
//>                             v5e_grid (without wrap-around links) or a file
//>                             (docs/reshards.md). Steps then have times, and the
//>                             best plan is the fastest one.
//>   --format text|json        text (default), or JSON
//>                             (schemas/reshard-1.schema.json).
//>   -o, --output FILE         Write to FILE instead of standard output. After an
//>                             error, an existing file stays as it was.
//>   -q, --quiet               No warnings.
//>   --compat shardy-2026-08|jaxlib-0.12
//>                             Which answers to give where versions of Shardy
//>                             differ (default: shardy-2026-08).
//>   --color auto|always|never
//>                             Colours: on a terminal unless NO_COLOR is set (auto,
//>                             the default), always, or never.
//>   -h, --help                Print this help.
//>
//> Example:
//>   shardflow reshard --mesh '<["x"=2,"y"=4]>' --shape 16x8xf32 --from '[{"x"},{"y"}]' --to '[{"y"},{}]'
//# RUN 12
//! <from>:1:8: error: unexpected text after the sharding
//! [{"x"}]>
//!        ^
// EXIT: 3
//# RUN 13
//! <mesh>:1:11: error: unexpected text after the mesh
//! <["x"=2]> sdy.mesh @other = <["z"=2]>
//!           ^
// EXIT: 3
//# RUN 14
//> from [{"x"}, {}]: 8 B a device
//>   1  all_gather  [{"x"}, {}]  [{}, {}]  sends 8 B, receives 8 B, holds 16 B
//> to [{}, {}]: 1 step, sends 8 B, receives 8 B
//# RUN 15
//> from [{"x","y"}]: 8 B a device
//>   1  all_gather  [{"y"}]  [{"x"}]  sends 12 B, receives 12 B, holds 12 B
//> to [{"x"}]: 1 step, sends 12 B, receives 12 B
//# RUN 16
//> from [{}], unreduced={"x":(3)4}: 48 B a device
//>   1  all_reduce               {"x":(3)4}  [{}]                        sends 72 B, receives 72 B, holds 48 B
//>   2  replicated_to_unreduced  {"x":(4)3}  [{}], unreduced={"x":(4)3}  sends 0 B, receives 0 B, holds 48 B
//> to [{}], unreduced={"x":(4)3}: 2 steps, sends 72 B, receives 72 B
//# RUN 17
//> from [{"x"}], unreduced={"y"}: 16 B a device
//>   1  all_gather  [{"x"}]  [{}], unreduced={"y"}  sends 16 B, receives 16 B, holds 32 B
//> to [{}], unreduced={"y"}: 1 step, sends 16 B, receives 16 B
//# RUN 18
//> from [{}, {"y"}]: 16 B a device
//>   1  sharded_to_unreduced  [{}, {"y"}]  [{}, {}], unreduced={"y"}  sends 0 B, receives 0 B, holds 64 B
//> to [{"x"}, {}], unreduced={"y"}: 1 step, sends 0 B, receives 0 B
//# RUN 19
//> from [{"y"}, {"w"}]: 32 B a device
//>   1  replicated_to_unreduced  {"x"}  [{"y"}, {}], unreduced={"x"}  sends 0 B, receives 0 B, holds 32 B
//> to [{"y"}, {}], unreduced={"x"}: 1 step, sends 0 B, receives 0 B
//# RUN 20
//! <to>: error: a tensor can be made into partial sums, but not into partial maxima or minima
// EXIT: 3
//# RUN 21
//> from [{"x"},{"y"}]: 262144 B a device
//>   1  all_gather  [{"x"}, {}]    [{}, {"y"}]  sends 262144 B, receives 262144 B, holds 524288 B, takes 21.2 us
//>   2  all_to_all  [{"y"}: 1->0]  [{"y"}, {}]  sends 458752 B, receives 458752 B, holds 524288 B, takes 8.0 us
//> to [{"y"},{}]: 2 steps, sends 720896 B, receives 720896 B, takes 29.3 us
//# RUN 22
//! <topology>: error: expected h100, v5e, v5e_grid or v5p, or with a shape h100:2x8, v5e:4x4, v5p:2x2x4, not 'abacus'
// EXIT: 3
