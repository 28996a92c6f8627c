#include "lower/reshard_lowering.h"

#include <cstddef>
#include <iterator>
#include <limits>
#include <tuple>

#include "absl/container/flat_hash_map.h"

#include "lower/cost_model.h"
#include "lower/reshard_cost.h"
#include "lower/reshard_planner.h"
#include "ops/op_def.h"
#include "ops/work.h"
#include "sharding/resolved.h"

namespace shardflow::internal {
namespace {

// The op for a StepKind, and the name of the attribute with its axes.
struct StepOp {
  OpKind kind;
  const NameId* axes;  // null if the op has none
};
constexpr StepOp kStepOps[] = {
    {OpKind::kSdyAllSlice, &name::kSlicingAxes},
    {OpKind::kSdyAllGather, &name::kGatheringAxes},
    {OpKind::kSdyAllToAll, &name::kParams},
    {OpKind::kSdyCollectivePermute, nullptr},
    {OpKind::kSdyAllReduce, &name::kReductionAxes},
    {OpKind::kSdyReduceScatter, &name::kReduceScatterAxes},
    {OpKind::kShardedToUnreduced, &name::kAxes},
    {OpKind::kReplicatedToUnreduced, &name::kAxes},
};

const StepOp& OpOf(StepKind kind) {
  return kStepOps[static_cast<size_t>(kind)];
}

std::optional<StepKind> KindOf(OpKind kind) {
  for (size_t i = 0; i < std::size(kStepOps); ++i) {
    if (kStepOps[i].kind == kind) return static_cast<StepKind>(i);
  }
  return std::nullopt;
}

}  // namespace

struct ReshardLowering::Memo {
  struct Range {
    size_t begin = 0, count = 0;
    bool valid = false;
  };

  ResolvedMesh& MeshOf(const ShardingStore& store, MeshId id) {
    auto& mesh = meshes[id];
    if (mesh == nullptr) mesh = std::make_unique<ResolvedMesh>(store, id);
    return *mesh;
  }

  absl::flat_hash_map<std::tuple<ShardingId, ShardingId, TypeId>,
                      std::vector<PlannedOp>>
      plans;
  absl::flat_hash_map<MeshId, std::unique_ptr<ResolvedMesh>> meshes;
  ReshardPlanner planner;
  ReshardPlan plan;
  // The last reshard that was planned.
  std::vector<ResolvedList> from, to;
  ReshardProblem problem;
  const ResolvedMesh* mesh = nullptr;
};

namespace {

// Writes axes and layouts of one plan as attributes and shardings.
class PlanWriter {
 public:
  PlanWriter(Module& m, const ResolvedMesh& mesh, const ReshardPlan& plan)
      : m_(m), mesh_(mesh), plan_(plan) {}

  PlannedOp Op(const PlanStep& step, ShardingId from, ShardingId to) {
    return {OpOf(step.kind).kind, Attrs(step), Sharding(step, from, to)};
  }

 private:
  AxisListId List(uint32_t i) {
    refs_.clear();
    for (const ResolvedAxis& axis : plan_.list(i)) {
      refs_.push_back(mesh_.ToAxisRef(axis));
    }
    return m_.shardings.InternAxes(refs_);
  }

  AttrId Attrs(const PlanStep& step) {
    if (step.kind == StepKind::kCollectivePermute) return m_.attrs.EmptyDict();
    const NamedAttr attrs[] = {{*OpOf(step.kind).axes, AxesAttr(step)}};
    return m_.attrs.SortedDict(attrs);
  }

  AttrId AxesAttr(const PlanStep& step) {
    if (HasAxesPerDim(step.kind)) {
      std::vector<AxisListId> lists;
      for (uint32_t d = 0; d < plan_.rank(); ++d) {
        lists.push_back(List(step.axes + d));
      }
      return m_.attrs.Make(ListOfAxisRefListsAttr{}, lists);
    }
    if (step.kind == StepKind::kAllToAll) {
      std::vector<AllToAllParamAttr> params;
      for (const PlanMove& move : plan_.moves(step)) {
        params.push_back({List(move.axes), move.source, move.target});
      }
      return m_.attrs.Make(AllToAllParamListAttr{}, params);
    }
    return m_.attrs.Make(AxisRefListAttr{List(step.axes)});
  }

  // Returns the sharding after the step: closed, and without explicitly
  // replicated axes.
  ShardingId Sharding(const PlanStep& step, ShardingId from, ShardingId to) {
    const ShardingView target = m_.shardings.Get(to);
    TensorSharding sharding;
    sharding.mesh =
        step.on_target_mesh ? target.mesh : m_.shardings.Get(from).mesh;
    for (uint32_t d = 0; d < plan_.rank(); ++d) {
      sharding.dims.push_back({List(step.layout + d), 1, kNoPriority});
    }
    sharding.replicated = ShardingStore::kEmptyAxes;
    sharding.unreduced = target.unreduced;
    return m_.shardings.Intern(sharding);
  }

  Module& m_;
  const ResolvedMesh& mesh_;
  const ReshardPlan& plan_;
  std::vector<AxisRef> refs_;
};

}  // namespace

bool ReadStep(const Module& m, OpId op, ResolvedMesh& mesh, ReshardPlan& plan) {
  const std::optional<StepKind> kind = KindOf(m.kind(op));
  if (!kind) return false;
  const ShardingView after = m.shardings.Get(m.sharding(m.result(op, 0)));
  plan.Clear(after.rank());
  PlanStep step{.kind = *kind, .axes = plan.NextList()};
  const auto add = [&](AxisListId id) {
    const std::optional<ResolvedList> list = mesh.Resolve(id);
    if (list) plan.AddList(*list);
    return list.has_value();
  };
  const AttrId attr = OpOf(*kind).axes == nullptr
                          ? AttrId::None()
                          : m.attr(op, *OpOf(*kind).axes);
  if (*kind == StepKind::kAllToAll) {
    const auto params = m.attrs.As<AllToAllParamListAttr>(attr).params;
    step.move_count = static_cast<uint32_t>(params.size());
    for (const AllToAllParamAttr& param : params) {
      plan.AddMove({static_cast<int32_t>(param.source),
                    static_cast<int32_t>(param.target), plan.NextList()});
      if (!add(param.axes)) return false;
    }
  } else if (HasAxesPerDim(*kind)) {
    const auto lists = m.attrs.As<ListOfAxisRefListsAttr>(attr).lists;
    if (lists.size() != plan.rank()) return false;
    for (const AxisListId list : lists) {
      if (!add(list)) return false;
    }
  } else if (attr && !add(m.attrs.As<AxisRefListAttr>(attr).axes)) {
    return false;
  }
  step.layout = plan.NextList();
  for (const DimSharding& dim : after.dims) {
    if (!add(dim.axes)) return false;
  }
  step.unreduced = plan.NextList();
  if (!add(after.unreduced)) return false;
  plan.AddStep(step);
  return true;
}

ReshardLowering::ReshardLowering(Module& m, const SymbolTable& symbols,
                                 PlanChoice choice, Compat compat)
    : m_(m),
      symbols_(symbols),
      choice_(choice),
      compat_(compat),
      memo_(std::make_unique<Memo>()) {}

ReshardLowering::~ReshardLowering() = default;

bool ReshardLowering::MakePlan(ShardingId from, ShardingId to, TypeId type) {
  const ShardingView in = m_.shardings.Get(from), out = m_.shardings.Get(to);
  const MeshId mesh_id = symbols_.FindMesh(m_, in.mesh);
  if (!mesh_id) return false;
  ResolvedMesh& mesh = memo_->MeshOf(m_.shardings, mesh_id);
  memo_->mesh = &mesh;
  memo_->from.clear();
  memo_->to.clear();
  const auto resolve = [&](const ShardingView& sharding,
                           std::vector<ResolvedList>& lists) {
    for (const DimSharding& dim : sharding.dims) {
      const auto list = mesh.Resolve(dim.axes);
      if (!list) return false;
      lists.push_back(*list);
    }
    return true;
  };
  const auto unreduced = mesh.Resolve(out.unreduced);
  if (!unreduced || !resolve(in, memo_->from) || !resolve(out, memo_->to)) {
    return false;
  }
  memo_->problem = {.mesh = &mesh.mesh(),
                    .shape = m_.types.dims(type),
                    .element_bits = ElementBits(m_.types, type),
                    .from = memo_->from,
                    .to = memo_->to,
                    .unreduced_from = *unreduced,
                    .unreduced_to = *unreduced,
                    .renumber = !(in.mesh == out.mesh),
                    .replicate_repadded = ReshardsReplicateRepadded(compat_)};
  memo_->planner.PlanDims(memo_->problem, choice_, memo_->plan);
  return true;
}

std::optional<std::span<const PlannedOp>> ReshardLowering::Plan(ShardingId from,
                                                                ShardingId to,
                                                                TypeId type) {
  const auto key = std::make_tuple(from, to, type);
  if (const auto at = memo_->plans.find(key); at != memo_->plans.end()) {
    return at->second;
  }
  if (!MakePlan(from, to, type)) return std::nullopt;
  PlanWriter writer(m_, *memo_->mesh, memo_->plan);
  std::vector<PlannedOp> ops;
  for (const PlanStep& step : memo_->plan.steps()) {
    ops.push_back(writer.Op(step, from, to));
  }
  return memo_->plans.emplace(key, std::move(ops)).first->second;
}

double ReshardLowering::Seconds(ShardingId from, ShardingId to, TypeId type,
                                const Topology& machine) {
  if (!MakePlan(from, to, type)) {
    return std::numeric_limits<double>::infinity();
  }
  const CostModel model(machine, memo_->mesh->mesh());
  return CostOf(memo_->problem, memo_->plan, model).seconds;
}

double ReshardLowering::Bytes(ShardingId from, ShardingId to, TypeId type) {
  if (!MakePlan(from, to, type)) {
    return std::numeric_limits<double>::infinity();
  }
  return static_cast<double>(
      CostOf(memo_->problem, memo_->plan, CostModel()).bytes);
}

ValueId ReshardLowering::Emit(ValueId value, std::span<const PlannedOp> plan,
                              OpId anchor) {
  for (const PlannedOp& step : plan) {
    const ValueId operands[] = {value};
    const TypeId types[] = {m_.type(value)};
    const OpId op = m_.CreateOp({.kind = step.kind,
                                 .name = m_.names.Intern(OpMnemonic(step.kind)),
                                 .operands = operands,
                                 .result_types = types,
                                 .attrs = step.attrs,
                                 .loc = m_.loc(anchor)});
    m_.InsertBefore(anchor, op);
    value = m_.result(op, 0);
    m_.SetSharding(value, step.sharding);
  }
  return value;
}

}  // namespace shardflow::internal
