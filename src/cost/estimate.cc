#include "cost/estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "cost/invariants.h"
#include "cost/memory.h"
#include "cost/passes.h"
#include "cost/place.h"
#include "cost/reduction_kernels.h"
#include "ir/type_text.h"
#include "lower/axes.h"
#include "lower/cost_model.h"
#include "ops/attr_read.h"
#include "ops/code_places.h"
#include "ops/functions.h"
#include "ops/origins.h"
#include "sharding/print.h"
#include "sharding/resolved.h"

namespace shardflow::internal {
namespace {

class Estimator {
 public:
  explicit Estimator(EstimateInput input)
      : in_(std::move(input)), p_(in_.program) {
    if (in_.topology) model_ = CostModel(*in_.topology, in_.mesh.mesh());
  }

  CostReport Run() {
    CostReport report;
    report.devices = in_.mesh.devices();
    if (!in_.is_live) RemoveDeadNodes(p_);
    HoistInvariants(in_.m, p_);
    FoldScatters(in_.m, p_);
    FindReduceScatters(p_);
    MergeEqualNodes(in_.m, p_);
    const Users users = UsersOf(p_);
    FoldTransposes(users, p_);
    const Fusion fusion =
        Fuse(p_, users, FindReductionKernels(in_.m, p_, users));
    SortKernels(p_, fusion);
    combined_ = CombineAllReduces(p_, fusion, /*scalars_apart=*/false);
    if (in_.memory) FillMemory(fusion, report);
    FillCommunication(report);
    FillWork(fusion, report);
    FillTime(report);
    for (const OpId loop : p_.unknown_loops) {
      report.unknown_loops.push_back(PlaceOf(in_.m, loop));
    }
    return report;
  }

 private:
  // Returns the tensor that the collective reads, skipping nodes that the
  // lowering added. May be None.
  ValueId MovedValue(const LocalCollective& c) const {
    NodeId id = c.node;
    for (int step = 0; step < 8 && id != kNoNode; ++step) {
      const CostNode& node = p_.nodes[static_cast<size_t>(id)];
      if (step > 0 && node.value) return node.value;
      const auto operands = p_.OperandsOf(node);
      id = operands.empty() ? kNoNode : operands.front();
    }
    return ValueId::None();
  }
  CostPlace PlaceOfNode(NodeId id) const {
    if (id == kNoNode) return {};
    const CostNode& node = p_.nodes[static_cast<size_t>(id)];
    CostPlace place = PlaceOf(in_.m, node.source);
    if (node.collective >= 0) {
      const LocalCollective& c =
          p_.collectives[static_cast<size_t>(node.collective)];
      place.op = std::string(StepName(c.kind)) + " for " + place.op;
    }
    if (node.value) {
      AppendType(in_.m, in_.m.type(node.value), place.type);
    }
    return place;
  }

  void FillMemory(const Fusion& fusion, CostReport& report) {
    MemoryCost& memory = report.memory;
    const LocalBlock& main = p_.blocks[0];
    for (const NodeId argument : main.arguments) {
      memory.arguments = SaturatingSum(
          memory.arguments, p_.nodes[static_cast<size_t>(argument)].bytes);
    }
    std::vector<int64_t> results;
    for (const NodeId result : main.results) {
      results.push_back(
          result == kNoNode ? 0 : p_.nodes[static_cast<size_t>(result)].bytes);
      memory.results = SaturatingSum(memory.results, results.back());
    }
    memory.results =
        SaturatingSum(memory.results, TuplePointerBytes(results.size()));
    memory.aliased = AliasedBytes(results);
    const Temporaries t = MeasureTemporaries(
        p_, fusion, CombineAllReduces(p_, fusion, /*scalars_apart=*/true));
    memory.temporaries = t.peak;
    memory.peak = SaturatingSum(memory.arguments - memory.aliased,
                                SaturatingSum(memory.results, t.peak));
    if (in_.totals_only) return;
    memory.peak_at = PlaceOfNode(t.peak_node);
    for (const LiveValue& value : t.at_peak) {
      if (static_cast<int>(memory.largest.size()) >= in_.largest) break;
      memory.largest.push_back({PlaceOfNode(value.node), value.bytes});
    }
    if (!in_.curve) return;
    for (const MemoryPoint& point : t.curve) {
      memory.curve.push_back({PlaceOfNode(point.node), point.bytes});
    }
  }

  // Returns the bytes of results that take over the memory of donated
  // arguments. An argument is donated to the result that the program names or,
  // if any result may take its memory, to the first free result of the same
  // size.
  int64_t AliasedBytes(const std::vector<int64_t>& results) const {
    const OpId main = MainFunction(in_.m);
    const LocalBlock& block = p_.blocks[0];
    std::vector<uint8_t> taken(results.size(), 0);
    int64_t aliased = 0;
    for (size_t i = 0; i < block.arguments.size(); ++i) {
      const std::optional<int64_t> index = DonatedTo(in_.m, main, i);
      if (!index || *index < 0) continue;
      const auto result = static_cast<size_t>(*index);
      const int64_t bytes =
          p_.nodes[static_cast<size_t>(block.arguments[i])].bytes;
      if (result >= results.size() || taken[result] != 0 ||
          results[result] != bytes) {
        continue;
      }
      taken[result] = 1;
      aliased = SaturatingSum(aliased, bytes);
    }
    for (size_t i = 0; i < block.arguments.size(); ++i) {
      if (!IsDonated(in_.m, main, i)) continue;
      const int64_t bytes =
          p_.nodes[static_cast<size_t>(block.arguments[i])].bytes;
      for (size_t r = 0; r < results.size(); ++r) {
        if (taken[r] != 0 || results[r] != bytes) continue;
        taken[r] = 1;
        aliased = SaturatingSum(aliased, bytes);
        break;
      }
    }
    return aliased;
  }

  // `axes` must be the axes of the collective.
  static StepLoad LoadOf(const LocalCollective& c, int64_t held,
                         ResolvedList axes) {
    StepLoad load;
    load.kind = c.kind;
    load.held = held;
    load.group = c.group;
    load.axes = axes;
    return load;
  }
  // Equal collectives are priced once.
  StepCost PriceOf(const LocalCollective& c, int64_t held) {
    PriceKey key{c.kind, c.group, held,
                 std::string(c.digits.begin(), c.digits.end())};
    const auto it = prices_.find(key);
    if (it != prices_.end()) return it->second;
    const std::vector<ResolvedAxis> axes = in_.mesh.AxesOf(c.digits);
    return prices_[std::move(key)] = model_.Price(LoadOf(c, held, axes));
  }
  // Collectives of one kind along the same axes use the same links.
  const std::string& LinksOf(const LocalCollective& c) {
    const auto [it, is_new] = links_.try_emplace(
        {c.kind, std::string(c.digits.begin(), c.digits.end())});
    if (is_new) {
      const std::vector<ResolvedAxis> axes = in_.mesh.AxesOf(c.digits);
      it->second = model_.LinksOf(LoadOf(c, c.held, axes));
    }
    return it->second;
  }

  // Returns text such as "{"data", "model":(1)2}".
  std::string AxesText(const DigitList& digits) const {
    std::vector<AxisRef> axes;
    for (const ResolvedAxis& axis : in_.mesh.AxesOf(digits)) {
      axes.push_back(ToAxisRef(axis, in_.mesh.mesh()));
    }
    return "{" + internal::AxesText(axes, in_.m.names) + "}";
  }

  static void AddTo(std::map<std::string, CostTotal, std::less<>>& totals,
                    std::string_view name, const CostTotal& more) {
    CostTotal& total = totals[std::string(name)];
    total.name = name;
    total.count = SaturatingSum(total.count, more.count);
    total.bytes = SaturatingSum(total.bytes, more.bytes);
    total.flops = SaturatingSum(total.flops, more.flops);
    total.seconds += more.seconds;
  }
  static std::vector<CostTotal> Sorted(
      const std::map<std::string, CostTotal, std::less<>>& totals) {
    std::vector<CostTotal> list;
    for (const auto& [name, total] : totals) list.push_back(total);
    std::stable_sort(list.begin(), list.end(),
                     [](const CostTotal& a, const CostTotal& b) {
                       if (a.seconds != b.seconds) return a.seconds > b.seconds;
                       return a.bytes > b.bytes;
                     });
    return list;
  }
  // Returns the first two components of a path: "a/b" for "a/b/c".
  static std::string ScopeOf(std::string_view name) {
    size_t end = name.find('/');
    if (end != std::string_view::npos) end = name.find('/', end + 1);
    return std::string(name.substr(0, std::min(end, name.size())));
  }

  void Describe(const LocalCollective& c, CollectiveCost& cost) const {
    cost.kind = StepName(c.kind);
    cost.axes = AxesText(c.digits);
    cost.group = c.group;
    cost.held = c.held;
    cost.after = c.after;
    cost.cause = c.cause;
    cost.full_rematerialization = c.full_rematerialization;
    cost.place = PlaceOf(in_.m, c.source);
    if (c.source && in_.m.result_count(c.source) > 0) {
      AppendType(in_.m, in_.m.type(in_.m.result(c.source, 0)), cost.place.type);
    }
    const ValueId moved = MovedValue(c);
    if (moved) cost.value = ValueLabel(in_.m, moved);
    if (in_.name_of == nullptr) return;
    if (moved) {
      cost.moved = in_.name_of(moved);
      for (const ValueId origin : OriginsOf(in_.m, moved)) {
        ValueInText name = in_.name_of(origin);
        if (!name.name.empty()) cost.origins.push_back(std::move(name));
      }
    }
    if (c.source && in_.m.result_count(c.source) > 0) {
      cost.needed_by = in_.name_of(in_.m.result(c.source, 0));
    }
  }

  void FillCommunication(CostReport& report) {
    CommunicationCost& communication = report.communication;
    std::map<std::string, CostTotal, std::less<>> by_kind, by_axes, by_links,
        by_scope;
    // Combined collectives run as one. The entry of the first one has their
    // total bytes: element 1 for reduce_scatters, element 0 for other kinds.
    std::vector<std::array<int64_t, 2>> held(p_.collectives.size(), {0, 0});
    const auto held_with = [&](size_t i) -> int64_t& {
      return held[static_cast<size_t>(combined_[i])]
                 [p_.collectives[i].kind == StepKind::kReduceScatter ? 1 : 0];
    };
    for (size_t i = 0; i < p_.collectives.size(); ++i) {
      held_with(i) = SaturatingSum(held_with(i), p_.collectives[i].held);
    }
    const auto add = [&](const LocalCollective& c, CollectiveCost cost) {
      CostTotal total;
      total.count = c.executions;
      total.bytes = SaturatingProduct(cost.wire_bytes, c.executions);
      total.seconds = cost.seconds * static_cast<double>(c.executions);
      communication.wire_bytes =
          SaturatingSum(communication.wire_bytes, total.bytes);
      communication.seconds += total.seconds;
      if (in_.totals_only) return;
      Describe(c, cost);
      cost.links = LinksOf(c);
      AddTo(by_kind, cost.kind, total);
      AddTo(by_axes, cost.axes, total);
      if (!cost.links.empty()) AddTo(by_links, cost.links, total);
      if (!cost.place.name.empty()) {
        AddTo(by_scope, ScopeOf(cost.place.name), total);
      }
      communication.collectives.push_back(std::move(cost));
    };
    for (size_t i = 0; i < p_.collectives.size(); ++i) {
      const LocalCollective& c = p_.collectives[i];
      CollectiveCost cost;
      cost.executions = c.executions;
      cost.wire_bytes = PriceOf(c, c.held).bytes;
      if (in_.topology) {
        // Combined collectives share the time in proportion to their bytes.
        const int64_t all = held_with(i);
        const double share =
            all > 0 ? static_cast<double>(c.held) / static_cast<double>(all)
                    : 1;
        cost.seconds = PriceOf(c, all).seconds * share;
      }
      add(c, std::move(cost));
    }
    for (const LocalCollective& c : p_.inner_collectives) {
      const StepCost price = PriceOf(c, c.held);
      CollectiveCost cost;
      cost.executions = c.executions;
      cost.wire_bytes = price.bytes;
      cost.seconds = price.seconds;
      add(c, std::move(cost));
    }
    communication.by_kind = Sorted(by_kind);
    communication.by_axes = Sorted(by_axes);
    communication.by_links = Sorted(by_links);
    communication.by_scope = Sorted(by_scope);
  }

  void FillWork(const Fusion& fusion, CostReport& report) {
    WorkCost& work = report.work;
    std::map<std::string, CostTotal, std::less<>> by_kind;
    for (const Kernel& kernel : fusion.kernels) {
      const CostNode& node = p_.nodes[static_cast<size_t>(kernel.node)];
      if (node.collective >= 0 && node.work != Work::kAllToAll) continue;
      CostTotal total;
      total.count = kernel.executions;
      total.flops = SaturatingProduct(kernel.flops, kernel.executions);
      total.bytes = SaturatingProduct(kernel.bytes, kernel.executions);
      if (in_.topology && in_.topology->flops > 0) {
        const Topology& t = *in_.topology;
        const double arithmetic =
            SecondsToCompute(t, static_cast<double>(total.flops));
        const double memory =
            SecondsOfMemory(t, static_cast<double>(total.bytes));
        total.seconds = std::max(arithmetic, memory);
        (arithmetic > memory ? arithmetic_ : memory_) += total.seconds;
      }
      work.flops = SaturatingSum(work.flops, total.flops);
      work.bytes = SaturatingSum(work.bytes, total.bytes);
      work.seconds += total.seconds;
      if (in_.totals_only || (total.flops == 0 && total.bytes == 0)) continue;
      const OpId source = p_.nodes[static_cast<size_t>(kernel.main)].source;
      AddTo(by_kind, source ? in_.m.op_name(source) : std::string_view(),
            total);
    }
    work.by_kind = Sorted(by_kind);
  }

  void FillTime(CostReport& report) {
    TimeCost& time = report.time;
    time.work = report.work.seconds;
    time.communication = report.communication.seconds;
    time.sum = time.work + time.communication;
    time.max = std::max(time.work, time.communication);
    if (!in_.topology) return;
    report.device_memory = in_.topology->memory;
    if (time.communication > time.work) {
      time.bound = "communication";
    } else {
      time.bound = arithmetic_ > memory_ ? "arithmetic" : "memory";
    }
  }

  struct PriceKey {
    StepKind kind;
    int64_t group;
    int64_t held;
    std::string digits;
    friend bool operator==(const PriceKey&, const PriceKey&) = default;
    template <class H>
    friend H AbslHashValue(H h, const PriceKey& k) {
      return H::combine(std::move(h), k.kind, k.group, k.held, k.digits);
    }
  };

  EstimateInput in_;
  LocalProgram& p_;
  CostModel model_;
  std::vector<int32_t> combined_;
  absl::flat_hash_map<PriceKey, StepCost> prices_;
  std::map<std::pair<StepKind, std::string>, std::string> links_;
  double arithmetic_ = 0;  // seconds of kernels limited by arithmetic
  double memory_ = 0;
};

}  // namespace

int64_t TuplePointerBytes(size_t results) {
  constexpr int64_t kPointerBytes = 8;
  return results > 1 ? static_cast<int64_t>(results) * kPointerBytes : 0;
}

CostReport Estimate(EstimateInput input) {
  return Estimator(std::move(input)).Run();
}

}  // namespace shardflow::internal
