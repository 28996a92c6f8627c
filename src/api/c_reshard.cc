#include <optional>
#include <utility>

#include "api/c_common.h"
#include "api/c_handles.h"
#include "shardflow/reshard.h"
#include "shardflow/views.h"

using shardflow::internal::c::Report;

struct shardflow_reshard_plan {
  shardflow::ReshardReport report;
};

struct shardflow_communication {
  struct Reshard {
    shardflow_value before;
    shardflow_value after;
    shardflow_reshard_plan plan;
  };
  std::vector<Reshard> reshards;
};

shardflow_reshard_plan* shardflow_reshard_plan_create(
    const shardflow_reshard_request* given,
    shardflow_messages* messages) noexcept {
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
  if (request.best) asked.plan = shardflow::PlanChoice::kBest;
  if (!shardflow::internal::c::ToCompatMode(request.compat, asked.compat,
                                            report)) {
    return nullptr;
  }
  std::optional<shardflow::ReshardReport> plan =
      shardflow::PlanReshard(asked, report.messages());
  return plan ? new shardflow_reshard_plan{*std::move(plan)} : nullptr;
}

void shardflow_reshard_plan_destroy(shardflow_reshard_plan* plan) noexcept {
  delete plan;
}

size_t shardflow_reshard_plan_step_count(
    const shardflow_reshard_plan* plan) noexcept {
  return plan == nullptr ? 0 : plan->report.steps.size();
}

bool shardflow_reshard_plan_step(const shardflow_reshard_plan* plan, size_t i,
                                 shardflow_reshard_step* out,
                                 size_t size) noexcept {
  if (out == nullptr || i >= shardflow_reshard_plan_step_count(plan)) {
    return false;
  }
  const shardflow::ReshardStep& step = plan->report.steps[i];
  const shardflow_reshard_step row = {.op = step.op.c_str(),
                                      .axes = step.axes.c_str(),
                                      .sharding = step.sharding.c_str(),
                                      .bytes_sent = step.bytes_sent,
                                      .bytes_received = step.bytes_received,
                                      .local_bytes = step.local_bytes,
                                      .group = step.group};
  std::memset(out, 0, size);
  std::memcpy(out, &row, std::min(size, sizeof(row)));
  return true;
}

int64_t shardflow_reshard_plan_local_bytes(
    const shardflow_reshard_plan* plan) noexcept {
  return plan == nullptr ? 0 : plan->report.local_bytes;
}

shardflow_communication* shardflow_communication_create(
    const shardflow_program* program) noexcept {
  const shardflow::Program* usable = shardflow::internal::c::Usable(program);
  if (usable == nullptr) return nullptr;
  auto* communication = new shardflow_communication;
  for (shardflow::PlannedReshard& planned :
       shardflow::CommunicationPlan(*usable)) {
    shardflow_communication::Reshard& row =
        communication->reshards.emplace_back();
    row.before = shardflow::internal::c::ToValue(planned.value);
    row.after = shardflow::internal::c::ToValue(planned.result);
    row.plan.report.steps = std::move(planned.steps);
    for (const shardflow::ReshardStep& step : row.plan.report.steps) {
      row.plan.report.bytes_sent += step.bytes_sent;
      row.plan.report.bytes_received += step.bytes_received;
    }
  }
  return communication;
}

void shardflow_communication_destroy(
    shardflow_communication* communication) noexcept {
  delete communication;
}

size_t shardflow_communication_count(
    const shardflow_communication* communication) noexcept {
  return communication == nullptr ? 0 : communication->reshards.size();
}

const shardflow_reshard_plan* shardflow_communication_plan(
    const shardflow_communication* communication, size_t i) noexcept {
  return i < shardflow_communication_count(communication)
             ? &communication->reshards[i].plan
             : nullptr;
}

shardflow_value shardflow_communication_before(
    const shardflow_communication* communication, size_t i) noexcept {
  return i < shardflow_communication_count(communication)
             ? communication->reshards[i].before
             : shardflow_value{0, -1};
}

shardflow_value shardflow_communication_after(
    const shardflow_communication* communication, size_t i) noexcept {
  return i < shardflow_communication_count(communication)
             ? communication->reshards[i].after
             : shardflow_value{0, -1};
}
