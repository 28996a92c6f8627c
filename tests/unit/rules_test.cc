// Tests the sharding rule of each op: the text of the op is turned into the
// text of its rule. The programs are small, so that the rules can be checked by
// hand.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "ir/walk.h"
#include "ops/op_def.h"
#include "ops/rule_lookup.h"
#include "sharding/print.h"
#include "text/read.h"

namespace shardflow::internal {
namespace {

struct Case {
  const char* name;
  // The arguments of a function, the ops in it, and the rule of the last op
  // that has results.
  const char* args;
  const char* ops;
  const char* rule;  // "" if there is none
  // The rules in these modes, if they differ from `rule`.
  const char* conservative = nullptr;
  const char* jaxlib = nullptr;
};

constexpr char kAdd[] =
    "({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "
    "%z = stablehlo.add %x, %y : tensor<f32> "
    "stablehlo.return %z : tensor<f32> })";

const Case kCases[] = {
    // --- pointwise
    {"add", "%a: tensor<2x3xf32>, %b: tensor<2x3xf32>",
     "%0 = stablehlo.add %a, %b : tensor<2x3xf32>",
     "([i, j], [i, j])->([i, j]) {i=2, j=3}"},
    {"scalar", "%a: tensor<f32>", "%0 = stablehlo.tanh %a : tensor<f32>",
     "([])->([])"},
    {"compare", "%a: tensor<4xf32>",
     "%0 = stablehlo.compare LT, %a, %a : (tensor<4xf32>, tensor<4xf32>) -> "
     "tensor<4xi1>",
     "([i], [i])->([i]) {i=4}"},
    {"convert", "%a: tensor<4xf32>",
     "%0 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xbf16>",
     "([i])->([i]) {i=4}"},
    {"select by a scalar", "%p: tensor<i1>, %a: tensor<2x3xf32>",
     "%0 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<2x3xf32>",
     "([], [i, j], [i, j])->([i, j]) {i=2, j=3}"},
    {"select by a tensor", "%p: tensor<2xi1>, %a: tensor<2xf32>",
     "%0 = stablehlo.select %p, %a, %a : tensor<2xi1>, tensor<2xf32>",
     "([i], [i], [i])->([i]) {i=2}"},
    {"clamp", "%l: tensor<f32>, %a: tensor<2x3xf32>",
     "%0 = stablehlo.clamp %l, %a, %a : (tensor<f32>, tensor<2x3xf32>, "
     "tensor<2x3xf32>) -> tensor<2x3xf32>",
     "([], [i, j], [i, j])->([i, j]) {i=2, j=3}"},
    {"sharding_constraint", "%a: tensor<2x3xf32>",
     "%0 = sdy.sharding_constraint %a <@mesh, [{}, {}]> : tensor<2x3xf32>",
     "([i, j])->([i, j]) {i=2, j=3}"},
    {"a dynamic shape", "%a: tensor<2x?xf32>",
     "%0 = stablehlo.tanh %a : tensor<2x?xf32>", ""},

    // --- contractions
    {"dot: matrices", "%a: tensor<2x3xf32>, %b: tensor<3x4xf32>",
     "%0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> "
     "tensor<2x4xf32>",
     "([i, k], [k, j])->([i, j]) {i=2, j=4, k=3} reduction={k}"},
    {"dot: vector and matrix", "%a: tensor<3xf32>, %b: tensor<3x4xf32>",
     "%0 = stablehlo.dot %a, %b : (tensor<3xf32>, tensor<3x4xf32>) -> "
     "tensor<4xf32>",
     "([j], [j, i])->([i]) {i=4, j=3} reduction={j}"},
    {"dot: vectors", "%a: tensor<3xf32>, %b: tensor<3xf32>",
     "%0 = stablehlo.dot %a, %b : (tensor<3xf32>, tensor<3xf32>) -> "
     "tensor<f32>",
     "([i], [i])->([]) {i=3} reduction={i}"},
    {"dot_general", "%a: tensor<5x2x3xf32>, %b: tensor<3x5x4xf32>",
     "%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [1], "
     "contracting_dims = [2] x [0] : (tensor<5x2x3xf32>, tensor<3x5x4xf32>) "
     "-> tensor<5x2x4xf32>",
     "([i, j, l], [l, i, k])->([i, j, k]) {i=5, j=2, k=4, l=3} "
     "reduction={l}"},
    {"cholesky", "%a: tensor<5x3x3xf32>",
     "%0 = stablehlo.cholesky %a, lower = true : tensor<5x3x3xf32>",
     "([i, j, k])->([i, j, k]) {i=5, j=3, k=3} need_replication={j, k}"},
    {"fft", "%a: tensor<5x6x8xcomplex<f32>>",
     "%0 = stablehlo.fft %a, type = FFT, length = [6, 8] : "
     "(tensor<5x6x8xcomplex<f32>>) -> tensor<5x6x8xcomplex<f32>>",
     "([i, j, k])->([i, j, k]) {i=5, j=6, k=8} need_replication={j, k}"},
    {"fft: real", "%a: tensor<5x8xf32>",
     "%0 = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<5x8xf32>) -> "
     "tensor<5x5xcomplex<f32>>",
     "([i, j])->([i, j]) {i=5, j=8} need_replication={j} "
     "blocked_propagation={j}"},
    {"triangular_solve: left", "%a: tensor<5x3x3xf32>, %b: tensor<5x3x4xf32>",
     "%0 = \"stablehlo.triangular_solve\"(%a, %b) {left_side = true, "
     "lower = true, unit_diagonal = false, "
     "transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : "
     "(tensor<5x3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>",
     "([i, j, l], [i, j, k])->([i, l, k]) {i=5, j=3, k=4, l=3} "
     "need_replication={j, k, l}"},
    {"triangular_solve: left, transposed",
     "%a: tensor<3x3xf32>, %b: tensor<3x4xf32>",
     "%0 = \"stablehlo.triangular_solve\"(%a, %b) {left_side = true, "
     "lower = true, unit_diagonal = false, "
     "transpose_a = #stablehlo<transpose ADJOINT>} : "
     "(tensor<3x3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>",
     "([k, i], [i, j])->([k, j]) {i=3, j=4, k=3} need_replication={i, j, k}"},
    {"triangular_solve: right", "%a: tensor<3x3xf32>, %b: tensor<4x3xf32>",
     "%0 = \"stablehlo.triangular_solve\"(%a, %b) {left_side = false, "
     "lower = true, unit_diagonal = false, "
     "transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : "
     "(tensor<3x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>",
     "([k, j], [i, j])->([i, k]) {i=4, j=3, k=3} need_replication={i, j, k}"},

    // --- convolution
    {"convolution", "%a: tensor<2x9x5xf32>, %b: tensor<3x5x6xf32>",
     "%0 = stablehlo.convolution(%a, %b) "
     "dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
     "(tensor<2x9x5xf32>, tensor<3x5x6xf32>) -> tensor<2x7x6xf32>",
     "([i, j, k], [m, k, l])->([i, j, l]) {i=2, j=7, k=5, l=6, m=1} "
     "reduction={k} permutation={j}",
     "([i, l, j], [m, j, k])->([i, n, k]) {i=2, j=5, k=6, l=1, m=1, n=1} "
     "reduction={j}",
     "([i, j, l], [k, l, m])->([i, j, m]) {i=2, j=7, k=3, l=5, m=6} "
     "reduction={l} permutation={j, k}"},
    {"convolution: a large window",
     "%a: tensor<2x9x5xf32>, "
     "%b: tensor<4x5x6xf32>",
     "%0 = stablehlo.convolution(%a, %b) "
     "dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [4]} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
     "(tensor<2x9x5xf32>, tensor<4x5x6xf32>) -> tensor<2x2x6xf32>",
     "([i, jk, l], [j, l, m])->([i, k, m]) {i=2, j=4, k=2, l=5, m=6} "
     "reduction={j, l} permutation={k}",
     "([i, l, j], [m, j, k])->([i, n, k]) {i=2, j=5, k=6, l=1, m=1, n=1} "
     "reduction={j}"},
    {"convolution: feature groups", "%a: tensor<2x8xf32>, %b: tensor<4x6xf32>",
     "%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, f]x[i, o]->[b, f], "
     "window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} "
     ": (tensor<2x8xf32>, tensor<4x6xf32>) -> tensor<2x6xf32>",
     "([i, jk], [k, jl])->([i, jl]) {i=2, j=2, k=4, l=3} reduction={k}"},
    {"convolution: batch groups", "%a: tensor<4x8xf32>, %b: tensor<8x6xf32>",
     "%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, f]x[i, o]->[b, f], "
     "window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} "
     ": (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<2x6xf32>",
     "([ij, k], [k, il])->([j, il]) {i=2, j=2, k=8, l=3} reduction={k}"},
    {"batch_norm_inference", "%a: tensor<2x3x4xf32>, %c: tensor<3xf32>",
     "%0 = \"stablehlo.batch_norm_inference\"(%a, %c, %c, %c, %c) "
     "{epsilon = 1.0e-03 : f32, feature_index = 1 : i64} : "
     "(tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, "
     "tensor<3xf32>) -> tensor<2x3x4xf32>",
     "([i, j, k], [j], [j], [j], [j])->([i, j, k]) {i=2, j=3, k=4}"},
    {"batch_norm_training has none", "%a: tensor<2x3xf32>, %c: tensor<3xf32>",
     "%0:3 = \"stablehlo.batch_norm_training\"(%a, %c, %c) "
     "{epsilon = 1.0e-03 : f32, feature_index = 1 : i64} : "
     "(tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> "
     "(tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)",
     ""},

    // --- reductions and windows
    {"reduce", "%a: tensor<2x3x4xf32>, %v: tensor<f32>",
     "%0 = \"stablehlo.reduce\"(%a, %v) $ADD {dimensions = array<i64: 1>} : "
     "(tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>",
     "([i, j, k], [])->([i, k]) {i=2, j=3, k=4} reduction={j}"},
    {"reduce_window", "%a: tensor<6x4x4xf32>, %v: tensor<f32>",
     "%0 = \"stablehlo.reduce_window\"(%a, %v) $ADD "
     "{window_dimensions = array<i64: 2, 1, 1>, "
     "window_strides = array<i64: 2, 1, 1>, "
     "padding = dense<[[0, 0], [0, 0], [1, -1]]> : tensor<3x2xi64>} : "
     "(tensor<6x4x4xf32>, tensor<f32>) -> tensor<3x4x4xf32>",
     "([i, j, k], [])->([i, j, k]) {i=3, j=4, k=4} permutation={i, k}",
     "([i, j, k], [])->([i, j, k]) {i=3, j=4, k=4} permutation={i, k} "
     "blocked_propagation={i, k}"},
    {"select_and_scatter",
     "%a: tensor<6x5xf32>, %s: tensor<3x5xf32>, %v: tensor<f32>",
     "%0 = \"stablehlo.select_and_scatter\"(%a, %s, %v) "
     "({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "
     "%z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> "
     "tensor<i1> stablehlo.return %z : tensor<i1> }, "
     "{ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "
     "%z = stablehlo.add %x, %y : tensor<f32> "
     "stablehlo.return %z : tensor<f32> }) "
     "{window_dimensions = array<i64: 2, 1>, "
     "window_strides = array<i64: 2, 1>} : "
     "(tensor<6x5xf32>, tensor<3x5xf32>, tensor<f32>) -> tensor<6x5xf32>",
     "([j, k], [i, k], [])->([j, k]) {i=3, j=6, k=5} need_replication={i} "
     "permutation={j}",
     "([j, k], [i, k], [])->([j, k]) {i=3, j=6, k=5} need_replication={i} "
     "permutation={j} blocked_propagation={i, j}"},
    {"sort", "%a: tensor<2x3xf32>",
     "%0 = \"stablehlo.sort\"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "
     "%z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> "
     "tensor<i1> stablehlo.return %z : tensor<i1> }) {dimension = 1 : i64} : "
     "(tensor<2x3xf32>) -> tensor<2x3xf32>",
     "([i, j])->([i, j]) {i=2, j=3} need_replication={j}"},
    {"sort: no other dimension", "%a: tensor<1x3xf32>",
     "%0 = \"stablehlo.sort\"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "
     "%z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> "
     "tensor<i1> stablehlo.return %z : tensor<i1> }) {dimension = 1 : i64} : "
     "(tensor<1x3xf32>) -> tensor<1x3xf32>",
     "([i, j])->([i, j]) {i=1, j=3} need_replication={j} "
     "blocked_propagation={j}"},

    // --- gather and scatter
    {"gather: rows", "%a: tensor<6x5xf32>, %i: tensor<3x1xi32>",
     "%0 = \"stablehlo.gather\"(%a, %i) {dimension_numbers = "
     "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
     "start_index_map = [0], index_vector_dim = 1>, "
     "slice_sizes = array<i64: 1, 5>} : "
     "(tensor<6x5xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>",
     "([k, j], [i, l])->([i, j]) {i=3, j=5, k=6, l=1} reduction={k} "
     "need_replication={l}"},
    {"gather: windows", "%a: tensor<6x5xf32>, %i: tensor<3xi32>",
     "%0 = \"stablehlo.gather\"(%a, %i) {dimension_numbers = "
     "#stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], "
     "index_vector_dim = 1>, slice_sizes = array<i64: 2, 1>} : "
     "(tensor<6x5xf32>, tensor<3xi32>) -> tensor<3x2x1xf32>",
     "([j, k], [i])->([i, j, l]) {i=3, j=6, k=5, l=1} reduction={k} "
     "need_replication={j, l} blocked_propagation={j}"},
    {"gather: batching dimensions",
     "%a: tensor<3x6x5xf32>, %i: tensor<3x2xi32>",
     "%0 = \"stablehlo.gather\"(%a, %i) {dimension_numbers = "
     "#stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], "
     "operand_batching_dims = [0], start_indices_batching_dims = [0], "
     "start_index_map = [1], index_vector_dim = 2>, "
     "slice_sizes = array<i64: 1, 1, 5>} : "
     "(tensor<3x6x5xf32>, tensor<3x2xi32>) -> tensor<3x2x5xf32>",
     "([i, l, k], [i, j])->([i, j, k]) {i=3, j=2, k=5, l=6} reduction={l}"},
    {"scatter: add",
     "%a: tensor<6x5xf32>, %i: tensor<3x1xi32>, "
     "%u: tensor<3x5xf32>",
     "%0 = \"stablehlo.scatter\"(%a, %i, %u) $ADD {scatter_dimension_numbers = "
     "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
     "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : "
     "(tensor<6x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<6x5xf32>",
     "([k, j], [i, l], [i, j])->([k, j]) {i=3, j=5, k=6, l=1} reduction={i} "
     "need_replication={l}"},
    {"scatter: overwrite",
     "%a: tensor<6x5xf32>, %i: tensor<3x1xi32>, "
     "%u: tensor<3x2xf32>",
     "%0 = \"stablehlo.scatter\"(%a, %i, %u) "
     "({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "
     "stablehlo.return %y : tensor<f32> }) {scatter_dimension_numbers = "
     "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
     "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : "
     "(tensor<6x5xf32>, tensor<3x1xi32>, tensor<3x2xf32>) -> tensor<6x5xf32>",
     "([l, j], [i, m], [i, k])->([l, j]) {i=3, j=5, k=2, l=6, m=1} "
     "need_replication={i, j, k, m}"},

    // --- shapes
    {"slice", "%a: tensor<4x6xf32>",
     "%0 = stablehlo.slice %a [0:4, 1:3] : (tensor<4x6xf32>) -> "
     "tensor<4x2xf32>",
     "([i, j])->([i, j]) {i=4, j=6} permutation={j}",
     "([i, j])->([i, j]) {i=4, j=6} permutation={j} blocked_propagation={j}"},
    {"pad", "%a: tensor<4x6xf32>, %v: tensor<f32>",
     "%0 = stablehlo.pad %a, %v, low = [0, 1], high = [0, 1], "
     "interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x8xf32>",
     "([i, j], [])->([i, j]) {i=4, j=6} permutation={j}",
     "([i, j], [])->([i, j]) {i=4, j=6} permutation={j} "
     "blocked_propagation={j}"},
    {"pad and cut", "%a: tensor<4xf32>, %v: tensor<f32>",
     "%0 = stablehlo.pad %a, %v, low = [1], high = [-1], interior = [0] : "
     "(tensor<4xf32>, tensor<f32>) -> tensor<4xf32>",
     "([i], [])->([i]) {i=4}", nullptr,
     "([i], [])->([i]) {i=4} permutation={i}"},
    {"dynamic_slice", "%a: tensor<4x6xf32>, %i: tensor<i32>",
     "%0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [4, 2] : "
     "(tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>",
     "([i, j], [], [])->([i, j]) {i=4, j=6} need_replication={j} "
     "blocked_propagation={j}"},
    {"dynamic_update_slice",
     "%a: tensor<4x6xf32>, %u: tensor<4x2xf32>, %i: tensor<i32>",
     "%0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<4x6xf32>, "
     "tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>",
     "([i, j], [i, k], [], [])->([i, j]) {i=4, j=6, k=2} need_replication={k}",
     nullptr,
     "([i, j], [i, k], [], [])->([i, j]) {i=4, j=6, k=2} permutation={j, k}"},
    {"dynamic_update_slice at constants",
     "%a: tensor<4x6xf32>, %u: tensor<4x2xf32>",
     "%i = stablehlo.constant dense<0> : tensor<i32> "
     "%0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<4x6xf32>, "
     "tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>",
     "([i, j], [i, k], [], [])->([i, j]) {i=4, j=6, k=2}", nullptr,
     "([i, j], [i, k], [], [])->([i, j]) {i=4, j=6, k=2} permutation={j, k}"},
    {"concatenate", "%a: tensor<4x6xf32>, %b: tensor<4x2xf32>",
     "%0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<4x6xf32>, "
     "tensor<4x2xf32>) -> tensor<4x8xf32>",
     "([i, j], [i, j])->([i, j]) {i=4, j=8} need_replication={j}",
     "([i, j], [i, k])->([i, l]) {i=4, j=1, k=1, l=1}"},
    {"concatenate: of slices", "%a: tensor<6xf32>, %b: tensor<5xf32>",
     "%1 = stablehlo.slice %a [1:3] : (tensor<6xf32>) -> tensor<2xf32> "
     "%2 = stablehlo.slice %b [1:3] : (tensor<5xf32>) -> tensor<2xf32> "
     "%0 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<2xf32>, "
     "tensor<2xf32>) -> tensor<4xf32>",
     "([i], [i])->([i]) {i=4} permutation={i}",
     "([i], [j])->([k]) {i=1, j=1, k=1}"},
    {"concatenate: a tensor and a slice of it", "%a: tensor<6xf32>",
     "%1 = stablehlo.slice %a [1:3] : (tensor<6xf32>) -> tensor<2xf32> "
     "%0 = stablehlo.concatenate %a, %1, dim = 0 : (tensor<6xf32>, "
     "tensor<2xf32>) -> tensor<8xf32>",
     "([i], [i])->([i]) {i=8} permutation={i}",
     "([i], [j])->([k]) {i=1, j=1, k=1}"},
    {"concatenate: a tensor twice", "%a: tensor<6xf32>",
     "%0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<6xf32>, "
     "tensor<6xf32>) -> tensor<12xf32>",
     "([i], [i])->([i]) {i=12} need_replication={i}",
     "([i], [j])->([k]) {i=1, j=1, k=1}"},
    {"reverse", "%a: tensor<4x6xf32>",
     "%0 = stablehlo.reverse %a, dims = [1] : tensor<4x6xf32>",
     "([i, j])->([i, j]) {i=4, j=6} permutation={j}"},
    {"transpose", "%a: tensor<4x6x8xf32>",
     "%0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<4x6x8xf32>) -> "
     "tensor<8x4x6xf32>",
     "([j, k, i])->([i, j, k]) {i=8, j=4, k=6}"},
    {"broadcast_in_dim", "%a: tensor<1x6xf32>",
     "%0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<1x6xf32>) "
     "-> tensor<6x3x8xf32>",
     "([k, i])->([i, j, l]) {i=6, j=3, k=1, l=8}"},
    {"bitcast_convert: to narrower", "%a: tensor<4xf32>",
     "%0 = stablehlo.bitcast_convert %a : (tensor<4xf32>) -> tensor<4x2xf16>",
     "([i])->([i, j]) {i=4, j=2} need_replication={j}"},
    {"bitcast_convert: to wider", "%a: tensor<4x2xf16>",
     "%0 = stablehlo.bitcast_convert %a : (tensor<4x2xf16>) -> tensor<4xf32>",
     "([i, j])->([i]) {i=4, j=2} need_replication={j}"},
    {"rng_bit_generator", "%a: tensor<2xui64>",
     "%0:2 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : "
     "(tensor<2xui64>) -> (tensor<2xui64>, tensor<4x6xui32>)",
     "([i])->([i], [j, k]) {i=2, j=4, k=6} need_replication={i} "
     "blocked_propagation={i}"},

    // --- reshape
    {"reshape: split", "%a: tensor<8x3xf32>",
     "%0 = stablehlo.reshape %a : (tensor<8x3xf32>) -> tensor<2x4x3xf32>",
     "([ij, k])->([i, j, k]) {i=2, j=4, k=3}"},
    {"reshape: split and merge", "%a: tensor<8x6xf32>",
     "%0 = stablehlo.reshape %a : (tensor<8x6xf32>) -> tensor<2x24xf32>",
     "([ij, k])->([i, jk]) {i=2, j=4, k=6}"},
    {"reshape: no common divisor", "%a: tensor<4x9xf32>",
     "%0 = stablehlo.reshape %a : (tensor<4x9xf32>) -> tensor<9x4xf32>",
     "([i, k])->([j, l]) {i=4, j=9, k=9, l=4}", nullptr,
     "([i, j])->([i, k]) {i=4, j=9, k=4} need_replication={j, k} "
     "permutation={i}"},
    {"reshape: part and meet again", "%a: tensor<2x15x7xf32>",
     "%0 = stablehlo.reshape %a : (tensor<2x15x7xf32>) -> tensor<3x10x7xf32>",
     "([i, km, n])->([j, lm, n]) {i=2, j=3, k=3, l=2, m=5, n=7}", nullptr,
     "([i, jl, m])->([i, kl, m]) {i=2, j=3, k=2, l=5, m=7} "
     "need_replication={j, k} permutation={i}"},
    {"reshape: units", "%a: tensor<1x8xf32>",
     "%0 = stablehlo.reshape %a : (tensor<1x8xf32>) -> tensor<8x1x1xf32>",
     "([i, j])->([j, k, l]) {i=1, j=8, k=1, l=1}", nullptr,
     "([i, j])->([j, k, l]) {i=1, j=8, k=1, l=1} need_replication={i, k, l}"},
    {"reshape: to a scalar", "%a: tensor<1x1xf32>",
     "%0 = stablehlo.reshape %a : (tensor<1x1xf32>) -> tensor<f32>",
     "([i, j])->([]) {i=1, j=1}", nullptr,
     "([i, j])->([]) {i=1, j=1} need_replication={i, j}"},
    {"reshape: nothing", "%a: tensor<0x4xf32>",
     "%0 = stablehlo.reshape %a : (tensor<0x4xf32>) -> tensor<0xf32>", ""},

    // --- collectives
    {"all_gather", "%a: tensor<4x6xf32>",
     "%0 = \"stablehlo.all_gather\"(%a) {all_gather_dim = 1 : i64, "
     "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : "
     "(tensor<4x6xf32>) -> tensor<4x12xf32>",
     "([i, j])->([i, k]) {i=4, j=6, k=12} need_replication={j, k}"},
    {"reduce_scatter", "%a: tensor<4x6xf32>",
     "%0 = \"stablehlo.reduce_scatter\"(%a) $ADD {scatter_dimension = 0 : i64, "
     "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : "
     "(tensor<4x6xf32>) -> tensor<2x6xf32>",
     "([j, i])->([k, i]) {i=6, j=4, k=2} need_replication={j, k}"},
    {"all_to_all", "%a: tensor<4x6x5xf32>",
     "%0 = \"stablehlo.all_to_all\"(%a) {split_dimension = 0 : i64, "
     "concat_dimension = 1 : i64, split_count = 2 : i64, "
     "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : "
     "(tensor<4x6x5xf32>) -> tensor<2x12x5xf32>",
     "([j, l, i])->([k, m, i]) {i=5, j=4, k=2, l=6, m=12} "
     "need_replication={j, k, l, m}"},
    {"all_to_all: one dimension", "%a: tensor<4x6xf32>",
     "%0 = \"stablehlo.all_to_all\"(%a) {split_dimension = 0 : i64, "
     "concat_dimension = 0 : i64, split_count = 2 : i64, "
     "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : "
     "(tensor<4x6xf32>) -> tensor<4x6xf32>",
     "([j, i])->([k, i]) {i=6, j=4, k=4} need_replication={j, k}"},
    {"all_reduce", "%a: tensor<4xf32>",
     "%0 = \"stablehlo.all_reduce\"(%a) $ADD {"
     "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : "
     "(tensor<4xf32>) -> tensor<4xf32>",
     "([i])->([i]) {i=4}"},
    {"collective_permute", "%a: tensor<4xf32>",
     "%0 = \"stablehlo.collective_permute\"(%a) {source_target_pairs = "
     "dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>",
     "([i])->([i]) {i=4}"},

    // --- custom calls
    {"@MoveToHost", "%a: tensor<4x6xf32>",
     "%0 = stablehlo.custom_call @MoveToHost(%a) : (tensor<4x6xf32>) -> "
     "tensor<4x6xf32>",
     "([i, j])->([i, j]) {i=4, j=6}"},
    {"@Eigh", "%a: tensor<5x3x3xf32>",
     "%0:2 = stablehlo.custom_call @Eigh(%a) : (tensor<5x3x3xf32>) -> "
     "(tensor<5x3x3xf32>, tensor<5x3xf32>)",
     "([i, j, k])->([i, j, k], [i, k]) {i=5, j=3, k=3}"},
    {"@Qr", "%a: tensor<5x4x3xf32>",
     "%0:2 = stablehlo.custom_call @Qr(%a) : (tensor<5x4x3xf32>) -> "
     "(tensor<5x4x3xf32>, tensor<5x3xf32>)",
     "([i, j, k])->([i, j, k], [i, l]) {i=5, j=4, k=3, l=3} "
     "need_replication={j, k, l}"},
    {"@ProductOfElementaryHouseholderReflectors",
     "%a: tensor<4x3xf32>, %t: tensor<3xf32>",
     "%0 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors("
     "%a, %t) : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>",
     "([i, j], [k])->([i, j]) {i=4, j=3, k=3} need_replication={i, j, k}"},
    {"@mhlo.topk", "%a: tensor<4x6xf32>",
     "%0:2 = stablehlo.custom_call @mhlo.topk(%a) : (tensor<4x6xf32>) -> "
     "(tensor<4x2xf32>, tensor<4x2xi32>)",
     "([i, j])->([i, j], [i, j]) {i=4, j=6} need_replication={j} "
     "blocked_propagation={j}"},
    {"@ApproxTopK",
     "%a: tensor<4x6xf32>, %b: tensor<4x6xi32>, %v: tensor<f32>, "
     "%w: tensor<i32>",
     "%0:2 = stablehlo.custom_call @ApproxTopK(%a, %b, %v, %w) : "
     "(tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> "
     "(tensor<4x2xf32>, tensor<4x2xi32>)",
     "([i, j], [i, j], [], [])->([i, k], [i, k]) {i=4, j=6, k=2} "
     "need_replication={k} blocked_propagation={k}"},
    {"@X64Combine", "%a: tensor<2xui32>",
     "%0 = stablehlo.custom_call @X64Combine(%a, %a) : (tensor<2xui32>, "
     "tensor<2xui32>) -> tensor<2xui64>",
     "([i], [i])->([i]) {i=2}"},
    {"@tpu_custom_call has none", "%a: tensor<4xf32>",
     "%0 = stablehlo.custom_call @tpu_custom_call(%a) : (tensor<4xf32>) -> "
     "tensor<4xf32>",
     ""},
    {"an unknown target has none", "%a: tensor<4xf32>",
     "%0 = stablehlo.custom_call @foo(%a) : (tensor<4xf32>) -> tensor<4xf32>",
     ""},
};

const Case kChloCases[] = {
    {"unary", "%a: tensor<4x6xf32>",
     "%0 = chlo.erf %a : tensor<4x6xf32> -> tensor<4x6xf32>",
     "([i, j])->([i, j]) {i=4, j=6}"},
    {"broadcast", "%a: tensor<4x1xf32>, %b: tensor<6xf32>",
     "%0 = chlo.broadcast_add %a, %b : (tensor<4x1xf32>, tensor<6xf32>) -> "
     "tensor<4x6xf32>",
     "([i, k], [j])->([i, j]) {i=4, j=6, k=1}"},
    {"broadcast along given dimensions",
     "%a: tensor<4x6xf32>, %b: tensor<4xf32>",
     "%0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0>} : "
     "(tensor<4x6xf32>, tensor<4xf32>) -> tensor<4x6xf32>",
     "([i, j], [i])->([i, j]) {i=4, j=6}"},
    {"top_k", "%a: tensor<4x6xf32>",
     "%0:2 = chlo.top_k(%a, k = 2) : tensor<4x6xf32> -> "
     "(tensor<4x2xf32>, tensor<4x2xi32>)",
     "([i, j])->([i, j], [i, j]) {i=4, j=6} need_replication={j} "
     "blocked_propagation={j}"},
    {"ragged_dot: ragged rows",
     "%a: tensor<2x5x6xf32>, %b: tensor<3x2x6x7xf32>, %g: tensor<3xi64>",
     "%0 = \"chlo.ragged_dot\"(%a, %b, %g) {ragged_dot_dimension_numbers = "
     "#chlo.ragged_dot<lhs_batching_dimensions = [0], "
     "rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], "
     "rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], "
     "rhs_group_dimensions = [0]>} : (tensor<2x5x6xf32>, "
     "tensor<3x2x6x7xf32>, tensor<3xi64>) -> tensor<2x5x7xf32>",
     "([i, j, l], [m, i, l, k], [n])->([i, j, k]) "
     "{i=2, j=5, k=7, l=6, m=3, n=1} reduction={l} need_replication={j, m}"},
};

std::optional<Module> Parse(const Case& c) {
  std::string text = "func.func @f(" + std::string(c.args) + ") {\n";
  std::string_view ops = c.ops;
  for (size_t at; (at = ops.find("$ADD")) != ops.npos;) {
    text += std::string(ops.substr(0, at)) + kAdd;
    ops.remove_prefix(at + 4);
  }
  text += std::string(ops) + "\nreturn\n}\n";
  Diagnostics diagnostics;
  std::optional<Module> m = ParseModule(
      std::make_shared<const SourceBuffer>(c.name, text), {}, diagnostics);
  for (const Message& d : diagnostics.all()) {
    ADD_FAILURE() << c.name << ":" << d.line << ":" << d.column << ": "
                  << d.text << "\n"
                  << text;
  }
  return m;
}

OpId LastOp(const Module& m) {
  OpId last;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (HasTrait(m, op, kSymbol)) return WalkResult::kAdvance;
    if (m.result_count(op) > 0) last = op;
    return WalkResult::kSkip;
  });
  return last;
}

std::string RuleOf(const Module& m, const RuleOptions& options) {
  const std::optional<Rule> rule = CreateRule(m, LastOp(m), options);
  std::string text;
  if (rule) AppendRule(*rule, text);
  // Remove < and >.
  return text.size() < 2 ? text : text.substr(1, text.size() - 2);
}

TEST(Rules, OfEachOp) {
  for (const Case& c : kCases) {
    const std::optional<Module> m = Parse(c);
    if (!m) continue;
    EXPECT_EQ(RuleOf(*m, {}), c.rule) << c.name;
    EXPECT_EQ(RuleOf(*m, {.conservative = true}),
              c.conservative ? c.conservative : c.rule)
        << c.name << ", conservative";
    EXPECT_EQ(RuleOf(*m, {.compat = Compat::kJaxlib012}),
              c.jaxlib ? c.jaxlib : c.rule)
        << c.name << ", jaxlib";
  }
}

TEST(Rules, OfEachChloOp) {
  for (const Case& c : kChloCases) {
    const std::optional<Module> m = Parse(c);
    if (!m) continue;
    EXPECT_EQ(RuleOf(*m, {}), "") << c.name;
    EXPECT_EQ(RuleOf(*m, {.extra = true}), c.rule) << c.name;
  }
}

}  // namespace
}  // namespace shardflow::internal
