#include "api/cost_json.h"

#include <string>
#include <string_view>
#include <vector>

#include "api/topology.h"
#include "json/emit.h"
#include "shardflow/cost.h"

namespace shardflow {

namespace internal {

void EmitPlace(const CostPlace& place, JsonEmitter& e) {
  const auto text = [&](std::string_view key, const std::string& value) {
    if (value.empty()) return;
    e.String(key, value);
  };
  e.String("op", place.op);
  text("name", place.name);
  text("type", place.type);
  if (place.line <= 0) return;
  e.String("file", place.file);
  e.Int("line", place.line);
  e.Int("column", place.column);
}

void EmitTime(const TimeCost& time, JsonEmitter& e) {
  e.Key("time");
  e.BeginObject();
  e.Double("work", time.work);
  e.Double("communication", time.communication);
  e.Double("sum", time.sum);
  e.Double("max", time.max);
  e.String("bound", time.bound);
  e.EndObject();
}

}  // namespace internal

using namespace internal;
namespace {

class CostWriter {
 public:
  explicit CostWriter(JsonEmitter& e) : e_(e) {}

  void Write(const CostReport& report) {
    e_.BeginObjectLines();
    e_.String("format", "shardflow-cost");
    e_.Int("version", 1);
    e_.String("lowering",
              report.lowering == CostLowering::kXla ? "xla" : "shardflow");
    e_.String("mesh", report.mesh);
    e_.Int("devices", report.devices);
    if (!report.topology.empty()) {
      e_.String("topology", TopologyName(report.topology));
      e_.Double("device_memory", report.device_memory);
    }
    has_time_ = !report.topology.empty();
    WriteMemory(report.memory);
    WriteCommunication(report.communication);
    WriteWork(report.work);
    if (has_time_) EmitTime(report.time, e_);
    if (!report.unknown_loops.empty()) {
      e_.Key("unknown_loops");
      e_.BeginArrayLines();
      for (const CostPlace& place : report.unknown_loops) {
        e_.BeginObject();
        EmitPlace(place, e_);
        e_.EndObject();
      }
      e_.EndArray();
    }
    e_.EndObject();
  }

 private:
  void Values(std::string_view key, const std::vector<CostValue>& values) {
    e_.Key(key);
    e_.BeginArrayLines();
    for (const CostValue& value : values) {
      e_.BeginObject();
      e_.Int("bytes", value.bytes);
      EmitPlace(value.place, e_);
      e_.EndObject();
    }
    e_.EndArray();
  }

  void WriteMemory(const MemoryCost& memory) {
    e_.Key("memory");
    e_.BeginObjectLines();
    e_.Int("arguments", memory.arguments);
    e_.Int("results", memory.results);
    e_.Int("aliased", memory.aliased);
    e_.Int("temporaries", memory.temporaries);
    e_.Int("peak", memory.peak);
    e_.Key("peak_at");
    e_.BeginObject();
    EmitPlace(memory.peak_at, e_);
    e_.EndObject();
    Values("largest", memory.largest);
    if (!memory.curve.empty()) Values("curve", memory.curve);
    e_.EndObject();
  }

  void Totals(std::string_view key, const std::vector<CostTotal>& totals,
              bool is_work) {
    e_.Key(key);
    e_.BeginArrayLines();
    for (const CostTotal& total : totals) {
      e_.BeginObject();
      e_.String("name", total.name);
      e_.Int("count", total.count);
      if (is_work) e_.Int("flops", total.flops);
      e_.Int(is_work ? "bytes" : "wire_bytes", total.bytes);
      if (has_time_) e_.Double("seconds", total.seconds);
      e_.EndObject();
    }
    e_.EndArray();
  }

  void WriteCommunication(const CommunicationCost& communication) {
    e_.Key("communication");
    e_.BeginObjectLines();
    e_.Int("wire_bytes", communication.wire_bytes);
    if (has_time_) e_.Double("seconds", communication.seconds);
    e_.Key("collectives");
    e_.BeginArrayLines();
    for (const CollectiveCost& c : communication.collectives) {
      e_.BeginObject();
      e_.String("kind", c.kind);
      e_.String("axes", c.axes);
      e_.Int("group", c.group);
      if (!c.links.empty()) e_.String("links", c.links);
      e_.Int("held", c.held);
      e_.Int("after", c.after);
      e_.Int("wire_bytes", c.wire_bytes);
      e_.Int("executions", c.executions);
      if (has_time_) e_.Double("seconds", c.seconds);
      e_.String("cause", c.cause);
      if (!c.value.empty()) e_.String("value", c.value);
      if (c.full_rematerialization) {
        e_.Bool("full_rematerialization", true);
      }
      EmitPlace(c.place, e_);
      e_.EndObject();
    }
    e_.EndArray();
    Totals("by_kind", communication.by_kind, /*is_work=*/false);
    Totals("by_axes", communication.by_axes, /*is_work=*/false);
    if (!communication.by_links.empty()) {
      Totals("by_links", communication.by_links, /*is_work=*/false);
    }
    if (!communication.by_scope.empty()) {
      Totals("by_scope", communication.by_scope, /*is_work=*/false);
    }
    e_.EndObject();
  }

  void WriteWork(const WorkCost& work) {
    e_.Key("work");
    e_.BeginObjectLines();
    e_.Int("flops", work.flops);
    e_.Int("bytes", work.bytes);
    if (has_time_) e_.Double("seconds", work.seconds);
    Totals("by_kind", work.by_kind, /*is_work=*/true);
    e_.EndObject();
  }

  JsonEmitter& e_;
  bool has_time_ = false;
};

}  // namespace

namespace internal {

void EmitCost(const CostReport& report, JsonEmitter& e) {
  CostWriter(e).Write(report);
}

}  // namespace internal

std::string CostJson(const CostReport& report) {
  std::string out;
  JsonEmitter e(out);
  EmitCost(report, e);
  return out + "\n";
}

}  // namespace shardflow
