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
    e_.String("format", "shardflow-reshard");
    Number("version", 1);
    e_.String("mesh", request_.mesh);
    e_.String("type", request_.type);
    e_.String("from", request_.from);
    e_.String("to", request_.to);
    e_.String("plan", PlanName(request_.options.plan));
    Number("local_bytes", report.local_bytes);
    e_.Key("steps");
    e_.BeginArrayLines();
    for (const ReshardStep& step : report.steps) WriteStep(step);
    e_.EndArray();
    Number("bytes_sent", report.bytes_sent);
    Number("bytes_received", report.bytes_received);
    if (HasTimes()) {
      e_.String("topology", TopologyName(request_.options.topology));
      Seconds(report.seconds);
    }
    e_.EndObject();
  }

 private:
  bool HasTimes() const { return !request_.options.topology.empty(); }

  void WriteStep(const ReshardStep& step) {
    e_.BeginObjectLines();
    e_.String("op", step.op);
    e_.String("axes", step.axes);
    e_.String("sharding", step.sharding);
    Number("group", step.group);
    Number("bytes_sent", step.bytes_sent);
    Number("bytes_received", step.bytes_received);
    Number("local_bytes", step.local_bytes);
    if (HasTimes()) Seconds(step.seconds);
    e_.EndObject();
  }

  // The schema allows only numbers here, not strings, however large the number.
  void Number(std::string_view key, int64_t number) {
    e_.Key(key);
    e_.Raw(std::to_string(number));
  }
  void Seconds(double seconds) { e_.Double("seconds", seconds); }

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
