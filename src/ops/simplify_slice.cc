#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/dims.h"
#include "ir/values.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/attr_tables.h"
#include "ops/known_values.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/simplify.h"

namespace shardflow::internal {
namespace {

std::vector<NamedAttr> SliceAttrs(Module& m, const DimList& start,
                                  const DimList& limit,
                                  const DimList& strides) {
  return {{name::kStartIndices, MakeI64Array(m, start)},
          {name::kLimitIndices, MakeI64Array(m, limit)},
          {name::kStrides, MakeI64Array(m, strides)}};
}

// Whether a slice of these sizes fits into the shape.
bool Fits(std::span<const int64_t> sizes, std::span<const int64_t> shape) {
  return std::ranges::equal(
      sizes, shape, [](int64_t size, int64_t dim) { return size <= dim; });
}

// Returns the values of the operands from `first` on, if all are known
// integers.
std::optional<DimList> KnownIndices(const Module& m, OpId op, int first) {
  DimList indices;
  for (int i = first; i < m.operand_count(op); ++i) {
    const std::optional<int64_t> index = SplatInt(m, m.operand(op, i));
    if (!index) return std::nullopt;
    indices.push_back(*index);
  }
  return indices;
}

bool DynamicSliceToSlice(Rewriter& r, OpId op) {
  Module& m = r.m;
  const ValueId operand = m.operand(op, 0);
  const auto sizes = I64Array(m, op, "slice_sizes");
  std::optional<DimList> start = KnownIndices(m, op, 1);
  if (!HasStaticShape(m, operand) || !start || start->size() != sizes.size()) {
    return false;
  }
  const auto shape = Shape(m, operand);
  if (!Fits(sizes, shape)) return false;
  DimList limit;
  for (size_t i = 0; i < sizes.size(); ++i) {
    (*start)[i] = std::clamp<int64_t>((*start)[i], 0, shape[i] - sizes[i]);
    limit.push_back((*start)[i] + sizes[i]);
  }
  ReplaceByNew(r, op, OpKind::kSlice, {&operand, 1},
               SliceAttrs(m, *start, limit, DimList(sizes.size(), 1)));
  return true;
}

bool SliceNothing(Rewriter& r, OpId op) {
  const Module& m = r.m;
  const ValueId operand = m.operand(op, 0);
  if (!HasStaticShape(m, operand) ||
      m.type(operand) != m.type(m.result(op, 0))) {
    return false;
  }
  r.Replace(op, operand);
  return true;
}

// A dynamic_update_slice of the whole operand is the update.
bool UpdateAll(Rewriter& r, OpId op) {
  const Module& m = r.m;
  const ValueId operand = m.operand(op, 0);
  const ValueId update = m.operand(op, 1);
  if (!HasStaticShape(m, operand) || m.type(operand) != m.type(update))
    return false;
  const std::optional<DimList> start = KnownIndices(m, op, 2);
  if (!start || std::ranges::any_of(*start, [](int64_t i) { return i != 0; })) {
    return false;
  }
  r.Replace(op, update);
  return true;
}

// Each slice looks at all operands of a concatenate. With as many slices as
// operands, this takes quadratic time, so the number of operands is limited.
constexpr int kMaxParts = 1024;

// Removes the operands of a concatenate that a slice of its result doesn't
// overlap.
bool SliceOfConcatenate(Rewriter& r, OpId op) {
  Module& m = r.m;
  const OpId concat = m.def(m.operand(op, 0));
  if (concat.IsNone() || m.kind(concat) != OpKind::kConcatenate ||
      m.operand_count(concat) > kMaxParts ||
      !HasStaticShape(m, m.operand(op, 0))) {
    return false;
  }
  const std::optional<int64_t> dim = Int(m, concat, "dimension");
  const auto start = I64Array(m, op, "start_indices");
  const auto limit = I64Array(m, op, "limit_indices");
  const auto strides = I64Array(m, op, "strides");
  const size_t rank = Shape(m, m.operand(op, 0)).size();
  if (!dim || !AreDimsOf({&*dim, 1}, rank) || start.size() != rank ||
      limit.size() != rank || strides.size() != rank) {
    return false;
  }
  const auto d = static_cast<size_t>(*dim);
  std::vector<ValueId> parts;
  int64_t offset = 0, front = 0, size_of_parts = 0;
  for (const ValueId part : OperandsOf(m, concat)) {
    if (Shape(m, part).size() != rank) return false;
    const int64_t size = Shape(m, part)[d];
    if (offset + size > start[d] && offset < limit[d]) {
      if (parts.empty()) front = offset;
      parts.push_back(part);
      size_of_parts += size;
    }
    offset += size;
  }
  if (parts.empty() ||
      parts.size() == static_cast<size_t>(m.operand_count(concat)) ||
      (parts.size() > 1 && !m.HasOneUse(m.operand(op, 0)))) {
    return false;
  }
  ValueId from = parts[0];
  if (parts.size() > 1) {
    const auto shape = Shape(m, m.operand(op, 0));
    DimList dims(shape.begin(), shape.end());
    dims[d] = size_of_parts;
    const TypeId type =
        m.types.Tensor(dims, m.types.element(m.type(m.operand(op, 0))));
    from = CreateValue(r, op, OpKind::kConcatenate, parts, type,
                       {{name::kDimension, MakeInt(m, *dim)}});
  }
  DimList new_start(start.begin(), start.end());
  DimList new_limit(limit.begin(), limit.end());
  new_start[d] -= front;
  new_limit[d] -= front;
  ReplaceByNew(r, op, OpKind::kSlice, {&from, 1},
               SliceAttrs(m, new_start, new_limit,
                          DimList(strides.begin(), strides.end())));
  return true;
}

// Turns a gather of one slice at a known position into a slice.
bool GatherToSlice(Rewriter& r, OpId op) {
  Module& m = r.m;
  constexpr size_t kMaxRank = 64;
  const ValueId operand = m.operand(op, 0);
  const StructReader dims(m, op, "dimension_numbers", StructId::kGather);
  const std::optional<DimList> index = KnownInts(m, m.operand(op, 1), kMaxRank);
  if (!dims.ok() || !index || !HasStaticShape(m, operand) ||
      dims.Int("index_vector_dim") != 0 ||
      Shape(m, m.operand(op, 1)).size() > 1) {
    return false;
  }
  const auto map = dims.Dims("start_index_map");
  const auto sizes = I64Array(m, op, "slice_sizes");
  const auto shape = Shape(m, operand);
  if (index->size() != map.size() || !Fits(sizes, shape) ||
      !AreDimsOf(map, shape.size()) ||
      !dims.Dims("operand_batching_dims").empty()) {
    return false;
  }
  DimList start(sizes.size(), 0), limit(sizes.begin(), sizes.end());
  for (size_t i = 0; i < map.size(); ++i) {
    const auto d = static_cast<size_t>(map[i]);
    const int64_t offset =
        std::clamp<int64_t>((*index)[i], 0, shape[d] - sizes[d]);
    start[d] += offset;
    limit[d] += offset;
  }
  const TypeId slice_type = m.types.Tensor(DimList(sizes.begin(), sizes.end()),
                                           m.types.element(m.type(operand)));
  const ValueId slice =
      CreateValue(r, op, OpKind::kSlice, {&operand, 1}, slice_type,
                  SliceAttrs(m, start, limit, DimList(sizes.size(), 1)));
  if (slice_type == m.type(m.result(op, 0))) {
    r.Replace(op, slice);
  } else {
    ReplaceByNew(r, op, OpKind::kReshape, {&slice, 1}, {});
  }
  return true;
}

// get_tuple_element(tuple(x, y), 1) -> y
bool ElementOfTuple(Rewriter& r, OpId op) {
  const Module& m = r.m;
  const OpId tuple = m.def(m.operand(op, 0));
  const std::optional<int64_t> index = Int(m, op, "index");
  if (tuple.IsNone() || m.kind(tuple) != OpKind::kTuple || !index ||
      *index < 0 || *index >= m.operand_count(tuple)) {
    return false;
  }
  r.Replace(op, m.operand(tuple, static_cast<int>(*index)));
  return true;
}

// tuple(get_tuple_element(x, 0), get_tuple_element(x, 1)) -> x
bool TupleOfElements(Rewriter& r, OpId op) {
  const Module& m = r.m;
  ValueId whole;
  for (int i = 0; i < m.operand_count(op); ++i) {
    const OpId element = m.def(m.operand(op, i));
    if (element.IsNone() || m.kind(element) != OpKind::kGetTupleElement ||
        Int(m, element, "index") != i) {
      return false;
    }
    if (i == 0) whole = m.operand(element, 0);
    if (m.operand(element, 0) != whole) return false;
  }
  if (whole.IsNone() || m.type(whole) != m.type(m.result(op, 0))) return false;
  r.Replace(op, whole);
  return true;
}

}  // namespace

void AppendSlicePatterns(std::vector<Pattern>& patterns) {
  patterns.push_back({OpKind::kDynamicSlice, "", DynamicSliceToSlice});
  patterns.push_back({OpKind::kSlice, "", SliceNothing});
  patterns.push_back({OpKind::kSlice, "", SliceOfConcatenate});
  patterns.push_back({OpKind::kDynamicUpdateSlice, "", UpdateAll});
  patterns.push_back({OpKind::kGather, "", GatherToSlice});
  patterns.push_back({OpKind::kGetTupleElement, "", ElementOfTuple});
  patterns.push_back({OpKind::kTuple, "", TupleOfElements});
}

void AppendImportPatterns(std::vector<Pattern>& patterns) {
  patterns.push_back({OpKind::kReshape, "", RemoveIfSameType});
  patterns.push_back({OpKind::kGetTupleElement, "", ElementOfTuple});
  patterns.push_back({OpKind::kTuple, "", TupleOfElements});
}

}  // namespace shardflow::internal
