#include "api/request_reshard.h"

#include <optional>
#include <string>
#include <utility>

#include "api/reply.h"
#include "api/reshard_json.h"
#include "ir/module.h"
#include "json/attr_read.h"
#include "sharding/print.h"

namespace shardflow::internal {
namespace {

bool ReadMesh(JsonInput& in, JsonRef value, std::string& text) {
  if (in.d.Is(value, JsonKind::kString)) return in.Text(value, text);
  Module m;
  const ParseOptions options;
  const AttrId mesh = AttrReader(m, in, options).Mesh(value);
  if (!mesh) return false;
  AppendMesh(m.shardings.mesh(m.attrs.As<MeshAttr>(mesh).mesh), m.names, text);
  return true;
}

bool ReadSharding(JsonInput& in, JsonRef value, std::string& text) {
  if (in.d.Is(value, JsonKind::kString)) return in.Text(value, text);
  Module m;
  const ParseOptions options;
  const ShardingId sharding = AttrReader(m, in, options).Sharding(value);
  if (!sharding) return false;
  AppendSharding(m.shardings.Get(sharding), m.shardings, m.names, text);
  return true;
}

// Returns the part of the request that a message from PlanReshard is about, or
// None.
JsonRef PlaceOf(const Message& message, const ReshardPlaces& places) {
  if (message.file == "<mesh>") return places.mesh;
  if (message.file == "<type>") return places.type;
  if (message.file == "<from>") return places.from;
  if (message.file == "<to>") return places.to;
  if (message.file == "<topology>") return places.topology;
  return JsonRef::None();
}

}  // namespace

bool ReadReshard(JsonInput& in, const ReshardPlaces& places,
                 ReshardRequest& request) {
  return ReadMesh(in, places.mesh, request.mesh) &&
         in.Text(places.type, request.type) &&
         ReadSharding(in, places.from, request.from) &&
         ReadSharding(in, places.to, request.to);
}

Ending AnswerReshard(const ReshardRequest& request, const ReshardPlaces& places,
                     Answering& answering) {
  const std::optional<ReshardReport> report =
      PlanReshard(request, answering.messages);
  if (answering.IsCancelled()) return Ending::kCancelled;
  if (!report) {
    const JsonRef place = answering.messages.empty()
                              ? JsonRef::None()
                              : PlaceOf(answering.messages.front(), places);
    if (!place) return Ending::kFailed;
    answering.in.Fail(place, answering.messages.front().text);
    return Ending::kBadRequest;
  }
  JsonEmitter& e = answering.e;
  e.Key("result");
  e.BeginObjectLines();
  e.Key("reshard");
  EmitReshard(request, *report, e);
  e.Key("diagnostics");
  WriteMessages(answering.messages, e);
  e.EndObject();
  return Ending::kDone;
}

}  // namespace shardflow::internal
