#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "base/dims.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/local.h"
#include "ops/op_def.h"
#include "ops/reduction.h"
#include "sharding/axis.h"

// Ops that sum over dimensions. If such a dimension is sharded, each device
// computes a partial sum.

namespace shardflow::internal {
namespace {

using Axes = std::vector<AxisRef>;

// Adds to `axes` the axes of the summed dimension `a_dim` of `a`. Dimension
// `b_dim` of `b` must have the same axes.
bool AddSummed(LocalContext& c, OpId op, ValueId a, int64_t a_dim, ValueId b,
               int64_t b_dim, Axes& axes) {
  const auto in_a = c.Axes(a, static_cast<size_t>(a_dim));
  const auto in_b = c.Axes(b, static_cast<size_t>(b_dim));
  if (!std::equal(in_a.begin(), in_a.end(), in_b.begin(), in_b.end())) {
    return c.Fail(op,
                  "is summed along dimensions that are sharded in "
                  "different ways");
  }
  for (const AxisRef& axis : in_a) {
    if (std::find(axes.begin(), axes.end(), axis) == axes.end()) {
      axes.push_back(axis);
    }
  }
  return true;
}

// Returns how many of `count` groups each device gets if they are divided
// evenly among `shards` shards, or 1 if a device gets only a part of a group.
// Returns nullopt if they can't be divided evenly.
std::optional<int64_t> LocalGroups(int64_t count, int64_t shards) {
  if (count <= 1) return count;
  const int64_t divisor = std::min(count, shards);
  if (count % divisor != 0) return std::nullopt;
  return count / divisor;
}

struct Conv {
  StructReader dims;
  ValueId lhs, rhs, out;

  Conv(const Module& m, OpId op)
      : dims(m, op, "dimension_numbers", StructId::kConv),
        lhs(m.operand(op, 0)),
        rhs(m.operand(op, 1)),
        out(m.result(op, 0)) {}
};

// Whether a single window without padding covers a whole spatial dimension. The
// dimension may then be sharded in the same way as the kernel.
bool IsOneWindow(LocalContext& c, const Conv& conv, size_t i,
                 std::span<const int64_t> padding) {
  const auto in =
      static_cast<size_t>(conv.dims.Dims("input_spatial_dimensions")[i]);
  const auto kernel =
      static_cast<size_t>(conv.dims.Dims("kernel_spatial_dimensions")[i]);
  const auto out =
      static_cast<size_t>(conv.dims.Dims("output_spatial_dimensions")[i]);
  const bool padded = 2 * i + 1 < padding.size() &&
                      (padding[2 * i] != 0 || padding[2 * i + 1] != 0);
  return !padded && c.GlobalShape(conv.out)[out] == 1 &&
         c.GlobalShape(conv.lhs)[in] == c.GlobalShape(conv.rhs)[kernel];
}

bool AddSpatialAxes(LocalContext& c, OpId op, const Conv& conv, Axes& summed) {
  Module& m = c.m;
  const Dims in = conv.dims.Dims("input_spatial_dimensions");
  const Dims kernel = conv.dims.Dims("kernel_spatial_dimensions");
  const Dims out = conv.dims.Dims("output_spatial_dimensions");
  const std::vector<int64_t> padding =
      DenseI64(m, op, "padding").value_or(std::vector<int64_t>());
  for (size_t i = 0; i < in.size(); ++i) {
    const auto d = static_cast<size_t>(in[i]);
    const auto k = static_cast<size_t>(kernel[i]);
    const auto o = static_cast<size_t>(out[i]);
    if (c.Shards(conv.lhs, d) == 1 && c.Shards(conv.rhs, k) == 1 &&
        c.Shards(conv.out, o) == 1) {
      continue;
    }
    if (!IsOneWindow(c, conv, i, padding)) {
      return c.Fail(op, fmt::format("spatial dimension {} is sharded and needs "
                                    "elements from other devices (run "
                                    "-sdy-resolve-permutation-factors first)",
                                    i));
    }
    if (!AddSummed(c, op, conv.rhs, kernel[i], conv.lhs, in[i], summed)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool LocalDot(LocalContext& c, OpId op) {
  const ValueId lhs = c.m.operand(op, 0), rhs = c.m.operand(op, 1);
  if (c.IsReplicated(lhs) && c.IsReplicated(rhs)) return true;
  const auto dim = static_cast<int64_t>(c.GlobalShape(lhs).size()) - 1;
  Axes axes;
  return AddSummed(c, op, lhs, dim, rhs, 0, axes) &&
         CheckReduced(c, op, axes, ReductionKind::kSum);
}

bool LocalDotGeneral(LocalContext& c, OpId op) {
  const auto check = [&](std::span<const AxisRef> axes) {
    return CheckReduced(c, op, axes, ReductionKind::kSum);
  };
  AxisListId& known = c.SummedAxesLike(op);
  if (known) return check(c.AxesOf(known));
  const ValueId lhs = c.m.operand(op, 0), rhs = c.m.operand(op, 1);
  if (c.IsReplicated(lhs) && c.IsReplicated(rhs)) return true;
  const StructReader dims(c.m, op, "dot_dimension_numbers", StructId::kDot);
  const Dims from_lhs = dims.Dims("lhs_contracting_dimensions");
  const Dims from_rhs = dims.Dims("rhs_contracting_dimensions");
  Axes axes;
  for (size_t i = 0; i < from_lhs.size(); ++i) {
    if (!AddSummed(c, op, lhs, from_lhs[i], rhs, from_rhs[i], axes)) {
      return false;
    }
  }
  known = c.m.shardings.InternAxes(axes);
  return check(axes);
}

bool LocalConvolution(LocalContext& c, OpId op) {
  Module& m = c.m;
  const Conv conv(m, op);
  if (c.IsReplicated(conv.lhs) && c.IsReplicated(conv.rhs) &&
      c.IsReplicated(conv.out)) {
    return true;
  }
  const int64_t kernel_in = conv.dims.Int("kernel_input_feature_dimension");
  const int64_t kernel_out = conv.dims.Int("kernel_output_feature_dimension");
  const int64_t in_feature = conv.dims.Int("input_feature_dimension");
  const int64_t in_batch = conv.dims.Int("input_batch_dimension");
  const auto set_groups = [&](const char* name, int64_t shards) {
    const std::optional<int64_t> groups =
        LocalGroups(Int(m, op, name).value_or(1), shards);
    if (!groups) {
      return c.Fail(op, fmt::format("{} is not divisible by its {} shards",
                                    name, shards));
    }
    m.SetAttr(op, m.names.Intern(name), MakeInt(m, *groups));
    return true;
  };
  Axes axes;
  const bool grouped = Int(m, op, "feature_group_count").value_or(1) > 1;
  if (grouped && c.Shards(conv.rhs, static_cast<size_t>(kernel_in)) > 1) {
    return c.Fail(op, "has groups of features that are sharded inside");
  }
  if ((!grouped &&
       !AddSummed(c, op, conv.rhs, kernel_in, conv.lhs, in_feature, axes)) ||
      !AddSpatialAxes(c, op, conv, axes) ||
      !CheckReduced(c, op, axes, ReductionKind::kSum)) {
    return false;
  }
  if (!set_groups("feature_group_count",
                  c.Shards(conv.rhs, static_cast<size_t>(kernel_out))) ||
      !set_groups("batch_group_count",
                  c.Shards(conv.lhs, static_cast<size_t>(in_batch)))) {
    return false;
  }
  // As in Shardy, which creates a new op here, the sharding is dropped.
  m.SetSharding(conv.out, ShardingId::None());
  return true;
}

namespace {

// Gathers the devices' results in a new dimension, and reduces them along it.
void ReduceGathered(LocalContext& c, OpId op, const Axes& axes) {
  Module& m = c.m;
  const ValueId input = m.operand(op, 0);
  const Mesh& mesh = *c.MeshOf(input);
  const MeshRef ref = *c.MeshRefOf(input);
  Builder b(m, m.op(op).parent, m.op(op).next, m.loc(op));
  Module::ValueMap map;
  const OpId again = m.Clone(op, map);
  std::vector<OpId> reshapes;
  int64_t last = 0;
  for (int i = 0; i < m.result_count(op); ++i) {
    const ValueId part = m.result(op, i);
    const Dims local = c.LocalShape(part);
    std::vector<int64_t> dims(local.begin(), local.end());
    last = static_cast<int64_t>(dims.size());
    dims.push_back(1);
    const ValueId wide = b.Reshape(part, dims);
    reshapes.push_back(m.def(wide));
    dims.back() = TotalSize(axes, mesh);
    const TypeId type = m.types.Tensor(dims, m.types.element(m.type(part)));
    m.SetOperand(
        m.operand_use(again, i),
        b.Value(OpKind::kAllGather, {&wide, 1}, type,
                {{m.names.Intern("all_gather_dim"), MakeInt(m, last)},
                 c.NextChannel(),
                 c.Groups(mesh, ref, axes),
                 {m.names.Intern("use_global_device_ids"), m.attrs.Unit()}}));
  }
  m.SetAttr(again, name::kDimensions, MakeI64Array(m, {&last, 1}));
  b.Insert(again);
  for (int i = 0; i < m.result_count(op); ++i) {
    c.Adopt(m.result(again, i), m.result(op, i));
    m.ReplaceUsesIf(m.result(op, i), m.result(again, i), [&](UseId use) {
      return std::find(reshapes.begin(), reshapes.end(), m.use(use).owner) ==
             reshapes.end();
    });
  }
}

}  // namespace

bool LocalReduce(LocalContext& c, OpId op) {
  Module& m = c.m;
  Axes axes;
  for (const int64_t dim : I64Array(m, op, "dimensions")) {
    const auto of_dim = c.Axes(m.operand(op, 0), static_cast<size_t>(dim));
    axes.insert(axes.end(), of_dim.begin(), of_dim.end());
  }
  if (axes.empty()) return true;
  const std::optional<ReductionKind> kind = CollectiveOf(m, op);
  if (!kind && m.result_count(op) > 1 &&
      ReducesGatheredResults(c.options.forms)) {
    ReduceGathered(c, op, axes);
    return true;
  }
  return CheckReduced(c, op, axes, kind);
}

}  // namespace shardflow::internal
