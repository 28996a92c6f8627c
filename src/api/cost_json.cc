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
    e.Key(key);
    e.String(value);
  };
  const auto number = [&](std::string_view key, int value) {
    e.Key(key);
    e.Int(value);
  };
  e.Key("op");
  e.String(place.op);
  text("name", place.name);
  text("type", place.type);
  if (place.line <= 0) return;
  e.Key("file");
  e.String(place.file);
  number("line", place.line);
  number("column", place.column);
}

void EmitTime(const TimeCost& time, JsonEmitter& e) {
  const auto seconds = [&](std::string_view key, double value) {
    e.Key(key);
    e.Double(value);
  };
  e.Key("time");
  e.BeginObject();
  seconds("work", time.work);
  seconds("communication", time.communication);
  seconds("sum", time.sum);
  seconds("max", time.max);
  e.Key("bound");
  e.String(time.bound);
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
    Text("format", "shardflow-cost");
    Number("version", 1);
    Text("lowering",
         report.lowering == CostLowering::kXla ? "xla" : "shardflow");
    Text("mesh", report.mesh);
    Number("devices", report.devices);
    if (!report.topology.empty()) {
      Text("topology", TopologyName(report.topology));
      Seconds("device_memory", report.device_memory);
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
  void Text(std::string_view key, std::string_view text) {
    e_.Key(key);
    e_.String(text);
  }
  void Number(std::string_view key, int64_t number) {
    e_.Key(key);
    e_.Int(number);
  }
  void Seconds(std::string_view key, double seconds) {
    e_.Key(key);
    e_.Double(seconds);
  }
  void Values(std::string_view key, const std::vector<CostValue>& values) {
    e_.Key(key);
    e_.BeginArrayLines();
    for (const CostValue& value : values) {
      e_.BeginObject();
      Number("bytes", value.bytes);
      EmitPlace(value.place, e_);
      e_.EndObject();
    }
    e_.EndArray();
  }

  void WriteMemory(const MemoryCost& memory) {
    e_.Key("memory");
    e_.BeginObjectLines();
    Number("arguments", memory.arguments);
    Number("results", memory.results);
    Number("aliased", memory.aliased);
    Number("temporaries", memory.temporaries);
    Number("peak", memory.peak);
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
      Text("name", total.name);
      Number("count", total.count);
      if (is_work) Number("flops", total.flops);
      Number(is_work ? "bytes" : "wire_bytes", total.bytes);
      if (has_time_) Seconds("seconds", total.seconds);
      e_.EndObject();
    }
    e_.EndArray();
  }

  void WriteCommunication(const CommunicationCost& communication) {
    e_.Key("communication");
    e_.BeginObjectLines();
    Number("wire_bytes", communication.wire_bytes);
    if (has_time_) Seconds("seconds", communication.seconds);
    e_.Key("collectives");
    e_.BeginArrayLines();
    for (const CollectiveCost& c : communication.collectives) {
      e_.BeginObject();
      Text("kind", c.kind);
      Text("axes", c.axes);
      Number("group", c.group);
      if (!c.links.empty()) Text("links", c.links);
      Number("held", c.held);
      Number("after", c.after);
      Number("wire_bytes", c.wire_bytes);
      Number("executions", c.executions);
      if (has_time_) Seconds("seconds", c.seconds);
      Text("cause", c.cause);
      if (!c.value.empty()) Text("value", c.value);
      if (c.full_rematerialization) {
        e_.Key("full_rematerialization");
        e_.Bool(true);
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
    Number("flops", work.flops);
    Number("bytes", work.bytes);
    if (has_time_) Seconds("seconds", work.seconds);
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
