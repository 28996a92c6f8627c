#include "lower/halo_emit.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "ops/attr_make.h"
#include "ops/channels.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "sharding/axis.h"
#include "sharding/devices.h"
#include "sharding/tensor.h"

namespace shardflow::internal {

// The body of the manual computation.
struct HaloEmitter::Body {
  const HaloJob& job;
  Builder b;
  ValueId value;
  ValueId padding;
  ShardingId sharding;  // the operand's sharding without manual axes

  // Sets the sharding of `made` to `sharding`, which all values in the body
  // have, and returns `made`.
  ValueId Keep(Module& m, ValueId made) const {
    m.SetSharding(made, sharding);
    return made;
  }
};

ShardingId WithoutAxes(Module& m, ShardingId sharding,
                       std::span<const NameId> names) {
  TensorSharding made(m.shardings.Get(sharding));
  for (DimSharding& dim : made.dims) {
    std::vector<AxisRef> axes;
    for (const AxisRef& axis : m.shardings.axes(dim.axes)) {
      if (std::find(names.begin(), names.end(), axis.name) == names.end()) {
        axes.push_back(axis);
      }
    }
    dim.axes = m.shardings.InternAxes(axes);
  }
  return m.shardings.Intern(made);
}

bool IsZeroConstant(const Module& m, ValueId value) {
  const OpId def = m.def(value);
  if (!def || !HasTrait(m, def, kConstantLike | kConstantLeaf)) return false;
  const AttrId attr = m.attr(def, name::kValue);
  if (!m.attrs.Is(attr, AttrKind::kDenseElements)) return false;
  const NameId bytes = m.attrs.As<DenseElementsAttr>(attr).bytes;
  const std::string_view raw = m.names.Get(bytes);
  return std::all_of(raw.begin(), raw.end(), [](char c) { return c == 0; });
}

HaloEmitter::HaloEmitter(Module& m, bool by_replica, Compat forms)
    : m_(m),
      by_replica_(by_replica),
      forms_(forms),
      next_channel_(LastChannel(m) + 1) {}

ValueId HaloEmitter::Manual(Builder& b, ValueId value, ValueId padding,
                            const HaloJob& job,
                            const std::function<ValueId(Body&)>& fill) {
  std::vector<ValueId> operands = {value};
  if (padding) operands.push_back(padding);
  const OpId op = b.Create(
      OpKind::kManualComputation, operands, {&job.result_type, 1},
      {{name::kManualAxes, m_.attrs.Make(ManualAxesAttr{}, job.manual)}}, 1);
  m_.SetSharding(m_.result(op, 0), job.to);
  const BlockId block = m_.AppendBlock(m_.region(op, 0));

  const std::span<const int64_t> global = Shape(m_, value);
  std::vector<int64_t> local(global.begin(), global.end());
  const ShardingView view = m_.shardings.Get(job.from);
  for (size_t d = 0; d < local.size(); ++d) {
    for (const AxisRef& axis : m_.shardings.axes(view.dims[d].axes)) {
      if (std::find(job.manual.begin(), job.manual.end(), axis.name) !=
          job.manual.end()) {
        local[d] /= AxisSize(axis, *job.mesh);
      }
    }
  }
  const TypeId type = m_.types.Tensor(local, m_.types.element(m_.type(value)));
  m_.SetSharding(m_.AddArg(block, type), job.from);
  if (padding) {
    m_.SetSharding(m_.AddArg(block, m_.type(padding)),
                   m_.shardings.FullyOpen(view.mesh, 0));
  }
  Body body{.job = job,
            .b = Builder(m_, block, OpId::None(), m_.loc(op))
                     .Use32BitNumbers(DeviceNumbersAre32Bits(forms_)),
            .value = m_.args(block)[0],
            .padding = padding ? m_.args(block)[1] : ValueId::None(),
            .sharding = WithoutAxes(m_, job.from, job.manual)};
  const ValueId result = fill(body);
  body.b.Create(OpKind::kSdyReturn, {&result, 1}, {});
  return m_.result(op, 0);
}

ValueId HaloEmitter::Exchange(Builder& b, ValueId value, ValueId padding,
                              const HaloJob& job, const Finish& finish) {
  return Manual(b, value, padding, job, [&](Body& body) {
    ValueId local = body.value;
    for (const HaloDim& dim : job.dims) {
      if (!dim.IsIdentity() && (dim.needs_others || dim.starts.empty())) {
        local = ExchangeDim(body, local, dim);
      }
    }
    return finish(body.b, local, body.padding);
  });
}

ValueId HaloEmitter::Send(Body& body, ValueId value, const HaloDim& dim,
                          int64_t offset) {
  if (std::abs(offset) >= TotalSize(dim.axes, *body.job.mesh)) {
    return ValueId::None();
  }
  return body.Keep(m_, Shift(body.b, value, *body.job.mesh, dim.axes, offset));
}

ValueId HaloEmitter::Shift(Builder& b, ValueId value, const Mesh& mesh,
                           std::span<const AxisRef> axes, int64_t offset,
                           bool goes_round,
                           std::span<const int64_t> receivers) {
  std::vector<int64_t> pairs = ShiftPairs(mesh, axes, offset, receivers);
  if (goes_round) {
    const int64_t shards = TotalSize(axes, mesh);
    const std::vector<int64_t> others = ShiftPairs(
        mesh, axes, offset > 0 ? offset - shards : offset + shards, receivers);
    pairs.insert(pairs.end(), others.begin(), others.end());
  }
  const int64_t shape[] = {static_cast<int64_t>(pairs.size() / 2), 2};
  std::vector<NamedAttr> attrs = {
      {m_.names.Intern("source_target_pairs"), MakeDenseI64(m_, shape, pairs)}};
  if (!by_replica_ || ReplicasExchangeOnChannels(forms_)) {
    attrs.push_back(ChannelAttr(m_, next_channel_++));
  }
  return b.Value(OpKind::kCollectivePermute, {&value, 1}, m_.type(value),
                 std::move(attrs));
}

// Like Send, but returns `value` if no device receives anything. Devices that
// receive nothing hold zeros, which the caller replaces with padding.
ValueId HaloEmitter::SendOrPad(Body& body, ValueId value, const HaloDim& dim,
                               int64_t offset) {
  const ValueId sent = Send(body, value, dim, offset);
  if (sent.IsNone()) return value;
  return sent;
}

// Returns the index of the device's shard along the axes. The index is computed
// from the device id if the ids are in mesh order, and otherwise looked up in a
// table.
ValueId HaloEmitter::ShardNumber(Body& body, std::span<const AxisRef> axes) {
  Builder& b = body.b;
  const Mesh& mesh = *body.job.mesh;
  if (!mesh.device_ids.empty()) {
    const ValueId id = b.DeviceIndex(by_replica_);
    const ValueId table = b.Table(ShardsOfDevices(mesh, axes));
    const int64_t one[] = {1};
    return b.Reshape(b.DynamicSlice(table, {&id, 1}, one), {});
  }
  const ValueId id = b.DeviceId(by_replica_);
  ValueId number;
  for (const AxisRef& axis : axes) {
    const Digits digits = DigitsOf(axis, mesh);
    ValueId digit = id;
    if (digits.divisor > 1) {
      digit = b.Binary(OpKind::kDivide, digit, b.Scalar(digits.divisor));
    }
    if (digits.size < mesh.TotalSize()) {
      digit = b.Binary(OpKind::kRemainder, digit, b.Scalar(digits.size));
    }
    if (number) {
      number = b.Binary(OpKind::kMultiply, number, b.Scalar(digits.size));
      digit = b.Binary(OpKind::kAdd, number, digit);
    }
    number = digit;
  }
  return number ? number : b.Scalar(0);
}

// Returns the position of the device's part in its concatenated shards,
// including the padding before them. `number` is the number of the device's
// shard.
ValueId HaloEmitter::Start(Body& body, const HaloDim& dim, ValueId number) {
  Builder& b = body.b;
  const int64_t edge = dim.footprint * dim.sizes.dilation;
  const int64_t before = dim.left * dim.shard_in * dim.sizes.dilation;
  if (!dim.starts.empty()) {
    std::vector<int64_t> table;
    for (const int64_t start : dim.starts) {
      table.push_back(edge + before + start);
    }
    const int64_t one[] = {1};
    return b.Reshape(b.DynamicSlice(b.Table(table), {&number, 1}, one), {});
  }
  const ValueId step = b.Scalar(dim.shard_out * dim.sizes.stride -
                                dim.shard_in * dim.sizes.dilation);
  const ValueId base = b.Scalar(before + edge - dim.sizes.low);
  return b.Binary(OpKind::kAdd, b.Binary(OpKind::kMultiply, number, step),
                  base);
}

// Writes whether there is a shard `offset` places before the device's own,
// which has this number (behind it, if `offset` is negative).
ValueId HaloEmitter::HasSender(Builder& b, const HaloDim& dim, int64_t offset,
                               ValueId number) {
  return offset > 0
             ? b.Compare("GE", number, b.Scalar(offset))
             : b.Compare("LT", number, b.Scalar(dim.sizes.shards + offset));
}

// Returns the shard of another device, or padding on a device that receives
// nothing, in the form of jaxlib 0.12: values without shardings, and a
// condition for each element.
ValueId HaloEmitter::FetchOrSelect(Body& body, ValueId local,
                                   const HaloDim& dim, int64_t offset,
                                   ValueId number) {
  Builder& b = body.b;
  const std::span<const int64_t> shape = Shape(m_, local);
  if (std::abs(offset) >= TotalSize(dim.axes, *body.job.mesh)) {
    return b.BroadcastInDim(body.padding, shape, {});
  }
  const ValueId sent = Shift(b, local, *body.job.mesh, dim.axes, offset);
  const ValueId has = HasSender(b, dim, offset, number);
  const ValueId fill = b.BroadcastInDim(body.padding, Shape(m_, sent), {});
  const ValueId everywhere = b.BroadcastInDim(has, Shape(m_, sent), {});
  return b.Select(everywhere, sent, fill);
}

ValueId HaloEmitter::ExchangeDim(Body& body, ValueId local,
                                 const HaloDim& dim) {
  Builder& b = body.b;
  const auto d = static_cast<int64_t>(dim.dim);
  const bool always_selects = HaloesSelectPadding(forms_);
  const bool masks =
      !IsZeroConstant(
          m_, m_.operand(m_.parent_op(m_.arg_block(body.padding)), 1)) &&
      dim.starts.empty();
  // Devices at either end lack a neighbour and receive zeros, which must be
  // replaced with padding.
  ValueId number = always_selects || (masks && dim.left + dim.right > 0)
                       ? ShardNumber(body, dim.axes)
                       : ValueId::None();
  const auto fetch = [&](int64_t offset) {
    if (always_selects) {
      return FetchOrSelect(body, local, dim, offset, number);
    }
    const ValueId sent = SendOrPad(body, local, dim, offset);
    if (!masks) return sent;
    const ValueId has = HasSender(b, dim, offset, number);
    const ValueId fill =
        body.Keep(m_, b.BroadcastInDim(body.padding, Shape(m_, sent), {}));
    return body.Keep(m_, b.Select(has, sent, fill));
  };
  std::vector<ValueId> shards;
  for (int64_t hop = dim.left; hop >= 1; --hop) shards.push_back(fetch(hop));
  shards.push_back(local);
  for (int64_t hop = 1; hop <= dim.right; ++hop) shards.push_back(fetch(-hop));
  const ValueId side_by_side = body.Keep(m_, b.Concatenate(shards, d));

  std::vector<int64_t> edge(Shape(m_, local).size(), 0), between = edge;
  edge[dim.dim] = dim.footprint * dim.sizes.dilation;
  between[dim.dim] = dim.sizes.dilation - 1;
  const ValueId padded =
      body.Keep(m_, b.Pad(side_by_side, body.padding, edge, edge, between));

  // (Shardy computes the number again if it isn't needed above.)
  if (!always_selects) number = ShardNumber(body, dim.axes);
  ValueId start = Start(body, dim, number);
  const ValueId zero = b.Scalar(0);
  if (dim.starts.empty()) start = b.Binary(OpKind::kMaximum, start, zero);
  std::vector<ValueId> starts(edge.size(), zero);
  starts[dim.dim] = start;
  const std::span<const int64_t> shape = Shape(m_, padded);
  std::vector<int64_t> sizes(shape.begin(), shape.end());
  sizes[dim.dim] = dim.footprint;
  ValueId part = body.Keep(m_, b.DynamicSlice(padded, starts, sizes));
  if (dim.sizes.stride != 1) {
    const std::vector<int64_t> begin(sizes.size(), 0);
    std::vector<int64_t> strides(sizes.size(), 1);
    strides[dim.dim] = dim.sizes.stride;
    part = body.Keep(m_, b.Slice(part, begin, sizes, strides));
  }
  return part;
}

ValueId HaloEmitter::ShiftDim(Body& body, ValueId local, const HaloDim& dim,
                              int64_t shift) {
  Builder& b = body.b;
  const std::span<const int64_t> shape = Shape(m_, local);
  const std::vector<int64_t> full(shape.begin(), shape.end());
  const int64_t size = full[dim.dim];
  const int64_t hops = shift / size, cut = size - shift % size;
  const auto piece = [&](int64_t offset) {
    if (offset == 0) return local;
    const ValueId sent = Send(body, local, dim, offset);
    if (sent) return sent;
    const ValueId zero =
        b.Zero(m_.types.Tensor({}, m_.types.element(m_.type(local))));
    return body.Keep(m_, b.BroadcastInDim(zero, full, {}));
  };
  const ValueId head = piece(hops), tail = piece(hops + 1);
  const std::vector<int64_t> strides(full.size(), 1);
  std::vector<int64_t> begin(full.size(), 0), end = full;
  begin[dim.dim] = cut;
  const ValueId last = body.Keep(m_, b.Slice(tail, begin, full, strides));
  begin[dim.dim] = 0;
  end[dim.dim] = cut;
  const ValueId first = body.Keep(m_, b.Slice(head, begin, end, strides));
  const ValueId both[] = {last, first};
  return body.Keep(m_, b.Concatenate(both, static_cast<int64_t>(dim.dim)));
}

ValueId HaloEmitter::ShiftRight(Builder& b, ValueId value, const HaloJob& job,
                                std::span<const int64_t> shifts) {
  return Manual(b, value, ValueId::None(), job, [&](Body& body) {
    ValueId local = body.value;
    for (size_t i = 0; i < job.dims.size(); ++i) {
      local = ShiftDim(body, local, job.dims[i], shifts[i]);
    }
    return local;
  });
}

}  // namespace shardflow::internal
