// What is missing in a mesh or a sharding, and where: one mistake for each thing
// that the grammar (sharding/grammar.h) expects.
// RUN: shardflow gspmd export --mesh '"x"=2]>' '[{}]'
// RUN: shardflow gspmd export --mesh '<"x"=2]>' '[{}]'
// RUN: shardflow gspmd export --mesh '<["x" 2]>' '[{}]'
// RUN: shardflow gspmd export --mesh '<["x"=2]' '[{}]'
// RUN: shardflow gspmd export --mesh '<["x"=2], device_ids [0,1]>' '[{}]'
// RUN: shardflow gspmd export --mesh '<["x"=2], device_ids=0>' '[{}]'
// RUN: shardflow gspmd export --mesh '<["x"=2], device_ids=[0,1>' '[{}]'
// RUN: shardflow gspmd export --mesh '<["x"=2], devices=[0]>' '[{}]'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '{"x"}'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '["x"]'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '[{"x"}'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '[{"x" "x"}]'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '[{?, "x"}]'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '[{"x":1)2}]'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '[{"x":(1 2}]'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '<@m [{}]>'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '<@m, [{}]'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '[{}], replicated {"x"}'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '[{}], replicated="x"'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '[{}], replicated={"x"'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '[{}], {"x"}'
// RUN: shardflow gspmd export --mesh 'sdy.mesh @m <["x"=4]>' '[{}]'
// RUN: shardflow gspmd export --mesh 'sdy.mesh <["x"=4]>' '[{}]'
// RUN: shardflow gspmd export --mesh 'mesh @m = <["x"=4]>' '[{}]'
// RUN: shardflow gspmd export --mesh '<["x"=4]> y' '[{}]'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '#sdy.shard<@m, [{}]>'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '[<@m, [{}]>'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '#sdy.sharding_per_value<@m, [{}]>'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '#sdy.sharding_per_value<[<@m, [{}]>'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '#sdy.sharding_per_value [<@m, [{}]>]'
// RUN: shardflow gspmd export --mesh '<["x"=4]>' '#sdy.sharding [{}]'

//# RUN 1
//! shardflow: gspmd: mesh, offset 0: error: expected '<' to start a mesh
//! "x"=2]>
//! ^
// EXIT: 3
//# RUN 2
//! shardflow: gspmd: mesh, offset 1: error: expected '[' to start the axes of the mesh
//! <"x"=2]>
//!  ^
// EXIT: 3
//# RUN 3
//! shardflow: gspmd: mesh, offset 6: error: expected '=' after the name of an axis
//! <["x" 2]>
//!       ^
// EXIT: 3
//# RUN 4
//! shardflow: gspmd: mesh, offset 8: error: expected '>' to end the mesh
//! <["x"=2]
//!         ^
// EXIT: 3
//# RUN 5
//! shardflow: gspmd: mesh, offset 21: error: expected '=' after 'device_ids'
//! <["x"=2], device_ids [0,1]>
//!                      ^
// EXIT: 3
//# RUN 6
//! shardflow: gspmd: mesh, offset 21: error: expected '[' to start the device ids
//! <["x"=2], device_ids=0>
//!                      ^
// EXIT: 3
//# RUN 7
//! shardflow: gspmd: mesh, offset 25: error: expected ']' to end the device ids
//! <["x"=2], device_ids=[0,1>
//!                          ^
// EXIT: 3
//# RUN 8
//! shardflow: gspmd: mesh, offset 10: error: expected 'device_ids'
//! <["x"=2], devices=[0]>
//!           ^
// EXIT: 3
//# RUN 9
//! shardflow: gspmd: sharding 1, offset 0: error: expected '[' to start the dimensions
//! {"x"}
//! ^
// EXIT: 3
//# RUN 10
//! shardflow: gspmd: sharding 1, offset 1: error: expected '{' to start a dimension
//! ["x"]
//!  ^
// EXIT: 3
//# RUN 11
//! shardflow: gspmd: sharding 1, offset 6: error: expected ']' to end the dimensions
//! [{"x"}
//!       ^
// EXIT: 3
//# RUN 12
//! shardflow: gspmd: sharding 1, offset 6: error: expected ',' after an axis
//! [{"x" "x"}]
//!       ^
// EXIT: 3
//# RUN 13
//! shardflow: gspmd: sharding 1, offset 3: error: expected '}' after '?'
//! [{?, "x"}]
//!    ^
// EXIT: 3
//# RUN 14
//! shardflow: gspmd: sharding 1, offset 6: error: expected '(' to start the pre-size of a sub-axis
//! [{"x":1)2}]
//!       ^
// EXIT: 3
//# RUN 15
//! shardflow: gspmd: sharding 1, offset 9: error: expected ')' to end the pre-size
//! [{"x":(1 2}]
//!          ^
// EXIT: 3
//# RUN 16
//! shardflow: gspmd: sharding 1, offset 4: error: expected ',' after the mesh
//! <@m [{}]>
//!     ^
// EXIT: 3
//# RUN 17
//! shardflow: gspmd: sharding 1, offset 9: error: expected '>' to end the sharding
//! <@m, [{}]
//!          ^
// EXIT: 3
//# RUN 18
//! shardflow: gspmd: sharding 1, offset 17: error: expected '=' before the list of axes
//! [{}], replicated {"x"}
//!                  ^
// EXIT: 3
//# RUN 19
//! shardflow: gspmd: sharding 1, offset 17: error: expected '{' to start the list of axes
//! [{}], replicated="x"
//!                  ^
// EXIT: 3
//# RUN 20
//! shardflow: gspmd: sharding 1, offset 21: error: expected '}' to end the list of axes
//! [{}], replicated={"x"
//!                      ^
// EXIT: 3
//# RUN 21
//! shardflow: gspmd: sharding 1, offset 6: error: failed to parse Sdy_TensorSharding, expected valid named axis list after comma
//! [{}], {"x"}
//!       ^
//! hint: such as replicated={"x"} or unreduced={"x"}
// EXIT: 3
//# RUN 22
//! shardflow: gspmd: mesh, offset 12: error: expected '=' after the name of the mesh
//! sdy.mesh @m <["x"=4]>
//!             ^
// EXIT: 3
//# RUN 23
//> {replicated}
//# RUN 24
//> {replicated}
//# RUN 25
//! shardflow: gspmd: mesh, offset 10: error: unexpected text after the mesh
//! <["x"=4]> y
//!           ^
// EXIT: 3
//# RUN 26
//! shardflow: gspmd: sharding 1, offset 5: error: expected 'sharding'
//! #sdy.shard<@m, [{}]>
//!      ^
// EXIT: 3
//# RUN 27
//! shardflow: gspmd: sharding 1, offset 11: error: expected ']' to end the list of shardings
//! [<@m, [{}]>
//!            ^
// EXIT: 3
//# RUN 28
//! shardflow: gspmd: sharding 1, offset 24: error: expected '[' to start the list of shardings
//! #sdy.sharding_per_value<@m, [{}]>
//!                         ^
// EXIT: 3
//# RUN 29
//! shardflow: gspmd: sharding 1, offset 35: error: expected ']' to end the list of shardings
//! #sdy.sharding_per_value<[<@m, [{}]>
//!                                    ^
// EXIT: 3
//# RUN 30
//! shardflow: gspmd: sharding 1, offset 24: error: expected '<' to start the list
//! #sdy.sharding_per_value [<@m, [{}]>]
//!                         ^
// EXIT: 3
//# RUN 31
//! shardflow: gspmd: sharding 1, offset 14: error: expected '<' to start a sharding
//! #sdy.sharding [{}]
//!               ^
// EXIT: 3
