#include "unit/json_schema.h"

#include <fstream>
#include <set>

#include <gtest/gtest.h>

namespace shardflow {
namespace {

using nlohmann::json;

const std::set<std::string> kKeywords = {"$schema",
                                         "$id",
                                         "$defs",
                                         "$ref",
                                         "title",
                                         "description",
                                         "type",
                                         "const",
                                         "enum",
                                         "minimum",
                                         "required",
                                         "properties",
                                         "items",
                                         "oneOf",
                                         "patternProperties",
                                         "additionalProperties"};

bool HasType(const json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  return type == "null" && value.is_null();
}

class Validator {
 public:
  explicit Validator(const json& root) : root_(root) {}

  std::string Check(const json& schema, const json& value,
                    const std::string& path) const {
    if (schema.is_boolean()) return schema.get<bool>() ? "" : path + " is not";
    for (const auto& [keyword, unused] : schema.items()) {
      if (!kKeywords.contains(keyword)) return "unknown keyword " + keyword;
    }
    if (schema.contains("$ref")) {
      const std::string name =
          schema["$ref"].get<std::string>().substr(sizeof("#/$defs/") - 1);
      if (!root_["$defs"].contains(name)) return "no $defs/" + name;
      const std::string fault = Check(root_["$defs"][name], value, path);
      if (!fault.empty()) return fault;
    }
    std::string fault = CheckValue(schema, value, path);
    if (fault.empty() && value.is_object()) {
      fault = CheckObject(schema, value, path);
    }
    for (size_t i = 0; fault.empty() && value.is_array() && i < value.size() &&
                       schema.contains("items");
         ++i) {
      fault = Check(schema["items"], value[i],
                    path + "[" + std::to_string(i) + "]");
    }
    return fault.empty() ? CheckOneOf(schema, value, path) : fault;
  }

 private:
  static std::string CheckValue(const json& schema, const json& value,
                                const std::string& path) {
    if (schema.contains("type") && !HasType(value, schema["type"])) {
      return path + " is no " + schema["type"].get<std::string>();
    }
    if (schema.contains("const") && value != schema["const"]) {
      return path + " is not " + schema["const"].dump();
    }
    if (schema.contains("minimum") && value < schema["minimum"]) {
      return path + " is below " + schema["minimum"].dump();
    }
    bool found = !schema.contains("enum");
    for (size_t i = 0; !found && i < schema["enum"].size(); ++i) {
      found = schema["enum"][i] == value;
    }
    return found ? "" : path + " is none of " + schema["enum"].dump();
  }

  std::string CheckObject(const json& schema, const json& value,
                          const std::string& path) const {
    if (schema.contains("required")) {
      for (const json& name : schema["required"]) {
        if (!value.contains(name.get<std::string>())) {
          return path + " has no " + name.get<std::string>();
        }
      }
    }
    if (!schema.contains("properties")) return "";
    for (const auto& [name, item] : value.items()) {
      const std::string at = path + "." + name;
      if (schema["properties"].contains(name)) {
        const std::string fault = Check(schema["properties"][name], item, at);
        if (!fault.empty()) return fault;
      } else if (schema.value("additionalProperties", true) == false &&
                 !name.starts_with("x-")) {
        return at + " is not allowed";
      }
    }
    return "";
  }

  std::string CheckOneOf(const json& schema, const json& value,
                         const std::string& path) const {
    if (!schema.contains("oneOf")) return "";
    int matches = 0;
    for (const json& choice : schema["oneOf"]) {
      if (Check(choice, value, path).empty()) ++matches;
    }
    return matches == 1 ? "" : path + " matches " + std::to_string(matches);
  }

  const json& root_;
};

}  // namespace

std::string SchemaFault(const json& schema, const json& value) {
  return Validator(schema).Check(schema, value, "$");
}

json ReadSchema(const std::string& name) {
  std::ifstream file("schemas/" + name);
  EXPECT_TRUE(file.good()) << "no schema " << name;
  return json::parse(file, nullptr, false);
}

}  // namespace shardflow
