#include "api/reshard_json.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "api/plan_names.h"
#include "api/topology.h"

namespace shardflow {

using namespace internal;
namespace {

class ReshardWriter {
 public:
  ReshardWriter(const ReshardRequest& request, JsonEmitter& e)
      : request_(request), e_(e) {}

  void Write(const ReshardReport& report) {
    e_.BeginObjectLines();
    Text("format", "shardflow-reshard");
    Number("version", 1);
    Text("mesh", request_.mesh);
    Text("type", request_.type);
    Text("from", request_.from);
    Text("to", request_.to);
    Text("plan", PlanName(request_.options.plan));
    Number("local_bytes", report.local_bytes);
    e_.Key("steps");
    e_.BeginArrayLines();
    for (const ReshardStep& step : report.steps) WriteStep(step);
    e_.EndArray();
    Number("bytes_sent", report.bytes_sent);
    Number("bytes_received", report.bytes_received);
    if (HasTimes()) {
      Text("topology", TopologyName(request_.options.topology));
      Seconds(report.seconds);
    }
    e_.EndObject();
  }

 private:
  bool HasTimes() const { return !request_.options.topology.empty(); }

  void WriteStep(const ReshardStep& step) {
    e_.BeginObjectLines();
    Text("op", step.op);
    Text("axes", step.axes);
    Text("sharding", step.sharding);
    Number("group", step.group);
    Number("bytes_sent", step.bytes_sent);
    Number("bytes_received", step.bytes_received);
    Number("local_bytes", step.local_bytes);
    if (HasTimes()) Seconds(step.seconds);
    e_.EndObject();
  }

  void Text(std::string_view key, std::string_view text) {
    e_.Key(key);
    e_.String(text);
  }
  // The schema allows only numbers here, not strings, however large the number.
  void Number(std::string_view key, int64_t number) {
    e_.Key(key);
    e_.Raw(std::to_string(number));
  }
  void Seconds(double seconds) {
    e_.Key("seconds");
    e_.Double(seconds);
  }

  const ReshardRequest& request_;
  JsonEmitter& e_;
};

}  // namespace

namespace internal {

void EmitReshard(const ReshardRequest& request, const ReshardReport& report,
                 JsonEmitter& e) {
  ReshardWriter(request, e).Write(report);
}

}  // namespace internal

std::string ReshardJson(const ReshardRequest& request,
                        const ReshardReport& report) {
  std::string out;
  JsonEmitter e(out);
  EmitReshard(request, report, e);
  return out + "\n";
}

}  // namespace shardflow
