// Names that would control a terminal, and bytes that aren't UTF-8, are shown as
// what they are.
// RUN: shardflow show -p %s
// RUN: shardflow explain -p %s --arg 0
// RUN: shardflow comms -p %s
// RUN: shardflow lint --allow a[31mb %s
// RUN: shardflow show -p %s --name a[31mb
// RUN: shardflow show -p %s --arg 0 --format json
sdy.mesh @mesh = <["x"=4]>
func.func @main(
    %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("a\1B[31mb\C2\9Bc"),
    %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc("d\FFe\07"))
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, jax.result_info = "out\1B]0;title\07"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc("jit(f)/dot\1B[2J")
  return %0 : tensor<8x8xf32>
}

//# RUN 1
//> mesh @mesh  <["x"=4]>  4 devices
//>
//> @main
//>   parameter  type     shard  bytes  sharding
//>   a\x1B[31mb\xC2\x9Bc       8x8xf32  2x8     64 B  [{"x"}, {}]
//>   d\xFFe\x07       8x8xf32  8x2     64 B  [{}, {"x"}]
//>   in all 128 B on each device, of 512 B
//>   result  type     shard  bytes  sharding
//>   out\x1B]0;title\x07     8x8xf32  all    256 B  [{}, {}]
//>   in all 256 B on each device, of 256 B
//>
//> largest tensors
//>   value  type     shard  bytes  sharding
//>   dot\x1B[2J    8x8xf32  2x8     64 B  [{"x"}, {}]  %0
//# RUN 2
//> a\x1B[31mb\xC2\x9Bc (%arg0) : tensor<8x8xf32> in @main  at %s:11:5
//>   <@mesh, [{"x"}, {}]>
//>
//>   dimension 0 has "x":
//>     a\x1B[31mb\xC2\x9Bc (%arg0) dimension 0: annotated, argument 0 of @main <@mesh, [{"x"}, {}]>  at %s:11:5
//>
//>   why not:
//>     dimension 1, "x": dimension 0 has it
//# RUN 3
//> #1       192 B  all_gather over {"x"}, groups of 4 of d\xFFe\x07
//>                 dot\x1B[2J needs it in another sharding
//> #2       192 B  all_gather over {"x"}, groups of 4 of dot\x1B[2J
//>                 func.return at control_bytes.mlir:15 needs it in another sharding
//> in all 384 B that a device sends, by 2 collectives
//# RUN 4
//! shardflow: lint: --allow: unknown code 'a\x1B[31mb'; the codes are conflicting-annotations, donation-mismatch, full-rematerialization, gather-then-slice, indivisible-dimension, large-constant, large-replicated, redundant-annotation, reshard-in-loop, unused-axis
//! Run with --help for more.
// EXIT: 2
//# RUN 5
//! shardflow: show: there is no value a\x1B[31mb in the program; there are a\x1B[31mb\xC2\x9Bc, d\xFFe\x07, out\x1B]0;title\x07, 0, dot\x1B[2J; arguments and results by number are arg/0 to arg/1, res/0
// EXIT: 3
//# RUN 6
//> {
//>   "format": "shardflow-show",
//>   "version": 1,
//>   "meshes": [
//>     {
//>       "name": "mesh",
//>       "mesh": "<[\"x\"=4]>",
//>       "devices": 4
//>     }
//>   ],
//>   "values": [
//>     {
//>       "name": "%arg0",
//>       "label": "a\u001b[31mbc",
//>       "type": "tensor<8x8xf32>",
//>       "shape": [
//>         8,
//>         8
//>       ],
//>       "local_shape": [
//>         2,
//>         8
//>       ],
//>       "bytes": 256,
//>       "local_bytes": 64,
//>       "sharding": "<@mesh, [{\"x\"}, {}]>",
//>       "spec": "P('x', None)",
//>       "at": "%s:10",
//>       "device_parts": [
//>         {
//>           "device": 0,
//>           "offsets": [
//>             0,
//>             0
//>           ],
//>           "sizes": [
//>             2,
//>             8
//>           ]
//>         },
//>         {
//>           "device": 1,
//>           "offsets": [
//>             2,
//>             0
//>           ],
//>           "sizes": [
//>             2,
//>             8
//>           ]
//>         },
//>         {
//>           "device": 2,
//>           "offsets": [
//>             4,
//>             0
//>           ],
//>           "sizes": [
//>             2,
//>             8
//>           ]
//>         },
//>         {
//>           "device": 3,
//>           "offsets": [
//>             6,
//>             0
//>           ],
//>           "sizes": [
//>             2,
//>             8
//>           ]
//>         }
//>       ]
//>     }
//>   ]
//> }
