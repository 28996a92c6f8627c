#include <string>

#include <nlohmann/json.hpp>

#include "explain/render.h"

namespace shardflow::internal {
namespace {

// Keeps keys in the order in which they are set.
using Json = nlohmann::ordered_json;

Json PlaceJson(const ExplainedPlace& place) {
  if (place.line == 0) return nullptr;
  Json json = {
      {"file", place.file}, {"line", place.line}, {"column", place.column}};
  for (const SourceFrame& frame : place.frames) {
    json["frames"].push_back({{"function", frame.function},
                              {"file", frame.file},
                              {"line", frame.line},
                              {"column", frame.column}});
  }
  return json;
}

Json TensorJson(const ExplainedTensor& tensor) {
  Json json = {{"name", tensor.name},
               {"function", tensor.function},
               {"place", PlaceJson(tensor.place)}};
  if (!tensor.label.empty()) json["label"] = tensor.label;
  return json;
}

Json OpJson(const ExplainedOp& op) {
  return {
      {"name", op.name},     {"place", PlaceJson(op.place)},  {"rule", op.rule},
      {"factor", op.factor}, {"factor_type", op.factor_type}, {"from", op.from},
      {"to", op.to}};
}

Json LinkJson(const ChainLink& link) {
  Json json = {{"kind", link.kind},
               {"tensor", TensorJson(link.tensor)},
               {"dimension", link.dimension}};
  if (link.kind == "annotation") {
    json["annotation"] = link.annotation;
    json["sharding"] = link.sharding;
    json["spec"] = link.spec;
  } else if (link.kind != "group") {
    json["op"] = OpJson(link.op);
    json["step"] = link.step;
  }
  json["user_priority"] = link.user_priority;
  if (link.kind == "step") json["op_priority"] = link.op_priority;
  return json;
}

Json AxisJson(const ExplainedAxis& axis) {
  Json chain = Json::array();
  for (const ChainLink& link : axis.chain) chain.push_back(LinkJson(link));
  return {{"axis", axis.axis}, {"dimension", axis.dimension}, {"chain", chain}};
}

Json StopJson(const StoppedAxis& stop);

Json AbsentJson(const AbsentAxis& absent) {
  Json json = {{"dimension", absent.dimension},
               {"axis", absent.axis},
               {"reason", absent.reason},
               {"text", absent.text}};
  if (absent.lost) {
    json["path"] = Json::array();
    for (const ExplainedTensor& tensor : absent.path) {
      json["path"].push_back(TensorJson(tensor));
    }
    json["lost"] = StopJson(*absent.lost);
  }
  return json;
}

Json FixJson(const TriedFix& fix) {
  Json json = {{"tensor", TensorJson(fix.tensor)},
               {"kind", fix.kind},
               {"sharding", fix.sharding},
               {"spec", fix.spec}};
  const auto add = [&](const char* key, int64_t before, int64_t after) {
    if (before < 0 || after < 0) return;
    json[key] = {{"before", before}, {"after", after}};
  };
  add("tensor_bytes", fix.tensor_bytes_before, fix.tensor_bytes);
  add("sent", fix.sent_before, fix.sent);
  add("peak", fix.peak_before, fix.peak);
  if (fix.changed >= 0) json["changed"] = fix.changed;
  return json;
}

Json StopJson(const StoppedAxis& stop) {
  Json json = {{"axis", stop.axis}};
  if (!stop.part.empty()) json["part"] = stop.part;
  json["dimension"] = stop.dimension < 0 ? Json(nullptr) : Json(stop.dimension);
  json["reason"] = stop.reason;
  json["text"] = stop.text;
  json["source"] = TensorJson(stop.source);
  json["source_dimension"] = stop.source_dimension;
  json["op"] = OpJson(stop.op);
  if (!stop.blocker.empty()) {
    Json blocker = {{"axis", stop.blocker}};
    if (stop.blocker_tensor) {
      blocker["tensor"] = TensorJson(*stop.blocker_tensor);
    }
    blocker["dimension"] = stop.blocker_dimension < 0
                               ? Json(nullptr)
                               : Json(stop.blocker_dimension);
    if (!stop.because.empty()) blocker["because"] = stop.because;
    json["blocker"] = blocker;
  }
  if (stop.source_from) json["source_from"] = LinkJson(*stop.source_from);
  if (stop.blocker_from) json["blocker_from"] = LinkJson(*stop.blocker_from);
  return json;
}

}  // namespace

void AppendExplanationJson(const Explanation& explanation, std::string& out,
                           bool one_line) {
  Json values = Json::array();
  for (const ExplainedValue& value : explanation.values) {
    Json axes = Json::array();
    for (const ExplainedAxis& axis : value.axes) axes.push_back(AxisJson(axis));
    Json stopped = Json::array();
    for (const StoppedAxis& stop : value.stopped) {
      stopped.push_back(StopJson(stop));
    }
    Json absent = Json::array();
    for (const AbsentAxis& axis : value.absent) {
      absent.push_back(AbsentJson(axis));
    }
    values.push_back(
        {{"tensor", TensorJson(value.tensor)},
         {"type", value.type},
         {"sharding",
          value.sharding.empty() ? Json(nullptr) : Json(value.sharding)},
         {"spec", value.spec.empty() ? Json(nullptr) : Json(value.spec)},
         {"notes", value.notes},
         {"axes", axes},
         {"stopped", stopped},
         {"absent", absent}});
    if (!value.manual_axes.empty()) {
      values.back()["manual_axes"] = value.manual_axes;
    }
    for (const TriedFix& fix : value.fixes) {
      values.back()["fixes"].push_back(FixJson(fix));
    }
  }
  const Json json = {{"version", 1}, {"values", values}};
  // `replace` keeps dump() from throwing on text that isn't UTF-8, such as a
  // name in the program.
  out +=
      json.dump(one_line ? -1 : 2, ' ', false, Json::error_handler_t::replace);
  if (!one_line) out += '\n';
}

}  // namespace shardflow::internal
