#include "api/reply.h"

#include "api/program_impl.h"
#include "ir/walk.h"
#include "json/attr_write.h"
#include "lower/step_kind.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_kind.h"
#include "shardflow/version.h"
#include "shardflow/views.h"
#include "text/ssa_names.h"

namespace shardflow::internal {
namespace {

// Writes values by their names in the request's program. A value without a name
// there, because a pass added it, is written by its name in the reply's
// program.
class ValueWriter {
 public:
  ValueWriter(Module& m, const ValueNames* request)
      : m_(m),
        names_(m, m.root(), /*generic=*/false),
        request_(request),
        attrs_(m) {}

  void Function(OpId op, JsonEmitter& e) {
    while (op && !IsFunction(m_, op)) op = m_.parent_op(op);
    const NameId symbol = op ? m_.symbol(op) : NameId::None();
    e.String("function", symbol ? m_.names.Get(symbol) : "");
  }
  void FunctionOf(ValueId value, JsonEmitter& e) {
    const OpId def = m_.def(value);
    Function(def ? def : m_.parent_op(m_.arg_block(value)), e);
  }
  // Writes "value" and, where the reply's program uses a different name for it,
  // "printed". Writes "added" if the request's program lacks the value.
  void Value(ValueId value, JsonEmitter& e) {
    ValueId resharded = value;
    while (IsAdded(resharded)) {
      resharded = m_.operand(m_.def(resharded), 0);
    }
    const std::string source = Source(resharded);
    Name("value", "printed", value, source, e);
    if (request_ == nullptr || (resharded == value && !source.empty())) return;
    e.Bool("added", true);
  }
  void Result(ValueId value, JsonEmitter& e) {
    Name("result", "result_printed", value,
         IsAdded(value) ? std::string() : Source(value), e);
  }
  void Type(TypeId type, JsonEmitter& e) {
    e.Key("type");
    attrs_.Type(type, e);
  }
  void Sharding(std::string_view key, ShardingId sharding, JsonEmitter& e) {
    if (!sharding) return;
    e.Key(key);
    attrs_.Sharding(sharding, e);
  }
  void Row(ValueId value, JsonEmitter& e) {
    const ShardingId sharding = GetSharding(m_, value);
    if (!sharding) return;
    e.BeginObject();
    FunctionOf(value, e);
    Value(value, e);
    Type(m_.type(value), e);
    Sharding("sharding", sharding, e);
    e.EndObject();
  }
  // Writes rows for the results of a function, which have shardings of their
  // own.
  void ResultRows(OpId function, JsonEmitter& e) {
    const TypeId type = FunctionType(m_, function);
    if (!type) return;
    for (size_t i = 0; i < m_.types.result_count(type); ++i) {
      const ShardingId sharding = ResultSharding(m_, function, i);
      if (!sharding) continue;
      e.BeginObject();
      Function(function, e);
      e.String("value", "result " + std::to_string(i));
      Type(m_.types.result(type, i), e);
      Sharding("sharding", sharding, e);
      e.EndObject();
    }
  }

 private:
  std::string Source(ValueId value) const {
    return request_ == nullptr ? std::string() : request_->Name(value);
  }
  bool Reshards(OpId op) const {
    return m_.kind(op) == OpKind::kReshard ||
           m_.kind(op) == OpKind::kShardingConstraint ||
           FindStepOp(m_.op_name(op));
  }
  // Whether the value is a reshard step that a pass added. Because of its
  // location, the step may have the name of a value in the request, although it
  // is a different value. (A step that replaced a reshard in the request
  // doesn't count as added.)
  bool IsAdded(ValueId value) const {
    const OpId op = m_.def(value);
    if (request_ == nullptr || op.IsNone() || !Reshards(op)) return false;
    const ValueId original = request_->Original(value);
    const OpId before = original ? m_.def(original) : OpId::None();
    return before.IsNone() || !Reshards(before);
  }
  void Name(std::string_view key, std::string_view printed_key, ValueId value,
            const std::string& source, JsonEmitter& e) {
    text_.clear();
    names_.Append(value, text_);
    e.Key(key);
    e.String(source.empty() ? text_ : source);
    if (source.empty() || source == text_) return;
    e.Key(printed_key);
    e.String(text_);
  }

  Module& m_;  // not const, because shardings are interned
  const SsaNames names_;
  const ValueNames* const request_;
  AttrWriter attrs_;
  std::string text_;
};

void WriteStep(const ReshardStep& step, JsonEmitter& e) {
  e.String("op", step.op);
  e.String("axes", step.axes);
  e.Int("group", step.group);
  e.Int("bytes_sent", step.bytes_sent);
  e.Int("bytes_received", step.bytes_received);
  e.Int("local_bytes", step.local_bytes);
}

void WriteMessage(const Message& message, JsonEmitter& e) {
  e.BeginObject();
  e.String("severity", MessageKindName(message.kind));
  e.String("message", message.text);
  if (!message.file.empty()) {
    e.String("file", message.file);
  }
  if (message.line > 0) {
    e.Int("line", message.line);
  }
  if (message.column > 0) {
    e.Int("column", message.column);
  }
  if (!message.excerpt.empty()) {
    e.String("excerpt", message.excerpt);
  }
  if (!message.notes.empty()) {
    e.Key("notes");
    WriteMessages(message.notes, e);
  }
  e.EndObject();
}

}  // namespace

bool IsId(const JsonDocument& d, JsonRef id) {
  return d.Is(id, JsonKind::kNull) || d.Is(id, JsonKind::kString) ||
         (d.Is(id, JsonKind::kNumber) && d.Integer(id));
}

std::string IdText(const JsonDocument& d, JsonRef id) {
  if (!d.Is(id, JsonKind::kString)) return std::string(d.raw(id));
  std::string room, text;
  AppendJsonString(d.String(id, room), text);
  return text;
}

void WriteShardings(Program& program, const ValueNames* request,
                    JsonEmitter& e) {
  Module& m = ProgramAccess::module(program);
  ValueWriter writer(m, request);
  e.Key("shardings");
  e.BeginArrayLines();
  WalkPreOrder(m, m.root(), [&](OpId op) {
    for (int i = 0; i < m.result_count(op); ++i) {
      writer.Row(m.result(op, i), e);
    }
    for (int i = 0; i < m.region_count(op); ++i) {
      for (const BlockId block : m.Blocks(m.region(op, i))) {
        for (const ValueId arg : m.args(block)) writer.Row(arg, e);
      }
    }
    if (IsFunction(m, op)) writer.ResultRows(op, e);
  });
  e.EndArray();
}

void WriteCommunication(Program& program, const ValueNames* request,
                        JsonEmitter& e) {
  Module& m = ProgramAccess::module(program);
  const Origin origin = ProgramAccess::origin(program);
  const std::vector<PlannedReshard> plan = CommunicationPlan(program);
  ValueWriter writer(m, request);
  e.Key("reshards");
  e.BeginArrayLines();
  for (const PlannedReshard& reshard : plan) {
    const ValueId value = ToId(m, origin, reshard.value);
    const ValueId result = ToId(m, origin, reshard.result);
    e.BeginObject();
    writer.FunctionOf(result, e);
    writer.Value(value, e);
    writer.Result(result, e);
    writer.Type(m.type(value), e);
    writer.Sharding("from", GetSharding(m, value), e);
    writer.Sharding("to", GetSharding(m, result), e);
    e.Key("steps");
    e.BeginArray();
    for (const ReshardStep& step : reshard.steps) e.String(step.op);
    e.EndArray();
    e.EndObject();
  }
  e.EndArray();

  e.Key("collectives");
  e.BeginArrayLines();
  for (const PlannedReshard& reshard : plan) {
    for (size_t i = 0; i < reshard.ops.size(); ++i) {
      const OpId op = ToId(m, origin, reshard.ops[i]);
      if (reshard.steps[i].op == "reshard") continue;
      e.BeginObject();
      writer.Function(op, e);
      writer.Value(m.operand(op, 0), e);
      writer.Result(m.result(op, 0), e);
      WriteStep(reshard.steps[i], e);
      e.EndObject();
    }
  }
  e.EndArray();
}

void WriteReports(const Program& program, JsonEmitter& e) {
  const std::vector<PassReport> reports = program.Reports();
  e.Key("counters");
  e.BeginObject();
  e.Int("ops", program.OpCount());
  e.Int("ops_visited", program.Propagated().visits);
  e.Int("bytes", reports.empty() ? 0 : reports.back().bytes);
  e.EndObject();
  e.Key("times");
  e.BeginArrayLines();
  for (const PassReport& report : reports) {
    e.BeginObject();
    e.String("pass", report.name);
    e.Double("seconds", report.seconds);
    e.EndObject();
  }
  e.EndArray();
}

void WriteVersion(JsonEmitter& e) {
  constexpr std::string_view kSchemas[] = {"bench:1",
                                           "check:1",
                                           "comms:1",
                                           "cost:1",
                                           "diagnostics:1",
                                           "diff:1",
                                           "explain:1",
                                           "golden:1",
                                           "gspmd:1",
                                           "lint:1",
                                           "mesh:1",
                                           "module:1",
                                           "op-rules:1",
                                           "passes:1",
                                           "propagate-request:1",
                                           "propagate-response:1",
                                           "propagate-response:2",
                                           "report:1",
                                           "reshard:1",
                                           "rule:1",
                                           "rules:1",
                                           "sharding:1",
                                           "show:1",
                                           "validate:1"};

  e.Key("result");
  e.BeginObject();
  e.String("version", Version());
  e.Key("schemas");
  e.BeginArray();
  for (const std::string_view schema : kSchemas) {
    e.String("urn:shardflow:schema:" + std::string(schema));
  }
  e.EndArray();
  e.EndObject();
}

void BeginError(JsonEmitter& e, std::string_view code,
                std::string_view message) {
  e.Key("error");
  e.BeginObject();
  e.String("code", code);
  e.String("message", message);
}

void WriteMessages(std::span<const Message> messages, JsonEmitter& e) {
  e.BeginArrayLines();
  for (const Message& message : messages) WriteMessage(message, e);
  e.EndArray();
}

}  // namespace shardflow::internal
