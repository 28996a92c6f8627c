#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/error_format.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/sdy_verify.h"
#include "sharding/axis.h"
#include "sharding/print.h"
#include "sharding/tensor.h"
#include "sharding/unreduced.h"

// Verifies sdy's collectives: an op, applied to the sharding of its operand,
// must yield the sharding in its out_sharding. For example, this op changes
// ["a", "b"] on dimension 0 of %0 to ["a"]:
//
//   %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@mesh, [{"a"}, {}]>

namespace shardflow::internal {
namespace {

using Axes = std::vector<AxisRef>;

// A collective op with its operand, shardings and mesh. VerifyCollective has
// already accepted it.
class VerifiedCollective {
 public:
  VerifiedCollective(VerifyContext& v, OpId op)
      : v_(v),
        op_(op),
        operand_(GetSharding(v.m, v.m.operand(op, 0))),
        result_(v.m.sharding(v.m.result(op, 0))) {
    if (operand_.IsNone()) {
      // A missing sharding means fully replicated.
      const ShardingView result = View(result_);
      operand_ = v.m.shardings.FullyOpen(result.mesh, result.rank());
    }
  }

  // Whether both shardings are valid and not on a single device. (Errors are
  // reported where the values are defined.)
  bool IsSound() const {
    const TypeId type = v_.m.type(v_.m.operand(op_, 0));
    return v_.IsGood(operand_, type) && v_.IsGood(result_, type) &&
           !mesh()->IsMaximal();
  }

  VerifyContext& context() const { return v_; }
  ValueId input() const { return v_.m.operand(op_, 0); }
  const Mesh* mesh() const { return v_.FindMesh(result_); }
  ShardingId operand() const { return operand_; }
  ShardingId result() const { return result_; }
  ShardingView View(ShardingId id) const { return v_.m.shardings.Get(id); }
  std::span<const AxisRef> DimAxes(ShardingId id, size_t dim) const {
    return v_.m.shardings.axes(View(id).dims[dim].axes);
  }
  std::span<const AxisRef> Unreduced(ShardingId id) const {
    return v_.m.shardings.axes(View(id).unreduced);
  }
  std::string Text(const AxisRef& axis) const {
    return AxisRefText(axis, v_.m.names);
  }
  bool Fail(std::string_view message) const { return v_.OpError(op_, message); }
  bool Report(const std::optional<Error>& fault) const {
    return !fault || Fail(fault->message);
  }

  template <class T>
  T Attr(NameId key) const {
    return v_.m.attrs.As<T>(v_.m.attr(op_, key));
  }
  std::span<const AxisRef> AxesAt(AxisListId list) const {
    return v_.m.shardings.axes(list);
  }
  // Returns the axes in a kAxisRefList.
  std::span<const AxisRef> AxesOf(NameId key) const {
    return AxesAt(Attr<AxisRefListAttr>(key).axes);
  }
  ReductionKind Reduction() const;
  // Checks that the result has no new unreduced axes, and that a reduction of
  // kind `removes` may remove the operand's unreduced axes that the result
  // lacks.
  bool CheckUnreduced(ReductionKind removes) const;

  // Returns the operand's axes on `dim` without `axes`. Reports an error if
  // they don't end with `axes`.
  std::optional<Axes> Gather(size_t dim, std::span<const AxisRef> axes,
                             std::string_view what) const;
  // Returns the operand's axes on `dim` with `axes` appended.
  Axes Slice(size_t dim, std::span<const AxisRef> axes) const;
  bool CheckDim(size_t dim, std::span<const AxisRef> expected) const;
  // Checks the attribute `key`, a list of axes for each dimension. `apply(dim,
  // axes)` returns the axes that the result must have on `dim`.
  template <class Fn>
  bool CheckAxesPerDim(NameId key, Fn apply) const;

 private:
  VerifyContext& v_;
  const OpId op_;
  ShardingId operand_, result_;
};

ReductionKind VerifiedCollective::Reduction() const {
  const AttrId attr = v_.m.attr(op_, name::kReductionOp);
  return attr ? static_cast<ReductionKind>(v_.m.attrs.IntegerValue(attr))
              : ReductionKind::kSum;
}

bool VerifiedCollective::CheckUnreduced(ReductionKind removes) const {
  const ShardingId operands[] = {operand_};
  const ShardingId results[] = {result_};
  return Report(FindUnreducedFault(v_.m.shardings, v_.m.names, v_.meshes(),
                                   operands, results, {std::nullopt, removes}));
}

std::optional<Axes> VerifiedCollective::Gather(size_t dim,
                                               std::span<const AxisRef> axes,
                                               std::string_view what) const {
  const std::span<const AxisRef> old = DimAxes(operand_, dim);
  Axes left(old.begin(), old.end());
  for (size_t i = axes.size(); i > 0; --i) {
    const AxisRef& axis = axes[i - 1];
    if (left.empty() || !IsSuffix(axis, left.back(), *mesh())) {
      Fail(fmt::format(
          "can't apply {} axis {} to operand sharding on dimension {}", what,
          Text(axis), dim));
      return std::nullopt;
    }
    const std::optional<AxisRef> prefix =
        PrefixWithoutOverlap(left.back(), axis);
    left.pop_back();
    if (prefix) left.push_back(*prefix);
  }
  return left;
}

Axes VerifiedCollective::Slice(size_t dim,
                               std::span<const AxisRef> axes) const {
  const std::span<const AxisRef> old = DimAxes(operand_, dim);
  Axes more(old.begin(), old.end());
  for (const AxisRef& axis : axes) AppendOrMerge(more, axis, *mesh());
  return more;
}

bool VerifiedCollective::CheckDim(size_t dim,
                                  std::span<const AxisRef> expected) const {
  const std::span<const AxisRef> axes = DimAxes(result_, dim);
  if (std::equal(axes.begin(), axes.end(), expected.begin(), expected.end())) {
    return true;
  }
  return Fail(fmt::format(
      "result sharding doesn't match expected sharding [{}] on dimension {}",
      AxesText(expected, v_.m.names), dim));
}

// Checks the sizes of sub-axes in an op's attributes. (Shardy computes with
// them without checking them.)
std::optional<Error> CheckNumbers(std::span<const AxisRef> axes,
                                  const StringStore& names) {
  for (const AxisRef& axis : axes) {
    if (std::optional<Error> wrong = CheckSubAxisNumbers(axis, names)) {
      return wrong;
    }
  }
  return std::nullopt;
}

template <class Fn>
bool VerifiedCollective::CheckAxesPerDim(NameId key, Fn apply) const {
  const auto lists = Attr<ListOfAxisRefListsAttr>(key).lists;
  AxisChecker checker(*mesh(), v_.m.names);
  for (const AxisListId list : lists) {
    if (!Report(checker.Add(AxesAt(list)))) return false;
    if (!Report(CheckNumbers(AxesAt(list), v_.m.names))) return false;
  }
  const size_t rank = View(result_).rank();
  if (rank != lists.size()) {
    return Fail(
        fmt::format("result sharding has rank {} but collective axes has rank "
                    "{}",
                    rank, lists.size()));
  }
  for (size_t dim = 0; dim < rank; ++dim) {
    const std::optional<Axes> expected = apply(dim, AxesAt(lists[dim]));
    if (!expected || !CheckDim(dim, *expected)) return false;
  }
  return true;
}

bool CheckGather(const VerifiedCollective& c, NameId key,
                 std::string_view what) {
  return c.CheckAxesPerDim(key, [&](size_t dim, std::span<const AxisRef> axes) {
    return c.Gather(dim, axes, what);
  });
}

bool CheckSlice(const VerifiedCollective& c, NameId key) {
  return c.CheckAxesPerDim(key, [&](size_t dim, std::span<const AxisRef> axes) {
    return std::optional<Axes>(c.Slice(dim, axes));
  });
}

// Checks that the result has the operand's unreduced axes and `added`, but no
// others.
bool CheckUnreducedAdded(const VerifiedCollective& c,
                         std::span<const AxisRef> added,
                         std::string_view message) {
  const std::span<const AxisRef> before = c.Unreduced(c.operand());
  const std::span<const AxisRef> after = c.Unreduced(c.result());
  Axes expected(before.begin(), before.end());
  expected.insert(expected.end(), added.begin(), added.end());
  SortAndMerge(expected, *c.mesh());
  if (std::equal(expected.begin(), expected.end(), after.begin(),
                 after.end())) {
    return true;
  }
  return c.Fail(message);
}

bool CheckSum(const VerifiedCollective& c) {
  return c.View(c.result()).reduction == ReductionKind::kSum ||
         c.Fail("out_sharding reduction_op must be SUM");
}

bool OverlapsDims(const VerifiedCollective& c, ShardingId sharding,
                  const AxisRef& axis) {
  for (size_t dim = 0; dim < c.View(sharding).rank(); ++dim) {
    if (AnyOverlap({&axis, 1}, c.DimAxes(sharding, dim))) return true;
  }
  return false;
}

// --- all_to_all

struct AllToAllParam {
  std::span<const AxisRef> axes;
  int64_t source, target;
};

std::vector<AllToAllParam> Params(const VerifiedCollective& c) {
  std::vector<AllToAllParam> params;
  for (const auto& [axes, source, target] :
       c.Attr<AllToAllParamListAttr>(name::kParams).params) {
    params.push_back({c.AxesAt(axes), source, target});
  }
  return params;
}

// Checks that dimensions exist, that none is used twice, and that sources are
// in ascending order.
bool CheckDims(const VerifiedCollective& c, const AllToAllParam& param,
               int64_t previous_source, std::vector<bool>& seen) {
  const auto rank = static_cast<int64_t>(seen.size());
  const auto check_range = [&](int64_t dim, std::string_view what) {
    return (dim >= 0 && dim < rank) ||
           c.Fail(fmt::format("{} dimension {} is out of range [0, {})", what,
                              dim, rank));
  };
  if (!check_range(param.source, "source") ||
      !check_range(param.target, "target")) {
    return false;
  }
  for (const int64_t dim : {param.source, param.target}) {
    if (seen[static_cast<size_t>(dim)]) {
      return c.Fail(fmt::format(
          "overlapping source/target dimensions in all-to-all params: {}",
          dim));
    }
    seen[static_cast<size_t>(dim)] = true;
  }
  if (previous_source < param.source) return true;
  return c.Fail(
      fmt::format("source dimensions are not sorted in ascending "
                  "order: {} appears after {}",
                  param.source, previous_source));
}

bool CheckAllGather(const VerifiedCollective& c) {
  return CheckGather(c, name::kGatheringAxes, "gathering");
}

bool CheckAllSlice(const VerifiedCollective& c) {
  return CheckSlice(c, name::kSlicingAxes);
}

bool CheckReduceScatter(const VerifiedCollective& c) {
  return c.CheckUnreduced(c.Reduction()) &&
         CheckSlice(c, name::kReduceScatterAxes);
}

bool CheckShardedToUnreduced(const VerifiedCollective& c) {
  if (!CheckSum(c) || !CheckGather(c, name::kAxes, "shard-to-unreduce")) {
    return false;
  }
  Axes moved;
  for (const AxisListId list :
       c.Attr<ListOfAxisRefListsAttr>(name::kAxes).lists) {
    const std::span<const AxisRef> axes = c.AxesAt(list);
    moved.insert(moved.end(), axes.begin(), axes.end());
  }
  return CheckUnreducedAdded(c, moved,
                             "out_unreduced_axes should be in_unreduced_axes + "
                             "sharded_to_unreduced_axes");
}

bool CheckReplicatedToUnreduced(const VerifiedCollective& c) {
  if (!CheckSum(c)) return false;
  const ShardingView operand = c.View(c.operand());
  const ShardingView result = c.View(c.result());
  if (!std::equal(operand.dims.begin(), operand.dims.end(), result.dims.begin(),
                  result.dims.end())) {
    return c.Fail("input and output must share the same dimension shardings");
  }
  const std::span<const AxisRef> axes = c.AxesOf(name::kAxes);
  if (axes.empty()) return c.Fail("r2u axes must not be empty");
  AxisChecker checker(*c.mesh(), c.context().m.names);
  if (!c.Report(checker.AddSorted(axes, "r2u")) ||
      !c.Report(CheckNumbers(axes, c.context().m.names))) {
    return false;
  }
  for (const AxisRef& axis : axes) {
    if (OverlapsDims(c, c.operand(), axis)) {
      return c.Fail(
          fmt::format("r2u axis {} overlaps with operand dimension sharding",
                      c.Text(axis)));
    }
    if (AnyOverlap({&axis, 1}, c.Unreduced(c.operand()))) {
      return c.Fail(fmt::format(
          "r2u axis {} overlaps with operand unreduced axes", c.Text(axis)));
    }
  }
  return CheckUnreducedAdded(
      c, axes, "out_unreduced_axes should be in_unreduced_axes + r2u_axes");
}

bool CheckAllReduce(const VerifiedCollective& c) {
  if (!IsEquivalent(c.context().m.shardings, c.operand(), c.result(),
                    /*ignore_unreduced=*/true)) {
    return c.Fail("operand and result shardings are not equivalent");
  }
  const std::span<const AxisRef> axes = c.AxesOf(name::kReductionAxes);
  AxisChecker checker(*c.mesh(), c.context().m.names);
  if (!c.Report(checker.AddSorted(axes, "reduction")) ||
      !c.Report(CheckNumbers(axes, c.context().m.names))) {
    return false;
  }
  const std::span<const AxisRef> replicated =
      c.context().m.shardings.axes(c.View(c.operand()).replicated);
  for (const AxisRef& axis : axes) {
    if (OverlapsDims(c, c.operand(), axis) ||
        AnyOverlap({&axis, 1}, replicated)) {
      return c.Fail(
          fmt::format("reduction axis {} overlaps with operand "
                      "dimension sharding or replicated axes",
                      c.Text(axis)));
    }
    if (AnyOverlap({&axis, 1}, c.Unreduced(c.result()))) {
      return c.Fail(
          fmt::format("reduction axis {} overlaps with result unreduced axes",
                      c.Text(axis)));
    }
  }
  return c.CheckUnreduced(c.Reduction());
}

bool CheckAllToAll(const VerifiedCollective& c) {
  const std::vector<AllToAllParam> params = Params(c);
  if (params.empty()) return c.Fail("parameter list is empty");
  std::vector<bool> seen(c.View(c.result()).rank());
  AxisChecker checker(*c.mesh(), c.context().m.names);
  int64_t previous = -1;
  for (const AllToAllParam& param : params) {
    if (!c.Report(checker.Add(param.axes)) ||
        !c.Report(CheckNumbers(param.axes, c.context().m.names)) ||
        !CheckDims(c, param, previous, seen)) {
      return false;
    }
    previous = param.source;
  }
  for (const AllToAllParam& param : params) {
    const auto source = static_cast<size_t>(param.source);
    const auto target = static_cast<size_t>(param.target);
    const std::optional<Axes> left = c.Gather(source, param.axes, "all-to-all");
    if (!left || !c.CheckDim(source, *left) ||
        !c.CheckDim(target, c.Slice(target, param.axes))) {
      return false;
    }
  }
  for (size_t dim = 0; dim < seen.size(); ++dim) {
    if (!seen[dim] && !c.CheckDim(dim, c.DimAxes(c.operand(), dim))) {
      return false;
    }
  }
  return true;
}

bool CheckCollectivePermute(const VerifiedCollective& c) {
  const Mesh& mesh = *c.mesh();
  const Mesh* const operand_mesh = c.context().FindMesh(c.operand());
  if (operand_mesh == nullptr) return true;
  if (mesh.axes != operand_mesh->axes) {
    c.Fail("result mesh has different axes than operand mesh");
    c.context().NoteMesh(c.input(), *operand_mesh);
    return false;
  }
  if (c.View(c.operand()).mesh != c.View(c.result()).mesh &&
      mesh.device_ids == operand_mesh->device_ids) {
    c.Fail("result mesh name is different but same device ids as operand");
    c.context().NoteMesh(c.input(), *operand_mesh);
    return false;
  }
  for (size_t dim = 0; dim < c.View(c.result()).rank(); ++dim) {
    const int64_t before = TotalSize(c.DimAxes(c.operand(), dim), mesh);
    const int64_t after = TotalSize(c.DimAxes(c.result(), dim), mesh);
    if (before == after) continue;
    return c.Fail(
        fmt::format("sharded size of result doesn't match operand on "
                    "dimension {}: {} != {}",
                    dim, after, before));
  }
  return true;
}

// Runs `check` if the shardings are valid.
template <bool (*check)(const VerifiedCollective&)>
bool Run(VerifyContext& v, OpId op) {
  const VerifiedCollective c(v, op);
  return !c.IsSound() || check(c);
}

}  // namespace

bool VerifyCollective(VerifyContext& v, OpId op) {
  Module& m = v.m;
  const ShardingId operand = GetSharding(m, m.operand(op, 0));
  if (operand.IsNone() && !HasTrait(m, op, kInputMayLackSharding)) {
    return v.OpError(op, "collective on operand without sharding");
  }
  const ShardingId result = m.sharding(m.result(op, 0));
  if (!v.CheckSharding(op, result, m.type(m.result(op, 0)), "")) return false;
  if (operand.IsNone()) return true;
  const Mesh* const operand_mesh = v.FindMesh(operand);
  // An unknown mesh has already been reported where the operand is defined.
  if (operand_mesh == nullptr) return true;
  if (!HasTrait(m, op, kMayChangeMesh) && v.FindMesh(result) != operand_mesh) {
    v.OpError(op, "result mesh does not match operand mesh");
    v.NoteMesh(m.operand(op, 0), *operand_mesh);
    return false;
  }
  const size_t result_rank = m.shardings.Get(result).rank();
  const size_t operand_rank = m.shardings.Get(operand).rank();
  return result_rank == operand_rank ||
         v.OpError(op, fmt::format("result sharding has rank {} but operand "
                                   "sharding has rank {}",
                                   result_rank, operand_rank));
}

bool VerifyAllGatherUses(VerifyContext& v, OpId op) {
  return Run<CheckAllGather>(v, op);
}
bool VerifyAllSliceUses(VerifyContext& v, OpId op) {
  return Run<CheckAllSlice>(v, op);
}
bool VerifyReduceScatterUses(VerifyContext& v, OpId op) {
  return Run<CheckReduceScatter>(v, op);
}
bool VerifyShardedToUnreducedUses(VerifyContext& v, OpId op) {
  return Run<CheckShardedToUnreduced>(v, op);
}
bool VerifyReplicatedToUnreducedUses(VerifyContext& v, OpId op) {
  return Run<CheckReplicatedToUnreduced>(v, op);
}
bool VerifyAllReduceUses(VerifyContext& v, OpId op) {
  return Run<CheckAllReduce>(v, op);
}
bool VerifyAllToAllUses(VerifyContext& v, OpId op) {
  return Run<CheckAllToAll>(v, op);
}
bool VerifyCollectivePermuteUses(VerifyContext& v, OpId op) {
  return Run<CheckCollectivePermute>(v, op);
}

}  // namespace shardflow::internal
