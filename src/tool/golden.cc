#include "tool/golden.h"

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "shardflow/sharding.h"
#include "shardflow/spec.h"
#include "tool/json_text.h"

namespace shardflow {
namespace {

constexpr std::string_view kFormat = "shardflow-golden";

// Returns the string at `key`, or "" if the key is absent. If the value isn't a
// string, returns nullopt, with the reason in `error`.
std::optional<std::string> Text(const Json& object, const char* key,
                                const std::string& at, Message& error) {
  const auto found = object.find(key);
  if (found == object.end()) return "";
  if (found->is_string()) return found->get<std::string>();
  error.text = fmt::format("{}/{}: expected a string", at, key);
  return std::nullopt;
}

// Returns the array at `key`. On failure, returns null, with the reason in
// `error`.
const Json* Array(const Json& object, const char* key, Message& error) {
  const auto found = object.find(key);
  if (found != object.end() && found->is_array()) return &*found;
  error.text = fmt::format("/{}: expected an array", key);
  return nullptr;
}

bool ReadMesh(const Json& json, const std::string& at, ShardingList& list,
              Message& error) {
  if (!json.is_object()) {
    error.text = at + ": expected an object";
    return false;
  }
  const auto name = Text(json, "name", at, error);
  const auto mesh = Text(json, "mesh", at, error);
  if (name && mesh) list.meshes.push_back({*name, *mesh});
  return name && mesh;
}

bool ReadValue(const Json& json, const std::string& at, ShardingList& list,
               std::deque<std::string>& texts, Message& error) {
  if (!json.is_object()) {
    error.text = at + ": expected an object";
    return false;
  }
  ShardedItem item;
  const std::pair<const char*, std::string_view ShardedItem::*> fields[] = {
      {"function", &ShardedItem::function},
      {"value", &ShardedItem::value},
      {"label", &ShardedItem::label},
      {"op", &ShardedItem::op},
      {"type", &ShardedItem::type},
      {"sharding", &ShardedItem::sharding},
  };
  for (const auto& [key, member] : fields) {
    std::optional<std::string> text = Text(json, key, at, error);
    if (!text) return false;
    item.*member = texts.emplace_back(*std::move(text));
  }
  std::vector<Message> ignored;
  const auto sharding = ParseSharding(
      std::string("#sdy.sharding").append(item.sharding), ignored);
  if (sharding) item.spec = texts.emplace_back(SpecText(*sharding));
  list.items.push_back(item);
  return true;
}

}  // namespace

std::string GoldenText(const ShardingList& list,
                       const std::vector<std::string>& names) {
  std::string text =
      fmt::format("{{\n\"format\": \"{}\",\n\"version\": 1,\n", kFormat);
  if (!names.empty()) text += "\"names\": " + OneLine(names) + ",\n";
  text += "\"meshes\": [";
  for (size_t i = 0; i < list.meshes.size(); ++i) {
    text += i > 0 ? ",\n" : "\n";
    text +=
        OneLine({{"name", list.meshes[i].name}, {"mesh", list.meshes[i].text}});
  }
  text += "\n],\n\"values\": [";
  for (size_t i = 0; i < list.items.size(); ++i) {
    const ShardedItem& item = list.items[i];
    Json row = {{"function", item.function}};
    // Value names change with every edit of a program. The positions of
    // parameters and results are more stable, and the user's names are even
    // more stable.
    if (!item.label.empty()) row["label"] = item.label;
    if (!item.op.empty()) {
      row["op"] = item.op;
    } else if (item.label.empty()) {
      row["value"] = item.value;
    }
    row["type"] = item.type;
    if (!item.sharding.empty()) row["sharding"] = item.sharding;
    text += i > 0 ? ",\n" : "\n";
    text += OneLine(row);
  }
  return text + "\n]\n}\n";
}

std::optional<ShardingList> ReadGolden(std::string_view text, Message& error,
                                       std::vector<std::string>* names) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) {
    error.text = "no JSON object";
    return std::nullopt;
  }
  if (json.value("format", Json()) != kFormat ||
      json.value("version", Json()) != 1) {
    error.text =
        fmt::format("expected \"format\": \"{}\" and \"version\": 1", kFormat);
    return std::nullopt;
  }
  if (json.contains("names")) {
    const Json* const patterns = Array(json, "names", error);
    if (patterns == nullptr) return std::nullopt;
    for (const Json& pattern : *patterns) {
      if (!pattern.is_string()) {
        error.text = "/names: expected strings";
        return std::nullopt;
      }
      if (names != nullptr) names->push_back(pattern.get<std::string>());
    }
  }
  const Json* const meshes = Array(json, "meshes", error);
  const Json* const values =
      meshes != nullptr ? Array(json, "values", error) : nullptr;
  if (values == nullptr) return std::nullopt;
  ShardingList list;
  const auto texts = std::make_shared<std::deque<std::string>>();
  list.memory = texts;
  for (size_t i = 0; i < meshes->size(); ++i) {
    if (!ReadMesh((*meshes)[i], fmt::format("/meshes/{}", i), list, error)) {
      return std::nullopt;
    }
  }
  for (size_t i = 0; i < values->size(); ++i) {
    if (!ReadValue((*values)[i], fmt::format("/values/{}", i), list, *texts,
                   error)) {
      return std::nullopt;
    }
  }
  return list;
}

}  // namespace shardflow
