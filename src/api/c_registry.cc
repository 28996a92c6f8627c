#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "api/c_common.h"
#include "shardflow/extend.h"
#include "shardflow/sharding.h"

using shardflow::OpView;
using shardflow::internal::c::Report;
using shardflow::internal::c::ShardingText;
using shardflow::internal::c::View;

struct shardflow_rule_answer {
  std::optional<std::string> rule;
};

struct shardflow_communication_answer {
  std::vector<shardflow::OpCollective> collectives;
};

struct shardflow_edges_answer {
  std::vector<shardflow::DataFlowEdge> edges;
};

namespace {

const OpView* From(const shardflow_op_view* op) {
  return reinterpret_cast<const OpView*>(op);
}

const shardflow_op_view* To(const OpView& op) {
  return reinterpret_cast<const shardflow_op_view*>(&op);
}

shardflow::EdgeEnd From(shardflow_edge_end end) {
  return {end.region, end.index};
}

const shardflow::ShardedOpView* From(const shardflow_op_shardings* shardings) {
  return reinterpret_cast<const shardflow::ShardedOpView*>(shardings);
}

// Reads axes such as `{"x", "y":(1)2}`, written like the axes of a dimension.
// Returns nullopt if they can't be read.
std::optional<std::vector<shardflow::AxisInfo>> AxesOf(std::string_view text) {
  std::vector<shardflow::Message> ignored;
  const std::optional<shardflow::ShardingInfo> sharding =
      shardflow::ParseSharding(
          "#sdy.sharding<@mesh, [" + std::string(text) + "]>", ignored);
  if (!sharding || sharding->dims.size() != 1) return std::nullopt;
  return sharding->dims[0].axes;
}

std::vector<shardflow::EdgeEnd> From(const shardflow_edge_end* ends,
                                     size_t count) {
  std::vector<shardflow::EdgeEnd> all;
  for (size_t i = 0; ends != nullptr && i < count; ++i) {
    all.push_back(From(ends[i]));
  }
  return all;
}

// An interface whose data-flow edges come from a callback.
class CallbackDataFlow : public shardflow::OpInterface {
 public:
  CallbackDataFlow(shardflow_edges_function edges, std::shared_ptr<void> user)
      : edges_(edges), user_(std::move(user)) {}

  std::vector<shardflow::DataFlowEdge> Edges(const OpView& op) const override {
    shardflow_edges_answer answer;
    edges_(user_.get(), To(op), &answer);
    return std::move(answer.edges);
  }

 private:
  shardflow_edges_function edges_;
  std::shared_ptr<void> user_;
};

// Wraps a callback's data, so that it is destroyed together with the last copy
// of the callback.
std::shared_ptr<void> Share(void* user, void (*destroy)(void*)) {
  return std::shared_ptr<void>(user, [destroy](void* data) {
    if (destroy != nullptr) destroy(data);
  });
}

// Custom calls ("@target") can have their own rules, but no regions and no
// traits.
bool IsOpName(std::string_view op, Report& report) {
  return !op.starts_with('@') ||
         report.Fail("expected the name of an op, not the target \"" +
                     std::string(op) + "\" of custom calls");
}

}  // namespace

shardflow_registry* shardflow_registry_create(void) {
  return new shardflow_registry;
}

void shardflow_registry_destroy(shardflow_registry* registry) {
  delete registry;
}

bool shardflow_registry_add_rule(shardflow_registry* registry, const char* op,
                                 const char* rule,
                                 shardflow_messages* messages) {
  Report report(__func__, messages);
  return report.Has(registry, "registry") && report.Has(op, "op") &&
         report.Has(rule, "rule") &&
         registry->registry.AddRule(op, rule, report.messages());
}

bool shardflow_registry_read_rules(shardflow_registry* registry,
                                   const char* name, const char* text,
                                   size_t size, shardflow_messages* messages) {
  Report report(__func__, messages);
  return report.Has(registry, "registry") && report.Has(text, "text") &&
         registry->registry.ReadRules(std::string(View(name)),
                                      std::string(text, size),
                                      report.messages());
}

bool shardflow_registry_set_traits(shardflow_registry* registry, const char* op,
                                   unsigned traits,
                                   shardflow_messages* messages) {
  Report report(__func__, messages);
  if (!report.Has(registry, "registry") || !report.Has(op, "op")) return false;
  if (!IsOpName(op, report)) return false;
  constexpr unsigned kKnown =
      SHARDFLOW_OP_PURE | SHARDFLOW_OP_ELEMENTWISE | SHARDFLOW_OP_TERMINATOR;
  if ((traits & ~kKnown) != 0) {
    return report.Fail("unknown traits " + std::to_string(traits & ~kKnown));
  }
  shardflow::OpTraits set;
  set.pure = (traits & SHARDFLOW_OP_PURE) != 0;
  set.elementwise = (traits & SHARDFLOW_OP_ELEMENTWISE) != 0;
  set.terminator = (traits & SHARDFLOW_OP_TERMINATOR) != 0;
  registry->registry.SetTraits(op, set);
  return true;
}

bool shardflow_registry_add_rule_function(shardflow_registry* registry,
                                          const char* op,
                                          shardflow_rule_function rule,
                                          void* user,
                                          void (*destroy_user)(void* user),
                                          shardflow_messages* messages) {
  Report report(__func__, messages);
  std::shared_ptr<void> data = Share(user, destroy_user);
  if (!report.Has(registry, "registry") || !report.Has(op, "op")) return false;
  if (rule == nullptr) return report.Fail("rule is NULL");
  registry->registry.AddRule(
      op, [rule, data = std::move(data)](const OpView& view) {
        shardflow_rule_answer answer;
        rule(data.get(), To(view), &answer);
        return std::move(answer.rule);
      });
  return true;
}

void shardflow_rule_answer_set(shardflow_rule_answer* answer,
                               const char* rule) {
  if (answer == nullptr || rule == nullptr) return;
  answer->rule = rule;
}

char* shardflow_op_view_name(const shardflow_op_view* op) {
  return op == nullptr ? nullptr
                       : shardflow::internal::c::NewText(From(op)->name());
}

int shardflow_op_view_operand_count(const shardflow_op_view* op) {
  return op == nullptr ? 0 : From(op)->operand_count();
}

int shardflow_op_view_result_count(const shardflow_op_view* op) {
  return op == nullptr ? 0 : From(op)->result_count();
}

int shardflow_op_view_operand_shape(const shardflow_op_view* op, int i,
                                    int64_t* out, size_t capacity) {
  if (op == nullptr) return -1;
  return shardflow::internal::c::CopyShape(From(op)->OperandShape(i), out,
                                           capacity);
}

int shardflow_op_view_result_shape(const shardflow_op_view* op, int i,
                                   int64_t* out, size_t capacity) {
  if (op == nullptr) return -1;
  return shardflow::internal::c::CopyShape(From(op)->ResultShape(i), out,
                                           capacity);
}

bool shardflow_op_view_integer(const shardflow_op_view* op, const char* path,
                               int64_t* out) {
  if (op == nullptr || path == nullptr || out == nullptr) return false;
  const std::optional<int64_t> value = From(op)->IntegerAttribute(path);
  if (value) *out = *value;
  return value.has_value();
}

char* shardflow_op_view_string(const shardflow_op_view* op, const char* path) {
  if (op == nullptr || path == nullptr) return nullptr;
  const std::optional<std::string> value = From(op)->StringAttribute(path);
  return value ? shardflow::internal::c::NewText(*value) : nullptr;
}

size_t shardflow_op_view_integers(const shardflow_op_view* op, const char* path,
                                  int64_t* out, size_t capacity) {
  if (op == nullptr || path == nullptr) return 0;
  return shardflow::internal::c::CopyOut(From(op)->IntegerArrayAttribute(path),
                                         out, capacity,
                                         [](int64_t item) { return item; });
}

int shardflow_op_view_region_count(const shardflow_op_view* op) {
  return op == nullptr ? 0 : From(op)->region_count();
}

int shardflow_op_view_argument_count(const shardflow_op_view* op, int region) {
  return op == nullptr ? 0 : From(op)->ArgumentCount(region);
}

int shardflow_op_view_terminator_operand_count(const shardflow_op_view* op,
                                               int region) {
  return op == nullptr ? 0 : From(op)->TerminatorOperandCount(region);
}

char* shardflow_op_shardings_operand(const shardflow_op_shardings* shardings,
                                     int i) {
  return shardings == nullptr
             ? nullptr
             : ShardingText(From(shardings)->OperandSharding(i));
}

char* shardflow_op_shardings_result(const shardflow_op_shardings* shardings,
                                    int i) {
  return shardings == nullptr
             ? nullptr
             : ShardingText(From(shardings)->ResultSharding(i));
}

int shardflow_op_shardings_operand_local_shape(
    const shardflow_op_shardings* shardings, int i, int64_t* out,
    size_t capacity) {
  if (shardings == nullptr) return -1;
  return shardflow::internal::c::CopyShape(
      From(shardings)->OperandLocalShape(i), out, capacity);
}

int shardflow_op_shardings_result_local_shape(
    const shardflow_op_shardings* shardings, int i, int64_t* out,
    size_t capacity) {
  if (shardings == nullptr) return -1;
  return shardflow::internal::c::CopyShape(From(shardings)->ResultLocalShape(i),
                                           out, capacity);
}

bool shardflow_registry_set_communication_function(
    shardflow_registry* registry, const char* op,
    shardflow_communication_function communication, void* user,
    void (*destroy_user)(void* user), shardflow_messages* messages) {
  Report report(__func__, messages);
  std::shared_ptr<void> data = Share(user, destroy_user);
  if (!report.Has(registry, "registry") || !report.Has(op, "op")) return false;
  if (communication == nullptr) return report.Fail("communication is NULL");
  registry->registry.SetCommunication(
      op, [communication,
           data = std::move(data)](const shardflow::ShardedOpView& view) {
        shardflow_communication_answer answer;
        communication(data.get(), To(view),
                      reinterpret_cast<const shardflow_op_shardings*>(&view),
                      &answer);
        return std::move(answer.collectives);
      });
  return true;
}

void shardflow_communication_answer_add(shardflow_communication_answer* answer,
                                        const shardflow_op_collective* given) {
  if (answer == nullptr) return;
  // An invalid call has nobody to report to here. Its error is part of the
  // answer, and reported later, with the op's name.
  shardflow::OpCollective& made = answer->collectives.emplace_back();
  shardflow_op_collective collective;
  Report report(__func__, nullptr);
  if (!report.Has(given, "collective") ||
      !shardflow::internal::c::Complete(given, collective, report)) {
    made.error = report.messages().back().text;
    return;
  }
  auto axes = AxesOf(View(collective.axes));
  if (!axes) {
    (void)report.Fail("axes is not a list of axes");
    made.error = report.messages().back().text;
    return;
  }
  made.kind = View(collective.kind);
  made.axes = *std::move(axes);
  made.bytes = collective.bytes;
  made.times = collective.times == 0 ? 1 : collective.times;
  made.mesh = View(collective.mesh);
}

bool shardflow_registry_set_edges_function(shardflow_registry* registry,
                                           const char* op,
                                           shardflow_edges_function edges,
                                           void* user,
                                           void (*destroy_user)(void* user),
                                           shardflow_messages* messages) {
  Report report(__func__, messages);
  std::shared_ptr<void> data = Share(user, destroy_user);
  if (!report.Has(registry, "registry") || !report.Has(op, "op")) return false;
  if (edges == nullptr) return report.Fail("edges is NULL");
  if (!IsOpName(op, report)) return false;
  registry->registry.SetInterface(
      op, std::make_shared<CallbackDataFlow>(edges, std::move(data)));
  return true;
}

void shardflow_edges_answer_add(shardflow_edges_answer* answer,
                                shardflow_edge_end owner,
                                const shardflow_edge_end* other_targets,
                                size_t other_target_count,
                                const shardflow_edge_end* sources,
                                size_t source_count) {
  if (answer == nullptr) return;
  answer->edges.push_back({From(owner), From(other_targets, other_target_count),
                           From(sources, source_count)});
}
