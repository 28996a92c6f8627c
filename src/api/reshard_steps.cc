#include "api/reshard_steps.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lower/axes.h"
#include "lower/reshard_cost.h"
#include "lower/reshard_lowering.h"
#include "ops/work.h"
#include "sharding/print.h"

namespace shardflow::internal {
namespace {

class StepTexts {
 public:
  StepTexts(const ReshardProblem& problem, const ReshardPlan& plan,
            const ResolvedMesh& mesh, const StringStore& names)
      : problem_(problem), plan_(plan), mesh_(mesh), names_(names) {}

  // Returns text such as `[{}, {"x"}]`, `{"x"}` or `[{"x"}: 0->1]`; "" for a
  // permute.
  std::string Axes(const PlanStep& step) const {
    std::string text;
    if (HasAxesPerDim(step.kind)) {
      AppendPerDim(step.axes, text);
    } else if (step.kind == StepKind::kAllToAll) {
      text += '[';
      for (const PlanMove& move : plan_.moves(step)) {
        if (text.size() > 1) text += ", ";
        AppendBraced(plan_.list(move.axes), text);
        text += ": " + std::to_string(move.source) + "->" +
                std::to_string(move.target);
      }
      text += ']';
    } else if (step.kind != StepKind::kCollectivePermute) {
      AppendBraced(plan_.list(step.axes), text);
    }
    return text;
  }

  // Returns text such as `[{"x"}, {}], unreduced={"y"}`.
  std::string Sharding(const PlanStep& step) const {
    std::string text;
    AppendPerDim(step.layout, text);
    const ResolvedList unreduced = plan_.list(step.unreduced);
    if (unreduced.empty()) return text;
    text += ", unreduced=";
    // The reduction is the source's, unless this step makes axes unreduced.
    const ReductionKind kind =
        step.kind == StepKind::kReplicatedToUnreduced ||
                step.kind == StepKind::kShardedToUnreduced
            ? problem_.reduction_to
            : problem_.reduction_from;
    if (kind != ReductionKind::kSum) text += ReductionName(kind);
    AppendBraced(unreduced, text);
    return text;
  }

 private:
  void AppendBraced(ResolvedList list, std::string& text) const {
    std::vector<AxisRef> axes;
    for (const ResolvedAxis& axis : list) axes.push_back(mesh_.ToAxisRef(axis));
    text += '{';
    AppendAxes(axes, names_, text);
    text += '}';
  }
  void AppendPerDim(uint32_t first, std::string& text) const {
    text += '[';
    for (uint32_t d = 0; d < plan_.rank(); ++d) {
      if (d > 0) text += ", ";
      AppendBraced(plan_.list(first + d), text);
    }
    text += ']';
  }

  const ReshardProblem& problem_;
  const ReshardPlan& plan_;
  const ResolvedMesh& mesh_;
  const StringStore& names_;
};

// Returns text such as `[{"x"}, {}]`, followed by the other parts of the
// sharding.
std::string DimsText(const Module& m, ShardingId sharding) {
  TensorSharding plain(m.shardings.Get(sharding));
  // Replaces the mesh with a symbol, because the text of an inlined mesh
  // contains brackets.
  plain.mesh = MeshRef::Symbol(NameId(0));
  const std::string text =
      ShardingText({plain.mesh, plain.dims, plain.replicated, plain.unreduced,
                    plain.reduction},
                   m.shardings, m.names);
  const size_t begin = text.find(", [") + 2;
  // Omits the final `>`.
  return text.substr(begin, text.size() - begin - 1);
}

// Returns each dimension's axes (no axes if `sharding` is None), or nullopt if
// the mesh lacks any of these axes.
std::optional<std::vector<ResolvedList>> DimsOf(const Module& m,
                                                ShardingId sharding,
                                                size_t rank,
                                                ResolvedMesh& mesh) {
  std::vector<ResolvedList> dims(rank);
  if (!sharding) return dims;
  const ShardingView view = m.shardings.Get(sharding);
  for (size_t d = 0; d < rank && d < view.rank(); ++d) {
    const std::optional<ResolvedList> list = mesh.Resolve(view.dims[d].axes);
    if (!list) return std::nullopt;
    dims[d] = *list;
  }
  return dims;
}

std::vector<int64_t> ShardsOf(std::span<const ResolvedList> dims) {
  std::vector<int64_t> shards;
  for (const ResolvedList axes : dims) shards.push_back(Product(axes));
  return shards;
}

}  // namespace

ReshardReport ReportOf(const ReshardProblem& problem, const ReshardPlan& plan,
                       const CostModel& model, const ResolvedMesh& mesh,
                       const StringStore& names) {
  const StepTexts texts(problem, plan, mesh, names);
  ReshardReport report;
  report.local_bytes =
      LocalBytes(problem.shape, ShardsOf(problem.from), problem.element_bits);
  const std::vector<StepTraffic> traffic = TrafficOf(problem, plan, model);
  for (size_t i = 0; i < traffic.size(); ++i) {
    const PlanStep& from = plan.steps()[i];
    ReshardStep& step = report.steps.emplace_back();
    step.op = StepName(from.kind);
    step.axes = texts.Axes(from);
    step.sharding = texts.Sharding(from);
    step.bytes_sent = step.bytes_received = traffic[i].cost.bytes;
    step.local_bytes = traffic[i].local_bytes;
    step.group = traffic[i].group;
    step.seconds = traffic[i].cost.seconds;
    report.seconds += step.seconds;
    report.bytes_sent = SaturatingSum(report.bytes_sent, step.bytes_sent);
  }
  report.bytes_received = report.bytes_sent;
  return report;
}

// Returns null if the module lacks the mesh.
ResolvedMesh* OpSteps::MeshOf(ShardingId sharding) {
  const MeshId id = symbols_.FindMesh(m_, m_.shardings.Get(sharding).mesh);
  return id ? &MeshOf(id) : nullptr;
}

ResolvedMesh& OpSteps::MeshOf(MeshId id) {
  for (const auto& [known, mesh] : meshes_) {
    if (known == id) return *mesh;
  }
  meshes_.emplace_back(id, std::make_unique<ResolvedMesh>(m_.shardings, id));
  return *meshes_.back().second;
}

ReshardStep OpSteps::Of(OpId op) {
  const ShardingId after = m_.sharding(m_.result(op, 0));
  const TypeId type = m_.type(m_.result(op, 0));
  ResolvedMesh* const mesh = MeshOf(after);
  ReshardStep step;
  step.op = m_.op_name(op).substr(4);
  step.sharding = DimsText(m_, after);
  if (mesh == nullptr || !m_.types.HasStaticShape(type)) return step;
  const std::span<const int64_t> shape = m_.types.dims(type);
  const auto from =
      DimsOf(m_, m_.sharding(m_.operand(op, 0)), shape.size(), *mesh);
  const auto to = DimsOf(m_, after, shape.size(), *mesh);
  if (!from || !to) return step;
  const ReshardProblem problem{.mesh = &mesh->mesh(),
                               .shape = shape,
                               .element_bits = ElementBits(m_.types, type),
                               .from = *from,
                               .to = *to};
  step.local_bytes = LocalBytes(shape, ShardsOf(*to), problem.element_bits);
  if (!ReadStep(m_, op, *mesh, plan_) || plan_.rank() != shape.size()) {
    return step;
  }
  ReshardReport report = ReportOf(problem, plan_, CostModel(), *mesh, m_.names);
  report.steps.front().sharding = std::move(step.sharding);
  return std::move(report.steps.front());
}

int64_t OpSteps::BytesBefore(OpId op) {
  const ValueId value = m_.operand(op, 0);
  const TypeId type = m_.type(value);
  ResolvedMesh* const mesh = MeshOf(m_.sharding(m_.result(op, 0)));
  if (mesh == nullptr || !m_.types.HasStaticShape(type)) return 0;
  const std::span<const int64_t> shape = m_.types.dims(type);
  const auto from = DimsOf(m_, m_.sharding(value), shape.size(), *mesh);
  if (!from) return 0;
  return LocalBytes(shape, ShardsOf(*from), ElementBits(m_.types, type));
}

ReshardStep OpSteps::Of(const ToldCollective& told) {
  ResolvedMesh& mesh = MeshOf(told.mesh);
  std::vector<ResolvedAxis> axes;
  for (const AxisRef& axis : told.axes) {
    const std::optional<ResolvedAxis> resolved = mesh.Resolve(axis);
    if (resolved) axes.push_back(*resolved);
  }
  ReshardStep step;
  step.op = StepName(told.kind);
  step.axes = "{" + AxesText(told.axes, m_.names) + "}";
  StepLoad load;
  load.kind = told.kind;
  load.held = told.held;
  load.group = told.group;
  load.axes = axes;
  step.bytes_sent = step.bytes_received = CostModel().Price(load).bytes;
  step.local_bytes = told.after;
  step.group = told.group;
  step.times = told.times;
  return step;
}

}  // namespace shardflow::internal
