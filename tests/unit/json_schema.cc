#include "unit/json_schema.h"

#include <fstream>
#include <map>
#include <regex>
#include <set>

#include <gtest/gtest.h>

namespace shardflow::internal {
namespace {

using Json = nlohmann::json;

bool IsOfType(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "number") return value.is_number();
  if (type != "integer") return false;
  return value.is_number_integer() ||
         (value.is_number_float() &&
          value.get<double>() ==
              static_cast<double>(static_cast<int64_t>(value.get<double>())));
}

// Keywords that don't constrain a value.
const std::set<std::string> kAnnotations = {"$schema",  "$id",    "$defs",
                                            "$comment", "title",  "description",
                                            "examples", "default"};

constexpr std::string_view kUrn = "urn:shardflow:schema:";

class Validator {
 public:
  explicit Validator(const Json& root) : root_(root) {}

  std::string Check(const Json& schema, const Json& value,
                    const std::string& at) const {
    if (schema.is_boolean()) {
      return schema.get<bool>() ? "" : at + ": nothing is allowed here";
    }
    for (const auto& [keyword, rule] : schema.items()) {
      std::string fault = CheckKeyword(schema, keyword, rule, value, at);
      if (!fault.empty()) return fault;
    }
    return "";
  }

 private:
  std::string CheckKeyword(const Json& schema, const std::string& keyword,
                           const Json& rule, const Json& value,
                           const std::string& at) const {
    if (kAnnotations.contains(keyword)) return "";
    if (keyword == "$ref") {
      const auto target = rule.get<std::string>();
      if (target.starts_with(kUrn)) return CheckOther(target, value, at);
      return Check(root_.at(Json::json_pointer(target.substr(1))), value, at);
    }
    if (keyword == "type") return CheckType(rule, value, at);
    if (keyword == "const") return value == rule ? "" : at + ": not the value";
    if (keyword == "enum") {
      for (const Json& item : rule) {
        if (item == value) return "";
      }
      return at + ": not one of the values";
    }
    if (keyword == "oneOf" || keyword == "anyOf" || keyword == "allOf") {
      size_t valid = 0;
      for (const Json& item : rule) valid += Check(item, value, at).empty();
      const bool ok = keyword == "oneOf"   ? valid == 1
                      : keyword == "anyOf" ? valid > 0
                                           : valid == rule.size();
      return ok ? "" : at + ": " + keyword;
    }
    if (keyword == "minLength") {
      const bool ok = !value.is_string() ||
                      value.get<std::string>().size() >= rule.get<size_t>();
      return ok ? "" : at + ": too short";
    }
    if (keyword == "pattern") {
      const bool ok = !value.is_string() ||
                      std::regex_search(value.get<std::string>(),
                                        std::regex(rule.get<std::string>()));
      return ok ? "" : at + ": pattern";
    }
    if (keyword == "minimum") {
      const bool ok = !value.is_number() || value >= rule;
      return ok ? "" : at + ": too small";
    }
    if (keyword == "minItems" || keyword == "maxItems") {
      if (!value.is_array()) return "";
      const bool ok = keyword == "minItems"
                          ? value.size() >= rule.get<size_t>()
                          : value.size() <= rule.get<size_t>();
      return ok ? "" : at + ": " + keyword;
    }
    if (keyword == "items") return CheckItems(rule, value, at);
    if (keyword == "required") return CheckRequired(rule, value, at);
    if (keyword == "properties") return CheckProperties(schema, value, at);
    if (keyword == "patternProperties" || keyword == "additionalProperties") {
      // CheckProperties handles both keywords, so call it here only if no other
      // keyword of the schema does.
      return schema.contains("properties") ||
                     (keyword == "additionalProperties" &&
                      schema.contains("patternProperties"))
                 ? ""
                 : CheckProperties(schema, value, at);
    }
    return at + ": keyword " + keyword + " is not known to the test";
  }

  // Checks against another schema, such as "urn:shardflow:schema:mesh:1".
  static std::string CheckOther(const std::string& id, const Json& value,
                                const std::string& at) {
    static std::map<std::string, Json>* const read =
        new std::map<std::string, Json>;
    Json& schema = (*read)[id];
    if (schema.is_null()) {
      std::string name = id.substr(kUrn.size());
      name.replace(name.rfind(':'), 1, "-");
      schema = ReadSchema(name + ".schema.json");
    }
    return Validator(schema).Check(schema, value, at);
  }

  static std::string CheckType(const Json& rule, const Json& value,
                               const std::string& at) {
    if (rule.is_string()) {
      return IsOfType(value, rule.get<std::string>()) ? "" : at + ": type";
    }
    for (const Json& type : rule) {
      if (IsOfType(value, type.get<std::string>())) return "";
    }
    return at + ": type";
  }

  std::string CheckItems(const Json& rule, const Json& value,
                         const std::string& at) const {
    if (!value.is_array()) return "";
    for (size_t i = 0; i < value.size(); ++i) {
      std::string fault = Check(rule, value[i], at + "/" + std::to_string(i));
      if (!fault.empty()) return fault;
    }
    return "";
  }

  static std::string CheckRequired(const Json& rule, const Json& value,
                                   const std::string& at) {
    if (!value.is_object()) return "";
    for (const Json& key : rule) {
      if (!value.contains(key.get<std::string>())) {
        return at + ": needs " + key.get<std::string>();
      }
    }
    return "";
  }

  std::string CheckProperties(const Json& schema, const Json& value,
                              const std::string& at) const {
    if (!value.is_object()) return "";
    static const Json kNone = Json::object();
    const Json& named =
        schema.contains("properties") ? schema["properties"] : kNone;
    const Json& patterns = schema.contains("patternProperties")
                               ? schema["patternProperties"]
                               : kNone;
    for (const auto& [key, item] : value.items()) {
      const std::string there = at + "/" + key;
      bool known = named.contains(key);
      std::string fault = known ? Check(named[key], item, there) : "";
      for (const auto& [pattern, rule] : patterns.items()) {
        if (!std::regex_search(key, std::regex(pattern))) continue;
        known = true;
        if (fault.empty()) fault = Check(rule, item, there);
      }
      if (!known && schema.contains("additionalProperties")) {
        fault = Check(schema["additionalProperties"], item, there);
      }
      if (!fault.empty()) return fault;
    }
    return "";
  }

  const Json& root_;
};

}  // namespace

std::string SchemaFault(const Json& schema, const Json& value) {
  return Validator(schema).Check(schema, value, "");
}

Json ReadSchema(const std::string& name) {
  std::ifstream file("schemas/" + name);
  EXPECT_TRUE(file.good()) << "no schema " << name;
  return Json::parse(file, nullptr, false);
}

}  // namespace shardflow::internal
