#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/c_common.h"
#include "api/c_handles.h"
#include "api/c_ops.h"
#include "api/extend.h"
#include "shardflow/session.h"

// The C functions for sessions.

using shardflow::OpRegistry;
using shardflow::Session;
using shardflow::ShardingInfo;
using shardflow::internal::c::Complete;
using shardflow::internal::c::CopyOut;
using shardflow::internal::c::ExplanationOut;
using shardflow::internal::c::From;
using shardflow::internal::c::Report;
using shardflow::internal::c::ToOp;
using shardflow::internal::c::ToValue;
using shardflow::internal::c::View;

struct shardflow_session {
  // The session's programs share the registry, which may be null.
  shardflow_session(Session made, const OpRegistry* registry)
      : session(std::move(made)),
        program(&session, /*is_annotated=*/false),
        annotated(&session, /*is_annotated=*/true) {
    if (registry != nullptr) {
      annotated.registry =
          shardflow::internal::OpRegistryAccess::Share(*registry);
    }
    stats.replay_reason = replay_reason.c_str();
  }
  shardflow_session(const shardflow_session&) = delete;
  shardflow_session& operator=(const shardflow_session&) = delete;

  Session session;
  shardflow_program program;
  shardflow_program annotated;
  shardflow_session_stats stats = {};
  shardflow_session_price price = {};
  std::string replay_reason;  // stats.replay_reason points to it
};

shardflow_session* shardflow_session_create(
    const shardflow_program* program, const shardflow_session_options* given,
    shardflow_messages* messages) {
  Report report(__func__, messages);
  shardflow_session_options options;
  shardflow::SessionOptions made;
  if (!report.Has(program) ||
      !shardflow::internal::c::Complete(given, options, report) ||
      !shardflow::internal::c::ToRunOptions(options.run, made.run, report)) {
    return nullptr;
  }
  made.conservative = options.conservative;
  shardflow::Program copy = shardflow::internal::c::Whole(*program)->Clone();
  if (options.imported) {
    return new shardflow_session(Session(std::move(copy), made),
                                 made.run.registry);
  }
  std::optional<Session> session =
      Session::FromProgram(std::move(copy), made, report.messages());
  if (!session) return nullptr;
  return new shardflow_session(*std::move(session), made.run.registry);
}

void shardflow_session_destroy(shardflow_session* session) { delete session; }

bool shardflow_session_set_sharding(shardflow_session* session,
                                    shardflow_value value, const char* sharding,
                                    shardflow_messages* messages) {
  Report report(__func__, messages);
  std::optional<ShardingInfo> info;
  if (!report.Has(session, "session") ||
      !shardflow::internal::c::ToSharding(sharding, info, report)) {
    return false;
  }
  return session->session.SetSharding(From(value), info, report.messages());
}

bool shardflow_session_set_result_sharding(shardflow_session* session,
                                           shardflow_op function, int i,
                                           const char* sharding,
                                           shardflow_messages* messages) {
  Report report(__func__, messages);
  std::optional<ShardingInfo> info;
  return report.Has(session, "session") &&
         shardflow::internal::c::ToSharding(sharding, info, report) &&
         session->session.SetResultSharding(From(function), i, info,
                                            report.messages());
}

shardflow_op shardflow_session_add_op(shardflow_session* session,
                                      shardflow_op before,
                                      const shardflow_op_spec* given,
                                      shardflow_messages* messages) {
  Report report(__func__, messages);
  shardflow::OpSpecification op;
  if (!report.Has(session, "session") ||
      !shardflow::internal::c::ReadOp(given, op, __func__, report.messages())) {
    return ToOp({});
  }
  return ToOp(session->session.AddOp(From(before), op, report.messages()));
}

bool shardflow_session_set_operand(shardflow_session* session, shardflow_op op,
                                   int i, shardflow_value value,
                                   shardflow_messages* messages) {
  Report report(__func__, messages);
  return report.Has(session, "session") &&
         session->session.SetOperand(From(op), i, From(value),
                                     report.messages());
}

bool shardflow_session_replace_uses(shardflow_session* session,
                                    shardflow_value of, shardflow_value by,
                                    shardflow_messages* messages) {
  Report report(__func__, messages);
  return report.Has(session, "session") &&
         session->session.ReplaceUses(From(of), From(by), report.messages());
}

bool shardflow_session_erase_op(shardflow_session* session, shardflow_op op,
                                shardflow_messages* messages) {
  Report report(__func__, messages);
  return report.Has(session, "session") &&
         session->session.EraseOp(From(op), report.messages());
}

bool shardflow_session_propagate(shardflow_session* session,
                                 shardflow_messages* messages) {
  Report report(__func__, messages);
  if (!report.Has(session, "session")) return false;
  const bool ok = session->session.Propagate(report.messages());
  const shardflow::SessionStats stats = session->session.Stats();
  session->replay_reason = stats.replay_reason;
  session->stats = {.propagations = stats.propagations,
                    .replays = stats.replays,
                    .replay_reason = session->replay_reason.c_str(),
                    .visits = stats.visits,
                    .values_changed = stats.values_changed};
  return ok;
}

const shardflow_program* shardflow_session_program(
    const shardflow_session* session) {
  return session == nullptr ? nullptr : &session->program;
}

const shardflow_program* shardflow_session_annotated(
    const shardflow_session* session) {
  return session == nullptr ? nullptr : &session->annotated;
}

shardflow_program* shardflow_session_export(const shardflow_session* session,
                                            shardflow_messages* messages) {
  Report report(__func__, messages);
  if (!report.Has(session, "session")) return nullptr;
  std::optional<shardflow::Program> program =
      session->session.Exported(report.messages());
  return program ? new shardflow_program(*std::move(program)) : nullptr;
}

shardflow_program* shardflow_session_partition(
    const shardflow_session* session, const shardflow_partition_options* given,
    shardflow_messages* messages) {
  Report report(__func__, messages);
  shardflow::PartitionOptions options;
  if (!report.Has(session, "session") ||
      !shardflow::internal::c::ToPartitionOptions(given, options, report,
                                                  /*with_run=*/false)) {
    return nullptr;
  }
  std::optional<shardflow::Program> program =
      session->session.Partitioned(options, report.messages());
  return program ? new shardflow_program(*std::move(program)) : nullptr;
}

size_t shardflow_session_changed_values(const shardflow_session* session,
                                        shardflow_value* values,
                                        size_t capacity) {
  if (session == nullptr) return 0;
  return CopyOut(session->session.ChangedValues(), values, capacity, ToValue);
}

size_t shardflow_session_changed_results(const shardflow_session* session,
                                         shardflow_op* functions, int* indices,
                                         size_t capacity) {
  if (session == nullptr) return 0;
  const std::vector<shardflow::ChangedResult> changed =
      session->session.ChangedResults();
  CopyOut(changed, indices, capacity,
          [](const shardflow::ChangedResult& r) { return r.result; });
  return CopyOut(
      changed, functions, capacity,
      [](const shardflow::ChangedResult& r) { return ToOp(r.function); });
}

int64_t shardflow_session_checkpoint(shardflow_session* session) {
  return session == nullptr ? 0 : session->session.Checkpoint();
}

bool shardflow_session_rollback(shardflow_session* session, int64_t checkpoint,
                                shardflow_messages* messages) {
  Report report(__func__, messages);
  return report.Has(session, "session") &&
         session->session.Rollback(checkpoint, report.messages());
}

bool shardflow_session_release(shardflow_session* session, int64_t checkpoint,
                               shardflow_messages* messages) {
  Report report(__func__, messages);
  return report.Has(session, "session") &&
         session->session.Release(checkpoint, report.messages());
}

shardflow_session* shardflow_session_fork(const shardflow_session* session) {
  if (session == nullptr) return nullptr;
  const std::optional<OpRegistry>& registry = session->annotated.registry;
  return new shardflow_session(session->session.Fork(),
                               registry ? &*registry : nullptr);
}

const shardflow_session_stats* shardflow_session_get_stats(
    const shardflow_session* session) {
  return session == nullptr ? nullptr : &session->stats;
}

void shardflow_session_set_stop(shardflow_session* session,
                                const shardflow_stop* stop) {
  if (session == nullptr) return;
  session->session.SetStop(stop == nullptr ? nullptr : &stop->stopped);
}

int64_t shardflow_session_memory_bytes(const shardflow_session* session) {
  return session == nullptr ? 0 : session->session.MemoryBytes();
}

char* shardflow_session_explain(shardflow_session* session,
                                shardflow_value value,
                                const shardflow_explanation_options* given,
                                shardflow_messages* messages) {
  Report report(__func__, messages);
  shardflow_explanation_options options;
  if (!report.Has(session, "session") || !Complete(given, options, report)) {
    return nullptr;
  }
  return ExplanationOut(
      session->session.Explain(From(value), report.messages()), options.json,
      options.spec);
}

char* shardflow_session_explain_result(
    shardflow_session* session, int i,
    const shardflow_explanation_options* given, shardflow_messages* messages) {
  Report report(__func__, messages);
  shardflow_explanation_options options;
  if (!report.Has(session, "session") || !Complete(given, options, report)) {
    return nullptr;
  }
  return ExplanationOut(session->session.ExplainResult(i, report.messages()),
                        options.json, options.spec);
}

const shardflow_session_price* shardflow_session_find_price(
    shardflow_session* session, const shardflow_price_request* given,
    shardflow_messages* messages) {
  Report report(__func__, messages);
  shardflow_price_request request = {};
  if (!report.Has(session, "session") ||
      (given != nullptr && !Complete(given, request, report))) {
    return nullptr;
  }
  shardflow::PriceOptions options;
  options.topology = View(request.topology);
  options.peak = request.peak;
  const std::optional<shardflow::SessionPrice> price =
      session->session.Price(options, report.messages());
  if (!price) return nullptr;
  session->price = {.wire_bytes = price->wire_bytes,
                    .collectives = price->collectives,
                    .flops = price->flops,
                    .arguments = price->arguments,
                    .results = price->results,
                    .work_seconds = price->time.work,
                    .communication_seconds = price->time.communication,
                    .sum_seconds = price->time.sum,
                    .max_seconds = price->time.max,
                    .temporaries = price->temporaries,
                    .peak = price->peak,
                    .from_scratch = price->from_scratch};
  return &session->price;
}
