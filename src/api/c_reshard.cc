#include <deque>
#include <optional>
#include <utility>

#include "api/c_common.h"
#include "api/c_handles.h"
#include "shardflow/reshard.h"
#include "shardflow/views.h"

using shardflow::internal::c::Report;

struct shardflow_reshard_plan {
  explicit shardflow_reshard_plan(shardflow::ReshardReport made);
  shardflow_reshard_plan(const shardflow_reshard_plan&) = delete;
  shardflow_reshard_plan& operator=(const shardflow_reshard_plan&) = delete;

  const shardflow::ReshardReport report;
  std::vector<shardflow_reshard_step> steps;  // their texts are in `report`
};

shardflow_reshard_plan::shardflow_reshard_plan(shardflow::ReshardReport made)
    : report(std::move(made)) {
  for (const shardflow::ReshardStep& step : report.steps) {
    steps.push_back({.op = step.op.c_str(),
                     .axes = step.axes.c_str(),
                     .sharding = step.sharding.c_str(),
                     .bytes_sent = step.bytes_sent,
                     .bytes_received = step.bytes_received,
                     .local_bytes = step.local_bytes,
                     .group = step.group,
                     .times = step.times,
                     .seconds = step.seconds});
  }
}

struct shardflow_communication {
  std::deque<shardflow_reshard_plan> plans;
  std::vector<shardflow_planned_reshard> reshards;
};

shardflow_reshard_plan* shardflow_reshard_plan_create(
    const shardflow_reshard_request* given, shardflow_messages* messages) {
  Report report(__func__, messages);
  shardflow_reshard_request request;
  if (!report.Has(given, "request") ||
      !shardflow::internal::c::Complete(given, request, report) ||
      !report.Has(request.mesh, "mesh") || !report.Has(request.type, "type") ||
      !report.Has(request.from, "from") || !report.Has(request.to, "to")) {
    return nullptr;
  }
  shardflow::ReshardRequest asked;
  asked.mesh = request.mesh;
  asked.type = request.type;
  asked.from = request.from;
  asked.to = request.to;
  asked.options.topology = shardflow::internal::c::View(request.topology);
  if (!shardflow::internal::c::ToPlanChoice(request.plan, request.best,
                                            asked.options.plan, report) ||
      !shardflow::internal::c::ToCompatMode(request.compat,
                                            asked.options.compat, report)) {
    return nullptr;
  }
  std::optional<shardflow::ReshardReport> plan =
      shardflow::PlanReshard(asked, report.messages());
  return plan ? new shardflow_reshard_plan(*std::move(plan)) : nullptr;
}

void shardflow_reshard_plan_destroy(shardflow_reshard_plan* plan) {
  delete plan;
}

size_t shardflow_reshard_plan_step_count(const shardflow_reshard_plan* plan) {
  return plan == nullptr ? 0 : plan->steps.size();
}

const shardflow_reshard_step* shardflow_reshard_plan_step(
    const shardflow_reshard_plan* plan, size_t i) {
  return i < shardflow_reshard_plan_step_count(plan) ? &plan->steps[i]
                                                     : nullptr;
}

int64_t shardflow_reshard_plan_local_bytes(const shardflow_reshard_plan* plan) {
  return plan == nullptr ? 0 : plan->report.local_bytes;
}

namespace {

shardflow_communication* NewCommunication(
    std::vector<shardflow::PlannedReshard> plan) {
  auto* communication = new shardflow_communication;
  for (shardflow::PlannedReshard& planned : plan) {
    shardflow::ReshardReport report;
    report.local_bytes = planned.local_bytes;
    report.steps = std::move(planned.steps);
    communication->reshards.push_back(
        {.before = shardflow::internal::c::ToValue(planned.value),
         .after = shardflow::internal::c::ToValue(planned.result),
         .plan = &communication->plans.emplace_back(std::move(report)),
         .inside = shardflow::internal::c::ToOp(
             planned.inside ? planned.ops.front() : shardflow::OpRef())});
  }
  return communication;
}

}  // namespace

shardflow_communication* shardflow_communication_create(
    const shardflow_program* program) {
  if (!shardflow::internal::c::IsUsable(program)) return nullptr;
  return NewCommunication(
      shardflow::CommunicationPlan(*shardflow::internal::c::Whole(*program)));
}

shardflow_communication* shardflow_communication_create_with(
    const shardflow_program* program, const shardflow_registry* registry,
    shardflow_messages* messages) {
  Report report(__func__, messages);
  if (!report.Has(program) || !report.Has(registry, "registry")) {
    return nullptr;
  }
  auto plan =
      shardflow::CommunicationPlan(*shardflow::internal::c::Whole(*program),
                                   registry->registry, report.messages());
  return plan ? NewCommunication(*std::move(plan)) : nullptr;
}

void shardflow_communication_destroy(shardflow_communication* communication) {
  delete communication;
}

size_t shardflow_communication_count(
    const shardflow_communication* communication) {
  return communication == nullptr ? 0 : communication->reshards.size();
}

const shardflow_planned_reshard* shardflow_communication_at(
    const shardflow_communication* communication, size_t i) {
  return i < shardflow_communication_count(communication)
             ? &communication->reshards[i]
             : nullptr;
}
