#include <algorithm>
#include <cstdint>

#include "absl/container/inlined_vector.h"

#include "ir/values.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/known_values.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/simplify.h"

namespace shardflow::internal {
namespace {

using SmallDims = absl::InlinedVector<int64_t, 6>;

bool SameCount(const Module& m, ValueId a, ValueId b) {
  return HasStaticShape(m, a) && HasStaticShape(m, b) &&
         m.types.ElementCount(m.type(a)) == m.types.ElementCount(m.type(b));
}

// --- constants

// A broadcast or reshape of a splat constant becomes a broadcast of a scalar,
// or a constant if it has only one element.
bool SpreadConstant(Rewriter& r, OpId op) {
  Module& m = r.m;
  const ValueId operand = m.operand(op, 0);
  const TypeId type = m.type(m.result(op, 0));
  const AttrId element = SplatElement(m, operand);
  if (!element || !m.types.HasStaticShape(type)) return false;
  if (m.types.ElementCount(type) == 1) {
    ReplaceByNew(r, op, OpKind::kConstant, {},
                 {{name::kValue, SplatOf(m, element, type)}});
    return true;
  }
  if (m.kind(op) == OpKind::kBroadcastInDim && IsScalar(m, operand)) {
    return false;
  }
  const TypeId scalar = m.types.Tensor({}, m.types.element(type));
  const ValueId value =
      CreateValue(r, op, OpKind::kConstant, {}, scalar,
                  {{name::kValue, SplatOf(m, element, scalar)}});
  ReplaceByNew(r, op, OpKind::kBroadcastInDim, {&value, 1},
               {{name::kBroadcastDimensions, MakeI64Array(m, {})}});
  return true;
}

// --- broadcast_in_dim

bool BroadcastToReshape(Rewriter& r, OpId op) {
  const Module& m = r.m;
  const ValueId operand = m.operand(op, 0);
  const auto dims = I64Array(m, op, "broadcast_dimensions");
  if (!SameCount(m, operand, m.result(op, 0)) ||
      !std::is_sorted(dims.begin(), dims.end())) {
    return false;
  }
  if (m.type(operand) == m.type(m.result(op, 0))) {
    r.Replace(op, operand);
  } else {
    ReplaceByNew(r, op, OpKind::kReshape, {&operand, 1}, {});
  }
  return true;
}

bool BroadcastToTranspose(Rewriter& r, OpId op) {
  Module& m = r.m;
  const ValueId operand = m.operand(op, 0);
  const auto dims = I64Array(m, op, "broadcast_dimensions");
  const size_t rank = Shape(m, m.result(op, 0)).size();
  if (!SameCount(m, operand, m.result(op, 0)) || dims.size() != rank ||
      !AreDimsOf(dims, rank)) {
    return false;
  }
  SmallDims permutation(rank);
  for (size_t i = 0; i < rank; ++i) {
    permutation[static_cast<size_t>(dims[i])] = static_cast<int64_t>(i);
  }
  ReplaceByNew(r, op, OpKind::kTranspose, {&operand, 1},
               {{name::kPermutation, MakeI64Array(m, permutation)}});
  return true;
}

// Merges two broadcasts, unless the inner one only reshapes.
bool BroadcastOfBroadcast(Rewriter& r, OpId op) {
  Module& m = r.m;
  const OpId inner = m.def(m.operand(op, 0));
  if (inner.IsNone() || m.kind(inner) != OpKind::kBroadcastInDim) return false;
  const auto outer_dims = I64Array(m, op, "broadcast_dimensions");
  const auto inner_dims = I64Array(m, inner, "broadcast_dimensions");
  const ValueId operand = m.operand(inner, 0);
  if (SameCount(m, operand, m.result(inner, 0)) &&
      std::is_sorted(inner_dims.begin(), inner_dims.end())) {
    return false;
  }
  if (!AreDimsOf(inner_dims, outer_dims.size())) return false;
  SmallDims merged;
  for (const int64_t dim : inner_dims) {
    merged.push_back(outer_dims[static_cast<size_t>(dim)]);
  }
  ReplaceByNew(r, op, OpKind::kBroadcastInDim, {&operand, 1},
               {{name::kBroadcastDimensions, MakeI64Array(m, merged)}});
  return true;
}

// --- reshape, transpose

bool ReshapeOfReshape(Rewriter& r, OpId op) {
  const Module& m = r.m;
  const OpId inner = m.def(m.operand(op, 0));
  if (inner.IsNone() || m.kind(inner) != OpKind::kReshape) return false;
  const ValueId operand = m.operand(inner, 0);
  ReplaceByNew(r, op, OpKind::kReshape, {&operand, 1}, {});
  return true;
}

bool TransposeNothing(Rewriter& r, OpId op) {
  return IsIota(I64Array(r.m, op, "permutation")) && RemoveIfSameType(r, op);
}

bool TransposeOfTranspose(Rewriter& r, OpId op) {
  Module& m = r.m;
  const OpId inner = m.def(m.operand(op, 0));
  if (inner.IsNone() || m.kind(inner) != OpKind::kTranspose) return false;
  const auto inner_dims = I64Array(m, inner, "permutation");
  const auto outer_dims = I64Array(m, op, "permutation");
  if (!AreDimsOf(outer_dims, inner_dims.size())) return false;
  SmallDims merged;
  for (const int64_t dim : outer_dims) {
    merged.push_back(inner_dims[static_cast<size_t>(dim)]);
  }
  const ValueId operand = m.operand(inner, 0);
  ReplaceByNew(r, op, OpKind::kTranspose, {&operand, 1},
               {{name::kPermutation, MakeI64Array(m, merged)}});
  return true;
}

// Turns a transpose that only moves dimensions of size 1 into a reshape.
bool TransposeToReshape(Rewriter& r, OpId op) {
  const Module& m = r.m;
  const ValueId operand = m.operand(op, 0);
  if (!HasStaticShape(m, operand)) return false;
  const auto shape = Shape(m, operand);
  const auto dims = I64Array(m, op, "permutation");
  if (!AreDimsOf(dims, shape.size()) ||
      !SameCount(m, operand, m.result(op, 0))) {
    return false;
  }
  int64_t last = -1;
  for (const int64_t dim : dims) {
    if (shape[static_cast<size_t>(dim)] == 1) continue;
    if (dim < last) return false;
    last = dim;
  }
  ReplaceByNew(r, op, OpKind::kReshape, {&operand, 1}, {});
  return true;
}

// --- iota

bool SimplifyIota(Rewriter& r, OpId op) {
  Module& m = r.m;
  const ValueId result = m.result(op, 0);
  if (!HasStaticShape(m, result)) return false;
  const auto shape = Shape(m, result);
  const std::optional<int64_t> dim = Int(m, op, "iota_dimension");
  if (!dim || !AreDimsOf({&*dim, 1}, shape.size())) return false;
  const int64_t size = shape[static_cast<size_t>(*dim)];
  if (size == 1 && HasIntegers(m, result)) {
    ReplaceByNew(r, op, OpKind::kConstant, {},
                 {{name::kValue, IntSplat(m, m.type(result), 0)}});
    return true;
  }
  if (shape.size() < 2) return false;
  const TypeId line =
      m.types.Tensor({&size, 1}, m.types.element(m.type(result)));
  const ValueId iota = CreateValue(r, op, OpKind::kIota, {}, line,
                                   {{name::kIotaDimension, MakeInt(m, 0)}});
  ReplaceByNew(r, op, OpKind::kBroadcastInDim, {&iota, 1},
               {{name::kBroadcastDimensions, MakeI64Array(m, {&*dim, 1})}});
  return true;
}

// --- concatenate

// Removes a concatenate with a single operand, and removes the empty operands
// of other concatenates.
bool ConcatenateNothing(Rewriter& r, OpId op) {
  Module& m = r.m;
  if (m.operand_count(op) == 1) return RemoveIfSameType(r, op);
  const std::optional<int64_t> dim = Int(m, op, "dimension");
  if (!dim) return false;
  std::vector<ValueId> operands;
  for (const ValueId operand : OperandsOf(m, op)) {
    const auto shape = Shape(m, operand);
    if (!AreDimsOf({&*dim, 1}, shape.size())) return false;
    if (shape[static_cast<size_t>(*dim)] != 0) operands.push_back(operand);
  }
  if (operands.empty() ||
      operands.size() == static_cast<size_t>(m.operand_count(op))) {
    return false;
  }
  m.SetOperands(op, operands);
  r.touched.push_back(op);
  return true;
}

// The maximum number of operands of a merged concatenate. Without a limit,
// merging a long chain would take quadratic time, because each merge copies all
// operands.
constexpr size_t kMaxPieces = 128;

// concatenate(concatenate(x, y), z) -> concatenate(x, y, z), if the inner one
// has no other use.
bool ConcatenateOfConcatenate(Rewriter& r, OpId op) {
  Module& m = r.m;
  const std::optional<int64_t> dim = Int(m, op, "dimension");
  std::vector<ValueId> operands;
  std::vector<OpId> inner_ops;
  for (const ValueId operand : OperandsOf(m, op)) {
    const OpId inner = m.def(operand);
    if (inner && m.kind(inner) == OpKind::kConcatenate &&
        m.HasOneUse(operand) && Int(m, inner, "dimension") == dim) {
      const std::vector<ValueId> parts = OperandsOf(m, inner);
      operands.insert(operands.end(), parts.begin(), parts.end());
      inner_ops.push_back(inner);
    } else {
      operands.push_back(operand);
    }
  }
  if (inner_ops.empty() || operands.size() > kMaxPieces) return false;
  m.SetOperands(op, operands);
  r.touched.push_back(op);
  for (const OpId inner : inner_ops) r.touched.push_back(inner);
  return true;
}

// --- pad, reverse, reduce

bool PadNothing(Rewriter& r, OpId op) {
  for (const char* name :
       {"edge_padding_low", "edge_padding_high", "interior_padding"}) {
    for (const int64_t size : I64Array(r.m, op, name)) {
      if (size != 0) return false;
    }
  }
  return RemoveIfSameType(r, op);
}

bool ReverseNothing(Rewriter& r, OpId op) {
  const Module& m = r.m;
  const auto shape = Shape(m, m.operand(op, 0));
  const auto dims = I64Array(m, op, "dimensions");
  if (!AreDimsOf(dims, shape.size())) return false;
  for (const int64_t dim : dims) {
    if (shape[static_cast<size_t>(dim)] != 1) return false;
  }
  return RemoveIfSameType(r, op);
}

// Removes a reduce of one tensor over no dimensions.
bool ReduceNothing(Rewriter& r, OpId op) {
  const Module& m = r.m;
  if (m.result_count(op) != 1 || !I64Array(m, op, "dimensions").empty()) {
    return false;
  }
  return RemoveIfSameType(r, op);
}

}  // namespace

bool RemoveIfSameType(Rewriter& r, OpId op) {
  const ValueId operand = r.m.operand(op, 0);
  if (r.m.type(operand) != r.m.type(r.m.result(op, 0))) return false;
  r.Replace(op, operand);
  return true;
}

void AppendShapePatterns(std::vector<Pattern>& patterns) {
  for (const OpKind kind : {OpKind::kBroadcastInDim, OpKind::kReshape}) {
    patterns.push_back({kind, "", SpreadConstant});
  }
  patterns.push_back({OpKind::kBroadcastInDim, "", BroadcastOfBroadcast});
  patterns.push_back({OpKind::kBroadcastInDim, "", BroadcastToReshape});
  patterns.push_back({OpKind::kBroadcastInDim, "", BroadcastToTranspose});
  patterns.push_back({OpKind::kReshape, "", RemoveIfSameType});
  patterns.push_back({OpKind::kReshape, "", ReshapeOfReshape});
  patterns.push_back({OpKind::kTranspose, "", TransposeNothing});
  patterns.push_back({OpKind::kTranspose, "", TransposeOfTranspose});
  patterns.push_back({OpKind::kTranspose, "", TransposeToReshape});
  patterns.push_back({OpKind::kIota, "", SimplifyIota});
  patterns.push_back({OpKind::kConcatenate, "", ConcatenateNothing});
  patterns.push_back({OpKind::kConcatenate, "", ConcatenateOfConcatenate});
  patterns.push_back({OpKind::kPad, "", PadNothing});
  patterns.push_back({OpKind::kReverse, "", ReverseNothing});
  patterns.push_back({OpKind::kReduce, "", ReduceNothing});
}

}  // namespace shardflow::internal
