// Meshes and shardings on the command line are read by the grammar of programs,
// and checked as in a program; mistakes are shown at the axis.
// RUN: shardflow gspmd export --mesh '<["x"=2], device_ids=[0,1]>' '[{"x"}]'
// RUN: shardflow gspmd export --mesh '<["x"=2, "x"=2]>' '[{"x"}]'
// RUN: shardflow gspmd export --mesh '<["x"=2], device_ids=[1,1]>' '[{"x"}]'
// RUN: shardflow gspmd export --mesh '<["x"=2>' '[]'
// RUN: shardflow gspmd export --mesh '<[], device_ids=[3]>' '[{"x"}]'
// RUN: shardflow gspmd export --mesh '<["x"=2, "y"=4]>' '[{"x"}, {"q"}]'
// RUN: shardflow gspmd export --mesh '<["x"=2, "y"=4]>' '[{"x"}, {"x"}]'
// RUN: shardflow gspmd export --mesh '<["x"=2, "y"=4]>' '[{"y":(1)2, "y":(2)2}]'
// RUN: shardflow gspmd export --mesh '<["x"=2, "y"=4]>' '[{"y":(1)4}]'
// RUN: shardflow gspmd export --mesh '<["x"=2, "y"=4]>' '[{}], replicated={"y", "x"}'
// RUN: shardflow gspmd export --mesh '<["x"=2, "y"=4]>' '[{}p1]'
// RUN: shardflow gspmd export --mesh '<["x"=2, "y"=4]>' '[{"x"], {}]'
// RUN: shardflow reshard --mesh '<["x"=2], device_ids=[0,1]>' --shape 16xf32 --from '[{"x"}]' --to '<@any, [{}]>'
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape 16xf32 --from '[{"x"}]' --to '<mesh<["y"=2]>, [{}]>'
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape 16xf32 --from '[<@mesh, [{"x"}]>]' --to '[{}]'
// RUN: shardflow reshard --mesh '<["x"=2]>' --shape 16yf32 --from '[{"x"}]' --to '[{}]'

//# RUN 1
//> {devices=[2]<=[2]}
//# RUN 2
//! shardflow: gspmd: mesh, offset 9: error: duplicate axis name: "x"
//! <["x"=2, "x"=2]>
//!          ^
// EXIT: 3
//# RUN 3
//! shardflow: gspmd: mesh, offset 10: error: sorted device ids must be iota(product(axes)), got: 1, 1
//! <["x"=2], device_ids=[1,1]>
//!           ^
// EXIT: 3
//# RUN 4
//! shardflow: gspmd: mesh, offset 7: error: expected ']' to end the axes of the mesh
//! <["x"=2>
//!        ^
// EXIT: 3
//# RUN 5
//! shardflow: gspmd: sharding 1, offset 2: error: unknown axis name: "x"
//! [{"x"}]
//!   ^
//! hint: the mesh has no axes
// EXIT: 3
//# RUN 6
//! shardflow: gspmd: sharding 1, offset 9: error: unknown axis name: "q"
//! [{"x"}, {"q"}]
//!          ^
//! hint: the mesh has "x", "y"
// EXIT: 3
//# RUN 7
//! shardflow: gspmd: sharding 1, offset 9: error: duplicate axis ref: "x"
//! [{"x"}, {"x"}]
//!          ^
//! hint: an axis can be used only once in a sharding
// EXIT: 3
//# RUN 8
//! shardflow: gspmd: sharding 1, offset 12: error: two consecutive sub-axes can be merged: "y":(1)2, "y":(2)2
//! [{"y":(1)2, "y":(2)2}]
//!             ^
//! hint: write them as a single sub-axis
// EXIT: 3
//# RUN 9
//! shardflow: gspmd: sharding 1, offset 2: error: sub-axis size is equal to the full axis size: "y":(1)4
//! [{"y":(1)4}]
//!   ^
//! hint: write the name of the axis alone
// EXIT: 3
//# RUN 10
//! shardflow: gspmd: sharding 1, offset 23: error: replicated axes are not ordered w.r.t. mesh
//! [{}], replicated={"y", "x"}
//!                        ^
// EXIT: 3
//# RUN 11
//! shardflow: gspmd: sharding 1, offset 0: error: dim 0 is empty and closed but has a priority
//! [{}p1]
//! ^
// EXIT: 3
//# RUN 12
//! shardflow: gspmd: sharding 1, offset 5: error: expected ',' after an axis
//! [{"x"], {}]
//!      ^
// EXIT: 3
//# RUN 13
//> from [{"x"}]: 32 B a device
//>   1  all_gather  [{"x"}]  [{}]  sends 32 B, receives 32 B, holds 64 B
//> to <@any, [{}]>: 1 step, sends 32 B, receives 32 B
//# RUN 14
//! <to>:1:1: error: it is on a different mesh
//! <mesh<["y"=2]>, [{}]>
//! ^
// EXIT: 3
//# RUN 15
//! <from>:1:1: error: expected one sharding, not a list
//! [<@mesh, [{"x"}]>]
//! ^
// EXIT: 3
//# RUN 16
//! <type>:1:3: error: expected 'x' in dimension list
//! 16yf32
//!   ^
// EXIT: 3
