#include "ops/padded.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/dims.h"
#include "ir/values.h"
#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/shard_local.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// Returns the dimensions of the indices, without the dimension of the index
// vectors and without dimensions that are also batch dimensions of the input.
std::vector<int64_t> ScatteredDims(const Module& m, OpId op, int indices) {
  const StructReader numbers(m, op, "scatter_dimension_numbers",
                             StructId::kScatter);
  const Dims batching = numbers.Dims("scatter_indices_batching_dims");
  std::vector<int64_t> dims;
  const size_t rank = Shape(m, m.operand(op, indices)).size();
  for (size_t d = 0; d < rank; ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (dim != numbers.Int("index_vector_dim") && !Contains(batching, dim)) {
      dims.push_back(dim);
    }
  }
  return dims;
}

std::vector<PaddingNeed> ConvolutionNeeds(const Module& m, OpId op) {
  const StructReader dims(m, op, "dimension_numbers", StructId::kConv);
  std::vector<int64_t> lhs = {dims.Int("input_feature_dimension")};
  std::vector<int64_t> rhs = {dims.Int("kernel_input_feature_dimension")};
  const Dims in = dims.Dims("input_spatial_dimensions");
  const Dims kernel = dims.Dims("kernel_spatial_dimensions");
  lhs.insert(lhs.end(), in.begin(), in.end());
  rhs.insert(rhs.end(), kernel.begin(), kernel.end());
  return {{.operand = 0, .dims = std::move(lhs)},
          {.operand = 1, .dims = std::move(rhs)}};
}

// Whether, in every tensor of the op, the number of shards divides the
// dimension that has the factor.
bool ShardsAreEqual(Module& m, const SymbolTable& symbols, OpId op,
                    const Rule& rule, size_t factor) {
  for (size_t t = 0; t < rule.tensor_count(); ++t) {
    const int32_t dim = rule.DimOf(t, factor);
    if (dim < 0) continue;
    const auto d = static_cast<size_t>(dim);
    const ValueId value = TensorOf(m, op, t);
    const ShardingId sharding = GetSharding(m, value);
    if (sharding.IsNone()) continue;
    const ShardingView view = m.shardings.Get(sharding);
    const MeshId mesh = symbols.FindMesh(m, view.mesh);
    if (mesh.IsNone() || d >= view.rank()) continue;
    const int64_t shards =
        ShardedSize(m.shardings, view.dims[d], m.shardings.mesh(mesh));
    const int64_t size = Shape(m, value)[d];
    if (size != kDynamicDim && size % shards != 0) return false;
  }
  return true;
}

// Whether PaddingNeeds tells what padding along the factor must hold.
bool IsMasked(const Module& m, OpId op, const Rule& rule, size_t factor) {
  const std::vector<PaddingNeed> needs = PaddingNeeds(m, op);
  return std::any_of(needs.begin(), needs.end(), [&](const PaddingNeed& need) {
    const auto operand = static_cast<size_t>(need.operand);
    return Contains(need.dims, rule.DimOf(operand, factor));
  });
}

// Whether the factor is alone in its dimensions, which have the same size.
bool IsOneSize(const Module& m, OpId op, const Rule& rule, size_t factor) {
  std::optional<int64_t> size;
  for (size_t t = 0; t < rule.tensor_count(); ++t) {
    const int32_t dim = rule.DimOf(t, factor);
    if (dim < 0) continue;
    const auto d = static_cast<size_t>(dim);
    const int64_t here = Shape(m, TensorOf(m, op, t))[d];
    if (rule.factors(t, d).size() > 1 || size.value_or(here) != here) {
      return false;
    }
    size = here;
  }
  return true;
}

}  // namespace

std::vector<PaddingNeed> PaddingNeeds(const Module& m, OpId op) {
  switch (m.kind(op)) {
    case OpKind::kDot:
      return {
          {.operand = 0,
           .dims = {static_cast<int64_t>(Shape(m, m.operand(op, 0)).size()) -
                    1}},
          {.operand = 1, .dims = {0}}};
    case OpKind::kDotGeneral: {
      const StructReader dims(m, op, "dot_dimension_numbers", StructId::kDot);
      return {
          {.operand = 0, .dims = Copy(dims.Dims("lhs_contracting_dimensions"))},
          {.operand = 1,
           .dims = Copy(dims.Dims("rhs_contracting_dimensions"))}};
    }
    case OpKind::kConvolution:
      return ConvolutionNeeds(m, op);
    case OpKind::kReduce: {
      std::vector<PaddingNeed> needs;
      const int inputs = m.operand_count(op) / 2;
      for (int i = 0; i < inputs; ++i) {
        needs.push_back({.operand = i,
                         .dims = Copy(I64Array(m, op, "dimensions")),
                         .value = PaddingNeed::kNeutral});
      }
      return needs;
    }
    case OpKind::kScatter: {
      const int indices = (m.operand_count(op) - 1) / 2;
      return {{.operand = indices,
               .dims = ScatteredDims(m, op, indices),
               .value = PaddingNeed::kMinusOne}};
    }
    case OpKind::kChloRaggedDot: {
      const StructReader dims(m, op, "ragged_dot_dimension_numbers",
                              StructId::kRaggedDot);
      return {
          {.operand = 0, .dims = Copy(dims.Dims("lhs_contracting_dimensions"))},
          {.operand = 1,
           .dims = Copy(dims.Dims("rhs_contracting_dimensions"))}};
    }
    default:
      return {};
  }
}

bool CannotPad(Module& m, const SymbolTable& symbols, OpId op, const Rule& rule,
               size_t factor) {
  const bool reduces = rule.factor_type(factor) == FactorType::kReduction;
  if (!reduces && !IsOpaque(m, op)) return false;
  if (ShardsAreEqual(m, symbols, op, rule, factor)) return false;
  return (reduces && !IsMasked(m, op, rule, factor)) ||
         (IsOpaque(m, op) && !IsOneSize(m, op, rule, factor));
}

TypeId DivisibleType(Module& m, const SymbolTable& symbols, TypeId type,
                     ShardingId sharding) {
  if (sharding.IsNone() || !m.types.IsTensor(type)) return type;
  const ShardingView view = m.shardings.Get(sharding);
  const MeshId mesh = symbols.FindMesh(m, view.mesh);
  if (mesh.IsNone()) return type;
  std::vector<int64_t> dims = Copy(m.types.dims(type));
  bool changed = false;
  for (size_t d = 0; d < std::min(dims.size(), view.rank()); ++d) {
    if (dims[d] == kDynamicDim) continue;
    const int64_t padded =
        RoundUp(dims[d],
                ShardedSize(m.shardings, view.dims[d], m.shardings.mesh(mesh)));
    changed |= padded != dims[d];
    dims[d] = padded;
  }
  if (!changed) return type;
  return m.types.Tensor(dims, m.types.element(type), m.types.encoding(type));
}

PadContext::PadContext(Module& module, const SymbolTable& symbols,
                       Diagnostics& diagnostics)
    : m(module), symbols_(symbols), diagnostics_(diagnostics) {
  types_.resize(m.value_table_size());
  WalkPreOrder(m, m.root(), [&](OpId op) {
    for (int i = 0; i < m.result_count(op); ++i) {
      changed_ |= RecordAndPad(m.result(op, i));
    }
    for (int r = 0; r < m.region_count(op); ++r) {
      for (const BlockId block : m.Blocks(m.region(op, r))) {
        for (size_t i = 0; i < m.args(block).size(); ++i) {
          changed_ |= RecordAndPad(m.args(block)[i]);
        }
      }
    }
  });
}

bool PadContext::RecordAndPad(ValueId value) {
  const TypeId type = m.type(value);
  types_[value.Slot()] = type;
  const ShardingId sharding = GetSharding(m, value);
  const size_t place = (static_cast<uint32_t>(type.index) * size_t{31} +
                        static_cast<uint32_t>(sharding.index)) %
                       divisible_.size();
  if (divisible_[place] == std::pair(type, sharding)) return false;
  const auto [at, is_new] = padded_types_.try_emplace({type, sharding}, type);
  if (is_new) at->second = DivisibleType(m, symbols_, type, sharding);
  if (at->second == type) {
    divisible_[place] = {type, sharding};
    return false;
  }
  m.SetType(value, at->second);
  return true;
}

Dims PadContext::TrueShape(ValueId value) const {
  const size_t slot = value.Slot();
  const TypeId type =
      slot < types_.size() && types_[slot] ? types_[slot] : m.type(value);
  return m.types.IsTensor(type) ? m.types.dims(type) : Dims();
}

Dims PadContext::PaddedShape(ValueId value) const { return Shape(m, value); }

bool PadContext::IsPadded(ValueId value) const {
  const Dims a = TrueShape(value), b = PaddedShape(value);
  return !std::equal(a.begin(), a.end(), b.begin(), b.end());
}

int64_t PadContext::Shards(ValueId value, size_t dim) const {
  const ShardingId sharding = GetSharding(m, value);
  if (sharding.IsNone()) return 1;
  const ShardingView view = m.shardings.Get(sharding);
  const MeshId mesh = symbols_.FindMesh(m, view.mesh);
  if (mesh.IsNone() || dim >= view.rank()) return 1;
  return ShardedSize(m.shardings, view.dims[dim], m.shardings.mesh(mesh));
}

void PadContext::ReplaceUses(ValueId old, ValueId value) {
  const size_t slot = value.Slot();
  if (slot >= types_.size()) types_.resize(slot + 1);
  types_[slot] = types_[old.Slot()];
  const OpId own = m.def(value);
  m.ReplaceUsesIf(old, value,
                  [&](UseId use) { return m.use(use).owner != own; });
}

void PadContext::Replace(OpId op, ValueId value) {
  ReplaceUses(m.result(op, 0), value);
  m.Erase(op);
}

ValueId PadContext::Masked(Builder& b, ValueId value, Dims dims,
                           ValueId scalar) {
  const ShardingId sharding = GetSharding(m, value);
  const auto keep = [&](ValueId made) {
    if (sharding) m.SetSharding(made, sharding);
    return made;
  };
  const Dims shape = PaddedShape(value);
  const Dims true_shape = TrueShape(value);
  ValueId mask;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == true_shape[d] || !Contains(dims, static_cast<int64_t>(d))) {
      continue;
    }
    const int width = shape[d] > std::numeric_limits<int32_t>::max() ? 64 : 32;
    const TypeId counter = m.types.Integer(width);
    const Dims counted = short_masks ? shape.subspan(d, 1) : shape;
    const auto along = static_cast<int64_t>(d);
    ShardingId of_places = sharding;
    if (sharding && short_masks) {
      TensorSharding of_dim(m.shardings.Get(sharding));
      of_dim.dims = {of_dim.dims[d]};
      of_places = m.shardings.Intern(of_dim);
    }
    const auto keep_places = [&](ValueId made) {
      if (of_places) m.SetSharding(made, of_places);
      return made;
    };
    const ValueId place = keep_places(
        b.Value(OpKind::kIota, {}, m.types.Tensor(counted, counter),
                {{name::kIotaDimension, MakeInt(m, short_masks ? 0 : along)}}));
    const ValueId limit = b.Splat(m.types.Tensor({}, counter), true_shape[d]);
    ValueId inside = keep_places(b.Compare(
        "LT", place, keep_places(b.BroadcastInDim(limit, counted, {}))));
    if (short_masks) {
      inside = keep(b.RepeatAlong(inside, shape, d));
    }
    mask = mask ? keep(b.Binary(OpKind::kAnd, mask, inside)) : inside;
  }
  if (mask.IsNone()) return value;
  const ValueId fill = keep(b.BroadcastInDim(scalar, shape, {}));
  const ValueId result = keep(b.Select(mask, value, fill));
  const size_t slot = result.Slot();
  if (slot >= types_.size()) types_.resize(slot + 1);
  types_[slot] = m.types.Tensor(true_shape, m.types.element(m.type(value)));
  return result;
}

ValueId PadContext::Trimmed(Builder& b, ValueId value, Dims limits,
                            ShardingId sharding) {
  const std::vector<int64_t> starts(limits.size(), 0);
  const std::vector<int64_t> strides(limits.size(), 1);
  const ValueId slice = b.Slice(value, starts, limits, strides);
  m.SetSharding(slice, sharding);
  return slice;
}

ValueId PadContext::Padded(Builder& b, ValueId value, TypeId type) {
  const Dims from = PaddedShape(value), to = m.types.dims(type);
  const std::vector<int64_t> none(from.size(), 0);
  std::vector<int64_t> high;
  for (size_t d = 0; d < from.size(); ++d) high.push_back(to[d] - from[d]);
  const ValueId zero = b.Zero(m.types.Tensor({}, m.types.element(type)));
  const ValueId padded = b.Pad(value, zero, none, high, none);
  if (const ShardingId sharding = GetSharding(m, value)) {
    m.SetSharding(padded, sharding);
  }
  return padded;
}

bool PadContext::Fail(OpId op, std::string_view message) {
  diagnostics_.Error(m.Place(op),
                     fmt::format("'{}' op {}", m.op_name(op), message));
  diagnostics_.Error(m.Place(op),
                     fmt::format("failed to legalize operation '{}' that was "
                                 "explicitly marked illegal",
                                 m.op_name(op)));
  return false;
}

bool Nests(int64_t size, int64_t from_shards, int64_t to_shards) {
  if (from_shards == to_shards || from_shards == 1 || to_shards == 1) {
    return true;
  }
  return RoundUp(size, from_shards) == RoundUp(size, to_shards);
}

PadFn PadFunction(OpKind kind) {
  switch (kind) {
    case OpKind::kConstant:
    case OpKind::kSdyConstant:
      return PadConstant;
    case OpKind::kSlice:
      return PadSlice;
    case OpKind::kPad:
      return PadPad;
    case OpKind::kGather:
      return PadGather;
    case OpKind::kDynamicSlice:
      return PadDynamicSlice;
    case OpKind::kDynamicUpdateSlice:
      return PadDynamicUpdateSlice;
    case OpKind::kReshape:
      return PadReshape;
    case OpKind::kConvolution:
      return PadConvolution;
    case OpKind::kReverse:
      return PadReverse;
    case OpKind::kSdyAllGather:
      return PadAllGather;
    case OpKind::kSdyAllSlice:
    case OpKind::kSdyReduceScatter:
      return PadAllSlice;
    case OpKind::kSdyAllToAll:
      return PadAllToAll;
    default:
      return nullptr;
  }
}

// A splat becomes larger. Other constants are padded and sliced by separate
// ops.
bool PadConstant(PadContext& c, OpId op) {
  Module& m = c.m;
  const ValueId result = m.result(op, 0);
  const AttrId value = m.attr(op, name::kValue);
  const TypeId padded = m.type(result);
  if (m.attrs.Is<DenseElementsAttr>(value) &&
      m.attrs.As<DenseElementsAttr>(value).splat) {
    auto dense = m.attrs.As<DenseElementsAttr>(value);
    dense.type = padded;
    m.SetAttr(op, name::kValue, m.attrs.Make(dense));
    return true;
  }
  const ShardingId sharding = m.sharding(result);
  Builder b = c.Before(op);
  const TypeId whole =
      m.types.Tensor(c.TrueShape(result), m.types.element(padded));
  const ValueId all =
      b.Value(OpKind::kConstant, {}, whole, {{name::kValue, value}});
  std::vector<AxisListId> axes;
  for (const DimSharding& dim : m.shardings.Get(sharding).dims) {
    axes.push_back(dim.axes);
  }
  const ValueId wide = c.Padded(b, all, padded);
  const ValueId sliced = b.Value(
      OpKind::kSdyAllSlice, {&wide, 1}, padded,
      {{name::kSlicingAxes, m.attrs.Make(ListOfAxisRefListsAttr{}, axes)}});
  m.SetSharding(sliced, sharding);
  c.SetZero(sliced);
  c.Replace(op, sliced);
  return true;
}

bool PadSlice(PadContext& c, OpId op) {
  Module& m = c.m;
  const ValueId operand = m.operand(op, 0), result = m.result(op, 0);
  if (!c.IsPadded(result)) return true;
  const Dims starts = I64Array(m, op, "start_indices");
  const Dims strides = I64Array(m, op, "strides");
  std::vector<int64_t> limits = Copy(I64Array(m, op, "limit_indices"));
  const Dims padded = c.PaddedShape(result);
  for (size_t d = 0; d < padded.size(); ++d) {
    if (!c.IsPadded(result, d)) continue;
    const SlicedDim dim{.start = starts[d],
                        .stride = strides[d],
                        .in = c.TrueShape(operand)[d],
                        .out = c.TrueShape(result)[d]};
    const int64_t whole = c.PaddedShape(operand)[d];
    // Every shard begins with an element that the slice keeps.
    if (starts[d] == 0 && strides[d] > 1 &&
        limits[d] == c.TrueShape(operand)[d] &&
        whole == padded[d] * strides[d]) {
      limits[d] = whole;
      continue;
    }
    if (!IsLocalSlice(dim, c.Shards(operand, d))) {
      return c.Fail(op, fmt::format("dimension {} is sharded but the slice is "
                                    "not a full slice and requires device "
                                    "communication.",
                                    d));
    }
    limits[d] = starts[d] + padded[d];
  }
  m.SetAttr(op, name::kLimitIndices, MakeI64Array(m, limits));
  return true;
}

// If some of the operand's padding could appear in the result, the padding is
// first overwritten with the pad's value.
bool PadPad(PadContext& c, OpId op) {
  Module& m = c.m;
  const ValueId operand = m.operand(op, 0), scalar = m.operand(op, 1);
  const Dims low = I64Array(m, op, "edge_padding_low");
  const Dims interior = I64Array(m, op, "interior_padding");
  std::vector<int64_t> high = Copy(I64Array(m, op, "edge_padding_high"));
  const Dims in = c.PaddedShape(operand);
  const Dims out = c.PaddedShape(m.result(op, 0));
  std::vector<int64_t> all_dims;
  bool covers_padding = false;
  for (size_t d = 0; d < in.size(); ++d) {
    all_dims.push_back(static_cast<int64_t>(d));
    const int64_t now =
        out[d] - in[d] - low[d] - std::max<int64_t>(0, in[d] - 1) * interior[d];
    // The operand's padding comes `interior` elements after its own elements.
    // If the pad's high edge is longer than that, part of the operand's padding
    // appears in the result.
    const bool seen =
        c.masks_all_pads && c.IsPadded(operand, d) && high[d] > interior[d];
    covers_padding |= now < high[d] || seen;
    high[d] = now;
  }
  if (covers_padding) {
    Builder b = c.Before(op);
    m.SetOperand(m.operand_use(op, 0), c.Masked(b, operand, all_dims, scalar));
  }
  m.SetAttr(op, name::kEdgePaddingHigh, MakeI64Array(m, high));
  return true;
}

// Indices are clamped so that slices stay within the true size. A slice that
// covered a whole dimension now covers the whole padded dimension.
bool PadGather(PadContext& c, OpId op) {
  Module& m = c.m;
  const ValueId operand = m.operand(op, 0), indices = m.operand(op, 1);
  const StructReader numbers(m, op, "dimension_numbers", StructId::kGather);
  const Dims map = numbers.Dims("start_index_map");
  std::vector<int64_t> sizes = Copy(I64Array(m, op, "slice_sizes"));
  bool clamp = false;
  std::vector<int64_t> last;
  for (const int64_t dim : map) {
    const auto d = static_cast<size_t>(dim);
    clamp |= c.IsPadded(operand, d);
    last.push_back(c.TrueShape(operand)[d] - sizes[d]);
  }
  const Dims batching = numbers.Dims("operand_batching_dims");
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (!c.IsPadded(operand, d) || sizes[d] != c.TrueShape(operand)[d] ||
        Contains(batching, static_cast<int64_t>(d)) || sizes[d] == 1) {
      continue;
    }
    sizes[d] = c.PaddedShape(operand)[d];
  }
  m.SetAttr(op, name::kSliceSizes, MakeI64Array(m, sizes));
  const TypeId type = m.type(indices);
  const TypeId element = m.types.element(type);
  if (!clamp || m.types.kind(element) != TypeKind::kInteger) return true;
  Builder b = c.Before(op);
  const bool is_unsigned = m.types.signedness(element) == Signedness::kUnsigned;
  const int64_t bits = m.types.width(element) - (is_unsigned ? 0 : 1);
  for (int64_t& size : last) {
    // A narrow index type may be unable to represent the limit.
    if (bits < 62) size = std::min(size, (int64_t{1} << bits) - 1);
  }
  const ShardingId sharding = GetSharding(m, indices);
  const auto keep = [&](ValueId made) {
    if (sharding) m.SetSharding(made, sharding);
    return made;
  };
  const Dims shape = c.PaddedShape(indices);
  const int64_t vector_dim = numbers.Int("index_vector_dim");
  const ValueId zero = b.Splat(m.types.Tensor({}, element), 0);
  ValueId limit;
  if (vector_dim < static_cast<int64_t>(shape.size())) {
    const int64_t count[] = {static_cast<int64_t>(last.size())};
    const int64_t mapping[] = {vector_dim};
    limit = b.BroadcastInDim(b.Integers(m.types.Tensor(count, element), last),
                             shape, mapping);
  } else {
    limit = b.BroadcastInDim(b.Splat(m.types.Tensor({}, element), last[0]),
                             shape, {});
  }
  const ValueId clamped = keep(
      b.Clamp(keep(b.BroadcastInDim(zero, shape, {})), indices, keep(limit)));
  m.SetOperand(m.operand_use(op, 1), clamped);
  return true;
}

bool PadDynamicSlice(PadContext& c, OpId op) {
  Module& m = c.m;
  const ValueId operand = m.operand(op, 0);
  std::vector<int64_t> sizes = Copy(I64Array(m, op, "slice_sizes"));
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (!c.IsPadded(operand, d)) continue;
    if (sizes[d] != c.TrueShape(operand)[d]) {
      return c.Fail(op, fmt::format("dimension {} is sliced and padded: it has "
                                    "to be replicated",
                                    d));
    }
    sizes[d] = c.PaddedShape(operand)[d];
  }
  m.SetAttr(op, name::kSliceSizes, MakeI64Array(m, sizes));
  return true;
}

bool PadDynamicUpdateSlice(PadContext& c, OpId op) {
  Module& m = c.m;
  const ValueId operand = m.operand(op, 0), update = m.operand(op, 1);
  for (size_t d = 0; d < c.PaddedShape(operand).size(); ++d) {
    if (!c.IsPadded(operand, d) && !c.IsPadded(update, d)) continue;
    if (c.TrueShape(operand)[d] != c.TrueShape(update)[d] ||
        c.PaddedShape(operand)[d] != c.PaddedShape(update)[d]) {
      return c.Fail(op, fmt::format("dimension {} is updated and padded: it "
                                    "has to be replicated",
                                    d));
    }
  }
  return true;
}

// The padding must be at the same positions in both shapes.
bool PadReshape(PadContext& c, OpId op) {
  Module& m = c.m;
  const auto long_dims = [&](ValueId value, bool padded) {
    const Dims shape = padded ? c.PaddedShape(value) : c.TrueShape(value);
    const Dims true_shape = c.TrueShape(value);
    std::vector<int64_t> dims;
    for (size_t d = 0; d < shape.size(); ++d) {
      if (true_shape[d] != 1 || shape[d] != 1) dims.push_back(shape[d]);
    }
    return dims;
  };
  const ValueId in = m.operand(op, 0), out = m.result(op, 0);
  const std::vector<int64_t> a = long_dims(in, true), b = long_dims(out, true);
  const std::vector<int64_t> ta = long_dims(in, false),
                             tb = long_dims(out, false);
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    int64_t pa = 1, pb = 1, qa = 1, qb = 1;
    bool inside = false, first = true;
    // Collects a group of dimensions with the same number of elements on both
    // sides.
    size_t count_a = 0, count_b = 0;
    while (first || qa != qb) {
      first = false;
      if (qa <= qb && i < a.size()) {
        inside |= count_a > 0 && a[i] != ta[i];
        pa *= a[i];
        qa *= ta[i++];
        ++count_a;
      } else if (j < b.size()) {
        inside |= count_b > 0 && b[j] != tb[j];
        pb *= b[j];
        qb *= tb[j++];
        ++count_b;
      } else {
        break;
      }
    }
    // Padding is at the end of a group only if just the first dimension is
    // padded.
    if (pa != pb || inside) {
      return c.Fail(op,
                    "splits or merges a padded dimension (run "
                    "-sdy-resolve-permutation-factors first)");
    }
  }
  return true;
}

// A padded input has more window positions; those at the end are cut off.
bool PadConvolution(PadContext& c, OpId op) {
  Module& m = c.m;
  const ValueId result = m.result(op, 0);
  const StructReader dims(m, op, "dimension_numbers", StructId::kConv);
  const Dims in = dims.Dims("input_spatial_dimensions");
  const Dims kernel = dims.Dims("kernel_spatial_dimensions");
  const Dims out = dims.Dims("output_spatial_dimensions");
  const Dims strides = I64Array(m, op, "window_strides");
  const Dims lhs_dilation = I64Array(m, op, "lhs_dilation");
  const Dims rhs_dilation = I64Array(m, op, "rhs_dilation");
  const std::vector<int64_t> padding =
      DenseI64(m, op, "padding").value_or(std::vector<int64_t>());
  const auto at = [](Dims values, size_t i, int64_t missing) {
    return i < values.size() ? values[i] : missing;
  };
  const auto spread = [](int64_t size, int64_t dilation) {
    return size == 0 ? 0 : (size - 1) * dilation + 1;
  };
  const std::vector<int64_t> wanted = Copy(c.PaddedShape(result));
  std::vector<int64_t> computed = wanted;
  for (size_t i = 0; i < out.size(); ++i) {
    const auto d = static_cast<size_t>(out[i]);
    const int64_t image =
        spread(c.PaddedShape(m.operand(op, 0))[static_cast<size_t>(in[i])],
               at(lhs_dilation, i, 1)) +
        at(padding, 2 * i, 0) + at(padding, 2 * i + 1, 0);
    const int64_t window =
        spread(c.PaddedShape(m.operand(op, 1))[static_cast<size_t>(kernel[i])],
               at(rhs_dilation, i, 1));
    computed[d] = image < window ? 0 : (image - window) / at(strides, i, 1) + 1;
    if (computed[d] < wanted[d]) {
      return c.Fail(op, fmt::format("spatial dimension {} is sharded and too "
                                    "short (run "
                                    "-sdy-resolve-permutation-factors first)",
                                    i));
    }
  }
  if (computed == wanted) return true;
  m.SetType(result, m.types.Tensor(computed, m.types.element(m.type(result))));
  Builder b(m, m.op(op).parent, m.op(op).next, m.loc(op));
  c.ReplaceUses(result, c.Trimmed(b, result, wanted, GetSharding(m, result)));
  return true;
}

bool PadReverse(PadContext& c, OpId op) {
  Module& m = c.m;
  for (const int64_t dim : I64Array(m, op, "dimensions")) {
    if (c.IsPadded(m.operand(op, 0), static_cast<size_t>(dim))) {
      return c.Fail(op, fmt::format("dimension {} is reversed and padded (run "
                                    "-sdy-resolve-permutation-factors first)",
                                    dim));
    }
  }
  return true;
}

}  // namespace shardflow::internal
