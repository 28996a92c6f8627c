// Files that are no programs are called what they seem to be.
// RUN: shardflow validate tests/data/foreign/program.mlir.gz tests/data/foreign/program.pkl tests/data/foreign/array.npy tests/data/foreign/arrays.npz tests/data/foreign/byte_order_mark.mlir tests/data/foreign/utf16.mlir
// RUN: shardflow validate tests/data/foreign/cut_off.mlir

//# RUN 1
//> tests/data/foreign/program.mlir.gz: error: this seems to be compressed by gzip: unpack it first (gzip -d)
//> tests/data/foreign/program.pkl: error: this seems to be a Python pickle, not a program: write the text of a lowered program, or what jax.export serializes
//> tests/data/foreign/array.npy: error: this seems to be a NumPy array (.npy), not a program
//> tests/data/foreign/arrays.npz: error: this seems to be a ZIP archive (or .npz), not a program
//> tests/data/foreign/byte_order_mark.mlir: error: the text begins with a byte order mark, which MLIR refuses, too: save it as UTF-8 without one
//> tests/data/foreign/utf16.mlir: error: this seems to be text in UTF-16 or UTF-32: save it as UTF-8
//> 6 files, 6 errors
// EXIT: 1
//# RUN 2
//> tests/data/foreign/cut_off.mlir:2:27: error: expected SSA operand
//>   %0 = stablehlo.add %arg0,
//>                           ^
//> note: the text ends here: is it cut off?
//> 1 file, 1 error
// EXIT: 1
