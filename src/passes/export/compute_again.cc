#include "passes/export/compute_again.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "ir/walk.h"
#include "lower/cost_model.h"
#include "lower/reshard_lowering.h"
#include "lower/reshards_of.h"
#include "lower/step_kind.h"
#include "lower/topology.h"
#include "ops/attr_read.h"
#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/local.h"
#include "ops/op_def.h"
#include "ops/op_kind.h"
#include "ops/properties.h"
#include "ops/shard_local.h"
#include "ops/symbols.h"
#include "ops/trip_count.h"
#include "ops/work.h"
#include "sharding/axis.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// The maximum number of ops to consider for one collective.
constexpr size_t kMaxOps = 64;

// Whether the time of the op can be estimated from the sizes of its tensors.
bool IsSimple(const Module& m, OpId op) {
  if (IsConstantLeaf(m, op)) return true;
  if (!WouldBeTriviallyDead(m, op)) return false;
  if (m.rule(op).IsNone()) return false;
  if (IsTriangular(m.kind(op))) return true;
  switch (WorkOf(m.kind(op))) {
    case Work::kView:
    case Work::kElementwise:
    case Work::kExpensive:
    case Work::kBroadcast:
    case Work::kTranspose:
    case Work::kReduce:
    case Work::kReduceWindow:
    case Work::kContraction:
    case Work::kConcatenate:
    case Work::kPad:
    case Work::kSlice:
    case Work::kDynamicSlice:
    case Work::kGather:
    case Work::kUpdateSlice:
    case Work::kScatter:
      return true;
    default:
      return false;
  }
}

class Replacer {
 public:
  Replacer(Module& m, PlanChoice plan, Compat compat, bool share,
           const absl::flat_hash_set<OpId>& asked_for)
      : m_(m),
        share_(share),
        asked_for_(asked_for),
        symbols_(m),
        reshards_(m, symbols_, plan, compat),
        place_(m.op_table_size()) {}

  void Run() {
    std::vector<OpId> collectives;
    WalkPreOrder(m_, m_.root(), [&](OpId op) {
      if (m_.kind(op) == OpKind::kReshard ||
          m_.kind(op) == OpKind::kSdyAllReduce) {
        SetPlace(op, static_cast<uint32_t>(collectives.size()));
        collectives.push_back(op);
      }
    });
    for (const OpId op : collectives) {
      if (!m_.IsErased(op)) Try(op);
    }
  }

 private:
  void Try(OpId op) {
    const ValueId value = m_.operand(op, 0);
    const OpId def = m_.def(value);
    if (!def || m_.op(def).parent != m_.op(op).parent || !FindAxes(op)) return;
    collective_ = op;
    ops_.clear();
    known_.clear();
    map_.clear();
    redirected_.clear();
    undoes_ = false;
    if (!Collect(value) || ops_.empty()) return;
    if (m_.kind(op) == OpKind::kSdyAllReduce && !SumsAlongAxes(def)) return;
    if (!IsWorthIt(op)) return;
    Write(op);
  }

  // Data shared by equal collectives: the axes that they remove from their
  // operands, and the shardings of other values without these axes.
  struct Removal {
    bool ok = false;
    MeshId mesh;
    MeshRef ref;
    std::vector<AxisRef> axes;
    AxisListId list;  // `axes`
    absl::flat_hash_map<ShardingId, ShardingId> without;
  };

  // Finds the axes that the collective removes from its operand. Returns false
  // if there are none, or if the collective also does something else.
  bool FindAxes(OpId op) {
    const ShardingId to = m_.sharding(m_.result(op, 0));
    if (to.IsNone()) return false;
    ShardingId from = GetSharding(m_, m_.operand(op, 0));
    if (from.IsNone()) from = FullyClosedLike(m_.shardings, to);
    std::unique_ptr<Removal>& known =
        removals_[std::make_tuple(m_.kind(op), m_.attr_dict(op), from, to)];
    const bool is_new = known == nullptr;
    if (is_new) known = std::make_unique<Removal>();
    removal_ = known.get();
    if (is_new) removal_->ok = FindAxes(op, from, to);
    if (removal_->ok) mesh_ = &m_.shardings.mesh(removal_->mesh);
    return removal_->ok;
  }
  bool FindAxes(OpId op, ShardingId from, ShardingId to) {
    const ShardingView before = m_.shardings.Get(from);
    const MeshId mesh = symbols_.FindMesh(m_, before.mesh);
    if (mesh.IsNone() || before.mesh != m_.shardings.Get(to).mesh ||
        before.dims.size() != m_.shardings.Get(to).dims.size()) {
      return false;
    }
    mesh_ = &m_.shardings.mesh(mesh);
    removal_->mesh = mesh;
    removal_->ref = before.mesh;
    std::vector<AxisRef>& axes = removal_->axes;
    if (m_.kind(op) == OpKind::kSdyAllReduce) {
      axes = ReducedAxes(m_, op);
    } else {
      for (size_t d = 0; d < before.dims.size(); ++d) {
        const std::vector<AxisRef> lost = AxesDifference(
            m_.shardings.axes(before.dims[d].axes), AxesOf(to, d), *mesh_);
        axes.insert(axes.end(), lost.begin(), lost.end());
      }
    }
    removal_->list = m_.shardings.InternAxes(axes);
    return !axes.empty() && !mesh_->IsMaximal() &&
           before.unreduced == ShardingStore::kEmptyAxes &&
           m_.shardings.Get(to).unreduced == ShardingStore::kEmptyAxes &&
           Layout(WithoutAxes(from)) == Layout(to);
  }
  // The axes that the current collective removes.
  std::span<const AxisRef> axes() const { return removal_->axes; }

  std::span<const AxisRef> AxesOf(ShardingId sharding, size_t dim) const {
    return m_.shardings.axes(m_.shardings.Get(sharding).dims[dim].axes);
  }
  // Returns the axes of each dimension, without the rest of the sharding.
  std::vector<AxisListId> Layout(ShardingId sharding) const {
    std::vector<AxisListId> layout;
    for (const DimSharding& dim : m_.shardings.Get(sharding).dims) {
      layout.push_back(HasAxes(dim) ? dim.axes : ShardingStore::kEmptyAxes);
    }
    return layout;
  }
  ShardingId WithoutAxes(ShardingId sharding) {
    ShardingId& known = removal_->without[sharding];
    if (known.IsNone()) known = MakeWithoutAxes(sharding);
    return known;
  }
  ShardingId MakeWithoutAxes(ShardingId sharding) {
    TensorSharding made(m_.shardings.Get(sharding));
    for (DimSharding& dim : made.dims) {
      std::vector<AxisRef> left(m_.shardings.axes(dim.axes).begin(),
                                m_.shardings.axes(dim.axes).end());
      for (const AxisRef& axis : axes()) {
        left = AxesDifference(left, {&axis, 1}, *mesh_);
      }
      dim.axes = m_.shardings.InternAxes(left);
    }
    return m_.shardings.Intern(made);
  }

  // Whether the sharding has any of the axes to be removed.
  bool IsCut(ShardingId sharding) const {
    if (sharding.IsNone()) return false;
    for (const DimSharding& dim : m_.shardings.Get(sharding).dims) {
      if (AnyOverlap(m_.shardings.axes(dim.axes), axes())) return true;
    }
    return false;
  }
  bool IsOnMesh(ShardingId sharding) const {
    return sharding.IsNone() ||
           (m_.shardings.Get(sharding).mesh == removal_->ref &&
            m_.shardings.Get(sharding).unreduced == ShardingStore::kEmptyAxes);
  }

  // Whether the op reduces dimensions that its operands shard along the axes,
  // so that its result is partial along them.
  bool SumsAlongAxes(OpId op) {
    if (m_.rule(op).IsNone()) return false;
    const Rule& rule = m_.rules.Get(m_.rule(op));
    std::vector<AxisRef> summed;
    for (int i = 0; i < m_.operand_count(op); ++i) {
      const ShardingId sharding = GetSharding(m_, m_.operand(op, i));
      if (sharding.IsNone()) continue;
      for (size_t f = 0; f < rule.factor_count(); ++f) {
        const int32_t dim = rule.DimOf(static_cast<size_t>(i), f);
        if (rule.factor_type(f) != FactorType::kReduction || dim < 0) continue;
        const std::span<const AxisRef> axes =
            AxesOf(sharding, static_cast<size_t>(dim));
        summed.insert(summed.end(), axes.begin(), axes.end());
      }
    }
    return std::all_of(axes().begin(), axes().end(), [&](const AxisRef& axis) {
      return std::any_of(summed.begin(), summed.end(),
                         [&](const AxisRef& s) { return Contains(s, axis); });
    });
  }

  // Lists the ops that compute `root` from values that need no collective,
  // operands first. Returns false if there are too many or some can't be
  // computed again.
  bool Collect(ValueId root) {
    if (!Enter(m_.def(root))) return false;
    std::vector<std::pair<OpId, int>> stack = {{m_.def(root), 0}};
    while (!stack.empty()) {
      auto& [op, next] = stack.back();
      if (next == m_.operand_count(op)) {
        ops_.push_back(op);
        stack.pop_back();
        continue;
      }
      const ValueId operand = m_.operand(op, next++);
      const ShardingId sharding = GetSharding(m_, operand);
      if (!IsOnMesh(sharding)) return false;
      // An operand that isn't cut along the axes needs no change, nor does one
      // that is gathered anyway.
      if (!IsCut(sharding)) continue;
      undoes_ |= asked_for_.contains(m_.def(operand));
      if (IsAvailable(operand) || IsGathered(operand)) continue;
      if (IsRedirected(operand)) {
        redirected_.insert(operand);
        continue;
      }
      const OpId def = m_.def(operand);
      if (!def || m_.op(def).parent != m_.op(op).parent) return false;
      if (known_.contains(def)) continue;
      if (!Enter(def)) return false;
      stack.push_back({def, 0});
    }
    return true;
  }
  bool Enter(OpId op) {
    if (!(IsPassedOn(op) || IsSimple(m_, op)) || known_.size() == kMaxOps) {
      return false;
    }
    for (int i = 0; i < m_.result_count(op); ++i) {
      if (!IsOnMesh(GetSharding(m_, m_.result(op, i)))) return false;
    }
    for (int i = 0; i < m_.operand_count(op); ++i) {
      if (IsOutOfReach(op, m_.operand(op, i))) return false;
    }
    known_.insert(op);
    return true;
  }
  // Whether Collect() will fail at this operand because the operand, like most
  // weights, isn't computed in the block. Checked early, before the ops that
  // compute the other operands are listed.
  bool IsOutOfReach(OpId op, ValueId operand) {
    const OpId def = m_.def(operand);
    if (def && m_.op(def).parent == m_.op(op).parent) return false;
    const ShardingId sharding = GetSharding(m_, operand);
    return IsCut(sharding) && !IsAvailable(operand) && !IsGathered(operand) &&
           !IsRedirected(operand);
  }
  // Whether the op is a reshard that moves nothing once the axes are removed.
  bool IsPassedOn(OpId op) {
    if (m_.kind(op) != OpKind::kReshard) return false;
    const ShardingId from = GetSharding(m_, m_.operand(op, 0));
    const ShardingId to = GetSharding(m_, m_.result(op, 0));
    return IsCut(from) && IsOnMesh(from) && IsOnMesh(to) &&
           Layout(WithoutAxes(from)) == Layout(WithoutAxes(to));
  }
  // Whether the value is a local slice of another tensor, and would still be
  // one if the axes were removed.
  bool IsAvailable(ValueId value) {
    const OpId def = m_.def(value);
    if (!def || m_.kind(def) != OpKind::kReshard) return false;
    const ValueId source = m_.operand(def, 0);
    const ShardingId from = GetSharding(m_, source);
    if (IsCut(from) || !IsOnMesh(from)) return false;
    // A slice of a sum is a single reduce_scatter. A gather after it costs no
    // more than computing the whole sum would.
    const OpId sum = m_.def(source);
    if (sum && m_.kind(sum) == OpKind::kSdyAllReduce &&
        AnyOverlap(ReducedAxes(m_, sum), axes())) {
      return false;
    }
    const ShardingId to = WithoutAxes(GetSharding(m_, value));
    for (size_t d = 0; from && d < m_.shardings.Get(to).dims.size(); ++d) {
      if (ListPrefixStatus(AxesOf(from, d), AxesOf(to, d)) ==
          PrefixStatus::kNotAPrefix) {
        return false;
      }
    }
    return true;
  }

  // Whether the value comes from a reshard of a tensor that isn't cut along the
  // axes. Such a reshard can also produce the value without the axes.
  bool IsRedirected(ValueId value) const {
    const OpId def = m_.def(value);
    if (!def || m_.kind(def) != OpKind::kReshard) return false;
    const ValueId source = m_.operand(def, 0);
    const ShardingId from = GetSharding(m_, source);
    const OpId sum = m_.def(source);
    return from && IsOnMesh(from) && !IsCut(from) &&
           !(sum && m_.kind(sum) == OpKind::kSdyAllReduce);
  }

  // --- cost estimates

  double SecondsOfReshard(ShardingId from, ShardingId to, TypeId type) {
    const auto [at, is_new] =
        prices_.try_emplace(std::make_tuple(from, to, type));
    if (is_new) at->second = reshards_.Seconds(from, to, type, machine_);
    return at->second;
  }
  // How much more the reshards of the values in `redirected_` cost if they drop
  // the axes.
  struct Redirection {
    double seconds = 0;
    double bytes = 0;  // that a device sends
  };
  Redirection PriceRedirected() {
    Redirection more;
    for (const ValueId value : redirected_) {
      const ShardingId to = GetSharding(m_, value);
      const ValueId source = m_.operand(m_.def(value), 0);
      const ShardingId from = GetSharding(m_, source);
      const TypeId type = m_.type(value);
      if (!FindReshard(source, WithoutAxes(to))) {
        more.seconds += SecondsOfReshard(from, WithoutAxes(to), type);
        more.bytes += reshards_.Bytes(from, WithoutAxes(to), type);
      }
      // If the value has other users, its reshard stays in any case.
      if (!m_.HasOneUse(value)) continue;
      const double before = SecondsOfReshard(from, to, type);
      if (std::isinf(before)) {
        return {before, before};
      }
      more.seconds -= before;
      more.bytes -= reshards_.Bytes(from, to, type);
    }
    return more;
  }

  int64_t LocalElements(ValueId value, ShardingId sharding) const {
    const TypeId type = m_.type(value);
    if (!m_.types.HasStaticShape(type)) return INT64_MAX;
    int64_t elements = 1;
    for (const int64_t size : LocalDims(value, sharding)) {
      elements = SaturatingProduct(elements, size);
    }
    return elements;
  }
  int64_t LocalBytes(ValueId value, ShardingId sharding) const {
    return SaturatingProduct(
        LocalElements(value, sharding),
        ElementBytes(m_.types, m_.types.element(m_.type(value))));
  }
  std::vector<int64_t> LocalDims(ValueId value, ShardingId sharding) const {
    const std::span<const int64_t> shape = Shape(m_, value);
    if (sharding) {
      const ShardingView view = m_.shardings.Get(sharding);
      const Mesh* const mesh =
          view.mesh == removal_->ref ? mesh_ : FindMesh(view.mesh);
      if (mesh != nullptr && !mesh->IsMaximal()) {
        if (auto local = LocalShape(m_.shardings, view, shape, *mesh)) {
          return *std::move(local);
        }
      }
    }
    return {shape.begin(), shape.end()};
  }
  const Mesh* FindMesh(MeshRef ref) const {
    const MeshId mesh = symbols_.FindMesh(m_, ref);
    return mesh ? &m_.shardings.mesh(mesh) : nullptr;
  }

  // The sharding of the value as it is or, if `without`, without the axes.
  ShardingId ShardingOf(ValueId value, bool without) {
    const ShardingId own = GetSharding(m_, value);
    return own && without ? WithoutAxes(own) : own;
  }

  // Returns the number of operations of the op with its tensors as they are or,
  // if `without`, without the axes. Ops that only move elements have none.
  double FlopsOf(OpId op, bool without) {
    if (m_.result_count(op) == 0) return 0;
    double flops = 0;
    for (int i = 0; i < m_.result_count(op); ++i) {
      const ValueId result = m_.result(op, i);
      if (!m_.types.HasStaticShape(m_.type(result))) continue;  // a token
      flops += static_cast<double>(
          LocalElements(result, ShardingOf(result, without)));
    }
    switch (WorkOf(m_.kind(op))) {
      case Work::kElementwise:
      case Work::kExpensive:
        return flops;
      case Work::kReduce: {
        const ValueId operand = m_.operand(op, 0);
        return static_cast<double>(
            LocalElements(operand, ShardingOf(operand, without)));
      }
      case Work::kReduceWindow: {
        const std::span<const int64_t> window =
            I64Array(m_, op, "window_dimensions");
        return flops * static_cast<double>(
                           std::accumulate(window.begin(), window.end(),
                                           int64_t{1}, SaturatingProduct));
      }
      case Work::kContraction: {
        if (m_.operand_count(op) != 2) return flops;
        const ValueId rhs = m_.operand(op, 1), out = m_.result(op, 0);
        return 2 * static_cast<double>(internal::FlopsOf(
                       ContractionOf(m_, op),
                       LocalDims(rhs, ShardingOf(rhs, without)),
                       LocalDims(out, ShardingOf(out, without))));
      }
      case Work::kOther:
        break;
      default:
        return 0;
    }
    if (IsTriangular(m_.kind(op))) {
      flops *= static_cast<double>(Shape(m_, m_.operand(op, 0)).back());
    }
    return flops;
  }

  // Returns the time of the op with its tensors as they are or, if `without` is
  // set, without the axes.
  double SecondsOf(OpId op, bool without) {
    if (m_.kind(op) == OpKind::kReshard) return 0;
    double bytes = 0;
    for (int i = 0; i < m_.result_count(op); ++i) {
      const ValueId result = m_.result(op, i);
      bytes +=
          static_cast<double>(LocalBytes(result, ShardingOf(result, without)));
    }
    for (int i = 0; i < m_.operand_count(op); ++i) {
      const ValueId operand = m_.operand(op, i);
      bytes += static_cast<double>(
          LocalBytes(operand, ShardingOf(operand, without)));
    }
    return std::max(SecondsToCompute(machine_, FlopsOf(op, without)),
                    SecondsOfMemory(machine_, bytes));
  }

  // Returns how many operations may be added in all.
  double Allowance() {
    if (!executions_) {
      executions_ = CountExecutions(m_, symbols_);
      double flops = 0;
      WalkPreOrder(m_, m_.root(), [&](OpId op) {
        flops += Runs(op) * FlopsOf(op, /*without=*/false);
      });
      allowance_ = flops / kShareAdded;
    }
    return allowance_;
  }
  double Runs(OpId op) const {
    return static_cast<double>(executions_->Of(m_, op));
  }

  // Whether recomputing takes no more time than the collective, sends no more
  // bytes, adds no more operations than are allowed, and produces no tensor
  // larger than the collective's result (or than kAlwaysSmall). Sets `added_`
  // to the operations that count.
  bool IsWorthIt(OpId op) {
    const ValueId made = m_.result(op, 0), value = m_.operand(op, 0);
    const int64_t limit =
        std::max(LocalBytes(made, m_.sharding(made)), kAlwaysSmall);
    const int64_t group = TotalSize(axes(), *mesh_);
    // The same for all groups: that of neighbouring devices.
    const Mesh devices{.axes = {{.name = {}, .size = group}}, .device_ids = {}};
    const ResolvedAxis all{.lo = 1, .hi = group, .axis = 0};
    const StepLoad load{.kind = m_.kind(op) == OpKind::kSdyAllReduce
                                    ? StepKind::kAllReduce
                                    : StepKind::kAllGather,
                        .held = LocalBytes(value, GetSharding(m_, value)),
                        .group = group,
                        .axes = {&all, 1}};
    const StepCost collective = CostModel(machine_, devices).Price(load);
    const Redirection redirection = PriceRedirected();
    double left = collective.seconds - redirection.seconds;
    if (left < 0 || redirection.bytes > static_cast<double>(collective.bytes)) {
      return false;
    }
    // The ops that are no longer needed: their results have no other uses.
    std::unordered_set<OpId> gone;
    added_ = 0;
    for (size_t i = ops_.size(); i-- > 0;) {
      const OpId each = ops_[i];
      for (int r = 0; r < m_.result_count(each); ++r) {
        const ValueId result = m_.result(each, r);
        const ShardingId own = GetSharding(m_, result);
        if (LocalBytes(result, own ? WithoutAxes(own) : own) > limit) {
          return false;
        }
      }
      if (FindCopy(each).IsNone()) {
        left -= SecondsOf(each, /*without=*/true);
        added_ += FlopsOf(each, /*without=*/true);
      }
      if (!HasOtherUsers(each, op, gone)) {
        gone.insert(each);
        left += SecondsOf(each, /*without=*/false);
        added_ -= FlopsOf(each, /*without=*/false);
      }
      if (left < 0) return false;
    }
    if (!undoes_) added_ = 0;
    if (added_ <= 0) return true;
    const double allowance = Allowance();
    added_ *= Runs(op);
    return added_ <= allowance;
  }
  bool HasOtherUsers(OpId op, OpId collective,
                     const std::unordered_set<OpId>& gone) const {
    for (int r = 0; r < m_.result_count(op); ++r) {
      for (const UseId use : m_.Uses(m_.result(op, r))) {
        const OpId user = m_.use(use).owner;
        if (user != collective && !gone.contains(user)) return true;
      }
    }
    return false;
  }

  // --- the rewrite

  // Returns the value that the copy of an op uses for `operand`: without the
  // axes, resharded if necessary.
  ValueId Wanted(Builder& b, ValueId operand) {
    const auto found = map_.find(operand);
    if (found != map_.end()) return found->second;
    const ShardingId sharding = GetSharding(m_, operand);
    if (!IsCut(sharding)) return operand;
    const ShardingId to = WithoutAxes(sharding);
    if (const ValueId there = FindReshard(operand, to)) return there;
    const ValueId source = m_.operand(m_.def(operand), 0);
    const ShardingId from = GetSharding(m_, source);
    ValueId value = source;
    if (from.IsNone() ? !IsFullyReplicated(m_.shardings.Get(to))
                      : Layout(from) != Layout(to)) {
      value = FindReshard(source, to);
      if (value.IsNone()) {
        value = b.Value(OpKind::kReshard, {&source, 1}, m_.type(source));
        m_.SetSharding(value, to);
        SetPlace(m_.def(value), place_[collective_.Slot()]);
      }
    }
    map_.emplace(operand, value);
    return value;
  }

  // Returns the copy of the op without the axes that an earlier collective of
  // its block was replaced with, or None.
  OpId FindCopy(OpId op) {
    const auto found = copies_.find({op, removal_->list});
    return found == copies_.end() || m_.IsErased(found->second) ? OpId::None()
                                                                : found->second;
  }

  void SetPlace(OpId op, uint32_t place) {
    if (op.Slot() >= place_.size()) place_.resize(op.Slot() + 1);
    place_[op.Slot()] = place;
  }

  // Returns the result of a reshard of `source` to `to` that comes before the
  // current collective, or None if none is found. (place_ contains all reshards
  // and collectives of the block.)
  ValueId FindReshard(ValueId source, ShardingId to) const {
    if (!share_) return ValueId::None();
    const OpId found = FindReshardOf(m_, source, [&](OpId reshard) {
      return m_.sharding(m_.result(reshard, 0)) == to &&
             m_.op(reshard).parent == m_.op(collective_).parent &&
             place_[reshard.Slot()] < place_[collective_.Slot()] &&
             !IsOnlySliced(m_.result(reshard, 0));
    });
    return found ? m_.result(found, 0) : ValueId::None();
  }
  // Whether only slices use the value. A reshard of it may then turn out not to
  // be needed, since devices can send each other the elements of the slices.
  bool IsOnlySliced(ValueId value) const {
    for (const UseId use : m_.Uses(value)) {
      if (MovesOf(m_, m_.use(use).owner) != Moves::kSlices) return false;
    }
    return true;
  }
  // Whether the value without these axes is there already.
  bool IsGathered(ValueId value) {
    const ShardingId sharding = WithoutAxes(GetSharding(m_, value));
    return static_cast<bool>(FindReshard(value, sharding));
  }

  void Write(OpId collective) {
    if (added_ > 0) allowance_ -= added_;
    Builder b = Builder::Before(m_, collective);
    for (const OpId op : ops_) {
      if (const OpId copy = FindCopy(op)) {
        for (int i = 0; i < m_.result_count(op); ++i) {
          map_.emplace(m_.result(op, i), m_.result(copy, i));
        }
        continue;
      }
      std::vector<ValueId> operands;
      for (int i = 0; i < m_.operand_count(op); ++i) {
        operands.push_back(Wanted(b, m_.operand(op, i)));
      }
      if (m_.kind(op) == OpKind::kReshard) {
        map_.emplace(m_.result(op, 0), operands[0]);
        continue;
      }
      Module::ValueMap inner;
      const OpId copy = m_.Clone(op, inner);
      m_.SetOperands(copy, operands);
      m_.InsertBefore(collective, copy);
      copies_[{op, removal_->list}] = copy;
      for (int i = 0; i < m_.result_count(op); ++i) {
        const ValueId old = m_.result(op, i), made = m_.result(copy, i);
        map_.emplace(old, made);
        if (const ShardingId own = m_.sharding(old)) {
          m_.SetSharding(made, WithoutAxes(own));
        }
      }
    }
    m_.ReplaceAllUses(m_.result(collective, 0),
                      map_.at(m_.operand(collective, 0)));
    m_.Erase(collective);
    for (size_t i = ops_.size(); i-- > 0;) EraseIfDead(ops_[i]);
  }
  void EraseIfDead(OpId op) {
    if (m_.IsErased(op)) return;
    if (m_.kind(op) == OpKind::kReshard ? m_.OpHasUses(op)
                                        : !IsTriviallyDead(m_, op)) {
      return;
    }
    std::vector<OpId> cuts;
    for (int i = 0; i < m_.operand_count(op); ++i) {
      const OpId def = m_.def(m_.operand(op, i));
      if (def && m_.kind(def) == OpKind::kReshard) cuts.push_back(def);
    }
    m_.Erase(op);
    for (const OpId cut : cuts) {
      if (!m_.IsErased(cut) && !m_.OpHasUses(cut)) m_.Erase(cut);
    }
  }

  // Recomputing may always produce tensors up to this size, in bytes.
  static constexpr int64_t kAlwaysSmall = int64_t{1} << 20;
  // If the program asked for work to be split, recomputing it may add at most
  // an eighth to the program's operations. In a program of small tensors,
  // hardly any collective is worth its latency, and without a limit every
  // device would compute nearly everything.
  static constexpr double kShareAdded = 8;

  Module& m_;
  const bool share_;
  const absl::flat_hash_set<OpId>& asked_for_;
  const SymbolTable symbols_;
  ReshardLowering reshards_;
  // Indexed by op: the order of the collectives in the program.
  std::vector<uint32_t> place_;
  absl::flat_hash_map<std::tuple<ShardingId, ShardingId, TypeId>, double>
      prices_;
  const Topology machine_ = AssumedMachine();
  // Indexed by the collective's kind and attributes, and the shardings of its
  // operand and result.
  absl::flat_hash_map<std::tuple<OpKind, AttrId, ShardingId, ShardingId>,
                      std::unique_ptr<Removal>>
      removals_;
  // State for the current collective.
  OpId collective_;
  Removal* removal_ = nullptr;
  const Mesh* mesh_ = nullptr;
  std::vector<OpId> ops_;
  absl::flat_hash_set<OpId> known_;
  std::unordered_map<ValueId, ValueId> map_;
  std::unordered_set<ValueId> redirected_;
  bool undoes_ = false;  // whether recomputing undoes a reshard in `asked_for_`
  double added_ = 0;     // the operations that recomputing adds
  // How often blocks run, and how many operations may still be added; computed
  // when needed.
  std::optional<Executions> executions_;
  double allowance_ = 0;
  // Indexed by op and axes: the copies without these axes.
  absl::flat_hash_map<std::pair<OpId, AxisListId>, OpId> copies_;
};

}  // namespace

void ComputeAgain(Module& m, PlanChoice plan, Compat compat, bool share,
                  const absl::flat_hash_set<OpId>& asked_for) {
  Replacer(m, plan, compat, share, asked_for).Run();
}

}  // namespace shardflow::internal
