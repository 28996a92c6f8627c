// Every part has its faults; all are found, and the places are those of the
// file.
// RUN: shardflow validate %s --split-input-file
// RUN: shardflow validate %s --split-input-file -q
// RUN: shardflow validate %s --split-input-file --format jsonl
// RUN: shardflow validate %s --split-input-file --format json
// RUN: shardflow validate %s %s --format jsonl
// RUN: shardflow validate %s /no/such/file
// RUN: shardflow validate
// RUN: shardflow validate %s --split-input-file --allow-unregistered-dialect -q
// RUN: shardflow validate /no/such/file %s --split-input-file -q --format json
func.func @unknown_mesh(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
    %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return
}
// -----
func.func @syntax(%arg0: tensor<8xf32) {
  return
}
// -----
sdy.mesh @mesh = <["x"=2]>
func.func @fine(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
// -----
func.func @unknown_dialect(%arg0: tensor<8xf32>) {
  "mine.op"(%arg0) : (tensor<8xf32>) -> ()
  return
}

//# RUN 1
//> %s:12:1: error: 'func.func' op arg 0 - unknown mesh: @mesh
//> func.func @unknown_mesh(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
//> ^
//> %s:17:38: error: expected '>' in tensor type
//> func.func @syntax(%arg0: tensor<8xf32) {
//>                                      ^
//> %s:27:3: error: operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used
//>   "mine.op"(%arg0) : (tensor<8xf32>) -> ()
//>   ^
//> 1 file, 3 errors
// EXIT: 1
//# RUN 2
//> %s:12:1: error: 'func.func' op arg 0 - unknown mesh: @mesh
//> func.func @unknown_mesh(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
//> ^
//> %s:17:38: error: expected '>' in tensor type
//> func.func @syntax(%arg0: tensor<8xf32) {
//>                                      ^
//> %s:27:3: error: operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used
//>   "mine.op"(%arg0) : (tensor<8xf32>) -> ()
//>   ^
// EXIT: 1
//# RUN 3
//> {"severity":"error","file":"%s","line":12,"column":1,"message":"'func.func' op arg 0 - unknown mesh: @mesh"}
//> {"severity":"error","file":"%s","line":17,"column":38,"message":"expected '>' in tensor type"}
//> {"severity":"error","file":"%s","line":27,"column":3,"message":"operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used"}
// EXIT: 1
//# RUN 4
//> {
//>   "format": "shardflow-validate",
//>   "version": 1,
//>   "errors": 3,
//>   "diagnostics": [
//>     {
//>       "severity": "error",
//>       "file": "%s",
//>       "line": 12,
//>       "column": 1,
//>       "message": "'func.func' op arg 0 - unknown mesh: @mesh"
//>     },
//>     {
//>       "severity": "error",
//>       "file": "%s",
//>       "line": 17,
//>       "column": 38,
//>       "message": "expected '>' in tensor type"
//>     },
//>     {
//>       "severity": "error",
//>       "file": "%s",
//>       "line": 27,
//>       "column": 3,
//>       "message": "operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used"
//>     }
//>   ]
//> }
// EXIT: 1
//# RUN 5
//> {"severity":"error","file":"%s","line":17,"column":38,"message":"expected '>' in tensor type"}
//> {"severity":"error","file":"%s","line":17,"column":38,"message":"expected '>' in tensor type"}
// EXIT: 1
//# RUN 6
//> %s:17:38: error: expected '>' in tensor type
//> func.func @syntax(%arg0: tensor<8xf32) {
//>                                      ^
//> 2 files, 1 error
//! shardflow: cannot read '/no/such/file': No such file or directory
// EXIT: 3
//# RUN 7
//! shardflow: validate: FILE is required
//! Run with --help for more.
// EXIT: 2
//# RUN 8
//> %s:12:1: error: 'func.func' op arg 0 - unknown mesh: @mesh
//> func.func @unknown_mesh(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
//> ^
//> %s:17:38: error: expected '>' in tensor type
//> func.func @syntax(%arg0: tensor<8xf32) {
//>                                      ^
// EXIT: 1
//# RUN 9
//> {
//>   "format": "shardflow-validate",
//>   "version": 1,
//>   "errors": 4,
//>   "diagnostics": [
//>     {
//>       "severity": "error",
//>       "file": "/no/such/file",
//>       "message": "cannot read '/no/such/file': No such file or directory"
//>     },
//>     {
//>       "severity": "error",
//>       "file": "%s",
//>       "line": 12,
//>       "column": 1,
//>       "message": "'func.func' op arg 0 - unknown mesh: @mesh"
//>     },
//>     {
//>       "severity": "error",
//>       "file": "%s",
//>       "line": 17,
//>       "column": 38,
//>       "message": "expected '>' in tensor type"
//>     },
//>     {
//>       "severity": "error",
//>       "file": "%s",
//>       "line": 27,
//>       "column": 3,
//>       "message": "operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used"
//>     }
//>   ]
//> }
//! shardflow: cannot read '/no/such/file': No such file or directory
// EXIT: 3
