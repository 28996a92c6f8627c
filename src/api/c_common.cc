#include "api/c_common.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <utility>

namespace shardflow::internal::c {

Report::~Report() {
  if (list_ == nullptr) return;
  for (Message& message : messages_) {
    list_->list.emplace_back(std::move(message));
  }
}

bool Fail(std::vector<Message>& messages, const char* function,
          std::string_view what) {
  messages.push_back({.text = std::string(function) + ": ",
                      .code = ErrorCode::kInvalidArgument});
  messages.back().text += what;
  return false;
}

bool Report::Fail(std::string_view what) {
  return c::Fail(messages_, function_, what);
}

bool Report::Has(const shardflow_program* program) {
  if (program == nullptr) return Fail("program is NULL");
  return IsUsable(program) || Fail("a pass failed on this program before");
}

bool Report::MayChange(const shardflow_program* program) {
  if (!Has(program)) return false;
  return program->session == nullptr ||
         Fail(
             "the program belongs to a session: change the session, or a copy "
             "(shardflow_program_clone)");
}

char* NewText(std::string_view text) {
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) std::terminate();
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

int CopyShape(const std::optional<std::vector<int64_t>>& shape, int64_t* out,
              size_t capacity) {
  if (!shape) return -1;
  return static_cast<int>(
      CopyOut(*shape, out, capacity, [](int64_t size) { return size; }));
}

namespace {

// Writes row `row` of the array `out`, unless `out` is NULL.
void CopyRow(const std::vector<int64_t>& from, size_t row, int64_t* out) {
  if (out != nullptr) {
    std::copy(from.begin(), from.end(), out + row * from.size());
  }
}

}  // namespace

size_t CopySlices(const std::vector<DeviceSlice>& slices, int64_t* devices,
                  int64_t* offsets, int64_t* sizes, size_t capacity) {
  for (size_t i = 0; i < std::min(capacity, slices.size()); ++i) {
    if (devices != nullptr) devices[i] = slices[i].device;
    CopyRow(slices[i].offsets, i, offsets);
    CopyRow(slices[i].sizes, i, sizes);
  }
  return slices.size();
}

bool ToCompatMode(const shardflow_compat& compat, CompatMode& out,
                  Report& report) {
  const int value = IntOf(compat);
  switch (value) {
    case SHARDFLOW_COMPAT_SHARDY_2026_08:
      out = CompatMode::kShardy202608;
      return true;
    case SHARDFLOW_COMPAT_JAXLIB_0_12:
      out = CompatMode::kJaxlib012;
      return true;
  }
  return report.Fail("unknown compat " + std::to_string(value));
}

static_assert(SHARDFLOW_PLAN_DEFAULT == static_cast<int>(PlanChoice::kDefault));
static_assert(SHARDFLOW_PLAN_BEST == static_cast<int>(PlanChoice::kBest));

bool ToPlanChoice(const shardflow_plan_choice& plan, bool best, PlanChoice& out,
                  Report& report) {
  const int value = IntOf(plan);
  for (const PlanChoiceName& choice : kPlanChoiceNames) {
    if (static_cast<int>(choice.value) != value) continue;
    out = best ? PlanChoice::kBest : choice.value;
    return true;
  }
  return report.Fail("unknown plan " + std::to_string(value));
}

bool ToPartitionOptions(const shardflow_partition_options* given,
                        PartitionOptions& out, Report& report, bool with_run) {
  shardflow_partition_options options = {};
  if (!Complete(given, options, report) ||
      (with_run && !ToRunOptions(options.run, out.run, report)) ||
      !ToPlanChoice(options.plan, options.best_plan, out.plan, report)) {
    return false;
  }
  out.propagate = !options.propagated;
  out.no_halo = options.no_halo;
  out.always_gather = options.always_gather;
  out.save_memory = options.save_memory;
  out.replicas = options.replicas;
  out.combine_gathers = options.combine_gathers;
  if (options.combine_bytes != 0) {
    out.combine_bytes = std::max<int64_t>(options.combine_bytes, 0);
  }
  if (options.devices < 0) return report.Fail("devices is negative");
  out.devices = options.devices;
  out.check = options.check;
  return true;
}

bool ToRunOptions(const shardflow_run_options* given, RunOptions& out,
                  Report& report) {
  shardflow_run_options options;
  if (!Complete(given, options, report)) return false;
  if (!ToCompatMode(options.compat, out.compat, report)) return false;
  if (options.registry != nullptr) out.registry = &options.registry->registry;
  out.extra_rules = options.extra_rules;
  out.dynamic_shapes = options.dynamic_shapes;
  out.verify_after = options.verify_after;
  out.jax = options.jax;
  if (options.stop != nullptr) out.stop = &options.stop->stopped;
  if (options.progress_milliseconds < 0 || options.memory_limit < 0) {
    return report.Fail("progress_milliseconds or memory_limit is negative");
  }
  if (options.progress_milliseconds > 0) {
    out.progress_milliseconds = options.progress_milliseconds;
  }
  out.memory_limit = options.memory_limit;
  if (options.progress == nullptr) return true;
  out.progress = [tell = options.progress,
                  user = options.progress_user](const RunProgress& progress) {
    // Names of passes are null-terminated.
    const shardflow_progress told = {.pass = progress.pass.data(),
                                     .passes_done = progress.passes_done,
                                     .done = progress.done,
                                     .bytes = progress.bytes,
                                     .seconds = progress.seconds};
    tell(user, &told);
  };
  return true;
}

char* ExplanationOut(const std::optional<Explanation>& explanation, bool json,
                     bool spec) {
  if (!explanation) return nullptr;
  return NewText(json ? ExplanationJson(*explanation)
                      : ExplanationText(*explanation, {.spec = spec}));
}

char* ShardingText(const std::optional<ShardingInfo>& sharding) {
  return sharding ? NewText(ToText(*sharding)) : nullptr;
}

bool ToSharding(const char* text, std::optional<ShardingInfo>& out,
                Report& report) {
  out.reset();
  if (text == nullptr) return true;
  out = ParseSharding(text, report.messages());
  return out.has_value();
}

}  // namespace shardflow::internal::c

const char* shardflow_version(void) { return SHARDFLOW_VERSION_STRING; }

void shardflow_free(char* text) { std::free(text); }

shardflow_stop* shardflow_stop_create(void) { return new shardflow_stop; }

void shardflow_stop_destroy(shardflow_stop* stop) { delete stop; }

void shardflow_stop_set(shardflow_stop* stop, bool stopped) {
  if (stop != nullptr) stop->stopped = stopped;
}
