#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/dims.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/edit.h"
#include "ops/known_values.h"
#include "ops/local.h"
#include "ops/op_def.h"
#include "ops/shard_local.h"
#include "sharding/axis.h"
#include "sharding/devices.h"
#include "sharding/print.h"
#include "sharding/reshape_layout.h"
#include "sharding/tensor.h"

// Constants, and ops that move elements along a dimension.

namespace shardflow::internal {
namespace {

bool FailMismatch(LocalContext& c, OpId op, size_t dim,
                  std::span<const AxisRef> in, std::span<const AxisRef> out) {
  return c.Fail(
      op, fmt::format(
              "dimension {} has mismatched sharding axes ({{{}}} vs {{{}}}). "
              "This requires a reshard which should have been handled "
              "by previous passes.",
              dim, AxesText(in, c.m.names), AxesText(out, c.m.names)));
}

// Reports that the op needs elements from other devices, which an earlier pass
// should have fetched.
bool FailNeedsOthers(LocalContext& c, OpId op, size_t dim) {
  return c.Fail(op, fmt::format("dimension {} is sharded and needs elements "
                                "from other devices (run "
                                "-sdy-resolve-permutation-factors first)",
                                dim));
}

bool IsSplat(const Module& m, AttrId value) {
  return m.attrs.Is<DenseElementsAttr>(value) &&
         m.attrs.As<DenseElementsAttr>(value).splat;
}

}  // namespace

bool LocalConstant(LocalContext& c, OpId op) {
  Module& m = c.m;
  const ValueId result = m.result(op, 0);
  const AttrId value = m.attr(op, name::kValue);
  const TypeId local = m.type(result);
  const Dims global_dims = c.GlobalShape(result);
  const TypeId global =
      m.types.IsTensor(local)
          ? m.types.Tensor(global_dims, m.types.element(local),
                           m.types.encoding(local))
          : local;
  const bool is_sdy = m.kind(op) == OpKind::kSdyConstant;
  if (local == global && !is_sdy) return true;
  if (local == global || IsSplat(m, value)) {
    const AttrId elements = local == global ? value : SplatOf(m, value, local);
    if (!is_sdy) {
      m.SetAttr(op, name::kValue, elements);
      return true;
    }
    Builder b = c.Before(op);
    c.Replace(
        op, b.Value(OpKind::kConstant, {}, local, {{name::kValue, elements}}));
    return true;
  }
  // Every device holds the whole constant and slices out its part.
  Builder b = c.Before(op);
  const ValueId whole =
      b.Value(OpKind::kConstant, {}, global, {{name::kValue, value}});
  std::vector<AxisListId> axes;
  for (const DimSharding& dim : m.shardings.Get(c.Sharding(result)).dims) {
    axes.push_back(dim.axes);
  }
  c.Replace(op, c.SliceShard(b, whole, *c.MeshOf(result), axes,
                             c.LocalShape(result)));
  return true;
}

bool LocalIota(LocalContext& c, OpId op) {
  Module& m = c.m;
  const ValueId result = m.result(op, 0);
  if (c.IsReplicated(result)) return true;
  const int64_t dim = Int(m, op, "iota_dimension").value_or(0);
  const TypeId type = m.type(result);
  Builder b = c.Before(op);
  const ValueId iota = b.Value(OpKind::kIota, {}, type,
                               {{name::kIotaDimension, MakeInt(m, dim)}});
  const auto d = static_cast<size_t>(dim);
  const std::span<const AxisRef> axes = c.Axes(result, d);
  if (axes.empty()) {
    c.Replace(op, iota);
    return true;
  }
  const Dims dims = c.LocalShape(result);
  const ValueId offset =
      b.Convert(c.ShardOffset(b, *c.MeshOf(result), axes, dims[d]),
                m.types.element(type));
  c.Replace(op,
            b.Binary(OpKind::kAdd, iota, b.BroadcastInDim(offset, dims, {})));
  return true;
}

// The concatenated dimension must not be sharded, and the operands' other
// dimensions must be sharded like the result's.
bool LocalConcatenate(LocalContext& c, OpId op) {
  Module& m = c.m;
  const ValueId result = m.result(op, 0);
  const auto dim = static_cast<size_t>(Int(m, op, "dimension").value_or(0));
  if (!c.Axes(result, dim).empty()) {
    return c.Fail(op, fmt::format("dimension {} is sharded but the "
                                  "concatenation is on this dimension.",
                                  dim));
  }
  for (int i = 0; i < m.operand_count(op); ++i) {
    const ValueId operand = m.operand(op, i);
    if (c.IsReplicated(operand) && c.IsReplicated(result)) continue;
    if (!c.Axes(operand, dim).empty()) {
      return c.Fail(op, fmt::format("operand {} is sharded on concatenation "
                                    "dimension {}. This is not supported.",
                                    i, dim));
    }
    for (size_t d = 0; d < c.LocalShape(operand).size(); ++d) {
      const auto in = c.Axes(operand, d), out = c.Axes(result, d);
      if (!AxesEqual(in, out)) return FailMismatch(c, op, d, in, out);
    }
  }
  return true;
}

namespace {

// One dimension of a pad op: its padding, sizes and shards.
struct PaddedDim {
  int64_t low, interior;
  int64_t in, out;  // sizes of the shards
  int64_t result;   // the result's global size
  // The shard of each device id; empty if not sharded.
  std::vector<int64_t> shards;

  // Returns the size of the operand's shard with interior padding.
  int64_t Spread() const { return in == 0 ? 0 : (in - 1) * (interior + 1) + 1; }
  // Returns where the operand's shard begins within the result's shard.
  int64_t Offset(int64_t shard) const {
    return shard * in * (interior + 1) + low - shard * out;
  }
  // Whether each element of the operand that appears in the result has the same
  // shard number in both tensors.
  bool StaysOnDevice(int64_t count) const {
    for (int64_t shard = 0; shard < count; ++shard) {
      const int64_t begin = shard * in * (interior + 1) + low;
      for (const bool first : {true, false}) {
        // The position in the result of the shard's first or last element that
        // isn't cut off.
        const int64_t step = interior + 1;
        int64_t at = first ? begin : begin + (in - 1) * step;
        if (first && at < 0) at += (-at + step - 1) / step * step;
        if (!first && at >= result) at -= (at - result + step) / step * step;
        const bool exists = in > 0 && at >= begin &&
                            at <= begin + (in - 1) * step && at >= 0 &&
                            at < result;
        if (exists && at / out != shard) return false;
      }
    }
    return true;
  }
};

bool ReadPadded(LocalContext& c, OpId op, std::vector<PaddedDim>& dims) {
  Module& m = c.m;
  const ValueId operand = m.operand(op, 0), result = m.result(op, 0);
  const Dims low = I64Array(m, op, "edge_padding_low");
  const Dims interior = I64Array(m, op, "interior_padding");
  const Dims in = c.LocalShape(operand), out = c.LocalShape(result);
  for (size_t d = 0; d < in.size(); ++d) {
    const auto axes = c.Axes(operand, d), result_axes = c.Axes(result, d);
    if (!AxesEqual(axes, result_axes)) {
      return FailMismatch(c, op, d, axes, result_axes);
    }
    PaddedDim dim{.low = low[d],
                  .interior = interior[d],
                  .in = in[d],
                  .out = out[d],
                  .result = c.GlobalShape(result)[d],
                  .shards = {}};
    if (!axes.empty()) {
      dim.shards = ShardsOfDevices(*c.MeshOf(operand), axes);
      if (in[d] != kDynamicDim && out[d] > 0 &&
          !dim.StaysOnDevice(c.Shards(operand, d))) {
        return FailNeedsOthers(c, op, d);
      }
    }
    dims.push_back(std::move(dim));
  }
  return true;
}

// PaddedDim::Offset for every device, and whether all offsets are equal.
struct PadOffsets {
  std::vector<int64_t> by_device;  // one entry if not sharded
  bool uniform = true;

  explicit PadOffsets(const PaddedDim& dim) {
    for (const int64_t shard : dim.shards) {
      by_device.push_back(dim.Offset(shard));
    }
    if (by_device.empty()) by_device.push_back(dim.Offset(0));
    for (const int64_t offset : by_device) uniform &= offset == by_device[0];
  }
};

// Pads each shard until it contains the device's part of the result, and slices
// this part out.
ValueId PadAndSlice(LocalContext& c, Builder& b, OpId op,
                    std::span<const PaddedDim> dims,
                    std::span<const PadOffsets> offsets) {
  Module& m = c.m;
  std::vector<int64_t> low, high, interior, sizes;
  for (size_t d = 0; d < dims.size(); ++d) {
    const auto [min, max] = std::minmax_element(offsets[d].by_device.begin(),
                                                offsets[d].by_device.end());
    low.push_back(std::max<int64_t>(0, *max));
    high.push_back(std::max<int64_t>(0, dims[d].out - *min - dims[d].Spread()));
    interior.push_back(dims[d].interior);
    sizes.push_back(dims[d].out);
  }
  const ValueId padded =
      b.Pad(m.operand(op, 0), m.operand(op, 1), low, high, interior);
  const ValueId id = b.DeviceIndex(c.options.by_replica);
  std::vector<ValueId> starts;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (offsets[d].uniform) {
      starts.push_back(b.Scalar(low[d] - offsets[d].by_device[0]));
      continue;
    }
    std::vector<int64_t> table;
    for (const int64_t offset : offsets[d].by_device) {
      table.push_back(low[d] - offset);
    }
    const int64_t one[] = {1};
    starts.push_back(
        b.Reshape(b.DynamicSlice(b.Table(table), {&id, 1}, one), {}));
  }
  return b.DynamicSlice(padded, starts, sizes);
}

}  // namespace

bool LocalPad(LocalContext& c, OpId op) {
  Module& m = c.m;
  const ValueId result = m.result(op, 0);
  if (c.IsReplicated(m.operand(op, 0)) && c.IsReplicated(result)) return true;
  std::vector<PaddedDim> dims;
  if (!ReadPadded(c, op, dims)) return false;
  std::vector<PadOffsets> offsets;
  bool uniform = true;
  for (const PaddedDim& dim : dims) {
    offsets.emplace_back(dim);
    uniform &= offsets.back().uniform;
  }
  if (!uniform) {
    Builder b = c.Before(op);
    c.Replace(op, PadAndSlice(c, b, op, dims, offsets));
    return true;
  }
  std::vector<int64_t> low, high, interior;
  for (size_t d = 0; d < dims.size(); ++d) {
    const int64_t offset = offsets[d].by_device[0];
    low.push_back(offset);
    high.push_back(dims[d].out - dims[d].Spread() - offset);
    interior.push_back(dims[d].interior);
  }
  Builder b = c.Before(op);
  c.Replace(op, b.Pad(m.operand(op, 0), m.operand(op, 1), low, high, interior));
  return true;
}

bool LocalSlice(LocalContext& c, OpId op) {
  Module& m = c.m;
  const ValueId operand = m.operand(op, 0), result = m.result(op, 0);
  if (c.IsReplicated(operand) && c.IsReplicated(result)) return true;
  const Dims start = I64Array(m, op, "start_indices");
  const Dims limit = I64Array(m, op, "limit_indices");
  const Dims strides = I64Array(m, op, "strides");
  const Dims global = c.GlobalShape(operand);
  const Dims local_in = c.LocalShape(operand), local_out = c.LocalShape(result);
  std::vector<int64_t> limits(limit.begin(), limit.end());
  for (size_t d = 0; d < global.size(); ++d) {
    const auto in = c.Axes(operand, d), out = c.Axes(result, d);
    if (!AxesEqual(in, out)) return FailMismatch(c, op, d, in, out);
    if (c.Shards(operand, d) == 1) continue;
    const bool full = start[d] == 0 && limit[d] == global[d];
    const SlicedDim dim{.start = start[d],
                        .stride = strides[d],
                        .in = global[d],
                        .out = c.GlobalShape(result)[d]};
    if (full ? local_in[d] % strides[d] != 0
             : !IsLocalSlice(dim, c.Shards(operand, d))) {
      return c.Fail(op, fmt::format("dimension {} is sharded but the slice is "
                                    "not a full slice and requires device "
                                    "communication.",
                                    d));
    }
    limits[d] = full ? local_in[d] : local_out[d];
  }
  Builder b = c.Before(op);
  c.Replace(op, b.Slice(operand, start, limits, strides));
  return true;
}

// The slice must cover a sharded dimension completely, wherever it begins.
bool LocalDynamicSlice(LocalContext& c, OpId op) {
  Module& m = c.m;
  const ValueId operand = m.operand(op, 0), result = m.result(op, 0);
  if (c.IsReplicated(operand) && c.IsReplicated(result)) return true;
  const Dims global = I64Array(m, op, "slice_sizes");
  std::vector<int64_t> sizes(global.begin(), global.end());
  for (size_t d = 0; d < sizes.size(); ++d) {
    const auto in = c.Axes(operand, d), out = c.Axes(result, d);
    if (!AxesEqual(in, out)) return FailMismatch(c, op, d, in, out);
    if (c.Shards(operand, d) == 1) continue;
    if (sizes[d] != c.GlobalShape(operand)[d]) return FailNeedsOthers(c, op, d);
    sizes[d] = c.LocalShape(operand)[d];
  }
  m.SetAttr(op, name::kSliceSizes, MakeI64Array(m, sizes));
  return true;
}

// The update must cover a sharded dimension completely.
bool LocalDynamicUpdateSlice(LocalContext& c, OpId op) {
  Module& m = c.m;
  const ValueId operand = m.operand(op, 0), update = m.operand(op, 1);
  if (c.IsReplicated(operand) && c.IsReplicated(update)) return true;
  for (size_t d = 0; d < c.GlobalShape(operand).size(); ++d) {
    const auto in = c.Axes(operand, d), out = c.Axes(update, d);
    if (!AxesEqual(in, out)) return FailMismatch(c, op, d, in, out);
    if (c.Shards(operand, d) > 1 &&
        c.GlobalShape(operand)[d] != c.GlobalShape(update)[d]) {
      return FailNeedsOthers(c, op, d);
    }
  }
  return true;
}

bool LocalReshape(LocalContext& c, OpId op) {
  Module& m = c.m;
  const ValueId operand = m.operand(op, 0), result = m.result(op, 0);
  if (c.IsReplicated(operand) && c.IsReplicated(result)) return true;
  if (!m.types.HasStaticShape(m.type(operand)) ||
      !m.types.HasStaticShape(m.type(result))) {
    return true;
  }
  const ShardingId from = c.Sharding(operand), to = c.Sharding(result);
  const Mesh* const mesh = from ? c.MeshOf(operand) : c.MeshOf(result);
  const auto or_replicated = [&](ShardingId sharding, ValueId value,
                                 ShardingId other) {
    return sharding ? sharding
                    : m.shardings.FullyClosed(m.shardings.Get(other).mesh,
                                              c.GlobalShape(value).size());
  };
  const ShardingId in = or_replicated(from, operand, to);
  const ShardingId out = or_replicated(to, result, from);
  return SameLayoutAcrossReshape(m.shardings, *mesh, m.shardings.Get(in),
                                 c.GlobalShape(operand), m.shardings.Get(out),
                                 c.GlobalShape(result)) ||
         c.Fail(op,
                "moves elements between devices (run "
                "-sdy-resolve-permutation-factors first)");
}

// Each device reverses its shard. The shards are then in the opposite order, so
// the result's mesh must also list the devices in the opposite order.
bool LocalReverse(LocalContext& c, OpId op) {
  Module& m = c.m;
  const ValueId operand = m.operand(op, 0), result = m.result(op, 0);
  if (c.IsReplicated(operand) && c.IsReplicated(result)) return true;
  std::vector<AxisRef> reversed;
  for (const int64_t dim : I64Array(m, op, "dimensions")) {
    const auto axes = c.Axes(operand, static_cast<size_t>(dim));
    reversed.insert(reversed.end(), axes.begin(), axes.end());
  }
  for (size_t d = 0; d < c.GlobalShape(operand).size(); ++d) {
    const auto in = c.Axes(operand, d), out = c.Axes(result, d);
    if (!AxesEqual(in, out)) return FailMismatch(c, op, d, in, out);
  }
  const auto ids = [](Mesh mesh) {
    if (mesh.device_ids.empty()) {
      for (int64_t id = 0; id < mesh.TotalSize(); ++id) {
        mesh.device_ids.push_back(id);
      }
    }
    return mesh.device_ids;
  };
  const bool turned = ids(WithReversedAxes(*c.MeshOf(operand), reversed)) ==
                      ids(*c.MeshOf(result));
  return turned ||
         c.Fail(op,
                "reverses a sharded dimension, but the result's mesh does not "
                "reverse its devices (run -sdy-resolve-permutation-factors "
                "before)");
}

// Along a sharded dimension, windows must not overlap, and none may cross a
// boundary between shards.
bool LocalWindow(LocalContext& c, OpId op) {
  Module& m = c.m;
  const ValueId operand = m.operand(op, 0);
  if (c.IsReplicated(operand)) return true;
  const Dims window = I64Array(m, op, "window_dimensions");
  const Dims strides = I64Array(m, op, "window_strides");
  const Dims base = I64Array(m, op, "base_dilations");
  const Dims dilation = I64Array(m, op, "window_dilations");
  const std::optional<std::vector<int64_t>> padding =
      DenseI64(m, op, "padding");
  const auto at = [](Dims values, size_t d) {
    return d < values.size() ? values[d] : 1;
  };
  const Dims shape = c.LocalShape(operand);
  for (size_t d = 0; d < shape.size(); ++d) {
    if (c.Shards(operand, d) == 1) continue;
    const bool padded = padding && 2 * d + 1 < padding->size() &&
                        ((*padding)[2 * d] != 0 || (*padding)[2 * d + 1] != 0);
    const int64_t covered = (at(window, d) - 1) * at(dilation, d) + 1;
    const int64_t stride = at(strides, d);
    if (padded || at(base, d) != 1 || stride < covered ||
        (shape[d] != kDynamicDim && shape[d] % stride != 0)) {
      return c.Fail(op, fmt::format("dimension {} is sharded but is not a "
                                    "pass-through dimension.",
                                    d));
    }
  }
  return true;
}

}  // namespace shardflow::internal
