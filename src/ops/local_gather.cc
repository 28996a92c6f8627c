#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/dims.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/local.h"
#include "ops/op_def.h"
#include "ops/reduction.h"
#include "ops/scatter_reduction.h"
#include "sharding/devices.h"
#include "sharding/tensor.h"

// Gather and scatter. If an indexed dimension is sharded, a device counts
// indices from the beginning of its shard. For elements of other shards, a
// gather returns zero, and a scatter drops the update. The result of a gather
// is then the sum over the devices.

namespace shardflow::internal {
namespace {

// The input of a gather or scatter and its indices.
struct Indexing {
  ValueId input;
  ValueId indices;  // may have been converted to a wider type
  Dims index_map;   // the input dimension of each index component
  int64_t vector_dim;
  // The sharded dimensions along which each slice lies within one shard.
  std::vector<int64_t> sharded;

  bool IsSharded(int64_t dim) const {
    return std::find(sharded.begin(), sharded.end(), dim) != sharded.end();
  }
  bool AnyIndexed() const {
    return std::any_of(sharded.begin(), sharded.end(),
                       [&](int64_t d) { return Contains(index_map, d); });
  }
};

// Returns the indices in a type that is wide enough: sizes and offsets of the
// indexed dimensions must be representable, and an index minus an offset must
// not wrap around into the shard.
ValueId WideEnough(LocalContext& c, Builder& b, const Indexing& x) {
  Module& m = c.m;
  const TypeId element = m.types.element(m.type(x.indices));
  if (m.types.kind(element) != TypeKind::kInteger) return x.indices;
  const bool is_unsigned = m.types.signedness(element) == Signedness::kUnsigned;
  const int64_t bits = m.types.width(element) - (is_unsigned ? 0 : 1);
  for (const int64_t dim : x.index_map) {
    const int64_t size = c.GlobalShape(x.input)[static_cast<size_t>(dim)];
    if (bits < 62 && size > (int64_t{1} << bits)) {
      return b.Convert(x.indices, m.types.Integer(64));
    }
  }
  return x.indices;
}

// Returns the indices clamped to [0, size) in every dimension, as a gather of
// single elements does.
ValueId Clamped(LocalContext& c, Builder& b, const Indexing& x) {
  Module& m = c.m;
  const TypeId type = m.type(x.indices);
  const Dims shape = m.types.dims(type);
  std::vector<int64_t> last;
  for (const int64_t dim : x.index_map) {
    last.push_back(c.GlobalShape(x.input)[static_cast<size_t>(dim)] - 1);
  }
  const ValueId low = b.Splat(type, 0);
  ValueId high;
  if (x.vector_dim < static_cast<int64_t>(shape.size()) && last.size() > 1) {
    const int64_t size[] = {static_cast<int64_t>(last.size())};
    const int64_t mapping[] = {x.vector_dim};
    high = b.BroadcastInDim(
        b.Integers(m.types.Tensor(size, m.types.element(type)), last), shape,
        mapping);
  } else {
    high = b.Splat(type, last[0]);
  }
  return b.Clamp(low, x.indices, high);
}

// For each indexed dimension, the first index in the shard and, if requested,
// the last.
struct Bounds {
  std::vector<ValueId> first, last;
};
Bounds ShardBounds(LocalContext& c, Builder& b, const Indexing& x,
                   bool with_last) {
  Module& m = c.m;
  const TypeId element = m.types.element(m.type(x.indices));
  const TypeId scalar = m.types.Tensor({}, element);
  Bounds bounds;
  for (const int64_t dim : x.index_map) {
    const auto d = static_cast<size_t>(dim);
    if (!x.IsSharded(dim)) {
      bounds.first.push_back(b.Splat(scalar, 0));
      if (with_last) {
        bounds.last.push_back(b.Splat(scalar, c.GlobalShape(x.input)[d] - 1));
      }
      continue;
    }
    const int64_t size = c.LocalShape(x.input)[d];
    const ValueId offset = b.Convert(
        c.ShardOffset(b, *c.MeshOf(x.input), c.Axes(x.input, d), size),
        element);
    bounds.first.push_back(offset);
    if (with_last) {
      bounds.last.push_back(
          b.Binary(OpKind::kAdd, offset, b.Splat(scalar, size - 1)));
    }
  }
  return bounds;
}

// Returns a tensor with the shape of the indices, in which each index vector
// consists of `entries`.
ValueId LikeIndices(LocalContext& c, Builder& b, const Indexing& x,
                    std::span<const ValueId> entries) {
  const Dims shape = c.LocalShape(x.indices);
  if (x.vector_dim >= static_cast<int64_t>(shape.size()) ||
      shape[static_cast<size_t>(x.vector_dim)] == 1) {
    return b.BroadcastInDim(entries[0], shape, {});
  }
  const int64_t one[] = {1}, mapping[] = {x.vector_dim};
  std::vector<ValueId> vectors;
  for (const ValueId entry : entries) vectors.push_back(b.Reshape(entry, one));
  return b.BroadcastInDim(b.Concatenate(vectors, 0), shape, mapping);
}

// Returns, as an i1, whether the device's shard contains position 0 of every
// dimension in `x.sharded` that isn't indexed. Returns None if all of these
// dimensions are indexed.
ValueId HasOrigin(LocalContext& c, Builder& b, const Indexing& x) {
  ValueId has;
  for (const int64_t dim : x.sharded) {
    if (Contains(x.index_map, dim)) continue;
    const auto d = static_cast<size_t>(dim);
    const ValueId offset = c.ShardOffset(
        b, *c.MeshOf(x.input), c.Axes(x.input, d), c.LocalShape(x.input)[d]);
    const ValueId is_zero = b.Equal(offset, b.Splat(c.m.type(offset), 0));
    has = has ? b.Binary(OpKind::kAnd, has, is_zero) : is_zero;
  }
  return has;
}

// Returns whether all elements along dimension `dim` are true, as an i1 tensor
// without that dimension.
ValueId AllAlong(LocalContext& c, Builder& b, ValueId value, int64_t dim) {
  Module& m = c.m;
  const TypeId bit = m.types.Tensor({}, m.types.Integer(1));
  const Dims shape = c.LocalShape(value);
  std::vector<int64_t> rest(shape.begin(), shape.end());
  rest.erase(rest.begin() + dim);
  const ValueId operands[] = {value, b.Splat(bit, 1)};
  const TypeId type = m.types.Tensor(rest, m.types.Integer(1));
  const int64_t dims[] = {dim};
  const OpId reduce = b.Create(OpKind::kReduce, operands, {&type, 1},
                               {{name::kDimensions, MakeI64Array(m, dims)}}, 1);
  FillReduction(m, reduce, OpKind::kAnd, bit);
  return m.result(reduce, 0);
}

// Returns the slice sizes for one device: along a sharded dimension that slices
// cover completely, the size of the shard. Returns nullopt on error.
std::optional<std::vector<int64_t>> LocalSliceSizes(LocalContext& c, OpId op,
                                                    Dims batching) {
  const Dims global = I64Array(c.m, op, "slice_sizes");
  const ValueId input = c.m.operand(op, 0);
  std::vector<int64_t> sizes(global.begin(), global.end());
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 1 || Contains(batching, static_cast<int64_t>(d)) ||
        c.Shards(input, d) == 1) {
      continue;
    }
    if (sizes[d] != c.GlobalShape(input)[d]) {
      c.Fail(op, fmt::format("dimension {} of its operand is sharded, but "
                             "slices have only {} of {} elements of it",
                             d, sizes[d], c.GlobalShape(input)[d]));
      return std::nullopt;
    }
    sizes[d] = c.LocalShape(input)[d];
  }
  return sizes;
}

// Returns the gather's result where the device has the indexed elements, and
// zero elsewhere.
ValueId MaskedResult(LocalContext& c, Builder& b, const Indexing& x,
                     ValueId result, ValueId mask, Dims offset_dims) {
  Module& m = c.m;
  if (x.vector_dim < static_cast<int64_t>(c.LocalShape(mask).size())) {
    mask = AllAlong(c, b, mask, x.vector_dim);
  }
  const Dims shape = c.LocalShape(result);
  std::vector<int64_t> mapping;
  for (size_t d = 0; d < shape.size() && !c.LocalShape(mask).empty(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (!Contains(offset_dims, dim)) mapping.push_back(dim);
  }
  const ValueId wide = b.BroadcastInDim(mask, shape, mapping);
  return b.Select(wide, result, b.Zero(m.type(result)));
}

// --- scatter

// Returns the reduction that combines partial results as ops of `kind` do.
std::optional<ReductionKind> CollectiveOf(OpKind kind) {
  switch (kind) {
    case OpKind::kAdd:
      return ReductionKind::kSum;
    case OpKind::kMaximum:
    case OpKind::kOr:  // for i1
      return ReductionKind::kMax;
    case OpKind::kMinimum:
    case OpKind::kAnd:
      return ReductionKind::kMin;
    default:
      return std::nullopt;
  }
}

// Returns the axes along which devices have different updates for the same
// shard.
std::vector<AxisRef> UpdateAxes(LocalContext& c, ValueId input, ValueId update,
                                Dims window_dims) {
  std::vector<AxisRef> axes;
  for (size_t d = 0; d < c.GlobalShape(update).size(); ++d) {
    if (Contains(window_dims, static_cast<int64_t>(d))) continue;
    for (const AxisRef& axis : c.Axes(update, d)) {
      bool in_input = false;
      for (size_t i = 0; i < c.GlobalShape(input).size(); ++i) {
        const auto of_input = c.Axes(input, i);
        in_input |=
            std::find(of_input.begin(), of_input.end(), axis) != of_input.end();
      }
      if (!in_input) axes.push_back(axis);
    }
  }
  return axes;
}

// Returns the dimension of the updates that holds the scatter's windows along
// dimension `dim` of the input, or -1 if the windows have no such dimension.
int64_t WindowDim(const StructReader& numbers, int64_t dim) {
  const Dims inserted = numbers.Dims("inserted_window_dims");
  const Dims batching = numbers.Dims("input_batching_dims");
  const Dims window = numbers.Dims("update_window_dims");
  if (Contains(inserted, dim) || Contains(batching, dim)) return -1;
  size_t at = 0;
  for (int64_t before = 0; before < dim; ++before) {
    if (!Contains(inserted, before) && !Contains(batching, before)) ++at;
  }
  return at < window.size() ? window[at] : -1;
}

// Lets only the first device along `axes` start with the input; the others
// start with the neutral element.
bool KeepInputOnce(LocalContext& c, Builder& b, OpId op, int inputs,
                   std::span<const AxisRef> axes) {
  Module& m = c.m;
  const OpKind kind = ScatterReduction(m, op);
  const Mesh& mesh = *c.MeshOf(m.operand(op, inputs + 1));
  const TypeId element = m.types.element(m.type(m.operand(op, 0)));
  const ValueId identity =
      kind == OpKind::kUnknown ? ValueId::None() : Neutral(m, b, kind, element);
  if (identity.IsNone()) {
    return c.Fail(op, "failed to get scatter reduction identity.");
  }
  std::vector<int64_t> leads;
  for (const int64_t shard : ShardsOfDevices(mesh, axes)) {
    leads.push_back(shard == 0 ? 1 : 0);
  }
  if (ScattersSelectByScalar(c.options.forms)) {
    const ValueId neutral =
        b.BroadcastInDim(identity, c.LocalShape(m.operand(op, 0)), {});
    const ValueId is_lead =
        b.Reshape(c.TableEntry(b, leads, m.types.Integer(1)), {});
    for (int i = 0; i < inputs; ++i) {
      const ValueId input = m.operand(op, i);
      m.SetOperand(m.operand_use(op, i), b.Select(is_lead, input, neutral));
    }
    return true;
  }
  const ValueId lead = c.TableEntry(b, leads, m.types.Integer(1));
  const Dims shape = c.LocalShape(m.operand(op, 0));
  const int64_t first[] = {0};
  const ValueId wide_lead = shape.empty()
                                ? b.Reshape(lead, {})
                                : b.BroadcastInDim(lead, shape, first);
  const ValueId neutral = b.BroadcastInDim(identity, shape, {});
  for (int i = 0; i < inputs; ++i) {
    const ValueId input = m.operand(op, i);
    m.SetOperand(m.operand_use(op, i), b.Select(wide_lead, input, neutral));
  }
  return true;
}

// Writes flags with their default value, as jaxlib does.
void WriteFlags(LocalContext& c, OpId op,
                std::initializer_list<const char*> flags) {
  if (!IndexedOpsWriteFlags(c.options.forms)) return;
  for (const char* const flag : flags) {
    const NameId name = c.m.names.Intern(flag);
    if (!c.m.attr(op, name)) c.m.SetAttr(op, name, MakeBool(c.m, false));
  }
}

}  // namespace

bool LocalGather(LocalContext& c, OpId op) {
  Module& m = c.m;
  const ValueId input = m.operand(op, 0);
  if (c.IsReplicated(input)) return true;
  WriteFlags(c, op, {"indices_are_sorted"});
  const StructReader numbers(m, op, "dimension_numbers", StructId::kGather);
  const Dims batching = numbers.Dims("operand_batching_dims");
  const Dims global_sizes = I64Array(m, op, "slice_sizes");
  Indexing x{.input = input,
             .indices = m.operand(op, 1),
             .index_map = numbers.Dims("start_index_map"),
             .vector_dim = numbers.Int("index_vector_dim"),
             .sharded = {}};
  std::vector<AxisRef> axes;
  for (size_t d = 0; d < global_sizes.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (c.Shards(input, d) == 1 || global_sizes[d] != 1 ||
        Contains(batching, dim)) {
      continue;
    }
    x.sharded.push_back(dim);
    const auto of_dim = c.Axes(input, d);
    axes.insert(axes.end(), of_dim.begin(), of_dim.end());
  }
  const auto sizes = LocalSliceSizes(c, op, batching);
  if (!sizes) return false;
  m.SetAttr(op, name::kSliceSizes, MakeI64Array(m, *sizes));
  if (x.sharded.empty()) return true;
  if (!CheckReduced(c, op, axes, ReductionKind::kSum)) return false;

  Builder b = c.Before(op);
  ValueId mask;
  if (x.AnyIndexed()) {
    x.indices = WideEnough(c, b, x);
    const ValueId clamped = Clamped(c, b, x);
    const Bounds bounds = ShardBounds(c, b, x, /*with_last=*/true);
    const ValueId first = LikeIndices(c, b, x, bounds.first);
    const ValueId last = LikeIndices(c, b, x, bounds.last);
    m.SetOperand(m.operand_use(op, 1),
                 b.Binary(OpKind::kSubtract, clamped, first));
    const ValueId not_before = b.Compare("GE", clamped, first);
    const ValueId not_after = b.Compare("LE", clamped, last);
    mask = b.Binary(OpKind::kAnd, not_before, not_after);
  }
  if (ValueId has = HasOrigin(c, b, x)) {
    if (mask) {
      has = b.BroadcastInDim(has, c.LocalShape(mask), {});
      mask = b.Binary(OpKind::kAnd, mask, has);
    } else {
      mask = has;
    }
  }
  const ValueId result = m.result(op, 0);
  const OpId next = m.op(op).next;
  Builder after(m, m.op(op).parent, next, m.loc(op));
  const ValueId masked =
      MaskedResult(c, after, x, result, mask, numbers.Dims("offset_dims"));
  c.Adopt(masked, result);
  m.ReplaceUsesIf(result, masked,
                  [&](UseId use) { return m.use(use).owner != m.def(masked); });
  return true;
}

bool LocalScatter(LocalContext& c, OpId op) {
  Module& m = c.m;
  const int inputs = (m.operand_count(op) - 1) / 2;
  const ValueId input = m.operand(op, 0), update = m.operand(op, inputs + 1);
  if (c.IsReplicated(input) && c.IsReplicated(update)) return true;
  const StructReader numbers(m, op, "scatter_dimension_numbers",
                             StructId::kScatter);
  const std::vector<AxisRef> axes =
      UpdateAxes(c, input, update, numbers.Dims("update_window_dims"));
  Indexing x{.input = input,
             .indices = m.operand(op, inputs),
             .index_map = numbers.Dims("scatter_dims_to_operand_dims"),
             .vector_dim = numbers.Int("index_vector_dim"),
             .sharded = {}};
  for (size_t d = 0; d < c.GlobalShape(input).size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (c.Shards(input, d) == 1) continue;
    const int64_t window_dim = WindowDim(numbers, dim);
    const int64_t window =
        window_dim < 0 ? 1
                       : c.GlobalShape(update)[static_cast<size_t>(window_dim)];
    if (Contains(x.index_map, dim)) {
      if (window == 1) {
        x.sharded.push_back(dim);
        continue;
      }
      // If a window is as long as the dimension, 0 is the only index in range.
      // The same is true of a shard, so no offset is subtracted.
      if (window != c.GlobalShape(input)[d] ||
          c.Shards(update, static_cast<size_t>(window_dim)) !=
              c.Shards(input, d)) {
        return c.Fail(
            op, fmt::format("dimension {} of its operand is sharded, but "
                            "the updates cover only {} of its {} elements",
                            d, window, c.GlobalShape(input)[d]));
      }
    } else if (Contains(numbers.Dims("inserted_window_dims"), dim)) {
      return c.Fail(op,
                    fmt::format("sharding operand dimension {} that is not "
                                "indexed but in inserted window dimension is "
                                "not supported.",
                                dim));
    }
  }
  if (!CheckReduced(c, op, axes, CollectiveOf(ScatterReduction(m, op)))) {
    return false;
  }
  if (!axes.empty() || !x.sharded.empty()) {
    WriteFlags(c, op, {"indices_are_sorted", "unique_indices"});
  }
  Builder b = c.Before(op);
  if (!axes.empty() && !KeepInputOnce(c, b, op, inputs, axes)) return false;
  if (x.sharded.empty()) return true;
  x.indices = WideEnough(c, b, x);
  const Bounds bounds = ShardBounds(c, b, x, /*with_last=*/false);
  m.SetOperand(m.operand_use(op, inputs),
               b.Binary(OpKind::kSubtract, x.indices,
                        LikeIndices(c, b, x, bounds.first)));
  return true;
}

}  // namespace shardflow::internal
