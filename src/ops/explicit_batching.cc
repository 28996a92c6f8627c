#include <algorithm>
#include <string_view>
#include <vector>

#include "base/dims.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/edit.h"
#include "ops/rewrite.h"

// If the indices of a gather into dimension 0 are 0, 1, 2, ... along their own
// dimension 0, then each batch gathers from its own slice, and dimension 0 is
// in fact a batching dimension. Once the op declares it as such, shardings
// propagate along it. The same is true of scatter.
//
//   gather(%x, concatenate(iota, %i)) <collapsed = [0], map = [0, 1]>
// becomes
//   gather(%x, %i) <batching = [0], indices batching = [0], map = [1]>

namespace shardflow::internal {
namespace {

// Gather and scatter have the same attributes, but with different names.
struct Spelling {
  std::string_view attr;
  StructId id;
  std::string_view dropped_dims;  // dimensions of the operand that windows lack
  std::string_view operand_batching;
  std::string_view indices_batching;
  std::string_view index_map;
};
constexpr Spelling kGather = {
    "dimension_numbers",           StructId::kGather,
    "collapsed_slice_dims",        "operand_batching_dims",
    "start_indices_batching_dims", "start_index_map"};
constexpr Spelling kScatter = {
    "scatter_dimension_numbers",     StructId::kScatter,
    "inserted_window_dims",          "input_batching_dims",
    "scatter_indices_batching_dims", "scatter_dims_to_operand_dims"};

bool Is(const Module& m, OpId op, OpKind kind) {
  return op && m.kind(op) == kind;
}

// Looks through reshapes, broadcasts, clamps and selects, and returns the
// original value. At a select, prefers an operand that is an iota.
ValueId Unwrap(const Module& m, ValueId value) {
  while (const OpId op = m.def(value)) {
    switch (m.kind(op)) {
      case OpKind::kReshape:
      case OpKind::kBroadcastInDim:
        value = m.operand(op, 0);
        break;
      case OpKind::kClamp:
        value = m.operand(op, 1);
        break;
      case OpKind::kSelect:
        value = Is(m, m.def(m.operand(op, 2)), OpKind::kIota)
                    ? m.operand(op, 2)
                    : m.operand(op, 1);
        break;
      default:
        return value;
    }
  }
  return value;
}

// If `indices` is the result of a concatenate along `dim`, returns the operands
// of that concatenate; otherwise returns an empty list.
std::vector<ValueId> Parts(const Module& m, ValueId indices, int64_t dim) {
  std::vector<ValueId> parts;
  const OpId op = m.def(indices);
  if (!Is(m, op, OpKind::kConcatenate)) return parts;
  if (Int(m, op, "dimension") != dim) return parts;
  for (int i = 0; i < m.operand_count(op); ++i) {
    parts.push_back(m.operand(op, i));
  }
  return parts;
}

// Whether component `position` of the index vectors comes from an iota along
// dimension 0.
bool ComesFromIota(const Module& m, ValueId indices, int64_t dim,
                   size_t position) {
  if (Is(m, m.def(indices), OpKind::kConcatenate)) {
    const std::vector<ValueId> parts = Parts(m, indices, dim);
    if (position >= parts.size()) return false;
    indices = parts[position];
  }
  const OpId iota = m.def(Unwrap(m, indices));
  return Is(m, iota, OpKind::kIota) && Int(m, iota, "iota_dimension") == 0;
}

AttrId DimsAttr(Module& m, std::span<const int64_t> dims) {
  return MakeI64Array(m, dims);
}

// Inserts ops before `anchor` that compute index vectors without one of their
// components.
class IndexBuilder {
 public:
  IndexBuilder(Module& m, OpId anchor, ValueId indices, int64_t dim)
      : m_(m), anchor_(anchor), indices_(indices), dim_(dim) {
    const auto dims = m.types.dims(m.type(indices));
    shape_.assign(dims.begin(), dims.end());
  }

  ValueId Without(size_t position) {
    const int64_t total = shape_[static_cast<size_t>(dim_)];
    std::vector<ValueId> parts = Parts(m_, indices_, dim_);
    if (static_cast<int64_t>(parts.size()) == total) {
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(position));
    } else {
      const auto at = static_cast<int64_t>(position);
      parts.clear();
      if (at > 0) parts.push_back(Slice(0, at));
      if (at + 1 < total) parts.push_back(Slice(at + 1, total));
    }
    return parts.size() == 1 ? parts[0] : Concatenate(parts, total - 1);
  }

 private:
  TypeId TypeOfSize(int64_t size) {
    std::vector<int64_t> dims = shape_;
    dims[static_cast<size_t>(dim_)] = size;
    return m_.types.Tensor(dims, m_.types.element(m_.type(indices_)));
  }

  ValueId Slice(int64_t from, int64_t to) {
    std::vector<int64_t> start(shape_.size(), 0);
    std::vector<int64_t> limit = shape_;
    start[static_cast<size_t>(dim_)] = from;
    limit[static_cast<size_t>(dim_)] = to;
    const std::vector<int64_t> strides(shape_.size(), 1);
    return Insert(OpKind::kSlice, {&indices_, 1}, TypeOfSize(to - from),
                  {{name::kStartIndices, DimsAttr(m_, start)},
                   {name::kLimitIndices, DimsAttr(m_, limit)},
                   {name::kStrides, DimsAttr(m_, strides)}});
  }

  ValueId Concatenate(std::span<const ValueId> parts, int64_t size) {
    return Insert(
        OpKind::kConcatenate, parts, TypeOfSize(size),
        {{name::kDimension, m_.attrs.Integer(m_.types.Integer(64), dim_)}});
  }

  ValueId Insert(OpKind kind, std::span<const ValueId> operands, TypeId type,
                 std::vector<NamedAttr> attrs) {
    const OpId op =
        CreateOp(m_, kind,
                 {.operands = operands,
                  .result_types = {&type, 1},
                  .attrs = m_.attrs.Dict(std::move(attrs), m_.names),
                  .loc = m_.loc(anchor_)});
    m_.InsertBefore(anchor_, op);
    return m_.result(op, 0);
  }

  Module& m_;
  OpId anchor_;
  ValueId indices_;
  int64_t dim_;
  std::vector<int64_t> shape_;
};

// Removes dimension 0, which becomes a batching dimension, from a list.
bool EraseZero(std::vector<int64_t>& dims) {
  const auto at = std::find(dims.begin(), dims.end(), 0);
  if (at == dims.end()) return false;
  dims.erase(at);
  return true;
}

AttrId WithFields(Module& m, OpId op, const Spelling& s,
                  std::span<const int64_t> dropped,
                  std::span<const int64_t> map) {
  const AttrId old = FindAttr(m, op, s.attr);
  const auto known = m.attrs.As<StructAttr>(old).fields;
  std::vector<AttrId> values(known.begin(), known.end());
  const std::span<const FieldRow> fields = Struct(s.id).fields;
  const int64_t zero = 0;
  for (size_t i = 0; i < fields.size(); ++i) {
    const std::string_view field = fields[i].name;
    AttrId& value = values[i];
    if (field == s.dropped_dims) value = DimsAttr(m, dropped);
    if (field == s.index_map) value = DimsAttr(m, map);
    if (field == s.operand_batching || field == s.indices_batching) {
      value = DimsAttr(m, {&zero, 1});
    }
  }
  return MakeStruct(m, s.id, values);
}

// Puts the use lists into the order that they would have if the op were new:
// the op becomes the newest user of its operands, and the uses of its results
// are reversed.
void Renew(Rewriter& r, OpId op) {
  Module& m = r.m;
  for (int i = 0; i < m.operand_count(op); ++i) {
    m.SetOperand(m.operand_use(op, i), m.operand(op, i));
  }
  for (int i = 0; i < m.result_count(op); ++i) {
    const ValueId result = m.result(op, i);
    for (const UseId use : m.Uses(result)) m.SetOperand(use, result);
  }
}

bool MakeExplicit(Rewriter& r, OpId op, const Spelling& s,
                  int indices_operand) {
  Module& m = r.m;
  const StructReader dims(m, op, s.attr, s.id);
  if (!dims.ok() || !dims.Dims(s.operand_batching).empty()) return false;
  const ValueId indices = m.operand(op, indices_operand);
  const auto operand_shape = m.types.dims(m.type(m.operand(op, 0)));
  const auto indices_shape = m.types.dims(m.type(indices));
  if (operand_shape.empty() || indices_shape.empty()) return false;

  // The index into dimension 0 is removed, so the index vectors must have other
  // components.
  const int64_t vector_dim = dims.Int("index_vector_dim");
  if (vector_dim < 1 ||
      vector_dim >= static_cast<int64_t>(indices_shape.size()) ||
      indices_shape[static_cast<size_t>(vector_dim)] <= 1 ||
      indices_shape[0] != operand_shape[0]) {
    return false;
  }
  std::vector<int64_t> map = Copy(dims.Dims(s.index_map));
  std::vector<int64_t> dropped = Copy(dims.Dims(s.dropped_dims));
  const auto position =
      static_cast<size_t>(std::find(map.begin(), map.end(), 0) - map.begin());
  if (!EraseZero(map) || !ComesFromIota(m, indices, vector_dim, position) ||
      !EraseZero(dropped)) {
    return false;
  }
  const ValueId rest =
      IndexBuilder(m, op, indices, vector_dim).Without(position);
  m.SetOperand(m.operand_use(op, indices_operand), rest);
  m.SetAttr(op, m.names.Intern(s.attr), WithFields(m, op, s, dropped, map));
  Renew(r, op);
  if (const OpId def = m.def(indices)) r.touched.push_back(def);
  return true;
}

}  // namespace

void AppendExplicitBatchingPatterns(std::vector<Pattern>& patterns) {
  patterns.push_back({OpKind::kGather, "", [](Rewriter& r, OpId op) {
                        return MakeExplicit(r, op, kGather, 1);
                      }});
  patterns.push_back({OpKind::kScatter, "", [](Rewriter& r, OpId op) {
                        // There are as many inputs as updates, with the indices
                        // between them.
                        return MakeExplicit(r, op, kScatter,
                                            r.m.operand_count(op) / 2);
                      }});
}

}  // namespace shardflow::internal
