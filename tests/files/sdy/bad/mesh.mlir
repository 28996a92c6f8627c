// RUN: shardflow opt %s -split-input-file

// What a mesh may not be.

sdy.mesh @zero = <["a"=0]>

// -----

sdy.mesh @negative = <["a"=-2]>

// -----

sdy.mesh @twice = <["a"=2, "b"=2, "a"=2]>

// -----

sdy.mesh @too_many_devices = <["a"=4294967296, "b"=4294967296]>

// -----

sdy.mesh @negative_id = <["a"=2], device_ids=[-1, 0]>

// -----

sdy.mesh @too_few_ids = <["a"=2, "b"=2], device_ids=[1, 0]>

// -----

sdy.mesh @no_permutation = <["a"=4], device_ids=[0, 1, 2, 4]>

// -----

sdy.mesh @id_twice = <["a"=4], device_ids=[0, 1, 1, 3]>

// -----

sdy.mesh @two_maximal = <[], device_ids=[0, 1]>

// -----

sdy.mesh @negative_maximal = <[], device_ids=[-1]>

// -----

sdy.mesh @no_size = <["a"]>

// -----

sdy.mesh @no_name = <[a=2]>

// -----

sdy.mesh @no_ids = <["a"=2], device_ids=[]>

// -----

sdy.mesh @other_parameter = <["a"=2], devices=[0]>

// -----

sdy.mesh @overflow = <["a"=99999999999999999999]>

// -----

func.func @inside() {
  sdy.mesh @mesh = <["a"=2]>
  return
}

// -----

"sdy.mesh"() {mesh = #sdy.mesh<["a"=2]>} : () -> ()

// -----

"sdy.mesh"() {sym_name = "mesh"} : () -> ()

// -----

sdy.mesh @mesh = <["a"=2]>
sdy.mesh @mesh = <["a"=4]>

// -----

"sdy.mesh"() {sym_name = "mesh", mesh = 2} : () -> ()

//! %s:5:20: error: custom op 'sdy.mesh' axis size must be at least 1, got: 0
//! sdy.mesh @zero = <["a"=0]>
//!                    ^
//! %s:5:25: error: custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`
//! sdy.mesh @zero = <["a"=0]>
//!                         ^
//! %s:9:24: error: custom op 'sdy.mesh' axis size must be at least 1, got: -2
//! sdy.mesh @negative = <["a"=-2]>
//!                        ^
//! %s:9:30: error: custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`
//! sdy.mesh @negative = <["a"=-2]>
//!                              ^
//! %s:13:19: error: custom op 'sdy.mesh' duplicate axis name: "a"
//! sdy.mesh @twice = <["a"=2, "b"=2, "a"=2]>
//!                   ^
//! %s:17:30: error: custom op 'sdy.mesh' total product of axis sizes must be below 2^63
//! sdy.mesh @too_many_devices = <["a"=4294967296, "b"=4294967296]>
//!                              ^
//! %s:21:25: error: custom op 'sdy.mesh' device id must be non-negative, got: -1
//! sdy.mesh @negative_id = <["a"=2], device_ids=[-1, 0]>
//!                         ^
//! %s:25:25: error: custom op 'sdy.mesh' total product of axis sizes must match total number of device ids, got: 4 != 2
//! sdy.mesh @too_few_ids = <["a"=2, "b"=2], device_ids=[1, 0]>
//!                         ^
//! %s:29:28: error: custom op 'sdy.mesh' sorted device ids must be iota(product(axes)), got: 0, 1, 2, 4
//! sdy.mesh @no_permutation = <["a"=4], device_ids=[0, 1, 2, 4]>
//!                            ^
//! %s:33:22: error: custom op 'sdy.mesh' sorted device ids must be iota(product(axes)), got: 0, 1, 1, 3
//! sdy.mesh @id_twice = <["a"=4], device_ids=[0, 1, 1, 3]>
//!                      ^
//! %s:37:25: error: custom op 'sdy.mesh' axes is empty and device_ids has more than one element
//! sdy.mesh @two_maximal = <[], device_ids=[0, 1]>
//!                         ^
//! %s:41:30: error: custom op 'sdy.mesh' device id must be non-negative, got: -1
//! sdy.mesh @negative_maximal = <[], device_ids=[-1]>
//!                              ^
//! %s:45:26: error: expected '='
//! sdy.mesh @no_size = <["a"]>
//!                          ^
//! %s:45:26: error: custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`
//! sdy.mesh @no_size = <["a"]>
//!                          ^
//! %s:49:23: error: custom op 'sdy.mesh' expected string
//! sdy.mesh @no_name = <[a=2]>
//!                       ^
//! %s:49:23: error: custom op 'sdy.mesh' failed to parse Sdy_MeshAxis parameter 'name' which is to be a `::llvm::StringRef`
//! sdy.mesh @no_name = <[a=2]>
//!                       ^
//! %s:49:23: error: custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`
//! sdy.mesh @no_name = <[a=2]>
//!                       ^
//! %s:53:42: error: custom op 'sdy.mesh' expected integer value
//! sdy.mesh @no_ids = <["a"=2], device_ids=[]>
//!                                          ^
//! %s:53:42: error: custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'device_ids' which is to be a `::llvm::ArrayRef<int64_t>`
//! sdy.mesh @no_ids = <["a"=2], device_ids=[]>
//!                                          ^
//! %s:57:39: error: custom op 'sdy.mesh' expected 'device_ids'
//! sdy.mesh @other_parameter = <["a"=2], devices=[0]>
//!                                       ^
//! %s:61:28: error: custom op 'sdy.mesh' integer value too large
//! sdy.mesh @overflow = <["a"=99999999999999999999]>
//!                            ^
//! %s:61:28: error: custom op 'sdy.mesh' failed to parse Sdy_MeshAxis parameter 'size' which is to be a `int64_t`
//! sdy.mesh @overflow = <["a"=99999999999999999999]>
//!                            ^
//! %s:61:28: error: custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`
//! sdy.mesh @overflow = <["a"=99999999999999999999]>
//!                            ^
//! %s:66:3: error: 'sdy.mesh' op expects parent op 'builtin.module'
//!   sdy.mesh @mesh = <["a"=2]>
//!   ^
//! %s:72:1: error: 'sdy.mesh' op requires attribute 'sym_name'
//! "sdy.mesh"() {mesh = #sdy.mesh<["a"=2]>} : () -> ()
//! ^
//! %s:76:1: error: 'sdy.mesh' op requires attribute 'mesh'
//! "sdy.mesh"() {sym_name = "mesh"} : () -> ()
//! ^
//! %s:81:1: error: redefinition of symbol named 'mesh'
//! sdy.mesh @mesh = <["a"=4]>
//! ^
//! %s:80:1: note: see existing symbol definition here
//! sdy.mesh @mesh = <["a"=2]>
//! ^
//! %s:85:1: error: 'sdy.mesh' op attribute 'mesh' failed to satisfy constraint: Mesh of axes and a list of devices
//! "sdy.mesh"() {sym_name = "mesh", mesh = 2} : () -> ()
//! ^
// EXIT: 1
