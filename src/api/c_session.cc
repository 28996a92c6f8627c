#include <cstring>
#include <optional>
#include <utility>

#include "api/c_common.h"
#include "api/c_handles.h"
#include "shardflow/session.h"

// Sessions.

using shardflow::ProgramView;
using shardflow::Session;
using shardflow::ShardingInfo;
using shardflow::internal::c::From;
using shardflow::internal::c::Report;
using shardflow::internal::c::TextOrNull;

struct shardflow_session {
  Session session;
  // Of the last propagation; its replay_reason is given away as a pointer.
  shardflow::SessionStats stats = {};
};

namespace {

// What `ask` answers, of a session that is there; else nothing.
template <class Ask>
auto AskOf(const shardflow_session* session, Ask ask)
    -> decltype(ask(std::declval<const ProgramView&>())) {
  if (session == nullptr) return {};
  return ask(session->session.View());
}

bool ToSessionOptions(const shardflow_session_options* given,
                      shardflow::SessionOptions& made, Report& report) {
  shardflow_session_options options;
  if (!shardflow::internal::c::Complete(given, options, report) ||
      !shardflow::internal::c::ToRunOptions(options.run, made.run, report)) {
    return false;
  }
  made.conservative = options.conservative;
  return true;
}

}  // namespace

shardflow_session* shardflow_session_create(
    const shardflow_program* program, const shardflow_session_options* given,
    shardflow_messages* messages) noexcept {
  Report report(__func__, messages);
  shardflow::SessionOptions options;
  if (!report.Has(program) || !ToSessionOptions(given, options, report)) {
    return nullptr;
  }
  return new shardflow_session{Session(program->program.Clone(), options)};
}

shardflow_session* shardflow_session_from_program(
    const shardflow_program* program, const shardflow_session_options* given,
    shardflow_messages* messages) noexcept {
  Report report(__func__, messages);
  shardflow::SessionOptions options;
  if (!report.Has(program) || !ToSessionOptions(given, options, report)) {
    return nullptr;
  }
  std::optional<Session> session = Session::FromProgram(
      program->program.Clone(), options, report.messages());
  return session ? new shardflow_session{*std::move(session)} : nullptr;
}

void shardflow_session_destroy(shardflow_session* session) noexcept {
  delete session;
}

bool shardflow_session_set_sharding(shardflow_session* session,
                                    shardflow_value value, const char* sharding,
                                    shardflow_messages* messages) noexcept {
  Report report(__func__, messages);
  std::optional<ShardingInfo> info;
  if (!report.Has(session, "session") ||
      !shardflow::internal::c::ToSharding(sharding, info, report)) {
    return false;
  }
  Session& s = session->session;
  return info ? s.SetSharding(From(value), *info, report.messages())
              : s.ClearSharding(From(value), report.messages());
}

bool shardflow_session_set_result_sharding(
    shardflow_session* session, shardflow_op function, int i,
    const char* sharding, shardflow_messages* messages) noexcept {
  Report report(__func__, messages);
  std::optional<ShardingInfo> info;
  return report.Has(session, "session") &&
         shardflow::internal::c::ToSharding(sharding, info, report) &&
         session->session.SetResultSharding(From(function), i, info,
                                            report.messages());
}

bool shardflow_session_propagate(shardflow_session* session,
                                 shardflow_messages* messages) noexcept {
  Report report(__func__, messages);
  if (!report.Has(session, "session")) return false;
  const bool ok = session->session.Propagate(report.messages());
  session->stats = session->session.Stats();
  return ok;
}

char* shardflow_session_sharding(const shardflow_session* session,
                                 shardflow_value value) noexcept {
  return TextOrNull(AskOf(session, [&](const ProgramView& v) {
    return v.ShardingText(From(value));
  }));
}

char* shardflow_session_result_sharding(const shardflow_session* session,
                                        shardflow_op function, int i) noexcept {
  return shardflow::internal::c::ShardingText(
      AskOf(session, [&](const ProgramView& v) {
        return v.ResultSharding(From(function), i);
      }));
}

int shardflow_session_local_shape(const shardflow_session* session,
                                  shardflow_value value, int64_t* out,
                                  size_t capacity) noexcept {
  return shardflow::internal::c::CopyShape(
      AskOf(session,
            [&](const ProgramView& v) { return v.LocalShape(From(value)); }),
      out, capacity);
}

size_t shardflow_session_slices(const shardflow_session* session,
                                shardflow_value value, int64_t* devices,
                                int64_t* offsets, int64_t* sizes,
                                size_t capacity) noexcept {
  return shardflow::internal::c::CopySlices(
      AskOf(session,
            [&](const ProgramView& v) { return v.Slices(From(value)); }),
      devices, offsets, sizes, capacity);
}

shardflow_program* shardflow_session_program_clone(
    const shardflow_session* session) noexcept {
  return session == nullptr ? nullptr
                            : new shardflow_program{session->session.Result()};
}

shardflow_program* shardflow_session_export(
    const shardflow_session* session, shardflow_messages* messages) noexcept {
  Report report(__func__, messages);
  if (!report.Has(session, "session")) return nullptr;
  std::optional<shardflow::Program> program =
      session->session.Exported(report.messages());
  return program ? new shardflow_program{*std::move(program)} : nullptr;
}

bool shardflow_session_get_stats(const shardflow_session* session,
                                 shardflow_session_stats* out,
                                 size_t size) noexcept {
  if (session == nullptr || out == nullptr) return false;
  const shardflow::SessionStats& stats = session->stats;
  const shardflow_session_stats all = {
      .propagations = stats.propagations,
      .replays = stats.replays,
      .replay_reason = stats.replay_reason.c_str(),
      .visits = stats.visits,
      .values_changed = stats.values_changed,
  };
  std::memcpy(out, &all, std::min(size, sizeof(all)));
  return true;
}
