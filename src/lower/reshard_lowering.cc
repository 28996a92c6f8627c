#include "lower/reshard_lowering.h"

#include <cstddef>
#include <tuple>

#include "absl/container/flat_hash_map.h"

#include "base/check.h"
#include "lower/reshard_planner.h"
#include "ops/op_def.h"
#include "sharding/resolved.h"

namespace shardflow {
namespace {

OpKind KindOf(StepKind kind) {
  switch (kind) {
    case StepKind::kAllSlice:
      return OpKind::kSdyAllSlice;
    case StepKind::kAllGather:
      return OpKind::kSdyAllGather;
    case StepKind::kAllToAll:
      return OpKind::kSdyAllToAll;
    case StepKind::kCollectivePermute:
      return OpKind::kSdyCollectivePermute;
    case StepKind::kAllReduce:
      return OpKind::kSdyAllReduce;
    case StepKind::kReduceScatter:
      return OpKind::kSdyReduceScatter;
    case StepKind::kShardedToUnreduced:
      return OpKind::kShardedToUnreduced;
    case StepKind::kReplicatedToUnreduced:
      return OpKind::kReplicatedToUnreduced;
  }
  SHARDFLOW_CHECK(false);
  return OpKind::kReshard;
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
  std::vector<ResolvedList> from, to;
};

namespace {

// Writes axes and layouts of one plan as attributes and shardings.
class PlanWriter {
 public:
  PlanWriter(Module& m, const ResolvedMesh& mesh, const ReshardPlan& plan)
      : m_(m), mesh_(mesh), plan_(plan) {}

  PlannedOp Op(const PlanStep& step, ShardingId from, ShardingId to) {
    return {KindOf(step.kind), Attrs(step), Sharding(step, from, to)};
  }

 private:
  AxisListId List(uint32_t i) {
    literal_.clear();
    for (const ResolvedAxis& axis : plan_.list(i)) {
      literal_.push_back(mesh_.Literal(axis));
    }
    return m_.shardings.InternAxes(literal_);
  }

  AttrId Dict(NameId name, AttrId value) {
    const NamedAttr attrs[] = {{name, value}};
    return m_.attrs.SortedDict(attrs);
  }

  AttrId PerDim(NameId name, const PlanStep& step) {
    std::vector<AxisListId> lists;
    for (uint32_t d = 0; d < plan_.rank(); ++d) {
      lists.push_back(List(step.axes + d));
    }
    return Dict(name, m_.attrs.Make(ListOfAxisRefListsAttr{}, lists));
  }

  AttrId Attrs(const PlanStep& step) {
    switch (step.kind) {
      case StepKind::kAllSlice:
        return PerDim(name::kSlicingAxes, step);
      case StepKind::kAllGather:
        return PerDim(name::kGatheringAxes, step);
      case StepKind::kAllToAll: {
        const AllToAllParamAttr params[] = {
            {List(step.axes), step.source, step.target}};
        return Dict(name::kParams,
                    m_.attrs.Make(AllToAllParamListAttr{}, params));
      }
      default:
        return m_.attrs.EmptyDict();
    }
  }

  // Closed, nothing replicated; what is unreduced is so by a sum.
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
  std::vector<AxisRef> literal_;
};

}  // namespace

int64_t ElementBits(const TypeStore& types, TypeId tensor) {
  TypeId element = types.element(tensor);
  int64_t parts = 1;
  if (types.kind(element) == TypeKind::kComplex) {
    parts = 2;
    element = types.element(element);
  }
  switch (types.kind(element)) {
    case TypeKind::kInteger:
      return types.words(element)[1];
    case TypeKind::kFloat:
      return parts * FloatBits(static_cast<FloatKind>(types.words(element)[0]));
    default:
      return 8;
  }
}

ReshardLowering::ReshardLowering(Module& m, const SymbolTable& symbols,
                                 PlanChoice choice, Compat compat)
    : m_(m),
      symbols_(symbols),
      choice_(choice),
      compat_(compat),
      memo_(std::make_unique<Memo>()) {}

ReshardLowering::~ReshardLowering() = default;

std::optional<std::span<const PlannedOp>> ReshardLowering::Plan(ShardingId from,
                                                                ShardingId to,
                                                                TypeId type) {
  const auto key = std::make_tuple(from, to, type);
  if (const auto at = memo_->plans.find(key); at != memo_->plans.end()) {
    return at->second;
  }
  const ShardingView in = m_.shardings.Get(from), out = m_.shardings.Get(to);
  const MeshId mesh_id = symbols_.FindMesh(m_, in.mesh);
  if (!mesh_id) return std::nullopt;
  ResolvedMesh& mesh = memo_->MeshOf(m_.shardings, mesh_id);
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
    return std::nullopt;
  }
  const ReshardProblem problem{
      .mesh = &mesh.mesh(),
      .shape = m_.types.dims(type),
      .from = memo_->from,
      .to = memo_->to,
      .unreduced = *unreduced,
      .renumber = !(in.mesh == out.mesh),
      .replicate_repadded = ReshardsReplicateRepadded(compat_)};
  if (choice_ == PlanChoice::kBest) {
    memo_->planner.Best(problem, ElementBits(m_.types, type), memo_->plan);
  } else {
    memo_->planner.Default(problem, memo_->plan);
  }
  PlanWriter writer(m_, mesh, memo_->plan);
  std::vector<PlannedOp> ops;
  for (const PlanStep& step : memo_->plan.steps()) {
    ops.push_back(writer.Op(step, from, to));
  }
  return memo_->plans.emplace(key, std::move(ops)).first->second;
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

}  // namespace shardflow
