// RUN: shardflow convert --to text tests/files/json/unknown_key.json
// RUN: shardflow convert --to text tests/files/json/undefined.json
// RUN: shardflow convert --to text tests/files/json/unverified.json
// RUN: shardflow convert --to text --no-verify tests/files/json/unverified.json

//# RUN 1
//! tests/files/json/unknown_key.json:5:39: error: /ops/0/attribute: unknown key "attribute"
//!     {"op": "sdy.mesh", "symbol": "m", "attribute": {}}
//!                                       ^
//! tests/files/json/unknown_key.json:5:39: note: did you mean "attributes"?
//!     {"op": "sdy.mesh", "symbol": "m", "attribute": {}}
//!                                       ^
// EXIT: 3
//# RUN 2
//! tests/files/json/undefined.json:3:40: error: /ops/0/body/0/operands/0: use of undefined value "%b"
//!     {"op": "func.return", "operands": ["%b"]}]}]}
//!                                        ^
//! tests/files/json/undefined.json:3:40: note: a value is known after its op, in its block and in the regions inside
//!     {"op": "func.return", "operands": ["%b"]}]}]}
//!                                        ^
// EXIT: 3
//# RUN 3
//! tests/files/json/unverified.json:2:3: error: 'func.func' op arg 0 - unknown mesh: @m
//!   {"op": "func.func", "symbol": "f", "arguments": [
//!   ^
// EXIT: 3
//# RUN 4
//> module {
//>   func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
//>     return
//>   }
//> }
